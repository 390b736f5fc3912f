//! The most valuable choice of combinations in a hand.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::complete::each_match;
use super::faces::Faces;
use super::shape::Shape;
use crate::game::cards::{CardSet, Cards, size};
use crate::game::work;

/// The work of a choice among combinations.
const CHOICE: u32 = 8;
/// The same for each combination that is tried first.
const OPTION: u32 = 16;
/// Combinations that hang together by more than so many pairs of a card and a tag are too much work.
const MOST_SLOTS: usize = 2_048;
/// The slot of combinations without any tag, after the slots of the tags.
const UNTAGGED: usize = 64;

/// A combination that could be declared.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    shape: usize,
    set: CardSet,
    worth: i32,
    tags: u64,
}

impl Candidate {
    /// What it uses up: each card once for each of its tags.
    fn uses(&self) -> impl Iterator<Item = usize> + use<> {
        let (set, tags) = (self.set, self.tags);
        let slots = (0..=UNTAGGED).filter(move |&slot| match slot {
            UNTAGGED => tags == 0,
            _ => tags >> slot & 1 == 1,
        });
        slots.flat_map(move |slot| Cards(set).map(move |card| slot * 128 + usize::from(card)))
    }
}

/// A pattern to be declared.
#[derive(Clone, Copy, Debug)]
pub struct Declarable<'a> {
    /// The pattern.
    pub shape: &'a Shape,
    /// What a combination of it is worth.
    pub worth: i32,
    /// Its tags, as bits.
    pub tags: u64,
    /// The cards that may be part of it.
    pub cards: CardSet,
}

/// The combinations, each with the number of its pattern, that together are worth most, in the order of
/// the patterns. A card serves at most one combination of each tag, and at most one of those without any
/// tag. Of equal choices the one with fewer combinations counts, then the one with more cards in them,
/// then the one that has the first combination which is not in both: the more valuable come first, then
/// the larger, then those of earlier patterns, then those that lack the highest card of two.
///
/// Only combinations of positive worth are declared.
pub fn best_declarations(patterns: &[Declarable], faces: &Faces) -> Vec<(usize, CardSet)> {
    let candidates = candidates(patterns, faces);
    let mut out = Vec::new();
    for part in parts(&candidates) {
        let slots: HashSet<usize> = part.iter().flat_map(Candidate::uses).collect();
        match slots.len() {
            0..=128 => Packing::<1>::new(&part).solve(&mut out),
            129..=MOST_SLOTS => Packing::<{ MOST_SLOTS / 128 }>::new(&part).solve(&mut out),
            _ => work::give_up(),
        }
    }
    out.sort_unstable();
    out
}

/// Every combination, in the order in which they are preferred.
fn candidates(patterns: &[Declarable], faces: &Faces) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (shape, pattern) in patterns.iter().enumerate().filter(|(_, pattern)| pattern.worth > 0) {
        let (worth, tags) = (pattern.worth, pattern.tags);
        each_match(pattern.shape, faces, 0, pattern.cards, &mut |set| {
            if set != 0 {
                found.push(Candidate { shape, set, worth, tags });
            }
            work::spend(1)
        });
    }
    found.sort_by_key(|c| (Reverse(c.worth), Reverse(size(c.set)), c.shape, c.set));
    found
}

/// Candidates that hang together, directly or through others, by what they use up.
fn parts(candidates: &[Candidate]) -> Vec<Vec<Candidate>> {
    let mut part_of: Vec<usize> = (0..candidates.len()).collect();
    let mut user: HashMap<usize, usize> = HashMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        for used in candidate.uses() {
            let other = *user.entry(used).or_insert(index);
            let (a, b) = (root(&part_of, index), root(&part_of, other));
            part_of[a.max(b)] = a.min(b);
        }
    }
    let mut parts: Vec<Vec<Candidate>> = vec![Vec::new(); candidates.len()];
    for (index, &candidate) in candidates.iter().enumerate() {
        parts[root(&part_of, index)].push(candidate);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn root(part_of: &[usize], mut index: usize) -> usize {
    while part_of[index] != index {
        index = part_of[index];
    }
    index
}

/// How good a choice is: what it is worth, how few combinations it has, how many cards, and which
/// combinations they are, the preferred ones first.
type Value = (i64, Reverse<u32>, u32, Reverse<Vec<u32>>);

const NOTHING: Value = (0, Reverse(0), 0, Reverse(Vec::new()));

/// A set of things that are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Used<const WORDS: usize>([u128; WORDS]);

impl<const WORDS: usize> Used<WORDS> {
    const NONE: Self = Self([0; WORDS]);
    const ALL: Self = Self([u128::MAX; WORDS]);

    fn add(&mut self, place: usize) {
        self.0[place / 128] |= 1 << (place % 128);
    }

    fn lowest(&self) -> usize {
        let word = self.0.iter().position(|word| *word != 0).unwrap_or(0);
        128 * word + self.0[word].trailing_zeros() as usize
    }

    fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & !other == 0)
    }

    fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own &= !other);
        self
    }

    /// Those from one on.
    fn from(mut self, lowest: usize) -> Self {
        for (number, word) in self.0.iter_mut().enumerate() {
            let shift = lowest.saturating_sub(128 * number) as u32;
            *word &= u128::MAX.checked_shl(shift).unwrap_or(0);
        }
        self
    }
}

