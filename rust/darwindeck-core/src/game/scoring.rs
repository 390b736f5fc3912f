//! Points: for cards, and by rules, at the moments they are due.

use super::Game;
use super::cards::{CardSet, Cards, bit, size};
use super::events::Event;
use super::judge::{Env, Memory, Subject};
use super::rng::Rng;
use super::state::{Signal, State};
use crate::program::parts::*;

impl Game {
    /// Whether nothing happens at a moment.
    #[inline(always)]
    pub(super) fn quiet(&self, moment: Moment) -> bool {
        self.moments.effects[moment as usize].is_empty()
            && self.moments.rules[moment as usize].is_empty()
    }

    /// Effects of cards and scoring rules of a moment.
    #[inline(always)]
    pub(super) fn moment(
        &self,
        s: &mut State,
        rng: &mut Rng,
        moment: Moment,
        cards: CardSet,
        seat: u8,
    ) {
        if !self.quiet(moment) {
            self.effects(s, rng, moment, cards, seat);
            self.rules(s, moment, seat);
        }
    }

    /// Effects and rules of several moments of one step: first all effects, then all rules.
    pub(super) fn moments(
        &self,
        s: &mut State,
        rng: &mut Rng,
        moments: &[(Moment, CardSet)],
        seat: u8,
    ) {
        for (moment, cards) in moments {
            self.effects(s, rng, *moment, *cards, seat);
        }
        for (moment, _) in moments {
            self.rules(s, *moment, seat);
        }
    }

    /// What certain cards do at a moment, once for each; moments without cards once.
    pub(super) fn effects(
        &self,
        s: &mut State,
        rng: &mut Rng,
        moment: Moment,
        cards: CardSet,
        seat: u8,
    ) {
        let of_cards = !matches!(moment, Moment::TrickEnd | Moment::TurnEnd | Moment::HandEnd);
        for number in &self.moments.effects[moment as usize] {
            let effect = &self.program.special_effects[usize::from(*number)];
            if !of_cards && cards == 0 {
                if Env::new(self, s, seat).holds(effect.when) {
                    self.act(s, rng, &effect.r#do, seat);
                    s.end_phase = false;
                }
                continue;
            }
            let fixed = !self.tables.dynamic[effect.cards.index()];
            if fixed && self.context(s).masks[effect.cards.index()] & cards == 0 {
                continue;
            }
            for card in Cards(cards) {
                let env = Env::new(self, s, seat);
                if s.signal == Signal::None
                    && env.select(effect.cards) & bit(card) != 0
                    && env.holds(effect.when)
                {
                    self.act(s, rng, &effect.r#do, seat);
                    // It ends no more than the list it stands in.
                    s.end_phase = false;
                }
            }
        }
    }

    /// The scoring rules of a moment, in order; each is worked out for all before it applies.
    pub(super) fn rules(&self, s: &mut State, moment: Moment, seat: u8) {
        if self.moments.rules[moment as usize].is_empty() {
            return;
        }
        let memory = Some(&Memory::default());
        for number in &self.moments.rules[moment as usize] {
            let rule = &self.program.scoring_rules[usize::from(*number)];
            if self.is_decided(s) {
                return;
            }
            // What is true of nobody in particular is judged once.
            let shared = !self.lowered.reads_subject(rule.when);
            let env = Env { memory, ..Env::new(self, s, seat) };
            if shared && !env.holds(rule.when) {
                continue;
            }
            let group = env.group(rule.who);
            let mut due = [None; super::tables::SEATS];
            for (place, who) in group.items().iter().enumerate() {
                let env = Env { memory, ..Env::of(self, s, *who) };
                if shared || env.holds(rule.when) {
                    due[place] = Some(env.int(rule.amount));
                }
            }
            for (who, amount) in group.items().iter().zip(due) {
                if let Some(amount) = amount {
                    self.apply_rule(s, rule, *number, *who, amount);
                }
            }
        }
    }

    fn apply_rule(
        &self,
        s: &mut State,
        rule: &ScoringRule,
        number: u16,
        who: Subject,
        amount: i32,
    ) {
        let set = rule.op == ScoreOp::Set;
        match rule.into.index() {
            0 => self.award(s, who, amount, set, number),
            1 => {
                for seat in super::judge::seats(who.mask) {
                    let change = if set { amount - s.chips[usize::from(seat)] } else { amount };
                    self.pay(s, seat, change);
                }
            }
            counter => {
                self.put_counter_of(s, counter - 2, who, amount, !set);
                if amount != 0 || set {
                    s.note(Event::Scored { who: self.name_of(who), amount, rule: number });
                }
            }
        }
    }

    /// A seat or a side, as what is told of points names it.
    fn name_of(&self, who: Subject) -> u8 {
        let side = self.tables.sides.iter().position(|mask| *mask == who.mask);
        match side {
            Some(side) if who.side && self.tables.teams => 100 + side as u8,
            _ => who.first(),
        }
    }

    /// Whether cards score at some trigger.
    pub(super) fn scores_cards(&self, trigger: ScoringTrigger) -> bool {
        !self.moments.cards[trigger as usize].is_empty()
    }

    /// Points for cards at some trigger.
    #[inline(always)]
    pub(super) fn score_cards(
        &self,
        s: &mut State,
        trigger: ScoringTrigger,
        cards: CardSet,
        seat: u8,
    ) {
        for number in &self.moments.cards[trigger as usize] {
            let rule = &self.program.card_scoring[usize::from(*number)];
            let mask = if self.tables.dynamic[rule.condition.index()] {
                Env::new(self, s, seat).select(rule.condition)
            } else {
                self.context(s).masks[rule.condition.index()]
            };
            let count = size(cards & mask) as i32;
            if count != 0 {
                self.award(
                    s,
                    Subject::seat(seat),
                    count.saturating_mul(rule.points),
                    false,
                    u16::MAX,
                );
            }
        }
    }

    /// A set was completed: it scores once for each rule that means one of its cards.
    pub(super) fn score_set(&self, s: &mut State, cards: CardSet, seat: u8) {
        for number in &self.moments.cards[ScoringTrigger::SetComplete as usize] {
            let rule = &self.program.card_scoring[usize::from(*number)];
            if Env::new(self, s, seat).select(rule.condition) & cards != 0 {
                self.award(s, Subject::seat(seat), rule.points, false, u16::MAX);
            }
        }
    }

    /// Points for cards left in the players' hands at the end.
    pub(super) fn score_hands(&self, s: &mut State) {
        if self.moments.cards[ScoringTrigger::HandEnd as usize].is_empty() {
            return;
        }
        for seat in 0..self.tables.players {
            let hand = self.hand_of(s, seat);
            self.score_cards(s, ScoringTrigger::HandEnd, hand, seat);
        }
    }
}
