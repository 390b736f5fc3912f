//! Players: who choose a move, and what they think about.
//!
//! A player sees a [`View`], never the true state; only the cheater, which shows how much hidden cards
//! are worth, is given more. What a player chooses depends on the view and on the chance it is given,
//! unless its budget is measured in time.

pub mod encoding;
pub mod expert;
pub mod greedy;
pub mod ismcts;
pub mod learn;
pub mod montecarlo;
pub mod net;
pub mod policy;
pub mod random;
pub mod spec;
pub mod stakes;
pub mod wagers;

mod belief;
mod hindsight;
mod pack;
mod patience;
mod traits;
mod yardstick;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

use crate::game::Game;
use crate::game::cards::CardSet;
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::State;
use crate::game::view::{Glimpse, View};
use crate::game::work;

pub use patience::Solver;
pub use policy::Policy;
pub use yardstick::Yardstick;

/// How long a player may think about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many playouts: the same choice every time.
    Iterations(u32),
    /// So many milliseconds: the choice depends on the machine.
    Milliseconds(u32),
}

/// Somebody who chooses moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Player {
    /// Any legal move, each as likely.
    Random,
    /// The move after which things look best.
    Greedy,
    /// The move that does best on average when the rest is played at random in worlds that agree with
    /// the view.
    MonteCarlo {
        /// How long it thinks.
        budget: Budget,
    },
    /// The same with a tree of what has been tried, so that everybody plays better in thought.
    Ismcts {
        /// How long it thinks.
        budget: Budget,
        /// How readily it tries what has done badly so far.
        exploration: f32,
    },
    /// The move that is worth most by what was learnt in games against itself.
    Learned {
        /// How long it has learnt: see `learn`.
        steps: u32,
        /// Whether it often does what is not quite the best.
        unsteady: bool,
    },
    /// The move that does best on average when everybody plays on as they have learnt to, in worlds that
    /// agree with the view.
    Expert {
        /// How long it has learnt.
        steps: u32,
        /// How long it thinks.
        budget: Budget,
        /// Whether all worlds are equally likely to it, whatever others did.
        even: bool,
    },
    /// A tree search that looks at everybody's cards: no player, but a bound on what players can reach.
    Cheater {
        /// How long it thinks.
        budget: Budget,
        /// How readily it tries what has done badly so far.
        exploration: f32,
    },
}

impl Player {
    /// Whether it looks at hidden cards.
    pub fn cheats(&self) -> bool {
        matches!(self, Self::Cheater { .. })
    }

    /// In how many steps it must have learnt the game, if it plays by what it has learnt.
    pub fn schooling(&self) -> Option<u32> {
        match self {
            Self::Learned { steps, .. } | Self::Expert { steps, .. } => Some(*steps),
            _ => None,
        }
    }

    /// Whether it thinks about what others did: see `View::recall`.
    pub fn recalls(&self) -> bool {
        matches!(self, Self::Expert { even: false, .. })
    }

    /// What it is shown of a moment.
    pub fn look(&self, game: &Game, state: &State, seat: u8) -> View {
        let mut view = View::new(game, state, seat);
        if self.recalls() {
            view.recall(game, state);
        }
        view
    }

    /// Chooses a legal move for the seat of a view. A cheater that is given only a view is honest.
    pub fn choose(&self, game: &Game, view: &View, rng: &mut Rng, scratch: &mut Scratch) -> Move {
        self.choose_in(game, &Source::Seen(view), rng, scratch)
    }

    /// Chooses a move with all cards face up; players who do not cheat must never be given this.
    pub fn choose_cheating(
        &self,
        game: &Game,
        state: &State,
        seat: u8,
        rng: &mut Rng,
        scratch: &mut Scratch,
    ) -> Move {
        self.choose_in(game, &Source::Everything(state, seat), rng, scratch)
    }

    /// What some legal moves of the seat of a view are worth by what the player has learnt; nothing, if it
    /// does not learn.
    pub fn values(
        &self,
        game: &Game,
        view: &View,
        moves: &[Move],
        scratch: &mut Scratch,
    ) -> Vec<f32> {
        let Some(steps) = self.schooling() else { return Vec::new() };
        let policy = scratch.policy(game, steps);
        policy.judge(game, view.table(), view.seat(), moves, &mut scratch.desk);
        scratch.desk.values().to_vec()
    }

