//! What cards come to by rank, and what wild cards can make of them.

use super::counts::{Demands, Supply};
use super::faces::{Faces, RankSet, STEPS, Window};
use super::shape::Shape;
use crate::game::cards::{CardSet, Cards, bit, size};

/// How many cards there are of each step.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    pub count: [u8; STEPS],
    /// The steps with at least one, two, three and four cards.
    pub levels: [RankSet; 4],
    pub cards: u32,
}

impl Tally {
    /// Of no cards.
    #[inline(always)]
    pub fn empty() -> Self {
        Self { count: [0; STEPS], levels: [0; 4], cards: 0 }
    }

    /// Of some cards.
    #[inline]
    pub fn new(faces: &Faces, cards: CardSet) -> Self {
        let mut tally = Self::empty();
        for card in Cards(cards) {
            tally.add(faces.step_of(card));
        }
        tally
    }

    /// One more card of a step.
    #[inline(always)]
    pub fn add(&mut self, step: usize) {
        let count = usize::from(self.count[step]);
        if let Some(level) = self.levels.get_mut(count) {
            *level |= bit(step as u8);
        }
        self.count[step] += 1;
        self.cards += 1;
    }

    /// The steps with at least so many cards.
    #[inline(always)]
    pub fn at_least(&self, many: u8) -> RankSet {
        match many {
            0 => self.levels[0],
            1..=4 => self.levels[usize::from(many) - 1],
            _ => {
                let large = Cards(self.levels[3]).filter(|&s| self.count[usize::from(s)] >= many);
                large.fold(0, |steps, step| steps | bit(step))
            }
        }
    }

    /// Whether there are cards for all of a stretch of ranks.
    #[inline(always)]
    pub fn holds(&self, window: &Window) -> bool {
        window.once & !self.levels[0] == 0 && window.twice & !self.levels[1] == 0
    }

    /// Whether the cards are a stretch of ranks and nothing else.
    fn is(&self, window: &Window) -> bool {
        self.levels[0] == window.once && self.levels[1] == window.twice && self.levels[2] == 0
    }
}

impl Shape {
    /// The groups, each with its step and size: the largest first, of the strongest ranks. Returns
    /// whether all were found.
    #[inline(always)]
    pub(super) fn each_group(&self, tally: &Tally, mut group: impl FnMut(usize, u8)) -> bool {
        let mut taken = 0;
        for &size in &self.groups {
            let able = tally.at_least(size) & !taken;
            if able == 0 {
                return false;
            }
            let step = 127 - able.leading_zeros() as u8;
            taken |= bit(step);
            group(usize::from(step), size);
        }
        true
    }

    /// Whether cards of these ranks fit what is said of ranks.
    #[inline]
    pub(super) fn fits_ranks(&self, faces: &Faces, tally: &Tally) -> bool {
        (!self.same.rank || size(tally.levels[0]) <= 1)
            && (!self.different.rank || tally.levels[1] == 0)
            && self.each_group(tally, |_, _| ())
            && self.required.iter().all(|&(step, many)| tally.count[usize::from(step)] >= many)
            && (self.length.is_none() || self.windows.iter().any(|window| tally.holds(window)))
            && (!self.consecutive || self.all_neighbours(faces, tally))
            && (self.units.is_none() || self.best_stretch(tally).is_some())
    }

    fn all_neighbours(&self, faces: &Faces, tally: &Tally) -> bool {
        let length = tally.cards as usize;
        let within = tally.levels[0];
        length == 0
            || faces.windows_within(length, self.wrap, within).any(|window| tally.is(&window))
    }

    /// Whether wild cards can stand for ranks so that all fits what is said of ranks. `step` says
    /// whether the search may go on.
    pub(super) fn can_read(
        &self,
        faces: &Faces,
        naturals: &Tally,
        wilds: u32,
        step: &mut impl FnMut() -> bool,
    ) -> bool {
        if wilds == 0 {
            return self.fits_ranks(faces, naturals);
        }
        if self.units.is_some() {
            // Decided by units alone.
            true
        } else if self.same.rank {
            self.can_read_one_rank(faces, naturals, wilds)
        } else if self.consecutive {
            let length = (naturals.cards + wilds) as usize;
            faces
                .windows(length, self.wrap)
                .any(|window| self.can_read_window(faces, naturals, &window))
        } else {
            self.can_read_demands(faces, naturals, wilds, step)
        }
    }

    fn can_read_one_rank(&self, faces: &Faces, naturals: &Tally, wilds: u32) -> bool {
        let known = naturals.levels[0];
        let possible = if known == 0 { faces.named } else { known & faces.named };
        size(known) <= 1
            && Cards(possible).any(|step| {
                let mut all = *naturals;
                (0..wilds).for_each(|_| all.add(usize::from(step)));
                self.fits_ranks(faces, &all)
            })
    }

    fn can_read_window(&self, faces: &Faces, naturals: &Tally, window: &Window) -> bool {
        let fits = naturals.levels[0] & !window.once == 0
            && naturals.levels[1] & !window.twice == 0
            && naturals.levels[2] == 0;
        let mut all = Tally::empty();
        Cards(window.once).chain(Cards(window.twice)).for_each(|step| all.add(usize::from(step)));
        fits && self.fits_ranks(faces, &all)
    }

    fn can_read_demands(
        &self,
        faces: &Faces,
        naturals: &Tally,
        wilds: u32,
        step: &mut impl FnMut() -> bool,
    ) -> bool {
        let apart = self.different.rank;
        if apart && naturals.levels[1] != 0 {
            return false;
        }
        let mut most = naturals.count;
        for step in Cards(faces.named) {
            let most = &mut most[usize::from(step)];
            *most = if apart { 1 } else { *most + wilds as u8 };
        }
        let held = &naturals.count;
        let supply = Supply { held, natural: held, most: &most, room: naturals.cards + wilds };
        let demands = Demands::new(self, faces, supply, true);
        demands.any(&mut |demand| {
            let short: u32 = Cards(demand.steps)
                .map(usize::from)
                .map(|at| u32::from(demand.need[at].saturating_sub(naturals.count[at])))
                .sum();
            // Wild cards that no demand needs stand for ranks of their own, if they must differ.
            let unused = faces.named & !naturals.levels[0] & !demand.steps;
            step() && short <= wilds && (!apart || wilds - short <= size(unused) as u32)
        })
    }
}
