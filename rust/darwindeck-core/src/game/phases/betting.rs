//! Betting rounds and showdowns: who may stake what, and who takes the pot.

use crate::game::Game;
use crate::game::cards::{CardSet, Cards, size};
use crate::game::chooser::Chooser;
use crate::game::events::Event;
use crate::game::flow::STEP;
use crate::game::judge::{Env, seats};
use crate::game::lower::Lowered;
use crate::game::moves::{Kind, Move};
use crate::game::patterns::{HandKey, rank_hand_from};
use crate::game::rng::Rng;
use crate::game::state::{SeatList, Signal, State, Waiting};
use crate::game::tables::{NOBODY, SEATS, patterns_of};
use crate::game::work;
use crate::program::Program;
use crate::program::parts::*;

/// Stages of a betting round. Its frame holds in `index` the seats that have acted since the last bet
/// or raise, and in `count` how many bets and raises there were.
const BEGIN: u8 = 0;
const NEXT_SEAT: u8 = 1;

/// The stage in which a seat is asked.
const ANSWER: u8 = 2;

/// The work of one choice of cards for a hand.
const CHOICE: u32 = 3;

/// What a player who is asked owes, and the least and the most they may bet, if they may.
#[derive(Clone, Copy)]
struct Stand {
    owed: i32,
    bounds: Option<(i32, i32)>,
}

/// As many amounts players think of where a bet may be any number.
const THOUGHT_OF: i64 = 16;

impl Game {
    // --- a round of betting ----------------------------------------------------------------------

    pub(in crate::game) fn betting_step(&self, s: &mut State, rng: &mut Rng, phase: &BettingPhase) {
        match s.innermost().stage {
            BEGIN => self.begin_betting(s, rng, phase),
            NEXT_SEAT => self.next_to_bet(s, rng, phase),
            _ => s.waiting = Waiting::Decision,
        }
    }

    /// Whether the decision is no more than what to bet.
    #[inline(always)]
    pub(in crate::game) fn only_bets(&self, s: &State) -> bool {
        let number = usize::from(s.innermost().phase);
        matches!(self.program.phases.get(number), Some(Phase::Betting(_)))
            && !self.bound
            && !self.heads[number].stoppable
            && !self.privacy.closes()
            && s.trial == 0
    }

