//! What a seat sees as one array of numbers, in named planes.
//!
//! The array is a function of the seat's view alone. Seats are counted from the observer, and so are
//! sides. Which planes there are, and where they begin, follows from the genome. What is visible is what
//! the players who learn are told (`players::encoding`): both read it in one place.

use crate::game::Game;
use crate::game::cards::{CardSet, Cards, FLOATS, NO_CARD, bit, size, spread, spread_out};
use crate::game::state::State;
use crate::game::tables::{NO_SUIT, NOBODY, SEATS};
use crate::players::encoding::{Observer, known_to, visible_in};
use crate::program::parts::*;

use super::actions::{PARTS, Said};

/// Changes with everything that changes a plane.
pub const VERSION: u32 = 1;

/// How many things that calls named are told, the last first.
const LATELY: usize = 16;

macro_rules! planes {
    ($($name:ident: $meaning:literal, $axis:literal;)*) => {
        /// What a plane tells.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Tells { $($name,)* }

        impl Tells {
            /// Its name, what it means, and what its numbers stand for one after the other.
            pub fn words(self) -> (&'static str, &'static str, &'static str) {
                match self { $(Self::$name => (stringify!($name), $meaning, $axis),)* }
            }
        }
    };
}

planes! {
    Hand: "cards in the own hand", "face";
    Lies: "cards that are seen or known to lie there", "face";
    Pile: "the number of the pile, and one, in which a card lies there", "card";
    Top: "the top card there", "face";
    Order: "how deep a card lies there, the top card 1", "face";
    Size: "how many cards lie there", "pile";
    Trick: "cards of the trick in progress, by who played them", "seat, face";
    Led: "the card that was led", "face";
    Winning: "who is winning the trick", "seat";
    Played: "cards that were played in this hand and are known to lie where they do", "face";
    Phase: "the phase in progress", "phase";
    Stage: "how far it has come", "";
    ActsFor: "whose cards are played now", "seat";
    Turn: "whose turn it is", "seat";
    Dealer: "who deals", "seat";
    Leader: "who leads", "seat";
    Active: "who is still in the hand", "seat";
    Lacks: "who is known to have none of a suit", "seat, suit";
    Tricks: "tricks won in this hand", "seat";
    TrickNumber: "the number of the trick", "";
    Broken: "whether the suit that must be broken is", "";
    Reversed: "whether play goes the other way round", "";
    Trump: "the trump suit; the last: none", "suit";
    Mode: "the mode of the game", "mode";
    NamedSuit: "the suit that was named last; the last: none", "suit";
    NamedRank: "the rank that was named last", "rank";
    InForce: "the suit that holds for the pile; the last: none", "suit";
    Standing: "whether a call stands, and its height", "yes or no, height";
    Calls: "calls made, bids among them, passes in a row", "calls, bids, passes";
    Choices: "what was named last of each thing that calls name, and one; of a seat, from the observer", "choice";
    Called: "who has made a call", "call, seat";
    Lately: "what was named lately, the last first: which thing, and one; by whom; what", "thing, seat, value";
    Counter: "a counter", "whose";
    Role: "who has a role", "seat";
    Declared: "combinations that were declared", "seat, pattern";
    HandPoints: "points of this hand", "seat";
    SidePoints: "points of this hand that are a side's", "side";
    Score: "points of the match", "seat";
    SideScore: "points of the match that are a side's", "side";
    Chips: "chips", "seat";
    Staked: "chips at stake", "seat";
    Pot: "the pot, and what it costs the observer to stay in", "pot, owed";
    Claim: "the rank that is claimed", "rank";
    Claims: "how many cards were moved in this phase, and how many claims made", "cards, claims";
    Picked: "cards that the observer has picked for a move", "face";
    Drawn: "cards that were drawn in this turn and are held", "face";
    Said: "what has been said of a move that is named in parts: how many parts, which section, values", "parts, section, values";
}

/// A part of the array.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    /// What it tells.
    pub tells: Tells,
    /// Of which zone, counter or role; 65535 if of none.
    pub of: u16,
    /// Whose, from the observer; 65535 if of nobody or everybody.
    pub whose: u16,
    /// Where it begins.
    pub first: usize,
    /// How many numbers it has.
    pub len: usize,
}

