//! What a seat sees and what a move is, as features that any game has.
//!
//! A feature is there or not: a kind (see [`features`]) and two numbers. Those of a moment also hold the
//! number of the innermost phase, so that bidding and playing are learnt apart; those of a move what the
//! move does as well. Seats are counted from the observer, sides from the observer's, and larger numbers
//! go through one table of steps. Everything comes from the genome: no game is known here.
//!
//! Features are read from a state as the seat sees it. Given the table of a `View` they are a function of
//! that view; in a world that somebody thinks in, which nobody keeps track of, they are what a seat
//! could see there at a glance.

pub mod features;
mod melding;
mod odds;

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit, lowest, size};
use crate::game::judge::seats;
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{Named, State, Waiting};
use crate::game::tables::{Context, NO_SUIT, NOBODY, Tables};
use crate::program::parts::*;

use super::traits::Shape;
use features::Feature;
use melding::{Melding, Rest};
use odds::Odds;

/// Changes with everything that changes a feature of all games.
pub const VERSION: u32 = 4;

/// Zones whose changes are told apart.
const PLACES: usize = 64;
/// Beyond so many cards the ranks on the table are not told one by one.
const TOLD: usize = 16;
/// Things that calls named and that are still told, and those told by how long ago.
const SAID: usize = 16;
const LATELY: usize = 4;
/// How far back it is looked whether somebody named the same rank.
const LONG_AGO: usize = 64;
/// Beyond so many moves it is not looked into what each of them brings about.
pub const MOST_LOOKED_INTO: usize = 128;

/// Takes features.
pub trait Sink {
    /// Features that follow belong to a phase, or to a phase and what a move does.
    fn within(&mut self, phase: u16, deed: Option<Kind>);
    /// Takes a feature.
    fn put(&mut self, feature: Feature, first: u32, second: u32);
}

/// Features as the numbers that a net knows them by.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    salt: u32,
    /// The numbers.
    pub list: Vec<u32>,
}

impl Sink for Rows {
    fn within(&mut self, phase: u16, deed: Option<Kind>) {
        self.salt = (u32::from(phase) + 1) << 16 | deed.map_or(0, |kind| kind as u32 + 1) << 10;
    }

    #[inline(always)]
    fn put(&mut self, feature: Feature, first: u32, second: u32) {
        self.list.push(mix(self.salt ^ feature as u32, first, second));
    }
}

/// Features to be read.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    within: (u16, Option<Kind>),
    /// Phase, what a move does, feature and its numbers.
    pub list: Vec<(u16, Option<Kind>, Feature, u32, u32)>,
}

impl Sink for Listing {
    fn within(&mut self, phase: u16, deed: Option<Kind>) {
        self.within = (phase, deed);
    }

    fn put(&mut self, feature: Feature, first: u32, second: u32) {
        self.list.push((self.within.0, self.within.1, feature, first, second));
    }
}

/// Three numbers as one without any pattern.
#[inline(always)]
fn mix(a: u32, b: u32, c: u32) -> u32 {
    let mut x = a.wrapping_mul(0x9E37_79B1)
        ^ b.wrapping_mul(0x85EB_CA77).rotate_left(11)
        ^ c.wrapping_mul(0xC2B2_AE3D).rotate_left(19);
    x ^= x >> 15;
    x = x.wrapping_mul(0x2C1B_3C6D);
    x ^= x >> 12;
    x = x.wrapping_mul(0x297A_2D39);
    x ^ (x >> 15)
}

/// A number in steps: exact to 8, then ever wider; negative ones apart.
#[inline(always)]
fn steps(value: i32) -> u32 {
    let size = value.unsigned_abs();
    let step = match size {
        0..=8 => size,
        9..=10 => 9,
        11..=13 => 10,
        14..=17 => 11,
        18..=24 => 12,
        25..=34 => 13,
        35..=49 => 14,
        50..=74 => 15,
        75..=110 => 16,
        111..=170 => 17,
        171..=300 => 18,
        301..=600 => 19,
        601..=1200 => 20,
        _ => 21,
    };
    if value < 0 { 64 + step } else { step }
}

fn count(set: CardSet) -> u32 {
    set.count_ones()
}

fn yes(condition: bool) -> u32 {
    u32::from(condition)
}

/// What moves are seen against.
#[derive(Clone, Debug, Default)]
pub struct Look {
    seat: u8,
    phase: u16,
    hand: CardSet,
    /// The cards of whoever is played for.
    acting: CardSet,
    seen: CardSet,
    unseen: CardSet,
    table: CardSet,
    led: CardId,
    best: CardId,
    /// 0 if nobody wins the trick, 1 the own side, 2 another.
    winner: u32,
    left: u32,
    trick_points: i32,
    melded: CardSet,
    paired: CardSet,
    /// The cards picked so far.
    picked: CardSet,
    /// Whether the decision is just which card to play to a trick.
    plain: bool,
    /// How often the hand wins a showdown, where hands are bet on.
    odds: f32,
    /// How many others are still in.
    others: u32,
    /// What is left of the hand, where it is made of combinations.
    rest: Rest,
    /// The cards that others are known to hold.
    held_by_others: CardSet,
}

/// How positions of one game are read.
#[derive(Clone, Debug)]
pub struct Encoding {
    hand_zone: usize,
    /// Of cards with the same face the lowest.
    face: [CardId; 128],
    /// Of what calls name, what is a seat.
    names_seat: Vec<bool>,
    /// Whether hands are compared as wholes.
    evaluates: bool,
    /// Whether somebody plays alone.
    lone: bool,
    /// How often hands win, where they are bet on.
    odds: Option<Odds>,
    /// What hands are made of, where combinations compete for cards.
    melding: Option<Melding>,
}

/// Who sees, and how others sit from there.
#[derive(Clone, Copy, Debug)]
pub struct Observer<'a> {
    tables: &'a Tables,
    /// The observer's seat.
    pub seat: u8,
    /// The player that others are counted from: the first for the house.
    first: u8,
}

impl<'a> Observer<'a> {
    /// A seat that observes.
    pub fn new(tables: &'a Tables, seat: u8) -> Self {
        Self { tables, seat, first: if seat < tables.players { seat } else { 0 } }
    }

    /// The seat of a player so many places from the observer; the house, beyond all players.
    #[inline(always)]
    pub fn absolute(&self, places: u8) -> u8 {
        let players = self.tables.players;
        if places >= players {
            return places;
        }
        let seat = self.first + places;
        if seat >= players { seat - players } else { seat }
    }

    /// The side so many sides from the observer's.
    pub fn absolute_side(&self, places: u8) -> u8 {
        let sides = self.tables.sides.len().max(1) as u8;
        let own = self.own_side();
        if own >= sides { places } else { (own + places) % sides }
    }

