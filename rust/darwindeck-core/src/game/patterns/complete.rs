//! Whether cards form a pattern, alone or together with others.

use super::faces::{Faces, NONE};
use super::search::Search;
use super::shape::{Kind, Shape, Sizes, largest};
use crate::game::cards::{CardSet, Cards, bit, lowest, size};
use crate::game::work;

/// The work of a step where a pattern is looked for card by card.
pub(super) const STEP: u32 = 6;

/// So many cards, or more, are not added up together.
const MOST_ADDED: usize = 16;

/// Whether exactly these cards form the pattern; with `required_count`, whether some choice of that
/// many of them does.
pub fn matches(shape: &Shape, faces: &Faces, set: CardSet) -> bool {
    match shape.count {
        Some(_) => exists(shape, faces, 0, set, shape.sizes),
        None => exists(shape, faces, set, 0, shape.sizes),
    }
}

/// Whether some set of cards with all of `picked` and nothing beside but cards of the pool forms the
/// pattern, be it the empty set.
pub fn can_complete(shape: &Shape, faces: &Faces, picked: CardSet, pool: CardSet) -> bool {
    match shape.count {
        Some(_) => exists(shape, faces, 0, picked | pool, shape.sizes),
        None => exists(shape, faces, picked, pool, shape.sizes),
    }
}

/// The cards of the pool that can be picked next: those with which `can_complete` still holds.
pub fn completions(shape: &Shape, faces: &Faces, picked: CardSet, pool: CardSet) -> CardSet {
    let pool = pool & !picked;
    match shape.count {
        Some(_) if can_complete(shape, faces, picked, pool) => pool,
        Some(_) => 0,
        None => additions(shape, faces, picked, pool, shape.sizes),
    }
}

/// The same where the whole has at least and at most so many cards; the pattern is not one that is looked
/// for in a number of cards.
pub fn completions_of(
    shape: &Shape,
    faces: &Faces,
    picked: CardSet,
    pool: CardSet,
    (least, most): (u32, u32),
) -> CardSet {
    let Sizes { least: lower, most: upper } = shape.sizes;
    let sizes = Sizes { least: lower.max(least), most: upper.min(most) };
    additions(shape, faces, picked, pool & !picked, sizes)
}

/// A set of cards of the pool that forms the pattern, as large as possible and never empty; with
/// `required_count`, one of that many cards.
pub fn find(shape: &Shape, faces: &Faces, pool: CardSet) -> Option<CardSet> {
    let usable = pool & shape.usable();
    let mut most = shape.sizes.most.min(size(usable) as u32);
    if shape.same.rank && shape.count.is_none() {
        let wild = size(usable & shape.wild) as u32;
        most = most.min(largest(&faces.of_step, usable & shape.naturals) + wild);
        if wild == 0 && shape.is_of_one_rank() {
            return of_one_rank(shape, faces, usable, most);
        }
    }
    (shape.sizes.least.max(1)..=most).rev().find_map(|many| assemble(shape, faces, usable, many))
}

/// The lowest natural cards, so many, of the first rank of which there are as many.
fn of_one_rank(shape: &Shape, faces: &Faces, pool: CardSet, many: u32) -> Option<CardSet> {
    if many < shape.sizes.least.max(shape.natural_min).max(1) {
        return None;
    }
    let ranks = faces.of_step.iter().map(|cards| cards & pool);
    let first =
        ranks.filter(|cards| size(*cards) as u32 >= many).min_by_key(|cards| lowest(*cards));
    first.map(|cards| Cards(cards).take(many as usize).fold(0, |set, card| set | bit(card)))
}

/// A set of exactly so many cards that forms the pattern, with as few wild cards as is simple.
fn assemble(shape: &Shape, faces: &Faces, pool: CardSet, many: u32) -> Option<CardSet> {
    let sizes = Sizes { least: many, most: many };
    let mut set = 0;
    while (size(set) as u32) < many {
        let options = additions(shape, faces, set, pool & !set, sizes);
        if options == 0 {
            return None;
        }
        let naturals = options & shape.naturals;
        set |= bit(lowest(if naturals != 0 { naturals } else { options }));
    }
    Some(set)
}

