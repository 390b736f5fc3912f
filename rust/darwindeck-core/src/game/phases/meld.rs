//! Melds: combinations are laid out, and cards are added to those that lie there.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit, lowest, size};
use crate::game::chooser::Chooser;
use crate::game::flow::STEP;
use crate::game::foresight::{Flow, Thought, WholeMelds};
use crate::game::judge::{Env, NOWHERE, ZoneRef};
use crate::game::moves::{Kind, Move};
use crate::game::patterns::{self, Shape};
use crate::game::rng::Rng;
use crate::game::state::{Signal, State, Waiting};
use crate::game::work;
use crate::program::ids::{PatternId, PhaseId};
use crate::program::parts::*;

use super::forms::Form;
use super::single::Spot;

/// Stages of the phase.
const NEXT: u8 = 0;
const SHARE: u8 = 1;
const DECIDE: u8 = 2;

/// The pile of a meld that does not lie yet.
const NEW: u16 = NOWHERE;

/// The work of looking at a combination, and of laying it down in thought.
const LOOK: u32 = 8;
const TRY: u32 = 12;

/// If there are so many combinations, look-ahead does not go through them as a whole.
const MANY: usize = 2_048;

/// Where the cards of a meld come from and go to.
#[derive(Clone, Copy)]
struct Route {
    source: ZoneRef,
    /// The pile whose top card must be part of the meld.
    extra: Option<ZoneRef>,
    /// That card.
    top: CardSet,
    target: ZoneRef,
}

/// Cards that may be laid.
#[derive(Clone, Copy)]
struct Laying {
    route: Route,
    pile: u16,
    cards: CardSet,
    /// The card that says which pile a new meld goes to.
    guide: CardId,
}

/// What one seat could lay.
struct Meld<'a> {
    game: &'a Game,
    s: &'a State,
    phase: &'a MeldPhase,
    seat: u8,
    route: Route,
    hand: CardSet,
    /// The patterns that may be laid now.
    patterns: Cow<'a, [PatternId]>,
    /// Where there is a pile for each rank: the cards of ranks whose piles lie.
    lying_ranks: CardSet,
    /// The cards that a new meld can have, once that was asked.
    for_new: OnceCell<CardSet>,
    /// What is true afterwards whatever is laid, once that was asked.
    whatever: OnceCell<Option<bool>>,
    thought: RefCell<Thought<'a>>,
}

impl<'a> Meld<'a> {
    fn new(game: &'a Game, s: &'a State, phase: &'a MeldPhase, seat: u8) -> Self {
        let env = Env::new(game, s, seat);
        let extra = phase.with_top_of.map(|zone| env.zone(zone));
        let top = match extra.map_or(NO_CARD, |zone| env.top_of(zone)) {
            NO_CARD => 0,
            card => bit(card),
        };
        let (source, target) = (env.zone(phase.source), env.zone(phase.target));
        let holds = |id: &PatternId| {
            let when = game.program.patterns[id.index()].when;
            game.lowered.always(when) || env.holds(when)
        };
        let patterns = match phase.patterns.iter().all(holds) {
            true => Cow::Borrowed(&phase.patterns[..]),
            false => phase.patterns.iter().copied().filter(holds).collect(),
        };
        Self {
            game,
            s,
            phase,
            seat,
            route: Route { source, extra, top, target },
            hand: env.cards_of(source) & !top,
            patterns,
            lying_ranks: lying_ranks(game, s, target),
            for_new: OnceCell::new(),
            whatever: OnceCell::new(),
            thought: RefCell::new(Thought::new(game, s, seat)),
        }
    }

    // --- where -----------------------------------------------------------------------------------

    /// The piles that cards may go to: a new one, those that lie.
    fn piles(&self) -> Vec<u16> {
        let mut piles = Vec::new();
        self.any_pile(|pile| {
            piles.push(pile);
            false
        });
        piles
    }

