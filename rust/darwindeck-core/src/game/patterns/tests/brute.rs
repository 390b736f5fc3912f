//! The meaning of patterns, as plainly as it can be written.

use std::collections::BTreeMap;

use super::super::Faces;
use crate::game::cards::{CardSet, Cards, bit, size};
use crate::program::parts::{Attribute, HandPattern, TieKey};

/// How many cards there are of each rank.
type Counts = BTreeMap<u8, usize>;
type Key = Vec<Vec<i32>>;

/// A pattern and the cards that its conditions mean.
#[derive(Clone, Debug)]
pub struct Case {
    pub pattern: HandPattern,
    pub cards: CardSet,
    pub exact: Vec<CardSet>,
    pub wild: CardSet,
}

/// All sets of so many cards of a set.
pub fn choices(set: CardSet, many: usize) -> Vec<CardSet> {
    if many == 0 {
        return vec![0];
    }
    let mut found = Vec::new();
    for card in Cards(set) {
        let higher = set & !(bit(card) | (bit(card) - 1));
        found.extend(choices(higher, many - 1).into_iter().map(|rest| rest | bit(card)));
    }
    found
}

/// All sets of cards of a set.
pub fn subsets(set: CardSet) -> Vec<CardSet> {
    (0..=size(set)).flat_map(|many| choices(set, many)).collect()
}

impl Case {
    pub fn matches(&self, faces: &Faces, set: CardSet) -> bool {
        self.choices(set).into_iter().any(|choice| self.fits(faces, choice))
    }

    pub fn can_complete(&self, faces: &Faces, picked: CardSet, pool: CardSet) -> bool {
        subsets(pool & !picked).into_iter().any(|more| self.matches(faces, picked | more))
    }

    /// The best keys of the hand, if it forms the pattern.
    pub fn keys(&self, faces: &Faces, hand: CardSet) -> Option<Key> {
        let mut best = None;
        for choice in self.choices(hand) {
            if !self.fits(faces, choice) {
                continue;
            }
            for counts in self.readings(faces, choice) {
                let naturals = choice & !self.wild;
                for units in self.units(faces, &counts) {
                    let key = |&key| self.key(faces, key, &counts, naturals, &units);
                    best = best.max(Some(self.pattern.tie_keys.iter().map(key).collect()));
                }
            }
        }
        best
    }

    fn choices(&self, set: CardSet) -> Vec<CardSet> {
        match self.pattern.required_count {
            None => vec![set],
            Some(many) => choices(set, many as usize),
        }
    }

    /// Whether exactly these cards form the pattern, whatever `required_count` says.
    pub fn fits(&self, faces: &Faces, set: CardSet) -> bool {
        self.fits_size(set)
            && self.fits_exactly(set)
            && !self.readings(faces, set).is_empty()
            && self.fits_suits(faces, set)
            && self.adds_up(faces, set)
    }

    fn fits_size(&self, set: CardSet) -> bool {
        let pattern = &self.pattern;
        let (many, wilds) = (size(set) as i32, size(set & self.wild) as i32);
        pattern.min_size.is_none_or(|least| many >= least)
            && pattern.max_size.is_none_or(|most| many <= most)
            && pattern.wild_max.is_none_or(|most| wilds <= most)
            && pattern.natural_min.is_none_or(|least| many - wilds >= least)
            && set & !self.wild & !self.cards == 0
    }

    fn adds_up(&self, faces: &Faces, set: CardSet) -> bool {
        let Some((sum, table)) = self.pattern.sum.zip(self.pattern.sum_of) else { return true };
        let worth = Cards(set).map(|card| faces.worth[table.index()][usize::from(card)]);
        worth.sum::<i32>() == sum
    }

