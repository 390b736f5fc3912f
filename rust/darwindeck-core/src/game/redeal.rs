//! Hidden cards, dealt again: every world that agrees with what is known comes up equally often.
//!
//! A filling pairs each unseen card with one slot of one hole. Holes that may hold the same cards are merged into
//! a *kind*, cards that may lie in the same kinds into a *group*. Then either the restricted cards go one by one to a
//! kind (the table is indexed by how much of each kind is used), or the restricted slots ask one by one for a card of
//! a group (indexed by how much of each group is used): whichever table is smaller. Each entry counts the ways to
//! finish from there, so a draw in proportion to the entries is exact; what is left has no restriction and is
//! shuffled. Cards that are copies of each other are still different cards.
//!
//! Entries are doubles (128! fits) and chance comes in 64 bits: chances are equal to within one part in 2^30.

use super::cards::{CardId, CardSet, Cards, bit, lowest, nth, size};
use super::rng::Rng;

/// The most cards there are.
const MAX_CARDS: usize = CardSet::BITS as usize;

/// The most entries a table may have: 2 MiB of doubles, a few milliseconds to fill.
pub const TABLE_LIMIT: usize = 1 << AXES;

/// The most axes of a table; each has two entries at least.
const AXES: usize = 18;

/// How often a deal that ignores some restrictions is tried before a stepwise one is made.
const TRIES: usize = 100;

/// How many pairs of kinds a stepwise deal mixes for each kind there is.
const MIXES: usize = 8;

/// A place that holds cards one cannot see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    /// How many cards it holds.
    pub capacity: u8,
    /// Cards that it certainly does not hold.
    pub lacks: CardSet,
}

/// How many ways there are to fill the holes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worlds {
    /// This many.
    Exact(u128),
    /// 2^128 or more: this many, to the precision of a double.
    About(f64),
    /// The tables for counting would exceed [`TABLE_LIMIT`].
    Uncounted,
}

/// Deals `unseen` into the holes, every way that agrees with them equally likely; `out` has a set for each hole.
/// False, and `out` is as it was, if no way agrees.
///
/// For many deals from the same knowledge use a [`Dealer`], which counts but once; without restrictions there is
/// nothing to count. What is done where counting would take too long is said there, too.
pub fn deal_out(unseen: CardSet, holes: &[Hole], rng: &mut Rng, out: &mut [CardSet]) -> bool {
    let lacks = holes.iter().fold(0, |all, hole| all | hole.lacks);
    if lacks & unseen != 0 {
        let dealer = Dealer::new(unseen, holes);
        return dealer.inspect(|dealer| dealer.sample(rng, out)).is_some();
    }
    if !fits(unseen, holes) {
        return false;
    }
    out[..holes.len()].fill(0);
    let places = holes.iter().map(|hole| hole.capacity).enumerate();
    if let Some((largest, _)) = places.clone().max_by_key(|place| place.1) {
        let (before, after) = (places.clone().take(largest), places.skip(largest + 1));
        spread(unseen, before.chain(after), largest, rng, out);
    }
    true
}

/// How many ways there are to deal `unseen` into the holes.
pub fn worlds(unseen: CardSet, holes: &[Hole]) -> Worlds {
    if !fits(unseen, holes) {
        return Worlds::Exact(0);
    }
    let layout = Layout::new(unseen, holes);
    let Some((shape, _)) = layout.smaller_shape(TABLE_LIMIT) else {
        return Worlds::Uncounted;
    };
    let mut ways = shape.count::<Wide>()[0];
    (2..=size(unseen) - shape.steps.len()).for_each(|factor| ways.multiply(factor as u64));
    for hole in holes {
        (2..=hole.capacity).for_each(|factor| ways.divide(u64::from(factor)));
    }
    ways.worlds()
}

/// Whether the holes have room for exactly these cards.
fn fits(unseen: CardSet, holes: &[Hole]) -> bool {
    holes.iter().map(|hole| usize::from(hole.capacity)).sum::<usize>() == size(unseen)
}

/// Deals the same unseen cards into the same holes again and again; the counting is done once.
///
/// Where no table fits in [`TABLE_LIMIT`], the restrictions least likely to be broken are left out until one does,
/// and deals are drawn from it until one agrees with all holes: still every way equally likely. If 100 deals in a row
/// disagree, the cards are placed one by one, in random order, each where the others can still be placed (found by
/// augmenting paths), and then pairs of holes are pooled and dealt again. Such a deal is always possible and every
/// possible one can come up, but some a little more often than others; [`Dealer::is_exact`] tells.
#[derive(Clone, Debug)]
pub struct Dealer {
    holes: Vec<Hole>,
    plan: Plan,
    /// What to do if the plan ignores some restrictions.
    last_resort: Option<Stepwise>,
}

impl Dealer {
    /// Prepares deals of `unseen` into the holes; `None` if no way agrees with them.
    pub fn new(unseen: CardSet, holes: &[Hole]) -> Option<Self> {
        Self::within(unseen, holes, TABLE_LIMIT)
    }

    /// The same with tables of at most `limit` entries, which is at least 1 and at most [`TABLE_LIMIT`].
    fn within(unseen: CardSet, holes: &[Hole], limit: usize) -> Option<Self> {
        if !fits(unseen, holes) {
            return None;
        }
        let layout = Layout::new(unseen, holes);
        if let Some(plan) = Plan::new(&layout, limit) {
            let possible = plan.table().counts[0] > 0.0;
            return possible.then(|| Self { holes: holes.to_vec(), plan, last_resort: None });
        }
        let last_resort = Some(Stepwise::new(&layout)?);
        let plan = relaxed_plan(&layout, holes, limit)?;
        Some(Self { holes: holes.to_vec(), plan, last_resort })
    }

