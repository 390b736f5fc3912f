//! The parts of the language, generated from its types by `make generate`.

use super::ids::*;
use super::kinds::{Kind, Reads};
use super::reader::{CondId, Decode, Error, ExprId, Reader};
use super::shapes::LATE;

words! { Word {
    HandNumber() false Number Nothing,
    DealNumber() false Number Nothing,
    Turns() false Number Nothing,
    Trick() false Number Nothing,
    TricksPlayed() false Number Nothing,
    Bids() false Number Nothing,
    Calls() false Number Nothing,
    PassesInRow() false Number Nothing,
    Standing() false Number Nothing,
    Pot() false Number Nothing,
    Raised() false Number Nothing,
    LedTrump() false Number Nothing,
    Broken() false Number Nothing,
    Trump() false Suit Nothing,
    Mode() false Mode Nothing,
    Clockwise() false Number Nothing,
    None() false Nothing Nothing,
    Dealer() false Seat Nothing,
    Turn() false Seat Nothing,
    Leader() false Seat Nothing,
    Winner() false Seat Nothing,
    LastTaker() false Seat Nothing,
    House() false Seat Nothing,
    Each() false Seats Nothing,
    Teams() false Seats Nothing,
    Left(Seat) false Seat Nothing,
    Right(Seat) false Seat Nothing,
    Across(Seat) false Seat Nothing,
    Partner(Seat) false Seat Nothing,
    Offset(Seat, Number) false Seat Nothing,
    Next(Seat, Number) false Seat Nothing,
    Previous(Seat, Number) false Seat Nothing,
    Holder(CardSet) false Seat Nothing,
    FirstToName(Call, Choice, Seats) false Seat Nothing,
    Team(Seat) false Seats Nothing,
    Opponents(Seat) false Seats Nothing,
    Others(Seats) false Seats Nothing,
    Where(Seats, Number) false Seats Nothing,
    From(Seats, Seat) false Seats Nothing,
    Score() true Number Nothing,
    HandScore() true Number Nothing,
    Tricks() true Number Nothing,
    TookLast() true Number Nothing,
    HandSize() true Number Nothing,
    Chips() true Number Nothing,
    Staked() true Number Nothing,
    Owed() true Number Nothing,
    Position() true Number Nothing,
    Active() true Number Nothing,
    Played() true Number Nothing,
    Drawn() true Number Nothing,
    Picked() true Number Nothing,
    PickedFrom(Zone, CardSet) false Number Cards,
    Is(Seat) true Number Nothing,
    Set(Seat) false Number Nothing,
    Called(Call) true Number Nothing,
    Place(Choice) false Number Nothing,
    Declared(Tag, Value) true Number Nothing,
    Can(Phase) true Number Nothing,
    Size(Heap) false Number Nothing,
    Count(Heap, CardSet) false Number Cards,
    Points(Heap, Table) false Number Cards,
    Total(Heap) false Number Cards,
    Best(Heap, Table) false Number Cards,
    Suits(Heap) false Number Cards,
    Groups(Heap) false Number Cards,
    Suit(Zone) false Suit Top,
    Rank(Zone) false Rank Top,
    Top(Zone) false Zone Nothing,
    Piles(Zone, Number) false Number Nothing,
    If(Number, Same, Same) false Same Nothing,
    Min(Number, Number) false Number Nothing,
    Max(Number, Number) false Number Nothing,
    Abs(Number) false Number Nothing,
    Div(Number, Literal, Rounding) false Number Nothing,
    Mod(Number, Literal) false Number Nothing,
    Sum(Seats, Number) false Number Nothing,
    Highest(Seats, Number) false Number Nothing,
    Lowest(Seats, Number) false Number Nothing,
    Number(Seats) false Number Nothing,
    Any(Seats, Number) false Number Nothing,
    All(Seats, Number) false Number Nothing,
    Most(Number) true Number Nothing,
    Least(Number) true Number Nothing,
    Other(Same) true Same Nothing,
    True() false Number Nothing,
    False() false Number Nothing,
    Forms(Heap, Pattern) false Number Cards,
    Ways(Heap, Pattern) false Number Cards,
    InWays(Heap, Pattern) false Number Cards,
    Trailing(Zone, Pattern) false Number Cards,
    Joined(Heap, Heap) false Heap Nothing,
    Those(Heap, CardSet) false Heap Cards,
    Unbroken(Heap, CardSet) false Number Cards,
    Suited(Heap, Table) false Number Cards,
    Better(Heap, Heap) false Number Cards,
    HighestIn(Heap, CardSet) false Number Cards,
    LowestIn(Heap, CardSet) false Number Cards,
    FirstPile(Zone, Number) false Zone Nothing,
    FromHighest(Heap) false Number Cards,
    FromLowest(Heap) false Number Cards,
    Strongest(Heap, Number) false Number Cards,
    WithMost(Seats, Number) false Seat Nothing,
    WithLeast(Seats, Number) false Seat Nothing,
    FailedToFollow(Suit) true Number Nothing,
} }

