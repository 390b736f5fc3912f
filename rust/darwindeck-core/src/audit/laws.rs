//! The laws that can be judged after every move, by what is told.

use super::facts::{Book, Column, Facts};
use crate::game::cards::CardSet;
use crate::game::events::Event;
use crate::game::judge::seats;
use crate::game::state::Limit;
use crate::program::limits::{MAX_HAND_SCORE, MAX_SCORE};

/// After so many decisions in one turn, each further one counts as a turn.
const MOST_IN_A_TURN: u32 = 500;
/// Nothing is told of where a card is.
const UNKNOWN: u16 = u16::MAX;
/// From this number on, whoever scores is a side.
const SIDES: u8 = 100;

/// A law. What it says is written in `darwindeck.laws.general`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Law {
    Cards,
    ToldMoves,
    Chips,
    Points,
    SomeoneToMove,
    Length,
    Work,
    Knowledge,
    Result,
    Listed,
    Replay,
    QuickPlay,
    Failure,
}

impl Law {
    /// All of them.
    pub const ALL: [Law; 13] = [
        Law::Cards,
        Law::ToldMoves,
        Law::Chips,
        Law::Points,
        Law::SomeoneToMove,
        Law::Length,
        Law::Work,
        Law::Knowledge,
        Law::Result,
        Law::Listed,
        Law::Replay,
        Law::QuickPlay,
        Law::Failure,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Law::Cards => "cards",
            Law::ToldMoves => "told moves",
            Law::Chips => "chips",
            Law::Points => "points",
            Law::SomeoneToMove => "someone to move",
            Law::Length => "bounded length",
            Law::Work => "bounded work",
            Law::Knowledge => "true knowledge",
            Law::Result => "result",
            Law::Listed => "listed moves",
            Law::Replay => "replay",
            Law::QuickPlay => "quick play",
            Law::Failure => "no failure",
        }
    }
}

/// What was wrong, law by law.
pub type Broken = Vec<(Law, String)>;

/// Looks at a moment, and at the one before it, if it is not the first; adds what is wrong.
pub fn judge(book: &Book, before: Option<&Facts>, now: &Facts, events: &[Event], out: &mut Broken) {
    let mut found = |law: Law, what: String| out.push((law, what));
    cards(book, now, &mut |what| found(Law::Cards, what));
    told_moves(book, before, now, events, &mut |what| found(Law::ToldMoves, what));
    if book.has_chips {
        chips(book, before, now, events, &mut |what| found(Law::Chips, what));
    }
    points(book, before, now, events, &mut |what| found(Law::Points, what));
    someone_to_move(now, &mut |what| found(Law::SomeoneToMove, what));
    length(book, before, now, &mut |what| found(Law::Length, what));
    if now.limit == Some(Limit::Work) {
        found(Law::Work, "one decision would take too much work".into());
    }
    knowledge(book, now, &mut |what| found(Law::Knowledge, what));
    result(book, now, &mut |what| found(Law::Result, what));
}

/// Every card is in exactly one place.
fn cards(book: &Book, now: &Facts, wrong: &mut impl FnMut(String)) {
    let all: CardSet = if book.cards >= 128 { !0 } else { (1 << book.cards) - 1 };
    let mut once: CardSet = 0;
    let mut twice: CardSet = 0;
    let mut strange = None;
    for &(_, card) in &now.lying {
        if card >= book.cards {
            strange = Some(card);
            continue;
        }
        twice |= once & (1 << card);
        once |= 1 << card;
    }
    if once == all && twice == 0 && strange.is_none() {
        return;
    }
    if let Some(card) = strange {
        wrong(format!("there is a card with the number {card}, which the game does not have"));
    }
    for card in (0..book.cards).filter(|card| (all & !once | twice) & (1 << card) != 0) {
        let places: Vec<String> = now
            .lying
            .iter()
            .filter(|lying| lying.1 == card)
            .map(|lying| format!("place {}", lying.0))
            .collect();
        let listed = if places.is_empty() { "none".to_owned() } else { places.join(", ") };
        wrong(format!("card {card} lies in {} places: {listed}", places.len()));
    }
}

