//! What can be worked out once for a game: who beats whom, what cards are worth, where places lie.

use super::cards::{CardId, CardSet, Cards, NO_CARD, bit};
use super::patterns::{Faces, Shape};
use super::state::SeatList;
use crate::program::ids::{ModeId, Suit, TableId, ZoneId};
use crate::program::parts::*;
use crate::program::{CondId, Program};

/// A seat, a zone or anything else that is nobody and nowhere.
pub const NOBODY: u8 = 255;
/// No suit.
pub const NO_SUIT: u8 = 255;
/// The most seats, with a house.
pub const SEATS: usize = 13;

/// Where cards of a zone lie.
#[derive(Clone, Debug)]
pub struct ZoneTable {
    /// Whose they are.
    pub owner: Owner,
    /// Whether their order matters.
    pub stack: bool,
    /// Who may look.
    pub sees: Sees,
    /// How piles are told apart.
    pub key: PileKey,
    /// The first place.
    pub base: u16,
    /// How many owners there are.
    pub owners: u8,
    /// How many piles each owner has from the start.
    pub piles: u16,
    /// The zone whose cards are turned up onto empty piles of this one.
    pub beneath: Option<ZoneId>,
    /// The seats that may look at the piles of each owner, unless they were laid open.
    pub viewers: [u16; 16],
}

/// What cards are in one mode of the game and with one trump suit.
#[derive(Clone, Debug)]
pub struct Context {
    /// The suit each card counts as.
    pub suit: [u8; 128],
    /// How high each card is among those it is compared with.
    pub strength: [i16; 128],
    /// The cards that beat a card.
    pub beaten_by: Vec<CardSet>,
    /// The cards that beat a card where the lowest wins.
    pub beaten_by_low: Vec<CardSet>,
    /// The cards as high as a card.
    pub equal: Vec<CardSet>,
    /// The cards that count as one suit.
    pub of_suit: Vec<CardSet>,
    /// The trumps.
    pub trumps: CardSet,
    /// What each card is worth, by table.
    pub points: Vec<[i32; 128]>,
    /// The cards each condition means, as far as the cards alone decide it.
    pub masks: Vec<CardSet>,
    /// For each card, the cards of the suit it counts as; none for a card of no suit.
    pub suit_mates: Vec<CardSet>,
    /// `beaten_by` for small decks.
    pub beaten64: [u64; 64],
    /// `beaten_by_low` for small decks.
    pub beaten_low64: [u64; 64],
    /// `equal` for small decks.
    pub equal64: [u64; 64],
    /// `suit_mates` for small decks.
    pub mates64: [u64; 64],
    /// The place of a rank in the sequence order, from 0; 255 outside it.
    pub sequence: [u8; 64],
    /// The ranks of the sequence order.
    pub order: Vec<u8>,
    /// What patterns read.
    pub faces: Faces,
    /// The patterns of the game.
    pub shapes: Vec<Shape>,
    /// The patterns of the hand evaluation.
    pub hands: Vec<Shape>,
    /// Those of each share of the pot.
    pub shares: Vec<ShareTable>,
}

/// What one share of the pot is decided by.
#[derive(Clone, Debug)]
pub struct ShareTable {
    /// What its patterns read, where it has an order of its own.
    pub faces: Option<Faces>,
    /// Its patterns.
    pub shapes: Vec<Shape>,
}

/// The patterns by which a share of the pot is decided.
pub fn patterns_of<'a>(
    program: &'a Program,
    evaluation: &'a HandEvaluation,
    share: &'a PotShare,
) -> impl Iterator<Item = &'a HandPattern> {
    let common = if share.patterns.is_empty() { &evaluation.patterns[..] } else { &[] };
    let named = share.patterns.iter().filter_map(|id| program.patterns.get(id.index()));
    common.iter().chain(named)
}

impl Context {
    /// The cards of the suit of a card; none if there is no card.
    #[inline(always)]
    pub fn like_led(&self, card: CardId) -> CardSet {
        self.suit_mates.get(usize::from(card)).copied().unwrap_or(0)
    }
}

