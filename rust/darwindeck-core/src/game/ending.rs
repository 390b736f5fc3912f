//! The end of a game: what ends it, who has won, what breaks ties.

use super::Game;
use super::cards::{CardSet, size};
use super::events::Event;
use super::judge::{Env, Subject, seats};
use super::state::{State, Waiting};
use super::tables::{SEATS, Tables};
use crate::program::parts::*;

/// When a game may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    /// After a step in the midst of a hand.
    Step,
    /// After a hand; another one may follow.
    Hand,
    /// After a hand that no other follows, whatever happens.
    LastHand,
}

/// How good the cards of a player are at a showdown; the higher the better.
type Strength = Option<super::patterns::HandKey>;

/// Some players, or sides where there are teams.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rivals {
    list: [Subject; SEATS],
    len: usize,
}

impl Rivals {
    const NOBODY: Self = Self { list: [Subject::seat(0); SEATS], len: 0 };

    /// The players, or the sides where there are teams.
    pub(super) fn new(tables: &Tables) -> Self {
        if tables.teams {
            tables.sides.iter().map(|mask| Subject { mask: *mask, side: true }).collect()
        } else {
            (0..tables.players).map(Subject::seat).collect()
        }
    }

    fn retain(&mut self, stays: impl Fn(Subject) -> bool) {
        let all = *self;
        self.len = 0;
        all.iter().filter(|who| stays(**who)).for_each(|who| self.push(*who));
    }

    fn push(&mut self, who: Subject) {
        self.list[self.len] = who;
        self.len += 1;
    }

    fn mask(&self) -> u16 {
        self.iter().fold(0, |mask, who| mask | who.mask)
    }

    /// Those with the highest value.
    fn top_by<T: Ord>(&self, value: impl Fn(Subject) -> T) -> Self {
        let mut tops = Self::NOBODY;
        let mut best = None;
        for who in self.iter() {
            let found = Some(value(*who));
            if found < best {
                continue;
            }
            if found > best {
                tops.len = 0;
                best = found;
            }
            tops.push(*who);
        }
        tops
    }
}

impl FromIterator<Subject> for Rivals {
    fn from_iter<I: IntoIterator<Item = Subject>>(rivals: I) -> Self {
        let mut all = Self::NOBODY;
        rivals.into_iter().take(SEATS).for_each(|who| all.push(who));
        all
    }
}

impl std::ops::Deref for Rivals {
    type Target = [Subject];

    fn deref(&self) -> &[Subject] {
        &self.list[..self.len]
    }
}

impl Game {
    pub(super) fn game_over(&self, s: &mut State) {
        // In the midst of a hand its points so far count.
        let points = s.hand_score.iter().chain(&s.side_hand_score);
        if points.into_iter().any(|points| *points != 0) {
            self.post_scores(s);
        }
        s.waiting = Waiting::Over;
        s.depth = 0;
        s.note(Event::GameOver { winners: s.outcome.winners, limit: s.outcome.limit });
    }

    /// Judges win conditions in their order; after a hand, or after a step. True if the game is over.
    pub(super) fn judge_wins(&self, s: &mut State, occasion: Occasion) -> bool {
        for win in &self.program.win_conditions {
            if self.is_due(s, win, occasion) && self.comes_true(s, win) {
                return self.conclude(s, win, occasion);
            }
        }
        false
    }

    /// Whether a win has come about that stops scoring at once.
    pub(super) fn is_decided(&self, s: &State) -> bool {
        let mut races = self.moments.races.iter();
        races.any(|win| self.comes_true(s, &self.program.win_conditions[usize::from(*win)]))
    }

    fn is_due(&self, s: &State, win: &WinCondition, occasion: Occasion) -> bool {
        match win.trigger_mode {
            TriggerMode::Immediate | TriggerMode::EachScore => true,
            TriggerMode::ThresholdGate => occasion != Occasion::Step,
            TriggerMode::AllHandsEmpty => {
                (0..self.tables.players).all(|seat| self.hand_of(s, seat) == 0)
            }
            TriggerMode::DeckEmpty => s.sets[usize::from(self.tables.stock)] == 0,
        }
    }

