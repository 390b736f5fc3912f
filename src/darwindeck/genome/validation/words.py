"""Words that a genome gives to its own things: they name, and never say a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

from darwindeck.genome.expressions.check import close_name
from darwindeck.genome.limits import MAX_LABEL, MAX_NAME
from darwindeck.genome.problems import Problem
from darwindeck.genome.schema.patterns import HandPattern
from darwindeck.genome.validation.facts import Facts

TEXTS = ("one", "many", "having")

_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve dozen hundred thousand "
    "once twice thrice double triple half"
)
_DUTIES = "must may might can cannot can't should shall need needs ought"
_AMOUNTS = "more most fewer fewest less least exactly every each"
_RULES = re.compile(
    r"\d|\b(?:has|have) to\b|\b(?:" + "|".join(f"{_NUMBERS} {_DUTIES} {_AMOUNTS}".split()) + r")\b",
    re.IGNORECASE,
)
_HAVING = re.compile(r"(?:is|has) \S.*")


def words_are_of_something(facts: Facts) -> Iterator[Problem]:
    """Words are given once, to a counter, a role or a tag that there is."""
    genome = facts.genome
    known = {counter.name for counter in genome.counters} | {role.name for role in genome.roles}
    known |= {tag for _, pattern in facts.all(HandPattern) for tag in pattern.tags}
    seen: set[str] = set()
    for index, wording in enumerate(genome.words):
        if wording.of not in known:
            yield Problem(
                "unknown-name",
                ("words", index, "of"),
                f"There is no counter, role or tag '{wording.of[:MAX_NAME]}'"
                f"{close_name(wording.of, known)}",
            )
        if wording.of in seen:
            yield Problem(
                "duplicate-name",
                ("words", index, "of"),
                f"'{wording.of[:MAX_NAME]}' has been given words before",
            )
        seen.add(wording.of)


def words_say_no_rule(facts: Facts) -> Iterator[Problem]:
    """A number, a duty or an amount belongs into a rule: as a word it could become untrue."""
    for index, wording in enumerate(facts.genome.words):
        for field in TEXTS:
            text = getattr(wording, field)
            rule = _RULES.search(text)
            if rule is not None:
                yield Problem(
                    "words-say-a-rule",
                    ("words", index, field),
                    f"'{rule.group()}' says a number, a duty or an amount; words only name",
                )
            elif len(text) > MAX_LABEL:
                yield Problem(
                    "too-large",
                    ("words", index, field),
                    f"Words have at most {MAX_LABEL} characters, these {len(text):,}",
                )
            elif field == "having" and text and not _HAVING.fullmatch(text):
                yield Problem(
                    "words-do-not-fit",
                    ("words", index, field),
                    f"'{text}' does not go on after somebody's name: begin with 'is' or 'has'",
                )
