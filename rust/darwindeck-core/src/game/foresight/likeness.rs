//! Cards that no rule can tell apart, so that it does not matter which of them is chosen.

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, bit, lowest};
use crate::game::state::State;
use crate::program::parts::{Attribute, CardCondition, HandPattern, Phase, PileKey, Word};
use crate::program::{Node, Program};

impl Game {
    /// Some cards in classes: those of a class are alike wherever rules look at them.
    pub(in crate::game) fn classes(&self, s: &State, cards: CardSet) -> Vec<CardSet> {
        let suits = minds_suits(&self.program);
        let mut classes: Vec<CardSet> = Vec::new();
        for card in Cards(cards) {
            let same = classes.iter_mut().find(|class| self.alike(s, lowest(**class), card, suits));
            match same {
                Some(class) => *class |= bit(card),
                None => classes.push(bit(card)),
            }
        }
        classes
    }

    fn alike(&self, s: &State, a: CardId, b: CardId, suits: bool) -> bool {
        let (left, right) = (usize::from(a), usize::from(b));
        let differ = |set: CardSet| (set & bit(a) == 0) != (set & bit(b) == 0);
        if self.tables.rank[left] != self.tables.rank[right]
            || (s.taken & bit(a) != 0 && s.came_from[left] != s.came_from[right])
            || [s.drawn, s.taken, s.moved, s.played].into_iter().any(differ)
        {
            return false;
        }
        if self.tables.twins[left] & bit(b) != 0 {
            return true;
        }
        let context = self.context(s);
        !suits
            && context.strength[left] == context.strength[right]
            && context.points.iter().all(|points| points[left] == points[right])
            && !context.masks.iter().copied().any(differ)
    }
}

/// Whether rules look at suits or colours otherwise than by naming certain cards.
fn minds_suits(program: &Program) -> bool {
    program.counts.mode > 1
        || program.patterns.iter().any(of_suits)
        || program.zones.iter().any(|zone| zone.piles == PileKey::BySuit)
        || program.conditions.iter().any(compares_suits)
        || program.phases.iter().any(plays_by_suits)
        || program.nodes.iter().any(asks_for_suits)
}

fn is_of_suits(attribute: &Attribute) -> bool {
    matches!(attribute, Attribute::Suit | Attribute::Colour)
}

fn of_suits(pattern: &HandPattern) -> bool {
    pattern.same_suit_count.is_some()
        || pattern.same.iter().any(is_of_suits)
        || pattern.different.iter().any(is_of_suits)
}

fn compares_suits(condition: &CardCondition) -> bool {
    condition.same.iter().any(is_of_suits)
        || condition.beats.is_some()
        || condition.highest.is_some()
        || condition.trump.is_some()
        || condition.printed_trump.is_some()
        || condition.trump_colour.is_some()
}

fn plays_by_suits(phase: &Phase) -> bool {
    matches!(
        phase,
        Phase::Trick(_)
            | Phase::Capture(_)
            | Phase::Build(_)
            | Phase::Claim(_)
            | Phase::Declare(_)
            | Phase::Betting(_)
            | Phase::Showdown(_)
    )
}

fn asks_for_suits(node: &Node) -> bool {
    matches!(node, Node::Word(Word::Suit | Word::Suits | Word::Best | Word::Holder, ..))
}
