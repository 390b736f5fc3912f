//! Patterns that need so many cards of ranks and suits: groups, sequences, flushes.

use std::cmp::Reverse;

use super::complete::{Frame, Question};
use super::faces::{Faces, RankSet, STEPS};
use super::shape::Shape;
use crate::game::cards::{CardSet, Cards, bit, size};

/// How many cards of each step are needed.
#[derive(Clone, Copy)]
pub(super) struct Demand {
    pub need: [u8; STEPS],
    /// The steps of which any are needed.
    pub steps: RankSet,
}

impl Demand {
    fn raise(&mut self, step: usize, need: u8) {
        self.need[step] = self.need[step].max(need);
        self.steps |= bit(step as u8);
    }

    fn exceeds(&self, most: &[u8; STEPS]) -> bool {
        Cards(self.steps).any(|step| self.need[usize::from(step)] > most[usize::from(step)])
    }
}

/// All ways to meet what a pattern says of ranks: which sequence, and of which ranks the groups are.
pub(super) struct Demands<'a> {
    shape: &'a Shape,
    /// The most cards that there can be of each step.
    most: &'a [u8; STEPS],
    /// The most cards that there can be of all steps together.
    room: u32,
    /// The steps in the order in which groups are tried: those with the most natural cards first.
    order: [u8; STEPS],
    steps: usize,
}

impl<'a> Demands<'a> {
    /// The ways of a shape, given how many cards of each step there are and can be at most, and of all
    /// together.
    pub fn new(
        shape: &'a Shape,
        faces: &Faces,
        there: impl Fn(usize) -> u8,
        most: &'a [u8; STEPS],
        room: u32,
    ) -> Self {
        let steps = faces.steps();
        let mut order = [0; STEPS];
        if !shape.groups.is_empty() {
            for (step, place) in order.iter_mut().enumerate().take(steps) {
                *place = step as u8;
            }
            order[..steps].sort_unstable_by_key(|&step| Reverse(there(usize::from(step))));
        }
        Self { shape, most, room, order, steps }
    }

    /// Whether a demand and the groups from one on, none of them of a step that is taken, need more
    /// cards than there can be.
    fn is_too_much(&self, number: usize, taken: RankSet, demand: &Demand) -> bool {
        let mut free = [0; STEPS];
        let (mut len, mut needed) = (0, 0);
        for step in Cards(demand.steps) {
            let need = demand.need[usize::from(step)];
            needed += u32::from(need);
            if taken & bit(step) == 0 {
                free[len] = need;
                len += 1;
            }
        }
        // At the best the largest groups are of the steps of which the most is needed anyway.
        free[..len].sort_unstable_by(|a, b| b.cmp(a));
        let groups = self.shape.groups.get(number..).unwrap_or(&[]);
        let more = groups.iter().zip(&free).map(|(group, need)| group.saturating_sub(*need));
        needed + more.map(u32::from).sum::<u32>() > self.room
    }

    /// Whether any of them suits. One that does not suit must not do so with a higher demand either.
    pub fn any(&self, suits: &mut impl FnMut(&Demand) -> bool) -> bool {
        let mut base = Demand { need: [0; STEPS], steps: 0 };
        for &(step, times) in &self.shape.required {
            base.raise(usize::from(step), times);
        }
        if self.shape.length.is_none() {
            return !base.exceeds(self.most) && self.group(0, 0, 0, &base, suits);
        }
        self.shape.windows.iter().any(|window| {
            let mut demand = base;
            for step in Cards(window.once) {
                let times = if window.twice & bit(step) != 0 { 2 } else { 1 };
                demand.raise(usize::from(step), times);
            }
            !demand.exceeds(self.most) && self.group(0, 0, 0, &demand, suits)
        })
    }

