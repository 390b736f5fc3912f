"""Shedding games: cards that fit the top of the pile are played; whoever runs out wins."""

from __future__ import annotations

from dataclasses import dataclass

from darwindeck.cards import Rank
from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import (
    JOKER,
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
from darwindeck.genome.examples.common import DISCARDS, HAND, STOCK
from darwindeck.genome.schema import (
    Action,
    Attribute,
    BlockPhase,
    Call,
    CallChoice,
    CallPhase,
    CardCondition,
    CardRanking,
    ChoiceKind,
    ChoicePhase,
    DealStep,
    DeckEmptyAction,
    DrawPhase,
    ForEach,
    GameGenome,
    Location,
    Moment,
    Move,
    NamedCards,
    NameSuit,
    Phase,
    PlayAgain,
    PlayPhase,
    Reference,
    RepeatPhase,
    Reverse,
    ScoringRule,
    SetupRules,
    Shuffle,
    Skip,
    SpecialEffect,
    TurnsPhase,
    TurnStructure,
    While,
)

SAME_SUIT = CardCondition(same=(Attribute.SUIT,), of=Reference.IN_FORCE)
SAME_RANK = CardCondition(same=(Attribute.RANK,), of=Reference.TOP)
SAME_COLOUR = CardCondition(same=(Attribute.COLOUR,), of=Reference.TOP)
NEXT_UP = CardCondition(of=Reference.TOP, step=1)
NEXT_DOWN = CardCondition(of=Reference.TOP, step=-1)

WAYS_TO_FIT: tuple[tuple[tuple[CardCondition, ...], int], ...] = (
    ((SAME_SUIT, SAME_RANK), 6),
    ((SAME_SUIT, NEXT_UP), 2),
    ((SAME_SUIT, NEXT_UP, NEXT_DOWN), 1),
    ((SAME_COLOUR, SAME_RANK), 1),
    ((SAME_RANK, NEXT_UP, NEXT_DOWN), 1),
)
FITTING = CardCondition(named="fitting")


@dataclass(frozen=True)
class SheddingPlan:
    """What was drawn for a game before its clauses are written."""

    pack: Pack
    players: int
    cards: int
    fits: tuple[CardCondition, ...]
    wild: tuple[str, ...]
    """Ranks that fit always."""
    names_suit: bool
    effects: tuple[SpecialEffect, ...]

    @property
    def ordered(self) -> bool:
        return any(way.step is not None for way in self.fits)


def make(dice: Dice) -> GameGenome:
    plan = _plan(dice)
    pips = random_pips(dice, plan.pack, plan.wild)
    rules, ending = _ending(dice, plan)
    turns = 60 * plan.players * max(1, ending.hands)
    return whole_game(
        plan.pack,
        player_count=plan.players,
        max_turns=2 * turns,
        zones=(HAND, STOCK, DISCARDS),
        card_sets=_card_sets(plan),
        rankings=(CardRanking(plain=random_sequence(dice, plan.pack.ranks)),)
        if plan.ordered
        else (),
        point_tables=(pips,),
        setup=_setup(dice, plan),
        turn_structure=TurnStructure(
            phases=(
                TurnsPhase(
                    label="Turns",
                    until="any(each, hand_size == 0)",
                    phases=(*_playing(dice), *_naming(plan)),
                ),
            ),
        ),
        special_effects=plan.effects,
        scoring_rules=rules,
        win_conditions=ending.within(turns),
        game_rules=random_rules(
            DeckEmptyAction.RESHUFFLE_DISCARD if dice.chance(0.8) else DeckEmptyAction.SKIP_DRAW,
        ),
        match=random_match(dice, ending.hands, ordered=plan.ordered, scored=bool(rules)),
    )


def _plan(dice: Dice) -> SheddingPlan:
    players = dice.between(2, 5)
    pack = random_pack(dice, 32 if players < 5 else 52, 54 if players < 5 else 104)
    fits = dice.weighted(WAYS_TO_FIT)
    # A joker has no colour and no neighbours: only a named suit can follow it.
    if SAME_SUIT in fits and dice.chance(0.25):
        pack = Pack(pack.ranks, pack.copies, jokers=dice.pick((2, 4)))
    wild: tuple[str, ...] = dice.some(pack.ranks, dice.pick((0, 1, 1, 2)))
    plain = [rank for rank in pack.ranks if rank not in wild]
    if pack.jokers:
        wild = (*wild, JOKER)
    return SheddingPlan(
        pack=pack,
        players=players,
        cards=dice.between(5, min(8, (pack.size - 10) // players)),
        fits=fits,
        wild=wild,
        names_suit=bool(wild) and SAME_SUIT in fits and (bool(pack.jokers) or dice.chance(0.8)),
        effects=_effects(dice, plain, players),
    )


def _effects(dice: Dice, ranks: list[Rank], players: int) -> tuple[SpecialEffect, ...]:
    """A few ranks do something when they are played."""
    drawn = dice.pick((1, 2, 2, 3))
    ways: list[tuple[Action, ...]] = [
        (Skip(),),
        (Move(Location.DECK, "hand(left(turn))", count=drawn), Skip()),
        (Move(Location.DECK, "hand(left(turn))", count=1),),
        (ForEach("others(turn)", (Move(Location.DECK, Location.HAND, count=1),)),),
        (PlayAgain(),),
    ]
    if players > 2:
        ways += [(Reverse(),), (Move(Location.DECK, "hand(right(turn))", count=1),)]
    chosen = dice.some(ways, dice.between(0, 3))
    special = dice.some(ranks, len(chosen))
    return tuple(
        SpecialEffect(CardCondition(rank=rank), Moment.PLAYED, do)
        for rank, do in zip(special, chosen, strict=True)
    )


def _card_sets(plan: SheddingPlan) -> tuple[NamedCards, ...]:
    wild = CardCondition(ranks=plan.wild)
    ways = (*plan.fits, wild) if plan.wild else plan.fits
    sets = [NamedCards("fitting", "fitting card", CardCondition(any_of=ways))]
    if plan.wild and (plan.names_suit or plan.pack.jokers):
        sets.append(NamedCards("wild_cards", "wild card", wild))
    return tuple(sets)


def _sequence(dice: Dice, plan: SheddingPlan) -> CardRanking:
    return CardRanking(plain=random_sequence(dice, plan.pack.ranks))


def _setup(dice: Dice, plan: SheddingPlan) -> SetupRules:
    """A joker turned up goes back into the stock: nothing would fit it."""
    again = While(
        "count(discard, wild_cards) > 0",
        (
            Move(Location.DISCARD, Location.DECK),
            Shuffle(Location.DECK),
            Move(Location.DECK, Location.DISCARD, count=1),
        ),
    )
    return SetupRules(
        cards_per_player=plan.cards,
        initial_deck=plan.pack.name,
        initial_discard_count=1,
        deal=(deal_hands(dice, plan.cards), DealStep(zone=Location.DISCARD)),
        after_deal=(again,) if plan.pack.jokers else (),
    )


def _playing(dice: Dice) -> tuple[Phase, ...]:
    """Playing a card or drawing; how much is drawn differs from game to game."""
    play = PlayPhase(Location.DISCARD, FITTING)
    drawn_card = PlayPhase(
        Location.DISCARD, CardCondition(named="fitting", drawn=True), mandatory=False
    )
    free = ChoicePhase(options=(play, BlockPhase(phases=(DrawPhase(), drawn_card))))
    bound = RepeatPhase(
        as_long_as=f"played == 0 and drawn < {dice.between(1, 4)}", phases=(DrawPhase(), play)
    )
    draw_only = DrawPhase(count=dice.between(1, 2), when="played == 0")
    ways: tuple[tuple[Phase, ...], ...] = ((free,), (play, bound), (play, draw_only))
    return dice.pick(ways)


def _naming(plan: SheddingPlan) -> tuple[Phase, ...]:
    if not plan.names_suit:
        return ()
    return (
        CallPhase(
            when="played > 0 and count(top(discard), wild_cards) == 1",
            calls=(
                Call(
                    "name_suit",
                    "name the suit that must be matched",
                    choices=(CallChoice("wanted", "suit", ChoiceKind.SUIT),),
                    do=(NameSuit("wanted"),),
                ),
            ),
        ),
    )


def _ending(dice: Dice, plan: SheddingPlan) -> tuple[tuple[ScoringRule, ...], Ending]:
    """One hand, or several that score what is left in the hands."""
    way = dice.pick(("one hand", "winner scores", "others lose", "cards left"))
    if way == "one hand":
        return (), first_out()
    if way == "winner scores":
        rule = ScoringRule(
            "sum(others(turn), points(hand, pips))",
            who="where(each, hand_size == 0)",
            label="Going out",
        )
        return (rule,), by_score(dice, 15 * (plan.players - 1))
    if way == "others lose":
        rule = ScoringRule("points(hand, pips)", label="Cards left")
        return (rule,), by_score(dice, 15, low=True)
    rule = ScoringRule("hand_size", label="Cards left")
    return (rule,), by_score(dice, 3, low=True)
