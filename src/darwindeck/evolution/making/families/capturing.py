"""Capturing games: a card takes equal cards from the table, or cards that add up to it."""

from __future__ import annotations

from dataclasses import dataclass

from darwindeck.cards import Rank, Suit
from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import (
    SINGLE_PACKS,
    Pack,
    by_score,
    capturing_values,
    deal_hands,
    random_honours,
    random_match,
    random_rules,
    total_points,
    whole_game,
)
from darwindeck.genome.examples.common import HAND, STOCK, SUITS
from darwindeck.genome.schema import (
    CaptureBy,
    CapturePhase,
    CardCondition,
    CardScoringRule,
    Deal,
    DealStep,
    DoPhase,
    GameGenome,
    Location,
    Moment,
    Move,
    NamedCards,
    Owner,
    Phase,
    PointTable,
    ScoringRule,
    ScoringTrigger,
    Sees,
    SetupRules,
    TurnsPhase,
    TurnStructure,
    ZoneSpec,
)

TABLE = ZoneSpec(Location.TABLEAU, "table")
CAPTURED = ZoneSpec(Location.CAPTURED, "captured cards", owner=Owner.SEAT, sees=Sees.NOBODY)
OVER = "size(deck) == 0 and all(each, hand_size == 0)"
WAYS = (
    (CaptureBy.EQUAL,),
    (CaptureBy.SUM,),
    (CaptureBy.EQUAL, CaptureBy.SUM),
    (CaptureBy.EQUAL, CaptureBy.SUM),
)


@dataclass(frozen=True)
class CapturingPlan:
    """A deal that comes out even: the table's cards, and then full hands to the last card."""

    pack: Pack
    players: int
    cards: int
    table: int


PLANS = tuple(
    CapturingPlan(pack, players, cards, table)
    for pack in SINGLE_PACKS
    for players in (2, 3, 4)
    for cards in range(3, 9)
    for table in range(2, 9)
    if pack.size > table + players * cards and (pack.size - table) % (players * cards) == 0
)


@dataclass(frozen=True)
class Scores:
    """The clauses that score."""

    a_hand: int
    rules: tuple[ScoringRule, ...]
    card_scoring: tuple[CardScoringRule, ...]
    card_sets: tuple[NamedCards, ...]
    tables: tuple[PointTable, ...]


def make(dice: Dice) -> GameGenome:
    players = dice.between(2, 4)
    plan = dice.pick([plan for plan in PLANS if plan.players == players])
    scores = _scores(dice, plan)
    ending = by_score(dice, scores.a_hand)
    turns = 2 * plan.pack.size * ending.hands
    return whole_game(
        plan.pack,
        player_count=players,
        max_turns=2 * turns,
        zones=(HAND, STOCK, TABLE, CAPTURED),
        card_sets=scores.card_sets,
        point_tables=(capturing_values(dice, plan.pack.ranks), *scores.tables),
        setup=SetupRules(
            cards_per_player=plan.cards,
            initial_deck=plan.pack.name,
            deal=(
                deal_hands(dice, plan.cards),
                DealStep(packets=(plan.table,), zone=Location.TABLEAU),
            ),
        ),
        turn_structure=TurnStructure(phases=_course(dice, plan)),
        card_scoring=scores.card_scoring,
        scoring_rules=scores.rules,
        win_conditions=ending.within(turns),
        game_rules=random_rules(same_player_on_win=dice.chance(0.1)),
        match=random_match(dice, ending.hands, scored=True),
    )


def _course(dice: Dice, plan: CapturingPlan) -> tuple[Phase, ...]:
    by = dice.pick(WAYS)
    if Rank.TWO not in plan.pack.ranks:
        # Of high cards alone hardly any add up to another.
        by = (CaptureBy.EQUAL,)
    capture = CapturePhase(
        by=by,
        values="capture_values",
        exact_first=dice.chance(0.6),
        # Sums must be taken: on a crowded table there would be no end of them.
        mandatory=CaptureBy.SUM in by or dice.chance(0.5),
    )
    again = DoPhase((Deal((plan.cards,)),), when="all(each, hand_size == 0) and size(deck) > 0")
    turns = TurnsPhase(label="Capturing", until=OVER, phases=(capture, again))
    if dice.chance(0.4):
        return (turns,)
    last = DoPhase((Move(Location.TABLEAU, "captured(last_taker)"),), label="The last cards")
    return (turns, last)


def _scores(dice: Dice, plan: CapturingPlan) -> Scores:
    """One main way to score, and a few points beside it."""
    suit = dice.pick(SUITS)
    sets = [NamedCards("suit_cards", str(suit).removesuffix("s"), CardCondition(suit=suit))]
    rules = [_most_cards(dice), _most_of_suit(dice), *_sweep(dice)]
    cards: list[CardScoringRule] = []
    tables: list[PointTable] = []
    a_hand = 2 + len(rules)
    way = dice.pick(("cards", "points", "a single card"))
    if way == "cards":
        rules.append(ScoringRule("size(captured)", label="Cards"))
        a_hand += plan.pack.size // 2
    elif way == "points":
        table = random_honours(dice, plan.pack.ranks)
        tables.append(table)
        rules.append(ScoringRule("points(captured, card_points)", label="Card points"))
        a_hand += total_points(table, plan.pack) // 2
    else:
        cards.append(_single_card(dice, plan.pack, suit))
        a_hand += cards[0].points
    return Scores(max(1, a_hand), tuple(rules), tuple(cards), tuple(sets), tuple(tables))


def _most_cards(dice: Dice) -> ScoringRule:
    who = "where(each, most(size(captured)))"
    return ScoringRule(dice.between(1, 3), who=who, label="Most cards")


def _most_of_suit(dice: Dice) -> ScoringRule:
    who = "where(each, most(count(captured, suit_cards)))"
    return ScoringRule(dice.between(1, 2), who=who, label="Most of the suit")


def _sweep(dice: Dice) -> tuple[ScoringRule, ...]:
    """A bonus for a capture that clears the table."""
    if not dice.chance(0.6):
        return ()
    return (
        ScoringRule(
            dice.between(1, 5),
            moment=Moment.CAPTURED,
            who="turn",
            when="size(tableau) == 0",
            label="Sweep",
        ),
    )


def _single_card(dice: Dice, pack: Pack, suit: Suit) -> CardScoringRule:
    """One card that everybody is after; several, each with points of its own, nobody remembers."""
    card = CardCondition(suit=suit, rank=dice.pick(pack.ranks))
    return CardScoringRule(card, dice.between(1, 3), ScoringTrigger.CAPTURE)
