//! What players learn, and how they see positions, for Python.

use std::sync::{Arc, Mutex, PoisonError};

use darwindeck_core::game::Game;
use darwindeck_core::game::moves::{Kind, Move};
use darwindeck_core::game::rng::Rng;
use darwindeck_core::game::view::View;
use darwindeck_core::players::encoding::{Encoding, Listing, Rows, features};
use darwindeck_core::players::{Learnt, Player, Policy, learn};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::play::{CoreGame, Position, guarded, in_background, player};

/// A feature for people: phase, what the move does (-1: it is of the moment), kind, two numbers.
type Told = (u16, i16, u16, u32, u32);

/// The code of a move (0: the moment), and its features in both ways.
pub(crate) type Encoded = (u64, Vec<Told>, Vec<u32>);

/// Everything that some players must have learnt; what nobody has learnt yet is learnt now.
pub(crate) fn ready<'a>(
    py: Python<'_>,
    game: &Game,
    learnt: &Mutex<Learnt>,
    players: impl IntoIterator<Item = &'a Player>,
    threads: usize,
) -> PyResult<Learnt> {
    for steps in players.into_iter().filter_map(Player::schooling) {
        if known(learnt).get(steps).is_none() {
            let policy = study(py, game, steps, threads, None)?;
            learnt.lock().unwrap_or_else(PoisonError::into_inner).keep(steps, policy);
        }
    }
    Ok(known(learnt))
}

fn known(learnt: &Mutex<Learnt>) -> Learnt {
    learnt.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

fn study(
    py: Python<'_>,
    game: &Game,
    steps: u32,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Arc<Policy>> {
    let (policy, stopped) = in_background(py, progress, |cancelled, done| {
        let policy = learn::learn(game, steps, threads.max(1), cancelled, done);
        (policy, cancelled.load(std::sync::atomic::Ordering::Relaxed))
    })?;
    if stopped {
        return Err(PyKeyboardInterrupt::new_err("learning was stopped"));
    }
    Ok(Arc::new(policy))
}

/// In how many steps a player learns a game before it plays; None if it does not learn.
#[pyfunction]
pub fn schooling(player_text: &str) -> PyResult<Option<u32>> {
    Ok(player(player_text)?.schooling())
}

/// Learns a game in so many steps, unless that was done; KeyboardInterrupt if it is stopped.
#[pyfunction]
#[pyo3(signature = (game, steps, *, threads=1, progress=None))]
pub fn learn_game(
    py: Python<'_>,
    game: PyRef<'_, CoreGame>,
    steps: u32,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    if steps == 0 {
        return Err(PyValueError::new_err("nothing is learnt in 0 steps"));
    }
    let core: &CoreGame = &game;
    if known(&core.learnt).get(steps).is_none() {
        let policy = study(py, &core.game, steps, threads, progress)?;
        core.learnt.lock().unwrap_or_else(PoisonError::into_inner).keep(steps, policy);
    }
    Ok(())
}

/// Takes what was learnt before; False if the bytes are damaged or of another version.
#[pyfunction]
pub fn teach_game(
    py: Python<'_>,
    game: PyRef<'_, CoreGame>,
    steps: u32,
    weights: &[u8],
) -> PyResult<bool> {
    let core: &CoreGame = &game;
    let policy = py.detach(|| guarded(|| Policy::read(&core.game, weights)))?;
    let Some(policy) = policy else { return Ok(false) };
    core.learnt.lock().unwrap_or_else(PoisonError::into_inner).keep(steps, Arc::new(policy));
    Ok(true)
}

/// Whether anything was learnt in so many steps.
#[pyfunction]
pub fn has_learnt(game: PyRef<'_, CoreGame>, steps: u32) -> bool {
    known(&game.learnt).get(steps).is_some()
}

/// What was learnt in so many steps, as bytes; None if nothing was.
#[pyfunction]
pub fn weights_of<'py>(
    py: Python<'py>,
    game: PyRef<'py, CoreGame>,
    steps: u32,
) -> Option<Bound<'py, PyBytes>> {
    let policy = known(&game.learnt).get(steps)?;
    Some(PyBytes::new(py, &policy.write(&game.game)))
}

/// The versions of the encoding of a game, and of the learner.
#[pyfunction]
pub fn learning_version(game: PyRef<'_, CoreGame>) -> (u32, u32) {
    (Encoding::new(&game.game).version(), learn::version(&game.game))
}

