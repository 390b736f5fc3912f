//! Random play: quick, because everything else is measured by it.

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, nth};
use crate::game::chooser::Chooser;
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::State;
use crate::game::work;
use crate::program::parts::Phase;

/// How often a lively player thinks again before doing nothing.
const RELUCTANCE: u32 = 3;

/// One of some moves, each as likely; no move if there is none.
pub fn pick(moves: &[Move], rng: &mut Rng) -> Move {
    let place = rng.below(moves.len().max(1) as u32) as usize;
    moves.get(place).copied().unwrap_or(Move::NONE)
}

/// One of some cards, each as likely, as is declining where that is allowed.
#[inline(always)]
pub fn pick_card(cards: CardSet, may_decline: bool, rng: &mut Rng) -> Option<CardId> {
    let count = cards.count_ones();
    let place = rng.below((count + u32::from(may_decline)).max(1));
    (place < count).then(|| nth(cards, place))
}

/// Plays at random for so many decisions.
struct AtRandom {
    left: u32,
    /// The deal after which it stops.
    deal: Option<i32>,
    /// Whether it would rather do something than nothing: where a card can be played, laid or picked,
    /// declining, leaving off or just taking cards is rare.
    lively: bool,
}

impl Chooser for AtRandom {
    #[inline(always)]
    fn goes_on(&mut self, s: &State, decisions: u32) -> bool {
        self.left >= decisions && self.deal.is_none_or(|deal| deal == s.deal_number)
    }

    #[inline(always)]
    fn card(&mut self, cards: CardSet, may_decline: bool, rng: &mut Rng) -> Option<CardId> {
        self.left -= 1;
        let mut card = pick_card(cards, may_decline, rng);
        if self.lively && may_decline {
            for _ in 0..RELUCTANCE {
                if card.is_some() {
                    break;
                }
                card = pick_card(cards, may_decline, rng);
            }
        }
        card
    }

    #[inline(always)]
    fn call(&mut self, many: u32, rng: &mut Rng) -> u32 {
        self.left -= 1;
        rng.below(many.max(1))
    }

    fn choose(&mut self, game: &Game, s: &State, moves: &[Move], rng: &mut Rng) -> Move {
        self.left -= 1;
        let mut action = pick(moves, rng);
        if self.lively {
            for _ in 0..RELUCTANCE {
                if !is_idle(game, s, action) {
                    break;
                }
                action = pick(moves, rng);
            }
        }
        action
    }

    fn bet(&mut self, bounds: (i32, i32), rng: &mut Rng) -> Move {
        Game::any_bet(bounds, rng)
    }
}

/// One random decision; false if there is nothing to decide.
pub fn step(game: &Game, s: &mut State, rng: &mut Rng) -> bool {
    ride(game, s, rng, AtRandom { left: 1, deal: None, lively: false }) == 1
}

/// One random decision of somebody who would rather do something than nothing; false if there is nothing
/// to decide.
pub fn lively_step(game: &Game, s: &mut State, rng: &mut Rng) -> bool {
    ride(game, s, rng, AtRandom { left: 1, deal: None, lively: true }) == 1
}

/// Plays on to the end of the match, or for so many decisions, as lively players do; gives how many there
/// were.
pub fn playout(game: &Game, s: &mut State, rng: &mut Rng, max_decisions: u32) -> u32 {
    ride(game, s, rng, AtRandom { left: max_decisions, deal: None, lively: true })
}

/// Plays on to the end of the deal, or for so many decisions, as lively players do; gives how many there
/// were.
pub fn playout_deal(game: &Game, s: &mut State, rng: &mut Rng, max_decisions: u32) -> u32 {
    let deal = Some(s.deal_number);
    ride(game, s, rng, AtRandom { left: max_decisions, deal, lively: true })
}

fn ride(game: &Game, s: &mut State, rng: &mut Rng, mut player: AtRandom) -> u32 {
    let most = player.left;
    game.ride(s, rng, &mut player);
    let taken = most - player.left;
    work::take_steps(taken);
    taken
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
