//! Worlds weighed by what others did: whoever would have done in a world what they were seen to do makes it likelier.
//!
//! What others decided openly in this hand is looked at again in each world (`Glimpse::moment`): how likely would
//! somebody who plays by what was learnt have decided the same, with the cards that they would have had? The product is the weight
//! of the world. Nobody is sure to play like that, so everything is at least as likely as a small part of pure chance.
//!
//! Worlds are drawn by a chain (Metropolis and Hastings, with independent proposals): a new world takes the place of
//! the last one if it weighs more, or else with the probability that its weight has beside the other. A weight only falls from
//! factor to factor, so most worlds are rejected by the first few. What tells most comes first.

use crate::game::Game;
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::State;
use crate::game::view::Glimpse;

use super::Source;
use super::learn::MOVES_OF_A_STEP;
use super::net::{exp, ln};
use super::policy::{Desk, Policy, unit};
use super::wagers::thin;

/// How readily others are taken to do what is not quite the best by what was learnt, and what part of everything they do
/// by pure chance.
const HEAT: f32 = 0.03;
const DOUBT: f32 = 0.1;
/// So many of the last decisions of others are thought of, in so many worlds, to see which tell something.
const THOUGHT_OF: usize = 48;
const TRIED: usize = 5;
/// So many of those that tell most are kept; they must tell so much at least.
const TELLING: usize = 12;
const NOTHING: f32 = 0.02;
/// So many worlds are proposed for the first one that is drawn, and for each one after.
const FIRST: usize = 24;
const NEXT: usize = 6;

/// What somebody thinks of the worlds that agree with a view.
pub(super) struct Belief<'a> {
    game: &'a Game,
    policy: &'a Policy,
    source: &'a Source<'a>,
    /// What others did, the most telling first.
    deeds: Vec<&'a Glimpse>,
    /// The world drawn last, and its weight as a logarithm.
    last: Option<(Box<State>, f32)>,
    /// Room for a world, a moment of it, and moves.
    room: Option<(Box<State>, Box<State>)>,
    moves: Vec<Move>,
    /// The steps that it took.
    pub taken: u64,
}

impl<'a> Belief<'a> {
    /// Thinks about what others did.
    pub fn new(
        game: &'a Game,
        policy: &'a Policy,
        source: &'a Source<'a>,
        rng: &mut Rng,
        desk: &mut Desk,
    ) -> Self {
        let (last, room, moves) = (None, None, Vec::new());
        let mut belief =
            Self { game, policy, source, deeds: Vec::new(), last, room, moves, taken: 0 };
        let past = source.past();
        if !past.is_empty() && !policy.stakes.is_lone() {
            belief.choose_deeds(&past[past.len().saturating_sub(THOUGHT_OF)..], rng, desk);
        }
        belief
    }

    /// Keeps those decisions that are much likelier in some worlds than in others.
    fn choose_deeds(&mut self, past: &'a [Glimpse], rng: &mut Rng, desk: &mut Desk) {
        let (mut world, mut moment) = self.take_room();
        let mut told: Vec<(f32, f32, &Glimpse)> =
            past.iter().rev().map(|deed| (f32::MAX, f32::MIN, deed)).collect();
        for _ in 0..TRIED {
            self.source.world(self.game, rng, &mut world);
            for (least, most, deed) in &mut told {
                let found = self.log_likelihood(deed, &world, &mut moment, rng, desk);
                *least = least.min(found);
                *most = most.max(found);
            }
        }
        self.room = Some((world, moment));
        told.retain(|(least, most, _)| most - least > NOTHING);
        told.sort_by(|a, b| (b.1 - b.0).total_cmp(&(a.1 - a.0)));
        self.deeds = told.into_iter().take(TELLING).map(|one| one.2).collect();
    }

    /// A world, the likelier the more it explains what others did.
    pub fn draw(&mut self, rng: &mut Rng, desk: &mut Desk, out: &mut State) {
        if self.deeds.is_empty() {
            self.source.world(self.game, rng, out);
            return;
        }
        let (mut world, mut moment) = self.take_room();
        let proposals = if self.last.is_none() { FIRST } else { NEXT };
        for _ in 0..proposals {
            self.source.world(self.game, rng, &mut world);
            // A number above 0 and at most 1.
            let chance = 1.0 - unit(rng);
            let least = match &self.last {
                Some((_, weight)) => weight - ln(1.0 / chance),
                None => f32::MIN,
            };
            let Some(weight) = self.weight(&world, least, &mut moment, rng, desk) else { continue };
            match &mut self.last {
                Some(last) => {
                    std::mem::swap(&mut last.0, &mut world);
                    last.1 = weight;
                }
                None => self.last = Some((Box::new((*world).clone()), weight)),
            }
        }
        self.room = Some((world, moment));
        if let Some((last, _)) = &self.last {
            out.clone_from(last);
        }
    }

    /// The weight of a world as a logarithm, unless it is less than some number.
    fn weight(
        &mut self,
        world: &State,
        least: f32,
        moment: &mut State,
        rng: &mut Rng,
        desk: &mut Desk,
    ) -> Option<f32> {
        let mut weight = 0.0;
        for place in 0..self.deeds.len() {
            weight += self.log_likelihood(self.deeds[place], world, moment, rng, desk);
            if weight < least {
                return None;
            }
        }
        Some(weight)
    }

    /// How likely somebody would have done in a world what they did, as a logarithm.
    fn log_likelihood(
        &mut self,
        deed: &Glimpse,
        world: &State,
        moment: &mut State,
        rng: &mut Rng,
        desk: &mut Desk,
    ) -> f32 {
        let game = self.game;
        deed.moment(game, world, rng, moment);
        game.choices(moment, deed.by, &mut self.moves);
        thin(&mut self.moves);
        self.taken += 1 + (self.moves.len() / MOVES_OF_A_STEP) as u64;
        let many = self.moves.len().max(1) as f32;
        if self.moves.len() == 1 {
            return 0.0;
        }
        let place = nearest(&self.moves, deed.action);
        let share = match place {
            None => 0.0,
            Some(place) => match self.policy.mixture(game, moment, deed.by, &self.moves) {
                Some(shares) => shares[place],
                None => {
                    self.policy.judge(game, moment, deed.by, &self.moves, desk);
                    share(desk.values(), place)
                }
            },
        };
        -ln(1.0 / ((1.0 - DOUBT) * share + DOUBT / many))
    }

    fn take_room(&mut self) -> (Box<State>, Box<State>) {
        let empty = || Box::new(State::new(&self.game.tables, &self.game.layout));
        self.room.take().unwrap_or_else(|| (empty(), empty()))
    }
}

/// What part of the time the move at a place is made.
fn share(values: &[f32], place: usize) -> f32 {
    let top = values.iter().copied().fold(f32::MIN, f32::max);
    let mut total = 0.0;
    for value in values {
        total += exp((value - top) / HEAT);
    }
    exp((values[place] - top) / HEAT) / total
}

/// The place of a move among some; of a bet that is not among them, that of the nearest.
fn nearest(moves: &[Move], action: Move) -> Option<usize> {
    let same = moves.iter().position(|one| *one == action);
    same.or_else(|| {
        let bets = moves.iter().enumerate().filter(|(_, one)| one.amount() > 0);
        let apart = |one: &Move| i64::from(one.amount()) - i64::from(action.amount());
        bets.filter(|_| action.amount() > 0)
            .min_by_key(|(_, one)| apart(one).abs())
            .map(|(place, _)| place)
    })
}
