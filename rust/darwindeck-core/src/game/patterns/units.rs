//! Units of cards of one rank, neighbours in the sequence order, with groups attached to them.

use super::complete::{Additions, Question};
use super::faces::{Faces, NONE, RankSet, STEPS};
use super::reading::Tally;
use super::shape::Shape;
use crate::game::cards::{CardSet, Cards, bit, size};
use crate::program::parts::HandPattern;

/// The most cards of a unit or group.
const LARGEST: usize = 8;

/// What a pattern says of units and groups.
#[derive(Clone, Debug)]
pub(super) struct Units {
    /// How many cards a unit has.
    pub each: u8,
    /// How many groups there are for each unit.
    attached: u8,
    /// How many cards a group has.
    of: u8,
    /// The steps of which there is at most one card.
    few: RankSet,
    /// All stretches that the units can take, shorter ones first.
    pub stretches: Vec<Stretch>,
    /// By how many units there are: where the stretches for as many begin.
    begins: Vec<u16>,
    /// Whether the stretch alone says what the tie keys come to.
    pub keyed: bool,
}

/// Neighbouring ranks, one for each unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub steps: RankSet,
    pub units: u8,
    /// 1 + the place of its top in the sequence order; 0 for a rank outside it, or below the lowest.
    pub top: u8,
    /// What the tie keys come to, if the stretch says it.
    pub key: [u128; 2],
}

impl Units {
    /// The units of a pattern of at most so many cards, if it has any.
    pub fn of(pattern: &HandPattern, most: u32, faces: &Faces) -> Option<Self> {
        let small = |number: i32| number.clamp(0, LARGEST as i32) as u8;
        let each = small(pattern.sequence_of?).max(1);
        let attached = pattern.attached.map_or(0, |many| many.clamp(0, 128) as u8);
        let of = pattern.attached_of.map_or(1, small).max(1);
        let few = pattern.at_most_one.iter().filter_map(|rank| faces.step_of_rank(rank.0));
        // Nothing is said of those where cards stand for others.
        let few = few.filter(|_| pattern.wild.is_none()).fold(0, |steps, step| steps | bit(step));
        let (stretches, begins) = (Vec::new(), Vec::new());
        let mut units = Self { each, attached, of, few, stretches, begins, keyed: false };
        let single = |step: usize| {
            let place = faces.order.iter().position(|other| usize::from(*other) == step);
            let top = place.map_or(0, |place| place as u8 + 1);
            Stretch { steps: bit(step as u8), units: 1, top, key: [0; 2] }
        };
        units.stretches.extend((0..faces.steps()).map(single));
        let longest = (most / units.per()).min(faces.order.len() as u32 + 1) as u8;
        for long in 2..=longest {
            let windows = faces.windows(usize::from(long), pattern.sequence_wrap);
            let found = windows.filter(|window| window.twice == 0);
            let found =
                found.map(|w| Stretch { steps: w.once, units: long, top: w.top, key: [0; 2] });
            units.stretches.extend(found);
        }
        let first = |long: u8| units.stretches.partition_point(|stretch| stretch.units < long);
        units.begins = (0..=longest.max(1) + 1).map(|long| first(long) as u16).collect();
        Some(units)
    }

    /// The stretches that take at least and at most so many cards.
    #[inline(always)]
    fn of_sizes(&self, least: u32, most: u32) -> &[Stretch] {
        let (per, last) = (self.per(), self.begins.len() - 1);
        let begin = |long: u32| usize::from(self.begins[(long as usize).min(last)]);
        let (first, end) = (begin(least.div_ceil(per)), begin(most / per + 1));
        self.stretches.get(first..end).unwrap_or(&[])
    }

    /// How many cards there are for each unit, with what is attached to it.
    fn per(&self) -> u32 {
        u32::from(self.each) + u32::from(self.attached) * u32::from(self.of)
    }

    /// The most units.
    pub fn most(&self) -> usize {
        self.stretches.last().map_or(1, |stretch| usize::from(stretch.units))
    }

    /// Whether nothing is attached.
    pub fn is_bare(&self) -> bool {
        self.attached == 0
    }

    /// How many cards belong to a stretch.
    #[inline(always)]
    pub fn cards(&self, stretch: &Stretch) -> u32 {
        u32::from(stretch.units) * self.per()
    }

    /// How many groups belong to a stretch.
    #[inline(always)]
    fn groups(&self, stretch: &Stretch) -> u32 {
        u32::from(stretch.units) * u32::from(self.attached)
    }

    /// How many cards of ranks of which there is at most one units and groups would have.
    #[inline(always)]
    fn of_few(&self, units: RankSet, groups: RankSet) -> u32 {
        match self.few {
            0 => 0,
            few => {
                size(units & few) as u32 * u32::from(self.each)
                    + size(groups & few) as u32 * u32::from(self.of)
            }
        }
    }

