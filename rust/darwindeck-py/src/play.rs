//! Games and positions, for Python.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use darwindeck_core::arrays::{Arrays, Table};
use darwindeck_core::game::cards::{CardId, CardSet, Cards, bit};
use darwindeck_core::game::events::{Chance, Event};
use darwindeck_core::game::moves::Move;
use darwindeck_core::game::record::{Step, Verdict};
use darwindeck_core::game::rng::Rng;
use darwindeck_core::game::state::{Limit, State, Waiting};
use darwindeck_core::game::view::View;
use darwindeck_core::game::work::MATCH;
use darwindeck_core::game::{Bar, Game, Opening, TrickExample};
use darwindeck_core::players::{Learnt, Player, Scratch, Yardstick};
use darwindeck_core::program::ids::TableId;
use darwindeck_core::program::limits::MAX_CHIPS;
use darwindeck_core::program::parts::Phase;
use darwindeck_core::simulate::{self, Batch, Spread, Tally};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::{arrays, learning};

/// How often a long computation looks whether it should stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// How good a hand is: the priority of its pattern, and what decides between hands of one pattern.
type Strength = (i32, u128, u128);

/// A game, ready to be played.
#[pyclass(frozen, module = "darwindeck._core")]
pub struct CoreGame {
    pub(crate) game: Arc<Game>,
    /// What players have worked out about the game, for all positions of it.
    thoughts: Arc<Mutex<Scratch>>,
    /// What players have learnt about it.
    pub(crate) learnt: Arc<Mutex<Learnt>>,
    yardstick: OnceLock<Yardstick>,
    arrays: OnceLock<Arc<Arrays>>,
}

/// One moment of a game, with the chance that is still to come beside it.
#[pyclass(frozen, module = "darwindeck._core")]
pub struct Position {
    pub(crate) game: Arc<Game>,
    pub(crate) thoughts: Arc<Mutex<Scratch>>,
    pub(crate) learnt: Arc<Mutex<Learnt>>,
    pub(crate) state: State,
    rng: Rng,
}

impl Position {
    fn new(
        game: &Arc<Game>,
        thoughts: &Arc<Mutex<Scratch>>,
        learnt: &Arc<Mutex<Learnt>>,
        state: State,
        rng: Rng,
    ) -> Self {
        let (game, thoughts) = (Arc::clone(game), Arc::clone(thoughts));
        Self { game, thoughts, learnt: Arc::clone(learnt), state, rng }
    }
}

/// What one seat sees of a moment. It holds nothing else.
#[pyclass(frozen, module = "darwindeck._core")]
pub struct CoreView {
    game: Arc<Game>,
    thoughts: Arc<Mutex<Scratch>>,
    learnt: Arc<Mutex<Learnt>>,
    view: Mutex<View>,
    /// Who has decided already where all decide in secret.
    answered: u16,
}

#[pymethods]
impl CoreView {
    /// The seat.
    #[getter]
    fn seat(&self) -> u8 {
        self.held().seat()
    }

    /// A position that agrees with everything the seat sees, each as likely as any other.
    fn redeal(&self, py: Python<'_>, seed: u64) -> PyResult<Position> {
        let (state, rng) = py.detach(|| {
            guarded(|| {
                let mut rng = Rng::new(seed);
                let world = self.held().redeal(&self.game, self.answered, &mut rng);
                (world, rng)
            })
        })?;
        Ok(Position::new(&self.game, &self.thoughts, &self.learnt, state, rng))
    }

    /// Everything as plain values; cards are numbers, None where the seat does not know which.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let view = self.held();
        let (game, s) = (&self.game, view.table());
        let (seats, sides) = (usize::from(game.tables.seats), game.tables.sides.len());
        let mut cards: Vec<CardId> = Vec::new();
        let piles = PyList::empty(py);
        for place in 0..s.sets.len() as u16 {
            if s.sets[usize::from(place)] == 0 {
                continue;
            }
            let pile = &s.piles[usize::from(place)];
            let known = view.known_in(place);
            s.ordered(game.is_stack(s, place), place, &mut cards);
            let told: Vec<Option<u8>> =
                cards.iter().map(|card| (known & bit(*card) != 0).then_some(*card)).collect();
            let one = PyDict::new(py);
            one.set_item("place", place)?;
            one.set_item("zone", pile.zone)?;
            one.set_item("owner", pile.owner)?;
            one.set_item("cards", told)?;
            piles.append(one)?;
        }
        let mut moves = Vec::new();
        view.legal(game, &mut moves);
        let laid = usize::from(s.trick.len);
        let lying = s.sets[usize::from(game.tables.trick)] & !s.trick.covered;
        let trick = s.trick.by[..laid].iter().zip(&s.trick.cards[..laid]);
        let trick: Vec<(u8, u8)> =
            trick.filter(|(_, card)| lying & bit(**card) != 0).map(|(by, c)| (*by, *c)).collect();
        let of = |mask: u16| (0..16u8).filter(|seat| mask & (1 << seat) != 0).collect::<Vec<u8>>();
        let dict = PyDict::new(py);
        macro_rules! set {
            ($($name:literal: $value:expr),* $(,)?) => { $( dict.set_item($name, $value)?; )* };
        }
        let moves: Vec<u64> = moves.into_iter().map(Move::code).collect();
        let over = s.waiting == Waiting::Over;
        set! {
            "seat": view.seat(), "over": over, "moves": moves, "piles": piles,
            "unseen": Cards(view.unseen()).collect::<Vec<u8>>(), "trick": trick,
            "turn": s.turn, "dealer": s.dealer, "leader": s.leader, "reversed": s.reversed,
            "broken": s.broken, "trump": s.trump, "mode": s.mode, "named_suit": s.named_suit,
            "named_rank": s.named_rank, "in_force": s.in_force, "hand_number": s.hand_number,
            "trick_number": s.trick_number, "standing": s.has_standing.then_some(s.standing),
            "pot": s.pot, "score": &s.score[..seats], "side_score": &s.side_score[..sides],
            "hand_score": &s.hand_score[..seats], "side_hand_score": &s.side_hand_score[..sides],
            "tricks": &s.tricks[..seats], "chips": &s.chips[..seats],
            "staked": &s.staked[..seats], "active": of(s.active), "out": of(s.out),
            "answered": of(self.answered), "registers": &s.registers[1..],
        }
        Ok(dict)
    }
}

