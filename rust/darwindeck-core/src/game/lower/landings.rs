//! What must hold of a pile that cards have come to, where no more decides it than which card is on top
//! then and how many there are: it is judged once for each number of cards.

use std::sync::OnceLock;

use super::places::Place;
use super::values::{Leaf, Value};
use crate::game::cards::CardSet;
use crate::game::judge::is_dear;
use crate::program::parts::Phase;
use crate::program::{ExprId, Program};

/// By how many cards there are then: the cards on top of which it holds.
#[derive(Clone, Debug)]
pub(in crate::game) struct Landing {
    condition: ExprId,
    /// The context in which that is so.
    context: u16,
    by_size: Box<[OnceLock<CardSet>]>,
}

/// No pile has more cards.
const MOST_CARDS: usize = 128;

impl Landing {
    /// Whether a context is the one in which the cards are known.
    #[inline(always)]
    pub(in crate::game) fn is_for(&self, context: u16) -> bool {
        context == self.context
    }

    /// The cards that may be on top of so many; they are judged if they are not known. None in another
    /// context, or of more cards than there are.
    #[inline(always)]
    pub(in crate::game) fn tops(
        &self,
        context: u16,
        size: usize,
        judge: impl FnOnce() -> CardSet,
    ) -> Option<CardSet> {
        let known = self.by_size.get(size).filter(|_| self.is_for(context));
        known.map(|known| *known.get_or_init(judge))
    }
}

/// The conditions of a program that are judged so.
pub(super) fn lower(
    program: &Program,
    values: &[Value],
    places: &[Place],
    context: u16,
) -> Vec<Landing> {
    let reading = Reading { values, places };
    let mut found: Vec<Landing> = Vec::new();
    for phase in &program.phases {
        let Phase::Build(phase) = phase else { continue };
        for condition in phase.moves.iter().map(|rule| rule.after) {
            let counted = is_dear(program.steps.expressions[condition.index()]);
            let known = found.iter().any(|landing| landing.condition == condition);
            if !known && !counted && reading.asks_top_and_size_only(condition) {
                let by_size = vec![OnceLock::new(); MOST_CARDS + 1].into();
                found.push(Landing { condition, context, by_size });
            }
        }
    }
    found
}

/// The condition, if it is one of these.
pub(super) fn of(landings: &[Landing], condition: ExprId) -> Option<&Landing> {
    landings.iter().find(|landing| landing.condition == condition)
}

struct Reading<'a> {
    values: &'a [Value],
    places: &'a [Place],
}

impl Reading<'_> {
    fn asks_top_and_size_only(&self, e: ExprId) -> bool {
        let ask = |e: ExprId| self.asks_top_and_size_only(e);
        match self.values[e.index()] {
            Value::Leaf(leaf) => self.is_top_or_size(leaf),
            Value::Not(inner)
            | Value::Negative(inner)
            | Value::Abs(inner)
            | Value::IsSet(inner)
            | Value::Same(inner)
            | Value::Compare(_, inner, _) => ask(inner),
            Value::Binary(_, left, right)
            | Value::Min(left, right)
            | Value::Max(left, right)
            | Value::Div(left, right, _)
            | Value::Mod(left, right) => ask(left) && ask(right),
            Value::If(condition, yes, no) => ask(condition) && ask(yes) && ask(no),
        }
    }

    fn is_top_or_size(&self, leaf: Leaf) -> bool {
        match leaf {
            Leaf::Number(_) => true,
            Leaf::Size(zone) => self.is_pile(zone),
            Leaf::SuitOf(zone) | Leaf::RankOf(zone) => self.is_pile(zone) || self.is_top(zone),
            Leaf::Points(zone, _) => self.is_top(zone),
            _ => false,
        }
    }

    fn is_pile(&self, zone: ExprId) -> bool {
        matches!(self.places[zone.index()], Place::Pile)
    }

    fn is_top(&self, zone: ExprId) -> bool {
        matches!(self.places[zone.index()], Place::Top(pile) if self.is_pile(pile))
    }
}
