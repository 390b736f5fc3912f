//! Recorded play: what a record of a real match says is put to the rules, step by step.
//!
//! People and servers make moves that the rules forbid. A record is followed all the same: a card that
//! its player holds is played whatever the duties say, and anything else that is not legal is left
//! out. Decisions that the record does not mention are declined. The states of such play are never
//! given to players; only what came of it is reported.

use super::Game;
use super::cards::{CardId, CardSet, bit};
use super::events::Event;
use super::judge::{Env, Subject};
use super::moves::{Kind, Move};
use super::rng::Rng;
use super::state::{State, Waiting};
use crate::program::parts::*;

/// The most decisions that are declined before one step.
const PATIENCE: u8 = 64;

/// What somebody did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Declined: passed, or had nothing to declare.
    Pass,
    /// Made the call of this name; of its first choice the value of this code, if one is given.
    Call(u16, Option<u8>),
    /// Played a card.
    Card(CardId),
    /// Declared a combination of some pattern, with this lowest card, if one is given; the largest if
    /// several fit.
    Declare(u16, Option<CardId>),
}

/// One step of a record.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Who did something.
    pub seat: u8,
    /// What it was.
    pub deed: Deed,
}

impl Step {
    /// A seat plays a card.
    pub fn card(seat: u8, card: CardId) -> Self {
        Self { seat, deed: Deed::Card(card) }
    }
}

/// What the rules say to a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Verdict {
    /// It was legal.
    Legal,
    /// A card that its player holds, but should not have played; it was played.
    Forced,
    /// It could not be done and was left out.
    Refused,
}

/// What came of one step.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// What the rules say to it.
    pub verdict: Verdict,
    /// How many decisions were declined before it because the record does not mention them.
    pub declined: u8,
    /// The phase in which it was to be decided, before anything was declined.
    pub phase: u16,
    /// The seats that could decide then.
    pub asked: u16,
    /// The cards that could be played, where a card was to be played to a trick.
    pub playable: CardSet,
}

/// What came of a record.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// What came of each step.
    pub answers: Vec<Answer>,
    /// Who won each trick.
    pub winners: Vec<u8>,
    /// Points as they were scored: who (100 and more: a side), how many, by which rule.
    pub scored: Vec<(u8, i32, u16)>,
    /// Whether the cards were thrown in.
    pub thrown_in: bool,
    /// Whether the hand came to its end.
    pub hand_over: bool,
}

impl Game {
    /// Gives the players and sides the points they have from earlier hands; there are as many numbers
    /// as sides, or as players where there are no sides.
    pub fn give_scores(&self, s: &mut State, scores: &[i32]) {
        let into = if self.tables.teams { &mut s.side_score } else { &mut s.score };
        for (score, given) in into.iter_mut().zip(scores) {
            *score = *given;
        }
    }

    /// Follows a record from a state on, until its hand is over.
    pub fn follow(&self, s: &mut State, rng: &mut Rng, steps: &[Step]) -> Course {
        let mut course = Course::default();
        s.noting = true;
        for step in steps {
            let answer = self.follow_step(s, rng, *step, &mut course);
            course.answers.push(answer);
        }
        course
    }

    fn follow_step(&self, s: &mut State, rng: &mut Rng, step: Step, course: &mut Course) -> Answer {
        let mut moves = Vec::new();
        let mut answer = Answer {
            verdict: Verdict::Refused,
            declined: 0,
            phase: u16::MAX,
            asked: 0,
            playable: 0,
        };
        if course.hand_over || course.thrown_in || s.waiting != Waiting::Decision {
            return answer;
        }
        // Records rarely mention that somebody declined who could do nothing else.
        while let Some((seat, decline)) = self.forced_decline(s) {
            if step.deed == Deed::Pass && step.seat == seat {
                break;
            }
            self.apply(s, seat, decline, rng);
            course.hear(&s.events);
            if s.waiting != Waiting::Decision || hand_ends(&s.events) {
                return answer;
            }
        }
        answer.phase = s.innermost().phase;
        answer.asked = self.to_move(s);
        let mut tried: Option<(State, Rng)> = None;
        loop {
            let (at, chance) = match &mut tried {
                Some((at, chance)) => (at, chance),
                None => (&mut *s, &mut *rng),
            };
            if let Some((action, verdict)) = self.meant(at, step, &mut moves, &mut answer) {
                self.apply(at, step.seat, action, chance);
                answer.verdict = verdict;
                break;
            }
            let refused = Answer { declined: 0, ..answer };
            let Some((seat, decline)) = self.declining(at, &mut moves) else { return refused };
            if answer.declined >= PATIENCE {
                return refused;
            }
            // What is declined counts only if the step can then be made.
            let (at, chance) = tried.get_or_insert_with(|| (s.clone(), rng.clone()));
            let forced = self.forced_decline(at).is_some();
            self.apply(at, seat, decline, chance);
            answer.declined += u8::from(!forced);
            if at.waiting != Waiting::Decision || hand_ends(&at.events) {
                return refused;
            }
        }
        if let Some((at, chance)) = tried {
            (*s, *rng) = (at, chance);
        }
        course.hear(&s.events);
        answer
    }

