"""Two games that differ only in cards a seat has not seen look the same to it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from darwindeck import get_genome
from darwindeck._core import Position
from darwindeck.genome.schema import Choose, DrawPhase
from darwindeck.laws.record import Record, play
from darwindeck.laws.secret_laws import exchanged
from darwindeck.laws.twins import TwinGame as Twins
from darwindeck.laws.twins import TwinOutcome, Why
from darwindeck.simulation import Game
from darwindeck.simulation.state import Start
from tests.support.odd_core import odd_game


def hand(game: Game, seed: int) -> Record:
    deck = list(range(len(game.cards)))
    Random(seed).shuffle(deck)
    return play(game, Start(seed, True, tuple(deck), None), ("random",), 150)


def outcomes(game: Game, hands: int = 8, pairs: int = 6) -> list[TwinOutcome]:
    """What comes of exchanging pairs of cards in some hands."""
    found = []
    for seed in range(hands):
        twins = Twins(hand(game, seed))
        chance = Random(seed)
        for _ in range(pairs):
            seat, moves = chance.randrange(game.player_count), chance.randrange(len(twins.history))
            unseen = twins.unseen(seat, moves)
            if len(unseen) > 1:
                one, other = chance.sample(unseen, 2)
                found.append(twins.compare(seat, moves, {one: other, other: one}))
    return found


def whys(game: Game) -> Counter[Why]:
    return Counter(outcome.why for outcome in outcomes(game))


def asked_only_if_able(truth: Position, seat: int, code: int) -> Position:
    """Goes on past everybody who is asked only so that the others learn nothing."""
    position = truth.apply(seat, code)
    while (forced := position.forced()) is not None:
        asked = position.asked()
        assert asked is not None
        position = position.apply(asked, forced)
    return position


@pytest.mark.slow
@pytest.mark.parametrize("genome_id", ["durak", "uno", "rummy", "canasta", "schnapsen", "baloot"])
def test_asking_only_those_who_could_act_would_be_noticed(genome_id: str) -> None:
    genome = get_genome(genome_id)
    hands = 24 if genome_id in ("schnapsen", "baloot") else 8
    leaky = odd_game(genome, apply=asked_only_if_able)
    assert any(found.why is Why.NOTICED for found in outcomes(leaky, hands))
    sound = Counter(found.why for found in outcomes(Game(genome), hands))
    assert sound[Why.NOTICED] == 0
    assert sound[Why.END] > hands


def test_all_unseen_cards_may_change_places() -> None:
    game = Game(get_genome("durak"))
    found = [what for seed in range(4) for _, what in exchanged(hand(game, seed), Random(seed))]
    assert len(found) > 20
    assert set(found) == {None}


def test_what_must_be_done_tells_and_is_a_rule() -> None:
    """Whoever has no card that fits draws until one does: everybody sees how many."""
    found = whys(Game(get_genome("crazy-eights")))
    assert found[Why.RULE] > 0
    assert found[Why.NOTICED] == 0


def test_who_cannot_follow_cannot_do_the_same() -> None:
    found = whys(Game(get_genome("oh-hell")))
    assert found[Why.BOUND] > 0
    assert found[Why.NOTICED] == 0


@pytest.mark.slow
def test_telling_more_because_of_a_hidden_card_would_be_noticed() -> None:
    def events(truth: Position) -> list[tuple[object, ...]]:
        lowest_is_odd = truth.places()[0][3][:1] > b"" and truth.places()[0][3][0] % 2 == 1
        return [*truth.events(), *([("reversed",)] if lowest_is_odd else [])]

    found = outcomes(odd_game(get_genome("hearts"), events=events), pairs=40)
    assert any(outcome.why is Why.NOTICED for outcome in found)


def test_cards_that_chance_picks_before_the_first_decision_are_no_fault() -> None:
    """Of a hand with other cards chance picks another one."""
    omaha = get_genome("omaha")
    drawing = DrawPhase(
        "hand(previous(turn, hand_size > 0))",
        who="from(each, left(dealer))",
        target="hand",
        choose=Choose.RANDOM,
    )
    phases = (drawing, *omaha.turn_structure.phases)
    structure = replace(omaha.turn_structure, phases=phases)
    found = whys(Game(replace(omaha, turn_structure=structure, options=())))
    assert found[Why.NOTICED] == 0
    assert found[Why.CHANCE] > 0
