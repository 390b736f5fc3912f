//! The cards of a trick, one after the other, by somebody at hand.
//!
//! As long as a card only lies in its trick, nothing has to be asked between two of them but who is next
//! and what may be played. So they are laid in one go; what comes of the whole trick is what `trick.rs`
//! says, as is what comes of a card that has an effect.

use super::sprint::Run;
use crate::game::Game;
use crate::game::cards::{CardSet, NO_CARD, bit, lowest};
use crate::game::chooser::Chooser;
use crate::game::flow;
use crate::game::judge::{Env, is_dear, seats};
use crate::game::lower::{Leaf, Mask, Narrowing, Place, Seats, Value, Whose};
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::{Context, NOBODY};
use crate::program::ids::PhaseId;
use crate::program::parts::*;
use crate::program::{CondId, ExprId};

/// The most parts that the cards of a duty are told by.
const MOST_PARTS: usize = 4;

/// The most cards of a trick.
const MOST_CARDS: u32 = 128;

/// How the cards of a trick are laid in one go.
#[derive(Clone, Debug)]
pub(in crate::game) struct Round {
    pub(super) zone: u8,
    pub(super) hands: u16,
    pub(super) lead: Box<[Duty]>,
    pub(super) follow: Box<[Duty]>,
    /// The phases that may come before a card.
    before: Box<[PhaseId]>,
    /// The only cards that may be played by whoever has one of them.
    playable: Option<CondId>,
    /// The cards that nobody has to follow when they are led.
    open_lead: Option<CondId>,
    /// Whether whoever has no card that may be played drops out.
    drops: bool,
    /// Whether it is noted who has failed to follow.
    notes: bool,
    /// Whether there is anything of these four.
    special: bool,
    pub(super) breaking: Option<u8>,
    pub(super) high: bool,
    pub(super) tie: TrickTie,
    /// The cards that may have an effect, and those that may have one when they are led.
    loud: Box<[CondId]>,
    loud_leads: Box<[CondId]>,
    /// Whether every lead may bring points.
    leads_score: bool,
    /// How all tricks of the phase are run through, if there is no more to them than to this.
    pub(super) run: Option<Run>,
}

/// Cards that must be played if something is true.
#[derive(Clone, Debug)]
pub(super) struct Duty {
    pub(super) cards: Demand,
    pub(super) when: When,
}

/// The cards of a duty.
#[derive(Clone, Debug)]
pub(super) enum Demand {
    Fixed(CondId),
    SuitLed(CondId),
    /// Those of any of some parts.
    Parts(Box<[Part]>),
    Other(CondId),
}

/// Cards that are all of something.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    cards: Vec<CondId>,
    suit_led: bool,
    beating: bool,
}

/// When a duty binds.
#[derive(Clone, Debug)]
pub(super) enum When {
    Always,
    /// In the trick of a number.
    TrickIs(i32),
    Broken,
    NotBroken,
    LedTrump,
    NotLedTrump,
    /// If an opponent is winning the trick.
    Opposed,
    /// If the player has one of some cards.
    Holding(Box<[Part]>),
    All(Box<[When]>),
    Other(ExprId),
}

