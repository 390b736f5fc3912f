//! Worked examples: a trick in the middle of a hand that nobody has dealt.

use crate::game::cards::{CardSet, Cards};
use crate::game::chooser::Nobody;
use crate::game::flow::HAND;
use crate::game::judge::{Env, NOWHERE};
use crate::game::rng::Rng;
use crate::game::state::State;
use crate::game::{Game, Opening};
use crate::program::ids::PhaseId;
use crate::program::parts::Phase;

/// The trick of an example: neither the first of a hand nor the last.
const NUMBER: i32 = 3;

/// What an example of a trick begins with.
#[derive(Clone, Debug)]
pub struct TrickExample {
    /// The phase of tricks.
    pub phase: u16,
    /// The mode of the game.
    pub mode: u16,
    /// The trump suit; a number beyond the suits: there is none.
    pub trump: u8,
    /// What the seats hold, from the first on, which leads.
    pub hands: Vec<CardSet>,
}

impl Game {
    /// Brings about the moment at which the first seat leads to a trick. The cards that nobody holds
    /// lie in the stock, and nothing else has happened in the hand. False if the rules know no such
    /// moment.
    pub fn arrange_trick(&self, s: &mut State, rng: &mut Rng, example: &TrickExample) -> bool {
        let Some(Phase::Trick(phase)) = self.program.phases.get(usize::from(example.phase)) else {
            return false;
        };
        s.single_hand = true;
        let dealer = Some(self.tables.players - 1);
        self.start_match(s, rng, &Opening { dealer, ..Opening::default() });
        s.clear_table(self.tables.places);
        (s.mode, s.trump) = (example.mode, example.trump);
        s.context = self.tables.context(s.mode, s.trump);
        let mut held = 0;
        for (seat, hand) in example.hands.iter().enumerate() {
            let place = Env::new(self, s, seat as u8).zone(phase.source).place;
            if place == NOWHERE {
                return false;
            }
            let stack = self.is_stack(s, place);
            Cards(*hand).for_each(|card| s.put(stack, place, card));
            held |= hand;
        }
        Cards(self.tables.all & !held).for_each(|card| s.put(true, self.tables.stock, card));
        s.depth = 0;
        s.turn = 0;
        self.push_root(s, HAND);
        s.frame().index = self.program.turn_structure.phases.len() as u16;
        self.push(s, PhaseId(example.phase), self.everyone_in_order(s));
        s.frame().seat = 0;
        s.frame().stage = super::trick::NEXT_TRICK;
        s.trick_number = NUMBER - 1;
        s.tricks_played = NUMBER - 1;
        self.settled(s, |game, s| game.run(s, rng, &mut Nobody));
        true
    }
}
