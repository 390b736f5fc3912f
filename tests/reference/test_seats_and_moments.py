"""Who deals, one pile of several, and scoring that a win stops: the same in both engines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import Game, get_genome
from darwindeck.genome.schema import (
    Award,
    CardCondition,
    Change,
    Counter,
    DoPhase,
    GameGenome,
    Let,
    Moment,
    Move,
    NamedCards,
    NextDealer,
    PileOrder,
    PlayPhase,
    Rank,
    RepeatPhase,
    ScoringRule,
    Sees,
    SpecialEffect,
    Suit,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WhoDeals,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.tree import put
from darwindeck.rulebook import build_rulebook, to_markdown
from darwindeck.simulation.state import State
from tests.reference.running import Done, play_game
from tests.reference.test_two_engines import SEED, shown
from tests.support.small_games import piles_genome

DEUCE = NamedCards("deuce", "two of clubs", CardCondition(rank=Rank.TWO, suit=Suit.CLUBS))


def played_out(genome: GameGenome, seed: int = 1) -> list[State]:
    states = [Game(genome).deal(seed=seed)]
    while not states[-1].over and len(states) < 400:
        state = states[-1]
        states.append(state.apply(state.choose("random", seed=len(states))))
    return states


def agree(genome: GameGenome, decisions: int = 300) -> None:
    done = Done("library", 0, genome.genome_id)
    play_game("library", genome, SEED, decisions, done)
    assert not done.differences, shown(done)
    assert done.decisions >= decisions


def dealing(genome_id: str = "whist") -> GameGenome:
    """The holder of a card sits at the first dealer's left; then who took the last trick deals."""
    genome = get_genome(genome_id)
    assert genome.match is not None
    effect = SpecialEffect(CardCondition(), Moment.HAND_END, (WhoDeals("last_taker"),))
    first = DoPhase((WhoDeals("left(dealer)"),), when="hand_number == 2")
    return replace(
        genome,
        card_sets=(*genome.card_sets, DEUCE),
        match=replace(genome.match, next_dealer=NextDealer.SAME),
        special_effects=(*genome.special_effects, effect),
        setup=replace(
            genome.setup,
            before_deal=(*genome.setup.before_deal, first),
            after_deal=(
                WhoDeals("if(hand_number == 1, right(holder(deuce)), dealer)"),
                *genome.setup.after_deal,
            ),
        ),
    )


def test_minus_one_is_a_number_and_not_nobody() -> None:
    """A counter that stands at −1 equals −1, and so does a number that nobody has called."""
    below = Counter("below", "below", start=-1, low=-1, high=1)
    term = Let("low", "low", "below")
    first = DoPhase(
        (
            Award("if(below == -1, 1, 0) + if(low == -1, 2, 0)", who="each"),
            Change("below"),
        )
    )
    genome = get_genome("whist")
    phases = (first, *genome.turn_structure.phases)
    genome = replace(genome, counters=(below,), lets=(term,))
    genome = replace(genome, turn_structure=replace(genome.turn_structure, phases=phases))
    gained = [event.amount for event in Game(genome).deal(seed=1).events if event.kind == "scored"]
    assert gained == [3, 3, 3, 3]
    agree(genome, 60)


def test_a_dealer_is_found_by_an_expression() -> None:
    states = played_out(dealing())
    first = states[0]
    holder = next(seat for seat in range(4) if DEUCE_FACE in map(str, hand_of(first, seat)))
    assert (first.view(0).dealer + 1) % 4 == holder
    assert first.asked == holder, "they lead to the first trick"
    hands = {state.view(0).hand_number: state for state in states}
    second = next(state for state in states if state.view(0).hand_number == 2)
    last = states[states.index(second) - 1]
    taker = next(event for event in second.events if event.kind == "trick").seat
    assert taker is not None
    assert last.view(0).hand_number == 1
    assert second.view(0).dealer == (taker + 1) % 4, "it went on to the left before the deal"
    assert len(hands) > 2
    third = next(state for state in states if state.view(0).hand_number == 3)
    taker = next(event for event in third.events if event.kind == "trick").seat
    assert third.view(0).dealer == taker


DEUCE_FACE = "2♣"


def hand_of(state: State, seat: int) -> list[object]:
    return [
        card
        for pile in state.view(seat).piles
        if pile.zone == "hand" and pile.owner == seat
        for card in pile.cards
    ]


