//! Tricks played at random as fast as code for one game would.
//!
//! Many trick phases are no more than duties, a comparison and a pile of captured cards. Somebody at hand
//! then runs through all their tricks with everything in local variables. Which cards are demanded, and when,
//! is read once, in `round.rs`; what is legal and what happens is what `trick.rs` says: a test plays the same
//! games both ways and compares their results.

use super::round::{Demand, Duty, Round, When};
use crate::game::Game;
use crate::game::chooser::Chooser;
use crate::game::flow::TURN;
use crate::game::lower::{Leaf, Place, Seats, Value};
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::{Context, SEATS};
use crate::program::parts::*;
use crate::program::{CondId, ExprId};

/// The most cards that are played.
const MOST_CARDS: u32 = 128;

/// The most points that cards of tricks may bring, and that somebody may have before: together they are
/// no more than a score can be.
const MOST_POINTS: u32 = 50_000;

/// The most duties of one list.
const MOST_DUTIES: usize = 6;

/// A duty with its cards in the present context.
#[derive(Clone, Copy)]
struct Bound<'a> {
    mask: u64,
    suit_led: bool,
    when: &'a When,
}

impl<'a> Bound<'a> {
    /// A duty in a context; none if more than the trick and the card led decides about it.
    fn new(duty: &'a Duty, context: &Context) -> Option<Self> {
        let (cards, suit_led) = settled(duty)?;
        Some(Self { mask: context.masks[cards.index()] as u64, suit_led, when: &duty.when })
    }
}

/// The cards of a duty, and whether only those of the suit led are meant, if neither hands nor who is
/// winning matter.
fn settled(duty: &Duty) -> Option<(CondId, bool)> {
    match duty.when {
        When::Always | When::TrickIs(_) | When::Broken | When::NotBroken => {}
        When::LedTrump
        | When::NotLedTrump
        | When::Opposed
        | When::Holding(_)
        | When::All(_)
        | When::Other(_) => return None,
    }
    match duty.cards {
        Demand::Fixed(cards) => Some((cards, false)),
        Demand::SuitLed(cards) => Some((cards, true)),
        Demand::Parts(_) | Demand::Other(_) => None,
    }
}

/// What is needed to run through the tricks of a phase, beside how their cards are laid.
#[derive(Clone, Debug)]
pub(super) struct Run {
    captured: usize,
    /// After how many tricks of the hand the phase is over; 0: when nobody has a card.
    until: i32,
    /// The first trick in which no card has an effect any more.
    from_trick: i32,
    /// Points for each card of some set in a trick.
    points: Vec<(CondId, i32)>,
}

impl Run {
    /// How the tricks of a phase are run through; none if it has more to it.
    pub(super) fn new(game: &Game, phase: &TrickPhase, round: &Round) -> Option<Self> {
        let few = round.lead.len().max(round.follow.len()) <= MOST_DUTIES;
        let simple = few
            && round.lead.iter().chain(&round.follow).all(|duty| settled(duty).is_some())
            && phase.before_card.is_empty()
            && phase.after_trick.is_empty()
            && phase.keep.is_empty()
            && phase.who.is_none()
            && phase.playable.is_none()
            && phase.open_lead.is_none()
            && phase.out == OutOfCards::AnyCard
            && game.layout.failed_count == 0
            && phase.tie != TrickTie::Battle
            && game.quick_leader(phase.next_leader)
            && game.tables.cards <= 64
            && !game.tables.copies
            && !game.has_declarations
            && !game.judges_steps
            && game.moments.rules[Moment::Led as usize].is_empty()
            && !game.remembers_players()
            && game.layout.of_turns.is_empty()
            && game.quiet(Moment::TrickEnd);
        if !simple {
            return None;
        }
        let Place::OfWinner { zone: captured } = *game.lowered.place(phase.collect_to) else {
            return None;
        };
        let captured = usize::from(captured);
        if game.tables.zones[captured].stack || game.tables.place(captured, 0) == round.hands {
            return None;
        }
        Some(Self {
            captured,
            until: until(game, phase.until)?,
            from_trick: from_trick(game, round)?,
            points: points(game)?,
        })
    }
}

