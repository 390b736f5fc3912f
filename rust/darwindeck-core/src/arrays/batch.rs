//! Many games at once, stepped by arrays of numbers. A game that is over begins anew at once.
//!
//! What happens depends on the seed and on the numbers that are given, never on how many threads there
//! are: game `i` of `n` plays the deals `i`, `i + n`, `i + 2n` and so on of the seed.
//!
//! In small games most of what happens has happened before: see [`Recall`]. A game then stands at a moment
//! that is known, and its table is only set up again when something comes that is not.

use crate::game::Game;
use crate::game::cards::CardSet;
use crate::game::rng::Rng;
use crate::game::tables::{NOBODY, SEATS};

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::crew::Crew;
use super::recall::{self, BEGINNING, Moment, Recall, Slot};
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
    /// The same as numbers one after the other; what follows after the last of them means nothing.
    pub legal: &'a mut [i32],
    /// How many numbers these are.
    pub counts: &'a mut [i32],
    /// What each player gained with the last step.
    pub rewards: &'a mut [f32],
    /// Whether the game came to its end with it: see [`Done`].
    pub done: &'a mut [u8],
    /// The seat that is asked.
    pub to_move: &'a mut [i32],
}

impl<'a> Rows<'a> {
    /// All rows once more.
    fn whole(&mut self) -> Rows<'_> {
        Rows {
            observations: &mut *self.observations,
            masks: &mut *self.masks,
            legal: &mut *self.legal,
            counts: &mut *self.counts,
            rewards: &mut *self.rewards,
            done: &mut *self.done,
            to_move: &mut *self.to_move,
        }
    }

    /// So many rows at a time.
    fn portions(self, sizes: Sizes, games: usize) -> impl Iterator<Item = Rows<'a>> {
        let observations = self.observations.chunks_mut((games * sizes.observation).max(1));
        let masks = self.masks.chunks_mut((games * sizes.mask).max(1));
        let legal = self.legal.chunks_mut((games * sizes.mask).max(1));
        let counts = self.counts.chunks_mut(games);
        let rewards = self.rewards.chunks_mut(games * sizes.reward);
        let rest = self.done.chunks_mut(games).zip(self.to_move.chunks_mut(games));
        let rows = observations.zip(masks).zip(legal.zip(counts)).zip(rewards.zip(rest));
        rows.map(|(((observations, masks), (legal, counts)), (rewards, (done, to_move)))| Rows {
            observations,
            masks,
            legal,
            counts,
            rewards,
            done,
            to_move,
        })
    }

    /// The row of one game.
    fn row(&mut self, sizes: Sizes, number: usize) -> Rows<'_> {
        let of = |size: usize| number * size..(number + 1) * size;
        Rows {
            observations: &mut self.observations[of(sizes.observation)],
            masks: &mut self.masks[of(sizes.mask)],
            legal: &mut self.legal[of(sizes.mask)],
            counts: &mut self.counts[of(1)],
            rewards: &mut self.rewards[of(sizes.reward)],
            done: &mut self.done[of(1)],
            to_move: &mut self.to_move[of(1)],
        }
    }
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

/// What a game still has to do with a step, since nothing is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    Nothing,
    /// What was said is still to be done.
    Said,
    /// The next game is still to be begun.
    Begin,
}

struct Seat {
    table: Box<Table>,
    /// The cards, by their faces, of which one is to be picked there, if that is all there is to decide: to
    /// look at every table before a step would take as long as many steps.
    open: CardSet,
    /// How many games it has begun.
    begun: u64,
    /// How many of them one after the other were over when they began.
    vain: u8,
    /// The moment it has come to, if that is known.
    moment: Option<Moment>,
    /// The chance that is still to come at this moment.
    rng: Rng,
    /// Whether the table stands there, too.
    set_up: bool,
    left: Left,
}

/// So many games one after the other may be over when they begin.
const VAIN: u8 = 64;

