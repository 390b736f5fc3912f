//! What others cannot know: expressions that read hidden cards, phases in which hidden cards decide
//! what is open, and phases that may be declined.
//!
//! Whoever may decline in such a phase is asked even if there is nothing they could do: otherwise the
//! others would learn what somebody holds from whether they are asked. All of this follows from the
//! rules alone; `darwindeck.genome.privacy` works it out from a genome in the same way.

use super::phases::{self, is_shown};
use super::tables::Tables;
use crate::program::ids::{PatternId, PhaseId, ZoneId};
use crate::program::kinds::Reads;
use crate::program::parts::*;
use crate::program::{CondId, ExprId, Node, Program};

/// Whose hidden cards something depends on, as bits.
type Hidden = u8;

/// Nobody's.
const NO: Hidden = 0;
/// Those of the player whose turn it is, who alone may look at them.
const OWN: Hidden = 1;
/// Those of others, or cards that nobody may look at: the table has to be told.
const OTHERS: Hidden = 2;
/// Those of the pile that is looked at, or its top card.
const PILE: Hidden = 4;
const PILE_TOP: Hidden = 8;
/// On what a call names.
const NAMED: Hidden = 16;

/// How often what rests on something else is worked out again; terms and sets of cards may rest on
/// others, but never so deep in a genome.
const MOST_ROUNDS: usize = 64;

/// What is private in a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Privacy {
    /// By expression: whose hidden cards it depends on.
    reads: Vec<Hidden>,
    /// By phase: whether what is open in it depends on hidden cards.
    phases: Vec<bool>,
    /// By phase: whether a player need do nothing in it, whatever is open.
    declinable: Vec<bool>,
    /// Whether some phase takes place only to be declined, if its condition does not hold.
    closes: bool,
    /// By phase: whether it is one of these, by its condition or by that of each pass.
    shy: Vec<(bool, bool)>,
    /// By call phase and call: whether hidden cards decide who may make it, or what it may name.
    calls: Vec<Vec<bool>>,
}

impl Privacy {
    pub(super) fn new(program: &Program, tables: &Tables) -> Self {
        let mut found = Self {
            reads: vec![NO; program.nodes.len()],
            phases: vec![false; program.phases.len()],
            declinable: vec![false; program.phases.len()],
            calls: vec![Vec::new(); program.phases.len()],
            closes: false,
            shy: vec![(false, false); program.phases.len()],
        };
        // Every phase stands before those inside it.
        for number in (0..program.phases.len()).rev() {
            found.declinable[number] = found.may_decline(program, &program.phases[number]);
        }
        if tables.seats == 1 {
            return found;
        }
        // Conditions may ask whether somebody can act in a phase, so what is found of phases tells more
        // of expressions, until it does not any more.
        let look = Look::new(program, tables);
        for _ in 0..MOST_ROUNDS {
            found.reads = look.expressions(&found.phases);
            let before = found.phases.clone();
            for number in (0..program.phases.len()).rev() {
                found.phases[number] |= found.is_private(&look, &program.phases[number]);
            }
            if found.phases == before {
                break;
            }
        }
        let calls = program.phases.iter().map(|phase| match phase {
            Phase::Call(phase) => {
                phase.calls.iter().map(|call| found.is_private_call(&look, call)).collect()
            }
            _ => Vec::new(),
        });
        found.calls = calls.collect();
        for (number, phase) in program.phases.iter().enumerate() {
            let private = |e: ExprId| found.declinable[number] && found.private(program, e);
            let pass = match phase {
                Phase::Repeat(phase) => private(phase.as_long_as),
                _ => false,
            };
            found.shy[number] = (private(phases::head(phase).0), pass);
        }
        found.closes = found.shy.iter().any(|(whole, pass)| *whole || *pass);
        found
    }

    /// By phase: whether what is open in it depends on hidden cards.
    pub(super) fn phases(&self) -> &[bool] {
        &self.phases
    }

    /// By phase: whether a player need do nothing in it, whatever is open.
    pub(super) fn declinables(&self) -> &[bool] {
        &self.declinable
    }

    /// Whether some phase takes place only to be declined, if its condition does not hold.
    #[inline(always)]
    pub(super) fn closes(&self) -> bool {
        self.closes
    }

    /// Whether a phase is one of these, by its condition; whether a pass of it is, by its own.
    #[inline(always)]
    pub(super) fn shy(&self, id: PhaseId) -> (bool, bool) {
        self.shy[id.index()]
    }

