//! Answers that hold until something changes.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::program::ids::PhaseId;

/// How many answers are kept.
const KEPT: usize = 8;

/// The bits of an answer: that there is one, and what it is.
const GIVEN: u64 = 1;
const YES: u64 = 2;

/// Whether a seat could bring a phase to its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub phase: PhaseId,
    pub seat: u8,
    /// Whether nothing is open in the phases in progress.
    pub closed: bool,
    /// How many things had changed that such an answer can depend on.
    pub changes: u32,
}

impl Asked {
    fn key(self) -> u64 {
        let who = u64::from(self.seat) << 8 | u64::from(self.closed) << 2;
        u64::from(self.changes) << 32 | u64::from(self.phase.0) << 16 | who | GIVEN
    }
}

/// The last answers. They belong to a moment: a copy of it, which may be changed, begins without any.
#[derive(Debug, Default)]
pub(in crate::game) struct Answers([AtomicU64; KEPT]);

impl Answers {
    pub(super) fn get(&self, asked: Asked) -> Option<bool> {
        let kept = self.0[asked.phase.index() % KEPT].load(Ordering::Relaxed);
        (kept & !YES == asked.key()).then_some(kept & YES != 0)
    }

    pub(super) fn keep(&self, asked: Asked, answer: bool) {
        let answer = if answer { YES } else { 0 };
        self.0[asked.phase.index() % KEPT].store(asked.key() | answer, Ordering::Relaxed);
    }

    /// Forgets all of them.
    pub(in crate::game) fn clear(&mut self) {
        *self = Self::default();
    }
}