/// Many games at once.
pub struct Batch {
    seats: Vec<Seat>,
    seed: u64,
    single_hand: bool,
    reward: Reward,
    threads: usize,
    crew: Option<Crew>,
    recall: Memory,
}

/// What is known of a game.
enum Memory {
    /// Nobody has looked yet whether it is small.
    Unasked,
    Kept(Box<Recall>),
    None,
}

/// So many games are taken up by a thread at once at the least.
const PORTION: usize = 4;
/// So many portions there are for each thread, so that one that is slow leaves some to the others.
const PORTIONS: usize = 8;

/// What all games of a batch have in common.
#[derive(Clone, Copy)]
struct Rules<'a> {
    game: &'a Game,
    arrays: &'a Arrays,
    seed: u64,
    games: u64,
    single_hand: bool,
    reward: Reward,
}

impl Batch {
    /// Games that have not begun.
    pub fn new(
        game: &Game,
        games: usize,
        single_hand: bool,
        reward: Reward,
        threads: usize,
    ) -> Self {
        let seat = |_| Seat {
            table: Box::new(Table::new(game)),
            open: 0,
            begun: 0,
            vain: 0,
            moment: None,
            rng: Rng::new(0),
            set_up: true,
            left: Left::Nothing,
        };
        Self {
            seats: (0..games).map(seat).collect(),
            seed: 0,
            single_hand,
            reward,
            threads: threads.clamp(1, games.max(1)),
            crew: None,
            recall: Memory::Unasked,
        }
    }