    /// A world that agrees with a view, as likely as the player thinks it is: to most players all are equally likely.
    pub fn imagine(
        &self,
        game: &Game,
        view: &View,
        rng: &mut Rng,
        scratch: &mut Scratch,
        world: &mut State,
    ) {
        match self.schooling().filter(|_| self.recalls()) {
            None => view.sample_into(game, rng, world),
            Some(steps) => {
                let policy = scratch.policy(game, steps);
                let source = Source::Seen(view);
                let mut belief =
                    belief::Belief::new(game, &policy, &source, rng, &mut scratch.desk);
                belief.draw(rng, &mut scratch.desk, world);
            }
        }
    }

    /// What the moves of the seat of a view promise to somebody who has learnt in so many steps and thinks
    /// for so long, the best first.
    pub fn prospects(
        (steps, budget): (u32, Budget),
        game: &Game,
        view: &View,
        rng: &mut Rng,
        scratch: &mut Scratch,
    ) -> Vec<expert::Prospect> {
        let mut moves = Vec::new();
        game.choices(view.table(), view.seat(), &mut moves);
        wagers::thin(&mut moves);
        let policy = scratch.policy(game, steps);
        expert::weigh(game, &Source::Seen(view), &moves, (&policy, budget), rng, scratch)
    }

    fn choose_in(
        &self,
        game: &Game,
        source: &Source,
        rng: &mut Rng,
        scratch: &mut Scratch,
    ) -> Move {
        let mut moves = std::mem::take(&mut scratch.root_moves);
        let random = matches!(self, Self::Random);
        source.list(game, random, &mut moves);
        if self.schooling().is_some() {
            wagers::thin(&mut moves);
        }
        let chosen = match moves.as_slice() {
            [] => Move::NONE,
            [only] => *only,
            several => match *self {
                Self::Random => {
                    let action = random::pick(several, rng);
                    game.varied(source.table(), source.seat(), action, rng)
                }
                Self::Greedy => greedy::choose(game, source, several, rng, scratch),
                Self::MonteCarlo { budget } => {
                    montecarlo::choose(game, source, several, budget, rng, scratch)
                }
                Self::Learned { steps, unsteady } => {
                    let policy = scratch.policy(game, steps);
                    policy.choose(game, source, several, unsteady, rng, scratch)
                }
                Self::Expert { steps, budget, .. } => {
                    let policy = scratch.policy(game, steps);
                    expert::choose(game, source, several, (&policy, budget), rng, scratch)
                }
                Self::Ismcts { budget, exploration } | Self::Cheater { budget, exploration } => {
                    ismcts::choose(game, source, several, budget, exploration, rng, scratch)
                }
            },
        };
        scratch.root_moves = moves;
        chosen
    }
}

/// Where a player's worlds come from.
enum Source<'a> {
    /// From what the seat sees.
    Seen(&'a View),
    /// From the truth.
    Everything(&'a State, u8),
}

impl Source<'_> {
    fn seat(&self) -> u8 {
        match self {
            Self::Seen(view) => view.seat(),
            Self::Everything(_, seat) => *seat,
        }
    }

    /// The moment, as far as the seat sees it.
    fn table(&self) -> &State {
        match self {
            Self::Seen(view) => view.table(),
            Self::Everything(state, _) => state,
        }
    }

    /// Whether nothing is hidden.
    fn is_open(&self) -> bool {
        match self {
            Self::Seen(view) => view.unseen() == 0 && view.holes().is_empty(),
            Self::Everything(..) => true,
        }
    }

    /// The cards whose place the seat does not know.
    fn unseen(&self) -> CardSet {
        match self {
            Self::Seen(view) => view.unseen(),
            Self::Everything(..) => 0,
        }
    }

    /// The legal moves; of a range of amounts one, if they are not to be compared, otherwise several.
    fn list(&self, game: &Game, as_ranges: bool, out: &mut Vec<Move>) {
        if as_ranges {
            game.legal(self.table(), self.seat(), out);
        } else {
            game.choices(self.table(), self.seat(), out);
        }
    }

    /// What others were seen to do.
    fn past(&self) -> &[Glimpse] {
        match self {
            Self::Seen(view) => view.past(),
            Self::Everything(..) => &[],
        }
    }

    /// A world to think in.
    fn world(&self, game: &Game, rng: &mut Rng, world: &mut State) {
        match self {
            Self::Seen(view) => view.sample_into(game, rng, world),
            Self::Everything(state, _) => {
                world.clone_from(state);
                world.tracking = false;
                world.noting = false;
            }
        }
    }
}

/// What players use again and again, so that they need not make it anew. It never changes a choice, but for what a lone
/// player has in mind: a plan is followed as it was made.
#[derive(Debug, Default)]
pub struct Scratch {
    root_moves: Vec<Move>,
    moves: Vec<Move>,
    worlds: Vec<State>,
    tree: ismcts::Tree,
    yardstick: Option<Yardstick>,
    desk: policy::Desk,
    learnt: Learnt,
    solitude: patience::Solitude,
}