impl CoreView {
    fn new(
        py: Python<'_>,
        (game, thoughts, learnt): (&Arc<Game>, &Arc<Mutex<Scratch>>, &Arc<Mutex<Learnt>>),
        state: &State,
        seat: u8,
    ) -> PyResult<Self> {
        if seat >= game.tables.seats {
            return Err(PyValueError::new_err("there is no such seat"));
        }
        let view = py.detach(|| guarded(|| View::new(game, state, seat)))?;
        Ok(Self {
            game: Arc::clone(game),
            thoughts: Arc::clone(thoughts),
            learnt: Arc::clone(learnt),
            view: Mutex::new(view),
            answered: state.answered,
        })
    }

    fn held(&self) -> std::sync::MutexGuard<'_, View> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl CoreGame {
    #[new]
    fn new(py: Python<'_>, bytecode: &[u8]) -> PyResult<Self> {
        let game = py.detach(|| guarded(|| Game::new(bytecode)))?;
        let game = game.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self {
            game: Arc::new(game),
            thoughts: Arc::default(),
            learnt: Arc::default(),
            yardstick: OnceLock::new(),
            arrays: OnceLock::new(),
        })
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.game.tables.players
    }

    /// The number of seats, with the house.
    #[getter]
    fn seats(&self) -> u8 {
        self.game.tables.seats
    }

    /// The number of phases.
    #[getter]
    fn phases(&self) -> usize {
        self.game.program.phases.len()
    }

    /// By phase: whether what is open in it depends on hidden cards, and whether it may be declined.
    fn private_phases(&self) -> Vec<(bool, bool)> {
        self.game.private_phases()
    }

    /// The first position of a match, or of a single hand.
    ///
    /// `deck` orders the cards of the first deal, the card dealt first at the end; `dealer` says who
    /// deals it; `stacks` are the chips of each player; `counters` are numbers of
    /// counters, whose it is, and what they begin with.
    #[pyo3(signature = (
        seed, *, single_hand=false, deck=None, dealer=None, stacks=None, counters=Vec::new()
    ))]
    #[allow(clippy::too_many_arguments)]
    fn deal(
        &self,
        py: Python<'_>,
        seed: u64,
        single_hand: bool,
        deck: Option<Vec<u8>>,
        dealer: Option<u8>,
        stacks: Option<Vec<i32>>,
        counters: Vec<(usize, usize, i32)>,
    ) -> PyResult<Position> {
        let game = Arc::clone(&self.game);
        if let Some(deck) = &deck {
            let mut sorted = deck.clone();
            sorted.sort_unstable();
            if !sorted.iter().copied().eq(0..game.tables.cards) {
                return Err(PyValueError::new_err("a deck must hold every card once"));
            }
        }
        if dealer.is_some_and(|seat| seat >= game.tables.seats) {
            return Err(PyValueError::new_err("there is no such seat to deal"));
        }
        if let Some(stacks) = &stacks {
            let sum: i64 = stacks.iter().map(|chips| i64::from(*chips)).sum();
            let fits = stacks.iter().all(|chips| *chips >= 0) && sum <= MAX_CHIPS as i64;
            if stacks.len() != usize::from(game.tables.players) || !fits {
                return Err(PyValueError::new_err("stacks do not fit the game"));
            }
        }
        let register = |(counter, of, value): &(usize, usize, i32)| {
            let slot = game.layout.counters.get(*counter).filter(|slot| *of < slot.len)?;
            Some((slot.at + of, *value))
        };
        let counters: Option<Vec<(usize, i32)>> = counters.iter().map(register).collect();
        let Some(counters) = counters else {
            return Err(PyValueError::new_err("there is no such counter"));
        };
        let (state, rng) = py.detach(|| {
            guarded(|| {
                let mut rng = Rng::new(seed);
                let mut state = State::new(&game.tables, &game.layout);
                state.tracking = true;
                state.noting = true;
                state.telling = game.tables.players > 1;
                let (deck, stacks) = (deck.as_deref(), stacks.as_deref());
                let opening = Opening { single_hand, deck, dealer, stacks, counters: &counters };
                game.start_with(&mut state, &mut rng, &opening);
                (state, rng)
            })
        })?;
        Ok(self.position(py, state, rng))
    }

    /// How good hands are by the hand evaluation; the higher the better, and None is the lowest.
    fn rank_hands(&self, py: Python<'_>, hands: Vec<Vec<u8>>) -> PyResult<Vec<Option<Strength>>> {
        let game = &self.game;
        let hands = hands.iter().map(|hand| self.set_of(hand)).collect::<PyResult<Vec<_>>>()?;
        py.detach(|| {
            guarded(|| {
                let state = State::new(&game.tables, &game.layout);
                let rank = |hand: &CardSet| game.evaluated(&state, 0, *hand);
                let keys = hands.iter().map(rank);
                keys.map(|key| key.map(|key| (key.priority, key.ties[0], key.ties[1]))).collect()
            })
        })
    }

    /// What cards come to together by the hand evaluation.
    fn hand_total(&self, cards: Vec<u8>) -> PyResult<i32> {
        Ok(self.game.total_of(self.set_of(&cards)?))
    }

    /// Of each card the suit it counts as and how high it is in it; 255 for a card of no suit.
    fn card_order(&self, mode: u16, trump: u8) -> PyResult<Vec<(u8, i16)>> {
        let tables = &self.game.tables;
        let context = tables.contexts.get(usize::from(tables.context(mode, trump)));
        let context = context.ok_or_else(|| PyValueError::new_err("there is no such mode"))?;
        let cards = 0..usize::from(tables.cards);
        Ok(cards.map(|card| (context.suit[card], context.strength[card])).collect())
    }

    /// Plays a trick in the middle of a hand that nobody has dealt, as an example: what each seat could
    /// have played instead of its card, and who has won, if all have played. None if the rules know no
    /// such trick.
    #[allow(clippy::type_complexity)]
    fn try_trick(
        &self,
        py: Python<'_>,
        phase: u16,
        mode: u16,
        trump: u8,
        hands: Vec<Vec<u8>>,
        played: Vec<u8>,
    ) -> PyResult<Option<(Vec<Vec<u8>>, Option<u8>)>> {
        self.card_order(mode, trump)?;
        self.set_of(&hands.concat())?;
        if hands.len() > usize::from(self.game.tables.players) {
            return Err(PyValueError::new_err("there are more hands than players"));
        }
        let hands = hands.iter().map(|hand| self.set_of(hand)).collect::<PyResult<Vec<_>>>()?;
        let example = TrickExample { phase, mode, trump, hands };
        let steps: Vec<Step> =
            (0..).zip(played).map(|(seat, card)| Step::card(seat, card)).collect();
        py.detach(|| {
            guarded(|| {
                let mut rng = Rng::new(0);
                let mut state = State::new(&self.game.tables, &self.game.layout);
                if !self.game.arrange_trick(&mut state, &mut rng, &example) {
                    return None;
                }
                let course = self.game.follow(&mut state, &mut rng, &steps);
                if course.answers.iter().any(|answer| answer.verdict == Verdict::Refused) {
                    return None;
                }
                let playable = course.answers.iter().map(|answer| Cards(answer.playable).collect());
                Some((playable.collect(), course.winners.first().copied()))
            })
        })
    }

    /// How many numbers what a seat sees has, and how many numbers of moves there are.
    fn array_sizes(&self, py: Python<'_>) -> PyResult<(usize, usize)> {
        let arrays = self.arrays(py)?;
        Ok((arrays.planes.size(), arrays.actions.size()))
    }

    /// The sections of the numbers of moves, in order.
    fn action_sections(&self, py: Python<'_>) -> PyResult<Vec<arrays::Section>> {
        Ok(arrays::sections(&*self.arrays(py)?))
    }

    /// The card of each face.
    fn faces(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        Ok(self.arrays(py)?.actions.cards.clone())
    }

    /// The planes of what a seat sees, in order.
    fn planes(&self, py: Python<'_>) -> PyResult<Vec<arrays::Plane>> {
        Ok(arrays::described(&*self.arrays(py)?))
    }

    /// A game to be stepped by number: a new one, or one that goes on from a position of this game.
    #[pyo3(signature = (seed=0, *, single_hand=true, position=None))]
    fn table(
        slf: PyRef<'_, Self>,
        py: Python<'_>,
        seed: u64,
        single_hand: bool,
        position: Option<PyRef<'_, Position>>,
    ) -> PyResult<arrays::CoreTable> {
        let (game, found) = (Arc::clone(&slf.game), slf.arrays(py)?);
        let table = match position {
            Some(position) => {
                if !Arc::ptr_eq(&position.game, &game) {
                    return Err(PyValueError::new_err("a position of another game"));
                }
                let (state, rng) = (position.state.clone(), position.rng.clone());
                guarded(|| {
                    let mut table = Table::of(state, rng);
                    table.settle(&game, &found);
                    table
                })?
            }
            None => guarded(|| {
                let mut table = Table::new(&game);
                table.begin(&game, &found, Rng::new(seed), single_hand);
                table
            })?,
        };
        let origin: Py<Self> = slf.into();
        Ok(arrays::CoreTable::of(origin, game, found, table))
    }

    /// Plays many games; see `darwindeck.simulation.simulate_game`.
    #[pyo3(signature = (
        games, *, seed, players, threads=1, single_hand=false, rotate=false, detailed=false,
        first=0, work=None, progress=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        seed: u64,
        players: Vec<String>,
        threads: usize,
        single_hand: bool,
        rotate: bool,
        detailed: bool,
        first: u64,
        work: Option<i64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let players = players.iter().map(|text| player(text)).collect::<PyResult<Vec<_>>>()?;
        if players.is_empty() {
            return Err(PyValueError::new_err("nobody plays: give at least one player"));
        }
        let work_of_a_game = work.unwrap_or(MATCH);
        let learnt = match games {
            // Only whether the names are players' is asked.
            0 => Learnt::default(),
            _ => learning::ready(py, &self.game, &self.learnt, &players, threads)?,
        };
        let batch = Batch {
            games,
            first,
            seed,
            players,
            single_hand,
            rotate,
            detailed,
            work: work_of_a_game,
            learnt,
        };
        let tally = self.run(py, &batch, threads.max(1), progress)?;
        let sides = self.game.tables.sides.len();
        let dict = to_dict(py, &tally, usize::from(self.game.tables.players), sides)?;
        if work.is_some() {
            dict.set_item("units", tally.units)?;
        }
        Ok(dict)
    }
}

