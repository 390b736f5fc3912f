"""What games are made of, drawn at random: packs, orders, values, deals, matches and endings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from darwindeck.cards import Rank
from darwindeck.evolution.making.dice import Dice
from darwindeck.genome.decks import CUSTOM
from darwindeck.genome.examples.common import ACE_HIGH, SUITS
from darwindeck.genome.schema import (
    SCHEMA_VERSION,
    CardBlock,
    CardCondition,
    CardPoints,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    Direction,
    FirstDealer,
    GameGenome,
    GameRules,
    MatchRules,
    NextDealer,
    PointTable,
    RankSpec,
    TieBreaker,
    TriggerMode,
    WinComparison,
    WinCondition,
)

JOKER = "joker"
COURT = (Rank.JACK, Rank.QUEEN, Rank.KING)


# --- packs ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pack:
    """The cards of a game: some ranks of the four suits, once or twice, and perhaps jokers."""

    ranks: tuple[Rank, ...]
    """From the lowest number up to the ace."""
    copies: int = 1
    jokers: int = 0

    @property
    def size(self) -> int:
        return len(SUITS) * len(self.ranks) * self.copies + self.jokers

    @property
    def name(self) -> str:
        """What the set-up calls the deck."""
        whole = self.ranks == ACE_HIGH and self.copies == 1 and not self.jokers
        return "standard_52" if whole else CUSTOM

    @property
    def deck(self) -> DeckSpec:
        suited = CardBlock(suits=SUITS, ranks=self.ranks, copies=self.copies)
        if not self.jokers:
            return DeckSpec(blocks=(suited,))
        return DeckSpec(
            blocks=(suited, CardBlock(suits=(), ranks=(JOKER,), copies=self.jokers)),
            ranks=(RankSpec(JOKER, "joker", "★"),),
        )


NINE_UP, SEVEN_UP, SIX_UP = ACE_HIGH[7:], ACE_HIGH[5:], ACE_HIGH[4:]
NO_EIGHT_TO_TEN = (*ACE_HIGH[:6], *ACE_HIGH[9:])

PACKS = (
    Pack(NINE_UP),
    Pack(SEVEN_UP),
    Pack(SIX_UP),
    Pack(NO_EIGHT_TO_TEN),
    Pack(ACE_HIGH),
    Pack(NINE_UP, copies=2),
    Pack(SEVEN_UP, copies=2),
    Pack(ACE_HIGH, copies=2),
)
"""Packs of 24, 32, 36, 40 and 52 cards, and two packs together: 48, 64 and 104."""

SINGLE_PACKS = PACKS[:5]


def random_pack(dice: Dice, least: int, most: int = 104, packs: Sequence[Pack] = PACKS) -> Pack:
    """A pack of `least` to `most` cards."""
    return dice.pick([pack for pack in packs if least <= pack.size <= most])


# --- orders and values ---------------------------------------------------------------------------


def with_top(ranks: tuple[Rank, ...], top: Rank) -> tuple[Rank, ...]:
    """The same order with one rank raised above all others."""
    return (*(rank for rank in ranks if rank is not top), top)


def ace_low(ranks: tuple[Rank, ...]) -> tuple[Rank, ...]:
    return (Rank.ACE, *(rank for rank in ranks if rank is not Rank.ACE))


def random_order(dice: Dice, ranks: tuple[Rank, ...]) -> tuple[Rank, ...]:
    """An order of the ranks, low to high, that people know: mostly the usual one."""
    if dice.chance(0.5):
        return ranks
    if dice.chance(0.3):
        return ace_low(ranks)
    if Rank.TEN in ranks and dice.chance(0.5):
        return with_top(with_top(ranks, Rank.TEN), Rank.ACE)
    return _two_high(ranks)


def random_sequence(dice: Dice, ranks: tuple[Rank, ...]) -> tuple[Rank, ...]:
    """An order for games in which cards follow one another: what comes after the king is known."""
    if dice.chance(0.5):
        return ranks
    return ace_low(ranks) if dice.chance(0.6) else _two_high(ranks)


def _two_high(ranks: tuple[Rank, ...]) -> tuple[Rank, ...]:
    return with_top(ranks, Rank.TWO) if Rank.TWO in ranks else ranks


def face_value(rank: Rank, *, ace: int, court: Sequence[int]) -> int:
    """The number on the card; `ace` for the ace, `court` for jack, queen and king."""
    if rank is Rank.ACE:
        return ace
    return court[COURT.index(rank)] if rank in COURT else int(rank)


def _table(name: str, label: str, worths: Sequence[tuple[str, int]]) -> PointTable:
    """A table with one line for all ranks that are worth the same, the dearest first."""
    lines = []
    for points in sorted({worth for _, worth in worths}, reverse=True):
        ranks = tuple(rank for rank, worth in worths if worth == points)
        cards = CardCondition(rank=ranks[0]) if len(ranks) == 1 else CardCondition(ranks=ranks)
        lines.append(CardPoints(cards, points))
    return PointTable(name, label, tuple(lines))


def random_pips(dice: Dice, pack: Pack, dear: Sequence[str] = ()) -> PointTable:
    """What cards left in a hand count: numbers their face, some ranks more."""
    ace = dice.pick((1, 1, 11, 15))
    court = dice.pick(((10, 10, 10), (10, 10, 10), (11, 12, 13)))
    extra = dice.pick((20, 25, 50))
    worths: list[tuple[str, int]] = [
        (rank, extra if rank in dear else face_value(rank, ace=ace, court=court))
        for rank in pack.ranks
    ]
    if pack.jokers:
        worths.append((JOKER, extra))
    return _table("pips", "pips", worths)


HONOURS: tuple[Mapping[Rank, int], ...] = (
    {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2},
    {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1},
    {Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1},
    {Rank.ACE: 10, Rank.KING: 5},
    {Rank.ACE: 1, Rank.KING: 1, Rank.QUEEN: 1, Rank.JACK: 1},
    {Rank.JACK: 3, Rank.NINE: 2, Rank.ACE: 1},
    {Rank.ACE: 15, Rank.TEN: 10, Rank.FIVE: 5},
    {Rank.KING: 10, Rank.QUEEN: 5, Rank.JACK: 2},
)
"""What a few ranks are worth: high cards more than low ones, in numbers that are easily kept."""


def random_honours(dice: Dice, ranks: tuple[Rank, ...]) -> PointTable:
    """Points for a few ranks; the others are worth nothing."""
    worths = [(rank, worth) for rank, worth in dice.pick(HONOURS).items() if rank in ranks]
    return _table("card_points", "card points", worths)


def capturing_values(dice: Dice, ranks: tuple[Rank, ...]) -> PointTable:
    """What cards count when they capture: the number on them, the ace 1, court cards what comes
    next, or 10 alike."""
    alike = dice.chance(0.25)
    numbers = {rank: int(rank) for rank in ranks if rank.isdigit()}
    above = max(numbers.values(), default=1)
    courts = [rank for rank in ace_low(ranks) if rank in COURT]
    places = {rank: above + place for place, rank in enumerate(courts, start=1)}
    worths: list[tuple[str, int]] = [
        (rank, numbers.get(rank, 10 if alike and rank in COURT else places.get(rank, 1)))
        for rank in ace_low(ranks)
    ]
    return _table("capture_values", "capturing values", worths)


def total_points(table: PointTable, pack: Pack) -> int:
    """What all suited cards of the pack are worth together."""
    total = 0
    for line in table.lines:
        ranks = line.cards.ranks or (line.cards.rank,)
        total += line.points * sum(rank in pack.ranks for rank in ranks)
    return total * len(SUITS) * pack.copies


# --- deals and seats -----------------------------------------------------------------------------


def random_packets(dice: Dice, count: int) -> tuple[int, ...]:
    """A hand of so many cards, singly, in equal packets of two to four, or in two packets: a deal
    that one can remember."""
    if count < 4 or dice.chance(0.6):
        return (1,) * count
    sizes = [size for size in (2, 3, 4) if count % size == 0]
    if not sizes:
        return (count - count // 2, count // 2)
    size = dice.pick(sizes)
    return (size,) * (count // size)


def deal_hands(dice: Dice, count: int) -> DealStep:
    return DealStep(packets=random_packets(dice, count))


def random_teams(dice: Dice, players: int, probability: float) -> tuple[tuple[int, ...], ...]:
    """Sides whose members sit between the others', or none."""
    if players not in (4, 6) or not dice.chance(probability):
        return ()
    sides = 2 if players == 4 else dice.pick((2, 3))
    return tuple(tuple(range(side, players, sides)) for side in range(sides))


