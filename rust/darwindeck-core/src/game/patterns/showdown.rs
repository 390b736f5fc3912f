//! Which hand is better.

use super::complete::{each_match, matches};
use super::exact::Placement;
use super::faces::{Faces, RankSet};
use super::reading::Tally;
use super::shape::{Needs, Shape, largest};
use super::units::{Stretch, top_height};
use crate::game::cards::{CardSet, Cards, bit, size};
use crate::game::work;
use crate::program::parts::TieKey;

/// The work of one reading of wild cards.
const READING: u32 = 3;

/// How good a hand is: compare two of them.
///
/// Tie keys are packed into 256 bits, the first keys first; what has no room there does not decide.
/// The cards of a hand take two to five bits for each rank of the plain order, by how many cards of a
/// rank there can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandKey {
    /// The priority of the pattern that the hand forms.
    pub priority: i32,
    /// What the tie keys of the pattern come to.
    pub ties: [u128; 2],
}

/// How good a hand is, whatever it forms.
#[cfg(test)]
pub(super) fn rank_hand(shapes: &[Shape], faces: &Faces, hand: CardSet) -> Option<HandKey> {
    rank_hand_from(shapes, faces, hand, i32::MIN)
}

/// How good a hand is: the pattern of highest priority that it forms, made of the cards and of the
/// readings of wild cards that make it strongest. None if it forms no pattern of this priority or of a
/// higher one.
///
/// It is quickest if the shapes come in the order of their priority, highest first.
pub fn rank_hand_from(
    shapes: &[Shape],
    faces: &Faces,
    hand: CardSet,
    least: i32,
) -> Option<HandKey> {
    if shapes.is_empty() {
        return None;
    }
    let tally = Tally::new(faces, hand);
    let hand = Hand::new(faces, hand, &tally);
    let mut best: Option<HandKey> = None;
    for shape in shapes {
        let priority = shape.priority;
        let better = best.is_none_or(|best| best.priority < priority);
        if priority < least || !better || shape.fails_at_once(&hand) {
            continue;
        }
        if let Some(ties) = shape.rank(faces, &hand) {
            best = Some(HandKey { priority, ties });
        }
    }
    best
}

/// The cards of a showdown and what has been counted of them.
pub(super) struct Hand<'a> {
    pub cards: CardSet,
    pub tally: &'a Tally,
    pub has: Needs,
}

impl<'a> Hand<'a> {
    /// Some cards, and how many of them are of each rank.
    #[inline]
    pub(super) fn new(faces: &Faces, cards: CardSet, tally: &'a Tally) -> Self {
        let levels = tally.levels.iter().take_while(|steps| **steps != 0);
        let (of_rank, ranks) = (levels.count() as u32, size(tally.levels[0]) as u32);
        Self { cards, tally, has: Needs { suited: largest(&faces.of_suit, cards), of_rank, ranks } }
    }
}

/// How the best choice of cards is found in a larger hand without wild cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// The strongest groups and beside them the strongest cards.
    Groups,
    /// The highest sequence.
    Sequence,
    /// By trying all.
    Any,
}

impl Plan {
    /// The plan for a shape. Whether the whole choice is of one suit makes no difference to it: it is
    /// then made for each suit.
    pub fn of(shape: &Shape) -> Self {
        let Some(count) = shape.count else {
            return Self::Any;
        };
        let (same, different) = (shape.same, shape.different);
        let by_cards = |tie: &Tie| matches!(tie.key, TieKey::TopCard | TieKey::Size);
        let only_counts = shape.exact.is_empty()
            && shape.units.is_none()
            && shape.sum.is_none()
            && !shape.ties.iter().any(by_cards)
            && shape.required.is_empty()
            && !shape.consecutive
            && !(same.rank || same.suit || same.colour)
            && !(different.rank || different.suit || different.colour)
            && (shape.suited == 0 || shape.suited == count)
            && shape.natural_min <= count
            && shape.sizes.least <= shape.sizes.most;
        let grouped: u32 = shape.groups.iter().map(|&group| u32::from(group)).sum();
        let keys: Vec<TieKey> = shape.ties.iter().map(|tie| tie.key).collect();
        let by_groups =
            shape.groups.is_empty() || keys.is_empty() || keys.first() == Some(&TieKey::GroupRanks);
        match shape.length {
            None if only_counts
                && grouped <= count
                && by_groups
                && !keys.contains(&TieKey::SequenceTop) =>
            {
                Self::Groups
            }
            Some(length)
                if only_counts
                    && shape.groups.is_empty()
                    && length as u32 <= count
                    && keys.iter().all(|&key| key == TieKey::SequenceTop) =>
            {
                Self::Sequence
            }
            _ => Self::Any,
        }
    }
}