/// A place, or the piles of one owner, as planes.
#[derive(Clone, Copy, Debug)]
struct Spot {
    zone: u16,
    whose: u8,
    lies: usize,
    pile: usize,
    top: usize,
    order: usize,
    size: usize,
}

/// A place with one pile of which no more is told than which cards are seen to lie there and how many there
/// are, as one observer has it.
#[derive(Clone, Copy, Debug)]
struct PlainSpot {
    place: u16,
    lies: usize,
    size: usize,
    /// Whether the observer may look.
    looks: bool,
    stack: bool,
}

/// How an observer has the planes.
#[derive(Clone, Debug)]
struct Sight {
    plain: Vec<PlainSpot>,
    /// The players from the observer on.
    seats: Vec<u8>,
    /// Who sits how far from the observer: the house after all players, and after it nobody.
    far: [u8; 16],
}

/// No number of faces that the planes are written out for.
const ANY: usize = 0;

/// A set of the cards of a pack with so many faces: of at most 64 cards half a set is enough.
#[inline(always)]
fn low<const FACES: usize>(set: CardSet) -> CardSet {
    if FACES != ANY && FACES <= 64 { set & CardSet::from(u64::MAX) } else { set }
}

/// No plane.
const NONE: usize = usize::MAX;

/// Where planes that a game may have begin.
#[derive(Clone, Copy, Debug)]
struct Begins {
    hand: usize,
    trick: usize,
    played: usize,
    seats: usize,
    rest: usize,
}

/// The planes of a game.
#[derive(Clone, Debug)]
pub struct Planes {
    /// All planes in order.
    pub list: Vec<Plane>,
    /// Places of which more is told.
    spots: Vec<Spot>,
    /// By observer.
    sights: Vec<Sight>,
    size: usize,
    faces: usize,
    /// Whether some cards are alike.
    copies: bool,
    face: [u8; 128],
    hand_zone: usize,
    begins: Begins,
    names_seat: Vec<bool>,
    has: Has,
}

/// Which planes a game has.
#[derive(Clone, Copy, Debug)]
struct Has {
    trick: bool,
    trump: bool,
    calls: bool,
    chips: bool,
    claims: bool,
    declared: bool,
    in_force: bool,
    named: bool,
    picked: bool,
    draws: bool,
}

/// Writes numbers one after the other.
struct Pen<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl Pen<'_> {
    #[inline(always)]
    fn number(&mut self, value: i32) {
        if let Some(slot) = self.out.get_mut(self.at) {
            *slot = value as f32;
        }
        self.at += 1;
    }

    /// A number of each of some seats.
    #[inline(always)]
    fn numbers(&mut self, seats: &[u8], number: impl Fn(u8) -> i32) {
        if let Some(slots) = self.out.get_mut(self.at..self.at + seats.len()) {
            for (slot, seat) in slots.iter_mut().zip(seats) {
                *slot = number(*seat) as f32;
            }
        }
        self.at += seats.len();
    }

    /// What each of some seats has.
    #[inline(always)]
    fn each(&mut self, seats: &[u8], values: &[i32; SEATS]) {
        self.numbers(seats, |seat| values[usize::from(seat).min(SEATS - 1)]);
    }

    #[inline(always)]
    fn flag(&mut self, value: bool) {
        self.number(i32::from(value));
    }

    /// One of some numbers; none of them if there is no such one.
    #[inline(always)]
    fn one_of(&mut self, value: usize, many: usize) {
        if value < many {
            if let Some(slot) = self.out.get_mut(self.at + value) {
                *slot = 1.0;
            }
        }
        self.at += many;
    }
}