# --- how hands follow each other, and how a game ends --------------------------------------------


def random_match(
    dice: Dice, hands: int, *, ordered: bool = False, scored: bool = False, out: str = "false"
) -> MatchRules:
    """`ordered`: cards can be compared to find the dealer; `scored`: a hand has a winner."""
    next_dealers = [NextDealer.LEFT] * 4
    if scored:
        next_dealers += [NextDealer.WINNER, NextDealer.LOSER]
    return MatchRules(
        hands=hands,
        first_dealer=FirstDealer.HIGH_CARD if ordered and dice.chance(0.3) else FirstDealer.RANDOM,
        next_dealer=dice.pick(next_dealers),
        direction=Direction.CLOCKWISE,
        out=out,
    )


def random_rules(
    empty: DeckEmptyAction = DeckEmptyAction.SKIP_DRAW,
    *,
    same_player_on_win: bool = False,
) -> GameRules:
    """The edges of a game; no tie is played on, so that every game comes to its end, and none is
    broken by who happened to be on turn."""
    return GameRules(
        deck_empty_action=empty,
        keep_top_discard=True,
        tie_breaker=TieBreaker.SPLIT,
        same_player_on_win=same_player_on_win,
    )


@dataclass(frozen=True)
class Ending:
    """What decides a game, and the most hands it has."""

    wins: tuple[WinCondition, ...]
    hands: int

    def within(self, turns: int) -> tuple[WinCondition, ...]:
        """The same, for a game that might go on and on: after so many turns it is decided as it
        stands, by what the last win condition compares, or else by the cards left."""
        last = self.wins[-1]
        fewest = last.value is None or last.comparison is WinComparison.LOWEST
        return (
            *self.wins,
            WinCondition(
                "custom",
                comparison=WinComparison.LOWEST if fewest else WinComparison.HIGHEST,
                trigger_mode=TriggerMode.IMMEDIATE,
                when=f"turns >= {turns}",
                value="hand_size" if last.value is None else last.value,
            ),
        )


