//! Thinking with what was learnt: promising moves are tried in worlds that agree with the view, and there
//! everybody plays on as they have learnt to.
//!
//! What is promising, what has been learnt says; it also counts as some playouts of every move. The budget
//! is spent in rounds, each on half as many moves as the one before, all of them in the same worlds. A hand
//! that does not end soon is judged by what was learnt at the player's own next decision.

use crate::game::Game;
use crate::game::judge::seats;
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::work;

use super::learn::{MOVES_OF_A_STEP, WORK_OF_A_STEP};
use super::policy::{Policy, pick};
use super::stakes::Before;
use super::wagers::{draw, thin};
use super::{Budget, Clock, Scratch, Source};

/// How many moves are tried at most.
const WIDEST: usize = 8;
/// As many playouts as what was learnt counts for.
const LEARNT: f32 = 6.0;
/// A playout of a hand goes on for so many decisions; then what was learnt says what it is worth.
const LONGEST: usize = 80;
/// A lone player's goes on for longer: what counts is whether it is won.
const LONGEST_ALONE: usize = 250;
/// How readily somebody in a playout does what is not quite the best.
const HEAT: f32 = 0.02;
/// The steps (see `learn`) that one thought may take: about a second on a slow core.
const STEPS: u64 = 40_000;
/// A lone player may think longer: nobody waits.
const STEPS_ALONE: u64 = 120_000;

/// A move and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Prospect {
    /// The move.
    pub action: Move,
    /// What it is worth by what was learnt.
    learnt: f32,
    total: f32,
    /// In how many worlds it was tried.
    pub tries: u32,
    /// What the side of the player gained there by what decides the match, all together.
    pub gained: f64,
    /// In how many of them the hand came to its end.
    pub ended: u32,
    /// In how many of these nobody did better.
    pub best: f32,
    /// In how many worlds the trick in progress came to its end, and how often the own side took it.
    pub tricks: (u32, u32),
}

impl Prospect {
    /// What it seems to be worth.
    pub fn worth(&self) -> f32 {
        (self.total + LEARNT * self.learnt) / (self.tries as f32 + LEARNT)
    }
}

/// Chooses one of several legal moves.
pub(super) fn choose(
    game: &Game,
    source: &Source,
    moves: &[Move],
    thought: (&Policy, Budget),
    rng: &mut Rng,
    scratch: &mut Scratch,
) -> Move {
    let (policy, _) = thought;
    // Whoever bets what seems best can be read, however long they think.
    if let Some(shares) = policy.mixture(game, source.table(), source.seat(), moves) {
        return moves[draw(&shares, rng)];
    }
    let found = weigh(game, source, moves, thought, rng, scratch);
    found.first().map_or(Move::NONE, |best| best.action)
}

/// What moves promise, the best first; those that were not tried at all come last.
pub(super) fn weigh(
    game: &Game,
    source: &Source,
    moves: &[Move],
    (policy, budget): (&Policy, Budget),
    rng: &mut Rng,
    scratch: &mut Scratch,
) -> Vec<Prospect> {
    policy.judge(game, source.table(), source.seat(), moves, &mut scratch.desk);
    let values = moves.iter().zip(scratch.desk.values());
    let mut prospects: Vec<Prospect> = values
        .map(|(action, value)| Prospect {
            action: *action,
            learnt: *value,
            total: 0.0,
            tries: 0,
            gained: 0.0,
            ended: 0,
            best: 0.0,
            tricks: (0, 0),
        })
        .collect();
    prospects.sort_by(|a, b| b.learnt.total_cmp(&a.learnt));
    // A lone player does not go round in circles: where it has been comes last.
    let lone = policy.stakes.is_lone();
    let mut open = prospects.len();
    if lone {
        let known = |one: &Prospect| policy.returns(game, source.table(), one.action);
        prospects.sort_by_cached_key(known);
        let news = prospects.iter().filter(|one| !known(one)).count();
        open = if news == 0 { open } else { news };
    }
    let mut open = open.min(WIDEST);
    let rounds = open.next_power_of_two().ilog2().max(1);
    let mut states = scratch.states(game, 2);
    let mut thought = Thought {
        game,
        policy,
        seat: source.seat(),
        before: policy.stakes.before(game, source.table()),
        tricks: source.table().tricks_played,
        taken: 0,
    };
    for round in 0..rounds {
        let part = match budget {
            Budget::Iterations(count) => Budget::Iterations(count / rounds),
            Budget::Milliseconds(count) => Budget::Milliseconds(count / rounds),
        };
        let mut clock = Clock::new(part);
        let steps = if lone { STEPS_ALONE } else { STEPS };
        let most = steps * u64::from(round + 1) / u64::from(rounds);
        let [world, trial, ..] = states.as_mut_slice() else { break };
        'worlds: loop {
            source.world(game, rng, world);
            for prospect in &mut prospects[..open] {
                if !clock.tick() || thought.taken > most {
                    break 'worlds;
                }
                trial.clone_from(world);
                thought.try_out(prospect, trial, rng, scratch);
            }
            if work::is_spent() {
                break;
            }
        }
        prospects[..open].sort_by(|a, b| b.worth().total_cmp(&a.worth()));
        open = open.div_ceil(2).max(2).min(open);
    }
    scratch.worlds = states;
    prospects
}

