//! Records of real matches, put to the rules, for Python.

use darwindeck_core::game::cards::Cards;
use darwindeck_core::game::record::{Course, Deed, Step};
use darwindeck_core::game::rng::Rng;
use darwindeck_core::game::state::{State, Waiting};
use darwindeck_core::game::{Game, Opening};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::play::{CoreGame, guarded};

/// Follows the record of one hand; see `darwindeck.archives.replay`.
#[pyfunction]
#[pyo3(signature = (game, *, deck, dealer, scores, steps, single_hand=true, seed=0))]
#[allow(clippy::too_many_arguments)]
pub fn replay_hand<'py>(
    py: Python<'py>,
    game: PyRef<'py, CoreGame>,
    deck: Vec<u8>,
    dealer: u8,
    scores: Vec<i32>,
    steps: Vec<(u8, u8, u16, i16)>,
    single_hand: bool,
    seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = &game.game;
    let tables = &rules.tables;
    let mut sorted = deck.clone();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..tables.cards) {
        return Err(PyValueError::new_err("a deck must hold every card once"));
    }
    if dealer >= tables.seats {
        return Err(PyValueError::new_err("there is no such seat to deal"));
    }
    let rivals = if tables.teams { tables.sides.len() } else { usize::from(tables.players) };
    if scores.len() != rivals || scores.iter().any(|score| score.abs() > 1_000_000) {
        return Err(PyValueError::new_err("scores must be one moderate number for each side"));
    }
    let steps = steps.into_iter().map(step).collect::<PyResult<Vec<_>>>()?;
    let (state, course) = py.detach(|| {
        guarded(|| {
            let mut rng = Rng::new(seed);
            let mut state = State::new(tables, &rules.layout);
            let (deck, dealer) = (Some(&deck[..]), Some(dealer));
            let opening = Opening { single_hand, deck, dealer, ..Opening::default() };
            rules.start_with(&mut state, &mut rng, &opening);
            rules.give_scores(&mut state, &scores);
            let course = rules.follow(&mut state, &mut rng, &steps);
            (state, course)
        })
    })?;
    report(py, rules, &state, &course)
}

fn step((seat, kind, number, value): (u8, u8, u16, i16)) -> PyResult<Step> {
    let wrong = || PyValueError::new_err("a step names no deed");
    let deed = match kind {
        0 => Deed::Pass,
        1 => Deed::Call(number, u8::try_from(value).ok()),
        2 => Deed::Card(u8::try_from(number).map_err(|_| wrong())?),
        3 => Deed::Declare(number, u8::try_from(value).ok()),
        _ => return Err(wrong()),
    };
    Ok(Step { seat, deed })
}

fn report<'py>(
    py: Python<'py>,
    game: &Game,
    s: &State,
    course: &Course,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let verdicts: Vec<u8> = course.answers.iter().map(|answer| answer.verdict as u8).collect();
    let declined: Vec<u8> = course.answers.iter().map(|answer| answer.declined).collect();
    let asked: Vec<(u16, u16, u128)> =
        course.answers.iter().map(|answer| (answer.phase, answer.asked, answer.playable)).collect();
    let sides = game.tables.sides.len();
    let seats = usize::from(game.tables.seats);
    let layout = &game.layout;
    let roles: Vec<i32> = s.registers[layout.roles..layout.roles + layout.role_count].to_vec();
    let counters: Vec<Vec<i32>> = layout
        .counters
        .iter()
        .map(|slot| s.registers[slot.at..slot.at + slot.len].to_vec())
        .collect();
    let declarations: Vec<(u8, u16, Vec<u8>, bool)> = s
        .declarations
        .iter()
        .map(|d| (d.seat, d.pattern.0, Cards(d.cards).collect(), d.counts))
        .collect();
    // The points of a hand that is over are in the scores.
    let (points, side_points) = if course.hand_over {
        (&s.last_points, &s.side_last_points)
    } else {
        (&s.hand_score, &s.side_hand_score)
    };
    macro_rules! set {
        ($($name:literal: $value:expr),* $(,)?) => { $( dict.set_item($name, $value)?; )* };
    }
    set! {
        "verdicts": PyBytes::new(py, &verdicts), "declined": PyBytes::new(py, &declined),
        "asked": asked, "winners": PyBytes::new(py, &course.winners), "scored": &course.scored,
        "thrown_in": course.thrown_in, "hand_over": course.hand_over,
        "over": s.waiting == Waiting::Over, "dealer": s.dealer, "mode": s.mode, "trump": s.trump,
        "roles": roles, "counters": counters, "declarations": declarations,
        "tricks": &s.tricks[..seats], "score": &s.score[..seats],
        "side_score": &s.side_score[..sides], "hand_score": &points[..seats],
        "side_hand_score": &side_points[..sides], "lets": game.named_quantities(s),
        "conserved": game.cards_conserved(s),
    }
    Ok(dict)
}