    /// The same, and what happens is kept, or is not, whether the game is small or not.
    pub fn recalling(mut self, game: &Game, arrays: &Arrays, recalls: bool) -> Self {
        self.recall = match recalls {
            true => Memory::Kept(Box::new(Recall::new(Self::sizes(game, arrays)))),
            false => Memory::None,
        };
        self
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// How many moments of what has happened are kept.
    pub fn kept(&self) -> usize {
        match &self.recall {
            Memory::Kept(recall) => recall.known_moments(),
            _ => 0,
        }
    }

    /// The sizes of rows.
    pub fn sizes(game: &Game, arrays: &Arrays) -> Sizes {
        Sizes {
            observation: arrays.planes.size(),
            mask: arrays.actions.size(),
            reward: usize::from(game.tables.players),
        }
    }

    fn rules<'a>(&self, game: &'a Game, arrays: &'a Arrays) -> Rules<'a> {
        Rules {
            game,
            arrays,
            seed: self.seed,
            games: self.seats.len() as u64,
            single_hand: self.single_hand,
            reward: self.reward,
        }
    }

    /// One of the games.
    pub fn table(&mut self, game: &Game, arrays: &Arrays, number: usize) -> Option<&Table> {
        let rules = self.rules(game, arrays);
        let seat = self.seats.get_mut(number)?;
        if let Memory::Kept(recall) = &self.recall {
            seat.set_up(rules, recall, number as u64);
        }
        Some(&seat.table)
    }

    /// Begins all games anew.
    pub fn reset(&mut self, game: &Game, arrays: &Arrays, seed: u64, rows: Rows) {
        self.seed = seed;
        let rules = self.rules(game, arrays);
        if let (Memory::Unasked, Some(first)) = (&self.recall, self.seats.first_mut()) {
            self.recall = match first.is_small(rules) {
                true => Memory::Kept(Box::new(Recall::new(Self::sizes(game, arrays)))),
                false => Memory::None,
            };
        }
        self.each(rules, rows, &[], |number, seat, recall, _, row| {
            seat.begun = 0;
            row.rewards.fill(0.0);
            row.done[0] = Done::No as u8;
            seat.begin(rules, recall, number);
        });
    }

    /// The first game, if any, in which a number may not be said.
    pub fn first_refused(&self, arrays: &Arrays, numbers: &[i64]) -> Option<usize> {
        let recall = match &self.recall {
            Memory::Kept(recall) => Some(recall),
            _ => None,
        };
        let may = |(seat, number): (&Seat, &i64)| {
            let Ok(id) = u32::try_from(*number) else { return false };
            match (recall, seat.moment) {
                (Some(recall), Some(moment)) => recall.way(moment, id).is_some(),
                _ => seat.allows(arrays, id),
            }
        };
        self.seats.iter().zip(numbers).position(|one| !may(one))
    }

    /// Steps all games; every number must be one that may be said.
    pub fn step(&mut self, game: &Game, arrays: &Arrays, numbers: &[i64], rows: Rows) {
        let rules = self.rules(game, arrays);
        self.each(rules, rows, numbers, |number, seat, recall, said, row| {
            seat.step(rules, recall, number, said as u32, row);
        });
    }

    /// Does something with each game, in threads, and writes what the seat that is then asked sees.
    fn each(
        &mut self,
        rules: Rules,
        mut rows: Rows,
        numbers: &[i64],
        act: impl Fn(u64, &mut Seat, Option<&Recall>, i64, &mut Rows) + Sync,
    ) {
        let sizes = Self::sizes(rules.game, rules.arrays);
        let recall = match &self.recall {
            Memory::Kept(recall) => Some(&**recall),
            _ => None,
        };
        let (left, missed) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |first: usize, seats: &mut [Seat], numbers: &[i64], rows: Rows| {
            let seats = seats.iter_mut().enumerate();
            let (mut undone, mut unknown) = (0, 0);
            for ((place, seat), mut row) in seats.zip(rows.portions(sizes, 1)) {
                let number = numbers.get(place).copied().unwrap_or(0);
                act((first + place) as u64, seat, recall, number, &mut row);
                if seat.left == Left::Nothing {
                    seat.write(rules, recall, &mut row);
                    unknown += usize::from(seat.moment.is_none());
                } else {
                    undone += 1;
                }
            }
            left.fetch_add(undone, Ordering::Relaxed);
            missed.fetch_add(unknown, Ordering::Relaxed);
        };
        let piece = self.seats.len().div_ceil(self.threads * PORTIONS).max(PORTION);
        if self.threads <= 1 || piece >= self.seats.len() {
            work(0, &mut self.seats, numbers, rows.whole());
        } else {
            let threads = self.threads;
            let crew = match &mut self.crew {
                Some(crew) if crew.is_here() => crew,
                crew => crew.insert(Crew::new(threads - 1)),
            };
            let portions = rows.whole().portions(sizes, piece);
            let pieces = Mutex::new(self.seats.chunks_mut(piece).zip(portions).enumerate());
            crew.run(&|| {
                let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some((place, (seats, rows))) = next() {
                    let first = place * piece;
                    let numbers = numbers.get(first..first + seats.len()).unwrap_or(&[]);
                    work(first, seats, numbers, rows);
                }
            });
        }
        let (left, missed) = (left.into_inner(), missed.into_inner());
        if left > 0 {
            self.do_what_is_left(rules, sizes, numbers, rows);
        }
        self.forget(rules, left + missed);
    }

    /// Does what nothing was known of, and keeps it, one game after the other.
    #[cold]
    fn do_what_is_left(&mut self, rules: Rules, sizes: Sizes, numbers: &[i64], mut rows: Rows) {
        let Memory::Kept(recall) = &mut self.recall else { return };
        for (number, seat) in self.seats.iter_mut().enumerate() {
            if seat.left == Left::Nothing {
                continue;
            }
            let mut row = rows.row(sizes, number);
            let (number, said) = (number as u64, numbers.get(number).copied().unwrap_or(0) as u32);
            if seat.left == Left::Said {
                // Another game may have come the same way before.
                seat.left = Left::Nothing;
                seat.step(rules, Some(recall), number, said, &mut row);
            }
            if seat.left == Left::Said {
                seat.left = Left::Nothing;
                seat.learn_step(rules, recall, number, said, &mut row);
            }
            if std::mem::replace(&mut seat.left, Left::Nothing) == Left::Begin {
                seat.learn_begin(rules, recall, number, &mut row);
            }
            seat.write(rules, Some(recall), &mut row);
        }
    }

    /// Forgets what has happened if that is of no use.
    fn forget(&mut self, rules: Rules, missed: usize) {
        let Memory::Kept(recall) = &mut self.recall else { return };
        if recall.is_useless(self.seats.len(), missed) {
            for (number, seat) in self.seats.iter_mut().enumerate() {
                seat.set_up(rules, recall, number as u64);
                seat.moment = None;
            }
            self.recall = Memory::None;
        }
    }
}

impl Seat {
    /// Whether games may be kept, as far as the first one shows.
    fn is_small(&mut self, rules: Rules) -> bool {
        let mut rng = Rng::of_game(rules.seed, 0);
        rng.take_notes();
        self.table.begin(rules.game, rules.arrays, rng, rules.single_hand);
        recall::is_small(&self.table.rng.notes())
    }

