"""Hearts as OpenSpiel plays it.

OpenSpiel plays one hand; its chance says in which direction cards are passed. Where its options
differ from our game, our data is changed:

- `qs_breaks_hearts` (its default): the queen of spades breaks hearts as well. Ours has the rule by
  default that only a heart does; here a flag is set by the queen and hearts may be led once it is.
- `no_pts_on_first_trick=false`, `must_break_hearts=false`: the duty is taken out.
- `jd_bonus`: the jack of diamonds is worth -10; taking it is not needed to shoot the moon.
- `avoid_all_tricks_bonus`: -5 for a player without a trick, unless somebody has shot the moon.

OpenSpiel lets players name the cards they pass one after the other, ours at the same time: the same
three cards of each player are passed. Its result is 26 less the points.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from darwindeck.cards import Rank, Suit
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import (
    BreakingRule,
    CardCondition,
    CardRule,
    CardScoringRule,
    Counter,
    GameGenome,
    Life,
    Moment,
    NamedCards,
    PassPhase,
    ScoreOp,
    ScoringRule,
    ScoringTrigger,
    Set,
    SpecialEffect,
    TrickPhase,
)
from darwindeck.genome.validator import checked
from darwindeck.simulation import Game
from tests.integration.openspiel.harness import (
    Choice,
    Duel,
    Ours,
    anything,
    covered,
    dealt,
    hand_named,
    hands,
    in_turn,
    pyspiel,
    rank_major,
    with_phases,
)

DIRECTIONS = {"none": 0, "left(turn)": 1, "across(turn)": 2, "right(turn)": 3}
QUEEN_OF_SPADES = CardCondition(suit=Suit.SPADES, rank=Rank.QUEEN)
NO_HEART = CardCondition(not_=CardCondition(suit=Suit.HEARTS))


def parts(genome: GameGenome) -> tuple[PassPhase, TrickPhase]:
    passing, tricks = genome.turn_structure.phases
    assert isinstance(passing, PassPhase)
    assert isinstance(tricks, TrickPhase)
    return passing, tricks


def passing_to(genome: GameGenome, direction: str) -> GameGenome:
    """The game in whose first hand cards are passed in this direction."""
    passing, tricks = parts(genome)
    return with_phases(genome, replace(passing, to=(direction, "left(turn)")), tricks)


def as_it_is(genome: GameGenome) -> GameGenome:
    return genome


def broken_by_the_queen(genome: GameGenome) -> GameGenome:
    """Hearts may not be led before a heart or the queen of spades has been played."""
    passing, tricks = parts(genome)
    lead = (*tricks.lead, CardRule(NO_HEART, when="not breaker_played"))
    flag = Counter("breaker_played", "breaker played", life=Life.HAND, high=1, flag=True)
    effect = SpecialEffect(
        cards=CardCondition(named="penalty_cards"),
        moment=Moment.PLAYED,
        do=(Set("breaker_played", 1),),
    )
    genome = replace(genome, counters=(flag,), special_effects=(effect,))
    tricks = replace(tricks, lead=lead, breaking_suit=None, breaking_rule=BreakingRule.NONE)
    return with_phases(genome, passing, tricks)


def points_from_the_start(genome: GameGenome) -> GameGenome:
    passing, tricks = parts(genome)
    return with_phases(genome, passing, replace(tricks, follow=tricks.follow[:1]))


def hearts_from_the_start(genome: GameGenome) -> GameGenome:
    passing, tricks = parts(genome)
    return with_phases(
        genome, passing, replace(tricks, breaking_suit=None, breaking_rule=BreakingRule.NONE)
    )


def with_bonuses(genome: GameGenome) -> GameGenome:
    """The jack of diamonds and a hand without a trick are worth something."""
    jack = CardCondition(suit=Suit.DIAMONDS, rank=Rank.JACK)
    sets = (*(genome.card_sets or ()), NamedCards("jack", "jack of diamonds", jack))
    taken = "count(captured, penalty_cards) == 14"
    worth = "if(count(captured, jack) > 0, -10, 0)"
    return replace(
        genome,
        card_sets=sets,
        card_scoring=(
            *(genome.card_scoring or ()),
            CardScoringRule(jack, -10, ScoringTrigger.TRICK_WIN),
        ),
        scoring_rules=(
            ScoringRule(
                label="Shooting the moon",
                when=f"any(each, {taken})",
                amount=f"if({taken}, 0, 26) + {worth}",
                op=ScoreOp.SET,
            ),
            ScoringRule(
                label="No trick", when=f"tricks == 0 and not any(each, {taken})", amount=-5
            ),
        ),
    )


VARIANTS = {
    "hearts(qs_breaks_hearts=false)": as_it_is,
    "hearts": broken_by_the_queen,
    "hearts(qs_breaks_hearts=false,no_pts_on_first_trick=false)": points_from_the_start,
    "hearts(must_break_hearts=false)": hearts_from_the_start,
    "hearts(qs_breaks_hearts=false,jd_bonus=true,avoid_all_tricks_bonus=true)": with_bonuses,
}


@cache
def game(variant: str, direction: str) -> Game:
    return Game(checked(passing_to(VARIANTS[variant](get_genome("hearts")), direction)))


def action(choice: Choice) -> int:
    kind, _, card, _ = choice
    assert kind == "card"
    return rank_major(int(card))


def highest(dice: random.Random, actions: Sequence[int]) -> int:
    """A hand that is played so takes many tricks."""
    return max(actions) if dice.random() < 0.9 else dice.choice(actions)


def begin(variant: str, direction: str, dice: random.Random) -> Duel:
    deck = dice.sample(range(52), 52)
    dealer = dice.randrange(4)
    ours = Ours(game(variant, direction), deck, dealer)
    duel = Duel(ours, pyspiel.load_game(variant).new_initial_state(), dice, action=action)
    duel.chance(DIRECTIONS[direction])
    duel.chance(*map(rank_major, in_turn(dealt(deck, dealer, (1,) * 13))))
    return duel


def pass_cards(duel: Duel) -> None:
    """Three cards of each player, in OpenSpiel's order."""
    assert set(duel.ours.position.to_move()) == {0, 1, 2, 3}
    for seat in range(4):
        for _ in range(3):
            choices = duel.ours.choices(seat)
            found = {action(choice): code for choice, code in choices.items()}
            assert duel.theirs.current_player() == seat
            duel.compare(found, duel.theirs.legal_actions())
            card = duel.dice.choice(sorted(found))
            duel.theirs.apply_action(card)
            duel.ours.do(seat, found[card])


@pytest.mark.parametrize("variant", VARIANTS)
def test_hearts(variant: str) -> None:
    seen: Tally[str] = Tally()
    for number in hands(300):
        with hand_named(variant, number) as dice:
            direction = dice.choice(list(DIRECTIONS))
            duel = begin(variant, direction, dice)
            if direction != "none":
                pass_cards(duel)
            taker = dice.randrange(8)
            while not duel.ours.over:
                duel.decide(highest if duel.ours.asked == taker else anything)
            duel.finish()
            points = [26 - result for result in duel.returns]
            assert list(duel.ours.numbers["score"]) == points, duel.tell("the points differ")
            seen["moon"] += sum(points) > 26
            seen[direction] += 1
    covered(seen, "moon", *DIRECTIONS)
