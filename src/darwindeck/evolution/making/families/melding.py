"""Games of melds: draw, lay out sets and runs, discard; whoever is out first has done best."""

from __future__ import annotations

from dataclasses import dataclass, replace

from darwindeck.cards import Rank
from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import (
    JOKER,
    Ending,
    Pack,
    ace_low,
    by_score,
    deal_hands,
    random_match,
    random_pack,
    random_pips,
    random_rules,
    whole_game,
)
from darwindeck.genome.examples.common import DISCARDS, HAND, STOCK, SUITS
from darwindeck.genome.schema import (
    AssignRole,
    Attribute,
    BlockPhase,
    CardCondition,
    CardRanking,
    CardScoringRule,
    ChoicePhase,
    DealStep,
    DeckEmptyAction,
    DiscardPhase,
    DrawPhase,
    EndHand,
    GameGenome,
    HandPattern,
    LayOff,
    Location,
    MeldPhase,
    NamedCards,
    Owner,
    Phase,
    PileKey,
    RepeatPhase,
    RoleSpec,
    ScoringRule,
    ScoringTrigger,
    SetupRules,
    TurnsPhase,
    TurnStructure,
    ZoneSpec,
)

MELDS = ZoneSpec("melds", "melds", owner=Owner.SEAT, piles=PileKey.MANY)
KNOCKER = RoleSpec("knocker", "knocker")


@dataclass(frozen=True)
class MeldingPlan:
    """What was drawn for a game before its clauses are written."""

    pack: Pack
    players: int
    cards: int
    wild: tuple[str, ...]
    patterns: tuple[HandPattern, ...]
    knock: int | None
    """The most pips with which a player may end the hand; None: nobody knocks."""


def make(dice: Dice) -> GameGenome:
    plan = _plan(dice)
    rules, bonus, ending = _scores(dice, plan)
    turns = 80 * plan.players * ending.hands
    wild = NamedCards("wild_cards", "wild card", CardCondition(ranks=plan.wild))
    order = plan.pack.ranks if dice.chance(0.5) else ace_low(plan.pack.ranks)
    return whole_game(
        plan.pack,
        player_count=plan.players,
        max_turns=2 * turns,
        zones=(HAND, STOCK, DISCARDS, MELDS),
        card_sets=(wild,) if plan.wild else (),
        rankings=(CardRanking(plain=order),),
        point_tables=(random_pips(dice, plan.pack, plan.wild),),
        patterns=plan.patterns,
        roles=(KNOCKER,) if plan.knock is not None else (),
        setup=SetupRules(
            cards_per_player=plan.cards,
            initial_deck=plan.pack.name,
            initial_discard_count=1,
            deal=(deal_hands(dice, plan.cards), DealStep(zone=Location.DISCARD)),
        ),
        turn_structure=TurnStructure(
            phases=(
                TurnsPhase(
                    label="Turns",
                    until=_until(plan),
                    phases=(_drawing(dice), _laying_out(dice, plan), _discarding(dice, plan)),
                ),
            ),
        ),
        card_scoring=bonus,
        scoring_rules=rules,
        win_conditions=ending.within(turns),
        game_rules=random_rules(DeckEmptyAction.RESHUFFLE_DISCARD),
        match=random_match(dice, ending.hands, ordered=True, scored=True),
    )