impl Planes {
    /// The planes of a game.
    pub fn new(game: &Game, face: &[u8; 128], faces: usize, whole: bool) -> Self {
        let program = &game.program;
        let any = |test: fn(&Phase) -> bool| program.phases.iter().any(test);
        let calls = || {
            program.phases.iter().filter_map(|phase| match phase {
                Phase::Call(phase) => Some(phase),
                _ => None,
            })
        };
        let mut names_seat = vec![false; usize::from(program.counts.choice)];
        for choice in calls().flat_map(|phase| &phase.calls).flat_map(|call| &call.choices) {
            names_seat[choice.name.index()] = choice.r#type == ChoiceKind::Seat;
        }
        let has = Has {
            trick: any(|phase| matches!(phase, Phase::Trick(_))),
            trump: game.tables.contexts.len() > usize::from(program.counts.mode.max(1)),
            calls: calls().next().is_some(),
            chips: program.setup.starting_chips > 0 || any(|p| matches!(p, Phase::Betting(_))),
            claims: any(|phase| matches!(phase, Phase::Claim(_))),
            declared: any(|phase| matches!(phase, Phase::Declare(_) | Phase::Meld(_)))
                || !program.patterns.is_empty(),
            in_force: any(|phase| matches!(phase, Phase::Play(_))),
            named: calls().next().is_some(),
            picked: any(|phase| {
                !matches!(phase, Phase::Trick(_) | Phase::Call(_) | Phase::Betting(_))
            }),
            draws: any(|phase| matches!(phase, Phase::Draw(_))),
        };
        let mut planes = Self {
            list: Vec::new(),
            spots: Vec::new(),
            sights: Vec::new(),
            size: 0,
            faces,
            copies: game.tables.copies,
            face: *face,
            hand_zone: program.known.hand.map_or(usize::MAX, |zone| zone.index()),
            begins: Begins { hand: NONE, trick: NONE, played: NONE, seats: 0, rest: 0 },
            names_seat,
            has,
        };
        planes.lay_out(game, whole);
        planes.sights = (0..game.tables.seats).map(|seat| planes.sight_of(game, seat)).collect();
        let is_plain = |spot: &Spot| is_plain(game, spot);
        planes.spots.retain(|spot| !is_plain(spot));
        planes
    }

    fn sight_of(&self, game: &Game, seat: u8) -> Sight {
        let observer = Observer::new(&game.tables, seat);
        let plain = self.spots.iter().filter(|spot| is_plain(game, spot)).map(|spot| {
            let table = &game.tables.zones[usize::from(spot.zone)];
            let owner = owner_of(&observer, table.owner, spot.whose);
            PlainSpot {
                place: table.base + u16::from(owner),
                lies: if spot.lies == NONE { self.begins.hand } else { spot.lies },
                size: spot.size,
                looks: table.viewers[usize::from(owner & 15)] >> seat & 1 != 0,
                stack: table.stack,
            }
        });
        let seats = (0..game.tables.players).map(|places| observer.absolute(places));
        let players = game.tables.players;
        let mut far = [NOBODY; 16];
        for (who, slot) in far.iter_mut().enumerate() {
            *slot = match observer.seat(who as u8) {
                14 => players,
                seat if seat < u32::from(players) => seat as u8,
                _ => NOBODY,
            };
        }
        Sight { plain: plain.collect(), seats: seats.collect(), far }
    }

    /// How many numbers the array has.
    pub fn size(&self) -> usize {
        self.size
    }

    fn add(&mut self, tells: Tells, of: u16, whose: u16, len: usize) -> usize {
        let first = self.size;
        self.list.push(Plane { tells, of, whose, first, len });
        self.size += len;
        first
    }

    fn any(&mut self, tells: Tells, len: usize) -> usize {
        self.add(tells, u16::MAX, u16::MAX, len)
    }

