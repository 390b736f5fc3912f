//! Melds as games know them.

use std::time::Instant;

use super::super::*;
use super::{EVERY, anything, best_of, cards, french, plain, ranks};
use crate::game::cards::{CardSet, bit, lowest, size};
use crate::program::parts::{Attribute, HandPattern};

fn set_of_a_rank() -> HandPattern {
    HandPattern { min_size: Some(3), max_size: Some(4), same: vec![Attribute::Rank], ..anything() }
}

fn run_of_a_suit() -> HandPattern {
    HandPattern { min_size: Some(3), same: vec![Attribute::Suit], consecutive: true, ..anything() }
}

#[test]
fn a_set_is_of_one_rank() {
    let faces = french(1, 0);
    let set = plain(&set_of_a_rank(), &faces);
    assert!(matches(&set, &faces, cards("7c 7d 7h")));
    assert!(matches(&set, &faces, cards("7c 7d 7h 7s")));
    assert!(!matches(&set, &faces, cards("7c 7d")));
    assert!(!matches(&set, &faces, cards("7c 7d 8h")));
}

#[test]
fn suits_of_a_set_may_have_to_differ() {
    let faces = french(2, 0);
    let pattern = HandPattern { different: vec![Attribute::Suit], ..set_of_a_rank() };
    let set = plain(&pattern, &faces);
    assert!(matches(&set, &faces, cards("7c 7d 7h'")));
    assert!(!matches(&set, &faces, cards("7c 7c' 7h")));
    let pool = cards("7c 7c' 7d 8h");
    assert!(!can_complete(&set, &faces, 0, pool));
    assert_eq!(completions(&set, &faces, cards("7c"), cards("7c' 7d 7h")), cards("7d 7h"));
}

#[test]
fn a_run_is_of_one_suit_and_neighbouring_ranks() {
    let faces = french(1, 0);
    let run = plain(&run_of_a_suit(), &faces);
    for (text, fits) in [
        ("7c 9c 8c", true),
        ("7c 8c 9c 10c Jc", true),
        ("7c 8c 9d", false),
        ("7c 8c 10c", false),
        ("Qc Kc Ac", true),
        ("Ac 2c 3c", false),
    ] {
        assert_eq!(matches(&run, &faces, cards(text)), fits, "{text}");
    }
}

#[test]
fn a_wrapping_run_never_goes_round_the_corner() {
    let faces = french(1, 0);
    let run = plain(&HandPattern { sequence_wrap: true, ..run_of_a_suit() }, &faces);
    assert!(matches(&run, &faces, cards("Ac 2c 3c")));
    assert!(matches(&run, &faces, cards("Qc Kc Ac")));
    assert!(!matches(&run, &faces, cards("Kc Ac 2c")));
}

#[test]
fn only_cards_that_lead_to_a_meld_can_be_picked() {
    let faces = french(1, 0);
    let run = plain(&run_of_a_suit(), &faces);
    let hand = cards("3c 4c 6c 7c 8c 9d 10d Qd 7s");
    assert_eq!(completions(&run, &faces, 0, hand), cards("6c 7c 8c"));
    assert_eq!(completions(&run, &faces, cards("8c"), hand), cards("6c 7c"));
    assert_eq!(completions(&run, &faces, cards("9d"), hand), 0);
    // Further cards can follow once the meld is complete.
    let longer = cards("5c 6c 7c 8c 10c");
    assert_eq!(completions(&run, &faces, cards("5c 6c 7c"), longer), cards("8c"));
}

#[test]
fn wild_cards_fill_gaps_within_their_limits() {
    let faces = french(1, 2);
    let pattern = HandPattern { wild_max: Some(1), natural_min: Some(2), ..run_of_a_suit() };
    let run = Shape::new(&pattern, EVERY, Vec::new(), cards("* **"), &faces);
    assert!(matches(&run, &faces, cards("7c 9c *")));
    assert!(!matches(&run, &faces, cards("7c 10c *")));
    assert!(!matches(&run, &faces, cards("7c * **")));
    let hand = cards("5c 7c 10c Jd * **");
    assert_eq!(completions(&run, &faces, 0, hand), cards("5c 7c * **"));
    assert_eq!(completions(&run, &faces, cards("*"), hand), cards("5c 7c"));
}

fn group() -> HandPattern {
    HandPattern {
        min_size: Some(3),
        same: vec![Attribute::Rank],
        wild_max: Some(3),
        natural_min: Some(2),
        ..anything()
    }
}

