//! One moment of a game: plain numbers and sets of cards, quick to copy.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::cards::{CardId, CardSet, Cards, NO_CARD, bit, lowest};
use super::foresight::Answers;
use super::knowledge::Knowing;
use super::moves::Move;
use super::story::Story;
use super::tables::{NO_SUIT, NOBODY, SEATS, Tables};
use crate::program::ids::PatternId;
use crate::program::parts::{Life, Owner, Scope, Word};
use crate::program::{Node, Program};

/// Copies fields one by one.
macro_rules! copy_fields {
    ($to:expr, $from:expr, $($field:ident),* $(,)?) => { $( $to.$field = $from.$field; )* };
}
/// How deep phases can lie in each other while they are played.
pub const MAX_FRAMES: usize = 72;

/// The room for them: a power of two, so that a place in it is found without a question.
const FRAMES: usize = 128;

/// Room for a number of every seat: a power of two, so that it is found without a question.
pub const ROOM: usize = 16;

/// How many piles may be begun in play before empty ones are used again.
const MOST_PILES: usize = 512;

/// A place where cards lie: the ends of a stack, and whether it was laid open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pile {
    /// The zone it belongs to.
    pub zone: u8,
    /// Whose it is.
    pub owner: u8,
    /// The top card of a stack.
    pub top: CardId,
    /// The bottom card of a stack.
    pub bottom: CardId,
    /// Whether everybody may look, for the rest of the hand.
    pub open: bool,
}

/// Some seats in an order, four bits each. Packed, so that a frame takes 32 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(Rust, packed)]
pub struct SeatList {
    packed: u64,
    len: u8,
}

impl SeatList {
    /// One seat.
    #[inline(always)]
    pub fn one(seat: u8) -> Self {
        Self { packed: u64::from(seat), len: 1 }
    }

    /// Adds a seat at the end.
    #[inline(always)]
    pub fn push(&mut self, seat: u8) {
        if usize::from(self.len) < SEATS {
            self.packed |= u64::from(seat) << (4 * self.len);
            self.len += 1;
        }
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(self) -> u8 {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The seat at a place.
    #[inline(always)]
    pub fn get(self, place: u8) -> u8 {
        ((self.packed >> (4 * place)) & 15) as u8
    }

    /// The seats one by one.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..self.len).map(move |place| self.get(place))
    }

    /// The seats as a set.
    pub fn mask(self) -> u16 {
        self.iter().fold(0, |mask, seat| mask | (1 << seat))
    }
}

/// A phase in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its number, or one of the numbers for the course of a hand.
    pub phase: u16,
    /// How far it has come; each kind of phase has its own stages.
    pub stage: u8,
    /// The next phase inside it, or the next option.
    pub index: u16,
    /// The place in `order` of the seat that acts.
    pub at: u8,
    /// The seats that act, in order.
    pub order: SeatList,
    /// The seat whose share it is.
    pub seat: u8,
    /// Whose turn it was outside.
    pub outer_turn: u8,
    /// A count that each kind of phase uses in its own way.
    pub count: i32,
    /// What had happened when the present pass began.
    pub mark: u32,
    /// Decisions taken when the present pass began.
    pub acts_mark: u32,
    /// How many declarations had been made when it began.
    pub declared: u16,
    /// Whether what happens when it is over has happened already, with its last step.
    pub over: bool,
    /// Whether its condition does not hold, so that its players can only decline.
    pub closed: bool,
    /// The same of the present pass of a repeat.
    pub closed_pass: bool,
}

/// What makes the play leave its usual course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Nothing does.
    None,
    /// The hand is over; whether it is scored.
    EndHand(bool),
    /// The hand is thrown in; whether the next player deals.
    Redeal(bool),
    /// The game ends with the hand.
    GameEnds,
    /// Only a limit stops the game.
    Limit(Limit),
}

/// What the play waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Nothing: it goes on by itself.
    Nothing,
    /// A decision in the innermost phase.
    Decision,
    /// The game is over.
    Over,
}

