//! How often a hand wins at a showdown.
//!
//! In games for chips in which hands are compared, the cards that a seat does not see are dealt at random to
//! the hands and to the board, until everything is as large as it is at a showdown, and it is counted how often the own
//! hand is better than another. What others do says nothing here: that is for whoever learns.
//!
//! It is all a function of what the seat sees: the same cards always meet the same deals.

use std::cell::RefCell;

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit, size};
use crate::game::judge::{Env, seats};
use crate::game::moves::Kind;
use crate::game::patterns::HandKey;
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::work::{self, Budget};
use crate::program::limits::MAX_POT_SHARES;
use crate::program::parts::{Owner, Phase, ShowdownMethod};

use super::{known_to, visible_in};

/// Changes with everything that changes what is told here.
pub const VERSION: u32 = 1;

/// So many hands are played to see how large everything is at a showdown, and so many decisions of each.
const PROBED: u64 = 3;
const LONGEST: usize = 300;
const WORK_OF_A_HAND: i64 = 2_000_000;
/// So many random hands stand for those of others, where hands have nothing in common.
const USUAL: usize = 1024;
/// Where to judge a hand takes more work than this, nothing is told; found out with so many hands at least.
const DEAREST: i64 = 2_000;
const TRIED: usize = 16;
/// The unseen cards are dealt so often, and each time so many others are met; more where nothing is missing.
const DEALS: u32 = 32;
const MET: u32 = 2;
/// Where others are met by the usual hands alone, they are dealt so often.
const DEALS_ALONE: u32 = 64;
/// The work of comparing one hand, and all that may be spent.
const COMPARED: u32 = 2;
const MOST: i64 = 6_000;
/// How many results are kept.
const KEPT: usize = 1 << 12;

/// How the hands of one game are compared, and how large they are then.
#[derive(Clone, Debug)]
pub struct Odds {
    /// Tells games apart.
    game: u64,
    method: ShowdownMethod,
    /// How many cards each part of a hand has at a showdown.
    sizes: Vec<usize>,
    /// How good random hands are, the worst first; empty where hands have cards in common.
    usual: Vec<Option<HandKey>>,
}

/// A part of somebody's hand.
struct Part {
    places: Vec<u16>,
    /// The cards that the observer sees there.
    known: CardSet,
    /// How many are missing until a showdown.
    missing: usize,
    shared: bool,
}

/// Hands that meet.
struct Meeting {
    seat: u8,
    own: Vec<Part>,
    /// The others, each with a seat.
    others: Vec<(u8, Vec<Part>)>,
    /// The cards that are dealt.
    pool: CardSet,
}

/// One result: what it is about, how often the hand wins, and the work that this took.
#[derive(Clone, Copy, Default)]
struct Entry {
    about: u64,
    share: f32,
    work: u32,
}

thread_local! {
    static KNOWN: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
}

impl Odds {
    /// How hands are compared; None if nobody bets on that.
    pub fn new(game: &Game) -> Option<Self> {
        let (program, tables) = (&game.program, &game.tables);
        let bets = |phase: &Phase| matches!(phase, Phase::Betting(_));
        if tables.players < 2
            || program.setup.starting_chips <= 0
            || !program.phases.iter().any(bets)
        {
            return None;
        }
        let methods = program.phases.iter().filter_map(|phase| match phase {
            Phase::Betting(betting) => Some(betting.showdown_method),
            Phase::Showdown(showdown) => Some(showdown.method),
            _ => None,
        });
        let method = methods.into_iter().find(|method| *method != ShowdownMethod::FoldOnly)?;
        let (identity, nodes, parts) = super::super::yardstick::identity(game);
        let game_number = identity ^ (nodes as u64) << 40 ^ (parts as u64) << 20;
        let mut odds = Self { game: game_number, method, sizes: Vec::new(), usual: Vec::new() };
        let bearable = odds.probe(game);
        (bearable && odds.sizes.iter().sum::<usize>() > 0).then_some(odds)
    }

    /// Plays some hands in which nobody gives up, to see how large everything is when the last bets are made;
    /// whether hands can be judged with bearable work.
    fn probe(&mut self, game: &Game) -> bool {
        let mut moves = Vec::new();
        let mut state = State::new(&game.tables, &game.layout);
        for hand in 0..PROBED {
            let mut rng = Rng::of_game(0x0DD5, hand);
            state.tracking = true;
            game.start(&mut state, &mut rng, true);
            state.work_left = WORK_OF_A_HAND;
            let deal = state.deal_number;
            for _ in 0..LONGEST {
                if state.waiting != Waiting::Decision || state.deal_number != deal {
                    break;
                }
                let seat = game.asked(&state);
                game.choices(&state, seat, &mut moves);
                if moves.iter().any(|one| matches!(one.kind, Kind::Check | Kind::Match)) {
                    self.measure(game, &state, seat);
                }
                let calm = |kind: Kind| moves.iter().find(|one| one.kind == kind).copied();
                let any = moves.get(rng.below(moves.len().max(1) as u32) as usize).copied();
                let action = calm(Kind::Check).or(calm(Kind::Match)).or(any);
                let Some(action) = action else { break };
                game.apply(&mut state, seat, action, &mut rng);
            }
        }
        self.deal_usual(game, &state)
    }

