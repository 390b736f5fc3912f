//! Looking ahead: whether something that must hold in the end can still be brought about.
//!
//! A player may not begin, or do, what would make that impossible. A quick test of what can come of it
//! at the most (`outlook`) answers most questions; otherwise a search tries the player's own moves on
//! copies of the state, whole melds at once. It stops, satisfied, where something comes that the player
//! cannot foresee: a card they cannot see, chance, or somebody else's decision.
//!
//! Where melds are laid one after the other and their order does not matter, the search does not try
//! all orders: it takes one card, tries every meld that has it, and then keeps the card in hand for good.
//!
//! So whoever could begin something can also end it well. If all moves are bad because something came
//! that the player could not foresee, the outermost phase that must end in a certain way binds no more,
//! and the same is asked of the next one inside it; where none binds, all moves are allowed.
//!
//! To look at a position takes work (see `work`): a question that would take too much of it stops the
//! match and is never answered by a guess.

mod answers;
mod likeness;
mod outlook;
mod position;
mod thought;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub(in crate::game) use answers::Answers;
use answers::Asked;
pub(in crate::game) use likeness::Likeness;
use outlook::Done;
pub(in crate::game) use outlook::Flow;
use position::fingerprint;
pub(in crate::game) use thought::Thought;

use super::cards::{CardSet, bit};
use super::chooser::Nobody;
use super::judge::Env;
use super::moves::{Kind, Move};
use super::phases::Layings;
use super::rng::Rng;
use super::state::{MAX_FRAMES, SeatList, State, Waiting};
use super::{Game, declines, work};
use crate::program::ids::{PatternId, PhaseId};
use crate::program::parts::{Action, Attribute, LayOff, MeldPhase, Moment, Phase, PileKey};
use crate::program::{ExprId, Node};

/// The work of looking at a position.
const POSITION: u32 = 40;

/// So many melds are tried before all are looked for.
const FEW: usize = 4;

/// A search that goes on for so many decisions would take more room than there is.
const MOST_LEVELS: usize = 10_000;

/// The most states that are kept to be used again.
const SPARE: usize = 64;

/// If the answer whether somebody could act rests on another such answer, and so on so often, it would
/// never be found.
const MOST_ASKED: u8 = 16;

thread_local! {
    /// How many such questions are being answered, one within the other.
    static ASKING: Cell<u8> = const { Cell::new(0) };
    /// States that are not needed at the moment: to make one is slower than to write over it.
    static SPARES: RefCell<Vec<Box<State>>> = const { RefCell::new(Vec::new()) };
}

/// A question within others, until it is answered.
struct Question;

impl Question {
    /// Asks, unless that would be one question too deep.
    fn ask() -> Option<Self> {
        let asked = ASKING.get();
        if asked >= MOST_ASKED {
            work::give_up();
            return None;
        }
        ASKING.set(asked + 1);
        Some(Self)
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        ASKING.set(ASKING.get().saturating_sub(1));
    }
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

/// Whole melds that can be laid.
pub(in crate::game) struct WholeMelds {
    /// The pile and the cards of each, the largest first; of cards that are alike the lowest.
    pub sets: Vec<(u16, CardSet)>,
    /// The cards of the hand.
    pub hand: CardSet,
    /// Whether these are all.
    pub all: bool,
}

impl Game {
    /// Whether a seat could act in a phase if it began now.
    pub(super) fn can_act(&self, s: &State, phase: PhaseId, seat: u8) -> bool {
        if !self.takes_part(s, seat) {
            return false;
        }
        if usize::from(s.depth) + 1 >= MAX_FRAMES {
            work::give_up();
            return false;
        }
        let Some(_question) = Question::ask() else { return false };
        let composed = matches!(
            self.program.phases[phase.index()],
            Phase::Block(_) | Phase::Repeat(_) | Phase::Choice(_) | Phase::Turns(_)
        );
        if composed && s.trial == 0 && s.turn == seat {
            let holds = self.holds(s, seat, self.heads[phase.index()].when);
            return holds && self.can_begin(s, phase, seat);
        }
        let mut t = copied(s);
        if t.trial == 0 {
            t.trial = t.depth + 1;
            t.trial_seat = seat;
        }
        // The phase may lie anywhere; it is judged as if it were the player's turn.
        t.turn = seat;
        let can = if composed {
            let holds = Env::new(self, &t, seat).holds(self.heads[phase.index()].when);
            holds && self.can_begin(&t, phase, seat)
        } else {
            let mut moves = Vec::new();
            self.option_moves(&t, phase, seat, true, &mut moves);
            !moves.is_empty()
        };
        put_back(t);
        can
    }