    /// Whether something is true of one of these piles.
    fn any_pile(&self, mut of: impl FnMut(u16) -> bool) -> bool {
        if self.patterns.is_empty() || (self.route.extra.is_some() && self.route.top == 0) {
            return false;
        }
        let target = self.route.target;
        let new = self.phase.new_melds && (target.place != NOWHERE || target.owners != 0);
        (new && of(NEW)) || self.any_lying(of)
    }

    /// The same of those that lie and that cards may be added to.
    fn any_lying(&self, mut of: impl FnMut(u16) -> bool) -> bool {
        let zone = match self.phase.lay_off {
            LayOff::None => return false,
            LayOff::Own => self.route.target,
            LayOff::Any => self.everybodys(self.route.target),
        };
        let mut found = false;
        Env::new(self.game, self.s, self.seat).each_place(zone, |place| {
            found = found || (self.s.sets[usize::from(place)] != 0 && of(place));
        });
        found
    }

    /// A zone with the piles of all its owners.
    fn everybodys(&self, zone: ZoneRef) -> ZoneRef {
        match self.game.tables.zones.get(usize::from(zone.zone)) {
            Some(table) => {
                let owners = ((1u32 << table.owners) - 1) as u16;
                ZoneRef { owners, place: NOWHERE, ..zone }
            }
            None => zone,
        }
    }

    /// The cards that lie in a pile already.
    fn lying(&self, pile: u16) -> CardSet {
        if pile == NEW { 0 } else { self.s.sets[usize::from(pile)] }
    }

    // --- what ------------------------------------------------------------------------------------

    /// The patterns that may be laid now, with their shapes.
    fn forms(&self) -> impl Iterator<Item = (&'a Form, &'a Shape)> {
        self.patterns.iter().map(|id| self.game.form(self.s, *id))
    }

