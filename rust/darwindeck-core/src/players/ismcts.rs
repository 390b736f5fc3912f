//! Tree search with hidden cards: every playout goes through a world of its own, but all of them through
//! one tree, whose branches are moves as one seat sees them.
//!
//! A branch may be open in one world and not in another, so each is weighed against how often it could
//! have been taken, not how often its parent was visited (Cowling, Powley and Whitehouse: Information
//! Set Monte Carlo Tree Search, single observer). Whoever decides at a branch is thought to prefer what
//! is good for their own side.

use crate::game::Game;
use crate::game::cards::lowest;
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::SEATS;

use super::yardstick::{Start, Yardstick};
use super::{Budget, Clock, Scratch, Source, random};

/// How large a tree may grow.
const NODES: usize = 1 << 20;
/// No node.
const NONE: u32 = u32::MAX;

/// What has been tried at one point.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The move that leads here, and who makes it.
    action: Move,
    seat: u8,
    /// How often it was taken, and how often it could have been.
    visits: u32,
    chances: u32,
    /// What came of it for the side that made it.
    total: f64,
    first_child: u32,
    next_sibling: u32,
}

impl Node {
    fn new(seat: u8, action: Move) -> Self {
        let (first_child, next_sibling) = (NONE, NONE);
        Self { action, seat, visits: 0, chances: 0, total: 0.0, first_child, next_sibling }
    }

    /// What it promises, the more the less it was tried.
    fn promise(&self, exploration: f32) -> f64 {
        let visits = f64::from(self.visits.max(1));
        let unsure = (f64::from(self.chances.max(1)).ln() / visits).sqrt();
        self.total / visits + f64::from(exploration) * unsure
    }
}

/// A tree, the root first.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    path: Vec<u32>,
}

impl Tree {
    fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(255, Move::NONE));
    }

    fn child(&self, parent: u32, seat: u8, action: Move) -> Option<u32> {
        let mut at = self.nodes[parent as usize].first_child;
        while at != NONE {
            let node = &self.nodes[at as usize];
            if node.action == action && node.seat == seat {
                return Some(at);
            }
            at = node.next_sibling;
        }
        None
    }

    fn grow(&mut self, parent: u32, seat: u8, action: Move) -> u32 {
        let new = self.nodes.len() as u32;
        let parent = &mut self.nodes[parent as usize];
        let next_sibling = std::mem::replace(&mut parent.first_child, new);
        self.nodes.push(Node { next_sibling, chances: 1, ..Node::new(seat, action) });
        new
    }

    /// Takes one step down: to the best of the open branches, or to one that is new. Gives the move and
    /// where it leads, and whether that is new.
    fn descend(
        &mut self,
        parent: u32,
        seat: u8,
        open: &[(Move, Move)],
        exploration: f32,
        rng: &mut Rng,
    ) -> (Move, u32, bool) {
        let mut best: Option<(f64, Move, u32)> = None;
        let mut untried = 0;
        let mut new = Move::NONE;
        let mut name = Move::NONE;
        for (action, face) in open {
            let Some(child) = self.child(parent, seat, *face) else {
                // Of the untried ones each is as likely.
                untried += 1;
                if rng.below(untried) == 0 {
                    (new, name) = (*action, *face);
                }
                continue;
            };
            let node = &mut self.nodes[child as usize];
            node.chances += 1;
            let promise = node.promise(exploration);
            if best.is_none_or(|(top, ..)| promise > top) {
                best = Some((promise, *action, child));
            }
        }
        match best {
            Some((_, action, child)) if untried == 0 || self.nodes.len() >= NODES => {
                (action, child, false)
            }
            _ => (new, self.grow(parent, seat, name), true),
        }
    }

    /// Notes what came of a playout on the way it took.
    fn learn(&mut self, worth: impl Fn(u8) -> f32) {
        for at in &self.path {
            let node = &mut self.nodes[*at as usize];
            node.visits += 1;
            node.total += f64::from(worth(node.seat));
        }
    }

    /// The move at the root that was taken most.
    fn favourite(&self) -> Option<Move> {
        let mut best: Option<(u32, f64, Move)> = None;
        let mut at = self.nodes[0].first_child;
        while at != NONE {
            let node = &self.nodes[at as usize];
            let better = |(visits, total, _): &(u32, f64, Move)| {
                (node.visits, node.total) > (*visits, *total)
            };
            if best.as_ref().is_none_or(better) {
                best = Some((node.visits, node.total, node.action));
            }
            at = node.next_sibling;
        }
        best.map(|(_, _, action)| action)
    }
}

