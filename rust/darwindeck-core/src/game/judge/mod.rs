//! Expressions and conditions on cards, judged at one moment for one subject.

mod cards;
mod forming;
mod numbers;
mod seats;
mod zones;

use std::cell::Cell;

use super::Game;
use super::state::State;
use super::tables::{Context, NOBODY, SEATS};
use super::work;
use crate::program::ExprId;
use crate::program::ids::ChoiceId;

/// Nobody, no suit, no rank: as a number.
pub const NONE: i32 = -1;
/// No place.
pub const NOWHERE: u16 = u16::MAX;
/// As the place that cards are played or built on: none that is known before the card is.
pub const NO_PILE: u16 = u16::MAX - 1;
/// From this number on a place that is built on means a single card.
pub const ON_CARD: u16 = 0xFF00;

/// As many steps are not worth counting.
const FREE_STEPS: u32 = 64;
/// How many steps make a unit of work.
const STEPS_A_UNIT: u32 = 8;

/// Whether something takes so many steps that they count as work.
pub(super) fn is_dear(steps: u32) -> bool {
    steps > FREE_STEPS
}

/// Whom an expression is judged for: a seat, or the seats of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The seats.
    pub mask: u16,
    /// Whether it is a side and not a seat.
    pub side: bool,
}

impl Subject {
    /// One seat.
    #[inline(always)]
    pub const fn seat(seat: u8) -> Self {
        Self { mask: if seat < 16 { 1 << seat } else { 0 }, side: false }
    }

    /// Whether it is one seat.
    #[inline(always)]
    pub const fn is_seat(self) -> bool {
        self.mask.is_power_of_two() && !self.side
    }

    /// Its first seat.
    #[inline(always)]
    pub const fn first(self) -> u8 {
        if self.mask == 0 { NOBODY } else { self.mask.trailing_zeros() as u8 }
    }
}

/// Some subjects in order.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    items: [Subject; SEATS],
    len: u8,
}

impl Group {
    const EMPTY: Self = Self { items: [Subject { mask: 0, side: false }; SEATS], len: 0 };

    fn push(&mut self, subject: Subject) {
        if subject.mask != 0 && usize::from(self.len) < SEATS {
            self.items[usize::from(self.len)] = subject;
            self.len += 1;
        }
    }

    /// The subjects.
    pub fn items(&self) -> &[Subject] {
        &self.items[..usize::from(self.len)]
    }

    /// All their seats.
    pub fn mask(&self) -> u16 {
        self.items().iter().fold(0, |mask, subject| mask | subject.mask)
    }
}

/// A zone, as far as an expression means it.
#[derive(Clone, Copy, Debug)]
pub struct ZoneRef {
    /// Its number; 255 for a single place.
    pub zone: u8,
    /// The owners that are meant.
    pub owners: u16,
    /// The place, where there is only one.
    pub place: u16,
    /// Whether only its top card is meant.
    pub top: bool,
}

impl ZoneRef {
    /// No zone.
    const NONE: Self = Self { zone: NOBODY, owners: 0, place: NOWHERE, top: false };
}

/// What a call would name, while it is judged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Naming {
    choices: [(u16, i32); 4],
    len: u8,
    /// The suit named, as a number.
    pub suit: Option<u8>,
    /// The rank named.
    pub rank: Option<u8>,
}

impl Naming {
    /// Adds what one choice names.
    pub fn push(&mut self, choice: ChoiceId, value: i32) {
        if usize::from(self.len) < self.choices.len() {
            self.choices[usize::from(self.len)] = (choice.0, value);
            self.len += 1;
        }
    }

    /// What each choice names.
    pub fn choices(&self) -> &[(u16, i32)] {
        &self.choices[..usize::from(self.len)]
    }
}

/// A moment and a subject.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// The game.
    pub game: &'a Game,
    /// The moment.
    pub s: &'a State,
    /// The subject.
    pub who: Subject,
    /// The pile that `pile` means.
    pub pile: u16,
    /// The place that cards are played or built on; nowhere, if none are.
    pub target: u16,
    /// What a call would name.
    pub naming: Option<&'a Naming>,
    /// What was worked out before, as long as nothing changes that it depends on.
    pub(in crate::game) memory: Option<&'a Memory>,
}

/// How many numbers are remembered.
const REMEMBERED: usize = 64;

/// What shared leaves have come to, each for a subject.
pub(in crate::game) struct Memory {
    numbers: [Cell<(u32, i32)>; REMEMBERED],
}

impl Default for Memory {
    fn default() -> Self {
        Self { numbers: [const { Cell::new((0, 0)) }; REMEMBERED] }
    }
}

impl Memory {
    /// What a leaf comes to for a subject, which is worked out if it is not known.
    #[inline(always)]
    fn get(&self, leaf: u16, who: Subject, work_out: impl FnOnce() -> i32) -> i32 {
        // Leaves are numbered up to 1,000; one more tells what is empty.
        let key = u32::from(leaf + 1) << 17 | u32::from(who.mask) << 1 | u32::from(who.side);
        let place = (key ^ key >> 12).wrapping_mul(0x9E37_79B1) >> 26;
        let cell = &self.numbers[place as usize];
        let (known, number) = cell.get();
        if known == key {
            return number;
        }
        let number = work_out();
        cell.set((key, number));
        number
    }
}

impl<'a> Env<'a> {
    /// The moment, for one seat.
    #[inline(always)]
    pub fn new(game: &'a Game, s: &'a State, seat: u8) -> Self {
        Self::of(game, s, Subject::seat(seat))
    }

    /// The moment, for a subject.
    #[inline(always)]
    pub fn of(game: &'a Game, s: &'a State, who: Subject) -> Self {
        Self { game, s, who, pile: NOWHERE, target: NOWHERE, naming: None, memory: None }
    }

    /// The same where cards go to a zone: if that is one pile, its top card is the one to compare with.
    pub fn onto(self, zone: ZoneRef) -> Self {
        Self { target: if zone.place == NOWHERE { NO_PILE } else { zone.place }, ..self }
    }

    fn for_subject(self, who: Subject) -> Self {
        Self { who, ..self }
    }

    fn context(&self) -> &'a Context {
        self.game.context(self.s)
    }

    /// Finds seats; if something is worked out again and again for that, it is remembered meanwhile.
    #[inline(always)]
    fn ask<T>(&self, e: ExprId, judge: impl Fn(&Env) -> T) -> T {
        match self.memory {
            None if self.game.lowered.repeats(e) => self.remembering(judge),
            _ => judge(self),
        }
    }

    /// Judges something and remembers meanwhile what can be.
    #[inline(never)]
    fn remembering<T>(&self, judge: impl Fn(&Env) -> T) -> T {
        let memory = Memory::default();
        judge(&Env { memory: Some(&memory), ..*self })
    }

    /// Counts the steps of a whole expression if there are many; false if no more work may be done.
    #[inline(always)]
    fn may_judge(&self, e: ExprId) -> bool {
        !self.game.has_dear || self.may_spend(self.game.program.steps.expressions[e.index()])
    }

    fn may_spend(&self, steps: u32) -> bool {
        !is_dear(steps) || work::spend(steps / STEPS_A_UNIT)
    }
}

/// The seats of a mask, lowest first.
pub fn seats(mask: u16) -> impl Iterator<Item = u8> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let seat = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        Some(seat)
    })
}
