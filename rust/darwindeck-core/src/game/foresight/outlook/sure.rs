//! What can be reached at the least: a quick test before moves are tried.
//!
//! The player goes straight to the end: whatever may be declined is declined, what must be discarded is,
//! whichever cards that are, and of a choice the first option is taken of which it is known what happens. If all that must hold does then, or if a card comes that the player cannot
//! foresee, a good end can be reached. Where more happens than is understood here, nothing is said.

use super::{End, Flow, Number, Outlook, Range, Sways};
use crate::game::Game;
use crate::game::cards::{CardSet, size};
use crate::game::judge::NOWHERE;
use crate::game::phases::{self, CallTable};
use crate::game::state::{State, Waiting};
use crate::program::ExprId;
use crate::program::ids::PhaseId;
use crate::program::parts::*;

/// What was done in the innermost phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Done {
    /// Nothing yet.
    Nothing,
    /// Cards were laid.
    Laid,
    /// Something that is known to be open.
    Anything,
}

/// Why nothing more needs to be looked at.
enum Stop {
    /// What comes cannot be foreseen, and that is good enough.
    Good,
    /// It is not known what happens.
    Unknown,
}

/// That all is good so far.
type Sure = Result<(), Stop>;

fn is_good(sure: Sure) -> bool {
    matches!(sure, Ok(()) | Err(Stop::Good))
}

fn if_sure(sure: bool) -> Sure {
    if sure { Ok(()) } else { Err(Stop::Unknown) }
}

impl From<End> for Stop {
    fn from(_: End) -> Self {
        Self::Unknown
    }
}

impl Game {
    /// Whether a phase, if a seat begins it now, can surely be brought to a good end.
    pub(in crate::game::foresight) fn surely_begins(
        &self,
        s: &State,
        phase: PhaseId,
        seat: u8,
    ) -> bool {
        let own = s.control.get(usize::from(seat)) == Some(&seat) && s.turn == seat;
        let mut outlook = Outlook::new(self, s, seat);
        own && !self.is_closed(s) && is_good(outlook.straight_through(phase))
    }

    /// In look-ahead: whether the phases in progress can surely be brought to a good end, once the player
    /// has done something, or nothing, in the innermost one.
    pub(in crate::game::foresight) fn is_sure(&self, t: &State, done: Done) -> bool {
        let laid = matches!(done, Done::Laid);
        let open = !self.is_closed(t) && t.turn == t.trial_seat && (laid || !t.selecting);
        open && is_good(Outlook::new(self, t, t.trial_seat).straight_on(done))
    }

    /// The same whatever is laid in the innermost phase, or nothing, if cards move as the flow says.
    pub(in crate::game::foresight) fn is_sure_of_all(&self, t: &State, flow: Flow) -> bool {
        let open = !self.is_closed(t) && t.turn == t.trial_seat;
        let mut outlook = Outlook::flowing(self, t, t.trial_seat, &flow);
        open && is_good(outlook.straight_on(Done::Laid))
    }

    /// Whether the same comes of all moves of a decision: something must be discarded, or an option chosen.
    pub(in crate::game::foresight) fn is_alike(&self, t: &State) -> bool {
        match self.program.phases.get(usize::from(t.innermost().phase)) {
            Some(Phase::Discard(phase)) => phase.mandatory,
            Some(Phase::Choice(_)) => true,
            _ => false,
        }
    }
}