impl Shape {
    /// Whether it can be seen at a glance that neither some cards nor some of them form this.
    #[inline(always)]
    pub(super) fn fails_at_once(&self, hand: &Hand) -> bool {
        let (has, needs) = (&hand.has, &self.needs);
        let lacks =
            has.suited < needs.suited || has.of_rank < needs.of_rank || has.ranks < needs.ranks;
        lacks && hand.cards & self.wild == 0
    }

    /// What the tie keys of the best choice of cards come to; None if the hand does not form this.
    #[inline]
    fn rank(&self, faces: &Faces, hand: &Hand) -> Option<[u128; 2]> {
        if hand.cards & self.wild != 0 {
            return self.try_all(faces, hand.cards);
        }
        let Some(count) = self.count else {
            return self.rank_whole(faces, hand);
        };
        let usable = hand.cards & self.naturals;
        if usable == hand.cards {
            return self.rank_naturals(faces, hand, count);
        }
        let tally = Tally::new(faces, usable);
        self.rank_naturals(faces, &Hand::new(faces, usable, &tally), count)
    }

    /// The same for a hand of which all cards may be part of the pattern, none as a wild card.
    #[inline]
    fn rank_naturals(&self, faces: &Faces, hand: &Hand, count: u32) -> Option<[u128; 2]> {
        if hand.tally.cards < count || hand.has.suited < self.suited {
            return None;
        }
        if hand.tally.cards == count {
            return self.rank_whole(faces, hand);
        }
        if self.plan == Plan::Any {
            return self.try_all(faces, hand.cards);
        }
        if self.suited == 0 {
            return self.rank_by_plan(faces, hand.tally, count);
        }
        let suits = faces.of_suit.iter().map(|suit| suit & hand.cards);
        let flushes = suits.filter(|&cards| size(cards) as u32 >= count);
        let keys = flushes.map(|cards| self.rank_by_plan(faces, &Tally::new(faces, cards), count));
        keys.max().flatten()
    }

    /// The same where all cards together must form the pattern.
    #[inline]
    fn rank_whole(&self, faces: &Faces, hand: &Hand) -> Option<[u128; 2]> {
        let many = hand.tally.cards;
        let fits = hand.has.suited >= self.suited
            && hand.cards & !self.naturals == 0
            && self.sizes.least <= many
            && many <= self.sizes.most
            && self.natural_min <= many
            && self.fits_ranks(faces, hand.tally)
            && self.fits_suits(faces, hand.cards, 0)
            && self.fits_sum(hand.cards)
            && (self.exact.is_empty() || Placement::new().place_all(&self.exact, hand.cards));
        fits.then(|| self.keys(faces, hand.tally, hand.cards))
    }

    fn rank_by_plan(&self, faces: &Faces, tally: &Tally, count: u32) -> Option<[u128; 2]> {
        if !self.fits_ranks(faces, tally) {
            return None;
        }
        match self.plan {
            Plan::Groups => Some(self.keys(faces, &self.strongest(tally, count), 0)),
            Plan::Sequence | Plan::Any => Some(self.keys(faces, tally, 0)),
        }
    }

