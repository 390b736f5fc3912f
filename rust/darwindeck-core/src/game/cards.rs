//! Sets of cards as bits.

/// A set of cards; card `n` of the deck is bit `n`.
pub type CardSet = u128;

/// The number of a card in the deck.
pub type CardId = u8;

/// No card.
pub const NO_CARD: CardId = 255;

/// The set of one card.
#[inline(always)]
pub const fn bit(card: CardId) -> CardSet {
    1 << (card & 127)
}

/// How many cards a set has.
#[inline(always)]
pub const fn size(set: CardSet) -> usize {
    set.count_ones() as usize
}

/// The lowest card of a set that is not empty.
#[inline(always)]
pub const fn lowest(set: CardSet) -> CardId {
    set.trailing_zeros() as CardId
}

/// The cards of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Cards(pub CardSet);

impl Iterator for Cards {
    type Item = CardId;

    #[inline(always)]
    fn next(&mut self) -> Option<CardId> {
        // Half by half: most packs have no card in the upper one.
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        if low != 0 {
            self.0 = CardSet::from(high) << 64 | CardSet::from(low & (low - 1));
            return Some(low.trailing_zeros() as CardId);
        }
        if high == 0 {
            return None;
        }
        self.0 = CardSet::from(high & (high - 1)) << 64;
        Some(64 + high.trailing_zeros() as CardId)
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, CardId) -> B>(self, first: B, mut join: F) -> B {
        let (mut low, mut high) = (self.0 as u64, (self.0 >> 64) as u64);
        let mut all = first;
        while low != 0 {
            all = join(all, low.trailing_zeros() as CardId);
            low &= low - 1;
        }
        while high != 0 {
            all = join(all, 64 + high.trailing_zeros() as CardId);
            high &= high - 1;
        }
        all
    }
}

/// Which cards of eight are in a set, as numbers, for each set of eight.
pub type Eights<T> = [[T; 8]; 256];

/// The same as numbers of the size of a byte.
pub static BYTES: Eights<u8> = {
    let mut eights = [[0; 8]; 256];
    let mut at = 0;
    while at < 8 * 256 {
        eights[at / 8][at % 8] = (((at / 8) >> (at % 8)) & 1) as u8;
        at += 1;
    }
    eights
};

/// The same as floating-point numbers.
pub static FLOATS: Eights<f32> = {
    let mut eights = [[0.0; 8]; 256];
    let mut at = 0;
    while at < 8 * 256 {
        eights[at / 8][at % 8] = BYTES[at / 8][at % 8] as f32;
        at += 1;
    }
    eights
};

/// Writes a set as numbers: for each card, whether it is in it.
#[inline(always)]
pub fn spread<T: Copy>(set: CardSet, out: &mut [T], eights: &Eights<T>) {
    let len = out.len();
    if len > 64 {
        let (first, second) = out.split_at_mut(64);
        spread_half(set as u64, first, eights);
        let (second, rest) = second.split_at_mut(second.len().min(64));
        spread_half((set >> 64) as u64, second, eights);
        rest.fill(eights[0][0]);
    } else {
        spread_half(set as u64, out, eights);
    }
}

/// The same of a number of cards that is known beforehand, from 8 to 64: written out without a question.
#[inline(always)]
pub fn spread_out<T: Copy, const CARDS: usize>(set: u64, out: &mut [T; CARDS], eights: &Eights<T>) {
    for place in 0..CARDS / 8 {
        if let Some(eight) = out[8 * place..].first_chunk_mut() {
            *eight = eights[(set >> (8 * place) & 255) as usize];
        }
    }
    if let (false, Some(last)) = (CARDS.is_multiple_of(8), out.last_chunk_mut()) {
        // Some of them are written once more.
        *last = eights[(set >> (CARDS - 8) & 255) as usize];
    }
}

/// The same of at most 64 cards. Written out for each number of eights: a loop takes twice as long.
#[inline(always)]
fn spread_half<T: Copy>(set: u64, out: &mut [T], eights: &Eights<T>) {
    let len = out.len();
    if !len.is_multiple_of(8) {
        match out.last_chunk_mut::<8>() {
            // Some of them are written once more.
            Some(last) => *last = eights[(set >> (len - 8) & 255) as usize],
            None => {
                let few = &eights[(set & 255) as usize];
                return out.iter_mut().zip(few).for_each(|(to, one)| *to = *one);
            }
        }
    }
    macro_rules! written_out {
        ($($many:literal),*) => {
            match len / 8 * 8 {
                $($many => if let Some(whole) = out.first_chunk_mut::<$many>() {
                    spread_out(set, whole, eights);
                },)*
                _ => (),
            }
        };
    }
    written_out!(8, 16, 24, 32, 40, 48, 56, 64);
}

/// The card at a place, counted from 0, among the cards of a set that has more cards than that.
#[inline(always)]
pub fn nth(set: CardSet, place: u32) -> CardId {
    let low = set as u64;
    let in_low = low.count_ones();
    if place < in_low {
        select(low, place) as CardId
    } else {
        64 + select((set >> 64) as u64, place - in_low) as CardId
    }
}

/// The place of the bit that has `place` set bits below it.
#[inline(always)]
pub fn select(bits: u64, place: u32) -> u32 {
    select_bit(bits, place).trailing_zeros()
}

/// The bit that has `place` set bits below it.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[allow(unsafe_code)]
#[inline(always)]
pub fn select_bit(bits: u64, place: u32) -> u64 {
    // SAFETY: this function exists only where the whole crate is compiled for `bmi2`.
    unsafe { std::arch::x86_64::_pdep_u64(1 << place, bits) }
}

/// The bit that has `place` set bits below it.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline(always)]
pub fn select_bit(bits: u64, place: u32) -> u64 {
    let mut rest = bits;
    for _ in 0..place {
        rest &= rest.wrapping_sub(1);
    }
    rest & rest.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_is_written() {
        let set: CardSet = 0x8000_0000_0000_0001_8000_0000_0000_1011;
        for len in [0, 1, 7, 8, 52, 53, 64, 65, 127, 128, 200] {
            let mut out = vec![9u8; len];
            spread(set, &mut out, &BYTES);
            let wanted: Vec<u8> =
                (0..len).map(|card| u8::from(card < 128 && set >> card & 1 != 0)).collect();
            assert_eq!(out, wanted);
        }
    }

    #[test]
    fn the_nth_card_is_the_nth_of_the_iterator() {
        let set: CardSet = 0x8000_0000_0000_0001_8000_0000_0000_1011;
        for (place, card) in Cards(set).enumerate() {
            assert_eq!(nth(set, place as u32), card);
        }
        assert_eq!(Cards(set).count(), size(set));
    }
}
