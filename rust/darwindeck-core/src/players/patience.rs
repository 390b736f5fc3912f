//! Alone against the cards: a search of its own kind for games for one.
//!
//! What is nearest to winning is gone on from first, until something wins. What was found is the plan, and it is followed
//! from move to move; if nothing wins, the first moves of the best line are made before thinking again. Where cards are
//! hidden, this is done in worlds that agree with what is seen, and the plan goes no further than to the next card that
//! is turned up: see `hindsight`.
//!
//! What looks near is found out from the game alone: how far the win conditions are from being met, how many cards
//! lie on others that go home sooner, how many nobody has seen and how deep they lie, and how many do not lie on the table yet.
//! Which zones are home, and when cards get there, is noted in some deals that are searched before the first thought.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::time::{Duration, Instant};

use crate::game::Game;
use crate::game::Seams;
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit};
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::Tables;
use crate::game::work;

use super::expert::Prospect;
use super::policy::Policy;
use super::traits::Observer;
use super::yardstick::identity;
use super::{Budget, Scratch, Source, hindsight};

/// A playout of a budget is worth so many positions, and a thought looks at so many at most.
pub(super) const POSITIONS_OF_A_PLAYOUT: u64 = 2_000;
const POSITIONS: u64 = 960_000;
/// So many positions wait to be gone on from at most; then the half that looks farther from winning is forgotten.
const WAITING: usize = 4_096;
/// So many moves that only change what lies aside are looked through at once.
const LINKS: usize = 32;
/// A line has so many moves at most.
const LONGEST: u32 = 400;
/// So many moves are made of the best line that does not win before thinking again.
const TENTATIVE: usize = 12;
/// Where nothing comes nearer to winning, so many moves are made before thinking again.
const RESTING: u32 = 16;

/// So many deals are searched, in so many rounds, with so many positions each, to find out where home is.
const ROUNDS: usize = 3;
const DEALS: usize = 10;
const POSITIONS_OF_A_DEAL: u64 = 2_000;
const WORK_OF_A_DEAL: u64 = 3_000_000;
/// A zone is home if this part of what came there brought the win nearer.
const HOMELY: f32 = 0.9;
/// As many arrivals as what is known of a rank counts for, for each of its cards.
const OF_RANK: f32 = 4.0;

/// A position is judged by so many numbers: see `Outlook::features`.
const FEATURES: usize = 8;
type Weights = [f32; FEATURES];
/// What each of them counts for at first, and what each move made counts for.
const USUAL: Weights = [1.0, 1.5, 0.7, 0.5, 0.5, 0.5, 0.5, -0.2];
const MADE: f32 = 0.2;
/// What each may be multiplied by when a search begins again.
const FACTORS: [f32; 9] = [0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0];

/// What part of a budget goes into going on from what looks nearest, before a few lines are followed at a time, and how many
/// positions at least.
const AT_FIRST: u64 = 4;
const AT_LEAST: u64 = 2_500;
/// How many lines are followed at first, and by how much more of them each time.
const LINES: f32 = 2.0;
const WIDER: f32 = 1.1;
const MOST_LINES: f32 = 100_000.0;

/// What a lone player knows about a game before it begins to think.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    identity: (u64, usize, usize),
    observer: Observer,
    /// Whether cards are home in a zone.
    home: Vec<bool>,
    /// When cards usually get home, from 0 to 1; later, if they never did.
    order: [f32; 128],
    /// What building allows between cards that lie on each other, by zone.
    seams: Vec<Option<Seams>>,
}

/// One card that came to a zone.
struct Arrival {
    card: CardId,
    zone: u8,
    /// Whether it came by itself: of cards that come together none comes before another.
    alone: bool,
    /// Whether the win came nearer with it, and how far it had come.
    nearer: bool,
    progress: f32,
}