choice! { Operator {
    Add, Subtract, Multiply, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, In, And, Or
} }

choice! { Rounding {
    Down, Up, HalfUp, HalfDown
} }

choice! { WinType u16 {
    Custom, EmptyHand, HighScore, LowScore, FirstToScore, CaptureAll, MostCaptured, BestHand,
    MostChips, LastWithChips
} }

part! { #[derive(Default)] Counts {
    zone: u16,
    role: u16,
    counter: u16,
    r#let: u16,
    card_set: u16,
    point_table: u16,
    pattern: u16,
    tag: u16,
    value: u16,
    mode: u16,
    call: u16,
    choice: u16,
    colour: u16,
    into: u16,
} }

part! { AIHints {
    stand_threshold: Option<i32>,
    raise_threshold: f32,
    call_threshold: f32,
    bluff_frequency: f32,
    pair_weight: f32,
    high_card_weight: f32,
    suit_weight: f32,
} }

kinds! { Action {
    0 AssignRole(AssignRole),
    1 Award(Award),
    2 Change(Change),
    3 Control(Control),
    4 Deal(Deal),
    5 Declare(Declare),
    6 EndHand(EndHand),
    7 EndPhase(EndPhase),
    8 Expose(Expose),
    9 FillHands(FillHands),
    10 ForEach(ForEach),
    11 If(If),
    12 Move(Move),
    13 NameSuit(NameSuit),
    14 PlayAgain(PlayAgain),
    15 Redeal(Redeal),
    16 Reverse(Reverse),
    17 Set(Set),
    18 SetMode(SetMode),
    19 SetTrump(SetTrump),
    20 Show(Show),
    21 Shuffle(Shuffle),
    22 SitOut(SitOut),
    23 Skip(Skip),
    24 Stake(Stake),
    25 While(While),
    26 WhoDeals(WhoDeals),
    27 DrawLots(DrawLots),
    28 Pay(Pay),
} }

choice! { Among {
    Unplayed, Unseen
} }

choice! { Announce {
    Now, ClassOnly, OnLastCard, LaidOut
} }

part! { AssignRole {
    role: RoleId,
    to: ExprId => wanting(Kind::Seat),
} }

choice! { Attribute {
    Suit, Rank, Colour
} }

part! { Award {
    amount: ExprId => wanting(Kind::Number),
    who: ExprId => wanting(Kind::Seats),
} }

part! { BettingPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    min_bet: ExprId => wanting(Kind::Number),
    max_raises: Option<i32> => within(0, 100),
    showdown_method: ShowdownMethod,
    max_bet: Option<ExprId> => wanting(Kind::Number),
    reopening: Option<ExprId> => wanting(Kind::Number),
    first: ExprId => wanting(Kind::Seat),
    all_in: bool,
    may_check: bool,
} late {
    bring_in: Option<ExprId> => wanting(Kind::Number),
} }

part! { BlockPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    phases: Vec<PhaseId>,
    after: ExprId => wanting(Kind::Number),
} }

choice! { BreakingRule {
    None, CannotLeadUntilBroken, CannotPlayUntilBroken
} }

part! { BuildMove {
    source: ExprId => wanting(Kind::Zone),
    target: ExprId => wanting(Kind::Zone),
    onto: Option<CondId>,
    on_empty: Option<CondId>,
    unit: BuildUnit,
    packet: Option<CondId>,
    after: ExprId => wanting(Kind::Number),
} }

part! { BuildPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    moves: Vec<BuildMove>,
} }

choice! { BuildUnit {
    Card, Run, Pile
} }

part! { Call {
    name: CallId,
    choices: Vec<CallChoice>,
    when: ExprId => wanting(Kind::Number),
    key: Option<ExprId> => wanting(Kind::Number),
    equal_ok: ExprId => wanting(Kind::Number),
    rank: i32 => within(-1000, 1000),
    is_pass: bool,
    out_of_turn: bool,
    r#do: Vec<Action>,
} }

part! { CallChoice {
    name: ChoiceId,
    r#type: ChoiceKind,
    low: ExprId => wanting(Kind::Number),
    high: ExprId => wanting(Kind::Number),
    step: i32 => within(1, 1000000),
    numbers: Vec<i32> => within(-1000000, 1000000),
    suits: Vec<Suit>,
    ranks_in: Option<ExprId> => wanting(Kind::Zone),
    seats: ExprId => wanting(Kind::Seats),
    words: Vec<()>,
} }

part! { CallPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    calls: Vec<Call>,
    rounds: Option<i32> => within(1, 100),
    pass_is_final: bool,
    close: ExprId => wanting(Kind::Number),
    simultaneous: bool,
} }

choice! { CaptureBy {
    Equal, Sum
} }

part! { CapturePhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    by: Vec<CaptureBy>,
    values: TableId,
    source: ExprId => wanting(Kind::Zone),
    table: ExprId => wanting(Kind::Zone),
    target: ExprId => wanting(Kind::Zone),
    exact_first: bool,
    mandatory: bool,
    several: bool,
    must_take: bool,
    builds: Option<ExprId> => wanting(Kind::Zone),
    building: bool,
} }

part! { CardCondition {
    suit: Option<Suit>,
    rank: Option<Rank>,
    suits: Vec<Suit>,
    ranks: Vec<Rank>,
    colour: Option<ColourId>,
    named: Option<CardSetId>,
    trump: Option<bool>,
    printed_suit: Option<Suit>,
    printed_trump: Option<bool>,
    trump_colour: Option<bool>,
    point_table: Option<TableId>,
    min_points: Option<i32> => within(-10000, 10000),
    max_points: Option<i32> => within(-10000, 10000),
    beats: Option<Reference>,
    same: Vec<Attribute>,
    of: Option<Reference>,
    step: Option<i32> => within(-128, 128),
    drawn: Option<bool>,
    taken_from: Option<ZoneId>,
    rank_in: Option<ZoneId>,
    suit_in: Option<ZoneId>,
    own_play: Option<bool>,
    highest: Option<Among>,
    any_of: Vec<CondId>,
    all_of: Vec<CondId>,
    not_: Option<CondId>,
} }

part! { CardPoints {
    cards: CondId,
    points: i32 => within(-10000, 10000),
} }

part! { CardRanking {
    plain: Vec<Rank>,
    trump: Vec<Rank>,
    by_suit: Vec<SuitOrder>,
    promote: Vec<Promotion>,
    sequence: Vec<Rank>,
    across_suits: bool,
    suits: Vec<Suit>,
    mode: ModeId,
} }

part! { CardRule {
    cards: CondId,
    when: ExprId => wanting(Kind::Number),
} }

part! { CardScoringRule {
    condition: CondId,
    points: i32 => within(-10000, 10000),
    trigger: ScoringTrigger,
} }

part! { CardValue {
    rank: Rank,
    value: i32 => within(-1000, 1000),
    alternate_value: Option<i32> => within(-1000, 1000),
} }

part! { Change {
    counter: CounterId,
    by: ExprId => wanting(Kind::Number),
    who: ExprId => wanting(Kind::Seats),
} }

choice! { ChoiceKind {
    Number, Suit, Rank, Seat, Word
} }

part! { ChoicePhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    options: Vec<PhaseId>,
    may_pass: ExprId => wanting(Kind::Number),
    none_open: NoOption,
} }

choice! { Choose {
    Pick, Top, Random, Highest, All
} }

part! { ClaimPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    min_cards: i32 => within(1, 128),
    max_cards: i32 => within(1, 128),
    rank_mode: ClaimRankMode,
    fixed_rank: Option<Rank>,
    starting_rank: Rank,
    allow_challenge: bool,
    pile_penalty: bool,
    source: ExprId => wanting(Kind::Zone),
    target: ExprId => wanting(Kind::Zone),
} }

choice! { ClaimRankMode {
    Sequential, PlayerChoice, Fixed
} }

choice! { CollectOrder {
    Played, WinnerFirst
} }

part! { Contest {
    side: ContestSide,
    winner_scores: ContestScores,
    trumps_first: bool,
    ties: ContestTie,
} late {
    by: Option<TableId>,
} }

choice! { ContestScores {
    All, Best
} }

choice! { ContestSide {
    Seat, Team
} }

choice! { ContestTie {
    EarlierSeat, Both, Neither
} }

part! { Control {
    seat: ExprId => wanting(Kind::Seat),
    by: ExprId => wanting(Kind::Seat),
} }

part! { Counter {
    scope: Scope,
    life: Life,
    start: i32,
    low: i32 => within(-1000000, 1000000),
    high: i32 => within(-1000000, 1000000),
    flag: bool,
} late {
    pot: bool,
} }

part! { Deal {
    packets: Vec<ExprId> => wanting(Kind::Number),
    zone: ExprId => wanting(Kind::Zone),
    to: ExprId => wanting(Kind::Seats),
} }

part! { DealStep {
    packets: Vec<i32> => within(1, 128),
    zone: ExprId => wanting(Kind::Zone),
    to: ExprId => wanting(Kind::Seats),
    piles: Vec<i32> => within(0, 128),
    all_cards: bool,
} }

choice! { DealerAfter {
    Same, Next
} }

choice! { DeckEmptyAction {
    ReshuffleDiscard, GameEnds, SkipDraw
} }

part! { Declare {
    patterns: Vec<PatternId>,
    zone: ExprId => wanting(Kind::Zone),
    who: ExprId => wanting(Kind::Seat),
} }

part! { DeclareLimit {
    count: ExprId => wanting(Kind::Number),
    side: ContestSide,
} late {
    largest: bool,
} }

part! { DeclarePhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    patterns: Vec<PatternId>,
    automatic: bool,
    announce: Announce,
    shown_when: Option<ExprId> => wanting(Kind::Number),
    contest: Option<Box<Contest>>,
} late {
    limit: Option<Box<DeclareLimit>>,
    extensions: Vec<Extension>,
} }

choice! { Direction {
    Clockwise, Counterclockwise
} }

part! { DiscardPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    target: ExprId => wanting(Kind::Zone),
    count: ExprId => wanting(Kind::Number),
    mandatory: bool,
    source: ExprId => wanting(Kind::Zone),
    cards: Option<CondId>,
    choose: Choose,
    after: ExprId => wanting(Kind::Number),
} }

part! { DoPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    actions: Vec<Action>,
} }

part! { DrawLots {
    role: RoleId,
    among: ExprId => wanting(Kind::Seats),
} }

part! { DrawPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    source: ExprId => wanting(Kind::Zone),
    count: ExprId => wanting(Kind::Number),
    mandatory: bool,
    target: ExprId => wanting(Kind::Zone),
    choose: Choose,
    when_empty: Option<Vec<Action>>,
} }

part! { EndHand {
    scored: bool,
} }

part! { EndPhase {
} }

part! { Expose {
    zone: ExprId => wanting(Kind::Zone),
} }

part! { Extension {
    pattern: PatternId,
    of: PatternId,
} }

part! { FillHands {
    size: ExprId => wanting(Kind::Number),
    to: ExprId => wanting(Kind::Seats),
} }

choice! { FirstDealer {
    Random, HighCard, House
} }

part! { ForEach {
    who: ExprId => wanting(Kind::Seats),
    r#do: Vec<Action>,
} }

part! { GameRules {
    consecutive_pass_action: PassAction,
    passes_to_trigger: Option<i32> => within(1, 100),
    deck_empty_action: DeckEmptyAction,
    keep_top_discard: bool,
    tie_breaker: TieBreaker,
    same_player_on_win: bool,
} }