/// What stops a game that has not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// It has had as many turns as it may have.
    Turns,
    /// One decision would take too much work.
    Work,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The seats that have won.
    pub winners: u16,
    /// What stopped it, if only a limit did.
    pub limit: Option<Limit>,
}

/// The cards of the trick in progress.
#[derive(Clone, Copy, Debug)]
pub struct Trick {
    /// The cards in the order played.
    pub cards: [CardId; 128],
    /// Who played them.
    pub by: [u8; 128],
    /// How many there are.
    pub len: u8,
    /// The card that was led.
    pub led: CardId,
    /// The card that is winning.
    pub best: CardId,
    /// The seats that have yet to play to it.
    pub left: u16,
    /// The seats that tie for it.
    pub tied: u16,
    /// The cards that were laid face down.
    pub covered: CardSet,
}

/// A combination that was declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Who declared it.
    pub seat: u8,
    /// Which pattern it is.
    pub pattern: PatternId,
    /// Its cards.
    pub cards: CardSet,
    /// The phase it was declared in; 65535 for an action.
    pub phase: u16,
    /// Whether it scores.
    pub counts: bool,
    /// Whether its cards have been shown.
    pub shown: bool,
}

/// Something that a call named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Who called.
    pub seat: u8,
    /// The call.
    pub call: u16,
    /// Which of its choices.
    pub choice: u16,
    /// What was named.
    pub value: i32,
}

/// What a new hand begins without: everything here is as in [`ThisHand::NEW`] then.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct ThisHand {
    pub leader: u8,
    pub winner: u8,
    pub last_taker: u8,
    pub took_last: u8,
    pub reversed: bool,
    pub broken: bool,
    pub trump: u8,
    pub mode: u16,
    pub context: u16,
    pub named_suit: u8,
    pub named_rank: u8,
    pub in_force: u8,
    pub hand_turns: u32,
    pub trick_number: i32,
    pub tricks_played: i32,
    pub tricks: [i32; SEATS],
    pub standing: i32,
    pub has_standing: bool,
    pub bids: i32,
    pub calls: i32,
    pub passes_in_row: i32,
    pub hand_score: [i32; SEATS],
    pub side_hand_score: [i32; SEATS],
    pub staked: [i32; SEATS],
    /// What each seat has put into the pot of this hand without staking it.
    pub dead: [i32; SEATS],
    /// The greatest bet or raise of the present round of betting.
    pub raised: i32,
    /// What was bet, matched, checked and folded in this hand, in order, as one number.
    pub wagers: u64,
    pub active: u16,
    pub control: [u8; SEATS],
    pub claims: i32,
    pub drawn: CardSet,
    pub taken: CardSet,
    pub played_count: [u8; ROOM],
    pub drawn_count: [u8; ROOM],
    pub skip: i32,
    /// Who has the next turn, if that is not the next seat.
    pub again: u8,
    pub passes: i32,
    pub last_played: u8,
    pub moved: CardSet,
    /// The cards that were played in this hand.
    pub played: CardSet,
    pub end_phase: bool,
    pub check: bool,
}

impl ThisHand {
    /// Before anything has happened in a hand.
    pub const NEW: Self = Self {
        leader: NOBODY,
        winner: NOBODY,
        last_taker: NOBODY,
        took_last: NOBODY,
        reversed: false,
        broken: false,
        trump: NO_SUIT,
        mode: 0,
        context: 0,
        named_suit: NO_SUIT,
        named_rank: NOBODY,
        in_force: NO_SUIT,
        hand_turns: 0,
        trick_number: 0,
        tricks_played: 0,
        tricks: [0; SEATS],
        standing: 0,
        has_standing: false,
        bids: 0,
        calls: 0,
        passes_in_row: 0,
        hand_score: [0; SEATS],
        side_hand_score: [0; SEATS],
        staked: [0; SEATS],
        dead: [0; SEATS],
        raised: 0,
        wagers: 0,
        active: 0,
        control: [0; SEATS],
        claims: 0,
        drawn: 0,
        taken: 0,
        played_count: [0; ROOM],
        drawn_count: [0; ROOM],
        skip: 0,
        again: NOBODY,
        passes: 0,
        last_played: NOBODY,
        moved: 0,
        played: 0,
        end_phase: false,
        check: false,
    };
}

