//! Conditions on cards.

use super::{Env, NO_PILE, NOWHERE, ON_CARD};
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit};
use crate::game::lower::{Mask, Narrowing};
use crate::game::tables::NO_SUIT;
use crate::program::CondId;
use crate::program::ids::ZoneId;
use crate::program::parts::{Among, Attribute, Reference};

impl Env<'_> {
    /// The cards that a condition means.
    #[inline(always)]
    pub fn select(&self, id: CondId) -> CardSet {
        let dear = self.game.has_dear && self.game.tables.dynamic[id.index()];
        if dear && !self.may_spend(self.game.program.steps.conditions[id.index()]) {
            return 0;
        }
        self.find_cards(id)
    }

    #[inline(always)]
    pub(super) fn find_cards(&self, id: CondId) -> CardSet {
        let context = self.context();
        let mask = context.masks[id.index()];
        match self.game.lowered.mask(id) {
            Mask::Fixed => mask,
            Mask::SuitLed => mask & context.like_led(self.s.trick.led),
            Mask::Narrowed(steps) => self.narrowed(steps, mask),
            Mask::ByTop(by_top) => {
                let top = self.reference(Reference::Top);
                match by_top.get(&self.game.tables, self.s.context, self.s.in_force, top) {
                    Some(set) => set,
                    None => self.narrowed(&by_top.steps, mask),
                }
            }
        }
    }

    fn narrowed(&self, steps: &[Narrowing], mask: CardSet) -> CardSet {
        let mut set = mask;
        for step in steps {
            set &= match step {
                Narrowing::Beats(reference) => self.beating(*reference),
                Narrowing::Same(attribute, reference) => self.alike(*attribute, *reference),
                Narrowing::Step(step, reference) => self.stepped(*step, *reference),
                Narrowing::Drawn(true) => self.s.drawn,
                Narrowing::Drawn(false) => !self.s.drawn,
                Narrowing::TakenFrom(zone) => self.taken_from(*zone),
                Narrowing::RankIn(zone) => self.ranks_in(*zone),
                Narrowing::SuitIn(zone) => self.suits_in(*zone),
                Narrowing::OwnPlay(true) => self.own_plays(),
                Narrowing::OwnPlay(false) => !self.own_plays(),
                Narrowing::Highest(among) => self.highest(set, *among),
                Narrowing::Any(some) => some.iter().fold(0, |all, id| all | self.find_cards(*id)),
                Narrowing::To(id) => self.find_cards(*id),
                Narrowing::Not(id) => !self.find_cards(*id),
            };
        }
        set & self.game.tables.all
    }

    /// The cards that came from a zone in this turn.
    fn taken_from(&self, zone: ZoneId) -> CardSet {
        Cards(self.s.taken)
            .filter(|card| self.s.came_from[usize::from(*card)] == zone.0 as u8)
            .fold(0, |found, card| found | bit(card))
    }

    /// The cards of the ranks that lie in a zone.
    fn ranks_in(&self, zone: ZoneId) -> CardSet {
        let there = self.cards_of(self.zone_of(zone, self.who));
        let of_rank = &self.game.tables.of_rank;
        of_rank.iter().filter(|rank| *rank & there != 0).fold(0, |a, b| a | b)
    }

    /// The cards that count as a suit that lies in a zone.
    fn suits_in(&self, zone: ZoneId) -> CardSet {
        let there = self.cards_of(self.zone_of(zone, self.who));
        let of_suit = &self.context().of_suit;
        of_suit.iter().filter(|suit| *suit & there != 0).fold(0, |a, b| a | b)
    }

    /// The cards that the subject has played in this hand.
    fn own_plays(&self) -> CardSet {
        Cards(self.s.played)
            .filter(|card| self.who.mask & (1 << (self.s.player_of[usize::from(*card)] & 15)) != 0)
            .fold(0, |found, card| found | bit(card))
    }

    /// The card that a condition compares with.
    fn reference(&self, reference: Reference) -> CardId {
        match reference {
            Reference::Led => self.s.trick.led,
            Reference::Winner => self.s.trick.best,
            Reference::Named => NO_CARD,
            Reference::Top | Reference::InForce => {
                let place = self.target;
                match place {
                    NO_PILE => NO_CARD,
                    NOWHERE => {
                        let zone = self.game.pile_zone.map(|zone| self.zone_of(zone, self.who));
                        zone.map_or(NO_CARD, |zone| self.top_of(zone))
                    }
                    ON_CARD.. => (place - ON_CARD) as CardId,
                    _ => self.s.top(self.stack(place), place),
                }
            }
        }
    }

    fn beating(&self, reference: Reference) -> CardSet {
        let card = self.reference(reference);
        if card == NO_CARD {
            return 0;
        }
        let context = self.context();
        if self.game.low_wins(self.s) {
            context.beaten_by_low[usize::from(card)]
        } else {
            context.beaten_by[usize::from(card)]
        }
    }

    fn alike(&self, attribute: Attribute, reference: Reference) -> CardSet {
        let tables = &self.game.tables;
        let of = |sets: &[CardSet], number: u8| sets.get(usize::from(number)).copied().unwrap_or(0);
        let suits = &self.context().of_suit;
        if reference == Reference::Named {
            let naming = self.naming;
            return match attribute {
                Attribute::Suit => {
                    of(suits, naming.and_then(|n| n.suit).unwrap_or(self.s.named_suit))
                }
                Attribute::Rank => {
                    of(&tables.of_rank, naming.and_then(|n| n.rank).unwrap_or(self.s.named_rank))
                }
                Attribute::Colour => 0,
            };
        }
        if reference == Reference::InForce
            && attribute == Attribute::Suit
            && self.s.in_force != NO_SUIT
        {
            return of(suits, self.s.in_force);
        }
        tables.alike(self.context(), attribute, self.reference(reference))
    }

    fn stepped(&self, step: i32, reference: Reference) -> CardSet {
        let tables = &self.game.tables;
        let rank = if reference == Reference::Named {
            self.naming.and_then(|n| n.rank).unwrap_or(self.s.named_rank)
        } else {
            match self.reference(reference) {
                NO_CARD => return 0,
                card => tables.rank[usize::from(card)],
            }
        };
        tables.stepped(self.context(), step, rank)
    }

    fn highest(&self, set: CardSet, among: Among) -> CardSet {
        let context = self.context();
        let mut open = self.game.tables.all & !self.s.played;
        if among == Among::Unseen {
            if let Some(hand) = self.game.program.known.hand {
                open &= !self.cards_of(self.zone_of(hand, self.who));
            }
        }
        Cards(set)
            .filter(|card| {
                let index = usize::from(*card);
                let suit = context.of_suit.get(usize::from(context.suit[index])).copied();
                context.beaten_by[index] & suit.unwrap_or(0) & open == 0
            })
            .fold(0, |found, card| found | bit(card))
    }
}
