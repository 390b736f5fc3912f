"""Euchre as OpenSpiel plays it.

OpenSpiel plays one hand. Changed in our data:

- The maker says whether to play alone after the dealer has taken up the turned card and discarded;
  in ours it is part of the call. So the dealer takes up the card even if to sit out afterwards.
- The dealer may not discard the turned card, while ours allows any of the six. Here the dealer
  discards one of the five before taking up the card, which comes to the same.
- Its options: with `stick_the_dealer=false` the dealer may pass in the end, and a hand without a
  maker is over; with `allow_lone_defender` each opponent of the maker, from the dealer's left on,
  is asked whether to defend alone until one does, and a euchre is then worth 4.

Its result is the difference between what the sides have scored.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

import pytest

from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import (
    BlockPhase,
    Call,
    CallPhase,
    Counter,
    Life,
    Phase,
    ScoringRule,
    Set,
    SitOut,
    TrickPhase,
)
from darwindeck.genome.validator import checked
from darwindeck.simulation import Game
from tests.integration.openspiel.harness import (
    Choice,
    Duel,
    Ours,
    covered,
    dealt,
    hand_named,
    hands,
    in_turn,
    pyspiel,
    rank_major,
    with_phases,
)

PASS, FIRST_SUIT, ALONE, WITH_PARTNER = 24, 25, 29, 30
PLAY_ALONE = CallPhase(
    name="playing_alone",
    label="Playing alone",
    who="maker",
    when="set(maker)",
    calls=(
        Call("alone", "play alone", do=(Set("alone", 1), SitOut("partner(turn)"))),
        Call("together", "play with the partner"),
    ),
)
DEFEND_ALONE = CallPhase(
    name="defending_alone",
    label="Defending alone",
    who="from(opponents(maker), left(dealer))",
    when="set(maker)",
    calls=(
        Call("alone", "defend alone", do=(Set("defended", 1), SitOut("partner(turn)"))),
        Call("together", "defend with the partner"),
    ),
    close="defended",
)
DEFENDED = Counter("defended", "defended alone", life=Life.HAND, high=1, flag=True)


@cache
def game(stick: bool, defenders: bool) -> Game:
    genome = get_genome("euchre")
    ordering, taking_up, naming, play = genome.turn_structure.phases
    assert isinstance(ordering, CallPhase)
    assert isinstance(taking_up, BlockPhase)
    assert isinstance(naming, CallPhase)
    assert isinstance(play, TrickPhase)
    draw, discard = taking_up.phases
    passing, name_suit, _ = naming.calls
    passing = passing if stick else replace(passing, when="true")
    phases: tuple[Phase, ...] = (
        replace(ordering, calls=ordering.calls[:2]),
        replace(taking_up, when="set(maker)", phases=(discard, draw)),
        replace(naming, calls=(passing, name_suit)),
        PLAY_ALONE,
        *((DEFEND_ALONE,) if defenders else ()),
        replace(play, when="set(maker)"),
    )
    rules = tuple(
        euchre(rule) if defenders and rule.label == "Euchre" else rule
        for rule in genome.scoring_rules or ()
    )
    counters = (*genome.counters, *((DEFENDED,) if defenders else ()))
    genome = replace(genome, scoring_rules=rules, counters=counters)
    return Game(checked(with_phases(genome, *phases)))


def euchre(rule: ScoringRule) -> ScoringRule:
    return replace(rule, amount="if(defended, 4, 2)")


def to_action(turned: int, choice: Choice) -> int:
    if choice[0] == "card":
        return rank_major(int(choice[2]), ranks=6)
    match choice[1]:
        case "pass_turn" | "pass_again":
            return PASS
        case "order_up":
            return FIRST_SUIT + turned // 6
        case "name_suit":
            return FIRST_SUIT + int(choice[2])
        case "alone":
            return ALONE
        case "together":
            return WITH_PARTNER
    raise AssertionError(choice)


def often_passing(dice: random.Random, actions: Sequence[int]) -> int:
    """Passes three times in four, so that calls of the second round come about as well."""
    return PASS if PASS in actions and dice.random() < 0.75 else dice.choice(actions)


@pytest.mark.parametrize("stick", [True, False])
@pytest.mark.parametrize("defenders", [False, True])
def test_euchre(stick: bool, defenders: bool) -> None:
    options = f"stick_the_dealer={stick},allow_lone_defender={defenders}".lower()
    seen: Tally[str] = Tally()
    for number in hands(700):
        with hand_named(f"euchre {options}", number) as dice:
            deck, dealer = dice.sample(range(24), 24), dice.randrange(4)
            turned = deck[20]
            ours = Ours(game(stick, defenders), deck, dealer)
            theirs = pyspiel.load_game(f"euchre({options})").new_initial_state()
            duel = Duel(ours, theirs, dice, action=partial(to_action, turned))
            duel.chance(dealer)
            cards = in_turn(dealt(deck, dealer, (3, 2)), dealer)
            duel.chance(*(rank_major(card, ranks=6) for card in (*cards, turned)))
            while not duel.theirs.is_terminal():
                duel.decide(often_passing)
            duel.finish()
            scores = [ours.side_score(0), ours.side_score(1)]
            lead = scores[0] - scores[1]
            assert duel.returns == [lead, -lead, lead, -lead], duel.tell(f"ours scores {scores}")
            seen[f"{abs(lead)} points"] += 1
    covered(seen, "1 points", "2 points", "4 points", *([] if stick else ["0 points"]))
