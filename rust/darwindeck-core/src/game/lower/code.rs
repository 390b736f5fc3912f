//! Expressions as code: one straight line of steps that work on one number.
//!
//! The steps of an operand lie together within those of the whole, so that every expression, be it an
//! operand or not, is a range of steps that can be run by itself.

use super::values::{Leaf, Value};
use crate::game::phases::reads_choice;
use crate::program::parts::{Operator, Rounding};
use crate::program::{ExprId, Program};

/// One step. The number that is worked on is what the steps before have come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Op {
    /// The number is this from now on.
    Leaf(Leaf),
    /// The same, for what takes long and is asked for again and again.
    Shared(u16),
    /// The same, for what other steps come to.
    Steps(Range),
    Not,
    Negative,
    Abs,
    IsSet,
    /// 1 if it holds, otherwise 0.
    Truth,
    Compare(Operator, i32),
    /// 1 if something compares so with a number, otherwise 0.
    Test(Leaf, Operator, i32),
    /// The number and another that never changes.
    WithNumber(Operation, i32),
    /// Keeps the number while another is worked out.
    Keep(u8),
    /// The number that was kept, and the present one.
    With(Operation, u8),
    /// The number and what the following steps come to, up to some place.
    Binary(Operation, u32),
    /// If the number does not hold, it is 0 and so is the whole, which ends at some place.
    AndThen(u32),
    /// If the number holds, the whole is 1.
    OrElse(u32),
    /// If the number does not hold, goes on at some place.
    Unless(u32),
    Jump(u32),
}

/// How many numbers are kept.
pub(in crate::game) const KEPT: usize = 4;

/// The most leaves that are shared.
const MOST_SHARED: usize = 1_000;

/// Terms with no more parts are worked out where they are used.
const SMALL_TERM: usize = 12;

/// What is done with two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Operation {
    Plain(Operator),
    Min,
    Max,
    Mod,
    Div(Rounding),
}

impl Operation {
    /// The same with its operands the other way round.
    fn turned(self) -> Option<Self> {
        Some(match self {
            Self::Min | Self::Max => self,
            Self::Plain(operator) => Self::Plain(match operator {
                Operator::Add | Operator::Multiply | Operator::Equal | Operator::NotEqual => {
                    operator
                }
                Operator::Less => Operator::Greater,
                Operator::LessEqual => Operator::GreaterEqual,
                Operator::Greater => Operator::Less,
                Operator::GreaterEqual => Operator::LessEqual,
                Operator::Subtract | Operator::And | Operator::Or | Operator::In => return None,
            }),
            Self::Mod | Self::Div(_) => return None,
        })
    }
}

/// Some steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct Range {
    pub(in crate::game) begin: u32,
    pub(in crate::game) end: u32,
}

/// The code of all expressions, and which part of it each one is.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub(super) ops: Vec<Op>,
    pub(super) ranges: Vec<Range>,
    pub(super) shared: Vec<Leaf>,
    /// Whether each of these may depend on what a call names.
    pub(super) naming: Vec<bool>,
    /// Whether each of these may depend on whom it is asked of.
    pub(super) asking: Vec<bool>,
    /// Whether in each of these something else is worked out again and again: see `repeats`.
    pub(super) repeating: Vec<bool>,
}