    /// Deals once; `out` has a set for each hole.
    pub fn sample(&self, rng: &mut Rng, out: &mut [CardSet]) {
        let out = &mut out[..self.holes.len()];
        let Some(last_resort) = &self.last_resort else {
            return self.plan.sample(rng, out);
        };
        for _ in 0..TRIES {
            self.plan.sample(rng, out);
            if self.agrees(out) {
                return;
            }
        }
        last_resort.sample(rng, out);
    }

    /// Whether every way is certain to be equally likely, because a table counts all of them.
    pub fn is_exact(&self) -> bool {
        self.last_resort.is_none()
    }

    /// Whether no hole has a card that it lacks.
    fn agrees(&self, dealt: &[CardSet]) -> bool {
        self.holes.iter().zip(dealt).all(|(hole, cards)| hole.lacks & cards == 0)
    }
}

/// A plan whose tables fit because it ignores some kinds' restrictions, those least likely to be broken first.
fn relaxed_plan(layout: &Layout, holes: &[Hole], limit: usize) -> Option<Plan> {
    let risk = |kind: &&Kind| kind.size() * size(layout.unseen & !kind.may);
    let mut kinds: Vec<&Kind> = layout.kinds.iter().collect();
    kinds.sort_by_key(risk);
    let mut holes = holes.to_vec();
    kinds.into_iter().find_map(|kind| {
        kind.places.iter().for_each(|place| holes[place.0].lacks = 0);
        Plan::new(&Layout::new(layout.unseen, &holes), limit)
    })
}

/// Holes that may hold the same cards.
#[derive(Clone, Debug)]
struct Kind {
    may: CardSet,
    /// The holes and their capacities, none of them 0, the largest last.
    places: Vec<(usize, u8)>,
}

impl Kind {
    /// The slots of all the holes.
    fn size(&self) -> usize {
        self.places.iter().map(|place| usize::from(place.1)).sum()
    }

    /// Deals as many cards as there are slots into the holes.
    fn split(&self, cards: CardSet, rng: &mut Rng, out: &mut [CardSet]) {
        match self.places.as_slice() {
            [] => {}
            [only] => out[only.0] = cards,
            [others @ .., last] => spread(cards, others.iter().copied(), last.0, rng, out),
        }
    }
}

/// The unseen cards and the holes, alike with alike.
#[derive(Clone, Debug)]
struct Layout {
    unseen: CardSet,
    /// The largest comes last.
    kinds: Vec<Kind>,
    /// The cards that may lie in the same kinds, with a bit for each such kind.
    groups: Vec<(u128, CardSet)>,
}

impl Layout {
    /// Sorts cards and holes that fit each other in number.
    fn new(unseen: CardSet, holes: &[Hole]) -> Self {
        let mut kinds: Vec<Kind> = Vec::new();
        for (index, hole) in holes.iter().enumerate().filter(|(_, hole)| hole.capacity > 0) {
            let may = unseen & !hole.lacks;
            match kinds.iter_mut().find(|kind| kind.may == may) {
                Some(kind) => kind.places.push((index, hole.capacity)),
                None => kinds.push(Kind { may, places: vec![(index, hole.capacity)] }),
            }
        }
        kinds.iter_mut().for_each(|kind| kind.places.sort_by_key(|place| place.1));
        kinds.sort_by_key(Kind::size);
        let mut groups: Vec<(u128, CardSet)> = Vec::new();
        for card in Cards(unseen) {
            let homes = homes(&kinds, card);
            match groups.iter_mut().find(|group| group.0 == homes) {
                Some(group) => group.1 |= bit(card),
                None => groups.push((homes, bit(card))),
            }
        }
        Self { unseen, kinds, groups }
    }

    /// The cards that any hole may hold.
    fn free_cards(&self) -> CardSet {
        let everywhere = |cards, kind: &Kind| cards & kind.may;
        self.kinds.iter().fold(self.unseen, everywhere)
    }

    /// The holes that may hold any card, as a kind of their own.
    fn free_kind(&self) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.may == self.unseen)
    }

    /// The kinds that may not hold every card.
    fn restricted_kinds(&self) -> impl Iterator<Item = &Kind> {
        self.kinds.iter().filter(|kind| kind.may != self.unseen)
    }

    /// The table in which restricted cards choose kinds.
    fn card_shape(&self, limit: usize) -> Option<Shape> {
        let free = self.free_cards();
        let steps = Cards(self.unseen & !free).map(|card| homes(&self.kinds, card)).collect();
        let sizes: Vec<u8> = self.kinds.iter().map(|kind| kind.size() as u8).collect();
        Shape::new(steps, &sizes, limit)
    }

    /// The table in which restricted slots choose groups.
    fn slot_shape(&self, limit: usize) -> Option<Shape> {
        let groups_of = |kind: &Kind| {
            let held = self.groups.iter().enumerate().filter(|(_, group)| group.1 & kind.may != 0);
            held.fold(0, |set, (index, _)| set | 1u128 << index)
        };
        let slots = self.restricted_kinds().map(|kind| vec![groups_of(kind); kind.size()]);
        let sizes: Vec<u8> = self.groups.iter().map(|group| size(group.1) as u8).collect();
        Shape::new(slots.flatten().collect(), &sizes, limit)
    }

    /// The smaller of both tables, and whether it is the one in which cards choose; `None` if both are too large.
    fn smaller_shape(&self, limit: usize) -> Option<(Shape, bool)> {
        let slots = self.slot_shape(limit);
        let largest = slots.as_ref().map_or(limit, |shape| shape.entries - 1);
        match self.card_shape(largest) {
            Some(cards) => Some((cards, true)),
            None => slots.map(|shape| (shape, false)),
        }
    }
}

