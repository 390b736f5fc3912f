//! Many games: played in any number of threads, counted in whole numbers, so that the sums are the
//! same however the work was divided.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::game::cards::{CardId, CardSet, select_bit};
use crate::game::chooser::Chooser;
use crate::game::judge::{Env, Subject, seats};
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::{Limit, State, Waiting};
use crate::game::tables::SEATS;
use crate::game::work::Errand;
use crate::game::{Game, Opening};
use crate::players::random::{pick, pick_card};
use crate::players::{Learnt, Player, Scratch};
use crate::program::parts::{WinComparison, WinType};

/// Games are handed to threads in pieces of this many.
const PIECE: u64 = 64;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Batch {
    /// How many games.
    pub games: u64,
    /// The number of the first one.
    pub first: u64,
    /// The seed of all.
    pub seed: u64,
    /// Who plays at each seat.
    pub players: Vec<Player>,
    /// Whether each game is a single hand.
    pub single_hand: bool,
    /// Whether players move one seat on from game to game.
    pub rotate: bool,
    /// Whether the course of each game is followed: lead changes and so on.
    pub detailed: bool,
    /// The work that one game may take: see `game::work`.
    pub work: i64,
    /// What players have learnt about the game.
    pub learnt: Learnt,
}

/// A sum, a sum of squares and the extremes of whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: i128,
    /// The sum of their squares.
    pub squares: i128,
    /// The least.
    pub low: i64,
    /// The greatest.
    pub high: i64,
}

impl Default for Spread {
    fn default() -> Self {
        Self { count: 0, sum: 0, squares: 0, low: i64::MAX, high: i64::MIN }
    }
}

impl Spread {
    /// Adds one number.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
        self.low = self.low.min(value);
        self.high = self.high.max(value);
    }

    fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        self.low = self.low.min(other.low);
        self.high = self.high.max(other.high);
    }
}

/// What came out of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that were begun.
    pub games: u64,
    /// Games won, by seat; in a team game by the best player of the team that won.
    pub wins: [u64; SEATS],
    /// Games won, by the player in the list of players.
    pub player_wins: [u64; SEATS],
    /// Games won, by side.
    pub team_wins: [u64; SEATS],
    /// Games that ended without a single winner.
    pub draws: u64,
    /// Of these, games that nobody won.
    pub lost: u64,
    /// Games that only a limit stopped.
    pub limit: u64,
    /// Of these, games in which one decision would have taken too much work.
    pub work: u64,
    /// The units of work that all games took: see `game::work`.
    pub units: u64,
    /// Turns of a game.
    pub turns: Spread,
    /// Hands of a game.
    pub hands: Spread,
    /// Decisions of a game.
    pub decisions: Spread,
    /// Moves to choose from at a decision.
    pub branching: Spread,
    /// Decisions with only one move.
    pub forced: u64,
    /// What winners had in the end.
    pub winner_score: Spread,
    /// What each seat had in the end.
    pub scores: [Spread; SEATS],
    /// How often the lead changed in a game.
    pub lead_changes: Spread,
    /// How long, in thousandths of the game, the winner had been in the lead.
    pub winner_led: Spread,
    /// When, in thousandths of the game, the winner took the lead for good.
    pub decided_at: Spread,
}

impl Tally {
    /// Adds another tally.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        for seat in 0..SEATS {
            self.wins[seat] += other.wins[seat];
            self.player_wins[seat] += other.player_wins[seat];
            self.team_wins[seat] += other.team_wins[seat];
            self.scores[seat].merge(&other.scores[seat]);
        }
        self.draws += other.draws;
        self.lost += other.lost;
        self.limit += other.limit;
        self.work += other.work;
        self.units += other.units;
        self.forced += other.forced;
        self.turns.merge(&other.turns);
        self.hands.merge(&other.hands);
        self.decisions.merge(&other.decisions);
        self.branching.merge(&other.branching);
        self.winner_score.merge(&other.winner_score);
        self.lead_changes.merge(&other.lead_changes);
        self.winner_led.merge(&other.winner_led);
        self.decided_at.merge(&other.decided_at);
    }
}

/// So many moves are few: more than there are cards in a small pack.
const FEW: usize = 65;

/// How many moves there were to choose from, by how often there were so many.
#[derive(Clone)]
struct Choices {
    /// Decisions of the present game.
    decisions: u64,
    /// By a small number of moves: how often there were so many.
    few: [u64; FEW],
    /// What there was more than that.
    many: Spread,
}

impl Default for Choices {
    fn default() -> Self {
        Self { decisions: 0, few: [0; FEW], many: Spread::default() }
    }
}

