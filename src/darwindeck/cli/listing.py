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

from darwindeck.cli.source import choose, err, fail, fail_with, find_data, incompleteness, out, safe
from darwindeck.genome.codec import decode_genome, from_json
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.decks import card_count
from darwindeck.genome.expressions import Name, nodes_of, parse
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import ClaimPhase, GameGenome, Part, Phase, PlayPhase, TurnsPhase
from darwindeck.genome.tree import fields_of, walk
from darwindeck.genome.validator import GenomeValidator
from darwindeck.library import get_seed_genomes
from darwindeck.library.shelf import user_games


class _Play(NamedTuple):
    """What players do in the phases of a kind."""

    doing: str
    kind: str = ""
    """What games are called in which they do it; empty where that tells nothing."""


_PLAY = {
    "trick": _Play("take tricks", "tricks"),
    "call": _Play("call", "calling"),
    "betting": _Play("bet", "betting"),
    "pass": _Play("pass cards", "passing"),
    "capture": _Play("capture", "capturing"),
    "meld": _Play("meld", "melding"),
    "declare": _Play("declare", "declaring"),
    "build": _Play("build", "building"),
    "claim": _Play("bluff", "bluffing"),
    "play": _Play("play"),
    "draw": _Play("draw"),
    "discard": _Play("discard"),
}
"""By the kind of phase; phases that only order others are not named."""

SHEDDING, SOLO, HOUSE = "shedding", "solo", "house"
KINDS = tuple(sorted({play.kind for play in _PLAY.values()} - {""} | {SHEDDING, SOLO, HOUSE}))
"""What a list of games can be asked for."""


class Wanted(NamedTuple):
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


def listed(wanted: Wanted) -> Iterator[tuple[str, GameGenome | None]]:
    """Games that fit, the library's and the user's own; None stands for one that does not load."""
    found: dict[str, GameGenome | None] = {g.genome_id: g for g in get_seed_genomes()}
    for name, path in user_games().items():
        try:
            found[name] = from_json(path.read_bytes())
        except (GenomeError, OSError):
            found[name] = None
    for name, genome in found.items():
        if wanted.fits(genome) if genome else wanted == Wanted():
            yield name, genome


def library_table(wanted: Wanted) -> Table:
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


def as_data(name: str, genome: GameGenome | None) -> dict[str, Any]:
    """What there is to say of a game in a list, for programs."""
    if genome is None:
        return {"game": name, "loads": False}
    return {
        "game": name,
        "loads": True,
        "name": genome.name,
        "description": genome.description,
        "players": genome.player_count,
        "sides": [list(side) for side in sides(genome)],
        "cards": card_count(genome),
        "hands": genome.match.hands if genome.match else None,
        "kinds": kinds(genome),
        "options": {option.name: [c.name for c in option.choices] for option in genome.options},
    }


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


def hands(genome: GameGenome) -> str:
    return str(genome.match.hands) if genome.match and genome.match.hands else ""


def sides(genome: GameGenome) -> tuple[tuple[int, ...], ...]:
    return genome.teams if genome.team_mode else ()


def players(genome: GameGenome) -> str:
    if sides(genome):
        return f"{genome.player_count} ({'×'.join(str(len(t)) for t in genome.teams)})"
    return f"{genome.player_count}{' + house' if genome.house else ''}"


def doings(genome: GameGenome) -> list[str]:
    """The kinds of things players do, in the order in which they first come."""
    return list(dict.fromkeys(play.doing for play in _plays(genome)))


def kinds(genome: GameGenome) -> list[str]:
    """What kinds of game it is; a game may be several."""
    found = {play.kind for play in _plays(genome) if play.kind}
    if "tricks" not in found and _is_for_an_empty_hand(genome):
        found.add(SHEDDING)
    if genome.player_count == 1:
        found.add(SOLO)
    if genome.house is not None:
        found.add(HOUSE)
    return sorted(found)


def _plays(genome: GameGenome) -> Iterator[_Play]:
    for _, part in walk(genome.turn_structure):
        if isinstance(part, Phase) and part.kind in _PLAY:
            yield _PLAY[part.kind]


def _is_for_an_empty_hand(genome: GameGenome) -> bool:
    """Whether cards are played from hand until a hand is empty."""
    phases = [part for _, part in walk(genome.turn_structure) if isinstance(part, Phase)]
    plays = any(isinstance(phase, PlayPhase | ClaimPhase) for phase in phases)
    ends = [str(phase.until) for phase in phases if isinstance(phase, TurnsPhase)]
    wins = genome.win_conditions
    ends += [str(said) for win in wins for said in (win.when, win.who) if said is not None]
    empty = any(win.type == "empty_hand" for win in wins)
    return plays and (empty or any(Name("hand_size") in nodes_of(parse(end)) for end in ends))


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


__all__ = ["game_card", "genome_tree", "library_table", "report"]
