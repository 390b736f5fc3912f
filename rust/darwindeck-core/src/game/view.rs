//! What one seat may see, and the worlds that agree with it.
//!
//! A view holds a moment of the game in which every card whose place the seat does not know has been
//! put where the fixed order of cards puts it, and in which nothing is left that others have decided
//! in secret. Two moments that differ only in what the seat cannot see have equal views, so nothing
//! that is worked out from a view can depend on the hidden cards.

use std::cell::OnceCell;

use super::Game;
use super::cards::{CardId, CardSet, Cards, NO_CARD, bit, lowest, nth, size};
use super::chooser::Nobody;
use super::judge::seats;
use super::knowledge::Knowing;
use super::moves::{Kind, Move};
use super::patterns::{self, HandKey};
use super::redeal::{self, Dealer};
use super::rng::Rng;
use super::state::{Declaration, State, Waiting};
use super::tables::{NOBODY, SEATS};
use super::work;
use crate::program::parts::{Announce, Moment, Phase, ShowdownMethod};

/// How many worlds are tried for one in which everybody holds what they have declared.
const TRIES: usize = 8;

/// So many of the last decisions of a hand are looked back on.
const RECALLED: usize = 96;

/// Every card by its own name.
const SAME_NAMES: [CardId; 128] = {
    let mut names = [0; 128];
    let mut card = 0;
    while card < 128 {
        names[card] = card as CardId;
        card += 1;
    }
    names
};

/// A place with cards that the seat does not know, or whose order it does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    /// Where it is.
    pub place: u16,
    /// How many cards of it the seat does not know.
    pub capacity: u8,
    /// Cards that it certainly does not hold.
    pub lacks: CardSet,
    /// Cards the seat knows to be here, but not in which position.
    known: CardSet,
    /// In the view: the cards whose position here means nothing.
    loose: CardSet,
    /// Where its cards begin among the cards of all holes, and how many there are: of a stack all, from
    /// the bottom up, of another place the loose ones.
    from: u16,
    len: u16,
    stack: bool,
    /// Whether something is known of single positions, such as which card was drawn last.
    marked: bool,
}

/// What one seat may see of a moment.
#[derive(Clone, Debug)]
pub struct View {
    seat: u8,
    table: State,
    known: CardSet,
    unseen: CardSet,
    holes: Vec<Hole>,
    /// The cards of the holes in the order of their positions.
    line: Vec<CardId>,
    /// Who deals the unseen cards anew; found when the first world is asked for.
    dealer: OnceCell<Option<Dealer>>,
    /// Whether cards of somebody else's declarations have yet to be shown.
    secret_declarations: bool,
    /// What others were seen to decide in this hand, if the seat has looked back.
    past: Vec<Glimpse>,
}

/// Something that a seat has seen somebody else decide.
#[derive(Clone, Debug)]
pub struct Glimpse {
    /// Who decided.
    pub by: u8,
    /// What was decided.
    pub action: Move,
    /// What the seat saw before.
    view: View,
    /// Cards that it has seen leave their place since, by place.
    left: Vec<(u16, CardSet)>,
}

impl View {
    /// What a seat sees of a moment in which it was kept who knows what.
    pub fn new(game: &Game, s: &State, seat: u8) -> Self {
        let mut view = Self {
            seat,
            table: State::new(&game.tables, &game.layout),
            known: 0,
            unseen: 0,
            holes: Vec::new(),
            line: Vec::new(),
            dealer: OnceCell::new(),
            secret_declarations: false,
            past: Vec::new(),
        };
        view.renew(game, s, seat);
        view
    }

