//! Alone against the cards: a search of its own kind for games for one.
//!
//! Where nothing is hidden the win is searched for: many lines are followed side by side, always those that look
//! nearest to winning, and ever more of them until one wins. What was found is the plan, and it is followed from move to
//! move; if nothing wins, the first moves of the best line are made before thinking again. Where cards are hidden, an
//! expert plays the rest out as it has learnt to (see `expert`) until none are.
//!
//! What looks near is found out from the game alone: how far the win conditions are from being met, and how many cards
//! lie on others that go home sooner. Which zones are home, and when cards usually get there, is noted in some deals that
//! are searched before the first thought.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::{Duration, Instant};

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD};
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::Tables;
use crate::game::work;

use super::expert::Prospect;
use super::policy::Policy;
use super::traits::Observer;
use super::yardstick::identity;
use super::{Budget, Scratch, Source};

/// A playout of a budget is worth so many positions, and a thought looks at so many at most.
const POSITIONS_OF_A_PLAYOUT: u64 = 400;
const POSITIONS: u64 = 120_000;
/// How many lines are followed side by side, first and at most.
const LINES: usize = 24;
const MOST_LINES: usize = 1_536;
/// A line has so many moves at most.
const LONGEST: usize = 400;
/// So many moves are made of the best line that does not win before thinking again.
const TENTATIVE: usize = 12;

/// So many deals are searched, in so many rounds, with so many positions each and so many lines, first and at most, to
/// find out where home is.
const ROUNDS: usize = 3;
const DEALS: usize = 10;
const POSITIONS_OF_A_DEAL: u64 = 2_000;
const WORK_OF_A_DEAL: u64 = 3_000_000;
const LINES_OF_A_DEAL: (usize, usize) = (3, 12);
/// A zone is home if this part of what came there brought the win nearer.
const HOMELY: f32 = 0.9;
/// As many arrivals as what is known of a rank counts for, for each of its cards.
const OF_RANK: f32 = 4.0;

/// What a position counts by, beside the distance from the win: cards that lie on what goes home sooner, cards that
/// nobody has seen, and places that are empty.
const COVERED: f32 = 1.0;
const UNSEEN: f32 = 1.0;
const EMPTY: f32 = -0.5;

/// What a lone player knows about a game before it begins to think.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    identity: (u64, usize, usize),
    observer: Observer,
    /// Whether cards are home in a zone.
    home: Vec<bool>,
    /// When cards usually get home, from 0 to 1; later, if they never did.
    order: [f32; 128],
}

