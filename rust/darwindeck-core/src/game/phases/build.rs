//! Building: cards move between piles, each onto a card it fits.
//!
//! A move says which of the phase's moves it is (`card`), from which place (`a`) to which (`b`) and how many
//! cards go together (`c`). From a pile without order any card may be moved alone: then `c` is that card's
//! number and `SINGLE`. A pile that is yet to be begun is nowhere.

use std::ops::Range;

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit, lowest};
use crate::game::foresight::Thought;
use crate::game::judge::{Env, NO_PILE, NOWHERE, ON_CARD, ZoneRef, is_dear};
use crate::game::lower::{Landing, Mask};
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{Pile, State, Waiting};
use crate::game::tables::{NO_SUIT, NOBODY, Tables};
use crate::program::parts::{
    BuildMove, BuildPhase, BuildUnit, Moment, Owner, Phase, PileKey, ScoringTrigger, Sees,
};
use crate::program::{CondId, ExprId, Node, Program};

/// Stages of the phase.
const NEXT: u8 = 0;
const SHARE: u8 = 1;
const DECIDE: u8 = 2;

/// From this number on, `c` of a move means a certain card and not how many.
const SINGLE: u8 = 128;

/// A pile to build on, by one of the moves of the phase.
struct Onto {
    number: u8,
    to: u16,
    /// The cards that fit there.
    fits: CardSet,
    /// The cards that may lie there at all.
    home: CardSet,
    /// Whether only whole piles go there.
    whole: bool,
}

/// A card that a move can begin with, and how many go together then; or all of a place without order.
#[derive(Clone, Copy)]
struct Lift {
    from: u16,
    card: CardId,
    count: u8,
}

/// Everything that one of the moves of a phase can begin with, by place, and there from the top down: each
/// with a card of its own.
struct Lifts {
    list: [Lift; 128],
    len: usize,
    /// The cards.
    cards: CardSet,
    /// The place in the list of each of them.
    at: [u8; 128],
}

impl Lifts {
    const NONE: Self =
        Self { list: [Lift { from: 0, card: 0, count: 0 }; 128], len: 0, cards: 0, at: [0; 128] };

    /// Adds a card, with so many that go together.
    #[inline(always)]
    fn push_card(&mut self, from: u16, card: CardId, count: u8) {
        if let Some(lift) = self.list.get_mut(self.len) {
            *lift = Lift { from, card, count };
            self.at[usize::from(card & 127)] = self.len as u8;
            self.len += 1;
            self.cards |= bit(card);
        }
    }

    /// Adds all cards of a place without order.
    fn push_all(&mut self, from: u16, cards: CardSet) {
        if let Some(lift) = self.list.get_mut(self.len) {
            *lift = Lift { from, card: NO_CARD, count: SINGLE };
            Cards(cards).for_each(|card| self.at[usize::from(card & 127)] = self.len as u8);
            self.len += 1;
            self.cards |= cards;
        }
    }
}

/// What building allows between two cards that lie on each other in a zone.
#[derive(Clone, Debug)]
pub(crate) struct Seams {
    /// By card: those that may be laid on it.
    pub fits: [CardSet; 128],
    /// By card: those that may be moved on together with it, if any may.
    pub along: [CardSet; 128],
}

/// Piles that a move leads from, or to.
enum Piles {
    /// Piles that are there from the start, side by side, and whether they have an order.
    Row(Range<u16>, bool),
    /// Any others.
    Zone(ZoneRef),
}

impl Piles {
    /// Whether only the card on top of all is meant.
    fn is_top(&self) -> bool {
        matches!(self, Self::Zone(ZoneRef { top: true, .. }))
    }
}

/// Piles that are there from the start, side by side, by the expression that means them: settled when a
/// game is loaded.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct Row {
    first: u16,
    piles: u16,
    /// How many seats have such a row; 0 if it is that of the table.
    owners: u8,
    /// Whether its piles have an order.
    stack: bool,
}