/// Two packs and four jokers; twos and jokers are wild, threes are not melded.
fn wild_groups() -> (Faces, Shape) {
    let faces = french(2, 4);
    let of = |wanted: &[u8]| {
        let cards = (0..108).filter(|&card| wanted.contains(&faces.rank[usize::from(card)]));
        cards.fold(0, |set, card| set | bit(card))
    };
    let shape = Shape::new(&group(), !of(&[1, 13]), Vec::new(), of(&[0, 13]), &faces);
    (faces, shape)
}

#[test]
fn wild_cards_help_groups_within_their_limits() {
    let (faces, group) = wild_groups();
    let joker = |number: u32| 1 << (104 + number);
    for (set, fits) in [
        (cards("7c 7c'") | joker(0), true),
        (cards("7c 7d 2h") | joker(0) | joker(1), true),
        (cards("7c") | joker(0) | joker(1), false),
        (cards("7c 7d 2h 2c") | joker(0) | joker(1), false),
        (cards("7c 8d") | joker(0), false),
        (cards("3c 3d") | joker(0), false),
        (cards("2c 2d 2h"), false),
    ] {
        assert_eq!(matches(&group, &faces, set), fits, "{set:b}");
    }
    let hand = cards("7c 7d 8h 3c 3d 2h");
    assert_eq!(completions(&group, &faces, 0, hand), cards("7c 7d 2h"));
    assert_eq!(find(&group, &faces, hand), Some(cards("7c 7d 2h")));
}

#[test]
fn an_exact_pattern_takes_one_card_for_each_condition_and_no_other() {
    let faces = french(2, 0);
    let queens = cards("Qs Qs'");
    let spades_or_diamonds = queens | cards("Jd Jd'");
    let couple = Shape::new(&anything(), EVERY, vec![spades_or_diamonds, queens], 0, &faces);
    assert!(matches(&couple, &faces, cards("Qs Jd")));
    assert!(matches(&couple, &faces, cards("Qs Qs'")));
    assert!(!matches(&couple, &faces, cards("Jd Jd'")));
    assert!(!matches(&couple, &faces, cards("Qs Jd Jd'")));
    let hand = cards("Qs Jd Jd' 3c");
    assert_eq!(completions(&couple, &faces, 0, hand), cards("Qs Jd Jd'"));
    assert_eq!(completions(&couple, &faces, cards("Jd"), hand), cards("Qs"));
}

#[test]
fn cards_without_a_suit_have_none_in_common() {
    let faces = french(1, 2);
    let one_suit = HandPattern { same: vec![Attribute::Suit], ..anything() };
    let jokers = cards("* **");
    let both = Shape::new(&one_suit, EVERY, vec![jokers, jokers], 0, &faces);
    assert!(!matches(&both, &faces, jokers));
    assert!(!can_complete(&both, &faces, 0, jokers));
    let pair = plain(&HandPattern { min_size: Some(2), ..one_suit }, &faces);
    assert!(!matches(&pair, &faces, jokers));
    assert!(!can_complete(&pair, &faces, 0, jokers));
}

#[test]
fn wild_cards_are_of_a_suit_even_in_a_deck_without_any() {
    let no_suit = vec![255; 3];
    let faces =
        Faces::new(vec![0, 1, 2], no_suit.clone(), no_suit, vec![1, 2, 3], vec![0, 1, 2], 0, 0);
    let one = HandPattern { same_suit_count: Some(1), ..anything() };
    let shape = Shape::new(&one, EVERY, Vec::new(), 0b100, &faces);
    assert!(!matches(&shape, &faces, 0b011));
    assert!(matches(&shape, &faces, 0b101));
    assert_eq!(completions(&shape, &faces, 0b001, 0b110), 0b110);
    assert_eq!(completions(&shape, &faces, 0b001, 0b010), 0);
    assert_eq!(completions(&shape, &faces, 0b100, 0b011), 0b011);
}

#[test]
fn the_largest_combination_is_found() {
    let faces = french(1, 0);
    let run = plain(&run_of_a_suit(), &faces);
    let hand = cards("3c 4c 5c 7d 8d 9d 10d 2s");
    assert_eq!(find(&run, &faces, hand), Some(cards("7d 8d 9d 10d")));
    assert_eq!(find(&run, &faces, cards("3c 4c 7d 8d")), None);
    assert_eq!(find(&run, &faces, 0), None);
    let pair = HandPattern { required_count: Some(2), ..anything() };
    let pair = plain(&HandPattern { same: vec![Attribute::Rank], ..pair }, &faces);
    assert_eq!(find(&pair, &faces, cards("3c 4c 4d 4h")), Some(cards("4c 4d")));
}

