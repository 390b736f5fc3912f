"""Worlds weighed by what others did: as likely as they should be, and by what was seen alone."""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from statistics import fmean

import pytest

from benchmarks.betting import kuhn
from benchmarks.worlds import held, hits
from darwindeck import get_genome
from darwindeck._core import Position, learn_game, schooling, teach_game, weights_of
from darwindeck.laws import twins
from darwindeck.laws.record import Record, play
from darwindeck.simulation import Game, MoveKind
from darwindeck.simulation.state import Start
from tests.support.seeds import SCALE

DOUBT = 0.1
"""What part of everything others are taken to do by pure chance (`belief.rs`)."""
GAMES = ["hearts", "gin-rummy", "bridge", "skat", "go-fish", "draw-poker", "crazy-eights", "cheat"]


def schooled(game: Game, steps: int = 1500) -> Game:
    """A game whose experts have learnt for a moment."""
    learn_game(game.core, steps)
    weights = weights_of(game.core, steps)
    assert weights is not None
    assert teach_game(game.core, 1_000_000, weights)
    return game


def played(game: Game, seed: int, decisions: int) -> Position:
    """A hand of which some decisions have been taken at random."""
    position = game.hand(seed).position
    for number in range(decisions):
        seat = position.asked()
        if seat is None:
            break
        position = position.apply(seat, position.choose(seat, "random", number))
    return position


def card_of(game: Game, position: Position, seat: int) -> int:
    """The one card that somebody holds, who has one other player against them."""
    return next(iter(held(game, position, 1 - seat)))


def test_worlds_are_as_likely_as_they_should_be_at_kuhns_poker() -> None:
    """Whoever sees the first player bet thinks of each card as the rule of Bayes has it."""
    game = schooled(Game(kuhn()), 20_000)
    deals: dict[tuple[int, int], Position] = {}
    first = game.hand(0).position.asked()
    assert first is not None
    for seed in range(200):
        position = game.hand(seed).position
        cards = card_of(game, position, first), card_of(game, position, 1 - first)
        if position.asked() == first:
            deals.setdefault(cards, position)
    assert len(deals) == 6
    telling = 0
    for (card, own), position in sorted(deals.items()):
        bet = next(code for code in position.legal(first) if code & 0xFF == MoveKind.BET)
        odds = {}
        for other, begun in ((one, at) for (one, two), at in deals.items() if two == own):
            share = dict(begun.mixture(first, "learned:20000"))[bet]
            odds[other] = (1 - DOUBT) * share + DOUBT / 2
        expected = odds[card] / sum(odds.values())
        after = position.apply(first, bet)
        worlds = (after.redeal(1 - first, number, "expert") for number in range(400))
        seen = Counter(card_of(game, world, first) for world in worlds)
        assert seen[card] / 400 == pytest.approx(expected, abs=0.1)
        telling += abs(expected - 0.5) > 0.15
    assert telling, "some bets tell something"


def test_before_anything_was_done_all_worlds_are_equally_likely() -> None:
    game = schooled(Game(get_genome("hearts")))
    position = game.hand(3).position
    seat = position.asked()
    assert seat is not None
    for seed in range(5):
        plain, weighed = (position.redeal(seat, seed, who) for who in (None, "expert"))
        assert plain.places() == weighed.places()


@pytest.mark.parametrize("name", GAMES)
def test_unseen_cards_do_not_change_what_is_thought_of_the_past(name: str) -> None:
    """Hidden cards are dealt again after the fact: worlds and choices stay the same."""
    game = schooled(Game(get_genome(name)))
    looks = 0
    for decisions in (4, 9, 17, 30):
        position = played(game, decisions, decisions)
        seat = position.asked()
        if seat is None or len(position.legal(seat)) < 2:
            continue
        looks += 1
        for number in range(2):
            other = position.redeal(seat, number)
            assert position.choose(seat, "expert:4", 1) == other.choose(seat, "expert:4", 1)
            worlds = [at.redeal(seat, 5, "expert").places() for at in (position, other)]
            assert worlds[0] == worlds[1]
    assert looks


@pytest.mark.parametrize("name", GAMES)
def test_unseen_cards_that_were_exchanged_before_the_deal_change_nothing(name: str) -> None:
    """The same, with no help of the core: the whole hand takes place with other hidden cards."""
    game = schooled(Game(get_genome(name)))
    chance = Random(name)
    looks = 0
    for number in range(round(6 * max(1, SCALE))):
        deck = tuple(chance.sample(range(len(game.labels.cards)), len(game.labels.cards)))
        record = play(game, Start(number, True, deck, None), ["random"], most_moves=40)
        twin = twins.TwinGame(record)
        looks += sum(same_thoughts(twin, record, chance) for _ in range(6))
    assert looks > 2


def same_thoughts(twin: twins.TwinGame, record: Record, chance: Random) -> bool:
    """Whether two games with some unseen cards exchanged could be compared; then thoughts are."""
    moves = chance.randrange(1, len(twin.history))
    position = twin.history[moves].position
    seat = position.asked()
    if seat is None or len(position.legal(seat)) < 2:
        return False
    unseen = twin.unseen(seat, moves)
    if len(unseen) < 2:
        return False
    one, two = chance.sample(unseen, 2)
    outcome = twin.compare(seat, moves, {one: two, two: one})
    if outcome.other is None or outcome.moves != moves:
        return False
    worlds = [at.redeal(seat, 3, "expert").places() for at in (position, outcome.other)]
    assert worlds[0] == worlds[1]
    assert position.choose(seat, "expert:4", 1) == outcome.other.choose(seat, "expert:4", 1)
    return True


def test_any_number_of_threads_thinks_the_same() -> None:
    core = schooled(Game(get_genome("euchre"))).core
    found = [
        core.simulate(4, seed=2, players=["expert:6", "even:6"], single_hand=True, threads=threads)
        for threads in (1, 3)
    ]
    assert found[0] == found[1]


def test_what_others_did_makes_worlds_truer() -> None:
    """Of the cards that others hold, more lie in the right hand than by chance."""
    game = Game(get_genome("hearts"))
    game.prepare(["strong", "learned"])
    wanted = argparse.Namespace(player="strong", actor="learned", every=8, worlds=4)
    found = [pair for seed in range(4) for pair in hits(game, wanted, seed)]
    plain, weighed = (fmean(pair[kind] for pair in found) for kind in (0, 1))
    assert weighed > plain + 0.02


def test_no_budget_is_no_player() -> None:
    assert schooling("even:5") == 1_000_000
    with pytest.raises(ValueError, match="0 is no budget"):
        schooling("even:0")
