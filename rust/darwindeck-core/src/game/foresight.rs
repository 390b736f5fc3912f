//! Looking ahead: whether something that must hold in the end can still be brought about.
//!
//! A player may not begin, or do, what would make that impossible. A quick test of what can come of it
//! at the most (`outlook`) answers most questions; otherwise a search tries the player's own moves on
//! copies of the state, whole melds at once. It stops, satisfied, where something comes that the player
//! cannot foresee: a card they cannot see, chance, or somebody else's decision.
//!
//! A question is given up after `POSITIONS` positions; what has not been found by then counts as
//! impossible. All moves of one decision share the positions, and moves are always tried in the same
//! order. So whatever was found once is found again: after a move that was found to lead to a good end,
//! the search comes to that end having looked at none but positions that it looked at before. Nobody is
//! stuck halfway. Only what the player could not foresee may make the end impossible; then every move
//! is as good as any other and all are allowed.

mod likeness;
mod outlook;
mod position;

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub(in crate::game) use outlook::Flow;
use position::fingerprint;

use super::cards::{CardSet, bit};
use super::judge::{Env, Quick};
use super::moves::{Kind, Move};
use super::rng::Rng;
use super::state::{MAX_FRAMES, SeatList, State, Waiting};
use super::{Game, declines};
use crate::program::ids::PhaseId;
use crate::program::parts::Phase;

/// The most positions that are looked at for one question.
const POSITIONS: u32 = 20_000;

/// The most states that are kept to be used again.
const SPARE: usize = 64;

thread_local! {
    /// States that are not needed at the moment: to make one is slower than to write over it.
    static SPARES: RefCell<Vec<Box<State>>> = const { RefCell::new(Vec::new()) };
}

/// A copy of a state.
pub(in crate::game) fn copied(s: &State) -> Box<State> {
    match SPARES.with_borrow_mut(Vec::pop) {
        Some(mut copy) => {
            State::clone_from(&mut copy, s);
            copy
        }
        None => Box::new(s.clone()),
    }
}

/// Keeps a copy that is no longer needed for the next one.
pub(in crate::game) fn put_back(copy: Box<State>) {
    SPARES.with_borrow_mut(|spares| {
        if spares.len() < SPARE {
            spares.push(copy);
        }
    });
}

impl Game {
    /// Whether a seat could act in a phase if it began now.
    pub(super) fn can_act(&self, s: &State, phase: PhaseId, seat: u8) -> bool {
        if !self.takes_part(s, seat) || usize::from(s.depth) + 1 >= MAX_FRAMES {
            return false;
        }
        let mut t = copied(s);
        if t.trial == 0 {
            t.trial = t.depth + 1;
            t.trial_seat = seat;
        }
        // The phase may lie anywhere; it is judged as if it were the player's turn.
        t.turn = seat;
        let can = match &self.program.phases[phase.index()] {
            Phase::Block(_) | Phase::Repeat(_) | Phase::Choice(_) | Phase::Turns(_) => {
                let holds = Env::new(self, &t, seat).holds(self.heads[phase.index()].when);
                holds && self.can_begin(&t, phase, seat)
            }
            _ => {
                let mut moves = Vec::new();
                self.option_moves(&t, phase, seat, &mut moves);
                !moves.is_empty()
            }
        };
        put_back(t);
        can
    }

    /// Whether a phase, once begun, could be brought to the end it must come to.
    pub(super) fn can_begin(&self, s: &State, phase: PhaseId, seat: u8) -> bool {
        if self.is_hopeless(s, phase, seat) {
            return false;
        }
        let mut t = copied(s);
        let mut order = SeatList::default();
        order.push(seat);
        t.trial = t.depth + 1;
        t.trial_seat = seat;
        t.failed = false;
        t.unforeseen = false;
        t.waiting = Waiting::Nothing;
        t.turn = seat;
        self.push(&mut t, phase, order);
        let mut search = Search::new(self, s, seat);
        self.run(&mut t, &mut search.rng);
        search.succeeds(t)
    }

    /// Of some moves, keeps those after which everything that must hold still can.
    pub(super) fn keep_foreseeable(&self, s: &State, seat: u8, out: &mut Vec<Move>) {
        let Some(base) = self.obligation(s) else { return };
        let mut t = copied(s);
        t.trial = base;
        t.trial_seat = seat;
        t.failed = false;
        t.unforeseen = false;
        Search::new(self, s, seat).keep(&t, out);
        put_back(t);
    }