    /// Whether a phase, once begun, could be brought to the end it must come to. The same is often asked
    /// again before anything has changed.
    pub(super) fn can_begin(&self, s: &State, phase: PhaseId, seat: u8) -> bool {
        if s.trial > 0 {
            return self.ends_well(s, phase, seat);
        }
        if self.begins_unforeseen(s, phase, seat) {
            return true;
        }
        // Where nothing asks what was decided, a decision alone changes no answer.
        let decided = if self.lowered.reads_acts() { 0 } else { s.acts };
        let changes = s.changes.wrapping_sub(decided);
        let asked = Asked { phase, seat, closed: self.is_closed(s), changes };
        s.answers_given.get(asked).unwrap_or_else(|| {
            let answer = self.ends_well(s, phase, seat);
            if !work::is_spent() {
                s.answers_given.keep(asked, answer);
            }
            answer
        })
    }

    fn ends_well(&self, s: &State, phase: PhaseId, seat: u8) -> bool {
        if self.begins_unforeseen(s, phase, seat) || self.surely_begins(s, phase, seat) {
            return true;
        }
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
        // To begin it is to do something.
        t.deeds += 1;
        self.push(&mut t, phase, order);
        let mut search = Search::new(self, s, seat);
        self.run(&mut t, &mut search.rng, &mut Nobody);
        search.succeeds(t)
    }

    /// Whether a phase of the player whose turn it is begins with a card that they cannot foresee.
    fn begins_unforeseen(&self, s: &State, phase: PhaseId, seat: u8) -> bool {
        let own = s.trial == 0 && s.turn == seat && s.control[usize::from(seat)] == seat;
        let first =
            if own && self.takes_part(s, seat) { self.code.first_draw(phase) } else { None };
        first.is_some_and(|drawing| self.draws_unseen(s, drawing, seat))
    }

    /// Whether a phase that must end in a certain way could be brought to that end: one that begins now
    /// for some seats, or else the innermost one by the seat whose share has just come.
    pub(super) fn can_carry_through(&self, s: &State, new: Option<(PhaseId, SeatList)>) -> bool {
        let mut t = copied(s);
        if let Some((phase, order)) = new {
            self.push(&mut t, phase, order);
        }
        let seat = t.control[usize::from(t.innermost().seat)];
        t.trial = t.depth;
        t.trial_seat = seat;
        t.failed = false;
        t.unforeseen = false;
        let sure = self.is_sure(&t, Done::Nothing);
        if sure || self.is_lost(&t, 0) {
            put_back(t);
            return sure;
        }
        let mut search = Search::new(self, s, seat);
        self.run(&mut t, &mut search.rng, &mut Nobody);
        search.succeeds(t)
    }

    /// Whether a phase must end in a certain way.
    pub(super) fn is_bound(&self, phase: &Phase) -> bool {
        match phase {
            Phase::Block(phase) => !self.lowered.always(phase.after),
            Phase::Repeat(phase) => !self.lowered.always(phase.after),
            _ => false,
        }
    }

    /// Of some moves, keeps those after which everything that must hold still can.
    pub(super) fn keep_foreseeable(&self, s: &State, seat: u8, out: &mut Vec<Move>) {
        for base in self.obligations(s) {
            if !self.decides_alone(s, s.frames[usize::from(base) - 1].seat) {
                continue;
            }
            let mut t = copied(s);
            t.trial = base;
            t.trial_seat = seat;
            t.failed = false;
            t.unforeseen = false;
            let some = Search::new(self, s, seat).keep(&t, out);
            put_back(t);
            if some {
                return;
            }
        }
    }

    /// Whether the decision is that of one player, or made for that player, and of nobody else.
    fn decides_alone(&self, s: &State, player: u8) -> bool {
        let frame = s.innermost();
        let deciders = self.deciders(s);
        match self.program.phases.get(usize::from(frame.phase)) {
            Some(Phase::Pass(_)) => deciders == 1 << player,
            Some(Phase::Call(phase)) if phase.simultaneous => deciders == 1 << player,
            _ => frame.seat == player && deciders == 1 << s.control[usize::from(player)],
        }
    }

    /// The phases in progress that must end in a certain way, the outermost first, by their depth.
    fn obligations(&self, s: &State) -> impl Iterator<Item = u8> {
        (1..=s.depth).filter(|depth| {
            let number = usize::from(s.frames[usize::from(*depth) - 1].phase);
            self.program.phases.get(number).is_some_and(|phase| self.is_bound(phase))
        })
    }

    /// Whether a phase in progress must end in a certain way.
    pub(super) fn has_obligations(&self, s: &State) -> bool {
        self.bound && self.obligations(s).next().is_some()
    }

