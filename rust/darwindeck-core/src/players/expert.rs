//! Thinking with what was learnt: promising moves are tried in worlds that agree with the view, and there
//! everybody plays on as they have learnt to.
//!
//! Worlds are the likelier the more they explain what others did (`belief`).
//!
//! What is promising, what has been learnt says; it also counts beside the playouts, each by how sure it is. The budget
//! is spent in rounds, each on half as many moves as the one before, all of them in the same worlds; a move that
//! is behind beyond chance is given up at once, and when one is left it is made. A hand that does not end soon is
//! judged by what was learnt at the player's own next decision.
//!
//! The player's own next decisions in these playouts are remembered by what the seat sees then: what did well there is
//! done more often when the same comes up again, so that what was learnt wrongly does not spoil the thought.

use std::collections::HashMap;

use crate::game::Game;
use crate::game::judge::seats;
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::work;
use crate::program::parts::Phase;

use super::belief::Belief;
use super::learn::{MOVES_OF_A_STEP, WORK_OF_A_STEP};
use super::net::exp;
use super::policy::{Desk, Policy, pick};
use super::stakes::Before;
use super::wagers::{draw, thin};
use super::{Budget, Clock, Scratch, Source, patience};

/// How many moves are tried at most.
const WIDEST: usize = 8;
/// As many playouts as what was learnt counts for in the worth of a move by itself.
const LEARNT: f32 = 16.0;
/// How far off what was learnt usually is about how much better one move is than another, as much as if it had been seen of so many
/// moves; and how far off it is at the least.
const DOUBTFUL: (f32, f32) = (0.06, 6.0);
const SUREST: f32 = 0.02;
/// How much such a difference is taken to vary from world to world before any is known, and in how many worlds that counts as seen.
const VARYING: (f32, f32) = (0.5, 4.0);
/// So many worlds at least every move that is tried is tried in, or else fewer are.
const FEWEST: u32 = 5;
/// A playout of a hand goes on for so many decisions; then what was learnt says what it is worth.
const LONGEST: usize = 80;
/// How readily somebody in a playout does what is not quite the best.
const HEAT: f32 = 0.02;
/// The steps (see `learn`) that one thought may take: about a second on a slow core.
const STEPS: u64 = 40_000;

/// After so many worlds, and again after each so many, it is asked whether some moves are clearly behind.
const LOOKS: usize = 24;
/// A move is clearly behind that brought less by so many standard errors.
const CLEARLY: f32 = 4.0;
/// Two moves that came to the same in so many worlds are one and the same.
const ALIKE: usize = 96;
/// What is won counts in full up to so many times the usual margin, then ever less.
const REACH: f32 = 8.0;

/// So many of the player's own decisions in a playout are remembered, and so many situations in all.
const DEPTH: usize = 4;
const SITUATIONS: usize = 20_000;
/// How readily something is tried there that has not done best, and how much likelier it is that what seemed better
/// by what was learnt.
const CURIOUS: f32 = 0.5;
/// As many playouts as what was learnt counts for there.
const PRESUMED: f32 = 2.0;
const PRIOR: f32 = 0.1;

/// What came of the moves of a situation.
#[derive(Default)]
struct Memory {
    visits: u32,
    arms: Vec<(u32, f32)>,
}

impl Memory {
    /// The move to try next, given what was learnt.
    fn next(&self, values: &[f32]) -> usize {
        let top = values.iter().copied().fold(f32::MIN, f32::max);
        let likely = |value: f32| exp((value - top) / PRIOR);
        let mut all = 0.0;
        for value in values {
            all += likely(*value);
        }
        let root = (self.visits as f32).sqrt();
        let mut best = (f32::MIN, 0);
        for (place, (value, (tries, total))) in values.iter().zip(&self.arms).enumerate() {
            let tries = *tries as f32;
            let worth = (total + PRESUMED * value) / (tries + PRESUMED);
            let worth = worth + CURIOUS * likely(*value) / all * root / (1.0 + tries);
            if worth > best.0 {
                best = (worth, place);
            }
        }
        best.1
    }
}

