//! Hands that are compared by a total.

use super::cards::{CardId, CardSet, Cards};

/// The total of some cards. `values` holds for each rank what it counts and what it may count
/// instead, each card by itself; `ranks` holds the rank of each card.
///
/// Of the totals below the bust threshold the one nearest to the target counts, of two as near the
/// higher; without a target the highest. If none is below the threshold, the lowest counts.
pub fn total(
    values: &[(i32, Option<i32>)],
    target: Option<i32>,
    bust: Option<i32>,
    ranks: &[u8],
    set: CardSet,
) -> i32 {
    let worth = value_of(values, ranks);
    // The higher values of cards add the same to the lower ones nearly always.
    let (mut lowest, mut gain, mut times) = (0, 0, 0);
    for (value, alternate) in Cards(set).filter_map(&worth) {
        let Some(other) = alternate.filter(|other| *other != value) else {
            lowest += value;
            continue;
        };
        lowest += value.min(other);
        let more = value.abs_diff(other);
        if times > 0 && more != gain {
            return total_of_many(Cards(set).filter_map(worth), target, bust);
        }
        (gain, times) = (more, times + 1);
    }
    let mut best = Best { target, bust, total: lowest };
    (1..=times).for_each(|many| best.offer(lowest + (many * gain) as i32));
    best.total
}

/// What a card counts, and what it may count instead.
fn value_of<'a>(
    values: &'a [(i32, Option<i32>)],
    ranks: &'a [u8],
) -> impl Fn(CardId) -> Option<(i32, Option<i32>)> + 'a {
    |card| values.get(usize::from(ranks[usize::from(card)])).copied()
}

/// The total where higher values add one thing or another. What they add altogether, in all ways, is
/// whatever bit is set in a row of bits.
#[cold]
fn total_of_many(
    values: impl Iterator<Item = (i32, Option<i32>)>,
    target: Option<i32>,
    bust: Option<i32>,
) -> i32 {
    let (mut lowest, mut gains, mut most) = (0, vec![1], 0);
    for (value, alternate) in values {
        let other = alternate.unwrap_or(value);
        lowest += value.min(other);
        let gain = value.abs_diff(other) as usize;
        if gain != 0 {
            gains = with(&gains, most, gain);
            most += gain;
        }
    }
    let mut best = Best { target, bust, total: lowest };
    let open = (0..=most).filter(|sum| gains[sum / 64] >> (sum % 64) & 1 == 1);
    open.for_each(|gain| best.offer(lowest + gain as i32));
    best.total
}

/// Sums up to some number as bits, each also with another number added.
fn with(bits: &[u64], most: usize, number: usize) -> Vec<u64> {
    let mut sums = vec![0; (most + number) / 64 + 1];
    sums[..bits.len()].copy_from_slice(bits);
    let (whole, part) = (number / 64, number % 64);
    for (place, word) in bits.iter().enumerate() {
        sums[place + whole] |= word << part;
        if let Some(next) = sums.get_mut(place + whole + 1).filter(|_| part > 0) {
            *next |= word >> (64 - part);
        }
    }
    sums
}

/// The best of the totals offered.
struct Best {
    target: Option<i32>,
    bust: Option<i32>,
    total: i32,
}

impl Best {
    fn offer(&mut self, total: i32) {
        if self.key(total) > self.key(self.total) {
            self.total = total;
        }
    }

    /// The larger, the better: not bust, near to the target, high; if bust, low.
    fn key(&self, total: i32) -> (bool, i32, i32) {
        if self.bust.is_some_and(|bust| total >= bust) {
            (false, -total, 0)
        } else {
            (true, -self.target.map_or(0, |target| (target - total).abs()), total)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::drawn::drawn;

    const ACE: u8 = 0;
    const TEN: u8 = 1;
    const FIVE: u8 = 2;

    fn counted(ranks: &[u8]) -> i32 {
        let values = [(11, Some(1)), (10, None), (5, None)];
        total(&values, Some(21), Some(22), ranks, (1 << ranks.len()) - 1)
    }

    #[test]
    fn each_ace_counts_eleven_unless_that_is_too_much() {
        assert_eq!(counted(&[ACE, TEN]), 21);
        assert_eq!(counted(&[ACE, ACE]), 12);
        assert_eq!(counted(&[ACE, TEN, TEN]), 21);
        assert_eq!(counted(&[ACE, ACE, FIVE]), 17);
        assert_eq!(counted(&[TEN, TEN, FIVE, ACE]), 26);
        assert_eq!(counted(&[]), 0);
    }

    #[test]
    fn only_the_cards_of_the_set_count() {
        assert_eq!(total(&[(3, None), (4, None)], None, None, &[0, 1, 1], 0b101), 7);
    }

    #[test]
    fn a_rank_without_a_value_counts_nothing() {
        assert_eq!(total(&[(3, None)], None, None, &[0, 7], 0b11), 3);
    }

    /// Every total there is, straight from the meaning.
    fn totals(cards: &[(i32, Option<i32>)]) -> Vec<i32> {
        let Some(((value, alternate), rest)) = cards.split_first() else {
            return vec![0];
        };
        let rest = totals(rest);
        let one = rest.iter().map(|sum| sum + value);
        let other = rest.iter().map(|sum| sum + alternate.unwrap_or(*value));
        one.chain(other).collect()
    }

    proptest! {
        #![proptest_config(drawn(256))]

        #[test]
        fn of_all_totals_the_best_counts(
            values in prop::collection::vec((-20..20, prop::option::of(-20..20)), 5),
            ranks in prop::collection::vec(0..5_u8, 0..9),
            target in prop::option::of(-30..60),
            bust in prop::option::of(-30..60),
        ) {
            let cards: Vec<_> = ranks.iter().map(|&rank| values[usize::from(rank)]).collect();
            let all = totals(&cards);
            let good = all.iter().filter(|&&sum| bust.is_none_or(|bust| sum < bust));
            let nearest = good.max_by_key(|&&sum| (target.map_or(0, |t: i32| -(t - sum).abs()), sum));
            let expected = nearest.or(all.iter().min()).copied();
            let found = total(&values, target, bust, &ranks, (1 << ranks.len()) - 1);
            prop_assert_eq!(Some(found), expected);
        }
    }
}
