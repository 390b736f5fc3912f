//! What a batch has seen happen in a small game, so that it need not be worked out again.
//!
//! Only the game itself says what a move leads to. What it said is kept as a tree: from the beginning, by what
//! chance drew, to the first moment at which somebody is asked; from there, by what was said and what chance
//! then drew, to the next one. A number of the generator is drawn in the tree as it is drawn in the game, so
//! that the same chance leads to the same place. Moments are told apart by the way that led to them, never by
//! a digest. Rows that are alike are kept once, compared number by number.
//!
//! A tree has its bounds: a game that may begin in too many ways is not kept at all, one that turns out to be
//! large is kept as far as there is room, or forgotten if that helps too rarely.

use std::collections::HashMap;

use crate::fingerprint::fingerprint;
use crate::game::rng::{Draw, Drawn, Rng};

use super::batch::{Rows, Sizes};

/// In so many ways a game may begin, as far as one beginning shows.
const MOST_BEGINNINGS: u64 = 1 << 16;
/// So many outcomes one draw may have.
const MOST_OUTCOMES: u64 = 1 << 14;
/// So many bytes a tree may take.
const MOST_BYTES: usize = 32 << 20;
/// So many bytes it takes about to find a row that is alike.
const FINDING: usize = 96;
/// After so many steps it is seen whether a tree that is full helps.
const TRIAL: u64 = 1 << 16;

/// The number of a moment at which somebody is asked, or at which the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment(u32);

/// Where something leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Unknown,
    To(Moment),
    /// Chance draws; the number of the draw.
    Chance(u32),
}

/// The same in four bytes: what is looked up should stay near.
#[derive(Clone, Copy, Debug)]
struct Packed(u32);

impl Packed {
    const UNKNOWN: Self = Self(0);
    /// Marks a draw.
    const CHANCE: u32 = 1 << 31;

    fn to(moment: Moment) -> Self {
        Self(moment.0 + 1)
    }

    fn chance(draw: u32) -> Self {
        Self(draw | Self::CHANCE)
    }

    #[inline(always)]
    fn way(self) -> Way {
        match self.0 {
            0 => Way::Unknown,
            draw if draw & Self::CHANCE != 0 => Way::Chance(draw & !Self::CHANCE),
            moment => Way::To(Moment(moment - 1)),
        }
    }
}

/// The ways from a moment, or from a draw, in one list.
#[derive(Clone, Copy, Debug)]
pub struct Slot(usize);

/// The beginning of a game.
pub const BEGINNING: Slot = Slot(0);

#[derive(Clone, Copy, Debug)]
struct Known {
    row: u32,
    arrival: u32,
    /// Its ways, one for each number that may be said.
    ways: u32,
    over: bool,
}

/// What everybody gained by coming to a moment, and whether the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arrival {
    rewards: usize,
    done: u8,
}

/// What is common to moments that look alike to whoever is asked.
#[derive(Clone, Copy, Debug)]
struct Row {
    to_move: i32,
    /// The numbers that may be said.
    legal: usize,
    many: usize,
}

/// A tree of what has happened.
pub struct Recall {
    sizes: Sizes,
    ways: Vec<Packed>,
    draws: Vec<(Draw, u32)>,
    moments: Vec<Known>,
    /// What was said before each of them, and at which moment; before the first of a game nothing was.
    said: Vec<Option<(Moment, u32)>>,
    rows: Vec<Row>,
    legal: Vec<i32>,
    observations: Vec<f32>,
    masks: Vec<u8>,
    arrivals: Vec<Arrival>,
    rewards: Vec<f32>,
    alike: HashMap<u64, Vec<u32>>,
    arrived: HashMap<u64, Vec<u32>>,
    full: bool,
    /// Since it is full: steps, and those among them of which nothing was known.
    steps: u64,
    missed: u64,
}

/// Whether games that begin like this one may be kept.
pub fn is_small(beginning: &[Drawn]) -> bool {
    let outcomes = beginning.iter().map(|drawn| drawn.draw.outcomes());
    let all = outcomes.clone().try_fold(1u64, u64::checked_mul);
    all.is_some_and(|all| all <= MOST_BEGINNINGS) && outcomes.max() <= Some(MOST_OUTCOMES)
}