impl Outlook {
    fn new(game: &Game) -> Self {
        let mut outlook = Self {
            identity: identity(game),
            observer: Observer::new(game),
            home: vec![false; game.tables.zones.len()],
            order: [2.0; 128],
            seams: Vec::new(),
        };
        let mut rng = Rng::new(0x0A10_4E5E);
        let mut arrivals = Vec::new();
        let mut state = State::new(&game.tables, &game.layout);
        outlook.seams = game.seams(&state);
        let mut search = Search::default();
        for _ in 0..ROUNDS {
            for _ in 0..DEALS {
                game.start(&mut state, &mut rng, true);
                let mut purse = Purse::of(POSITIONS_OF_A_DEAL, WORK_OF_A_DEAL);
                let found = search.run(game, &outlook, &state, &mut purse, &mut rng);
                outlook.note(game, &mut state, &found.path, &mut arrivals, &mut rng);
            }
            outlook.learn(&game.tables, &arrivals);
        }
        outlook
    }

    /// Notes which cards come where along a line.
    fn note(
        &self,
        game: &Game,
        s: &mut State,
        path: &[Move],
        arrivals: &mut Vec<Arrival>,
        rng: &mut Rng,
    ) {
        let whole = self.observer.distance_of(game, s).max(1.0);
        for action in path {
            let far = self.observer.distance_of(game, s);
            let before = by_zone(game, s);
            let seat = game.asked(s);
            game.apply(s, seat, *action, rng);
            let now = self.observer.distance_of(game, s);
            let progress = 1.0 - now / whole;
            for (zone, (old, new)) in before.iter().zip(by_zone(game, s)).enumerate() {
                let came = Cards(new & !old);
                arrivals.extend(came.map(|card| Arrival {
                    card,
                    zone: zone as u8,
                    alone: came.count() == 1,
                    nearer: now < far,
                    progress,
                }));
            }
        }
    }

    /// Finds out where home is and when cards get there.
    fn learn(&mut self, tables: &Tables, arrivals: &[Arrival]) {
        for (zone, home) in self.home.iter_mut().enumerate() {
            let here = || arrivals.iter().filter(|one| usize::from(one.zone) == zone);
            let good = here().filter(|one| one.nearer).count() as f32;
            *home = good > 0.0 && good >= HOMELY * here().count() as f32;
        }
        let mut of_card = [(0.0f32, 0.0f32); 128];
        let mut of_rank = [(0.0f32, 0.0f32); 256];
        let ordered = |one: &&Arrival| one.alone && self.home[usize::from(one.zone)];
        for one in arrivals.iter().filter(ordered) {
            let rank = tables.rank[usize::from(one.card)];
            for (sum, count) in
                [&mut of_card[usize::from(one.card)], &mut of_rank[usize::from(rank)]]
            {
                *sum += one.progress;
                *count += 1.0;
            }
        }
        for card in Cards(tables.all) {
            let (sum, count) = of_card[usize::from(card)];
            let (all, many) = of_rank[usize::from(tables.rank[usize::from(card)])];
            let mean = if many > 0.0 { all / many } else { 2.0 };
            self.order[usize::from(card)] = (sum + OF_RANK * mean) / (count + OF_RANK);
        }
    }

    /// How far a position seems to be from winning.
    pub(super) fn far(&self, game: &Game, s: &State) -> f32 {
        weighed(&self.features(game, s), &USUAL)
    }

