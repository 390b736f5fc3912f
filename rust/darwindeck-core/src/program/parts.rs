//! The parts of the language, generated from its types by `make generate`.

use super::ids::*;
use super::kinds::Kind;
use super::reader::{CondId, Decode, Error, ExprId, Reader};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
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
    None,
    Dealer,
    Turn,
    Leader,
    Winner,
    LastTaker,
    House,
    Each,
    Teams,
    Left,
    Right,
    Across,
    Partner,
    Offset,
    Next,
    Previous,
    Holder,
    FirstToName,
    Team,
    Opponents,
    Others,
    Where,
    From,
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
    Picked,
    PickedFrom,
    Is,
    Set,
    Called,
    Place,
    Declared,
    Can,
    Size,
    Count,
    Points,
    Total,
    Best,
    Suits,
    Groups,
    Suit,
    Rank,
    Top,
    Piles,
    If,
    Min,
    Max,
    Abs,
    Div,
    Mod,
    Sum,
    Highest,
    Lowest,
    Number,
    Any,
    All,
    Most,
    Least,
    Other,
    True,
    False,
    Forms,
    Ways,
    InWays,
    Trailing,
    Joined,
    Those,
    Unbroken,
    Suited,
    Better,
}

impl Decode for Word {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::HandNumber,
            1 => Self::DealNumber,
            2 => Self::Turns,
            3 => Self::Trick,
            4 => Self::TricksPlayed,
            5 => Self::Bids,
            6 => Self::Calls,
            7 => Self::PassesInRow,
            8 => Self::Standing,
            9 => Self::Pot,
            10 => Self::Raised,
            11 => Self::LedTrump,
            12 => Self::Broken,
            13 => Self::Trump,
            14 => Self::Mode,
            15 => Self::Clockwise,
            16 => Self::None,
            17 => Self::Dealer,
            18 => Self::Turn,
            19 => Self::Leader,
            20 => Self::Winner,
            21 => Self::LastTaker,
            22 => Self::House,
            23 => Self::Each,
            24 => Self::Teams,
            25 => Self::Left,
            26 => Self::Right,
            27 => Self::Across,
            28 => Self::Partner,
            29 => Self::Offset,
            30 => Self::Next,
            31 => Self::Previous,
            32 => Self::Holder,
            33 => Self::FirstToName,
            34 => Self::Team,
            35 => Self::Opponents,
            36 => Self::Others,
            37 => Self::Where,
            38 => Self::From,
            39 => Self::Score,
            40 => Self::HandScore,
            41 => Self::Tricks,
            42 => Self::TookLast,
            43 => Self::HandSize,
            44 => Self::Chips,
            45 => Self::Staked,
            46 => Self::Owed,
            47 => Self::Position,
            48 => Self::Active,
            49 => Self::Played,
            50 => Self::Drawn,
            51 => Self::Picked,
            52 => Self::PickedFrom,
            53 => Self::Is,
            54 => Self::Set,
            55 => Self::Called,
            56 => Self::Place,
            57 => Self::Declared,
            58 => Self::Can,
            59 => Self::Size,
            60 => Self::Count,
            61 => Self::Points,
            62 => Self::Total,
            63 => Self::Best,
            64 => Self::Suits,
            65 => Self::Groups,
            66 => Self::Suit,
            67 => Self::Rank,
            68 => Self::Top,
            69 => Self::Piles,
            70 => Self::If,
            71 => Self::Min,
            72 => Self::Max,
            73 => Self::Abs,
            74 => Self::Div,
            75 => Self::Mod,
            76 => Self::Sum,
            77 => Self::Highest,
            78 => Self::Lowest,
            79 => Self::Number,
            80 => Self::Any,
            81 => Self::All,
            82 => Self::Most,
            83 => Self::Least,
            84 => Self::Other,
            85 => Self::True,
            86 => Self::False,
            87 => Self::Forms,
            88 => Self::Ways,
            89 => Self::InWays,
            90 => Self::Trailing,
            91 => Self::Joined,
            92 => Self::Those,
            93 => Self::Unbroken,
            94 => Self::Suited,
            95 => Self::Better,
            _ => return Err(reader.wrong("Word")),
        })
    }
}

impl Word {
    /// The arguments it takes, and whether it may be asked of somebody else besides.
    pub fn takes(self) -> (&'static [Kind], bool) {
        match self {
            Self::HandNumber => (&[], false),
            Self::DealNumber => (&[], false),
            Self::Turns => (&[], false),
            Self::Trick => (&[], false),
            Self::TricksPlayed => (&[], false),
            Self::Bids => (&[], false),
            Self::Calls => (&[], false),
            Self::PassesInRow => (&[], false),
            Self::Standing => (&[], false),
            Self::Pot => (&[], false),
            Self::Raised => (&[], false),
            Self::LedTrump => (&[], false),
            Self::Broken => (&[], false),
            Self::Trump => (&[], false),
            Self::Mode => (&[], false),
            Self::Clockwise => (&[], false),
            Self::None => (&[], false),
            Self::Dealer => (&[], false),
            Self::Turn => (&[], false),
            Self::Leader => (&[], false),
            Self::Winner => (&[], false),
            Self::LastTaker => (&[], false),
            Self::House => (&[], false),
            Self::Each => (&[], false),
            Self::Teams => (&[], false),
            Self::Left => (&[Kind::Seat], false),
            Self::Right => (&[Kind::Seat], false),
            Self::Across => (&[Kind::Seat], false),
            Self::Partner => (&[Kind::Seat], false),
            Self::Offset => (&[Kind::Seat, Kind::Number], false),
            Self::Next => (&[Kind::Seat, Kind::Number], false),
            Self::Previous => (&[Kind::Seat, Kind::Number], false),
            Self::Holder => (&[Kind::CardSet], false),
            Self::FirstToName => (&[Kind::Call, Kind::Choice, Kind::Seats], false),
            Self::Team => (&[Kind::Seat], false),
            Self::Opponents => (&[Kind::Seat], false),
            Self::Others => (&[Kind::Seats], false),
            Self::Where => (&[Kind::Seats, Kind::Number], false),
            Self::From => (&[Kind::Seats, Kind::Seat], false),
            Self::Score => (&[], true),
            Self::HandScore => (&[], true),
            Self::Tricks => (&[], true),
            Self::TookLast => (&[], true),
            Self::HandSize => (&[], true),
            Self::Chips => (&[], true),
            Self::Staked => (&[], true),
            Self::Owed => (&[], true),
            Self::Position => (&[], true),
            Self::Active => (&[], true),
            Self::Played => (&[], true),
            Self::Drawn => (&[], true),
            Self::Picked => (&[], true),
            Self::PickedFrom => (&[Kind::Zone, Kind::CardSet], false),
            Self::Is => (&[Kind::Seat], true),
            Self::Set => (&[Kind::Seat], false),
            Self::Called => (&[Kind::Call], true),
            Self::Place => (&[Kind::Choice], false),
            Self::Declared => (&[Kind::Tag, Kind::Value], true),
            Self::Can => (&[Kind::Phase], true),
            Self::Size => (&[Kind::Heap], false),
            Self::Count => (&[Kind::Heap, Kind::CardSet], false),
            Self::Points => (&[Kind::Heap, Kind::Table], false),
            Self::Total => (&[Kind::Heap], false),
            Self::Best => (&[Kind::Heap, Kind::Table], false),
            Self::Suits => (&[Kind::Heap], false),
            Self::Groups => (&[Kind::Heap], false),
            Self::Suit => (&[Kind::Zone], false),
            Self::Rank => (&[Kind::Zone], false),
            Self::Top => (&[Kind::Zone], false),
            Self::Piles => (&[Kind::Zone, Kind::Number], false),
            Self::If => (&[Kind::Number, Kind::Same, Kind::Same], false),
            Self::Min => (&[Kind::Number, Kind::Number], false),
            Self::Max => (&[Kind::Number, Kind::Number], false),
            Self::Abs => (&[Kind::Number], false),
            Self::Div => (&[Kind::Number, Kind::Literal, Kind::Rounding], false),
            Self::Mod => (&[Kind::Number, Kind::Literal], false),
            Self::Sum => (&[Kind::Seats, Kind::Number], false),
            Self::Highest => (&[Kind::Seats, Kind::Number], false),
            Self::Lowest => (&[Kind::Seats, Kind::Number], false),
            Self::Number => (&[Kind::Seats], false),
            Self::Any => (&[Kind::Seats, Kind::Number], false),
            Self::All => (&[Kind::Seats, Kind::Number], false),
            Self::Most => (&[Kind::Number], true),
            Self::Least => (&[Kind::Number], true),
            Self::Other => (&[Kind::Same], true),
            Self::True => (&[], false),
            Self::False => (&[], false),
            Self::Forms => (&[Kind::Heap, Kind::Pattern], false),
            Self::Ways => (&[Kind::Heap, Kind::Pattern], false),
            Self::InWays => (&[Kind::Heap, Kind::Pattern], false),
            Self::Trailing => (&[Kind::Zone, Kind::Pattern], false),
            Self::Joined => (&[Kind::Heap, Kind::Heap], false),
            Self::Those => (&[Kind::Heap, Kind::CardSet], false),
            Self::Unbroken => (&[Kind::Heap, Kind::CardSet], false),
            Self::Suited => (&[Kind::Heap, Kind::Table], false),
            Self::Better => (&[Kind::Heap, Kind::Heap], false),
        }
    }

