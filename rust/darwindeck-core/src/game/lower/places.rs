//! Expressions of zones.

use super::code::Range;
use super::values::Whose;
use crate::game::tables::Tables;
use crate::program::parts::{Owner, Word};
use crate::program::{CondId, ExprId, Node, Program};

/// Where an expression of a zone leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Place {
    /// It is no zone.
    Nowhere,
    /// The only place of a zone of the table.
    Fixed { zone: u8, place: u16 },
    /// The subject's place of a zone in which every seat has one.
    Own { zone: u8, first: u16, owners: u8 },
    /// The place of a zone with one pile that belongs to the winner of the trick.
    OfWinner { zone: u8 },
    /// A zone of the subject, or of somebody else.
    Of { zone: u16, whose: Whose },
    /// The pile that is looked at.
    Pile,
    /// The top card of a zone.
    Top(ExprId),
    /// The first pile of a zone of which something is true.
    FirstPile(ExprId, ExprId),
    /// The cards of two zones.
    Both(ExprId, ExprId),
    /// The same where all their places are settled: these of the list of such places.
    Settled(Range),
    /// Some of the cards of a zone.
    Those(ExprId, CondId),
    /// One zone or another.
    If(ExprId, ExprId, ExprId),
}

/// The most places that are joined in one list.
const MOST_JOINED: usize = 16;

/// A place of the table, which has no owners, or the first of a zone in which so many seats have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct Joined {
    pub(in crate::game) first: u16,
    pub(in crate::game) owners: u8,
}

/// All places, and those that are joined in one way or another.
pub(super) fn lower(program: &Program, tables: &Tables) -> (Vec<Place>, Vec<Joined>) {
    let mut places: Vec<Place> =
        program.nodes.iter().map(|node| place(program, tables, *node)).collect();
    let mut joined = Vec::new();
    for number in 0..places.len() {
        if let Place::Both(one, other) = places[number] {
            let begin = joined.len() as u32;
            let settled = join(&places, one, &mut joined) && join(&places, other, &mut joined);
            if settled && joined.len() - begin as usize <= MOST_JOINED {
                places[number] = Place::Settled(Range { begin, end: joined.len() as u32 });
            } else {
                joined.truncate(begin as usize);
            }
        }
    }
    (places, joined)
}

/// Adds the places of a zone; false if they are not settled.
fn join(places: &[Place], e: ExprId, joined: &mut Vec<Joined>) -> bool {
    match places[e.index()] {
        Place::Fixed { place, .. } => joined.push(Joined { first: place, owners: 0 }),
        Place::Own { first, owners, .. } => joined.push(Joined { first, owners }),
        Place::Settled(range) => {
            joined.extend_from_within(range.begin as usize..range.end as usize);
        }
        _ => return false,
    }
    true
}

fn place(program: &Program, tables: &Tables, node: Node) -> Place {
    match node {
        Node::Zone(id, whose) => {
            let table = &tables.zones[id.index()];
            let zone = id.index() as u8;
            let of_winner =
                |e: ExprId| matches!(program.nodes[e.index()], Node::Word(Word::Winner, ..));
            match (table.piles, whose, table.owner) {
                (1, None, Owner::Seat) => {
                    Place::Own { zone, first: table.base, owners: table.owners }
                }
                (1, None, Owner::Table) => Place::Fixed { zone, place: table.base },
                (1, Some(whose), _) if of_winner(whose) => Place::OfWinner { zone },
                _ => Place::Of { zone: id.0, whose: Whose::of(whose) },
            }
        }
        Node::Pile => Place::Pile,
        Node::Word(Word::Top, arguments, _) => Place::Top(arguments[0]),
        Node::Word(Word::FirstPile, arguments, _) => Place::FirstPile(arguments[0], arguments[1]),
        Node::Word(Word::Joined, arguments, _) => Place::Both(arguments[0], arguments[1]),
        Node::Word(Word::Those, arguments, _) => match program.nodes[arguments[1].index()] {
            Node::CardSet(set) => Place::Those(arguments[0], program.card_sets[set.index()].cards),
            _ => Place::Nowhere,
        },
        Node::Word(Word::If, [condition, yes, no], _) => Place::If(condition, yes, no),
        _ => Place::Nowhere,
    }
}