/// Calls `found` with every set of cards of the pool, with `picked`, that forms the pattern, until it
/// returns false. Returns whether it never did.
pub(super) fn each_match(
    shape: &Shape,
    faces: &Faces,
    picked: CardSet,
    pool: CardSet,
    found: &mut impl FnMut(CardSet) -> bool,
) -> bool {
    each_match_of(shape, faces, picked, pool, shape.sizes, found)
}

/// The same for sets of these sizes.
pub(super) fn each_match_of(
    shape: &Shape,
    faces: &Faces,
    picked: CardSet,
    pool: CardSet,
    sizes: Sizes,
    found: &mut impl FnMut(CardSet) -> bool,
) -> bool {
    if exists(shape, faces, picked, 0, sizes) && !found(picked) {
        return false;
    }
    let mut rest = additions(shape, faces, picked, pool, sizes);
    while rest != 0 && work::spend(STEP) {
        let card = bit(lowest(rest));
        rest &= !card;
        if !each_match_of(shape, faces, picked | card, rest, sizes, found) {
            return false;
        }
    }
    true
}

/// All sets of cards of the pool that form the pattern without wild cards and are less than twice as large as the
/// smallest may be: larger ones hold some of them. None if there are more than `most`, or if it takes more work than there is.
pub fn smallest(shape: &Shape, faces: &Faces, pool: CardSet, most: usize) -> Option<Vec<CardSet>> {
    let least = shape.sizes.least.max(1);
    let sizes = Sizes { least, most: shape.sizes.most.min(2 * least - 1) };
    let mut all = Vec::new();
    let whole = each_match_of(shape, faces, 0, pool & shape.naturals, sizes, &mut |set| {
        all.push(set);
        all.len() <= most
    });
    (whole && shape.count.is_none() && !work::is_spent()).then_some(all)
}

/// `can_complete`, for sets of these sizes and as if `required_count` were not given.
pub(super) fn exists(
    shape: &Shape,
    faces: &Faces,
    picked: CardSet,
    pool: CardSet,
    sizes: Sizes,
) -> bool {
    let Some(question) = Question::new(shape, faces, picked, pool & !picked, sizes) else {
        return false;
    };
    match question.adds_up() {
        Some(adds_up) => adds_up,
        None if shape.decided => question.is_possible(),
        None => Search::new(&question).succeeds(),
    }
}

/// `completions`, for sets of these sizes and as if `required_count` were not given.
pub(super) fn additions(
    shape: &Shape,
    faces: &Faces,
    picked: CardSet,
    pool: CardSet,
    sizes: Sizes,
) -> CardSet {
    let pool = pool & shape.usable();
    if shape.is_run_of_one_suit() && (pool | picked) & shape.wild == 0 {
        return match picked {
            0 => in_runs(shape, faces, pool, sizes),
            _ => along_run(shape, faces, picked, pool, sizes),
        };
    }
    if shape.decided && (shape.kind != Kind::Counts || shape.suited == 0) {
        let question = Question::new(shape, faces, picked, pool, sizes);
        return question.map_or(0, |question| question.additions(pool));
    }
    one_by_one(shape, faces, picked, pool, sizes)
}

