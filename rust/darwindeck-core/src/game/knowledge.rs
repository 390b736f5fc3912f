//! Who knows where a card is. Kept only for games that somebody plays with views.
//!
//! `known` are the cards whose place a seat knows, `placed` those of which it also knows where in a stack
//! they lie. Shuffling forgets the order of a place, not which cards are in it. `lacks[seat]`
//! are cards that, as everybody knows, the seat does not hold.

use super::Game;
use super::cards::{CardId, CardSet, NO_CARD, bit};
use super::judge::seats;
use super::state::State;
use super::tables::{NOBODY, SEATS};
use crate::program::parts::Sees;

/// So many positions are remembered.
const LONGEST_TRAIL: usize = 1_024;

/// What every seat knows, as the cards that it knows something of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knowing([CardSet; SEATS]);

impl Knowing {
    /// The cards that a seat knows; a seat that is not there knows none.
    #[inline(always)]
    pub fn of(&self, seat: u8) -> CardSet {
        self.0.get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// The seats that know a card.
    #[inline(always)]
    pub fn who(&self, card: CardId) -> u16 {
        let known = |(seat, set): (usize, &CardSet)| u16::from(set & bit(card) != 0) << seat;
        self.0.iter().enumerate().map(known).fold(0, |all, one| all | one)
    }

    /// The cards that all of some seats know.
    #[inline(always)]
    pub fn common(&self, all: u16) -> CardSet {
        seats(all).fold(CardSet::MAX, |set, seat| set & self.of(seat))
    }

    /// The cards that any of some seats knows.
    #[inline(always)]
    pub fn any(&self, any: u16) -> CardSet {
        seats(any).fold(0, |set, seat| set | self.of(seat))
    }

    /// Some more seats know some cards.
    #[inline(always)]
    pub fn add(&mut self, cards: CardSet, knowing: u16) {
        seats(knowing).for_each(|seat| self.0[usize::from(seat)] |= cards);
    }

    /// The first so many seats know some cards.
    #[inline(always)]
    fn share(&mut self, cards: CardSet, seats: u8) {
        self.0.iter_mut().take(usize::from(seats)).for_each(|set| *set |= cards);
    }

    /// Some seats know no more of some cards.
    #[inline(always)]
    pub fn remove(&mut self, cards: CardSet, forgetting: u16) {
        seats(forgetting).for_each(|seat| self.0[usize::from(seat)] &= !cards);
    }

    /// A seat knows just these cards, and nobody else knows any.
    pub fn only(seat: u8, cards: CardSet) -> Self {
        let mut known = Self::default();
        known.0[usize::from(seat)] = cards;
        known
    }
}

impl Game {
    /// The seats that may look at the cards of a place.
    #[inline]
    pub fn viewers(&self, s: &State, place: u16) -> u16 {
        let pile = &s.piles[usize::from(place)];
        if pile.open || place == self.tables.trick {
            return self.everybody();
        }
        let zone = self.tables.zones.get(usize::from(pile.zone));
        zone.map_or(0, |zone| zone.viewers[usize::from(pile.owner & 15)])
    }

    /// Whether only the top card of a place can be seen, by everybody.
    pub fn shows_only_top(&self, s: &State, place: u16) -> bool {
        let pile = &s.piles[usize::from(place)];
        let zone = self.tables.zones.get(usize::from(pile.zone));
        !pile.open && zone.is_some_and(|zone| zone.sees == Sees::Top)
    }

    /// The top card of a pile that shows no other has come to light.
    pub(super) fn see_top(&self, s: &mut State, place: u16) {
        if s.tracking && self.shows_only_top(s, place) {
            match s.top(self.is_stack(s, place), place) {
                NO_CARD => {}
                card => self.reveal(s, bit(card)),
            }
        }
    }

    /// All seats, with the house.
    pub fn everybody(&self) -> u16 {
        (1u32 << self.tables.seats).wrapping_sub(1) as u16
    }

    /// A card is about to go from one place to another; gives the seats that see which one it is: those
    /// who may look at either place, and those who know where in a stack it lies.
    pub(super) fn learn_move(&self, s: &mut State, card: CardId, from: u16, to: u16) -> u16 {
        let looking = self.viewers(s, from) | self.viewers(s, to);
        if looking == self.everybody() {
            self.reveal(s, bit(card));
            return looking;
        }
        let followed = if self.is_stack(s, from) { s.placed.who(card) } else { 0 };
        let seen = followed | looking;
        if s.tracking {
            self.lose_track(s, card, from, to, seen);
            self.know_only(s, bit(card), seen);
        }
        seen
    }

