"""A hand of Pidro as it was played, gathered from what the core tells of every card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from darwindeck.cards import Suit
from darwindeck.english import join
from darwindeck.genome.schema import CallPhase, TrickPhase
from darwindeck.laws.moment import WatchedMoment
from darwindeck.oracles.pidro.pidro_cards import Trumps, trumps_of
from darwindeck.simulation import Game
from darwindeck.simulation.labels import TRICK
from darwindeck.simulation.moves import fields_of

SEATS = range(4)
Hands = tuple[frozenset[int], ...]


class At(StrEnum):
    """The occasions of a hand at which laws are looked at, with what their checks are given."""

    DEAL = "deal"
    """Nine cards each have been dealt: the `Hand`."""
    AUCTION = "auction"
    """The bidder is known: the `Hand`."""
    ROBBED = "second deal"
    """Trumps were named, and everything up to robbing the pack has happened: the `Hand`."""
    LEAD = "first lead"
    """Trumps have been killed where that was needed: the `Hand`."""
    TRICK = "trick"
    """A trick is over: a `Played`."""
    COLD = "cold player"
    """A player has dropped out: a `Frozen`."""
    SCORED = "scored hand"
    """A hand is over and written down: the `Hand`."""
    WRITTEN = "what comes after a hand"
    """The next hand has begun, or the match is over: the `Hand` that was scored."""
    END = "end of a match"
    """Somebody has won, or nobody: the last `Hand`."""
    MOMENT = "moment of a hand"
    """After every decision: a `Seen`."""


class HandStage(StrEnum):
    """How far a hand has come."""

    SELECT = "select"
    DEAL = "deal"
    BID = "bid"
    NAME = "name"
    DISCARD = "discard"
    REFILL = "refill"
    ROB = "rob"
    KILL = "kill"
    PLAY = "play"
    SCORE = "score"
    COMPLETE = "complete"


class Call(NamedTuple):
    seat: int
    bid: int | None
    """None: a pass."""
    forced: bool


@dataclass
class Trick:
    leader: int
    held: Hands
    """What everybody held when it was led."""
    plays: list[tuple[int, int]] = field(default_factory=list)
    """Seat and card, in order."""
    winner: int | None = None
    taken: dict[int, list[int]] = field(default_factory=dict)
    """Which cards went to whom."""


class Cold(NamedTuple):
    seat: int
    held: frozenset[int]
    revealed: frozenset[int]
    tricks: int
    """How many tricks had been begun."""
    turn: int | None
    """Whose turn it would have been to play or to lead, had nobody dropped out."""
    empty: frozenset[int]
    """The seats that hold nothing at all and are passed over."""


@dataclass
class Hand:
    """Everything that happened in one hand."""

    game: Game
    number: int
    dealer: int
    before: tuple[int, ...]
    """The scores of the sides when it began."""
    deck: tuple[int, ...] | None = None
    """The whole deck in the order in which it was dealt, if it was stacked."""
    dealt: list[tuple[int, int]] = field(default_factory=list)
    stock: tuple[int, ...] = ()
    """What was left after the deal, the next card first."""
    calls: list[Call] = field(default_factory=list)
    bidder: int | None = None
    trumps: Trumps | None = None
    nine: Hands = ()
    """What everybody was dealt."""
    thrown: list[tuple[int, int]] = field(default_factory=list)
    drawn: list[tuple[int, int]] = field(default_factory=list)
    """What the others were dealt in the second deal."""
    robbed: list[int] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)
    killed: list[tuple[int, int]] = field(default_factory=list)
    six: Hands = ()
    """What everybody held once the pack was robbed, before trumps were killed."""
    held: list[set[int]] = field(default_factory=lambda: [set() for _ in SEATS])
    """What everybody holds now."""
    tricks: list[Trick] = field(default_factory=list)
    cold: list[Cold] = field(default_factory=list)
    stages: list[HandStage] = field(default_factory=list)
    strays: list[str] = field(default_factory=list)
    """Cards that went a way that the game does not have."""
    after: tuple[int, ...] | None = None
    """The scores of the sides once it was written down."""
    over: bool = False
    """Whether the match ended with it."""
    winners: tuple[int, ...] = ()

    @property
    def trump(self) -> Trumps:
        assert self.trumps is not None, "trumps have been named"
        return self.trumps

    @property
    def others(self) -> list[int]:
        """The players but the dealer, from the dealer's left."""
        return [(self.dealer + n) % 4 for n in (1, 2, 3)]

    @property
    def bid(self) -> int:
        """The bid that stands; 0 if there is none yet."""
        return max((call.bid or 0 for call in self.calls), default=0)

    @property
    def bidders(self) -> int:
        """The side of the bidder."""
        assert self.bidder is not None, "somebody has bid"
        return self.bidder % 2

    @property
    def ready(self) -> Hands:
        """What everybody held at the first lead."""
        gone = {card for _, card in self.killed}
        return tuple(cards - gone for cards in self.six)

    def who(self, seats: int | Iterable[int] | None) -> str:
        """What a seat is called, or several."""
        if seats is None or isinstance(seats, int):
            return "nobody" if seats is None else self.game.labels.seat(seats)
        return join([self.game.labels.seat(seat) for seat in seats]) or "nobody"

    def captured(self, tricks: int | None = None) -> tuple[int, int]:
        """The points that the sides have taken, in the first tricks or in all."""
        points = [0, 0]
        for trick in self.tricks[:tricks]:
            for seat, cards in trick.taken.items():
                points[seat % 2] += self.trump.points(cards)
        return points[0], points[1]

    def enter(self, stage: HandStage) -> None:
        if not self.stages or self.stages[-1] is not stage:
            self.stages.append(stage)


