"""A reader of rulebooks who knows nothing of how they are written, and watches whether play agrees.

The reader takes a book as finished text. It knows a closed list of sentence forms; whatever has one
of them is a claim, which is watched in games that are played. A claim is *read* if its form is
known and the games came to a moment it is about; whatever disagrees is told. Sentences that only
introduce a list, examples, advice, and what the makers of a game say about it are no claims.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import dropwhile, groupby, pairwise, takewhile
from typing import Any

from darwindeck._core import Position
from darwindeck.cards import Suit
from darwindeck.genome.schema import GameGenome, Owner
from darwindeck.simulation import Game
from darwindeck.simulation.state import State
from darwindeck.simulation.view import View

MOST_DECISIONS = 700
LEAST_DECISIONS = 400
MOST_MATCHES = 24
FIRST_DEALS = 12
FINALS = 4
MOST_TURNS = 12_000
TRICK = 255
NOBODY = 255

Event = tuple[Any, ...]
"""Something that happened, as the core tells it: a kind and what belongs to it."""

_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()


def number(text: str) -> int:
    """ "three", "13", "1,500"."""
    return _NUMBERS.index(text) if text in _NUMBERS else int(text.replace(",", ""))


# --- what was played ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One decision: the state in which it was made, what was said, and what came of it."""

    before: State
    seat: int
    text: str
    after: State

    @cached_property
    def events(self) -> list[Event]:
        return self.after.position.events()


@dataclass
class Hand:
    """One hand: who dealt, how the cards were dealt, the decisions, how it began and ended."""

    number: int
    dealer: int
    dealt: list[Event]
    start: State
    steps: list[Step] = field(default_factory=list)
    over: bool = False
    thrown_in: bool = False


class Watched:
    """Games of one genome, played from seeds by players who do anything."""

    def __init__(self, genome: GameGenome, seeds: Sequence[int]) -> None:
        self.game = Game(genome)
        self.labels = self.game.labels
        self.players = self.game.player_count
        self.seeds = seeds
        self.matches: list[list[Hand]] = []
        self._views: dict[int, View] = {}
        self.ends: list[State] = []
        for seed in seeds:
            self._play(seed)
        # Of short games more are needed to see what can happen in them.
        for seed in range(max(seeds) + 1, MOST_MATCHES):
            if sum(len(hand.steps) for hand in self.hands) >= LEAST_DECISIONS:
                break
            self._play(seed)

    def _play(self, seed: int) -> None:
        state = self.game.deal(seed)
        hands: list[Hand] = []
        self.matches.append(hands)
        self._begun(hands, state.position.events(), state)
        for turn in range(MOST_DECISIONS):
            seat = state.asked
            if seat is None:
                break
            move = state.choose("random", seed=seed * 1000 + turn)
            after = state.apply(move, seat)
            step = Step(state, seat, str(move), after)
            if hands:
                hands[-1].steps.append(step)
            self._begun(hands, step.events, after)
            state = after
        self.ends.append(state)

    def _begun(self, hands: list[Hand], events: list[Event], state: State) -> None:
        """Notes hands that end and begin with some events."""
        for at, event in enumerate(events):
            if event[0] == "hand_over" and hands:
                hands[-1].over = True
            if event[0] == "thrown_in" and hands:
                hands[-1].thrown_in = True
            if event[0] == "hand":
                later = [i for i, e in enumerate(events) if i > at and e[0] == "hand"]
                end = later[0] if later else len(events)
                hands.append(Hand(event[1], event[3], events[at + 1 : end], state))

    def view(self, state: State) -> View:
        """What the first seat sees of a state that was played."""
        if id(state) not in self._views:
            self._views[id(state)] = state.view(0)
        return self._views[id(state)]

    @cached_property
    def finals(self) -> list[Final]:
        """How whole matches ended, as far as they did."""
        found = []
        for seed in range(FINALS):
            position = self.game.core.deal(seed)
            for turn in range(MOST_TURNS):
                seat = position.asked()
                if seat is None:
                    break
                position = position.apply(seat, position.choose(seat, "random", turn))
            if position.over and not position.limit_reached:
                found.append(self._final(position))
        return found

    def _final(self, position: Position) -> Final:
        numbers = position.numbers()
        totals = list(numbers["score"][: self.players])
        for own, side in zip(numbers["side_score"], self.game.teams, strict=False):
            whole = own + sum(numbers["score"][seat] for seat in side)
            for seat in side:
                totals[seat] = whole
        sizes = [0] * self.players
        for zone, owner, _, cards, _ in position.places():
            if zone == self.zone("hand") and owner < self.players:
                sizes[owner] += len(cards)
        chips = numbers["chips"][: self.players]
        return Final(set(position.winners), totals, chips, sizes, numbers["hand_number"])

    @property
    def hands(self) -> Iterator[Hand]:
        for hands in self.matches:
            yield from hands

    @property
    def steps(self) -> Iterator[Step]:
        for hand in self.hands:
            yield from hand.steps

    # zones

    def zone(self, name: str) -> int:
        """The number of a zone; one that no zone has if the game has none of that name."""
        names = [zone.name for zone in self.labels.zones]
        return names.index(name) if name in names else -1

    def cards_in(self, state: State, name: str, owner: int | None = None) -> bytes:
        """The cards of a place, from the bottom up."""
        wanted = self.zone(name)
        return b"".join(
            bytes(cards)
            for zone, whose, _, cards, _ in state.position.places()
            if zone == wanted and owner in (None, whose)
        )

    def hand_of(self, state: State, seat: int) -> bytes:
        return self.cards_in(state, "hand", seat)

    def place(self, state: State, number: int) -> tuple[int, int]:
        """Zone and owner of a place by its number; the trick if there is none."""
        places = state.position.places()
        return (places[number][0], places[number][1]) if number < len(places) else (TRICK, 0)

    def is_hand(self, state: State, number: int) -> int | None:
        """The seat whose hand a place is."""
        zone, owner = self.place(state, number)
        named = zone < len(self.labels.zones) and self.labels.zones[zone].name == "hand"
        return owner if named else None

    # cards

    def rank(self, card: int) -> str:
        return str(self.game.cards[card].rank)

    @cached_property
    def tricks(self) -> list[Trick]:
        found = []
        for hand in self.hands:
            played: list[tuple[int, int, Step]] = []
            for step in hand.steps:
                for event in step.events:
                    if event[0] == "hand":
                        played = []
                    elif event[0] == "card" and self.place(step.before, event[3])[0] == TRICK:
                        owner = self.is_hand(step.before, event[2])
                        if owner is not None:
                            played.append((owner, event[1], step))
                    elif event[0] == "trick" and played:
                        found.append(Trick(hand, event[1], event[2], tuple(played)))
                        played = []
        return found


@dataclass(frozen=True)
class Final:
    """The end of a match: who has won, and what everybody had."""

    winners: set[int]
    totals: list[int]
    chips: list[int]
    sizes: list[int]
    hand: int


@dataclass(frozen=True)
class Trick:
    hand: Hand
    winner: int
    number: int
    played: tuple[tuple[int, int, Step], ...]

    @property
    def seats(self) -> list[int]:
        return [seat for seat, _, _ in self.played]

    @property
    def last(self) -> Step:
        return self.played[-1][2]

    @property
    def gathered(self) -> list[int]:
        """Where the card that was led lies when the trick is over; nothing if it stays."""
        events = self.last.events
        ends = [at for at, e in enumerate(events) if e[0] in ("hand_over", "hand")]
        events = events[: ends[0]] if ends else events
        led = self.played[0][1]
        return [e[3] for e in events if e[0] == "card" and e[1] == led][-1:]


# --- claims ---------------------------------------------------------------------------------------


@dataclass
class Verdict:
    """How often a claim could be watched, and where play disagreed."""

    applied: int = 0
    wrong: list[str] = field(default_factory=list)

    def see(self, holds: bool, what: str = "") -> None:
        self.applied += 1
        if not holds:
            self.wrong.append(what)


Check = Callable[[re.Match[str], "Watched", "Book"], Verdict]
Brings = Callable[[re.Match[str], "Watched", "Step"], bool | None]
OfCall = Callable[["Sentence", "Watched", "Book"], "Verdict"]
CALL_CHECKS: list[OfCall] = []
"""What is watched of every sentence beside a call."""
FORMS: list[tuple[re.Pattern[str], Check]] = []


def form(pattern: str) -> Callable[[Check], Check]:
    """Adds a sentence form: the whole sentence must match."""

    def added(check: Check) -> Check:
        FORMS.append((re.compile(pattern), check))
        return check

    return added


@dataclass(frozen=True)
class Sentence:
    section: str
    text: str
    label: str = ""
    """Of a point of a list: what stands in strong letters at its beginning."""


class Book:
    """The sentences of a book that claim something."""

    def __init__(self, text: str) -> None:
        self.sentences = list(_sentences(text))
        self.lists = list(_lists(text, r"- "))
        """What leads up to a list, and its points."""
        self.numbered = list(_lists(text, r"\d+\. "))
        """The same of points that have numbers."""
        self.tables: dict[str, dict[str, str]] = {}
        """Tables of two columns, by the head of the second."""
        head = ""
        for line in text.splitlines():
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not line.startswith("|") or len(cells) != 2:
                head = ""
            elif not head:
                head = cells[1].lower()
                self.tables[head] = {}
            elif not cells[0].startswith("---"):
                self.tables[head][cells[0]] = cells[1]

    @cached_property
    def texts(self) -> list[str]:
        return [sentence.text for sentence in self.sentences]


_NO_CLAIMS = ("Summary", "House rules")


