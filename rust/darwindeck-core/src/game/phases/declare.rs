//! Declarations: combinations in the hand that score, and whose are the best.

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, bit, lowest, size};
use crate::game::events::Event;
use crate::game::judge::Env;
use crate::game::moves::{Kind, Move};
use crate::game::patterns::{self, Faces, Shape};
use crate::game::rng::Rng;
use crate::game::state::{Declaration, State, Waiting};
use crate::game::tables::NOBODY;
use crate::game::work;
use crate::program::ids::PatternId;
use crate::program::parts::*;

/// Stages of the phase.
const NEXT: u8 = 0;
const SHARE: u8 = 1;
const DECIDE: u8 = 2;

/// The work of finding a combination.
const COMBINATION: u32 = 8;
/// Moves have numbers for so many combinations of one pattern.
const MOST: usize = u16::MAX as usize;

impl Game {
    pub(in crate::game) fn declare_step(&self, s: &mut State, rng: &mut Rng, phase: &DeclarePhase) {
        match s.innermost().stage {
            NEXT => {
                if !self.next_share(s) {
                    self.finish(s, rng);
                }
            }
            SHARE if phase.automatic => {
                let seat = s.innermost().seat;
                if self.could_declare(s, phase, seat) {
                    self.declare_all(s, phase, seat);
                }
                self.act_in_step(s, rng);
                self.share_done(s);
                s.check = self.judges_steps;
            }
            SHARE => {
                let mut list = std::mem::take(&mut s.scratch);
                list.clear();
                if !self.is_closed(s) {
                    self.declare_list(s, phase, &mut list);
                }
                // More than to be done.
                let open = list.len() > 1;
                s.scratch = list;
                if !open {
                    if !self.asks_anyway(s) {
                        self.share_done(s);
                    }
                } else {
                    s.frame().stage = DECIDE;
                    s.listed = true;
                    s.waiting = Waiting::Decision;
                }
            }
            _ => s.waiting = Waiting::Decision,
        }
    }

    pub(in crate::game) fn declare_list(
        &self,
        s: &State,
        phase: &DeclarePhase,
        out: &mut Vec<Move>,
    ) {
        let seat = s.innermost().seat;
        let may = self.may_declare_more(s, phase, seat);
        let sets = if may { self.sets_to_declare(s, phase, seat) } else { Vec::new() };
        for (id, found) in sets {
            out.extend(found.into_iter().enumerate().map(|(place, set)| Move {
                card: lowest(set),
                a: id.0,
                b: place as u16,
                ..Move::plain(Kind::Declare)
            }));
        }
        out.push(Move::plain(Kind::Done));
    }