impl CoreGame {
    /// The set of some different cards.
    fn set_of(&self, cards: &[u8]) -> PyResult<CardSet> {
        let mut set = 0;
        for &card in cards {
            if card >= self.game.tables.cards || set & bit(card) != 0 {
                return Err(PyValueError::new_err("a hand must consist of different cards"));
            }
            set |= bit(card);
        }
        Ok(set)
    }

    /// Plays a batch in the background.
    fn run(
        &self,
        py: Python<'_>,
        batch: &Batch,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Tally> {
        in_background(py, progress, |cancelled, done| {
            simulate::play(&self.game, batch, threads, cancelled, done)
        })
    }

    /// How the game is put into numbers.
    pub(crate) fn arrays(&self, py: Python<'_>) -> PyResult<Arc<Arrays>> {
        if self.arrays.get().is_none() {
            let made = py.detach(|| guarded(|| Arc::new(Arrays::new(&self.game))))?;
            let _ = self.arrays.set(made);
        }
        let made = self.arrays.get().map(Arc::clone);
        made.ok_or_else(|| PyRuntimeError::new_err("the core failed: no arrays"))
    }

    /// What a seat sees of a moment of the game.
    pub(crate) fn view_of(&self, py: Python<'_>, state: &State, seat: u8) -> PyResult<CoreView> {
        CoreView::new(py, (&self.game, &self.thoughts, &self.learnt), state, seat)
    }

    /// A position of the game.
    pub(crate) fn position(&self, _py: Python<'_>, state: State, rng: Rng) -> Position {
        Position::new(&self.game, &self.thoughts, &self.learnt, state, rng)
    }

    /// What positions of the game are measured by.
    pub(crate) fn yardstick(&self) -> &Yardstick {
        self.yardstick.get_or_init(|| Yardstick::new(&self.game))
    }
}

/// Works in the background, so that Ctrl-C and progress come through. The work is told by the first
/// number when to stop, and counts in the second what is done.
pub(crate) fn in_background<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Arc<AtomicBool>, &AtomicU64) -> T + Send,
) -> PyResult<T> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let done = AtomicU64::new(0);
    let ended = AtomicBool::new(false);
    py.detach(|| {
        std::thread::scope(|scope| {
            let waiter = std::thread::current();
            let (cancelled, done, ended) = (&cancelled, &done, &ended);
            let work = scope.spawn(move || {
                let result = guarded(|| work(cancelled, done));
                ended.store(true, Ordering::Release);
                waiter.unpark();
                result
            });
            while !ended.load(Ordering::Acquire) {
                std::thread::park_timeout(PATIENCE);
                if ended.load(Ordering::Acquire) {
                    break;
                }
                match heard(progress.as_ref(), done.load(Ordering::Relaxed)) {
                    Ok(true) => {}
                    // Who has said so is not asked again.
                    Ok(false) => {
                        cancelled.store(true, Ordering::Relaxed);
                        break;
                    }
                    Err(error) => {
                        cancelled.store(true, Ordering::Relaxed);
                        let _ = work.join();
                        return Err(error);
                    }
                }
            }
            match work.join() {
                Ok(result) => result,
                Err(problem) => Err(PyRuntimeError::new_err(message(&*problem))),
            }
        })
    })
}

