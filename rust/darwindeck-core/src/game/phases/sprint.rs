//! Tricks played at random as fast as code for one game would.
//!
//! Many trick phases are no more than duties, a comparison and a pile of captured cards. Somebody at hand
//! then runs through all their tricks with everything in local variables. Which cards are demanded, and when,
//! is read once, in `round.rs`; what is legal and what happens is what `trick.rs` says: a test plays the same
//! games both ways and compares their results.

use super::round::{Demand, Duty, Round, When};
use crate::game::Game;
use crate::game::cards::CardId;
use crate::game::chooser::Chooser;
use crate::game::flow::TURN;
use crate::game::lower::{Leaf, Place, Seats, Value};
use crate::game::rng::Rng;
use crate::game::state::{ROOM, State, Waiting};
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

/// A duty about which nothing but the trick, the suit that must be broken and the card led decides.
#[derive(Clone, Copy, Debug)]
struct Settled {
    cards: CondId,
    /// All cards, or none where only those of the suit led are meant.
    others: u64,
    when: Dated,
}

/// When such a duty binds.
#[derive(Clone, Copy, Debug)]
enum Dated {
    Always,
    /// In the trick of this number.
    Trick(i32),
    /// Whether the suit is broken must be as said.
    Broken(bool),
}

impl Settled {
    /// A duty; none if hands or who is winning matter.
    fn new(duty: &Duty) -> Option<Self> {
        let when = match duty.when {
            When::Always => Dated::Always,
            When::TrickIs(number) => Dated::Trick(number),
            When::Broken => Dated::Broken(true),
            When::NotBroken => Dated::Broken(false),
            When::LedTrump
            | When::NotLedTrump
            | When::Opposed
            | When::Holding(_)
            | When::All(_)
            | When::Other(_) => return None,
        };
        let (cards, others) = match duty.cards {
            Demand::Fixed(cards) => (cards, u64::MAX),
            Demand::SuitLed(cards) => (cards, 0),
            Demand::Parts(_) | Demand::Other(_) => return None,
        };
        Some(Self { cards, others, when })
    }