    /// The pattern that some cards form on a pile, if they may be laid there.
    fn form_of(&self, pile: u16, cards: CardSet) -> Option<&'a Form> {
        let number = self.number_of_form(pile, cards)?;
        Some(self.game.form(self.s, self.patterns[number]).0)
    }

    fn number_of_form(&self, pile: u16, cards: CardSet) -> Option<usize> {
        if cards == 0 {
            return None;
        }
        let faces = &self.game.context(self.s).faces;
        let all = self.lying(pile) | cards;
        self.forms().position(|(form, shape)| {
            (pile != NEW || form.leading(cards) & self.lying_ranks == 0)
                && patterns::matches(shape, faces, all)
        })
    }

    /// Whether some cards may be laid on a pile as they are.
    fn may_close(&self, pile: u16, cards: CardSet) -> bool {
        self.laying(pile, cards).is_some()
    }

    /// How some cards are laid on a pile, if they may be.
    fn laying(&self, pile: u16, cards: CardSet) -> Option<Laying> {
        let guide = self.form_of(pile, cards)?.guide(cards);
        let laying = Laying { route: self.route, pile, cards, guide };
        (self.whatever() == Some(true) || self.good_after(laying)).then_some(laying)
    }

    /// Whether what must hold afterwards does, or does not, whatever is laid; none if that depends.
    fn whatever(&self) -> Option<bool> {
        if self.game.lowered.always(self.phase.after) {
            return Some(true);
        }
        *self.whatever.get_or_init(|| {
            let Route { source, extra, target, .. } = self.route;
            let seen = |place| self.game.viewers(self.s, place) & (1 << self.seat) != 0;
            let one_way = self.phase.lay_off == LayOff::None
                && extra.is_none()
                && self.s.moved == 0
                && target.place != NOWHERE
                && source.place != NOWHERE;
            if !one_way || !seen(source.place) {
                return None;
            }
            let sizes = self.forms().map(|(_, shape)| shape.sizes());
            let (least, most) =
                sizes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default();
            let cards = self.options(NEW, 0);
            let flow = Flow { least: least.max(1), ..Flow::some(source, target, cards, most) };
            self.game.comes_to(self.s, self.seat, flow, self.phase.after)
        })
    }

    /// Whether what must hold afterwards does, once the cards lie.
    fn good_after(&self, laying: Laying) -> bool {
        if !work::spend(TRY) {
            return false;
        }
        let (game, phase, seat) = (self.game, self.phase, self.seat);
        let mut thought = self.thought.borrow_mut();
        game.laid_in_thought(self.s, laying, &mut thought, |t| game.is_good(t, phase, seat))
    }

    /// The cards of the hand that can come next, as far as the patterns decide.
    fn options(&self, pile: u16, cards: CardSet) -> CardSet {
        if pile == NEW && cards == 0 {
            return *self.for_new.get_or_init(|| self.options_of(pile, cards));
        }
        self.options_of(pile, cards)
    }

    fn options_of(&self, pile: u16, cards: CardSet) -> CardSet {
        let pool = self.hand & !cards;
        let faces = &self.game.context(self.s).faces;
        let all = self.lying(pile) | cards;
        self.forms().fold(0, |found, (form, shape)| {
            let blocked = self.blocked(pile, form);
            if cards & blocked != 0 {
                return found;
            }
            found | patterns::completions(shape, faces, all, pool & !blocked)
        })
    }

    /// The cards that cannot be part of a new meld, since there is a pile of their rank.
    fn blocked(&self, pile: u16, form: &Form) -> CardSet {
        if pile == NEW { self.lying_ranks & !form.wild } else { 0 }
    }

    /// Whether the patterns alone decide what can be laid on a pile.
    fn is_plain(&self, pile: u16) -> bool {
        let wild_piles = pile == NEW && self.lying_ranks != 0;
        self.whatever() == Some(true) && !(wild_piles && self.forms().any(|(form, _)| form.bare))
    }

    /// The cards of the hand that no rule can tell from some cards, with these.
    fn likes(&self, cards: CardSet) -> CardSet {
        self.game.likes(self.s, cards, self.hand)
    }

    /// Calls `found` with everything on a pile that a pattern allows and that has these cards among it,
    /// until it returns false; whether it never did. Of cards that are alike the lowest are taken.
    /// Of two combinations that one comes first which has the lowest card that is not in both.
    fn each_set(&self, pile: u16, cards: CardSet, found: &mut impl FnMut(CardSet) -> bool) -> bool {
        self.forms().enumerate().all(|(number, (form, _))| {
            let blocked = self.blocked(pile, form);
            let pool = self.hand & !cards & !blocked;
            cards & blocked != 0 || self.each_larger_set(pile, number, cards, pool, found)
        })
    }

    /// The same with one pattern, what is added being of the pool.
    fn each_larger_set(
        &self,
        pile: u16,
        number: usize,
        cards: CardSet,
        mut pool: CardSet,
        found: &mut impl FnMut(CardSet) -> bool,
    ) -> bool {
        if !work::spend(LOOK) {
            return false;
        }
        let faces = &self.game.context(self.s).faces;
        let all = self.lying(pile) | cards;
        let (_, shape) = self.game.form(self.s, self.patterns[number]);
        let mut open = patterns::completions(shape, faces, all, pool);
        while open != 0 {
            let card = lowest(open);
            pool &= !bit(card);
            if !self.each_larger_set(pile, number, cards | bit(card), pool, found) {
                return false;
            }
            pool &= !self.likes(bit(card));
            open &= pool;
        }
        self.number_of_form(pile, cards) != Some(number) || found(cards)
    }

    /// Whether some cards can be completed to what may be laid on a pile.
    fn leads_somewhere(&self, pile: u16, cards: CardSet) -> bool {
        if self.is_plain(pile) {
            let more = self.options(pile, cards);
            return more != 0 || self.may_close(pile, cards);
        }
        let mut some = false;
        self.each_set(pile, cards, &mut |set| {
            some = self.may_close(pile, set);
            !some
        });
        some
    }

    /// The cards that may be picked next, one of each face.
    fn picks(&self, pile: u16, cards: CardSet) -> CardSet {
        if self.is_plain(pile) {
            return self.game.faces(self.s, self.options(pile, cards));
        }
        let all = self.options(pile, cards);
        let mut open = 0;
        self.each_set(pile, cards, &mut |set| {
            let more = self.likes(set & !cards) & !cards;
            if more & !open != 0 && self.may_close(pile, set) {
                open |= more;
            }
            all & !open != 0
        });
        self.game.faces(self.s, open)
    }

    /// The cards with which something can be begun on a pile. What must contain the top card of a
    /// pile begins with that card where it is added to a meld, or where it is a meld by itself.
    fn first_picks(&self, pile: u16) -> CardSet {
        let top = self.route.top;
        if top == 0 {
            return self.picks(pile, 0);
        }
        if pile != NEW {
            return if self.leads_somewhere(pile, top) { top } else { 0 };
        }
        self.picks(pile, top) | if self.may_close(pile, top) { top } else { 0 }
    }

    fn can_begin(&self) -> bool {
        let top = self.route.top;
        self.whatever() != Some(false) && self.any_pile(|pile| self.leads_somewhere(pile, top))
    }

    /// Lists everything that can be begun.
    fn list_first(&self, out: &mut Vec<Move>) {
        if self.whatever() == Some(false) {
            return;
        }
        for pile in self.piles() {
            let cards = Cards(self.first_picks(pile));
            out.extend(cards.map(|card| Move { b: pile, ..Move::card(card) }));
        }
    }

    /// Some cards with those that must be picked anyway, and whether nothing is left to decide.
    fn grown(&self, pile: u16, mut cards: CardSet) -> (CardSet, bool) {
        loop {
            let open = self.picks(pile, cards);
            if open == 0 {
                return (cards, true);
            }
            if size(open) > 1 || self.may_close(pile, cards) {
                return (cards, false);
            }
            cards |= open;
        }
    }

    // --- without choice --------------------------------------------------------------------------

    /// What is laid next where nobody chooses.
    fn first_of_all(&self) -> Option<Laying> {
        self.piles()
            .into_iter()
            .find_map(|pile| (0..self.patterns.len()).find_map(|number| self.largest(pile, number)))
    }

    /// What can be laid of a pattern on a pile with the most cards; of such that which has the lowest
    /// natural card that is not in both, then the lowest wild one.
    fn largest(&self, pile: u16, number: usize) -> Option<Laying> {
        let faces = &self.game.context(self.s).faces;
        let top = self.route.top;
        let (form, shape) = self.game.form(self.s, self.patterns[number]);
        let blocked = self.blocked(pile, form);
        let pool = self.hand & !blocked;
        if top & blocked != 0 {
            return None;
        }
        if pile == NEW && top == 0 && self.is_plain(pile) {
            let set = patterns::find(shape, faces, pool)?;
            return self.laying(pile, set);
        }
        let key = |set: CardSet| {
            let lowest_first = |cards: CardSet| cards.reverse_bits();
            (size(set), lowest_first(set & !form.wild), lowest_first(set & form.wild))
        };
        let mut best: Option<Laying> = None;
        self.each_larger_set(pile, number, top, pool, &mut |set| {
            if best.is_none_or(|best| key(set) > key(best.cards)) {
                best = self.laying(pile, set).or(best);
            }
            true
        });
        best
    }

    // --- looking ahead ---------------------------------------------------------------------------

    /// The cards of some that could be laid on a pile at the most, of whatever pattern, beside those
    /// that lie there and the top card that must be part of it; none if nothing could.
    fn possible(&self, lying: CardSet, cards: CardSet) -> Option<CardSet> {
        let faces = &self.game.context(self.s).faces;
        let fixed = lying | self.route.top;
        let found = self
            .forms()
            .fold(0, |found, (_, shape)| found | patterns::completions(shape, faces, fixed, cards));
        let enough = || self.forms().any(|(_, shape)| patterns::matches(shape, faces, fixed));
        (found != 0 || (self.route.top != 0 && enough())).then_some(found)
    }

    /// Notes the ways that cards of the hand can go to a zone.
    fn flow(&self, to: ZoneRef, cards: CardSet, out: &mut Vec<Flow>) {
        if cards & self.hand != 0 {
            out.push(Flow::of(self.route.source, to, cards & self.hand));
        }
        if let Some(extra) = self.route.extra {
            out.push(Flow::of(extra, to, self.route.top));
        }
    }

    /// The same for a new meld: where there is a pile for each rank it goes to one of these.
    fn flow_to_new(&self, cards: CardSet, out: &mut Vec<Flow>) {
        let target = self.route.target;
        let table = self.game.tables.zones.get(usize::from(target.zone));
        match table {
            Some(table) if table.key == PileKey::ByRank && target.owners != 0 => {
                let wild = self.forms().fold(0, |wild, (form, _)| wild | form.wild);
                let first = table.base + target.owners.trailing_zeros() as u16 * table.piles;
                for (place, rank) in (first..).zip(&self.game.tables.of_rank) {
                    if rank & (cards | self.route.top) != 0 {
                        let to = ZoneRef { place, ..target };
                        self.flow(to, cards & (rank | wild), out);
                    }
                }
            }
            _ => self.flow(target, cards, out),
        }
    }
}