    pub(in crate::game) fn declare_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &DeclarePhase,
        action: Move,
    ) {
        let seat = s.innermost().seat;
        let (pattern, place) = (PatternId(action.a), usize::from(action.b));
        let open = action.kind == Kind::Declare
            && phase.patterns.contains(&pattern)
            && self.may_declare_more(s, phase, seat);
        let sets = match open {
            true if is_of_largest(phase) => {
                let all = self.sets_to_declare(s, phase, seat);
                all.into_iter().find(|(id, _)| *id == pattern).map(|(_, sets)| sets)
            }
            true => Some(self.sets_of_pattern(s, phase, seat, pattern)),
            false => None,
        };
        let Some(cards) = sets.and_then(|sets| sets.get(place).copied()) else {
            self.act_in_step(s, rng);
            self.share_done(s);
            s.check = self.judges_steps;
            return;
        };
        let before = s.declarations.len();
        let shown = is_shown(phase.announce);
        let number = s.innermost().phase;
        s.declarations.push(Declaration {
            seat,
            pattern,
            cards,
            phase: number,
            counts: true,
            shown,
        });
        if shown {
            self.reveal(s, cards);
        }
        if phase.announce != Announce::OnLastCard {
            s.note(Event::Declared { seat, pattern: pattern.0, shown, cards });
        }
        self.settle_declared(s, phase, before);
        // Where there is any, there is one that is not part of another.
        let any = |id: &PatternId| !self.sets_of_pattern(s, phase, seat, *id).is_empty();
        let more = self.may_declare_more(s, phase, seat) && phase.patterns.iter().any(any);
        if !more && !self.would_ask_anyway(s) {
            self.act_in_step(s, rng);
            self.share_done(s);
        }
    }

    // --- declaring everything --------------------------------------------------------------------

    /// Whether a hand may have anything to declare.
    fn could_declare(&self, s: &State, phase: &DeclarePhase, seat: u8) -> bool {
        let (env, context) = (Env::new(self, s, seat), self.context(s));
        let hand = self.hand_of(s, seat);
        phase.patterns.iter().any(|id| {
            env.holds(self.program.patterns[id.index()].when)
                && !context.shapes[id.index()].is_out_of_reach(&context.faces, hand)
        })
    }

    fn declare_all(&self, s: &mut State, phase: &DeclarePhase, seat: u8) {
        let (before, told) = (s.declarations.len(), s.events.len());
        let (hand, number) = (self.hand_of(s, seat), s.innermost().phase);
        let shown = is_shown(phase.announce);
        self.declare_best(s, seat, &phase.patterns, hand, number, shown);
        if phase.announce == Announce::OnLastCard {
            // Nobody hears of it before the last of its cards is played.
            s.events.truncate(told);
        }
        self.settle_declared(s, phase, before);
    }

    /// Decides which declarations of a phase score, after some more were made.
    fn settle_declared(&self, s: &mut State, phase: &DeclarePhase, before: usize) {
        if s.declarations.len() == before {
            return;
        }
        if phase.announce == Announce::OnLastCard {
            for declaration in &mut s.declarations[before..] {
                declaration.counts = false;
            }
        } else if let Some(contest) = &phase.contest {
            let number = s.declarations[before].phase;
            self.decide_contest(s, contest, number, false);
        }
        s.check = self.judges_steps;
    }

    // --- declaring by choice ---------------------------------------------------------------------

    /// The combinations of each pattern that a player may declare, the largest first.
    fn sets_to_declare(
        &self,
        s: &State,
        phase: &DeclarePhase,
        seat: u8,
    ) -> Vec<(PatternId, Vec<CardSet>)> {
        let of = |id: &PatternId| (*id, self.sets_of_pattern(s, phase, seat, *id));
        let all: Vec<_> = phase.patterns.iter().map(of).collect();
        if !is_of_largest(phase) {
            return all;
        }
        let sets: Vec<CardSet> = all.iter().flat_map(|(_, sets)| sets).copied().collect();
        let whole = |set: &CardSet| !sets.iter().any(|other| other != set && set & !other == 0);
        let only_whole =
            |(id, sets): (PatternId, Vec<CardSet>)| (id, sets.into_iter().filter(whole).collect());
        all.into_iter().map(only_whole).collect()
    }

    /// The combinations of a pattern, also those that are part of others.
    fn sets_of_pattern(
        &self,
        s: &State,
        phase: &DeclarePhase,
        seat: u8,
        id: PatternId,
    ) -> Vec<CardSet> {
        if !self.holds(s, seat, self.program.patterns[id.index()].when) {
            return Vec::new();
        }
        let (context, hand) = (self.context(s), self.hand_of(s, seat));
        let free = hand & !self.used_before(s, seat, id);
        let (_, shape) = self.form(s, id);
        let apart = self.twins_apart(s);
        let twins = apart.as_ref().unwrap_or(&self.tables.twins);
        let mut found = combinations(shape, &context.faces, twins, free);
        for taken_up in self.taken_up(s, phase, seat, id, hand) {
            let from = found.len();
            combine(shape, &context.faces, twins, taken_up, free, &mut found);
            // What is declared again has more cards than before.
            found.retain(|set| *set != taken_up);
            keep_other_faces(&mut found, from, twins);
        }
        if found.len() > MOST {
            work::give_up();
        }
        found.sort_by_key(|set| (std::cmp::Reverse(size(*set)), *set));
        found
    }

    /// Whether somebody has not yet declared as many as they may.
    pub(in crate::game) fn may_declare_more(
        &self,
        s: &State,
        phase: &DeclarePhase,
        seat: u8,
    ) -> bool {
        let Some(limit) = &phase.limit else { return true };
        let frame = s.innermost();
        let side = |seat: u8| match limit.side {
            ContestSide::Team => self.tables.side_of.get(usize::from(seat)).copied(),
            ContestSide::Seat => Some(seat),
        };
        let own =
            |found: &&Declaration| found.phase == frame.phase && side(found.seat) == side(seat);
        let made = s.declarations.iter().skip(usize::from(frame.declared)).filter(own).count();
        (made as i32) < self.int(s, seat, limit.count)
    }

    /// The cards of declarations that a pattern may take up again.
    fn taken_up(
        &self,
        s: &State,
        phase: &DeclarePhase,
        seat: u8,
        pattern: PatternId,
        hand: CardSet,
    ) -> Vec<CardSet> {
        let of = |found: &&Declaration| {
            let extends = |one: &&Extension| one.pattern == pattern && one.of == found.pattern;
            found.seat == seat && phase.extensions.iter().any(|one| extends(&one))
        };
        let held = |cards: &CardSet| cards & !hand == 0;
        s.declarations.iter().filter(of).map(|found| found.cards).filter(held).collect()
    }

    // --- cards laid out --------------------------------------------------------------------------

    /// The cards that lie before their players since they were declared.
    #[inline(never)]
    pub(in crate::game) fn laid_out(&self, s: &State) -> CardSet {
        let lies = |found: &&Declaration| {
            let phase = self.program.phases.get(usize::from(found.phase));
            matches!(phase, Some(Phase::Declare(phase)) if phase.announce == Announce::LaidOut)
        };
        let held = |found: &Declaration| found.cards & self.hand_of(s, found.seat);
        s.declarations.iter().filter(lies).map(held).fold(0, |all, cards| all | cards)
    }

    /// The cards that are alike, where some are laid out and others of their faces are not.
    fn twins_apart(&self, s: &State) -> Option<Vec<CardSet>> {
        let laid = if self.lays_out { self.laid_out(s) } else { 0 };
        let alike = |(card, twins): (usize, &CardSet)| match laid >> card & 1 {
            1 => twins & laid,
            _ => twins & !laid,
        };
        (laid != 0).then(|| self.tables.twins.iter().enumerate().map(alike).collect())
    }

    // --- contests --------------------------------------------------------------------------------

    /// Judges the declarations of a phase against each other.
    fn decide_contest(&self, s: &mut State, contest: &Contest, phase: u16, only_shown: bool) {
        let part: Vec<usize> = (0..s.declarations.len())
            .filter(|index| {
                let declaration = &s.declarations[*index];
                declaration.phase == phase && (declaration.shown || !only_shown)
            })
            .collect();
        let entries: Vec<Entry> =
            part.iter().map(|index| self.entry(s, contest, &s.declarations[*index])).collect();
        for (index, scores) in part.into_iter().zip(scoring(&entries, contest)) {
            s.declarations[index].counts = scores;
        }
    }

    /// Judges anew, by the cards that lie in `s`, contests of which only the kinds were announced. With
    /// `undecided` only those in which nobody has shown anything: what is shown has won.
    pub(in crate::game) fn judge_announced(&self, s: &mut State, undecided: bool) {
        for index in 0..s.declarations.len() {
            let number = s.declarations[index].phase;
            let Some(Phase::Declare(phase)) = self.program.phases.get(usize::from(number)) else {
                continue;
            };
            let of_phase = |found: &&Declaration| found.phase == number;
            let first = s.declarations[..index].iter().find(of_phase).is_none();
            let shown = s.declarations.iter().filter(of_phase).any(|found| found.shown);
            if let Some(contest) = &phase.contest
                && phase.announce == Announce::ClassOnly
                && first
                && !(undecided && shown)
            {
                self.decide_contest(s, contest, number, false);
            }
        }
    }

    fn entry(&self, s: &State, contest: &Contest, declaration: &Declaration) -> Entry {
        let seat = declaration.seat;
        let team = self.tables.side_of.get(usize::from(seat)).copied().unwrap_or(NOBODY);
        let trumps = self.context(s).trumps;
        Entry {
            side: match contest.side {
                ContestSide::Team if team != NOBODY => (true, team),
                _ => (false, seat),
            },
            place: self.position(s, seat),
            priority: self.program.patterns[declaration.pattern.index()].rank_priority,
            rank: match contest.by {
                Some(table) => {
                    let points = &self.context(s).points[table.index()];
                    Cards(declaration.cards).map(|card| points[usize::from(card)]).sum()
                }
                None => i32::from(self.top_place(s, declaration)),
            },
            trumps: contest.trumps_first && declaration.cards & !trumps == 0,
        }
    }

    /// The place of the highest card of a declaration in the sequence order, counted from 1.
    fn top_place(&self, s: &State, declaration: &Declaration) -> u8 {
        let context = self.context(s);
        let pattern = &self.program.patterns[declaration.pattern.index()];
        let wild = pattern.wild.map_or(0, |set| {
            let cards = self.program.card_sets[set.index()].cards;
            context.masks[cards.index()]
        });
        let natural = declaration.cards & !wild;
        let cards = if natural == 0 { declaration.cards } else { natural };
        let places = Cards(cards).fold(0u128, |places, card| {
            match context.sequence[usize::from(self.tables.rank[usize::from(card)])] {
                255 => places,
                place => places | bit(place),
            }
        });
        let wraps = pattern.sequence_wrap && pattern.consecutive;
        highest_place(places, context.order.len() as u8, wraps)
    }

    // --- showing ---------------------------------------------------------------------------------

    /// Whether cards that are played may show something that was declared.
    pub(super) fn shows_later(&self, s: &State) -> bool {
        s.declarations.iter().filter(|declaration| !declaration.shown).any(|declaration| {
            let phase = self.program.phases.get(usize::from(declaration.phase));
            matches!(phase, Some(Phase::Declare(phase)) if !is_shown(phase.announce))
        })
    }

    /// A player has played a card: what they declared may have to be shown now, or comes to count.
    pub(in crate::game) fn show_declarations(&self, s: &mut State, seat: u8, card: CardId) {
        for index in 0..s.declarations.len() {
            let declaration = s.declarations[index];
            if declaration.seat != seat || declaration.shown {
                continue;
            }
            let Some(Phase::Declare(phase)) =
                self.program.phases.get(usize::from(declaration.phase))
            else {
                continue;
            };
            match phase.announce {
                Announce::Now | Announce::LaidOut => {}
                Announce::ClassOnly => self.show_class(s, phase, index),
                Announce::OnLastCard => {
                    let last =
                        declaration.cards & bit(card) != 0 && declaration.cards & !s.played == 0;
                    if last {
                        self.announce_last(s, phase, index);
                    }
                }
            }
        }
    }

    /// Shows a declaration of which only the kind is known, if it scores and the time has come.
    fn show_class(&self, s: &mut State, phase: &DeclarePhase, index: usize) {
        let Declaration { seat, pattern, cards, counts, .. } = s.declarations[index];
        let due = phase.shown_when.is_some_and(|when| self.holds(s, seat, when));
        if counts && due {
            s.declarations[index].shown = true;
            let held = cards & self.hand_of(s, seat);
            self.reveal(s, held);
            s.note(Event::Declared { seat, pattern: pattern.0, shown: true, cards });
        }
    }

    /// The last card of a declaration was played: it is announced and counts.
    fn announce_last(&self, s: &mut State, phase: &DeclarePhase, index: usize) {
        let Declaration { seat, pattern, cards, phase: number, .. } = s.declarations[index];
        s.declarations[index].shown = true;
        s.declarations[index].counts = true;
        s.note(Event::Declared { seat, pattern: pattern.0, shown: true, cards });
        if let Some(contest) = &phase.contest {
            self.decide_contest(s, contest, number, true);
        }
    }
}

