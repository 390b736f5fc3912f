//! Long play under the laws: after every move of games played at random, everything is looked at that can
//! be looked at quickly.
//!
//! An audit plays games one after the other until it has made so many moves. Game *i* depends on the
//! seed and *i* alone, and games are dealt out in groups, so that the same games are played in any number
//! of threads.

mod facts;
mod faults;
mod laws;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::game::Game;
use crate::game::cards::{CardId, CardSet};
use crate::game::chooser::Chooser;
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::work::Errand;
use crate::players::random::{pick, pick_card};

pub use facts::{Book, Column, Facts, chips_in_pots};
pub use faults::Fault;
pub use laws::{Broken, Law, judge};

/// So many games are played before it is looked whether there were moves enough.
const GROUP: u64 = 8;
/// Of so many games one is played again, by its moves and without a stop.
const AGAIN: u64 = 8;
/// At one of so many moments moves are tried.
const TRIED: u32 = 32;
/// So many of the moves of a list are made on trial, at most.
const MOST_TRIED: usize = 8;
/// So many moves that are like listed ones are tried.
const FORGED: usize = 8;
/// After so many games in which a law was broken no further one is begun.
const MOST_TOLD: usize = 20;
/// What sets chance of players and of looks apart from that of the deals.
const THOUGHTS: u64 = 0x5DEE_CE66;
const LOOKS: u64 = 0x1057_BEEF;
/// Where the parts of a move's number begin, and how many bits they have.
const FIELDS: [(u32, u32); 6] = [(0, 8), (8, 8), (16, 8), (24, 8), (32, 16), (48, 16)];

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The seed of all.
    pub seed: u64,
    /// How many moves, at least.
    pub moves: u64,
    /// After how many moves a game is broken off.
    pub most: u32,
    /// One game in so many is a whole match, the others are single hands; 0: none is.
    pub matches: u64,
    /// A fault that happens after so many moves of every game.
    pub fault: Option<(Fault, u32)>,
}

/// A game in which a law was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number of the game.
    pub game: u64,
    /// Whether it was a single hand.
    pub single_hand: bool,
    /// The moves up to there.
    pub moves: Vec<(u8, Move)>,
    /// The laws, and what was wrong.
    pub broken: Broken,
}

/// What came of an audit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games that were played.
    pub games: u64,
    /// Moves that were made, each followed by a look at the laws.
    pub moves: u64,
    /// Moments at which moves were tried.
    pub looks: u64,
    /// Moves that were listed, made on trial and looked at.
    pub tried: u64,
    /// Moves that were not listed and had to be refused.
    pub forged: u64,
    /// Games that were played a second time.
    pub again: u64,
    /// Games that were stopped because of the work.
    pub stopped: u64,
    /// Games in which a law was broken.
    pub broken: u64,
    /// The first of them.
    pub found: Vec<Found>,
}

impl Report {
    fn add(&mut self, other: Report) {
        self.games += other.games;
        self.moves += other.moves;
        self.looks += other.looks;
        self.tried += other.tried;
        self.forged += other.forged;
        self.again += other.again;
        self.stopped += other.stopped;
        self.broken += other.broken;
        self.found.extend(other.found);
        self.found.truncate(MOST_TOLD);
    }
}

/// Plays games under the laws. `cancelled` stops it early; `done` counts moves.
pub fn audit(
    game: &Game,
    audit: &Audit,
    threads: usize,
    cancelled: &Arc<AtomicBool>,
    done: &AtomicU64,
) -> Report {
    let mut total = Report::default();
    let mut pace = 0;
    let mut first = 0;
    // A game in which laws are broken again and again has shown enough.
    while pace < audit.moves
        && total.broken < MOST_TOLD as u64
        && !cancelled.load(Ordering::Relaxed)
    {
        let mut games = group(game, audit, first, threads, cancelled, done);
        games.sort_by_key(|(number, _, _)| *number);
        for (_, steps, report) in games {
            pace += steps;
            total.add(report);
        }
        first += GROUP;
    }
    total
}

