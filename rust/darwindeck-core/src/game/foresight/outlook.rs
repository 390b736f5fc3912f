//! What can come of phases at the most: a quick test before moves are tried.
//!
//! Everything that could be moved counts as moved and as still there, both at once. What must hold in
//! the end is judged within these bounds: if it is false whatever happens, nothing can bring it about.
//! Where more can happen than is understood here the answer is that it may well be possible.

mod sure;

pub(super) use sure::Done;

use std::borrow::Cow;

use crate::game::Game;
use crate::game::cards::{CardSet, Cards, size};
use crate::game::judge::{Env, NOWHERE, Subject, ZoneRef, seats};
use crate::game::lower::{Leaf, Sways, Value};
use crate::game::phases;
use crate::game::state::State;
use crate::game::tables::NOBODY;
use crate::program::ids::{LetId, PhaseId};
use crate::program::parts::*;
use crate::program::{CondId, ExprId, Node};

/// As many cards as there are.
const ALL: u32 = u32::MAX;
/// How often what is repeated is gone through to see what it can lead to.
const PASSES: u32 = 8;

/// Cards that may go from one zone to another.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct Flow {
    /// Where they come from.
    pub from: ZoneRef,
    /// Where they go.
    pub to: ZoneRef,
    /// The cards.
    pub cards: CardSet,
    /// How many of them at the most.
    pub most: u32,
    /// How many of them at the least.
    pub least: u32,
}

impl Flow {
    /// Any number of cards.
    pub fn of(from: ZoneRef, to: ZoneRef, cards: CardSet) -> Self {
        Self::some(from, to, cards, ALL)
    }

    /// No more than so many cards.
    pub fn some(from: ZoneRef, to: ZoneRef, cards: CardSet, most: u32) -> Self {
        Self { from, to, cards, most, least: 0 }
    }
}

/// Why nothing more needs to be looked at.
enum End {
    /// What must hold cannot.
    Hopeless,
    /// What happens is not understood.
    Unclear,
}

type Look = Result<(), End>;

/// A number, somewhere between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    low: i64,
    high: i64,
}

impl Range {
    const ANY: Self = Self { low: i32::MIN as i64, high: i32::MAX as i64 };
    const EITHER: Self = Self { low: 0, high: 1 };

    fn new(low: i64, high: i64) -> Self {
        let clamp = |value: i64| value.clamp(Self::ANY.low, Self::ANY.high);
        Self { low: clamp(low), high: clamp(high) }
    }

    fn exactly(value: i32) -> Self {
        Self { low: i64::from(value), high: i64::from(value) }
    }

    fn truth(holds: Option<bool>) -> Self {
        holds.map_or(Self::EITHER, |holds| Self::exactly(i32::from(holds)))
    }

    /// Whether it is true, as a condition; none if that is open.
    fn holds(self) -> Option<bool> {
        if self.low > 0 || self.high < 0 {
            Some(true)
        } else if self.low == 0 && self.high == 0 {
            Some(false)
        } else {
            None
        }
    }

    fn less(self, other: Self) -> Option<bool> {
        if self.high < other.low {
            Some(true)
        } else if self.low >= other.high {
            Some(false)
        } else {
            None
        }
    }

    fn equal(self, other: Self) -> Option<bool> {
        if self.high < other.low || other.high < self.low {
            Some(false)
        } else if self.low == self.high && self == other {
            Some(true)
        } else {
            None
        }
    }

    fn negative(self) -> Self {
        Self::new(-self.high, -self.low)
    }

    fn plus(self, other: Self) -> Self {
        Self::new(self.low + other.low, self.high + other.high)
    }

    fn times(self, other: Self) -> Self {
        let corners = [
            self.low * other.low,
            self.low * other.high,
            self.high * other.low,
            self.high * other.high,
        ];
        corners.into_iter().fold(Self::new(corners[0], corners[0]), |all, corner| {
            Self::new(all.low.min(corner), all.high.max(corner))
        })
    }