/// In a zone with a pile for each rank: the cards of the ranks whose piles lie already.
fn lying_ranks(game: &Game, s: &State, target: ZoneRef) -> CardSet {
    let Some(table) = game.tables.zones.get(usize::from(target.zone)) else { return 0 };
    if table.key != PileKey::ByRank || target.owners == 0 {
        return 0;
    }
    let first = usize::from(table.base + target.owners.trailing_zeros() as u16 * table.piles);
    let piles = &s.sets[first..first + usize::from(table.piles)];
    let lying = |cards: CardSet, (pile, rank): (&CardSet, &CardSet)| {
        cards | if *pile != 0 { *rank } else { 0 }
    };
    piles.iter().zip(&game.tables.of_rank).fold(0, lying)
}

/// Melds that are laid in thought, one instead of the other.
pub(in crate::game) struct Layings<'a>(Meld<'a>);

impl<'a> Layings<'a> {
    /// What may be laid in the innermost phase.
    pub fn new(game: &'a Game, s: &'a State, phase: &'a MeldPhase) -> Self {
        Self(Meld::new(game, s, phase, s.innermost().seat))
    }

    /// How cards move whatever is laid next, or nothing, if all of it goes from one place to one zone.
    pub fn any(&self) -> Option<Flow> {
        let meld = &self.0;
        let Route { source, extra, target, .. } = meld.route;
        let lies_free = |zone: ZoneRef| {
            let table = meld.game.tables.zones.get(usize::from(zone.zone));
            !zone.top && table.is_some_and(|table| table.beneath.is_none())
        };
        if extra.is_some() || source.place == NOWHERE || !lies_free(source) || !lies_free(target) {
            return None;
        }
        let (s, faces) = (meld.s, &meld.game.context(meld.s).faces);
        let cards = match s.selecting {
            true => s.selection | meld.options(s.selection_pile, s.selection),
            false => meld.forms().fold(0, |cards, (_, shape)| cards | meld.hand & shape.usable()),
        };
        let most = meld.forms().map(|(_, shape)| shape.most_of(faces, cards)).max()?;
        let to = match meld.phase.lay_off {
            LayOff::Any => meld.everybodys(target),
            LayOff::None | LayOff::Own => target,
        };
        Some(Flow::some(source, to, cards, most))
    }

