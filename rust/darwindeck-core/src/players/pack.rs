//! Whole numbers in as few bytes as they need: an adaptive range coder.
//!
//! Every number is told by answers to yes-or-no questions, and an answer takes the less room the likelier it was
//! by those that came before in the same context. Everything is arithmetic of integers, so that the same numbers are the
//! same bytes everywhere. Packing and unpacking go the same way: whoever packs is told the numbers, whoever
//! unpacks tells them.

/// How finely chances are told, and how quickly they follow what comes.
const FINE: u32 = 12;
const FOLLOWING: u32 = 5;
/// What is below this is told by one question after the other, the rest digit by digit.
const SMALL: usize = 18;
/// The most digits of the rest.
const DIGITS: u32 = 24;
/// Bytes are told as soon as they are settled.
const SETTLED: u32 = 1 << 24;

/// How likely a yes is, in one context.
#[derive(Clone, Copy, Debug)]
struct Chance(u16);

impl Chance {
    const EVEN: Self = Self(1 << (FINE - 1));

    fn follow(&mut self, yes: bool) {
        if yes {
            self.0 += ((1 << FINE) - self.0) >> FOLLOWING;
        } else {
            self.0 -= self.0 >> FOLLOWING;
        }
    }
}

/// Somebody who packs or unpacks.
pub trait Coder {
    /// Answers a question whose yes takes so much of the range: packing gives the answer back.
    fn answer(&mut self, share: u16, yes: bool) -> bool;
}

/// Packs numbers into bytes.
#[derive(Debug)]
pub struct Packer {
    low: u64,
    range: u32,
    bytes: Vec<u8>,
}

impl Default for Packer {
    fn default() -> Self {
        Self { low: 0, range: u32::MAX, bytes: Vec::new() }
    }
}

impl Packer {
    /// All that was packed.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.extend((self.low as u32).to_be_bytes());
        self.bytes
    }
}

impl Coder for Packer {
    fn answer(&mut self, share: u16, yes: bool) -> bool {
        let part = (self.range >> FINE) * u32::from(share);
        if yes {
            self.range = part;
        } else {
            self.low += u64::from(part);
            self.range -= part;
        }
        if self.low > u64::from(u32::MAX) {
            // Carried on to what was told already.
            self.low &= u64::from(u32::MAX);
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
        while self.range < SETTLED {
            self.bytes.push((self.low >> 24) as u8);
            self.low = self.low << 8 & u64::from(u32::MAX);
            self.range <<= 8;
        }
        yes
    }
}

/// Unpacks numbers from bytes.
#[derive(Debug)]
pub struct Unpacker<'a> {
    code: u32,
    range: u32,
    rest: &'a [u8],
    /// Whether there were too few bytes.
    short: bool,
}

impl<'a> Unpacker<'a> {
    /// Begins with some bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut unpacker = Self { code: 0, range: u32::MAX, rest: bytes, short: false };
        (0..4).for_each(|_| unpacker.take());
        unpacker
    }

    fn take(&mut self) {
        let (byte, rest) = self.rest.split_first().unwrap_or((&0, &[]));
        self.short |= self.rest.is_empty();
        self.code = self.code << 8 | u32::from(*byte);
        self.rest = rest;
    }

    /// Whether the bytes were as many as the numbers needed.
    pub fn is_finished(&self) -> bool {
        self.rest.is_empty() && !self.short
    }
}

impl Coder for Unpacker<'_> {
    fn answer(&mut self, share: u16, _: bool) -> bool {
        let part = (self.range >> FINE) * u32::from(share);
        let yes = self.code < part;
        if yes {
            self.range = part;
        } else {
            self.code -= part;
            self.range -= part;
        }
        while self.range < SETTLED {
            self.take();
            self.range <<= 8;
        }
        yes
    }
}

/// What is known about numbers of one kind: how large they are, by context.
#[derive(Debug)]
pub struct Kind {
    contexts: Vec<[Chance; SMALL]>,
}

impl Kind {
    /// Nothing is known yet.
    pub fn new(contexts: usize) -> Self {
        Self { contexts: vec![[Chance::EVEN; SMALL]; contexts] }
    }

    /// Packs or unpacks a number from 0 up.
    pub fn count(&mut self, coder: &mut impl Coder, context: usize, count: u32) -> u32 {
        for (small, chance) in self.contexts[context].iter_mut().enumerate() {
            let is_it = coder.answer(chance.0, count as usize == small);
            chance.follow(is_it);
            if is_it {
                return small as u32;
            }
        }
        // How many digits the rest has, and the digits but the first.
        let even = Chance::EVEN.0;
        let rest = (count + 1).saturating_sub(SMALL as u32).max(1);
        let mut digits = 0;
        while digits < DIGITS && coder.answer(even, rest >> (digits + 1) != 0) {
            digits += 1;
        }
        let mut found = 1;
        for digit in (0..digits).rev() {
            found = found << 1 | u32::from(coder.answer(even, rest >> digit & 1 == 1));
        }
        found + SMALL as u32 - 1
    }

    /// Packs or unpacks any number.
    pub fn number(&mut self, coder: &mut impl Coder, context: usize, number: i32) -> i32 {
        let most = (1 << DIGITS) - 1;
        let size = self.count(coder, context, number.unsigned_abs().min(most)) as i32;
        if size != 0 && coder.answer(Chance::EVEN.0, number < 0) { -size } else { size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::Rng;

    fn through(coder: &mut impl Coder, numbers: &[i32]) -> Vec<i32> {
        let mut kind = Kind::new(2);
        let of = |(place, number): (usize, &i32)| kind.number(coder, place % 2, *number);
        numbers.iter().enumerate().map(of).collect()
    }

    fn packed(numbers: &[i32]) -> Vec<u8> {
        let mut packer = Packer::default();
        assert_eq!(through(&mut packer, numbers), numbers);
        packer.finish()
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let mut rng = Rng::new(3);
        for length in [0, 1, 2, 50, 3000] {
            for reach in [1, 2, 5, 40, 100_000, 1 << 23] {
                let numbers: Vec<i32> =
                    (0..length).map(|_| rng.below(2 * reach) as i32 - reach as i32).collect();
                let bytes = packed(&numbers);
                let mut unpacker = Unpacker::new(&bytes);
                assert_eq!(through(&mut unpacker, &vec![0; length]), numbers);
                assert!(unpacker.is_finished());
            }
        }
    }

    #[test]
    fn what_is_likely_takes_little_room() {
        let mut rng = Rng::new(4);
        let rare: Vec<i32> = (0..8000).map(|_| i32::from(rng.below(50) == 0)).collect();
        assert!(packed(&rare).len() < 8000 / 8 / 4);
        let even: Vec<i32> = (0..8000).map(|_| rng.below(2) as i32).collect();
        // A bit for each of them, and one more for the sign of every other.
        assert!((1400..1650).contains(&packed(&even).len()));
    }

    #[test]
    fn too_few_bytes_or_too_many_are_noticed() {
        let numbers: Vec<i32> = (-200..200).collect();
        let mut bytes = packed(&numbers);
        bytes.push(0);
        for length in [0, 3, bytes.len() / 2, bytes.len() - 2, bytes.len()] {
            let mut unpacker = Unpacker::new(&bytes[..length]);
            through(&mut unpacker, &vec![0; numbers.len()]);
            assert!(!unpacker.is_finished(), "{length}");
        }
    }
}
