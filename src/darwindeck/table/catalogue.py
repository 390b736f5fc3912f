"""The games one can sit down to: the library, one's own folder, and those brought to the server.

Games of the library are read here. All others are texts to this process: whatever is made of them
is made in a process of its own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any, NamedTuple

from darwindeck.genome.checked import check
from darwindeck.genome.codec import to_json
from darwindeck.genome.limits import MAX_FILE_BYTES
from darwindeck.genome.options import apply_options
from darwindeck.library import get_genome, library_ids
from darwindeck.library.shelf import user_games
from darwindeck.table.apart import Answer, done_apart
from darwindeck.table.describing import described, listed
from darwindeck.table.store import Store


class Settled(NamedTuple):
    """A game with its options chosen."""

    genome: str
    players: int
    brought: bool
    """Whether it came from outside."""


class Unfit(ValueError):
    """A game that is not valid, or an option that does not fit."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class Catalogue:
    """Every game by its name."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[str, dict[str, Any] | None] = {}
        """What there is to say of the games of one's own folder, by their text."""

    async def settle(self, name: str, options: Mapping[str, str]) -> Settled | None:
        """A valid game with these options; None if there is none of that name.

        `Unfit`, or `GenomeError` for games of the library, if an option does not fit.
        """
        if name in library_ids():
            genome = check(apply_options(get_genome(name), options)).genome
            return Settled(to_json(genome), genome.player_count, brought=False)
        made = await self._apart("settle", name, options)
        return None if made is None else Settled(made["genome"], made["players"], brought=True)

    async def described(self, name: str, options: Mapping[str, str]) -> dict[str, Any] | None:
        """One game with its options and rules; None and errors as for `settle`."""
        if name in library_ids():
            return described(name, check(apply_options(get_genome(name), options)).genome)
        made: dict[str, Any] | None = await self._apart("describe", name, options)
        return made

    async def worth(self, name: str, options: Mapping[str, str]) -> Any:
        """What a game is worth; None and errors as for `settle`."""
        return await self._apart("worth", name, options)

    async def _apart(self, task: str, name: str, options: Mapping[str, str]) -> Any:
        text = self._text(name)
        if text is None:
            return None
        wanted = {"name": name, "genome": text, "options": dict(options)}
        verdict: Answer = await done_apart(task, json.dumps(wanted).encode())
        if verdict.made is None:
            raise Unfit(verdict.problems)
        return verdict.made

    def _text(self, name: str) -> str | None:
        """A game as it was written."""
        if name in library_ids():
            return to_json(get_genome(name))
        text = self.store.game(name)
        path = user_games().get(name)
        if text is not None or path is None:
            return text
        try:
            if path.stat().st_size > MAX_FILE_BYTES:
                return None
            return path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    async def listed(self) -> list[dict[str, Any]]:
        """What there is to say of every game."""
        found = await asyncio.to_thread(
            lambda: [listed(name, get_genome(name)) for name in library_ids()]
        )
        return [*found, *[game async for game in self._others()]]

    async def _others(self) -> AsyncIterator[dict[str, Any]]:
        for _, about in self.store.games():
            yield json.loads(about)
        for name in user_games():
            text = self._text(name)
            if text is None:
                continue
            if text not in self._known:
                wanted = json.dumps({"name": name, "genome": text}).encode()
                self._known[text] = (await done_apart("list", wanted)).made
            known = self._known[text]
            if known is not None:
                yield known
