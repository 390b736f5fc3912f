//! A pattern, made ready for matching.

use super::faces::{Faces, NONE, Window};
use super::showdown::{Plan, Tie};
use super::units::Units;
use crate::game::cards::{CardId, CardSet, Cards, bit, lowest, size};
use crate::program::parts::{Attribute, HandPattern};

/// Sums below this are told apart as bits of a set.
const LARGEST_SUM: i32 = 128;

/// How many cards a combination may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    pub least: u32,
    pub most: u32,
}

/// Attributes that cards share, or that no two of them share.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attributes {
    pub rank: bool,
    pub suit: bool,
    pub colour: bool,
}

impl Attributes {
    fn new(attributes: &[Attribute]) -> Self {
        Self {
            rank: attributes.contains(&Attribute::Rank),
            suit: attributes.contains(&Attribute::Suit),
            colour: attributes.contains(&Attribute::Colour),
        }
    }
}

/// How a pattern is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// By the number of cards.
    Plain,
    /// By stretches of the sequence order.
    Run,
    /// By giving each condition a card.
    Exact,
    /// By what is needed of each rank and suit.
    Counts,
    /// By units of cards of one rank.
    Units,
}

/// A pattern with its conditions on cards as sets, for one context.
#[derive(Clone, Debug)]
pub struct Shape {
    /// A hand of higher priority is better.
    pub priority: i32,
    /// How many cards it is looked for in.
    pub(super) count: Option<u32>,
    pub(super) sizes: Sizes,
    /// The cards that may be part of it as what they are.
    pub(super) naturals: CardSet,
    pub(super) wild: CardSet,
    pub(super) wild_max: u32,
    pub(super) natural_min: u32,
    pub(super) same: Attributes,
    pub(super) different: Attributes,
    /// How many cards of one suit there must be; 0 without that constraint.
    pub(super) suited: u32,
    /// The sizes of groups of one rank, the largest first.
    pub(super) groups: Vec<u8>,
    /// Steps that must be there, and how often.
    pub(super) required: Vec<(u8, u8)>,
    /// The length of a sequence that must be there.
    pub(super) length: Option<usize>,
    /// The sequences of that length.
    pub(super) windows: Vec<Window>,
    pub(super) wrap: bool,
    pub(super) consecutive: bool,
    pub(super) exact: Vec<CardSet>,
    /// Units of cards of one rank, with what is attached to them.
    pub(super) units: Option<Units>,
    /// What the cards must be worth, and what each is.
    pub(super) sum: Option<(i32, Vec<i32>)>,
    /// Whether it beats combinations of lower priority however many cards they have.
    pub any_size: bool,
    pub(super) kind: Kind,
    /// Whether nothing but the number of cards and what they are worth together decides, each worth no less
    /// than nothing and no more than can be told apart: see `Question::adds_up`.
    pub(super) adds_up: bool,
    /// Whether the kind decides all of the pattern; otherwise it only says what is impossible.
    pub(super) decided: bool,
    /// Whether, beside its kind, what is needed of each rank and suit says what is impossible.
    pub(super) also_counts: bool,
    /// Whether ranks must fit more than that all are neighbours.
    pub(super) more_of_ranks: bool,
    /// For each card the lower ones that the pattern cannot tell from it.
    pub(super) twins: Vec<CardSet>,
    pub(super) ties: Vec<Tie>,
    pub(super) plan: Plan,
    /// What there must be at the least among natural cards.
    pub(super) needs: Needs,
}

/// How many cards are alike.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Needs {
    /// The most cards of one suit.
    pub suited: u32,
    /// The most cards of one rank; four stands for more as well.
    pub of_rank: u32,
    /// How many ranks there are.
    pub ranks: u32,
}

