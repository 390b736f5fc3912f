"""A tournament as JSON, as a table for spreadsheets, and as a page."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from darwindeck.charts import Bar, bars, escaped, page
from darwindeck.simulation import Game
from darwindeck.tournament.run import Duel, Tournament

FORMAT = "darwindeck-tournament"


class FileProblem(ValueError):
    """A file that holds no tournament, or another one."""


def to_dict(tournament: Tournament) -> dict[str, Any]:
    """A tournament as plain values for JSON."""
    return {
        "format": FORMAT,
        "game": tournament.game.genome.genome_id,
        "key": tournament.game.checked.key,
        "players": list(tournament.names),
        "deals": tournament.deals,
        "seed": tournament.seed,
        "single_hand": tournament.single_hand,
        "ratings": [
            {"player": name, "rating": rating.value, "low": rating.low, "high": rating.high}
            for name, rating in tournament.ranking()
        ],
        "duels": [
            {
                "players": [tournament.names[duel.one], tournament.names[duel.other]],
                "shares": duel.shares,
                "margins": duel.margins,
            }
            for duel in tournament.duels
        ],
    }


def save(tournament: Tournament, path: Path) -> None:
    """Writes a tournament, whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(to_dict(tournament), ensure_ascii=False), encoding="utf-8")
    part.replace(path)


def load(path: Path, game: Game) -> Tournament:
    """The tournament of a file that `save` wrote; `FileProblem` if it is none of this game."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FileProblem(f"{path} is no tournament: {error}") from None
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise FileProblem(f"{path} is no tournament")
    if data.get("key") != game.checked.key:
        raise FileProblem(f"{path} is a tournament of another game, or of other rules")
    try:
        names = tuple(map(str, data["players"]))
        duels = [_duel(item, names) for item in data["duels"]]
        deals, seed = int(data["deals"]), int(data["seed"])
        return Tournament(game, names, deals, seed, bool(data["single_hand"]), duels)
    except (KeyError, TypeError, ValueError) as error:
        raise FileProblem(f"{path} is a damaged tournament: {error}") from None


def _duel(item: Mapping[str, Any], names: tuple[str, ...]) -> Duel:
    one, other = (names.index(name) for name in item["players"])
    shares = [float(value) for value in item["shares"]]
    margins = [float(value) for value in item["margins"]]
    if len(shares) != len(margins) or not all(0 <= share <= 1 for share in shares):
        raise ValueError("results that cannot be")
    return Duel(one, other, shares, margins)


def to_csv(tournament: Tournament) -> str:
    """One line for each deal of each duel."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["player", "against", "deal", "share", "margin"])
    for duel in tournament.duels:
        names = tournament.names[duel.one], tournament.names[duel.other]
        for number, (share, margin) in enumerate(zip(duel.shares, duel.margins, strict=True)):
            writer.writerow([*names, number, share, margin])
    return text.getvalue()


def to_page(tournament: Tournament) -> str:
    """The ratings and duels as one HTML page."""
    name = tournament.game.genome.name or tournament.game.genome.genome_id
    ranking = tournament.ranking()
    least = min(rating.low for _, rating in ranking)
    items = [Bar(player, rating.value, rating.low, rating.high) for player, rating in ranking]
    rows = "".join(
        f"<tr><td>{escaped(tournament.names[duel.one])}</td>"
        f"<td>{escaped(tournament.names[duel.other])}</td>"
        f'<td class="number">{len(duel.shares)}</td>'
        f'<td class="number">{100 * duel.share.value:.1f} % '
        f"({100 * duel.share.low:.1f} to {100 * duel.share.high:.1f})</td>"
        f'<td class="number">{duel.margin.value:+.2f} '
        f"({duel.margin.low:+.2f} to {duel.margin.high:+.2f})</td></tr>"
        for duel in tournament.duels
    )
    kind = "single hands" if tournament.single_hand else "matches"
    body = (
        f"<h1>{escaped(name)}: a tournament</h1>"
        f"<p>Every two players met on {tournament.deals} deals ({kind}, seed {tournament.seed}), "
        "at every seat. Intervals hold the true value with 95 % confidence.</p>"
        f"<figure>{bars(items, 'Ratings', least=least)}</figure>"
        '<div class="scroll"><table><thead><tr><th>player</th><th>against</th>'
        '<th class="number">deals</th><th class="number">took of them</th>'
        f'<th class="number">margin a hand</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )
    return page(f"{name}: a tournament", body)