/// One decision.
struct Thought<'a> {
    game: &'a Game,
    policy: &'a Policy,
    seat: u8,
    before: Before,
    /// How many tricks had been played.
    tricks: i32,
    /// The steps taken so far.
    taken: u64,
}

impl Thought<'_> {
    /// Makes a move in a world and plays on.
    fn try_out(
        &mut self,
        prospect: &mut Prospect,
        s: &mut State,
        rng: &mut Rng,
        scratch: &mut Scratch,
    ) {
        let (game, stakes) = (self.game, &self.policy.stakes);
        let begun = work::total();
        let side = stakes.side_of(self.seat).unwrap_or(0);
        let mask = stakes.sides.get(side).copied().unwrap_or(0);
        let taken_by = |s: &State| seats(mask).map(|seat| s.tricks[usize::from(seat)]).sum::<i32>();
        let (tricks, far) = (taken_by(s), stakes.distance(game, s, self.seat));
        let (mut followed, mut expected) = (false, 0.0);
        game.apply(s, self.seat, prospect.action, rng);
        let longest = if stakes.is_lone() { LONGEST_ALONE } else { LONGEST };
        for _ in 0..longest {
            if s.waiting != Waiting::Decision || stakes.is_decided(&self.before, s) {
                break;
            }
            if !followed && s.tricks_played != self.tricks {
                followed = true;
                prospect.tricks.0 += 1;
                prospect.tricks.1 += u32::from(taken_by(s) > tricks);
            }
            let seat = game.asked(s);
            let mut list = std::mem::take(&mut scratch.moves);
            game.choices(s, seat, &mut list);
            thin(&mut list);
            self.taken += 1 + (list.len() / MOVES_OF_A_STEP) as u64;
            let mut chosen = 0;
            if list.len() > 1 {
                self.policy.judge(game, s, seat, &list, &mut scratch.desk);
                let values = scratch.desk.values();
                if seat == self.seat {
                    expected = values.iter().copied().fold(f32::MIN, f32::max);
                }
                chosen = match self.policy.mixture(game, s, seat, &list) {
                    Some(shares) => draw(&shares, rng),
                    None => pick(values, HEAT, rng),
                };
            }
            let action = list.get(chosen).copied();
            scratch.moves = list;
            let Some(action) = action else { break };
            game.apply(s, seat, action, rng);
        }
        self.taken += (work::total() - begun) / WORK_OF_A_STEP;
        prospect.tries += 1;
        if stakes.is_lone() {
            let won = s.waiting == Waiting::Over && s.outcome.winners != 0;
            prospect.ended += 1;
            prospect.best += f32::from(u8::from(won));
            prospect.gained += f64::from(far - stakes.distance(game, s, self.seat));
            prospect.total +=
                0.05 * (far - stakes.distance(game, s, self.seat)) + f32::from(u8::from(won));
        } else if stakes.is_decided(&self.before, s) {
            let margins = stakes.margins(game, &self.before, s);
            prospect.total += stakes.worth(game, &self.before, s, self.policy.scale)[side];
            prospect.gained += f64::from(margins[side]);
            prospect.ended += 1;
            let over = s.waiting == Waiting::Over && s.outcome.winners != 0;
            prospect.best += if over {
                f32::from(u8::from(s.outcome.winners & mask != 0))
            } else {
                let rivals = &margins[..stakes.sides.len()];
                f32::from(u8::from(rivals.iter().all(|other| *other <= margins[side])))
            };
        } else {
            prospect.total += expected;
        }
    }
}