/// Melds with hearts as trumps, in two packs: runs, marriages, a pair of a queen and a jack.
fn trump_melds() -> (Vec<Shape>, Vec<i32>, Vec<u64>, Faces) {
    let faces = french(2, 0);
    let both = |text: &str| cards(text) | cards(text) << 52;
    let run: Vec<CardSet> = ["Ah", "10h", "Kh", "Qh", "Jh"].map(both).to_vec();
    let kings: Vec<CardSet> = ["Kc", "Kd", "Kh", "Ks"].map(both).to_vec();
    let marriage = vec![both("Kc Kd Ks"), both("Qc Qd Qs")];
    let one_suit = HandPattern { same: vec![Attribute::Suit], ..anything() };
    let exact = |pattern: &HandPattern, conditions: &[CardSet]| {
        Shape::new(pattern, EVERY, conditions.to_vec(), 0, &faces)
    };
    let melds = [
        (exact(&anything(), &run), 150, 1),
        (exact(&anything(), &[run.clone(), run.clone()].concat()), 1_500, 1),
        (exact(&anything(), &[both("Kh"), both("Qh")]), 40, 1),
        (exact(&one_suit, &marriage), 20, 1),
        (exact(&anything(), &[both("9h")]), 10, 1),
        (exact(&anything(), &kings), 80, 2),
        (exact(&anything(), &[both("Qs"), both("Jd")]), 40, 4),
        (exact(&anything(), &[both("Qs"), both("Qs"), both("Jd"), both("Jd")]), 300, 4),
    ];
    let worth = melds.iter().map(|meld| meld.1).collect();
    let tags = melds.iter().map(|meld| meld.2).collect();
    (melds.into_iter().map(|meld| meld.0).collect(), worth, tags, faces)
}

fn declared(text: &str) -> Vec<(usize, CardSet)> {
    let (shapes, worth, tags, faces) = trump_melds();
    best_of(&shapes, &worth, &tags, &faces, cards(text))
}