    /// A seat counted from the observer; 14 the house, 15 nobody.
    pub fn seat(&self, who: u8) -> u32 {
        let players = self.tables.players;
        if who < players {
            u32::from(if who >= self.first { who - self.first } else { who + players - self.first })
        } else if who == self.tables.house {
            14
        } else {
            15
        }
    }

    /// A side counted from the observer's.
    fn side(&self, side: u8) -> u32 {
        let sides = self.tables.sides.len().max(1) as u32;
        let own = u32::from(self.own_side()) % sides;
        if usize::from(side) < self.tables.sides.len() {
            (u32::from(side) + sides - own) % sides
        } else {
            15
        }
    }

    fn own_side(&self) -> u8 {
        self.tables.side_of.get(usize::from(self.seat)).copied().unwrap_or(NOBODY)
    }

    /// Whose a place is: 13 is the table.
    fn owner(&self, owner: Owner, number: u8) -> u32 {
        match owner {
            Owner::Table => 13,
            Owner::Seat => self.seat(number),
            Owner::Team => self.side(number),
        }
    }

    /// The same in three: own, another's, the table's.
    fn roughly(&self, owner: Owner, number: u8) -> u32 {
        match owner {
            Owner::Table => 2,
            Owner::Seat => yes(number != self.seat),
            Owner::Team => yes(number != self.own_side()),
        }
    }
}

impl Encoding {
    /// How positions of a game are read.
    pub fn new(game: &Game) -> Self {
        let mut face = [NO_CARD; 128];
        for (card, twins) in game.tables.twins.iter().enumerate() {
            face[card] = lowest(*twins);
        }
        let mut names_seat = vec![false; usize::from(game.program.counts.choice)];
        for phase in &game.program.phases {
            let Phase::Call(phase) = phase else { continue };
            for choice in phase.calls.iter().flat_map(|call| &call.choices) {
                names_seat[choice.name.index()] = choice.r#type == ChoiceKind::Seat;
            }
        }
        Self {
            hand_zone: game.program.known.hand.map_or(usize::MAX, |zone| zone.index()),
            face,
            names_seat,
            evaluates: game.program.hand_evaluation.is_some(),
            lone: game.tables.players == 1 && game.tables.house == NOBODY,
            odds: Odds::new(game),
            melding: Melding::new(game),
        }
    }

    /// The version of the encoding of this game: it changes with everything that changes one of its features,
    /// and not with what only other games have.
    pub fn version(&self) -> u32 {
        let odds = self.odds.as_ref().map_or(0, |_| odds::VERSION);
        let melding = self.melding.as_ref().map_or(0, |_| melding::VERSION);
        VERSION | odds << 8 | melding << 16
    }

    /// What a call named: of a seat, where it sits from the observer.
    fn named(&self, observer: &Observer, choice: u16, value: i32) -> u32 {
        match (self.names_seat.get(usize::from(choice)), u8::try_from(value)) {
            (Some(true), Ok(seat)) => observer.seat(seat),
            _ => value as u32,
        }
    }

    fn face(&self, card: CardId) -> u32 {
        u32::from(self.face[usize::from(card & 127)])
    }

    // --- the moment ------------------------------------------------------------------------------

    /// Tells what a seat sees at a decision.
    pub fn moment(&self, game: &Game, s: &State, seat: u8, out: &mut impl Sink) -> Look {
        let tables = &game.tables;
        let observer = Observer::new(tables, seat);
        let frame = *s.innermost();
        let mut look = Look {
            seat,
            phase: frame.phase,
            led: NO_CARD,
            best: NO_CARD,
            plain: game.is_plain(s),
            ..Look::default()
        };
        out.within(frame.phase, None);
        out.put(Feature::Stage, u32::from(frame.stage), 0);
        let seen = self.places(game, s, &observer, &mut look, out);
        let played = if s.tracking { s.played & seen } else { s.played & !s.trick.covered };
        look.seen = seen;
        look.unseen = tables.all & !seen & !played & !look.hand;
        let controlled =
            usize::from(frame.seat) < s.control.len() && s.control[usize::from(frame.seat)] == seat;
        let actor = if controlled { frame.seat } else { seat };
        look.acting = if actor == seat { look.hand } else { game.hand_of(s, actor) & seen };
        out.put(Feature::ActsFor, observer.seat(actor), 0);
        for card in Cards(played & !look.hand) {
            out.put(Feature::Played, self.face(card), 0);
        }
        self.trick(game, s, &observer, seen, &mut look, out);
        self.suits(game, s, &look, out);
        self.course(s, &observer, frame.seat == seat, &look, game, out);
        self.registers(game, s, &observer, out);
        self.seats(game, s, &observer, &look, out);
        self.shape(game, s, seat, &mut look, out);
        let selected = if controlled { s.selection } else { 0 };
        let own = selected | s.picks.get(usize::from(seat)).copied().unwrap_or(0);
        for card in Cards(own) {
            out.put(Feature::Picked, self.face(card), 0);
        }
        out.put(Feature::PickedCount, count(own), 0);
        look.picked = own;
        self.betting(game, s, &mut look, out);
        self.combinations(game, s, &mut look, out);
        for card in Cards(s.drawn & look.hand) {
            out.put(Feature::Drawn, self.face(card), 0);
        }
        look
    }

    /// Tells what lies where; gives the cards that are seen or known.
    fn places(
        &self,
        game: &Game,
        s: &State,
        observer: &Observer,
        look: &mut Look,
        out: &mut impl Sink,
    ) -> CardSet {
        let tables = &game.tables;
        let me = 1u16 << observer.seat;
        let known = known_to(s, observer.seat);
        let context = game.context(s);
        let mut seen = 0;
        for (place, pile) in s.piles.iter().enumerate() {
            let set = s.sets[place];
            if set == 0 {
                continue;
            }
            if place == usize::from(tables.trick) {
                seen |= set & (!s.trick.covered | known);
                continue;
            }
            let looks = game.viewers(s, place as u16) & me != 0;
            let top = s.top(game.is_stack(s, place as u16), place as u16);
            let visible = visible_in(game, s, place as u16, observer.seat, known);
            seen |= visible;
            let zone = usize::from(pile.zone);
            let Some(table) = tables.zones.get(zone) else {
                out.put(Feature::Undealt, steps(size(set) as i32), 0);
                continue;
            };
            let whose = observer.owner(table.owner, pile.owner);
            let at = (zone as u32) << 4 | whose;
            if zone == self.hand_zone && whose == 0 {
                look.hand |= visible;
                for card in Cards(visible) {
                    out.put(Feature::Held, self.face(card), 0);
                }
                out.put(Feature::HandSize, count(set), 0);
                continue;
            }
            let shows_top = top != NO_CARD && visible & bit(top) != 0;
            let on_table = table.owner == Owner::Table;
            if table.piles != 1 {
                let number = at << 10 | (place as u32).wrapping_sub(u32::from(table.base)) & 1023;
                if shows_top {
                    let rank = u32::from(tables.rank[usize::from(top)]);
                    out.put(Feature::PileTop, number, rank);
                    out.put(Feature::AnyTop, at, self.face(top));
                }
                out.put(Feature::PileSize, number, steps(size(set) as i32));
                out.put(Feature::PileHidden, number, steps(size(set & !visible) as i32));
                look.table |= if on_table { visible } else { 0 };
                continue;
            }
            out.put(Feature::Size, at, steps(size(set) as i32));
            if table.stack {
                if looks && shows_top {
                    let index = usize::from(top);
                    out.put(Feature::TopCard, at, self.face(top));
                    out.put(Feature::TopRank, at, u32::from(tables.rank[index]));
                    out.put(Feature::TopSuit, at, u32::from(context.suit[index]));
                    look.table |= if on_table { bit(top) } else { 0 };
                }
            } else {
                for card in Cards(visible) {
                    out.put(Feature::Lies, at, self.face(card));
                }
                look.table |= if on_table { visible } else { 0 };
            }
        }
        seen
    }

