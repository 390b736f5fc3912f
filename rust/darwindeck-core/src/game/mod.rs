//! Play: bytecode becomes tables, tables play any game.
//!
//! `Game` holds what never changes; a `State` is one moment; `Game::run` goes on by itself to the next
//! decision, `Game::legal` lists what may be decided and `Game::apply` does it. Each kind of phase has
//! one module that says what is legal in it and what then happens.

pub mod cards;
pub mod chooser;
pub mod evaluation;
pub mod events;
pub mod judge;
pub mod moves;
pub mod patterns;
pub mod record;
pub mod redeal;
pub mod rng;
pub mod state;
pub mod tables;
pub mod view;
pub mod work;

mod actions;
mod asking;
mod course;
mod ending;
mod flow;
mod foresight;
mod knowledge;
mod lower;
mod machine;
mod phases;
mod privacy;
mod scoring;
mod story;

pub use course::Opening;
pub(crate) use phases::Seams;
pub use phases::reasons::{Bar, Reason};
pub use phases::trick_example::TrickExample;

use cards::CardSet;
use judge::NOWHERE;
use moves::{Kind, Move};
use rng::Rng;
use state::{Layout, State, Waiting};
use tables::{Context, NOBODY, Tables};

use crate::program::ids::{PhaseId, ZoneId};
use crate::program::parts::*;
use crate::program::{Error, ExprId, Node, Program};

/// What every phase has.
#[derive(Clone, Copy, Debug)]
struct Head {
    when: ExprId,
    who: Option<ExprId>,
    /// Whether somebody's share is going on around it, so that it is theirs by default.
    inside: bool,
    /// Whether the player whose turn it is goes through it by themselves, and has to do what they can.
    plain: bool,
    /// Whether a player may leave off what it is repeated in.
    stoppable: bool,
    /// Whether a player to whom nothing is open in it may have to be asked, so that nobody learns that.
    asks: bool,
    /// Whether its conditions alone decide that it begins: `when`, and whether there is a first pass.
    easy: bool,
    goes_on: ExprId,
    /// Whether something happens when it is over.
    has_end: bool,
    /// When its turns are over, if anything but the players decides that.
    until: Option<ExprId>,
}

/// Rules of a game by the moment they apply at.
#[derive(Clone, Debug, Default)]
struct ByMoment {
    /// Win conditions that stop scoring as soon as they hold.
    races: Vec<u16>,
    effects: [Vec<u16>; 10],
    rules: [scoring::Rules; 10],
    cards: [Vec<u16>; 5],
}

/// A game, ready to be played.
#[derive(Clone, Debug)]
pub struct Game {
    /// What the bytecode says.
    pub program: Program,
    /// What was worked out from it.
    pub tables: Tables,
    /// Where the registers are.
    pub layout: Layout,
    /// The same as it is played.
    lowered: lower::Lowered,
    heads: Vec<Head>,
    /// What others cannot know.
    privacy: privacy::Privacy,
    /// The cards whose pile each place is, where ranks or suits have their own.
    homes: Vec<CardSet>,
    /// Whether the patterns by which hands are compared always hold, and those of each share of the pot.
    hands_hold: (bool, Vec<bool>),
    /// By expression: the row of piles that building leads from or to.
    rows: Vec<Option<phases::Row>>,
    /// The patterns as something to be laid.
    forms: phases::Forms,
    /// Which cards no rule can tell apart.
    likeness: foresight::Likeness,
    choice_specs: Vec<Option<CallChoice>>,
    /// What a card of each rank counts in a total, and what it may count instead.
    card_values: Vec<(i32, Option<i32>)>,
    moments: ByMoment,
    clockwise: bool,
    discard_place: u16,
    /// The zone whose top card is meant where nothing is being played: that to which all cards are
    /// played, or else that of discards.
    pile_zone: Option<ZoneId>,
    /// Its place, and whether that is a stack, if it is one place of the table.
    pile_place: Option<(bool, u16)>,
    hand_zone: usize,
    /// Whether anything is judged after every step, and whether a win is.
    judges_steps: bool,
    judges_wins: bool,
    /// Whether turns end by nothing but hands that have lost their last card.
    ends_by_hands: bool,
    /// Whether a phase must end in a certain way.
    bound: bool,
    /// Whether any trick is won by the lowest card.
    some_low_wins: bool,
    /// Whether cards that are declared may lie before their players, so that two cards of one face are two
    /// moves.
    pub lays_out: bool,
    /// Whether cards are turned up from beneath piles.
    some_beneath: bool,
    /// Whether combinations are declared that may be shown later.
    has_declarations: bool,
    /// A condition that always holds.
    always: ExprId,
    /// Whether some expression or condition on cards takes so long that its steps are counted.
    has_dear: bool,
    /// Whether every seat has one hand in one place.
    single_hand: bool,
    /// Calls whose moves never change, by phase and number.
    call_tables: Vec<Vec<phases::CallTable>>,
    /// Whether the calls of a phase are chosen in turn, without a list.
    calls_in_turn: Vec<bool>,
    /// Whether the calls of a phase depend on what has been called before in it.
    reads_calls: Vec<bool>,
    /// By phase: whether nothing but where cards lie tells if somebody could play a card in it.
    told_by_cards: Vec<bool>,
    /// How the cards of a trick are laid in one go, for phases that allow it.
    rounds: Vec<Option<phases::Round>>,
    /// How tricks of turned-up cards are run through, for phases that allow it.
    flips: Vec<Option<phases::FlipPlan>>,
    /// Whether the winners are told by their chips.
    pub(crate) is_about_chips: bool,
    /// The players, or the sides where there are teams.
    rivals: ending::Rivals,
    /// How the steps of the deal give out their cards, where that never changes.
    dealings: Vec<Option<course::Dealing>>,
    /// Whether cards are shuffled when they are dealt, and not before what comes before the deal.
    shuffles_late: bool,
    /// The phases as ops.
    code: machine::Code,
}

