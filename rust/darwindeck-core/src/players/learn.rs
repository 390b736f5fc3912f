//! Learning a game by playing it against oneself.
//!
//! Hands are played at some tables at once, by what has been learnt so far and with a little noise: little
//! in play, and hardly any where something is said, since one silly call spoils what all others learn.
//! From every hand some decisions are drawn, taken otherwise, and the hand is played on from each as well:
//! the luck of the deal is common to both, so their difference is about that decision, and what they have in
//! common is mostly left out. Then the net learns what every decision was worth: what the hand brought, a
//! little less the longer it took. Of a long hand it learns now and then, and takes for what is still to come
//! what it expects. In some hands past selves sit at the table, so that what once worked is not forgotten;
//! only what the others decide is learnt from there.
//!
//! Where players may throw in one hand after the other or repeat something as long as they like, that has a price: whoever gains by
//! nothing learns to get on with it.
//!
//! A lone player learns from every step towards what wins.
//!
//! The budget is in steps, which are decisions; moves to judge and work beyond the usual count as further
//! steps, so that it bounds the time whatever the game is. What is learnt depends on the game and on the
//! budget alone, not on time, threads or machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::game::Game;
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::SEATS;
use crate::game::view::View;
use crate::game::work::{self, Errand};
use crate::program::parts::Phase;

use super::encoding::Encoding;
use super::net::{Net, Teacher};
use super::policy::{Desk, Policy, pick, unit};
use super::stakes::{Before, Stakes};
use super::wagers::{Ledger, thin};

/// Changes with everything that changes what is learnt: of most games, and of those in which nothing need come to an end (`may_go_on`).
const VERSION: u32 = 5;
const VERSION_OF_LONG: u32 = 6;

/// How many hands are played before the net learns from them, at most, and one for so many steps.
const TABLES: u32 = 16;
const STEPS_OF_A_TABLE: u32 = 500;
/// How fast it learns, at first and in the end.
const RATE: (f32, f32) = (0.3, 0.06);
/// From which part of the budget on the mean of what is known counts.
const SETTLING: f32 = 0.5;
/// How much noise there is in play, at first and in the end, and in a fork.
const HEAT: (f32, f32) = (0.1, 0.03);
const FORK_HEAT: f32 = 0.2;
/// How often anything at all is played.
const WHIM: f32 = 0.02;
/// What part of the noise is left where something is said.
const QUIET: f32 = 0.2;
/// How likely a decision to say something is to be the fork, beside one to play a card.
const SAYING: u32 = 4;
/// How much an outcome counts, beside what was expected at the next decision.
const OUTCOME: f32 = 0.9;
/// By how much each decision makes what follows count less.
const DISCOUNT: f32 = 0.99;
const LONE_DISCOUNT: f32 = 0.95;
/// Decisions of a hand beyond what hands usually take have a price: to go on for ever is worse than to lose. So many hands in which
/// anything is played show what they take; it may be so many times that, and so many decisions for each seat more, and so many for
/// each seat at most.
const PRICE: f32 = 0.01;
const SHOWN: usize = 16;
const LONGER: (usize, usize) = (2, 4);
const LONG: usize = 50;
/// What a step towards winning counts, and winning itself, for a lone player.
const NEARER: f32 = 0.1;
/// What a card less counts, beside those of the others, where whoever has none left has won.
const LIGHTER: f32 = 0.1;
const WON: f32 = 1.0;
/// So many decisions of a hand are otherwise taken and played on from.
const FORKS: usize = 3;
/// How much of what a hand and its fork brought alike counts as worth, not as luck.
const LUCK: f32 = 0.1;
/// So many past selves are kept to play against, and in what part of the hands they are.
const SELVES: usize = 7;
const PAST: f32 = 0.15;
/// After so many decisions the net learns from a hand that goes on.
const SEGMENT: usize = 150;
/// After so many decisions a hand is broken off.
const LONGEST: usize = 3000;
const LONGEST_ALONE: usize = 250;
/// The work that one hand may take.
const WORK_OF_A_HAND: i64 = 20_000_000;
/// Moves to judge, and units of work, that count as one more step.
pub(super) const MOVES_OF_A_STEP: usize = 16;
pub(super) const WORK_OF_A_STEP: u64 = 1_000;
/// One match in so many is left after a hand, so that first hands are played often enough.
const LEAVING: u32 = 4;
/// After so many rounds without any decision there is nothing to learn.
const NOTHING: usize = 32;
/// Features that are met less than once in so many steps are forgotten in the end.
const STEPS_OF_A_MEETING: u32 = 50_000;
/// How quickly the usual margin follows those of the hands.
const FOLLOWING: f32 = 0.002;

