"""What the arrays of a game mean: every plane of what a seat sees, every number of a move.

The core has the only account of both, worked out from the genome; here it is put into words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from darwindeck._core import arrays_version
from darwindeck.envs.source import as_game
from darwindeck.genome.bytecode.names import Names
from darwindeck.genome.schema import (
    BuildPhase,
    Call,
    CallChoice,
    CallPhase,
    ChoicePhase,
    GameGenome,
    Owner,
    Phase,
    PileKey,
)
from darwindeck.simulation import Game, MoveKind

VERSION = arrays_version()
"""Of planes and of the numbers of moves: they change with everything that changes an array."""

_WORDS = {
    MoveKind.DONE: "pick no more",
    MoveKind.PASS: "decline",
    MoveKind.STOP: "leave off",
    MoveKind.TAKE: "take",
    MoveKind.OPTION: "begin",
    MoveKind.CHECK: "check",
    MoveKind.MATCH: "call: stake as much as the highest",
    MoveKind.FOLD: "fold",
    MoveKind.CHALLENGE: "challenge",
    MoveKind.ACCEPT: "let it stand",
}


def numbers_text(first: int, many: int) -> str:
    """Numbers one after the other, for reading: "368", "0–51"."""
    if many < 2:
        return f"{first}" if many else "none"
    return f"{first}–{first + many - 1}"


class Plane(NamedTuple):
    """A part of what a seat sees."""

    name: str
    """"Lies of hand (next player)"."""
    meaning: str
    axis: str
    """What its numbers stand for, one after the other."""
    first: int
    length: int

    @property
    def span(self) -> slice:
        """Where it is in the array."""
        return slice(self.first, self.first + self.length)

    @property
    def numbers(self) -> str:
        """The same for reading."""
        return numbers_text(self.first, self.length)


def _told_apart(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts of which equal ones after the first have a number."""
    seen, found = Counter[str](), []
    for text in texts:
        seen[text] += 1
        found.append(text if seen[text] == 1 else f"{text} (no. {seen[text]})")
    return tuple(found)


class EncodingSection(NamedTuple):
    """Numbers of moves of one kind."""

    kind: MoveKind
    words: str
    parts: tuple[tuple[str, int], ...]
    """What a move of it says, and how many values each part has."""
    first: int
    whole: bool
    """Whether each combination of parts has a number; otherwise parts are named one by one."""
    slot: int
    phase: int
    number: int
    usage: str

    @property
    def size(self) -> int:
        sizes = [size for _, size in self.parts]
        if not self.whole:
            return sum(sizes)
        product = 1
        for size in sizes:
            product *= size
        return product