/// The natural cards that are part of a run of one suit.
fn in_runs(shape: &Shape, faces: &Faces, pool: CardSet, sizes: Sizes) -> CardSet {
    let least = sizes.least.max(shape.natural_min);
    if least > sizes.most {
        return 0;
    }
    let mut found = 0;
    for suit in &faces.of_suit {
        let cards = suit & pool;
        if (size(cards) as u32) < least {
            continue;
        }
        let place = |card: u8| faces.place[usize::from(card)];
        let known = Cards(cards).filter(|card| place(*card) != NONE);
        let row = known.clone().fold(0u128, |row, card| row | bit(place(card)));
        let begins = (1..least).fold(row, |begins, by| begins & row >> by);
        if begins != 0 {
            let places = (1..least).fold(begins, |places, by| places | begins << by);
            let part = known.filter(|card| places & bit(place(*card)) != 0);
            found |= part.fold(0, |set, card| set | bit(card));
        }
    }
    found
}

/// The natural cards that can be added to some others on the way to a run of one suit.
fn along_run(
    shape: &Shape,
    faces: &Faces,
    picked: CardSet,
    pool: CardSet,
    sizes: Sizes,
) -> CardSet {
    let least = sizes.least.max(shape.natural_min);
    let suit = faces.suit.get(usize::from(lowest(picked))).copied().unwrap_or(NONE);
    let Some(suit) = faces.of_suit.get(usize::from(suit)) else { return 0 };
    if picked & !(suit & shape.naturals) != 0 || least > sizes.most {
        return 0;
    }
    let place = |card: u8| faces.place[usize::from(card)];
    let row = |cards: CardSet| {
        let known = Cards(cards).filter(|card| place(*card) != NONE);
        known.fold(0u128, |row, card| row | bit(place(card)))
    };
    let fixed = row(picked);
    if size(fixed) != size(picked) {
        return 0;
    }
    // The neighbours on both sides of those that are picked.
    let (low, high) = (fixed.trailing_zeros(), 127 - fixed.leading_zeros());
    let all = fixed | row(pool & suit);
    let up = (!(all >> low)).trailing_zeros();
    let down = (!(all << (127 - low))).leading_zeros() - 1;
    let most = sizes.most.min(128);
    if low + up <= high || up + down < least || high + 1 - low > most {
        return 0;
    }
    let (first, last) =
        ((low - down).max((high + 1).saturating_sub(most)), (low + up - 1).min(low + most - 1));
    let open = |card: &u8| {
        let place = place(*card);
        place != NONE && (first..=last).contains(&u32::from(place)) && fixed & bit(place) == 0
    };
    Cards(pool & suit).filter(open).fold(0, |set, card| set | bit(card))
}

/// Tries one card of each face.
fn one_by_one(
    shape: &Shape,
    faces: &Faces,
    picked: CardSet,
    pool: CardSet,
    sizes: Sizes,
) -> CardSet {
    let mut good = 0;
    let wild = pool & shape.wild;
    if wild != 0 && exists(shape, faces, picked | bit(lowest(wild)), pool, sizes) {
        good |= wild;
    }
    let naturals = pool & !shape.wild;
    for card in Cards(naturals) {
        let twins = shape.twins[usize::from(card)] & naturals;
        let works = match twins {
            0 => exists(shape, faces, picked | bit(card), pool, sizes),
            _ => good & twins != 0,
        };
        if works {
            good |= bit(card);
        }
    }
    good
}

/// What can be added to some cards: which natural cards, and whether a wild one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Additions {
    pub naturals: CardSet,
    pub wild: bool,
}

/// One question: is there a set with these cards in it, and the rest from those?
#[derive(Clone, Debug)]
pub(super) struct Question<'a> {
    pub shape: &'a Shape,
    pub faces: &'a Faces,
    pub sizes: Sizes,
    /// The natural cards that are in the set.
    pub fixed: CardSet,
    /// The natural cards that may be.
    pub pool: CardSet,
    /// The least and the most wild cards.
    pub wilds: (u32, u32),
}

/// The natural cards of a question after a choice of what they have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub fixed: CardSet,
    pub pool: CardSet,
    /// The most natural cards.
    pub most: u32,
    /// The most wild cards.
    pub wilds: u32,
}

