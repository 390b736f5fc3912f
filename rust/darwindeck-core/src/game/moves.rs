//! What a player may do at one decision.

use super::cards::CardId;

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Nothing at all; never legal.
    None,
    /// Picks a card; to be played, passed, melded and so on. `b` is a pile where that matters, `c` is 1
    /// for a card of the table that is taken.
    Card,
    /// Closes a selection of cards.
    Done,
    /// Declines to do anything.
    Pass,
    /// Leaves off repeating.
    Stop,
    /// Takes cards that nobody picks one by one.
    Take,
    /// Makes call `a` of the phase with the choices that `b` encodes.
    Call,
    /// Begins option `option` of a choice.
    Option,
    /// By the build move of number `card`, moves `c` cards from place `a` to place `b` (65535: a new
    /// pile); from a place without order, `c` less 128 is the card.
    Build,
    /// Stays in without a bet.
    Check,
    /// Bets or raises; where players name the amount, `a` and `b` are its lower and upper half.
    Bet,
    /// Stakes as much as the highest.
    Match,
    /// Gives the hand up.
    Fold,
    /// Challenges a claim.
    Challenge,
    /// Lets a claim stand.
    Accept,
    /// Names rank `a`.
    Rank,
    /// Declares combination `a`.
    Declare,
}

impl Kind {
    /// Whether everybody hears of such a move. All others are about cards: what can be seen of them is told
    /// when the cards go from one place to another, are declared or claimed.
    pub fn is_heard(self) -> bool {
        matches!(
            self,
            Self::Pass
                | Self::Stop
                | Self::Take
                | Self::Call
                | Self::Option
                | Self::Check
                | Self::Bet
                | Self::Match
                | Self::Fold
                | Self::Challenge
                | Self::Accept
        )
    }
}

/// One thing a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// What it does.
    pub kind: Kind,
    /// The option of a choice it belongs to; 255 outside choices.
    pub option: u8,
    /// The card it concerns; 255 for none.
    pub card: CardId,
    /// A number; see `Kind`.
    pub a: u16,
    /// Another number.
    pub b: u16,
    /// A third number.
    pub c: u8,
}

impl Move {
    /// Nothing.
    pub const NONE: Move = Move::plain(Kind::None);

    /// A move that says no more than what it does.
    pub const fn plain(kind: Kind) -> Self {
        Self { kind, option: 255, card: 255, a: 0, b: 0, c: 0 }
    }

    /// Picking a card.
    #[inline(always)]
    pub const fn card(card: CardId) -> Self {
        Self { kind: Kind::Card, option: 255, card, a: 0, b: 0, c: 0 }
    }

    /// A bet or raise of an amount.
    pub const fn bet(amount: i32) -> Self {
        Self { a: amount as u16, b: (amount >> 16) as u16, ..Self::plain(Kind::Bet) }
    }

    /// The amount of a bet or raise; 0 where nobody names one.
    pub const fn amount(self) -> i32 {
        match self.kind {
            Kind::Bet => (self.b as i32) << 16 | self.a as i32,
            _ => 0,
        }
    }

    /// The move as one number, for logs and files.
    pub fn code(self) -> u64 {
        u64::from(self.kind as u8)
            | u64::from(self.option) << 8
            | u64::from(self.card) << 16
            | u64::from(self.c) << 24
            | u64::from(self.a) << 32
            | u64::from(self.b) << 48
    }

    /// The move of a number; nothing, if it is no move's.
    pub fn from_code(code: u64) -> Self {
        let kind = match code as u8 {
            1 => Kind::Card,
            2 => Kind::Done,
            3 => Kind::Pass,
            4 => Kind::Stop,
            5 => Kind::Take,
            6 => Kind::Call,
            7 => Kind::Option,
            8 => Kind::Build,
            9 => Kind::Check,
            10 => Kind::Bet,
            11 => Kind::Match,
            12 => Kind::Fold,
            13 => Kind::Challenge,
            14 => Kind::Accept,
            15 => Kind::Rank,
            16 => Kind::Declare,
            _ => return Self::NONE,
        };
        Self {
            kind,
            option: (code >> 8) as u8,
            card: (code >> 16) as u8,
            c: (code >> 24) as u8,
            a: (code >> 32) as u16,
            b: (code >> 48) as u16,
        }
    }
}