impl Outlook<'_> {
    /// The rest of the phases in progress.
    fn straight_on(&mut self, done: Done) -> Sure {
        let (s, laid) = (self.s, done == Done::Laid);
        for depth in (s.trial..=s.depth).rev() {
            let frame = &s.frames[usize::from(depth) - 1];
            let phase = self.game.program.phases.get(usize::from(frame.phase));
            let phase = phase.ok_or(Stop::Unknown)?;
            if_sure(frame.seat == self.seat && frame.order.len() <= 1)?;
            let decides = depth == s.depth && s.waiting == Waiting::Decision;
            match phase {
                Phase::Meld(phase) if decides => {
                    if_sure(!phase.automatic && (laid || !phase.mandatory))?;
                    if laid {
                        self.changes(Sways::SCORES);
                        self.moment(Moment::Melded)?;
                    }
                }
                Phase::Discard(phase) if decides && phase.mandatory => self.discarded(phase)?,
                Phase::Play(_) | Phase::Discard(_) if decides => {
                    if_sure(self.may_be_declined(PhaseId(frame.phase)))?;
                }
                Phase::Block(phase) if !decides => {
                    let left = phase.phases.get(usize::from(frame.index)..).unwrap_or(&[]);
                    self.each(left, phase.after)?;
                }
                Phase::Repeat(phase) if !decides => self.repeated_no_more(phase)?,
                Phase::Choice(phase) if decides && done == Done::Anything => self.chosen(phase)?,
                // One of its options is in progress.
                Phase::Choice(_) if depth < s.depth => {}
                _ => return Err(Stop::Unknown),
            }
            if depth > s.trial {
                self.actions(phases::then(phase))?;
            }
        }
        Ok(())
    }

    /// A phase of phases that begins now.
    fn straight_through(&mut self, id: PhaseId) -> Sure {
        match &self.game.program.phases[id.index()] {
            Phase::Block(phase) => self.each(&phase.phases, phase.after),
            Phase::Repeat(phase) => self.repeated_no_more(phase),
            _ => Err(Stop::Unknown),
        }
    }

    fn each(&mut self, list: &[PhaseId], after: ExprId) -> Sure {
        list.iter().try_for_each(|id| self.comes(*id))?;
        self.surely(after)
    }

    /// A phase that comes next.
    fn comes(&mut self, id: PhaseId) -> Sure {
        let (game, head) = (self.game, &self.game.heads[id.index()]);
        if_sure(head.who.is_none() && head.inside)?;
        let holds = self.holds(head.when);
        if holds == Some(false) || self.may_be_declined(id) {
            return Ok(());
        }
        let phase = &game.program.phases[id.index()];
        let before = self.flows.len();
        match phase {
            Phase::Do(phase) => self.actions(&phase.actions)?,
            Phase::Discard(phase) if phase.mandatory => self.discarded(phase)?,
            Phase::Draw(phase) if holds == Some(true) => self.drawn(phase)?,
            Phase::Block(_) | Phase::Repeat(_) if holds == Some(true) => {
                self.straight_through(id)?;
            }
            Phase::Choice(phase) if holds == Some(true) && phase.none_open == NoOption::Skip => {
                if_sure(phase.options.iter().any(|option| self.can_choose(*option)))?;
            }
            _ => return Err(Stop::Unknown),
        }
        if_sure(holds == Some(true) || self.flows.len() == before)?;
        Ok(self.actions(phases::then(phase))?)
    }

    /// Whatever is chosen, and however it goes on.
    fn chosen(&mut self, phase: &ChoicePhase) -> Sure {
        for option in &phase.options {
            let mut alone = Outlook::new(self.game, self.s, self.seat);
            alone.phase(*option, false)?;
            self.take_over(alone);
        }
        Ok(())
    }

    fn take_over(&mut self, other: Self) {
        self.flows.to_mut().extend_from_slice(&other.flows);
        self.changes(other.changed);
    }

    /// Whether an option is surely open, and it is known what happens in it: a call, or a card is played.
    fn can_choose(&mut self, id: PhaseId) -> bool {
        let head = &self.game.heads[id.index()];
        if head.who.is_some() || !head.inside || self.holds(head.when) != Some(true) {
            return false;
        }
        let mut alone =
            Outlook { flows: self.flows.clone(), ..Outlook::new(self.game, self.s, self.seat) };
        alone.changed = self.changed;
        let phase = &self.game.program.phases[id.index()];
        let known = match phase {
            Phase::Call(phase) => alone.says_something(id, phase),
            Phase::Play(phase) => alone.plays_a_card(phase),
            _ => Err(Stop::Unknown),
        };
        let known = known.is_ok() && alone.actions(phases::then(phase)).is_ok();
        if known {
            *self = alone;
        }
        known
    }

    /// The first call that can surely be made, if nothing more can be said then.
    fn says_something(&mut self, id: PhaseId, phase: &CallPhase) -> Sure {
        if_sure(phase.rounds == Some(1) && !phase.simultaneous)?;
        let tables = &self.game.call_tables[id.index()];
        let plain = |(call, table): &(&Call, &CallTable)| {
            matches!(table, CallTable::Fixed(moves) if !moves.is_empty())
                && self.holds(call.when) == Some(true)
        };
        let (call, _) = phase.calls.iter().zip(tables).find(plain).ok_or(Stop::Unknown)?;
        self.changes(Sways::ACTS);
        Ok(self.actions(&call.r#do)?)
    }

    /// A card of those that may be played, whichever it is.
    fn plays_a_card(&mut self, phase: &PlayPhase) -> Sure {
        let one = |e: ExprId| self.range(e) == Range::exactly(1);
        let any = phase.valid_play_condition.is_none()
            && phase.duties.is_empty()
            && phase.beating.is_none();
        if_sure(any && one(phase.min_cards) && one(phase.max_cards) && self.flows.is_empty())?;
        let (from, to) = (self.zone_there(phase.source)?, self.zone_there(phase.target)?);
        self.in_sight(from)?;
        let cards = self.env().cards_of(from);
        let flow = Flow { least: 1, ..Flow::some(from, to, cards, 1) };
        let after = |game: &Game| {
            game.lowered.always(phase.after)
                || game.comes_to(self.s, self.seat, flow, phase.after) == Some(true)
        };
        if_sure(cards != 0 && after(self.game))?;
        self.flows.to_mut().push(flow);
        self.changes(Sways::ACTS.and(Sways::CARDS));
        Ok(self.moment(Moment::Played)?)
    }

    /// Whether a phase of the player may be declined, and nothing comes of that.
    fn may_be_declined(&self, id: PhaseId) -> bool {
        let (head, phase) = (&self.game.heads[id.index()], &self.game.program.phases[id.index()]);
        let optional = match phase {
            Phase::Meld(phase) => !phase.mandatory && !phase.automatic,
            Phase::Play(phase) => !phase.mandatory,
            Phase::Discard(phase) => !phase.mandatory && phase.choose == Choose::Pick,
            _ => false,
        };
        optional && head.who.is_none() && head.inside && phases::then(phase).is_empty()
    }

    /// What is repeated ends when all of it is declined.
    fn repeated_no_more(&self, phase: &RepeatPhase) -> Sure {
        if_sure(phase.phases.iter().all(|id| self.may_be_declined(*id)))?;
        self.surely(phase.after)
    }

    /// Some cards that must be discarded, whichever they are.
    fn discarded(&mut self, phase: &DiscardPhase) -> Sure {
        let free = phase.cards.is_none() && self.game.lowered.always(phase.after);
        if_sure(free && phase.choose == Choose::Pick)?;
        let (from, to) = (self.zone_there(phase.source)?, self.zone_there(phase.target)?);
        let count = self.range(phase.count);
        let cards = self.env().cards_of(from);
        let gained = self.flows.iter().any(|flow| self.meet(flow.to, from));
        if_sure(count.low == count.high && !gained && cards != 0)?;
        let many = count.low.clamp(0, size(cards) as i64) as u32;
        // Of what is left when others have gone there must be as many.
        if self.flows.iter().any(|flow| self.meet(flow.from, from)) {
            if_sure(self.weight(Some(from), &Number(CardSet::MAX)).low >= i64::from(many))?;
        }
        self.flows.to_mut().push(Flow { least: many, ..Flow::some(from, to, cards, many) });
        self.changes(Sways::CARDS);
        Ok(())
    }

    /// A card that must be drawn: it cannot be foreseen if the player does not see it.
    fn drawn(&self, phase: &DrawPhase) -> Sure {
        let from = self.zone_there(phase.source)?;
        let moved = self.flows.iter().any(|f| self.meet(f.from, from) || self.meet(f.to, from));
        let certain = phase.mandatory
            && phase.choose == Choose::Top
            && self.range(phase.count).low > 0
            && self.env().cards_of(from) != 0;
        if_sure(certain && !moved && from.place != NOWHERE)?;
        let seen = self.game.viewers(self.s, from.place) & (1 << self.seat) != 0;
        Err(if seen { Stop::Unknown } else { Stop::Good })
    }

    fn surely(&self, after: ExprId) -> Sure {
        if_sure(self.holds(after) == Some(true))
    }
}
