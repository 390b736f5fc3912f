"""A game played by script from a stacked deck, for tests of a game's rules.

    table = Table("hearts", "2C KC ...", "3C QS ...")
    table.play("2C 3C")
    assert table.playable == these("9C")

Cards are written as text. Players are numbered in the order of play; unless a test says otherwise
the last one deals, so that player 0 is the first to be served and to speak.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from darwindeck import get_genome
from darwindeck.cards import Card, Suit
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game, Move, MoveKind, Result, State, View
from tests.support.cards import card as french
from tests.support.cards import cards

STOCK = "deck"
"""The zone of the cards that are not dealt."""


def these(text: str) -> set[str]:
    """Several cards as a set: ``these("AC 2C")``."""
    return set(text.split())


def short(card: Card) -> str:
    """The short name of a card: ``"QS"``; of another pack than the French one, ``"7-cups"``."""
    if not isinstance(card.suit, Suit):
        return f"{card.printed_rank}-{card.suit}"
    return f"{card.printed_rank}{str(card.suit)[0].upper()}"


def genome_of(name: str, **options: str) -> GameGenome:
    """A game of the library with some of its options chosen."""
    return apply_options(get_genome(name), options)


def won_at(genome: GameGenome, target: int) -> GameGenome:
    """The game with another number of points to reach, so that a single hand can decide it."""
    usual = max(win.threshold or 0 for win in genome.win_conditions)
    if target == usual:
        return genome

    def changed(text: Any) -> Any:
        return re.sub(rf"\b{usual}\b", str(target), text) if isinstance(text, str) else text

    conditions = tuple(
        replace(
            win,
            threshold=target if win.threshold == usual else win.threshold,
            when=changed(win.when),
            value=changed(win.value),
        )
        for win in genome.win_conditions
    )
    # The options are settled, so that none of them says another target.
    return replace(fold_options(genome), win_conditions=conditions, options=())


@cache
def _ready(genome: GameGenome) -> Game:
    return Game(genome)


def unforced(state: State) -> State:
    """A game after all have declined who could do nothing else and were asked all the same."""
    while (move := state.forced) is not None:
        state = state.apply(move)
    return state


class Table:
    """A game in progress. Whoever is asked but can only decline does so by themselves."""

    def __init__(
        self,
        genome: str | GameGenome,
        *hands: str,
        dealer: int | None = None,
        match: bool = False,
        seed: int = 0,
        **zones: str,
    ) -> None:
        """Deals these hands, and these cards to the zones named; `deck` is what is left over, the
        next card first. Places of which nothing is said are filled with the other cards.

        It is a single hand; with `match`, a whole game of which this is the first hand.
        """
        game = _ready(genome_of(genome) if isinstance(genome, str) else genome)
        dealer = game.player_count - 1 if dealer is None else dealer
        deck = _stacked(game, dealer, hands, zones) if hands or zones else None
        begin = game.deal if match else game.hand
        self.state: State = unforced(begin(seed, deck=deck, dealer=dealer))

    # --- what players do -------------------------------------------------------------------------

    def play(self, text: str, seat: int | None = None) -> Table:
        """Several cards, one after the other, each picked by the player who is then asked.

        Where several players may act at the same time, `seat` says who does.
        """
        for word in text.split():
            self._make(self._pick(word, seat), seat)
        return self

    def say(self, *texts: str, seat: int | None = None) -> Table:
        """Several moves by their texts, each by the player who is then asked, or by `seat`."""
        for text in texts:
            self._make(text, seat)
        return self

    def play_out(self) -> Table:
        """Plays on to the end, always the first of the moves there are."""
        while not self.state.over:
            self.state = self.state.apply(self.state.legal_moves()[0])
        return self

    def play_hand(self, player: str = "random") -> Table:
        """Plays on until another hand begins or the game ends."""
        number = self.hand_number
        while not self.state.over and self.hand_number == number:
            self.step(player)
        return self

    def step(self, player: str = "random") -> Table:
        """One move of a computer player."""
        self.state = self.state.apply(self.state.choose(player, seed=self.state.digest))
        return self

    def _make(self, move: Move | str, seat: int | None) -> None:
        self.state = unforced(self.state.apply(move, seat))

    def _pick(self, word: str, seat: int | None) -> Move:
        moves = self.state.legal_moves(seat)
        found = [move for move in moves if move.card == french(word)]
        assert found, f"{self.state!r}: {word} is none of {[move.text for move in moves]}"
        return found[0]

    # --- what there is to see --------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The player who is asked."""
        return self.state.asked

    @property
    def moves(self) -> list[str]:
        """What the player who is asked may do."""
        return [move.text for move in self.state.legal_moves()]

    @property
    def playable(self) -> set[str]:
        """The cards that the player who is asked may pick."""
        moves = self.state.legal_moves()
        return {short(move.card) for move in moves if move.card and move.kind is MoveKind.CARD}

    @property
    def hand_number(self) -> int:
        return int(self.state.position.numbers()["hand_number"])

    @property
    def view(self) -> View:
        """What the player who is asked sees, or the first one if nobody is asked."""
        return self.state.view(self.state.asked or 0)

    def hand(self, seat: int) -> set[str]:
        """The cards that a player holds."""
        return self.cards("hand", seat)

    def cards(self, zone: str, owner: int | None = None) -> set[str]:
        """The cards that really lie in a zone, whoever may see them."""
        labels = self.state.game.labels
        number = labels.zone_number[zone]
        return {
            short(labels.cards[card])
            for at, of, _, held, _ in self.state.position.places()
            if at == number and owner in (None, of)
            for card in held
        }

    @property
    def tricks(self) -> tuple[int, ...]:
        """The tricks that each player has won in this hand."""
        return self.view.tricks

    @property
    def result(self) -> Result:
        """How the game ended."""
        result = self.state.result
        assert result is not None, "the game is not over"
        return result

    @property
    def scores(self) -> tuple[int, ...]:
        """By side, or by player where there are no sides; without the hand in progress."""
        return self.view.team_scores or self.view.scores

    @property
    def hand_scores(self) -> tuple[int, ...]:
        """What the hand in progress has brought so far, by side or by player."""
        return self.view.team_hand_scores or self.view.hand_scores

    @property
    def chips(self) -> tuple[int, ...]:
        """What each player has."""
        return tuple(self.state.position.numbers()["chips"][: self.state.game.player_count])

    def counter(self, label: str) -> tuple[int, ...]:
        """A number that is kept: one for the table, or one for each player or side."""
        return next(counter.values for counter in self.view.counters if counter.label == label)

    def role(self, label: str) -> int | None:
        """The player who has a role; None: nobody."""
        return dict(self.view.roles).get(label)


