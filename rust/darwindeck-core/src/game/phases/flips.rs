//! Tricks of cards turned up from piles, run through as fast as code for one game would.
//!
//! Where everybody turns up the top card and the winner puts all of them below the own pile, nobody
//! decides anything. Such a phase gets a plan; its tricks then run with the piles in local rings. What
//! happens is what `trick.rs` says: a test plays games both ways and compares their results.

use std::ops::Range;

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
    /// By size: the sizes around it, zero left out, that no condition tells from it.
    alike: Box<[Sizes]>,
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
            alike: Box::default(),
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
        plan.alike = (0..128).map(|size| plan.like(size)).collect();
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

    /// The sizes around one that belong together with it.
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
#[derive(Clone, Copy, Debug)]
struct Sizes {
    least: u8,
    more: u8,
}

/// The cards of each player lie on a stretch of a tape: they are taken from its beginning, and won cards are put
/// behind its end.
type Tapes = [u8; ROOM];

/// How long the tape of one player is, and all of them one after the other.
const TAPE: usize = 512;
const ROOM: usize = TAPE * MOST_PLAYERS;

/// So much of a tape is kept for a trick with its battles.
const SPARE: usize = 128 + AT_ONCE;

/// So many cards are copied at once, with whatever lies behind them.
const AT_ONCE: usize = 16;

/// Where the pile of a player lies: the place of its top card, and the one below its bottom.
#[derive(Clone, Copy)]
struct Pile {
    top: usize,
    end: usize,
}

impl Pile {
    #[inline(always)]
    fn seat(self) -> usize {
        self.top / TAPE
    }

    #[inline(always)]
    fn len(self) -> usize {
        self.end - self.top
    }

    #[inline(always)]
    fn put(&mut self, tapes: &mut Tapes, card: u8) {
        tapes[self.end % ROOM] = card;
        self.end += 1;
    }

    /// For how many cards there is room, beside what is kept.
    fn room(self) -> usize {
        TAPE.saturating_sub(self.end % TAPE + SPARE)
    }

    /// Goes back to where its tape begins; gives by how much.
    fn rewind(&mut self, tapes: &mut Tapes) -> usize {
        let by = self.top % TAPE;
        tapes.copy_within(self.top..self.end, self.top - by);
        (self.top, self.end) = (self.top - by, self.end - by);
        by
    }
}

/// The piles of all players, that of whoever leads first.
type Piles<const PLAYERS: usize> = [Pile; PLAYERS];

