//! Drawing, playing, discarding and passing cards.

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit, lowest, nth, size};
use crate::game::foresight::{Flow, Thought};
use crate::game::judge::{Env, NOWHERE, ZoneRef};
use crate::game::moves::{Kind, Move};
use crate::game::patterns::{self, Bounds, Shape, Standing};
use crate::game::rng::Rng;
use crate::game::state::{Signal, State, Waiting};
use crate::game::tables::{NO_SUIT, NOBODY};
use crate::game::work;

use crate::program::ids::PatternId;
use crate::program::parts::*;
use crate::program::{ExprId, Node};

/// Stages of these phases.
const NEXT: u8 = 0;
const SHARE: u8 = 1;
const DECIDE: u8 = super::DECIDE;

/// The work of looking at a selection and of moving it in thought.
const LOOK: u32 = 16;

/// Cards that one seat may pick, and how they must be in the end.
struct Pick<'a> {
    from: CardSet,
    least: usize,
    most: usize,
    /// The patterns of which cards form one; empty: any cards will do.
    together: &'a [PatternId],
    /// The zone whose cards must be beaten, if there are any.
    beating: Option<ZoneRef>,
    /// What these cards count as.
    standing: Option<Standing>,
    after: ExprId,
    /// Whether that holds whichever cards are picked.
    sure: bool,
    source: ZoneRef,
    target: ZoneRef,
}

impl Pick<'_> {
    /// Whether a single card needs no pattern.
    fn frees_single_cards(&self) -> bool {
        self.together.is_empty() || self.beating.is_none()
    }
}

impl Game {
    // --- picking ---------------------------------------------------------------------------------

    /// The cards that may be picked next, and whether the selection may be closed.
    fn next_picks(&self, s: &State, seat: u8, pick: &Pick, chosen: CardSet) -> (CardSet, bool) {
        let count = size(chosen);
        let closed = count >= pick.least.max(1) && self.fits(s, seat, pick, chosen);
        if count >= pick.most {
            return (0, closed);
        }
        let pool = pick.from & !chosen;
        let mut open = match pick.together {
            [] if size(pool) + count < pick.least => 0,
            [] => pool,
            _ if count == 0 && pick.least <= 1 && pick.frees_single_cards() => pool,
            _ => self.joinable(s, seat, pick, chosen, pool),
        };
        if !pick.sure && open != 0 {
            open &= Selections::new(self, s, seat, pick, chosen).found();
        }
        (self.faces(s, open), closed)
    }

    /// Whether a selection may be closed as it is.
    fn fits(&self, s: &State, seat: u8, pick: &Pick, chosen: CardSet) -> bool {
        let count = size(chosen);
        if count < pick.least || count > pick.most {
            return false;
        }
        self.is_together(s, seat, pick, chosen) && self.good_after(s, seat, pick, chosen)
    }

    /// Whether cards form what is played together, and beat what must be beaten.
    fn is_together(&self, s: &State, seat: u8, pick: &Pick, set: CardSet) -> bool {
        if pick.together.is_empty() || (size(set) == 1 && pick.frees_single_cards()) {
            return true;
        }
        let faces = &self.context(s).faces;
        let mut forms = self.forms(s, seat, pick.together);
        forms.any(|(id, shape)| {
            let bounds = bounds(pick, id, shape);
            bounds.is_some_and(|bounds| patterns::forms_above(shape, faces, set, &bounds))
        })
    }

    /// The cards of a pool that can be picked beside those that are chosen, as far as patterns and what must
    /// be beaten decide.
    fn joinable(
        &self,
        s: &State,
        seat: u8,
        pick: &Pick,
        chosen: CardSet,
        pool: CardSet,
    ) -> CardSet {
        let faces = &self.context(s).faces;
        // To count the cards takes longer than to look for one pattern.
        let several = pick.together.len() > 1;
        let counted = several.then(|| patterns::Counted::new(faces, chosen | pool));
        let mut open = 0;
        for (id, shape) in self.forms(s, seat, pick.together) {
            let Some(mut bounds) = bounds(pick, id, shape) else { continue };
            if counted.as_ref().is_some_and(|counted| counted.lack(shape)) {
                continue;
            }
            bounds.sizes.0 = bounds.sizes.0.max(size(chosen) as u32 + 1);
            open |= patterns::completions_above(shape, faces, chosen, pool, &bounds) & pool;
            if open == pool {
                break;
            }
        }
        open
    }

