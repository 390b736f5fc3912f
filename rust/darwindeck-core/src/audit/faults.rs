//! Faults that are put into a game on purpose, to see that the audit would notice.

use std::str::FromStr;

use crate::game::Game;
use crate::game::cards::{Cards, bit, lowest};
use crate::game::moves::Move;
use crate::game::state::{State, Waiting};

use super::laws::Law;

/// Something that goes wrong between two moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Fault {
    CardLost,
    CardTwice,
    CardMovedUntold,
    PileInACircle,
    ChipMade,
    PotLost,
    PointMade,
    PointOfSideMade,
    TurnsLost,
    WrongKnowledge,
    WinnerTooEarly,
    NobodyMoves,
    MoveTwice,
    MoveLeftOut,
    OtherCourse,
    Panic,
}

impl Fault {
    /// All of them: name, and the law that must be found broken.
    pub const ALL: [(&'static str, Fault, Law); 16] = [
        ("a card is lost", Fault::CardLost, Law::Cards),
        ("a card is there twice", Fault::CardTwice, Law::Cards),
        ("a card moves and nobody is told", Fault::CardMovedUntold, Law::ToldMoves),
        ("the cards of a pile go round in a circle", Fault::PileInACircle, Law::Cards),
        ("a chip comes from nowhere", Fault::ChipMade, Law::Chips),
        ("chips are lost from the pot", Fault::PotLost, Law::Chips),
        ("a point comes from nowhere", Fault::PointMade, Law::Points),
        ("a point of a side comes from nowhere", Fault::PointOfSideMade, Law::Points),
        ("turns are lost", Fault::TurnsLost, Law::Length),
        ("a hand is known to lack what it holds", Fault::WrongKnowledge, Law::Knowledge),
        ("somebody has won too early", Fault::WinnerTooEarly, Law::Result),
        ("nobody can move", Fault::NobodyMoves, Law::SomeoneToMove),
        ("a move is listed twice", Fault::MoveTwice, Law::Listed),
        ("a move is left out of the list", Fault::MoveLeftOut, Law::Listed),
        ("the same moves lead elsewhere", Fault::OtherCourse, Law::Replay),
        ("the core fails", Fault::Panic, Law::Failure),
    ];

    /// Does the harm; false if there is nothing to harm at this moment.
    pub(super) fn strike(self, game: &Game, s: &mut State) -> bool {
        let players = usize::from(game.tables.players);
        match self {
            Fault::CardLost => {
                let Some(place) = s.sets.iter().position(|set| *set != 0) else { return false };
                let card = lowest(s.sets[place]);
                s.take(game.is_stack(s, place as u16), place as u16, card);
            }
            Fault::CardTwice => {
                let Some(place) = s.sets.iter().position(|set| *set != 0) else { return false };
                let card = lowest(s.sets[place]);
                let Some(hand) = self.some_hand(game, s, place) else { return false };
                s.sets[hand] |= bit(card);
            }
            Fault::CardMovedUntold => {
                let Some(from) = self.some_hand(game, s, usize::MAX) else { return false };
                let Some(to) = self.some_hand(game, s, from) else { return false };
                let card = lowest(s.sets[from]);
                s.sets[from] &= !bit(card);
                s.sets[to] |= bit(card);
            }
            Fault::PileInACircle => {
                let stock = usize::from(game.tables.stock);
                let (top, bottom) = (s.piles[stock].top, s.piles[stock].bottom);
                if s.sets[stock].count_ones() < 2 {
                    return false;
                }
                s.above[usize::from(top & 127)] = bottom;
            }
            Fault::ChipMade => s.chips[0] += 1,
            Fault::PotLost => s.pot -= 1,
            Fault::PointMade => s.hand_score[players - 1] += 1,
            Fault::PointOfSideMade => s.side_score[0] -= 1,
            Fault::TurnsLost => {
                if s.turns == 0 {
                    return false;
                }
                s.turns = 0;
            }
            Fault::WrongKnowledge => {
                let Some(seat) = (0..players).find(|seat| game.hand_of(s, *seat as u8) != 0) else {
                    return false;
                };
                s.lacks[seat] = bit(lowest(game.hand_of(s, seat as u8)));
            }
            Fault::WinnerTooEarly => s.outcome.winners = 1,
            Fault::NobodyMoves => s.waiting = Waiting::Nothing,
            Fault::OtherCourse => s.tricks_played += 1,
            // Without the message that a real failure prints.
            Fault::Panic => std::panic::resume_unwind(Box::new("a fault on purpose")),
            Fault::MoveTwice | Fault::MoveLeftOut => {}
        }
        true
    }

    /// Spoils the list of moves; false if there is nothing to spoil.
    pub(super) fn spoil(self, moves: &mut Vec<Move>) -> bool {
        match self {
            Fault::MoveTwice => moves.extend(moves.first().copied()),
            Fault::MoveLeftOut => return moves.len() > 1 && moves.pop().is_some(),
            _ => {}
        }
        true
    }

    /// A place without order that holds cards, other than one that is named.
    fn some_hand(self, game: &Game, s: &State, other: usize) -> Option<usize> {
        (0..s.sets.len()).find(|place| {
            *place != other
                && *place != usize::from(game.tables.trick)
                && !game.is_stack(s, *place as u16)
                && Cards(s.sets[*place]).next().is_some()
        })
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|(name, _, _)| *name == text);
        found.map(|(_, fault, _)| *fault).ok_or_else(|| format!("there is no fault {text:?}"))
    }
}
