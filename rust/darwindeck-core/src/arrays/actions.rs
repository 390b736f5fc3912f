//! Moves as numbers from 0 on, fixed for a game by its data alone.
//!
//! Numbers come in sections: one for everything of a kind (pick a card, make a certain call, move cards
//! from pile to pile). What a move of a section still has to say are its parts: a card, a pile, a number.
//! A section has a number for each combination of its parts or, where these would be too many, a number
//! for each value of each part: such a move is named one part after the other. Seats and their piles are
//! counted from the player who moves.

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, lowest};
use crate::game::judge::NOWHERE;
use crate::game::moves::{Kind, Move};
use crate::game::state::State;
use crate::game::tables::{NOBODY, Tables};
use crate::program::Node;
use crate::program::parts::*;

/// Changes with everything that changes a number.
pub const VERSION: u32 = 1;

/// A section with more combinations is named part by part.
const MOST_COMBINATIONS: usize = 4_096;
/// The most parts of a move.
pub const PARTS: usize = 4;
/// Piles that may be begun in play.
const NEW_PILES: usize = 512;
/// Amounts that players think of: see `Game::choices`.
const AMOUNTS: usize = 16;
/// Combinations of one pattern that have a number each, if they can be declared; others are named in parts.
const COMBINATIONS: u16 = 64;
/// Codes of a number that a call names.
const CODES: usize = 256;
/// From this number on, the last number of a build means a card.
const SINGLE: u8 = 128;

/// What a part of a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A card, by its face.
    Face,
    /// A card of a pile without order, or else how many cards: cards come after counts.
    Packet,
    /// A place, counted from the player; the last one is a new pile.
    Place,
    /// A number that a call names: how many steps above its least.
    Number,
    /// A suit; the last one is none.
    Suit,
    /// A rank.
    Rank,
    /// A seat, counted from the player.
    Seat,
    /// A word of a call.
    Word,
    /// One of the amounts that can be bet, from the least to the most.
    Amount,
    /// A pattern.
    Pattern,
    /// Which of several combinations of a pattern.
    Combination,
}

impl Part {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Face => "face",
            Self::Packet => "packet",
            Self::Place => "place",
            Self::Number => "number",
            Self::Suit => "suit",
            Self::Rank => "rank",
            Self::Seat => "seat",
            Self::Word => "word",
            Self::Amount => "amount",
            Self::Pattern => "pattern",
            Self::Combination => "combination",
        }
    }
}

/// What a picked card is picked for, where that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It does not.
    Any,
    /// To lie on a pile of its own or another.
    Meld,
    /// A card of the table, to be taken.
    Taken,
}

/// Numbers of one kind of move.
#[derive(Clone, Debug)]
pub struct Section {
    /// What its moves do.
    pub kind: Kind,
    /// 0 outside choices; otherwise the option of a choice, and one.
    pub slot: u8,
    /// The phase, where it matters; 65535 elsewhere.
    pub phase: u16,
    /// The number of a call, or of a way to build.
    pub number: u16,
    /// What a card is picked for.
    pub usage: Use,
    /// What its moves have to say, and how many values each has.
    pub parts: Vec<(Part, usize)>,
    /// The first number.
    pub first: u32,
    /// Whether each combination has a number.
    pub whole: bool,
}

impl Section {
    /// How many numbers it has.
    pub fn size(&self) -> usize {
        let sizes = self.parts.iter().map(|(_, size)| *size);
        if self.whole { sizes.product() } else { sizes.sum() }
    }
}

/// What has been said so far of a move that is named part by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The section.
    pub section: u16,
    /// The values of the first parts.
    pub values: [u16; PARTS],
    /// How many there are.
    pub len: u8,
}

/// The numbers of a game's moves.
#[derive(Clone, Debug)]
pub struct Actions {
    /// All sections in order.
    pub sections: Vec<Section>,
    /// By slot and kind: the sections.
    index: Vec<Vec<u16>>,
    size: usize,
    /// The number of the face of each card, and the lowest card of each face.
    pub face: [u8; 128],
    /// The lowest card of each face.
    pub cards: Vec<CardId>,
    places: usize,
    /// Whether the first section is that of picking a card, so that its numbers are those of faces.
    cards_first: bool,
}

const KINDS: usize = Kind::Declare as usize + 1;