impl Shape {
    /// The shape of a pattern: which cards may be part of it, those of each condition of `exact`,
    /// and the wild ones.
    pub fn new(
        pattern: &HandPattern,
        cards: CardSet,
        exact: Vec<CardSet>,
        wild: CardSet,
        faces: &Faces,
    ) -> Self {
        let wild_max = if faces.named == 0 { 0 } else { number(pattern.wild_max, 128) };
        let mut groups: Vec<u8> =
            pattern.same_rank_groups.iter().flatten().map(|&size| small(size)).collect();
        groups.sort_unstable_by(|a, b| b.cmp(a));
        let length = pattern.sequence_length.map(|length| usize::from(small(length)));
        let windows =
            length.map(|length| faces.windows(length, pattern.sequence_wrap).collect::<Vec<_>>());
        let mut shape = Self {
            priority: pattern.rank_priority,
            count: pattern.required_count.map(|count| u32::from(small(count))),
            sizes: sizes(pattern, exact.len()),
            naturals: cards & !wild,
            wild,
            wild_max,
            natural_min: number(pattern.natural_min, 0),
            same: Attributes::new(&pattern.same),
            different: Attributes::new(&pattern.different),
            suited: number(pattern.same_suit_count, 0),
            groups,
            required: Vec::new(),
            length,
            windows: windows.unwrap_or_default(),
            wrap: pattern.sequence_wrap,
            consecutive: pattern.consecutive,
            exact,
            units: None,
            sum: None,
            any_size: pattern.any_size,
            kind: Kind::Plain,
            adds_up: false,
            decided: true,
            also_counts: false,
            more_of_ranks: false,
            twins: Vec::new(),
            ties: Vec::new(),
            plan: Plan::Any,
            needs: Needs::default(),
        };
        shape.require(pattern, faces);
        let worth = pattern.sum_of.map(|table| faces.worth[table.index()].clone());
        shape.sum = pattern.sum.zip(worth);
        shape.units = Units::of(pattern, shape.sizes.most.min(128), faces);
        shape.decide();
        shape.find_twins(faces);
        shape.ties = Tie::layout(&shape, &pattern.tie_keys, faces);
        shape.key_stretches(faces);
        shape.plan = Plan::of(&shape);
        shape.needs = shape.needs();
        shape
    }

    /// Whether it is made of these cards, those of each condition of `exact` and the wild ones.
    pub fn is_of(&self, cards: CardSet, exact: &[CardSet], wild: CardSet) -> bool {
        self.naturals == cards & !wild && self.wild == wild && self.exact == exact
    }

    fn needs(&self) -> Needs {
        let least = self.sizes.least;
        let group = self.groups.first().map_or(0, |group| u32::from(*group));
        let unit = self.units.as_ref().map_or(0, |units| u32::from(units.each));
        let of_rank = if self.same.rank { least } else { 0 }.max(group).max(unit);
        let suited = if self.same.suit && least >= 2 { least } else { 0 };
        let run = if self.consecutive { least } else { 0 };
        let run = run.max(self.length.map_or(0, |length| length as u32));
        Needs {
            suited: self.suited.max(suited),
            of_rank: of_rank.min(4),
            ranks: run.saturating_sub(u32::from(self.wrap)),
        }
    }

    /// Notes the ranks that must be there.
    fn require(&mut self, pattern: &HandPattern, faces: &Faces) {
        for rank in pattern.required_ranks.iter().flatten() {
            let Some(step) = faces.step_of_rank(rank.0) else {
                self.sizes = Sizes { least: 1, most: 0 };
                return;
            };
            match self.required.iter_mut().find(|(known, _)| *known == step) {
                Some((_, times)) => *times = times.saturating_add(1),
                None => self.required.push((step, 1)),
            }
        }
    }

    /// Chooses how the pattern is decided.
    fn decide(&mut self) {
        let of_ranks = !self.groups.is_empty()
            || !self.required.is_empty()
            || self.length.is_some()
            || self.different.rank;
        let counts = of_ranks || self.suited > 0;
        let varied = self.different.suit || self.different.colour;
        (self.kind, self.decided) = if self.units.is_some() {
            (Kind::Units, true)
        } else if !self.exact.is_empty() {
            (Kind::Exact, !counts && !varied && !self.consecutive)
        } else if self.consecutive {
            (Kind::Run, self.suited == 0 && !varied)
        } else if !counts {
            (Kind::Plain, !(self.different.suit && self.different.colour))
        } else if self.same.rank {
            (Kind::Plain, false)
        } else {
            (Kind::Counts, !varied)
        };
        let (same, different) = (self.same, self.different);
        let alike = same.rank || same.suit || same.colour || different.suit || different.colour;
        let settled = |(sum, worth): &(i32, Vec<i32>)| {
            (0..LARGEST_SUM).contains(sum) && worth.iter().all(|worth| *worth >= 0)
        };
        self.adds_up =
            self.kind == Kind::Plain && !counts && !alike && self.sum.as_ref().is_some_and(settled);
        self.decided &= self.sum.is_none();
        self.also_counts = counts && !self.decided && self.kind != Kind::Counts;
        self.more_of_ranks = of_ranks || self.same.rank;
    }

