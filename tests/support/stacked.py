"""Games played from stacked decks, written as players would tell them.

A `Sitting` is a game in progress: cards are named as the game itself names them ("Q♠", "red 7",
"joker"), places as well ("the stock", "South's hand"), and moves are told by whom they are made:
"South: play 7♥".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from typing import Any

from darwindeck import get_genome
from darwindeck.cards import Card
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import DealStep, GameGenome, Location
from darwindeck.simulation import Event, EventKind, Game, Move, Result, State


@cache
def ready(genome: GameGenome) -> Game:
    """A genome ready to be played, made so only once."""
    return Game(genome)


def game_of(name: str, **options: str) -> Game:
    """A game of the library, with options chosen."""
    return ready(apply_options(get_genome(name), options))


def changed(name: str, **fields: Any) -> Game:
    """A game of the library with some fields of its genome changed."""
    return ready(replace(get_genome(name), **fields))


def hands_of(name: str, size: int, **fields: Any) -> Game:
    """A game in which hands are dealt and a card is turned up, with hands of another size."""
    setup = replace(
        get_genome(name).setup,
        cards_per_player=size,
        deal=(DealStep(packets=(1,) * size), DealStep(zone=Location.DISCARD)),
    )
    return changed(name, setup=setup, **fields)


def won_at(name: str, points: int) -> Game:
    """A game of the library that ends at another number of points."""
    conditions = get_genome(name).win_conditions
    return changed(name, win_conditions=tuple(replace(w, threshold=points) for w in conditions))


def named(game: Game, text: str) -> list[int]:
    """The numbers of the cards of a text: "7♥ Q♠ joker", or "red 7, wild draw four".

    A card of which there are several stands for one of them after the other.
    """
    free: dict[str, list[int]] = {}
    for number, name in enumerate(game.labels.card_texts):
        free.setdefault(name, []).append(number)
    numbers = []
    for name in _names(text):
        assert free.get(name), f"{name}: there are not so many of them"
        numbers.append(free[name].pop(0))
    return numbers


def _names(text: str) -> list[str]:
    words = (word.split() for word in text.split(","))
    symbols = set("♣♦♥♠")
    names = (
        list(part) if any(symbols & set(word) for word in part) else [" ".join(part)]
        for part in words
        if part
    )
    return [name for part in names for name in part]


def rounds(*hands: str) -> str:
    """The cards of some hands in the order in which they are dealt one at a time."""
    dealt = zip_longest(*(_names(hand) for hand in hands))
    return ", ".join(card for turn in dealt for card in turn if card is not None)


def deck_of(game: Game, *dealt: str) -> list[Card]:
    """A whole deck: first the cards that are named, then all others in their usual order."""
    first = named(game, ", ".join(name for part in dealt for name in _names(part)))
    rest = [number for number in range(len(game.cards)) if number not in set(first)]
    return [game.cards[number] for number in first + rest]


class Sitting:
    """A game in progress.

    After every move all cards must still be there, each of them once, and all chips, unless they
    are won from a house.
    """

    def __init__(self, state: State, asks_all: bool = False) -> None:
        """With `asks_all`, also those who can only decline are asked."""
        self.state = state
        self.game = state.game
        self.asks_all = asks_all
        self.told: list[Event] = []
        """Everything that has happened so far."""
        self._look()

    # --- what is done ----------------------------------------------------------------------------

    def play(self, *lines: str) -> Sitting:
        """Makes moves: "South: play 7♥". It must be the turn of the player named.

        The beginning of a move will do where no other begins so: "West: name hearts".
        """
        for line in lines:
            name, _, text = line.partition(": ")
            seat = self.game.seats.index(name)
            self._apply(self._meant(text, seat), seat)
        return self

    def meld(self, name: str, cards: str, verb: str = "meld") -> Sitting:
        """A player lays down a combination, or lays off on one (`lay`), card by card.

        Where only one way to go on is left the rest is laid down by itself.
        """
        first, *others = cards.split()
        self.play(f"{name}: {verb} {first}")
        for card in others:
            if self.picked(name):
                self.play(f"{name}: {verb} {card}")
        if self.picked(name):
            self.play(f"{name}: {verb} just")
        return self

    def picked(self, name: str) -> list[str]:
        """The cards that a player has picked so far for a move of several cards."""
        return [str(card) for card in self.state.view(self.game.seats.index(name)).picked]

    def _meant(self, text: str, seat: int) -> Move | str:
        moves = [m for m in self.state.legal_moves(seat) if m.text.startswith(f"{text} ")]
        return moves[0] if len(moves) == 1 and text not in self.may(self.game.seats[seat]) else text

    def _apply(self, move: Move | str, seat: int) -> None:
        self.state = self.state.apply(move, seat)
        self._look()

    def _look(self) -> None:
        """Whoever is asked but can only decline does so by themselves."""
        self.told.extend(self.state.events)
        self._count()
        if (forced := self.state.forced) is not None and not self.asks_all:
            self.state = self.state.apply(forced)
            self._look()

    def step(self, player: str = "random") -> Sitting:
        """Lets a computer player make one move."""
        seat = self.state.asked
        assert seat is not None, "the game is over"
        self._apply(self.state.choose(player, seed=len(self.told)), seat)
        return self

    def until(self, done: Callable[[Sitting], bool], player: str = "random") -> Sitting:
        """Lets a computer player go on until something holds."""
        while not done(self):
            self.step(player)
        return self

    def play_hand(self, player: str = "random") -> Sitting:
        """Lets a computer player play to the end of the hand."""
        number = self.number("hand_number")
        return self.until(lambda g: g.state.over or g.number("hand_number") != number, player)

    def play_out(self, player: str = "random") -> Sitting:
        """Lets a computer player play to the end of the game."""
        return self.until(lambda g: g.state.over, player)

    def _count(self) -> None:
        lying = sorted(card for place in self.state.position.places() for card in place[3])
        whole = list(range(len(self.game.cards)))
        assert lying == whole, "cards have been lost or doubled"
        genome = self.game.genome
        if genome.house is None:
            chips = genome.player_count * genome.setup.starting_chips
            assert sum(self.chips()) + self.number("pot") == chips, "chips have been lost or made"

    # --- what there is to see --------------------------------------------------------------------

    @property
    def turn(self) -> str:
        """Who is asked now; empty once the game is over."""
        seat = self.state.asked
        return "" if seat is None else self.game.seats[seat]

    def may(self, name: str = "") -> set[str]:
        """What a player (by default the one who is asked) may do now."""
        seat = self.game.seats.index(name) if name else None
        return {move.text for move in self.state.legal_moves(seat)}

    def cards(self, place: str) -> list[str]:
        """The cards in a place, from the bottom up: "the stock", "South's hand", "column 3"."""
        places = self.state.position.places()
        for _, _, number, cards, _ in places:
            if self.place(number) == place:
                return [self.game.labels.card_texts[card] for card in cards]
        raise KeyError(f"{place}: there are {[self.place(item[2]) for item in places]}")

    def place(self, number: int) -> str:
        return self.state._table.place(number)

    def number(self, name: str) -> Any:
        """A number of the position: `chips`, `score`, `turns` …"""
        return self.state.position.numbers()[name]

    def chips(self) -> tuple[int, ...]:
        """The chips in front of each player."""
        return tuple(self.number("chips")[: self.game.player_count])

    def scores(self) -> tuple[int, ...]:
        """The score of each player."""
        return tuple(self.number("score")[: self.game.player_count])

    def team_scores(self) -> tuple[int, ...]:
        return self.state.view(0).team_scores

    def text_of(self, kind: EventKind) -> list[str]:
        """What has been told of one kind so far."""
        return [event.text for event in self.told if event.kind is kind]

    def scored(self) -> list[str]:
        """What has been scored so far, each with its reason: "South: +10 (Going out)"."""
        return self.text_of(EventKind.SCORED)

    @property
    def result(self) -> Result:
        result = self.state.result
        assert result is not None, "the game is not over"
        return result


def sit(
    game: Game | str,
    *dealt: str,
    dealer: str = "",
    match: bool = False,
    seed: int = 0,
    asks_all: bool = False,
) -> Sitting:
    """A hand, or a whole match, in which the first cards dealt are those named.

    Unless a dealer is named the last player deals, so that South is served and plays first.
    """
    game = game if isinstance(game, Game) else game_of(game)
    begin = game.deal if match else game.hand
    seat = game.seats.index(dealer) if dealer else game.player_count - 1
    return Sitting(begin(seed, deck=deck_of(game, *dealt), dealer=seat), asks_all)


def same_cards(cards: Iterable[str], expected: str | Sequence[str]) -> bool:
    """Whether some cards are just those expected, in any order."""
    wanted = _names(expected) if isinstance(expected, str) else list(expected)
    return sorted(cards) == sorted(wanted)
