//! Calls: bids, answers, asks, names.
//!
//! A call move holds the number of the call in its phase (`a`) and what it names: the first choice in
//! the low byte of `b`, the second in the high byte, the third in `c`. A number is given by its place
//! from the lowest on, anything else by its own number.

use crate::game::Game;
use crate::game::cards::{CardSet, Cards, nth};
use crate::game::chooser::Chooser;
use crate::game::flow::STEP;
use crate::game::judge::{Env, Memory, NONE, Naming, seats};
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{Named, SeatList, Signal, State, Waiting};
use crate::game::tables::{NO_SUIT, Tables, children};
use crate::game::work;
use crate::program::ids::{PhaseId, Suit};
use crate::program::parts::*;
use crate::program::{CondId, ExprId, Node, Program};

/// Stages of the phase.
const BEGIN: u8 = 0;
const ASK: u8 = 1;
const ANSWER: u8 = 2;
const ALL_ANSWER: u8 = 3;

/// What "no trumps" is called as a choice.
const NO_TRUMPS: u8 = 254;

impl Game {
    pub(in crate::game) fn call_step<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        phase: &CallPhase,
    ) {
        match s.innermost().stage {
            BEGIN => self.begin_calls(s, phase),
            ASK => self.ask_next(s, rng, chooser, phase),
            ALL_ANSWER => {
                let open = s.innermost().order.mask() & !s.answered;
                if open == 0 {
                    self.weigh_answers(s, rng, phase);
                } else {
                    s.waiting = Waiting::Decision;
                }
            }
            _ => s.waiting = Waiting::Decision,
        }
    }

    fn begin_calls(&self, s: &mut State, phase: &CallPhase) {
        s.standing = 0;
        s.has_standing = false;
        s.bids = 0;
        s.calls = 0;
        s.passes_in_row = 0;
        s.answered = 0;
        s.frame().count = 0;
        s.frame().index = 0;
        s.frame().stage = if phase.simultaneous { ALL_ANSWER } else { ASK };
        if phase.simultaneous {
            self.skip_the_silent(s, phase);
        }
    }

    /// Whether the calls of a phase are nobody's business but that of whoever is asked.
    pub(super) fn are_calls_in_turn(&self, phase: &CallPhase) -> bool {
        !phase.simultaneous && phase.calls.iter().all(|call| !call.out_of_turn)
    }

    /// Goes through the calls of the player whose turn it is, as far as nobody has to be waited for.
    /// Somebody at hand needs no list of them.
    #[inline(never)]
    pub(in crate::game) fn go_call<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        id: PhaseId,
    ) {
        let Phase::Call(phase) = self.phase(id.0) else { return };
        let seat = s.turn;
        self.push_own(s, id);
        s.work += 2 * STEP;
        self.begin_calls(s, phase);
        let mut open = OpenList::new();
        let at_hand = C::AT_HAND && self.takes_part(s, seat);
        if !at_hand || !self.count_calls(s, id, phase, seat, &mut open) {
            return self.ask_next(s, rng, chooser, phase);
        }
        let frame = s.frame();
        (frame.at, frame.index) = (1, 1);
        if self.call_at_once(s, rng, chooser, open.many, |place| open.get(place), seat) {
            self.ask_next(s, rng, chooser, phase);
        }
    }

    /// Lets somebody at hand choose what a seat calls; whether the next one can be asked at once.
    #[inline(always)]
    fn call_at_once<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        many: u32,
        open: impl FnOnce(u32) -> Move,
        seat: u8,
    ) -> bool {
        let depth = s.depth;
        s.frame().stage = ANSWER;
        s.waiting = Waiting::Decision;
        if !chooser.goes_on(s, 1) || !self.is_paid_for(s) {
            return false;
        }
        let action = open(chooser.call(many, rng));
        self.take(s, s.control[usize::from(seat)], action, rng);
        let goes_on = s.depth == depth && self.may_go_on_at_once(s) && !s.check;
        let asks = goes_on && s.innermost().stage == ASK;
        s.work += if asks { STEP } else { 0 };
        asks
    }

    /// Finds the moves of a seat; false if there are none or some of them must be judged.
    #[inline(always)]
    fn count_calls<'a>(
        &'a self,
        s: &State,
        id: PhaseId,
        phase: &'a CallPhase,
        seat: u8,
        open: &mut OpenList<'a>,
    ) -> bool {
        open.many = 0;
        for (index, (call, table)) in self.calls_with_tables(id, phase) {
            let Some(slot) = open.calls.get_mut(index) else { return false };
            let env = Env::new(self, s, seat);
            let Some(found) = self.open_calls(env, (index, call, table)) else { return false };
            open.many += found.len();
            *slot = found;
        }
        open.many > 0
    }

    /// The moves of a seat, by call, where they are always the same, and how many there are.
    #[inline(always)]
    fn fixed_calls(
        &self,
        s: &State,
        id: PhaseId,
        phase: &CallPhase,
        seat: u8,
    ) -> ([&[Move]; MOST_CALLS], u32) {
        let mut open: [&[Move]; MOST_CALLS] = [&[]; MOST_CALLS];
        let mut many = 0;
        let calls = phase.calls.iter().zip(&self.call_tables[id.index()]);
        for (slot, (call, table)) in open.iter_mut().zip(calls) {
            let CallTable::Fixed(fixed) = table else { continue };
            if Env::new(self, s, seat).holds(call.when) {
                let first = match call.key.is_none() || !s.has_standing {
                    true => 0,
                    false => fixed.heights.partition_point(|height| *height <= s.standing),
                };
                *slot = &fixed.moves[first..];
                many += slot.len() as u32;
            }
        }
        (open, many)
    }

    fn calls_with_tables<'a>(
        &'a self,
        id: PhaseId,
        phase: &'a CallPhase,
    ) -> impl Iterator<Item = (usize, (&'a Call, &'a CallTable))> {
        phase.calls.iter().zip(&self.call_tables[id.index()]).enumerate()
    }

    /// The next seat that has something to say is asked.
    fn ask_next<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        phase: &CallPhase,
    ) {
        let at_hand = C::AT_HAND && self.calls_in_turn[usize::from(s.innermost().phase)];
        loop {
            let frame = *s.innermost();
            if frame.at >= frame.order.len() {
                // A round is over; `index` counts who was asked in it.
                let rounds = frame.count + 1;
                let enough = phase.rounds.is_some_and(|most| rounds >= most);
                if enough || frame.index == 0 {
                    self.finish(s, rng);
                    return;
                }
                let order = self.asked_in_order(s);
                let frame = s.frame();
                frame.count = rounds;
                frame.at = 0;
                frame.index = 0;
                frame.order = order;
                continue;
            }
            let seat = frame.order.get(frame.at);
            s.frame().at += 1;
            if !self.takes_part(s, seat) || s.answered & (1 << seat) != 0 {
                continue;
            }
            s.turn = seat;
            s.frame().seat = seat;
            let head = &self.heads[usize::from(frame.phase)];
            let begins_turn = !head.inside || head.who.is_some() && seat != frame.outer_turn;
            // What may be said is listed once a turn has begun.
            let silent = match begins_turn {
                true => !self.can_call(s, frame.phase, phase, seat, false),
                false => !self.list_calls(s, phase, seat),
            };
            if silent && !self.asks_anyway(s) {
                continue;
            }
            s.listed = true;
            s.frame().index += 1;
            if !head.inside {
                self.new_turn(s);
            } else if begins_turn {
                self.count_turn(s);
            }
            if s.signal != Signal::None {
                return;
            }
            if at_hand && begins_turn {
                s.listed = false;
                let (open, many) = self.fixed_calls(s, PhaseId(frame.phase), phase, seat);
                let get = |place| nth_of(&open, place);
                if many > 0 && !self.call_at_once(s, rng, chooser, many, get, seat) {
                    return;
                }
                continue;
            }
            if !silent && begins_turn && !self.list_calls(s, phase, seat) {
                s.listed = false;
                continue;
            }
            s.frame().stage = ANSWER;
            s.waiting = Waiting::Decision;
            return;
        }
    }

    /// Lists what a seat may say; false if that is nothing.
    fn list_calls(&self, s: &mut State, phase: &CallPhase, seat: u8) -> bool {
        let mut list = std::mem::take(&mut s.scratch);
        list.clear();
        self.call_moves(s, s.innermost().phase, phase, seat, &mut list);
        s.scratch = list;
        !s.scratch.is_empty()
    }

    /// Whether somebody has yet to be asked, in this round or the next.
    fn has_more_to_ask(&self, s: &State, phase: &CallPhase) -> bool {
        let frame = s.innermost();
        // Nothing changes while they are looked at.
        let memory = Memory::default();
        let speaks = |seat: u8| {
            let env = Env { memory: Some(&memory), ..Env::new(self, s, seat) };
            self.takes_part(s, seat)
                && s.answered & (1 << seat) == 0
                && self.may_speak(env, frame.phase, phase, false)
        };
        if (frame.at..frame.order.len()).any(|place| speaks(frame.order.get(place))) {
            return true;
        }
        let enough = phase.rounds.is_some_and(|most| frame.count + 1 >= most);
        !enough && self.asked_in_order(s).iter().any(speaks)
    }

    fn asked_in_order(&self, s: &State) -> SeatList {
        let frame = s.innermost();
        let head = &self.heads[usize::from(frame.phase)];
        match head.who {
            Some(who) => Env::new(self, s, frame.outer_turn).seats_of(who),
            None => frame.order,
        }
    }

    /// In a simultaneous phase, seats that have nothing to say count as having answered.
    fn skip_the_silent(&self, s: &mut State, phase: &CallPhase) {
        let (order, number) = (s.innermost().order, s.innermost().phase);
        for seat in order.iter() {
            s.answers[usize::from(seat)] = Move::NONE;
            if !self.takes_part(s, seat) || !self.can_call(s, number, phase, seat, false) {
                s.answered |= 1 << seat;
            }
        }
    }

    /// The seats that may say something now.
    pub(in crate::game) fn call_deciders(&self, s: &State, phase: &CallPhase) -> u16 {
        let frame = s.innermost();
        if phase.simultaneous {
            return frame.order.mask() & !s.answered;
        }
        let mut mask = 1 << s.control[usize::from(frame.seat)];
        if phase.calls.iter().any(|call| call.out_of_turn) {
            for seat in seats(self.tables.everyone & s.active & !s.out & !mask) {
                if self.can_call(s, frame.phase, phase, seat, true) {
                    mask |= 1 << seat;
                }
            }
        }
        mask
    }

    // --- what is legal ---------------------------------------------------------------------------

    pub(in crate::game) fn call_list(
        &self,
        s: &State,
        phase: &CallPhase,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        let frame = s.innermost();
        let number = frame.phase;
        if phase.simultaneous {
            self.calls_of(s, number, phase, seat, false, out);
        } else if s.control[usize::from(frame.seat)] == seat {
            self.calls_of(s, number, phase, frame.seat, false, out);
        } else {
            self.calls_of(s, number, phase, seat, true, out);
        }
    }

    /// What may be called in a phase of some number.
    pub(in crate::game) fn call_moves(
        &self,
        s: &State,
        number: u16,
        phase: &CallPhase,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        self.calls_of(s, number, phase, seat, false, out);
    }

    /// Whether anything may be called.
    pub(in crate::game) fn can_call(
        &self,
        s: &State,
        number: u16,
        phase: &CallPhase,
        seat: u8,
        out_of_turn: bool,
    ) -> bool {
        let memory = Memory::default();
        let env = Env { memory: Some(&memory), ..Env::new(self, s, seat) };
        self.may_speak(env, number, phase, out_of_turn)
    }

    /// The same, by whomever it is judged for.
    fn may_speak(&self, env: Env, number: u16, phase: &CallPhase, out_of_turn: bool) -> bool {
        let s = env.s;
        let closed = self.is_closed(s);
        let tables = &self.call_tables[usize::from(number)];
        phase.calls.iter().zip(tables).enumerate().any(|(index, (call, table))| {
            if out_of_turn && !call.out_of_turn || closed && !call.is_pass {
                return false;
            }
            match table {
                // Of moves without a height, or if nothing stands, each may be called.
                CallTable::Fixed(fixed) if call.key.is_none() || !s.has_standing => {
                    !fixed.is_empty() && env.holds(call.when)
                }
                CallTable::Fixed(fixed) if fixed.highest > s.standing => env.holds(call.when),
                _ => match self.open_calls(env, (index, call, table)) {
                    Some(open) => open.len() > 0,
                    None if matches!(table, CallTable::Fixed(_)) => {
                        let mut list = Vec::new();
                        self.list_call(env, (index, call, table), &mut list);
                        !list.is_empty()
                    }
                    // The first is enough.
                    None => !self.name_each(env, (call, table), action_of(index), &mut |_| false),
                },
            }
        })
    }

    fn calls_of(
        &self,
        s: &State,
        number: u16,
        phase: &CallPhase,
        seat: u8,
        out_of_turn: bool,
        out: &mut Vec<Move>,
    ) {
        let closed = self.is_closed(s);
        // Nothing changes while they are listed.
        let memory = Memory::default();
        let env = Env { memory: Some(&memory), ..Env::new(self, s, seat) };
        let tables = &self.call_tables[usize::from(number)];
        for (index, (call, table)) in phase.calls.iter().zip(tables).enumerate() {
            if out_of_turn && !call.out_of_turn || closed && !call.is_pass {
                continue;
            }
            self.list_call(env, (index, call, table), out);
        }
    }

    /// Lists the moves of one call.
    fn list_call(
        &self,
        env: Env,
        (index, call, table): (usize, &Call, &CallTable),
        out: &mut Vec<Move>,
    ) {
        match self.open_calls(env, (index, call, table)) {
            Some(open) => open.list(out),
            None => match table {
                CallTable::Fixed(fixed) => self.list_fixed(env, call, fixed, out),
                CallTable::Free | CallTable::Judged(_) | CallTable::General(_) => {
                    self.name_each(env, (call, table), action_of(index), &mut |action| {
                        out.push(action);
                        true
                    });
                }
            },
        }
    }

    /// The moves of one call, if they need not be judged one by one.
    #[inline]
    fn open_calls<'a>(
        &'a self,
        env: Env,
        (index, call, table): (usize, &'a Call, &'a CallTable),
    ) -> Option<OpenCalls<'a>> {
        let s = env.s;
        let first = match table {
            CallTable::Fixed(_) if call.key.is_none() || !s.has_standing => 0,
            CallTable::Fixed(fixed) if fixed.rising && self.lowered.never(call.equal_ok) => {
                fixed.heights.partition_point(|height| *height <= s.standing)
            }
            CallTable::Free | CallTable::Judged(_) => 0,
            CallTable::Fixed(_) | CallTable::General(_) => return None,
        };
        let holds = match table {
            CallTable::Judged(named) => self.holds_whatever(env, &named.parts, call.when)?,
            _ => env.holds(call.when),
        };
        Some(match table {
            _ if !holds => OpenCalls::Moves(&[]),
            CallTable::Fixed(fixed) => OpenCalls::Moves(&fixed.moves[first..]),
            _ => OpenCalls::Product(self.product(env, call, action_of(index))),
        })
    }

    /// Whether a condition holds, or does not, whatever is named; none if that depends.
    fn holds_whatever(&self, env: Env, named: &[ExprId], e: ExprId) -> Option<bool> {
        let inner = |e: ExprId| self.holds_whatever(env, named, e);
        if !named.contains(&e) {
            return Some(env.holds(e));
        }
        match self.program.nodes[e.index()] {
            Node::Not(e) => inner(e).map(|holds| !holds),
            Node::Binary(operator @ (Operator::And | Operator::Or), left, right) => {
                let settles = operator == Operator::Or;
                match (inner(left), right) {
                    (Some(holds), _) if holds == settles => Some(settles),
                    (left, right) => match inner(right) {
                        Some(holds) if holds == settles => Some(settles),
                        right => left.and(right),
                    },
                }
            }
            _ => None,
        }
    }

    /// Calls whose names and heights never change, but of which some may be as high as what stands.
    fn list_fixed(&self, env: Env, call: &Call, fixed: &FixedCalls, out: &mut Vec<Move>) {
        if !env.holds(call.when) {
            return;
        }
        let s = env.s;
        for (action, height) in fixed.moves.iter().zip(&fixed.heights) {
            let equal = || {
                let naming = self.call_values(s, call, env.who.first(), *action);
                Env { naming: Some(&naming), ..env }.holds(call.equal_ok)
            };
            if *height > s.standing || (*height == s.standing && equal()) {
                out.push(*action);
            }
        }
    }

    /// What each choice of a call can name, where that does not depend on what others name.
    fn product<'a>(&'a self, env: Env, call: &'a Call, action: Move) -> Product<'a> {
        let mut codes = [Codes::Nothing; 3];
        for (codes, choice) in codes.iter_mut().zip(&call.choices) {
            *codes = self.codes_of(env, choice);
        }
        Product { action, codes, counts: codes.map(Codes::len) }
    }

    /// What one choice can name.
    fn codes_of<'a>(&self, env: Env, choice: &'a CallChoice) -> Codes<'a> {
        match choice.r#type {
            ChoiceKind::Number if !choice.numbers.is_empty() => {
                Codes::Numbers(choice.numbers.len().min(256) as u32)
            }
            ChoiceKind::Number => {
                let (low, high) = (i64::from(env.int(choice.low)), i64::from(env.int(choice.high)));
                let step = i64::from(choice.step.max(1));
                let most = if high < low { 0 } else { (high - low) / step + 1 };
                if most > 256 {
                    // A move has no room for so many.
                    work::give_up();
                    return Codes::Numbers(0);
                }
                Codes::Numbers(most as u32)
            }
            ChoiceKind::Suit if choice.suits.is_empty() => {
                Codes::Numbers(u32::from(self.tables.suits))
            }
            ChoiceKind::Suit => Codes::Suits(&choice.suits[..choice.suits.len().min(256)]),
            ChoiceKind::Rank => {
                let there = match choice.ranks_in {
                    Some(zone) => env.cards_of(env.zone(zone)),
                    None => self.tables.all,
                };
                let ranks = Cards(there).map(|card| self.tables.rank[usize::from(card)]);
                Codes::Ranks(ranks.fold(0, |ranks, rank| ranks | 1 << (rank & 63)))
            }
            ChoiceKind::Seat => Codes::Seats(env.seats_of(choice.seats)),
            ChoiceKind::Word => Codes::Numbers(choice.words.len().min(256) as u32),
        }
    }

    /// Goes through everything that may be called, choice by choice, until `found` returns false; whether
    /// it never did. What does not depend on what is named has been judged.
    fn name_each(
        &self,
        env: Env,
        (call, table): (&Call, &CallTable),
        action: Move,
        found: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let conditions = match table {
            CallTable::Judged(named) => &named.all[..],
            CallTable::General(named) => match self.holds_whatever(env, &named.parts, call.when) {
                Some(false) => return true,
                Some(true) => &[],
                None => &named.all[..],
            },
            // What is named does not matter to their conditions.
            CallTable::Fixed(_) | CallTable::Free => &[],
        };
        self.name_next(env, (call, conditions), (0, action), Naming::default(), found)
    }

    fn name_next(
        &self,
        env: Env,
        (call, conditions): (&Call, &[ExprId]),
        (place, action): (usize, Move),
        naming: Naming,
        found: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        if !work::spend(2) {
            return true;
        }
        let Some(choice) = call.choices.get(place) else {
            let env = Env { naming: Some(&naming), ..env };
            return !(work::spend(1) && may_call(env, call, conditions)) || found(action);
        };
        let env = Env { naming: Some(&naming), ..env };
        let codes = self.codes_of(env, choice);
        (0..codes.len()).map(|place| codes.get(place)).all(|code| {
            if work::is_spent() {
                return true;
            }
            let mut next = naming;
            self.name(env, choice, code, &mut next);
            let action = encode(action, place, code);
            self.name_next(env, (call, conditions), (place + 1, action), next, found)
        })
    }

    /// Adds what a code names to what a call names.
    fn name(&self, env: Env, choice: &CallChoice, code: u8, naming: &mut Naming) {
        let value = match choice.r#type {
            ChoiceKind::Number if !choice.numbers.is_empty() => {
                choice.numbers.get(usize::from(code)).copied().unwrap_or(0)
            }
            ChoiceKind::Number => {
                env.int(choice.low).saturating_add(i32::from(code) * choice.step.max(1))
            }
            ChoiceKind::Suit => {
                let (value, suit) = suit_value(code);
                naming.suit = Some(suit);
                value
            }
            ChoiceKind::Rank => {
                naming.rank = Some(code);
                i32::from(code)
            }
            _ => i32::from(code),
        };
        naming.push(choice.name, value);
    }

    /// What a call move names: the value of each choice.
    pub fn call_values(&self, s: &State, call: &Call, seat: u8, action: Move) -> Naming {
        let mut naming = Naming::default();
        for (place, choice) in call.choices.iter().enumerate() {
            let known = naming;
            let env = Env { naming: Some(&known), ..Env::new(self, s, seat) };
            self.name(env, choice, decode(action, place), &mut naming);
        }
        naming
    }

    // --- what then happens -----------------------------------------------------------------------

    pub(in crate::game) fn call_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &CallPhase,
        seat: u8,
        action: Move,
    ) {
        if phase.simultaneous {
            s.answers[usize::from(seat)] = action;
            s.answered |= 1 << seat;
            self.count_turn(s);
            return;
        }
        let frame = *s.innermost();
        let in_turn = s.control[usize::from(frame.seat)] == seat;
        let caller = if in_turn { frame.seat } else { seat };
        s.frame().stage = if in_turn { ASK } else { ANSWER };
        s.turn = caller;
        if action.kind == Kind::Pass {
            return;
        }
        let Some(call) = phase.calls.get(usize::from(action.a)) else { return };
        self.record(s, phase, call, caller, action);
        self.act(s, rng, &call.r#do, caller);
        if s.signal != Signal::None {
            return;
        }
        if !in_turn {
            s.turn = frame.seat;
        }
        let closed = s.end_phase
            || self.holds(s, caller, phase.close)
            || (in_turn && self.judges_steps && !self.has_more_to_ask(s, phase));
        s.end_phase = false;
        s.check = self.judges_steps;
        if closed {
            self.finish(s, rng);
        } else if !in_turn {
            // Whoever was asked may have nothing left to say.
            if !self.can_call(s, frame.phase, phase, frame.seat, false) {
                s.frame().stage = ASK;
            }
        }
    }

    /// Notes that a call was made, and what it named.
    fn record(&self, s: &mut State, phase: &CallPhase, call: &Call, seat: u8, action: Move) {
        let naming = self.call_values(s, call, seat, action);
        let height =
            call.key.map(|key| Env { naming: Some(&naming), ..Env::new(self, s, seat) }.int(key));
        for (choice, value) in naming.choices() {
            s.registers[self.layout.choices + usize::from(*choice)] = *value;
            let named = Named { seat, call: call.name.0, choice: *choice, value: *value };
            // Only who was the first to name something is ever asked.
            if !s.history.contains(&named) {
                s.history.push(named);
            }
        }
        if let Some(suit) = naming.suit {
            s.named_suit = suit;
        }
        if let Some(rank) = naming.rank {
            s.named_rank = rank;
        }
        s.registers[self.layout.called + call.name.index()] |= 1 << seat;
        s.calls += 1;
        if call.is_pass {
            s.passes_in_row += 1;
            if phase.pass_is_final {
                s.answered |= 1 << seat;
            }
        } else {
            s.passes_in_row = 0;
        }
        if let Some(height) = height {
            s.standing = height;
            s.has_standing = true;
            s.bids += 1;
        }
    }

    /// All have answered: the call of the highest rank takes effect, of equals the earliest seat's.
    fn weigh_answers(&self, s: &mut State, rng: &mut Rng, phase: &CallPhase) {
        let order = s.innermost().order;
        let mut best: Option<(i32, u8)> = None;
        for seat in order.iter() {
            let action = s.answers[usize::from(seat)];
            let made = action.kind == Kind::Call;
            let Some(call) = phase.calls.get(usize::from(action.a)).filter(|_| made) else {
                continue;
            };
            self.record(s, phase, call, seat, action);
            if best.is_none_or(|(rank, _)| call.rank > rank) {
                best = Some((call.rank, seat));
            }
        }
        if let Some((_, seat)) = best {
            let action = s.answers[usize::from(seat)];
            let call = &phase.calls[usize::from(action.a)];
            let naming = self.call_values(s, call, seat, action);
            for (choice, value) in naming.choices() {
                s.registers[self.layout.choices + usize::from(*choice)] = *value;
            }
            s.named_suit = naming.suit.unwrap_or(s.named_suit);
            s.named_rank = naming.rank.unwrap_or(s.named_rank);
            s.turn = seat;
            self.act(s, rng, &call.r#do, seat);
        }
        s.end_phase = false;
        s.check |= self.judges_steps && best.is_some();
        if s.signal == Signal::None {
            self.finish(s, rng);
        }
    }
}

/// Whether a call may be made with what it names: these conditions must hold.
fn may_call(env: Env, call: &Call, conditions: &[ExprId]) -> bool {
    if !conditions.iter().all(|e| env.holds(*e)) {
        return false;
    }
    match call.key {
        Some(key) if env.s.has_standing => {
            let (height, standing) = (env.int(key), env.s.standing);
            height > standing || (height == standing && env.holds(call.equal_ok))
        }
        _ => true,
    }
}

/// A call of some number that names nothing yet.
fn action_of(index: usize) -> Move {
    Move { a: index as u16, ..Move::plain(Kind::Call) }
}

fn suit_value(suit: u8) -> (i32, u8) {
    if suit == NO_TRUMPS || suit == NO_SUIT { (NONE, NO_SUIT) } else { (i32::from(suit), suit) }
}

fn encode(mut action: Move, place: usize, code: u8) -> Move {
    match place {
        0 => action.b |= u16::from(code),
        1 => action.b |= u16::from(code) << 8,
        _ => action.c = code,
    }
    action
}

fn decode(action: Move, place: usize) -> u8 {
    match place {
        0 => action.b as u8,
        1 => (action.b >> 8) as u8,
        _ => action.c,
    }
}

/// What a choice of a call can name, in order.
#[derive(Clone, Copy)]
enum Codes<'a> {
    /// There is no such choice.
    Nothing,
    /// As many numbers, from 0 on.
    Numbers(u32),
    Suits(&'a [Suit]),
    /// By their numbers.
    Ranks(u64),
    Seats(SeatList),
}

impl Codes<'_> {
    #[inline(always)]
    fn len(self) -> u32 {
        match self {
            Self::Nothing => 1,
            Self::Numbers(many) => many,
            Self::Suits(suits) => suits.len() as u32,
            Self::Ranks(ranks) => ranks.count_ones(),
            Self::Seats(seats) => u32::from(seats.len()),
        }
    }

    #[inline(always)]
    fn get(self, place: u32) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::Numbers(_) => place as u8,
            Self::Suits(suits) => match suits[place as usize].0 {
                suit if suit_value(suit).0 == NONE => NO_TRUMPS,
                suit => suit,
            },
            Self::Ranks(ranks) => nth(CardSet::from(ranks), place),
            Self::Seats(seats) => seats.get(place as u8),
        }
    }
}