    /// Whether melds are laid one after the other, in an order that does not matter: nothing happens
    /// between them, each of them is a decision by itself, and nothing is repeated around them.
    fn order_is_free(&self, t: &State) -> bool {
        let inside = usize::from(t.trial.max(1)) - 1..usize::from(t.depth);
        let Some([outer @ .., repeat, meld]) = t.frames.get(inside) else { return false };
        let repeats = |phase: u16| matches!(self.phase(phase), Phase::Repeat(_) | Phase::Turns(_));
        let (Phase::Repeat(repeat), Phase::Meld(meld)) =
            (self.phase(repeat.phase), self.phase(meld.phase))
        else {
            return false;
        };
        let always = |condition: ExprId| self.lowered.always(condition);
        let plain = |id: &PatternId| always(self.program.patterns[id.index()].when);
        !t.selecting
            && !outer.iter().any(|frame| repeats(frame.phase))
            && repeat.phases.len() == 1
            && always(repeat.as_long_as)
            && always(meld.when)
            && always(meld.after)
            && meld.patterns.iter().all(plain)
            && meld.with_top_of.is_none()
            && !meld.mandatory
            && meld.then.is_empty()
            && self.melds_stay_apart(meld)
            && self.melds_do_the_same()
    }

    /// Whether a new meld never lies on another one, nor stands in the way of one by its order.
    fn melds_stay_apart(&self, meld: &MeldPhase) -> bool {
        let Node::Zone(zone, _) = self.program.nodes[meld.target.index()] else { return false };
        let of_one_rank =
            |id: &PatternId| self.program.patterns[id.index()].same.contains(&Attribute::Rank);
        match self.tables.zones[zone.index()].key {
            PileKey::Many => true,
            PileKey::ByRank => meld.patterns.iter().all(of_one_rank),
            PileKey::One => !meld.new_melds || meld.lay_off == LayOff::None,
            PileKey::BySuit | PileKey::Fixed => !meld.new_melds,
        }
    }

    /// Whether nothing but fixed settings comes of melds.
    fn melds_do_the_same(&self) -> bool {
        let moment = Moment::Melded as usize;
        let fixed = |e: ExprId| matches!(self.program.nodes[e.index()], Node::Number(_));
        self.moments.rules[moment].is_empty()
            && self.moments.effects[moment].iter().all(|number| {
                let effect = &self.program.special_effects[usize::from(*number)];
                let same = |action: &Action| matches!(action, Action::Set(set) if fixed(set.to));
                self.lowered.always(effect.when) && effect.r#do.iter().all(same)
            })
    }

    /// Whether a phase in progress can ever be left off before its end.
    fn can_be_left(&self, s: &State) -> bool {
        s.frames[..usize::from(s.depth)].iter().any(|frame| {
            usize::from(frame.phase) < self.program.phases.len()
                && match self.phase(frame.phase) {
                    Phase::Repeat(phase) => !self.lowered.never(phase.may_stop),
                    _ => false,
                }
        })
    }
}

/// What is tried at one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// A move.
    Act(Move),
    /// Cards that are laid on a pile as a whole.
    Lay(u16, CardSet),
    /// Cards that are not laid at all, as long as melds are laid one after the other.
    Keep(CardSet),
}

/// What is known of a position, or of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// It cannot lead to a good end.
    Bad,
    /// It is being looked at.
    Open,
    /// It leads to a good end.
    Good,
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
    /// The cards that are kept in hand.
    kept: CardSet,
    steps: Vec<Step>,
    /// Whether there may be more.
    few: bool,
    next: usize,
}

