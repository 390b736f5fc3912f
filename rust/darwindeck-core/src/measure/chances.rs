//! How likely each side is to win from some moment on.

use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::view::View;
use crate::players::random;

use super::play::Worker;

impl Worker<'_> {
    /// The chance of each side: the average of what the players at the table can expect, each from what
    /// they see, if the rest is played by lively random players.
    pub(super) fn chances(&mut self, s: &State, rng: &mut Rng) -> Vec<f32> {
        let (game, study) = (self.game, self.study);
        let sides = self.rivals.len();
        let mut won = vec![0.0; sides];
        let players = u32::from(game.tables.players.max(1));
        let mut played = 0;
        let mut worlds = std::mem::take(&mut self.worlds);
        for seat in 0..players {
            let playouts = study.playouts / players + u32::from(seat < study.playouts % players);
            if playouts == 0 {
                continue;
            }
            let view = View::new(game, s, seat as u8);
            let world = &mut worlds[0];
            for _ in 0..playouts {
                view.sample_into(game, rng, world);
                let decisions = random::playout(game, world, rng, study.most);
                self.thought += u64::from(decisions);
                played += 1;
                if world.waiting != Waiting::Over || world.outcome.limit.is_some() {
                    won.iter_mut().for_each(|sum| *sum += 1.0 / sides as f32);
                    continue;
                }
                let shares = self.shares(world);
                won.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
            }
        }
        self.worlds = worlds;
        won.iter().map(|sum| sum / played.max(1) as f32).collect()
    }
}