part! { HandEvaluation {
    method: HandEvaluationMethod,
    patterns: Vec<HandPattern>,
    card_values: Vec<CardValue>,
    target_value: Option<i32> => within(-1000, 10000),
    bust_threshold: Option<i32> => within(-1000, 10000),
    parts: Vec<HandPart>,
} late {
    lowest: bool,
    shares: Vec<PotShare>,
} }

choice! { HandEvaluationMethod {
    None, HighCard, PointTotal, PatternMatch, CardCount
} }

part! { HandPart {
    zone: ExprId => wanting(Kind::Zone),
    count: Option<i32> => within(1, 128),
} }

part! { HandPattern {
    rank_priority: i32 => within(-1000000, 1000000),
    required_count: Option<i32> => within(1, 128),
    same_suit_count: Option<i32> => within(1, 128),
    same_rank_groups: Option<Vec<i32>> => within(1, 128),
    sequence_length: Option<i32> => within(1, 128),
    sequence_wrap: bool,
    required_ranks: Option<Vec<Rank>>,
    min_size: Option<i32> => within(1, 128),
    max_size: Option<i32> => within(1, 128),
    same: Vec<Attribute>,
    different: Vec<Attribute>,
    consecutive: bool,
    sequence_of: Option<i32> => within(1, 8),
    attached: Option<i32> => within(1, 8),
    attached_of: Option<i32> => within(1, 8),
    at_most_one: Vec<Rank>,
    sum: Option<i32> => within(-10000, 10000),
    sum_of: Option<TableId>,
    cards: Option<CondId>,
    exact: Vec<CondId>,
    wild: Option<CardSetId>,
    wild_max: Option<i32> => within(0, 128),
    natural_min: Option<i32> => within(0, 128),
    tie_keys: Vec<TieKey>,
    any_size: bool,
    values: Vec<PatternValue>,
    tags: Vec<TagId>,
    when: ExprId => wanting(Kind::Number),
} }

part! { HouseSpec {
} }

part! { If {
    condition: ExprId => wanting(Kind::Number),
    then: Vec<Action>,
    otherwise: Vec<Action>,
} }

part! { Keep {
    cards: CondId,
    to: ExprId => wanting(Kind::Zone),
} }

choice! { LayOff {
    None, Own, Any
} }

part! { Let {
    value: ExprId => wanting(Kind::Term),
    scope: Scope,
} }

choice! { Life {
    Turn, Hand, Match
} }

part! { MatchRules {
    hands: Option<i32> => within(1, 10000),
    first_dealer: Option<FirstDealer>,
    next_dealer: Option<NextDealer>,
    direction: Option<Direction>,
    out: ExprId => wanting(Kind::Number),
} }

part! { MeldPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    patterns: Vec<PatternId>,
    source: ExprId => wanting(Kind::Zone),
    target: ExprId => wanting(Kind::Zone),
    new_melds: bool,
    lay_off: LayOff,
    automatic: bool,
    mandatory: bool,
    with_top_of: Option<ExprId> => wanting(Kind::Zone),
    after: ExprId => wanting(Kind::Number),
} }

choice! { Moment {
    Dealt, TurnedUp, Drawn, Played, Led, Captured, Melded, TrickEnd, TurnEnd, HandEnd
} }

part! { Move {
    source: ExprId => wanting(Kind::Zone),
    target: ExprId => wanting(Kind::Zone),
    cards: CondId,
    count: Option<ExprId> => wanting(Kind::Number),
    choose: Choose,
    to_bottom: bool,
    turned_over: bool,
} }

part! { NameSuit {
    suit: ExprId => wanting(Kind::Suit),
} }

part! { NamedCards {
    cards: CondId,
} }

choice! { NextDealer {
    Left, Same, Winner, Loser
} }

choice! { NoOption {
    Skip, SitOut, EndHand
} }

choice! { OutOfCards {
    AnyCard, SitOut
} }

choice! { Owner {
    Table, Seat, Team
} }

choice! { PassAction {
    None, ClearTableau, EndRound, SkipPlayer
} }

part! { PassPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    count: ExprId => wanting(Kind::Number),
    to: Vec<ExprId> => wanting(Kind::Seat),
    cards: Option<CondId>,
    split: bool,
} }

part! { PatternValue {
    name: ValueId,
    amount: ExprId => wanting(Kind::Number),
} }

part! { Pay {
    who: ExprId => wanting(Kind::Seats),
    pot: Option<CounterId>,
    amount: Option<ExprId> => wanting(Kind::Number),
} }

kinds! { Phase {
    0 Betting(BettingPhase),
    1 Block(BlockPhase),
    2 Build(BuildPhase),
    3 Call(CallPhase),
    4 Capture(CapturePhase),
    5 Choice(ChoicePhase),
    6 Claim(ClaimPhase),
    7 Declare(DeclarePhase),
    8 Discard(DiscardPhase),
    9 Do(DoPhase),
    10 Draw(DrawPhase),
    11 Meld(MeldPhase),
    12 Pass(PassPhase),
    13 Play(PlayPhase),
    14 Repeat(RepeatPhase),
    15 Showdown(ShowdownPhase),
    16 Trick(TrickPhase),
    17 Turns(TurnsPhase),
} }

choice! { PileKey {
    One, Fixed, ByRank, BySuit, Many
} }

choice! { PileOrder {
    Set, Stack
} }

part! { PlayAgain {
    who: ExprId => wanting(Kind::Seat),
} }

part! { PlayPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    target: ExprId => wanting(Kind::Zone),
    valid_play_condition: Option<CondId>,
    min_cards: ExprId => wanting(Kind::Number),
    max_cards: ExprId => wanting(Kind::Number),
    mandatory: bool,
    pass_if_unable: bool,
    source: ExprId => wanting(Kind::Zone),
    allowed: Vec<CardRule>,
    duties: Vec<CardRule>,
    together: Vec<PatternId>,
    beating: Option<ExprId> => wanting(Kind::Zone),
    beaten_to: Option<ExprId> => wanting(Kind::Zone),
    after: ExprId => wanting(Kind::Number),
} }

part! { PointTable {
    name: TableId,
    lines: Vec<CardPoints>,
    mode: ModeId,
} }

part! { PotShare {
    patterns: Vec<PatternId>,
    lowest: bool,
    ranks: Vec<Rank>,
    parts: Vec<HandPart>,
} }

part! { Promotion {
    cards: CondId,
    above: Rank,
    always: bool,
} }

part! { Redeal {
    dealer: DealerAfter,
} }

choice! { Reference {
    Led, Winner, Top, InForce, Named
} }

part! { RepeatPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    phases: Vec<PhaseId>,
    as_long_as: ExprId => wanting(Kind::Number),
    may_stop: ExprId => wanting(Kind::Number),
    after: ExprId => wanting(Kind::Number),
} }

part! { Reverse {
} }

part! { RoleSpec {
} }

choice! { Scope {
    Table, Seat, Team
} }

choice! { ScoreOp {
    Add, Set
} }

part! { ScoringRule {
    amount: ExprId => wanting(Kind::Number),
    moment: Moment,
    when: ExprId => wanting(Kind::Number),
    who: ExprId => wanting(Kind::Seats),
    op: ScoreOp,
    into: IntoId,
} }

choice! { ScoringTrigger {
    TrickWin, Capture, Play, HandEnd, SetComplete
} }

choice! { Sees {
    Nobody, Owner, Team, Others, All, Top
} }

choice! { SequenceDirection {
    Ascending, Descending, Both
} }

part! { Set {
    counter: CounterId,
    to: ExprId => wanting(Kind::Number),
    who: ExprId => wanting(Kind::Seats),
} }

part! { SetMode {
    mode: ModeId,
} }

part! { SetTrump {
    suit: ExprId => wanting(Kind::Suit),
} }

part! { SetupRules {
    cards_per_player: i32 => within(0, 128),
    initial_discard_count: i32 => within(0, 128),
    trump_suit: Option<Suit>,
    starting_chips: i32 => within(0, 1000000),
    tableau_mode: TableauMode,
    sequence_direction: SequenceDirection,
    sequence_wrap: bool,
    sequence_must_match_suit: bool,
    sequence_gap_allowed: i32 => within(1, 128),
    deal: Option<Vec<DealStep>>,
    after_deal: Vec<Action>,
    before_deal: Vec<PhaseId>,
} }

