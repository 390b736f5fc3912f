//! Numbers and conditions.

use super::{Env, Group, NONE, Subject, seats};
use crate::game::Game;
use crate::game::cards::{CardId, CardSet, Cards, NO_CARD, bit, size};
use crate::game::lower::{
    Fact, Gathering, KEPT, Leaf, Op, Operation, Quantity, Range, Seats, Term, Test, Value, Who,
    Whose,
};
use crate::game::state::{ROOM, State};
use crate::game::tables::{NOBODY, SEATS};
use crate::program::ids::{ChoiceId, LetId, PhaseId, TableId, TagId, ValueId};
use crate::program::parts::*;
use crate::program::{CondId, ExprId, Node};

impl Env<'_> {
    /// Whether a condition holds.
    #[inline(always)]
    pub fn holds(&self, e: ExprId) -> bool {
        match self.game.lowered.test(e) {
            Test::Always => true,
            Test::Never => false,
            Test::Facts(range) if self.who.is_seat() => {
                self.game.are_facts(self.s, self.who.first(), range)
            }
            Test::Facts(_) | Test::Steps => self.judged(e) != 0,
        }
    }

    /// Whether a condition holds for all that others know: what only the player whose turn it is can
    /// judge may hold.
    pub fn may_hold(&self, e: ExprId) -> bool {
        self.may_be(e, true, false)
    }

    /// The same of the condition of a call; what reads the names it gives may hold.
    pub fn may_be_called(&self, e: ExprId) -> bool {
        self.may_be(e, true, true)
    }

    fn may_be(&self, e: ExprId, holding: bool, naming: bool) -> bool {
        let program = &self.game.program;
        let may_be = |e: ExprId| self.may_be(e, holding, naming);
        match program.nodes[e.index()] {
            Node::Binary(Operator::And, left, right) if holding => may_be(left) && may_be(right),
            Node::Binary(Operator::And, left, right) => may_be(left) || may_be(right),
            Node::Binary(Operator::Or, left, right) if holding => may_be(left) || may_be(right),
            Node::Binary(Operator::Or, left, right) => may_be(left) && may_be(right),
            Node::Not(inner) => self.may_be(inner, !holding, naming),
            Node::Let(id, None) if program.lets[id.index()].scope != Scope::Team => {
                may_be(program.lets[id.index()].value)
            }
            _ if self.game.privacy.hides(e) => true,
            _ if naming && self.game.privacy.names(e) => true,
            _ => self.holds(e) == holding,
        }
    }

    /// What an expression comes to, as a number.
    #[inline(always)]
    pub fn int(&self, e: ExprId) -> i32 {
        match self.game.lowered.value(e) {
            Value::Leaf(Leaf::Number(number)) => number,
            _ => self.judged(e),
        }
    }

    #[inline(never)]
    fn judged(&self, e: ExprId) -> i32 {
        if self.may_judge(e) { self.come_to(e) } else { 0 }
    }

    /// What an expression comes to.
    #[inline(never)]
    pub(super) fn value(&self, e: ExprId) -> i32 {
        self.come_to(e)
    }

    /// The same where it is asked for: many are one step, which takes no loop.
    #[inline(always)]
    fn come_to(&self, e: ExprId) -> i32 {
        let steps = self.game.lowered.range(e);
        if steps.end.wrapping_sub(steps.begin) == 1 {
            match &self.game.lowered.steps()[steps.begin as usize] {
                Op::Leaf(leaf) => return self.leaf(leaf),
                Op::Test(leaf, operator, other) => {
                    return i32::from(compare(*operator, self.leaf(leaf), *other));
                }
                _ => {}
            }
        }
        self.work_out(steps)
    }

    /// What some steps come to.
    fn work_out(&self, steps: Range) -> i32 {
        let ops = self.game.lowered.steps();
        let (mut at, end) = (steps.begin as usize, steps.end as usize);
        let (mut number, mut kept) = (0, [0; KEPT]);
        while at < end {
            let op = &ops[at];
            at += 1;
            match *op {
                Op::Leaf(ref leaf) => number = self.leaf(leaf),
                Op::Shared(leaf) => number = self.shared(leaf),
                Op::Steps(steps) => number = self.work_out(steps),
                Op::Not => number = i32::from(number == 0),
                Op::Negative => number = number.saturating_neg(),
                Op::Abs => number = number.saturating_abs(),
                Op::IsSet => number = i32::from(number != NONE),
                Op::Truth => number = i32::from(number != 0),
                Op::Test(ref leaf, operator, other) => {
                    number = i32::from(compare(operator, self.leaf(leaf), other));
                }
                Op::Compare(operator, other) => {
                    number = i32::from(compare(operator, number, other));
                }
                Op::WithNumber(operation, other) => number = binary(operation, number, other),
                Op::Keep(slot) => kept[usize::from(slot) % KEPT] = number,
                Op::With(operation, slot) => {
                    number = binary(operation, kept[usize::from(slot) % KEPT], number);
                }
                Op::Binary(operation, to) => {
                    let other = self.work_out(Range { begin: at as u32, end: to });
                    number = binary(operation, number, other);
                    at = to as usize;
                }
                Op::AndThen(to) | Op::Unless(to) => {
                    if number == 0 {
                        at = to as usize;
                    }
                }
                Op::OrElse(to) => {
                    if number != 0 {
                        (number, at) = (1, to as usize);
                    }
                }
                Op::Jump(to) => at = to as usize,
            }
        }
        number
    }

    #[inline(never)]
    fn shared(&self, number: u16) -> i32 {
        let leaf = self.game.lowered.shared(number);
        match self.memory {
            Some(memory) if self.naming.is_none() || !self.game.lowered.shared_names(number) => {
                let asks = self.game.lowered.shared_asks(number);
                let who = if asks { self.who } else { Subject { mask: 0, side: false } };
                memory.get(number, who, || self.leaf(leaf))
            }
            None if self.game.lowered.shared_repeats(number) => {
                self.remembering(|env| env.leaf(leaf))
            }
            _ => self.leaf(leaf),
        }
    }

    /// A function of its own: within a loop everything that any leaf reads would be read first.
    #[inline(never)]
    fn leaf(&self, leaf: &Leaf) -> i32 {
        let s = self.s;
        match *leaf {
            Leaf::Number(number) => number,
            Leaf::HandNumber => s.hand_number,
            Leaf::DealNumber => s.deal_number,
            Leaf::Turns => s.turns.min(i32::MAX as u32) as i32,
            Leaf::Trick => s.trick_number,
            Leaf::TricksPlayed => s.tricks_played,
            Leaf::Bids => s.bids,
            Leaf::Calls => s.calls,
            Leaf::PassesInRow => s.passes_in_row,
            Leaf::Standing => s.standing,
            Leaf::Pot => s.pot,
            Leaf::Raised => s.raised,
            Leaf::LedTrump => self.led_trump(),
            Leaf::Broken => i32::from(s.broken),
            Leaf::Trump => number_of(s.trump),
            Leaf::Mode => i32::from(s.mode),
            Leaf::Clockwise => i32::from(self.game.clockwise != s.reversed),
            Leaf::Picked => size(s.moved) as i32,
            Leaf::Register(at) => s.registers[at as usize],
            Leaf::OfSeats { at, len, whose } => self.of_seats(at, len, whose),
            Leaf::OfSide { at, len, whose } => self.of_side(at, len, whose),
            Leaf::OwnSize { base, owners } => self.own_size(base, owners),
            Leaf::Of(quantity, whose) => self.amount(quantity, whose),
            Leaf::Called { at, whose } => self.called(at, whose),
            Leaf::Failed(suit, whose) => self.failed(suit, whose),
            Leaf::Is(role, whose) => self.is(role, whose),
            Leaf::Declared { tag, name, whose } => self.declared(tag, name, whose),
            Leaf::Can(phase, whose) => self.can(phase, whose),
            Leaf::Term(id, whose) => self.term(id, whose),
            Leaf::Choice(id) => self.choice(id),
            Leaf::PlaceInList(id) => self.place_in_list(id),
            Leaf::Size(zone) => self.size(zone),
            Leaf::Count(zone, cards) => self.count(zone, cards),
            Leaf::Points(zone, table) => self.points(zone, table),
            Leaf::Total(zone) => self.total(zone),
            Leaf::Best(zone, table) => self.best(zone, table),
            Leaf::Suits(zone) => self.suits(zone),
            Leaf::Unbroken(zone, cards) => self.unbroken(zone, cards),
            Leaf::HighestIn(zone, cards) => self.highest_in(zone, cards),
            Leaf::LowestIn(zone, cards) => self.lowest_in(zone, cards),
            Leaf::Suited(zone, table) => self.suited(zone, table),
            Leaf::Better(one, other) => self.better(one, other),
            Leaf::Forming(what, zone, pattern) => self.forming(what, zone, pattern),
            Leaf::Groups(zone) => self.context().faces.groups(self.cards_in(zone)),
            Leaf::FromHighest(zone) => {
                self.context().faces.height_from_highest(self.cards_in(zone))
            }
            Leaf::FromLowest(zone) => self.context().faces.height_from_lowest(self.cards_in(zone)),
            Leaf::Strongest(zone, many) => {
                self.context().faces.strongest(self.cards_in(zone), self.value(many))
            }
            Leaf::SuitOf(zone) => self.suit_of(zone),
            Leaf::RankOf(zone) => self.rank_of(zone),
            Leaf::Piles(zone, condition) => self.piles(zone, condition),
            Leaf::PickedFrom(zone, cards) => self.picked_from(zone, cards),
            Leaf::In(some, among) => self.is_among(some, among),
            Leaf::Over(gathering, group, amount) => self.over(gathering, group, amount),
            Leaf::Hands { all, operator, than } => self.hands(all, operator, than),
            Leaf::HandsOfSize { operator, than } => self.hands_of_size(operator, than),
            Leaf::HowMany(group) => self.how_many(group),
            Leaf::Most(amount, whose) => self.is_first(whose, amount, |own, other| own > other),
            Leaf::Least(amount, whose) => self.is_first(whose, amount, |own, other| own < other),
            Leaf::Other(amount, whose) => self.of_other(amount, whose),
            Leaf::Seats(Seats::Turn) => number_of(self.who.first()),
            Leaf::Seats(Seats::Dealer) => number_of(s.dealer),
            Leaf::Seats(seats) => self.seat_number(seats),
        }
    }

    // Each of these is a function of its own, so that what is found at once costs no more than that.

    #[inline(never)]
    fn led_trump(&self) -> i32 {
        let led = self.s.trick.led;
        i32::from(led != NO_CARD && self.context().trumps & bit(led) != 0)
    }

    #[inline(never)]
    fn of_seats(&self, at: u32, len: u8, whose: Whose) -> i32 {
        seats(self.subject(whose).mask).map(|seat| self.register(at, len, seat)).sum()
    }

    #[inline(never)]
    fn of_side(&self, at: u32, len: u8, whose: Whose) -> i32 {
        self.register(at, len, self.side(self.subject(whose)))
    }

    #[inline(always)]
    fn own_size(&self, base: u16, owners: u8) -> i32 {
        if !self.who.mask.is_power_of_two() {
            return self.quantity(Quantity::HandSize, self.who);
        }
        let seat = self.who.first();
        if seat < owners {
            size(self.s.sets[usize::from(base + u16::from(seat))]) as i32
        } else {
            0
        }
    }

    #[inline(always)]
    fn amount(&self, quantity: Quantity, whose: Whose) -> i32 {
        if whose != Whose::OWN || !self.who.mask.is_power_of_two() {
            return self.of_others(quantity, whose);
        }
        let seat = usize::from(self.who.first()).min(SEATS - 1);
        match quantity {
            Quantity::Tricks => self.s.tricks[seat],
            Quantity::Played => i32::from(self.s.played_count[seat]),
            Quantity::Drawn => i32::from(self.s.drawn_count[seat]),
            _ => self.quantity(quantity, self.who),
        }
    }

    #[inline(never)]
    fn of_others(&self, quantity: Quantity, whose: Whose) -> i32 {
        self.quantity(quantity, self.subject(whose))
    }

    #[inline(never)]
    fn called(&self, at: u32, whose: Whose) -> i32 {
        let made = self.s.registers[at as usize];
        i32::from(made & i32::from(self.subject(whose).mask) != 0)
    }

    #[inline(never)]
    fn failed(&self, suit: ExprId, whose: Whose) -> i32 {
        let layout = &self.game.layout;
        match usize::try_from(self.value(suit)) {
            Ok(suit) if suit < layout.failed_count => {
                let seats = self.s.registers[layout.failed + suit];
                i32::from(seats & i32::from(self.subject(whose).mask) != 0)
            }
            _ => 0,
        }
    }

    #[inline(never)]
    fn is(&self, role: ExprId, whose: Whose) -> i32 {
        let (seat, who) = (self.value(role), self.subject(whose));
        i32::from((0..16).contains(&seat) && who.mask & (1 << seat) != 0)
    }

    #[inline(never)]
    fn can(&self, phase: PhaseId, whose: Whose) -> i32 {
        i32::from(self.game.can_act(self.s, phase, self.subject(whose).first()))
    }

    #[inline(always)]
    fn size(&self, zone: ExprId) -> i32 {
        size(self.cards_in(zone)) as i32
    }

    #[inline(never)]
    fn count(&self, zone: ExprId, cards: CondId) -> i32 {
        size(self.cards_in(zone) & self.find_cards(cards)) as i32
    }

    #[inline(never)]
    fn points(&self, zone: ExprId, table: TableId) -> i32 {
        let points = &self.context().points[table.index()];
        let of = |sum: i32, card: CardId| points[usize::from(card)].saturating_add(sum);
        Cards(self.cards_in(zone)).fold(0, of)
    }

    #[inline(never)]
    fn total(&self, zone: ExprId) -> i32 {
        self.game.total(self.cards_in(zone))
    }

    #[inline(never)]
    fn best(&self, zone: ExprId, table: TableId) -> i32 {
        let (cards, context) = (self.cards_in(zone), self.context());
        let points = &context.points[table.index()];
        let best = |of_suit: &CardSet| {
            Cards(cards & of_suit).map(|card| points[usize::from(card)]).max().unwrap_or(0)
        };
        context.of_suit.iter().map(best).sum()
    }

    #[inline(never)]
    fn suits(&self, zone: ExprId) -> i32 {
        let cards = self.cards_in(zone);
        self.context().of_suit.iter().filter(|suit| *suit & cards != 0).count() as i32
    }

    /// How many of the cards that are meant are held from the highest on.
    #[inline(never)]
    fn unbroken(&self, zone: ExprId, cards: CondId) -> i32 {
        let (held, meant) = (self.cards_in(zone), self.find_cards(cards));
        let height = |card: CardId| self.context().strength[usize::from(card)];
        let gap = Cards(meant & !held).map(height).max();
        let above = |card: &CardId| gap.is_none_or(|gap| height(*card) > gap);
        Cards(meant & held).filter(above).count() as i32
    }

    /// How high the highest of the cards that are meant is; 0 if there is none.
    #[inline(never)]
    fn highest_in(&self, zone: ExprId, cards: CondId) -> i32 {
        let found = self.cards_in(zone) & self.find_cards(cards);
        let height = |card: CardId| self.context().strength[usize::from(card)];
        Cards(found).map(height).max().map_or(0, |highest| self.height_above(highest))
    }

    /// How high the lowest of the cards that are meant is; above all cards if there is none.
    #[inline(never)]
    fn lowest_in(&self, zone: ExprId, cards: CondId) -> i32 {
        let found = self.cards_in(zone) & self.find_cards(cards);
        let height = |card: CardId| self.context().strength[usize::from(card)];
        let none = self.game.tables.all.count_ones() as i32 + 1;
        Cards(found).map(height).min().map_or(none, |lowest| self.height_above(lowest))
    }

    /// One more than the number of cards of the deck below a height.
    fn height_above(&self, height: i16) -> i32 {
        let strength = &self.context().strength;
        let below =
            Cards(self.game.tables.all).filter(|card| strength[usize::from(*card)] < height);
        below.count() as i32 + 1
    }

    /// The most that cards of one suit are worth together.
    #[inline(never)]
    fn suited(&self, zone: ExprId, table: TableId) -> i32 {
        let (cards, context) = (self.cards_in(zone), self.context());
        let points = &context.points[table.index()];
        let worth = |set: CardSet| Cards(set).map(|card| points[usize::from(card)]).sum();
        let held = context.of_suit.iter().map(|suit| suit & cards).filter(|set| *set != 0);
        held.map(worth).max().unwrap_or(0)
    }

    /// Whether some cards are a better hand than others.
    #[inline(never)]
    fn better(&self, one: ExprId, other: ExprId) -> i32 {
        let seat = self.who.first();
        let key = |zone: ExprId| self.game.evaluated(self.s, seat, self.cards_in(zone));
        i32::from(key(one) > key(other))
    }

    #[inline(never)]
    fn suit_of(&self, zone: ExprId) -> i32 {
        match self.top_of(self.find_zone(zone)) {
            NO_CARD => NONE,
            // Trumps without a trump suit are of none that has a name.
            card => match self.context().suit[usize::from(card)] {
                suit if suit == self.game.tables.suits => NONE,
                suit => number_of(suit),
            },
        }
    }

    #[inline(never)]
    fn rank_of(&self, zone: ExprId) -> i32 {
        match self.top_of(self.find_zone(zone)) {
            NO_CARD => NONE,
            card => i32::from(self.game.tables.rank[usize::from(card)]),
        }
    }

    #[inline(never)]
    fn is_among(&self, some: ExprId, among: ExprId) -> i32 {
        i32::from(self.mask_of(some) & self.mask_of(among) != 0)
    }

    #[inline(never)]
    fn how_many(&self, group: ExprId) -> i32 {
        match self.single_seats(group) {
            Some(mask) => mask.count_ones() as i32,
            None => self.find_group(group).items().len() as i32,
        }
    }

    #[inline(never)]
    fn of_other(&self, amount: ExprId, whose: Whose) -> i32 {
        let who = self.subject(whose);
        let rivals = self.rivals(who, who.side || self.game.tables.teams);
        rivals.items().first().map_or(0, |other| self.for_subject(*other).value(amount))
    }

    #[inline(never)]
    fn seat_number(&self, seats: Seats) -> i32 {
        number_of(self.find_seat_of(seats))
    }

    #[inline(always)]
    fn register(&self, at: u32, len: u8, offset: u8) -> i32 {
        if offset < len { self.s.registers[at as usize + usize::from(offset)] } else { 0 }
    }

    #[inline(never)]
    fn term(&self, id: LetId, whose: Whose) -> i32 {
        let spec = &self.game.program.lets[id.index()];
        let own = whose == Whose::OWN && self.who.mask.is_power_of_two();
        if own && spec.scope != Scope::Team {
            return self.value(spec.value);
        }
        let whose = self.subject(whose);
        match spec.scope {
            Scope::Team | Scope::Seat if whose.mask == 0 => 0,
            Scope::Team => self.for_subject(self.side_subject(whose)).value(spec.value),
            // What is said of a player, asked of several: the sum over them.
            Scope::Seat if whose.mask.count_ones() > 1 => {
                let of = |seat| self.for_subject(Subject::seat(seat)).value(spec.value);
                seats(whose.mask).map(of).fold(0, i32::saturating_add)
            }
            Scope::Seat | Scope::Table => self.for_subject(whose).value(spec.value),
        }
    }

    #[inline(never)]
    pub(super) fn choice(&self, id: ChoiceId) -> i32 {
        if let Some(naming) = self.naming {
            if let Some(found) = naming.choices().iter().find(|(choice, _)| *choice == id.0) {
                return found.1;
            }
        }
        self.s.registers[self.game.layout.choices + id.index()]
    }

    #[inline(never)]
    fn place_in_list(&self, id: ChoiceId) -> i32 {
        let value = self.choice(id);
        let Some(spec) = &self.game.choice_specs[id.index()] else { return 0 };
        match spec.r#type {
            ChoiceKind::Number if !spec.numbers.is_empty() => {
                let place = spec.numbers.iter().position(|number| *number == value);
                place.map_or(0, |place| place as i32 + 1)
            }
            ChoiceKind::Number => (value - self.value(spec.low)) / spec.step.max(1) + 1,
            ChoiceKind::Suit if !spec.suits.is_empty() => {
                let code = if value == NONE { 254 } else { value };
                let place = spec.suits.iter().position(|suit| i32::from(suit.0) == code);
                place.map_or(0, |place| place as i32 + 1)
            }
            _ => value + 1,
        }
    }

    /// Puts together what something comes to for each of several subjects.
    #[inline(never)]
    fn over(&self, gathering: Gathering, group: ExprId, amount: ExprId) -> i32 {
        match gathering {
            Gathering::Any => self.any_differs(group, amount, false),
            Gathering::All => self.any_differs(group, amount, true).map(|differs| 1 - differs),
            Gathering::Sum | Gathering::Highest | Gathering::Lowest => None,
        }
        .unwrap_or_else(|| self.put_together(gathering, group, amount))
    }

    /// Whether for any of some seats a fact is not as said; none if it is more than that.
    #[inline(always)]
    fn any_differs(&self, group: ExprId, amount: ExprId, all: bool) -> Option<i32> {
        let lowered = &self.game.lowered;
        let Test::Facts(facts) = lowered.test(amount) else { return None };
        let ([term], Leaf::Seats(Seats::Each)) = (lowered.terms(facts), lowered.leaf(group)?)
        else {
            return None;
        };
        let numbers = self.game.of_every_seat(self.s, term.fact)?;
        let mut left = self.game.tables.everyone & !self.s.out;
        for number in numbers {
            if left & 1 != 0 && term.holds(*number) != all {
                return Some(1);
            }
            left >>= 1;
            if left == 0 {
                break;
            }
        }
        Some(0)
    }

    #[inline(never)]
    fn put_together(&self, gathering: Gathering, group: ExprId, amount: ExprId) -> i32 {
        let lowered = &self.game.lowered;
        let all = match gathering {
            Gathering::Any => Some(false),
            Gathering::All => Some(true),
            Gathering::Sum | Gathering::Highest | Gathering::Lowest => None,
        };
        if let Some(mask) = self.single_seats(group) {
            if let (Test::Facts(facts), Some(all)) = (lowered.test(amount), all) {
                let holds = |seat: u8| self.game.are_facts(self.s, seat, facts);
                return i32::from(seats(mask).any(|seat| holds(seat) != all) != all);
            }
            let of = |seat: u8| self.for_subject(Subject::seat(seat)).value(amount);
            return gather(gathering, seats(mask).map(of));
        }
        let group = self.find_group(group);
        gather(gathering, group.items().iter().map(|who| self.for_subject(*who).value(amount)))
    }

    /// How many players in the game have a hand of a certain size.
    #[inline(never)]
    fn hands_of_size(&self, operator: Operator, than: i32) -> i32 {
        let first = usize::from(self.game.tables.place(self.game.hand_zone, 0));
        let hands = &self.s.sets[first..first + usize::from(self.game.tables.players)];
        let counts = |(seat, hand): &(usize, &CardSet)| {
            self.s.out & (1 << seat) == 0 && compare(operator, size(**hand) as i32, than)
        };
        hands.iter().enumerate().filter(counts).count() as i32
    }

    /// Whether any player, or every player, has a hand of a certain size.
    #[inline(never)]
    fn hands(&self, all: bool, operator: Operator, than: i32) -> i32 {
        let first = usize::from(self.game.tables.place(self.game.hand_zone, 0));
        let hands = &self.s.sets[first..first + usize::from(self.game.tables.players)];
        let out = self.s.out;
        if let (Operator::Equal, 0) = (operator, than) {
            // Whether a hand is empty need not be counted.
            let differs =
                |(seat, hand): (usize, &CardSet)| (*hand == 0) != all && out & (1 << seat) == 0;
            return i32::from(hands.iter().enumerate().any(differs) != all);
        }
        let differs = |(seat, hand): (usize, &CardSet)| {
            out & (1 << seat) == 0 && compare(operator, size(*hand) as i32, than) != all
        };
        i32::from(hands.iter().enumerate().any(differs) != all)
    }

    /// Everybody else, or the other sides.
    fn rivals(&self, who: Subject, sides: bool) -> Group {
        let mut others = Group::EMPTY;
        let tables = &self.game.tables;
        if sides {
            for side in tables.sides.iter().filter(|side| *side & who.mask == 0) {
                others.push(Subject { mask: *side, side: true });
            }
        } else {
            seats(tables.everyone & !self.s.out & !who.mask)
                .for_each(|seat| others.push(Subject::seat(seat)));
        }
        others
    }

    /// Whether an amount of a subject comes before that of each of its rivals.
    #[inline(never)]
    fn is_first(&self, whose: Whose, amount: ExprId, before: fn(i32, i32) -> bool) -> i32 {
        let who = self.subject(whose);
        let own = self.for_subject(who).value(amount);
        let rivals = self.rivals(who, who.side);
        let mut others = rivals.items().iter().map(|other| self.for_subject(*other).value(amount));
        i32::from(others.all(|other| before(own, other)))
    }

    /// What a subject has; of a side, the sum over its seats.
    #[inline(never)]
    fn quantity(&self, quantity: Quantity, who: Subject) -> i32 {
        let s = self.s;
        let sum = |values: &[i32; SEATS]| {
            seats(who.mask).map(|seat| values[usize::from(seat)]).fold(0, i32::saturating_add)
        };
        let small = |values: &[u8; ROOM]| {
            seats(who.mask).map(|seat| i32::from(values[usize::from(seat)])).sum::<i32>()
        };
        match quantity {
            Quantity::Score => sum(&s.score).saturating_add(self.of_sides(&s.side_score, who)),
            Quantity::HandScore => {
                sum(&s.hand_score).saturating_add(self.of_sides(&s.side_hand_score, who))
            }
            Quantity::Tricks => sum(&s.tricks),
            Quantity::TookLast => i32::from(s.took_last < 16 && who.mask & (1 << s.took_last) != 0),
            Quantity::HandSize if !who.side && self.game.single_hand => {
                size(self.game.hand_of(s, who.first())) as i32
            }
            Quantity::HandSize => self
                .game
                .program
                .known
                .hand
                .map_or(0, |hand| size(self.cards_of(self.zone_of(hand, who))) as i32),
            Quantity::Chips => sum(&s.chips),
            Quantity::Staked => sum(&s.staked),
            Quantity::Owed => {
                seats(who.mask).map(|seat| self.game.owed(s, seat)).fold(0, i32::saturating_add)
            }
            Quantity::Position => self.game.position(s, who.first()),
            Quantity::Active => i32::from(s.active & who.mask != 0),
            Quantity::Played => small(&s.played_count),
            Quantity::Drawn => small(&s.drawn_count),
        }
    }

    fn of_sides(&self, values: &[i32; SEATS], who: Subject) -> i32 {
        if !who.side {
            return 0;
        }
        let sides = self.game.tables.sides.iter().zip(values);
        sides.filter(|(mask, _)| who.mask & **mask == **mask).map(|(_, value)| *value).sum()
    }

    #[inline(never)]
    fn piles(&self, zone: ExprId, condition: ExprId) -> i32 {
        let mut found = 0;
        self.each_place(self.find_zone(zone), |place| {
            let env = Self { pile: place, ..*self };
            let filled = self.s.sets[usize::from(place)] != 0;
            found += i32::from(filled && env.value(condition) != 0);
        });
        found
    }

    #[inline(never)]
    fn picked_from(&self, zone: ExprId, cards: CondId) -> i32 {
        let zone = self.find_zone(zone).zone;
        let from = |card: &CardId| self.s.came_from[usize::from(*card)] == zone;
        Cards(self.s.moved & self.find_cards(cards)).filter(from).count() as i32
    }

    #[inline(never)]
    fn declared(&self, tag: TagId, name: ValueId, whose: Whose) -> i32 {
        let who = self.subject(whose);
        let mut sum = 0i32;
        for found in &self.s.declarations {
            let pattern = &self.game.program.patterns[found.pattern.index()];
            if found.counts && who.mask & (1 << found.seat) != 0 && pattern.tags.contains(&tag) {
                let env = self.for_subject(Subject::seat(found.seat));
                for value in pattern.values.iter().filter(|value| value.name == name) {
                    sum = sum.saturating_add(env.int(value.amount));
                }
            }
        }
        sum
    }
}