    fn lay_out(&mut self, game: &Game, whole: bool) {
        let (tables, program, faces) = (&game.tables, &game.program, self.faces);
        let (players, sides) = (usize::from(tables.players), tables.sides.len());
        if self.hand_zone != usize::MAX {
            self.begins.hand = self.any(Tells::Hand, faces);
        }
        if self.has.trick {
            self.begins.trick = self.any(Tells::Trick, players * faces);
            self.any(Tells::Led, faces);
            self.any(Tells::Winning, players);
        }
        self.begins.played = self.any(Tells::Played, faces);
        for (zone, table) in tables.zones.iter().enumerate() {
            let owners = match table.owner {
                Owner::Table => 1,
                _ => usize::from(table.owners),
            };
            for whose in 0..owners {
                self.add_spot(game, zone, whose);
            }
        }
        let has = self.has;
        self.begins.seats = self.size;
        self.any(Tells::Phase, program.phases.len());
        self.any(Tells::Stage, 1);
        for tells in [Tells::ActsFor, Tells::Turn, Tells::Dealer, Tells::Leader, Tells::Active] {
            self.any(tells, players + usize::from(tables.house != NOBODY));
        }
        if has.trick {
            self.any(Tells::Lacks, players * usize::from(tables.suits));
            self.any(Tells::Tricks, players);
            self.any(Tells::TrickNumber, 1);
            self.any(Tells::Broken, 1);
        }
        self.begins.rest = self.size;
        self.any(Tells::Reversed, 1);
        if has.trump {
            self.any(Tells::Trump, usize::from(tables.suits) + 1);
        }
        self.any(Tells::Mode, usize::from(program.counts.mode.max(1)));
        if has.named {
            self.any(Tells::NamedSuit, usize::from(tables.suits) + 1);
            self.any(Tells::NamedRank, usize::from(program.ranks));
        }
        if has.in_force {
            self.any(Tells::InForce, usize::from(tables.suits) + 1);
        }
        if has.calls {
            let layout = &game.layout;
            self.any(Tells::Standing, 2);
            self.any(Tells::Calls, 3);
            self.any(Tells::Choices, layout.choice_count);
            self.any(Tells::Called, layout.call_count * players);
            self.any(Tells::Lately, 3 * LATELY);
        }
        for (number, slot) in game.layout.counters.iter().enumerate() {
            self.add(Tells::Counter, number as u16, u16::MAX, slot.len);
        }
        for role in 0..game.layout.role_count {
            self.add(Tells::Role, role as u16, u16::MAX, players + 1);
        }
        if has.declared {
            self.any(Tells::Declared, players * program.patterns.len());
        }
        self.any(Tells::HandPoints, players);
        self.any(Tells::Score, players);
        if tables.teams {
            self.any(Tells::SidePoints, sides);
            self.any(Tells::SideScore, sides);
        }
        if has.chips {
            self.any(Tells::Chips, players);
            self.any(Tells::Staked, players);
            self.any(Tells::Pot, 2);
        }
        if has.claims {
            self.any(Tells::Claim, usize::from(program.ranks));
            self.any(Tells::Claims, 2);
        }
        if has.picked {
            self.any(Tells::Picked, faces);
        }
        if has.draws {
            self.any(Tells::Drawn, faces);
        }
        if !whole {
            self.any(Tells::Said, 2 + PARTS);
        }
    }

    fn add_spot(&mut self, game: &Game, zone: usize, whose: usize) {
        let table = &game.tables.zones[zone];
        let owned = table.owner != Owner::Table;
        let of_whom = if owned { whose as u16 } else { u16::MAX };
        let mut spot = Spot {
            zone: zone as u16,
            whose: whose as u8,
            lies: NONE,
            pile: NONE,
            top: NONE,
            order: NONE,
            size: NONE,
        };
        let at = zone as u16;
        if zone != self.hand_zone || whose > 0 {
            spot.lies = self.add(Tells::Lies, at, of_whom, self.faces);
        }
        let many = table.key == PileKey::Many;
        if many || table.piles > 1 {
            let cards = usize::from(game.tables.cards);
            spot.pile = self.add(Tells::Pile, at, of_whom, cards);
        }
        if table.stack && !many && table.sees != Sees::Nobody {
            spot.top = self.add(Tells::Top, at, of_whom, self.faces);
            if table.sees == Sees::All {
                spot.order = self.add(Tells::Order, at, of_whom, self.faces);
            }
        }
        let sizes = if many { 1 } else { usize::from(table.piles) };
        spot.size = self.add(Tells::Size, at, of_whom, sizes);
        self.spots.push(spot);
    }

