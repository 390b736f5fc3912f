//! Random play: quick, because everything else is measured by it.

use crate::game::Game;
use crate::game::cards::nth;
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::program::parts::Phase;

/// How often a lively player thinks again before doing nothing.
const RELUCTANCE: u32 = 3;

/// One of some moves, each as likely; no move if there is none.
pub fn pick(moves: &[Move], rng: &mut Rng) -> Move {
    let place = rng.below(moves.len().max(1) as u32) as usize;
    moves.get(place).copied().unwrap_or(Move::NONE)
}

/// One random decision; false if there is nothing to decide.
#[inline(always)]
pub fn step(game: &Game, s: &mut State, rng: &mut Rng, moves: &mut Vec<Move>) -> bool {
    step_by(game, s, rng, moves, |_, moves, rng| pick(moves, rng))
}

/// One random decision of somebody who would rather do something than nothing: where a card can be
/// played, laid or picked, declining, leaving off or just taking cards is rare. False if there is
/// nothing to decide.
#[inline(always)]
pub fn lively_step(game: &Game, s: &mut State, rng: &mut Rng, moves: &mut Vec<Move>) -> bool {
    step_by(game, s, rng, moves, |s, moves, rng| {
        let mut action = pick(moves, rng);
        for _ in 0..RELUCTANCE {
            if !is_idle(game, s, action) {
                break;
            }
            action = pick(moves, rng);
        }
        action
    })
}

/// One decision: any card where it is only which card to play, otherwise what `choose` says.
#[inline(always)]
fn step_by(
    game: &Game,
    s: &mut State,
    rng: &mut Rng,
    moves: &mut Vec<Move>,
    choose: impl Fn(&State, &[Move], &mut Rng) -> Move,
) -> bool {
    if s.waiting != Waiting::Decision {
        return false;
    }
    if let Some((seat, cards)) = game.plain_cards(s) {
        let count = cards.count_ones();
        if count > 0 {
            let card = nth(cards, rng.below(count));
            game.apply(s, seat, Move::card(card), rng);
            return true;
        }
    }
    let seat = game.asked(s);
    game.legal(s, seat, moves);
    if moves.is_empty() {
        return false;
    }
    let action = choose(s, moves, rng);
    game.apply(s, seat, action, rng);
    true
}

/// Whether a move does nothing, or begins with taking cards.
fn is_idle(game: &Game, s: &State, action: Move) -> bool {
    match action.kind {
        Kind::Pass | Kind::Stop | Kind::Take => true,
        Kind::Option => {
            let phases = &game.program.phases;
            let Some(Phase::Choice(choice)) = phases.get(usize::from(s.innermost().phase)) else {
                return false;
            };
            let option = choice.options.get(usize::from(action.option));
            let Some(Phase::Block(block)) = option.map(|id| &phases[id.index()]) else {
                return false;
            };
            block.phases.first().is_some_and(|id| matches!(phases[id.index()], Phase::Draw(_)))
        }
        _ => false,
    }
}

/// Plays on at random to the end of the game, or for so many decisions; gives how many there were.
pub fn playout(
    game: &Game,
    s: &mut State,
    rng: &mut Rng,
    moves: &mut Vec<Move>,
    max_decisions: u32,
) -> u32 {
    let mut decisions = 0;
    while decisions < max_decisions && step(game, s, rng, moves) {
        decisions += 1;
    }
    decisions
}

/// Plays on to the end of the deal, or for so many decisions, as lively players do.
pub fn playout_deal(
    game: &Game,
    s: &mut State,
    rng: &mut Rng,
    moves: &mut Vec<Move>,
    max_decisions: u32,
) -> u32 {
    let deal = s.deal_number;
    let mut decisions = 0;
    while decisions < max_decisions && s.deal_number == deal && lively_step(game, s, rng, moves) {
        decisions += 1;
    }
    decisions
}
