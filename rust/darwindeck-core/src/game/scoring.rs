//! Points: for cards, and by rules, at the moments they are due.

use super::Game;
use super::cards::{CardSet, Cards, bit, size};
use super::events::Event;
use super::judge::{Env, Memory, Subject};
use super::lower::{Leaf, Seats, Term, Test, Value};
use super::rng::Rng;
use super::state::{Signal, State};
use super::tables::SEATS;
use crate::program::parts::*;
use crate::program::{ExprId, Node, Program};

/// The most conditions that are judged once for all rules of a moment.
const MOST_COMMON: usize = 64;

/// The scoring rules of one moment, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    list: Vec<Rule>,
    /// What no rule can change and is true of nobody in particular: it is judged once for all of them.
    common: Vec<ExprId>,
}

/// A scoring rule, its condition taken apart: all parts must hold.
#[derive(Clone, Debug)]
struct Rule {
    number: u16,
    /// The parts that are judged once, by their places among all such.
    common: Vec<u8>,
    /// Those that are true of nobody in particular, but may have changed since the rule before.
    shared: Vec<ExprId>,
    /// Those that are judged for everyone.
    own: Vec<Own>,
    /// Whether it is about every player.
    of_each: bool,
}

/// A part of a condition that is judged for everyone.
#[derive(Clone, Copy, Debug)]
enum Own {
    /// A fact about a player.
    Fact(Term),
    Asked(ExprId),
}

impl Rules {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Adds a rule behind the others.
    pub(super) fn add(&mut self, game: &Game, number: u16) {
        let spec = &game.program.scoring_rules[usize::from(number)];
        let (when, of_each) =
            (spec.when, game.lowered.leaf(spec.who) == Some(Leaf::Seats(Seats::Each)));
        let mut parts = Vec::new();
        if game.has_dear {
            // What takes long is counted as a whole.
            parts.push(when);
        } else {
            take_apart(game, when, &mut parts);
        }
        let (common, shared, own) = (Vec::new(), Vec::new(), Vec::new());
        let mut rule = Rule { number, common, shared, own, of_each };
        for part in parts {
            if game.lowered.reads_subject(part) {
                match game.lowered.test(part) {
                    Test::Facts(facts) if of_each => {
                        let facts = game.lowered.terms(facts).iter().copied();
                        rule.own.extend(facts.map(Own::Fact));
                    }
                    _ => rule.own.push(Own::Asked(part)),
                }
            } else if let Some(place) = self.common_place(game, part) {
                rule.common.push(place);
            } else {
                rule.shared.push(part);
            }
        }
        self.list.push(rule);
    }

    /// The place of a part among those that are judged once; none if it cannot be.
    fn common_place(&mut self, game: &Game, part: ExprId) -> Option<u8> {
        if game.has_dear || !game.lowered.is_steady(part) {
            return None;
        }
        let mut known = self.common.iter();
        let place = known.position(|other| is_alike(&game.program, *other, part));
        if place.is_none() && self.common.len() < MOST_COMMON {
            self.common.push(part);
            return Some(self.common.len() as u8 - 1);
        }
        place.map(|place| place as u8)
    }
}

/// The parts of a condition, all of which must hold.
fn take_apart(game: &Game, e: ExprId, out: &mut Vec<ExprId>) {
    match game.lowered.value(e) {
        Value::Leaf(Leaf::Number(number)) if number != 0 => {}
        Value::Same(other) => take_apart(game, other, out),
        Value::Binary(Operator::And, left, right) => {
            take_apart(game, left, out);
            take_apart(game, right, out);
        }
        _ => out.push(e),
    }
}

/// Whether two expressions say the same.
fn is_alike(program: &Program, one: ExprId, other: ExprId) -> bool {
    let alike = |one: ExprId, other: ExprId| is_alike(program, one, other);
    let of = |one: Option<ExprId>, other: Option<ExprId>| match (one, other) {
        (Some(one), Some(other)) => alike(one, other),
        (one, other) => one == other,
    };
    match (program.nodes[one.index()], program.nodes[other.index()]) {
        (Node::Binary(sign, a, b), Node::Binary(other_sign, c, d)) => {
            sign == other_sign && alike(a, c) && alike(b, d)
        }
        (Node::Not(a), Node::Not(b)) | (Node::Negative(a), Node::Negative(b)) => alike(a, b),
        (Node::Word(word, some, count), Node::Word(other_word, others, other_count)) => {
            let mut pairs = some.iter().zip(&others).take(usize::from(count));
            word == other_word && count == other_count && pairs.all(|(a, b)| alike(*a, *b))
        }
        (Node::Counter(a, whose), Node::Counter(b, other_whose)) => {
            a == b && of(whose, other_whose)
        }
        (Node::Let(a, whose), Node::Let(b, other_whose)) => a == b && of(whose, other_whose),
        (Node::Role(a, whose), Node::Role(b, other_whose)) => a == b && of(whose, other_whose),
        (Node::Zone(a, whose), Node::Zone(b, other_whose)) => a == b && of(whose, other_whose),
        (one, other) => one == other,
    }
}

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
                if self.holds(s, seat, effect.when) {
                    self.act(s, rng, &effect.r#do, seat);
                    s.end_phase = false;
                }
                continue;
            }
            // The cards that are meant at the most.
            if self.context(s).masks[effect.cards.index()] & cards == 0 {
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
        let rules = &self.moments.rules[moment as usize];
        let memory = Some(&Memory::default());
        let (mut judged, mut true_of_all) = (0u64, 0u64);
        // Every player, once somebody has asked.
        let mut each = None;
        for rule in &rules.list {
            if self.is_decided(s) {
                return;
            }
            let env = Env { memory, ..Env::new(self, s, seat) };
            let holds = |place: &u8| {
                let bit = 1u64 << (place & 63);
                if judged & bit == 0 {
                    judged |= bit;
                    let holds = env.holds(rules.common[usize::from(*place)]);
                    true_of_all |= if holds { bit } else { 0 };
                }
                true_of_all & bit != 0
            };
            if !rule.common.iter().all(holds) || !rule.shared.iter().all(|e| env.holds(*e)) {
                continue;
            }
            let spec = &self.program.scoring_rules[usize::from(rule.number)];
            let asked;
            let group = if rule.of_each {
                &*each.get_or_insert_with(|| env.group(spec.who))
            } else {
                asked = env.group(spec.who);
                &asked
            };
            let (mut due, mut amounts) = (0u16, [0; SEATS]);
            for (place, who) in group.items().iter().enumerate() {
                let holds = |own: &Own| match own {
                    Own::Fact(term) => self.is_true(s, who.first(), term),
                    Own::Asked(e) => Env { memory, ..Env::of(self, s, *who) }.holds(*e),
                };
                if rule.own.iter().all(holds) {
                    due |= 1 << place;
                    amounts[place] = Env { memory, ..Env::of(self, s, *who) }.int(spec.amount);
                }
            }
            if due == 0 {
                continue;
            }
            for (place, (who, amount)) in group.items().iter().zip(amounts).enumerate() {
                if due >> place & 1 != 0 {
                    self.apply_rule(s, spec, rule.number, *who, amount);
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
