//! What bytecode must satisfy besides its form before anything is built from it: expressions mean what
//! is wanted of them, nothing is defined by itself, and nothing is larger than a genome can be. What
//! passes here can be built and played; the numbers of things are checked when they are read.

use super::ids::{Suit, ZoneId};
use super::kinds::Kind;
use super::limits::*;
use super::parts::*;
use super::reader::Root;
use super::{CondId, Error, ExprId, Node, Program};

/// How many steps it takes to work things out.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// Each expression, by its number.
    pub expressions: Vec<u32>,
    /// Each condition on cards.
    pub conditions: Vec<u32>,
}

/// Checks a program; `roots` are its whole expressions. Gives what it takes to work them out.
pub fn verify(program: &Program, roots: &[Root]) -> Result<Steps, Error> {
    sizes(program)?;
    zones(program)?;
    orders(program)?;
    phases(program)?;
    let conditions = conditions(program)?;
    Ok(Steps { conditions, expressions: expressions(program, roots)? })
}

fn fault(what: impl Into<String>) -> Error {
    Error { offset: 0, what: what.into() }
}

fn at_most(found: usize, most: usize, what: &str) -> Result<(), Error> {
    if found > most {
        return Err(fault(format!("there are {found} {what}, at most {most}")));
    }
    Ok(())
}

// --- sizes ---------------------------------------------------------------------------------------

fn sizes(program: &Program) -> Result<(), Error> {
    let evaluated = program.hand_evaluation.as_ref().map_or(0, |e| e.patterns.len());
    let lists = [
        (program.zones.len(), MAX_ZONES_LISTED, "zones"),
        (program.rankings.len(), MAX_RANKINGS_LISTED, "rankings"),
        // One more is that of ranks, which a genome does not write out.
        (program.point_tables.len(), MAX_POINT_TABLES_LISTED + 1, "point tables"),
        (program.card_sets.len(), MAX_CARD_SETS_LISTED, "card sets"),
        (program.patterns.len(), MAX_PATTERNS_LISTED, "patterns"),
        (evaluated, MAX_PATTERNS_LISTED, "patterns of hands"),
        (program.roles.len(), MAX_ROLES_LISTED, "roles"),
        (program.counters.len(), MAX_COUNTERS_LISTED, "counters"),
        (program.lets.len(), MAX_LETS_LISTED, "lets"),
        (program.win_conditions.len(), MAX_WIN_CONDITIONS_LISTED, "win conditions"),
        (program.special_effects.len(), MAX_SPECIAL_EFFECTS_LISTED, "effects"),
        (program.scoring_rules.len(), MAX_SCORING_RULES_LISTED, "scoring rules"),
        (program.card_scoring.len(), MAX_CARD_SCORING_LISTED, "rules for cards"),
        (usize::from(program.counts.tag), MAX_TAGS, "tags"),
    ];
    for (found, most, what) in lists {
        at_most(found, most, what)?;
    }
    let contexts = usize::from(program.counts.mode.max(1)) * (program.colours.len() + 1);
    at_most(contexts, MAX_TABLES, "tables of cards")?;
    at_most(contexts * program.conditions.len(), MAX_CONDITIONS, "conditions in all tables")?;
    let shares = program.hand_evaluation.as_ref().map_or(&[][..], |e| &e.shares[..]);
    at_most(shares.len(), MAX_POT_SHARES, "shares of the pot")?;
    let shared =
        |share: &PotShare| if share.patterns.is_empty() { evaluated } else { share.patterns.len() };
    let patterns = program.patterns.len() + evaluated + shares.iter().map(shared).sum::<usize>();
    at_most(contexts * patterns, MAX_SHAPES, "patterns in all tables")?;
    let patterns = program.patterns.iter();
    for pattern in patterns.chain(program.hand_evaluation.iter().flat_map(|e| &e.patterns)) {
        at_most(pattern.exact.len(), MAX_CARDS, "cards of a pattern")?;
    }
    Ok(())
}

// --- zones and orders ----------------------------------------------------------------------------

