//! Matches and hands: who deals, what is dealt, what comes next.

use super::Game;
use super::cards::{CardSet, Cards, NO_CARD, bit};
use super::chooser::{Chooser, Nobody};
use super::ending::Occasion;
use super::events::Event;
use super::flow::{BEFORE_DEAL, HAND};
use super::judge::{Env, NOWHERE, ZoneRef};
use super::lower::{Leaf, Place, Seats};
use super::moves::Move;
use super::rng::Rng;
use super::state::{Frame, Limit, Outcome, SeatList, Signal, State, ThisHand, Waiting};
use super::tables::{NO_SUIT, NOBODY, SEATS};
use super::work;
use crate::program::parts::*;
use crate::program::{ExprId, Node, Program};

/// What a match begins with instead of what the rules or chance would give.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opening<'a> {
    /// Whether it is a single hand.
    pub single_hand: bool,
    /// The cards of the first deal, the card dealt first at the end.
    pub deck: Option<&'a [u8]>,
    /// Who deals it.
    pub dealer: Option<u8>,
    /// The chips of each player.
    pub stacks: Option<&'a [i32]>,
    /// Registers of counters, and what they begin with.
    pub counters: &'a [(usize, i32)],
}

/// A step of the deal that gives cards to everybody, one after the other: who gets each of them.
#[derive(Clone, Debug)]
pub(super) struct Dealing {
    /// The place of the first seat.
    first: u16,
    /// By card, from the last one to the first, the player who gets it, counted from the one who is
    /// dealt to first.
    to: Box<[u8]>,
    /// Whether everybody gets one card after the other.
    in_turn: bool,
    /// Whether the places are stacks.
    stack: bool,
}

impl Dealing {
    /// How the cards of a step are dealt; none if that depends on more than who deals.
    fn new(game: &Game, step: &DealStep) -> Option<Self> {
        let Place::Own { zone, first, .. } = *game.lowered.place(step.zone) else { return None };
        let each = game.lowered.leaf(step.to) == Some(Leaf::Seats(Seats::Each));
        if !each || !step.piles.is_empty() {
            return None;
        }
        let (players, cards) = (game.tables.players, usize::from(game.tables.cards));
        let round = |packet: usize| {
            (0..players).flat_map(move |player| std::iter::repeat_n(player, packet))
        };
        let mut to: Vec<u8> = if step.all_cards {
            (0..players).cycle().take(cards).collect()
        } else {
            step.packets.iter().flat_map(|packet| round(cards_of(*packet))).take(cards).collect()
        };
        let in_turn = to.iter().zip((0..players).cycle()).all(|(one, other)| *one == other);
        to.reverse();
        let stack = game.tables.zones[usize::from(zone)].stack;
        Some(Self { first, to: to.into(), in_turn, stack })
    }
}

/// How each step of the deal gives out its cards, where that never changes.
pub(super) fn dealings(game: &Game) -> Vec<Option<Dealing>> {
    let steps = game.program.setup.deal.iter().flatten();
    steps.map(|step| Dealing::new(game, step)).collect()
}

/// Whether nothing that happens before the deal has to do with the order of the cards: they are shuffled when
/// they are dealt.
pub(super) fn shuffles_late(game: &Game) -> bool {
    let blind = |e: &ExprId| !may_read_cards(&game.program, *e);
    let blind_action = |action: &Action| match action {
        Action::Stake(action) => blind(&action.amount) && blind(&action.who),
        Action::AssignRole(action) => blind(&action.to),
        _ => false,
    };
    game.program.setup.before_deal.iter().all(|id| match &game.program.phases[id.index()] {
        Phase::Do(phase) => {
            let mut actions = phase.actions.iter().chain(&phase.then);
            blind(&phase.when) && phase.who.iter().all(blind) && actions.all(blind_action)
        }
        _ => false,
    })
}

/// Whether an expression may have to do with where cards lie.
fn may_read_cards(program: &Program, e: ExprId) -> bool {
    let reads = |e: ExprId| may_read_cards(program, e);
    match program.nodes[e.index()] {
        Node::Zone(..) | Node::Pile | Node::CardSet(_) | Node::Phase(_) => true,
        Node::Number(_)
        | Node::Suit(_)
        | Node::Rank(_)
        | Node::Mode(_)
        | Node::Pattern(_)
        | Node::Tag(_)
        | Node::Value(_)
        | Node::Rounding(_)
        | Node::Table(_)
        | Node::Call(_)
        | Node::Choice(_) => false,
        Node::Role(_, whose) | Node::Counter(_, whose) => whose.is_some_and(reads),
        Node::Let(id, whose) => reads(program.lets[id.index()].value) || whose.is_some_and(reads),
        Node::Not(inner) | Node::Negative(inner) => reads(inner),
        Node::Binary(_, left, right) => reads(left) || reads(right),
        Node::Word(_, arguments, count) => {
            arguments[..usize::from(count)].iter().any(|e| reads(*e))
        }
    }
}

