//! How much work one decision may take.
//!
//! Everything that is done between two decisions is counted: steps of phases, actions, cards moved,
//! expressions judged, positions looked at, combinations tried. The count is the same on every machine.
//! When it reaches the budget, whatever is going on is given up and the match stops without a winner;
//! nothing that was found by then counts, so a budget never makes a move legal or illegal.
//!
//! The meter belongs to the thread: what is judged has only a state to look at and must not change it.
//! Work outside a budget is not limited, but like all other work it can be called off by whoever gave
//! the thread something to do.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::state::State;

/// The units of work that one decision may take: some tenths of a second.
pub const BUDGET: i64 = 4_000_000;

/// The units that all decisions of a match may take together where many matches are played.
pub const MATCH: i64 = 100_000_000;

/// The units that a player who looks a step ahead may spend on thinking about one decision.
pub const GLANCE: u64 = 4_000_000;

/// The same for a player who searches.
pub const THOUGHT: u64 = 100_000_000;

/// So much work may wait to be counted: a state notes what it does by itself, since to count it
/// piece by piece would take as long as to do it.
pub const PENDING: u32 = 2_048;

/// After so many units somebody looks whether the work was called off.
const PORTION: i64 = 1 << 15;

/// Work that takes as long as one step.
const UNITS_OF_A_STEP: u64 = 4;

/// The steps that it takes to do what somebody has decided.
pub const TAKEN: u32 = 2;

/// The steps that it takes to deal hidden cards again.
pub const DEALT: u32 = 10;

/// The steps that it takes to weigh a move by what was learnt, and to look at the table before.
pub const WEIGHED: u32 = 2;
/// See `WEIGHED`.
pub const LOOKED: u32 = 12;

/// As good as no limit.
const UNLIMITED: i64 = i64::MAX / 2;

struct Meter {
    /// What is left of the present portion; below 0 once all is spent.
    portion: Cell<i64>,
    /// What is left beside it.
    rest: Cell<i64>,
    /// Whether the budget is used up, or the work called off.
    spent: Cell<bool>,
    /// All that was ever spent within budgets.
    total: Cell<u64>,
    /// Steps that players have taken and thought.
    steps: Cell<u64>,
    /// Says when the work is called off.
    called_off: RefCell<Option<Arc<AtomicBool>>>,
}

thread_local! {
    static METER: Meter = const {
        Meter {
            portion: Cell::new(0),
            rest: Cell::new(UNLIMITED),
            spent: Cell::new(false),
            total: Cell::new(0),
            steps: Cell::new(0),
            called_off: RefCell::new(None),
        }
    };
}

impl Meter {
    /// Takes the next portion; false if there is none.
    #[cold]
    fn refill(&self) -> bool {
        let off = self.called_off.borrow();
        if off.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            self.spent.set(true);
        }
        while !self.spent.get() && self.portion.get() < 0 {
            let more = self.rest.get().min(PORTION);
            self.rest.set(self.rest.get() - more);
            self.portion.set(self.portion.get() + more);
            self.spent.set(more == 0);
        }
        if self.spent.get() {
            self.portion.set(-1);
        }
        !self.spent.get()
    }

    #[inline(always)]
    fn used(&self) -> i64 {
        BUDGET - self.rest.get() - self.portion.get()
    }

    #[inline(always)]
    fn set(&self, portion: i64, rest: i64, spent: bool) {
        self.portion.set(portion);
        self.rest.set(rest);
        self.spent.set(spent);
    }
}

/// Counts some work; false if no more may be done. Whoever is told so gives up.
#[inline(always)]
pub fn spend(units: u32) -> bool {
    METER.with(|meter| {
        let left = meter.portion.get() - i64::from(units);
        meter.portion.set(left);
        left >= 0 || meter.refill()
    })
}

/// Counts the work that a state has noted; false if no more may be done: then something is left to be
/// counted, so that whoever looks next, within however many loops, is told the same at once.
#[cold]
pub fn count(s: &mut State) -> bool {
    let goes_on = spend(s.work);
    s.work = if goes_on { 0 } else { PENDING };
    goes_on
}

/// Whether a loop of actions may go on.
#[inline(always)]
pub fn goes_on(s: &mut State) -> bool {
    s.work < PENDING || count(s)
}

