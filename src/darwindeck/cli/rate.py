"""`darwindeck rate`: how one liked a game, into the same file as ratings after a match."""

from __future__ import annotations

from statistics import fmean
from typing import Annotated

import typer

from darwindeck.cli.arguments import GameName, Options, Trust
from darwindeck.cli.console import err, fail, out, safe
from darwindeck.cli.source import load_game
from darwindeck.english import counted
from darwindeck.genome.checked import check
from darwindeck.ratings import (
    LEAST,
    MOST,
    MOST_NAME,
    PersonRating,
    RatingError,
    Ratings,
    add_rating,
    now,
    ratings_file,
    read_ratings,
)


def rate(
    game: GameName,
    rating: Annotated[
        int | None,
        typer.Argument(min=LEAST, max=MOST, help="From 1 to 10; without it, what was said so far."),
    ] = None,
    again: Annotated[
        bool | None, typer.Option("--again/--never-again", help="Whether you would play it again.")
    ] = None,
    line: Annotated[str, typer.Option(metavar="TEXT", help="What you think of it.")] = "",
    change: Annotated[str, typer.Option(metavar="TEXT", help="What you would change in it.")] = "",
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    trust: Trust = False,
) -> None:
    """Say how you liked a game, or see how it was liked.

    Ratings after a match in the browser are in the same file, which belongs to you alone.
    """
    genome = load_game(game, option)
    key, name = check(genome).key, (genome.name or genome.genome_id)[:MOST_NAME]
    if rating is None and (again is not None or line or change):
        fail(f"say how much you liked it as well: darwindeck rate {game} 7")
    try:
        if rating is not None:
            add_rating(PersonRating(key, name, rating, again, line, now(), change))
        found = read_ratings()
    except (OSError, RatingError) as error:
        fail(str(error))
    _tell(name, found, key)


def _tell(name: str, found: Ratings, key: str) -> None:
    for damaged in found.damaged:
        place = f"{ratings_file()}, line {damaged.line}"
        err.print(f"[yellow]not read:[/] {safe(place)}: {safe(damaged.problem)}", soft_wrap=True)
    own = found.of(key)
    if not own:
        out.print(f"{safe(name)} has not been rated yet.", highlight=False)
        return
    mean = fmean(rating.rating for rating in own)
    said = [rating.again for rating in own if rating.again is not None]
    once_more = f"; {sum(said)} of {len(said)} would play it again" if said else ""
    text = f"{safe(name)}: {mean:.1f} of {MOST} in {counted(len(own), 'rating')}{once_more}"
    out.print(text, highlight=False, soft_wrap=True)
    for rating in own[-10:]:
        words = [rating.line] if rating.line else []
        words += [f"to change: {rating.change}"] if rating.change else []
        if words:
            text = f"  {rating.rating:>2}  {safe('; '.join(words))}"
            out.print(text, highlight=False, soft_wrap=True)