fn until(game: &Game, until: ExprId) -> Option<i32> {
    if game.lowered.never(until) {
        return Some(0);
    }
    tricks_played_is(game, until)
}

/// The number that a condition compares the tricks played with.
fn tricks_played_is(game: &Game, e: ExprId) -> Option<i32> {
    match game.lowered.value(e) {
        Value::Compare(Operator::Equal, left, number)
            if number > 0 && game.lowered.leaf(left) == Some(Leaf::TricksPlayed) =>
        {
            Some(number)
        }
        _ => None,
    }
}

/// Effects of played cards must be over after some trick.
fn from_trick(game: &Game, round: &Round) -> Option<i32> {
    let mut first = 1;
    for moment in [Moment::Played, Moment::Led] {
        for number in &game.moments.effects[moment as usize] {
            let effect = &game.program.special_effects[usize::from(*number)];
            match When::new(game, effect.when, round.zone) {
                _ if game.lowered.never(effect.when) => {}
                When::TrickIs(trick) => first = first.max(trick.saturating_add(1)),
                When::Always
                | When::Broken
                | When::NotBroken
                | When::LedTrump
                | When::NotLedTrump
                | When::Opposed
                | When::Holding(_)
                | When::All(_)
                | When::Other(_) => return None,
            }
        }
    }
    Some(first)
}

fn points(game: &Game) -> Option<Vec<(CondId, i32)>> {
    let rules = game.moments.cards[ScoringTrigger::TrickWin as usize].iter();
    let rules = rules.map(|number| {
        let rule = &game.program.card_scoring[usize::from(*number)];
        let fixed = !game.tables.dynamic[rule.condition.index()];
        fixed.then_some((rule.condition, rule.points))
    });
    let points = rules.collect::<Option<Vec<_>>>()?;
    let of_a_card = points.iter().map(|(_, worth)| u64::from(worth.unsigned_abs())).sum::<u64>();
    let most = of_a_card * u64::from(game.tables.cards);
    (most <= u64::from(MOST_POINTS)).then_some(points)
}

/// The duties of a list in a context.
#[inline(always)]
fn bind<'a>(duties: &'a [Duty], context: &Context) -> [Bound<'a>; MOST_DUTIES] {
    let mut bound = [Bound { mask: 0, suit_led: false, when: &When::Always }; MOST_DUTIES];
    for (slot, duty) in bound.iter_mut().zip(duties.iter().filter_map(|d| Bound::new(d, context))) {
        *slot = duty;
    }
    bound
}

/// The cards that the duties in force demand: the first that can be satisfied binds.
#[derive(Clone, Copy)]
struct Demands {
    masks: [u64; MOST_DUTIES],
    /// All cards, or none where only those of the suit led are meant.
    others: [u64; MOST_DUTIES],
    len: usize,
}

impl Demands {
    #[cold]
    fn of(duties: &[Bound], trick: i32, broken: bool) -> Self {
        let mut demands = Self { masks: [0; MOST_DUTIES], others: [0; MOST_DUTIES], len: 0 };
        for duty in duties {
            let binds = match *duty.when {
                When::Always => true,
                When::TrickIs(number) => trick == number,
                When::Broken => broken,
                When::NotBroken => !broken,
                // These are not settled.
                When::LedTrump
                | When::NotLedTrump
                | When::Opposed
                | When::Holding(_)
                | When::All(_)
                | When::Other(_) => false,
            };
            if binds {
                demands.masks[demands.len] = duty.mask;
                demands.others[demands.len] = if duty.suit_led { 0 } else { u64::MAX };
                demands.len += 1;
            }
        }
        demands
    }

    /// The cards that the first of them demands, where the cards of the suit led are these.
    #[inline(always)]
    fn first(&self, led: u64) -> u64 {
        self.masks[0] & (led | self.others[0])
    }