impl Actions {
    /// The numbers of a game.
    pub fn new(game: &Game) -> Self {
        let tables = &game.tables;
        let mut face = [0; 128];
        let mut cards = Vec::new();
        for (card, twins) in tables.twins.iter().enumerate() {
            // Where cards are laid out, two of one face may be two moves.
            let first = if game.lays_out { card } else { usize::from(lowest(*twins)) };
            if first == card {
                face[card] = cards.len() as u8;
                cards.push(card as CardId);
            } else {
                face[card] = face[first];
            }
        }
        let begun = tables.zones.iter().any(|zone| zone.key == PileKey::Many);
        let places = usize::from(tables.places) + if begun { NEW_PILES } else { 0 };
        let mut actions = Self {
            sections: Vec::new(),
            index: Vec::new(),
            size: 0,
            face,
            cards,
            places,
            cards_first: false,
        };
        let options = game.program.phases.iter().map(|phase| match phase {
            Phase::Choice(choice) => choice.options.len(),
            _ => 0,
        });
        for slot in 0..=options.max().unwrap_or(0) {
            actions.index.resize((slot + 1) * KINDS, Vec::new());
            actions.add_slot(game, slot);
        }
        // Cards come first.
        actions.sections.sort_by_key(|section| {
            let cards = section.kind == Kind::Card && section.usage == Use::Any;
            (!(cards && section.slot == 0), section.slot, section.kind as u8)
        });
        for (number, section) in actions.sections.iter_mut().enumerate() {
            section.first = actions.size as u32;
            actions.size += section.size();
            let at = usize::from(section.slot) * KINDS + section.kind as usize;
            actions.index[at].push(number as u16);
        }
        let first = actions.sections.first();
        actions.cards_first = first
            .is_some_and(|one| one.kind == Kind::Card && one.usage == Use::Any && one.slot == 0);
        actions
    }