/// Everything about a game that does not change in play.
#[derive(Clone, Debug)]
pub struct Tables {
    /// How many play.
    pub players: u8,
    /// How many seats there are, with the house.
    pub seats: u8,
    /// The seat of the house.
    pub house: u8,
    /// The seats of the players.
    pub everyone: u16,
    /// The players from each seat on: in the usual direction, and in the other.
    pub orders: [Vec<SeatList>; 2],
    /// The side of each seat; the house is on none.
    pub side_of: [u8; SEATS],
    /// The seats of each side.
    pub sides: Vec<u16>,
    /// Whether there are teams.
    pub teams: bool,
    /// How many cards there are.
    pub cards: u8,
    /// All of them.
    pub all: CardSet,
    /// The rank of each card.
    pub rank: [u8; 128],
    /// The suit on each card's face.
    pub printed: [u8; 128],
    /// The colour of each card.
    pub colour: [u8; 128],
    /// The cards with the same face, for each card.
    pub twins: Vec<CardSet>,
    /// Whether any face is there more than once.
    pub copies: bool,
    /// By how many places copies of a face lie apart in the deck, and the cards of which one lies so many
    /// places before.
    copies_apart: Vec<(u8, CardSet)>,
    /// How many suits the deck has.
    pub suits: u8,
    /// The cards of each rank.
    pub of_rank: Vec<CardSet>,
    /// The cards of each colour.
    pub of_colour: Vec<CardSet>,
    /// One for each mode and trump suit.
    pub contexts: Vec<Context>,
    /// Which conditions read the course of play.
    pub dynamic: Vec<bool>,
    /// The zones.
    pub zones: Vec<ZoneTable>,
    /// How many places there are from the start; the last is that of the trick.
    pub places: u16,
    /// The zone of each place.
    pub zone_of: Vec<u8>,
    /// The owner of each place.
    pub owner_of: Vec<u8>,
    /// The place of the cards of the trick in progress.
    pub trick: u16,
    /// The place of undealt cards.
    pub stock: u16,
}

/// See `Tables::orders`.
fn orders(players: u8) -> [Vec<SeatList>; 2] {
    let order = |first: u8, step: u8| {
        let mut order = SeatList::default();
        (0..players).for_each(|place| order.push((first + place * step) % players));
        order
    };
    [1, players - 1].map(|step| (0..players).map(|first| order(first, step)).collect())
}

/// See `Tables::copies_apart`.
fn copies_apart(twins: &[CardSet]) -> Vec<(u8, CardSet)> {
    let mut found: Vec<(u8, CardSet)> = Vec::new();
    for (card, twins) in twins.iter().enumerate() {
        let card = card as CardId;
        for other in Cards(*twins).take_while(|other| *other < card) {
            let apart = card - other;
            match found.iter_mut().find(|(known, _)| *known == apart) {
                Some((_, cards)) => *cards |= bit(card),
                None => found.push((apart, bit(card))),
            }
        }
    }
    found
}

impl Tables {
    /// The tables of a game.
    pub fn new(program: &Program) -> Self {
        let mut tables = Self::of_cards(program);
        tables.seat(program);
        tables.lay_out(program);
        tables.dynamic = dynamic(program);
        for mode in 0..program.counts.mode.max(1) {
            for trump in 0..=tables.suits {
                let trump = if trump == 0 { NO_SUIT } else { trump - 1 };
                let context = Builder { program, tables: &tables, trump }.context(ModeId(mode));
                tables.contexts.push(context);
            }
        }
        tables
    }

    /// The number of the context of a mode and a trump suit.
    #[inline(always)]
    pub fn context(&self, mode: u16, trump: u8) -> u16 {
        let slot = if trump < self.suits { u16::from(trump) + 1 } else { 0 };
        mode * (u16::from(self.suits) + 1) + slot
    }

    /// The first place of a zone and its owner.
    #[inline(always)]
    pub fn place(&self, zone: usize, owner: u8) -> u16 {
        let table = &self.zones[zone];
        let owner = if table.owner == Owner::Table { 0 } else { u16::from(owner) };
        table.base + owner * table.piles
    }

