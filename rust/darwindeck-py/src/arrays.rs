//! Games as arrays of numbers, for Python.

use std::sync::Arc;

use darwindeck_core::arrays::actions::{self, Use};
use darwindeck_core::arrays::batch::{Batch, Rows, Sizes};
use darwindeck_core::arrays::{Arrays, Refused, Reward, Table, planes};
use darwindeck_core::game::Game;
use darwindeck_core::game::cards::size;
use darwindeck_core::game::events::Event;
use darwindeck_core::game::moves::Move;
use darwindeck_core::game::rng::Rng;
use darwindeck_core::game::tables::NOBODY;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::play::{CoreGame, CoreView, Position, guarded};

/// The parts of a section of moves: what each is, and how many values it has.
type Parts = Vec<(&'static str, usize)>;

/// A section of moves: kind, slot, phase, number, what a card is for, parts, first number, whether each
/// combination has a number.
pub(crate) type Section = (u8, u8, u16, u16, &'static str, Parts, u32, bool);

/// A plane: name, meaning, what its numbers stand for, of what, whose, first number, how many.
pub(crate) type Plane = (&'static str, &'static str, &'static str, i32, i32, usize, usize);

/// The versions of planes and of the numbers of moves.
#[pyfunction]
pub fn arrays_version() -> (u32, u32) {
    (planes::VERSION, actions::VERSION)
}

pub(crate) fn sections(arrays: &Arrays) -> Vec<Section> {
    let of = arrays.actions.sections.iter();
    of.map(|one| {
        let usage = match one.usage {
            Use::Any => "",
            Use::Meld => "meld",
            Use::Taken => "taken",
        };
        let parts = one.parts.iter().map(|(part, size)| (part.name(), *size)).collect();
        let kind = one.kind as u8;
        (kind, one.slot, one.phase, one.number, usage, parts, one.first, one.whole)
    })
    .collect()
}

pub(crate) fn described(arrays: &Arrays) -> Vec<Plane> {
    let number = |one: u16| if one == u16::MAX { -1 } else { i32::from(one) };
    let of = arrays.planes.list.iter();
    of.map(|plane| {
        let (name, meaning, axis) = plane.tells.words();
        (name, meaning, axis, number(plane.of), number(plane.whose), plane.first, plane.len)
    })
    .collect()
}

fn reward(name: &str) -> PyResult<Reward> {
    match name {
        "gain" => Ok(Reward::Gain),
        "margin" => Ok(Reward::Margin),
        "win" => Ok(Reward::Win),
        _ => Err(PyValueError::new_err(format!(
            "there is no reward {name:?}: rewards are gain, margin and win"
        ))),
    }
}

fn refused(problem: Refused) -> PyErr {
    PyValueError::new_err(match problem {
        Refused::Over => "the game is over",
        Refused::NotAsked => "that seat is not asked",
        Refused::Illegal => "that is the number of no move that is legal now",
    })
}

/// The numbers of an array that Python owns, to be written: only whole arrays of the right type and size,
/// in C order, are taken.
fn checked<T: Element>(
    name: &str,
    kind: &str,
    found: &Bound<'_, PyAny>,
    shape: &[usize],
) -> PyResult<PyBuffer<T>> {
    let wanted: Vec<String> = shape.iter().map(usize::to_string).collect();
    let wanted = format!(
        "{name} must be a writable array of {kind}, in C order, of shape ({})",
        wanted.join(", ")
    );
    let buffer = PyBuffer::<T>::get(found)
        .map_err(|problem| PyTypeError::new_err(format!("{wanted}: {problem}")))?;
    if buffer.readonly() {
        return Err(PyValueError::new_err(format!("{wanted}: it cannot be written")));
    }
    if buffer.shape() != shape {
        let found: Vec<String> = buffer.shape().iter().map(usize::to_string).collect();
        let found = found.join(", ");
        return Err(PyValueError::new_err(format!("{wanted}: its shape is ({found})")));
    }
    if !buffer.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("{wanted}: its order is another")));
    }
    Ok(buffer)
}