    /// Whether what is open in a phase depends on hidden cards.
    #[inline(always)]
    pub(super) fn phase(&self, id: PhaseId) -> bool {
        self.phases[id.index()]
    }

    /// Whether a player need do nothing in a phase, whatever is open.
    pub(super) fn declinable(&self, id: PhaseId) -> bool {
        self.declinable[id.index()]
    }

    /// Whether judging a part of a condition takes cards that only the player whose turn it is sees.
    pub(super) fn hides(&self, e: ExprId) -> bool {
        self.reads[e.index()] & OWN != 0
    }

    /// Whether a part of a condition reads what a call names.
    pub(super) fn names(&self, e: ExprId) -> bool {
        self.reads[e.index()] & NAMED != 0
    }

    /// The same of a whole condition, whose parts are joined by `and`, `or` and `not`.
    pub(super) fn private(&self, program: &Program, e: ExprId) -> bool {
        match program.nodes[e.index()] {
            Node::Binary(Operator::And | Operator::Or, left, right) => {
                self.private(program, left) || self.private(program, right)
            }
            Node::Not(inner) => self.private(program, inner),
            Node::Let(id, None) if program.lets[id.index()].scope != Scope::Team => {
                self.private(program, program.lets[id.index()].value)
            }
            _ => self.hides(e),
        }
    }

    fn may_decline(&self, program: &Program, phase: &Phase) -> bool {
        let never = |e: ExprId| matches!(program.nodes[e.index()], Node::Word(Word::False, ..));
        let first = |list: &[PhaseId]| list.first().is_some_and(|id| self.declinable[id.index()]);
        match phase {
            Phase::Draw(phase) => !phase.mandatory,
            Phase::Play(phase) => !phase.mandatory,
            Phase::Discard(phase) => !phase.mandatory,
            Phase::Meld(phase) => !phase.mandatory && !phase.automatic,
            Phase::Declare(phase) => !phase.automatic,
            Phase::Call(phase) => phase.calls.iter().any(|call| call.is_pass),
            Phase::Choice(phase) => !never(phase.may_pass),
            Phase::Repeat(phase) => !never(phase.may_stop) || first(&phase.phases),
            Phase::Block(phase) => first(&phase.phases),
            _ => false,
        }
    }

    fn is_private(&self, look: &Look, phase: &Phase) -> bool {
        let private = |e: ExprId| self.private(look.program, e);
        let taken = |source: ExprId| look.zone(source, false) != NO || private(source);
        let cards = |cards: CondId| look.cards(cards) != NO;
        let some_cards = |condition: Option<CondId>| condition.is_some_and(cards);
        let forms = |patterns: &[PatternId]| {
            patterns.iter().any(|id| private(look.program.patterns[id.index()].when))
        };
        let inside = |list: &[PhaseId]| list.iter().any(|id| self.phases[id.index()]);
        if private(phases::head(phase).0) {
            return true;
        }
        match phase {
            Phase::Draw(phase) => private(phase.count) || private(phase.source),
            Phase::Play(phase) => {
                let rules = &mut phase.allowed.iter().chain(&phase.duties);
                taken(phase.source)
                    || some_cards(phase.valid_play_condition)
                    || rules.any(|rule| cards(rule.cards) || private(rule.when))
                    || [phase.min_cards, phase.max_cards, phase.after].into_iter().any(private)
                    || phase.beating.is_some_and(|zone| look.zone(zone, false) != NO)
                    || forms(&phase.together)
            }
            Phase::Discard(phase) => {
                taken(phase.source)
                    || some_cards(phase.cards)
                    || private(phase.count)
                    || private(phase.after)
            }
            Phase::Meld(phase) => {
                taken(phase.source)
                    || phase.with_top_of.is_some_and(|zone| look.zone(zone, true) != NO)
                    || forms(&phase.patterns)
                    || private(phase.after)
            }
            Phase::Capture(phase) => taken(phase.source),
            Phase::Claim(phase) => taken(phase.source),
            Phase::Trick(phase) => taken(phase.source),
            Phase::Build(phase) => {
                let moves = &mut phase.moves.iter();
                moves.any(|rule| {
                    taken(rule.source)
                        || some_cards(rule.onto)
                        || some_cards(rule.on_empty)
                        || some_cards(rule.packet)
                        || look.of_pile(rule.target, self.reads[rule.after.index()]) & OWN != 0
                })
            }
            Phase::Pass(phase) => {
                look.hand != NO || some_cards(phase.cards) || private(phase.count)
            }
            Phase::Declare(phase) => look.hand != NO || forms(&phase.patterns),
            Phase::Call(phase) => phase.calls.iter().any(|call| self.is_private_call(look, call)),
            Phase::Choice(phase) => private(phase.may_pass) || inside(&phase.options),
            Phase::Repeat(phase) => {
                [phase.as_long_as, phase.may_stop, phase.after].into_iter().any(private)
                    || inside(&phase.phases)
            }
            Phase::Block(phase) => private(phase.after) || inside(&phase.phases),
            Phase::Turns(phase) => inside(&phase.phases) || inside(&phase.before_turn),
            Phase::Betting(_) | Phase::Showdown(_) | Phase::Do(_) => false,
        }
    }