/// The version of the learner for this game: it changes with everything that changes what is learnt of it.
pub fn version(game: &Game) -> u32 {
    if may_go_on(game) { VERSION_OF_LONG } else { VERSION }
}

/// Whether players may throw in one hand after the other, or repeat something as long as they like in a hand that goes neither by turns nor
/// by tricks.
fn may_go_on(game: &Game) -> bool {
    let phases = &game.program.phases;
    let goes = |phase: &Phase| matches!(phase, Phase::Trick(_) | Phase::Turns(_));
    let repeats = |phase: &Phase| matches!(phase, Phase::Repeat(_));
    let again = phases.iter().any(repeats) && !phases.iter().any(goes);
    game.tables.players > 1 && (game.program.throws_in || again)
}

/// How many decisions a hand may take before every further one has a price.
fn long(game: &Game, stakes: &Stakes) -> usize {
    let seats = usize::from(game.tables.seats);
    let most = LONG * seats;
    let mut rng = Rng::of_game(0x1EA2_4ED1, 0);
    let mut state = State::new(&game.tables, &game.layout);
    let mut moves = Vec::new();
    let mut made = 0;
    for _ in 0..SHOWN {
        game.start(&mut state, &mut rng, true);
        state.work_left = WORK_OF_A_HAND;
        let before = stakes.before(game, &state);
        let mut left = most;
        while left > 0 && state.waiting == Waiting::Decision && !stakes.is_decided(&before, &state)
        {
            let seat = game.asked(&state);
            game.choices(&state, seat, &mut moves);
            if moves.is_empty() {
                break;
            }
            let action = moves[rng.below(moves.len() as u32) as usize];
            game.apply(&mut state, seat, action, &mut rng);
            left -= 1;
        }
        made += most - left;
    }
    (LONGER.0 * made / SHOWN + LONGER.1 * seats).min(most)
}

/// Learns a game in so many steps. `cancelled` ends it with what was learnt by then; `done` counts steps.
pub fn learn(
    game: &Game,
    steps: u32,
    threads: usize,
    cancelled: &Arc<AtomicBool>,
    done: &AtomicU64,
) -> Policy {
    let stakes = Stakes::new(game);
    let long = if may_go_on(game) { long(game, &stakes) } else { usize::MAX };
    let school = School { game, encoding: Encoding::new(game), stakes, long };
    let mut net = Net::default();
    let mut teacher = Teacher::default();
    let count = (steps / STEPS_OF_A_TABLE).clamp(1, TABLES);
    let mut tables: Vec<Table> = (0..count).map(|number| Table::new(game, number)).collect();
    // The mean of what was known after each round of the last part: without what the last hands happened
    // to teach.
    let mut settled: Option<(Net, u32)> = None;
    let mut lesson = Lesson { progress: 0.0, scale: 0.0 };
    let ledger = Ledger::new(game, &school.encoding, &school.stakes);
    let on_play = if ledger.is_some() { u64::from(steps) / 8 } else { u64::from(steps) };
    let (mut taken, mut rounds, mut decisions) = (0u64, 0, 0);
    let mut past: Vec<Net> = Vec::new();
    while taken < on_play.max(1) && !cancelled.load(Ordering::Relaxed) {
        lesson.progress = taken as f32 / on_play.max(1) as f32;
        while lesson.progress >= (past.len() + 1) as f32 / (SELVES + 1) as f32 {
            past.push(net.clone());
        }
        school.play_all(&mut tables, (&net, &past), lesson, threads, cancelled);
        if cancelled.load(Ordering::Relaxed) {
            break;
        }
        let rate = between(RATE, lesson.progress);
        for table in &mut tables {
            table.share_luck(school.stakes.is_lone());
            for hand in &table.hands {
                hand.teach(&mut net, &mut teacher, rate);
                decisions += hand.steps.len();
            }
            for margin in table.hands.iter().filter(|hand| !hand.cut).flat_map(|hand| hand.margins)
            {
                if margin != 0.0 {
                    let known = if lesson.scale == 0.0 { margin.abs() } else { lesson.scale };
                    lesson.scale = known + FOLLOWING * (margin.abs() - known);
                }
            }
            taken += table.taken;
        }
        rounds += 1;
        if lesson.progress >= SETTLING {
            settled.get_or_insert_with(|| (net.clone(), 0)).1 += 1;
        }
        if let Some((mean, count)) = &mut settled {
            mean.approach(&net, 1.0 / *count as f32);
        }
        done.store(taken.min(u64::from(steps)), Ordering::Relaxed);
        if rounds >= NOTHING && decisions == 0 {
            break;
        }
    }
    let (mut net, _) = settled.unwrap_or((net, 0));
    net.forget_rare(&teacher, steps / STEPS_OF_A_MEETING);
    let left = u64::from(steps).saturating_sub(taken);
    let wagers = ledger.filter(|_| decisions > 0);
    let wagers = wagers.map(|ledger| ledger.learn(&net, left, cancelled, (done, taken)));
    let policy = Policy::new(game, net, wagers.unwrap_or_default(), lesson.scale);
    // What is kept on disk is what is played by, whether it was read from there or not.
    Policy::read(game, &policy.write(game)).unwrap_or(policy)
}