impl Round {
    /// How the cards of a phase are laid; none if there is more to each of them.
    pub(in crate::game) fn new(game: &Game, phase: &TrickPhase) -> Option<Self> {
        let Place::Own { zone, .. } = *game.lowered.place(phase.source) else { return None };
        let hand = &game.tables.zones[usize::from(zone)];
        let dear = |id: Option<CondId>| {
            id.is_some_and(|id| is_dear(game.program.steps.conditions[id.index()]))
        };
        let plain = phase.choose == Choose::Pick
            && game.is_judged_between_tricks()
            && !hand.stack
            && hand.beneath.is_none()
            // What takes long is counted where it is judged, which is once.
            && !phase.before_card.iter().any(|id| begins_dearly(game, *id))
            && !dear(phase.playable)
            && !dear(phase.open_lead)
            && game.moments.rules[Moment::Played as usize].is_empty()
            && game.moments.cards[ScoringTrigger::Play as usize].is_empty();
        if !plain {
            return None;
        }
        let loud = |moment: Moment| {
            let effects = game.moments.effects[moment as usize].iter();
            effects.map(|number| game.program.special_effects[usize::from(*number)].cards).collect()
        };
        let hands = game.tables.place(usize::from(zone), 0);
        let duties = |rules: &[CardRule]| {
            let bind = rules.iter().filter(|rule| !game.lowered.never(rule.when));
            bind.map(|rule| Duty::new(game, rule, zone)).collect()
        };
        let mut round = Self {
            zone,
            hands,
            lead: duties(&phase.lead),
            follow: duties(&phase.follow),
            before: phase.before_card.as_slice().into(),
            playable: phase.playable,
            open_lead: phase.open_lead,
            drops: phase.out == OutOfCards::SitOut,
            notes: game.layout.failed_count > 0,
            special: phase.playable.is_some()
                || phase.open_lead.is_some()
                || phase.out == OutOfCards::SitOut
                || game.layout.failed_count > 0,
            breaking: phase.breaking_suit.map(|suit| suit.0),
            high: phase.high_card_wins,
            tie: phase.tie,
            loud: loud(Moment::Played),
            loud_leads: loud(Moment::Led),
            leads_score: !game.moments.rules[Moment::Led as usize].is_empty(),
            run: None,
        };
        round.run = Run::new(game, phase, &round);
        Some(round)
    }
}

/// Whether it takes long to see that a phase begins.
fn begins_dearly(game: &Game, id: PhaseId) -> bool {
    let head = &game.heads[id.index()];
    [head.when, head.goes_on].iter().any(|e| is_dear(game.program.steps.expressions[e.index()]))
}

/// How far the cards of a trick have been laid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Laid {
    /// All of them, and nothing has come of the last one yet.
    All,
    /// Up to one that has an effect.
    Loud,
    /// Up to a player who has something else to do first.
    Until(u8),
    /// Up to a player who has no card that may be played, and drops out.
    Without(u8),
}

impl Duty {
    fn new(game: &Game, rule: &CardRule, hand: u8) -> Self {
        let other = Self { cards: Demand::Other(rule.cards), when: When::Other(rule.when) };
        // What takes long is counted where it is judged.
        let steps = &game.program.steps;
        if is_dear(steps.conditions[rule.cards.index()])
            || is_dear(steps.expressions[rule.when.index()])
        {
            return other;
        }
        let cards = match game.lowered.mask(rule.cards) {
            Mask::Fixed => Demand::Fixed(rule.cards),
            Mask::SuitLed => Demand::SuitLed(rule.cards),
            Mask::ByTop(_) | Mask::Narrowed(_) => match parts(game, rule.cards) {
                Some(parts) => Demand::Parts(parts.into()),
                None => other.cards,
            },
        };
        Self { cards, when: When::new(game, rule.when, hand) }
    }
}

/// What the cards of a condition are told by, if that is no more than the cards themselves, the card led
/// and the card that wins.
fn parts(game: &Game, id: CondId) -> Option<Vec<Part>> {
    let mut found = vec![Part { cards: vec![id], ..Part::default() }];
    match game.lowered.mask(id) {
        Mask::Fixed => {}
        Mask::SuitLed => found[0].suit_led = true,
        Mask::ByTop(_) => return None,
        Mask::Narrowed(steps) => {
            for step in steps {
                match step {
                    Narrowing::Beats(Reference::Winner) => {
                        found.iter_mut().for_each(|part| part.beating = true);
                    }
                    Narrowing::Same(Attribute::Suit, Reference::Led) => {
                        found.iter_mut().for_each(|part| part.suit_led = true);
                    }
                    Narrowing::To(id) => found = both(&found, &parts(game, *id)?),
                    Narrowing::Any(some) => {
                        let mut any = Vec::new();
                        for id in some {
                            any.extend(parts(game, *id)?);
                        }
                        found = both(&found, &any);
                    }
                    Narrowing::Beats(_)
                    | Narrowing::Same(..)
                    | Narrowing::Step(..)
                    | Narrowing::Drawn(_)
                    | Narrowing::TakenFrom(_)
                    | Narrowing::RankIn(_)
                    | Narrowing::SuitIn(_)
                    | Narrowing::OwnPlay(_)
                    | Narrowing::Highest(_)
                    | Narrowing::Not(_) => return None,
                }
            }
        }
    }
    (found.len() <= MOST_PARTS).then_some(found)
}