    /// Lets somebody at hand take the decisions of a round of betting, one after the other; false if they
    /// do not.
    #[inline(never)]
    pub(in crate::game) fn ride_betting<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        moves: &mut Vec<Move>,
    ) -> bool {
        let (number, depth) = (s.innermost().phase, s.depth);
        let Phase::Betting(phase) = self.phase(number) else { return false };
        loop {
            if !self.is_paid_for(s) {
                return true;
            }
            let seat = s.innermost().seat;
            let stand = self.stand(s, phase);
            moves.clear();
            self.list_bets(s, phase, stand, moves);
            if moves.is_empty() {
                self.list_declining(s, moves);
            }
            // To list moves is nothing that the match pays for.
            work::restart();
            if moves.is_empty() {
                return false;
            }
            let mut action = chooser.choose(self, s, moves, rng);
            if let (1.., Some(bounds)) = (action.amount(), stand.bounds) {
                action = chooser.bet(bounds, rng);
            }
            self.announce(s, s.control[usize::from(seat)], action);
            self.count_decision(s, action);
            self.bet(s, rng, phase, action, stand);
            // The next player.
            let same = s.depth == depth && s.innermost().phase == number;
            if self.judges_steps || !self.may_go_on_at_once(s) || !same {
                return true;
            }
            s.check = false;
            s.work += STEP;
            self.next_to_bet(s, rng, phase);
            let asked = s.depth == depth && s.waiting == Waiting::Decision;
            if !asked || s.work >= work::PENDING || !chooser.goes_on(s, 1) {
                return true;
            }
        }
    }

    fn begin_betting(&self, s: &mut State, rng: &mut Rng, phase: &BettingPhase) {
        s.raised = 0;
        let players = seats(self.bettors(s)).filter(|seat| self.is_met(s, *seat));
        let bettors = players.fold(0, |mask, seat| mask | (1 << seat));
        let env = Env::new(self, s, s.turn);
        let mut first = env.seat(phase.first);
        if bettors == 0 {
            self.end_betting(s, rng, phase);
            return;
        }
        if first == NOBODY {
            first = self.after(s, s.dealer, 1);
        }
        // Stakes that are not alike from the start are as good as a bet.
        let owing = seats(bettors).any(|seat| self.owed(s, seat) > 0);
        let seat = self.first_of(s, bettors, first);
        let frame = s.frame();
        frame.seat = seat;
        // The others can neither win nor lose anything more until somebody bets.
        frame.index = !bettors;
        frame.count = i32::from(owing);
        frame.stage = NEXT_SEAT;
    }

    /// Asks the next player who has not answered the last bet; if there is none, the round is over.
    fn next_to_bet(&self, s: &mut State, rng: &mut Rng, phase: &BettingPhase) {
        let frame = *s.innermost();
        let seat = self.first_of(s, self.bettors(s) & !frame.index, frame.seat);
        if seat == NOBODY {
            self.end_betting(s, rng, phase);
            return;
        }
        let handed_over = seat != s.turn;
        s.turn = seat;
        s.frame().seat = seat;
        s.frame().stage = ANSWER;
        if !self.heads[usize::from(frame.phase)].inside {
            self.new_turn(s);
        } else if handed_over {
            self.count_turn(s);
        }
        if s.signal == Signal::None {
            s.waiting = Waiting::Decision;
        }
    }

    fn end_betting(&self, s: &mut State, rng: &mut Rng, phase: &BettingPhase) {
        s.check = self.judges_steps;
        self.decide_pot(s, self.still_in(s), phase.showdown_method);
        self.finish(s, rng);
    }

    /// The players who have not given the hand up.
    fn still_in(&self, s: &State) -> u16 {
        self.tables.everyone & s.active & !s.out
    }

    /// Those of them whom the innermost phase concerns.
    fn concerned(&self, s: &State) -> u16 {
        let frame = s.innermost();
        let named = self.heads[usize::from(frame.phase)].who.is_some();
        let all = self.still_in(s);
        if named { all & frame.order.mask() } else { all }
    }

    /// Those of them who have chips.
    fn bettors(&self, s: &State) -> u16 {
        let chips = &s.chips[..usize::from(self.tables.players).min(SEATS)];
        let rich = |mask, (seat, chips): (usize, &i32)| mask | u16::from(*chips > 0) << seat;
        self.concerned(s) & chips.iter().enumerate().fold(0, rich)
    }

    /// Whether somebody else in the hand has staked, or could stake, more than a player has.
    fn is_met(&self, s: &State, seat: u8) -> bool {
        self.could_exceed(s, seat, s.staked[usize::from(seat)])
    }

    /// Whether somebody else in the hand has staked, or could stake, more than so much.
    fn could_exceed(&self, s: &State, seat: u8, stake: i32) -> bool {
        let mut others = seats(self.still_in(s) & !(1 << seat)).map(usize::from);
        others.any(|other| s.staked[other].saturating_add(s.chips[other]) > stake)
    }

    /// What a player's stake falls short of the highest.
    pub(in crate::game) fn owed(&self, s: &State, seat: u8) -> i32 {
        let stakes = seats(self.still_in(s)).map(|other| s.staked[usize::from(other)]);
        let own = s.staked[usize::from(seat)];
        stakes.fold(own, i32::max) - own
    }

    pub(in crate::game) fn betting_list(
        &self,
        s: &State,
        phase: &BettingPhase,
        out: &mut Vec<Move>,
    ) {
        self.list_bets(s, phase, self.stand(s, phase), out);
    }

    /// Lists what the player who is asked may do.
    fn list_bets(&self, s: &State, phase: &BettingPhase, stand: Stand, out: &mut Vec<Move>) {
        let frame = s.innermost();
        let (Stand { owed, bounds }, chips) = (stand, s.chips[usize::from(frame.seat)]);
        let opened = frame.count > 0;
        if phase.bring_in.is_some() && !opened {
            if let Some((least, _)) = bounds {
                out.push(Move::bet(if phase.max_bet.is_some() { least } else { 0 }));
            }
            out.push(Move::plain(Kind::Match));
            return;
        }
        if owed == 0 && (opened || phase.may_check) {
            out.push(Move::plain(Kind::Check));
        }
        if let Some((least, _)) = bounds {
            out.push(Move::bet(if phase.max_bet.is_some() { least } else { 0 }));
        }
        if owed > 0 && (chips >= owed || phase.all_in) {
            out.push(Move::plain(Kind::Match));
        }
        if opened || !phase.may_check {
            out.push(Move::plain(Kind::Fold));
        }
    }

    /// What the player who is asked owes, and may bet.
    fn stand(&self, s: &State, phase: &BettingPhase) -> Stand {
        let owed = self.owed(s, s.innermost().seat);
        Stand { owed, bounds: self.bounds(s, phase, owed) }
    }

    /// The least and the most that the player who is asked, and owes so much, may bet or raise by; None if
    /// they may not.
    fn bounds(&self, s: &State, phase: &BettingPhase, owed: i32) -> Option<(i32, i32)> {
        let frame = s.innermost();
        let (seat, index) = (frame.seat, usize::from(frame.seat));
        let env = Env::new(self, s, seat);
        let closed = owed > 0 && owed < phase.reopening.map_or(s.raised, |least| env.int(least));
        if closed || phase.max_raises.is_some_and(|most| frame.count > most) {
            return None;
        }
        if frame.count == 0
            && phase.bring_in.is_some_and(|least| s.chips[index] <= env.int(least).max(1))
        {
            return None;
        }
        let least = env.int(phase.min_bet).max(1);
        let left = s.chips[index].saturating_sub(owed);
        let Some(most) = phase.max_bet else {
            return (left >= least).then_some((least, least));
        };
        let highest = s.staked[index].saturating_add(owed);
        if left <= 0 || !self.could_exceed(s, seat, highest) || left < least && !phase.all_in {
            return None;
        }
        Some((least.min(left), env.int(most).max(least).min(left)))
    }

    /// The least and the most that a seat may bet or raise by; None if it may not.
    pub fn bet_bounds(&self, s: &State, seat: u8) -> Option<(i32, i32)> {
        self.betting_of(s, seat).and_then(|phase| self.stand(s, phase).bounds)
    }

    /// The same where it names the amount.
    pub(in crate::game) fn amounts(&self, s: &State, seat: u8) -> Option<(i32, i32)> {
        let phase = self.betting_of(s, seat).filter(|phase| phase.max_bet.is_some())?;
        self.stand(s, phase).bounds
    }

    /// The round of betting in which a seat is asked.
    fn betting_of(&self, s: &State, seat: u8) -> Option<&BettingPhase> {
        if seat >= 16 || self.to_move(s) & (1 << seat) == 0 {
            return None;
        }
        match self.program.phases.get(usize::from(s.innermost().phase)) {
            Some(Phase::Betting(phase)) => Some(phase),
            _ => None,
        }
    }

    /// Whether a seat may make a move now.
    pub fn allows(&self, s: &State, seat: u8, action: Move, moves: &mut Vec<Move>) -> bool {
        if action.amount() > 0 {
            let bounds = self.amounts(s, seat);
            return action == Move::bet(action.amount())
                && bounds.is_some_and(|(low, high)| (low..=high).contains(&action.amount()));
        }
        self.legal(s, seat, moves);
        moves.contains(&action)
    }

    /// Everything that a seat may decide now; of a range of amounts at most sixteen, the lower ones more
    /// closely.
    pub fn choices(&self, s: &State, seat: u8, out: &mut Vec<Move>) {
        self.legal(s, seat, out);
        let Some(place) = out.iter().position(|action| action.amount() > 0) else { return };
        let Some(bounds) = self.amounts(s, seat) else { return };
        out.splice(place..=place, thought_of(bounds).map(Move::bet));
    }

    /// A move, or, if it names an amount, one of those that players think of, each as likely.
    pub fn varied(&self, s: &State, seat: u8, action: Move, rng: &mut Rng) -> Move {
        if action.amount() == 0 {
            return action;
        }
        self.amounts(s, seat).map_or(action, |bounds| Self::any_bet(bounds, rng))
    }

    /// One of the amounts that players think of between two, each as likely.
    pub fn any_bet(bounds: (i32, i32), rng: &mut Rng) -> Move {
        let step = rng.below(steps_of(bounds) as u32 + 1);
        Move::bet(amount_of(bounds, i64::from(step)))
    }

    pub(in crate::game) fn betting_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &BettingPhase,
        action: Move,
    ) {
        let stand = match (action.kind, phase.max_bet) {
            (Kind::Bet, None) => self.stand(s, phase),
            _ => Stand { owed: self.owed(s, s.innermost().seat), bounds: None },
        };
        self.bet(s, rng, phase, action, stand);
    }

    /// Does what the player who is asked has decided.
    fn bet(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &BettingPhase,
        action: Move,
        Stand { owed, bounds }: Stand,
    ) {
        let seat = s.innermost().seat;
        // Seats count from the dealer, so that the same betting is the same number in every hand.
        let place = u64::from(seat.wrapping_sub(s.dealer) & 15);
        let deed = u64::from(action.kind as u8) << 4 | (action.amount() as u64) << 12;
        s.wagers = (s.wagers ^ place ^ deed).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        match action.kind {
            Kind::Bet => {
                let by = match phase.max_bet {
                    Some(_) => action.amount(),
                    None => bounds.map_or(0, |(least, _)| least),
                };
                self.stake(s, seat, owed.saturating_add(by));
                s.raised = s.raised.max(by);
                // Whoever bets instead of bringing in has done both.
                let brought = phase.bring_in.is_some() && s.innermost().count == 0;
                s.frame().count += 1 + i32::from(brought);
                s.frame().index = 0;
            }
            Kind::Match => match phase.bring_in.filter(|_| s.innermost().count == 0) {
                Some(bring_in) => {
                    let amount = self.int(s, seat, bring_in).max(1);
                    self.stake(s, seat, amount);
                    s.frame().count = 1;
                    s.frame().index = 0;
                }
                None => {
                    self.stake(s, seat, owed);
                }
            },
            Kind::Fold => self.fold(s, seat),
            _ => {}
        }
        let next = self.step(s, seat);
        let frame = s.frame();
        frame.index |= 1 << seat;
        frame.seat = next;
        frame.stage = NEXT_SEAT;
        s.check = self.judges_steps;
        if s.signal == Signal::None && self.has_bet(s) {
            self.end_betting(s, rng, phase);
        }
    }

    /// Whether nobody has the last bet still to answer.
    fn has_bet(&self, s: &State) -> bool {
        self.bettors(s) & !s.innermost().index == 0
    }

    /// A player gives the hand up; the last one who does not takes the pot, and the hand ends.
    fn fold(&self, s: &mut State, seat: u8) {
        self.sit_out(s, seat);
        let left = self.still_in(s);
        if left.count_ones() == 1 {
            self.take_pot(s, left.trailing_zeros() as u8);
            s.signal = Signal::EndHand(true);
        }
    }

    // --- the pot ---------------------------------------------------------------------------------

    pub(in crate::game) fn showdown_step(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &ShowdownPhase,
    ) {
        self.decide_pot(s, self.concerned(s), phase.method);
        s.check = self.judges_steps;
        self.finish(s, rng);
    }

    /// Gives the pot to whoever it belongs to by now.
    fn decide_pot(&self, s: &mut State, contenders: u16, method: ShowdownMethod) {
        if contenders == 0 {
            return;
        }
        if self.still_in(s).count_ones() == 1 {
            self.take_pot(s, contenders.trailing_zeros() as u8);
        } else if method != ShowdownMethod::FoldOnly {
            self.show_down(s, contenders, method);
        }
    }

    /// A player takes the whole pot without showing a card.
    fn take_pot(&self, s: &mut State, seat: u8) {
        let pot = s.pot;
        s.pot = 0;
        s.staked.fill(0);
        s.dead.fill(0);
        self.pay(s, seat, pot);
    }

    /// Some players show their hands, and the pot is shared out by them.
    fn show_down(&self, s: &mut State, contenders: u16, method: ShowdownMethod) {
        if s.trial > 0 {
            s.unforeseen = true;
            return;
        }
        for seat in seats(contenders) {
            self.show_hand(s, seat);
        }
        let shares = self.shares_at(method).len();
        let mut keys = vec![[None; SEATS]; 1 + shares];
        for seat in seats(contenders) {
            keys[0][usize::from(seat)] = self.hand_strength(s, seat, method);
            for share in 0..shares {
                keys[1 + share][usize::from(seat)] = self.share_strength(s, seat, share);
            }
        }
        let staked: i32 = s.staked.iter().sum();
        let pot = Pot {
            stakes: s.staked,
            dead: s.dead,
            carried: (s.pot - staked).max(0),
            contenders,
            keys,
            order: self.everyone_in_order(s),
        };
        let paid = pot.payouts();
        s.pot -= paid.iter().sum::<i32>();
        s.staked.fill(0);
        s.dead.fill(0);
        for (seat, amount) in paid.into_iter().enumerate() {
            self.pay(s, seat as u8, amount);
        }
    }

    /// Everybody sees the cards of a hand that not all could see.
    fn show_hand(&self, s: &mut State, seat: u8) {
        let evaluation = self.program.hand_evaluation.as_ref();
        let parts = evaluation.map_or(&[][..], |e| &e.parts[..]);
        let mut places = Vec::new();
        if parts.is_empty() && self.tables.zones.get(self.hand_zone).is_some() {
            places.push(self.tables.place(self.hand_zone, seat));
        }
        let shares = evaluation.map_or(&[][..], |e| &e.shares[..]);
        for part in parts.iter().chain(shares.iter().flat_map(|share| &share.parts)) {
            let env = Env::new(self, s, seat);
            let zone = env.zone(part.zone);
            let own = self.tables.zones.get(usize::from(zone.zone));
            if own.is_some_and(|zone| zone.owner == Owner::Seat && zone.sees != Sees::All) {
                env.each_place(zone, |place| {
                    if !places.contains(&place) {
                        places.push(place);
                    }
                });
            }
        }
        places.into_iter().for_each(|place| self.show_place(s, place));
    }

    fn show_place(&self, s: &mut State, place: u16) {
        let cards = s.sets[usize::from(place)];
        self.reveal(s, cards);
        if s.noting {
            Cards(cards).for_each(|card| s.note(Event::Shown { place, card }));
        }
    }

    // --- which hand is better --------------------------------------------------------------------

    /// How good the hand of a seat is; the higher the better. None is the lowest: hands that form
    /// nothing, that are too much, or that nothing compares.
    pub(in crate::game) fn hand_strength(
        &self,
        s: &State,
        seat: u8,
        method: ShowdownMethod,
    ) -> Option<HandKey> {
        match method {
            ShowdownMethod::HighestCard => Some(self.by_high_cards(s, self.hand_of(s, seat))),
            ShowdownMethod::HandEvaluation => self.evaluated_in_parts(s, seat),
            ShowdownMethod::FoldOnly => None,
        }
    }

    /// The other comparisons that decide shares of the pot at a showdown of some kind.
    pub fn shares_at(&self, method: ShowdownMethod) -> &[PotShare] {
        match (&self.program.hand_evaluation, method) {
            (Some(evaluation), ShowdownMethod::HandEvaluation) => &evaluation.shares,
            _ => &[],
        }
    }

    /// How good the hand of a seat is by one of the shares of the pot; see `hand_strength`.
    pub fn share_strength(&self, s: &State, seat: u8, share: usize) -> Option<HandKey> {
        let evaluation = self.program.hand_evaluation.as_ref()?;
        let own = &evaluation.shares.get(share)?.parts;
        let parts = if own.is_empty() { &evaluation.parts } else { own };
        self.best_of_parts(s, seat, parts, Comparison::Share(share))
    }

    /// How good the best hand is that a seat can make of the cards that hands are made of.
    fn evaluated_in_parts(&self, s: &State, seat: u8) -> Option<HandKey> {
        let parts = self.program.hand_evaluation.as_ref().map_or(&[][..], |e| &e.parts[..]);
        self.best_of_parts(s, seat, parts, Comparison::Hand)
    }

    /// How good the best hand is that a seat can make of some parts.
    fn best_of_parts(
        &self,
        s: &State,
        seat: u8,
        parts: &[HandPart],
        by: Comparison,
    ) -> Option<HandKey> {
        if parts.is_empty() {
            return self.compared(s, seat, self.hand_of(s, seat), i32::MIN, by);
        }
        let env = Env::new(self, s, seat);
        let mut whole = 0;
        let mut chosen_from = Vec::new();
        for part in parts {
            let cards = env.cards_of(env.zone(part.zone));
            match part.count.and_then(|count| usize::try_from(count).ok()) {
                Some(count) if count < size(cards) => chosen_from.push((cards, count)),
                _ => whole |= cards,
            }
        }
        self.best_choice(s, seat, whole, &chosen_from, (None, by))
    }

    /// How good the best hand is that has all of some cards and so many of each of some others; at least
    /// as good as the best one so far.
    fn best_choice(
        &self,
        s: &State,
        seat: u8,
        whole: CardSet,
        chosen_from: &[(CardSet, usize)],
        (best, by): (Option<HandKey>, Comparison),
    ) -> Option<HandKey> {
        match chosen_from.split_first() {
            Some((first, others)) => {
                self.best_choice_of(s, seat, whole, *first, others, (best, by))
            }
            None => {
                let least = best.map_or(i32::MIN, |best| best.priority);
                best.max(self.compared(s, seat, whole, least, by))
            }
        }
    }

    /// The same where so many of some cards are chosen first.
    fn best_choice_of(
        &self,
        s: &State,
        seat: u8,
        whole: CardSet,
        (cards, count): (CardSet, usize),
        others: &[(CardSet, usize)],
        (mut best, by): (Option<HandKey>, Comparison),
    ) -> Option<HandKey> {
        if count == 0 || cards == 0 {
            return self.best_choice(s, seat, whole, others, (best, by));
        }
        if size(cards) == count {
            return match work::spend(CHOICE * count as u32) {
                true => self.best_choice(s, seat, whole | cards, others, (best, by)),
                false => best,
            };
        }
        let mut rest = cards;
        // The lowest card of the choice, and then the others of it among those above.
        while size(rest) >= count && work::spend(CHOICE) {
            let lowest = rest & rest.wrapping_neg();
            rest &= !lowest;
            let further = (rest, count - 1);
            best = self.best_choice_of(s, seat, whole | lowest, further, others, (best, by));
        }
        best
    }

    /// How good some cards are by the hand evaluation, if a seat holds them; see `hand_strength`.
    pub fn evaluated(&self, s: &State, seat: u8, hand: CardSet) -> Option<HandKey> {
        self.compared(s, seat, hand, i32::MIN, Comparison::Hand)
    }

    /// How good some cards are by one of the comparisons; those below a priority need not be told apart.
    fn compared(
        &self,
        s: &State,
        seat: u8,
        hand: CardSet,
        least: i32,
        by: Comparison,
    ) -> Option<HandKey> {
        let evaluation = self.program.hand_evaluation.as_ref()?;
        match by {
            Comparison::Hand if evaluation.lowest => {
                let matched = evaluation.method == HandEvaluationMethod::PatternMatch;
                let size = matched.then(|| size_of(&evaluation.patterns)).flatten();
                lowest(hand, size, |hand| self.evaluated_from(s, seat, hand, i32::MIN))
            }
            Comparison::Hand => self.evaluated_from(s, seat, hand, least),
            Comparison::Share(number) => self.by_share(s, seat, (evaluation, number), hand, least),
        }
    }

    fn by_share(
        &self,
        s: &State,
        seat: u8,
        (evaluation, number): (&HandEvaluation, usize),
        hand: CardSet,
        least: i32,
    ) -> Option<HandKey> {
        let context = self.context(s);
        let share = evaluation.shares.get(number)?;
        let table = context.shares.get(number)?;
        let env = Env::new(self, s, seat);
        let patterns = || patterns_of(&self.program, evaluation, share);
        let valid: Vec<_>;
        let shapes = match self.hands_hold.1[number] {
            true => &table.shapes,
            false => {
                let open = patterns().zip(&table.shapes);
                let open = open.filter(|(pattern, _)| env.holds(pattern.when));
                valid = open.map(|(_, shape)| shape.clone()).collect();
                &valid
            }
        };
        let faces = table.faces.as_ref().unwrap_or(&context.faces);
        match share.lowest {
            true => lowest(hand, patterns().next().and_then(required), |hand| {
                rank_hand_from(shapes, faces, hand, i32::MIN)
            }),
            false => rank_hand_from(shapes, faces, hand, least),
        }
    }

    /// The same; of hands that form patterns, those of a lower priority need not be told apart.
    fn evaluated_from(&self, s: &State, seat: u8, hand: CardSet, least: i32) -> Option<HandKey> {
        let evaluation = self.program.hand_evaluation.as_ref()?;
        match evaluation.method {
            HandEvaluationMethod::None => None,
            HandEvaluationMethod::HighCard => Some(self.by_high_cards(s, hand)),
            HandEvaluationMethod::PointTotal => {
                by_total(self.total(hand), evaluation.target_value, evaluation.bust_threshold)
            }
            HandEvaluationMethod::PatternMatch => self.by_pattern(s, seat, evaluation, hand, least),
            HandEvaluationMethod::CardCount => {
                Some(HandKey { priority: size(hand) as i32, ties: [0; 2] })
            }
        }
    }

    fn by_high_cards(&self, s: &State, hand: CardSet) -> HandKey {
        let high = high_cards(&self.context(s).strength, self.tables.all, hand);
        HandKey { priority: 0, ties: [high, 0] }
    }

    fn by_pattern(
        &self,
        s: &State,
        seat: u8,
        evaluation: &HandEvaluation,
        hand: CardSet,
        least: i32,
    ) -> Option<HandKey> {
        let context = self.context(s);
        if self.hands_hold.0 {
            return rank_hand_from(&context.hands, &context.faces, hand, least);
        }
        let env = Env::new(self, s, seat);
        let patterns = evaluation.patterns.iter().zip(&context.hands);
        let valid = patterns.filter(|(pattern, _)| env.holds(pattern.when));
        let shapes: Vec<_> = valid.map(|(_, shape)| shape.clone()).collect();
        rank_hand_from(&shapes, &context.faces, hand, least)
    }
}

