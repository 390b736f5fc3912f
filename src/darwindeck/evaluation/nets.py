"""Whether two genomes are played alike: the same seeded games, held against each other.

The cheap nets come first, and a difference ends the search. Whole games and single hands by random
players are compared by everything that is counted of them. Some single hands are watched step by
step instead: who may do how much, where every card lies and who knows it, so that rules about what
is shown count too. These are dealt from *sorted* decks, every second one with some cards exchanged.
Any order of a deck may come up, but long suits, sequences and equal ranks come together far more
often in these than in a shuffled deck, and so do the slams, sweeps and rare hands that rules speak
of. Greedy players come last: they reach what random ones never do, such as contracts made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any

from darwindeck._core import CoreGame, Position, fingerprint
from darwindeck.genome.bytecode.header import IDENTITY_BYTES, BytecodeHeader
from darwindeck.genome.checked import check
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome

MOST_STEPS = (60, 60, 60, 400)
"""Decisions up to which hands are watched in turn: many beginnings, some to the end."""


@dataclass(frozen=True)
class Net:
    """Games by one kind of player; what changes none of them slips through."""

    player: str
    """Who plays; `watched`: random players, watched step by step on sorted decks."""
    single_hand: bool
    games: int
    """The most games of it."""
    decisions: int
    """No more games are begun once so many decisions were taken in it."""

    @property
    def thinks(self) -> bool:
        """Whether its players look ahead: then its games are dear."""
        return self.player not in ("random", "watched")


def nets(games: int, players: Sequence[str] = ("random", "greedy")) -> tuple[Net, ...]:
    """The nets for an effort of so many games, the cheap ones first."""
    found = []
    if "random" in players:
        found.append(Net("random", False, games, 100 * games))
        found.append(Net("random", True, 10 * games, 200 * games))
        found.append(Net("watched", True, games // 2 + 6, 30 * games))
    for player in players:
        if player != "random":
            found.append(Net(player, False, games // 20 + 1, 2 * games))
            found.append(Net(player, True, games // 4, 2 * games))
    return tuple(found)


Play = Callable[[bytes], Any]
"""Plays some games by bytecode; the result is equal if they were all alike."""


class Yardstick:
    """One genome's games, played once, to hold others against."""

    def __init__(self, genome: GameGenome, nets: Sequence[Net], seed: int) -> None:
        self.bytecode = check(genome).rules_bytecode
        self._cards = _deck_size(CoreGame(self.bytecode))
        self._seed = seed
        self._plan = self._chunks(nets)
        self._known: list[tuple[Net, Play, Any]] = []

    def is_same(self, bytecode: bytes) -> bool:
        """Whether there is no difference but in words."""
        return plays_the_same(bytecode, self.bytecode)

    def is_alike(self, bytecode: bytes, *, thinking: bool = True) -> bool:
        """Whether every game of every net is played alike; perhaps of random players alone."""
        return self.is_same(bytecode) or all(
            play(bytecode) == known for play, known in self._results(thinking)
        )

    def _results(self, thinking: bool) -> Iterator[tuple[Play, Any]]:
        """What is known, and more of it as it is asked for."""
        for number in count():
            if number == len(self._known):
                more = next(self._plan, None)
                if more is None:
                    return
                self._known.append(more)
            net, play, known = self._known[number]
            if net.thinks and not thinking:
                return
            yield play, known

    def _chunks(self, nets: Sequence[Net]) -> Iterator[tuple[Net, Play, Any]]:
        """Ever more games of each net: most clauses show in the first few."""
        for net in nets:
            first, games, decided = 0, 1, 0
            while first < net.games and decided < net.decisions:
                games = min(games, net.games - first)
                if net.player == "watched":
                    play, known, steps = self._watch(first, games)
                else:
                    play, known, steps = self._batch(net, first, games)
                yield net, play, known
                decided += steps
                first, games = first + games, 3 * games

    def _batch(self, net: Net, first: int, games: int) -> tuple[Play, Any, int]:
        def run(bytecode: bytes) -> dict[str, Any]:
            return CoreGame(bytecode).simulate(
                games,
                seed=self._seed,
                players=[net.player],
                single_hand=net.single_hand,
                detailed=True,
                first=first,
            )

        known = run(self.bytecode)
        limit = 2 * known["turns"][4] + 10

        def play(bytecode: bytes) -> dict[str, Any]:
            return run(_limited(bytecode, limit))

        # Players who think ahead see the limit, so the games known must be played under it too.
        known = play(self.bytecode) if net.thinks else known
        return play, known, known["decisions"][1]

    def _watch(self, first: int, games: int) -> tuple[Play, Any, int]:
        def play(bytecode: bytes) -> list[int]:
            game = CoreGame(bytecode)
            return [
                watched(game, self._cards, self._seed, n)[0] for n in range(first, first + games)
            ]

        game = CoreGame(self.bytecode)
        seen = [watched(game, self._cards, self._seed, n) for n in range(first, first + games)]
        return play, [one for one, _ in seen], sum(steps for _, steps in seen)