/// The cards that are of one part of each of two lists.
fn both(some: &[Part], others: &[Part]) -> Vec<Part> {
    let pair = |one: &Part, other: &Part| Part {
        cards: one.cards.iter().chain(&other.cards).copied().collect(),
        suit_led: one.suit_led || other.suit_led,
        beating: one.beating || other.beating,
    };
    some.iter().flat_map(|one| others.iter().map(move |other| pair(one, other))).collect()
}

impl When {
    pub(super) fn new(game: &Game, e: ExprId, hand: u8) -> Self {
        let leaf = |e: ExprId| game.lowered.leaf(e);
        match game.lowered.value(e) {
            Value::Leaf(Leaf::Number(number)) if number != 0 => Self::Always,
            Value::Same(other) => Self::new(game, other, hand),
            Value::Leaf(Leaf::Broken) => Self::Broken,
            Value::Not(inner) if leaf(inner) == Some(Leaf::Broken) => Self::NotBroken,
            Value::Compare(Operator::Equal, left, number) if leaf(left) == Some(Leaf::Trick) => {
                Self::TrickIs(number)
            }
            Value::Leaf(Leaf::LedTrump) => Self::LedTrump,
            Value::Not(inner) if leaf(inner) == Some(Leaf::LedTrump) => Self::NotLedTrump,
            Value::Leaf(Leaf::In(some, among)) => {
                let turn = |e: ExprId| leaf(e) == Some(Leaf::Seats(Seats::Turn));
                let winner = leaf(some) == Some(Leaf::Seats(Seats::Winner));
                match leaf(among) {
                    Some(Leaf::Seats(Seats::Opponents(seat))) if winner && turn(seat) => {
                        Self::Opposed
                    }
                    _ => Self::Other(e),
                }
            }
            Value::Compare(Operator::Greater, left, 0) => match leaf(left) {
                Some(Leaf::Count(zone, cards)) => {
                    let own = matches!(
                        *game.lowered.place(zone),
                        Place::Own { zone, .. } if zone == hand
                    );
                    match parts(game, cards) {
                        Some(parts) if own => Self::Holding(parts.into()),
                        _ => Self::Other(e),
                    }
                }
                _ => Self::Other(e),
            },
            Value::Binary(Operator::And, left, right) => {
                Self::All([Self::new(game, left, hand), Self::new(game, right, hand)].into())
            }
            _ => Self::Other(e),
        }
    }
}

/// The cards of some parts, of those that somebody holds.
#[inline(always)]
fn of_parts(parts: &[Part], held: CardSet, s: &State, context: &Context, high: bool) -> CardSet {
    let mut found = 0;
    for part in parts {
        let mut set = held;
        if part.suit_led {
            set &= context.like_led(s.trick.led);
        }
        if part.beating {
            let better = if high { &context.beaten_by } else { &context.beaten_by_low };
            set &= better.get(usize::from(s.trick.best)).copied().unwrap_or(0);
        }
        for cards in &part.cards {
            set &= context.masks[cards.index()];
        }
        found |= set;
    }
    found
}

impl Game {
    /// Whether what is judged after a step cannot come true by a card that is laid in a trick: it is about
    /// scores, or about what was declared.
    fn is_judged_between_tricks(&self) -> bool {
        let by_score = |win: &WinCondition| {
            let scores = matches!(
                win.r#type,
                WinType::HighScore | WinType::LowScore | WinType::FirstToScore
            );
            let at_once =
                matches!(win.trigger_mode, TriggerMode::Immediate | TriggerMode::EachScore);
            win.trigger_mode == TriggerMode::ThresholdGate
                || (at_once && scores && win.when.is_none() && win.threshold != 0)
                || (at_once && win.when.is_some_and(|when| self.reads_declarations_alone(when)))
        };
        self.program.win_conditions.iter().all(by_score)
            && self.heads.iter().all(|head| head.until.is_none())
    }