impl Game {
    /// Begins a match.
    pub fn start_with(&self, s: &mut State, rng: &mut Rng, opening: &Opening) {
        self.start_riding(s, rng, opening, &mut Nobody);
    }

    /// The same, and goes on as long as the chooser does.
    pub fn start_riding(
        &self,
        s: &mut State,
        rng: &mut Rng,
        opening: &Opening,
        chooser: &mut impl Chooser,
    ) {
        s.single_hand = opening.single_hand;
        s.stacked.clear();
        s.stacked.extend(opening.deck.into_iter().flatten());
        self.settled(s, |game, s| {
            game.start_match(s, rng, opening);
            game.run(s, rng, chooser);
        });
        self.begin_story(s);
    }

    /// Does something up to the next decision within the budget of one decision. If that is not enough,
    /// the match stops without a winner.
    #[inline]
    pub(super) fn settled(&self, s: &mut State, act: impl FnOnce(&Self, &mut State)) {
        let budget = work::Budget::begin();
        s.work = 0;
        act(self, s);
        self.come_to_rest(s, &budget);
    }

    /// The end of what may be done within a budget.
    #[inline(always)]
    pub(super) fn come_to_rest(&self, s: &mut State, budget: &work::Budget) {
        if s.waiting == Waiting::Decision {
            self.settle_moves(s);
        }
        s.work_left -= budget.used() + i64::from(s.work);
        if work::is_spent() || s.work_left < 0 {
            self.stop_for_work(s);
        }
    }

    /// Nothing that was found after the budget was used up counts, be it a winner.
    #[cold]
    pub(super) fn stop_for_work(&self, s: &mut State) {
        if let Some(Event::GameOver { .. }) = s.events.last() {
            s.events.pop();
        }
        s.signal = Signal::None;
        s.listed = false;
        s.outcome = Outcome { winners: 0, limit: Some(Limit::Work) };
        self.game_over(s);
    }

    pub(super) fn start_match(&self, s: &mut State, rng: &mut Rng, opening: &Opening) {
        s.registers.fill(0);
        s.registers[0] = i32::from(self.tables.places);
        for slot in &self.layout.counters {
            s.registers[slot.at..slot.at + slot.len].fill(slot.start);
        }
        for (at, value) in opening.counters {
            s.registers[*at] = *value;
        }
        s.score.fill(0);
        s.side_score.fill(0);
        s.chips.fill(0);
        for seat in 0..usize::from(self.tables.players) {
            let given = opening.stacks.and_then(|stacks| stacks.get(seat));
            s.chips[seat] = given.copied().unwrap_or(self.program.setup.starting_chips);
        }
        s.pot = 0;
        s.out = 0;
        s.turns = 0;
        s.acts = 0;
        s.deeds = 0;
        s.turn_acts = 0;
        s.hand_number = 1;
        s.deal_number = 0;
        s.outcome = Default::default();
        s.waiting = Waiting::Nothing;
        s.signal = Signal::None;
        // Another match may have been broken off on this table in the middle of a decision.
        s.listed = false;
        s.settled = false;
        s.selecting = false;
        s.selection = 0;
        s.picks.fill(0);
        s.gifts.clear();
        s.answered = 0;
        s.answers.fill(Move::NONE);
        s.claim_rank = 0;
        s.last_points.fill(0);
        s.side_last_points.fill(0);
        s.tied = false;
        let lot = self.first_dealer(rng);
        s.dealer = opening.dealer.unwrap_or(lot);
        if lot != self.tables.house || opening.dealer.is_some() {
            s.note_lot(s.dealer);
        }
        self.start_hand(s, rng);
    }

    fn first_dealer(&self, rng: &mut Rng) -> u8 {
        match self.program.match_rules.first_dealer {
            Some(FirstDealer::House) if self.tables.house != NOBODY => self.tables.house,
            // Drawing for the highest card is a lot as well: every player is equally likely.
            _ => rng.below(u32::from(self.tables.players)) as u8,
        }
    }

