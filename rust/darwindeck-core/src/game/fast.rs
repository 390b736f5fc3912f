//! Conditions that are judged after every step, without their trees: comparisons of plain quantities
//! with numbers, joined by and, or, not, any and all.

use super::Game;
use super::cards::size;
use super::judge::seats;
use super::phases::PlaceQuick;
use super::state::State;
use super::tables::{SEATS, Select, Tables};
use crate::program::parts::{Operator, Scope, Word};
use crate::program::{CondId, ExprId, Node, Program};

/// A condition without a tree.
#[derive(Clone, Debug)]
pub enum Fast {
    /// Always or never.
    Constant(bool),
    /// A quantity compared with a number.
    Compare(Value, Operator, i32),
    /// Both.
    And(Box<Fast>, Box<Fast>),
    /// One or both.
    Or(Box<Fast>, Box<Fast>),
    /// Not.
    Not(Box<Fast>),
    /// True of one of the players.
    Any(Box<Fast>),
    /// True of all players.
    All(Box<Fast>),
    /// Whether a role is taken.
    Taken(usize),
}

/// A quantity that is read at once.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// The cards in the subject's hand.
    HandSize,
    /// The cards in a place.
    Size(u16),
    /// The cards in the subject's place of a zone.
    SizeOwn(usize),
    /// Certain cards in a place.
    Count(u16, CondId),
    /// Certain cards in the subject's place of a zone.
    CountOwn(usize, CondId),
    /// Cards the subject has played this turn.
    Played,
    /// Cards the subject has drawn this turn.
    Drawn,
    /// Turns of the game.
    Turns,
    /// Tricks of the hand.
    TricksPlayed,
    /// The number of the trick.
    Trick,
    /// The number of the hand.
    HandNumber,
    /// A register of the table.
    Register(usize),
    /// The subject's register.
    SeatRegister(usize, usize),
}

/// What is needed to find conditions without trees.
pub struct Finder<'a> {
    /// The game's program.
    pub program: &'a Program,
    /// Its tables.
    pub tables: &'a Tables,
    /// Its places that need no tree.
    pub places: &'a [PlaceQuick],
    /// Where each counter is.
    pub counters: &'a [super::state::CounterSlot],
    /// Where roles are.
    pub roles: usize,
    /// Whether every seat has one hand in one place.
    pub single_hand: bool,
}

impl Finder<'_> {
    /// The condition of an expression without a tree, if there is one.
    pub fn condition(&self, e: ExprId) -> Option<Fast> {
        let boxed = |e: ExprId| self.condition(e).map(Box::new);
        match self.program.nodes[e.index()] {
            Node::Word(Word::True, ..) => Some(Fast::Constant(true)),
            Node::Word(Word::False, ..) => Some(Fast::Constant(false)),
            Node::Not(inner) => Some(Fast::Not(boxed(inner)?)),
            Node::Binary(Operator::And, left, right) => {
                Some(Fast::And(boxed(left)?, boxed(right)?))
            }
            Node::Binary(Operator::Or, left, right) => Some(Fast::Or(boxed(left)?, boxed(right)?)),
            Node::Binary(operator, left, right) if compares(operator) => {
                let Node::Number(number) = self.program.nodes[right.index()] else { return None };
                Some(Fast::Compare(self.value(left)?, operator, number))
            }
            Node::Word(Word::Any, arguments, _) if self.is_each(arguments[0]) => {
                Some(Fast::Any(boxed(arguments[1])?))
            }
            Node::Word(Word::All, arguments, _) if self.is_each(arguments[0]) => {
                Some(Fast::All(boxed(arguments[1])?))
            }
            Node::Word(Word::Set, arguments, _) => match self.program.nodes[arguments[0].index()] {
                Node::Role(role, None) => Some(Fast::Taken(self.roles + role.index())),
                _ => None,
            },
            Node::Counter(..) => Some(Fast::Compare(self.value(e)?, Operator::NotEqual, 0)),
            _ => None,
        }
    }

    fn is_each(&self, e: ExprId) -> bool {
        matches!(self.program.nodes[e.index()], Node::Word(Word::Each, ..))
    }

    fn value(&self, e: ExprId) -> Option<Value> {
        Some(match self.program.nodes[e.index()] {
            Node::Word(Word::HandSize, _, 0) if self.single_hand => Value::HandSize,
            Node::Word(Word::Played, _, 0) => Value::Played,
            Node::Word(Word::Drawn, _, 0) => Value::Drawn,
            Node::Word(Word::Turns, ..) => Value::Turns,
            Node::Word(Word::TricksPlayed, ..) => Value::TricksPlayed,
            Node::Word(Word::Trick, ..) => Value::Trick,
            Node::Word(Word::HandNumber, ..) => Value::HandNumber,
            Node::Word(Word::Size, arguments, _) => match self.places[arguments[0].index()] {
                PlaceQuick::Fixed(zone) => Value::Size(self.tables.zones[zone].base),
                PlaceQuick::Own(zone) => Value::SizeOwn(zone),
                _ => return None,
            },
            Node::Word(Word::Count, arguments, _) => {
                let Node::CardSet(set) = self.program.nodes[arguments[1].index()] else {
                    return None;
                };
                let cards = self.program.card_sets[set.index()].cards;
                if self.tables.select[cards.index()] != Select::Fixed {
                    return None;
                }
                match self.places[arguments[0].index()] {
                    PlaceQuick::Fixed(zone) => Value::Count(self.tables.zones[zone].base, cards),
                    PlaceQuick::Own(zone) => Value::CountOwn(zone, cards),
                    _ => return None,
                }
            }
            Node::Counter(id, None) => {
                let slot = self.counters.get(id.index())?;
                match slot.scope {
                    Scope::Table => Value::Register(slot.at),
                    Scope::Seat => Value::SeatRegister(slot.at, slot.len),
                    Scope::Team => return None,
                }
            }
            _ => return None,
        })
    }
}