/// A bit for each kind that may hold a card.
fn homes(kinds: &[Kind], card: CardId) -> u128 {
    let open = kinds.iter().enumerate().filter(|(_, kind)| kind.may & bit(card) != 0);
    open.fold(0, |set, (index, _)| set | 1 << index)
}

/// A number that a table can hold.
trait Number: Copy {
    const ZERO: Self;
    const ONE: Self;

    /// Adds `other` this many times.
    fn add_times(&mut self, other: Self, times: u8);
}

impl Number for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    fn add_times(&mut self, other: Self, times: u8) {
        *self += other * f64::from(times);
    }
}

/// A whole number below 2^768, which is more than 128!; the low part comes first.
#[derive(Clone, Copy)]
struct Wide([u64; 12]);

impl Wide {
    fn multiply(&mut self, factor: u64) {
        let mut carry = 0;
        for part in &mut self.0 {
            let wide = u128::from(*part) * u128::from(factor) + carry;
            *part = wide as u64;
            carry = wide >> 64;
        }
    }

    /// Divides by a number that leaves no rest.
    fn divide(&mut self, divisor: u64) {
        let mut rest = 0;
        for part in self.0.iter_mut().rev() {
            let wide = rest << 64 | u128::from(*part);
            *part = (wide / u128::from(divisor)) as u64;
            rest = wide % u128::from(divisor);
        }
    }

    fn worlds(&self) -> Worlds {
        if self.0[2..].iter().all(|part| *part == 0) {
            return Worlds::Exact(u128::from(self.0[1]) << 64 | u128::from(self.0[0]));
        }
        let base = 2f64.powi(64);
        Worlds::About(self.0.iter().rev().fold(0.0, |sum, part| sum * base + *part as f64))
    }
}

impl Number for Wide {
    const ZERO: Self = Self([0; 12]);
    const ONE: Self = Self([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

    fn add_times(&mut self, mut other: Self, times: u8) {
        other.multiply(u64::from(times));
        let mut carry = 0;
        for (part, more) in self.0.iter_mut().zip(other.0) {
            let wide = u128::from(*part) + u128::from(more) + carry;
            *part = wide as u64;
            carry = wide >> 64;
        }
    }
}

/// One pile to choose from: how much of it is used is one coordinate of a table.
#[derive(Clone, Copy, Debug)]
struct Axis {
    pile: u8,
    stride: u32,
    /// The most that can be used: no more than the pile has, no more than ask for it.
    most: u8,
}

/// A table of choices: step by step one thing is taken from one of the piles that the step allows.
#[derive(Clone, Debug)]
struct Shape {
    /// For each step the axes it may choose, as bits.
    steps: Vec<u32>,
    axes: Vec<Axis>,
    /// How much each pile has at first.
    sizes: [u8; MAX_CARDS],
    entries: usize,
}

impl Shape {
    /// The table of steps that may choose some of the piles each; `None` if it has more entries than the limit.
    fn new(choices: Vec<u128>, pile_sizes: &[u8], limit: usize) -> Option<Self> {
        let mut entries = 1;
        let mut axes = Vec::new();
        for (pile, &size) in pile_sizes.iter().enumerate() {
            let asked = choices.iter().filter(|piles| *piles >> pile & 1 == 1).count();
            let most = asked.min(usize::from(size));
            if most > 0 {
                axes.push(Axis { pile: pile as u8, stride: entries as u32, most: most as u8 });
                entries *= most + 1;
            }
            if entries > limit {
                return None;
            }
        }
        let as_axes = |piles: &u128| {
            let open = axes.iter().enumerate().filter(|(_, axis)| *piles >> axis.pile & 1 == 1);
            open.fold(0, |set, (index, _)| set | 1u32 << index)
        };
        let steps = choices.iter().map(as_axes).collect();
        let mut sizes = [0; MAX_CARDS];
        sizes[..pile_sizes.len()].copy_from_slice(pile_sizes);
        (entries <= limit).then_some(Self { steps, axes, sizes, entries })
    }

    /// For each entry the ways to take all the steps that remain, things of one pile told apart.
    fn count<N: Number>(&self) -> Vec<N> {
        let mut counts = vec![N::ZERO; self.entries];
        let mut used = [0; AXES];
        let mut step = 0;
        for entry in (0..self.entries).rev() {
            self.step_back(&mut used, &mut step);
            if step == self.steps.len() {
                counts[entry] = N::ONE;
            } else if step < self.steps.len() {
                counts[entry] = self.ways(entry, self.steps[step], &used, &counts);
            }
        }
        counts
    }

    /// The ways from one entry on, all later entries being counted.
    fn ways<N: Number>(&self, entry: usize, choice: u32, used: &[u8; AXES], counts: &[N]) -> N {
        let mut ways = N::ZERO;
        for index in bits(choice) {
            let axis = self.axes[index];
            if used[index] < axis.most {
                let left = self.sizes[usize::from(axis.pile)] - used[index];
                ways.add_times(counts[entry + axis.stride as usize], left);
            }
        }
        ways
    }

    /// Goes to the coordinates of the entry before and to their sum; before the first entry comes the last.
    fn step_back(&self, used: &mut [u8; AXES], sum: &mut usize) {
        for (count, axis) in used.iter_mut().zip(&self.axes) {
            if *count > 0 {
                *count -= 1;
                *sum -= 1;
                return;
            }
            *count = axis.most;
            *sum += usize::from(axis.most);
        }
    }
}

/// The places of the bits of a number, lowest first.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(place)
    })
}