/// Everything that a call can name, the last choice changing first.
#[derive(Clone, Copy)]
struct Product<'a> {
    action: Move,
    codes: [Codes<'a>; 3],
    counts: [u32; 3],
}

impl Product<'_> {
    fn len(&self) -> u32 {
        let [first, second, third] = self.counts;
        first.saturating_mul(second).saturating_mul(third)
    }

    fn get(&self, place: u32) -> Move {
        let [_, second, third] = self.counts;
        let (rest, last) = (place / third.max(1), place % third.max(1));
        let places = [rest / second.max(1), rest % second.max(1), last];
        (0..3).fold(self.action, |action, choice| {
            encode(action, choice, self.codes[choice].get(places[choice]))
        })
    }
}

/// The most calls of a phase that are counted instead of listed.
const MOST_CALLS: usize = 8;

/// The moves of a phase, none of which has to be judged.
struct OpenList<'a> {
    calls: [OpenCalls<'a>; MOST_CALLS],
    many: u32,
}

impl OpenList<'_> {
    /// No moves.
    #[inline(always)]
    fn new() -> Self {
        Self { calls: [OpenCalls::Moves(&[]); MOST_CALLS], many: 0 }
    }

    /// The move at a place.
    fn get(&self, mut place: u32) -> Move {
        for call in &self.calls {
            if place < call.len() {
                return call.get(place);
            }
            place -= call.len();
        }
        Move::NONE
    }
}