    /// The cards that have something in common with a card; none if there is no card.
    pub fn alike(&self, context: &Context, attribute: Attribute, card: CardId) -> CardSet {
        let of = |sets: &[CardSet], number: u8| sets.get(usize::from(number)).copied().unwrap_or(0);
        if card == NO_CARD {
            return 0;
        }
        let index = usize::from(card);
        match attribute {
            Attribute::Suit => of(&context.of_suit, context.suit[index]),
            Attribute::Rank => of(&self.of_rank, self.rank[index]),
            Attribute::Colour => of(&self.of_colour, self.colour[index]),
        }
    }

    /// The cards so many steps above a rank.
    pub fn stepped(&self, context: &Context, step: i32, rank: u8) -> CardSet {
        let place = context.sequence.get(usize::from(rank)).copied().unwrap_or(255);
        if place == 255 {
            return 0;
        }
        let wanted = i32::from(place).saturating_add(step);
        match usize::try_from(wanted).ok().and_then(|w| context.order.get(w)) {
            Some(rank) => self.of_rank[usize::from(*rank)],
            None => 0,
        }
    }

    fn of_cards(program: &Program) -> Self {
        let cards = program.cards.len() as u8;
        let mut rank = [0; 128];
        let mut printed = [NO_SUIT; 128];
        let mut colour = [NO_SUIT; 128];
        for (number, card) in program.cards.iter().enumerate() {
            rank[number] = card.rank.0;
            if let Some(suit) = card.suit {
                printed[number] = suit.0;
                colour[number] = program.colours[usize::from(suit.0)].0 as u8;
            }
        }
        let gather = |number: usize, of: &dyn Fn(usize) -> usize| {
            (0..program.cards.len())
                .filter(|card| of(*card) == number)
                .fold(0, |set, card| set | bit(card as u8))
        };
        let ranks = usize::from(program.ranks);
        let of_rank: Vec<CardSet> =
            (0..ranks).map(|r| gather(r, &|card| usize::from(rank[card]))).collect();
        let of_colour: Vec<CardSet> = (0..usize::from(program.counts.colour))
            .map(|c| gather(c, &|card| usize::from(colour[card])))
            .collect();
        let twins: Vec<CardSet> = (0..program.cards.len())
            .map(|card| {
                let shows = program.cards[card].shows;
                Cards(of_rank[usize::from(rank[card])])
                    .filter(|other| printed[usize::from(*other)] == printed[card])
                    .filter(|other| program.cards[usize::from(*other)].shows == shows)
                    .fold(0, |set, other| set | bit(other))
            })
            .collect();
        Self {
            players: program.header.player_count,
            seats: program.header.player_count,
            house: NOBODY,
            everyone: (1 << program.header.player_count) - 1,
            orders: orders(program.header.player_count),
            side_of: [NOBODY; SEATS],
            sides: Vec::new(),
            teams: false,
            cards,
            all: if cards == 128 { CardSet::MAX } else { bit(cards) - 1 },
            rank,
            printed,
            colour,
            copies: twins.iter().any(|set| set.count_ones() > 1),
            copies_apart: copies_apart(&twins),
            twins,
            suits: program.colours.len() as u8,
            of_rank,
            of_colour,
            contexts: Vec::new(),
            dynamic: Vec::new(),
            zones: Vec::new(),
            places: 0,
            zone_of: Vec::new(),
            owner_of: Vec::new(),
            trick: 0,
            stock: 0,
        }
    }

    /// One card of each face of a set: the first.
    #[inline(always)]
    pub fn faces(&self, set: CardSet) -> CardSet {
        let again = |all: CardSet, (apart, cards): &(u8, CardSet)| all | set << apart & cards;
        set & !self.copies_apart.iter().fold(0, again)
    }