    /// Those of some patterns whose condition holds, as something to be laid.
    fn forms<'a>(
        &'a self,
        s: &'a State,
        seat: u8,
        patterns: &'a [PatternId],
    ) -> impl Iterator<Item = (PatternId, &'a Shape)> {
        let holds = move |id: &PatternId| {
            let when = self.program.patterns[id.index()].when;
            self.lowered.always(when) || self.holds(s, seat, when)
        };
        patterns.iter().copied().filter(holds).map(move |id| (id, self.form(s, id).1))
    }

    /// Whether what must hold afterwards does, once these cards have moved.
    fn good_after(&self, s: &State, seat: u8, pick: &Pick, chosen: CardSet) -> bool {
        if pick.sure {
            return true;
        }
        let mut thought = Thought::new(self, s, seat);
        thought.moving((pick.source, pick.target), chosen, |t| self.is_good_pick(t, seat, pick))
    }

    /// Whether what must hold after cards were picked does, or the player could not foresee it.
    fn is_good_pick(&self, t: &State, seat: u8, pick: &Pick) -> bool {
        t.unforeseen || Env::new(self, t, seat).onto(pick.target).holds(pick.after)
    }

    pub(in crate::game) fn carry_all(
        &self,
        s: &mut State,
        source: ZoneRef,
        target: ZoneRef,
        cards: CardSet,
    ) {
        for card in Cards(cards) {
            let from = self.place_of_card(s, source, card);
            let to = self.place_for(s, target, card);
            if from != NOWHERE && to != NOWHERE {
                self.carry(s, card, from, to, false);
            }
        }
    }

    /// Lists picks, closing and declining.
    fn list_picks(
        &self,
        s: &State,
        seat: u8,
        pick: &Pick,
        may_decline: bool,
        open: bool,
        out: &mut Vec<Move>,
    ) {
        let chosen = if open { s.selection } else { 0 };
        let (cards, closed) = self.next_picks(s, seat, pick, chosen);
        list_open(cards, chosen != 0 && closed, out);
        if chosen == 0 && may_decline && cards != 0 {
            out.push(Move::plain(Kind::Pass));
        }
    }

    /// Adds a card to the selection; true if the selection is complete.
    fn add_pick(&self, s: &mut State, seat: u8, pick: &Pick, action: Move) -> bool {
        match action.kind {
            Kind::Done => true,
            _ => {
                s.selection |= bit(action.card);
                s.selecting = true;
                let (open, closed) = self.next_picks(s, seat, pick, s.selection);
                if open == 0 {
                    return true;
                }
                // What is left to pick anyway is picked at once.
                if !closed
                    && size(s.selection) + size(open) == pick.least
                    && pick.together.is_empty()
                    && !self.tables.copies
                {
                    s.selection |= open;
                    return true;
                }
                // What may be picked next is known by now.
                let mut list = std::mem::take(&mut s.scratch);
                list.clear();
                list_open(open, closed, &mut list);
                s.scratch = list;
                s.listed = true;
                false
            }
        }
    }

    /// A player declines: a step without cards.
    pub(super) fn decline(&self, s: &mut State, rng: &mut Rng) {
        self.act_in_step(s, rng);
        self.share_done(s);
        s.check = self.judges_steps;
    }

    // --- drawing ---------------------------------------------------------------------------------

    pub(in crate::game) fn draw_step(&self, s: &mut State, rng: &mut Rng, phase: &DrawPhase) {
        match s.innermost().stage {
            NEXT => {
                let chosen = s.innermost().count == 1;
                if !self.next_share(s) {
                    self.finish(s, rng);
                } else if chosen {
                    s.frame().count = 1;
                }
            }
            SHARE => {
                let seat = s.innermost().seat;
                let picks = phase.choose == Choose::Pick;
                let open = !self.is_closed(s) && self.can_draw(s, phase, seat);
                if !open && self.asks_anyway(s) {
                    return;
                }
                if !open {
                    if phase.mandatory && s.trial > 0 && self.draw_count(s, phase, seat) > 0 {
                        s.failed = true;
                    }
                    self.share_done(s);
                } else if picks || (!phase.mandatory && s.innermost().count == 0) {
                    s.frame().stage = DECIDE;
                    s.waiting = Waiting::Decision;
                } else {
                    let count = self.draw_count(s, phase, seat);
                    self.draw(s, rng, phase, seat, count);
                    self.share_done(s);
                }
            }
            _ => s.waiting = Waiting::Decision,
        }
    }

    fn draw_count(&self, s: &State, phase: &DrawPhase, seat: u8) -> i32 {
        self.int(s, seat, phase.count).clamp(0, 128)
    }

    fn can_draw(&self, s: &State, phase: &DrawPhase, seat: u8) -> bool {
        self.int(s, seat, phase.count) > 0 && self.can_be_drawn_from(s, phase, seat)
    }

    /// Whether there is a card to draw, or will be.
    pub(in crate::game) fn can_be_drawn_from(
        &self,
        s: &State,
        phase: &DrawPhase,
        seat: u8,
    ) -> bool {
        let env = Env::new(self, s, seat);
        let source = env.zone(phase.source);
        if env.cards_of(source) != 0 {
            return true;
        }
        if phase.choose == Choose::Pick {
            return false;
        }
        match &phase.when_empty {
            Some(actions) => !actions.is_empty(),
            None => source.place == self.tables.stock && self.can_refill(s),
        }
    }

    fn can_refill(&self, s: &State) -> bool {
        let rules = &self.program.game_rules;
        match rules.deck_empty_action {
            DeckEmptyAction::SkipDraw => false,
            DeckEmptyAction::GameEnds => true,
            DeckEmptyAction::ReshuffleDiscard => {
                self.discard_place != NOWHERE
                    && size(s.sets[usize::from(self.discard_place)])
                        > usize::from(rules.keep_top_discard)
            }
        }
    }

    pub(in crate::game) fn draw_moves(
        &self,
        s: &State,
        phase: &DrawPhase,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        if !self.can_draw(s, phase, seat) {
            return;
        }
        if phase.choose == Choose::Pick {
            self.list_picks(s, seat, &self.draw_pick(s, phase, seat), !phase.mandatory, false, out);
        } else {
            out.push(Move::plain(Kind::Take));
        }
    }

    fn draw_pick(&self, s: &State, phase: &DrawPhase, seat: u8) -> Pick<'static> {
        let env = Env::new(self, s, seat);
        let source = env.zone(phase.source);
        let from = env.cards_of(source);
        let count = self.draw_count(s, phase, seat) as usize;
        Pick {
            from,
            least: count.min(size(from)),
            most: count.min(size(from)),
            together: &[],
            beating: None,
            standing: None,
            after: self.always,
            sure: true,
            source,
            target: env.zone(phase.target),
        }
    }

    pub(in crate::game) fn draw_list(&self, s: &State, phase: &DrawPhase, out: &mut Vec<Move>) {
        let seat = s.innermost().seat;
        if phase.choose == Choose::Pick {
            self.list_picks(s, seat, &self.draw_pick(s, phase, seat), !phase.mandatory, true, out);
        } else if self.can_draw(s, phase, seat) {
            out.push(Move::plain(Kind::Take));
            out.push(Move::plain(Kind::Pass));
        }
    }

    pub(in crate::game) fn draw_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &DrawPhase,
        action: Move,
    ) {
        let seat = s.innermost().seat;
        match action.kind {
            Kind::Pass => self.decline(s, rng),
            Kind::Take => {
                let count = self.draw_count(s, phase, seat);
                self.draw(s, rng, phase, seat, count);
                self.share_done(s);
            }
            _ => {
                let pick = self.draw_pick(s, phase, seat);
                if self.add_pick(s, seat, &pick, action) {
                    let cards = s.selection;
                    self.carry_all(s, pick.source, pick.target, cards);
                    self.drawn(s, rng, seat, cards);
                    self.share_done(s);
                }
            }
        }
    }

    fn drawn(&self, s: &mut State, rng: &mut Rng, seat: u8, cards: CardSet) {
        self.count_drawn(s, seat, cards);
        self.act_in_step(s, rng);
        self.after_drawing(s, rng, seat, cards);
    }

    /// Counts cards that somebody has drawn.
    #[inline(always)]
    pub(super) fn count_drawn(&self, s: &mut State, seat: u8, cards: CardSet) {
        s.drawn |= cards;
        let count = &mut s.drawn_count[usize::from(seat)];
        *count = count.saturating_add(size(cards) as u8);
    }

    /// What comes of cards that somebody has drawn.
    #[inline(always)]
    pub(super) fn after_drawing(&self, s: &mut State, rng: &mut Rng, seat: u8, cards: CardSet) {
        if cards != 0 {
            self.moment(s, rng, Moment::Drawn, cards, seat);
        }
        s.check = self.judges_steps;
    }

    /// Draws cards that nobody picks; when the source runs out, what is said for that happens once.
    fn draw(&self, s: &mut State, rng: &mut Rng, phase: &DrawPhase, seat: u8, count: i32) {
        let env = Env::new(self, s, seat);
        let zones = (env.zone(phase.source), env.zone(phase.target));
        let drawn = self.draw_between(s, rng, phase, seat, count, zones);
        self.drawn(s, rng, seat, drawn);
    }

    /// The same between two zones; gives the cards.
    pub(super) fn draw_between(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &DrawPhase,
        seat: u8,
        count: i32,
        (source, target): (ZoneRef, ZoneRef),
    ) -> CardSet {
        let mut drawn = 0;
        let mut refilled = false;
        let chances = s.chance.len();
        let all = phase.choose == Choose::All;
        let mut left = if all { i32::MAX } else { count };
        while left > 0 && s.signal == Signal::None {
            let cards = Env::new(self, s, seat).cards_of(source);
            if cards == 0 {
                if refilled || (all && drawn != 0) {
                    break;
                }
                refilled = true;
                match &phase.when_empty {
                    Some(actions) => {
                        self.act(s, rng, actions, seat);
                        s.end_phase = false;
                    }
                    None if source.place == self.tables.stock => self.stock_is_empty(s, rng),
                    None => {}
                }
                continue;
            }
            let card = self.drawn_card(s, rng, phase.choose, source, cards, seat);
            let from = self.place_of_card(s, source, card);
            if card == NO_CARD || from == NOWHERE {
                break;
            }
            let to = self.place_for(s, target, card);
            if to == NOWHERE {
                break;
            }
            if phase.choose == Choose::Random {
                s.note_taken(from, &[card], chances);
            }
            self.carry(s, card, from, to, false);
            drawn |= bit(card);
            left -= 1;
        }
        drawn
    }

    fn drawn_card(
        &self,
        s: &mut State,
        rng: &mut Rng,
        choose: Choose,
        source: ZoneRef,
        cards: CardSet,
        seat: u8,
    ) -> CardId {
        match choose {
            Choose::Random => {
                if s.trial > 0 {
                    s.unforeseen = true;
                    return NO_CARD;
                }
                nth(cards, rng.below(size(cards) as u32))
            }
            Choose::Highest => {
                let strength = &self.context(s).strength;
                // Of equals the first.
                Cards(cards).min_by_key(|card| -strength[usize::from(*card)]).unwrap_or(NO_CARD)
            }
            _ => {
                let card = Env::new(self, s, seat).top_of(source);
                let from = self.place_of_card(s, source, card);
                if from != NOWHERE && self.surprise(s, from) { NO_CARD } else { card }
            }
        }
    }

    // --- playing ---------------------------------------------------------------------------------

    fn play_pick<'a>(&self, s: &State, phase: &'a PlayPhase, seat: u8) -> Pick<'a> {
        let plain = Env::new(self, s, seat);
        let (source, target) = (plain.zone(phase.source), plain.zone(phase.target));
        let from = self.playable(plain.onto(target), phase, source);
        let least = plain.int(phase.min_cards).clamp(0, 128) as usize;
        let most = plain.int(phase.max_cards).clamp(0, 128) as usize;
        let beating = phase.beating.map(|zone| plain.zone(zone));
        Pick {
            from,
            least: least.max(1),
            most: most.max(least).max(1),
            together: &phase.together,
            beating,
            standing: beating.and_then(|zone| match plain.cards_of(zone) {
                0 => None,
                lying => {
                    let forms = self.forms(s, seat, &phase.together);
                    patterns::counts_as(forms, &self.context(s).faces, lying)
                }
            }),
            after: phase.after,
            sure: self.surely_holds(s, seat, phase.after, (source, target), from, most.max(least)),
            source,
            target,
        }
    }

    /// Whether something holds afterwards whichever cards are picked, and how many.
    #[inline(always)]
    fn surely_holds(
        &self,
        s: &State,
        seat: u8,
        after: ExprId,
        (source, target): (ZoneRef, ZoneRef),
        from: CardSet,
        most: usize,
    ) -> bool {
        self.lowered.always(after) || {
            let flow = Flow { least: 1, ..Flow::some(source, target, from, most as u32) };
            self.comes_to(s, seat, flow, after) == Some(true)
        }
    }

    /// The cards of a zone that may be played.
    #[inline(always)]
    pub(super) fn playable(&self, env: Env, phase: &PlayPhase, source: ZoneRef) -> CardSet {
        let held = env.cards_of(source);
        let mut from = phase.valid_play_condition.map_or(held, |id| held & env.select(id));
        for rule in &phase.allowed {
            let more = held & env.select(rule.cards);
            if more & !from != 0 && env.holds(rule.when) {
                from |= more;
            }
        }
        for duty in &phase.duties {
            let bound = from & env.select(duty.cards);
            if bound != 0 && env.holds(duty.when) {
                from = bound;
                break;
            }
        }
        from
    }

    pub(in crate::game) fn play_moves(
        &self,
        s: &State,
        phase: &PlayPhase,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        self.list_picks(s, seat, &self.play_pick(s, phase, seat), !phase.mandatory, false, out);
    }

    /// Whether a seat could play a card in a phase that begins now.
    pub(in crate::game) fn could_play(&self, s: &State, phase: &PlayPhase, seat: u8) -> bool {
        self.next_picks(s, seat, &self.play_pick(s, phase, seat), 0).0 != 0
    }

    pub(in crate::game) fn play_list(&self, s: &State, phase: &PlayPhase, out: &mut Vec<Move>) {
        let seat = s.innermost().seat;
        self.list_picks(s, seat, &self.play_pick(s, phase, seat), !phase.mandatory, true, out);
    }

    pub(in crate::game) fn play_step(&self, s: &mut State, rng: &mut Rng, phase: &PlayPhase) {
        match s.innermost().stage {
            NEXT => {
                if !self.next_share(s) {
                    self.finish(s, rng);
                }
            }
            SHARE => {
                let seat = s.innermost().seat;
                let open = if self.is_closed(s) {
                    false
                } else {
                    let mut list = std::mem::take(&mut s.scratch);
                    list.clear();
                    self.play_moves(s, phase, seat, &mut list);
                    s.listed = !list.is_empty();
                    s.scratch = list;
                    s.listed
                };
                if open {
                    s.frame().stage = DECIDE;
                    s.waiting = Waiting::Decision;
                    return;
                }
                if self.asks_anyway(s) {
                    return;
                }
                if phase.mandatory && s.trial > 0 {
                    s.failed = true;
                }
                if phase.mandatory && !phase.pass_if_unable {
                    s.signal = Signal::EndHand(true);
                }
                self.share_done(s);
            }
            _ => s.waiting = Waiting::Decision,
        }
    }

    pub(in crate::game) fn play_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &PlayPhase,
        action: Move,
    ) {
        let seat = s.innermost().seat;
        if action.kind == Kind::Pass {
            self.decline(s, rng);
            return;
        }
        let (source, target);
        let mut beaten = None;
        if self.is_one(phase.max_cards)
            && self.is_one(phase.min_cards)
            && phase.beating.is_none()
            && !s.selecting
        {
            let env = Env::new(self, s, seat);
            (source, target) = (env.zone(phase.source), env.zone(phase.target));
            s.selection = bit(action.card);
        } else {
            let pick = self.play_pick(s, phase, seat);
            if !self.add_pick(s, seat, &pick, action) {
                return;
            }
            (source, target) = (pick.source, pick.target);
            beaten = pick.beating;
        }
        let cards = s.selection;
        if let (Some(lying), Some(away)) = (beaten, phase.beaten_to) {
            let env = Env::new(self, s, seat);
            let (beaten, away) = (env.cards_of(lying), env.zone(away));
            self.carry_all(s, lying, away, beaten);
        }
        self.carry_all(s, source, target, cards);
        self.laid_down(s, rng, target.zone, cards, seat, true);
    }

    /// What comes of cards that were played, or discarded, to a zone.
    #[inline(always)]
    pub(super) fn laid_down(
        &self,
        s: &mut State,
        rng: &mut Rng,
        zone: u8,
        cards: CardSet,
        seat: u8,
        played: bool,
    ) {
        self.uncover(s, zone);
        if played {
            s.mark_played(seat, cards);
            let count = &mut s.played_count[usize::from(seat)];
            *count = count.saturating_add(size(cards) as u8);
        }
        self.act_in_step(s, rng);
        if played {
            self.score_cards(s, ScoringTrigger::Play, cards, seat);
            self.moment(s, rng, Moment::Played, cards, seat);
        }
        self.share_done(s);
        s.check = self.judges_steps;
    }

    /// Whether a number is always one.
    pub(super) fn is_one(&self, e: ExprId) -> bool {
        matches!(self.program.nodes[e.index()], Node::Number(1))
    }

    /// A suit that was named for the pile holds until the next card comes onto it.
    pub(super) fn uncover(&self, s: &mut State, zone: u8) {
        if self.is_pile_zone(zone) {
            s.in_force = NO_SUIT;
        }
    }

    /// Whether a zone is the one that a suit is named for.
    pub(super) fn is_pile_zone(&self, zone: u8) -> bool {
        self.pile_zone.is_some_and(|pile| pile.index() == usize::from(zone))
    }

    // --- discarding ------------------------------------------------------------------------------

    fn discard_pick(&self, s: &State, phase: &DiscardPhase, seat: u8) -> Pick<'static> {
        let env = Env::new(self, s, seat);
        let (source, target) = (env.zone(phase.source), env.zone(phase.target));
        let held = env.cards_of(source);
        let from = phase.cards.map_or(held, |id| held & env.onto(target).select(id));
        let count = env.int(phase.count).clamp(0, 128) as usize;
        let most = count.min(size(from));
        Pick {
            from,
            least: if phase.mandatory { most } else { most.min(1) },
            most,
            together: &[],
            beating: None,
            standing: None,
            after: phase.after,
            sure: self.lowered.always(phase.after),
            source,
            target,
        }
    }

    pub(in crate::game) fn discard_moves(
        &self,
        s: &State,
        phase: &DiscardPhase,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        let pick = self.discard_pick(s, phase, seat);
        if pick.most == 0 {
            return;
        }
        if phase.choose == Choose::Pick {
            self.list_picks(s, seat, &pick, !phase.mandatory, false, out);
        } else {
            out.push(Move::plain(Kind::Take));
        }
    }

    pub(in crate::game) fn discard_list(
        &self,
        s: &State,
        phase: &DiscardPhase,
        out: &mut Vec<Move>,
    ) {
        let seat = s.innermost().seat;
        if phase.choose == Choose::Pick {
            let pick = self.discard_pick(s, phase, seat);
            self.list_picks(s, seat, &pick, !phase.mandatory, true, out);
        } else if self.discard_pick(s, phase, seat).most > 0 {
            out.push(Move::plain(Kind::Take));
            out.push(Move::plain(Kind::Pass));
        }
    }

    pub(in crate::game) fn discard_step(&self, s: &mut State, rng: &mut Rng, phase: &DiscardPhase) {
        match s.innermost().stage {
            NEXT => {
                let chosen = s.innermost().count == 1;
                if !self.next_share(s) {
                    self.finish(s, rng);
                } else if chosen {
                    s.frame().count = 1;
                }
            }
            SHARE => {
                let seat = s.innermost().seat;
                let pick = self.discard_pick(s, phase, seat);
                let wanted = self.int(s, seat, phase.count) > 0;
                let picks = phase.choose == Choose::Pick;
                let open = !self.is_closed(s)
                    && pick.most > 0
                    && (!picks || self.next_picks(s, seat, &pick, 0).0 != 0);
                if !open && self.asks_anyway(s) {
                    return;
                }
                if !open {
                    if phase.mandatory && wanted && s.trial > 0 {
                        s.failed = true;
                    }
                    self.share_done(s);
                } else if picks || (!phase.mandatory && s.innermost().count == 0) {
                    s.frame().stage = DECIDE;
                    s.waiting = Waiting::Decision;
                } else {
                    self.discard_unpicked(s, rng, phase, seat, &pick);
                    self.share_done(s);
                }
            }
            _ => s.waiting = Waiting::Decision,
        }
    }

    fn discard_unpicked(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &DiscardPhase,
        seat: u8,
        pick: &Pick,
    ) {
        let mut rest = pick.from;
        let chances = s.chance.len();
        for _ in 0..pick.most {
            if phase.choose == Choose::All {
                break;
            }
            let card = self.drawn_card(s, rng, phase.choose, pick.source, rest, seat);
            if card == NO_CARD || rest & bit(card) == 0 {
                break;
            }
            if phase.choose == Choose::Random {
                s.note_taken(self.place_of_card(s, pick.source, card), &[card], chances);
            }
            rest &= !bit(card);
            self.carry_all(s, pick.source, pick.target, bit(card));
        }
        if phase.choose == Choose::All {
            self.carry_all(s, pick.source, pick.target, pick.from);
        }
        self.uncover(s, pick.target.zone);
        self.act_in_step(s, rng);
        s.check = self.judges_steps;
    }

    pub(in crate::game) fn discard_decide(
        &self,
        s: &mut State,
        rng: &mut Rng,
        phase: &DiscardPhase,
        action: Move,
    ) {
        let seat = s.innermost().seat;
        let pick = self.discard_pick(s, phase, seat);
        match action.kind {
            Kind::Pass => self.decline(s, rng),
            Kind::Take => {
                self.discard_unpicked(s, rng, phase, seat, &pick);
                self.share_done(s);
            }
            _ => {
                if self.add_pick(s, seat, &pick, action) {
                    let cards = s.selection;
                    self.carry_all(s, pick.source, pick.target, cards);
                    self.laid_down(s, rng, pick.target.zone, cards, seat, false);
                }
            }
        }
    }

    // --- passing ---------------------------------------------------------------------------------

    /// To whom a seat passes the card that it picks after so many in this hand.
    fn pass_to(&self, s: &State, phase: &PassPhase, seat: u8, picked: usize) -> u8 {
        if phase.to.is_empty() {
            return NOBODY;
        }
        let env = Env::new(self, s, seat);
        if phase.split {
            let each = env.int(phase.count).max(1) as usize;
            let receivers = phase.to.iter().map(|to| env.seat(*to));
            return receivers.filter(|to| *to != NOBODY).nth(picked / each).unwrap_or(NOBODY);
        }
        let turn = (s.hand_number - 1).rem_euclid(phase.to.len() as i32) as usize;
        env.seat(phase.to[turn])
    }

    /// By who gets them, in order: the cards that a seat gives away.
    fn gifts(&self, s: &State, phase: &PassPhase, seat: u8) -> Vec<(u8, CardSet)> {
        if !phase.split {
            let to = self.pass_to(s, phase, seat, 0);
            return vec![(to, s.picks[usize::from(seat)])];
        }
        let mut found: Vec<(u8, CardSet)> = Vec::new();
        let own = s.gifts.iter().filter(|gift| gift.0 == seat);
        for (picked, (_, card)) in own.enumerate() {
            let to = self.pass_to(s, phase, seat, picked);
            match found.iter_mut().find(|one| one.0 == to) {
                Some(one) => one.1 |= bit(*card),
                None => found.push((to, bit(*card))),
            }
        }
        found
    }

    /// To whom a seat has to pass cards now, and how many; None where no cards are passed.
    pub fn passing(&self, s: &State, seat: u8) -> Option<(u8, usize)> {
        let frame = s.frames[..usize::from(s.depth)].last()?;
        match self.program.phases.get(usize::from(frame.phase))? {
            Phase::Pass(phase) => {
                let (count, picked) = (self.pass_pool(s, phase, seat).1, self.picked_by(s, seat));
                let each = self.int(s, seat, phase.count).max(1) as usize;
                // Where several get cards, those are asked for that are still to be picked for one.
                let wanted = if phase.split { (picked / each + 1) * each } else { count };
                Some((self.pass_to(s, phase, seat, picked), wanted.min(count)))
            }
            _ => None,
        }
    }

    /// The cards a seat may pass, and how many it must.
    fn pass_pool(&self, s: &State, phase: &PassPhase, seat: u8) -> (CardSet, usize) {
        let env = Env::new(self, s, seat);
        let hand = self.hand_of(s, seat);
        let pool = phase.cards.map_or(hand, |id| hand & env.select(id));
        let mut count = env.int(phase.count).clamp(0, 128) as usize;
        if phase.split {
            let somebody = |to: &&ExprId| env.seat(**to) != NOBODY;
            count *= phase.to.iter().filter(somebody).count();
        }
        (pool, count.min(size(pool)))
    }

    fn picked_by(&self, s: &State, seat: u8) -> usize {
        size(s.picks[usize::from(seat)])
    }

    pub(in crate::game) fn pass_step(&self, s: &mut State, rng: &mut Rng, phase: &PassPhase) {
        let order = s.innermost().order;
        if s.innermost().stage == NEXT {
            s.answered = 0;
            s.picks.fill(0);
            s.gifts.clear();
            for seat in order.iter() {
                let nothing = !self.takes_part(s, seat)
                    || self.pass_to(s, phase, seat, 0) == NOBODY
                    || self.pass_pool(s, phase, seat).1 == 0;
                if nothing {
                    s.answered |= 1 << seat;
                }
            }
            s.frame().stage = DECIDE;
        }
        if order.mask() & !s.answered != 0 {
            s.waiting = Waiting::Decision;
            return;
        }
        let Some(hand) = self.program.known.hand else { return self.finish(s, rng) };
        let mut passed: Vec<(u8, u8, CardSet)> = Vec::new();
        for seat in order.iter() {
            let gifts = self.gifts(s, phase, seat).into_iter();
            passed.extend(gifts.map(|(to, cards)| (seat, to, cards)));
        }
        passed.retain(|(_, to, cards)| *to < self.tables.seats && *cards != 0);
        for (seat, to, cards) in &passed {
            for card in Cards(*cards) {
                let from = self.tables.place(hand.index(), *seat);
                let target = self.tables.place(hand.index(), *to);
                self.carry(s, card, from, target, false);
            }
        }
        // Cards pass at the same time, so everybody knows where those go that they have given away.
        if s.tracking {
            for (seat, to, cards) in &passed {
                let knowing = (1 << seat) | (1 << to);
                s.known.add(*cards, knowing);
                s.placed.add(*cards, knowing);
            }
        }
        s.check |= self.judges_steps && s.picks.iter().any(|cards| *cards != 0);
        s.picks.fill(0);
        s.gifts.clear();
        self.finish(s, rng);
    }

    pub(in crate::game) fn pass_list(
        &self,
        s: &State,
        phase: &PassPhase,
        seat: u8,
        out: &mut Vec<Move>,
    ) {
        out.extend(Cards(self.faces(s, self.pass_mask(s, phase, seat))).map(Move::card));
    }

    /// The cards that a seat may pick to pass.
    pub(in crate::game) fn pass_mask(&self, s: &State, phase: &PassPhase, seat: u8) -> CardSet {
        let (pool, _) = self.pass_pool(s, phase, seat);
        pool & !s.picks[usize::from(seat)]
    }

    pub(in crate::game) fn pass_decide(
        &self,
        s: &mut State,
        _rng: &mut Rng,
        phase: &PassPhase,
        seat: u8,
        action: Move,
    ) {
        s.picks[usize::from(seat)] |= bit(action.card);
        if phase.split {
            s.gifts.push((seat, action.card));
        }
        let (_, count) = self.pass_pool(s, phase, seat);
        if size(s.picks[usize::from(seat)]) >= count {
            s.answered |= 1 << seat;
            self.count_turn(s);
        }
    }
}

