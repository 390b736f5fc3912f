"""What kind of game a genome is, for lists of games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from darwindeck.genome.decks import card_count
from darwindeck.genome.expressions import Call, Name, nodes_of, parse
from darwindeck.genome.schema import ClaimPhase, GameGenome, Phase, PlayPhase, TurnsPhase
from darwindeck.genome.tree import walk


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
    if found.isdisjoint(("tricks", "capturing")) and _is_for_an_empty_hand(genome):
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
    """Whether cards are played from hand until a hand, not every hand, is empty."""
    phases = [part for _, part in walk(genome.turn_structure) if isinstance(part, Phase)]
    plays = any(isinstance(phase, PlayPhase | ClaimPhase) for phase in phases)
    ends = [str(phase.until) for phase in phases if isinstance(phase, TurnsPhase)]
    wins = genome.win_conditions
    ends += [str(said) for win in wins for said in (win.when, win.who) if said is not None]
    empty = any(win.type == "empty_hand" for win in wins)
    return plays and (empty or any(map(_asks_for_a_hand, ends)))


def _asks_for_a_hand(end: str) -> bool:
    """Whether a condition asks how many cards somebody has, not whether nobody has any."""
    tree = parse(end)
    everybody = isinstance(tree, Call) and tree.function == "all"
    return not everybody and Name("hand_size") in nodes_of(tree)