impl Code {
    /// The code of all expressions, of which some are steady and some depend on whom they are asked of.
    pub(super) fn new(
        program: &Program,
        values: &[Value],
        steady: &[bool],
        reads_subject: &[bool],
    ) -> Self {
        let ranges = vec![Range::default(); values.len()];
        let mut code = Self { ranges, ..Self::default() };
        for (number, (value, steady)) in values.iter().zip(steady).enumerate() {
            let Value::Leaf(leaf) = value else { continue };
            if !steady || !takes_long(*leaf) {
                continue;
            }
            let names = reads_choice(program, ExprId(number as u32));
            let asks = reads_subject[number] || is_of_somebody(*leaf);
            match code.shared.iter().position(|other| other == leaf) {
                Some(place) => {
                    code.naming[place] |= names;
                    code.asking[place] |= asks;
                }
                None if code.shared.len() < MOST_SHARED => {
                    code.shared.push(*leaf);
                    code.naming.push(names);
                    code.asking.push(asks);
                }
                None => {}
            }
        }
        // Operands stand before what they are operands of: whatever is left belongs to nothing else.
        for number in (0..values.len()).rev() {
            let same = matches!(values[number], Value::Same(_));
            if code.ranges[number] == Range::default() && !same {
                code.write(values, ExprId(number as u32), 0);
            }
        }
        for (number, value) in values.iter().enumerate() {
            if let Value::Same(other) = value {
                code.ranges[number] = code.ranges[other.index()];
            }
        }
        // Terms may stand anywhere.
        for op in &mut code.ops {
            if let Op::Steps(range) = op {
                *range = code.ranges[range.begin as usize];
            }
        }
        code
    }

    fn shared(&self, leaf: Leaf) -> Option<Op> {
        let place = self.shared.iter().position(|other| *other == leaf);
        place.map(|place| Op::Shared(place as u16))
    }

    fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    fn push(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    fn write(&mut self, values: &[Value], e: ExprId, depth: usize) {
        let begin = self.here();
        match values[e.index()] {
            Value::Leaf(leaf) => {
                let op = self.shared(leaf).unwrap_or(Op::Leaf(leaf));
                self.push(op);
            }
            Value::Same(other) if parts(values, other, SMALL_TERM) <= SMALL_TERM => {
                self.write(values, other, depth);
            }
            // For the time being, the number of the expression.
            Value::Same(other) => {
                self.push(Op::Steps(Range { begin: other.0, end: 0 }));
            }
            Value::Not(inner) => self.unary(values, depth, inner, Op::Not),
            Value::Negative(inner) => self.unary(values, depth, inner, Op::Negative),
            Value::Abs(inner) => self.unary(values, depth, inner, Op::Abs),
            Value::IsSet(inner) => self.unary(values, depth, inner, Op::IsSet),
            Value::Compare(operator, left, number) => {
                // What is found at once is compared at once.
                match values[left.index()] {
                    Value::Leaf(leaf) if self.shared(leaf).is_none() => {
                        self.push(Op::Test(leaf, operator, number));
                    }
                    _ => self.unary(values, depth, left, Op::Compare(operator, number)),
                }
            }
            Value::Binary(Operator::And, left, right) => {
                self.guarded(values, depth, left, right, Op::AndThen);
            }
            Value::Binary(Operator::Or, left, right) => {
                self.guarded(values, depth, left, right, Op::OrElse);
            }
            Value::Binary(operator, left, right) => {
                self.binary(values, depth, left, right, Operation::Plain(operator));
            }
            Value::Min(left, right) => self.binary(values, depth, left, right, Operation::Min),
            Value::Max(left, right) => self.binary(values, depth, left, right, Operation::Max),
            Value::Mod(left, right) => self.binary(values, depth, left, right, Operation::Mod),
            Value::Div(left, right, rounding) => {
                self.binary(values, depth, left, right, Operation::Div(rounding));
            }
            Value::If(condition, yes, no) => {
                self.write(values, condition, depth);
                let unless = self.push(Op::Unless(0));
                self.write(values, yes, depth);
                let jump = self.push(Op::Jump(0));
                self.ops[unless] = Op::Unless(self.here());
                self.write(values, no, depth);
                self.ops[jump] = Op::Jump(self.here());
            }
        }
        self.ranges[e.index()] = Range { begin, end: self.here() };
    }

    fn unary(&mut self, values: &[Value], depth: usize, inner: ExprId, op: Op) {
        self.write(values, inner, depth);
        self.push(op);
    }

    fn binary(
        &mut self,
        values: &[Value],
        depth: usize,
        left: ExprId,
        right: ExprId,
        operation: Operation,
    ) {
        let number = |e: ExprId| match values[e.index()] {
            Value::Leaf(Leaf::Number(number)) => Some(number),
            _ => None,
        };
        if let Some(number) = number(right) {
            return self.unary(values, depth, left, Op::WithNumber(operation, number));
        }
        if let (Some(number), Some(turned)) = (number(left), operation.turned()) {
            return self.unary(values, depth, right, Op::WithNumber(turned, number));
        }
        self.write(values, left, depth);
        if depth < KEPT {
            self.push(Op::Keep(depth as u8));
            self.write(values, right, depth + 1);
            self.push(Op::With(operation, depth as u8));
            return;
        }
        let at = self.push(Op::Binary(operation, 0));
        self.write(values, right, 0);
        self.ops[at] = Op::Binary(operation, self.here());
    }

    fn guarded(
        &mut self,
        values: &[Value],
        depth: usize,
        left: ExprId,
        right: ExprId,
        op: fn(u32) -> Op,
    ) {
        self.write(values, left, depth);
        let at = self.push(op(0));
        self.write(values, right, depth);
        if !is_truth(values, right) {
            self.push(Op::Truth);
        }
        self.ops[at] = op(self.here());
    }
}

/// Whether it may depend on whom something is asked of whatever its arguments are: what is said of a player
/// is a sum if it is asked of several, and hands are compared by what holds for a player.
fn is_of_somebody(leaf: Leaf) -> bool {
    matches!(
        leaf,
        Leaf::Term(..) | Leaf::Better(..) | Leaf::Forming(..) | Leaf::Most(..) | Leaf::Least(..)
    )
}

/// Whether it takes longer to work something out than to look whether it has been.
fn takes_long(leaf: Leaf) -> bool {
    matches!(
        leaf,
        Leaf::Term(..)
            | Leaf::Count(..)
            | Leaf::Points(..)
            | Leaf::Total(_)
            | Leaf::Best(..)
            | Leaf::Suits(_)
            | Leaf::Groups(_)
            | Leaf::FromHighest(_)
            | Leaf::FromLowest(_)
            | Leaf::Strongest(..)
            | Leaf::Unbroken(..)
            | Leaf::Suited(..)
            | Leaf::HighestIn(..)
            | Leaf::LowestIn(..)
            | Leaf::Better(..)
            | Leaf::Forming(..)
            | Leaf::Over(..)
            | Leaf::HowMany(_)
            | Leaf::Most(..)
            | Leaf::Least(..)
    )
}

/// Whether an expression is 1 or 0, whatever is true.
fn is_truth(values: &[Value], e: ExprId) -> bool {
    match values[e.index()] {
        Value::Not(_) | Value::IsSet(_) | Value::Compare(..) => true,
        Value::Binary(operator, ..) => {
            operator.compares() || matches!(operator, Operator::And | Operator::Or)
        }
        Value::Leaf(leaf) => matches!(leaf, Leaf::Hands { .. } | Leaf::In(..) | Leaf::Broken),
        Value::Same(other) => is_truth(values, other),
        Value::Negative(_)
        | Value::Abs(_)
        | Value::Min(..)
        | Value::Max(..)
        | Value::Div(..)
        | Value::Mod(..)
        | Value::If(..) => false,
    }
}

/// How many parts an expression has, terms included; beyond `most` it does not matter.
fn parts(values: &[Value], e: ExprId, most: usize) -> usize {
    let several = |operands: &[ExprId]| {
        let add = |sum: usize, operand: &ExprId| {
            if sum > most { sum } else { sum + parts(values, *operand, most) }
        };
        operands.iter().fold(1, add)
    };
    match values[e.index()] {
        Value::Leaf(_) => 1,
        Value::Same(other) => several(&[other]),
        Value::Not(a) | Value::Negative(a) | Value::Abs(a) | Value::IsSet(a) => several(&[a]),
        Value::Compare(_, a, _) => several(&[a]),
        Value::Binary(_, a, b)
        | Value::Min(a, b)
        | Value::Max(a, b)
        | Value::Mod(a, b)
        | Value::Div(a, b, _) => several(&[a, b]),
        Value::If(a, b, c) => several(&[a, b, c]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_small() {
        assert!(size_of::<Op>() <= 24, "{} bytes", size_of::<Op>());
    }
}
