"""`darwindeck compare`: how two games differ, in their rules and in play."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from darwindeck.cli import completion
from darwindeck.cli.arguments import INTERRUPTED, AsJson, Seed, Trust
from darwindeck.cli.console import err, known_name, out, safe
from darwindeck.cli.source import load_game
from darwindeck.evaluation.efforts import EFFORTS
from darwindeck.evaluation.labels import shown_metrics
from darwindeck.evaluation.results import Evaluation, Metric
from darwindeck.genome.schema import GameGenome
from darwindeck.rulebook import build_rulebook
from darwindeck.rulebook.compare import (
    Book,
    Difference,
    RuleComparison,
    SharedWords,
    Topic,
    compare_rulebooks,
)

_SIGNS = {Book.FIRST: "−", Book.SECOND: "+", Book.BOTH: "~"}
_STYLES = {Book.FIRST: "red", Book.SECOND: "green", Book.BOTH: ""}
_MARKS = {Book.FIRST: ("[-", "-]"), Book.SECOND: ("{+", "+}"), Book.BOTH: ("", "")}
"""How changed words are set apart where there are no colours."""


def compare(
    first: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="A game: of the library, a file, or RUN:NAME.",
            autocompletion=completion.game_names,
        ),
    ],
    second: Annotated[
        str,
        typer.Argument(
            metavar="B",
            help="The game that it is held against.",
            autocompletion=completion.game_names,
        ),
    ],
    option: Annotated[
        list[str],
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="Choose an option of B; repeatable.",
            autocompletion=completion.options,
        ),
    ] = [],  # noqa: B006 - Typer reads the default, nothing changes it
    first_option: Annotated[
        list[str],
        typer.Option("--first-option", metavar="NAME=VALUE", help="The same for A."),
    ] = [],  # noqa: B006 - Typer reads the default, nothing changes it
    metrics: Annotated[
        bool, typer.Option(help="Also measure both games and set the numbers side by side.")
    ] = True,
    effort: Annotated[
        str, typer.Option(help=f"How much is played: {', '.join(EFFORTS)}.")
    ] = "quick",
    seed: Seed = 0,
    as_json: AsJson = False,
    trust: Trust = False,
) -> None:
    """Say how two games differ: their rules in words, and how they play in numbers."""
    known_name("effort", effort, EFFORTS)
    games = load_game(first, first_option), load_game(second, option)
    rules = compare_rulebooks(*map(build_rulebook, games))
    if not as_json:
        out.print(rule_differences(rules, colours=out.is_terminal and not out.no_color))
    measured = _measured(games, effort, seed) if metrics else None
    if as_json:
        typer.echo(json.dumps(as_data(rules, measured), indent=2, ensure_ascii=False))
    elif measured is not None:
        out.print(side_by_side((rules.first, rules.second), measured))


def _measured(
    games: tuple[GameGenome, GameGenome], effort: str, seed: int
) -> tuple[Evaluation, Evaluation]:
    from darwindeck.evaluation import evaluate_game

    first, second = games
    try:
        with err.status(f"playing {safe(first.name or first.genome_id)}"):
            one = evaluate_game(first, effort=effort, seed=seed)
        with err.status(f"playing {safe(second.name or second.genome_id)}"):
            return one, evaluate_game(second, effort=effort, seed=seed)
    except KeyboardInterrupt:
        err.print("stopped", highlight=False)
        raise typer.Exit(INTERRUPTED) from None


def as_data(rules: RuleComparison, measured: tuple[Evaluation, Evaluation] | None) -> Any:
    """The comparison as plain values."""
    topics = [
        {
            "title": topic.title,
            "shared": topic.shared,
            "differences": [
                {
                    "first": difference.said_by(Book.FIRST) or None,
                    "second": difference.said_by(Book.SECOND) or None,
                    "words": [asdict(words) for words in difference.words],
                }
                for difference in topic.differences
            ],
        }
        for topic in rules.topics
    ]
    data: dict[str, Any] = {
        "first": rules.first,
        "second": rules.second,
        "likeness": rules.likeness,
        "topics": topics,
    }
    if measured is not None:
        data["evaluations"] = [one.to_dict() for one in measured]
    return data


# rules


def rule_differences(rules: RuleComparison, colours: bool) -> Group:
    """The differences of the rules, section by section."""
    head = Text.assemble(
        ("Rules of ", ""),
        (rules.first, "bold red"),
        (" and ", ""),
        (rules.second, "bold green"),
    )
    parts: list[RenderableType] = [head, Text(_counts(rules), style="dim")]
    if rules.likeness == 1:
        parts.append(Text("The rules are the same, word for word."))
    for topic in rules.topics:
        if topic.differences:
            parts += ["", Text(topic.title, style="bold"), *_topic(topic, colours)]
    return Group(*parts)


def _counts(rules: RuleComparison) -> str:
    def sentences(count: int) -> str:
        return f"{count} sentence{'' if count == 1 else 's'}"

    return (
        f"{sentences(rules.shared)} in common, {rules.changed} changed (~), "
        f"{rules.only_first} only in {rules.first} (−), {rules.only_second} only in "
        f"{rules.second} (+)"
    )


def _topic(topic: Topic, colours: bool) -> list[RenderableType]:
    return [_difference(item, colours) for item in topic.differences]


def _difference(item: Difference, colours: bool) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=1)
    grid.add_column(ratio=1)
    changed = item.book is Book.BOTH
    text = Text()
    for words in item.words:
        text.append_text(_words(words, colours, changed))
    grid.add_row(Text(_SIGNS[item.book], style=_STYLES[item.book] or "yellow"), text)
    return Padding(grid, (0, 0, 0, 1))


def _words(words: SharedWords, colours: bool, changed: bool) -> Text:
    if colours:
        strike = " strike" if changed and words.book is Book.FIRST else ""
        bold = " bold" if changed and words.book is Book.SECOND else ""
        return Text(words.text, style=f"{_STYLES[words.book]}{strike}{bold}".strip())
    before, after = _MARKS[words.book] if changed else ("", "")
    return Text(f"{before}{words.text}{after}")


# metrics


def side_by_side(names: tuple[str, str], measured: tuple[Evaluation, Evaluation]) -> Group:
    """What was measured of both, and which of two numbers is clearly the higher."""
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column("how they play", min_width=20)
    for name, style in zip(names, ("red", "green"), strict=True):
        table.add_column(Text(name, style=f"bold {style}"), justify="right")
        table.add_column("95 %", style="dim", justify="right", no_wrap=True)
    table.add_column("")
    for label in shown_metrics(*measured):
        one, other = (evaluation.metrics.get(label.name) for evaluation in measured)
        row: list[RenderableType] = [label.text]
        for metric in (one, other):
            row += [label.write(metric.value), label.interval(metric)] if metric else ["–", ""]
        table.add_row(*row, _clearer(one, other))
    return Group("", table)


def _clearer(one: Metric | None, other: Metric | None) -> Text:
    """An arrow to the number that is higher, where the intervals leave no doubt."""
    if one is None or other is None:
        return Text()
    if one.low > other.high:
        return Text("◀", style="red")
    return Text("▶", style="green") if other.low > one.high else Text()
