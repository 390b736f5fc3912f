//! Capturing: a card takes cards from the table and goes with them, or stays there.
//!
//! The card is chosen first. If it can take in several ways, the player then picks cards of the table one
//! at a time, as long as more than one way is left.

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, bit, lowest, size};
use crate::game::chooser::Chooser;
use crate::game::judge::{Env, NOWHERE, ZoneRef};
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::tables::NOBODY;
use crate::program::parts::*;

/// Stages of the phase.
const NEXT: u8 = 0;
const SHARE: u8 = 1;
const CARD: u8 = 2;
const TAKE: u8 = 3;

/// The highest value a card can have; the language allows no higher one.
const MOST_VALUE: i32 = 10_000;
/// As many bits as there are sums up to the highest value.
const WORDS: usize = MOST_VALUE as usize / 64 + 1;

/// What a card may take.
struct Prey<'a> {
    /// What each card is worth.
    values: &'a [i32; 128],
    /// What the capturing card is worth.
    value: i32,
    /// The cards it may take alone.
    equal: CardSet,
    /// The cards that may be part of a sum; each is worth less than the capturing card.
    parts: CardSet,
}

impl Prey<'_> {
    fn sum(&self, cards: CardSet) -> i32 {
        Cards(cards).fold(0, |sum, card| sum + self.values[usize::from(card)])
    }
}

/// For each sum, whether cards can make it in one way at least, and whether in two at least.
struct Ways<const WORDS: usize> {
    one: [u64; WORDS],
    two: [u64; WORDS],
    words: usize,
}

impl<const WORDS: usize> Ways<WORDS> {
    /// No cards: only the sum of nothing; sums beyond `most` are not looked at.
    fn none(most: i32) -> Self {
        let mut ways = Self { one: [0; WORDS], two: [0; WORDS], words: most as usize / 64 + 1 };
        ways.one[0] = 1;
        ways
    }

    /// Any number of some cards with the same face and value may be taken, too.
    fn add(&mut self, value: i32, copies: usize) {
        for word in (0..self.words).rev() {
            let (mut one, mut two) = (self.one[word], self.two[word]);
            for taken in 1..=copies {
                let by = taken * value as usize;
                if by / 64 > word {
                    break;
                }
                let more = shifted(&self.one, word, by);
                two |= shifted(&self.two, word, by) | (one & more);
                one |= more;
            }
            (self.one[word], self.two[word]) = (one, two);
        }
    }

    /// In how many ways a sum can be made; two stands for more as well.
    fn count(&self, sum: i32) -> usize {
        let (word, place) = (sum as usize / 64, sum as usize % 64);
        let set = |bits: &[u64; WORDS]| usize::from(bits[word] >> place & 1 != 0);
        set(&self.one) + set(&self.two)
    }
}

/// One word of a row of bits that is shifted up by no more than comes from below that word.
fn shifted(bits: &[u64], word: usize, by: usize) -> u64 {
    let (whole, part) = (by / 64, by % 64);
    let high = bits[word - whole] << part;
    if part == 0 || word == whole { high } else { high | bits[word - whole - 1] >> (64 - part) }
}

