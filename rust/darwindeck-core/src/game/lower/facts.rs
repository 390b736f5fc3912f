//! Conditions that come to a few facts, all of which must hold: most of what is asked in play is of this
//! kind (`played == 0 and drawn < 3`), and it is asked all the time.

use super::code::Range;
use super::masks::Mask;
use super::places::Place;
use super::values::{Leaf, Quantity, Seats, Value, Whose};
use crate::game::tables::Tables;
use crate::program::parts::Operator;
use crate::program::{CondId, ExprId};

/// The most facts of one condition.
const MOST_FACTS: usize = 6;

/// A number that is found at once, for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Fact {
    HandNumber,
    Trick,
    TricksPlayed,
    Bids,
    Broken,
    Mode,
    /// Cards the player has played, drawn; tricks taken.
    Played,
    Drawn,
    Tricks,
    /// What the player has in the hand, and before it.
    HandScore,
    Score,
    /// A register of the table.
    Register(u32),
    /// A register of the player, or of the seat that another register names.
    OwnRegister(u32),
    RegisterOf {
        at: u32,
        named: u16,
    },
    /// How many cards lie in a place.
    Size(u16),
    /// How many the player has in a place of a zone.
    OwnSize(u16),
    /// Whether the top card of a stack is one of some that never change.
    TopIs(u16, CondId),
    /// Whether the hand of some player in the game is empty, or not.
    EmptyHand(u16),
    FullHand(u16),
    /// How many players in the game have cards in their hands.
    HandsLeft(u16),
    /// Whether it is the turn of a seat.
    Is(Who),
    /// Whether the seat that a register names is of the player's side, or of another one.
    With(u32),
    Against(u32),
}

/// A seat that is found at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Who {
    Dealer,
    Leader,
    Winner,
}

/// A fact that must lie between two numbers, or must not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct Term {
    pub(in crate::game) fact: Fact,
    /// The first of these numbers, and how many follow on it.
    low: i32,
    more: u32,
    within: bool,
}

impl Term {
    fn new(fact: Fact, operator: Operator, number: i32) -> Option<Self> {
        let (low, high) = match operator {
            Operator::Equal | Operator::NotEqual => (number, number),
            Operator::Less => (i32::MIN, number.checked_sub(1)?),
            Operator::LessEqual => (i32::MIN, number),
            Operator::Greater => (number.checked_add(1)?, i32::MAX),
            Operator::GreaterEqual => (number, i32::MAX),
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::And
            | Operator::Or
            | Operator::In => return None,
        };
        let more = high.wrapping_sub(low) as u32;
        Some(Self { fact, low, more, within: operator != Operator::NotEqual })
    }

    /// Whether it is about hands alone, and can become true only when one of them loses its last card.
    pub(super) fn is_about_lost_cards(&self) -> bool {
        let high = self.low.wrapping_add(self.more as i32);
        match self.fact {
            Fact::EmptyHand(_) => self.within && self.low == 1 && high >= 1,
            Fact::FullHand(_) | Fact::HandsLeft(_) => {
                self.within && self.low <= 0 && high < i32::MAX
            }
            _ => false,
        }
    }

    /// Whether it is true if the fact comes to a number.
    #[inline(always)]
    pub(in crate::game) fn holds(&self, number: i32) -> bool {
        (number.wrapping_sub(self.low) as u32 <= self.more) == self.within
    }
}

/// How a condition is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Test {
    Always,
    Never,
    /// All of these must hold.
    Facts(Range),
    /// By the steps of the expression.
    Steps,
}

/// How every expression is judged as a condition.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub(super) tests: Vec<Test>,
    pub(super) terms: Vec<Term>,
}

/// What facts are found from.
pub(super) struct Known<'a> {
    pub(super) values: &'a [Value],
    pub(super) places: &'a [Place],
    pub(super) masks: &'a [Mask],
    pub(super) tables: &'a Tables,
    /// The zone of hands.
    pub(super) hand: Option<usize>,
}

impl Facts {
    pub(super) fn new(known: &Known) -> Self {
        let mut facts = Self::default();
        for number in 0..known.values.len() {
            let begin = facts.terms.len();
            let test = match known.values[number] {
                Value::Leaf(Leaf::Number(0)) => Test::Never,
                Value::Leaf(Leaf::Number(_)) => Test::Always,
                _ => {
                    let found = known.terms(ExprId(number as u32), &mut facts.terms);
                    let few = facts.terms.len() - begin <= MOST_FACTS;
                    if found.is_some() && few {
                        Test::Facts(Range { begin: begin as u32, end: facts.terms.len() as u32 })
                    } else {
                        facts.terms.truncate(begin);
                        Test::Steps
                    }
                }
            };
            facts.tests.push(test);
        }
        facts
    }
}

