//! A player who takes what looks best at once.
//!
//! Every move is tried in a few worlds that agree with the view, played on until nothing is half done,
//! and judged by the yardstick of the game. Calls, which bear fruit only later, are judged by playing
//! the hand out at random; bets by how the hand compares with what others may hold and, if it will still
//! change, by what it promises, both as the hints of the genome say.

use crate::game::Game;
use crate::game::cards::{CardSet, Cards};
use crate::game::judge::seats;
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::SEATS;
use crate::game::work;
use crate::program::parts::{AIHints, Phase, ShowdownMethod};

use super::yardstick::{Start, Yardstick};
use super::{Scratch, Source, random};

/// How many positions are judged for one decision, roughly, and in how many worlds each move is tried.
const POSITIONS: usize = 36;
const WORLDS: std::ops::RangeInclusive<usize> = 2..=12;
/// How many decisions are played on until nothing is half done.
const STEPS: u32 = 24;
/// How many positions are judged for further decisions of the same player.
const FURTHER: u32 = 40;
/// How many hands are played out for a call, and how many for each kind of call at least.
const PLAYOUTS: usize = 64;
const PLAYOUTS_OF_A_CALL: std::ops::RangeInclusive<usize> = 4..=16;
/// How many worlds bets are judged in.
const RIVAL_HANDS: usize = 24;
/// How much it counts what a hand promises that will still change before hands are compared.
const PROMISE: f32 = 0.25;

/// What hints are where a genome gives none.
const HINTS: AIHints = AIHints {
    stand_threshold: None,
    raise_threshold: 0.7,
    call_threshold: 0.3,
    bluff_frequency: 0.1,
    pair_weight: 0.2,
    high_card_weight: 0.4,
    suit_weight: 0.1,
};

/// Chooses one of several legal moves.
pub(super) fn choose(
    game: &Game,
    source: &Source,
    moves: &[Move],
    rng: &mut Rng,
    scratch: &mut Scratch,
) -> Move {
    let is_bet = |action: &Move| matches!(action.kind, Kind::Bet | Kind::Match | Kind::Fold);
    if moves.iter().any(is_bet) {
        return bet(game, source, moves, rng, scratch);
    }
    let yardstick = scratch.yardstick(game);
    let mut states = scratch.states(game, 3);
    let mut thought = Thought {
        game,
        source,
        yardstick: &yardstick,
        moves: std::mem::take(&mut scratch.moves),
        start: yardstick.start(game, source.table()),
    };
    let calls = moves.iter().all(|action| action.kind == Kind::Call);
    let chosen = if calls {
        thought.call(moves, rng, &mut states)
    } else {
        thought.try_each(moves, rng, &mut states)
    };
    scratch.moves = thought.moves;
    scratch.worlds = states;
    scratch.keep(yardstick);
    chosen
}

/// The move with the best total; of equals any.
fn best(moves: &[Move], totals: &[f32], rng: &mut Rng) -> Move {
    let top = totals.iter().copied().fold(f32::MIN, f32::max);
    let near = |total: &f32| (top - total).abs() <= 1e-6 * top.abs().max(1.0);
    let equal: Vec<Move> =
        moves.iter().zip(totals).filter(|(_, total)| near(total)).map(|(m, _)| *m).collect();
    random::pick(if equal.is_empty() { moves } else { &equal }, rng)
}

/// One decision.
struct Thought<'a> {
    game: &'a Game,
    source: &'a Source<'a>,
    yardstick: &'a Yardstick,
    start: Start,
    moves: Vec<Move>,
}