/// Whether work goes on: not after Ctrl-C, nor if the progress callback says False.
fn heard(progress: Option<&Py<PyAny>>, done: u64) -> PyResult<bool> {
    Python::attach(|py| {
        py.check_signals()?;
        match progress {
            Some(call) => {
                let answer = call.call1(py, (done,))?;
                Ok(!answer.bind(py).is(&*pyo3::types::PyBool::new(py, false)))
            }
            None => Ok(true),
        }
    })
}

pub(crate) fn player(text: &str) -> PyResult<Player> {
    text.parse::<Player>().map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A bug in the core becomes an error that Python can report.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work))
        .map_err(|problem| PyRuntimeError::new_err(message(&*problem)))
}

fn message(problem: &(dyn std::any::Any + Send)) -> String {
    let text = problem
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| problem.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    format!("the core failed: {text}")
}

/// What Python calls a limit.
fn bar_name(bar: Bar) -> &'static str {
    match bar {
        Bar::Playable => "playable",
        Bar::Lead => "lead",
        Bar::Follow => "follow",
        Bar::Duties => "duties",
    }
}

fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Turns => "turns",
        Limit::Work => "work",
    }
}

fn spread<'py>(py: Python<'py>, spread: &Spread) -> PyResult<Bound<'py, PyAny>> {
    let empty = spread.count == 0;
    let low = if empty { 0 } else { spread.low };
    let high = if empty { 0 } else { spread.high };
    Ok((spread.count, spread.sum, spread.squares, low, high).into_pyobject(py)?.into_any())
}

