"""No program knows any game: outside the library and what proves single games, none is named."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "darwindeck"
OF_SINGLE_GAMES = {
    PACKAGE / "genome" / "examples",
    PACKAGE / "laws" / "games",
    PACKAGE / "archives" / "baloot",
    PACKAGE / "archives" / "readers",
}
NAMES = re.compile(
    r"\b(poker|euchre|baloot|bower|pidro|canasta|pinochle|klaverjas|schnapsen|scopa|briscola|durak"
    r"|blackjack|rummy|klondike|solitaire|old maid|go fish|crazy eights|oh hell|hokum|sira)s?\b",
    re.IGNORECASE,
)


def test_no_source_outside_the_library_names_a_game() -> None:
    sources = [*ROOT.glob("src/darwindeck/**/*.py"), *ROOT.glob("rust/**/*.rs")]
    assert len(sources) > 100
    found = [
        (str(path.relative_to(ROOT)), match.group())
        for path in sources
        if not OF_SINGLE_GAMES.intersection(path.parents)
        for match in NAMES.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