    fn trick(
        &self,
        game: &Game,
        s: &State,
        observer: &Observer,
        seen: CardSet,
        look: &mut Look,
        out: &mut impl Sink,
    ) {
        let (tables, context) = (&game.tables, game.context(s));
        let lying = s.sets[usize::from(tables.trick)];
        let laid = usize::from(s.trick.len);
        let cards = s.trick.cards[..laid].iter().zip(&s.trick.by[..laid]);
        // The last trick is remembered when its cards have been taken.
        let cards = cards.filter(|(card, _)| lying & seen & bit(**card) != 0);
        let mut by = NOBODY;
        for (card, who) in cards {
            out.put(Feature::InTrick, observer.seat(*who), self.face(*card));
            if let Some(points) = context.points.first() {
                look.trick_points += points[usize::from(*card & 127)];
            }
            if *card == s.trick.best {
                by = *who;
            }
        }
        out.put(Feature::TrickSize, laid as u32, 0);
        look.left = s.trick.left.count_ones().min(15);
        if laid > 0 && lying != 0 {
            let shown = |card: CardId| card != NO_CARD && seen & bit(card) != 0;
            if shown(s.trick.led) {
                look.led = s.trick.led;
                out.put(Feature::LedSuit, u32::from(context.suit[usize::from(look.led)]), 0);
            }
            if shown(s.trick.best) {
                look.best = s.trick.best;
                let side = |who: u8| tables.side_of.get(usize::from(who)).copied();
                let mate = tables.teams && side(by) == side(observer.seat);
                look.winner = if by < tables.players && mate { 1 } else { 2 };
                let strength = context.strength[usize::from(look.best)] as u16;
                out.put(Feature::Winning, observer.seat(by), u32::from(strength));
            }
        }
        out.put(Feature::TrickPoints, steps(look.trick_points), look.winner);
    }

    fn suits(&self, game: &Game, s: &State, look: &Look, out: &mut impl Sink) {
        let (tables, context) = (&game.tables, game.context(s));
        if context.trumps != 0 {
            out.put(Feature::Trump, u32::from(s.trump), 0);
            for card in Cards(look.hand & context.trumps) {
                let index = usize::from(card);
                let printed = context.suit[index] == tables.printed[index];
                out.put(Feature::TrumpHeld, u32::from(tables.rank[index]), yes(printed));
            }
            out.put(Feature::TrumpsHeld, count(look.hand & context.trumps), 0);
            out.put(Feature::TrumpsUnseen, count(look.unseen & context.trumps), 0);
        }
        let mut lengths = [0u32; 8];
        for (suit, set) in context.of_suit.iter().take(8).enumerate() {
            lengths[suit] = count(set & look.hand);
            out.put(Feature::SuitHeld, suit as u32, lengths[suit]);
            out.put(Feature::SuitUnseen, suit as u32, steps(size(set & look.unseen) as i32));
        }
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let [a, b, c, d, ..] = lengths;
        out.put(Feature::Lengths, a << 8 | b, c << 8 | d);
        let of_suit = |suit: u8| context.of_suit.get(usize::from(suit)).copied().unwrap_or(0);
        if s.named_suit != NO_SUIT {
            out.put(Feature::NamedSuit, u32::from(s.named_suit), 0);
            out.put(Feature::NamedSuitHeld, count(of_suit(s.named_suit) & look.hand), 0);
        }
        if s.named_rank != NOBODY {
            let of_rank = tables.of_rank.get(usize::from(s.named_rank)).copied().unwrap_or(0);
            out.put(Feature::NamedRank, u32::from(s.named_rank), count(of_rank & look.hand));
        }
        if s.in_force != NO_SUIT {
            out.put(Feature::SuitInForce, u32::from(s.in_force), 0);
        }
        for (rank, set) in tables.of_rank.iter().enumerate() {
            let (held, lying) = (count(set & look.hand), count(set & look.table));
            if held > 1 {
                out.put(Feature::RankHeld, rank as u32, held);
            }
            if lying > 0 {
                out.put(Feature::RankOnTable, rank as u32, lying);
            }
        }
    }

    fn course(
        &self,
        s: &State,
        observer: &Observer,
        own: bool,
        look: &Look,
        game: &Game,
        out: &mut impl Sink,
    ) {
        out.put(Feature::Mode, u32::from(s.mode), 0);
        if s.has_standing {
            out.put(Feature::Standing, steps(s.standing), 0);
            out.put(Feature::StandingExactly, s.standing as u32, 0);
        }
        out.put(Feature::Bids, s.bids.clamp(0, 12) as u32, 0);
        out.put(Feature::Calls, s.calls.clamp(0, 12) as u32, 0);
        out.put(Feature::PassesInRow, s.passes_in_row.clamp(0, 6) as u32, 0);
        out.put(Feature::Dealer, observer.seat(s.dealer), 0);
        out.put(Feature::Leader, observer.seat(s.leader), 0);
        out.put(Feature::Turn, observer.seat(s.turn), yes(own));
        out.put(Feature::Claim, u32::from(s.claim_rank), steps(s.claims));
        let due = game.tables.of_rank.get(usize::from(s.claim_rank)).copied().unwrap_or(0);
        let moved = count(s.moved).min(7);
        out.put(Feature::ClaimHeld, count(due & look.hand).min(15) << 4 | moved, 0);
        out.put(Feature::ClaimUnseen, count(due & look.unseen).min(15) << 4 | moved, 0);
        out.put(Feature::Broken, yes(s.broken), yes(s.reversed));
        out.put(Feature::TrickNumber, steps(s.trick_number), 0);
        if s.pot != 0 {
            let me = usize::from(observer.seat);
            let most = s.staked.iter().copied().max().unwrap_or(0);
            out.put(Feature::Pot, steps(s.pot), 0);
            out.put(Feature::Owed, steps(most.saturating_sub(s.staked[me])), 0);
            out.put(Feature::Chips, steps(s.chips[me]), 0);
        }
        if let Some(points) = game.context(s).points.first() {
            let sum: i32 = Cards(look.hand).map(|card| points[usize::from(card)]).sum();
            out.put(Feature::CardPoints, steps(sum), 0);
        }
    }

