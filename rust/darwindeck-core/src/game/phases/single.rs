//! Phases of one player whose places are settled beforehand: one card that is played or discarded, cards
//! that are drawn from the top, things that happen by themselves. Most turns are made of them, so they
//! take a frame only where somebody decides.

use std::sync::Arc;

use crate::game::Game;
use crate::game::actions::CARRY;
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit};
use crate::game::chooser::Chooser;
use crate::game::flow::STEP;
use crate::game::judge::{Env, ZoneRef, is_dear};
use crate::game::lower::{ByTop, Mask, Place};
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{Frame, ROOM, Signal, State, Waiting};
use crate::game::tables::NO_SUIT;
use crate::program::ids::PhaseId;
use crate::program::parts::*;
use crate::program::{CondId, ExprId, Node};

/// How a phase that begins is gone through.
#[derive(Clone, Debug)]
pub(in crate::game) enum Deed {
    /// In a frame, step by step.
    General,
    /// The same, but it is the business of the player whose turn it is alone.
    Own,
    /// The same, of phases that follow each other.
    Enter,
    /// One of several options.
    Choice,
    /// What somebody says.
    Call,
    /// Everything is laid that can be; of what is in a place, if it is settled.
    Melds(Option<Spot>),
    Single(Box<Single>),
    Draw(Box<Drawing>),
    Do,
}

/// A place that is known once it is known whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct Spot {
    zone: u8,
    first: u16,
    /// Which bits of the number of a seat are added: all if every seat has one, else none.
    own: u8,
    stack: bool,
}

impl Spot {
    pub(super) fn of(game: &Game, e: ExprId) -> Option<Self> {
        let (zone, first, own) = match *game.lowered.place(e) {
            Place::Fixed { zone, place } => (zone, place, false),
            Place::Own { zone, .. } => (zone, game.tables.zones[usize::from(zone)].base, true),
            Place::Nowhere
            | Place::OfWinner { .. }
            | Place::Of { .. }
            | Place::Pile
            | Place::Top(_)
            | Place::FirstPile(..)
            | Place::Both(..)
            | Place::Settled(_)
            | Place::Those(..)
            | Place::If(..) => return None,
        };
        let own = if own { u8::MAX } else { 0 };
        Some(Self { zone, first, own, stack: game.tables.zones[usize::from(zone)].stack })
    }

    #[inline(always)]
    pub(super) fn place(self, seat: u8) -> u16 {
        self.first + u16::from(seat & self.own)
    }

    #[inline(always)]
    fn zone(self, seat: u8) -> ZoneRef {
        let owners = 1 << (seat & self.own);
        ZoneRef { zone: self.zone, owners, place: self.place(seat), top: false }
    }
}

/// Which cards of a place are open.
#[derive(Clone, Debug)]
enum Open {
    All,
    Of(CondId),
    ByTop(CondId, Arc<ByTop>),
    /// By all the rules of a play phase.
    Rules,
}

/// One card that somebody chooses and moves to another place.
#[derive(Clone, Debug)]
pub(in crate::game) struct Single {
    source: Spot,
    target: Spot,
    open: Open,
    /// Whether it is played, and not discarded.
    played: bool,
    may_decline: bool,
    /// Whether the hand ends if no card is open.
    ends_hand: bool,
    /// Whether its player is asked although no card is open.
    asks: bool,
    /// Whether nothing more comes of it than that a card is moved.
    bare: bool,
    /// Whether a card that is played may score by itself.
    scores: bool,
    /// Whether a suit that was named holds no longer once a card is moved.
    uncovers: bool,
    /// Whether something happens when the phase is over.
    has_end: bool,
}

/// Cards that are drawn without being picked.
#[derive(Clone, Debug)]
pub(in crate::game) struct Drawing {
    source: Spot,
    target: Spot,
    count: ExprId,
    /// Whether it is the top card of a stack and no more.
    top: bool,
    /// Whether nothing comes of it that somebody draws.
    quiet: bool,
}