    /// The strongest groups, and the strongest of the other cards until there are so many.
    fn strongest(&self, tally: &Tally, count: u32) -> Tally {
        let mut best = Tally::empty();
        self.each_group(tally, |step, many| (0..many).for_each(|_| best.add(step)));
        let mut rest: RankSet = tally.levels[0];
        while best.cards < count && rest != 0 {
            let step = 127 - rest.leading_zeros() as usize;
            rest &= !bit(step as u8);
            while best.cards < count && best.count[step] < tally.count[step] {
                best.add(step);
            }
        }
        best
    }

    /// Tries every choice of cards and everything that wild cards may stand for.
    fn try_all(&self, faces: &Faces, hand: CardSet) -> Option<[u128; 2]> {
        if !matches(self, faces, hand) {
            return None;
        }
        if self.ties.is_empty() {
            return Some([0; 2]);
        }
        let mut readings = Readings { shape: self, faces, best: None };
        match self.count {
            None => readings.judge(hand),
            Some(_) => {
                let usable = hand & self.usable();
                each_match(self, faces, 0, usable, &mut |choice| {
                    readings.judge(choice);
                    work::spend(READING)
                });
            }
        }
        readings.best
    }

    /// What the tie keys come to for cards of these ranks, the natural ones among them these.
    #[inline]
    fn keys(&self, faces: &Faces, tally: &Tally, naturals: CardSet) -> [u128; 2] {
        match &self.units {
            None => self.keys_of(faces, tally, naturals, None),
            Some(units) if units.keyed => self.best_stretch(tally).map_or([0; 2], |s| s.key),
            Some(units) => {
                let keys = units.taken_by(tally);
                let keys = keys.map(|s| self.keys_of(faces, tally, naturals, Some(s)));
                keys.max().unwrap_or([0; 2])
            }
        }
    }

    fn keys_of(
        &self,
        faces: &Faces,
        tally: &Tally,
        naturals: CardSet,
        stretch: Option<&Stretch>,
    ) -> [u128; 2] {
        let mut words = [0; 2];
        for tie in &self.ties {
            tie.write(self, faces, tally, (naturals, stretch), &mut words);
        }
        words
    }

    /// How good some cards are as a whole; None if they do not form this.
    pub(super) fn rank_all(&self, faces: &Faces, cards: CardSet) -> Option<[u128; 2]> {
        let tally = Tally::new(faces, cards);
        self.rank(faces, &Hand::new(faces, cards, &tally))
    }

    /// The same of cards that have been counted.
    #[inline]
    pub(super) fn rank_counted(&self, faces: &Faces, hand: &Hand) -> Option<[u128; 2]> {
        if self.fails_at_once(hand) { None } else { self.rank(faces, hand) }
    }

    /// Whether two cards of one rank that the pattern does not tell apart are as good.
    pub(super) fn rates_by_rank(&self) -> bool {
        !self.ties.iter().any(|tie| tie.key == TieKey::TopCard)
    }

    /// Works out what the tie keys come to for each stretch of units, if it alone says that.
    pub(super) fn key_stretches(&mut self, faces: &Faces) {
        let Some(mut units) = self.units.take() else { return };
        let by_ranks = |tie: &Tie| match tie.key {
            TieKey::GroupRanks | TieKey::SequenceTop | TieKey::Size => true,
            TieKey::CardRanks => units.is_bare(),
            TieKey::OtherCards | TieKey::TopCard => false,
        };
        units.keyed = self.ties.iter().all(by_ranks);
        let cards: Vec<u32> = units.stretches.iter().map(|s| units.cards(s)).collect();
        let each = units.each;
        for (stretch, cards) in units.stretches.iter_mut().zip(cards) {
            let mut tally = Tally::empty();
            for step in Cards(stretch.steps) {
                (0..each).for_each(|_| tally.add(usize::from(step)));
            }
            tally.cards = cards;
            stretch.key = self.keys_of(faces, &tally, 0, Some(stretch));
        }
        self.units = Some(units);
    }

