//! Betting that cannot be read: how often to do what.
//!
//! Whoever always bets with good cards and never with bad ones is read by everybody. So decisions about bets
//! are not taken by what they are worth, but drawn: hands are dealt again and again, one side looks at all that
//! it might do whenever it is its turn to bet, and does more often what it regrets not to have done (Lanctot and
//! others: Monte Carlo Sampling for Regret Minimization in Extensive Games, 2009). What was done on average is
//! what is played. Everything else in the hand is decided by what was learnt.
//!
//! Every situation is kept by itself: own cards, what lies open, everything that was bet. So it is done where few
//! different ones come up; in other games bets are taken by what they are worth.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::game::Game;
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::NOBODY;
use crate::game::view::View;
use crate::game::work::{self, Errand};
use crate::program::parts::Phase;

use super::encoding::{Encoding, Sink, features::Feature};
use super::learn::WORK_OF_A_STEP;
use super::net::Net;
use super::policy::{Desk, pick, unit};
use super::stakes::{Before, Stakes};

/// Of the amounts that players think of, so many at most are looked at.
const AMOUNTS: usize = 4;
/// So many hands, or decisions about bets in them, tell whether few situations come up: if at most such a part
/// of the decisions is in a new one.
const PROBED: u32 = 4000;
const NEW: f32 = 0.4;
/// After so many decisions a hand is broken off.
const LONGEST: usize = 400;
/// So many times one hand is split at most; from then on one thing is done only.
const SPLITS: u32 = 60;
/// How readily something is done beside bets that is not quite the best.
const HEAT: f32 = 0.02;
/// Situations that are kept, at most.
const MOST: usize = 30_000;
/// Shares are kept in so many parts.
const WHOLE: f32 = 65535.0;

/// How often to do what when something is to be bet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wagers {
    shares: BTreeMap<u32, Vec<u16>>,
}

/// Whether a decision is about bets.
pub fn is_wager(moves: &[Move]) -> bool {
    moves.iter().any(|action| matches!(action.kind, Kind::Bet | Kind::Match | Kind::Fold))
}

/// Leaves a few of many amounts.
pub fn thin(moves: &mut Vec<Move>) {
    let amounts = moves.iter().filter(|action| action.amount() > 0).count();
    if amounts <= AMOUNTS {
        return;
    }
    let mut number = 0;
    let mut next = 0;
    moves.retain(|action| {
        if action.amount() == 0 {
            return true;
        }
        let kept = number == next * (amounts - 1) / (AMOUNTS - 1);
        next += usize::from(kept);
        number += 1;
        kept
    });
}

/// What tells situations apart, whatever the order it is told in.
struct Sum {
    total: u64,
}

impl Sum {
    fn add(&mut self, salt: u64, number: u64) {
        self.total = self.total.wrapping_add(scatter(number ^ scatter(salt)));
    }
}

impl Sink for Sum {
    fn within(&mut self, _: u16, _: Option<Kind>) {}

    fn put(&mut self, feature: Feature, first: u32, second: u32) {
        let told = matches!(
            feature,
            Feature::Held
                | Feature::TopCard
                | Feature::PileTop
                | Feature::Lies
                | Feature::Said
                | Feature::Role
                | Feature::Declared
        );
        if told {
            self.add(feature as u64 + 16, u64::from(first) << 32 | u64::from(second));
        }
    }
}

/// A number without any pattern.
fn scatter(number: u64) -> u64 {
    let x = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The situation of a seat that is asked to bet.
fn situation(game: &Game, encoding: &Encoding, s: &State, seat: u8, moves: &[Move]) -> u32 {
    let mut sum = Sum { total: 0 };
    let players = u64::from(game.tables.players.max(1));
    let dealer = if s.dealer == NOBODY { 0 } else { u64::from(s.dealer) };
    encoding.moment(game, s, seat, &mut sum);
    sum.add(1, u64::from(s.innermost().phase));
    sum.add(2, u64::from(s.active));
    sum.add(3, (u64::from(seat) + players - dealer % players) % players);
    sum.add(4, s.wagers);
    sum.add(5, moves.len() as u64);
    (sum.total >> 32) as u32
}

impl Wagers {
    /// How often a seat makes which of some moves; nothing if the situation has not come up.
    pub fn mixture(
        &self,
        game: &Game,
        encoding: &Encoding,
        s: &State,
        seat: u8,
        moves: &[Move],
    ) -> Option<Vec<f32>> {
        if self.shares.is_empty() || !is_wager(moves) {
            return None;
        }
        let at = situation(game, encoding, s, seat, moves);
        let shares = self.shares.get(&at).filter(|shares| shares.len() == moves.len())?;
        Some(shares.iter().map(|share| f32::from(*share) / WHOLE).collect())
    }

    /// As bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend((self.shares.len() as u32).to_le_bytes());
        for (at, shares) in &self.shares {
            out.extend(at.to_le_bytes());
            out.push(shares.len() as u8);
            out.extend(shares.iter().flat_map(|share| share.to_le_bytes()));
        }
    }

    /// What the first of some bytes say, and the others; None if they say nothing.
    pub fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (count, mut rest) = bytes.split_first_chunk::<4>()?;
        let mut shares = BTreeMap::new();
        for _ in 0..u32::from_le_bytes(*count) {
            let (at, after) = rest.split_first_chunk::<4>()?;
            let ([many], after) = after.split_first_chunk::<1>()?;
            let (list, after) = after.split_at_checked(2 * usize::from(*many))?;
            let list = list.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]]));
            shares.insert(u32::from_le_bytes(*at), list.collect());
            rest = after;
        }
        Some((Self { shares }, rest))
    }
}

