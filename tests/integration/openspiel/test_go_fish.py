"""Go Fish as OpenSpiel plays it.

OpenSpiel plays without suits and without a dealer: its player 0, who asks first, sits at the
dealer's left in ours. Changed in our data:

- One may only ask a player who has cards; ours allows any other player. So if nobody else has
  cards, the turn passes to the next player, who draws one.
- A player who lays down a book during the deal is dealt cards until the hand is full again; ours
  deals no more.
- `ask_after_empty_draw=false`: a player without cards draws one and has had the turn.
- The number of players and the size of the hands.

OpenSpiel forgets to fill up the last player's hand if the very card that fills it makes a book, a
bug. The order of the cards dealt to one player means nothing else, so a book is given first.

At every decision all hands, the books and the size of the stock are compared; OpenSpiel's result
says only who has won, so the books are compared as well at the end.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import CallPhase, DealStep, DrawPhase, RepeatPhase, TurnsPhase
from darwindeck.genome.validator import checked
from darwindeck.simulation import Game
from tests.integration.openspiel.harness import (
    Choice,
    Duel,
    Hand,
    Ours,
    covered,
    dealt,
    hand_named,
    hands,
    pyspiel,
    with_phases,
)

RANKS = 13


def hand_size(players: int) -> int:
    return 7 if players == 2 else 5


@cache
def game(players: int, ask_after_draw: bool) -> Game:
    genome = get_genome("go-fish")
    books, turns = genome.turn_structure.phases
    assert isinstance(turns, TurnsPhase)
    draw, asking, melding = turns.phases
    assert isinstance(asking, CallPhase)
    (ask,) = asking.calls
    able = "hand_size > 0" if ask_after_draw else "hand_size > 0 and drawn == 0"
    asking = replace(asking, when=able, calls=(replace(ask, when="hand_size(asked) > 0"),))
    size = hand_size(players)
    fill_up = RepeatPhase(
        (DrawPhase(), melding),
        label="Filling up",
        who="from(each, left(dealer))",
        as_long_as=f"hand_size < {size}",
    )
    setup = replace(genome.setup, cards_per_player=size, deal=(DealStep(packets=(1,) * size),))
    genome = replace(genome, player_count=players, setup=setup)
    turns = replace(turns, phases=(draw, asking, melding))
    return Game(checked(with_phases(genome, books, fill_up, turns)))


class GoFishDuel(Duel):
    """One game; OpenSpiel's chance gives the cards of our stock."""

    def __init__(self, ours: Ours, theirs: Any, dice: random.Random, dealer: int) -> None:
        self.players = ours.game.player_count
        first = (dealer + 1) % self.players
        super().__init__(ours, theirs, dice, action=self.to_action, first_player=first)
        self.stock: Hand = []

    def draw(self) -> None:
        while self.theirs.is_chance_node():
            self.chance(self.stock.pop(0) % RANKS)

    def deal(self, deck: Sequence[int], dealer: int) -> None:
        """Our hands to OpenSpiel's players, books first, and more after a book."""
        size = hand_size(self.players)
        cards = dealt(deck, dealer, (1,) * size, self.players)
        self.stock = list(deck[size * self.players :])
        for player in range(self.players):
            hand = [card % RANKS for card in cards[self.seat(player)]]
            book = [rank for rank in hand if hand.count(rank) == 4]
            self.chance(*book, *(rank for rank in hand if rank not in book))
            while self.held()[player] < size:
                self.chance(self.stock.pop(0) % RANKS)

    def shown(self) -> list[tuple[Tally[int], int]]:
        """How many cards of each rank, and how many books, each of OpenSpiel's players has."""
        found = []
        for line in str(self.theirs).split("\n")[2 : 2 + self.players]:
            cards, books = line.split(":")
            pairs = zip(cards[::2], cards[1::2], strict=True)
            ranks = Tally({ord(rank) - ord("a"): int(many) for rank, many in pairs})
            found.append((+ranks, int(books)))
        return found

    def held(self) -> list[int]:
        """How many cards each of OpenSpiel's players has."""
        return [cards.total() for cards, _ in self.shown()]

    def to_action(self, choice: Choice) -> int:
        _, _, asked, rank = choice
        return self.player(int(asked)) * RANKS + int(rank)

    def often_hitting(self, dice: random.Random, actions: Sequence[int]) -> int:
        """Asks every other time for what the player asked does have."""
        shown = self.shown()
        hits = [ask for ask in actions if shown[ask // RANKS][0][ask % RANKS]]
        return dice.choice(hits if hits and dice.random() < 0.5 else actions)

    def nobody_to_ask(self, asker: int) -> bool:
        """Whether the player who would go on asking is the only one with cards."""
        phase, player = str(self.theirs).split("\n")[:2]
        if phase != "EmptyDraw" or self.seat(int(player)) == asker:
            return False
        held = self.held()
        return held[self.player(asker)] == sum(held) > 0

    def compare_tables(self) -> None:
        """Hands, books and the stock must be the same."""
        ours = self.ours
        assert len(ours.zone("deck")) == len(self.stock), self.tell("the stocks differ")
        shown = self.shown()
        for seat in range(self.players):
            hand = Tally(card % RANKS for card in ours.zone("hand", seat))
            books = len(ours.zone("books", seat)) // 4
            theirs = shown[self.player(seat)]
            assert (hand, books) == theirs, self.tell(f"seat {seat} has {hand}, {books} books")


def make_deck(dice: random.Random, players: int, with_book: bool) -> Hand:
    """A deck; if wanted, one in which somebody is dealt a book."""
    deck = dice.sample(range(52), 52)
    if with_book:
        rank, first = dice.randrange(RANKS), dice.randrange(players)
        for suit in range(4):
            here, there = deck.index(suit * RANKS + rank), first + suit * players
            deck[here], deck[there] = deck[there], deck[here]
    return deck


@pytest.mark.parametrize(
    ("players", "ask_after_draw"), [(4, True), (2, True), (3, False), (5, True), (4, False)]
)
def test_go_fish(players: int, ask_after_draw: bool) -> None:
    name = f"go_fish(players={players},ask_after_empty_draw={ask_after_draw})".lower()
    seen: Tally[str] = Tally()
    for number in hands(60):
        with hand_named(name, number) as dice:
            with_book = number % 8 == 0
            deck, dealer = make_deck(dice, players, with_book), dice.randrange(players)
            ours = Ours(game(players, ask_after_draw), deck, dealer)
            duel = GoFishDuel(ours, pyspiel.load_game(name).new_initial_state(), dice, dealer)
            duel.deal(deck, dealer)
            seen["book dealt"] += with_book
            while not ours.over:
                duel.draw()
                duel.compare_tables()
                asker = ours.asked
                duel.decide(duel.often_hitting)
                seen["nobody to ask"] += duel.nobody_to_ask(asker)
            duel.draw()
            duel.finish()
            duel.compare_tables()
            books = [books for _, books in duel.shown()]
            best = [duel.seat(player) for player in range(players) if books[player] == max(books)]
            assert list(ours.position.winners) == sorted(best), duel.tell("other winners")
            seen["shared win"] += len(best) > 1
    covered(seen, "book dealt", "nobody to ask" if players == 2 else "shared win")
