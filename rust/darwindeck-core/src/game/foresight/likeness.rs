//! Cards that no rule can tell apart, so that it does not matter which of them is chosen.

use crate::game::Game;
use crate::game::cards::{CardSet, Cards, bit, lowest};
use crate::game::state::State;
use crate::game::tables::{Context, Tables};
use crate::program::parts::{Attribute, CardCondition, HandPattern, Phase, PileKey, Word};
use crate::program::{Node, Program};

/// By context: for each card those that differ from it in nothing but what has happened to them.
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct Likeness(Vec<Vec<CardSet>>);

impl Likeness {
    pub(in crate::game) fn new(program: &Program, tables: &Tables) -> Self {
        let suits = minds_suits(program);
        let like = |context: &Context| match suits {
            true => tables.twins.clone(),
            false => like_by_rank(tables, context),
        };
        Self(tables.contexts.iter().map(like).collect())
    }
}

/// The cards of one rank that rules treat alike, for each card.
fn like_by_rank(tables: &Tables, context: &Context) -> Vec<CardSet> {
    let like = |card: u8| {
        let (one, own) = (usize::from(card), bit(card));
        // Every condition means all of them or none.
        let narrow = |like: CardSet, set: &CardSet| like & if set & own != 0 { *set } else { !set };
        let of_rank = tables.of_rank[usize::from(tables.rank[one])];
        let found = context.masks.iter().fold(of_rank, narrow);
        let alike = |other: &u8| {
            let other = usize::from(*other);
            context.strength[one] == context.strength[other]
                && context.points.iter().all(|points| points[one] == points[other])
        };
        let found = Cards(found).filter(alike).fold(0, |all, other| all | bit(other));
        found | tables.twins[one] | own
    };
    (0..tables.cards).map(like).collect()
}

impl Game {
    /// The cards of some that are like one of them wherever rules look at them, with that one.
    pub(in crate::game) fn like(&self, s: &State, card: CardSet, among: CardSet) -> CardSet {
        let index = usize::from(lowest(card));
        let mut like = self.likeness.0[usize::from(s.context)][index] & among;
        for set in [s.drawn, s.taken, s.moved, s.played] {
            like &= if set & card != 0 { set } else { !set };
        }
        if s.played & card != 0 && like != card {
            let same = |other: &u8| s.player_of[usize::from(*other)] == s.player_of[index];
            like = Cards(like).filter(same).fold(0, |like, other| like | bit(other));
        }
        if s.taken & card != 0 && like != card {
            let same = |other: &u8| s.came_from[usize::from(*other)] == s.came_from[index];
            like = Cards(like).filter(same).fold(0, |like, other| like | bit(other));
        }
        like | card
    }

    /// Some cards with those of others that are like one of them.
    pub(in crate::game) fn likes(&self, s: &State, cards: CardSet, among: CardSet) -> CardSet {
        let (mut all, mut rest) = (cards, cards & among);
        while rest != 0 {
            let like = self.like(s, bit(lowest(rest)), among);
            all |= like;
            rest &= !like;
        }
        all
    }

    /// Some cards in classes: those of a class are alike wherever rules look at them.
    pub(super) fn classes(&self, s: &State, cards: CardSet) -> impl Iterator<Item = CardSet> {
        let mut rest = cards;
        std::iter::from_fn(move || {
            let class = if rest == 0 { 0 } else { self.like(s, bit(lowest(rest)), cards) };
            rest &= !class;
            (class != 0).then_some(class)
        })
    }
}

/// Whether rules look at suits or colours otherwise than by naming certain cards.
fn minds_suits(program: &Program) -> bool {
    program.counts.mode > 1
        || program.patterns.iter().any(of_suits)
        || program.zones.iter().any(|zone| zone.piles == PileKey::BySuit)
        || program.conditions.iter().any(compares_suits)
        || program.phases.iter().any(plays_by_suits)
        || program.nodes.iter().any(asks_for_suits)
}

fn is_of_suits(attribute: &Attribute) -> bool {
    matches!(attribute, Attribute::Suit | Attribute::Colour)
}

fn of_suits(pattern: &HandPattern) -> bool {
    pattern.same_suit_count.is_some()
        || pattern.same.iter().any(is_of_suits)
        || pattern.different.iter().any(is_of_suits)
}

fn compares_suits(condition: &CardCondition) -> bool {
    condition.same.iter().any(is_of_suits)
        || condition.suit_in.is_some()
        || condition.beats.is_some()
        || condition.highest.is_some()
        || condition.trump.is_some()
        || condition.printed_trump.is_some()
        || condition.trump_colour.is_some()
}

fn plays_by_suits(phase: &Phase) -> bool {
    matches!(
        phase,
        Phase::Trick(_)
            | Phase::Capture(_)
            | Phase::Build(_)
            | Phase::Claim(_)
            | Phase::Declare(_)
            | Phase::Betting(_)
            | Phase::Showdown(_)
    )
}

fn asks_for_suits(node: &Node) -> bool {
    matches!(
        node,
        Node::Word(
            Word::Suit
                | Word::Suits
                | Word::Suited
                | Word::Best
                | Word::Better
                | Word::Holder
                | Word::HighestIn
                | Word::LowestIn,
            ..
        )
    )
}
