"""Games of building: cards are laid in rows on the table, each on the one before it in rank."""

from __future__ import annotations

from dataclasses import dataclass

from darwindeck.cards import Rank
from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import (
    SINGLE_PACKS,
    Ending,
    Pack,
    by_score,
    deal_hands,
    first_out,
    random_match,
    random_pack,
    random_pips,
    random_rules,
    random_sequence,
    whole_game,
)
from darwindeck.genome.examples.common import HAND, STOCK, SUITS
from darwindeck.genome.schema import (
    Attribute,
    BuildMove,
    BuildPhase,
    CardCondition,
    CardRanking,
    ChoicePhase,
    DealStep,
    DrawPhase,
    GameGenome,
    Location,
    Phase,
    PileKey,
    PileOrder,
    PointTable,
    Reference,
    ScoringRule,
    SetupRules,
    TurnsPhase,
    TurnStructure,
    ZoneSpec,
)

BY_SUIT = ZoneSpec("rows", "rows", order=PileOrder.STACK, piles=PileKey.BY_SUIT)
FOUR_ROWS = ZoneSpec(
    "rows", "rows", order=PileOrder.STACK, piles=PileKey.FIXED, pile_count=len(SUITS)
)


@dataclass(frozen=True)
class BuildingPlan:
    """What was drawn for a game before its clauses are written."""

    pack: Pack
    players: int
    cards: int
    everything: bool
    """Whether the whole pack is dealt; otherwise players draw."""
    order: tuple[Rank, ...]
    rising: bool
    alike: tuple[Attribute, ...]
    """What the cards of a row have in common."""


def make(dice: Dice) -> GameGenome:
    plan = _plan(dice)
    rules, tables, ending = _ending(dice, plan)
    turns = 4 * plan.pack.size * ending.hands
    return whole_game(
        plan.pack,
        player_count=plan.players,
        max_turns=2 * turns,
        zones=(HAND, STOCK, BY_SUIT if Attribute.SUIT in plan.alike else FOUR_ROWS),
        rankings=(CardRanking(plain=plan.order),),
        point_tables=tables,
        setup=SetupRules(
            cards_per_player=plan.cards,
            initial_deck=plan.pack.name,
            deal=(DealStep(all_cards=True) if plan.everything else deal_hands(dice, plan.cards),),
        ),
        turn_structure=TurnStructure(
            phases=(
                TurnsPhase(
                    label="Turns",
                    first=dice.pick(("left(dealer)", "left(dealer)", "dealer")),
                    until="any(each, hand_size == 0)",
                    phases=_turn(dice, plan),
                ),
            ),
        ),
        scoring_rules=rules,
        win_conditions=ending.within(turns),
        game_rules=random_rules(),
        match=random_match(dice, ending.hands, ordered=True, scored=bool(rules)),
    )


def _plan(dice: Dice) -> BuildingPlan:
    players = dice.between(2, 6)
    pack = random_pack(dice, 6 * players, packs=SINGLE_PACKS)
    share = pack.size // players
    everything = dice.chance(0.6)
    alike = dice.weighted((((Attribute.SUIT,), 4), ((Attribute.COLOUR,), 1), ((), 1)))
    return BuildingPlan(
        pack=pack,
        players=players,
        cards=share if everything else dice.between(min(4, share - 1), min(8, share - 1)),
        everything=everything,
        order=random_sequence(dice, pack.ranks),
        rising=dice.chance(0.6),
        alike=alike,
    )


def _turn(dice: Dice, plan: BuildingPlan) -> tuple[Phase, ...]:
    """The next card of a row, or a new row; where there is a stock, a player may draw instead."""
    first = plan.order[0] if plan.rising else plan.order[-1]
    build = BuildPhase(
        moves=(
            BuildMove(
                Location.HAND,
                "rows",
                onto=CardCondition(
                    same=plan.alike, of=Reference.TOP, step=1 if plan.rising else -1
                ),
                on_empty=CardCondition(rank=first),
            ),
        ),
        name="build",
        label="Building",
    )
    if plan.everything:
        return (build,)
    drawn = dice.between(1, 2)
    if dice.chance(0.5):
        return (ChoicePhase(options=(build, DrawPhase(count=drawn, when="size(deck) > 0"))),)
    return (ChoicePhase(options=(build, DrawPhase(count=drawn, when="not can(build)"))),)


def _ending(
    dice: Dice, plan: BuildingPlan
) -> tuple[tuple[ScoringRule, ...], tuple[PointTable, ...], Ending]:
    way = dice.pick(("one hand", "cards left", "pips left"))
    if way == "one hand":
        return (), (), first_out()
    if way == "cards left":
        rule = ScoringRule("hand_size", label="Cards left")
        return (rule,), (), by_score(dice, 3, low=True)
    rule = ScoringRule("points(hand, pips)", label="Cards left")
    return (rule,), (random_pips(dice, plan.pack),), by_score(dice, 20, low=True)