    fn joined(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

/// The cards of a zone, within bounds.
struct Holding {
    /// Those that stay, but for the few that may be chosen to go.
    sure: CardSet,
    /// Those that may be there or not.
    open: CardSet,
    /// Those of which only a few may go.
    choosable: CardSet,
    /// How many.
    few: u32,
}

/// A look at what phases can lead to from a state, for one seat.
struct Outlook<'a> {
    game: &'a Game,
    s: &'a State,
    seat: u8,
    flows: Cow<'a, [Flow]>,
    /// The melds that were looked at, with the cards they were looked for in.
    melds: Vec<(PhaseId, CardSet)>,
    /// What may have changed.
    changed: Sways,
    /// Whether everything may happen any number of times.
    repeated: bool,
    /// The cards that are not laid.
    kept: CardSet,
}

impl Game {
    /// Whether a phase, if a seat begins it now, cannot come to the end it must come to.
    pub(super) fn is_hopeless(&self, s: &State, phase: PhaseId, seat: u8) -> bool {
        let mut outlook = Outlook::new(self, s, seat);
        let own = s.control.get(usize::from(seat)) == Some(&seat);
        own && matches!(outlook.parts(phase, true), Err(End::Hopeless))
    }

    /// Whether a condition is true, or false, whichever of some cards move; none if that depends on them
    /// or is not understood.
    pub(in crate::game) fn comes_to(
        &self,
        s: &State,
        seat: u8,
        flow: Flow,
        condition: ExprId,
    ) -> Option<bool> {
        let plain = |zone: ZoneRef| {
            let table = self.tables.zones.get(usize::from(zone.zone));
            !zone.top && table.is_some_and(|table| table.beneath.is_none())
        };
        if !plain(flow.from) || !plain(flow.to) {
            return None;
        }
        Outlook::flowing(self, s, seat, &flow).holds(condition)
    }

    /// In look-ahead: whether the phases in progress cannot come to the end they must come to, if some
    /// cards are not laid as long as melds are laid one after the other.
    pub(super) fn is_lost(&self, t: &State, kept: CardSet) -> bool {
        let mut outlook = Outlook { kept, ..Outlook::new(self, t, t.trial_seat) };
        matches!(outlook.rest(), Err(End::Hopeless))
    }
}

impl<'a> Outlook<'a> {
    fn new(game: &'a Game, s: &'a State, seat: u8) -> Self {
        Self {
            game,
            s,
            seat,
            flows: Cow::Borrowed(&[]),
            melds: Vec::new(),
            changed: Sways::MOMENT,
            repeated: false,
            kept: 0,
        }
    }

    /// The same where some cards may move first.
    fn flowing(game: &'a Game, s: &'a State, seat: u8, flow: &'a Flow) -> Self {
        let mut outlook = Self::new(game, s, seat);
        outlook.flows = Cow::Borrowed(std::slice::from_ref(flow));
        outlook.changes(Sways::CARDS);
        outlook
    }

    // --- what can happen -------------------------------------------------------------------------

    /// The rest of the phases in progress, from the innermost one to the one that was begun first.
    fn rest(&mut self) -> Look {
        for depth in (self.s.trial..=self.s.depth).rev() {
            let frame = &self.s.frames[usize::from(depth) - 1];
            let known = usize::from(frame.phase) < self.game.program.phases.len();
            if !known || frame.seat != self.seat || frame.order.len() > 1 {
                return Err(End::Unclear);
            }
            let id = PhaseId(frame.phase);
            match self.game.phase(frame.phase) {
                Phase::Block(phase) => {
                    let left = phase.phases.get(usize::from(frame.index)..).unwrap_or(&[]);
                    self.block(left, phase.after, true)?;
                }
                Phase::Repeat(phase) => {
                    self.repeat(phase, true)?;
                    self.kept = 0;
                }
                // One of its options is in progress.
                Phase::Choice(_) if depth < self.s.depth => {}
                _ => self.parts(id, false)?,
            }
            self.actions(phases::then(self.game.phase(frame.phase)))?;
        }
        Ok(())
    }

