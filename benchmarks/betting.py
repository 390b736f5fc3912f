"""Betting that cannot be read: what the best answers gain in two small poker games.

`python -m benchmarks.betting` prints it by how long players have learnt; half a minute on one core.
The games are those of `examples/games`.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

from darwindeck._core import Position, learn_game
from darwindeck.genome.codec import from_json
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game

GAMES = Path(__file__).parents[1] / "examples" / "games"
STEPS = (20_000, 200_000, 1_000_000, 8_000_000)

Mixture = Callable[[Position, int], list[tuple[int, float]]]
"""How often a seat makes which move at a position."""


def kuhn() -> GameGenome:
    """Kuhn's poker: three cards, an ante of one, one bet of one."""
    return from_json((GAMES / "kuhn-poker.json").read_text())


def leduc() -> GameGenome:
    """Leduc poker: six cards, two rounds with bets of two and four, one card in the middle."""
    return from_json((GAMES / "leduc-poker.json").read_text())


@dataclass
class _Node:
    """A position of one deal, with all that comes after it."""

    seat: int = -1
    seen: Any = None
    """What the seat knows: its card, what lies open, everything that was done."""
    children: list[_Node] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    gain: float = 0.0
    """What the first seat gains, where the hand is over."""


def exploitability(game: Game, mixture: Mixture, *, cards: int) -> tuple[float, float]:
    """How much the best answers gain against it, on average of both seats; and what the seat that
    begins gains if both play like it. `cards` are those that matter, in the order of the deal."""
    count = len(game.cards)
    deals = {order[:cards]: order for order in permutations(range(count))}
    roots = []
    for order in deals.values():
        position = game.core.deal(1, single_hand=True, deck=list(reversed(order)), dealer=1)
        roots.append(_tree(position, mixture, ()))
    value = sum(_value(root) for root in roots) / len(roots)
    gains = [_best_answer(roots, seat) for seat in (0, 1)]
    return sum(gains) / 2, value


def _tree(position: Position, mixture: Mixture, told: tuple[int, ...]) -> _Node:
    seats = position.to_move()
    if not seats:
        chips = position.numbers()["chips"]
        return _Node(gain=(chips[0] - chips[1]) / 2)
    (seat,) = seats
    moves = mixture(position, seat)
    places = [(zone, owner, cards) for zone, owner, _, cards, _ in position.places()]
    table = tuple(sorted((z, bytes(c)) for z, o, c in places if z > 1 and c))
    own = tuple(bytes(c) for z, o, c in places if z == 0 and o == seat)
    return _Node(
        seat=seat,
        seen=(own, table, told),
        children=[_tree(position.apply(seat, code), mixture, (*told, code)) for code, _ in moves],
        shares=[share for _, share in moves],
    )


def _value(node: _Node) -> float:
    if not node.children:
        return node.gain
    return sum(
        share * _value(child) for share, child in zip(node.shares, node.children, strict=True)
    )


def _best_answer(roots: list[_Node], me: int) -> float:
    """What the best answer of a seat gains on average."""
    sets: dict[Any, list[tuple[float, _Node]]] = defaultdict(list)

    def collect(node: _Node, reach: float) -> None:
        if node.seat == me:
            sets[node.seen].append((reach, node))
        for share, child in zip(node.shares, node.children, strict=True):
            collect(child, reach if node.seat == me else reach * share)

    for root in roots:
        collect(root, 1.0)

    @cache
    def best(seen: Any) -> int:
        nodes = sets[seen]
        worths = [
            sum(reach * worth(node.children[move]) for reach, node in nodes)
            for move in range(len(nodes[0][1].children))
        ]
        return worths.index(max(worths))

    def worth(node: _Node) -> float:
        if not node.children:
            return node.gain if me == 0 else -node.gain
        if node.seat == me:
            return worth(node.children[best(node.seen)])
        return sum(
            share * worth(child) for share, child in zip(node.shares, node.children, strict=True)
        )

    return sum(worth(root) for root in roots) / len(roots)


def learnt(genome: GameGenome, steps: int, cards: int) -> tuple[float, float]:
    """What the best answers gain against somebody who has learnt so long, and the value if all play
    like that."""
    game = Game(genome)
    learn_game(game.core, steps)
    player = f"learned:{steps}"
    return exploitability(game, lambda at, seat: at.mixture(seat, player), cards=cards)


def main() -> None:
    """Prints a table in Markdown."""
    print("| steps | seconds | Kuhn | Leduc |\n|--:|--:|--:|--:|")
    for steps in STEPS:
        begun = time.process_time()
        gains = [learnt(genome, steps, cards)[0] for genome, cards in ((kuhn(), 2), (leduc(), 3))]
        spent = (time.process_time() - begun) / 2
        print(f"| {steps:,} | {spent:.1f} | {gains[0]:.3f} | {gains[1]:.3f} |", flush=True)


if __name__ == "__main__":
    main()
