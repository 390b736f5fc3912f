//! The shapes in which `parts.rs` writes the language down, each with how it is read from bytecode.

/// One of several plain things: what its number is, their order says.
macro_rules! choice {
    ($name:ident { $($member:ident),* $(,)? }) => { choice! { $name u8 { $($member),* } } };
    ($name:ident $size:ident { $($member:ident),* $(,)? }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($member),*
        }

        impl Decode for $name {
            fn decode(reader: &mut Reader) -> Result<Self, Error> {
                let number = usize::from(reader.$size()?);
                let found = [$(Self::$member),*].get(number).copied();
                found.ok_or_else(|| reader.wrong(stringify!($name)))
            }
        }
    };
}

/// A part: its fields in order, and what of the reader bounds one (`=> within(1, 9)`).
macro_rules! part {
    ($(#[$note:meta])* $name:ident {
        $($field:ident: $kind:ty $(=> $way:ident($($how:tt)*))?),* $(,)?
    }) => {
        $(#[$note])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(pub $field: $kind),*
        }

        impl Decode for $name {
            #[allow(unused_variables)]
            fn decode(reader: &mut Reader) -> Result<Self, Error> {
                Ok(Self { $($field: part!(@read reader $($way($($how)*))?)),* })
            }
        }
    };
    (@read $reader:ident) => { Decode::decode($reader)? };
    (@read $reader:ident $way:ident($($how:tt)*)) => {
        $reader.$way($($how)*, Decode::decode)?
    };
}

/// A part that is of one of several kinds.
macro_rules! kinds {
    ($name:ident { $($number:literal $kind:ident($part:ident)),* $(,)? }) => {
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $($kind(Box<$part>)),*
        }

        impl Decode for $name {
            fn decode(reader: &mut Reader) -> Result<Self, Error> {
                reader.enter(stringify!($name))?;
                let part = match reader.u8()? {
                    $($number => Self::$kind(Box::new(Decode::decode(reader)?)),)*
                    _ => return Err(reader.wrong(stringify!($name))),
                };
                reader.leave();
                Ok(part)
            }
        }
    };
}

/// Words of expressions: what they take, whether they may be asked of somebody, what they give,
/// and what of the cards in a zone they read.
macro_rules! words {
    ($name:ident {
        $($word:ident($($takes:ident),*) $of:literal $gives:ident $reads:ident),* $(,)?
    }) => {
        choice! { $name { $($word),* } }

        impl $name {
            /// The arguments it takes, and whether it may be asked of somebody else besides.
            pub fn takes(self) -> (&'static [Kind], bool) {
                match self {
                    $(Self::$word => (&[$(Kind::$takes),*], $of),)*
                }
            }

            /// What it gives.
            pub fn gives(self) -> Kind {
                match self {
                    $(Self::$word => Kind::$gives,)*
                }
            }

            /// What it reads in the zone that is its first argument.
            pub fn reads(self) -> Reads {
                match self {
                    $(Self::$word => Reads::$reads,)*
                }
            }
        }
    };
}
