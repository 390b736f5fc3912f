//! Plays games in every way there is and prints two numbers for each, one for what is played and one for
//! the work it took: `fingerprint FILE …`.
//!
//! Two builds of the core that print the same first numbers play the same games: the same moves are legal, the
//! same positions are come to, the same is known and counted, and chance is asked as often. Where play is
//! ridden through, it stops after one, two, three … decisions, so that it is left everywhere.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use darwindeck_core::fingerprint::fingerprint;
use darwindeck_core::game::rng::Rng;
use darwindeck_core::game::state::Waiting;
use darwindeck_core::game::view::View;
use darwindeck_core::game::{Game, work};
use darwindeck_core::players::Player;
use darwindeck_core::players::random::playout;
use darwindeck_core::simulate::{self, Batch};

/// How many decisions of one match are looked at.
const DECISIONS: u32 = 300;
/// How many matches are played in each way.
const MATCHES: u64 = 3;
/// How many hands a batch has.
const HANDS: u64 = 12;

fn main() -> Result<(), Box<dyn Error>> {
    for file in std::env::args().skip(1) {
        let game = Game::new(&std::fs::read(&file)?).map_err(|problem| format!("{problem:?}"))?;
        let (mut bytes, mut spent) = (Vec::new(), Vec::new());
        for seed in 0..MATCHES {
            stepped(&game, seed, &mut bytes, &mut spent);
            ridden(&game, seed, &mut bytes);
        }
        counted(&game, &mut bytes, &mut spent);
        println!("{:016x} {:016x} {file}", fingerprint(&bytes), fingerprint(&spent));
    }
    Ok(())
}

/// One decision after the other, by somebody who looks at everything.
fn stepped(game: &Game, seed: u64, bytes: &mut Vec<u8>, spent: &mut Vec<u8>) {
    let (mut rng, mut thoughts) = (Rng::of_game(seed, 1), Rng::of_game(seed, 2));
    let mut s = game.deal(&mut rng);
    s.tracking = true;
    s.work_left = i64::MAX / 4;
    game.start(&mut s, &mut rng, false);
    let mut moves = Vec::new();
    for decision in 0..DECISIONS {
        if s.waiting != Waiting::Decision {
            break;
        }
        let seat = game.asked(&s);
        game.legal(&s, seat, &mut moves);
        bytes.extend(moves.iter().flat_map(|action| action.code().to_le_bytes()));
        bytes.extend(s.digest().to_le_bytes());
        if decision % 7 == 0 {
            let view = View::new(game, &s, seat);
            bytes.extend(view.table().digest().to_le_bytes());
            bytes.extend(view.sample(game, &mut thoughts).digest().to_le_bytes());
        }
        let Some(action) = moves.get(thoughts.below(moves.len().max(1) as u32) as usize) else {
            break;
        };
        game.apply(&mut s, seat, *action, &mut rng);
    }
    bytes.extend(s.digest().to_le_bytes());
    spent.extend(s.work_left.to_le_bytes());
    bytes.extend(rng.bits().to_le_bytes());
}

/// Some decisions at once, by somebody at hand.
fn ridden(game: &Game, seed: u64, bytes: &mut Vec<u8>) {
    let mut rng = Rng::of_game(seed, 3);
    let mut s = game.deal(&mut rng);
    s.tracking = seed % 2 == 1;
    game.start(&mut s, &mut rng, false);
    let (mut left, mut portion, mut moves) = (DECISIONS, 1, Vec::new());
    while left > 0 && s.waiting == Waiting::Decision {
        left = left.saturating_sub(portion);
        let taken = playout(game, &mut s, &mut rng, portion);
        bytes.extend(taken.to_le_bytes());
        bytes.extend(s.digest().to_le_bytes());
        bytes.extend(rng.clone().bits().to_le_bytes());
        if s.waiting == Waiting::Decision {
            game.legal(&s, game.asked(&s), &mut moves);
            bytes.extend(moves.iter().flat_map(|action| action.code().to_le_bytes()));
        }
        portion = portion % 9 + 1;
    }
}

/// A batch of single hands, of which nothing but sums are known.
fn counted(game: &Game, bytes: &mut Vec<u8>, spent: &mut Vec<u8>) {
    let batch = Batch {
        games: HANDS,
        first: 0,
        seed: 5,
        players: vec![Player::Random],
        single_hand: true,
        rotate: false,
        detailed: false,
        work: work::MATCH,
        learnt: Default::default(),
    };
    let never = Arc::new(AtomicBool::new(false));
    let mut tally = simulate::play(game, &batch, 1, &never, &AtomicU64::new(0));
    spent.extend(std::mem::take(&mut tally.units).to_le_bytes());
    bytes.extend(format!("{tally:?}").bytes());
}
