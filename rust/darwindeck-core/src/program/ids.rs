//! Numbers that stand for names. Each is checked, when it is read, against how many there are.

use super::reader::{Decode, Error, Reader};

/// A suit by its number in the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(pub u8);

impl Suit {
    /// No suit: "no trumps".
    pub const NONE: Suit = Suit(254);
}

impl Decode for Suit {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        let number = reader.u8()?;
        if number < reader.suits || number == Self::NONE.0 {
            Ok(Self(number))
        } else {
            Err(reader.wrong("suit"))
        }
    }
}

/// A rank by its number in the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(pub u8);

impl Decode for Rank {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        let number = reader.u8()?;
        if number < reader.ranks { Ok(Self(number)) } else { Err(reader.wrong("rank")) }
    }
}

macro_rules! ids {
    ($($name:ident of $count:ident: $what:literal;)*) => {$(
        #[doc = concat!("The number of ", $what, ".")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(pub u16);

        impl $name {
            /// The number as an index.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        impl Decode for $name {
            fn decode(reader: &mut Reader) -> Result<Self, Error> {
                let number = reader.u16()?;
                if number < reader.counts.$count {
                    Ok(Self(number))
                } else {
                    Err(reader.wrong($what))
                }
            }
        }
    )*};
}

ids! {
    ZoneId of zone: "a zone";
    RoleId of role: "a role";
    CounterId of counter: "a counter";
    LetId of r#let: "a let";
    CardSetId of card_set: "a card set";
    TableId of point_table: "a point table";
    PatternId of pattern: "a pattern";
    TagId of tag: "a tag";
    ValueId of value: "a pattern value";
    ModeId of mode: "a mode";
    CallId of call: "a call";
    ChoiceId of choice: "a choice of a call";
    ColourId of colour: "a colour";
    IntoId of into: "what a scoring rule changes";
}

/// The number of a phase, in the order in which they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PhaseId(pub u16);

impl PhaseId {
    /// The number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
