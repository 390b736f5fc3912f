//! Players by name: `easy`, `fair`, `strong`, `expert`, `random`, `greedy`, `mc`, `mc:200`, `mc:50ms`, `ismcts:500`, `search`, `learned`,
//! `learned:50000`, `cheat:200`.

use std::fmt;
use std::str::FromStr;

use super::{Budget, Player};

/// How many playouts `mc` makes.
const PLAYOUTS: u32 = 200;
/// How many playouts `ismcts` and `search` make.
const ITERATIONS: u32 = 500;
/// How many playouts `cheat` makes.
const CHEATS: u32 = 200;
/// In how many steps `learned` learns.
pub const STEPS: u32 = 1_000_000;
/// In how many steps `easy` and `fair` learn.
const EASY: u32 = 10_000;
const FAIR: u32 = 60_000;
/// How many playouts `strong` and `expert` make at most. The expert's are bounded by the steps of its thought:
/// where hands are short it tries more of them.
const GLANCES: u32 = 60;
const THOUGHTS: u32 = 10_000;
/// How readily tree searches try what has done badly so far.
pub const EXPLORATION: f32 = 0.7;
/// The most playouts a name may ask for.
const MOST_PLAYOUTS: u32 = 10_000_000;
/// The most milliseconds a name may ask for.
const MOST_MILLISECONDS: u32 = 3_600_000;

/// A name that names no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPlayer {
    name: String,
    why: &'static str,
}

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{:?} is no player: {}. Players are easy, fair, strong and expert; random, greedy, learned, \
             even, mc, ismcts, search and cheat; \
             the last five may say how many playouts they make, as in mc:200, or how long they think, \
             as in mc:50ms; learned may say in how many steps it learns, as in learned:50000",
            self.name, self.why
        )
    }
}

impl std::error::Error for UnknownPlayer {}

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Self, UnknownPlayer> {
        let wrong = |why| UnknownPlayer { name: name.to_owned(), why };
        let (kind, budget) = match name.trim().split_once(':') {
            Some((kind, budget)) => (kind, Some(parse_budget(budget).map_err(wrong)?)),
            None => (name.trim(), None),
        };
        let or = |playouts| budget.unwrap_or(Budget::Iterations(playouts));
        let exploration = EXPLORATION;
        match kind {
            "random" | "greedy" if budget.is_some() => Err(wrong("it does not think any longer")),
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            "easy" | "fair" | "strong" if budget.is_some() => {
                Err(wrong("it does not think any longer"))
            }
            "easy" => Ok(Self::Learned { steps: EASY, unsteady: true }),
            "fair" => Ok(Self::Learned { steps: FAIR, unsteady: false }),
            "strong" => {
                let budget = Budget::Iterations(GLANCES);
                Ok(Self::Expert { steps: STEPS, budget, even: false })
            }
            "expert" => Ok(Self::Expert { steps: STEPS, budget: or(THOUGHTS), even: false }),
            "even" => Ok(Self::Expert { steps: STEPS, budget: or(THOUGHTS), even: true }),
            "learned" => match budget {
                None => Ok(Self::Learned { steps: STEPS, unsteady: false }),
                Some(Budget::Iterations(steps)) => Ok(Self::Learned { steps, unsteady: false }),
                Some(Budget::Milliseconds(_)) => {
                    Err(wrong("it learns in steps, whatever time they take"))
                }
            },
            "mc" => Ok(Self::MonteCarlo { budget: or(PLAYOUTS) }),
            "ismcts" | "search" => Ok(Self::Ismcts { budget: or(ITERATIONS), exploration }),
            "cheat" => Ok(Self::Cheater { budget: or(CHEATS), exploration }),
            _ => Err(wrong("nobody is called that")),
        }
    }
}

fn parse_budget(text: &str) -> Result<Budget, &'static str> {
    let (digits, timed) = match text.strip_suffix("ms") {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse::<u32>().ok().filter(|_| plain);
    let number = number.ok_or("after the colon must come a number, or a number and ms")?;
    match (timed, number) {
        (_, 0) => Err("0 is no budget"),
        (true, MOST_MILLISECONDS..) | (false, MOST_PLAYOUTS..) => Err("the budget is too large"),
        (true, _) => Ok(Budget::Milliseconds(number)),
        (false, _) => Ok(Budget::Iterations(number)),
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iterations(count) => write!(out, "{count}"),
            Self::Milliseconds(count) => write!(out, "{count}ms"),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => out.write_str("random"),
            Self::Greedy => out.write_str("greedy"),
            Self::MonteCarlo { budget } => write!(out, "mc:{budget}"),
            Self::Ismcts { budget, .. } => write!(out, "ismcts:{budget}"),
            Self::Learned { unsteady: true, .. } => out.write_str("easy"),
            Self::Learned { steps, .. } => write!(out, "learned:{steps}"),
            Self::Expert { budget, even: true, .. } => write!(out, "even:{budget}"),
            Self::Expert { budget, .. } => write!(out, "expert:{budget}"),
            Self::Cheater { budget, .. } => write!(out, "cheat:{budget}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_who_plays_and_how_long_they_think() {
        let player = |name: &str| name.parse::<Player>().unwrap();
        assert_eq!(player("random"), Player::Random);
        assert_eq!(player(" greedy "), Player::Greedy);
        assert_eq!(player("mc"), Player::MonteCarlo { budget: Budget::Iterations(PLAYOUTS) });
        assert_eq!(player("mc:17"), Player::MonteCarlo { budget: Budget::Iterations(17) });
        assert_eq!(player("mc:50ms"), Player::MonteCarlo { budget: Budget::Milliseconds(50) });
        assert_eq!(player("search"), player("ismcts"));
        assert_eq!(player("ismcts:9").to_string(), "ismcts:9");
        assert_eq!(player("learned").schooling(), player("strong").schooling());
        assert_eq!(player("strong"), player("expert:60"));
        assert_eq!(player("expert:9").schooling(), Some(STEPS));
        assert!(player("cheat:200").cheats());
        assert!(!player("search").cheats());
    }

    #[test]
    fn every_player_is_read_back_from_its_own_name() {
        for name in [
            "random",
            "greedy",
            "easy",
            "learned:7",
            "expert:40",
            "expert:9ms",
            "even:40",
            "mc:3",
            "mc:3ms",
            "ismcts:5",
            "ismcts:7ms",
            "cheat:2",
        ] {
            let player: Player = name.parse().unwrap();
            assert_eq!(player.to_string(), name);
        }
    }

    #[test]
    fn other_names_are_refused_with_the_name_in_the_message() {
        for name in [
            "",
            "Random",
            "mc:",
            "mc:0",
            "mc:-1",
            "mc:+1",
            "mc:1s",
            "mc:ms",
            "mc: 5",
            "random:5",
            "learned:0",
            "learned:5ms",
            "greedy:1ms",
            "mc:99999999999",
            "mc:4000000ms",
            "ismcts:5:5",
            "hal",
        ] {
            let error = name.parse::<Player>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{name:?} is no player: ")), "{error}");
        }
    }
}