impl Game {
    /// Whether a condition holds for a seat. What most conditions come to is judged without an environment.
    #[inline(always)]
    pub(in crate::game) fn holds(&self, s: &State, seat: u8, e: ExprId) -> bool {
        match self.lowered.test(e) {
            Test::Always => true,
            Test::Never => false,
            Test::Facts(range) if seat < 16 => self.are_facts(s, seat, range),
            Test::Facts(_) | Test::Steps => self.judged(s, seat, e) != 0,
        }
    }

    /// What an expression comes to for a seat, as a number.
    #[inline(always)]
    pub(in crate::game) fn int(&self, s: &State, seat: u8, e: ExprId) -> i32 {
        match self.lowered.value(e) {
            Value::Leaf(Leaf::Number(number)) => number,
            _ => self.judged(s, seat, e),
        }
    }

    #[inline(never)]
    fn judged(&self, s: &State, seat: u8, e: ExprId) -> i32 {
        Env::new(self, s, seat).judged(e)
    }

    /// Whether some facts are all true of a seat.
    #[inline(always)]
    pub(in crate::game) fn are_facts(&self, s: &State, seat: u8, facts: Range) -> bool {
        self.are_true(s, seat, self.lowered.terms(facts))
    }

    /// The same of facts that are at hand.
    #[inline(always)]
    pub(in crate::game) fn are_true(&self, s: &State, seat: u8, terms: &[Term]) -> bool {
        // As a loop of its own: within a closure what is asked of a term is no longer found in line.
        for term in terms {
            if !self.is_true(s, seat, term) {
                return false;
            }
        }
        true
    }