/// Plays some games: of each the number, a measure of its length, and what came of it.
fn group(
    game: &Game,
    audit: &Audit,
    first: u64,
    threads: usize,
    cancelled: &Arc<AtomicBool>,
    done: &AtomicU64,
) -> Vec<(u64, u64, Report)> {
    let next = AtomicU64::new(first);
    let work = || {
        let _errand = Errand::until(cancelled);
        let mut auditor = Auditor::new(game, audit);
        let mut played = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= first + GROUP || cancelled.load(Ordering::Relaxed) {
                return played;
            }
            let (steps, report) = auditor.play(number);
            if cancelled.load(Ordering::Relaxed) {
                // What was called off proves nothing.
                return played;
            }
            done.fetch_add(report.moves, Ordering::Relaxed);
            played.push((number, steps, report));
        }
    };
    if threads <= 1 {
        return work();
    }
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined = handles.into_iter().map(|handle| handle.join());
        joined.flat_map(|played| played.unwrap_or_else(|e| std::panic::resume_unwind(e))).collect()
    })
}

/// Plays one game after the other and looks at each of its moments.
struct Auditor<'a> {
    game: &'a Game,
    audit: &'a Audit,
    book: Book,
    state: State,
    trial: State,
    before: Facts,
    now: Facts,
    then: Facts,
    list: Vec<Move>,
    other: Vec<Move>,
    made: Vec<(u8, Move)>,
    digests: Vec<u64>,
    broken: Broken,
    struck: bool,
    report: Report,
}

impl<'a> Auditor<'a> {
    fn new(game: &'a Game, audit: &'a Audit) -> Self {
        let empty = || State::new(&game.tables, &game.layout);
        Self {
            game,
            audit,
            book: Book::of(game),
            state: empty(),
            trial: empty(),
            before: Facts::default(),
            now: Facts::default(),
            then: Facts::default(),
            list: Vec::new(),
            other: Vec::new(),
            made: Vec::new(),
            digests: Vec::new(),
            broken: Vec::new(),
            struck: false,
            report: Report::default(),
        }
    }

    /// Plays a game; gives a measure of its length, and what came of it.
    fn play(&mut self, number: u64) -> (u64, Report) {
        let (audit, every) = (self.audit, self.audit.matches);
        let single_hand = every == 0 || number % every != every - 1;
        self.report = Report::default();
        self.broken.clear();
        self.made.clear();
        self.digests.clear();
        self.struck = false;
        let played = catch_unwind(AssertUnwindSafe(|| self.follow(number, single_hand)));
        if let Err(problem) = played {
            // Whatever was going on was left in the middle.
            self.state = State::new(&self.game.tables, &self.game.layout);
            self.trial = State::new(&self.game.tables, &self.game.layout);
            self.broken.push((Law::Failure, message(&*problem)));
        }
        let mut report = std::mem::take(&mut self.report);
        report.games = 1;
        report.moves = self.made.len() as u64;
        report.stopped = u64::from(self.broken.iter().any(|(law, _)| *law == Law::Work));
        if !self.broken.is_empty() {
            report.broken = 1;
            let (moves, broken) = (self.made.clone(), self.broken.clone());
            report.found.push(Found { game: number, single_hand, moves, broken });
        }
        let steps = report.moves.max(u64::from(self.state.turns)).min(u64::from(audit.most));
        (steps.max(1), report)
    }