    fn measure(&mut self, game: &Game, s: &State, seat: u8) {
        for (number, places) in places_of(game, s, seat).into_iter().enumerate() {
            let held = places.iter().map(|place| size(s.sets[usize::from(*place)])).sum();
            if self.sizes.len() <= number {
                self.sizes.resize(number + 1, 0);
            }
            self.sizes[number] = self.sizes[number].max(held);
        }
    }

    /// Deals random hands and sees how good they are; false if that is too dear.
    fn deal_usual(&mut self, game: &Game, s: &State) -> bool {
        let parts = self.parts(game, s, 0, 0);
        // Where pots are parted, a hand has no place in one row of them.
        let whole = game.shares_at(self.method).is_empty();
        let apart = whole && parts.iter().all(|part| !part.shared);
        let mut scratch = s.clone();
        let all: Vec<CardId> = Cards(game.tables.all).collect();
        let mut rng = Rng::of_game(0x0DD5, PROBED);
        let budget = Budget::begin();
        for number in 0..if apart { USUAL } else { TRIED } {
            let mut pile = Pile { cards: all.clone(), left: all.len() };
            for (part, many) in parts.iter().zip(&self.sizes) {
                lay(&mut scratch, part, pile.draw(*many, &mut rng));
            }
            self.usual.push(game.strength_at(&scratch, 0, self.method));
            if budget.used() > DEAREST * (number + 1).max(TRIED) as i64 {
                return false;
            }
        }
        match apart {
            true => self.usual.sort_unstable(),
            false => self.usual.clear(),
        }
        true
    }

    /// The parts of a seat's hand, as an observer sees them.
    fn parts(&self, game: &Game, s: &State, seat: u8, observer: u8) -> Vec<Part> {
        let known = known_to(s, observer);
        let of_table = |place: &u16| {
            let zone = s.piles.get(usize::from(*place)).map_or(usize::MAX, |p| usize::from(p.zone));
            game.tables.zones.get(zone).is_some_and(|zone| zone.owner == Owner::Table)
        };
        let parts = places_of(game, s, seat).into_iter().enumerate();
        parts
            .map(|(number, places)| {
                let seen = places
                    .iter()
                    .fold(0, |all, place| all | visible_in(game, s, *place, observer, known));
                let wanted = self.sizes.get(number).copied().unwrap_or(0);
                Part {
                    shared: places.iter().any(of_table),
                    known: seen,
                    missing: wanted.saturating_sub(size(seen)),
                    places,
                }
            })
            .collect()
    }

    /// How often the hand of a seat is better than that of another who is still in, if some of its cards are
    /// given away and the missing ones are drawn from a pool; a half where they are as good.
    pub fn of(&self, game: &Game, s: &State, seat: u8, given: CardSet, pool: CardSet) -> f32 {
        let mut own = self.parts(game, s, seat, seat);
        for part in &mut own {
            part.missing += size(part.known & given);
            part.known &= !given;
        }
        let there = game.tables.everyone & s.active & !s.out & !(1 << (seat & 15));
        let others: Vec<(u8, Vec<Part>)> =
            seats(there).map(|other| (other, self.parts(game, s, other, seat))).collect();
        if others.is_empty() {
            return 1.0;
        }
        let mut about = scatter(self.game ^ u64::from(seat), pool);
        for part in own.iter().chain(others.iter().flat_map(|other| &other.1)) {
            about = scatter(about ^ part.missing as u64, part.known);
        }
        about = scatter(about, u128::from(s.context) << 16 | u128::from(there));
        KNOWN.with_borrow_mut(|known| {
            if known.is_empty() {
                known.resize(KEPT, Entry::default());
            }
            let entry = &mut known[about as usize % KEPT];
            let budget = Budget::begin();
            if entry.about == about {
                work::spend(entry.work);
                return entry.share;
            }
            // The same deals for all that might be given away.
            let seen = own.iter().fold(given, |all, part| all | part.known);
            let rng = Rng::new(scatter(scatter(self.game, seen), pool));
            let share = self.count(game, s, &Meeting { seat, own, others, pool }, rng, &budget);
            *entry = Entry { about, share, work: budget.used().max(0) as u32 };
            share
        })
    }

