"""Patience games by script: where cards lie, and moves by their piles."""

from __future__ import annotations

from darwindeck.simulation import Game, Move, MoveKind, State
from darwindeck.simulation.moves import fields_of

Card = tuple[int, str]
"""How high a card is, from 0, and its suit."""
Pile = tuple[str, int]
"""A zone, and the number of a pile in it, from 0; -1 for one that is begun."""
Built = tuple[Pile, Pile, int]
"""From which pile how many cards go to which."""


def lying(state: State) -> list[tuple[str, list[int]]]:
    """Every pile by its number: its zone, and its cards from the bottom up."""
    zones = [str(zone.name) for zone in state.game.labels.zones]
    places = state.position.places()
    return [(zones[at] if at < len(zones) else "", list(cards)) for at, _, _, cards, _ in places]


def piles(state: State, zone: str) -> list[list[int]]:
    """The cards of a zone by their numbers, pile by pile."""
    return [cards for name, cards in lying(state) if name == zone]


def faces(game: Game, order: str) -> list[Card]:
    """What each card shows, by an order of the ranks from low to high."""
    ranks = order.split()
    return [(ranks.index(str(card.rank)), str(card.suit)) for card in game.cards]


def built(state: State) -> dict[Built | str, Move]:
    """The legal moves: those between piles by where cards go, others by their texts."""
    zones = [zone for zone, _ in lying(state)]
    number = {place: (zone, zones[:place].count(zone)) for place, zone in enumerate(zones)}
    found: dict[Built | str, Move] = {}
    for move in state.legal_moves():
        fields = fields_of(move.code)
        if fields.kind is MoveKind.BUILD:
            found[number[fields.a], number.get(fields.b, ("", -1)), fields.c] = move
        else:
            found[move.text] = move
    return found
