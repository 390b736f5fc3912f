"""The course of a match: hands, dealers, the deal (§6.5-6.14)."""

from __future__ import annotations

from tests.reference import actions, ending, places, scoring
from tests.reference.ending import hand
from tests.reference.genome import DealStep
from tests.reference.phases.base import Sequence_
from tests.reference.places import Unforeseen, pile_for, put, remove_new_piles, stock, top_card
from tests.reference.rules import Rules
from tests.reference.state import NOBODY, Calls, Env, Frame, Position, places_in
from tests.reference.steps import effects, tell
from tests.reference.words import (
    ZoneRef,
    holds,
    round_from,
    seats,
    single_seats,
    step,
    zone,
)

FIRST, HAND, BEFORE, DEALT, RUNNING, OVER = range(6)


class Course(Frame):
    """The frame below all others: hand after hand."""

    def __init__(self) -> None:
        super().__init__(None, NOBODY)

    def advance(self, position: Position) -> None:
        if self.step == FIRST:
            begin_match(position)
            self.step = HAND
        elif self.step == HAND:
            begin_hand(position)
            self.step = BEFORE
            position.frames.append(
                Sequence_(position.rules.genome.setup.before_deal, False, position)
            )
        elif self.step == BEFORE:
            position.judging = False
            deal(position)
            self.step = DEALT
        elif self.step == DEALT:
            self.step = RUNNING
            position.judging = False
            position.frames.append(
                Sequence_(position.rules.genome.turn_structure.phases, False, position)
            )
        elif self.step == RUNNING:
            last_judgement(position)
            self.end_hand(position, "scored")
        else:
            raise AssertionError("the match goes on with a hand")

    def end_hand(self, position: Position, how: str) -> None:
        """A hand ends, or is thrown in (§6.11, §6.14)."""
        if how.startswith("redeal"):
            throw_in(position, how)
        else:
            settle_hand(position, how)
        self.step = HAND


def last_judgement(position: Position) -> None:
    """Wins judged at once after the last step of a hand (§6.44, 9)."""
    if position.judging:
        position.judging = False
        ending.judge(position, at_once=True)


def break_off(position: Position) -> None:
    """Something ends the hand: all phases in progress are left without their `then` (§6.50)."""
    if position.foreseeing is not None:
        raise Unforeseen
    how, position.ending = position.ending, ""
    position.phase_ended = False
    position.judging = False
    course = position.frames[0]
    assert isinstance(course, Course)
    del position.frames[1:]
    course.end_hand(position, how)


# --- a match --------------------------------------------------------------------------------------


def begin_match(position: Position) -> None:
    """Chips, counters of the match, hand number 1; the first dealer by lot, or the house (§6.5,
    §6.6)."""
    rules: Rules = position.rules
    for seat in range(rules.players):
        position.chips[seat] = rules.genome.setup.starting_chips
    position.hand_number = 1
    for counter in rules.genome.counters:
        size = {"table": 1, "seat": rules.seats, "team": len(rules.sides)}[counter.scope]
        position.counters[counter.name] = [counter.start] * size
    if rules.match.first_dealer == "house":
        position.dealer = rules.house
    else:
        position.dealer = position.chance.take("seat")[1]


def begin_hand(position: Position) -> None:
    """What happens before the phases that come before the deal (§6.7, 1 to 5)."""
    rules: Rules = position.rules
    gather(position)
    position.direction = 1
    judge_out(position)
    position.deal_number += 1
    position.turns_in_hand = 0
    start_again(position)
    position.turn = step(position, position.dealer, 1)
    tell(position, "hand", position.hand_number, position.deal_number, position.dealer)
    assert rules.players > 0


def gather(position: Position) -> None:
    """All cards are gathered into the stock and shuffled; nobody knows where any card is; zones
    laid open are closed, new piles are gone (§6.7)."""
    for place in position.places:
        place.cards = []
        place.open = False
    remove_new_piles(position)
    pile = stock(position)
    for card in range(len(position.rules.deck)):
        put(position, card, pile)
        position.known[card] = position.known_place[card] = 0
    position.trick = []
    places.shuffle(position, pile, told=False)