/// The move at a place of lists that follow each other.
fn nth_of(lists: &[&[Move]], mut place: u32) -> Move {
    for list in lists {
        match list.get(place as usize) {
            Some(action) => return *action,
            None => place -= list.len() as u32,
        }
    }
    Move::NONE
}

/// The moves of a call, none of which has to be judged.
#[derive(Clone, Copy)]
enum OpenCalls<'a> {
    Moves(&'a [Move]),
    Product(Product<'a>),
}

impl OpenCalls<'_> {
    fn len(&self) -> u32 {
        match self {
            Self::Moves(moves) => moves.len() as u32,
            Self::Product(product) => product.len(),
        }
    }

    fn get(&self, place: u32) -> Move {
        match self {
            Self::Moves(moves) => moves[place as usize],
            Self::Product(product) => product.get(place),
        }
    }

    fn list(&self, out: &mut Vec<Move>) {
        match self {
            Self::Moves(moves) => out.extend_from_slice(moves),
            Self::Product(product) if work::spend(product.len().saturating_mul(2)) => {
                out.extend((0..product.len()).map(|place| product.get(place)));
            }
            Self::Product(_) => {}
        }
    }
}

/// How the moves of a call are found.
#[derive(Clone, Debug)]
pub(in crate::game) enum CallTable {
    /// They are always the same, each with its height; only its condition and what stands matter.
    Fixed(FixedCalls),
    /// Any product of what its choices can name.
    Free,
    /// The same, if its condition holds, which depends on what is named.
    Judged(Judged),
    /// By going through what each choice can name after what was named before.
    General(Judged),
}