/// One of the ways in which the hands of a game are compared.
#[derive(Clone, Copy)]
enum Comparison {
    /// By the hand evaluation.
    Hand,
    /// By one of its shares.
    Share(usize),
}

/// How many cards a hand has that is compared by these patterns, which all say the same.
fn size_of(patterns: &[HandPattern]) -> Option<usize> {
    patterns.first().and_then(required)
}

fn required(pattern: &HandPattern) -> Option<usize> {
    pattern.required_count.and_then(|count| usize::try_from(count).ok())
}

/// Whether the patterns by which hands are compared always hold, and those of each share of the pot.
pub(in crate::game) fn hands_hold(program: &Program, lowered: &Lowered) -> (bool, Vec<bool>) {
    let Some(evaluation) = &program.hand_evaluation else { return (true, Vec::new()) };
    let always = |pattern: &HandPattern| lowered.always(pattern.when);
    let of_share = |share| patterns_of(program, evaluation, share).all(always);
    (evaluation.patterns.iter().all(always), evaluation.shares.iter().map(of_share).collect())
}

/// How good a hand is where the lowest is the best: of all choices of so many cards, or of all of them, the
/// lowest that is a hand at all.
fn lowest(
    hand: CardSet,
    wanted: Option<usize>,
    judge: impl Fn(CardSet) -> Option<HandKey>,
) -> Option<HandKey> {
    let turned = |key: HandKey| HandKey { priority: !key.priority, ties: key.ties.map(|t| !t) };
    let mut best = None;
    let mut offer = |choice| best = best.max(judge(choice).map(turned));
    match wanted {
        Some(wanted) => each_choice(0, hand, wanted, &mut offer),
        None => offer(hand),
    }
    best
}