    /// The stretches whose units, with their groups, cards of these ranks are.
    pub fn taken_by<'s>(&'s self, tally: &'s Tally) -> impl Iterator<Item = &'s Stretch> {
        let (held, sizes) = (tally.levels[0], self.of_sizes(tally.cards, tally.cards));
        sizes.iter().filter(move |stretch| stretch.steps & !held == 0 && self.is(stretch, tally))
    }

    /// Whether cards of these ranks are exactly the units of a stretch and its groups.
    fn is(&self, stretch: &Stretch, tally: &Tally) -> bool {
        let groups = tally.levels[0] & !stretch.steps;
        tally.cards == self.cards(stretch)
            && stretch.steps & !tally.levels[0] == 0
            && size(groups) as u32 == self.groups(stretch)
            && Cards(stretch.steps).all(|step| tally.count[usize::from(step)] == self.each)
            && Cards(groups).all(|step| tally.count[usize::from(step)] == self.of)
            && self.of_few(stretch.steps, groups) <= 1
    }
}

/// How many cards there are of each step, as sets of steps: those with at least so many.
struct Heap {
    /// Of the cards that are in the set.
    fixed: [RankSet; LARGEST + 2],
    /// With those that may be.
    able: [RankSet; LARGEST + 2],
}

impl Heap {
    #[inline(always)]
    fn new(faces: &Faces, fixed: CardSet, pool: CardSet) -> Self {
        let mut heap = Self { fixed: [0; LARGEST + 2], able: [0; LARGEST + 2] };
        for (step, cards) in faces.of_step.iter().enumerate() {
            let all = size(cards & (fixed | pool)).min(LARGEST + 1);
            if all == 0 {
                continue;
            }
            let step = bit(step as u8);
            heap.able[1..=all].iter_mut().for_each(|steps| *steps |= step);
            let there = size(cards & fixed).min(LARGEST + 1);
            heap.fixed[1..=there].iter_mut().for_each(|steps| *steps |= step);
        }
        heap
    }
}

/// The steps of which cards can be added.
struct Open {
    units: RankSet,
    groups: RankSet,
}

impl Question<'_> {
    /// Whether the cards can form units with their groups, with tie keys above some.
    pub(super) fn united(&self, above: Option<&[u128; 2]>) -> bool {
        let Some(units) = &self.shape.units else { return false };
        if self.wilds.1 > 0 {
            let heap = Counts::new(self);
            return self
                .fitting(units, above)
                .any(|stretch| heap.fits(self, units, stretch, self.wilds.0));
        }
        let heap = Heap::new(self.faces, self.fixed, self.pool);
        let able = heap.able[usize::from(units.each)];
        let mut right = self.of_right_size(units, size(able) as u32).iter();
        right.any(|stretch| {
            above.is_none_or(|keys| stretch.key > *keys) && open(units, &heap, stretch).is_some()
        })
    }

    /// The cards that can be added on the way to units with their groups, with tie keys above some.
    pub(super) fn united_additions(&self, above: Option<&[u128; 2]>) -> Additions {
        let mut more = Additions::default();
        let Some(units) = &self.shape.units else { return more };
        if self.wilds.1 > 0 {
            return self.wild_additions(units, above);
        }
        let heap = Heap::new(self.faces, self.fixed, self.pool);
        let (mut steps, able) = (0, heap.able[usize::from(units.each)]);
        for stretch in self.of_right_size(units, size(able) as u32) {
            // Most stretches lack cards.
            if stretch.steps & !able != 0 || above.is_some_and(|keys| stretch.key <= *keys) {
                continue;
            }
            if let Some(open) = open(units, &heap, stretch) {
                steps |= open.units | open.groups;
            }
        }
        for step in Cards(steps) {
            more.naturals |= self.faces.of_step[usize::from(step)] & self.pool;
        }
        more
    }

    /// The stretches that have the right size and come to more than some tie keys.
    #[inline(always)]
    fn fitting<'s>(
        &self,
        units: &'s Units,
        above: Option<&'s [u128; 2]>,
    ) -> impl Iterator<Item = &'s Stretch> {
        let right = self.of_right_size(units, u32::MAX).iter();
        right.filter(move |stretch| above.is_none_or(|keys| stretch.key > *keys))
    }

    /// The stretches that have the right size, and no more units than there are ranks for.
    #[inline(always)]
    fn of_right_size<'s>(&self, units: &'s Units, ranks: u32) -> &'s [Stretch] {
        let there = size(self.fixed) as u32 + self.wilds.0;
        let all = size(self.fixed | self.pool) as u32 + self.wilds.1;
        let least = self.sizes.least.max(there).max(self.shape.natural_min);
        let most = self.sizes.most.min(all).min(ranks.saturating_mul(units.per()));
        units.of_sizes(least, most)
    }

    fn wild_additions(&self, units: &Units, above: Option<&[u128; 2]>) -> Additions {
        let mut more = Additions::default();
        let mut heap = Counts::new(self);
        for stretch in self.fitting(units, above) {
            if !heap.fits(self, units, stretch, self.wilds.0) {
                continue;
            }
            more.wild |= heap.fits(self, units, stretch, self.wilds.0 + 1);
            for (step, cards) in self.faces.of_step.iter().enumerate() {
                let cards = cards & self.pool;
                if cards != 0 && cards & !more.naturals != 0 {
                    heap.fixed[step] += 1;
                    if heap.fits(self, units, stretch, self.wilds.0) {
                        more.naturals |= cards;
                    }
                    heap.fixed[step] -= 1;
                }
            }
        }
        more
    }
}

