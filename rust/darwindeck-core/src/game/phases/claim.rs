//! Claims: cards are laid face down and said to be of a rank; the others may challenge that.

use crate::game::Game;
use crate::game::cards::{CardSet, Cards, NO_CARD, bit, size};
use crate::game::events::Event;
use crate::game::judge::{Env, NOWHERE};
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::NOBODY;
use crate::program::parts::{ClaimPhase, ClaimRankMode, Moment, ScoringTrigger};

/// Stages of the phase.
const NEXT: u8 = 0;
const SHARE: u8 = 1;
const CARDS: u8 = 2;
const RANK: u8 = 3;
const ASKED: u8 = 4;

impl Game {
    pub(in crate::game) fn claim_step(&self, s: &mut State, rng: &mut Rng, phase: &ClaimPhase) {
        match s.innermost().stage {
            NEXT => {
                if !self.next_share(s) {
                    self.finish(s, rng);
                }
            }
            SHARE => {
                let seat = s.innermost().seat;
                if self.is_closed(s) || self.claimable(s, phase, seat) == 0 {
                    if self.asks_anyway(s) {
                        return;
                    }
                    s.failed |= s.trial > 0;
                    self.share_done(s);
                    return;
                }
                s.claim_rank = self.rank_due(s, phase);
                s.frame().stage = CARDS;
                s.waiting = Waiting::Decision;
            }
            _ => s.waiting = Waiting::Decision,
        }
    }

    /// The cards a seat may choose from; none, if it has fewer than it must lay.
    fn claimable(&self, s: &State, phase: &ClaimPhase, seat: u8) -> CardSet {
        let env = Env::new(self, s, seat);
        let cards = env.cards_of(env.zone(phase.source));
        if size(cards) < least(phase) { 0 } else { cards }
    }

    /// The rank that has to be said; where the player names one, the one said last.
    fn rank_due(&self, s: &State, phase: &ClaimPhase) -> u8 {
        let start = phase.starting_rank.0;
        match phase.rank_mode {
            ClaimRankMode::PlayerChoice => s.claim_rank,
            ClaimRankMode::Fixed => phase.fixed_rank.map_or(start, |rank| rank.0),
            ClaimRankMode::Sequential => {
                let order = &self.context(s).order;
                let first = order.iter().position(|rank| *rank == start).unwrap_or(0);
                let place = (first + s.claims.max(0) as usize) % order.len().max(1);
                order.get(place).copied().unwrap_or(start)
            }
        }
    }

    // --- what may be decided ---------------------------------------------------------------------

    pub(in crate::game) fn claim_moves(
        &self,
        s: &State,
        phase: &ClaimPhase,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        let cards = self.claimable(s, phase, seat);
        out.extend(Cards(self.faces(s, cards)).map(Move::card));
    }

    pub(in crate::game) fn claim_list(&self, s: &State, phase: &ClaimPhase, out: &mut Vec<Move>) {
        let frame = s.innermost();
        match frame.stage {
            ASKED => {
                out.push(Move::plain(Kind::Accept));
                out.push(Move::plain(Kind::Challenge));
            }
            RANK => {
                let there = (0u16..).zip(&self.tables.of_rank).filter(|(_, cards)| **cards != 0);
                out.extend(there.map(|(rank, _)| Move { a: rank, ..Move::plain(Kind::Rank) }));
            }
            _ => {
                let cards = self.claimable(s, phase, frame.seat) & !s.selection;
                out.extend(Cards(self.faces(s, cards)).map(Move::card));
                if size(s.selection) >= least(phase) {
                    out.push(Move::plain(Kind::Done));
                }
            }
        }
    }

