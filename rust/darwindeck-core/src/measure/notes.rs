//! What a designer would look at: which clauses players choose, what another choice would have brought on
//! the same deal, who was dealt which card, what is known of hands, who has nothing left to play.

use std::collections::BTreeMap;

use crate::game::cards::CardSet;
use crate::game::judge::seats;
use crate::game::moves::{Kind, Move};
use crate::game::rng::Rng;
use crate::game::state::{State, Waiting};
use crate::game::view::View;
use crate::players::Player;
use crate::players::stakes::Before;
use crate::program::parts::Phase;

use super::play::Worker;

/// At one decision in so many it is looked what is known of hands.
const GLANCE: u32 = 3;

/// What was noted of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// Phase and clause; how often it could be chosen beside another one, and how often it was.
    pub clauses: Vec<(u16, u16, u32, u32)>,
    /// The deals in order.
    pub deals: Vec<Deal>,
    /// Cards that were dealt hidden and are still in the hands of others, and those that the player to move
    /// knew.
    pub hidden: (u64, u64),
    /// Decisions in the midst of tricks, and those at which somebody at the table had no card left to play.
    pub tricks: (u32, u32),
    /// For each seat, after how many decisions of all it was asked for the last time.
    pub last: Vec<u32>,
    /// Decisions that were taken otherwise.
    pub forks: Vec<Fork>,
}

/// One deal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deal {
    /// What each side was dealt.
    pub cards: Vec<CardSet>,
    /// By how much each side did better than the others on average.
    pub margins: Vec<f32>,
    /// How many decisions had been taken when it ended.
    pub end: u32,
    /// Where each side stood then.
    pub standings: Vec<i32>,
}

/// A decision of the last deal that was taken otherwise, and everything played on from there.
#[derive(Clone, Debug, PartialEq)]
pub struct Fork {
    /// The phase.
    pub phase: u16,
    /// The clause that was chosen instead.
    pub clause: u16,
    /// The clause that had been chosen.
    pub chosen: u16,
    /// The side that decided.
    pub side: u8,
    /// How much better the side did in the deal by it than by what it had chosen.
    pub gain: f32,
    /// How much more it had promised, by what the player has learnt.
    pub promise: f32,
    /// Whether everybody did just as well, after as many decisions: a claim may spare some.
    pub same: bool,
    /// The sides that won in truth, and those that won then.
    pub winners: (u16, u16),
}

/// A decision that may be taken otherwise when the game is over.
pub(super) struct Branch {
    state: State,
    seat: u8,
    action: Move,
    instead: Move,
    promise: f32,
    rng: Rng,
    thoughts: Rng,
    seen: u32,
    /// The decisions of the game up to this one.
    at: u32,
}

/// What is kept while a game is played.
#[derive(Default)]
pub(super) struct Notebook {
    clauses: BTreeMap<(u16, u16), (u32, u32)>,
    branches: BTreeMap<(u16, u16, bool), Branch>,
    before: Before,
    /// What each seat was dealt unseen by the others, and what was laid open at once.
    unseen: Vec<CardSet>,
    notes: Notes,
    decisions: u32,
}

/// The number of the clause that a move belongs to: what it does, with the number of the call, option,
/// build move or combination.
pub fn clause_of(action: Move) -> u16 {
    let part = |kind: Kind, number: u16| (kind as u16) << 8 | number & 0xFF;
    match action.kind {
        _ if action.option != 255 => part(Kind::Option, u16::from(action.option)),
        Kind::Call | Kind::Declare => part(action.kind, action.a),
        Kind::Build => part(Kind::Build, u16::from(action.card)),
        kind => part(kind, 0),
    }
}