/// The parts of a condition that read what a call names.
#[derive(Clone, Debug)]
pub(in crate::game) struct Judged {
    /// The condition, and what it is made of by `and`, `or` and `not`.
    parts: Box<[ExprId]>,
    /// Those that must all hold, whatever else does.
    all: Box<[ExprId]>,
}

impl Judged {
    fn new(program: &Program, when: ExprId) -> Self {
        let (mut parts, mut all) = (Vec::new(), Vec::new());
        parts_that_name(program, when, &mut parts);
        conditions_that_name(program, when, &mut all);
        Self { parts: parts.into(), all: all.into() }
    }
}

/// The moves of a call that are always the same.
#[derive(Clone, Debug)]
pub(in crate::game) struct FixedCalls {
    moves: Vec<Move>,
    /// How high each of them is, if that matters.
    heights: Vec<i32>,
    highest: i32,
    /// Whether each is at least as high as the one before.
    rising: bool,
}

impl FixedCalls {
    fn new(calls: Vec<(Move, i32)>) -> Self {
        let (moves, heights): (Vec<_>, Vec<_>) = calls.into_iter().unzip();
        let highest = heights.iter().copied().max().unwrap_or(i32::MIN);
        Self { moves, highest, rising: heights.is_sorted(), heights }
    }

