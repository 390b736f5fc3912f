//! What a position of a game is worth to each side, found out once by playing some hands at random.
//!
//! Positions are described by numbers that any game has (see `traits`). How much each number says about
//! the outcome of a hand is estimated from hands played at random, on top of a few beliefs: points as
//! they would be scored now are good, and so is being near to what wins or scores, and holding cards
//! that form combinations. Where random hands say little, the beliefs stand.

use crate::game::Game;
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::SEATS;
use crate::game::work;
use crate::program::parts::Phase;

use super::random;
use super::traits::{self, COUNT, Observer, Traits};

/// How many hands are played, at most.
const HANDS: u32 = 240;
/// How much effort goes into them, at most, and how much into one of them.
const EFFORT: u32 = 24_000;
const EFFORT_OF_A_HAND: u32 = 1_500;
/// The work that hands may take, all of them and one: see `game::work`.
const WORK: u64 = 60_000_000;
const WORK_OF_A_HAND: u64 = 10_000_000;
/// How much effort it is to list moves, beside just playing a card.
const LISTING: u32 = 3;
/// How many positions of one hand are looked at, at most.
const LOOKS: usize = 24;
/// One position in so many is looked at.
const EVERY: u32 = 5;
/// How many hands the beliefs count for.
const BELIEF: f64 = 20.0;
/// How many decisions a playout may have, and how many where random hands mostly come to nothing.
const PLAYOUT: u32 = 150;
const SHORT_PLAYOUT: u32 = 14;
/// What a number must say about the outcome, at the least, to be looked at again.
const NEGLIGIBLE: f64 = 0.003;
/// What part of a reward winning the game is, when it is over.
const WINNING: f32 = 0.8;

/// What is believed of a number before anything is played.
const BELIEFS: [(usize, f64); 8] = [
    (traits::SETTLED, 0.06),
    (traits::POINTS, 0.03),
    (traits::WIN, 0.05),
    (traits::GOALS, 0.04),
    (traits::ENDING, 0.03),
    (traits::MELDED, 0.05),
    (traits::DEADWOOD, -0.05),
    (traits::SHOWDOWN, 0.05),
];

/// Where a player stands when it begins to think.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    deal: i32,
    standing: [i32; SEATS],
}

/// What a position of one game is measured by.
#[derive(Clone, Debug)]
pub struct Yardstick {
    identity: (u64, usize, usize),
    observer: Observer,
    /// How large the differences of a hand usually are.
    scale: f32,
    weights: Traits,
    middle: Traits,
    average: f32,
    /// How many decisions a playout may have before its position is judged as it is.
    patience: u32,
}

impl Yardstick {
    /// The yardstick of a game. It is always the same.
    pub fn new(game: &Game) -> Self {
        let mut yardstick = Self {
            identity: identity(game),
            observer: Observer::new(game),
            scale: 1.0,
            weights: [0.0; COUNT],
            middle: [0.0; COUNT],
            average: 0.5,
            patience: PLAYOUT,
        };
        let mut lesson = Lesson::default();
        lesson.play(game, &yardstick.observer);
        yardstick.scale = lesson.scale();
        if 2 * lesson.decided() < lesson.begun {
            yardstick.patience = SHORT_PLAYOUT;
        }
        lesson.fit(&mut yardstick);
        yardstick
    }

    /// Whether it was made for this game.
    pub fn is_for(&self, game: &Game) -> bool {
        self.identity == identity(game)
    }

    /// How many decisions a playout may have before its position is judged as it is: few where random
    /// play leads nowhere.
    pub fn patience(&self) -> u32 {
        self.patience
    }

    /// How many sides there are.
    pub fn sides(&self) -> usize {
        self.observer.rivals.len()
    }

    /// The side of a seat; the house is on none.
    pub fn side_of(&self, seat: u8) -> Option<usize> {
        self.observer.rivals.iter().position(|mask| seat < 16 && mask & (1 << seat) != 0)
    }

    /// Where everybody stands now.
    pub fn start(&self, game: &Game, s: &State) -> Start {
        let mut standing = [0; SEATS];
        for (side, value) in standing.iter_mut().enumerate().take(self.sides()) {
            *value = self.observer.standing(game, s, side);
        }
        Start { deal: s.deal_number, standing }
    }