/// A table with its numbers.
#[derive(Clone, Debug)]
struct Table {
    shape: Shape,
    counts: Vec<f64>,
}

impl Table {
    fn new(shape: Shape) -> Self {
        let counts = shape.count();
        Self { shape, counts }
    }

    /// Takes all steps at random, each way equally likely; calls `taken` with the number of each step, the pile
    /// it chose and how much that pile had. Returns what is left of the piles.
    #[inline(always)]
    fn walk(
        &self,
        rng: &mut Rng,
        mut taken: impl FnMut(&mut Rng, usize, usize, u8),
    ) -> [u8; MAX_CARDS] {
        let mut left = self.shape.sizes;
        let mut entry = 0;
        for (step, choice) in self.shape.steps.iter().enumerate() {
            let axis = self.choose(entry, *choice, &left, rng);
            let pile = usize::from(axis.pile);
            taken(rng, step, pile, left[pile]);
            left[pile] -= 1;
            entry += axis.stride as usize;
        }
        left
    }

    /// Chooses an axis in proportion to the ways it leaves open.
    #[inline(always)]
    fn choose(&self, entry: usize, choice: u32, left: &[u8; MAX_CARDS], rng: &mut Rng) -> Axis {
        let mut rest = (rng.bits() >> 11) as f64 / (1u64 << 53) as f64 * self.counts[entry];
        let mut chosen = self.shape.axes[0];
        for index in bits(choice) {
            let axis = self.shape.axes[index];
            let things = left[usize::from(axis.pile)];
            if things == 0 {
                continue;
            }
            let ways = f64::from(things) * self.counts[entry + axis.stride as usize];
            if ways > 0.0 {
                chosen = axis;
                if rest < ways {
                    break;
                }
                rest -= ways;
            }
        }
        chosen
    }
}

/// How to deal by a table.
#[derive(Clone, Debug)]
enum Plan {
    /// Restricted cards choose kinds.
    Cards { table: Table, cards: Vec<CardId>, free: CardSet, kinds: Vec<Kind> },
    /// Restricted slots, known by their holes, choose groups.
    Slots { table: Table, slots: Vec<usize>, groups: Vec<CardSet>, free: Option<Kind> },
}

impl Plan {
    /// The plan with the smaller table; `None` if both are too large.
    fn new(layout: &Layout, limit: usize) -> Option<Self> {
        let (shape, cards_choose) = layout.smaller_shape(limit)?;
        Some(if cards_choose { Self::cards(layout, shape) } else { Self::slots(layout, shape) })
    }

    fn cards(layout: &Layout, shape: Shape) -> Self {
        let free = layout.free_cards();
        let cards = Cards(layout.unseen & !free).collect();
        Self::Cards { table: Table::new(shape), cards, free, kinds: layout.kinds.clone() }
    }

    fn slots(layout: &Layout, shape: Shape) -> Self {
        let places = layout.restricted_kinds().flat_map(|kind| &kind.places);
        let slots = places.flat_map(|place| vec![place.0; usize::from(place.1)]).collect();
        let groups = layout.groups.iter().map(|group| group.1).collect();
        Self::Slots { table: Table::new(shape), slots, groups, free: layout.free_kind().cloned() }
    }

    fn table(&self) -> &Table {
        match self {
            Self::Cards { table, .. } | Self::Slots { table, .. } => table,
        }
    }

    fn sample(&self, rng: &mut Rng, out: &mut [CardSet]) {
        out.fill(0);
        match self {
            Self::Cards { table, cards, free, kinds } => {
                let mut dealt = [0; MAX_CARDS];
                let left = table.walk(rng, |_, step, kind, _| dealt[kind] |= bit(cards[step]));
                if let Some(last) = kinds.len().checked_sub(1) {
                    let places = left.into_iter().enumerate().take(last);
                    spread(*free, places, last, rng, &mut dealt);
                }
                for (kind, cards) in kinds.iter().zip(dealt) {
                    kind.split(cards, rng, out);
                }
            }
            Self::Slots { table, slots, groups, free } => {
                if let (true, Some(kind)) = (slots.is_empty(), free) {
                    return kind.split(groups[0], rng, out);
                }
                let mut hidden = [0; MAX_CARDS];
                hidden[..groups.len()].copy_from_slice(groups);
                table.walk(rng, |rng, step, group, count| {
                    let card = bit(nth(hidden[group], rng.below(u32::from(count))));
                    hidden[group] &= !card;
                    out[slots[step]] |= card;
                });
                if let Some(kind) = free {
                    let rest = hidden[..groups.len()].iter().fold(0, |all, cards| all | cards);
                    kind.split(rest, rng, out);
                }
            }
        }
    }
}

/// Cards from which any may be drawn.
struct Stack {
    cards: [CardId; MAX_CARDS],
    count: usize,
    /// What is left of 64 bits of chance, as a fraction of 2^64.
    chance: u64,
    /// New chance is due whenever the number of cards has this rest modulo 4.
    first: usize,
}

