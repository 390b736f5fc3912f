//! The machine: one loop that goes through the ops of a game.
//!
//! The innermost frame says which list of phases is gone through and how far. While the machine runs,
//! its place is a local variable; a frame is begun where turns, a repeat or a block is, and where somebody
//! has to be waited for. To wait is to leave the loop with the frames as they lie; somebody at hand decides
//! within it.

mod code;

pub(super) use code::Code;

use code::{Begins, Ends, Kind, List};

use super::Game;
use super::chooser::Chooser;
use super::events::Event;
use super::flow::{GO_ON, STEP};
use super::judge::Env;
use super::phases::Deed;
use super::rng::Rng;
use super::state::{Frame, MAX_FRAMES, ROOM, Signal, State, Waiting};
use super::tables::NOBODY;
use super::work;
use crate::program::ids::PhaseId;
use crate::program::parts::*;

/// Stages of turns.
const FIRST_TURN: u8 = 0;
const NEXT_TURN: u8 = 1;
const BEFORE_TURN: u8 = 2;
pub(super) const TURN: u8 = 3;
const TURN_OVER: u8 = 4;
const ALL_OVER: u8 = 9;

/// The stage of a choice in which something is chosen.
const CHOSEN: u8 = 2;

/// Stages of a repeat and of a block.
const NEXT_SHARE: u8 = 0;
const NEXT_PASS: u8 = 1;
const PASS: u8 = 2;

impl Game {
    /// Goes on with the phases that follow each other in the innermost frame, and in those around it once
    /// it is done, as far as nothing stands in the way; false if there is no phase left in a list of
    /// nothing but phases.
    #[inline(always)]
    pub(super) fn go_on<C: Chooser>(&self, s: &mut State, rng: &mut Rng, chooser: &mut C) -> bool {
        let (list, index) = (self.code.list(s.innermost().phase), s.innermost().index);
        if list.kind == Kind::Phases {
            // To go through a list takes a while to begin with.
            let Some(op) = list.ops.get(usize::from(index)) else { return false };
            let free = !s.check && s.trial == 0 && usize::from(s.depth) < MAX_FRAMES;
            match (&op.begins, &op.deed) {
                (Begins::Always, Deed::General) if free => {
                    s.frame().index = index + 1;
                    self.begin_now(s, op.id);
                    return true;
                }
                _ => {}
            }
        }
        self.go_on_through(s, rng, chooser)
    }

    #[inline(never)]
    fn go_on_through<C: Chooser>(&self, s: &mut State, rng: &mut Rng, chooser: &mut C) -> bool {
        loop {
            let at = s.innermost_place();
            let list = self.code.list(s.frame_at(at).phase);
            let mut course = match list.kind {
                Kind::Phases => Course::Begun,
                Kind::Options => self.end_of_choice(s, rng),
                Kind::Turns => self.lead_to_turn::<C>(s, rng, list, at),
                Kind::Repeat => self.lead_to_pass(s, rng, list, at),
                Kind::Block => self.lead_to_block(s, rng, list),
            };
            while course == Course::Begun {
                course = self.go_through(s, rng, chooser, list, at);
                if course == Course::Over {
                    course = match list.kind {
                        Kind::Phases => return false,
                        Kind::Options => Course::Left,
                        Kind::Turns => self.end_of_turn::<C>(s, rng, list, at),
                        Kind::Repeat => self.end_of_pass(s, rng, list, at),
                        Kind::Block => self.end_of_block(s, rng, list),
                    };
                }
            }
            if course == Course::Left || s.depth <= s.floor {
                return true;
            }
        }
    }

    /// Whether what follows on a step is judged where the phases of a list follow each other.
    #[inline(always)]
    pub(super) fn judges_within(&self, s: &State) -> bool {
        let frame = s.innermost();
        match self.code.list(frame.phase).kind {
            Kind::Turns => frame.stage == TURN,
            Kind::Repeat | Kind::Block => matches!(frame.stage, NEXT_PASS | PASS),
            Kind::Phases | Kind::Options => false,
        }
    }