    /// What tells how far a position is from winning: how far the win conditions are from being met, how many cards lie on
    /// what goes home sooner, how many nobody has seen and how deep they lie, how many lie neither at home nor on the table,
    /// how many lie on what they could not be built on, how many on what does not go on with them, and how many piles are free.
    fn features(&self, game: &Game, s: &State) -> Weights {
        let [mut covered, mut unseen, mut deep, mut aside] = [0u32; 4];
        let [mut loose, mut parted, mut free] = [0u32; 3];
        for (number, zone) in game.tables.zones.iter().enumerate() {
            if self.home[number] {
                continue;
            }
            let hidden = zone.viewers[0] & 1 == 0;
            let seams = self.seams.get(number).and_then(Option::as_ref);
            for place in zone.base..zone.base + zone.piles * u16::from(zone.owners) {
                if zone.piles < 2 || !zone.stack {
                    aside += s.sets.get(usize::from(place)).map_or(0, |set| set.count_ones());
                    continue;
                }
                let under = zone
                    .beneath
                    .map(|under| game.tables.zones[under.index()].base + (place - zone.base));
                let mut sooner = under.map_or(f32::MAX, |under| self.soonest(s, under));
                let mut card = s.piles[usize::from(place)].bottom;
                let under_it = under.and_then(|under| s.sets.get(usize::from(under)));
                free += u32::from(card == NO_CARD && under_it.is_none_or(|set| *set == 0));
                let mut height = 0;
                while card != NO_CARD {
                    let order = self.order[usize::from(card & 127)];
                    height += 1;
                    covered += u32::from(order > sooner);
                    unseen += u32::from(hidden);
                    deep += if hidden { height } else { 0 };
                    sooner = sooner.min(order);
                    let above = s.above[usize::from(card & 127)];
                    if let (Some(seams), true) = (seams, above != NO_CARD) {
                        let fits = seams.fits[usize::from(card & 127)] & bit(above) != 0;
                        let goes = seams.along[usize::from(card & 127)] & bit(above) != 0;
                        loose += u32::from(!fits);
                        parted += u32::from(fits && !goes);
                    }
                    card = above;
                }
            }
        }
        let far = self.observer.distance_of(game, s);
        let counts = [covered, unseen, deep, aside, loose, parted, free].map(|count| count as f32);
        let [covered, unseen, deep, aside, loose, parted, free] = counts;
        [far, covered, unseen, deep, aside, loose, parted, free]
    }

    /// The zones that are neither home nor made of several piles.
    fn aside(&self, game: &Game) -> Vec<bool> {
        let zones = game.tables.zones.iter().zip(&self.home);
        zones.map(|(zone, home)| !home && (zone.piles < 2 || !zone.stack)).collect()
    }

    /// How many steps nearer to winning some moves come.
    pub(super) fn nearer(&self, game: &Game, root: &State, found: &Found, rng: &mut Rng) -> f32 {
        let far = self.distance(game, root);
        if found.won {
            return far;
        }
        let mut s = root.clone();
        (s.tracking, s.noting) = (false, false);
        for action in &found.path {
            let seat = game.asked(&s);
            game.apply(&mut s, seat, *action, rng);
        }
        far - self.distance(game, &s)
    }

    /// How many steps the win conditions are from being met.
    pub(super) fn distance(&self, game: &Game, s: &State) -> f32 {
        self.observer.distance_of(game, s)
    }

    /// When the first card of a pile usually gets home.
    fn soonest(&self, s: &State, place: u16) -> f32 {
        let set = s.sets.get(usize::from(place)).copied().unwrap_or(0);
        Cards(set).map(|card| self.order[usize::from(card)]).fold(f32::MAX, f32::min)
    }
}

/// How far a position with such features seems to be from winning.
fn weighed(features: &Weights, weights: &Weights) -> f32 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// The cards of each zone.
fn by_zone(game: &Game, s: &State) -> Vec<CardSet> {
    let mut zones = vec![0; game.tables.zones.len()];
    for (set, pile) in s.sets.iter().zip(&s.piles) {
        if let Some(zone) = zones.get_mut(usize::from(pile.zone)) {
            *zone |= set;
        }
    }
    zones
}

/// One number for where all cards lie; which of the piles of a zone is which does not matter.
pub(super) fn key(game: &Game, s: &State) -> u64 {
    keys(game, &[], s).1
}

