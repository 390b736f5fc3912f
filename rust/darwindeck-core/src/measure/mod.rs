//! Looking closely at games: who decided what, how the chances went, what each decision was worth.
//!
//! A study plays some deals, each with every line-up of players, and gives one trace for each game. Game
//! and looks have streams of chance of their own, so that a closer look changes no game.

mod chances;
mod notes;
mod play;
mod touches;
mod trials;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::game::Game;
use crate::game::work::Errand;
use crate::players::{Learnt, Player, Yardstick};

pub use notes::{Deal, Fork, Notes, clause_of};
use play::Worker;

/// What is to be played, and how closely it is looked at.
#[derive(Clone, Debug)]
pub struct Study {
    /// How many deals.
    pub deals: u64,
    /// The number of the first one.
    pub first: u64,
    /// The seed of all.
    pub seed: u64,
    /// Who plays at each seat (one player: at all seats); every deal is played with each line-up.
    pub lineups: Vec<Vec<Player>>,
    /// Whether each game is a single hand.
    pub single_hand: bool,
    /// After how many decisions a game is broken off.
    pub most: u32,
    /// After how many steps of all kinds a game is broken off: what players think counts, too.
    pub most_effort: u64,
    /// Whether decisions are noted one by one.
    pub course: bool,
    /// At how many moments of a game the chances to win are estimated.
    pub checkpoints: usize,
    /// How many games are played to the end for one estimate.
    pub playouts: u32,
    /// At how many decisions of a game every move is tried.
    pub trials: usize,
    /// In how many worlds.
    pub worlds: u32,
    /// How many moves are tried at most.
    pub widest: usize,
    /// At how many decisions of a game it is looked whether others feel them.
    pub touches: usize,
    /// Whether it is noted what a designer would look at.
    pub noted: bool,
    /// How many decisions of the last deal of a game are also taken otherwise.
    pub forks: usize,
    /// The work that one game may take: see `game::work`.
    pub work: i64,
    /// What players have learnt about the game.
    pub learnt: Learnt,
}

/// The chances of each side at a moment of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// How many decisions had been taken.
    pub decision: u32,
    /// The chance of each side to win; a shared win counts in parts.
    pub chances: Vec<f32>,
}

/// A decision at which moves were tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The kind of the phase.
    pub kind: u8,
    /// How many moves there were.
    pub moves: u32,
    /// What came of each move tried, world by world: from 0 to 1 for the player who decides.
    pub values: Vec<Vec<f32>>,
}

/// One game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The number of its deal.
    pub deal: u64,
    /// The number of its line-up.
    pub lineup: usize,
    /// What part of the win each side has; all 0 if nobody has won.
    pub shares: Vec<f32>,
    /// What each side has in the end, points or chips, the higher the better.
    pub standings: Vec<i32>,
    /// Whether only a limit stopped it.
    pub limit: bool,
    /// Whether that was because one decision would have taken too much work.
    pub work: bool,
    /// The units of work that its decisions took: see `game::work`.
    pub units: u64,
    /// Whether it was broken off.
    pub broken_off: bool,
    /// How many turns, hands and decisions it had.
    pub turns: u32,
    /// Hands begun.
    pub hands: u32,
    /// Decisions, forced ones included.
    pub decisions: u32,
    /// Decisions with more than one move.
    pub choices: u32,
    /// Decisions in a position that had been there before in the same deal.
    pub repeats: u32,
    /// For each decision, who took it.
    pub seats: Vec<u8>,
    /// For each decision, the kind of the phase.
    pub kinds: Vec<u8>,
    /// For each decision, how many moves there were, 255 for more.
    pub counts: Vec<u8>,
    /// For each decision, the side that was in the lead by what decides the game; 255: none.
    pub leaders: Vec<u8>,
    /// Estimates of the chances.
    pub checkpoints: Vec<Checkpoint>,
    /// Decisions at which moves were tried.
    pub trials: Vec<Trial>,
    /// Decisions at which it was looked whether others feel them, and those which they do.
    pub touches: (u32, u32),
    /// What a designer would look at.
    pub notes: Notes,
    /// How many decisions were taken in thought for the estimates.
    pub thought: u64,
    /// The steps that everything took: the game, what players thought, and the looks.
    pub effort: u64,
}

impl Study {
    /// Whether positions are judged in it: moves are tried, or somebody plays who thinks. To work out
    /// a yardstick takes longer than a few games of random players.
    pub fn needs_yardstick(&self) -> bool {
        let thinks = |player: &Player| !matches!(player, Player::Random);
        self.trials > 0 || self.lineups.iter().flatten().any(thinks)
    }
}

/// Makes a study. `cancelled` stops it early; `done` counts finished games. Without a yardstick no move
/// is tried.
pub fn study(
    game: &Game,
    yardstick: Option<&Yardstick>,
    study: &Study,
    threads: usize,
    cancelled: &Arc<AtomicBool>,
    done: &AtomicU64,
) -> Vec<Trace> {
    let games = study.deals * study.lineups.len() as u64;
    let next = AtomicU64::new(0);
    let work = || {
        let _errand = Errand::until(cancelled);
        let mut worker = Worker::new(game, yardstick, study);
        let mut traces = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games || cancelled.load(Ordering::Relaxed) {
                return traces;
            }
            if let Some(trace) = worker.play(number, cancelled) {
                traces.push((number, trace));
                done.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    let mut traces = if threads <= 1 {
        work()
    } else {
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let mut all = Vec::new();
            for handle in handles {
                match handle.join() {
                    Ok(traces) => all.extend(traces),
                    Err(problem) => std::panic::resume_unwind(problem),
                }
            }
            all
        })
    };
    traces.sort_unstable_by_key(|(number, _)| *number);
    traces.into_iter().map(|(_, trace)| trace).collect()
}