part! { Show {
    zone: ExprId => wanting(Kind::Zone),
    cards: CondId,
} }

choice! { ShowdownMethod {
    HandEvaluation, HighestCard, FoldOnly
} }

part! { ShowdownPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    method: ShowdownMethod,
} }

part! { Shuffle {
    zone: ExprId => wanting(Kind::Zone),
} }

part! { SitOut {
    who: ExprId => wanting(Kind::Seats),
} }

part! { Skip {
    count: ExprId => wanting(Kind::Number),
} }

part! { SpecialEffect {
    cards: CondId,
    moment: Moment,
    r#do: Vec<Action>,
    when: ExprId => wanting(Kind::Number),
} }

part! { Stake {
    amount: ExprId => wanting(Kind::Number),
    who: ExprId => wanting(Kind::Seats),
    dead: bool,
} late {
    pot: Option<CounterId>,
} }

part! { SuitOrder {
    suits: Vec<Suit>,
    plain: Vec<Rank>,
    trump: Vec<Rank>,
} }

choice! { TableauMode {
    None, War, MatchRank, Sequence
} }

choice! { TieBreaker {
    ActivePlayer, Alternating, Split, Battle
} }

choice! { TieKey {
    GroupRanks, SequenceTop, CardRanks, OtherCards, TopCard, Size
} }

part! { TrickPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    lead_suit_required: bool,
    trump_suit: Option<Suit>,
    high_card_wins: bool,
    breaking_suit: Option<Suit>,
    breaking_rule: BreakingRule,
    source: ExprId => wanting(Kind::Zone),
    choose: Choose,
    lead: Vec<CardRule>,
    follow: Vec<CardRule>,
    playable: Option<CondId>,
    out: OutOfCards,
    out_to: Option<ExprId> => wanting(Kind::Zone),
    leader: ExprId => wanting(Kind::Seat),
    next_leader: ExprId => wanting(Kind::Seat),
    tie: TrickTie,
    battle_cards: i32 => within(0, 128),
    collect_to: ExprId => wanting(Kind::Zone),
    collect_order: CollectOrder,
    collect_to_bottom: bool,
    keep: Vec<Keep>,
    before_card: Vec<PhaseId>,
    after_trick: Vec<Action>,
    until: ExprId => wanting(Kind::Number),
} late {
    open_lead: Option<CondId>,
} }

choice! { TrickTie {
    First, Last, Battle
} }

choice! { TriggerMode {
    Immediate, ThresholdGate, AllHandsEmpty, DeckEmpty, EachScore
} }

part! { TurnStructure {
    phases: Vec<PhaseId>,
    is_trick_based: bool,
    tricks_per_hand: Option<i32> => within(1, 128),
} }

part! { TurnsPhase {
    when: ExprId => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
    then: Vec<Action>,
    phases: Vec<PhaseId>,
    first: ExprId => wanting(Kind::Seat),
    until: ExprId => wanting(Kind::Number),
} late {
    before_turn: Vec<PhaseId>,
} }

part! { While {
    condition: ExprId => wanting(Kind::Number),
    r#do: Vec<Action>,
} }

part! { WhoDeals {
    who: ExprId => wanting(Kind::Seat),
} }

choice! { WinComparison {
    Highest, Lowest, First, None
} }

part! { WinCondition {
    r#type: WinType,
    threshold: i32 => within(-1000000, 1000000),
    comparison: WinComparison,
    trigger_mode: TriggerMode,
    required_hand_size: Option<i32> => within(1, 128),
    when: Option<ExprId> => wanting(Kind::Number),
    value: Option<ExprId> => wanting(Kind::Number),
    ties: Vec<ExprId> => wanting(Kind::Number),
    who: Option<ExprId> => wanting(Kind::Seats),
} }

part! { ZoneSpec {
    owner: Owner,
    order: PileOrder,
    sees: Sees,
    piles: PileKey,
    pile_count: i32 => within(1, 128),
    beneath: Option<ZoneId>,
} }