    /// Whether the hand in which one began to think is over.
    pub fn is_decided(&self, start: &Start, s: &State) -> bool {
        s.waiting == Waiting::Over || s.deal_number != start.deal
    }

    /// What a position is worth to each side, from 0 to 1: what was scored if the hand is over, otherwise
    /// an estimate. The state is used up.
    pub fn value(
        &self,
        game: &Game,
        start: &Start,
        s: &mut State,
        rng: &mut Rng,
        out: &mut [f32; SEATS],
    ) {
        if self.is_decided(start, s) {
            self.reward(game, start, s, out);
        } else {
            self.estimate(game, s, rng, out);
        }
    }

    fn reward(&self, game: &Game, start: &Start, s: &State, out: &mut [f32; SEATS]) {
        let sides = self.sides();
        let mut gains = [0.0; SEATS];
        for (side, gain) in gains.iter_mut().enumerate().take(sides) {
            *gain = (self.observer.standing(game, s, side) - start.standing[side]) as f32;
        }
        let winners = s.outcome.winners;
        let winning = |side: usize| winners & self.observer.rivals[side] != 0;
        let shared = (0..sides).filter(|side| winning(*side)).count().max(1) as f32;
        for (side, value) in out.iter_mut().enumerate().take(sides) {
            *value = squash(margin(&gains[..sides], side) / self.scale);
            if s.waiting == Waiting::Over && s.outcome.limit.is_none() {
                let won = if winning(side) { 1.0 / shared } else { 0.0 };
                *value = WINNING * won + (1.0 - WINNING) * *value;
            }
        }
    }

    fn estimate(&self, game: &Game, s: &mut State, rng: &mut Rng, out: &mut [f32; SEATS]) {
        let mut seen = [[0.0; COUNT]; SEATS];
        self.observer.look(game, s, rng, &mut seen);
        let sides = self.sides();
        let mut worth = [0.0; SEATS];
        for (traits, worth) in seen.iter().zip(&mut worth).take(sides) {
            let parts = traits.iter().zip(&self.middle).zip(&self.weights);
            *worth = parts.map(|((x, middle), weight)| (x - middle) * weight).sum::<f32>();
        }
        for (side, value) in out.iter_mut().enumerate().take(sides) {
            *value = self.average + margin(&worth[..sides], side);
        }
    }
}

/// What tells games apart.
pub(super) fn identity(game: &Game) -> (u64, usize, usize) {
    let program = &game.program;
    (program.header.identity, program.nodes.len(), program.phases.len() * 256 + program.cards.len())
}

/// By how much one value exceeds the average of the others.
fn margin(values: &[f32], place: usize) -> f32 {
    if values.len() < 2 {
        return values[place];
    }
    let others = values.iter().sum::<f32>() - values[place];
    values[place] - others / (values.len() - 1) as f32
}

/// A difference of any size, brought between 0 and 1.
fn squash(difference: f32) -> f32 {
    0.5 + 0.5 * difference / (1.0 + difference.abs())
}

/// A hand that was played.
struct Played {
    /// Where its rows begin.
    first: usize,
    gains: [f32; SEATS],
    /// The winners, if the game was over with it.
    winners: Option<u16>,
}

/// What was seen in some hands.
#[derive(Default)]
struct Lesson {
    sides: usize,
    rivals: Vec<u16>,
    /// How many hands were begun.
    begun: usize,
    /// Those that came to an end.
    hands: Vec<Played>,
    /// One for each look: the numbers of every side.
    rows: Vec<[Traits; SEATS]>,
}

impl Lesson {
    fn play(&mut self, game: &Game, observer: &Observer) {
        self.sides = observer.rivals.len();
        self.rivals = observer.rivals.clone();
        let mut rng = Rng::new(0x5EED);
        let mut state = State::new(&game.tables, &game.layout);
        let mut copy = state.clone();
        let mut effort = 0;
        let before = work::total();
        for _ in 0..HANDS {
            if effort >= EFFORT || work::total() - before > WORK {
                break;
            }
            game.start(&mut state, &mut rng, false);
            effort += self.play_hand(game, observer, &mut state, &mut copy, &mut rng);
        }
    }