impl Game {
    /// A game from bytecode.
    pub fn new(bytecode: &[u8]) -> Result<Self, Error> {
        Program::decode(bytecode).map(Self::of)
    }

    /// A game from a program. Whatever was decoded, and so verified, can be built.
    pub fn of(mut program: Program) -> Self {
        let always = ExprId(program.nodes.len() as u32);
        program.nodes.push(Node::Word(Word::True, [ExprId(0); 3], 0));
        program.steps.expressions.push(1);
        let tables = Tables::new(&program);
        let layout = Layout::new(&program, &tables);
        let lowered = lower::Lowered::new(&program, &tables, &layout);
        let privacy = privacy::Privacy::new(&program, &tables);
        let hands_hold = phases::hands_hold(&program, &lowered);
        let mut game = Self {
            heads: heads(&program, &lowered, &privacy, always),
            lowered,
            privacy,
            homes: phases::homes(&tables),
            hands_hold,
            rows: phases::rows(&program, &tables),
            forms: phases::Forms::new(&program, &tables),
            likeness: foresight::Likeness::new(&program, &tables),
            choice_specs: choice_specs(&program),
            card_values: card_values(&program),
            moments: ByMoment::default(),
            clockwise: program.match_rules.direction != Some(Direction::Counterclockwise),
            discard_place: program.known.discard.map_or(NOWHERE, |z| tables.place(z.index(), 0)),
            pile_zone: phases::pile_zone(&program),
            pile_place: phases::pile_zone(&program).and_then(|zone| {
                let table = &tables.zones[zone.index()];
                let one = table.owner == Owner::Table && table.piles == 1;
                (one && table.key != PileKey::Many).then_some((table.stack, table.base))
            }),
            hand_zone: program.known.hand.map_or(usize::MAX, |zone| zone.index()),
            judges_steps: false,
            judges_wins: program
                .win_conditions
                .iter()
                .any(|win| win.trigger_mode != TriggerMode::ThresholdGate),
            ends_by_hands: false,
            bound: false,
            some_low_wins: false,
            lays_out: tables.copies
                && program.phases.iter().any(|phase| {
                    matches!(phase, Phase::Declare(phase) if phase.announce == Announce::LaidOut)
                }),
            some_beneath: tables.zones.iter().any(|zone| zone.beneath.is_some()),
            always,
            has_dear: {
                let steps = program.steps.expressions.iter().chain(&program.steps.conditions);
                steps.copied().any(judge::is_dear)
            },
            single_hand: program.known.hand.is_some_and(|zone| {
                let table = &tables.zones[zone.index()];
                table.owner == Owner::Seat && table.piles == 1
            }),
            call_tables: phases::call_tables(&program, &tables),
            calls_in_turn: Vec::new(),
            reads_calls: phases::reads_calls(&program),
            told_by_cards: Vec::new(),
            rounds: Vec::new(),
            flips: Vec::new(),
            is_about_chips: program
                .win_conditions
                .iter()
                .any(|win| matches!(win.r#type, WinType::MostChips | WinType::LastWithChips)),
            rivals: ending::Rivals::new(&tables),
            dealings: Vec::new(),
            shuffles_late: false,
            code: machine::Code::default(),
            has_declarations: program.phases.iter().any(|p| matches!(p, Phase::Declare(_))),
            program,
            tables,
            layout,
        };
        game.moments = by_moment(&game);
        game.judges_steps = game.has_judgement();
        game.ends_by_hands = game.ends_by_hands();
        game.bound = game.program.phases.iter().any(|phase| game.is_bound(phase));
        game.some_low_wins = game
            .program
            .phases
            .iter()
            .any(|phase| matches!(phase, Phase::Trick(trick) if !trick.high_card_wins));
        game.dealings = course::dealings(&game);
        game.shuffles_late = course::shuffles_late(&game);
        game.calls_in_turn = phases::calls_in_turn(&game);
        game.told_by_cards = (0..game.program.phases.len())
            .map(|number| game.is_told_by_cards(PhaseId(number as u16)))
            .collect();
        game.code = machine::Code::new(&game);
        game.rounds = game
            .program
            .phases
            .iter()
            .map(|phase| match phase {
                Phase::Trick(trick) => phases::Round::new(&game, trick),
                _ => None,
            })
            .collect();
        game.flips = game
            .program
            .phases
            .iter()
            .map(|phase| match phase {
                Phase::Trick(trick) => phases::FlipPlan::new(&game, trick),
                _ => None,
            })
            .collect();
        game
    }

    fn has_judgement(&self) -> bool {
        self.judges_wins
            || self.program.phases.iter().any(|phase| match phase {
                Phase::Turns(turns) => !self.lowered.never(turns.until),
                _ => false,
            })
    }

    /// Whether only the last card that leaves a hand can end turns, of all phases that have an end of their own.
    /// Tricks take cards in ways of their own.
    fn ends_by_hands(&self) -> bool {
        let tricks = self.program.phases.iter().any(|phase| matches!(phase, Phase::Trick(_)));
        let mut ends = self.heads.iter().filter_map(|head| head.until);
        !tricks && ends.all(|until| self.lowered.ends_by_hands(until))
    }

    /// The context in force.
    #[inline(always)]
    pub fn context(&self, s: &State) -> &Context {
        &self.tables.contexts[usize::from(s.context)]
    }

    /// A new match: the first hand is dealt and played up to the first decision.
    pub fn deal(&self, rng: &mut Rng) -> State {
        let mut state = State::new(&self.tables, &self.layout);
        self.start(&mut state, rng, false);
        state
    }

    /// A single hand.
    pub fn hand(&self, rng: &mut Rng) -> State {
        let mut state = State::new(&self.tables, &self.layout);
        self.start(&mut state, rng, true);
        state
    }

    /// Begins a match, or a single hand, in a state that may have been used before.
    pub fn start(&self, s: &mut State, rng: &mut Rng, single_hand: bool) {
        self.start_with(s, rng, &Opening { single_hand, ..Opening::default() });
    }

    /// The seats that may decide something now.
    pub fn to_move(&self, s: &State) -> u16 {
        if s.waiting != Waiting::Decision {
            return 0;
        }
        self.deciders(s)
    }

    /// Everything that a seat may decide now.
    pub fn legal(&self, s: &State, seat: u8, out: &mut Vec<Move>) {
        out.clear();
        if s.waiting != Waiting::Decision || seat >= 16 || self.deciders(s) & (1 << seat) == 0 {
            return;
        }
        if s.listed && s.control[usize::from(s.innermost().seat)] == seat {
            out.extend_from_slice(&s.scratch);
            if !s.settled {
                self.add_stop(s, out);
                self.keep_foreseeable(s, seat, out);
            }
        } else {
            self.list(s, seat, out);
        }
    }

    /// Does what a seat has decided, and goes on to the next decision. The move must be legal.
    pub fn apply(&self, s: &mut State, seat: u8, action: Move, rng: &mut Rng) {
        if action == Move::NONE {
            // Whoever was to choose was called off.
            s.events.clear();
            s.chance.clear();
            return;
        }
        work::take_steps(work::TAKEN);
        self.remember(s);
        let deal = s.deal_number;
        if s.telling {
            self.tell(s, seat, action, rng);
        }
        self.settled(s, |game, s| {
            game.take(s, seat, action, rng);
            game.run(s, rng, &mut chooser::Nobody);
        });
        if s.telling && s.deal_number != deal {
            self.begin_story(s);
        }
    }

    /// Whether anything asks who played a card.
    fn remembers_players(&self) -> bool {
        self.program.conditions.iter().any(|condition| condition.own_play.is_some())
    }

    /// Whether the decision is just which card to play to a trick.
    #[inline(always)]
    pub fn is_plain(&self, s: &State) -> bool {
        self.plain_trick(s)
    }

    /// Whether several seats decide at once, unseen by each other.
    pub fn decides_in_secret(&self, s: &State) -> bool {
        if s.waiting != Waiting::Decision {
            return false;
        }
        match self.program.phases.get(usize::from(s.innermost().phase)) {
            Some(Phase::Pass(_)) => true,
            Some(Phase::Call(phase)) => phase.simultaneous,
            _ => false,
        }
    }

    /// The cards of which a seat that is asked may pick one, one of each face, where that is all there is
    /// to decide.
    #[inline]
    pub fn card_choice(&self, s: &State, seat: u8) -> Option<CardSet> {
        if self.bound || s.depth != 2 {
            return None;
        }
        let frame = s.innermost();
        let cards = match self.phase(frame.phase) {
            Phase::Trick(phase) if self.plain_trick(s) => self.trick_mask(s, phase, frame.seat),
            Phase::Pass(phase) if !self.is_closed(s) => self.pass_mask(s, phase, seat),
            _ => 0,
        };
        (cards != 0).then(|| self.faces(s, cards))
    }

    fn list(&self, s: &State, seat: u8, out: &mut Vec<Move>) {
        self.list_here(s, seat, out);
        self.keep_foreseeable(s, seat, out);
    }

    /// Lists what may be decided now where that takes more than a look, so that it is paid for by the
    /// decision that led here.
    fn settle_moves(&self, s: &mut State) {
        let meld = |number: usize| matches!(self.program.phases.get(number), Some(Phase::Meld(_)));
        if !self.has_obligations(s) && !meld(usize::from(s.innermost().phase)) {
            return;
        }
        let asked = s.control[usize::from(s.innermost().seat)];
        let deciders = self.deciders(s);
        for seat in judge::seats(deciders).filter(|seat| *seat != asked) {
            self.legal(s, seat, &mut Vec::new());
        }
        let mut moves = std::mem::take(&mut s.scratch);
        if asked >= 16 || deciders & (1 << asked) == 0 {
            moves.clear();
        } else if !s.listed {
            moves.clear();
            self.list(s, asked, &mut moves);
        } else if !s.settled {
            self.add_stop(s, &mut moves);
            self.keep_foreseeable(s, asked, &mut moves);
        }
        s.scratch = moves;
        s.listed = true;
        s.settled = true;
    }

    /// The phase of a number.
    fn phase(&self, number: u16) -> &Phase {
        &self.program.phases[usize::from(number)]
    }

    /// The seat so many places on in the direction of play; players who are out do not count.
    pub fn after(&self, s: &State, seat: u8, places: i32) -> u8 {
        let players = i32::from(self.tables.players);
        if seat == NOBODY {
            return NOBODY;
        }
        if places == 1 && s.out == 0 && seat < self.tables.players {
            return self.step(s, seat);
        }
        let forward = if s.reversed { -1 } else { 1 };
        if seat >= self.tables.players {
            // The house sits between the last player and the first.
            let first = if (places > 0) == (forward > 0) { 0 } else { players - 1 };
            let sign = if places > 0 { 1 } else { -1 };
            return self.walk(s, first - forward * sign, places, forward);
        }
        self.walk(s, i32::from(seat), places, forward)
    }

    fn walk(&self, s: &State, from: i32, places: i32, forward: i32) -> u8 {
        let players = i32::from(self.tables.players);
        if s.out == 0 {
            let shift = places.rem_euclid(players) * forward;
            return (from + shift).rem_euclid(players) as u8;
        }
        let step = if places >= 0 { forward } else { -forward };
        let mut seat = from;
        let mut left = places.unsigned_abs() % 64;
        let mut tries = 64 * players;
        while left > 0 && tries > 0 {
            seat = (seat + step).rem_euclid(players);
            tries -= 1;
            if s.out & (1 << seat) == 0 {
                left -= 1;
            }
        }
        seat.rem_euclid(players) as u8
    }

    /// The next seat, whether in the game or not.
    #[inline(always)]
    fn step(&self, s: &State, seat: u8) -> u8 {
        let players = self.tables.players;
        if s.reversed {
            if seat == 0 { players - 1 } else { seat - 1 }
        } else if seat + 1 >= players {
            0
        } else {
            seat + 1
        }
    }

    /// The first of some seats, from one on in the direction of play; 255 if there is none.
    #[inline(always)]
    fn first_of(&self, s: &State, mask: u16, from: u8) -> u8 {
        if mask == 0 {
            return NOBODY;
        }
        let mut seat = match from {
            NOBODY => self.after(s, s.dealer, 1),
            house if house >= self.tables.players => self.step(s, house.min(self.tables.players)),
            seat => seat,
        };
        for _ in 0..self.tables.players {
            if mask & (1 << seat) != 0 {
                return seat;
            }
            seat = self.step(s, seat);
        }
        NOBODY
    }

    fn partner(&self, seat: u8) -> u8 {
        let side = self.tables.side_of.get(usize::from(seat)).copied().unwrap_or(NOBODY);
        let Some(mask) = self.tables.sides.get(usize::from(side)) else { return NOBODY };
        let mut next = seat;
        for _ in 0..self.tables.players {
            next = (next + 1) % self.tables.players;
            if mask & (1 << next) != 0 {
                break;
            }
        }
        next
    }

    /// The place of a seat in the order of the deal.
    fn position(&self, s: &State, seat: u8) -> i32 {
        if seat >= self.tables.players {
            return 0;
        }
        let mut place = 1;
        let mut at = self.after(s, s.dealer, 1);
        while at != seat && place <= i32::from(self.tables.players) {
            at = self.after(s, at, 1);
            place += 1;
        }
        place
    }

    /// Whether a place keeps its cards in order.
    #[inline(always)]
    pub fn is_stack(&self, s: &State, place: u16) -> bool {
        let zone = s.piles[usize::from(place)].zone;
        match self.tables.zones.get(usize::from(zone)) {
            Some(zone) => zone.stack,
            None => place == self.tables.stock,
        }
    }

    /// The place of a zone with one pile that belongs to a seat or its side.
    #[inline(always)]
    fn place_of_owner(&self, zone: usize, seat: u8) -> u16 {
        let owner = state::owner_number(&self.tables, self.tables.zones[zone].owner, seat);
        self.tables.place(zone, owner)
    }

    /// The hand of a seat.
    #[inline(always)]
    pub fn hand_of(&self, s: &State, seat: u8) -> CardSet {
        match self.tables.zones.get(self.hand_zone) {
            Some(zone) if seat < zone.owners => {
                s.sets[usize::from(self.tables.place(self.hand_zone, seat))]
            }
            _ => 0,
        }
    }

    /// Whether the hand of a seat was laid open.
    pub fn hand_is_open(&self, s: &State, seat: u8) -> bool {
        self.tables.zones.get(self.hand_zone).is_some_and(|zone| {
            seat < zone.owners && s.piles[usize::from(self.tables.place(self.hand_zone, seat))].open
        })
    }

    /// Whether the lowest card wins in the trick phase in progress.
    fn low_wins(&self, s: &State) -> bool {
        self.some_low_wins
            && s.frames[..usize::from(s.depth)].iter().any(|frame| {
                usize::from(frame.phase) < self.program.phases.len()
                    && matches!(self.phase(frame.phase), Phase::Trick(t) if !t.high_card_wins)
            })
    }

    /// The total of some cards by the hand evaluation.
    fn total(&self, cards: CardSet) -> i32 {
        let Some(evaluation) = &self.program.hand_evaluation else { return 0 };
        evaluation::total(
            &self.card_values,
            evaluation.target_value,
            evaluation.bust_threshold,
            &self.tables.rank,
            cards,
        )
    }
}

/// What every phase has, by its number.
fn heads(
    program: &Program,
    lowered: &lower::Lowered,
    privacy: &privacy::Privacy,
    always: ExprId,
) -> Vec<Head> {
    let mut heads: Vec<Head> = program
        .phases
        .iter()
        .map(|phase| {
            let (when, who) = phases::head(phase);
            let until = match phase {
                Phase::Turns(phase) if !lowered.never(phase.until) => Some(phase.until),
                _ => None,
            };
            Head {
                when,
                who,
                inside: false,
                plain: false,
                stoppable: false,
                asks: false,
                easy: false,
                goes_on: always,
                has_end: !phases::then(phase).is_empty(),
                until,
            }
        })
        .collect();
    // Every phase stands before those inside it.
    for (number, phase) in program.phases.iter().enumerate() {
        let shares = match phase {
            Phase::Block(_) => heads[number].who.is_some() || heads[number].inside,
            _ => true,
        };
        let stoppable = heads[number].stoppable
            || matches!(phase, Phase::Repeat(part) if !lowered.never(part.may_stop));
        for child in phases::inner(phase) {
            heads[child.index()].inside = shares;
            heads[child.index()].stoppable = stoppable;
        }
    }
    for (number, phase) in program.phases.iter().enumerate() {
        let kind = matches!(
            phase,
            Phase::Play(_)
                | Phase::Draw(_)
                | Phase::Discard(_)
                | Phase::Capture(_)
                | Phase::Choice(_)
        ) || matches!(phase, Phase::Repeat(part) if lowered.always(part.after))
            || matches!(phase, Phase::Block(part) if lowered.always(part.after));
        let head = &mut heads[number];
        let declinable = privacy.declinable(PhaseId(number as u16));
        head.plain = kind && head.inside && head.who.is_none() && !declinable;
        let may_decline =
            declinable || head.stoppable || matches!(phase, Phase::Choice(_) | Phase::Declare(_));
        head.asks = may_decline && privacy.phase(PhaseId(number as u16));
        // What must be ended in a certain way has to be looked at more closely.
        let bound = match phase {
            Phase::Block(part) => !lowered.always(part.after),
            Phase::Repeat(part) => !lowered.always(part.after),
            _ => false,
        };
        head.easy = !bound && !privacy.closes() && !privacy.shy(PhaseId(number as u16)).0;
        if let Phase::Repeat(part) = phase {
            if part.then.is_empty() && head.who.is_none() && head.inside {
                head.goes_on = part.as_long_as;
            }
        }
    }
    heads
}

fn choice_specs(program: &Program) -> Vec<Option<CallChoice>> {
    let mut specs = vec![None; usize::from(program.counts.choice)];
    for phase in &program.phases {
        let Phase::Call(phase) = phase else { continue };
        for choice in phase.calls.iter().flat_map(|call| &call.choices) {
            specs[choice.name.index()].get_or_insert_with(|| choice.clone());
        }
    }
    specs
}

fn card_values(program: &Program) -> Vec<(i32, Option<i32>)> {
    let mut values = vec![(0, None); 64];
    for value in program.hand_evaluation.iter().flat_map(|evaluation| &evaluation.card_values) {
        values[usize::from(value.rank.0)] = (value.value, value.alternate_value);
    }
    values
}

fn by_moment(game: &Game) -> ByMoment {
    let program = &game.program;
    let mut found = ByMoment::default();
    for (number, win) in program.win_conditions.iter().enumerate() {
        if win.trigger_mode == TriggerMode::EachScore {
            found.races.push(number as u16);
        }
    }
    for (number, effect) in program.special_effects.iter().enumerate() {
        found.effects[effect.moment as usize].push(number as u16);
    }
    for (number, rule) in program.scoring_rules.iter().enumerate() {
        found.rules[rule.moment as usize].add(game, number as u16);
    }
    for (number, rule) in program.card_scoring.iter().enumerate() {
        found.cards[rule.trigger as usize].push(number as u16);
    }
    found
}

/// A move that does not say which option it belongs to.
fn bare(action: Move) -> Move {
    Move { option: 255, ..action }
}

/// Whether a move is a way of doing nothing.
fn declines(action: Move) -> bool {
    matches!(action.kind, Kind::Pass | Kind::Stop | Kind::Check | Kind::Accept)
}