impl Row {
    fn of(program: &Program, tables: &Tables, zone: ExprId) -> Option<Self> {
        let Node::Zone(id, None) = program.nodes[zone.index()] else { return None };
        let table = &tables.zones[id.index()];
        let owners = match table.owner {
            Owner::Table => 0,
            Owner::Seat => table.owners,
            Owner::Team => return None,
        };
        let (first, piles, stack) = (table.base, table.piles, table.stack);
        (table.key != PileKey::Many).then_some(Self { first, piles, owners, stack })
    }
}

/// The rows that building leads from or to, by expression.
pub(in crate::game) fn rows(program: &Program, tables: &Tables) -> Vec<Option<Row>> {
    let mut rows = vec![None; program.nodes.len()];
    for phase in &program.phases {
        let Phase::Build(phase) = phase else { continue };
        for zone in phase.moves.iter().flat_map(|rule| [rule.source, rule.target]) {
            rows[zone.index()] = Row::of(program, tables, zone);
        }
    }
    rows
}

/// Which cards fit on a pile that has some.
#[derive(Clone, Copy)]
enum Fits<'a> {
    /// The same everywhere.
    Fixed(CardSet),
    /// By its top card.
    ByTop(&'a [CardSet]),
    /// In any other way.
    Judged(CondId),
}

impl Game {
    pub(in crate::game) fn build_step(&self, s: &mut State, rng: &mut Rng, phase: &BuildPhase) {
        match s.innermost().stage {
            NEXT => {
                if !self.next_share(s) {
                    self.finish(s, rng);
                }
            }
            SHARE => {
                let mut list = std::mem::take(&mut s.scratch);
                list.clear();
                if !self.is_closed(s) {
                    self.build_list(s, phase, &mut list);
                }
                let open = !list.is_empty();
                s.scratch = list;
                s.listed = open;
                if open {
                    s.frame().stage = DECIDE;
                    s.waiting = Waiting::Decision;
                } else if !self.asks_anyway(s) {
                    s.failed |= s.trial > 0;
                    self.share_done(s);
                }
            }
            _ => s.waiting = Waiting::Decision,
        }
    }

    pub(in crate::game) fn build_list(&self, s: &State, phase: &BuildPhase, out: &mut Vec<Move>) {
        self.build_moves(s, phase, s.innermost().seat, out);
    }

    pub(in crate::game) fn build_moves(
        &self,
        s: &State,
        phase: &BuildPhase,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        for (number, rule) in phase.moves.iter().enumerate() {
            let number = number as u8;
            let listed = out.len();
            let mut thought = Thought::new(self, s, seat);
            let kept = self.list_moves_of(&mut thought, number, rule, out);
            if kept || self.lowered.always(rule.after) || out.len() == listed {
                continue;
            }
            let landing = self.lowered.landing(rule.after);
            let mut kept = listed;
            for place in listed..out.len() {
                let action = out[place];
                let settled =
                    landing.and_then(|known| self.lands_well(&mut thought, rule, known, action));
                if settled.unwrap_or_else(|| self.is_good_build(&mut thought, seat, rule, action)) {
                    out[kept] = action;
                    kept += 1;
                }
            }
            out.truncate(kept);
        }
    }

    /// Whether what must hold afterwards does, or the player could not foresee it, where the top card of
    /// the pile and how many cards it has decide that.
    fn lands_well(
        &self,
        thought: &mut Thought,
        rule: &BuildMove,
        landing: &Landing,
        action: Move,
    ) -> Option<bool> {
        let (s, seat) = (thought.s, thought.seat);
        let looking = if s.trial > 0 { s.trial_seat } else { seat };
        if self.viewers(s, action.a) & (1 << looking) == 0 {
            return Some(true);
        }
        let (count, top) = match action.c {
            SINGLE.. => (1, action.c - SINGLE),
            count => (usize::from(count), s.top(self.is_stack(s, action.a), action.a)),
        };
        let there = match action.b {
            NOWHERE if count > 1 && !self.is_stacked(s, seat, rule) => return None,
            NOWHERE => 0,
            to if self.is_stack(s, to) => s.sets[usize::from(to)].count_ones() as usize,
            _ => return None,
        };
        let tops = landing.tops(s.context, there + count, || {
            thought.after(|t| {
                let (to, _) = self.carry_build(t, seat, rule, action, Self::lift);
                let size = t.sets[usize::from(to)].count_ones() as usize;
                self.tops_of(t, seat, rule, to, size)
            })
        })?;
        Some(tops & bit(top) != 0)
    }