    fn registers(&self, game: &Game, s: &State, observer: &Observer, out: &mut impl Sink) {
        let layout = &game.layout;
        for (number, slot) in layout.counters.iter().enumerate() {
            for whose in 0..slot.len {
                let value = s.registers[slot.at + whose];
                if value != slot.start {
                    let who = match slot.scope {
                        Scope::Table => 13,
                        Scope::Seat => observer.seat(whose as u8),
                        Scope::Team => observer.side(whose as u8),
                    };
                    out.put(Feature::Counter, (number as u32) << 4 | who, steps(value));
                }
                let taken = match slot.scope {
                    Scope::Table => continue,
                    Scope::Seat => s.tricks.get(whose).copied().unwrap_or(0),
                    Scope::Team => {
                        let mask = game.tables.sides.get(whose).copied().unwrap_or(0);
                        seats(mask).map(|seat| s.tricks[usize::from(seat)]).sum()
                    }
                };
                // What was bid and what was made of it are worth little apart.
                if taken != 0 || (value != slot.start && s.trick_number > 0) {
                    let who = match slot.scope {
                        Scope::Team => observer.side(whose as u8),
                        _ => observer.seat(whose as u8),
                    };
                    let left = steps(value.saturating_sub(taken));
                    out.put(Feature::CounterTricks, (number as u32) << 4 | who, left);
                }
            }
        }
        for role in 0..layout.role_count {
            let holder = s.registers[layout.roles + role];
            if let Ok(holder) = u8::try_from(holder) {
                let seat = observer.seat(holder);
                out.put(Feature::Role, role as u32, seat);
            }
        }
        for choice in 0..layout.choice_count {
            let value = s.registers[layout.choices + choice];
            if value != 0 {
                let value = self.named(observer, choice as u16, value);
                out.put(Feature::Choice, choice as u32, value);
            }
        }
        for call in 0..layout.call_count {
            let callers = s.registers[layout.called + call] as u32;
            for seat in (0..16).filter(|seat| callers & (1 << seat) != 0) {
                out.put(Feature::Called, call as u32, observer.seat(seat));
            }
        }
        let named = s.history.len();
        for (place, said) in s.history.iter().enumerate().skip(named.saturating_sub(SAID)) {
            let who = u32::from(said.choice) << 4 | observer.seat(said.seat);
            let value = self.named(observer, said.choice, said.value);
            out.put(Feature::Said, who, value);
            if named - place <= LATELY {
                let ago = (named - place) as u32;
                out.put(Feature::SaidLately, ago << 24 | who, value);
            }
        }
        for found in &s.declarations {
            let secret = found.seat != observer.seat && !found.shown;
            // In a world somebody thinks in, what was declared in secret is as good as unsaid.
            if !secret || found.cards == 0 {
                out.put(Feature::Declared, observer.seat(found.seat), u32::from(found.pattern.0));
            }
        }
    }

    fn seats(&self, game: &Game, s: &State, observer: &Observer, look: &Look, out: &mut impl Sink) {
        let (tables, context) = (&game.tables, game.context(s));
        let mut scores = [0; 16];
        let own_side = usize::from(observer.own_side());
        for who in 0..tables.players {
            let (index, seat) = (usize::from(who), observer.seat(who));
            if seat != 0 {
                out.put(Feature::OthersHand, seat, count(game.hand_of(s, who)));
            }
            for (feature, value) in [
                (Feature::Tricks, s.tricks[index].clamp(0, 99) as u32),
                (Feature::HandPoints, steps(s.hand_score[index])),
                (Feature::Staked, steps(s.staked[index])),
            ] {
                if value != 0 {
                    out.put(feature, seat, value);
                }
            }
            if s.active & (1 << who) != 0 {
                out.put(Feature::StillIn, seat, 0);
            }
            if s.lacks[index] != 0 && seat != 0 {
                for (suit, set) in context.of_suit.iter().enumerate().take(8) {
                    let out_there = set & look.unseen;
                    if out_there != 0 && s.lacks[index] & out_there == out_there {
                        out.put(Feature::Lacks, seat, suit as u32);
                    }
                }
            }
            let side = usize::from(tables.side_of[index]);
            let shared = s.side_score.get(side).copied().unwrap_or(0);
            scores[index] = s.score[index].saturating_add(shared);
        }
        for side in 0..tables.sides.len() {
            let points = s.side_hand_score[side];
            if points != 0 {
                out.put(Feature::SidePoints, observer.side(side as u8), steps(points));
            }
        }
        let mine = scores[usize::from(observer.seat & 15)];
        if mine != 0 {
            out.put(Feature::Score, steps(mine), 0);
        }
        let rival = |who: &u8| {
            *who != observer.seat
                && !(tables.teams && usize::from(tables.side_of[usize::from(*who)]) == own_side)
        };
        let others = (0..tables.players).filter(rival).map(|who| scores[usize::from(who)]);
        if let Some(best) = others.max() {
            if best != 0 || mine != 0 {
                out.put(Feature::Ahead, steps(mine.saturating_sub(best)), 0);
            }
        }
    }

    fn shape(&self, game: &Game, s: &State, seat: u8, look: &mut Look, out: &mut impl Sink) {
        let shape = Shape::of(game, s, look.hand);
        (look.melded, look.paired) = (shape.melded, shape.paired);
        out.put(Feature::Melded, count(shape.melded), count(look.hand));
        out.put(Feature::Paired, count(shape.paired), 0);
        out.put(Feature::Pairs, shape.pairs.min(12.0) as u32, 0);
        out.put(Feature::Deadwood, steps(worth(game.context(s), look.hand & !shape.melded)), 0);
        if self.evaluates {
            self.evaluate(game, s, seat, look.hand, [Feature::Strength, Feature::Total], out);
        }
    }

