"""Blackjack: totals, payments, the house's rules and what a player may do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from darwindeck.cards import Card
from darwindeck.genome.expressions import Expr, Node
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.schema import (
    Call,
    CallPhase,
    DoPhase,
    EndHand,
    FirstDealer,
    GameGenome,
    HandEvaluationMethod,
    Move,
    NextDealer,
    Phase,
    RepeatPhase,
    Set,
    SitOut,
    While,
)
from darwindeck.genome.schema.actions import Action, If
from darwindeck.library import create_blackjack_genome
from tests.support.cards import cards
from tests.support.evaluate import Evaluator, evaluate, unevaluated

GENOME = create_blackjack_genome()


def total(hand: Sequence[Card]) -> int:
    """The total by the file's card values: the best below the bust threshold, else the lowest."""
    evaluation = GENOME.hand_evaluation
    assert evaluation is not None
    target, bust = evaluation.target_value or 0, evaluation.bust_threshold or 0
    values = {
        value.rank: (value.value, value.alternate_value or value.value)
        for value in evaluation.card_values
    }
    totals = {sum(choice) for choice in product(*(values[card.rank] for card in hand))}
    good = [worth for worth in totals if worth < bust]
    return min(good, key=lambda worth: abs(target - worth)) if good else min(totals)


class Seats:
    """A player against the house: judges the file's expressions for either of them."""

    def __init__(self, player: str, house: str, bet: int = 10, genome: GameGenome = GENOME) -> None:
        self.genome = fold_options(genome)
        self.hands = {"player": cards(player), "house": cards(house)}
        self.bet = bet

    def judge(self, expression: str | int, subject: str = "player") -> Any:
        return self._evaluator(subject)(Expr(expression).tree)

    def _evaluator(self, subject: str, **more: Any) -> Evaluator:
        def asked(evaluator: Evaluator, arguments: tuple[Node, ...]) -> str:
            return str(evaluator(arguments[0])) if arguments else subject

        quantities: dict[str, Any] = {
            "house": "house",
            "bet": self.bet,
            "hand": unevaluated(lambda ev, args: self.hands[asked(ev, args)]),
            "hand_size": unevaluated(lambda ev, args: len(self.hands[asked(ev, args)])),
            "total": total,
            **more,
        }
        for let in self.genome.lets:
            tree = Expr(let.value).tree
            quantities[let.name] = unevaluated(
                lambda ev, args, tree=tree: self._evaluator(asked(ev, args))(tree)  # type: ignore[misc]
            )
        return Evaluator(quantities)

    def paid(self) -> int:
        """What the player is paid; exactly one line of the scoring table must apply."""
        lines = [r for r in self.genome.scoring_rules or () if self.judge(r.when)]
        assert len(lines) == 1, [line.label for line in lines]
        assert lines[0].into == "chips"
        amount = self.judge(lines[0].amount)
        assert isinstance(amount, int)
        return amount

    def may_double(self, chips: int) -> bool:
        call = calls(self.genome)["double_down"]
        return bool(self._evaluator("player", chips=chips)(Expr(call.when).tree))

    def goes_on(self, standing: bool) -> bool:
        condition = phase(RepeatPhase).as_long_as
        return bool(self._evaluator("player", stands=standing)(Expr(condition).tree))


def phase(kind: type[Phase], index: int = 0) -> Any:
    return [p for p in GENOME.turn_structure.phases if isinstance(p, kind)][index]


def calls(genome: GameGenome = GENOME) -> dict[str, Call]:
    turns = next(p for p in genome.turn_structure.phases if isinstance(p, RepeatPhase))
    (asked,) = turns.phases
    assert isinstance(asked, CallPhase)
    return {call.name: call for call in asked.calls}


def actions(listed: tuple[Action, ...]) -> list[type[Action]]:
    return [type(action) for action in listed]


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("KC QD", 20),
        ("AC KD", 21),
        ("AC AD", 12),
        ("AC 5D 6H", 12),
        ("AC AD 9H", 21),
        ("AC 6D", 17),
        ("AC 6D KH", 17),
        ("KC QD 2H", 22),
        ("KC QD AH AS", 22),
        ("2C 3D 4H 5S 6C", 20),
    ],
)
def test_an_ace_counts_eleven_unless_that_would_bust(hand: str, worth: int) -> None:
    assert total(cards(hand)) == worth


@pytest.mark.parametrize(
    ("player", "house", "paid"),
    [
        ("AC KD", "KC 9D", 15),
        ("AC KD", "KC 6D 5H", 15),  # a natural beats any other 21
        ("AC KD", "AD KH", 0),
        ("7C 7D 7H", "AD KH", -10),  # the house's natural beats any other 21
        ("KC 9D", "AD KH", -10),
        ("KC 9D 5H", "KH 6D", -10),
        ("KC 9D 5H", "KH 6D 8C", -10),  # a bust player has lost, whatever the house draws
        ("KC 9D 5H", "KH 6D 9C", -10),
        ("KC 6D", "KH 6H 8C", 10),
        ("KC 2D", "KH 6H 9C", 10),
        ("AC KD", "KH 6H 9C", 15),
        ("KC 9D", "KH 8D", 10),
        ("KC 8D", "KH 9D", -10),
        ("KC 8D", "KH 8H", 0),
        ("7C 7D 7H", "6C 5D KH", 0),
        ("7C 7D 7H", "KH QD", 10),
    ],
)
def test_payments(player: str, house: str, paid: int) -> None:
    assert Seats(player, house).paid() == paid