    /// The same of single cards that come to a pile in a row, before any of them is listed: what may be on
    /// top of it then. The work of one card is that of all.
    #[inline(always)]
    fn landing_on(
        &self,
        thought: &mut Thought,
        rule: &BuildMove,
        landing: &Landing,
        to: u16,
    ) -> CardSet {
        let (s, seat) = (thought.s, thought.seat);
        let size = s.sets[usize::from(to)].count_ones() as usize + 1;
        let known = landing
            .tops(s.context, size, || thought.after(|t| self.tops_of(t, seat, rule, to, size)));
        known.unwrap_or(CardSet::MAX)
    }

    /// The cards on top of which it holds what must hold afterwards, of so many.
    fn tops_of(&self, t: &mut State, seat: u8, rule: &BuildMove, to: u16, size: usize) -> CardSet {
        let good = |card: &CardId| {
            // So many cards, with this one on top.
            let others = Cards(self.tables.all & !bit(*card)).take(size - 1);
            t.sets[usize::from(to)] = others.fold(bit(*card), |all, card| all | bit(card));
            t.piles[usize::from(to)].top = *card;
            Env { pile: to, target: to, ..Env::new(self, t, seat) }.holds(rule.after)
        };
        Cards(self.tables.all).filter(good).fold(0, |all, card| all | bit(card))
    }

    /// Whether cards lie in order where a move leads.
    fn is_stacked(&self, s: &State, seat: u8, rule: &BuildMove) -> bool {
        let zone = Env::new(self, s, seat).zone(rule.target).zone;
        self.tables.zones.get(usize::from(zone)).is_some_and(|zone| zone.stack)
    }

    /// Whether what must hold afterwards does, or the player could not foresee it.
    fn is_good_build(
        &self,
        thought: &mut Thought,
        seat: u8,
        rule: &BuildMove,
        action: Move,
    ) -> bool {
        let look = |t: &mut State, to: u16| {
            let env = Env { pile: to, target: to, ..Env::new(self, t, seat) };
            t.unforeseen || env.holds(rule.after)
        };
        if action.b == NOWHERE {
            return thought.after(|t| {
                let (to, _) = self.carry_build(t, seat, rule, action, Self::lift);
                look(t, to)
            });
        }
        thought.there_and_back(|t| {
            let (taken, moved, came_from) = (t.taken, t.moved, t.came_from);
            let first = self.undermost(t, action);
            let (to, cards) = self.carry_build(t, seat, rule, action, Self::lift);
            let good = look(t, to);
            let (out, into) = (self.is_stack(t, action.a), self.is_stack(t, to));
            let mut card = first;
            for _ in 0..cards.count_ones() {
                let above = t.above[usize::from(card & 127)];
                t.take(into, to, card);
                t.put(out, action.a, card);
                card = above;
            }
            (t.taken, t.moved, t.came_from) = (taken, moved, came_from);
            good
        })
    }