fn zones(program: &Program) -> Result<(), Error> {
    let seats = usize::from(program.header.player_count) + usize::from(program.house.is_some());
    let mut places = 0;
    for zone in &program.zones {
        let owners = match zone.owner {
            Owner::Table => 1,
            Owner::Seat => seats,
            Owner::Team => program.teams.len(),
        };
        places += owners
            * match zone.piles {
                PileKey::One => 1,
                PileKey::Fixed => zone.pile_count as usize,
                PileKey::ByRank => usize::from(program.ranks),
                PileKey::BySuit => program.colours.len().max(1),
                PileKey::Many => 0,
            };
        at_most(places, MAX_PLACES, "places for cards")?;
    }
    known_zones(program)?;
    for (number, zone) in program.zones.iter().enumerate() {
        let Some(beneath) = zone.beneath else { continue };
        let below = &program.zones[beneath.index()];
        let alike = (below.owner, below.piles, below.pile_count)
            == (zone.owner, zone.piles, zone.pile_count);
        if !alike || lies_beneath(program, number, beneath) {
            return Err(fault("a zone lies beneath another where it cannot"));
        }
    }
    Ok(())
}

/// Whether a zone lies, pile under pile, beneath itself.
fn lies_beneath(program: &Program, number: usize, beneath: ZoneId) -> bool {
    let mut below = Some(beneath);
    for _ in 0..program.zones.len() {
        match below {
            None => return false,
            Some(zone) if zone.index() == number => return true,
            Some(zone) => below = program.zones[zone.index()].beneath,
        }
    }
    true
}

/// Zones that rules mean without naming them have one place for each owner.
fn known_zones(program: &Program) -> Result<(), Error> {
    let known = &program.known;
    let all = [known.deck, known.hand, known.discard, known.tableau, known.captured];
    for (place, zone) in all.iter().enumerate() {
        if zone.is_some() && all[..place].contains(zone) {
            return Err(fault("two zones that rules mean are one"));
        }
    }
    let single = [
        (known.deck, Owner::Table, "the undealt cards do not lie in one pile"),
        (known.hand, Owner::Seat, "a player has not one hand"),
        (known.discard, Owner::Table, "there is not one discard pile"),
    ];
    for (zone, owner, what) in single {
        let Some(zone) = zone else { continue };
        let zone = &program.zones[zone.index()];
        if zone.owner != owner || zone.piles != PileKey::One {
            return Err(fault(what));
        }
    }
    Ok(())
}

fn orders(program: &Program) -> Result<(), Error> {
    for ranking in &program.rankings {
        for order in [&ranking.plain, &ranking.trump, &ranking.sequence] {
            if has_twice(order) {
                return Err(fault("an order lists a rank twice"));
            }
        }
    }
    for share in program.hand_evaluation.iter().flat_map(|e| &e.shares) {
        if has_twice(&share.ranks) {
            return Err(fault("an order lists a rank twice"));
        }
    }
    Ok(())
}

fn has_twice<T: PartialEq>(list: &[T]) -> bool {
    list.iter().enumerate().any(|(place, item)| list[..place].contains(item))
}

// --- phases --------------------------------------------------------------------------------------

fn phases(program: &Program) -> Result<(), Error> {
    // Every phase stands before those inside it.
    let mut depths = vec![1usize; program.phases.len()];
    for (number, phase) in program.phases.iter().enumerate() {
        at_most(depths[number], MAX_NESTING, "phases inside each other")?;
        let (children, before): (&[_], &[_]) = match phase {
            Phase::Turns(phase) => (&phase.phases, &phase.before_turn),
            Phase::Repeat(phase) => (&phase.phases, &[]),
            Phase::Block(phase) => (&phase.phases, &[]),
            Phase::Choice(phase) => (&phase.options, &[]),
            Phase::Trick(phase) => (&phase.before_card, &[]),
            _ => (&[], &[]),
        };
        for child in children.iter().chain(before) {
            depths[child.index()] = depths[number] + 1;
        }
        match phase {
            Phase::Choice(phase) => at_most(phase.options.len(), MAX_OPTIONS, "options")?,
            Phase::Build(phase) => at_most(phase.moves.len(), MAX_OPTIONS, "kinds of moves")?,
            Phase::Call(phase) => calls(phase)?,
            _ => {}
        }
    }
    Ok(())
}