def _round(points: int) -> int:
    """A number of points that players can remember."""
    step = 50 if points > 300 else 10 if points > 60 else 5 if points > 20 else 1
    return max(1, -(-points // step) * step)


def by_score(dice: Dice, a_hand: int, *, low: bool = False) -> Ending:
    """The best score wins: after some hands, or when somebody has reached a target.

    `a_hand` is about what the best player scores in a hand; the target takes a few of them.
    """
    kind = "low_score" if low else "high_score"
    comparison = WinComparison.LOWEST if low else WinComparison.HIGHEST
    with_target = dice.chance(0.6)
    hands = dice.between(6, 12) if with_target else dice.between(1, 6)
    last = WinCondition(
        kind,
        comparison=comparison,
        trigger_mode=TriggerMode.THRESHOLD_GATE,
        when=f"hand_number == {hands}",
        value="score",
    )
    if not with_target:
        return Ending((last,), hands)
    target = WinCondition(
        kind if low else dice.pick(("high_score", "first_to_score")),
        threshold=_round(max(1, a_hand) * dice.between(2, 5)),
        comparison=comparison,
        trigger_mode=TriggerMode.THRESHOLD_GATE,
    )
    return Ending((target, last), hands)


def first_out() -> Ending:
    """One hand; whoever has no cards left wins at once, or the fewest cards if nobody can go on."""
    out = WinCondition(
        "empty_hand", comparison=WinComparison.FIRST, trigger_mode=TriggerMode.IMMEDIATE
    )
    fewest = WinCondition(
        "custom",
        comparison=WinComparison.LOWEST,
        trigger_mode=TriggerMode.THRESHOLD_GATE,
        when="true",
        value="hand_size",
    )
    return Ending((out, fewest), 1)


# --- the whole -----------------------------------------------------------------------------------


def whole_game(pack: Pack, **parts: Any) -> GameGenome:
    """A genome of this pack that leaves no question open: what is not given is not there."""
    nothing: dict[str, Any] = {
        "special_effects": (),
        "scoring_rules": (),
        "card_scoring": (),
        "rankings": (),
        "point_tables": (),
    }
    return GameGenome(
        schema_version=SCHEMA_VERSION,
        genome_id="random",
        generation=0,
        deck=pack.deck,
        **(nothing | parts),
    )