    /// Whether there are none.
    pub(in crate::game) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// By phase: whether everybody makes one of some calls that are always the same, in turn, and whoever is
/// at hand may choose it without a list.
pub(in crate::game) fn calls_in_turn(game: &Game) -> Vec<bool> {
    let fixed = |(call, table): (&Call, &CallTable)| match table {
        CallTable::Fixed(fixed) => {
            call.key.is_none() || fixed.rising && game.lowered.never(call.equal_ok)
        }
        CallTable::Free | CallTable::Judged(_) | CallTable::General(_) => false,
    };
    let of = |(number, phase): (usize, &Phase)| match phase {
        Phase::Call(phase) => {
            let tables = &game.call_tables[number];
            let shy = game.privacy.shy(PhaseId(number as u16));
            phase.calls.len() <= MOST_CALLS
                && game.are_calls_in_turn(phase)
                && !game.heads[number].stoppable
                && !game.heads[number].asks
                && !game.bound
                && !game.judges_steps
                && !game.privacy.closes()
                && !shy.0
                && phase.calls.iter().zip(tables).all(fixed)
        }
        _ => false,
    };
    game.program.phases.iter().enumerate().map(of).collect()
}

/// How the moves of all calls are found, by the number of their phase.
pub(in crate::game) fn call_tables(program: &Program, tables: &Tables) -> Vec<Vec<CallTable>> {
    let table = |phase: &Phase| match phase {
        Phase::Call(phase) => {
            let calls = phase.calls.iter().enumerate();
            calls.map(|(number, call)| call_table(program, tables, number, call)).collect()
        }
        _ => Vec::new(),
    };
    program.phases.iter().map(table).collect()
}

fn call_table(program: &Program, tables: &Tables, number: usize, call: &Call) -> CallTable {
    let names = call.choices.iter().flat_map(|choice| [choice.low, choice.high, choice.seats]);
    let zones = call.choices.iter().filter_map(|choice| choice.ranks_in);
    let depends = |e: ExprId| reads_choice(program, e);
    let judged = || Judged::new(program, call.when);
    if names.chain(zones).any(depends) {
        return CallTable::General(judged());
    }
    if depends(call.when) {
        return match call.key {
            None => CallTable::Judged(judged()),
            Some(_) => CallTable::General(judged()),
        };
    }
    let product = || match call.key {
        None => CallTable::Free,
        Some(_) => CallTable::General(judged()),
    };
    let Some(values) = fixed_values(program, tables, call) else { return product() };
    let mut moves = Vec::new();
    let mut action = Move::plain(Kind::Call);
    action.a = number as u16;
    if !each_product(program, call, &values, action, &mut Vec::new(), &mut moves) {
        return product();
    }
    CallTable::Fixed(FixedCalls::new(moves))
}

/// Goes through all products of values; false if the height of a call is not just arithmetic.
fn each_product(
    program: &Program,
    call: &Call,
    values: &[Vec<(u8, i32)>],
    action: Move,
    named: &mut Vec<i32>,
    out: &mut Vec<(Move, i32)>,
) -> bool {
    let place = named.len();
    let Some(list) = values.get(place) else {
        let height = match call.key {
            Some(key) => arithmetic(program, call, named, key),
            None => Some(0),
        };
        return height.is_some_and(|height| {
            out.push((action, height));
            true
        });
    };
    list.iter().all(|(code, value)| {
        named.push(*value);
        let action = encode(action, place, *code);
        let fine = each_product(program, call, values, action, named, out);
        named.pop();
        fine
    })
}

/// What each choice of a call can name, if that never changes and is not too much.
fn fixed_values(program: &Program, tables: &Tables, call: &Call) -> Option<Vec<Vec<(u8, i32)>>> {
    let number = |e: ExprId| match program.nodes[e.index()] {
        Node::Number(value) => Some(value),
        _ => None,
    };
    let mut lists = Vec::new();
    let mut total = 1;
    for choice in &call.choices {
        let list: Vec<(u8, i32)> = match choice.r#type {
            ChoiceKind::Number if !choice.numbers.is_empty() => {
                (0..=255u8).zip(choice.numbers.iter().copied()).collect()
            }
            ChoiceKind::Number => {
                let (low, high) = (number(choice.low)?, number(choice.high)?);
                let step = choice.step.max(1);
                (0..=255u8)
                    .map(|code| (code, low.saturating_add(i32::from(code).saturating_mul(step))))
                    .take_while(|(_, value)| *value <= high)
                    .collect()
            }
            ChoiceKind::Suit if choice.suits.is_empty() => {
                (0..tables.suits).map(|suit| (suit, i32::from(suit))).collect()
            }
            ChoiceKind::Suit => {
                let named = choice.suits.iter().map(|suit| suit_value(suit.0));
                named
                    .map(|(value, suit)| (if value == NONE { NO_TRUMPS } else { suit }, value))
                    .collect()
            }
            ChoiceKind::Word => {
                (0..choice.words.len().min(256)).map(|word| (word as u8, word as i32)).collect()
            }
            ChoiceKind::Rank | ChoiceKind::Seat => return None,
        };
        total *= list.len();
        lists.push(list);
    }
    (total <= 2_000).then_some(lists)
}