def compiled(genome: GameGenome) -> bytes | None:
    """The bytecode of a genome; None if it is not valid."""
    try:
        return check(genome).rules_bytecode
    except GenomeError:
        return None


def plays_the_same(one: bytes, other: bytes) -> bool:
    """Whether the bytecode of two genomes differs in their identity alone."""
    return one[IDENTITY_BYTES:] == other[IDENTITY_BYTES:]


def _limited(bytecode: bytes, turns: int) -> bytes:
    """The game with a limit that only games longer than those known can reach.

    Without a rule that ends it a game may go on for very long; that it is longer is enough.
    """
    header = BytecodeHeader.from_bytes(bytecode)
    shorter = replace(header, max_turns=min(turns, header.max_turns))
    return shorter.to_bytes() + bytecode[BytecodeHeader.HEADER_SIZE :]


def _deck_size(game: CoreGame) -> int:
    return sum(len(cards) for *_, cards, _ in game.deal(0).places())


def watched(game: CoreGame, cards: int, seed: int, number: int) -> tuple[int, int]:
    """One hand from a sorted deck by random players: its identity, and its decisions."""
    rng = Random(
        fingerprint(b"watched" + seed.to_bytes(8, "little") + number.to_bytes(4, "little"))
    )
    position = game.deal(
        rng.getrandbits(63), single_hand=True, deck=sorted_deck(cards, game.players, number, rng)
    )
    seen = bytearray()
    most = MOST_STEPS[number % len(MOST_STEPS)]
    for step in range(most):
        seen += _snapshot(position, cards)
        asked = position.asked()
        if asked is None:
            return fingerprint(bytes(seen)), step
        moves = position.legal(asked)
        position = position.apply(asked, moves[rng.randrange(len(moves))])
    return fingerprint(bytes(seen)), most


def sorted_deck(cards: int, players: int, number: int, rng: Random) -> list[int]:
    """A deck in which what belongs together comes to one player, more or less.

    Card numbers go by suits. Every so many-th card of that order, cut somewhere, gives each player
    neighbours or equals, depending on the stride and on the packets in which cards are dealt.
    """
    strides = (1, max(1, cards // players), players, max(1, cards // 4), max(1, cards // 8))
    stride = strides[number % len(strides)]
    order = [card for start in range(stride) for card in range(start, cards, stride)]
    cut = rng.randrange(cards)
    order = order[cut:] + order[:cut]
    if number // len(strides) % 2:
        for _ in range(cards // 4):
            one, other = rng.randrange(cards), rng.randrange(cards)
            order[one], order[other] = order[other], order[one]
    return order


def _snapshot(position: Position, cards: int) -> bytes:
    """What can be said of a position, whatever its zones and counters are called."""
    numbers = position.numbers()
    told = (
        "turn",
        "dealer",
        "score",
        "side_score",
        "hand_score",
        "side_hand_score",
        "chips",
        "pot",
    )
    asked = position.asked()
    piles = sorted((owner, bytes(pile)) for _, owner, _, pile, _ in position.places() if pile)
    seen = (
        bytes(position.to_move()),
        0 if asked is None else len(position.legal(asked)),
        piles,
        [numbers[name] for name in told],
        [position.knowledge(card) for card in range(cards)],
        bytes(position.winners),
        position.limit_reached,
    )
    return repr(seen).encode()
