//! Each kind of phase: what is legal in it, and what then happens.

mod betting;
mod build;
mod call;
mod capture;
mod claim;
mod declare;
mod flips;
mod forms;
mod meld;
pub mod reasons;
mod round;
mod single;
mod sprint;
mod transfer;
mod trick;
pub mod trick_example;

pub(super) use betting::hands_hold;
pub(crate) use build::Seams;
pub(super) use build::{Row, homes, rows};
pub(super) use call::{CallTable, call_tables, calls_in_turn, reads_calls, reads_choice};
pub(super) use declare::is_shown;
pub(super) use flips::FlipPlan;
pub(super) use forms::Forms;
pub(super) use meld::Layings;
pub(super) use round::Round;
pub(super) use single::{Deed, Drawing};
pub(super) use trick::AFTER_TRICK;

use crate::program::ids::{PhaseId, ZoneId};
use crate::program::parts::{Action, Choose, Phase, Word};
use crate::program::{ExprId, Node, Program};

/// The stage in which a player of a phase of single moves decides.
pub(super) const DECIDE: u8 = 2;

macro_rules! each_kind {
    ($phase:expr, $part:ident => $value:expr) => {
        match $phase {
            Phase::Betting($part) => $value,
            Phase::Block($part) => $value,
            Phase::Build($part) => $value,
            Phase::Call($part) => $value,
            Phase::Capture($part) => $value,
            Phase::Choice($part) => $value,
            Phase::Claim($part) => $value,
            Phase::Declare($part) => $value,
            Phase::Discard($part) => $value,
            Phase::Do($part) => $value,
            Phase::Draw($part) => $value,
            Phase::Meld($part) => $value,
            Phase::Pass($part) => $value,
            Phase::Play($part) => $value,
            Phase::Repeat($part) => $value,
            Phase::Showdown($part) => $value,
            Phase::Trick($part) => $value,
            Phase::Turns($part) => $value,
        }
    };
}

/// When a phase takes place, and who acts in it.
pub(super) fn head(phase: &Phase) -> (ExprId, Option<ExprId>) {
    each_kind!(phase, part => (part.when, part.who))
}

/// What happens when a phase is over.
pub(super) fn then(phase: &Phase) -> &[Action] {
    each_kind!(phase, part => &part.then)
}

/// The phases inside a phase.
pub(super) fn children(phase: &Phase) -> &[PhaseId] {
    match phase {
        Phase::Turns(part) => &part.phases,
        Phase::Repeat(part) => &part.phases,
        Phase::Block(part) => &part.phases,
        Phase::Choice(part) => &part.options,
        Phase::Trick(part) => &part.before_card,
        _ => &[],
    }
}

/// All phases inside a phase, also those that come before its turns.
pub(super) fn inner(phase: &Phase) -> impl Iterator<Item = &PhaseId> {
    let before: &[PhaseId] = match phase {
        Phase::Turns(part) => &part.before_turn,
        _ => &[],
    };
    children(phase).iter().chain(before)
}

/// The zone to which all cards of the game are played, built or claimed, if that is one; otherwise
/// that of discards.
pub(super) fn pile_zone(program: &Program) -> Option<ZoneId> {
    let never = |e: ExprId| matches!(program.nodes[e.index()], Node::Word(Word::False, ..));
    let mut targets = Vec::new();
    for phase in program.phases.iter().filter(|phase| !never(head(phase).0)) {
        match phase {
            Phase::Play(part) => targets.push(part.target),
            Phase::Claim(part) => targets.push(part.target),
            Phase::Build(part) => targets.extend(part.moves.iter().map(|rule| rule.target)),
            _ => {}
        }
    }
    let mut zones = Vec::new();
    targets.into_iter().for_each(|target| zones_in(program, target, &mut zones));
    match zones.split_first() {
        Some((zone, others)) if others.iter().all(|other| other == zone) => Some(*zone),
        _ => program.known.discard,
    }
}

/// The zones that an expression of a zone can mean.
fn zones_in(program: &Program, e: ExprId, found: &mut Vec<ZoneId>) {
    match program.nodes[e.index()] {
        Node::Zone(zone, _) => found.push(zone),
        Node::Word(Word::Top | Word::FirstPile, arguments, _) => {
            zones_in(program, arguments[0], found);
        }
        Node::Word(Word::If, arguments, _) => {
            zones_in(program, arguments[1], found);
            zones_in(program, arguments[2], found);
        }
        _ => {}
    }
}

/// Whether a phase comes to no decision of its own.
pub(super) fn happens_by_itself(phase: &Phase) -> bool {
    match phase {
        Phase::Draw(part) => part.mandatory && part.choose != Choose::Pick,
        Phase::Discard(part) => part.mandatory && part.choose != Choose::Pick,
        Phase::Meld(part) => part.automatic,
        Phase::Declare(part) => part.automatic,
        Phase::Do(_) | Phase::Showdown(_) => true,
        _ => false,
    }
}
