"""Bluffing games: cards are laid face down under a claim that others may challenge."""

from __future__ import annotations

from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import (
    Ending,
    Pack,
    by_score,
    deal_hands,
    first_out,
    random_match,
    random_pack,
    random_rules,
    whole_game,
)
from darwindeck.genome.examples.common import HAND, STOCK
from darwindeck.genome.schema import (
    CardRanking,
    ClaimPhase,
    ClaimRankMode,
    DealStep,
    GameGenome,
    Location,
    PileOrder,
    ScoringRule,
    Sees,
    SetupRules,
    TurnsPhase,
    TurnStructure,
    ZoneSpec,
)

PILE = ZoneSpec(Location.DISCARD, "pile", order=PileOrder.STACK, sees=Sees.NOBODY)


def make(dice: Dice) -> GameGenome:
    players = dice.between(2, 6)
    pack = random_pack(dice, 6 * players, min(104, 20 * players))
    share = pack.size // players
    everything = dice.chance(0.5)
    cards = share if everything else dice.between(min(5, share), min(12, share))
    rules, ending = _ending(dice, players)
    turns = 100 * players * ending.hands
    return whole_game(
        pack,
        player_count=players,
        max_turns=2 * turns,
        zones=(HAND, STOCK, PILE),
        rankings=(CardRanking(plain=pack.ranks),),
        setup=SetupRules(
            cards_per_player=cards,
            initial_deck=pack.name,
            deal=(DealStep(all_cards=True) if everything else deal_hands(dice, cards),),
        ),
        turn_structure=TurnStructure(
            phases=(
                TurnsPhase(
                    label="Claims and challenges",
                    until="any(each, hand_size == 0)",
                    phases=(_claim(dice, pack),),
                ),
            ),
        ),
        scoring_rules=rules,
        win_conditions=ending.within(turns),
        game_rules=random_rules(),
        match=random_match(dice, ending.hands, ordered=True, scored=bool(rules)),
    )


def _claim(dice: Dice, pack: Pack) -> ClaimPhase:
    mode = dice.weighted(
        (
            (ClaimRankMode.SEQUENTIAL, 5),
            (ClaimRankMode.PLAYER_CHOICE, 3),
            (ClaimRankMode.FIXED, 1),
        )
    )
    return ClaimPhase(
        min_cards=1,
        max_cards=dice.between(1, 4),
        rank_mode=mode,
        fixed_rank=dice.pick(pack.ranks) if mode is ClaimRankMode.FIXED else None,
        starting_rank=dice.pick(pack.ranks),
        allow_challenge=True,
        pile_penalty=True,
    )


def _ending(dice: Dice, players: int) -> tuple[tuple[ScoringRule, ...], Ending]:
    """One hand, or several in which cards left in the hands count against their holders."""
    if dice.chance(0.6):
        return (), first_out()
    return (ScoringRule("hand_size", label="Cards left"),), by_score(dice, 3 * players, low=True)
