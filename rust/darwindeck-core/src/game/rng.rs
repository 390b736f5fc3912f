//! Chance. The generator stands beside a game, never inside its state.

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::cards::CardId;
use crate::fingerprint::fingerprint;

/// The most cards of a pack.
const MOST: usize = 128;

/// One thing that chance decides, with one number of the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// A number below this.
    Below(u32),
    /// Two places of a shuffle: one of so many, and one of one less.
    Pair(u32),
    /// Anything.
    Bits,
}

impl Draw {
    /// How many outcomes it has.
    pub fn outcomes(self) -> u64 {
        match self {
            Self::Below(bound) => u64::from(bound),
            Self::Pair(last) => u64::from(last) * (u64::from(last) - 1),
            Self::Bits => u64::MAX,
        }
    }
}

/// What chance decided.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// What it was.
    pub draw: Draw,
    /// The number of its outcome.
    pub outcome: u32,
}

/// A stream of chance that one seed decides, the same on every machine.
#[derive(Clone, Debug)]
pub struct Rng {
    stream: Xoshiro256PlusPlus,
    /// What was decided since somebody wanted to know.
    noted: Option<Box<Notes>>,
}

#[derive(Clone, Debug, Default)]
struct Notes(Vec<Drawn>);

impl Rng {
    /// The stream of one seed.
    pub fn new(seed: u64) -> Self {
        Self { stream: Xoshiro256PlusPlus::seed_from_u64(seed), noted: None }
    }

    /// The stream of game `index` of a batch with this seed.
    pub fn of_game(seed: u64, index: u64) -> Self {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..].copy_from_slice(&index.to_le_bytes());
        Self::new(fingerprint(&bytes))
    }

    /// Begins to note what is decided.
    pub fn take_notes(&mut self) {
        self.noted = Some(Box::default());
    }

    /// What was decided since then; nothing is noted any more.
    pub fn notes(&mut self) -> Vec<Drawn> {
        self.noted.take().map_or_else(Vec::new, |noted| noted.0)
    }

    #[inline(always)]
    fn note(&mut self, draw: Draw, outcome: u32) {
        if let Some(noted) = &mut self.noted {
            put(noted, Drawn { draw, outcome });
        }
    }

    /// 64 bits.
    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        self.note(Draw::Bits, 0);
        self.stream.next_u64()
    }

    /// A number below `bound`, which must not be 0; no value is favoured by more than 2^-32.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        let found = self.below_unnoted(bound);
        self.note(Draw::Below(bound), found);
        found
    }

    /// The same of a stream of which nobody takes notes.
    #[inline(always)]
    pub fn below_unnoted(&mut self, bound: u32) -> u32 {
        ((u128::from(self.stream.next_u64()) * u128::from(bound)) >> 64) as u32
    }

    /// A number below `last`, and one below that less one; `last` must be at least 2.
    #[inline(always)]
    fn pair(&mut self, last: u32) -> (u32, u32) {
        let bits = self.stream.next_u64();
        let first = (((bits >> 32) * u64::from(last)) >> 32) as u32;
        let second = (((bits & 0xFFFF_FFFF) * (u64::from(last) - 1)) >> 32) as u32;
        (first, second)
    }

    /// The number of the outcome of a draw that has one.
    #[inline(always)]
    pub fn draw(&mut self, draw: Draw) -> u32 {
        match draw {
            Draw::Below(bound) => self.below(bound),
            Draw::Pair(last) => {
                let (first, second) = self.pair(last);
                first * (last - 1) + second
            }
            Draw::Bits => self.bits() as u32,
        }
    }

    /// Puts cards, no more than 128, in random order.
    pub fn shuffle(&mut self, cards: &mut [CardId]) {
        let mut room = [0; MOST];
        let len = cards.len().min(MOST);
        room[..len].copy_from_slice(&cards[..len]);
        self.shuffle_first(&mut room, len);
        cards[..len].copy_from_slice(&room[..len]);
    }

    /// Puts the first cards, so many, in random order; 64 bits serve for two places.
    #[inline(always)]
    pub fn shuffle_first(&mut self, cards: &mut [CardId; MOST], many: usize) {
        let mut last = many.min(MOST);
        // A place is within the room, whatever it is, so that nothing is asked about it.
        let mut swap = |one: usize, other: u32| {
            let (one, other) = (one % MOST, other as usize % MOST);
            (cards[one], cards[other]) = (cards[other], cards[one]);
        };
        while last > 2 {
            let (first, second) = self.pair(last as u32);
            if self.noted.is_some() {
                self.note(Draw::Pair(last as u32), first * (last as u32 - 1) + second);
            }
            swap(last - 1, first);
            swap(last - 2, second);
            last -= 2;
        }
        if last == 2 && self.below(2) == 0 {
            swap(0, 1);
        }
    }
}

#[cold]
#[inline(never)]
fn put(noted: &mut Notes, drawn: Drawn) {
    noted.0.push(drawn);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_noted_can_be_drawn_again() {
        for seed in 0..50 {
            let mut rng = Rng::new(seed);
            rng.take_notes();
            let mut cards: Vec<CardId> = (0..9 + seed as u8 % 3).collect();
            rng.shuffle(&mut cards);
            rng.below(7);
            let notes = rng.notes();
            let mut other = Rng::new(seed);
            for drawn in &notes {
                assert_eq!(other.draw(drawn.draw), drawn.outcome);
                assert!(u64::from(drawn.outcome) < drawn.draw.outcomes());
            }
            assert_eq!(rng.bits(), other.bits());
            assert!(rng.notes().is_empty());
        }
    }
}