impl Thought<'_> {
    fn worth(&self, s: &mut State, rng: &mut Rng) -> f32 {
        let mut values = [0.0; SEATS];
        self.yardstick.value(self.game, &self.start, s, rng, &mut values);
        self.yardstick.side_of(self.source.seat()).map_or(0.0, |side| values[side])
    }

    /// Tries every move in some worlds.
    fn try_each(&mut self, moves: &[Move], rng: &mut Rng, states: &mut [State]) -> Move {
        let worlds = (POSITIONS / moves.len()).clamp(*WORLDS.start(), *WORLDS.end());
        let mut totals = vec![0.0; moves.len()];
        let [world, trial, further, ..] = states else { return random::pick(moves, rng) };
        let before = work::total();
        for number in 0..worlds {
            if number > 0 && work::total() - before > work::GLANCE {
                break;
            }
            self.source.world(self.game, rng, world);
            for (action, total) in moves.iter().zip(&mut totals) {
                trial.clone_from(world);
                self.game.apply(trial, self.source.seat(), *action, rng);
                self.play_on(trial, further, rng);
                *total += self.worth(trial, rng);
            }
        }
        best(moves, &totals, rng)
    }

    /// Plays on until nothing is half done: the player as looks best, the others at random.
    fn play_on(&mut self, s: &mut State, copy: &mut State, rng: &mut Rng) {
        let (mut left, turns) = (FURTHER, self.source.table().turns);
        for _ in 0..STEPS {
            if self.yardstick.is_decided(&self.start, s) || s.waiting != Waiting::Decision {
                return;
            }
            let own = s.turns == turns && self.game.asked(s) == self.source.seat();
            let open = is_half_done(self.game, s);
            let goes_on = if own && !open {
                self.best_step(s, copy, &mut left, rng)
            } else {
                open && random::step(self.game, s, rng)
            };
            if !goes_on {
                return;
            }
        }
    }

    /// The player's own next decision, as looks best at once; false if it has looked long enough.
    fn best_step(
        &mut self,
        s: &mut State,
        copy: &mut State,
        left: &mut u32,
        rng: &mut Rng,
    ) -> bool {
        let seat = self.source.seat();
        let mut moves = std::mem::take(&mut self.moves);
        self.game.choices(s, seat, &mut moves);
        let goes_on = !moves.is_empty() && moves.len() as u32 <= *left;
        if goes_on {
            let mut top = (f32::MIN, moves[0]);
            if moves.len() > 1 {
                *left -= moves.len() as u32;
                for action in &moves {
                    copy.clone_from(s);
                    self.game.apply(copy, seat, *action, rng);
                    let worth = self.worth(copy, rng);
                    if worth > top.0 {
                        top = (worth, *action);
                    }
                }
            }
            self.game.apply(s, seat, top.1, rng);
        }
        self.moves = moves;
        goes_on
    }

    // --- calls -----------------------------------------------------------------------------------

    /// Plays hands out after every call.
    fn call(&mut self, moves: &[Move], rng: &mut Rng, states: &mut [State]) -> Move {
        let [world, trial, ..] = states else { return random::pick(moves, rng) };
        let wanted = self.wanted_calls(moves, world, trial, rng);
        if let [only] = wanted.as_slice() {
            return *only;
        }
        if is_in_turns(self.game, self.source.table()) && self.moves_cards(&wanted, states, rng) {
            return self.try_each(&wanted, rng, states);
        }
        let [world, trial, ..] = states else { return random::pick(moves, rng) };
        let range = PLAYOUTS_OF_A_CALL;
        let worlds = (PLAYOUTS / wanted.len()).clamp(*range.start(), *range.end());
        let mut totals = vec![0.0; wanted.len()];
        let before = work::total();
        for number in 0..worlds {
            if number > 0 && work::total() - before > work::GLANCE {
                break;
            }
            self.source.world(self.game, rng, world);
            for (action, total) in wanted.iter().zip(&mut totals) {
                trial.clone_from(world);
                self.game.apply(trial, self.source.seat(), *action, rng);
                if !self.yardstick.is_decided(&self.start, trial) {
                    let most = self.yardstick.patience();
                    random::playout_deal(self.game, trial, rng, most);
                }
                *total += self.worth(trial, rng);
            }
        }
        best(&wanted, &totals, rng)
    }

    /// Whether something happens to cards at once after some calls, and not only later.
    fn moves_cards(&self, calls: &[Move], states: &mut [State], rng: &mut Rng) -> bool {
        let [world, trial, ..] = states else { return false };
        self.source.world(self.game, rng, world);
        calls.iter().any(|action| {
            trial.clone_from(world);
            self.game.apply(trial, self.source.seat(), *action, rng);
            trial.sets != world.sets
        })
    }

    /// Where the genome says from which total on to stand: from there on the calls that take no card,
    /// below it those that take one.
    fn wanted_calls(
        &self,
        moves: &[Move],
        world: &mut State,
        trial: &mut State,
        rng: &mut Rng,
    ) -> Vec<Move> {
        let hints = self.game.program.ai_hints.as_ref();
        let Some(threshold) = hints.and_then(|hints| hints.stand_threshold) else {
            return moves.to_vec();
        };
        let seat = self.source.seat();
        let held = self.game.hand_of(self.source.table(), seat);
        let stands = self.game.total_of(held) >= threshold;
        self.source.world(self.game, rng, world);
        let mut wanted = moves.to_vec();
        wanted.retain(|action| {
            trial.clone_from(world);
            let before = trial.drawn_count[usize::from(seat)];
            self.game.apply(trial, seat, *action, rng);
            let takes = self.game.hand_of(trial, seat).count_ones() > held.count_ones()
                || trial.drawn_count[usize::from(seat)] > before
                || self.yardstick.is_decided(&self.start, trial);
            takes != stands
        });
        if wanted.is_empty() { moves.to_vec() } else { wanted }
    }
}