    /// Lists what one of the moves of a phase allows. Gives whether what must hold afterwards is looked
    /// after already.
    #[inline(always)]
    fn list_moves_of(
        &self,
        thought: &mut Thought,
        number: u8,
        rule: &BuildMove,
        out: &mut Vec<Move>,
    ) -> bool {
        let s = thought.s;
        let env = Env::new(self, s, thought.seat);
        let source = self.piles_meant(env, rule.source);
        let target = match self.is_dear_to_build(rule) {
            true => Piles::Zone(env.zone(rule.target)),
            false => self.piles_meant(env, rule.target),
        };
        let movable = self.movable(env, rule, &source);
        if movable == 0 {
            return true;
        }
        // Of a packet every card must belong there.
        let packets = rule.unit != BuildUnit::Card;
        let whole = rule.unit == BuildUnit::Pile && !source.is_top();
        let (mut lifts, mut lifted) = (Lifts::NONE, false);
        let in_order = matches!(source, Piles::Row(_, true));
        let packet = rule.packet.and_then(|id| self.by_top_card(s, id));
        let mut onto = |to: u16, fits: CardSet| {
            if fits == 0 {
                return;
            }
            if !lifted {
                // Mostly a card does not come with the one that lies on it.
                let comes = |card: CardId| {
                    let above = s.above[usize::from(card & 127)];
                    above == NO_CARD
                        || packet.is_none_or(|row| row[usize::from(card)] & bit(above) != 0)
                };
                if packets && in_order && !Cards(fits).any(comes) {
                    return;
                }
                lifted = true;
                self.find_lifts(env, rule, &source, &mut lifts);
            }
            if lifts.cards & fits != 0 {
                let home = if packets { self.at_home(to, CardSet::MAX) } else { CardSet::MAX };
                self.list_onto(s, &Onto { number, to, fits, home, whole }, &lifts, out);
            }
        };
        let (piles, stack) = match target {
            Piles::Row(piles, stack) => (piles, stack),
            Piles::Zone(zone) => {
                self.each_fitting(env, rule, &zone, movable, onto);
                return false;
            }
        };
        let landing = match self.lowered.always(rule.after) || packets || !stack {
            true => None,
            false => self.lowered.landing(rule.after).filter(|known| known.is_for(s.context)),
        };
        let landing = landing.filter(|_| self.sees_all(s, thought.seat, &source));
        let judged = |id| if stack { self.fits_by_top(s, id) } else { Fits::Judged(id) };
        let tops = rule.onto.map(judged);
        let mut on_empty = None;
        let (sets, heads) = rows_of(s, &piles);
        for place in 0..sets.len() {
            let (to, top) = (piles.start + place as u16, heads[place].top);
            let fits = match tops {
                // Whichever of them it is, no card lies there to be compared with.
                _ if sets[place] == 0 => *on_empty.get_or_insert_with(|| {
                    let judged = |id: CondId| Env { target: to, ..env }.select(id);
                    rule.on_empty.map_or(0, judged)
                }),
                None => 0,
                Some(Fits::Fixed(cards)) => cards,
                Some(Fits::ByTop(row)) => row[usize::from(top)],
                Some(Fits::Judged(id)) => Env { target: to, ..env }.select(id),
            };
            if movable & fits == 0 {
                continue;
            }
            let mut fits = self.at_home(to, movable & fits);
            if let (Some(landing), true) = (landing, fits != 0) {
                fits &= self.landing_on(thought, rule, landing, to);
            }
            onto(to, fits);
        }
        landing.is_some()
    }

    /// Goes through piles of any kind, each with the cards that may be put there.
    #[inline(never)]
    fn each_fitting(
        &self,
        env: Env,
        rule: &BuildMove,
        target: &ZoneRef,
        movable: CardSet,
        mut onto: impl FnMut(u16, CardSet),
    ) {
        let s = env.s;
        let mut list = |to: u16| onto(to, self.fitting(env, rule, to, movable));
        if self.begins_piles(*target) {
            // Where nothing fits on cards there is no need to look at the piles that are there.
            if rule.onto.is_some() {
                env.each_place(*target, |to| {
                    if s.sets[usize::from(to)] != 0 {
                        list(to);
                    }
                });
            }
            list(NOWHERE);
        } else {
            env.each_place(*target, list);
        }
    }

    /// The piles that an expression means.
    #[inline(always)]
    fn piles_meant(&self, env: Env, zone: ExprId) -> Piles {
        let seat = env.who.first();
        match self.rows[zone.index()] {
            Some(Row { first, piles, owners: 0, stack }) => Piles::Row(first..first + piles, stack),
            Some(Row { first, piles, owners, stack }) if seat < owners => {
                let first = first + u16::from(seat) * piles;
                Piles::Row(first..first + piles, stack)
            }
            _ => self.piles_of(env.zone(zone)),
        }
    }