    /// Begins a hand: cards are gathered, what is kept for a hand starts again.
    fn start_hand(&self, s: &mut State, rng: &mut Rng) {
        s.clear_table(self.tables.places);
        self.gather(s, rng);
        self.forget_all(s);
        s.reversed = false;
        s.active = self.tables.everyone;
        if self.tables.house != NOBODY {
            s.active |= 1 << self.tables.house;
        }
        // Who is out is judged by what the last hand left: tricks, points, roles.
        self.pass_over_the_out(s);
        s.board.hand = ThisHand { active: s.active, ..ThisHand::NEW };
        s.deal_number += 1;
        let trump = self.program.setup.trump_suit.map_or(NO_SUIT, |suit| suit.0);
        s.trump = if trump < self.tables.suits { trump } else { NO_SUIT };
        s.context = self.tables.context(0, s.trump);
        for (seat, by) in s.control.iter_mut().enumerate() {
            *by = seat as u8;
        }
        s.declarations.clear();
        s.history.clear();
        s.trick.len = 0;
        s.trick.covered = 0;
        s.trick.led = NO_CARD;
        s.trick.best = NO_CARD;
        for slot in &self.layout.counters {
            if slot.life != Life::Match {
                s.registers[slot.at..slot.at + slot.len].fill(slot.start);
            }
        }
        let roles = self.layout.roles;
        s.registers[roles..roles + self.layout.role_count].fill(-1);
        let choices = self.layout.choices;
        s.registers[choices..choices + self.layout.choice_count].fill(-1);
        let called = self.layout.called;
        s.registers[called..called + self.layout.call_count].fill(0);
        let failed = self.layout.failed;
        s.registers[failed..failed + self.layout.failed_count].fill(0);
        s.turn = self.after(s, s.dealer, 1);
        s.note(Event::Hand { number: s.hand_number, deal: s.deal_number, dealer: s.dealer });
        s.depth = 0;
        self.push_root(s, BEFORE_DEAL);
    }

    /// All cards lie in the stock. They are shuffled now if it matters before the deal how they lie.
    fn gather(&self, s: &mut State, rng: &mut Rng) {
        let stock = self.tables.stock;
        if self.shuffles_late {
            s.sets[usize::from(stock)] = self.tables.all;
            return;
        }
        let mut deck = [0; 128];
        let len = self.shuffle_deck(s, rng, &mut deck);
        s.stack_up(stock, &deck[..len]);
    }

    /// The order of the cards for a hand, the card dealt first at the end; gives how many there are.
    fn shuffle_deck(&self, s: &mut State, rng: &mut Rng, deck: &mut [u8; 128]) -> usize {
        let len = usize::from(self.tables.cards);
        *deck = IN_ORDER;
        if s.stacked.len() == len {
            deck[..len].copy_from_slice(&s.stacked);
            s.stacked.clear();
        } else {
            rng.shuffle_first(deck, len);
        }
        s.note_shuffle(self.tables.stock, &deck[..len]);
        len
    }

    /// Players of whom it is true are out of the game from now on; an out dealer deals no more.
    fn pass_over_the_out(&self, s: &mut State) {
        let out = self.program.match_rules.out;
        if !self.lowered.never(out) {
            let judged = (0..self.tables.players).filter(|seat| self.holds(s, *seat, out));
            s.out |= judged.fold(0, |mask, seat| mask | (1 << seat));
            s.active &= !s.out;
            if s.dealer < 16 && s.out & (1 << s.dealer) != 0 {
                s.dealer = self.after(s, s.dealer, 1);
            }
        }
    }

    pub(super) fn push_root(&self, s: &mut State, number: u16) {
        s.depth += 1;
        let turn = s.turn;
        *s.frame() = Frame {
            phase: number,
            stage: 0,
            index: 0,
            at: 0,
            order: SeatList::default(),
            seat: turn,
            outer_turn: turn,
            count: 0,
            mark: 0,
            acts_mark: 0,
            declared: 0,
            over: false,
            closed: false,
            closed_pass: false,
        };
    }

    // --- the deal --------------------------------------------------------------------------------