fn to_dict<'py>(
    py: Python<'py>,
    tally: &Tally,
    players: usize,
    sides: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("games", tally.games)?;
    dict.set_item("wins", &tally.wins[..players])?;
    dict.set_item("player_wins", &tally.player_wins[..players])?;
    dict.set_item("team_wins", &tally.team_wins[..sides])?;
    dict.set_item("draws", tally.draws)?;
    dict.set_item("lost", tally.lost)?;
    dict.set_item("limit", tally.limit)?;
    dict.set_item("work", tally.work)?;
    dict.set_item("forced", tally.forced)?;
    for (name, value) in [
        ("turns", &tally.turns),
        ("hands", &tally.hands),
        ("decisions", &tally.decisions),
        ("branching", &tally.branching),
        ("winner_score", &tally.winner_score),
        ("lead_changes", &tally.lead_changes),
        ("winner_led", &tally.winner_led),
        ("decided_at", &tally.decided_at),
    ] {
        dict.set_item(name, spread(py, value)?)?;
    }
    let scores = PyList::empty(py);
    for value in &tally.scores[..players] {
        scores.append(spread(py, value)?)?;
    }
    dict.set_item("scores", scores)?;
    Ok(dict)
}

#[pymethods]
impl Position {
    /// The seats that may decide something now.
    fn to_move(&self) -> Vec<u8> {
        (0..16).filter(|seat| self.game.to_move(&self.state) & (1 << seat) != 0).collect()
    }

    /// The seat that is asked first; None if nobody is.
    fn asked(&self) -> Option<u8> {
        (self.state.waiting == Waiting::Decision).then(|| self.game.asked(&self.state))
    }

    /// What the seat that is asked has to say, if it is asked only so that others learn nothing.
    fn forced(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        py.detach(|| {
            guarded(|| self.game.forced_decline(&self.state).map(|(_, action)| action.code()))
        })
    }

    /// What a seat may decide now, as numbers.
    fn legal(&self, py: Python<'_>, seat: u8) -> PyResult<Vec<u64>> {
        py.detach(|| {
            guarded(|| {
                let mut moves = Vec::new();
                self.game.legal(&self.state, seat, &mut moves);
                moves.into_iter().map(Move::code).collect()
            })
        })
    }

    /// The least and the most that a seat may bet or raise by; None if it may not.
    fn amounts(&self, py: Python<'_>, seat: u8) -> PyResult<Option<(i32, i32)>> {
        py.detach(|| guarded(|| self.game.bet_bounds(&self.state, seat)))
    }

    /// The position after a seat has decided; ValueError if it may not decide that.
    fn apply(&self, py: Python<'_>, seat: u8, code: u64) -> PyResult<Position> {
        let action = Move::from_code(code);
        let allowed =
            py.detach(|| guarded(|| self.game.allows(&self.state, seat, action, &mut Vec::new())))?;
        if !allowed || action.code() != code {
            return Err(PyValueError::new_err("not legal"));
        }
        let (state, rng) = py.detach(|| {
            guarded(|| {
                let (mut state, mut rng) = (self.state.clone(), self.rng.clone());
                self.game.apply(&mut state, seat, action, &mut rng);
                (state, rng)
            })
        })?;
        Ok(Position::new(&self.game, &self.thoughts, &self.learnt, state, rng))
    }