    /// Becomes what a seat sees of another moment of the same game.
    pub fn renew(&mut self, game: &Game, s: &State, seat: u8) {
        debug_assert!(s.tracking, "nobody has kept who knows what");
        self.seat = seat;
        self.table.clone_from(s);
        let table = &mut self.table;
        table.stacked.clear();
        table.events.clear();
        table.chance.clear();
        table.noting = false;
        table.telling = false;
        table.story = None;
        self.past.clear();
        hide_answers(game, table, seat);
        hide_selection(game, table, seat);
        hide_closed_phases(table, seat);
        count_anew(table);
        self.secret_declarations = hide_declarations(game, table, seat);
        (self.known, self.unseen) = (0, 0);
        self.holes.clear();
        self.line.clear();
        self.dealer = OnceCell::new();
        self.find_holes(game);
        self.put_in_order();
        self.forget_others();
    }

    // --- what the seat sees ----------------------------------------------------------------------

    /// The seat.
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// The moment as far as the seat can see it. The cards it does not know lie where their fixed order
    /// puts them, which says nothing about where they are.
    pub fn table(&self) -> &State {
        &self.table
    }

    /// The cards whose place the seat does not know.
    pub fn unseen(&self) -> CardSet {
        self.unseen
    }

    /// The cards of a place that the seat knows to be there.
    pub fn known_in(&self, place: u16) -> CardSet {
        self.table.sets.get(usize::from(place)).copied().unwrap_or(0) & self.known
    }