#[test]
fn a_card_serves_one_combination_of_each_tag() {
    // The queen of spades marries and is half of the pair as well.
    assert_eq!(declared("Ks Qs Jd 9c"), [(3, cards("Ks Qs")), (6, cards("Qs Jd"))]);
    // The king and queen of a run are no marriage beside it; a second pair is.
    assert_eq!(declared("Ah 10h Kh Qh Jh"), [(0, cards("Ah 10h Kh Qh Jh"))]);
    let found = declared("Ah 10h Kh Qh Jh Kh' Qh' 9h 9h'");
    let shapes: Vec<usize> = found.iter().map(|(shape, _)| *shape).collect();
    assert_eq!(shapes, [0, 2, 4, 4]);
    let found = declared("Ah 10h Kh Qh Jh Ah' 10h' Kh' Qh' Jh' 9h 2c");
    assert_eq!(found.iter().map(|(shape, _)| *shape).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(declared("Qs Qs' Jd Jd'"), [(7, cards("Qs Qs' Jd Jd'"))]);
    assert_eq!(declared("2c 3c 4c"), []);
}

#[test]
fn of_equal_declarations_the_longer_counts() {
    let faces = french(1, 0);
    let long = HandPattern { min_size: Some(5), max_size: Some(8), ..run_of_a_suit() };
    let fours = HandPattern { min_size: Some(4), max_size: Some(4), ..set_of_a_rank() };
    let shapes = [plain(&long, &faces), plain(&fours, &faces)];
    let hand = cards("8c 9c 10c Jc Qc Kc Ac Ad Ah As");
    let found = best_of(&shapes, &[100, 200], &[1, 1], &faces, hand);
    assert_eq!(found, [(0, cards("8c 9c 10c Jc Qc Kc")), (1, cards("Ac Ad Ah As"))]);
    let found = best_of(&shapes, &[100, 0], &[1, 1], &faces, hand);
    assert_eq!(found, [(0, cards("8c 9c 10c Jc Qc Kc Ac"))]);
}

#[test]
fn unusual_mixes_of_constraints_are_searched() {
    let faces = french(1, 0);
    let stairs = HandPattern {
        min_size: Some(3),
        different: vec![Attribute::Suit],
        consecutive: true,
        ..anything()
    };
    let stairs = plain(&stairs, &faces);
    assert!(matches(&stairs, &faces, cards("7c 8d 9h")));
    assert!(!matches(&stairs, &faces, cards("7c 8d 9c")));
    let hand = cards("7c 8c 8d 9c 9h Kd");
    assert_eq!(completions(&stairs, &faces, cards("9h"), hand), cards("7c 8d"));
}

/// So many cards of the first 52 that a number stands for.
fn dealt(mut seed: u64, many: usize) -> CardSet {
    let mut hand: CardSet = 0;
    while size(hand) < many {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        hand |= 1 << ((seed >> 33) % 52);
    }
    hand
}

fn time(what: &str, mut question: impl FnMut(u64) -> CardSet) {
    let start = Instant::now();
    let found = (0..20_000).map(&mut question).filter(|&set| set != 0).count();
    let nanoseconds = start.elapsed().as_secs_f64() * 1e9 / 20_000.0;
    println!("{what}: {nanoseconds:.0} ns, {found} of 20000 with an answer");
    assert!(found > 0);
}

#[test]
fn questions_of_melds_are_quick() {
    let faces = french(1, 0);
    let set = plain(&set_of_a_rank(), &faces);
    let run = plain(&run_of_a_suit(), &faces);
    time("completions of a set, 10 cards", |seed| completions(&set, &faces, 0, dealt(seed, 10)));
    time("completions of a run, 10 cards", |seed| completions(&run, &faces, 0, dealt(seed, 10)));
    time("completions of a run, 40 cards", |seed| completions(&run, &faces, 0, dealt(seed, 40)));
    time("completions of a begun run, 10 cards", |seed| {
        let hand = dealt(seed, 10);
        completions(&run, &faces, bit(lowest(hand)), hand)
    });
    time("a largest run of 10 cards", |seed| find(&run, &faces, dealt(seed, 10)).unwrap_or(0));
    let (faces, group) = wild_groups();
    time("completions of a group with wild cards, 50 cards", |seed| {
        completions(&group, &faces, 0, dealt(seed, 25) | dealt(seed + 1, 25) << 52)
    });
    let full_house = HandPattern {
        same_rank_groups: Some(vec![3, 2]),
        min_size: Some(5),
        max_size: Some(5),
        required_ranks: ranks(&[12]),
        ..anything()
    };
    let full_house = plain(&full_house, &faces);
    time("completions of a full house with an ace, 13 cards", |seed| {
        completions(&full_house, &faces, 0, dealt(seed, 13))
    });
}

#[test]
fn a_large_pool_is_answered_in_bounded_time() {
    let odd = HandPattern {
        different: vec![Attribute::Suit, Attribute::Colour],
        same_rank_groups: Some(vec![3, 2]),
        ..anything()
    };
    let start = Instant::now();
    // Five cards cannot differ in colour where there are but two.
    let faces = french(2, 0);
    let shape = plain(&odd, &faces);
    assert_eq!(completions(&shape, &faces, 0, (1 << 104) - 1), 0);
    // Jokers have none.
    let faces = french(2, 4);
    let shape = plain(&odd, &faces);
    let all = (1 << 108) - 1;
    assert!(can_complete(&shape, &faces, 0, all));
    assert!(!can_complete(&shape, &faces, cards("7c 7s"), all));
    // Three black cards of which no two are of one rank or suit: clubs and spades are only two suits.
    let odd = HandPattern {
        min_size: Some(3),
        same: vec![Attribute::Colour],
        different: vec![Attribute::Suit, Attribute::Rank],
        sequence_length: Some(2),
        ..anything()
    };
    let shape = plain(&odd, &faces);
    assert_eq!(completions(&shape, &faces, 0, all), 0);
    assert_eq!(find(&shape, &faces, all), None);
    println!("unusual questions about 108 cards: {:?}", start.elapsed());
    assert!(start.elapsed().as_secs() < 20);
}

#[test]
fn a_rank_that_was_tried_for_a_pair_may_still_be_the_single_card() {
    let faces = french(2, 0);
    let pattern = HandPattern {
        same_rank_groups: Some(vec![2, 2, 1]),
        same_suit_count: Some(4),
        min_size: Some(5),
        max_size: Some(5),
        ..anything()
    };
    let shape = plain(&pattern, &faces);
    // Of the nines there are the most, but only the others make four diamonds.
    let hand = cards("9c 9h 9s 5d 5d' 7d 7d'");
    assert!(can_complete(&shape, &faces, 0, hand));
    assert!(can_complete(&shape, &faces, cards("9c"), hand));
    assert!(!can_complete(&shape, &faces, cards("9c 9h"), hand));
}
