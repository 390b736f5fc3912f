"""Tables and trees for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple

from rich import box
from rich.console import Group
from rich.table import Table
from rich.tree import Tree

from darwindeck.cli.console import err, fail, out, safe
from darwindeck.cli.source import choose, fail_with, find_data, incompleteness
from darwindeck.genome.codec import decode_genome, from_json
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.decks import card_count
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome, Part
from darwindeck.genome.tree import fields_of
from darwindeck.genome.validator import GenomeValidator
from darwindeck.library import get_seed_genomes
from darwindeck.library.about import KINDS, as_data, doings, hands, kinds, players, sides
from darwindeck.library.shelf import user_games


class GameFilter(NamedTuple):
    """Which games to list."""

    players: int | None = None
    sides: int | None = None
    """0: everybody for themselves."""
    cards: tuple[int, int] | None = None
    """The least and the most cards of the pack."""
    kinds: tuple[str, ...] = ()
    """All of them."""

    def fits(self, genome: GameGenome) -> bool:
        least, most = self.cards or (0, card_count(genome))
        return (
            self.players in (None, genome.player_count)
            and self.sides in (None, len(sides(genome)))
            and least <= card_count(genome) <= most
            and set(self.kinds) <= set(kinds(genome))
        )


def span(text: str | None) -> tuple[int, int] | None:
    """The least and the most of "32" or "32-40"."""
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", text)
    if found is None:
        fail(f"--cards takes a number or two, 32 or 24-40; got '{text}'")
    return int(found[1]), int(found[2] or found[1])


def listed(wanted: GameFilter) -> Iterator[tuple[str, GameGenome | None]]:
    """Games that fit, the library's and the user's own; None stands for one that does not load."""
    found: dict[str, GameGenome | None] = {g.genome_id: g for g in get_seed_genomes()}
    for name, path in user_games().items():
        try:
            found[name] = from_json(path.read_bytes())
        except (GenomeError, OSError):
            found[name] = None
    for name, genome in found.items():
        if wanted.fits(genome) if genome else wanted == GameFilter():
            yield name, genome


def library_table(wanted: GameFilter) -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column("game", style="cyan", no_wrap=True)
    table.add_column("players", no_wrap=True)
    table.add_column("cards", justify="right")
    table.add_column("hands", justify="right")
    table.add_column("options", justify="right")
    table.add_column("what players do")
    for name, genome in listed(wanted):
        if genome is None:
            table.add_row(safe(name), *[""] * 4, "(does not load: see `darwindeck validate`)")
        else:
            table.add_row(safe(name), *_row(genome))
    return table


def _row(genome: GameGenome) -> tuple[str, ...]:
    return (
        players(genome),
        str(card_count(genome)),
        hands(genome),
        str(len(genome.options) or ""),
        ", ".join(doings(genome)),
    )


def game_card(genome: GameGenome) -> Group:
    """One game at a glance, with its options."""
    facts = [f"{players(genome)} players", f"{card_count(genome)} cards"]
    facts += [f"at most {hands(genome)} hands"] if hands(genome) not in ("", "1") else []
    head = f"[bold cyan]{safe(genome.name or genome.genome_id)}[/]  {', '.join(facts)}"
    lines = [head, safe(genome.description), f"Players {', '.join(doings(genome))}."]
    for option in genome.options:
        lines.append(f"\n[bold]--option {safe(option.name)}=…[/]  {safe(option.label)}")
        for choice in option.choices:
            mark = "[green]●[/]" if choice.name == option.value else "○"
            lines.append(f"  {mark} [cyan]{safe(choice.name)}[/]: {safe(choice.label)}")
    return Group(*lines)


def genome_tree(genome: GameGenome) -> Tree:
    """Everything a genome says that differs from the defaults of the types."""
    tree = Tree(f"[bold cyan]{safe(genome.name or genome.genome_id)}")
    for name, value in _stated(genome):
        _grow(tree, name, value)
    return tree


def _stated(part: Part) -> Iterator[tuple[str, Any]]:
    for name, _, default in fields_of(type(part)):
        value = getattr(part, name)
        if value != default:
            yield name, value


def _grow(tree: Tree, name: str, value: Any) -> None:
    key = f"[dim]{safe(name)}[/]"
    if isinstance(value, Part):
        kind = value.kind or type(value).__name__
        branch = tree.add(f"{key} [green]{safe(kind)}[/]")
        for inner, item in _stated(value):
            _grow(branch, inner, item)
    elif isinstance(value, tuple) and any(isinstance(item, Part) for item in value):
        branch = tree.add(key)
        for index, item in enumerate(value):
            _grow(branch, str(index), item)
    elif isinstance(value, tuple):
        tree.add(f"{key} {safe(', '.join(_plain(item) for item in value)) or '[dim]nothing[/]'}")
    else:
        tree.add(f"{key} {safe(_plain(value))}")


def _plain(value: Any) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return "(" + ", ".join(_plain(item) for item in value) + ")"
    if value is None:
        return "not stated"
    return str(value)


def report(name: str, options: Mapping[str, str]) -> int:
    """Prints what is wrong with one genome; the exit code."""
    data = find_data(name)
    try:
        genome = decode_genome(data)
    except GenomeError as error:
        fail_with(error, name)
    problems = GenomeValidator.validate(genome)
    if not problems and options:
        problems = GenomeValidator.validate(choose(genome, options))
    completeness = check_genome_completeness(data)
    if not problems and completeness.complete:
        out.print(f"[green]✓[/] {safe(name)}: valid and complete", highlight=False)
        return 0
    err.print(f"[red]✗[/] [bold]{safe(name)}[/]", highlight=False)
    for problem in problems:
        code = getattr(problem, "code", "")
        err.print(
            f"  [yellow]{safe(f'[{code}]')}[/] {safe(problem)}", highlight=False, soft_wrap=True
        )
    if not completeness.complete:
        text = safe(incompleteness(completeness, name))
        err.print(f"  [yellow]{safe('[incomplete]')}[/] {text}", highlight=False, soft_wrap=True)
    return 1


__all__ = ["KINDS", "as_data", "game_card", "genome_tree", "library_table", "report"]