def _plan(dice: Dice) -> MeldingPlan:
    players = dice.between(2, 5)
    pack = random_pack(dice, 40 if players < 4 else 52)
    wild: tuple[str, ...] = ()
    if dice.chance(0.35):
        if dice.chance(0.5):
            pack, wild = Pack(pack.ranks, pack.copies, jokers=dice.pick((2, 4))), (JOKER,)
        else:
            wild = (dice.pick((*pack.ranks[:1], Rank.JACK)),)
    return MeldingPlan(
        pack=pack,
        players=players,
        cards=dice.between(5, min(11, (pack.size - 12) // players)),
        wild=wild,
        patterns=_patterns(dice, pack, wild),
        knock=dice.pick((5, 10, 15)) if dice.chance(0.25) else None,
    )


def _patterns(dice: Dice, pack: Pack, wild: tuple[str, ...]) -> tuple[HandPattern, ...]:
    most = dice.pick((len(SUITS), len(SUITS) * pack.copies))
    run = HandPattern(
        "run",
        1,
        min_size=dice.pick((3, 3, 4)),
        same=(Attribute.SUIT,),
        consecutive=True,
        sequence_wrap=dice.chance(0.4),
    )
    ideas = (
        HandPattern("set", 1, min_size=3, max_size=most, same=(Attribute.RANK,)),
        run,
        HandPattern("mixed_run", 1, min_size=4, consecutive=True),
        HandPattern("colour_run", 1, min_size=4, same=(Attribute.COLOUR,), consecutive=True),
        HandPattern("suit_group", 1, min_size=5, same=(Attribute.SUIT,)),
    )
    chosen = dice.weighted(
        (((0, 1), 6), ((0,), 1), ((1,), 1), ((0, 2), 1), ((0, 3), 1), ((0, 1, 4), 1))
    )
    patterns = tuple(ideas[place] for place in chosen)
    if not wild:
        return patterns
    most_wild = dice.between(1, 2)
    return tuple(
        replace(pattern, wild="wild_cards", wild_max=most_wild, natural_min=2)
        for pattern in patterns
    )


def _until(plan: MeldingPlan) -> str:
    out = "any(each, hand_size == 0)"
    return out if plan.knock is None else f"set(knocker) or {out}"


def _drawing(dice: Dice) -> Phase:
    """The stock is renewed from the discards, or the hand ends when it is used up."""
    ends = (EndHand(),) if dice.chance(0.85) else None
    stock = DrawPhase(Location.DECK, dice.weighted(((1, 5), (2, 1))), when_empty=ends)
    if dice.chance(0.15):
        return stock
    return ChoicePhase(options=(stock, DrawPhase(Location.DISCARD, when="size(discard) > 0")))


def _laying_out(dice: Dice, plan: MeldingPlan) -> Phase:
    lay_off = dice.pick((LayOff.NONE, LayOff.OWN, LayOff.ANY, LayOff.ANY))
    names = tuple(pattern.name for pattern in plan.patterns)
    meld = MeldPhase(names, lay_off=lay_off)
    return meld if dice.chance(0.2) else RepeatPhase((meld,))


def _discarding(dice: Dice, plan: MeldingPlan) -> Phase:
    not_just_taken = CardCondition(not_=CardCondition(taken_from=Location.DISCARD))
    cards = not_just_taken if dice.chance(0.6) else None
    discard = DiscardPhase(cards=cards)
    if plan.knock is None:
        return discard
    knock = BlockPhase(
        name="knock",
        label="Knocking",
        phases=(DiscardPhase(cards=cards),),
        after=f"points(hand, pips) <= {plan.knock}",
        then=(AssignRole("knocker"),),
    )
    return ChoicePhase(options=(discard, knock))


def _scores(
    dice: Dice, plan: MeldingPlan
) -> tuple[tuple[ScoringRule, ...], tuple[CardScoringRule, ...], Ending]:
    left = 5 * plan.cards
    way = dice.pick(("winner scores", "melds count", "others lose"))
    if way == "winner scores":
        who = "where(each, hand_size == 0)"
        if plan.knock is not None:
            who = "where(each, hand_size == 0 or is(knocker))"
        rules = [ScoringRule("sum(others(turn), points(hand, pips))", who=who, label="Going out")]
        ending = by_score(dice, left)
    elif way == "melds count":
        rules = [
            ScoringRule("points(melds, pips)", label="Melds"),
            ScoringRule("-points(hand, pips)", label="Cards left"),
        ]
        ending = by_score(dice, left // 2)
    else:
        rules = [ScoringRule("points(hand, pips)", label="Cards left")]
        return tuple(rules), (), by_score(dice, left, low=True)
    if dice.chance(0.4):
        out = dice.pick((5, 10, 25))
        rules.append(ScoringRule(out, who="where(each, hand_size == 0)", label="Out of cards"))
    bonus: tuple[CardScoringRule, ...] = ()
    if dice.chance(0.2):
        points = dice.pick((2, 5))
        bonus = (CardScoringRule(CardCondition(), points, ScoringTrigger.SET_COMPLETE),)
    return tuple(rules), bonus, ending