/// Gives up: what is asked would take more work than any budget holds.
#[cold]
pub fn give_up() {
    METER.with(|meter| meter.set(-1, 0, true));
}

/// Whether no more work may be done.
#[inline(always)]
pub fn is_spent() -> bool {
    METER.with(|meter| meter.spent.get())
}

/// The budget of one decision, from now on until it is dropped.
pub struct Budget {
    outer: (i64, i64, bool),
    /// It belongs to its thread.
    stays: PhantomData<*const ()>,
}

impl Budget {
    /// Begins to count.
    #[inline]
    pub fn begin() -> Self {
        METER.with(|meter| {
            let outer = (meter.portion.get(), meter.rest.get(), meter.spent.get());
            meter.set(0, BUDGET, false);
            Self { outer, stays: PhantomData }
        })
    }

    /// The units that were spent.
    #[inline(always)]
    pub fn used(&self) -> i64 {
        METER.with(Meter::used)
    }
}

/// Begins a new budget in place of the present one; gives what was spent of that, and whether it was
/// used up.
#[inline(always)]
pub fn renew() -> (i64, bool) {
    METER.with(|meter| {
        let (used, spent) = (meter.used(), meter.spent.get());
        if used == 0 && !spent {
            return (0, false);
        }
        meter.total.set(meter.total.get().wrapping_add(used.max(0) as u64));
        meter.set(0, BUDGET, false);
        (used, spent)
    })
}

/// Begins the present budget again, as if nothing had been spent of it.
pub fn restart() {
    METER.with(|meter| meter.set(0, BUDGET, false));
}

/// All units that this thread has spent within budgets.
pub fn total() -> u64 {
    METER.with(|meter| meter.total.get())
}

/// Notes some steps of play or thought: one is about a decision of a random player.
#[inline(always)]
pub fn take_steps(steps: u32) {
    METER.with(|meter| meter.steps.set(meter.steps.get().wrapping_add(u64::from(steps))));
}

/// What this thread has done altogether, in steps: those that were noted, and what work was counted
/// beside them.
pub fn effort() -> u64 {
    METER.with(|meter| meter.steps.get().wrapping_add(meter.total.get() / UNITS_OF_A_STEP))
}

impl Drop for Budget {
    fn drop(&mut self) {
        let (portion, rest, spent) = self.outer;
        METER.with(|meter| {
            let used = meter.used().max(0) as u64;
            meter.total.set(meter.total.get().wrapping_add(used));
            meter.set(portion, rest, spent);
        });
    }
}

/// Lets the work of this thread be called off by a flag, until it is dropped.
pub struct Errand {
    outer: Option<Arc<AtomicBool>>,
    stays: PhantomData<*const ()>,
}

impl Errand {
    /// Work that is called off as soon as the flag is set.
    pub fn until(called_off: &Arc<AtomicBool>) -> Self {
        METER.with(|meter| {
            let outer = meter.called_off.replace(Some(Arc::clone(called_off)));
            Self { outer, stays: PhantomData }
        })
    }
}

impl Drop for Errand {
    fn drop(&mut self) {
        METER.with(|meter| {
            meter.called_off.replace(self.outer.take());
            meter.set(0, UNLIMITED, false);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_used_up_exactly() {
        let budget = Budget::begin();
        let many = BUDGET as u32;
        assert!(spend(many - 1));
        assert!(spend(1));
        assert_eq!(budget.used(), BUDGET);
        assert!(!is_spent());
        assert!(!spend(1));
        assert!(is_spent());
        assert!(!spend(0), "nothing more is done");
    }

    #[test]
    fn work_outside_a_budget_has_no_limit() {
        {
            let _budget = Budget::begin();
            give_up();
            assert!(is_spent());
        }
        assert!(!is_spent());
        for _ in 0..10 {
            assert!(spend(u32::MAX));
        }
    }

    #[test]
    fn work_is_called_off_within_a_portion() {
        let flag = Arc::new(AtomicBool::new(false));
        let errand = Errand::until(&flag);
        assert!(spend(1));
        flag.store(true, Ordering::Relaxed);
        assert!(!(0..=PORTION).all(|_| spend(1)));
        drop(errand);
        assert!(spend(1));
    }
}
