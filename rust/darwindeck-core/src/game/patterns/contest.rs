//! Combinations that beat each other.

use super::complete::{Question, STEP, additions, exists, matches};
use super::faces::Faces;
use super::reading::Tally;
use super::shape::{Needs, Shape, Sizes};
use super::showdown::Hand;
use crate::game::cards::{CardId, CardSet, Cards, bit, lowest};
use crate::game::work;
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
    let tally = Tally::new(faces, cards);
    let hand = Hand::new(faces, cards, &tally);
    for (pattern, shape) in shapes {
        let (least, most) = shape.sizes();
        let worse = best.is_some_and(|best| best.priority >= shape.priority);
        if worse || many < least || many > most {
            continue;
        }
        if let Some(ties) = shape.rank_counted(faces, &hand) {
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

/// Cards among which combinations are looked for: how many there are of each rank.
pub struct Counted {
    cards: CardSet,
    tally: Tally,
    has: Needs,
}

impl Counted {
    /// Some cards.
    pub fn new(faces: &Faces, cards: CardSet) -> Self {
        let tally = Tally::new(faces, cards);
        let has = Hand::new(faces, cards, &tally).has;
        Self { cards, tally, has }
    }

    /// Whether it can be seen at a glance that no combination of a pattern is among them.
    #[inline(always)]
    pub fn lack(&self, shape: &Shape) -> bool {
        let Self { cards, ref tally, has } = *self;
        shape.fails_at_once(&Hand { cards, tally, has })
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
    let search = Search { shape, faces, sizes, above, by_rank: shape.rates_by_rank() };
    let (mut found, mut tried) = (0, 0);
    for card in Cards(open) {
        let twins = search.twins(card) & tried;
        tried |= bit(card);
        if twins != 0 {
            // What is true of one of them is true of all.
            found |= if found & twins != 0 { bit(card) } else { 0 };
        } else if found & bit(card) == 0 {
            found |= search.better(picked | bit(card), pool & !bit(card), 0).unwrap_or(0);
        }
    }
    found & open
}

/// A search for a set of cards that is better than others.
struct Search<'a> {
    shape: &'a Shape,
    faces: &'a Faces,
    sizes: Sizes,
    above: &'a [u128; 2],
    /// Whether cards that the pattern does not tell apart are as good.
    by_rank: bool,
}

impl Search<'_> {
    /// The lower cards of which one is as good as this one.
    #[inline(always)]
    fn twins(&self, card: CardId) -> CardSet {
        // A wild card is not like a natural one of its rank.
        let wild = self.shape.wild;
        let alike = if wild & bit(card) != 0 { wild } else { !wild };
        if self.by_rank { self.shape.twins[usize::from(card)] & alike } else { 0 }
    }

    /// A better set with some cards in it, the others being of a pool. Of cards that are alike the lowest
    /// are taken: none whose twin was passed over.
    fn better(&self, picked: CardSet, pool: CardSet, mut passed: CardSet) -> Option<CardSet> {
        let Self { shape, faces, sizes, above, .. } = *self;
        let whole = exists(shape, faces, picked, 0, sizes);
        if whole && shape.rank_all(faces, picked).is_some_and(|ties| ties > *above) {
            return Some(picked);
        }
        if picked.count_ones() >= sizes.most {
            return None;
        }
        let mut rest = additions(shape, faces, picked, pool, sizes);
        while rest != 0 && work::spend(STEP) {
            let card = lowest(rest);
            rest &= !bit(card);
            if self.twins(card) & passed == 0 {
                let found = self.better(picked | bit(card), rest, passed);
                if found.is_some() {
                    return found;
                }
            }
            passed |= bit(card);
        }
        None
    }
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
