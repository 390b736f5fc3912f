//! Flat Monte Carlo: every move is tried in many worlds, and the rest is played at random.
//!
//! The budget is spent in rounds. In a round every move that is still considered is tried equally often
//! and in the same worlds; after it the worse half of them is dropped.

use crate::game::Game;
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::tables::SEATS;

use super::{Budget, Clock, Scratch, Source, random};

/// In how many worlds moves are tried in a round that is bounded by time.
const WORLDS_OF_A_TIMED_ROUND: u32 = 8;

/// A move and what came of it.
struct Candidate {
    action: Move,
    total: f64,
    tries: u32,
}

impl Candidate {
    fn mean(&self) -> f64 {
        self.total / f64::from(self.tries.max(1))
    }
}

/// Chooses one of several legal moves.
pub(super) fn choose(
    game: &Game,
    source: &Source,
    moves: &[Move],
    budget: Budget,
    rng: &mut Rng,
    scratch: &mut Scratch,
) -> Move {
    let yardstick = scratch.yardstick(game);
    let mut states = scratch.states(game, 2);
    let start = yardstick.start(game, source.table());
    let seat = source.seat();
    let side = yardstick.side_of(seat).unwrap_or(0);
    let mut candidates: Vec<Candidate> =
        moves.iter().map(|action| Candidate { action: *action, total: 0.0, tries: 0 }).collect();
    let mut clock = Clock::new(budget);
    let mut open = candidates.len();
    let [world, trial, ..] = states.as_mut_slice() else { return random::pick(moves, rng) };
    'rounds: loop {
        for _ in 0..worlds_of_a_round(budget, moves.len(), open) {
            source.world(game, rng, world);
            for candidate in &mut candidates[..open] {
                if !clock.tick() {
                    break 'rounds;
                }
                trial.clone_from(world);
                game.apply(trial, seat, candidate.action, rng);
                if !yardstick.is_decided(&start, trial) {
                    random::playout_deal(game, trial, rng, yardstick.patience());
                }
                let mut values = [0.0; SEATS];
                yardstick.value(game, &start, trial, rng, &mut values);
                candidate.total += f64::from(values[side]);
                candidate.tries += 1;
            }
        }
        candidates[..open].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        open = open.div_ceil(2).max(2);
    }
    let tried = candidates[..open].iter().filter(|candidate| candidate.tries > 0);
    let chosen = tried.max_by(|a, b| a.mean().total_cmp(&b.mean())).map(|found| found.action);
    scratch.worlds = states;
    scratch.keep(yardstick);
    chosen.unwrap_or_else(|| random::pick(moves, rng))
}

/// In how many worlds each of the moves still considered is tried before half of them are dropped.
fn worlds_of_a_round(budget: Budget, moves: usize, open: usize) -> u32 {
    match budget {
        Budget::Milliseconds(_) => WORLDS_OF_A_TIMED_ROUND,
        Budget::Iterations(most) => {
            let rounds = (moves.max(2) as u32).next_power_of_two().ilog2();
            (most / rounds / open as u32).max(1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rounds_until_two_are_left_fit_in_the_budget() {
        for moves in 2..40_usize {
            let budget = 40 * moves as u32;
            let (mut open, mut spent, mut rounds) = (moves, 0, 0);
            while open > 2 || rounds == 0 {
                let worlds = worlds_of_a_round(Budget::Iterations(budget), moves, open);
                assert!(worlds >= 1);
                spent += worlds * open as u32;
                open = open.div_ceil(2).max(2);
                rounds += 1;
            }
            assert!(spent <= budget, "{moves} moves: {spent} of {budget}");
            assert!(2 * spent >= budget / rounds, "{moves} moves: only {spent} of {budget}");
        }
    }
}
