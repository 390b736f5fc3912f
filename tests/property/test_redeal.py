"""Hidden cards that are dealt again agree with what a seat knows, and every such deal can come up.

`Position.redeal` is what computer players think with. In games of the library it is compared with
what the seat can see; in tiny games with every deal there is, each of them tried out.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from itertools import permutations
from random import Random

import pytest

from darwindeck import get_genome, library_ids
from darwindeck._core import Position
from darwindeck.cards import Card
from darwindeck.genome.schema import PileOrder
from darwindeck.simulation import Game, State
from darwindeck.simulation.labels import TRICK, LabelledPlace, Labels
from darwindeck.simulation.state import Start
from darwindeck.simulation.table import Table
from tests.support.seeds import for_seeds
from tests.support.tiny_games import tiny_draws, tiny_tricks

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
MOMENTS = max(1, round(6 * SCALE))
"""How many moments of each game are looked at."""
WORLDS = 40
"""How often hidden cards are dealt again at each."""
DEALS = max(60, round(100 * SCALE))
"""How often they are dealt again for each possible world of a tiny game."""


@cache
def game_of(genome_id: str) -> Game:
    return Game(get_genome(genome_id))


def moments(game: Game, count: int) -> Iterator[tuple[State, int]]:
    """Some moments of random play, each with a seat that looks at it."""
    for seed in range(count):
        chance = Random(f"{game.genome.genome_id} {seed}")
        state = game.hand(seed)
        for _ in range(chance.randrange(60)):
            if state.over:
                break
            following = state.apply(state.choose("random", seed=chance.randrange(1000)))
            if following.over:
                break
            state = following
        yield state, chance.randrange(game.player_count)


def places_of(game: Game, position: Position) -> tuple[LabelledPlace, ...]:
    return Table(game.labels, position).places


def hand_of(game: Game, places: tuple[LabelledPlace, ...], seat: int) -> set[int]:
    hand = game.labels.zone_number.get("hand")
    return {card for p in places if (p.zone, p.owner) == (hand, seat) for card in p.cards}


def is_pile(labels: Labels, place: LabelledPlace) -> bool:
    """Whether the order of the cards in a place matters."""
    return place.zone == TRICK or labels.zones[place.zone].order is PileOrder.STACK


# --- agreement with what is seen ------------------------------------------------------------------


@pytest.mark.parametrize("genome_id", library_ids())
def test_a_world_agrees_with_the_view(genome_id: str) -> None:
    game = game_of(genome_id)
    for state, seat in moments(game, MOMENTS):
        view = state.view(seat)
        shown = [place.number for place in places_of(game, state.position) if _is_shown(place)]
        for seed in range(WORLDS):
            world = places_of(game, state.position.redeal(seat, seed))
            lying = sorted(card for place in world for card in place.cards)
            assert lying == list(range(len(game.cards)))
            for number, pile in zip(shown, view.piles, strict=True):
                cards = [game.cards[card] for card in world[number].cards]
                assert len(cards) == pile.count
                seen = zip(pile.cards, cards, strict=True)
                assert all(mine in (None, theirs) for mine, theirs in seen)
                assert not Counter(pile.known) - Counter(cards)
            for holder in set(range(game.player_count)) - {seat}:
                lacks = set(state.position.lacks(holder))
                assert not lacks & hand_of(game, world, holder)


def _is_shown(place: LabelledPlace) -> bool:
    return place.zone != TRICK or bool(place.cards)


@pytest.mark.parametrize("genome_id", library_ids())
def test_worlds_vary_wherever_they_can(genome_id: str) -> None:
    game = game_of(genome_id)
    for state, seat in moments(game, MOMENTS):
        worlds = {
            tuple(place.cards for place in places_of(game, state.position.redeal(seat, seed)))
            for seed in range(WORLDS)
        }
        if _has_other_worlds(game, state, seat):
            assert len(worlds) > 1
        elif not _hidden(state, seat):
            assert len(worlds) == 1


def _hidden(state: State, seat: int) -> list[tuple[LabelledPlace, int]]:
    """Cards whose place the seat does not know, with where they are."""
    places = places_of(state.game, state.position)
    piles = state.view(seat).piles
    shown = [place for place in places if _is_shown(place)]
    found = []
    for place, pile in zip(shown, piles, strict=True):
        blank = [n for n, face in enumerate(pile.cards) if face is None]
        for index in blank:
            card = place.cards[index]
            if not state.position.knowledge(card)[0] & 1 << seat:
                found.append((place, card))
    return found


def _has_other_worlds(game: Game, state: State, seat: int) -> bool:
    """Whether two hidden cards could change places without anybody being wrong about a hand."""
    hidden = _hidden(state, seat)
    hand = game.labels.zone_number.get("hand")

    def may_hold(place: LabelledPlace, card: int) -> bool:
        known_hand = place.zone == hand and place.owner < game.player_count
        return not known_hand or card not in state.position.lacks(place.owner)

    return any(
        may_hold(one, other_card) and may_hold(other, card)
        for number, (one, card) in enumerate(hidden)
        for other, other_card in hidden[number + 1 :]
        if one.number != other.number or is_pile(game.labels, one)
    )


# --- every world, in tiny games -------------------------------------------------------------------

World = tuple[tuple[int, ...], ...]


def world_of(position: Position) -> World:
    return tuple(tuple(cards) for _, _, _, cards, _ in position.places())


class Sitting:
    """Some moves of a tiny game, dealt from a stacked deck."""

    def __init__(self, game: Game, seed: int, length: int) -> None:
        self.game = game
        self.length = length
        chance = Random(seed)
        self.deck = list(range(len(game.cards)))
        chance.shuffle(self.deck)
        self.moves: list[tuple[int, int]] = []
        position = self.begin(self.deck)
        while len(self.moves) < length and not position.over:
            seat = position.asked()
            assert seat is not None
            code = chance.choice(position.legal(seat))
            self.moves.append((seat, code))
            position = position.apply(seat, code)
        self.position = position

    def begin(self, deck: list[int]) -> Position:
        return State.begin(self.game, Start(1, True, tuple(deck), 0)).position

    def story(self, deck: list[int], seat: int) -> tuple[list[object], Position] | None:
        """What a seat sees when the same moves are made with another deck, and where they lead;
        None if they cannot be made."""
        position = self.begin(deck)
        seen: list[object] = []
        for actor, code in [*self.moves, (-1, 0)]:
            state = State(self.game, Start(1, True, None, None), position, None)
            seen.append(state.view(seat))
            if actor < 0:
                break
            if code not in position.legal(actor):
                return None
            position = position.apply(actor, code)
        return seen, position

    def worlds(self, seat: int) -> Counter[World]:
        """Every world that the seat cannot tell from the true one, with the number of decks that
        lead to it."""
        mine = self.story(self.deck, seat)
        assert mine is not None
        begun = self.begin(self.deck)
        view = State(self.game, Start(1, True, None, None), begun, None).view(seat)
        faces = Counter(card for pile in view.piles for card in pile.cards if card is not None)
        fixed = [place for place, card in enumerate(self.deck) if faces[self.game.cards[card]]]
        free = [place for place in range(len(self.deck)) if place not in fixed]
        found: Counter[World] = Counter()
        for order in permutations([self.deck[place] for place in free]):
            deck = list(self.deck)
            for place, card in zip(free, order, strict=True):
                deck[place] = card
            story = self.story(deck, seat)
            if story is not None and story[0] == mine[0]:
                found[world_of(story[1])] += 1
        return found


def chi_square(found: Counter[World], expected: Counter[World]) -> float:
    total = sum(found.values()) / sum(expected.values())
    return sum((found[w] - total * ways) ** 2 / (total * ways) for w, ways in expected.items())


def unlikely(freedom: int) -> float:
    """What chi-square exceeds once in ten thousand times (after Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 3.72 * spread**0.5) ** 3)


