"""Games of battles: everybody turns up a card, and the best one takes them all."""

from __future__ import annotations

from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import (
    Ending,
    Pack,
    by_score,
    random_honours,
    random_match,
    random_order,
    random_pack,
    random_rules,
    total_points,
    whole_game,
)
from darwindeck.genome.examples.common import STOCK, TRICKS_WON
from darwindeck.genome.schema import (
    CardRanking,
    Choose,
    CollectOrder,
    DealStep,
    GameGenome,
    Location,
    OutOfCards,
    Owner,
    PileOrder,
    PointTable,
    ScoringRule,
    Sees,
    SetupRules,
    TrickPhase,
    TrickTie,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)

PILE = ZoneSpec(Location.HAND, "pile", owner=Owner.SEAT, order=PileOrder.STACK, sees=Sees.NOBODY)


def make(dice: Dice) -> GameGenome:
    players = dice.between(2, 4)
    pack = random_pack(dice, 12 * players)
    return _to_the_last(dice, pack, players) if dice.chance(0.5) else _once(dice, pack, players)


def _to_the_last(dice: Dice, pack: Pack, players: int) -> GameGenome:
    """Cards won go under one's own pile, until only one player has any or time is up."""
    turns = dice.pick((100, 200, 300, 500))
    trick = _turning_up(
        dice,
        players,
        collect_to="hand(winner)",
        collect_order=dice.pick(tuple(CollectOrder)),
        collect_to_bottom=True,
    )
    everything = WinCondition(
        "capture_all",
        comparison=WinComparison.HIGHEST,
        trigger_mode=TriggerMode.IMMEDIATE,
        when="number(where(each, hand_size > 0)) <= 1",
        value="hand_size",
    )
    ending = Ending(Ending((everything,), 1).within(turns), 1)
    return _game(dice, pack, players, trick, ending, max_turns=2 * turns)


def _once(dice: Dice, pack: Pack, players: int) -> GameGenome:
    """Every card is turned up once; what was won counts."""
    trick = _turning_up(dice, players)
    table = random_honours(dice, pack.ranks)
    if dice.chance(0.5):
        rule = ScoringRule("points(captured, card_points)", label="Card points")
        tables: tuple[PointTable, ...] = (table,)
        ending = by_score(dice, max(1, total_points(table, pack) // players))
    else:
        rule = ScoringRule("size(captured)", label="Cards won")
        tables = ()
        ending = by_score(dice, pack.size // players)
    turns = ending.hands * pack.size
    return _game(dice, pack, players, trick, ending, 2 * turns, rules=(rule,), tables=tables)


def _turning_up(
    dice: Dice,
    players: int,
    *,
    collect_to: str = "captured(winner)",
    collect_order: CollectOrder = CollectOrder.PLAYED,
    collect_to_bottom: bool = False,
) -> TrickPhase:
    tie = dice.weighted(((TrickTie.BATTLE, 6), (TrickTie.FIRST, 1), (TrickTie.LAST, 1)))
    return TrickPhase(
        label="Turning up cards",
        lead_suit_required=False,
        high_card_wins=dice.chance(0.85),
        choose=Choose.TOP,
        out=OutOfCards.SIT_OUT if players > 2 else OutOfCards.ANY_CARD,
        tie=tie,
        battle_cards=dice.between(0, 3) if tie is TrickTie.BATTLE else 0,
        collect_to=collect_to,
        collect_order=collect_order,
        collect_to_bottom=collect_to_bottom,
    )


def _game(
    dice: Dice,
    pack: Pack,
    players: int,
    trick: TrickPhase,
    ending: Ending,
    max_turns: int,
    *,
    rules: tuple[ScoringRule, ...] = (),
    tables: tuple[PointTable, ...] = (),
) -> GameGenome:
    return whole_game(
        pack,
        player_count=players,
        max_turns=max_turns,
        zones=(PILE, STOCK, TRICKS_WON) if rules else (PILE, STOCK),
        rankings=(CardRanking(plain=random_order(dice, pack.ranks), across_suits=True),),
        point_tables=tables,
        setup=SetupRules(
            cards_per_player=pack.size // players,
            initial_deck=pack.name,
            deal=(DealStep(all_cards=True),),
        ),
        turn_structure=TurnStructure(phases=(trick,), is_trick_based=True),
        scoring_rules=rules,
        win_conditions=ending.wins,
        game_rules=random_rules(),
        match=random_match(dice, ending.hands, ordered=True, scored=bool(rules)),
    )
