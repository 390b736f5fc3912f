//! One game of a study.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::Game;
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::{Limit, State, Waiting};
use crate::game::work;
use crate::players::stakes::Stakes;
use crate::players::{Player, Scratch, Yardstick};
use crate::program::parts::{Phase, WinComparison};
use crate::simulate;

use super::notes::Notebook;
use super::{Study, Trace};

/// What sets the streams of chance of players and of looks apart from that of the deals.
const THOUGHTS: u64 = 0x5DEE_CE66;
const LOOKS: u64 = 0x1057_BEEF;

/// A decision that is looked at when the game is over.
pub(super) struct Moment {
    pub state: State,
    pub seat: u8,
    pub action: Move,
    pub kind: u8,
}

/// What one thread needs to play and look at games one after the other.
pub(super) struct Worker<'a> {
    pub game: &'a Game,
    pub yardstick: Option<&'a Yardstick>,
    pub study: &'a Study,
    pub rivals: Vec<u16>,
    pub moves: Vec<Move>,
    pub others: Vec<Move>,
    pub worlds: Vec<State>,
    pub thought: u64,
    pub scratch: Scratch,
    pub state: State,
    pub stakes: Stakes,
    pub notebook: Notebook,
    pub lineup: usize,
    sign: i32,
    kinds: Vec<u8>,
    /// Moments at regular distances, and the decisions before them.
    stations: Vec<(u32, State)>,
    moments: Vec<Moment>,
    seen: HashSet<u64>,
}

impl<'a> Worker<'a> {
    pub fn new(game: &'a Game, yardstick: Option<&'a Yardstick>, study: &'a Study) -> Self {
        let empty = || State::new(&game.tables, &game.layout);
        let lowest =
            game.program.win_conditions.iter().any(|win| win.comparison == WinComparison::Lowest);
        Self {
            game,
            yardstick,
            study,
            rivals: simulate::rivals(game),
            moves: Vec::new(),
            others: Vec::new(),
            worlds: (0..5).map(|_| empty()).collect(),
            thought: 0,
            scratch: yardstick
                .cloned()
                .map_or_else(Scratch::default, Scratch::knowing)
                .learnt(&study.learnt),
            state: empty(),
            stakes: Stakes::new(game),
            notebook: Notebook::default(),
            lineup: 0,
            sign: if lowest { -1 } else { 1 },
            kinds: game.program.phases.iter().map(number_of).collect(),
            stations: Vec::new(),
            moments: Vec::new(),
            seen: HashSet::new(),
        }
    }

    /// Plays a game of the study and looks at it; None if it was stopped.
    pub fn play(&mut self, number: u64, cancelled: &AtomicBool) -> Option<Trace> {
        let study = self.study;
        let begun = work::effort();
        let lineups = study.lineups.len() as u64;
        let deal = study.first + number / lineups;
        let lineup = (number % lineups) as usize;
        let own = study.first * lineups + number;
        let mut rng = Rng::of_game(study.seed, deal);
        let mut thoughts = Rng::of_game(study.seed ^ THOUGHTS, own);
        let mut looks = Rng::of_game(study.seed ^ LOOKS, own);
        let players = &study.lineups[lineup];
        self.lineup = lineup;
        let is_seen = study.noted
            || study.checkpoints + study.trials + study.touches > 0
            || players.iter().any(|player| !matches!(player, Player::Random));
        self.state.tracking = is_seen;
        self.state.telling = players.iter().any(Player::recalls);
        self.state.work_left = study.work;
        self.game.start(&mut self.state, &mut rng, study.single_hand);
        self.stations.clear();
        self.moments.clear();
        self.seen.clear();
        if study.noted {
            self.open_notes();
        }
        let mut trace = Trace { deal, lineup, ..Trace::default() };
        let mut spacing = 1;
        while self.state.waiting == Waiting::Decision
            && trace.decisions < study.most
            && work::effort() - begun < study.most_effort
        {
            self.stop_at_station(trace.decisions, &mut spacing);
            self.decide(players, &mut trace, &mut rng, &mut thoughts, &mut looks);
            if cancelled.load(Ordering::Relaxed) {
                return None;
            }
        }
        self.count(&mut trace);
        self.look(&mut trace, &mut looks, cancelled)?;
        trace.effort = work::effort() - begun;
        Some(trace)
    }