/// The numbers of a buffer. Copying them would take as long as playing: for 1,024 games of Hearts there
/// are two megabytes a step.
#[allow(unsafe_code)]
fn numbers<T: Element>(buffer: &mut PyBuffer<T>) -> &mut [T] {
    let count = buffer.item_count();
    if count == 0 {
        return &mut [];
    }
    // SAFETY: the buffer is writable, in C order, aligned and of this type (`PyBuffer::get` checks type
    // and alignment); it cannot be freed or resized while it is held. Buffers of one call are told apart
    // by `apart`.
    unsafe { std::slice::from_raw_parts_mut(buffer.buf_ptr().cast::<T>(), count) }
}

/// Refuses arrays that share memory.
fn apart(spans: &[(&str, usize, usize)]) -> PyResult<()> {
    for (place, (name, from, len)) in spans.iter().enumerate() {
        for (other, begin, size) in &spans[place + 1..] {
            if *from < begin + size && *begin < from + len {
                return Err(PyValueError::new_err(format!("{name} and {other} share memory")));
            }
        }
    }
    Ok(())
}

fn span<'a, T: Element>(name: &'a str, buffer: &PyBuffer<T>) -> (&'a str, usize, usize) {
    (name, buffer.buf_ptr() as usize, buffer.len_bytes())
}

/// A game in progress that is stepped by number, in place.
#[pyclass(module = "darwindeck._core")]
pub struct CoreTable {
    game: Arc<Game>,
    arrays: Arc<Arrays>,
    origin: Py<CoreGame>,
    table: Table,
    /// Whether the last decision was taken unseen by others.
    secret: bool,
}

impl CoreTable {
    pub(crate) fn of(
        origin: Py<CoreGame>,
        game: Arc<Game>,
        arrays: Arc<Arrays>,
        table: Table,
    ) -> Self {
        Self { game, arrays, origin, table, secret: false }
    }
}

#[pymethods]
impl CoreTable {
    /// Begins anew.
    #[pyo3(signature = (seed, *, single_hand=true))]
    fn reset(&mut self, py: Python<'_>, seed: u64, single_hand: bool) -> PyResult<()> {
        let (game, arrays, table) = (&self.game, &self.arrays, &mut self.table);
        py.detach(|| guarded(|| table.begin(game, arrays, Rng::new(seed), single_hand)))
    }

    /// The seat that is asked; None once the game is over.
    #[getter]
    fn asked(&self) -> Option<u8> {
        Some(self.table.asked()).filter(|seat| *seat != NOBODY)
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.table.over()
    }

    /// Whether only a limit stopped it.
    #[getter]
    fn limit_reached(&self) -> bool {
        self.table.state.outcome.limit.is_some()
    }

    /// Whether several seats decide at once, unseen by each other.
    #[getter]
    fn in_secret(&self) -> bool {
        self.game.decides_in_secret(&self.table.state)
    }

    /// How many cards have not been dealt, or lie in the stock.
    #[getter]
    fn undealt(&self) -> usize {
        size(self.table.state.sets[usize::from(self.game.tables.stock)])
    }

    /// Whether chance has decided something since the last decision; only a table that goes on from a
    /// position knows.
    #[getter]
    fn chance_decided(&self) -> bool {
        !self.table.state.chance.is_empty()
    }

    /// What a seat was told since the last decision, as text without words; only a table that goes on
    /// from a position knows.
    fn told(&self, seat: u8) -> String {
        told(&self.table.state.events, seat, self.secret)
    }

    /// The seats that may decide something now.
    fn to_move(&self) -> Vec<u8> {
        let mask = self.game.to_move(&self.table.state);
        (0..16).filter(|seat| mask & (1 << seat) != 0).collect()
    }

    /// The numbers of what the seat that is asked, or another, may do.
    #[pyo3(signature = (seat=None))]
    fn legal_ids<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyList>> {
        let mut found: Vec<u32> = Vec::with_capacity(16);
        match seat {
            Some(seat) if seat != self.table.asked() => {
                let list = guarded(|| self.table.legal_of(&self.game, &self.arrays, seat))?;
                found.extend(list.iter().map(|(id, _)| *id));
            }
            _ => self.table.legal(|id| found.push(id)),
        }
        PyList::new(py, found)
    }