    /// Whether a number may be said at the table.
    #[inline(always)]
    fn allows(&self, arrays: &Arrays, id: u32) -> bool {
        match self.open {
            0 => self.table.allows(arrays, id),
            cards => id < CardSet::BITS && cards >> id & 1 != 0,
        }
    }

    /// Brings the table to the moment that the game has come to.
    fn set_up(&mut self, rules: Rules, recall: &Recall, number: u64) {
        let Some(moment) = self.moment.filter(|_| !self.set_up) else { return };
        let index = number + rules.games * (self.begun - 1);
        let rng = Rng::of_game(rules.seed, index);
        self.table.begin(rules.game, rules.arrays, rng, rules.single_hand);
        let mut rewards = [0.0; SEATS];
        for said in recall.said_until(moment) {
            let refused = self.table.step(rules.game, rules.arrays, said);
            debug_assert!(refused.is_ok(), "{refused:?}");
            self.table.rewards(rules.game, rules.arrays, rules.reward, &mut rewards);
        }
        self.open = self.table.open_cards();
        self.set_up = true;
    }

    /// Writes what the seat that is asked sees and may do.
    #[inline]
    fn write(&self, rules: Rules, recall: Option<&Recall>, row: &mut Rows) {
        if let (Some(recall), Some(moment)) = (recall, self.moment) {
            return recall.write_row(moment, row);
        }
        self.write_table(rules, row);
    }

    #[inline]
    fn write_table(&self, rules: Rules, row: &mut Rows) {
        let asked = self.table.asked();
        row.to_move[0] = if asked == NOBODY { -1 } else { i32::from(asked) };
        self.table.mask(row.masks);
        row.counts[0] = self.table.list(row.legal) as i32;
        if asked == NOBODY {
            row.observations.fill(0.0);
        } else {
            self.table.observe(rules.game, rules.arrays, asked, row.observations);
        }
    }

    /// Does what was said, and begins the next game if this one is over.
    #[inline]
    fn step(
        &mut self,
        rules: Rules,
        recall: Option<&Recall>,
        number: u64,
        said: u32,
        row: &mut Rows,
    ) {
        if let (Some(recall), Some(moment)) = (recall, self.moment) {
            let way = recall.way(moment, said);
            if let Some(next) = way.and_then(|way| recall.follow(way, &mut self.rng)) {
                recall.write_arrival(next, row);
                self.moment = Some(next);
                self.set_up = false;
                if recall.is_over(next) {
                    self.begin(rules, Some(recall), number);
                }
                return;
            }
            if !recall.is_full() {
                self.left = Left::Said;
                return;
            }
            self.set_up(rules, recall, number);
            self.moment = None;
        }
        self.step_table(rules, said, row);
        if self.table.over() {
            self.begin(rules, recall, number);
        }
    }

    /// Does what was said at the table.
    #[inline]
    fn step_table(&mut self, rules: Rules, said: u32, row: &mut Rows) {
        row.rewards.fill(0.0);
        row.done[0] = Done::No as u8;
        let refused = self.table.step(rules.game, rules.arrays, said);
        debug_assert!(refused.is_ok(), "{refused:?}");
        self.open = self.table.open_cards();
        self.table.rewards(rules.game, rules.arrays, rules.reward, row.rewards);
        if self.table.over() {
            let limit = self.table.state.outcome.limit.is_some();
            row.done[0] = (if limit { Done::Limit } else { Done::Over }) as u8;
        }
    }