    /// Whether nothing but the highest card decides between two combinations of this.
    pub(super) fn decides_by_top(&self) -> bool {
        matches!(&self.ties[..], [tie] if tie.key == TieKey::TopCard)
    }

    /// Whether combinations of different sizes compare.
    pub(super) fn compares_sizes(&self) -> bool {
        self.ties.iter().any(|tie| tie.key == TieKey::Size)
    }

    /// The height that tie keys hold where nothing but the highest card decides.
    pub(super) fn top_of(&self, keys: &[u128; 2]) -> usize {
        let field = self.ties[0].fields[0];
        (keys.get(usize::from(field.word)).copied().unwrap_or(0) >> field.shift) as usize
    }
}

/// The best of all readings of a choice of cards.
struct Readings<'a> {
    shape: &'a Shape,
    faces: &'a Faces,
    best: Option<[u128; 2]>,
}

impl Readings<'_> {
    fn judge(&mut self, choice: CardSet) {
        let naturals = choice & !self.shape.wild;
        let tally = Tally::new(self.faces, naturals);
        self.read(naturals, tally, size(choice & self.shape.wild) as u32, self.faces.named);
    }

    /// Lets so many wild cards stand for some of these steps.
    fn read(&mut self, naturals: CardSet, tally: Tally, wilds: u32, steps: RankSet) {
        if wilds == 0 {
            if self.shape.fits_ranks(self.faces, &tally) {
                self.best = self.best.max(Some(self.shape.keys(self.faces, &tally, naturals)));
            }
            return;
        }
        let mut rest = steps;
        while rest != 0 && work::spend(READING) {
            let step = 127 - rest.leading_zeros() as usize;
            let mut more = tally;
            more.add(step);
            self.read(naturals, more, wilds - 1, rest);
            rest &= !bit(step as u8);
        }
    }
}

/// A place for a number among the packed tie keys.
#[derive(Clone, Copy, Debug)]
struct Field {
    /// Which of the words; one that does not exist if there is no room.
    word: u8,
    shift: u8,
}

impl Field {
    #[inline(always)]
    fn add(self, number: u8, words: &mut [u128; 2]) {
        if let Some(word) = words.get_mut(usize::from(self.word)) {
            *word += u128::from(number) << self.shift;
        }
    }

    #[inline(always)]
    fn subtract(self, number: u8, words: &mut [u128; 2]) {
        if let Some(word) = words.get_mut(usize::from(self.word)) {
            *word -= u128::from(number) << self.shift;
        }
    }
}

/// A tie key and where it is packed: the ranks of groups one after the other, sets of cards as how
/// many there are of each strength. The strongest comes first: so the larger number is better.
#[derive(Clone, Debug)]
pub(super) struct Tie {
    key: TieKey,
    fields: Vec<Field>,
}

impl Tie {
    /// The tie keys of a shape, one after the other.
    pub fn layout(shape: &Shape, keys: &[TieKey], faces: &Faces) -> Vec<Self> {
        let mut room = Room { word: 0, left: 128 };
        let strongest = faces.strength_of.iter().copied().max().unwrap_or(0);
        let most = most_of_one_strength(shape, faces);
        let layout = |&key: &TieKey| {
            let mut fields: Vec<Field> = match key {
                TieKey::GroupRanks => {
                    // Of units there may be fewer: one more than the strength, so that none is below all.
                    let (groups, above) = match &shape.units {
                        Some(units) => (units.most(), 1),
                        None => (shape.groups.len(), 0),
                    };
                    (0..groups).map(|_| room.take(u32::from(strongest) + above)).collect()
                }
                TieKey::TopCard => vec![room.take(faces.above.len() as u32)],
                TieKey::Size => vec![room.take(128)],
                TieKey::SequenceTop => vec![room.take(faces.order.len() as u32)],
                TieKey::CardRanks | TieKey::OtherCards => {
                    (0..=strongest).map(|_| room.take(most)).collect()
                }
            };
            if matches!(key, TieKey::CardRanks | TieKey::OtherCards) {
                fields.reverse();
            }
            Self { key, fields }
        };
        keys.iter().map(layout).collect()
    }