fn between((first, last): (f32, f32), progress: f32) -> f32 {
    first + (last - first) * progress.min(1.0)
}

/// What holds for a round of hands.
#[derive(Clone, Copy)]
struct Lesson {
    /// How much of the budget is used up.
    progress: f32,
    /// The usual size of a margin.
    scale: f32,
}

/// One decision of a hand.
struct Step {
    seat: u8,
    /// Where its features are: of the moment, and from there on of the move.
    from: usize,
    action: usize,
    end: usize,
    /// What the best move was thought to be worth, and this one.
    best: f32,
    value: f32,
    /// What it turned out to be worth.
    target: f32,
    /// How far the player was from winning, as far as that can be told.
    far: f32,
    /// What it costs that the hand is not over yet.
    price: f32,
}

/// What was thought at a decision: what the best move and the one that is made are worth, how far the player is from winning, and what it
/// costs to be still at it.
#[derive(Clone, Copy, Default)]
struct Told {
    best: f32,
    value: f32,
    far: f32,
    price: f32,
}

/// The decisions of a hand and what they brought.
#[derive(Default)]
struct Hand {
    features: Vec<u32>,
    steps: Vec<Step>,
    worth: [f32; SEATS],
    margins: [f32; SEATS],
    side_of: [usize; 16],
    /// How far each seat was from winning when it was broken off; 0 if it came to its end.
    far: [f32; 16],
    won: bool,
    /// Whether it goes on: what is still to come is what was expected.
    cut: bool,
}

impl Hand {
    fn clear(&mut self) {
        self.features.clear();
        self.steps.clear();
        self.margins = [0.0; SEATS];
        (self.won, self.cut) = (false, false);
    }

    fn push(&mut self, seat: u8, moment: &[u32], action: &[u32], told: Told) {
        let from = self.features.len();
        self.features.extend_from_slice(moment);
        let at = self.features.len();
        self.features.extend_from_slice(action);
        let Told { best, value, far, price } = told;
        let (end, target) = (self.features.len(), f32::NAN);
        self.steps.push(Step { seat, from, action: at, end, best, value, target, far, price });
    }

    /// Works out what every decision was worth, the last one first.
    fn settle(&mut self, lone: bool) {
        let mut after: [Option<f32>; 16] = [None; 16];
        let mut far = self.far;
        for step in self.steps.iter_mut().rev() {
            let seat = usize::from(step.seat & 15);
            let Some(side) = Some(self.side_of[seat]).filter(|s| *s < SEATS) else {
                continue;
            };
            let known = &mut after[seat];
            let expected = step.best.clamp(-1.5, 1.5);
            let discount = if lone { LONE_DISCOUNT } else { DISCOUNT };
            if self.cut && known.is_none() {
                *known = Some(discount * expected);
                far[seat] = step.far;
                continue;
            }
            let nearer = match (lone, *known) {
                (true, None) => 0.0,
                (true, _) => NEARER * (step.far - far[seat]),
                (false, _) => LIGHTER * (step.far - far[seat]),
            };
            let end = match lone {
                true => f32::from(u8::from(self.won)) * WON,
                false => self.worth[side],
            };
            step.target = nearer + known.unwrap_or(end) - step.price;
            *known = Some(discount * (OUTCOME * step.target + (1.0 - OUTCOME) * expected));
            far[seat] = step.far;
        }
    }

    /// Teaches a net what every decision was worth, the last one first.
    fn teach(&self, net: &mut Net, teacher: &mut Teacher, rate: f32) {
        for step in self.steps.iter().rev().filter(|step| !step.target.is_nan()) {
            let moment = &self.features[step.from..step.action];
            let action = &self.features[step.action..step.end];
            net.learn(teacher, moment, action, step.target, rate);
        }
    }
}

/// A decision that is taken otherwise.
struct Fork {
    state: State,
    seat: u8,
    action: Move,
    moment: Vec<u32>,
    features: Vec<u32>,
    told: Told,
    /// Which of the decisions that are learnt from it is, and which of all that the hand has had.
    at: usize,
    made: usize,
    set: bool,
}

