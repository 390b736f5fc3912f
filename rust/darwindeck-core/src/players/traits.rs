//! What can be seen in a position of any game, as numbers, for each side.
//!
//! Nothing here says what is good: a yardstick finds that out.

use crate::game::Game;
use crate::game::cards::{CardSet, Cards, size};
use crate::game::judge::{Env, Subject, seats};
use crate::game::rng::Rng;
use crate::game::state::State;
use crate::game::tables::SEATS;
use crate::program::parts::*;
use crate::program::{ExprId, Node};

/// How many point tables and counters are looked at.
const TABLES: usize = 3;
const COUNTERS: usize = 4;
/// Distances from a goal are not told apart beyond this.
const FAR: f32 = 200.0;
/// How good a hand is at a showdown that forms nothing, or is too much.
const BUST: f32 = -30.0;

// The places of the numbers.
/// Points as they would be if the hand ended now.
pub const SETTLED: usize = 0;
/// Points of the hand so far.
pub const POINTS: usize = 1;
/// How near one is to what wins the game.
pub const WIN: usize = 2;
/// How near one is to what scores.
pub const GOALS: usize = 3;
/// How near one is to what ends turns.
pub const ENDING: usize = 4;
/// How many cards one holds.
pub const HAND: usize = 5;
/// How many cards one holds that form combinations, or has laid out.
pub const MELDED: usize = 6;
/// What the other cards of the hand are worth.
pub const DEADWOOD: usize = 7;
/// How good the hand is at a showdown.
pub const SHOWDOWN: usize = 8;
const TRICKS: usize = 9;
const CAPTURED: usize = 10;
const POWER: usize = 11;
const TOP_POWER: usize = 12;
const CARD_POINTS: usize = 13;
const PAIRS: usize = 14;
const NEIGHBOURS: usize = 15;
const LAID: usize = 16;
const SUITS: usize = 17;
const ON_TURN: usize = 18;
const STILL_IN: usize = 19;
const STAKED: usize = 20;
const COMPARED: usize = 21;
const ALMOST_OUT: usize = 22;
const ALL_PAIRS: usize = 23;
const IN_HAND: usize = 24;
const IN_CAPTURED: usize = IN_HAND + TABLES;
const COUNTED: usize = IN_CAPTURED + TABLES;
/// How many numbers there are.
pub const COUNT: usize = COUNTED + COUNTERS;

/// The numbers of one side.
pub type Traits = [f32; COUNT];

/// What is looked at in the positions of one game.
#[derive(Clone, Debug)]
pub struct Observer {
    /// The seats of each side, or each player.
    pub rivals: Vec<u16>,
    /// Whether the game is about chips.
    pub chips: bool,
    /// 1, or -1 where low scores are good.
    pub sign: i32,
    /// How many other cards each card beats, by context.
    power: Vec<[f32; 128]>,
    wins: Vec<ExprId>,
    endings: Vec<ExprId>,
    compared: Option<(ExprId, f32)>,
    melds: bool,
    showdown: Option<ShowdownMethod>,
    settles: bool,
    /// Which numbers are wanted.
    wanted: u64,
}

/// The set of some numbers.
const fn set(places: &[usize]) -> u64 {
    let (mut set, mut at) = (0, 0);
    while at < places.len() {
        set |= 1 << places[at];
        at += 1;
    }
    set
}

const OF_SHAPE: u64 = set(&[PAIRS, NEIGHBOURS, SUITS, ALL_PAIRS, MELDED, DEADWOOD]);
const OF_POWER: u64 = set(&[POWER, TOP_POWER]);
const OF_TABLES: u64 = set(&[IN_HAND, IN_HAND + 1, IN_HAND + 2]);
const OF_CAPTURED: u64 = set(&[IN_CAPTURED, IN_CAPTURED + 1, IN_CAPTURED + 2]);
const OF_PLACES: u64 = set(&[CAPTURED, LAID, MELDED]) | OF_CAPTURED;

