//! Close looks at games, for Python.

use darwindeck_core::game::work::MATCH;
use darwindeck_core::measure::{self, Fork, Notes, Study, Trace};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::learning;
use crate::play::{CoreGame, in_background, player};

/// Plays deals with every line-up and gives a trace of each game; see `darwindeck.evaluation.traces`.
#[pyfunction]
#[pyo3(signature = (
    game, deals, *, seed, lineups, first=0, single_hand=false, most=1_000_000,
    most_effort=u64::MAX, course=false,
    checkpoints=0, playouts=0, trials=0, worlds=0, widest=8, touches=0, noted=false,
    forks=0, work=MATCH, threads=1, progress=None
))]
#[allow(clippy::too_many_arguments)]
pub fn study_games<'py>(
    py: Python<'py>,
    game: PyRef<'py, CoreGame>,
    deals: u64,
    seed: u64,
    lineups: Vec<Vec<String>>,
    first: u64,
    single_hand: bool,
    most: u32,
    most_effort: u64,
    course: bool,
    checkpoints: usize,
    playouts: u32,
    trials: usize,
    worlds: u32,
    widest: usize,
    touches: usize,
    noted: bool,
    forks: usize,
    work: i64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let seated = |names: &Vec<String>| -> PyResult<Vec<_>> {
        if names.is_empty() {
            return Err(PyValueError::new_err("nobody plays: give at least one player"));
        }
        names.iter().map(|name| player(name)).collect()
    };
    let lineups = lineups.iter().map(seated).collect::<PyResult<Vec<_>>>()?;
    if lineups.is_empty() {
        return Err(PyValueError::new_err("there must be at least one line-up"));
    }
    let core: &CoreGame = &game;
    let seated = lineups.iter().flatten();
    let learnt = learning::ready(py, &core.game, &core.learnt, seated, threads)?;
    let study = Study {
        deals,
        first,
        seed,
        lineups,
        single_hand,
        most,
        most_effort,
        course,
        checkpoints,
        playouts,
        trials,
        worlds,
        widest: widest.max(2),
        touches,
        noted,
        forks,
        work,
        learnt,
    };
    let traces = in_background(py, progress, |cancelled, done| {
        let yardstick = study.needs_yardstick().then(|| core.yardstick());
        measure::study(&core.game, yardstick, &study, threads.max(1), cancelled, done)
    })?;
    let list = PyList::empty(py);
    for trace in &traces {
        list.append(told(py, trace)?)?;
    }
    Ok(list)
}

fn told<'py>(py: Python<'py>, trace: &Trace) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    macro_rules! set {
        ($($name:ident: $value:expr),* $(,)?) => { $( dict.set_item(stringify!($name), $value)?; )* };
    }
    set! {
        deal: trace.deal, lineup: trace.lineup, shares: &trace.shares, standings: &trace.standings,
        limit: trace.limit, work: trace.work, units: trace.units, broken_off: trace.broken_off, turns: trace.turns, hands: trace.hands,
        decisions: trace.decisions, choices: trace.choices, repeats: trace.repeats,
        seats: PyBytes::new(py, &trace.seats), kinds: PyBytes::new(py, &trace.kinds),
        counts: PyBytes::new(py, &trace.counts), leaders: PyBytes::new(py, &trace.leaders),
        touches: trace.touches, thought: trace.thought, effort: trace.effort,
    }
    let checkpoints = trace.checkpoints.iter();
    let checkpoints: Vec<_> = checkpoints.map(|at| (at.decision, at.chances.clone())).collect();
    dict.set_item("checkpoints", checkpoints)?;
    let trials = trace.trials.iter();
    let trials: Vec<_> = trials.map(|one| (one.kind, one.moves, one.values.clone())).collect();
    dict.set_item("trials", trials)?;
    dict.set_item("notes", noted(py, &trace.notes)?)?;
    Ok(dict)
}

fn noted<'py>(py: Python<'py>, notes: &Notes) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let deals = notes.deals.iter();
    let deals: Vec<_> = deals
        .map(|deal| (deal.cards.clone(), deal.margins.clone(), deal.end, deal.standings.clone()))
        .collect();
    let forks = notes.forks.iter();
    let forks: Vec<_> = forks
        .map(|one| {
            let Fork { phase, clause, chosen, side, gain, promise, same, winners } = *one;
            (phase, clause, chosen, side, gain, promise, same, winners)
        })
        .collect();
    dict.set_item("clauses", &notes.clauses)?;
    dict.set_item("deals", deals)?;
    dict.set_item("forks", forks)?;
    dict.set_item("hidden", notes.hidden)?;
    dict.set_item("tricks", notes.tricks)?;
    dict.set_item("last", &notes.last)?;
    Ok(dict)
}