/// A search in progress.
struct Search<'a> {
    game: &'a Game,
    /// The state in which the question was asked.
    root: &'a State,
    seat: u8,
    rng: Rng,
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
            fates: HashMap::default(),
            bad: Vec::new(),
            looped: false,
            levels: Vec::new(),
        }
    }

    /// Of the moves of a decision, keeps those that can lead to a good end; false if none does, and
    /// then all are kept. Leaving off what was begun around it is not its matter.
    fn keep(&mut self, t: &State, out: &mut Vec<Move>) -> bool {
        if self.game.is_alike(t) && self.game.is_sure(t, Done::Anything) {
            return true;
        }
        let mut guess = Guess::new(self.game, t, self.seat);
        if guess.is_sure_of_all(out) {
            return true;
        }
        let (steps, _) = self.steps(t, None);
        let cards = out.iter().filter(|action| action.kind == Kind::Card);
        let cards = cards.fold(laid(&steps), |cards, action| cards | bit(action.card));
        let leaves = |action: Move| action.kind == Kind::Stop && self.game.stops_outside(t);
        let mut good: Vec<bool> = out.iter().map(|action| leaves(*action)).collect();
        let free = good.clone();
        for step in steps {
            let like = self.game.likes(t, laid(&[step]) & !t.selection, cards);
            let shown = shown_by(t, step, like);
            let asked = |(action, good): (&Move, &bool)| !good && shown(*action);
            if !out.iter().zip(&good).any(asked) {
                continue;
            }
            let leads = guess.is_sure(step) || self.succeeds_after(t, step);
            for (action, known) in out.iter().zip(&mut good) {
                *known |= leads && shown(*action);
            }
        }
        let some = good != free;
        if some {
            let mut good = good.into_iter();
            out.retain(|_| good.next() == Some(true));
        }
        some
    }

    fn succeeds_after(&mut self, t: &State, step: Step) -> bool {
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
            (Step::Lay(..) | Step::Keep(_), _) => t.failed = true,
            // To leave off is not to bring it to its end.
            (Step::Act(action), _) if action.kind == Kind::Stop && game.stops_outside(t) => {
                t.failed = true;
            }
            (Step::Act(action), _) => game.decide(t, self.seat, action, &mut self.rng),
        }
        game.run(t, &mut self.rng, &mut Nobody);
    }

    /// What is tried at a decision: at first doing nothing, then the largest melds; and whether there may
    /// be more, if only some melds were asked for.
    fn steps(&self, t: &State, most: Option<usize>) -> (Vec<Step>, bool) {
        let mut moves = Vec::new();
        if let Some(melds) = self.melds(t, most) {
            self.declining(t, &mut moves);
            let lays = melds.sets.into_iter().map(|(pile, cards)| Step::Lay(pile, cards));
            return (moves.into_iter().map(Step::Act).chain(lays).collect(), !melds.all);
        }
        if t.listed {
            moves.extend_from_slice(&t.scratch);
            self.game.add_stop(t, &mut moves);
        } else {
            self.game.list_here(t, self.seat, &mut moves);
        }
        moves.sort_by_key(|action| !declines(*action));
        (moves.into_iter().map(Step::Act).collect(), false)
    }

    /// What is tried where melds are laid in any order and some cards are kept: at first doing nothing,
    /// unless only one more card was kept; then every meld that has the card which has the fewest, and
    /// then to keep that card.
    fn free_steps(&self, t: &State, kept: CardSet, only_kept: bool) -> Option<Vec<Step>> {
        let mut melds = self.melds(t, None)?;
        let mut moves = Vec::new();
        if !only_kept {
            self.declining(t, &mut moves);
        }
        let mut steps: Vec<Step> = moves.into_iter().map(Step::Act).collect();
        melds.sets.retain(|(_, cards)| cards & kept == 0);
        let with = |class: CardSet| melds.sets.iter().filter(move |(_, set)| set & class != 0);
        let all = melds.sets.iter().fold(0, |all, (_, cards)| all | cards);
        let classes = self.game.classes(t, melds.hand).filter(|class| class & all != 0);
        if let Some(rarest) = classes.min_by_key(|class| with(*class).count()) {
            steps.extend(with(rarest).map(|(pile, cards)| Step::Lay(*pile, *cards)));
            steps.push(Step::Keep(rarest));
        }
        Some(steps)
    }

    /// The melds that can be laid, if the decision is about melds and they can be looked through.
    fn melds(&self, t: &State, most: Option<usize>) -> Option<WholeMelds> {
        match self.game.phase(t.innermost().phase) {
            Phase::Meld(phase) => self.game.whole_melds(t, phase, most),
            _ => None,
        }
    }

    /// The ways of doing nothing where melds are laid.
    fn declining(&self, t: &State, moves: &mut Vec<Move>) {
        if self.game.can_be_left(t) {
            self.game.list_here(t, self.seat, moves);
            moves.retain(|action| declines(*action));
        } else if let Phase::Meld(phase) = self.game.phase(t.innermost().phase) {
            if !phase.mandatory && !t.selecting {
                moves.push(Move::plain(Kind::Pass));
            }
        }
    }

    /// Whether a position can be brought to a good end.
    fn succeeds(&mut self, t: Box<State>) -> bool {
        self.bad.clear();
        self.looped = false;
        let mut good = self.meet(t, 0, false);
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
            if let Some(level) = self.levels.pop_if(|level| level.few) {
                let (steps, few) = self.steps(&level.state, None);
                self.levels.push(Level { steps, few, next: 0, ..level });
                return None;
            }
            if let Some(level) = self.levels.pop() {
                self.fates.insert(level.key, Fate::Bad);
                self.bad.push(level.key);
                put_back(level.state);
            }
            return None;
        };
        level.next += 1;
        let mut next = copied(&level.state);
        let (phase, depth, kept) = (next.innermost().phase, next.depth, level.kept);
        let (kept, only_kept) = match step {
            Step::Keep(more) => (kept | more, true),
            _ => {
                self.take(&mut next, step);
                let same = next.depth == depth && next.innermost().phase == phase;
                let laid = matches!(step, Step::Lay(..));
                (if laid && same { kept } else { 0 }, false)
            }
        };
        match self.meet(next, kept, only_kept) {
            Some(true) => Some(true),
            _ => None,
        }
    }

    /// Judges a position, or lays it on the others to be looked at.
    fn meet(&mut self, t: Box<State>, kept: CardSet, only_kept: bool) -> Option<bool> {
        let fate = self.fate(&t);
        if self.levels.len() >= MOST_LEVELS {
            work::give_up();
        }
        if fate.is_some() || !work::spend(POSITION) {
            put_back(t);
            return Some(fate == Some(true));
        }
        if self.game.is_sure(&t, Done::Nothing) {
            put_back(t);
            return Some(true);
        }
        let key = fingerprint(&t, self.root, usize::from(self.game.tables.places), kept);
        if let Some(fate) = self.fates.get(&key) {
            put_back(t);
            self.looped |= *fate == Fate::Open;
            return Some(*fate == Fate::Good);
        }
        if self.game.is_lost(&t, kept) {
            self.fates.insert(key, Fate::Bad);
            put_back(t);
            return Some(false);
        }
        self.fates.insert(key, Fate::Open);
        let free =
            if self.game.order_is_free(&t) { self.free_steps(&t, kept, only_kept) } else { None };
        let (steps, few) = match free {
            Some(steps) => (steps, false),
            None => self.steps(&t, Some(FEW)),
        };
        self.levels.push(Level { state: t, key, kept, steps, few, next: 0 });
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

/// What is seen of the steps of a decision without trying them.
struct Guess<'a> {
    game: &'a Game,
    t: &'a State,
    thought: Thought<'a>,
    /// What may be laid, if the decision is about melds.
    layings: Option<Layings<'a>>,
}