    /// Tells how often the hand wins, beside what that costs.
    fn betting(&self, game: &Game, s: &State, look: &mut Look, out: &mut impl Sink) {
        let Some(odds) = &self.odds else { return };
        let me = usize::from(look.seat);
        let there = game.tables.everyone & s.active & !s.out & !(1 << (look.seat & 15));
        look.others = there.count_ones().min(15);
        look.odds = odds.of(game, s, look.seat, 0, look.unseen);
        let share = finely(look.odds);
        out.put(Feature::Odds, share, 0);
        out.put(Feature::OddsOthers, share, look.others);
        let chips = s.chips.get(me).copied().unwrap_or(0);
        let owed = owed(game, s, look.seat).min(chips);
        let price = owed as f32 / s.pot.saturating_add(owed).max(1) as f32;
        let chance = (0..look.others).fold(1.0, |chance, _| chance * look.odds);
        let beyond = ((chance - price) * 20.0) as i32;
        out.put(Feature::OddsPrice, (beyond + 20).clamp(0, 40) as u32, look.others);
        if matches!(game.program.phases.get(usize::from(look.phase)), Some(Phase::Betting(_))) {
            let bets = s.innermost().count.clamp(0, 7) as u32;
            out.put(Feature::OddsBets, roughly(look.odds), bets);
        }
        out.put(Feature::OddsRisk, share, part_of(owed, chips));
    }

    /// Tells what is left of the hand when combinations are taken out.
    fn combinations(&self, game: &Game, s: &State, look: &mut Look, out: &mut impl Sink) {
        let Some(melding) = &self.melding else { return };
        look.rest = melding.rest(look.hand, look.unseen);
        for who in (0..game.tables.players).filter(|who| *who != look.seat) {
            look.held_by_others |= game.hand_of(s, who) & look.seen;
        }
        let left = worth(game.context(s), look.rest.loose);
        let features = [Feature::LeftCards, Feature::LeftOuts, Feature::LeftOutsWorth];
        out.put(Feature::Left, exactly(left), 0);
        told_of(&look.rest, left, count(look.hand), features, out);
    }

    /// How good a hand is as a whole.
    fn evaluate(
        &self,
        game: &Game,
        s: &State,
        seat: u8,
        hand: CardSet,
        features: [Feature; 2],
        out: &mut impl Sink,
    ) {
        if game.program.setup.starting_chips > 0 {
            if let Some(key) = game.strength_at(s, seat, ShowdownMethod::HandEvaluation) {
                out.put(features[0], key.priority as u32, 0);
            }
        }
        out.put(features[1], steps(game.total_of(hand)), 0);
    }

    // --- moves -----------------------------------------------------------------------------------

    /// Tells what a move is and, unless that is plain or there are too many moves to look into, what it
    /// brings about at once.
    pub fn action(
        &self,
        game: &Game,
        s: &State,
        action: Move,
        look: &Look,
        copy: Option<&mut State>,
        out: &mut impl Sink,
    ) {
        out.within(look.phase, Some(action.kind));
        self.describe(game, s, action, look, out);
        if let Some(copy) = copy.filter(|_| !look.plain) {
            out.within(look.phase, None);
            self.consequences(game, s, action, look, copy, out);
        }
    }

    fn describe(&self, game: &Game, s: &State, action: Move, look: &Look, out: &mut impl Sink) {
        let context = game.context(s);
        let number =
            if action.kind == Kind::Build { u32::from(action.card) } else { u32::from(action.a) };
        out.put(Feature::Kind, u32::from(action.option), number);
        let card = moved_card(s, action);
        let mut suit = NO_SUIT;
        if card < game.tables.cards {
            suit = context.suit[usize::from(card)];
            self.describe_card(game, s, action, card, look, out);
        }
        let itself = if action.kind == Kind::Card && card != NO_CARD { bit(card) } else { 0 };
        if look.picked != 0 {
            self.describe_picks(game, s, look.picked | itself, out);
        }
        if let Some(odds) = &self.odds {
            self.describe_stake(game, s, action, look, out);
            let given = (look.picked | itself) & look.hand;
            if given != 0 {
                let kept = odds.of(game, s, look.seat, given, look.unseen);
                out.put(Feature::OddsKept, finely(kept), count(given));
                out.put(Feature::OddsGain, steps(((kept - look.odds) * 40.0) as i32), 0);
            }
        }
        match action.kind {
            Kind::Build => self.describe_build(game, s, action, card, out),
            Kind::Call => {
                if let Some(named) = self.describe_call(game, s, action, look, out) {
                    suit = named;
                }
            }
            Kind::Rank => {
                let of = game.tables.of_rank.get(usize::from(action.a)).copied().unwrap_or(0);
                out.put(Feature::NamesRank, u32::from(action.a), count(of & look.acting));
                let unseen = count(of & look.unseen).min(15);
                out.put(Feature::NamesHeld, count(of & look.acting), unseen);
            }
            Kind::Declare => out.put(Feature::Pattern, u32::from(action.a), 0),
            _ => out.put(Feature::Plain, u32::from(action.a), u32::from(action.b)),
        }
        if suit != NO_SUIT && action.kind != Kind::Build {
            let of = context.of_suit.get(usize::from(suit)).copied().unwrap_or(0);
            let call = if action.kind == Kind::Call { number << 1 } else { 0 };
            let tag = call | yes(suit == s.trump);
            let itself = if card == NO_CARD { 0 } else { bit(card) };
            let rank = |card: CardId| u32::from(game.tables.rank[usize::from(card)]);
            for other in Cards(look.acting & of & !itself) {
                out.put(Feature::MateRank, rank(other), tag);
            }
            if action.kind == Kind::Call {
                for other in Cards(look.acting & !of) {
                    out.put(Feature::OtherRank, rank(other), tag);
                }
            }
            out.put(Feature::MatesHeld, count(of & look.acting), tag);
            out.put(Feature::MatesUnseen, count(of & look.unseen), tag);
        }
    }

    /// What a move stakes, beside how often the hand wins.
    fn describe_stake(
        &self,
        game: &Game,
        s: &State,
        action: Move,
        look: &Look,
        out: &mut impl Sink,
    ) {
        let more = match action.kind {
            Kind::Match | Kind::Check | Kind::Fold => 0,
            Kind::Bet if action.amount() > 0 => action.amount(),
            Kind::Bet => game.bet_bounds(s, look.seat).map_or(0, |bounds| bounds.0),
            _ => return,
        };
        let chips = s.chips.get(usize::from(look.seat)).copied().unwrap_or(0);
        let calls = matches!(action.kind, Kind::Match | Kind::Bet);
        let staked = more.saturating_add(if calls { owed(game, s, look.seat) } else { 0 });
        let part = part_of(staked.min(chips), chips);
        out.put(Feature::StakesOdds, finely(look.odds), part);
        let times = (4.0 * more as f32 / s.pot.max(1) as f32) as i32;
        out.put(Feature::StakesPot, roughly(look.odds) << 4 | look.others, steps(times));
    }

    /// What picked cards are together.
    fn describe_picks(&self, game: &Game, s: &State, picked: CardSet, out: &mut impl Sink) {
        let due = game.tables.of_rank.get(usize::from(s.claim_rank)).copied().unwrap_or(0);
        let rank = |card: CardId| game.tables.rank[usize::from(card)];
        let suit = |card: CardId| game.context(s).suit[usize::from(card)];
        let first = Cards(picked).next().unwrap_or(0);
        let alike = yes(Cards(picked).all(|card| rank(card) == rank(first)))
            | yes(Cards(picked).all(|card| suit(card) == suit(first))) << 1;
        out.put(Feature::Together, count(picked), alike);
        out.put(Feature::TogetherDue, count(picked & due), count(picked & !due));
    }

