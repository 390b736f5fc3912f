//! The most valuable choice of combinations in a hand.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::complete::each_match;
use super::faces::Faces;
use super::shape::Shape;
use crate::game::cards::{CardSet, Cards, bit, size};

/// The most combinations that are looked at.
const CANDIDATES: usize = 4_096;
/// The most states of the search in which every choice is tried; after that the first one is taken.
const STATES: usize = 100_000;
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

/// Puts into `out` the combinations, each with the number of its shape, that together are worth most.
/// A card serves at most one combination of each tag, and at most one of those without any tag. Of
/// equal choices the one with fewer combinations counts, then the one with more cards in them, then
/// the first in a fixed order of trial.
///
/// Only combinations of positive worth are declared. At most 4,096 are looked at, and of those that
/// hang together by their cards as many as use up 128 pairs of a card and a tag.
pub fn best_declarations(
    shapes: &[Shape],
    worth: &[i32],
    tags: &[u64],
    faces: &Faces,
    hand: CardSet,
    out: &mut Vec<(usize, CardSet)>,
) {
    out.clear();
    let candidates = candidates(shapes, worth, tags, faces, hand);
    for part in parts(&candidates) {
        Packing::new(&part).solve(out);
    }
    out.sort_unstable();
}

/// Every combination, the most valuable first.
fn candidates(
    shapes: &[Shape],
    worth: &[i32],
    tags: &[u64],
    faces: &Faces,
    hand: CardSet,
) -> Vec<Candidate> {
    let mut order: Vec<usize> = (0..shapes.len()).filter(|&shape| worth[shape] > 0).collect();
    order.sort_by_key(|&shape| Reverse(worth[shape]));
    let mut found = Vec::new();
    for shape in order {
        let (worth, tags) = (worth[shape], tags[shape]);
        each_match(&shapes[shape], faces, 0, hand, &mut |set| {
            if set != 0 {
                found.push(Candidate { shape, set, worth, tags });
            }
            found.len() < CANDIDATES
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

/// How good a choice is: what it is worth, how few combinations it has, how many cards.
type Value = (i64, Reverse<u32>, u32);

const NOTHING: Value = (0, Reverse(0), 0);

/// The choice among candidates that use up some of the same cards.
struct Packing {
    candidates: Vec<Candidate>,
    /// What each candidate uses up, as bits.
    uses: Vec<u128>,
    /// The candidates by the lowest bit that they use up.
    by_lowest: Vec<Vec<usize>>,
    /// The best choice for what is left: its value and its first candidate.
    known: HashMap<u128, (Value, Option<usize>)>,
}

impl Packing {
    fn new(part: &[Candidate]) -> Self {
        let mut bits: HashMap<usize, u8> = HashMap::new();
        let mut packing = Self {
            candidates: Vec::new(),
            uses: Vec::new(),
            by_lowest: Vec::new(),
            known: HashMap::new(),
        };
        for &candidate in part {
            let new = candidate.uses().filter(|used| !bits.contains_key(used)).count();
            if bits.len() + new > 128 {
                continue;
            }
            let mut uses = 0;
            for used in candidate.uses() {
                let next = bits.len() as u8;
                uses |= bit(*bits.entry(used).or_insert(next));
            }
            packing.candidates.push(candidate);
            packing.uses.push(uses);
        }
        packing.by_lowest = vec![Vec::new(); bits.len()];
        for (index, uses) in packing.uses.iter().enumerate() {
            packing.by_lowest[uses.trailing_zeros() as usize].push(index);
        }
        packing
    }

    fn solve(mut self, out: &mut Vec<(usize, CardSet)>) {
        let mut free = u128::MAX;
        self.best(free);
        while let Some(lowest) = self.next(free) {
            let Some(&(_, choice)) = self.known.get(&(free & above(lowest))) else {
                return;
            };
            free &= above(lowest + 1);
            if let Some(index) = choice {
                free &= !self.uses[index];
                out.push((self.candidates[index].shape, self.candidates[index].set));
            }
        }
    }

    /// The lowest bit that is free and with which a candidate that is free begins.
    fn next(&self, free: u128) -> Option<usize> {
        (0..self.by_lowest.len()).find(|&lowest| self.options(free, lowest).next().is_some())
    }

    /// The candidates that begin at a bit and use up only what is free.
    fn options(&self, free: u128, lowest: usize) -> impl Iterator<Item = usize> {
        let here = self.by_lowest[lowest].iter().copied();
        here.filter(move |&index| self.uses[index] & !free == 0)
    }

    fn best(&mut self, free: u128) -> Value {
        let Some(lowest) = self.next(free) else {
            return NOTHING;
        };
        let free = free & above(lowest);
        if let Some((value, _)) = self.known.get(&free) {
            return *value;
        }
        let options: Vec<usize> = self.options(free, lowest).collect();
        let mut best = (NOTHING, None);
        for &index in &options {
            let candidate = self.candidates[index];
            let rest = self.best(free & above(lowest + 1) & !self.uses[index]);
            let value = (
                rest.0 + i64::from(candidate.worth),
                Reverse(rest.1.0 + 1),
                rest.2 + size(candidate.set) as u32,
            );
            if value > best.0 {
                best = (value, Some(index));
            }
            if self.known.len() >= STATES {
                break;
            }
        }
        if self.known.len() < STATES {
            let without = self.best(free & above(lowest + 1));
            if without > best.0 {
                best = (without, None);
            }
        }
        self.known.insert(free, best);
        best.0
    }
}

/// The bits from one on.
fn above(lowest: usize) -> u128 {
    u128::MAX.checked_shl(lowest as u32).unwrap_or(0)
}
