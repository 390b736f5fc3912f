from __future__ import annotations

import pytest

from darwindeck.genome.expressions.simplify import simplified


@pytest.mark.parametrize(
    ("text", "simpler"),
    [
        ("bid + 0", "bid"),
        ("0 + bid", "bid"),
        ("bid - 0", "bid"),
        ("0 - bid", "0 - bid"),
        ("1 * bid", "bid"),
        ("bid * 1", "bid"),
        ("bid * 0", "bid * 0"),
        ("2 + 3 * 4", "14"),
        ("if(true, bid, 0)", "bid"),
        ("if(bid > 3, took_last, false)", "bid > 3 and took_last"),
        ("if(bid > 3, false, took_last)", "bid <= 3 and took_last"),
        ("if(bid > 3, true, took_last)", "bid > 3 or took_last"),
        ("if(bid > 3, took_last, true)", "bid <= 3 or took_last"),
        ("if(bid > 3, took_last and false, false)", "false"),
        ("not (bid > 3)", "bid <= 3"),
        ("not not took_last", "took_last"),
    ],
)
def test_an_expression_is_simplified(text: str, simpler: str) -> None:
    assert simplified(text) == simpler
