//! Conditions on cards.

use std::sync::Arc;

use crate::game::cards::{CardId, CardSet, NO_CARD};
use crate::game::tables::{Context, NO_SUIT, Tables};
use crate::program::ids::ZoneId;
use crate::program::parts::*;
use crate::program::{CondId, Node, Program};

/// Which cards a condition means. What the cards alone decide lies in the masks of each context; the
/// rest narrows that down, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) enum Mask {
    /// The cards alone decide.
    Fixed,
    /// Of the suit that was led.
    SuitLed,
    /// By the top card and the suit in force.
    ByTop(Arc<ByTop>),
    /// In any other way.
    Narrowed(Box<[Narrowing]>),
}

/// The most sets that are worked out beforehand for a condition.
const MOST_SETS: usize = 4_096;

/// The cards that a condition means, for every suit in force and top card, in the context in which every
/// hand begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) struct ByTop {
    /// How the condition is narrowed down.
    pub(in crate::game) steps: Box<[Narrowing]>,
    /// How it is narrowed down beside that by the top card and the suit in force.
    pub(in crate::game) rest: Box<[Narrowing]>,
    context: u16,
    suits: u8,
    /// How many sets there are for each suit.
    tops: usize,
    sets: Box<[CardSet]>,
}

impl ByTop {
    /// The cards; none in another context, or if the suit in force is no suit of the deck.
    #[inline(always)]
    pub(in crate::game) fn get(&self, context: u16, in_force: u8, top: CardId) -> Option<CardSet> {
        let begin = self.row_begin(context, in_force)?;
        self.sets.get(begin + usize::from(top).min(self.tops - 1)).copied()
    }

    /// Where the cards of a suit in force begin.
    #[inline(always)]
    fn row_begin(&self, context: u16, in_force: u8) -> Option<usize> {
        let row = usize::from(if in_force == NO_SUIT { self.suits } else { in_force });
        let known = context == self.context && (in_force == NO_SUIT || in_force < self.suits);
        known.then_some(row * self.tops)
    }

    /// The same by top card; the last is that of no card.
    #[inline(always)]
    pub(in crate::game) fn row(&self, context: u16, in_force: u8) -> Option<&[CardSet]> {
        let begin = self.row_begin(context, in_force)?;
        self.sets.get(begin..begin + self.tops)
    }
}

/// One way in which the course of play narrows a condition down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) enum Narrowing {
    /// To the cards that beat one.
    Beats(Reference),
    /// To the cards that have something in common with one.
    Same(Attribute, Reference),
    /// To the cards so many steps above one.
    Step(i32, Reference),
    /// To the cards drawn in this turn, or to all others.
    Drawn(bool),
    /// To the cards that came from a zone in this turn.
    TakenFrom(ZoneId),
    /// To the ranks that lie in a zone.
    RankIn(ZoneId),
    /// To the suits that lie in a zone.
    SuitIn(ZoneId),
    /// To the cards that the player in question has played, or to all others.
    OwnPlay(bool),
    /// To the highest of their suits.
    Highest(Among),
    /// To the cards of one of some conditions.
    Any(Box<[CondId]>),
    /// To the cards of a condition.
    To(CondId),
    /// To all but the cards of a condition.
    Not(CondId),
}

pub(super) fn lower(program: &Program, tables: &Tables) -> Vec<Mask> {
    let mut masks = narrowings(program, tables);
    let context = first_context(program, tables);
    let low = |phase: &Phase| matches!(phase, Phase::Trick(trick) if !trick.high_card_wins);
    let high_wins = !program.phases.iter().any(low);
    for id in asked_often(program) {
        // The same condition may stand in several phases.
        let Mask::Narrowed(steps) = &masks[id.index()] else { continue };
        let same = masks.iter().enumerate().find(|(other, mask)| match mask {
            Mask::ByTop(mask) => {
                let masks = &tables.contexts[usize::from(context)].masks;
                mask.steps == *steps && masks[*other] == masks[id.index()]
            }
            _ => false,
        });
        if let Some((_, same)) = same {
            masks[id.index()] = same.clone();
            continue;
        }
        let known = Known { tables, masks: &masks, context, high_wins };
        if let Some(by_top) = known.by_top(id) {
            masks[id.index()] = Mask::ByTop(Arc::new(by_top));
        }
    }
    masks
}

