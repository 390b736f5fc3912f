"""Poker games of the library beside `pokerkit`, another program that deals and referees poker.

Random hands are played by both at the same time: at every decision it must be the same player's
turn, with the same amount to call and the same least and greatest raise, and in the end everybody
must have the same chips. What both do otherwise is named here.
"""

from __future__ import annotations

import os
import random
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from darwindeck import get_genome
from darwindeck.cards import Card
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.schema import BettingPhase, GameGenome
from darwindeck.simulation import Game, Move
from darwindeck.simulation.moves import MoveKind

pokerkit: Any = pytest.importorskip("pokerkit", reason="pokerkit is not installed")

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
HANDS = max(1, round(200 * SCALE))
SEED = 40


@cache
def _automatic() -> tuple[Any, ...]:
    """Everything but dealing and deciding."""
    by_hand = {"CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING"}
    return tuple(kind for kind in pokerkit.Automation if kind.name not in by_hand)


@dataclass(frozen=True)
class Table:
    """A game of both programs with the same players."""

    game: Game
    begin: Callable[[tuple[int, ...], int], Any]
    """The other program's hand: stacks from the dealer's left, and half a bet."""
    stakes: Callable[[int], dict[str, int]] = lambda half: {
        "small_blind": half,
        "big_blind": 2 * half,
    }
    least: int = 1
    """The fewest chips anybody has."""


def _blind_raised_four_times(genome: GameGenome) -> GameGenome:
    """As the other program has it with fixed limits; with us the big blind is the first bet."""
    first, *others = genome.turn_structure.phases
    assert isinstance(first, BettingPhase), "the hand begins with betting"
    course = replace(genome.turn_structure, phases=(replace(first, max_raises=4), *others))
    return _raised_in_full(replace(genome, turn_structure=course))


def _raised_in_full(genome: GameGenome) -> GameGenome:
    """As the other program has it: half a bet lets nobody raise again, with fixed limits either."""
    phases = tuple(
        replace(phase, reopening=None) if isinstance(phase, BettingPhase) else phase
        for phase in genome.turn_structure.phases
    )
    course = replace(genome.turn_structure, phases=phases)
    return replace(fold_options(replace(genome, turn_structure=course)), options=())


@cache
def _holdem(betting: str, players: int) -> Table:
    genome = apply_options(
        get_genome("texas-holdem"), {"betting": betting, "players": str(players)}
    )
    if betting == "limit":
        genome = _blind_raised_four_times(genome)

    def begin(stacks: tuple[int, ...], half: int) -> Any:
        blinds, big = (half, 2 * half), 2 * half
        if betting == "limit":
            return pokerkit.FixedLimitTexasHoldem.create_state(
                _automatic(), False, 0, blinds, big, 2 * big, stacks, players
            )
        return pokerkit.NoLimitTexasHoldem.create_state(
            _automatic(), False, 0, blinds, big, stacks, players
        )

    return Table(Game(genome), begin)


@cache
def _omaha(players: int) -> Table:
    genome = apply_options(get_genome("omaha"), {"players": str(players)})

    def begin(stacks: tuple[int, ...], half: int) -> Any:
        return pokerkit.PotLimitOmahaHoldem.create_state(
            _automatic(), False, 0, (half, 2 * half), 2 * half, stacks, players
        )

    return Table(Game(genome), begin)


@cache
def _omaha_hi_lo(players: int) -> Table:
    genome = apply_options(get_genome("omaha-hi-lo"), {"players": str(players)})
    genome = _blind_raised_four_times(genome)

    # The other program's class has the name of fixed limits and the limits of the pot.
    other = pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
    fixed: Any = type("FixedLimit", (pokerkit.games.FixedLimitPokerMixin, other), {})

    def begin(stacks: tuple[int, ...], half: int) -> Any:
        big = 2 * half
        return fixed.create_state(
            _automatic(), False, 0, (half, big), big, 2 * big, stacks, players
        )

    return Table(Game(genome), begin)


@cache
def _triple_draw(players: int) -> Table:
    genome = apply_options(get_genome("triple-draw"), {"players": str(players)})
    genome = _blind_raised_four_times(genome)

    def begin(stacks: tuple[int, ...], half: int) -> Any:
        big = 2 * half
        return pokerkit.FixedLimitDeuceToSevenLowballTripleDraw.create_state(
            _automatic(), False, 0, (half, big), big, 2 * big, stacks, players
        )

    return Table(Game(genome), begin)


@cache
def _stud(players: int) -> Table:
    return _stud_game("seven-card-stud", "FixedLimitSevenCardStud", players)


@cache
def _stud_hi_lo(players: int) -> Table:
    theirs = "FixedLimitSevenCardStudHighLowSplitEightOrBetter"
    return _stud_game("seven-card-stud-hi-lo", theirs, players)


@cache
def _razz(players: int) -> Table:
    return _stud_game("razz", "FixedLimitRazz", players)