    fn is_private_call(&self, look: &Look, call: &Call) -> bool {
        let private = |e: ExprId| self.private(look.program, e);
        private(call.when)
            || private(call.equal_ok)
            || call.key.is_some_and(private)
            || call.choices.iter().any(|choice| {
                [choice.low, choice.high, choice.seats].into_iter().any(private)
                    || choice.ranks_in.is_some_and(|zone| look.zone(zone, false) != NO)
            })
    }

    /// Whether it depends on hidden cards who may make a call of a phase, or what it may name.
    pub(super) fn call(&self, phase: PhaseId, number: usize) -> bool {
        self.calls[phase.index()].get(number) == Some(&true)
    }
}

/// Who sees what, for the expressions of a program.
struct Look<'a> {
    program: &'a Program,
    tables: &'a Tables,
    /// Whether hands are hidden.
    hand: Hidden,
    /// Whether some declarations are shown later.
    keeps_back: bool,
    /// By condition on cards: whose hidden cards it depends on.
    conditions: Vec<Hidden>,
}

impl<'a> Look<'a> {
    fn new(program: &'a Program, tables: &'a Tables) -> Self {
        let keeps_back = program
            .phases
            .iter()
            .any(|phase| matches!(phase, Phase::Declare(declare) if !is_shown(declare.announce)));
        let conditions = vec![NO; program.conditions.len()];
        let mut look = Self { program, tables, hand: NO, keeps_back, conditions };
        look.hand = program.known.hand.map_or(NO, |zone| look.at(zone, false));
        for _ in 0..MOST_ROUNDS {
            let before = look.conditions.clone();
            for number in 0..before.len() {
                look.conditions[number] = look.condition(number);
            }
            if look.conditions == before {
                break;
            }
        }
        look
    }

    /// Who sees a zone of the player whose turn it is, or its top card.
    fn at(&self, zone: ZoneId, top: bool) -> Hidden {
        let table = &self.tables.zones[zone.index()];
        match table.sees {
            Sees::All => NO,
            Sees::Top if top => NO,
            Sees::Owner | Sees::Team if table.owner == Owner::Table => NO,
            Sees::Owner | Sees::Team => OWN,
            Sees::Top | Sees::Nobody | Sees::Others => OTHERS,
        }
    }

    /// What depends on the piles of a zone, where something is asked of one of them.
    fn of_pile(&self, zone: ExprId, read: Hidden) -> Hidden {
        let mut found = read & !(PILE | PILE_TOP);
        if read & PILE != 0 {
            found |= self.zone(zone, false);
        }
        if read & PILE_TOP != 0 {
            found |= self.zone(zone, true);
        }
        found
    }

    fn zone(&self, e: ExprId, top: bool) -> Hidden {
        match self.program.nodes[e.index()] {
            Node::Zone(zone, whose) => self.about(self.at(zone, top), whose),
            Node::Pile => {
                if top {
                    PILE_TOP
                } else {
                    PILE
                }
            }
            Node::Word(Word::Top, arguments, _) => self.zone(arguments[0], true),
            Node::Word(Word::Those | Word::FirstPile, arguments, _) => self.zone(arguments[0], top),
            Node::Word(Word::Joined, arguments, _) => {
                self.zone(arguments[0], top) | self.zone(arguments[1], top)
            }
            Node::Word(Word::If, arguments, _) => {
                self.zone(arguments[1], top) | self.zone(arguments[2], top)
            }
            _ => NO,
        }
    }

