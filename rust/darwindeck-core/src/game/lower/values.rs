//! Expressions of numbers, conditions and seats.

use crate::game::state::Layout;
use crate::game::tables::Tables;
use crate::program::ids::{ChoiceId, LetId, PatternId, PhaseId, TableId, TagId, ValueId};
use crate::program::parts::*;
use crate::program::{CondId, ExprId, Node, Program};

/// Whose something is: that of the subject, or of somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct Whose(u32);

impl Whose {
    /// That of the subject.
    pub(in crate::game) const OWN: Self = Self(u32::MAX);

    pub(super) fn of(argument: Option<ExprId>) -> Self {
        argument.map_or(Self::OWN, |e| Self(e.0))
    }

    /// The expression of somebody else.
    #[inline(always)]
    pub(in crate::game) fn other(self) -> Option<ExprId> {
        (self != Self::OWN).then_some(ExprId(self.0))
    }
}

/// What an expression comes to. A condition is a number: it holds if that is not 0; nobody, no suit and
/// no rank are -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Value {
    /// What is found at once.
    Leaf(Leaf),
    Not(ExprId),
    Negative(ExprId),
    Abs(ExprId),
    IsSet(ExprId),
    Binary(Operator, ExprId, ExprId),
    /// A comparison with a number.
    Compare(Operator, ExprId, i32),
    Min(ExprId, ExprId),
    Max(ExprId, ExprId),
    Div(ExprId, ExprId, Rounding),
    Mod(ExprId, ExprId),
    If(ExprId, ExprId, ExprId),
    /// A term that comes to the same whoever asks: what it stands for.
    Same(ExprId),
}

/// A value without operands that are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Leaf {
    Number(i32),
    // What is true of the whole table.
    HandNumber,
    DealNumber,
    Turns,
    Trick,
    TricksPlayed,
    Bids,
    Calls,
    PassesInRow,
    Standing,
    Pot,
    Raised,
    LedTrump,
    Broken,
    Trump,
    Mode,
    Clockwise,
    Picked,
    /// A register of the table: a counter or a role.
    Register(u32),
    // What is true of somebody.
    /// Registers by seat.
    OfSeats {
        at: u32,
        len: u8,
        whose: Whose,
    },
    /// Registers by side.
    OfSide {
        at: u32,
        len: u8,
        whose: Whose,
    },
    Of(Quantity, Whose),
    /// The cards in the subject's place, where every seat has one.
    OwnSize {
        base: u16,
        owners: u8,
    },
    /// Whether somebody has made a call.
    Called {
        at: u32,
        whose: Whose,
    },
    /// Whether somebody has failed to follow a suit.
    Failed(ExprId, Whose),
    Is(ExprId, Whose),
    Declared {
        tag: TagId,
        name: ValueId,
        whose: Whose,
    },
    Can(PhaseId, Whose),
    /// A term that depends on whom it is asked of.
    Term(LetId, Whose),
    // What calls named.
    Choice(ChoiceId),
    PlaceInList(ChoiceId),
    // What lies in a zone.
    Size(ExprId),
    Count(ExprId, CondId),
    Points(ExprId, TableId),
    Total(ExprId),
    Best(ExprId, TableId),
    Suits(ExprId),
    Groups(ExprId),
    FromHighest(ExprId),
    FromLowest(ExprId),
    Strongest(ExprId, ExprId),
    Unbroken(ExprId, CondId),
    Suited(ExprId, TableId),
    HighestIn(ExprId, CondId),
    LowestIn(ExprId, CondId),
    Better(ExprId, ExprId),
    /// What cards of a zone come to by a pattern.
    Forming(Forming, ExprId, PatternId),
    SuitOf(ExprId),
    RankOf(ExprId),
    Piles(ExprId, ExprId),
    PickedFrom(ExprId, CondId),
    // Several subjects.
    /// Whether some seats are among others.
    In(ExprId, ExprId),
    Over(Gathering, ExprId, ExprId),
    /// Whether any player, or every player, has a hand of a certain size.
    /// How many players in the game have a hand of a certain size.
    HandsOfSize {
        operator: Operator,
        than: i32,
    },
    Hands {
        all: bool,
        operator: Operator,
        than: i32,
    },
    HowMany(ExprId),
    Most(ExprId, Whose),
    Least(ExprId, Whose),
    Other(ExprId, Whose),
    /// The number of a seat.
    Seats(Seats),
}