    #[inline(never)]
    fn piles_of(&self, zone: ZoneRef) -> Piles {
        let row = || {
            let table = self.tables.zones.get(usize::from(zone.zone))?;
            let lies = table.stack && table.key != PileKey::Many && !zone.top;
            if !lies || !zone.owners.is_power_of_two() {
                return None;
            }
            if zone.place != NOWHERE {
                return Some(zone.place..zone.place + 1);
            }
            let first = table.base + zone.owners.trailing_zeros() as u16 * table.piles;
            Some(first..first + table.piles)
        };
        row().map_or(Piles::Zone(zone), |row| Piles::Row(row, true))
    }

    /// Whether somebody who looks on, or ahead, sees all piles of a row.
    #[inline(always)]
    fn sees_all(&self, s: &State, seat: u8, piles: &Piles) -> bool {
        let looking = if s.trial > 0 { s.trial_seat } else { seat };
        match piles {
            Piles::Row(row, _) => {
                row.clone().all(|place| self.viewers(s, place) & (1 << looking) != 0)
            }
            Piles::Zone(zone) => {
                let place = zone.place;
                place != NOWHERE && self.viewers(s, place) & (1 << looking) != 0
            }
        }
    }

    /// What building allows between two cards that lie on each other, by zone; nothing where more than these two decides it.
    pub(crate) fn seams(&self, s: &State) -> Vec<Option<Seams>> {
        let mut seams: Vec<Option<Seams>> = vec![None; self.tables.zones.len()];
        let zone_of = |zone: ExprId| match self.program.nodes[zone.index()] {
            Node::Zone(zone, None) => Some(zone.index()),
            _ => None,
        };
        let rules = || {
            self.program.phases.iter().flat_map(|phase| match phase {
                Phase::Build(phase) => phase.moves.as_slice(),
                _ => &[],
            })
        };
        for rule in rules() {
            let Some(zone) = zone_of(rule.target) else { continue };
            let Some(fits) = rule.onto.and_then(|id| self.by_top_card(s, id)) else { continue };
            // Where single cards are moved there is nothing to part.
            let together = rules()
                .any(|other| other.unit != BuildUnit::Card && zone_of(other.source) == Some(zone));
            let along = if together { [0; 128] } else { [CardSet::MAX; 128] };
            let known = seams[zone].get_or_insert(Seams { fits: [0; 128], along });
            known.fits.iter_mut().zip(fits).for_each(|(known, fits)| *known |= fits);
        }
        for rule in rules().filter(|rule| rule.unit != BuildUnit::Card) {
            let Some(known) = zone_of(rule.source).and_then(|zone| seams[zone].as_mut()) else {
                continue;
            };
            let row = rule.packet.and_then(|id| self.by_top_card(s, id));
            for (card, along) in known.along.iter_mut().enumerate() {
                *along |= row.map_or(CardSet::MAX, |row| row.get(card).copied().unwrap_or(0));
            }
        }
        seams
    }

    /// By card: the cards that a condition means on top of it, if no more than that card decides it.
    #[inline(always)]
    fn by_top_card(&self, s: &State, id: CondId) -> Option<&[CardSet]> {
        match self.lowered.mask(id) {
            Mask::ByTop(by_top) if by_top.rest.is_empty() && !self.is_dear_condition(id) => {
                by_top.row(s.context, s.in_force)
            }
            _ => None,
        }
    }

