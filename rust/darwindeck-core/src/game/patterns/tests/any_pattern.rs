//! Any pattern, any small deck: the matcher and the brute force agree.

use std::time::Instant;

use proptest::prelude::*;

use super::super::*;
use super::brute::{Case, choices, subsets};
use super::{anything, best_of, french, ranks};
use crate::drawn::drawn;
use crate::game::cards::{CardSet, Cards, bit, size};
use crate::game::work::{Budget, is_spent};
use crate::program::ids::{PatternId, TableId};
use crate::program::parts::{Attribute, HandPattern, TieKey};

const RANKS: u8 = 6;
const DECK: usize = 9;

prop_compose! {
    /// A deck of few ranks and suits, some cards alike, some without a suit.
    fn a_deck()(
        cards in prop::collection::vec((0..RANKS, 0..4_u8), DECK),
        plain in Just((0..RANKS).collect::<Vec<u8>>()).prop_shuffle(),
        plain_length in 2..=usize::from(RANKS),
        sequence in Just((0..RANKS).collect::<Vec<u8>>()).prop_shuffle(),
        sequence_length in 1..=usize::from(RANKS),
        sorted in any::<bool>(),
        heights in prop::collection::vec(0..5_u8, DECK),
        worth in prop::collection::vec(0..5_i32, DECK),
    ) -> Faces {
        let suit: Vec<u8> = cards.iter().map(|card| if card.1 == 3 { 255 } else { card.1 }).collect();
        let colour = suit.iter().map(|&suit| if suit == 255 { 255 } else { suit % 2 }).collect();
        let mut strength = vec![0; usize::from(RANKS)];
        for (place, &rank) in plain[..plain_length].iter().enumerate() {
            strength[usize::from(rank)] = place as u8 + 1;
        }
        let mut sequence = sequence[..sequence_length].to_vec();
        if sorted {
            sequence.sort_unstable();
        }
        let rank = cards.iter().map(|card| card.0).collect();
        let mut faces = Faces::new(rank, suit, colour, strength, sequence, 3, 2).with_heights(heights);
        faces.worth = vec![worth];
        faces
    }
}

fn sometimes<T: Clone + std::fmt::Debug + 'static>(
    often: f64,
    what: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Option<T>> {
    prop::option::weighted(often, what).boxed()
}

fn attributes() -> impl Strategy<Value = Vec<Attribute>> {
    let all = vec![Attribute::Suit, Attribute::Rank, Attribute::Colour];
    prop_oneof![
        3 => Just(Vec::new()),
        2 => prop::sample::subsequence(all.clone(), 1),
        1 => prop::sample::subsequence(all, 0..=3),
    ]
}

fn tie_keys() -> impl Strategy<Value = Vec<TieKey>> {
    let all = vec![
        TieKey::GroupRanks,
        TieKey::SequenceTop,
        TieKey::CardRanks,
        TieKey::OtherCards,
        TieKey::TopCard,
        TieKey::Size,
    ];
    prop_oneof![
        3 => prop::sample::subsequence(all.clone(), 0..=4).prop_shuffle(),
        2 => prop::sample::subsequence(all, 1..=1),
    ]
}

prop_compose! {
    fn sizes()(
        required_count in sometimes(0.2, 1..6),
        min_size in sometimes(0.5, 1..5),
        max_size in sometimes(0.4, 2..7),
        wild_max in sometimes(0.5, 0..4),
        natural_min in sometimes(0.4, 0..4),
    ) -> HandPattern {
        HandPattern { required_count, min_size, max_size, wild_max, natural_min, ..anything() }
    }
}

prop_compose! {
    fn a_shape()(
        sizes in sizes(),
        same_suit_count in sometimes(0.15, 1..4),
        same_rank_groups in sometimes(0.2, prop::collection::vec(1..4, 1..4)),
        sequence_length in sometimes(0.2, 1..5),
        sequence_wrap in any::<bool>(),
        required in sometimes(0.15, prop::collection::vec(0..RANKS, 1..4)),
        same in attributes(),
        different in attributes(),
        consecutive in prop::bool::weighted(0.3),
        tie_keys in tie_keys(),
        any_size in any::<bool>(),
    ) -> HandPattern {
        HandPattern {
            same_suit_count,
            same_rank_groups,
            sequence_length,
            sequence_wrap,
            required_ranks: required.and_then(|required| ranks(&required)),
            same,
            different,
            consecutive,
            tie_keys,
            any_size,
            ..sizes
        }
    }
}