impl Recall {
    /// Nothing has happened yet.
    pub fn new(sizes: Sizes) -> Self {
        Self {
            sizes,
            ways: vec![Packed::UNKNOWN],
            draws: Vec::new(),
            moments: Vec::new(),
            said: Vec::new(),
            rows: Vec::new(),
            legal: Vec::new(),
            observations: Vec::new(),
            masks: Vec::new(),
            arrivals: Vec::new(),
            rewards: Vec::new(),
            alike: HashMap::new(),
            arrived: HashMap::new(),
            full: false,
            steps: 0,
            missed: 0,
        }
    }

    /// How many moments are known.
    pub fn known_moments(&self) -> usize {
        self.moments.len()
    }

    /// Whether nothing more is kept.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Whether it is of no use: full, and of most steps it knows nothing. Called after each step of a batch
    /// with how many steps there were and how many of them it did not know.
    pub fn is_useless(&mut self, steps: usize, missed: usize) -> bool {
        if !self.full {
            return false;
        }
        self.steps += steps as u64;
        self.missed += missed as u64;
        if self.steps < TRIAL {
            return false;
        }
        let useless = self.missed * 2 > self.steps;
        (self.steps, self.missed) = (0, 0);
        useless
    }

    /// How many bytes it takes.
    fn bytes(&self) -> usize {
        self.ways.len() * size_of::<Packed>()
            + self.draws.len() * size_of::<(Draw, u32)>()
            + self.moments.len() * (size_of::<Known>() + size_of::<Option<(Moment, u32)>>())
            + self.rows.len() * (size_of::<Row>() + 4 * self.sizes.observation + self.sizes.mask)
            + self.legal.len() * 4
            + self.arrivals.len() * (size_of::<Arrival>() + 4 * self.sizes.reward)
            + (self.rows.len() + self.arrivals.len()) * FINDING
    }

    #[inline(always)]
    fn known(&self, moment: Moment) -> &Known {
        &self.moments[moment.0 as usize]
    }

    /// The way that a number leads from a moment, if it may be said there.
    #[inline(always)]
    pub fn way(&self, moment: Moment, said: u32) -> Option<Slot> {
        let known = self.known(moment);
        let row = &self.rows[known.row as usize];
        let legal = &self.legal[row.legal..row.legal + row.many];
        let place = legal.iter().position(|one| *one as u32 == said)?;
        Some(Slot(known.ways as usize + place))
    }

    /// Where a way leads, and the chance that is still to come; nothing if that is not known.
    #[inline(always)]
    pub fn follow(&self, slot: Slot, rng: &mut Rng) -> Option<Moment> {
        match self.ways[slot.0].way() {
            Way::To(moment) => Some(moment),
            Way::Unknown => None,
            Way::Chance(first) => {
                let mut chance = rng.clone();
                let mut draw = first;
                loop {
                    let (kind, ways) = self.draws[draw as usize];
                    let outcome = chance.draw(kind);
                    match self.ways[ways as usize + outcome as usize].way() {
                        Way::Chance(next) => draw = next,
                        Way::Unknown => return None,
                        Way::To(moment) => {
                            *rng = chance;
                            return Some(moment);
                        }
                    }
                }
            }
        }
    }

    /// Whether the game is over at a moment.
    #[inline(always)]
    pub fn is_over(&self, moment: Moment) -> bool {
        self.known(moment).over
    }

    /// Writes what everybody gained by coming to a moment, and whether the game is over.
    #[inline(always)]
    pub fn write_arrival(&self, moment: Moment, row: &mut Rows) {
        let arrival = &self.arrivals[self.known(moment).arrival as usize];
        row.done[0] = arrival.done;
        let rewards = arrival.rewards..arrival.rewards + self.sizes.reward;
        row.rewards.copy_from_slice(&self.rewards[rewards]);
    }

    /// Writes who is asked at a moment, what that seat sees and what it may do.
    #[inline(always)]
    pub fn write_row(&self, moment: Moment, row: &mut Rows) {
        let number = self.known(moment).row as usize;
        let (size, mask) = (self.sizes.observation, self.sizes.mask);
        row.observations.copy_from_slice(&self.observations[number * size..(number + 1) * size]);
        row.masks.copy_from_slice(&self.masks[number * mask..(number + 1) * mask]);
        let known = &self.rows[number];
        row.to_move[0] = known.to_move;
        row.legal[..known.many].copy_from_slice(&self.legal[known.legal..known.legal + known.many]);
        row.counts[0] = known.many as i32;
    }