/// The same of what does not lie aside, and of all.
fn keys(game: &Game, aside: &[bool], s: &State) -> (u64, u64) {
    let mix = |sum: u64, value: u64| {
        let mixed = (sum ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ (mixed >> 29)
    };
    let of_pile = |place: usize| {
        let pile = &s.piles[place];
        let mut sum = u64::from(pile.zone) + 1;
        if pile.top == NO_CARD {
            return mix(mix(sum, s.sets[place] as u64), (s.sets[place] >> 64) as u64);
        }
        let mut card = pile.bottom;
        while card != NO_CARD {
            sum = mix(sum, u64::from(card) + 1);
            card = s.above[usize::from(card & 127)];
        }
        sum
    };
    let mut apart = 0u64;
    let mut sum = mix(u64::from(s.depth), u64::from(s.innermost().phase));
    sum = mix(sum, u64::from(s.innermost().index) << 32 | u64::from(s.innermost().stage));
    for picked in [s.selection, s.picks[0]] {
        sum = mix(mix(sum, picked as u64), (picked >> 64) as u64);
    }
    for (place, pile) in s.piles.iter().enumerate() {
        if s.sets[place] == 0 {
            continue;
        }
        let zone = game.tables.zones.get(usize::from(pile.zone));
        let mut own = of_pile(place);
        if let Some((zone, under)) = zone.and_then(|zone| Some((zone, zone.beneath?))) {
            let under =
                game.tables.zones[under.index()].base + (place as u16).saturating_sub(zone.base);
            own = mix(own, of_pile(usize::from(under)));
        }
        if aside.get(usize::from(pile.zone)).copied().unwrap_or(false) {
            apart = apart.wrapping_add(mix(own, 0x51_7C_C1));
        } else {
            sum = sum.wrapping_add(mix(own, 0x51_7C_C1));
        }
    }
    (sum, sum.wrapping_add(apart))
}

/// How many positions may still be looked at.
pub(super) struct Purse {
    pub left: u64,
    until: Option<Instant>,
    /// The work that this thread may have done by then: see `game::work`.
    most_work: u64,
}

impl Purse {
    pub(super) fn of(left: u64, work: u64) -> Self {
        Self { left, until: None, most_work: work::total().saturating_add(work) }
    }

    fn new(budget: Budget) -> Self {
        match budget {
            Budget::Iterations(count) => {
                let positions = u64::from(count) * POSITIONS_OF_A_PLAYOUT;
                Self::of(positions.min(POSITIONS), work::THOUGHT)
            }
            Budget::Milliseconds(count) => {
                let until = Instant::now() + Duration::from_millis(u64::from(count));
                Self { until: Some(until), ..Self::of(u64::MAX / 2, work::THOUGHT) }
            }
        }
    }

    /// A part of it, for so many positions at most.
    pub(super) fn part(&self, most: u64) -> Self {
        Self { left: most.min(self.left), ..*self }
    }

    /// Takes out what was spent of a part.
    pub(super) fn spend(&mut self, positions: u64) {
        self.left = self.left.saturating_sub(positions);
    }

    /// Looks at one more position; false if there is nothing left for it.
    fn take(&mut self) -> bool {
        let late =
            self.left.is_multiple_of(64) && self.until.is_some_and(|until| Instant::now() >= until);
        if self.left == 0 || late || work::total() > self.most_work || work::is_spent() {
            self.left = 0;
            return false;
        }
        self.left -= 1;
        true
    }
}

/// Somebody who sees all cards in a game for one.
#[derive(Debug)]
pub struct Solver {
    outlook: Outlook,
    search: Search,
}

impl Solver {
    /// For one game.
    pub fn new(game: &Game) -> Self {
        Self { outlook: Outlook::new(game), search: Search::default() }
    }

    /// Whether a win is found within so many positions, and how many were looked at.
    pub fn solve(&mut self, game: &Game, from: &State, most: u64, rng: &mut Rng) -> (bool, u64) {
        let mut purse = Purse::of(most, u64::MAX);
        let found = self.search.run(game, &self.outlook, from, &mut purse, rng);
        (found.won, most - purse.left)
    }
}

/// Where a search led.
#[derive(Default)]
pub(super) struct Found {
    pub won: bool,
    /// How far the nearest position that was found is from winning.
    pub far: f32,
    /// The moves that lead there.
    pub path: Vec<Move>,
    /// Whether nothing was left out.
    pub all: bool,
}

/// A position that may be gone on from.
struct Stand {
    state: Box<State>,
    /// How far it seems to be from winning, with the moves made.
    far: f32,
    moves: u32,
    /// The last of the moves that lead there; of two that are as far the later one is gone on from first.
    step: u32,
}

impl Ord for Stand {
    fn cmp(&self, other: &Self) -> Ordering {
        in_turn((self.far, self.step), (other.far, other.step))
    }
}

/// Which of two positions is gone on from first, the greater one: the nearer, or else the later.
fn in_turn(a: (f32, u32), b: (f32, u32)) -> Ordering {
    b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))
}