prop_compose! {
    /// Units of cards of one rank, with what is attached to them.
    fn units()(
        sizes in sizes(),
        each in 1..4,
        attached in sometimes(0.5, 0..3),
        attached_of in sometimes(0.5, 1..3),
        few in prop::collection::vec(0..RANKS, 0..3),
        sequence_wrap in any::<bool>(),
        tie_keys in tie_keys(),
        any_size in any::<bool>(),
    ) -> HandPattern {
        HandPattern {
            sequence_of: Some(each),
            attached,
            attached_of,
            at_most_one: ranks(&few).unwrap_or_default(),
            sequence_wrap,
            tie_keys,
            any_size,
            required_count: None,
            ..sizes
        }
    }
}

prop_compose! {
    /// Cards that add up to something.
    fn sums()(pattern in a_shape(), sum in 0..9_i32) -> HandPattern {
        HandPattern { sum: Some(sum), sum_of: Some(TableId(0)), ..pattern }
    }
}

fn a_pattern() -> impl Strategy<Value = HandPattern> {
    prop_oneof![5 => a_shape(), 3 => units()]
}

fn some_cards(often: f64) -> impl Strategy<Value = CardSet> {
    prop::collection::vec(prop::bool::weighted(often), DECK).prop_map(|cards| {
        let chosen = cards.iter().enumerate().filter(|(_, chosen)| **chosen);
        chosen.fold(0, |set, (card, _)| set | bit(card as u8))
    })
}

prop_compose! {
    fn a_case()(
        pattern in a_pattern(),
        cards in prop_oneof![2 => Just(CardSet::MAX), 1 => some_cards(0.8)],
        exact in sometimes(0.2, prop::collection::vec(some_cards(0.4), 1..5)),
        wild in prop_oneof![1 => Just(0), 1 => some_cards(0.25)],
    ) -> Case {
        let exact = exact.filter(|_| pattern.sequence_of.is_none()).unwrap_or_default();
        // Of wild cards nothing is said of ranks of which there is only one.
        let wild = if pattern.at_most_one.is_empty() { wild } else { 0 };
        Case { pattern, cards, exact, wild }
    }
}

prop_compose! {
    /// A case of cards that add up; none of them is wild.
    fn a_sum()(pattern in sums(), case in a_case()) -> Case {
        let exact = Vec::new();
        Case { pattern: HandPattern { required_count: None, ..pattern }, exact, wild: 0, ..case }
    }
}

fn shape(case: &Case, faces: &Faces) -> Shape {
    Shape::new(&case.pattern, case.cards, case.exact.clone(), case.wild, faces)
}

/// Puts several cases in the order of priorities.
fn with_priorities(mut cases: Vec<Case>) -> Vec<Case> {
    for (index, case) in cases.iter_mut().enumerate() {
        case.pattern.rank_priority = 100 - index as i32;
    }
    cases
}

/// The best pattern by the brute force: its place and what its tie keys come to.
fn best_by_brute_force(
    cases: &[Case],
    faces: &Faces,
    hand: CardSet,
) -> Option<(usize, Vec<Vec<i32>>)> {
    let mut keys = cases.iter().map(|case| case.keys(faces, hand)).enumerate();
    keys.find_map(|(place, keys)| keys.map(|keys| (place, keys)))
}

/// The best total worth of combinations, over all choices of them.
fn best_worth(found: &[(CardSet, i32, u64)], used: &[(CardSet, u64)]) -> (i32, i32) {
    let Some((&(set, worth, tags), rest)) = found.split_first() else {
        return (0, 0);
    };
    let clashes = |&(other, others): &(CardSet, u64)| {
        set & other != 0 && (tags & others != 0 || tags | others == 0)
    };
    let without = best_worth(rest, used);
    if used.iter().any(clashes) {
        return without;
    }
    let mut more = used.to_vec();
    more.push((set, tags));
    let (total, combinations) = best_worth(rest, &more);
    without.max((total + worth, combinations - 1))
}

