"""Every rule of the pages is carried out by a function that names it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "docs" / "language.md", ROOT / "docs" / "phases.md")
ENGINE = Path(__file__).parent

NOT_CARRIED_OUT = {
    **{f"1.{n}": "a principle, which the other rules carry out" for n in range(1, 7)},
    "2.2": "versions of the file: the reading of files is not the engine's",
    "2.3": "which genomes are played at all",
    "2.17": "what no rule reads",
    "2.18": "how one speaks of things, which no rule reads",
    "2.19": "how a game lies on a table, which no rule reads",
    "3.9a": "a duty of genomes, which the validator sees to",
    "3.11": "a duty of genomes, which the validator sees to",
    "4.1": "points to phases.md",
    "5.1": "points to phases.md",
    "9.9": "for players who imagine hidden cards; adds no move and removes none",
    "9.12": "a law that follows from the other rules; the laws of the project check it",
    "10.2": "what is no part of the language",
    "11.1": "points to other rules and to the reference",
    "11.2": "a duty of the validator",
}

MENTION = re.compile(r"§(P?)(\d+)\.(\d+)([a-z]?)(?:(?:-| to §?)(?:P?\d+\.)?(\d+)([a-z]?))?")


def numbered() -> list[str]:
    """The numbers of all rules of the pages, in order."""
    return [
        number
        for page in PAGES
        for number in re.findall(r"^\*\*(P?\d+\.\d+[a-z]?)\*\*", page.read_text(), re.MULTILINE)
    ]


def docstrings() -> str:
    """The text of the engine without the tests."""
    files = [path for path in ENGINE.rglob("*.py") if not path.name.startswith("test_")]
    return "\n".join(path.read_text() for path in files)


def named() -> tuple[set[str], set[str]]:
    """The rules that functions name: one by one, and as part of a stretch of rules."""
    single: set[str] = set()
    stretches: set[str] = set()
    for page, section, first, letter, last, last_letter in MENTION.findall(docstrings()):
        single.add(f"{page}{section}.{first}{letter}")
        if last:
            single.add(f"{page}{section}.{last}{last_letter}")
            for number in range(int(first), int(last) + 1):
                stretches.add(f"{page}{section}.{number}")
            for more in "abcdefghijklmnopqrstuvwxyz":
                if more <= last_letter:
                    stretches.add(f"{page}{section}.{last}{more}")
    return single, stretches


def test_rules_have_numbers_of_their_own() -> None:
    numbers = numbered()
    assert len(numbers) == len(set(numbers)) > 250


def test_every_rule_is_carried_out_by_a_function_that_names_it() -> None:
    single, stretches = named()
    missing = [number for number in numbered() if number not in single | stretches]
    assert [number for number in missing if number not in NOT_CARRIED_OUT] == []


def test_every_rule_that_is_named_stands_on_a_page() -> None:
    single, _ = named()
    assert sorted(single - set(numbered())) == []


def test_no_exception_is_needless() -> None:
    single, stretches = named()
    assert sorted(number for number in NOT_CARRIED_OUT if number in single | stretches) == []
    assert sorted(set(NOT_CARRIED_OUT) - set(numbered())) == []
