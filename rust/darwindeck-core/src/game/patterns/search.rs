//! Unusual mixes of constraints: card after card is tried.

use super::complete::Question;
use super::exact::Placement;
use super::reading::Tally;
use super::shape::Sizes;
use crate::game::cards::{CardSet, bit, lowest, size};

/// A search for a set of cards that answers a question.
pub(super) struct Search<'a, 'b> {
    question: &'a Question<'b>,
}

impl<'a, 'b> Search<'a, 'b> {
    /// The search for one question.
    pub fn new(question: &'a Question<'b>) -> Self {
        Self { question }
    }

    /// Whether it finds such a set.
    pub fn succeeds(&self) -> bool {
        self.grows(self.question.fixed, self.question.pool)
    }

    /// Whether these natural cards, or they and some of the rest, are what is looked for.
    fn grows(&self, set: CardSet, rest: CardSet) -> bool {
        let Question { shape, faces, .. } = self.question;
        let mut rest = shape.apart_from(faces, set, rest);
        if !self.question.step() || shape.is_too_much(set) || !self.is_possible(set, rest) {
            return false;
        }
        if self.is_enough(set) {
            return true;
        }
        let mut tried = 0;
        while rest != 0 {
            let card = lowest(rest);
            rest &= !bit(card);
            // Of cards that the pattern cannot tell apart, the lowest are tried first.
            if shape.twins[usize::from(card)] & tried == 0 && self.grows(set | bit(card), rest) {
                return true;
            }
            tried |= bit(card);
        }
        false
    }

    /// Whether at least what can be decided by counting leaves a chance.
    fn is_possible(&self, set: CardSet, rest: CardSet) -> bool {
        let Question { shape, faces, wilds, sizes, .. } = self.question;
        let (naturals, all) = shape.most_apart(faces, set | rest);
        let most = sizes.most.min(all).min(naturals + wilds.1);
        if most < sizes.least || !shape.keeps_apart(faces, set, wilds.0) {
            return false;
        }
        let sizes = Sizes { least: sizes.least, most };
        let narrower = Question { fixed: set, pool: rest, sizes, ..self.question.clone() };
        narrower.is_possible()
    }

    /// Whether the natural cards form the pattern with some number of wild ones.
    fn is_enough(&self, set: CardSet) -> bool {
        let question = self.question;
        let many = size(set) as u32;
        (question.wilds.0..=question.wilds.1)
            .any(|wilds| question.fits((many, many), (wilds, wilds)) && self.fits(set, wilds))
    }

    fn fits(&self, set: CardSet, wilds: u32) -> bool {
        let Question { shape, faces, .. } = self.question;
        let placed = shape.exact.is_empty() || Placement::new().place_all(&shape.exact, set);
        placed
            && shape.fits_sum(set)
            && shape.fits_suits(faces, set, wilds)
            && shape.can_read(faces, &Tally::new(faces, set), wilds, &mut || self.question.step())
    }
}