/// The kinds of features: name, meaning, what its two numbers are.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn describe_features() -> Vec<(&'static str, &'static str, &'static str, &'static str)> {
    features::ALL.iter().map(|one| (one.name, one.meaning, one.first, one.second)).collect()
}

/// What a seat sees, and each of its moves, as features: to be read, and as numbers.
pub(crate) fn features(py: Python<'_>, at: &Position, seat: u8) -> PyResult<Vec<Encoded>> {
    py.detach(|| {
        guarded(|| {
            let game: &Game = &at.game;
            let view = View::new(game, &at.state, seat);
            let mut moves = Vec::new();
            view.legal(game, &mut moves);
            if moves.is_empty() {
                return Vec::new();
            }
            let encoding = Encoding::new(game);
            let table = view.table();
            let mut copy = table.clone();
            let (mut told, mut rows) = (Listing::default(), Rows::default());
            let look = encoding.moment(game, table, seat, &mut told);
            encoding.moment(game, table, seat, &mut rows);
            let mut all = vec![(0, listed(&told), std::mem::take(&mut rows.list))];
            for action in &moves {
                told.list.clear();
                encoding.action(game, table, *action, &look, Some(&mut copy), &mut told);
                encoding.action(game, table, *action, &look, Some(&mut copy), &mut rows);
                all.push((Move::code(*action), listed(&told), std::mem::take(&mut rows.list)));
            }
            all
        })
    })
}

fn listed(told: &Listing) -> Vec<Told> {
    let number = |deed: Option<Kind>| deed.map_or(-1, |kind| kind as i16);
    let of = told.list.iter();
    of.map(|(phase, deed, feature, first, second)| {
        (*phase, number(*deed), *feature as u16, *first, *second)
    })
    .collect()
}

/// What a move promises: code, worth, worlds tried, margin in them, share of them in which nobody did
/// better, and how often the trick in progress was taken and came to its end.
pub(crate) type Promise = (u64, f32, u32, f64, f32, u32, u32);

/// What the moves of a seat promise to an expert who sees what the seat sees, the best first.
pub(crate) fn prospects(
    py: Python<'_>,
    at: &Position,
    seat: u8,
    name: &str,
    seed: u64,
) -> PyResult<Vec<Promise>> {
    let thinker = player(name)?;
    let Player::Expert { steps, budget, .. } = thinker else {
        return Err(PyValueError::new_err(format!("{name:?} is no expert")));
    };
    let learnt = ready(py, &at.game, &at.learnt, [&thinker], 1)?;
    let found = py.detach(|| {
        guarded(|| {
            // A lone player's plan is kept, so that one hint goes on where another ended.
            let mut scratch = at.thoughts.lock().unwrap_or_else(PoisonError::into_inner);
            scratch.learn_from(&learnt);
            let view = thinker.look(&at.game, &at.state, seat);
            let mut rng = Rng::new(seed);
            Player::prospects((steps, budget), &at.game, &view, &mut rng, &mut scratch)
        })
    })?;
    Ok(found
        .iter()
        .map(|one| {
            let (tries, ended) = (f64::from(one.tries.max(1)), one.ended.max(1) as f32);
            let (margin, best) = (one.gained / tries, one.best / ended);
            let (code, worth) = (Move::code(one.action), one.worth);
            (code, worth, one.ended.min(one.tries), margin, best, one.tricks.1, one.tricks.0)
        })
        .collect())
}

/// How often somebody who plays by what was learnt makes which move of a seat.
pub(crate) fn mixture(
    py: Python<'_>,
    at: &Position,
    seat: u8,
    name: &str,
) -> PyResult<Vec<(u64, f32)>> {
    let Player::Learned { steps, unsteady: false } = player(name)? else {
        return Err(PyValueError::new_err(format!(
            "{name:?} does not play by what was learnt alone"
        )));
    };
    let learnt = ready(py, &at.game, &at.learnt, [&Player::Learned { steps, unsteady: false }], 1)?;
    let found = py.detach(|| {
        guarded(|| {
            let view = View::new(&at.game, &at.state, seat);
            learnt.get(steps).map(|policy| policy.shares(&at.game, &view))
        })
    })?;
    let shares = found.unwrap_or_default();
    Ok(shares.into_iter().map(|(action, share)| (Move::code(action), share)).collect())
}