    /// The cards of a hand that may be played.
    #[inline(always)]
    fn open(&self, first: u64, hand: u64, led: u64) -> u64 {
        let demanded = hand & first;
        if demanded != 0 {
            return demanded;
        }
        self.open_beside(hand, led)
    }

    /// The same where the first demands none of them. A function of its own: within a loop all demands
    /// would be made ready for every trick.
    #[inline(never)]
    fn open_beside(&self, hand: u64, led: u64) -> u64 {
        for place in 1..self.len.min(MOST_DUTIES) {
            let demanded = hand & self.masks[place] & (led | self.others[place]);
            if demanded != 0 {
                return demanded;
            }
        }
        hand
    }
}

/// The last trick by whose number a duty is told.
fn last_dated(duties: &[Duty]) -> i32 {
    let dated = |duty: &Duty| match duty.when {
        When::TrickIs(number) => Some(number),
        _ => None,
    };
    duties.iter().filter_map(dated).max().unwrap_or(0)
}

impl Game {
    /// Whether the winner of a trick leads to the next.
    pub(super) fn quick_leader(&self, e: ExprId) -> bool {
        self.lowered.leaf(e) == Some(Leaf::Seats(Seats::Winner))
    }

    /// Whether the tricks of the innermost phase can be run through from here.
    #[inline(always)]
    pub(super) fn may_sprint(&self, s: &State, run: &Run) -> bool {
        s.trick.len == 0
            && !s.tracking
            && s.trial == 0
            && s.trick_number >= run.from_trick
            && s.turns + MOST_CARDS < self.program.header.max_turns
            && s.work_left >= i64::from(MOST_CARDS * TURN)
            && s.hand_score.iter().fold(0, |most, points| points.unsigned_abs().max(most))
                <= MOST_POINTS
    }

    /// How many cards are left to play in the tricks of a plan.
    pub(super) fn cards_left(&self, s: &State, round: &Round) -> u32 {
        let hand = usize::from(round.hands);
        let hands = &s.sets[hand..hand + usize::from(self.tables.players)];
        hands.iter().map(|cards| cards.count_ones()).sum()
    }