    /// Writes a plane of faces: how many cards of each are in a set.
    #[inline(always)]
    fn put<const FACES: usize>(&self, set: CardSet, first: usize, out: &mut [f32]) {
        if FACES != ANY {
            if let Some(plane) = out[first..].first_chunk_mut::<FACES>() {
                spread_out(set as u64, plane, &FLOATS);
            }
            return;
        }
        let plane = &mut out[first..first + self.faces];
        if self.copies {
            plane.fill(0.0);
            // Half by half: twice as fast as a set of 128 at once.
            for (half, faces) in [set as u64, (set >> 64) as u64].iter().zip(self.face.chunks(64)) {
                let mut rest = *half;
                while rest != 0 {
                    plane[usize::from(faces[rest.trailing_zeros() as usize & 63])] += 1.0;
                    rest &= rest - 1;
                }
            }
        } else {
            spread(set, plane, &FLOATS);
        }
    }

    /// Writes what a seat sees, every number of it: of the table of its view or, where it is the seat that
    /// is asked, of the state itself, in which it was kept who knows what.
    pub fn write(&self, game: &Game, s: &State, seat: u8, said: &Said, out: &mut [f32]) {
        // Most packs have 52 cards, no two alike: written out for them.
        match (self.copies, self.faces) {
            (false, 52) => self.write_faces::<52>(game, s, seat, said, out),
            _ => self.write_faces::<ANY>(game, s, seat, said, out),
        }
    }

    fn write_faces<const FACES: usize>(
        &self,
        game: &Game,
        s: &State,
        seat: u8,
        said: &Said,
        out: &mut [f32],
    ) {
        // As far as it goes from the first number to the last: memory is quicker that way.
        let out = &mut out[..self.size];
        let observer = Observer::new(&game.tables, seat);
        let known = low::<FACES>(known_to(s, seat));
        let mut lying = 0;
        if self.has.trick {
            lying = s.sets[usize::from(game.tables.trick)] & (!s.trick.covered | known);
            lying = low::<FACES>(lying);
            self.write_trick::<FACES>(game, s, &observer, lying, out);
        }
        let (mut seen, mut placed) = self.write_places::<FACES>(game, s, &observer, known, out);
        seen |= lying;
        placed |= lying;
        // Of cards that lie in an order that the seat does not know, nothing is known but where they are.
        self.put::<FACES>(s.played & placed, self.begins.played, out);
        out[self.begins.seats..].fill(0.0);
        if s.depth > 0 {
            self.write_seats::<FACES>(game, s, &observer, seen, out);
        }
        self.write_rest::<FACES>(game, s, &observer, said, out);
    }

    fn write_places<const FACES: usize>(
        &self,
        game: &Game,
        s: &State,
        observer: &Observer,
        known: CardSet,
        out: &mut [f32],
    ) -> (CardSet, CardSet) {
        let tables = &game.tables;
        let mut seen = 0;
        let mut placed = 0;
        for spot in &self.sights[usize::from(observer.seat)].plain {
            let set = low::<FACES>(s.sets[usize::from(spot.place)]);
            let open = spot.looks || s.piles[usize::from(spot.place)].open;
            let visible = if open { set } else { set & known };
            seen |= visible;
            placed |= match spot.stack && !open {
                true => visible & s.placed.of(observer.seat),
                false => visible,
            };
            out[spot.size] = set.count_ones() as f32;
            self.put::<FACES>(visible, spot.lies, out);
        }
        for spot in &self.spots {
            let table = &tables.zones[usize::from(spot.zone)];
            let owner = owner_of(observer, table.owner, spot.whose);
            if table.key == PileKey::Many {
                let begun =
                    self.write_begun::<FACES>(game, s, observer.seat, owner, spot, known, out);
                seen |= begun;
                placed |= begun;
                continue;
            }
            let base = table.base + u16::from(owner) * table.piles;
            if spot.pile != NONE {
                out[spot.pile..spot.pile + usize::from(tables.cards)].fill(0.0);
            }
            if spot.order != NONE {
                out[spot.order..spot.order + self.faces].fill(0.0);
            }
            let (mut lying, mut tops) = (0, 0);
            for pile in 0..table.piles {
                let place = base + pile;
                let set = s.sets[usize::from(place)];
                out[spot.size + usize::from(pile)] = set.count_ones() as f32;
                if set == 0 {
                    continue;
                }
                let looks = game.viewers(s, place) & (1 << observer.seat) != 0;
                let open = looks && !game.shows_only_top(s, place);
                let visible = match open {
                    true => set,
                    false => visible_in(game, s, place, observer.seat, known),
                };
                lying |= visible;
                placed |= match table.stack && !open {
                    true => visible & s.placed.of(observer.seat),
                    false => visible,
                };
                if spot.pile != NONE {
                    for card in Cards(visible) {
                        out[spot.pile + usize::from(card)] = f32::from(pile + 1);
                    }
                }
                if spot.top != NONE {
                    let top = s.top(true, place);
                    tops |= if top == NO_CARD { 0 } else { bit(top) & visible };
                }
                if spot.order != NONE {
                    self.write_order(s, place, visible, &mut out[spot.order..]);
                }
            }
            seen |= lying;
            let lies = if spot.lies == NONE { self.begins.hand } else { spot.lies };
            self.put::<FACES>(lying, lies, out);
            if spot.top != NONE {
                self.put::<FACES>(tops, spot.top, out);
            }
        }
        (seen, placed)
    }

