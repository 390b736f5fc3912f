//! Steps a batch at random and prints how many decisions that took, so that somebody can count what a
//! decision takes with its observation and mask: `batch_play FILE STEPS [GAMES]`.

use std::error::Error;

use darwindeck_core::arrays::batch::{Batch, Rows};
use darwindeck_core::arrays::{Arrays, Reward};
use darwindeck_core::game::Game;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (file, steps, games) = match &arguments[..] {
        [file, steps] => (file, steps.parse::<u32>()?, 64),
        [file, steps, games] => (file, steps.parse()?, games.parse::<usize>()?),
        _ => return Err("usage: batch_play FILE STEPS [GAMES]".into()),
    };
    let game = Game::new(&std::fs::read(file)?).map_err(|problem| format!("{problem:?}"))?;
    let arrays = Arrays::new(&game);
    let sizes = Batch::sizes(&game, &arrays);
    let mut batch = Batch::new(&game, games, true, Reward::Gain, 1);
    let mut observations = vec![0.0; games * sizes.observation];
    let mut masks = vec![0; games * sizes.mask];
    let (mut legal, mut counts) = (vec![0; games * sizes.mask], vec![0; games]);
    let mut rewards = vec![0.0; games * sizes.reward];
    let (mut done, mut to_move) = (vec![0; games], vec![0; games]);
    let mut numbers = vec![0i64; games];
    for step in 0..=steps {
        let rows = Rows {
            observations: &mut observations,
            masks: &mut masks,
            legal: &mut legal,
            counts: &mut counts,
            rewards: &mut rewards,
            done: &mut done,
            to_move: &mut to_move,
        };
        if step == 0 {
            batch.reset(&game, &arrays, 1, rows);
        } else if batch.first_refused(&arrays, &numbers).is_none() {
            batch.step(&game, &arrays, &numbers, rows);
        }
        let turn = step.wrapping_mul(0x9E37_79B9) >> 16;
        for (place, number) in numbers.iter_mut().enumerate() {
            let left = (turn ^ (place as u32 * 2_654_435) >> 8) % counts[place].max(1) as u32;
            *number = i64::from(legal[place * sizes.mask + left as usize]);
        }
    }
    println!("{}", u64::from(steps) * games as u64);
    Ok(())
}