/// The numbers of a moment: copied as one block.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Board {
    pub hand: ThisHand,
    pub above: [CardId; 128],
    pub below: [CardId; 128],
    /// Whether `known` and `lacks` are kept.
    pub tracking: bool,
    pub turn: u8,
    pub dealer: u8,
    pub hand_number: i32,
    pub deal_number: i32,
    pub turns: u32,
    pub score: [i32; SEATS],
    pub side_score: [i32; SEATS],
    /// What the last hand brought, which is in the scores by now.
    pub last_points: [i32; SEATS],
    pub side_last_points: [i32; SEATS],
    pub chips: [i32; SEATS],
    pub pot: i32,
    pub out: u16,
    pub claim_rank: u8,
    pub came_from: [u8; 128],
    /// Who played each card that was played in this hand.
    pub player_of: [u8; 128],
    pub selection: CardSet,
    pub selection_pile: u16,
    pub selecting: bool,
    pub answered: u16,
    pub answers: [Move; SEATS],
    pub picks: [CardSet; SEATS],
    pub depth: u8,
    pub waiting: Waiting,
    pub signal: Signal,
    pub turn_acts: u32,
    /// How many things have changed, and how many had when the last step was judged.
    pub changes: u32,
    pub judged: u32,
    /// How many of these emptied no hand.
    pub calm: u32,
    /// How many things had changed that can end turns when that was judged: see `Game::stirred`.
    pub until_judged: u32,
    pub deeds: u32,
    pub acts: u32,
    pub outcome: Outcome,
    pub single_hand: bool,
    /// Whether a tie sends the match into another hand, whatever the number of hands.
    pub tied: bool,
    /// The units of work that the rest of the match may take.
    pub work_left: i64,
    /// How deep the look-ahead is inside frames; 0 in real play.
    pub trial: u8,
    /// In look-ahead: who looks ahead.
    pub trial_seat: u8,
    /// In look-ahead: whether a condition that had to hold did not.
    pub failed: bool,
    /// In look-ahead: whether something came that the player cannot foresee.
    pub unforeseen: bool,
    pub noting: bool,
    /// Whether it is kept what is done, and what was: see `story`.
    pub telling: bool,
}

impl Board {
    /// Before the first hand.
    const NEW: Self = Self {
        hand: ThisHand::NEW,
        above: [NO_CARD; 128],
        below: [NO_CARD; 128],
        tracking: false,
        turn: 0,
        dealer: 0,
        hand_number: 1,
        deal_number: 1,
        turns: 0,
        score: [0; SEATS],
        side_score: [0; SEATS],
        last_points: [0; SEATS],
        side_last_points: [0; SEATS],
        chips: [0; SEATS],
        pot: 0,
        out: 0,
        claim_rank: 0,
        came_from: [NOBODY; 128],
        player_of: [NOBODY; 128],
        selection: 0,
        selection_pile: 0,
        selecting: false,
        answered: 0,
        answers: [Move::NONE; SEATS],
        picks: [0; SEATS],
        depth: 0,
        waiting: Waiting::Nothing,
        signal: Signal::None,
        turn_acts: 0,
        changes: 0,
        judged: 0,
        calm: 0,
        until_judged: 0,
        deeds: 0,
        acts: 0,
        outcome: Outcome { winners: 0, limit: None },
        single_hand: false,
        tied: false,
        work_left: i64::MAX,
        trial: 0,
        trial_seat: 0,
        failed: false,
        unforeseen: false,
        noting: false,
        telling: false,
    };
}

/// What belongs to the hand is read as if it stood here.
impl Deref for Board {
    type Target = ThisHand;

    #[inline(always)]
    fn deref(&self) -> &ThisHand {
        &self.hand
    }
}

impl DerefMut for Board {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut ThisHand {
        &mut self.hand
    }
}