impl Choices {
    #[inline(always)]
    fn add(&mut self, count: u32) {
        self.decisions += 1;
        match self.few.get_mut(count as usize) {
            Some(often) => *often += 1,
            None => self.many.add(i64::from(count)),
        }
    }

    /// The same of no more than the cards of a small pack.
    #[inline(always)]
    fn add_few(&mut self, count: u32) {
        self.decisions += 1;
        self.few[count as usize % FEW] += 1;
    }

    fn spread(&self) -> Spread {
        let mut spread = self.many;
        for (count, often) in (0i64..).zip(self.few).filter(|(_, often)| *often > 0) {
            spread.count += often;
            spread.sum += i128::from(count) * i128::from(often);
            spread.squares += i128::from(count * count) * i128::from(often);
            spread.low = spread.low.min(count);
            spread.high = spread.high.max(count);
        }
        spread
    }
}

/// Plays at random at all seats, with chance of its own.
struct Blind<'a> {
    thoughts: &'a mut Rng,
    choices: &'a mut Choices,
    cancelled: &'a AtomicBool,
}

impl Chooser for Blind<'_> {
    #[inline(always)]
    fn goes_on(&mut self, _: &State, _: u32) -> bool {
        !self.cancelled.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn card(&mut self, cards: CardSet, may_decline: bool, _: &mut Rng) -> Option<CardId> {
        self.choices.add(cards.count_ones() + u32::from(may_decline));
        pick_card(cards, may_decline, self.thoughts)
    }

    #[inline(always)]
    fn one(&mut self, cards: u64, _: &mut Rng) -> u64 {
        let many = cards.count_ones();
        self.choices.add_few(many);
        select_bit(cards, self.thoughts.below_unnoted(many))
    }

    #[inline(always)]
    fn call(&mut self, many: u32, _: &mut Rng) -> u32 {
        self.choices.add(many);
        self.thoughts.below(many.max(1))
    }

    fn choose(&mut self, _: &Game, _: &State, moves: &[Move], _: &mut Rng) -> Move {
        self.choices.add(moves.len() as u32);
        pick(moves, self.thoughts)
    }

    fn bet(&mut self, bounds: (i32, i32), _: &mut Rng) -> Move {
        Game::any_bet(bounds, self.thoughts)
    }
}

/// What one thread needs to play games one after the other.
struct Worker<'a> {
    game: &'a Game,
    batch: &'a Batch,
    state: State,
    moves: Vec<Move>,
    scratch: Scratch,
    trail: Vec<(u32, u8)>,
    tally: Tally,
    choices: Choices,
    /// Whether all players are random, so that nobody looks at anything.
    blind: bool,
}

/// Plays a batch. `cancelled` stops it early; `done` counts finished games.
pub fn play(
    game: &Game,
    batch: &Batch,
    threads: usize,
    cancelled: &Arc<AtomicBool>,
    done: &AtomicU64,
) -> Tally {
    let next = AtomicU64::new(0);
    let work = || {
        let _errand = Errand::until(cancelled);
        let mut worker = Worker::new(game, batch);
        while !cancelled.load(Ordering::Relaxed) {
            let begin = next.fetch_add(PIECE, Ordering::Relaxed);
            if begin >= batch.games {
                break;
            }
            for index in begin..(begin + PIECE).min(batch.games) {
                if cancelled.load(Ordering::Relaxed) {
                    break;
                }
                if !worker.play(batch.first + index, cancelled) {
                    break;
                }
                done.fetch_add(1, Ordering::Relaxed);
            }
        }
        worker.counted()
    };
    if threads <= 1 {
        return work();
    }
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut total = Tally::default();
        for handle in handles {
            match handle.join() {
                Ok(tally) => total.merge(&tally),
                Err(problem) => std::panic::resume_unwind(problem),
            }
        }
        total
    })
}

impl<'a> Worker<'a> {
    fn new(game: &'a Game, batch: &'a Batch) -> Self {
        Self {
            game,
            batch,
            state: State::new(&game.tables, &game.layout),
            moves: Vec::new(),
            scratch: Scratch::default().learnt(&batch.learnt),
            trail: Vec::new(),
            tally: Tally::default(),
            choices: Choices::default(),
            blind: batch.players.iter().all(|player| matches!(player, Player::Random)),
        }
    }

    /// What came out of all games.
    fn counted(mut self) -> Tally {
        self.tally.branching = self.choices.spread();
        self.tally.forced = self.choices.few[1];
        self.tally
    }