    /// Places with cards that the seat does not know, or whose order it does not know.
    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }

    /// The cards in the seat's own hand, as far as it knows them.
    pub fn hand(&self, game: &Game) -> CardSet {
        game.hand_of(&self.table, self.seat) & self.known
    }

    /// Everything the seat may decide now.
    pub fn legal(&self, game: &Game, out: &mut Vec<Move>) {
        game.legal(&self.table, self.seat, out);
    }

    /// The seats that, as far as this one knows, may decide something now.
    pub fn to_move(&self, game: &Game) -> u16 {
        game.to_move(&self.table)
    }

    // --- worlds ----------------------------------------------------------------------------------

    /// A world that agrees with the view, each as likely as any other.
    pub fn sample(&self, game: &Game, rng: &mut Rng) -> State {
        let mut world = self.table.clone();
        self.sample_into(game, rng, &mut world);
        world
    }

    /// The same, in a state that may have been used before.
    ///
    /// Where a combination was declared of which only the kind is known, worlds are drawn until its
    /// player holds one of that kind, but no more than a few times. Combinations of which nobody has
    /// heard yet are not part of the world.
    pub fn sample_into(&self, game: &Game, rng: &mut Rng, world: &mut State) {
        for _ in 0..TRIES {
            work::take_steps(work::DEALT);
            world.clone_from(&self.table);
            world.tracking = false;
            self.fill(rng, world);
            game.close_phases(world, self.seat);
            if !self.secret_declarations || find_declared(game, world) {
                return;
            }
        }
    }

    /// A world that agrees with the view, in which the seats that have decided already in secret, as
    /// everybody can see, have decided something.
    pub fn redeal(&self, game: &Game, answered: u16, rng: &mut Rng) -> State {
        let mut world = self.sample(game, rng);
        self.settle(game, answered, rng, &mut world);
        world
    }

    /// Makes a world that agrees with the view one to go on from: the seat knows what it knows, and the seats that
    /// have decided already in secret, as everybody can see, have decided something.
    pub fn settle(&self, game: &Game, answered: u16, rng: &mut Rng, world: &mut State) {
        let table = &self.table;
        (world.known, world.placed, world.lacks) = (table.known, table.placed, table.lacks);
        // What follows is told.
        (world.tracking, world.noting) = (true, true);
        let mut moves = Vec::new();
        for other in seats(answered & !world.answered & !(1 << self.seat)) {
            while world.answered & (1 << other) == 0 {
                game.legal(world, other, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let action = moves[rng.below(moves.len() as u32) as usize];
                game.apply(world, other, action, rng);
            }
        }
    }

    /// Puts unseen cards into the holes, and cards of unknown order in any order.
    fn fill(&self, rng: &mut Rng, world: &mut State) {
        let mut dealt = [0; 128];
        if let Some(dealer) = self.dealer.get_or_init(|| self.find_dealer()) {
            dealer.sample(rng, &mut dealt);
        }
        self.lay(&dealt, rng, world);
    }

    /// Puts some cards into each hole.
    fn lay(&self, dealt: &[CardSet; 128], rng: &mut Rng, world: &mut State) {
        let mut names = SAME_NAMES;
        let mut renamed = 0;
        for (hole, unknown) in self.holes.iter().zip(*dealt) {
            let pool = unknown | hole.known;
            let set = &mut world.sets[usize::from(hole.place)];
            *set = (*set & !hole.loose) | pool;
            if !hole.stack && !hole.marked {
                continue;
            }
            let mut cards = [NO_CARD; 128];
            let mut len = 0;
            for card in Cards(pool) {
                cards[len] = card;
                len += 1;
            }
            rng.shuffle(&mut cards[..len]);
            let loose = self.cards_of(hole).iter().filter(|card| hole.loose & bit(**card) != 0);
            for (old, new) in loose.zip(cards) {
                names[usize::from(*old)] = new;
            }
            if hole.stack {
                stack_up(world, hole.place, self.cards_of(hole), &names);
            }
            if hole.marked {
                renamed |= hole.loose;
            }
        }
        if renamed != 0 {
            rename(world, renamed, &names);
        }
    }

    // --- what has been --------------------------------------------------------------------------

    /// Looks back on what others were seen to decide in this hand, as far as it was kept. The view must be of
    /// this very moment.
    ///
    /// Nothing is taken from the story but what the seat saw when it happened: views of the moments at which
    /// others decided something openly, what they decided, and which cards have been seen to leave their places since.
    pub fn recall(&mut self, game: &Game, s: &State) {
        self.past.clear();
        let Some(story) = &s.story else { return };
        let parts = story.parts(self.seat);
        let mut early =
            parts.iter().map(|part| part.1.len()).sum::<usize>().saturating_sub(RECALLED);
        // How many of the glimpses were before, from where, and which cards.
        let mut gone: Vec<(usize, u16, CardSet)> = Vec::new();
        let mut after: Option<Self> = None;
        for (start, deeds) in parts {
            let mut at = start.clone();
            let mut seen: Option<Self> = None;
            for deed in deeds {
                if early > 0 {
                    early -= 1;
                    deed.repeat(game, &mut at);
                    continue;
                }
                let before = seen.get_or_insert_with(|| Self::new(game, &at, self.seat));
                let sets = at.sets.clone();
                let open = is_open(game, &at, deed.action);
                deed.repeat(game, &mut at);
                let then = after.get_or_insert_with(|| before.clone());
                then.renew(game, &at, self.seat);
                let mut moved = Vec::new();
                for (place, set) in sets.iter().enumerate() {
                    let now = at.sets.get(place).copied().unwrap_or(0);
                    moved.push((place as u16, set & !now & !then.unseen));
                }
                let light = moved.iter().fold(0, |all, one| all | one.1);
                let seen =
                    deed.action.kind != Kind::Card || light & bit(deed.action.card & 127) != 0;
                let others = deed.seat != self.seat && deed.seat < game.tables.players;
                if open && seen && others && before.unseen & self.unseen != 0 {
                    let (by, action, view) = (deed.seat, deed.action, before.clone());
                    self.past.push(Glimpse { by, action, view, left: Vec::new() });
                }
                let glimpses = self.past.len();
                let moved = moved.into_iter().filter(|one| one.1 != 0);
                gone.extend(moved.map(|(place, cards)| (glimpses, place, cards)));
                std::mem::swap(before, then);
            }
        }
        for (number, glimpse) in self.past.iter_mut().enumerate() {
            let later = gone.iter().filter(|one| one.0 > number);
            let left = later.map(|(_, place, cards)| (*place, cards & glimpse.view.unseen));
            glimpse.left = left.filter(|one| one.1 != 0).collect();
        }
    }

    /// What others were seen to decide, the oldest first.
    pub fn past(&self) -> &[Glimpse] {
        &self.past
    }

    fn cards_of(&self, hole: &Hole) -> &[CardId] {
        &self.line[usize::from(hole.from)..usize::from(hole.from + hole.len)]
    }

    // --- how a view is made ----------------------------------------------------------------------

    fn find_holes(&mut self, game: &Game) {
        let me = 1u16 << self.seat;
        let (known, placed) = (self.table.known.of(self.seat), self.table.placed.of(self.seat));
        let marked = marked(&self.table);
        let mut pile = Vec::new();
        for place in 0..self.table.sets.len() as u16 {
            let set = self.table.sets[usize::from(place)];
            if set == 0 {
                continue;
            }
            let looks = game.viewers(&self.table, place) & me != 0;
            let covered = if place == game.tables.trick { self.table.trick.covered } else { 0 };
            let known = if covered != 0 { known | !covered } else { known };
            if looks && covered & set == 0 && !game.shows_only_top(&self.table, place) {
                self.known |= set;
                continue;
            }
            self.known |= set & known;
            self.unseen |= set & !known;
            // Cards that have not been shuffled yet have no order.
            let in_order = self.table.piles[usize::from(place)].top != NO_CARD;
            let stack = in_order && game.is_stack(&self.table, place);
            let loose = if stack { set & !(known & placed) } else { set & !known };
            if loose == 0 {
                continue;
            }
            if stack {
                self.table.ordered(true, place, &mut pile);
            } else {
                pile.clear();
                pile.extend(Cards(loose));
                if loose & marked != 0 {
                    pile.sort_by_cached_key(|card| mark(&self.table, *card));
                }
            }
            let seat = game.seat_of_hand(&self.table, place);
            let lacks = self.table.lacks.get(usize::from(seat)).copied().unwrap_or(0);
            self.holes.push(Hole {
                place,
                capacity: size(set & !known) as u8,
                lacks,
                known: loose & known,
                loose,
                from: self.line.len() as u16,
                len: pile.len() as u16,
                stack,
                marked: loose & marked != 0,
            });
            self.line.extend_from_slice(&pile);
        }
    }

    /// Puts the cards of the holes where the fixed order of cards puts them.
    fn put_in_order(&mut self) {
        let mut names = SAME_NAMES;
        let mut rest = Cards(self.unseen);
        let mut all = 0;
        for hole in &mut self.holes {
            let cards = &mut self.line[usize::from(hole.from)..usize::from(hole.from + hole.len)];
            let mut here = Cards(hole.known);
            let old = hole.loose;
            all |= old;
            hole.loose = 0;
            for card in cards.iter_mut().filter(|card| old & bit(**card) != 0) {
                let Some(new) = here.next().or_else(|| rest.next()) else { break };
                names[usize::from(*card)] = new;
                hole.loose |= bit(new);
            }
            let set = &mut self.table.sets[usize::from(hole.place)];
            *set = (*set & !old) | hole.loose;
            if hole.stack {
                stack_up(&mut self.table, hole.place, cards, &names);
            }
            for card in cards {
                *card = names[usize::from(*card)];
            }
        }
        rename(&mut self.table, all, &names);
    }

    /// Forgets what others know.
    fn forget_others(&mut self) {
        let loose = self.holes.iter().fold(0, |all, hole| all | hole.loose);
        let placed = self.table.placed.of(self.seat) & !loose;
        self.table.known = Knowing::only(self.seat, self.known);
        self.table.placed = Knowing::only(self.seat, placed);
    }

    /// Where no world agrees with what seats are known to lack, that is ignored.
    fn find_dealer(&self) -> Option<Dealer> {
        if self.unseen == 0 {
            return None;
        }
        let mut holes: Vec<redeal::Hole> = self
            .holes
            .iter()
            .map(|hole| redeal::Hole { capacity: hole.capacity, lacks: hole.lacks })
            .collect();
        Dealer::new(self.unseen, &holes).or_else(|| {
            holes.iter_mut().for_each(|hole| hole.lacks = 0);
            Dealer::new(self.unseen, &holes)
        })
    }
}