/// Whether nothing may be declared that is part of something else.
fn is_of_largest(phase: &DeclarePhase) -> bool {
    phase.limit.as_ref().is_some_and(|limit| limit.largest)
}

/// Whether everybody sees a declaration when it is made.
pub(in crate::game) fn is_shown(announce: Announce) -> bool {
    matches!(announce, Announce::Now | Announce::LaidOut)
}

/// Leaves out sets that have the same faces as others before them.
fn keep_other_faces(found: &mut Vec<CardSet>, from: usize, twins: &[CardSet]) {
    let faces = |set: CardSet| {
        let first = |card: CardId| lowest(twins[usize::from(card)]);
        let mut faces: Vec<CardId> = Cards(set).map(first).collect();
        faces.sort_unstable();
        faces
    };
    let mut known: Vec<Vec<CardId>> = found[..from].iter().map(|set| faces(*set)).collect();
    let more = found.split_off(from);
    for set in more {
        let own = faces(set);
        if !known.contains(&own) {
            known.push(own);
            found.push(set);
        }
    }
}

/// The combinations of a pattern among some cards, each face by face once.
fn combinations(shape: &Shape, faces: &Faces, twins: &[CardSet], pool: CardSet) -> Vec<CardSet> {
    let mut found = Vec::new();
    if !shape.is_out_of_reach(faces, pool) {
        combine(shape, faces, twins, 0, pool, &mut found);
    }
    found
}