impl<'a> Question<'a> {
    pub fn new(
        shape: &'a Shape,
        faces: &'a Faces,
        picked: CardSet,
        pool: CardSet,
        sizes: Sizes,
    ) -> Option<Self> {
        let pool = pool & shape.usable();
        let there = size(picked) as u32;
        let impossible = picked & !shape.usable() != 0
            || sizes.least > sizes.most
            || there > sizes.most
            || there + (size(pool) as u32) < sizes.least;
        if impossible {
            return None;
        }
        let least = size(picked & shape.wild) as u32;
        let most = (least + size(pool & shape.wild) as u32).min(shape.wild_max);
        let question = Self {
            shape,
            faces,
            sizes,
            fixed: picked & !shape.wild,
            pool: pool & !shape.wild,
            wilds: (least, most),
        };
        (least <= most).then_some(question)
    }

    /// Takes a step of work; whether there was one left.
    pub fn step(&self) -> bool {
        work::spend(STEP)
    }

    /// Whether natural cards, in a number that fits, are worth together what they must be, where that is all that
    /// decides; none if it is not, or if too many cards may be added.
    fn adds_up(&self) -> Option<bool> {
        if !self.shape.adds_up || self.wilds.1 > 0 {
            return None;
        }
        let (sum, worth) = self.shape.sum.as_ref()?;
        let there = size(self.fixed);
        let most = (self.sizes.most as usize).saturating_sub(there).min(size(self.pool));
        let least = (self.sizes.least.max(self.shape.natural_min) as usize).saturating_sub(there);
        if most >= MOST_ADDED {
            return None;
        }
        let left = Cards(self.fixed)
            .fold(*sum, |left, card| left.saturating_sub(worth[usize::from(card)]));
        // By the number of cards that are added, the sums that they can have.
        let mut sums = [0u128; MOST_ADDED];
        sums[0] = 1;
        for card in Cards(self.pool) {
            let one = worth[usize::from(card)];
            if one > left {
                continue;
            }
            if !self.step() {
                return Some(false);
            }
            for many in (1..=most).rev() {
                sums[many] |= sums[many - 1] << one;
            }
        }
        let fits = (least..=most).any(|many| left >= 0 && sums[many] >> left & 1 != 0);
        Some(fits && there <= self.sizes.most as usize)
    }

    /// Whether the kind of the pattern finds it possible.
    pub fn is_possible(&self) -> bool {
        self.any_frame(&mut |frame| {
            self.is_large_enough(frame)
                && match self.shape.kind {
                    Kind::Plain => self.plain(frame),
                    Kind::Run => self.run(frame),
                    Kind::Exact => self.placed(frame),
                    Kind::Counts => self.counted(frame),
                    Kind::Units => self.united(None),
                }
                && (!self.shape.also_counts || self.counted(frame))
        })
    }

    fn additions(&self, pool: CardSet) -> CardSet {
        if self.shape.is_of_one_rank() {
            return self.additions_of_one_rank(pool);
        }
        let mut all = Additions::default();
        self.any_frame(&mut |frame| {
            if !self.is_large_enough(frame) {
                return false;
            }
            let more = match self.shape.kind {
                Kind::Plain => self.plain_additions(frame),
                Kind::Run => self.run_additions(frame),
                Kind::Exact => self.placed_additions(frame),
                Kind::Counts => self.counted_additions(frame),
                Kind::Units => self.united_additions(None),
            };
            all.naturals |= more.naturals;
            all.wild |= more.wild;
            false
        });
        all.naturals | if all.wild { pool & self.shape.wild } else { 0 }
    }