impl Deed {
    /// How a phase is gone through.
    pub(in crate::game) fn of(game: &Game, id: PhaseId) -> Self {
        let head = &game.heads[id.index()];
        let shy = game.privacy.shy(id).0;
        match &game.program.phases[id.index()] {
            Phase::Do(phase) if phase.then.is_empty() && !shy => return Self::Do,
            _ => {}
        }
        let own = head.inside && head.who.is_none() && !shy;
        if !own {
            return Self::General;
        }
        let alone = !head.stoppable && !game.bound && !game.privacy.closes();
        let settled = match &game.program.phases[id.index()] {
            Phase::Play(phase) if alone => Single::playing(game, id, phase).map(Self::Single),
            Phase::Discard(phase) if alone => Single::discarding(game, id, phase).map(Self::Single),
            Phase::Draw(phase) if alone => Drawing::of(game, phase).map(Self::Draw),
            Phase::Call(phase) if alone && game.are_calls_in_turn(phase) => Some(Self::Call),
            Phase::Meld(phase) if phase.automatic => {
                Some(Self::Melds(game.only_source_of_melds(phase)))
            }
            _ => None,
        };
        settled.unwrap_or_else(|| match &game.program.phases[id.index()] {
            Phase::Play(_)
            | Phase::Draw(_)
            | Phase::Discard(_)
            | Phase::Capture(_)
            | Phase::Meld(_)
            | Phase::Declare(_)
            | Phase::Build(_)
            | Phase::Claim(_) => Self::Own,
            _ if !head.plain => Self::General,
            Phase::Repeat(_) | Phase::Block(_) => Self::Enter,
            Phase::Choice(_) if alone => Self::Choice,
            Phase::Choice(_) => Self::Own,
            _ => Self::General,
        })
    }
}

impl Single {
    fn playing(game: &Game, id: PhaseId, phase: &PlayPhase) -> Option<Box<Self>> {
        let least = game.program.nodes[phase.min_cards.index()];
        let one = game.is_one(phase.max_cards) && matches!(least, Node::Number(..=1));
        if !one || !game.lowered.always(phase.after) || phase.beating.is_some() {
            return None;
        }
        let plain = phase.allowed.is_empty() && phase.duties.is_empty();
        let open = if plain { Open::of(game, phase.valid_play_condition) } else { Open::Rules };
        let target = Spot::of(game, phase.target)?;
        Some(Box::new(Self {
            source: Spot::of(game, phase.source)?,
            target,
            open,
            played: true,
            may_decline: !phase.mandatory,
            ends_hand: phase.mandatory && !phase.pass_if_unable,
            asks: game.heads[id.index()].asks,
            bare: phase.mandatory && phase.then.is_empty() && game.quiet(Moment::Played),
            scores: game.scores_cards(ScoringTrigger::Play),
            uncovers: game.is_pile_zone(target.zone),
            has_end: game.heads[id.index()].has_end,
        }))
    }

    fn discarding(game: &Game, id: PhaseId, phase: &DiscardPhase) -> Option<Box<Self>> {
        let picked = phase.choose == Choose::Pick && game.is_one(phase.count);
        if !picked || !game.lowered.always(phase.after) {
            return None;
        }
        let target = Spot::of(game, phase.target)?;
        Some(Box::new(Self {
            source: Spot::of(game, phase.source)?,
            target,
            open: Open::of(game, phase.cards),
            played: false,
            may_decline: !phase.mandatory,
            ends_hand: false,
            asks: game.heads[id.index()].asks,
            bare: phase.mandatory && phase.then.is_empty(),
            scores: false,
            uncovers: game.is_pile_zone(target.zone),
            has_end: game.heads[id.index()].has_end,
        }))
    }
}

impl Open {
    fn of(game: &Game, cards: Option<CondId>) -> Self {
        let Some(id) = cards else { return Self::All };
        match game.lowered.mask(id) {
            Mask::ByTop(by_top)
                if by_top.rest.is_empty()
                    && !is_dear(game.program.steps.conditions[id.index()]) =>
            {
                Self::ByTop(id, Arc::clone(by_top))
            }
            _ => Self::Of(id),
        }
    }
}