    /// The codes of what a seat may do, by their numbers.
    #[pyo3(signature = (seat=None))]
    fn legal_codes(&self, seat: Option<u8>) -> PyResult<Vec<(u32, u64)>> {
        let seat = seat.unwrap_or_else(|| self.table.asked());
        let list = guarded(|| self.table.legal_of(&self.game, &self.arrays, seat))?;
        Ok(list.iter().map(|(id, action)| (*id, action.code())).collect())
    }

    /// Does what the seat that is asked, or another that may decide, has said by a number.
    #[pyo3(signature = (number, seat=None))]
    fn step(&mut self, number: u32, seat: Option<u8>) -> PyResult<()> {
        let (game, arrays, table) = (&self.game, &self.arrays, &mut self.table);
        self.secret = game.decides_in_secret(&table.state);
        let done = guarded(|| match seat {
            Some(seat) => table.step_of(game, arrays, seat, number),
            None => table.step(game, arrays, number),
        })?;
        done.map_err(refused)
    }

    /// Makes a move by its code.
    fn play(&mut self, seat: u8, code: u64) -> PyResult<()> {
        let (game, arrays, table) = (&self.game, &self.arrays, &mut self.table);
        let action = Move::from_code(code);
        let allowed = action.code() == code
            && guarded(|| game.allows(&table.state, seat, action, &mut Vec::new()))?;
        if !allowed {
            return Err(PyValueError::new_err("not legal"));
        }
        self.secret = game.decides_in_secret(&table.state);
        guarded(|| table.play(game, arrays, seat, action))
    }

    /// Writes what a seat sees, and what it may do if it is the one that is asked.
    #[pyo3(signature = (seat, observation, mask=None))]
    fn observe(
        &self,
        seat: u8,
        observation: &Bound<'_, PyAny>,
        mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        if seat >= self.game.tables.seats {
            return Err(PyValueError::new_err("there is no such seat"));
        }
        let sizes = Batch::sizes(&self.game, &self.arrays);
        let mut seen = checked::<f32>("observation", "float32", observation, &[sizes.observation])?;
        if let Some(mask) = mask {
            let mut mask = checked::<u8>("mask", "uint8", mask, &[sizes.mask])?;
            apart(&[span("observation", &seen), span("mask", &mask)])?;
            let mask = numbers(&mut mask);
            if seat == self.table.asked() {
                self.table.mask(mask);
            } else {
                mask.fill(0);
                let list = guarded(|| self.table.legal_of(&self.game, &self.arrays, seat))?;
                list.iter().for_each(|(id, _)| mask[*id as usize] = 1);
            }
        }
        guarded(|| self.table.observe(&self.game, &self.arrays, seat, numbers(&mut seen)))
    }

    /// What each player has gained since the last time, if a hand has come to its end.
    #[pyo3(signature = (reward_name="gain"))]
    fn rewards(&mut self, reward_name: &str) -> PyResult<Vec<f32>> {
        let mut found = vec![0.0; usize::from(self.game.tables.players)];
        let kind = reward(reward_name)?;
        let (game, arrays, table) = (&self.game, &self.arrays, &mut self.table);
        guarded(|| table.rewards(game, arrays, kind, &mut found))?;
        Ok(found)
    }

    /// What a seat sees.
    fn view(&self, py: Python<'_>, seat: u8) -> PyResult<CoreView> {
        self.origin.get().view_of(py, &self.table.state, seat)
    }

    /// The moment it has come to.
    fn position(&self, py: Python<'_>) -> Position {
        let state = self.table.state.clone();
        self.origin.get().position(py, state, self.table.rng.clone())
    }

    /// The same game once more.
    fn copy(&self, py: Python<'_>) -> Self {
        Self {
            game: Arc::clone(&self.game),
            arrays: Arc::clone(&self.arrays),
            origin: self.origin.clone_ref(py),
            table: self.table.clone(),
            secret: self.secret,
        }
    }
}

