//! What an expression depends on, as far as a player who thinks ahead may change it.

use crate::game::tables::Tables;
use crate::program::kinds::Reads;
use crate::program::parts::Word;
use crate::program::{ExprId, Node, Program};

/// Things that may change before an expression is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct Sways(u8);

impl Sways {
    pub(in crate::game) const NOTHING: Self = Self(0);
    /// Where cards lie.
    pub(in crate::game) const CARDS: Self = Self(1);
    pub(in crate::game) const ROLES: Self = Self(2);
    pub(in crate::game) const COUNTERS: Self = Self(4);
    /// What has been played or called.
    pub(in crate::game) const ACTS: Self = Self(8);
    /// Points and chips.
    pub(in crate::game) const SCORES: Self = Self(16);
    /// What each phase begins without.
    pub(in crate::game) const MOMENT: Self = Self(32);
    /// What is counted in a turn.
    pub(in crate::game) const TURN: Self = Self(64);

    /// These and others.
    pub(in crate::game) fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether some are among others.
    #[inline(always)]
    pub(in crate::game) fn meet(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// How many there are.
    pub(in crate::game) fn many(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// What each expression depends on.
pub(super) fn find(program: &Program, tables: &Tables) -> Vec<Sways> {
    let mut finding = Finding { program, tables, known: vec![None; program.nodes.len()] };
    (0..program.nodes.len()).map(|number| finding.sways(ExprId(number as u32))).collect()
}

struct Finding<'a> {
    program: &'a Program,
    tables: &'a Tables,
    known: Vec<Option<Sways>>,
}

impl Finding<'_> {
    fn sways(&mut self, e: ExprId) -> Sways {
        if let Some(known) = self.known[e.index()] {
            return known;
        }
        let found = match self.program.nodes[e.index()] {
            Node::Number(_)
            | Node::Suit(_)
            | Node::Rank(_)
            | Node::Mode(_)
            | Node::Pattern(_)
            | Node::Tag(_)
            | Node::Value(_)
            | Node::Rounding(_)
            | Node::Table(_)
            | Node::Phase(_) => Sways::NOTHING,
            Node::Choice(_) | Node::Call(_) => Sways::ACTS,
            Node::Role(_, whose) => Sways::ROLES.and(self.of_all(whose.as_slice())),
            Node::Counter(_, whose) => Sways::COUNTERS.and(self.of_all(whose.as_slice())),
            Node::Let(id, whose) => {
                let value = self.program.lets[id.index()].value;
                self.sways(value).and(self.of_all(whose.as_slice()))
            }
            Node::Not(inner) | Node::Negative(inner) => self.sways(inner),
            Node::Binary(_, left, right) => self.of_all(&[left, right]),
            Node::Word(word, arguments, count) => {
                of_word(word).and(self.of_all(&arguments[..usize::from(count)]))
            }
            Node::Zone(_, whose) => Sways::CARDS.and(self.of_all(whose.as_slice())),
            Node::Pile => Sways::CARDS,
            Node::CardSet(set) => {
                let cards = self.program.card_sets[set.index()].cards;
                match self.tables.dynamic[cards.index()] {
                    true => Sways::CARDS.and(Sways::ACTS).and(Sways::MOMENT),
                    false => Sways::NOTHING,
                }
            }
        };
        self.known[e.index()] = Some(found);
        found
    }

    fn of_all(&mut self, parts: &[ExprId]) -> Sways {
        parts.iter().fold(Sways::NOTHING, |all, part| all.and(self.sways(*part)))
    }
}

/// What a word depends on beside its arguments.
fn of_word(word: Word) -> Sways {
    let cards = word.reads() != Reads::Nothing || is_of_cards(word);
    let moment = matches!(word, Word::Picked | Word::PickedFrom | Word::Can);
    let all = [
        (cards, Sways::CARDS),
        (is_of_scores(word), Sways::SCORES),
        (tells_of_acts(word), Sways::ACTS),
        (moment, Sways::MOMENT),
        (word == Word::Drawn, Sways::TURN),
    ];
    let own = all.into_iter().filter(|(depends, _)| *depends);
    own.fold(Sways::NOTHING, |found, (_, what)| found.and(what))
}

/// Whether a word tells where cards lie, or how many, without looking at them.
fn is_of_cards(word: Word) -> bool {
    matches!(
        word,
        Word::HandSize
            | Word::Holder
            | Word::Size
            | Word::Joined
            | Word::Top
            | Word::FirstPile
            | Word::Piles
    )
}

/// Whether a word tells of points that a hand has brought so far, or of chips.
fn is_of_scores(word: Word) -> bool {
    matches!(
        word,
        Word::HandScore | Word::Chips | Word::Staked | Word::Owed | Word::Pot | Word::Raised
    )
}

/// Whether a word tells what has been played or called.
fn tells_of_acts(word: Word) -> bool {
    matches!(
        word,
        Word::Played
            | Word::Bids
            | Word::Calls
            | Word::PassesInRow
            | Word::Standing
            | Word::FirstToName
            | Word::FailedToFollow
            | Word::Called
            | Word::Place
            | Word::Turns
    )
}
