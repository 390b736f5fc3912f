//! What the moves of a decision are worth to the player who decides.

use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::tables::SEATS;
use crate::game::view::View;
use crate::players::random;

use super::Trial;
use super::play::{Moment, Worker};

impl Worker<'_> {
    /// Tries moves in the same worlds, drawn from what the player sees, and plays the deal out with
    /// lively random players. Where there are too many moves, some are left out at random.
    pub(super) fn try_moves(&mut self, moment: &Moment, rng: &mut Rng) -> Option<Trial> {
        let (game, study, yardstick) = (self.game, self.study, self.yardstick?);
        let side = yardstick.side_of(moment.seat)?;
        let view = View::new(game, &moment.state, moment.seat);
        let start = yardstick.start(game, view.table());
        let mut tried: Vec<Move> = Vec::new();
        game.choices(view.table(), view.seat(), &mut tried);
        let count = tried.len();
        while tried.len() > study.widest {
            tried.swap_remove(rng.below(tried.len() as u32) as usize);
        }
        let mut values = vec![Vec::with_capacity(study.worlds as usize); tried.len()];
        let mut worlds = std::mem::take(&mut self.worlds);
        if let [world, trial, ..] = worlds.as_mut_slice() {
            for _ in 0..study.worlds {
                view.sample_into(game, rng, world);
                let chance = rng.bits();
                for (action, found) in tried.iter().zip(&mut values) {
                    // The same chance for every move, so that only the move makes a difference.
                    let mut rng = Rng::new(chance);
                    trial.clone_from(world);
                    game.apply(trial, moment.seat, *action, &mut rng);
                    self.thought += 1;
                    if !yardstick.is_decided(&start, trial) {
                        let most = yardstick.patience();
                        let made = random::playout_deal(game, trial, &mut rng, most);
                        self.thought += u64::from(made);
                    }
                    let mut worth = [0.0; SEATS];
                    yardstick.value(game, &start, trial, &mut rng, &mut worth);
                    found.push(worth[side]);
                }
            }
        }
        self.worlds = worlds;
        Some(Trial { kind: moment.kind, moves: count as u32, values })
    }
}