/// A table at which one hand after the other is played.
struct Table {
    state: State,
    other: State,
    view: View,
    rng: Rng,
    desk: Desk,
    moves: Vec<Move>,
    forks: Vec<Fork>,
    /// The hand as it was played, and as it was played on from each fork.
    hands: Vec<Hand>,
    /// Where everybody stood when the hand in progress began, and how many decisions it has had.
    before: Before,
    length: usize,
    /// A past self that plays for all sides but one.
    past: Option<(usize, usize)>,
    /// How many steps they took.
    taken: u64,
}

impl Table {
    fn new(game: &Game, number: u32) -> Self {
        let mut rng = Rng::of_game(0x1EA2_4ED0, u64::from(number));
        let mut state = State::new(&game.tables, &game.layout);
        state.tracking = true;
        game.start(&mut state, &mut rng, false);
        let forks = (0..FORKS).map(|_| Fork {
            state: state.clone(),
            seat: 0,
            action: Move::NONE,
            moment: Vec::new(),
            features: Vec::new(),
            told: Told::default(),
            at: 0,
            made: 0,
            set: false,
        });
        let forks: Vec<Fork> = forks.collect();
        Self {
            view: View::new(game, &state, 0),
            other: state.clone(),
            state,
            rng,
            desk: Desk::default(),
            moves: Vec::new(),
            hands: (0..=forks.len()).map(|_| Hand::default()).collect(),
            forks,
            before: Before::default(),
            length: 0,
            past: None,
            taken: 0,
        }
    }

    /// Works out what every decision was worth. Where a hand was played on from a fork, what both had in
    /// common is luck, and mostly left out.
    fn share_luck(&mut self, lone: bool) {
        self.hands.iter_mut().for_each(|hand| hand.settle(lone));
        let [main, others @ ..] = self.hands.as_mut_slice() else { return };
        for (fork, other) in self.forks.iter().zip(others).filter(|(fork, _)| fork.set) {
            let (Some(one), Some(two)) = (main.steps.get_mut(fork.at), other.steps.first_mut())
            else {
                continue;
            };
            let luck = (one.target + two.target - one.value - two.value) / 2.0;
            if !luck.is_nan() {
                one.target -= (1.0 - LUCK) * luck;
                two.target -= (1.0 - LUCK) * luck;
            }
        }
    }
}

struct School<'a> {
    game: &'a Game,
    encoding: Encoding,
    stakes: Stakes,
    /// After so many decisions of a hand every further one has a price.
    long: usize,
}