    /// Which cards a condition means on piles.
    #[inline(always)]
    fn fits_by_top(&self, s: &State, id: CondId) -> Fits<'_> {
        match (self.lowered.mask(id), self.by_top_card(s, id)) {
            (Mask::Fixed, _) => Fits::Fixed(self.context(s).masks[id.index()]),
            (_, Some(row)) => Fits::ByTop(row),
            _ => Fits::Judged(id),
        }
    }

    #[inline(always)]
    fn is_dear_condition(&self, id: CondId) -> bool {
        self.has_dear && is_dear(self.program.steps.conditions[id.index()])
    }

    /// Whether it is counted what it takes to judge which cards fit by a rule.
    #[inline(always)]
    fn is_dear_to_build(&self, rule: &BuildMove) -> bool {
        let conditions = rule.onto.into_iter().chain(rule.on_empty);
        self.has_dear && conditions.into_iter().any(|id| self.is_dear_condition(id))
    }

    /// Whether cards put into a zone begin piles of their own.
    fn begins_piles(&self, zone: ZoneRef) -> bool {
        let table = self.tables.zones.get(usize::from(zone.zone));
        zone.place == NOWHERE && table.is_some_and(|table| table.key == PileKey::Many)
    }

    /// The cards that a move can begin with at the most: those on top, and of packets those beneath.
    #[inline(always)]
    fn movable(&self, env: Env, rule: &BuildMove, source: &Piles) -> CardSet {
        let packets = rule.unit != BuildUnit::Card;
        match source {
            Piles::Row(piles, stack) => {
                let (sets, heads) = rows_of(env.s, piles);
                if packets || !stack {
                    return sets.iter().fold(0, |cards, set| cards | set);
                }
                let mut cards = 0;
                for place in 0..sets.len() {
                    if sets[place] != 0 {
                        cards |= bit(heads[place].top);
                    }
                }
                cards
            }
            Piles::Zone(source) => self.movable_of(env, packets, *source),
        }
    }

    #[inline(never)]
    fn movable_of(&self, env: Env, packets: bool, source: ZoneRef) -> CardSet {
        if source.top {
            return env.cards_of(source);
        }
        let mut cards = 0;
        env.each_place(source, |from| {
            let set = env.s.sets[usize::from(from)];
            cards |= match env.s.piles[usize::from(from)].top {
                top if !packets && env.stack(from) && set != 0 => bit(top),
                _ => set,
            };
        });
        cards
    }

    /// What a move can begin with, whatever pile it is for.
    fn find_lifts(&self, env: Env, rule: &BuildMove, source: &Piles, lifts: &mut Lifts) {
        // What lies well on a card, where no more than that card decides it.
        let settled = rule.packet.and_then(|id| self.by_top_card(env.s, id));
        let whole = rule.unit == BuildUnit::Pile && !source.is_top();
        let source = match source {
            Piles::Zone(zone) => *zone,
            Piles::Row(piles, false) => {
                for from in piles.clone() {
                    match env.s.sets[usize::from(from)] {
                        0 => {}
                        cards => lifts.push_all(from, cards),
                    }
                }
                return;
            }
            Piles::Row(piles, true) => {
                let (sets, heads) = rows_of(env.s, piles);
                let single = rule.unit == BuildUnit::Card;
                // All of them are of one zone.
                let zone =
                    heads.first().and_then(|pile| self.tables.zones.get(usize::from(pile.zone)));
                let open = zone.is_some_and(|zone| zone.sees == Sees::All);
                for place in 0..sets.len() {
                    if sets[place] == 0 {
                        continue;
                    }
                    let (from, pile) = (piles.start + place as u16, &heads[place]);
                    let below = env.s.below[usize::from(pile.top & 127)];
                    if single || below == NO_CARD || !(open || self.lies_open(env.s, from)) {
                        if !whole || below == NO_CARD {
                            lifts.push_card(from, pile.top, 1);
                        }
                        continue;
                    }
                    self.lift_packets(env, rule, settled, (from, pile.top), lifts);
                }
                return;
            }
        };
        let only = if source.top { env.top_of(source) } else { NO_CARD };
        env.each_place(source, |from| {
            let stack = env.stack(from);
            let top = env.s.top(stack, from);
            if top == NO_CARD || (source.top && top != only) {
                return;
            }
            if !stack && !source.top {
                return lifts.push_all(from, env.s.sets[usize::from(from)]);
            }
            let packets =
                !source.top && rule.unit != BuildUnit::Card && self.lies_open(env.s, from);
            if packets {
                self.lift_packets(env, rule, settled, (from, top), lifts);
            } else if !whole || env.s.below[usize::from(top & 127)] == NO_CARD {
                lifts.push_card(from, top, 1);
            }
        });
    }

    /// Adds what can be lifted from a pile together with its top card.
    #[inline(always)]
    fn lift_packets(
        &self,
        env: Env,
        rule: &BuildMove,
        settled: Option<&[CardSet]>,
        (from, top): (u16, CardId),
        lifts: &mut Lifts,
    ) {
        let whole = rule.unit == BuildUnit::Pile;
        let mut card = top;
        for count in 1..SINGLE {
            let below = env.s.below[usize::from(card & 127)];
            if !whole || below == NO_CARD {
                lifts.push_card(from, card, count);
            }
            if below == NO_CARD {
                break;
            }
            let well = match (rule.packet, settled) {
                (None, _) => CardSet::MAX,
                (Some(_), Some(row)) => row[usize::from(below)],
                (Some(id), None) => lying_on(env, below).select(id),
            };
            if well & bit(card) == 0 {
                break;
            }
            card = below;
        }
    }

    /// Of some cards, those that may be put on a pile.
    fn fitting(&self, env: Env, rule: &BuildMove, to: u16, cards: CardSet) -> CardSet {
        let cards = self.at_home(to, cards);
        if cards == 0 {
            return 0;
        }
        let filled = to != NOWHERE && env.s.sets[usize::from(to)] != 0;
        let Some(condition) = (if filled { rule.onto } else { rule.on_empty }) else { return 0 };
        let target = if to == NOWHERE { NO_PILE } else { to };
        cards & Env { target, ..env }.select(condition)
    }

    /// Of some cards, those whose pile it is, where each rank or suit has its own.
    #[inline(always)]
    fn at_home(&self, place: u16, cards: CardSet) -> CardSet {
        // Piles that are begun in play are nobody's home.
        cards & self.homes.get(usize::from(place)).copied().unwrap_or(CardSet::MAX)
    }

    /// Lists the moves onto one pile.
    fn list_onto(&self, s: &State, onto: &Onto, lifts: &Lifts, out: &mut Vec<Move>) {
        let mut found = |lift: &Lift| {
            if lift.from == onto.to {
                return;
            }
            if lift.count == SINGLE {
                let cards = self.faces(s, s.sets[usize::from(lift.from)] & onto.fits);
                out.extend(Cards(cards).map(|card| onto.action(lift.from, SINGLE | card)));
            } else if onto.fits & bit(lift.card) != 0 {
                out.push(onto.action(lift.from, lift.count));
            }
        };
        if onto.home == CardSet::MAX {
            let fits = lifts.cards & onto.fits;
            if fits & (fits - 1) == 0 {
                return found(
                    &lifts.list[usize::from(lifts.at[usize::from(lowest(fits) & 127)] & 127)],
                );
            }
            let fits = Cards(fits);
            let places = fits.fold(0, |all, card| all | bit(lifts.at[usize::from(card)]));
            return Cards(places).for_each(|place| found(&lifts.list[usize::from(place & 127)]));
        }
        // The pile whose packets have come to a card that may not lie there.
        let mut barred = onto.to;
        for lift in &lifts.list[..lifts.len.min(lifts.list.len())] {
            let cards = if onto.whole { s.sets[usize::from(lift.from)] } else { bit(lift.card) };
            if lift.count != SINGLE && cards & !onto.home != 0 {
                barred = lift.from;
            }
            if lift.from != barred {
                found(lift);
            }
        }
    }

    /// Whether everybody sees all cards of a place.
    fn lies_open(&self, s: &State, place: u16) -> bool {
        let pile = &s.piles[usize::from(place)];
        match self.tables.zones.get(usize::from(pile.zone)).map(|zone| zone.sees) {
            Some(Sees::All) => true,
            Some(Sees::Top) => pile.open,
            _ => self.viewers(s, place) == self.everybody(),
        }
    }

    pub(in crate::game) fn build_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &BuildPhase,
        action: Move,
    ) {
        let seat = s.innermost().seat;
        let Some(rule) = phase.moves.get(usize::from(action.card)) else { return };
        let by_hand = self.seat_of_hand(s, action.a) != NOBODY;
        let (to, moved) = self.carry_build(s, seat, rule, action, |game, s, card, from, to| {
            game.carry(s, card, from, to, false);
        });
        if by_hand {
            self.count_played(s, seat, moved, to);
        }
        self.uncover(s, s.piles[usize::from(to)].zone);
        self.act_in_step(s, rng);
        if by_hand {
            self.score_cards(s, ScoringTrigger::Play, moved, seat);
            self.moment(s, rng, Moment::Played, moved, seat);
        }
        self.share_done(s);
        s.check = self.judges_steps;
    }

    /// Moves the cards of a move, of a packet in their order; gives the pile to which they have come, and the cards.
    fn carry_build(
        &self,
        s: &mut State,
        seat: u8,
        rule: &BuildMove,
        action: Move,
        carry: impl Fn(&Self, &mut State, CardId, u16, u16),
    ) -> (u16, CardSet) {
        let card = self.undermost(s, action);
        let to = if action.b == NOWHERE {
            let target = Env::new(self, s, seat).zone(rule.target);
            self.place_for(s, target, card)
        } else {
            action.b
        };
        let count = if action.c >= SINGLE { 1 } else { action.c };
        let (mut card, mut moved) = (card, 0);
        for left in (0..count).rev() {
            let above = if left > 0 { s.above[usize::from(card & 127)] } else { NO_CARD };
            carry(self, s, card, action.a, to);
            moved |= bit(card);
            card = above;
        }
        (to, moved)
    }

    /// Moves a card in thought; what lies beneath it stays there.
    fn lift(&self, t: &mut State, card: CardId, from: u16, to: u16) {
        self.surprise(t, from);
        let (out, into) = (self.is_stack(t, from), self.is_stack(t, to));
        t.take(out, from, card);
        t.put(into, to, card);
        t.came_from[usize::from(card & 127)] = t.piles[usize::from(from)].zone;
        t.taken |= bit(card);
        t.moved |= bit(card);
        t.changes = t.changes.wrapping_add(1);
    }

    /// The card of a packet that comes to lie on the other pile.
    fn undermost(&self, s: &State, action: Move) -> CardId {
        if action.c >= SINGLE {
            return action.c - SINGLE;
        }
        let mut card = s.top(self.is_stack(s, action.a), action.a);
        for _ in 1..action.c {
            card = s.below[usize::from(card & 127)];
        }
        card
    }
}