TINY = {
    "tricks for two": (tiny_tricks(players=2, cards=3, ranks=4), 4),
    "tricks for three": (tiny_tricks(players=3, cards=2, ranks=4), 4),
    "tricks without stock": (tiny_tricks(players=3, cards=2, ranks=3), 2),
    "draws for two": (tiny_draws(players=2, cards=2, ranks=4), 7),
    "draws for three": (tiny_draws(players=3, cards=2, ranks=4), 5),
}


@pytest.mark.parametrize("name", TINY)
@for_seeds(4)
def test_worlds_are_those_that_trying_every_deck_finds(name: str, seed: int) -> None:
    genome, length = TINY[name]
    sitting = Sitting(Game(genome), seed, length)
    seat = seed % sitting.game.player_count
    expected = sitting.worlds(seat)
    deals = DEALS * len(expected)
    found = Counter(world_of(sitting.position.redeal(seat, number)) for number in range(deals))
    assert set(found) == set(expected)
    if len(expected) > 1:
        assert chi_square(found, expected) < unlikely(len(expected) - 1)


def test_tiny_games_show_voids_and_known_cards() -> None:
    """The tests above would say little if nobody ever showed a void or took an open card."""
    voids = known = 0
    for genome, length in TINY.values():
        for seed in range(8):
            position = Sitting(Game(genome), seed, length).position
            voids += any(position.lacks(seat) for seat in range(genome.player_count))
            everybody = (1 << genome.player_count) - 1
            hands = [cards for zone, _, _, cards, _ in position.places() if zone == 0]
            known += any(position.knowledge(c)[0] == everybody for cards in hands for c in cards)
    assert voids > 3 < known


# --- what is hidden never shows -------------------------------------------------------------------


def _faces(value: object) -> Iterator[Card]:
    """Every card in a view."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _faces(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _faces(item)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _faces(getattr(value, name))


@pytest.mark.parametrize("genome_id", library_ids())
def test_a_view_holds_no_hidden_card(genome_id: str) -> None:
    """Neither as a card nor in words, nor when it is written as JSON."""
    game = game_of(genome_id)
    for state, seat in moments(game, MOMENTS):
        view = state.view(seat)
        hidden = Counter(game.cards[card] for _, card in _hidden(state, seat))
        copies = Counter(game.cards)
        secret = {card for card, count in hidden.items() if count == copies[card]}
        told = {card for event in view.events for card in event.cards}
        assert not (set(_faces(view)) - told) & secret
        text = json.dumps(asdict(view), ensure_ascii=False, default=str)
        for number in {game.cards.index(card) for card in secret - told}:
            word = game.labels.card_texts[number]
            # Other names of cards, such as "wild", are words for other things as well.
            if word[-1] in "♣♦♥♠":
                assert not re.search(rf"(?<!\w){word}", text)
