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

/// Cards that are taken as a whole and count as one.
#[derive(Clone, Copy)]
struct Heap {
    cards: CardSet,
    worth: i32,
}

/// What lies there to be taken.
struct Spread<'a> {
    /// What each card is worth.
    values: &'a [i32; 128],
    /// The piles that are taken as a whole, and all their cards.
    heaps: Vec<Heap>,
    heaped: CardSet,
    /// The cards of the table.
    cards: CardSet,
}

/// What a card may take, after what it has taken already.
struct Prey<'a> {
    /// What each card is worth.
    values: &'a [i32; 128],
    /// What is wanted for the set in progress.
    left: i32,
    /// Whether something of that set has been picked.
    begun: bool,
    /// Whether a set is complete and none has been begun after it.
    complete: bool,
    /// The cards that are a set alone.
    equal: CardSet,
    /// The cards that may be part of a sum.
    parts: CardSet,
    /// The piles that complete a set alone.
    heaps: Vec<Heap>,
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

/// Whether a card that can take something must.
fn must_take(phase: &CapturePhase) -> bool {
    phase.mandatory || phase.must_take || phase.building
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
                let seat = s.innermost().seat;
                if self.is_closed(s) || !self.can_capture(s, phase, seat) {
                    if self.asks_anyway(s) {
                        return;
                    }
                    s.failed |= s.trial > 0;
                    self.share_done(s);
                } else {
                    s.frame().stage = CARD;
                    s.waiting = Waiting::Decision;
                    let plain = !phase.must_take && !phase.building;
                    if C::AT_HAND && plain && self.is_only_a_card(s) {
                        let cards = self.faces(s, self.captors(s, phase, seat));
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

    /// The cards that may be played, if they can do what is wanted of them.
    fn captors(&self, s: &State, phase: &CapturePhase, seat: u8) -> CardSet {
        let env = Env::new(self, s, seat);
        env.cards_of(env.zone(phase.source))
    }

    fn can_capture(&self, s: &State, phase: &CapturePhase, seat: u8) -> bool {
        if !phase.must_take && !phase.building {
            return self.captors(s, phase, seat) != 0;
        }
        let mut moves = Vec::new();
        self.capture_moves(s, phase, seat, &mut moves);
        !moves.is_empty()
    }

    pub(in crate::game) fn capture_moves(
        &self,
        s: &State,
        phase: &CapturePhase,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        let cards = self.faces(s, self.captors(s, phase, seat));
        if phase.building {
            self.buildings(s, phase, seat, cards, out);
        } else if !phase.must_take {
            out.extend(Cards(cards).map(Move::card));
        } else {
            let spread = self.spread(s, phase, seat);
            let takes = |card: &CardId| {
                let goal = spread.values[usize::from(*card)];
                self.ways_left(&spread.prey(phase, *card, goal, 0)) > 0
            };
            out.extend(Cards(cards).filter(takes).map(Move::card));
        }
    }

    /// The piles to which cards may build, each of the value of its place. Whoever builds must keep a card
    /// of that value.
    fn buildings(
        &self,
        s: &State,
        phase: &CapturePhase,
        seat: u8,
        cards: CardSet,
        out: &mut Vec<Move>,
    ) {
        let env = Env::new(self, s, seat);
        let values = self.values(s, phase);
        let held = env.cards_of(env.zone(phase.source));
        let mut goals = Vec::new();
        env.each_place(env.zone(phase.target), |place| {
            let goal = self.worth_of_place(place);
            let takers = Cards(held).filter(|card| values[usize::from(*card)] == goal);
            match takers.fold(0, |all, card| all | bit(card)) {
                0 => {}
                takers => goals.push((place, goal, takers)),
            }
        });
        if goals.is_empty() {
            return;
        }
        let spread = self.spread(s, phase, seat);
        for card in Cards(cards) {
            for &(place, goal, takers) in &goals {
                if goal >= values[usize::from(card)]
                    && takers & !bit(card) != 0
                    && self.ways_left(&spread.prey(phase, card, goal, 0)) > 0
                {
                    out.push(Move { b: place, ..Move::card(card) });
                }
            }
        }
    }

    /// What a pile is worth: its place among those of its owner; 0 for one that has no such place.
    fn worth_of_place(&self, place: u16) -> i32 {
        let index = usize::from(place);
        let zone = self.tables.zone_of.get(index).map(|zone| usize::from(*zone));
        match zone.and_then(|zone| self.tables.zones.get(zone)) {
            Some(zone) if place >= zone.base && zone.piles > 0 => {
                i32::from((place - zone.base) % zone.piles) + 1
            }
            _ => 0,
        }
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
        let goal = self.goal(s, phase);
        let spread = self.spread(s, phase, frame.seat);
        let prey = spread.prey(phase, frame.index as CardId, goal, s.selection);
        let open = self.next_prey(&prey);
        out.extend(Cards(open).map(|card| Move { c: 1, ..Move::card(card) }));
        if prey.complete || (s.selection == 0 && !must_take(phase)) {
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
            if phase.building {
                s.selection_pile = action.b;
            }
        } else if action.kind == Kind::Done {
            self.play_and_take(s, rng, phase, s.selection);
            return;
        } else {
            let (seat, card) = (s.innermost().seat, action.card);
            let heap =
                self.heaps(s, phase, seat).into_iter().find(|one| one.cards & bit(card) != 0);
            s.selection |= heap.map_or(bit(card), |one| one.cards);
        }
        self.choose_prey(s, rng, phase);
    }

    /// What each set that is picked must be worth.
    fn goal(&self, s: &State, phase: &CapturePhase) -> i32 {
        match phase.building {
            true => self.worth_of_place(s.selection_pile),
            false => self.values(s, phase)[usize::from(s.innermost().index & 127)],
        }
    }

    /// Goes on with a capture until it is complete or the player has to choose.
    fn choose_prey(&self, s: &mut State, rng: &mut Rng, phase: &CapturePhase) {
        let frame = *s.innermost();
        let goal = self.goal(s, phase);
        let mut taken = s.selection;
        let spread = self.spread(s, phase, frame.seat);
        loop {
            let prey = spread.prey(phase, frame.index as CardId, goal, taken);
            let ways = match prey.complete && !phase.several {
                true => 0,
                false => self.ways_left(&prey),
            };
            match ways {
                0 => break,
                1 if prey.begun || (taken == 0 && must_take(phase)) => {
                    let next = lowest(self.next_prey(&prey));
                    let heap = prey.heaps.iter().find(|one| one.cards & bit(next) != 0);
                    taken |= heap.map_or(bit(next), |one| one.cards);
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

    fn values(&self, s: &State, phase: &CapturePhase) -> &[i32; 128] {
        &self.context(s).points[phase.values.index()]
    }

    /// The piles that are taken as a whole.
    fn heaps(&self, s: &State, phase: &CapturePhase, seat: u8) -> Vec<Heap> {
        let mut heaps = Vec::new();
        let Some(zone) = phase.builds else { return heaps };
        let env = Env::new(self, s, seat);
        env.each_place(env.zone(zone), |place| {
            let cards = s.sets[usize::from(place)];
            if cards != 0 {
                heaps.push(Heap { cards, worth: self.worth_of_place(place) });
            }
        });
        heaps
    }

    /// What lies there for a seat to take.
    fn spread(&self, s: &State, phase: &CapturePhase, seat: u8) -> Spread<'_> {
        let heaps = self.heaps(s, phase, seat);
        let heaped = heaps.iter().fold(0, |all, heap| all | heap.cards);
        let env = Env::new(self, s, seat);
        let cards = env.cards_of(env.zone(phase.table));
        Spread { values: self.values(s, phase), heaps, heaped, cards }
    }

    /// In how many ways the set in progress can be completed; two stands for more as well. Cards with
    /// the same face make no difference.
    fn ways_left(&self, prey: &Prey) -> usize {
        let alone = size(self.tables.faces(prey.equal)) + prey.heaps.len();
        let sums = match prey.parts {
            0 => 0,
            parts => self.sums(prey, parts, prey.left),
        };
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
        for card in Cards(self.tables.faces(pool)) {
            let copies = if self.tables.copies {
                size(pool & self.tables.twins[usize::from(card)])
            } else {
                1
            };
            ways.add(prey.values[usize::from(card)], copies);
        }
        ways.count(sum)
    }

    /// The cards that may be taken next: some set contains them and those picked of it so far.
    fn next_prey(&self, prey: &Prey) -> CardSet {
        let pool = prey.parts;
        let fits = |card: &CardId| {
            let rest = prey.left - prey.values[usize::from(*card)];
            rest >= 0 && self.sums(prey, pool & !bit(*card), rest) > 0
        };
        let parts =
            Cards(self.tables.faces(pool)).filter(fits).fold(0, |set, card| set | bit(card));
        let heaps = prey.heaps.iter().fold(0, |set, heap| set | bit(lowest(heap.cards)));
        parts | self.tables.faces(prey.equal) | heaps
    }

    // --- what then happens -----------------------------------------------------------------------

    /// Plays the chosen card to the table; if it takes cards, it goes away with them.
    fn play_and_take(&self, s: &mut State, rng: &mut Rng, phase: &CapturePhase, taken: CardSet) {
        let frame = *s.innermost();
        let (seat, card) = (frame.seat, frame.index as CardId);
        let built = phase.building.then_some(s.selection_pile);
        let env = Env::new(self, s, seat);
        let (table, mut target) = (env.zone(phase.table), env.zone(phase.target));
        if let Some(place) = built {
            target.place = place;
        }
        let builds = phase.builds.map(|zone| env.zone(zone));
        let loose = env.cards_of(table);
        let from = self.place_of_card(s, env.zone(phase.source), card);
        let place = self.place_for(s, table, card);
        if from != NOWHERE && place != NOWHERE {
            let zone = s.piles[usize::from(from)].zone;
            self.carry(s, card, from, place, false);
            self.count_played(s, seat, bit(card), place);
            if taken != 0 {
                for other in Cards(taken) {
                    let source = match builds {
                        Some(builds) if loose & bit(other) == 0 => builds,
                        _ => table,
                    };
                    let there = built.is_some_and(|place| {
                        s.sets.get(usize::from(place)).is_some_and(|pile| pile & bit(other) != 0)
                    });
                    if !there {
                        self.carry_off(s, source, target, bit(other));
                    }
                }
                self.carry_off(s, ZoneRef { place, ..table }, target, bit(card));
                s.came_from[usize::from(card)] = zone;
                if built.is_none() {
                    s.last_taker = seat;
                    if self.program.game_rules.same_player_on_win {
                        s.again = seat;
                    }
                }
            }
        }
        let taken = if built.is_some() { 0 } else { taken };
        self.act_in_step(s, rng);
        self.score_cards(s, ScoringTrigger::Play, bit(card), seat);
        self.score_cards(s, ScoringTrigger::Capture, taken, seat);
        let moments = [(Moment::Played, bit(card)), (Moment::Captured, taken)];
        self.moments(s, rng, &moments[..if taken == 0 { 1 } else { 2 }], seat);
        self.share_done(s);
        s.check = self.judges_steps;
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

impl<'a> Spread<'a> {
    /// What a card may take beside what it has taken, where each set is worth `goal`.
    fn prey(&self, phase: &CapturePhase, card: CardId, goal: i32, taken: CardSet) -> Prey<'a> {
        let values = self.values;
        let (equal, parts, heaps) = (0, 0, Vec::new());
        let mut prey =
            Prey { values, left: goal, begun: false, complete: false, equal, parts, heaps };
        let own = values[usize::from(card)];
        if !(1..=MOST_VALUE).contains(&own) || !(own..=MOST_VALUE).contains(&goal) {
            return prey;
        }
        let worth =
            |cards: CardSet| Cards(cards).fold(0, |sum, card| sum + values[usize::from(card)]);
        // A card that builds higher than itself is part of the first set.
        let first = if own < goal { own } else { 0 };
        let joins = first > 0 && taken == 0;
        let mut total = first;
        if taken != 0 {
            let whole = self.heaps.iter().filter(|heap| heap.cards & taken != 0);
            total += whole.map(|heap| heap.worth).sum::<i32>() + worth(taken & !self.heaped);
        }
        prey.left = goal - total % goal;
        prey.begun = taken != 0 && prey.left != goal;
        prey.complete = taken != 0 && prey.left == goal;
        let most = if joins { goal - own } else { goal - 1 };
        for other in Cards(self.cards & !bit(card) & !taken & !self.heaped) {
            let value = values[usize::from(other)];
            if value == goal {
                prey.equal |= bit(other);
            } else if (1..=most).contains(&value) {
                prey.parts |= bit(other);
            }
        }
        let alone = prey.left == goal && phase.by.contains(&CaptureBy::Equal);
        let sums = phase.by.contains(&CaptureBy::Sum);
        let fitting = self.heaps.iter().filter(|heap| {
            let fits = match joins {
                true => sums && heap.worth == goal - own && worth(heap.cards) <= heap.worth,
                false => alone && heap.worth == goal,
            };
            fits && heap.cards & (taken | bit(card)) == 0
        });
        prey.heaps.extend(fitting);
        if !alone {
            prey.equal = 0;
        }
        if !sums || (phase.exact_first && alone && (prey.equal != 0 || !prey.heaps.is_empty())) {
            prey.parts = 0;
        }
        prey
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
