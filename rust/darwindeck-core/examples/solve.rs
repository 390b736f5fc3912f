//! Searches deals of a game for one with all cards face up, and prints how many it won and how many positions it looked
//! at: `solve FILE FIRST DEALS POSITIONS`.

use std::error::Error;

use darwindeck_core::game::Game;
use darwindeck_core::game::rng::Rng;
use darwindeck_core::game::state::State;
use darwindeck_core::players::Solver;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, first, deals, positions] = &arguments[..] else {
        return Err("usage: solve FILE FIRST DEALS POSITIONS".into());
    };
    let game = Game::new(&std::fs::read(file)?).map_err(|problem| format!("{problem:?}"))?;
    let mut solver = Solver::new(&game);
    let (first, deals): (u64, u64) = (first.parse()?, deals.parse()?);
    let mut state = State::new(&game.tables, &game.layout);
    let (mut won, mut looked) = (0, 0);
    for seed in first..first + deals {
        let mut rng = Rng::new(seed);
        game.start(&mut state, &mut rng, true);
        let (win, taken) = solver.solve(&game, &state, positions.parse()?, &mut rng);
        won += u64::from(win);
        looked += taken;
    }
    println!("{won} {looked}");
    Ok(())
}