/// One moment of a game: its numbers, and beside them what is as long as a game makes it or is kept only
/// when somebody may ask for it.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct State {
    pub board: Board,
    pub sets: Vec<CardSet>,
    pub piles: Vec<Pile>,
    /// Who knows where each card is.
    pub known: Knowing,
    /// Who also knows where in its stack it lies.
    pub placed: Knowing,
    /// For each seat, the cards that everybody knows it does not hold.
    pub lacks: [CardSet; SEATS],
    /// Where a lone player has been in this hand: see `Game::sight_of`.
    pub trail: Vec<u64>,
    /// Counters, roles, choices and calls made: see `Layout`.
    pub registers: Vec<i32>,
    /// Who has picked which card, in order, where the order says to whom it goes.
    pub gifts: Vec<(u8, CardId)>,
    pub trick: Trick,
    pub declarations: Vec<Declaration>,
    /// What calls named in this hand, in order.
    pub history: Vec<Named>,
    pub frames: [Frame; FRAMES],
    /// Whoever leads the play on looks after nothing but phases that lie deeper than that.
    pub floor: u8,
    pub scratch: Vec<Move>,
    /// Room for moves that somebody at hand chooses from.
    pub spare: Vec<Move>,
    /// Whether `scratch` lists what the asked seat may do now.
    pub listed: bool,
    /// Whether it lists no more and no less, with everything that must hold in the end.
    pub settled: bool,
    /// The order of the next deal, if it was stacked.
    pub stacked: Vec<CardId>,
    /// Work that is done but not yet counted: see `work`.
    pub work: u32,
    /// What was answered at this moment.
    pub(super) answers_given: Answers,
    /// What happened since the last decision, if somebody wants to know.
    pub events: Vec<super::events::Event>,
    /// What chance decided since then, likewise.
    pub chance: Vec<super::events::Chance>,
    pub(super) story: Option<Arc<Story>>,
}

/// The numbers are read as if they stood here.
impl Deref for State {
    type Target = Board;

    #[inline(always)]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl DerefMut for State {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Board {
        &mut self.board
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut copy = Self::empty(self.sets.len(), self.registers.len());
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Self) {
        self.sets.clone_from(&other.sets);
        self.piles.clone_from(&other.piles);
        self.registers.clone_from(&other.registers);
        self.declarations.clone_from(&other.declarations);
        self.gifts.clone_from(&other.gifts);
        self.history.clone_from(&other.history);
        self.stacked.clone_from(&other.stacked);
        self.trail.clone_from(&other.trail);
        self.listed = false;
        self.settled = false;
        self.answers_given.clear();
        self.work = 0;
        self.floor = 0;
        self.events.clear();
        self.events.extend_from_slice(&other.events);
        self.chance.clone_from(&other.chance);
        let depth = usize::from(other.depth);
        self.frames[..depth].copy_from_slice(&other.frames[..depth]);
        self.board = other.board;
        if self.story.is_some() || other.story.is_some() {
            self.story.clone_from(&other.story);
        }
        if other.tracking {
            copy_fields!(self, other, known, placed, lacks);
        }
        let played = usize::from(other.trick.len);
        self.trick.cards[..played].copy_from_slice(&other.trick.cards[..played]);
        self.trick.by[..played].copy_from_slice(&other.trick.by[..played]);
        copy_fields!(self.trick, other.trick, len, led, best, left, tied, covered);
    }
}

impl State {
    fn empty(places: usize, registers: usize) -> Self {
        Self {
            board: Board::NEW,
            sets: Vec::with_capacity(places + 64),
            piles: Vec::with_capacity(places + 64),
            known: Knowing::default(),
            placed: Knowing::default(),
            lacks: [0; SEATS],
            trail: Vec::new(),
            registers: Vec::with_capacity(registers),
            gifts: Vec::new(),
            trick: Trick {
                cards: [NO_CARD; 128],
                by: [NOBODY; 128],
                len: 0,
                led: NO_CARD,
                best: NO_CARD,
                left: 0,
                tied: 0,
                covered: 0,
            },
            declarations: Vec::new(),
            history: Vec::new(),
            frames: [Frame {
                phase: 0,
                stage: 0,
                index: 0,
                at: 0,
                order: SeatList { packed: 0, len: 0 },
                seat: 0,
                outer_turn: 0,
                count: 0,
                mark: 0,
                acts_mark: 0,
                declared: 0,
                over: false,
                closed: false,
                closed_pass: false,
            }; FRAMES],
            floor: 0,
            scratch: Vec::new(),
            spare: Vec::new(),
            listed: false,
            settled: false,
            stacked: Vec::new(),
            work: 0,
            answers_given: Answers::default(),
            events: Vec::new(),
            chance: Vec::new(),
            story: None,
        }
    }