    /// Runs through the tricks of the innermost phase, from a lead on.
    pub(super) fn sprint<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        (round, run): (&Round, &Run),
    ) {
        let members = self.tables.everyone & s.active & !s.out;
        match self.tables.players {
            2 if members == 0b11 => self.sprint_of::<C, 2>(s, rng, chooser, (round, run)),
            3 if members == 0b111 => self.sprint_of::<C, 3>(s, rng, chooser, (round, run)),
            4 if members == 0b1111 => self.sprint_of::<C, 4>(s, rng, chooser, (round, run)),
            _ => self.sprint_of::<C, SEATS>(s, rng, chooser, (round, run)),
        }
    }

    /// The same for so many players, or for any number of them.
    #[inline(never)]
    fn sprint_of<C: Chooser, const PLAYERS: usize>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        (round, run): (&Round, &Run),
    ) {
        let context = &self.tables.contexts[usize::from(s.context)];
        let hand = usize::from(round.hands);
        let members = self.tables.everyone & s.active & !s.out;
        let players = usize::from(self.tables.players);
        let (mut hands, mut next) = ([0u64; PLAYERS], [0u8; PLAYERS]);
        for seat in 0..players {
            if members & (1 << seat) != 0 {
                hands[seat] = s.sets[hand + seat] as u64;
                let after = self.step(s, seat as u8);
                next[seat] = self.first_of(s, members, after);
            }
        }
        let place = |seat: u8| usize::from(seat) % PLAYERS;
        let lead = bind(&round.lead, context);
        let follow = bind(&round.follow, context);
        let (lead, follow) = (&lead[..round.lead.len()], &follow[..round.follow.len()]);
        let breaking = round.breaking.and_then(|suit| context.of_suit.get(usize::from(suit)));
        let mut broken = s.broken;
        // The cards that break the suit, as long as it is not broken.
        let mut breaking = breaking.filter(|_| !broken).map_or(0, |set| *set as u64);
        let better = if round.high { &context.beaten64 } else { &context.beaten_low64 };
        let level = if round.tie == TrickTie::Last { u64::MAX } else { 0 };
        // The cards that take a trick from a card.
        let taking = |card: u8| {
            let card = usize::from(card & 63);
            better[card] | context.equal64[card] & level
        };
        let others = members.count_ones().saturating_sub(1);
        let mut taken = [0u64; PLAYERS];
        let mut won = [0i32; PLAYERS];
        let mut leader = s.leader;
        let mut trick = s.trick_number;
        let mut tricks_played = s.tricks_played;
        let mut leads = Demands::of(lead, trick, broken);
        let mut follows = Demands::of(follow, trick, broken);
        let dated = last_dated(&round.lead).max(last_dated(&round.follow));
        let (winner, led) = loop {
            let mut seat = leader;
            let hand = hands[place(seat)];
            let led = chooser.one(leads.open(leads.first(0), hand, 0), rng);
            let mut set = 1u64 << led;
            hands[place(seat)] = hand & !set;
            let mut best = led;
            let mut winner = seat;
            let mut takes = taking(led);
            let mates = context.mates64[usize::from(led & 63)];
            if breaking & set != 0 {
                (breaking, broken) = (0, true);
                leads = Demands::of(lead, trick, true);
                follows = Demands::of(follow, trick, true);
            }
            let mut first = follows.first(mates);
            let mut left = others;
            while left > 0 {
                left -= 1;
                seat = next[place(seat)];
                let hand = hands[place(seat)];
                if hand == 0 {
                    continue;
                }
                let card = chooser.one(follows.open(first, hand, mates), rng);
                let bit = 1u64 << card;
                hands[place(seat)] = hand & !bit;
                set |= bit;
                if takes & bit != 0 {
                    (best, winner, takes) = (card, seat, taking(card));
                }
                if breaking & bit != 0 {
                    (breaking, broken) = (0, true);
                    leads = Demands::of(lead, trick, true);
                    follows = Demands::of(follow, trick, true);
                    first = follows.first(mates);
                }
            }
            let index = place(winner);
            taken[index] |= set;
            won[index] += 1;
            tricks_played += 1;
            let rest = hands.iter().fold(0, |all, cards| all | cards);
            if tricks_played == run.until || rest == 0 {
                s.trick.best = best;
                break (winner, led);
            }
            leader = winner;
            while hands[place(leader)] == 0 {
                leader = next[place(leader)];
            }
            trick += 1;
            if trick <= dated.saturating_add(1) {
                leads = Demands::of(lead, trick, broken);
                follows = Demands::of(follow, trick, broken);
            }
        };
        let played = taken.iter().map(|cards| cards.count_ones()).sum::<u32>();
        // Everything goes back to where the rest of the play looks for it.
        for seat in 0..players {
            if members & (1 << seat) != 0 {
                s.sets[hand + seat] = u128::from(hands[seat]);
                s.tricks[seat] = s.tricks[seat].saturating_add(won[seat]);
                if taken[seat] != 0 {
                    s.hand_score[seat] += run.points.iter().fold(0, |sum, (cards, worth)| {
                        let found = context.masks[cards.index()] as u64 & taken[seat];
                        sum + found.count_ones() as i32 * worth
                    });
                    let place = self.place_of_owner(run.captured, seat as u8);
                    s.sets[usize::from(place)] |= u128::from(taken[seat]);
                    s.played |= u128::from(taken[seat]);
                }
            }
        }
        s.broken = broken;
        s.leader = leader;
        s.trick_number = trick;
        s.tricks_played = tricks_played;
        s.acts += played;
        s.deeds += 2 * played;
        s.turns += played - 1;
        s.hand_turns += played - 1;
        s.work += (played - 1) * TURN;
        s.turn_acts = s.acts;
        s.winner = winner;
        s.took_last = winner;
        s.last_taker = winner;
        s.turn = winner;
        s.trick.led = led;
        s.trick.left = 0;
        s.check = self.judges_steps;
        s.waiting = Waiting::Nothing;
        s.frame().seat = winner;
        self.finish(s, rng);
    }
}
