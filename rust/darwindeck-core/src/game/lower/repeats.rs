//! What is worked out again and again where an expression is judged once: for each of several players,
//! something that takes long and is the same for all of them.

use super::code::Code;
use super::values::{Leaf, Value, asks_others};
use crate::program::{ExprId, Node, Program};

/// By expression: whether there is such a thing in it. Those of what is shared which are gone through for each
/// of several players are noted.
pub(super) fn find(program: &Program, values: &[Value], code: &mut Code) -> Vec<bool> {
    let nodes = program.nodes.len();
    let (long, repeats) = (vec![None; nodes], vec![None; nodes]);
    let all = code.shared.iter().zip(&code.asking);
    let alike = all.filter(|(_, asks)| !**asks).map(|(leaf, _)| *leaf).collect();
    let mut finding = Finding { program, values, alike, long, repeats };
    let mut found = Vec::new();
    code.repeating = vec![false; code.shared.len()];
    for e in (0..nodes).map(|number| ExprId(number as u32)) {
        found.push(finding.repeats(e));
        if let (Value::Leaf(leaf), true) = (values[e.index()], finding.asks_each(e)) {
            let place = code.shared.iter().position(|other| *other == leaf);
            place.into_iter().for_each(|place| code.repeating[place] = true);
        }
    }
    found
}

struct Finding<'a> {
    program: &'a Program,
    values: &'a [Value],
    /// What takes long, can be remembered and is the same for everybody.
    alike: Vec<Leaf>,
    /// By expression: whether it has such a thing, and whether for each of several players.
    long: Vec<Option<bool>>,
    repeats: Vec<Option<bool>>,
}

impl Finding<'_> {
    fn takes_long(&mut self, e: ExprId) -> bool {
        if let Some(known) = self.long[e.index()] {
            return known;
        }
        let own = match self.values[e.index()] {
            Value::Leaf(leaf) => self.alike.contains(&leaf),
            _ => false,
        };
        let found = own || self.parts(e).into_iter().flatten().any(|part| self.takes_long(part));
        self.long[e.index()] = Some(found);
        found
    }

    fn repeats(&mut self, e: ExprId) -> bool {
        if let Some(known) = self.repeats[e.index()] {
            return known;
        }
        let parts = self.parts(e);
        let found = self.asks_each(e) || parts.into_iter().flatten().any(|part| self.repeats(part));
        self.repeats[e.index()] = Some(found);
        found
    }

    /// Whether something that takes long is asked of each of several players.
    fn asks_each(&mut self, e: ExprId) -> bool {
        match self.program.nodes[e.index()] {
            Node::Word(word, arguments, count) if asks_others(word) && count > 0 => {
                self.takes_long(arguments[usize::from(count) - 1])
            }
            _ => false,
        }
    }

    /// What an expression is made of; of a term, what it stands for.
    fn parts(&self, e: ExprId) -> [Option<ExprId>; 3] {
        match self.program.nodes[e.index()] {
            Node::Not(inner) | Node::Negative(inner) => [Some(inner), None, None],
            Node::Binary(_, left, right) => [Some(left), Some(right), None],
            Node::Counter(_, whose) | Node::Role(_, whose) | Node::Zone(_, whose) => {
                [whose, None, None]
            }
            Node::Let(id, whose) => [Some(self.program.lets[id.index()].value), whose, None],
            Node::Word(_, arguments, count) => {
                let part = |place: usize| (place < usize::from(count)).then(|| arguments[place]);
                [part(0), part(1), part(2)]
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
            | Node::Pile
            | Node::Call(_)
            | Node::Choice(_) => [None; 3],
        }
    }
}