    /// Plays one hand and gives how much effort it was. One that does not come to an end teaches nothing.
    fn play_hand(
        &mut self,
        game: &Game,
        observer: &Observer,
        s: &mut State,
        copy: &mut State,
        rng: &mut Rng,
    ) -> u32 {
        let (deal, first) = (s.deal_number, self.rows.len());
        let before: Vec<i32> =
            (0..self.sides).map(|side| observer.standing(game, s, side)).collect();
        self.begun += 1;
        let mut effort = 0;
        let begun = work::total();
        while effort < EFFORT_OF_A_HAND
            && work::total() - begun < WORK_OF_A_HAND
            && s.deal_number == deal
        {
            let looks = self.rows.len() - first;
            if looks < LOOKS && rng.below(EVERY) == 0 && is_quiet(game, s) {
                let mut seen = [[0.0; COUNT]; SEATS];
                copy.clone_from(s);
                observer.look(game, copy, rng, &mut seen);
                self.rows.push(seen);
            }
            effort += if game.is_plain(s) { 1 } else { LISTING };
            if !random::lively_step(game, s, rng) {
                break;
            }
        }
        if s.waiting != Waiting::Over && s.deal_number == deal {
            self.rows.truncate(first);
            return effort;
        }
        let mut gains = [0.0; SEATS];
        for (side, before) in before.iter().enumerate() {
            gains[side] = (observer.standing(game, s, side) - before) as f32;
        }
        let over = s.waiting == Waiting::Over && s.outcome.limit.is_none();
        self.hands.push(Played { first, gains, winners: over.then_some(s.outcome.winners) });
        effort
    }

    /// In how many hands somebody scored or won.
    fn decided(&self) -> usize {
        let scored =
            |hand: &&Played| hand.winners.is_some() || hand.gains.iter().any(|g| *g != 0.0);
        self.hands.iter().filter(scored).count()
    }

    /// How large the differences of a hand usually are.
    fn scale(&self) -> f32 {
        let (mut sum, mut count) = (0.0, 0.0);
        for hand in &self.hands {
            for side in 0..self.sides {
                let size = margin(&hand.gains[..self.sides], side).abs();
                sum += size;
                count += f32::from(u8::from(size > 0.0));
            }
        }
        if count > 0.0 { (sum / count).max(1.0) } else { 1.0 }
    }

    fn reward(&self, hand: &Played, side: usize, scale: f32) -> f32 {
        let points = squash(margin(&hand.gains[..self.sides], side) / scale);
        let Some(winners) = hand.winners else { return points };
        let shared = self.rivals.iter().filter(|mask| **mask & winners != 0).count().max(1) as f32;
        let won = if winners & self.rivals[side] != 0 { 1.0 / shared } else { 0.0 };
        WINNING * won + (1.0 - WINNING) * points
    }

    /// Finds out how much each number says about the outcome.
    fn fit(&self, yardstick: &mut Yardstick) {
        let mut examples: Vec<([f64; COUNT], f64)> = Vec::new();
        for (place, hand) in self.hands.iter().enumerate() {
            let end = self.hands.get(place + 1).map_or(self.rows.len(), |next| next.first);
            for row in &self.rows[hand.first..end] {
                for side in 0..self.sides {
                    let reward = self.reward(hand, side, yardstick.scale);
                    examples.push((margins(&row[..self.sides], side), f64::from(reward)));
                }
            }
        }
        let count = examples.len().max(1) as f64;
        let mut middle = [0.0; COUNT];
        let mut spread = [0.0; COUNT];
        let average = examples.iter().map(|example| example.1).sum::<f64>() / count;
        for (numbers, _) in &examples {
            for (sum, number) in middle.iter_mut().zip(numbers) {
                *sum += number / count;
            }
        }
        for (numbers, _) in &examples {
            for index in 0..COUNT {
                spread[index] += (numbers[index] - middle[index]).powi(2) / count;
            }
        }
        let spread = spread.map(|square| if square > 1e-9 { square.sqrt() } else { 0.0 });
        let weights = self.weights(&examples, &middle, &spread, average);
        for index in 0..COUNT {
            // Of what never changed nothing was learnt, but beliefs about it stand.
            let unit = if spread[index] > 0.0 { spread[index] } else { 1.0 };
            let weight = if weights[index].abs() < NEGLIGIBLE { 0.0 } else { weights[index] };
            yardstick.weights[index] = (weight / unit) as f32;
            let centred = self.sides < 2;
            yardstick.middle[index] = if centred { middle[index] as f32 } else { 0.0 };
        }
        let weights = yardstick.weights;
        yardstick.observer.keep_only(|place| weights[place] != 0.0);
        yardstick.average = if examples.is_empty() { 0.5 } else { average as f32 };
    }

