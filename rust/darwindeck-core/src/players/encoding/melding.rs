//! What is left of a hand when combinations are taken out of it.
//!
//! Where melds may be of several kinds, one card can be part of different ones, and it takes a search to see
//! how few points need be left over. All smallest combinations of the deck are listed once, by the game's own
//! patterns; larger ones are made of them, but for a few cards that every list of this kind holds as well.

use crate::game::Game;
use crate::game::cards::{CardSet, Cards, size};
use crate::game::patterns::smallest;
use crate::game::work::Budget;
use crate::program::parts::Phase;

/// Changes with everything that changes what is told here.
pub const VERSION: u32 = 1;

/// Beyond so many combinations nothing is told.
const MOST: usize = 600;
/// So many choices of combinations are looked at.
const LOOKED_AT: u32 = 600;

/// The combinations that hands are made of.
#[derive(Clone, Debug)]
pub struct Melding {
    atoms: Vec<CardSet>,
    /// How many cards the smallest have.
    least: usize,
    /// What a card that is left over weighs.
    weight: [i32; 128],
}

/// What is left of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// The cards in no combination, if as little as possible is left.
    pub loose: CardSet,
    /// Those that one unseen card would bring into a combination.
    pub near: CardSet,
    /// The unseen cards that would make a combination with loose cards.
    pub fresh: CardSet,
    /// The unseen cards that would go with a combination.
    pub further: CardSet,
}

impl Melding {
    /// The combinations of a game; None if there are none, too many, or if none competes with another.
    pub fn new(game: &Game) -> Option<Self> {
        let mut patterns: Vec<usize> = Vec::new();
        for phase in &game.program.phases {
            let Phase::Meld(meld) = phase else { continue };
            if meld.new_melds {
                patterns.extend(meld.patterns.iter().map(|pattern| pattern.index()));
            }
        }
        patterns.sort_unstable();
        patterns.dedup();
        if patterns.len() < 2 {
            return None;
        }
        let context = game.tables.contexts.first()?;
        let _budget = Budget::begin();
        let mut atoms: Vec<CardSet> = Vec::new();
        let mut before = 0;
        let mut competing = false;
        for pattern in patterns {
            let shape = context.shapes.get(pattern)?;
            let found = smallest(shape, &context.faces, game.tables.all, MOST)?;
            let cards = found.iter().fold(0, |all, atom| all | atom);
            competing |= cards & before != 0;
            before |= cards;
            atoms.extend(found.into_iter().filter(|atom| size(*atom) > 1));
        }
        atoms.sort_unstable();
        atoms.dedup();
        let mut weight = [1; 128];
        if let Some(points) = context.points.first() {
            for (weight, points) in weight.iter_mut().zip(points) {
                *weight += 16 * (*points).clamp(0, 1000);
            }
        }
        let least = atoms.iter().map(|atom| size(*atom)).min()?;
        (competing && atoms.len() <= MOST).then_some(Self { atoms, least, weight })
    }

    /// What is left of a hand, and which unseen cards would help.
    pub fn rest(&self, hand: CardSet, unseen: CardSet) -> Rest {
        let mut whole: Vec<CardSet> = Vec::with_capacity(16);
        let mut lacking: Vec<CardSet> = Vec::with_capacity(64);
        for atom in &self.atoms {
            let missing = atom & !hand;
            if missing == 0 {
                whole.push(*atom);
            } else if missing & (missing - 1) == 0 && missing & unseen != 0 {
                lacking.push(*atom);
            }
        }
        let mut search =
            Search { melding: self, whole: &whole, best: (i32::MAX, 0), left: LOOKED_AT };
        search.go(hand, 0);
        let loose = search.best.1;
        let mut rest = Rest { loose, ..Rest::default() };
        for atom in lacking {
            let (held, missing) = (atom & hand, atom & !hand);
            if held & !loose == 0 {
                rest.near |= held;
                rest.fresh |= missing;
            } else if held & loose == 0 && whole.contains(&held) {
                rest.further |= missing;
            }
        }
        rest
    }

    /// How many combinations a card could be part of together with some others, and of how many of these at
    /// least one card is among those that somebody else is known to hold.
    pub fn gifts(&self, card: CardSet, others: CardSet, held: CardSet) -> (u32, u32) {
        let (mut all, mut some) = (0, 0);
        for atom in self.atoms.iter().filter(|atom| *atom & card != 0 && size(**atom) == self.least)
        {
            let rest = atom & !card;
            if rest & !others == 0 {
                all += 1;
                some += u32::from(rest & held != 0);
            }
        }
        (all, some)
    }

    fn weigh(&self, cards: CardSet) -> i32 {
        Cards(cards).map(|card| self.weight[usize::from(card & 127)]).sum()
    }
}

struct Search<'a> {
    melding: &'a Melding,
    whole: &'a [CardSet],
    /// The least that can be left, and which cards that are.
    best: (i32, CardSet),
    left: u32,
}

impl Search<'_> {
    fn go(&mut self, hand: CardSet, from: usize) {
        let weight = self.melding.weigh(hand);
        if weight < self.best.0 {
            self.best = (weight, hand);
        }
        for (place, atom) in self.whole.iter().enumerate().skip(from) {
            if atom & !hand == 0 && self.left > 0 {
                self.left -= 1;
                self.go(hand & !atom, place + 1);
            }
        }
    }
}