/// One of some shares, each as likely as it says.
pub fn draw(shares: &[f32], rng: &mut Rng) -> usize {
    let mut total = 0.0;
    for share in shares {
        total += share;
    }
    let mut left = unit(rng) * total;
    for (place, share) in shares.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return place;
        }
    }
    shares.len().saturating_sub(1)
}

/// What is known of one situation while it is learnt.
#[derive(Clone, Debug)]
struct Account {
    regrets: Vec<f32>,
    shares: Vec<f32>,
    visits: u32,
}

impl Account {
    /// What is done at present: the more it is regretted not to have done it, the more often.
    fn present(&self) -> Vec<f32> {
        let total: f32 = self.regrets.iter().sum();
        if total <= 0.0 {
            return vec![1.0 / self.regrets.len() as f32; self.regrets.len()];
        }
        self.regrets.iter().map(|regret| regret / total).collect()
    }
}

/// Learning how to bet.
pub struct Ledger<'a> {
    game: &'a Game,
    encoding: &'a Encoding,
    stakes: &'a Stakes,
    accounts: HashMap<u32, Account>,
    rng: Rng,
    view: View,
    desk: Desk,
    moves: Vec<Move>,
    /// What later hands count more.
    weight: f32,
    splits: u32,
    taken: u64,
}

impl<'a> Ledger<'a> {
    /// Nothing is known yet; None if the game has no bets, or too many situations come up.
    pub fn new(game: &'a Game, encoding: &'a Encoding, stakes: &'a Stakes) -> Option<Self> {
        let bets = |phase: &Phase| matches!(phase, Phase::Betting(_));
        if stakes.is_lone() || !game.program.phases.iter().any(bets) {
            return None;
        }
        let mut state = State::new(&game.tables, &game.layout);
        state.tracking = true;
        let mut rng = Rng::of_game(0xBE75, 0);
        game.start(&mut state, &mut rng, true);
        let mut ledger = Self {
            game,
            encoding,
            stakes,
            accounts: HashMap::new(),
            rng,
            view: View::new(game, &state, 0),
            desk: Desk::default(),
            moves: Vec::new(),
            weight: 1.0,
            splits: 0,
            taken: 0,
        };
        ledger.comes_up_again(&mut state).then_some(ledger)
    }

    /// Learns how to bet in so many steps; `done` counts them from a number on.
    pub fn learn(
        mut self,
        net: &Net,
        steps: u64,
        cancelled: &Arc<AtomicBool>,
        (done, from): (&AtomicU64, u64),
    ) -> Wagers {
        let (game, stakes) = (self.game, self.stakes);
        let _errand = Errand::until(cancelled);
        let mut state = State::new(&game.tables, &game.layout);
        let sides = stakes.sides.len().max(1);
        self.taken = 0;
        let mut hands = 0u64;
        while self.taken < steps && !cancelled.load(Ordering::Relaxed) {
            state.tracking = true;
            game.start(&mut state, &mut self.rng, true);
            let before = stakes.before(game, &state);
            self.weight = 1.0 + hands as f32;
            self.splits = 0;
            let work = work::total();
            self.taken += 1;
            self.play(&mut state, net, &before, hands as usize % sides);
            self.taken += (work::total() - work) / WORK_OF_A_STEP;
            hands += 1;
            done.store(from + self.taken.min(steps), Ordering::Relaxed);
        }
        self.settled()
    }

    /// Whether the same situations come up again and again when everybody bets at random.
    fn comes_up_again(&mut self, s: &mut State) -> bool {
        let (mut met, mut many) = (HashMap::new(), 0);
        for _ in 0..PROBED {
            s.tracking = true;
            self.game.start(s, &mut self.rng, true);
            let before = self.stakes.before(self.game, s);
            for _ in 0..LONGEST {
                let Some(seat) = self.asked(s, &before) else { break };
                let wager = is_wager(&self.moves) && self.moves.len() > 1;
                if wager {
                    self.view.renew(self.game, s, seat);
                    let table = self.view.table();
                    let at = situation(self.game, self.encoding, table, seat, &self.moves);
                    *met.entry(at).or_insert(0u32) += 1;
                    many += 1;
                }
                let place = self.rng.below(self.moves.len() as u32) as usize;
                let action = self.moves[place];
                self.game.apply(s, seat, action, &mut self.rng);
            }
            if many >= PROBED {
                break;
            }
        }
        met.len() as f32 <= NEW * many as f32
    }