    /// Some seats, and nobody else, know from now on where some cards are, and where in their stack.
    #[inline(always)]
    pub(super) fn know_only(&self, s: &mut State, cards: CardSet, seen: u16) {
        let blind = self.everybody() & !seen;
        for known in [&mut s.known, &mut s.placed] {
            known.remove(cards, blind);
            known.add(cards, seen);
        }
    }

    /// For seats that do not see which card goes, any card of the place whose order they do not know
    /// may have gone. Everything here must follow from what everybody sees.
    pub(super) fn lose_track(&self, s: &mut State, card: CardId, from: u16, to: u16, seen: u16) {
        let all = self.everybody();
        let blind = all & !seen;
        if blind == 0 || from == to {
            return;
        }
        let there = s.sets[usize::from(from)] | bit(card);
        let mut public = s.known.common(all) & there;
        if self.is_stack(s, from) {
            public &= !s.placed.any(blind);
            for seat in seats(blind) {
                s.known.remove(there & !s.placed.of(seat), 1 << seat);
            }
        } else {
            // Whoever may look at the place is not blind.
            s.known.remove(there, blind);
        }
        let (giver, taker) = (self.seat_of_hand(s, from), self.seat_of_hand(s, to));
        // What everybody knew to lie there lies there still or has come to the taker.
        for seat in (0..self.tables.players).filter(|seat| *seat != giver && *seat != taker) {
            s.lacks[usize::from(seat)] |= public;
        }
        if taker != NOBODY {
            let elsewhere = self.public_elsewhere(s, from);
            s.lacks[usize::from(taker)] &= elsewhere;
        }
    }

    /// The cards that everybody knows to lie in other places than this one.
    pub(super) fn public_elsewhere(&self, s: &State, place: u16) -> CardSet {
        let there = s.sets[usize::from(place)];
        self.tables.all & !there & s.known.common(self.everybody())
    }

    /// The seat whose hand a place is.
    pub(super) fn seat_of_hand(&self, s: &State, place: u16) -> u8 {
        let pile = &s.piles[usize::from(place)];
        if usize::from(pile.zone) == self.hand_zone { pile.owner } else { NOBODY }
    }

    /// A place was shuffled.
    pub(super) fn forget_order(&self, s: &mut State, place: u16) {
        if s.tracking {
            let only_top = self.shows_only_top(s, place);
            let viewers = if only_top { 0 } else { self.viewers(s, place) };
            s.placed.remove(s.sets[usize::from(place)], self.everybody() & !viewers);
        }
    }

    /// Everybody sees some cards where they lie.
    #[inline]
    pub(super) fn reveal(&self, s: &mut State, cards: CardSet) {
        if s.tracking {
            s.known.share(cards, self.tables.seats);
            s.placed.share(cards, self.tables.seats);
        }
    }

    /// Everybody sees that a seat holds none of some cards.
    pub(super) fn learn_lack(&self, s: &mut State, seat: u8, cards: CardSet) {
        if s.tracking && usize::from(seat) < s.lacks.len() {
            s.lacks[usize::from(seat)] |= cards;
        }
    }

    /// What a seat gets openly it does not lack any more.
    pub(super) fn learn_gain(&self, s: &mut State, place: u16, card: CardId) {
        if s.tracking {
            let seat = self.seat_of_hand(s, place);
            if seat != NOBODY {
                s.lacks[usize::from(seat)] &= !bit(card);
            }
        }
    }

    /// One number for what a lone player sees on the table: where it has been before, it has been in vain.
    pub fn sight_of(&self, s: &State) -> u64 {
        let mut sight = 0u64;
        for (place, (set, pile)) in s.sets.iter().zip(&s.piles).enumerate() {
            let looks = self.viewers(s, place as u16) & 1 != 0;
            let only_top = self.shows_only_top(s, place as u16);
            let mut seen = u64::from(set.count_ones());
            if looks && !only_top {
                seen = (*set as u64).rotate_left(7) ^ (*set >> 64) as u64;
            }
            if looks {
                seen ^= u64::from(pile.top) << 56;
            }
            let mixed = (seen ^ (place as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            sight = (sight ^ mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            sight = sight.rotate_left(23);
        }
        sight
    }

    /// A lone player remembers where it has been lately.
    pub(super) fn remember(&self, s: &mut State) {
        if self.tables.players == 1 && self.tables.house == NOBODY && s.trial == 0 {
            if s.trail.len() >= LONGEST_TRAIL {
                s.trail.drain(..LONGEST_TRAIL / 2);
            }
            s.trail.push(self.sight_of(s));
        }
    }

    /// What everybody knows at the start of a hand: nothing.
    pub(super) fn forget_all(&self, s: &mut State) {
        s.trail.clear();
        if s.tracking {
            s.known = Knowing::default();
            s.placed = Knowing::default();
            s.lacks.fill(0);
        }
    }
}
