//! Things that happen by themselves: cards move, numbers change.

use super::Game;
use super::cards::{CardId, CardSet, Cards, NO_CARD, bit, nth, size};
use super::events::Event;
use super::judge::{Env, NOWHERE, Subject, ZoneRef, seats};
use super::patterns::{Declarable, best_declarations};
use super::rng::Rng;
use super::state::{Declaration, Signal, State, owner_number};
use super::tables::{NO_SUIT, NOBODY};
use super::work;
use crate::program::ids::PatternId;
use crate::program::parts::*;
use crate::program::{CondId, ExprId};

const MOST_POINTS: i32 = 1_000_000;
const MOST_HAND_POINTS: i32 = 100_000;
const MOST_CHIPS: i32 = 10_000_000;

/// The work of an action, and of moving a card.
const ACTION: u32 = 10;
pub(super) const CARRY: u32 = 10;

/// The number of a phase that is no phase, for what actions declare.
pub const NO_PHASE: u16 = u16::MAX;

impl Game {
    /// Carries out actions in order, for the player whose turn it is.
    pub(super) fn act(&self, s: &mut State, rng: &mut Rng, actions: &[Action], seat: u8) {
        for action in actions {
            if s.signal != Signal::None || s.end_phase {
                return;
            }
            s.work += ACTION;
            if !work::goes_on(s) {
                return;
            }
            s.changes = s.changes.wrapping_add(1);
            self.act_one(s, rng, action, seat);
        }
    }

    /// Carries out one action. What is done most often stands in functions of its own, so that to get
    /// there takes next to nothing.
    #[inline(always)]
    fn act_one(&self, s: &mut State, rng: &mut Rng, action: &Action, seat: u8) {
        match action {
            Action::AssignRole(a) => self.assign_role(s, a, seat),
            Action::Change(a) => self.set_counter(s, seat, a.counter.index(), a.who, a.by, true),
            Action::Set(a) => self.set_counter(s, seat, a.counter.index(), a.who, a.to, false),
            Action::ForEach(a) => self.act_for_each(s, rng, a, seat),
            Action::If(a) => {
                let holds = self.env(s, seat).holds(a.condition);
                self.act(s, rng, if holds { &a.then } else { &a.otherwise }, seat);
            }
            Action::Move(a) => self.move_action(s, rng, a, seat),
            Action::Award(_)
            | Action::Control(_)
            | Action::Deal(_)
            | Action::DrawLots(_)
            | Action::Declare(_)
            | Action::EndHand(_)
            | Action::EndPhase(_)
            | Action::Expose(_)
            | Action::FillHands(_)
            | Action::NameSuit(_)
            | Action::Pay(_)
            | Action::PlayAgain(_)
            | Action::Redeal(_)
            | Action::Reverse(_)
            | Action::SetMode(_)
            | Action::SetTrump(_)
            | Action::Show(_)
            | Action::Shuffle(_)
            | Action::SitOut(_)
            | Action::Skip(_)
            | Action::Stake(_)
            | Action::While(_)
            | Action::WhoDeals(_) => self.act_rarely(s, rng, action, seat),
        }
    }

    #[inline(never)]
    fn assign_role(&self, s: &mut State, action: &AssignRole, seat: u8) {
        let to = self.env(s, seat).seat(action.to);
        let value = if to == NOBODY { -1 } else { i32::from(to) };
        s.registers[self.layout.roles + action.role.index()] = value;
        s.note(Event::Role { role: action.role.0, seat: to });
    }

    /// One of some seats has a role by lot.
    fn draw_lots(&self, s: &mut State, rng: &mut Rng, action: &DrawLots, seat: u8) {
        let among = self.env(s, seat).seats_of(action.among);
        let to = match among.len() {
            0 => NOBODY,
            _ if s.trial > 0 => {
                s.unforeseen = true;
                return;
            }
            many => {
                let drawn = among.get(rng.below(u32::from(many)) as u8);
                s.note_lot(drawn);
                drawn
            }
        };
        let value = if to == NOBODY { -1 } else { i32::from(to) };
        s.registers[self.layout.roles + action.role.index()] = value;
        s.note(Event::Role { role: action.role.0, seat: to });
    }