@pytest.mark.parametrize("bet", range(10, 101, 10))
def test_a_natural_pays_exactly_three_to_two(bet: int) -> None:
    assert Seats("AC KD", "KC 9D", bet).paid() * 2 == bet * 3


def test_a_natural_may_pay_six_to_five_instead() -> None:
    short = apply_options(GENOME, {"natural_pays": "six_to_five"})
    assert Seats("AC KD", "KC 9D", 50, short).paid() == 60


def test_bets_are_even_and_come_before_the_cards() -> None:
    (betting,) = GENOME.setup.before_deal
    assert isinstance(betting, CallPhase)
    (call,) = betting.calls
    (choice,) = call.choices
    assert call.do == (Set("bet", "amount"),)
    for chips, most in ((500, 100), (65, 60), (10, 10)):
        high = evaluate(choice.high, {"chips": chips})
        amounts = list(range(int(choice.low), high + 1, choice.step))
        assert amounts[0] == 10
        assert amounts[-1] == most
        assert all(amount % 2 == 0 for amount in amounts)


def test_three_players_with_500_chips_against_a_house_that_deals() -> None:
    assert GENOME.player_count == 3
    assert GENOME.setup.starting_chips == 500
    assert GENOME.house is not None
    assert GENOME.match is not None
    assert GENOME.match.first_dealer is FirstDealer.HOUSE
    assert GENOME.match.next_dealer is NextDealer.SAME
    assert GENOME.setup.deal is not None
    assert [step.to for step in GENOME.setup.deal] == ["each", "house", "each", "house"]


def test_the_house_shows_a_natural_at_once_and_the_hand_is_over() -> None:
    peek = phase(DoPhase)
    assert peek.actions[-1] == EndHand(scored=True)
    assert Seats("KC 9D", "AD KH").judge(peek.when, "house")
    assert not Seats("AC KD", "KD 9H").judge(peek.when, "house")


@pytest.mark.parametrize(
    ("house", "draws"),
    [("KC 6D", True), ("KC 7D", False), ("AC 6D", False), ("AC 5D", True), ("AC 5D KH", True)],
)
def test_the_house_draws_to_17_and_stands_on_soft_17(house: str, draws: bool) -> None:
    turn = phase(DoPhase, 1)
    (loop,) = [action for action in turn.actions if isinstance(action, While)]
    assert turn.who == Expr("house")
    assert bool(Seats("KC 9D", house).judge(loop.condition, "house")) is draws


def test_players_hit_stand_or_double_down_and_nothing_else() -> None:
    assert set(calls()) == {"hit", "stand", "double_down"}
    assert actions(calls()["hit"].do) == [Move, If]
    assert actions(calls()["stand"].do) == [Set]
    assert actions(calls()["double_down"].do) == [Set, Move, Set, If]
    bust = calls()["hit"].do[-1]
    assert isinstance(bust, If)
    assert bust.then == (SitOut("turn"),)


def test_doubling_takes_one_card_for_twice_the_bet() -> None:
    doubled, drawn, stands, _ = calls()["double_down"].do
    assert isinstance(doubled, Set)
    assert evaluate(doubled.to, {"bet": 30}) == 60
    assert isinstance(drawn, Move)
    assert drawn.count == 1
    assert stands == Set("stands", 1)


def test_doubling_needs_two_cards_and_the_chips() -> None:
    assert Seats("KC 2D", "KH 8D").may_double(chips=20)
    assert not Seats("KC 2D", "KH 8D").may_double(chips=15)
    assert not Seats("KC 2D 3H", "KH 8D").may_double(chips=500)


def test_doubling_may_be_limited_to_nine_ten_and_eleven() -> None:
    strict = apply_options(GENOME, {"doubling": "nine_to_eleven"})
    allowed = {
        pip: Seats(f"2C {pip}D", "KH 8D", genome=strict).may_double(500) for pip in range(3, 11)
    }
    assert [pip for pip, may in allowed.items() if may] == [7, 8, 9]


def test_a_turn_is_over_at_21_or_after_standing() -> None:
    assert Seats("KC 10D", "KH 8D").goes_on(standing=False)
    assert not Seats("KC 10D", "KH 8D").goes_on(standing=True)
    assert not Seats("AC KD", "KH 8D").goes_on(standing=False)
    assert not Seats("KC 6D 8H", "KH 8D").goes_on(standing=False)


def test_values_cover_the_pack_and_21_is_the_target() -> None:
    evaluation = GENOME.hand_evaluation
    assert evaluation is not None
    assert evaluation.method is HandEvaluationMethod.POINT_TOTAL
    assert (evaluation.target_value, evaluation.bust_threshold) == (21, 22)
    assert len({value.rank for value in evaluation.card_values}) == 13


def test_most_chips_after_twenty_hands_win_and_who_cannot_bet_is_out() -> None:
    assert GENOME.match is not None
    assert GENOME.match.hands == 20
    assert evaluate(GENOME.match.out, {"chips": 5}) is True
    assert evaluate(GENOME.match.out, {"chips": 10}) is False
    (most,) = GENOME.win_conditions
    assert most.type == "most_chips"
    assert most.when is not None
    nobody_broke = {"each": (), "all": unevaluated(lambda ev, args: False)}
    ends = [n for n in range(1, 25) if evaluate(most.when, {"hand_number": n, **nobody_broke})]
    assert ends == [20]
