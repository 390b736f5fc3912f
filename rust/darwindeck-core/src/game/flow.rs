//! The course of play: phases in progress lie on each other like frames; the innermost one goes on.

use super::chooser::{Chooser, Nobody};
use super::ending::Occasion;
use super::foresight::{copied, put_back};
use super::judge::Env;
use super::moves::{Kind, Move};
use super::phases::Deed;
use super::rng::Rng;
use super::state::{Frame, Limit, MAX_FRAMES, SeatList, Signal, State, Waiting};
use super::tables::NOBODY;
use super::{Game, bare, declines, phases, work};
use crate::program::ExprId;
use crate::program::ids::PhaseId;
use crate::program::parts::*;

/// The frame of what comes before the deal.
pub const BEFORE_DEAL: u16 = 0xFFFE;
/// The frame of the phases of a hand.
pub const HAND: u16 = 0xFFFD;
/// The stage of a repeat in which its player is asked whether to go on.
pub(super) const GO_ON: u8 = 4;
/// The work of a step of a phase, and of a turn.
pub(super) const STEP: u32 = 4;
pub(super) const TURN: u32 = 12;
/// How many decisions one turn may have before further ones count as turns.
const DECISIONS_IN_A_TURN: u32 = 500;

impl Game {
    /// Goes on to the next decision that nobody at hand takes, or to the end.
    pub(super) fn run<C: Chooser>(&self, s: &mut State, rng: &mut Rng, chooser: &mut C) {
        self.run_to(s, rng, chooser, 0);
    }