fn calls(phase: &CallPhase) -> Result<(), Error> {
    at_most(phase.calls.len(), MAX_OPTIONS, "calls")?;
    for call in &phase.calls {
        at_most(call.choices.len(), MAX_NAMED, "things that a call names")?;
        for choice in &call.choices {
            at_most(choice.words.len(), MAX_VALUES, "words of a choice")?;
            if has_twice::<Suit>(&choice.suits) {
                return Err(fault("a call can name a suit in two ways"));
            }
        }
    }
    Ok(())
}

// --- conditions on cards -------------------------------------------------------------------------

/// What it takes to work something out.
#[derive(Clone, Copy, Debug)]
struct Effort {
    steps: usize,
    levels: usize,
}

/// Something that is worked out once, however often it is met.
#[derive(Clone, Copy)]
enum Mark<T> {
    New,
    Open,
    Done(T),
}

/// Conditions must not refer to themselves, nor take too long with their card sets written out.
fn conditions(program: &Program) -> Result<Vec<u32>, Error> {
    let mut marks = vec![Mark::New; program.conditions.len()];
    (0..program.conditions.len() as u32)
        .map(|number| Ok(condition(program, &mut marks, CondId(number), 1)?.steps as u32))
        .collect()
}

fn condition(
    program: &Program,
    marks: &mut [Mark<Effort>],
    id: CondId,
    depth: usize,
) -> Result<Effort, Error> {
    match marks[id.index()] {
        Mark::Done(effort) => return Ok(effort),
        Mark::Open => return Err(fault("a condition on cards refers to itself")),
        Mark::New => marks[id.index()] = Mark::Open,
    }
    at_most(depth, MAX_LEVELS, "levels of a condition on cards")?;
    let wanted = &program.conditions[id.index()];
    let named = wanted.named.map(|set| program.card_sets[set.index()].cards);
    let inner = wanted.any_of.iter().chain(&wanted.all_of).copied().chain(wanted.not_).chain(named);
    let mut effort = Effort { steps: 1, levels: 1 };
    for child in inner {
        let found = condition(program, marks, child, depth + 1)?;
        effort.steps += found.steps;
        effort.levels = effort.levels.max(1 + found.levels);
    }
    // The lines of a table are worked out before the game; they must only come to an end.
    let tables = program.point_tables.iter().filter(|t| Some(t.name) == wanted.point_table);
    for line in tables.flat_map(|table| &table.lines) {
        let found = condition(program, marks, line.cards, depth + 1)?;
        effort.levels = effort.levels.max(1 + found.levels);
    }
    at_most(effort.steps, MAX_CONDITION_STEPS, "steps of a condition on cards")?;
    at_most(effort.levels, MAX_LEVELS, "levels of a condition on cards")?;
    marks[id.index()] = Mark::Done(effort);
    Ok(effort)
}

// --- expressions ---------------------------------------------------------------------------------

/// What is known of an expression.
#[derive(Clone, Copy)]
struct Known {
    kind: Kind,
    effort: Effort,
    /// How deep it is built on lets.
    lets: usize,
}

fn expressions(program: &Program, roots: &[Root]) -> Result<Vec<u32>, Error> {
    let mut study = Study {
        program,
        choices: choice_kinds(program)?,
        seats: usize::from(program.header.player_count).max(2),
        marks: vec![Mark::New; program.nodes.len()],
    };
    for root in roots {
        let found = study.expression(root.expression, 1);
        let found = found.map_err(|error| Error { offset: root.end, ..error })?;
        if !study.fits(root.expression, found.kind, root.wanted) {
            let what = format!("an expression ends here that is no {:?}", root.wanted);
            return Err(Error { offset: root.end, what });
        }
    }
    let steps = |mark: &Mark<Known>| match mark {
        Mark::Done(known) => known.effort.steps as u32,
        _ => 0,
    };
    Ok(study.marks.iter().map(steps).collect())
}