    fn decide(
        &mut self,
        players: &[Player],
        trace: &mut Trace,
        rng: &mut Rng,
        thoughts: &mut Rng,
        looks: &mut Rng,
    ) {
        let (game, study) = (self.game, self.study);
        let seat = game.asked(&self.state);
        game.legal(&self.state, seat, &mut self.moves);
        let count = self.moves.len();
        if count == 0 {
            // Called off while moves were listed.
            return;
        }
        let player = &players[usize::from(seat) % players.len()];
        let action = if count == 1 {
            self.moves[0]
        } else if let Player::Random = player {
            let action = self.moves[thoughts.below(count.max(1) as u32) as usize];
            game.varied(&self.state, seat, action, thoughts)
        } else if player.cheats() {
            player.choose_cheating(game, &self.state, seat, thoughts, &mut self.scratch)
        } else {
            let view = player.look(game, &self.state, seat);
            player.choose(game, &view, thoughts, &mut self.scratch)
        };
        trace.decisions += 1;
        trace.choices += u32::from(count > 1);
        let kind = self.kind_of(action);
        if study.course {
            trace.seats.push(seat);
            trace.kinds.push(kind);
            trace.counts.push(count.min(255) as u8);
            trace.leaders.push(self.leader());
            trace.repeats += u32::from(!self.seen.insert(substance(&self.state)));
        }
        if count > 1 {
            self.remember(seat, action, kind, trace.choices, looks);
        }
        if study.noted {
            self.note(seat, action, (rng, thoughts), looks);
        }
        let deal = self.state.deal_number;
        game.apply(&mut self.state, seat, action, rng);
        if self.state.deal_number != deal {
            self.seen.clear();
        }
        if study.noted {
            self.note_after(deal);
        }
    }

    /// Keeps the present moment for an estimate, so that moments lie evenly in a game of any length.
    fn stop_at_station(&mut self, decisions: u32, spacing: &mut u32) {
        let most = 2 * self.study.checkpoints;
        if most == 0 || !decisions.is_multiple_of(*spacing) {
            return;
        }
        if self.stations.len() == most {
            *spacing *= 2;
            let spacing = *spacing;
            self.stations.retain(|(at, _)| at % spacing == 0);
            if !decisions.is_multiple_of(spacing) {
                return;
            }
        }
        self.stations.push((decisions, self.state.clone()));
    }

    /// Keeps decisions with a choice for a closer look, each as likely as any other.
    fn remember(&mut self, seat: u8, action: Move, kind: u8, choices: u32, looks: &mut Rng) {
        let most = self.study.trials.max(self.study.touches);
        if most == 0 {
            return;
        }
        if self.moments.len() < most {
            self.moments.push(Moment { state: self.state.clone(), seat, action, kind });
            return;
        }
        let place = looks.below(choices) as usize;
        if let Some(moment) = self.moments.get_mut(place) {
            moment.state.clone_from(&self.state);
            (moment.seat, moment.action, moment.kind) = (seat, action, kind);
        }
    }

    fn count(&self, trace: &mut Trace) {
        let s = &self.state;
        trace.turns = s.turns;
        trace.hands = s.hand_number.max(0) as u32;
        trace.limit = s.outcome.limit.is_some();
        trace.work = s.outcome.limit == Some(Limit::Work);
        trace.units = self.study.work.saturating_sub(s.work_left).max(0) as u64;
        trace.broken_off = s.waiting != Waiting::Over;
        trace.shares = self.shares(s);
        let standing = |mask: &u16| {
            let seat = mask.trailing_zeros() as u8;
            self.sign.saturating_mul(simulate::standing(self.game, s, seat))
        };
        trace.standings = self.rivals.iter().map(standing).collect();
    }