impl Onto {
    fn action(&self, from: u16, c: u8) -> Move {
        Move { card: self.number, a: from, b: self.to, c, ..Move::plain(Kind::Build) }
    }
}

/// By place: the cards that may lie there, where each rank or suit has its own pile.
pub(in crate::game) fn homes(tables: &Tables) -> Vec<CardSet> {
    let mut homes = vec![CardSet::MAX; usize::from(tables.places)];
    for zone in &tables.zones {
        let of_pile = |pile: u16| match zone.key {
            PileKey::ByRank => tables.of_rank.get(usize::from(pile)).copied().unwrap_or(0),
            PileKey::BySuit => {
                let home = |card: &CardId| match tables.printed[usize::from(*card)] {
                    NO_SUIT => pile == 0,
                    suit => pile == u16::from(suit),
                };
                Cards(tables.all).filter(home).fold(0, |set, card| set | bit(card))
            }
            _ => CardSet::MAX,
        };
        let piles = zone.piles.max(1);
        for place in 0..u16::from(zone.owners) * piles {
            if let Some(home) = homes.get_mut(usize::from(zone.base + place)) {
                *home = of_pile(place % piles);
            }
        }
    }
    homes
}

/// The cards of a row of piles, and their ends.
#[inline(always)]
fn rows_of<'a>(s: &'a State, piles: &Range<u16>) -> (&'a [CardSet], &'a [Pile]) {
    let row = usize::from(piles.start)..usize::from(piles.end);
    let sets = &s.sets[row.clone()];
    // As many of both, which spares a question for each.
    (sets, &s.piles[row][..sets.len()])
}

/// The moment, where cards are compared with one on which another lies.
fn lying_on(env: Env, card: CardId) -> Env {
    Env { target: ON_CARD + u16::from(card), ..env }
}