    /// All choices of units with their place in the sequence order: the ranks from the bottom up. One that
    /// has none if the pattern asks for none.
    fn units(&self, faces: &Faces, counts: &Counts) -> Vec<(i32, Vec<u8>)> {
        let pattern = &self.pattern;
        let Some(each) = pattern.sequence_of.map(|each| each as usize) else {
            return vec![(-1, Vec::new())];
        };
        let of = pattern.attached_of.unwrap_or(1) as usize;
        let attached = pattern.attached.unwrap_or(0) as usize;
        let mut stretches: Vec<(i32, Vec<u8>)> = Vec::new();
        for rank in counts.keys() {
            let place = faces.sequence.iter().position(|other| other == rank);
            stretches.push((place.map_or(-1, |place| place as i32), vec![*rank]));
        }
        for length in 2..=faces.sequence.len() + 1 {
            for (top, window) in self.windows(faces, length) {
                if window.values().all(|count| *count == 1) {
                    stretches.push((top, window.into_keys().collect()));
                }
            }
        }
        let few = counts
            .iter()
            .filter(|(rank, _)| pattern.at_most_one.iter().any(|other| other.0 == **rank));
        let few: usize = few.map(|(_, count)| count).sum();
        stretches.retain(|(_, ranks)| {
            let groups: Vec<usize> =
                counts.iter().filter(|(rank, _)| !ranks.contains(rank)).map(|(_, n)| *n).collect();
            few <= 1
                && ranks.iter().all(|rank| counts.get(rank) == Some(&each))
                && groups.len() == ranks.len() * attached
                && groups.iter().all(|count| *count == of)
        });
        stretches
    }

    fn fits_exactly(&self, set: CardSet) -> bool {
        let naturals: Vec<u8> = Cards(set & !self.wild).collect();
        self.exact.is_empty() || size(set) == self.exact.len() && can_place(&naturals, &self.exact)
    }

    /// The ranks of the cards, for everything that wild cards may stand for, where they fit.
    fn readings(&self, faces: &Faces, set: CardSet) -> Vec<Counts> {
        let mut known = Counts::new();
        for card in Cards(set & !self.wild) {
            *known.entry(faces.rank[usize::from(card)]).or_default() += 1;
        }
        let named = |rank: &u8| {
            faces.strength.get(usize::from(*rank)).is_some_and(|&strength| strength > 0)
                || faces.sequence.contains(rank)
        };
        let every_rank: Vec<u8> = (0..=255).filter(named).collect();
        let mut readings = Vec::new();
        stand_for(&every_rank, size(set & self.wild), known, &mut readings);
        readings.retain(|counts| self.fits_ranks(faces, counts));
        readings
    }

    fn fits_ranks(&self, faces: &Faces, counts: &Counts) -> bool {
        let pattern = &self.pattern;
        let total: usize = counts.values().sum();
        let mut required = Counts::new();
        for rank in pattern.required_ranks.iter().flatten() {
            *required.entry(rank.0).or_default() += 1;
        }
        let length = pattern.sequence_length;
        (!pattern.same.contains(&Attribute::Rank) || counts.len() <= 1)
            && (!pattern.different.contains(&Attribute::Rank) || counts.len() == total)
            && self.groups(faces, counts).is_some()
            && within(&required, counts)
            && !self.units(faces, counts).is_empty()
            && length.is_none_or(|length| self.top(faces, counts, length as usize).is_some())
            && (!pattern.consecutive
                || total == 0
                || self.windows(faces, total).iter().any(|(_, window)| window == counts))
    }

    fn fits_suits(&self, faces: &Faces, set: CardSet) -> bool {
        let pattern = &self.pattern;
        let wilds = size(set & self.wild);
        let naturals: Vec<usize> = Cards(set & !self.wild).map(usize::from).collect();
        let suits: Vec<u8> = naturals.iter().map(|&card| faces.suit[card]).collect();
        let colours: Vec<u8> = naturals.iter().map(|&card| faces.colour[card]).collect();
        let of = |suit: u8| suits.iter().filter(|&&other| other == suit).count();
        let largest = (0..255).map(of).max().unwrap_or(0);
        let enough = pattern.same_suit_count.is_none_or(|many| largest + wilds >= many as usize);
        let shares = |attribute, values: &[u8], there: u8| {
            let named: Vec<u8> = values.iter().copied().filter(|&value| value != 255).collect();
            let mut apart = named.clone();
            apart.sort_unstable();
            apart.dedup();
            let alike = values.len() <= 1 || apart.len() == 1 && named.len() == values.len();
            let differ = apart.len() == named.len() && named.len() + wilds <= usize::from(there);
            (!pattern.same.contains(&attribute) || alike)
                && (!pattern.different.contains(&attribute) || differ)
        };
        enough
            && shares(Attribute::Suit, &suits, faces.suits)
            && shares(Attribute::Colour, &colours, faces.colours)
    }