def _lists(text: str, mark: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Lists whose points begin with a mark, each with the line before it, in plain words."""
    lines = [line.replace("**", "").rstrip() for line in text.splitlines() if line.strip()]
    for at, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        points: list[tuple[int, str]] = []
        for other in lines[at + 1 :]:
            inner = len(other) - len(other.lstrip())
            own = re.match(rf"\s*{mark}", other) is not None
            if own and (not points or inner == points[0][0]):
                points.append((inner, re.sub(rf"^{mark}", "", other.strip())))
            elif not points or inner <= points[0][0]:
                break
        lead = re.sub(r"^\s*(?:-|\d+\.) ", "", line)
        nested = not points or points[0][0] >= depth
        if lead.endswith(":") and points and nested and not line.startswith("|"):
            yield lead, tuple(point for _, point in points)


def _sentences(text: str) -> Iterator[Sentence]:
    section, fresh = "", False
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("#"):
            depth = len(line) - len(line.lstrip("#"))
            fresh = depth == 2 and line.endswith("The game")
            if depth == 2:
                section = line.lstrip("# ")
            continue
        if not line or line.startswith("|") or section in _NO_CLAIMS:
            continue
        if fresh:
            # The first words about a game are those of its makers.
            fresh = False
            if " is a game for " not in line:
                continue
        line = re.sub(r"^(-|\d+\.) ", "", line)
        label = re.match(r"\*\*(.+?)\*\*", line)
        plain = line.replace("**", "").replace("\\", "")
        for part in re.split(r"(?<=[.:”]) (?=[A-Z“0-9])", plain):
            if part.endswith(":") or part.startswith("Example"):
                if part.startswith("Example"):
                    break
                continue
            if re.match(r"(In each hand y|Y)ou try ", part):
                # Advice: nobody has to follow it.
                continue
            if label and label.group(1) == part and part.endswith("."):
                # A heading that stands at the beginning of a point.
                continue
            yield Sentence(section, part, label.group(1).lower() if label else "")


@dataclass(frozen=True)
class Reading:
    """What came of reading one book."""

    total: int
    read: tuple[str, ...]
    unread: tuple[str, ...]
    wrong: tuple[tuple[str, str], ...]


def read(text: str, watched: Watched) -> Reading:
    """Reads a book and watches its claims."""
    for module in ("book_forms", "book_places", "book_states", "book_claims"):
        importlib.import_module(f"tests.support.{module}")
    book = Book(text)
    known: list[str] = []
    unknown: list[str] = []
    wrong: list[tuple[str, str]] = []
    for sentence in book.sentences:
        verdicts = [
            check(match, watched, book)
            for pattern, check in FORMS
            if (match := pattern.fullmatch(sentence.text)) is not None
        ]
        verdicts += [_call(sentence, watched, book)] if sentence.label else []
        verdicts += [check(sentence, watched, book) for check in CALL_CHECKS if sentence.label]
        applied = sum(verdict.applied for verdict in verdicts)
        (known if applied else unknown).append(sentence.text)
        wrong += [(sentence.text, what) for verdict in verdicts for what in verdict.wrong[:1]]
    return Reading(len(book.sentences), tuple(known), tuple(unknown), tuple(wrong))


# --- the pack and the table -----------------------------------------------------------------------

_N = r"(\d[\d,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"


@form(
    rf".+ is a game for {_N} players?(?: against the \w+)? with (?:a standard pack of "
    rf")?{_N} cards\."
)
def _players(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    verdict.see(seen.players == number(match[1]), "another number of players")
    verdict.see(len(seen.game.cards) == number(match[2]), "another number of cards")
    return verdict


@form(rf"There are {_N} cards: (.+)\.")
def _pack(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    verdict.see(len(seen.game.cards) == number(match[1]), "another number of cards")
    return verdict


@form(r"Two play against two, partners sitting opposite each other\.")
def _sides(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    verdict.see({frozenset(s) for s in seen.game.teams} == {frozenset((0, 2)), frozenset((1, 3))})
    return verdict


@form(rf"Each player begins the game with {_N} chips\.")
def _chips(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    put = re.compile(r".*\bputs? \d+ chips? (?:more )?into (?:each of )?the (?!pot\b)")
    elsewhere = any(put.match(text) for text in book.texts)
    for hands in seen.matches:
        numbers = hands[0].start.position.numbers() if hands else None
        if numbers is not None:
            each = zip(numbers["chips"], numbers["staked"], numbers["dead"], strict=True)
            for chips, staked, dead in each:
                own, told = chips + staked + dead, number(match[1])
                # What lies in pools with names is no stake of anybody any more.
                fits = sum(numbers["chips"]) <= told * seen.players if elsewhere else own == told
                verdict.see(fits or not own, f"{chips} and {staked}")
    return verdict


# --- dealing --------------------------------------------------------------------------------------


@form(r"(Before each deal all the cards are gathered and shuffled|The cards are shuffled)\.")
def _shuffled(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    deals = [tuple(e[1] for e in hand.dealt if e[0] == "card") for hand in seen.hands]
    if len(deals) < 2:
        first = [seen.game.core.deal(seed).events() for seed in range(FIRST_DEALS)]
        deals = [tuple(e[1] for e in events if e[0] == "card") for events in first]
    deals = [deal for deal in deals if len(deal) > 1]
    if len(deals) > 1:
        verdict.see(len(set(deals)) > 1, "all deals are the same")
    return verdict


@form(
    r"(The first dealer is chosen by lot|(?:Everybody draws|Both players draw) a card to choose "
    r"the first dealer: .*)\."
)
def _first_dealer(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    dealers = set()
    for seed in range(FIRST_DEALS):
        for event in seen.game.core.deal(seed).events():
            if event[0] == "hand":
                dealers.add(event[3])
                break
    verdict.see(len(dealers) > 1, f"always {dealers}")
    return verdict


@form(r"After each hand the deal passes to the player on the dealer's (left|right)\.")
def _next_dealer(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    clockwise = match[1] == "left"
    verdict.see(clockwise == ("go clockwise" in " ".join(book.texts)), "the wrong side")
    return _dealing_in_turn(seen, verdict)


@form(r"After that the players deal in turn\.")
def _deal_in_turn(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    return _dealing_in_turn(seen, Verdict())


def _dealing_in_turn(seen: Watched, verdict: Verdict) -> Verdict:
    for hands in seen.matches:
        for one, other in pairwise(hands):
            if other.number == one.number + 1 and not one.thrown_in:
                wanted = (one.dealer + 1) % seen.players
                out = other.start.position.numbers()["out"] >> wanted & 1
                verdict.see(
                    other.dealer == wanted or bool(out), f"{one.dealer}, then {other.dealer}"
                )
    return verdict


@form(r"The house deals every hand\.")
def _house_deals(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        verdict.see(hand.dealer == seen.players, f"seat {hand.dealer}")
    return verdict


@form(r"The deal and the play go (clockwise|counterclockwise)\.")
def _direction(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Seats are numbered in order of play: cards are dealt to one after the other."""
    verdict = Verdict()
    for hand in seen.hands:
        owners = [owner for owner, _ in _runs(seen, hand) if owner is not None]
        for one, other in pairwise(owners[: seen.players]):
            if max(one, other) < seen.players:
                verdict.see((other - one) % seen.players > 0, f"{one}, then {other}")
    return verdict


def _runs(seen: Watched, hand: Hand) -> list[tuple[int | None, int]]:
    """The deal: how many cards in a row went to whose hand (None: elsewhere)."""
    turns = [at for at, event in enumerate(hand.dealt) if event[0] == "turn"]
    before = hand.dealt[: turns[0]] if turns else hand.dealt
    cards = [event for event in before if event[0] == "card"]
    stock = cards[0][2] if cards else None
    cards = [event for event in cards if event[2] == stock]
    return [
        (seen.is_hand(hand.start, target), len(list(group)))
        for target, group in groupby(cards, key=lambda event: event[3])
    ]


@form(
    rf"(?:The dealer|The house) deals {_N} cards? to each player"
    r"(, one at a time| in one packet|, \w+ at a time|, first .*)?\."
)
def _dealt(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """The first step of the deal: so many cards to each, in packets as it says."""
    verdict = Verdict()
    total, how = number(match[1]), match[2] or ", one at a time"
    if how.startswith(", first "):
        packets = [
            number(word) for word in re.findall(_N, how.replace("first", "").replace("then", ""))
        ]
    elif how == " in one packet":
        packets = [total]
    else:
        size = number(how.removeprefix(", ").split(" ")[0])
        packets = [size] * (total // size)
    if sum(packets) != total:
        verdict.see(False, f"{packets} are not {total}")
        return verdict
    first = book.texts.index(match[0])
    if any(
        re.match(r"(The dealer|The house|Then the (dealer|house)) deals", t)
        for t in book.texts[:first]
    ):
        return verdict
    for hand in seen.hands:
        runs = [run for run in _runs(seen, hand) if run[0] is None or run[0] < seen.players]
        out = hand.start.position.numbers()["out"]
        playing = seen.players - out.bit_count()
        wanted = [packet for packet in packets for _ in range(playing)]
        if packets[0] == 1 and playing == 1:
            continue
        got = [size for _, size in runs[: len(wanted)]]
        if not got:
            # Something is decided before the cards are dealt.
            continue
        verdict.see(got == wanted, f"{got} rather than {wanted}")
    return verdict


@form(rf"The dealer deals out all the cards one at a time, so that each player has {_N}\.")
def _dealt_out(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        owners = [e[3] for e in hand.dealt if e[0] == "card"][: len(seen.game.cards)]
        for owner in set(owners):
            verdict.see(owners.count(owner) == number(match[1]), f"{owners.count(owner)} cards")
    return verdict


@form(
    rf"The remaining {_N} cards are "
    r"(?:put (?:face )?down as the [\w ]+|laid aside; nobody uses them)\."
)
def _remaining(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """What the steps of the deal give out, as the book has them, leaves so many."""
    verdict = Verdict()
    for hands in seen.matches:
        for hand in hands[:1]:
            dealt = sum(size for _, size in _runs(seen, hand))
            if not dealt:
                continue
            left = len(seen.game.cards) - dealt
            more = any(re.match(r"The dealer deals to each player until", t) for t in book.texts)
            if all(event[0] != "turn" for event in hand.dealt):
                # A card that one must draw before all turns looks as if it were dealt.
                more = more or any(re.match(r"Draw .*\bcards?\b", t) for t in book.texts)
            turns = [
                at for at, t in enumerate(book.texts) if t.startswith("The players take turns")
            ]
            # Or all must draw before the turns begin.
            more = more or any(
                re.match(r"(?:If the stock is not empty, d|D)raw the top card of the stock\.", t)
                for t in book.texts[: turns[0] if turns else 0]
            )
            later = _acts_after_deal(seen) or _goes_on(seen, hand)
            if not more and not later:
                verdict.see(left == number(match[1]), f"{left}")
            else:
                verdict.see(left <= number(match[1]), f"{left}")
    return verdict


def _acts_after_deal(seen: Watched) -> bool:
    return bool(seen.game.genome.setup.after_deal)


def _goes_on(seen: Watched, hand: Hand) -> bool:
    """Whether cards move between other places than the stock before anything is decided."""
    cards = [event for event in hand.dealt if event[0] == "card"]
    return len({event[2] for event in cards}) > 1


@form(rf"Then {_N} cards? (?:is|are) turned up(?: as| onto|:) the ([\w -]+)\.")
def _turned_up(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    zones = [z.name for z in seen.labels.zones if z.label == match[2]]
    for hand in seen.hands:
        cards = [e for e in hand.dealt if e[0] == "card"]
        stock = cards[0][2] if cards else None
        turned = [
            e
            for e in cards
            if e[2] == stock
            and seen.place(hand.start, e[3])[0] in [seen.zone(name) for name in zones]
        ]
        verdict.see(len(turned) >= number(match[1]), f"{len(turned)} turned up")
    return verdict


# --- trumps and tricks ----------------------------------------------------------------------------


@form(r"The suit of the ([\w ]+) is trumps(?:, and .*)?\.")
def _turned_trump(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        trumps = [e for e in hand.dealt if e[0] == "trump"]
        zones = [seen.zone(z.name) for z in seen.labels.zones if z.label == match[1]]
        turned = [
            e for e in hand.dealt if e[0] == "card" and seen.place(hand.start, e[3])[0] in zones
        ]
        if trumps and turned:
            suit = hand.start.position.card_orders()[turned[0][1]][0]
            verdict.see(trumps[0][1] == suit, "another suit")
    return verdict


@form(r"(\w+) are always trumps\.")
def _always_trumps(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for trick in seen.tricks:
        trump = trick.last.before.position.numbers()["trump"]
        verdict.see(seen.labels.suit(trump).lower() == match[1].lower(), "another suit")
    return verdict


def _way(state: State) -> int:
    """Whether play goes from seat to seat in their order or against it."""
    return -1 if state.position.numbers()["reversed"] else 1


@form(r"The winner of each trick leads to the next\.")
def _winner_leads(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for one, other in pairwise(seen.tricks):
        if one.hand is other.hand and other.number == one.number + 1:
            unlike = ("has dropped out, the next player", "is passed over, in leading")
            left = any(words in text for text in book.texts for words in unlike)
            if not left:
                verdict.see(other.seats[0] == one.winner, f"trick {other.number}")
    return verdict


@form(r"(The .+) leads to the first trick\.")
def _first_lead(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for trick in seen.tricks:
        if trick.number == 1:
            wanted = _seat(match[1], seen, trick, book)
            if wanted is not None:
                active = trick.played[0][2].before.position.numbers()["active"]
                if wanted != NOBODY and not active >> wanted & 1:
                    continue
                gone = any("has dropped out, the next player" in text for text in book.texts)
                right = trick.seats[0] == wanted or (gone and wanted not in trick.seats)
                verdict.see(right, f"seat {trick.seats[0]}, not {wanted}")
    return verdict


def _seat(name: str, seen: Watched, trick: Trick, book: Book) -> int | None:
    """Whom a few words mean."""
    if name in ("The player to the dealer's left", "The player to the dealer's right"):
        forward = name.endswith("left") == any("go clockwise" in text for text in book.texts)
        return (trick.hand.dealer + (1 if forward else -1)) % seen.players
    if name == "The dealer's opponent":
        return 1 - trick.hand.dealer
    held = re.fullmatch(
        r"The player who holds the two of clubs( \(or, if nobody does, the player to the dealer's "
        r"(?:left|right)\))?",
        name,
    )
    if held:
        card = next(i for i, c in enumerate(seen.game.cards) if str(c) == "2♣")
        state = trick.played[0][2].before
        holders = [s for s in range(seen.players) if card in seen.hand_of(state, s)]
        if held[1] and not holders:
            return (trick.hand.dealer + 1) % seen.players
        return holders[0] if holders else NOBODY
    role = re.fullmatch(r"The (.+)", name)
    if role and role[1] in seen.labels.roles:
        return _holder(seen, trick.hand, seen.labels.roles.index(role[1]))
    left = re.fullmatch(r"The player to the (.+)'s left", name)
    if left and left[1] in seen.labels.roles:
        holder = _holder(seen, trick.hand, seen.labels.roles.index(left[1]))
        return None if holder is None else (holder + 1) % seen.players
    return None


def _holder(seen: Watched, hand: Hand, role: int) -> int | None:
    """Who got a role last before the first card was played."""
    holder = None
    for step in hand.steps:
        for event in step.events:
            if event[0] == "role" and event[1] == role:
                holder = event[2]
            if event[0] == "trick":
                return holder if holder != NOBODY else None
    return None


@form(
    r"(?:Going (?:clockwise|counterclockwise) from the leader, each player|Each player)"
    r"( who is still in the hand)? plays one card to the trick\."
)
def _one_card_each(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if _has_battles(book):
        return verdict
    for trick in seen.tricks:
        seats = trick.seats
        if match[1] or any("has no card left is passed over" in text for text in book.texts):
            verdict.see(len(set(seats)) == len(seats), "somebody plays twice")
        else:
            way = _way(trick.played[0][2].before)
            if any(("reversed",) in step.events for _, _, step in trick.played):
                continue
            out = trick.played[0][2].before.position.numbers()["out"]
            circle = [(seats[0] + way * place) % seen.players for place in range(seen.players)]
            wanted = [seat for seat in circle if not out >> seat & 1]
            verdict.see(seats == wanted, f"{seats} rather than {wanted}")
    return verdict


def _has_battles(book: Book) -> bool:
    """Whether a trick may go on after everybody has played to it."""
    return any("there is a battle for the whole trick" in text for text in book.texts)


def _trump(seen: Watched, position: Any) -> int:
    """The suit that trumps count as; while no suit is trumps, that of cards that always are."""
    trump = int(position.numbers()["trump"])
    return len(seen.labels.suits) if trump == NOBODY else trump


def _opened(seen: Watched, book: Book) -> set[int]:
    """What is led without saying what must be followed."""
    form = r"If (?:the|an?) (\w+) is led, the next player may play as if they were leading"
    found = (said[1] for text in book.texts if (said := re.search(form, text)))
    name = next(found, "")
    if not name:
        return set()
    texts = seen.labels.card_texts
    ranks = [getattr(card.rank, "word", "") for card in seen.game.cards]
    return {card for card, rank in enumerate(ranks) if name in (rank, *texts[card].lower().split())}


def _best(
    seen: Watched,
    trick: Trick,
    lowest: bool,
    trumps: bool,
    across: bool,
    opened: Collection[int] = (),
) -> set[int]:
    """Who has played a card that wins by height."""
    position = trick.last.before.position
    orders = position.card_orders()
    trump = _trump(seen, position)
    able = list(trick.played)
    while len(able) > 1 and able[0][1] in opened:
        # The next card that is none of them is the one to be followed and beaten.
        able = able[1:]
    led = orders[able[0][1]][0]
    if not across:
        ruffs = [p for p in able if orders[p[1]][0] == trump] if trumps else []
        able = ruffs or [p for p in able if orders[p[1]][0] == led]
    heights = [orders[card][1] for _, card, _ in able]
    best = min(heights) if lowest else max(heights)
    return {seat for (seat, card, _), height in zip(able, heights, strict=True) if height == best}


@form(
    r"The (highest|lowest) (?:trump wins the trick or, if it holds no trump, the "
    r"(?:highest|lowest) "
    r"card of the suit led|trump wins the trick|card of the suit led wins the trick|card wins the "
    r"trick, whatever its suit)\."
)
def _trick_winner(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if _has_battles(book):
        return verdict
    across, trumps = "whatever its suit" in match[0], "trump" in match[0]
    opened = _opened(seen, book)
    for trick in seen.tricks:
        best = _best(seen, trick, match[1] == "lowest", trumps, across, opened)
        verdict.see(trick.winner in best, f"trick {trick.number}: seat {trick.winner}")
    return verdict


@form(r"Every trump beats every card of another suit\.")
def _trumps_beat(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    opened = _opened(seen, book)
    for trick in seen.tricks:
        position = trick.last.before.position
        orders, trump = position.card_orders(), _trump(seen, position)
        # What is led without saying what must be followed cannot win.
        played = list(dropwhile(lambda one: one[1] in opened, trick.played))
        ruffs = [seat for seat, card, _ in played if orders[card][0] == trump]
        if ruffs and len(ruffs) < len(played):
            verdict.see(trick.winner in ruffs, f"trick {trick.number}")
    return verdict


@form(r"Suits do not matter: a card beats every lower one\.")
def _across_suits(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if _has_battles(book) or any(re.match(r"In [\w ]+, the cards", text) for text in book.texts):
        # It is so in one of several modes.
        return verdict
    for trick in seen.tricks:
        best = _best(seen, trick, False, False, True)
        verdict.see(trick.winner in best, f"trick {trick.number}")
    if not seen.tricks:
        orders = seen.ends[0].position.card_orders()
        by_rank = {(seen.rank(card), height) for card, (_, height) in enumerate(orders)}
        verdict.see(len(by_rank) == len({rank for rank, _ in by_rank}), "suits differ")
    return verdict


@form(
    r"(?:In ([\w ]+?), )?[Tt]he (cards(?: of every suit| of a plain suit)?|trumps) "
    r"rank,? ?(?:from high to low, )?(.+?)(, and there are no trumps)?\."
)
def _order(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    listed = ranks_of(seen, match[3])
    if listed is None:
        return verdict
    if match[4]:
        verdict = _without_trumps(seen, match[1])
    plain, of_trumps = "plain suit" in match[0], match[2] == "trumps"
    # Trumps of no suit are listed by themselves.
    only = any(re.search(r"[Tt]he only trumps? ", text) for text in book.texts)
    states = [t.last.before for t in seen.tricks] or seen.ends
    mode = match[1] or (_mode_above(match[0], book) if of_trumps else "")
    states = [s for s in states if not mode or _mode(seen, s) == mode]
    for state in states[:: max(1, len(states) // 40)]:
        orders, trump = state.position.card_orders(), _trump(seen, state.position)
        for suit in {suit for suit, _ in orders}:
            if (plain and suit == trump) or (of_trumps and suit != trump):
                continue
            if suit == trump == len(seen.labels.suits) and only:
                continue
            own = [c for c in range(len(orders)) if orders[c][0] == suit]
            own = [c for c in own if _printed(seen, own, c) and not _promoted(seen, book, c)]
            # A card of no suit may have no place in the order.
            own = [c for c in own if seen.game.cards[c].suit or seen.rank(c) in listed]
            ranks = sorted({seen.rank(c): orders[c][1] for c in own}.items(), key=lambda x: -x[1])
            if own:
                got = [rank for rank, _ in ranks]
                verdict.see(got == [r for r in listed if r in got], f"{got}")
    return verdict


def _promoted(seen: Watched, book: Book, number: int) -> bool:
    """Whether the book gives a single card a place of its own among the trumps."""
    card = seen.game.cards[number]
    rank = getattr(card.rank, "word", card.rank)
    every = rf"(?:[Aa]n?|[Tt]he) {rank}(?: \([\w ]+\))?"
    single = f"{rank} of {card.suit}"
    several = (
        r"count as trumps, not as cards of their own suits|counts as a trump, not as a card of"
    )
    return any(
        f"{single} counts as a trump" in text
        or re.match(rf"(?:In [\w ]+, )?{every} counts as a trump", text)
        or (re.search(several, text) and (single in text or f"every {rank}" in text.lower()))
        for text in book.texts
    )


def _mode(seen: Watched, state: State) -> str:
    return str(seen.labels.modes[state.position.numbers()["mode"]])


def _mode_above(text: str, book: Book) -> str:
    """The mode that the sentence before speaks of."""
    before = book.texts[book.texts.index(text) - 1]
    found = re.match(r"In ([\w ]+?), the cards", before)
    return found[1] if found else ""


def ranks_of(seen: Watched, text: str) -> list[str] | None:
    """The ranks of a list, some of which have names of several words; None if it is no list."""
    names = {seen.labels.rank(place): rank for place, rank in enumerate(seen.labels.ranks)}
    names |= {rank: rank for rank in seen.labels.ranks}
    known = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    if re.fullmatch(rf"(?:{known})(?: (?:{known}))*", text) is None:
        return None
    return [names[name] for name in re.findall(rf"(?:{known})(?= |$)", text)]


def _without_trumps(seen: Watched, mode: str) -> Verdict:
    """Whether there are none in any trick of a mode."""
    verdict = Verdict()
    for trick in seen.tricks:
        if _mode(seen, trick.last.before) == mode:
            trump = trick.last.before.position.numbers()["trump"]
            verdict.see(trump == NOBODY, "there are trumps")
    return verdict


def _printed(seen: Watched, own: Sequence[int], card: int) -> bool:
    """Whether a card counts as a card of the suit that most of its companions show."""
    suits = [seen.game.cards[c].suit for c in own]
    return seen.game.cards[card].suit == max(set(suits), key=suits.count)


@form(r"The winner takes the cards of the trick(?: and keeps them face down)?\.")
def _collected(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for trick in seen.tricks:
        for place in trick.gathered:
            zone, owner = seen.place(trick.last.before, place)
            kept = any("does not go to the winner" in text for text in book.texts)
            # What is looked at again after the last trick goes back to whoever played it.
            kept |= any("takes back all cards that they played" in t for t in book.texts)
            if zone != TRICK and seen.labels.zones[zone].owner is Owner.SEAT and not kept:
                verdict.see(owner == trick.winner, f"seat {owner}")
    return verdict


@form(r"The play ends when all cards have been played\.")
def _all_played(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    last: dict[int, Trick] = {}
    for trick in seen.tricks:
        last[id(trick.hand)] = trick
    for trick in last.values():
        kinds = [event[0] for event in trick.last.events]
        if "hand_over" in kinds and "trick" in kinds:
            left = sum(len(seen.hand_of(trick.last.before, s)) for s in range(seen.players))
            verdict.see(left == 1, f"{left - 1} cards left")
    return verdict


@form(rf"All this is done again with {_N} cards for each player(?:, and once more with {_N})?\.")
def _dealt_again(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """What is dealt again in other packets, together with what was dealt first, is the hand."""
    verdict = Verdict()
    start = rf"The dealer deals {_N} cards? to each player(?: in|\.)"
    first = [re.match(start, t) for t in book.texts]
    dealt = [number(found[1]) for found in first if found is not None]
    total = sum(dealt[:1]) + sum(number(word) for word in match.groups() if word)
    for hand in seen.hands:
        sizes = {len(seen.hand_of(hand.start, seat)) for seat in range(seen.players)}
        verdict.see(sizes == {total}, f"{sizes} rather than {total}")
    return verdict


@form(r"The play ends when nobody who is still in the (?:hand|game) has a card left\.")
def _all_of_them_played(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    last = {id(trick.hand): trick for trick in seen.tricks}
    for trick in last.values():
        kinds = [event[0] for event in trick.last.events]
        if "hand_over" in kinds and "trick" in kinds:
            active = trick.last.before.position.numbers()["active"]
            still_in = [seat for seat in range(seen.players) if active >> seat & 1]
            left = sum(len(seen.hand_of(trick.last.before, seat)) for seat in still_in)
            verdict.see(left == 1, f"{left - 1} cards left")
    return verdict


# --- what may be played ---------------------------------------------------------------------------


def _following(seen: Watched) -> Iterator[tuple[Step, set[int], set[int]]]:
    """Decisions in a trick that has begun: the step, what may be played, what is held."""
    for trick in seen.tricks:
        for seat, _, step in trick.played[1:]:
            yield step, _playable(seen, step, seat), set(seen.hand_of(step.before, seat))


def _leading(seen: Watched) -> Iterator[tuple[Trick, Step, set[int], set[int]]]:
    for trick in seen.tricks:
        seat, _, step = trick.played[0]
        yield trick, step, _playable(seen, step, seat), set(seen.hand_of(step.before, seat))


def _playable(seen: Watched, step: Step, owner: int) -> set[int]:
    """The cards of somebody's hand that may be played, by whoever chooses them."""
    apart = re.compile(r" \((?:laid out|from the hand)\)")
    may = {apart.sub("", str(move)) for move in step.before.legal_moves(step.seat)}
    held = seen.hand_of(step.before, owner)
    names = {card: f"play {seen.labels.card_texts[card]}" for card in held}
    return {
        card
        for card, name in names.items()
        if name in may or any(move.startswith(f"{name} for ") for move in may)
    }


@form(
    r"The (?:others|other player) must follow suit, that is, play a card of the suit led, if they "
    r"can; (?:a player who has none|otherwise they) may play any card\."
)
def _follow_suit(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    opened = _opened(seen, book)
    for step, legal, held in _following(seen):
        orders = step.before.position.card_orders()
        lie = [card for _, card, *_ in step.before.position.trick()]
        followed = next(dropwhile(opened.__contains__, lie), None)
        if followed is None:
            # Nothing is led yet that says what must be followed.
            continue
        led = orders[followed][0]
        suited = {card for card in held if orders[card][0] == led}
        verdict.see(legal == (suited or held), step.text)
    return verdict


@form(r"Nobody has to follow suit: the (?:others|other player) may play any card\.")
def _any_card(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if _has_battles(book) or _opened(seen, book):
        # Whoever plays after such a card plays as if they were leading.
        return verdict
    for step, legal, held in _following(seen):
        verdict.see(legal == held, step.text)
    return verdict


@form(r"The leader may play any card\.")
def _any_lead(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for _, step, legal, held in _leading(seen):
        verdict.see(legal == held, step.text)
    return verdict


@form(
    r"(\w+) may not be led until they are broken, that is, until an? \w+ has been played "
    r"to a trick, "
    r"unless the leader has nothing else\."
)
def _breaking(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    forced = any(re.search(r"the leader must lead", t) for t in book.texts)
    later = re.compile(r"(?i)(?!In the first trick,).*(?:you|the leader) must lead")
    if any(later.match(text) for text in book.texts):
        # Another duty comes before this one.
        return verdict
    if any(re.fullmatch(r"Only [\w ]+ may be played\.", text) for text in book.texts):
        # What else somebody holds is not for playing.
        return verdict
    for trick, step, legal, held in _leading(seen):
        if forced and trick.number == 1:
            continue
        orders = step.before.position.card_orders()
        names = [seen.labels.suit(number).lower() for number, _ in orders]
        suit = {card for card in held if names[card] == match[1].lower()}
        if step.before.position.numbers()["broken"]:
            verdict.see(legal == held, step.text)
        else:
            verdict.see(legal == ((held - suit) or held), step.text)
    return verdict


@form(r"In the first trick, the leader must lead the (two) of (clubs)\.")
def _must_lead(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for trick in seen.tricks:
        if trick.number == 1:
            verdict.see(str(seen.game.cards[trick.played[0][1]]) == "2♣", "another card")
    return verdict


_DUTY = re.compile(
    r"(?:If (the card led is a trump)?(?: and )?(an opponent is winning the trick)?: play|Play) "
    r"(a card of the suit led|a trump|a card that is not a trump, or a trump)"
    r"( that beats the card that is winning the trick)?\."
)
_FREE = re.compile(
    r"As long as (.* and )?there is an? ([\w ]+), you may play any card when you follow to a "
    r"trick\."
)


@form(_DUTY.pattern)
def _duty(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Duties stand in order; the first that a player can fulfil binds."""
    verdict = Verdict()
    duties = [m for text in book.texts if (m := _DUTY.fullmatch(text))]
    others = [
        text
        for text in book.texts
        if re.match(r"(If [^,]*: |In the \w+ trick: )?[Pp]lay (a|an|the) ", text)
        and not _DUTY.fullmatch(text)
        and not re.search(r" from your hand to | (?:onto|into) the ", text)
    ]
    free = [found for text in book.texts if (found := _FREE.fullmatch(text))]
    known = {found[0] for found in free}
    unlike = r"you may play any card when you follow|^The lowest|whatever its suit"
    if others or any(re.search(unlike, text) for text in book.texts if text not in known):
        return verdict
    for step, legal, held in _following(seen):
        lying = [
            found
            for found in free
            for zone in seen.labels.zones
            if zone.label == found[2] and seen.cards_in(step.before, zone.name)
        ]
        if lying:
            # Where something else must be so as well, it cannot be told whether duties bind.
            if not lying[0][1]:
                verdict.see(legal == held, step.text)
            continue
        wanted = held
        for duty in duties:
            fitting = _fulfilling(seen, step, duty, held)
            if fitting:
                wanted = fitting
                break
        verdict.see(legal == wanted, step.text)
    return verdict


def _fulfilling(seen: Watched, step: Step, duty: re.Match[str], held: set[int]) -> set[int]:
    position = step.before.position
    orders, trump = position.card_orders(), _trump(seen, position)
    lying = position.trick()
    led = orders[lying[0][1]][0]
    best_seat, best = lying[0]
    for seat, card in lying[1:]:
        if _beats(orders, trump, led, card, best):
            best_seat, best = seat, card
    sides = seen.game.teams
    foe = not any(step.seat in side and best_seat in side for side in sides)
    if (duty[1] and led != trump) or (duty[2] and not foe):
        return set()
    suit = led if duty[3] == "a card of the suit led" else trump
    cards = {card for card in held if orders[card][0] == suit}
    if duty[4]:
        cards = {card for card in cards if _beats(orders, trump, led, card, best)}
    if duty[3].startswith("a card that is not a trump"):
        cards |= {card for card in held if orders[card][0] != trump}
    return cards


def _beats(orders: Sequence[tuple[int, int]], trump: int, led: int, card: int, best: int) -> bool:
    one, other = orders[card], orders[best]
    if one[0] == other[0]:
        return one[1] > other[1]
    return one[0] == trump or (other[0] not in (trump, led) and one[0] == led)


@form(rf"If you can fulfil none of them, you may play any card\.|{_FREE.pattern}")
def _no_duty(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    for text in book.texts:
        duty = _DUTY.fullmatch(text)
        if duty:
            return _duty(duty, seen, book)
    return Verdict()


# --- turns ----------------------------------------------------------------------------------------


@form(
    r"The players take turns(?:, going \w+ round the table)?; (the player to the dealer's "
    r"(?:left|right)|the dealer's opponent) begins\."
)
def _first_turn(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        turns = [e for e in hand.dealt if e[0] == "turn"]
        turns += [e for step in hand.steps[:40] for e in step.events if e[0] == "turn"]
        if turns:
            out = hand.start.position.numbers()["out"]
            seats = ((hand.dealer + step) % seen.players for step in range(1, seen.players + 1))
            wanted = next(seat for seat in seats if not out >> seat & 1)
            verdict.see(turns[0][1] == wanted, f"seat {turns[0][1]}")
    return verdict


@form(r"Draw the top card of the stock\.")
def _from_the_top(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    stock = seen.zone("deck")
    for step in seen.steps:
        cards = [e for e in step.events if e[0] == "card"]
        if not cards or any(e[0] in ("shuffled", "hand") for e in step.events):
            continue
        event = cards[0]
        if seen.place(step.before, event[2])[0] == stock and step.text.startswith("draw"):
            pile = seen.cards_in(step.before, "deck")
            verdict.see(bool(pile) and pile[-1] == event[1], step.text)
    return verdict


@form(
    r"The play ends as soon as a player has no cards left(, even in the middle of a "
    r"turn)?(?:; it also ends when .*)?\."
)
def _nobody_out(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    challenged = any("only when all challenges to the last cards" in t for t in book.texts)
    first = next((s.text for hand in seen.hands for s in hand.steps if s.text[:5] == "play "), "")
    for hand in seen.hands:
        playing, begun = not first, False
        for step in hand.steps:
            # What is said before the turns begin is no part of them.
            playing = playing or step.text.startswith("play ")
            if not playing or (challenged and "challenge" in step.text):
                continue
            sizes = [len(seen.hand_of(step.before, seat)) for seat in range(seen.players)]
            begins, begun = not begun, True
            if begins and not min(sizes):
                # Who has none from the beginning is seen to have none once something was done.
                continue
            verdict.see(min(sizes) > 0, f"{step.text} with {sizes} cards in hand")
    return verdict


@form(r"The play ends as soon as only one player has cards left(, even in the middle of a turn)?\.")
def _one_left(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if any(text.startswith("A player's cards left are the cards in") for text in book.texts):
        # Not those in hand alone.
        return verdict
    for step in seen.steps:
        sizes = [len(seen.hand_of(step.before, seat)) for seat in range(seen.players)]
        verdict.see(sum(size > 0 for size in sizes) > 1, f"{step.text} with {sizes}")
    return verdict


# --- calls ----------------------------------------------------------------------------------------


AFTER_CALLS: list[tuple[re.Pattern[str], Brings]] = []


def after_call(pattern: str) -> Callable[[Brings], Brings]:
    """Adds what a sentence beside a call says comes of it: whether it did, or None if it does not
    say so of this call."""

    def added(brings: Brings) -> Brings:
        AFTER_CALLS.append((re.compile(pattern), brings))
        return brings

    return added


def _call(sentence: Sentence, seen: Watched, book: Book) -> Verdict:
    """A point of a list with a label: that it can be said, and what comes of it."""
    verdict = Verdict()
    label = sentence.label.rstrip(".:")
    labels = {other.label.rstrip(".:") for other in book.sentences}
    # "Bid misère" is not meant by "bid".
    longer = tuple(other for other in labels if other.startswith(f"{label} "))
    said = [
        step
        for step in seen.steps
        if re.match(rf"{re.escape(label)}( |:|$)", step.text.lower())
        and not (longer and step.text.lower().startswith(longer))
    ]
    if sentence.text.rstrip(".").lower() == label:
        verdict.applied += len(said)
        return verdict
    beside = [other.text for other in book.sentences if other.label == sentence.label]
    lists = sum(1 for text in beside if text.lower().startswith(label))
    if lists > max(1, beside.count(sentence.text)):
        # The same is called in another list, and something else comes of it there.
        return verdict
    if sentence.text in ("There are no trumps.", "No suit is trumps."):
        for step in said:
            if _alone(step):
                verdict.see(step.after.position.numbers()["trump"] == NOBODY, step.text)
    begins = sentence.text.lower().startswith(label)
    for pattern, brings in AFTER_CALLS:
        # What stands beside the call itself says when it may be made, not what comes of it.
        found = None if begins else pattern.fullmatch(sentence.text)
        for step in said if found is not None else ():
            true = brings(found, seen, step) if found is not None and _alone(step) else None
            if true is not None:
                verdict.see(true, step.text)
    given_by_it = r"(?<!if )(?<!If )(?<!unless )[Yy]ou are the ([\w -]+?)(?:,| and the|\.|$)"
    roles = re.findall(given_by_it, sentence.text)
    elsewhere = any(re.search(r"one of those under “.+ in the place of ", t) for t in book.texts)
    for role in roles:
        if role not in seen.labels.roles:
            continue
        place = seen.labels.roles.index(role)
        for step in said:
            if not _alone(step):
                continue
            given = [e for e in step.events if e[0] == "role" and e[1] == place]
            if elsewhere and not given:
                # Said in another list that refers to this one, of another role.
                continue
            verdict.see(bool(given) and given[0][2] == step.seat, f"{step.text}: {given}")
    return verdict


def _alone(step: Step) -> bool:
    """Whether nobody else decides something at the same time."""
    return len(step.before.to_move) == 1 and not step.before.position.numbers()["answered"]


@form(r"That suit is trumps\.")
def _named_trumps(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        if re.fullmatch(r"name \w+ as the trump suit", step.text):
            verdict.see(any(e[0] == "trump" for e in step.events), step.text)
    return verdict


# --- scores and ends ------------------------------------------------------------------------------


@form(r"A game is a single deal\.")
def _single(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        verdict.see(hand.number == 1, f"hand {hand.number}")
    return verdict


@form(rf"A game has {_N} hands\.")
def _hands(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        verdict.see(hand.number <= number(match[1]), f"hand {hand.number}")
    return verdict


@form(
    rf"If it takes too long, the game ends after {_N} hands, and the (?:player|side) with .+ has "
    r"won\."
)
def _most_hands(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        if not any("another hand is played" in text for text in book.texts):
            verdict.see(hand.number <= number(match[1]), f"hand {hand.number}")
    return verdict


@form(rf"A game has at most {_N} hands\.")
def _at_most(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        if not any("another hand is played" in text for text in book.texts):
            verdict.see(hand.number <= number(match[1]), f"hand {hand.number}")
    return verdict


def _reached(seen: Watched, state: State, points: int) -> bool:
    numbers = state.position.numbers()
    sides = seen.game.teams
    if numbers["side_score"] and sides:
        totals = [
            own + sum(numbers["score"][seat] for seat in side)
            for own, side in zip(numbers["side_score"], sides, strict=True)
        ]
    else:
        totals = numbers["score"]
    return bool(max(totals) >= points)


LEFT_OUT = 100
"""Books do not speak of a limit of so many hands; those who play at random may come to it."""


def _until(seen: Watched, points: int, book: Book) -> Verdict:
    verdict = Verdict()
    fallen = [
        m
        for text in book.texts
        if (m := re.search(rf", or a (?:player|side) has minus {_N} points", text))
    ]
    early = any("unless the game ends before that" in text for text in book.texts)
    again = any("another hand is played" in text for text in book.texts)
    # As long as two are equal, it goes on.
    again = again or any("and more points than" in text for text in book.texts)
    for hand in seen.hands:
        if hand.number > 1 and hand.steps and not again:
            verdict.see(not _reached(seen, hand.start, points), f"hand {hand.number} is dealt")
    most = [
        m
        for text in book.texts
        if (m := re.match(rf"If it takes too long, the game ends after {_N} hands", text))
    ]
    for final in seen.finals:
        last = final.hand >= (number(most[0][1]) if most else LEFT_OUT)
        last = last or early or any("drawn from an empty stock, the game" in t for t in book.texts)
        # Or somebody has won by what they have scored themselves.
        last = last or any("points of their own, " in text for text in book.texts)
        last = last or bool(fallen and min(final.totals) <= -number(fallen[0][1]))
        # Another end is listed beside this one.
        last = last or any(
            re.match(r"If it was the \w+ hand|The game ends after", t) for t in book.texts
        )
        verdict.see(last or max(final.totals) >= points, f"over with {final.totals}")
    return verdict


@form(
    rf"Hand after hand is played until a (?:player|side) has {_N} points"
    rf"(?: and is ahead)?(?:, or a (?:player|side) has minus {_N} points(?: and is behind)?|, "
    r"unless the game ends before that)?(?:, but no more than \w+ hands)?\."
)
def _hand_after_hand(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    return _until(seen, number(match[1]), book)


@form(
    rf"(?:If, after a hand,|As soon as(?:, points being counted in their order,)?) a "
    rf"(?:player|side) has {_N} points or more, the game ends, "
    rf"and the (?:player|side) with the (\w+) score has won\."
)
def _target(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    return _until(seen, number(match[1]), book)


@form(rf"The aim is to be the first (?:player|side) to reach {_N} points\.")
def _race(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    return _until(seen, number(match[1]), book)


@form(r"What a (?:player|side) scores in a hand is added to (?:their|its) total\.")
def _posted(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Totals change between hands only."""
    verdict = Verdict()
    for hand in seen.hands:
        for step in hand.steps[:-1]:
            before, after = step.before.position.numbers(), step.after.position.numbers()
            same = [before[n] == after[n] for n in ("score", "side_score")]
            if not any(
                e[0] in ("hand_over", "thrown_in", "hand", "game_over") for e in step.events
            ):
                verdict.see(all(same), step.text)
    return verdict


_COSTS = re.compile(
    r"(Each|The) (.+) in a trick scores (minus )?(\d+) points? for the (?:player who|side "
    r"that) wins it\."
)


@form(_COSTS.pattern)
def _card_scores(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """All such sentences together: what a trick scores is the sum of what its cards score."""
    verdict = Verdict()
    worth: dict[int, int] = {}
    unlike = (
        r"When .*(?:scores?|loses?) \d|who plays it|not as (?:a card of its|cards of their) own"
    )
    if any(re.search(unlike, text) for text in book.texts):
        return verdict
    for text in book.texts:
        found = _COSTS.fullmatch(text)
        if found is None:
            continue
        points = int(found[4]) * (-1 if found[3] else 1)
        names = re.split(r", | or ", found[2])
        cards = [
            card
            for card in range(len(seen.game.cards))
            if any(_is_called(seen, card, name) for name in names)
        ]
        if not cards:
            return verdict
        for card in cards:
            worth[card] = worth.get(card, 0) + points
    for trick in seen.tricks:
        total = sum(worth.get(card, 0) for _, card, _ in trick.played)
        scored = 0
        for event in trick.last.events:
            if event[0] == "hand_over":
                break
            if event[0] == "scored":
                scored += event[2]
        verdict.see(scored == total, f"{scored} rather than {total}")
    return verdict


def _is_called(seen: Watched, card: int, name: str) -> bool:
    face = seen.game.cards[card]
    suit, rank = str(face.suit), str(getattr(face.rank, "word", face.rank))
    return name in (suit.removesuffix("s"), rank, f"{rank} of {suit}")


# --- who has won ----------------------------------------------------------------------------------


def _with_best(values: Sequence[int], lowest: bool) -> set[int]:
    best = min(values) if lowest else max(values)
    return {seat for seat, value in enumerate(values) if value == best}


def _lowest(book: Book) -> bool:
    return any(re.search(r"with the low(?:est|er) score has won", text) for text in book.texts)


def _compared(seen: Watched, book: Book) -> Iterator[tuple[Final, set[int]]]:
    """Matches that were decided by totals or chips, and who had the most (or least)."""
    text = " ".join(book.texts)
    by_chips = "chips has won" in text
    if not by_chips and "score has won" not in text:
        return
    if "'s side has won" in text or "the other side has won" in text:
        return
    if re.search(r"the game ends, and the side of [\w ]+ has won", text):
        # Somebody wins by a deed, whatever the totals are.
        return
    if re.search(r"If the ([\w -]+) has at least [\d,]+ points, the \1 has won", text):
        # One who is named wins before anybody is compared.
        return
    for final in seen.finals:
        values = _by_side(seen, final.chips) if by_chips else final.totals
        yield final, _with_best(values, _lowest(book))


@form(
    r"(If several players are equal, they share the win|If both (?:sides|players) are equal, the "
    r"game is a draw)\."
)
def _shared(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if any(re.search(r"\bAs soon as\b.*, the game ends", text) for text in book.texts):
        # That has nothing to do with points.
        return verdict
    for final, best in _compared(seen, book):
        verdict.see(final.winners == best, f"{final.winners} of {final.totals}")
    return verdict


@form(
    r"The aim is (?:for your side )?to (score the most points|score as few points as possible|"
    r"have the most chips in the end|have the (?:most|fewest) points when a (?:player|side) "
    r"reaches "
    r"[\d,]+|have the (?:most|fewest) points after [\w]+ hands)\."
)
def _aim(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for final in seen.finals:
        values = _by_side(seen, final.chips) if "chips" in match[1] else final.totals
        best = _with_best(values, "few" in match[1])
        verdict.see(final.winners <= best, f"{final.winners} of {values}")
    return verdict


@form(
    r"The aim is (?:for your side )?to win all the chips or, failing that, to have the most in the "
    r"end\."
)
def _all_chips(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for final in seen.finals:
        chips = _by_side(seen, final.chips)
        verdict.see(final.winners <= _with_best(chips, False), f"{final.chips}")
    return verdict


def _by_side(seen: Watched, values: Sequence[int]) -> list[int]:
    """What every seat has together with its partners."""
    found = list(values)
    for side in seen.game.teams:
        for seat in side:
            found[seat] = sum(values[other] for other in side)
    return found


@form(
    r"(The aim is to get rid of all your cards|The game ends when the play is over; all "
    r"players who have no cards left have won, and the others have lost|The aim is that you or "
    r"your partner get rid of all your cards|The game ends when the play is over; the sides of all "
    r"players who have no cards left have won)\."
)
def _rid(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if any(re.match(r"A player's cards left are", text) for text in book.texts):
        # They have cards elsewhere, too.
        return verdict
    for final in seen.finals:
        out = {seat for seat, size in enumerate(final.sizes) if not size}
        if "partner" in match[0] or "sides" in match[0]:
            out = {seat for side in seen.game.teams if out & set(side) for seat in side}
        verdict.see(final.winners == out, f"{final.winners}, {final.sizes}")
    return verdict


@form(
    r"(The aim is to be the first to get rid of all your cards|As soon as a player has no cards "
    r"left, the game ends, and that player has won)\."
)
def _first_rid(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for final in seen.finals:
        out = {seat for seat, size in enumerate(final.sizes) if not size}
        verdict.see(final.winners == out and len(out) == 1, f"{final.winners}, {final.sizes}")
    return verdict


@form(
    r"The game ends after the (\w+?)(?:st|nd|rd|th)? hand; the (?:player|side) with the .+ "
    r"(?:score|chips) has won\."
)
def _after_hands(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    ordinals = {"first": 1, "second": 2, "third": 3, "four": 4, "fif": 5, "six": 6, "seven": 7}
    ordinals |= {"eigh": 8, "nin": 9, "ten": 10, "eleven": 11, "twelf": 12}
    last = ordinals.get(match[1]) or (int(match[1]) if match[1].isdecimal() else None)
    for final, best in _compared(seen, book):
        if last is not None:
            alone = any("the one whose turn it was has won" in text for text in book.texts)
            won = final.winners <= best if alone else final.winners == best
            # Whoever is equal plays on.
            again = any("another hand is played" in text for text in book.texts)
            ended = final.hand >= last if again else final.hand == last
            verdict.see(ended and won, f"hand {final.hand}")
    return verdict


@form(
    rf"If, after a hand, a player has at least {_N} points and more points than (?:anyone "
    rf"else|their "
    r"opponent), the game ends, and that player has won\."
)
def _ahead(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for final in seen.finals:
        best = _with_best(final.totals, False)
        if max(final.totals) >= number(match[1]) and len(best) == 1:
            verdict.see(final.winners == best, f"{final.winners} of {final.totals}")
    return verdict


@form(
    rf"If (?:a|the \w+'s) side has (?:at least )?{_N} points(?: or more)?, the .*side.* has won\."
)
def _side_reached(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    return _until(seen, number(match[1]), book)


@form(r"If only one player has chips left, that player has won\.")
def _only_one(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        if not hand.steps or seen.players == 1:
            # It was played without a decision: its beginning was not seen.
            continue
        numbers = hand.start.position.numbers()
        rich = [c + s for c, s in zip(numbers["chips"], numbers["staked"], strict=True) if c + s]
        verdict.see(len(rich) > 1, "one player alone goes on")
    return verdict


@form(r"If it was the (\d+)th hand, the player with (?:more|the most) chips has won\.")
def _last_hand(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for final in seen.finals:
        verdict.see(final.hand <= int(match[1]), f"hand {final.hand}")
        if final.hand == int(match[1]):
            verdict.see(final.winners == _with_best(final.chips, False), f"{final.chips}")
    return verdict


# --- the course of a hand -------------------------------------------------------------------------


@form(
    r"In each hand the players first (bid|call|pass cards on), then (?:one of them (?:names "
    r"trumps|chooses the game), then all )?(?:show their combinations, then )?play tricks\."
)
def _then_tricks(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    # A bid may also be made with cards that are laid away.
    bid = "bid|pass|make|put .+ with the bid cards"
    word = {"bid": bid, "call": ".*", "pass cards on": "pass"}[match[1]]
    for hand in seen.hands:
        plays = [at for at, s in enumerate(hand.steps) if any(e[0] == "trick" for e in s.events)]
        begun = match[1] != "pass cards on" or any(
            step.text.startswith("pass ") for step in hand.steps
        )
        if plays and hand.steps and begun:
            first = hand.steps[0].text
            called = first in {sentence.label.rstrip(".:") for sentence in book.sentences}
            card = first.startswith("play") and not called
            verdict.see(re.match(word, first) is not None and not card, first)
    return verdict


@form(
    r"(?:In each hand both players|In each hand the players|Both players) (?:play tricks|turn up "
    r"cards)\.|In each "
    r"hand "
    r"one of the players first (?:names trumps|chooses the game), then all play tricks\."
)
def _only_tricks(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if seen.tricks:
        verdict.see(True)
    return verdict


@form(r"It must be higher than every bid before it\.")
def _higher(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    equal = any(text.startswith("It may also be equal to the last bid") for text in book.texts)
    for step in seen.steps:
        before, after = step.before.position.numbers(), step.after.position.numbers()
        if after["bids"] == before["bids"] + 1 and before["bids"]:
            more = after["standing"] - before["standing"]
            verdict.see(more > 0 or (equal and more == 0), step.text)
    return verdict


@form(r"The (.+) names the trump suit \(♣, ♦, ♥ or ♠\)\.")
def _names_trumps(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        holder = None
        for step in hand.steps:
            if re.fullmatch(r"name \w+ as the trump suit", step.text):
                wanted = holder
                if match[1] == "dealer":
                    wanted = hand.dealer
                elif match[1] == "dealer's opponent":
                    wanted = 1 - hand.dealer
                elif match[1] in ("player to the dealer's left", "next player after the dealer"):
                    wanted = (hand.dealer + _way(step.before)) % seen.players
                verdict.see(step.seat == wanted, f"seat {step.seat}, not {wanted}")
            for event in step.events:
                if event[0] == "role" and seen.labels.roles[event[1]] == match[1]:
                    holder = event[2]
    return verdict


@form(
    rf"Beginning with the player to the dealer's (?:left|right), each player in turn bids a "
    rf"number of "
    rf"tricks, from {_N} to {_N}\."
)
def _bids_in_turn(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    low, high = number(match[1]), number(match[2])
    for hand in seen.hands:
        bids = [step for step in hand.steps if step.text.startswith("bid ")]
        for place, step in enumerate(bids[: seen.players]):
            verdict.see(step.seat == (hand.dealer + 1 + place) % seen.players, f"seat {step.seat}")
            verdict.see(len(step.before.legal_moves(step.seat)) == high - low + 1, "more or fewer")
    return verdict


@form(
    rf"Each player(?: who is still in the hand)? chooses {_N} cards? from their hand and passes "
    r"(?:it|them) face down\."
)
def _passes(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        moved = [e for e in step.events if e[0] == "card"]
        between = [
            (seen.is_hand(step.before, e[2]), seen.is_hand(step.before, e[3])) for e in moved
        ]
        given = [one for one, other in between if one is not None and other is not None]
        if _as_to_several(book, given):
            continue
        if any(" gives " in text for text in book.texts):
            # Other cards change hands in the same step, after those that are passed.
            given = given[: number(match[1]) * seen.players]
        for seat in set(given):
            verdict.see(given.count(seat) == number(match[1]), f"{given.count(seat)} cards")
    return verdict


def _as_to_several(book: Book, given: Sequence[int]) -> bool:
    """Whether so many are passed as in other hands, by another sentence, to several players."""
    told = [re.search(r"passes them face down: (.+)", text) for text in book.texts]
    sizes = {
        sum(number(word) for word in re.findall(rf"{_N} cards? to", found[1]))
        for found in told
        if found
    }
    return {given.count(seat) for seat in set(given)} <= sizes and bool(sizes)


@form(
    r"(?:All players|Both players|All of them) pass at the same time, before looking at what they "
    r"get\."
)
def _together(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    suits = "|".join({re.escape(str(card.suit)) for card in seen.game.cards})
    names = "|".join({re.escape(text) for text in seen.labels.card_texts})
    for hand in seen.hands:
        a_card = rf"pass .*(?: to |[♣♦♥♠\d])|pass (?:{suits}) |pass (?:{names})\b"
        passing = [s for s in hand.steps if re.match(a_card, s.text)]
        if passing:
            # Who sits out passes nothing.
            still_in = passing[0].before.position.numbers()["active"].bit_count()
            verdict.see(len(passing[0].before.to_move) == still_in, "one after the other")
    return verdict


@form(r"Discard one card, but not one taken from the discard pile this turn\.")
def _not_taken(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if len({text for text in book.texts if text.startswith("Discard ")}) > 1:
        # Which of them a discard follows cannot be told.
        return verdict
    pile = seen.zone("discard")
    for hand in seen.hands:
        taken: set[int] = set()
        for step in hand.steps:
            for event in step.events:
                if event[0] in ("turn", "hand"):
                    taken = set()
                if event[0] != "card":
                    continue
                own = seen.is_hand(step.before, event[3]) == step.seat
                if seen.place(step.before, event[2])[0] == pile and own:
                    taken.add(event[1])
                elif seen.place(step.before, event[3])[0] == pile:
                    verdict.see(event[1] not in taken, step.text)
    return verdict


@form(r"Several cards played together must form a set\.")
def _of_a_rank(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        cards = [e[1] for e in step.events if e[0] == "card"]
        own = [c for c in cards if c in seen.hand_of(step.before, step.seat)]
        if len(own) > 1 and step.text.startswith("play "):
            verdict.see(len({seen.rank(card) for card in own}) == 1, step.text)
    return verdict


# --- betting --------------------------------------------------------------------------------------


@form(
    rf"Then, before the cards are dealt, each player puts {_N} chips into the pot \(or all they "
    r"have, if that is less\)\."
)
def _ante(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        numbers = hand.start.position.numbers()
        if not hand.steps and not any(numbers["staked"]):
            # The game was over before it.
            continue
        for seat in range(seen.players):
            if not numbers["out"] >> seat & 1 and seen.players > 1:
                staked = numbers["staked"][seat]
                more = any(" into the pot" in text for text in book.texts if text != match[0])
                whole = staked == number(match[1]) or numbers["chips"][seat] == 0
                whole = whole or (more and staked > number(match[1]))
                verdict.see(whole, f"{staked} staked")
    return verdict


def _bets(seen: Watched, word: str) -> Iterator[tuple[Step, list[int], list[int], int]]:
    """Bets of a kind: the stakes before and after, and what the player has left."""
    for step in seen.steps:
        if step.text.split(" ")[0] == word:
            before, after = step.before.position.numbers(), step.after.position.numbers()
            if not any(e[0] in ("hand_over", "hand") for e in step.events):
                yield step, before["staked"], after["staked"], after["chips"][step.seat]


@form(rf"Bet {_N} chips, if nobody has bet yet\.")
def _bet(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step, before, after, _ in _bets(seen, "bet"):
        more = after[step.seat] - before[step.seat]
        verdict.see(more in _amounts(match[1], book), step.text)
    return verdict


def _amounts(first: str, book: Book) -> set[int]:
    """What a bet may be in one round or another."""
    later = [re.search(rf"a bet or a raise is {_N} chips", text) for text in book.texts]
    return {number(first)} | {number(found[1]) for found in later if found}


@form(
    r"Check: stay in without betting, as long as nobody has bet"
    r"(?: or your stake is as high as the highest)?\."
)
def _check(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step, before, after, _ in _bets(seen, "check"):
        verdict.see(before == after and before[step.seat] == max(before), step.text)
    return verdict


@form(r"Call: after a bet, bring your stake up to the highest so far\.")
def _called(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step, before, after, left in _bets(seen, "call"):
        verdict.see(after[step.seat] == max(before) or left == 0, step.text)
    return verdict


@form(rf"Raise: after a bet, call and add {_N} chips more\.")
def _raised(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step, before, after, _ in _bets(seen, "raise"):
        verdict.see(after[step.seat] - max(before) in _amounts(match[1], book), step.text)
    return verdict


@form(
    r"Fold: (?:once somebody has bet, )?drop out of the hand and leave what you have staked in "
    r"the pot\."
)
def _fold(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        if step.text == "fold":
            verdict.see(("sits_out", step.seat) in step.events, "still in")
    return verdict


@form(
    r"When (?:all but one have folded, that player|a player folds, the other) takes the "
    r"pot without showing a card, and the hand ends\."
)
def _folded(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        active = step.before.position.numbers()["active"]
        if step.text == "fold" and active.bit_count() == 2:
            verdict.see(any(e[0] == "hand_over" for e in step.events), "the hand goes on")
    return verdict


@form(rf"At most {_N} bets and raises are made in a round, by all players together\.")
def _raises(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Of the first round of each hand, if others have words of their own."""
    verdict = Verdict()
    others = any(text.startswith("This time at most") for text in book.texts)
    for hand in seen.hands:
        raises, rounds = 0, []
        for step in hand.steps:
            phase = step.before.position.frames()[-1][0]
            if phase not in rounds:
                rounds.append(phase)
                raises = 0
            raises += step.text.split(" ")[0] in ("bet", "raise")
            if not others or phase == rounds[0]:
                verdict.see(raises <= number(match[1]), "one more")
    return verdict


@form(r"Bet: if nobody has bet yet, stake (?:as many chips as you say|the amount of a bet)\.")
def _bet_said(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step, before, after, _ in _bets(seen, "bet"):
        said = re.search(r"\d+", step.text)
        more = after[step.seat] - before[step.seat]
        verdict.see(said is not None and more == int(said[0]), f"{step.text}: {more} more")
    return verdict


@form(r"Raise: after a bet, call and add (?:as many chips as you say|the amount of a bet)\.")
def _raise_said(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step, before, after, _ in _bets(seen, "raise"):
        said = re.search(r"\d+", step.text)
        added = after[step.seat] - max(before)
        verdict.see(said is not None and added == int(said[0]), f"{step.text}: {added} more")
    return verdict


def _next_rounds(seen: Watched) -> Iterator[tuple[Step, dict[str, Any]]]:
    """Bets after which cards were dealt and the betting went on."""
    for step in seen.steps:
        if any(event[0] in ("hand_over", "hand") for event in step.events):
            continue
        if step.text.split(" ")[0] not in ("bet", "check", "call", "raise", "fold", "all-in"):
            continue
        if len(_stock(seen, step.after)) < len(_stock(seen, step.before)):
            yield step, step.after.position.numbers()


def _stock(seen: Watched, state: State) -> list[int]:
    deck = seen.labels.zone_number["deck"]
    return [c for zone, _, _, cards, _ in state.position.places() if zone == deck for c in cards]


@form(
    r"The round is over when everybody who is still in and has chips has acted and has staked as "
    r"much as the highest\."
)
def _round_over(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for _, after in _next_rounds(seen):
        staked = after["staked"]
        for seat in range(seen.players):
            if after["active"] >> seat & 1 and after["chips"][seat]:
                verdict.see(staked[seat] == max(staked), f"{staked[seat]} of {max(staked)} staked")
    return verdict


@form(
    r"There is another betting round by the same rules; the first player after the dealer who is "
    r"still in begins\.|There is another betting round like the one before\."
)
def _left_begins(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if not any(
        text.endswith("the first player after the dealer who is still in begins.")
        for text in book.texts
    ):
        return verdict
    for step, after in _next_rounds(seen):
        order = [(after["dealer"] + 1 + n) % seen.players for n in range(seen.players)]
        able = [seat for seat in order if after["active"] >> seat & 1 and after["chips"][seat]]
        moves = {str(move).split(" ")[0] for move in step.after.legal_moves(step.after.asked)}
        if moves & {"bet", "check", "call", "raise", "fold"}:
            # Before the round, players may be asked for something else.
            verdict.see(step.after.asked == able[0], f"{step.after.asked} begins")
    return verdict


@form(rf"This time at most {_N} bets and raises are made in a round, by all players together\.")
def _raises_of_round(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    ends = {id(step) for step, _ in _next_rounds(seen)}
    # Which of the later rounds is meant stands in another sentence.
    said = [re.match(r"(?:This time a|A)t most (\S+) bets and raises", text) for text in book.texts]
    most = max(number(found[1]) for found in said if found)
    for hand in seen.hands:
        raises, later = 0, False
        for step in hand.steps:
            raises += step.text.split(" ")[0] in ("bet", "raise")
            if later:
                verdict.see(raises <= most, "one more")
            if id(step) in ends:
                raises, later = 0, True
    return verdict


# --- what cards do --------------------------------------------------------------------------------


@form(
    rf"When you play a (.+), the next player (?:draws {_N} cards from the stock and "
    rf")?misses a turn\."
)
def _missed(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        over = any(e[0] == "hand_over" for e in step.events)
        turns = [e[1] for e in step.events if e[0] == "turn" and not over]
        numbers = step.after.position.numbers()
        if re.fullmatch(rf"play (?:\w+ )?{re.escape(match[1])}", step.text) and turns:
            way = -1 if numbers["reversed"] else 1
            verdict.see(turns[0] == (step.seat + 2 * way) % seen.players, f"{step.seat}, {turns}")
    return verdict


@form(r"When you play a (.+), the direction of play is reversed\.")
def _reversal(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        kinds = {event[0] for event in step.events}
        over = "hand_over" in kinds or "card" not in kinds
        if re.fullmatch(rf"play (?:\w+ )?{re.escape(match[1])}", step.text) and not over:
            verdict.see(("reversed",) in step.events, step.text)
    return verdict


@form(
    r"After each trick, beginning with the winner of the trick, each player draws the top "
    r"card of the stock or, .*\."
)
def _drawn_after(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for trick in seen.tricks:
        drawn = [
            seen.is_hand(trick.last.before, e[3])
            for e in trick.last.events
            if e[0] == "card" and seen.is_hand(trick.last.before, e[3]) is not None
        ]
        ends = any(e[0] == "hand_over" for e in trick.last.events)
        if drawn and not ends:
            fewer = "Whoever finds no card left to draw gets none." in book.texts
            fewer = fewer or any("than should be drawn, only those are" in t for t in book.texts)
            all_of_them = len(drawn) == seen.players or (fewer and len(set(drawn)) == len(drawn))
            verdict.see(drawn[0] == trick.winner and all_of_them, f"{drawn}")
    return verdict


# --- asking, claiming, capturing ------------------------------------------------------------------


@form(
    r"If you have cards left, ask any other player, even one who has no cards, for any rank of "
    r"which you hold a card\."
)
def _asks(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        if re.match(r"ask .+ for ", step.text):
            held = {seen.rank(card) for card in seen.hand_of(step.before, step.seat)}
            moves = [
                m for m in step.before.legal_moves(step.seat) if re.match(r"ask .+ for ", str(m))
            ]
            wanted = len(held) * (seen.players - 1)
            verdict.see(len(moves) == wanted, f"{len(moves)} ways rather than {wanted}")
    return verdict


@form(
    r"If that player holds a card of the rank asked for, you take all cards of the rank "
    r"asked for from that player's hand and take another turn after this one\."
)
def _gets(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        for step in hand.steps:
            moved = [e for e in step.events if e[0] == "card"]
            got = [
                e
                for e in moved
                if seen.is_hand(step.before, e[3]) == step.seat
                and seen.is_hand(step.before, e[2]) not in (None, step.seat)
            ]
            turns = [e[1] for e in step.events if e[0] == "turn"]
            if step.text.startswith("ask ") and got and turns:
                verdict.see(
                    turns[0] == step.seat or not seen.hand_of(step.after, step.seat), step.text
                )
    return verdict


@form(
    rf"Lay {_N} to {_N} cards from your hand face down onto the pile and claim that they "
    rf"are all of the rank now due, which need not be true\."
)
def _lays(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        laid = [
            e
            for e in step.events
            if e[0] == "card" and seen.is_hand(step.before, e[2]) == step.seat
        ]
        if laid and step.text.startswith("lay "):
            most = number(match[1]) <= len(laid) <= number(match[2])
            verdict.see(most, f"{len(laid)} cards")
    return verdict


@form(
    r"By the ([\w ]+), it captures from the table one card of the same value or several "
    r"cards whose values add up to its own\."
)
def _captures(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    worth = _values(seen, book, match[1])
    if not worth:
        return verdict
    table = seen.zone("tableau")
    for step in seen.steps:
        taken = [
            e[1]
            for e in step.events
            if e[0] == "card" and seen.place(step.before, e[2])[0] == table
        ]
        played = [c for c in (_named(seen, step),) if c is not None]
        if taken and played and not any(e[0] == "hand_over" for e in step.events):
            verdict.see(
                sum(worth[c] for c in taken if c not in played) == worth[played[0]], step.text
            )
    return verdict


def _values(seen: Watched, book: Book, label: str) -> list[int]:
    """What the cards are worth by a table of the book; nothing if it cannot be read."""
    lines = book.tables.get(label, {})
    worth: dict[str, int] = {}
    for cards, points in lines.items():
        span = re.fullmatch(r"(\d+) to (\d+)", cards)
        if span and points == "the number on the card":
            worth |= {str(n): n for n in range(int(span[1]), int(span[2]) + 1)}
        elif points.isdecimal():
            worth |= {name: int(points) for name in cards.split(", ")}
    ranks = [seen.rank(card) for card in range(len(seen.game.cards))]
    return [worth[rank] for rank in ranks] if set(ranks) <= set(worth) else []


def _named(seen: Watched, step: Step) -> int | None:
    """The card that a move plays."""
    for card in seen.hand_of(step.before, step.seat):
        if step.text == f"play {seen.labels.card_texts[card]}":
            return card
    return None


@form(r"Discard one card\.")
def _discards(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if any(re.match(r"Discard (?!one card\b)", text) for text in book.texts):
        # Which of them a discard follows cannot be told.
        return verdict
    for step in seen.steps:
        if step.text.startswith("discard ") and step.text != "discard nothing":
            # The next player may begin by drawing from this hand.
            own = list(takewhile(lambda event: event[0] != "turn", step.events))
            moved = [event for event in own if event[0] == "card"]
            left = sum(seen.is_hand(step.before, event[2]) == step.seat for event in moved)
            came = sum(seen.is_hand(step.before, event[3]) == step.seat for event in moved)
            if not any(event[0] in ("hand", "hand_over") for event in own):
                verdict.see(left - came == 1, step.text)
    return verdict


@form(r"Play a card into the attack\.|Play one card from your hand to the table\.")
def _plays_any(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        first = hand.steps[0] if hand.steps else None
        if first is not None and first.text.startswith("play "):
            held = seen.hand_of(first.before, first.seat)
            plays = [m for m in first.before.legal_moves(first.seat) if str(m).startswith("play ")]
            faces = {str(seen.game.cards[card]) for card in held}
            verdict.see(len(plays) == len(faces), f"{len(plays)} of {len(faces)}")
    return verdict


# --- when the stock runs out ----------------------------------------------------------------------


@form(
    r"When the stock runs out, the discard pile, all but its top card, is shuffled and "
    r"becomes the new stock\."
)
def _reshuffled(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    stock = seen.zone("deck")
    for step in seen.steps:
        places = [e[1] for e in step.events if e[0] == "shuffled"]
        dealt = any(e[0] == "hand" for e in step.events)
        if places and not dealt and seen.place(step.before, places[0])[0] == stock:
            left = len(seen.cards_in(step.after, "discard"))
            verdict.see(left >= 1, "no card is left")
    return verdict


@form(
    r"The aim is to complete the most books\.|The game ends when the play is over; the "
    r"player with the highest score has won\."
)
def _most_books(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for final in seen.finals:
        verdict.see(final.winners == _with_best(final.totals, False), f"{final.totals}")
    return verdict


@form(
    r"(?:The play|The game) ends (?:as soon as|when) the stock is empty and nobody has "
    r"cards left(?:, even in the middle of a turn)?\."
)
def _used_up(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        sizes = [len(seen.hand_of(step.before, seat)) for seat in range(seen.players)]
        stock = len(seen.cards_in(step.before, "deck"))
        verdict.see(stock + sum(sizes) > 0, step.text)
    return verdict


@form(r"In each hand (?:both players|the players) bet on their cards\.")
def _betting(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        chips = hand.start.position.numbers()["chips"]
        if hand.over and hand.steps and sum(amount > 0 for amount in chips) > 1:
            words = {step.text.split(" ")[0] for step in hand.steps}
            verdict.see(bool(words & {"bet", "check", "call", "raise", "fold"}), "no bet")
    return verdict


@form(r"A player who has passed is not asked again\.")
def _passed(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        out: set[int] = set()
        for step in hand.steps:
            if step.text == "pass":
                out.add(step.seat)
            elif step.text.startswith("bid "):
                verdict.see(step.seat not in out, step.text)
    return verdict


@form(rf"The (.+) gives (?:(?:any |their )?{_N}(?: highest)?|their highest) cards? to the (.+)\.")
def _gives(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    wanted = number(match[2]) if match[2] else 1
    for hands in seen.matches:
        for before, hand in pairwise(hands):
            holders: dict[str, int] = {}
            steps = [*before.steps[-1:], *hand.steps]
            events = [event for step in steps for event in step.events]
            begun = [at for at, event in enumerate(events) if event[0] == "hand"]
            events = events[begun[0] : begun[1]] if len(begun) > 1 else []
            given = 0
            for event in events:
                if event[0] == "role":
                    holders[seen.labels.roles[event[1]]] = event[2]
                if event[0] == "card":
                    one, other = (seen.is_hand(hand.start, place) for place in event[2:4])
                    parties = (holders.get(match[1]), holders.get(match[3]))
                    given += None not in parties and (one, other) == parties
            known = {match[1], match[3]} <= set(holders)
            if events and known and holders[match[1]] != holders[match[3]]:
                verdict.see(given == wanted, f"{given} cards")
    return verdict


# --- building -------------------------------------------------------------------------------------


def _colour(suit: Suit | str) -> str:
    return str(suit.colour) if isinstance(suit, Suit) else suit


def _built(seen: Watched, label: str) -> Iterator[tuple[Step, int, int | None]]:
    """Cards that come to lie on a pile of a zone, with the card that they are put on."""
    for step in seen.steps:
        moved = [event for event in step.events if event[0] == "card"]
        places = step.before.position.places()
        if not moved or moved[0][3] >= len(places) or not step.text.startswith("move "):
            continue
        zone, _, _, cards, _ = places[moved[0][3]]
        known = seen.labels.zones[zone].label if zone < len(seen.labels.zones) else ""
        if known in (label, f"{label}s"):
            yield step, moved[0][1], cards[-1] if cards else None


@form(
    r"Only an? (\w+)(?:, alone or with cards that lie on it,)? may be (?:moved|played) to an empty "
    r"([\w ]+)\."
)
def _on_empty(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    end = f" to an empty {match[2]}."
    said = [text.split(" may ")[0] for text in book.texts if text.endswith(end)]
    first = {text.replace(", alone or with cards that lie on it,", "") for text in said}
    if len(first) > 1:
        return verdict
    # The first card of all may be told by itself.
    first_of_all = any(re.match(r"If the .+ are empty, play ", text) for text in book.texts)
    rows = [z.name for z in seen.labels.zones if z.label in (match[2], f"{match[2]}s")]
    for step, card, below in _built(seen, match[2]):
        if first_of_all and not any(seen.cards_in(step.before, name) for name in rows):
            continue
        if below is None:
            face = seen.game.cards[card]
            verdict.see(str(getattr(face.rank, "word", face.rank)) == match[1], step.text)
    return verdict


@form(
    r"The card that comes to lie on the ([\w ]+) must be one rank (higher|lower) than the card it "
    r"is put on and of (the same suit|a different colour)\."
)
def _onto(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    start = f"The card that comes to lie on the {match[1]} must be"
    if len({text for text in book.texts if text.startswith(start)}) > 1:
        return verdict
    whole = [text for text in book.texts if text.startswith("The undermost of them must be")]
    orders = [text for text in book.texts if text.startswith("The order of the cards is")]
    ranks = orders[0].rstrip(".").split("low to high, ")[1].split() if orders else []
    ranked = [re.fullmatch(r"The cards.* rank, from high to low, (.+)\.", t) for t in book.texts]
    ranked = [found for found in ranked if found]
    if not ranks and len(ranked) == 1 and ranked[0]:
        ranks = ranked[0][1].split()[::-1]
    for step, card, below in _built(seen, match[1]):
        if below is None or not ranks or (whole and step.text.startswith("move ")):
            continue
        up = ranks.index(seen.rank(card)) - ranks.index(seen.rank(below))
        one, other = seen.game.cards[card].suit, seen.game.cards[below].suit
        fits = one == other if "same" in match[3] else _colour(one) != _colour(other)
        verdict.see(up == (1 if match[2] == "higher" else -1) and fits, step.text)
    return verdict


# --- turns in a few words -------------------------------------------------------------------------

_VERBS = {
    "take": "draw",
    "use": "meld",
    "add": "meld",
    "build": "move",
    "meld": "lay",
    "capture": "play",
    "attack": "play",
}
"""What a book calls otherwise than the moves do."""


@form(r"On your turn you (.+?)(?:, then .*)?\.")
def _turn_begins(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """The first thing that is decided in a turn is one of those that it begins with."""
    verdict = Verdict()
    verbs = {deed.split(" ")[0] for deed in re.split(r", (?:or else )?| or ", match[1])}
    verbs |= {_VERBS[verb] for verb in verbs & set(_VERBS)} | {"decline", "pass", "stop"}
    if any(re.match(r"If .*, you may draw", text) for text in book.texts):
        # What happens in some turns only is not told in a few words.
        verbs.add("draw")
    if match[1].endswith(", otherwise draw"):
        verbs.add("draw")
    unasked = r"draw cards|draw a card(?: from the hand of (?:(?!,| or ).)+)?"
    if match[1].startswith("lay down ") and any(t.startswith("Lay down all ") for t in book.texts):
        # That leaves no choice, and nobody is asked.
        return verdict
    if "start" in verbs or match[1].endswith(" if you like"):
        # A name of the game's own for what is done, or what need not be done at all.
        return verdict
    nothing = (
        "If you can do none of these, you do nothing.",
        "If you can do none of these, go on with the next step.",
        "If you have no cards, this is left",
    )
    left_out = any(text.startswith(nothing) for text in book.texts)
    for hand in seen.hands:
        turns = [e for e in hand.dealt if e[0] == "turn"]
        for step in hand.steps:
            dry = "draw" in verbs and not seen.cards_in(step.before, "deck")
            # A card that must be drawn is drawn without being asked for.
            dry = dry or re.fullmatch(unasked, match[1]) is not None
            if turns and turns[-1][1] == step.seat and "if you can" not in match[1] and not dry:
                # What has a heading of its own, "reaching into the pile", is chosen by that.
                done = step.text.split(" ")[0] in verbs or step.text.split(" ")[0].endswith("ing")
                moves = [str(move).split(" ")[0] for move in step.before.legal_moves(step.seat)]
                verdict.see(done or (left_out and not verbs & set(moves)), step.text)
            turns = [e for e in step.events if e[0] == "turn"]
    return verdict


@form(
    r"A player who has (?:no chips left|fewer than (\d+) chips) when a hand begins is out of the "
    r"game: .*"
)
def _out_of_game(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    least = int(match[1]) if match[1] else 1
    for hand in seen.hands:
        numbers = hand.start.position.numbers()
        for seat in range(seen.players):
            paid = numbers["staked"][seat] + numbers["dead"][seat]
            if numbers["chips"][seat] + paid < least and hand.steps:
                verdict.see(all(step.seat != seat for step in hand.steps), f"seat {seat} acts")
    return verdict


@form(r"A player who has too few chips for that cannot do so\.")
def _too_poor(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        bet = re.fullmatch(r"bet (\d+)", step.text)
        if bet:
            chips = step.before.position.numbers()["chips"][step.seat]
            verdict.see(chips >= int(bet[1]), step.text)
    return verdict


@form(rf"The play ends when {_N} tricks have been played, or when nobody has a card left\.")
def _so_many_tricks(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for trick in seen.tricks:
        verdict.see(trick.number <= number(match[1]), f"trick {trick.number}")
    return verdict


@form(r"This takes place only from the (\w+) hand on\.")
def _from_hand(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    least = {"second": 2, "third": 3, "fourth": 4}.get(match[1])
    for hand in seen.hands:
        if least is not None and hand.number < least:
            given = any(step.text.startswith("give ") for step in hand.steps[:4])
            verdict.see(not given, "somebody gives cards")
    return verdict


@form(r"If the pile is empty, play (\w+) to (\w+) cards onto the pile\.")
def _onto_empty(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        if step.text.startswith("play ") and not seen.cards_in(step.before, "tableau"):
            moved = [e for e in step.events if e[0] == "card"]
            own = [e for e in moved if seen.is_hand(step.before, e[2]) == step.seat]
            if own:
                verdict.see(number(match[1]) <= len(own) <= number(match[2]), f"{len(own)} cards")
    return verdict