impl<'a> Guess<'a> {
    fn new(game: &'a Game, t: &'a State, seat: u8) -> Self {
        let layings = match game.phase(t.innermost().phase) {
            Phase::Meld(phase) => Some(Layings::new(game, t, phase)),
            _ => None,
        };
        Self { game, t, thought: Thought::new(game, t, seat), layings }
    }

    /// Whether all moves are surely good, so that none need be looked at by itself.
    fn is_sure_of_all(&self, moves: &[Move]) -> bool {
        let lays = |action: &Move| matches!(action.kind, Kind::Card | Kind::Done | Kind::Pass);
        let Some(layings) = self.layings.as_ref().filter(|_| moves.iter().all(lays)) else {
            return false;
        };
        layings.any().is_some_and(|flow| self.game.is_sure_of_all(self.t, flow))
    }

    /// Whether a step is surely good.
    fn is_sure(&mut self, step: Step) -> bool {
        let (game, t) = (self.game, self.t);
        match (step, &self.layings) {
            (Step::Lay(pile, cards), Some(layings)) => {
                let sure = |t: &State| game.is_sure(t, Done::Laid);
                layings.having_laid((pile, cards), &mut self.thought, sure)
            }
            (Step::Act(action), _) => {
                let declines = matches!(
                    game.phase(t.innermost().phase),
                    Phase::Meld(_) | Phase::Play(_) | Phase::Discard(_)
                );
                declines && action.kind == Kind::Pass && game.is_sure(t, Done::Nothing)
            }
            _ => false,
        }
    }
}

/// All cards that are laid in some steps.
fn laid(steps: &[Step]) -> CardSet {
    steps.iter().fold(0, |cards, step| match step {
        Step::Lay(_, more) => cards | more,
        _ => cards,
    })
}

/// Which moves are shown to be good by a step that is; some cards are like those that it lays.
fn shown_by(t: &State, step: Step, like: CardSet) -> impl Fn(Move) -> bool + use<> {
    let (selection, selection_pile) = (t.selection, t.selection_pile);
    move |action| match (step, action.kind) {
        (Step::Act(known), _) => known == action,
        (Step::Lay(pile, _), Kind::Card) => action.b == pile && like & bit(action.card) != 0,
        (Step::Lay(pile, cards), Kind::Done) => pile == selection_pile && cards == selection,
        _ => false,
    }
}
