//! The matcher against a brute force that is written straight from the meaning of patterns.

mod any_pattern;
mod brute;
mod melds;
mod showdowns;

use super::{Declarable, Faces, Shape, best_declarations};
use crate::game::cards::{CardSet, bit};
use crate::program::ids::Rank;
use crate::program::parts::HandPattern;
use crate::program::reader::ExprId;

/// A pattern that says nothing.
fn anything() -> HandPattern {
    HandPattern {
        rank_priority: 1,
        required_count: None,
        same_suit_count: None,
        same_rank_groups: None,
        sequence_length: None,
        sequence_wrap: false,
        required_ranks: None,
        min_size: None,
        max_size: None,
        same: Vec::new(),
        different: Vec::new(),
        consecutive: false,
        sequence_of: None,
        attached: None,
        attached_of: None,
        at_most_one: Vec::new(),
        sum: None,
        sum_of: None,
        any_size: false,
        cards: None,
        exact: Vec::new(),
        wild: None,
        wild_max: None,
        natural_min: None,
        tie_keys: Vec::new(),
        values: Vec::new(),
        tags: Vec::new(),
        when: ExprId(0),
    }
}

fn ranks(numbers: &[u8]) -> Option<Vec<Rank>> {
    Some(numbers.iter().map(|&number| Rank(number)).collect())
}

/// So many French packs, ranks 0 to 12 from two to ace, suits clubs, diamonds, hearts, spades: card
/// 13 × suit + rank. After them so many jokers, of no suit and of rank 13.
fn french(packs: u8, jokers: u8) -> Faces {
    let cards = usize::from(packs) * 52;
    let mut rank: Vec<u8> = (0..cards).map(|card| (card % 13) as u8).collect();
    let mut suit: Vec<u8> = (0..cards).map(|card| (card / 13 % 4) as u8).collect();
    let mut colour: Vec<u8> = suit.iter().map(|suit| u8::from(*suit == 1 || *suit == 2)).collect();
    for _ in 0..jokers {
        rank.push(13);
        suit.push(255);
        colour.push(255);
    }
    let strength = (1..=13).chain([0]).collect();
    Faces::new(rank, suit, colour, strength, (0..13).collect(), 4, 2)
}

const EVERY: CardSet = CardSet::MAX;

/// The shape of a pattern without any condition on cards.
fn plain(pattern: &HandPattern, faces: &Faces) -> Shape {
    Shape::new(pattern, EVERY, Vec::new(), 0, faces)
}

/// `"10h Ks"` as cards of the first French pack; `*` is the first joker after one pack, `**` the
/// second, and a word that ends in `'` is of the second pack.
fn cards(text: &str) -> CardSet {
    text.split_whitespace().fold(0, |set, word| {
        let card = card(word.trim_end_matches('\''));
        let copy = if word.ends_with('\'') { 52 } else { 0 };
        let both = set | bit(card + copy);
        assert_ne!(both, set, "{word} twice");
        both
    })
}

fn card(word: &str) -> u8 {
    if word.starts_with('*') {
        return 51 + word.len() as u8;
    }
    let (rank, suit) = word.split_at(word.len() - 1);
    let names = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
    let rank = names.iter().position(|&name| name == rank).unwrap();
    let suit = ["c", "d", "h", "s"].iter().position(|&name| name == suit).unwrap();
    (suit * 13 + rank) as u8
}

/// The best declarations of a hand by the worth and the tags of patterns.
fn best_of(
    shapes: &[Shape],
    worth: &[i32],
    tags: &[u64],
    faces: &Faces,
    hand: CardSet,
) -> Vec<(usize, CardSet)> {
    let each = shapes.iter().zip(worth).zip(tags);
    let patterns: Vec<Declarable> = each
        .map(|((shape, &worth), &tags)| Declarable { shape, worth, tags, cards: hand })
        .collect();
    best_declarations(&patterns, faces)
}
