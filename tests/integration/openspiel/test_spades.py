"""Partnership Spades as OpenSpiel plays it.

OpenSpiel plays one hand without a dealer: its player 0, who bids and leads first, sits at the
dealer's left in ours. Two things are changed in our data:

- The second bidder of a side may bid at most as many tricks as there are left after the partner's
  bid. Ours knows no such limit.
- OpenSpiel never notes that spades have been broken, a bug: whoever holds another suit may never
  lead a spade. Ours lets spades be led once one has been played. Here the duty to lead another suit
  holds all the time.

Its result is what the side has scored in the hand.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from darwindeck.cards import Suit
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import (
    BreakingRule,
    CallPhase,
    CardCondition,
    CardRule,
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
    with_phases,
)

FIRST_BID = 52
NO_SPADE = CardRule(CardCondition(not_=CardCondition(suit=Suit.SPADES)))


@cache
def game() -> Game:
    genome = get_genome("partnership-spades")
    bidding, play = genome.turn_structure.phases
    assert isinstance(bidding, CallPhase)
    assert isinstance(play, TrickPhase)
    (bid,) = bidding.calls
    (amount,) = bid.choices
    bid = replace(bid, choices=(replace(amount, high="13 - bid(partner(turn))"),))
    return Game(
        checked(
            with_phases(
                genome,
                replace(bidding, calls=(bid,)),
                replace(
                    play, lead=(NO_SPADE,), breaking_suit=None, breaking_rule=BreakingRule.NONE
                ),
            )
        )
    )


def action(choice: Choice) -> int:
    if choice[0] == "call":
        return FIRST_BID + int(choice[2])
    return int(choice[2])


def modest(dice: random.Random, actions: Sequence[int]) -> int:
    """A bid that can be made now and then."""
    return dice.choice(actions[:6]) if dice.random() < 0.9 else dice.choice(actions)


def lowest(dice: random.Random, actions: Sequence[int]) -> int:
    """The lowest card: for a player who wants no trick."""
    return min(actions, key=lambda card: (card % 13, card))


def test_spades() -> None:
    seen: Tally[str] = Tally()
    for number in hands(1_000):
        with hand_named("spades", number) as dice:
            deck, dealer = dice.sample(range(52), 52), dice.randrange(4)
            ours = Ours(game(), deck, dealer)
            first = (dealer + 1) % 4
            theirs = pyspiel.load_game("spades").new_initial_state()
            duel = Duel(ours, theirs, dice, action=action, first_player=first)
            duel.chance(*in_turn(dealt(deck, dealer, (1,) * 13), first))
            bidders = [(first + step) % 4 for step in range(4)]
            bids = {seat: duel.decide(modest) - FIRST_BID for seat in bidders}
            while not ours.over:
                duel.decide(lowest if bids[ours.asked] == 0 else anything)
            duel.finish()
            scores = [ours.side_score(seat % 2) for seat in range(4)]
            assert scores == duel.returns, duel.tell(f"ours scores {scores}")
            tricks = ours.numbers["tricks"]
            for side in (0, 1):
                over = tricks[side] + tricks[side + 2] - bids[side] - bids[side + 2]
                seen["made" if over >= 0 else "failed"] += 1
                seen["ten bags"] += over >= 10
            for seat, bid in bids.items():
                if bid == 0:
                    seen["nil failed" if tricks[seat] else "nil made"] += 1
    covered(seen, "made", "failed", "ten bags", "nil made", "nil failed")