/// Every choice of so many of some cards, together with others.
fn each_choice(chosen: CardSet, cards: CardSet, wanted: usize, offer: &mut impl FnMut(CardSet)) {
    if size(cards) <= wanted {
        // There is one choice, or none.
        if size(cards) == wanted && (wanted == 0 || work::spend(CHOICE * wanted as u32)) {
            offer(chosen | cards);
        }
        return;
    }
    if wanted == 0 {
        offer(chosen);
        return;
    }
    let mut rest = cards;
    while size(rest) >= wanted && work::spend(CHOICE) {
        let first = rest & rest.wrapping_neg();
        rest &= !first;
        each_choice(chosen | first, rest, wanted - 1, offer);
    }
}

/// The amounts that players think of, from the least up: all if there are few, otherwise more closely
/// the lower they are.
fn thought_of(bounds: (i32, i32)) -> impl Iterator<Item = i32> {
    (0..=steps_of(bounds)).map(move |step| amount_of(bounds, step))
}

/// How many steps there are from the least of them to the most.
fn steps_of((low, high): (i32, i32)) -> i64 {
    (i64::from(high) - i64::from(low)).min(THOUGHT_OF - 1)
}

/// The amount so many steps up.
fn amount_of((low, high): (i32, i32), step: i64) -> i32 {
    let span = i64::from(high) - i64::from(low);
    let cube = |number: i64| number * number * number;
    let above = match span < THOUGHT_OF {
        true => step,
        false => span * cube(step) / cube(THOUGHT_OF - 1),
    };
    // Small steps at the lower end come to the same: they go up by one at least.
    low + above.max(step) as i32
}