    /// Finds the cards that are alike in all that the pattern minds.
    fn find_twins(&mut self, faces: &Faces) {
        let (same, different) = (self.same, self.different);
        let suits = self.suited > 0 || same.suit || different.suit;
        let colours = same.colour || different.colour;
        let face = |card: usize| {
            let set = bit(card as CardId);
            let places = self.exact.iter().zip(0..).filter(|(condition, _)| *condition & set != 0);
            let places = places.fold(0, |all: u128, (_, place)| all | bit(place));
            let worth = self.sum.as_ref().map(|(_, worth)| worth[card]);
            (suits.then(|| faces.suit[card]), colours.then(|| faces.colour[card]), worth, places)
        };
        let cards = faces.rank.len();
        let alike = !suits && !colours && self.sum.is_none() && self.exact.is_empty();
        let known: Vec<_> = if alike { Vec::new() } else { (0..cards).map(face).collect() };
        self.twins = vec![0; cards];
        for of_rank in &faces.of_step {
            let mut before = 0;
            for card in Cards(*of_rank) {
                let twin = |other: &CardId| known[usize::from(card)] == known[usize::from(*other)];
                self.twins[usize::from(card)] = match alike {
                    true => before,
                    false => Cards(before).filter(twin).fold(0, |set, other| set | bit(other)),
                };
                before |= bit(card);
            }
        }
    }

    /// Whether it can be seen at a glance that no combination lies in some cards: there are too few of
    /// them, or too few that are alike.
    pub(in crate::game) fn is_out_of_reach(&self, faces: &Faces, cards: CardSet) -> bool {
        let least = self.sizes.least;
        if (size(cards & self.usable()) as u32) < least {
            return true;
        }
        if self.wild_max > 0 && cards & self.wild != 0 {
            return false;
        }
        let naturals = cards & self.naturals;
        let alike = |sets: &[CardSet], wanted: u32| wanted < 2 || largest(sets, naturals) >= wanted;
        let group = self.groups.first().map_or(0, |group| u32::from(*group));
        let suited = if self.same.suit { least } else { 0 }.max(self.suited);
        let unit = self.units.as_ref().map_or(0, |units| u32::from(units.each));
        let of_rank = if self.same.rank { least } else { 0 }.max(group).max(unit);
        !(self.exact.iter().all(|condition| condition & naturals != 0)
            && alike(&faces.of_suit, suited)
            && alike(&faces.of_step, of_rank)
            && self.may_run(faces, naturals))
    }

    /// Whether some of the cards, of one suit if they must be, are neighbours in the sequence order, as
    /// many as a run needs.
    fn may_run(&self, faces: &Faces, naturals: CardSet) -> bool {
        if !self.consecutive || self.wrap {
            return true;
        }
        let runs = |cards: CardSet| {
            let places = Cards(cards).map(|card| faces.place[usize::from(card)]);
            let known = places.filter(|place| *place != NONE);
            let mut row = known.fold(0u128, |row, place| row | 1 << (place & 127));
            for _ in 1..self.sizes.least {
                row &= row >> 1;
            }
            row != 0
        };
        if self.same.suit {
            faces.of_suit.iter().any(|suit| runs(suit & naturals))
        } else {
            runs(naturals)
        }
    }

    /// The most cards of some that a combination can have, as far as that is seen at a glance; it is not one that is
    /// looked for in a number of cards.
    pub fn most_of(&self, faces: &Faces, cards: CardSet) -> u32 {
        let naturals = cards & self.naturals;
        let wild = (size(cards & self.wild) as u32).min(self.wild_max);
        let most = match self.same.rank {
            true => largest(&faces.of_step, naturals).max(u32::from(naturals != 0)),
            false => size(naturals) as u32,
        };
        (most + wild).min(self.sizes.most)
    }

    /// The fewest and the most cards of a combination.
    pub fn sizes(&self) -> (u32, u32) {
        (self.sizes.least, self.sizes.most)
    }

    /// Whether so many cards may be a combination, and whether more may.
    pub fn allows(&self, many: u32) -> (bool, bool) {
        let Sizes { least, most } = self.sizes;
        match self.count {
            Some(_) => (true, true),
            None => ((least..=most).contains(&many), many < most),
        }
    }

    /// Whether all cards must be of one rank, and nothing else is said of what they are.
    #[inline(always)]
    pub(super) fn is_of_one_rank(&self) -> bool {
        let (same, different) = (self.same, self.different);
        self.kind == Kind::Plain
            && self.decided
            && same.rank
            && !(same.suit || same.colour || different.suit || different.colour)
    }

    /// Whether all cards must be neighbours of one suit, two at least, and nothing else is said of them.
    #[inline(always)]
    pub(super) fn is_run_of_one_suit(&self) -> bool {
        let (same, different) = (self.same, self.different);
        self.kind == Kind::Run
            && self.decided
            && !self.wrap
            && same.suit
            && !(same.rank || same.colour || different.rank)
            && self.groups.is_empty()
            && self.required.is_empty()
            && self.length.is_none()
            && self.sizes.least.max(self.natural_min) >= 2
    }

    /// The cards that may be part of it.
    #[inline(always)]
    pub(in crate::game) fn usable(&self) -> CardSet {
        self.naturals | self.wild
    }