/// Whenever a card goes from one place to another, that is told.
fn told_moves(
    book: &Book,
    before: Option<&Facts>,
    now: &Facts,
    events: &[Event],
    wrong: &mut impl FnMut(String),
) {
    let mut lies = [UNKNOWN; 128];
    for &(place, card) in before.map_or(&[][..], |facts| &facts.lying) {
        lies[usize::from(card & 127)] = place;
    }
    for event in events {
        match *event {
            Event::Hand { .. } => lies[..usize::from(book.cards.min(128))].fill(book.stock),
            Event::Card { card, from, to, .. } => {
                let place = &mut lies[usize::from(card & 127)];
                if *place != UNKNOWN && *place != from {
                    wrong(format!(
                        "card {card} is told to leave place {from}, but lies in place {place}"
                    ));
                }
                *place = to;
            }
            _ => {}
        }
    }
    for &(place, card) in &now.lying {
        let told = lies[usize::from(card & 127)];
        if told != UNKNOWN && told != place {
            wrong(format!("card {card} was last told to be in place {told}, not in place {place}"));
        }
    }
}

/// Chips only change hands; rules that pay chips are told of.
fn chips(
    book: &Book,
    before: Option<&Facts>,
    now: &Facts,
    events: &[Event],
    wrong: &mut impl FnMut(String),
) {
    let mut begun = Column::default();
    begun[..usize::from(book.players)].fill(book.chips);
    let had = before.map_or(&begun, |facts| &facts.chips);
    let mut told = Column::default();
    for event in events {
        if let Event::Chips { seat, amount } = *event {
            if let Some(sum) = told.get_mut(usize::from(seat)) {
                *sum = sum.saturating_add(amount);
            }
        }
    }
    for seat in 0..usize::from(book.seats) {
        let (had, told, has) = (had[seat], told[seat], now.chips[seat]);
        if had.saturating_add(told) != has {
            wrong(format!("seat {seat} had {had} chips, was told of {told:+} and now has {has}"));
        }
    }
    let sum = |column: &Column| column.iter().map(|chips| i64::from(*chips)).sum::<i64>();
    let put_in = sum(&now.staked) + sum(&now.dead);
    if i64::from(now.pot) < put_in {
        wrong(format!("the pot is {}, but {put_in} chips have been put in", now.pot));
    }
    if book.pays_chips {
        return;
    }
    // Nobody pays chips in or out: their number never changes.
    let begun = sum(&begun) + book.named;
    let has = sum(&now.chips) + i64::from(now.pot) + now.named;
    if begun != has {
        wrong(format!("there were {begun} chips, and now there are {has} with those in pots"));
    }
    for (seat, chips) in now.chips.iter().enumerate().filter(|(_, chips)| **chips < 0) {
        wrong(format!("seat {seat} has {chips} chips"));
    }
}

/// A score sheet, kept by what is told.
#[derive(Default)]
struct Sheet {
    score: Column,
    hand_score: Column,
    side_score: Column,
    side_hand_score: Column,
    /// Whether the points of the hand are yet to be added to the score.
    due: bool,
}

impl Sheet {
    fn note(&mut self, book: &Book, event: &Event) {
        match *event {
            Event::Hand { .. } => self.post(),
            Event::ThrownIn => self.lose(),
            Event::HandOver { scored } => {
                self.due = true;
                if !scored {
                    self.lose();
                }
            }
            // In the midst of a hand its points so far count.
            Event::GameOver { .. } => self.due = true,
            Event::Scored { who, amount, rule } => self.add(book, who, amount, rule),
            _ => {}
        }
    }

    fn add(&mut self, book: &Book, who: u8, amount: i32, rule: u16) {
        let (sets, points) = book.rules.get(usize::from(rule)).copied().unwrap_or((false, true));
        if !points {
            return;
        }
        let within = |number: i32| number.clamp(-(MAX_HAND_SCORE as i32), MAX_HAND_SCORE as i32);
        if let Some(score) = self.hand_score.get_mut(usize::from(who)) {
            *score = within(if sets { amount } else { score.saturating_add(amount) });
            return;
        }
        let side = usize::from(who.wrapping_sub(SIDES));
        let (Some(mask), Some(score)) = (book.sides.get(side), self.side_hand_score.get_mut(side))
        else {
            return;
        };
        let members: i32 = seats(*mask).map(|seat| self.hand_score[usize::from(seat)]).sum();
        *score = within(if sets { amount - members } else { score.saturating_add(amount) });
    }

    fn post(&mut self) {
        if self.due {
            let within = |number: i32| number.clamp(-(MAX_SCORE as i32), MAX_SCORE as i32);
            let own = self.score.iter_mut().zip(&self.hand_score);
            let shared = self.side_score.iter_mut().zip(&self.side_hand_score);
            for (score, more) in own.chain(shared) {
                *score = within(score.saturating_add(*more));
            }
            self.lose();
        }
        self.due = false;
    }