    /// The rank of each group with its size, larger groups and then higher ranks first.
    fn groups(&self, faces: &Faces, counts: &Counts) -> Option<Vec<(u8, usize)>> {
        let mut sizes: Vec<usize> =
            self.pattern.same_rank_groups.iter().flatten().map(|&size| size as usize).collect();
        sizes.sort_unstable();
        let mut found: Vec<(u8, usize)> = Vec::new();
        for size in sizes.into_iter().rev() {
            let able = counts.iter().filter(|(rank, count)| {
                **count >= size && found.iter().all(|(taken, _)| taken != *rank)
            });
            let best = able.max_by_key(|(rank, _)| strength(faces, **rank))?;
            found.push((*best.0, size));
        }
        Some(found)
    }

    /// Every stretch of so many neighbouring ranks with the place of its top, highest first.
    fn windows(&self, faces: &Faces, length: usize) -> Vec<(i32, Counts)> {
        let order = &faces.sequence;
        let lowest = if self.pattern.sequence_wrap { -1 } else { 0 };
        let mut found = Vec::new();
        for top in (-1..order.len() as i32).rev() {
            let bottom = top - length as i32 + 1;
            if bottom < lowest || order.is_empty() {
                continue;
            }
            let mut window = Counts::new();
            for place in bottom..=top {
                let rank = order[place.rem_euclid(order.len() as i32) as usize];
                *window.entry(rank).or_default() += 1;
            }
            found.push((top, window));
        }
        found
    }

    fn top(&self, faces: &Faces, counts: &Counts, length: usize) -> Option<i32> {
        let windows = self.windows(faces, length);
        windows.into_iter().find(|(_, window)| within(window, counts)).map(|(top, _)| top)
    }

    fn key(
        &self,
        faces: &Faces,
        key: TieKey,
        counts: &Counts,
        naturals: CardSet,
        (top, units): &(i32, Vec<u8>),
    ) -> Vec<i32> {
        let mut groups = self.groups(faces, counts).unwrap_or_default();
        if let Some(each) = self.pattern.sequence_of {
            groups = units.iter().map(|rank| (*rank, each as usize)).collect();
            groups.sort_by_key(|(rank, _)| -strength(faces, *rank));
        }
        match key {
            TieKey::TopCard => {
                let heights = Cards(naturals).map(|card| faces.height[usize::from(card)]);
                vec![heights.max().map_or(-1, i32::from)]
            }
            TieKey::Size => vec![counts.values().sum::<usize>() as i32],
            TieKey::SequenceTop if self.pattern.sequence_of.is_some() => vec![*top],
            TieKey::GroupRanks => groups.iter().map(|(rank, _)| strength(faces, *rank)).collect(),
            TieKey::OtherCards => {
                let mut others = counts.clone();
                for (rank, size) in groups {
                    *others.entry(rank).or_default() -= size;
                }
                from_the_highest(faces, &others)
            }
            TieKey::CardRanks => from_the_highest(faces, counts),
            TieKey::SequenceTop => {
                let total = counts.values().sum();
                let length = self.pattern.sequence_length.map_or(total, |length| length as usize);
                vec![self.top(faces, counts, length).unwrap_or(-1)]
            }
        }
    }
}

fn can_place(cards: &[u8], conditions: &[CardSet]) -> bool {
    let Some((&card, rest)) = cards.split_first() else {
        return true;
    };
    (0..conditions.len()).any(|place| {
        let mut others = conditions.to_vec();
        others.remove(place) & bit(card) != 0 && can_place(rest, &others)
    })
}

fn stand_for(ranks: &[u8], wilds: usize, known: Counts, readings: &mut Vec<Counts>) {
    if wilds == 0 {
        readings.push(known);
        return;
    }
    for (index, &rank) in ranks.iter().enumerate() {
        let mut more = known.clone();
        *more.entry(rank).or_default() += 1;
        stand_for(&ranks[index..], wilds - 1, more, readings);
    }
}

fn within(some: &Counts, all: &Counts) -> bool {
    some.iter().all(|(rank, count)| all.get(rank).is_some_and(|many| many >= count))
}

fn strength(faces: &Faces, rank: u8) -> i32 {
    i32::from(faces.strength.get(usize::from(rank)).copied().unwrap_or(0)) - 1
}

fn from_the_highest(faces: &Faces, counts: &Counts) -> Vec<i32> {
    let ranks = counts.iter().flat_map(|(&rank, &count)| std::iter::repeat_n(rank, count));
    let mut strengths: Vec<i32> = ranks.map(|rank| strength(faces, rank)).collect();
    strengths.sort_unstable_by(|a, b| b.cmp(a));
    strengths
}
