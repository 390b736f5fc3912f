"""What belongs to the manners of a table and not to a game: how cards are dealt, who deals first.

People keep such habits where they have them. In a new game each is one more thing to be told, and
none makes it better: cards are dealt one at a time, the first dealer is chosen by lot, and the deal
goes round.
"""

from __future__ import annotations

from dataclasses import replace

from darwindeck.genome.schema import (
    FirstDealer,
    GameGenome,
    Location,
    MatchRules,
    NextDealer,
    SetupRules,
    WhoDeals,
)


def without_ceremony(genome: GameGenome) -> GameGenome:
    """The game with the plainest manners."""
    match = genome.match
    if match is not None:
        match = _dealt_in_turn(match)
    effects = genome.special_effects
    plain = tuple(one for one in effects if not all(isinstance(do, WhoDeals) for do in one.do))
    setup = _dealt_singly(genome.setup)
    return replace(genome, setup=setup, match=match, special_effects=plain)


def _dealt_singly(setup: SetupRules) -> SetupRules:
    """The hands come one card at a time. A deal that goes round more than once, with something
    between the rounds, stays as it is."""
    deal = setup.deal or ()
    hands = [step for step in deal if step.zone == Location.HAND]
    if len(hands) != 1 or hands[0].to != "each" or hands[0].all_cards or hands[0].piles:
        return setup
    singly = replace(hands[0], packets=(1,) * sum(hands[0].packets))
    return replace(setup, deal=tuple(singly if step is hands[0] else step for step in deal))


def _dealt_in_turn(match: MatchRules) -> MatchRules:
    first, following = match.first_dealer, match.next_dealer
    if first is FirstDealer.HIGH_CARD:
        first = FirstDealer.RANDOM
    if following in (NextDealer.WINNER, NextDealer.LOSER):
        following = NextDealer.LEFT
    return replace(match, first_dealer=first, next_dealer=following)