    /// Whether something is true once a whole meld is laid that may be.
    pub fn having_laid(
        &self,
        (pile, cards): (u16, CardSet),
        thought: &mut Thought,
        look: impl FnOnce(&State) -> bool,
    ) -> bool {
        let meld = &self.0;
        let Some(form) = meld.form_of(pile, cards) else { return false };
        let laying = Laying { route: meld.route, pile, cards, guide: form.guide(cards) };
        meld.game.laid_in_thought(meld.s, laying, thought, look)
    }
}

impl Game {
    /// The place that the cards of all melds of a phase come from, if that is settled.
    pub(super) fn only_source_of_melds(&self, phase: &MeldPhase) -> Option<Spot> {
        let only = phase.with_top_of.is_none() && phase.lay_off == LayOff::None;
        if only { Spot::of(self, phase.source) } else { None }
    }

    /// Goes through a phase in which everything is laid that can be, as far as nothing stands in the way.
    #[inline(never)]
    pub(in crate::game) fn go_melds<C: Chooser>(
        &self,
        s: &mut State,
        rng: &mut Rng,
        chooser: &mut C,
        id: PhaseId,
        source: Option<Spot>,
    ) {
        let Phase::Meld(phase) = self.phase(id.0) else { return };
        let nothing = source.is_some_and(|source| {
            let cards = s.sets[usize::from(source.place(s.turn))];
            !self.heads[id.index()].has_end && self.are_out_of_reach(s, phase, cards)
        });
        if !nothing {
            return self.go_alone(s, rng, chooser, id);
        }
        s.work += 3 * STEP;
        (s.moved, s.selection, s.selecting, s.end_phase) = (0, 0, false, false);
    }

