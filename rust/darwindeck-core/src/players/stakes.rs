//! What a hand brings each side, by what the win conditions of the game compare.

use crate::game::Game;
use crate::game::judge::{Env, Subject, seats};
use crate::game::state::{State, Waiting};
use crate::game::tables::{NOBODY, SEATS};
use crate::program::parts::{WinComparison, WinType};
use crate::program::{ExprId, Program};

use super::net::ln;
use super::traits::Observer;

/// What part of an outcome winning the match is, where the hand decided it.
const WINNING: f32 = 0.8;
/// What it is worth not to come to an end.
const ENDLESS: f32 = -0.3;
/// What it is worth to everybody that a hand is thrown in: they are no further than before.
const THROWN_IN: f32 = -0.2;
/// What part of a margin counts then.
const UNDECIDED: f32 = 0.5;

/// What is compared in the end.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Compared {
    Score,
    Chips,
    Value(ExprId),
    /// Cards that are still held: the fewer the better.
    CardsLeft,
}

/// What players of one game play for.
#[derive(Clone, Debug)]
pub struct Stakes {
    /// The seats of each side, or each player.
    pub sides: Vec<u16>,
    compared: Compared,
    sign: i32,
    /// Whether everybody plays against the house and not against each other.
    house: bool,
    /// What tells how far a lone player is from winning.
    lone: Option<Observer>,
}

/// Where everybody stands when a hand begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Before {
    deal: i32,
    hand: i32,
    standing: [i32; SEATS],
}

impl Stakes {
    /// What players of a game play for.
    pub fn new(game: &Game) -> Self {
        let program = &game.program;
        let compared = compared(program);
        let lowest = |win: &crate::program::parts::WinCondition| {
            win.comparison == WinComparison::Lowest || win.r#type == WinType::LowScore
        };
        let low = program.win_conditions.iter().any(lowest);
        let house = game.tables.house != NOBODY;
        let lone = (game.tables.players == 1 && !house).then(|| Observer::new(game));
        Self {
            sides: crate::simulate::rivals(game),
            compared,
            sign: if low && compared != Compared::CardsLeft { -1 } else { 1 },
            house,
            lone,
        }
    }

    /// Whether somebody plays alone against the cards.
    pub fn is_lone(&self) -> bool {
        self.lone.is_some()
    }

    /// The side of a seat; the house is on none.
    pub fn side_of(&self, seat: u8) -> Option<usize> {
        self.sides.iter().position(|mask| seat < 16 && mask & (1 << seat) != 0)
    }

    /// What a side has by what is compared in the end, the more the better.
    pub fn standing(&self, game: &Game, s: &State, side: usize) -> i32 {
        let mask = self.sides[side];
        let sum = |values: &[i32; SEATS]| -> i32 {
            seats(mask).map(|seat| values[usize::from(seat)]).fold(0, i32::saturating_add)
        };
        let value = match self.compared {
            Compared::Chips => sum(&s.chips).saturating_add(sum(&s.staked)),
            Compared::Score if game.tables.teams => {
                sum(&s.score).saturating_add(s.side_score[side])
            }
            Compared::Score => sum(&s.score),
            Compared::Value(value) => {
                Env::of(game, s, Subject { mask, side: game.tables.teams }).int(value)
            }
            Compared::CardsLeft => {
                -seats(mask).map(|seat| game.hand_of(s, seat).count_ones() as i32).sum::<i32>()
            }
        };
        value.saturating_mul(self.sign)
    }

    /// Where everybody stands now.
    pub fn before(&self, game: &Game, s: &State) -> Before {
        let mut before = Before { deal: s.deal_number, hand: s.hand_number, ..Before::default() };
        // Cards that are dealt first are no loss.
        if self.compared != Compared::CardsLeft {
            for side in 0..self.sides.len() {
                before.standing[side] = self.standing(game, s, side);
            }
        }
        before
    }

    /// Whether the hand that began there is over.
    pub fn is_decided(&self, before: &Before, s: &State) -> bool {
        s.waiting == Waiting::Over || s.deal_number != before.deal
    }

    /// 1 for each side that has won, and -1 for each other; 0 where none or all have, or the game goes on.
    pub fn wins(&self, game: &Game, s: &State) -> [f32; SEATS] {
        let mut wins = [0.0; SEATS];
        let won = |side: &u16| s.outcome.winners & side != 0;
        let winners = self.sides.iter().filter(|side| won(side)).count();
        let all = winners == self.sides.len() && self.sides.len() > 1;
        if s.waiting == Waiting::Over && s.outcome.limit.is_none() && !all {
            let alone = self.sides.len() == 1 || game.tables.house != NOBODY;
            for (side, slot) in self.sides.iter().zip(&mut wins) {
                *slot = match won(side) {
                    true => 1.0,
                    false if winners > 0 || alone => -1.0,
                    false => 0.0,
                };
            }
        }
        wins
    }

    /// Where everybody stands now, with what lies in the pot of a hand in progress.
    pub fn holdings(&self, game: &Game, s: &State) -> Before {
        let mut before = self.before(game, s);
        if self.compared == Compared::Chips && s.waiting == Waiting::Decision {
            for (side, mask) in self.sides.iter().enumerate() {
                let dead = seats(*mask).map(|seat| s.dead[usize::from(seat)]);
                before.standing[side] = dead.fold(before.standing[side], i32::saturating_add);
            }
        }
        before
    }