/// What cards can come to by a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Forming {
    /// Whether all of them form it.
    Whole,
    /// How many sets of them do.
    Ways,
    /// How many cards these have.
    Cards,
    /// How many of those on top do.
    Trailing,
}

/// Seats and sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Seats {
    // One seat.
    Dealer,
    Turn,
    Leader,
    Winner,
    LastTaker,
    House,
    /// The seat so many places on.
    Beside(ExprId, i8),
    Partner(ExprId),
    Offset(ExprId, ExprId),
    /// The nearest seat in one direction of which something is true.
    Nearest(ExprId, ExprId, i8),
    Holder(CondId),
    /// The first of some for whom something is most, or least.
    WithMost(ExprId, ExprId),
    WithLeast(ExprId, ExprId),
    FirstToName {
        call: u16,
        choice: ChoiceId,
        among: ExprId,
    },
    // Groups of seats or sides.
    Each,
    Teams,
    Team(ExprId),
    Opponents(ExprId),
    Others(ExprId),
    Where(ExprId, ExprId),
    From(ExprId, ExprId),
}

/// What a seat or a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Quantity {
    Score,
    HandScore,
    Tricks,
    TookLast,
    HandSize,
    Chips,
    Staked,
    Owed,
    Position,
    Active,
    Played,
    Drawn,
}

/// How what is true of several is put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Gathering {
    Sum,
    Highest,
    Lowest,
    Any,
    All,
}

impl Seats {
    /// Whether it may mean several seats or a side.
    pub(in crate::game) fn is_group(self) -> bool {
        match self {
            Self::Dealer
            | Self::Leader
            | Self::Winner
            | Self::LastTaker
            | Self::House
            | Self::Beside(..)
            | Self::Partner(_)
            | Self::Offset(..)
            | Self::Nearest(..)
            | Self::Holder(_)
            | Self::WithMost(..)
            | Self::WithLeast(..)
            | Self::FirstToName { .. } => false,
            Self::Turn
            | Self::Each
            | Self::Teams
            | Self::Team(_)
            | Self::Opponents(_)
            | Self::Others(_)
            | Self::Where(..)
            | Self::From(..) => true,
        }
    }
}

/// The values of all expressions, by their numbers, and whether they may depend on whom they are asked of.
pub(super) fn lower(
    program: &Program,
    tables: &Tables,
    layout: &Layout,
) -> (Vec<Value>, Vec<bool>) {
    let mut lowering =
        Lowering { program, tables, layout, reads_subject: vec![None; program.nodes.len()] };
    let all = (0..program.nodes.len()).map(|number| ExprId(number as u32));
    let values = all.clone().map(|e| lowering.value(e)).collect();
    (values, all.map(|e| lowering.reads_subject(e)).collect())
}

struct Lowering<'a> {
    program: &'a Program,
    tables: &'a Tables,
    layout: &'a Layout,
    /// By expression: whether it may depend on whom it is asked of.
    reads_subject: Vec<Option<bool>>,
}