/// What each choice of calls names; the same name always names the same kind of thing.
fn choice_kinds(program: &Program) -> Result<Vec<Kind>, Error> {
    let mut kinds = vec![None; usize::from(program.counts.choice)];
    let calls = program.phases.iter().filter_map(|phase| match phase {
        Phase::Call(phase) => Some(&phase.calls),
        _ => None,
    });
    for choice in calls.flatten().flat_map(|call| &call.choices) {
        let kind = match choice.r#type {
            ChoiceKind::Number | ChoiceKind::Word => Kind::Number,
            ChoiceKind::Suit => Kind::Suit,
            ChoiceKind::Rank => Kind::Rank,
            ChoiceKind::Seat => Kind::Seat,
        };
        if *kinds[choice.name.index()].get_or_insert(kind) != kind {
            return Err(fault("one name stands for different choices"));
        }
    }
    Ok(kinds.into_iter().map(|kind| kind.unwrap_or(Kind::Number)).collect())
}

/// Looks at expressions from their ends up, each part once.
struct Study<'a> {
    program: &'a Program,
    choices: Vec<Kind>,
    seats: usize,
    marks: Vec<Mark<Known>>,
}

impl Study<'_> {
    fn expression(&mut self, e: ExprId, depth: usize) -> Result<Known, Error> {
        match self.marks[e.index()] {
            Mark::Done(known) => return Ok(known),
            Mark::Open => return Err(fault("a let is defined by itself")),
            Mark::New => self.marks[e.index()] = Mark::Open,
        }
        at_most(depth, MAX_LEVELS, "levels of an expression")?;
        let known = self.node(self.program.nodes[e.index()], depth + 1)?;
        at_most(known.effort.steps, MAX_STEPS, "steps of an expression")?;
        at_most(known.effort.levels, MAX_LEVELS, "levels of an expression")?;
        at_most(known.lets, MAX_LETS_DEEP + 1, "lets that are built on each other")?;
        self.marks[e.index()] = Mark::Done(known);
        Ok(known)
    }

    fn node(&mut self, node: Node, depth: usize) -> Result<Known, Error> {
        match node {
            Node::Word(word, arguments, count) => {
                self.word(word, &arguments[..usize::from(count)], depth)
            }
            Node::Binary(operator, left, right) => {
                let (a, b) = (self.expression(left, depth)?, self.expression(right, depth)?);
                let fits = match operator {
                    Operator::Equal | Operator::NotEqual => a.kind.compares(b.kind),
                    Operator::In => a.kind.fits(Kind::Seats) && b.kind.fits(Kind::Seats),
                    _ => a.kind == Kind::Number && b.kind == Kind::Number,
                };
                if !fits {
                    return Err(fault(format!(
                        "{operator:?} joins a {:?} and a {:?}",
                        a.kind, b.kind
                    )));
                }
                Ok(whole(Kind::Number, &[a, b]))
            }
            Node::Not(inner) | Node::Negative(inner) => {
                let inner = self.argument(inner, Kind::Number, depth)?;
                Ok(whole(Kind::Number, &[inner]))
            }
            Node::Zone(_, whose) => self.asked(Kind::Zone, whose, depth),
            Node::Role(_, whose) => self.asked(Kind::Seat, whose, depth),
            Node::Counter(_, whose) => self.asked(Kind::Number, whose, depth),
            Node::Let(id, whose) => {
                let term = &self.program.lets[id.index()];
                let value = self.expression(term.value, depth)?;
                let mut known = self.asked(value.kind, whose, depth)?;
                let times =
                    if whose.is_some() && term.scope == Scope::Seat { self.seats } else { 1 };
                known.effort.steps = known.effort.steps - 1 + times * value.effort.steps;
                known.effort.levels = known.effort.levels.max(1 + value.effort.levels);
                known.lets = known.lets.max(1 + value.lets);
                Ok(known)
            }
            Node::Choice(id) => Ok(whole(self.choices[id.index()], &[])),
            Node::Phase(id) if id.index() >= self.program.phases.len() => {
                Err(fault("an expression names a phase that is not there"))
            }
            Node::Number(_) => Ok(whole(Kind::Number, &[])),
            Node::Suit(_) => Ok(whole(Kind::Suit, &[])),
            Node::Rank(_) => Ok(whole(Kind::Rank, &[])),
            Node::Mode(_) => Ok(whole(Kind::Mode, &[])),
            Node::Pile => Ok(whole(Kind::Zone, &[])),
            Node::CardSet(_) => Ok(whole(Kind::CardSet, &[])),
            Node::Table(_) => Ok(whole(Kind::Table, &[])),
            Node::Pattern(_) => Ok(whole(Kind::Pattern, &[])),
            Node::Tag(_) => Ok(whole(Kind::Tag, &[])),
            Node::Value(_) => Ok(whole(Kind::Value, &[])),
            Node::Phase(_) => Ok(whole(Kind::Phase, &[])),
            Node::Call(_) => Ok(whole(Kind::Call, &[])),
            Node::Rounding(_) => Ok(whole(Kind::Rounding, &[])),
        }
    }

    /// Something that may be asked of somebody else than the subject.
    fn asked(&mut self, kind: Kind, whose: Option<ExprId>, depth: usize) -> Result<Known, Error> {
        match whose {
            Some(whose) => {
                let whose = self.argument(whose, Kind::Seats, depth)?;
                Ok(whole(kind, &[whose]))
            }
            None => Ok(whole(kind, &[])),
        }
    }

    fn argument(&mut self, e: ExprId, wanted: Kind, depth: usize) -> Result<Known, Error> {
        let known = self.expression(e, depth)?;
        if !self.fits(e, known.kind, wanted) {
            return Err(fault(format!("a {wanted:?} is wanted, not a {:?}", known.kind)));
        }
        Ok(known)
    }

    fn fits(&self, e: ExprId, found: Kind, wanted: Kind) -> bool {
        match wanted {
            Kind::Literal => matches!(self.program.nodes[e.index()], Node::Number(1..)),
            Kind::Choice => matches!(self.program.nodes[e.index()], Node::Choice(_)),
            _ => found.fits(wanted),
        }
    }

    fn word(&mut self, word: Word, arguments: &[ExprId], depth: usize) -> Result<Known, Error> {
        let (takes, of_subject) = word.takes();
        let most = takes.len() + usize::from(of_subject);
        if !(takes.len()..=most).contains(&arguments.len()) {
            return Err(fault(format!("{word:?} cannot have {} arguments", arguments.len())));
        }
        let mut found = [whole(Kind::Nothing, &[]); 3];
        for (place, e) in arguments.iter().enumerate() {
            let wanted = takes.get(place).copied().unwrap_or(Kind::Seats);
            found[place] = self.argument(*e, wanted, depth)?;
        }
        let found = &found[..arguments.len()];
        let kind = match (word, found) {
            (Word::If, [_, one, other]) => {
                let kind = one.kind.or(other.kind);
                kind.ok_or_else(|| fault("the two results of `if` differ"))?
            }
            (Word::Other, [same, ..]) => same.kind,
            _ => word.gives(),
        };
        let mut known = whole(kind, found);
        let own = known.effort.steps - 1;
        known.effort.steps = match word {
            _ if goes_over_seats(word) => own * self.seats + found[0].effort.steps,
            Word::Piles => own * PILES,
            _ => own + 1,
        };
        Ok(known)
    }
}

/// What is known of an expression with these operands.
fn whole(kind: Kind, operands: &[Known]) -> Known {
    let steps = operands.iter().map(|known| known.effort.steps).sum::<usize>();
    let levels = operands.iter().map(|known| known.effort.levels).max().unwrap_or(0);
    let lets = operands.iter().map(|known| known.lets).max().unwrap_or(0);
    Known { kind, effort: Effort { steps: steps + 1, levels: levels + 1 }, lets }
}

/// How many piles are reckoned with where something is asked of each.
const PILES: usize = 64;

fn goes_over_seats(word: Word) -> bool {
    matches!(
        word,
        Word::Next
            | Word::Previous
            | Word::Where
            | Word::Sum
            | Word::Highest
            | Word::Lowest
            | Word::Any
            | Word::All
            | Word::Most
            | Word::Least
            | Word::WithMost
            | Word::WithLeast
    )
}