    /// Whether a condition can come true by a declaration, and by nothing else.
    fn reads_declarations_alone(&self, e: ExprId) -> bool {
        let alone = |e: ExprId| self.reads_declarations_alone(e);
        match self.lowered.value(e) {
            Value::Leaf(leaf) => match leaf {
                Leaf::Number(_) => true,
                Leaf::Declared { name, whose: Whose::OWN, .. } => {
                    let settled =
                        |amount: ExprId| matches!(self.lowered.leaf(amount), Some(Leaf::Number(_)));
                    let mut values = self.program.patterns.iter().flat_map(|p| &p.values);
                    values.all(|value| value.name != name || settled(value.amount))
                }
                Leaf::Over(_, group, of) => {
                    let everybody = matches!(
                        self.lowered.leaf(group),
                        Some(Leaf::Seats(Seats::Each | Seats::Teams))
                    );
                    everybody && alone(of)
                }
                _ => false,
            },
            Value::Not(inner) | Value::Same(inner) | Value::Compare(_, inner, _) => alone(inner),
            Value::Binary(_, left, right) => alone(left) && alone(right),
            _ => false,
        }
    }

    /// Whether the rest of the cards of a trick can be laid in one go.
    #[inline(always)]
    pub(super) fn may_go_round(&self, s: &State, round: &Round) -> bool {
        let begun = s.trick.best != NO_CARD && round.tie != TrickTie::Battle;
        let held = |seat: u8| s.sets[usize::from(round.hands) + usize::from(seat)];
        (s.trick.len == 0 || begun)
            && seats(s.trick.left).all(|seat| held(seat) != 0)
            && !s.tracking
            && !s.noting
            && s.trial == 0
            && s.turns + MOST_CARDS < self.program.header.max_turns
            && s.work_left >= i64::from(MOST_CARDS * flow::TURN)
            && !(self.has_declarations && self.shows_later(s))
    }