    /// The trick by whose number it is told.
    fn trick(&self) -> Option<i32> {
        match self.when {
            Dated::Trick(number) => Some(number),
            Dated::Always | Dated::Broken(_) => None,
        }
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
    /// What binds whoever leads, and whoever follows.
    lead: Vec<Settled>,
    follow: Vec<Settled>,
    /// The last trick by whose number a duty is told.
    dated: i32,
}

impl Run {
    /// How the tricks of a phase are run through; none if it has more to it.
    pub(super) fn new(game: &Game, phase: &TrickPhase, round: &Round) -> Option<Self> {
        let settled = |duties: &[Duty]| duties.iter().map(Settled::new).collect::<Option<Vec<_>>>();
        let (lead, follow) = (settled(&round.lead)?, settled(&round.follow)?);
        let simple = lead.len().max(follow.len()) <= MOST_DUTIES
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
            dated: lead.iter().chain(&follow).filter_map(Settled::trick).max().unwrap_or(0),
            lead,
            follow,
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

/// The cards that the duties in force demand: the first that can be satisfied binds.
#[derive(Clone, Copy)]
struct Demands {
    masks: [u64; MOST_DUTIES],
    /// All cards, or none where only those of the suit led are meant.
    others: [u64; MOST_DUTIES],
    len: usize,
}

impl Demands {
    #[inline(never)]
    fn of(duties: &[Settled], context: &Context, trick: i32, broken: bool) -> Self {
        let mut demands = Self { masks: [0; MOST_DUTIES], others: [0; MOST_DUTIES], len: 0 };
        for duty in duties {
            let binds = match duty.when {
                Dated::Always => true,
                Dated::Trick(number) => trick == number,
                Dated::Broken(wanted) => broken == wanted,
            };
            if binds {
                demands.masks[demands.len] = context.masks[duty.cards.index()] as u64;
                demands.others[demands.len] = duty.others;
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
            && s.hand_score[..usize::from(self.tables.players)]
                .iter()
                .all(|points| points.unsigned_abs() <= MOST_POINTS)
    }

    /// How many cards are left to play in the tricks of a plan.
    pub(super) fn cards_left(&self, s: &State, round: &Round) -> u32 {
        let hand = usize::from(round.hands);
        let hands = &s.sets[hand..hand + usize::from(self.tables.players)];
        hands.iter().map(|cards| (*cards as u64).count_ones()).sum()
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
            2 if members == 0b11 => self.sprint_of::<C, 2, 2>(s, rng, chooser, (round, run)),
            3 if members == 0b111 => self.sprint_of::<C, 3, 4>(s, rng, chooser, (round, run)),
            4 if members == 0b1111 => self.sprint_of::<C, 4, 4>(s, rng, chooser, (round, run)),
            _ => self.sprint_of::<C, SEATS, ROOM>(s, rng, chooser, (round, run)),
        }
    }

    /// The same for so many players, or for any number of them; there is room for a power of two.
    #[inline(never)]
    fn sprint_of<C: Chooser, const PLAYERS: usize, const PLACES: usize>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        (round, run): (&Round, &Run),
    ) {
        let context = &self.tables.contexts[usize::from(s.context)];
        let members = self.tables.everyone & s.active & !s.out;
        let many = if PLAYERS < SEATS { PLAYERS } else { members.count_ones() as usize };
        // In the order in which they play, from whoever leads on.
        let (mut hands, mut seats) = ([0u64; PLACES], [0u8; PLACES]);
        let mut seat = s.leader;
        for (hand, place) in hands.iter_mut().zip(&mut seats).take(many) {
            *hand = s.sets[usize::from(round.hands) + usize::from(seat)] as u64;
            *place = seat;
            seat = self.first_of(s, members, self.step(s, seat));
        }
        let next = |at: usize| match PLAYERS == PLACES {
            true => (at + 1) % PLACES,
            false if at + 1 == many => 0,
            false => at + 1,
        };
        let breaking = round.breaking.and_then(|suit| context.of_suit.get(usize::from(suit)));
        let mut broken = s.broken;
        // The cards that break the suit, as long as it is not broken.
        let mut breaking = breaking.filter(|_| !broken).map_or(0, |set| *set as u64);
        let better = if round.high { &context.beaten64 } else { &context.beaten_low64 };
        let level = if round.tie == TrickTie::Last { u64::MAX } else { 0 };
        // The cards that take a trick from a card.
        let taking = |card: u64| {
            let card = (card.trailing_zeros() & 63) as usize;
            better[card] | context.equal64[card] & level
        };
        let mut taken = [0u64; PLACES];
        let mut won = [0i32; PLACES];
        let mut leader = 0;
        let mut trick = s.trick_number;
        let mut tricks_played = s.tricks_played;
        let mut leads = Demands::of(&run.lead, context, trick, broken);
        let mut follows = Demands::of(&run.follow, context, trick, broken);
        let played = hands.iter().map(|hand| hand.count_ones()).sum::<u32>();
        let mut left = played;
        let (winner, led, best) = loop {
            let hand = hands[leader % PLACES];
            let led = chooser.one(leads.open(leads.first(0), hand, 0), rng);
            hands[leader % PLACES] = hand & !led;
            let (mut set, mut best) = (led, led);
            let mut winner = leader;
            let mut takes = taking(led);
            let mates = context.mates64[(led.trailing_zeros() & 63) as usize];
            if breaking & led != 0 {
                (breaking, broken) = (0, true);
                leads = Demands::of(&run.lead, context, trick, true);
                follows = Demands::of(&run.follow, context, trick, true);
            }
            let mut first = follows.first(mates);
            let mut at = leader;
            for _ in 1..many {
                at = next(at);
                let hand = hands[at % PLACES];
                if hand == 0 {
                    continue;
                }
                let card = chooser.one(follows.open(first, hand, mates), rng);
                hands[at % PLACES] = hand & !card;
                set |= card;
                if (takes | breaking) & card == 0 {
                    continue;
                }
                if takes & card != 0 {
                    (best, winner, takes) = (card, at, taking(card));
                }
                if breaking & card != 0 {
                    (breaking, broken) = (0, true);
                    leads = Demands::of(&run.lead, context, trick, true);
                    follows = Demands::of(&run.follow, context, trick, true);
                    first = follows.first(mates);
                }
            }
            taken[winner % PLACES] |= set;
            won[winner % PLACES] += 1;
            tricks_played += 1;
            left -= set.count_ones();
            if tricks_played == run.until || left == 0 {
                break (winner, led, best);
            }
            leader = winner;
            while hands[leader % PLACES] == 0 {
                leader = next(leader);
            }
            trick += 1;
            if trick <= run.dated.saturating_add(1) {
                leads = Demands::of(&run.lead, context, trick, broken);
                follows = Demands::of(&run.follow, context, trick, broken);
            }
        };
        let played = played - left;
        // Everything goes back to where the rest of the play looks for it.
        for place in 0..many {
            let (seat, taken) = (usize::from(seats[place % PLACES]), taken[place % PLACES]);
            s.sets[usize::from(round.hands) + seat] = u128::from(hands[place % PLACES]);
            s.tricks[seat] = s.tricks[seat].saturating_add(won[place % PLACES]);
            if taken != 0 {
                s.hand_score[seat] += run.points.iter().fold(0, |sum, (cards, worth)| {
                    let found = context.masks[cards.index()] as u64 & taken;
                    sum + found.count_ones() as i32 * worth
                });
                let place = self.place_of_owner(run.captured, seat as u8);
                s.sets[usize::from(place)] |= u128::from(taken);
                s.played |= u128::from(taken);
            }
        }
        let winner = seats[winner % PLACES];
        s.broken = broken;
        s.leader = seats[leader % PLACES];
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
        (s.trick.led, s.trick.best) =
            (led.trailing_zeros() as CardId, best.trailing_zeros() as CardId);
        s.trick.left = 0;
        s.check = self.judges_steps;
        s.waiting = Waiting::Nothing;
        s.frame().seat = winner;
        self.finish(s, rng);
    }
}