    fn seat(&mut self, program: &Program) {
        if program.house.is_some() {
            self.house = self.players;
            self.seats += 1;
        }
        for (number, team) in program.teams.iter().enumerate() {
            let mut mask = 0;
            for seat in team {
                self.side_of[usize::from(*seat)] = number as u8;
                mask |= 1 << seat;
            }
            self.sides.push(mask);
        }
        self.teams = program.teams.iter().any(|team| team.len() > 1);
    }

    fn lay_out(&mut self, program: &Program) {
        for (number, spec) in program.zones.iter().enumerate() {
            let owners = match spec.owner {
                Owner::Table => 1,
                Owner::Seat => self.seats,
                Owner::Team => self.sides.len() as u8,
            };
            let piles = match spec.piles {
                PileKey::One => 1,
                PileKey::Fixed => spec.pile_count as u16,
                PileKey::ByRank => u16::from(program.ranks),
                PileKey::BySuit => u16::from(self.suits.max(1)),
                PileKey::Many => 0,
            };
            let base = self.zone_of.len() as u16;
            for owner in 0..owners {
                for _ in 0..piles {
                    self.zone_of.push(self.zones.len() as u8);
                    self.owner_of.push(owner);
                }
            }
            self.zones.push(ZoneTable {
                owner: spec.owner,
                // The stock keeps its order, whatever is said of it.
                stack: spec.order == PileOrder::Stack
                    || program.known.deck.is_some_and(|deck| deck.index() == number),
                sees: spec.sees,
                key: spec.piles,
                base,
                owners,
                piles,
                beneath: spec.beneath,
                viewers: std::array::from_fn(|owner| self.viewers(spec, owner)),
            });
        }
        self.trick = self.internal_place();
        self.stock = match program.known.deck {
            Some(zone) => self.place(zone.index(), 0),
            None => self.internal_place(),
        };
        self.places = self.zone_of.len() as u16;
    }

    /// The seats that may look at what an owner has in a zone.
    fn viewers(&self, zone: &ZoneSpec, owner: usize) -> u16 {
        let all = (1u32 << self.seats).wrapping_sub(1) as u16;
        let side = |number: usize| self.sides.get(number).copied();
        let (own, team) = match zone.owner {
            Owner::Table => (all, all),
            Owner::Seat => {
                let own = 1u16 << owner;
                let number = self.side_of.get(owner).copied().unwrap_or(NOBODY);
                (own, side(usize::from(number)).unwrap_or(own))
            }
            Owner::Team => (side(owner).unwrap_or(0), side(owner).unwrap_or(0)),
        };
        match zone.sees {
            Sees::Nobody => 0,
            Sees::Owner => own,
            Sees::Team => team,
            Sees::Others => all & !own,
            Sees::All | Sees::Top => all,
        }
    }

    fn internal_place(&mut self) -> u16 {
        self.zone_of.push(NOBODY);
        self.owner_of.push(NOBODY);
        self.zone_of.len() as u16 - 1
    }
}

/// Which conditions read the course of play.
fn dynamic(program: &Program) -> Vec<bool> {
    fn visit(program: &Program, known: &mut [Option<bool>], id: CondId) -> bool {
        if let Some(found) = known[id.index()] {
            return found;
        }
        let condition = &program.conditions[id.index()];
        let mut found = condition.beats.is_some()
            || condition.of.is_some()
            || !condition.same.is_empty()
            || condition.step.is_some()
            || condition.drawn.is_some()
            || condition.taken_from.is_some()
            || condition.rank_in.is_some()
            || condition.suit_in.is_some()
            || condition.own_play.is_some()
            || condition.highest.is_some();
        for child in children(program, id) {
            found |= visit(program, known, child);
        }
        known[id.index()] = Some(found);
        found
    }
    let mut known = vec![None; program.conditions.len()];
    (0..program.conditions.len() as u32).map(|id| visit(program, &mut known, CondId(id))).collect()
}

/// The conditions that a condition is made of.
pub(super) fn children(program: &Program, id: CondId) -> Vec<CondId> {
    let condition = &program.conditions[id.index()];
    let named = condition.named.map(|set| program.card_sets[set.index()].cards);
    let lists = condition.any_of.iter().chain(&condition.all_of).copied();
    lists.chain(condition.not_).chain(named).collect()
}