    /// Plays a game and counts it; false if it was called off, and then nothing of it counts.
    fn play(&mut self, index: u64, cancelled: &AtomicBool) -> bool {
        let before = self.choices.clone();
        let shift = if self.batch.rotate { index as usize } else { 0 };
        self.choices.decisions = 0;
        self.play_out(index, shift, cancelled);
        if cancelled.load(Ordering::Relaxed) || self.state.waiting == Waiting::Decision {
            self.choices = before;
            return false;
        }
        self.count(self.choices.decisions as i64, shift);
        true
    }

    /// Plays a game to its end, unless it is called off.
    fn play_out(&mut self, index: u64, shift: usize, cancelled: &AtomicBool) {
        let mut rng = Rng::of_game(self.batch.seed, index);
        // Players have chance of their own: what they think does not change the deals.
        let mut thoughts = Rng::of_game(self.batch.seed ^ 0x5DEE_CE66, index);
        self.state.tracking = !self.blind;
        self.state.telling = self.batch.players.iter().any(Player::recalls);
        self.state.work_left = self.batch.work;
        if self.blind && !self.batch.detailed {
            // Random players need no views.
            let opening = Opening { single_hand: self.batch.single_hand, ..Opening::default() };
            let (thoughts, choices) = (&mut thoughts, &mut self.choices);
            let mut blind = Blind { thoughts, choices, cancelled };
            self.game.start_riding(&mut self.state, &mut rng, &opening, &mut blind);
            return;
        }
        self.game.start(&mut self.state, &mut rng, self.batch.single_hand);
        self.trail.clear();
        self.scratch.forget();
        while self.state.waiting == Waiting::Decision {
            if self.batch.detailed {
                self.follow();
            }
            let listed = self.decide(shift, &mut rng, &mut thoughts);
            if cancelled.load(Ordering::Relaxed) {
                return;
            }
            self.choices.add(listed);
        }
    }

    /// Lets a player decide; gives how many moves there were.
    fn decide(&mut self, shift: usize, rng: &mut Rng, thoughts: &mut Rng) -> u32 {
        let seat = self.game.asked(&self.state);
        self.game.legal(&self.state, seat, &mut self.moves);
        let count = self.moves.len();
        if count == 0 {
            // Called off while moves were listed.
            return 0;
        }
        let players = &self.batch.players;
        let player = &players[(usize::from(seat) + shift) % players.len()];
        let action = if let Player::Random = player {
            let action = self.moves[thoughts.below(count.max(1) as u32) as usize];
            self.game.varied(&self.state, seat, action, thoughts)
        } else if count == 1 {
            self.moves[0]
        } else if player.cheats() {
            player.choose_cheating(self.game, &self.state, seat, thoughts, &mut self.scratch)
        } else {
            let view = player.look(self.game, &self.state, seat);
            player.choose(self.game, &view, thoughts, &mut self.scratch)
        };
        self.game.apply(&mut self.state, seat, action, rng);
        count as u32
    }

    /// Notes who is in the lead.
    fn follow(&mut self) {
        let turns = self.state.turns;
        let leader = leader(self.game, &self.state);
        match self.trail.last() {
            Some((_, last)) if *last == leader => {}
            _ => self.trail.push((turns, leader)),
        }
    }

    fn count(&mut self, decisions: i64, shift: usize) {
        let (game, s) = (self.game, &self.state);
        let tally = &mut self.tally;
        tally.games += 1;
        tally.units += self.batch.work.saturating_sub(s.work_left).max(0) as u64;
        tally.turns.add(i64::from(s.turns));
        tally.hands.add(i64::from(s.hand_number));
        tally.decisions.add(decisions);
        for seat in 0..game.tables.players {
            tally.scores[usize::from(seat)].add(i64::from(standing(game, s, seat)));
        }
        if let Some(limit) = s.outcome.limit {
            tally.limit += 1;
            tally.work += u64::from(limit == Limit::Work);
            return;
        }
        let winners = s.outcome.winners;
        let side = game.tables.sides.iter().position(|mask| *mask == winners);
        let single = if game.tables.teams { side.is_some() } else { winners.count_ones() == 1 };
        if !single {
            tally.draws += 1;
            tally.lost += u64::from(winners == 0);
            return;
        }
        let best = seats(winners)
            .max_by_key(|seat| (s.score[usize::from(*seat)], std::cmp::Reverse(*seat)));
        let Some(winner) = best else { return };
        tally.wins[usize::from(winner)] += 1;
        if let (Some(side), true) = (side, game.tables.teams) {
            tally.team_wins[side] += 1;
        }
        let players = self.batch.players.len().max(1);
        tally.player_wins[(usize::from(winner) + shift) % players] += 1;
        tally.winner_score.add(i64::from(standing_of(game, s, winners)));
        if self.batch.detailed {
            Self::count_course(&self.trail, tally, winners, s.turns);
        }
    }

