//! Answers that hold until something changes.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::Game;
use crate::game::lower::Sways;
use crate::game::state::State;
use crate::game::work;
use crate::program::ids::PhaseId;
use crate::program::parts::Phase;

/// How many answers are kept.
const KEPT: usize = 8;

/// The bits of an answer: that there is one, and what it is.
const GIVEN: u64 = 1;
const YES: u64 = 2;

/// Whether a seat could act in a phase, or bring it to its end.
#[derive(Clone, Copy, Debug)]
struct Asked {
    phase: PhaseId,
    seat: u8,
    /// Whether nothing is open in the phases in progress.
    closed: bool,
    /// How many things had changed that such an answer can depend on.
    changes: u32,
}

impl Asked {
    fn key(self) -> u64 {
        let who = u64::from(self.seat) << 8 | u64::from(self.closed) << 2;
        u64::from(self.changes) << 32 | u64::from(self.phase.0) << 16 | who | GIVEN
    }

    fn slot(self) -> usize {
        (self.phase.index() + usize::from(self.seat)) % KEPT
    }
}

/// The last answers. They belong to a moment: a copy of it, which may be changed, begins without any.
#[derive(Debug, Default)]
pub(in crate::game) struct Answers([AtomicU64; KEPT]);

impl Answers {
    fn get(&self, asked: Asked) -> Option<bool> {
        let kept = self.0[asked.slot()].load(Ordering::Relaxed);
        (kept & !YES == asked.key()).then_some(kept & YES != 0)
    }

    fn keep(&self, asked: Asked, answer: bool) {
        let answer = if answer { YES } else { 0 };
        self.0[asked.slot()].store(asked.key() | answer, Ordering::Relaxed);
    }

    /// Forgets all of them.
    pub(in crate::game) fn clear(&mut self) {
        *self = Self::default();
    }
}

impl Game {
    /// What was answered when a seat asked this of a phase, if nothing it can depend on has changed since, so many
    /// things at all; else it is found out.
    pub(super) fn answered(
        &self,
        s: &State,
        (phase, seat): (PhaseId, u8),
        changes: u32,
        find_out: impl FnOnce() -> bool,
    ) -> bool {
        let asked = Asked { phase, seat, closed: self.is_closed(s), changes };
        s.answers_given.get(asked).unwrap_or_else(|| {
            let answer = find_out();
            if !work::is_spent() {
                s.answers_given.keep(asked, answer);
            }
            answer
        })
    }

    /// Whether it depends on nothing that a decision, or the beginning of a turn, changes by itself, if somebody
    /// could play a card in a phase.
    pub(in crate::game) fn is_told_by_cards(&self, id: PhaseId) -> bool {
        let Phase::Play(phase) = &self.program.phases[id.index()] else { return false };
        let head = &self.heads[id.index()];
        let all = [head.when, phase.source, phase.target, phase.min_cards, phase.max_cards];
        let passing = Sways::COUNTERS.and(Sways::ACTS).and(Sways::MOMENT).and(Sways::TURN);
        let stays = |e| !self.lowered.sways(e).meet(passing);
        head.who.is_none()
            && all.into_iter().chain([phase.after]).all(stays)
            && phase.together.is_empty()
            && phase.beating.is_none()
            && phase.allowed.is_empty()
            && phase.duties.is_empty()
            && phase.valid_play_condition.is_none_or(|id| !self.tables.dynamic[id.index()])
    }
}
