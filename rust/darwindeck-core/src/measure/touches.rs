//! Whether other players feel what a player decides.
//!
//! The move that was made and another one are followed side by side in the same world with the same
//! chance. Others feel the difference if one of them loses or gains cards, points or chips by it at
//! once; or if, when each of them is next asked, another one is asked, or may do something else, or
//! can get other cards that lie in sight. What comes of cards that nobody has seen is no matter of
//! the decision, and the end of the hand is not looked beyond.

use crate::game::cards::CardSet;
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::{Pile, State, Waiting};
use crate::game::view::View;
use crate::players::random;
use crate::program::parts::Owner;

use super::play::{Moment, Worker};

/// How many decisions somebody who was asked before may take before somebody else is asked.
const STEPS: u32 = 24;
/// How many moves of the next player are looked into.
const LOOKED_INTO: usize = 12;

impl Worker<'_> {
    /// Whether others feel the decision.
    pub(super) fn touches(&mut self, moment: &Moment, rng: &mut Rng) -> bool {
        let mut worlds = std::mem::take(&mut self.worlds);
        let found = match worlds.as_mut_slice() {
            [one, other, copy, ..] => self.differ(moment, one, other, copy, rng),
            _ => false,
        };
        self.worlds = worlds;
        found
    }

    fn differ(
        &mut self,
        moment: &Moment,
        one: &mut State,
        other: &mut State,
        copy: &mut State,
        rng: &mut Rng,
    ) -> bool {
        let (game, deal) = (self.game, moment.state.deal_number);
        game.legal(&moment.state, moment.seat, &mut self.moves);
        self.moves.retain(|action| *action != moment.action);
        if self.moves.is_empty() {
            return false;
        }
        let instead = random::pick(&self.moves, rng);
        let chance = rng.bits();
        let (mut first, mut second) = (Rng::new(chance), Rng::new(chance));
        one.clone_from(&moment.state);
        other.clone_from(&moment.state);
        game.apply(one, moment.seat, moment.action, &mut first);
        game.apply(other, moment.seat, instead, &mut second);
        let is_open = |s: &State| s.waiting == Waiting::Decision && s.deal_number == deal;
        if !is_open(one) || !is_open(other) {
            return false;
        }
        if self.holdings(one, moment.seat) != self.holdings(other, moment.seat) {
            return true;
        }
        let mut asked = 1u16 << moment.seat;
        for _ in 1..game.tables.players {
            if !self.go_on(one, other, asked, (&mut first, &mut second), &is_open) {
                return false;
            }
            let seat = game.asked(one);
            if seat != game.asked(other) {
                return true;
            }
            game.legal(one, seat, &mut self.moves);
            game.legal(other, seat, &mut self.others);
            if self.moves != self.others {
                return true;
            }
            let sights = (self.in_sight(one, seat), self.in_sight(other, seat));
            for place in 0..self.moves.len().min(LOOKED_INTO) {
                let action = self.moves[place];
                let gained = sights.0 & self.gain(one, seat, action, copy);
                if gained != sights.1 & self.gain(other, seat, action, copy) {
                    return true;
                }
            }
            let action = random::pick(&self.moves, rng);
            game.apply(one, seat, action, &mut first);
            game.apply(other, seat, action, &mut second);
            self.thought += 2;
            asked |= 1 << seat;
        }
        false
    }

    /// Goes on in both until somebody is asked who was not asked before; false if there is nobody.
    fn go_on(
        &mut self,
        one: &mut State,
        other: &mut State,
        asked: u16,
        (first, second): (&mut Rng, &mut Rng),
        is_open: &impl Fn(&State) -> bool,
    ) -> bool {
        let game = self.game;
        for _ in 0..STEPS {
            if !is_open(one) || !is_open(other) {
                return false;
            }
            let seats = (game.asked(one), game.asked(other));
            let waits = |seat: u8| seat < 16 && asked & (1 << seat) != 0;
            match (waits(seats.0), waits(seats.1)) {
                (false, false) => return true,
                (true, true) if seats.0 == seats.1 => {
                    // The same in both as far as possible.
                    game.legal(one, seats.0, &mut self.moves);
                    game.legal(other, seats.0, &mut self.others);
                    let both: Vec<Move> =
                        self.moves.iter().copied().filter(|m| self.others.contains(m)).collect();
                    if both.is_empty() {
                        random::step(game, one, first);
                        random::step(game, other, second);
                    } else {
                        let action = random::pick(&both, first);
                        let _ = random::pick(&both, second);
                        game.apply(one, seats.0, action, first);
                        game.apply(other, seats.0, action, second);
                    }
                }
                (true, _) => _ = random::lively_step(game, one, first),
                (false, true) => _ = random::lively_step(game, other, second),
            }
            self.thought += 2;
        }
        false
    }

    /// How many cards, points and chips everybody else has.
    fn holdings(&self, s: &State, seat: u8) -> Vec<i64> {
        let others = (0..self.game.tables.players).filter(|other| *other != seat);
        let side_of = |seat: u8| self.game.tables.side_of[usize::from(seat)];
        let mut found = Vec::new();
        for other in others {
            let place = usize::from(other);
            let numbers = [s.score[place], s.hand_score[place], s.chips[place]];
            found.extend(numbers.map(i64::from));
            let rival = side_of(other) != side_of(seat);
            found.push(i64::from(self.cards_of(s, other, rival).count_ones()));
        }
        found
    }

    /// The cards that belong to a seat, or to its side, wherever they lie.
    pub(super) fn cards_of(&self, s: &State, seat: u8, with_side: bool) -> CardSet {
        let tables = &self.game.tables;
        let side = tables.side_of[usize::from(seat)];
        let belongs = |pile: &Pile| match tables.zones.get(usize::from(pile.zone)) {
            Some(zone) if zone.owner == Owner::Seat => pile.owner == seat,
            Some(zone) if zone.owner == Owner::Team => with_side && pile.owner == side,
            _ => false,
        };
        let places = s.sets.iter().zip(&s.piles);
        places.filter(|(_, pile)| belongs(pile)).fold(0, |all, (set, _)| all | set)
    }

    /// The cards whose place a seat knows.
    pub(super) fn in_sight(&self, s: &State, seat: u8) -> CardSet {
        let view = View::new(self.game, s, seat);
        (0..s.sets.len() as u16).fold(0, |all, place| all | view.known_in(place))
    }

    /// The cards that a move brings a seat.
    fn gain(&mut self, s: &State, seat: u8, action: Move, copy: &mut State) -> CardSet {
        copy.clone_from(s);
        self.game.apply(copy, seat, action, &mut Rng::new(0));
        self.thought += 1;
        if copy.deal_number != s.deal_number {
            return 0;
        }
        self.cards_of(copy, seat, true) & !self.cards_of(s, seat, true)
    }
}
