//! Building: cards move between piles, each onto a card it fits.
//!
//! A move says which of the phase's moves it is (`card`), from which place (`a`) to which (`b`) and how many
//! cards go together (`c`). From a pile without order any card may be moved alone: then `c` is that card's
//! number and `SINGLE`. A pile that is yet to be begun is nowhere.

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit};
use crate::game::foresight::Thought;
use crate::game::judge::{Env, NO_PILE, NOWHERE, ON_CARD, ZoneRef};
use crate::game::lower::Mask;
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::{NO_SUIT, NOBODY, Tables};
use crate::program::parts::{
    BuildMove, BuildPhase, BuildUnit, Moment, PileKey, ScoringTrigger, Sees,
};

/// Stages of the phase.
const NEXT: u8 = 0;
const SHARE: u8 = 1;
const DECIDE: u8 = 2;

/// From this number on, `c` of a move means a certain card and not how many.
const SINGLE: u8 = 128;

/// A pile to build on, by one of the moves of the phase.
struct Onto<'a> {
    number: u8,
    rule: &'a BuildMove,
    source: ZoneRef,
    to: u16,
    /// The cards that fit there.
    fits: CardSet,
    /// The cards that may lie there at all.
    home: CardSet,
}

/// Which cards fit on a pile: by its top card, and where none lie.
struct SettledFits<'a> {
    onto: &'a [CardSet],
    on_empty: CardSet,
}

impl Game {
    pub(in crate::game) fn build_step(&self, s: &mut State, rng: &mut Rng, phase: &BuildPhase) {
        match s.innermost().stage {
            NEXT => {
                if !self.next_share(s) {
                    self.finish(s, rng);
                }
            }
            SHARE => {
                let mut list = std::mem::take(&mut s.scratch);
                list.clear();
                if !self.is_closed(s) {
                    self.build_list(s, phase, &mut list);
                }
                let open = !list.is_empty();
                s.scratch = list;
                if open {
                    s.frame().stage = DECIDE;
                    s.waiting = Waiting::Decision;
                } else if !self.asks_anyway(s) {
                    s.failed |= s.trial > 0;
                    self.share_done(s);
                }
            }
            _ => s.waiting = Waiting::Decision,
        }
    }

    pub(in crate::game) fn build_list(&self, s: &State, phase: &BuildPhase, out: &mut Vec<Move>) {
        self.build_moves(s, phase, s.innermost().seat, out);
    }

    pub(in crate::game) fn build_moves(
        &self,
        s: &State,
        phase: &BuildPhase,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        for (number, rule) in (0..=u8::MAX).zip(&phase.moves) {
            let listed = out.len();
            self.list_moves_of(s, seat, number, rule, out);
            if !self.lowered.always(rule.after) {
                let mut thought = Thought::new(self, s, seat);
                let mut place = 0;
                out.retain(|action| {
                    place += 1;
                    place <= listed || thought.after(|t| self.is_good_build(t, seat, rule, *action))
                });
            }
        }
    }

    /// Whether what must hold afterwards does, or the player could not foresee it.
    fn is_good_build(&self, t: &mut State, seat: u8, rule: &BuildMove, action: Move) -> bool {
        let (to, _) = self.carry_build(t, seat, rule, action, Self::lift);
        let env = Env { pile: to, target: to, ..Env::new(self, t, seat) };
        t.unforeseen || env.holds(rule.after)
    }

    /// Lists what one of the moves of a phase allows, whatever must hold afterwards.
    fn list_moves_of(
        &self,
        s: &State,
        seat: u8,
        number: u8,
        rule: &BuildMove,
        out: &mut Vec<Move>,
    ) {
        let env = Env::new(self, s, seat);
        let (source, target) = (env.zone(rule.source), env.zone(rule.target));
        let movable = self.movable(env, rule, source);
        if movable == 0 {
            return;
        }
        if let (Some(piles), Some(settled)) =
            (self.row_of_piles(target), self.settled_fits(s, rule))
        {
            for to in piles {
                let set = s.sets[usize::from(to)];
                let fits = match s.piles[usize::from(to)].top {
                    top if set != 0 => settled.onto[usize::from(top)],
                    _ => settled.on_empty,
                };
                let fits = self.at_home(to, movable & fits);
                if fits != 0 {
                    let packets = rule.unit != BuildUnit::Card;
                    let home = if packets { self.at_home(to, movable) } else { movable };
                    self.list_onto(env, &Onto { number, rule, source, to, fits, home }, out);
                }
            }
            return;
        }
        let mut list = |to: u16| {
            let fits = self.fitting(env, rule, to, movable);
            if fits != 0 {
                // Of a packet every card must belong there.
                let packets = rule.unit != BuildUnit::Card && to != NOWHERE;
                let home = if packets { self.at_home(to, movable) } else { movable };
                self.list_onto(env, &Onto { number, rule, source, to, fits, home }, out);
            }
        };
        if self.begins_piles(target) {
            env.each_place(target, |to| {
                if s.sets[usize::from(to)] != 0 {
                    list(to);
                }
            });
            list(NOWHERE);
        } else {
            env.each_place(target, list);
        }
    }