    /// Whether one of them is true.
    #[inline(always)]
    pub(in crate::game) fn is_true(&self, s: &State, seat: u8, term: &Term) -> bool {
        let own = usize::from(seat) % ROOM;
        // What is asked most often is found here.
        term.holds(match term.fact {
            Fact::Played => i32::from(s.played_count[own]),
            Fact::Drawn => i32::from(s.drawn_count[own]),
            Fact::EmptyHand(base) => i32::from(self.some_hand(s, base, true)),
            Fact::TopIs(place, cards) => self.top_is(s, place, cards),
            fact => self.fact(s, seat, fact),
        })
    }

    /// Whether the top card of a stack is one of some.
    #[inline(never)]
    fn top_is(&self, s: &State, place: u16, cards: CondId) -> i32 {
        match s.piles[usize::from(place)].top {
            NO_CARD => 0,
            card => i32::from(self.context(s).masks[cards.index()] & bit(card) != 0),
        }
    }

    /// What a fact comes to for each seat, where these numbers lie side by side.
    #[inline(always)]
    fn of_every_seat<'a>(&self, s: &'a State, fact: Fact) -> Option<&'a [i32; SEATS]> {
        match fact {
            Fact::Tricks => Some(&s.tricks),
            Fact::HandScore => Some(&s.hand_score),
            Fact::Score => Some(&s.score),
            _ => None,
        }
    }

    /// Whether the hand of some player in the game is empty, or not.
    #[inline(always)]
    fn some_hand(&self, s: &State, first: u16, empty: bool) -> bool {
        let first = usize::from(first);
        let mut out = s.out;
        for hand in &s.sets[first..first + usize::from(self.tables.players)] {
            if (*hand == 0) == empty && out & 1 == 0 {
                return true;
            }
            out >>= 1;
        }
        false
    }

    /// A function of its own: within a loop everything that any fact reads would be read first.
    #[inline(never)]
    fn fact(&self, s: &State, seat: u8, fact: Fact) -> i32 {
        let own = usize::from(seat).min(SEATS - 1);
        match fact {
            Fact::HandNumber => s.hand_number,
            Fact::Trick => s.trick_number,
            Fact::TricksPlayed => s.tricks_played,
            Fact::Bids => s.bids,
            Fact::Broken => i32::from(s.broken),
            Fact::Mode => i32::from(s.mode),
            Fact::Played => i32::from(s.played_count[own]),
            Fact::Drawn => i32::from(s.drawn_count[own]),
            Fact::Tricks => s.tricks[own],
            Fact::HandScore => s.hand_score[own],
            Fact::Score => s.score[own],
            Fact::Register(at) => s.registers[at as usize],
            Fact::OwnRegister(at) => s.registers[at as usize + own],
            Fact::RegisterOf { at, named } => match s.registers[usize::from(named)] {
                seat @ 0.. if seat < i32::from(self.tables.seats) => {
                    s.registers[at as usize + seat as usize]
                }
                _ => 0,
            },
            Fact::Size(place) => size(s.sets[usize::from(place)]) as i32,
            Fact::OwnSize(base) => size(s.sets[usize::from(base) + own]) as i32,
            Fact::TopIs(place, cards) => self.top_is(s, place, cards),
            Fact::EmptyHand(base) => i32::from(self.some_hand(s, base, true)),
            Fact::FullHand(base) => i32::from(self.some_hand(s, base, false)),
            Fact::HandsLeft(base) => {
                let first = usize::from(base);
                let hands = &s.sets[first..first + usize::from(self.tables.players)];
                let left = |(seat, hand): (usize, &CardSet)| {
                    i32::from(*hand != 0) & i32::from(s.out >> seat & 1 == 0)
                };
                hands.iter().enumerate().map(left).sum()
            }
            Fact::Is(who) => {
                let other = match who {
                    Who::Dealer => s.dealer,
                    Who::Leader => s.leader,
                    Who::Winner => s.winner,
                };
                i32::from(seat == other)
            }
            Fact::With(at) => {
                let named = s.registers[at as usize];
                i32::from(seat_mask(named) & self.side_of_seat(seat) != 0)
            }
            Fact::Against(at) => {
                let (named, own) = (seat_mask(s.registers[at as usize]), self.side_of_seat(seat));
                let opposed = |side: &u16| side & own == 0 && side & named != 0;
                i32::from(self.tables.sides.iter().any(opposed))
            }
        }
    }

    /// The seats of the side of a seat; the seat alone, if it is of none.
    fn side_of_seat(&self, seat: u8) -> u16 {
        let side = self.tables.side_of.get(usize::from(seat)).copied().unwrap_or(NOBODY);
        let mask = self.tables.sides.get(usize::from(side)).copied();
        mask.unwrap_or(Subject::seat(seat).mask)
    }
}

