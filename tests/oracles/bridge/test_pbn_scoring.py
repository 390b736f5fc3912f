"""The table of duplicate bridge, by scores that every player knows."""

from __future__ import annotations

import pytest

from darwindeck.oracles.bridge.scoring import Contract, score


@pytest.mark.parametrize(
    ("level", "strain", "times", "tricks", "vulnerable", "points"),
    [
        (1, "NT", 1, 7, False, 90),
        (2, "D", 1, 9, False, 110),
        (3, "NT", 1, 9, False, 400),
        (3, "NT", 1, 10, True, 630),
        (4, "S", 1, 10, True, 620),
        (5, "C", 1, 11, False, 400),
        (6, "H", 1, 12, False, 980),
        (6, "NT", 1, 12, True, 1440),
        (7, "NT", 1, 13, True, 2220),
        (7, "NT", 4, 13, True, 2980),
        (2, "S", 2, 8, False, 470),
        (2, "S", 2, 9, True, 870),
        (1, "C", 4, 7, False, 230),
        (4, "S", 1, 9, False, -50),
        (4, "S", 1, 8, True, -200),
        (4, "S", 2, 9, False, -100),
        (4, "S", 2, 7, False, -500),
        (4, "S", 2, 6, False, -800),
        (4, "S", 2, 8, True, -500),
        (4, "S", 4, 8, True, -1000),
        (7, "NT", 2, 0, False, -3500),
    ],
)
def test_a_contract_scores_what_the_table_says(
    level: int, strain: str, times: int, tricks: int, vulnerable: bool, points: int
) -> None:
    for declarer in range(4):
        made = score(Contract(level, strain, times, declarer), tricks, vulnerable)
        own = made[declarer % 2] - made[1 - declarer % 2]
        assert own == points
        assert 0 in made