    fn describe_card(
        &self,
        game: &Game,
        s: &State,
        action: Move,
        card: CardId,
        look: &Look,
        out: &mut impl Sink,
    ) {
        let (tables, context) = (&game.tables, game.context(s));
        let index = usize::from(card);
        let (suit, rank) = (context.suit[index], tables.rank[index]);
        let option = u32::from(action.option);
        out.put(Feature::Card, option << 8 | self.face(card), u32::from(action.c & 1));
        out.put(Feature::Rank, u32::from(rank), option);
        out.put(Feature::Suit, u32::from(suit), 0);
        let trump = context.trumps & bit(card) != 0;
        let follows = look.led != NO_CARD && suit == context.suit[usize::from(look.led)];
        let beats =
            look.best != NO_CARD && context.beaten_by[usize::from(look.best)] & bit(card) != 0;
        let class =
            yes(trump) | yes(follows) << 1 | yes(beats) << 2 | yes(look.led == NO_CARD) << 3;
        let staged = class << 4 | look.left;
        let beaten = count(context.beaten_by[index] & look.unseen);
        out.put(Feature::Class, class, look.winner << 4 | look.left);
        out.put(Feature::ClassRank, staged, u32::from(rank));
        out.put(Feature::ClassPoints, staged, steps(look.trick_points));
        out.put(Feature::Beaten, staged, beaten.min(15));
        out.put(Feature::Sure, staged << 2 | look.winner, yes(beaten == 0));
        for (table, points) in context.points.iter().enumerate().take(3) {
            if points[index] != 0 {
                out.put(Feature::Worth, table as u32, steps(points[index]));
                out.put(Feature::ClassWorth, class << 2 | look.winner, steps(points[index]));
            }
        }
        let of_rank = tables.of_rank[usize::from(rank)];
        let same = count(of_rank & look.acting);
        let lying = count(of_rank & look.table & !bit(card));
        out.put(Feature::SameRank, same, lying << 4 | count(of_rank & look.unseen).min(15));
        let of_suit = context.of_suit.get(usize::from(suit)).copied().unwrap_or(0);
        let held = count(of_suit & look.acting);
        out.put(Feature::SuitLength, held, yes(trump) << 1 | yes(follows));
        let fits = yes(look.melded & bit(card) != 0) | yes(look.paired & bit(card) != 0) << 1;
        out.put(Feature::Fits, fits, 0);
        out.put(Feature::FitsRank, fits, u32::from(rank));
        let place = context.sequence[usize::from(rank)];
        if place != 255 {
            let mut near = 0;
            for (number, offset) in [-2i32, -1, 1, 2].into_iter().enumerate() {
                let at = usize::try_from(i32::from(place) + offset).ok();
                if let Some(rank) = at.and_then(|at| context.order.get(at)) {
                    let cards = tables.of_rank[usize::from(*rank)] & of_suit;
                    near |= yes(cards & look.acting != 0) << number;
                    near |= yes(cards & look.unseen != 0) << (4 + number);
                }
            }
            out.put(Feature::Neighbours, near & 15, same);
            out.put(Feature::NeighboursLeft, near, 0);
        }
        if let Some(melding) = &self.melding {
            if look.hand & bit(card) != 0 {
                let loose = yes(look.rest.loose & bit(card) != 0);
                let near = yes(look.rest.near & bit(card) != 0);
                let points = worth(context, bit(card));
                out.put(Feature::Loose, loose << 1 | near, steps(points));
                let others = look.unseen | look.held_by_others;
                let (all, known) = melding.gifts(bit(card), others, look.held_by_others);
                out.put(Feature::Gift, all.min(15), known.min(7));
            }
        }
        let due = rank == s.claim_rank;
        out.put(Feature::Due, yes(due), count(of_rank & look.acting));
        let own = look.acting & bit(card) != 0;
        out.put(Feature::Own, yes(own), count(look.acting));
        if own {
            let above = count(look.acting & of_suit & context.beaten_by[index]);
            let below = held.saturating_sub(above + 1);
            out.put(Feature::Order, above.min(7), below.min(7) << 1 | yes(follows));
        }
    }

    fn describe_build(
        &self,
        game: &Game,
        s: &State,
        action: Move,
        card: CardId,
        out: &mut impl Sink,
    ) {
        let tables = &game.tables;
        let pile = |place: u16| s.piles.get(usize::from(place));
        let zone = |place: u16| pile(place).map_or(255, |pile| u32::from(pile.zone));
        let zones = zone(action.a) << 8 | zone(action.b);
        let moved = if action.c >= 128 { 1 } else { i32::from(action.c) };
        let held = s.sets.get(usize::from(action.a)).map_or(0, |set| size(*set) as i32);
        let left = (held - moved).clamp(0, 20) as u32;
        out.put(Feature::BuildBetween, zones, u32::from(action.card));
        out.put(Feature::BuildCount, zones, moved.min(20) as u32);
        out.put(Feature::BuildLeaves, zones, left);
        let from = pile(action.a).and_then(|pile| tables.zones.get(usize::from(pile.zone)));
        if let Some((table, beneath)) = from.and_then(|table| Some((table, table.beneath?))) {
            let number = action.a.wrapping_sub(table.base);
            let under = usize::from(tables.zones[beneath.index()].base.wrapping_add(number));
            let hidden = s.sets.get(under).map_or(0, |set| count(*set));
            out.put(Feature::BuildTurns, yes(left == 0), hidden);
            out.put(Feature::BuildTurnsTo, yes(left == 0) << 1 | yes(hidden > 0), zone(action.b));
        }
        if card < tables.cards {
            if let Some(onto) = pile(action.b).filter(|pile| pile.top != NO_CARD) {
                out.put(Feature::BuildOnto, self.face(onto.top), self.face(card));
            }
            out.put(Feature::BuildRank, zones, u32::from(tables.rank[usize::from(card)]));
        }
    }

