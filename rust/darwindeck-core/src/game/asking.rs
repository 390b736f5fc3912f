//! Asking must not tell.
//!
//! Whoever may decline is asked, even if nothing is open to them, unless everybody can see that nothing
//! is: otherwise the others would learn from the question what somebody holds. A phase that takes place
//! only by what its player holds, and that may be declined, takes place in any case; if its condition
//! does not hold it is *closed*, and its player can only decline.

use super::Game;
use super::judge::Env;
use super::moves::{Kind, Move};
use super::phases;
use super::state::{Frame, State, Waiting};
use crate::program::ExprId;
use crate::program::ids::PhaseId;
use crate::program::parts::*;

impl Game {
    /// By phase: whether what is open in it depends on hidden cards, and whether it may be declined.
    pub fn private_phases(&self) -> Vec<(bool, bool)> {
        let declinable = self.privacy.declinables().iter().copied();
        self.privacy.phases().iter().copied().zip(declinable).collect()
    }

    /// Whether others cannot see that the condition of a phase does not hold, and it may be declined.
    #[inline(always)]
    pub(super) fn fails_unseen(&self, s: &State, id: PhaseId) -> bool {
        self.privacy.shy(id).0 && Env::new(self, s, s.turn).may_hold(self.heads[id.index()].when)
    }

    /// The same of the condition of each pass of a repeat.
    #[inline(always)]
    pub(super) fn pass_fails_unseen(&self, s: &State, id: PhaseId, condition: ExprId) -> bool {
        self.privacy.shy(id).1 && Env::new(self, s, s.turn).may_hold(condition)
    }

    /// Whether nothing is open in the phases in progress, as a condition does not hold.
    #[inline(always)]
    pub(super) fn is_closed(&self, s: &State) -> bool {
        let closed = |frame: &Frame| frame.closed || frame.closed_pass;
        self.privacy.closes() && s.frames[..usize::from(s.depth)].iter().any(closed)
    }

    /// In a world dealt to a seat: finds out which phases of others take place only to be declined. That
    /// is known as long as nothing has been decided since a phase, or a pass of it, began.
    pub(super) fn close_phases(&self, s: &mut State, seat: u8) {
        if !self.privacy.closes() {
            return;
        }
        for depth in 0..usize::from(s.depth) {
            let frame = s.frames[depth];
            if frame.acts_mark != s.acts
                || s.control[usize::from(frame.seat)] == seat
                || usize::from(frame.phase) >= self.program.phases.len()
            {
                continue;
            }
            let id = PhaseId(frame.phase);
            if self.privacy.declinable(id) {
                let fails = |e: ExprId, seat: u8| !self.holds(s, seat, e);
                let closed = fails(self.heads[id.index()].when, frame.outer_turn);
                let closed_pass = match self.phase(frame.phase) {
                    Phase::Repeat(phase) => fails(phase.as_long_as, frame.seat),
                    _ => false,
                };
                s.frames[depth].closed = closed;
                s.frames[depth].closed_pass = closed_pass;
            }
        }
    }

    /// Whether a phase takes place inside one that is closed: only to be declined.
    pub(super) fn begins_closed(&self, s: &State, id: PhaseId) -> bool {
        match &self.program.phases[id.index()] {
            Phase::Do(_)
            | Phase::Turns(_)
            | Phase::Trick(_)
            | Phase::Pass(_)
            | Phase::Betting(_)
            | Phase::Showdown(_) => false,
            phase if phases::happens_by_itself(phase) => false,
            _ => self.privacy.declinable(id) || self.may_stop(s),
        }
    }

    /// Asks a player to whom nothing is open in the innermost phase, if not asking would tell; true if
    /// that is settled. In look-ahead nothing comes of it, and what others could do is not foreseen.
    pub(super) fn asks_anyway(&self, s: &mut State) -> bool {
        let frame = *s.innermost();
        let (id, seat) = (PhaseId(frame.phase), frame.seat);
        if !self.heads[id.index()].asks && (s.trial == 0 || !self.privacy.phase(id)) {
            return false;
        }
        if s.trial > 0 {
            let others = s.control[usize::from(seat)] != s.trial_seat;
            s.unforeseen |= others;
            return others;
        }
        let mut list = std::mem::take(&mut s.scratch);
        list.clear();
        self.list_declining(s, &mut list);
        let declines = !list.is_empty() || self.may_stop(s);
        s.scratch = list;
        if !declines || !self.may_be_open(s, id, seat) {
            return false;
        }
        s.listed = true;
        s.frame().stage = phases::DECIDE;
        s.waiting = Waiting::Decision;
        true
    }

    /// What the seat that is asked has to say, if it is asked only so that others learn nothing: it can
    /// do nothing but decline, and in one way.
    pub fn forced_decline(&self, s: &State) -> Option<(u8, Move)> {
        let seat = self.asked(s);
        let number = usize::from(s.frames[usize::from(s.depth.max(1)) - 1].phase);
        if seat >= 16 || s.selecting || self.privacy.phases().get(number) != Some(&true) {
            return None;
        }
        let mut moves = Vec::new();
        self.legal(s, seat, &mut moves);
        let [only] = moves[..] else { return None };
        let declines = match (only.kind, &self.program.phases[number]) {
            (Kind::Pass | Kind::Stop, _) => true,
            (Kind::Done, Phase::Declare(_)) => true,
            (Kind::Call, Phase::Call(phase)) => {
                phase.calls.get(usize::from(only.a)).is_some_and(|call| call.is_pass)
            }
            _ => false,
        };
        declines.then_some((seat, only))
    }

