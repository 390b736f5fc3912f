//! Patterns that name their cards: one card for each condition.

use super::complete::{Additions, Frame, Question};
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit, size};

/// Which card each condition has.
#[derive(Clone, Copy)]
pub(super) struct Placement {
    cards: [CardId; 128],
    placed: u32,
}

impl Placement {
    /// Nothing is placed.
    pub fn new() -> Self {
        Self { cards: [NO_CARD; 128], placed: 0 }
    }

    /// Places all of the cards, or says that this is impossible.
    pub fn place_all(&mut self, conditions: &[CardSet], cards: CardSet) -> bool {
        Cards(cards).all(|card| self.place(conditions, card))
    }

    /// Places one more card, if need be by moving others.
    pub fn place(&mut self, conditions: &[CardSet], card: CardId) -> bool {
        let mut tried = 0;
        let placed = self.push(conditions, card, &mut tried);
        self.placed += u32::from(placed);
        placed
    }

    fn push(&mut self, conditions: &[CardSet], card: CardId, tried: &mut u128) -> bool {
        for (index, condition) in conditions.iter().enumerate() {
            let here = bit(index as u8);
            if condition & bit(card) == 0 || *tried & here != 0 {
                continue;
            }
            *tried |= here;
            let there = self.cards[index];
            if there == NO_CARD || self.push(conditions, there, tried) {
                self.cards[index] = card;
                return true;
            }
        }
        false
    }
}

impl Question<'_> {
    /// Whether each condition can have a card.
    pub(super) fn placed(&self, frame: &Frame) -> bool {
        let Some(placement) = self.place_fixed(frame) else {
            return false;
        };
        let most = self.most_placed(placement, frame);
        self.fits((size(frame.fixed) as u32, most), (self.wilds.0, frame.wilds))
    }

    /// The cards that can be added on the way to having one for each condition.
    pub(super) fn placed_additions(&self, frame: &Frame) -> Additions {
        let mut more = Additions::default();
        let Some(placement) = self.place_fixed(frame) else {
            return more;
        };
        let most = self.most_placed(placement, frame);
        let fixed = size(frame.fixed) as u32;
        more.wild = self.fits((fixed, most), (self.wilds.0 + 1, frame.wilds));
        if self.fits((fixed + 1, most), (self.wilds.0, frame.wilds)) {
            for card in Cards(frame.pool) {
                let mut trial = placement;
                if trial.place(&self.shape.exact, card) {
                    more.naturals |= bit(card);
                }
            }
        }
        more
    }

    fn place_fixed(&self, frame: &Frame) -> Option<Placement> {
        let mut placement = Placement::new();
        placement.place_all(&self.shape.exact, frame.fixed).then_some(placement)
    }

    /// The most natural cards that can be placed: any smaller number can be as well.
    fn most_placed(&self, mut placement: Placement, frame: &Frame) -> u32 {
        let all = self.shape.exact.len() as u32;
        for card in Cards(frame.pool) {
            if placement.placed == all {
                break;
            }
            placement.place(&self.shape.exact, card);
        }
        placement.placed.min(frame.most)
    }
}