    fn add_slot(&mut self, game: &Game, slot: usize) {
        let program = &game.program;
        let mut numbers: Vec<u16> = Vec::new();
        for (number, phase) in program.phases.iter().enumerate() {
            match phase {
                Phase::Choice(choice) if slot > 0 => {
                    numbers.extend(choice.options.get(slot - 1).map(|id| id.0));
                }
                _ if slot == 0 => numbers.push(number as u16),
                _ => {}
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        if slot > 0 {
            self.single(slot, Kind::Option);
            self.single(slot, Kind::Pass);
        }
        for number in numbers {
            self.add_phase(game, slot, number);
        }
    }

    fn add_phase(&mut self, game: &Game, slot: usize, number: u16) {
        let (tables, faces) = (&game.tables, self.cards.len());
        let ranks = usize::from(game.program.ranks);
        // Whoever may leave off or decline can say so in any phase.
        if slot == 0 {
            self.single(slot, Kind::Pass);
        }
        let phase = &game.program.phases[usize::from(number)];
        let picks = match phase {
            Phase::Discard(phase) => phase.choose == Choose::Pick,
            Phase::Draw(phase) => phase.choose == Choose::Pick,
            _ => true,
        };
        let singles: &[Kind] = match phase {
            _ if !picks => &[Kind::Take],
            Phase::Trick(_) | Phase::Pass(_) => {
                self.card(slot, Use::Any);
                &[]
            }
            Phase::Play(_) => {
                self.card(slot, Use::Any);
                &[Kind::Done, Kind::Take]
            }
            Phase::Discard(_) | Phase::Draw(_) => {
                self.card(slot, Use::Any);
                &[Kind::Done]
            }
            Phase::Meld(phase) if phase.automatic => &[],
            Phase::Declare(phase) if phase.automatic => &[],
            Phase::Meld(_) => {
                self.card(slot, Use::Meld);
                &[Kind::Done, Kind::Option]
            }
            Phase::Capture(phase) => {
                self.card(slot, if phase.building { Use::Meld } else { Use::Any });
                self.card(slot, Use::Taken);
                &[Kind::Done]
            }
            Phase::Claim(_) => {
                self.card(slot, Use::Any);
                self.parted(slot, Kind::Rank, vec![(Part::Rank, ranks)]);
                &[Kind::Done, Kind::Challenge, Kind::Accept]
            }
            Phase::Declare(_) => {
                let pattern = (Part::Pattern, game.program.patterns.len().max(1));
                let near = (Part::Combination, usize::from(COMBINATIONS));
                self.parted(slot, Kind::Declare, vec![pattern, near]);
                let far = (Part::Combination, 256);
                self.push(Section {
                    parts: vec![pattern, far, far],
                    ..plain(slot, Kind::Declare, u16::MAX, 1)
                });
                &[Kind::Done]
            }
            Phase::Betting(phase) => {
                let amounts = if phase.max_bet.is_some() { AMOUNTS } else { 1 };
                self.parted(slot, Kind::Bet, vec![(Part::Amount, amounts)]);
                &[Kind::Check, Kind::Match, Kind::Fold]
            }
            Phase::Repeat(_) => &[Kind::Option, Kind::Stop],
            Phase::Call(phase) => {
                for (call, said) in phase.calls.iter().enumerate() {
                    let choices = said.choices.iter().map(|choice| named(game, choice));
                    self.push(Section {
                        parts: choices.collect(),
                        ..plain(slot, Kind::Call, number, call as u16)
                    });
                }
                &[]
            }
            Phase::Build(phase) => {
                for (way, rule) in phase.moves.iter().enumerate() {
                    let counts = counts(game, rule);
                    let stack = zone_of(game, rule.source).map(|zone| tables.zones[zone].stack);
                    let cards = if stack == Some(true) { 0 } else { faces };
                    let of = |zone| places_of(game, zone).unwrap_or(self.places);
                    let parts = vec![
                        (Part::Place, of(rule.source)),
                        (Part::Place, of(rule.target) + 1),
                        (Part::Packet, counts + cards),
                    ];
                    self.push(Section { parts, ..plain(slot, Kind::Build, number, way as u16) });
                }
                &[]
            }
            _ => &[],
        };
        for kind in singles {
            self.single(slot, *kind);
        }
    }

    fn single(&mut self, slot: usize, kind: Kind) {
        self.parted(slot, kind, Vec::new());
    }

    fn card(&mut self, slot: usize, usage: Use) {
        let mut parts = vec![(Part::Face, self.cards.len())];
        if usage == Use::Meld {
            parts.push((Part::Place, self.places + 1));
        }
        self.push(Section { usage, parts, ..plain(slot, Kind::Card, u16::MAX, 0) });
    }

    fn parted(&mut self, slot: usize, kind: Kind, parts: Vec<(Part, usize)>) {
        self.push(Section { parts, ..plain(slot, kind, u16::MAX, 0) });
    }

    /// Adds a section, or lets one that is there already have as many values.
    fn push(&mut self, mut section: Section) {
        let same = |one: &&mut Section| {
            (one.kind, one.slot, one.phase, one.number, one.usage)
                == (section.kind, section.slot, section.phase, section.number, section.usage)
        };
        if let Some(there) = self.sections.iter_mut().find(same) {
            for (own, new) in there.parts.iter_mut().zip(&section.parts) {
                own.1 = own.1.max(new.1);
            }
            return;
        }
        let sizes = section.parts.iter().map(|(_, size)| *size);
        let all = sizes.fold(1usize, usize::saturating_mul);
        // Combinations that hardly ever occur get no numbers of their own.
        let rare = section.kind == Kind::Declare && section.parts.len() > 2;
        section.whole = all <= MOST_COMBINATIONS && !rare;
        self.sections.push(section);
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether the number of a card that is played to a trick is that of its face.
    pub fn cards_first(&self) -> bool {
        self.cards_first
    }

    /// The phase that a move belongs to.
    fn phase_of(&self, game: &Game, s: &State, action: Move) -> u16 {
        let innermost = s.innermost().phase;
        match game.program.phases.get(usize::from(innermost)) {
            Some(Phase::Choice(choice)) => {
                choice.options.get(usize::from(action.option)).map_or(innermost, |id| id.0)
            }
            _ => innermost,
        }
    }

    /// The section of a move and the values of its parts; none if it has no number, which is a fault.
    fn parts_of(
        &self,
        game: &Game,
        s: &State,
        seat: u8,
        action: Move,
        bets: u16,
    ) -> Option<(u16, [u16; PARTS])> {
        let slot = if action.option == NOBODY { 0 } else { usize::from(action.option) + 1 };
        let candidates = self.index.get(slot * KINDS + action.kind as usize)?;
        let phase = match (action.kind, candidates.len()) {
            (Kind::Call | Kind::Build, _) | (Kind::Card, 2..) => self.phase_of(game, s, action),
            _ => u16::MAX,
        };
        let number = match action.kind {
            Kind::Call => action.a,
            Kind::Build => u16::from(action.card),
            Kind::Declare => u16::from(action.b >= COMBINATIONS),
            _ => 0,
        };
        let usage = match action.kind {
            Kind::Card if action.c == 1 => Use::Taken,
            Kind::Card if self.melds(game, phase, candidates) => Use::Meld,
            _ => Use::Any,
        };
        let found = candidates.iter().copied().find(|found| {
            let one = &self.sections[usize::from(*found)];
            (one.phase == u16::MAX || one.phase == phase)
                && one.number == number
                && one.usage == usage
        })?;
        let tables = &game.tables;
        let face = |card: CardId| u16::from(self.face[usize::from(card & 127)]);
        let mut values = [0; PARTS];
        match action.kind {
            Kind::Card => {
                values[0] = face(action.card);
                if usage == Use::Meld {
                    values[1] = self.relative(tables, seat, action.b, self.places);
                }
            }
            Kind::Call => {
                let parts = &self.sections[usize::from(found)].parts;
                let codes = [action.b as u8, (action.b >> 8) as u8, action.c];
                for ((value, code), (part, size)) in values.iter_mut().zip(codes).zip(parts) {
                    *value = match part {
                        Part::Seat => relative_seat(tables, seat, code),
                        Part::Suit => u16::from(code).min(*size as u16 - 1),
                        _ => u16::from(code),
                    };
                }
            }
            Kind::Build => {
                let Some(Phase::Build(phase)) = game.program.phases.get(usize::from(phase)) else {
                    return None;
                };
                let rule = phase.moves.get(usize::from(action.card))?;
                let parts = &self.sections[usize::from(found)].parts;
                values[0] = self.in_zone(game, seat, rule.source, action.a, parts[0].1);
                values[1] = self.in_zone(game, seat, rule.target, action.b, parts[1].1 - 1);
                let counts = counts(game, rule) as u16;
                values[2] = match action.c {
                    c if c >= SINGLE => counts + face(c - SINGLE),
                    c => u16::from(c) - 1,
                };
            }
            Kind::Bet => values[0] = bets,
            Kind::Rank => values[0] = action.a,
            Kind::Declare if action.b < COMBINATIONS => {
                (values[0], values[1]) = (action.a, action.b);
            }
            Kind::Declare => {
                (values[0], values[1], values[2]) = (action.a, action.b >> 8, action.b & 255);
            }
            _ => {}
        }
        Some((found, values))
    }

    fn melds(&self, game: &Game, phase: u16, candidates: &[u16]) -> bool {
        if let [only] = candidates {
            return self.sections[usize::from(*only)].usage == Use::Meld;
        }
        match game.program.phases.get(usize::from(phase)) {
            Some(Phase::Meld(_)) => true,
            Some(Phase::Capture(phase)) => phase.building,
            _ => false,
        }
    }

    /// A place counted from a player: of zones that every seat has, the own piles first.
    fn relative(&self, tables: &Tables, seat: u8, place: u16, new: usize) -> u16 {
        if place == NOWHERE {
            return new as u16;
        }
        let index = usize::from(place);
        let zone = tables.zone_of.get(index).and_then(|zone| tables.zones.get(usize::from(*zone)));
        let Some(zone) = zone else { return place };
        let owner = tables.owner_of[index];
        match zone.owner {
            Owner::Seat => {
                let pile = place - zone.base - u16::from(owner) * zone.piles;
                zone.base + relative_seat(tables, seat, owner) * zone.piles + pile
            }
            _ => place,
        }
    }

    /// The same among the places of a zone, if it is one; otherwise among all.
    fn in_zone(
        &self,
        game: &Game,
        seat: u8,
        zone: crate::program::ExprId,
        place: u16,
        new: usize,
    ) -> u16 {
        let tables = &game.tables;
        let relative = self.relative(tables, seat, place, new);
        match (place, zone_of(game, zone)) {
            (NOWHERE, _) | (_, None) => relative,
            (_, Some(number)) if places_of(game, zone).is_some() => {
                relative - tables.zones[number].base
            }
            _ => relative,
        }
    }

    /// What a seat may do, each with its number: in order, each number once. `said` is what it has said
    /// of a move already.
    pub fn list(
        &self,
        game: &Game,
        s: &State,
        seat: u8,
        said: &Said,
        moves: &mut Vec<Move>,
        out: &mut Vec<(u32, Move)>,
    ) {
        out.clear();
        game.choices(s, seat, moves);
        let mut bets = 0;
        for action in moves.iter() {
            let found = self.parts_of(game, s, seat, *action, bets);
            bets += u16::from(action.kind == Kind::Bet);
            let Some((number, values)) = found else {
                debug_assert!(false, "a move without a number: {action:?}");
                continue;
            };
            let section = &self.sections[usize::from(number)];
            let told = usize::from(said.len);
            if told > 0 && (number != said.section || values[..told] != said.values[..told]) {
                continue;
            }
            let mut id = 0;
            if section.whole {
                for ((_, size), value) in section.parts.iter().zip(values) {
                    debug_assert!(usize::from(value) < *size, "{action:?} {section:?} {values:?}");
                    id = id * *size as u32 + u32::from(value);
                }
            } else {
                debug_assert!(usize::from(values[told]) < section.parts[told].1, "{action:?}");
                id = section.parts[..told].iter().map(|(_, size)| *size as u32).sum::<u32>();
                id += u32::from(values[told]);
            }
            out.push((section.first + id, *action));
        }
        if !out.is_sorted_by(|one, next| one.0 < next.0) {
            out.sort_by_key(|(id, _)| *id);
            out.dedup_by_key(|(id, _)| *id);
        }
    }

    /// What has been said once a number is said that a seat may say; none if its move is complete.
    pub fn said(&self, id: u32, before: &Said) -> Option<Said> {
        let number = self.sections.partition_point(|section| section.first <= id).checked_sub(1)?;
        let section = &self.sections[number];
        let told = usize::from(before.len);
        if section.whole || told + 1 >= section.parts.len() {
            return None;
        }
        let earlier = section.parts[..told].iter().map(|(_, size)| *size as u32).sum::<u32>();
        let mut said = *before;
        said.section = number as u16;
        said.values[told] = (id - section.first - earlier) as u16;
        said.len += 1;
        Some(said)
    }

    /// The cards of a set by their faces, as bits of numbers.
    pub fn faces_of(&self, tables: &Tables, set: CardSet) -> CardSet {
        if !tables.copies {
            return set;
        }
        crate::game::cards::Cards(set)
            .fold(0, |all, card| all | 1 << self.face[usize::from(card & 127)])
    }
}

fn plain(slot: usize, kind: Kind, phase: u16, number: u16) -> Section {
    Section {
        kind,
        slot: slot as u8,
        phase,
        number,
        usage: Use::Any,
        parts: Vec::new(),
        first: 0,
        whole: true,
    }
}

fn relative_seat(tables: &Tables, seat: u8, other: u8) -> u16 {
    let players = u16::from(tables.players);
    if other >= tables.players {
        return players;
    }
    (u16::from(other) + players - u16::from(seat) % players) % players
}

/// What a choice of a call can name, and how much that is at the most.
fn named(game: &Game, choice: &CallChoice) -> (Part, usize) {
    let tables = &game.tables;
    let number = |e: crate::program::ExprId| match game.program.nodes[e.index()] {
        Node::Number(value) => Some(i64::from(value)),
        _ => None,
    };
    match choice.r#type {
        ChoiceKind::Number if !choice.numbers.is_empty() => {
            (Part::Number, choice.numbers.len().min(CODES))
        }
        ChoiceKind::Number => match (number(choice.low), number(choice.high)) {
            (Some(low), Some(high)) => {
                let most = (high - low).max(0) / i64::from(choice.step.max(1)) + 1;
                (Part::Number, (most as usize).min(CODES))
            }
            _ => (Part::Number, CODES),
        },
        ChoiceKind::Suit => (Part::Suit, usize::from(tables.suits) + 1),
        ChoiceKind::Rank => (Part::Rank, usize::from(game.program.ranks)),
        ChoiceKind::Seat => (Part::Seat, usize::from(tables.players) + 1),
        ChoiceKind::Word => (Part::Word, choice.words.len().clamp(1, CODES)),
    }
}

/// How many cards can go together at the most, where they lie in order.
fn counts(game: &Game, rule: &BuildMove) -> usize {
    let stack = zone_of(game, rule.source).map(|zone| game.tables.zones[zone].stack);
    match (stack, rule.unit) {
        (Some(false), _) => 0,
        (_, BuildUnit::Run | BuildUnit::Pile) => usize::from(game.tables.cards),
        (_, BuildUnit::Card) => 1,
    }
}

/// The zone that an expression always means.
fn zone_of(game: &Game, zone: crate::program::ExprId) -> Option<usize> {
    match game.program.nodes[zone.index()] {
        Node::Zone(id, _) => Some(id.index()),
        Node::Word(Word::Top | Word::FirstPile, [of, ..], _) => zone_of(game, of),
        _ => None,
    }
}

/// How many places that zone has, if none is begun in play.
fn places_of(game: &Game, zone: crate::program::ExprId) -> Option<usize> {
    let table = &game.tables.zones[zone_of(game, zone)?];
    let many = usize::from(table.owners) * usize::from(table.piles);
    (table.key != PileKey::Many).then_some(many)
}