    /// What each side gained between two moments, the more the better; `over` is whether the second is
    /// the end.
    pub fn gains(&self, game: &Game, before: &Before, now: &Before, s: &State) -> [f32; SEATS] {
        let mut gains = [0.0; SEATS];
        let sides = self.sides.len();
        // Cards that are still held count in the end alone.
        let left = self.compared == Compared::CardsLeft && s.waiting == Waiting::Over;
        for (side, gain) in gains.iter_mut().enumerate().take(sides) {
            *gain = match left {
                true => self.standing(game, s, side) as f32,
                false => now.standing[side].saturating_sub(before.standing[side]) as f32,
            };
        }
        gains
    }

    /// Gains less what the others gained on average; against a house, the gains.
    pub fn relative(&self, gains: [f32; SEATS]) -> [f32; SEATS] {
        let sides = self.sides.len();
        if self.house || sides < 2 {
            return gains;
        }
        let mut total = 0.0;
        for gain in &gains[..sides] {
            total += gain;
        }
        let mut margins = [0.0; SEATS];
        for side in 0..sides {
            margins[side] = gains[side] - (total - gains[side]) / (sides - 1) as f32;
        }
        margins
    }

    /// By how much each side did better than the others on average; against a house, what it gained.
    pub fn margins(&self, game: &Game, before: &Before, s: &State) -> [f32; SEATS] {
        let sides = self.sides.len();
        let mut gains = [0.0; SEATS];
        // Once the next hand is dealt, the cards of this one cannot be counted any more.
        let next = s.waiting != Waiting::Over && s.deal_number != before.deal;
        if self.compared != Compared::CardsLeft || !next {
            for (side, gain) in gains.iter_mut().enumerate().take(sides) {
                let now = self.standing(game, s, side);
                *gain = now.saturating_sub(before.standing[side]) as f32;
            }
        }
        self.relative(gains)
    }

    /// What a hand was worth to each side, from about -1 to 1, given the usual size of a margin, and up to how many
    /// times that size margins count in full.
    pub fn worth(
        &self,
        game: &Game,
        before: &Before,
        s: &State,
        (scale, reach): (f32, f32),
    ) -> [f32; SEATS] {
        let sides = self.sides.len();
        let mut worth = [0.0; SEATS];
        let margins = self.margins(game, before, s);
        if !self.is_decided(before, s) || s.outcome.limit.is_some() {
            for side in 0..sides {
                worth[side] = ENDLESS + UNDECIDED * squash(margins[side] / scale.max(0.5), reach);
            }
            return worth;
        }
        if s.waiting != Waiting::Over && s.hand_number == before.hand {
            worth[..sides].fill(THROWN_IN);
            return worth;
        }
        // A single hand of a match is played for points, as if the match went on.
        let points = matches!(self.compared, Compared::Score | Compared::Chips);
        let over = s.waiting == Waiting::Over
            && !game.program.win_conditions.is_empty()
            && !(s.single_hand && points);
        let won = |side: usize| s.outcome.winners & self.sides[side] != 0;
        let shared = (0..sides).filter(|side| won(*side)).count().max(1) as f32;
        let fair = 1.0 / sides.max(1) as f32;
        for side in 0..sides {
            let points = squash(margins[side] / scale.max(0.5), reach);
            worth[side] = points;
            if over {
                let share = if won(side) { 1.0 / shared } else { 0.0 };
                let win = (share - fair) / (1.0 - fair).max(fair);
                worth[side] = WINNING * win + (1.0 - WINNING) * points;
            }
        }
        worth
    }

    /// How far a seat is from winning: a lone player by what its win conditions ask for, others by how many
    /// cards more they hold than everybody does on average, if that is what is compared; otherwise 0.
    pub fn distance(&self, game: &Game, s: &State, seat: u8) -> f32 {
        if let Some(observer) = &self.lone {
            return observer.distance_of(game, s);
        }
        let Some(own) = self.side_of(seat).filter(|_| self.compared == Compared::CardsLeft) else {
            return 0.0;
        };
        let sides = self.sides.len();
        let mut total = 0;
        for side in 0..sides {
            total += self.standing(game, s, side);
        }
        total as f32 / sides as f32 - self.standing(game, s, own) as f32
    }
}

fn compared(program: &Program) -> Compared {
    let wins = &program.win_conditions;
    let any = |types: &[WinType]| wins.iter().any(|win| types.contains(&win.r#type));
    let scores = !program.scoring_rules.is_empty() || !program.card_scoring.is_empty();
    if any(&[WinType::MostChips, WinType::LastWithChips]) {
        Compared::Chips
    } else if any(&[WinType::HighScore, WinType::LowScore, WinType::FirstToScore]) {
        Compared::Score
    } else if let Some(value) = wins.iter().find_map(|win| win.value) {
        Compared::Value(value)
    } else if wins.is_empty() && program.setup.starting_chips > 0 {
        Compared::Chips
    } else if scores {
        Compared::Score
    } else {
        Compared::CardsLeft
    }
}

/// Linear as far as it is said, then ever flatter.
fn squash(margin: f32, reach: f32) -> f32 {
    let size = margin.abs() / reach;
    0.5 * if size <= 1.0 { margin } else { margin.signum() * reach * (1.0 + ln(size)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_margins_are_worth_more_but_ever_less_so() {
        let worths: Vec<f32> = [-50.0, -2.0, -0.5, 0.0, 0.5, 2.0, 4.0, 50.0]
            .map(|margin| squash(margin, 1.0))
            .to_vec();
        assert!(worths.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(worths[3], 0.0);
        assert!(worths[7] < 3.0);
        assert_eq!(squash(7.0, 8.0), 3.5);
    }
}
