//! Reading bytecode: bounded, checked, never a panic.

use super::shapes::{LATE, LATE_IN_LIST};
use std::fmt;

use super::ids::*;
use super::kinds::Kind;
use super::limits::{MAX_LIST, MAX_PHASES};
use super::parts::{CardCondition, Counts, Operator, Phase, Rounding, Word};

/// The deepest nesting of parts and of expressions, lists counted: deeper than any genome has.
const MAX_DEPTH: usize = 400;
/// The most nodes that all expressions together may have: more than any genome has.
const MAX_NODES: usize = 1_000_000;

/// Why some bytes are no bytecode, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The offset of the byte that is wrong.
    pub offset: usize,
    /// What was expected or is wrong there.
    pub what: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.what)
    }
}

impl std::error::Error for Error {}

/// Something that can be read from bytecode.
pub trait Decode: Sized {
    /// Reads it at the reader's place and moves on.
    fn decode(reader: &mut Reader) -> Result<Self, Error>;
}

/// An expression, by the number of its root node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExprId(pub u32);

impl ExprId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A condition on cards, by its number among all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CondId(pub u32);

impl CondId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One node of an expression; operands are numbers of other nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Node {
    Number(i32),
    /// A word of the language with up to three arguments.
    Word(Word, [ExprId; 3], u8),
    Binary(Operator, ExprId, ExprId),
    Not(ExprId),
    Negative(ExprId),
    Zone(ZoneId, Option<ExprId>),
    Role(RoleId, Option<ExprId>),
    Counter(CounterId, Option<ExprId>),
    Let(LetId, Option<ExprId>),
    Choice(ChoiceId),
    Suit(Suit),
    Rank(Rank),
    Mode(ModeId),
    Pile,
    CardSet(CardSetId),
    Table(TableId),
    Tag(TagId),
    Value(ValueId),
    Phase(PhaseId),
    Call(CallId),
    Rounding(Rounding),
    Pattern(PatternId),
}

/// A place in bytecode, and what has been learnt on the way there.
pub struct Reader<'a> {
    data: &'a [u8],
    at: usize,
    depth: usize,
    /// How many suits the deck has.
    pub suits: u8,
    /// How many ranks the deck has.
    pub ranks: u8,
    /// How many there are of everything else.
    pub counts: Counts,
    /// The nodes of all expressions read so far.
    pub nodes: Vec<Node>,
    /// The conditions on cards read so far.
    pub conditions: Vec<CardCondition>,
    /// The phases read so far, each before those inside it; one that is still being read is none.
    pub phases: Vec<Option<Phase>>,
    /// The expressions that are no operands, each with what it must mean and where it ends.
    pub roots: Vec<Root>,
    /// Whether something was met that throws hands in.
    pub throws_in: bool,
    /// Whether the part that is read next has fields that are written only where they are used.
    pub late: bool,
    range: (i32, i32),
    wanted: Option<Kind>,
}