impl School<'_> {
    /// One hand at every table.
    fn play_all(
        &self,
        tables: &mut [Table],
        net: (&Net, &[Net]),
        lesson: Lesson,
        threads: usize,
        cancelled: &Arc<AtomicBool>,
    ) {
        let part = tables.len().div_ceil(threads.max(1));
        if part == tables.len() {
            let _errand = Errand::until(cancelled);
            tables.iter_mut().for_each(|table| self.play(table, net, lesson));
            return;
        }
        std::thread::scope(|scope| {
            for tables in tables.chunks_mut(part) {
                scope.spawn(move || {
                    let _errand = Errand::until(cancelled);
                    tables.iter_mut().for_each(|table| self.play(table, net, lesson));
                });
            }
        });
    }

    fn play(&self, table: &mut Table, net: (&Net, &[Net]), lesson: Lesson) {
        let work = work::total();
        table.taken = 1;
        table.hands.iter_mut().for_each(Hand::clear);
        table.forks.iter_mut().for_each(|fork| fork.set = false);
        if table.length == 0 {
            if table.state.waiting != Waiting::Decision || table.rng.below(LEAVING) == 0 {
                table.state.tracking = true;
                self.game.start(&mut table.state, &mut table.rng, false);
            }
            table.before = self.stakes.before(self.game, &table.state);
            let (sides, selves) = (self.stakes.sides.len(), net.1.len());
            let meets = selves > 0 && sides > 1 && unit(&mut table.rng) < PAST;
            let drawn =
                (table.rng.below(selves.max(1) as u32), table.rng.below(sides.max(1) as u32));
            table.past = meets.then_some((drawn.0 as usize, drawn.1 as usize));
        }
        table.state.work_left = WORK_OF_A_HAND;
        let before = table.before;
        let forks = if self.stakes.is_lone() { 0 } else { table.forks.len() };
        let since = table.length;
        table.length += self.play_on(table, 0, &before, net, lesson, (forks, since));
        for number in 0..forks {
            if !table.forks[number].set {
                continue;
            }
            std::mem::swap(&mut table.state, &mut table.other);
            let Table { state, forks, hands, rng, .. } = table;
            let fork = &forks[number];
            state.clone_from(&fork.state);
            hands[number + 1].push(fork.seat, &fork.moment, &fork.features, fork.told);
            self.game.apply(state, fork.seat, fork.action, rng);
            let since = since + fork.made;
            self.play_on(table, number + 1, &before, net, lesson, (0, since));
            std::mem::swap(&mut table.state, &mut table.other);
        }
        if !table.hands[0].cut {
            table.length = 0;
            if !self.stakes.is_decided(&before, &table.state) {
                // Broken off: the match is left.
                table.state.waiting = Waiting::Over;
            }
        }
        table.taken += (work::total() - work) / WORK_OF_A_STEP;
    }

    /// Plays the hand to its end, and notes what is decided. `since` is how many decisions it has had before.
    fn play_on(
        &self,
        table: &mut Table,
        number: usize,
        before: &Before,
        net: (&Net, &[Net]),
        lesson: Lesson,
        (forks, since): (usize, usize),
    ) -> usize {
        let Table { state, view, rng, desk, moves, forks: all, hands, taken, past, length, .. } =
            table;
        let (game, hand) = (self.game, &mut hands[number]);
        let lone = self.stakes.is_lone();
        let longest = if lone { LONGEST_ALONE } else { SEGMENT };

        let mut weight = 0;
        let mut made = 0;
        let mut stuck = false;
        while made < longest {
            if state.waiting != Waiting::Decision || self.stakes.is_decided(before, state) {
                break;
            }
            let seat = game.asked(state);
            game.choices(state, seat, moves);
            thin(moves);
            if moves.is_empty() {
                stuck = true;
                break;
            }
            made += 1;
            *taken += 1 + (moves.len() / MOVES_OF_A_STEP) as u64;
            let mut chosen = 0;
            if moves.len() > 1 {
                let own = past.is_none_or(|(_, side)| self.stakes.side_of(seat) == Some(side));
                let judge = past.filter(|_| !own).map_or(net.0, |(number, _)| &net.1[number]);
                view.renew(game, state, seat);
                desk.judge(game, &self.encoding, judge, view.table(), seat, moves);
                let says = |action: &Move| !matches!(action.kind, Kind::Card | Kind::Build);
                let calm = if moves.iter().all(says) { QUIET } else { 1.0 };
                chosen = if unit(rng) < calm * WHIM {
                    rng.below(moves.len() as u32) as usize
                } else {
                    pick(desk.values(), calm * between(HEAT, lesson.progress), rng)
                };
                let best = desk.values().iter().copied().fold(f32::MIN, f32::max);
                let far = self.stakes.distance(game, state, seat);
                let price = if lone || since + made <= self.long { 0.0 } else { PRICE };
                let told = |place: usize| Told { best, value: desk.values()[place], far, price };
                let share = match (own, says(&moves[chosen])) {
                    (false, _) => 0,
                    (true, true) => SAYING,
                    (true, false) => 1,
                };
                if own {
                    hand.push(seat, desk.moment(), desk.action(chosen), told(chosen));
                }
                weight += share;
                for fork in all.iter_mut().take(forks) {
                    if share == 0 || rng.below(weight) >= share {
                        continue;
                    }
                    let mut rest = desk.values().to_vec();
                    rest[chosen] = f32::MIN / 4.0;
                    let other = pick(&rest, FORK_HEAT, rng);
                    (fork.at, fork.made) = (hand.steps.len() - 1, made);
                    fork.state.clone_from(state);
                    (fork.seat, fork.action, fork.set) = (seat, moves[other], true);
                    fork.moment.clear();
                    fork.moment.extend_from_slice(desk.moment());
                    fork.features.clear();
                    fork.features.extend_from_slice(desk.action(other));
                    fork.told = told(other);
                }
            }
            game.apply(state, seat, moves[chosen], rng);
        }
        hand.worth = self.stakes.worth(game, before, state, (lesson.scale, 1.0));
        hand.margins = self.stakes.margins(game, before, state);
        hand.won = state.waiting == Waiting::Over && state.outcome.winners != 0;
        let decided = self.stakes.is_decided(before, state);
        let goes_on = !decided && !stuck && state.waiting == Waiting::Decision;
        hand.cut = goes_on && !lone && *length + made < LONGEST;
        for seat in 0..16 {
            hand.side_of[seat] = self.stakes.side_of(seat as u8).unwrap_or(usize::MAX);
            hand.far[seat] =
                if decided { 0.0 } else { self.stakes.distance(game, state, seat as u8) };
        }
        made
    }
}