    /// The outermost phase in progress that must end in a certain way.
    fn obligation(&self, s: &State) -> Option<u8> {
        (1..=s.depth).find(|depth| {
            let number = s.frames[usize::from(*depth) - 1].phase;
            if usize::from(number) >= self.program.phases.len() {
                return false;
            }
            match self.phase(number) {
                Phase::Block(phase) => self.quick[phase.after.index()] != Quick::Always,
                Phase::Repeat(phase) => self.quick[phase.after.index()] != Quick::Always,
                _ => false,
            }
        })
    }

    /// Whether a phase in progress can ever be left off before its end.
    fn can_be_left(&self, s: &State) -> bool {
        s.frames[..usize::from(s.depth)].iter().any(|frame| {
            usize::from(frame.phase) < self.program.phases.len()
                && match self.phase(frame.phase) {
                    Phase::Repeat(phase) => self.quick[phase.may_stop.index()] != Quick::Never,
                    _ => false,
                }
        })
    }
}

/// What is tried at one decision.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A move.
    Act(Move),
    /// Cards that are laid on a pile as a whole.
    Lay(u16, CardSet),
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is being looked at.
    Open,
    /// It leads to a good end.
    Good,
    /// It does not.
    Bad,
}

/// Keys that are mixed already.
#[derive(Clone, Copy, Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |key, byte| key << 8 | u64::from(*byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A position with what is left to be tried in it.
struct Level {
    state: Box<State>,
    key: u64,
    steps: Vec<Step>,
    next: usize,
}

/// A search in progress.
struct Search<'a> {
    game: &'a Game,
    /// The state in which the question was asked.
    root: &'a State,
    seat: u8,
    rng: Rng,
    /// How many positions may still be looked at.
    left: u32,
    fates: HashMap<u64, Fate, BuildHasherDefault<Plain>>,
    /// The positions found bad for the present move, and whether one of them led back to a position
    /// that was being looked at: if that one is good, so may they be.
    bad: Vec<u64>,
    looped: bool,
    levels: Vec<Level>,
}

impl<'a> Search<'a> {
    fn new(game: &'a Game, root: &'a State, seat: u8) -> Self {
        Self {
            game,
            root,
            seat,
            rng: Rng::new(0),
            left: POSITIONS,
            fates: HashMap::default(),
            bad: Vec::new(),
            looped: false,
            levels: Vec::new(),
        }
    }

    /// Of the moves of a decision, keeps those that can lead to a good end.
    fn keep(&mut self, t: &State, out: &mut Vec<Move>) {
        let steps = self.steps(t);
        let classes = self.classes(t, &steps, out);
        let mut good = vec![false; out.len()];
        for step in steps {
            let shown = shown_by(t, step, &classes);
            let news = out.iter().zip(&good).any(|(action, good)| !good && shown(*action));
            if news && self.leads_to_good(t, step) {
                out.iter().zip(&mut good).for_each(|(action, good)| *good |= shown(*action));
            }
        }
        // What came unforeseen may have left nothing that helps; then all moves are as good.
        if good.contains(&true) {
            let mut marks = good.into_iter();
            out.retain(|_| marks.next() == Some(true));
        }
    }

    /// The cards of moves and of melds that are tried, those together that are alike.
    fn classes(&self, t: &State, steps: &[Step], moves: &[Move]) -> Vec<CardSet> {
        match laid(steps) {
            0 => Vec::new(),
            laid => {
                let picks = moves.iter().filter(|action| action.kind == Kind::Card);
                self.game.classes(t, picks.fold(laid, |cards, action| cards | bit(action.card)))
            }
        }
    }

    fn leads_to_good(&mut self, t: &State, step: Step) -> bool {
        let mut next = copied(t);
        self.take(&mut next, step);
        self.succeeds(next)
    }

    /// Takes a step and goes on to the next decision.
    fn take(&mut self, t: &mut State, step: Step) {
        let game = self.game;
        match (step, game.phase(t.innermost().phase)) {
            (Step::Lay(pile, cards), Phase::Meld(phase)) => {
                game.lay_whole_meld(t, &mut self.rng, phase, (pile, cards));
            }
            (Step::Lay(..), _) => t.failed = true,
            (Step::Act(action), _) => game.decide(t, self.seat, action, &mut self.rng),
        }
        game.run(t, &mut self.rng);
    }