    /// What a player of some kind would decide for a seat, seeing only what the seat may see.
    fn choose(&self, py: Python<'_>, seat: u8, player_text: &str, seed: u64) -> PyResult<u64> {
        let player = player(player_text)?;
        let learnt = learning::ready(py, &self.game, &self.learnt, [&player], 1)?;
        py.detach(|| {
            guarded(|| {
                let mut rng = Rng::new(seed);
                let mut scratch = self.thoughts.lock().unwrap_or_else(PoisonError::into_inner);
                scratch.learn_from(&learnt);
                let action = if player.cheats() {
                    player.choose_cheating(&self.game, &self.state, seat, &mut rng, &mut scratch)
                } else {
                    let view = player.look(&self.game, &self.state, seat);
                    player.choose(&self.game, &view, &mut rng, &mut scratch)
                };
                action.code()
            })
        })
    }

    /// What a seat sees, and each of its moves, as features: to be read, and as numbers.
    fn features(&self, py: Python<'_>, seat: u8) -> PyResult<Vec<learning::Encoded>> {
        learning::features(py, self, seat)
    }

    /// How often somebody who plays by what was learnt makes which move of a seat: code and share.
    fn mixture(&self, py: Python<'_>, seat: u8, player_text: &str) -> PyResult<Vec<(u64, f32)>> {
        learning::mixture(py, self, seat, player_text)
    }

    /// What the moves of a seat promise to an expert who sees what the seat sees, the best first.
    fn prospects(
        &self,
        py: Python<'_>,
        seat: u8,
        player_text: &str,
        seed: u64,
    ) -> PyResult<Vec<learning::Promise>> {
        learning::prospects(py, self, seat, player_text, seed)
    }

    /// A position that a seat could be in for all it can see, as likely as a player of some kind thinks it is there; each as
    /// likely as any other, if none is named.
    #[pyo3(signature = (seat, seed, player_text=None))]
    fn redeal(
        &self,
        py: Python<'_>,
        seat: u8,
        seed: u64,
        player_text: Option<&str>,
    ) -> PyResult<Position> {
        let thinker = player(player_text.unwrap_or("random"))?;
        let learnt = learning::ready(py, &self.game, &self.learnt, [&thinker], 1)?;
        let (state, rng) = py.detach(|| {
            guarded(|| {
                let mut rng = Rng::new(seed);
                let game = &self.game;
                let view = thinker.look(game, &self.state, seat);
                let mut world = view.table().clone();
                let mut scratch = self.thoughts.lock().unwrap_or_else(PoisonError::into_inner);
                scratch.learn_from(&learnt);
                thinker.imagine(game, &view, &mut rng, &mut scratch, &mut world);
                view.settle(game, self.state.answered, &mut rng, &mut world);
                game.remember_in(&mut world, seat, &self.state);
                (world, rng)
            })
        })?;
        Ok(Position::new(&self.game, &self.thoughts, &self.learnt, state, rng))
    }

    /// What a seat sees.
    fn view(&self, py: Python<'_>, seat: u8) -> PyResult<CoreView> {
        let shared = (&self.game, &self.thoughts, &self.learnt);
        CoreView::new(py, shared, &self.state, seat)
    }

    /// Whether a seat sees exactly the same in this position and in another one of the same game.
    fn looks_the_same(&self, py: Python<'_>, other: &Position, seat: u8) -> PyResult<bool> {
        py.detach(|| {
            guarded(|| {
                let views = [self, other].map(|at| View::new(&self.game, &at.state, seat));
                views[0] == views[1]
            })
        })
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.state.waiting == Waiting::Over
    }

    /// The seats that have won.
    #[getter]
    fn winners(&self) -> Vec<u8> {
        (0..16).filter(|seat| self.state.outcome.winners & (1 << seat) != 0).collect()
    }

    /// Whether only a limit stopped the game.
    #[getter]
    fn limit_reached(&self) -> bool {
        self.state.outcome.limit.is_some()
    }