/// A whole expression where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The expression.
    pub expression: ExprId,
    /// What it must mean there.
    pub wanted: Kind,
    /// The offset after it.
    pub end: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the beginning of some bytes.
    pub fn new(data: &'a [u8]) -> Self {
        Self {
            data,
            at: 0,
            depth: 0,
            suits: 0,
            ranks: 0,
            counts: Counts::default(),
            nodes: Vec::new(),
            conditions: Vec::new(),
            phases: Vec::new(),
            roots: Vec::new(),
            throws_in: false,
            late: false,
            range: (i32::MIN, i32::MAX),
            wanted: None,
        }
    }

    /// Notes that something of a kind comes next.
    pub fn meet(&mut self, kind: &str) {
        self.throws_in |= kind == "Redeal";
    }

    /// The offset of the next byte.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// An error at the byte just read.
    pub fn wrong(&self, what: &str) -> Error {
        Error { offset: self.at.saturating_sub(1), what: format!("there is no such {what}") }
    }

    /// An error with its own words.
    pub fn fault(&self, what: impl Into<String>) -> Error {
        Error { offset: self.at, what: what.into() }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let bytes = self
            .data
            .get(self.at..)
            .and_then(|rest| rest.first_chunk::<N>())
            .ok_or_else(|| self.fault("the bytecode ends here"))?;
        self.at += N;
        Ok(*bytes)
    }

    /// One byte.
    pub fn u8(&mut self) -> Result<u8, Error> {
        Ok(self.take::<1>()?[0])
    }

    /// Two bytes.
    pub fn u16(&mut self) -> Result<u16, Error> {
        Ok(u16::from_be_bytes(self.take()?))
    }

    /// Four bytes, without a sign.
    pub fn u32(&mut self) -> Result<u32, Error> {
        Ok(u32::from_be_bytes(self.take()?))
    }

    /// Four bytes, with a sign.
    pub fn i32(&mut self) -> Result<i32, Error> {
        Ok(i32::from_be_bytes(self.take()?))
    }

    /// Eight bytes.
    pub fn u64(&mut self) -> Result<u64, Error> {
        Ok(u64::from_be_bytes(self.take()?))
    }

    /// Goes one level deeper.
    pub fn enter(&mut self, what: &str) -> Result<(), Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fault(format!("a {what} lies deeper than {MAX_DEPTH} levels")));
        }
        Ok(())
    }

    /// Comes back up one level.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Reads something whose numbers lie in a range.
    pub fn within<T>(
        &mut self,
        low: i32,
        high: i32,
        read: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let outer = std::mem::replace(&mut self.range, (low, high));
        let found = read(self);
        self.range = outer;
        found
    }

    /// Reads something whose expressions mean one kind of thing.
    pub fn wanting<T>(
        &mut self,
        kind: Kind,
        read: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.wanted = Some(kind);
        let found = read(self);
        self.wanted = None;
        found
    }

    fn arguments(&mut self) -> Result<([ExprId; 3], u8), Error> {
        let count = self.u8()?;
        if count > 3 {
            return Err(self.wrong("word with so many arguments"));
        }
        let mut arguments = [ExprId(0); 3];
        for argument in arguments.iter_mut().take(usize::from(count)) {
            *argument = ExprId::decode(self)?;
        }
        Ok((arguments, count))
    }

    fn perhaps(&mut self) -> Result<Option<ExprId>, Error> {
        match self.u8()? {
            0 => Ok(None),
            1 => Ok(Some(ExprId::decode(self)?)),
            _ => Err(self.wrong("name with so many arguments")),
        }
    }

    fn node(&mut self) -> Result<Node, Error> {
        Ok(match self.u8()? {
            0 => Node::Number(self.i32()?),
            1 => {
                let word = Word::decode(self)?;
                let (arguments, count) = self.arguments()?;
                Node::Word(word, arguments, count)
            }
            2 => {
                let operator = Operator::decode(self)?;
                let left = ExprId::decode(self)?;
                Node::Binary(operator, left, ExprId::decode(self)?)
            }
            3 => Node::Not(ExprId::decode(self)?),
            4 => Node::Negative(ExprId::decode(self)?),
            5 => {
                let zone = ZoneId::decode(self)?;
                Node::Zone(zone, self.perhaps()?)
            }
            6 => {
                let role = RoleId::decode(self)?;
                Node::Role(role, self.perhaps()?)
            }
            7 => {
                let counter = CounterId::decode(self)?;
                Node::Counter(counter, self.perhaps()?)
            }
            8 => {
                let number = LetId::decode(self)?;
                Node::Let(number, self.perhaps()?)
            }
            9 => Node::Choice(Decode::decode(self)?),
            10 => Node::Suit(self.wide_suit()?),
            11 => Node::Rank(self.wide_rank()?),
            12 => Node::Mode(Decode::decode(self)?),
            13 => Node::Pile,
            14 => Node::CardSet(Decode::decode(self)?),
            15 => Node::Table(Decode::decode(self)?),
            16 => Node::Tag(Decode::decode(self)?),
            17 => Node::Value(Decode::decode(self)?),
            18 => Node::Phase(PhaseId(self.u16()?)),
            19 => Node::Call(Decode::decode(self)?),
            20 => Node::Rounding(Decode::decode(self)?),
            21 => Node::Pattern(Decode::decode(self)?),
            _ => return Err(self.wrong("kind of expression")),
        })
    }

    fn wide_suit(&mut self) -> Result<Suit, Error> {
        match self.u16()? {
            number if number < u16::from(self.suits) || number == u16::from(Suit::NONE.0) => {
                Ok(Suit(number as u8))
            }
            _ => Err(self.wrong("suit")),
        }
    }

    fn wide_rank(&mut self) -> Result<Rank, Error> {
        match self.u16()? {
            number if number < u16::from(self.ranks) => Ok(Rank(number as u8)),
            _ => Err(self.wrong("rank")),
        }
    }
}

