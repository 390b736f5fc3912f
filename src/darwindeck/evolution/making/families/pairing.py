"""Games of pairs: cards are drawn from a neighbour, and pairs are laid down."""

from __future__ import annotations

from dataclasses import replace

from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import (
    Ending,
    by_score,
    random_match,
    random_pack,
    random_rules,
    whole_game,
)
from darwindeck.genome.decks import CUSTOM
from darwindeck.genome.examples.common import HAND, STOCK, SUITS
from darwindeck.genome.schema import (
    Attribute,
    BlockPhase,
    CardCondition,
    CardFace,
    CardScoringRule,
    Choose,
    DealStep,
    DrawPhase,
    GameGenome,
    HandPattern,
    MeldPhase,
    Owner,
    PileKey,
    ScoringRule,
    ScoringTrigger,
    SetupRules,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)

PAIRS = ZoneSpec("pairs", "pairs", owner=Owner.SEAT, piles=PileKey.MANY)
SAFE = WinCondition(
    "custom",
    comparison=WinComparison.NONE,
    trigger_mode=TriggerMode.THRESHOLD_GATE,
    when="true",
    who="where(each, hand_size == 0)",
)


def make(dice: Dice) -> GameGenome:
    """One card is left out, so that another finds no partner."""
    players = dice.between(2, 6)
    pack = random_pack(dice, 24 if players < 5 else 32, 64)
    missing = CardFace(dice.pick(SUITS), dice.pick(pack.ranks))
    scoring, rules, ending = _ending(dice, pack.size // 2 // players)
    turns = 3 * pack.size * ending.hands
    game = whole_game(
        pack,
        player_count=players,
        max_turns=2 * turns,
        zones=(HAND, STOCK, PAIRS),
        patterns=(HandPattern("pair", 1, min_size=2, max_size=2, same=_alike(dice)),),
        setup=SetupRules(
            cards_per_player=(pack.size - 1) // players,
            initial_deck=CUSTOM,
            deal=(DealStep(all_cards=True),),
        ),
        turn_structure=TurnStructure(
            phases=(
                MeldPhase(("pair",), target="pairs", automatic=True, label="The first pairs"),
                TurnsPhase(
                    label="Drawing",
                    until="number(where(each, hand_size > 0)) <= 1",
                    phases=(_drawing(dice),),
                ),
            ),
        ),
        card_scoring=scoring,
        scoring_rules=rules,
        win_conditions=ending.within(turns),
        game_rules=random_rules(),
        match=random_match(dice, ending.hands, scored=bool(scoring)),
    )
    return replace(game, deck=replace(pack.deck, without=(missing,)))


def _alike(dice: Dice) -> tuple[Attribute, ...]:
    return (Attribute.RANK, Attribute.COLOUR) if dice.chance(0.3) else (Attribute.RANK,)


def _drawing(dice: Dice) -> BlockPhase:
    neighbour = dice.pick(("previous(turn, hand_size > 0)", "next(turn, hand_size > 0)"))
    return BlockPhase(
        when="hand_size > 0",
        phases=(
            DrawPhase(f"hand({neighbour})", choose=Choose.RANDOM),
            MeldPhase(("pair",), target="pairs", automatic=True),
        ),
    )


def _ending(
    dice: Dice, pairs: int
) -> tuple[tuple[CardScoringRule, ...], tuple[ScoringRule, ...], Ending]:
    """Everybody but the holder of the odd card wins, or pairs score."""
    if dice.chance(0.4):
        return (), (), Ending((SAFE,), 1)
    points = dice.pick((1, 1, 2))
    scoring = (CardScoringRule(CardCondition(), points, ScoringTrigger.SET_COMPLETE),)
    odd = ScoringRule(-dice.between(1, 5), who="where(each, hand_size > 0)", label="The odd card")
    return scoring, (odd,) if dice.chance(0.7) else (), by_score(dice, points * pairs)