    /// What part of the meetings is won.
    fn count(
        &self,
        game: &Game,
        s: &State,
        meeting: &Meeting,
        mut rng: Rng,
        budget: &Budget,
    ) -> f32 {
        let Meeting { seat, own, others, pool } = meeting;
        let mut scratch = s.clone();
        let complete = own.iter().all(|part| part.missing == 0);
        let open =
            others.iter().flat_map(|other| &other.1).any(|part| part.known != 0 && !part.shared);
        let usual = !self.usual.is_empty() && !open;
        let rounds = match (usual, complete) {
            (true, true) => 1,
            (true, false) => DEALS_ALONE,
            (false, _) => DEALS,
        };
        let cards: Vec<CardId> = Cards(*pool).collect();
        let (mut won, mut met, mut key) = (0.0f32, 0.0f32, Keys::default());
        for round in 0..rounds {
            let mut pile = Pile { cards: cards.clone(), left: cards.len() };
            for part in own {
                let dealt = pile.draw(part.missing, &mut rng);
                lay(&mut scratch, part, part.known | dealt);
            }
            if round == 0 || !complete {
                work::spend(COMPARED);
                key = self.keys(game, &scratch, *seat);
            }
            if usual {
                won += self.share_of_usual(key[0]);
                met += 1.0;
            }
            let meetings = if usual { 0 } else { MET };
            for number in 0..meetings {
                let (rival, parts) = &others[(round * MET + number) as usize % others.len()];
                for part in parts.iter().filter(|part| !part.shared) {
                    let dealt = pile.draw(part.missing, &mut rng);
                    lay(&mut scratch, part, part.known | dealt);
                }
                work::spend(COMPARED);
                won += part_won(&key, &self.keys(game, &scratch, *rival));
                met += 1.0;
            }
            if budget.used() > MOST {
                break;
            }
        }
        won / met.max(1.0)
    }

    /// How good a hand is by each comparison that the pot is parted between.
    fn keys(&self, game: &Game, s: &State, seat: u8) -> Keys {
        let mut keys = Keys::default();
        keys[0] = game.strength_at(s, seat, self.method);
        let shares = 0..game.shares_at(self.method).len();
        for (key, share) in keys[1..].iter_mut().zip(shares) {
            *key = game.share_strength(s, seat, share);
        }
        keys
    }

    /// What part of random hands a hand beats; half of those that are as good.
    fn share_of_usual(&self, key: Option<HandKey>) -> f32 {
        let below = self.usual.partition_point(|other| *other < key);
        let upto = self.usual.partition_point(|other| *other <= key);
        (below + upto) as f32 / (2 * self.usual.len()) as f32
    }
}

/// How good a hand is by the hand evaluation, and by each share of the pot.
type Keys = [Option<HandKey>; 1 + MAX_POT_SHARES];

/// What part of a pot one of two hands takes.
fn part_won(one: &Keys, other: &Keys) -> f32 {
    let counting =
        |(one, other): &(&Option<HandKey>, &Option<HandKey>)| one.is_some() || other.is_some();
    let (mut won, mut parts) = (0.0f32, 0.0f32);
    for (one, other) in one.iter().zip(other).filter(counting) {
        won += match one.cmp(other) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        parts += 1.0;
    }
    if parts == 0.0 { 0.5 } else { won / parts }
}

/// Cards that are drawn in random order.
struct Pile {
    cards: Vec<CardId>,
    left: usize,
}

impl Pile {
    fn draw(&mut self, many: usize, rng: &mut Rng) -> CardSet {
        let mut drawn = 0;
        for _ in 0..many.min(self.left) {
            let place = rng.below(self.left as u32) as usize;
            self.left -= 1;
            self.cards.swap(place, self.left);
            drawn |= bit(self.cards.get(self.left).copied().unwrap_or(NO_CARD) & 127);
        }
        drawn
    }
}

/// Puts the cards of a part where they belong.
fn lay(scratch: &mut State, part: &Part, cards: CardSet) {
    for (number, place) in part.places.iter().enumerate() {
        if let Some(set) = scratch.sets.get_mut(usize::from(*place)) {
            *set = if number == 0 { cards } else { 0 };
        }
    }
}

/// The places of each part of a seat's hand.
fn places_of(game: &Game, s: &State, seat: u8) -> Vec<Vec<u16>> {
    let parts = game.program.hand_evaluation.as_ref().map_or(&[][..], |e| &e.parts[..]);
    if parts.is_empty() {
        let zone = game.program.known.hand.map(|zone| zone.index());
        let zone = zone.filter(|zone| *zone < game.tables.zones.len());
        return zone.map(|zone| vec![game.tables.place(zone, seat)]).into_iter().collect();
    }
    let env = Env::new(game, s, seat);
    let of_part = |zone| {
        let mut places = Vec::new();
        env.each_place(env.zone(zone), |place| places.push(place));
        places
    };
    parts.iter().map(|part| of_part(part.zone)).collect()
}

/// A number and a set of cards as a number without any pattern.
fn scatter(number: u64, cards: CardSet) -> u64 {
    let mut x = number;
    for part in [cards as u64, (cards >> 64) as u64] {
        x = (x ^ part).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x ^= x >> 29;
        x = x.wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^= x >> 32;
    }
    x
}