    /// How deep the cards of a stack lie.
    fn write_order(&self, s: &State, place: u16, visible: CardSet, out: &mut [f32]) {
        let mut card = s.piles[usize::from(place)].top;
        for depth in 1..=128u8 {
            if card == NO_CARD {
                break;
            }
            if visible & bit(card) != 0 {
                let slot = &mut out[usize::from(self.face[usize::from(card & 127)])];
                // Of cards with the same face the one that lies highest.
                if *slot == 0.0 {
                    *slot = f32::from(depth);
                }
            }
            card = s.below[usize::from(card & 127)];
        }
    }

    /// The piles of an owner that were begun in play, in the order in which they were.
    #[allow(clippy::too_many_arguments)]
    fn write_begun<const FACES: usize>(
        &self,
        game: &Game,
        s: &State,
        seat: u8,
        owner: u8,
        spot: &Spot,
        known: CardSet,
        out: &mut [f32],
    ) -> CardSet {
        let mut seen = 0;
        let mut many = 0;
        out[spot.pile..spot.pile + usize::from(game.tables.cards)].fill(0.0);
        for place in usize::from(game.tables.places)..s.sets.len() {
            let pile = &s.piles[place];
            if u16::from(pile.zone) != spot.zone || pile.owner != owner || s.sets[place] == 0 {
                continue;
            }
            let visible = visible_in(game, s, place as u16, seat, known);
            seen |= visible;
            many += size(s.sets[place]);
            let number = place - usize::from(game.tables.places) + 1;
            for card in Cards(visible) {
                out[spot.pile + usize::from(card)] = number as f32;
            }
        }
        out[spot.size] = many as f32;
        let lies = if spot.lies == NONE { self.begins.hand } else { spot.lies };
        self.put::<FACES>(seen, lies, out);
        seen
    }

    fn write_trick<const FACES: usize>(
        &self,
        game: &Game,
        s: &State,
        observer: &Observer,
        lying: CardSet,
        out: &mut [f32],
    ) {
        let (first, faces) = (self.begins.trick, self.faces);
        let players = usize::from(game.tables.players);
        let laid = if lying == 0 { 0 } else { usize::from(s.trick.len) };
        let (mut by_seat, mut led) = ([0; SEATS], 0);
        let winning = first + (players + 1) * faces;
        out[winning..winning + players].fill(0.0);
        for (card, by) in s.trick.cards[..laid].iter().zip(&s.trick.by[..laid]) {
            let seat = observer.seat(*by) as usize;
            // The last trick is remembered when its cards have been taken.
            if lying & bit(*card) != 0 && seat < players {
                by_seat[seat] |= bit(*card);
                if *card == s.trick.led {
                    led = bit(*card);
                }
                if *card == s.trick.best {
                    out[winning + seat] = 1.0;
                }
            }
        }
        for (seat, cards) in by_seat[..players].iter().enumerate() {
            self.put::<FACES>(*cards, first + seat * faces, out);
        }
        self.put::<FACES>(led, first + players * faces, out);
    }