def test_nobody_and_the_house_do_not_deal() -> None:
    genome = get_genome("blackjack")
    nobody = replace(genome.setup, after_deal=(WhoDeals("house"), *genome.setup.after_deal))
    with_house = replace(genome, setup=nobody)
    before = Game(genome).deal(seed=4)
    assert Game(with_house).deal(seed=4).view(0).dealer == before.view(0).dealer


def stacking() -> GameGenome:
    """As soon as a row has three cards, it is put away, and the next card goes onto the other."""
    genome = piles_genome()
    away = ZoneSpec("away", "cards put away", order=PileOrder.STACK, sees=Sees.ALL)
    gone = (
        Move("first_pile(rows, size(pile) >= 3)", "away"),
        Move("deck", "first_pile(rows, size(pile) == 2)", count=1),
    )
    genome = replace(genome, zones=(*(genome.zones or ()), away))
    return put(genome, ("turn_structure", "phases", 0, "then"), gone)


def test_one_pile_of_several_is_moved() -> None:
    sizes: set[int] = set()
    put_away = 0
    for seed in range(6):
        for state in played_out(stacking(), seed):
            piles: dict[str, list[int]] = {"rows": [], "away": []}
            for pile in state.view(0).piles:
                piles.get(pile.zone, []).append(len(pile.cards))
            sizes.update(piles["rows"])
            put_away = max(put_away, *piles["away"])
    assert put_away >= 6
    assert max(sizes) <= 3, "three are put away at once"


def racing(trigger: TriggerMode) -> GameGenome:
    """Points are counted in an order: for the last trick, then for each trick."""
    rules = (
        ScoringRule(3, who="where(teams, took_last)", label="last trick"),
        ScoringRule("tricks", who="teams", label="tricks"),
    )
    win = WinCondition(
        "first_to_score", threshold=3, trigger_mode=trigger, comparison=WinComparison.HIGHEST
    )
    return replace(get_genome("whist"), scoring_rules=rules, win_conditions=(win,))


def test_scoring_stops_when_somebody_has_won() -> None:
    for seed in range(4):
        raced = played_out(racing(TriggerMode.EACH_SCORE), seed)[-1]
        counted = played_out(racing(TriggerMode.THRESHOLD_GATE), seed)[-1]
        assert raced.result is not None
        assert counted.result is not None
        assert sorted(set(raced.result.scores)) == [0, 3]
        assert sum(counted.result.scores) == 2 * (3 + 13)


def between() -> GameGenome:
    """After each trick its winner may put a card away; only then both draw."""
    genome = get_genome("german-whist")
    tricks = genome.turn_structure.phases[0]
    assert isinstance(tricks, TrickPhase)
    one = replace(
        tricks,
        who="each",
        until="true",
        leader="if(tricks_played == 0, left(dealer), winner)",
        after_trick=(),
    )
    away = PlayPhase("captured", mandatory=False, who="winner", when="hand_size(winner) > 3")
    draw = DoPhase(tricks.after_trick, who="winner")
    hand = RepeatPhase((one, away, draw), who="dealer", as_long_as="any(each, hand_size > 0)")
    return replace(genome, turn_structure=TurnStructure((hand,), is_trick_based=True))


def test_the_winner_of_a_trick_chooses_before_the_draw() -> None:
    state = Game(between()).hand(seed=3)
    for _ in range(2):
        state = state.apply(state.legal_moves()[0])
    winner = next(event for event in state.events if event.kind == "trick").seat
    assert state.asked == winner
    assert len(hand_of(state, 0)) == len(hand_of(state, 1)) == 12, "nobody has drawn yet"
    state = state.apply(state.legal_moves()[-1])
    assert len(hand_of(state, 0)) == len(hand_of(state, 1)) == 13
    assert state.asked == winner


GENOMES = {
    "between": between(),
    "dealing": dealing(),
    "stacking": stacking(),
    "racing": racing(TriggerMode.EACH_SCORE),
}


@pytest.mark.parametrize("name", GENOMES)
def test_the_engines_agree(name: str) -> None:
    agree(GENOMES[name])


SAID = {
    "between": "As long as a player has cards left, the following happens: 1. **Tricks.** One",
    "dealing": "When the hand ends, the player who last took cards is the dealer from now on",
    "stacking": "the row with at least three cards",
    "racing": "As soon as, points being counted in their order, a side has 3 points",
}


@pytest.mark.parametrize("name", GENOMES)
def test_the_rulebook_says_it(name: str) -> None:
    text = " ".join(to_markdown(build_rulebook(GENOMES[name])).split())
    assert SAID[name].lower() in text.lower()