impl Game {
    pub(in crate::game) fn capture_step<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        phase: &CapturePhase,
    ) {
        match s.innermost().stage {
            NEXT => {
                if !self.next_share(s) {
                    self.finish(s, rng);
                }
            }
            SHARE => {
                let env = Env::new(self, s, s.innermost().seat);
                if self.is_closed(s) || env.cards_of(env.zone(phase.source)) == 0 {
                    if self.asks_anyway(s) {
                        return;
                    }
                    s.failed |= s.trial > 0;
                    self.share_done(s);
                } else {
                    s.frame().stage = CARD;
                    s.waiting = Waiting::Decision;
                    if C::AT_HAND && self.is_only_a_card(s) {
                        let env = Env::new(self, s, s.innermost().seat);
                        let cards = self.faces(env.cards_of(env.zone(phase.source)));
                        if let Some(action) = self.choose_card(s, rng, chooser, cards, false) {
                            self.count_decision(s, action);
                            self.capture_decide(s, rng, phase, action);
                        }
                    }
                }
            }
            _ => s.waiting = Waiting::Decision,
        }
    }

    pub(in crate::game) fn capture_moves(
        &self,
        s: &State,
        phase: &CapturePhase,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        let env = Env::new(self, s, seat);
        let cards = env.cards_of(env.zone(phase.source));
        out.extend(Cards(self.faces(cards)).map(Move::card));
    }

    pub(in crate::game) fn capture_list(
        &self,
        s: &State,
        phase: &CapturePhase,
        out: &mut Vec<Move>,
    ) {
        let frame = s.innermost();
        if frame.stage != TAKE {
            self.capture_moves(s, phase, frame.seat, out);
            return;
        }
        let prey = self.prey(s, phase, frame.seat, frame.index as CardId);
        let open = self.next_prey(&prey, s.selection);
        out.extend(Cards(open).map(|card| Move { c: 1, ..Move::card(card) }));
        if !phase.mandatory && s.selection == 0 {
            out.push(Move::plain(Kind::Done));
        }
    }

    pub(in crate::game) fn capture_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &CapturePhase,
        action: Move,
    ) {
        if s.innermost().stage != TAKE {
            s.frame().index = u16::from(action.card);
            s.selection = 0;
        } else if action.kind == Kind::Done {
            self.play_and_take(s, rng, phase, 0);
            return;
        } else {
            s.selection |= bit(action.card);
        }
        self.choose_prey(s, rng, phase);
    }

    /// Goes on with a capture until it is complete or the player has to choose.
    fn choose_prey(&self, s: &mut State, rng: &mut Rng, phase: &CapturePhase) {
        let frame = *s.innermost();
        let prey = self.prey(s, phase, frame.seat, frame.index as CardId);
        let mut taken = s.selection;
        loop {
            if taken != 0 && prey.sum(taken) == prey.value {
                break;
            }
            match self.ways_left(&prey, taken) {
                0 => break,
                1 if phase.mandatory || taken != 0 => {
                    taken |= bit(lowest(self.next_prey(&prey, taken)));
                }
                _ => {
                    s.selection = taken;
                    s.selecting = true;
                    s.frame().stage = TAKE;
                    return;
                }
            }
        }
        self.play_and_take(s, rng, phase, taken);
    }

    // --- what can be taken -----------------------------------------------------------------------

    /// What a card may take from the table.
    fn prey<'a>(&'a self, s: &State, phase: &CapturePhase, seat: u8, card: CardId) -> Prey<'a> {
        let values = &self.context(s).points[phase.values.index()];
        let mut prey = Prey { values, value: values[usize::from(card)], equal: 0, parts: 0 };
        if !(1..=MOST_VALUE).contains(&prey.value) {
            return prey;
        }
        let env = Env::new(self, s, seat);
        for other in Cards(env.cards_of(env.zone(phase.table)) & !bit(card)) {
            let value = values[usize::from(other)];
            if value == prey.value {
                prey.equal |= bit(other);
            } else if (1..prey.value).contains(&value) {
                prey.parts |= bit(other);
            }
        }
        if !phase.by.contains(&CaptureBy::Equal) {
            prey.equal = 0;
        }
        if !phase.by.contains(&CaptureBy::Sum) || (phase.exact_first && prey.equal != 0) {
            prey.parts = 0;
        }
        prey
    }

    /// In how many ways a capture with the cards taken so far can be completed; two stands for more
    /// as well. Cards with the same face make no difference.
    fn ways_left(&self, prey: &Prey, taken: CardSet) -> usize {
        if !(1..=MOST_VALUE).contains(&prey.value) {
            return 0;
        }
        let alone = if taken == 0 { size(self.faces(prey.equal)) } else { 0 };
        let sums = self.sums(prey, prey.parts & !taken, prey.value - prey.sum(taken));
        (alone + sums).min(2)
    }

    fn sums(&self, prey: &Prey, pool: CardSet, sum: i32) -> usize {
        if pool == 0 {
            return usize::from(sum == 0);
        }
        // Most sums are small.
        match sum {
            0..64 => self.ways::<1>(prey, pool, sum),
            _ => self.ways::<WORDS>(prey, pool, sum),
        }
    }

    fn ways<const WORDS: usize>(&self, prey: &Prey, pool: CardSet, sum: i32) -> usize {
        let mut ways = Ways::<WORDS>::none(sum);
        for card in Cards(self.faces(pool)) {
            let copies = if self.tables.copies {
                size(pool & self.tables.twins[usize::from(card)])
            } else {
                1
            };
            ways.add(prey.values[usize::from(card)], copies);
        }
        ways.count(sum)
    }

    /// The cards that may be taken next: some capture contains them and those taken so far.
    fn next_prey(&self, prey: &Prey, taken: CardSet) -> CardSet {
        let pool = prey.parts & !taken;
        let left = prey.value - prey.sum(taken);
        let fits = |card: &CardId| {
            let rest = left - prey.values[usize::from(*card)];
            rest >= 0 && self.sums(prey, pool & !bit(*card), rest) > 0
        };
        let parts = Cards(self.faces(pool)).filter(fits).fold(0, |set, card| set | bit(card));
        if taken == 0 { parts | self.faces(prey.equal) } else { parts }
    }

    // --- what then happens -----------------------------------------------------------------------

    /// Plays the chosen card to the table; if it takes cards, it goes away with them.
    fn play_and_take(&self, s: &mut State, rng: &mut Rng, phase: &CapturePhase, taken: CardSet) {
        let frame = *s.innermost();
        let (seat, card) = (frame.seat, frame.index as CardId);
        let env = Env::new(self, s, seat);
        let (table, target) = (env.zone(phase.table), env.zone(phase.target));
        let from = self.place_of_card(s, env.zone(phase.source), card);
        let place = self.place_for(s, table, card);
        if from != NOWHERE && place != NOWHERE {
            let zone = s.piles[usize::from(from)].zone;
            self.carry(s, card, from, place, false);
            self.count_played(s, seat, bit(card), place);
            if taken != 0 {
                self.carry_off(s, table, target, taken);
                self.carry_off(s, ZoneRef { place, ..table }, target, bit(card));
                s.came_from[usize::from(card)] = zone;
                s.last_taker = seat;
                if self.program.game_rules.same_player_on_win {
                    s.again = seat;
                }
            }
        }
        self.act_in_step(s, rng);
        self.score_cards(s, ScoringTrigger::Play, bit(card), seat);
        self.score_cards(s, ScoringTrigger::Capture, taken, seat);
        let moments = [(Moment::Played, bit(card)), (Moment::Captured, taken)];
        self.moments(s, rng, &moments[..if taken == 0 { 1 } else { 2 }], seat);
        self.share_done(s);
        s.check = true;
    }

    /// Takes cards away from one zone to another.
    pub(super) fn carry_off(&self, s: &mut State, from: ZoneRef, to: ZoneRef, cards: CardSet) {
        for card in Cards(cards) {
            let source = self.place_of_card(s, from, card);
            let target = self.place_for(s, to, card);
            if source != NOWHERE && target != NOWHERE {
                self.carry(s, card, source, target, false);
            }
        }
    }

    /// Keeps account of cards that were played; a suit named for the discard pile does not outlast a
    /// card that is played on it.
    pub(super) fn count_played(&self, s: &mut State, seat: u8, cards: CardSet, to: u16) {
        s.mark_played(seat, cards);
        let count = &mut s.played_count[usize::from(seat)];
        *count = count.saturating_add(size(cards) as u8);
        let zone = s.piles.get(usize::from(to)).map_or(NOBODY, |pile| pile.zone);
        self.uncover(s, zone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ways to make a sum by trying every choice of how many to take of each face.
    fn tried(cards: &[(i32, usize)], sum: i32) -> usize {
        match cards.split_first() {
            None => usize::from(sum == 0),
            Some(((value, copies), rest)) => {
                (0..=*copies).map(|taken| tried(rest, sum - value * taken as i32)).sum()
            }
        }
    }

    #[test]
    fn ways_are_counted_up_to_two_as_by_trying_them_all() {
        let decks: [&[(i32, usize)]; 5] = [
            &[(1, 1), (2, 1), (3, 1), (4, 1), (4, 1), (7, 1)],
            &[(3, 3), (5, 2), (9, 1)],
            &[(64, 2), (63, 1), (1, 2), (128, 1)],
            &[(100, 1), (130, 2), (65, 3), (1, 1)],
            &[(5_000, 2), (4_999, 1), (1, 1)],
        ];
        for deck in decks {
            let total: i32 = deck.iter().map(|(value, copies)| value * *copies as i32).sum();
            for sum in 0..=total.min(MOST_VALUE) {
                let mut ways = Ways::<WORDS>::none(sum);
                for (value, copies) in deck {
                    ways.add(*value, *copies);
                }
                assert_eq!(ways.count(sum), tried(deck, sum).min(2), "{sum} of {deck:?}");
            }
        }
    }
}
