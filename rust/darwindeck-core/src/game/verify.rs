//! What bytecode must still satisfy before it is played: words have their arguments, and nothing is
//! defined by itself.

use crate::program::ids::Suit;
use crate::program::parts::{Phase, Scope, Word};
use crate::program::{Error, ExprId, Node, Program};

/// How deep terms may be defined by other terms.
const MAX_LETS: usize = 24;

/// The most steps that judging one expression may take.
const MAX_COST: u64 = 1_000_000;
/// How deep an expression may be with the terms in it written out.
const MAX_LEVELS: u32 = 500;
/// The most things that one call can name.
const MAX_CHOICES: usize = 3;

/// Checks a program.
pub fn verify(program: &Program) -> Result<(), Error> {
    for node in &program.nodes {
        if let Node::Word(word, _, count) = node {
            let (least, most) = arguments(*word);
            if *count < least || *count > most {
                return Err(fault(format!("{word:?} cannot have {count} arguments")));
            }
        }
        if let Node::Phase(phase) = node {
            if phase.index() >= program.phases.len() {
                return Err(fault("an expression names a phase that is not there".into()));
            }
        }
    }
    let mut depths = vec![None; program.lets.len()];
    for number in 0..program.lets.len() {
        let_depth(program, &mut depths, number, 0)?;
    }
    costs(program)?;
    levels(program)?;
    for phase in &program.phases {
        let Phase::Call(phase) = phase else { continue };
        for call in &phase.calls {
            if call.choices.len() > MAX_CHOICES {
                return Err(fault(format!("a call names more than {MAX_CHOICES} things")));
            }
            if call.choices.iter().any(|choice| has_twice(&choice.suits)) {
                return Err(fault("a call can name a suit in two ways".into()));
            }
        }
    }
    Ok(())
}

fn has_twice(suits: &[Suit]) -> bool {
    suits.iter().enumerate().any(|(place, suit)| suits[..place].contains(suit))
}

/// An expression that goes over all seats within all seats, and so on, would never be done.
fn costs(program: &Program) -> Result<(), Error> {
    let players = u64::from(program.header.player_count).max(2);
    let mut costs = vec![0u64; program.nodes.len()];
    let mut lets: Vec<Option<u64>> = vec![None; program.lets.len()];
    // Operands stand before what they are operands of; terms may need another round.
    for _ in 0..=MAX_LETS {
        for number in 0..program.nodes.len() {
            let node = program.nodes[number];
            let own: u64 = operands(node).iter().map(|e| costs[e.index()]).sum();
            costs[number] = match node {
                Node::Word(word, arguments, _) if over_seats(word) => own
                    .saturating_mul(u64::from(program.header.player_count).max(2))
                    .saturating_add(costs[arguments[0].index()]),
                Node::Word(Word::Piles, ..) => own.saturating_mul(64),
                Node::Let(id, whose) => {
                    let once = lets[id.index()].unwrap_or(1);
                    let each = whose.is_some() && program.lets[id.index()].scope == Scope::Seat;
                    own.saturating_add(if each { once.saturating_mul(players) } else { once })
                }
                _ => own.saturating_add(1),
            }
            .min(MAX_COST * 2);
        }
        for (number, term) in program.lets.iter().enumerate() {
            lets[number] = Some(costs[term.value.index()]);
        }
        if program.lets.is_empty() {
            break;
        }
    }
    if costs.iter().any(|cost| *cost > MAX_COST) {
        return Err(fault(format!("an expression takes more than {MAX_COST} steps")));
    }
    Ok(())
}

/// Judging goes as deep as an expression: too deep a one would need more room than there is.
fn levels(program: &Program) -> Result<(), Error> {
    let mut levels = vec![0u32; program.nodes.len()];
    let mut lets = vec![0u32; program.lets.len()];
    // Operands stand before what they are operands of; terms may need another round.
    for _ in 0..=MAX_LETS {
        for (number, node) in program.nodes.iter().enumerate() {
            let below = operands(*node).iter().map(|e| levels[e.index()]).max().unwrap_or(0);
            let term = if let Node::Let(id, _) = node { lets[id.index()] } else { 0 };
            levels[number] = (1 + below.max(term)).min(2 * MAX_LEVELS);
        }
        let before = lets.clone();
        for (number, term) in program.lets.iter().enumerate() {
            lets[number] = levels[term.value.index()];
        }
        if lets == before {
            break;
        }
    }
    if levels.iter().any(|level| *level > MAX_LEVELS) {
        return Err(fault(format!("an expression is more than {MAX_LEVELS} levels deep")));
    }
    Ok(())
}