    /// A table with nothing on it.
    pub fn new(tables: &Tables, layout: &Layout) -> Self {
        let mut state = Self::empty(usize::from(tables.places), layout.size);
        for place in 0..usize::from(tables.places) {
            state.sets.push(0);
            state.piles.push(Pile {
                zone: tables.zone_of[place],
                owner: tables.owner_of[place],
                top: NO_CARD,
                bottom: NO_CARD,
                open: false,
            });
        }
        state.registers.resize(layout.size, 0);
        state
    }

    /// The innermost phase in progress.
    #[inline(always)]
    pub fn frame(&mut self) -> &mut Frame {
        &mut self.frames[self.innermost_place()]
    }

    /// The phase in progress that lies at a place among the frames.
    #[inline(always)]
    pub fn frame_at(&mut self, place: usize) -> &mut Frame {
        &mut self.frames[place % FRAMES]
    }

    /// The innermost phase in progress, to read.
    #[inline(always)]
    pub fn innermost(&self) -> &Frame {
        &self.frames[self.innermost_place()]
    }

    /// Where it lies among the frames.
    #[inline(always)]
    pub fn innermost_place(&self) -> usize {
        usize::from(self.depth.wrapping_sub(1)) % FRAMES
    }

    /// Something changes that empties no hand.
    #[inline(always)]
    pub fn change_calmly(&mut self) {
        self.changes = self.changes.wrapping_add(1);
        self.calm = self.calm.wrapping_add(1);
    }

    // --- where cards lie -------------------------------------------------------------------------

    /// Puts a card on top of a place.
    #[inline(always)]
    pub fn put(&mut self, stack: bool, place: u16, card: CardId) {
        self.sets[usize::from(place)] |= bit(card);
        if stack {
            self.link(place, card);
        }
    }

    /// Puts a card on top of a stack of which it is a card already.
    #[inline(always)]
    pub fn link(&mut self, place: u16, card: CardId) {
        let (board, pile) = (&mut self.board, &mut self.piles[usize::from(place)]);
        let index = usize::from(card & 127);
        board.below[index] = pile.top;
        board.above[index] = NO_CARD;
        if pile.top == NO_CARD {
            pile.bottom = card;
        } else {
            board.above[usize::from(pile.top & 127)] = card;
        }
        pile.top = card;
    }

    /// Puts cards into a stack that is empty, from the bottom up.
    pub fn stack_up(&mut self, place: u16, cards: &[CardId]) {
        let pile = &mut self.piles[usize::from(place)];
        (pile.bottom, pile.top) = (NO_CARD, NO_CARD);
        self.sets[usize::from(place)] = 0;
        let Some((first, others)) = cards.split_first() else { return };
        let board = &mut self.board;
        board.below[usize::from(first & 127)] = NO_CARD;
        let (mut last, mut most, mut set) = (*first, *first, 1u64 << (first & 63));
        for card in others {
            board.below[usize::from(card & 127)] = last;
            board.above[usize::from(last & 127)] = *card;
            last = *card;
            most |= card;
            set |= 1 << (card & 63);
        }
        board.above[usize::from(last & 127)] = NO_CARD;
        // Only of a large pack the two halves are told apart.
        self.sets[usize::from(place)] = match most {
            ..64 => CardSet::from(set),
            _ => cards.iter().fold(0, |set, card| set | bit(*card)),
        };
        (pile.bottom, pile.top) = (*first, last);
    }