proptest! {
    #![proptest_config(drawn(2_000))]

    #[test]
    fn cards_match_as_the_brute_force_says(
        faces in a_deck(), case in a_case(), sets in prop::collection::vec(some_cards(0.4), 20),
    ) {
        let shape = shape(&case, &faces);
        for set in sets {
            prop_assert_eq!(matches(&shape, &faces, set), case.matches(&faces, set), "{:b}", set);
        }
    }

    #[test]
    fn cards_can_be_completed_as_the_brute_force_says(
        faces in a_deck(), case in a_case(), picked in some_cards(0.2), pool in some_cards(0.7),
    ) {
        let shape = shape(&case, &faces);
        let expected = case.can_complete(&faces, picked, pool);
        prop_assert_eq!(can_complete(&shape, &faces, picked, pool), expected);
        let good = Cards(pool & !picked)
            .filter(|&card| case.can_complete(&faces, picked | bit(card), pool));
        let expected = good.fold(0, |set, card| set | bit(card));
        prop_assert_eq!(completions(&shape, &faces, picked, pool), expected);
    }

    #[test]
    fn the_set_found_is_a_largest_one(
        faces in a_deck(), case in a_case(), pool in some_cards(0.8),
    ) {
        let found = find(&shape(&case, &faces), &faces, pool);
        let fits = |set: &CardSet| {
            let many = size(*set) as i32;
            case.fits(&faces, *set) && case.pattern.required_count.is_none_or(|count| many == count)
        };
        let all = subsets(pool).into_iter().filter(|set| *set != 0 && fits(set));
        prop_assert_eq!(found.map(size), all.map(size).max());
        prop_assert!(found.is_none_or(|set| set & !pool == 0 && fits(&set)));
    }

    #[test]
    fn hands_compare_as_the_brute_force_says(
        faces in a_deck(),
        cases in prop::collection::vec(a_case(), 1..4),
        hands in prop::collection::vec(some_cards(0.6), 6),
    ) {
        let cases = with_priorities(cases);
        let shapes: Vec<Shape> = cases.iter().map(|case| shape(case, &faces)).collect();
        let expected: Vec<_> =
            hands.iter().map(|&hand| best_by_brute_force(&cases, &faces, hand)).collect();
        let keys: Vec<_> = hands.iter().map(|&hand| rank_hand(&shapes, &faces, hand)).collect();
        for (expected, key) in expected.iter().zip(&keys) {
            let place = expected.as_ref().map(|(place, _)| 100 - *place as i32);
            prop_assert_eq!(key.map(|key| key.priority), place);
        }
        for a in 0..hands.len() {
            for b in 0..hands.len() {
                if let (Some(left), Some(right)) = (&expected[a], &expected[b]) {
                    let order = right.0.cmp(&left.0).then_with(|| left.1.cmp(&right.1));
                    prop_assert_eq!(keys[a].cmp(&keys[b]), order, "{:b} {:b}", hands[a], hands[b]);
                }
            }
        }
    }

    #[test]
    fn cards_that_add_up_are_found(
        faces in a_deck(), case in a_sum(), picked in some_cards(0.2), pool in some_cards(0.7),
    ) {
        let shape = shape(&case, &faces);
        prop_assert_eq!(matches(&shape, &faces, picked), case.matches(&faces, picked));
        let good = Cards(pool & !picked)
            .filter(|&card| case.can_complete(&faces, picked | bit(card), pool));
        let expected = good.fold(0, |set, card| set | bit(card));
        prop_assert_eq!(completions(&shape, &faces, picked, pool), expected);
    }

    #[test]
    fn all_ways_are_counted(
        faces in a_deck(), case in prop_oneof![a_case(), a_sum()], cards in some_cards(0.7),
    ) {
        let pattern = HandPattern { required_count: None, ..case.pattern.clone() };
        let case = Case { pattern, ..case };
        let sets: Vec<CardSet> = subsets(cards)
            .into_iter()
            .filter(|set| *set != 0 && case.fits(&faces, *set))
            .collect();
        let whole = sets.iter().filter(|a| !sets.iter().any(|b| b != *a && **a & !b == 0));
        let expected = whole.fold((0, 0), |(n, all), set| (n + 1, all + size(*set) as i32));
        prop_assert_eq!(ways(&shape(&case, &faces), &faces, cards), expected);
    }

    #[test]
    fn what_beats_other_cards_is_found(
        faces in a_deck(),
        cases in prop::collection::vec(a_case(), 1..4),
        priorities in prop::collection::vec(0..3, 4),
        lying in some_cards(0.4),
        picked in some_cards(0.15),
        pool in some_cards(0.7),
    ) {
        let with = |(case, priority): (Case, &i32)| {
            let pattern =
                HandPattern { required_count: None, rank_priority: *priority, ..case.pattern };
            Case { pattern, ..case }
        };
        let cases: Vec<Case> = cases.into_iter().zip(&priorities).map(with).collect();
        let shapes: Vec<Shape> = cases.iter().map(|case| shape(case, &faces)).collect();
        let list = || shapes.iter().enumerate().map(|(n, shape)| (PatternId(n as u16), shape));
        let standing = counts_as(list(), &faces, lying);
        let formed = cases.iter().enumerate().filter(|(_, case)| case.fits(&faces, lying));
        let best = formed.rev().max_by_key(|(_, case)| case.pattern.rank_priority);
        let best = best.map(|(n, _)| n).filter(|_| lying != 0);
        prop_assume!(lying != 0);
        prop_assert_eq!(standing.map(|standing| usize::from(standing.pattern.0)), best);
        let (Some(standing), Some(best)) = (standing, best) else { return Ok(()) };
        let beats = |number: usize, set: CardSet| {
            let (case, other) = (&cases[number].pattern, &cases[best].pattern);
            let alike = size(set) == size(lying);
            let sizes = other.tie_keys.contains(&TieKey::Size);
            set != 0 && cases[number].fits(&faces, set)
                && (case.rank_priority > other.rank_priority && (alike || case.any_size)
                    || number == best
                        && (alike || sizes)
                        && cases[number].keys(&faces, set) > cases[best].keys(&faces, lying))
        };
        for (number, shape) in shapes.iter().enumerate() {
            let bounds = standing.bounds(PatternId(number as u16), shape);
            let open = bounds
                .map_or(0, |bounds| completions_above(shape, &faces, picked, pool, &bounds));
            let closes = bounds.is_some_and(|b| forms_above(shape, &faces, picked, &b));
            prop_assert_eq!(picked != 0 && closes, beats(number, picked));
            let all = subsets(pool & !picked);
            let good = all.into_iter().filter(|more| *more != 0 && beats(number, picked | more));
            let expected = good.fold(0, |found, more| found | more);
            prop_assert_eq!(open & !picked, expected, "{:b}", expected);
        }
    }

    #[test]
    fn declarations_are_worth_as_much_as_the_best_choice(
        faces in a_deck(),
        cases in prop::collection::vec(a_case(), 1..4),
        worth in prop::collection::vec(-2..20, 3),
        tags in prop::collection::vec(0..4_u64, 3),
        hand in some_cards(0.5),
    ) {
        let shapes: Vec<Shape> = cases.iter().map(|case| shape(case, &faces)).collect();
        let found = best_of(&shapes, &worth, &tags, &faces, hand);
        let mut all = Vec::new();
        for (number, case) in cases.iter().enumerate().filter(|(number, _)| worth[*number] > 0) {
            let sizes = case.pattern.required_count.map_or(1..=size(hand), |count| count as usize..=count as usize);
            let sets = sizes.flat_map(|many| choices(hand, many));
            let sets: Vec<CardSet> = sets.filter(|&set| case.fits(&faces, set)).collect();
            // Sets with another combination of the shape inside them cannot be better.
            let least = sets.iter().filter(|&&a| !sets.iter().any(|&b| b != a && b & !a == 0));
            all.extend(least.map(|&set| (set, worth[number], tags[number])));
        }
        prop_assume!(all.len() <= 14);
        let total = found.iter().map(|&(shape, _)| worth[shape]).sum::<i32>();
        prop_assert_eq!((total, -(found.len() as i32)), best_worth(&all, &[]));
        for (index, &(shape, set)) in found.iter().enumerate() {
            prop_assert!(set & !hand == 0 && cases[shape].fits(&faces, set));
            for &(other, cards) in &found[..index] {
                let shared = tags[shape] & tags[other] != 0 || tags[shape] | tags[other] == 0;
                prop_assert!(!shared || set & cards == 0);
            }
        }
    }
}