impl PartialOrd for Stand {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Stand {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Stand {}

/// A search with all cards face up.
#[derive(Default)]
pub(super) struct Search {
    open: BinaryHeap<Stand>,
    spare: Vec<Box<State>>,
    /// Moves, and which move came before each.
    steps: Vec<(u32, Move)>,
    seen: Seen,
    /// Positions between which only what lies aside changed: which there are, and what was done there between which top cards.
    links: Seen,
    chain: Vec<Stand>,
    made: Vec<(Move, CardId, CardId)>,
    /// What was found after the last moves.
    found: Vec<Stand>,
    moves: Vec<Move>,
}

impl std::fmt::Debug for Search {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Search")
    }
}

/// Numbers of positions, which are mixed already.
type Seen = HashSet<u64, BuildHasherDefault<Mixed>>;

/// Leaves a number as it is.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// A copy of a state, in one that is not needed any more if there is any.
fn copied(spare: &mut Vec<Box<State>>, from: &State) -> Box<State> {
    match spare.pop() {
        Some(mut state) => {
            (*state).clone_from(from);
            state
        }
        None => Box::new(from.clone()),
    }
}

/// What is looked for.
struct Hunt<'a> {
    game: &'a Game,
    outlook: &'a Outlook,
    /// Which zones lie aside.
    aside: Vec<bool>,
    weights: Weights,
    /// How far the nearest position is from winning, and the last move that leads there.
    best: (f32, u32),
    /// The last move of a line that wins.
    won: Option<u32>,
}

/// The top card of a place.
fn top_of(s: &State, place: u16) -> CardId {
    s.piles.get(usize::from(place)).map_or(NO_CARD, |pile| pile.top)
}

/// No move came before.
const FIRST: u32 = u32::MAX;

impl Search {
    /// Looks for a win until one is found or nothing is left: first from what looks nearest to winning, then again and again in
    /// a few lines at a time, each time by other weights.
    pub(super) fn run(
        &mut self,
        game: &Game,
        outlook: &Outlook,
        root: &State,
        purse: &mut Purse,
        rng: &mut Rng,
    ) -> Found {
        self.steps.clear();
        let best = (outlook.far(game, root), FIRST);
        let aside = outlook.aside(game);
        let mut hunt = Hunt { game, outlook, aside, weights: USUAL, best, won: None };
        let mut part = purse.part(AT_LEAST.max(purse.left / AT_FIRST));
        let given = part.left;
        let mut all = self.nearest_first(&mut hunt, root, &mut part, rng);
        purse.spend(given - part.left);
        let mut lines = LINES;
        // Which weights come next is the same in every search.
        let mut chance = Rng::new(0x11_4E5);
        while hunt.won.is_none() && !all && purse.left > 0 && lines < MOST_LINES {
            all = self.in_lines(&mut hunt, root, lines as usize, purse, rng);
            lines *= WIDER;
            for (weight, usual) in hunt.weights.iter_mut().zip(USUAL) {
                *weight = usual * FACTORS[chance.below(FACTORS.len() as u32) as usize];
            }
        }
        let last = hunt.won.unwrap_or(hunt.best.1);
        let won = hunt.won.is_some();
        let far = if won { 0.0 } else { hunt.best.0 };
        Found { won, far, path: self.path(last), all }
    }

    /// Begins again at a position.
    fn begin(&mut self, hunt: &Hunt, root: &State) -> Stand {
        self.seen.clear();
        self.seen.insert(key(hunt.game, root));
        let mut state = copied(&mut self.spare, root);
        (state.tracking, state.noting) = (false, false);
        state.trail.clear();
        Stand { state, far: 0.0, moves: 0, step: FIRST }
    }

