//! Patterns that need so many cards of ranks and suits: groups, sequences, flushes.

use super::complete::{Additions, Frame, Question};
use super::faces::{Faces, RankSet, STEPS};
use super::shape::Shape;
use crate::game::cards::{CardSet, Cards, bit, size};
use crate::game::work;

/// The work of finding a rank for a group.
const GROUP: u32 = 2;

/// How many cards of each step are needed.
#[derive(Clone, Copy)]
pub(super) struct Demand {
    pub need: [u8; STEPS],
    /// The steps of which any are needed.
    pub steps: RankSet,
    /// How many cards that makes, with those that are there anyway.
    total: u32,
}

/// The cards of each step.
#[derive(Clone, Copy)]
pub(super) struct Supply<'a> {
    /// Those that are there anyway.
    pub held: &'a [u8; STEPS],
    /// The most natural cards that there can be.
    pub natural: &'a [u8; STEPS],
    /// The most cards that there can be, with wild ones.
    pub most: &'a [u8; STEPS],
    /// The most cards of all steps together.
    pub room: u32,
}

/// All ways to meet what a pattern says of ranks: which sequence, and of which ranks the groups are. Of the
/// ranks for a group those are passed over beside which another is as good in every respect.
pub(super) struct Demands<'a> {
    shape: &'a Shape,
    supply: Supply<'a>,
    /// The steps of which there can be at least no card, one card, and so on.
    able: [RankSet; 5],
    /// The steps that wild cards can stand for.
    named: RankSet,
    /// Whether any card is wild.
    wild: bool,
    /// Whether one rank may be better than another by the suits of its cards.
    of_suits: bool,
}

impl<'a> Demands<'a> {
    /// The ways of a shape with these cards, some of which may be wild.
    pub fn new(shape: &'a Shape, faces: &Faces, supply: Supply<'a>, wild: bool) -> Self {
        let of_suits = shape.suited > 0;
        let mut able = [0; 5];
        for (step, most) in supply.most.iter().enumerate().take(faces.steps()) {
            able[..=usize::from(*most).min(4)].iter_mut().for_each(|able| *able |= bit(step as u8));
        }
        Self { shape, supply, able, named: faces.named, wild, of_suits }
    }

    /// Whether any of them suits.
    pub fn any(&self, suits: &mut impl FnMut(&Demand) -> bool) -> bool {
        let Supply { held, most, room, .. } = self.supply;
        let total = Cards(self.able[0]).map(|step| u32::from(held[usize::from(step)])).sum();
        let mut groups = self.shape.groups.iter().enumerate();
        let lacks = |(number, group): (usize, &u8)| size(self.able(*group)) <= number;
        if total > room || groups.any(lacks) {
            return false;
        }
        let mut base = Demand { need: [0; STEPS], steps: 0, total };
        for &(step, times) in &self.shape.required {
            base.raise(usize::from(step), times, held);
            if times > most[usize::from(step)] {
                return false;
            }
        }
        if self.shape.length.is_none() {
            return self.group(0, (0, 0), &base, suits);
        }
        self.shape.windows.iter().any(|window| {
            if window.once & !self.able[1] != 0 || window.twice & !self.able[2] != 0 {
                return false;
            }
            let mut demand = base;
            Cards(window.once).for_each(|step| demand.raise(usize::from(step), 1, held));
            Cards(window.twice).for_each(|step| demand.raise(usize::from(step), 2, held));
            self.group(0, (0, 0), &demand, suits)
        })
    }

    /// Finds a step for each group from one on, none of those that are taken; and for groups as large as the
    /// one before none of those that were tried for that.
    fn group(
        &self,
        number: usize,
        (taken, before): (RankSet, RankSet),
        demand: &Demand,
        suits: &mut impl FnMut(&Demand) -> bool,
    ) -> bool {
        // One that does not suit does not do so with a higher demand either.
        let hopeless = demand.total > self.supply.room || self.of_suits && !suits(demand);
        if hopeless || !work::spend(GROUP) {
            return false;
        }
        let groups = &self.shape.groups;
        let Some(&group) = groups.get(number) else {
            return suits(demand);
        };
        let alike = groups.get(number + 1) == Some(&group);
        let (mut open, mut tried) = (self.able(group) & !taken & !before, before);
        while open != 0 {
            let worth = |step: usize| (self.needed(demand, step), self.supply.natural[step]);
            let best = Cards(open).map(usize::from).max_by_key(|step| worth(*step)).unwrap_or(0);
            open &= !bit(best as u8);
            let other = |step: &u8| !self.is_as_good(demand, best, usize::from(*step));
            open = match self.wild || self.of_suits {
                true => Cards(open).filter(other).fold(0, |left, step| left | bit(step)),
                // None needs more cards than the best.
                false => 0,
            };
            let mut more = *demand;
            more.raise(best, group, self.supply.held);
            // Groups of one size are tried in one order only.
            let steps = (taken | bit(best as u8), if alike { tried } else { 0 });
            if self.group(number + 1, steps, &more, suits) {
                return true;
            }
            tried |= bit(best as u8);
        }
        false
    }

