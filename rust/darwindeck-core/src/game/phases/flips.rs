//! Tricks of cards turned up from piles, run through as fast as code for one game would.
//!
//! Where everybody turns up the top card and the winner puts all of them below the own pile, nobody
//! decides anything. Such a phase gets a plan; its tricks then run with the piles in local rings. What
//! happens is what `trick.rs` says: a test plays games both ways and compares their results.

use crate::game::Game;
use crate::game::cards::NO_CARD;
use crate::game::flow::TURN;
use crate::game::lower::{Gathering, Leaf, Place, Seats, Value};
use crate::game::state::{State, Waiting};
use crate::game::tables::Context;
use crate::game::work;
use crate::program::ExprId;
use crate::program::parts::*;

/// The most players whose piles are kept in rings.
const MOST_PLAYERS: usize = 4;

/// What is needed to run through tricks of turned-up cards.
#[derive(Clone, Debug)]
pub(in crate::game) struct FlipPlan {
    zone: usize,
    battles: bool,
    last_wins: bool,
    high: bool,
    battle_cards: u32,
    winner_first: bool,
    /// Sizes of piles that no condition tells apart have the same class.
    classes: [u8; 129],
    /// Turns before which no condition on them can come true.
    quiet_turns: u32,
}

impl FlipPlan {
    /// The plan of a phase; none if it has more to it.
    pub(in crate::game) fn new(game: &Game, phase: &TrickPhase) -> Option<Self> {
        let Place::Own { zone: own, .. } = *game.lowered.place(phase.source) else { return None };
        let zone = usize::from(own);
        let simple = phase.choose == Choose::Top
            && phase.before_card.is_empty()
            && phase.after_trick.is_empty()
            && phase.keep.is_empty()
            && phase.who.is_none()
            && phase.collect_to_bottom
            && *game.lowered.place(phase.collect_to) == Place::OfWinner { zone: own }
            && game.tables.zones[zone].stack
            && game.tables.zones[zone].beneath.is_none()
            && zone == game.hand_zone
            && game.tables.cards <= 64
            && usize::from(game.tables.players) <= MOST_PLAYERS
            && game.quick_leader(phase.next_leader)
            && game.lowered.never(phase.until)
            && !game.remembers_players()
            && game.layout.of_turns.is_empty()
            && [Moment::Played, Moment::Led, Moment::TrickEnd].iter().all(|m| game.quiet(*m))
            && game.moments.cards.iter().all(Vec::is_empty);
        if !simple {
            return None;
        }
        let mut plan = Self {
            zone,
            battles: phase.tie == TrickTie::Battle,
            last_wins: phase.tie == TrickTie::Last,
            high: phase.high_card_wins,
            battle_cards: phase.battle_cards.clamp(0, 128) as u32,
            winner_first: phase.collect_order == CollectOrder::WinnerFirst,
            classes: [0; 129],
            quiet_turns: u32::MAX,
        };
        for win in &game.program.win_conditions {
            match win.trigger_mode {
                TriggerMode::ThresholdGate => continue,
                TriggerMode::Immediate => {}
                _ => return None,
            }
            plan.study(game, win.when?)?;
        }
        Some(plan)
    }