    /// Which limit stopped the game: `turns` or `work`; None if none did.
    #[getter]
    fn limit_reason(&self) -> Option<&'static str> {
        self.state.outcome.limit.map(limit_name)
    }

    /// The phases in progress, outermost first: number of the phase, seat that acts in it.
    fn frames(&self) -> Vec<(u16, u8)> {
        self.state.frames[..usize::from(self.state.depth)]
            .iter()
            .filter(|frame| usize::from(frame.phase) < self.game.program.phases.len())
            .map(|frame| (frame.phase, frame.seat))
            .collect()
    }

    /// What a call names: pairs of the number of a choice and a value (-1: none).
    fn call_values(&self, seat: u8, code: u64) -> Vec<(u16, i32)> {
        let action = Move::from_code(code);
        let mut innermost = self.state.depth;
        while innermost > 0 {
            let number = self.state.frames[usize::from(innermost) - 1].phase;
            let mut phase = self.game.program.phases.get(usize::from(number));
            if let Some(Phase::Choice(choice)) = phase {
                let option = choice.options.get(usize::from(action.option));
                phase = option.and_then(|id| self.game.program.phases.get(id.index()));
            }
            if let Some(Phase::Call(phase)) = phase {
                if let Some(call) = phase.calls.get(usize::from(action.a)) {
                    let naming = self.game.call_values(&self.state, call, seat, action);
                    return naming.choices().to_vec();
                }
            }
            innermost -= 1;
        }
        Vec::new()
    }

    /// Every place with cards: zone, owner, cards from the bottom up, whether it was laid open.
    /// The zone of the trick in progress is 255.
    fn places(&self) -> Vec<(u8, u8, u16, Vec<u8>, bool)> {
        let s = &self.state;
        let mut cards: Vec<CardId> = Vec::new();
        (0..s.sets.len() as u16)
            .map(|place| {
                let pile = &s.piles[usize::from(place)];
                if place == self.game.tables.trick {
                    cards.clear();
                    cards.extend(self.trick_cards());
                } else {
                    s.ordered(self.game.is_stack(s, place), place, &mut cards);
                }
                (pile.zone, pile.owner, place, cards.clone(), pile.open)
            })
            .collect()
    }

    /// The seats that know where a card is, and those that know its place in its pile as well.
    fn knowledge(&self, card: u8) -> (u16, u16) {
        (self.state.known.who(card), self.state.placed.who(card))
    }

    /// Cards that, as everybody knows, a seat does not hold.
    fn lacks(&self, seat: u8) -> Vec<u8> {
        self.state.lacks.get(usize::from(seat)).map_or(Vec::new(), |set| Cards(*set).collect())
    }

    /// The cards of the trick in progress that lie face up: who played which.
    fn trick(&self) -> Vec<(u8, u8)> {
        let trick = &self.state.trick;
        let len = usize::from(trick.len);
        let lying = self.state.sets[usize::from(self.game.tables.trick)] & !trick.covered;
        let played = trick.by[..len].iter().copied().zip(trick.cards[..len].iter().copied());
        // The last trick is remembered when its cards have been taken.
        played.filter(|(_, card)| lying & (1 << card) != 0).collect()
    }

    /// Cards picked so far by the seat that is picking, or by a seat of a simultaneous phase.
    fn picked(&self, seat: u8) -> Vec<u8> {
        let open = self.state.depth > 0 && self.state.innermost().seat == seat;
        let own = if self.state.selecting && open { self.state.selection } else { 0 };
        let passed = self.state.picks.get(usize::from(seat)).copied().unwrap_or(0);
        Cards(own | passed).collect()
    }

    /// To whom a seat has to pass cards now, and how many; None where no cards are passed.
    fn passing(&self, seat: u8) -> Option<(u8, usize)> {
        if seat >= self.game.tables.seats {
            return None;
        }
        self.game.passing(&self.state, seat)
    }

    /// Which lines of the rules keep the player who is to play a card from some of them.
    fn reasons(&self, py: Python<'_>) -> PyResult<Vec<(u16, &'static str, u16)>> {
        let found = py.detach(|| guarded(|| self.game.reasons(&self.state)))?;
        Ok(found.into_iter().map(|found| (found.phase, bar_name(found.bar), found.line)).collect())
    }

    /// What every card is worth now by a point table.
    fn worth_of_cards(&self, table: u16) -> Vec<i32> {
        self.game.worth_of_cards(&self.state, TableId(table)).to_vec()
    }

    /// Combinations declared in this hand: seat, pattern, cards, whether they score, whether shown.
    fn declarations(&self) -> Vec<(u8, u16, Vec<u8>, bool, bool)> {
        let found = self.state.declarations.iter();
        found.map(|d| (d.seat, d.pattern.0, Cards(d.cards).collect(), d.counts, d.shown)).collect()
    }

    /// The numbers of the position by name.
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let s = &self.state;
        let (seats, sides) = (usize::from(self.game.tables.seats), self.game.tables.sides.len());
        let dict = PyDict::new(py);
        macro_rules! set {
            ($($name:literal: $value:expr),* $(,)?) => { $( dict.set_item($name, $value)?; )* };
        }
        set! {
            "turn": s.turn, "dealer": s.dealer, "leader": s.leader, "winner": s.winner,
            "last_taker": s.last_taker, "reversed": s.reversed, "broken": s.broken,
            "trump": s.trump, "mode": s.mode, "named_suit": s.named_suit,
            "named_rank": s.named_rank, "in_force": s.in_force,
            "hand_number": s.hand_number, "deal_number": s.deal_number, "turns": s.turns,
            "trick": s.trick_number, "tricks_played": s.tricks_played,
            "standing": s.standing, "bids": s.bids, "calls": s.calls,
            "passes_in_row": s.passes_in_row, "pot": s.pot, "claim_rank": s.claim_rank,
            "score": &s.score[..seats], "side_score": &s.side_score[..sides],
            "hand_score": &s.hand_score[..seats], "side_hand_score": &s.side_hand_score[..sides],
            "tricks": &s.tricks[..seats], "chips": &s.chips[..seats],
            "staked": &s.staked[..seats], "dead": &s.dead[..seats], "raised": s.raised, "control": &s.control[..seats],
            "active": s.active, "out": s.out, "answered": s.answered,
            "registers": s.registers.clone(),
        }
        let layout = &self.game.layout;
        let counters: Vec<(usize, usize)> =
            layout.counters.iter().map(|slot| (slot.at, slot.len)).collect();
        set! {
            "counters_at": counters, "roles_at": layout.roles, "choices_at": layout.choices,
            "called_at": layout.called,
        }
        Ok(dict)
    }

    /// What each named quantity comes to: one number for the table, or one for each seat or side.
    fn quantities(&self) -> Vec<Vec<i32>> {
        self.game.named_quantities(&self.state)
    }

    /// The suit that each card is of now (promoted cards are trumps) and its place in the order.
    fn card_orders(&self) -> Vec<(u8, i16)> {
        let context = self.game.context(&self.state);
        let cards = 0..usize::from(self.game.tables.cards);
        cards.map(|card| (context.suit[card], context.strength[card])).collect()
    }

    /// What happened since the last decision, in order; each a tuple that begins with its kind.
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for event in &self.state.events {
            list.append(told(py, *event)?)?;
        }
        Ok(list)
    }

    /// What chance decided since the last decision, in order; each a tuple that begins with its kind.
    fn chance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let of = |place: u16| {
            let pile = &self.state.piles[usize::from(place)];
            (pile.zone, pile.owner, place)
        };
        for chance in &self.state.chance {
            let (kind, place, cards) = match chance {
                Chance::Seat { seat } => {
                    list.append(("seat", *seat))?;
                    continue;
                }
                Chance::Shuffle { place, cards } => ("shuffle", place, cards),
                Chance::Cards { place, cards } => ("cards", place, cards),
            };
            let (zone, owner, number) = of(*place);
            list.append((kind, zone, owner, number, PyBytes::new(py, cards)))?;
        }
        Ok(list)
    }

    /// One number for everything that matters in the position.
    fn digest(&self) -> u64 {
        self.state.digest()
    }
}