def _stacked(
    game: Game, dealer: int, hands: tuple[str, ...], zones: Mapping[str, str]
) -> list[Card]:
    """The deck from which the deal makes these hands, first card first."""
    wanted = {("hand", seat): cards(text) for seat, text in enumerate(hands)}
    wanted |= {(zone, 0): cards(text) for zone, text in zones.items()}
    free = list(game.cards)
    for card in [card for asked in wanted.values() for card in asked]:
        assert card in free, f"{card} is asked for too often, or is no card of the game"
        free.remove(card)
    deck: list[Any] = []
    for place in _served(game, dealer):
        asked = wanted.get(place)
        deck.append(asked.pop(0) if asked else None)
    assert not any(wanted.values()), f"more cards than the deal gives: {wanted}"
    return [free.pop(0) if card is None else card for card in deck]


@cache
def _served(game: Game, dealer: int) -> list[tuple[str, int]]:
    """To which zone and to whom each card of the deck goes, the first card first."""
    state = game.hand(0, deck=game.cards, dealer=dealer)
    at: dict[int, tuple[str, int]] = {}
    for zone, owner, _, held, _ in state.position.places():
        if held:
            name = str(game.labels.zones[zone].name)
            at |= dict.fromkeys(held, (name, owner if name == "hand" else 0))
    return [at[number] for number in range(len(game.cards))]
