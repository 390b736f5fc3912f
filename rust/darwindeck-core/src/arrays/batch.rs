//! Many games at once, stepped by arrays of numbers. A game that is over begins anew at once.
//!
//! What happens depends on the seed and on the numbers that are given, never on how many threads there
//! are: game `i` of `n` plays the deals `i`, `i + n`, `i + 2n` and so on of the seed.

use crate::game::Game;
use crate::game::rng::Rng;
use crate::game::tables::NOBODY;

use std::sync::{Mutex, PoisonError};

use super::crew::Crew;
use super::{Arrays, Reward, Table};

/// What is done with a batch at the end of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Done {
    /// The game goes on.
    No,
    /// It is over.
    Over,
    /// Only a limit has stopped it.
    Limit,
}

/// Where a batch writes: a row for each game.
pub struct Rows<'a> {
    /// What the seat that is asked sees.
    pub observations: &'a mut [f32],
    /// What it may do.
    pub masks: &'a mut [u8],
    /// What each player gained with the last step.
    pub rewards: &'a mut [f32],
    /// Whether the game came to its end with it: see [`Done`].
    pub done: &'a mut [u8],
    /// The seat that is asked.
    pub to_move: &'a mut [i32],
}

/// The sizes of rows.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Of observations.
    pub observation: usize,
    /// Of masks.
    pub mask: usize,
    /// Of rewards.
    pub reward: usize,
}

struct Seat {
    table: Table,
    /// How many games it has begun.
    begun: u64,
}

/// Many games at once.
pub struct Batch {
    seats: Vec<Seat>,
    seed: u64,
    single_hand: bool,
    reward: Reward,
    threads: usize,
    crew: Option<Crew>,
}

/// So many games are taken up by a thread at once at the least.
const PORTION: usize = 4;
/// So many portions there are for each thread, so that one that is slow leaves some to the others.
const PORTIONS: usize = 8;