/// The parts of a condition, joined by `and`, `or` and `not`, that read what a call names, and it.
fn parts_that_name(program: &Program, e: ExprId, out: &mut Vec<ExprId>) {
    if !reads_choice(program, e) {
        return;
    }
    out.push(e);
    match program.nodes[e.index()] {
        Node::Not(inner) => parts_that_name(program, inner, out),
        Node::Binary(Operator::And | Operator::Or, left, right) => {
            parts_that_name(program, left, out);
            parts_that_name(program, right, out);
        }
        _ => {}
    }
}

/// The conditions, joined by `and`, that read what a call names.
fn conditions_that_name(program: &Program, e: ExprId, out: &mut Vec<ExprId>) {
    match program.nodes[e.index()] {
        Node::Binary(Operator::And, left, right) => {
            conditions_that_name(program, left, out);
            conditions_that_name(program, right, out);
        }
        _ if reads_choice(program, e) => out.push(e),
        _ => {}
    }
}

/// Whether an expression reads what a call names.
pub(in crate::game) fn reads_choice(program: &Program, e: ExprId) -> bool {
    match program.nodes[e.index()] {
        Node::Choice(_) => true,
        Node::Word(Word::Place, ..) => true,
        Node::CardSet(set) => compares_named(program, program.card_sets[set.index()].cards),
        Node::Word(_, arguments, count) => {
            arguments[..usize::from(count)].iter().any(|e| reads_choice(program, *e))
        }
        Node::Binary(_, left, right) => reads_choice(program, left) || reads_choice(program, right),
        Node::Not(inner) | Node::Negative(inner) => reads_choice(program, inner),
        Node::Zone(_, whose) | Node::Role(_, whose) | Node::Counter(_, whose) => {
            whose.is_some_and(|e| reads_choice(program, e))
        }
        Node::Let(id, whose) => {
            reads_choice(program, program.lets[id.index()].value)
                || whose.is_some_and(|e| reads_choice(program, e))
        }
        _ => false,
    }
}