    /// Goes on from what looks nearest; whether nothing was left out.
    fn nearest_first(
        &mut self,
        hunt: &mut Hunt,
        root: &State,
        purse: &mut Purse,
        rng: &mut Rng,
    ) -> bool {
        let mut all = true;
        let mut open = std::mem::take(&mut self.open);
        let mut found = std::mem::take(&mut self.found);
        open.push(self.begin(hunt, root));
        while let Some(stand) = open.pop() {
            all &= self.go_on(hunt, stand, &mut found, purse, rng);
            open.extend(found.drain(..));
            if hunt.won.is_some() || purse.left == 0 {
                break;
            }
            if open.len() > WAITING {
                all = false;
                let mut stands = open.into_sorted_vec();
                let nearer = stands.split_off(stands.len() / 2);
                self.spare.extend(stands.into_iter().map(|stand| stand.state));
                open = nearer.into();
            }
        }
        all &= open.is_empty();
        self.spare.extend(open.drain().map(|stand| stand.state));
        (self.open, self.found) = (open, found);
        all
    }

    /// Goes on move by move from the few that look nearest after as many; whether nothing was left out.
    fn in_lines(
        &mut self,
        hunt: &mut Hunt,
        root: &State,
        width: usize,
        purse: &mut Purse,
        rng: &mut Rng,
    ) -> bool {
        let mut all = true;
        let mut found = std::mem::take(&mut self.found);
        let mut level = vec![self.begin(hunt, root)];
        while !level.is_empty() && hunt.won.is_none() && purse.left > 0 {
            for stand in level.drain(..) {
                if hunt.won.is_some() || purse.left == 0 {
                    all = false;
                    self.spare.push(stand.state);
                    continue;
                }
                all &= self.go_on(hunt, stand, &mut found, purse, rng);
            }
            found.sort_unstable_by(|a, b| b.cmp(a));
            all &= found.len() <= width;
            self.spare.extend(found.drain(width.min(found.len())..).map(|stand| stand.state));
            std::mem::swap(&mut level, &mut found);
        }
        self.spare.extend(level.drain(..).map(|stand| stand.state));
        self.found = found;
        all
    }

    /// Finds what one move leads to from a position, or one move after others that only change what lies aside; whether nothing was
    /// left out.
    fn go_on(
        &mut self,
        hunt: &mut Hunt,
        from: Stand,
        found: &mut Vec<Stand>,
        purse: &mut Purse,
        rng: &mut Rng,
    ) -> bool {
        let game = hunt.game;
        let (here, whole) = keys(game, &hunt.aside, &from.state);
        let mut all = true;
        let mut moves = std::mem::take(&mut self.moves);
        self.links.clear();
        self.links.insert(whole);
        self.made.clear();
        self.chain.push(from);
        let mut at = 0;
        while at < self.chain.len() && hunt.won.is_none() {
            let seat = game.asked(&self.chain[at].state);
            game.choices(&self.chain[at].state, seat, &mut moves);
            let before = self.made.len();
            for action in &moves {
                let (state, length) = (&self.chain[at].state, self.chain[at].moves);
                if action.kind == Kind::Build {
                    // The same move with the same cards was made before something was changed aside.
                    let deed = (*action, top_of(state, action.a), top_of(state, action.b));
                    if self.made[..before].contains(&deed) {
                        continue;
                    }
                    self.made.push(deed);
                }
                if length >= LONGEST || !purse.take() {
                    all = false;
                    break;
                }
                let mut state = copied(&mut self.spare, state);
                game.apply(&mut state, seat, *action, rng);
                state.trail.clear();
                let over = state.waiting != Waiting::Decision;
                let (main, whole) = if over { (0, 0) } else { keys(game, &hunt.aside, &state) };
                let idle = !over && main == here && self.chain.len() < LINKS;
                let new =
                    over || if idle { self.links.insert(whole) } else { self.seen.insert(whole) };
                if !new {
                    self.spare.push(state);
                    continue;
                }
                let step = self.steps.len() as u32;
                self.steps.push((self.chain[at].step, *action));
                if over {
                    let won = state.outcome.winners != 0;
                    self.spare.push(state);
                    if won {
                        hunt.won = Some(step);
                        break;
                    }
                    continue;
                }
                let moves = length + 1;
                if idle {
                    self.chain.push(Stand { state, far: 0.0, moves, step });
                    continue;
                }
                let features = hunt.outlook.features(game, &state);
                let usual = weighed(&features, &USUAL);
                if usual < hunt.best.0 {
                    hunt.best = (usual, step);
                }
                let far = weighed(&features, &hunt.weights) + MADE * moves as f32;
                found.push(Stand { state, far, moves, step });
            }
            at += 1;
        }
        self.spare.extend(self.chain.drain(..).map(|stand| stand.state));
        self.moves = moves;
        all
    }