    /// The same as long as phases lie deeper than that, and nothing makes the play leave its course.
    pub(super) fn run_to<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        depth: u8,
    ) {
        let mut moves = std::mem::take(&mut s.spare);
        let floor = std::mem::replace(&mut s.floor, depth);
        self.run_with(s, rng, chooser, depth, &mut moves);
        s.floor = floor;
        s.spare = moves;
    }

    /// The same, with room for moves.
    #[inline(always)]
    fn run_with<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        depth: u8,
        moves: &mut Vec<Move>,
    ) {
        while s.depth > depth || depth == 0 {
            match s.waiting {
                Waiting::Nothing => {}
                Waiting::Decision => {
                    if C::AT_HAND && self.decide_at_once(s, rng, chooser, moves) {
                        continue;
                    }
                    return;
                }
                Waiting::Over => return,
            }
            if !work::goes_on(s) {
                return;
            }
            if s.trial > 0 && (s.depth < s.trial || s.failed || s.unforeseen) {
                return;
            }
            if s.signal != Signal::None {
                if depth > 0 {
                    return;
                }
                self.obey(s, rng);
                continue;
            }
            if s.check && !self.judges_within(s) && self.judge_step(s, rng, chooser) {
                continue;
            }
            self.step_frame(s, rng, chooser);
        }
    }

    fn step_frame<C: Chooser>(&self, s: &mut State, rng: &mut Rng, chooser: &mut C) {
        let number = s.innermost().phase;
        match number {
            BEFORE_DEAL => {
                if !self.go_on(s, rng, chooser) && !s.check {
                    self.deal_hand(s, rng);
                }
            }
            HAND => {
                if !self.go_on(s, rng, chooser) && !s.check {
                    s.signal = Signal::EndHand(true);
                }
            }
            _ => self.step_phase(s, rng, chooser, number),
        }
    }

    #[inline(always)]
    fn step_phase<C: Chooser>(&self, s: &mut State, rng: &mut Rng, chooser: &mut C, number: u16) {
        // What tricks take is counted by their turns and cards, so that it is the same however they
        // are played.
        if let Phase::Trick(phase) = self.phase(number) {
            return self.trick_step(s, rng, chooser, phase);
        }
        s.work += STEP;
        match self.phase(number) {
            Phase::Trick(phase) => self.trick_step(s, rng, chooser, phase),
            Phase::Turns(_) | Phase::Repeat(_) | Phase::Block(_) => {
                self.go_on(s, rng, chooser);
            }
            Phase::Choice(phase) => self.choice_step(s, rng, phase),
            Phase::Do(phase) => self.do_step(s, rng, phase),
            Phase::Call(phase) => self.call_step(s, rng, chooser, phase),
            Phase::Draw(phase) => self.draw_step(s, rng, phase),
            Phase::Play(phase) => self.play_step(s, rng, phase),
            Phase::Discard(phase) => self.discard_step(s, rng, phase),
            Phase::Pass(phase) => self.pass_step(s, rng, phase),
            Phase::Meld(phase) => self.meld_step(s, rng, phase),
            Phase::Declare(phase) => self.declare_step(s, rng, phase),
            Phase::Capture(phase) => self.capture_step(s, rng, chooser, phase),
            Phase::Build(phase) => self.build_step(s, rng, phase),
            Phase::Claim(phase) => self.claim_step(s, rng, phase),
            Phase::Betting(phase) => self.betting_step(s, rng, phase),
            Phase::Showdown(phase) => self.showdown_step(s, rng, phase),
        }
    }

    /// Does what a seat has decided.
    pub(super) fn decide(&self, s: &mut State, seat: u8, action: Move, rng: &mut Rng) {
        self.count_decision(s, action);
        if action.kind == Kind::Stop {
            self.stop_repeating(s);
            return;
        }
        let number = s.innermost().phase;
        match self.phase(number) {
            Phase::Trick(phase) => self.trick_decide(s, rng, phase, action),
            Phase::Choice(phase) => self.choice_decide(s, rng, phase, seat, action),
            Phase::Call(phase) => self.call_decide(s, rng, phase, seat, action),
            Phase::Draw(phase) => self.draw_decide(s, rng, phase, action),
            Phase::Play(phase) => self.play_decide(s, rng, phase, action),
            Phase::Discard(phase) => self.discard_decide(s, rng, phase, action),
            Phase::Pass(phase) => self.pass_decide(s, rng, phase, seat, action),
            Phase::Meld(phase) => self.meld_decide(s, rng, phase, action),
            Phase::Declare(phase) => self.declare_decide(s, rng, phase, action),
            // What somebody has to do, but cannot, while the whole of it may be left off.
            Phase::Capture(_) | Phase::Build(_) | Phase::Claim(_) if action.kind == Kind::Pass => {
                self.share_done(s);
            }
            Phase::Capture(phase) => self.capture_decide(s, rng, phase, action),
            Phase::Build(phase) => self.build_decide(s, rng, phase, action),
            Phase::Claim(phase) => self.claim_decide(s, rng, phase, action),
            Phase::Betting(phase) => self.betting_decide(s, rng, phase, action),
            Phase::Repeat(_) => s.frame().stage = 2,
            _ => {}
        }
    }

    /// A decision has been taken.
    #[inline(always)]
    pub(super) fn count_decision(&self, s: &mut State, action: Move) {
        s.waiting = Waiting::Nothing;
        s.listed = false;
        s.settled = false;
        s.acts += 1;
        s.change_calmly();
        if s.acts.wrapping_sub(s.turn_acts) > DECISIONS_IN_A_TURN && s.trial == 0 {
            self.count_turn(s);
        }
        if !declines(action) {
            s.deeds += 1;
        }
    }

    /// What may be decided in the innermost phase.
    pub(super) fn list_here(&self, s: &State, seat: u8, out: &mut Vec<Move>) {
        let number = s.innermost().phase;
        if usize::from(number) >= self.program.phases.len() {
            return;
        }
        match self.phase(number) {
            Phase::Call(phase) => self.call_list(s, phase, seat, out),
            _ if self.is_closed(s) => {}
            Phase::Trick(phase) => self.trick_list(s, phase, out),
            Phase::Choice(phase) => self.choice_list(s, phase, out),
            Phase::Draw(phase) => self.draw_list(s, phase, out),
            Phase::Play(phase) => self.play_list(s, phase, out),
            Phase::Discard(phase) => self.discard_list(s, phase, out),
            Phase::Pass(phase) => self.pass_list(s, phase, seat, out),
            Phase::Meld(phase) => self.meld_list(s, phase, out),
            Phase::Declare(phase) => self.declare_list(s, phase, out),
            Phase::Capture(phase) => self.capture_list(s, phase, out),
            Phase::Build(phase) => self.build_list(s, phase, out),
            Phase::Claim(phase) => self.claim_list(s, phase, out),
            Phase::Betting(phase) => self.betting_list(s, phase, out),
            Phase::Repeat(_) => out.push(Move::plain(Kind::Option)),
            _ => {}
        }
        if out.is_empty() && !s.selecting {
            self.list_declining(s, out);
        }
        // Whoever speaks out of turn leaves nothing off.
        if s.control[usize::from(s.innermost().seat)] == seat {
            self.add_stop(s, out);
        }
    }

    /// Leaving off is one of the moves where a player may.
    pub(super) fn add_stop(&self, s: &State, out: &mut Vec<Move>) {
        if self.may_stop(s) {
            out.push(Move::plain(Kind::Stop));
        }
    }

    /// The seats that may decide something now.
    pub(super) fn deciders(&self, s: &State) -> u16 {
        let frame = s.innermost();
        if usize::from(frame.phase) < self.program.phases.len() {
            match self.phase(frame.phase) {
                Phase::Call(phase) => return self.call_deciders(s, phase),
                Phase::Pass(_) => return frame.order.mask() & !s.answered & s.active,
                _ => {}
            }
        }
        1 << s.control[usize::from(frame.seat)]
    }

    // --- frames ----------------------------------------------------------------------------------

    /// Whether nothing has happened that must be looked at before the play goes on.
    #[inline(always)]
    pub(super) fn may_go_on_at_once(&self, s: &State) -> bool {
        s.waiting == Waiting::Nothing && s.signal == Signal::None && s.work < work::PENDING
    }

    /// Goes through a phase of the player whose turn it is in one go, as far as nobody has to be waited
    /// for.
    pub(super) fn go_alone<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        id: PhaseId,
    ) {
        self.push_own(s, id);
        s.work += STEP;
        if !self.next_share(s) {
            return self.finish(s, rng);
        }
        self.step_phase(s, rng, chooser, id.0);
        if s.waiting != Waiting::Nothing || s.signal != Signal::None {
            return;
        }
        let frame = s.innermost();
        if frame.phase == id.0 && frame.stage == 0 {
            s.work += STEP;
            self.finish(s, rng);
        }
    }

    /// Whether a phase would begin now: its condition holds, and if it must end in a certain way its only
    /// seat can bring it to that end. Of several seats each is judged when its share comes.
    #[inline(always)]
    pub(super) fn begins(&self, s: &State, id: PhaseId) -> bool {
        let head = &self.heads[id.index()];
        if head.easy {
            return self.holds(s, s.turn, head.when) && self.holds(s, s.turn, head.goes_on);
        }
        let may = s.turn >= 16 || self.are_true(s, s.turn, self.code.gate(id));
        may && self.begins_after_all(s, id)
    }

    fn begins_after_all(&self, s: &State, id: PhaseId) -> bool {
        if !self.may_begin(s, id) {
            return false;
        }
        let bound = self.bound && s.trial == 0 && self.is_bound(&self.program.phases[id.index()]);
        if !bound {
            return true;
        }
        let order = self.order_of(s, id);
        let several = order.len() > 1 && self.has_shares(id.index());
        several || order.is_empty() || self.can_carry_through(s, Some((id, order)))
    }

    /// In look-ahead: whether a phase would not begin in which a player could leave off. Elsewhere it
    /// need not be asked whether it begins, since it comes to a bad end anyway.
    fn cannot_be_stopped(&self, s: &State, id: PhaseId) -> bool {
        if !self.is_bound(&self.program.phases[id.index()]) || !self.may_stop(s) {
            return false;
        }
        let order = self.order_of(s, id);
        let own = order.len() == 1 && s.control[usize::from(order.get(0))] == s.trial_seat;
        own && !self.can_carry_through(s, Some((id, order)))
    }

    /// Whether the condition of a phase holds.
    fn may_begin(&self, s: &State, id: PhaseId) -> bool {
        let head = &self.heads[id.index()];
        let takes_place = self.holds(s, s.turn, head.when) || self.fails_unseen(s, id);
        takes_place
            && !(head.who.is_none() && head.inside && self.never_begins(s, id))
            && (!self.is_closed(s) || self.begins_closed(s, id))
    }

    /// The seats of a phase that begins now, in their order.
    fn order_of(&self, s: &State, id: PhaseId) -> SeatList {
        let head = &self.heads[id.index()];
        match head.who {
            Some(who) => Env::new(self, s, s.turn).seats_of(who),
            None if head.inside => {
                let mut order = SeatList::default();
                order.push(s.turn);
                order
            }
            None => self.everyone_in_order(s),
        }
    }

    /// Begins a phase that is known to begin.
    pub(super) fn begin_now(&self, s: &mut State, id: PhaseId) -> bool {
        if s.trial > 0 && self.cannot_be_stopped(s, id) {
            s.failed = true;
            return false;
        }
        let closed = self.privacy.shy(id).0 && !self.holds(s, s.turn, self.heads[id.index()].when);
        let order = self.order_of(s, id);
        self.push(s, id, order);
        s.frame().closed = closed;
        true
    }

    /// Begins an option that is known to be open, if its condition holds.
    fn begin_option(&self, s: &mut State, id: PhaseId) -> bool {
        if !self.may_begin(s, id) {
            return false;
        }
        let order = self.order_of(s, id);
        self.push(s, id, order);
        true
    }

    /// The next of the seats of a phase of phases takes its share; false if all have. Of several seats
    /// those are passed over that could not bring it to the end it must come to.
    pub(super) fn next_bound_share(&self, s: &mut State) -> bool {
        while self.next_share(s) {
            let several = s.innermost().order.len() > 1;
            let bound = self.bound && several && s.trial == 0;
            if !bound
                || !self.is_bound(self.phase(s.innermost().phase))
                || self.can_carry_through(s, None)
                || work::is_spent()
            {
                return true;
            }
            self.share_done(s);
        }
        false
    }

    /// Whether a repeat of the player whose turn it is would be over before anything is done.
    #[inline(always)]
    fn never_begins(&self, s: &State, id: PhaseId) -> bool {
        let Phase::Repeat(phase) = &self.program.phases[id.index()] else { return false };
        phase.then.is_empty()
            && self.lowered.always(phase.after)
            && !self.holds(s, s.turn, phase.as_long_as)
            && !self.pass_fails_unseen(s, id, phase.as_long_as)
    }

    /// Begins a phase of the player whose turn it is.
    #[inline(always)]
    pub(super) fn push_own(&self, s: &mut State, id: PhaseId) {
        self.push(s, id, SeatList::one(s.turn));
    }

    #[inline(always)]
    pub(super) fn push(&self, s: &mut State, id: PhaseId, order: SeatList) {
        if usize::from(s.depth) >= MAX_FRAMES {
            work::give_up();
            return;
        }
        s.depth += 1;
        s.moved = 0;
        s.selection = 0;
        s.selecting = false;
        let (turn, deeds, acts) = (s.turn, s.deeds, s.acts);
        let declared = s.declarations.len() as u16;
        *s.frame() = Frame {
            phase: id.0,
            stage: 0,
            index: 0,
            at: 0,
            order,
            seat: if order.is_empty() { turn } else { order.get(0) },
            outer_turn: turn,
            count: 0,
            mark: deeds,
            acts_mark: acts,
            declared,
            over: false,
            closed: false,
            closed_pass: false,
        };
    }

    /// Every player who is in the hand, beginning at the dealer's left.
    pub(super) fn everyone_in_order(&self, s: &State) -> SeatList {
        self.in_order(s, s.active & !s.out)
    }

    /// Every player who is in the game, beginning at the dealer's left.
    pub(super) fn players_in_order(&self, s: &State) -> SeatList {
        self.in_order(s, !s.out)
    }

    fn in_order(&self, s: &State, among: u16) -> SeatList {
        let mut seat = self.after(s, s.dealer, 1);
        if self.tables.everyone & !among == 0 && seat < self.tables.players {
            return self.tables.orders[usize::from(s.reversed)][usize::from(seat)];
        }
        let mut order = SeatList::default();
        for _ in 0..self.tables.players {
            if among & (1 << seat) != 0 {
                order.push(seat);
            }
            seat = self.step(s, seat);
        }
        order
    }

    /// The next seat of the innermost phase takes its share; false if all have.
    pub(super) fn next_share(&self, s: &mut State) -> bool {
        let (deeds, acts) = (s.deeds, s.acts);
        loop {
            let frame = s.frame();
            if frame.at >= frame.order.len() {
                return false;
            }
            let seat = frame.order.get(frame.at);
            frame.at += 1;
            frame.seat = seat;
            frame.stage = 1;
            frame.index = 0;
            frame.count = 0;
            frame.closed_pass = false;
            (frame.mark, frame.acts_mark) = (deeds, acts);
            let (outer, number) = (frame.outer_turn, usize::from(frame.phase));
            if !self.takes_part(s, seat) {
                continue;
            }
            s.turn = seat;
            s.moved = 0;
            s.selection = 0;
            s.selecting = false;
            if s.trial > 0 && s.control[usize::from(seat)] != s.trial_seat {
                // What somebody else can do, and does, cannot be foreseen.
                s.unforeseen |= !phases::happens_by_itself(&self.program.phases[number]);
            }
            let head = &self.heads[number];
            if !head.inside {
                self.new_turn(s);
            } else if head.who.is_some() && seat != outer {
                self.count_turn(s);
            }
            return true;
        }
    }

    /// Whether a seat is in the hand; the house always is.
    #[inline(always)]
    pub(super) fn takes_part(&self, s: &State, seat: u8) -> bool {
        // No seat has the last five bits of the number of nobody.
        u32::from(s.active & !s.out) >> (seat & 31) & 1 != 0 || seat == self.tables.house
    }

    /// The present seat has done its share.
    pub(super) fn share_done(&self, s: &mut State) {
        s.frame().stage = 0;
        s.selecting = false;
        s.selection = 0;
    }

    /// Whether somebody has yet to take their share in the innermost phase.
    fn has_more_shares(&self, s: &State) -> bool {
        let frame = s.innermost();
        (frame.at..frame.order.len()).any(|place| self.takes_part(s, frame.order.get(place)))
    }

    /// What a step does, once its cards have moved: if it was the last one of the phase, what the phase
    /// says for its end happens now, before anything comes of the cards themselves.
    #[inline(always)]
    pub(super) fn act_in_step(&self, s: &mut State, rng: &mut Rng) {
        if !self.heads[usize::from(s.innermost().phase)].has_end || self.has_more_shares(s) {
            return;
        }
        let frame = *s.innermost();
        let then = phases::then(self.phase(frame.phase));
        let turn = s.turn;
        s.frame().over = true;
        self.act_at_end(s, rng, &frame, then);
        self.give_turn_back(s, turn);
    }

    /// What a phase says for its end, for its player if it has only one.
    fn act_at_end(&self, s: &mut State, rng: &mut Rng, frame: &Frame, then: &[Action]) {
        let seat = if frame.order.len() == 1 { frame.order.get(0) } else { frame.outer_turn };
        s.turn = seat;
        s.end_phase = false;
        self.act(s, rng, then, seat);
        s.end_phase = false;
    }

    /// Gives the turn back to whoever had it, unless the hand ends: then it stays where it is.
    #[inline(always)]
    pub(super) fn give_turn_back(&self, s: &mut State, to: u8) {
        if s.signal == Signal::None {
            s.turn = to;
        }
    }

    /// The innermost phase is over.
    #[inline]
    pub(super) fn finish(&self, s: &mut State, rng: &mut Rng) {
        let frame = s.innermost();
        let (phase, over, outer_turn) = (frame.phase, frame.over, frame.outer_turn);
        if !over && self.heads[usize::from(phase)].has_end {
            let frame = *frame;
            s.depth -= 1;
            self.act_at_end(s, rng, &frame, phases::then(self.phase(phase)));
            // That is a step; but that nothing could be done in a phase is none.
            s.check = self.judges_steps;
        } else {
            s.depth -= 1;
        }
        s.end_phase = false;
        self.give_turn_back(s, outer_turn);
        s.selecting = false;
    }

    /// Leaves the phases inside one that lies so deep.
    pub(super) fn drop_to(&self, s: &mut State, depth: u8) {
        while s.depth > depth {
            s.turn = s.innermost().outer_turn;
            s.depth -= 1;
        }
        s.selecting = false;
        s.selection = 0;
    }

    // --- turns -----------------------------------------------------------------------------------

    /// Counts a turn; at the limit the game stops.
    #[inline(always)]
    pub(super) fn count_turn(&self, s: &mut State) {
        s.change_calmly();
        if s.trial > 0 {
            return;
        }
        s.work += TURN;
        s.turn_acts = s.acts;
        if s.turns >= self.program.header.max_turns {
            s.signal = Signal::Limit(Limit::Turns);
            return;
        }
        s.turns += 1;
        s.hand_turns += 1;
    }

    /// A new turn begins: what is kept for one turn starts again.
    #[inline(always)]
    pub(super) fn new_turn(&self, s: &mut State) {
        self.count_turn(s);
        if matches!(s.signal, Signal::Limit(_)) {
            // The limit is reached: the turn does not begin.
            return;
        }
        self.forget_turn(s);
    }

    /// What is kept for one turn starts again.
    #[inline(always)]
    pub(super) fn forget_turn(&self, s: &mut State) {
        s.drawn = 0;
        s.taken = 0;
        s.played_count.fill(0);
        s.drawn_count.fill(0);
        for slot in &self.layout.of_turns {
            s.registers[slot.at..slot.at + slot.len].fill(slot.start);
        }
    }

    // --- phases of phases ------------------------------------------------------------------------

    /// Whether a player who may stop must be asked, because what comes next happens by itself.
    pub(super) fn asks_to_go_on(&self, s: &State, number: u16, seat: u8) -> bool {
        let Phase::Repeat(phase) = self.phase(number) else { return false };
        let env = Env::new(self, s, seat);
        if !env.holds(phase.may_stop) {
            return false;
        }
        let next = phase.phases.iter().find(|id| {
            let when = self.heads[id.index()].when;
            env.holds(when) || self.fails_unseen(s, **id)
        });
        next.is_some_and(|id| phases::happens_by_itself(&self.program.phases[id.index()]))
    }

    pub(super) fn repeated(&self, s: &mut State) {
        if s.trial > 0 {
            let Phase::Repeat(phase) = self.phase(s.innermost().phase) else { return };
            self.demand(s, phase.after);
        }
        s.end_phase = false;
        self.share_done(s);
    }

    /// In look-ahead: what must hold when a phase is over. If that is the phase that is looked at,
    /// there is nothing more to foresee.
    pub(super) fn demand(&self, s: &mut State, after: ExprId) {
        if s.trial > 0 {
            if !Env::new(self, s, s.innermost().seat).holds(after) {
                s.failed = true;
            } else if s.depth == s.trial {
                s.unforeseen = true;
            }
        }
    }

    /// In look-ahead: whether leaving off now would end a phase around what is looked at.
    pub(super) fn stops_outside(&self, s: &State) -> bool {
        self.stoppable(s).is_some_and(|depth| depth < s.trial)
    }

    /// Whether the player may leave off repeating now: nothing was done in this pass.
    pub(super) fn may_stop(&self, s: &State) -> bool {
        self.stoppable(s).is_some()
    }

    /// How deep the repeat lies that its player, who is to decide, may leave off now.
    pub(super) fn stoppable(&self, s: &State) -> Option<u8> {
        if s.selecting {
            return None;
        }
        let Frame { phase, seat, .. } = *s.innermost();
        match self.program.phases.get(usize::from(phase)) {
            Some(Phase::Repeat(_)) => {}
            // Nothing is repeated that could be left off.
            Some(_) if !self.heads[usize::from(phase)].stoppable => return None,
            // There nobody decides alone.
            Some(Phase::Pass(_)) => return None,
            Some(Phase::Call(call)) if call.simultaneous => return None,
            _ => {}
        }
        for depth in (1..=s.depth).rev() {
            let frame = &s.frames[usize::from(depth) - 1];
            if usize::from(frame.phase) >= self.program.phases.len() {
                return None;
            }
            if let Phase::Repeat(phase) = self.phase(frame.phase) {
                let open = frame.stage >= 2 && frame.mark == s.deeds && frame.seat == seat;
                let may = open && self.holds(s, frame.seat, phase.may_stop);
                return may.then_some(depth);
            }
        }
        None
    }

    fn stop_repeating(&self, s: &mut State) {
        if let Some(depth) = self.stoppable(s) {
            self.drop_to(s, depth);
            s.turn = s.innermost().seat;
            self.repeated(s);
            s.check = self.judges_steps;
        }
    }

    /// Whether a block is done by single players: inside somebody's turn, or where it names them.
    pub(super) fn has_shares(&self, number: usize) -> bool {
        self.heads[number].inside
            || self.heads[number].who.is_some()
            || !matches!(self.program.phases[number], Phase::Block(_))
    }

    fn do_step(&self, s: &mut State, rng: &mut Rng, phase: &DoPhase) {
        let frame = *s.innermost();
        if self.heads[usize::from(frame.phase)].who.is_none() {
            self.act(s, rng, &phase.actions, s.turn);
        } else {
            self.done_by_each(s, rng, phase, frame.order);
        }
        s.check = self.judges_steps;
        if s.signal == Signal::None {
            self.finish(s, rng);
        }
    }

    /// Does for each of some players who are in the hand what happens by itself.
    pub(super) fn done_by_each(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &DoPhase,
        order: SeatList,
    ) {
        for seat in order.iter() {
            if self.takes_part(s, seat) {
                s.turn = seat;
                self.act(s, rng, &phase.actions, seat);
            }
        }
    }

    fn choice_step(&self, s: &mut State, rng: &mut Rng, phase: &ChoicePhase) {
        match s.innermost().stage {
            0 => {
                if !self.next_share(s) {
                    self.finish(s, rng);
                }
            }
            1 => {
                let mut list = std::mem::take(&mut s.scratch);
                list.clear();
                self.choice_list(s, phase, &mut list);
                let open = !list.is_empty();
                s.scratch = list;
                s.frame().stage = 2;
                if open {
                    s.listed = true;
                    s.waiting = Waiting::Decision;
                    return;
                }
                self.nothing_open(s, phase);
            }
            _ => self.share_done(s),
        }
    }

    /// No option of a choice is open to its player.
    pub(super) fn nothing_open(&self, s: &mut State, phase: &ChoicePhase) {
        if phase.none_open == NoOption::Skip && self.asks_anyway(s) {
            return;
        }
        match phase.none_open {
            NoOption::Skip => {
                let seat = s.innermost().seat;
                s.failed |= s.trial > 0 && !self.holds(s, seat, phase.may_pass);
            }
            NoOption::SitOut => self.sit_out(s, s.innermost().seat),
            NoOption::EndHand => s.signal = Signal::EndHand(true),
        }
    }

    pub(super) fn choice_list(&self, s: &State, phase: &ChoicePhase, out: &mut Vec<Move>) {
        if self.is_closed(s) {
            return;
        }
        let seat = s.innermost().seat;
        // Only a player who is asked can leave off.
        let whether = phase.none_open != NoOption::Skip || (s.trial > 0 && self.may_stop(s));
        for (number, id) in phase.options.iter().enumerate() {
            let begin = out.len();
            self.option_moves(s, *id, seat, whether, out);
            for action in &mut out[begin..] {
                action.option = number as u8;
            }
        }
        if !out.is_empty() && self.holds(s, seat, phase.may_pass) {
            out.push(Move::plain(Kind::Pass));
        }
    }

    /// What a seat could do in a phase that begins now: moves of a simple phase, or its beginning. In
    /// look-ahead an option that could not be carried through comes to a bad end anyway; only if it
    /// matters `whether` there are others it is looked into.
    pub(super) fn option_moves(
        &self,
        s: &State,
        id: PhaseId,
        seat: u8,
        whether: bool,
        out: &mut Vec<Move>,
    ) {
        let head = &self.heads[id.index()];
        let before = out.len();
        if self.holds(s, seat, head.when) {
            self.open_option_moves(s, id, seat, whether, out);
        }
        if out.len() == before && self.is_option_to_decline(s, id, seat) {
            out.push(Move::plain(Kind::Pass));
        }
    }

    fn open_option_moves(
        &self,
        s: &State,
        id: PhaseId,
        seat: u8,
        whether: bool,
        out: &mut Vec<Move>,
    ) {
        let head = &self.heads[id.index()];
        let actor = match head.who {
            Some(who) => match Env::new(self, s, seat).seats_of(who) {
                list if list.len() == 1 => list.get(0),
                _ => NOBODY,
            },
            None => seat,
        };
        if actor != seat {
            out.push(Move::plain(Kind::Option));
            return;
        }
        match (self.code.deed(id), s.trial) {
            (Deed::Single(single), 0) => return self.single_moves(s, id, single, seat, out),
            (Deed::Draw(drawing), 0) if self.takes_top(s, drawing, seat) => {
                out.push(Move::plain(Kind::Take));
                return;
            }
            _ => {}
        }
        match &self.program.phases[id.index()] {
            Phase::Draw(phase) => self.draw_moves(s, phase, seat, out),
            Phase::Play(phase) => self.play_moves(s, phase, seat, out),
            Phase::Discard(phase) => self.discard_moves(s, phase, seat, out),
            Phase::Meld(phase) => self.meld_moves(s, phase, seat, out),
            Phase::Capture(phase) => self.capture_moves(s, phase, seat, out),
            Phase::Build(phase) => self.build_moves(s, phase, seat, out),
            Phase::Claim(phase) => self.claim_moves(s, phase, seat, out),
            Phase::Call(phase) if !phase.simultaneous => {
                // As if it had just begun: what was said in another phase does not stand here.
                if s.calls == 0 || !self.reads_calls[id.index()] {
                    self.call_moves(s, id.0, phase, seat, out);
                    return;
                }
                let mut t = copied(s);
                (t.standing, t.has_standing) = (0, false);
                (t.bids, t.calls, t.passes_in_row) = (0, 0, 0);
                self.call_moves(&t, id.0, phase, seat, out);
                put_back(t);
            }
            Phase::Do(_) => out.push(Move::plain(Kind::Option)),
            _ => {
                if (s.trial > 0 && !whether) || self.can_begin(s, id, seat) {
                    out.push(Move::plain(Kind::Option));
                }
            }
        }
    }

    fn choice_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &ChoicePhase,
        seat: u8,
        action: Move,
    ) {
        let Some(id) = phase.options.get(usize::from(action.option)) else {
            // No option: the choice itself is passed.
            if action.kind == Kind::Pass {
                self.act_in_step(s, rng);
                s.check = self.judges_steps;
            }
            return;
        };
        match (self.code.deed(*id), s.trial, action.kind) {
            (Deed::Single(single), 0, _) => {
                return self.decide_single(s, rng, *id, single, action);
            }
            (Deed::Draw(drawing), 0, Kind::Take) => {
                s.work += STEP;
                self.go_draw(s, rng, *id, drawing);
                return;
            }
            _ => {}
        }
        if !self.begin_option(s, *id) {
            return;
        }
        match action.kind {
            Kind::Option => {}
            Kind::Take => self.take_as_option(s, rng, *id, action),
            _ => {
                if self.decides_at_once(s, *id) {
                    s.frame().at = 1;
                    s.frame().stage = phases::DECIDE;
                } else {
                    s.waiting = Waiting::Nothing;
                }
                // A simple phase comes to its decision at once.
                for _ in 0..4 {
                    if s.waiting == Waiting::Decision {
                        break;
                    }
                    self.step_frame(s, rng, &mut Nobody);
                }
                if s.waiting == Waiting::Decision {
                    s.waiting = Waiting::Nothing;
                    s.acts -= 1;
                    if !declines(action) {
                        s.deeds -= 1;
                    }
                    self.decide(s, seat, bare(action), rng);
                }
            }
        }
    }

    /// Takes cards in a phase that has been chosen and begun; a player alone takes them at once.
    fn take_as_option(&self, s: &mut State, rng: &mut Rng, id: PhaseId, action: Move) {
        let head = &self.heads[id.index()];
        let alone = head.inside && head.who.is_none() && !self.privacy.closes();
        match &self.program.phases[id.index()] {
            Phase::Draw(phase) if alone && s.trial == 0 => {
                s.work += 3 * STEP;
                s.frame().at = 1;
                self.draw_decide(s, rng, phase, action);
            }
            _ => s.frame().count = 1,
        }
    }

    /// Whether the single seat of a phase just begun need not be led to its decision.
    fn decides_at_once(&self, s: &mut State, id: PhaseId) -> bool {
        let simple = matches!(
            self.program.phases[id.index()],
            Phase::Play(_)
                | Phase::Discard(_)
                | Phase::Meld(_)
                | Phase::Capture(_)
                | Phase::Build(_)
        );
        let head = &self.heads[id.index()];
        let at_once = simple && head.inside && head.who.is_none();
        if at_once {
            s.waiting = Waiting::Decision;
        }
        at_once
    }

    // --- judging ---------------------------------------------------------------------------------

    /// What follows on every step: phases around it that are over with it do what they say for their
    /// end; wins at once; the end of a turn, and whether tricks or turns are over. True if something
    /// has happened, so that it has to be looked at again.
    fn judge_step<C: Chooser>(&self, s: &mut State, rng: &mut Rng, chooser: &mut C) -> bool {
        if !self.judges_steps {
            s.check = false;
            return false;
        }
        if self.is_over_with_step(s) {
            self.step_frame(s, rng, chooser);
            return true;
        }
        if self.wins_at_once(s) {
            return true;
        }
        if self.is_over_after_wins(s) {
            self.step_frame(s, rng, chooser);
            return true;
        }
        self.are_turns_over(s, rng)
    }

    /// What a step brings about before anything else begins: wins, and the end of turns. True if there is
    /// any.
    #[inline(always)]
    pub(super) fn judge_before(&self, s: &mut State, rng: &mut Rng) -> bool {
        self.wins_at_once(s) || self.are_turns_over(s, rng)
    }

    /// Judges wins after a step, if anything has changed.
    #[inline(always)]
    pub(super) fn wins_at_once(&self, s: &mut State) -> bool {
        if !self.judges_wins || s.changes == s.judged {
            return false;
        }
        s.judged = s.changes;
        // Before the deal nobody has cards.
        s.trial == 0 && s.frames[0].phase == HAND && self.judge_wins(s, Occasion::Step)
    }

    /// Judges after a step whether turns are over, if anything has changed.
    #[inline(always)]
    fn are_turns_over(&self, s: &mut State, rng: &mut Rng) -> bool {
        s.check = false;
        let stirred = self.stirred(s);
        if stirred == s.until_judged {
            return false;
        }
        s.until_judged = stirred;
        self.judge_until(s, rng)
    }

    /// How many things have changed that can end turns: where they end as soon as some hand is empty, or
    /// few have cards left, that is nothing but what may have emptied a hand.
    #[inline(always)]
    pub(super) fn stirred(&self, s: &State) -> u32 {
        s.changes.wrapping_sub(if self.ends_by_hands { s.calm } else { 0 })
    }

    /// Whether the innermost phase, or a share in it, is over with the last step.
    fn is_over_with_step(&self, s: &mut State) -> bool {
        let frame = *s.innermost();
        let number = usize::from(frame.phase);
        let Some(phase) = self.program.phases.get(number) else { return false };
        match (phase, frame.stage) {
            (Phase::Block(_), 0) if !self.has_shares(number) => false,
            // There it is judged where the phases follow each other.
            (Phase::Block(_) | Phase::Repeat(_), 1..) => false,
            (Phase::Choice(_), 1..) => frame.stage > 1,
            (Phase::Trick(_) | Phase::Turns(_) | Phase::Pass(_) | Phase::Call(_), _) => false,
            (Phase::Betting(_) | Phase::Do(_) | Phase::Showdown(_), _) => false,
            (_, stage) => stage == 0 && !self.has_more_shares(s),
        }
    }

    /// Whether a turn has no phase left, or tricks or turns are over.
    fn is_over_after_wins(&self, s: &mut State) -> bool {
        let frame = *s.innermost();
        match self.program.phases.get(usize::from(frame.phase)) {
            Some(Phase::Trick(_)) => frame.stage >= phases::AFTER_TRICK,
            Some(Phase::Turns(_)) => frame.stage > super::machine::TURN,
            _ => false,
        }
    }

    /// Ends turns that are over by now, innermost first; true if there are any.
    pub(super) fn judge_until(&self, s: &mut State, rng: &mut Rng) -> bool {
        let mut depth = s.depth + 1;
        while depth > 1 {
            depth -= 1;
            let frame = &s.frames[usize::from(depth) - 1];
            let Some(head) = self.heads.get(usize::from(frame.phase)) else { break };
            let Some(until) = head.until else { continue };
            if frame.stage > 0 && self.holds(s, s.turn, until) {
                if s.trial > 0 {
                    s.unforeseen = true;
                    return true;
                }
                self.drop_to(s, depth);
                self.finish(s, rng);
                return true;
            }
        }
        false
    }
}