proptest! {
    #![proptest_config(drawn(300))]

    /// Of sixty cards of two packs: what is found is a combination, and the answers come soon.
    #[test]
    fn large_pools_are_answered_soundly_and_soon(
        case in a_case(),
        pool in prop::sample::subsequence((0..108_u8).collect::<Vec<_>>(), 60),
        wild in prop::sample::subsequence((0..108_u8).collect::<Vec<_>>(), 6),
    ) {
        let faces = french(2, 4);
        let all = |cards: &[u8]| cards.iter().fold(0, |set, &card| set | bit(card));
        let pattern = HandPattern { at_most_one: Vec::new(), ..case.pattern };
        let case = Case { pattern, cards: CardSet::MAX, exact: Vec::new(), wild: all(&wild) };
        let pool = all(&pool);
        let shape = shape(&case, &faces);
        let start = Instant::now();
        let _budget = Budget::begin();
        let options = completions(&shape, &faces, 0, pool);
        let found = find(&shape, &faces, pool);
        prop_assert!(start.elapsed().as_secs() < 10);
        prop_assume!(!is_spent());
        if let Some(set) = found {
            prop_assert!(set & !pool == 0);
            prop_assert!(!shape.decided || set & !options == 0);
            prop_assume!(size(set & case.wild) <= 4);
            prop_assert!(case.fits(&faces, set));
        }
    }
}