/// The context in which every hand begins.
pub(super) fn first_context(program: &Program, tables: &Tables) -> u16 {
    let trump = program.setup.trump_suit.map_or(NO_SUIT, |suit| suit.0);
    tables.context(0, trump)
}

/// The conditions on cards that are played, discarded, built with or counted.
fn asked_often(program: &Program) -> Vec<CondId> {
    let mut found = Vec::new();
    for node in &program.nodes {
        if let Node::CardSet(set) = node {
            found.push(program.card_sets[set.index()].cards);
        }
    }
    for phase in &program.phases {
        match phase {
            Phase::Play(part) => {
                found.extend(part.valid_play_condition);
                found.extend(part.allowed.iter().chain(&part.duties).map(|rule| rule.cards));
            }
            Phase::Discard(part) => found.extend(part.cards),
            Phase::Build(part) => {
                found.extend(part.moves.iter().filter_map(|rule| rule.onto));
                found.extend(part.moves.iter().filter_map(|rule| rule.on_empty));
                found.extend(part.moves.iter().filter_map(|rule| rule.packet));
            }
            _ => {}
        }
    }
    found
}

/// What is known of conditions without a moment of play.
struct Known<'a> {
    tables: &'a Tables,
    masks: &'a [Mask],
    /// The context in which every hand begins.
    context: u16,
    /// Whether no trick is won by the lowest card.
    high_wins: bool,
}

impl Known<'_> {
    /// The cards of a condition by top card and suit in force, as far as these decide.
    fn by_top(&self, id: CondId) -> Option<ByTop> {
        let Mask::Narrowed(steps) = &self.masks[id.index()] else { return None };
        let tables = self.tables;
        let (suits, cards) = (tables.suits, tables.cards);
        let count = (usize::from(suits) + 1) * (usize::from(cards) + 1);
        let (told, rest): (Vec<_>, Vec<_>) =
            steps.iter().cloned().partition(|step| self.is_told_by_top(step));
        // What is the highest depends on what is left.
        let in_order = rest.iter().any(|step| matches!(step, Narrowing::Highest(_)));
        if count > MOST_SETS || told.is_empty() || in_order {
            return None;
        }
        let context = &tables.contexts[usize::from(self.context)];
        let mask = context.masks[id.index()];
        let mut sets = Vec::with_capacity(count);
        for suit in 0..=suits {
            let in_force = if suit == suits { NO_SUIT } else { suit };
            for card in 0..=cards {
                let top = if card == cards { NO_CARD } else { card };
                sets.push(self.narrowed(context, &told, mask, in_force, top));
            }
        }
        let tops = usize::from(cards) + 1;
        let (steps, rest, sets) = (steps.clone(), rest.into(), sets.into());
        Some(ByTop { steps, rest, context: self.context, suits, tops, sets })
    }

    /// Whether the top card and the suit in force alone decide which cards a condition means.
    fn asks_top_only(&self, id: CondId) -> bool {
        let steps = match &self.masks[id.index()] {
            Mask::Fixed => return true,
            Mask::SuitLed => return false,
            Mask::Narrowed(steps) => steps,
            Mask::ByTop(by_top) => &by_top.steps,
        };
        steps.iter().all(|step| self.is_told_by_top(step))
    }

    fn is_told_by_top(&self, step: &Narrowing) -> bool {
        let top = |reference: Reference| matches!(reference, Reference::Top | Reference::InForce);
        match step {
            Narrowing::Same(_, reference) | Narrowing::Step(_, reference) => top(*reference),
            Narrowing::Beats(reference) => self.high_wins && top(*reference),
            Narrowing::Any(some) => some.iter().all(|id| self.asks_top_only(*id)),
            Narrowing::To(id) | Narrowing::Not(id) => self.asks_top_only(*id),
            Narrowing::Drawn(_)
            | Narrowing::TakenFrom(_)
            | Narrowing::RankIn(_)
            | Narrowing::SuitIn(_)
            | Narrowing::OwnPlay(_)
            | Narrowing::Highest(_) => false,
        }
    }

    fn set(&self, context: &Context, id: CondId, in_force: u8, top: CardId) -> CardSet {
        let mask = context.masks[id.index()];
        match &self.masks[id.index()] {
            Mask::Fixed | Mask::SuitLed => mask,
            Mask::Narrowed(steps) => self.narrowed(context, steps, mask, in_force, top),
            Mask::ByTop(by_top) => self.narrowed(context, &by_top.steps, mask, in_force, top),
        }
    }

    /// Some cards, narrowed down by steps that the top card and the suit in force decide.
    fn narrowed(
        &self,
        context: &Context,
        steps: &[Narrowing],
        mask: CardSet,
        in_force: u8,
        top: CardId,
    ) -> CardSet {
        let tables = self.tables;
        let of = |id: &CondId| self.set(context, *id, in_force, top);
        let narrow = |set: CardSet, step: &Narrowing| {
            set & match step {
                Narrowing::Same(Attribute::Suit, Reference::InForce) if in_force != NO_SUIT => {
                    context.of_suit.get(usize::from(in_force)).copied().unwrap_or(0)
                }
                Narrowing::Same(attribute, _) => tables.alike(context, *attribute, top),
                Narrowing::Step(..) | Narrowing::Beats(_) if top == NO_CARD => 0,
                Narrowing::Step(step, _) => {
                    tables.stepped(context, *step, tables.rank[usize::from(top)])
                }
                Narrowing::Beats(_) => context.beaten_by[usize::from(top)],
                Narrowing::Any(some) => some.iter().fold(0, |all, id| all | of(id)),
                Narrowing::To(id) => of(id),
                Narrowing::Not(id) => !of(id),
                Narrowing::Drawn(_)
                | Narrowing::TakenFrom(_)
                | Narrowing::RankIn(_)
                | Narrowing::SuitIn(_)
                | Narrowing::OwnPlay(_)
                | Narrowing::Highest(_) => set,
            }
        };
        steps.iter().fold(mask, narrow) & tables.all
    }
}

