"""Tricks (§P16)."""

from __future__ import annotations

from typing import Any

from tests.reference import actions, places
from tests.reference.conditions import fits, fitting
from tests.reference.declaring import announce_played
from tests.reference.moves import Move
from tests.reference.phases.base import (
    FRAMES,
    Ending,
    Sequence_,
    count_turn,
    settle,
    start_turn_again,
)
from tests.reference.places import lay_to_trick, pile_for, piles_of, top_card
from tests.reference.rankings import beats, equal, order_now, strength, suit_of
from tests.reference.scoring import apply_rules, score_cards
from tests.reference.state import NOBODY, Env, Position, TrickCard
from tests.reference.steps import effects, follow, tell
from tests.reference.words import holds, round_from, seat, seats, single_seats, step, zone

BEGIN, TURN, BEFORE, ASKING, NEXT, JUDGED = range(6)


class Trick(Ending):
    """Each player in turn plays a card; the best card takes them all, and so on."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.who: list[int] | None = None
        if phase.who is not None:
            self.who = single_seats(position, seats(position, phase.who, Env(position.turn)))
        self.lead_from = NOBODY
        """The seat that is to lead."""
        self.order: list[int] = []
        """Those who belong to the trick, or to a battle of it, in the order in which they play."""
        self.at = 0
        """Which of them it comes to."""
        self.rivals: list[int] = []
        """Those who tie with the winner (§P16.8)."""
        self.after_trick = False
        """Whether a trick was just completed, so that `until` is judged."""

    # --- who plays ---

    def plays(self, position: Position, who: int) -> bool:
        """Those in the hand who take part (§P16.1)."""
        return position.active[who] and (self.who is None or who in self.who)

    def source(self, position: Position, who: int) -> list[int]:
        """The cards of a player's source, in order."""
        ref = zone(position, self.phase.source, Env(who))
        return [card for pile in piles_of(position, ref) for card in pile.cards]

    def advance(self, position: Position) -> None:
        if self.step == BEGIN:
            position.trick_number = 0
            self.lead_from = seat(position, self.phase.leader, Env(position.turn))
            self.step = NEXT
        elif self.step == NEXT:
            if position.judging and settle(position):
                return
            self.after_trick = False
            self.begin_trick(position)
        elif self.step == TURN:
            self.next_player(position)
        elif self.step == BEFORE:
            self.after_phases(position)

    def begin_trick(self, position: Position) -> None:
        """A trick begins if one of the players has a card (§P16.2)."""
        first = self.lead_from
        if first == NOBODY:
            first = step(position, position.dealer, 1)
        self.order = [
            who
            for who in round_from(position, first)
            if self.plays(position, who) and self.source(position, who)
        ]
        if not self.order:
            self.nothing_left(position)
            return
        position.trick_number += 1
        position.led = position.winning = NOBODY
        position.leader = self.order[0]
        self.at = 0
        self.rivals = []
        if self.phase.choose == "top":
            self.turn_up(position)
        else:
            self.step = TURN

    # --- one player's turn ---

    def next_player(self, position: Position) -> None:
        """The turn comes to the next player of the trick (§P16.3)."""
        if position.judging and settle(position):
            return
        if self.at >= len(self.order):
            self.all_have_played(position)
            return
        if self.at:
            # The direction may have been turned round.
            last, rest = self.order[self.at - 1], self.order[self.at :]
            order = round_from(position, step(position, last, 1))
            self.order[self.at :] = [who for who in order if who in rest]
        self.seat = position.turn = self.order[self.at]
        if not position.trick:
            position.leader = self.seat
        count_turn(position)
        start_turn_again(position)
        self.moved_at = len(position.moved)
        if self.drops_out(position):
            return
        self.step = BEFORE
        if self.phase.before_card:
            position.frames.append(Sequence_(self.phase.before_card, True, position))

    def drops_out(self, position: Position) -> bool:
        """With `out: sit_out`, who has no card that is playable moves all their cards to `out_to`,
        sits out and leaves the trick (§P16.3)."""
        if self.phase.out != "sit_out":
            return False
        cards = self.source(position, self.seat)
        if fitting(position, self.phase.playable, cards, Env(self.seat)):
            return False
        if self.phase.out_to is not None:
            target = zone(position, self.phase.out_to, Env(self.seat))
            for card in sorted(cards):
                actions.put_into(position, card, target)
        actions.leave_hand(position, self.seat)
        self.leave_trick(position)
        follow(position, self.seat, ())
        return True

    def leave_trick(self, position: Position) -> None:
        """The player belongs to the trick no more; if nobody is left and nothing was led, the trick
        has not begun after all (§P16.3)."""
        del self.order[self.at]
        if not self.order:
            position.trick_number -= 1
            self.lead_from = self.seat
            self.step = NEXT
        else:
            self.step = TURN

    def after_phases(self, position: Position) -> None:
        """After `before_card`: a player without a card leaves the trick; if nothing was led yet,
        the trick begins anew (§P16.4)."""
        if position.judging and settle(position):
            return
        position.turn = self.seat
        if not self.source(position, self.seat) or not position.active[self.seat]:
            if position.trick:
                del self.order[self.at]
                self.step = TURN
            else:
                position.trick_number -= 1
                self.step = NEXT
            return
        if self.phase.choose in ("pick", "all"):
            self.step = ASKING
            position.waiting = True
        else:
            self.play(position, self.choose(position))

    def playable(self, position: Position) -> list[int]:
        """What may be played (§P16.5)."""
        env = Env(self.seat)
        cards = sorted(self.source(position, self.seat))
        allowed = fitting(position, self.phase.playable, cards, env) or cards
        lines = self.phase.follow if position.led != NOBODY else self.phase.lead
        for line in lines:
            if holds(position, line.when, env):
                bound = fitting(position, line.cards, allowed, env)
                if bound:
                    return bound
        return allowed

    def choose(self, position: Position) -> int:
        """A card by chance, or the highest (§P16.6)."""
        cards = self.playable(position)
        if self.phase.choose == "random":
            return places.Lot().take(position, cards)
        return min(cards, key=lambda card: (-strength(position, card), card))

    def is_own_decision(self, position: Position, seat: int) -> bool:
        return self.seat == seat

    def moves(self, position: Position, seat: int) -> list[Move]:
        from tests.reference.picking import alike_once

        return [Move("card", -1, card) for card in alike_once(position, self.playable(position))]

    def decide(self, position: Position, seat: int, move: Move) -> None:
        self.play(position, move.card)

    # --- cards ---

    def play(self, position: Position, card: int) -> None:
        """The card lies in the trick and is played (§P16.7); with the last one the trick ends
        (§6.44, 7)."""
        first = not position.trick
        self.note_failure(position, card)
        self.lay(position, self.seat, card)
        moments: list[tuple[str, list[int]]] = [("played", [card])]
        if first:
            moments.append(("led", [card]))
        follow(position, self.seat, moments)
        self.at += 1
        self.step = TURN
        if self.at >= len(self.order):
            self.all_have_played(position)

    def lay(self, position: Position, who: int, card: int) -> None:
        """A card is laid openly to the trick (§P16.7, §P16.8)."""
        lay_to_trick(position, who, card)
        position.played_cards.add(card)
        position.played_by[card] = who
        position.played[who] += 1
        if position.led == NOBODY and not self.is_open_lead(position, who, card):
            position.led = card
            position.winning = NOBODY
        breaking = self.phase.breaking_suit
        if breaking is not None and suit_of(position, card) == breaking:
            position.broken = True
        self.judge_card(position, who, card)
        announce_played(position, who, card)

    def is_open_lead(self, position: Position, who: int, card: int) -> bool:
        """Whether a card that is led says nothing of what must be followed (§P16.7a)."""
        cards = self.phase.open_lead
        return cards is not None and fits(position, cards, card, Env(who))

    def note_failure(self, position: Position, card: int) -> None:
        """A card that is not of the suit to be followed (§P4.15)."""
        if position.led == NOBODY:
            return
        suits = position.rules.deck.suits
        led = order_now(position).suits[position.led]
        suit = led if led in suits else position.named_suit
        if suit in suits and order_now(position).suits[card] != suit:
            position.failures = position.failures | {(self.seat, suit)}

    def judge_card(self, position: Position, who: int, card: int) -> None:
        """Who is winning (§P16.8)."""
        lowest = not self.phase.high_card_wins
        if position.winning == NOBODY or beats(position, card, position.winning, lowest):
            position.winning, position.winner = card, who
            self.rivals = [who]
        elif equal(position, card, position.winning):
            if self.phase.tie == "last":
                position.winning, position.winner = card, who
                self.rivals = [who]
            elif self.phase.tie == "battle":
                self.rivals.append(who)

    def all_have_played(self, position: Position) -> None:
        """All have played: a battle, or the end of the trick (§P16.9, §P16.10)."""
        if len(self.rivals) > 1:
            able = [who for who in self.rivals if self.source(position, who)]
            if not able:
                self.nobody_takes(position)
                return
            if len(able) > 1:
                self.battle(position, able)
                return
            position.winner = able[0]
        self.end_trick(position)

    def battle(self, position: Position, able: list[int]) -> None:
        """Those who tie lay cards face down and play on (§P16.9)."""
        order = [who for who in round_from(position, position.leader) if who in able]
        for who in order:
            for _ in range(self.phase.battle_cards):
                cards = self.source(position, who)
                if len(cards) <= 1:
                    break
                ref = zone(position, self.phase.source, Env(who))
                pile = piles_of(position, ref)[-1]
                lay_to_trick(position, who, top_card(position, pile), face_down=True)
        self.order = order
        self.at = 0
        self.rivals = []
        position.winning = NOBODY
        self.step = TURN

    def nobody_takes(self, position: Position) -> None:
        """Nobody takes the trick: its cards stay out of play until the hand ends, and nothing is
        told (§P16.9)."""
        position.tricks_played += 1
        position.winner = position.winning = NOBODY
        position.trick = []
        self.lead_from = position.leader
        self.after_trick = True
        position.judging = True
        self.step = NEXT

    def end_trick(self, position: Position) -> None:
        """The end of a trick (§P16.10, §P16.11)."""
        winner = position.winner
        self.seat = position.turn = winner
        position.tricks[winner] += 1
        position.tricks_played += 1
        position.last_taker = position.took_last = winner
        tell(position, "trick", winner, position.trick_number)
        laid = list(position.trick)
        self.collect(position, laid, winner)
        cards = [item.card for item in laid]
        self.moved_at = len(position.moved)
        ended = False
        if not position.ending:
            actions.run(position, self.phase.after_trick, winner)
            ended = position.phase_ended
            position.phase_ended = False
        score_cards(position, "trick_win", cards, winner)
        effects(position, "trick_end", cards, winner)
        apply_rules(position, "trick_end", winner)
        position.judging = True
        self.after_trick = True
        self.step = NEXT
        if ended and not position.ending:
            self.cut_off(position)
        elif not position.ending:
            self.lead_from = seat(position, self.phase.next_leader, Env(winner))

    def collect(self, position: Position, laid: list[TrickCard], winner: int) -> None:
        """The cards are collected in the order laid, or those of the winner first; some are kept
        away (§P16.10)."""
        if self.phase.collect_order == "winner_first":
            laid = sorted(laid, key=lambda item: item.seat != winner)
        for item in laid:
            line = next(
                (k for k in self.phase.keep if fits(position, k.cards, item.card, Env(item.seat))),
                None,
            )
            if line is not None:
                target, bottom = zone(position, line.to, Env(item.seat)), False
            else:
                target = zone(position, self.phase.collect_to, Env(winner))
                bottom = self.phase.collect_to_bottom
            pile = pile_for(position, target, item.card)
            if pile is not None:
                places.move_card(position, item.card, pile, to_bottom=bottom, counts=False)
        position.trick = []

    # --- turning up ---

    def turn_up(self, position: Position) -> None:
        """A whole trick is one turn and one step, of the leader (§P16.13)."""
        self.seat = position.turn = self.order[0]
        count_turn(position)
        start_turn_again(position)
        self.moved_at = len(position.moved)
        laid: list[tuple[int, int]] = []
        while True:
            for who in self.order:
                ref = zone(position, self.phase.source, Env(who))
                pile = piles_of(position, ref)[-1]
                card = top_card(position, pile)
                self.lay(position, who, card)
                laid.append((who, card))
            able = [who for who in self.rivals if self.source(position, who)]
            if len(self.rivals) <= 1 or len(able) <= 1:
                break
            self.battle(position, able)
        for index, (who, card) in enumerate(laid):
            moments: list[tuple[str, list[int]]] = [("played", [card])]
            if index == 0:
                moments.append(("led", [card]))
            follow(position, who, moments)
        self.at = len(self.order)
        self.all_have_played(position)

    # --- the end ---

    def is_over(self, position: Position) -> bool:
        """`until`, after a trick only, for the player whose turn it is (§P16.12)."""
        return self.after_trick and holds(position, self.phase.until, Env(position.turn))


FRAMES["trick"] = Trick