    fn write_seats<const FACES: usize>(
        &self,
        game: &Game,
        s: &State,
        observer: &Observer,
        seen: CardSet,
        out: &mut [f32],
    ) {
        let tables = &game.tables;
        let players = usize::from(tables.players);
        let seats = players + usize::from(tables.house != NOBODY);
        let mut pen = Pen { out, at: self.begins.seats };
        let frame = s.innermost();
        pen.one_of(usize::from(frame.phase), game.program.phases.len());
        pen.number(i32::from(frame.stage));
        let controlled = s.control.get(usize::from(frame.seat)) == Some(&observer.seat);
        let actor = if controlled { frame.seat } else { observer.seat };
        let sight = &self.sights[usize::from(observer.seat)];
        for who in [actor, s.turn, s.dealer, s.leader] {
            pen.one_of(usize::from(sight.far[usize::from(who & 15)]), seats);
        }
        let others = &sight.seats;
        pen.numbers(others, |who| i32::from(s.active >> (who & 15) & 1));
        if seats > players {
            pen.flag(s.active >> (tables.house & 15) & 1 != 0);
        }
        if !self.has.trick {
            return;
        }
        self.write_lacks::<FACES>(game, s, others, low::<FACES>(tables.all & !seen), &mut pen);
        pen.each(others, &s.tricks);
        pen.number(s.trick_number);
        pen.flag(s.broken);
    }

    /// Who has none of a suit: some of its cards are unseen, and all of these the seat is known not to hold.
    #[inline(always)]
    fn write_lacks<const FACES: usize>(
        &self,
        game: &Game,
        s: &State,
        others: &[u8],
        unseen: CardSet,
        pen: &mut Pen,
    ) {
        let suits = usize::from(game.tables.suits);
        let of_suit = &game.context(s).of_suit;
        // Of oneself nothing is said.
        for (place, who) in others.iter().enumerate().skip(1) {
            let lacks = low::<FACES>(s.lacks[usize::from(*who)]) & unseen;
            if lacks == 0 {
                continue;
            }
            for (suit, cards) in of_suit.iter().take(suits).enumerate() {
                let rest = low::<FACES>(*cards) & unseen;
                if rest != 0 && lacks & rest == rest {
                    pen.out[pen.at + place * suits + suit] = 1.0;
                }
            }
        }
        pen.at += others.len() * suits;
    }