fn over_seats(word: Word) -> bool {
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
    )
}

fn fault(what: String) -> Error {
    Error { offset: 0, what }
}

/// How deep a term is defined by others; an error if it is too deep or defined by itself.
fn let_depth(
    program: &Program,
    depths: &mut [Option<usize>],
    number: usize,
    above: usize,
) -> Result<usize, Error> {
    if above > MAX_LETS {
        return Err(fault(format!("terms are defined by each other more than {MAX_LETS} deep")));
    }
    if let Some(depth) = depths[number] {
        return Ok(depth);
    }
    let mut deepest = 0;
    let mut open = vec![program.lets[number].value];
    while let Some(e) = open.pop() {
        if let Node::Let(id, _) = program.nodes[e.index()] {
            deepest = deepest.max(1 + let_depth(program, depths, id.index(), above + 1)?);
        }
        open.extend(operands(program.nodes[e.index()]));
    }
    if deepest > MAX_LETS {
        return Err(fault(format!("terms are defined by each other more than {MAX_LETS} deep")));
    }
    depths[number] = Some(deepest);
    Ok(deepest)
}

fn operands(node: Node) -> Vec<ExprId> {
    match node {
        Node::Word(_, arguments, count) => arguments[..usize::from(count)].to_vec(),
        Node::Binary(_, left, right) => vec![left, right],
        Node::Not(inner) | Node::Negative(inner) => vec![inner],
        Node::Zone(_, whose)
        | Node::Role(_, whose)
        | Node::Counter(_, whose)
        | Node::Let(_, whose) => whose.into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The fewest and the most arguments of a word.
fn arguments(word: Word) -> (u8, u8) {
    match word {
        Word::HandNumber
        | Word::DealNumber
        | Word::Turns
        | Word::Trick
        | Word::TricksPlayed
        | Word::Bids
        | Word::Calls
        | Word::PassesInRow
        | Word::Standing
        | Word::Pot
        | Word::LedTrump
        | Word::Broken
        | Word::Trump
        | Word::Mode
        | Word::Clockwise
        | Word::None
        | Word::Dealer
        | Word::Turn
        | Word::Leader
        | Word::Winner
        | Word::LastTaker
        | Word::House
        | Word::Each
        | Word::Teams
        | Word::True
        | Word::False => (0, 0),
        Word::Score
        | Word::HandScore
        | Word::Tricks
        | Word::TookLast
        | Word::HandSize
        | Word::Chips
        | Word::Staked
        | Word::Position
        | Word::Active
        | Word::Played
        | Word::Drawn
        | Word::Picked => (0, 1),
        Word::Left
        | Word::Right
        | Word::Across
        | Word::Partner
        | Word::Holder
        | Word::Team
        | Word::Opponents
        | Word::Others
        | Word::Set
        | Word::Place
        | Word::Size
        | Word::Total
        | Word::Suits
        | Word::Suit
        | Word::Rank
        | Word::Top
        | Word::Abs
        | Word::Number => (1, 1),
        Word::Is | Word::Called | Word::Can | Word::Most | Word::Least | Word::Other => (1, 2),
        Word::Offset
        | Word::Next
        | Word::Previous
        | Word::Where
        | Word::From
        | Word::PickedFrom
        | Word::Count
        | Word::Points
        | Word::Best
        | Word::Piles
        | Word::Min
        | Word::Max
        | Word::Mod
        | Word::Sum
        | Word::Highest
        | Word::Lowest
        | Word::Any
        | Word::All => (2, 2),
        Word::Declared => (2, 3),
        Word::FirstToName | Word::If | Word::Div => (3, 3),
    }
}
