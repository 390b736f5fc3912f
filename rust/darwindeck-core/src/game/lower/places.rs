//! Expressions of zones.

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
    /// Some of the cards of a zone.
    Those(ExprId, CondId),
    /// One zone or another.
    If(ExprId, ExprId, ExprId),
}

pub(super) fn lower(program: &Program, tables: &Tables) -> Vec<Place> {
    program.nodes.iter().map(|node| place(program, tables, *node)).collect()
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
