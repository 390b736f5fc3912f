"""Projects: which ones a hand holds, which ones an announcement can mean, and whose is the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from darwindeck.oracles.baloot.baloot_cards import ACE, KING, QUEEN, TEN

RAW: Final = {"sira": 20, "fifty": 50, "hundred": 100, "four hundred": 400, "baloot": 20}
SUN_POINTS: Final = {"sira": 4, "fifty": 10, "hundred": 20, "four hundred": 40, "baloot": 0}
HOKUM_POINTS: Final = {"sira": 2, "fifty": 5, "hundred": 10, "four hundred": 40, "baloot": 2}
PRIORITY: Final = {"sira": 1, "fifty": 2, "hundred": 3, "four hundred": 4}


class Project(NamedTuple):
    """A combination in a hand."""

    kind: str
    cards: tuple[int, ...]

    @property
    def strength(self) -> tuple[int, int]:
        """What the sides compare: the kind, then the highest card."""
        return PRIORITY[self.kind], max(card & 7 for card in self.cards)

    @property
    def of_a_kind(self) -> bool:
        return len({card >> 3 for card in self.cards}) > 1


def _fours(hand: frozenset[int], sun: bool) -> Iterator[Project]:
    for rank in range(TEN, ACE + 1):
        cards = tuple(8 * suit + rank for suit in range(4))
        if hand.issuperset(cards):
            yield Project("four hundred" if rank == ACE and sun else "hundred", cards)


def _runs_of(mask: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The longest sequences of a suit by their ranks; one of eight is a hundred and a sira."""
    found: list[tuple[str, tuple[int, ...]]] = []
    run: list[int] = []
    for rank in range(9):
        if rank < 8 and mask >> rank & 1:
            run.append(rank)
            continue
        if len(run) == 8:
            found += [("sira", tuple(run[:3])), ("hundred", tuple(run[3:]))]
        elif len(run) >= 3:
            found.append(({3: "sira", 4: "fifty"}.get(len(run), "hundred"), tuple(run)))
        run = []
    return tuple(found)


_RUNS: Final = tuple(_runs_of(mask) for mask in range(256))
"""The sequences of every set of ranks."""


def _runs(hand: Iterable[int]) -> list[Project]:
    mask = sum(1 << card for card in hand)
    return [
        Project(kind, tuple(8 * suit + rank for rank in ranks))
        for suit in range(4)
        for kind, ranks in _RUNS[mask >> 8 * suit & 255]
    ]


def projects_of(hand: frozenset[int], sun: bool) -> tuple[Project, ...]:
    """The projects of a hand that together are worth most; each card serves once."""
    counts = [0] * 8
    for card in hand:
        counts[card & 7] += 1
    if 4 not in counts[TEN:]:
        return tuple(_runs(hand))
    fours = list(_fours(hand, sun))
    best: tuple[Project, ...] = ()
    best_key = (0, 0, 0)
    for mask in range(1 << len(fours)):
        chosen = [four for number, four in enumerate(fours) if mask >> number & 1]
        rest = hand.difference(*(four.cards for four in chosen))
        found = (*chosen, *_runs(rest))
        worth = sum((SUN_POINTS if sun else HOKUM_POINTS)[project.kind] for project in found)
        key = (worth, -len(found), sum(len(project.cards) for project in found))
        if found and key > best_key:
            best, best_key = found, key
    return best


def _all_of_kind(hand: frozenset[int], kind: str, sun: bool) -> list[Project]:
    """Everything in a hand that may be called by this name, the highest first."""
    found = [project for project in _fours(hand, sun) if project.kind == kind]
    for suit in range(4):
        for low in range(8):
            for length in {"sira": (3,), "fifty": (4,), "hundred": (8, 7, 6, 5)}.get(kind, ()):
                cards = tuple(8 * suit + rank for rank in range(low, low + length))
                if low + length <= 8 and hand.issuperset(cards):
                    found.append(Project(kind, cards))
    return sorted(found, key=lambda project: (project.strength, len(project.cards)), reverse=True)


def meanings(hand: frozenset[int], kinds: Sequence[str], sun: bool) -> list[tuple[Project, ...]]:
    """What announcements can mean, the best first: one project of the hand for each, no card twice.

    Where that is impossible but for cards that serve twice, those meanings are given.
    """
    held = projects_of(hand, sun)
    if Counter(project.kind for project in held) == Counter(kinds):
        return [held]
    found: list[tuple[Project, ...]] = []
    for disjoint in (True, False):
        _assign(hand, tuple(kinds), sun, disjoint, (), found)
        if found:
            break
    return found


def _assign(
    hand: frozenset[int],
    kinds: tuple[str, ...],
    sun: bool,
    disjoint: bool,
    chosen: tuple[Project, ...],
    found: list[tuple[Project, ...]],
) -> None:
    if not kinds:
        found.append(chosen)
        return
    for project in _all_of_kind(hand, kinds[0], sun):
        used = {card for other in chosen for card in other.cards}
        if disjoint:
            clash = not used.isdisjoint(project.cards)
        else:
            # A card may serve once in a sequence and once in four of a kind.
            clash = any(
                other.of_a_kind == project.of_a_kind and set(other.cards) & set(project.cards)
                for other in chosen
            )
        if not clash and len(found) < 64:
            _assign(hand, kinds[1:], sun, disjoint, (*chosen, project), found)


def best_strength(projects: Iterable[Project]) -> tuple[int, int]:
    return max((project.strength for project in projects), default=(0, 0))


def blocks_baloot(projects: Iterable[Project], trump: int) -> bool:
    """Whether a hundred uses up the king or the queen of trumps."""
    pair = {8 * trump + KING, 8 * trump + QUEEN}
    for project in projects:
        if PRIORITY[project.kind] >= 3:
            used = pair.intersection(project.cards)
            if used == pair or (used and project.of_a_kind):
                return True
    return False