    /// A phase that may take place next; `certain` if it does whenever its condition holds.
    fn phase(&mut self, id: PhaseId, certain: bool) -> Look {
        let head = &self.game.heads[id.index()];
        // It must be the share of the seat and nobody else's.
        if head.who.is_some() || !head.inside {
            return Err(End::Unclear);
        }
        let holds = self.holds(head.when);
        if holds == Some(false) {
            return Ok(());
        }
        self.parts(id, certain && holds == Some(true))?;
        self.actions(phases::then(&self.game.program.phases[id.index()]))
    }

    fn parts(&mut self, id: PhaseId, certain: bool) -> Look {
        let game = self.game;
        match &game.program.phases[id.index()] {
            Phase::Block(phase) => self.block(&phase.phases, phase.after, certain),
            Phase::Repeat(phase) => self.repeat(phase, certain),
            Phase::Choice(phase) if phase.none_open == NoOption::Skip => {
                phase.options.iter().try_for_each(|option| self.phase(*option, false))
            }
            Phase::Do(phase) => self.actions(&phase.actions),
            Phase::Meld(phase) => self.meld(id, phase, certain),
            Phase::Discard(phase) => self.discard(phase),
            Phase::Play(phase) => self.play(phase),
            Phase::Call(phase) => self.call(phase),
            _ => Err(End::Unclear),
        }
    }

    fn block(&mut self, list: &[PhaseId], after: ExprId, certain: bool) -> Look {
        list.iter().try_for_each(|id| self.phase(*id, certain))?;
        self.demand(after, certain)
    }

    fn repeat(&mut self, phase: &RepeatPhase, certain: bool) -> Look {
        let outer = std::mem::replace(&mut self.repeated, true);
        let mut before = self.extent();
        for _ in 0..PASSES {
            phase.phases.iter().try_for_each(|id| self.phase(*id, false))?;
            let now = self.extent();
            if before == now {
                self.repeated = outer;
                return self.demand(phase.after, certain);
            }
            before = now;
        }
        Err(End::Unclear)
    }

    /// A number that grows with everything that can happen.
    fn extent(&self) -> usize {
        let cards: usize = self.flows.iter().map(|flow| 1 + size(flow.cards)).sum();
        cards + self.changed.many()
    }

    /// What must hold at this point.
    fn demand(&mut self, after: ExprId, certain: bool) -> Look {
        if certain && self.holds(after) == Some(false) { self.give_up() } else { Ok(()) }
    }

    /// Nothing more can be hoped for, unless the turns may be over before.
    fn give_up(&self) -> Look {
        let early = self.s.frames[..usize::from(self.s.depth)].iter().any(|frame| {
            usize::from(frame.phase) < self.game.program.phases.len()
                && match self.game.phase(frame.phase) {
                    Phase::Turns(turns) => self.holds(turns.until) != Some(false),
                    _ => false,
                }
        });
        Err(if early { End::Unclear } else { End::Hopeless })
    }

    fn meld(&mut self, id: PhaseId, phase: &MeldPhase, certain: bool) -> Look {
        let (source, target) = (self.zone_there(phase.source)?, self.zone_there(phase.target)?);
        self.in_sight(source)?;
        let touches = |zone: ZoneRef, flow: &Flow| self.meet(flow.from, zone);
        let mut moved = self.flows.iter().any(|flow| touches(everybodys(target), flow));
        if let Some(extra) = phase.with_top_of {
            let extra = self.zone_there(extra)?;
            self.in_sight(extra)?;
            moved |=
                self.flows.iter().any(|flow| touches(extra, flow) || self.meet(flow.to, extra));
        }
        // What lies there now must lie there then.
        if moved {
            return Err(End::Unclear);
        }
        let (hand, laid) = (self.most_in(source) & !self.kept, self.gained(target));
        if self.melds.contains(&(id, hand | laid)) {
            return Ok(());
        }
        self.melds.push((id, hand | laid));
        let begin = self.flows.len();
        self.game.meld_flows(self.s, phase, self.seat, hand, laid, self.flows.to_mut());
        if self.flows.len() > begin {
            self.changes(Sways::CARDS.and(Sways::SCORES));
            return self.moment(Moment::Melded);
        }
        if certain && phase.mandatory { self.give_up() } else { Ok(()) }
    }

