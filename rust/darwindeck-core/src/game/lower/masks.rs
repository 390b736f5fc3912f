//! Conditions on cards.

use crate::game::tables::Tables;
use crate::program::ids::ZoneId;
use crate::program::parts::*;
use crate::program::{CondId, Program};

/// Which cards a condition means. What the cards alone decide lies in the masks of each context; the
/// rest narrows that down, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) enum Mask {
    /// The cards alone decide.
    Fixed,
    /// Of the suit that was led.
    SuitLed,
    /// In any other way.
    Narrowed(Box<[Narrowing]>),
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
