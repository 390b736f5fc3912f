"""A deal of Bridge put to the engine on the genome, with the sides vulnerable that are recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from darwindeck.archives.record import Play, RecordedCall
from darwindeck.cards import Card
from darwindeck.library import create_bridge_genome
from darwindeck.simulation import Game, State

WORDS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade", "NT": "no trump"}


class EngineDeal(NamedTuple):
    """What the engine makes of a deal."""

    refused: int | None
    """The number of the first call or card, in the round, that the engine did not take."""
    complete: bool
    scores: tuple[int, ...] | None
    """What each side scores; None if the deal was not played to its end."""


@lru_cache(maxsize=4)
def _game(vulnerable: str) -> Game:
    """The genome has a fixed order of vulnerable sides; a record states who is."""
    genome = create_bridge_genome()
    lets = tuple(
        replace(item, value=vulnerable) if item.name == "vulnerable" else item
        for item in genome.lets
    )
    return Game(replace(genome, lets=lets))


def put_to_engine(
    hands: Sequence[Sequence[Card]],
    dealer: int,
    vulnerable: Sequence[int],
    calls: Sequence[RecordedCall],
    plays: Sequence[Play],
) -> EngineDeal:
    """Makes the recorded calls and plays the recorded cards, as far as the engine takes them."""
    state, refused = played(hands, dealer, vulnerable, calls, plays)
    if refused is not None:
        return EngineDeal(refused, False, None)
    result = state.result
    return EngineDeal(None, state.over, result.team_scores if result is not None else None)


def played(
    hands: Sequence[Sequence[Card]],
    dealer: int,
    vulnerable: Sequence[int],
    calls: Sequence[RecordedCall],
    plays: Sequence[Play],
) -> tuple[State, int | None]:
    """How far the engine takes a deal, and the first call or card that it does not take."""
    if not vulnerable or len(vulnerable) == 2:
        game = _game("true" if vulnerable else "false")
    else:
        game = _game("is(dealer)" if vulnerable[0] == dealer % 2 else "not is(dealer)")
    order = [(dealer + 1 + turn) % 4 for turn in range(4)]
    deck = [hands[seat][at] for at in range(13) for seat in order]
    state = game.hand(0, deck=deck, dealer=dealer)
    events: list[RecordedCall | Play] = [*calls, *plays]
    for event in events:
        text = f"play {event.card}" if isinstance(event, Play) else _call_text(event.word)
        asked = state.asked
        # The declarer plays the cards of dummy, so only calls must be those of the seat asked.
        turn = asked is not None and (isinstance(event, Play) or asked == event.seat)
        moves = state.legal_moves(asked) if turn else ()
        move = next((move for move in moves if move.text.startswith(text)), None)
        if move is None:
            return state, event.at
        state = state.apply(move, asked)
    return state, None


def _call_text(word: str) -> str:
    """A call in the words of the game."""
    if word in ("Pass", "X", "XX"):
        return {"Pass": "pass", "X": "double", "XX": "redouble"}[word]
    many = "" if word[0] == "1" else "s"
    return f"bid {word[0]} {WORDS[word[1:]]}{many}"
