//! Tricks: duties, who wins, where the cards go.

use super::round::{Laid, Round};
use super::sprint::Run;
use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit, lowest};
use crate::game::chooser::Chooser;
use crate::game::events::Event;
use crate::game::judge::{Env, NOWHERE, ZoneRef};
use crate::game::lower::Place;
use crate::game::moves::Move;
use crate::game::rng::Rng;
use crate::game::state::{Signal, State, Waiting};
use crate::game::tables::NOBODY;
use crate::game::work;
use crate::program::parts::*;

/// Stages of the phase.
const BEGIN: u8 = 0;
pub(super) const NEXT_TRICK: u8 = 1;
const NEXT_SEAT: u8 = 2;
const BEFORE_CARD: u8 = 3;
const CARD: u8 = 4;
/// A trick is over; it has yet to be seen whether the phase is.
pub(in crate::game) const AFTER_TRICK: u8 = 5;
/// The last trick is over.
const OVER: u8 = 6;

impl Game {
    pub(in crate::game) fn trick_step<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        phase: &TrickPhase,
    ) {
        match s.innermost().stage {
            BEGIN => {
                let leader = Env::new(self, s, s.turn).seat(phase.leader);
                s.frame().seat = leader;
                s.frame().stage = NEXT_TRICK;
                s.trick_number = 0;
                if !s.check && s.trial == 0 && self.may_go_on_at_once(s) {
                    self.begin_trick(s, rng, phase);
                }
            }
            NEXT_TRICK => self.begin_trick(s, rng, phase),
            NEXT_SEAT => self.reach_seat(s, rng, phase),
            BEFORE_CARD => {
                let seat = s.innermost().seat;
                s.turn = seat;
                if !self.go_on(s, rng, chooser) && !s.check {
                    self.await_card(s, rng, phase, seat);
                }
            }
            AFTER_TRICK => self.see_what_follows(s, rng, phase),
            OVER => self.finish(s, rng),
            _ => s.waiting = Waiting::Decision,
        }
    }

    /// The seats that play to tricks.
    fn trick_players(&self, s: &State) -> u16 {
        let all = self.tables.everyone & s.active & !s.out;
        let frame = s.innermost();
        let named = self.heads[usize::from(frame.phase)].who.is_some();
        if named { all & frame.order.mask() } else { all }
    }

    /// The place a seat plays from, or nowhere if it is not a single place.
    #[inline(always)]
    fn trick_source(&self, s: &State, phase: &TrickPhase, seat: u8) -> ZoneRef {
        Env::new(self, s, seat).zone(phase.source)
    }

    #[inline(always)]
    fn trick_cards(&self, s: &State, phase: &TrickPhase, seat: u8) -> CardSet {
        match *self.lowered.place(phase.source) {
            Place::Own { zone, .. } => {
                s.sets[usize::from(self.tables.place(usize::from(zone), seat))]
            }
            _ => {
                let env = Env::new(self, s, seat);
                env.cards_of(self.trick_source(s, phase, seat))
            }
        }
    }

    fn begin_trick(&self, s: &mut State, rng: &mut Rng, phase: &TrickPhase) {
        if let Some(plan) = &self.flips[usize::from(s.innermost().phase)] {
            if self.may_flip(s) {
                let before = s.turns;
                self.flip_through(s, plan);
                if s.turns != before {
                    return;
                }
            }
        }
        let left = self.able_to_play(s, phase);
        if left == 0 {
            self.finish(s, rng);
            return;
        }
        let leader = self.first_of(s, left, s.innermost().seat);
        s.trick_number += 1;
        s.leader = leader;
        s.trick.len = 0;
        s.trick.led = NO_CARD;
        s.trick.best = NO_CARD;
        s.trick.left = left;
        s.trick.tied = 0;
        s.frame().seat = leader;
        if phase.choose == Choose::Top {
            self.flip_trick(s, rng, phase);
        } else {
            s.frame().stage = NEXT_SEAT;
            self.reach_seat(s, rng, phase);
        }
    }

    /// The seats that have a card to play to the next trick.
    fn able_to_play(&self, s: &State, phase: &TrickPhase) -> u16 {
        let mut left = 0;
        let mut rest = self.trick_players(s);
        if let Place::Own { first, .. } = *self.lowered.place(phase.source) {
            let hands = &s.sets[usize::from(first)..][..usize::from(self.tables.players)];
            let mut held = 0;
            for hand in hands.iter().rev() {
                held = held << 1 | u16::from(*hand != 0);
            }
            return rest & held;
        }
        while rest != 0 {
            let seat = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            if self.trick_cards(s, phase, seat) != 0 {
                left |= 1 << seat;
            }
        }
        left
    }

    /// The turn comes to a seat; one without a playable card may drop out.
    #[inline(always)]
    fn reach_seat(&self, s: &mut State, rng: &mut Rng, phase: &TrickPhase) {
        let seat = s.innermost().seat;
        s.turn = seat;
        self.new_turn(s);
        if s.signal != Signal::None {
            return;
        }
        if phase.out == OutOfCards::SitOut && self.drops_out(s, rng, phase, seat) {
            return;
        }
        if phase.before_card.is_empty() {
            self.await_card(s, rng, phase, seat);
        } else {
            self.begin_before_card(s, seat);
        }
    }

    /// Something may have to be done before a seat plays a card.
    #[inline(always)]
    fn begin_before_card(&self, s: &mut State, seat: u8) {
        let frame = s.frame();
        (frame.seat, frame.index, frame.stage) = (seat, 0, BEFORE_CARD);
    }

    fn drops_out(&self, s: &mut State, rng: &mut Rng, phase: &TrickPhase, seat: u8) -> bool {
        let cards = self.trick_cards(s, phase, seat);
        let env = Env::new(self, s, seat);
        let playable = phase.playable.map_or(cards, |id| cards & env.select(id));
        if playable != 0 {
            return false;
        }
        if let Some(to) = phase.out_to {
            let (from, to) = (env.zone(phase.source), env.zone(to));
            for card in Cards(cards) {
                let place = self.place_of_card(s, from, card);
                let target = self.place_for(s, to, card);
                if place != NOWHERE && target != NOWHERE {
                    self.carry(s, card, place, target, false);
                }
            }
        }
        self.sit_out(s, seat);
        s.trick.left &= !(1 << seat);
        if s.trick.len == 0 {
            let next = self.first_of(s, s.trick.left, self.step(s, seat));
            if next == NOBODY {
                s.trick_number -= 1;
                s.frame().stage = NEXT_TRICK;
                return true;
            }
            s.leader = next;
        }
        self.next_to_play(s, rng, phase, seat);
        true
    }

    /// The place among those of a zone where a card lies.
    pub(in crate::game) fn place_of_card(&self, s: &State, zone: ZoneRef, card: CardId) -> u16 {
        if zone.place != NOWHERE {
            return zone.place;
        }
        let mut found = NOWHERE;
        Env::new(self, s, 0).each_place(zone, |place| {
            if s.sets[usize::from(place)] & bit(card) != 0 {
                found = place;
            }
        });
        found
    }

    #[inline(always)]
    fn await_card(&self, s: &mut State, rng: &mut Rng, phase: &TrickPhase, seat: u8) {
        if self.trick_cards(s, phase, seat) == 0 {
            // The cards are gone already, by something declared before.
            s.trick.left &= !(1 << seat);
            if s.trick.len == 0 {
                s.frame().stage = NEXT_TRICK;
                s.trick_number -= 1;
            } else {
                self.next_to_play(s, rng, phase, seat);
            }
            return;
        }
        s.frame().stage = CARD;
        match phase.choose {
            Choose::Pick | Choose::All => s.waiting = Waiting::Decision,
            _ => {
                let mask = self.trick_mask(s, phase, seat);
                let card = self.chosen_card(s, rng, phase.choose, mask);
                if phase.choose == Choose::Random && s.noting {
                    let from = self.place_of_card(s, self.trick_source(s, phase, seat), card);
                    s.note_taken(from, &[card], s.chance.len());
                }
                self.play_to_trick(s, rng, phase, seat, card);
            }
        }
    }

    /// A card that nobody picks.
    fn chosen_card(&self, s: &State, rng: &mut Rng, choose: Choose, mask: CardSet) -> CardId {
        match choose {
            Choose::Random => crate::game::cards::nth(mask, rng.below(mask.count_ones())),
            Choose::Highest => {
                let strength = &self.context(s).strength;
                // Of equals the first.
                Cards(mask).min_by_key(|c| -strength[usize::from(*c)]).unwrap_or(NO_CARD)
            }
            _ => lowest(mask),
        }
    }

    // --- what is legal ---------------------------------------------------------------------------

    /// The cards a seat may play: the first duty that can be satisfied binds.
    #[inline(always)]
    pub(in crate::game) fn trick_mask(&self, s: &State, phase: &TrickPhase, seat: u8) -> CardSet {
        let mut cards = self.trick_cards(s, phase, seat);
        let env = Env::new(self, s, seat);
        if let Some(playable) = phase.playable {
            let able = cards & env.select(playable);
            if able != 0 {
                cards = able;
            }
        }
        let duties = if s.trick.led == NO_CARD { &phase.lead } else { &phase.follow };
        for duty in duties {
            let bound = cards & env.select(duty.cards);
            if bound != 0 && env.holds(duty.when) {
                return bound;
            }
        }
        cards
    }

    pub(in crate::game) fn trick_list(&self, s: &State, phase: &TrickPhase, out: &mut Vec<Move>) {
        let seat = s.innermost().seat;
        let mask = self.faces(s, self.trick_mask(s, phase, seat));
        out.extend(Cards(mask).map(Move::card));
    }

    /// One card of each face; of those that are laid out, and of the others.
    #[inline(always)]
    pub(in crate::game) fn faces(&self, s: &State, set: CardSet) -> CardSet {
        if !self.lays_out {
            return self.tables.faces(set);
        }
        let laid = self.laid_out(s);
        self.tables.faces(set & laid) | self.tables.faces(set & !laid)
    }

    /// Whether the decision is no more than which card to play to a trick.
    #[inline(always)]
    pub(in crate::game) fn plain_trick(&self, s: &State) -> bool {
        s.depth == 2
            && s.innermost().stage == CARD
            && matches!(self.phase(s.innermost().phase), Phase::Trick(_))
    }

    /// Lets somebody at hand play a card to a trick, or run through all tricks that are left; false if
    /// they do not.
    #[inline(always)]
    pub(in crate::game) fn ride_trick<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
    ) -> bool {
        if !self.is_paid_for(s) {
            return true;
        }
        if let Some((round, run)) = self.to_sprint(s) {
            if chooser.goes_on(s, self.cards_left(s, round)) {
                self.sprint(s, rng, chooser, (round, run));
                return true;
            }
        }
        self.ride_by_rounds(s, rng, chooser)
    }

    /// How all tricks that are left can be run through from here.
    #[inline(always)]
    fn to_sprint(&self, s: &State) -> Option<(&Round, &Run)> {
        let round = self.rounds[usize::from(s.innermost().phase)].as_ref()?;
        let run = round.run.as_ref()?;
        self.may_sprint(s, run).then_some((round, run))
    }

    /// The same, one trick after the other.
    #[inline(never)]
    fn ride_by_rounds<C: Chooser>(&self, s: &mut State, rng: &mut Rng, chooser: &mut C) -> bool {
        let number = s.innermost().phase;
        let Phase::Trick(phase) = self.phase(number) else { return false };
        let depth = s.depth;
        loop {
            let round = &self.rounds[usize::from(number)];
            match round {
                Some(round)
                    if self.may_go_round(s, round)
                        && chooser.goes_on(s, s.trick.left.count_ones()) =>
                {
                    match self.go_round(s, rng, chooser, round) {
                        Laid::All => {
                            self.all_have_played(s, rng, phase);
                            s.check = self.judges_steps;
                        }
                        Laid::Loud => {
                            let last = usize::from(s.trick.len) - 1;
                            let (seat, card) = (s.trick.by[last], s.trick.cards[last]);
                            self.card_laid(s, rng, phase, seat, card);
                        }
                        Laid::Until(seat) => {
                            self.begin_before_card(s, seat);
                            s.check = self.judges_steps;
                        }
                        Laid::Without(seat) => {
                            self.drops_out(s, rng, phase, seat);
                            s.check = self.judges_steps;
                        }
                    }
                }
                _ => {
                    let seat = s.innermost().seat;
                    let mask = self.faces(s, self.trick_mask(s, phase, seat));
                    let Some(card) = chooser.card(mask, false, rng) else { return false };
                    self.announce(s, s.control[usize::from(seat)], Move::card(card));
                    self.count_decision(s, Move::card(card));
                    self.play_to_trick(s, rng, phase, seat, card);
                }
            }
            if self.goes_on_with_trick(s, depth, number) {
                s.check = false;
                self.begin_trick(s, rng, phase);
            }
            // The next card.
            let next = s.waiting == Waiting::Decision && s.depth == depth;
            if !next || s.work >= work::PENDING || !chooser.goes_on(s, 1) || !self.plain_trick(s) {
                return true;
            }
            if !self.is_paid_for(s) || self.to_sprint(s).is_some() {
                return true;
            }
        }
    }

    /// Whether another trick follows, and nothing has to be looked at before.
    #[inline(always)]
    fn goes_on_with_trick(&self, s: &State, depth: u8, number: u16) -> bool {
        !self.judges_steps
            && s.waiting == Waiting::Nothing
            && s.signal == Signal::None
            && s.trial == 0
            && s.work < work::PENDING
            && s.depth == depth
            && s.innermost().phase == number
            && s.innermost().stage == NEXT_TRICK
    }

    // --- what then happens -----------------------------------------------------------------------

    #[inline(always)]
    pub(in crate::game) fn trick_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &TrickPhase,
        action: Move,
    ) {
        let seat = s.innermost().seat;
        self.play_to_trick(s, rng, phase, seat, action.card);
    }

    #[inline(always)]
    fn play_to_trick(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &TrickPhase,
        seat: u8,
        card: CardId,
    ) {
        if s.tracking {
            self.learn_from_card(s, phase, seat, card);
        }
        let from = match *self.lowered.place(phase.source) {
            Place::Own { zone, .. } => self.tables.place(usize::from(zone), seat),
            _ => {
                let zone = self.trick_source(s, phase, seat);
                self.place_of_card(s, zone, card)
            }
        };
        if from == NOWHERE {
            return;
        }
        self.lay(s, phase, seat, card, from);
        if self.has_declarations && !s.declarations.is_empty() {
            self.show_declarations(s, seat, card);
        }
        self.card_laid(s, rng, phase, seat, card);
    }

    /// What comes of the last card of a trick so far, and who is next.
    #[inline(always)]
    fn card_laid(&self, s: &mut State, rng: &mut Rng, phase: &TrickPhase, seat: u8, card: CardId) {
        self.card_played(s, rng, seat, card, s.trick.len == 1);
        // If the hand ends with the last card of a trick, the trick is still taken and scored.
        if s.signal == Signal::None || s.trick.left == 0 {
            self.next_to_play(s, rng, phase, seat);
        }
        s.check = self.judges_steps;
    }

    /// What comes of a card that lies in a trick.
    #[inline(always)]
    fn card_played(&self, s: &mut State, rng: &mut Rng, seat: u8, card: CardId, led: bool) {
        self.score_cards(s, ScoringTrigger::Play, bit(card), seat);
        if !self.quiet(Moment::Played) || !self.quiet(Moment::Led) {
            let moments = [(Moment::Played, bit(card)), (Moment::Led, bit(card))];
            self.moments(s, rng, &moments[..if led { 2 } else { 1 }], seat);
        }
    }

    /// Lays a card down face up and sees whether it is the best so far.
    #[inline(always)]
    fn lay(&self, s: &mut State, phase: &TrickPhase, seat: u8, card: CardId, from: u16) {
        let trick = self.tables.trick;
        if s.tracking {
            let seen = self.learn_move(s, card, from, trick);
            s.note(Event::Card { card, from, to: trick, seen });
        }
        let stack = self.is_stack(s, from);
        s.take(stack, from, card);
        s.sets[usize::from(trick)] |= bit(card);
        s.trick.covered &= !bit(card);
        self.see_top(s, from);
        self.fill_from_beneath(s, from);
        s.came_from[usize::from(card)] = s.piles[usize::from(from)].zone;
        s.mark_played(seat, bit(card));
        s.played_count[usize::from(seat)] = s.played_count[usize::from(seat)].saturating_add(1);
        s.deeds += 1;
        s.trick.left &= !(1 << seat);
        let index = usize::from(s.trick.len);
        s.trick.cards[index] = card;
        s.trick.by[index] = seat;
        s.trick.len += 1;
        let context = self.context(s);
        if let Some(suit) = phase.breaking_suit {
            let suited = context.of_suit.get(usize::from(suit.0)).copied().unwrap_or(0);
            s.broken |= suited & bit(card) != 0;
        }
        let leads = s.trick.led == NO_CARD && self.says_what_to_follow(s, phase, seat, card);
        if self.layout.failed_count > 0 && phase.choose != Choose::Top {
            self.note_failure(s, seat, card);
        }
        if leads {
            s.trick.led = card;
        }
        if leads || s.trick.best == NO_CARD {
            s.trick.best = card;
            s.trick.tied = 1 << seat;
            s.winner = seat;
            return;
        }
        let best = usize::from(s.trick.best);
        let better = if phase.high_card_wins {
            context.beaten_by[best]
        } else {
            context.beaten_by_low[best]
        };
        if better & bit(card) != 0 {
            s.trick.best = card;
            s.trick.tied = 1 << seat;
            s.winner = seat;
        } else if context.equal[best] & bit(card) != 0 {
            match phase.tie {
                TrickTie::First => {}
                TrickTie::Last => {
                    s.trick.best = card;
                    s.winner = seat;
                }
                TrickTie::Battle => s.trick.tied |= 1 << seat,
            }
        }
    }

    /// Whether a card is one that others must follow, if it is led.
    #[inline(always)]
    fn says_what_to_follow(&self, s: &State, phase: &TrickPhase, seat: u8, card: CardId) -> bool {
        match phase.open_lead {
            Some(cards) => Env::new(self, s, seat).select(cards) & bit(card) == 0,
            None => true,
        }
    }

    /// Notes which suit a card has failed to follow, if any.
    #[inline(never)]
    pub(super) fn note_failure(&self, s: &mut State, seat: u8, card: CardId) {
        if s.trick.led == NO_CARD {
            return;
        }
        let suit = &self.context(s).suit;
        let led = match suit[usize::from(s.trick.led)] {
            led if led < self.tables.suits => led,
            _ => s.named_suit,
        };
        if led < self.tables.suits && suit[usize::from(card)] != led {
            s.registers[self.layout.failed + usize::from(led)] |= 1 << seat;
        }
    }

    #[inline(always)]
    fn next_to_play(&self, s: &mut State, rng: &mut Rng, phase: &TrickPhase, seat: u8) {
        if s.trick.left == 0 {
            self.all_have_played(s, rng, phase);
            return;
        }
        let next = self.first_of(s, s.trick.left, self.step(s, seat));
        s.frame().seat = next;
        s.frame().stage = NEXT_SEAT;
        if s.trial == 0 && !self.judges_steps {
            self.reach_seat(s, rng, phase);
        }
    }

    fn all_have_played(&self, s: &mut State, rng: &mut Rng, phase: &TrickPhase) {
        if phase.tie == TrickTie::Battle && s.trick.tied.count_ones() > 1 {
            if s.signal == Signal::None {
                match self.battle(s, phase) {
                    Battle::GoesOn => s.frame().stage = NEXT_SEAT,
                    Battle::Won => self.end_trick(s, rng, phase, true),
                    Battle::NobodyLeft => self.end_trick(s, rng, phase, false),
                }
            }
        } else {
            self.end_trick(s, rng, phase, true);
        }
    }

    /// Those who tie lay cards face down and play another one.
    fn battle(&self, s: &mut State, phase: &TrickPhase) -> Battle {
        let tied = s.trick.tied;
        let mut able = 0u16;
        for seat in crate::game::judge::seats(tied) {
            if self.trick_cards(s, phase, seat) != 0 {
                able |= 1 << seat;
            }
        }
        match able.count_ones() {
            0 => return Battle::NobodyLeft,
            1 => {
                s.winner = able.trailing_zeros() as u8;
                return Battle::Won;
            }
            _ => {}
        }
        let mut seat = self.first_of(s, able, s.leader);
        for _ in 0..able.count_ones() {
            self.lay_face_down(s, phase, seat);
            seat = self.first_of(s, able, self.step(s, seat));
        }
        s.trick.best = NO_CARD;
        s.trick.tied = 0;
        s.trick.left = able;
        s.frame().seat = seat;
        Battle::GoesOn
    }

    fn lay_face_down(&self, s: &mut State, phase: &TrickPhase, seat: u8) {
        let trick = self.tables.trick;
        for _ in 0..phase.battle_cards.max(0) {
            let held = self.trick_cards(s, phase, seat);
            if held.count_ones() <= 1 {
                return;
            }
            let zone = self.trick_source(s, phase, seat);
            let card = Env::new(self, s, seat).top_of(zone);
            let from = self.place_of_card(s, zone, card);
            if s.tracking {
                // Among cards without order nobody can tell which was laid but who looks at them.
                let stack = self.is_stack(s, from);
                let followed = if stack { s.placed.who(card) } else { 0 };
                let seen = followed | self.viewers(s, from);
                self.lose_track(s, card, from, trick, seen);
                self.know_only(s, bit(card), seen);
                s.note(Event::Card { card, from, to: trick, seen });
            }
            let stack = self.is_stack(s, from);
            s.take(stack, from, card);
            s.sets[usize::from(trick)] |= bit(card);
            s.trick.covered |= bit(card);
            self.see_top(s, from);
            self.fill_from_beneath(s, from);
            let index = usize::from(s.trick.len);
            s.trick.cards[index] = card;
            s.trick.by[index] = seat;
            s.trick.len += 1;
        }
    }

    /// Everybody turns up a card at the same time; battles and all, it is one turn and one step.
    fn flip_trick(&self, s: &mut State, rng: &mut Rng, phase: &TrickPhase) {
        s.turn = s.leader;
        self.new_turn(s);
        if s.signal != Signal::None {
            return;
        }
        let mut turned_up = Vec::new();
        let taken = loop {
            self.turn_up_cards(s, phase, &mut turned_up);
            if phase.tie != TrickTie::Battle || s.trick.tied.count_ones() <= 1 {
                break s.trick.best != NO_CARD;
            }
            match self.battle(s, phase) {
                Battle::GoesOn => {}
                Battle::Won => break true,
                Battle::NobodyLeft => break false,
            }
        };
        for (number, (seat, card)) in turned_up.into_iter().enumerate() {
            self.card_played(s, rng, seat, card, number == 0);
        }
        self.end_trick(s, rng, phase, taken);
    }

    /// All who are still in a trick turn up the top card of their piles.
    fn turn_up_cards(&self, s: &mut State, phase: &TrickPhase, turned_up: &mut Vec<(u8, CardId)>) {
        let mut seat = s.innermost().seat;
        while s.trick.left != 0 {
            seat = self.first_of(s, s.trick.left, seat);
            let (card, from) = match *self.lowered.place(phase.source) {
                Place::Own { zone, .. } => {
                    let place = self.tables.place(usize::from(zone), seat);
                    (s.top(self.tables.zones[usize::from(zone)].stack, place), place)
                }
                _ => {
                    let zone = self.trick_source(s, phase, seat);
                    let card = Env::new(self, s, seat).top_of(zone);
                    (card, self.place_of_card(s, zone, card))
                }
            };
            if card == NO_CARD || from == NOWHERE {
                // Others have taken the last card of a common pile.
                s.trick.left &= !(1 << seat);
                continue;
            }
            self.lay(s, phase, seat, card, from);
            turned_up.push((seat, card));
        }
    }

    fn end_trick(&self, s: &mut State, rng: &mut Rng, phase: &TrickPhase, taken: bool) {
        let cards = &s.trick.cards[..usize::from(s.trick.len)];
        let set = cards.iter().fold(0, |set, card| set | bit(*card));
        s.tricks_played += 1;
        s.check = self.judges_steps;
        if !taken {
            s.winner = NOBODY;
            s.trick.len = 0;
            // The same player leads again.
            s.frame().seat = s.leader;
            s.frame().stage = AFTER_TRICK;
            return;
        }
        let winner = s.winner;
        s.tricks[usize::from(winner)] = s.tricks[usize::from(winner)].saturating_add(1);
        s.took_last = winner;
        s.last_taker = winner;
        s.turn = winner;
        s.note(Event::Trick { winner, number: s.trick_number });
        self.collect(s, phase, set);
        s.trick.len = 0;
        let mut over = false;
        if !phase.after_trick.is_empty() {
            self.act(s, rng, &phase.after_trick, winner);
            over = s.end_phase;
            s.end_phase = false;
        }
        self.score_cards(s, ScoringTrigger::TrickWin, set, winner);
        self.moment(s, rng, Moment::TrickEnd, set, winner);
        if s.signal != Signal::None {
            return;
        }
        let next = Env::new(self, s, winner).seat(phase.next_leader);
        s.frame().seat = next;
        // Wins are judged before it is seen what follows.
        s.frame().stage = if over { OVER } else { AFTER_TRICK };
        if !over && !self.judges_steps {
            self.see_what_follows(s, rng, phase);
        }
    }

    /// After a trick: the phase is over, or another trick follows.
    #[inline(always)]
    fn see_what_follows(&self, s: &mut State, rng: &mut Rng, phase: &TrickPhase) {
        let over = !self.lowered.never(phase.until) && self.holds(s, s.turn, phase.until);
        if over || (self.judges_steps && self.able_to_play(s, phase) == 0) {
            self.finish(s, rng);
        } else {
            s.frame().stage = NEXT_TRICK;
        }
    }

    /// The cards of a trick go to where they belong.
    #[inline(always)]
    fn collect(&self, s: &mut State, phase: &TrickPhase, set: CardSet) {
        let trick = self.tables.trick;
        let winner = s.winner;
        if let (true, true, Place::OfWinner { zone }) =
            (self.all_follow(s, set), phase.keep.is_empty(), *self.lowered.place(phase.collect_to))
        {
            let place = self.place_of_owner(usize::from(zone), winner);
            let taker = self.seat_of_hand(s, place);
            if s.tracking && taker != NOBODY {
                s.lacks[usize::from(taker)] &= !set;
            }
            let stack = self.tables.zones[usize::from(zone)].stack;
            s.sets[usize::from(trick)] &= !set;
            if stack {
                self.stack_up(s, phase, place);
            } else {
                s.sets[usize::from(place)] |= set;
            }
            return;
        }
        let len = usize::from(s.trick.len);
        let (cards, by) = (s.trick.cards, s.trick.by);
        let own_first = phase.collect_order == CollectOrder::WinnerFirst;
        let passes: &[Option<bool>] = if own_first { &[Some(true), Some(false)] } else { &[None] };
        for pass in passes {
            for (card, seat) in cards[..len].iter().zip(&by[..len]) {
                if pass.is_none_or(|own| own == (*seat == winner)) {
                    let (to, below) = self.collected(s, phase, *card, *seat);
                    if to != NOWHERE {
                        self.put_away(s, *card, to, below);
                    }
                }
            }
        }
    }

    /// Whether it makes no difference to anybody's knowledge where some cards go, and nobody notes it.
    #[inline(always)]
    fn all_follow(&self, s: &State, cards: CardSet) -> bool {
        let all = self.everybody();
        !s.tracking || (!s.noting && cards & !(s.placed.common(all) & s.known.common(all)) == 0)
    }

    /// Puts the cards of the trick on a stack, in their order.
    fn stack_up(&self, s: &mut State, phase: &TrickPhase, place: u16) {
        let len = usize::from(s.trick.len);
        let winner = s.winner;
        let own_first = phase.collect_order == CollectOrder::WinnerFirst;
        for pass in 0..if own_first { 2 } else { 1 } {
            for index in 0..len {
                let own = s.trick.by[index] == winner;
                if own_first && own != (pass == 0) {
                    continue;
                }
                let card = s.trick.cards[index];
                if phase.collect_to_bottom {
                    s.put_below(true, place, card);
                } else {
                    s.put(true, place, card);
                }
            }
        }
    }

    fn collected(&self, s: &mut State, phase: &TrickPhase, card: CardId, seat: u8) -> (u16, bool) {
        for keep in &phase.keep {
            let env = Env::new(self, s, seat);
            if env.select(keep.cards) & bit(card) != 0 {
                let zone = env.zone(keep.to);
                return (self.place_for(s, zone, card), false);
            }
        }
        let zone = Env::new(self, s, s.winner).zone(phase.collect_to);
        (self.place_for(s, zone, card), phase.collect_to_bottom)
    }

    fn put_away(&self, s: &mut State, card: CardId, to: u16, below: bool) {
        let trick = self.tables.trick;
        if s.tracking {
            // Whoever saw the card knows where it goes; its order in a covered pile as well.
            let seen = s.placed.who(card) | self.viewers(s, to);
            self.know_only(s, bit(card), seen);
            s.note(Event::Card { card, from: trick, to, seen });
            let taker = self.seat_of_hand(s, to);
            if taker != NOBODY && seen == self.everybody() {
                self.learn_gain(s, to, card);
            } else if taker != NOBODY {
                s.lacks[usize::from(taker)] &= self.public_elsewhere(s, trick);
            }
        }
        s.sets[usize::from(trick)] &= !bit(card);
        let stack = self.is_stack(s, to);
        if below {
            s.put_below(stack, to, card);
        } else {
            s.put(stack, to, card);
        }
    }

    /// What everybody learns from a card that does not satisfy a duty: its player could not.
    fn learn_from_card(&self, s: &mut State, phase: &TrickPhase, seat: u8, card: CardId) {
        if phase.choose != Choose::Pick {
            return;
        }
        let env = Env::new(self, s, seat);
        let mut lacking = 0;
        let within = match phase.playable {
            Some(id) if env.select(id) & bit(card) == 0 => {
                lacking |= env.select(id);
                self.tables.all
            }
            Some(id) => env.select(id),
            None => self.tables.all,
        };
        let duties = if s.trick.led == NO_CARD { &phase.lead } else { &phase.follow };
        for duty in duties {
            let bound = env.select(duty.cards) & within;
            if bound & bit(card) != 0 {
                break;
            }
            if env.holds(duty.when) {
                lacking |= bound;
            }
        }
        self.learn_lack(s, seat, lacking);
    }
}

/// What comes of a tie.
enum Battle {
    /// Those who tie play on.
    GoesOn,
    /// Only one of them has a card left and wins the trick.
    Won,
    /// None of them has: nobody takes the trick.
    NobodyLeft,
}
