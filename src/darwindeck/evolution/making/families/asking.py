"""Games of asking: players ask each other for ranks and collect books."""

from __future__ import annotations

from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import (
    by_score,
    deal_hands,
    random_match,
    random_pack,
    random_rules,
    whole_game,
)
from darwindeck.genome.examples.common import HAND, STOCK, SUITS
from darwindeck.genome.schema import (
    Action,
    Attribute,
    Call,
    CallChoice,
    CallPhase,
    CardCondition,
    CardScoringRule,
    ChoiceKind,
    Choose,
    DrawPhase,
    GameGenome,
    HandPattern,
    If,
    Location,
    MeldPhase,
    Move,
    NamedCards,
    Owner,
    PileKey,
    PlayAgain,
    Reference,
    ScoringRule,
    ScoringTrigger,
    Sees,
    SetupRules,
    Show,
    TurnsPhase,
    TurnStructure,
    ZoneSpec,
)

BOOKS = ZoneSpec("books", "books", owner=Owner.SEAT, piles=PileKey.MANY)
CATCH = ZoneSpec("catch", "drawn card", owner=Owner.SEAT, sees=Sees.OWNER)
ASKED_FOR = CardCondition(same=(Attribute.RANK,), of=Reference.NAMED)
GIVEN = CardCondition(named="asked_for")


def make(dice: Dice) -> GameGenome:
    players = dice.between(2, 6)
    pack = random_pack(dice, 24 if players < 5 else 40)
    # Books must come out even, or the last cards of a rank would stay in the hands for ever.
    size = dice.pick((2, 4))
    cards = dice.between(3, min(7, (pack.size - 4) // players))
    books = len(pack.ranks) * len(SUITS) * pack.copies // size
    card_scoring, rules, a_hand = _scores(dice, size, books)
    ending = by_score(dice, a_hand)
    turns = 4 * pack.size * ending.hands
    lay_down = MeldPhase(("book",), target="books", automatic=True)
    return whole_game(
        pack,
        player_count=players,
        max_turns=2 * turns,
        zones=(HAND, STOCK, BOOKS, CATCH),
        card_sets=(NamedCards("asked_for", "card of the rank asked for", ASKED_FOR),),
        patterns=(HandPattern("book", 1, min_size=size, max_size=size, same=(Attribute.RANK,)),),
        setup=SetupRules(
            cards_per_player=cards, initial_deck=pack.name, deal=(deal_hands(dice, cards),)
        ),
        turn_structure=TurnStructure(
            phases=(
                MeldPhase(("book",), target="books", automatic=True, label="The first books"),
                TurnsPhase(
                    label="Asking",
                    until="size(deck) == 0 and all(each, hand_size == 0)",
                    phases=(
                        DrawPhase(count=dice.between(1, 3), when="hand_size == 0"),
                        _asking(dice),
                        lay_down,
                    ),
                ),
            ),
        ),
        card_scoring=card_scoring,
        scoring_rules=rules,
        win_conditions=ending.within(turns),
        game_rules=random_rules(),
        match=random_match(dice, ending.hands, scored=True),
    )


def _asking(dice: Dice) -> CallPhase:
    seats = "others(turn)" if dice.chance(0.5) else "where(others(turn), hand_size > 0)"
    return CallPhase(
        when="hand_size > 0",
        calls=(
            Call(
                "ask",
                "ask a player for a rank",
                choices=(
                    CallChoice("asked", "player", ChoiceKind.SEAT, seats=seats),
                    CallChoice("wanted", "rank", ChoiceKind.RANK, ranks_in="hand"),
                ),
                do=(
                    If(
                        "count(hand(asked), asked_for) > 0",
                        then=_success(dice),
                        otherwise=_failure(dice),
                    ),
                ),
            ),
        ),
    )


def _success(dice: Dice) -> tuple[Action, ...]:
    """All such cards change hands, or one of them; mostly the player goes on."""
    given = Move("hand(asked)", "hand", GIVEN)
    if dice.chance(0.3):
        given = Move("hand(asked)", "hand", GIVEN, count=1, choose=Choose.RANDOM)
    return (given, PlayAgain()) if dice.chance(0.7) else (given,)


def _failure(dice: Dice) -> tuple[Action, ...]:
    """The player draws; a card of the rank asked for may earn another turn."""
    lucky = If("count(catch, asked_for) > 0", then=(Show("catch"), PlayAgain()))
    draw = Move(Location.DECK, "catch", count=1)
    keep = Move("catch", "hand")
    return (draw, lucky, keep) if dice.chance(0.6) else (draw, keep)


def _scores(
    dice: Dice, size: int, books: int
) -> tuple[tuple[CardScoringRule, ...], tuple[ScoringRule, ...], int]:
    points = dice.pick((1, 1, 2, 5))
    rules = []
    cards: tuple[CardScoringRule, ...] = ()
    if dice.chance(0.5):
        cards = (CardScoringRule(CardCondition(), points, ScoringTrigger.SET_COMPLETE),)
        a_hand = points * books // 2
    else:
        rules.append(ScoringRule("size(books)", label="Cards in books"))
        a_hand = size * books // 2
    if dice.chance(0.3):
        who = "where(each, most(size(books)))"
        rules.append(ScoringRule(dice.between(1, 5), who=who, label="Most books"))
    return cards, tuple(rules), max(1, a_hand)