/// The sets of cards that may be picked where something must hold afterwards, as far as they tell which
/// cards can be picked next. Every set is thought of, but those are not looked at of which it is known
/// that nothing can come of them, or nothing new.
struct Selections<'a> {
    game: &'a Game,
    s: &'a State,
    seat: u8,
    pick: &'a Pick<'a>,
    chosen: CardSet,
    thought: Thought<'a>,
    /// Whether the order in which cards come to lie may matter, so that only those with the same face are
    /// alike.
    ordered: bool,
    /// The cards of the sets found, with those that are chosen already.
    found: CardSet,
}

impl<'a> Selections<'a> {
    fn new(game: &'a Game, s: &'a State, seat: u8, pick: &'a Pick, chosen: CardSet) -> Self {
        Self {
            game,
            s,
            seat,
            pick,
            chosen,
            thought: Thought::new(game, s, seat),
            ordered: game.is_ordered(pick.source) || game.is_ordered(pick.target),
            found: chosen,
        }
    }

    /// The cards that some set has which has those that are chosen.
    fn found(mut self) -> CardSet {
        self.explore(self.chosen, self.pick.from & !self.chosen);
        self.found & !self.chosen
    }

    /// Looks at a set and at everything that it can become with cards of the pool.
    fn explore(&mut self, set: CardSet, mut pool: CardSet) {
        let count = size(set);
        if self.tells_nothing(set | pool) || count + size(pool) < self.pick.least {
            return;
        }
        if !work::spend(LOOK) {
            return;
        }
        let (game, seat, pick) = (self.game, self.seat, self.pick);
        let pool_left = pick.most - count;
        let may_fit =
            count > 0 && count >= pick.least && !self.tells_nothing(set) && self.is_together(set);
        let route = (pick.source, pick.target);
        let (whatever, fits) = self.thought.moving(route, set, |t| {
            // Where nothing more can be taken it is seen at once what comes of it.
            let whatever = match pool_left {
                0 => None,
                _ => game.outcome(t, seat, pick, pool, count),
            };
            let fits = may_fit && whatever != Some(false);
            (whatever, fits && game.is_good_pick(t, seat, pick))
        });
        if fits {
            self.found |= self.likes(set & !self.chosen);
        }
        if pool_left == 0 || whatever == Some(false) {
            return;
        }
        if whatever == Some(true) && self.pick.together.is_empty() {
            // Any of the cards will do.
            self.found |= self.likes((set | pool) & !self.chosen);
            return;
        }
        let mut open = self.next(set, pool);
        while open != 0 {
            let card = lowest(open);
            pool &= !bit(card);
            self.explore(set | bit(card), pool);
            // Without this card there is no need for those like it.
            pool &= !self.likes(bit(card));
            open &= pool;
            if self.tells_nothing(set | pool) {
                break;
            }
        }
    }

