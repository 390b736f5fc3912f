//! Cards of neighbouring ranks, one of each.

use super::complete::{Additions, Frame, Question};
use super::faces::{NONE, RankSet};
use super::reading::Tally;
use crate::game::cards::{CardSet, Cards, bit, size};

/// The cards of a frame along the sequence order. A place of the order is a bit; with wrapping there
/// is one more place below the lowest, for the highest rank.
struct Track {
    /// The places that have a card.
    all: RankSet,
    /// The places of fixed cards, without those of the highest rank where it has two places.
    fixed: RankSet,
    /// Both places of the highest rank where it has two.
    ends: RankSet,
    /// How many cards of that rank are fixed, and how many there are.
    fixed_ends: u32,
    all_ends: u32,
    /// How many places there are.
    length: u32,
    /// How many cards are fixed.
    many: u32,
}

/// One stretch of places with the cards that can fill it.
struct Stretch {
    places: RankSet,
    /// The least and the most wild cards in it.
    wilds: (u32, u32),
}

impl Question<'_> {
    /// Whether the cards of the frame can form a run.
    pub(super) fn run(&self, frame: &Frame) -> bool {
        if self.nothing_is_enough(frame) {
            return true;
        }
        let Some(track) = self.track(frame) else {
            return false;
        };
        self.stretches(frame, &track, &mut |stretch| {
            self.can_fill(stretch, track.many, self.wilds.0)
        })
    }

    /// The cards that can be added to those of the frame on the way to a run.
    pub(super) fn run_additions(&self, frame: &Frame) -> Additions {
        let mut more = Additions::default();
        let Some(track) = self.track(frame) else {
            return more;
        };
        let mut places = 0;
        self.stretches(frame, &track, &mut |stretch| {
            more.wild |= self.can_fill(stretch, track.many, self.wilds.0 + 1);
            if self.can_fill(stretch, track.many + 1, self.wilds.0) {
                places |= track.open(stretch.places);
            }
            false
        });
        if places != 0 {
            more.naturals = self.cards_at(places, frame.pool);
        }
        more
    }

    /// No cards are a run too, of no length.
    fn nothing_is_enough(&self, frame: &Frame) -> bool {
        frame.fixed == 0
            && self.wilds.0 == 0
            && self.sizes.least == 0
            && self.shape.natural_min == 0
            && self.shape.fits_ranks(self.faces, &Tally::empty())
    }

    /// None if fixed cards cannot be in one run.
    fn track(&self, frame: &Frame) -> Option<Track> {
        let places = self.faces.order.len() as u8;
        let shift = u8::from(self.shape.wrap);
        let mut track = Track {
            all: 0,
            fixed: 0,
            ends: 0,
            fixed_ends: 0,
            all_ends: 0,
            length: u32::from(places + shift),
            many: size(frame.fixed) as u32,
        };
        for card in Cards(frame.fixed | frame.pool) {
            let place = self.faces.place[usize::from(card)];
            let fixed = frame.fixed & bit(card) != 0;
            if place == NONE {
                if fixed {
                    return None;
                }
                continue;
            }
            let here = bit(place + shift);
            track.all |= here;
            if shift == 1 && place + 1 == places {
                track.ends = here | 1;
                track.all |= 1;
                track.fixed_ends += u32::from(fixed);
                track.all_ends += 1;
            } else if fixed {
                if track.fixed & here != 0 {
                    return None;
                }
                track.fixed |= here;
            }
        }
        Some(track)
    }

    /// Calls `holds` with every stretch that takes all fixed cards, until it does.
    fn stretches(
        &self,
        frame: &Frame,
        track: &Track,
        holds: &mut impl FnMut(&Stretch) -> bool,
    ) -> bool {
        let cards = size(track.all) as u32 + frame.wilds;
        let gapless = if frame.wilds == 0 { longest_row(track.all) } else { cards };
        let longest = self.sizes.most.min(track.length).min(gapless);
        let shortest = self.sizes.least.max(track.many + self.wilds.0).max(1);
        for long in shortest..=longest {
            let mut places = RankSet::MAX >> (128 - long);
            for _ in 0..=track.length - long {
                if let Some(naturals) = track.naturals(places).filter(|_| self.suits_ranks(places))
                {
                    let naturals = naturals.min(frame.most);
                    let least = long.saturating_sub(naturals);
                    let stretch = Stretch { places, wilds: (least, frame.wilds) };
                    if holds(&stretch) {
                        return true;
                    }
                }
                places <<= 1;
            }
        }
        false
    }

    /// Whether at least so many natural and wild cards fill a stretch exactly.
    #[inline(always)]
    fn can_fill(&self, stretch: &Stretch, naturals: u32, wilds: u32) -> bool {
        let long = size(stretch.places) as u32;
        let naturals = naturals.max(self.shape.natural_min);
        if naturals > long {
            return false;
        }
        wilds.max(stretch.wilds.0) <= stretch.wilds.1.min(long - naturals)
    }

    /// Whether the ranks of a stretch fit everything else that is said of ranks.
    #[inline(always)]
    fn suits_ranks(&self, places: RankSet) -> bool {
        if !self.shape.more_of_ranks {
            return true;
        }
        let order = &self.faces.order;
        let mut ranks = Tally::empty();
        for place in Cards(places).map(usize::from) {
            let place = if !self.shape.wrap {
                place
            } else if place == 0 {
                order.len() - 1
            } else {
                place - 1
            };
            ranks.add(usize::from(order[place]));
        }
        self.shape.fits_ranks(self.faces, &ranks)
    }

    /// The cards of a set that are at some places; the highest rank is at its upper one.
    fn cards_at(&self, places: RankSet, cards: CardSet) -> CardSet {
        let shift = u8::from(self.shape.wrap);
        let there = Cards(cards).filter(|&card| {
            let place = self.faces.place[usize::from(card)];
            place != NONE && places & bit(place + shift) != 0
        });
        there.fold(0, |cards, card| cards | bit(card))
    }
}

/// How many neighbouring places there are at the most.
fn longest_row(mut places: RankSet) -> u32 {
    let mut longest = 0;
    while places != 0 {
        places &= places << 1;
        longest += 1;
    }
    longest
}

impl Track {
    /// The most natural cards that fill the places, if these take all fixed cards.
    #[inline(always)]
    fn naturals(&self, places: RankSet) -> Option<u32> {
        let ends = size(places & self.ends) as u32;
        if self.fixed & !places != 0 || self.fixed_ends > ends {
            return None;
        }
        let inner = size(places & self.all & !self.ends) as u32;
        Some(inner + ends.min(self.all_ends))
    }

    /// The places where a natural card can be added; of two ends the upper one says it.
    #[inline(always)]
    fn open(&self, places: RankSet) -> RankSet {
        let inner = places & self.all & !self.ends & !self.fixed;
        let ends = size(places & self.ends) as u32;
        if self.fixed_ends < ends.min(self.all_ends) { inner | (self.ends & !1) } else { inner }
    }
}