    /// What depends on cards of the player whose turn it is, asked of somebody in brackets.
    fn about(&self, own: Hidden, whose: Option<ExprId>) -> Hidden {
        let turn = |e: ExprId| matches!(self.program.nodes[e.index()], Node::Word(Word::Turn, ..));
        if whose.is_none_or(turn) { own } else { of_others(own) }
    }

    fn cards(&self, id: CondId) -> Hidden {
        self.conditions[id.index()]
    }

    fn condition(&self, number: usize) -> Hidden {
        let condition = &self.program.conditions[number];
        let parts = condition.any_of.iter().chain(&condition.all_of).chain(&condition.not_);
        let mut found = parts.fold(NO, |found, part| found | self.cards(*part));
        if let Some(set) = condition.named {
            found |= self.cards(self.program.card_sets[set.index()].cards);
        }
        for zone in condition.rank_in.into_iter().chain(condition.suit_in) {
            found |= self.at(zone, false);
        }
        if condition.highest == Some(Among::Unseen) {
            found |= self.hand;
        }
        found
    }

    /// Whose hidden cards each expression depends on, if these phases do.
    fn expressions(&self, phases: &[bool]) -> Vec<Hidden> {
        let mut reads = vec![NO; self.program.nodes.len()];
        // Operands stand before what they are operands of; terms may need another round.
        for _ in 0..MOST_ROUNDS {
            let mut same = true;
            for number in 0..reads.len() {
                let found = self.node(number, &reads, phases);
                same &= found == reads[number];
                reads[number] = found;
            }
            if same {
                break;
            }
        }
        reads
    }

    fn node(&self, number: usize, reads: &[Hidden], phases: &[bool]) -> Hidden {
        let read = |e: ExprId| reads[e.index()];
        match self.program.nodes[number] {
            Node::Word(word, arguments, count) => {
                self.word(word, &arguments[..usize::from(count)], reads, phases)
            }
            Node::Binary(_, left, right) => read(left) | read(right),
            Node::Not(inner) | Node::Negative(inner) => read(inner),
            Node::Zone(_, whose) | Node::Role(_, whose) | Node::Counter(_, whose) => {
                whose.map_or(NO, read)
            }
            Node::Let(id, whose) => {
                let term = &self.program.lets[id.index()];
                let value = self.about(read(term.value), whose) | whose.map_or(NO, read);
                if term.scope == Scope::Team { of_others(value) } else { value }
            }
            Node::Choice(_) => NAMED,
            Node::CardSet(id) => self.cards(self.program.card_sets[id.index()].cards),
            _ => NO,
        }
    }

    fn word(&self, word: Word, arguments: &[ExprId], reads: &[Hidden], phases: &[bool]) -> Hidden {
        let own = match (word, arguments) {
            _ if word.reads() != Reads::Nothing => {
                // What is no zone hides nothing.
                let top = word.reads() == Reads::Top;
                arguments.iter().fold(NO, |all, argument| all | self.zone(*argument, top))
            }
            (Word::Place, _) => NAMED,
            (Word::Holder, _) if self.hand != NO => OTHERS,
            (Word::Declared, _) if self.keeps_back => OTHERS,
            (Word::Can, [phase, ..]) => match self.program.nodes[phase.index()] {
                Node::Phase(id) if phases.get(id.index()) == Some(&true) => {
                    self.about(OWN, arguments.get(1).copied())
                }
                _ => NO,
            },
            _ => NO,
        };
        let each = match word {
            Word::Next
            | Word::Previous
            | Word::Where
            | Word::Sum
            | Word::Highest
            | Word::Lowest
            | Word::Any
            | Word::All
            | Word::WithMost
            | Word::WithLeast => 1,
            Word::Most | Word::Least | Word::Other => 0,
            _ => usize::MAX,
        };
        arguments.iter().enumerate().fold(own, |found, (place, e)| {
            let read = reads[e.index()];
            found
                | match word {
                    _ if place == each => of_others(read),
                    Word::Piles | Word::FirstPile if place == 1 => self.of_pile(arguments[0], read),
                    _ => read,
                }
        })
    }
}

/// What depends on cards of the player whose turn it is, asked of others.
fn of_others(own: Hidden) -> Hidden {
    if own & OWN != 0 { (own & !OWN) | OTHERS } else { own }
}