/// What players have learnt about one game, by how long they did.
#[derive(Clone, Debug, Default)]
pub struct Learnt(Vec<(u32, Arc<Policy>)>);

impl Learnt {
    /// What was learnt in so many steps, if anything was.
    pub fn get(&self, steps: u32) -> Option<Arc<Policy>> {
        self.0.iter().find(|known| known.0 == steps).map(|known| Arc::clone(&known.1))
    }

    /// Keeps what was learnt in so many steps.
    pub fn keep(&mut self, steps: u32, policy: Arc<Policy>) {
        self.0.retain(|known| known.0 != steps);
        self.0.push((steps, policy));
    }
}

impl Scratch {
    /// For a game whose yardstick is already there.
    pub fn knowing(yardstick: Yardstick) -> Self {
        Self { yardstick: Some(yardstick), ..Self::default() }
    }

    /// The same, knowing what players have learnt.
    pub fn learnt(mut self, learnt: &Learnt) -> Self {
        self.learn_from(learnt);
        self
    }

    /// Knows from now on what players have learnt.
    pub fn learn_from(&mut self, learnt: &Learnt) {
        self.learnt = learnt.clone();
    }

    /// Forgets what somebody had in mind in another game.
    pub fn forget(&mut self) {
        self.solitude.forget();
    }

    /// What was learnt in so many steps; learnt on the spot if need be.
    fn policy(&mut self, game: &Game, steps: u32) -> Arc<Policy> {
        if let Some(known) = self.learnt.get(steps).filter(|policy| policy.is_for(game)) {
            return known;
        }
        let never = Arc::new(AtomicBool::new(false));
        let policy = Arc::new(learn::learn(game, steps, 1, &never, &AtomicU64::new(0)));
        self.learnt.keep(steps, Arc::clone(&policy));
        policy
    }

    /// What a position of a game is measured by; worked out when it is first needed.
    fn yardstick(&mut self, game: &Game) -> Yardstick {
        match self.yardstick.take() {
            Some(found) if found.is_for(game) => found,
            _ => Yardstick::new(game),
        }
    }

    /// Keeps a yardstick for the next decision.
    fn keep(&mut self, yardstick: Yardstick) {
        self.yardstick = Some(yardstick);
    }

    /// Some states of a game to think in.
    fn states(&mut self, game: &Game, count: usize) -> Vec<State> {
        let mut states = std::mem::take(&mut self.worlds);
        states.resize_with(states.len().max(count), || State::new(&game.tables, &game.layout));
        states
    }
}

/// How much of a budget is used up.
struct Clock {
    budget: Budget,
    begun: Instant,
    used: u32,
    /// The work that this thread had done before.
    before: u64,
}

impl Clock {
    fn new(budget: Budget) -> Self {
        Self { budget, begun: Instant::now(), used: 0, before: work::total() }
    }

    /// Counts one more playout; false if there is no budget for it.
    fn tick(&mut self) -> bool {
        self.ticks(1)
    }

    /// Counts some more playouts; false if there is no budget for them, unless they are the first.
    fn ticks(&mut self, count: u32) -> bool {
        let more = match self.budget {
            Budget::Iterations(most) => self.used == 0 || self.used + count <= most,
            Budget::Milliseconds(most) => {
                self.used == 0 || self.begun.elapsed() < Duration::from_millis(u64::from(most))
            }
        };
        let more = more && (self.used == 0 || work::total() - self.before < work::THOUGHT);
        self.used += if more { count } else { 0 };
        more
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_of_playouts_is_used_up_exactly() {
        let mut clock = Clock::new(Budget::Iterations(3));
        let ticks: Vec<bool> = (0..5).map(|_| clock.tick()).collect();
        assert_eq!(ticks, [true, true, true, false, false]);
    }

    #[test]
    fn several_playouts_are_made_together_or_not_at_all() {
        let mut clock = Clock::new(Budget::Iterations(7));
        let ticks: Vec<bool> = (0..3).map(|_| clock.ticks(3)).collect();
        assert_eq!(ticks, [true, true, false]);
        assert!(Clock::new(Budget::Iterations(1)).ticks(3));
    }

    #[test]
    fn however_short_the_time_one_playout_is_made() {
        let mut clock = Clock::new(Budget::Milliseconds(0));
        assert!(clock.tick());
        assert!(!clock.tick());
    }
}