    fn follow(&mut self, number: u64, single_hand: bool) {
        let (game, seed) = (self.game, self.audit.seed);
        let mut rng = Rng::of_game(seed, number);
        let mut thoughts = Rng::of_game(seed ^ THOUGHTS, number);
        let mut looks = Rng::of_game(seed ^ LOOKS, number);
        let again = number.is_multiple_of(AGAIN);
        self.begin(&mut rng, single_hand);
        loop {
            self.strike();
            self.look();
            if !self.broken.is_empty() {
                break;
            }
            if again {
                self.digests.push(self.state.digest());
            }
            if self.state.waiting != Waiting::Decision
                || self.made.len() >= self.audit.most as usize
            {
                break;
            }
            let seat = game.asked(&self.state);
            game.legal(&self.state, seat, &mut self.list);
            self.spoil();
            self.look_at_list();
            if looks.below(TRIED) == 0 {
                self.try_moves(seat, &rng, &mut looks);
            }
            if !self.broken.is_empty() {
                break;
            }
            let action = pick(&self.list, &mut thoughts);
            let action = game.varied(&self.state, seat, action, &mut thoughts);
            self.made.push((seat, action));
            game.apply(&mut self.state, seat, action, &mut rng);
        }
        if again && self.broken.is_empty() {
            self.report.again += 1;
            self.play_again(number, single_hand);
        }
    }

    fn begin(&mut self, rng: &mut Rng, single_hand: bool) {
        let s = &mut self.state;
        (s.tracking, s.noting, s.work_left) = (true, true, i64::MAX);
        s.events.clear();
        s.chance.clear();
        self.game.start(s, rng, single_hand);
    }

    /// Lets the fault happen, when it is time.
    fn strike(&mut self) {
        if let Some((fault, at)) = self.audit.fault {
            if !self.struck && self.made.len() >= at as usize {
                self.struck = fault.strike(self.game, &mut self.state);
            }
        }
    }

    fn spoil(&mut self) {
        if let Some((fault, at)) = self.audit.fault {
            if self.made.len() >= at as usize {
                fault.spoil(&mut self.list);
            }
        }
    }

    /// Looks at the present moment.
    fn look(&mut self) {
        std::mem::swap(&mut self.before, &mut self.now);
        self.now.read(self.game, &self.state, &mut self.list);
        let first = self.made.is_empty();
        let same = !first && self.before.turns == self.now.turns;
        self.now.idle = if same { self.before.idle + 1 } else { 0 };
        let before = (!first).then_some(&self.before);
        judge(&self.book, before, &self.now, &self.state.events, &mut self.broken);
    }

    /// No move is listed twice.
    fn look_at_list(&mut self) {
        self.other.clone_from(&self.list);
        self.other.sort_unstable();
        if let Some(twice) = self.other.windows(2).find(|pair| pair[0] == pair[1]) {
            let code = twice[0].code();
            self.broken.push((Law::Listed, format!("the move {code} is listed more than once")));
        }
    }

    /// What is listed is what is listed whenever one asks; it can be made and leads to a moment that keeps
    /// the laws; what is only like it is refused.
    fn try_moves(&mut self, seat: u8, rng: &Rng, looks: &mut Rng) {
        let game = self.game;
        self.report.looks += 1;
        self.trial.clone_from(&self.state);
        game.legal(&self.trial, seat, &mut self.other);
        if self.other != self.list {
            let (once, again) = (self.list.len(), self.other.len());
            let what = format!("{once} moves are listed for seat {seat}, and asked again {again}");
            self.broken.push((Law::Listed, what));
            return;
        }
        let begin = looks.below(self.list.len().max(1) as u32) as usize;
        for step in 0..self.list.len().min(MOST_TRIED) {
            let listed = self.list[(begin + step) % self.list.len()];
            let action = game.varied(&self.state, seat, listed, looks);
            self.try_move(seat, action, rng);
        }
        for _ in 0..FORGED {
            let model = pick(&self.list, looks).code();
            let (at, bits) = FIELDS[looks.below(FIELDS.len() as u32) as usize];
            let part = (1u64 << bits) - 1;
            let value = [looks.bits() & part, 0, part][looks.below(3) as usize];
            self.forge(seat, model & !(part << at) | value << at);
        }
    }