    /// Puts a card below all others of a place.
    #[inline(always)]
    pub fn put_below(&mut self, stack: bool, place: u16, card: CardId) {
        let place = usize::from(place);
        self.sets[place] |= bit(card);
        if stack {
            let (board, pile) = (&mut self.board, &mut self.piles[place]);
            let index = usize::from(card & 127);
            board.above[index] = pile.bottom;
            board.below[index] = NO_CARD;
            if pile.bottom == NO_CARD {
                pile.top = card;
            } else {
                board.below[usize::from(pile.bottom & 127)] = card;
            }
            pile.bottom = card;
        }
    }

    /// Takes a card away from a place.
    #[inline(always)]
    pub fn take(&mut self, stack: bool, place: u16, card: CardId) {
        self.sets[usize::from(place)] &= !bit(card);
        if stack {
            self.unlink(place, card);
        }
    }

    /// Takes a card out of the order of a stack.
    #[inline(always)]
    pub fn unlink(&mut self, place: u16, card: CardId) {
        let index = usize::from(card & 127);
        let (board, pile) = (&mut self.board, &mut self.piles[usize::from(place)]);
        let (above, below) = (board.above[index], board.below[index]);
        if above == NO_CARD {
            pile.top = below;
        } else {
            board.below[usize::from(above & 127)] = below;
        }
        if below == NO_CARD {
            pile.bottom = above;
        } else {
            board.above[usize::from(below & 127)] = above;
        }
    }

    /// Keeps account of cards that a seat has played.
    #[inline(always)]
    pub fn mark_played(&mut self, seat: u8, cards: CardSet) {
        self.played |= cards;
        for card in Cards(cards) {
            self.player_of[usize::from(card)] = seat;
        }
    }

    /// The top card of a place: of a stack the last one, otherwise the lowest.
    #[inline(always)]
    pub fn top(&self, stack: bool, place: u16) -> CardId {
        let set = self.sets[usize::from(place)];
        if stack {
            self.piles[usize::from(place)].top
        } else if set == 0 {
            NO_CARD
        } else {
            lowest(set)
        }
    }

    /// The cards of a stack from the bottom up; of another place the lowest first.
    pub fn ordered(&self, stack: bool, place: u16, out: &mut Vec<CardId>) {
        out.clear();
        if stack {
            let mut card = self.piles[usize::from(place)].bottom;
            while card != NO_CARD && out.len() < 128 {
                out.push(card);
                card = self.above[usize::from(card & 127)];
            }
        } else {
            out.extend(Cards(self.sets[usize::from(place)]));
        }
    }

    /// Begins another pile of a zone whose piles are begun in play.
    pub fn begin_pile(&mut self, zone: u8, owner: u8) -> u16 {
        let free = (0..self.piles.len())
            .rev()
            .take_while(|place| *place >= self.fixed_places() && self.sets[*place] == 0);
        if let Some(place) = free.last() {
            self.piles[place] = Pile { zone, owner, top: NO_CARD, bottom: NO_CARD, open: false };
            self.piles.truncate(place + 1);
            self.sets.truncate(place + 1);
            return place as u16;
        }
        if self.piles.len() >= self.fixed_places() + MOST_PILES {
            // There are more piles than cards, so that one of them is empty.
            let piles = self.fixed_places()..self.piles.len();
            if let Some(place) = piles.rev().find(|place| self.sets[*place] == 0) {
                self.piles[place] =
                    Pile { zone, owner, top: NO_CARD, bottom: NO_CARD, open: false };
                return place as u16;
            }
        }
        self.sets.push(0);
        self.piles.push(Pile { zone, owner, top: NO_CARD, bottom: NO_CARD, open: false });
        self.sets.len() as u16 - 1
    }

    fn fixed_places(&self) -> usize {
        self.registers.first().map_or(0, |places| *places as usize)
    }

    /// Forgets all piles that were begun in play, and clears every place.
    pub fn clear_table(&mut self, places: u16) {
        self.sets.truncate(usize::from(places));
        self.piles.truncate(usize::from(places));
        self.sets.fill(0);
        for pile in &mut self.piles {
            pile.top = NO_CARD;
            pile.bottom = NO_CARD;
            pile.open = false;
        }
    }