    /// Who is asked, with what they may do; None if the hand is over.
    fn asked(&mut self, s: &State, before: &Before) -> Option<u8> {
        if s.waiting != Waiting::Decision || self.stakes.is_decided(before, s) {
            return None;
        }
        let seat = self.game.asked(s);
        self.game.choices(s, seat, &mut self.moves);
        thin(&mut self.moves);
        self.taken += 1;
        (!self.moves.is_empty()).then_some(seat)
    }

    /// Plays a hand on; what it brings to a side that looks at all its bets.
    fn play(&mut self, s: &mut State, net: &Net, before: &Before, side: usize) -> f32 {
        for _ in 0..LONGEST {
            let Some(seat) = self.asked(s, before) else { break };
            if self.moves.len() == 1 {
                let action = self.moves[0];
                self.game.apply(s, seat, action, &mut self.rng);
                continue;
            }
            self.view.renew(self.game, s, seat);
            if !is_wager(&self.moves) {
                let table = self.view.table();
                self.desk.judge(self.game, self.encoding, net, table, seat, &self.moves);
                let place = pick(self.desk.values(), HEAT, &mut self.rng);
                let action = self.moves[place];
                self.game.apply(s, seat, action, &mut self.rng);
                continue;
            }
            let at = situation(self.game, self.encoding, self.view.table(), seat, &self.moves);
            let many = self.moves.len();
            let fresh = || Account { regrets: vec![0.0; many], shares: vec![0.0; many], visits: 0 };
            let account = self.accounts.entry(at).or_insert_with(fresh);
            if account.regrets.len() != many {
                // Two situations with one number: the second is played as if nothing were known.
                *account = fresh();
            }
            account.visits += 1;
            let present = account.present();
            if self.stakes.side_of(seat) == Some(side) && self.splits < SPLITS {
                return self.split(s, net, before, side, (at, seat, &present));
            }
            for (share, part) in account.shares.iter_mut().zip(&present) {
                *share += self.weight * part;
            }
            let place = draw(&present, &mut self.rng);
            let action = self.moves[place];
            self.game.apply(s, seat, action, &mut self.rng);
        }
        self.stakes.margins(self.game, before, s)[side]
    }

    /// Does everything that can be done here, and notes what is regretted.
    fn split(
        &mut self,
        s: &State,
        net: &Net,
        before: &Before,
        side: usize,
        (at, seat, present): (u32, u8, &[f32]),
    ) -> f32 {
        let moves = self.moves.clone();
        let mut brought = Vec::with_capacity(moves.len());
        let mut copy = s.clone();
        self.splits += 1;
        for action in &moves {
            copy.clone_from(s);
            self.game.apply(&mut copy, seat, *action, &mut self.rng);
            brought.push(self.play(&mut copy, net, before, side));
        }
        let mean: f32 = brought.iter().zip(present).map(|(value, part)| value * part).sum();
        if let Some(account) = self.accounts.get_mut(&at) {
            for (regret, value) in account.regrets.iter_mut().zip(&brought) {
                *regret = (*regret + value - mean).max(0.0);
            }
        }
        mean
    }

    /// What was done on average.
    fn settled(self) -> Wagers {
        let mut kept: Vec<(u32, Account)> = self.accounts.into_iter().collect();
        kept.retain(|(_, account)| account.shares.iter().any(|share| *share > 0.0));
        kept.sort_by_key(|(at, account)| (std::cmp::Reverse(account.visits), *at));
        kept.truncate(MOST);
        let shares = kept.into_iter().map(|(at, account)| {
            let mut total = 0.0;
            for share in &account.shares {
                total += share;
            }
            let parts = account.shares.iter().map(|share| (share / total * WHOLE) as u16);
            (at, parts.collect())
        });
        Wagers { shares: shares.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_amounts_a_few_are_left_with_the_least_and_the_most() {
        let mut moves = vec![Move::plain(Kind::Fold), Move::plain(Kind::Match)];
        moves.extend((10..=25).map(Move::bet));
        thin(&mut moves);
        let amounts: Vec<i32> = moves.iter().map(|action| action.amount()).collect();
        assert_eq!(amounts, [0, 0, 10, 15, 20, 25]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let shares = BTreeMap::from([(7, vec![0, 65535]), (9, vec![1, 2, 3])]);
        let wagers = Wagers { shares };
        let mut bytes = Vec::new();
        wagers.write(&mut bytes);
        bytes.extend([1, 2]);
        assert_eq!(Wagers::read(&bytes), Some((wagers, &[1, 2][..])));
        assert_eq!(Wagers::read(&bytes[..8]), None);
    }

    #[test]
    fn shares_are_drawn_as_often_as_they_say() {
        let mut rng = Rng::new(5);
        let mut counts = [0; 3];
        (0..4000).for_each(|_| counts[draw(&[0.5, 0.0, 1.5], &mut rng)] += 1);
        assert!(counts[1] == 0 && (900..1100).contains(&counts[0]), "{counts:?}");
    }
}
