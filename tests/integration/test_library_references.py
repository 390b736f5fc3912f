"""Every reference in the library is looked at: a wrong one is found, where it stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from darwindeck.genome.examples import LIBRARY
from darwindeck.genome.options import fold_options
from darwindeck.genome.problems import Path, path_text
from darwindeck.genome.survey import ExprUse, NameUse, survey
from darwindeck.genome.validation import problems_of

NONSENSE = "no_such_thing"
DECLARING = {("SuitSpec", "name"), ("RankSpec", "name"), ("CardRanking", "mode")}


def put(part: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    step, *rest = path
    if isinstance(part, tuple):
        assert isinstance(step, int)
        return (*part[:step], put(part[step], tuple(rest), value), *part[step + 1 :])
    return replace(part, **{str(step): put(getattr(part, str(step)), tuple(rest), value)})


@pytest.mark.parametrize("name", LIBRARY)
def test_a_name_or_expression_that_means_nothing_is_found(name: str) -> None:
    genome = replace(fold_options(LIBRARY[name]()), options=())
    assert problems_of(genome) == []
    found = survey(genome)
    uses: list[ExprUse | NameUse] = [*found.expressions, *found.names]
    for use in uses:
        problems = problems_of(put(genome, use.path, NONSENSE))
        where = path_text(use.path)
        declares = (type(use.part).__name__, use.field) in DECLARING
        assert problems, where
        assert declares or where in {problem.path for problem in problems}, where
