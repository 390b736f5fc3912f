"""A match as plain values, every moment of it: for a page with a slider, or a file of its own.

All cards are open, each with the seats that could look at it, so that a page can show what one seat
saw. So this is never made of a match that is still being played.
"""

from __future__ import annotations

import json
import os
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from darwindeck.archives.door import ArchiveError
from darwindeck.archives.registry import archived_rounds, played_again
from darwindeck.english import capitalised
from darwindeck.simulation import MatchLog
from darwindeck.simulation.state import State
from darwindeck.simulation.table import ONLOOKER, Table
from darwindeck.simulation.view import looks_at
from darwindeck.table.describing import rules
from darwindeck.table.model import Json, TableModel, TableMoment
from darwindeck.table.plain import cleaned

PAGE = Path(__file__).parent / "page"
MOST_MOVES = 20_000
"""Moves of a match that is shown again."""
_START = "replay.js"


class TooLong(ValueError):
    """A match with more moves than are shown."""


class NotOver(ValueError):
    """A match that is still being played."""


def replay(
    model: TableModel,
    first: TableMoment,
    moves: Sequence[tuple[int, int]],
    *,
    only_if_over: bool = False,
) -> Json:
    """A match from its first moment on, with its rules.

    What does not change from one moment to the next is said once.
    """
    if len(moves) > MOST_MOVES:
        raise TooLong(f"the match has {len(moves):,} moves; {MOST_MOVES:,} can be shown")
    frames, before = [], Json()
    moments = list(_moments(model, first, moves))
    if only_if_over and not moments[-1].position.over:
        raise NotOver("the match is not over yet")
    for moment in moments:
        now = _view(model, moment)
        frame = {"view": _changes(before, now), **_told(model, moment)}
        tricks = model.tricks(moment)
        if tricks:
            frame["tricks"] = tricks
        frames.append(frame)
        before = now
    return {"table": model.table, "rules": cleaned(rules(model.game.genome)), "frames": frames}


def replay_of(log: MatchLog) -> Json:
    """A match from its log."""
    model = TableModel(log.game)
    position = State.begin(log.game, log.start).position
    return replay(model, TableMoment(Table(model.labels, position)), log.moves[: log.at])


def replay_of_round(data: bytes, name: str, number: int) -> Json:
    """A round of an archive, by its number from 0; `ValueError` says why it cannot be shown."""
    try:
        rounds = archived_rounds(data, name)
        if not 0 <= number < len(rounds):
            raise ValueError(f"{name} has {len(rounds)} rounds, and no round {number + 1}")
        record, index = rounds[number]
        again = played_again(record, index)
    except ArchiveError as error:
        raise ValueError(str(error)) from error
    model = TableModel(again.game)
    shown = replay(model, TableMoment(Table(model.labels, again.first)), again.moves)
    shown["round"] = {"number": number, "of": len(rounds), "stopped": again.stopped}
    return shown


def _moments(
    model: TableModel, moment: TableMoment, moves: Iterable[tuple[int, int]]
) -> Iterator[TableMoment]:
    yield moment
    for seat, code in moves:
        moment = moment.after(seat, code, model.labels.seats[seat])
        yield moment


def _view(model: TableModel, moment: TableMoment) -> Json:
    """Everything that lies on the table, each card with the seats that can look at it."""
    view = model.view(moment, ONLOOKER)
    places = {place.number: place for place in moment.table.places}
    players = range(len(model.labels.seats))
    piles: dict[str, Json] = {}
    for row in view["piles"]:
        place = places[row["id"]]
        looks = [looks_at(moment.table, place, seat) for seat in players]
        seen = [
            sum(sees[i] << seat for seat, sees in enumerate(looks)) for i in range(len(place.cards))
        ]
        cards = [(model.face_of[card], mask) for card, mask in zip(place.cards, seen, strict=True)]
        kept = {
            key: value
            for key, value in row.items()
            if key not in ("faces", "count", "known", "sorted")
        }
        kept["faces"], kept["seen"] = model.laid_out(cards, row["zone"], moment.table)
        piles[str(row["id"])] = kept
    return {**view, "piles": piles}


def _changes(before: Json, now: Json) -> Json:
    """What is other than before; what is gone is None."""
    changed: Json = {}
    for key in before.keys() | now.keys():
        was, is_now = before.get(key), now.get(key)
        if was != is_now:
            if key == "piles" and isinstance(was, dict) and isinstance(is_now, dict):
                is_now = _changes(was, is_now)
            changed[key] = is_now
    return changed


def _told(model: TableModel, moment: TableMoment) -> Json:
    """What happened, and how each seat heard of it where it heard something else."""
    everything = model.events(moment, None)
    heard = {
        str(seat): events
        for seat in range(model.labels.players)
        if (events := model.events(moment, seat)) != everything
    }
    return {"events": everything, "heard": heard} if heard else {"events": everything}


# --- a file of its own ---------------------------------------------------------------------------


def standalone(data: Json) -> str:
    """A replay as one page that needs nothing else, not even a server."""
    modules = {
        path.relative_to(PAGE).as_posix(): path.read_text("utf-8")
        for path in sorted(PAGE.rglob("*.js"))
    }
    imports = {
        name: f"data:text/javascript;base64,{b64encode(_rerouted(name, text).encode()).decode()}"
        for name, text in modules.items()
    }
    style = (PAGE / "style.css").read_text("utf-8")
    title = capitalised(str(data["table"]["name"]))
    return "\n".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>{style}</style>",
            f'<script type="importmap">{_script({"imports": imports})}</script>',
            f'<script type="application/json" id="replay">{_script(data)}</script>',
            f'<script type="module">import "{_START}";</script>',
            '</head>\n<body>\n<main id="app"></main>\n</body>\n</html>\n',
        )
    )


def _rerouted(name: str, text: str) -> str:
    """A module whose imports name others as the import map does."""
    folder = Path(name).parent

    def reroute(found: re.Match[str]) -> str:
        target = os.path.normpath(folder / found[2])
        return f'{found[1]}"{Path(target).as_posix()}"'

    return re.sub(r'(\bfrom\s*|\bimport\s*)"(\./[^"]+)"', reroute, text)


def _script(value: Any) -> str:
    """JSON that may stand within a script: it cannot end it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