    /// What comes of cards that are melded or played.
    fn moment(&mut self, moment: Moment) -> Look {
        let game = self.game;
        if !game.moments.rules[moment as usize].is_empty() {
            self.changes(Sways::COUNTERS.and(Sways::SCORES));
        }
        game.moments.effects[moment as usize].iter().try_for_each(|number| {
            self.actions(&game.program.special_effects[usize::from(*number)].r#do)
        })
    }

    fn play(&mut self, phase: &PlayPhase) -> Look {
        let (from, to) = (self.zone_there(phase.source)?, self.zone_there(phase.target)?);
        self.in_sight(from)?;
        let count = self.range(phase.max_cards).high.max(self.range(phase.min_cards).high);
        let most = if self.repeated { ALL } else { count.clamp(1, 128) as u32 };
        self.add(Flow::some(from, to, self.most_in(from), most));
        if let (Some(lying), Some(away)) = (phase.beating, phase.beaten_to) {
            let (lying, away) = (self.zone_there(lying)?, self.zone_there(away)?);
            self.add(Flow::some(lying, away, self.most_in(lying), ALL));
        }
        self.changes(Sways::ACTS);
        self.moment(Moment::Played)
    }

    fn call(&mut self, phase: &CallPhase) -> Look {
        if phase.simultaneous || phase.calls.iter().any(|call| call.out_of_turn) {
            return Err(End::Unclear);
        }
        self.changes(Sways::ACTS);
        phase.calls.iter().try_for_each(|call| self.actions(&call.r#do))
    }

    fn discard(&mut self, phase: &DiscardPhase) -> Look {
        if matches!(phase.choose, Choose::Random | Choose::Top) {
            return Err(End::Unclear);
        }
        let (from, to) = (self.zone_there(phase.source)?, self.zone_there(phase.target)?);
        self.in_sight(from)?;
        let count = self.range(phase.count).high.clamp(0, 128) as u32;
        let most = if self.repeated { ALL } else { count };
        let cards = self.most_in(from) & phase.cards.map_or(CardSet::MAX, |id| self.at_most(id));
        self.add(Flow::some(from, to, cards, most));
        Ok(())
    }

    /// The cards that a condition can mean.
    fn at_most(&self, id: CondId) -> CardSet {
        if self.game.tables.dynamic[id.index()] {
            CardSet::MAX
        } else {
            self.game.context(self.s).masks[id.index()]
        }
    }

    fn add(&mut self, flow: Flow) {
        self.changes(Sways::CARDS);
        let (from, to) = (flow.from, flow.to);
        let known = self.flows.iter().position(|other| {
            let same = is_same(other.from, from) && is_same(other.to, to);
            same && other.most == ALL && flow.most == ALL
        });
        let flows = self.flows.to_mut();
        match known {
            Some(place) => flows[place].cards |= flow.cards,
            None => flows.push(flow),
        }
    }

    fn actions(&mut self, list: &[Action]) -> Look {
        list.iter().try_for_each(|action| self.action(action))
    }

    fn action(&mut self, action: &Action) -> Look {
        match action {
            Action::AssignRole(_) => self.changes(Sways::ROLES),
            Action::Change(_) | Action::Set(_) => self.changes(Sways::COUNTERS),
            Action::Award(_) => self.changes(Sways::SCORES),
            Action::Show(_) | Action::PlayAgain(_) => {}
            Action::If(action) => {
                let holds = self.holds(action.condition);
                if holds != Some(false) {
                    self.actions(&action.then)?;
                }
                if holds != Some(true) {
                    self.actions(&action.otherwise)?;
                }
            }
            Action::Move(action) => return self.move_cards(action),
            _ => return Err(End::Unclear),
        }
        Ok(())
    }

    fn move_cards(&mut self, action: &Move) -> Look {
        let (from, to) = (self.zone_there(action.source)?, self.zone_there(action.target)?);
        if matches!(action.choose, Choose::Random) {
            return Err(End::Unclear);
        }
        self.in_sight(from)?;
        let cards = self.most_in(from) & self.at_most(action.cards);
        if cards != 0 {
            self.add(Flow::of(from, to, cards));
        }
        Ok(())
    }

    // --- zones -----------------------------------------------------------------------------------

    /// A zone that cards go to or come from.
    fn zone_there(&self, e: ExprId) -> Result<ZoneRef, End> {
        let zone = self.zone(e, &self.env()).ok_or(End::Unclear)?;
        match self.game.tables.zones.get(usize::from(zone.zone)) {
            Some(table) if table.beneath.is_none() && !zone.top => Ok(zone),
            _ => Err(End::Unclear),
        }
    }

    /// Cards that the player does not look at cannot be foreseen.
    fn in_sight(&self, zone: ZoneRef) -> Look {
        let mut seen = true;
        self.env().each_place(zone, |place| {
            seen &= self.game.viewers(self.s, place) & (1 << self.seat) != 0;
        });
        if seen { Ok(()) } else { Err(End::Unclear) }
    }

    fn env(&self) -> Env<'a> {
        Env::new(self.game, self.s, self.seat)
    }

    /// The zone that an expression means, if it means the same one whatever happens.
    fn zone(&self, e: ExprId, env: &Env) -> Option<ZoneRef> {
        match self.node(e) {
            Node::Zone(zone, whose) => Some(env.zone_of(zone, self.subject(whose, env)?)),
            Node::Pile => Some(env.zone(e)),
            Node::Word(Word::Top, arguments, _) => {
                Some(ZoneRef { top: true, ..self.zone(arguments[0], env)? })
            }
            _ => None,
        }
    }

    /// Whether two zones have a place in common.
    fn meet(&self, a: ZoneRef, b: ZoneRef) -> bool {
        match (a.place, b.place) {
            (NOWHERE, NOWHERE) => a.zone == b.zone && a.owners & b.owners != 0,
            (NOWHERE, place) => self.has(a, place),
            (place, NOWHERE) => self.has(b, place),
            (a, b) => a == b,
        }
    }

    fn has(&self, zone: ZoneRef, place: u16) -> bool {
        let Some(pile) = self.s.piles.get(usize::from(place)) else { return false };
        pile.zone == zone.zone && pile.owner != NOBODY && zone.owners & (1 << pile.owner) != 0
    }

    /// The cards that lie in a zone.
    #[inline(always)]
    fn cards_there(&self, zone: ZoneRef) -> CardSet {
        match zone.place {
            place if place != NOWHERE && !zone.top => self.s.sets[usize::from(place)],
            _ => self.env().cards_of(zone),
        }
    }

    /// The cards that can come to a zone.
    fn gained(&self, zone: ZoneRef) -> CardSet {
        let flows = self.flows.iter().filter(|flow| self.meet(flow.to, zone));
        flows.fold(0, |cards, flow| cards | flow.cards)
    }

    /// The cards that a zone can have.
    fn most_in(&self, zone: ZoneRef) -> CardSet {
        self.cards_there(zone) | self.gained(zone)
    }

    fn holding(&self, zone: ZoneRef) -> Holding {
        let there = self.cards_there(zone);
        let mut holding = Holding { sure: there, open: self.gained(zone), choosable: 0, few: 0 };
        for flow in self.flows.iter().filter(|flow| self.meet(flow.from, zone)) {
            if flow.most == ALL {
                holding.sure &= !flow.cards;
            } else {
                holding.choosable |= flow.cards;
                holding.few = holding.few.saturating_add(flow.most);
            }
        }
        holding.open = (there | holding.open) & !holding.sure;
        holding.choosable &= holding.sure;
        holding
    }

    // --- numbers ---------------------------------------------------------------------------------

    fn node(&self, e: ExprId) -> Node {
        self.game.program.nodes[e.index()]
    }

    /// Whether a condition holds whatever happens; none if that is open.
    fn holds(&self, e: ExprId) -> Option<bool> {
        match self.game.lowered.value(e) {
            Value::Leaf(Leaf::Number(number)) => Some(number != 0),
            _ => self.range(e).holds(),
        }
    }

    fn range(&self, e: ExprId) -> Range {
        self.range_of(e, &self.env())
    }

    fn range_of(&self, e: ExprId, env: &Env) -> Range {
        if self.is_steady(e) {
            return Range::exactly(env.int(e));
        }
        match self.node(e) {
            Node::Binary(operator, left, right) => self.binary(operator, left, right, env),
            Node::Not(inner) => Range::truth(self.range_of(inner, env).holds().map(|holds| !holds)),
            Node::Negative(inner) => self.range_of(inner, env).negative(),
            Node::Let(id, whose) => self.named_value(id, whose, env),
            Node::Word(word, arguments, count) => {
                self.word(word, &arguments[..usize::from(count)], env)
            }
            _ => Range::ANY,
        }
    }

    fn binary(&self, operator: Operator, left: ExprId, right: ExprId, env: &Env) -> Range {
        let a = self.range_of(left, env);
        if operator == Operator::And && a.holds() == Some(false) {
            return Range::exactly(0);
        }
        if operator == Operator::Or && a.holds() == Some(true) {
            return Range::exactly(1);
        }
        let b = self.range_of(right, env);
        let not = |truth: Option<bool>| truth.map(|holds| !holds);
        Range::truth(match operator {
            Operator::Add => return a.plus(b),
            Operator::Subtract => return a.plus(b.negative()),
            Operator::Multiply => return a.times(b),
            Operator::Equal => a.equal(b),
            Operator::NotEqual => not(a.equal(b)),
            Operator::Less => a.less(b),
            Operator::LessEqual => not(b.less(a)),
            Operator::Greater => b.less(a),
            Operator::GreaterEqual => not(a.less(b)),
            Operator::And => both(a.holds(), b.holds()),
            Operator::Or => not(both(not(a.holds()), not(b.holds()))),
            Operator::In => None,
        })
    }

    fn named_value(&self, id: LetId, whose: Option<ExprId>, env: &Env) -> Range {
        let Some(mut who) = self.subject(whose, env) else { return Range::ANY };
        let spec = &self.game.program.lets[id.index()];
        if spec.scope == Scope::Seat && !who.mask.is_power_of_two() {
            // What is said of a player, asked of several: the sum over them.
            return seats(who.mask).fold(Range::exactly(0), |sum, seat| {
                sum.plus(self.range_of(spec.value, &Env { who: Subject::seat(seat), ..*env }))
            });
        }
        if spec.scope == Scope::Team {
            let tables = &self.game.tables;
            let side = tables.side_of.get(usize::from(who.first())).copied().unwrap_or(NOBODY);
            if let Some(mask) = tables.sides.get(usize::from(side)) {
                who = Subject { mask: *mask, side: true };
            }
        }
        self.range_of(spec.value, &Env { who, ..*env })
    }

    /// Whom an expression means, if it means the same whatever happens.
    fn subject(&self, whose: Option<ExprId>, env: &Env) -> Option<Subject> {
        let Some(e) = whose else { return Some(env.who) };
        if !self.is_steady(e) {
            return None;
        }
        let group = env.group(e);
        Some(match group.items() {
            [] => Subject { mask: 0, side: false },
            [one] => *one,
            _ => Subject { mask: group.mask(), side: true },
        })
    }

    fn word(&self, word: Word, arguments: &[ExprId], env: &Env) -> Range {
        let argument = |place: usize| self.range_of(arguments[place], env);
        match word {
            Word::If => match argument(0).holds() {
                Some(true) => argument(1),
                Some(false) => argument(2),
                None => argument(1).joined(argument(2)),
            },
            Word::Min => {
                let (a, b) = (argument(0), argument(1));
                Range { low: a.low.min(b.low), high: a.high.min(b.high) }
            }
            Word::Max => {
                let (a, b) = (argument(0), argument(1));
                Range { low: a.low.max(b.low), high: a.high.max(b.high) }
            }
            Word::HandSize => {
                let zone = self.game.program.known.hand.and_then(|hand| {
                    let who = self.subject(arguments.first().copied(), env)?;
                    Some(env.zone_of(hand, who))
                });
                self.weight(zone, &Number(CardSet::MAX))
            }
            Word::Size => self.weight(self.zone(arguments[0], env), &Number(CardSet::MAX)),
            Word::Count => self.count(arguments, env),
            Word::Points => {
                let Node::Table(table) = self.node(arguments[1]) else { return Range::ANY };
                let points = &self.game.context(self.s).points[table.index()];
                self.weight(self.zone(arguments[0], env), &Worth(points))
            }
            Word::Piles => self.piles(arguments, env),
            _ => Range::ANY,
        }
    }

    fn count(&self, arguments: &[ExprId], env: &Env) -> Range {
        let Node::CardSet(set) = self.node(arguments[1]) else { return Range::ANY };
        let id = self.game.program.card_sets[set.index()].cards;
        if self.game.tables.dynamic[id.index()] {
            return Range::ANY;
        }
        let wanted = self.game.context(self.s).masks[id.index()];
        self.weight(self.zone(arguments[0], env), &Number(wanted))
    }

    /// The sum of something over the cards of a zone.
    fn weight(&self, zone: Option<ZoneRef>, measure: &impl Measure) -> Range {
        let Some(zone) = zone.filter(|zone| !zone.top) else { return Range::ANY };
        let there = self.cards_there(zone);
        let (mut leaving, mut coming) = (0, 0);
        for flow in self.flows.iter().filter(|flow| flow.most == ALL) {
            leaving |= if self.meet(flow.from, zone) { flow.cards } else { 0 };
            coming |= if self.meet(flow.to, zone) { flow.cards } else { 0 };
        }
        let sure = there & !leaving;
        let open = (there | coming) & !sure;
        let mut range = measure.of(sure, ALL, ALL).plus(measure.of(open, 0, ALL));
        // Of some flows only a few cards move, or at least a few.
        for flow in self.flows.iter().filter(|flow| flow.most != ALL) {
            let (out, into) = (self.meet(flow.from, zone), self.meet(flow.to, zone));
            if out {
                let whole = !into && flow.cards & !there == 0;
                let least = if whole { flow.least } else { 0 };
                let gone = measure.of(flow.cards & sure, least, flow.most);
                range = range.plus(gone.negative());
            }
            if into {
                let whole = !out && is_same(flow.to, zone) && flow.cards & (there | open) == 0;
                let least = if whole { flow.least } else { 0 };
                range = range.plus(measure.of(flow.cards & !there & !open, least, flow.most));
            }
        }
        range
    }

    /// How many piles of a zone are of a kind.
    fn piles(&self, arguments: &[ExprId], env: &Env) -> Range {
        let Some(zone) = self.zone(arguments[0], env) else { return Range::ANY };
        let mut found = Range::exactly(0);
        let mut pile = *env;
        env.each_place(zone, |place| {
            let here = ZoneRef { zone: NOBODY, owners: 0, place, top: false };
            let touched = |flow: &Flow| self.meet(flow.from, here) || self.meet(flow.to, here);
            let there = self.s.sets[usize::from(place)];
            let (some, left) = match self.flows.iter().any(touched) {
                false => (there != 0, true),
                true => {
                    let holding = self.holding(here);
                    let left = size(holding.sure) as u32 > holding.few;
                    (holding.sure | holding.open != 0, left)
                }
            };
            if some {
                pile.pile = place;
                let holds = self.range_of(arguments[1], &pile).holds();
                found.low += i64::from(left && holds == Some(true));
                found.high += i64::from(holds != Some(false));
            }
        });
        // Piles that are begun meanwhile.
        let begun =
            self.flows.iter().any(|flow| flow.to.place == NOWHERE && self.meet(flow.to, zone));
        if begun { Range::new(found.low, Range::ANY.high) } else { found }
    }

    /// Whether an expression comes to the same whatever happens.
    #[inline(always)]
    fn is_steady(&self, e: ExprId) -> bool {
        !self.game.lowered.sways(e).meet(self.changed)
    }

    fn changes(&mut self, what: Sways) {
        self.changed = self.changed.and(what);
    }
}

/// A zone with the piles of all its owners.
fn everybodys(zone: ZoneRef) -> ZoneRef {
    ZoneRef { owners: u16::MAX, place: NOWHERE, ..zone }
}

/// What is counted of cards.
trait Measure {
    /// What so many of some cards come to, whichever they are.
    fn of(&self, cards: CardSet, least: u32, most: u32) -> Range;
}

/// How many cards of these there are.
struct Number(CardSet);

impl Measure for Number {
    fn of(&self, cards: CardSet, least: u32, most: u32) -> Range {
        let (all, wanted) = (size(cards) as i64, size(cards & self.0) as i64);
        let most = i64::from(most).min(all);
        let least = i64::from(least).min(most);
        Range::new((least - (all - wanted)).max(0), wanted.min(most))
    }
}

/// What each card is worth.
struct Worth<'a>(&'a [i32; 128]);

impl Measure for Worth<'_> {
    fn of(&self, cards: CardSet, least: u32, most: u32) -> Range {
        let all = size(cards);
        let least = (least as usize).min(all);
        let values = Cards(cards).map(|card| i64::from(self.0[usize::from(card)]));
        if most == 1 && all > 1 {
            let nothing = if least == 0 { Some(0) } else { None };
            let bounds = values
                .chain(nothing)
                .fold((i64::MAX, i64::MIN), |(low, high), value| (low.min(value), high.max(value)));
            return Range::new(bounds.0, bounds.1);
        }
        if least == all {
            let sum = values.sum();
            return Range::new(sum, sum);
        }
        if least == 0 && most as usize >= all {
            let bounds =
                values.fold((0, 0), |(low, high), value| (low + value.min(0), high + value.max(0)));
            return Range::new(bounds.0, bounds.1);
        }
        let mut sorted = [0; 128];
        sorted.iter_mut().zip(values).for_each(|(place, value)| *place = value);
        let (values, most) = (&mut sorted[..all], (most as usize).min(all));
        let least = least.min(most);
        values.sort_unstable();
        let few = |value: &i64, sign: i64| sign * *value < 0;
        let low: i64 = values[..least].iter().sum::<i64>()
            + values[least..most].iter().filter(|value| few(value, 1)).sum::<i64>();
        values.reverse();
        let high = values[..least].iter().sum::<i64>()
            + values[least..most].iter().filter(|value| few(value, -1)).sum::<i64>();
        Range::new(low, high)
    }
}

fn is_same(a: ZoneRef, b: ZoneRef) -> bool {
    a.zone == b.zone && a.owners == b.owners && a.place == b.place
}

fn both(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}