/// A total: the nearest to the target is best, of two as near the higher; without a target the
/// highest. A total that reaches the bust threshold is none.
fn by_total(total: i32, target: Option<i32>, bust: Option<i32>) -> Option<HandKey> {
    if bust.is_some_and(|bust| total >= bust) {
        return None;
    }
    let distance = target.map_or(0, |target| target.abs_diff(total));
    let priority = i32::try_from(distance).map_or(i32::MIN, |distance| -distance);
    let height = total.abs_diff(i32::MIN);
    Some(HandKey { priority, ties: [u128::from(height), 0] })
}

/// Cards from the highest down as one number; the larger is better. Each strength has as many bits as
/// the deck has cards of it, and the cards of the hand fill them from the lowest.
fn high_cards(strength: &[i16; 128], deck: CardSet, hand: CardSet) -> u128 {
    let mut filled = 0;
    for card in Cards(hand) {
        let own = strength[usize::from(card)];
        let weaker = Cards(deck).filter(|other| strength[usize::from(*other)] < own).count();
        let mut place = 1_u128 << weaker;
        while filled & place != 0 {
            place <<= 1;
        }
        filled |= place;
    }
    filled
}

/// A pot at a showdown.
struct Pot {
    /// What each seat has staked.
    stakes: [i32; SEATS],
    /// What each seat has put in without staking it.
    dead: [i32; SEATS],
    /// Chips in it that nobody has staked in this hand, the dead ones included.
    carried: i32,
    /// The seats that show their hands.
    contenders: u16,
    /// How good their hands are, by each comparison that decides a share of it.
    keys: Vec<[Option<HandKey>; SEATS]>,
    /// Seats from the dealer's left, all contenders among them.
    order: SeatList,
}

