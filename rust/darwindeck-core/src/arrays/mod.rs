//! Games as arrays of numbers, for programs that learn: moves as numbers, what a seat sees as planes, one
//! game or many at once stepped by number.

pub mod actions;
pub mod batch;
pub mod crew;
pub mod planes;
pub mod recall;

use crate::game::Game;
use crate::game::cards::{self, CardSet, bit};
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::{NOBODY, SEATS};
use crate::game::view::View;
use crate::players::stakes::{Before, Stakes};

use actions::{Actions, Said};
use planes::Planes;

/// What the rewards of a game are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reward {
    /// What each seat, or its side, gained by what is compared in the end: points, chips, ...; where few
    /// are good, what it was spared.
    #[default]
    Gain,
    /// The same less what the others gained on average.
    Margin,
    /// 1 for winning, -1 for losing, 0 where nobody or everybody does.
    Win,
}

/// How a game is put into numbers.
#[derive(Clone, Debug)]
pub struct Arrays {
    /// Its moves.
    pub actions: Actions,
    /// What a seat sees.
    pub planes: Planes,
    stakes: Stakes,
    sides: [u8; SEATS],
}

impl Arrays {
    /// How a game is put into numbers.
    pub fn new(game: &Game) -> Self {
        let actions = Actions::new(game);
        let whole = actions.sections.iter().all(|section| section.whole);
        let planes = Planes::new(game, &actions.face, actions.cards.len(), whole);
        let stakes = Stakes::new(game);
        let mut sides = [NOBODY; SEATS];
        for seat in 0..game.tables.players {
            sides[usize::from(seat)] = stakes.side_of(seat).map_or(NOBODY, |side| side as u8);
        }
        Self { actions, planes, stakes, sides }
    }
}

/// What the seat that is asked may do.
#[derive(Clone, Debug)]
enum Open {
    /// Pick one of these cards; bits are faces' numbers, which are those of the moves.
    Cards(CardSet),
    /// One of the moves of the list.
    Listed,
}

/// A game in progress that is stepped by number.
#[derive(Clone, Debug)]
pub struct Table {
    /// The moment it has come to.
    pub state: State,
    /// The chance that is still to come.
    pub rng: Rng,
    said: [Said; SEATS],
    before: Before,
    asked: u8,
    open: Open,
    list: Vec<(u32, Move)>,
    moves: Vec<Move>,
}

/// What is wrong with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The game is over.
    Over,
    /// Somebody else is asked.
    NotAsked,
    /// It is the number of no move that is legal now.
    Illegal,
}

impl Table {
    /// A game that has not begun.
    pub fn new(game: &Game) -> Self {
        let mut state = State::new(&game.tables, &game.layout);
        state.tracking = true;
        Self::of(state, Rng::new(0))
    }