impl Observer {
    pub fn new(game: &Game) -> Self {
        let program = &game.program;
        let wins = &program.win_conditions;
        let lowest = wins.iter().any(|win| win.comparison == WinComparison::Lowest);
        let by_chips =
            |win: &WinCondition| matches!(win.r#type, WinType::MostChips | WinType::LastWithChips);
        let endings = program.phases.iter().filter_map(|phase| match phase {
            Phase::Turns(turns) => Some(turns.until),
            _ => None,
        });
        Self {
            rivals: rivals(game),
            chips: wins.iter().any(by_chips)
                || (wins.is_empty() && program.setup.starting_chips > 0),
            sign: if lowest { -1 } else { 1 },
            power: power(game),
            wins: wins.iter().flat_map(|win| [win.when, win.who]).flatten().collect(),
            endings: endings.collect(),
            compared: compared(program),
            melds: program.phases.iter().any(|phase| matches!(phase, Phase::Meld(_))),
            showdown: showdown(program),
            settles: program.scoring_rules.iter().any(|rule| rule.moment == Moment::HandEnd)
                || program.special_effects.iter().any(|e| e.moment == Moment::HandEnd)
                || program.card_scoring.iter().any(|c| c.trigger == ScoringTrigger::HandEnd),
            wanted: u64::MAX,
        }
    }

    /// Looks only at some of the numbers from now on; the others are 0.
    pub fn keep_only(&mut self, wanted: impl Fn(usize) -> bool) {
        self.wanted = (0..COUNT).filter(|place| wanted(*place)).fold(0, |set, at| set | 1 << at);
    }

    fn wants(&self, any_of: u64) -> bool {
        self.wanted & any_of != 0
    }

    /// What a side has by what decides the match.
    pub fn standing(&self, game: &Game, s: &State, side: usize) -> i32 {
        let mask = self.rivals[side];
        if self.chips {
            let chips = |seat: u8| s.chips[usize::from(seat)] + s.staked[usize::from(seat)];
            return seats(mask).map(chips).sum();
        }
        let mut score: i32 = seats(mask).map(|seat| s.score[usize::from(seat)]).sum();
        if game.tables.teams {
            score += s.side_score[side];
        }
        self.sign.saturating_mul(score)
    }

    fn hand_points(&self, game: &Game, s: &State, side: usize) -> f32 {
        let own = seats(self.rivals[side]).map(|seat| s.hand_score[usize::from(seat)]).sum::<i32>();
        let shared = if game.tables.teams { s.side_hand_score[side] } else { 0 };
        (self.sign * (own + shared)) as f32
    }

    /// The numbers of every side. The state is used up: its hand is settled.
    pub fn look(&self, game: &Game, s: &mut State, rng: &mut Rng, out: &mut [Traits; SEATS]) {
        for (side, traits) in out.iter_mut().enumerate().take(self.rivals.len()) {
            *traits = [0.0; COUNT];
            self.look_at(game, s, side, traits);
        }
        let chips = s.chips;
        if self.settles && self.wants(set(&[SETTLED])) {
            game.settle_points(s, rng);
        }
        for (side, traits) in out.iter_mut().enumerate().take(self.rivals.len()) {
            let change = |seat: u8| s.chips[usize::from(seat)] - chips[usize::from(seat)];
            let gained: i32 = seats(self.rivals[side]).map(change).sum();
            traits[SETTLED] = self.hand_points(game, s, side) + gained as f32;
        }
    }

    /// How far the first side is from what wins the game.
    pub fn distance_of(&self, game: &Game, s: &State) -> f32 {
        let who = Subject { mask: self.rivals[0], side: game.tables.teams };
        let env = Env::of(game, s, who);
        self.wins.iter().map(|win| distance(&env, *win)).sum()
    }

    fn look_at(&self, game: &Game, s: &State, side: usize, traits: &mut Traits) {
        let mask = self.rivals[side];
        let who = Subject { mask, side: game.tables.teams };
        let env = Env::of(game, s, who);
        traits[POINTS] = self.hand_points(game, s, side);
        if self.wants(set(&[WIN])) {
            traits[WIN] = -self.wins.iter().map(|win| distance(&env, *win)).sum::<f32>();
        }
        if self.wants(set(&[ENDING])) {
            traits[ENDING] = -self.endings.iter().map(|e| distance(&env, *e)).sum::<f32>();
        }
        if self.wants(set(&[GOALS])) {
            traits[GOALS] = self.goals(&env);
        }
        if self.wants(OF_PLACES) {
            self.look_at_places(game, s, side, traits);
        }
        for (counter, slot) in game.layout.counters.iter().enumerate().take(COUNTERS) {
            let own = |seat: u8| match slot.scope {
                Scope::Seat => s.registers[slot.at + usize::from(seat)],
                _ => 0,
            };
            traits[COUNTED + counter] = match slot.scope {
                Scope::Team if side < slot.len => s.registers[slot.at + side] as f32,
                _ => seats(mask).map(own).sum::<i32>() as f32,
            };
        }
        if let (Some((value, sign)), true) = (self.compared, self.wants(set(&[COMPARED]))) {
            traits[COMPARED] = sign * env.int(value) as f32;
        }
        for seat in seats(mask) {
            self.look_at_seat(game, s, seat, traits);
        }
    }

    /// Looks at what lies before a side.
    fn look_at_places(&self, game: &Game, s: &State, side: usize, traits: &mut Traits) {
        let mask = self.rivals[side];
        for (place, pile) in s.piles.iter().enumerate() {
            let set = s.sets[place];
            if set == 0 || usize::from(pile.zone) >= game.tables.zones.len() {
                continue;
            }
            let own = match game.tables.zones[usize::from(pile.zone)].owner {
                Owner::Table => false,
                Owner::Seat => pile.owner < 16 && mask & (1 << pile.owner) != 0,
                Owner::Team => usize::from(pile.owner) == side,
            };
            let zone = usize::from(pile.zone);
            let is = |known: Option<crate::program::ids::ZoneId>| {
                known.is_some_and(|known| known.index() == zone)
            };
            if !own || is(game.program.known.hand) {
                continue;
            }
            if is(game.program.known.captured) {
                traits[CAPTURED] += size(set) as f32;
                if self.wants(OF_CAPTURED) {
                    self.add_points(game, s, set, &mut traits[IN_CAPTURED..IN_CAPTURED + TABLES]);
                }
            } else {
                traits[LAID] += size(set) as f32;
                traits[MELDED] += size(set) as f32;
            }
        }
    }

    fn look_at_seat(&self, game: &Game, s: &State, seat: u8, traits: &mut Traits) {
        let index = usize::from(seat);
        let hand = game.hand_of(s, seat);
        let power = &self.power[usize::from(s.context)];
        traits[HAND] += size(hand) as f32;
        traits[TRICKS] += s.tricks[index] as f32;
        traits[ON_TURN] += f32::from(u8::from(s.turn == seat));
        traits[STILL_IN] += f32::from(u8::from(s.active & (1 << seat) != 0));
        traits[STAKED] += s.staked[index] as f32;
        let held = size(hand).max(1) as f32;
        traits[ALMOST_OUT] += 1.0 / (size(hand) as f32 + 1.0);
        if self.wants(OF_POWER) {
            for card in Cards(hand) {
                let power = power[usize::from(card)];
                traits[POWER] += power / held;
                traits[TOP_POWER] += power * power * power / held;
            }
        }
        if self.wants(OF_TABLES) {
            self.add_points(game, s, hand, &mut traits[IN_HAND..IN_HAND + TABLES]);
        }
        traits[CARD_POINTS] += self.card_points(game, s, hand);
        if let (Some(method), true) = (self.showdown, self.wants(set(&[SHOWDOWN]))) {
            traits[SHOWDOWN] += match game.strength_at(s, seat, method) {
                Some(key) => key.priority as f32,
                None => BUST,
            };
        }
        if self.wants(OF_SHAPE) {
            self.look_at_shape(game, s, hand, traits);
        }
    }

    /// Looks at how the cards of a hand fit together.
    fn look_at_shape(&self, game: &Game, s: &State, hand: CardSet, traits: &mut Traits) {
        let held = size(hand).max(1) as f32;
        let shape = Shape::of(game, s, hand);
        traits[PAIRS] += shape.pairs / held;
        traits[ALL_PAIRS] += shape.pairs;
        traits[NEIGHBOURS] += shape.neighbours / held;
        traits[SUITS] += shape.suits;
        if self.melds {
            traits[MELDED] += size(shape.melded) as f32;
            let points = &game.context(s).points;
            let worth = |card: CardSet| match points.first() {
                Some(table) => Cards(card).map(|c| table[usize::from(c)] as f32).sum::<f32>(),
                None => size(card) as f32,
            };
            traits[DEADWOOD] += worth(hand & !shape.melded) - 0.3 * worth(shape.paired);
        }
    }

    fn add_points(&self, game: &Game, s: &State, cards: CardSet, out: &mut [f32]) {
        for (table, sum) in game.context(s).points.iter().zip(out) {
            *sum += Cards(cards).map(|card| table[usize::from(card)] as f32).sum::<f32>();
        }
    }

    /// What the cards of a hand would score, whoever gets them.
    fn card_points(&self, game: &Game, s: &State, hand: CardSet) -> f32 {
        let masks = &game.context(s).masks;
        let worth = |rule: &CardScoringRule| {
            (self.sign * rule.points) as f32 * size(hand & masks[rule.condition.index()]) as f32
        };
        game.program.card_scoring.iter().map(worth).sum()
    }

    /// How near one is to what the scoring rules of the hand's end ask for.
    fn goals(&self, env: &Env) -> f32 {
        let mut near = 0.0;
        for rule in &env.game.program.scoring_rules {
            if rule.moment != Moment::HandEnd {
                continue;
            }
            let amount = self.sign * env.int(rule.amount).signum();
            let steps = distance(env, rule.when) + membership(env, rule.who);
            near -= amount as f32 * steps.min(FAR);
        }
        near
    }
}

/// The players, or the sides where there are teams.
fn rivals(game: &Game) -> Vec<u16> {
    if game.tables.teams {
        game.tables.sides.clone()
    } else {
        (0..game.tables.players).map(|seat| 1 << seat).collect()
    }
}

/// Of the other cards, what part each card beats; by context.
fn power(game: &Game) -> Vec<[f32; 128]> {
    let others = f32::from(game.tables.cards.max(2) - 1);
    let of_context = |context: &crate::game::tables::Context| {
        let mut power = [0.0; 128];
        for beaten_by in &context.beaten_by {
            Cards(*beaten_by).for_each(|card| power[usize::from(card)] += 1.0 / others);
        }
        power
    };
    game.tables.contexts.iter().map(of_context).collect()
}

/// What is compared in the end, where that is not the score.
fn compared(program: &crate::program::Program) -> Option<(ExprId, f32)> {
    program.win_conditions.iter().find_map(|win| {
        let sign = if win.comparison == WinComparison::Lowest { -1.0 } else { 1.0 };
        win.value.map(|value| (value, sign))
    })
}

/// How hands are compared at a showdown.
fn showdown(program: &crate::program::Program) -> Option<ShowdownMethod> {
    let method = program.phases.iter().find_map(|phase| match phase {
        Phase::Betting(betting) => Some(betting.showdown_method),
        Phase::Showdown(showdown) => Some(showdown.method),
        _ => None,
    });
    let best = program.win_conditions.iter().any(|win| win.r#type == WinType::BestHand);
    let by_total = program.hand_evaluation.is_some();
    let fallback = (best || by_total).then_some(ShowdownMethod::HandEvaluation);
    method.filter(|method| *method != ShowdownMethod::FoldOnly).or(fallback)
}

/// How the cards of a hand fit together.
pub struct Shape {
    /// How many pairs of a rank there are.
    pub pairs: f32,
    neighbours: f32,
    suits: f32,
    /// Cards in sets of three of a rank, or in runs of three of a suit.
    pub melded: CardSet,
    /// Cards in pairs, or next to each other in a suit, that are not melded.
    pub paired: CardSet,
}

impl Shape {
    /// How some cards fit together.
    pub fn of(game: &Game, s: &State, hand: CardSet) -> Self {
        let context = game.context(s);
        let mut shape = Self { pairs: 0.0, neighbours: 0.0, suits: 0.0, melded: 0, paired: 0 };
        let mut by_place = [0 as CardSet; 64];
        let mut rest = hand;
        while rest != 0 {
            let card = rest.trailing_zeros() as u8;
            let rank = game.tables.rank[usize::from(card)];
            let same = hand & game.tables.of_rank[usize::from(rank)];
            rest &= !same;
            let count = size(same) as f32;
            shape.pairs += count * (count - 1.0) / 2.0;
            if size(same) >= 3 {
                shape.melded |= same;
            } else if size(same) == 2 {
                shape.paired |= same;
            }
            let place = context.sequence[usize::from(rank)];
            if place < 64 {
                by_place[usize::from(place)] = same;
            }
        }
        for suit in &context.of_suit {
            let held = hand & suit;
            if held != 0 {
                shape.suits += 1.0;
                shape.run(&by_place[..context.order.len().min(64)], held);
            }
        }
        shape.paired &= !shape.melded;
        shape
    }

    /// Finds runs among the cards of one suit.
    fn run(&mut self, by_place: &[CardSet], held: CardSet) {
        let mut run = 0;
        let mut length = 0;
        for cards in by_place.iter().map(|cards| cards & held).chain([0]) {
            if cards != 0 {
                run |= cards & cards.wrapping_neg();
                length += 1;
                continue;
            }
            match length {
                0 | 1 => {}
                2 => self.paired |= run,
                _ => self.melded |= run,
            }
            self.neighbours += (length as f32 - 1.0).max(0.0);
            (run, length) = (0, 0);
        }
    }
}

/// How far an expression is from being true for a subject: 0 if it is.
fn distance(env: &Env, e: ExprId) -> f32 {
    let nodes = &env.game.program.nodes;
    let far = match nodes[e.index()] {
        Node::Binary(Operator::And, a, b) => distance(env, a) + distance(env, b),
        Node::Binary(Operator::Or, a, b) => distance(env, a).min(distance(env, b)),
        Node::Binary(operator, a, b) if operator.compares() => {
            let (a, b) = (env.int(a) as f32, env.int(b) as f32);
            match operator {
                Operator::Equal => (a - b).abs(),
                Operator::NotEqual => f32::from(u8::from(a == b)),
                Operator::Less => (a - b + 1.0).max(0.0),
                Operator::LessEqual => (a - b).max(0.0),
                Operator::Greater => (b - a + 1.0).max(0.0),
                _ => (b - a).max(0.0),
            }
        }
        // What somebody must reach, the subject could.
        Node::Word(Word::Any, [_, condition, _], 2) => distance(env, condition),
        Node::Word(Word::All, [group, condition, _], 2) => {
            let each = |who: &Subject| distance(&Env::of(env.game, env.s, *who), condition);
            env.group(group).items().iter().map(each).sum()
        }
        Node::Word(Word::Where, ..) => membership(env, e),
        _ => f32::from(u8::from(env.int(e) == 0)),
    };
    far.min(FAR)
}

/// How far a subject is from being one of those an expression means.
fn membership(env: &Env, who: ExprId) -> f32 {
    match env.game.program.nodes[who.index()] {
        Node::Word(Word::Where, [group, condition, _], 2) => {
            membership(env, group) + distance(env, condition)
        }
        _ if env.group(who).mask() & env.who.mask != 0 => 0.0,
        _ => 1.0,
    }
}
