//! Expressions and conditions on cards, judged at one moment for one subject.

use super::Game;
use super::cards::{CardId, CardSet, Cards, NO_CARD, bit, size};
use super::phases::PlaceQuick;
use super::state::{State, owner_number};
use super::tables::{Context, NO_SUIT, NOBODY, SEATS, Select};
use super::work;
use crate::program::ids::{ChoiceId, ZoneId};
use crate::program::parts::*;
use crate::program::{CondId, ExprId, Node};

/// Nobody, no suit, no rank: as a number.
pub const NONE: i32 = -1;
/// No place.
pub const NOWHERE: u16 = u16::MAX;
/// As the place that cards are played or built on: none that is known before the card is.
pub const NO_PILE: u16 = u16::MAX - 1;

/// As many steps are not worth counting.
const FREE_STEPS: u32 = 64;
/// How many steps make a unit of work.
const STEPS_A_UNIT: u32 = 8;

/// Whether something takes so many steps that they count as work.
pub(super) fn is_dear(steps: u32) -> bool {
    steps > FREE_STEPS
}

/// Whom an expression is judged for: a seat, or the seats of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The seats.
    pub mask: u16,
    /// Whether it is a side and not a seat.
    pub side: bool,
}

impl Subject {
    /// One seat.
    #[inline(always)]
    pub const fn seat(seat: u8) -> Self {
        Self { mask: if seat < 16 { 1 << seat } else { 0 }, side: false }
    }

    /// Its first seat.
    #[inline(always)]
    pub const fn first(self) -> u8 {
        if self.mask == 0 { NOBODY } else { self.mask.trailing_zeros() as u8 }
    }
}

/// Some subjects in order.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    items: [Subject; SEATS],
    len: u8,
}

impl Group {
    const EMPTY: Self = Self { items: [Subject { mask: 0, side: false }; SEATS], len: 0 };

    fn one(subject: Subject) -> Self {
        let mut group = Self::EMPTY;
        group.push(subject);
        group
    }

    fn push(&mut self, subject: Subject) {
        if subject.mask != 0 && usize::from(self.len) < SEATS {
            self.items[usize::from(self.len)] = subject;
            self.len += 1;
        }
    }

    /// The subjects.
    pub fn items(&self) -> &[Subject] {
        &self.items[..usize::from(self.len)]
    }

    /// All their seats.
    pub fn mask(&self) -> u16 {
        self.items().iter().fold(0, |mask, subject| mask | subject.mask)
    }
}

/// A zone, as far as an expression means it.
#[derive(Clone, Copy, Debug)]
pub struct ZoneRef {
    /// Its number; 255 for a single place.
    pub zone: u8,
    /// The owners that are meant.
    pub owners: u16,
    /// The place, where there is only one.
    pub place: u16,
    /// Whether only its top card is meant.
    pub top: bool,
}

impl ZoneRef {
    /// No zone.
    const NONE: Self = Self { zone: NOBODY, owners: 0, place: NOWHERE, top: false };
}

/// What a call would name, while it is judged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Naming {
    choices: [(u16, i32); 4],
    len: u8,
    /// The suit named, as a number.
    pub suit: Option<u8>,
    /// The rank named.
    pub rank: Option<u8>,
}

impl Naming {
    /// Adds what one choice names.
    pub fn push(&mut self, choice: ChoiceId, value: i32) {
        if usize::from(self.len) < self.choices.len() {
            self.choices[usize::from(self.len)] = (choice.0, value);
            self.len += 1;
        }
    }

    /// What each choice names.
    pub fn choices(&self) -> &[(u16, i32)] {
        &self.choices[..usize::from(self.len)]
    }
}

/// A moment and a subject.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// The game.
    pub game: &'a Game,
    /// The moment.
    pub s: &'a State,
    /// The subject.
    pub who: Subject,
    /// The pile that `pile` means.
    pub pile: u16,
    /// The place that cards are played or built on; nowhere, if none are.
    pub target: u16,
    /// What a call would name.
    pub naming: Option<&'a Naming>,
}

impl<'a> Env<'a> {
    /// The moment, for one seat.
    #[inline(always)]
    pub fn new(game: &'a Game, s: &'a State, seat: u8) -> Self {
        Self::of(game, s, Subject::seat(seat))
    }

    /// The moment, for a subject.
    #[inline(always)]
    pub fn of(game: &'a Game, s: &'a State, who: Subject) -> Self {
        Self { game, s, who, pile: NOWHERE, target: NOWHERE, naming: None }
    }

    /// The same where cards go to a zone: if that is one pile, its top card is the one to compare with.
    pub fn onto(self, zone: ZoneRef) -> Self {
        Self { target: if zone.place == NOWHERE { NO_PILE } else { zone.place }, ..self }
    }

    fn for_subject(self, who: Subject) -> Self {
        Self { who, ..self }
    }

    fn node(&self, e: ExprId) -> Node {
        self.game.program.nodes[e.index()]
    }