    /// Sizes of piles below, at and above a number are told apart.
    fn tell_apart(&mut self, number: i32) {
        for (size, class) in self.classes.iter_mut().enumerate() {
            let place = match (size as i32).cmp(&number) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            };
            *class = class.wrapping_mul(3).wrapping_add(place);
        }
    }

    /// The sizes around one, zero left out, that no condition tells from it.
    fn like(&self, size: u8) -> Sizes {
        let alike =
            |other: &u8| self.classes[usize::from(*other)] == self.classes[usize::from(size & 127)];
        let size = size & 127;
        let below = (1..size).rev().take_while(alike).count() as u8;
        let above = (size + 1..128).take_while(alike).count() as u8;
        Sizes { least: (size - below).max(1), more: below + above }
    }

    /// Learns when a condition can change.
    fn study(&mut self, game: &Game, e: ExprId) -> Option<()> {
        match game.lowered.value(e) {
            Value::Leaf(Leaf::Number(_)) => Some(()),
            Value::Binary(Operator::And | Operator::Or, left, right) => {
                self.study(game, left)?;
                self.study(game, right)
            }
            Value::Not(inner) => self.study(game, inner),
            Value::Leaf(Leaf::Over(Gathering::Any | Gathering::All, group, inner))
                if game.lowered.leaf(group) == Some(Leaf::Seats(Seats::Each)) =>
            {
                self.study(game, inner)
            }
            Value::Leaf(Leaf::Hands { than, .. }) => {
                self.tell_apart(than);
                Some(())
            }
            Value::Compare(operator, left, number) => match (game.lowered.leaf(left)?, operator) {
                (Leaf::OwnSize { .. }, _) => {
                    self.tell_apart(number);
                    Some(())
                }
                (Leaf::Turns, Operator::GreaterEqual | Operator::Greater) => {
                    self.quiet_turns = self.quiet_turns.min(number.max(0) as u32);
                    Some(())
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Some sizes of a pile that follow each other.
#[derive(Clone, Copy)]
struct Sizes {
    least: u8,
    more: u8,
}

/// Cards in rings, one for each player: taken from the top, put below the bottom.
struct Rings<const PLAYERS: usize> {
    cards: [[u8; 256]; PLAYERS],
    top: [u8; PLAYERS],
    /// The place below the bottom.
    end: [u8; PLAYERS],
}

impl<const PLAYERS: usize> Rings<PLAYERS> {
    #[inline(always)]
    fn top(&self, seat: usize) -> u8 {
        self.cards[seat][usize::from(self.top[seat])]
    }

    #[inline(always)]
    fn len(&self, seat: usize) -> u8 {
        self.end[seat].wrapping_sub(self.top[seat])
    }

    #[inline(always)]
    fn take(&mut self, seat: usize) -> u8 {
        let card = self.top(seat);
        self.top[seat] = self.top[seat].wrapping_add(1);
        card
    }

    #[inline(always)]
    fn put(&mut self, seat: usize, card: u8) {
        self.cards[seat][usize::from(self.end[seat])] = card;
        self.end[seat] = self.end[seat].wrapping_add(1);
    }
}

impl Game {
    /// Whether tricks of turned-up cards can be run through from here.
    #[inline(always)]
    pub(in crate::game) fn may_flip(&self, s: &State) -> bool {
        let members = self.tables.everyone & s.active & !s.out;
        s.depth == 2
            && !s.tracking
            && !s.noting
            && s.trial == 0
            && !s.reversed
            && members == self.tables.everyone
            && s.sets[usize::from(self.tables.trick)] == 0
    }

    /// Runs through tricks of turned-up cards until a condition could end the game, or somebody has
    /// no card left. Whatever comes then is played one by one.
    pub(in crate::game) fn flip_through(&self, s: &mut State, plan: &FlipPlan) {
        match self.tables.players {
            2 => self.flip_piles::<2>(s, plan),
            3 => self.flip_piles::<3>(s, plan),
            4 => self.flip_piles::<4>(s, plan),
            _ => {}
        }
    }

    fn flip_piles<const PLAYERS: usize>(&self, s: &mut State, plan: &FlipPlan) {
        let context = &self.tables.contexts[usize::from(s.context)];
        if s.turns.saturating_add(2) >= plan.quiet_turns {
            return;
        }
        let (top, end) = ([0; PLAYERS], [0; PLAYERS]);
        let mut rings = Rings { cards: [[0; 256]; PLAYERS], top, end };
        for seat in 0..PLAYERS {
            let place = self.tables.place(plan.zone, seat as u8);
            let mut card = s.piles[usize::from(place)].top;
            while card != NO_CARD {
                rings.put(seat, card);
                card = s.below[usize::from(card & 127)];
            }
        }
        // As long as every pile has one of these sizes, no condition changes and nobody is out of cards.
        let sizes: [Sizes; PLAYERS] = std::array::from_fn(|seat| plan.like(rings.len(seat)));
        let within = |rings: &Rings<PLAYERS>| {
            (0..PLAYERS).all(|seat| {
                let Sizes { least, more } = sizes[seat];
                rings.len(seat).wrapping_sub(least) <= more
            })
        };
        if !within(&rings) {
            return;
        }
        let limit = plan.quiet_turns.min(self.program.header.max_turns).saturating_sub(1);
        let mut leader = usize::from(s.innermost().seat).min(PLAYERS - 1);
        let mut led_by = leader;
        let mut turns = s.turns;
        let mut tricks = [0u32; PLAYERS];
        let (mut led, mut best) = (NO_CARD, NO_CARD);
        while turns < limit {
            let first = rings.top(leader);
            let flipped = match flip_plainly(plan, context, &mut rings, leader) {
                None => flip_with_battles(plan, context, &mut rings, leader),
                taken => taken,
            };
            let Some((winner, winning)) = flipped else { break };
            (led, best) = (first, winning);
            s.work += TURN;
            if !work::goes_on(s) {
                break;
            }
            turns += 1;
            tricks[winner] += 1;
            led_by = leader;
            leader = winner;
            if !within(&rings) {
                break;
            }
        }
        let played = turns - s.turns;
        if played == 0 {
            return;
        }
        for (seat, won) in tricks.iter().enumerate() {
            let place = self.tables.place(plan.zone, seat as u8);
            let (cards, top) = (&rings.cards[seat], rings.top[seat]);
            let mut pile = [0; 128];
            let len = usize::from(rings.len(seat) & 127);
            for (index, card) in (0u8..).zip(pile[..len].iter_mut().rev()) {
                *card = cards[usize::from(top.wrapping_add(index))];
            }
            s.stack_up(place, &pile[..len]);
            s.tricks[seat] = s.tricks[seat].saturating_add(*won as i32);
        }
        s.turns = turns;
        s.hand_turns += played;
        s.trick_number += played as i32;
        s.tricks_played += played as i32;
        s.deeds += 2 * played;
        let winner = leader as u8;
        s.leader = led_by as u8;
        s.winner = winner;
        s.took_last = winner;
        s.last_taker = winner;
        s.turn = winner;
        s.frame().seat = winner;
        s.trick.len = 0;
        (s.trick.led, s.trick.best) = (led, best);
        s.changes = s.changes.wrapping_add(1);
        s.check = self.judges_steps;
        s.waiting = Waiting::Nothing;
    }
}

/// The seat after one of so many.
#[inline(always)]
fn after<const PLAYERS: usize>(seat: usize) -> usize {
    if seat + 1 >= PLAYERS { 0 } else { seat + 1 }
}

/// One trick without a battle: who takes it, with which card; none, with nothing changed, if there is
/// one.
#[inline(always)]
fn flip_plainly<const PLAYERS: usize>(
    plan: &FlipPlan,
    context: &Context,
    rings: &mut Rings<PLAYERS>,
    leader: usize,
) -> Option<(usize, u8)> {
    let better = if plan.high { &context.beaten64 } else { &context.beaten_low64 };
    // The cards in the order in which they are turned up.
    let mut cards = [NO_CARD; PLAYERS];
    let (mut best, mut at, mut winner, mut level) = (rings.top(leader), 0, leader, false);
    cards[0] = best;
    let mut seat = leader;
    for (place, turned_up) in cards.iter_mut().enumerate().skip(1) {
        seat = after::<PLAYERS>(seat);
        let card = rings.top(seat);
        *turned_up = card;
        if better[usize::from(best & 63)] >> (card & 63) & 1 != 0 {
            (best, at, winner, level) = (card, place, seat, false);
        } else if context.equal64[usize::from(best & 63)] >> (card & 63) & 1 != 0 {
            level = true;
            if plan.last_wins {
                (best, at, winner) = (card, place, seat);
            }
        }
    }
    if level && plan.battles {
        return None;
    }
    rings.top.iter_mut().for_each(|top| *top = top.wrapping_add(1));
    let end = rings.end[winner];
    let pile = &mut rings.cards[winner];
    let mut put = |place: usize, card: u8| pile[usize::from(end.wrapping_add(place as u8))] = card;
    if plan.winner_first {
        put(0, best);
    }
    for (place, card) in cards.iter().enumerate() {
        // Those before the winner lie one further down if the own card comes first.
        let first = plan.winner_first && place <= at;
        if !first || place != at {
            put(place + usize::from(first), *card);
        }
    }
    rings.end[winner] = end.wrapping_add(PLAYERS as u8);
    Some((winner, best))
}

/// One trick with its battles: who takes it, with which card; none, with nothing changed, if nobody
/// would take it.
#[inline(never)]
fn flip_with_battles<const PLAYERS: usize>(
    plan: &FlipPlan,
    context: &Context,
    rings: &mut Rings<PLAYERS>,
    leader: usize,
) -> Option<(usize, u8)> {
    let from = rings.top;
    let mut tied = (1u8 << PLAYERS) - 1;
    let better = if plan.high { &context.beaten64 } else { &context.beaten_low64 };
    // Whose cards they are, in the order in which they are laid.
    let mut laid = Order { seats: [0; 128], len: 0 };
    loop {
        let (mut best, mut winner, mut level) = (NO_CARD, 0, 0u8);
        let mut next = leader;
        for _ in 0..PLAYERS {
            let seat = next;
            next = after::<PLAYERS>(seat);
            if tied & (1 << seat) == 0 {
                continue;
            }
            let card = rings.take(seat);
            laid.add(seat, 1);
            if best == NO_CARD || better[usize::from(best & 63)] >> (card & 63) & 1 != 0 {
                (best, winner, level) = (card, seat, 1 << seat);
            } else if context.equal64[usize::from(best & 63)] >> (card & 63) & 1 != 0 {
                level |= 1 << seat;
                if plan.last_wins {
                    (best, winner) = (card, seat);
                }
            }
        }
        if !plan.battles || level.count_ones() == 1 {
            collect(plan, rings, from, &laid, winner);
            return Some((winner, best));
        }
        tied = level;
        for seat in (0..PLAYERS).filter(|seat| rings.len(*seat) == 0) {
            tied &= !(1 << seat);
        }
        if tied == 0 {
            // The cards are still where they were.
            rings.top = from;
            return None;
        }
        if tied.count_ones() == 1 {
            let winner = tied.trailing_zeros() as usize;
            collect(plan, rings, from, &laid, winner);
            return Some((winner, best));
        }
        let mut next = leader;
        for _ in 0..PLAYERS {
            let seat = next;
            next = after::<PLAYERS>(seat);
            if tied & (1 << seat) != 0 {
                // Whoever has too few turns up the last one.
                let many = plan.battle_cards.min(u32::from(rings.len(seat)) - 1) as u8;
                rings.top[seat] = rings.top[seat].wrapping_add(many);
                laid.add(seat, many);
            }
        }
    }
}

/// Whose cards have been laid, in their order.
struct Order {
    seats: [u8; 128],
    len: u8,
}

impl Order {
    #[inline(always)]
    fn add(&mut self, seat: usize, many: u8) {
        for place in self.len..self.len + many {
            self.seats[usize::from(place & 127)] = seat as u8;
        }
        self.len += many;
    }
}

/// The cards that have been taken from the rings since go to the winner.
#[inline(always)]
fn collect<const PLAYERS: usize>(
    plan: &FlipPlan,
    rings: &mut Rings<PLAYERS>,
    mut from: [u8; PLAYERS],
    laid: &Order,
    winner: usize,
) {
    if plan.winner_first {
        while from[winner] != rings.top[winner] {
            rings.put(winner, rings.cards[winner][usize::from(from[winner])]);
            from[winner] = from[winner].wrapping_add(1);
        }
    }
    for seat in &laid.seats[..usize::from(laid.len & 127)] {
        let seat = usize::from(*seat) % PLAYERS;
        if !(plan.winner_first && seat == winner) {
            rings.put(winner, rings.cards[seat][usize::from(from[seat])]);
            from[seat] = from[seat].wrapping_add(1);
        }
    }
}
