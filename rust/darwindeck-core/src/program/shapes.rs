//! The shapes in which `parts.rs` writes the language down, each with how it is read from bytecode.

/// Beside the number of a kind, or that an optional part is there: fields that are written only where they
/// are used follow the others.
pub const LATE: u8 = 0x80;
/// Beside the length of a list: some of its parts have such fields, and before each stands which.
pub const LATE_IN_LIST: u16 = 0x8000;

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

/// A part: its fields in order, and what of the reader bounds one (`=> within(1, 9)`); then those that
/// stand there only where they are used.
macro_rules! part {
    ($(#[$note:meta])* $name:ident {
        $($field:ident: $kind:ty $(=> $way:ident($($how:tt)*))?),* $(,)?
    } $(late {
        $($late:ident: $later:ty $(=> $late_way:ident($($late_how:tt)*))?),* $(,)?
    })?) => {
        $(#[$note])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(pub $field: $kind,)*
            $($(pub $late: $later,)*)?
        }

        impl Decode for $name {
            #[allow(unused_variables, unused_mut, unused_assignments)]
            fn decode(reader: &mut Reader) -> Result<Self, Error> {
                let mut late = std::mem::take(&mut reader.late);
                $(let $field = part!(@read reader $($way($($how)*))?);)*
                $(
                    $(let $late = match late {
                        true => part!(@read reader $($late_way($($late_how)*))?),
                        false => Default::default(),
                    };)*
                    late = false;
                )?
                if late {
                    return Err(reader.fault(concat!(stringify!($name), " has nothing more")));
                }
                Ok(Self { $($field,)* $($($late,)*)? })
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
                let number = reader.u8()?;
                reader.late = number & LATE != 0;
                let part = match number & !LATE {
                    $($number => {
                        reader.meet(stringify!($kind));
                        Self::$kind(Box::new(Decode::decode(reader)?))
                    })*
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