    fn context(&self) -> &'a Context {
        self.game.context(self.s)
    }

    // --- numbers and conditions ------------------------------------------------------------------

    /// Whether a condition holds.
    #[inline(always)]
    pub fn holds(&self, e: ExprId) -> bool {
        match self.game.quick[e.index()] {
            Quick::Always => true,
            Quick::Never => false,
            Quick::TrickIs(number) => self.s.trick_number == number,
            Quick::Broken => self.s.broken,
            Quick::NotBroken => !self.s.broken,
            Quick::Fast(number) if self.who.mask.count_ones() <= 1 => {
                self.game.fast_holds(self.s, &self.game.fast[usize::from(number)], self.who.first())
            }
            Quick::General | Quick::Fast(_) => self.int(e) != 0,
        }
    }

    /// Whether a condition holds for all that others know: what only the player whose turn it is can
    /// judge may hold.
    pub fn may_hold(&self, e: ExprId) -> bool {
        self.may_be(e, true, false)
    }

    /// The same of the condition of a call; what reads the names it gives may hold.
    pub fn may_be_called(&self, e: ExprId) -> bool {
        self.may_be(e, true, true)
    }

    fn may_be(&self, e: ExprId, holding: bool, naming: bool) -> bool {
        let program = &self.game.program;
        let may_be = |e: ExprId| self.may_be(e, holding, naming);
        match self.node(e) {
            Node::Binary(Operator::And, left, right) if holding => may_be(left) && may_be(right),
            Node::Binary(Operator::And, left, right) => may_be(left) || may_be(right),
            Node::Binary(Operator::Or, left, right) if holding => may_be(left) || may_be(right),
            Node::Binary(Operator::Or, left, right) => may_be(left) && may_be(right),
            Node::Not(inner) => self.may_be(inner, !holding, naming),
            Node::Let(id, None) if program.lets[id.index()].scope != Scope::Team => {
                may_be(program.lets[id.index()].value)
            }
            _ if self.game.privacy.hides(e) => true,
            _ if naming && self.game.privacy.names(e) => true,
            _ => self.holds(e) == holding,
        }
    }

    /// Counts the steps of a whole expression if there are many; false if no more work may be done.
    #[inline(always)]
    fn may_judge(&self, e: ExprId) -> bool {
        !self.game.has_dear || self.may_spend(self.game.program.steps.expressions[e.index()])
    }

    fn may_spend(&self, steps: u32) -> bool {
        !is_dear(steps) || work::spend(steps / STEPS_A_UNIT)
    }

    /// What an expression comes to, as a number.
    pub fn int(&self, e: ExprId) -> i32 {
        if self.may_judge(e) { self.value(e) } else { 0 }
    }

    fn value(&self, e: ExprId) -> i32 {
        match self.node(e) {
            Node::Number(value) => value,
            Node::Word(word, arguments, count) => self.word(word, &arguments[..usize::from(count)]),
            Node::Binary(operator, left, right) => self.binary(operator, left, right),
            Node::Not(inner) => i32::from(self.value(inner) == 0),
            Node::Negative(inner) => self.value(inner).saturating_neg(),
            Node::Counter(id, whose) => self.counter(id.index(), self.subject(whose)),
            Node::Let(id, whose) => self.named_value(id.index(), self.subject(whose)),
            Node::Choice(id) => self.choice(id),
            Node::Suit(suit) => number_of(if suit.0 < 254 { suit.0 } else { NOBODY }),
            Node::Rank(rank) => i32::from(rank.0),
            Node::Mode(mode) => i32::from(mode.0),
            Node::Role(id, _) => self.role(id.index()),
            _ => 0,
        }
    }

    fn binary(&self, operator: Operator, left: ExprId, right: ExprId) -> i32 {
        let a = || self.value(left);
        let b = || self.value(right);
        match operator {
            Operator::Add => a().saturating_add(b()),
            Operator::Subtract => a().saturating_sub(b()),
            Operator::Multiply => a().saturating_mul(b()),
            Operator::Equal => i32::from(a() == b()),
            Operator::NotEqual => i32::from(a() != b()),
            Operator::Less => i32::from(a() < b()),
            Operator::LessEqual => i32::from(a() <= b()),
            Operator::Greater => i32::from(a() > b()),
            Operator::GreaterEqual => i32::from(a() >= b()),
            Operator::And => i32::from(a() != 0 && b() != 0),
            Operator::Or => i32::from(a() != 0 || b() != 0),
            Operator::In => {
                i32::from(self.find_group(left).mask() & self.find_group(right).mask() != 0)
            }
        }
    }

    fn counter(&self, id: usize, whose: Subject) -> i32 {
        let slot = &self.game.layout.counters[id];
        match slot.scope {
            Scope::Table => self.s.registers[slot.at],
            Scope::Seat => {
                seats(whose.mask).map(|seat| self.register(slot.at, slot.len, seat)).sum()
            }
            Scope::Team => self.register(slot.at, slot.len, self.side(whose)),
        }
    }

    fn register(&self, at: usize, len: usize, offset: u8) -> i32 {
        if usize::from(offset) < len { self.s.registers[at + usize::from(offset)] } else { 0 }
    }

    fn named_value(&self, id: usize, whose: Subject) -> i32 {
        let spec = &self.game.program.lets[id];
        match spec.scope {
            Scope::Team => self.for_subject(self.side_subject(whose)).value(spec.value),
            // What is said of a player, asked of several: the sum over them.
            Scope::Seat if whose.mask.count_ones() > 1 => {
                let of = |seat| self.for_subject(Subject::seat(seat)).value(spec.value);
                seats(whose.mask).map(of).fold(0, i32::saturating_add)
            }
            _ => self.for_subject(whose).value(spec.value),
        }
    }

    fn choice(&self, id: ChoiceId) -> i32 {
        if let Some(naming) = self.naming {
            if let Some(found) = naming.choices().iter().find(|(choice, _)| *choice == id.0) {
                return found.1;
            }
        }
        self.s.registers[self.game.layout.choices + id.index()]
    }

    fn role(&self, id: usize) -> i32 {
        self.s.registers[self.game.layout.roles + id]
    }

    fn word(&self, word: Word, arguments: &[ExprId]) -> i32 {
        let s = self.s;
        match word {
            Word::HandNumber => s.hand_number,
            Word::DealNumber => s.deal_number,
            Word::Turns => s.turns.min(i32::MAX as u32) as i32,
            Word::Trick => s.trick_number,
            Word::TricksPlayed => s.tricks_played,
            Word::Bids => s.bids,
            Word::Calls => s.calls,
            Word::PassesInRow => s.passes_in_row,
            Word::Standing => s.standing,
            Word::Pot => s.pot,
            Word::LedTrump => {
                i32::from(s.trick.led != NO_CARD && self.context().trumps & bit(s.trick.led) != 0)
            }
            Word::Broken => i32::from(s.broken),
            Word::Trump => number_of(s.trump),
            Word::Mode => i32::from(s.mode),
            Word::Clockwise => i32::from(self.game.clockwise != s.reversed),
            Word::None => NONE,
            Word::True => 1,
            Word::False => 0,
            Word::Dealer
            | Word::Turn
            | Word::Leader
            | Word::Winner
            | Word::LastTaker
            | Word::House
            | Word::Left
            | Word::Right
            | Word::Across
            | Word::Partner
            | Word::Offset
            | Word::Next
            | Word::Previous
            | Word::Holder
            | Word::FirstToName => number_of(self.seat_word(word, arguments)),
            Word::Each
            | Word::Teams
            | Word::Team
            | Word::Opponents
            | Word::Others
            | Word::Where
            | Word::From => number_of(self.group_word(word, arguments).mask_first()),
            Word::HandSize if arguments.is_empty() => self.quantity(word, self.who),
            Word::Score
            | Word::HandScore
            | Word::Tricks
            | Word::TookLast
            | Word::HandSize
            | Word::Chips
            | Word::Staked
            | Word::Position
            | Word::Active
            | Word::Played
            | Word::Drawn
            | Word::Picked => self.quantity(word, self.subject(arguments.first().copied())),
            Word::PickedFrom => self.picked_from(arguments),
            Word::Is => self.has_role(arguments),
            Word::Set => i32::from(self.value(arguments[0]) != NONE),
            Word::Called => self.called(arguments),
            Word::Place => self.place_in_list(arguments[0]),
            Word::Declared => self.declared(arguments),
            Word::Can => self.can(arguments),
            Word::Size
            | Word::Count
            | Word::Points
            | Word::Total
            | Word::Best
            | Word::Suits
            | Word::Suit
            | Word::Rank
            | Word::Top
            | Word::Piles => self.zone_word(word, arguments),
            Word::If => {
                self.value(if self.value(arguments[0]) != 0 { arguments[1] } else { arguments[2] })
            }
            Word::Min => self.value(arguments[0]).min(self.value(arguments[1])),
            Word::Max => self.value(arguments[0]).max(self.value(arguments[1])),
            Word::Abs => self.value(arguments[0]).saturating_abs(),
            Word::Div => self.divided(arguments),
            Word::Mod => self.value(arguments[0]).rem_euclid(self.value(arguments[1]).max(1)),
            Word::Sum
            | Word::Highest
            | Word::Lowest
            | Word::Number
            | Word::Any
            | Word::All
            | Word::Most
            | Word::Least
            | Word::Other => self.over(word, arguments),
        }
    }

    fn divided(&self, arguments: &[ExprId]) -> i32 {
        let amount = i64::from(self.value(arguments[0]));
        let by = i64::from(self.value(arguments[1]).max(1));
        let Node::Rounding(rounding) = self.node(arguments[2]) else { return 0 };
        let result = match rounding {
            Rounding::Down => amount.div_euclid(by),
            Rounding::Up => -(-amount).div_euclid(by),
            Rounding::HalfUp => (2 * amount + by).div_euclid(2 * by),
            Rounding::HalfDown => -(-2 * amount + by).div_euclid(2 * by),
        };
        result as i32
    }

    /// Words that judge something for each of several subjects.
    fn over(&self, word: Word, arguments: &[ExprId]) -> i32 {
        match word {
            Word::Number => {
                return match self.single_seats(arguments[0]) {
                    Some(mask) => mask.count_ones() as i32,
                    None => i32::from(self.find_group(arguments[0]).len),
                };
            }
            Word::Most | Word::Least | Word::Other => return self.rivals(word, arguments),
            _ => {}
        }
        if let Some(mask) = self.single_seats(arguments[0]) {
            let values =
                seats(mask).map(|seat| self.for_subject(Subject::seat(seat)).value(arguments[1]));
            return gather(word, values);
        }
        let group = self.find_group(arguments[0]);
        let values = group.items().iter().map(|who| self.for_subject(*who).value(arguments[1]));
        gather(word, values)
    }

    /// Some seats whose order does not matter, where an expression means single seats.
    #[inline(always)]
    fn single_seats(&self, e: ExprId) -> Option<u16> {
        let Node::Word(word, arguments, _) = self.node(e) else { return None };
        let everyone = self.game.tables.everyone & !self.s.out;
        match word {
            Word::Each => Some(everyone),
            Word::Others => Some(everyone & !self.find_group(arguments[0]).mask()),
            Word::Where => {
                let mask = self.single_seats(arguments[0])?;
                let holds =
                    |seat: &u8| self.for_subject(Subject::seat(*seat)).value(arguments[1]) != 0;
                Some(seats(mask).filter(holds).fold(0, |found, seat| found | (1 << seat)))
            }
            _ => None,
        }
    }

    fn rivals(&self, word: Word, arguments: &[ExprId]) -> i32 {
        let who = self.subject(arguments.get(1).copied());
        let mut others = Group::EMPTY;
        let tables = &self.game.tables;
        let sides = who.side || (word == Word::Other && tables.teams);
        if sides {
            for side in &tables.sides {
                if side & who.mask == 0 {
                    others.push(Subject { mask: *side, side: true });
                }
            }
        } else {
            for seat in seats(tables.everyone & !self.s.out & !who.mask) {
                others.push(Subject::seat(seat));
            }
        }
        if word == Word::Other {
            return others.items().first().map_or(0, |o| self.for_subject(*o).value(arguments[0]));
        }
        let own = self.for_subject(who).value(arguments[0]);
        let better = |other: &Subject| {
            let value = self.for_subject(*other).value(arguments[0]);
            if word == Word::Most { own > value } else { own < value }
        };
        i32::from(others.items().iter().all(better))
    }

    /// What a subject has; of a side, the sum over its seats.
    fn quantity(&self, word: Word, who: Subject) -> i32 {
        let s = self.s;
        let sum = |values: &[i32; SEATS]| {
            seats(who.mask).map(|seat| values[usize::from(seat)]).fold(0, i32::saturating_add)
        };
        let small = |values: &[u8; SEATS]| {
            seats(who.mask).map(|seat| i32::from(values[usize::from(seat)])).sum::<i32>()
        };
        match word {
            Word::Score => sum(&s.score).saturating_add(self.of_sides(&s.side_score, who)),
            Word::HandScore => {
                sum(&s.hand_score).saturating_add(self.of_sides(&s.side_hand_score, who))
            }
            Word::Tricks => sum(&s.tricks),
            Word::TookLast => i32::from(s.took_last < 16 && who.mask & (1 << s.took_last) != 0),
            Word::HandSize if !who.side && self.game.single_hand => {
                size(self.game.hand_of(s, who.first())) as i32
            }
            Word::HandSize => self.game.program.known.hand.map_or(0, |hand| {
                size(self.cards_of(ZoneRef { top: false, ..self.zone_of(hand, who) })) as i32
            }),
            Word::Chips => sum(&s.chips),
            Word::Staked => sum(&s.staked),
            Word::Position => self.game.position(s, who.first()),
            Word::Active => i32::from(s.active & who.mask != 0),
            Word::Played => small(&s.played_count),
            Word::Drawn => small(&s.drawn_count),
            _ => size(s.moved) as i32,
        }
    }

    fn of_sides(&self, values: &[i32; SEATS], who: Subject) -> i32 {
        if !who.side {
            return 0;
        }
        let sides = self.game.tables.sides.iter().zip(values);
        sides.filter(|(mask, _)| who.mask & **mask == **mask).map(|(_, value)| *value).sum()
    }

    fn picked_from(&self, arguments: &[ExprId]) -> i32 {
        let zone = self.find_zone(arguments[0]).zone;
        let Node::CardSet(set) = self.node(arguments[1]) else { return 0 };
        let wanted = self.find_cards(self.game.program.card_sets[set.index()].cards);
        let from = |card: &CardId| self.s.came_from[usize::from(*card)] == zone;
        Cards(self.s.moved & wanted).filter(from).count() as i32
    }

    fn has_role(&self, arguments: &[ExprId]) -> i32 {
        let who = self.subject(arguments.get(1).copied());
        let seat = self.value(arguments[0]);
        i32::from((0..16).contains(&seat) && who.mask & (1 << seat) != 0)
    }

    fn called(&self, arguments: &[ExprId]) -> i32 {
        let Node::Call(call) = self.node(arguments[0]) else { return 0 };
        let who = self.subject(arguments.get(1).copied());
        let made = self.s.registers[self.game.layout.called + call.index()];
        i32::from(made & i32::from(who.mask) != 0)
    }

    fn place_in_list(&self, argument: ExprId) -> i32 {
        let Node::Choice(id) = self.node(argument) else { return 0 };
        let value = self.choice(id);
        let Some(spec) = &self.game.choice_specs[id.index()] else { return 0 };
        match spec.r#type {
            ChoiceKind::Number => (value - self.value(spec.low)) / spec.step.max(1) + 1,
            ChoiceKind::Suit if !spec.suits.is_empty() => {
                let code = if value == NONE { 254 } else { value };
                let place = spec.suits.iter().position(|suit| i32::from(suit.0) == code);
                place.map_or(0, |place| place as i32 + 1)
            }
            _ => value + 1,
        }
    }

    fn declared(&self, arguments: &[ExprId]) -> i32 {
        let (Node::Tag(tag), Node::Value(name)) =
            (self.node(arguments[0]), self.node(arguments[1]))
        else {
            return 0;
        };
        let who = self.subject(arguments.get(2).copied());
        let mut sum = 0i32;
        for found in &self.s.declarations {
            let pattern = &self.game.program.patterns[found.pattern.index()];
            if found.counts && who.mask & (1 << found.seat) != 0 && pattern.tags.contains(&tag) {
                let env = self.for_subject(Subject::seat(found.seat));
                for value in pattern.values.iter().filter(|value| value.name == name) {
                    sum = sum.saturating_add(env.int(value.amount));
                }
            }
        }
        sum
    }

    fn can(&self, arguments: &[ExprId]) -> i32 {
        let Node::Phase(phase) = self.node(arguments[0]) else { return 0 };
        let who = self.subject(arguments.get(1).copied());
        i32::from(self.game.can_act(self.s, phase, who.first()))
    }

    // --- seats -----------------------------------------------------------------------------------

    /// The subject of an argument; without one, the subject itself.
    fn subject(&self, argument: Option<ExprId>) -> Subject {
        let Some(argument) = argument else { return self.who };
        let group = self.find_group(argument);
        match group.items() {
            [] => Subject { mask: 0, side: false },
            [one] => *one,
            _ => Subject { mask: group.mask(), side: true },
        }
    }

    fn side(&self, who: Subject) -> u8 {
        let first = who.first();
        if usize::from(first) < SEATS {
            self.game.tables.side_of[usize::from(first)]
        } else {
            NOBODY
        }
    }

    fn side_subject(&self, who: Subject) -> Subject {
        match self.game.tables.sides.get(usize::from(self.side(who))) {
            Some(mask) => Subject { mask: *mask, side: true },
            None => who,
        }
    }

    /// The seat an expression means; 255 for nobody.
    pub fn seat(&self, e: ExprId) -> u8 {
        if self.may_judge(e) { self.find_seat(e) } else { NOBODY }
    }

    fn find_seat(&self, e: ExprId) -> u8 {
        match self.node(e) {
            Node::Word(word, arguments, count) => match word {
                Word::If | Word::Other => seat_of(self.value(e)),
                _ => {
                    let arguments = &arguments[..usize::from(count)];
                    match word {
                        Word::Each
                        | Word::Teams
                        | Word::Team
                        | Word::Opponents
                        | Word::Others
                        | Word::Where
                        | Word::From => self.group_word(word, arguments).mask_first(),
                        _ => self.seat_word(word, arguments),
                    }
                }
            },
            _ => seat_of(self.value(e)),
        }
    }

    fn seat_word(&self, word: Word, arguments: &[ExprId]) -> u8 {
        let (s, game) = (self.s, self.game);
        let first = || self.find_seat(arguments[0]);
        match word {
            Word::Dealer => s.dealer,
            Word::Turn => self.who.first(),
            Word::Leader => s.leader,
            Word::Winner => s.winner,
            Word::LastTaker => s.last_taker,
            Word::House => game.tables.house,
            Word::Left => game.after(s, first(), 1),
            Word::Right => game.after(s, first(), -1),
            Word::Across => game.after(s, first(), i32::from(game.tables.players) / 2),
            Word::Partner => game.partner(first()),
            Word::Offset => game.after(s, first(), self.value(arguments[1])),
            Word::Next => self.nearest(first(), arguments[1], 1),
            Word::Previous => self.nearest(first(), arguments[1], -1),
            Word::Holder => self.holder(arguments[0]),
            Word::FirstToName => self.first_to_name(arguments),
            _ => NOBODY,
        }
    }

    fn nearest(&self, from: u8, condition: ExprId, step: i32) -> u8 {
        let mut seat = from;
        for _ in 0..self.game.tables.players {
            seat = self.game.after(self.s, seat, step);
            if seat == from {
                break;
            }
            if self.for_subject(Subject::seat(seat)).value(condition) != 0 {
                return seat;
            }
        }
        from
    }

    fn holder(&self, cards: ExprId) -> u8 {
        let (Node::CardSet(set), Some(hand)) = (self.node(cards), self.game.program.known.hand)
        else {
            return NOBODY;
        };
        let wanted = self.find_cards(self.game.program.card_sets[set.index()].cards);
        let strength = &self.context().strength;
        let mut best: Option<(i16, u8)> = None;
        for seat in seats(self.game.tables.everyone & !self.s.out) {
            for card in Cards(self.cards_of(self.zone_of(hand, Subject::seat(seat))) & wanted) {
                let found = strength[usize::from(card)];
                if best.is_none_or(|(lowest, _)| found < lowest) {
                    best = Some((found, seat));
                }
            }
        }
        best.map_or(NOBODY, |(_, seat)| seat)
    }

    fn first_to_name(&self, arguments: &[ExprId]) -> u8 {
        let (Node::Call(call), Node::Choice(choice)) =
            (self.node(arguments[0]), self.node(arguments[1]))
        else {
            return NOBODY;
        };
        let among = self.find_group(arguments[2]).mask();
        let value = self.choice(choice);
        let found = self.s.history.iter().find(|named| {
            named.call == call.0
                && named.choice == choice.0
                && named.value == value
                && among & (1 << named.seat) != 0
        });
        found.map_or(NOBODY, |named| named.seat)
    }

    /// The seats or sides an expression means, in order.
    pub fn group(&self, e: ExprId) -> Group {
        if self.may_judge(e) { self.find_group(e) } else { Group::EMPTY }
    }

    fn find_group(&self, e: ExprId) -> Group {
        match self.node(e) {
            Node::Word(word, arguments, count) => {
                let arguments = &arguments[..usize::from(count)];
                match word {
                    Word::If => {
                        let yes = self.value(arguments[0]) != 0;
                        self.find_group(arguments[if yes { 1 } else { 2 }])
                    }
                    Word::Turn => Group::one(self.who),
                    Word::Each
                    | Word::Teams
                    | Word::Team
                    | Word::Opponents
                    | Word::Others
                    | Word::Where
                    | Word::From => self.group_word(word, arguments),
                    _ => Group::one(Subject::seat(self.find_seat(e))),
                }
            }
            _ => Group::one(Subject::seat(self.find_seat(e))),
        }
    }

    fn group_word(&self, word: Word, arguments: &[ExprId]) -> Group {
        let (s, game) = (self.s, self.game);
        let mut group = Group::EMPTY;
        match word {
            Word::Each => return self.ordered(game.tables.everyone, game.after(s, s.dealer, 1)),
            Word::Teams => {
                for side in &game.tables.sides {
                    group.push(Subject { mask: *side, side: true });
                }
            }
            Word::Team => {
                group.push(self.side_subject(Subject::seat(self.find_seat(arguments[0]))));
            }
            Word::Opponents => {
                let own = self.side_subject(Subject::seat(self.find_seat(arguments[0]))).mask;
                for side in &game.tables.sides {
                    if side & own == 0 {
                        group.push(Subject { mask: *side, side: true });
                    }
                }
            }
            Word::Others => {
                let left_out = self.find_group(arguments[0]).mask();
                let first = game.after(s, s.dealer, 1);
                return self.ordered(game.tables.everyone & !left_out, first);
            }
            Word::Where => {
                for who in self.find_group(arguments[0]).items() {
                    if self.for_subject(*who).value(arguments[1]) != 0 {
                        group.push(*who);
                    }
                }
            }
            _ => {
                let mask = self.find_group(arguments[0]).mask();
                return self.ordered(mask, self.find_seat(arguments[1]));
            }
        }
        group
    }

    /// Seats in order of play from one of them on; players who are out of the game left out.
    fn ordered(&self, mask: u16, first: u8) -> Group {
        let mut group = Group::EMPTY;
        let players = self.game.tables.players;
        let mut seat = if first < players { first } else { 0 };
        for _ in 0..players {
            if mask & !self.s.out & (1 << seat) != 0 {
                group.push(Subject::seat(seat));
            }
            seat = self.game.step(self.s, seat);
        }
        let house = self.game.tables.house;
        if house < 16 && mask & (1 << house) != 0 {
            group.push(Subject::seat(house));
        }
        group
    }

    /// The seats of a group one by one, in order of play from the dealer's left within a side.
    pub fn seats_of(&self, e: ExprId) -> super::state::SeatList {
        let mut list = super::state::SeatList::default();
        let first = self.game.after(self.s, self.s.dealer, 1);
        for who in self.group(e).items() {
            if who.side {
                for seat in self.ordered(who.mask, first).items() {
                    list.push(seat.first());
                }
            } else {
                list.push(who.first());
            }
        }
        list
    }

    // --- zones -----------------------------------------------------------------------------------

    /// The zone an expression means.
    pub fn zone(&self, e: ExprId) -> ZoneRef {
        if self.may_judge(e) { self.find_zone(e) } else { ZoneRef::NONE }
    }

    fn find_zone(&self, e: ExprId) -> ZoneRef {
        let plain = |zone: usize, owners: u16, place: u16| ZoneRef {
            zone: zone as u8,
            owners,
            place,
            top: false,
        };
        match self.game.places[e.index()] {
            PlaceQuick::Own(zone)
                if self.who.mask.count_ones() == 1
                    && self.who.first() < self.game.tables.zones[zone].owners =>
            {
                let place = self.game.tables.place(zone, self.who.first());
                return plain(zone, self.who.mask, place);
            }
            PlaceQuick::Fixed(zone) => return plain(zone, 1, self.game.tables.zones[zone].base),
            _ => {}
        }
        match self.node(e) {
            Node::Zone(zone, whose) => self.zone_of(zone, self.subject(whose)),
            Node::Pile => ZoneRef { zone: NOBODY, owners: 0, place: self.pile, top: false },
            Node::Word(Word::Top, arguments, _) => {
                ZoneRef { top: true, ..self.find_zone(arguments[0]) }
            }
            Node::Word(Word::If, arguments, _) => {
                let yes = self.value(arguments[0]) != 0;
                self.find_zone(arguments[if yes { 1 } else { 2 }])
            }
            _ => ZoneRef::NONE,
        }
    }

    /// A zone of a subject.
    pub fn zone_of(&self, zone: ZoneId, who: Subject) -> ZoneRef {
        let table = &self.game.tables.zones[zone.index()];
        let owners = match table.owner {
            Owner::Table => 1,
            Owner::Seat => who.mask,
            Owner::Team => seats(who.mask).fold(0, |mask, seat| {
                let side = owner_number(&self.game.tables, Owner::Team, seat);
                if side < 16 { mask | (1 << side) } else { mask }
            }),
        };
        let owners = owners & ((1u32 << table.owners) - 1) as u16;
        let single = table.piles == 1 && owners.count_ones() == 1;
        let place = if single {
            self.game.tables.place(zone.index(), owners.trailing_zeros() as u8)
        } else {
            NOWHERE
        };
        ZoneRef { zone: zone.0 as u8, owners, place, top: false }
    }

    /// Does something with every place of a zone.
    pub fn each_place(&self, zone: ZoneRef, mut act: impl FnMut(u16)) {
        if zone.place != NOWHERE {
            act(zone.place);
            return;
        }
        let tables = &self.game.tables;
        let Some(table) = tables.zones.get(usize::from(zone.zone)) else { return };
        if table.key == PileKey::Many {
            for place in usize::from(tables.places)..self.s.piles.len() {
                let pile = &self.s.piles[place];
                if pile.zone == zone.zone && zone.owners & (1 << pile.owner) != 0 {
                    act(place as u16);
                }
            }
            return;
        }
        for owner in seats(zone.owners) {
            let first = table.base + u16::from(owner) * table.piles;
            for place in first..first + table.piles {
                act(place);
            }
        }
    }

    /// Whether a place keeps its cards in order.
    #[inline(always)]
    pub fn stack(&self, place: u16) -> bool {
        self.game.is_stack(self.s, place)
    }

    /// The cards of a zone.
    pub fn cards_of(&self, zone: ZoneRef) -> CardSet {
        if zone.top {
            let card = self.top_of(zone);
            return if card == NO_CARD { 0 } else { bit(card) };
        }
        if zone.place != NOWHERE {
            return self.s.sets[usize::from(zone.place)];
        }
        let mut set = 0;
        self.each_place(zone, |place| set |= self.s.sets[usize::from(place)]);
        set
    }

    /// The top card of a zone; of several piles, that of the last one that has cards.
    pub fn top_of(&self, zone: ZoneRef) -> CardId {
        let mut card = NO_CARD;
        self.each_place(zone, |place| {
            let top = self.s.top(self.stack(place), place);
            if top != NO_CARD {
                card = top;
            }
        });
        card
    }

    fn zone_word(&self, word: Word, arguments: &[ExprId]) -> i32 {
        let zone = self.find_zone(arguments[0]);
        match word {
            Word::Piles => {
                let mut found = 0;
                self.each_place(zone, |place| {
                    let env = Self { pile: place, ..*self };
                    let filled = self.s.sets[usize::from(place)] != 0;
                    found += i32::from(filled && env.value(arguments[1]) != 0);
                });
                return found;
            }
            Word::Suit | Word::Rank | Word::Top => {
                let card = self.top_of(zone);
                if card == NO_CARD {
                    return NONE;
                }
                return match word {
                    Word::Suit => number_of(self.context().suit[usize::from(card)]),
                    _ => i32::from(self.game.tables.rank[usize::from(card)]),
                };
            }
            _ => {}
        }
        let cards = self.cards_of(zone);
        match word {
            Word::Size => size(cards) as i32,
            Word::Count => {
                let Node::CardSet(set) = self.node(arguments[1]) else { return 0 };
                size(cards & self.find_cards(self.game.program.card_sets[set.index()].cards)) as i32
            }
            Word::Points => {
                let Node::Table(table) = self.node(arguments[1]) else { return 0 };
                let points = &self.context().points[table.index()];
                Cards(cards).fold(0, |sum, card| points[usize::from(card)].saturating_add(sum))
            }
            Word::Total => self.game.total(cards),
            Word::Best => {
                let Node::Table(table) = self.node(arguments[1]) else { return 0 };
                let context = self.context();
                let points = &context.points[table.index()];
                let best = |of_suit: &CardSet| {
                    Cards(cards & of_suit).map(|card| points[usize::from(card)]).max().unwrap_or(0)
                };
                context.of_suit.iter().map(best).sum()
            }
            _ => self.context().of_suit.iter().filter(|suit| *suit & cards != 0).count() as i32,
        }
    }

    // --- cards -----------------------------------------------------------------------------------

    /// The cards that a condition means.
    #[inline(always)]
    pub fn select(&self, id: CondId) -> CardSet {
        let dear = self.game.has_dear && self.game.tables.select[id.index()] == Select::General;
        if dear && !self.may_spend(self.game.program.steps.conditions[id.index()]) {
            return 0;
        }
        self.find_cards(id)
    }

    #[inline(always)]
    fn find_cards(&self, id: CondId) -> CardSet {
        let context = self.context();
        let mask = context.masks[id.index()];
        match self.game.tables.select[id.index()] {
            Select::Fixed => mask,
            Select::SuitLed => mask & context.like_led(self.s.trick.led),
            Select::General => self.select_now(id, mask),
        }
    }

    fn select_now(&self, id: CondId, mask: CardSet) -> CardSet {
        let wanted = &self.game.program.conditions[id.index()];
        let mut set = mask;
        if let Some(reference) = wanted.beats {
            set &= self.beating(reference);
        }
        for attribute in &wanted.same {
            set &= self.alike(*attribute, wanted.of.unwrap_or(Reference::Top));
        }
        if let Some(step) = wanted.step {
            set &= self.stepped(step, wanted.of.unwrap_or(Reference::Top));
        }
        if let Some(yes) = wanted.drawn {
            set &= if yes { self.s.drawn } else { !self.s.drawn };
        }
        if let Some(zone) = wanted.taken_from {
            let taken = Cards(self.s.taken)
                .filter(|card| self.s.came_from[usize::from(*card)] == zone.0 as u8)
                .fold(0, |found, card| found | bit(card));
            set &= taken;
        }
        if let Some(zone) = wanted.rank_in {
            let there = self.cards_of(self.zone_of(zone, self.who));
            let of_rank = &self.game.tables.of_rank;
            set &= of_rank.iter().filter(|rank| *rank & there != 0).fold(0, |a, b| a | b);
        }
        if let Some(among) = wanted.highest {
            set &= self.highest(set, among);
        }
        if let Some(named) = wanted.named {
            set &= self.find_cards(self.game.program.card_sets[named.index()].cards);
        }
        if !wanted.any_of.is_empty() {
            set &= wanted.any_of.iter().fold(0, |found, child| found | self.find_cards(*child));
        }
        for child in &wanted.all_of {
            set &= self.find_cards(*child);
        }
        if let Some(child) = wanted.not_ {
            set &= !self.find_cards(child);
        }
        set & self.game.tables.all
    }

    /// The card that a condition compares with.
    fn reference(&self, reference: Reference) -> CardId {
        match reference {
            Reference::Led => self.s.trick.led,
            Reference::Winner => self.s.trick.best,
            Reference::Named => NO_CARD,
            Reference::Top | Reference::InForce => {
                let place = self.target;
                match place {
                    NO_PILE => NO_CARD,
                    NOWHERE => {
                        let zone = self.game.pile_zone.map(|zone| self.zone_of(zone, self.who));
                        zone.map_or(NO_CARD, |zone| self.top_of(zone))
                    }
                    _ => self.s.top(self.stack(place), place),
                }
            }
        }
    }

    fn beating(&self, reference: Reference) -> CardSet {
        let card = self.reference(reference);
        if card == NO_CARD {
            return 0;
        }
        let context = self.context();
        if self.game.low_wins(self.s) {
            context.beaten_by_low[usize::from(card)]
        } else {
            context.beaten_by[usize::from(card)]
        }
    }

    fn alike(&self, attribute: Attribute, reference: Reference) -> CardSet {
        let tables = &self.game.tables;
        let of = |sets: &[CardSet], number: u8| sets.get(usize::from(number)).copied().unwrap_or(0);
        let suits = &self.context().of_suit;
        if reference == Reference::Named {
            let naming = self.naming;
            return match attribute {
                Attribute::Suit => {
                    of(suits, naming.and_then(|n| n.suit).unwrap_or(self.s.named_suit))
                }
                Attribute::Rank => {
                    of(&tables.of_rank, naming.and_then(|n| n.rank).unwrap_or(self.s.named_rank))
                }
                Attribute::Colour => 0,
            };
        }
        if reference == Reference::InForce
            && attribute == Attribute::Suit
            && self.s.in_force != NO_SUIT
        {
            return of(suits, self.s.in_force);
        }
        let card = self.reference(reference);
        if card == NO_CARD {
            return 0;
        }
        let index = usize::from(card);
        match attribute {
            Attribute::Suit => of(suits, self.context().suit[index]),
            Attribute::Rank => of(&tables.of_rank, tables.rank[index]),
            Attribute::Colour => of(&tables.of_colour, tables.colour[index]),
        }
    }

    fn stepped(&self, step: i32, reference: Reference) -> CardSet {
        let tables = &self.game.tables;
        let rank = if reference == Reference::Named {
            self.naming.and_then(|n| n.rank).unwrap_or(self.s.named_rank)
        } else {
            match self.reference(reference) {
                NO_CARD => return 0,
                card => tables.rank[usize::from(card)],
            }
        };
        let context = self.context();
        let place = context.sequence.get(usize::from(rank)).copied().unwrap_or(255);
        if place == 255 {
            return 0;
        }
        let wanted = i32::from(place).saturating_add(step);
        match usize::try_from(wanted).ok().and_then(|w| context.order.get(w)) {
            Some(rank) => tables.of_rank[usize::from(*rank)],
            None => 0,
        }
    }

    fn highest(&self, set: CardSet, among: Among) -> CardSet {
        let context = self.context();
        let mut open = self.game.tables.all & !self.s.played;
        if among == Among::Unseen {
            if let Some(hand) = self.game.program.known.hand {
                open &= !self.cards_of(self.zone_of(hand, self.who));
            }
        }
        Cards(set)
            .filter(|card| {
                let index = usize::from(*card);
                let suit = context.of_suit.get(usize::from(context.suit[index])).copied();
                context.beaten_by[index] & suit.unwrap_or(0) & open == 0
            })
            .fold(0, |found, card| found | bit(card))
    }
}