    /// The cards that can be added where all must be of one rank: by how many there are of each.
    fn additions_of_one_rank(&self, pool: CardSet) -> CardSet {
        let (named, (least, most)) = (self.faces.named, self.wilds);
        let fixed = size(self.fixed) as u32;
        let (mut found, mut wild) = (0, false);
        let mut add = |cards: CardSet, wilds: u32| {
            let all = fixed + size(cards) as u32;
            let enough = all + wilds >= self.sizes.least;
            if enough && self.fits((fixed + 1, all), (least, wilds)) {
                found |= cards;
            }
            wild |= enough && self.fits((fixed, all), (least + 1, wilds));
        };
        if self.fixed == 0 {
            if most > 0 {
                add(0, most);
            }
            for (step, cards) in self.faces.of_step.iter().enumerate() {
                if cards & self.pool != 0 {
                    add(cards & self.pool, if named & bit(step as u8) == 0 { 0 } else { most });
                }
            }
        } else {
            let step = self.faces.step_of(lowest(self.fixed));
            let cards = self.faces.of_step[step];
            if self.fixed & !cards == 0 {
                add(cards & self.pool, if named & bit(step as u8) == 0 { 0 } else { most });
            }
        }
        found | if wild { pool & self.shape.wild } else { 0 }
    }

    #[inline(always)]
    fn is_large_enough(&self, frame: &Frame) -> bool {
        size(frame.fixed | frame.pool) as u32 + frame.wilds >= self.sizes.least
    }

    /// Whether something holds of any choice of what all cards have in common.
    fn any_frame(&self, holds: &mut impl FnMut(&Frame) -> bool) -> bool {
        let frame = Frame { fixed: self.fixed, pool: self.pool, most: 128, wilds: self.wilds.1 };
        let same = self.shape.same;
        if !(same.rank || same.suit || same.colour) {
            return holds(&frame);
        }
        // Cards that have something in common, or none at all.
        let bare = self.fixed == 0 && (self.wilds.1 > 0 || self.sizes.least == 0);
        (bare && holds(&Frame { pool: 0, ..frame })) || self.of_one_rank(frame, holds)
    }

    fn of_one_rank(&self, frame: Frame, holds: &mut impl FnMut(&Frame) -> bool) -> bool {
        if !self.shape.same.rank {
            return self.of_one_suit(frame, holds);
        }
        let faces = self.faces;
        split(frame, &faces.step, &faces.of_step, &mut |mut frame| {
            let step = faces.step[usize::from(lowest(frame.fixed | frame.pool))];
            if faces.named & bit(step) == 0 {
                frame.wilds = 0;
            }
            self.of_one_suit(frame, holds)
        })
    }

    fn of_one_suit(&self, frame: Frame, holds: &mut impl FnMut(&Frame) -> bool) -> bool {
        if !self.shape.same.suit {
            return self.of_one_colour(frame, holds);
        }
        let faces = self.faces;
        split(frame, &faces.suit, &faces.of_suit, &mut |frame| self.of_one_colour(frame, holds))
    }

    fn of_one_colour(&self, frame: Frame, holds: &mut impl FnMut(&Frame) -> bool) -> bool {
        if !self.shape.same.colour {
            return holds(&frame);
        }
        let faces = self.faces;
        split(frame, &faces.colour, &faces.of_colour, &mut |frame| holds(&frame))
    }

    /// Whether some numbers of natural and of wild cards within these limits are allowed.
    #[inline(always)]
    pub fn fits(&self, naturals: (u32, u32), wilds: (u32, u32)) -> bool {
        let least = naturals.0.max(self.shape.natural_min);
        least <= naturals.1
            && wilds.0 <= wilds.1
            && least + wilds.0 <= self.sizes.most
            && naturals.1 + wilds.1 >= self.sizes.least
    }

    fn plain(&self, frame: &Frame) -> bool {
        let variety = self.variety(frame);
        variety.is_some_and(|variety| variety.fits(self, frame, self.wilds.0))
    }