/// What can be added where the units take a stretch; none if they cannot.
#[inline(always)]
fn open(units: &Units, heap: &Heap, stretch: &Stretch) -> Option<Open> {
    let (each, of) = (usize::from(units.each), usize::from(units.of));
    let there = heap.fixed[1] & !stretch.steps;
    if stretch.steps & !heap.able[each] != 0
        || stretch.steps & heap.fixed[each + 1] != 0
        || (units.attached == 0 && there != 0)
    {
        return None;
    }
    let mut open = Open { units: stretch.steps & !heap.fixed[each], groups: 0 };
    if units.attached == 0 {
        return (units.of_few(stretch.steps, 0) <= 1).then_some(open);
    }
    let (wanted, begun) = (units.groups(stretch), size(there) as u32);
    if begun > wanted || there & !heap.able[of] != 0 || there & heap.fixed[of + 1] != 0 {
        return None;
    }
    let used = units.of_few(stretch.steps, there);
    let spare = used + of as u32 <= 1;
    let more = heap.able[of] & !stretch.steps & !there;
    let plain = size(more & !units.few) as u32;
    let few = u32::from(spare && more & units.few != 0);
    if used > 1 || begun + plain + few < wanted {
        return None;
    }
    open.groups = there & !heap.fixed[of];
    if begun < wanted {
        open.groups |= more & !units.few;
        // A card of which there is at most one leaves the rest to others.
        if spare && begun + 1 + plain >= wanted {
            open.groups |= more & units.few;
        }
    }
    Some(open)
}

/// How many natural cards there are of each step, where wild cards may stand for others.
struct Counts {
    /// Those that are in the set.
    fixed: [u8; STEPS],
    /// With those that may be.
    able: [u8; STEPS],
}

impl Counts {
    fn new(question: &Question) -> Self {
        let mut counts = Self { fixed: [0; STEPS], able: [0; STEPS] };
        for (step, cards) in question.faces.of_step.iter().enumerate() {
            counts.fixed[step] = size(cards & question.fixed) as u8;
            counts.able[step] = size(cards & (question.fixed | question.pool)) as u8;
        }
        counts
    }

    /// Whether the units can take a stretch, with at least so many wild cards.
    fn fits(&self, question: &Question, units: &Units, stretch: &Stretch, wilds: u32) -> bool {
        let faces = question.faces;
        let named = |step: usize| faces.named & bit(step as u8) != 0;
        // The wild cards that are needed, and the places that they can take.
        let (mut needed, mut room) = (0, 0);
        let mut begun = 0;
        // The cards that groups lack which can be made of cards of a rank: with wild cards, or without.
        let (mut with, mut without) = (Vec::new(), 0);
        for step in 0..faces.steps() {
            let unit = stretch.steps & bit(step as u8) != 0;
            let many = if unit { units.each } else { units.of };
            let lack = u32::from(many.saturating_sub(self.able[step]));
            if !unit && self.fixed[step] == 0 {
                if named(step) {
                    with.push(lack);
                } else {
                    without += u32::from(lack == 0);
                }
                continue;
            }
            if self.fixed[step] > many || (lack > 0 && !named(step)) {
                return false;
            }
            begun += u32::from(!unit);
            needed += lack;
            room += if named(step) { u32::from(many - self.fixed[step]) } else { 0 };
        }
        let Some(wanted) = units.groups(stretch).checked_sub(begun) else {
            return false;
        };
        with.sort_unstable();
        (0..=wanted.min(without)).any(|bare| {
            let Some(made) = with.get(..(wanted - bare) as usize) else { return false };
            let wilds = wilds.max(needed + made.iter().sum::<u32>());
            let room = room + made.len() as u32 * u32::from(units.of);
            let naturals = units.cards(stretch).checked_sub(wilds);
            wilds <= question.wilds.1
                && wilds <= room
                && naturals.is_some_and(|many| {
                    many >= question.shape.natural_min && many >= size(question.fixed) as u32
                })
        })
    }
}

impl Shape {
    /// The best of the stretches whose units, with their groups, cards of these ranks are.
    pub(super) fn best_stretch<'s>(&'s self, tally: &'s Tally) -> Option<&'s Stretch> {
        let units = self.units.as_ref()?;
        units.taken_by(tally).max_by_key(|stretch| stretch.key)
    }
}

/// The height of the highest of some cards, counted from 1; 0 if there is none.
pub(super) fn top_height(faces: &Faces, cards: CardSet) -> u8 {
    let heights = Cards(cards).map(|card| faces.height.get(usize::from(card)).copied());
    heights.flatten().max().map_or(0, |height| height.min(NONE - 1) + 1)
}
