//! Lowering: what a program says is settled once, as far as it can be, before anything is played.
//!
//! Expressions become values and places, conditions on cards become masks; all of them keep their
//! numbers. Play knows expressions in this form alone.

mod code;
mod facts;
mod landings;
mod masks;
mod places;
mod repeats;
mod steady;
mod sways;
mod values;

pub(super) use code::{KEPT, Op, Operation, Range};
pub(super) use facts::{Fact, Term, Test, Who};
pub(super) use landings::Landing;
pub(super) use masks::{ByTop, Mask, Narrowing};
pub(super) use places::{Joined, Place};
pub(super) use sways::Sways;
pub(super) use values::{Forming, Gathering, Leaf, Quantity, Seats, Value, Whose};

use code::Code;

use super::state::Layout;
use super::tables::Tables;
use crate::program::{CondId, ExprId, Program};

/// A program as it is played.
#[derive(Clone, Debug, Default)]
pub(super) struct Lowered {
    values: Vec<Value>,
    reads_subject: Vec<bool>,
    steady: Vec<bool>,
    sways: Vec<Sways>,
    reads_acts: bool,
    repeats: Vec<bool>,
    code: Code,
    places: Vec<Place>,
    joined: Vec<Joined>,
    masks: Vec<Mask>,
    facts: facts::Facts,
    landings: Vec<Landing>,
}

impl Lowered {
    pub(super) fn new(program: &Program, tables: &Tables, layout: &Layout) -> Self {
        let (values, reads_subject) = values::lower(program, tables, layout);
        let (places, joined) = places::lower(program, tables);
        let masks = masks::lower(program, tables);
        let known = facts::Known {
            values: &values,
            places: &places,
            masks: &masks,
            tables,
            hand: program.known.hand.map(|zone| zone.index()),
        };
        let facts = facts::Facts::new(&known);
        let steady = steady::find(program);
        let sways = sways::find(program, tables);
        let mut code = Code::new(program, &values, &steady, &reads_subject);
        let repeats = repeats::find(program, &values, &mut code);
        let context = masks::first_context(program, tables);
        let landings = landings::lower(program, &values, &places, context);
        Self {
            values,
            reads_subject,
            steady,
            reads_acts: sways.iter().any(|what| what.meet(Sways::ACTS))
                || tables.dynamic.contains(&true),
            sways,
            repeats,
            code,
            places,
            joined,
            masks,
            facts,
            landings,
        }
    }

    /// What an expression of a number, a condition or seats comes to.
    #[inline(always)]
    pub(super) fn value(&self, e: ExprId) -> Value {
        self.values[e.index()]
    }

    /// The same without operands, if it has none.
    #[inline(always)]
    pub(super) fn leaf(&self, e: ExprId) -> Option<Leaf> {
        match self.values[e.index()] {
            Value::Leaf(leaf) => Some(leaf),
            _ => None,
        }
    }

    /// The steps that work it out.
    #[inline(always)]
    pub(super) fn range(&self, e: ExprId) -> Range {
        self.code.ranges[e.index()]
    }

    /// Whether that may depend on what a call names.
    #[inline(always)]
    pub(super) fn shared_names(&self, number: u16) -> bool {
        self.code.naming[usize::from(number)]
    }

    /// Whether that may depend on whom it is asked of.
    #[inline(always)]
    pub(super) fn shared_asks(&self, number: u16) -> bool {
        self.code.asking[usize::from(number)]
    }

    /// Whether something else is worked out again and again in it, unless that is remembered.
    #[inline(always)]
    pub(super) fn shared_repeats(&self, number: u16) -> bool {
        self.code.repeating[usize::from(number)]
    }

    /// The same of an expression of seats.
    #[inline(always)]
    pub(super) fn repeats(&self, e: ExprId) -> bool {
        self.repeats[e.index()]
    }

    /// What is worked out once for all rules, or calls, of a moment.
    #[inline(always)]
    pub(super) fn shared(&self, number: u16) -> &Leaf {
        &self.code.shared[usize::from(number)]
    }

    /// All steps of all expressions.
    #[inline(always)]
    pub(super) fn steps(&self) -> &[Op] {
        &self.code.ops
    }

    /// How an expression is judged as a condition.
    #[inline(always)]
    pub(super) fn test(&self, e: ExprId) -> Test {
        self.facts.tests[e.index()]
    }

    /// The facts that a condition comes to.
    #[inline(always)]
    pub(super) fn terms(&self, range: Range) -> &[Term] {
        &self.facts.terms[range.begin as usize..range.end as usize]
    }

    /// Whether a condition is true only once hands have lost cards, whatever else happens.
    pub(super) fn ends_by_hands(&self, e: ExprId) -> bool {
        match self.test(e) {
            Test::Facts(range) => self.terms(range).iter().all(Term::is_about_lost_cards),
            Test::Always | Test::Never | Test::Steps => false,
        }
    }

    /// What must hold of a pile afterwards, if no more than its top card and its size decides it.
    #[inline(always)]
    pub(super) fn landing(&self, e: ExprId) -> Option<&Landing> {
        landings::of(&self.landings, e)
    }

    /// Where an expression of a zone leads.
    #[inline(always)]
    pub(super) fn place(&self, e: ExprId) -> &Place {
        &self.places[e.index()]
    }

    /// Places that are joined.
    #[inline(always)]
    pub(super) fn joined(&self, range: Range) -> &[Joined] {
        &self.joined[range.begin as usize..range.end as usize]
    }

    /// Which cards a condition means.
    #[inline(always)]
    pub(super) fn mask(&self, id: CondId) -> &Mask {
        &self.masks[id.index()]
    }

    /// Whether an expression may depend on whom it is asked of.
    #[inline(always)]
    pub(super) fn reads_subject(&self, e: ExprId) -> bool {
        self.reads_subject[e.index()]
    }

    /// Whether an expression comes to the same before and after a scoring rule.
    pub(super) fn is_steady(&self, e: ExprId) -> bool {
        self.steady[e.index()]
    }

    /// What an expression depends on, as far as a player who thinks ahead may change it.
    #[inline(always)]
    pub(super) fn sways(&self, e: ExprId) -> Sways {
        self.sways[e.index()]
    }

    /// Whether any expression, or condition on cards, depends on what has been played or called.
    #[inline(always)]
    pub(super) fn reads_acts(&self) -> bool {
        self.reads_acts
    }

    /// Whether a condition always holds.
    #[inline(always)]
    pub(super) fn always(&self, e: ExprId) -> bool {
        matches!(self.values[e.index()], Value::Leaf(Leaf::Number(number)) if number != 0)
    }

    /// Whether a condition never holds.
    #[inline(always)]
    pub(super) fn never(&self, e: ExprId) -> bool {
        self.values[e.index()] == Value::Leaf(Leaf::Number(0))
    }
}