impl Batch {
    /// Games that have not begun.
    pub fn new(
        game: &Game,
        games: usize,
        single_hand: bool,
        reward: Reward,
        threads: usize,
    ) -> Self {
        let seats = (0..games).map(|_| Seat { table: Table::new(game), begun: 0 }).collect();
        Self {
            seats,
            seed: 0,
            single_hand,
            reward,
            threads: threads.clamp(1, games.max(1)),
            crew: None,
        }
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// The sizes of rows.
    pub fn sizes(game: &Game, arrays: &Arrays) -> Sizes {
        Sizes {
            observation: arrays.planes.size(),
            mask: arrays.actions.size(),
            reward: usize::from(game.tables.players),
        }
    }

    /// One of the games.
    pub fn table(&self, number: usize) -> Option<&Table> {
        self.seats.get(number).map(|seat| &seat.table)
    }

    /// Begins all games anew.
    pub fn reset(&mut self, game: &Game, arrays: &Arrays, seed: u64, rows: Rows) {
        self.seed = seed;
        let (games, single_hand) = (self.seats.len() as u64, self.single_hand);
        self.each(game, arrays, rows, &[], |number, seat, _, row| {
            seat.begun = 0;
            row.rewards.fill(0.0);
            row.done[0] = Done::No as u8;
            begin(game, arrays, seat, seed, number, games, single_hand);
        });
    }

    /// The first game, if any, in which a number may not be said.
    pub fn first_refused(&self, arrays: &Arrays, numbers: &[i64]) -> Option<usize> {
        let may = |(seat, number): (&Seat, &i64)| {
            u32::try_from(*number).is_ok_and(|id| seat.table.allows(arrays, id))
        };
        self.seats.iter().zip(numbers).position(|one| !may(one))
    }

    /// Steps all games; every number must be one that may be said.
    pub fn step(&mut self, game: &Game, arrays: &Arrays, numbers: &[i64], rows: Rows) {
        let (seed, games, single_hand) = (self.seed, self.seats.len() as u64, self.single_hand);
        let reward = self.reward;
        self.each(game, arrays, rows, numbers, |number, seat, said, row| {
            row.rewards.fill(0.0);
            row.done[0] = Done::No as u8;
            let refused = seat.table.step(game, arrays, said as u32);
            debug_assert!(refused.is_ok(), "{refused:?}");
            seat.table.rewards(game, arrays, reward, row.rewards);
            if seat.table.over() {
                let limit = seat.table.state.outcome.limit.is_some();
                row.done[0] = (if limit { Done::Limit } else { Done::Over }) as u8;
                begin(game, arrays, seat, seed, number, games, single_hand);
            }
        });
    }

    /// Does something with each game, in threads, and writes what the seat that is then asked sees.
    fn each(
        &mut self,
        game: &Game,
        arrays: &Arrays,
        rows: Rows,
        numbers: &[i64],
        act: impl Fn(u64, &mut Seat, i64, &mut Rows) + Sync,
    ) {
        let sizes = Self::sizes(game, arrays);
        let work = |first: usize, seats: &mut [Seat], numbers: &[i64], rows: Rows| {
            let observations = rows.observations.chunks_exact_mut(sizes.observation.max(1));
            let masks = rows.masks.chunks_exact_mut(sizes.mask.max(1));
            let rewards = rows.rewards.chunks_exact_mut(sizes.reward);
            let rest = rows.done.chunks_exact_mut(1).zip(rows.to_move.chunks_exact_mut(1));
            let rows = observations.zip(masks).zip(rewards).zip(rest);
            let seats = seats.iter_mut().enumerate().zip(rows);
            for ((place, seat), (((observations, masks), rewards), (done, to_move))) in seats {
                let mut row = Rows { observations, masks, rewards, done, to_move };
                let number = numbers.get(place).copied().unwrap_or(0);
                act((first + place) as u64, seat, number, &mut row);
                let asked = seat.table.asked();
                row.to_move[0] = if asked == NOBODY { -1 } else { i32::from(asked) };
                seat.table.mask(row.masks);
                if asked == NOBODY {
                    row.observations.fill(0.0);
                } else {
                    seat.table.observe(game, arrays, asked, row.observations);
                }
            }
        };
        let piece = self.seats.len().div_ceil(self.threads * PORTIONS).max(PORTION);
        if self.threads <= 1 || piece >= self.seats.len() {
            return work(0, &mut self.seats, numbers, rows);
        }
        let threads = self.threads;
        let crew = match &mut self.crew {
            Some(crew) if crew.is_here() => crew,
            crew => crew.insert(Crew::new(threads - 1)),
        };
        let observations = rows.observations.chunks_mut((piece * sizes.observation).max(1));
        let masks = rows.masks.chunks_mut((piece * sizes.mask).max(1));
        let rewards = rows.rewards.chunks_mut(piece * sizes.reward);
        let rest = rows.done.chunks_mut(piece).zip(rows.to_move.chunks_mut(piece));
        let rows = observations.zip(masks).zip(rewards).zip(rest);
        let pieces = Mutex::new(self.seats.chunks_mut(piece).zip(rows).enumerate());
        crew.run(&|| {
            let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some((place, (seats, rows))) = next() {
                let (((observations, masks), rewards), (done, to_move)) = rows;
                let rows = Rows { observations, masks, rewards, done, to_move };
                let first = place * piece;
                let numbers = numbers.get(first..first + seats.len()).unwrap_or(&[]);
                work(first, seats, numbers, rows);
            }
        });
    }
}

/// Begins the next game; one in which nobody decides anything is over when it begins, and the next one
/// is begun, but not for ever.
fn begin(
    game: &Game,
    arrays: &Arrays,
    seat: &mut Seat,
    seed: u64,
    number: u64,
    games: u64,
    single_hand: bool,
) {
    for _ in 0..64 {
        let index = number + games * seat.begun;
        seat.begun += 1;
        seat.table.begin(game, arrays, Rng::of_game(seed, index), single_hand);
        if !seat.table.over() {
            return;
        }
    }
}
