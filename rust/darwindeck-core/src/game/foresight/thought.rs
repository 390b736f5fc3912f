//! Cards that move in thought.

use super::{copied, put_back};
use crate::game::Game;
use crate::game::cards::{CardSet, Cards, NO_CARD};
use crate::game::judge::{NOWHERE, ZoneRef};
use crate::game::state::State;

/// A copy of a position, once it is needed.
#[derive(Default)]
struct Copied(Option<Box<State>>);

impl Drop for Copied {
    fn drop(&mut self) {
        self.0.take().into_iter().for_each(put_back);
    }
}

/// A position in which a player thinks of moving cards: now these, now those.
pub(in crate::game) struct Thought<'a> {
    game: &'a Game,
    /// The position in which nothing is moved.
    pub s: &'a State,
    /// Whose thoughts they are.
    pub seat: u8,
    copy: Copied,
    /// Whether something was left in it.
    spoilt: bool,
}

impl<'a> Thought<'a> {
    /// The thoughts of a seat.
    pub fn new(game: &'a Game, s: &'a State, seat: u8) -> Self {
        Self { game, s, seat, copy: Copied::default(), spoilt: false }
    }

    /// The position in which nothing is moved.
    fn position(&mut self) -> &mut State {
        if self.spoilt {
            self.copy = Copied::default();
            self.spoilt = false;
        }
        self.copy.0.get_or_insert_with(|| {
            let mut copy = copied(self.s);
            if copy.trial == 0 {
                copy.trial = 1;
                copy.trial_seat = self.seat;
            }
            copy.unforeseen = false;
            copy
        })
    }

    /// Looks at the position in which something was done.
    pub fn after<T>(&mut self, act: impl FnOnce(&mut State) -> T) -> T {
        let found = act(self.position());
        self.spoilt = true;
        found
    }

    /// The same of something that is undone once it has been looked at.
    pub fn there_and_back<T>(&mut self, act: impl FnOnce(&mut State) -> T) -> T {
        let t = self.position();
        let found = act(t);
        t.unforeseen = false;
        found
    }

    /// Looks at the position in which some cards have gone from a zone to another.
    pub fn moving<T>(
        &mut self,
        (source, target): (ZoneRef, ZoneRef),
        cards: CardSet,
        look: impl FnOnce(&State) -> T,
    ) -> T {
        let game = self.game;
        let one_place = target.place != NOWHERE && !target.top;
        if !one_place || !game.is_plain_place(self.s, source) {
            return self.after(|t| {
                game.carry_all(t, source, target, cards);
                look(t)
            });
        }
        let (from, to) = (usize::from(source.place), usize::from(target.place));
        let t = self.position();
        let (left, right, taken, moved) = (t.sets[from], t.sets[to], t.taken, t.moved);
        let (came_from, pile) = (t.came_from, t.piles[to]);
        t.sets[from] &= !cards;
        t.sets[to] |= cards;
        let stacked = game.is_stack(t, target.place) && cards != 0;
        if stacked {
            Cards(cards).for_each(|card| t.link(target.place, card));
        }
        t.taken |= cards;
        t.moved |= cards;
        let zone = t.piles[from].zone;
        Cards(cards).for_each(|card| t.came_from[usize::from(card)] = zone);
        if cards != 0 {
            game.surprise(t, source.place);
        }
        let found = look(t);
        if stacked {
            t.piles[to] = pile;
            if pile.top != NO_CARD {
                t.above[usize::from(pile.top & 127)] = NO_CARD;
            }
        }
        // Both may be one place.
        t.sets[to] = right;
        t.sets[from] = left;
        (t.taken, t.moved, t.came_from) = (taken, moved, came_from);
        t.unforeseen = false;
        found
    }
}

impl Game {
    /// Whether a zone is one place in which cards lie without order, and nothing comes of it when they go.
    fn is_plain_place(&self, s: &State, zone: ZoneRef) -> bool {
        if zone.place == NOWHERE || zone.top {
            return false;
        }
        let table = self.tables.zones.get(usize::from(s.piles[usize::from(zone.place)].zone));
        table.is_some_and(|table| !table.stack && table.beneath.is_none())
    }
}
