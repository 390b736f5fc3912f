//! What the cards of a zone come to by a pattern.

use super::Env;
use crate::game::cards::{CardSet, bit, size};
use crate::game::lower::Forming;
use crate::game::patterns;
use crate::program::ExprId;
use crate::program::ids::PatternId;

/// The most ways that are counted; of their cards ten times as many.
const MOST_WAYS: i32 = 100_000;

impl Env<'_> {
    #[inline(never)]
    pub(super) fn forming(&self, what: Forming, zone: ExprId, pattern: PatternId) -> i32 {
        let (_, shape) = self.game.form(self.s, pattern);
        let faces = &self.context().faces;
        let forms = |cards: CardSet| cards != 0 && patterns::matches(shape, faces, cards);
        match what {
            Forming::Whole => i32::from(forms(self.cards_in(zone))),
            Forming::Ways => patterns::ways(shape, faces, self.cards_in(zone)).0.min(MOST_WAYS),
            Forming::Cards => {
                patterns::ways(shape, faces, self.cards_in(zone)).1.min(10 * MOST_WAYS)
            }
            Forming::Trailing => {
                let (least, most) = shape.sizes();
                let (mut set, mut found) = (0, 0);
                self.each_from_top(zone, |card| {
                    set |= bit(card);
                    let many = size(set) as u32;
                    if many >= least && forms(set) {
                        found = many as i32;
                    }
                    many < most
                });
                found
            }
        }
    }
}
