//! What tells the positions of one search apart.

use crate::game::cards::CardSet;
use crate::game::state::{Frame, State};

/// Odd numbers without any pattern.
const SALT: [u64; 4] =
    [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0xd6e8_feb8_6659_fd93];

/// A number that is gathered word by word.
struct Mix(u64);

impl Mix {
    fn word(&mut self, word: u64) {
        self.0 = fold(self.0 ^ SALT[0], word ^ SALT[1]);
    }

    fn set(&mut self, set: CardSet) {
        self.word(fold(set as u64 ^ SALT[2], (set >> 64) as u64 ^ SALT[3]));
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            self.word(part.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }

    fn numbers(&mut self, numbers: &[i32]) {
        for number in numbers {
            self.word(*number as u32 as u64);
        }
    }
}

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// A number for everything that has changed since the search began. Piles that were begun in play are
/// told apart by what lies in them and not by their order. Some cards are to be kept in hand.
pub(super) fn fingerprint(t: &State, root: &State, places: usize, kept: CardSet) -> u64 {
    let mut mix = Mix(cards(t, root, places));
    mix.set(kept);
    course(&mut mix, t);
    numbers(&mut mix, t, root);
    mix.0
}

fn cards(t: &State, root: &State, places: usize) -> u64 {
    let mut sum = 0u64;
    for (place, (set, pile)) in t.sets.iter().zip(&t.piles).enumerate() {
        let name = if place < places {
            if *set == root.sets[place] && *pile == root.piles[place] {
                continue;
            }
            place as u64
        } else {
            1 << 32 | u64::from(pile.zone) << 8 | u64::from(pile.owner)
        };
        let mut mix = Mix(name);
        mix.set(*set);
        mix.bytes(&[pile.top, pile.bottom, u8::from(pile.open)]);
        sum = sum.wrapping_add(mix.0);
    }
    sum
}

fn course(mix: &mut Mix, t: &State) {
    for frame in &t.frames[..usize::from(t.depth)] {
        let Frame {
            phase, stage, index, at, order, seat, count, mark, closed, closed_pass, ..
        } = *frame;
        let flags = u8::from(mark == t.deeds) | u8::from(closed) << 1 | u8::from(closed_pass) << 2;
        mix.bytes(&[stage, at, seat, order.len(), flags]);
        mix.word(u64::from(phase) << 48 | u64::from(index) << 32 | u64::from(count as u32));
        mix.word(u64::from(order.mask()));
    }
    mix.set(t.moved);
    mix.word(u64::from(t.selecting) << 32 | u64::from(t.selection_pile) << 16 | u64::from(t.turn));
    mix.set(t.selection);
}

/// Everything else, as far as it is not what it was.
fn numbers(mix: &mut Mix, t: &State, root: &State) {
    macro_rules! changed {
        ($($name:expr, $field:ident, $add:ident;)*) => {
            $(if t.$field != root.$field {
                mix.word($name);
                mix.$add(&t.$field);
            })*
        };
    }
    changed! {
        1, below, bytes;
        2, came_from, bytes;
        3, registers, numbers;
        4, hand_score, numbers;
        5, side_hand_score, numbers;
        6, chips, numbers;
        7, staked, numbers;
        8, played_count, bytes;
        9, drawn_count, bytes;
        10, control, bytes;
        11, dead, numbers;
        12, player_of, bytes;
    }
    if t.picks != root.picks {
        t.picks.iter().for_each(|set| mix.set(*set));
    }
    mix.set(t.taken);
    mix.set(t.drawn);
    mix.set(t.played);
    mix.word(t.declarations.len() as u64 | (t.history.len() as u64) << 32);
    mix.word(u64::from(t.active) << 48 | u64::from(t.answered) << 32 | u64::from(t.pot as u32));
    mix.numbers(&[t.raised, t.standing, t.bids, t.calls, t.passes_in_row, t.skip, t.trick_number]);
    mix.bytes(&[t.trump, t.in_force, t.named_suit, t.named_rank, t.trick.len, t.leader, t.winner]);
    mix.bytes(&[u8::from(t.reversed), t.again, u8::from(t.broken), t.mode as u8]);
}