impl Glimpse {
    /// The moment of the decision in a world that agrees with what is known now.
    ///
    /// Cards lay where they lie in that world, or where they have been seen to leave from. If a place had fewer cards
    /// then than that would be, any of them may have come since; if it had more, any of the others was there.
    pub fn moment(&self, game: &Game, now: &State, rng: &mut Rng, world: &mut State) {
        let view = &self.view;
        work::take_steps(work::DEALT);
        world.clone_from(&view.table);
        world.tracking = false;
        let mut dealt = [0; 128];
        let mut rest = view.unseen;
        for (hole, slot) in view.holes.iter().zip(&mut dealt) {
            let gone = self.left.iter().filter(|one| one.0 == hole.place);
            let here = gone.fold(0, |all, one| all | one.1)
                | now.sets.get(usize::from(hole.place)).copied().unwrap_or(0);
            *slot = some_of(here & rest, usize::from(hole.capacity), rng);
            rest &= !*slot;
        }
        for (hole, slot) in view.holes.iter().zip(&mut dealt) {
            let more = some_of(rest, usize::from(hole.capacity) - size(*slot), rng);
            *slot |= more;
            rest &= !more;
        }
        view.lay(&dealt, rng, world);
        game.close_phases(world, view.seat);
    }
}

/// Some of a set of cards; all, if there are no more.
fn some_of(mut set: CardSet, count: usize, rng: &mut Rng) -> CardSet {
    while size(set) > count {
        set &= !bit(nth(set, rng.below(size(set) as u32)));
    }
    set
}

