//! Play under the laws, for Python.

use darwindeck_core::audit::{
    self, Audit, Book, Broken, Column, Facts, Fault, Law, Report, chips_in_pots,
};
use darwindeck_core::game::Game;
use darwindeck_core::game::cards::{CardSet, bit};
use darwindeck_core::game::events::Event;
use darwindeck_core::game::state::Limit;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::play::{CoreGame, guarded, in_background};

/// Plays games at random under the laws until so many moves are made; see `darwindeck.laws.long_run`.
#[pyfunction]
#[pyo3(signature = (
    game, moves, *, seed, most=10_000, matches=0, fault=None, threads=1, progress=None
))]
#[allow(clippy::too_many_arguments)]
pub fn audit_games<'py>(
    py: Python<'py>,
    game: PyRef<'py, CoreGame>,
    moves: u64,
    seed: u64,
    most: u32,
    matches: u64,
    fault: Option<(String, u32)>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let fault = fault.map(|(name, at)| Ok::<_, PyErr>((named(&name)?, at))).transpose()?;
    let core: &CoreGame = &game;
    let wanted = Audit { seed, moves, most: most.max(1), matches, fault };
    let report = in_background(py, progress, |cancelled, done| {
        audit::audit(&core.game, &wanted, threads.max(1), cancelled, done)
    })?;
    told(py, &report)
}

/// Faults that `audit_games` can be given: name, and the law that must be found broken.
#[pyfunction]
pub fn audit_faults() -> Vec<(&'static str, &'static str)> {
    Fault::ALL.iter().map(|(name, _, law)| (*name, law.name())).collect()
}

/// The names of the laws that the core looks at.
#[pyfunction]
pub fn audit_laws() -> Vec<&'static str> {
    Law::ALL.iter().map(|law| law.name()).collect()
}

/// What is wrong at a moment by what is told of it, and of the moment before it.
///
/// Each is a dict: `places`, `hands` and `lacks` as lists, `numbers`, `events`, `idle`, `over`, `limit`,
/// `winners`, `to_move`, `able`, `asked`.
#[pyfunction]
pub fn judge_moment(
    py: Python<'_>,
    game: PyRef<'_, CoreGame>,
    before: Option<Bound<'_, PyDict>>,
    now: Bound<'_, PyDict>,
) -> PyResult<Vec<(&'static str, String)>> {
    let core: &CoreGame = &game;
    let before = before.map(|dict| facts(&core.game, &dict)).transpose()?;
    let events = heard(&item(&now, "events")?)?;
    let now = facts(&core.game, &now)?;
    py.detach(|| {
        guarded(|| {
            let mut broken = Broken::new();
            audit::judge(&Book::of(&core.game), before.as_ref(), &now, &events, &mut broken);
            broken.into_iter().map(|(law, what)| (law.name(), what)).collect()
        })
    })
}

fn named(name: &str) -> PyResult<Fault> {
    name.parse().map_err(|error: String| PyValueError::new_err(error))
}

fn told<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in [
        ("games", report.games),
        ("moves", report.moves),
        ("looks", report.looks),
        ("tried", report.tried),
        ("forged", report.forged),
        ("again", report.again),
        ("stopped", report.stopped),
        ("broken", report.broken),
    ] {
        dict.set_item(name, value)?;
    }
    let list = PyList::empty(py);
    for found in &report.found {
        let moves: Vec<(u8, u64)> = found.moves.iter().map(|(s, m)| (*s, m.code())).collect();
        let broken = found.broken.iter().map(|(law, what)| (law.name(), what.clone()));
        let broken: Vec<(&str, String)> = broken.collect();
        list.append((found.game, found.single_hand, moves, broken))?;
    }
    dict.set_item("found", list)?;
    Ok(dict)
}

fn item<'py>(dict: &Bound<'py, PyDict>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let found = dict.get_item(name)?;
    found.ok_or_else(|| PyValueError::new_err(format!("nothing is told of {name}")))
}