    /// Deals what lies in the stock, does what comes after the deal, and goes on to the phases.
    pub(super) fn deal_hand(&self, s: &mut State, rng: &mut Rng) {
        let mut deck = [0; 128];
        if self.shuffles_late {
            let len = self.shuffle_deck(s, rng, &mut deck);
            return self.deal_from(s, rng, &deck[..len]);
        }
        // What was moved before the deal stays where it lies.
        let mut len = 0;
        let mut card = s.piles[usize::from(self.tables.stock)].bottom;
        while card != NO_CARD && len < deck.len() {
            deck[len] = card;
            len += 1;
            card = s.above[usize::from(card & 127)];
        }
        self.deal_from(s, rng, &deck[..len]);
    }

    /// Deals from a deck in this order, the last card first.
    fn deal_from(&self, s: &mut State, rng: &mut Rng, deck: &[u8]) {
        let stock = self.tables.stock;
        s.sets[usize::from(stock)] = 0;
        let pile = &mut s.piles[usize::from(stock)];
        (pile.top, pile.bottom) = (NO_CARD, NO_CARD);
        let mut left = deck.len();
        s.turn = self.after(s, s.dealer, 1);
        for (step, dealing) in self.program.setup.deal.iter().flatten().zip(&self.dealings) {
            if left == 0 {
                break;
            }
            left = match dealing {
                Some(dealing) if s.out == 0 && !s.noting => self.deal_round(s, dealing, deck, left),
                _ => self.deal_step(s, step, deck, left),
            };
        }
        s.stack_up(stock, &deck[..left]);
        s.depth -= 1;
        self.push_root(s, HAND);
        let dealer = s.dealer;
        self.act(s, rng, &self.program.setup.after_deal, s.turn);
        s.end_phase = false;
        if s.dealer != dealer {
            s.turn = self.after(s, s.dealer, 1);
            s.depth -= 1;
            self.push_root(s, HAND);
        }
        if s.signal != Signal::None {
            return;
        }
        self.dealt_moments(s, rng);
        s.taken = 0;
        s.drawn = 0;
    }

    /// Deals to everybody.
    fn deal_round(&self, s: &mut State, dealing: &Dealing, deck: &[u8], left: usize) -> usize {
        let cards = dealing.to.len().min(left);
        let dealt = deck[left - cards..left].iter().zip(&dealing.to[dealing.to.len() - cards..]);
        let (small, players) = (self.tables.cards <= 64, usize::from(self.tables.players));
        let in_order = &deck[left - cards..left];
        let mut places = [0u16; 16];
        let mut seat = self.after(s, s.dealer, 1);
        for place in &mut places[..players] {
            *place = dealing.first + u16::from(seat);
            seat = self.step(s, seat);
        }
        let empty = |place: &u16| s.piles[usize::from(*place)].top == NO_CARD;
        if dealing.stack && dealing.in_turn && !s.tracking && places[..players].iter().all(empty) {
            for (first, place) in places[..players].iter().enumerate() {
                let mut pile = [0; 128];
                let (mut len, mut card) = (0, first);
                while card < cards {
                    pile[len % 128] = in_order[cards - 1 - card];
                    (len, card) = (len + 1, card + players);
                }
                s.stack_up(*place, &pile[..len]);
            }
            return left - cards;
        }
        // Lower and upper half of what each player gets.
        let mut hands = [[0u64; 2]; 16];
        match players {
            2 if small && dealing.in_turn => give_in_turn::<2>(in_order, &mut hands),
            3 if small && dealing.in_turn => give_in_turn::<3>(in_order, &mut hands),
            4 if small && dealing.in_turn => give_in_turn::<4>(in_order, &mut hands),
            _ => dealt.clone().for_each(|(card, to)| {
                hands[usize::from(to & 15)][usize::from(card >> 6 & 1)] |= 1 << (card & 63);
            }),
        }
        for (hand, place) in hands.iter().zip(&places).take(players) {
            let dealt = CardSet::from(hand[1]) << 64 | CardSet::from(hand[0]);
            s.sets[usize::from(*place)] |= dealt;
            if s.tracking {
                self.know_only(s, dealt, self.viewers(s, *place));
            }
        }
        if dealing.stack {
            let order = dealt.rev();
            order.for_each(|(card, to)| s.link(places[usize::from(to & 15)], *card));
        }
        left - cards
    }