/// Whether everybody hears what is decided, or at least sees a card go where it is seen.
fn is_open(game: &Game, s: &State, action: Move) -> bool {
    let heard = action.kind == Kind::Card || action.kind.is_heard();
    let phase = game.program.phases.get(usize::from(s.innermost().phase));
    heard && !matches!(phase, Some(Phase::Declare(_))) && !game.decides_in_secret(s)
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.table, &other.table);
        self.seat == other.seat
            && self.known == other.known
            && self.unseen == other.unseen
            && self.holes == other.holes
            && self.line == other.line
            && same_cards(a, b)
            && same_numbers(a, b)
            && same_course(a, b)
    }
}

/// The cards to which something has happened.
fn marked(s: &State) -> CardSet {
    let picked = s.picks.iter().fold(0, |all, picks| all | picks);
    let trick = &s.trick.cards[..usize::from(s.trick.len)];
    let laid = trick.iter().fold(0, |all, card| all | bit(*card));
    s.drawn | s.taken | s.moved | s.played | s.selection | picked | laid
}

/// What is known of a card by what has happened to it, though nobody knows which card it is.
fn mark(s: &State, card: CardId) -> (u8, u8, u8, u8) {
    let picked = s.picks.iter().fold(0, |all, picks| all | picks);
    let sets = [s.drawn, s.taken, s.moved, s.played, s.selection, picked];
    let flags = sets
        .iter()
        .enumerate()
        .fold(0, |flags, (place, set)| flags | u8::from(set & bit(card) != 0) << place);
    let recent = (s.drawn | s.taken | s.moved) & bit(card) != 0;
    let from = if recent { s.came_from[usize::from(card)] } else { NOBODY };
    let trick = &s.trick.cards[..usize::from(s.trick.len)];
    let place = trick.iter().position(|laid| *laid == card).map_or(0, |place| place as u8 + 1);
    let player = if s.played & bit(card) != 0 { s.player_of[usize::from(card)] } else { NOBODY };
    (flags, from, place, player)
}