/// The choice among candidates that use up some of the same cards.
struct Packing<const WORDS: usize> {
    candidates: Vec<Candidate>,
    /// What each candidate uses up.
    uses: Vec<Used<WORDS>>,
    /// The candidates by the lowest that they use up.
    by_lowest: Vec<Vec<usize>>,
    /// The best choice for what is left.
    known: HashMap<Used<WORDS>, Value>,
}

impl<const WORDS: usize> Packing<WORDS> {
    fn new(part: &[Candidate]) -> Self {
        let mut places: HashMap<usize, usize> = HashMap::new();
        let mut packing = Self {
            candidates: part.to_vec(),
            uses: Vec::new(),
            by_lowest: Vec::new(),
            known: HashMap::new(),
        };
        for candidate in part {
            let mut uses = Used::NONE;
            for used in candidate.uses() {
                let next = places.len();
                uses.add(*places.entry(used).or_insert(next));
            }
            packing.uses.push(uses);
        }
        packing.by_lowest = vec![Vec::new(); places.len()];
        for (index, uses) in packing.uses.iter().enumerate() {
            packing.by_lowest[uses.lowest()].push(index);
        }
        packing
    }

    fn solve(mut self, out: &mut Vec<(usize, CardSet)>) {
        let (_, _, _, Reverse(chosen)) = self.best(Used::ALL);
        let chosen = chosen.into_iter().map(|index| self.candidates[index as usize]);
        out.extend(chosen.map(|candidate| (candidate.shape, candidate.set)));
    }

    /// The lowest that is free and with which a candidate that is free begins.
    fn next(&self, free: &Used<WORDS>) -> Option<usize> {
        (0..self.by_lowest.len()).find(|&lowest| {
            // Whether something is free is seen at a glance, but there may be very many.
            let glances = 1 + self.by_lowest[lowest].len() as u32 / 2;
            work::spend(glances) && self.options(free, lowest).next().is_some()
        })
    }

    /// The candidates that begin at a place and use up only what is free.
    fn options(&self, free: &Used<WORDS>, lowest: usize) -> impl Iterator<Item = usize> {
        let here = self.by_lowest[lowest].iter().copied();
        here.filter(move |&index| self.uses[index].is_within(free))
    }

    fn best(&mut self, free: Used<WORDS>) -> Value {
        let Some(lowest) = self.next(&free) else {
            return NOTHING;
        };
        let free = free.from(lowest);
        if let Some(value) = self.known.get(&free) {
            return value.clone();
        }
        if !work::spend(CHOICE) {
            return NOTHING;
        }
        let options: Vec<usize> = self.options(&free, lowest).collect();
        let mut best = self.best(free.from(lowest + 1));
        for &index in &options {
            if !work::spend(OPTION) {
                return NOTHING;
            }
            let candidate = self.candidates[index];
            let (worth, Reverse(many), cards, Reverse(mut chosen)) =
                self.best(free.from(lowest + 1).without(&self.uses[index]));
            let place = chosen.partition_point(|other| *other < index as u32);
            chosen.insert(place, index as u32);
            let value = (
                worth + i64::from(candidate.worth),
                Reverse(many + 1),
                cards + size(candidate.set) as u32,
                Reverse(chosen),
            );
            best = best.max(value);
        }
        self.known.insert(free, best.clone());
        best
    }
}