    /// Tells what a call names; gives the suit if it names one.
    fn describe_call(
        &self,
        game: &Game,
        s: &State,
        action: Move,
        look: &Look,
        out: &mut impl Sink,
    ) -> Option<u8> {
        let phases = &game.program.phases;
        let phase = match phases.get(usize::from(look.phase)) {
            Some(Phase::Choice(choice)) => {
                let option = choice.options.get(usize::from(action.option))?;
                phases.get(option.index())
            }
            other => other,
        };
        let Some(Phase::Call(phase)) = phase else { return None };
        let naming =
            game.call_values(s, phase.calls.get(usize::from(action.a))?, look.seat, action);
        let mut all = mix(u32::from(action.a), u32::from(action.option), 0);
        let observer = Observer::new(&game.tables, look.seat);
        let mut target = NOBODY;
        for (choice, value) in naming.choices() {
            let told = self.named(&observer, *choice, *value);
            if self.names_seat.get(usize::from(*choice)) == Some(&true) {
                target = u8::try_from(*value).unwrap_or(NOBODY);
            }
            let choice = u32::from(*choice);
            out.put(Feature::Names, choice, told);
            out.put(Feature::NamesHolding, choice << 8 | count(look.acting), told);
            all = mix(all, choice, told);
        }
        out.put(Feature::NamesAll, all, 0);
        if let Some(suit) = naming.suit {
            let of = game.context(s).of_suit.get(usize::from(suit)).copied().unwrap_or(0);
            out.put(Feature::NamesSuitHeld, all, count(of & look.acting));
        }
        if let Some(rank) = naming.rank {
            let of = game.tables.of_rank.get(usize::from(rank)).copied().unwrap_or(0);
            out.put(Feature::NamesRank, u32::from(rank), count(of & look.acting));
            let unseen = count(of & look.unseen).min(15);
            out.put(Feature::NamesHeld, count(of & look.acting), unseen);
            if target < game.tables.players && target != look.seat {
                let surely = count(game.hand_of(s, target) & of & look.seen);
                let said = |who: u8| {
                    let same = |said: &Named| said.seat == who && said.value == i32::from(rank);
                    s.history.iter().rev().take(LONG_AGO).position(same)
                };
                let ago =
                    |place: Option<usize>| place.map_or(0, |place| 1 + (place as u32 + 1).ilog2());
                out.put(Feature::NamesTarget, surely, unseen);
                out.put(Feature::NamesAfter, ago(said(target)), ago(said(look.seat)));
            }
        }
        let height = naming.choices().first().map(|choice| choice.1);
        let raise = height.filter(|_| s.has_standing).map(|height| height - s.standing);
        out.put(Feature::Raise, u32::from(action.a), raise.map_or(99, steps));
        naming.suit
    }

    // --- what a move brings about ----------------------------------------------------------------

    /// How often a lone player has been where a move takes it, as far as that can be foreseen.
    pub fn visits(&self, game: &Game, s: &State, action: Move, copy: &mut State) -> usize {
        foresee(game, s, game.asked(s), action, copy);
        self.times_there(game, s, copy)
    }

    fn times_there(&self, game: &Game, s: &State, copy: &State) -> usize {
        if !self.lone || copy.unforeseen {
            return 0;
        }
        let there = game.sight_of(copy);
        s.trail.iter().filter(|place| **place == there).count()
    }

    /// Makes the move on a copy, as far as the seat can foresee what follows.
    fn consequences(
        &self,
        game: &Game,
        s: &State,
        action: Move,
        look: &Look,
        copy: &mut State,
        out: &mut impl Sink,
    ) {
        let seat = look.seat;
        let observer = Observer::new(&game.tables, seat);
        foresee(game, s, seat, action, copy);
        let goes_on =
            copy.waiting == Waiting::Decision && !copy.unforeseen && game.asked(copy) == seat;
        out.put(Feature::GoesOn, yes(goes_on), 0);
        if copy.waiting == Waiting::Over {
            let winners = copy.outcome.winners;
            let won = winners & (1 << seat) != 0;
            out.put(Feature::Over, if won { 2 } else { yes(winners != 0) }, 0);
        }
        if self.times_there(game, s, copy) > 0 {
            out.put(Feature::Again, 0, 0);
        }
        let (hand, table) = self.moved(game, s, &observer, copy, out);
        self.gains(game, s, &observer, copy, out);
        let context = game.context(copy);
        if table != look.table {
            out.put(Feature::TableThen, count(table), 0);
            if size(table) <= TOLD {
                for card in Cards(table) {
                    let rank = game.tables.rank[usize::from(card)];
                    out.put(Feature::TableRankThen, u32::from(rank), 0);
                }
                out.put(Feature::TablePointsThen, steps(worth(context, table)), 0);
            }
        }
        if hand != look.hand {
            let shape = Shape::of(game, copy, hand);
            out.put(Feature::MeldedThen, count(shape.melded), count(hand));
            out.put(Feature::PairedThen, count(shape.paired), count(hand));
            out.put(Feature::DeadwoodThen, steps(worth(context, hand & !shape.melded)), 0);
            if let Some(melding) = &self.melding {
                let rest = melding.rest(hand, look.unseen);
                let (left, held) = (worth(context, rest.loose), count(hand));
                let dearest = Cards(rest.loose).map(|card| worth(context, bit(card))).max();
                let less = left.saturating_sub(dearest.unwrap_or(0));
                let gain = worth(game.context(s), look.rest.loose).saturating_sub(left);
                out.put(Feature::LeftThen, exactly(left), held);
                out.put(Feature::LeftLessThen, exactly(less), held);
                out.put(Feature::LeftGain, steps(gain), 0);
                let features =
                    [Feature::LeftCardsThen, Feature::LeftOutsThen, Feature::LeftOutsWorthThen];
                told_of(&rest, left, held, features, out);
            }
            if self.evaluates {
                let features = [Feature::StrengthThen, Feature::TotalThen];
                self.evaluate(game, copy, seat, hand, features, out);
            }
        }
    }

    /// Tells which cards have gone where; gives the hand and what lies open on the table then.
    fn moved(
        &self,
        game: &Game,
        s: &State,
        observer: &Observer,
        copy: &State,
        out: &mut impl Sink,
    ) -> (CardSet, CardSet) {
        let (tables, context) = (&game.tables, game.context(copy));
        let (mut hand, mut table) = (0, 0);
        let mut changes = [(0i32, 0i32); PLACES];
        for (place, pile) in copy.piles.iter().enumerate() {
            let zone = usize::from(pile.zone);
            let Some(zone_table) = tables.zones.get(zone) else { continue };
            let whose = observer.roughly(zone_table.owner, pile.owner);
            let before = s.sets.get(place).copied().unwrap_or(0);
            let after = copy.sets[place];
            if zone == self.hand_zone && whose == 0 {
                hand |= after;
            }
            if whose == 2 && game.viewers(copy, place as u16) & (1 << observer.seat) != 0 {
                let top = if pile.top == NO_CARD { 0 } else { bit(pile.top) };
                table |= if zone_table.stack && zone_table.piles == 1 { top } else { after };
            }
            if before == after {
                continue;
            }
            let slot = &mut changes[(3 * zone + whose as usize) % PLACES];
            slot.0 += size(after) as i32 - size(before) as i32;
            slot.1 += worth(context, after & !before) - worth(context, before & !after);
            if whose == 0 && zone != self.hand_zone {
                for card in Cards(after & !before) {
                    out.put(Feature::Gets, zone as u32, self.face(card));
                }
            }
        }
        for (slot, (cards, points)) in changes.into_iter().enumerate() {
            if cards != 0 {
                out.put(Feature::Change, slot as u32, steps(cards));
            }
            if points != 0 {
                out.put(Feature::ChangeWorth, slot as u32, steps(points));
            }
        }
        (hand, table)
    }