fn combine(
    shape: &Shape,
    faces: &Faces,
    twins: &[CardSet],
    cards: CardSet,
    mut pool: CardSet,
    found: &mut Vec<CardSet>,
) {
    let (may_be, may_grow) = shape.allows(size(cards) as u32);
    if cards != 0 && may_be && patterns::matches(shape, faces, cards) {
        found.push(cards);
    }
    if !may_grow {
        return;
    }
    let mut open = patterns::completions(shape, faces, cards, pool);
    while open != 0 && work::spend(COMBINATION) {
        let card = lowest(open);
        combine(shape, faces, twins, cards | bit(card), pool & !bit(card), found);
        pool &= !twins[usize::from(card)];
        open &= pool;
    }
}

/// The highest of some places of an order, counted from 1; 0 for none. In an order that wraps, the
/// highest place stands below the lowest where both are there, unless all are.
fn highest_place(places: u128, length: u8, wraps: bool) -> u8 {
    if places == 0 {
        return 0;
    }
    let mut rest = places;
    if wraps && (1..=128).contains(&length) {
        let ends = bit(length - 1) | 1;
        if places & ends == ends && places.count_ones() < u32::from(length) {
            rest &= !bit(length - 1);
        }
    }
    (128 - rest.leading_zeros()) as u8
}