/// Chooses one of several legal moves.
pub(super) fn choose(
    game: &Game,
    source: &Source,
    moves: &[Move],
    budget: Budget,
    exploration: f32,
    rng: &mut Rng,
    scratch: &mut Scratch,
) -> Move {
    let yardstick = scratch.yardstick(game);
    let mut states = scratch.states(game, 1);
    let mut search = Search {
        game,
        yardstick: &yardstick,
        start: yardstick.start(game, source.table()),
        exploration,
        tree: std::mem::take(&mut scratch.tree),
        list: std::mem::take(&mut scratch.moves),
        open: Vec::new(),
    };
    search.tree.clear();
    let mut clock = Clock::new(budget);
    while clock.tick() {
        let world = &mut states[0];
        source.world(game, rng, world);
        search.play(world, source.seat(), moves, rng);
    }
    let favourite = search.tree.favourite();
    let by_face = |face: Move| moves.iter().copied().find(|action| by_face(game, *action) == face);
    let chosen = favourite.and_then(by_face);
    scratch.tree = search.tree;
    scratch.moves = search.list;
    scratch.worlds = states;
    scratch.keep(yardstick);
    chosen.unwrap_or_else(|| random::pick(moves, rng))
}

/// A move as all copies of its card make it.
fn by_face(game: &Game, action: Move) -> Move {
    match game.tables.twins.get(usize::from(action.card)) {
        Some(twins) if !game.lays_out => Move { card: lowest(*twins), ..action },
        _ => action,
    }
}

struct Search<'a> {
    game: &'a Game,
    yardstick: &'a Yardstick,
    start: Start,
    exploration: f32,
    tree: Tree,
    list: Vec<Move>,
    /// The moves open at one point, each also by its face.
    open: Vec<(Move, Move)>,
}

impl Search<'_> {
    /// One playout: down the tree, one step beyond it, and on at random.
    fn play(&mut self, world: &mut State, seat: u8, moves: &[Move], rng: &mut Rng) {
        self.tree.path.clear();
        let mut at = 0;
        let mut seat = seat;
        self.list.clear();
        self.list.extend_from_slice(moves);
        loop {
            self.open.clear();
            let named = self.list.iter().map(|action| (*action, by_face(self.game, *action)));
            self.open.extend(named);
            let (action, child, new) =
                self.tree.descend(at, seat, &self.open, self.exploration, rng);
            self.tree.path.push(child);
            self.game.apply(world, seat, action, rng);
            at = child;
            if new || !self.goes_on(world) {
                break;
            }
            seat = self.game.asked(world);
            self.game.choices(world, seat, &mut self.list);
            if self.list.is_empty() {
                break;
            }
        }
        if self.goes_on(world) {
            let patience = self.yardstick.patience();
            random::playout_deal(self.game, world, rng, patience);
        }
        let mut values = [0.0; SEATS];
        self.yardstick.value(self.game, &self.start, world, rng, &mut values);
        let side = |seat| self.yardstick.side_of(seat);
        self.tree.learn(|seat| side(seat).map_or(0.0, |side| values[side]));
    }

    fn goes_on(&self, world: &State) -> bool {
        world.waiting == Waiting::Decision && !self.yardstick.is_decided(&self.start, world)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(cards: &[u8]) -> Vec<(Move, Move)> {
        cards.iter().map(|card| (Move::card(*card), Move::card(*card))).collect()
    }

    /// Takes one step from the root and learns what the card taken is worth.
    fn try_one(tree: &mut Tree, cards: &[u8], rng: &mut Rng, worth: impl Fn(u8) -> f32) -> u8 {
        let (action, child, _) = tree.descend(0, 0, &open(cards), 0.7, rng);
        tree.path.clear();
        tree.path.push(child);
        tree.learn(|_| worth(action.card));
        action.card
    }

    fn tree() -> Tree {
        let mut tree = Tree::default();
        tree.clear();
        tree
    }

    #[test]
    fn every_branch_is_tried_before_any_is_tried_again() {
        let (mut tree, mut rng) = (tree(), Rng::new(1));
        let mut tried: Vec<u8> =
            (0..5).map(|_| try_one(&mut tree, &[3, 1, 4, 2, 0], &mut rng, |_| 1.0)).collect();
        tried.sort_unstable();
        assert_eq!(tried, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn the_best_branch_becomes_the_favourite() {
        let (mut tree, mut rng) = (tree(), Rng::new(2));
        let worth = |card| f32::from(card) / 10.0;
        for _ in 0..300 {
            try_one(&mut tree, &[2, 9, 5], &mut rng, worth);
        }
        assert_eq!(tree.favourite(), Some(Move::card(9)));
    }

    #[test]
    fn a_branch_that_is_seldom_open_is_weighed_by_its_chances() {
        let (mut tree, mut rng) = (tree(), Rng::new(3));
        let worth = |card| if card == 7 { 0.9 } else { 0.5 };
        for round in 0..400 {
            let cards: &[u8] = if round % 10 == 9 { &[1, 7] } else { &[1] };
            try_one(&mut tree, cards, &mut rng, worth);
        }
        let rare = tree.child(0, 0, Move::card(7)).map(|at| tree.nodes[at as usize]);
        let rare = rare.expect("it was tried");
        assert_eq!(rare.chances, 40);
        assert!(rare.visits > 30, "taken {} times of {}", rare.visits, rare.chances);
    }

    #[test]
    fn moves_of_different_seats_are_different_branches() {
        let (mut tree, mut rng) = (tree(), Rng::new(4));
        let (_, first, _) = tree.descend(0, 0, &open(&[1]), 0.7, &mut rng);
        let (_, second, new) = tree.descend(0, 1, &open(&[1]), 0.7, &mut rng);
        assert!(new && first != second);
    }
}