class Played(NamedTuple):
    hand: Hand
    number: int
    """From 0."""

    @property
    def trick(self) -> Trick:
        return self.hand.tricks[self.number]


class Frozen(NamedTuple):
    hand: Hand
    cold: Cold


class Seen(NamedTuple):
    moment: WatchedMoment
    hand: Hand


class HandWatch:
    """Follows a match hand by hand."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hand: Hand | None = None
        self._shown: dict[int, set[int]] = {}
        """What players who drop out lay down."""
        self._judged = 0
        """How many tricks of the hand have been looked at."""
        self._led = False

    def look(self, moment: WatchedMoment) -> Iterator[tuple[str, Any]]:
        for kind, *rest in moment.events:
            if kind == "hand":
                if self.hand is not None:
                    self.hand.enter(HandStage.DEAL)
                    yield At.WRITTEN, self.hand
                self._begin(moment, *rest)
            elif self.hand is not None:
                yield from self._note(self.hand, moment, kind, rest)
        if self.hand is not None:
            yield from self._tricks(self.hand)
            yield from self._stood(self.hand, moment)
            yield At.MOMENT, Seen(moment, self.hand)

    def _begin(self, moment: WatchedMoment, number: int, deal: int, dealer: int) -> None:
        first = self.hand is None
        self.hand = Hand(self.game, number, dealer, totals(moment))
        if deal == 1:
            self.hand.deck = moment.record.start.deck
        self.hand.enter(HandStage.SELECT if first else HandStage.DEAL)
        self._shown = {}
        self._judged = 0
        self._led = False

    def _tricks(self, hand: Hand) -> Iterator[tuple[str, Any]]:
        """Tricks that are over and were not looked at yet."""
        while self._judged < len(hand.tricks) and hand.tricks[self._judged].winner is not None:
            yield At.TRICK, Played(hand, self._judged)
            self._judged += 1

    def _stood(self, hand: Hand, moment: WatchedMoment) -> Iterator[tuple[str, Any]]:
        """What there is to look at where a decision is due."""
        if not hand.calls and hand.trumps is None and not hand.stock:
            zone = moment.game.labels.zone_number["deck"]
            stock = next(place.cards for place in moment.places if place.zone == zone)
            hand.stock = tuple(reversed(stock))
            hand.nine = tuple(map(frozenset, hand.held))
            yield At.DEAL, hand
        if hand.trumps is not None and not hand.six and not _is_choosing(moment):
            hand.six = tuple(
                frozenset(cards).union(
                    (card for seat, card in hand.killed if seat == owner),
                    self._shown.get(owner, ()),
                )
                for owner, cards in enumerate(hand.held)
            )
            yield At.AUCTION, hand
            yield At.ROBBED, hand
        leading = isinstance(moment.table.phase, TrickPhase) or hand.after is not None
        if hand.six and leading and not self._led:
            self._led = True
            yield At.LEAD, hand

    # --- what happened ---------------------------------------------------------------------------

    def _note(
        self, hand: Hand, moment: WatchedMoment, kind: str, rest: list[Any]
    ) -> Iterator[tuple[str, Any]]:
        match kind:
            case "card":
                self._card(hand, moment, *rest[:3])
            case "decision":
                self._decision(hand, moment, *rest)
            case "role":
                hand.bidder = rest[1] if rest[1] in SEATS else None
            case "trump":
                hand.enter(HandStage.NAME)
                hand.trumps = trumps_of(self.game, Suit(self.game.labels.suits[rest[0]]))
            case "trick" if hand.tricks:
                hand.tricks[-1].winner = rest[0]
            case "sits_out":
                hand.cold.append(self._gone_cold(hand, rest[0]))
                yield At.COLD, Frozen(hand, hand.cold[-1])
            case "hand_over":
                hand.enter(HandStage.SCORE)
                hand.after = totals(moment)
                yield from self._tricks(hand)
                yield At.SCORED, hand
            case "game_over":
                hand.enter(HandStage.COMPLETE)
                hand.over = True
                hand.winners = tuple(seat for seat in SEATS if rest[0] & 1 << seat)
                if not moment.record.start.single_hand:
                    yield At.WRITTEN, hand
                    yield At.END, hand

    def _gone_cold(self, hand: Hand, seat: int) -> Cold:
        revealed = frozenset(self._shown.get(seat, ()))
        open_trick = hand.tricks[-1] if hand.tricks and hand.tricks[-1].winner is None else None
        turn: int | None
        if open_trick is not None:
            turn = (open_trick.plays[-1][0] + 1) % 4
        else:
            turn = hand.tricks[-1].winner if hand.tricks else hand.bidder
        left = frozenset(hand.held[seat])
        empty = frozenset(other for other in SEATS if other != seat and not hand.held[other])
        return Cold(seat, revealed | left, revealed, len(hand.tricks), turn, empty)

    def _decision(self, hand: Hand, moment: WatchedMoment, seat: int, code: int) -> None:
        phase = moment.before.phase if moment.before is not None else None
        if not isinstance(phase, CallPhase) or hand.trumps is not None or len(hand.calls) == 4:
            return
        hand.enter(HandStage.BID)
        call = phase.calls[fields_of(code).a]
        assert moment.before is not None, "a decision follows a moment"
        values = moment.before.position.call_values(seat, code)
        if call.is_pass:
            hand.calls.append(Call(seat, None, False))
        elif values:
            hand.calls.append(Call(seat, values[0][1], False))
        else:
            hand.calls.append(Call(seat, int(call.label.split()[-1]), True))

    def _card(self, hand: Hand, moment: WatchedMoment, card: int, source: int, target: int) -> None:
        """A card goes from one place to another."""
        (come, giver), (gone, taker) = (_zone(moment, place) for place in (source, target))
        if come == "hand":
            hand.held[giver].discard(card)
        if gone == "hand":
            hand.held[taker].add(card)
        match come, gone:
            case "deck", "hand" if hand.trumps is None:
                hand.enter(HandStage.DEAL)
                hand.dealt.append((taker, card))
            case "deck", "hand" if taker == hand.dealer:
                hand.enter(HandStage.ROB)
                hand.robbed.append(card)
            case "deck", "hand":
                hand.enter(HandStage.REFILL)
                hand.drawn.append((taker, card))
            case "hand", "thrown":
                hand.enter(HandStage.DISCARD)
                hand.thrown.append((giver, card))
            case "hand", "aside":
                hand.enter(HandStage.ROB)
                hand.aside.append(card)
            case "hand", "killed":
                hand.enter(HandStage.KILL)
                hand.killed.append((giver, card))
            case (("hand" | "killed"), "trick"):
                hand.enter(HandStage.PLAY)
                self._play(hand, giver, card)
            case "trick", "captured" if hand.tricks:
                hand.tricks[-1].taken.setdefault(taker, []).append(card)
            case "hand", "shown":
                hand.enter(HandStage.PLAY)
                self._shown.setdefault(giver, set()).add(card)
            case _:
                hand.strays.append(f"{self.game.labels.card_texts[card]}: {come} to {gone}")

    def _play(self, hand: Hand, seat: int, card: int) -> None:
        if not hand.tricks or hand.tricks[-1].winner is not None:
            held = list(map(frozenset, hand.held))
            held[seat] |= {card}
            hand.tricks.append(Trick(seat, tuple(held)))
        hand.tricks[-1].plays.append((seat, card))


def _is_choosing(moment: WatchedMoment) -> bool:
    """Whether the dealer is about to choose six cards, where that is the dealer's own choice."""
    phases = (moment.game.labels.phases[number] for number, _ in moment.table.frames)
    return any(phase.name == "choosing_six" for phase in phases)


def totals(moment: WatchedMoment) -> tuple[int, ...]:
    """The scores of the sides."""
    own, shared = moment.numbers["score"], moment.numbers["side_score"]
    return tuple(
        sum(own[seat] for seat in side) + shared[number]
        for number, side in enumerate(moment.game.teams)
    )


def _zone(moment: WatchedMoment, number: int) -> tuple[str, int]:
    """The name of the zone of a place, and its owner."""
    place = moment.places[number]
    if place.zone == TRICK:
        return "trick", -1
    return str(moment.game.labels.zones[place.zone].name), place.owner
