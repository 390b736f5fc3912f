//! All ways in which a pattern occurs among some cards.

use super::complete::each_match;
use super::faces::{Faces, NONE};
use super::shape::{Kind, Shape};
use crate::game::cards::{CardSet, Cards, size};
use crate::game::work;

/// The most that cards are added up to in a table.
const LARGEST_SUM: i32 = 63;

/// How many sets of some cards form a pattern and are part of no larger one, and how many cards they have.
pub fn ways(shape: &Shape, faces: &Faces, cards: CardSet) -> (i32, i32) {
    let naturals = cards & shape.naturals;
    if cards & shape.wild == 0 {
        let found = alike(shape, faces, naturals)
            .or_else(|| runs(shape, faces, naturals))
            .or_else(|| sums(shape, naturals));
        if let Some(found) = found {
            return found;
        }
    }
    let mut sets: Vec<CardSet> = Vec::new();
    each_match(shape, faces, 0, cards & shape.usable(), &mut |set| {
        if set != 0 {
            sets.push(set);
        }
        work::spend(1)
    });
    let whole = |set: &&CardSet| {
        let larger = |other: &CardSet| *other != **set && *set & !other == 0;
        work::spend(sets.len() as u32 / 16) && !sets.iter().any(larger)
    };
    let mut found = (0_i32, 0_i32);
    for set in sets.iter().filter(whole) {
        found = (found.0.saturating_add(1), found.1.saturating_add(size(*set) as i32));
    }
    found
}

/// Sets of so many cards of one rank.
fn alike(shape: &Shape, faces: &Faces, cards: CardSet) -> Option<(i32, i32)> {
    let (least, most) = shape.sizes();
    if !shape.is_of_one_rank() || least != most || !(1..=4).contains(&least) {
        return None;
    }
    let sets = faces.of_step.iter().map(|of_step| {
        let many = size(of_step & cards) as i32;
        // So many of them: 4 · 3 · 2 ways and so on, each found in every order.
        let orders = (0..least as i32).fold(1, |ways, place| ways * (many - place).max(0));
        orders / [1, 1, 2, 6, 24][least as usize]
    });
    let found: i32 = sets.sum();
    let natural = shape.natural_min <= least;
    Some(if natural { (found, found * least as i32) } else { (0, 0) })
}

/// Rows of neighbouring ranks, as long as they are.
fn runs(shape: &Shape, faces: &Faces, cards: CardSet) -> Option<(i32, i32)> {
    let (least, most) = shape.sizes();
    let same = shape.same.rank || shape.same.suit || shape.same.colour;
    let plain = shape.kind == Kind::Run && shape.decided && !same && !shape.more_of_ranks;
    if !plain || shape.wrap || shape.natural_min > least {
        return None;
    }
    let mut places = [0_i32; 128];
    for card in Cards(cards) {
        let place = faces.place[usize::from(card)];
        if place != NONE {
            places[usize::from(place & 127)] += 1;
        }
    }
    let (mut found, mut all) = (0_i32, 0_i32);
    let (mut long, mut ways) = (0_u32, 1_i32);
    for many in places.iter().take(faces.order.len()).chain(&[0]) {
        if *many > 0 {
            long += 1;
            ways = ways.saturating_mul(*many);
            continue;
        }
        if long > most {
            return None;
        }
        if long >= least.max(1) {
            found = found.saturating_add(ways);
            all = all.saturating_add(ways.saturating_mul(long as i32));
        }
        (long, ways) = (0, 1);
    }
    Some((found, all))
}

/// Sets of any cards that add up to something, where every card adds to it.
fn sums(shape: &Shape, cards: CardSet) -> Option<(i32, i32)> {
    let (sum, worth) = shape.sum.as_ref()?;
    let (same, different) = (shape.same, shape.different);
    let plain = shape.kind == Kind::Plain
        && !(same.rank || same.suit || same.colour)
        && !(different.rank || different.suit || different.colour)
        && shape.sizes.least <= 1
        && shape.sizes.most >= size(cards) as u32
        && shape.natural_min <= 1;
    let adds = |card| worth[usize::from(card)] > 0;
    if !plain || !(1..=LARGEST_SUM).contains(sum) || !Cards(cards).all(adds) {
        return None;
    }
    // How many sets add up to each number, and how many cards they have.
    let (mut sets, mut all) =
        ([0_i32; LARGEST_SUM as usize + 1], [0_i32; LARGEST_SUM as usize + 1]);
    sets[0] = 1;
    for card in Cards(cards) {
        let one = worth[usize::from(card)];
        for total in (one..=*sum).rev() {
            let (at, before) = (total as usize, (total - one) as usize);
            all[at] = all[at].saturating_add(all[before]).saturating_add(sets[before]);
            sets[at] = sets[at].saturating_add(sets[before]);
        }
    }
    Some((sets[*sum as usize], all[*sum as usize]))
}