    fn count_course(trail: &[(u32, u8)], tally: &mut Tally, winners: u16, turns: u32) {
        let known: Vec<(u32, u8)> = trail.iter().copied().filter(|(_, who)| *who < 16).collect();
        let changes = known.windows(2).filter(|pair| pair[0].1 != pair[1].1).count();
        tally.lead_changes.add(changes as i64);
        let total = i64::from(turns.max(1));
        let (mut led, mut since) = (0, None);
        for (place, (begin, who)) in trail.iter().enumerate() {
            let end = trail.get(place + 1).map_or(turns, |next| next.0);
            if *who < 16 && winners & (1 << who) != 0 {
                led += i64::from(end.saturating_sub(*begin));
                since = since.or(Some(*begin));
            } else {
                since = None;
            }
        }
        tally.winner_led.add(1000 * led / total);
        tally.decided_at.add(1000 * i64::from(since.unwrap_or(turns)) / total);
    }
}

/// What a seat has in the end: its chips in a game about chips, otherwise its score; in a team game
/// that of its side.
pub fn standing(game: &Game, s: &State, seat: u8) -> i32 {
    let side = usize::from(game.tables.side_of[usize::from(seat)]);
    let mask = if game.tables.teams { game.tables.sides[side] } else { 1 << seat };
    standing_of(game, s, mask)
}

fn standing_of(game: &Game, s: &State, mask: u16) -> i32 {
    if game.is_about_chips {
        return seats(mask).map(|seat| s.chips[usize::from(seat)]).sum();
    }
    let who = Subject { mask, side: game.tables.teams };
    let own: i32 = seats(who.mask).map(|seat| s.score[usize::from(seat)]).sum();
    let sides = game.tables.sides.iter().zip(&s.side_score);
    own + sides.filter(|(side, _)| **side == mask && who.side).map(|(_, score)| *score).sum::<i32>()
}

/// Who is ahead now by what decides the game; 255 if nobody is.
pub fn leader(game: &Game, s: &State) -> u8 {
    let mut best = (i32::MIN, 255);
    for mask in rivals(game) {
        let value = progress(game, s, mask);
        if value > best.0 {
            best = (value, mask.trailing_zeros() as u8);
        } else if value == best.0 {
            best.1 = 255;
        }
    }
    best.1
}

/// The players, or the sides where there are teams.
pub fn rivals(game: &Game) -> Vec<u16> {
    if game.tables.teams {
        game.tables.sides.clone()
    } else {
        (0..game.tables.players).map(|seat| 1 << seat).collect()
    }
}

/// How well some seats are doing by what decides the game; the higher the better.
pub fn progress(game: &Game, s: &State, mask: u16) -> i32 {
    let who = Subject { mask, side: game.tables.teams };
    let env = Env::of(game, s, who);
    let Some(win) = game.program.win_conditions.first() else {
        return standing_of(game, s, mask).saturating_add(hand_standing(game, s, mask));
    };
    let sign = if win.comparison == WinComparison::Lowest { -1 } else { 1 };
    let value = match (win.value, win.r#type) {
        (_, WinType::HighScore | WinType::LowScore | WinType::FirstToScore) => {
            standing_of(game, s, mask).saturating_add(hand_standing(game, s, mask))
        }
        (Some(value), _) => env.int(value),
        (None, WinType::EmptyHand) => {
            -seats(mask).map(|seat| game.hand_of(s, seat).count_ones() as i32).min().unwrap_or(0)
        }
        (None, _)
            if game.program.scoring_rules.is_empty() && game.program.card_scoring.is_empty() =>
        {
            // Nothing scores: whoever has fewer cards is nearer to being out.
            -seats(mask).map(|seat| game.hand_of(s, seat).count_ones() as i32).sum::<i32>()
        }
        (None, _) => standing_of(game, s, mask).saturating_add(hand_standing(game, s, mask)),
    };
    value.saturating_mul(sign)
}

fn hand_standing(game: &Game, s: &State, mask: u16) -> i32 {
    let own: i32 = seats(mask).map(|seat| s.hand_score[usize::from(seat)]).sum();
    let sides = game.tables.sides.iter().zip(&s.side_hand_score);
    let shared = sides.filter(|(side, _)| **side == mask && game.tables.teams);
    own + shared.map(|(_, score)| *score).sum::<i32>()
}