    /// Whether it is known of all these cards that they can be picked.
    fn tells_nothing(&self, cards: CardSet) -> bool {
        cards & !self.found == 0
    }

    /// Some cards with those of which it does not matter which of them is taken.
    fn likes(&self, cards: CardSet) -> CardSet {
        let from = self.pick.from;
        if self.ordered {
            let twins = |card: CardId| self.game.tables.twins[usize::from(card)] & from;
            return Cards(cards).fold(cards, |all, card| all | twins(card));
        }
        self.game.likes(self.s, cards, from)
    }

    fn is_together(&self, set: CardSet) -> bool {
        self.game.is_together(self.s, self.seat, self.pick, set)
    }

    /// The cards of the pool that can come next as far as patterns decide.
    fn next(&self, set: CardSet, pool: CardSet) -> CardSet {
        let pick = self.pick;
        // A single card may need no pattern.
        if pick.together.is_empty() || (set == 0 && pick.least <= 1 && pick.frees_single_cards()) {
            return pool;
        }
        self.game.joinable(self.s, self.seat, pick, set, pool)
    }
}

/// What a combination of a pattern must be to be played; none if none of them can be.
fn bounds(pick: &Pick, id: PatternId, shape: &Shape) -> Option<Bounds> {
    let sizes = (pick.least as u32, pick.most as u32);
    let Some(standing) = &pick.standing else { return Some(Bounds { sizes, above: None }) };
    let mut bounds = standing.bounds(id, shape)?;
    bounds.sizes = (bounds.sizes.0.max(sizes.0), bounds.sizes.1.min(sizes.1));
    Some(bounds)
}

impl Game {
    /// What is true afterwards whichever cards of the pool are taken beside so many; none if that depends.
    fn outcome(
        &self,
        t: &State,
        seat: u8,
        pick: &Pick,
        pool: CardSet,
        count: usize,
    ) -> Option<bool> {
        let Pick { source, target, least, most, after, .. } = *pick;
        if t.unforeseen {
            return Some(true);
        }
        let least = least.saturating_sub(count) as u32;
        let flow = Flow { least, ..Flow::some(source, target, pool, (most - count) as u32) };
        self.comes_to(t, seat, flow, after)
    }

    /// Whether the order of cards in a zone may matter.
    fn is_ordered(&self, zone: ZoneRef) -> bool {
        self.tables.zones.get(usize::from(zone.zone)).is_none_or(|table| table.stack)
    }
}

/// Lists cards that may be picked, and that it may be left at those that are.
fn list_open(cards: CardSet, closed: bool, out: &mut Vec<Move>) {
    out.extend(Cards(cards).map(Move::card));
    if closed {
        out.push(Move::plain(Kind::Done));
    }
}