    /// One number for everything that matters: where cards lie in which order, what has been said,
    /// scores, whose turn it is.
    pub fn digest(&self) -> u64 {
        let mut bytes = Vec::with_capacity(8_192);
        self.write_cards(&mut bytes);
        self.write_numbers(&mut bytes);
        self.write_course(&mut bytes);
        crate::fingerprint::fingerprint(&bytes)
    }

    fn write_cards(&self, bytes: &mut Vec<u8>) {
        for (set, pile) in self.sets.iter().zip(&self.piles) {
            bytes.extend(set.to_le_bytes());
            bytes.extend([pile.zone, pile.owner, pile.top, u8::from(pile.open)]);
            let mut card = pile.bottom;
            while card != NO_CARD {
                bytes.push(card);
                card = self.above[usize::from(card & 127)];
            }
        }
        let played = usize::from(self.trick.len);
        bytes.extend(&self.trick.cards[..played]);
        bytes.extend(&self.trick.by[..played]);
        for set in [self.drawn, self.taken, self.moved, self.selection, self.played] {
            bytes.extend(set.to_le_bytes());
        }
        bytes.extend(self.picks.iter().flat_map(|set| set.to_le_bytes()));
        bytes.extend(self.gifts.iter().flat_map(|gift| [gift.0, gift.1]));
        for found in &self.declarations {
            bytes.extend([found.seat, u8::from(found.counts), u8::from(found.shown)]);
            bytes.extend(found.pattern.0.to_le_bytes());
            bytes.extend(found.cards.to_le_bytes());
        }
    }

    fn write_numbers(&self, bytes: &mut Vec<u8>) {
        let points = [&self.score, &self.side_score, &self.hand_score, &self.side_hand_score];
        for list in points.into_iter().chain([&self.chips, &self.staked]) {
            bytes.extend(list.iter().flat_map(|value| value.to_le_bytes()));
        }
        bytes.extend(self.registers.iter().flat_map(|value| value.to_le_bytes()));
        for number in [
            self.pot,
            self.hand_number,
            self.deal_number,
            self.trick_number,
            self.tricks_played,
            self.standing,
            self.bids,
            self.calls,
            self.passes_in_row,
            self.passes,
            self.claims,
            self.skip,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        if self.raised != 0 || self.dead.iter().any(|dead| *dead != 0) {
            bytes.extend(self.raised.to_le_bytes());
            bytes.extend(self.dead.iter().flat_map(|value| value.to_le_bytes()));
        }
        bytes.extend(self.tricks.map(|tricks| tricks as u8));
        let many = self.tricks.iter().filter(|tricks| **tricks > 255);
        bytes.extend(many.flat_map(|tricks| tricks.to_le_bytes()));
        for named in &self.history {
            bytes.push(named.seat);
            bytes.extend(named.call.to_le_bytes());
            bytes.extend(named.choice.to_le_bytes());
            bytes.extend(named.value.to_le_bytes());
        }
    }

    fn write_course(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.turn, self.dealer, self.leader, self.winner, self.trump, self.depth]);
        bytes.extend([self.named_suit, self.named_rank, self.in_force, self.claim_rank]);
        bytes.extend([self.last_taker, self.took_last, self.last_played]);
        let again = self.again.wrapping_add(1);
        let [reversed, broken, selecting] =
            [self.reversed, self.broken, self.selecting].map(u8::from);
        bytes.extend([reversed, broken, again, selecting]);
        bytes.extend(self.control);
        bytes.extend(self.mode.to_le_bytes());
        bytes.extend(self.turns.to_le_bytes());
        for seats in [self.active, self.out, self.answered, self.outcome.winners] {
            bytes.extend(seats.to_le_bytes());
        }
        for seat in (0..SEATS).filter(|seat| self.answered & (1 << seat) != 0) {
            bytes.extend(self.answers[seat].code().to_le_bytes());
        }
        for frame in &self.frames[..usize::from(self.depth)] {
            bytes.extend(frame.phase.to_le_bytes());
            bytes.extend([frame.stage, frame.seat, frame.at]);
            bytes.extend(frame.index.to_le_bytes());
            bytes.extend(frame.count.to_le_bytes());
        }
    }

    /// Notes something that happened, if anybody wants to know.
    #[inline(always)]
    pub fn note(&mut self, event: super::events::Event) {
        if self.noting && self.trial == 0 {
            self.events.push(event);
        }
    }

    /// Notes the order into which chance has brought a pile, if anybody wants to know.
    #[inline(always)]
    pub fn note_shuffle(&mut self, place: u16, cards: &[CardId]) {
        if self.noting {
            self.chance.push(super::events::Chance::Shuffle { place, cards: cards.to_vec() });
        }
    }

    /// Notes the seat that the lot fell on, if anybody wants to know.
    pub fn note_lot(&mut self, seat: u8) {
        if self.noting {
            self.chance.push(super::events::Chance::Seat { seat });
        }
    }

    /// Notes cards taken at random; those of one place that follow each other since some moment (a
    /// number of chances) are one taking.
    pub fn note_taken(&mut self, place: u16, taken: &[CardId], since: usize) {
        if !self.noting || taken.is_empty() {
            return;
        }
        let last = self.chance.get_mut(since..).and_then(|chances| chances.last_mut());
        match last {
            Some(super::events::Chance::Cards { place: before, cards }) if *before == place => {
                cards.extend_from_slice(taken);
            }
            _ => {
                let cards = taken.to_vec();
                self.chance.push(super::events::Chance::Cards { place, cards });
            }
        }
    }
}

