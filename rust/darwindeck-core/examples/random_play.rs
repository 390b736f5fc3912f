//! Plays games at random and prints how many decisions they took, so that somebody can count what a
//! decision takes: `random_play FILE hand|game NUMBER`.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use darwindeck_core::game::{Game, work};
use darwindeck_core::players::Player;
use darwindeck_core::simulate::{self, Batch};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, unit, number] = &arguments[..] else {
        return Err("usage: random_play FILE hand|game NUMBER".into());
    };
    let game = Game::new(&std::fs::read(file)?).map_err(|problem| format!("{problem:?}"))?;
    let batch = Batch {
        games: number.parse()?,
        first: 0,
        seed: 1,
        players: vec![Player::Random],
        single_hand: unit == "hand",
        rotate: false,
        detailed: false,
        work: work::MATCH,
        learnt: Default::default(),
    };
    let never = Arc::new(AtomicBool::new(false));
    let tally = simulate::play(&game, &batch, 1, &never, &AtomicU64::new(0));
    // Where nobody decides anything, turns are counted.
    let decisions = tally.decisions.sum;
    println!("{}", if decisions == 0 { tally.turns.sum } else { decisions });
    Ok(())
}
