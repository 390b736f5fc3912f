"""Bridge as OpenSpiel plays it.

OpenSpiel plays one deal, whose dealer and vulnerability are its parameters. Two things are changed
in our data:

- Which sides are vulnerable is said by the parameters instead of the number of the hand.
- A deal that all four pass is over, and nobody scores; ours deals again.

OpenSpiel asks the declarer for the cards of the dummy; so does ours. Its result is the difference
between what the sides have scored.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import CallPhase, EndHand, If
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

PASS, DOUBLE, REDOUBLE, FIRST_BID = 52, 53, 54, 55
CALLS = {"pass_turn": PASS, "double": DOUBLE, "redouble": REDOUBLE}
NO_TRUMPS = 4
VULNERABLE = {
    (False, False): "false",
    (True, False): "is(dealer)",
    (False, True): "not is(dealer)",
    (True, True): "true",
}


@cache
def game(dealers: bool, others: bool) -> Game:
    """The game in which the dealer's side or the other one or both are vulnerable."""
    genome = get_genome("bridge")
    auction, play = genome.turn_structure.phases
    assert isinstance(auction, CallPhase)
    (end,) = auction.then
    assert isinstance(end, If)
    auction = replace(auction, then=(replace(end, otherwise=(EndHand(scored=False),)),))
    lets = tuple(
        replace(let, value=VULNERABLE[dealers, others]) if let.name == "vulnerable" else let
        for let in genome.lets
    )
    return Game(checked(replace(with_phases(genome, auction, play), lets=lets)))


def action(choice: Choice) -> int:
    if choice[0] == "card":
        return rank_major(int(choice[2]))
    if choice[1] == "bid":
        level, strain = int(choice[2]), int(choice[3])
        return FIRST_BID + 5 * (level - 1) + (NO_TRUMPS if strain < 0 else strain)
    return CALLS[str(choice[1])]


def good_hands(dice: random.Random) -> list[int]:
    """A deck whose high cards go to every other player, beginning with the first or the second."""
    order = sorted(range(52), key=lambda card: card % 13 + dice.random() * 4)
    low, high = order[:26], order[26:]
    dice.shuffle(low)
    dice.shuffle(high)
    pairs = zip(low, high, strict=True) if dice.random() < 0.5 else zip(high, low, strict=True)
    return [card for pair in pairs for card in pair]


def highest(dice: random.Random, actions: Sequence[int]) -> int:
    """The highest card: so the side with the high cards takes many tricks."""
    return max(actions)


def calling(dice: random.Random, actions: Sequence[int]) -> int:
    """Passes now and then, doubles often, and seldom jumps."""
    if dice.random() < 0.45:
        return PASS
    bids = [call for call in actions if call >= FIRST_BID]
    doubles = [call for call in actions if call in (DOUBLE, REDOUBLE)]
    if doubles and (not bids or dice.random() < 0.5):
        return doubles[0]
    if not bids:
        return PASS
    return dice.choice(bids[:4] if dice.random() < 0.8 else bids)


def cases(calls: Sequence[int], dealer: int, scores: Sequence[int]) -> list[str]:
    """What came about in a deal."""
    bids = [number for number, call in enumerate(calls) if call >= FIRST_BID]
    if not bids:
        return ["passed out"]
    made = scores[(dealer + bids[-1]) % 2] > 0
    level = (calls[bids[-1]] - FIRST_BID) // 5 + 1
    after = {DOUBLE: ", doubled", REDOUBLE: ", redoubled"}
    last = [after[call] for call in calls[bids[-1] :] if call in after]
    result = "made" if made else "down"
    return [result, result + "".join(last[-1:]), f"{result} at level {level}"]


@pytest.mark.parametrize(("dealers", "others"), VULNERABLE)
def test_bridge(dealers: bool, others: bool) -> None:
    seen: Tally[str] = Tally()
    for number in hands(300):
        with hand_named(f"bridge {dealers} {others}", number) as dice:
            unequal = dice.random() < 0.4
            deck = good_hands(dice) if unequal else dice.sample(range(52), 52)
            dealer = dice.randrange(4)
            ours = Ours(game(dealers, others), deck, dealer)
            vulnerable = f"dealer_vul={dealers},non_dealer_vul={others}".lower()
            name = f"bridge(use_double_dummy_result=false,dealer={dealer},{vulnerable})"
            duel = Duel(ours, pyspiel.load_game(name).new_initial_state(), dice, action=action)
            duel.chance(*map(rank_major, in_turn(dealt(deck, dealer, (1,) * 13))))
            calls: list[int] = []
            while not duel.theirs.is_terminal() and (
                not calls or max(duel.theirs.legal_actions()) >= PASS
            ):
                calls.append(duel.decide(calling))
            while not ours.over:
                duel.decide(highest if unequal else anything)
            duel.finish()
            scores = [ours.side_score(0), ours.side_score(1)]
            lead = scores[0] - scores[1]
            assert duel.returns == [lead, -lead, lead, -lead], duel.tell(f"ours scores {scores}")
            seen.update(cases(calls, dealer, scores))
    covered(seen, "passed out", "made at level 7", "made, doubled", "down", "down, redoubled")