    /// What a player or side has by now, with the points of the hand in progress.
    fn total_score(&self, s: &State, who: Subject) -> i32 {
        let of = |seat: u8| s.score[usize::from(seat)] + s.hand_score[usize::from(seat)];
        if !who.side {
            return if who.is_seat() { of(who.first()) } else { seats(who.mask).map(of).sum() };
        }
        let own: i32 = seats(who.mask).map(of).sum();
        let side = self.tables.sides.iter().position(|mask| *mask == who.mask);
        own + side.map_or(0, |side| s.side_score[side] + s.side_hand_score[side])
    }

    fn captured_by(&self, s: &State, who: Subject) -> CardSet {
        let Some(zone) = self.program.known.captured else { return 0 };
        let env = Env::of(self, s, who);
        env.cards_of(env.zone_of(zone, who))
    }

    /// Whether what a win condition says has come about.
    fn comes_true(&self, s: &State, win: &WinCondition) -> bool {
        if let Some(when) = win.when {
            return self.holds(s, s.turn, when);
        }
        let any = |holds: &dyn Fn(Subject) -> bool| self.rivals.iter().any(|who| holds(*who));
        match win.r#type {
            WinType::EmptyHand => {
                let left = win.required_hand_size.unwrap_or(0);
                (0..self.tables.players).any(|seat| self.has_left(s, seat, left))
            }
            WinType::HighScore | WinType::LowScore | WinType::FirstToScore => {
                win.threshold == 0 || any(&|who| self.total_score(s, who) >= win.threshold)
            }
            WinType::CaptureAll => {
                any(&|who| size(self.captured_by(s, who)) == usize::from(self.tables.cards))
            }
            WinType::LastWithChips => {
                let players = 0..usize::from(self.tables.players);
                players.filter(|seat| s.chips[*seat] + s.staked[*seat] > 0).count() <= 1
            }
            _ => true,
        }
    }

    fn has_left(&self, s: &State, seat: u8, left: i32) -> bool {
        let held = size(self.hand_of(s, seat)) as i32;
        s.out & (1 << seat) == 0 && if left == 0 { held == 0 } else { held <= left }
    }

    /// Who has won, now that a condition has come true. False if a tie sends the game on.
    fn conclude(&self, s: &mut State, win: &WinCondition, occasion: Occasion) -> bool {
        let mut able = self.rivals;
        if let Some(who) = win.who {
            let group = Env::new(self, s, s.turn).group(who);
            let named = group.mask();
            able.retain(|rival| rival.mask & named != 0);
            // Single players of a side may be named: the side is meant.
        }
        self.retain_by_type(s, win, &mut able);
        let best = match win.comparison {
            WinComparison::Highest => self.best_of(s, win, &able, 1),
            WinComparison::Lowest => self.best_of(s, win, &able, -1),
            WinComparison::First | WinComparison::None => {
                self.win(s, able.mask());
                return true;
            }
        };
        self.settle_tie(s, &best, occasion)
    }

    /// Types that say themselves who has won.
    fn retain_by_type(&self, s: &State, win: &WinCondition, able: &mut Rivals) {
        match win.r#type {
            WinType::EmptyHand if win.value.is_none() && win.when.is_none() => {
                let left = win.required_hand_size.unwrap_or(0);
                able.retain(|who| seats(who.mask).any(|seat| self.has_left(s, seat, left)));
            }
            WinType::EmptyHand if win.value.is_none() => {
                able.retain(|who| seats(who.mask).any(|seat| self.hand_of(s, seat) == 0));
            }
            WinType::FirstToScore => {
                able.retain(|who| self.total_score(s, who) >= win.threshold);
            }
            WinType::LastWithChips => {
                able.retain(|who| {
                    seats(who.mask)
                        .any(|seat| s.chips[usize::from(seat)] + s.staked[usize::from(seat)] > 0)
                });
            }
            WinType::CaptureAll if win.value.is_none() => {
                let all = usize::from(self.tables.cards);
                able.retain(|who| size(self.captured_by(s, who)) == all);
            }
            _ => {}
        }
    }

    /// Those of some who have the most (or the least) of what is compared.
    fn best_of(&self, s: &State, win: &WinCondition, able: &Rivals, sign: i32) -> Rivals {
        if win.r#type == WinType::BestHand && win.value.is_none() {
            return self.best_hands(s, able, sign);
        }
        let mut best = able.top_by(|who| sign.saturating_mul(self.win_value(s, win, who)));
        for tie in &win.ties {
            best = best.top_by(|who| Env::of(self, s, who).int(*tie));
        }
        best
    }

    fn win_value(&self, s: &State, win: &WinCondition, who: Subject) -> i32 {
        if let Some(value) = win.value {
            return Env::of(self, s, who).int(value);
        }
        match win.r#type {
            WinType::HighScore | WinType::LowScore | WinType::FirstToScore | WinType::Custom => {
                self.total_score(s, who)
            }
            WinType::MostChips => seats(who.mask).map(|seat| s.chips[usize::from(seat)]).sum(),
            WinType::MostCaptured => size(self.captured_by(s, who)) as i32,
            _ => 0,
        }
    }

    fn best_hands(&self, s: &State, able: &Rivals, sign: i32) -> Rivals {
        let strength = |who: Subject| -> Strength {
            let method = ShowdownMethod::HandEvaluation;
            seats(who.mask).filter_map(|seat| self.hand_strength(s, seat, method)).max()
        };
        match sign > 0 {
            true => able.top_by(strength),
            false => able.top_by(|who| Some(std::cmp::Reverse(strength(who)))),
        }
    }

    fn settle_tie(&self, s: &mut State, best: &Rivals, occasion: Occasion) -> bool {
        let mask = best.mask();
        if best.len() <= 1 {
            self.win(s, mask);
            return true;
        }
        match self.program.game_rules.tie_breaker {
            TieBreaker::Split => self.win(s, mask),
            TieBreaker::ActivePlayer => {
                let of_turn = best.iter().find(|who| s.turn < 16 && who.mask & (1 << s.turn) != 0);
                self.win(s, of_turn.map_or(mask, |who| who.mask));
            }
            TieBreaker::Alternating => {
                let mut seat = self.after(s, s.dealer, 1);
                while mask & (1 << seat) == 0 {
                    seat = self.step(s, seat);
                }
                let first = best.iter().find(|who| who.mask & (1 << seat) != 0);
                self.win(s, first.map_or(mask, |who| who.mask));
            }
            TieBreaker::Battle => {
                if occasion == Occasion::Hand {
                    s.tied = true;
                    return false;
                }
                self.win(s, mask);
            }
        }
        true
    }

    fn win(&self, s: &mut State, mask: u16) {
        s.outcome.winners = mask;
        self.game_over(s);
    }

    /// After the last hand the best total wins. False if a tie sends the game on.
    pub(super) fn decide_by_total(&self, s: &mut State, occasion: Occasion) -> bool {
        let wins = &self.program.win_conditions;
        let chips =
            self.is_about_chips || (wins.is_empty() && self.program.setup.starting_chips > 0);
        let lowest = wins.iter().any(|win| win.comparison == WinComparison::Lowest);
        let sign = if lowest { -1 } else { 1 };
        let value = |who: Subject| {
            let total = if chips {
                seats(who.mask).map(|seat| s.chips[usize::from(seat)]).sum()
            } else {
                self.total_score(s, who)
            };
            sign * total
        };
        let best = self.rivals.top_by(value);
        self.settle_tie(s, &best, occasion)
    }
}