impl Group {
    fn mask_first(&self) -> u8 {
        self.items().first().map_or(NOBODY, |who| who.first())
    }
}

/// Sums up what something comes to for several subjects.
#[inline(always)]
fn gather(word: Word, mut values: impl Iterator<Item = i32>) -> i32 {
    match word {
        Word::Sum => values.fold(0, i32::saturating_add),
        Word::Highest => values.max().unwrap_or(0),
        Word::Lowest => values.min().unwrap_or(0),
        Word::Any => i32::from(values.any(|value| value != 0)),
        _ => i32::from(values.all(|value| value != 0)),
    }
}

/// The seats of a mask, lowest first.
pub fn seats(mask: u16) -> impl Iterator<Item = u8> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let seat = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        Some(seat)
    })
}

fn number_of(value: u8) -> i32 {
    if value == NOBODY { NONE } else { i32::from(value) }
}

fn seat_of(value: i32) -> u8 {
    if (0..SEATS as i32).contains(&value) { value as u8 } else { NOBODY }
}

/// Conditions that need no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quick {
    /// Anything else.
    General,
    /// Always true.
    Always,
    /// Never true.
    Never,
    /// The number of the trick.
    TrickIs(i32),
    /// The suit that must be broken has been played.
    Broken,
    /// It has not.
    NotBroken,
    /// A condition without a tree, by its number.
    Fast(u16),
}

/// Which conditions need no tree.
pub fn quick(nodes: &[Node]) -> Vec<Quick> {
    let word = |e: ExprId| match nodes[e.index()] {
        Node::Word(word, _, _) => Some(word),
        _ => None,
    };
    nodes
        .iter()
        .map(|node| match *node {
            Node::Word(Word::True, ..) => Quick::Always,
            Node::Word(Word::False, ..) | Node::Number(0) => Quick::Never,
            Node::Number(_) => Quick::Always,
            Node::Word(Word::Broken, ..) => Quick::Broken,
            Node::Not(inner) if word(inner) == Some(Word::Broken) => Quick::NotBroken,
            Node::Binary(Operator::Equal, left, right) if word(left) == Some(Word::Trick) => {
                match nodes[right.index()] {
                    Node::Number(number) => Quick::TrickIs(number),
                    _ => Quick::General,
                }
            }
            _ => Quick::General,
        })
        .collect()
}
