//! Whoever decides: somebody to wait for, or somebody at hand.
//!
//! The play goes on in one and the same way. Where a decision is to be taken it stops and waits, or, if
//! whoever chooses is at hand, the decision is taken there and then.

use super::Game;
use super::cards::{CardId, CardSet};
use super::moves::{Kind, Move};
use super::rng::Rng;
use super::state::{State, Waiting};
use super::work;
use crate::program::parts::Phase;

/// Whoever decides for everybody.
pub trait Chooser {
    /// Whether anybody is at hand.
    const AT_HAND: bool = true;

    /// Whether the next decisions, as many as said, are taken at once; otherwise the play waits.
    fn goes_on(&mut self, s: &State, decisions: u32) -> bool;

    /// One of some cards; none is to decline, where that may be chosen as well.
    fn card(&mut self, cards: CardSet, may_decline: bool, rng: &mut Rng) -> Option<CardId>;

    /// One of some cards of a small pack, of which there is one at the least: as a set.
    #[inline(always)]
    fn one(&mut self, cards: u64, rng: &mut Rng) -> u64 {
        let card = self.card(CardSet::from(cards), false, rng);
        card.map_or(cards & cards.wrapping_neg(), |card| 1 << (card & 63))
    }

    /// The place of one of so many calls.
    fn call(&mut self, many: u32, rng: &mut Rng) -> u32;

    /// One of some moves.
    fn choose(&mut self, game: &Game, s: &State, moves: &[Move], rng: &mut Rng) -> Move;

    /// One of the amounts between the least and the most that may be bet.
    fn bet(&mut self, bounds: (i32, i32), rng: &mut Rng) -> Move;
}

/// Nobody is at hand: the play waits for every decision.
pub struct Nobody;

impl Chooser for Nobody {
    const AT_HAND: bool = false;

    fn goes_on(&mut self, _: &State, _: u32) -> bool {
        false
    }

    fn card(&mut self, _: CardSet, _: bool, _: &mut Rng) -> Option<CardId> {
        None
    }

    fn call(&mut self, _: u32, _: &mut Rng) -> u32 {
        0
    }

    fn choose(&mut self, _: &Game, _: &State, _: &[Move], _: &mut Rng) -> Move {
        Move::NONE
    }

    fn bet(&mut self, _: (i32, i32), _: &mut Rng) -> Move {
        Move::NONE
    }
}

impl Game {
    /// Plays on from a decision as long as the chooser goes on, or to the end.
    pub fn ride(&self, s: &mut State, rng: &mut Rng, chooser: &mut impl Chooser) {
        if s.waiting == Waiting::Decision {
            self.settled(s, |game, s| game.run(s, rng, chooser));
        }
    }

    /// Lets the chooser take the decision that the play has come to; false if it does not.
    pub(super) fn decide_at_once(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut impl Chooser,
        moves: &mut Vec<Move>,
    ) -> bool {
        if !chooser.goes_on(s, 1) {
            return false;
        }
        if self.plain_trick(s) {
            return self.ride_trick(s, rng, chooser);
        }
        if self.only_bets(s) {
            return self.ride_betting(s, rng, chooser, moves);
        }
        self.settle_moves(s);
        if !self.is_paid_for(s) {
            return true;
        }
        let frame = s.innermost();
        let by_turns = !matches!(self.phase(frame.phase), Phase::Pass(_) | Phase::Call(_));
        let seat = if self.bound || self.heads[usize::from(frame.phase)].stoppable {
            let seat = self.asked(s);
            self.legal(s, seat, moves);
            seat
        } else if s.listed {
            // What was listed is all there is.
            let seat = s.control[usize::from(frame.seat)];
            std::mem::swap(moves, &mut s.scratch);
            seat
        } else if by_turns {
            let seat = s.control[usize::from(frame.seat)];
            moves.clear();
            self.list_here(s, seat, moves);
            seat
        } else {
            let seat = self.asked(s);
            self.legal(s, seat, moves);
            seat
        };
        // To list moves is nothing that the match pays for.
        work::restart();
        if moves.is_empty() {
            return false;
        }
        let mut action = chooser.choose(self, s, moves, rng);
        if action.amount() > 0 {
            action = self.amounts(s, seat).map_or(action, |bounds| chooser.bet(bounds, rng));
        }
        self.take(s, seat, action, rng);
        true
    }

    /// Counts what the last decision took; false if that was too much, and the match is over.
    #[inline(always)]
    pub(super) fn is_paid_for(&self, s: &mut State) -> bool {
        let (used, spent) = work::renew();
        s.work_left -= used + i64::from(std::mem::take(&mut s.work));
        if spent || s.work_left < 0 {
            self.stop_for_work(s);
            return false;
        }
        true
    }

    /// Takes a decision.
    #[inline(always)]
    pub(super) fn take(&self, s: &mut State, seat: u8, action: Move, rng: &mut Rng) {
        self.announce(s, seat, action);
        self.decide(s, seat, action, rng);
    }

    /// What has happened before a decision is told by now.
    #[inline(always)]
    pub(super) fn announce(&self, s: &mut State, seat: u8, action: Move) {
        s.events.clear();
        s.chance.clear();
        s.note(super::events::Event::Decision { seat, action });
    }

    /// Takes the decision which of some cards to play, where that is all there is to decide; false if the
    /// chooser does not.
    #[inline(always)]
    pub(super) fn choose_card(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut impl Chooser,
        cards: CardSet,
        may_decline: bool,
    ) -> Option<Move> {
        if !chooser.goes_on(s, 1) || !self.is_paid_for(s) {
            return None;
        }
        Some(match chooser.card(cards, may_decline, rng) {
            Some(card) => Move::card(card),
            None => Move::plain(Kind::Pass),
        })
    }
}