impl Pot {
    /// What each seat gets.
    ///
    /// The stakes form layers, from the smallest stake of a contender up; stakes of others count as
    /// far as they reach into a layer, and the highest layer has no upper end. Chips that nobody has
    /// staked in this hand belong to the lowest.
    fn payouts(&self) -> [i32; SEATS] {
        let mut paid = [0; SEATS];
        if self.contenders == 0 {
            return paid;
        }
        let mut rest = self.stakes;
        give_back_unmatched(&mut rest, &mut paid);
        let put_in: [i32; SEATS] = std::array::from_fn(|seat| self.stakes[seat] + self.dead[seat]);
        let entitled = those_who_staked(self.contenders, &put_in);
        let mut amount = self.carried;
        let able = those_who_staked(entitled, &rest);
        if able != entitled {
            self.share(amount, entitled, &mut paid);
            amount = 0;
        }
        loop {
            let able = those_who_staked(entitled, &rest);
            let depths = || seats(able).map(|seat| rest[usize::from(seat)]);
            let lowest = depths().min().unwrap_or(0);
            let is_last = depths().all(|depth| depth == lowest);
            let depth = if is_last { i32::MAX } else { lowest };
            for stake in &mut rest {
                let part = (*stake).min(depth);
                *stake -= part;
                amount += part;
            }
            self.share(amount, able, &mut paid);
            if is_last {
                return paid;
            }
            amount = 0;
        }
    }

    /// Shares chips among the best hands of some seats: a part for each comparison by which somebody has
    /// a hand.
    fn share(&self, amount: i32, able: u16, paid: &mut [i32; SEATS]) {
        let counts = |keys: &[Option<HandKey>; SEATS]| {
            seats(able).any(|seat| keys[usize::from(seat)].is_some())
        };
        let many = self.keys.iter().filter(|keys| counts(keys)).count() as i32;
        if many == 0 {
            self.share_part(amount, able, &[None; SEATS], paid);
        }
        for (place, keys) in self.keys.iter().filter(|keys| counts(keys)).enumerate() {
            let odd = i32::from((place as i32) < amount % many);
            self.share_part(amount / many + odd, able, keys, paid);
        }
    }