/// Whether others have yet to answer to what was begun: a trick, a claim, something simultaneous.
fn is_half_done(game: &Game, s: &State) -> bool {
    let frame = s.innermost();
    match game.program.phases.get(usize::from(frame.phase)) {
        Some(Phase::Trick(_)) => s.trick.len > 0,
        Some(Phase::Pass(_)) => true,
        Some(Phase::Call(call)) => call.simultaneous,
        Some(Phase::Claim(_)) => frame.seat != frame.order.get(frame.at.saturating_sub(1)),
        _ => false,
    }
}

/// Whether players take turns now, so that what is decided is decided again and again.
fn is_in_turns(game: &Game, s: &State) -> bool {
    s.frames[..usize::from(s.depth)].iter().any(|frame| {
        let phase = game.program.phases.get(usize::from(frame.phase));
        matches!(phase, Some(Phase::Turns(_)))
    })
}

// --- bets ----------------------------------------------------------------------------------------

/// Bets, stays in or gives up by how good the hand is among those that others may hold.
fn bet(game: &Game, source: &Source, moves: &[Move], rng: &mut Rng, scratch: &mut Scratch) -> Move {
    let hints = game.program.ai_hints.as_ref().unwrap_or(&HINTS);
    let mut strength = strength(game, source, rng, scratch);
    let (table, seat) = (source.table(), source.seat());
    let in_parts = game.program.hand_evaluation.as_ref().is_some_and(|e| !e.parts.is_empty());
    let formed = || game.strength_at(table, seat, showdown_method(game, table)).is_some();
    // While parts of the hands are still to come, none may form anything yet.
    let share = if in_parts && !formed() { 1.0 } else { PROMISE };
    if share == 1.0 || will_change(game, table) {
        let held = game.hand_of(table, seat);
        strength += share * (promise(game, table, held, hints) - strength);
    }
    let chance = rng.below(1 << 20) as f32 / (1 << 20) as f32;
    let bluffs = strength < hints.call_threshold && chance < hints.bluff_frequency;
    let wishes: &[Kind] = if strength >= hints.raise_threshold || bluffs {
        &[Kind::Bet, Kind::Match, Kind::Check]
    } else if strength >= hints.call_threshold {
        &[Kind::Check, Kind::Match, Kind::Fold]
    } else {
        &[Kind::Check, Kind::Fold, Kind::Match]
    };
    let granted = |kind: &Kind| match kind {
        // The better the hand, the more it is worth; nobody stakes all on a bluff.
        Kind::Bet => {
            let bets: Vec<Move> = moves.iter().copied().filter(|m| m.kind == Kind::Bet).collect();
            let room = (1.0 - hints.raise_threshold).max(0.01);
            let share = ((strength - hints.raise_threshold) / room).clamp(0.0, 1.0);
            let place = (share * share * bets.len() as f32) as usize;
            bets.get(place.min(bets.len().saturating_sub(1))).copied()
        }
        kind => moves.iter().copied().find(|action| action.kind == *kind),
    };
    wishes.iter().find_map(granted).unwrap_or_else(|| random::pick(moves, rng))
}