    #[inline(never)]
    fn act_for_each(&self, s: &mut State, rng: &mut Rng, action: &ForEach, seat: u8) {
        let list = self.env(s, seat).seats_of(action.who);
        let outer = s.turn;
        for each in list.iter() {
            if !work::goes_on(s) {
                break;
            }
            self.give_turn_back(s, each);
            self.act(s, rng, &action.r#do, each);
        }
        // It is part of the list it stands in: whoever that was for has the turn, even if the hand has ended.
        s.turn = outer;
    }

    #[inline(never)]
    fn act_rarely(&self, s: &mut State, rng: &mut Rng, action: &Action, seat: u8) {
        match action {
            Action::AssignRole(_)
            | Action::Change(_)
            | Action::Set(_)
            | Action::ForEach(_)
            | Action::If(_)
            | Action::Move(_) => {}
            Action::Award(a) => self.award_each(s, seat, a.who, a.amount),
            Action::Control(a) => {
                let env = self.env(s, seat);
                let (whose, by) = (env.seat(a.seat), env.seat(a.by));
                if whose < self.tables.seats && by < self.tables.seats {
                    s.control[usize::from(whose)] = by;
                }
            }
            Action::Deal(a) => self.deal_more(s, rng, a, seat),
            Action::DrawLots(a) => self.draw_lots(s, rng, a, seat),
            Action::Declare(a) => self.declare_for(s, a, seat),
            Action::EndHand(a) => s.signal = Signal::EndHand(a.scored),
            Action::EndPhase(_) => s.end_phase = true,
            Action::Expose(a) => self.expose(s, a.zone, seat),
            Action::FillHands(a) => self.fill_hands(s, rng, a, seat),
            Action::NameSuit(a) => {
                let suit = self.env(s, seat).int(a.suit);
                s.in_force = if suit < 0 { NO_SUIT } else { suit as u8 };
                s.note(Event::Named { suit: s.in_force });
            }
            Action::Pay(a) => self.pay_out(s, a, seat),
            Action::PlayAgain(a) => s.again = self.env(s, seat).seat(a.who),
            Action::WhoDeals(a) => {
                let who = self.env(s, seat).seat(a.who);
                if who < self.tables.players {
                    s.dealer = who;
                }
            }
            Action::Redeal(a) => s.signal = Signal::Redeal(a.dealer == DealerAfter::Next),
            Action::Reverse(_) => {
                s.reversed = !s.reversed;
                s.note(Event::Reversed);
            }
            Action::SetMode(a) => {
                s.mode = a.mode.0;
                s.context = self.tables.context(s.mode, s.trump);
                s.note(Event::Mode { mode: s.mode });
            }
            Action::SetTrump(a) => {
                let suit = self.env(s, seat).int(a.suit);
                s.trump = if suit < 0 { NO_SUIT } else { suit as u8 };
                s.context = self.tables.context(s.mode, s.trump);
                s.note(Event::Trump { suit: s.trump });
            }
            Action::Show(a) => self.show(s, a.zone, a.cards, seat),
            Action::Shuffle(a) => {
                let zone = self.env(s, seat).zone(a.zone);
                self.each_place(s, zone, |game, s, place| game.shuffle(s, rng, place));
            }
            Action::SitOut(a) => {
                let list = self.env(s, seat).seats_of(a.who);
                for each in list.iter() {
                    self.sit_out(s, each);
                }
            }
            Action::Skip(a) => {
                let count = self.env(s, seat).int(a.count);
                s.skip = s.skip.saturating_add(count.max(0));
            }
            Action::Stake(a) => {
                let env = self.env(s, seat);
                let (list, amount) = (env.seats_of(a.who), env.int(a.amount));
                for each in list.iter() {
                    if let Some(pot) = a.pot {
                        self.put_into(s, each, amount, pot.index());
                        continue;
                    }
                    let paid = self.stake(s, each, amount);
                    if a.dead {
                        s.staked[usize::from(each)] -= paid;
                        s.dead[usize::from(each)] += paid;
                    }
                }
            }
            Action::While(a) => {
                let mut rounds = self.tables.cards;
                while rounds > 0
                    && s.signal == Signal::None
                    && !s.end_phase
                    && work::goes_on(s)
                    && self.env(s, seat).holds(a.condition)
                {
                    self.act(s, rng, &a.r#do, seat);
                    s.work += ACTION;
                    rounds -= 1;
                }
            }
        }
    }

    #[inline(always)]
    pub(super) fn env<'a>(&'a self, s: &'a State, seat: u8) -> Env<'a> {
        Env::new(self, s, seat)
    }

    pub(super) fn sit_out(&self, s: &mut State, seat: u8) {
        if seat < 16 && s.active & (1 << seat) != 0 {
            s.active &= !(1 << seat);
            s.changes = s.changes.wrapping_add(1);
            s.note(Event::SitsOut { seat });
        }
    }

    // --- numbers ---------------------------------------------------------------------------------

    fn award_each(&self, s: &mut State, seat: u8, who: ExprId, amount: ExprId) {
        let group = self.env(s, seat).group(who);
        for subject in group.items() {
            let value = Env::of(self, s, *subject).int(amount);
            self.award(s, *subject, value, false, u16::MAX);
        }
    }

    /// Gives points of the hand to a seat or a side, or sets them.
    pub(super) fn award(&self, s: &mut State, who: Subject, amount: i32, set: bool, rule: u16) {
        if amount == 0 && !set {
            return;
        }
        s.changes = s.changes.wrapping_add(1);
        let clamp = |value: i32| value.clamp(-MOST_HAND_POINTS, MOST_HAND_POINTS);
        if who.side && self.tables.teams {
            for (side, mask) in self.tables.sides.iter().enumerate() {
                if who.mask & mask == *mask {
                    let members: i32 = seats(*mask).map(|m| s.hand_score[usize::from(m)]).sum();
                    let old = if set { -members } else { s.side_hand_score[side] };
                    s.side_hand_score[side] = clamp(old.saturating_add(amount));
                    s.note(Event::Scored { who: 100 + side as u8, amount, rule });
                }
            }
            return;
        }
        for seat in seats(who.mask) {
            let old = if set { 0 } else { s.hand_score[usize::from(seat)] };
            s.hand_score[usize::from(seat)] = clamp(old.saturating_add(amount));
            s.note(Event::Scored { who: seat, amount, rule });
        }
    }

    /// Adds the points of the hand to the score; from now on they are in it alone.
    pub(super) fn post_scores(&self, s: &mut State) {
        let clamp = |value: i32| value.clamp(-MOST_POINTS, MOST_POINTS);
        for seat in 0..s.score.len() {
            s.score[seat] = clamp(s.score[seat].saturating_add(s.hand_score[seat]));
            s.side_score[seat] = clamp(s.side_score[seat].saturating_add(s.side_hand_score[seat]));
        }
        s.last_points = std::mem::take(&mut s.hand_score);
        s.side_last_points = std::mem::take(&mut s.side_hand_score);
    }

    #[inline(never)]
    fn set_counter(
        &self,
        s: &mut State,
        seat: u8,
        counter: usize,
        who: ExprId,
        value: ExprId,
        add: bool,
    ) {
        if self.layout.counters[counter].scope == Scope::Table {
            let value = self.env(s, seat).int(value);
            self.put_counter(s, counter, 0, value, add);
            return;
        }
        let group = self.env(s, seat).group(who);
        for subject in group.items() {
            let value = Env::of(self, s, *subject).int(value);
            self.put_counter_of(s, counter, *subject, value, add);
        }
    }

    /// Changes a counter for a seat or a side.
    pub(super) fn put_counter_of(
        &self,
        s: &mut State,
        counter: usize,
        who: Subject,
        value: i32,
        add: bool,
    ) {
        match self.layout.counters[counter].scope {
            Scope::Table => self.put_counter(s, counter, 0, value, add),
            Scope::Seat => {
                for seat in seats(who.mask) {
                    self.put_counter(s, counter, usize::from(seat), value, add);
                }
            }
            Scope::Team => {
                let mut done = 0u16;
                for seat in seats(who.mask) {
                    let side = owner_number(&self.tables, Owner::Team, seat);
                    if side < 16 && done & (1 << side) == 0 {
                        done |= 1 << side;
                        self.put_counter(s, counter, usize::from(side), value, add);
                    }
                }
            }
        }
    }

    fn put_counter(&self, s: &mut State, counter: usize, offset: usize, value: i32, add: bool) {
        let slot = &self.layout.counters[counter];
        if offset < slot.len {
            let register = &mut s.registers[slot.at + offset];
            let wanted = if add { register.saturating_add(value) } else { value };
            *register = wanted.max(slot.low).min(slot.high);
            s.changes = s.changes.wrapping_add(1);
        }
    }

    /// Moves chips of a seat to the pot, as far as it has them; gives how many.
    pub(super) fn stake(&self, s: &mut State, seat: u8, amount: i32) -> i32 {
        let index = usize::from(seat);
        if index >= s.chips.len() {
            return 0;
        }
        let room = MOST_CHIPS - s.pot;
        let paid = amount.clamp(0, s.chips[index].max(0)).min(room);
        s.chips[index] -= paid;
        s.staked[index] += paid;
        s.pot += paid;
        s.changes = s.changes.wrapping_add(1);
        if paid > 0 {
            s.note(Event::Chips { seat, amount: -paid });
        }
        paid
    }

    /// Moves chips of a seat to a pot by name, as far as it has them and there is room.
    fn put_into(&self, s: &mut State, seat: u8, amount: i32, pot: usize) {
        let slot = &self.layout.counters[pot];
        let index = usize::from(seat);
        if index >= s.chips.len() || slot.len == 0 {
            return;
        }
        let room = slot.high.saturating_sub(s.registers[slot.at]).max(0);
        let paid = amount.clamp(0, s.chips[index].max(0)).min(room);
        s.registers[slot.at] += paid;
        self.pay(s, seat, -paid);
        s.changes = s.changes.wrapping_add(1);
    }

    /// Shares the chips of a pot evenly among some seats; those too many go to the first of them.
    fn pay_out(&self, s: &mut State, action: &Pay, seat: u8) {
        let slot = action.pot.map(|pot| &self.layout.counters[pot.index()]);
        let held = match slot {
            Some(slot) => s.registers[slot.at],
            None => s.pot,
        };
        let env = self.env(s, seat);
        let list = env.seats_of(action.who);
        let amount = action.amount.map_or(held, |amount| env.int(amount).min(held)).max(0);
        let many = i32::from(list.len());
        if many == 0 {
            return;
        }
        match slot {
            Some(slot) => s.registers[slot.at] = held - amount,
            None => {
                s.pot = held - amount;
                s.staked.fill(0);
                s.dead.fill(0);
            }
        }
        s.changes = s.changes.wrapping_add(1);
        for (place, each) in list.iter().enumerate() {
            let odd = i32::from((place as i32) < amount % many);
            self.pay(s, each, amount / many + odd);
        }
    }

    /// Gives chips to a seat, or takes them.
    pub(super) fn pay(&self, s: &mut State, seat: u8, amount: i32) {
        let chips = &mut s.chips[usize::from(seat)];
        *chips = chips.saturating_add(amount).clamp(-MOST_CHIPS, MOST_CHIPS);
        if amount != 0 {
            s.changes = s.changes.wrapping_add(1);
            s.note(Event::Chips { seat, amount });
        }
    }

    // --- cards -----------------------------------------------------------------------------------

    /// Moves one card from a place to another.
    #[inline]
    pub(super) fn carry(&self, s: &mut State, card: CardId, from: u16, to: u16, below: bool) {
        if s.tracking || s.trial > 0 || below {
            return self.carry_seen(s, card, from, to, below);
        }
        s.work += CARRY;
        s.deeds += 1;
        s.changes = s.changes.wrapping_add(1);
        let bit = bit(card);
        s.taken |= bit;
        s.moved |= bit;
        let zone = s.piles[usize::from(from)].zone;
        s.came_from[usize::from(card & 127)] = zone;
        let (out, into) = (self.is_stack(s, from), self.is_stack(s, to));
        s.sets[usize::from(from)] &= !bit;
        if out {
            s.unlink(from, card);
        }
        s.sets[usize::from(to)] |= bit;
        if into {
            s.link(to, card);
        }
        if self.some_beneath {
            self.fill_from_beneath(s, from);
        }
    }

    /// The same where somebody may watch.
    fn carry_seen(&self, s: &mut State, card: CardId, from: u16, to: u16, below: bool) {
        s.work += CARRY;
        if s.trial > 0 {
            self.surprise(s, from);
        }
        let seen = if s.tracking { self.learn_move(s, card, from, to) } else { 0 };
        let zone = s.piles[usize::from(from)].zone;
        let (out, into) = (self.is_stack(s, from), self.is_stack(s, to));
        s.take(out, from, card);
        if below {
            s.put_below(into, to, card);
        } else {
            s.put(into, to, card);
        }
        s.came_from[usize::from(card)] = zone;
        s.taken |= bit(card);
        s.moved |= bit(card);
        s.deeds += 1;
        s.changes = s.changes.wrapping_add(1);
        if s.tracking {
            self.see_top(s, from);
            self.learn_gain(s, to, card);
            s.note(Event::Card { card, from, to, seen });
        }
        self.fill_from_beneath(s, from);
    }

    /// A card has left a pile: if it was the last one, the one beneath is turned up.
    #[inline(always)]
    pub(super) fn fill_from_beneath(&self, s: &mut State, place: u16) {
        let zone = s.piles[usize::from(place)].zone;
        if zone != NOBODY {
            if let Some(beneath) = self.tables.zones[usize::from(zone)].beneath {
                self.turn_up(s, place, beneath.index());
            }
        }
    }

    /// Turns the top card of the pile beneath up onto a pile that has become empty.
    fn turn_up(&self, s: &mut State, place: u16, beneath: usize) {
        if s.sets[usize::from(place)] != 0 {
            return;
        }
        let zone = &self.tables.zones[usize::from(s.piles[usize::from(place)].zone)];
        let under = self.tables.zones[beneath].base + (place - zone.base);
        if usize::from(under) >= s.sets.len()
            || usize::from(s.piles[usize::from(under)].zone) != beneath
        {
            return;
        }
        let card = s.top(self.is_stack(s, under), under);
        if card != NO_CARD {
            if self.surprise(s, under) {
                return;
            }
            self.carry(s, card, under, place, false);
        }
    }

    /// In look-ahead: notes that a card comes which the player cannot see.
    pub(super) fn surprise(&self, s: &mut State, place: u16) -> bool {
        if s.trial == 0 {
            return false;
        }
        let seen = self.viewers(s, place) & (1 << s.trial_seat) != 0;
        s.unforeseen |= !seen;
        !seen
    }

    pub(super) fn each_place(
        &self,
        s: &mut State,
        zone: ZoneRef,
        mut act: impl FnMut(&Self, &mut State, u16),
    ) {
        if zone.place != NOWHERE {
            act(self, s, zone.place);
            return;
        }
        let mut places = Vec::new();
        Env::new(self, s, 0).each_place(zone, |place| places.push(place));
        for place in places {
            act(self, s, place);
        }
    }

    /// Where a card goes that is put into a zone: the pile of its rank or suit, a new pile, the first.
    pub(super) fn place_for(&self, s: &mut State, zone: ZoneRef, card: CardId) -> u16 {
        if zone.place != NOWHERE {
            return zone.place;
        }
        let Some(table) = self.tables.zones.get(usize::from(zone.zone)) else { return NOWHERE };
        if zone.owners == 0 {
            return NOWHERE;
        }
        let owner = zone.owners.trailing_zeros() as u8;
        let first = table.base + u16::from(owner) * table.piles;
        let index = usize::from(card);
        match table.key {
            PileKey::Many => s.begin_pile(zone.zone, owner),
            PileKey::ByRank => first + u16::from(self.tables.rank[index]),
            PileKey::BySuit => {
                let suit = self.tables.printed[index];
                first + if suit == NO_SUIT { 0 } else { u16::from(suit) }
            }
            _ => {
                let mut places = first..first + table.piles;
                places.find(|place| s.sets[usize::from(*place)] == 0).unwrap_or(first)
            }
        }
    }

    pub(super) fn shuffle(&self, s: &mut State, rng: &mut Rng, place: u16) {
        if s.trial > 0 {
            s.unforeseen = true;
            return;
        }
        self.forget_order(s, place);
        if self.is_stack(s, place) {
            let mut cards = [0; 128];
            let mut len = 0;
            for card in Cards(s.sets[usize::from(place)]) {
                cards[len] = card;
                len += 1;
            }
            rng.shuffle(&mut cards[..len]);
            s.note_shuffle(place, &cards[..len]);
            s.stack_up(place, &cards[..len]);
            self.see_top(s, place);
        }
        s.note(Event::Shuffled { place });
    }

    /// What happens when cards are wanted from the stock and none is left.
    pub(super) fn stock_is_empty(&self, s: &mut State, rng: &mut Rng) {
        match self.program.game_rules.deck_empty_action {
            DeckEmptyAction::SkipDraw => {}
            DeckEmptyAction::GameEnds => s.signal = Signal::GameEnds,
            DeckEmptyAction::ReshuffleDiscard => {
                let from = self.discard_place;
                if from == NOWHERE {
                    return;
                }
                let kept = if self.program.game_rules.keep_top_discard {
                    s.top(self.is_stack(s, from), from)
                } else {
                    NO_CARD
                };
                let mut cards = s.sets[usize::from(from)];
                if kept != NO_CARD {
                    cards &= !bit(kept);
                }
                if cards == 0 {
                    return;
                }
                if s.tracking || s.trial > 0 || self.some_beneath {
                    let (drawn, taken, moved) = (s.drawn, s.taken, s.moved);
                    let came_from = s.came_from;
                    for card in Cards(cards) {
                        self.carry(s, card, from, self.tables.stock, false);
                    }
                    (s.drawn, s.taken, s.moved, s.came_from) = (drawn, taken, moved, came_from);
                } else {
                    self.carry_all_but(s, cards, from, kept);
                }
                self.shuffle(s, rng, self.tables.stock);
            }
        }
    }

    /// Moves all cards of a place but one to the stock, which is shuffled then, where nobody watches.
    fn carry_all_but(&self, s: &mut State, cards: CardSet, from: u16, kept: CardId) {
        let many = cards.count_ones();
        s.work += CARRY * many;
        s.deeds += many;
        s.changes = s.changes.wrapping_add(many);
        s.sets[usize::from(from)] &= !cards;
        s.sets[usize::from(self.tables.stock)] |= cards;
        if self.is_stack(s, from) {
            let pile = &mut s.piles[usize::from(from)];
            (pile.top, pile.bottom) = (kept, kept);
            if kept != NO_CARD {
                let index = usize::from(kept & 127);
                (s.above[index], s.below[index]) = (NO_CARD, NO_CARD);
            }
        }
    }

    fn deal_more(&self, s: &mut State, rng: &mut Rng, deal: &Deal, seat: u8) {
        for packet in &deal.packets {
            let env = self.env(s, seat);
            let count = env.int(*packet).clamp(0, 128);
            let to = env.seats_of(deal.to);
            let table_zone = env.zone(deal.zone);
            if self.is_of_table(table_zone) {
                self.deal_packet(s, rng, table_zone, count);
                continue;
            }
            for each in to.iter() {
                let zone = self.env(s, each).zone(deal.zone);
                self.deal_packet(s, rng, zone, count);
            }
        }
    }

    pub(super) fn is_of_table(&self, zone: ZoneRef) -> bool {
        let found = self.tables.zones.get(usize::from(zone.zone));
        found.is_none_or(|zone| zone.owner == Owner::Table)
    }

    /// Deals so many cards to a zone; to one with a fixed number of piles, so many to each.
    fn deal_packet(&self, s: &mut State, rng: &mut Rng, zone: ZoneRef, count: i32) {
        let key = self.tables.zones.get(usize::from(zone.zone)).map(|table| table.key);
        if key != Some(PileKey::Fixed) {
            return self.deal_to(s, rng, zone, count);
        }
        self.each_place(s, zone, |game, s, place| {
            game.deal_to(s, rng, ZoneRef { place, ..zone }, count);
        });
    }

    fn deal_to(&self, s: &mut State, rng: &mut Rng, zone: ZoneRef, count: i32) {
        let mut refill = true;
        let stock = usize::from(self.tables.stock);
        for _ in 0..count {
            if s.sets[stock] == 0 && std::mem::take(&mut refill) {
                self.stock_is_empty(s, rng);
            }
            if s.sets[stock] == 0 || self.surprise(s, self.tables.stock) {
                return;
            }
            let card = s.top(true, self.tables.stock);
            let to = self.place_for(s, zone, card);
            if to == NOWHERE {
                return;
            }
            self.carry(s, card, self.tables.stock, to, false);
        }
    }

    fn fill_hands(&self, s: &mut State, rng: &mut Rng, fill: &FillHands, seat: u8) {
        let env = self.env(s, seat);
        let (list, wanted) = (env.seats_of(fill.to), env.int(fill.size));
        let Some(hand) = self.program.known.hand else { return };
        for each in list.iter() {
            let zone = self.env(s, each).zone_of(hand, Subject::seat(each));
            let held = size(self.env(s, each).cards_of(zone)) as i32;
            self.deal_to(s, rng, zone, (wanted - held).clamp(0, 128));
        }
    }

    fn expose(&self, s: &mut State, zone: ExprId, seat: u8) {
        let zone = self.env(s, seat).zone(zone);
        self.each_place(s, zone, |game, s, place| {
            s.piles[usize::from(place)].open = true;
            let cards = s.sets[usize::from(place)];
            game.reveal(s, cards);
            s.note(Event::Shown { place, card: NO_CARD });
            if s.noting {
                for card in Cards(cards) {
                    s.note(Event::Shown { place, card });
                }
            }
        });
    }

    fn show(&self, s: &mut State, zone: ExprId, cards: CondId, seat: u8) {
        let env = self.env(s, seat);
        let zone = env.zone(zone);
        let shown = env.cards_of(zone) & env.select(cards);
        self.reveal(s, shown);
        if s.noting {
            self.each_place(s, zone, |_, s, place| {
                for card in Cards(s.sets[usize::from(place)] & shown) {
                    s.note(Event::Shown { place, card });
                }
            });
        }
    }

    fn declare_for(&self, s: &mut State, declare: &Declare, seat: u8) {
        let env = self.env(s, seat);
        let who = env.seat(declare.who);
        if who == NOBODY {
            return;
        }
        let cards = Env::of(self, s, Subject::seat(seat)).cards_of(env.zone(declare.zone));
        self.declare_best(s, who, &declare.patterns, cards, NO_PHASE, true);
    }

    /// Declares the most valuable choice of combinations that some cards form.
    pub(super) fn declare_best(
        &self,
        s: &mut State,
        seat: u8,
        patterns: &[PatternId],
        cards: CardSet,
        phase: u16,
        shown: bool,
    ) {
        let context = self.context(s);
        let env = self.env(s, seat);
        let mut ids = Vec::new();
        let mut open = Vec::new();
        for id in patterns {
            let pattern = &self.program.patterns[id.index()];
            if context.shapes[id.index()].is_out_of_reach(&context.faces, cards) {
                continue;
            }
            if env.holds(pattern.when) {
                ids.push(*id);
                open.push(Declarable {
                    shape: &context.shapes[id.index()],
                    worth: pattern.values.first().map_or(1, |value| env.int(value.amount)),
                    tags: pattern.tags.iter().fold(0, |mask, tag| mask | (1 << (tag.0 & 63))),
                    cards: cards & !self.used_before(s, seat, *id),
                });
            }
        }
        if open.is_empty() {
            return;
        }
        for (number, set) in best_declarations(&open, &context.faces) {
            let pattern = ids[number];
            s.declarations.push(Declaration {
                seat,
                pattern,
                cards: set,
                phase,
                counts: true,
                shown,
            });
            if shown {
                self.reveal(s, set);
            }
            s.note(Event::Declared { seat, pattern: pattern.0, shown, cards: set });
        }
    }

    /// The cards that already serve a combination of the same tag.
    pub(super) fn used_before(&self, s: &State, seat: u8, pattern: PatternId) -> CardSet {
        let tags = &self.program.patterns[pattern.index()].tags;
        let shares = |found: &&Declaration| {
            let other = &self.program.patterns[found.pattern.index()].tags;
            tags.iter().any(|tag| other.contains(tag)) || (other.is_empty() && tags.is_empty())
        };
        let own = s.declarations.iter().filter(|found| found.seat == seat);
        own.filter(shares).fold(0, |used, found| used | found.cards)
    }

    // --- moving by rule --------------------------------------------------------------------------

    #[inline(never)]
    fn move_action(&self, s: &mut State, rng: &mut Rng, action: &Move, seat: u8) {
        let env = self.env(s, seat);
        let (source, target) = (env.zone(action.source), env.zone(action.target));
        let wanted = env.select(action.cards);
        // One card off the top of a pile onto another.
        let single = source.place != NOWHERE && target.place != NOWHERE && !source.top;
        if single && action.choose == Choose::Top && s.trial == 0 {
            let one = action.count.is_some_and(|count| env.int(count) == 1);
            let top = s.piles[usize::from(source.place)].top;
            if one && top != NO_CARD && wanted & bit(top) != 0 && env.stack(source.place) {
                return self.carry(s, top, source.place, target.place, action.to_bottom);
            }
        }
        let count = action.count.map(|count| env.int(count).clamp(0, 128));
        let all = count.is_none();
        let count = count.unwrap_or(128);
        let from_stock = source.place == self.tables.stock;
        let moved = self.move_some(s, rng, source, target, wanted, count, action, all);
        let runs_out = from_stock && !all && moved < count;
        if runs_out && s.sets[usize::from(self.tables.stock)] == 0 && !s.unforeseen {
            self.stock_is_empty(s, rng);
            if s.sets[usize::from(self.tables.stock)] != 0 {
                let wanted = self.env(s, seat).select(action.cards);
                self.move_some(s, rng, source, target, wanted, count - moved, action, all);
            }
        }
    }

    /// Moves up to so many cards; gives how many.
    #[allow(clippy::too_many_arguments)]
    fn move_some(
        &self,
        s: &mut State,
        rng: &mut Rng,
        source: ZoneRef,
        target: ZoneRef,
        wanted: CardSet,
        count: i32,
        action: &Move,
        all: bool,
    ) -> i32 {
        if count <= 0 {
            return 0;
        }
        if source.place != NOWHERE {
            let (place, top) = (source.place, source.top);
            return self.move_from(s, rng, place, top, target, wanted, count, action, all);
        }
        let mut places = Vec::new();
        Env::new(self, s, 0).each_place(source, |place| places.push(place));
        let mut moved = 0;
        for place in &places {
            if moved >= count {
                break;
            }
            moved += self.move_from(
                s,
                rng,
                *place,
                source.top,
                target,
                wanted,
                count - moved,
                action,
                all,
            );
        }
        moved
    }

    #[allow(clippy::too_many_arguments)]
    fn move_from(
        &self,
        s: &mut State,
        rng: &mut Rng,
        place: u16,
        top_only: bool,
        target: ZoneRef,
        wanted: CardSet,
        count: i32,
        action: &Move,
        all: bool,
    ) -> i32 {
        let stack = self.is_stack(s, place);
        let mut cards = [NO_CARD; 128];
        let mut len = 0;
        let most = count.clamp(0, 128) as usize;
        // Gives whether more are wanted.
        let mut push = |card: CardId| {
            if wanted & bit(card) != 0 && len < most {
                cards[len] = card;
                len += 1;
            }
            len < most
        };
        let held = s.sets[usize::from(place)];
        if top_only {
            let top = s.top(stack, place);
            if top != NO_CARD {
                push(top);
            }
        } else {
            match action.choose {
                Choose::Random => {
                    let mut rest = held & wanted;
                    if s.trial > 0 && rest != 0 {
                        s.unforeseen = true;
                        return 0;
                    }
                    while rest != 0 {
                        let card = nth(rest, rng.below(size(rest) as u32));
                        push(card);
                        rest &= !bit(card);
                    }
                }
                Choose::Highest => {
                    let mut sorted: Vec<CardId> = Cards(held).collect();
                    let strength = &self.context(s).strength;
                    sorted.sort_by_key(|card| -strength[usize::from(*card)]);
                    sorted.into_iter().all(&mut push);
                }
                _ if stack => {
                    let mut card = s.piles[usize::from(place)].top;
                    while card != NO_CARD && push(card) {
                        card = s.below[usize::from(card)];
                    }
                }
                _ => _ = Cards(held).all(&mut push),
            }
        }
        let chosen = &mut cards[..len];
        // A whole packet keeps its order unless it is turned over; single cards come off the top.
        let reversed = stack && all && action.turned_over == action.to_bottom;
        if reversed {
            chosen.reverse();
        }
        let mut moved = 0;
        for card in chosen.iter() {
            if action.choose == Choose::Top && stack && self.surprise(s, place) {
                break;
            }
            let to = self.place_for(s, target, *card);
            if to == NOWHERE {
                break;
            }
            self.carry(s, *card, place, to, action.to_bottom);
            moved += 1;
        }
        if action.choose == Choose::Random && !top_only {
            let taken = &mut chosen[..moved as usize];
            if reversed {
                // Chance is noted in the order of the lot, not in that of the packet.
                taken.reverse();
            }
            s.note_taken(place, taken, s.chance.len());
        }
        moved
    }
}
