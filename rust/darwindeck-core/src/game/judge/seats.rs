//! Seats, sides and groups of them.

use super::{Env, Group, Subject, seats};
use crate::game::cards::{CardSet, Cards};
use crate::game::lower::{Leaf, Seats, Value, Whose};
use crate::game::state::SeatList;
use crate::game::tables::{NOBODY, SEATS};
use crate::program::ids::ChoiceId;
use crate::program::parts::Owner;
use crate::program::{CondId, ExprId};

impl Env<'_> {
    /// Whose something is.
    #[inline(always)]
    pub(super) fn subject(&self, whose: Whose) -> Subject {
        match whose.other() {
            None => self.who,
            Some(other) => self.subject_of(other),
        }
    }

    fn subject_of(&self, argument: ExprId) -> Subject {
        match self.game.lowered.value(argument) {
            Value::Leaf(Leaf::Seats(Seats::Turn)) => self.who,
            Value::Leaf(Leaf::Seats(Seats::Team(seat))) => {
                self.side_subject(Subject::seat(self.find_seat(seat)))
            }
            Value::Leaf(Leaf::Seats(seats)) if !seats.is_group() => {
                Subject::seat(self.find_seat_of(seats))
            }
            Value::Leaf(Leaf::Seats(_)) | Value::If(..) => {
                let group = self.find_group(argument);
                match group.items() {
                    [] => Subject { mask: 0, side: false },
                    [one] => *one,
                    _ => Subject { mask: group.mask(), side: true },
                }
            }
            _ => Subject::seat(seat_of(self.value(argument))),
        }
    }

    pub(super) fn side(&self, who: Subject) -> u8 {
        let first = usize::from(who.first());
        if first < SEATS { self.game.tables.side_of[first] } else { NOBODY }
    }

    pub(super) fn side_subject(&self, who: Subject) -> Subject {
        match self.game.tables.sides.get(usize::from(self.side(who))) {
            Some(mask) => Subject { mask: *mask, side: true },
            None => who,
        }
    }

    /// The seat an expression means; 255 for nobody.
    pub fn seat(&self, e: ExprId) -> u8 {
        if self.may_judge(e) { self.ask(e, |env| env.find_seat(e)) } else { NOBODY }
    }

    pub(super) fn find_seat(&self, e: ExprId) -> u8 {
        match self.game.lowered.value(e) {
            Value::Leaf(Leaf::Seats(seats)) => self.find_seat_of(seats),
            _ => seat_of(self.value(e)),
        }
    }

    pub(super) fn find_seat_of(&self, seats: Seats) -> u8 {
        let (s, game) = (self.s, self.game);
        match seats {
            Seats::Dealer => s.dealer,
            Seats::Turn => self.who.first(),
            Seats::Leader => s.leader,
            Seats::Winner => s.winner,
            Seats::LastTaker => s.last_taker,
            Seats::House => game.tables.house,
            Seats::Beside(seat, places) => game.after(s, self.find_seat(seat), i32::from(places)),
            Seats::Partner(seat) => game.partner(self.find_seat(seat)),
            Seats::Offset(seat, places) => game.after(s, self.find_seat(seat), self.value(places)),
            Seats::Nearest(seat, condition, step) => {
                self.nearest(self.find_seat(seat), condition, i32::from(step))
            }
            Seats::Holder(cards) => self.holder(cards),
            Seats::WithMost(among, amount) => self.first_with(among, amount, false),
            Seats::WithLeast(among, amount) => self.first_with(among, amount, true),
            Seats::FirstToName { call, choice, among } => self.first_to_name(call, choice, among),
            Seats::Each
            | Seats::Teams
            | Seats::Team(_)
            | Seats::Opponents(_)
            | Seats::Others(_)
            | Seats::Where(..)
            | Seats::From(..) => {
                self.find_group_of(seats).items().first().map_or(NOBODY, |who| who.first())
            }
        }
    }

    fn nearest(&self, from: u8, condition: ExprId, step: i32) -> u8 {
        let mut seat = from;
        for _ in 0..self.game.tables.players {
            seat = self.game.after(self.s, seat, step);
            if seat == from {
                break;
            }
            if self.for_subject(Subject::seat(seat)).value(condition) != 0 {
                return seat;
            }
        }
        from
    }

    #[inline(never)]
    fn holder(&self, cards: CondId) -> u8 {
        let Some(hand) = self.game.program.known.hand else { return NOBODY };
        let wanted = self.find_cards(cards);
        let strength = &self.context().strength;
        let mut best: Option<(i16, u8)> = None;
        let mut look = |seat: u8, held: CardSet| {
            if held & wanted == 0 {
                return;
            }
            for card in Cards(held & wanted) {
                let found = strength[usize::from(card)];
                if best.is_none_or(|(lowest, _)| found < lowest) {
                    best = Some((found, seat));
                }
            }
        };
        let table = &self.game.tables.zones[hand.index()];
        let (players, first) = (self.game.tables.players, usize::from(table.base));
        let everybody = table.owners >= players && self.s.out == 0;
        if everybody && table.owner == Owner::Seat && table.piles == 1 {
            let hands = &self.s.sets[first..first + usize::from(players)];
            (0..).zip(hands).for_each(|(seat, hand)| look(seat, *hand));
        } else {
            let all = seats(self.game.tables.everyone & !self.s.out);
            all.for_each(|seat| look(seat, self.cards_of(self.zone_of(hand, Subject::seat(seat)))));
        }
        best.map_or(NOBODY, |(_, seat)| seat)
    }

    /// The first of some for whom an amount is greatest, or least.
    #[inline(never)]
    fn first_with(&self, among: ExprId, amount: ExprId, least: bool) -> u8 {
        let mut best: Option<(i32, u8)> = None;
        for who in self.find_group(among).items() {
            let found = self.for_subject(*who).value(amount);
            let better = |known: i32| if least { found < known } else { found > known };
            if best.is_none_or(|(known, _)| better(known)) {
                best = Some((found, who.first()));
            }
        }
        best.map_or(NOBODY, |(_, seat)| seat)
    }

    fn first_to_name(&self, call: u16, choice: ChoiceId, among: ExprId) -> u8 {
        let among = self.mask_of(among);
        let value = self.choice(choice);
        let found = self.s.history.iter().find(|named| {
            named.call == call
                && named.choice == choice.0
                && named.value == value
                && among & (1 << named.seat) != 0
        });
        found.map_or(NOBODY, |named| named.seat)
    }

    /// The seats or sides an expression means, in order.
    pub fn group(&self, e: ExprId) -> Group {
        if self.may_judge(e) { self.ask(e, |env| env.find_group(e)) } else { Group::EMPTY }
    }

    pub(super) fn find_group(&self, e: ExprId) -> Group {
        match self.game.lowered.value(e) {
            Value::Leaf(Leaf::Seats(seats)) => self.find_group_of(seats),
            Value::If(condition, yes, no) => {
                self.find_group(if self.value(condition) != 0 { yes } else { no })
            }
            _ => {
                let mut group = Group::EMPTY;
                group.push(Subject::seat(self.find_seat(e)));
                group
            }
        }
    }

    fn find_group_of(&self, seats: Seats) -> Group {
        let (s, game) = (self.s, self.game);
        let mut group = Group::EMPTY;
        match seats {
            Seats::Turn => group.push(self.who),
            Seats::Each => return self.ordered(game.tables.everyone, game.after(s, s.dealer, 1)),
            Seats::Teams => {
                for side in &game.tables.sides {
                    group.push(Subject { mask: *side, side: true });
                }
            }
            Seats::Team(seat) => {
                group.push(self.side_subject(Subject::seat(self.find_seat(seat))));
            }
            Seats::Opponents(seat) => {
                let own = self.side_subject(Subject::seat(self.find_seat(seat))).mask;
                for side in game.tables.sides.iter().filter(|side| *side & own == 0) {
                    group.push(Subject { mask: *side, side: true });
                }
            }
            Seats::Others(left_out) => {
                let mask = game.tables.everyone & !self.mask_of(left_out);
                return self.ordered(mask, game.after(s, s.dealer, 1));
            }
            Seats::Where(of, condition) => {
                for who in self.find_group(of).items() {
                    if self.for_subject(*who).value(condition) != 0 {
                        group.push(*who);
                    }
                }
            }
            Seats::From(of, first) => {
                return self.ordered(self.mask_of(of), self.find_seat(first));
            }
            Seats::Dealer
            | Seats::Leader
            | Seats::Winner
            | Seats::LastTaker
            | Seats::House
            | Seats::Beside(..)
            | Seats::Partner(_)
            | Seats::Offset(..)
            | Seats::Nearest(..)
            | Seats::Holder(_)
            | Seats::WithMost(..)
            | Seats::WithLeast(..)
            | Seats::FirstToName { .. } => group.push(Subject::seat(self.find_seat_of(seats))),
        }
        group
    }

    /// All seats that an expression of seats or sides means.
    pub(super) fn mask_of(&self, e: ExprId) -> u16 {
        let tables = &self.game.tables;
        let seats = match self.game.lowered.value(e) {
            Value::Leaf(Leaf::Seats(seats)) => seats,
            Value::If(condition, yes, no) => {
                return self.mask_of(if self.value(condition) != 0 { yes } else { no });
            }
            _ => return Subject::seat(self.find_seat(e)).mask,
        };
        match seats {
            Seats::Turn => self.who.mask,
            Seats::Each => tables.everyone & !self.s.out,
            Seats::Teams => tables.sides.iter().fold(0, |all, side| all | side),
            Seats::Team(seat) => self.side_subject(Subject::seat(self.find_seat(seat))).mask,
            Seats::Opponents(seat) => {
                let own = self.side_subject(Subject::seat(self.find_seat(seat))).mask;
                tables.sides.iter().filter(|side| *side & own == 0).fold(0, |all, side| all | side)
            }
            Seats::Others(left_out) => tables.everyone & !self.s.out & !self.mask_of(left_out),
            Seats::Where(..) => self.single_seats(e).unwrap_or_else(|| self.find_group(e).mask()),
            Seats::From(of, _) => {
                let house = if tables.house < 16 { 1 << tables.house } else { 0 };
                self.mask_of(of) & (tables.everyone & !self.s.out | house)
            }
            Seats::Dealer
            | Seats::Leader
            | Seats::Winner
            | Seats::LastTaker
            | Seats::House
            | Seats::Beside(..)
            | Seats::Partner(_)
            | Seats::Offset(..)
            | Seats::Nearest(..)
            | Seats::Holder(_)
            | Seats::WithMost(..)
            | Seats::WithLeast(..)
            | Seats::FirstToName { .. } => Subject::seat(self.find_seat_of(seats)).mask,
        }
    }

    /// Some seats whose order does not matter, where an expression means single seats.
    #[inline(always)]
    pub(super) fn single_seats(&self, e: ExprId) -> Option<u16> {
        let Leaf::Seats(seats) = self.game.lowered.leaf(e)? else { return None };
        match seats {
            Seats::Each => Some(self.game.tables.everyone & !self.s.out),
            Seats::Others(_) => Some(self.mask_of(e)),
            Seats::Where(of, condition) => self.single_seats_where(of, condition),
            _ => None,
        }
    }

    fn single_seats_where(&self, of: ExprId, condition: ExprId) -> Option<u16> {
        let mask = self.single_seats(of)?;
        let holds = |seat: &u8| self.for_subject(Subject::seat(*seat)).value(condition) != 0;
        Some(seats(mask).filter(holds).fold(0, |found, seat| found | (1 << seat)))
    }

    /// Seats in order of play from one of them on; players who are out of the game left out.
    fn in_order(&self, mask: u16, first: u8) -> SeatList {
        let mut list = SeatList::default();
        let players = self.game.tables.players;
        let mut seat = if first < players { first } else { 0 };
        for _ in 0..players {
            if mask & !self.s.out & (1 << seat) != 0 {
                list.push(seat);
            }
            seat = self.game.step(self.s, seat);
        }
        let house = self.game.tables.house;
        if house < 16 && mask & (1 << house) != 0 {
            list.push(house);
        }
        list
    }

    /// The same as subjects.
    fn ordered(&self, mask: u16, first: u8) -> Group {
        let mut group = Group::EMPTY;
        self.in_order(mask, first).iter().for_each(|seat| group.push(Subject::seat(seat)));
        group
    }

    /// The seats of a group one by one, in order of play from the dealer's left within a side.
    pub fn seats_of(&self, e: ExprId) -> SeatList {
        let mut list = SeatList::default();
        let first = self.game.after(self.s, self.s.dealer, 1);
        if let (Some(Leaf::Seats(seats)), true) = (self.game.lowered.leaf(e), self.may_judge(e)) {
            match seats {
                Seats::Each => return self.in_order(self.game.tables.everyone, first),
                Seats::From(of, from) => {
                    return self.in_order(self.mask_of(of), self.find_seat(from));
                }
                Seats::Others(left_out) => {
                    let mask = self.game.tables.everyone & !self.mask_of(left_out);
                    return self.in_order(mask, first);
                }
                _ if !seats.is_group() => {
                    let seat = self.find_seat_of(seats);
                    return if seat < 16 { SeatList::one(seat) } else { list };
                }
                _ => {}
            }
        }
        for who in self.group(e).items() {
            if who.side {
                self.in_order(who.mask, first).iter().for_each(|seat| list.push(seat));
            } else {
                list.push(who.first());
            }
        }
        list
    }
}

fn seat_of(value: i32) -> u8 {
    if (0..SEATS as i32).contains(&value) { value as u8 } else { NOBODY }
}