    /// What is tried at a decision: at first doing nothing, then the largest melds.
    fn steps(&self, t: &State) -> Vec<Step> {
        let mut moves = Vec::new();
        let mut steps = Vec::new();
        if let Phase::Meld(phase) = self.game.phase(t.innermost().phase) {
            let mut sets = Vec::new();
            if self.game.whole_melds(t, phase, &mut sets) {
                if self.game.can_be_left(t) {
                    self.game.list_here(t, self.seat, &mut moves);
                    moves.retain(|action| declines(*action));
                } else if !phase.mandatory && !t.selecting {
                    moves.push(Move::plain(Kind::Pass));
                }
                steps.extend(moves.into_iter().map(Step::Act));
                steps.extend(sets.into_iter().map(|(pile, cards)| Step::Lay(pile, cards)));
                return steps;
            }
        }
        self.game.list_here(t, self.seat, &mut moves);
        moves.sort_by_key(|action| !declines(*action));
        steps.extend(moves.into_iter().map(Step::Act));
        steps
    }

    /// Whether a position can be brought to a good end.
    fn succeeds(&mut self, t: Box<State>) -> bool {
        self.bad.clear();
        self.looped = false;
        let mut good = self.meet(t);
        while good.is_none() {
            good = self.go_on();
        }
        let good = good == Some(true);
        if good && self.looped {
            for key in self.bad.drain(..) {
                self.fates.remove(&key);
            }
        }
        for level in self.levels.drain(..) {
            self.fates.insert(level.key, Fate::Good);
            put_back(level.state);
        }
        good
    }

    /// Tries the next step of the position that was met last; says how the search ends, if it does.
    fn go_on(&mut self) -> Option<bool> {
        let Some(level) = self.levels.last_mut() else { return Some(false) };
        let Some(step) = level.steps.get(level.next).copied() else {
            if let Some(level) = self.levels.pop() {
                self.fates.insert(level.key, Fate::Bad);
                self.bad.push(level.key);
                put_back(level.state);
            }
            return None;
        };
        level.next += 1;
        let mut next = copied(&level.state);
        self.take(&mut next, step);
        match self.meet(next) {
            Some(true) => Some(true),
            _ => None,
        }
    }

    /// Judges a position, or lays it on the others to be looked at.
    fn meet(&mut self, t: Box<State>) -> Option<bool> {
        let fate = self.fate(&t);
        if fate.is_some() || self.left == 0 {
            put_back(t);
            return Some(fate == Some(true));
        }
        let key = fingerprint(&t, self.root, usize::from(self.game.tables.places));
        if let Some(fate) = self.fates.get(&key) {
            put_back(t);
            self.looped |= *fate == Fate::Open;
            return Some(*fate == Fate::Good);
        }
        self.left -= 1;
        if self.game.is_lost(&t) {
            self.fates.insert(key, Fate::Bad);
            put_back(t);
            return Some(false);
        }
        self.fates.insert(key, Fate::Open);
        let steps = self.steps(&t);
        self.levels.push(Level { state: t, key, steps, next: 0 });
        None
    }

    /// Whether a position is a good end or a bad one, if it is an end.
    fn fate(&self, t: &State) -> Option<bool> {
        if t.failed {
            return Some(false);
        }
        let over = t.unforeseen || t.depth < t.trial || t.waiting != Waiting::Decision;
        (over || self.game.deciders(t) & (1 << self.seat) == 0).then_some(true)
    }
}

/// All cards that are laid in some steps.
fn laid(steps: &[Step]) -> CardSet {
    steps.iter().fold(0, |cards, step| match step {
        Step::Lay(_, more) => cards | more,
        Step::Act(_) => cards,
    })
}

/// Which moves are shown to be good by a step that is.
fn shown_by<'a>(t: &State, step: Step, classes: &'a [CardSet]) -> impl Fn(Move) -> bool + use<'a> {
    let (selection, selection_pile) = (t.selection, t.selection_pile);
    let like = classes.iter().filter(|class| *class & laid(&[step]) & !selection != 0);
    let like = like.fold(0, |cards, class| cards | class);
    move |action| match (step, action.kind) {
        (Step::Act(known), _) => known == action,
        (Step::Lay(pile, _), Kind::Card) => action.b == pile && like & bit(action.card) != 0,
        (Step::Lay(pile, cards), Kind::Done) => pile == selection_pile && cards == selection,
        _ => false,
    }
}