    /// The move that a step means, if it can be made now.
    fn meant(
        &self,
        s: &State,
        step: Step,
        moves: &mut Vec<Move>,
        answer: &mut Answer,
    ) -> Option<(Move, Verdict)> {
        if step.seat >= 16 || self.to_move(s) & (1 << step.seat) == 0 {
            return None;
        }
        self.legal(s, step.seat, moves);
        let phase = self.program.phases.get(usize::from(s.innermost().phase))?;
        let call = |action: &Move| match phase {
            Phase::Call(phase) if action.kind == Kind::Call => {
                phase.calls.get(usize::from(action.a))
            }
            _ => None,
        };
        if let Deed::Card(card) = step.deed {
            let plays = matches!(phase, Phase::Trick(_))
                && moves.iter().all(|action| action.kind == Kind::Card);
            if !plays || card >= self.tables.cards {
                return None;
            }
            answer.playable = moves.iter().fold(0, |set, action| set | bit(action.card));
            let twins = self.tables.twins[usize::from(card)] | bit(card);
            let alike = |action: &&Move| twins & bit(action.card) != 0;
            let itself = moves.iter().find(|action| action.card == card);
            if let Some(action) = itself.or_else(|| moves.iter().find(alike)) {
                return Some((*action, Verdict::Legal));
            }
            let held = self.hand_of(s, step.seat) & bit(card) != 0;
            return held.then_some((Move::card(card), Verdict::Forced));
        }
        let found = moves.iter().find(|action| match step.deed {
            Deed::Pass => self.is_decline(phase, action),
            Deed::Call(name, value) => {
                call(action).is_some_and(|call| call.name.0 == name)
                    && value.is_none_or(|value| action.b as u8 == value)
            }
            Deed::Declare(pattern, card) => {
                action.kind == Kind::Declare
                    && action.a == pattern
                    && card.is_none_or(|card| action.card == card)
            }
            Deed::Card(_) => false,
        });
        found.map(|action| (*action, Verdict::Legal))
    }

    /// Whether a move is the way of doing nothing in its phase.
    fn is_decline(&self, phase: &Phase, action: &Move) -> bool {
        match (phase, action.kind) {
            (_, Kind::Pass | Kind::Stop | Kind::Check | Kind::Accept) => true,
            (Phase::Declare(_), Kind::Done) => true,
            (Phase::Call(phase), Kind::Call) => {
                phase.calls.get(usize::from(action.a)).is_some_and(|call| call.is_pass)
            }
            _ => false,
        }
    }

    /// How the seat that is asked first declines, if it can.
    fn declining(&self, s: &State, moves: &mut Vec<Move>) -> Option<(u8, Move)> {
        let seat = self.asked(s);
        self.legal(s, seat, moves);
        let phase = self.program.phases.get(usize::from(s.innermost().phase))?;
        let action = moves.iter().find(|action| self.is_decline(phase, action))?;
        Some((seat, *action))
    }

    /// Whether every card lies in exactly one place.
    pub fn cards_conserved(&self, s: &State) -> bool {
        let mut seen: CardSet = 0;
        let apart = s.sets.iter().all(|set| {
            let new = seen & set == 0;
            seen |= set;
            new
        });
        apart && seen == self.tables.all
    }

    /// What each named quantity comes to: one number for the table, or one for each seat or side.
    pub fn named_quantities(&self, s: &State) -> Vec<Vec<i32>> {
        let of = |value, who| Env::of(self, s, who).int(value);
        let lets = self.program.lets.iter();
        lets.map(|named| match named.scope {
            Scope::Table => vec![of(named.value, Subject::seat(s.turn))],
            Scope::Seat => {
                let seats = 0..self.tables.players;
                seats.map(|seat| of(named.value, Subject::seat(seat))).collect()
            }
            Scope::Team => {
                let sides = self.tables.sides.iter();
                sides.map(|mask| of(named.value, Subject { mask: *mask, side: true })).collect()
            }
        })
        .collect()
    }
}

impl Course {
    fn hear(&mut self, events: &[Event]) {
        for event in events {
            match *event {
                Event::Trick { winner, .. } => self.winners.push(winner),
                Event::Scored { who, amount, rule } => self.scored.push((who, amount, rule)),
                Event::ThrownIn => self.thrown_in = true,
                Event::HandOver { .. } => self.hand_over = true,
                _ => {}
            }
        }
    }
}

fn hand_ends(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::ThrownIn | Event::HandOver { .. }))
}