    /// The steps of which there can be so many cards.
    fn able(&self, many: u8) -> RankSet {
        let able = |step: &u8| self.supply.most[usize::from(*step)] >= many;
        match self.able.get(usize::from(many)) {
            Some(steps) => *steps,
            None => Cards(self.able[4]).filter(able).fold(0, |all, step| all | bit(step)),
        }
    }

    /// How many cards of a step there must be.
    fn needed(&self, demand: &Demand, step: usize) -> u8 {
        demand.need[step].max(self.supply.held[step])
    }

    /// Whether a step is as good for a group as another one, of which no more cards are needed. What a
    /// group costs is what it needs beyond that; and the larger of two groups had better be where more is
    /// needed, or there, anyway.
    fn is_as_good(&self, demand: &Demand, step: usize, other: usize) -> bool {
        let named = |step: usize| self.named & bit(step as u8) != 0;
        let natural = self.supply.natural;
        !self.of_suits
            && self.needed(demand, step) >= self.needed(demand, other)
            && (!self.wild || natural[step] >= natural[other] && named(step) >= named(other))
    }
}

impl Demand {
    fn raise(&mut self, step: usize, need: u8, held: &[u8; STEPS]) {
        let before = self.need[step].max(held[step]);
        self.need[step] = self.need[step].max(need);
        self.steps |= bit(step as u8);
        self.total += u32::from(self.need[step].max(held[step]) - before);
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
#[derive(Clone, Copy)]
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

impl Stock {
    /// One of the cards that can be added is added; its suit does not matter.
    fn fix(&mut self, step: usize, named: bool) {
        self.fixed[step] += 1;
        self.free[step] -= 1;
        let (fixed, free) = if named {
            (&mut self.fixed_named, &mut self.free_named)
        } else {
            (&mut self.fixed_unnamed, &mut self.free_unnamed)
        };
        fixed.others += 1;
        free.others -= 1;
    }
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
        let stock = self.stock(frame, suit);
        stock.is_some_and(|stock| self.can_supply(frame, &stock, self.wilds.0))
    }

    /// The cards that can be added to those of the frame where no suit is collected.
    pub(super) fn counted_additions(&self, frame: &Frame) -> Additions {
        let mut more = Additions::default();
        let Some(mut stock) = self.stock(frame, 0) else {
            return more;
        };
        // Where no card is wild, whatever is lacking in some way can be added, and anything if there is room.
        let (bare, room) = (frame.wilds == 0, self.sizes.most.min(frame.most));
        let (mut some, mut known) = (false, 0);
        self.any_way(frame, &stock, self.wilds.0, &mut |demand| {
            some = true;
            if bare && demand.total < room {
                known = RankSet::MAX;
            } else if bare {
                let lacks =
                    |step: &u8| demand.need[usize::from(*step)] > stock.fixed[usize::from(*step)];
                known |= Cards(demand.steps).filter(lacks).fold(0, |all, step| all | bit(step));
            }
            !bare || known == RankSet::MAX
        });
        if !some {
            return more;
        }
        more.wild = !bare && self.can_supply(frame, &stock, self.wilds.0 + 1);
        for (step, cards) in self.faces.of_step.iter().enumerate() {
            if stock.free[step] == 0 {
                continue;
            }
            let mut can_be_added = known & bit(step as u8) != 0;
            if !can_be_added {
                let before = stock;
                stock.fix(step, self.is_named(step));
                can_be_added = self.can_supply(frame, &stock, self.wilds.0);
                stock = before;
            }
            if can_be_added {
                more.naturals |= cards & frame.pool;
            }
        }
        more
    }

    /// Whether there are the cards that are needed, with at least so many wild ones.
    fn can_supply(&self, frame: &Frame, stock: &Stock, wilds: u32) -> bool {
        self.any_way(frame, stock, wilds, &mut |_| true)
    }

    /// Whether something holds of any way to meet what is needed with at least so many wild cards.
    fn any_way(
        &self,
        frame: &Frame,
        stock: &Stock,
        wilds: u32,
        holds: &mut impl FnMut(&Demand) -> bool,
    ) -> bool {
        let (mut natural, mut most) = ([0; STEPS], [0; STEPS]);
        for step in 0..self.faces.steps() {
            let wilds = if self.is_named(step) { frame.wilds } else { 0 };
            natural[step] = stock.fixed[step] + stock.free[step];
            most[step] = natural[step] + wilds as u8;
            if self.shape.different.rank {
                most[step] = most[step].min(1);
            }
        }
        let held = &stock.fixed;
        let supply = Supply { held, natural: &natural, most: &most, room: self.sizes.most };
        let demands = Demands::new(self.shape, self.faces, supply, frame.wilds > 0);
        demands.any(&mut |demand| {
            self.step() && self.meets(frame, stock, demand, wilds) && holds(demand)
        })
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
            let varied = self.shape.different.suit || self.shape.different.colour;
            let apart = if varied { self.shape.most_apart(self.faces, pool).0 } else { 128 };
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
    fn meets(&self, frame: &Frame, stock: &Stock, demand: &Demand, least: u32) -> bool {
        let Some(lack) = self.lack(stock, demand) else {
            return false;
        };
        (least..=frame.wilds).any(|wilds| {
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