/// All conditions, as they are narrowed down in play.
fn narrowings(program: &Program, tables: &Tables) -> Vec<Mask> {
    let all = program.conditions.iter().zip(&tables.dynamic);
    let mask = |(wanted, dynamic): (&CardCondition, &bool)| match dynamic {
        true => narrowed(program, tables, wanted),
        false => Mask::Fixed,
    };
    all.map(mask).collect()
}

fn narrowed(program: &Program, tables: &Tables, wanted: &CardCondition) -> Mask {
    use Narrowing::*;
    // What the cards alone decide of a part is in the masks of the whole.
    let dynamic = |id: &CondId| tables.dynamic[id.index()];
    let of = wanted.of.unwrap_or(Reference::Top);
    let mut steps = Vec::new();
    steps.extend(wanted.beats.map(Beats));
    steps.extend(wanted.same.iter().map(|attribute| Same(*attribute, of)));
    steps.extend(wanted.step.map(|step| Step(step, of)));
    steps.extend(wanted.drawn.map(Drawn));
    steps.extend(wanted.taken_from.map(TakenFrom));
    steps.extend(wanted.rank_in.map(RankIn));
    steps.extend(wanted.suit_in.map(SuitIn));
    steps.extend(wanted.own_play.map(OwnPlay));
    steps.extend(wanted.highest.map(Highest));
    let named = wanted.named.map(|set| program.card_sets[set.index()].cards);
    steps.extend(named.filter(dynamic).map(To));
    if wanted.any_of.iter().any(dynamic) {
        steps.push(Any(wanted.any_of.as_slice().into()));
    }
    steps.extend(wanted.all_of.iter().copied().filter(dynamic).map(To));
    steps.extend(wanted.not_.filter(dynamic).map(Not));
    match steps[..] {
        [Same(Attribute::Suit, Reference::Led)] => Mask::SuitLed,
        _ => Mask::Narrowed(steps.into()),
    }
}
