"""What the names in a genome's expressions stand for, and which words its rules give sense to."""

from __future__ import annotations

from dataclasses import dataclass, field

from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema.actions import Award, Declare, SetTrump
from darwindeck.genome.schema.betting import BettingPhase
from darwindeck.genome.schema.calls import Call, CallChoice, CallPhase, DeclarePhase
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.schema.patterns import CardValue, HandEvaluationMethod, HandPattern
from darwindeck.genome.schema.phases import Phase
from darwindeck.genome.schema.ranking import PointTable
from darwindeck.genome.schema.setup import TableauMode
from darwindeck.genome.schema.things import Counter, Let, Location, Owner
from darwindeck.genome.schema.transfers import CapturePhase
from darwindeck.genome.schema.tricks import TrickPhase
from darwindeck.genome.short_forms import USUAL_ZONES
from darwindeck.genome.survey import Survey, survey

MISSING: dict[str, str] = {
    "hands": "there is no zone `hand`",
    "tricks": "no phase plays tricks",
    "trumps": "nothing ever makes a suit trumps",
    "modes": "no ranking has a mode",
    "breaking": "no trick phase has a suit that must be broken",
    "calls": "no phase lets players call",
    "house": "the genome has no house",
    "partners": "not every player has exactly one partner",
    "two sides": "there are not exactly two sides",
    "opposite seats": "an odd number of players has nobody opposite",
    "chips": "no chips are given out (setup.starting_chips is 0)",
    "declarations": "nothing is ever declared",
    "totals": "the hand evaluation gives cards no values",
    "compared hands": "no hand evaluation says how hands are compared",
    "captures": "nobody ever takes cards",
    "scoring": "nothing ever scores",
    "betting": "there is no round of betting",
}
"""What a genome may lack, and why it then lacks it."""


@dataclass
class Environment:
    """Everything that an expression of one genome may name."""

    players: int
    sides: tuple[int, ...]
    """How many seats each side has."""
    cards: int
    zones: dict[str, Owner]
    roles: frozenset[str]
    counters: dict[str, Counter]
    lets: dict[str, Let]
    options: dict[str, tuple[str, ...]]
    choices: dict[str, tuple[CallChoice, ...]]
    """What calls name, by name; several calls may name the same thing."""
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    modes: frozenset[str]
    card_sets: frozenset[str]
    tables: dict[str, tuple[PointTable, ...]]
    phases: frozenset[str]
    calls: dict[str, frozenset[str]]
    """The calls by name, with the names of their choices."""
    tags: dict[str, frozenset[str]]
    """The tags of patterns, with the names of the values that patterns of that tag have."""
    patterns: tuple[HandPattern, ...]
    card_values: tuple[CardValue, ...]
    """What ranks count in a total."""
    has: frozenset[str]
    """Which of the things in `MISSING` the genome has."""
    cache: dict[object, object] = field(default_factory=dict)

    @classmethod
    def of(cls, genome: GameGenome, found: Survey | None = None) -> Environment:
        found = found or survey(genome)
        calls: dict[str, frozenset[str]] = {}
        choices: dict[str, tuple[CallChoice, ...]] = {}
        for _, call in found.by_type.get(Call, ()):
            names = frozenset(choice.name for choice in call.choices)
            calls[call.name] = calls.get(call.name, frozenset()) | names
            for choice in call.choices:
                choices[choice.name] = (*choices.get(choice.name, ()), choice)
        tables: dict[str, tuple[PointTable, ...]] = {}
        for table in genome.point_tables or ():
            tables[table.name] = (*tables.get(table.name, ()), table)
        cards = deck_cards(genome)
        return cls(
            players=max(1, genome.player_count),
            sides=sides_of(genome),
            cards=len(cards),
            zones=zone_owners(genome),
            roles=frozenset(role.name for role in genome.roles),
            counters={counter.name: counter for counter in genome.counters},
            lets={let.name: let for let in genome.lets},
            options={o.name: tuple(c.name for c in o.choices) for o in genome.options},
            choices=choices,
            suits=tuple(dict.fromkeys(str(card.suit) for card in cards if card.suit)),
            ranks=tuple(dict.fromkeys(str(card.rank) for card in cards)),
            modes=frozenset(r.mode for r in genome.rankings or () if r.mode),
            card_sets=frozenset(named.name for named in genome.card_sets),
            tables=tables,
            phases=frozenset(phase.name for _, phase in found.all(Phase) if phase.name),
            calls=calls,
            tags=_tags(genome),
            patterns=genome.patterns,
            card_values=genome.hand_evaluation.card_values if genome.hand_evaluation else (),
            has=_features(genome, found),
        )


def zone_owners(genome: GameGenome) -> dict[str, Owner]:
    zones = USUAL_ZONES if genome.zones is None else genome.zones
    return {zone.name: zone.owner for zone in zones}


def sides_of(genome: GameGenome) -> tuple[int, ...]:
    """The sizes of the sides; without teams every seat is a side of its own."""
    if genome.team_mode and genome.teams:
        return tuple(len(team) for team in genome.teams)
    return (1,) * max(1, min(genome.player_count, 1000))


def _tags(genome: GameGenome) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for pattern in genome.patterns:
        names = frozenset(value.name for value in pattern.values)
        for tag in pattern.tags:
            found[tag] = found.get(tag, frozenset()) | names
    return found


def _features(genome: GameGenome, found: Survey) -> frozenset[str]:
    tricks = [phase for _, phase in found.by_type.get(TrickPhase, ())]
    sides = sides_of(genome)
    evaluation = genome.hand_evaluation
    fixed_trump = genome.setup.trump_suit is not None or any(t.trump_suit for t in tricks)
    promotions = [p for ranking in genome.rankings or () for p in ranking.promote]
    captures = genome.setup.tableau_mode in (TableauMode.WAR, TableauMode.MATCH_RANK)
    has = {
        "hands": Location.HAND in zone_owners(genome),
        "tricks": bool(tricks),
        "trumps": fixed_trump or found.has(SetTrump) or any(p.always for p in promotions),
        "modes": any(ranking.mode for ranking in genome.rankings or ()),
        "breaking": any(phase.breaking_suit is not None for phase in tricks),
        "calls": found.has(CallPhase),
        "house": genome.house is not None,
        "partners": set(sides) == {2},
        "two sides": len(sides) == 2,
        "opposite seats": genome.player_count % 2 == 0,
        "betting": found.has(BettingPhase),
        "chips": genome.setup.starting_chips > 0,
        "declarations": found.has(DeclarePhase, Declare),
        "totals": evaluation is not None and evaluation.method is HandEvaluationMethod.POINT_TOTAL,
        "compared hands": evaluation is not None
        and evaluation.method is not HandEvaluationMethod.NONE,
        "captures": captures or bool(tricks) or found.has(CapturePhase),
        "scoring": bool(genome.card_scoring or genome.scoring_rules) or found.has(Award),
    }
    return frozenset(feature for feature, there in has.items() if there)
