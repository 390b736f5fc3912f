//! Zones, and the cards that lie in them.

use super::{Env, NOWHERE, Subject, ZoneRef, seats};
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit};
use crate::game::lower::{Place, Range};
use crate::game::state::owner_number;
use crate::game::tables::NOBODY;
use crate::program::ExprId;
use crate::program::ids::ZoneId;
use crate::program::parts::{Owner, PileKey};

impl Env<'_> {
    /// The zone an expression means.
    #[inline(always)]
    pub fn zone(&self, e: ExprId) -> ZoneRef {
        match self.one_place(e) {
            Some(zone) => zone,
            None => self.judged_zone(e),
        }
    }

    #[inline(never)]
    fn judged_zone(&self, e: ExprId) -> ZoneRef {
        if self.may_judge(e) { self.find_zone(e) } else { ZoneRef::NONE }
    }

    /// The zone an expression means, if that is one place which is found at once.
    #[inline(always)]
    fn one_place(&self, e: ExprId) -> Option<ZoneRef> {
        match *self.game.lowered.place(e) {
            Place::Fixed { zone, place } => Some(ZoneRef { zone, owners: 1, place, top: false }),
            Place::Own { zone, first, owners } => match self.single_seat() {
                Some(seat) if seat < owners => {
                    let place = first + u16::from(seat);
                    Some(ZoneRef { zone, owners: self.who.mask, place, top: false })
                }
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn find_zone(&self, e: ExprId) -> ZoneRef {
        match *self.game.lowered.place(e) {
            Place::Fixed { .. } => self.one_place(e).unwrap_or(ZoneRef::NONE),
            Place::Own { zone, .. } => {
                let several = || self.zone_of(ZoneId(u16::from(zone)), self.who);
                self.one_place(e).unwrap_or_else(several)
            }
            Place::OfWinner { zone } => {
                self.zone_of(ZoneId(u16::from(zone)), Subject::seat(self.s.winner))
            }
            Place::Of { zone, whose } => self.zone_of(ZoneId(zone), self.subject(whose)),
            Place::Pile => ZoneRef { zone: NOBODY, owners: 0, place: self.pile, top: false },
            Place::Top(zone) => ZoneRef { top: true, ..self.find_zone(zone) },
            Place::FirstPile(zone, condition) => self.first_pile(self.find_zone(zone), condition),
            Place::If(condition, yes, no) => {
                self.find_zone(if self.value(condition) != 0 { yes } else { no })
            }
            // Cards of two zones, or some of one, can be counted, and nothing else.
            Place::Both(..) | Place::Settled(_) | Place::Those(..) | Place::Nowhere => {
                ZoneRef::NONE
            }
        }
    }

    /// The first pile of a zone that has cards and of which something is true.
    #[inline(never)]
    fn first_pile(&self, zone: ZoneRef, condition: ExprId) -> ZoneRef {
        let mut found = ZoneRef { owners: 0, place: NOWHERE, ..zone };
        self.each_place(zone, |place| {
            let env = Self { pile: place, ..*self };
            let is_open = found.place == NOWHERE && self.s.sets[usize::from(place)] != 0;
            if is_open && env.value(condition) != 0 {
                let owner = self.s.piles[usize::from(place)].owner;
                found = ZoneRef { owners: 1 << (owner & 15), place, ..zone };
            }
        });
        found
    }

    /// The seat that is the subject, if it is one.
    #[inline(always)]
    fn single_seat(&self) -> Option<u8> {
        self.who.mask.is_power_of_two().then(|| self.who.mask.trailing_zeros() as u8)
    }

    /// The cards that an expression of a zone means.
    #[inline(always)]
    pub(super) fn cards_in(&self, e: ExprId) -> CardSet {
        match *self.game.lowered.place(e) {
            Place::Fixed { place, .. } => self.s.sets[usize::from(place)],
            Place::Own { first, owners, .. } => match self.single_seat() {
                Some(seat) if seat < owners => self.s.sets[usize::from(first + u16::from(seat))],
                _ => self.cards_of(self.find_zone(e)),
            },
            _ => self.cards_joined(e),
        }
    }

    #[inline(never)]
    fn cards_joined(&self, e: ExprId) -> CardSet {
        match *self.game.lowered.place(e) {
            Place::Both(one, other) => self.cards_in(one) | self.cards_in(other),
            Place::Settled(range) => self.cards_of_settled(range),
            Place::Those(zone, cards) => self.cards_in(zone) & self.find_cards(cards),
            Place::If(condition, yes, no) => {
                self.cards_in(if self.value(condition) != 0 { yes } else { no })
            }
            _ => self.cards_of(self.find_zone(e)),
        }
    }

    /// The cards of places that are settled.
    #[inline(always)]
    fn cards_of_settled(&self, range: Range) -> CardSet {
        let (sets, seat) = (&self.s.sets[..], self.single_seat());
        let mut cards = 0;
        for joined in self.game.lowered.joined(range) {
            let first = usize::from(joined.first);
            cards |= match (joined.owners, seat) {
                (0, _) => sets[first],
                (owners, Some(seat)) if seat < owners => sets[first + usize::from(seat)],
                (_, Some(_)) => 0,
                (owners, None) => {
                    let there = self.who.mask & ((1u32 << owners) - 1) as u16;
                    seats(there).fold(0, |all, seat| all | sets[first + usize::from(seat)])
                }
            };
        }
        cards
    }

    /// A zone of a subject.
    pub fn zone_of(&self, zone: ZoneId, who: Subject) -> ZoneRef {
        let table = &self.game.tables.zones[zone.index()];
        let first = who.first();
        if table.owner == Owner::Seat && table.piles == 1 && who.mask == 1 << (first & 15) {
            let place = table.base + u16::from(first);
            let there = first < table.owners;
            return ZoneRef {
                zone: zone.0 as u8,
                owners: if there { who.mask } else { 0 },
                place: if there { place } else { NOWHERE },
                top: false,
            };
        }
        let owners = match table.owner {
            Owner::Table => 1,
            Owner::Seat => who.mask,
            Owner::Team => seats(who.mask).fold(0, |mask, seat| {
                let side = owner_number(&self.game.tables, Owner::Team, seat);
                if side < 16 { mask | (1 << side) } else { mask }
            }),
        };
        let owners = owners & ((1u32 << table.owners) - 1) as u16;
        let single = table.piles == 1 && owners.count_ones() == 1;
        let place = if single {
            self.game.tables.place(zone.index(), owners.trailing_zeros() as u8)
        } else {
            NOWHERE
        };
        ZoneRef { zone: zone.0 as u8, owners, place, top: false }
    }

    /// Does something with every place of a zone.
    pub fn each_place(&self, zone: ZoneRef, mut act: impl FnMut(u16)) {
        if zone.place != NOWHERE {
            act(zone.place);
            return;
        }
        let tables = &self.game.tables;
        let Some(table) = tables.zones.get(usize::from(zone.zone)) else { return };
        if table.key == PileKey::Many {
            for place in usize::from(tables.places)..self.s.piles.len() {
                let pile = &self.s.piles[place];
                if pile.zone == zone.zone && zone.owners & (1 << pile.owner) != 0 {
                    act(place as u16);
                }
            }
            return;
        }
        for owner in seats(zone.owners) {
            let first = table.base + u16::from(owner) * table.piles;
            for place in first..first + table.piles {
                act(place);
            }
        }
    }

    /// Whether a place keeps its cards in order.
    #[inline(always)]
    pub fn stack(&self, place: u16) -> bool {
        self.game.is_stack(self.s, place)
    }

    /// The cards of a zone.
    #[inline(always)]
    pub fn cards_of(&self, zone: ZoneRef) -> CardSet {
        if zone.place != NOWHERE && !zone.top {
            return self.s.sets[usize::from(zone.place)];
        }
        self.cards_of_piles(zone)
    }

    #[inline(never)]
    fn cards_of_piles(&self, zone: ZoneRef) -> CardSet {
        if zone.top {
            let card = self.top_of(zone);
            return if card == NO_CARD { 0 } else { bit(card) };
        }
        let mut set = 0;
        self.each_place(zone, |place| set |= self.s.sets[usize::from(place)]);
        set
    }

    /// The top card of a zone; of several piles, that of the last one that has cards.
    pub fn top_of(&self, zone: ZoneRef) -> CardId {
        let mut card = NO_CARD;
        self.each_place(zone, |place| {
            let top = self.s.top(self.stack(place), place);
            if top != NO_CARD {
                card = top;
            }
        });
        card
    }

    /// Looks at the cards of a pile from the top down, of several piles the last one that has cards, as long
    /// as `look` says so.
    pub(super) fn each_from_top(&self, zone: ExprId, mut look: impl FnMut(CardId) -> bool) {
        let mut pile = NOWHERE;
        self.each_place(self.find_zone(zone), |place| {
            if self.s.sets[usize::from(place)] != 0 {
                pile = place;
            }
        });
        if pile == NOWHERE {
            return;
        }
        if !self.stack(pile) {
            let mut cards = Cards(self.s.sets[usize::from(pile)]);
            while cards.next().is_some_and(&mut look) {}
            return;
        }
        let mut card = self.s.top(true, pile);
        while card != NO_CARD && look(card) {
            card = self.s.below[usize::from(card)];
        }
    }
}
