//! Alone against hidden cards: plans are judged by what would come of them if one knew the cards.
//!
//! In some worlds that agree with what is seen a win is searched for (`patience`). Up to the next card that is turned up
//! nothing depends on the world, so each of these lines is a plan up to there. Every plan is then tried in further worlds: how often
//! is a win found after it, and how near does one come elsewhere? The budget is spent in rounds, each on half as many plans as the
//! one before, all of them in the same worlds. The best plan is followed without another thought until its card is turned up.

use crate::game::Game;
use crate::game::cards::CardSet;
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};

use super::Source;
use super::expert::Prospect;
use super::patience::{Found, Outlook, POSITIONS_OF_A_PLAYOUT, Plan, Purse, Search, key};

/// What part of the budget goes into finding plans, and how many there are at most.
const FINDING: u64 = 4;
const WIDEST: usize = 8;
/// So many worlds at most plans are found in, and so many at most they are tried in, in a round.
const WORLDS: u32 = 24;
const TRIALS: u32 = 96;
/// A win is looked for in so many positions of a world, at least and at most: with fewer hardly any is found, with more there are too
/// few worlds. Where it can be, a budget is enough for so many of them.
const POSITIONS_OF_A_WORLD: (u64, u64) = (POSITIONS_OF_A_PLAYOUT, 4 * POSITIONS_OF_A_PLAYOUT);
const SEARCHES: u64 = 15;
/// In a round every course that is tried is tried in so many worlds at least, or else fewer are.
const FEWEST: u32 = 2;
/// What it is worth to come near to a win where none is found.
const NEAR: f32 = 0.25;

/// Where cards lie that the player has not seen, and what they are.
struct Hidden {
    places: Vec<usize>,
    cards: CardSet,
}

impl Hidden {
    fn new(source: &Source) -> Self {
        match source {
            Source::Seen(view) => {
                let places = view.holes().iter().map(|hole| usize::from(hole.place)).collect();
                Self { places, cards: view.unseen() }
            }
            Source::Everything(..) => Self { places: Vec::new(), cards: 0 },
        }
    }

    /// Whether one of them has been turned up since.
    fn is_turned(&self, before: &State, s: &State) -> bool {
        let cards = |s: &State, place: usize| s.sets.get(place).copied().unwrap_or(0) & self.cards;
        self.places.iter().any(|place| cards(before, *place) != cards(s, *place))
    }
}

/// What to do until the next card is turned up, and what came of it.
struct Course {
    path: Vec<Move>,
    /// Where it leads, as far as one can foresee it.
    goal: u64,
    /// In how many worlds it was found.
    votes: u32,
    prospect: Prospect,
}

/// What to do next where cards are hidden; nothing, if no line leads anywhere.
pub(super) fn plan(
    game: &Game,
    outlook: &Outlook,
    source: &Source,
    search: &mut Search,
    mut purse: Purse,
    rng: &mut Rng,
) -> Plan {
    let table = source.table();
    let mut thought = Thought {
        game,
        table,
        outlook,
        hidden: Hidden::new(source),
        far: outlook.far(game, table),
        each: (purse.left / SEARCHES).clamp(POSITIONS_OF_A_WORLD.0, POSITIONS_OF_A_WORLD.1),
        search,
        world: table.clone(),
        trial: table.clone(),
    };
    let mut finding = purse.part(purse.left / FINDING);
    let given = finding.left;
    let mut courses: Vec<Course> = Vec::new();
    let (mut worlds, mut all) = (0, true);
    while finding.left > 0 && worlds < WORLDS {
        worlds += 1;
        source.world(game, rng, &mut thought.world);
        all &= thought.find(&mut courses, &mut finding, rng);
    }
    purse.spend(given - finding.left);
    if courses.is_empty() {
        return Plan::none(game, source, all);
    }
    courses.sort_by_key(|course| std::cmp::Reverse(course.votes));
    let mut open = widest(courses.len().min(WIDEST), purse.left / thought.each);
    let rounds = rounds(open);
    courses.truncate(open);
    for round in 0..rounds {
        let mut part = purse.part(purse.left / (rounds - round));
        let given = part.left;
        let mut worlds = 0;
        // Every course has its full share of a world, or else the world is not begun.
        while open > 1 && part.left >= open as u64 * thought.each && worlds < TRIALS {
            worlds += 1;
            source.world(game, rng, &mut thought.world);
            for course in &mut courses[..open] {
                thought.try_out(course, &mut part, rng);
            }
        }
        purse.spend(given - part.left);
        courses[..open].sort_by(|a, b| b.prospect.worth.total_cmp(&a.prospect.worth));
        open = open.div_ceil(2);
    }
    let Some(best) = courses.first() else { return Plan::default() };
    let path = best.path.clone();
    Plan::of(game, table, &path, courses.into_iter().map(|one| one.prospect).collect(), rng)
}