    /// Tries every step for a group, from a place of the order on and none of those taken, and goes on
    /// to the next group.
    fn group(
        &self,
        number: usize,
        from: usize,
        taken: RankSet,
        demand: &Demand,
        suits: &mut impl FnMut(&Demand) -> bool,
    ) -> bool {
        if self.is_too_much(number, taken, demand) || !suits(demand) {
            return false;
        }
        let groups = &self.shape.groups;
        let Some(&group) = groups.get(number) else {
            return true;
        };
        (from..self.steps).any(|place| {
            let step = usize::from(self.order[place]);
            let here = bit(step as u8);
            if taken & here != 0 || self.most[step] < group {
                return false;
            }
            let mut more = *demand;
            more.raise(step, group);
            // Groups of one size are tried in one order only.
            let alike = groups.get(number + 1) == Some(&group);
            let from = if alike { place + 1 } else { 0 };
            self.group(number + 1, from, taken | here, &more, suits)
        })
    }
}

/// Natural cards: those of the suit that is collected, and others.
#[derive(Clone, Copy, Default)]
struct Naturals {
    suited: u32,
    others: u32,
}

impl Naturals {
    fn all(self) -> u32 {
        self.suited + self.others
    }
}

/// The cards of a frame by step.
struct Stock {
    fixed: [u8; STEPS],
    /// Those that can be added.
    free: [u8; STEPS],
    /// Of these, those of the suit that is collected.
    suited: [u8; STEPS],
    /// The fixed cards of ranks that wild cards can stand for, and those of other ranks.
    fixed_named: Naturals,
    fixed_unnamed: Naturals,
    /// The same of those that can be added.
    free_named: Naturals,
    free_unnamed: Naturals,
}

impl Question<'_> {
    /// Whether the cards of the frame can meet the needs of the pattern.
    pub(super) fn counted(&self, frame: &Frame) -> bool {
        if self.shape.suited == 0 {
            return self.collected(frame, 0);
        }
        self.faces.of_suit.iter().chain(&[0]).any(|&suit| self.collected(frame, suit))
    }

    /// The same, where the cards of one suit are those that are collected.
    fn collected(&self, frame: &Frame, suit: CardSet) -> bool {
        let in_suit = size(suit & (frame.fixed | frame.pool)) as u32;
        if in_suit + self.wilds.1 < self.shape.suited {
            return false;
        }
        let Some(stock) = self.stock(frame, suit) else {
            return false;
        };
        let mut most = [0; STEPS];
        for (step, most) in most.iter_mut().enumerate().take(self.faces.steps()) {
            let wilds = if self.is_named(step) { self.wilds.1 } else { 0 };
            *most = stock.fixed[step] + stock.free[step] + wilds as u8;
            if self.shape.different.rank {
                *most = (*most).min(1);
            }
        }
        let there = |step: usize| stock.fixed[step] + stock.free[step];
        let demands = Demands::new(self.shape, self.faces, there, &most, self.sizes.most);
        demands.any(&mut |demand| self.step() && self.meets(frame, &stock, demand))
    }

    fn is_named(&self, step: usize) -> bool {
        self.faces.named & bit(step as u8) != 0
    }

    /// None if two fixed cards are of one rank and must not be.
    fn stock(&self, frame: &Frame, suit: CardSet) -> Option<Stock> {
        let mut stock = Stock {
            fixed: [0; STEPS],
            free: [0; STEPS],
            suited: [0; STEPS],
            fixed_named: Naturals::default(),
            fixed_unnamed: Naturals::default(),
            free_named: Naturals::default(),
            free_unnamed: Naturals::default(),
        };
        for (step, &cards) in self.faces.of_step.iter().enumerate() {
            let (fixed, pool) = (cards & frame.fixed, cards & frame.pool);
            let most = if self.shape.different.rank { 1_usize } else { 128 };
            let room = most.checked_sub(size(fixed))?;
            let (apart, _) = self.shape.most_apart(self.faces, pool);
            let free = size(pool).min(room).min(apart as usize);
            let suited = size(pool & suit).min(free);
            stock.fixed[step] = size(fixed) as u8;
            stock.free[step] = free as u8;
            stock.suited[step] = suited as u8;
            let fixed_suited = size(fixed & suit);
            let (all_fixed, all_free) = if self.is_named(step) {
                (&mut stock.fixed_named, &mut stock.free_named)
            } else {
                (&mut stock.fixed_unnamed, &mut stock.free_unnamed)
            };
            all_fixed.suited += fixed_suited as u32;
            all_fixed.others += (size(fixed) - fixed_suited) as u32;
            all_free.suited += suited as u32;
            all_free.others += (free - suited) as u32;
        }
        Some(stock)
    }

    /// Whether there are numbers of natural and of wild cards that meet a demand.
    fn meets(&self, frame: &Frame, stock: &Stock, demand: &Demand) -> bool {
        let Some(lack) = self.lack(stock, demand) else {
            return false;
        };
        (self.wilds.0..=frame.wilds).any(|wilds| {
            let limits = lack.naturals(stock, self.shape.suited, wilds, self.most_named(wilds));
            limits.is_some_and(|(least, most)| {
                self.fits((least, most.min(frame.most)), (wilds, wilds))
            })
        })
    }

    /// The most natural cards of ranks that wild cards can stand for, beside so many wild cards.
    fn most_named(&self, wilds: u32) -> Option<u32> {
        if !self.shape.different.rank {
            return Some(u32::MAX);
        }
        (size(self.faces.named) as u32).checked_sub(wilds)
    }

    /// What a demand lacks. None if there are too few cards of a rank that no wild card stands for.
    fn lack(&self, stock: &Stock, demand: &Demand) -> Option<Lack> {
        let mut lack = Lack::default();
        for step in Cards(demand.steps).map(usize::from) {
            let short = demand.need[step].saturating_sub(stock.fixed[step]);
            let suited = short.min(stock.suited[step]);
            let others = (short - suited).min(stock.free[step] - stock.suited[step]);
            let part = if self.is_named(step) {
                lack.short += u32::from(short);
                &mut lack.named
            } else if suited + others < short {
                return None;
            } else {
                &mut lack.unnamed
            };
            part.suited += u32::from(suited);
            part.others += u32::from(others);
        }
        Some(lack)
    }
}