def judge_out(position: Position) -> None:
    """`match.out` is judged for every player; if the dealer is out, the next player deals
    (§6.7)."""
    rules: Rules = position.rules
    out = [
        seat
        for seat in range(rules.players)
        if position.in_game[seat] and holds(position, rules.match.out, Env(seat))
    ]
    for seat in out:
        position.in_game[seat] = False
    position.active = list(position.in_game)
    if position.dealer < rules.players and not position.in_game[position.dealer]:
        position.dealer = step(position, position.dealer, 1)


def start_again(position: Position) -> None:
    """Everything that is kept for a hand starts again (§6.7)."""
    rules: Rules = position.rules
    count = rules.seats
    for counter in rules.genome.counters:
        if counter.life != "match":
            values = position.counters[counter.name]
            position.counters[counter.name] = [counter.start] * len(values)
    position.roles = {role.name: NOBODY for role in rules.genome.roles}
    position.hand_score = [0] * count
    position.side_hand_score = [0] * len(rules.sides)
    position.tricks = [0] * count
    position.staked = [0] * count
    position.dead = [0] * count
    position.raised = 0
    position.played = [0] * count
    position.drawn = [0] * count
    position.control = list(range(count))
    position.calls = Calls()
    position.calls_in_hand = []
    position.choices = {}
    position.named_suit = position.named_rank = ""
    position.failures = frozenset()
    position.declared = []
    position.claims = 0
    position.leader = position.winner = position.last_taker = position.took_last = NOBODY
    position.led = position.winning = position.last_to_play = NOBODY
    position.trick_number = position.tricks_played = 0
    position.in_force = ""
    position.skips = 0
    position.play_again = NOBODY
    position.broken = False
    position.trump = rules.trump
    position.mode = ""
    position.played_cards = set()
    position.drawn_cards = set()
    position.moved = []
    position.turn_began = 0
    position.ending = ""
    position.phase_ended = False
    position.judging = False


# --- the deal -------------------------------------------------------------------------------------


def deal(position: Position) -> None:
    """The cards are dealt, and what follows the deal (§6.7, 7 to 9)."""
    rules: Rules = position.rules
    first = position.turn = step(position, position.dealer, 1)
    for item in rules.genome.setup.deal or ():
        deal_step(position, item, first)
    position.moved = []
    position.turn_began = 0
    dealer = position.dealer
    actions.run(position, rules.genome.setup.after_deal, first)
    first = position.turn = (
        step(position, position.dealer, 1) if position.dealer != dealer else first
    )
    position.phase_ended = False
    if position.ending:
        return
    dealt(position, first)


def dealt(position: Position, first: int) -> None:
    """Moments `dealt` and `turned_up` (§6.7)."""
    rules: Rules = position.rules
    for seat in round_from(position, first):
        if position.active[seat]:
            effects(position, "dealt", hand(position, seat), seat)
    if position.ending:
        return
    scoring.apply_rules(position, "dealt", first)
    if "discard" in rules.zones:
        card = top_card(position, places_in(position, "discard", NOBODY)[0])
        if card != NOBODY:
            effects(position, "turned_up", [card], position.dealer)
            scoring.apply_rules(position, "turned_up", position.dealer)


def deal_step(position: Position, item: DealStep, first: int) -> None:
    """One step of the deal, each card from the top of the stock (§6.8, §6.9)."""
    rules: Rules = position.rules
    env = Env(first)
    target = zone(position, item.zone, env)
    of_table = rules.zones[target.name].owner == "table"
    receivers = [NOBODY]
    if not of_table:
        receivers = single_seats(position, seats(position, item.to, env))
        if not receivers:
            return

    def ref(seat: int) -> ZoneRef:
        return target if of_table else zone(position, item.zone, Env(seat))

    if item.piles:
        for seat in receivers:
            deal_piles(position, ref(seat), item.piles)
    elif item.all_cards:
        while stock(position).cards:
            for seat in receivers:
                deal_cards(position, ref(seat), 1)
    elif of_table:
        deal_cards(position, target, sum(item.packets))
    else:
        for packet in item.packets:
            for seat in receivers:
                deal_cards(position, ref(seat), packet)