    fn deal_step(&self, s: &mut State, step: &DealStep, deck: &[u8], mut left: usize) -> usize {
        let env = Env::new(self, s, s.turn);
        let zone = env.zone(step.zone);
        if self.is_of_table(zone) {
            if !step.piles.is_empty() {
                return self.deal_piles(s, zone, &step.piles, deck, left);
            }
            let packets = step.packets.iter().map(|packet| cards_of(*packet)).sum::<usize>();
            let wanted = if step.all_cards { left } else { packets };
            for _ in 0..wanted.min(left) {
                left = self.deal_one(s, zone, deck, left);
            }
            return left;
        }
        let to = match self.lowered.leaf(step.to) {
            Some(Leaf::Seats(Seats::Each)) => self.players_in_order(s),
            _ => env.seats_of(step.to),
        };
        let mut zones = [zone; SEATS];
        for (place, seat) in to.iter().enumerate() {
            zones[place] = Env::new(self, s, seat).zone(step.zone);
        }
        let zones = &zones[..usize::from(to.len())];
        if !step.piles.is_empty() {
            for zone in zones {
                left = self.deal_piles(s, *zone, &step.piles, deck, left);
            }
            return left;
        }
        if step.all_cards {
            loop {
                let before = left;
                for zone in zones {
                    left = self.deal_one(s, *zone, deck, left);
                }
                if left == 0 || left == before {
                    return left;
                }
            }
        }
        for packet in &step.packets {
            for zone in zones {
                for _ in 0..cards_of(*packet).min(left) {
                    left = self.deal_one(s, *zone, deck, left);
                }
            }
        }
        left
    }

    #[inline(always)]
    fn deal_one(&self, s: &mut State, zone: ZoneRef, deck: &[u8], left: usize) -> usize {
        if left == 0 {
            return 0;
        }
        let card = deck[left - 1];
        let place = if zone.place != NOWHERE { zone.place } else { self.place_for(s, zone, card) };
        if place == NOWHERE {
            return left;
        }
        let stack = self.is_stack(s, place);
        s.put(stack, place, card);
        if s.tracking {
            let viewers = self.viewers(s, place);
            self.know_only(s, bit(card), viewers);
            s.note(Event::Card { card, from: self.tables.stock, to: place, seen: viewers });
        }
        left - 1
    }

    fn deal_piles(
        &self,
        s: &mut State,
        zone: ZoneRef,
        piles: &[i32],
        deck: &[u8],
        mut left: usize,
    ) -> usize {
        let mut places = Vec::new();
        Env::new(self, s, 0).each_place(zone, |place| places.push(place));
        for (place, count) in places.iter().zip(piles) {
            let pile = ZoneRef { place: *place, ..zone };
            for _ in 0..cards_of(*count) {
                left = self.deal_one(s, pile, deck, left);
            }
        }
        left
    }

    fn dealt_moments(&self, s: &mut State, rng: &mut Rng) {
        if !self.quiet(Moment::Dealt) {
            let mut seat = self.after(s, s.dealer, 1);
            for _ in 0..self.tables.players {
                if self.takes_part(s, seat) {
                    let outer = s.turn;
                    s.turn = seat;
                    let hand = self.hand_of(s, seat);
                    self.effects(s, rng, Moment::Dealt, hand, seat);
                    s.turn = outer;
                }
                seat = self.step(s, seat);
            }
            self.rules(s, Moment::Dealt, s.turn);
        }
        if !self.quiet(Moment::TurnedUp) && self.discard_place != NOWHERE {
            let place = self.discard_place;
            let card = s.top(self.is_stack(s, place), place);
            if card != NO_CARD {
                let outer = s.turn;
                s.turn = s.dealer;
                self.effects(s, rng, Moment::TurnedUp, bit(card), s.dealer);
                self.rules(s, Moment::TurnedUp, s.dealer);
                s.turn = outer;
            }
        }
    }

    // --- the end of a hand -----------------------------------------------------------------------

    /// What a signal asks for.
    pub(super) fn obey(&self, s: &mut State, rng: &mut Rng) {
        if s.trial > 0 {
            s.unforeseen = true;
            return;
        }
        let signal = s.signal;
        s.signal = Signal::None;
        s.end_phase = false;
        match signal {
            Signal::None => {}
            Signal::Limit(limit) => {
                s.outcome.limit = Some(limit);
                self.game_over(s);
            }
            Signal::Redeal(next) => {
                s.note(Event::ThrownIn);
                self.return_stakes(s);
                self.drop_points(s);
                if s.hand_turns == 0 {
                    self.count_turn(s);
                    if s.signal != Signal::None {
                        return;
                    }
                }
                // Who deals next does not depend on the direction in which the hand was played.
                s.reversed = false;
                if next {
                    s.dealer = self.after(s, s.dealer, 1);
                }
                self.start_hand(s, rng);
            }
            Signal::EndHand(scored) => {
                s.depth = 0;
                self.settle(s, rng, scored);
                if s.signal == Signal::None {
                    self.next_hand(s, rng);
                }
            }
            Signal::GameEnds => {
                s.depth = 0;
                self.settle(s, rng, true);
                if s.signal == Signal::None && !self.judge_wins(s, Occasion::LastHand) {
                    self.decide_by_total(s, Occasion::LastHand);
                }
            }
        }
    }

