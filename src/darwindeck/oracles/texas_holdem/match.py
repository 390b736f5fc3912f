"""Recorded hands of hold'em and Omaha, played again through the genome and kept account of.

Every action is made in the engine, at the recorded stacks and with the recorded forced bets, while
the chips are counted here a second time. Cards that nobody knows are dealt as any others: they
decide nothing before a showdown, and what a showdown comes to is compared only if all cards in it
are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from darwindeck._core import CoreGame, Position
from darwindeck.archives.again import NotPlayable, PlayedAgain
from darwindeck.archives.divergences import (
    AuctionResult,
    Category,
    Comparison,
    Divergence,
    Irregularity,
    IrregularityKind,
    Triage,
)
from darwindeck.archives.door import one_line
from darwindeck.archives.examination import Extent, unreadable_values
from darwindeck.archives.record import (
    Hands,
    MatchRecord,
    Opening,
    RecordedCall,
    RecordedExchange,
    StatedResult,
)
from darwindeck.cards import Card
from darwindeck.genome.limits import MAX_CHIPS
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.schema import (
    AssignRole,
    BettingPhase,
    Counter,
    DoPhase,
    Expr,
    ForEach,
    GameGenome,
    Life,
    Phase,
    Scope,
    Stake,
)
from darwindeck.library import get_genome
from darwindeck.oracles.texas_holdem.phh import HOLE_CARDS
from darwindeck.simulation import Game
from darwindeck.simulation.moves import MoveKind, bet_code

_CODE = {kind: kind | 0xFFFF << 8 for kind in MoveKind}
_MOST_RAKE = 10
"""Per cent of a pot that a house may have kept; what is missing beyond that is no rake."""
_MOST_FORCED = 1_000_000
"""The most units of a forced bet."""
_BOARD = (0, 3, 4, 5)
"""How many cards lie on the board in each round of betting."""
_BURNT = (0, 4, 6)
"""Where cards are burnt between those of the board, counted with them."""


_GENOMES = {
    "NT": ("texas-holdem", "no_limit"),
    "FT": ("texas-holdem", "limit"),
    "PO": ("omaha", "pot_limit"),
}
"""The game of the library and the way of betting of each variant."""
_LATER = 4
"""From this phase on the bets of fixed limits are the big ones."""


def forced_by_seat(players: int, variant: str = "NT") -> GameGenome:
    """A game in which each seat is forced to stake what the match says: antes, dead antes, blinds,
    straddles and other posts. `opener` is true of whoever posted last.

    Fixed limits are those of the match, and raises are as many as players like: how many a house
    allows is not recorded.
    """
    name, betting = _GENOMES[variant]
    chosen = {"betting": betting, "players": str(players)}
    genome = fold_options(apply_options(get_genome(name), chosen))

    def counter(name: str, scope: Scope, flag: bool = False) -> Counter:
        start, high = (0, 1) if flag else (0, _MOST_FORCED)
        return Counter(name, name.replace("_", " "), scope, Life.MATCH, start, 0, high, flag)

    def betting_round(number: int, phase: Phase) -> Phase:
        if variant != "FT" or not isinstance(phase, BettingPhase):
            return phase
        bet = Expr("later_bet" if number >= _LATER else "big_blind")
        half = Expr(f"min(raised, div({bet}, 2, up))")
        return replace(phase, min_bet=bet, max_bet=bet, max_raises=None, reopening=half)

    forced = DoPhase(
        (
            ForEach("each", (Stake("ante"), Stake("dead_ante", dead=True), Stake("post"))),
            AssignRole("big", "next(dealer, opener)"),
        ),
        label="The forced bets",
    )
    by_seat = ("ante", "dead_ante", "post")
    phases = enumerate(genome.turn_structure.phases)
    structure = replace(
        genome.turn_structure, phases=tuple(betting_round(*numbered) for numbered in phases)
    )
    later = (counter("later_bet", Scope.TABLE),) if variant == "FT" else ()
    return replace(
        genome,
        options=(),
        roles=tuple(role for role in genome.roles if role.name == "big"),
        counters=(
            counter("big_blind", Scope.TABLE),
            *(counter(name, Scope.SEAT) for name in by_seat),
            counter("opener", Scope.SEAT, flag=True),
            *later,
        ),
        setup=replace(genome.setup, before_deal=(forced,)),
        turn_structure=structure,
    )


@dataclass(frozen=True)
class _Table:
    game: Game
    core: CoreGame
    number: dict[Card, int]
    hole: int
    """How many cards each player holds."""
    board: dict[int, int]
    """How many cards lie on the board in each round of betting, by the number of its phase."""


@cache
def _table(players: int, variant: str) -> _Table:
    game = Game(forced_by_seat(players, variant))
    cards = {card: number for number, card in enumerate(game.cards)}
    rounds = [isinstance(phase, BettingPhase) for phase in game.labels.phases]
    board = {place: _BOARD[sum(rounds[:place])] for place, bets in enumerate(rounds) if bets}
    return _Table(game, game.core, cards, HOLE_CARDS[variant], board)


@dataclass
class HandReport:
    """Everything found in one recorded hand."""

    record: MatchRecord
    index: int = 0
    divergences: list[Divergence] = field(default_factory=list)
    irregularities: list[Irregularity] = field(default_factory=list)
    calls: int = 0
    followed: bool = False
    judged: bool = False
    ended: str = "not read"
    pairs: list[tuple[str, object, object]] = field(default_factory=list)

    def all_divergences(self) -> list[Divergence]:
        return self.divergences

    def all_irregularities(self) -> list[Irregularity]:
        return self.irregularities

    def figures(self) -> Extent:
        rounds = len(self.record.rounds)
        return Extent(rounds, int(self.judged), int(self.followed), 0, 0, self.calls)

    def comparisons(self) -> list[Comparison]:
        if not self.record.rounds:
            return []
        return [Comparison(self.record.file, self.index, self.ended, tuple(self.pairs))]

    def auctions(self) -> AuctionResult:
        return AuctionResult(self.record.file)


def examine_hands(
    record: MatchRecord, readings: Mapping[str, str], *, engine: bool = True
) -> HandReport:
    """Holds one recorded hand against the rules."""
    report = HandReport(record)
    report.divergences += unreadable_values(record)
    if record.rounds:
        report.index = record.rounds[0].index
        _Examiner(report).examine()
    return report


def hand_again(record: MatchRecord, index: int) -> PlayedAgain:
    """A hand as moves of the engine, as far as it takes them."""
    examiner = _Examiner(HandReport(record, index))
    deck = examiner.deck()
    if deck is None:
        raise NotPlayable("the cards or the chips of the hand cannot be")
    first = examiner.begin(deck)
    examiner.follow(first)
    found = examiner.report.divergences
    stopped = str(found[0].details) if found else ""
    return PlayedAgain(examiner.table.game, first, tuple(examiner.made), stopped)


class _Examiner:
    def __init__(self, report: HandReport) -> None:
        self.report = report
        record = report.record
        events = record.rounds[0].events
        self.players = record.seats
        self.calls: list[RecordedCall] = []
        self.board: list[tuple[int, tuple[Card, ...]]] = []
        self.stacks: tuple[int, ...] = ()
        self.held: tuple[tuple[Card, ...], ...] = ()
        self.shown: tuple[tuple[Card, ...], ...] = ()
        self.stated: Mapping[str, object] = {}
        for event in events:
            match event:
                case RecordedCall():
                    self.calls.append(event)
                case RecordedExchange():
                    self.board.append((event.at, event.cards))
                case Opening():
                    self.stacks = event.scores
                case Hands(stage="hole"):
                    self.held = event.cards
                case Hands():
                    self.shown = event.cards
                case StatedResult():
                    self.stated = event.values
        header = record.header
        self.antes = _listed(header["antes"])
        self.posts = _listed(header["posts"])
        self.least = int(str(header["min_bet"]))
        self.later = int(str(header["later_bet"]))
        self.variant = str(header["variant"])
        self.table = _table(self.players, self.variant)
        self.dead = not header["trimmed"]
        self.made: list[tuple[int, int]] = []
        """The moves of the engine."""

    def _differs(
        self, at: int | None, category: Category, expected: object, computed: object, said: str
    ) -> None:
        reason = "the record and the rules do not agree"
        self.report.divergences.append(
            Divergence(
                self.report.record.file,
                self.report.index,
                at,
                category,
                expected,
                computed,
                said,
                Triage.SOURCE,
                reason,
            )
        )

    def _remark(self, at: int | None, kind: IrregularityKind, said: str, seat: int | None) -> None:
        file, index = self.report.record.file, self.report.index
        self.report.irregularities.append(Irregularity(file, index, at, kind, said, seat))

    def examine(self) -> None:
        deck = self.deck()
        if deck is None:
            return
        end = self.follow(self.begin(deck))
        if end is not None:
            self._judge(end)

    def deck(self) -> list[int] | None:
        """The cards in the order in which they are dealt; unknown ones are any others."""
        forced = max(map(abs, (*self.antes, *self.posts, self.least, self.later)))
        if sum(self.stacks) > MAX_CHIPS or min(self.stacks) <= 0 or forced > _MOST_FORCED:
            said = f"stacks of {list(self.stacks)} units cannot be played"
            self._differs(None, Category.READING, list(self.stacks), None, said)
            return None
        number, hole = self.table.number, self.table.hole
        if not self._shows_what_was_dealt():
            return None
        board = [card for _, cards in self.board for card in cards]
        known = [*(card for cards in self.held for card in cards), *board]
        twice = [str(card) for card in known if known.count(card) > 1]
        if twice or len(board) > _BOARD[-1]:
            said = f"{twice[0]} is there twice" if twice else f"the board has {len(board)} cards"
            self._differs(None, Category.HANDS, [str(card) for card in known], None, said)
            return None
        taken = {number[card] for card in known}
        free = (card for card in range(len(number)) if card not in taken)
        dealt = [
            number[cards[place]] if cards else next(free)
            for place in range(hole)
            for cards in self.held
        ]
        for place in range(8):
            at = place - sum(burnt < place for burnt in _BURNT)
            open_card = place not in _BURNT and at < len(board)
            dealt.append(number[board[at]] if open_card else next(free))
        return [*dealt, *free]

    def _shows_what_was_dealt(self) -> bool:
        """Whether nobody shows other cards than were dealt to them; what is shown is known then."""
        held = list(self.held)
        for seat, cards in enumerate(self.shown):
            if cards and held[seat] and not set(cards) <= set(held[seat]):
                said = f"p{seat + 1} shows cards that were not dealt to p{seat + 1}"
                dealt = [str(card) for card in held[seat]]
                self._differs(None, Category.HANDS, [str(card) for card in cards], dealt, said)
                return False
            if len(cards) == self.table.hole:
                held[seat] = cards
        self.held = tuple(held)
        return True

    def begin(self, deck: list[int]) -> Position:
        players = range(self.players)
        antes = [max(0, ante) for ante in self.antes]
        posts = [abs(post) for post in self.posts]
        self.chips = list(self.stacks)
        self.staked = [0] * self.players
        self.bets = [0] * self.players
        self.pot = 0
        for seat in players:
            ante = min(antes[seat], self.chips[seat])
            self._pay(seat, ante, live=not self.dead)
            self.bets[seat] = min(posts[seat], self.chips[seat])
            self._pay(seat, self.bets[seat])
        posted = [bet if post > 0 else 0 for bet, post in zip(self.bets, self.posts, strict=True)]
        opener = max(players, key=lambda seat: (posted[seat], seat))
        zeros = [0] * self.players
        live, dead = (zeros, antes) if self.dead else (antes, zeros)
        counters = [(0, 0, self.least)]
        if self.variant == "FT":
            counters.append((5, 0, self.later))
        for seat in players:
            counters += [
                (1, seat, live[seat]),
                (2, seat, dead[seat]),
                (3, seat, posts[seat]),
                (4, seat, int(seat == opener)),
            ]
        return self.table.core.deal(
            0,
            single_hand=True,
            deck=deck[::-1],
            dealer=self.players - 1,
            stacks=self.stacks,
            counters=counters,
        )

    def _pay(self, seat: int, amount: int, live: bool = True) -> None:
        self.chips[seat] -= amount
        self.pot += amount
        if live:
            self.staked[seat] += amount

    def follow(self, position: Position) -> Position | None:
        """Makes the recorded actions; None if one of them cannot be made."""
        self.folded = [False] * self.players
        groups = list(self.board)
        lying = 0
        for call in self.calls:
            while groups and groups[0][0] < call.at:
                lying += len(groups.pop(0)[1])
                self.bets = [0] * self.players
            asked = position.asked()
            if asked != call.seat:
                turn = "nobody" if asked is None else f"p{asked + 1}"
                said = f"p{call.seat + 1} acts where it is the turn of {turn}"
                self._differs(call.at, Category.PLAY, f"p{call.seat + 1}", turn, said)
                return None
            if not self._board_fits(call.at, lying, self.table.board[position.frames()[-1][0]]):
                return None
            code, paid = self._meant(call)
            try:
                after = position.apply(call.seat, code)
            except ValueError:
                self._refused(position, call)
                return None
            self.report.calls += 1
            self._pay(call.seat, paid)
            self.bets[call.seat] += paid
            self.folded[call.seat] |= call.word == "f"
            self.made.append((call.seat, code))
            last, position = position, after
        if not position.over:
            self._unfinished()
            return None
        lying += sum(len(cards) for _, cards in groups)
        shown = self.folded.count(False) > 1
        least = self.table.board[last.frames()[-1][0]] if self.calls else 0
        if shown and lying < _BOARD[-1] and self._board_fits(None, lying, max(lying, least)):
            said = f"the board has {lying} cards at the showdown"
            self._remark(None, IrregularityKind.UNFINISHED, said, None)
        elif not self._board_fits(None, lying, _BOARD[-1] if shown else least):
            return None
        self.report.followed = True
        return position

    def _board_fits(self, at: int | None, lying: int, due: int) -> bool:
        """Whether as many cards lie on the board as should, and came in the right groups."""
        sizes = [len(cards) for place, cards in self.board if at is None or place < at]
        if lying == due and sizes == [3, 1, 1][: len(sizes)]:
            return True
        when = "in the end" if at is None else "where the play goes on"
        said = f"the board has {lying} cards {when}, dealt as {sizes}; by the rules it has {due}"
        self._differs(at, Category.HANDS, lying, due, said)
        return False

    def _unfinished(self) -> None:
        self.report.ended = "unfinished"
        if _listed(self.stated.get("finishing_stacks")) or _listed(self.stated.get("winnings")):
            said = "a result is stated, and the actions end before the hand does"
            self._differs(None, Category.RESULT, "a result", None, said)
        else:
            said = "the actions end before the hand does"
            self._remark(None, IrregularityKind.UNFINISHED, said, None)

    def _meant(self, call: RecordedCall) -> tuple[int, int]:
        """The move of an action, and the chips it costs."""
        seat, highest = call.seat, max(self.bets)
        owed = highest - self.bets[seat]
        if call.word == "f":
            return _CODE[MoveKind.FOLD], 0
        if call.word == "cc":
            kind = MoveKind.MATCH if owed else MoveKind.CHECK
            return _CODE[kind], min(owed, self.chips[seat])
        to = int(str(call.values["to"]))
        by = max(0, to - highest)
        return bet_code(_CODE[MoveKind.BET], by), to - self.bets[seat]

    def _refused(self, position: Position, call: RecordedCall) -> None:
        did = {"f": "folds", "cc": "checks or calls"}.get(call.word, "")
        if not did:
            did = f"raises to {call.values['to']}"
        bounds = position.amounts(call.seat)
        highest = max(self.bets)
        may = "may not raise"
        if bounds is not None:
            may = f"may raise to {bounds[0] + highest} up to {bounds[1] + highest}"
        said = f"p{call.seat + 1} {did}, which is not allowed: p{call.seat + 1} {may}"
        if call.word == "f" and max(self.bets) == self.bets[call.seat]:
            said = f"p{call.seat + 1} folds where nothing is to be called"
            self._remark(call.at, IrregularityKind.AUCTION, said, call.seat)
            self.report.ended = "folded for nothing"
            self._folded_for_nothing(call)
            return
        self._differs(call.at, Category.PLAY, call.word, may, said)

    def _folded_for_nothing(self, call: RecordedCall) -> None:
        """The rest of such a hand is not played; who folds keeps what they have."""
        seat = call.seat
        finishing = _listed(self.stated.get("finishing_stacks"))
        if finishing and finishing[seat] != self.chips[seat]:
            said = (
                f"p{seat + 1} has {finishing[seat]} in the end, and folded with {self.chips[seat]}"
            )
            self._differs(call.at, Category.RESULT, finishing[seat], self.chips[seat], said)

    def _judge(self, position: Position) -> None:
        """What everybody has in the end, and what they took from the pot."""
        left = [seat for seat in range(self.players) if not self.folded[seat]]
        for seat, cards in enumerate(self.shown):
            if cards and self.folded[seat]:
                said = f"p{seat + 1} shows cards and has folded"
                self._differs(None, Category.PLAY, [str(card) for card in cards], None, said)
        numbers = position.numbers()
        computed = list(numbers["chips"])
        if sum(computed) != sum(self.stacks):
            said = "chips are lost or made"
            self._differs(None, Category.TOTAL_POINTS, sum(self.stacks), sum(computed), said)
        shown = len(left) > 1
        known = all(self.held[seat] for seat in left)
        board = sum(len(cards) for _, cards in self.board)
        if shown and (not known or board < 5):
            self.report.ended = "shown down, with cards that are not known"
            self._unknown_showdown()
            return
        self.report.judged = True
        self.report.ended = "shown down" if shown else "all others folded"
        finishing = _listed(self.stated.get("finishing_stacks"))
        if finishing:
            self.report.pairs.append(("finishing stacks", tuple(finishing), tuple(computed)))
            if finishing != computed:
                said = f"stacks of {finishing} in the end, by the rules {computed}"
                self._differs(None, Category.RESULT, finishing, computed, said)
        winnings = _listed(self.stated.get("winnings"))
        if winnings:
            self._winnings(winnings, computed)

    def _uncalled(self) -> list[int]:
        """What goes back to the player who staked more than anybody else."""
        back = [0] * self.players
        second, highest = sorted(self.staked)[-2:]
        if highest > second:
            back[self.staked.index(highest)] = highest - second
        return back

    def _winnings(self, stated: list[int], computed: list[int]) -> None:
        """What players took from the pot; the house may have kept a part of it."""
        back = self._uncalled()
        accounts = zip(computed, self.chips, back, strict=True)
        took = [has - chips - more for has, chips, more in accounts]
        pot = sum(took)
        self.report.pairs.append(("taken from the pot", tuple(stated), tuple(took)))
        if stated == took or stated == [t + b for t, b in zip(took, back, strict=True)]:
            return
        rake = pot - sum(stated)
        takers = [seat for seat, amount in enumerate(took) if amount]
        same = takers == [seat for seat, amount in enumerate(stated) if amount]
        if same and rake > 0 and 100 * rake <= _MOST_RAKE * pot and self._fair(stated, took, rake):
            said = f"a rake of {rake} units of a pot of {pot}"
            self._remark(None, IrregularityKind.OPEN, said, None)
            return
        said = f"{stated} units are taken from the pot, by the rules {took}"
        self._differs(None, Category.RESULT, stated, took, said)

    def _fair(self, stated: list[int], took: list[int], rake: int) -> bool:
        """Whether nobody paid more of the rake than all of it, and nobody got more than theirs."""
        return all(0 <= has - says <= rake for says, has in zip(stated, took, strict=True))

    def _unknown_showdown(self) -> None:
        """Who won is not known; that no more was taken than there was, is."""
        winnings = _listed(self.stated.get("winnings"))
        finishing = _listed(self.stated.get("finishing_stacks"))
        pot = self.pot - sum(self._uncalled())
        if sum(finishing) > sum(self.stacks):
            said = f"{sum(finishing)} units in the end of {sum(self.stacks)}"
            self._differs(None, Category.TOTAL_POINTS, finishing, sum(self.stacks), said)
        if not winnings:
            return
        taken = sum(winnings)
        self.report.pairs.append(("pot", taken, pot))
        folded = [s + 1 for s, amount in enumerate(winnings) if amount and self.folded[s]]
        if folded:
            said = f"p{folded[0]} takes chips from the pot and has folded"
            self._differs(None, Category.RESULT, winnings, None, said)
        rake = pot - taken
        if rake < 0 or 100 * rake > _MOST_RAKE * pot:
            said = f"{taken} units are taken from a pot of {pot}"
            self._differs(None, Category.RESULT, taken, pot, said)
        elif rake:
            said = f"a rake of {rake} units of a pot of {pot}"
            self._remark(None, IrregularityKind.OPEN, said, None)


def _listed(value: object) -> list[int]:
    """The numbers that a source states; none if it states nothing."""
    return list(value) if isinstance(value, tuple) else []


def show_hands(record: MatchRecord, index: int | None = None) -> Iterator[str]:
    """A hand as people would read it."""
    if not record.rounds or index not in (None, record.rounds[0].index):
        return
    report = examine_hands(record, {})
    names = [f"p{seat + 1}" for seat in range(record.seats)]
    lines = [f"{one_line(record.file)}, round {report.index + 1}: {report.ended}"]
    for event in record.rounds[0].events:
        match event:
            case Opening():
                held = (f"{name} {chips}" for name, chips in zip(names, event.scores, strict=True))
                lines.append(f"Stacks: {', '.join(held)}; {names[event.dealer]} deals")
            case Hands():
                known = zip(names, event.cards, strict=True)
                does = " shows" if event.stage == "shown" else ":"
                lines += [f"  {name}{does} {' '.join(map(str, c))}" for name, c in known if c]
            case RecordedExchange():
                lines.append(f"Board: {' '.join(map(str, event.cards))}")
            case RecordedCall():
                to = f" to {event.values['to']}" if event.values else ""
                did = {"f": "folds", "cc": "checks or calls", "cbr": "bets or raises"}[event.word]
                lines.append(f"  {names[event.seat]} {did}{to}")
    for name, recorded, computed in report.pairs:
        lines.append(f"{name}: recorded {recorded}, by the rules {computed}")
    lines += [str(found) for found in (*report.divergences, *report.irregularities)]
    yield "\n".join(lines)