impl Position {
    fn trick_cards(&self) -> Vec<CardId> {
        let set = self.state.sets[usize::from(self.game.tables.trick)];
        let len = usize::from(self.state.trick.len);
        let mut cards: Vec<CardId> = Cards(set).collect();
        let played = &self.state.trick.cards[..len];
        cards.retain(|card| !played.contains(card));
        cards.extend(played.iter().filter(|card| set & (1 << **card) != 0));
        cards
    }
}

fn told(py: Python<'_>, event: Event) -> PyResult<Bound<'_, PyAny>> {
    Ok(match event {
        Event::Hand { number, deal, dealer } => ("hand", number, deal, dealer).into_pyobject(py)?,
        Event::Card { card, from, to, seen } => {
            return Ok(("card", card, from, to, seen).into_pyobject(py)?.into_any());
        }
        Event::Shuffled { place } => return Ok(("shuffled", place).into_pyobject(py)?.into_any()),
        Event::Decision { seat, action } => {
            return Ok(("decision", seat, action.code()).into_pyobject(py)?.into_any());
        }
        Event::Shown { place, card } => {
            return Ok(("shown", place, card).into_pyobject(py)?.into_any());
        }
        Event::Trick { winner, number } => {
            return Ok(("trick", winner, number).into_pyobject(py)?.into_any());
        }
        Event::Trump { suit } => return Ok(("trump", suit).into_pyobject(py)?.into_any()),
        Event::Mode { mode } => return Ok(("mode", mode).into_pyobject(py)?.into_any()),
        Event::Role { role, seat } => {
            return Ok(("role", role, seat).into_pyobject(py)?.into_any());
        }
        Event::Named { suit } => return Ok(("named", suit).into_pyobject(py)?.into_any()),
        Event::Declared { seat, pattern, shown, cards } => {
            let cards: Vec<u8> = Cards(cards).collect();
            return Ok(("declared", seat, pattern, shown, cards).into_pyobject(py)?.into_any());
        }
        Event::Scored { who, amount, rule } => {
            return Ok(("scored", who, amount, rule).into_pyobject(py)?.into_any());
        }
        Event::Chips { seat, amount } => {
            return Ok(("chips", seat, amount).into_pyobject(py)?.into_any());
        }
        Event::SitsOut { seat } => return Ok(("sits_out", seat).into_pyobject(py)?.into_any()),
        Event::Reversed => return Ok(("reversed",).into_pyobject(py)?.into_any()),
        Event::Turn { seat } => return Ok(("turn", seat).into_pyobject(py)?.into_any()),
        Event::Claim { seat, count, rank } => {
            return Ok(("claim", seat, count, rank).into_pyobject(py)?.into_any());
        }
        Event::Challenge { seat, by, honest } => {
            return Ok(("challenge", seat, by, honest).into_pyobject(py)?.into_any());
        }
        Event::HandOver { scored } => {
            return Ok(("hand_over", scored).into_pyobject(py)?.into_any());
        }
        Event::ThrownIn => return Ok(("thrown_in",).into_pyobject(py)?.into_any()),
        Event::GameOver { winners, limit } => {
            let limit = limit.map(limit_name);
            return Ok(("game_over", winners, limit).into_pyobject(py)?.into_any());
        }
    }
    .into_any())
}