/// Lays the cards of a stack anew, from the bottom up, under new names.
fn stack_up(s: &mut State, place: u16, cards: &[CardId], names: &[CardId; 128]) {
    let pile = &mut s.piles[usize::from(place)];
    pile.top = NO_CARD;
    pile.bottom = NO_CARD;
    for card in cards {
        s.put(true, place, names[usize::from(*card)]);
    }
}

/// Gives cards new names wherever something is noted about them. The cards of declarations keep theirs:
/// those that are still there have been seen, wherever they are now.
fn rename(s: &mut State, cards: CardSet, names: &[CardId; 128]) {
    let renamed = |set: CardSet| {
        Cards(set & cards).fold(set & !cards, |all, card| all | bit(names[usize::from(card)]))
    };
    s.drawn = renamed(s.drawn);
    s.taken = renamed(s.taken);
    s.moved = renamed(s.moved);
    s.played = renamed(s.played);
    s.trick.covered = renamed(s.trick.covered);
    s.selection = renamed(s.selection);
    for picks in &mut s.picks {
        *picks = renamed(*picks);
    }
    for gift in &mut s.gifts {
        gift.1 = lowest(renamed(bit(gift.1)));
    }
    let players = s.player_of;
    for card in Cards(cards) {
        s.player_of[usize::from(names[usize::from(card)])] = players[usize::from(card)];
    }
    let before = s.came_from;
    for card in Cards(cards) {
        s.came_from[usize::from(card)] = NOBODY;
    }
    let recent = s.drawn | s.taken | s.moved;
    for card in Cards(cards) {
        let new = names[usize::from(card)];
        if recent & bit(new) != 0 {
            s.came_from[usize::from(new)] = before[usize::from(card)];
        }
    }
    for card in &mut s.trick.cards[..usize::from(s.trick.len)] {
        if cards & bit(*card) != 0 {
            *card = names[usize::from(*card)];
        }
    }
}

/// Takes back what others have answered while this seat still waits for what they say.
fn hide_answers(game: &Game, s: &mut State, seat: u8) {
    let phase = match s.depth {
        0 => None,
        _ => game.program.phases.get(usize::from(s.innermost().phase)),
    };
    let others = seats(s.frames[usize::from(s.depth.max(1)) - 1].order.mask() & !(1 << seat));
    match phase {
        Some(Phase::Call(call)) if call.simultaneous => {
            for other in others {
                if s.answers[usize::from(other)].kind != Kind::None {
                    s.answered &= !(1 << other);
                    take_back(s, 1, 1);
                }
            }
        }
        Some(Phase::Pass(_)) => {
            s.gifts.retain(|gift| gift.0 == seat);
            for other in others {
                let picked = size(std::mem::take(&mut s.picks[usize::from(other)])) as u32;
                let complete = picked > 0 && s.answered & (1 << other) != 0;
                if complete {
                    s.answered &= !(1 << other);
                }
                take_back(s, picked, u32::from(complete));
            }
        }
        _ => {}
    }
    for (other, answer) in s.answers.iter_mut().enumerate() {
        if other != usize::from(seat) {
            *answer = Move::NONE;
        }
    }
}

/// As if some decisions, and turns that they took, had not been.
fn take_back(s: &mut State, decisions: u32, turns: u32) {
    s.answers_given.clear();
    s.acts = s.acts.wrapping_sub(decisions);
    s.deeds = s.deeds.wrapping_sub(decisions);
    s.turn_acts = s.turn_acts.min(s.acts);
    s.turns = s.turns.saturating_sub(turns);
    s.hand_turns = s.hand_turns.saturating_sub(turns);
}

/// Forgets how many decisions there have been: others' picks are nobody's business. What is left is
/// whether there was one since a phase, or a pass of it, began.
fn count_anew(s: &mut State) {
    s.answers_given.clear();
    let board = &mut s.board;
    for frame in &mut s.frames[..usize::from(board.depth)] {
        frame.mark = u32::from(frame.mark == board.deeds);
        frame.acts_mark = u32::from(frame.acts_mark == board.acts);
    }
    s.deeds = 1;
    s.acts = 1;
    s.turn_acts = 1;
}