    fn plain_additions(&self, frame: &Frame) -> Additions {
        let Some(variety) = self.variety(frame) else {
            return Additions::default();
        };
        let mut more =
            Additions { wild: variety.fits(self, frame, self.wilds.0 + 1), ..Additions::default() };
        let one_named = Variety { fixed_named: variety.fixed_named + 1, ..variety };
        if one_named.fits(self, frame, self.wilds.0) {
            more.naturals |= frame.pool & variety.new_named;
        }
        let one_plain = Variety { fixed_plain: variety.fixed_plain + 1, ..variety };
        if one_plain.fits(self, frame, self.wilds.0) {
            more.naturals |= frame.pool & variety.plain;
        }
        more
    }

    fn variety(&self, frame: &Frame) -> Option<Variety> {
        let different = self.shape.different;
        if different.suit {
            Variety::new(frame, &self.faces.of_suit, self.faces.suits)
        } else if different.colour {
            Variety::new(frame, &self.faces.of_colour, self.faces.colours)
        } else {
            Some(Variety {
                fixed_plain: size(frame.fixed) as u32,
                all_plain: size(frame.fixed | frame.pool) as u32,
                plain: frame.pool,
                limit: u32::MAX,
                ..Variety::default()
            })
        }
    }
}

/// How many cards there are of which no two may be alike, and how many that are not so limited.
#[derive(Clone, Copy, Debug, Default)]
struct Variety {
    fixed_named: u32,
    all_named: u32,
    fixed_plain: u32,
    all_plain: u32,
    /// The cards unlike those that are fixed.
    new_named: CardSet,
    /// The cards without any limit.
    plain: CardSet,
    /// The most limited and wild cards together.
    limit: u32,
}

impl Variety {
    /// None if two of the fixed cards are alike already.
    fn new(frame: &Frame, sets: &[CardSet], limit: u8) -> Option<Self> {
        let mut variety = Self { plain: CardSet::MAX, limit: u32::from(limit), ..Self::default() };
        for set in sets {
            let fixed = size(set & frame.fixed) as u32;
            if fixed > 1 {
                return None;
            }
            variety.fixed_named += fixed;
            variety.all_named += u32::from(set & (frame.fixed | frame.pool) != 0);
            variety.plain &= !set;
            variety.new_named |= if fixed == 0 { *set } else { 0 };
        }
        variety.fixed_plain = size(variety.plain & frame.fixed) as u32;
        variety.all_plain = size(variety.plain & (frame.fixed | frame.pool)) as u32;
        Some(variety)
    }

    fn fits(&self, question: &Question, frame: &Frame, least_wilds: u32) -> bool {
        if self.fixed_named > self.all_named || self.fixed_plain > self.all_plain {
            return false;
        }
        let least = self.fixed_named + self.fixed_plain;
        if self.limit == u32::MAX {
            let most = (self.all_named + self.all_plain).min(frame.most);
            return question.fits((least, most), (least_wilds, frame.wilds));
        }
        (least_wilds..=frame.wilds.min(self.limit)).any(|wilds| {
            let named = self.all_named.min(self.limit - wilds);
            let most = (named + self.all_plain).min(frame.most);
            self.fixed_named <= named && question.fits((least, most), (wilds, wilds))
        })
    }
}

/// Tries every value that all natural cards can share; a card without one shares it with none.
fn split(
    frame: Frame,
    values: &[u8],
    sets: &[CardSet],
    holds: &mut impl FnMut(Frame) -> bool,
) -> bool {
    if frame.fixed == 0 {
        let mut loose = frame.pool;
        for set in sets {
            let pool = frame.pool & set;
            loose &= !set;
            if pool != 0 && holds(Frame { pool, ..frame }) {
                return true;
            }
        }
        return loose != 0 && holds(Frame { pool: loose, most: 1, ..frame });
    }
    let value = values[usize::from(lowest(frame.fixed))];
    if value == NONE {
        return size(frame.fixed) == 1 && holds(Frame { pool: 0, ..frame });
    }
    let set = sets[usize::from(value)];
    frame.fixed & !set == 0 && holds(Frame { pool: frame.pool & set, ..frame })
}