    pub(in crate::game) fn claim_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &ClaimPhase,
        action: Move,
    ) {
        let seat = s.innermost().seat;
        match action.kind {
            Kind::Card => {
                s.selection |= bit(action.card);
                s.selecting = true;
                let most = usize::try_from(phase.max_cards).unwrap_or(0).max(least(phase));
                let left = self.claimable(s, phase, seat) & !s.selection;
                let forced = size(s.selection) + size(left) == least(phase) && !self.tables.copies;
                if forced {
                    s.selection |= left;
                }
                if forced || left == 0 || size(s.selection) >= most {
                    self.cards_chosen(s, rng, phase);
                }
            }
            Kind::Done => self.cards_chosen(s, rng, phase),
            Kind::Rank => {
                s.claim_rank = action.a as u8;
                self.lay_claim(s, rng, phase);
            }
            Kind::Challenge => self.settle_challenge(s, rng, phase, seat),
            _ => self.ask_about_claim(s, rng, phase),
        }
    }

    // --- laying cards ----------------------------------------------------------------------------

    fn cards_chosen(&self, s: &mut State, rng: &mut Rng, phase: &ClaimPhase) {
        if phase.rank_mode == ClaimRankMode::PlayerChoice {
            s.frame().stage = RANK;
        } else {
            self.lay_claim(s, rng, phase);
        }
    }

    fn lay_claim(&self, s: &mut State, rng: &mut Rng, phase: &ClaimPhase) {
        let seat = s.innermost().seat;
        let cards = s.selection;
        let env = Env::new(self, s, seat);
        let (source, target) = (env.zone(phase.source), env.zone(phase.target));
        // Who knows that a card is in the hand does not see that it is the one laid down.
        self.each_place(s, source, |game, s, place| {
            if !game.is_stack(s, place) {
                game.forget_order(s, place);
            }
        });
        self.carry_off(s, source, target, cards);
        self.count_played(s, seat, cards, target.place);
        self.uncover(s, target.zone);
        let (count, rank) = (size(cards) as u8, s.claim_rank);
        s.note(Event::Claim { seat, count, rank });
        s.claims = s.claims.saturating_add(1);
        s.selection = 0;
        s.selecting = false;
        s.picks[usize::from(seat)] = cards;
        s.frame().count = i32::from(count);
        s.answered = 1 << seat;
        if phase.allow_challenge {
            self.ask_about_claim(s, rng, phase);
        } else {
            self.claim_settled(s, rng, cards);
        }
    }

    /// The cards just laid: the topmost of a pile with order, otherwise those that were noted.
    fn just_laid(&self, s: &State, phase: &ClaimPhase) -> CardSet {
        let claimer = claimer(s);
        let noted = s.picks[usize::from(claimer)];
        let place = Env::new(self, s, claimer).zone(phase.target).place;
        if place == NOWHERE || !self.is_stack(s, place) {
            return noted;
        }
        let (mut set, mut card) = (0, s.top(true, place));
        for _ in 0..s.innermost().count {
            if card == NO_CARD {
                break;
            }
            set |= bit(card);
            card = s.below[usize::from(card)];
        }
        set
    }

    // --- challenges ------------------------------------------------------------------------------

    /// Asks the next of the others whether they challenge; if all have let it stand, it does.
    fn ask_about_claim(&self, s: &mut State, rng: &mut Rng, phase: &ClaimPhase) {
        let left = self.tables.everyone & s.active & !s.out & !s.answered;
        let next = self.first_of(s, left, self.step(s, s.innermost().seat));
        if next == NOBODY {
            let cards = self.just_laid(s, phase);
            self.claim_settled(s, rng, cards);
            return;
        }
        s.answered |= 1 << next;
        s.turn = next;
        s.frame().seat = next;
        s.frame().stage = ASKED;
        self.count_turn(s);
    }

    /// The cards are shown; whoever was wrong takes the pile.
    fn settle_challenge(&self, s: &mut State, rng: &mut Rng, phase: &ClaimPhase, by: u8) {
        let seat = claimer(s);
        let cards = self.just_laid(s, phase);
        let named = self.tables.of_rank.get(usize::from(s.claim_rank)).copied().unwrap_or(0);
        let honest = cards & !named == 0;
        s.note(Event::Challenge { seat, by, honest });
        self.show_claim(s, phase, cards);
        if phase.pile_penalty {
            self.take_claimed_pile(s, phase, if honest { by } else { seat });
        }
        self.claim_settled(s, rng, cards);
    }

    fn show_claim(&self, s: &mut State, phase: &ClaimPhase, cards: CardSet) {
        self.reveal(s, cards);
        let target = Env::new(self, s, claimer(s)).zone(phase.target);
        for card in Cards(cards) {
            let place = self.place_of_card(s, target, card);
            s.note(Event::Shown { place, card });
        }
    }

    fn take_claimed_pile(&self, s: &mut State, phase: &ClaimPhase, loser: u8) {
        let pile = Env::new(self, s, claimer(s)).zone(phase.target);
        let env = Env::new(self, s, loser);
        let hand = match self.program.known.hand {
            Some(hand) => env.zone_of(hand, env.who),
            None => env.zone(phase.source),
        };
        let cards = env.cards_of(pile);
        self.carry_off(s, pile, hand, cards);
    }

    /// Nothing more can happen to a claim: only now its cards count as played.
    fn claim_settled(&self, s: &mut State, rng: &mut Rng, cards: CardSet) {
        let seat = claimer(s);
        s.frame().seat = seat;
        s.turn = seat;
        s.picks[usize::from(seat)] = 0;
        self.act_in_step(s, rng);
        self.score_cards(s, ScoringTrigger::Play, cards, seat);
        self.moment(s, rng, Moment::Played, cards, seat);
        self.share_done(s);
        s.check = self.judges_steps;
    }
}

/// How many cards must be laid.
fn least(phase: &ClaimPhase) -> usize {
    usize::try_from(phase.min_cards).unwrap_or(0).max(1)
}

/// Whose claim it is, whoever is asked about it.
fn claimer(s: &State) -> u8 {
    let frame = s.innermost();
    frame.order.get(frame.at.saturating_sub(1))
}
