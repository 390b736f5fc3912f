//! Threads that stay, so that a step of a batch need not begin any.
//!
//! Whoever has something to do calls the others and does it at once; those who come in time help. A thread
//! that another program keeps from its core is not waited for. To wake a thread takes as long as many
//! decisions: where there is a core for each, one that has just helped looks out for a moment before it
//! goes to sleep, and so does whoever waits for the others.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a thread looks out for something to do before it goes to sleep.
const MOMENT: Duration = Duration::from_micros(60);
/// So many turns it makes between two looks at the clock.
const TURNS: u32 = 32;

/// Something that is done by everybody who comes.
type Job = &'static (dyn Fn() + Sync);

#[derive(Default)]
struct Board {
    job: Option<Job>,
    /// How many jobs there have been.
    round: u64,
    /// How many helpers are at it.
    busy: usize,
    /// What a helper has broken off with.
    failure: Option<Box<dyn Any + Send>>,
    over: bool,
}

#[derive(Default)]
struct Shared {
    board: Mutex<Board>,
    /// Changes whenever something is put up, or the crew is sent home.
    news: AtomicU64,
    called: Condvar,
    done: Condvar,
    /// Whether there is a core for each thread.
    looks_out: bool,
}

impl Shared {
    /// Nobody works while the board is held, so that it is never left halfway.
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks out for a moment until something is so.
    fn look_out(&self, is_so: impl Fn() -> bool) {
        if self.looks_out {
            let begin = Instant::now();
            while !is_so() && begin.elapsed() < MOMENT {
                (0..TURNS).for_each(|_| std::hint::spin_loop());
            }
        }
    }

    fn help(&self) {
        let (mut seen, mut read) = (0, 0);
        loop {
            self.look_out(|| self.news.load(Ordering::Acquire) != read);
            let mut board = self.board();
            read = self.news.load(Ordering::Acquire);
            while !board.over && (board.job.is_none() || board.round == seen) {
                board = self.called.wait(board).unwrap_or_else(PoisonError::into_inner);
            }
            let Some(job) = board.job.filter(|_| !board.over) else { return };
            seen = board.round;
            board.busy += 1;
            drop(board);
            let failure = catch_unwind(AssertUnwindSafe(job)).err();
            board = self.board();
            board.busy -= 1;
            board.failure = board.failure.take().or(failure);
            if board.busy == 0 {
                self.done.notify_one();
            }
            drop(board);
        }
    }
}

/// Some threads that wait for something to do.
pub struct Crew {
    shared: Arc<Shared>,
    helpers: Vec<JoinHandle<()>>,
    process: u32,
}

impl Crew {
    /// So many helpers.
    pub fn new(helpers: usize) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let shared = Arc::new(Shared { looks_out: helpers < cores, ..Shared::default() });
        let begin = |_| {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || shared.help())
        };
        let helpers = (0..helpers).map(begin).collect();
        Self { shared, helpers, process: std::process::id() }
    }

    /// Whether its threads are those of this process; a copy of a process has none.
    pub fn is_here(&self) -> bool {
        self.process == std::process::id()
    }

    /// Calls `work` in this thread and in those that come before it is done, and waits for these.
    #[allow(unsafe_code)]
    pub fn run(&self, work: &(dyn Fn() + Sync)) {
        // SAFETY: a helper takes the job from the board and is counted as busy under one lock. Before this
        // function returns or unwinds, it takes the job off the board and waits until nobody is busy: nobody
        // uses the reference any more.
        let job = unsafe { std::mem::transmute::<&(dyn Fn() + Sync), Job>(work) };
        let mut board = self.shared.board();
        board.job = Some(job);
        board.round += 1;
        drop(board);
        self.shared.news.fetch_add(1, Ordering::Release);
        self.shared.called.notify_all();
        let own = catch_unwind(AssertUnwindSafe(work)).err();
        let mut board = self.shared.board();
        board.job = None;
        if board.busy > 0 {
            drop(board);
            self.shared.look_out(|| self.shared.board().busy == 0);
            board = self.shared.board();
        }
        while board.busy > 0 {
            board = self.shared.done.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
        let failure = own.or(board.failure.take());
        drop(board);
        if let Some(failure) = failure {
            resume_unwind(failure);
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        let helpers = std::mem::take(&mut self.helpers);
        if !self.is_here() {
            // There is nobody to wait for.
            return helpers.into_iter().for_each(std::mem::forget);
        }
        self.shared.board().over = true;
        self.shared.news.fetch_add(1, Ordering::Release);
        self.shared.called.notify_all();
        for helper in helpers {
            // What a helper broke off with was told by `run`.
            let _ = helper.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn everything_is_done_once_and_before_it_returns() {
        let crew = Crew::new(3);
        for round in 1..200usize {
            let (next, sum) = (AtomicUsize::new(0), AtomicUsize::new(0));
            crew.run(&|| {
                while let place @ 0..50 = next.fetch_add(1, Ordering::Relaxed) {
                    sum.fetch_add(place * round, Ordering::Relaxed);
                }
            });
            assert_eq!(sum.into_inner(), round * 50 * 49 / 2);
        }
    }

    #[test]
    fn a_failure_is_told_and_the_crew_goes_on() {
        let crew = Crew::new(2);
        let failed = catch_unwind(AssertUnwindSafe(|| crew.run(&|| resume_unwind(Box::new(7)))));
        assert_eq!(failed.err().and_then(|found| found.downcast_ref::<i32>().copied()), Some(7));
        let done = AtomicUsize::new(0);
        crew.run(&|| {
            done.fetch_add(1, Ordering::Relaxed);
        });
        assert!(done.into_inner() >= 1);
    }
}
