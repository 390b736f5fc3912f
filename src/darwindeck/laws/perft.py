"""Counting sequences of moves, so that another implementation of a game can be compared with this.

(Programs that play chess count in the same way and call it perft, a performance test.)
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from darwindeck._core import Position
from darwindeck.simulation import Game, State

DEALS = 3
"""How many deals of a game are counted."""
MADE_BEFORE = 10
"""How many more moves have been made with each further deal before sequences are counted."""
MOST_POSITIONS = 2_000
"""How many positions of one deal are visited."""
MOST_MOVES = 6
"""The longest sequences that are counted."""

NOTHING = "nothing"

EXPLANATION = """\
# How many sequences of 1, 2, 3 and more moves there are in {name}.
#
# A move is one decision of one player: a card, a call, a bet. Where several cards are picked, every
# pick is a move, and so is saying that no more are picked, unless there is no choice left. Equal
# cards of one place count once. Where several players decide at the same time, they are asked one
# after the other. A game that is over has no more moves.
#
# dealer  the seat that deals; seats are counted from 0 in order of play: {seats}
# deck    the cards in the order in which they are dealt, the first card first
# seed    decides what else is left to chance
# made    moves that are made first: the seat that decides, and what it does
# counts  sequences of one move, of two moves and so on, after these
"""


class CountedDeal(NamedTuple):
    """A deal and what was counted from it."""

    dealer: int
    deck: tuple[str, ...]
    """The cards as the game writes them."""
    seed: int
    made: tuple[tuple[int, str], ...]
    """Moves that are made first: seat and words."""
    counts: tuple[int, ...] = ()

    def text(self) -> str:
        made = "; ".join(f"{seat} {words}" for seat, words in self.made) or NOTHING
        return (
            f"dealer {self.dealer}\n"
            f"deck {', '.join(self.deck)}\n"
            f"seed {self.seed}\n"
            f"made {made}\n"
            f"counts {' '.join(map(str, self.counts))}\n"
        )


def perft(position: Position, most_positions: int = MOST_POSITIONS) -> tuple[int, ...]:
    """How many sequences of one move, two moves and so on begin with a position.

    Sequences become longer until more positions than these would have to be visited.
    """
    counts: list[int] = []
    layer = [position]
    visited = 0
    while len(counts) < MOST_MOVES:
        moves = [_moves(at) for at in layer]
        count = sum(map(len, moves))
        counts.append(count)
        visited += count
        if count == 0 or visited > most_positions:
            break
        layer = [
            at.apply(seat, code)
            for at, listed in zip(layer, moves, strict=True)
            for seat, code in listed
        ]
    return tuple(counts)


def _moves(position: Position) -> list[tuple[int, int]]:
    seat = position.asked()
    return [] if seat is None else [(seat, code) for code in position.legal(seat)]


def counted_deals(game: Game, deals: int = DEALS) -> Iterator[CountedDeal]:
    """Deals of a game with the sequences that follow, always the same ones."""
    for seed in range(1, deals + 1):
        chance = Random(f"perft {game.genome.genome_id} {seed}")
        numbers = list(range(len(game.cards)))
        chance.shuffle(numbers)
        house = len(game.seats) > game.player_count
        dealer = game.player_count if house else chance.randrange(game.player_count)
        deck = tuple(game.labels.card_texts[card] for card in numbers)
        made = _made(begun(game, CountedDeal(dealer, deck, seed, ())), MADE_BEFORE * (seed - 1))
        yield counted(game, CountedDeal(dealer, deck, seed, made))


def _made(state: State, moves: int) -> tuple[tuple[int, str], ...]:
    """Some moves of random players that do not end the first hand."""
    made: list[tuple[int, str]] = []
    while len(made) < moves and (seat := state.asked) is not None:
        move = state.choose("random", seed=len(made))
        state = state.apply(move)
        if state.over or state.position.numbers()["deal_number"] > 1:
            break
        made.append((seat, move.text))
    return tuple(made)


def begun(game: Game, deal: CountedDeal) -> State:
    """The state after a deal and the moves that are made first."""
    free: dict[str, list[int]] = {}
    for number, text in enumerate(game.labels.card_texts):
        free.setdefault(text, []).append(number)
    cards = [game.cards[free[text].pop(0)] for text in deal.deck]
    state = game.deal(deal.seed, deck=cards, dealer=deal.dealer)
    for seat, words in deal.made:
        state = state.apply(words, seat)
    return state


def counted(game: Game, deal: CountedDeal) -> CountedDeal:
    """The deal with what is counted from it."""
    return deal._replace(counts=perft(begun(game, deal).position))


def perft_text(game: Game) -> str:
    """The file of a game: an explanation, then one paragraph for each deal."""
    name = game.genome.name or game.genome.genome_id
    seats = ", ".join(f"{number} is {seat}" for number, seat in enumerate(game.seats))
    deals = [deal.text() for deal in counted_deals(game)]
    return "\n".join([EXPLANATION.format(name=name, seats=seats), *deals])


def read_perft(text: str) -> list[CountedDeal]:
    """The deals of a file that `perft_text` wrote."""
    deals = []
    for paragraph in text.split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line and not line.startswith("#")]
        if lines:
            deals.append(_read(dict(line.split(" ", 1) for line in lines)))
    return deals


def _read(values: dict[str, str]) -> CountedDeal:
    made = [] if values["made"] == NOTHING else values["made"].split("; ")
    moves = [move.split(" ", 1) for move in made]
    return CountedDeal(
        int(values["dealer"]),
        tuple(values["deck"].split(", ")),
        int(values["seed"]),
        tuple((int(seat), words) for seat, words in moves),
        tuple(int(number) for number in values["counts"].split()),
    )