    fn lose(&mut self) {
        self.hand_score = Column::default();
        self.side_hand_score = Column::default();
    }
}

/// Scores are what the points that were told of add up to.
fn points(
    book: &Book,
    before: Option<&Facts>,
    now: &Facts,
    events: &[Event],
    wrong: &mut impl FnMut(String),
) {
    let mut sheet = Sheet::default();
    if let Some(facts) = before {
        sheet.score = facts.score;
        sheet.hand_score = facts.hand_score;
        sheet.side_score = facts.side_score;
        sheet.side_hand_score = facts.side_hand_score;
    }
    for event in events {
        sheet.note(book, event);
    }
    sheet.post();
    for (name, told, found) in [
        ("score", &sheet.score, &now.score),
        ("hand score", &sheet.hand_score, &now.hand_score),
        ("side score", &sheet.side_score, &now.side_score),
        ("side hand score", &sheet.side_hand_score, &now.side_hand_score),
    ] {
        if told != found {
            let many = if name.starts_with("side") { book.sides.len() } else { book.seats.into() };
            let (told, found) = (&told[..many], &found[..many]);
            wrong(format!("{name}: told of {told:?}, written down {found:?}"));
        }
    }
}

/// An unfinished game has somebody who can move, a finished one nobody.
fn someone_to_move(now: &Facts, wrong: &mut impl FnMut(String)) {
    let list = |mask: u16| seats(mask).collect::<Vec<u8>>();
    if now.to_move != now.able {
        let (to_move, able) = (list(now.to_move), list(now.able));
        wrong(format!("seats {to_move:?} are to move, but {able:?} have something to do"));
    }
    let asked_able = now.asked.is_some_and(|seat| seat < 16 && now.able & (1 << seat) != 0);
    if now.over {
        if now.able != 0 || now.asked.is_some() {
            wrong(format!("the game is over, and seats {:?} may still act", list(now.able)));
        }
    } else if now.able == 0 {
        wrong("the game is not over, and nobody can do anything".into());
    } else if !asked_able {
        wrong(format!("{:?} is asked, who has nothing to do", now.asked));
    }
}

/// The limit of turns bounds every game.
fn length(book: &Book, before: Option<&Facts>, now: &Facts, wrong: &mut impl FnMut(String)) {
    let (turns, most) = (now.turns, book.most_turns);
    if turns > most {
        wrong(format!("{turns} turns were counted, and the limit is {most}"));
    }
    if let Some(fell) = before.map(|facts| facts.turns).filter(|had| *had > turns) {
        wrong(format!("turns fell from {fell} to {turns}"));
    }
    if now.idle > MOST_IN_A_TURN + 1 {
        wrong(format!("{} decisions were made in one turn", now.idle));
    }
    if now.limit == Some(Limit::Turns) && turns != most {
        wrong(format!("the game was broken off at its limit after {turns} of {most} turns"));
    }
}

/// What everybody knows about hands is true.
fn knowledge(book: &Book, now: &Facts, wrong: &mut impl FnMut(String)) {
    for seat in 0..usize::from(book.players) {
        let held = now.held[seat] & now.lacks[seat];
        if held != 0 {
            let card = held.trailing_zeros();
            wrong(format!("seat {seat} holds card {card}, which everybody thinks they lack"));
        }
    }
}

/// Players win, whole sides where there are sides, and only when the game is over and came to its end.
fn result(book: &Book, now: &Facts, wrong: &mut impl FnMut(String)) {
    let winners = now.winners;
    let list = || seats(winners).collect::<Vec<u8>>();
    if winners >= 1 << book.players {
        wrong(format!("seats {:?} have won, and there are {} players", list(), book.players));
    }
    if !now.over && winners != 0 {
        wrong(format!("seats {:?} have won a game that is not over", list()));
    }
    if now.limit.is_some() && winners != 0 {
        wrong(format!("seats {:?} have won a game that was broken off", list()));
    }
    let parted = |side: &&u16| **side & winners != 0 && **side & winners != **side;
    if book.teams && book.sides.iter().any(|side| parted(&side)) {
        wrong(format!("seats {:?} have won, and not their partners", list()));
    }
    let left = now.hand_score.iter().chain(&now.side_hand_score);
    if now.over && left.into_iter().any(|points| *points != 0) {
        wrong("the game is over, and points of the hand are not in the score".into());
    }
}