    fn gains(
        &self,
        game: &Game,
        s: &State,
        observer: &Observer,
        copy: &State,
        out: &mut impl Sink,
    ) {
        let me = usize::from(observer.seat);
        let side = usize::from(observer.own_side());
        let of = |own: &[i32], shared: &[i32]| {
            own[me].saturating_add(shared.get(side).copied().unwrap_or(0))
        };
        for (feature, after, before) in [
            (
                Feature::GainsHand,
                of(&copy.hand_score, &copy.side_hand_score),
                of(&s.hand_score, &s.side_hand_score),
            ),
            (Feature::GainsScore, of(&copy.score, &copy.side_score), of(&s.score, &s.side_score)),
            (Feature::GainsTrick, copy.tricks[me], s.tricks[me]),
            (Feature::GainsChips, copy.chips[me], s.chips[me]),
        ] {
            if after != before {
                out.put(feature, steps(after.saturating_sub(before)), 0);
            }
        }
        for (number, slot) in game.layout.counters.iter().enumerate() {
            for whose in 0..slot.len {
                let at = slot.at + whose;
                let change = copy.registers[at].saturating_sub(s.registers[at]);
                if change != 0 {
                    let who = match slot.scope {
                        Scope::Table => 2,
                        Scope::Seat => yes(whose != me),
                        Scope::Team => yes(whose != side),
                    };
                    out.put(Feature::GainsCounter, (number as u32) << 2 | who, steps(change));
                }
            }
        }
    }
}

/// Makes a move on a copy, as far as its seat can foresee what follows.
fn foresee(game: &Game, s: &State, seat: u8, action: Move, copy: &mut State) {
    copy.clone_from(s);
    copy.tracking = false;
    copy.noting = false;
    copy.trial = s.depth.max(1);
    copy.trial_seat = seat;
    copy.unforeseen = false;
    copy.failed = false;
    game.apply(copy, seat, action, &mut Rng::new(1));
}

/// The cards that a seat knows the place of, if that is kept.
#[inline(always)]
pub fn known_to(s: &State, seat: u8) -> CardSet {
    if s.tracking { s.known.of(seat) } else { 0 }
}

/// The cards of a place that a seat sees there, or knows to be there; not those of a trick.
#[inline(always)]
pub fn visible_in(game: &Game, s: &State, place: u16, seat: u8, known: CardSet) -> CardSet {
    let set = s.sets[usize::from(place)];
    if game.viewers(s, place) & (1 << seat) == 0 {
        return set & known;
    }
    if !game.shows_only_top(s, place) {
        return set;
    }
    let top = s.top(game.is_stack(s, place), place);
    set & (known | if top == NO_CARD { 0 } else { bit(top) })
}

/// The card that a move is about: the one that is picked, or the lowest that is moved between piles.
fn moved_card(s: &State, action: Move) -> CardId {
    match action.kind {
        Kind::Card => action.card,
        Kind::Build if action.c >= 128 => action.c - 128,
        Kind::Build => {
            let mut card = s.piles.get(usize::from(action.a)).map_or(NO_CARD, |pile| pile.top);
            for _ in 1..action.c {
                if card != NO_CARD {
                    card = s.below[usize::from(card & 127)];
                }
            }
            card
        }
        _ => NO_CARD,
    }
}

/// Tells what is left of a hand, with which unseen cards would help.
fn told_of(rest: &Rest, left: i32, held: u32, features: [Feature; 3], out: &mut impl Sink) {
    let (fresh, further) = (count(rest.fresh), count(rest.further & !rest.fresh));
    out.put(features[0], count(rest.loose), held);
    out.put(features[1], fresh.min(15), further.min(15));
    out.put(features[2], (fresh + further).min(15), steps(left));
}

/// A number as it is, up to a hundred.
fn exactly(value: i32) -> u32 {
    value.clamp(0, 100) as u32
}

/// A share in steps, closer the nearer it is to all.
fn finely(share: f32) -> u32 {
    const CLOSE: [f32; 6] = [0.9, 0.925, 0.95, 0.97, 0.985, 0.995];
    match share < CLOSE[0] {
        true => (share * 20.0) as u32,
        false => 17 + CLOSE.iter().filter(|bound| share >= **bound).count() as u32,
    }
}

/// A share in a few steps.
fn roughly(share: f32) -> u32 {
    const BOUNDS: [f32; 9] = [0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.88, 0.94, 0.98];
    BOUNDS.iter().filter(|bound| share >= **bound).count() as u32
}

/// What part of some chips others are, in a few steps: 0 for none, 8 for all.
fn part_of(some: i32, all: i32) -> u32 {
    const BOUNDS: [f32; 6] = [0.02, 0.05, 0.1, 0.2, 0.4, 0.7];
    if some <= 0 {
        return 0;
    }
    if some >= all {
        return 8;
    }
    let part = some as f32 / all as f32;
    1 + BOUNDS.iter().filter(|bound| part >= **bound).count() as u32
}

/// What a seat's stake falls short of the highest of those who are still in.
fn owed(game: &Game, s: &State, seat: u8) -> i32 {
    let there = game.tables.everyone & s.active & !s.out;
    let own = s.staked.get(usize::from(seat)).copied().unwrap_or(0);
    seats(there).map(|who| s.staked[usize::from(who)]).fold(own, i32::max).saturating_sub(own)
}

/// What some cards are worth by the first table of points.
fn worth(context: &Context, cards: CardSet) -> i32 {
    match context.points.first() {
        Some(points) => Cards(cards).map(|card| points[usize::from(card)]).sum(),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_never_fall_and_tell_signs_apart() {
        let rising: Vec<u32> = (0..3000).map(steps).collect();
        assert!(rising.windows(2).all(|pair| pair[0] <= pair[1]));
        assert!((1..3000).all(|value| steps(-value) == 64 + steps(value)));
        assert!((0..=8).all(|value| steps(value) == value as u32));
    }

    #[test]
    fn every_kind_of_feature_says_what_it_is() {
        let mut names: Vec<&str> = features::ALL.iter().map(|one| one.name).collect();
        assert!(features::ALL.iter().all(|one| !one.meaning.is_empty()));
        assert_eq!(names.len(), Feature::Gift as usize + 1);
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), features::ALL.len());
        assert!(features::ALL.len() < 1 << 10, "a salt begins above the kinds");
    }
}