/// Takes back what somebody else is picking before all can see it.
fn hide_selection(game: &Game, s: &mut State, seat: u8) {
    let own = s.depth > 0 && s.control[usize::from(s.innermost().seat)] == seat;
    if !s.selecting || !own {
        s.selection_pile = 0;
    }
    if !s.selecting || own || s.depth == 0 {
        return;
    }
    let picked = s.acts.wrapping_sub(s.innermost().acts_mark);
    s.selection = 0;
    s.selecting = false;
    let phase = game.program.phases.get(usize::from(s.innermost().phase));
    let around = (s.depth > 1).then(|| s.frames[usize::from(s.depth) - 2].phase);
    let around = around.and_then(|number| game.program.phases.get(usize::from(number)));
    if matches!(around, Some(Phase::Choice(_))) {
        // The first pick has also chosen the option.
        s.turn = s.innermost().outer_turn;
        s.depth -= 1;
        take_back(s, picked + 1, 0);
        return;
    }
    if matches!(phase, Some(Phase::Claim(_) | Phase::Capture(_))) {
        // These have got on by the first pick: the share begins anew.
        s.frame().stage = 1;
        s.frame().index = 0;
        s.waiting = Waiting::Nothing;
        game.run(s, &mut Rng::new(0), &mut Nobody);
    }
    take_back(s, picked, 0);
}

/// Forgets which phases of others take place only to be declined.
fn hide_closed_phases(s: &mut State, seat: u8) {
    let control = s.control;
    for frame in &mut s.frames[..usize::from(s.board.depth)] {
        if control[usize::from(frame.seat)] != seat {
            frame.closed = false;
            frame.closed_pass = false;
        }
    }
}

/// Forgets declarations that nobody has heard of, and the cards of those of which only the kind is
/// known; true if there are such.
fn hide_declarations(game: &Game, s: &mut State, seat: u8) -> bool {
    let secret = |found: &Declaration| {
        let phase = game.program.phases.get(usize::from(found.phase));
        let last = matches!(phase, Some(Phase::Declare(d)) if d.announce == Announce::OnLastCard);
        found.seat != seat && !found.shown && last
    };
    for frame in &mut s.frames[..usize::from(s.board.depth)] {
        let before = s.declarations.iter().take(usize::from(frame.declared));
        frame.declared = before.filter(|found| !secret(found)).count() as u16;
    }
    s.declarations.retain(|found| !secret(found));
    let mut hidden = false;
    for found in &mut s.declarations {
        if found.seat != seat && !found.shown {
            found.cards = 0;
            hidden = true;
        }
    }
    if hidden {
        // Who wins a contest is known as far as the cards are.
        game.judge_announced(s, false);
    }
    hidden
}

/// Finds combinations for declarations of which only the kind is known; false if there is one that its
/// player cannot have made.
fn find_declared(game: &Game, world: &mut State) -> bool {
    let mut used = [0; SEATS];
    let mut all = true;
    for index in 0..world.declarations.len() {
        let Declaration { seat, pattern, cards, .. } = world.declarations[index];
        let taken = &mut used[usize::from(seat)];
        if cards == 0 {
            let context = game.context(world);
            let pool = game.hand_of(world, seat) & !*taken;
            let shape = &context.shapes[pattern.index()];
            match patterns::find(shape, &context.faces, pool) {
                Some(found) => world.declarations[index].cards = found,
                None => all = false,
            }
        }
        *taken |= world.declarations[index].cards;
    }
    game.judge_announced(world, true);
    all
}