    fn path(&self, last: u32) -> Vec<Move> {
        let mut path = Vec::new();
        let mut at = last;
        while let Some((before, action)) = self.steps.get(at as usize) {
            path.push(*action);
            at = *before;
        }
        path.reverse();
        path
    }
}

/// What a lone player has in mind: what to do at each of the positions that it expects, and how that came out.
#[derive(Debug, Default)]
pub(super) struct Plan {
    steps: Vec<(u64, Move)>,
    /// What each first move that was thought of promises, the best first.
    prospects: Vec<Prospect>,
    /// Where it was found that nothing comes nearer to winning, what had not been seen by then, and up to which turn that may be
    /// so.
    hopeless: Option<(u64, CardSet, u32)>,
}

impl Plan {
    /// To make some moves one after the other, as far as they can be foreseen.
    pub(super) fn of(
        game: &Game,
        table: &State,
        path: &[Move],
        prospects: Vec<Prospect>,
        rng: &mut Rng,
    ) -> Self {
        let mut s = table.clone();
        (s.tracking, s.noting) = (false, false);
        let mut steps = Vec::new();
        for action in path {
            steps.push((mark(game, &s), *action));
            let seat = game.asked(&s);
            game.apply(&mut s, seat, *action, rng);
        }
        Self { steps, prospects, hopeless: None }
    }

    /// To think no more until something is turned up, for good if nothing was left out, or else for some moves.
    pub(super) fn none(game: &Game, source: &Source, all: bool) -> Self {
        let table = source.table();
        let until = if all { u32::MAX } else { table.turns + RESTING };
        let hopeless = Some((game.sight_of(table), source.unseen(), until));
        Self { hopeless, ..Self::default() }
    }

    /// Whether there is nothing to think about: nothing came nearer to winning where one has been, and nothing was turned up since.
    fn is_hopeless(&self, source: &Source) -> bool {
        let table = source.table();
        self.hopeless.is_some_and(|(sight, unseen, until)| {
            unseen == source.unseen() && table.turns <= until && table.trail.contains(&sight)
        })
    }

    /// What it says to do at a position.
    fn step(&self, here: u64, moves: &[Move]) -> Option<Move> {
        let found = self.steps.iter().find(|(at, action)| *at == here && moves.contains(action));
        found.map(|step| step.1)
    }
}

/// What a lone player keeps between its moves.
#[derive(Debug, Default)]
pub(super) struct Solitude {
    outlook: Option<Outlook>,
    plan: Plan,
    search: Search,
}

impl Solitude {
    /// Forgets what it had in mind.
    pub(super) fn forget(&mut self) {
        self.plan = Plan::default();
    }
}