    /// The piles of a zone, if they have an order and are there from the start, side by side.
    #[inline(always)]
    fn row_of_piles(&self, zone: ZoneRef) -> Option<std::ops::Range<u16>> {
        let table = self.tables.zones.get(usize::from(zone.zone))?;
        if !table.stack || table.key == PileKey::Many || !zone.owners.is_power_of_two() {
            return None;
        }
        if zone.place != NOWHERE {
            return Some(zone.place..zone.place + 1);
        }
        let first = table.base + zone.owners.trailing_zeros() as u16 * table.piles;
        Some(first..first + table.piles)
    }

    /// Which cards fit by a rule, if no more than the top card of a pile decides that.
    #[inline(always)]
    fn settled_fits(&self, s: &State, rule: &BuildMove) -> Option<SettledFits<'_>> {
        let onto = match self.lowered.mask(rule.onto?) {
            Mask::ByTop(by_top) if !self.has_dear && by_top.rest.is_empty() => {
                by_top.row(s.context, s.in_force)?
            }
            _ => return None,
        };
        let on_empty = match rule.on_empty {
            None => 0,
            Some(id) if *self.lowered.mask(id) == Mask::Fixed => self.context(s).masks[id.index()],
            Some(_) => return None,
        };
        Some(SettledFits { onto, on_empty })
    }

    /// Whether cards put into a zone begin piles of their own.
    fn begins_piles(&self, zone: ZoneRef) -> bool {
        let table = self.tables.zones.get(usize::from(zone.zone));
        zone.place == NOWHERE && table.is_some_and(|table| table.key == PileKey::Many)
    }

    /// The cards that a move can begin with at the most: those on top, and of packets those beneath.
    fn movable(&self, env: Env, rule: &BuildMove, source: ZoneRef) -> CardSet {
        if source.top {
            return env.cards_of(source);
        }
        let mut cards = 0;
        env.each_place(source, |from| {
            let set = env.s.sets[usize::from(from)];
            cards |= match env.s.piles[usize::from(from)].top {
                top if rule.unit == BuildUnit::Card && env.stack(from) && set != 0 => bit(top),
                _ => set,
            };
        });
        cards
    }

    /// Of some cards, those that may be put on a pile.
    fn fitting(&self, env: Env, rule: &BuildMove, to: u16, cards: CardSet) -> CardSet {
        let cards = self.at_home(to, cards);
        if cards == 0 {
            return 0;
        }
        let filled = to != NOWHERE && env.s.sets[usize::from(to)] != 0;
        let Some(condition) = (if filled { rule.onto } else { rule.on_empty }) else { return 0 };
        let target = if to == NOWHERE { NO_PILE } else { to };
        cards & Env { target, ..env }.select(condition)
    }

    /// Of some cards, those whose pile it is, where each rank or suit has its own.
    #[inline(always)]
    fn at_home(&self, place: u16, cards: CardSet) -> CardSet {
        // Piles that are begun in play are nobody's home.
        cards & self.homes.get(usize::from(place)).copied().unwrap_or(CardSet::MAX)
    }

    /// Lists the moves onto one pile.
    fn list_onto(&self, env: Env, onto: &Onto, out: &mut Vec<Move>) {
        let only = if onto.source.top { env.top_of(onto.source) } else { NO_CARD };
        env.each_place(onto.source, |from| {
            if env.s.sets[usize::from(from)] & onto.fits == 0 {
                return;
            }
            let stack = env.stack(from);
            let top = env.s.top(stack, from);
            if from == onto.to || top == NO_CARD {
                return;
            }
            if onto.source.top {
                if top == only {
                    list_packets(env, onto, from, top, false, out);
                }
            } else if stack {
                let together = onto.rule.unit != BuildUnit::Card && self.lies_open(env.s, from);
                list_packets(env, onto, from, top, together, out);
            } else {
                let cards = self.faces(env.s.sets[usize::from(from)] & onto.fits);
                out.extend(Cards(cards).map(|card| onto.action(from, SINGLE | card)));
            }
        });
    }

    /// Whether everybody sees all cards of a place.
    fn lies_open(&self, s: &State, place: u16) -> bool {
        let pile = &s.piles[usize::from(place)];
        match self.tables.zones.get(usize::from(pile.zone)).map(|zone| zone.sees) {
            Some(Sees::All) => true,
            Some(Sees::Top) => pile.open,
            _ => self.viewers(s, place) == self.everybody(),
        }
    }

    pub(in crate::game) fn build_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &BuildPhase,
        action: Move,
    ) {
        let seat = s.innermost().seat;
        let Some(rule) = phase.moves.get(usize::from(action.card)) else { return };
        let by_hand = self.seat_of_hand(s, action.a) != NOBODY;
        let (to, moved) = self.carry_build(s, seat, rule, action, |game, s, card, from, to| {
            game.carry(s, card, from, to, false);
        });
        if by_hand {
            self.count_played(s, seat, moved, to);
        }
        self.uncover(s, s.piles[usize::from(to)].zone);
        self.act_in_step(s, rng);
        if by_hand {
            self.score_cards(s, ScoringTrigger::Play, moved, seat);
            self.moment(s, rng, Moment::Played, moved, seat);
        }
        self.share_done(s);
        s.check = true;
    }

    /// Moves the cards of a move, of a packet in their order; gives the pile to which they have come, and the cards.
    fn carry_build(
        &self,
        s: &mut State,
        seat: u8,
        rule: &BuildMove,
        action: Move,
        carry: impl Fn(&Self, &mut State, CardId, u16, u16),
    ) -> (u16, CardSet) {
        let card = self.undermost(s, action);
        let to = if action.b == NOWHERE {
            let target = Env::new(self, s, seat).zone(rule.target);
            self.place_for(s, target, card)
        } else {
            action.b
        };
        let count = if action.c >= SINGLE { 1 } else { action.c };
        let (mut card, mut moved) = (card, 0);
        for left in (0..count).rev() {
            let above = if left > 0 { s.above[usize::from(card & 127)] } else { NO_CARD };
            carry(self, s, card, action.a, to);
            moved |= bit(card);
            card = above;
        }
        (to, moved)
    }

    /// Moves a card in thought; what lies beneath it stays there.
    fn lift(&self, t: &mut State, card: CardId, from: u16, to: u16) {
        self.surprise(t, from);
        let (out, into) = (self.is_stack(t, from), self.is_stack(t, to));
        t.take(out, from, card);
        t.put(into, to, card);
        t.came_from[usize::from(card & 127)] = t.piles[usize::from(from)].zone;
        t.taken |= bit(card);
        t.moved |= bit(card);
        t.changes = t.changes.wrapping_add(1);
    }

    /// The card of a packet that comes to lie on the other pile.
    fn undermost(&self, s: &State, action: Move) -> CardId {
        if action.c >= SINGLE {
            return action.c - SINGLE;
        }
        let mut card = s.top(self.is_stack(s, action.a), action.a);
        for _ in 1..action.c {
            card = s.below[usize::from(card & 127)];
        }
        card
    }
}