    fn try_move(&mut self, seat: u8, action: Move, rng: &Rng) {
        let game = self.game;
        self.report.tried += 1;
        if !game.allows(&self.state, seat, action, &mut self.other) {
            let code = action.code();
            let what = format!("seat {seat} has the move {code} listed and cannot make it");
            self.broken.push((Law::Listed, what));
            return;
        }
        self.trial.clone_from(&self.state);
        game.apply(&mut self.trial, seat, action, &mut rng.clone());
        self.then.read(game, &self.trial, &mut self.other);
        let same = self.then.turns == self.now.turns;
        self.then.idle = if same { self.now.idle + 1 } else { 0 };
        let begun = self.broken.len();
        judge(&self.book, Some(&self.now), &self.then, &self.trial.events, &mut self.broken);
        if self.broken.len() > begun {
            // The move belongs to what shows that a law is broken.
            self.made.push((seat, action));
        }
    }

    /// A number that may be no move of the list must be refused, then.
    fn forge(&mut self, seat: u8, code: u64) {
        let action = Move::from_code(code);
        if self.list.contains(&action) || action.amount() > 0 {
            return;
        }
        self.report.forged += 1;
        if action.code() == code && self.game.allows(&self.state, seat, action, &mut self.other) {
            let what = format!("seat {seat} can make the move {code}, which is not listed");
            self.broken.push((Law::Listed, what));
        }
    }

    /// The same moves lead to the same positions, and play without a stop comes to the same end.
    fn play_again(&mut self, number: u64, single_hand: bool) {
        let (game, seed) = (self.game, self.audit.seed);
        let ended = std::mem::replace(&mut self.state, State::new(&game.tables, &game.layout));
        let made = std::mem::take(&mut self.made);
        let mut rng = Rng::of_game(seed, number);
        self.begin(&mut rng, single_hand);
        let mut step = 0;
        while self.digests[step] == self.state.digest() && step < made.len() {
            let (seat, action) = made[step];
            game.apply(&mut self.state, seat, action, &mut rng);
            step += 1;
        }
        if self.digests[step] != self.state.digest() {
            let what = "the same moves from the same deal lead to another position".into();
            self.broken.push((Law::Replay, what));
            self.made = made;
            self.made.truncate(step);
            return;
        }
        self.made = made;
        if ended.waiting != Waiting::Over {
            return;
        }
        let mut rng = Rng::of_game(seed, number);
        let mut thoughts = Rng::of_game(seed ^ THOUGHTS, number);
        (self.state.tracking, self.state.noting) = (false, false);
        game.start(&mut self.state, &mut rng, single_hand);
        game.ride(&mut self.state, &mut rng, &mut Blind(&mut thoughts));
        let (one, other) = (&ended, &self.state);
        let same = one.waiting == other.waiting
            && one.turns == other.turns
            && one.outcome == other.outcome
            && (one.score, one.side_score) == (other.score, other.side_score)
            && (one.chips, one.pot) == (other.chips, other.pot)
            && (one.hand_number, one.deal_number) == (other.hand_number, other.deal_number);
        if !same {
            let what = "played without a stop, the game comes to another end".into();
            self.broken.push((Law::QuickPlay, what));
        }
    }
}

/// Plays at random at all seats, with chance of its own.
struct Blind<'a>(&'a mut Rng);

impl Chooser for Blind<'_> {
    fn goes_on(&mut self, _: &State, _: u32) -> bool {
        true
    }

    fn card(&mut self, cards: CardSet, may_decline: bool, _: &mut Rng) -> Option<CardId> {
        pick_card(cards, may_decline, self.0)
    }

    fn call(&mut self, many: u32, _: &mut Rng) -> u32 {
        self.0.below(many.max(1))
    }

    fn choose(&mut self, _: &Game, _: &State, moves: &[Move], _: &mut Rng) -> Move {
        pick(moves, self.0)
    }

    fn bet(&mut self, bounds: (i32, i32), _: &mut Rng) -> Move {
        Game::any_bet(bounds, self.0)
    }
}

fn message(problem: &(dyn std::any::Any + Send)) -> String {
    let text = problem.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| problem.downcast_ref::<&str>().copied());
    format!("the core failed: {}", text.unwrap_or("no message"))
}