    /// What was said from the beginning of a game to a moment.
    pub fn said_until(&self, moment: Moment) -> Vec<u32> {
        let before = |at: Moment| self.said[at.0 as usize];
        let all = std::iter::successors(before(moment), |(at, _)| before(*at));
        let mut said: Vec<u32> = all.map(|(_, said)| said).collect();
        said.reverse();
        said
    }

    /// Keeps where a way led, which was not known: what chance drew, what everybody gained, what the row of
    /// the moment is, and whether the game is over. Nothing if there is no room for it.
    pub fn keep(
        &mut self,
        slot: Slot,
        said: Option<(Moment, u32)>,
        drawn: &[Drawn],
        row: &Rows,
        over: bool,
    ) -> Option<Moment> {
        let large = drawn.iter().any(|one| one.draw.outcomes() > MOST_OUTCOMES);
        if self.full || large || self.bytes() > MOST_BYTES {
            self.full = true;
            return None;
        }
        let mut at = slot.0;
        for one in drawn {
            let draw = match self.ways[at].way() {
                Way::Chance(draw) => draw,
                _ => {
                    let ways = self.ways.len();
                    self.ways.resize(ways + one.draw.outcomes() as usize, Packed::UNKNOWN);
                    self.draws.push((one.draw, ways as u32));
                    let draw = self.draws.len() as u32 - 1;
                    self.ways[at] = Packed::chance(draw);
                    draw
                }
            };
            let (kind, ways) = self.draws[draw as usize];
            debug_assert_eq!(kind, one.draw);
            at = ways as usize + one.outcome as usize;
        }
        let number = self.row(row);
        let known =
            Known { row: number, arrival: self.arrival(row), ways: self.ways.len() as u32, over };
        let many = self.rows[number as usize].many;
        self.ways.resize(self.ways.len() + many, Packed::UNKNOWN);
        self.moments.push(known);
        self.said.push(said);
        let moment = Moment(self.moments.len() as u32 - 1);
        self.ways[at] = Packed::to(moment);
        Some(moment)
    }

    /// The number of a row that is alike.
    fn row(&mut self, row: &Rows) -> u32 {
        let mut bytes: Vec<u8> = row.to_move[0].to_le_bytes().to_vec();
        bytes.extend(row.observations.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(&*row.masks);
        let (size, mask) = (self.sizes.observation, self.sizes.mask);
        let known = self.alike.entry(fingerprint(&bytes)).or_default();
        let (observations, masks, rows) = (&self.observations, &self.masks, &self.rows);
        let is_alike = |number: &&u32| {
            let at = **number as usize;
            rows[at].to_move == row.to_move[0]
                && masks[at * mask..(at + 1) * mask] == *row.masks
                && is_same(&observations[at * size..(at + 1) * size], row.observations)
        };
        if let Some(number) = known.iter().find(is_alike) {
            return *number;
        }
        let number = self.rows.len() as u32;
        known.push(number);
        let (legal, many) = (self.legal.len(), row.counts[0] as usize);
        self.legal.extend_from_slice(&row.legal[..many]);
        self.rows.push(Row { to_move: row.to_move[0], legal, many });
        self.observations.extend_from_slice(row.observations);
        self.masks.extend_from_slice(row.masks);
        number
    }

    /// The number of an arrival that is alike.
    fn arrival(&mut self, row: &Rows) -> u32 {
        let mut bytes = vec![row.done[0]];
        bytes.extend(row.rewards.iter().flat_map(|value| value.to_le_bytes()));
        let known = self.arrived.entry(fingerprint(&bytes)).or_default();
        let (arrivals, rewards, size) = (&self.arrivals, &self.rewards, self.sizes.reward);
        let is_alike = |number: &&u32| {
            let at = arrivals[**number as usize];
            at.done == row.done[0] && is_same(&rewards[at.rewards..at.rewards + size], row.rewards)
        };
        if let Some(number) = known.iter().find(is_alike) {
            return *number;
        }
        let number = self.arrivals.len() as u32;
        known.push(number);
        self.arrivals.push(Arrival { rewards: self.rewards.len(), done: row.done[0] });
        self.rewards.extend_from_slice(row.rewards);
        number
    }
}

/// Whether numbers are the same to the last bit.
fn is_same(one: &[f32], other: &[f32]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.to_bits() == b.to_bits())
}