/// One card that came to a zone.
struct Arrival {
    card: CardId,
    zone: u8,
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
        };
        let mut rng = Rng::new(0x0A10_4E5E);
        let mut arrivals = Vec::new();
        let mut state = State::new(&game.tables, &game.layout);
        let mut search = Search::default();
        for _ in 0..ROUNDS {
            for _ in 0..DEALS {
                game.start(&mut state, &mut rng, true);
                let mut purse = Purse::of(POSITIONS_OF_A_DEAL, WORK_OF_A_DEAL);
                let lines = LINES_OF_A_DEAL;
                let found = search.widening(game, &outlook, &state, lines, &mut purse, &mut rng);
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
        for one in arrivals.iter().filter(|one| self.home[usize::from(one.zone)]) {
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
    fn far(&self, game: &Game, s: &State) -> f32 {
        let (mut covered, mut unseen, mut empty) = (0u32, 0u32, 0u32);
        for (number, zone) in game.tables.zones.iter().enumerate() {
            if zone.piles < 2 || !zone.stack || self.home[number] {
                continue;
            }
            let hidden = zone.viewers[0] & 1 == 0;
            for place in zone.base..zone.base + zone.piles * u16::from(zone.owners) {
                let pile = &s.piles[usize::from(place)];
                if pile.top == NO_CARD {
                    empty += u32::from(!hidden);
                    continue;
                }
                let mut sooner = match zone.beneath {
                    Some(under) => {
                        let under = game.tables.zones[under.index()].base + (place - zone.base);
                        self.soonest(s, under)
                    }
                    None => f32::MAX,
                };
                let mut card = pile.bottom;
                while card != NO_CARD {
                    let order = self.order[usize::from(card & 127)];
                    covered += u32::from(order > sooner);
                    unseen += u32::from(hidden);
                    sooner = sooner.min(order);
                    card = s.above[usize::from(card & 127)];
                }
            }
        }
        self.observer.distance_of(game, s)
            + COVERED * covered as f32
            + UNSEEN * unseen as f32
            + EMPTY * empty as f32
    }

    /// When the first card of a pile usually gets home.
    fn soonest(&self, s: &State, place: u16) -> f32 {
        let set = s.sets.get(usize::from(place)).copied().unwrap_or(0);
        Cards(set).map(|card| self.order[usize::from(card)]).fold(f32::MAX, f32::min)
    }
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
fn key(game: &Game, s: &State) -> u64 {
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
    let mut sum = mix(u64::from(s.depth), u64::from(s.innermost().phase));
    sum = mix(sum, u64::from(s.innermost().index) << 32 | u64::from(s.innermost().stage));
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
        sum = sum.wrapping_add(mix(own, 0x51_7C_C1));
    }
    sum
}

/// How many positions may still be looked at.
struct Purse {
    left: u64,
    until: Option<Instant>,
    /// The work that this thread may have done by then: see `game::work`.
    most_work: u64,
}

impl Purse {
    fn of(left: u64, work: u64) -> Self {
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

/// Where a search led.
#[derive(Default)]
struct Found {
    won: bool,
    /// How far the nearest position that was found is from winning.
    far: f32,
    /// The moves that lead there.
    path: Vec<Move>,
}

/// A position that a line has come to.
struct Stand {
    state: State,
    far: f32,
    /// The last of the moves that lead there.
    step: u32,
}

/// A search with all cards face up.
#[derive(Default)]
pub(super) struct Search {
    front: Vec<Stand>,
    next: Vec<Stand>,
    spare: Vec<State>,
    /// Moves, and which move came before each.
    steps: Vec<(u32, Move)>,
    seen: Seen,
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

/// No move came before.
const FIRST: u32 = u32::MAX;

impl Search {
    /// Follows ever more lines until one wins or nothing is left.
    fn widening(
        &mut self,
        game: &Game,
        outlook: &Outlook,
        root: &State,
        (first, most): (usize, usize),
        purse: &mut Purse,
        rng: &mut Rng,
    ) -> Found {
        let mut best = Found { far: f32::MAX, ..Found::default() };
        let mut lines = first;
        while lines <= most && purse.left > 0 {
            let (found, all) = self.follow(game, outlook, root, lines, purse, rng);
            if found.won {
                return found;
            }
            if found.far < best.far {
                best = found;
            }
            if all {
                break;
            }
            lines *= 4;
        }
        best
    }

    /// Follows so many lines side by side; also whether no other line was left out.
    fn follow(
        &mut self,
        game: &Game,
        outlook: &Outlook,
        root: &State,
        lines: usize,
        purse: &mut Purse,
        rng: &mut Rng,
    ) -> (Found, bool) {
        self.steps.clear();
        self.seen.clear();
        self.seen.insert(key(game, root));
        self.retire_all();
        let mut state = self.fresh(root);
        state.tracking = false;
        state.noting = false;
        state.trail.clear();
        let mut best = (outlook.far(game, root), FIRST);
        self.front.push(Stand { state, far: best.0, step: FIRST });
        let mut all = true;
        for _ in 0..LONGEST {
            let mut front = std::mem::take(&mut self.front);
            for stand in front.drain(..) {
                let seat = game.asked(&stand.state);
                let mut moves = std::mem::take(&mut self.moves);
                game.choices(&stand.state, seat, &mut moves);
                for action in &moves {
                    if !purse.take() {
                        break;
                    }
                    let mut state = self.fresh(&stand.state);
                    state.trail.clear();
                    game.apply(&mut state, seat, *action, rng);
                    let over = state.waiting != Waiting::Decision;
                    if !over && !self.seen.insert(key(game, &state)) {
                        self.spare.push(state);
                        continue;
                    }
                    let step = self.steps.len() as u32;
                    self.steps.push((stand.step, *action));
                    if over {
                        let won = state.outcome.winners != 0;
                        self.spare.push(state);
                        if won {
                            self.moves = moves;
                            return (Found { won, far: 0.0, path: self.path(step) }, all);
                        }
                        continue;
                    }
                    let far = outlook.far(game, &state);
                    if far < best.0 {
                        best = (far, step);
                    }
                    self.next.push(Stand { state, far, step });
                }
                self.moves = moves;
                self.spare.push(stand.state);
                if self.next.len() > 8 * lines {
                    all = false;
                    self.keep(lines);
                }
            }
            self.front = front;
            all &= self.next.len() <= lines;
            self.keep(lines);
            std::mem::swap(&mut self.front, &mut self.next);
            if self.front.is_empty() || purse.left == 0 {
                break;
            }
        }
        all &= self.front.is_empty();
        (Found { won: false, far: best.0, path: self.path(best.1) }, all)
    }

    /// Keeps the lines that look nearest to winning.
    fn keep(&mut self, lines: usize) {
        self.next.sort_by(|a, b| a.far.total_cmp(&b.far));
        while self.next.len() > lines {
            let last = self.next.pop();
            self.spare.extend(last.map(|stand| stand.state));
        }
    }

    fn retire_all(&mut self) {
        let stands = self.front.drain(..).chain(self.next.drain(..));
        self.spare.extend(stands.map(|stand| stand.state));
    }

    fn fresh(&mut self, from: &State) -> State {
        match self.spare.pop() {
            Some(mut state) => {
                state.clone_from(from);
                state
            }
            None => from.clone(),
        }
    }

    /// What to do from a position on: all that wins, or the first moves of what comes nearest to it.
    fn plan(
        &mut self,
        game: &Game,
        outlook: &Outlook,
        root: &mut State,
        mut purse: Purse,
        rng: &mut Rng,
    ) -> Plan {
        let lines = (LINES, MOST_LINES);
        let mut found = self.widening(game, outlook, root, lines, &mut purse, rng);
        if !found.won {
            found.path.truncate(TENTATIVE);
        }
        let nearer = outlook.observer.distance_of(game, root);
        let mut steps = Vec::new();
        for action in &found.path {
            steps.push((mark(game, root), *action));
            let seat = game.asked(root);
            game.apply(root, seat, *action, rng);
        }
        let nearer =
            nearer - if found.won { 0.0 } else { outlook.observer.distance_of(game, root) };
        Plan { steps, won: found.won, nearer }
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

/// What a lone player has in mind: what to do at each of the positions that it expects.
#[derive(Debug, Default)]
struct Plan {
    steps: Vec<(u64, Move)>,
    /// Whether it wins, and how much nearer to winning it comes.
    won: bool,
    nearer: f32,
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

/// What moves promise where nothing is hidden, the best first; only of the one that is made something is known.
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
    let planned = |plan: &Plan| {
        let found = plan.steps.iter().find(|(at, action)| *at == here && moves.contains(action));
        found.map(|step| step.1)
    };
    if planned(&mind.plan).is_none() {
        let mut root = table.clone();
        source.world(game, rng, &mut root);
        mind.plan = mind.search.plan(game, &outlook, &mut root, Purse::new(budget), rng);
    }
    let first = planned(&mind.plan);
    let mut prospects: Vec<Prospect> =
        moves.iter().map(|action| Prospect::new(*action, 0.0)).collect();
    prospects.sort_by_cached_key(|one| {
        (Some(one.action) != first, policy.visits(game, table, one.action))
    });
    if let (Some(best), Some(_)) = (prospects.first_mut(), first) {
        let won = f32::from(u8::from(mind.plan.won));
        best.count(won);
        (best.ended, best.best, best.gained) = (1, won, f64::from(mind.plan.nearer));
    }
    mind.outlook = Some(outlook);
    scratch.solitude = mind;
    prospects
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
}