    fn weights(
        &self,
        examples: &[([f64; COUNT], f64)],
        middle: &[f64; COUNT],
        spread: &[f64; COUNT],
        average: f64,
    ) -> [f64; COUNT] {
        let mut belief = [0.0; COUNT];
        for (index, weight) in BELIEFS {
            belief[index] = weight;
        }
        let mut matrix = vec![[0.0; COUNT]; COUNT];
        let strength = BELIEF * (examples.len() as f64 / self.hands.len().max(1) as f64).max(1.0);
        let mut right = belief.map(|weight| weight * strength);
        for (index, row) in matrix.iter_mut().enumerate() {
            row[index] = strength;
        }
        let mut scaled = [0.0; COUNT];
        for (numbers, outcome) in examples {
            for index in 0..COUNT {
                let unit = spread[index];
                let centred = numbers[index] - middle[index];
                scaled[index] = if unit > 0.0 { centred / unit } else { 0.0 };
            }
            for (index, value) in scaled.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                right[index] += value * (outcome - average);
                for (sum, other) in matrix[index].iter_mut().zip(&scaled) {
                    *sum += value * other;
                }
            }
        }
        solve(matrix, right)
    }
}

/// By how much the numbers of one side exceed the averages of the others.
fn margins(seen: &[Traits], side: usize) -> [f64; COUNT] {
    let mut result = [0.0; COUNT];
    let others = (seen.len() - 1) as f64;
    for (index, value) in result.iter_mut().enumerate() {
        let sum: f64 = seen.iter().map(|traits| f64::from(traits[index])).sum();
        let own = f64::from(seen[side][index]);
        *value = if others > 0.0 { own - (sum - own) / others } else { own };
    }
    result
}

/// Whether nothing is half done: no trick in progress.
fn is_quiet(game: &Game, s: &State) -> bool {
    if s.waiting != Waiting::Decision || s.selecting {
        return false;
    }
    match game.program.phases.get(usize::from(s.innermost().phase)) {
        Some(Phase::Trick(_)) => s.trick.len == 0,
        _ => true,
    }
}

/// Solves equations whose matrix is symmetric and positive.
fn solve(mut matrix: Vec<[f64; COUNT]>, mut right: [f64; COUNT]) -> [f64; COUNT] {
    for pivot in 0..COUNT {
        for row in pivot + 1..COUNT {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            if factor != 0.0 {
                let above = matrix[pivot];
                for (value, above) in matrix[row].iter_mut().zip(above) {
                    *value -= factor * above;
                }
                right[row] -= factor * right[pivot];
            }
        }
    }
    for pivot in (0..COUNT).rev() {
        for column in pivot + 1..COUNT {
            right[pivot] -= matrix[pivot][column] * right[column];
        }
        right[pivot] /= matrix[pivot][pivot];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let wanted: Vec<f64> = (0..COUNT).map(|index| index as f64 - 7.0).collect();
        let entry = |row: usize, column: usize| match row.abs_diff(column) {
            0 => 4.0,
            apart => 1.0 / (1.0 + apart as f64),
        };
        let rows = (0..COUNT).map(|row| std::array::from_fn(|column| entry(row, column)));
        let matrix: Vec<[f64; COUNT]> = rows.collect();
        let sum = |row: usize| matrix[row].iter().zip(&wanted).map(|(a, b)| a * b).sum();
        let right = std::array::from_fn(sum);
        for (found, wanted) in solve(matrix, right).iter().zip(&wanted) {
            assert!((found - wanted).abs() < 1e-9);
        }
    }

    #[test]
    fn a_margin_is_over_the_average_of_the_others() {
        assert_eq!(margin(&[4.0, 1.0, 3.0], 0), 2.0);
        assert_eq!(margin(&[4.0, 1.0, 3.0], 1), -2.5);
        assert_eq!(margin(&[5.0], 0), 5.0);
    }

    #[test]
    fn squashed_differences_keep_their_order_between_0_and_1() {
        let values: Vec<f32> = [-1e6, -3.0, 0.0, 0.5, 1e6].map(squash).to_vec();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(values.iter().all(|value| (0.0..=1.0).contains(value)));
        assert_eq!(values[2], 0.5);
    }
}