    /// Whether a player who has done something in the innermost phase goes on being asked though nothing
    /// is open to them any more.
    pub(super) fn would_ask_anyway(&self, s: &State) -> bool {
        let frame = s.innermost();
        let id = PhaseId(frame.phase);
        s.trial == 0 && self.privacy.phase(id) && self.may_be_open(s, id, frame.seat)
    }

    /// Whether a player need do nothing in a phase.
    fn may_decline(&self, s: &State, id: PhaseId, seat: u8) -> bool {
        match &self.program.phases[id.index()] {
            Phase::Choice(phase) => {
                phase.none_open == NoOption::Skip && self.holds(s, seat, phase.may_pass)
            }
            _ => self.privacy.declinable(id),
        }
    }

    /// The ways of declining for a player to whom nothing is open in the innermost phase, apart from
    /// leaving off.
    pub(super) fn list_declining(&self, s: &State, out: &mut Vec<Move>) {
        let frame = s.innermost();
        let (id, seat) = (PhaseId(frame.phase), frame.seat);
        match &self.program.phases[id.index()] {
            Phase::Declare(phase) if !phase.automatic => out.push(Move::plain(Kind::Done)),
            // To go on would be to do what the pass begins with.
            Phase::Repeat(_) => return,
            Phase::Call(_) => {}
            _ if self.may_decline(s, id, seat) => out.push(Move::plain(Kind::Pass)),
            _ => {}
        }
        if out.is_empty() && self.may_go_on(s) {
            out.push(Move::plain(Kind::Pass));
        }
    }

    /// Whether a player may choose an option that they can only decline, since others cannot see that.
    pub(super) fn is_option_to_decline(&self, s: &State, id: PhaseId, seat: u8) -> bool {
        let own_pass = match &self.program.phases[id.index()] {
            Phase::Play(phase) => !phase.mandatory,
            Phase::Draw(phase) => !phase.mandatory && phase.choose == Choose::Pick,
            Phase::Discard(phase) => !phase.mandatory && phase.choose == Choose::Pick,
            _ => false,
        };
        own_pass && s.trial == 0 && self.privacy.phase(id) && self.seems_open(s, id, seat)
    }

    /// Whether something follows, in the pass of a repeat that the player may leave off, in which somebody
    /// could be asked.
    fn may_go_on(&self, s: &State) -> bool {
        self.stoppable(s).is_some_and(|depth| {
            let frame = &s.frames[usize::from(depth) - 1];
            match self.phase(frame.phase) {
                Phase::Repeat(phase) => {
                    let rest = phase.phases.iter().skip(usize::from(frame.index));
                    rest.into_iter().any(|id| !matches!(self.phase(id.0), Phase::Do(_)))
                }
                _ => false,
            }
        })
    }

    /// Whether something is open to a player in a phase for all that others can see.
    fn seems_open(&self, s: &State, id: PhaseId, seat: u8) -> bool {
        Env::new(self, s, seat).may_hold(self.heads[id.index()].when)
            && self.may_be_open(s, id, seat)
    }

    /// The same, whatever its condition is.
    fn may_be_open(&self, s: &State, id: PhaseId, seat: u8) -> bool {
        if !self.privacy.phase(id) {
            let mut moves = Vec::new();
            self.option_moves(s, id, seat, true, &mut moves);
            return !moves.is_empty();
        }
        let env = Env::new(self, s, seat);
        let some = |count: ExprId| self.is_unknown(count) || env.int(count) > 0;
        let cards = |zone: ExprId| env.cards_of(env.zone(zone)).count_ones();
        let any = |list: &[PhaseId]| list.iter().any(|id| self.seems_open(s, *id, seat));
        match &self.program.phases[id.index()] {
            Phase::Draw(phase) => some(phase.count) && self.can_be_drawn_from(s, phase, seat),
            Phase::Play(phase) => {
                let known = !self.is_unknown(phase.min_cards);
                let least = if known { env.int(phase.min_cards).max(1) } else { 1 };
                cards(phase.source) >= least as u32
            }
            Phase::Discard(phase) => some(phase.count) && cards(phase.source) > 0,
            Phase::Meld(phase) => {
                cards(phase.source) > 0 && self.has_room_for_melds(s, phase, seat)
            }
            Phase::Declare(phase) => {
                let under_way = s.depth > 0 && s.innermost().phase == id.0;
                let may = !under_way || self.may_declare_more(s, phase, seat);
                self.hand_of(s, seat) != 0 && may
            }
            Phase::Capture(phase) => cards(phase.source) > 0,
            Phase::Claim(phase) => cards(phase.source) >= phase.min_cards.max(1) as u32,
            Phase::Call(phase) => self.seems_callable(s, id, phase, seat),
            Phase::Choice(phase) => any(&phase.options),
            Phase::Repeat(phase) => env.may_hold(phase.as_long_as) && any(&phase.phases),
            Phase::Block(phase) => any(&phase.phases),
            _ => true,
        }
    }

    /// Whether others cannot know what an amount comes to.
    fn is_unknown(&self, amount: ExprId) -> bool {
        self.privacy.private(&self.program, amount)
    }

    fn seems_callable(&self, s: &State, id: PhaseId, phase: &CallPhase, seat: u8) -> bool {
        let env = Env::new(self, s, seat);
        let may = |number: usize| {
            let call = &phase.calls[number];
            self.privacy.call(id, number) && env.may_be_called(call.when)
        };
        self.can_call(s, id.0, phase, seat, false) || (0..phase.calls.len()).any(may)
    }
}