/// Builds one context.
struct Builder<'a> {
    program: &'a Program,
    tables: &'a Tables,
    trump: u8,
}

/// The cards that conditions mean by their faces, before any card is promoted.
struct Printed<'a> {
    builder: &'a Builder<'a>,
    context: Context,
    done: Vec<bool>,
}

impl<'a> Printed<'a> {
    fn new(builder: &'a Builder<'a>, context: &Context) -> Self {
        let done = vec![false; builder.program.conditions.len()];
        Self { builder, context: context.clone(), done }
    }

    fn mask(&mut self, id: CondId) -> CardSet {
        self.builder.mask(&mut self.context, &mut self.done, ModeId(0), id)
    }
}

impl Builder<'_> {
    fn context(&self, mode: ModeId) -> Context {
        let (program, tables) = (self.program, self.tables);
        let ranking = program
            .rankings
            .iter()
            .find(|r| r.mode.0 == 0 || r.mode == mode)
            .or_else(|| program.rankings.first());
        let mut context = Context {
            suit: tables.printed,
            strength: [0; 128],
            beaten_by: vec![0; program.cards.len()],
            beaten_by_low: vec![0; program.cards.len()],
            equal: vec![0; program.cards.len()],
            of_suit: Vec::new(),
            trumps: 0,
            points: vec![[0; 128]; usize::from(program.counts.point_table)],
            masks: vec![0; program.conditions.len()],
            suit_mates: Vec::new(),
            beaten64: [0; 64],
            beaten_low64: [0; 64],
            equal64: [0; 64],
            mates64: [0; 64],
            sequence: [255; 64],
            order: Vec::new(),
            faces: Faces::default(),
            shapes: Vec::new(),
            hands: Vec::new(),
            shares: Vec::new(),
        };
        self.suits(&mut context);
        if let Some(ranking) = ranking {
            self.rank(&mut context, ranking);
        }
        self.suits(&mut context);
        context.suit_mates = (0..program.cards.len())
            .map(|card| context.of_suit.get(usize::from(context.suit[card])).copied().unwrap_or(0))
            .collect();
        self.fill_masks(&mut context, mode);
        let across = ranking.is_some_and(|r| r.across_suits);
        self.compare(&mut context, across);
        self.patterns(&mut context, ranking);
        context
    }

    fn suits(&self, context: &mut Context) {
        // Promoted cards that are trumps without a trump suit have one of their own, the last.
        let alone = context.suit.contains(&self.tables.suits);
        context.of_suit = vec![0; usize::from(self.tables.suits + u8::from(alone))];
        for card in 0..self.tables.cards {
            if let Some(set) = context.of_suit.get_mut(usize::from(context.suit[usize::from(card)]))
            {
                *set |= bit(card);
            }
        }
        let trump = if self.trump == NO_SUIT { self.tables.suits } else { self.trump };
        context.trumps = context.of_suit.get(usize::from(trump)).copied().unwrap_or(0);
    }

    /// Strengths by the orders of plain suits and trumps, with promoted cards between.
    fn rank(&self, context: &mut Context, ranking: &CardRanking) {
        let place = |order: &[crate::program::ids::Rank], rank: u8| {
            order.iter().position(|r| r.0 == rank).map_or(0, |place| place + 1)
        };
        let suit = |card: usize| {
            let own = self.tables.printed[card];
            ranking.suits.iter().position(|suit| suit.0 == own).map_or(0, |place| place + 1)
        };
        // The place in the order, above that the place among the promotions, then that of the suit.
        let mut heights = vec![(0, 0, 0); usize::from(self.tables.cards)];
        let own = |suit: u8| ranking.by_suit.iter().find(|line| line.suits.contains(&Suit(suit)));
        let (plain, trump) = match own(self.trump) {
            Some(line) => (&line.plain, &line.trump),
            None => (&ranking.plain, &ranking.trump),
        };
        let trump_order = if trump.is_empty() { plain } else { trump };
        for card in 0..self.tables.cards {
            let index = usize::from(card);
            let is_trump = context.trumps & bit(card) != 0;
            let plain = own(self.tables.printed[index]).map_or(&ranking.plain, |line| &line.plain);
            let order = if is_trump { trump_order } else { plain };
            heights[index] = (place(order, self.tables.rank[index]), 0, suit(index));
        }
        let suit_of_trumps = if self.trump == NO_SUIT { self.tables.suits } else { self.trump };
        let mut printed = Printed::new(self, context);
        for (number, promotion) in ranking.promote.iter().enumerate() {
            if self.trump == NO_SUIT && !promotion.always {
                continue;
            }
            let mask = printed.mask(promotion.cards);
            for card in Cards(mask) {
                context.suit[usize::from(card)] = suit_of_trumps;
                let above = place(trump_order, promotion.above.0);
                heights[usize::from(card)] = (above, number + 1, suit(usize::from(card)));
            }
        }
        let mut different = heights.clone();
        different.sort_unstable();
        different.dedup();
        for (strength, height) in context.strength.iter_mut().zip(&heights) {
            *strength = different.partition_point(|other| other < height) as i16;
        }
        let order = if ranking.sequence.is_empty() { &ranking.plain } else { &ranking.sequence };
        for (place, rank) in order.iter().enumerate() {
            context.sequence[usize::from(rank.0)] = place as u8;
        }
        context.order = order.iter().map(|rank| rank.0).collect();
    }

    fn fill_masks(&self, context: &mut Context, mode: ModeId) {
        let mut done = vec![false; self.program.conditions.len()];
        for table in 0..self.program.counts.point_table {
            self.fill_points(context, &mut done, mode, TableId(table));
        }
        for id in 0..self.program.conditions.len() as u32 {
            self.mask(context, &mut done, mode, CondId(id));
        }
    }

    /// The first line that fits a card says what it is worth.
    fn fill_points(&self, context: &mut Context, done: &mut [bool], mode: ModeId, table: TableId) {
        let mut open = self.tables.all;
        for points in &self.program.point_tables {
            if points.name != table || (points.mode.0 != 0 && points.mode != mode) {
                continue;
            }
            for line in &points.lines {
                let mask = self.mask(context, done, mode, line.cards) & open;
                open &= !mask;
                for card in Cards(mask) {
                    context.points[table.index()][usize::from(card)] = line.points;
                }
            }
        }
    }

    /// The cards a condition means, as far as the cards alone decide it.
    fn mask(&self, context: &mut Context, done: &mut [bool], mode: ModeId, id: CondId) -> CardSet {
        if done[id.index()] {
            return context.masks[id.index()];
        }
        done[id.index()] = true;
        let wanted = &self.program.conditions[id.index()];
        let mut set = self.own_mask(context, done, mode, wanted);
        if let Some(named) = wanted.named {
            let cards = self.program.card_sets[named.index()].cards;
            set &= self.inner_mask(context, done, mode, cards);
        }
        if !wanted.any_of.is_empty() {
            let mut any = 0;
            for child in &wanted.any_of {
                any |= self.inner_mask(context, done, mode, *child);
            }
            set &= any;
        }
        for child in &wanted.all_of {
            set &= self.inner_mask(context, done, mode, *child);
        }
        if let Some(child) = wanted.not_ {
            let inner = self.mask(context, done, mode, child);
            if !self.tables.dynamic[child.index()] {
                set &= !inner;
            }
        }
        context.masks[id.index()] = set;
        set
    }

    /// The mask of a condition inside another; all cards, if play decides.
    fn inner_mask(
        &self,
        context: &mut Context,
        done: &mut [bool],
        mode: ModeId,
        id: CondId,
    ) -> CardSet {
        let mask = self.mask(context, done, mode, id);
        if self.tables.dynamic[id.index()] { self.tables.all } else { mask }
    }

    fn own_mask(
        &self,
        context: &mut Context,
        done: &mut [bool],
        mode: ModeId,
        wanted: &CardCondition,
    ) -> CardSet {
        let tables = self.tables;
        let all = tables.all;
        let mut set = all;
        let either = |yes: bool, mask: CardSet| if yes { mask } else { all & !mask };
        let of_suit = |context: &Context, suit: Suit| {
            context.of_suit.get(usize::from(suit.0)).copied().unwrap_or(0)
        };
        if let Some(suit) = wanted.suit {
            set &= of_suit(context, suit);
        }
        if !wanted.suits.is_empty() {
            set &= wanted.suits.iter().fold(0, |found, suit| found | of_suit(context, *suit));
        }
        if let Some(rank) = wanted.rank {
            set &= tables.of_rank[usize::from(rank.0)];
        }
        if !wanted.ranks.is_empty() {
            let ranks = wanted.ranks.iter();
            set &= ranks.fold(0, |found, rank| found | tables.of_rank[usize::from(rank.0)]);
        }
        if let Some(colour) = wanted.colour {
            set &= tables.of_colour[colour.index()];
        }
        if let Some(trump) = wanted.trump {
            set &= either(trump, context.trumps);
        }
        if let Some(suit) = wanted.printed_suit {
            set &= self.printed(suit.0);
        }
        if let Some(yes) = wanted.printed_trump {
            set &= either(yes, self.printed(self.trump));
        }
        if let Some(yes) = wanted.trump_colour {
            let colour = self.program.colours.get(usize::from(self.trump));
            let mask = colour.map_or(0, |colour| tables.of_colour[colour.index()]);
            set &= either(yes, mask);
        }
        if let Some(table) = wanted.point_table {
            if wanted.min_points.is_some() || wanted.max_points.is_some() {
                self.fill_points(context, done, mode, table);
                let low = wanted.min_points.unwrap_or(i32::MIN);
                let high = wanted.max_points.unwrap_or(i32::MAX);
                for card in Cards(set) {
                    let worth = context.points[table.index()][usize::from(card)];
                    if worth < low || worth > high {
                        set &= !bit(card);
                    }
                }
            }
        }
        set
    }

    fn printed(&self, suit: u8) -> CardSet {
        (0..self.tables.cards)
            .filter(|card| suit != NO_SUIT && self.tables.printed[usize::from(*card)] == suit)
            .fold(0, |set, card| set | bit(card))
    }

    fn compare(&self, context: &mut Context, across: bool) {
        let cards = usize::from(self.tables.cards);
        // The cards of each strength, the weakest first; then the strongest first, with all above them.
        let mut levels: Vec<(i16, CardSet)> = Vec::new();
        for (card, strength) in (0..self.tables.cards).zip(context.strength) {
            match levels.binary_search_by_key(&strength, |level| level.0) {
                Ok(place) => levels[place].1 |= bit(card),
                Err(place) => levels.insert(place, (strength, bit(card))),
            }
        }
        let (mut ladder, mut above) = (Vec::new(), 0);
        for &(strength, level) in levels.iter().rev() {
            ladder.push((strength, level, above));
            above |= level;
        }
        for a in 0..cards {
            let trump = context.trumps & bit(a as u8) != 0;
            let same = context.of_suit.get(usize::from(context.suit[a])).copied().unwrap_or(0);
            let comparable = match (across, trump) {
                (true, _) => self.tables.all,
                (false, true) => context.trumps,
                (false, false) => same,
            };
            let place = ladder.partition_point(|level| level.0 > context.strength[a]);
            let (over, equal) = (ladder[place].2 & comparable, ladder[place].1 & comparable);
            let under = comparable & !over & !equal;
            let trumps = if trump || across { 0 } else { context.trumps };
            context.beaten_by[a] = over | trumps;
            context.beaten_by_low[a] = under | trumps;
            context.equal[a] = equal;
            if let Some(small) = context.beaten64.get_mut(a) {
                *small = context.beaten_by[a] as u64;
                context.beaten_low64[a] = context.beaten_by_low[a] as u64;
                context.equal64[a] = equal as u64;
                context.mates64[a] = context.suit_mates[a] as u64;
            }
        }
    }

    fn patterns(&self, context: &mut Context, ranking: Option<&CardRanking>) {
        let program = self.program;
        let evaluated = program.hand_evaluation.as_ref().map_or(&[][..], |e| &e.patterns[..]);
        // Where nothing orders the ranks they are alike, and wild cards may stand for any of them.
        let mut strength = vec![0; usize::from(program.ranks)];
        for (place, rank) in ranking.iter().flat_map(|r| &r.plain).enumerate() {
            strength[usize::from(rank.0)] = place as u8 + 1;
        }
        let cards = program.cards.len();
        let faces = |strength: Vec<u8>, order: Vec<u8>, context: &Context| {
            Faces::new(
                self.tables.rank[..cards].to_vec(),
                context.suit[..cards].to_vec(),
                self.tables.colour[..cards].to_vec(),
                strength,
                order,
                self.tables.suits,
                program.counts.colour as u8,
            )
            .with_suits(context.of_suit.clone())
            .with_heights(context.strength[..cards].iter().map(|height| *height as u8).collect())
        };
        context.faces = faces(strength, context.order.clone(), context);
        let adds_up = |pattern: &HandPattern| pattern.sum_of.is_some();
        if program.patterns.iter().chain(evaluated).any(adds_up) {
            context.faces.worth = context.points.iter().map(|of| of[..cards].to_vec()).collect();
        }
        // Where trumps make no difference to patterns, the shapes of one context are those of another.
        let twin = self.tables.contexts.iter().find(|other| other.faces == context.faces);
        let shapes = |patterns: &[HandPattern], known: Option<&Vec<Shape>>| -> Vec<Shape> {
            let known = |place: usize| known.and_then(|known| known.get(place));
            let shape = |(place, p)| self.shape(context, p, &context.faces, known(place));
            patterns.iter().enumerate().map(shape).collect()
        };
        let (laid, compared) = (
            shapes(&program.patterns, twin.map(|twin| &twin.shapes)),
            shapes(evaluated, twin.map(|twin| &twin.hands)),
        );
        (context.shapes, context.hands) = (laid, compared);
        let Some(evaluation) = &program.hand_evaluation else { return };
        for (number, share) in evaluation.shares.iter().enumerate() {
            let own = (!share.ranks.is_empty()).then(|| {
                let mut strength = vec![0; usize::from(program.ranks)];
                for (place, rank) in share.ranks.iter().enumerate() {
                    strength[usize::from(rank.0)] = place as u8 + 1;
                }
                let order = share.ranks.iter().map(|rank| rank.0).collect();
                let mut own = faces(strength, order, context);
                own.worth.clone_from(&context.faces.worth);
                own
            });
            let used = own.as_ref().unwrap_or(&context.faces);
            let patterns = patterns_of(program, evaluation, share);
            let known = twin.and_then(|twin| twin.shares.get(number));
            let known = known.filter(|known| known.faces == own);
            let known = |place: usize| known.and_then(|known| known.shapes.get(place));
            let shape = |(place, p)| self.shape(context, p, used, known(place));
            let shapes = patterns.enumerate().map(shape).collect();
            context.shares.push(ShareTable { faces: own, shapes });
        }
    }

    /// The shape of a pattern, made anew only if it is not the one that is known for the same faces.
    fn shape(
        &self,
        context: &Context,
        pattern: &HandPattern,
        faces: &Faces,
        known: Option<&Shape>,
    ) -> Shape {
        let cards = pattern.cards.map_or(self.tables.all, |id| context.masks[id.index()]);
        let exact: Vec<_> = pattern.exact.iter().map(|id| context.masks[id.index()]).collect();
        let wild = pattern
            .wild
            .map_or(0, |set| context.masks[self.program.card_sets[set.index()].cards.index()]);
        match known.filter(|known| known.is_of(cards, &exact, wild)) {
            Some(known) => known.clone(),
            None => Shape::new(pattern, cards, exact, wild, faces),
        }
    }
}
