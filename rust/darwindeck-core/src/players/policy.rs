//! What was learnt about one game, ready to be played by.

use crate::fingerprint::fingerprint;
use crate::game::Game;
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::State;
use crate::game::view::View;
use crate::game::work;

use super::encoding::{Encoding, Look, MOST_LOOKED_INTO, Rows};
use super::net::{self, Net};
use super::stakes::Stakes;
use super::wagers::{Wagers, draw, thin};
use super::yardstick::identity;
use super::{Scratch, Source, learn};

/// What files of weights begin with.
const MAGIC: &[u8; 4] = b"DDW\x02";
/// How readily something is bet that is not quite the best.
const BETTING: f32 = 0.02;
/// How readily somebody unsteady does what is not the best, and what even they do not do.
const UNSTEADY: f32 = 0.15;
const SILLY: f32 = 0.3;
/// After so many turns of a hand players become restless, and by how much more readily they do what is not the best for
/// every so many turns more.
const PATIENCE: (u32, u32) = (400, 100);
const RESTLESS: f32 = 0.05;
/// A hand of the match that was thrown in counts as so many turns there.
const TURNS_OF_A_DEAL: u32 = 10;
/// What a lone player thinks of going where it has been.
const CIRCLING: f32 = 100.0;

/// What somebody has learnt about a game.
#[derive(Clone, Debug)]
pub struct Policy {
    identity: (u64, usize, usize),
    encoding: Encoding,
    net: Net,
    /// How it bets.
    wagers: Wagers,
    /// What it plays for.
    pub(super) stakes: Stakes,
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
        work::take_steps(work::LOOKED + work::WEIGHED * moves.len() as u32);
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
    pub fn new(game: &Game, net: Net, wagers: Wagers, scale: f32) -> Self {
        let (encoding, stakes) = (Encoding::new(game), Stakes::new(game));
        Self { identity: identity(game), encoding, net, wagers, stakes, scale }
    }

    /// Whether it was learnt for this game.
    pub fn is_for(&self, game: &Game) -> bool {
        self.identity == identity(game)
    }

    /// How many features it has learnt something about.
    pub fn rows(&self) -> usize {
        self.net.rows()
    }

    /// How often a lone player has been where a move takes it.
    pub fn visits(&self, game: &Game, s: &State, action: Move) -> usize {
        self.encoding.visits(game, s, action, &mut s.clone())
    }

    /// Has a lone player think little of going where it has been, the less the more often. The moves are those
    /// that were judged last.
    fn shun_circles(&self, game: &Game, s: &State, moves: &[Move], desk: &mut Desk) {
        let copy = desk.copy.get_or_insert_with(|| State::new(&game.tables, &game.layout));
        for (action, value) in moves.iter().zip(&mut desk.values) {
            *value -= CIRCLING * self.encoding.visits(game, s, *action, copy) as f32;
        }
    }

    /// Asks what moves are worth.
    pub fn judge(&self, game: &Game, s: &State, seat: u8, moves: &[Move], desk: &mut Desk) {
        desk.judge(game, &self.encoding, &self.net, s, seat, moves);
    }

    /// How often a seat makes which of some moves, where that is drawn.
    pub fn mixture(&self, game: &Game, s: &State, seat: u8, moves: &[Move]) -> Option<Vec<f32>> {
        self.wagers.mixture(game, &self.encoding, s, seat, moves)
    }

    /// How often it makes which of the moves of the seat of a view.
    pub fn shares(&self, game: &Game, view: &View) -> Vec<(Move, f32)> {
        let (mut moves, mut desk) = (Vec::new(), Desk::default());
        game.choices(view.table(), view.seat(), &mut moves);
        thin(&mut moves);
        let shares = self.mixture(game, view.table(), view.seat(), &moves).unwrap_or_else(|| {
            self.judge(game, view.table(), view.seat(), &moves, &mut desk);
            let best = pick(desk.values(), 0.0, &mut Rng::new(0));
            (0..moves.len()).map(|place| f32::from(u8::from(place == best))).collect()
        });
        moves.into_iter().zip(shares).collect()
    }

    /// How readily everybody does what is not the best in a hand that goes on and on: what nobody wants to end must end
    /// all the same. A lone player knows where it has been.
    pub(super) fn restlessness(&self, s: &State) -> f32 {
        if self.stakes.is_lone() {
            return 0.0;
        }
        let again = s.deal_number.saturating_sub(s.hand_number).max(0) as u32;
        let turns = s.hand_turns.saturating_add(again.saturating_mul(TURNS_OF_A_DEAL));
        RESTLESS * turns.saturating_sub(PATIENCE.0) as f32 / PATIENCE.1 as f32
    }

    /// Chooses one of several legal moves. Bets are drawn; somebody unsteady mixes all moves that are not
    /// silly.
    pub(super) fn choose(
        &self,
        game: &Game,
        source: &Source,
        moves: &[Move],
        unsteady: bool,
        rng: &mut Rng,
        scratch: &mut Scratch,
    ) -> Move {
        if let Some(shares) = self.mixture(game, source.table(), source.seat(), moves) {
            return moves[draw(&shares, rng)];
        }
        self.judge(game, source.table(), source.seat(), moves, &mut scratch.desk);
        if self.stakes.is_lone() {
            self.shun_circles(game, source.table(), moves, &mut scratch.desk);
        }
        let bets = |action: &Move| matches!(action.kind, Kind::Bet | Kind::Match | Kind::Fold);
        let values = &mut scratch.desk.values;
        let heat = match (unsteady, moves.iter().any(bets)) {
            (true, _) => UNSTEADY,
            (false, true) => BETTING,
            (false, false) => 0.0,
        };
        let heat = heat + self.restlessness(source.table());
        if unsteady {
            let best = values.iter().copied().fold(f32::MIN, f32::max);
            for value in values.iter_mut().filter(|value| **value < best - SILLY) {
                *value = f32::MIN / 4.0;
            }
        }
        moves[pick(values, heat, rng)]
    }

    // --- files -----------------------------------------------------------------------------------

    /// What was learnt as bytes.
    pub fn write(&self, game: &Game) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.encoding.version().to_le_bytes());
        bytes.extend(learn::version(game).to_le_bytes());
        bytes.extend(self.scale.to_le_bytes());
        self.wagers.write(&mut bytes);
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
        let scale = f32::from_le_bytes(*scale);
        if u32::from_le_bytes(*learner) != learn::version(game) || !scale.is_finite() {
            return None;
        }
        let (wagers, text) = Wagers::read(text)?;
        let policy = Self::new(game, Net::read(text)?, wagers, scale);
        (u32::from_le_bytes(*version) == policy.encoding.version()).then_some(policy)
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