/// The pile at a place comes first.
#[inline(always)]
fn lead_on<const PLAYERS: usize>(piles: &mut Piles<PLAYERS>, place: usize) {
    let turned = |by: usize| std::array::from_fn(|place| piles[(place + by) % PLAYERS]);
    // Written out, so that every place is known.
    *piles = match place {
        0 => return,
        1 => turned(1),
        2 => turned(2),
        _ => turned(3),
    };
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
        let first = s.innermost().seat;
        let mut tapes = [0; ROOM];
        let mut piles: Piles<PLAYERS> =
            std::array::from_fn(|seat| Pile { top: seat * TAPE, end: seat * TAPE });
        for (seat, pile) in (0u8..).zip(&mut piles) {
            let mut card = s.piles[usize::from(self.tables.place(plan.zone, seat))].top;
            while card != NO_CARD {
                pile.put(&mut tapes, card);
                card = s.below[usize::from(card & 127)];
            }
        }
        // As long as every pile has one of these sizes, no condition changes and nobody is out of cards.
        let sizes: [Sizes; PLAYERS] = piles.map(|pile| plan.alike[pile.len() % 128]);
        // From which place on every trick has brought somebody a card of each.
        let mut since = piles.map(|pile| pile.end);
        let limit = plan.quiet_turns.min(self.program.header.max_turns).saturating_sub(1);
        lead_on(&mut piles, usize::from(first).min(PLAYERS - 1));
        let mut led_by = piles[0].seat();
        let mut turns = s.turns;
        let (mut led, mut best) = (NO_CARD, NO_CARD);
        // Up to which turn nothing but the piles has to be looked at, and up to which all is paid for.
        let (mut free, mut paid) = (turns, turns);
        let mut nobody = false;
        while let Some(many) = safe_turns(&piles, &sizes) {
            if turns >= free {
                s.work += (turns - paid) * TURN;
                paid = turns;
                if turns >= limit || !work::goes_on(s) {
                    break;
                }
                // Where piles are looked at one by one, that is done beside: here each has its own variables.
                let mut all = piles;
                for pile in &mut all {
                    let seat = pile.seat() % PLAYERS;
                    since[seat] = since[seat].wrapping_sub(pile.rewind(&mut tapes));
                }
                let room = all.iter().map(|pile| pile.room()).min().unwrap_or(0) / PLAYERS;
                let unpaid = work::PENDING.saturating_sub(s.work).div_ceil(TURN).max(1);
                free = turns + (limit - turns).min(unpaid).min(room as u32);
                piles = all;
            }
            // So many turns can be taken before anything has to be looked at.
            let mut until = free.min(turns + many);
            while turns < until {
                let turned_up = piles.map(|pile| tapes[pile.top % ROOM]);
                let (winning, winner, level) = highest(plan, context, &turned_up);
                if plan.battles && level & (level - 1) != 0 {
                    // Piles that are not lent out stay where they are quickest.
                    let mut lent = piles;
                    let won = battle(plan, context, &mut tapes, &mut lent);
                    let Some((winner, winning, brought)) = won else {
                        nobody = true;
                        break;
                    };
                    (led, led_by, best) = (turned_up[0], lent[0].seat(), winning);
                    let seat = lent[winner].seat() % PLAYERS;
                    since[seat] = since[seat].wrapping_add(brought - PLAYERS);
                    lead_on(&mut lent, winner);
                    piles = lent;
                    turns += 1;
                    // So many cards change no pile by more than as many turns.
                    let more = brought as u32 - 1;
                    (until, free) = (until.saturating_sub(more), free.saturating_sub(more));
                    continue;
                }
                (led, led_by, best) = (turned_up[0], piles[0].seat(), winning);
                piles.iter_mut().for_each(|pile| pile.top += 1);
                lead_on(&mut piles, winner);
                let taker = &mut piles[0];
                if plan.winner_first {
                    taker.put(&mut tapes, winning);
                }
                for (place, card) in turned_up.iter().enumerate() {
                    if !(plan.winner_first && place == winner) {
                        taker.put(&mut tapes, *card);
                    }
                }
                turns += 1;
            }
            if nobody {
                break;
            }
        }
        s.work += (turns - paid) * TURN;
        let piles = &{ piles };
        let played = turns - s.turns;
        if played == 0 {
            return;
        }
        for pile in piles {
            let seat = pile.seat() % PLAYERS;
            let mut cards = [0; 128];
            let own = tapes[pile.top..pile.end].iter().rev();
            let len = own.zip(&mut cards).map(|(card, to)| *to = *card).count();
            s.stack_up(self.tables.place(plan.zone, seat as u8), &cards[..len]);
            let won = pile.end.wrapping_sub(since[seat]) / PLAYERS;
            s.tricks[seat] = s.tricks[seat].saturating_add(won as i32);
        }
        s.turns = turns;
        s.hand_turns += played;
        s.trick_number += played as i32;
        s.tricks_played += played as i32;
        s.deeds += 2 * played;
        let winner = piles[0].seat() as u8;
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

/// In how many turns without a battle, at the least, no pile gets a size of another kind; none if one
/// has it already.
fn safe_turns<const PLAYERS: usize>(
    piles: &Piles<PLAYERS>,
    sizes: &[Sizes; PLAYERS],
) -> Option<u32> {
    let mut least = u8::MAX;
    for pile in piles {
        let Sizes { least: low, more } = sizes[pile.seat() % PLAYERS];
        let above = (pile.len() as u8).wrapping_sub(low);
        if above > more {
            return None;
        }
        least = least.min(above).min(more - above);
    }
    // A turn takes one card from a pile, or brings one from each of the others.
    Some(u32::from(least) / (PLAYERS as u32 - 1).max(1) + 1)
}

/// The highest of some cards that are turned up one after the other, its place, and the places of all that
/// are as high.
#[inline(always)]
fn highest<const PLAYERS: usize>(
    plan: &FlipPlan,
    context: &Context,
    cards: &[u8; PLAYERS],
) -> (u8, usize, u8) {
    let better = if plan.high { &context.beaten64 } else { &context.beaten_low64 };
    let (mut best, mut at, mut level) = (cards[0], 0, 1u8);
    for (place, card) in cards.iter().enumerate().skip(1) {
        if better[usize::from(best & 63)] >> (card & 63) & 1 != 0 {
            (best, at, level) = (*card, place, 1 << place);
        } else if context.equal64[usize::from(best & 63)] >> (card & 63) & 1 != 0 {
            level |= 1 << place;
            if plan.last_wins {
                (best, at) = (*card, place);
            }
        }
    }
    (best, at, level)
}

/// The same of those places alone that are said.
#[inline(always)]
fn highest_of<const PLAYERS: usize>(
    plan: &FlipPlan,
    context: &Context,
    cards: &[u8; PLAYERS],
    places: u8,
) -> (u8, usize, u8) {
    if places == (1 << PLAYERS) - 1 {
        return highest(plan, context, cards);
    }
    let better = if plan.high { &context.beaten64 } else { &context.beaten_low64 };
    let (mut best, mut at, mut level) = (NO_CARD, 0, 0u8);
    for (place, card) in cards.iter().enumerate().filter(|(place, _)| places >> place & 1 != 0) {
        if best == NO_CARD || better[usize::from(best & 63)] >> (card & 63) & 1 != 0 {
            (best, at, level) = (*card, place, 1 << place);
        } else if context.equal64[usize::from(best & 63)] >> (card & 63) & 1 != 0 {
            level |= 1 << place;
            if plan.last_wins {
                (best, at) = (*card, place);
            }
        }
    }
    (best, at, level)
}

/// One trick with its battles: the place of the pile that takes it, the highest card, and how many cards
/// the trick has; none, with nothing changed, if nobody would take it.
#[inline(never)]
fn battle<const PLAYERS: usize>(
    plan: &FlipPlan,
    context: &Context,
    tapes: &mut Tapes,
    lent: &mut Piles<PLAYERS>,
) -> Option<(usize, u8, usize)> {
    let mut piles = *lent;
    let mut tied = (1u8 << PLAYERS) - 1;
    // Of two, the loser's cards follow the winner's.
    let in_order = !(plan.winner_first && PLAYERS == 2);
    // From which piles they are, in the order in which they are laid.
    let mut laid = Order { places: [0; 128], len: 0 };
    let (winner, best) = loop {
        let turned_up = piles.map(|pile| tapes[pile.top % ROOM]);
        for (place, pile) in piles.iter_mut().enumerate() {
            let many = usize::from(tied >> place & 1);
            pile.top += many;
            if in_order {
                laid.add(place, many);
            }
        }
        let (best, winner, level) = highest_of(plan, context, &turned_up, tied);
        if level & (level - 1) == 0 {
            break (winner, best);
        }
        tied = level;
        for (place, pile) in piles.iter().enumerate() {
            tied &= !(u8::from(pile.len() == 0) << place);
        }
        if tied == 0 {
            return None;
        }
        if tied & (tied - 1) == 0 {
            break (tied.trailing_zeros() as usize, best);
        }
        for (place, pile) in piles.iter_mut().enumerate() {
            // Whoever has too few turns up the last one.
            let many = (plan.battle_cards as usize).min(pile.len().saturating_sub(1));
            let many = many * usize::from(tied >> place & 1);
            pile.top += many;
            if in_order {
                laid.add(place, many);
            }
        }
    };
    let winner = winner % PLAYERS;
    let mut taker = piles[winner];
    if plan.winner_first {
        give(tapes, lent[winner].top..taker.top, &mut taker);
    }
    if in_order {
        let mut next = lent.map(|pile| pile.top);
        for place in &laid.places[..laid.len % 128] {
            let place = usize::from(*place) % PLAYERS;
            if !(plan.winner_first && place == winner) {
                taker.put(tapes, tapes[next[place] % ROOM]);
                next[place] += 1;
            }
        }
    } else {
        let loser = (winner + 1) % PLAYERS;
        give(tapes, lent[loser].top..piles[loser].top, &mut taker);
    }
    let brought = taker.end - piles[winner].end;
    piles[winner] = taker;
    *lent = piles;
    Some((winner, best, brought))
}

/// Cards from some places of the tapes go below a pile.
#[inline(always)]
fn give(tapes: &mut Tapes, from: Range<usize>, taker: &mut Pile) {
    let many = from.len();
    let mut done = 0;
    while done < many {
        let (from, to) = (from.start + done, taker.end + done);
        let some = tapes.get(from..from + AT_ONCE).and_then(|some| some.first_chunk()).copied();
        let some: [u8; AT_ONCE] = some.unwrap_or([NO_CARD; AT_ONCE]);
        if let Some(room) = tapes.get_mut(to..to + AT_ONCE) {
            room.copy_from_slice(&some);
        }
        done += AT_ONCE;
    }
    taker.end += many;
}

/// From which piles cards have been laid, in their order.
struct Order {
    places: [u8; 128],
    len: usize,
}

impl Order {
    #[inline(always)]
    fn add(&mut self, from: usize, many: usize) {
        for place in self.len..self.len + many {
            self.places[place % 128] = from as u8;
        }
        self.len += many;
    }
}
