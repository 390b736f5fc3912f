//! What patterns read of the cards.

use crate::game::cards::{CardId, CardSet, bit, size};

/// A set of steps: ranks in the order of their strength, the weakest is bit 0.
pub(super) type RankSet = u128;

/// No suit, no colour.
pub(super) const NONE: u8 = 255;
/// How many steps there can be.
pub(super) const STEPS: usize = 128;
/// The longest sequence order: its places and the one below the lowest fit into a set of bits.
const LONGEST: usize = 126;
/// How many cards are compared one by one in a number.
const DIGITS: usize = 6;

/// What patterns read of the cards in one context: with the ranking and the trumps in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faces {
    /// The rank of each card.
    pub rank: Vec<u8>,
    /// The suit that each card counts as; 255 for none.
    pub suit: Vec<u8>,
    /// The colour of the suit on each card's face; 255 for none.
    pub colour: Vec<u8>,
    /// For each rank 1 + its place in the plain order, 0 outside it.
    pub strength: Vec<u8>,
    /// The ranks that sequences follow, low to high.
    pub sequence: Vec<u8>,
    /// How high each card is, whatever its suit; cards as high have the same number.
    pub height: Vec<u8>,
    /// What each card is worth, by point table.
    pub worth: Vec<Vec<i32>>,
    /// The cards above each height.
    pub(super) above: Vec<CardSet>,
    /// How many suits the deck has.
    pub suits: u8,
    /// How many colours the deck has.
    pub colours: u8,
    /// The step of each card.
    pub(super) step: Vec<u8>,
    /// The cards of each step.
    pub(super) of_step: Vec<CardSet>,
    /// The strength of each step.
    pub(super) strength_of: Vec<u8>,
    /// The steps that sequences follow, low to high.
    pub(super) order: Vec<u8>,
    /// The place of each card in that order; 255 outside it.
    pub(super) place: Vec<u8>,
    /// The steps that a wild card can stand for: those of the orders, or all if there are no orders.
    pub(super) named: RankSet,
    /// The cards of each suit.
    pub(super) of_suit: Vec<CardSet>,
    /// The cards of each colour.
    pub(super) of_colour: Vec<CardSet>,
    /// The steps by rank; 255 for a rank that is nowhere.
    step_of: Vec<u8>,
}

impl Faces {
    /// The faces of a deck of at most 128 cards and 126 ranks; see the fields for the arguments.
    pub fn new(
        rank: Vec<u8>,
        suit: Vec<u8>,
        colour: Vec<u8>,
        strength: Vec<u8>,
        sequence: Vec<u8>,
        suits: u8,
        colours: u8,
    ) -> Self {
        let of_suit = cards_by(&suit, suits);
        let of_colour = cards_by(&colour, colours);
        let mut faces = Self {
            rank,
            suit,
            colour,
            strength,
            sequence,
            suits,
            colours,
            of_suit,
            of_colour,
            ..Self::default()
        };
        faces.order_ranks();
        faces
    }

    /// The same with the cards of each suit, those of trumps without a trump suit last.
    pub fn with_suits(mut self, of_suit: Vec<CardSet>) -> Self {
        self.of_suit = of_suit;
        self
    }

    /// The same with how high each card is.
    pub fn with_heights(mut self, height: Vec<u8>) -> Self {
        self.above = vec![0; height.iter().copied().max().map_or(0, usize::from) + 1];
        for (card, height) in height.iter().enumerate() {
            if let Some(below) = usize::from(*height).checked_sub(1) {
                self.above[below] |= bit(card as CardId);
            }
        }
        for low in (1..self.above.len()).rev() {
            self.above[low - 1] |= self.above[low];
        }
        self.height = height;
        self
    }

    /// Gives every rank its step.
    fn order_ranks(&mut self) {
        let strength = |rank: u8| self.strength.get(usize::from(rank)).copied().unwrap_or(0);
        let ordered = (0..=254_u8).filter(|&rank| strength(rank) > 0);
        let mut ranks: Vec<u8> = self.rank.iter().chain(&self.sequence).copied().collect();
        ranks.extend(ordered);
        ranks.sort_by_key(|&rank| (strength(rank), rank));
        ranks.dedup();
        ranks.truncate(STEPS);
        let mut step_of = vec![NONE; 256];
        for (step, &rank) in ranks.iter().enumerate() {
            step_of[usize::from(rank)] = step as u8;
        }
        self.strength_of = ranks.iter().map(|&rank| strength(rank)).collect();
        let step = |rank: &u8| step_of[usize::from(*rank)];
        self.step = self.rank.iter().map(step).collect();
        self.order = self.sequence.iter().map(step).filter(|&step| step != NONE).collect();
        self.order.truncate(LONGEST);
        let place = |step: &u8| self.order.iter().position(|other| other == step);
        self.place =
            self.step.iter().map(|step| place(step).map_or(NONE, |place| place as u8)).collect();
        self.step_of = step_of;
        self.of_step = cards_by(&self.step, ranks.len() as u8);
        self.named = self.order.iter().fold(0, |steps, &step| steps | bit(step));
        for (step, &strength) in self.strength_of.iter().enumerate() {
            if strength > 0 {
                self.named |= bit(step as u8);
            }
        }
        // Without any order they stand for every rank there is.
        if self.named == 0 {
            self.named = (0..ranks.len()).fold(0, |steps, step| steps | bit(step as u8));
        }
    }

