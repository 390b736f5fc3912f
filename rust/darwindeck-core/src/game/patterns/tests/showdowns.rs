//! The ten usual hands of five cards.

use std::collections::{BTreeMap, HashSet};
use std::time::Instant;

use proptest::prelude::*;

use super::super::*;
use super::brute::Case;
use super::{EVERY, anything, cards, french, plain, ranks};
use crate::drawn::drawn;
use crate::game::cards::CardSet;
use crate::program::parts::{HandPattern, TieKey};

const BY_GROUPS: [TieKey; 2] = [TieKey::GroupRanks, TieKey::OtherCards];

fn patterns() -> Vec<HandPattern> {
    let of = |rank_priority, tie_keys: &[TieKey]| HandPattern {
        rank_priority,
        required_count: Some(5),
        tie_keys: tie_keys.to_vec(),
        ..anything()
    };
    let groups = |priority, sizes: &[i32]| HandPattern {
        same_rank_groups: Some(sizes.to_vec()),
        ..of(priority, &BY_GROUPS)
    };
    let straight =
        |pattern| HandPattern { sequence_length: Some(5), sequence_wrap: true, ..pattern };
    let flush = |pattern| HandPattern { same_suit_count: Some(5), ..pattern };
    vec![
        flush(HandPattern {
            sequence_length: Some(5),
            required_ranks: ranks(&[8, 9, 10, 11, 12]),
            ..of(100, &[])
        }),
        flush(straight(of(90, &[TieKey::SequenceTop]))),
        groups(80, &[4]),
        groups(70, &[3, 2]),
        flush(of(60, &[TieKey::CardRanks])),
        straight(of(50, &[TieKey::SequenceTop])),
        groups(40, &[3]),
        groups(30, &[2, 2]),
        groups(20, &[2]),
        of(10, &[TieKey::CardRanks]),
    ]
}

fn shapes(faces: &Faces) -> Vec<Shape> {
    patterns().iter().map(|pattern| plain(pattern, faces)).collect()
}

/// Calls `each` with every hand of five cards.
fn all_hands(mut each: impl FnMut(CardSet)) {
    for a in 0..52 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        each(1 << a | 1 << b | 1 << c | 1 << d | 1 << e);
                    }
                }
            }
        }
    }
}

#[test]
fn all_hands_fall_into_the_ten_patterns_and_7462_strengths() {
    let faces = french(1, 0);
    let shapes = shapes(&faces);
    let mut keys = Vec::with_capacity(2_598_960);
    let start = Instant::now();
    all_hands(|hand| keys.push(rank_hand(&shapes, &faces, hand).unwrap()));
    let seconds = start.elapsed().as_secs_f64();
    println!("five cards: {:.1} million hands a second", keys.len() as f64 / seconds / 1e6);
    let mut found: BTreeMap<i32, u32> = BTreeMap::new();
    for key in &keys {
        *found.entry(key.priority).or_default() += 1;
    }
    let counts: Vec<u32> = found.into_values().rev().collect();
    let known = [4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540];
    assert_eq!(counts, known);
    let different: HashSet<HandKey> = keys.into_iter().collect();
    assert_eq!(different.len(), 7_462);
}

/// Seven cards that a number stands for.
fn seven(mut seed: u64) -> CardSet {
    let mut hand: CardSet = 0;
    while hand.count_ones() < 7 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        hand |= 1 << ((seed >> 33) % 52);
    }
    hand
}

#[test]
fn of_seven_cards_the_best_five_count() {
    let faces = french(1, 0);
    let shapes = shapes(&faces);
    for seed in 0..20_000 {
        let hand = seven(seed);
        let fives = super::brute::choices(hand, 5).into_iter();
        let best = fives.map(|five| rank_hand(&shapes, &faces, five)).max().flatten();
        assert_eq!(rank_hand(&shapes, &faces, hand), best, "{hand:b}");
    }
    let hands: Vec<CardSet> = (0..200_000).map(seven).collect();
    let start = Instant::now();
    let ranked = hands.iter().filter(|&&hand| rank_hand(&shapes, &faces, hand).is_some()).count();
    let seconds = start.elapsed().as_secs_f64();
    println!("five of seven: {:.1} million hands a second", ranked as f64 / seconds / 1e6);
    assert_eq!(ranked, hands.len());
}

#[test]
fn ties_are_decided_card_by_card() {
    let faces = french(1, 0);
    let shapes = shapes(&faces);
    let key = |text| rank_hand(&shapes, &faces, cards(text)).unwrap();
    for (better, worse) in [
        ("10s Js Qs Ks 9s", "As 2s 3s 4s 5s"),
        ("6c 2s 3s 4s 5s", "Ac 2d 3d 4d 5h"),
        ("2c 2d 2h 2s 4c", "2c 2d 2h 2s 3c"),
        ("3c 3d 3h 2s 2c", "2d 2h 2s Ac Ad"),
        ("3c 3d 3h 4s 4c", "3c 3d 3h 2s 2c"),
        ("As 9s 7s 5s 3s", "Ah 9h 7h 5h 2h"),
        ("Kc Kd 2h 2s 3c", "Qc Qd Jh Js Ac"),
        ("Kc Kd 3h 3s 2c", "Kh Ks 2d 2h Ac"),
        ("Kc Kd 3h 3s 5c", "Kh Ks 3c 3d 4h"),
        ("2c 2d 6h 5s 4c", "2h 2s 6d 5h 3c"),
        ("Ac 9d 7h 5s 4c", "Ad 9c 7s 5h 3c"),
        ("Kc Kd 3h 3s 2c 2d Ac", "Kh Ks 3c 3d Qc"),
    ] {
        assert!(key(better) > key(worse), "{better} / {worse}");
    }
    for (one, other) in [
        ("10s Js Qs Ks As", "10h Jh Qh Kh Ah"),
        ("Kc Kd 3h 3s 5c", "Kh Ks 3c 3d 5h"),
        ("Ac 2d 3h 4s 5c", "Ad 2c 3s 4h 5d"),
    ] {
        assert_eq!(key(one), key(other), "{one} / {other}");
    }
}