impl Decode for ExprId {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        // Operands are no roots: what they must mean is up to what they are operands of.
        let wanted = reader.wanted.take();
        reader.enter("expression")?;
        let node = reader.node()?;
        reader.leave();
        if reader.nodes.len() >= MAX_NODES {
            return Err(reader.fault(format!("more than {MAX_NODES} parts of expressions")));
        }
        reader.nodes.push(node);
        let expression = ExprId(reader.nodes.len() as u32 - 1);
        if let Some(wanted) = wanted {
            reader.roots.push(Root { expression, wanted, end: reader.at });
            reader.wanted = Some(wanted);
        }
        Ok(expression)
    }
}

impl Decode for CondId {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        reader.enter("condition on cards")?;
        let condition = CardCondition::decode(reader)?;
        reader.leave();
        reader.conditions.push(condition);
        Ok(CondId(reader.conditions.len() as u32 - 1))
    }
}

impl Decode for PhaseId {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        let number = reader.phases.len();
        // Turns that a genome does not write out count as a phase here.
        if number > MAX_PHASES {
            return Err(reader.fault(format!("more than {MAX_PHASES} phases")));
        }
        reader.phases.push(None);
        reader.phases[number] = Some(Phase::decode(reader)?);
        Ok(PhaseId(number as u16))
    }
}

impl Decode for bool {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        match reader.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(reader.wrong("yes or no")),
        }
    }
}

impl Decode for u16 {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        reader.u16()
    }
}

impl Decode for i32 {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        let (low, high) = reader.range;
        match reader.i32()? {
            number if (low..=high).contains(&number) => Ok(number),
            number => Err(reader.fault(format!("{number} is not from {low} to {high}"))),
        }
    }
}

impl Decode for f32 {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        match f32::from_be_bytes(reader.take()?) {
            number if number.is_finite() => Ok(number),
            _ => Err(reader.wrong("number")),
        }
    }
}

impl Decode for () {
    fn decode(_: &mut Reader) -> Result<Self, Error> {
        Ok(())
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        reader.enter("part")?;
        let part = T::decode(reader)?;
        reader.leave();
        Ok(Box::new(part))
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        let there = reader.u8()?;
        reader.late = there & LATE != 0;
        let part = match there & !LATE {
            0 => None,
            1 => Some(T::decode(reader)?),
            _ => return Err(reader.wrong("optional part")),
        };
        if std::mem::take(&mut reader.late) {
            return Err(reader.fault("something has nothing more"));
        }
        Ok(part)
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        reader.enter("list")?;
        let written = reader.u16()?;
        let (length, late) = (usize::from(written & !LATE_IN_LIST), written & LATE_IN_LIST != 0);
        if length > MAX_LIST {
            return Err(reader.fault(format!("a list of {length}, at most {MAX_LIST}")));
        }
        let mut items = Vec::with_capacity(length.min(64));
        for _ in 0..length {
            if late {
                reader.late = match reader.u8()? {
                    0 => false,
                    LATE => true,
                    _ => return Err(reader.wrong("part of a list")),
                };
            }
            items.push(T::decode(reader)?);
            if std::mem::take(&mut reader.late) {
                return Err(reader.fault("something has nothing more"));
            }
        }
        reader.leave();
        Ok(items)
    }
}
