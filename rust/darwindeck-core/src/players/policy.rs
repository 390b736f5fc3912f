//! What was learnt about one game, ready to be played by.

use crate::fingerprint::fingerprint;
use crate::game::Game;
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::State;

use super::encoding::{self, Encoding, Look, MOST_LOOKED_INTO, Rows};
use super::net::{self, Net};
use super::yardstick::identity;
use super::{Scratch, learn};

/// What files of weights begin with.
const MAGIC: &[u8; 4] = b"DDW\x01";
/// How readily something is bet that is not quite the best.
const BETTING: f32 = 0.02;

/// What somebody has learnt about a game.
#[derive(Clone, Debug)]
pub struct Policy {
    identity: (u64, usize, usize),
    encoding: Encoding,
    net: Net,
    /// The usual size of a margin.
    pub scale: f32,
}

/// Room to judge moves in.
#[derive(Debug, Default)]
pub struct Desk {
    moment: Rows,
    moves: Rows,
    ends: Vec<usize>,
    values: Vec<f32>,
    copy: Option<State>,
}

impl Desk {
    /// What the moves that were judged last are worth.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The features of the moment that was judged last.
    pub fn moment(&self) -> &[u32] {
        &self.moment.list
    }

    /// The features of one of the moves that were judged last.
    pub fn action(&self, number: usize) -> &[u32] {
        let from = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.moves.list[from..self.ends[number]]
    }

    /// Reads features, and asks a net what moves are worth.
    pub fn judge(
        &mut self,
        game: &Game,
        encoding: &Encoding,
        net: &Net,
        s: &State,
        seat: u8,
        moves: &[Move],
    ) {
        self.moment.list.clear();
        let look: Look = encoding.moment(game, s, seat, &mut self.moment);
        self.moves.list.clear();
        self.ends.clear();
        let copy = self.copy.get_or_insert_with(|| State::new(&game.tables, &game.layout));
        for action in moves {
            let copy = (moves.len() <= MOST_LOOKED_INTO).then_some(&mut *copy);
            encoding.action(game, s, *action, &look, copy, &mut self.moves);
            self.ends.push(self.moves.list.len());
        }
        net.values(&self.moment.list, &self.moves.list, &self.ends, &mut self.values);
    }
}

impl Policy {
    /// What a net has learnt about a game.
    pub fn new(game: &Game, net: Net, scale: f32) -> Self {
        Self { identity: identity(game), encoding: Encoding::new(game), net, scale }
    }

    /// Whether it was learnt for this game.
    pub fn is_for(&self, game: &Game) -> bool {
        self.identity == identity(game)
    }

    /// How many features it has learnt something about.
    pub fn rows(&self) -> usize {
        self.net.rows()
    }

    /// Asks what moves are worth.
    pub fn judge(&self, game: &Game, s: &State, seat: u8, moves: &[Move], desk: &mut Desk) {
        desk.judge(game, &self.encoding, &self.net, s, seat, moves);
    }

    /// Chooses one of several legal moves. Bets that are nearly as good are mixed.
    pub(super) fn choose(
        &self,
        game: &Game,
        s: &State,
        seat: u8,
        moves: &[Move],
        rng: &mut Rng,
        scratch: &mut Scratch,
    ) -> Move {
        self.judge(game, s, seat, moves, &mut scratch.desk);
        let bets = |action: &Move| matches!(action.kind, Kind::Bet | Kind::Match | Kind::Fold);
        let heat = if moves.iter().any(bets) { BETTING } else { 0.0 };
        moves[pick(scratch.desk.values(), heat, rng)]
    }

    // --- files -----------------------------------------------------------------------------------

    /// What was learnt as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(encoding::VERSION.to_le_bytes());
        bytes.extend(learn::VERSION.to_le_bytes());
        bytes.extend(self.scale.to_le_bytes());
        self.net.write(&mut bytes);
        bytes.extend(fingerprint(&bytes).to_le_bytes());
        bytes
    }

    /// What the bytes say was learnt about a game; None if they are damaged or of another version.
    pub fn read(game: &Game, bytes: &[u8]) -> Option<Self> {
        let (text, sum) = bytes.split_last_chunk::<8>()?;
        if fingerprint(text) != u64::from_le_bytes(*sum) {
            return None;
        }
        let text = text.strip_prefix(MAGIC)?;
        let (version, text) = text.split_first_chunk::<4>()?;
        let (learner, text) = text.split_first_chunk::<4>()?;
        let (scale, text) = text.split_first_chunk::<4>()?;
        let known = u32::from_le_bytes(*version) == encoding::VERSION
            && u32::from_le_bytes(*learner) == learn::VERSION;
        let scale = f32::from_le_bytes(*scale);
        if !known || !scale.is_finite() {
            return None;
        }
        Some(Self::new(game, Net::read(text)?, scale))
    }
}

/// One of some values: the best, or the likelier the nearer it is to the best.
pub fn pick(values: &[f32], heat: f32, rng: &mut Rng) -> usize {
    let mut top = 0;
    for (place, value) in values.iter().enumerate() {
        if *value > values[top] {
            top = place;
        }
    }
    if heat <= 0.0 || values.len() < 2 {
        return top;
    }
    let weight = |value: &f32| net::exp((value - values[top]) / heat);
    let mut total = 0.0;
    for value in values {
        total += weight(value);
    }
    let mut left = unit(rng) * total;
    for (place, value) in values.iter().enumerate() {
        left -= weight(value);
        if left < 0.0 {
            return place;
        }
    }
    top
}

/// A number from 0 to 1.
pub fn unit(rng: &mut Rng) -> f32 {
    (rng.bits() >> 40) as f32 / (1u64 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_heat_the_best_is_picked_and_with_it_the_better_more_often() {
        let mut rng = Rng::new(1);
        let values = [0.1, 0.5, 0.45];
        assert!((0..50).all(|_| pick(&values, 0.0, &mut rng) == 1));
        let mut counts = [0; 3];
        (0..2000).for_each(|_| counts[pick(&values, 0.1, &mut rng)] += 1);
        assert!(counts[1] > counts[2] && counts[2] > counts[0] && counts[0] > 0);
    }
}