    fn share_part(
        &self,
        amount: i32,
        able: u16,
        keys: &[Option<HandKey>; SEATS],
        paid: &mut [i32; SEATS],
    ) {
        let key = |seat: u8| keys[usize::from(seat)];
        let Some(best) = seats(able).map(key).max() else { return };
        let sharers =
            || self.order.iter().filter(|seat| able & (1 << seat) != 0 && key(*seat) == best);
        let many = sharers().count() as i32;
        for (place, seat) in sharers().enumerate() {
            let odd = i32::from((place as i32) < amount % many);
            paid[usize::from(seat)] += amount / many + odd;
        }
    }
}

/// Those of some seats who have staked something; all of them if nobody has.
fn those_who_staked(mask: u16, stakes: &[i32; SEATS]) -> u16 {
    let staked = seats(mask).filter(|seat| stakes[usize::from(*seat)] > 0);
    match staked.fold(0, |found, seat| found | (1 << seat)) {
        0 => mask,
        found => found,
    }
}

/// What one player has staked beyond all others goes back to them.
fn give_back_unmatched(stakes: &mut [i32; SEATS], paid: &mut [i32; SEATS]) {
    let mut sorted = *stakes;
    sorted.sort_unstable();
    let [.., second, highest] = sorted;
    for (stake, paid) in stakes.iter_mut().zip(paid) {
        if *stake == highest {
            *paid += highest - second;
            *stake = second;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::drawn::drawn;
    use crate::game::cards::bit;

    fn key(strength: u8) -> Option<HandKey> {
        (strength > 0).then(|| HandKey { priority: i32::from(strength), ties: [0; 2] })
    }

    /// A pot of players with their stakes and hands; a hand of None was given up.
    fn pot(players: &[(i32, Option<u8>)], first: u8) -> Pot {
        let mut pot = Pot {
            stakes: [0; SEATS],
            dead: [0; SEATS],
            carried: 0,
            contenders: 0,
            keys: vec![[None; SEATS]],
            order: SeatList::default(),
        };
        let many = players.len() as u8;
        for (seat, (stake, strength)) in players.iter().enumerate() {
            pot.stakes[seat] = *stake;
            if let Some(strength) = strength {
                pot.contenders |= 1 << seat;
                pot.keys[0][seat] = key(*strength);
            }
        }
        (0..many).for_each(|place| pot.order.push((first + place) % many));
        pot
    }

    fn paid(players: &[(i32, Option<u8>)], first: u8) -> Vec<i32> {
        pot(players, first).payouts()[..players.len()].to_vec()
    }

    #[test]
    fn the_best_hand_takes_stakes_of_all() {
        assert_eq!(paid(&[(20, Some(1)), (20, Some(3)), (20, Some(2))], 0), [0, 60, 0]);
    }

    #[test]
    fn stakes_of_those_who_gave_up_stay_in_the_pot() {
        assert_eq!(paid(&[(20, Some(1)), (30, Some(2)), (10, None), (30, None)], 0), [0, 90, 0, 0]);
    }

    #[test]
    fn nobody_wins_more_of_another_than_their_own_stake() {
        // 10 of each for the best hand, 20 more of two for the second, 5 come back.
        assert_eq!(paid(&[(10, Some(3)), (30, Some(2)), (35, Some(1))], 0), [30, 40, 5]);
        // Those who gave up pay into each layer as far as their stakes reach.
        let players = [(10, Some(3)), (30, Some(2)), (30, Some(1)), (15, None)];
        assert_eq!(paid(&players, 0), [40, 45, 0, 0]);
    }

    #[test]
    fn layers_are_decided_one_by_one() {
        let players = [(10, Some(4)), (20, Some(3)), (40, Some(1)), (40, Some(2))];
        assert_eq!(paid(&players, 0), [40, 30, 0, 40]);
        let players = [(10, Some(1)), (20, Some(3)), (40, Some(2)), (40, Some(2))];
        assert_eq!(paid(&players, 0), [0, 70, 20, 20]);
    }

    #[test]
    fn what_only_one_player_staked_comes_back_to_them() {
        assert_eq!(paid(&[(50, Some(1)), (20, Some(2))], 0), [30, 40]);
        assert_eq!(paid(&[(50, None), (20, Some(2)), (20, Some(1))], 0), [30, 60, 0]);
    }

    #[test]
    fn chips_that_no_contender_could_win_go_to_the_highest_layer() {
        let players = [(50, None), (50, None), (10, Some(2)), (20, Some(1))];
        assert_eq!(paid(&players, 0), [0, 0, 40, 90]);
    }

    #[test]
    fn odd_chips_go_one_each_in_order() {
        let players = [(5, Some(2)), (5, Some(2)), (5, Some(2)), (5, None)];
        assert_eq!(paid(&players, 0), [7, 7, 6, 0]);
        assert_eq!(paid(&players, 1), [6, 7, 7, 0]);
        assert_eq!(paid(&players, 2), [7, 6, 7, 0]);
    }

    #[test]
    fn those_who_gave_up_make_no_layers_of_their_own() {
        // One odd chip in all, though 3 and 5 would each be odd.
        let players = [(8, Some(2)), (8, Some(2)), (3, None), (8, None)];
        assert_eq!(paid(&players, 0), [14, 13, 0, 0]);
    }

    #[test]
    fn hands_that_form_nothing_are_equal_and_lowest() {
        assert_eq!(paid(&[(10, Some(0)), (10, Some(0))], 0), [10, 10]);
        assert_eq!(paid(&[(10, Some(0)), (10, Some(1))], 0), [0, 20]);
    }

    #[test]
    fn carried_chips_belong_to_the_lowest_layer() {
        let mut carried = pot(&[(10, Some(2)), (30, Some(1)), (30, None), (0, Some(3))], 0);
        carried.carried = 7;
        assert_eq!(carried.payouts()[..4], [37, 40, 0, 0]);
        let mut bare = pot(&[(0, Some(1)), (0, Some(2))], 0);
        bare.carried = 7;
        assert_eq!(bare.payouts()[..2], [0, 7]);
    }

    #[test]
    fn each_comparison_has_its_share_of_every_layer() {
        // The second hand is the best and the third the lowest; the first could stake 10 only.
        let mut split = pot(&[(10, Some(1)), (31, Some(3)), (31, Some(2))], 0);
        split.keys.push([None; SEATS]);
        split.keys[1][2] = key(1);
        assert_eq!(split.payouts()[..3], [0, 15 + 21, 15 + 21]);
        split.keys[1][2] = None;
        assert_eq!(split.payouts()[..3], [0, 72, 0], "nobody has a second hand");
        split.keys[1][0] = key(9);
        assert_eq!(split.payouts()[..3], [15, 15 + 42, 0], "only as far as they have staked");
        split.keys.iter_mut().for_each(|keys| *keys = [None; SEATS]);
        assert_eq!(split.payouts()[..3], [10, 31, 31], "nobody has any hand");
    }

    #[test]
    fn an_odd_chip_goes_to_the_first_comparison() {
        let mut split = pot(&[(5, Some(1)), (5, Some(2)), (5, None)], 0);
        split.keys.push([None; SEATS]);
        split.keys[1][0] = key(1);
        split.keys[1][1] = key(1);
        assert_eq!(split.payouts()[..3], [4, 11, 0]);
    }

    #[test]
    fn without_contenders_the_pot_stays() {
        assert_eq!(paid(&[(10, None), (30, None)], 0), [0, 0]);
    }

    /// The most a contender can win: from each player as much as their own stake.
    fn reach(pot: &Pot, seat: usize) -> i32 {
        pot.stakes.iter().map(|stake| (*stake).min(pot.stakes[seat])).sum()
    }

    proptest! {
        #![proptest_config(drawn(256))]

        #[test]
        fn no_chip_is_lost_or_made(
            players in prop::collection::vec((0..60, prop::option::of(0..4_u8)), 2..SEATS),
            carried in 0..50,
            first in 0..12_u8,
        ) {
            let mut pot = pot(&players, first % players.len() as u8);
            pot.carried = carried;
            let paid = pot.payouts();
            let total: i32 = paid.iter().sum();
            let staked: i32 = pot.stakes.iter().sum();
            prop_assert_eq!(total, if pot.contenders == 0 { 0 } else { staked + carried });
            prop_assert!(paid.iter().all(|amount| *amount >= 0));
        }

        #[test]
        fn the_best_hand_wins_all_within_its_reach_and_nobody_more(
            players in prop::collection::vec((1..60, 1..200_u8), 2..SEATS),
        ) {
            let players: Vec<_> = players.iter().map(|(stake, hand)| (*stake, Some(*hand))).collect();
            let pot = pot(&players, 0);
            let paid = pot.payouts();
            let best = pot.keys[0].iter().max();
            let winners: Vec<usize> =
                (0..players.len()).filter(|seat| Some(&pot.keys[0][*seat]) == best).collect();
            for (seat, amount) in paid.iter().enumerate() {
                prop_assert!(*amount <= reach(&pot, seat));
            }
            if let [winner] = winners[..] {
                prop_assert_eq!(paid[winner], reach(&pot, winner));
            }
        }

        #[test]
        fn equal_hands_with_equal_stakes_differ_by_an_odd_chip_at_most(
            stake in 1..50_i32,
            players in 2..SEATS,
            given_up in prop::collection::vec(0..50, 0..3),
        ) {
            let mut all = vec![(stake, Some(1)); players.min(SEATS - given_up.len())];
            let many = all.len();
            all.extend(given_up.iter().map(|other| (stake.min(*other), None)));
            let paid = paid(&all, 0);
            let shares = &paid[..many];
            prop_assert!(shares.windows(2).all(|pair| pair[0] == pair[1] || pair[0] == pair[1] + 1));
            prop_assert!(shares[0] - shares[many - 1] <= 1);
        }

        #[test]
        fn high_cards_compare_from_the_highest_down(
            strengths in prop::collection::vec(0..6_i16, 12),
            one in 0_u128..1 << 12,
            other in 0_u128..1 << 12,
        ) {
            let mut strength = [0; 128];
            strength[..12].copy_from_slice(&strengths);
            let sorted = |hand: CardSet| {
                let mut found: Vec<i16> = Cards(hand).map(|card| strengths[usize::from(card)]).collect();
                found.sort_unstable_by(|a, b| b.cmp(a));
                found
            };
            let deck = (1 << 12) - 1;
            let compared = high_cards(&strength, deck, one).cmp(&high_cards(&strength, deck, other));
            prop_assert_eq!(compared, sorted(one).cmp(&sorted(other)));
        }
    }

    #[test]
    fn a_full_deck_of_one_strength_has_room() {
        let all = CardSet::MAX;
        assert_eq!(high_cards(&[3; 128], all, all), u128::MAX);
        assert_eq!(high_cards(&[3; 128], all, bit(127)), 1);
    }

    #[test]
    fn a_total_counts_by_its_distance_from_the_target() {
        let near = |total| by_total(total, Some(21), Some(25));
        assert!(near(21) > near(20) && near(20) > near(18));
        assert!(near(22) > near(20), "of two as near the higher");
        assert!(near(20) > near(23));
        assert!(near(-500) > near(25));
        assert_eq!(near(25), near(40), "too much is too much");
    }

    #[test]
    fn without_a_target_the_highest_total_is_best() {
        let high = |total| by_total(total, None, None);
        assert!(high(30) > high(29) && high(0) > high(-1) && high(-1) > high(i32::MIN));
    }
}
