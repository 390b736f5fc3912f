//! The phases of a game as lists of ops.
//!
//! Phases that follow each other (in a turn, a pass of a repeat, a block, a hand) are a list,
//! each with what decides that it begins and what is done then. The place in the list and the phases around it
//! are all that is needed to go on.

use crate::game::Game;
use crate::game::flow::{BEFORE_DEAL, HAND};
use crate::game::lower::{Range, Term, Test};
use crate::game::phases::{Deed, Drawing, children, inner};
use crate::program::ids::PhaseId;
use crate::program::parts::*;
use crate::program::{ExprId, Node};

/// One op: a phase of a list.
#[derive(Clone, Debug)]
pub(in crate::game) struct Op {
    pub(super) begins: Begins,
    pub(super) id: PhaseId,
    pub(super) deed: Deed,
}

/// What decides that a phase begins. Told by a byte of its own, which is found at once.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Begins {
    Always,
    /// A fact.
    Fact(Term),
    /// Both of two facts.
    Two(Term, Term),
    /// All of these facts.
    Facts(Range),
    /// Whatever there is to it.
    Asked,
}

impl Begins {
    /// By the facts from a place on.
    fn of(terms: &[Term], begin: u32) -> Self {
        match terms[begin as usize..] {
            [] => Self::Always,
            [term] => Self::Fact(term),
            [one, other] => Self::Two(one, other),
            _ => Self::Facts(Range { begin, end: terms.len() as u32 }),
        }
    }
}

/// What follows each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Phases, and nothing more.
    Phases,
    /// Options, of which one is chosen.
    Options,
    Turns,
    Repeat,
    Block,
}

/// When turns are over that a list lies in.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ends {
    /// Only when the players are done.
    Never,
    /// As soon as these facts are true.
    Facts(Range),
    /// Whenever one of several conditions holds, or the game is won.
    Asked,
}

/// A list of phases.
#[derive(Clone, Debug)]
pub(in crate::game) struct List {
    pub(super) kind: Kind,
    pub(super) ops: Box<[Op]>,
    pub(super) ends: Ends,
    /// Whether it is gone through by the player whose turn it is alone, once.
    pub(super) own: bool,
    /// Of a repeat: what decides that another pass begins, and whether more than that is to be asked.
    pub(super) goes_on: ExprId,
    pub(super) passes: Begins,
    pub(super) asks: bool,
    /// Whether that has been judged when it begins.
    pub(super) judged: bool,
    /// Of turns: whether there are phases before each, and whether only some players take them.
    pub(super) before: bool,
    pub(super) named: bool,
}

/// All phases of a game.
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct Code {
    /// What decides that phases begin.
    terms: Vec<Term>,
    lists: Vec<List>,
    /// By phase, how it is gone through.
    deeds: Vec<Deed>,
    /// By phase: facts that everybody knows and without which it does not begin.
    gates: Vec<Range>,
}

impl Code {
    pub(in crate::game) fn new(game: &Game) -> Self {
        let phases = (0..game.program.phases.len()).map(|number| PhaseId(number as u16));
        let mut code =
            Self { deeds: phases.map(|id| Deed::of(game, id)).collect(), ..Self::default() };
        let around = around(game);
        for (number, phase) in game.program.phases.iter().enumerate() {
            let id = PhaseId(number as u16);
            let kind = match phase {
                Phase::Turns(_) => Kind::Turns,
                Phase::Repeat(_) => Kind::Repeat,
                Phase::Block(_) => Kind::Block,
                Phase::Choice(_) => Kind::Options,
                _ => Kind::Phases,
            };
            let list = children(phase);
            let own = matches!(code.deed(id), Deed::Enter);
            code.add(game, kind, list, ends(game, &around[number]), own);
            if let (Phase::Turns(phase), Some(list)) = (phase, code.lists.last_mut()) {
                list.before = !phase.before_turn.is_empty();
                list.named = game.heads[number].who.is_some();
            }
            if let (Phase::Repeat(phase), Some(list)) = (phase, code.lists.last_mut()) {
                list.goes_on = phase.as_long_as;
                list.passes = match game.lowered.test(phase.as_long_as) {
                    Test::Always => Begins::Always,
                    Test::Facts(range) => {
                        let begin = code.terms.len() as u32;
                        code.terms.extend_from_slice(game.lowered.terms(range));
                        Begins::of(&code.terms, begin)
                    }
                    Test::Never | Test::Steps => Begins::Asked,
                };
                list.asks = game.privacy.shy(id).1 || !game.lowered.never(phase.may_stop);
                let head = &game.heads[number];
                list.judged = !list.asks && head.easy && head.goes_on == phase.as_long_as;
            }
        }
        for head in &game.heads {
            let begin = code.terms.len() as u32;
            code.add_gate(game, head.when);
            code.gates.push(Range { begin, end: code.terms.len() as u32 });
        }
        let ends = ends(game, &[]);
        code.add(game, Kind::Phases, &game.program.turn_structure.phases, ends, false);
        code.add(game, Kind::Phases, &game.program.setup.before_deal, ends, false);
        code
    }

