//! What no scoring rule can change: points, chips and the counters they name are all that rules write.

use crate::program::parts::Word;
use crate::program::{ExprId, Node, Program};

/// By expression: whether it comes to the same before and after a scoring rule.
pub(super) fn find(program: &Program) -> Vec<bool> {
    let targets = program.scoring_rules.iter().map(|rule| rule.into.index());
    let written = targets.filter_map(|target| target.checked_sub(2)).collect();
    let mut finding = Finding { program, written, known: vec![None; program.nodes.len()] };
    (0..program.nodes.len()).map(|number| finding.steady(ExprId(number as u32))).collect()
}

struct Finding<'a> {
    program: &'a Program,
    /// The counters that some scoring rule changes.
    written: Vec<usize>,
    known: Vec<Option<bool>>,
}

impl Finding<'_> {
    fn steady(&mut self, e: ExprId) -> bool {
        if let Some(known) = self.known[e.index()] {
            return known;
        }
        let steady = match self.program.nodes[e.index()] {
            Node::Pile => false,
            Node::Counter(id, whose) => {
                !self.written.contains(&id.index()) && whose.is_none_or(|e| self.steady(e))
            }
            Node::Number(_)
            | Node::Suit(_)
            | Node::Rank(_)
            | Node::Mode(_)
            | Node::Pattern(_)
            | Node::Tag(_)
            | Node::Value(_)
            | Node::Rounding(_)
            | Node::CardSet(_)
            | Node::Table(_)
            | Node::Phase(_)
            | Node::Call(_)
            | Node::Choice(_) => true,
            Node::Role(_, whose) | Node::Zone(_, whose) => whose.is_none_or(|e| self.steady(e)),
            Node::Let(id, whose) => {
                let value = self.program.lets[id.index()].value;
                self.steady(value) && whose.is_none_or(|e| self.steady(e))
            }
            Node::Not(inner) | Node::Negative(inner) => self.steady(inner),
            Node::Binary(_, left, right) => self.steady(left) && self.steady(right),
            Node::Word(word, arguments, count) => {
                is_steady(word) && arguments[..usize::from(count)].iter().all(|e| self.steady(*e))
            }
        };
        self.known[e.index()] = Some(steady);
        steady
    }
}

fn is_steady(word: Word) -> bool {
    !matches!(
        word,
        Word::Score
            | Word::HandScore
            | Word::Chips
            | Word::Staked
            | Word::Owed
            | Word::Pot
            | Word::Raised
            // Values of patterns are worked out by expressions of their own.
            | Word::Declared
            | Word::Can
    )
}