    /// A game at some moment.
    pub fn of(state: State, rng: Rng) -> Self {
        Self {
            state,
            rng,
            said: [Said::default(); SEATS],
            before: Before::default(),
            asked: NOBODY,
            open: Open::Listed,
            list: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Begins a game.
    pub fn begin(&mut self, game: &Game, arrays: &Arrays, rng: Rng, single_hand: bool) {
        self.rng = rng;
        self.said = [Said::default(); SEATS];
        self.state.work_left = crate::game::work::MATCH;
        game.start(&mut self.state, &mut self.rng, single_hand);
        self.settle(game, arrays);
    }

    /// Sees where everybody stands, and what may be done now.
    pub fn settle(&mut self, game: &Game, arrays: &Arrays) {
        self.before = arrays.stakes.holdings(game, &self.state);
        self.look(game, arrays);
    }

    /// Sees what may be done now.
    #[inline]
    fn look(&mut self, game: &Game, arrays: &Arrays) {
        self.list.clear();
        self.open = Open::Listed;
        let seat = game.asked(&self.state);
        self.asked = seat;
        if seat == NOBODY {
            return;
        }
        if arrays.actions.cards_first() {
            if let Some(cards) = game.card_choice(&self.state, seat) {
                self.open = Open::Cards(arrays.actions.faces_of(&game.tables, cards));
                return;
            }
        }
        let said = self.said[usize::from(seat)];
        arrays.actions.list(game, &self.state, seat, &said, &mut self.moves, &mut self.list);
    }

    /// The seat that is asked; 255 once the game is over.
    #[inline]
    pub fn asked(&self) -> u8 {
        self.asked
    }

    /// Whether the game is over.
    #[inline]
    pub fn over(&self) -> bool {
        self.state.waiting != Waiting::Decision
    }

    /// The cards, by the numbers of their faces, of which the seat that is asked is to pick one, if that is all
    /// there is to decide.
    #[inline]
    pub fn open_cards(&self) -> CardSet {
        match self.open {
            Open::Cards(set) => set,
            Open::Listed => 0,
        }
    }

    /// The numbers of what the seat that is asked may do, in order.
    pub fn legal(&self, mut found: impl FnMut(u32)) {
        match self.open {
            Open::Cards(set) => {
                cards::Cards(set).for_each(|face| found(u32::from(face)));
            }
            Open::Listed => self.list.iter().for_each(|(id, _)| found(*id)),
        }
    }

    /// The numbers of what any seat may do.
    pub fn legal_of(&self, game: &Game, arrays: &Arrays, seat: u8) -> Vec<(u32, Move)> {
        let mut list = Vec::new();
        let may = seat < 16 && game.to_move(&self.state) & (1 << seat) != 0;
        if may {
            let said = self.said.get(usize::from(seat)).copied().unwrap_or_default();
            arrays.actions.list(game, &self.state, seat, &said, &mut Vec::new(), &mut list);
        }
        list
    }

    /// Writes 1 for what the seat that is asked may do, and 0 for everything else.
    #[inline]
    pub fn mask(&self, out: &mut [u8]) {
        match self.open {
            Open::Cards(set) => cards::spread(set, out, &cards::BYTES),
            Open::Listed => {
                out.fill(0);
                for (id, _) in &self.list {
                    if let Some(slot) = out.get_mut(*id as usize) {
                        *slot = 1;
                    }
                }
            }
        }
    }

    /// Writes the numbers of what the seat that is asked may do, in order, and says how many there are; what
    /// comes after them is left as it is.
    #[inline]
    pub fn list(&self, out: &mut [i32]) -> usize {
        match self.open {
            Open::Cards(set) => {
                let slots = out.iter_mut().zip(cards::Cards(set));
                slots.for_each(|(slot, face)| *slot = i32::from(face));
                cards::size(set)
            }
            Open::Listed => {
                let slots = out.iter_mut().zip(&self.list);
                slots.for_each(|(slot, (id, _))| *slot = *id as i32);
                self.list.len()
            }
        }
    }

    /// Writes what a seat sees.
    pub fn observe(&self, game: &Game, arrays: &Arrays, seat: u8, out: &mut [f32]) {
        let said = self.said.get(usize::from(seat)).copied().unwrap_or_default();
        if seat == self.asked {
            arrays.planes.write(game, &self.state, seat, &said, out);
        } else {
            let view = View::new(game, &self.state, seat);
            arrays.planes.write(game, view.table(), seat, &said, out);
        }
    }

    /// The move of a number, if the seat that is asked may make it; of a move that is named in parts,
    /// one that begins like that.
    #[inline]
    pub fn find(&self, arrays: &Arrays, id: u32) -> Option<Move> {
        match self.open {
            Open::Cards(set) => {
                let face = u8::try_from(id).ok().filter(|face| *face < 128)?;
                let card = *arrays.actions.cards.get(usize::from(face))?;
                (set & bit(face) != 0).then(|| Move::card(card))
            }
            Open::Listed => {
                let place = self.list.binary_search_by_key(&id, |(id, _)| *id).ok()?;
                Some(self.list[place].1)
            }
        }
    }

    /// Whether a number may be said now.
    #[inline]
    pub fn allows(&self, arrays: &Arrays, id: u32) -> bool {
        self.find(arrays, id).is_some()
    }

    /// Does what the seat that is asked has said by a number.
    #[inline]
    pub fn step(&mut self, game: &Game, arrays: &Arrays, id: u32) -> Result<(), Refused> {
        if self.over() {
            return Err(Refused::Over);
        }
        let Some(mut action) = self.find(arrays, id) else { return Err(Refused::Illegal) };
        let seat = self.asked;
        if let Open::Cards(_) = self.open {
            if game.tables.copies && !game.lays_out {
                // Any card of that face that may be played.
                let twins = game.tables.twins[usize::from(action.card)];
                let open = game.card_choice(&self.state, seat).unwrap_or(0) & twins;
                action = Move::card(cards::lowest(open));
            }
        } else if let Some(said) = arrays.actions.said(id, &self.said[usize::from(seat)]) {
            self.said[usize::from(seat)] = said;
            self.look(game, arrays);
            return Ok(());
        }
        self.make(game, arrays, seat, action);
        Ok(())
    }

    /// Does what a seat that may decide something has said, asked or not.
    pub fn step_of(
        &mut self,
        game: &Game,
        arrays: &Arrays,
        seat: u8,
        id: u32,
    ) -> Result<(), Refused> {
        if self.over() {
            return Err(Refused::Over);
        }
        if seat == self.asked {
            return self.step(game, arrays, id);
        }
        if seat >= 16 || game.to_move(&self.state) & (1 << seat) == 0 {
            return Err(Refused::NotAsked);
        }
        let list = self.legal_of(game, arrays, seat);
        let found = list.iter().find(|(one, _)| *one == id);
        let Some((_, action)) = found else { return Err(Refused::Illegal) };
        match arrays.actions.said(id, &self.said[usize::from(seat)]) {
            Some(said) => self.said[usize::from(seat)] = said,
            None => self.make(game, arrays, seat, *action),
        }
        Ok(())
    }

    #[inline]
    fn make(&mut self, game: &Game, arrays: &Arrays, seat: u8, action: Move) {
        self.said[usize::from(seat)] = Said::default();
        game.apply(&mut self.state, seat, action, &mut self.rng);
        self.look(game, arrays);
    }

    /// Makes any legal move.
    pub fn play(&mut self, game: &Game, arrays: &Arrays, seat: u8, action: Move) {
        self.make(game, arrays, seat, action);
    }

    /// What each player has gained since it was last asked, if a hand has come to its end; false, and
    /// nothing, if none has.
    #[inline]
    pub fn rewards(
        &mut self,
        game: &Game,
        arrays: &Arrays,
        reward: Reward,
        out: &mut [f32],
    ) -> bool {
        if !arrays.stakes.is_decided(&self.before, &self.state) {
            return false;
        }
        let players = usize::from(game.tables.players);
        let s = &self.state;
        let now = arrays.stakes.holdings(game, s);
        let gains = arrays.stakes.gains(game, &self.before, &now, s);
        let by_side = match reward {
            Reward::Gain => gains,
            Reward::Margin => arrays.stakes.relative(gains),
            Reward::Win => arrays.stakes.wins(game, s),
        };
        for (seat, slot) in out.iter_mut().take(players).enumerate() {
            *slot += by_side.get(usize::from(arrays.sides[seat])).copied().unwrap_or(0.0);
        }
        self.before = now;
        true
    }
}
