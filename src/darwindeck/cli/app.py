"""The commands of `darwindeck`."""

from __future__ import annotations

import io
import json
import os
import sys
from dataclasses import replace
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from darwindeck import __version__
from darwindeck.cli import completion, listing, own_games
from darwindeck.cli.arguments import AsJson, GameName, Options, Output, Trust
from darwindeck.cli.began import BEGAN
from darwindeck.cli.console import UNREADABLE, fail, known_name, out, safe, write_file
from darwindeck.cli.source import load_game, parse_options

if TYPE_CHECKING:
    from darwindeck.rulebook import Paper, Rulebook

_ELSEWHERE = {
    "play": "play",
    "serve": "serve",
    "rate": "rate",
    "taste": "taste",
    "simulate": "simulate",
    "tournament": "tournament",
    "check": "check",
    "laws": "laws",
    "evaluate": "evaluate",
    "replay": "replay",
    "compare": "compare",
    "evolve": "evolve",
    "runs": "runs",
    "best": "runs",
    "stages": "runs",
    "lineage": "runs",
    "report": "runs",
    "bench": "bench",
    "encoding": "encoding",
    "archive": "archive",
}
"""The modules of the commands that are loaded when they are asked for."""


class Commands(TyperGroup):
    """The commands of this module and those that lie elsewhere."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*(name for name in self.commands if name not in _ELSEWHERE), *_ELSEWHERE]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        # Where nothing is called that, names that are like it are looked for among all.
        known = cmd_name in self.commands or cmd_name in _ELSEWHERE
        for name in _ELSEWHERE:
            if name not in self.commands and (name == cmd_name or not known):
                self.add_command(_loaded(name), name)
        return super().get_command(ctx, cmd_name)


def _loaded(name: str) -> Any:
    found = getattr(import_module(f"darwindeck.cli.{_ELSEWHERE[name]}"), name)
    if isinstance(found, typer.Typer):
        return typer.main.get_group(found)
    alone = typer.Typer(add_completion=False)
    alone.command(name)(found)
    return typer.main.get_command(alone)


app = typer.Typer(
    name="darwindeck",
    cls=Commands,
    help="Card games as files: describe and check them, read their rules, play them, breed more.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


class ShowFormat(StrEnum):
    TREE = "tree"
    JSON = "json"


class RulesFormat(StrEnum):
    TEXT = "text"
    MD = "md"
    HTML = "html"
    PDF = "pdf"


class RulesPaper(StrEnum):
    A4 = "a4"
    LETTER = "letter"


_PAPERS = {RulesPaper.A4: "a4", RulesPaper.LETTER: "us-letter"}


def _version(value: bool) -> None:
    if value:
        out.print(f"darwindeck {__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Card games as files: describe and check them, read their rules, play them, breed more."""


@app.command()
def games(
    game: Annotated[
        str | None,
        typer.Argument(help="One game, with its options.", autocompletion=completion.game_names),
    ] = None,
    players: Annotated[int | None, typer.Option(min=1, help="For so many players.")] = None,
    kind: Annotated[
        list[str],
        typer.Option(
            help=f"Of this kind: {', '.join(listing.KINDS)}; repeatable.",
            autocompletion=completion.kinds,
        ),
    ] = [],  # noqa: B006 - Typer reads the default, nothing changes it
    cards: Annotated[
        str | None, typer.Option(metavar="N | N-M", help="With so many cards in the pack.")
    ] = None,
    sides: Annotated[
        int | None, typer.Option(min=0, help="Of so many sides; 0: everybody for themselves.")
    ] = None,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    as_json: AsJson = False,
    path: Annotated[
        bool, typer.Option("--path", help="Print the folder for games of your own.")
    ] = False,
    trust: Trust = False,
) -> None:
    """List the games of the library and your own, or show one at a glance."""
    wanted = listing.GameFilter(players, sides, listing.span(cards), tuple(kind))
    if game is not None and wanted != listing.GameFilter():
        fail("a list can be narrowed down; one game is named without --players, --kind and so on")
    for name in kind:
        known_name("kind", name, listing.KINDS)
    if path:
        print(own_games.folder())
    elif as_json:
        found = [(game, load_game(game, option))] if game else listing.listed(wanted)
        data = [listing.as_data(name, genome) for name, genome in found]
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
    elif game is None:
        table = listing.library_table(wanted)
        out.print(table if table.rows else "no game of the list is like that")
    else:
        out.print(listing.game_card(load_game(game, option)))


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="What the game is called.")],
    like: Annotated[
        str,
        typer.Option(
            help="The game to start from.", metavar="GAME", autocompletion=completion.game_names
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file; default: one in your folder of games."),
    ] = None,
    trust: Trust = False,
) -> None:
    """Start a game of your own as a copy of another, under its own name."""
    file = own_games.start(name, load_game(like), output)
    out.print(f"wrote {safe(str(file))}", highlight=False, soft_wrap=True)