/// How many cards a demand lacks beside the fixed ones.
#[derive(Default)]
struct Lack {
    /// Of ranks that wild cards can stand for.
    short: u32,
    /// How many of these can be natural cards, in the suit that is collected as far as possible.
    named: Naturals,
    /// The natural cards that are needed of other ranks, again in that suit as far as possible.
    unnamed: Naturals,
}

impl Lack {
    /// The fewest and the most natural cards beside so many wild ones, if any number will do.
    fn naturals(
        &self,
        stock: &Stock,
        suit: u32,
        wilds: u32,
        most_named: Option<u32>,
    ) -> Option<(u32, u32)> {
        // Of the ranks that are short, natural cards stand where wild ones are not enough.
        let short = self.short.saturating_sub(wilds);
        let there = stock.fixed_named.suited + stock.fixed_unnamed.suited + self.unnamed.suited;
        let wanted = suit.saturating_sub(wilds + there + short.min(self.named.suited));
        // Cards of the suit beside these, at first of ranks that no wild card needs.
        let unnamed = wanted.min(stock.free_unnamed.suited - self.unnamed.suited);
        let named = wanted - unnamed;
        let room = stock.free_named.suited - short.min(self.named.suited);
        if short > self.named.all() || named > room {
            return None;
        }
        let least_named = stock.fixed_named.all() + short + named;
        let least_unnamed = stock.fixed_unnamed.all() + self.unnamed.all() + unnamed;
        let most_named = most_named?.min(stock.fixed_named.all() + stock.free_named.all());
        let most_unnamed = stock.fixed_unnamed.all() + stock.free_unnamed.all();
        (least_named <= most_named)
            .then_some((least_named + least_unnamed, most_named + most_unnamed))
    }
}
