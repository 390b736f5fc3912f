"""Laws under the wording of the document that they come from, and what they need."""

from __future__ import annotations

from darwindeck.genome.schema import GameGenome
from darwindeck.laws.law import ANY_GENOME, Check, Law, Need
from darwindeck.library import create_pidro_genome

ZONES = {"hand", "deck", "thrown", "aside", "killed", "shown", "captured"}

_USUAL = {option.name: option.value for option in create_pidro_genome().options}


def fits(genome: GameGenome) -> bool:
    """Whether a genome has the zones, sides, calls and points that the laws speak of."""
    zones = {str(zone.name) for zone in genome.zones or ()}
    phases = {phase.name for phase in genome.turn_structure.phases}
    return (
        zones >= ZONES
        and genome.player_count == 4
        and len(genome.teams) == 2
        and {"auction", "naming", "play"} <= phases
        and bool(genome.point_tables)
        and bool(genome.rankings)
        and [role.name for role in genome.roles] == ["bidder"]
    )


def option(genome: GameGenome, name: str) -> str:
    """The choice of an option that is in force; the usual one, if the options are settled."""
    values = {item.name: item.value for item in genome.options}
    return values.get(name, _USUAL[name])


def chosen(name: str, *values: str) -> Need:
    """A genome in which one of these choices of an option is in force."""
    return Need(f"{name} is {' or '.join(values)}", lambda genome: option(genome, name) in values)


KEEPS_TRUMPS = chosen("dealer_keeps", "trumps")
ALWAYS_SIX = Need(
    "the dealer always has six cards",
    lambda genome: (
        "filled" in option(genome, "dealer_hand") or option(genome, "dealer_keeps") == "any_six"
    ),
)
KILLED_ARE_DEAD = chosen("killed_trumps", "dead")
PLAIN_PLAY = Need(
    "killed trumps are dead, and the dealer keeps every trump",
    lambda genome: KILLED_ARE_DEAD.holds(genome) and KEEPS_TRUMPS.holds(genome),
)
DISCARDS_SEEN = chosen("discards", "others_face_up", "all_face_up")


def target(genome: GameGenome) -> int:
    """The score that wins."""
    return max(win.threshold or 0 for win in genome.win_conditions)


def quoted(
    number: int, wording: str, check: Check, at: str, note: str = "", needs: Need = ANY_GENOME
) -> Law:
    """A property of the document, under its number and in its words.

    `note` says where what is checked differs from the words.
    """
    return Law(f"property {number}", wording, check, at, needs, note)
