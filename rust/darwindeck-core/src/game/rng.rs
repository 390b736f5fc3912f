//! Chance. The generator stands beside a game, never inside its state.

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::cards::CardId;
use crate::fingerprint::fingerprint;

/// A stream of chance that one seed decides, the same on every machine.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of one seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream of game `index` of a batch with this seed.
    pub fn of_game(seed: u64, index: u64) -> Self {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..].copy_from_slice(&index.to_le_bytes());
        Self::new(fingerprint(&bytes))
    }

    /// 64 bits.
    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, which must not be 0; no value is favoured by more than 2^-32.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u32
    }

    /// Puts cards in random order; 64 bits serve for two places.
    #[inline(always)]
    pub fn shuffle(&mut self, cards: &mut [CardId]) {
        let mut last = cards.len();
        while last > 2 {
            let bits = self.bits();
            let first = (((bits >> 32) * last as u64) >> 32) as usize;
            cards.swap(last - 1, first);
            let second = (((bits & 0xFFFF_FFFF) * (last as u64 - 1)) >> 32) as usize;
            cards.swap(last - 2, second);
            last -= 2;
        }
        if last == 2 && self.below(2) == 0 {
            cards.swap(0, 1);
        }
    }
}