    /// Whether some natural cards, beside so many wild ones, fit what is said of suits and colours.
    pub(super) fn fits_suits(&self, faces: &Faces, naturals: CardSet, wilds: u32) -> bool {
        if self.suited > 0 && largest(&faces.of_suit, naturals) + wilds < self.suited {
            return false;
        }
        (!self.same.suit || all_alike(&faces.suit, &faces.of_suit, naturals))
            && (!self.same.colour || all_alike(&faces.colour, &faces.of_colour, naturals))
            && self.keeps_apart(faces, naturals, wilds)
    }

    /// Whether cards are worth what they must be.
    #[inline(always)]
    pub(super) fn fits_sum(&self, cards: CardSet) -> bool {
        let adds_up = |(sum, worth): &(i32, Vec<i32>)| {
            let worth = Cards(cards).map(|card| i64::from(worth[usize::from(card)]));
            worth.sum::<i64>() == i64::from(*sum)
        };
        self.sum.as_ref().is_none_or(adds_up)
    }

    /// Whether cards are worth too much already, where none is worth less than nothing.
    pub(super) fn is_too_much(&self, cards: CardSet) -> bool {
        self.sum.as_ref().is_some_and(|(sum, worth)| {
            let there = Cards(cards).map(|card| i64::from(worth[usize::from(card)])).sum::<i64>();
            there > i64::from(*sum) && worth.iter().all(|worth| *worth >= 0)
        })
    }

    /// How many of some natural cards can be together at most, and how many with wild cards beside
    /// them, if they must differ. Cards without a suit or colour always do.
    pub(super) fn most_apart(&self, faces: &Faces, naturals: CardSet) -> (u32, u32) {
        let mut most = (128, 128);
        for (apart, sets, limit) in [
            (self.different.suit, &faces.of_suit, faces.suits),
            (self.different.colour, &faces.of_colour, faces.colours),
        ] {
            if apart {
                let loose = sets.iter().fold(naturals, |loose, set| loose & !set);
                let named = sets.iter().filter(|set| *set & naturals != 0).count();
                most.0 = most.0.min((named + size(loose)) as u32);
                most.1 = most.1.min(u32::from(limit) + size(loose) as u32);
            }
        }
        most
    }

    /// The cards that differ, as they must, from all of some others.
    pub(super) fn apart_from(&self, faces: &Faces, others: CardSet, cards: CardSet) -> CardSet {
        let unlike = |sets: &[CardSet]| {
            let taken = sets.iter().filter(|set| *set & others != 0);
            !taken.fold(0, |all, set| all | set)
        };
        let suits = if self.different.suit { unlike(&faces.of_suit) } else { CardSet::MAX };
        let colours = if self.different.colour { unlike(&faces.of_colour) } else { CardSet::MAX };
        cards & suits & colours
    }

    /// Whether no two of them share a suit or colour that must differ.
    pub(super) fn keeps_apart(&self, faces: &Faces, naturals: CardSet, wilds: u32) -> bool {
        let different = self.different;
        (!different.suit || all_differ(&faces.of_suit, faces.suits, naturals, wilds))
            && (!different.colour || all_differ(&faces.of_colour, faces.colours, naturals, wilds))
    }
}

/// How many of the cards are in the largest of some sets.
#[inline]
pub(super) fn largest(sets: &[CardSet], cards: CardSet) -> u32 {
    sets.iter().map(|set| size(set & cards) as u32).max().unwrap_or(0)
}

fn all_alike(values: &[u8], sets: &[CardSet], cards: CardSet) -> bool {
    if cards & cards.wrapping_sub(1) == 0 {
        return true;
    }
    let value = values[usize::from(lowest(cards))];
    value != NONE && cards & !sets[usize::from(value)] == 0
}

fn all_differ(sets: &[CardSet], limit: u8, cards: CardSet, wilds: u32) -> bool {
    let mut named = wilds;
    for set in sets {
        let here = size(set & cards) as u32;
        if here > 1 {
            return false;
        }
        named += here;
    }
    named <= u32::from(limit)
}

fn sizes(pattern: &HandPattern, exact: usize) -> Sizes {
    let mut sizes =
        Sizes { least: number(pattern.min_size, 0), most: number(pattern.max_size, 128) };
    let exact = (exact > 0).then_some(exact as i32);
    for fixed in [pattern.required_count, exact].into_iter().flatten() {
        let fixed = u32::from(small(fixed));
        sizes.least = sizes.least.max(fixed);
        sizes.most = sizes.most.min(fixed);
    }
    sizes
}

fn small(number: i32) -> u8 {
    number.clamp(0, 255) as u8
}

fn number(given: Option<i32>, otherwise: u32) -> u32 {
    given.map_or(otherwise, |number| u32::from(small(number)))
}
