//! Patterns as combinations that consist of all the cards laid.

use std::sync::OnceLock;

use crate::game::Game;
use crate::game::cards::{CardId, CardSet, bit, lowest};
use crate::game::patterns::Shape;
use crate::game::state::State;
use crate::game::tables::{Context, Tables};
use crate::program::ids::PatternId;
use crate::program::parts::HandPattern;
use crate::program::{CondId, Program};

/// A pattern that may be laid.
#[derive(Clone, Debug)]
pub(in crate::game) struct Form {
    /// The shape, if it is not that of the pattern: where it is looked for in a number of cards.
    made: Option<Box<Shape>>,
    /// The cards that stand for others in it.
    pub wild: CardSet,
    /// Whether it may consist of wild cards alone.
    pub bare: bool,
}

impl Form {
    fn new(program: &Program, tables: &Tables, context: &Context, id: PatternId) -> Self {
        let pattern = &program.patterns[id.index()];
        let mask = |id: &CondId| context.masks[id.index()];
        let wild = pattern.wild.map_or(0, |set| mask(&program.card_sets[set.index()].cards));
        let bare = wild != 0 && pattern.natural_min.is_none_or(|least| least <= 0);
        let made = pattern.required_count.map(|count| {
            let whole = HandPattern {
                required_count: None,
                min_size: Some(pattern.min_size.map_or(count, |least| least.max(count))),
                max_size: Some(pattern.max_size.map_or(count, |most| most.min(count))),
                ..pattern.clone()
            };
            let cards = whole.cards.as_ref().map_or(tables.all, mask);
            let exact = whole.exact.iter().map(mask).collect();
            Box::new(Shape::new(&whole, cards, exact, wild, &context.faces))
        });
        Self { made, wild, bare }
    }

    /// The cards whose ranks say which pile is that of the combination: those that are not wild.
    pub fn leading(&self, cards: CardSet) -> CardSet {
        let natural = cards & !self.wild;
        if natural == 0 && cards != 0 { bit(lowest(cards)) } else { natural }
    }

    /// The card that says which pile the combination goes to.
    pub fn guide(&self, cards: CardSet) -> CardId {
        lowest(self.leading(cards))
    }
}

/// The forms of all patterns by context, each made when it is first wanted.
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct Forms(Vec<Vec<OnceLock<Form>>>);

impl Forms {
    pub(in crate::game) fn new(program: &Program, tables: &Tables) -> Self {
        let forms = || program.patterns.iter().map(|_| OnceLock::new()).collect();
        Self(tables.contexts.iter().map(|_| forms()).collect())
    }
}

impl Game {
    /// A pattern with its shape, as something to be laid.
    #[inline(always)]
    pub(in crate::game) fn form(&self, s: &State, id: PatternId) -> (&Form, &Shape) {
        let context = self.context(s);
        let known = &self.forms.0[usize::from(s.context)][id.index()];
        let form = match known.get() {
            Some(form) => form,
            None => self.first_form(known, context, id),
        };
        match &form.made {
            None => (form, &context.shapes[id.index()]),
            Some(made) => (form, made),
        }
    }

    #[cold]
    #[inline(never)]
    fn first_form<'a>(
        &self,
        known: &'a OnceLock<Form>,
        context: &Context,
        id: PatternId,
    ) -> &'a Form {
        known.get_or_init(|| Form::new(&self.program, &self.tables, context, id))
    }
}