impl Drawing {
    fn of(game: &Game, phase: &DrawPhase) -> Option<Box<Self>> {
        let drawn = phase.mandatory && phase.choose != Choose::Pick && phase.then.is_empty();
        if !drawn {
            return None;
        }
        let (source, target) = (Spot::of(game, phase.source)?, Spot::of(game, phase.target)?);
        let top = phase.choose == Choose::Top && game.is_one(phase.count) && source.stack;
        let quiet = game.quiet(Moment::Drawn) && !game.some_beneath;
        Some(Box::new(Self { source, target, count: phase.count, top, quiet }))
    }
}

impl Game {
    /// Goes through a phase in which one card is moved, as far as nobody has to be waited for; true if
    /// surely nothing stands in the way of going on.
    #[inline(never)]
    pub(in crate::game) fn go_single<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        id: PhaseId,
        single: &Single,
    ) -> bool {
        let seat = s.turn;
        s.work += 2 * STEP;
        let held = match self.takes_part(s, seat) {
            true => s.sets[usize::from(single.source.place(seat))],
            false => 0,
        };
        let cards = self.faces(s, self.open_cards(s, id, single, seat, held));
        if cards == 0 && (held == 0 || !single.asks) {
            s.work += STEP;
            s.moved = 0;
            let quiet = !single.ends_hand && !single.has_end;
            if !quiet {
                self.none_open(s, rng, id, single, seat);
            }
            return quiet;
        }
        if C::AT_HAND && single.bare && !s.tracking && chooser.goes_on(s, 1) {
            return self.play_bare(s, rng, chooser, single, seat, cards);
        }
        self.await_single(s, rng, chooser, id, single, cards);
        false
    }

    /// What happens where no card is open.
    #[inline(never)]
    fn none_open(&self, s: &mut State, rng: &mut Rng, id: PhaseId, single: &Single, seat: u8) {
        if single.ends_hand && self.takes_part(s, seat) {
            s.signal = Signal::EndHand(true);
        } else if single.has_end {
            self.push_own(s, id);
            self.finish(s, rng);
        }
    }

    /// Waits for a card, or has it chosen by somebody at hand.
    #[inline(never)]
    fn await_single<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        id: PhaseId,
        single: &Single,
        cards: CardSet,
    ) {
        let seat = s.turn;
        self.push_own(s, id);
        s.frame().at = 1;
        s.frame().stage = super::DECIDE;
        s.waiting = Waiting::Decision;
        if !C::AT_HAND {
            return;
        }
        let chosen = self.choose_card(s, rng, chooser, cards, single.may_decline);
        if let Some(action) = chosen {
            self.count_decision(s, action);
            match action.kind {
                Kind::Pass => self.decline(s, rng),
                _ => self.move_single(s, rng, single, seat, action.card),
            }
            if s.waiting == Waiting::Nothing && s.signal == Signal::None {
                s.work += STEP;
                self.finish(s, rng);
            }
        }
    }

    /// Somebody at hand moves a card, of which nothing more comes: that takes no frame. True if surely
    /// nothing stands in the way of going on.
    #[inline(always)]
    fn play_bare<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        single: &Single,
        seat: u8,
        cards: CardSet,
    ) -> bool {
        if !self.is_paid_for(s) {
            return false;
        }
        let chosen = match self.tables.cards <= 64 && cards != 0 {
            true => {
                let set = chooser.one(cards as u64, rng);
                Some((set.trailing_zeros() as CardId, CardSet::from(set)))
            }
            false => chooser.card(cards, false, rng).map(|card| (card, bit(card))),
        };
        let Some((card, set)) = chosen else { return false };
        self.count_decision(s, Move::card(card));
        (s.moved, s.selection, s.selecting) = (0, 0, false);
        self.carry_between(s, (card, set), single.source, single.target, seat);
        if single.uncovers {
            s.in_force = NO_SUIT;
        }
        if single.played {
            s.played |= set;
            s.player_of[usize::from(card & 127)] = seat;
            let count = &mut s.played_count[usize::from(seat) % ROOM];
            *count = count.saturating_add(1);
            if single.scores {
                self.score_cards(s, ScoringTrigger::Play, set, seat);
            }
        }
        let calm = !single.scores && !self.some_beneath;
        self.see_step(s, calm);
        s.end_phase = false;
        s.work += STEP;
        calm
    }

    /// Moves a card, which is also said as a set, between two places that are settled, where nobody watches.
    #[inline(always)]
    fn carry_between(
        &self,
        s: &mut State,
        (card, set): (CardId, CardSet),
        from: Spot,
        to: Spot,
        seat: u8,
    ) {
        let (source, target) = (from.place(seat), to.place(seat));
        s.work += CARRY;
        s.deeds += 1;
        s.changes = s.changes.wrapping_add(1);
        s.taken |= set;
        s.moved |= set;
        s.came_from[usize::from(card & 127)] = from.zone;
        let left = s.sets[usize::from(source)] & !set;
        s.sets[usize::from(source)] = left;
        if from.stack {
            s.unlink(source, card);
        }
        s.sets[usize::from(target)] |= set;
        if to.stack {
            s.link(target, card);
        }
        if self.some_beneath {
            self.fill_from_beneath(s, source);
        } else if left != 0 || usize::from(from.zone) != self.hand_zone {
            s.calm = s.calm.wrapping_add(1);
        }
    }

    /// Begins a phase in which one card is moved, with what its player has decided already.
    pub(in crate::game) fn decide_single(
        &self,
        s: &mut State,
        rng: &mut Rng,
        id: PhaseId,
        single: &Single,
        action: Move,
    ) {
        let seat = s.turn;
        s.work += STEP;
        self.push_own(s, id);
        s.frame().at = 1;
        match action.kind {
            Kind::Pass => self.decline(s, rng),
            _ => self.move_single(s, rng, single, seat, action.card),
        }
    }

    /// Whether a phase that players go through one after the other is over, as its last player is done.
    pub(in crate::game) fn is_done_with(&self, frame: &Frame) -> bool {
        let in_turn = matches!(
            self.phase(frame.phase),
            Phase::Play(_)
                | Phase::Draw(_)
                | Phase::Discard(_)
                | Phase::Capture(_)
                | Phase::Meld(_)
                | Phase::Declare(_)
                | Phase::Build(_)
                | Phase::Claim(_)
        );
        in_turn && frame.stage == 0 && frame.at >= frame.order.len()
    }

    /// Lists the cards that may be moved in a phase that is an option.
    pub(in crate::game) fn single_moves(
        &self,
        s: &State,
        id: PhaseId,
        single: &Single,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        let held = s.sets[usize::from(single.source.place(seat))];
        let cards = self.faces(s, self.open_cards(s, id, single, seat, held));
        out.extend(Cards(cards).map(Move::card));
        if cards != 0 && single.may_decline {
            out.push(Move::plain(Kind::Pass));
        }
    }

    /// Whether all there is to drawing is to take the top card, and there is one.
    #[inline(always)]
    pub(in crate::game) fn takes_top(&self, s: &State, drawing: &Drawing, seat: u8) -> bool {
        drawing.top && s.sets[usize::from(drawing.source.place(seat))] != 0
    }

    /// Whether a card is drawn that a seat cannot foresee.
    pub(in crate::game) fn draws_unseen(&self, s: &State, drawing: &Drawing, seat: u8) -> bool {
        let place = drawing.source.place(seat);
        drawing.top && s.sets[usize::from(place)] != 0 && self.viewers(s, place) == 0
    }

    /// Whether what is decided in the innermost phase is a card and nothing more.
    pub(super) fn is_only_a_card(&self, s: &State) -> bool {
        let head = &self.heads[usize::from(s.innermost().phase)];
        head.plain && !head.stoppable && !self.bound && s.trial == 0
    }

    /// The cards of a place that are open.
    #[inline(always)]
    fn open_cards(
        &self,
        s: &State,
        id: PhaseId,
        single: &Single,
        seat: u8,
        held: CardSet,
    ) -> CardSet {
        if held == 0 {
            return 0;
        }
        let target = single.target.place(seat);
        match &single.open {
            Open::All => held,
            Open::ByTop(_, by_top) => {
                let top = s.top(single.target.stack, target);
                match by_top.get(s.context, s.in_force, top) {
                    Some(set) => held & set,
                    None => self.open_otherwise(s, id, single, seat, held),
                }
            }
            Open::Of(_) | Open::Rules => self.open_otherwise(s, id, single, seat, held),
        }
    }

    /// The same where more has to be asked than what the top card is.
    #[inline(never)]
    fn open_otherwise(
        &self,
        s: &State,
        id: PhaseId,
        single: &Single,
        seat: u8,
        held: CardSet,
    ) -> CardSet {
        let env = Env { target: single.target.place(seat), ..Env::new(self, s, seat) };
        match &single.open {
            Open::All => held,
            Open::Of(cards) | Open::ByTop(cards, _) => held & env.select(*cards),
            Open::Rules => match &self.program.phases[id.index()] {
                Phase::Play(phase) => self.playable(env, phase, single.source.zone(seat)),
                _ => 0,
            },
        }
    }

    /// Moves the card that was chosen in the innermost phase, with what comes of it.
    #[inline(always)]
    pub(super) fn move_single(
        &self,
        s: &mut State,
        rng: &mut Rng,
        single: &Single,
        seat: u8,
        card: CardId,
    ) {
        let (from, to) = (single.source.place(seat), single.target.place(seat));
        self.carry(s, card, from, to, false);
        self.laid_down(s, rng, single.target.zone, bit(card), seat, single.played);
    }

    /// Goes through a phase in which cards are drawn; true if surely nothing stands in the way of going on.
    #[inline(never)]
    pub(in crate::game) fn go_draw(
        &self,
        s: &mut State,
        rng: &mut Rng,
        id: PhaseId,
        drawing: &Drawing,
    ) -> bool {
        let seat = s.turn;
        s.work += 3 * STEP;
        s.moved = 0;
        if !self.takes_part(s, seat) {
            return true;
        }
        let top = s.piles[usize::from(drawing.source.place(seat))].top;
        if drawing.top && !s.tracking && top != NO_CARD {
            let set = bit(top);
            self.carry_between(s, (top, set), drawing.source, drawing.target, seat);
            s.drawn |= set;
            let count = &mut s.drawn_count[usize::from(seat) % ROOM];
            *count = count.saturating_add(1);
            if drawing.quiet {
                self.see_step(s, true);
            } else {
                self.after_drawing(s, rng, seat, set);
            }
            s.end_phase = false;
            return drawing.quiet;
        }
        self.draw_more(s, rng, id, drawing, seat);
        false
    }

    /// The same where more is to be done than to take the top card.
    #[inline(never)]
    fn draw_more(&self, s: &mut State, rng: &mut Rng, id: PhaseId, drawing: &Drawing, seat: u8) {
        let Phase::Draw(phase) = &self.program.phases[id.index()] else { return };
        let count = self.int(s, seat, drawing.count).clamp(0, 128);
        let there = s.sets[usize::from(drawing.source.place(seat))] != 0;
        if count > 0 && (there || self.can_be_drawn_from(s, phase, seat)) {
            let zones = (drawing.source.zone(seat), drawing.target.zone(seat));
            let cards = self.draw_between(s, rng, phase, seat, count, zones);
            self.count_drawn(s, seat, cards);
            self.after_drawing(s, rng, seat, cards);
        }
        s.end_phase = false;
    }

    /// Goes through a phase in which things happen by themselves.
    #[inline(never)]
    pub(in crate::game) fn go_do(&self, s: &mut State, rng: &mut Rng, id: PhaseId) {
        let Phase::Do(phase) = &self.program.phases[id.index()] else { return };
        s.work += STEP;
        (s.moved, s.selection, s.selecting) = (0, 0, false);
        let turn = s.turn;
        match self.heads[id.index()].who {
            None => self.act(s, rng, &phase.actions, turn),
            Some(who) => {
                let order = Env::new(self, s, turn).seats_of(who);
                self.done_by_each(s, rng, phase, order);
            }
        }
        s.check = self.judges_steps;
        s.end_phase = false;
        self.give_turn_back(s, turn);
    }
}