/// Whether a condition compares cards with what a call names.
fn compares_named(program: &Program, id: CondId) -> bool {
    let condition = &program.conditions[id.index()];
    let named = Some(Reference::Named);
    condition.of == named
        || condition.beats == named
        || children(program, id).into_iter().any(|id| compares_named(program, id))
}

/// By phase: whether what may be called depends on what has been called before in the phase.
pub(in crate::game) fn reads_calls(program: &Program) -> Vec<bool> {
    let depends = |call: &Call| {
        let bounds = call.choices.iter().flat_map(|choice| [choice.low, choice.high, choice.seats]);
        let zones = call.choices.iter().filter_map(|choice| choice.ranks_in);
        let read = bounds.chain(zones).chain([call.when]);
        call.key.is_some() || read.into_iter().any(|e| reads_course(program, e))
    };
    let of = |phase: &Phase| matches!(phase, Phase::Call(phase) if phase.calls.iter().any(depends));
    program.phases.iter().map(of).collect()
}

/// Whether an expression reads what has been called so far in a phase.
fn reads_course(program: &Program, e: ExprId) -> bool {
    let reads = |e: ExprId| reads_course(program, e);
    match program.nodes[e.index()] {
        Node::Word(Word::Standing | Word::Bids | Word::Calls | Word::PassesInRow, ..) => true,
        // Whether somebody could call may depend on it as well.
        Node::Word(Word::Can, ..) => true,
        Node::Word(_, arguments, count) => {
            arguments[..usize::from(count)].iter().any(|e| reads(*e))
        }
        Node::Binary(_, left, right) => reads(left) || reads(right),
        Node::Not(inner) | Node::Negative(inner) => reads(inner),
        Node::Zone(_, whose) | Node::Role(_, whose) | Node::Counter(_, whose) => {
            whose.is_some_and(reads)
        }
        Node::Let(id, whose) => reads(program.lets[id.index()].value) || whose.is_some_and(reads),
        _ => false,
    }
}