    /// Goes through the phases of a list, from the place on that the innermost frame has come to.
    #[inline(always)]
    fn go_through<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        list: &List,
        at: usize,
    ) -> Course {
        let depth = s.depth;
        // Whether phases do not just begin.
        let slow = usize::from(depth) >= MAX_FRAMES || looks_ahead::<C>(s);
        let (ops, mut index) = (&list.ops, s.frame_at(at).index);
        loop {
            let Some(op) = ops.get(usize::from(index)) else {
                s.frame_at(at).index = index;
                return Course::Over;
            };
            let begins = match &op.begins {
                Begins::Always => true,
                begins if s.turn < 16 => self.may_now(s, s.turn, begins, |s| self.begins(s, op.id)),
                _ => self.begins(s, op.id),
            };
            if !begins {
                index += 1;
                continue;
            }
            // What the step before has brought about comes first.
            if s.check && self.is_judged(s, rng, list.ends) {
                return Course::Left;
            }
            index += 1;
            s.frame_at(at).index = index;
            if slow {
                if s.trial == 0 {
                    work::give_up();
                } else if self.begin_now(s, op.id) {
                    return Course::Left;
                }
                continue;
            }
            match &op.deed {
                Deed::Single(single) => {
                    if self.go_single(s, rng, chooser, op.id, single) {
                        continue;
                    }
                }
                Deed::Draw(drawing) => {
                    if self.go_draw(s, rng, op.id, drawing) {
                        continue;
                    }
                }
                Deed::Enter => {
                    if self.enter(s, rng, op.id) {
                        return Course::Elsewhere;
                    }
                }
                Deed::Do => self.go_do(s, rng, op.id),
                Deed::Call => self.go_call(s, rng, chooser, op.id),
                Deed::Choice => self.go_choice(s, rng, chooser, op.id),
                Deed::Melds(source) => self.go_melds(s, rng, chooser, op.id, *source),
                Deed::Own => self.go_alone(s, rng, chooser, op.id),
                Deed::General => {
                    self.begin_now(s, op.id);
                }
            }
            if C::AT_HAND && s.depth > depth && list.kind != Kind::Phases {
                if self.leads_on(s) {
                    s.work += STEP;
                    return Course::Elsewhere;
                }
                // Somebody at hand takes the decisions that lie within.
                self.run_to(s, rng, chooser, depth);
                let back = s.depth == depth && self.may_go_on_at_once(s);
                if !back || (s.check && !self.judges_within(s)) {
                    return Course::Left;
                }
                s.work += STEP;
                return Course::Elsewhere;
            }
            if s.depth != depth || !self.may_go_on_at_once(s) {
                return Course::Left;
            }
        }
    }

    /// Whether something begins for a player, if it is no more than facts that decide that.
    #[inline(always)]
    fn may_now(
        &self,
        s: &State,
        seat: u8,
        begins: &Begins,
        ask: impl FnOnce(&State) -> bool,
    ) -> bool {
        match begins {
            Begins::Always => true,
            Begins::Fact(term) => self.is_true(s, seat, term),
            Begins::Two(one, other) => self.is_true(s, seat, one) && self.is_true(s, seat, other),
            Begins::Facts(facts) => self.are_true(s, seat, self.code.terms(*facts)),
            Begins::Asked => ask(s),
        }
    }

    /// Whether the play just goes on with the phases of the innermost one, which has begun.
    #[inline(always)]
    fn leads_on(&self, s: &State) -> bool {
        let frame = s.innermost();
        self.may_go_on_at_once(s)
            && !s.check
            && frame.stage == NEXT_SHARE
            && self.code.list(frame.phase).own
    }

    /// A step is over. What has been judged before is judged no more where it emptied no hand, if nothing but
    /// an empty hand can end anything.
    #[inline(always)]
    pub(super) fn see_step(&self, s: &mut State, calm: bool) {
        if !calm || !self.ends_by_hands || self.judges_wins || self.stirred(s) != s.until_judged {
            s.check = self.judges_steps;
        }
    }

    /// Judges what a step has brought about; true if that is the end of turns, or of the game.
    #[inline(always)]
    fn is_judged(&self, s: &mut State, rng: &mut Rng, ends: Ends) -> bool {
        match ends {
            Ends::Never => {
                s.check = false;
                s.until_judged = self.stirred(s);
                false
            }
            Ends::Facts(until) if s.turn < 16 => {
                s.check = false;
                let stirred = self.stirred(s);
                if stirred == s.until_judged {
                    return false;
                }
                s.until_judged = stirred;
                self.are_facts(s, s.turn, until) && self.judge_until(s, rng)
            }
            Ends::Facts(_) | Ends::Asked => self.judge_before(s, rng),
        }
    }

    /// Begins a repeat or a block of the player whose turn it is; false if it is over at once.
    #[inline(always)]
    fn enter(&self, s: &mut State, rng: &mut Rng, id: PhaseId) -> bool {
        s.work += STEP;
        let seat = s.turn;
        self.push_own(s, id);
        if !self.takes_part(s, seat) {
            self.finish(s, rng);
            return false;
        }
        s.work += STEP;
        let list = self.code.list(id.0);
        let first = list.judged && !s.end_phase;
        let frame = s.frame();
        (frame.at, frame.stage) = (1, if first { PASS } else { NEXT_PASS });
        s.work += if first { STEP } else { 0 };
        true
    }

    /// Goes through a choice of the player whose turn it is, as far as nobody has to be waited for.
    #[inline(never)]
    fn go_choice<C: Chooser>(&self, s: &mut State, rng: &mut Rng, chooser: &mut C, id: PhaseId) {
        let (outer, seat) = (s.depth, s.turn);
        if !C::AT_HAND || !self.takes_part(s, seat) {
            return self.go_alone(s, rng, chooser, id);
        }
        let Phase::Choice(phase) = self.phase(id.0) else { return };
        self.push_own(s, id);
        s.work += 2 * STEP;
        let frame = s.frame();
        (frame.at, frame.stage) = (1, CHOSEN);
        let mut moves = std::mem::take(&mut s.scratch);
        moves.clear();
        self.choice_list(s, phase, &mut moves);
        if moves.is_empty() {
            s.scratch = moves;
            return self.nothing_open(s, phase);
        }
        s.listed = true;
        s.waiting = Waiting::Decision;
        if !chooser.goes_on(s, 1) || !self.is_paid_for(s) {
            s.scratch = moves;
            return;
        }
        // To list moves is nothing that the match pays for.
        work::restart();
        let action = chooser.choose(self, s, &moves, rng);
        s.scratch = moves;
        self.take(s, s.control[usize::from(seat)], action, rng);
        // What is over with this step ends before anything else is judged.
        while s.depth > outer && self.may_go_on_at_once(s) {
            let frame = s.innermost();
            match (frame.phase == id.0, frame.stage) {
                (true, CHOSEN..) => {
                    s.work += 2 * STEP;
                    self.share_done(s);
                }
                (false, _) if self.is_done_with(frame) => s.work += STEP,
                _ => return,
            }
            self.finish(s, rng);
        }
    }

    /// Leaves a choice whose only player has chosen, and gone through what was chosen.
    fn end_of_choice(&self, s: &mut State, rng: &mut Rng) -> Course {
        let frame = s.innermost();
        if frame.stage != CHOSEN || frame.at < frame.order.len() || !self.flows(s) {
            return Course::Left;
        }
        s.work += 2 * STEP;
        self.share_done(s);
        self.finish(s, rng);
        let goes_on = self.may_go_on_at_once(s) && (!s.check || self.judges_within(s));
        if !goes_on {
            return Course::Left;
        }
        s.work += STEP;
        Course::Elsewhere
    }

    /// Whether a phase of phases can go on at once.
    #[inline(always)]
    fn flows(&self, s: &State) -> bool {
        self.may_go_on_at_once(s) && s.trial == 0
    }

    /// The course after a step of a phase of phases, unless something stands in its way.
    #[inline(always)]
    fn flows_on(&self, s: &mut State, course: Course) -> Course {
        if !self.flows(s) {
            return Course::Left;
        }
        s.work += STEP;
        course
    }

    // --- turns -----------------------------------------------------------------------------------

    /// Leads on to the phases of a turn.
    #[inline(always)]
    fn lead_to_turn<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        list: &List,
        at: usize,
    ) -> Course {
        match s.frame_at(at).stage {
            TURN => return Course::Begun,
            NEXT_TURN => return self.begin_turn::<C>(s, at),
            BEFORE_TURN => return self.go_before_turn(s),
            FIRST_TURN => self.begin_turns(s, list),
            TURN_OVER => return self.end_of_turn::<C>(s, rng, list, at),
            _ => {
                self.finish(s, rng);
                return Course::Left;
            }
        }
        self.flows_on(s, Course::Elsewhere)
    }

    /// Begins the turn of the player who is next.
    #[inline(always)]
    fn begin_turn<C: Chooser>(&self, s: &mut State, at: usize) -> Course {
        let seat = s.frame_at(at).seat;
        s.turn = seat;
        self.new_turn(s);
        if s.signal != Signal::None {
            return Course::Left;
        }
        s.note(Event::Turn { seat });
        let (deeds, acts) = (s.deeds, s.acts);
        let frame = s.frame_at(at);
        frame.index = 0;
        frame.mark = deeds;
        frame.acts_mark = acts;
        frame.stage = TURN;
        // Nothing has happened that anybody waits for.
        if s.work >= work::PENDING || looks_ahead::<C>(s) {
            return Course::Left;
        }
        s.work += STEP;
        Course::Begun
    }

    #[cold]
    fn begin_turns(&self, s: &mut State, list: &List) {
        let Phase::Turns(phase) = self.phase(s.innermost().phase) else { return };
        let first = Env::new(self, s, s.turn).seat(phase.first);
        let members = self.turn_takers(s);
        let mut seat = self.first_of(s, members, first);
        seat = self.skipped(s, members, seat);
        s.passes = 0;
        s.again = NOBODY;
        s.frame().seat = seat;
        s.frame().index = 0;
        s.frame().stage = match seat {
            NOBODY => ALL_OVER,
            _ if list.before => BEFORE_TURN,
            _ => NEXT_TURN,
        };
        // Nothing has been judged of these turns.
        s.until_judged = self.stirred(s).wrapping_sub(1);
    }

    /// Goes on with the phases before a turn, for the player who is to have it.
    #[cold]
    fn go_before_turn(&self, s: &mut State) -> Course {
        let Phase::Turns(phase) = self.phase(s.innermost().phase) else { return Course::Left };
        s.check &= self.judges_steps;
        if s.check {
            // What the step before has brought about comes first.
            return Course::Left;
        }
        let (seat, index) = (s.innermost().seat, usize::from(s.innermost().index));
        s.turn = seat;
        let rest = phase.before_turn.iter().enumerate().skip(index);
        if let Some((place, id)) = rest.into_iter().find(|(_, id)| self.begins(s, **id)) {
            s.frame().index = place as u16 + 1;
            self.begin_now(s, *id);
            return Course::Left;
        }
        // Somebody else may have been given the turn, before which they take place again.
        let named = std::mem::replace(&mut s.again, NOBODY);
        let from = if named == NOBODY { seat } else { named };
        let members = self.turn_takers(s);
        let seat = self.first_of(s, members, from);
        let seat = self.skipped(s, members, seat);
        let frame = s.frame();
        (frame.seat, frame.index) = (seat, 0);
        frame.stage = match (seat, named) {
            (NOBODY, _) => ALL_OVER,
            (_, NOBODY) => NEXT_TURN,
            _ => BEFORE_TURN,
        };
        if named != NOBODY {
            frame.count = 0;
            s.passes = 0;
            self.count_turn(s);
        }
        self.flows_on(s, Course::Elsewhere)
    }

    /// No phase is left in a turn.
    #[inline(always)]
    fn end_of_turn<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        list: &List,
        at: usize,
    ) -> Course {
        if s.frame_at(at).stage == TURN {
            s.frame_at(at).stage = TURN_OVER;
            let wins = s.check && !looks_ahead::<C>(s) && self.wins_at_once(s);
            // Within the turn nothing has happened that anybody waits for.
            if wins || s.work >= work::PENDING || looks_ahead::<C>(s) {
                return Course::Left;
            }
            s.work += STEP;
        }
        let quiet = self.end_turn(s, rng, list, at);
        if !quiet && !self.flows(s) || s.check && self.is_judged_after_turn(s, rng, list, at) {
            return Course::Left;
        }
        s.work += STEP;
        if s.frame_at(at).stage == NEXT_TURN {
            self.begin_turn::<C>(s, at)
        } else {
            Course::Elsewhere
        }
    }

    /// What the end of a turn brings about; true if that is the end of the turns, or of the game.
    #[inline(always)]
    fn is_judged_after_turn(&self, s: &mut State, rng: &mut Rng, list: &List, at: usize) -> bool {
        if self.wins_at_once(s) {
            return true;
        }
        if s.frame_at(at).stage > TURN {
            self.finish(s, rng);
            return true;
        }
        self.is_judged(s, rng, list.ends)
    }

    fn turn_takers(&self, s: &State) -> u16 {
        let frame = s.innermost();
        let all = self.tables.everyone & s.active & !s.out;
        let named = self.heads[usize::from(frame.phase)].who.is_some();
        if named { all & frame.order.mask() } else { all }
    }

    /// The seat that is left when as many have been skipped as must be.
    #[inline(always)]
    fn skipped(&self, s: &mut State, members: u16, seat: u8) -> u8 {
        match std::mem::take(&mut s.skip) {
            0 => seat,
            skip => self.skipped_over(s, members, seat, skip),
        }
    }

    #[cold]
    fn skipped_over(&self, s: &State, members: u16, mut seat: u8, skip: i32) -> u8 {
        if seat != NOBODY {
            for _ in 0..skip.rem_euclid(members.count_ones().max(1) as i32) {
                seat = self.first_of(s, members, self.step(s, seat));
            }
        }
        seat
    }

    /// Sees who is next; true if surely nothing stands in the way of going on.
    #[inline(always)]
    fn end_turn(&self, s: &mut State, rng: &mut Rng, list: &List, at: usize) -> bool {
        let frame = s.frame_at(at);
        let (own, mark, acts_mark, count) = (frame.seat, frame.mark, frame.acts_mark, frame.count);
        let mut quiet = self.quiet(Moment::TurnEnd);
        if !quiet {
            self.moment(s, rng, Moment::TurnEnd, 0, own);
        }
        self.see_step(s, quiet);
        if !quiet && s.signal != Signal::None {
            return false;
        }
        if s.played_count[usize::from(own) % ROOM] > 0 {
            s.last_played = own;
        }
        let passed = s.deeds == mark;
        let mut next_from = match (passed, self.program.game_rules.consecutive_pass_action) {
            (false, _) => {
                s.passes = 0;
                NOBODY
            }
            (true, PassAction::None) => {
                s.passes += 1;
                NOBODY
            }
            (true, _) => {
                quiet = false;
                self.count_pass(s)
            }
        };
        let idle = passed && s.acts == acts_mark;
        let count = if idle { count + 1 } else { 0 };
        s.frame_at(at).count = count;
        let all = self.tables.everyone & s.active & !s.out;
        let members = if list.named { self.turn_takers(s) } else { all };
        if members == 0 || count > 0 && count >= members.count_ones() as i32 {
            s.frame_at(at).stage = ALL_OVER;
            return quiet;
        }
        if next_from == NOBODY {
            next_from = if s.again == NOBODY { self.step(s, own) } else { s.again };
        }
        let seat = self.first_of(s, members, next_from);
        let seat = self.skipped(s, members, seat);
        s.again = NOBODY;
        let frame = s.frame_at(at);
        (frame.seat, frame.stage) = (seat, NEXT_TURN);
        if list.before && !idle {
            (frame.index, frame.stage) = (0, BEFORE_TURN);
        }
        quiet
    }

    /// What passing in a row brings about; gives the seat that goes on, if that says who.
    fn count_pass(&self, s: &mut State) -> u8 {
        let rules = &self.program.game_rules;
        s.passes += 1;
        let needed = rules.passes_to_trigger.unwrap_or(i32::from(self.tables.players) - 1).max(1);
        if s.passes < needed {
            return NOBODY;
        }
        s.passes = 0;
        match rules.consecutive_pass_action {
            PassAction::ClearTableau => {
                self.clear_tableau(s);
                s.last_played
            }
            PassAction::EndRound => {
                s.signal = Signal::EndHand(true);
                NOBODY
            }
            _ => {
                s.skip = s.skip.saturating_add(1);
                NOBODY
            }
        }
    }

    fn clear_tableau(&self, s: &mut State) {
        let Some(tableau) = self.program.known.tableau else { return };
        let to = match self.program.known.discard {
            Some(zone) => self.tables.place(zone.index(), 0),
            None => self.tables.stock,
        };
        let everybody = super::judge::Subject { mask: u16::MAX, side: true };
        let zone = Env::new(self, s, 0).zone_of(tableau, everybody);
        self.each_place(s, zone, |game, s, place| {
            let stack = game.is_stack(s, place);
            let mut cards = Vec::new();
            s.ordered(stack, place, &mut cards);
            if stack {
                cards.reverse();
            }
            for card in cards {
                game.carry(s, card, place, to, true);
            }
        });
    }

    // --- repeats and blocks ----------------------------------------------------------------------

    /// Leads on to the phases of a pass, if another one begins.
    #[inline(always)]
    fn lead_to_pass(&self, s: &mut State, rng: &mut Rng, list: &List, at: usize) -> Course {
        match s.frame_at(at).stage {
            PASS => Course::Begun,
            NEXT_PASS => self.next_pass(s, rng, list, at),
            NEXT_SHARE => {
                if !self.next_bound_share(s) {
                    self.finish(s, rng);
                    return Course::Left;
                }
                self.flows_on(s, Course::Elsewhere)
            }
            _ => {
                s.waiting = Waiting::Decision;
                Course::Left
            }
        }
    }

    /// Begins another pass of a repeat, unless it is over.
    #[inline(always)]
    fn next_pass(&self, s: &mut State, rng: &mut Rng, list: &List, at: usize) -> Course {
        let Frame { phase: number, seat, .. } = *s.frame_at(at);
        let closed = !match seat < 16 {
            true => self.may_now(s, seat, &list.passes, |s| self.holds(s, seat, list.goes_on)),
            false => self.holds(s, seat, list.goes_on),
        };
        let goes_on =
            !closed || list.asks && self.pass_fails_unseen(s, PhaseId(number), list.goes_on);
        if s.end_phase || !goes_on {
            return self.repeated_all(s, rng, list);
        }
        if s.check && self.is_judged(s, rng, list.ends) {
            return Course::Left;
        }
        let asks = list.asks && self.asks_to_go_on(s, number, seat);
        let (deeds, acts) = (s.deeds, s.acts);
        let frame = s.frame_at(at);
        frame.closed_pass = closed;
        frame.mark = deeds;
        frame.acts_mark = acts;
        frame.index = 0;
        frame.stage = if asks { GO_ON } else { PASS };
        if asks {
            s.waiting = Waiting::Decision;
        }
        self.flows_on(s, Course::Begun)
    }

    /// A pass of a repeat has no phase left.
    #[inline(always)]
    fn end_of_pass(&self, s: &mut State, rng: &mut Rng, list: &List, at: usize) -> Course {
        let Frame { mark, seat, .. } = *s.frame_at(at);
        if s.deeds == mark || !self.takes_part(s, seat) {
            return self.repeated_all(s, rng, list);
        }
        s.frame_at(at).stage = NEXT_PASS;
        match self.flows_on(s, Course::Elsewhere) {
            Course::Elsewhere => self.next_pass(s, rng, list, at),
            course => course,
        }
    }

    /// No pass of a repeat is left.
    #[inline(always)]
    fn repeated_all(&self, s: &mut State, rng: &mut Rng, list: &List) -> Course {
        self.repeated(s);
        self.share_over(s, rng, list)
    }

    /// A share in a repeat or a block is over. If it is the only one, so is the whole.
    #[inline(always)]
    fn share_over(&self, s: &mut State, rng: &mut Rng, list: &List) -> Course {
        if !list.own || !self.flows(s) {
            return Course::Left;
        }
        s.work += STEP;
        self.finish(s, rng);
        if self.may_go_on_at_once(s) { Course::Elsewhere } else { Course::Left }
    }

    /// Leads on to the phases of a block.
    #[inline(always)]
    fn lead_to_block(&self, s: &mut State, rng: &mut Rng, list: &List) -> Course {
        if s.innermost().stage == NEXT_SHARE {
            if !self.has_shares(usize::from(s.innermost().phase)) {
                s.frame().stage = NEXT_PASS;
            } else if !self.next_bound_share(s) {
                self.finish(s, rng);
            } else if list.own && !s.check {
                return self.flows_on(s, Course::Elsewhere);
            }
            return Course::Left;
        }
        if s.end_phase { self.end_of_block(s, rng, list) } else { Course::Begun }
    }

    /// A block has no phase left.
    #[inline(always)]
    fn end_of_block(&self, s: &mut State, rng: &mut Rng, list: &List) -> Course {
        let number = s.innermost().phase;
        s.end_phase = false;
        if s.trial > 0 {
            let Phase::Block(phase) = self.phase(number) else { return Course::Left };
            self.demand(s, phase.after);
        }
        if !self.has_shares(usize::from(number)) {
            self.finish(s, rng);
            return Course::Left;
        }
        self.share_done(s);
        self.share_over(s, rng, list)
    }
}

/// Whether somebody looks ahead, which is done on a table of its own, where nobody is at hand.
#[inline(always)]
fn looks_ahead<C: Chooser>(s: &State) -> bool {
    !C::AT_HAND && s.trial > 0
}

/// What has come of a list of phases.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Course {
    /// Its phases follow.
    Begun,
    /// No phase of it is left.
    Over,
    /// The play goes on with what the innermost frame is about now.
    Elsewhere,
    /// Something stands in the way.
    Left,
}