impl Onto<'_> {
    fn action(&self, from: u16, c: u8) -> Move {
        Move { card: self.number, a: from, b: self.to, c, ..Move::plain(Kind::Build) }
    }
}

/// By place: the cards that may lie there, where each rank or suit has its own pile.
pub(in crate::game) fn homes(tables: &Tables) -> Vec<CardSet> {
    let mut homes = vec![CardSet::MAX; usize::from(tables.places)];
    for zone in &tables.zones {
        let of_pile = |pile: u16| match zone.key {
            PileKey::ByRank => tables.of_rank.get(usize::from(pile)).copied().unwrap_or(0),
            PileKey::BySuit => {
                let home = |card: &CardId| match tables.printed[usize::from(*card)] {
                    NO_SUIT => pile == 0,
                    suit => pile == u16::from(suit),
                };
                Cards(tables.all).filter(home).fold(0, |set, card| set | bit(card))
            }
            _ => CardSet::MAX,
        };
        let piles = zone.piles.max(1);
        for place in 0..u16::from(zone.owners) * piles {
            if let Some(home) = homes.get_mut(usize::from(zone.base + place)) {
                *home = of_pile(place % piles);
            }
        }
    }
    homes
}

/// The moment, where cards are compared with one on which another lies.
fn lying_on(env: Env, card: CardId) -> Env {
    Env { target: ON_CARD + u16::from(card), ..env }
}

/// Lists the top card of a pile, and packets that end with it, as far as they fit.
fn list_packets(env: Env, onto: &Onto, from: u16, top: CardId, together: bool, out: &mut Vec<Move>) {
    let whole = onto.rule.unit == BuildUnit::Pile && !onto.source.top;
    let mut card = top;
    for count in 1..SINGLE {
        if onto.home & bit(card) == 0 {
            break;
        }
        let below = env.s.below[usize::from(card)];
        if onto.fits & bit(card) != 0 && (!whole || below == NO_CARD) {
            out.push(onto.action(from, count));
        }
        if !together || below == NO_CARD {
            break;
        }
        let lies_well = |fits| lying_on(env, below).select(fits) & bit(card) != 0;
        if !onto.rule.packet.is_none_or(lies_well) {
            break;
        }
        card = below;
    }
}