fn compares(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Equal
            | Operator::NotEqual
            | Operator::Less
            | Operator::LessEqual
            | Operator::Greater
            | Operator::GreaterEqual
    )
}

impl Game {
    /// Whether a condition holds for one seat.
    pub(super) fn fast_holds(&self, s: &State, fast: &Fast, seat: u8) -> bool {
        match fast {
            Fast::Constant(value) => *value,
            Fast::Compare(value, operator, number) => {
                let found = self.fast_value(s, *value, seat);
                match operator {
                    Operator::Equal => found == *number,
                    Operator::NotEqual => found != *number,
                    Operator::Less => found < *number,
                    Operator::LessEqual => found <= *number,
                    Operator::Greater => found > *number,
                    _ => found >= *number,
                }
            }
            Fast::And(left, right) => {
                self.fast_holds(s, left, seat) && self.fast_holds(s, right, seat)
            }
            Fast::Or(left, right) => {
                self.fast_holds(s, left, seat) || self.fast_holds(s, right, seat)
            }
            Fast::Not(inner) => !self.fast_holds(s, inner, seat),
            Fast::Any(inner) => {
                seats(self.tables.everyone & !s.out).any(|seat| self.fast_holds(s, inner, seat))
            }
            Fast::All(inner) => {
                seats(self.tables.everyone & !s.out).all(|seat| self.fast_holds(s, inner, seat))
            }
            Fast::Taken(at) => s.registers[*at] >= 0,
        }
    }

    #[inline(always)]
    fn fast_value(&self, s: &State, value: Value, seat: u8) -> i32 {
        let own = |zone: usize| {
            let there = self.tables.zones.get(zone).is_some_and(|table| seat < table.owners);
            if there { s.sets[usize::from(self.tables.place(zone, seat))] } else { 0 }
        };
        let at = usize::from(seat).min(SEATS - 1);
        match value {
            Value::HandSize => size(own(self.hand_zone)) as i32,
            Value::Size(place) => size(s.sets[usize::from(place)]) as i32,
            Value::SizeOwn(zone) => size(own(zone)) as i32,
            Value::Count(place, cards) => {
                let mask = self.context(s).masks[cards.index()];
                size(s.sets[usize::from(place)] & mask) as i32
            }
            Value::CountOwn(zone, cards) => {
                size(own(zone) & self.context(s).masks[cards.index()]) as i32
            }
            Value::Played => i32::from(s.played_count[at]),
            Value::Drawn => i32::from(s.drawn_count[at]),
            Value::Turns => s.turns.min(i32::MAX as u32) as i32,
            Value::TricksPlayed => s.tricks_played,
            Value::Trick => s.trick_number,
            Value::HandNumber => s.hand_number,
            Value::Register(register) => s.registers[register],
            Value::SeatRegister(first, len) => {
                if at < len {
                    s.registers[first + at]
                } else {
                    0
                }
            }
        }
    }
}