/// What a seat is told of some events: which card, where it sees that; what somebody decided, where
/// everybody hears it or it was the seat itself.
fn told(events: &[Event], seat: u8, secret: bool) -> String {
    let me = 1u16 << (seat & 15);
    let mut text = String::new();
    for event in events {
        let line = match *event {
            Event::Card { card, from, to, seen } if seen & me != 0 => {
                format!("c{card}:{from}>{to}")
            }
            Event::Card { from, to, .. } => format!("c?:{from}>{to}"),
            Event::Decision { seat: by, action }
                if by == seat || (!secret && action.kind.is_heard()) =>
            {
                format!("d{by}:{:x}", action.code())
            }
            // Who picks how many cards in secret is nobody's business.
            Event::Decision { .. } => continue,
            Event::Declared { seat: by, pattern, shown, cards } => {
                let known = shown || by == seat;
                format!("m{by}:{pattern}:{:x}", if known { cards } else { 0 })
            }
            Event::Shown { place, card } => format!("v{card}:{place}"),
            Event::Shuffled { place } => format!("s{place}"),
            Event::Hand { number, dealer, .. } => format!("h{number}:{dealer}"),
            Event::Trick { winner, number } => format!("t{winner}:{number}"),
            Event::Trump { suit } => format!("u{suit}"),
            Event::Mode { mode } => format!("o{mode}"),
            Event::Role { role, seat } => format!("r{role}:{seat}"),
            Event::Named { suit } => format!("n{suit}"),
            Event::Scored { who, amount, rule } => format!("p{who}:{amount}:{rule}"),
            Event::Chips { seat, amount } => format!("k{seat}:{amount}"),
            Event::SitsOut { seat } => format!("x{seat}"),
            Event::Reversed => "b".to_string(),
            Event::Turn { .. } => continue,
            Event::Claim { seat, count, rank } => format!("q{seat}:{count}:{rank}"),
            Event::Challenge { seat, by, honest } => format!("w{seat}:{by}:{honest}"),
            Event::HandOver { scored } => format!("e{scored}"),
            Event::ThrownIn => "y".to_string(),
            Event::GameOver { winners, .. } => format!("z{winners}"),
        };
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&line);
    }
    text
}

/// Many games at once, stepped by arrays.
#[pyclass(module = "darwindeck._core")]
pub struct CoreBatch {
    game: Arc<Game>,
    arrays: Arc<Arrays>,
    batch: Batch,
    begun: bool,
}

/// The arrays that a batch writes.
struct Buffers {
    observations: PyBuffer<f32>,
    masks: PyBuffer<u8>,
    legal: PyBuffer<i32>,
    counts: PyBuffer<i32>,
    rewards: PyBuffer<f32>,
    done: PyBuffer<u8>,
    to_move: PyBuffer<i32>,
}

impl Buffers {
    fn new(
        games: usize,
        sizes: Sizes,
        found: [&Bound<'_, PyAny>; 7],
        actions: Option<(&str, usize, usize)>,
    ) -> PyResult<Self> {
        let [observations, masks, legal, counts, rewards, done, to_move] = found;
        let size = [games, sizes.observation];
        let buffers = Self {
            observations: checked("observations", "float32", observations, &size)?,
            masks: checked("masks", "uint8", masks, &[games, sizes.mask])?,
            legal: checked("legal", "int32", legal, &[games, sizes.mask])?,
            counts: checked("counts", "int32", counts, &[games])?,
            rewards: checked("rewards", "float32", rewards, &[games, sizes.reward])?,
            done: checked("done", "uint8", done, &[games])?,
            to_move: checked("to_move", "int32", to_move, &[games])?,
        };
        let mut spans = vec![
            span("observations", &buffers.observations),
            span("masks", &buffers.masks),
            span("legal", &buffers.legal),
            span("counts", &buffers.counts),
            span("rewards", &buffers.rewards),
            span("done", &buffers.done),
            span("to_move", &buffers.to_move),
        ];
        spans.extend(actions);
        apart(&spans)?;
        Ok(buffers)
    }

    fn rows(&mut self) -> Rows<'_> {
        Rows {
            observations: numbers(&mut self.observations),
            masks: numbers(&mut self.masks),
            legal: numbers(&mut self.legal),
            counts: numbers(&mut self.counts),
            rewards: numbers(&mut self.rewards),
            done: numbers(&mut self.done),
            to_move: numbers(&mut self.to_move),
        }
    }
}

