"""Completeness: could strangers with the right cards and only the printed rulebook play it?

Ten questions decide it. `ANSWERED_BY` names the fields that answer each. A field that is None
leaves its question open; an empty list is an answer ("there is no such thing in this game"). In a
file a field that is left out leaves its question open too, wherever in the file it belongs, unless
leaving it out says that there is no such thing (`absent`): other defaults are no answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from darwindeck.genome.absent import may_be_left_out, of_data
from darwindeck.genome.codec import TAG, kinds_of
from darwindeck.genome.decks import NAMED_DECKS
from darwindeck.genome.limits import MAX_FILE_DEPTH
from darwindeck.genome.schema.base import Part
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.tree import ListSlot, OptionalSlot, PartSlot, Slot, fields_of

QUESTIONS: dict[int, str] = {
    1: "What is it called, and which cards does it need?",
    2: "How many play, in which teams, in which direction?",
    3: "Who deals first, how does the deal move on, who acts first?",
    4: "What is dealt, to whom, what is turned up or left aside, and who sees it?",
    5: "What beats what?",
    6: "What is each card worth?",
    7: "What happens, in which order, and what may and must a player do?",
    8: "What happens when the stock runs out, everybody passes, nobody can move?",
    9: "When does a hand end, and how is it scored?",
    10: "When does the game end, who wins, what breaks a tie, and what bounds the game?",
}

ANSWERED_BY: dict[str, int] = {
    "name": 1,
    "deck": 1,
    "setup.initial_deck": 1,
    "player_count": 2,
    "team_mode": 2,
    "teams": 2,
    "house": 2,
    "match.direction": 2,
    "match.first_dealer": 3,
    "match.next_dealer": 3,
    "setup": 4,
    "zones": 4,
    "rankings": 5,
    "hand_evaluation": 5,
    "setup.trump_suit": 5,
    "point_tables": 6,
    "turn_structure": 7,
    "special_effects": 7,
    "patterns": 7,
    "card_sets": 7,
    "roles": 7,
    "counters": 7,
    "lets": 7,
    "options": 7,
    "setup.tableau_mode": 7,
    "setup.sequence_direction": 7,
    "setup.sequence_wrap": 7,
    "setup.sequence_must_match_suit": 7,
    "setup.sequence_gap_allowed": 7,
    "game_rules": 8,
    "game_rules.tie_breaker": 10,
    "scoring_rules": 9,
    "card_scoring": 9,
    "win_conditions": 10,
    "match": 10,
    "max_turns": 10,
}
"""The question that a field answers, with all that is in it; the longest path that fits counts."""

IDENTITY = (
    "schema_version",
    "genome_id",
    "generation",
    "description",
    "words",
    "table",
    "sources",
    "ai_hints",
)
"""Fields that answer nothing about how the game is played."""

_WHOLE: dict[str, tuple[int, ...]] = {
    "setup": (1, 4, 5),
    "game_rules": (8, 10),
    "match": (2, 3, 10),
}
"""Sections that answer several questions: all of them are open if the section is missing."""

_NOT_NONE: dict[str, int] = {
    "match.direction": 2,
    "match.first_dealer": 3,
    "match.next_dealer": 3,
    "setup.deal": 4,
    "zones": 4,
    "rankings": 5,
    "point_tables": 6,
    "game_rules": 8,
    "scoring_rules": 9,
    "card_scoring": 9,
}
"""Fields that leave their question open if they are None."""

Source = GameGenome | Mapping[str, Any]

MOST_NAMED = 10
"""How many fields a message names at most."""
CURE = "`darwindeck show FILE --format json -o FILE`"
"""The command that fills a file up."""


@dataclass(frozen=True)
class Question:
    """One of the ten questions, and the fields that answer it."""

    number: int
    text: str
    fields: tuple[str, ...]
    missing: tuple[str, ...] = ()
    """The fields that leave it open, in a genome that was checked."""

    def __str__(self) -> str:
        return self.told(MOST_NAMED)

    def told(self, most: int) -> str:
        """The question with at most so many of the fields that leave it open."""
        names = self.missing or self.fields
        more = len(names) - most
        see = ", ".join(names[:most])
        if more > 0:
            see = (
                f"{see} and {more} more" if see else f"{more} {'field' if more == 1 else 'fields'}"
            )
        return f"{self.number}. {self.text} (see {see})"


@dataclass(frozen=True)
class CompletenessResult:
    """What the check found; true if the genome is complete."""

    unanswered: list[Question] = field(default_factory=list)
    left_out: bool = False
    """Whether a file leaves out fields that have defaults."""

    @property
    def complete(self) -> bool:
        return not self.unanswered

    def __bool__(self) -> bool:
        return self.complete

    def __str__(self) -> str:
        if self.complete:
            return "complete: every question is answered"
        count = len(self.unanswered)
        head = f"{count} of {len(QUESTIONS)} questions {'is' if count == 1 else 'are'} not answered"
        return "\n".join([f"{head}:", *(f"  {line}" for line in self._told())])

    def _told(self) -> Iterator[str]:
        left = MOST_NAMED
        for question in self.unanswered:
            yield question.told(left)
            left = max(0, left - len(question.missing or question.fields))
        if self.left_out:
            yield f"{CURE} writes the fields that the file leaves out, with their defaults."


def questions() -> list[Question]:
    """The ten questions with the fields that answer them."""
    return [
        Question(number, text, tuple(name for name, n in ANSWERED_BY.items() if n == number))
        for number, text in QUESTIONS.items()
    ]


def check_genome_completeness(genome: Source) -> CompletenessResult:
    """Asks a genome, or the JSON of one, the ten questions."""
    missing: dict[int, dict[str, None]] = {}
    left_open, left_out = list(_left_open(genome)), list(_left_out(genome))
    for number, name in (*left_open, *left_out):
        missing.setdefault(number, {})[name] = None
    return CompletenessResult(
        [
            replace(question, missing=tuple(missing[question.number]))
            for question in questions()
            if question.number in missing
        ],
        left_out=bool(set(left_out) - set(left_open)),
    )


def _left_open(genome: Source) -> Iterator[tuple[int, str]]:
    """What the values themselves leave open."""
    if not _at(genome, "name"):
        yield 1, "name"
    if _at(genome, "deck") is None and _at(genome, "setup.initial_deck") not in NAMED_DECKS:
        yield 1, "deck"
    for name, number in _NOT_NONE.items():
        if _at(genome, name) is None:
            yield number, name
    if not _at(genome, "turn_structure.phases"):
        yield 7, "turn_structure.phases"
    if not _at(genome, "win_conditions") and _at(genome, "match.hands") is None:
        yield 10, "win_conditions"
        yield 10, "match.hands"
    if _at(genome, "match") is None:
        yield 10, "match.hands"


def _at(genome: Source, name: str) -> Any:
    """The value of a field such as `match.hands`; None also if its section is not there."""
    value: Any = genome
    for step in name.split("."):
        if isinstance(value, Mapping):
            value = value.get(step)
        else:
            value = getattr(value, step, None)
    return value


# --- fields that a file leaves out ----------------------------------------------------------------

_WORDS = ("name", "label")
"""What things are called decides nothing about how they work."""


def _left_out(genome: Source) -> Iterator[tuple[int, str]]:
    if isinstance(genome, Mapping):
        yield from _absent(GameGenome, genome, (), 0)


def _absent(
    part: type[Part], data: Mapping[str, Any], path: tuple[str, ...], depth: int
) -> Iterator[tuple[int, str]]:
    kinds = kinds_of(part)
    if kinds:
        tag = data.get(TAG)
        if not isinstance(tag, str) or tag not in kinds:
            return
        part = kinds[tag]
    if depth > MAX_FILE_DEPTH:
        return
    said = of_data(part, data)
    for one in fields_of(part):
        name, slot, _ = one
        here = (*path, name)
        if name in _WORDS:
            continue
        if name in data:
            yield from _inside(slot, data[name], here, depth + 1)
        elif not may_be_left_out(part, one, said):
            for number in _questions_of(here):
                yield number, ".".join(here)


def _inside(slot: Slot, value: Any, path: tuple[str, ...], depth: int) -> Iterator[tuple[int, str]]:
    match slot:
        case OptionalSlot(inner):
            yield from _inside(inner, value, path, depth)
        case ListSlot(item) if isinstance(value, list | tuple):
            for one in value:
                yield from _inside(item, one, path, depth)
        case PartSlot(part) if isinstance(value, Mapping):
            yield from _absent(part, value, path, depth)


def _questions_of(path: tuple[str, ...]) -> tuple[int, ...]:
    """The questions that a field answers, by the longest entry of the table that fits."""
    name = ".".join(path)
    if name in _WHOLE:
        return _WHOLE[name]
    for length in range(len(path), 0, -1):
        number = ANSWERED_BY.get(".".join(path[:length]))
        if number is not None:
            return (number,)
    return ()