/// The number of a position in the course of a game.
fn mark(game: &Game, s: &State) -> u64 {
    key(game, s).wrapping_add(u64::from(s.turns).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// What moves promise, the best first. Of those that were not thought of nothing is known; they come in the order of what was
/// learnt, and where one has been comes last.
pub(super) fn weigh(
    game: &Game,
    source: &Source,
    moves: &[Move],
    (policy, budget): (&Policy, Budget),
    rng: &mut Rng,
    scratch: &mut Scratch,
) -> Vec<Prospect> {
    let mut mind = std::mem::take(&mut scratch.solitude);
    let table = source.table();
    let outlook = match mind.outlook.take() {
        Some(known) if known.identity == identity(game) => known,
        _ => Outlook::new(game),
    };
    let here = mark(game, table);
    if mind.plan.step(here, moves).is_none() && !mind.plan.is_hopeless(source) {
        let purse = Purse::new(budget);
        mind.plan = if source.is_open() {
            outright(game, &outlook, source, &mut mind.search, purse, rng)
        } else {
            hindsight::plan(game, &outlook, source, &mut mind.search, purse, rng)
        };
    }
    let first = mind.plan.step(here, moves);
    policy.judge(game, table, source.seat(), moves, &mut scratch.desk);
    let values = moves.iter().zip(scratch.desk.values());
    let mut prospects: Vec<Prospect> =
        values.map(|(action, value)| Prospect::new(*action, *value)).collect();
    prospects.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    prospects.sort_by_cached_key(|one| {
        (Some(one.action) != first, policy.visits(game, table, one.action))
    });
    // What is known of a plan is known of each of its moves; of other moves only if they could begin here.
    if let (Some(best), Some(known)) = (prospects.first_mut(), mind.plan.prospects.first()) {
        if first == Some(best.action) {
            let action = best.action;
            *best = known.clone();
            best.action = action;
        }
    }
    if mind.plan.steps.first().is_some_and(|(at, _)| *at == here) {
        for known in mind.plan.prospects.iter().skip(1) {
            if let Some(one) = prospects.iter_mut().find(|one| one.action == known.action) {
                *one = known.clone();
            }
        }
        let others = prospects.get_mut(1..).unwrap_or_default();
        others
            .sort_by_key(|one| mind.plan.prospects.iter().all(|known| known.action != one.action));
    }
    mind.outlook = Some(outlook);
    scratch.solitude = mind;
    prospects
}

/// What to do where nothing is hidden: all that wins, or the first moves of what comes nearest to it.
fn outright(
    game: &Game,
    outlook: &Outlook,
    source: &Source,
    search: &mut Search,
    mut purse: Purse,
    rng: &mut Rng,
) -> Plan {
    let table = source.table();
    let mut found = search.run(game, outlook, table, &mut purse, rng);
    if !found.won {
        found.path.truncate(TENTATIVE);
    }
    let Some(first) = found.path.first() else {
        return Plan::none(game, source, found.all);
    };
    let mut prospect = Prospect::new(*first, 0.0);
    prospect.count(f32::from(u8::from(found.won)));
    (prospect.ended, prospect.best) = (1, f32::from(u8::from(found.won)));
    prospect.gained = f64::from(outlook.nearer(game, table, &found, rng));
    Plan::of(game, table, &found.path, vec![prospect], rng)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purse_is_spent_exactly_and_stays_empty() {
        let mut purse = Purse::of(3, work::THOUGHT);
        let taken: Vec<bool> = (0..5).map(|_| purse.take()).collect();
        assert_eq!(taken, [true, true, true, false, false]);
        let mut late = Purse::new(Budget::Milliseconds(0));
        assert!((0..200).any(|_| !late.take()));
        assert!(!late.take());
    }

    #[test]
    fn what_is_spent_of_a_part_is_taken_out_of_the_whole() {
        let mut purse = Purse::of(10, work::THOUGHT);
        let mut part = purse.part(4);
        assert_eq!((0..9).filter(|_| part.take()).count(), 4);
        purse.spend(4 - part.left);
        assert_eq!((purse.left, purse.part(100).left), (6, 6));
        purse.spend(7);
        assert_eq!(purse.left, 0);
    }

    #[test]
    fn what_looks_nearest_is_gone_on_from_first_and_of_equals_the_last() {
        let mut open = [(3.0, 1), (2.0, 2), (2.0, 3), (4.0, 4)];
        open.sort_by(|a, b| in_turn(*b, *a));
        let order = open.map(|one| one.1);
        assert_eq!(order, [3, 2, 1, 4]);
    }
}