def _stud_game(genome_id: str, theirs: str, players: int) -> Table:
    genome = _raised_in_full(apply_options(get_genome(genome_id), {"players": str(players)}))

    def begin(stacks: tuple[int, ...], half: int) -> Any:
        return getattr(pokerkit, theirs).create_state(
            _automatic(), True, half, half, 3 * half, 6 * half, stacks, players
        )

    def stakes(half: int) -> dict[str, int]:
        return {"ante": half, "bring_in": half, "small_bet": 3 * half, "big_bet": 6 * half}

    # With fewer chips than ante and bring-in the other program asks the next player to bring in.
    return Table(Game(genome), begin, stakes, least=11)


def _text(card: Card) -> str:
    rank = "T" if str(card.rank) == "10" else str(card.rank)
    return f"{rank}{str(card.suit)[0]}"


class Beside:
    """One hand, played by both programs."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.chance = chance
        players = table.game.player_count
        half = chance.choice([1, 2, 5])
        stacks = [max(table.least, self._stack(2 * half)) for _ in range(players)]
        self.dealer = chance.randrange(players)
        self.order = [(self.dealer + 1 + place) % players for place in range(players)]
        deck = list(table.game.cards)
        chance.shuffle(deck)
        self.ours = table.game.hand(
            chance.getrandbits(32),
            deck=deck,
            dealer=self.dealer,
            stacks=stacks,
            stakes=table.stakes(half),
        )
        self.burns = "burnt" in {zone.name for zone in table.game.genome.zones or ()}
        evaluation = table.game.genome.hand_evaluation
        self.comparisons = 1 + (len(evaluation.shares) if evaluation is not None else 0)
        self.theirs = table.begin(tuple(stacks[seat] for seat in self.order), half)
        self.deck = deck
        self.made: list[str] = []
        self.wanted = 0
        """Cards put aside for which none have been drawn yet."""
        self.deal()

    def _stack(self, big: int) -> int:
        """Often too few chips for what is bet."""
        most = self.chance.choice([4, 40, 200])
        return self.chance.randint(1, most * big)

    def deal(self) -> None:
        """The other program deals what is due."""
        while self.theirs.status and self.theirs.actor_index is None:
            if self.theirs.can_stand_pat_or_discard():
                return
            if self.theirs.can_burn_card():
                self.theirs.burn_card("??")
                if self.burns:
                    self.deck.pop(0)
            elif self.theirs.can_deal_hole():
                self._deal_hole()
            else:
                cards = [self.deck.pop(0) for _ in range(self.theirs.board_dealing_count)]
                self.theirs.deal_board("".join(map(_text, cards)))

    def _deal_hole(self) -> None:
        if self.theirs.street_index:
            self.theirs.deal_hole(_text(self.deck.pop(0)))
            return
        # Everybody gets one card after the other; the other program deals a hand at once.
        many = len(self.theirs.street.hole_dealing_statuses)
        players = self.theirs.player_count
        dealt = [self.deck.pop(0) for _ in range(many * players)]
        for place in range(players):
            self.theirs.deal_hole("".join(map(_text, dealt[place::players])))

    def compare(self) -> dict[MoveKind, Move]:
        """What both let the player do, who must be the same."""
        seat, state, theirs = self.ours.asked, self.ours, self.theirs
        assert theirs.actor_index is not None, self.made
        assert seat == self.order[theirs.actor_index], self.made
        legal = {move.kind: move for move in state.legal_moves()}
        numbers = state.position.numbers()
        still_in = [other for other in self.order if numbers["active"] >> other & 1]
        owed = max(numbers["staked"][other] for other in still_in) - numbers["staked"][seat]
        highest = max(theirs.bets)
        least = theirs.min_completion_betting_or_raising_to_amount
        most = theirs.max_completion_betting_or_raising_to_amount
        bet = legal.get(MoveKind.BET)
        assert (bet is None) == (least is None), self.made
        if bet is not None:
            assert bet.amounts == range(least - highest, most - highest + 1), self.made
        if theirs.can_post_bring_in():
            brought = f"bring in {theirs.effective_bring_in_amount}"
            assert [move.text for move in legal.values() if move is not bet] == [brought]
            return legal
        assert theirs.checking_or_calling_amount == min(owed, numbers["chips"][seat]), self.made
        assert (MoveKind.MATCH in legal) == (owed > 0)
        assert (MoveKind.CHECK in legal) == (owed == 0)
        if owed == 0:
            # We let a player fold who could check once somebody has bet; the other program warns.
            legal.pop(MoveKind.FOLD, None)
        else:
            assert MoveKind.FOLD in legal
        return legal

    def draw(self) -> None:
        """A player puts cards aside, and is told by the other program to stand pat or to draw."""
        seat = self.ours.asked
        stander = self.theirs.stand_patter_or_discarder_index
        assert stander is not None
        assert seat == self.order[stander], self.made
        # No more than the stock has: here the programs would shuffle again, each by its own lot.
        most = min(5, len(self.deck) - self.wanted)
        put: list[Any] = []
        for _ in range(self.chance.choice([0, 0, 1, 2, most]) if most > 1 else 0):
            picks = [move for move in self.ours.legal_moves() if move.card is not None]
            move = self.chance.choice(picks)
            put.append(move.card)
            self.ours = self.ours.apply(move)
        if len(put) < 5 and self.ours.asked == seat:
            ends = {move.kind: move for move in self.ours.legal_moves() if move.card is None}
            self.ours = self.ours.apply(ends[MoveKind.DONE if put else MoveKind.PASS])
        self.made.append(f"{seat} puts {len(put)} aside")
        self.wanted += len(put)
        self.theirs.stand_pat_or_discard("".join(map(_text, put)))

    def decide(self) -> None:
        if self.theirs.actor_index is None:
            self.draw()
            self.deal()
            return
        self.wanted = 0
        legal = self.compare()
        staying = [kind for kind in (MoveKind.CHECK, MoveKind.MATCH) if kind in legal]
        kind = self.chance.choice([*legal, *staying])
        move = legal[kind]
        if kind is MoveKind.BET:
            assert move.amounts is not None
            low, high = move.amounts[0], move.amounts[-1]
            amount = self.chance.choice(
                [low, high, self.chance.randint(low, high), min(high, 2 * low)]
            )
            move = move.of(amount)
            self.theirs.complete_bet_or_raise_to(amount + max(self.theirs.bets))
        elif kind is MoveKind.FOLD:
            self.theirs.fold()
        elif self.theirs.can_post_bring_in():
            self.theirs.post_bring_in()
        else:
            self.theirs.check_or_call()
        self.made.append(f"{self.ours.asked}: {move.text}")
        self.ours = self.ours.apply(move)
        self.deal()

    def play(self) -> None:
        while not self.ours.over:
            self.decide()
        assert not self.theirs.status, self.made
        ours = self.ours.position.numbers()["chips"]
        moved = self.shared_without_a_hand()
        theirs = [has + more for has, more in zip(self.theirs.stacks, moved, strict=True)]
        difference = [ours[seat] - theirs[place] for place, seat in enumerate(self.order)]
        # Chips that cannot be shared go one each with us, pot by pot. The other program gives them
        # all to the first, and shares side pots as one when those who lost have shown their cards.
        assert sum(difference) == 0
        told = [event for event in self.ours.position.events() if event[0] == "chips"]
        paid = {seat for _, seat, amount in told if amount > 0}
        apart = {self.order[place] for place, amount in enumerate(difference) if amount}
        assert not apart or len(paid) > 1, (self.made, ours, theirs)
        assert apart <= paid, (self.made, ours, theirs)
        most = len(self.order) * self.comparisons
        assert max(map(abs, difference)) < most, (self.made, ours, theirs)

    def shared_without_a_hand(self) -> list[int]:
        """What everybody would have more if nobody took a part of a pot without a hand for it.

        The other program parts every side pot as soon as anybody has a low hand; where none of
        those who play for it has, all of them share that part. By the published rules, and with us,
        it goes to the high hand.
        """
        theirs = self.theirs
        moved = [0] * theirs.player_count
        pushed = [one for one in theirs.operations if isinstance(one, pokerkit.ChipsPushing)]
        whole = {one.pot_index: one.amounts for one in pushed if one.hand_type_index == 0}
        for one in pushed:
            if not one.hand_type_index:
                continue
            takers = [place for place, amount in enumerate(one.amounts) if amount]
            kind = (one.board_index, one.hand_type_index)
            if any(theirs.get_up_hand(place, *kind) is not None for place in takers):
                continue
            winners = [place for place, amount in enumerate(whole[one.pot_index]) if amount]
            for place in takers:
                moved[place] -= one.amounts[place]
            for number, place in enumerate(winners):
                odd = number < sum(one.amounts) % len(winners)
                moved[place] += sum(one.amounts) // len(winners) + odd
        return moved


@pytest.mark.parametrize("betting", ["no_limit", "limit"])
@pytest.mark.parametrize("players", [2, 3, 6, 9])
def test_holdem_is_the_same_in_both_programs(betting: str, players: int) -> None:
    table = _holdem(betting, players)
    chance = random.Random(f"{SEED} {betting} {players}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(max(1, HANDS // (4 if betting == "no_limit" else 8))):
            Beside(table, chance).play()


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize(
    "game",
    [_omaha, _omaha_hi_lo, _stud, _stud_hi_lo, _razz, _triple_draw],
    ids=["omaha", "omaha-hi-lo", "stud", "stud-hi-lo", "razz", "triple-draw"],
)
def test_other_poker_is_the_same_in_both_programs(
    game: Callable[[int], Table], players: int
) -> None:
    table = game(players)
    chance = random.Random(f"{SEED} {table.game.genome.genome_id} {players}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(max(1, HANDS // 10)):
            Beside(table, chance).play()