/// In how many rounds so many courses are tried.
fn rounds(open: usize) -> u64 {
    u64::from(open.next_power_of_two().ilog2())
}

/// How many courses so many searches suffice for.
fn widest(most: usize, searches: u64) -> usize {
    let enough = |open: &usize| searches / rounds(*open) / (*open as u64) >= u64::from(FEWEST);
    (2..=most).rev().find(enough).unwrap_or(most.min(1))
}

/// One thought.
struct Thought<'a> {
    game: &'a Game,
    /// What the player sees, with the cards that it does not know in a fixed order.
    table: &'a State,
    outlook: &'a Outlook,
    hidden: Hidden,
    /// How far a win seems to be now.
    far: f32,
    /// In how many positions a win is looked for in a world.
    each: u64,
    search: &'a mut Search,
    world: State,
    trial: State,
}

impl Thought<'_> {
    /// Finds a course in the present world; whether nothing was left out.
    fn find(&mut self, courses: &mut Vec<Course>, purse: &mut Purse, rng: &mut Rng) -> bool {
        let (game, world) = (self.game, &self.world);
        let mut found = looked_for((game, self.outlook, self.each), world, self.search, purse, rng);
        let (mut goal, mut made, mut turned) = (0, 0, false);
        self.trial.clone_from(world);
        for action in &found.path {
            goal = key(game, &self.trial).rotate_left(1) ^ action.code();
            made += 1;
            let seat = game.asked(&self.trial);
            game.apply(&mut self.trial, seat, *action, rng);
            turned = self.hidden.is_turned(world, &self.trial);
            if turned {
                break;
            }
        }
        // Without a card turned up it must come nearer to winning by what is seen alone, or there would be no end to it.
        if !turned {
            self.trial.clone_from(self.table);
            (self.trial.tracking, self.trial.noting) = (false, false);
            for action in &found.path {
                let seat = game.asked(&self.trial);
                game.apply(&mut self.trial, seat, *action, rng);
            }
            let over = self.trial.waiting != Waiting::Decision;
            if !over && self.outlook.far(game, &self.trial) >= self.far {
                return found.all;
            }
        }
        found.path.truncate(made);
        let Some(first) = found.path.first() else { return found.all };
        match courses.iter_mut().find(|course| course.goal == goal) {
            Some(known) => known.votes += 1,
            None => {
                let prospect = Prospect::new(*first, 0.0);
                courses.push(Course { path: found.path, goal, votes: 1, prospect });
            }
        }
        found.all
    }

    /// Follows a course in the present world and sees what can be made of it.
    fn try_out(&mut self, course: &mut Course, purse: &mut Purse, rng: &mut Rng) {
        let game = self.game;
        self.trial.clone_from(&self.world);
        for action in &course.path {
            if self.trial.waiting != Waiting::Decision {
                break;
            }
            let seat = game.asked(&self.trial);
            game.apply(&mut self.trial, seat, *action, rng);
        }
        let trial = &self.trial;
        let found = if trial.waiting == Waiting::Decision {
            looked_for((game, self.outlook, self.each), trial, self.search, purse, rng)
        } else {
            purse.spend(1);
            Found { won: trial.outcome.winners != 0, far: self.far, path: Vec::new(), all: true }
        };
        let steps = self.outlook.nearer(game, trial, &found, rng)
            + self.outlook.distance(game, &self.world)
            - self.outlook.distance(game, trial);
        let near = (1.0 - found.far / self.far.max(1.0)).clamp(0.0, 1.0);
        let won = f32::from(u8::from(found.won));
        let prospect = &mut course.prospect;
        prospect.count(if found.won { 1.0 } else { NEAR * near });
        prospect.worth = prospect.average();
        prospect.ended += 1;
        prospect.best += won;
        prospect.gained += f64::from(steps);
    }
}

/// Searches a world for a win, in so many positions.
fn looked_for(
    (game, outlook, each): (&Game, &Outlook, u64),
    from: &State,
    search: &mut Search,
    purse: &mut Purse,
    rng: &mut Rng,
) -> Found {
    let mut part = purse.part(each);
    let given = part.left;
    let found = search.run(game, outlook, from, &mut part, rng);
    purse.spend((given - part.left).max(1));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_budget_is_spent_on_few_courses() {
        assert_eq!(
            [
                widest(8, 0),
                widest(8, 3),
                widest(8, 4),
                widest(8, 15),
                widest(8, 48),
                widest(3, 48),
                widest(0, 48)
            ],
            [1, 1, 2, 3, 8, 3, 0]
        );
    }
}