    /// The chance of the next game.
    #[inline]
    fn next_chance(&mut self, rules: Rules, number: u64) -> Rng {
        let index = number + rules.games * self.begun;
        self.begun += 1;
        Rng::of_game(rules.seed, index)
    }

    /// Begins the next game; one in which nobody decides anything is over when it begins, and the next one
    /// is begun, but not for ever.
    #[inline]
    fn begin(&mut self, rules: Rules, recall: Option<&Recall>, number: u64) {
        self.vain = 0;
        while self.vain < VAIN {
            self.rng = self.next_chance(rules, number);
            let known = recall.and_then(|recall| recall.follow(BEGINNING, &mut self.rng));
            let over = match (recall, known) {
                (Some(recall), Some(moment)) => {
                    self.moment = Some(moment);
                    self.set_up = false;
                    recall.is_over(moment)
                }
                (Some(recall), None) if !recall.is_full() => {
                    self.begun -= 1;
                    self.left = Left::Begin;
                    return;
                }
                _ => {
                    self.moment = None;
                    self.begin_table(rules);
                    self.table.over()
                }
            };
            if !over {
                return;
            }
            self.vain += 1;
        }
    }

    #[inline]
    fn begin_table(&mut self, rules: Rules) {
        let rng = self.rng.clone();
        self.table.begin(rules.game, rules.arrays, rng, rules.single_hand);
        self.open = self.table.open_cards();
        self.set_up = true;
    }

    /// Does what was said, at a moment that is known, and keeps what it leads to; if the game is over then,
    /// the next one is still to be begun.
    fn learn_step(
        &mut self,
        rules: Rules,
        recall: &mut Recall,
        number: u64,
        said: u32,
        row: &mut Rows,
    ) {
        self.set_up(rules, recall, number);
        let before = self.moment.take();
        self.table.rng.take_notes();
        self.step_table(rules, said, row);
        let over = self.table.over();
        if let Some(before) = before {
            if let Some(way) = recall.way(before, said) {
                self.learn(rules, recall, way, Some((before, said)), row);
            }
        }
        self.rng = self.table.rng.clone();
        if over {
            self.vain = 0;
            self.left = Left::Begin;
        }
    }

    /// Begins games as `begin` does, and keeps how they begin.
    fn learn_begin(&mut self, rules: Rules, recall: &mut Recall, number: u64, row: &mut Rows) {
        // What the step brought that came before stays in the row.
        let (mut rewards, done) = ([0.0; SEATS], row.done[0]);
        rewards[..row.rewards.len()].copy_from_slice(row.rewards);
        row.rewards.fill(0.0);
        row.done[0] = Done::No as u8;
        while self.vain < VAIN {
            self.rng = self.next_chance(rules, number);
            self.moment = recall.follow(BEGINNING, &mut self.rng);
            let over = match self.moment {
                Some(moment) => {
                    self.set_up = false;
                    recall.is_over(moment)
                }
                None => {
                    self.rng.take_notes();
                    self.begin_table(rules);
                    self.learn(rules, recall, BEGINNING, None, row);
                    self.rng = self.table.rng.clone();
                    self.table.over()
                }
            };
            if !over {
                break;
            }
            self.vain += 1;
        }
        row.rewards.copy_from_slice(&rewards[..row.rewards.len()]);
        row.done[0] = done;
    }

    /// Keeps where the table has come to.
    fn learn(
        &mut self,
        rules: Rules,
        recall: &mut Recall,
        way: Slot,
        said: Option<(Moment, u32)>,
        row: &mut Rows,
    ) {
        let drawn = self.table.rng.notes();
        self.write_table(rules, row);
        self.moment = recall.keep(way, said, &drawn, row, self.table.over());
    }
}
