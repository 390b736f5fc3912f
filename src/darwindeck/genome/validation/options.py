"""Options: every choice must exist, point at something, and leave the genome sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from darwindeck.genome.expressions.check import close_name
from darwindeck.genome.options import apply_options, is_settable
from darwindeck.genome.problems import GenomeError, Problem
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.schema.things import OptionChoice
from darwindeck.genome.validation.facts import Facts

Validate = Callable[[GameGenome], list[Problem]]


def options_are_sound(facts: Facts) -> Iterator[Problem]:
    for index, option in enumerate(facts.genome.options):
        path = ("options", index)
        names = [choice.name for choice in option.choices]
        if not names:
            yield Problem("empty-list", (*path, "choices"), "An option needs choices")
        elif option.value not in names:
            yield Problem(
                "unknown-choice",
                (*path, "value"),
                f"The option '{option.name}' cannot be '{option.value[:60]}'; its choices are "
                f"{', '.join(names)}{close_name(option.value, names)}",
            )


def settings_point_somewhere(facts: Facts) -> Iterator[Problem]:
    for index, option in enumerate(facts.genome.options):
        for place, choice in enumerate(option.choices):
            for number, setting in enumerate(choice.sets):
                if not is_settable(setting.path):
                    yield Problem(
                        "bad-pointer",
                        ("options", index, "choices", place, "sets", number, "path"),
                        f"'{setting.path[:80]}' cannot be set by an option; a path is a JSON "
                        "pointer such as `/setup/starting_chips`",
                    )


MAX_REREAD = 200_000
"""The most parts that are read again, over all choices that set fields."""


def choices_can_be_tried(facts: Facts) -> Iterator[Problem]:
    """Every choice is tried on the whole genome, so a large one can have only so many."""
    choices = [choice for _, choice in facts.all(OptionChoice) if choice.sets]
    if len(choices) * len(facts.survey.parts) > MAX_REREAD:
        yield Problem(
            "too-large",
            ("options",),
            f"{len(choices)} choices set fields, too many for a genome of "
            f"{len(facts.survey.parts):,} parts",
        )


def choices_leave_the_genome_sound(facts: Facts, validate: Validate) -> Iterator[Problem]:
    """Puts every choice that sets fields in force and validates what comes out."""
    for index, option in enumerate(facts.genome.options):
        for place, choice in enumerate(option.choices):
            if not choice.sets:
                continue
            path = ("options", index, "choices", place, "sets")
            words = f"With {option.name} = {choice.name}: "
            try:
                changed = apply_options(facts.genome, {option.name: choice.name})
            except GenomeError as error:
                for problem in error.problems[:5]:
                    code = "bad-pointer" if problem.code == "bad-pointer" else "bad-setting"
                    yield Problem(code, path, f"{words}{problem}")
                continue
            for problem in validate(changed)[:5]:
                yield Problem("option-breaks-genome", path, f"{words}{problem}")
            if choice.name == option.value and changed != facts.genome:
                yield Problem(
                    "contradicting-option",
                    path,
                    f"{option.name} = {choice.name} is in force, but the genome does not say what "
                    "it sets",
                )