#[test]
fn a_hand_without_a_pattern_is_below_every_other() {
    let faces = french(1, 0);
    let shapes = shapes(&faces);
    assert_eq!(rank_hand(&shapes, &faces, cards("2c 2d 3h 4s")), None);
    assert_eq!(rank_hand(&shapes[8..9], &faces, cards("Kc Qd 3h 4s 5c")), None);
    assert!(rank_hand(&shapes[8..9], &faces, cards("Kc Kd 3h 4s 5c")).is_some());
}

#[test]
fn the_first_tie_key_chooses_the_cards() {
    let faces = french(1, 0);
    let pair = HandPattern {
        required_count: Some(3),
        same_rank_groups: Some(vec![2]),
        tie_keys: vec![TieKey::OtherCards],
        ..anything()
    };
    let pair = [plain(&pair, &faces)];
    let key = |text| rank_hand(&pair, &faces, cards(text)).unwrap();
    // A pair of fours beside a five has the better third card.
    assert!(key("5c 5d 4c 4d") > key("5c 5d 4c 2d"));
    assert_eq!(key("5c 5d 4c 4d"), key("2c 2d 5h"));
}

#[test]
fn the_order_of_the_patterns_makes_no_difference() {
    let faces = french(1, 0);
    let shapes = shapes(&faces);
    let turned: Vec<Shape> = shapes.iter().rev().cloned().collect();
    for seed in 0..500 {
        let hand = seven(seed);
        assert_eq!(rank_hand(&shapes, &faces, hand), rank_hand(&turned, &faces, hand));
    }
}

#[test]
fn hands_with_a_joker_are_ranked_in_microseconds() {
    let faces = french(1, 1);
    let of = |pattern: &HandPattern| Shape::new(pattern, EVERY, Vec::new(), cards("*"), &faces);
    let shapes: Vec<Shape> = patterns().iter().map(of).collect();
    let hands: Vec<CardSet> = (0..2_000).map(|seed| seven(seed) & !1 | cards("*")).collect();
    let start = Instant::now();
    for &hand in &hands {
        assert!(rank_hand(&shapes, &faces, hand).is_some_and(|key| key.priority >= 20));
    }
    println!("five of eight with a joker: {:?} each", start.elapsed() / 2_000);
}

proptest! {
    #![proptest_config(drawn(60))]

    /// With jokers that stand for anything, hands compare as the brute force says.
    #[test]
    fn jokers_make_the_most_of_a_hand(
        hands in prop::collection::vec(prop::sample::subsequence((0..54_u8).collect::<Vec<_>>(), 4), 4),
        jokers in 1..3_u8,
    ) {
        let faces = french(1, 2);
        let wild = cards("* **");
        let joker = if jokers == 1 { cards("*") } else { wild };
        let patterns = patterns();
        let of = |pattern: &HandPattern| Shape::new(pattern, EVERY, Vec::new(), wild, &faces);
        let shapes: Vec<Shape> = patterns.iter().map(of).collect();
        let mut ranked = Vec::new();
        for hand in hands {
            let hand = hand.iter().fold(joker, |set, card| set | 1 << card);
            let expected = patterns.iter().find_map(|pattern| {
                let case = Case {
                    pattern: pattern.clone(), cards: EVERY, exact: Vec::new(), wild,
                };
                case.keys(&faces, hand).map(|keys| (pattern.rank_priority, keys))
            });
            ranked.push((expected, rank_hand(&shapes, &faces, hand)));
        }
        for (expected, key) in &ranked {
            for (other, other_key) in &ranked {
                if expected.is_some() && other.is_some() {
                    prop_assert_eq!(key.cmp(other_key), expected.cmp(other));
                }
            }
            prop_assert_eq!(key.map(|key| key.priority), expected.as_ref().map(|best| best.0));
        }
    }
}

/// Of units that are equal as far as there are, more are greater, also where the others have no strength.
#[test]
fn a_longer_row_of_units_is_better_than_its_beginning() {
    let names: Vec<u8> = (0..4).collect();
    let none = vec![0; 4];
    let faces = Faces::new(names.clone(), none.clone(), none, vec![0, 0, 1, 2], names, 1, 1);
    let keys = vec![TieKey::GroupRanks];
    let row = HandPattern { sequence_of: Some(1), tie_keys: keys, ..anything() };
    let shapes = [plain(&row, &faces)];
    assert!(rank_hand(&shapes, &faces, 0b1111) > rank_hand(&shapes, &faces, 0b1110));
    assert!(rank_hand(&shapes, &faces, 0b1110) > rank_hand(&shapes, &faces, 0b1100));
    assert!(rank_hand(&shapes, &faces, 0b1100) > rank_hand(&shapes, &faces, 0b0110));
}