/// The part of the hands that others may hold which are worse; of equal ones half count.
fn strength(game: &Game, source: &Source, rng: &mut Rng, scratch: &mut Scratch) -> f32 {
    let mut states = scratch.states(game, 1);
    let (seat, method) = (source.seat(), showdown_method(game, source.table()));
    let (mut better, mut all) = (0.0, 0.0);
    for _ in 0..RIVAL_HANDS {
        let world = &mut states[0];
        source.world(game, rng, world);
        let own = game.strength_at(world, seat, method);
        for other in seats(game.tables.everyone & world.active & !world.out & !(1 << seat)) {
            let others = game.strength_at(world, other, method);
            better += match own.cmp(&others) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            };
            all += 1.0;
        }
    }
    scratch.worlds = states;
    if all > 0.0 { better / all } else { 1.0 }
}

/// Whether cards are still drawn or put aside in this hand.
fn will_change(game: &Game, s: &State) -> bool {
    let later = usize::from(s.innermost().phase).saturating_add(1)..;
    let phases = game.program.phases.get(later).unwrap_or_default();
    phases.iter().any(|phase| matches!(phase, Phase::Draw(_) | Phase::Discard(_)))
}

/// How good the cards of a hand may become: how many have a rank in common with others, how high they
/// are, how many are of one suit; each counts as much as the hints say.
fn promise(game: &Game, s: &State, held: CardSet, hints: &AIHints) -> f32 {
    let weights = [hints.pair_weight, hints.high_card_weight, hints.suit_weight];
    let (count, total) = (held.count_ones() as f32, weights.iter().sum::<f32>());
    if count == 0.0 || total <= 0.0 {
        return 0.5;
    }
    let context = game.context(s);
    let among = |set: &CardSet| (set & held).count_ones();
    let paired: u32 = game.tables.of_rank.iter().map(among).filter(|equal| *equal > 1).sum();
    let suited = context.of_suit.iter().map(among).max().unwrap_or(0);
    let top = context.order.len().saturating_sub(1).max(1) as f32;
    let height = |card| {
        let rank = usize::from(game.tables.rank[usize::from(card)]);
        let place = context.sequence.get(rank).copied().unwrap_or(255);
        if place == 255 { 0.0 } else { f32::from(place) / top }
    };
    let high: f32 = Cards(held).map(height).sum();
    let parts = [paired as f32, high, suited as f32];
    let sum: f32 = weights.iter().zip(parts).map(|(weight, part)| weight * part).sum();
    sum / (count * total)
}

/// How hands are compared in the end: as this round of betting says, or a later showdown.
fn showdown_method(game: &Game, s: &State) -> ShowdownMethod {
    let here = game.program.phases.get(usize::from(s.innermost().phase));
    let methods = here.into_iter().chain(&game.program.phases).filter_map(|phase| match phase {
        Phase::Betting(betting) => Some(betting.showdown_method),
        Phase::Showdown(showdown) => Some(showdown.method),
        _ => None,
    });
    let mut real = methods.filter(|method| *method != ShowdownMethod::FoldOnly);
    real.next().unwrap_or(ShowdownMethod::HandEvaluation)
}