/// A declaration in a contest.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Whether it is a team, and which side it is.
    side: (bool, u8),
    /// The place of its player in the order of the deal.
    place: i32,
    priority: i32,
    /// The place of its top card, or what its cards are worth.
    rank: i32,
    /// Whether it is better for being in trumps.
    trumps: bool,
}

impl Entry {
    fn worth(&self) -> (i32, i32, bool) {
        (self.priority, self.rank, self.trumps)
    }
}

/// Which declarations of a contest score.
fn scoring(entries: &[Entry], contest: &Contest) -> Vec<bool> {
    let best = entries.iter().map(Entry::worth).max();
    let tied: Vec<&Entry> = entries.iter().filter(|entry| Some(entry.worth()) == best).collect();
    let earliest = tied.iter().min_by_key(|entry| entry.place);
    let agreed = tied.iter().all(|entry| Some(entry.side) == tied.first().map(|e| e.side));
    let wins = |side: (bool, u8)| match contest.ties {
        ContestTie::EarlierSeat => earliest.is_some_and(|entry| entry.side == side),
        ContestTie::Both => tied.iter().any(|entry| entry.side == side),
        ContestTie::Neither => agreed && tied.first().is_some_and(|entry| entry.side == side),
    };
    let is_best_of_side = |index: usize| {
        let own = entries[index];
        let rank = |(place, entry): (usize, &Entry)| {
            (entry.worth(), std::cmp::Reverse(entry.place), std::cmp::Reverse(place))
        };
        let of_side = entries.iter().enumerate().filter(|(_, entry)| entry.side == own.side);
        of_side.map(rank).max() == Some(rank((index, &own)))
    };
    (0..entries.len())
        .map(|index| {
            wins(entries[index].side)
                && (contest.winner_scores == ContestScores::All || is_best_of_side(index))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::reader::ExprId;

    fn entry(side: u8, place: i32, priority: i32, rank: i32, trumps: bool) -> Entry {
        Entry { side: (true, side), place, priority, rank, trumps }
    }

    fn contest(winner_scores: ContestScores, ties: ContestTie) -> Contest {
        Contest { side: ContestSide::Team, winner_scores, trumps_first: true, ties, by: None }
    }

    #[test]
    fn the_side_with_the_best_declaration_scores_all_of_its_own() {
        let entries =
            [entry(0, 1, 1, 8, false), entry(1, 2, 2, 3, false), entry(1, 4, 1, 2, false)];
        let all = contest(ContestScores::All, ContestTie::EarlierSeat);
        assert_eq!(scoring(&entries, &all), [false, true, true]);
        let one = contest(ContestScores::Best, ContestTie::EarlierSeat);
        assert_eq!(scoring(&entries, &one), [false, true, false]);
    }

    #[test]
    fn the_top_card_and_then_trumps_decide_between_equal_kinds() {
        let all = contest(ContestScores::All, ContestTie::Neither);
        let higher = [entry(0, 1, 2, 5, true), entry(1, 2, 2, 6, false)];
        assert_eq!(scoring(&higher, &all), [false, true]);
        let trumps = [entry(0, 1, 2, 6, false), entry(1, 2, 2, 6, true)];
        assert_eq!(scoring(&trumps, &all), [false, true]);
    }

    #[test]
    fn ties_go_to_the_earlier_seat_to_both_or_to_neither() {
        let entries =
            [entry(0, 3, 2, 6, false), entry(1, 2, 2, 6, false), entry(0, 1, 1, 9, false)];
        let of = |ties| scoring(&entries, &contest(ContestScores::All, ties));
        assert_eq!(of(ContestTie::EarlierSeat), [false, true, false]);
        assert_eq!(of(ContestTie::Both), [true, true, true]);
        assert_eq!(of(ContestTie::Neither), [false, false, false]);
        let partners = [entry(0, 1, 2, 6, false), entry(0, 3, 2, 6, false)];
        let one = contest(ContestScores::Best, ContestTie::Neither);
        assert_eq!(scoring(&partners, &one), [true, false]);
        assert_eq!(scoring(&[], &one), []);
    }

    #[test]
    fn an_ace_below_the_two_is_not_the_top_card() {
        assert_eq!(highest_place(0b1_0000_0000_0011, 13, true), 2);
        assert_eq!(highest_place(0b1_0000_0000_0011, 13, false), 13);
        assert_eq!(highest_place(0b1_1100_0000_0000, 13, true), 13);
        assert_eq!(highest_place(0b1_1111_1111_1111, 13, true), 13);
        assert_eq!(highest_place(0, 13, true), 0);
    }

    #[test]
    fn combinations_are_told_apart_by_their_faces() {
        // Two copies of three ranks of one suit: card 3 × copy + rank.
        let faces = Faces::new(
            vec![0, 1, 2, 0, 1, 2],
            vec![0; 6],
            vec![0; 6],
            vec![1, 2, 3],
            vec![0, 1, 2],
            1,
            1,
        );
        let twins: Vec<CardSet> = (0..6).map(|card| 0b1001 << (card % 3)).collect();
        let run = HandPattern {
            rank_priority: 1,
            required_count: None,
            same_suit_count: None,
            same_rank_groups: None,
            sequence_length: None,
            sequence_wrap: false,
            required_ranks: None,
            min_size: Some(2),
            max_size: None,
            same: vec![Attribute::Suit],
            different: Vec::new(),
            consecutive: true,
            sequence_of: None,
            attached: None,
            attached_of: None,
            at_most_one: Vec::new(),
            sum: None,
            sum_of: None,
            any_size: false,
            cards: None,
            exact: Vec::new(),
            wild: None,
            wild_max: None,
            natural_min: None,
            tie_keys: Vec::new(),
            values: Vec::new(),
            tags: Vec::new(),
            when: ExprId(0),
        };
        let shape = Shape::new(&run, 0b11_1111, Vec::new(), 0, &faces);
        let found = combinations(&shape, &faces, &twins, 0b11_1111);
        assert_eq!(found, [0b011, 0b111, 0b110]);
        assert_eq!(combinations(&shape, &faces, &twins, 0b01_1001), [0b01_0001]);
    }
}