    /// Stakes of a hand that is thrown in go back.
    fn return_stakes(&self, s: &mut State) {
        for seat in 0..self.tables.seats {
            let index = usize::from(seat);
            let put_in = s.staked[index] + s.dead[index];
            s.pot -= put_in;
            self.pay(s, seat, put_in);
        }
        s.staked.fill(0);
        s.dead.fill(0);
    }

    fn settle(&self, s: &mut State, rng: &mut Rng, scored: bool) {
        s.note(Event::HandOver { scored });
        if scored {
            self.score_hands(s);
            self.effects(s, rng, Moment::HandEnd, 0, s.turn);
            self.rules(s, Moment::HandEnd, s.turn);
            // The hand is over already.
            s.signal = Signal::None;
        } else {
            self.drop_points(s);
        }
        self.post_scores(s);
        if s.hand_turns == 0 {
            self.count_turn(s);
        }
    }

    /// Points of a hand that is not scored are lost.
    fn drop_points(&self, s: &mut State) {
        s.hand_score.fill(0);
        s.side_hand_score.fill(0);
    }

    fn next_hand(&self, s: &mut State, rng: &mut Rng) {
        let occasion = if s.single_hand { Occasion::LastHand } else { Occasion::Hand };
        if self.judge_wins(s, occasion) {
            return;
        }
        let hands = self.program.match_rules.hands;
        let last = s.single_hand || hands.is_some_and(|hands| s.hand_number >= hands);
        if !s.tied && last && self.decide_by_total(s, occasion) {
            return;
        }
        s.tied = false;
        s.reversed = false;
        s.dealer = self.next_dealer(s);
        s.hand_number = s.hand_number.saturating_add(1);
        self.start_hand(s, rng);
    }

    fn next_dealer(&self, s: &State) -> u8 {
        let best = |sign: i32| {
            let players = (0..self.tables.players).filter(|seat| s.out & (1 << seat) == 0);
            let key = |seat: &u8| {
                let side = usize::from(self.tables.side_of[usize::from(*seat)]);
                sign * (s.last_points[usize::from(*seat)] + s.side_last_points[side.min(12)])
            };
            // Of equals, the one nearest to the dealer's left.
            players.max_by_key(|seat| (key(seat), -self.position(s, *seat))).unwrap_or(0)
        };
        match self.program.match_rules.next_dealer {
            Some(NextDealer::Same) => s.dealer,
            Some(NextDealer::Winner) => best(1),
            Some(NextDealer::Loser) => best(-1),
            _ => self.after(s, s.dealer, 1),
        }
    }

    /// Cards that lie nowhere else, for whoever stacks a deck: all of them in one set.
    pub fn all_cards(&self) -> Cards {
        Cards(self.tables.all)
    }
}

/// Gives cards, the last one first, to so many players one after the other: to the lower half of what each
/// of them gets.
fn give_in_turn<const PLAYERS: usize>(cards: &[u8], hands: &mut [[u64; 2]; 16]) {
    let mut given = [0u64; PLAYERS];
    let mut rounds = cards.rchunks_exact(PLAYERS);
    for round in &mut rounds {
        for (hand, card) in given.iter_mut().zip(round.iter().rev()) {
            *hand |= 1 << (card & 63);
        }
    }
    for (hand, card) in given.iter_mut().zip(rounds.remainder().iter().rev()) {
        *hand |= 1 << (card & 63);
    }
    for (hand, given) in hands.iter_mut().zip(given) {
        hand[0] = given;
    }
}

/// All cards in their order.
const IN_ORDER: [u8; 128] = {
    let mut deck = [0; 128];
    let mut card = 0;
    while card < deck.len() {
        deck[card] = card as u8;
        card += 1;
    }
    deck
};

/// A number of cards; there are never more than 128.
fn cards_of(number: i32) -> usize {
    number.clamp(0, 128) as usize
}