    /// How good some cards are by how many are of one rank, and then by their ranks.
    ///
    /// The sizes of the first three groups (up to 7) and then the strengths of the first four (up to
    /// 31), larger groups first, of equal ones the stronger; as the digits of one number.
    pub(in crate::game) fn groups(&self, cards: CardSet) -> i32 {
        let of_step = self.of_step.iter().zip(&self.strength_of);
        let found = of_step.map(|(set, strength)| (size(set & cards).min(7) as i32, *strength));
        let mut groups: Vec<(i32, i32)> = found
            .filter(|(many, _)| *many > 0)
            .map(|(many, strength)| (many, i32::from(strength.min(31))))
            .collect();
        groups.sort_unstable_by(|a, b| b.cmp(a));
        let digit = |place: usize| groups.get(place).copied().unwrap_or((0, 0));
        let sizes = (0..3).fold(0, |number, place| number << 3 | digit(place).0);
        (0..4).fold(sizes, |number, place| number << 5 | digit(place).1)
    }

    /// How good some cards are, compared one by one from the strongest rank down: the strengths of the
    /// first six (up to 31) as the digits of one number.
    pub(in crate::game) fn height_from_highest(&self, cards: CardSet) -> i32 {
        self.digits(cards, self.of_step.iter().zip(&self.strength_of).rev())
    }

    /// The same from the weakest rank up.
    pub(in crate::game) fn height_from_lowest(&self, cards: CardSet) -> i32 {
        self.digits(cards, self.of_step.iter().zip(&self.strength_of))
    }

    fn digits<'a>(
        &self,
        cards: CardSet,
        steps: impl Iterator<Item = (&'a CardSet, &'a u8)>,
    ) -> i32 {
        let (mut number, mut free) = (0, DIGITS);
        for (set, strength) in steps {
            for _ in 0..size(set & cards).min(free) {
                number = number << 5 | i32::from((*strength).min(31));
                free -= 1;
            }
        }
        number << (5 * free)
    }

    /// The strength of the strongest rank of which there are so many cards; 0: there is none.
    pub(in crate::game) fn strongest(&self, cards: CardSet, many: i32) -> i32 {
        let of_step = self.of_step.iter().zip(&self.strength_of).rev();
        let mut enough = of_step.filter(|(set, _)| size(*set & cards) as i32 >= many.max(1));
        enough.next().map_or(0, |(_, strength)| i32::from(*strength))
    }

    /// How many steps there are.
    #[inline(always)]
    pub(super) fn steps(&self) -> usize {
        self.of_step.len()
    }

    /// The step of a rank.
    pub(super) fn step_of_rank(&self, rank: u8) -> Option<u8> {
        self.step_of.get(usize::from(rank)).copied().filter(|&step| step != NONE)
    }

    /// The step of a card.
    #[inline(always)]
    pub(super) fn step_of(&self, card: CardId) -> usize {
        usize::from(self.step[usize::from(card)])
    }

    /// Every stretch of so many neighbouring ranks, the highest top first.
    pub(super) fn windows(&self, length: usize, wrap: bool) -> impl Iterator<Item = Window> {
        let lowest = if wrap { -1 } else { 0 };
        let last = self.order.len() as i32 - 1;
        let tops = if last < 0 { 0..0 } else { 0..last + 2 };
        tops.filter_map(move |back| {
            let top = last - back;
            let bottom = top + 1 - length as i32;
            (bottom >= lowest).then(|| self.window(bottom, top))
        })
    }

    /// The same of which both ends are among some steps.
    #[inline]
    pub(super) fn windows_within(
        &self,
        length: usize,
        wrap: bool,
        steps: RankSet,
    ) -> impl Iterator<Item = Window> {
        let lowest = if wrap { -1 } else { 0 };
        let last = self.order.len() as i32 - 1;
        let is_there = move |place: i32| {
            let at = if place < 0 { last as usize } else { place as usize };
            steps & bit(self.order[at]) != 0
        };
        (0..if last < 0 { 0 } else { last + 2 }).filter_map(move |back| {
            let top = last - back;
            let bottom = top + 1 - length as i32;
            let fits = bottom >= lowest && (length == 0 || is_there(top) && is_there(bottom));
            fits.then(|| self.window(bottom, top))
        })
    }

    fn window(&self, bottom: i32, top: i32) -> Window {
        let mut window = Window { top: (top + 1) as u8, ..Window::default() };
        for place in bottom..=top {
            let at = if place < 0 { self.order.len() - 1 } else { place as usize };
            let step = bit(self.order[at]);
            window.twice |= window.once & step;
            window.once |= step;
        }
        window
    }
}

/// Neighbouring ranks of the sequence order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Window {
    /// The steps in it.
    pub once: RankSet,
    /// The step that is at both of its ends.
    pub twice: RankSet,
    /// 1 + the place of its top in the order; 0 below the lowest.
    pub top: u8,
}

fn cards_by(values: &[u8], least: u8) -> Vec<CardSet> {
    let most = values.iter().filter(|&&value| value != NONE).max();
    let many = most.map_or(0, |&value| usize::from(value) + 1).max(usize::from(least));
    let mut sets = vec![0; many];
    for (card, &value) in values.iter().enumerate() {
        if value != NONE {
            sets[usize::from(value)] |= bit(card as CardId);
        }
    }
    sets
}