class Encoding:
    """The arrays of one game in words."""

    def __init__(self, genome: Game | GameGenome | str) -> None:
        self.game = as_game(genome)
        self._labels = self.game.labels
        self.size, self.action_count = self.game.core.array_sizes()
        self.faces: tuple[str, ...] = _told_apart(
            self._labels.card_texts[card] for card in self.game.core.faces()
        )
        """The cards by the numbers of their faces; equal cards, where they may be two moves."""

    @cached_property
    def planes(self) -> tuple[Plane, ...]:
        """All planes in order."""
        return tuple(
            Plane(self._plane_name(name, of, whose), meaning, axis, first, length)
            for name, meaning, axis, of, whose, first, length in self.game.core.planes()
        )

    @cached_property
    def sections(self) -> tuple[EncodingSection, ...]:
        """All numbers of moves, by kind."""
        return tuple(
            EncodingSection(
                MoveKind(kind),
                self._section_words(MoveKind(kind), slot, phase, number, usage),
                tuple(parts),
                first,
                whole,
                slot,
                phase,
                number,
                usage,
            )
            for kind, slot, phase, number, usage, parts, first, whole in (
                self.game.core.action_sections()
            )
        )

    def action_text(self, number: int) -> str:
        """What a number says."""
        if type(number) is not int or not 0 <= number < self.action_count:
            raise ValueError(f"{number!r} is no action: they are 0 to {self.action_count - 1}")
        section = next(one for one in reversed(self.sections) if one.first <= number)
        rest = number - section.first
        if not section.whole:
            for place, (_, size) in enumerate(section.parts):
                if rest < size:
                    value = self._value(section, place, rest)
                    return f"{section.words}, part {place + 1}: {value}"
                rest -= size
        values = []
        for _, size in reversed(section.parts):
            values.append(rest % size)
            rest //= size
        said = [self._value(section, place, v) for place, v in enumerate(reversed(values))]
        return ": ".join([section.words, ", ".join(said)]) if said else section.words

    @cached_property
    def axes(self) -> dict[str, tuple[str, ...]]:
        """What the numbers along an axis of planes stand for, by the name of the axis, as far as
        the planes of the game have such an axis."""
        labels = self._labels
        names = Names(labels.genome).tables
        phases = [_phase_words(phase) for phase in labels.phases]

        def of(kind: str) -> tuple[str, ...]:
            numbered = sorted((number, name) for name, number in names[kind].items())
            return tuple(name.replace("_", " ") for _, name in numbered)

        axes = {
            "face": self.faces,
            "card": labels.card_texts,
            "seat": tuple(self._seat(places) for places in range(labels.players)),
            "side": tuple(self._whose(Owner.TEAM, side) for side in range(len(labels.sides))),
            "suit": tuple(labels.suit(number) for number in range(len(labels.suits))),
            "rank": tuple(labels.rank(number) for number in range(len(labels.ranks))),
            "phase": tuple(
                f"{words}, phase {number}" if phases.count(words) > 1 else words
                for number, words in enumerate(phases)
            ),
            "mode": tuple(mode or "the only one" for mode in labels.modes) or ("the only one",),
            "pattern": labels.patterns,
            "call": of("call"),
            "choice": of("choice"),
        }
        used = {part for plane in self.planes for part in plane.axis.split(", ")}
        return {name: texts for name, texts in axes.items() if name in used}

    def number_text(self, number: int) -> str:
        """What a number of what a seat sees stands for."""
        if type(number) is not int or not 0 <= number < self.size:
            raise ValueError(f"{number!r} is no number seen: they are 0 to {self.size - 1}")
        plane = next(one for one in reversed(self.planes) if one.first <= number)
        what = self._along(plane, number - plane.first)
        return f"{plane.name}: {what}" if what else plane.name

    def _along(self, plane: Plane, place: int) -> str:
        parts = plane.axis.split(", ")
        if plane.axis == "thing, seat, value":
            return f"{parts[place % 3]}, {place // 3 + 1} back"
        if plane.axis == "parts, section, values":
            return parts[min(place, 2)] + (f" {place - 1}" if place > 1 else "")
        if all(part in self.axes for part in parts):
            if len(parts) == 2:
                across = self.axes[parts[1]]
                return f"{self.axes[parts[0]][place // len(across)]}, {across[place % len(across)]}"
            texts = self.axes[parts[0]]
            beyond = "the house or nobody" if plane.axis == "seat" else "none"
            return texts[place] if place < len(texts) else beyond
        if plane.axis == "pile":
            return f"pile {place + 1}" if plane.length > 1 else ""
        if plane.axis == "whose":
            owner = Owner.TEAM if plane.length == len(self._labels.sides) else Owner.SEAT
            return self._whose(owner, place) if plane.length > 1 else ""
        return parts[place]

    def describe(self) -> str:
        """All of it, for reading."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.game.genome.name or self.game.genome.genome_id}"
        yield f"what a seat sees: {self.size} numbers (float32), version {VERSION[0]}"
        for plane in self.planes:
            axis = f" [{plane.axis}]" if plane.axis else ""
            yield f"  {plane.numbers:>11}  {plane.name}: {plane.meaning}{axis}"
        yield f"actions: {self.action_count} numbers, version {VERSION[1]}"
        for section in self.sections:
            joint = " × " if section.whole else ", then "
            parts = joint.join(f"{name} ({size})" for name, size in section.parts)
            span = numbers_text(section.first, section.size)
            yield f"  {span:>11}  {section.words}{': ' if parts else ''}{parts}"
        yield "seats and sides are counted from the observer"
        for name, texts in self.axes.items():
            numbered = " ".join(f"{number}={text}" for number, text in enumerate(texts))
            yield f"{name}, by number: {numbered}"

    # --- words -----------------------------------------------------------------------------------

    def _plane_name(self, name: str, of: int, whose: int) -> str:
        labels = self._labels
        if name == "Counter":
            return f"Counter {labels.genome.counters[of].label}"
        if name == "Role":
            return f"Role {labels.roles[of]}"
        if of < 0:
            return name
        zone = labels.zone_labels[of]
        if whose < 0:
            return f"{name} of {zone}"
        return f"{name} of {zone} ({self._whose(labels.zones[of].owner, whose)})"

    def _whose(self, owner: Owner, whose: int) -> str:
        if owner is Owner.TEAM:
            return "own side" if whose == 0 else f"side {whose} on"
        return self._seat(whose)

    def _seat(self, places: int) -> str:
        if places >= self._labels.players:
            return "the house or nobody"
        return ("own", "next player")[places] if places < 2 else f"player {places} on"

    def _section_words(self, kind: MoveKind, slot: int, phase: int, number: int, usage: str) -> str:
        where = self._option(slot)
        match kind:
            case MoveKind.CARD:
                words = {"": "pick a card", "meld": "lay a card", "taken": "take from the table"}
                return where + words[usage]
            case MoveKind.CALL:
                label = self._call(phase, number).label
                others = self._same_calls.count(label) > 1
                named = _phase_words(self._labels.phases[phase])
                return where + label + (f" ({named}, phase {phase})" if others else "")
            case MoveKind.BUILD:
                found = self._labels.phases[phase]
                assert isinstance(found, BuildPhase)
                rule = found.moves[number]
                move = f"move from {rule.source} to {rule.target}"
                others = self._same_builds.count(move) > 1
                return where + move + (f" (rule {number + 1} of phase {phase})" if others else "")
            case MoveKind.BET:
                return where + "bet or raise"
            case MoveKind.RANK:
                return where + "say the rank"
            case MoveKind.DECLARE:
                return where + "declare"
        return where + _WORDS[kind]

    @cached_property
    def _same_calls(self) -> list[str]:
        phases = [phase for phase in self._labels.phases if isinstance(phase, CallPhase)]
        return [call.label for phase in phases for call in phase.calls]

    @cached_property
    def _same_builds(self) -> list[str]:
        phases = [phase for phase in self._labels.phases if isinstance(phase, BuildPhase)]
        return [f"move from {rule.source} to {rule.target}" for one in phases for rule in one.moves]

    def _option(self, slot: int) -> str:
        """The options of all choices that have so many, in words."""
        if slot == 0:
            return ""
        names: dict[str, None] = {}
        for phase in self._labels.phases:
            if isinstance(phase, ChoicePhase) and len(phase.options) >= slot:
                option = phase.options[slot - 1]
                names[_phase_words(option)] = None
        return f"option {slot} ({' or '.join(names)}): "

    def _call(self, phase: int, number: int) -> Call:
        found = self._labels.phases[phase]
        assert isinstance(found, CallPhase)
        return found.calls[number]

    def _value(self, section: EncodingSection, place: int, value: int) -> str:
        part, size = section.parts[place]
        labels = self._labels
        match part:
            case "face":
                return self.faces[value]
            case "suit":
                return labels.suit(value)
            case "rank":
                return labels.rank(value)
            case "seat":
                return self._seat(value)
            case "amount":
                return "the fixed amount" if size == 1 else f"amount {value + 1} of {size}"
            case "pattern":
                return labels.patterns[value]
            case "combination":
                return f"combination {value + 1}"
            case "number" | "word":
                return self._named(self._choice(section, place), part, value)
            case "packet":
                cards = size - len(self.faces)
                counted = value < cards or cards < 0
                return f"{value + 1} cards" if counted else self.faces[value - cards]
        return self._place(section, place, value)

    def _choice(self, section: EncodingSection, place: int) -> CallChoice:
        return self._call(section.phase, section.number).choices[place]

    def _named(self, choice: CallChoice, part: str, value: int) -> str:
        if part == "word":
            return choice.words[value].replace("_", " ")
        if choice.numbers:
            return f"{choice.label} {choice.numbers[value]}"
        if isinstance(choice.low, int):
            return f"{choice.label} {choice.low + value * choice.step}"
        steps = f"{value * choice.step} above the least" if value else "the least"
        return f"{choice.label} {steps}"

    def _place(self, section: EncodingSection, place: int, value: int) -> str:
        """A pile; of a zone of its own the number, otherwise the number of the place."""
        size = section.parts[place][1]
        last = place > 0 and value == size - 1
        if last:
            return "a new pile"
        labels = self._labels
        if section.kind is MoveKind.BUILD:
            phase = labels.phases[section.phase]
            assert isinstance(phase, BuildPhase)
            rule = phase.moves[section.number]
            name, _ = labels.zone_of(rule.source if place == 0 else rule.target)
            number = labels.zone_number.get(name)
            if number is not None and labels.zones[number].piles is not PileKey.MANY:
                return f"{labels.zone_labels[number]} {value + 1}"
        return f"pile {value}"


def _phase_words(phase: Phase) -> str:
    label = getattr(phase, "label", "")
    return str(label) if label else phase.kind


def describe(genome: Game | GameGenome | str) -> str:
    """What the arrays of a game mean, for reading."""
    return Encoding(genome).describe()
