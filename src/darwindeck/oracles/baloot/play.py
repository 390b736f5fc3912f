"""Tricks of Baloot from recorded cards: whose turn it was, what was legal, who won, what it scored.

Nothing here knows the engine or the genome; `docs/archives.md` says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from darwindeck.archives.divergences import Category
from darwindeck.archives.record import Claim, Collection, Event, Play, RecordedDeclaration
from darwindeck.oracles.baloot.auction import Contract
from darwindeck.oracles.baloot.baloot_cards import (
    ACE,
    FACES,
    PLAIN_HEIGHT,
    beats,
    code,
    points,
    text,
    texts,
)
from darwindeck.oracles.baloot.rules import Rules


class Laid(NamedTuple):
    """A card in a trick."""

    at: int
    seat: int
    card: int


class Revoke(NamedTuple):
    """A card that its player should not have played."""

    at: int
    seat: int
    card: int
    legal: tuple[int, ...]
    trick: int


class PlayFault(NamedTuple):
    """Something that cannot be so."""

    at: int | None
    category: Category
    expected: object
    computed: object
    message: str


@dataclass
class Trick:
    """One trick, whole or not."""

    number: int
    leader: int
    cards: list[Laid] = field(default_factory=list)
    collector: Collection | None = None
    winner: int = -1
    points: int = 0
    whole: bool = True


@dataclass
class Course:
    """The play of one round."""

    tricks: list[Trick] = field(default_factory=list)
    revokes: list[Revoke] = field(default_factory=list)
    faults: list[PlayFault] = field(default_factory=list)
    left: list[set[int]] = field(default_factory=list)
    """What each seat still held at the end."""
    claim: Claim | None = None
    """What ended the play early."""
    akkas: list[tuple[RecordedDeclaration, str]] = field(default_factory=list)
    """Announcements of akka, and what was wrong with each; empty if nothing was."""
    inferred: Laid | None = None
    """The one card that the source does not mention."""
    unplayed: set[int] = field(default_factory=set)
    """The cards that were not played."""
    doubtful: bool = False
    """Whether cards are missing that cannot be inferred, so that points are not known."""

    @property
    def whole(self) -> bool:
        """Whether all eight tricks were played."""
        return len(self.tricks) == 8 and all(trick.whole for trick in self.tricks)

    def taken(self, side: int) -> int:
        return sum(trick.winner % 2 == side for trick in self.tricks if trick.whole)

    def card_points(self, side: int) -> int:
        return sum(
            trick.points for trick in self.tricks if trick.whole and trick.winner % 2 == side
        )


def legal_cards(
    hand: set[int],
    trick: Sequence[Laid],
    contract: Contract,
    rules: Rules,
    *,
    akka: bool = False,
) -> set[int]:
    """The cards of a hand that may be played; `akka`: the card that wins so far was announced."""
    trump = contract.trump
    if not trick:
        plain = {card for card in hand if card >> 3 != trump}
        return plain if contract.closed and trump is not None and plain else set(hand)
    led = trick[0].card >> 3
    suited = {card for card in hand if card >> 3 == led}
    best = best_of(trick, trump)
    partner = len(trick) >= 2 and trick[-2].seat == best.seat
    if suited:
        if led == trump and not partner:
            higher = {card for card in suited if beats(card, best.card, trump)}
            return higher or suited
        return suited
    trumps = {card for card in hand if card >> 3 == trump}
    if trump is None or not trumps:
        return set(hand)
    if partner:
        safe = akka or len(trick) == 3 or (best.card & 7 == ACE and best.card >> 3 == led)
        if rules.partner_winning == "free" or safe:
            return set(hand)
    higher = {card for card in trumps if beats(card, best.card, trump)}
    if higher:
        return higher
    return trumps if rules.under_trump == "duty" else set(hand)


def best_of(trick: Sequence[Laid], trump: int | None) -> Laid:
    best = trick[0]
    for laid in trick[1:]:
        if beats(laid.card, best.card, trump):
            best = laid
    return best


def is_akka(card: int, unplayed: set[int], trump: int | None) -> bool:
    """Whether a card to be led is the highest left of a plain suit, and no ace."""
    if trump is None or card >> 3 == trump or card & 7 == ACE:
        return False
    height = PLAIN_HEIGHT[card & 7]
    return not any(
        other >> 3 == card >> 3 and PLAIN_HEIGHT[other & 7] > height for other in unplayed
    )


class RoundTable:
    """Follows the cards of one round."""

    def __init__(
        self,
        contract: Contract,
        hands: Sequence[Iterable[int]] | None,
        leader: int,
        rules: Rules,
        *,
        finished: bool = True,
        repair: bool = False,
    ) -> None:
        self.contract = contract
        self.rules = rules
        self.finished = finished
        """Whether the round has a result."""
        self.repair = repair
        """Whether a single card that is missing, foreign or out of turn is put right."""
        self.known = hands is not None
        self.left = [set(hand) for hand in hands] if hands is not None else [set() for _ in "1234"]
        self.dealt = [frozenset(hand) for hand in self.left]
        self.unplayed = set(range(32))
        self.course = Course()
        self.leader = leader
        self.trick = Trick(1, leader)
        self.akka = -1
        """Who announced akka in this trick."""
        self.said: RecordedDeclaration | None = None
        self.played_on = False
        """Whether a card was played after a claim."""
        self.missing: Laid | None = None
        self.unmentioned: list[set[int]] = [set(), set(), set(), set()]
        """What each seat was dealt and, by the source, never plays."""

    def follow(self, events: Sequence[Event]) -> Course:
        if self.repair:
            self._infer(events)
            events = self._in_turn(events)
        for event in events:
            if isinstance(event, Play):
                self._play(event)
            elif isinstance(event, Collection):
                self._collect(event)
            elif isinstance(event, RecordedDeclaration):
                if event.kind == "akka":
                    self._announce(event)
            elif isinstance(event, Claim) and event.kind != "throw in":
                self._claim(event)
        self._end()
        self.course.left = self.left
        self.course.unplayed = self.unplayed
        return self.course

    def _claim(self, claim: Claim) -> None:
        """The rest is claimed by whoever leads next, once, and nothing is played after it."""
        before, self.course.claim = self.course.claim, self.course.claim or claim
        if claim.kind != "rest":
            return
        if before is not None:
            if before.kind == "rest":
                self._fault(
                    claim.at, Category.PLAY, "two claims", "one", "the rest is claimed twice"
                )
            return
        laid = len(self.trick.cards)
        if laid in (1, 2, 3):
            said = f"the rest is claimed when {laid} cards of trick {self.trick.number} are played"
            self._fault(claim.at, Category.PLAY, "a claim", "a claim before a lead", said)
        elif claim.seat is not None and claim.seat != self._next_leader():
            leader = f"seat {self._next_leader() + 1}"
            said = f"seat {claim.seat + 1} claims the rest, and {leader} is to lead"
            self._fault(claim.at, Category.PLAY, f"seat {claim.seat + 1}", leader, said)

    # --- one card --------------------------------------------------------------------------------

    def _infer(self, events: Sequence[Event]) -> None:
        """If a single card of the deal is not mentioned, it was played where one is missing."""
        played: list[set[int]] = [set(), set(), set(), set()]
        for event in events:
            if isinstance(event, Play):
                played[event.seat].add(code(event.card))
        if not self.known:
            return
        self.unmentioned = [set(dealt - own) for dealt, own in zip(self.dealt, played, strict=True)]
        count = sum(isinstance(event, Play) for event in events)
        gathered = sum(isinstance(event, Collection) for event in events)
        if count == 31 and gathered == 8 and sum(map(len, self.unmentioned)) == 1:
            seat = next(seat for seat in range(4) if self.unmentioned[seat])
            self.missing = Laid(-1, seat, min(self.unmentioned[seat]))

    def _in_turn(self, events: Sequence[Event]) -> Sequence[Event]:
        """The events, with the cards of a trick in turn where four seats played out of turn."""
        ordered = list(events)
        trick: list[int] = []
        leader: int | None = self.leader
        for number, event in enumerate(events):
            if isinstance(event, Play):
                trick.append(number)
                if len(trick) == 4:
                    leader = self._put_in_turn(ordered, trick, leader)
                elif len(trick) > 4:
                    leader = None
            elif isinstance(event, Collection):
                leader = leader if len(trick) == 4 else None
                trick = []
        return ordered

    def _put_in_turn(
        self, ordered: list[Event], trick: Sequence[int], leader: int | None
    ) -> int | None:
        """Puts the cards of a trick in turn, if a seat has to lead; returns who wins it."""
        plays = [play for number in trick if isinstance(play := ordered[number], Play)]
        seats = [play.seat for play in plays]
        if leader is not None and len(set(seats)) == 4:
            turn = sorted(plays, key=lambda play: (play.seat - leader) % 4)
            rotated = all((seats[n] + 1) % 4 == seats[n + 1] for n in range(3))
            if turn != plays and not rotated:
                said = " ".join(f"seat {seat + 1}" for seat in seats)
                ought = " ".join(f"seat {play.seat + 1}" for play in turn)
                message = f"the cards of a trick are not in turn: {said} instead of {ought}"
                self._fault(plays[0].at, Category.PLAY, said, ought, message)
                for number, play in zip(trick, turn, strict=True):
                    ordered[number] = play
                plays = turn
        laid = [Laid(play.at, play.seat, code(play.card)) for play in plays]
        return best_of(laid, self.contract.trump).seat

    def _play(self, play: Play) -> None:
        trick, card = self.trick, code(play.card)
        claim = self.course.claim
        if claim is not None and claim.kind == "rest" and not self.played_on:
            self.played_on = True
            said = f"cards are played after the rest was claimed at event {claim.at}"
            self._fault(play.at, Category.PLAY, "a card", "no more cards", said)
        if len(trick.cards) == 4:
            self._close(None)
            trick = self.trick
            self._fault(
                play.at, Category.TRICK, "nothing", "a collection", "a trick is not gathered in"
            )
        seat = (trick.leader + len(trick.cards)) % 4
        if play.seat != seat and self.missing is not None and self.missing.seat == seat:
            self._lay(self.missing, inferred=True)
            self._play(play)
            return
        if self.known and card not in self.left[play.seat]:
            repaired = self._repaired(play, seat)
            if repaired is None:
                return
            play, card = repaired, code(repaired.card)
        elif play.seat != seat:
            self._out_of_turn(play, seat)
        self._lay(Laid(play.at, play.seat, card))

    def _repaired(self, play: Play, seat: int) -> Play | None:
        """A card that its player does not hold: said twice, put down to another, or another card.

        None: it is left out.
        """
        card, left = code(play.card), self.unmentioned[play.seat]
        if card in self.unplayed and play.seat != seat and card in self.left[seat]:
            said = f"seat {play.seat + 1} is named for {text(card)}, which seat {seat + 1} holds"
            turn = f"seat {seat + 1}"
            self._fault(play.at, Category.PLAY, f"seat {play.seat + 1}", turn, said)
            return play._replace(seat=seat)
        if play.seat == seat and len(left) == 1:
            return self._instead(play, min(left))
        if card not in self.unplayed:
            said = f"{text(card)} is played a second time"
            self._fault(play.at, Category.HANDS, text(card), "a card not played before", said)
            return None
        owner = next((s for s, dealt in enumerate(self.dealt) if card in dealt), None)
        whose = "nobody" if owner is None else f"seat {owner + 1}"
        self.course.doubtful = True
        self._fault(
            play.at,
            Category.HANDS,
            text(card),
            texts(sorted(self.left[play.seat])) or "no card",
            f"seat {play.seat + 1} plays {text(card)}, which {whose} was dealt",
        )
        return play

    def _instead(self, play: Play, card: int) -> Play:
        """The one card of a seat that is not mentioned was played here."""
        self.unmentioned[play.seat] = set()
        said = f"seat {play.seat + 1} plays {play.card}, which it does not hold"
        self._fault(play.at, Category.HANDS, str(play.card), text(card), said)
        return play._replace(card=FACES[card])

    def _out_of_turn(self, play: Play, seat: int) -> None:
        trick = self.trick
        if not trick.cards and self.course.doubtful:
            trick.leader = play.seat
            return
        if trick.cards:
            message = f"seat {play.seat + 1} plays to trick {trick.number} out of turn"
            self._fault(
                play.at, Category.PLAY, f"seat {play.seat + 1}", f"seat {seat + 1}", message
            )
            return
        message = (
            f"seat {play.seat + 1} leads to trick {trick.number}, which seat {seat + 1} had won"
        )
        category = Category.TRICK
        if trick.number == 1:
            message = f"seat {play.seat + 1} leads to the first trick, not the dealer's neighbour"
            category = Category.PLAY
        self._fault(play.at, category, f"seat {play.seat + 1}", f"seat {seat + 1}", message)
        trick.leader = play.seat

    def _lay(self, laid: Laid, *, inferred: bool = False) -> None:
        hand, trick = self.left[laid.seat], self.trick
        if not trick.cards:
            self._judge_akka(laid)
        if inferred:
            self.missing = None
            self.course.inferred = laid
            message = f"trick {trick.number} lacks the card of seat {laid.seat + 1}"
            self._fault(None, Category.PLAY, "three cards", text(laid.card), message)
        elif self.known:
            self._judge(laid, hand)
        elif laid.card not in self.unplayed:
            self._fault(
                laid.at,
                Category.HANDS,
                text(laid.card),
                "a card not played before",
                f"{text(laid.card)} is played a second time",
            )
        hand.discard(laid.card)
        self.unplayed.discard(laid.card)
        trick.cards.append(laid)

    def _judge(self, laid: Laid, hand: set[int]) -> None:
        if laid.card not in hand:
            return
        suit, trump = laid.card >> 3, self.contract.trump
        if self.trick.cards:
            led = self.trick.cards[0].card >> 3
            plainly = suit == led != trump
        else:
            plainly = suit != trump or not self.contract.closed
        if plainly:
            return
        winner = best_of(self.trick.cards, self.contract.trump).seat if self.trick.cards else -1
        legal = legal_cards(
            hand, self.trick.cards, self.contract, self.rules, akka=winner == self.akka >= 0
        )
        if laid.card not in legal:
            allowed = tuple(sorted(legal))
            self.course.revokes.append(
                Revoke(laid.at, laid.seat, laid.card, allowed, self.trick.number)
            )

    def _fault(
        self, at: int | None, category: Category, expected: object, computed: object, message: str
    ) -> None:
        self.course.faults.append(PlayFault(at, category, expected, computed, message))

    # --- tricks ----------------------------------------------------------------------------------

    def _collect(self, collection: Collection) -> None:
        if self.course.claim is not None and not self.trick.cards:
            return
        if len(self.trick.cards) == 3 and self.missing is not None:
            seat = (self.trick.leader + 3) % 4
            if self.missing.seat == seat:
                self._lay(self.missing, inferred=True)
        count = len(self.trick.cards)
        if not count:
            said = "a trick is gathered in twice"
            self._fault(collection.at, Category.TRICK, "a collection", "nothing", said)
            return
        if count != 4:
            self.course.doubtful = True
            self._fault(
                collection.at,
                Category.PLAY,
                f"{count} cards",
                "4 cards",
                f"trick {self.trick.number} is gathered in after {count} cards",
            )
        self._close(collection)

    def _close(self, collection: Collection | None) -> None:
        trick = self.trick
        trick.collector = collection
        trick.whole = len(trick.cards) == 4
        if trick.cards:
            trump = self.contract.trump
            trick.winner = best_of(trick.cards, trump).seat
            trick.points = sum(points(laid.card, trump) for laid in trick.cards)
            self.course.tricks.append(trick)
            self._check_collector(trick)
        next_leader = trick.winner if trick.cards else trick.leader
        number = trick.number + (1 if trick.cards else 0)
        self.trick = Trick(number, next_leader)
        self.akka = -1

    def _check_collector(self, trick: Trick) -> None:
        collector = trick.collector
        if collector is not None and trick.whole and collector.seat % 2 != trick.winner % 2:
            self._fault(
                collector.at,
                Category.TRICK,
                f"team {collector.seat % 2 + 1}",
                f"team {trick.winner % 2 + 1}",
                f"trick {trick.number} ({texts(laid.card for laid in trick.cards)}) is gathered in "
                f"by seat {collector.seat + 1}, but seat {trick.winner + 1} won it",
            )

    def _end(self) -> None:
        if len(self.trick.cards) == 4:
            at = self.trick.cards[-1].at
            self._close(None)
            claim = self.course.claim
            if not self.finished or (claim is not None and claim.kind == "foul"):
                return
            message = f"trick {self.course.tricks[-1].number} is not gathered in"
            self._fault(at, Category.TRICK, "nothing", "a collection", message)
        elif self.trick.cards:
            self.trick.whole = False
            self.course.tricks.append(self.trick)

    def _announce(self, event: RecordedDeclaration) -> None:
        """Akka: said by whoever is about to lead; the card is judged when it is played."""
        if self.said is not None:
            self.course.akkas.append((event, "a second time"))
        elif (self.trick.cards and len(self.trick.cards) < 4) or event.seat != self._next_leader():
            self.course.akkas.append((event, "by a seat that does not lead"))
        else:
            self.said = event

    def _next_leader(self) -> int:
        if len(self.trick.cards) == 4:
            return best_of(self.trick.cards, self.contract.trump).seat
        return self.trick.leader

    def _judge_akka(self, laid: Laid) -> None:
        said, self.said = self.said, None
        if said is None:
            return
        true = is_akka(laid.card, self.unplayed, self.contract.trump)
        if laid.seat != said.seat:
            wrong = "by a seat that does not lead"
        elif self.contract.trump is None:
            wrong = "in Sun"
        else:
            wrong = "" if true else f"with {text(laid.card)}, which is not the highest left"
        self.akka = laid.seat
        self.course.akkas.append((said, wrong))
