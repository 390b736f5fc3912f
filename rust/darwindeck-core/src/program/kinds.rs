//! What expressions can mean.

use super::parts::Operator;

/// What a word looks at in the zone it is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// No more than how many cards lie there, if it is asked about a zone at all.
    Nothing,
    /// Its cards.
    Cards,
    /// Its top card.
    Top,
}

/// What an expression means; a condition is a number that is 0 or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number or a condition.
    Number,
    /// A number above 0 that is written out.
    Literal,
    /// What a term may stand for: a number, a condition or a seat.
    Term,
    /// A seat.
    Seat,
    /// Some seats or sides.
    Seats,
    /// A zone, a pile or the top card of one.
    Zone,
    /// A suit.
    Suit,
    /// A rank.
    Rank,
    /// A mode of the ranking.
    Mode,
    /// No seat, or no suit.
    Nothing,
    /// The same as another argument.
    Same,
    /// The name of a card set.
    CardSet,
    /// The name of a point table.
    Table,
    /// The name of a phase.
    Phase,
    /// The name of a call.
    Call,
    /// The name of what a call names.
    Choice,
    /// Cards of one zone or of two.
    Heap,
    /// The name of a pattern.
    Pattern,
    /// The name of a tag of patterns.
    Tag,
    /// The name of a value of patterns.
    Value,
    /// How a division is rounded.
    Rounding,
}

impl Kind {
    /// Whether something of this kind may stand where another is wanted.
    pub fn fits(self, wanted: Kind) -> bool {
        match wanted {
            Kind::Term => matches!(self, Kind::Number | Kind::Seat),
            Kind::Seat => matches!(self, Kind::Seat | Kind::Nothing),
            Kind::Seats => matches!(self, Kind::Seat | Kind::Seats | Kind::Nothing),
            Kind::Suit => matches!(self, Kind::Suit | Kind::Nothing),
            Kind::Heap => matches!(self, Kind::Zone | Kind::Heap),
            Kind::Same => true,
            _ => self == wanted,
        }
    }

    /// What is one of two kinds; none if nothing could tell which.
    pub fn or(self, other: Kind) -> Option<Kind> {
        let widest = [self, other, Kind::Seats];
        widest.into_iter().find(|kind| self.fits(*kind) && other.fits(*kind))
    }

    /// Whether two kinds can be compared.
    pub fn compares(self, other: Kind) -> bool {
        self.or(other).is_some()
    }
}

impl Operator {
    /// Whether it compares two numbers, or two of anything.
    pub fn compares(self) -> bool {
        matches!(
            self,
            Operator::Equal
                | Operator::NotEqual
                | Operator::Less
                | Operator::LessEqual
                | Operator::Greater
                | Operator::GreaterEqual
        )
    }
}