impl Stack {
    #[inline(always)]
    fn new(set: CardSet) -> Self {
        let mut cards = [0; MAX_CARDS];
        let (mut low, mut high) = (set as u64, (set >> 64) as u64);
        let (lows, highs) = cards.split_at_mut(low.count_ones() as usize);
        for place in lows {
            *place = low.trailing_zeros() as CardId;
            low &= low.wrapping_sub(1);
        }
        for place in &mut highs[..high.count_ones() as usize] {
            *place = 64 + high.trailing_zeros() as CardId;
            high &= high.wrapping_sub(1);
        }
        Self { cards, count: size(set), chance: 0, first: size(set) % 4 }
    }

    /// Draws some of the cards, no more than there are.
    ///
    /// 64 bits of chance serve four cards: what one product leaves below the point decides the next.
    #[inline(always)]
    fn draw(&mut self, count: u8, rng: &mut Rng) -> CardSet {
        let mut drawn = 0;
        for _ in 0..count {
            if self.count % 4 == self.first {
                self.chance = rng.bits();
            }
            let wide = u128::from(self.chance) * self.count as u128;
            self.chance = wide as u64;
            let place = (wide >> 64) as usize;
            self.count -= 1;
            drawn |= bit(self.cards[place]);
            self.cards[place] = self.cards[self.count];
        }
        drawn
    }
}

/// Adds cards to places that take known numbers of them; the last place takes what remains.
#[inline(always)]
fn spread(
    cards: CardSet,
    places: impl Iterator<Item = (usize, u8)>,
    last: usize,
    rng: &mut Rng,
    out: &mut [CardSet],
) {
    let mut stack = Stack::new(cards);
    let mut rest = cards;
    places.for_each(|(place, count)| {
        let drawn = stack.draw(count, rng);
        out[place] |= drawn;
        rest &= !drawn;
    });
    out[last] |= rest;
}

/// Deals card by card, each where the others can still be placed.
#[derive(Clone, Debug)]
struct Stepwise {
    kinds: Vec<Kind>,
    free: CardSet,
    restricted: CardSet,
    /// One possible filling of the kinds.
    start: [CardSet; MAX_CARDS],
}

impl Stepwise {
    /// `None` if no filling is possible.
    fn new(layout: &Layout) -> Option<Self> {
        let kinds = layout.kinds.clone();
        let free = layout.free_cards();
        let mut held = [0; MAX_CARDS];
        for card in Cards(layout.unseen) {
            let has_room: Vec<bool> =
                kinds.iter().zip(held).map(|(kind, cards)| size(cards) < kind.size()).collect();
            let mut open = Cards(homes(&kinds, card)).map(usize::from);
            let home = open.find(|kind| make_room(&kinds, &mut held, *kind, |to| has_room[to]))?;
            held[home] |= bit(card);
        }
        Some(Self { kinds, free, restricted: layout.unseen & !free, start: held })
    }

    fn sample(&self, rng: &mut Rng, out: &mut [CardSet]) {
        let mut loose = self.start;
        let mut fixed = [0; MAX_CARDS];
        let mut order: Vec<CardId> = Cards(self.restricted).collect();
        rng.shuffle(&mut order);
        for card in order {
            fixed[self.settle(card, &mut loose, rng)] |= bit(card);
        }
        let mut stack = Stack::new(self.free);
        for index in 0..self.kinds.len() {
            fixed[index] |= stack.draw(size(loose[index]) as u8, rng);
        }
        for _ in 0..MIXES * self.kinds.len() {
            self.mix(&mut fixed, rng);
        }
        out.fill(0);
        for (kind, cards) in self.kinds.iter().zip(fixed) {
            kind.split(cards, rng, out);
        }
    }

    /// Takes a card from the loose ones and decides its kind; the loose ones fill the remaining slots.
    fn settle(&self, card: CardId, loose: &mut [CardSet; MAX_CARDS], rng: &mut Rng) -> usize {
        let home = loose.iter().take_while(|cards| *cards & bit(card) == 0).count();
        let mut open = homes(&self.kinds, card);
        loop {
            let kind = by_size(open, loose, rng);
            loose[home] &= !bit(card);
            if make_room(&self.kinds, loose, kind, |to| to == home) {
                return kind;
            }
            loose[home] |= bit(card);
            open &= !(1 << kind);
        }
    }

    /// Pools two kinds and deals them again, every way equally likely.
    fn mix(&self, held: &mut [CardSet; MAX_CARDS], rng: &mut Rng) {
        let kinds = self.kinds.len() as u32;
        let (one, other) = (rng.below(kinds) as usize, rng.below(kinds) as usize);
        if one == other {
            return;
        }
        let both = self.kinds[one].may & self.kinds[other].may;
        let pool = (held[one] | held[other]) & both;
        let drawn = Stack::new(pool).draw(size(held[one] & both) as u8, rng);
        held[one] = held[one] & !both | drawn;
        held[other] = held[other] & !both | pool & !drawn;
    }
}

/// One of the open kinds, by the number of its loose cards.
fn by_size(open: u128, loose: &[CardSet; MAX_CARDS], rng: &mut Rng) -> usize {
    let weight = |kind: CardId| size(loose[usize::from(kind)]) as u32;
    let mut rest = rng.below(Cards(open).map(weight).sum());
    let mut kinds = open;
    while rest >= weight(lowest(kinds)) {
        rest -= weight(lowest(kinds));
        kinds &= kinds - 1;
    }
    usize::from(lowest(kinds))
}

