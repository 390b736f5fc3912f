"""What a game consists of, as a card player would take it apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from darwindeck.cards import Card
from darwindeck.evolution.making.mentions import spoken_of
from darwindeck.evolution.making.tidy import written_by
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema import (
    BettingPhase,
    BuildPhase,
    CallPhase,
    CapturePhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    FillHands,
    GameGenome,
    MeldPhase,
    Phase,
    PlayPhase,
    RepeatPhase,
    SetTrump,
    ShowdownPhase,
    TrickPhase,
    TurnsPhase,
)
from darwindeck.genome.short_forms import TURN_PHASES, forms_turns
from darwindeck.genome.tree import walk

MAIN = (TrickPhase, TurnsPhase, BettingPhase, ShowdownPhase)
"""Phases that are the play itself, not what goes before it."""


@dataclass(frozen=True)
class Anatomy:
    """A game taken apart: what comes before the play, the play, and what comes after it."""

    genome: GameGenome

    @property
    def phases(self) -> tuple[Phase, ...]:
        return self.genome.turn_structure.phases

    @cached_property
    def span(self) -> tuple[int, int]:
        """Where the play begins and where it ends in the list of phases."""
        phases = self.phases
        if forms_turns(phases):
            return 0, len(phases)
        main = [i for i, phase in enumerate(phases) if isinstance(phase, MAIN)]
        if main:
            return main[0], main[-1] + 1
        repeats = [i for i, phase in enumerate(phases) if isinstance(phase, RepeatPhase)]
        return (repeats[0], repeats[-1] + 1) if repeats else (0, len(phases))

    @property
    def before(self) -> tuple[Phase, ...]:
        return self.phases[: self.span[0]]

    @property
    def play(self) -> tuple[Phase, ...]:
        return self.phases[self.span[0] : self.span[1]]

    @property
    def after(self) -> tuple[Phase, ...]:
        return self.phases[self.span[1] :]

    @cached_property
    def calls(self) -> tuple[Phase, ...]:
        """What is called before the play: the auction, the naming of trumps."""
        return tuple(phase for phase in self.before if kinds_in(phase) & {CallPhase})

    @cached_property
    def trick(self) -> TrickPhase | None:
        """The phase in which tricks are played."""
        return next((phase for phase in self.play if isinstance(phase, TrickPhase)), None)

    @cached_property
    def turns(self) -> TurnsPhase | None:
        """The phase in which turns go round."""
        return next((phase for phase in self.play if isinstance(phase, TurnsPhase)), None)

    @cached_property
    def steps(self) -> tuple[Phase, ...]:
        """The phases of one turn; empty if no turns go round."""
        if self.turns is not None:
            return self.turns.phases
        plain = all(isinstance(phase, TURN_PHASES) for phase in self.phases)
        return self.phases if plain else ()

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return deck_cards(self.genome)

    @cached_property
    def ranks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(str(card.rank) for card in self.cards))

    @cached_property
    def suits(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(str(card.suit) for card in self.cards if card.suit))

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The ranks of the deck, low to high."""
        rankings = self.genome.rankings or ()
        if rankings:
            plain = tuple(str(rank) for rank in rankings[0].plain)
            return plain + tuple(rank for rank in self.ranks if rank not in plain)
        return self.ranks

    @cached_property
    def hand(self) -> int:
        """How many cards a player is dealt."""
        if self.genome.setup.cards_per_player:
            return self.genome.setup.cards_per_player
        filled = [a.size for _, a in walk(self.genome) if isinstance(a, FillHands)]
        numbers = [size for size in filled if isinstance(size, int)]
        return max(numbers, default=len(self.cards) // max(1, self.genome.player_count) // 2)

    @cached_property
    def tricks(self) -> int:
        """How many tricks a hand has, as far as that can be told; otherwise the cards of a hand."""
        return self.genome.turn_structure.tricks_per_hand or self.hand

    @property
    def deals_all(self) -> bool:
        """Whether (nearly) the whole deck is dealt to the players."""
        players = max(1, self.genome.player_count)
        return self.hand * players > len(self.cards) - players

    @cached_property
    def has_trumps(self) -> bool:
        fixed = self.genome.setup.trump_suit is not None
        return fixed or SetTrump in kinds_in(self.genome)

    @property
    def low_wins(self) -> bool:
        return any(win.comparison == "lowest" for win in self.genome.win_conditions)

    @cached_property
    def style(self) -> str:
        """What kind of play it is, in words that follow "the"."""
        return style_of(self.play)


def style_of(play: tuple[Phase, ...]) -> str:
    """What a player would call the play of some phases."""
    kinds = kinds_in(play)
    names: tuple[tuple[set[type], str], ...] = (
        ({TrickPhase}, "trick play"),
        ({CapturePhase}, "capturing"),
        ({BettingPhase, ShowdownPhase}, "betting"),
        ({ClaimPhase}, "bluffing"),
        ({BuildPhase}, "building"),
        ({MeldPhase}, "melding"),
        ({PlayPhase}, "card play"),
        ({CallPhase}, "calling"),
        ({DrawPhase, DiscardPhase}, "drawing and discarding"),
    )
    return next((name for wanted, name in names if kinds & wanted), "play")


def kinds_in(value: Any) -> set[type]:
    """The classes of all parts in a part or a list of parts."""
    return {type(part) for _, part in walk(value)}


def written_in(value: Any) -> set[str]:
    """The roles and counters that some clauses give a value."""
    return {name for _, part in walk(value) if (name := written_by(part)) is not None}


def names_in(value: Any) -> set[str]:
    """Every name that some clauses speak of, whatever it names."""
    return {mention.name for mention in spoken_of(value)}