    fn write_rest<const FACES: usize>(
        &self,
        game: &Game,
        s: &State,
        observer: &Observer,
        said: &Said,
        out: &mut [f32],
    ) {
        let (tables, has) = (&game.tables, self.has);
        let (players, suits) = (usize::from(tables.players), usize::from(tables.suits));
        let suit = |suit: u8| if suit == NO_SUIT { suits } else { usize::from(suit) };
        let mut pen = Pen { out, at: self.begins.rest };
        pen.flag(s.reversed);
        if has.trump {
            pen.one_of(suit(s.trump), suits + 1);
        }
        pen.one_of(usize::from(s.mode), usize::from(game.program.counts.mode.max(1)));
        if has.named {
            pen.one_of(suit(s.named_suit), suits + 1);
            pen.one_of(usize::from(s.named_rank), usize::from(game.program.ranks));
        }
        if has.in_force {
            pen.one_of(suit(s.in_force), suits + 1);
        }
        if has.calls {
            self.write_calls(game, s, observer, &mut pen);
        }
        for slot in &game.layout.counters {
            for whose in 0..slot.len {
                let owner = match slot.scope {
                    Scope::Table => whose,
                    Scope::Seat if whose >= players => whose,
                    Scope::Seat => usize::from(observer.absolute(whose as u8)),
                    Scope::Team => usize::from(observer.absolute_side(whose as u8)),
                };
                pen.number(s.registers[slot.at + owner]);
            }
        }
        let sight = &self.sights[usize::from(observer.seat)];
        for role in 0..game.layout.role_count {
            let holder = s.registers[game.layout.roles + role];
            let at = usize::try_from(holder).ok().and_then(|holder| sight.far.get(holder));
            pen.one_of(at.map_or(usize::MAX, |far| usize::from(*far)), players + 1);
        }
        if has.declared {
            let many = game.program.patterns.len();
            for found in &s.declarations {
                let seat = observer.seat(found.seat) as usize;
                let secret = found.seat != observer.seat && !found.shown && found.cards != 0;
                let kept = matches!(
                    game.program.phases.get(usize::from(found.phase)),
                    Some(Phase::Declare(d)) if d.announce == Announce::OnLastCard
                );
                if seat < players && !(secret && kept) {
                    pen.out[pen.at + seat * many + found.pattern.index()] += 1.0;
                }
            }
            pen.at += players * many;
        }
        let others = &sight.seats;
        pen.each(others, &s.hand_score);
        pen.each(others, &s.score);
        if tables.teams {
            for values in [&s.side_hand_score, &s.side_score] {
                for side in 0..tables.sides.len() as u8 {
                    pen.number(values[usize::from(observer.absolute_side(side))]);
                }
            }
        }
        if has.chips {
            pen.each(others, &s.chips);
            pen.each(others, &s.staked);
            pen.number(s.pot);
            let most = s.staked.iter().copied().max().unwrap_or(0);
            pen.number(most.saturating_sub(s.staked[usize::from(observer.seat)]));
        }
        if has.claims {
            pen.one_of(usize::from(s.claim_rank), usize::from(game.program.ranks));
            pen.number(size(s.moved) as i32);
            pen.number(s.claims);
        }
        if has.picked {
            let acting = s.depth > 0
                && s.control.get(usize::from(s.innermost().seat)) == Some(&observer.seat);
            let own = if acting { s.selection } else { 0 };
            let picked = own | s.picks.get(usize::from(observer.seat)).copied().unwrap_or(0);
            self.put::<FACES>(picked, pen.at, pen.out);
            pen.at += self.faces;
        }
        if has.draws {
            let held = game.hand_of(s, observer.seat);
            let known = known_to(s, observer.seat);
            self.put::<FACES>(s.drawn & held & known, pen.at, pen.out);
            pen.at += self.faces;
        }
        if pen.at < self.size {
            pen.number(i32::from(said.len));
            pen.number(i32::from(said.section));
            for value in said.values {
                pen.number(i32::from(value));
            }
        }
    }

    fn write_calls(&self, game: &Game, s: &State, observer: &Observer, pen: &mut Pen) {
        let layout = &game.layout;
        let named = |choice: usize, value: i32| match (self.names_seat.get(choice), value) {
            (Some(true), 0..=255) => observer.seat(value as u8) as i32,
            _ => value,
        };
        pen.flag(s.has_standing);
        pen.number(if s.has_standing { s.standing } else { 0 });
        pen.number(s.calls);
        pen.number(s.bids);
        pen.number(s.passes_in_row);
        for choice in 0..layout.choice_count {
            let value = s.registers[layout.choices + choice];
            // A value of -1 is none.
            pen.number(if value < 0 { 0 } else { named(choice, value).saturating_add(1) });
        }
        for call in 0..layout.call_count {
            let callers = s.registers[layout.called + call] as u32;
            if callers == 0 {
                pen.at += usize::from(game.tables.players);
                continue;
            }
            for place in 0..game.tables.players {
                pen.flag(callers & (1 << observer.absolute(place)) != 0);
            }
        }
        for said in s.history.iter().rev().take(LATELY) {
            pen.number(i32::from(said.choice) + 1);
            pen.number(observer.seat(said.seat) as i32);
            pen.number(named(usize::from(said.choice), said.value));
        }
        pen.at += 3 * (LATELY - s.history.len().min(LATELY));
    }
}

/// The owner of places that is so far from the observer.
fn owner_of(observer: &Observer, kind: Owner, whose: u8) -> u8 {
    match kind {
        Owner::Table => 0,
        Owner::Seat => observer.absolute(whose),
        Owner::Team => observer.absolute_side(whose),
    }
}

/// Whether no more is told of a place than which cards are seen to lie there and how many there are.
fn is_plain(game: &Game, spot: &Spot) -> bool {
    let table = &game.tables.zones[usize::from(spot.zone)];
    let more = [spot.pile, spot.top, spot.order].into_iter().any(|plane| plane != NONE);
    table.key != PileKey::Many && table.piles == 1 && table.sees != Sees::Top && !more
}