    /// Whether it can be seen at a glance that some cards hold nothing to be laid.
    fn are_out_of_reach(&self, s: &State, phase: &MeldPhase, cards: CardSet) -> bool {
        let faces = &self.context(s).faces;
        phase.patterns.iter().all(|id| self.form(s, *id).1.is_out_of_reach(faces, cards))
    }

    pub(in crate::game) fn meld_step(&self, s: &mut State, rng: &mut Rng, phase: &MeldPhase) {
        match s.innermost().stage {
            NEXT => {
                if !self.next_share(s) {
                    self.finish(s, rng);
                }
            }
            SHARE => {
                let seat = s.innermost().seat;
                if phase.automatic && s.trial == 0 {
                    self.meld_next(s, rng, phase, seat);
                } else if self.is_closed(s) || !Meld::new(self, s, phase, seat).can_begin() {
                    if self.asks_anyway(s) {
                        return;
                    }
                    s.failed |= phase.mandatory && s.trial > 0;
                    self.share_done(s);
                } else if phase.automatic {
                    self.meld_all(s, rng, phase, seat);
                    self.share_done(s);
                } else {
                    s.frame().stage = DECIDE;
                    s.waiting = Waiting::Decision;
                }
            }
            _ => s.waiting = Waiting::Decision,
        }
    }

    /// Whether a meld could be begun, or added to, if there were cards for it.
    pub(in crate::game) fn has_room_for_melds(
        &self,
        s: &State,
        phase: &MeldPhase,
        seat: u8,
    ) -> bool {
        if phase.new_melds && phase.with_top_of.is_none() {
            return true;
        }
        let meld = Meld::new(self, s, phase, seat);
        let lacks_top = meld.route.extra.is_some() && meld.route.top == 0;
        !lacks_top && (phase.new_melds || meld.any_lying(|_| true))
    }

    pub(in crate::game) fn meld_moves(
        &self,
        s: &State,
        phase: &MeldPhase,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        let meld = Meld::new(self, s, phase, seat);
        if !phase.automatic {
            meld.list_first(out);
        } else if meld.can_begin() {
            out.push(Move::plain(Kind::Option));
        }
    }

    pub(in crate::game) fn meld_list(&self, s: &State, phase: &MeldPhase, out: &mut Vec<Move>) {
        let meld = Meld::new(self, s, phase, s.innermost().seat);
        if !s.selecting {
            let begin = out.len();
            meld.list_first(out);
            if !phase.mandatory && out.len() > begin {
                out.push(Move::plain(Kind::Pass));
            }
            return;
        }
        let (pile, cards) = (s.selection_pile, s.selection);
        let picks = Cards(meld.picks(pile, cards));
        out.extend(picks.map(|card| Move { b: pile, ..Move::card(card) }));
        if meld.may_close(pile, cards) {
            out.push(Move::plain(Kind::Done));
        }
    }