    fn look(&mut self, trace: &mut Trace, rng: &mut Rng, cancelled: &AtomicBool) -> Option<()> {
        self.thought = 0;
        let stations = std::mem::take(&mut self.stations);
        let count = self.study.checkpoints as u32;
        let mut last = None;
        for step in 0..count {
            let wanted = step * trace.decisions / count;
            let near = stations.iter().min_by_key(|(at, _)| at.abs_diff(wanted));
            let Some((at, state)) = near.filter(|(at, _)| last != Some(*at)) else { continue };
            if cancelled.load(Ordering::Relaxed) {
                return None;
            }
            last = Some(*at);
            let chances = self.chances(state, rng);
            trace.checkpoints.push(super::Checkpoint { decision: *at, chances });
        }
        self.stations = stations;
        let moments = std::mem::take(&mut self.moments);
        for moment in moments.iter().take(self.study.trials) {
            if cancelled.load(Ordering::Relaxed) {
                return None;
            }
            trace.trials.extend(self.try_moves(moment, rng));
        }
        for moment in moments.iter().take(self.study.touches) {
            trace.touches.0 += 1;
            trace.touches.1 += u32::from(self.touches(moment, rng));
        }
        self.moments = moments;
        if self.study.noted {
            trace.notes = self.close_notes(rng);
        }
        trace.thought = self.thought;
        Some(())
    }

    /// What part of the win each side has.
    pub fn shares(&self, s: &State) -> Vec<f32> {
        let winners = if s.outcome.limit.is_some() { 0 } else { s.outcome.winners };
        let won = |mask: &&u16| **mask & winners != 0;
        let part = 1.0 / self.rivals.iter().filter(won).count().max(1) as f32;
        self.rivals.iter().map(|mask| if mask & winners != 0 { part } else { 0.0 }).collect()
    }

    /// The side that is in the lead; 255 if none is.
    fn leader(&self) -> u8 {
        let mut best = (i32::MIN, 255);
        for (side, mask) in self.rivals.iter().enumerate() {
            let value = simulate::progress(self.game, &self.state, *mask);
            if value > best.0 {
                best = (value, side as u8);
            } else if value == best.0 {
                best.1 = 255;
            }
        }
        best.1
    }

    /// The kind of phase that a move belongs to: of an option, that of what it begins with.
    fn kind_of(&self, action: Move) -> u8 {
        let phases = &self.game.program.phases;
        let mut number = usize::from(self.state.innermost().phase);
        if let Some(Phase::Choice(choice)) = phases.get(number) {
            if let Some(option) = choice.options.get(usize::from(action.option)) {
                number = option.index();
            }
        }
        while let Some(Phase::Block(block)) = phases.get(number) {
            let Some(first) = block.phases.first() else { break };
            number = first.index();
        }
        self.kinds.get(number).copied().unwrap_or(255)
    }
}

/// The number of a kind of phase; Python has the names in the same order.
fn number_of(phase: &Phase) -> u8 {
    match phase {
        Phase::Betting(_) => 0,
        Phase::Block(_) => 1,
        Phase::Build(_) => 2,
        Phase::Call(_) => 3,
        Phase::Capture(_) => 4,
        Phase::Choice(_) => 5,
        Phase::Claim(_) => 6,
        Phase::Declare(_) => 7,
        Phase::Discard(_) => 8,
        Phase::Do(_) => 9,
        Phase::Draw(_) => 10,
        Phase::Meld(_) => 11,
        Phase::Pass(_) => 12,
        Phase::Play(_) => 13,
        Phase::Repeat(_) => 14,
        Phase::Showdown(_) => 15,
        Phase::Trick(_) => 16,
        Phase::Turns(_) => 17,
    }
}

/// One number for what lies and counts on the table, whatever turn it is: the same if a position comes
/// back.
fn substance(s: &State) -> u64 {
    let mut sum = 0xCBF2_9CE4_8422_2325_u64;
    let mut add = |value: u64| {
        sum = (sum ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sum ^= sum >> 29;
    };
    for (set, pile) in s.sets.iter().zip(&s.piles) {
        add(*set as u64);
        add((*set >> 64) as u64);
        add(u64::from(pile.top));
    }
    for list in [&s.score, &s.side_score, &s.hand_score, &s.side_hand_score, &s.chips, &s.staked] {
        list.iter().for_each(|value| add(*value as u64));
    }
    s.registers.iter().for_each(|value| add(*value as u64));
    for set in std::iter::once(&s.selection).chain(&s.picks) {
        add(*set as u64);
        add((*set >> 64) as u64);
    }
    add(s.standing as u64);
    add(u64::from(s.answered) | u64::from(s.active) << 16 | u64::from(s.out) << 32);
    add(u64::from(s.turn) | u64::from(s.named_suit) << 8 | u64::from(s.named_rank) << 16);
    let frame = s.innermost();
    add(u64::from(frame.phase) | u64::from(frame.seat) << 16 | u64::from(frame.stage) << 24);
    sum
}