/// The seat of a number, as a set.
fn seat_mask(number: i32) -> u16 {
    if (0..SEATS as i32).contains(&number) { 1 << number } else { 0 }
}

fn binary(operation: Operation, left: i32, right: i32) -> i32 {
    match operation {
        Operation::Plain(Operator::Add) => left.saturating_add(right),
        Operation::Plain(Operator::Subtract) => left.saturating_sub(right),
        Operation::Plain(Operator::Multiply) => left.saturating_mul(right),
        Operation::Plain(operator) => i32::from(compare(operator, left, right)),
        Operation::Min => left.min(right),
        Operation::Max => left.max(right),
        Operation::Mod => left.rem_euclid(right.max(1)),
        Operation::Div(rounding) => divided(left, right, rounding),
    }
}

#[inline(always)]
fn compare(operator: Operator, left: i32, right: i32) -> bool {
    match operator {
        Operator::Equal => left == right,
        Operator::NotEqual => left != right,
        Operator::Less => left < right,
        Operator::LessEqual => left <= right,
        Operator::Greater => left > right,
        _ => left >= right,
    }
}

fn divided(amount: i32, by: i32, rounding: Rounding) -> i32 {
    let (amount, by) = (i64::from(amount), i64::from(by.max(1)));
    let result = match rounding {
        Rounding::Down => amount.div_euclid(by),
        Rounding::Up => -(-amount).div_euclid(by),
        Rounding::HalfUp => (2 * amount + by).div_euclid(2 * by),
        Rounding::HalfDown => -(-2 * amount + by).div_euclid(2 * by),
    };
    result as i32
}

/// Sums up what something comes to for several subjects.
#[inline(always)]
fn gather(gathering: Gathering, mut values: impl Iterator<Item = i32>) -> i32 {
    match gathering {
        Gathering::Sum => values.fold(0, i32::saturating_add),
        Gathering::Highest => values.max().unwrap_or(0),
        Gathering::Lowest => values.min().unwrap_or(0),
        Gathering::Any => i32::from(values.any(|value| value != 0)),
        Gathering::All => i32::from(values.all(|value| value != 0)),
    }
}

fn number_of(value: u8) -> i32 {
    if value == NOBODY { NONE } else { i32::from(value) }
}