    pub(in crate::game) fn meld_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &MeldPhase,
        action: Move,
    ) {
        let seat = s.innermost().seat;
        let meld = Meld::new(self, s, phase, seat);
        let (pile, cards, complete) = match action.kind {
            Kind::Card => {
                let chosen = s.selection | bit(action.card) | meld.route.top;
                let (cards, complete) = meld.grown(action.b, chosen);
                (action.b, cards, complete)
            }
            Kind::Done => (s.selection_pile, s.selection, true),
            _ => return self.decline(s, rng),
        };
        if !complete {
            s.selection = cards;
            s.selection_pile = pile;
            s.selecting = true;
            return;
        }
        match meld.laying(pile, cards) {
            Some(laying) => self.lay_meld(s, rng, phase, seat, laying),
            None => s.failed |= s.trial > 0,
        }
        self.share_done(s);
    }

    /// Lays cards on a pile, or as a new meld, with what that brings about.
    fn lay_meld(&self, s: &mut State, rng: &mut Rng, phase: &MeldPhase, seat: u8, laying: Laying) {
        s.moved = 0;
        self.carry_meld(s, laying);
        self.uncover(s, laying.route.target.zone);
        s.failed |= s.trial > 0 && !self.is_good(s, phase, seat);
        // Where everything is laid, the last of it is known when nothing is left.
        let ends = self.heads[usize::from(s.innermost().phase)].has_end;
        if ends && (!phase.automatic || self.next_laying(s, phase, seat).is_none()) {
            self.act_in_step(s, rng);
        }
        if laying.pile == NEW {
            self.score_set(s, laying.cards, seat);
        }
        self.moment(s, rng, Moment::Melded, laying.cards, seat);
        s.check = self.judges_steps;
    }

    fn carry_meld(&self, s: &mut State, laying: Laying) {
        let Laying { route, pile, cards, guide } = laying;
        let to = if pile == NEW { self.place_for(s, route.target, guide) } else { pile };
        for card in Cards(cards) {
            let zone = match route.extra {
                Some(extra) if route.top & bit(card) != 0 => extra,
                _ => route.source,
            };
            let from = self.place_of_card(s, zone, card);
            if from != NOWHERE && to != NOWHERE {
                self.carry(s, card, from, to, false);
            }
        }
    }

    /// Looks at the position in which a meld is laid.
    fn laid_in_thought<T>(
        &self,
        s: &State,
        laying: Laying,
        thought: &mut Thought,
        look: impl FnOnce(&State) -> T,
    ) -> T {
        let Laying { route: Route { source, extra, target, .. }, pile, cards, guide } = laying;
        let place = if pile == NEW { self.pile_for(target, guide) } else { pile };
        if extra.is_none() && s.moved == 0 && place != NOWHERE {
            return thought.moving((source, ZoneRef { place, ..target }), cards, look);
        }
        thought.after(|t| {
            t.moved = 0;
            self.carry_meld(t, laying);
            look(t)
        })
    }

    /// The pile that a new meld goes to, if that lies there from the start.
    fn pile_for(&self, target: ZoneRef, guide: CardId) -> u16 {
        let table = self.tables.zones.get(usize::from(target.zone));
        match table {
            _ if target.place != NOWHERE => target.place,
            Some(table) if table.key == PileKey::ByRank && target.owners != 0 => {
                let first = table.base + target.owners.trailing_zeros() as u16 * table.piles;
                first + u16::from(self.tables.rank[usize::from(guide)])
            }
            _ => NOWHERE,
        }
    }

    /// Whether what must hold after a meld does, or the player could not foresee it.
    fn is_good(&self, s: &State, phase: &MeldPhase, seat: u8) -> bool {
        s.unforeseen || self.holds(s, seat, phase.after)
    }

    /// Lays the next combination where nobody chooses, as a step; if there is none, that was all.
    fn meld_next(&self, s: &mut State, rng: &mut Rng, phase: &MeldPhase, seat: u8) {
        if let Some(laying) = self.next_laying(s, phase, seat) {
            self.lay_meld(s, rng, phase, seat, laying);
            if s.signal != Signal::None || self.next_laying(s, phase, seat).is_some() {
                return;
            }
        }
        self.share_done(s);
    }

    /// What is laid next where nobody chooses.
    fn next_laying(&self, s: &State, phase: &MeldPhase, seat: u8) -> Option<Laying> {
        let env = Env::new(self, s, seat);
        let only = phase.with_top_of.is_none() && phase.lay_off == LayOff::None;
        if only && self.are_out_of_reach(s, phase, env.cards_of(env.zone(phase.source))) {
            return None;
        }
        Meld::new(self, s, phase, seat).first_of_all()
    }

    /// In look-ahead: lays every combination there is.
    fn meld_all(&self, s: &mut State, rng: &mut Rng, phase: &MeldPhase, seat: u8) {
        for _ in 0..self.tables.cards {
            let Some(laying) = self.next_laying(s, phase, seat) else { return };
            self.lay_meld(s, rng, phase, seat, laying);
            if s.signal != Signal::None {
                return;
            }
        }
    }

    // --- looking ahead ---------------------------------------------------------------------------

    /// Everything that may be laid now, or only the first of it; none if it is so much that cards are
    /// better picked one by one.
    pub(in crate::game) fn whole_melds(
        &self,
        s: &State,
        phase: &MeldPhase,
        most: Option<usize>,
    ) -> Option<WholeMelds> {
        let meld = Meld::new(self, s, phase, s.innermost().seat);
        let mut sets = Vec::new();
        let mut each = |pile: u16, cards: CardSet| {
            meld.each_set(pile, cards, &mut |set| {
                if meld.may_close(pile, set) {
                    sets.push((pile, set));
                }
                sets.len() < most.unwrap_or(MANY)
            })
        };
        let all = if s.selecting {
            each(s.selection_pile, s.selection)
        } else {
            meld.piles().into_iter().all(|pile| each(pile, meld.route.top))
        };
        sets.sort_by_key(|(_, set)| Reverse(size(*set)));
        (all || most.is_some()).then_some(WholeMelds { sets, hand: meld.hand, all })
    }

    /// Lays a whole meld in look-ahead.
    pub(in crate::game) fn lay_whole_meld(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &MeldPhase,
        (pile, cards): (u16, CardSet),
    ) {
        let seat = s.innermost().seat;
        let meld = Meld::new(self, s, phase, seat);
        let Some(form) = meld.form_of(pile, cards) else {
            s.failed = true;
            return;
        };
        let laying = Laying { route: meld.route, pile, cards, guide: form.guide(cards) };
        s.waiting = Waiting::Nothing;
        s.deeds += 1;
        self.lay_meld(s, rng, phase, seat, laying);
        self.share_done(s);
    }

    /// Where cards could go in a phase that begins now or later, if the player had the cards of `hand`
    /// and those of `laid` may have come to the target by then.
    pub(in crate::game) fn meld_flows(
        &self,
        s: &State,
        phase: &MeldPhase,
        seat: u8,
        hand: CardSet,
        laid: CardSet,
        out: &mut Vec<Flow>,
    ) {
        let mut meld = Meld::new(self, s, phase, seat);
        meld.patterns = Cow::Borrowed(&phase.patterns);
        if meld.route.extra.is_some() && meld.route.top == 0 {
            return;
        }
        meld.hand = hand & !meld.route.top;
        let pool = (hand | laid) & !meld.route.top;
        for pile in meld.piles() {
            let Some(cards) = meld.possible(meld.lying(pile), pool) else { continue };
            if pile == NEW {
                meld.flow_to_new(cards, out);
            } else {
                let to = ZoneRef { place: pile, ..meld.route.target };
                meld.flow(to, cards, out);
            }
        }
        // Cards added to melds that do not lie yet.
        if laid != 0 && !phase.new_melds && phase.lay_off != LayOff::None {
            if let Some(cards) = meld.possible(0, pool) {
                meld.flow(meld.route.target, cards, out);
            }
        }
    }
}