impl Lowering<'_> {
    fn node(&self, e: ExprId) -> Node {
        self.program.nodes[e.index()]
    }

    fn value(&mut self, e: ExprId) -> Value {
        Value::Leaf(match self.node(e) {
            Node::Number(number) => Leaf::Number(number),
            Node::Word(word, arguments, count) => {
                return self.word(word, &arguments[..usize::from(count)]);
            }
            Node::Binary(operator, left, right) => match self.node(right) {
                Node::Number(number) if operator.compares() => {
                    return Value::Compare(operator, left, number);
                }
                _ if operator == Operator::In => Leaf::In(left, right),
                _ => return Value::Binary(operator, left, right),
            },
            Node::Not(inner) => return Value::Not(inner),
            Node::Negative(inner) => return Value::Negative(inner),
            Node::Counter(id, whose) => {
                let whose = Whose::of(whose);
                let slot = &self.layout.counters[id.index()];
                let (at, len) = (slot.at as u32, slot.len as u8);
                match slot.scope {
                    Scope::Table => Leaf::Register(at),
                    Scope::Seat => Leaf::OfSeats { at, len, whose },
                    Scope::Team => Leaf::OfSide { at, len, whose },
                }
            }
            Node::Let(id, whose) => return self.term(id, whose),
            Node::Choice(id) => Leaf::Choice(id),
            Node::Suit(suit) => Leaf::Number(if suit.0 < 254 { i32::from(suit.0) } else { -1 }),
            Node::Rank(rank) => Leaf::Number(i32::from(rank.0)),
            Node::Mode(mode) => Leaf::Number(i32::from(mode.0)),
            Node::Role(id, _) => Leaf::Register((self.layout.roles + id.index()) as u32),
            Node::Zone(..)
            | Node::Pile
            | Node::CardSet(_)
            | Node::Table(_)
            | Node::Pattern(_)
            | Node::Tag(_)
            | Node::Value(_)
            | Node::Phase(_)
            | Node::Call(_)
            | Node::Rounding(_) => Leaf::Number(0),
        })
    }

    fn forming(&mut self, what: Forming, arguments: &[ExprId]) -> Leaf {
        match self.node(arguments[1]) {
            Node::Pattern(pattern) => Leaf::Forming(what, arguments[0], pattern),
            _ => Leaf::Number(0),
        }
    }

    /// A term is what it stands for, unless that depends on whom it is asked of.
    fn term(&mut self, id: LetId, whose: Option<ExprId>) -> Value {
        let spec = &self.program.lets[id.index()];
        let own = spec.scope == Scope::Table && whose.is_none();
        // What is said of a player, asked of several, is a sum; asked of nobody, nothing.
        let asked = spec.scope == Scope::Seat || spec.scope == Scope::Team && whose.is_some();
        if own || !asked && !self.reads_subject(spec.value) {
            match self.value(spec.value) {
                Value::Leaf(Leaf::Seats(_)) => {}
                Value::Leaf(leaf) => return Value::Leaf(leaf),
                // It may mean seats.
                Value::If(..) => {}
                Value::Same(other) => return Value::Same(other),
                _ => return Value::Same(spec.value),
            }
        }
        Value::Leaf(Leaf::Term(id, Whose::of(whose)))
    }

    fn word(&mut self, word: Word, arguments: &[ExprId]) -> Value {
        let whose = |place: usize| Whose::of(arguments.get(place).copied());
        let of = |quantity: Quantity| Leaf::Of(quantity, whose(0));
        let halfway = (self.tables.players / 2) as i8;
        Value::Leaf(match word {
            Word::HandNumber => Leaf::HandNumber,
            Word::DealNumber => Leaf::DealNumber,
            Word::Turns => Leaf::Turns,
            Word::Trick => Leaf::Trick,
            Word::TricksPlayed => Leaf::TricksPlayed,
            Word::Bids => Leaf::Bids,
            Word::Calls => Leaf::Calls,
            Word::PassesInRow => Leaf::PassesInRow,
            Word::Standing => Leaf::Standing,
            Word::Pot => Leaf::Pot,
            Word::Raised => Leaf::Raised,
            Word::LedTrump => Leaf::LedTrump,
            Word::Broken => Leaf::Broken,
            Word::Trump => Leaf::Trump,
            Word::Mode => Leaf::Mode,
            Word::Clockwise => Leaf::Clockwise,
            Word::None => Leaf::Number(-1),
            Word::True => Leaf::Number(1),
            Word::False => Leaf::Number(0),
            Word::Dealer => Leaf::Seats(Seats::Dealer),
            Word::Turn => Leaf::Seats(Seats::Turn),
            Word::Leader => Leaf::Seats(Seats::Leader),
            Word::Winner => Leaf::Seats(Seats::Winner),
            Word::LastTaker => Leaf::Seats(Seats::LastTaker),
            Word::House => Leaf::Seats(Seats::House),
            Word::Each => Leaf::Seats(Seats::Each),
            Word::Teams => Leaf::Seats(Seats::Teams),
            Word::Left => Leaf::Seats(Seats::Beside(arguments[0], 1)),
            Word::Right => Leaf::Seats(Seats::Beside(arguments[0], -1)),
            Word::Across => Leaf::Seats(Seats::Beside(arguments[0], halfway)),
            Word::Partner => Leaf::Seats(Seats::Partner(arguments[0])),
            Word::Offset => Leaf::Seats(Seats::Offset(arguments[0], arguments[1])),
            Word::Next => Leaf::Seats(Seats::Nearest(arguments[0], arguments[1], 1)),
            Word::Previous => Leaf::Seats(Seats::Nearest(arguments[0], arguments[1], -1)),
            Word::Holder => self.of_cards(arguments[0], |cards| Leaf::Seats(Seats::Holder(cards))),
            Word::FirstToName => match (self.node(arguments[0]), self.node(arguments[1])) {
                (Node::Call(call), Node::Choice(choice)) => {
                    Leaf::Seats(Seats::FirstToName { call: call.0, choice, among: arguments[2] })
                }
                _ => Leaf::Number(-1),
            },
            Word::Team => Leaf::Seats(Seats::Team(arguments[0])),
            Word::Opponents => Leaf::Seats(Seats::Opponents(arguments[0])),
            Word::Others => Leaf::Seats(Seats::Others(arguments[0])),
            Word::Where => Leaf::Seats(Seats::Where(arguments[0], arguments[1])),
            Word::From => Leaf::Seats(Seats::From(arguments[0], arguments[1])),
            Word::Score => of(Quantity::Score),
            Word::HandScore => of(Quantity::HandScore),
            Word::Tricks => of(Quantity::Tricks),
            Word::TookLast => of(Quantity::TookLast),
            Word::HandSize => self.hand_size(arguments),
            Word::Chips => of(Quantity::Chips),
            Word::Staked => of(Quantity::Staked),
            Word::Owed => of(Quantity::Owed),
            Word::Position => of(Quantity::Position),
            Word::Active => of(Quantity::Active),
            Word::Played => of(Quantity::Played),
            Word::Drawn => of(Quantity::Drawn),
            Word::Picked => Leaf::Picked,
            Word::PickedFrom => {
                self.of_cards(arguments[1], |cards| Leaf::PickedFrom(arguments[0], cards))
            }
            Word::Is => Leaf::Is(arguments[0], whose(1)),
            Word::Set => return Value::IsSet(arguments[0]),
            Word::Called => match self.node(arguments[0]) {
                Node::Call(call) => {
                    let at = (self.layout.called + call.index()) as u32;
                    Leaf::Called { at, whose: whose(1) }
                }
                _ => Leaf::Number(0),
            },
            Word::FailedToFollow => Leaf::Failed(arguments[0], whose(1)),
            Word::Place => match self.node(arguments[0]) {
                Node::Choice(choice) => Leaf::PlaceInList(choice),
                _ => Leaf::Number(0),
            },
            Word::Declared => match (self.node(arguments[0]), self.node(arguments[1])) {
                (Node::Tag(tag), Node::Value(name)) => {
                    Leaf::Declared { tag, name, whose: whose(2) }
                }
                _ => Leaf::Number(0),
            },
            Word::Can => match self.node(arguments[0]) {
                Node::Phase(phase) => Leaf::Can(phase, whose(1)),
                _ => Leaf::Number(0),
            },
            Word::Size => Leaf::Size(arguments[0]),
            Word::Count => self.of_cards(arguments[1], |cards| Leaf::Count(arguments[0], cards)),
            Word::Points => match self.node(arguments[1]) {
                Node::Table(table) => Leaf::Points(arguments[0], table),
                _ => Leaf::Number(0),
            },
            Word::Total => Leaf::Total(arguments[0]),
            Word::Best => match self.node(arguments[1]) {
                Node::Table(table) => Leaf::Best(arguments[0], table),
                _ => Leaf::Number(0),
            },
            Word::Suits => Leaf::Suits(arguments[0]),
            Word::Groups => Leaf::Groups(arguments[0]),
            Word::FromHighest => Leaf::FromHighest(arguments[0]),
            Word::FromLowest => Leaf::FromLowest(arguments[0]),
            Word::Strongest => Leaf::Strongest(arguments[0], arguments[1]),
            Word::WithMost => Leaf::Seats(Seats::WithMost(arguments[0], arguments[1])),
            Word::WithLeast => Leaf::Seats(Seats::WithLeast(arguments[0], arguments[1])),
            Word::Forms => self.forming(Forming::Whole, arguments),
            Word::Ways => self.forming(Forming::Ways, arguments),
            Word::InWays => self.forming(Forming::Cards, arguments),
            Word::Trailing => self.forming(Forming::Trailing, arguments),
            Word::Joined | Word::Those | Word::FirstPile => Leaf::Number(0),
            Word::Unbroken => {
                self.of_cards(arguments[1], |cards| Leaf::Unbroken(arguments[0], cards))
            }
            Word::HighestIn => {
                self.of_cards(arguments[1], |cards| Leaf::HighestIn(arguments[0], cards))
            }
            Word::LowestIn => {
                self.of_cards(arguments[1], |cards| Leaf::LowestIn(arguments[0], cards))
            }
            Word::Suited => match self.node(arguments[1]) {
                Node::Table(table) => Leaf::Suited(arguments[0], table),
                _ => Leaf::Number(0),
            },
            Word::Better => Leaf::Better(arguments[0], arguments[1]),
            Word::Suit => Leaf::SuitOf(arguments[0]),
            Word::Rank | Word::Top => Leaf::RankOf(arguments[0]),
            Word::Piles => Leaf::Piles(arguments[0], arguments[1]),
            Word::If => return Value::If(arguments[0], arguments[1], arguments[2]),
            Word::Min => return Value::Min(arguments[0], arguments[1]),
            Word::Max => return Value::Max(arguments[0], arguments[1]),
            Word::Abs => return Value::Abs(arguments[0]),
            Word::Div => match self.node(arguments[2]) {
                Node::Rounding(rounding) => {
                    return Value::Div(arguments[0], arguments[1], rounding);
                }
                _ => Leaf::Number(0),
            },
            Word::Mod => return Value::Mod(arguments[0], arguments[1]),
            Word::Sum => Leaf::Over(Gathering::Sum, arguments[0], arguments[1]),
            Word::Highest => Leaf::Over(Gathering::Highest, arguments[0], arguments[1]),
            Word::Lowest => Leaf::Over(Gathering::Lowest, arguments[0], arguments[1]),
            Word::Any => self.of_any(arguments, false),
            Word::All => self.of_any(arguments, true),
            Word::Number => self.how_many(arguments[0]),
            Word::Most => Leaf::Most(arguments[0], whose(1)),
            Word::Least => Leaf::Least(arguments[0], whose(1)),
            Word::Other => Leaf::Other(arguments[0], whose(1)),
        })
    }

    fn hand_size(&self, arguments: &[ExprId]) -> Leaf {
        let hand = self.program.known.hand.map(|zone| &self.tables.zones[zone.index()]);
        match hand {
            Some(hand) if hand.owner == Owner::Seat && hand.piles == 1 && arguments.is_empty() => {
                Leaf::OwnSize { base: hand.base, owners: hand.owners }
            }
            _ => Leaf::Of(Quantity::HandSize, Whose::of(arguments.first().copied())),
        }
    }

    /// How many some are.
    fn how_many(&mut self, group: ExprId) -> Leaf {
        if let Node::Word(Word::Where, [of, condition, _], _) = self.node(group) {
            let each = matches!(self.node(of), Node::Word(Word::Each, ..));
            if let (true, Value::Compare(operator, left, than)) = (each, self.value(condition)) {
                if let Value::Leaf(Leaf::OwnSize { .. }) = self.value(left) {
                    return Leaf::HandsOfSize { operator, than };
                }
            }
        }
        Leaf::HowMany(group)
    }

    /// What is true of any of some, or of all.
    fn of_any(&mut self, arguments: &[ExprId], all: bool) -> Leaf {
        let gathering = if all { Gathering::All } else { Gathering::Any };
        let each = matches!(self.node(arguments[0]), Node::Word(Word::Each, ..));
        if let (true, Value::Compare(operator, left, than)) = (each, self.value(arguments[1])) {
            if let Value::Leaf(Leaf::OwnSize { .. }) = self.value(left) {
                return Leaf::Hands { all, operator, than };
            }
        }
        Leaf::Over(gathering, arguments[0], arguments[1])
    }

    /// What is said of the cards of a named set.
    fn of_cards(&self, set: ExprId, make: impl FnOnce(CondId) -> Leaf) -> Leaf {
        match self.node(set) {
            Node::CardSet(set) => make(self.program.card_sets[set.index()].cards),
            _ => Leaf::Number(0),
        }
    }

    /// Whether an expression may depend on whom it is asked of.
    fn reads_subject(&mut self, e: ExprId) -> bool {
        if let Some(found) = self.reads_subject[e.index()] {
            return found;
        }
        let found = match self.node(e) {
            Node::Word(word, arguments, count) => {
                let arguments = &arguments[..usize::from(count)];
                let own = arguments.len() - usize::from(asks_others(word));
                asks_subject(word, arguments.len())
                    || arguments[..own].iter().any(|argument| self.reads_subject(*argument))
            }
            Node::Binary(_, left, right) => self.reads_subject(left) || self.reads_subject(right),
            Node::Not(inner) | Node::Negative(inner) => self.reads_subject(inner),
            Node::Counter(id, whose) => {
                self.program.counters[id.index()].scope != Scope::Table && self.is_subject(whose)
            }
            Node::Zone(zone, whose) => {
                self.tables.zones[zone.index()].owner != Owner::Table && self.is_subject(whose)
            }
            Node::Let(id, whose) => {
                let value = self.program.lets[id.index()].value;
                whose.is_some_and(|whose| self.reads_subject(whose))
                    || whose.is_none() && self.reads_subject(value)
            }
            Node::CardSet(set) => {
                let cards = self.program.card_sets[set.index()].cards;
                self.tables.dynamic[cards.index()]
            }
            Node::Number(_)
            | Node::Role(..)
            | Node::Choice(_)
            | Node::Suit(_)
            | Node::Rank(_)
            | Node::Mode(_)
            | Node::Pile
            | Node::Table(_)
            | Node::Pattern(_)
            | Node::Tag(_)
            | Node::Value(_)
            | Node::Phase(_)
            | Node::Call(_)
            | Node::Rounding(_) => false,
        };
        self.reads_subject[e.index()] = Some(found);
        found
    }

    fn is_subject(&mut self, whose: Option<ExprId>) -> bool {
        whose.is_none_or(|whose| self.reads_subject(whose))
    }
}

/// Whether the last argument of a word is asked of those that the first one means, and of nobody else.
pub(super) fn asks_others(word: Word) -> bool {
    matches!(
        word,
        Word::Sum
            | Word::Highest
            | Word::Lowest
            | Word::Any
            | Word::All
            | Word::Where
            | Word::Next
            | Word::Previous
            | Word::WithMost
            | Word::WithLeast
    )
}

/// Whether a word with so many arguments asks for the subject itself.
fn asks_subject(word: Word, arguments: usize) -> bool {
    let (takes, of_somebody) = word.takes();
    match word {
        Word::Turn | Word::Place => true,
        // Whoever is asked about: cards are picked by the player who is choosing.
        Word::Picked => false,
        _ => of_somebody && arguments <= takes.len(),
    }
}