@app.command()
def show(
    game: GameName,
    format: Annotated[
        ShowFormat | None, typer.Option(help="Default: a tree on a screen, JSON in a file.")
    ] = None,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    output: Output = None,
    trust: Trust = False,
) -> None:
    """Show a genome: everything the file says."""
    from darwindeck.genome.codec import to_json

    genome = load_game(game, option)
    if format is ShowFormat.TREE and output is not None:
        fail("a tree is for the screen; a file holds JSON")
    if format is ShowFormat.JSON or output is not None:
        _write(to_json(genome), output)
    else:
        out.print(listing.genome_tree(genome))


@app.command()
def validate(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Genome files, or games of the library.",
            metavar="FILE…",
            autocompletion=completion.game_names,
        ),
    ],
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    trust: Trust = False,
) -> None:
    """Check genomes. Exit code 0: all sound; 1: problems; 2: something could not be read."""
    worst = 0
    for name in files:
        try:
            worst = max(worst, listing.report(name, parse_options(option)))
        except typer.Exit as stop:
            worst = max(worst, stop.exit_code)
    raise typer.Exit(worst)


@app.command()
def rules(
    game: GameName,
    format: Annotated[
        RulesFormat | None,
        typer.Option(help="Default: text on a screen, Markdown in a file or pipe."),
    ] = None,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    output: Output = None,
    paper: Annotated[RulesPaper, typer.Option(help="What a PDF is printed on.")] = RulesPaper.A4,
    booklet: Annotated[
        bool, typer.Option("--booklet", help="A PDF of small pages (A5), two on a sheet.")
    ] = False,
    card: Annotated[
        bool, typer.Option("--card", help="Only the summary; as a PDF, one small page.")
    ] = False,
    time: Annotated[
        bool,
        typer.Option("--time", help="Under the title of HTML or PDF, how long a game takes."),
    ] = False,
    trace: Annotated[
        bool, typer.Option("--trace", help="After each sentence, the clauses it comes from.")
    ] = False,
    trust: Trust = False,
) -> None:
    """Write the rulebook of a game."""
    from darwindeck import rulebook

    if trace and format is not None:
        fail("--trace is plain text; it goes without --format")
    genome = load_game(game, option)
    book = rulebook.build_rulebook(genome)
    if time:
        from darwindeck.evaluation.summary import playing_time

        taken = playing_time(genome)
        book = replace(book, facts=(*book.facts, taken)) if taken else book
    if card:
        book = rulebook.card_of(book)
    if trace:
        _write(rulebook.trace(book), output)
        return
    chosen = format or _format_for(output)
    if chosen is RulesFormat.TEXT:
        if output is not None:
            fail("--format text is for the screen; a file can be md, html or pdf")
        out.print(rulebook.to_terminal(book))
    elif chosen is RulesFormat.PDF:
        sheet = rulebook.Paper.A5 if booklet else rulebook.Paper(_PAPERS[paper])
        _write_pdf(book, output, rulebook.Paper.A6 if card else sheet)
    elif booklet:
        fail("--booklet is for a PDF: add -o FILE.pdf")
    else:
        write = rulebook.to_html if chosen is RulesFormat.HTML else rulebook.to_markdown
        _write(write(book), output)


@app.command()
def schema(output: Output = None) -> None:
    """Write the JSON Schema of genome files."""
    from darwindeck.genome.json_schema import schema_text

    _write(schema_text(), output)


def _format_for(output: Path | None) -> RulesFormat:
    if output is None:
        return RulesFormat.TEXT if out.is_terminal else RulesFormat.MD
    suffix = output.suffix.lower().lstrip(".")
    if suffix not in ("html", "pdf", "md"):
        fail(f"{output} says no format: end it in .md, .html or .pdf, or add --format")
    return RulesFormat(suffix)


def _write_pdf(book: Rulebook, output: Path | None, paper: Paper) -> None:
    from darwindeck import rulebook

    if output is None:
        fail("a PDF goes to a file: add -o FILE.pdf")
    try:
        pdf = rulebook.to_pdf(book, paper)
    except ImportError as error:
        fail(str(error))
    _write(pdf, output)


def _write(content: str | bytes, output: Path | None) -> None:
    if output is None:
        typer.echo(content, nl=False)
        return
    write_file(output, content)


def main() -> None:
    """Entry point of the `darwindeck` command."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a card symbol shows a question mark rather than an error.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            app(obj=BEGAN)
        finally:
            sys.stdout.flush()
    except OSError as error:
        _give_up(error)


def _give_up(error: OSError) -> NoReturn:
    """The screen or pipe took no more: say so where that is still possible."""
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - what is still buffered goes nowhere
    if not isinstance(error, BrokenPipeError):
        sys.stderr.write(f"error: cannot write: {error.strerror or error}\n")
    os._exit(UNREADABLE)