    fn add(&mut self, game: &Game, kind: Kind, list: &[PhaseId], ends: Ends, own: bool) {
        let ops = list.iter().map(|id| Op {
            begins: self.begins(game, *id),
            id: *id,
            deed: self.deed(*id).clone(),
        });
        let ops = ops.collect();
        let (asks, judged, passes) = (false, false, Begins::Asked);
        let (before, named, goes_on) = (false, false, game.always);
        self.lists.push(List {
            kind,
            ops,
            ends,
            own,
            goes_on,
            passes,
            asks,
            judged,
            before,
            named,
        });
    }

    /// What decides that a phase begins.
    fn begins(&mut self, game: &Game, id: PhaseId) -> Begins {
        let head = &game.heads[id.index()];
        let begin = self.terms.len();
        for condition in [head.when, head.goes_on] {
            match game.lowered.test(condition) {
                Test::Always => {}
                Test::Facts(range) => self.terms.extend_from_slice(game.lowered.terms(range)),
                Test::Never | Test::Steps => return Begins::Asked,
            }
        }
        if head.easy { Begins::of(&self.terms, begin as u32) } else { Begins::Asked }
    }

    /// Adds the facts of a condition that everybody knows and all of which must hold.
    fn add_gate(&mut self, game: &Game, e: ExprId) {
        if let Node::Binary(Operator::And, left, right) = game.program.nodes[e.index()] {
            self.add_gate(game, left);
            self.add_gate(game, right);
        } else if !game.privacy.private(&game.program, e) {
            if let Test::Facts(range) = game.lowered.test(e) {
                self.terms.extend_from_slice(game.lowered.terms(range));
            }
        }
    }

    /// Facts without which a phase does not begin, whatever others can see.
    #[inline(always)]
    pub(in crate::game) fn gate(&self, id: PhaseId) -> &[Term] {
        self.terms(self.gates[id.index()])
    }

    /// The facts that decide that a phase begins.
    #[inline(always)]
    pub(super) fn terms(&self, range: Range) -> &[Term] {
        &self.terms[range.begin as usize..range.end as usize]
    }

    /// How a phase is gone through.
    #[inline(always)]
    pub(in crate::game) fn deed(&self, id: PhaseId) -> &Deed {
        &self.deeds[id.index()]
    }

    /// What is drawn first of all where a block begins that does not depend on anything else.
    pub(in crate::game) fn first_draw(&self, id: PhaseId) -> Option<&Drawing> {
        let first = self.list(id.0).ops.first()?;
        match (self.deed(id), first.begins, &first.deed) {
            (Deed::Enter, Begins::Always, Deed::Draw(drawing)) => Some(drawing),
            _ => None,
        }
    }

    /// The list that a frame of some number is about.
    #[inline(always)]
    pub(in crate::game) fn list(&self, number: u16) -> &List {
        let place = match number {
            HAND => self.lists.len() - 2,
            BEFORE_DEAL => self.lists.len() - 1,
            _ => usize::from(number),
        };
        &self.lists[place]
    }
}

/// By phase: when turns are over that it lies in, or that it is.
fn around(game: &Game) -> Vec<Vec<ExprId>> {
    let mut around = vec![Vec::new(); game.program.phases.len()];
    // Every phase stands before those inside it.
    for (number, phase) in game.program.phases.iter().enumerate() {
        around[number].extend(game.heads[number].until);
        for child in inner(phase) {
            around[child.index()] = around[number].clone();
        }
    }
    around
}

fn ends(game: &Game, around: &[ExprId]) -> Ends {
    if game.judges_wins {
        return Ends::Asked;
    }
    match around {
        [] => Ends::Never,
        [until] => match game.lowered.test(*until) {
            Test::Facts(range) => Ends::Facts(range),
            Test::Always | Test::Never | Test::Steps => Ends::Asked,
        },
        _ => Ends::Asked,
    }
}
