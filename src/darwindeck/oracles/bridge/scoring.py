"""What a contract of Bridge scores, by the table of duplicate bridge."""

from __future__ import annotations

from typing import NamedTuple


class Contract(NamedTuple):
    """What was bid, and by whom."""

    level: int
    strain: str
    """C, D, H, S or NT."""
    times: int
    """1, 2 if doubled, 4 if redoubled."""
    declarer: int

    @property
    def side(self) -> int:
        return self.declarer % 2

    @property
    def written(self) -> str:
        """As results write it, without the declarer."""
        return f"{self.level}{self.strain}{'X' * (self.times // 2)}"


def score(contract: Contract, tricks: int, vulnerable: bool) -> tuple[int, int]:
    """What each side scores when the declarer takes so many tricks."""
    over = tricks - contract.level - 6
    points = _made(contract, over, vulnerable) if over >= 0 else -_down(contract, -over, vulnerable)
    own, other = max(points, 0), max(-points, 0)
    return (own, other) if contract.side == 0 else (other, own)


def _made(contract: Contract, over: int, vulnerable: bool) -> int:
    each = 20 if contract.strain in ("C", "D") else 30
    bid = (each * contract.level + (10 if contract.strain == "NT" else 0)) * contract.times
    points = bid + ((500 if vulnerable else 300) if bid >= 100 else 50)
    if contract.level == 6:
        points += 750 if vulnerable else 500
    elif contract.level == 7:
        points += 1500 if vulnerable else 1000
    if contract.times == 1:
        return points + each * over
    return points + 25 * contract.times + over * contract.times * (100 if vulnerable else 50)


def _down(contract: Contract, under: int, vulnerable: bool) -> int:
    if contract.times == 1:
        return under * (100 if vulnerable else 50)
    if vulnerable:
        doubled = 200 + 300 * (under - 1)
    else:
        doubled = 100 + 200 * (under - 1) + 100 * max(0, under - 3)
    return doubled * contract.times // 2
