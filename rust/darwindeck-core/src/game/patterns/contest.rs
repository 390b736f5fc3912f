//! Combinations that beat each other.

use super::complete::{Question, additions, each_match_of, matches};
use super::faces::Faces;
use super::shape::{Shape, Sizes};
use crate::game::cards::{CardSet, Cards, bit};
use crate::program::ids::PatternId;

/// What some cards count as, where others must beat them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The pattern.
    pub pattern: PatternId,
    priority: i32,
    size: u32,
    ties: [u128; 2],
}

/// What a combination of one pattern must be to beat others.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The fewest and the most cards.
    pub sizes: (u32, u32),
    /// The tie keys that it must exceed.
    pub above: Option<[u128; 2]>,
}

/// What some cards count as among some patterns: the first of the highest priority that they form.
pub fn counts_as<'a>(
    shapes: impl Iterator<Item = (PatternId, &'a Shape)>,
    faces: &Faces,
    cards: CardSet,
) -> Option<Standing> {
    let mut best: Option<Standing> = None;
    let many = cards.count_ones();
    for (pattern, shape) in shapes {
        let (least, most) = shape.sizes();
        let worse = best.is_some_and(|best| best.priority >= shape.priority);
        if worse || many < least || many > most {
            continue;
        }
        if let Some(ties) = shape.rank_all(faces, cards) {
            best = Some(Standing { pattern, priority: shape.priority, size: many, ties });
        }
    }
    best
}

impl Standing {
    /// What a combination of a pattern must be to beat this; none if none of them does.
    pub fn bounds(&self, pattern: PatternId, shape: &Shape) -> Option<Bounds> {
        let as_many = (self.size, self.size);
        if pattern == self.pattern {
            let sizes = if shape.compares_sizes() { (1, 128) } else { as_many };
            return Some(Bounds { sizes, above: Some(self.ties) });
        }
        let sizes = if shape.any_size { (1, 128) } else { as_many };
        (shape.priority > self.priority).then_some(Bounds { sizes, above: None })
    }
}

/// The cards of the pool that can be picked next on the way to a set of the pattern with `picked` in it that
/// keeps to some bounds.
pub fn completions_above(
    shape: &Shape,
    faces: &Faces,
    picked: CardSet,
    pool: CardSet,
    bounds: &Bounds,
) -> CardSet {
    let Sizes { least, most } = shape.sizes;
    let sizes = Sizes { least: least.max(bounds.sizes.0), most: most.min(bounds.sizes.1) };
    let pool = pool & !picked;
    let Some(above) = &bounds.above else { return additions(shape, faces, picked, pool, sizes) };
    if shape.units.as_ref().is_some_and(|units| units.keyed) {
        let question = Question::new(shape, faces, picked, pool, sizes);
        let more = question.map(|question| question.united_additions(Some(above)));
        return more
            .map_or(0, |more| more.naturals | if more.wild { pool & shape.wild } else { 0 });
    }
    if shape.decides_by_top() {
        return with_higher_top(shape, faces, picked, pool, sizes, shape.top_of(above));
    }
    let open = additions(shape, faces, picked, pool, sizes);
    let mut found = 0;
    for card in Cards(open) {
        if found & bit(card) == 0 {
            each_match_of(shape, faces, picked | bit(card), pool, sizes, &mut |set| {
                let better = shape.rank_all(faces, set).is_some_and(|ties| ties > *above);
                found |= if better { set } else { 0 };
                !better
            });
        }
    }
    found & open
}

/// The same where the highest card must be above a height: one such card has to be among them.
fn with_higher_top(
    shape: &Shape,
    faces: &Faces,
    picked: CardSet,
    pool: CardSet,
    sizes: Sizes,
    top: usize,
) -> CardSet {
    // Keys count heights from 1.
    let all = shape.naturals;
    let higher = if top == 0 { all } else { faces.above.get(top - 1).map_or(0, |set| set & all) };
    let open = additions(shape, faces, picked, pool, sizes);
    if picked & higher != 0 {
        return open;
    }
    let firsts = open & higher;
    let mut found = firsts;
    // The highest first: most goes with it.
    for card in Cards(firsts) {
        if found == open {
            break;
        }
        found |= additions(shape, faces, picked | bit(card), pool & !bit(card), sizes) & open;
    }
    found
}

/// Whether a set of cards forms the pattern and keeps to some bounds.
pub fn forms_above(shape: &Shape, faces: &Faces, set: CardSet, bounds: &Bounds) -> bool {
    let many = set.count_ones();
    let (least, most) = shape.sizes();
    if many < bounds.sizes.0.max(least) || many > bounds.sizes.1.min(most) {
        return false;
    }
    match &bounds.above {
        Some(above) => shape.rank_all(faces, set).is_some_and(|ties| ties > *above),
        None => matches(shape, faces, set),
    }
}
