//! What was done in a hand, so that whoever thinks about it can look back.
//!
//! Kept are the moment at which the hand began and what was decided since, with the chance that was met: everything in
//! between is played again when somebody wants to know. A story holds the truth. It is only ever read as one seat
//! saw it (`View::recall`), and no view holds one.

use std::sync::Arc;

use super::Game;
use super::moves::Move;
use super::rng::Rng;
use super::state::State;

/// After so many decisions a story begins anew.
const LONGEST: usize = 1_024;

/// Something that was decided.
#[derive(Clone, Debug)]
pub(super) struct Deed {
    pub seat: u8,
    pub action: Move,
    /// The chance that it met.
    chance: Rng,
}

/// What was decided, and what before: moments that follow on each other share it.
#[derive(Debug)]
struct Link {
    deed: Deed,
    before: Option<Arc<Link>>,
}

/// What was done since a moment of a hand.
#[derive(Clone, Debug)]
pub struct Story {
    /// What came before, which only one seat has seen.
    before: Option<(u8, Arc<Story>)>,
    start: Arc<State>,
    last: Option<Arc<Link>>,
    many: usize,
}

impl Story {
    /// A story that begins with a moment.
    fn new(s: &State, before: Option<(u8, Arc<Self>)>) -> Arc<Self> {
        let mut start = s.clone();
        start.telling = false;
        start.story = None;
        Arc::new(Self { before, start: Arc::new(start), last: None, many: 0 })
    }

    /// The parts of a story that a seat has seen, the oldest first: where each begins, and what was done.
    pub(super) fn parts(&self, seat: u8) -> Vec<(&State, Vec<&Deed>)> {
        let mut parts = Vec::new();
        let mut part = Some(self);
        while let Some(story) = part {
            parts.push((&*story.start, story.deeds()));
            part = story.before.as_ref().filter(|(by, _)| *by == seat).map(|(_, story)| &**story);
        }
        parts.reverse();
        parts
    }

    /// What was done, in order.
    fn deeds(&self) -> Vec<&Deed> {
        let links = std::iter::successors(self.last.as_deref(), |link| link.before.as_deref());
        let mut deeds: Vec<&Deed> = links.map(|link| &link.deed).collect();
        deeds.reverse();
        deeds
    }
}

impl Deed {
    /// Does it again.
    pub(super) fn repeat(&self, game: &Game, s: &mut State) {
        game.apply(s, self.seat, self.action, &mut self.chance.clone());
    }
}

impl Game {
    /// From here on it is kept what is done, if that is wanted.
    pub(super) fn begin_story(&self, s: &mut State) {
        s.story = s.telling.then(|| Story::new(s, None));
    }

    /// Keeps what is about to be done.
    pub(super) fn tell(&self, s: &mut State, seat: u8, action: Move, rng: &Rng) {
        if s.story.as_ref().is_none_or(|story| story.many >= LONGEST) {
            self.begin_story(s);
        }
        if let Some(story) = &mut s.story {
            let story = Arc::make_mut(story);
            let deed = Deed { seat, action, chance: rng.clone() };
            story.last = Some(Arc::new(Link { deed, before: story.last.take() }));
            story.many += 1;
        }
    }

    /// A world in which a seat remembers what it has seen of another moment.
    pub fn remember_in(&self, world: &mut State, seat: u8, truth: &State) {
        world.telling = truth.telling;
        let before = truth.story.as_ref().map(|story| (seat, Arc::clone(story)));
        world.story = truth.telling.then(|| Story::new(world, before));
    }
}
