//! What happens, in the order in which it happens, for whoever tells the story of a game.

use super::cards::CardId;
use super::moves::Move;
use super::state::Limit;

/// What chance decided, for a referee or another engine that must play the same game. No view has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Chance {
    /// A pile was shuffled into this order, from the bottom up.
    Shuffle { place: u16, cards: Vec<CardId> },
    /// The lot fell on a seat.
    Seat { seat: u8 },
    /// These cards of a place were taken at random, in this order.
    Cards { place: u16, cards: Vec<CardId> },
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Event {
    /// A hand begins.
    Hand { number: i32, deal: i32, dealer: u8 },
    /// A card went from one place to another; `seen` are the seats that saw which card it was.
    Card { card: CardId, from: u16, to: u16, seen: u16 },
    /// A zone's place was shuffled.
    Shuffled { place: u16 },
    /// Somebody decided.
    Decision { seat: u8, action: Move },
    /// A place was laid open, or one of its cards shown.
    Shown { place: u16, card: CardId },
    /// A trick was won.
    Trick { winner: u8, number: i32 },
    /// A trump suit holds; 255: none.
    Trump { suit: u8 },
    /// A mode holds.
    Mode { mode: u16 },
    /// A seat got a role; 255: nobody has it.
    Role { role: u16, seat: u8 },
    /// A suit was named for a pile.
    Named { suit: u8 },
    /// Somebody declared a combination; the cards are said only if they were shown.
    Declared { seat: u8, pattern: u16, shown: bool, cards: u128 },
    /// A seat or a side (100 + its number) scored.
    Scored { who: u8, amount: i32, rule: u16 },
    /// A seat got (or paid) chips.
    Chips { seat: u8, amount: i32 },
    /// A seat is out of the hand.
    SitsOut { seat: u8 },
    /// The direction of play turned round.
    Reversed,
    /// The turn came to a seat.
    Turn { seat: u8 },
    /// A claim was made of so many cards.
    Claim { seat: u8, count: u8, rank: u8 },
    /// A claim was challenged.
    Challenge { seat: u8, by: u8, honest: bool },
    /// The hand is over.
    HandOver { scored: bool },
    /// The hand was thrown in.
    ThrownIn,
    /// The game is over.
    GameOver { winners: u16, limit: Option<Limit> },
}
