//! What is told about one moment of a game, apart from how the machine keeps it.

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit};
use crate::game::judge::seats;
use crate::game::moves::Move;
use crate::game::state::{Limit, State, Waiting};
use crate::game::tables::SEATS;
use crate::program::parts::ScoreOp;

/// More cards than any deck has: a pile in which they go round in a circle is not followed for ever.
const MOST_CARDS: usize = 129;

/// A number for each seat or side.
pub type Column = [i32; SEATS];

/// One moment of a game as whoever keeps watch is told of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Facts {
    /// Where every card lies: place and card, in the order in which they lie.
    pub lying: Vec<(u16, CardId)>,
    /// For each player, the cards of the hand.
    pub held: [CardSet; SEATS],
    /// For each player, the cards that everybody knows are not there.
    pub lacks: [CardSet; SEATS],
    pub chips: Column,
    pub staked: Column,
    pub dead: Column,
    pub pot: i32,
    /// The chips in all pots by name.
    pub named: i64,
    pub score: Column,
    pub hand_score: Column,
    pub side_score: Column,
    pub side_hand_score: Column,
    pub turns: u32,
    /// How many decisions there have been since the number of turns last grew.
    pub idle: u32,
    pub over: bool,
    pub limit: Option<Limit>,
    pub winners: u16,
    /// The seats that are to move.
    pub to_move: u16,
    /// The seats for which some move is listed.
    pub able: u16,
    pub asked: Option<u8>,
}

impl Facts {
    /// Reads the facts of a state; `idle` is left as it is. `moves` is there to be used.
    pub fn read(&mut self, game: &Game, s: &State, moves: &mut Vec<Move>) {
        self.lying.clear();
        for place in 0..s.sets.len() as u16 {
            self.read_place(game, s, place);
        }
        for seat in 0..game.tables.players {
            self.held[usize::from(seat)] = game.hand_of(s, seat);
        }
        (self.lacks, self.chips, self.staked, self.dead) = (s.lacks, s.chips, s.staked, s.dead);
        (self.score, self.hand_score) = (s.score, s.hand_score);
        (self.side_score, self.side_hand_score) = (s.side_score, s.side_hand_score);
        (self.pot, self.turns) = (s.pot, s.turns);
        self.named = chips_in_pots(game, &s.registers);
        self.over = s.waiting == Waiting::Over;
        (self.limit, self.winners) = (s.outcome.limit, s.outcome.winners);
        self.to_move = game.to_move(s);
        self.asked = (s.waiting == Waiting::Decision).then(|| game.asked(s));
        self.able = 0;
        for seat in seats(self.to_move) {
            game.legal(s, seat, moves);
            self.able |= u16::from(!moves.is_empty()) << seat;
        }
    }

    /// The cards of a place: of a pile in their order, so that a pile whose order is lost shows.
    fn read_place(&mut self, game: &Game, s: &State, place: u16) {
        let set = s.sets[usize::from(place)];
        if place == game.tables.trick || !game.is_stack(s, place) {
            self.lying.extend(Cards(set).map(|card| (place, card)));
            return;
        }
        let mut card = s.piles[usize::from(place)].bottom;
        let mut found: CardSet = 0;
        for _ in 0..MOST_CARDS {
            if card == NO_CARD {
                break;
            }
            found |= bit(card & 127);
            self.lying.push((place, card));
            card = s.above[usize::from(card & 127)];
        }
        // What is in the order and not among the cards of the pile counts twice, so that it shows.
        self.lying.extend(Cards(found & !set).map(|card| (place, card)));
    }
}

/// The chips in all pots by name.
pub fn chips_in_pots(game: &Game, registers: &[i32]) -> i64 {
    let pots = game.program.counters.iter().zip(&game.layout.counters);
    let pots = pots.filter(|(counter, slot)| counter.pot && slot.len > 0);
    pots.filter_map(|(_, slot)| registers.get(slot.at)).map(|chips| i64::from(*chips)).sum()
}

/// What the laws have to know of a game.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Book {
    pub cards: u8,
    pub players: u8,
    pub seats: u8,
    pub sides: Vec<u16>,
    pub teams: bool,
    /// The place where all cards lie when a hand begins.
    pub stock: u16,
    pub most_turns: u32,
    /// The chips with which each player begins.
    pub chips: i32,
    /// The chips with which pots by name begin.
    pub named: i64,
    /// Whether there are any chips.
    pub has_chips: bool,
    /// Whether rules pay chips in or out.
    pub pays_chips: bool,
    /// Of each scoring rule, whether it sets what it changes, and whether that is the points of the hand.
    pub rules: Vec<(bool, bool)>,
}

impl Book {
    /// What there is to know of a game.
    pub fn of(game: &Game) -> Self {
        let (program, tables) = (&game.program, &game.tables);
        let rules = &program.scoring_rules;
        let pays_chips = rules.iter().any(|rule| rule.into.index() == 1);
        Self {
            cards: tables.cards,
            players: tables.players,
            seats: tables.seats,
            sides: tables.sides.clone(),
            teams: tables.teams,
            stock: tables.stock,
            most_turns: program.header.max_turns,
            chips: program.setup.starting_chips,
            named: program.counters.iter().filter(|c| c.pot).map(|c| i64::from(c.start)).sum(),
            has_chips: pays_chips || program.setup.starting_chips > 0,
            pays_chips,
            rules: rules
                .iter()
                .map(|rule| (rule.op == ScoreOp::Set, rule.into.index() == 0))
                .collect(),
        }
    }
}