#[pymethods]
impl CoreBatch {
    #[new]
    #[pyo3(signature = (game, games, *, single_hand=true, reward_name="gain", threads=1, recall=None))]
    fn new(
        py: Python<'_>,
        game: PyRef<'_, CoreGame>,
        games: usize,
        single_hand: bool,
        reward_name: &str,
        threads: usize,
        recall: Option<bool>,
    ) -> PyResult<Self> {
        if games == 0 || games > 1 << 20 {
            return Err(PyValueError::new_err("a batch has from 1 to 1,048,576 games"));
        }
        let reward = reward(reward_name)?;
        let arrays = game.arrays(py)?;
        let game = Arc::clone(&game.game);
        let batch = guarded(|| {
            let batch = Batch::new(&game, games, single_hand, reward, threads);
            match recall {
                Some(recalls) => batch.recalling(&game, &arrays, recalls),
                None => batch,
            }
        })?;
        Ok(Self { game, arrays, batch, begun: false })
    }

    /// Begins all games anew and writes where they stand.
    #[allow(clippy::too_many_arguments)]
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: u64,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        legal: &Bound<'_, PyAny>,
        counts: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        done: &Bound<'_, PyAny>,
        to_move: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let sizes = Batch::sizes(&self.game, &self.arrays);
        let found = [observations, masks, legal, counts, rewards, done, to_move];
        let mut buffers = Buffers::new(self.batch.len(), sizes, found, None)?;
        let rows = buffers.rows();
        let (game, arrays, batch) = (&self.game, &self.arrays, &mut self.batch);
        py.detach(|| guarded(|| batch.reset(game, arrays, seed, rows)))?;
        self.begun = true;
        Ok(())
    }

    /// Steps all games by one number each and writes where they stand; if a number may not be said,
    /// ValueError, and nothing has happened.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        legal: &Bound<'_, PyAny>,
        counts: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        done: &Bound<'_, PyAny>,
        to_move: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if !self.begun {
            return Err(PyValueError::new_err("no game has begun: reset the batch first"));
        }
        let games = self.batch.len();
        let wanted = format!("actions must be an array of int64, in C order, of shape ({games})");
        let said = PyBuffer::<i64>::get(actions)
            .map_err(|problem| PyTypeError::new_err(format!("{wanted}: {problem}")))?;
        if said.shape() != [games] || !said.is_c_contiguous() {
            return Err(PyValueError::new_err(wanted));
        }
        let sizes = Batch::sizes(&self.game, &self.arrays);
        let found = [observations, masks, legal, counts, rewards, done, to_move];
        let mut buffers = Buffers::new(games, sizes, found, Some(span("actions", &said)))?;
        // Another thread may change the numbers while they are looked at.
        let said = said.to_vec(py)?;
        let rows = buffers.rows();
        let (game, arrays, batch) = (&self.game, &self.arrays, &mut self.batch);
        let refused = py.detach(|| {
            guarded(|| {
                let refused = batch.first_refused(arrays, &said);
                if refused.is_none() {
                    batch.step(game, arrays, &said, rows);
                }
                refused
            })
        })?;
        match refused {
            None => Ok(()),
            Some(place) => Err(PyValueError::new_err(format!(
                "action {} of game {place} is the number of no move that is legal there",
                said[place]
            ))),
        }
    }

    /// How many moments of what has happened are kept.
    #[getter]
    fn kept(&self) -> usize {
        self.batch.kept()
    }

    /// A copy of one of the games.
    fn table(&mut self, origin: Py<CoreGame>, number: usize) -> PyResult<CoreTable> {
        let (game, arrays, batch) = (&self.game, &self.arrays, &mut self.batch);
        let table = guarded(|| batch.table(game, arrays, number).cloned())?;
        let table = table.ok_or_else(|| PyValueError::new_err("there is no such game"))?;
        Ok(CoreTable::of(origin, Arc::clone(&self.game), Arc::clone(&self.arrays), table))
    }
}