fn same_cards(a: &State, b: &State) -> bool {
    let links = |s: &State| -> Vec<CardId> {
        let mut order = Vec::new();
        for pile in &s.piles {
            let mut card = pile.bottom;
            for _ in 0..128 {
                order.push(card);
                if card == NO_CARD {
                    break;
                }
                card = s.above[usize::from(card & 127)];
            }
        }
        order
    };
    let trick = |s: &State| {
        let len = usize::from(s.trick.len);
        let ends = (s.trick.led, s.trick.best, s.trick.left, s.trick.tied);
        (s.trick.cards[..len].to_vec(), s.trick.by[..len].to_vec(), ends)
    };
    let recent = |s: &State| {
        let cards = s.drawn | s.taken | s.moved;
        Cards(cards).map(|card| s.came_from[usize::from(card)]).collect::<Vec<_>>()
    };
    let players =
        |s: &State| Cards(s.played).map(|card| s.player_of[usize::from(card)]).collect::<Vec<_>>();
    let marks = |s: &State| (s.drawn, s.taken, s.moved, s.played, s.selection, s.picks, s.lacks);
    a.sets == b.sets
        && a.gifts == b.gifts
        && a.piles == b.piles
        && links(a) == links(b)
        && trick(a) == trick(b)
        && marks(a) == marks(b)
        && recent(a) == recent(b)
        && players(a) == players(b)
        && a.declarations == b.declarations
}

fn same_numbers(a: &State, b: &State) -> bool {
    let points = |s: &State| {
        let chips = (s.chips, s.staked, s.dead, s.pot, s.raised, s.wagers);
        let calls = (s.standing, s.has_standing, s.bids, s.calls);
        (s.score, s.side_score, s.hand_score, s.side_hand_score, s.tricks, chips, calls)
    };
    let named = |s: &State| {
        (s.trump, s.mode, s.named_suit, s.named_rank, s.in_force, s.claim_rank, s.claims)
    };
    let counts = |s: &State| {
        let turn = (s.played_count, s.drawn_count, s.skip, s.again, s.passes, s.passes_in_row);
        (s.hand_number, s.deal_number, s.turns, s.trick_number, s.tricks_played, turn)
    };
    points(a) == points(b)
        && named(a) == named(b)
        && counts(a) == counts(b)
        && a.registers == b.registers
        && a.history == b.history
}

fn same_course(a: &State, b: &State) -> bool {
    let people = |s: &State| {
        let takers = (s.winner, s.last_taker, s.took_last, s.last_played);
        (s.turn, s.dealer, s.leader, s.reversed, s.broken, s.active, s.out, s.control, takers)
    };
    let phase = |s: &State| (s.selecting, s.selection_pile, s.answered, s.answers, s.waiting);
    let frames = |s: &State| s.frames[..usize::from(s.depth)].to_vec();
    people(a) == people(b)
        && phase(a) == phase(b)
        && frames(a) == frames(b)
        && a.trail == b.trail
        && a.outcome == b.outcome
}

impl Game {
    /// The seat that is asked now: whoever decides for the seat in turn; where that one has nothing to
    /// say, the first of those who have. 255 if nobody is asked.
    #[inline]
    pub fn asked(&self, s: &State) -> u8 {
        let mask = self.to_move(s);
        if mask == 0 {
            return NOBODY;
        }
        let by = s.control[usize::from(s.innermost().seat)];
        if by < 16 && mask & (1 << by) != 0 { by } else { mask.trailing_zeros() as u8 }
    }

    /// Points of the hand as they would be if it ended now: for estimates, on a copy.
    pub fn settle_points(&self, s: &mut State, rng: &mut Rng) {
        self.score_hands(s);
        self.effects(s, rng, Moment::HandEnd, 0, s.turn);
        self.rules(s, Moment::HandEnd, s.turn);
    }
    /// How good the hand of a seat is at a showdown of some kind; the higher the better.
    pub fn strength_at(&self, s: &State, seat: u8, by: ShowdownMethod) -> Option<HandKey> {
        self.hand_strength(s, seat, by)
    }

    /// The total of some cards by the hand evaluation.
    pub fn total_of(&self, cards: CardSet) -> i32 {
        self.total(cards)
    }
}