    #[inline]
    fn write(
        &self,
        shape: &Shape,
        faces: &Faces,
        tally: &Tally,
        (naturals, stretch): (CardSet, Option<&Stretch>),
        words: &mut [u128; 2],
    ) {
        match self.key {
            TieKey::TopCard => self.fields[0].add(top_height(faces, naturals & !shape.wild), words),
            TieKey::Size => self.fields[0].add(tally.cards as u8, words),
            TieKey::GroupRanks if stretch.is_some() => {
                let mut steps = stretch.map_or(0, |stretch| stretch.steps);
                for field in self.fields.iter().take(size(steps)) {
                    let step = 127 - steps.leading_zeros() as u8;
                    steps &= !bit(step);
                    field.add(faces.strength_of[usize::from(step)].saturating_add(1), words);
                }
            }
            TieKey::GroupRanks => {
                let mut fields = self.fields.iter();
                shape.each_group(tally, |step, _| {
                    if let Some(field) = fields.next() {
                        field.add(faces.strength_of[step], words);
                    }
                });
            }
            TieKey::CardRanks => self.write_cards(faces, tally, words),
            TieKey::OtherCards => {
                self.write_cards(faces, tally, words);
                if let (Some(stretch), Some(units)) = (stretch, &shape.units) {
                    for step in Cards(stretch.steps).map(usize::from) {
                        let field = self.fields[usize::from(faces.strength_of[step])];
                        field.subtract(units.each, words);
                    }
                }
                shape.each_group(tally, |step, many| {
                    self.fields[usize::from(faces.strength_of[step])].subtract(many, words);
                });
            }
            TieKey::SequenceTop => {
                let top = stretch.map_or_else(|| sequence_top(shape, faces, tally), |s| s.top);
                self.fields[0].add(top, words);
            }
        }
    }

    fn write_cards(&self, faces: &Faces, tally: &Tally, words: &mut [u128; 2]) {
        for step in Cards(tally.levels[0]).map(usize::from) {
            self.fields[usize::from(faces.strength_of[step])].add(tally.count[step], words);
        }
    }
}

fn sequence_top(shape: &Shape, faces: &Faces, tally: &Tally) -> u8 {
    let top = match shape.length {
        Some(_) => shape.windows.iter().find(|window| tally.holds(window)).copied(),
        None => {
            let (length, within) = (tally.cards as usize, tally.levels[0]);
            let mut windows = faces.windows_within(length, shape.wrap, within);
            windows.find(|window| tally.holds(window))
        }
    };
    top.map_or(0, |window| window.top)
}

/// The most cards of one strength that a combination can have.
fn most_of_one_strength(shape: &Shape, faces: &Faces) -> u32 {
    let wilds = (size(shape.wild) as u32).min(shape.wild_max);
    let mut cards = [0_u32; 256];
    for (step, set) in faces.of_step.iter().enumerate() {
        let strength = usize::from(faces.strength_of[step]);
        cards[strength] += size(set & shape.naturals) as u32;
    }
    let most = cards.iter().max().map_or(0, |&most| most + wilds);
    most.min(shape.sizes.most)
}

/// The bits that are not yet taken, from the highest down.
struct Room {
    word: u8,
    left: u32,
}

impl Room {
    /// Room for a number up to a limit.
    fn take(&mut self, limit: u32) -> Field {
        let bits = (32 - limit.leading_zeros()).max(1);
        if bits > self.left {
            self.word = self.word.saturating_add(1);
            self.left = 128;
        }
        self.left -= bits;
        Field { word: self.word, shift: self.left as u8 }
    }
}