/// Where the registers of a game are.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Layout {
    pub counters: Vec<CounterSlot>,
    /// Counters that start again with each turn.
    pub of_turns: Vec<CounterSlot>,
    pub roles: usize,
    pub choices: usize,
    pub called: usize,
    /// By suit, the seats that have failed to follow it.
    pub failed: usize,
    pub size: usize,
    /// The lengths of lists that registers are read by.
    pub role_count: usize,
    pub choice_count: usize,
    pub call_count: usize,
    /// 0 if nothing asks who has failed to follow.
    pub failed_count: usize,
}

/// Where one counter is.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct CounterSlot {
    pub at: usize,
    pub len: usize,
    pub scope: Scope,
    pub life: Life,
    pub start: i32,
    pub low: i32,
    pub high: i32,
}

impl Layout {
    /// Counters, roles, what calls named, who made which call; the first register holds how many
    /// places there are.
    pub fn new(program: &Program, tables: &Tables) -> Self {
        let mut layout = Self { size: 1, ..Self::default() };
        for counter in &program.counters {
            let len = match counter.scope {
                Scope::Table => 1,
                Scope::Seat => usize::from(tables.seats),
                Scope::Team => tables.sides.len(),
            };
            layout.counters.push(CounterSlot {
                at: layout.size,
                len,
                scope: counter.scope,
                life: counter.life,
                start: counter.start,
                low: counter.low,
                high: counter.high,
            });
            layout.size += len;
        }
        layout.of_turns =
            layout.counters.iter().filter(|slot| slot.life == Life::Turn).copied().collect();
        layout.role_count = usize::from(program.counts.role);
        layout.choice_count = usize::from(program.counts.choice);
        layout.call_count = usize::from(program.counts.call);
        layout.roles = layout.size;
        layout.choices = layout.roles + layout.role_count;
        layout.called = layout.choices + layout.choice_count;
        layout.failed = layout.called + layout.call_count;
        let asks = |node: &Node| matches!(node, Node::Word(Word::FailedToFollow, ..));
        let suits = if program.nodes.iter().any(asks) { tables.suits } else { 0 };
        layout.failed_count = usize::from(suits);
        layout.size = layout.failed + layout.failed_count;
        layout
    }
}

/// The owner number of a seat in a zone.
pub fn owner_number(tables: &Tables, owner: Owner, seat: u8) -> u8 {
    match owner {
        Owner::Table => 0,
        Owner::Seat => seat,
        Owner::Team => tables.side_of[usize::from(seat.min(SEATS as u8 - 1))],
    }
}
