//! Why a card may not be played: which line of the rules binds a player now.

use crate::game::Game;
use crate::game::cards::{CardSet, NO_CARD};
use crate::game::judge::Env;
use crate::game::state::State;
use crate::program::ids::TableId;
use crate::program::parts::*;

/// What a phase has a line in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// The cards that may be played at all.
    Playable,
    /// The duties of whoever leads to a trick.
    Lead,
    /// The duties of the others.
    Follow,
    /// The duties of whoever plays cards in a turn.
    Duties,
}

/// The line of a list that keeps some cards from being played.
#[derive(Clone, Copy, Debug)]
pub struct Reason {
    /// The phase, which may be an option of the one in progress.
    pub phase: u16,
    /// The list.
    pub bar: Bar,
    /// The line, from 0.
    pub line: u16,
}

impl Game {
    /// Which lines of the rules bind the player who is to play a card now.
    pub fn reasons(&self, s: &State) -> Vec<Reason> {
        let mut found = Vec::new();
        let Some(frame) = s.frames[..usize::from(s.depth)].last() else { return found };
        match self.program.phases.get(usize::from(frame.phase)) {
            Some(Phase::Choice(choice)) => {
                for option in &choice.options {
                    self.reasons_in(s, option.0, frame.seat, &mut found);
                }
            }
            Some(_) => self.reasons_in(s, frame.phase, frame.seat, &mut found),
            None => {}
        }
        found
    }

    fn reasons_in(&self, s: &State, number: u16, seat: u8, out: &mut Vec<Reason>) {
        let plain = Env::new(self, s, seat);
        let mut say = |bar, line| out.push(Reason { phase: number, bar, line });
        match &self.program.phases[usize::from(number)] {
            Phase::Trick(phase) => {
                let held = plain.cards_of(plain.zone(phase.source));
                let able = phase.playable.map_or(held, |id| held & plain.select(id));
                if able != 0 && able != held {
                    say(Bar::Playable, 0);
                }
                let leads = s.trick.led == NO_CARD;
                let duties = if leads { &phase.lead } else { &phase.follow };
                let cards = if able == 0 { held } else { able };
                if let Some(line) = binding(&plain, duties, cards) {
                    say(if leads { Bar::Lead } else { Bar::Follow }, line);
                }
            }
            Phase::Play(phase) => {
                let (source, target) = (plain.zone(phase.source), plain.zone(phase.target));
                let env = plain.onto(target);
                let held = env.cards_of(source);
                let mut from = phase.valid_play_condition.map_or(held, |id| held & env.select(id));
                for rule in &phase.allowed {
                    if env.holds(rule.when) {
                        from |= held & env.select(rule.cards);
                    }
                }
                if from != held {
                    say(Bar::Playable, 0);
                }
                if let Some(line) = binding(&env, &phase.duties, from) {
                    say(Bar::Duties, line);
                }
            }
            _ => {}
        }
    }

    /// What every card is worth now by a point table; nothing if there is no such table.
    pub fn worth_of_cards(&self, s: &State, table: TableId) -> &[i32] {
        let points = self.context(s).points.get(table.index());
        points.map_or(&[], |points| &points[..usize::from(self.tables.cards)])
    }
}

/// The first duty that can be fulfilled, if it leaves out some of the cards.
fn binding(env: &Env, duties: &[CardRule], cards: CardSet) -> Option<u16> {
    for (line, duty) in duties.iter().enumerate() {
        let bound = cards & env.select(duty.cards);
        if bound != 0 && env.holds(duty.when) {
            return (bound != cards).then_some(line as u16);
        }
    }
    None
}