/// The number of a situation, by what can be told of it.
fn situation(told: &[u32], moves: usize) -> u64 {
    told.iter().fold(moves as u64, |sum, feature| {
        (sum ^ u64::from(*feature)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    })
}

/// A move and what came of it.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// The move.
    pub action: Move,
    /// What it is worth by what was learnt.
    learnt: f32,
    /// What it seems to be worth.
    pub worth: f32,
    /// What it came to in each world.
    found: Vec<f32>,
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
    /// A move that has not been tried yet, and what it is worth by what was learnt.
    pub(super) fn new(action: Move, learnt: f32) -> Self {
        Self {
            action,
            learnt,
            worth: learnt,
            found: Vec::new(),
            total: 0.0,
            tries: 0,
            gained: 0.0,
            ended: 0,
            best: 0.0,
            tricks: (0, 0),
        }
    }

    /// Counts one world: what the move was worth there.
    pub(super) fn count(&mut self, worth: f32) {
        self.found.push(worth);
        self.total += worth;
        self.tries += 1;
    }

    /// What it was worth on average in the worlds in which it was tried.
    pub(super) fn average(&self) -> f32 {
        self.total / self.tries.max(1) as f32
    }

    /// What it seems to be worth by itself.
    fn mean(&self) -> f32 {
        (self.total + LEARNT * self.learnt) / (self.tries as f32 + LEARNT)
    }

    /// By how much it did better than another, the square of how far that may be off, and how much better it was by what
    /// was learnt.
    fn beside(&self, other: &Self) -> (f32, f32, f32) {
        let (lead, error, worlds) = self.lead(other);
        let many = worlds as f32;
        let (varying, seen) = VARYING;
        let varies = error * error * (many - 1.0).max(0.0) * many + varying * varying * seen;
        (lead, varies / (many + seen) / many.max(1e-3), self.learnt - other.learnt)
    }

    /// By how much it did better than another in the worlds in which both were tried, on average, the standard
    /// error of that, and how many worlds they were.
    fn lead(&self, other: &Self) -> (f32, f32, usize) {
        let (mut count, mut total, mut squares) = (0, 0.0f32, 0.0f32);
        for (own, others) in self.found.iter().zip(&other.found) {
            let ahead = own - others;
            count += 1;
            total += ahead;
            squares += ahead * ahead;
        }
        let many = count.max(1) as f32;
        let mean = total / many;
        let spread = (squares / many - mean * mean).max(0.0);
        (mean, (spread / (many - 1.0).max(1.0)).sqrt(), count)
    }

    /// Whether it is not worth trying any longer beside a better one.
    fn is_behind(&self, best: &Self) -> bool {
        let (lead, error, worlds) = best.lead(self);
        if lead == 0.0 && error == 0.0 {
            return worlds >= ALIKE;
        }
        worlds >= LOOKS && lead > CLEARLY * error
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
    // Nor is there anything to think about in a hand that goes on and on.
    if policy.restlessness(source.table()) > 0.0 {
        return policy.choose(game, source, moves, false, rng, scratch);
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
    if policy.stakes.is_lone() {
        return patience::weigh(game, source, moves, (policy, budget), rng, scratch);
    }
    policy.judge(game, source.table(), source.seat(), moves, &mut scratch.desk);
    let values = moves.iter().zip(scratch.desk.values());
    let mut prospects: Vec<Prospect> =
        values.map(|(action, value)| Prospect::new(*action, *value)).collect();
    prospects.sort_by(|a, b| b.learnt.total_cmp(&a.learnt));
    let mut open = widest(prospects.len().min(WIDEST), budget);
    let rounds = rounds(open);
    let mut states = scratch.states(game, 2);
    let mut thought = Thought::new(game, policy, source);
    let mut belief = Belief::new(game, policy, source, rng, &mut scratch.desk);
    for round in 0..rounds {
        let part = match budget {
            Budget::Iterations(count) => Budget::Iterations(count / rounds),
            Budget::Milliseconds(count) => Budget::Milliseconds(count / rounds),
        };
        let mut clock = Clock::new(part);
        let most = STEPS * u64::from(round + 1) / u64::from(rounds);
        let [world, trial, ..] = states.as_mut_slice() else { break };
        let mut worlds = 0;
        while open > 1 && thought.taken <= most && clock.ticks(open as u32) {
            belief.draw(rng, &mut scratch.desk, world);
            thought.taken += std::mem::take(&mut belief.taken);
            for prospect in &mut prospects[..open] {
                trial.clone_from(world);
                thought.try_out(prospect, trial, rng, scratch);
            }
            if work::is_spent() {
                break;
            }
            worlds += 1;
            if worlds % LOOKS == 0 {
                open = give_up(&mut prospects[..open]);
            }
        }
        rank(&mut prospects[..open]);
        open = open.div_ceil(2).max(2).min(open);
    }
    scratch.worlds = states;
    prospects
}

/// In how many rounds so many moves are tried.
fn rounds(open: usize) -> u32 {
    open.next_power_of_two().ilog2().max(1)
}

/// How many of some moves a budget is spent on.
fn widest(most: usize, budget: Budget) -> usize {
    let enough = |open: &usize| match budget {
        Budget::Iterations(count) => count / rounds(*open) / (*open as u32) >= FEWEST,
        Budget::Milliseconds(_) => true,
    };
    (2..=most).rev().find(enough).unwrap_or(most.min(2))
}

/// Puts some moves in the order of what they seem to be worth. All are held against the one that was best by what was
/// learnt, and what was learnt and what both came to in the same worlds each count by how sure they are. How sure what was
/// learnt is, the worlds show as well.
fn rank(tried: &mut [Prospect]) {
    let learnt = |place: &usize| tried[*place].learnt;
    let best = (0..tried.len()).max_by(|a, b| learnt(a).total_cmp(&learnt(b)));
    let Some(best) = best else { return };
    let first = tried[best].clone();
    let (usual, seen) = DOUBTFUL;
    let (mut off, mut moves) = (usual * usual * seen, seen);
    for (_, one) in tried.iter().enumerate().filter(|(place, one)| *place != best && one.tries > 0)
    {
        let (lead, unsure, learnt) = one.beside(&first);
        off += (lead - learnt) * (lead - learnt) - unsure;
        moves += 1.0;
    }
    let doubt = (off / moves).max(SUREST * SUREST);
    for one in tried.iter_mut() {
        let (lead, unsure, learnt) = one.beside(&first);
        one.worth = first.mean() + (doubt * lead + unsure * learnt) / (doubt + unsure);
    }
    tried.sort_by(|a, b| b.worth.total_cmp(&a.worth));
}

/// Puts the best of some moves first and those that are clearly behind last; how many are not.
fn give_up(tried: &mut [Prospect]) -> usize {
    rank(tried);
    let Some((best, others)) = tried.split_first_mut() else { return 0 };
    others.sort_by_cached_key(|one| one.is_behind(best));
    1 + others.iter().filter(|one| !one.is_behind(best)).count()
}

/// One decision.
struct Thought<'a> {
    game: &'a Game,
    policy: &'a Policy,
    seat: u8,
    before: Before,
    /// How many tricks had been played, if it is about a card to a trick.
    tricks: Option<i32>,
    /// The steps taken so far.
    taken: u64,
    /// What came of the player's own next decisions.
    known: HashMap<u64, Memory>,
    /// Those of the playout in progress.
    path: Vec<(u64, usize)>,
}

impl<'a> Thought<'a> {
    fn new(game: &'a Game, policy: &'a Policy, source: &Source) -> Self {
        let table = source.table();
        let phase = game.program.phases.get(usize::from(table.innermost().phase));
        let tricks = matches!(phase, Some(Phase::Trick(_))).then_some(table.tricks_played);
        let before = policy.stakes.before(game, table);
        let (known, path) = (HashMap::new(), Vec::new());
        Self { game, policy, seat: source.seat(), before, tricks, taken: 0, known, path }
    }

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
        let tricks = taken_by(s);
        let (mut followed, mut expected) = (false, 0.0);
        game.apply(s, self.seat, prospect.action, rng);
        for _ in 0..LONGEST {
            if s.waiting != Waiting::Decision || stakes.is_decided(&self.before, s) {
                break;
            }
            if !followed && self.tricks.is_some_and(|before| before != s.tricks_played) {
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
                    None if seat == self.seat => self.remember(prospect.action, &scratch.desk, rng),
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
        let total = prospect.total;
        if stakes.is_decided(&self.before, s) {
            let margins = stakes.margins(game, &self.before, s);
            let measure = (self.policy.scale, REACH);
            prospect.total += stakes.worth(game, &self.before, s, measure)[side];
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
        let found = prospect.total - total;
        prospect.found.push(found);
        for (number, place) in self.path.drain(..) {
            if let Some(memory) = self.known.get_mut(&number) {
                memory.visits += 1;
                memory.arms[place].0 += 1;
                memory.arms[place].1 += found;
            }
        }
    }

    /// Chooses at a decision of the player's own that follows on a move: by what came of it before, or else by what
    /// was learnt.
    fn remember(&mut self, first: Move, desk: &Desk, rng: &mut Rng) -> usize {
        let values = desk.values();
        if self.path.len() >= DEPTH {
            return pick(values, HEAT, rng);
        }
        let number = situation(desk.moment(), values.len()) ^ first.code();
        let place = match self.known.get(&number) {
            Some(memory) if memory.arms.len() == values.len() => memory.next(values),
            None if self.known.len() < SITUATIONS => {
                let arms = vec![(0, 0.0); values.len()];
                self.known.insert(number, Memory { visits: 0, arms });
                pick(values, HEAT, rng)
            }
            _ => return pick(values, HEAT, rng),
        };
        self.path.push((number, place));
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::moves::Kind;

    fn tried(found: &[f32]) -> Prospect {
        let mut prospect = Prospect::new(Move::plain(Kind::Card), 0.0);
        found.iter().for_each(|worth| prospect.count(*worth));
        prospect
    }

    #[test]
    fn a_small_budget_is_spent_on_few_moves() {
        let wide = |most, count| widest(most, Budget::Iterations(count));
        assert_eq!(
            [wide(8, 1), wide(8, 60), wide(8, 120), wide(3, 120), wide(1, 60)],
            [2, 4, 8, 3, 1]
        );
        assert_eq!(widest(8, Budget::Milliseconds(1)), 8);
    }

    #[test]
    fn a_move_is_given_up_that_is_behind_beyond_chance_or_the_same() {
        let wave = |height: f32, count: u8| -> Vec<f32> {
            (0..count).map(|k| height + f32::from(k % 3) / 10.0).collect()
        };
        let best = tried(&wave(0.5, 96));
        assert!(tried(&wave(0.4, 24)).is_behind(&best));
        assert!(!tried(&wave(0.4, 23)).is_behind(&best));
        assert!(tried(&wave(0.5, 96)).is_behind(&best));
        assert!(!tried(&wave(0.5, 95)).is_behind(&best));
        let mut uneven = vec![0.0; 24];
        uneven[3] = 9.0;
        assert!(!tried(&uneven).is_behind(&best));
        let mut all = [tried(&wave(0.1, 24)), tried(&wave(0.4, 24)), tried(&uneven)];
        assert_eq!(give_up(&mut all), 2);
        assert_eq!(all[2].found, wave(0.1, 24));
    }

    #[test]
    fn a_few_lucky_worlds_do_not_outweigh_what_was_learnt_and_many_do() {
        // One move brings 0.1 more on average, and 1 more or less from world to world.
        let lucky = |worlds: u8, lead: f32| {
            let found: Vec<f32> = (0..worlds).map(|k| lead + f32::from(k % 3) - 1.0).collect();
            let mut all = [tried(&vec![0.0; usize::from(worlds)]), tried(&found)];
            all[0].learnt = 0.05;
            rank(&mut all);
            all[0].learnt == 0.0
        };
        assert!(!lucky(15, 0.1));
        assert!(lucky(240, 0.1));
        // What is much better than was learnt shows at once that what was learnt is wrong.
        assert!(lucky(15, 1.0));
    }

    #[test]
    fn what_did_well_is_done_again_and_what_is_likely_is_tried() {
        let fresh = Memory { visits: 0, arms: vec![(0, 0.0); 3] };
        assert_eq!(fresh.next(&[0.1, 0.3, 0.2]), 1);
        let known = Memory { visits: 20, arms: vec![(10, 4.0), (10, -4.0), (0, 0.0)] };
        assert_eq!(known.next(&[0.1, 0.3, -0.9]), 0);
        let curious = Memory { visits: 400, arms: vec![(200, 20.0), (200, 20.0), (0, 0.0)] };
        assert_eq!(curious.next(&[0.1, 0.1, 0.1]), 2);
    }
}