impl Worker<'_> {
    /// Begins the notes of a game that was dealt.
    pub(super) fn open_notes(&mut self) {
        let notebook = &mut self.notebook;
        notebook.clauses.clear();
        notebook.decisions = 0;
        notebook.notes = Notes::default();
        notebook.notes.last = vec![0; usize::from(self.game.tables.players)];
        self.begin_deal();
    }

    fn begin_deal(&mut self) {
        let cards = self.rivals.iter().map(|mask| self.dealt(*mask)).collect();
        let sights: Vec<CardSet> =
            (0..self.game.tables.players).map(|seat| self.in_sight(&self.state, seat)).collect();
        let seen_by_others = |seat: usize| {
            let others = sights.iter().enumerate().filter(|(other, _)| *other != seat);
            others.fold(0, |all, (_, seen)| all | seen)
        };
        let unseen = |seat: usize| {
            let hand = self.game.hand_of(&self.state, seat as u8);
            let open = self.game.hand_is_open(&self.state, seat as u8);
            if open { hand } else { hand & !seen_by_others(seat) }
        };
        let unseen = (0..sights.len()).map(unseen).collect();
        let notebook = &mut self.notebook;
        notebook.branches.clear();
        notebook.unseen = unseen;
        notebook.before = self.stakes.before(self.game, &self.state);
        notebook.notes.deals.push(Deal { cards, ..Deal::default() });
    }

    /// The cards of some seats.
    fn dealt(&self, mask: u16) -> CardSet {
        seats(mask).fold(0, |all, seat| all | self.cards_of(&self.state, seat, true))
    }

    /// Notes a decision before it is carried out; `moves` holds what could be done.
    pub(super) fn note(&mut self, seat: u8, action: Move, chance: (&Rng, &Rng), looks: &mut Rng) {
        let phase = self.state.innermost().phase;
        self.notebook.decisions += 1;
        if let Some(last) = self.notebook.notes.last.get_mut(usize::from(seat)) {
            *last = self.notebook.decisions;
        }
        self.look_at_hands(seat);
        if self.moves.len() < 2 {
            return;
        }
        let chosen = clause_of(action);
        let mut offered: Vec<u16> = self.moves.iter().map(|one| clause_of(*one)).collect();
        offered.sort_unstable();
        offered.dedup();
        if offered.len() > 1 {
            for clause in &offered {
                let counts = self.notebook.clauses.entry((phase, *clause)).or_default();
                counts.0 += 1;
                counts.1 += u32::from(*clause == chosen);
            }
        }
        if self.study.forks == 0 {
            return;
        }
        let values = self.values(seat);
        let of_chosen = self.value_of(&values, action);
        for clause in offered {
            let own = clause == chosen;
            let others = self.moves.iter().copied().enumerate();
            let others: Vec<(usize, Move)> =
                others.filter(|(_, one)| clause_of(*one) == clause && *one != action).collect();
            let Some(first) = others.first().copied() else { continue };
            let place = (phase, clause, own);
            let known = self.notebook.branches.get_mut(&place);
            let seen = known.as_ref().map_or(0, |known| known.seen) + 1;
            let known = known.map(|known| {
                known.seen = seen;
                known.promise
            });
            let promise =
                |(number, _): (usize, Move)| values.get(number).copied().unwrap_or(0.0) - of_chosen;
            // Of the same clause anything else, at any moment; of another one what looks best, when it
            // looks best, and for somebody who has learnt nothing rather late than soon.
            let instead = if own || values.is_empty() {
                let rarely = if own { seen } else { seen.min(2) };
                if looks.below(rarely) != 0 {
                    continue;
                }
                others[looks.below(others.len() as u32) as usize]
            } else {
                let best = others
                    .iter()
                    .copied()
                    .fold(first, |best, one| if promise(one) > promise(best) { one } else { best });
                if known.is_some_and(|known| promise(best) <= known) {
                    continue;
                }
                best
            };
            let branch = Branch {
                state: self.state.clone(),
                seat,
                action,
                instead: instead.1,
                promise: promise(instead),
                rng: chance.0.clone(),
                thoughts: chance.1.clone(),
                seen,
                at: self.notebook.decisions,
            };
            self.notebook.branches.insert(place, branch);
        }
    }

    /// What the moves that can be made are worth by what the player has learnt; nothing, if it does not
    /// learn.
    fn values(&mut self, seat: u8) -> Vec<f32> {
        let player = self.player_of(seat);
        let view = View::new(self.game, &self.state, seat);
        player.values(self.game, &view, &self.moves, &mut self.scratch)
    }

    fn value_of(&self, values: &[f32], action: Move) -> f32 {
        let place = self.moves.iter().position(|one| *one == action);
        place.and_then(|place| values.get(place)).copied().unwrap_or(0.0)
    }

    fn player_of(&self, seat: u8) -> Player {
        let players = &self.study.lineups[self.lineup];
        players[usize::from(seat) % players.len()]
    }

    /// What is known of the hands of others, and who has no card left in the midst of a trick.
    fn look_at_hands(&mut self, seat: u8) {
        let (game, s) = (self.game, &self.state);
        let tables = &game.tables;
        let all = || (0..tables.players).filter(|other| s.active & !s.out & (1 << other) != 0);
        let in_trick = s.frames[..usize::from(s.depth)].iter().any(|frame| {
            matches!(game.program.phases.get(usize::from(frame.phase)), Some(Phase::Trick(_)))
        });
        if in_trick && s.trick.len > 0 {
            let played = &s.trick.by[..usize::from(s.trick.len)];
            let bare = |other: u8| game.hand_of(s, other) == 0 && !played.contains(&other);
            self.notebook.notes.tricks.0 += 1;
            self.notebook.notes.tricks.1 += u32::from(all().any(bare));
        }
        if tables.players < 2 || !self.notebook.decisions.is_multiple_of(GLANCE) {
            return;
        }
        let unseen = self.notebook.unseen.iter().enumerate();
        let others = unseen.filter(|(other, _)| *other != usize::from(seat));
        let hands =
            others.fold(0, |all, (other, dealt)| all | dealt & game.hand_of(s, other as u8));
        let known = hands & self.in_sight(s, seat);
        self.notebook.notes.hidden.0 += u64::from(hands.count_ones());
        self.notebook.notes.hidden.1 += u64::from(known.count_ones());
    }

    /// Notes that a decision was carried out; `deal` is the number of the deal before it.
    pub(super) fn note_after(&mut self, deal: i32) {
        if self.state.deal_number == deal && self.state.waiting == Waiting::Decision {
            return;
        }
        self.end_deal();
        if self.state.waiting == Waiting::Decision {
            self.begin_deal();
        }
    }

    fn end_deal(&mut self) {
        let sides = self.rivals.len();
        let margins = self.stakes.margins(self.game, &self.notebook.before, &self.state);
        let standing = |side| self.stakes.standing(self.game, &self.state, side);
        let standings = (0..sides).map(standing).collect();
        let end = self.notebook.decisions;
        if let Some(deal) = self.notebook.notes.deals.last_mut() {
            deal.margins = margins[..sides].to_vec();
            (deal.end, deal.standings) = (end, standings);
        }
    }

    /// Ends the notes, and plays on from some decisions of the last deal as if they had been otherwise.
    pub(super) fn close_notes(&mut self, rng: &mut Rng) -> Notes {
        let mut notes = std::mem::take(&mut self.notebook.notes);
        let clauses = self.notebook.clauses.iter();
        notes.clauses = clauses.map(|(at, of)| (at.0, at.1, of.0, of.1)).collect();
        let branches = std::mem::take(&mut self.notebook.branches);
        let ended = self.state.waiting == Waiting::Over && self.state.outcome.limit.is_none();
        let real = notes.deals.last().map(|deal| deal.margins.clone()).unwrap_or_default();
        if !ended || real.is_empty() {
            return notes;
        }
        let winners = self.winning_sides(&self.state);
        let end = notes.deals.last().map_or(0, |deal| deal.end);
        let mut branches: Vec<Branch> = branches.into_values().collect();
        while branches.len() > self.study.forks {
            branches.swap_remove(rng.below(branches.len() as u32) as usize);
        }
        for branch in branches {
            notes.forks.extend(self.play_branch(branch, &real, end, winners));
        }
        notes
    }

    fn play_branch(
        &mut self,
        branch: Branch,
        real: &[f32],
        end: u32,
        winners: u16,
    ) -> Option<Fork> {
        let Branch { mut state, seat, action, instead, promise, mut rng, mut thoughts, at, .. } =
            branch;
        let mut taken = at;
        let side = self.stakes.side_of(seat)?;
        let phase = state.innermost().phase;
        let game = self.game;
        game.apply(&mut state, seat, instead, &mut rng);
        let mut margins = None;
        for _ in 0..self.study.most {
            if margins.is_none() && self.stakes.is_decided(&self.notebook.before, &state) {
                margins = Some(self.stakes.margins(game, &self.notebook.before, &state));
            }
            if state.waiting != Waiting::Decision {
                break;
            }
            self.thought += 1;
            taken += u32::from(margins.is_none());
            let seat = game.asked(&state);
            game.legal(&state, seat, &mut self.moves);
            let action = match self.moves.as_slice() {
                [] => break,
                [only] => *only,
                _ => {
                    let player = self.player_of(seat);
                    let view = player.look(game, &state, seat);
                    player.choose(game, &view, &mut thoughts, &mut self.scratch)
                }
            };
            game.apply(&mut state, seat, action, &mut rng);
        }
        let margins = margins?;
        let then = self.winning_sides(&state);
        let same = real.iter().zip(&margins).all(|(one, other)| one == other)
            && taken == end
            && then == winners;
        Some(Fork {
            phase,
            clause: clause_of(instead),
            chosen: clause_of(action),
            side: side as u8,
            gain: margins[side] - real.get(side)?,
            promise,
            same,
            winners: (winners, then),
        })
    }

    fn winning_sides(&self, s: &State) -> u16 {
        if s.waiting != Waiting::Over || s.outcome.limit.is_some() {
            return 0;
        }
        let won = |(side, mask): (usize, &u16)| u16::from(mask & s.outcome.winners != 0) << side;
        self.rivals.iter().enumerate().map(won).fold(0, |all, one| all | one)
    }
}