impl Known<'_> {
    /// Adds the facts that an expression comes to; none if it is something else.
    fn terms(&self, e: ExprId, out: &mut Vec<Term>) -> Option<()> {
        match self.values[e.index()] {
            Value::Binary(Operator::And, left, right) => {
                self.terms(left, out)?;
                return self.terms(right, out);
            }
            Value::Same(other) => return self.terms(other, out),
            Value::Compare(operator, left, number) => {
                out.push(Term::new(self.fact(left)?, operator, number)?);
            }
            Value::IsSet(inner) => out.push(Term::new(self.fact(inner)?, Operator::NotEqual, -1)?),
            Value::Not(inner) => match self.values[inner.index()] {
                Value::IsSet(inner) => out.push(Term::new(self.fact(inner)?, Operator::Equal, -1)?),
                _ => out.push(Term::new(self.fact(inner)?, Operator::Equal, 0)?),
            },
            Value::Binary(operator @ (Operator::Equal | Operator::NotEqual), left, right) => {
                let turn =
                    |e: ExprId| self.values[e.index()] == Value::Leaf(Leaf::Seats(Seats::Turn));
                let other = match (turn(left), turn(right)) {
                    (true, false) => right,
                    (false, true) => left,
                    _ => return None,
                };
                let who = match self.values[other.index()] {
                    Value::Leaf(Leaf::Seats(Seats::Dealer)) => Who::Dealer,
                    Value::Leaf(Leaf::Seats(Seats::Leader)) => Who::Leader,
                    Value::Leaf(Leaf::Seats(Seats::Winner)) => Who::Winner,
                    _ => return None,
                };
                let holds = i32::from(operator == Operator::Equal);
                out.push(Term::new(Fact::Is(who), Operator::Equal, holds)?);
            }
            Value::Leaf(Leaf::Hands { all, operator: Operator::Equal, than: 0 }) => {
                // Any: there is an empty hand; all: there is none that is not.
                let base = self.tables.zones[self.hand?].base;
                let fact = if all { Fact::FullHand(base) } else { Fact::EmptyHand(base) };
                out.push(Term::new(fact, Operator::Equal, i32::from(!all))?);
            }
            Value::Leaf(_) => out.push(Term::new(self.fact(e)?, Operator::NotEqual, 0)?),
            _ => return None,
        }
        Some(())
    }

    fn fact(&self, e: ExprId) -> Option<Fact> {
        let leaf = match self.values[e.index()] {
            Value::Leaf(leaf) => leaf,
            Value::Same(other) => return self.fact(other),
            _ => return None,
        };
        Some(match leaf {
            Leaf::HandNumber => Fact::HandNumber,
            Leaf::Trick => Fact::Trick,
            Leaf::TricksPlayed => Fact::TricksPlayed,
            Leaf::Bids => Fact::Bids,
            Leaf::Broken => Fact::Broken,
            Leaf::Mode => Fact::Mode,
            Leaf::Of(Quantity::Played, Whose::OWN) => Fact::Played,
            Leaf::Of(Quantity::Drawn, Whose::OWN) => Fact::Drawn,
            Leaf::Of(Quantity::Tricks, Whose::OWN) => Fact::Tricks,
            Leaf::Of(Quantity::HandScore, Whose::OWN) => Fact::HandScore,
            Leaf::Of(Quantity::Score, Whose::OWN) => Fact::Score,
            Leaf::In(some, among) => {
                let leaf = |e: ExprId| match self.values[e.index()] {
                    Value::Leaf(leaf) => Some(leaf),
                    _ => None,
                };
                let turn = |e: ExprId| leaf(e) == Some(Leaf::Seats(Seats::Turn));
                match (leaf(some)?, leaf(among)?) {
                    (Leaf::Register(at), Leaf::Seats(Seats::Team(seat))) if turn(seat) => {
                        Fact::With(at)
                    }
                    (Leaf::Register(at), Leaf::Seats(Seats::Opponents(seat))) if turn(seat) => {
                        Fact::Against(at)
                    }
                    _ => return None,
                }
            }
            Leaf::Register(at) => Fact::Register(at),
            Leaf::HandsOfSize { operator: Operator::Greater, than: 0 } => {
                Fact::HandsLeft(self.tables.zones[self.hand?].base)
            }
            Leaf::OfSeats { at, len, whose: Whose::OWN } if len == self.tables.seats => {
                Fact::OwnRegister(at)
            }
            Leaf::OfSeats { at, len, whose } if len == self.tables.seats => {
                match self.values[whose.other()?.index()] {
                    Value::Leaf(Leaf::Register(named)) => {
                        Fact::RegisterOf { at, named: u16::try_from(named).ok()? }
                    }
                    _ => return None,
                }
            }
            Leaf::OwnSize { base, owners } if owners == self.tables.seats => Fact::OwnSize(base),
            Leaf::Size(zone) => match self.places[zone.index()] {
                Place::Fixed { place, .. } => Fact::Size(place),
                Place::Own { zone, .. } => Fact::OwnSize(self.tables.zones[usize::from(zone)].base),
                _ => return None,
            },
            Leaf::Count(zone, cards) => match self.places[zone.index()] {
                Place::Top(zone) if self.masks[cards.index()] == Mask::Fixed => {
                    match self.places[zone.index()] {
                        Place::Fixed { zone, place } => {
                            let table = &self.tables.zones[usize::from(zone)];
                            table.stack.then_some(Fact::TopIs(place, cards))?
                        }
                        _ => return None,
                    }
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}