/// Frees a slot of one kind by moving cards from kind to kind, the last into a kind that is a goal.
/// False, and nothing moves, if that is impossible. A kind that is a goal itself needs no move.
fn make_room(
    kinds: &[Kind],
    held: &mut [CardSet; MAX_CARDS],
    from: usize,
    is_goal: impl Fn(usize) -> bool,
) -> bool {
    let mut came_from = vec![None; kinds.len()];
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&here) = reached.get(next) {
        if is_goal(here) {
            let mut to = here;
            while let Some(source) = came_from[to] {
                let card = bit(lowest(held[source] & kinds[to].may));
                held[source] &= !card;
                held[to] |= card;
                to = source;
            }
            return true;
        }
        for to in 0..kinds.len() {
            if to != from && came_from[to].is_none() && held[here] & kinds[to].may != 0 {
                came_from[to] = Some(here);
                reached.push(to);
            }
        }
        next += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::hint::black_box;
    use std::time::Instant;

    use proptest::prelude::*;

    use super::super::rng::Rng;
    use super::*;
    use crate::drawn::drawn;

    fn hole(capacity: u8, lacks: CardSet) -> Hole {
        Hole { capacity, lacks }
    }

    /// The first cards of the deck.
    fn first(count: u32) -> CardSet {
        (0..count).fold(0, |set, card| set | 1 << card)
    }

    /// Every filling, found by trying each card in each hole.
    fn every_filling(unseen: CardSet, holes: &[Hole]) -> Vec<Vec<CardSet>> {
        let mut found = Vec::new();
        place_each(unseen, holes, &mut vec![0; holes.len()], &mut found);
        found
    }

    fn place_each(
        rest: CardSet,
        holes: &[Hole],
        held: &mut Vec<CardSet>,
        found: &mut Vec<Vec<CardSet>>,
    ) {
        if rest == 0 {
            if holes.iter().zip(&*held).all(|(hole, set)| size(*set) == usize::from(hole.capacity))
            {
                found.push(held.clone());
            }
            return;
        }
        let card = rest & rest.wrapping_neg();
        for index in 0..holes.len() {
            if holes[index].lacks & card == 0 {
                held[index] |= card;
                place_each(rest & !card, holes, held, found);
                held[index] &= !card;
            }
        }
    }

    type Sampler = Box<dyn Fn(&mut Rng, &mut [CardSet])>;

    /// Every way to deal that must be exact, for holes that can be filled.
    fn exact_samplers(unseen: CardSet, holes: &[Hole]) -> Vec<(&'static str, Sampler)> {
        let layout = Layout::new(unseen, holes);
        let cards = Plan::cards(&layout, layout.card_shape(TABLE_LIMIT).unwrap());
        let slots = Plan::slots(&layout, layout.slot_shape(TABLE_LIMIT).unwrap());
        let dealer = Dealer::new(unseen, holes).unwrap();
        assert!(dealer.is_exact());
        let holes = holes.to_vec();
        vec![
            ("cards choose", Box::new(move |rng, out| cards.sample(rng, out))),
            ("slots choose", Box::new(move |rng, out| slots.sample(rng, out))),
            ("dealer", Box::new(move |rng, out| dealer.sample(rng, out))),
            ("once", Box::new(move |rng, out| assert!(deal_out(unseen, &holes, rng, out)))),
        ]
    }

    /// The ways to deal when tables are too large; the first may ignore restrictions at first, the second never.
    fn last_samplers(unseen: CardSet, holes: &[Hole]) -> Vec<(&'static str, Sampler)> {
        let stepwise = Stepwise::new(&Layout::new(unseen, holes)).unwrap();
        let dealer = Dealer::within(unseen, holes, 1).unwrap();
        vec![
            ("trials", Box::new(move |rng, out| dealer.sample(rng, out))),
            ("stepwise", Box::new(move |rng, out| stepwise.sample(rng, out))),
        ]
    }

    /// How often each filling came up.
    fn frequencies(sample: &Sampler, holes: usize, deals: usize) -> HashMap<Vec<CardSet>, usize> {
        let mut rng = Rng::new(7);
        let mut seen = HashMap::new();
        let mut out = vec![0; holes];
        for _ in 0..deals {
            sample(&mut rng, &mut out);
            *seen.entry(out.clone()).or_default() += 1;
        }
        seen
    }

    /// Cards, and holes of which some lack cards that they hold in one filling, so that not all can be filled.
    fn small_case() -> impl Strategy<Value = (CardSet, Vec<Hole>)> {
        let cards = proptest::collection::btree_map(0u8..128, 0usize..4, 0..7);
        let lacks = proptest::collection::vec((any::<u128>(), any::<u128>(), 0u8..8), 4);
        (cards, lacks).prop_map(|(cards, lacks)| {
            let unseen = cards.keys().fold(0, |set, card| set | bit(*card));
            let hole_of = |(index, (some, others, how)): (usize, &(u128, u128, u8))| {
                let held = cards.iter().filter(|card| *card.1 == index);
                let held = held.fold(0, |set, card| set | bit(*card.0));
                let lacks = match how {
                    0 => some & others,
                    1..4 => 0,
                    _ => some & !held,
                };
                hole(size(held) as u8, lacks)
            };
            (unseen, lacks.iter().enumerate().map(hole_of).collect())
        })
    }

    proptest! {
        #![proptest_config(drawn(256))]

        #[test]
        fn exactly_the_possible_fillings_come_up((unseen, holes) in small_case()) {
            let fillings = every_filling(unseen, &holes);
            prop_assert_eq!(worlds(unseen, &holes), Worlds::Exact(fillings.len() as u128));
            if fillings.is_empty() {
                let mut out = [9; 4];
                prop_assert!(Dealer::new(unseen, &holes).is_none());
                prop_assert!(Dealer::within(unseen, &holes, 1).is_none());
                prop_assert!(!deal_out(unseen, &holes, &mut Rng::new(1), &mut out));
                prop_assert_eq!(out, [9; 4]);
                return Ok(());
            }
            let mut samplers = exact_samplers(unseen, &holes);
            samplers.extend(last_samplers(unseen, &holes));
            for (name, sample) in samplers {
                let seen = frequencies(&sample, holes.len(), 40 * fillings.len());
                prop_assert_eq!(seen.len(), fillings.len(), "{}", name);
                prop_assert!(fillings.iter().all(|filling| seen.contains_key(filling)), "{}", name);
            }
        }
    }

    proptest! {
        #![proptest_config(drawn(32))]

        #[test]
        fn large_deals_agree_with_the_holes(
            lacks in proptest::collection::vec((any::<u128>(), any::<u128>(), any::<u128>()), 13),
            homes in proptest::collection::vec(0usize..60, 128),
            seed: u64,
        ) {
            let mut held = vec![0; 60];
            homes.iter().enumerate().for_each(|(card, home)| held[*home] |= bit(card as CardId));
            let mut holes: Vec<Hole> = held.iter().map(|set| hole(size(*set) as u8, 0)).collect();
            for ((hole, held), some) in holes.iter_mut().zip(&held).zip(lacks) {
                hole.lacks = some.0 & some.1 & some.2 & !held;
            }
            let mut out = vec![0; 60];
            prop_assert!(deal_out(u128::MAX, &holes, &mut Rng::new(seed), &mut out));
            prop_assert!(is_filling(u128::MAX, &holes, &out));
        }
    }

    /// Whether these sets fill the holes with these cards.
    fn is_filling(unseen: CardSet, holes: &[Hole], dealt: &[CardSet]) -> bool {
        let fits = |(hole, set): (&Hole, &CardSet)| {
            size(*set) == usize::from(hole.capacity) && hole.lacks & set == 0
        };
        let sum: usize = dealt.iter().map(|set| size(*set)).sum();
        let all = dealt.iter().fold(0, |all, set| all | set);
        sum == size(unseen) && all == unseen && holes.iter().zip(dealt).all(fits)
    }

    /// Small cases and, for one less than the number of their fillings, the 0.999 quantile of chi-square.
    fn chi_square_cases() -> Vec<(CardSet, Vec<Hole>, usize, f64)> {
        let rows = [hole(1, 0b111), hole(2, 0b111), hole(2, 0b11_1000), hole(1, 0), hole(1, 0)];
        let own_card = (0..5).map(|card| hole(1, bit(80 + card)));
        vec![
            (first(6), vec![hole(3, 0), hole(2, 0), hole(1, 0)], 60, 98.32),
            (first(7), vec![hole(3, 0b11), hole(2, 0b110), hole(2, 0)], 22, 46.80),
            (first(7), vec![hole(3, 0b1), hole(2, 0b100_0000), hole(2, 0b11)], 34, 63.87),
            (first(5) << 80, own_card.collect(), 44, 77.42),
            (first(7), rows.to_vec(), 90, 135.98),
        ]
    }

    /// The statistic of chi-square for chances that are all equal.
    fn chi_square(seen: &HashMap<Vec<CardSet>, usize>, fillings: usize, deals: usize) -> f64 {
        let expected = deals as f64 / fillings as f64;
        let never = (fillings - seen.len()) as f64 * expected;
        let square = |count: &usize| (*count as f64 - expected).powi(2) / expected;
        seen.values().map(square).sum::<f64>() + never
    }

    #[test]
    fn every_filling_is_equally_likely() {
        for (unseen, holes, fillings, quantile) in chi_square_cases() {
            assert_eq!(every_filling(unseen, &holes).len(), fillings);
            let mut samplers = exact_samplers(unseen, &holes);
            samplers.push(last_samplers(unseen, &holes).swap_remove(0));
            for (name, sample) in samplers {
                let deals = 500 * fillings;
                let seen = frequencies(&sample, holes.len(), deals);
                let statistic = chi_square(&seen, fillings, deals);
                assert!(statistic < quantile, "{name}: {statistic} for {fillings} fillings");
            }
        }
    }

    #[test]
    fn a_stepwise_deal_is_nearly_even() {
        for (unseen, holes, fillings, _) in chi_square_cases() {
            let (_, stepwise) = last_samplers(unseen, &holes).swap_remove(1);
            let seen = frequencies(&stepwise, holes.len(), 1000 * fillings);
            assert_eq!(seen.len(), fillings);
            let least = seen.values().min().unwrap();
            let most = seen.values().max().unwrap();
            assert!(*least > 800 && *most < 1250, "{least} to {most} for {fillings} fillings");
        }
    }

    #[test]
    fn a_void_changes_the_odds_of_the_others_as_it_should() {
        // One of three hands of 13 has none of 13 spades: the other two share them as 13 of 26 cards.
        let holes = [hole(13, first(13)), hole(13, 0), hole(13, 0)];
        let dealer = Dealer::new(first(39), &holes).unwrap();
        let mut rng = Rng::new(3);
        let mut out = [0; 3];
        let mut seen = [0.0; 14];
        for _ in 0..100_000 {
            dealer.sample(&mut rng, &mut out);
            assert!(is_filling(first(39), &holes, &out));
            seen[size(out[1] & first(13))] += 1.0;
        }
        let choose =
            |count: usize| (0..count).fold(1.0, |ways, n| ways * (13 - n) as f64 / (n + 1) as f64);
        let expected = |count: usize| 1e5 * choose(count) * choose(13 - count) / 10_400_600.0;
        let square = |count: usize| (seen[count] - expected(count)).powi(2) / expected(count);
        let statistic: f64 = (2..12).map(square).sum();
        assert!(statistic < 27.88, "above the 0.999 quantile for 9 degrees: {statistic}");
    }

    #[test]
    fn known_numbers_of_worlds() {
        let hands = [hole(13, 0); 4];
        assert_eq!(worlds(first(39), &hands[..3]), Worlds::Exact(84_478_098_072_866_400));
        let all = 53_644_737_765_488_792_839_237_440_000;
        assert_eq!(worlds(first(52), &hands), Worlds::Exact(all));
        let void = [hole(13, first(13)), hands[0], hands[0]];
        assert_eq!(worlds(first(39), &void), Worlds::Exact(10_400_600 * 10_400_600));
        let own_card: Vec<Hole> = (0..13).map(|card| hole(1, bit(card))).collect();
        assert_eq!(worlds(first(13), &own_card), Worlds::Exact(2_290_792_932));
        let Worlds::About(ways) = worlds(u128::MAX, &[hole(1, 0); 128]) else {
            panic!("128! does not fit 128 bits");
        };
        assert!((ways / 3.856_204_823_625_804e215 - 1.0).abs() < 1e-12);
        assert_eq!(worlds(0, &[]), Worlds::Exact(1));
    }

    #[test]
    fn no_way_is_told() {
        let impossible = [
            (first(3), vec![hole(1, 0), hole(1, 0)]),
            (first(2), vec![hole(1, 0), hole(2, 0)]),
            (first(2), vec![hole(1, 0b1), hole(1, 0b1)]),
            (first(2), vec![hole(2, 0b1)]),
            (first(6), vec![hole(2, 0b111), hole(2, 0b111), hole(2, 0)]),
            (0, vec![hole(1, 0)]),
            (1, vec![]),
        ];
        for (unseen, holes) in impossible {
            let mut out = [5; 3];
            assert!(!deal_out(unseen, &holes, &mut Rng::new(0), &mut out), "{holes:?}");
            assert_eq!(out, [5; 3]);
            assert!(Dealer::new(unseen, &holes).is_none());
            assert!(Dealer::within(unseen, &holes, 1).is_none());
            assert_eq!(worlds(unseen, &holes), Worlds::Exact(0));
        }
    }

    /// Thirteen hands of four cards that lack four ranks each, with no pattern that a table could use.
    fn hard_case() -> Vec<Hole> {
        let rank = |rank: u32| first(4) << (4 * (rank % 13));
        let lacks =
            |hand: u32| rank(hand) | rank(3 * hand + 1) | rank(5 * hand + 2) | rank(hand + 6);
        (0..13).map(|hand| hole(4, lacks(hand))).collect()
    }

    #[test]
    fn what_no_table_can_count_is_dealt_all_the_same() {
        let holes = hard_case();
        assert_eq!(worlds(first(52), &holes), Worlds::Uncounted);
        let dealer = Dealer::new(first(52), &holes).unwrap();
        assert!(!dealer.is_exact());
        let mut rng = Rng::new(5);
        let mut out = [0; 13];
        for _ in 0..200 {
            dealer.sample(&mut rng, &mut out);
            assert!(is_filling(first(52), &holes, &out));
        }
    }

    /// Nanoseconds for one call.
    fn nanoseconds(calls: u32, mut call: impl FnMut()) -> f64 {
        let start = Instant::now();
        (0..calls).for_each(|_| call());
        start.elapsed().as_secs_f64() * 1e9 / f64::from(calls)
    }

    #[test]
    #[ignore = "prints speeds; run it in release mode"]
    fn speed() {
        let hands = vec![hole(13, 0); 3];
        let one_void = vec![hole(13, first(8)), hole(13, 0), hole(13, 0)];
        let suit = |suit: u32| first(10) << (10 * suit);
        let voids =
            vec![hole(13, suit(0)), hole(13, suit(1) | suit(2)), hole(13, suit(3) & first(39))];
        let asked = |hand: u32| first(4) << (4 * hand) | first(4) << (4 * hand + 16);
        let mut asked_hands: Vec<Hole> = (0..5).map(|hand| hole(5, asked(hand))).collect();
        asked_hands.push(hole(22, 0));
        let table = vec![hole(2, 0); 60];
        let cases = [
            ("3 hands of 13", first(39), hands),
            ("hand of 13, stock of 26", first(39), vec![hole(13, 0), hole(26, 0)]),
            ("60 piles of 2", first(120), table),
            ("one void", first(39), one_void),
            ("voids in each hand", first(39), voids),
            ("5 hands that lack ranks, stock", first(47), asked_hands),
            ("13 hands that lack ranks", first(52), hard_case()),
        ];
        let mut rng = Rng::new(1);
        for (name, unseen, holes) in cases {
            let mut out = vec![0; holes.len()];
            let build = nanoseconds(10, || drop(black_box(Dealer::new(unseen, &holes))));
            let dealer = Dealer::new(unseen, &holes).unwrap();
            let entries = dealer.plan.table().counts.len();
            let calls = if dealer.is_exact() { 500_000 } else { 500 };
            let once_calls = (1e8 / build) as u32;
            let sample = nanoseconds(calls, || dealer.sample(&mut rng, black_box(&mut out)));
            let once = nanoseconds(once_calls, || {
                black_box(deal_out(unseen, &holes, &mut rng, black_box(&mut out)));
            });
            println!(
                "{name}: {entries} entries, build {build:.0}, sample {sample:.0}, once {once:.0} ns"
            );
        }
    }
}