    /// What it gives.
    pub fn gives(self) -> Kind {
        match self {
            Self::HandNumber => Kind::Number,
            Self::DealNumber => Kind::Number,
            Self::Turns => Kind::Number,
            Self::Trick => Kind::Number,
            Self::TricksPlayed => Kind::Number,
            Self::Bids => Kind::Number,
            Self::Calls => Kind::Number,
            Self::PassesInRow => Kind::Number,
            Self::Standing => Kind::Number,
            Self::Pot => Kind::Number,
            Self::Raised => Kind::Number,
            Self::LedTrump => Kind::Number,
            Self::Broken => Kind::Number,
            Self::Trump => Kind::Suit,
            Self::Mode => Kind::Mode,
            Self::Clockwise => Kind::Number,
            Self::None => Kind::Nothing,
            Self::Dealer => Kind::Seat,
            Self::Turn => Kind::Seat,
            Self::Leader => Kind::Seat,
            Self::Winner => Kind::Seat,
            Self::LastTaker => Kind::Seat,
            Self::House => Kind::Seat,
            Self::Each => Kind::Seats,
            Self::Teams => Kind::Seats,
            Self::Left => Kind::Seat,
            Self::Right => Kind::Seat,
            Self::Across => Kind::Seat,
            Self::Partner => Kind::Seat,
            Self::Offset => Kind::Seat,
            Self::Next => Kind::Seat,
            Self::Previous => Kind::Seat,
            Self::Holder => Kind::Seat,
            Self::FirstToName => Kind::Seat,
            Self::Team => Kind::Seats,
            Self::Opponents => Kind::Seats,
            Self::Others => Kind::Seats,
            Self::Where => Kind::Seats,
            Self::From => Kind::Seats,
            Self::Score => Kind::Number,
            Self::HandScore => Kind::Number,
            Self::Tricks => Kind::Number,
            Self::TookLast => Kind::Number,
            Self::HandSize => Kind::Number,
            Self::Chips => Kind::Number,
            Self::Staked => Kind::Number,
            Self::Owed => Kind::Number,
            Self::Position => Kind::Number,
            Self::Active => Kind::Number,
            Self::Played => Kind::Number,
            Self::Drawn => Kind::Number,
            Self::Picked => Kind::Number,
            Self::PickedFrom => Kind::Number,
            Self::Is => Kind::Number,
            Self::Set => Kind::Number,
            Self::Called => Kind::Number,
            Self::Place => Kind::Number,
            Self::Declared => Kind::Number,
            Self::Can => Kind::Number,
            Self::Size => Kind::Number,
            Self::Count => Kind::Number,
            Self::Points => Kind::Number,
            Self::Total => Kind::Number,
            Self::Best => Kind::Number,
            Self::Suits => Kind::Number,
            Self::Groups => Kind::Number,
            Self::Suit => Kind::Suit,
            Self::Rank => Kind::Rank,
            Self::Top => Kind::Zone,
            Self::Piles => Kind::Number,
            Self::If => Kind::Same,
            Self::Min => Kind::Number,
            Self::Max => Kind::Number,
            Self::Abs => Kind::Number,
            Self::Div => Kind::Number,
            Self::Mod => Kind::Number,
            Self::Sum => Kind::Number,
            Self::Highest => Kind::Number,
            Self::Lowest => Kind::Number,
            Self::Number => Kind::Number,
            Self::Any => Kind::Number,
            Self::All => Kind::Number,
            Self::Most => Kind::Number,
            Self::Least => Kind::Number,
            Self::Other => Kind::Same,
            Self::True => Kind::Number,
            Self::False => Kind::Number,
            Self::Forms => Kind::Number,
            Self::Ways => Kind::Number,
            Self::InWays => Kind::Number,
            Self::Trailing => Kind::Number,
            Self::Joined => Kind::Heap,
            Self::Those => Kind::Heap,
            Self::Unbroken => Kind::Number,
            Self::Suited => Kind::Number,
            Self::Better => Kind::Number,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    And,
    Or,
}

impl Decode for Operator {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Add,
            1 => Self::Subtract,
            2 => Self::Multiply,
            3 => Self::Equal,
            4 => Self::NotEqual,
            5 => Self::Less,
            6 => Self::LessEqual,
            7 => Self::Greater,
            8 => Self::GreaterEqual,
            9 => Self::In,
            10 => Self::And,
            11 => Self::Or,
            _ => return Err(reader.wrong("Operator")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    Down,
    Up,
    HalfUp,
    HalfDown,
}

impl Decode for Rounding {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Down,
            1 => Self::Up,
            2 => Self::HalfUp,
            3 => Self::HalfDown,
            _ => return Err(reader.wrong("Rounding")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinType {
    Custom,
    EmptyHand,
    HighScore,
    LowScore,
    FirstToScore,
    CaptureAll,
    MostCaptured,
    BestHand,
    MostChips,
    LastWithChips,
}

impl Decode for WinType {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u16()? {
            0 => Self::Custom,
            1 => Self::EmptyHand,
            2 => Self::HighScore,
            3 => Self::LowScore,
            4 => Self::FirstToScore,
            5 => Self::CaptureAll,
            6 => Self::MostCaptured,
            7 => Self::BestHand,
            8 => Self::MostChips,
            9 => Self::LastWithChips,
            _ => return Err(reader.wrong("WinType")),
        })
    }
}

/// How many there are of everything that has a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    pub zone: u16,
    pub role: u16,
    pub counter: u16,
    pub r#let: u16,
    pub card_set: u16,
    pub point_table: u16,
    pub pattern: u16,
    pub tag: u16,
    pub value: u16,
    pub mode: u16,
    pub call: u16,
    pub choice: u16,
    pub colour: u16,
    pub into: u16,
}

impl Decode for Counts {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            zone: reader.u16()?,
            role: reader.u16()?,
            counter: reader.u16()?,
            r#let: reader.u16()?,
            card_set: reader.u16()?,
            point_table: reader.u16()?,
            pattern: reader.u16()?,
            tag: reader.u16()?,
            value: reader.u16()?,
            mode: reader.u16()?,
            call: reader.u16()?,
            choice: reader.u16()?,
            colour: reader.u16()?,
            into: reader.u16()?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct AIHints {
    pub stand_threshold: Option<i32>,
    pub raise_threshold: f32,
    pub call_threshold: f32,
    pub bluff_frequency: f32,
    pub pair_weight: f32,
    pub high_card_weight: f32,
    pub suit_weight: f32,
}

impl Decode for AIHints {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            stand_threshold: Decode::decode(reader)?,
            raise_threshold: Decode::decode(reader)?,
            call_threshold: Decode::decode(reader)?,
            bluff_frequency: Decode::decode(reader)?,
            pair_weight: Decode::decode(reader)?,
            high_card_weight: Decode::decode(reader)?,
            suit_weight: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    AssignRole(Box<AssignRole>),
    Award(Box<Award>),
    Change(Box<Change>),
    Control(Box<Control>),
    Deal(Box<Deal>),
    Declare(Box<Declare>),
    EndHand(Box<EndHand>),
    EndPhase(Box<EndPhase>),
    Expose(Box<Expose>),
    FillHands(Box<FillHands>),
    ForEach(Box<ForEach>),
    If(Box<If>),
    Move(Box<Move>),
    NameSuit(Box<NameSuit>),
    PlayAgain(Box<PlayAgain>),
    Redeal(Box<Redeal>),
    Reverse(Box<Reverse>),
    Set(Box<Set>),
    SetMode(Box<SetMode>),
    SetTrump(Box<SetTrump>),
    Show(Box<Show>),
    Shuffle(Box<Shuffle>),
    SitOut(Box<SitOut>),
    Skip(Box<Skip>),
    Stake(Box<Stake>),
    While(Box<While>),
}

impl Decode for Action {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        reader.enter("Action")?;
        let part = match reader.u8()? {
            0 => Self::AssignRole(Box::new(Decode::decode(reader)?)),
            1 => Self::Award(Box::new(Decode::decode(reader)?)),
            2 => Self::Change(Box::new(Decode::decode(reader)?)),
            3 => Self::Control(Box::new(Decode::decode(reader)?)),
            4 => Self::Deal(Box::new(Decode::decode(reader)?)),
            5 => Self::Declare(Box::new(Decode::decode(reader)?)),
            6 => Self::EndHand(Box::new(Decode::decode(reader)?)),
            7 => Self::EndPhase(Box::new(Decode::decode(reader)?)),
            8 => Self::Expose(Box::new(Decode::decode(reader)?)),
            9 => Self::FillHands(Box::new(Decode::decode(reader)?)),
            10 => Self::ForEach(Box::new(Decode::decode(reader)?)),
            11 => Self::If(Box::new(Decode::decode(reader)?)),
            12 => Self::Move(Box::new(Decode::decode(reader)?)),
            13 => Self::NameSuit(Box::new(Decode::decode(reader)?)),
            14 => Self::PlayAgain(Box::new(Decode::decode(reader)?)),
            15 => Self::Redeal(Box::new(Decode::decode(reader)?)),
            16 => Self::Reverse(Box::new(Decode::decode(reader)?)),
            17 => Self::Set(Box::new(Decode::decode(reader)?)),
            18 => Self::SetMode(Box::new(Decode::decode(reader)?)),
            19 => Self::SetTrump(Box::new(Decode::decode(reader)?)),
            20 => Self::Show(Box::new(Decode::decode(reader)?)),
            21 => Self::Shuffle(Box::new(Decode::decode(reader)?)),
            22 => Self::SitOut(Box::new(Decode::decode(reader)?)),
            23 => Self::Skip(Box::new(Decode::decode(reader)?)),
            24 => Self::Stake(Box::new(Decode::decode(reader)?)),
            25 => Self::While(Box::new(Decode::decode(reader)?)),
            _ => return Err(reader.wrong("Action")),
        };
        reader.leave();
        Ok(part)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    Unplayed,
    Unseen,
}

impl Decode for Among {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Unplayed,
            1 => Self::Unseen,
            _ => return Err(reader.wrong("Among")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announce {
    Now,
    ClassOnly,
    OnLastCard,
}

impl Decode for Announce {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Now,
            1 => Self::ClassOnly,
            2 => Self::OnLastCard,
            _ => return Err(reader.wrong("Announce")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct AssignRole {
    pub role: RoleId,
    pub to: ExprId,
}

impl Decode for AssignRole {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            role: Decode::decode(reader)?,
            to: reader.wanting(Kind::Seat, Decode::decode)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    Suit,
    Rank,
    Colour,
}

impl Decode for Attribute {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Suit,
            1 => Self::Rank,
            2 => Self::Colour,
            _ => return Err(reader.wrong("Attribute")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Award {
    pub amount: ExprId,
    pub who: ExprId,
}

impl Decode for Award {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            amount: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct BettingPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub min_bet: ExprId,
    pub max_raises: Option<i32>,
    pub showdown_method: ShowdownMethod,
    pub max_bet: Option<ExprId>,
    pub reopening: Option<ExprId>,
    pub acted: Option<ExprId>,
    pub first: ExprId,
    pub all_in: bool,
    pub may_check: bool,
}

impl Decode for BettingPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            min_bet: reader.wanting(Kind::Number, Decode::decode)?,
            max_raises: reader.within(0, 100, Decode::decode)?,
            showdown_method: Decode::decode(reader)?,
            max_bet: reader.wanting(Kind::Number, Decode::decode)?,
            reopening: reader.wanting(Kind::Number, Decode::decode)?,
            acted: reader.wanting(Kind::Seats, Decode::decode)?,
            first: reader.wanting(Kind::Seat, Decode::decode)?,
            all_in: Decode::decode(reader)?,
            may_check: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct BlockPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub phases: Vec<PhaseId>,
    pub after: ExprId,
}

impl Decode for BlockPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            phases: Decode::decode(reader)?,
            after: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakingRule {
    None,
    CannotLeadUntilBroken,
    CannotPlayUntilBroken,
}

impl Decode for BreakingRule {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::None,
            1 => Self::CannotLeadUntilBroken,
            2 => Self::CannotPlayUntilBroken,
            _ => return Err(reader.wrong("BreakingRule")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct BuildMove {
    pub source: ExprId,
    pub target: ExprId,
    pub onto: Option<CondId>,
    pub on_empty: Option<CondId>,
    pub unit: BuildUnit,
}

impl Decode for BuildMove {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            source: reader.wanting(Kind::Zone, Decode::decode)?,
            target: reader.wanting(Kind::Zone, Decode::decode)?,
            onto: Decode::decode(reader)?,
            on_empty: Decode::decode(reader)?,
            unit: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct BuildPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub moves: Vec<BuildMove>,
}

impl Decode for BuildPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            moves: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildUnit {
    Card,
    Run,
}

impl Decode for BuildUnit {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Card,
            1 => Self::Run,
            _ => return Err(reader.wrong("BuildUnit")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub name: CallId,
    pub choices: Vec<CallChoice>,
    pub when: ExprId,
    pub key: Option<ExprId>,
    pub equal_ok: ExprId,
    pub rank: i32,
    pub is_pass: bool,
    pub out_of_turn: bool,
    pub r#do: Vec<Action>,
}

impl Decode for Call {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            name: Decode::decode(reader)?,
            choices: Decode::decode(reader)?,
            when: reader.wanting(Kind::Number, Decode::decode)?,
            key: reader.wanting(Kind::Number, Decode::decode)?,
            equal_ok: reader.wanting(Kind::Number, Decode::decode)?,
            rank: reader.within(-1000, 1000, Decode::decode)?,
            is_pass: Decode::decode(reader)?,
            out_of_turn: Decode::decode(reader)?,
            r#do: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CallChoice {
    pub name: ChoiceId,
    pub r#type: ChoiceKind,
    pub low: ExprId,
    pub high: ExprId,
    pub step: i32,
    pub numbers: Vec<i32>,
    pub suits: Vec<Suit>,
    pub ranks_in: Option<ExprId>,
    pub seats: ExprId,
    pub words: Vec<()>,
}

impl Decode for CallChoice {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            name: Decode::decode(reader)?,
            r#type: Decode::decode(reader)?,
            low: reader.wanting(Kind::Number, Decode::decode)?,
            high: reader.wanting(Kind::Number, Decode::decode)?,
            step: reader.within(1, 1000000, Decode::decode)?,
            numbers: reader.within(-1000000, 1000000, Decode::decode)?,
            suits: Decode::decode(reader)?,
            ranks_in: reader.wanting(Kind::Zone, Decode::decode)?,
            seats: reader.wanting(Kind::Seats, Decode::decode)?,
            words: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CallPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub calls: Vec<Call>,
    pub rounds: Option<i32>,
    pub pass_is_final: bool,
    pub close: ExprId,
    pub simultaneous: bool,
}

impl Decode for CallPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            calls: Decode::decode(reader)?,
            rounds: reader.within(1, 100, Decode::decode)?,
            pass_is_final: Decode::decode(reader)?,
            close: reader.wanting(Kind::Number, Decode::decode)?,
            simultaneous: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureBy {
    Equal,
    Sum,
}

impl Decode for CaptureBy {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Equal,
            1 => Self::Sum,
            _ => return Err(reader.wrong("CaptureBy")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CapturePhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub by: Vec<CaptureBy>,
    pub values: TableId,
    pub source: ExprId,
    pub table: ExprId,
    pub target: ExprId,
    pub exact_first: bool,
    pub mandatory: bool,
}

impl Decode for CapturePhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            by: Decode::decode(reader)?,
            values: Decode::decode(reader)?,
            source: reader.wanting(Kind::Zone, Decode::decode)?,
            table: reader.wanting(Kind::Zone, Decode::decode)?,
            target: reader.wanting(Kind::Zone, Decode::decode)?,
            exact_first: Decode::decode(reader)?,
            mandatory: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CardCondition {
    pub suit: Option<Suit>,
    pub rank: Option<Rank>,
    pub suits: Vec<Suit>,
    pub ranks: Vec<Rank>,
    pub colour: Option<ColourId>,
    pub named: Option<CardSetId>,
    pub trump: Option<bool>,
    pub printed_suit: Option<Suit>,
    pub printed_trump: Option<bool>,
    pub trump_colour: Option<bool>,
    pub point_table: Option<TableId>,
    pub min_points: Option<i32>,
    pub max_points: Option<i32>,
    pub beats: Option<Reference>,
    pub same: Vec<Attribute>,
    pub of: Option<Reference>,
    pub step: Option<i32>,
    pub drawn: Option<bool>,
    pub taken_from: Option<ZoneId>,
    pub rank_in: Option<ZoneId>,
    pub suit_in: Option<ZoneId>,
    pub own_play: Option<bool>,
    pub highest: Option<Among>,
    pub any_of: Vec<CondId>,
    pub all_of: Vec<CondId>,
    pub not_: Option<CondId>,
}

impl Decode for CardCondition {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            suit: Decode::decode(reader)?,
            rank: Decode::decode(reader)?,
            suits: Decode::decode(reader)?,
            ranks: Decode::decode(reader)?,
            colour: Decode::decode(reader)?,
            named: Decode::decode(reader)?,
            trump: Decode::decode(reader)?,
            printed_suit: Decode::decode(reader)?,
            printed_trump: Decode::decode(reader)?,
            trump_colour: Decode::decode(reader)?,
            point_table: Decode::decode(reader)?,
            min_points: reader.within(-10000, 10000, Decode::decode)?,
            max_points: reader.within(-10000, 10000, Decode::decode)?,
            beats: Decode::decode(reader)?,
            same: Decode::decode(reader)?,
            of: Decode::decode(reader)?,
            step: reader.within(-128, 128, Decode::decode)?,
            drawn: Decode::decode(reader)?,
            taken_from: Decode::decode(reader)?,
            rank_in: Decode::decode(reader)?,
            suit_in: Decode::decode(reader)?,
            own_play: Decode::decode(reader)?,
            highest: Decode::decode(reader)?,
            any_of: Decode::decode(reader)?,
            all_of: Decode::decode(reader)?,
            not_: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CardPoints {
    pub cards: CondId,
    pub points: i32,
}

impl Decode for CardPoints {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            cards: Decode::decode(reader)?,
            points: reader.within(-10000, 10000, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CardRanking {
    pub plain: Vec<Rank>,
    pub trump: Vec<Rank>,
    pub by_suit: Vec<SuitOrder>,
    pub promote: Vec<Promotion>,
    pub sequence: Vec<Rank>,
    pub across_suits: bool,
    pub suits: Vec<Suit>,
    pub mode: ModeId,
}

impl Decode for CardRanking {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            plain: Decode::decode(reader)?,
            trump: Decode::decode(reader)?,
            by_suit: Decode::decode(reader)?,
            promote: Decode::decode(reader)?,
            sequence: Decode::decode(reader)?,
            across_suits: Decode::decode(reader)?,
            suits: Decode::decode(reader)?,
            mode: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CardRule {
    pub cards: CondId,
    pub when: ExprId,
}

impl Decode for CardRule {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            cards: Decode::decode(reader)?,
            when: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CardScoringRule {
    pub condition: CondId,
    pub points: i32,
    pub trigger: ScoringTrigger,
}

impl Decode for CardScoringRule {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            condition: Decode::decode(reader)?,
            points: reader.within(-10000, 10000, Decode::decode)?,
            trigger: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CardValue {
    pub rank: Rank,
    pub value: i32,
    pub alternate_value: Option<i32>,
}

impl Decode for CardValue {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            rank: Decode::decode(reader)?,
            value: reader.within(-1000, 1000, Decode::decode)?,
            alternate_value: reader.within(-1000, 1000, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub counter: CounterId,
    pub by: ExprId,
    pub who: ExprId,
}

impl Decode for Change {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            counter: Decode::decode(reader)?,
            by: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceKind {
    Number,
    Suit,
    Rank,
    Seat,
    Word,
}

impl Decode for ChoiceKind {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Number,
            1 => Self::Suit,
            2 => Self::Rank,
            3 => Self::Seat,
            4 => Self::Word,
            _ => return Err(reader.wrong("ChoiceKind")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ChoicePhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub options: Vec<PhaseId>,
    pub may_pass: ExprId,
    pub none_open: NoOption,
}

impl Decode for ChoicePhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            options: Decode::decode(reader)?,
            may_pass: reader.wanting(Kind::Number, Decode::decode)?,
            none_open: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choose {
    Pick,
    Top,
    Random,
    Highest,
    All,
}

impl Decode for Choose {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Pick,
            1 => Self::Top,
            2 => Self::Random,
            3 => Self::Highest,
            4 => Self::All,
            _ => return Err(reader.wrong("Choose")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ClaimPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub min_cards: i32,
    pub max_cards: i32,
    pub rank_mode: ClaimRankMode,
    pub fixed_rank: Option<Rank>,
    pub starting_rank: Rank,
    pub allow_challenge: bool,
    pub pile_penalty: bool,
    pub source: ExprId,
    pub target: ExprId,
}

impl Decode for ClaimPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            min_cards: reader.within(1, 128, Decode::decode)?,
            max_cards: reader.within(1, 128, Decode::decode)?,
            rank_mode: Decode::decode(reader)?,
            fixed_rank: Decode::decode(reader)?,
            starting_rank: Decode::decode(reader)?,
            allow_challenge: Decode::decode(reader)?,
            pile_penalty: Decode::decode(reader)?,
            source: reader.wanting(Kind::Zone, Decode::decode)?,
            target: reader.wanting(Kind::Zone, Decode::decode)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimRankMode {
    Sequential,
    PlayerChoice,
    Fixed,
}

impl Decode for ClaimRankMode {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Sequential,
            1 => Self::PlayerChoice,
            2 => Self::Fixed,
            _ => return Err(reader.wrong("ClaimRankMode")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectOrder {
    Played,
    WinnerFirst,
}

impl Decode for CollectOrder {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Played,
            1 => Self::WinnerFirst,
            _ => return Err(reader.wrong("CollectOrder")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    pub side: ContestSide,
    pub winner_scores: ContestScores,
    pub trumps_first: bool,
    pub ties: ContestTie,
}

impl Decode for Contest {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            side: Decode::decode(reader)?,
            winner_scores: Decode::decode(reader)?,
            trumps_first: Decode::decode(reader)?,
            ties: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestScores {
    All,
    Best,
}

impl Decode for ContestScores {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::All,
            1 => Self::Best,
            _ => return Err(reader.wrong("ContestScores")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestSide {
    Seat,
    Team,
}

impl Decode for ContestSide {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Seat,
            1 => Self::Team,
            _ => return Err(reader.wrong("ContestSide")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestTie {
    EarlierSeat,
    Both,
    Neither,
}

impl Decode for ContestTie {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::EarlierSeat,
            1 => Self::Both,
            2 => Self::Neither,
            _ => return Err(reader.wrong("ContestTie")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    pub seat: ExprId,
    pub by: ExprId,
}

impl Decode for Control {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            seat: reader.wanting(Kind::Seat, Decode::decode)?,
            by: reader.wanting(Kind::Seat, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Counter {
    pub scope: Scope,
    pub life: Life,
    pub start: i32,
    pub low: i32,
    pub high: i32,
    pub flag: bool,
}

impl Decode for Counter {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            scope: Decode::decode(reader)?,
            life: Decode::decode(reader)?,
            start: Decode::decode(reader)?,
            low: reader.within(-1000000, 1000000, Decode::decode)?,
            high: reader.within(-1000000, 1000000, Decode::decode)?,
            flag: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Deal {
    pub packets: Vec<ExprId>,
    pub zone: ExprId,
    pub to: ExprId,
}

impl Decode for Deal {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            packets: reader.wanting(Kind::Number, Decode::decode)?,
            zone: reader.wanting(Kind::Zone, Decode::decode)?,
            to: reader.wanting(Kind::Seats, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct DealStep {
    pub packets: Vec<i32>,
    pub zone: ExprId,
    pub to: ExprId,
    pub piles: Vec<i32>,
    pub all_cards: bool,
}

impl Decode for DealStep {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            packets: reader.within(1, 128, Decode::decode)?,
            zone: reader.wanting(Kind::Zone, Decode::decode)?,
            to: reader.wanting(Kind::Seats, Decode::decode)?,
            piles: reader.within(0, 128, Decode::decode)?,
            all_cards: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealerAfter {
    Same,
    Next,
}

impl Decode for DealerAfter {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Same,
            1 => Self::Next,
            _ => return Err(reader.wrong("DealerAfter")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckEmptyAction {
    ReshuffleDiscard,
    GameEnds,
    SkipDraw,
}

impl Decode for DeckEmptyAction {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::ReshuffleDiscard,
            1 => Self::GameEnds,
            2 => Self::SkipDraw,
            _ => return Err(reader.wrong("DeckEmptyAction")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Declare {
    pub patterns: Vec<PatternId>,
    pub zone: ExprId,
    pub who: ExprId,
}

impl Decode for Declare {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            patterns: Decode::decode(reader)?,
            zone: reader.wanting(Kind::Zone, Decode::decode)?,
            who: reader.wanting(Kind::Seat, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct DeclarePhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub patterns: Vec<PatternId>,
    pub automatic: bool,
    pub announce: Announce,
    pub shown_when: Option<ExprId>,
    pub contest: Option<Box<Contest>>,
}

impl Decode for DeclarePhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            patterns: Decode::decode(reader)?,
            automatic: Decode::decode(reader)?,
            announce: Decode::decode(reader)?,
            shown_when: reader.wanting(Kind::Number, Decode::decode)?,
            contest: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Clockwise,
    Counterclockwise,
}

impl Decode for Direction {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Clockwise,
            1 => Self::Counterclockwise,
            _ => return Err(reader.wrong("Direction")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct DiscardPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub target: ExprId,
    pub count: ExprId,
    pub mandatory: bool,
    pub source: ExprId,
    pub cards: Option<CondId>,
    pub choose: Choose,
    pub after: ExprId,
}

impl Decode for DiscardPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            target: reader.wanting(Kind::Zone, Decode::decode)?,
            count: reader.wanting(Kind::Number, Decode::decode)?,
            mandatory: Decode::decode(reader)?,
            source: reader.wanting(Kind::Zone, Decode::decode)?,
            cards: Decode::decode(reader)?,
            choose: Decode::decode(reader)?,
            after: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct DoPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub actions: Vec<Action>,
}

impl Decode for DoPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            actions: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct DrawPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub source: ExprId,
    pub count: ExprId,
    pub mandatory: bool,
    pub target: ExprId,
    pub choose: Choose,
    pub when_empty: Option<Vec<Action>>,
}

impl Decode for DrawPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            source: reader.wanting(Kind::Zone, Decode::decode)?,
            count: reader.wanting(Kind::Number, Decode::decode)?,
            mandatory: Decode::decode(reader)?,
            target: reader.wanting(Kind::Zone, Decode::decode)?,
            choose: Decode::decode(reader)?,
            when_empty: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct EndHand {
    pub scored: bool,
}

impl Decode for EndHand {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            scored: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct EndPhase {}

impl Decode for EndPhase {
    fn decode(_: &mut Reader) -> Result<Self, Error> {
        Ok(Self {})
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expose {
    pub zone: ExprId,
}

impl Decode for Expose {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            zone: reader.wanting(Kind::Zone, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct FillHands {
    pub size: ExprId,
    pub to: ExprId,
}

impl Decode for FillHands {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            size: reader.wanting(Kind::Number, Decode::decode)?,
            to: reader.wanting(Kind::Seats, Decode::decode)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstDealer {
    Random,
    HighCard,
    House,
}

impl Decode for FirstDealer {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Random,
            1 => Self::HighCard,
            2 => Self::House,
            _ => return Err(reader.wrong("FirstDealer")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ForEach {
    pub who: ExprId,
    pub r#do: Vec<Action>,
}

impl Decode for ForEach {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            r#do: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct GameRules {
    pub consecutive_pass_action: PassAction,
    pub passes_to_trigger: Option<i32>,
    pub deck_empty_action: DeckEmptyAction,
    pub keep_top_discard: bool,
    pub tie_breaker: TieBreaker,
    pub same_player_on_win: bool,
}

impl Decode for GameRules {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            consecutive_pass_action: Decode::decode(reader)?,
            passes_to_trigger: reader.within(1, 100, Decode::decode)?,
            deck_empty_action: Decode::decode(reader)?,
            keep_top_discard: Decode::decode(reader)?,
            tie_breaker: Decode::decode(reader)?,
            same_player_on_win: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct HandEvaluation {
    pub method: HandEvaluationMethod,
    pub patterns: Vec<HandPattern>,
    pub card_values: Vec<CardValue>,
    pub target_value: Option<i32>,
    pub bust_threshold: Option<i32>,
    pub parts: Vec<HandPart>,
}

impl Decode for HandEvaluation {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            method: Decode::decode(reader)?,
            patterns: Decode::decode(reader)?,
            card_values: Decode::decode(reader)?,
            target_value: reader.within(-1000, 10000, Decode::decode)?,
            bust_threshold: reader.within(-1000, 10000, Decode::decode)?,
            parts: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandEvaluationMethod {
    None,
    HighCard,
    PointTotal,
    PatternMatch,
    CardCount,
}

impl Decode for HandEvaluationMethod {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::None,
            1 => Self::HighCard,
            2 => Self::PointTotal,
            3 => Self::PatternMatch,
            4 => Self::CardCount,
            _ => return Err(reader.wrong("HandEvaluationMethod")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct HandPart {
    pub zone: ExprId,
    pub count: Option<i32>,
}

impl Decode for HandPart {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            zone: reader.wanting(Kind::Zone, Decode::decode)?,
            count: reader.within(1, 128, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct HandPattern {
    pub rank_priority: i32,
    pub required_count: Option<i32>,
    pub same_suit_count: Option<i32>,
    pub same_rank_groups: Option<Vec<i32>>,
    pub sequence_length: Option<i32>,
    pub sequence_wrap: bool,
    pub required_ranks: Option<Vec<Rank>>,
    pub min_size: Option<i32>,
    pub max_size: Option<i32>,
    pub same: Vec<Attribute>,
    pub different: Vec<Attribute>,
    pub consecutive: bool,
    pub sequence_of: Option<i32>,
    pub attached: Option<i32>,
    pub attached_of: Option<i32>,
    pub at_most_one: Vec<Rank>,
    pub sum: Option<i32>,
    pub sum_of: Option<TableId>,
    pub cards: Option<CondId>,
    pub exact: Vec<CondId>,
    pub wild: Option<CardSetId>,
    pub wild_max: Option<i32>,
    pub natural_min: Option<i32>,
    pub tie_keys: Vec<TieKey>,
    pub any_size: bool,
    pub values: Vec<PatternValue>,
    pub tags: Vec<TagId>,
    pub when: ExprId,
}

impl Decode for HandPattern {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            rank_priority: reader.within(-1000000, 1000000, Decode::decode)?,
            required_count: reader.within(1, 128, Decode::decode)?,
            same_suit_count: reader.within(1, 128, Decode::decode)?,
            same_rank_groups: reader.within(1, 128, Decode::decode)?,
            sequence_length: reader.within(1, 128, Decode::decode)?,
            sequence_wrap: Decode::decode(reader)?,
            required_ranks: Decode::decode(reader)?,
            min_size: reader.within(1, 128, Decode::decode)?,
            max_size: reader.within(1, 128, Decode::decode)?,
            same: Decode::decode(reader)?,
            different: Decode::decode(reader)?,
            consecutive: Decode::decode(reader)?,
            sequence_of: reader.within(1, 8, Decode::decode)?,
            attached: reader.within(1, 8, Decode::decode)?,
            attached_of: reader.within(1, 8, Decode::decode)?,
            at_most_one: Decode::decode(reader)?,
            sum: reader.within(-10000, 10000, Decode::decode)?,
            sum_of: Decode::decode(reader)?,
            cards: Decode::decode(reader)?,
            exact: Decode::decode(reader)?,
            wild: Decode::decode(reader)?,
            wild_max: reader.within(0, 128, Decode::decode)?,
            natural_min: reader.within(0, 128, Decode::decode)?,
            tie_keys: Decode::decode(reader)?,
            any_size: Decode::decode(reader)?,
            values: Decode::decode(reader)?,
            tags: Decode::decode(reader)?,
            when: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct HouseSpec {}

impl Decode for HouseSpec {
    fn decode(_: &mut Reader) -> Result<Self, Error> {
        Ok(Self {})
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct If {
    pub condition: ExprId,
    pub then: Vec<Action>,
    pub otherwise: Vec<Action>,
}

impl Decode for If {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            condition: reader.wanting(Kind::Number, Decode::decode)?,
            then: Decode::decode(reader)?,
            otherwise: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Keep {
    pub cards: CondId,
    pub to: ExprId,
}

impl Decode for Keep {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            cards: Decode::decode(reader)?,
            to: reader.wanting(Kind::Zone, Decode::decode)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayOff {
    None,
    Own,
    Any,
}

impl Decode for LayOff {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::None,
            1 => Self::Own,
            2 => Self::Any,
            _ => return Err(reader.wrong("LayOff")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    pub value: ExprId,
    pub scope: Scope,
}

impl Decode for Let {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            value: reader.wanting(Kind::Number, Decode::decode)?,
            scope: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    Turn,
    Hand,
    Match,
}

impl Decode for Life {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Turn,
            1 => Self::Hand,
            2 => Self::Match,
            _ => return Err(reader.wrong("Life")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct MatchRules {
    pub hands: Option<i32>,
    pub first_dealer: Option<FirstDealer>,
    pub next_dealer: Option<NextDealer>,
    pub direction: Option<Direction>,
    pub out: ExprId,
}

impl Decode for MatchRules {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            hands: reader.within(1, 10000, Decode::decode)?,
            first_dealer: Decode::decode(reader)?,
            next_dealer: Decode::decode(reader)?,
            direction: Decode::decode(reader)?,
            out: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct MeldPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub patterns: Vec<PatternId>,
    pub source: ExprId,
    pub target: ExprId,
    pub new_melds: bool,
    pub lay_off: LayOff,
    pub automatic: bool,
    pub mandatory: bool,
    pub with_top_of: Option<ExprId>,
    pub after: ExprId,
}

impl Decode for MeldPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            patterns: Decode::decode(reader)?,
            source: reader.wanting(Kind::Zone, Decode::decode)?,
            target: reader.wanting(Kind::Zone, Decode::decode)?,
            new_melds: Decode::decode(reader)?,
            lay_off: Decode::decode(reader)?,
            automatic: Decode::decode(reader)?,
            mandatory: Decode::decode(reader)?,
            with_top_of: reader.wanting(Kind::Zone, Decode::decode)?,
            after: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Dealt,
    TurnedUp,
    Drawn,
    Played,
    Led,
    Captured,
    Melded,
    TrickEnd,
    TurnEnd,
    HandEnd,
}

impl Decode for Moment {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Dealt,
            1 => Self::TurnedUp,
            2 => Self::Drawn,
            3 => Self::Played,
            4 => Self::Led,
            5 => Self::Captured,
            6 => Self::Melded,
            7 => Self::TrickEnd,
            8 => Self::TurnEnd,
            9 => Self::HandEnd,
            _ => return Err(reader.wrong("Moment")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    pub source: ExprId,
    pub target: ExprId,
    pub cards: CondId,
    pub count: Option<ExprId>,
    pub choose: Choose,
    pub to_bottom: bool,
    pub turned_over: bool,
}

impl Decode for Move {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            source: reader.wanting(Kind::Zone, Decode::decode)?,
            target: reader.wanting(Kind::Zone, Decode::decode)?,
            cards: Decode::decode(reader)?,
            count: reader.wanting(Kind::Number, Decode::decode)?,
            choose: Decode::decode(reader)?,
            to_bottom: Decode::decode(reader)?,
            turned_over: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct NameSuit {
    pub suit: ExprId,
}

impl Decode for NameSuit {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            suit: reader.wanting(Kind::Suit, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct NamedCards {
    pub cards: CondId,
}

impl Decode for NamedCards {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            cards: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextDealer {
    Left,
    Same,
    Winner,
    Loser,
}

impl Decode for NextDealer {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Left,
            1 => Self::Same,
            2 => Self::Winner,
            3 => Self::Loser,
            _ => return Err(reader.wrong("NextDealer")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOption {
    Skip,
    SitOut,
    EndHand,
}

impl Decode for NoOption {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Skip,
            1 => Self::SitOut,
            2 => Self::EndHand,
            _ => return Err(reader.wrong("NoOption")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutOfCards {
    AnyCard,
    SitOut,
}

impl Decode for OutOfCards {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::AnyCard,
            1 => Self::SitOut,
            _ => return Err(reader.wrong("OutOfCards")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Table,
    Seat,
    Team,
}

impl Decode for Owner {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Table,
            1 => Self::Seat,
            2 => Self::Team,
            _ => return Err(reader.wrong("Owner")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassAction {
    None,
    ClearTableau,
    EndRound,
    SkipPlayer,
}

impl Decode for PassAction {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::None,
            1 => Self::ClearTableau,
            2 => Self::EndRound,
            3 => Self::SkipPlayer,
            _ => return Err(reader.wrong("PassAction")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct PassPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub count: ExprId,
    pub to: Vec<ExprId>,
    pub cards: Option<CondId>,
}

impl Decode for PassPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            count: reader.wanting(Kind::Number, Decode::decode)?,
            to: reader.wanting(Kind::Seat, Decode::decode)?,
            cards: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct PatternValue {
    pub name: ValueId,
    pub amount: ExprId,
}

impl Decode for PatternValue {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            name: Decode::decode(reader)?,
            amount: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    Betting(Box<BettingPhase>),
    Block(Box<BlockPhase>),
    Build(Box<BuildPhase>),
    Call(Box<CallPhase>),
    Capture(Box<CapturePhase>),
    Choice(Box<ChoicePhase>),
    Claim(Box<ClaimPhase>),
    Declare(Box<DeclarePhase>),
    Discard(Box<DiscardPhase>),
    Do(Box<DoPhase>),
    Draw(Box<DrawPhase>),
    Meld(Box<MeldPhase>),
    Pass(Box<PassPhase>),
    Play(Box<PlayPhase>),
    Repeat(Box<RepeatPhase>),
    Showdown(Box<ShowdownPhase>),
    Trick(Box<TrickPhase>),
    Turns(Box<TurnsPhase>),
}

impl Decode for Phase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        reader.enter("Phase")?;
        let part = match reader.u8()? {
            0 => Self::Betting(Box::new(Decode::decode(reader)?)),
            1 => Self::Block(Box::new(Decode::decode(reader)?)),
            2 => Self::Build(Box::new(Decode::decode(reader)?)),
            3 => Self::Call(Box::new(Decode::decode(reader)?)),
            4 => Self::Capture(Box::new(Decode::decode(reader)?)),
            5 => Self::Choice(Box::new(Decode::decode(reader)?)),
            6 => Self::Claim(Box::new(Decode::decode(reader)?)),
            7 => Self::Declare(Box::new(Decode::decode(reader)?)),
            8 => Self::Discard(Box::new(Decode::decode(reader)?)),
            9 => Self::Do(Box::new(Decode::decode(reader)?)),
            10 => Self::Draw(Box::new(Decode::decode(reader)?)),
            11 => Self::Meld(Box::new(Decode::decode(reader)?)),
            12 => Self::Pass(Box::new(Decode::decode(reader)?)),
            13 => Self::Play(Box::new(Decode::decode(reader)?)),
            14 => Self::Repeat(Box::new(Decode::decode(reader)?)),
            15 => Self::Showdown(Box::new(Decode::decode(reader)?)),
            16 => Self::Trick(Box::new(Decode::decode(reader)?)),
            17 => Self::Turns(Box::new(Decode::decode(reader)?)),
            _ => return Err(reader.wrong("Phase")),
        };
        reader.leave();
        Ok(part)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileKey {
    One,
    Fixed,
    ByRank,
    BySuit,
    Many,
}

impl Decode for PileKey {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::One,
            1 => Self::Fixed,
            2 => Self::ByRank,
            3 => Self::BySuit,
            4 => Self::Many,
            _ => return Err(reader.wrong("PileKey")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileOrder {
    Set,
    Stack,
}

impl Decode for PileOrder {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Set,
            1 => Self::Stack,
            _ => return Err(reader.wrong("PileOrder")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlayAgain {
    pub who: ExprId,
}

impl Decode for PlayAgain {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            who: reader.wanting(Kind::Seat, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlayPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub target: ExprId,
    pub valid_play_condition: Option<CondId>,
    pub min_cards: ExprId,
    pub max_cards: ExprId,
    pub mandatory: bool,
    pub pass_if_unable: bool,
    pub source: ExprId,
    pub allowed: Vec<CardRule>,
    pub duties: Vec<CardRule>,
    pub together: Vec<PatternId>,
    pub beating: Option<ExprId>,
    pub beaten_to: Option<ExprId>,
    pub after: ExprId,
}

impl Decode for PlayPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            target: reader.wanting(Kind::Zone, Decode::decode)?,
            valid_play_condition: Decode::decode(reader)?,
            min_cards: reader.wanting(Kind::Number, Decode::decode)?,
            max_cards: reader.wanting(Kind::Number, Decode::decode)?,
            mandatory: Decode::decode(reader)?,
            pass_if_unable: Decode::decode(reader)?,
            source: reader.wanting(Kind::Zone, Decode::decode)?,
            allowed: Decode::decode(reader)?,
            duties: Decode::decode(reader)?,
            together: Decode::decode(reader)?,
            beating: reader.wanting(Kind::Zone, Decode::decode)?,
            beaten_to: reader.wanting(Kind::Zone, Decode::decode)?,
            after: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct PointTable {
    pub name: TableId,
    pub lines: Vec<CardPoints>,
    pub mode: ModeId,
}

impl Decode for PointTable {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            name: Decode::decode(reader)?,
            lines: Decode::decode(reader)?,
            mode: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    pub cards: CondId,
    pub above: Rank,
    pub always: bool,
}

impl Decode for Promotion {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            cards: Decode::decode(reader)?,
            above: Decode::decode(reader)?,
            always: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Redeal {
    pub dealer: DealerAfter,
}

impl Decode for Redeal {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            dealer: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    Led,
    Winner,
    Top,
    InForce,
    Named,
}

impl Decode for Reference {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Led,
            1 => Self::Winner,
            2 => Self::Top,
            3 => Self::InForce,
            4 => Self::Named,
            _ => return Err(reader.wrong("Reference")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct RepeatPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub phases: Vec<PhaseId>,
    pub as_long_as: ExprId,
    pub may_stop: ExprId,
    pub after: ExprId,
}

impl Decode for RepeatPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            phases: Decode::decode(reader)?,
            as_long_as: reader.wanting(Kind::Number, Decode::decode)?,
            may_stop: reader.wanting(Kind::Number, Decode::decode)?,
            after: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reverse {}

impl Decode for Reverse {
    fn decode(_: &mut Reader) -> Result<Self, Error> {
        Ok(Self {})
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct RoleSpec {}

impl Decode for RoleSpec {
    fn decode(_: &mut Reader) -> Result<Self, Error> {
        Ok(Self {})
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Table,
    Seat,
    Team,
}

impl Decode for Scope {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Table,
            1 => Self::Seat,
            2 => Self::Team,
            _ => return Err(reader.wrong("Scope")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreOp {
    Add,
    Set,
}

impl Decode for ScoreOp {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Add,
            1 => Self::Set,
            _ => return Err(reader.wrong("ScoreOp")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ScoringRule {
    pub amount: ExprId,
    pub moment: Moment,
    pub when: ExprId,
    pub who: ExprId,
    pub op: ScoreOp,
    pub into: IntoId,
}

impl Decode for ScoringRule {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            amount: reader.wanting(Kind::Number, Decode::decode)?,
            moment: Decode::decode(reader)?,
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            op: Decode::decode(reader)?,
            into: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoringTrigger {
    TrickWin,
    Capture,
    Play,
    HandEnd,
    SetComplete,
}

impl Decode for ScoringTrigger {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::TrickWin,
            1 => Self::Capture,
            2 => Self::Play,
            3 => Self::HandEnd,
            4 => Self::SetComplete,
            _ => return Err(reader.wrong("ScoringTrigger")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    Nobody,
    Owner,
    Team,
    Others,
    All,
    Top,
}

impl Decode for Sees {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Nobody,
            1 => Self::Owner,
            2 => Self::Team,
            3 => Self::Others,
            4 => Self::All,
            5 => Self::Top,
            _ => return Err(reader.wrong("Sees")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceDirection {
    Ascending,
    Descending,
    Both,
}

impl Decode for SequenceDirection {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Ascending,
            1 => Self::Descending,
            2 => Self::Both,
            _ => return Err(reader.wrong("SequenceDirection")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    pub counter: CounterId,
    pub to: ExprId,
    pub who: ExprId,
}

impl Decode for Set {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            counter: Decode::decode(reader)?,
            to: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SetMode {
    pub mode: ModeId,
}

impl Decode for SetMode {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            mode: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SetTrump {
    pub suit: ExprId,
}

impl Decode for SetTrump {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            suit: reader.wanting(Kind::Suit, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SetupRules {
    pub cards_per_player: i32,
    pub initial_discard_count: i32,
    pub trump_suit: Option<Suit>,
    pub starting_chips: i32,
    pub tableau_mode: TableauMode,
    pub sequence_direction: SequenceDirection,
    pub sequence_wrap: bool,
    pub sequence_must_match_suit: bool,
    pub sequence_gap_allowed: i32,
    pub deal: Option<Vec<DealStep>>,
    pub after_deal: Vec<Action>,
    pub before_deal: Vec<PhaseId>,
}

impl Decode for SetupRules {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            cards_per_player: reader.within(0, 128, Decode::decode)?,
            initial_discard_count: reader.within(0, 128, Decode::decode)?,
            trump_suit: Decode::decode(reader)?,
            starting_chips: reader.within(0, 1000000, Decode::decode)?,
            tableau_mode: Decode::decode(reader)?,
            sequence_direction: Decode::decode(reader)?,
            sequence_wrap: Decode::decode(reader)?,
            sequence_must_match_suit: Decode::decode(reader)?,
            sequence_gap_allowed: reader.within(1, 128, Decode::decode)?,
            deal: Decode::decode(reader)?,
            after_deal: Decode::decode(reader)?,
            before_deal: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Show {
    pub zone: ExprId,
    pub cards: CondId,
}

impl Decode for Show {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            zone: reader.wanting(Kind::Zone, Decode::decode)?,
            cards: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowdownMethod {
    HandEvaluation,
    HighestCard,
    FoldOnly,
}

impl Decode for ShowdownMethod {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::HandEvaluation,
            1 => Self::HighestCard,
            2 => Self::FoldOnly,
            _ => return Err(reader.wrong("ShowdownMethod")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ShowdownPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub method: ShowdownMethod,
}

impl Decode for ShowdownPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            method: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Shuffle {
    pub zone: ExprId,
}

impl Decode for Shuffle {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            zone: reader.wanting(Kind::Zone, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SitOut {
    pub who: ExprId,
}

impl Decode for SitOut {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            who: reader.wanting(Kind::Seats, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Skip {
    pub count: ExprId,
}

impl Decode for Skip {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            count: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SpecialEffect {
    pub cards: CondId,
    pub moment: Moment,
    pub r#do: Vec<Action>,
    pub when: ExprId,
}

impl Decode for SpecialEffect {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            cards: Decode::decode(reader)?,
            moment: Decode::decode(reader)?,
            r#do: Decode::decode(reader)?,
            when: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stake {
    pub amount: ExprId,
    pub who: ExprId,
    pub dead: bool,
}

impl Decode for Stake {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            amount: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            dead: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct SuitOrder {
    pub suits: Vec<Suit>,
    pub plain: Vec<Rank>,
    pub trump: Vec<Rank>,
}

impl Decode for SuitOrder {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            suits: Decode::decode(reader)?,
            plain: Decode::decode(reader)?,
            trump: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableauMode {
    None,
    War,
    MatchRank,
    Sequence,
}

impl Decode for TableauMode {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::None,
            1 => Self::War,
            2 => Self::MatchRank,
            3 => Self::Sequence,
            _ => return Err(reader.wrong("TableauMode")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreaker {
    ActivePlayer,
    Alternating,
    Split,
    Battle,
}

impl Decode for TieBreaker {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::ActivePlayer,
            1 => Self::Alternating,
            2 => Self::Split,
            3 => Self::Battle,
            _ => return Err(reader.wrong("TieBreaker")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieKey {
    GroupRanks,
    SequenceTop,
    CardRanks,
    OtherCards,
    TopCard,
    Size,
}

impl Decode for TieKey {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::GroupRanks,
            1 => Self::SequenceTop,
            2 => Self::CardRanks,
            3 => Self::OtherCards,
            4 => Self::TopCard,
            5 => Self::Size,
            _ => return Err(reader.wrong("TieKey")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TrickPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub lead_suit_required: bool,
    pub trump_suit: Option<Suit>,
    pub high_card_wins: bool,
    pub breaking_suit: Option<Suit>,
    pub breaking_rule: BreakingRule,
    pub source: ExprId,
    pub choose: Choose,
    pub lead: Vec<CardRule>,
    pub follow: Vec<CardRule>,
    pub playable: Option<CondId>,
    pub out: OutOfCards,
    pub out_to: Option<ExprId>,
    pub leader: ExprId,
    pub next_leader: ExprId,
    pub tie: TrickTie,
    pub battle_cards: i32,
    pub collect_to: ExprId,
    pub collect_order: CollectOrder,
    pub collect_to_bottom: bool,
    pub keep: Vec<Keep>,
    pub before_card: Vec<PhaseId>,
    pub after_trick: Vec<Action>,
    pub until: ExprId,
}

impl Decode for TrickPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            lead_suit_required: Decode::decode(reader)?,
            trump_suit: Decode::decode(reader)?,
            high_card_wins: Decode::decode(reader)?,
            breaking_suit: Decode::decode(reader)?,
            breaking_rule: Decode::decode(reader)?,
            source: reader.wanting(Kind::Zone, Decode::decode)?,
            choose: Decode::decode(reader)?,
            lead: Decode::decode(reader)?,
            follow: Decode::decode(reader)?,
            playable: Decode::decode(reader)?,
            out: Decode::decode(reader)?,
            out_to: reader.wanting(Kind::Zone, Decode::decode)?,
            leader: reader.wanting(Kind::Seat, Decode::decode)?,
            next_leader: reader.wanting(Kind::Seat, Decode::decode)?,
            tie: Decode::decode(reader)?,
            battle_cards: reader.within(0, 128, Decode::decode)?,
            collect_to: reader.wanting(Kind::Zone, Decode::decode)?,
            collect_order: Decode::decode(reader)?,
            collect_to_bottom: Decode::decode(reader)?,
            keep: Decode::decode(reader)?,
            before_card: Decode::decode(reader)?,
            after_trick: Decode::decode(reader)?,
            until: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrickTie {
    First,
    Last,
    Battle,
}

impl Decode for TrickTie {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::First,
            1 => Self::Last,
            2 => Self::Battle,
            _ => return Err(reader.wrong("TrickTie")),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriggerMode {
    Immediate,
    ThresholdGate,
    AllHandsEmpty,
    DeckEmpty,
}

impl Decode for TriggerMode {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Immediate,
            1 => Self::ThresholdGate,
            2 => Self::AllHandsEmpty,
            3 => Self::DeckEmpty,
            _ => return Err(reader.wrong("TriggerMode")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TurnStructure {
    pub phases: Vec<PhaseId>,
    pub is_trick_based: bool,
    pub tricks_per_hand: Option<i32>,
}

impl Decode for TurnStructure {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            phases: Decode::decode(reader)?,
            is_trick_based: Decode::decode(reader)?,
            tricks_per_hand: reader.within(1, 128, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TurnsPhase {
    pub when: ExprId,
    pub who: Option<ExprId>,
    pub then: Vec<Action>,
    pub phases: Vec<PhaseId>,
    pub first: ExprId,
    pub until: ExprId,
}

impl Decode for TurnsPhase {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            when: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
            then: Decode::decode(reader)?,
            phases: Decode::decode(reader)?,
            first: reader.wanting(Kind::Seat, Decode::decode)?,
            until: reader.wanting(Kind::Number, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct While {
    pub condition: ExprId,
    pub r#do: Vec<Action>,
}

impl Decode for While {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            condition: reader.wanting(Kind::Number, Decode::decode)?,
            r#do: Decode::decode(reader)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinComparison {
    Highest,
    Lowest,
    First,
    None,
}

impl Decode for WinComparison {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(match reader.u8()? {
            0 => Self::Highest,
            1 => Self::Lowest,
            2 => Self::First,
            3 => Self::None,
            _ => return Err(reader.wrong("WinComparison")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct WinCondition {
    pub r#type: WinType,
    pub threshold: i32,
    pub comparison: WinComparison,
    pub trigger_mode: TriggerMode,
    pub required_hand_size: Option<i32>,
    pub when: Option<ExprId>,
    pub value: Option<ExprId>,
    pub ties: Vec<ExprId>,
    pub who: Option<ExprId>,
}

impl Decode for WinCondition {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            r#type: Decode::decode(reader)?,
            threshold: reader.within(-1000000, 1000000, Decode::decode)?,
            comparison: Decode::decode(reader)?,
            trigger_mode: Decode::decode(reader)?,
            required_hand_size: reader.within(1, 128, Decode::decode)?,
            when: reader.wanting(Kind::Number, Decode::decode)?,
            value: reader.wanting(Kind::Number, Decode::decode)?,
            ties: reader.wanting(Kind::Number, Decode::decode)?,
            who: reader.wanting(Kind::Seats, Decode::decode)?,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ZoneSpec {
    pub owner: Owner,
    pub order: PileOrder,
    pub sees: Sees,
    pub piles: PileKey,
    pub pile_count: i32,
    pub beneath: Option<ZoneId>,
}

impl Decode for ZoneSpec {
    fn decode(reader: &mut Reader) -> Result<Self, Error> {
        Ok(Self {
            owner: Decode::decode(reader)?,
            order: Decode::decode(reader)?,
            sees: Decode::decode(reader)?,
            piles: Decode::decode(reader)?,
            pile_count: reader.within(1, 128, Decode::decode)?,
            beneath: Decode::decode(reader)?,
        })
    }
}