    /// Lays the cards of a trick that are left, as far as nothing else is to be done.
    #[inline(never)]
    pub(super) fn go_round<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        round: &Round,
    ) -> Laid {
        let context = self.context(s);
        let breaking = round.breaking.and_then(|suit| context.of_suit.get(usize::from(suit)));
        let breaking = breaking.copied().unwrap_or(0);
        let better = if round.high { &context.beaten_by } else { &context.beaten_by_low };
        let union =
            |list: &[CondId]| list.iter().fold(0, |all, cards| all | context.masks[cards.index()]);
        let mut loud = union(&round.loud);
        let trick = usize::from(self.tables.trick);
        let mut seat = s.innermost().seat;
        s.events.clear();
        s.chance.clear();
        (s.listed, s.settled) = (false, false);
        loop {
            let place = usize::from(round.hands) + usize::from(seat);
            let held = s.sets[place];
            let duties = if s.trick.led == NO_CARD { &round.lead } else { &round.follow };
            let able = if round.special { self.able_cards(s, round, seat, held) } else { held };
            let open = self.faces(s, self.bound_cards(s, context, round, duties, seat, able));
            let card = chooser.card(open, false, rng).unwrap_or_else(|| lowest(open));
            let set = bit(card);
            s.sets[place] = held & !set;
            s.sets[trick] |= set;
            s.trick.covered &= !set;
            s.came_from[usize::from(card & 127)] = round.zone;
            s.played |= set;
            s.player_of[usize::from(card & 127)] = seat;
            s.acts += 1;
            s.deeds += 2;
            s.changes = s.changes.wrapping_add(1);
            s.trick.left &= !(1 << seat);
            let index = usize::from(s.trick.len & 127);
            s.trick.cards[index] = card;
            s.trick.by[index] = seat;
            s.trick.len += 1;
            s.broken |= breaking & set != 0;
            let mut leads = s.trick.led == NO_CARD;
            if round.special {
                leads &= self.must_be_followed(s, round, seat, set);
                if round.notes {
                    self.note_failure(s, seat, card);
                }
            }
            if leads {
                s.trick.led = card;
            }
            let first = leads || s.trick.best == NO_CARD;
            if first || better[usize::from(s.trick.best & 127)] & set != 0 {
                s.trick.best = card;
                s.trick.tied = 1 << seat;
                s.winner = seat;
            } else if round.tie != TrickTie::First
                && context.equal[usize::from(s.trick.best & 127)] & set != 0
            {
                match round.tie {
                    TrickTie::First => {}
                    TrickTie::Last => {
                        s.trick.best = card;
                        s.winner = seat;
                    }
                    TrickTie::Battle => s.trick.tied |= 1 << seat,
                }
            }
            if index == 0 && (round.leads_score || union(&round.loud_leads) & set != 0) {
                loud |= set;
            }
            if s.trick.left == 0 || loud & set != 0 {
                s.waiting = Waiting::Nothing;
                s.frame().seat = seat;
                let count = &mut s.played_count[usize::from(seat)];
                *count = count.saturating_add(1);
                return if loud & set == 0 { Laid::All } else { Laid::Loud };
            }
            // The next turn.
            if index == 0 {
                self.forget_turn(s);
            }
            seat = self.first_of(s, s.trick.left, self.step(s, seat));
            s.turn = seat;
            s.changes = s.changes.wrapping_add(1);
            s.work += flow::TURN;
            s.turn_acts = s.acts;
            s.turns += 1;
            s.hand_turns += 1;
            if round.special && self.drops_without_card(s, round, seat) {
                s.frame().seat = seat;
                s.waiting = Waiting::Nothing;
                return Laid::Without(seat);
            }
            if !round.before.is_empty() {
                s.frame().seat = seat;
                if round.before.iter().any(|id| self.begins(s, *id)) {
                    s.waiting = Waiting::Nothing;
                    return Laid::Until(seat);
                }
            }
        }
    }

    /// Whether a card that is laid when none is to be followed yet is one that others must follow.
    #[inline(always)]
    fn must_be_followed(&self, s: &State, round: &Round, seat: u8, set: CardSet) -> bool {
        let open = |cards: CondId| Env::new(self, s, seat).select(cards) & set != 0;
        !round.open_lead.is_some_and(open)
    }

    /// The cards that may be played of those that somebody holds; all, if there is none.
    fn able_cards(&self, s: &State, round: &Round, seat: u8, held: CardSet) -> CardSet {
        let able = |cards: CondId| held & Env::new(self, s, seat).select(cards);
        round.playable.map(able).filter(|able| *able != 0).unwrap_or(held)
    }

    /// Whether the player who is next drops out, without a card that may be played.
    fn drops_without_card(&self, s: &State, round: &Round, seat: u8) -> bool {
        let held = s.sets[usize::from(round.hands) + usize::from(seat)];
        let able = |cards: CondId| held & Env::new(self, s, seat).select(cards);
        round.drops && round.playable.map_or(held, able) == 0
    }

    /// The cards that may be played: the first duty that can be satisfied binds.
    #[inline(always)]
    fn bound_cards(
        &self,
        s: &State,
        context: &Context,
        round: &Round,
        duties: &[Duty],
        seat: u8,
        held: CardSet,
    ) -> CardSet {
        for duty in duties {
            let cards = match &duty.cards {
                Demand::Fixed(id) => held & context.masks[id.index()],
                Demand::SuitLed(id) => {
                    held & context.masks[id.index()] & context.like_led(s.trick.led)
                }
                Demand::Parts(parts) => of_parts(parts, held, s, context, round.high),
                Demand::Other(id) => held & Env::new(self, s, seat).select(*id),
            };
            if cards != 0 && self.duty_binds(s, context, round, &duty.when, seat, held) {
                return cards;
            }
        }
        held
    }

    #[inline(always)]
    fn duty_binds(
        &self,
        s: &State,
        context: &Context,
        round: &Round,
        when: &When,
        seat: u8,
        held: CardSet,
    ) -> bool {
        matches!(when, When::Always) || self.duty_may_bind(s, context, round, when, seat, held)
    }

    fn duty_may_bind(
        &self,
        s: &State,
        context: &Context,
        round: &Round,
        when: &When,
        seat: u8,
        held: CardSet,
    ) -> bool {
        let led_trump = || s.trick.led != NO_CARD && context.trumps & bit(s.trick.led) != 0;
        match when {
            When::Always => true,
            When::TrickIs(number) => s.trick_number == *number,
            When::Broken => s.broken,
            When::NotBroken => !s.broken,
            When::LedTrump => led_trump(),
            When::NotLedTrump => !led_trump(),
            When::Opposed => {
                let side = |seat: u8| self.tables.side_of.get(usize::from(seat)).copied();
                let winning = side(s.winner).filter(|side| *side != NOBODY);
                winning.is_some() && winning != side(seat)
            }
            When::Holding(parts) => of_parts(parts, held, s, context, round.high) != 0,
            When::All(all) => {
                all.iter().all(|when| self.duty_binds(s, context, round, when, seat, held))
            }
            When::Other(e) => self.holds(s, seat, *e),
        }
    }
}