fn facts(game: &Game, dict: &Bound<'_, PyDict>) -> PyResult<Facts> {
    let mut facts = Facts::default();
    for place in item(dict, "places")?.try_iter()? {
        let (number, cards): (u16, Vec<u8>) = place?.extract()?;
        facts.lying.extend(cards.into_iter().map(|card| (number, card)));
    }
    sets(&item(dict, "hands")?, &mut facts.held)?;
    sets(&item(dict, "lacks")?, &mut facts.lacks)?;
    let numbers = item(dict, "numbers")?;
    let numbers = numbers.cast::<PyDict>()?;
    for (name, column) in [
        ("chips", &mut facts.chips),
        ("staked", &mut facts.staked),
        ("dead", &mut facts.dead),
        ("score", &mut facts.score),
        ("hand_score", &mut facts.hand_score),
        ("side_score", &mut facts.side_score),
        ("side_hand_score", &mut facts.side_hand_score),
    ] {
        fill(&item(numbers, name)?, column)?;
    }
    facts.pot = item(numbers, "pot")?.extract()?;
    facts.named = chips_in_pots(game, &item(numbers, "registers")?.extract::<Vec<i32>>()?);
    // Turns that are fewer than none are none at all.
    facts.turns = item(numbers, "turns")?.extract::<i64>()?.clamp(0, i64::from(u32::MAX)) as u32;
    facts.idle = item(dict, "idle")?.extract()?;
    facts.over = item(dict, "over")?.extract()?;
    facts.limit = match item(dict, "limit")?.extract::<Option<String>>()?.as_deref() {
        None => None,
        Some("work") => Some(Limit::Work),
        Some(_) => Some(Limit::Turns),
    };
    facts.winners = mask(&item(dict, "winners")?)?;
    facts.to_move = mask(&item(dict, "to_move")?)?;
    facts.able = mask(&item(dict, "able")?)?;
    facts.asked = item(dict, "asked")?.extract()?;
    Ok(facts)
}

fn fill(told: &Bound<'_, PyAny>, column: &mut Column) -> PyResult<()> {
    let numbers: Vec<i32> = told.extract()?;
    for (place, number) in column.iter_mut().zip(numbers) {
        *place = number;
    }
    Ok(())
}

fn sets(told: &Bound<'_, PyAny>, sets: &mut [CardSet]) -> PyResult<()> {
    for (set, cards) in sets.iter_mut().zip(told.try_iter()?) {
        let cards: Vec<u8> = cards?.extract()?;
        *set = cards.iter().fold(0, |set, card| set | bit(card & 127));
    }
    Ok(())
}

fn mask(told: &Bound<'_, PyAny>) -> PyResult<u16> {
    let seats: Vec<u8> = told.extract()?;
    Ok(seats.iter().fold(0, |mask, seat| mask | 1 << (seat & 15)))
}

/// Events as they are told; those that no law asks for are left out.
fn heard(told: &Bound<'_, PyAny>) -> PyResult<Vec<Event>> {
    let mut events = Vec::new();
    for event in told.try_iter()? {
        let event = event?;
        let event = event.cast::<PyTuple>()?;
        let number = |place: usize| event.get_item(place)?.extract::<i64>();
        let kind: String = event.get_item(0)?.extract()?;
        events.push(match kind.as_str() {
            "hand" => Event::Hand { number: 0, deal: 0, dealer: 0 },
            "card" => Event::Card {
                card: number(1)? as u8,
                from: number(2)? as u16,
                to: number(3)? as u16,
                seen: 0,
            },
            "chips" => Event::Chips { seat: number(1)? as u8, amount: number(2)? as i32 },
            "scored" => Event::Scored {
                who: number(1)? as u8,
                amount: number(2)? as i32,
                rule: number(3)? as u16,
            },
            "thrown_in" => Event::ThrownIn,
            "hand_over" => Event::HandOver { scored: event.get_item(1)?.extract()? },
            "game_over" => Event::GameOver { winners: 0, limit: None },
            _ => continue,
        });
    }
    Ok(events)
}