def deal_cards(position: Position, target: ZoneRef, count: int) -> None:
    """So many cards from the top of the stock; if it runs out, the rest is not dealt (§6.10); known
    to those who look at their pile (§9.3)."""
    for _ in range(count):
        card = top_card(position, stock(position))
        if card == NOBODY:
            return
        pile = pile_for(position, target, card)
        if pile is not None:
            places.move_card(position, card, pile, dealt=True)


def deal_piles(position: Position, target: ZoneRef, counts: tuple[int, ...]) -> None:
    """Pile after pile: the first gets all its cards, then the second (§6.9)."""
    piles = places_in(position, target.name, target.owners[0])
    for pile, count in zip(piles, counts, strict=False):
        for _ in range(count):
            card = top_card(position, stock(position))
            if card != NOBODY:
                places.move_card(position, card, pile, dealt=True)


# --- the end of a hand ----------------------------------------------------------------------------


def settle_hand(position: Position, how: str) -> None:
    """A hand is over: it is scored, unless it ends unscored; then win conditions are judged (§6.11,
    §6.12, §6.52)."""
    rules: Rules = position.rules
    tell(position, "hand_over", how != "unscored")
    if how != "unscored":
        for seat in range(rules.players):
            scoring.score_cards(position, "hand_end", hand(position, seat), seat)
        effects(position, "hand_end", (), position.turn)
        position.ending = ""
        scoring.apply_rules(position, "hand_end", position.turn)
    else:
        position.hand_score = [0] * rules.seats
        position.side_hand_score = [0] * len(rules.sides)
    points = [own_and_side(position, seat) for seat in range(rules.players)]
    ending.add_hand(position)
    count_quiet_hand(position)
    position.hands_played += 1
    ending.judge(position, at_once=False)
    last = rules.match.hands is not None and position.hands_played >= rules.match.hands
    if how == "game" or last or position.single_hand:
        ending.last_hand(position)
    position.hand_number += 1
    next_dealer(position, points)


def count_quiet_hand(position: Position) -> None:
    """A hand, or a deal thrown in, in which nothing counted as a turn counts as one turn at its end
    (§6.54)."""
    if position.turns_in_hand == 0:
        from tests.reference.phases.base import count_turn

        count_turn(position)


def own_and_side(position: Position, seat: int) -> int:
    """A player's points of the hand with those of their side (§6.13)."""
    side = position.rules.side_of.get(seat)
    extra = 0 if side is None or not position.rules.teams else position.side_hand_score[side]
    return position.hand_score[seat] + extra


def next_dealer(position: Position, points: list[int]) -> None:
    """The dealer of the next hand, in the usual direction (§6.13, §6.2)."""
    position.direction = 1
    rule = position.rules.match.next_dealer
    if rule in ("winner", "loser"):
        order = round_from(position, step(position, position.dealer, 1))
        best = (max if rule == "winner" else min)(points[seat] for seat in order)
        position.dealer = next(seat for seat in order if points[seat] == best)
    elif rule != "same":
        position.dealer = step(position, position.dealer, 1)


def throw_in(position: Position, how: str) -> None:
    """The hand is thrown in: stakes go back; the dealer stays, or the next player deals (§6.14)."""
    tell(position, "thrown_in")
    for seat in range(len(position.staked)):
        stake = position.staked[seat] + position.dead[seat]
        if stake:
            position.pot -= stake
            position.staked[seat] = position.dead[seat] = 0
            scoring.pay(position, seat, stake)
    position.hand_score = [0] * len(position.hand_score)
    position.side_hand_score = [0] * len(position.side_hand_score)
    count_quiet_hand(position)
    position.direction = 1
    if how == "redeal next":
        position.dealer = step(position, position.dealer, 1)