/// What an expression comes to that is no more than arithmetic on what the call names.
fn arithmetic(program: &Program, call: &Call, named: &[i32], e: ExprId) -> Option<i32> {
    let inner = |e: ExprId| arithmetic(program, call, named, e);
    let chosen = |id: crate::program::ids::ChoiceId| {
        call.choices.iter().position(|choice| choice.name == id)
    };
    Some(match program.nodes[e.index()] {
        Node::Number(value) => value,
        Node::Choice(id) => *named.get(chosen(id)?)?,
        Node::Negative(e) => inner(e)?.saturating_neg(),
        Node::Word(Word::Place, arguments, 1) => {
            let Node::Choice(id) = program.nodes[arguments[0].index()] else { return None };
            let place = chosen(id)?;
            let (choice, value) = (&call.choices[place], *named.get(place)?);
            match choice.r#type {
                ChoiceKind::Number if !choice.numbers.is_empty() => {
                    let found = choice.numbers.iter().position(|number| *number == value);
                    found.map_or(0, |place| place as i32 + 1)
                }
                ChoiceKind::Number => {
                    let Node::Number(low) = program.nodes[choice.low.index()] else { return None };
                    (value - low) / choice.step.max(1) + 1
                }
                ChoiceKind::Suit if !choice.suits.is_empty() => {
                    let code = if value == NONE { i32::from(NO_TRUMPS) } else { value };
                    let found = choice.suits.iter().position(|suit| i32::from(suit.0) == code);
                    found.map_or(0, |place| place as i32 + 1)
                }
                _ => value + 1,
            }
        }
        Node::Binary(operator, left, right) => match operator {
            Operator::Add => inner(left)?.saturating_add(inner(right)?),
            Operator::Subtract => inner(left)?.saturating_sub(inner(right)?),
            Operator::Multiply => inner(left)?.saturating_mul(inner(right)?),
            _ => return None,
        },
        _ => return None,
    })
}
