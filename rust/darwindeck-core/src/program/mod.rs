//! A game as the core knows it: read from bytecode, verified, without names.

#[macro_use]
mod shapes;

pub mod ids;
pub mod kinds;
pub mod limits;
#[allow(missing_docs)]
#[rustfmt::skip]
pub mod parts;
pub mod reader;
mod verify;

use ids::{ColourId, Rank, Suit, ZoneId};
use limits::{MAX_CARDS, MAX_FILE_BYTES, MAX_PLAYERS, MAX_RANKS, MAX_SUITS, MAX_TURNS};
use parts::*;
pub use reader::{CondId, Decode, Error, ExprId, Node, Reader};
pub use verify::Steps;

/// The size of the header.
pub const HEADER_SIZE: usize = 53;
const FORMAT_VERSION: u8 = 1;
const NO_ZONE: u16 = 0xFFFF;
/// Beside the number of ranks: of each card it is said what it shows.
const STAND_INS: u8 = 0x80;

/// One card of the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its suit; none for cards such as jokers.
    pub suit: Option<Suit>,
    /// The rank that it counts as.
    pub rank: Rank,
    /// What it shows where ranks count as others: cards that show something else are other cards.
    pub shows: u8,
}

/// The header of bytecode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// A stable hash of the genome; play does not depend on it.
    pub identity: u64,
    /// How many play, without a house.
    pub player_count: u8,
    /// The most turns of a game.
    pub max_turns: u32,
    offsets: [u32; 6],
    team_count: u8,
    team_offset: u32,
}

/// Zones that rules mean without naming them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownZones {
    /// Where undealt cards lie.
    pub deck: Option<ZoneId>,
    /// The players' hands.
    pub hand: Option<ZoneId>,
    /// The pile that a reshuffled stock is made of.
    pub discard: Option<ZoneId>,
    /// The table, where it can be cleared.
    pub tableau: Option<ZoneId>,
    /// What players have captured.
    pub captured: Option<ZoneId>,
}

/// Everything that bytecode says.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Program {
    pub header: Header,
    pub cards: Vec<Card>,
    pub colours: Vec<ColourId>,
    pub ranks: u8,
    pub counts: Counts,
    pub known: KnownZones,
    pub zones: Vec<ZoneSpec>,
    pub rankings: Vec<CardRanking>,
    pub point_tables: Vec<PointTable>,
    pub card_sets: Vec<NamedCards>,
    pub patterns: Vec<HandPattern>,
    pub roles: Vec<RoleSpec>,
    pub counters: Vec<Counter>,
    pub lets: Vec<Let>,
    pub house: Option<HouseSpec>,
    pub match_rules: MatchRules,
    pub game_rules: GameRules,
    pub special_effects: Vec<SpecialEffect>,
    pub ai_hints: Option<AIHints>,
    pub setup: SetupRules,
    pub turn_structure: TurnStructure,
    pub win_conditions: Vec<WinCondition>,
    pub scoring_rules: Vec<ScoringRule>,
    pub card_scoring: Vec<CardScoringRule>,
    pub hand_evaluation: Option<HandEvaluation>,
    /// The seats of each side; without teams every seat is a side.
    pub teams: Vec<Vec<u8>>,
    /// The nodes of all expressions.
    pub nodes: Vec<Node>,
    /// All conditions on cards.
    pub conditions: Vec<CardCondition>,
    /// All phases, each before those inside it.
    pub phases: Vec<Phase>,
    /// Whether hands may be thrown in and dealt anew.
    pub throws_in: bool,
    /// What it takes to work out expressions and conditions.
    pub steps: Steps,
}

impl Program {
    /// Reads and verifies bytecode.
    pub fn decode(data: &[u8]) -> Result<Self, Error> {
        if data.len() > MAX_FILE_BYTES {
            let what = format!("there are {} bytes, at most {MAX_FILE_BYTES}", data.len());
            return Err(Error { offset: MAX_FILE_BYTES, what });
        }
        let mut reader = Reader::new(data);
        let header = header(&mut reader)?;
        let (cards, colours) = deck(&mut reader)?;
        reader.counts = Counts::decode(&mut reader)?;
        let r = &mut reader;
        let mut program = Self {
            cards,
            colours,
            ranks: r.ranks,
            counts: r.counts.clone(),
            known: known_zones(r)?,
            zones: required(r)?,
            rankings: required(r)?,
            point_tables: required(r)?,
            card_sets: Decode::decode(r)?,
            patterns: Decode::decode(r)?,
            roles: Decode::decode(r)?,
            counters: Decode::decode(r)?,
            lets: Decode::decode(r)?,
            house: Decode::decode(r)?,
            match_rules: required(r)?,
            game_rules: required(r)?,
            special_effects: Decode::decode(r)?,
            ai_hints: Decode::decode(r)?,
            setup: section(r, header.offsets[0])?,
            turn_structure: section(r, header.offsets[1])?,
            win_conditions: section(r, header.offsets[2])?,
            scoring_rules: section::<Option<_>>(r, header.offsets[3])?.unwrap_or_default(),
            card_scoring: section::<Option<_>>(r, header.offsets[4])?.unwrap_or_default(),
            hand_evaluation: section(r, header.offsets[5])?,
            teams: teams(r, &header)?,
            nodes: std::mem::take(&mut r.nodes),
            conditions: std::mem::take(&mut r.conditions),
            phases: std::mem::take(&mut r.phases).into_iter().flatten().collect(),
            throws_in: r.throws_in,
            steps: Steps::default(),
            header,
        };
        if reader.offset() != data.len() {
            return Err(reader.fault("there is more than the bytecode says"));
        }
        program.numbered(&reader)?;
        program.steps = verify::verify(&program, &reader.roots)?;
        Ok(program)
    }

    /// The lists must be as long as their counts say.
    fn numbered(&self, reader: &Reader) -> Result<(), Error> {
        let lists = [
            (self.zones.len(), self.counts.zone, "zones"),
            (self.counters.len(), self.counts.counter, "counters"),
            (self.lets.len(), self.counts.r#let, "lets"),
            (self.card_sets.len(), self.counts.card_set, "card sets"),
            (self.roles.len(), self.counts.role, "roles"),
            (self.patterns.len(), self.counts.pattern, "patterns"),
            (self.counters.len() + 2, self.counts.into, "things to score into"),
        ];
        for (found, counted, what) in lists {
            if found != usize::from(counted) {
                return Err(reader.fault(format!("there are {found} {what}, not {counted}")));
            }
        }
        self.named(reader)
    }

    /// Of what shares names there cannot be more than things that bear them.
    fn named(&self, reader: &Reader) -> Result<(), Error> {
        let calls = || {
            let phases = self.phases.iter();
            phases.filter_map(|phase| if let Phase::Call(call) = phase { Some(call) } else { None })
        };
        let said = || calls().flat_map(|phase| &phase.calls);
        let limits = [
            (self.rankings.len() + 1, self.counts.mode, "modes"),
            (self.point_tables.len(), self.counts.point_table, "point tables"),
            (self.colours.len(), self.counts.colour, "colours"),
            (said().count(), self.counts.call, "calls"),
            (said().map(|call| call.choices.len()).sum(), self.counts.choice, "choices"),
        ];
        for (most, counted, what) in limits {
            if usize::from(counted) > most {
                return Err(reader.fault(format!("there are at most {most} {what}, not {counted}")));
            }
        }
        if self.colours.iter().any(|colour| colour.0 >= self.counts.colour) {
            return Err(reader.fault("a suit has a colour that is not there"));
        }
        Ok(())
    }
}

fn header(reader: &mut Reader) -> Result<Header, Error> {
    if reader.u8()? != FORMAT_VERSION {
        return Err(reader.wrong("bytecode format"));
    }
    reader.u32()?;
    let identity = reader.u64()?;
    let players = reader.u32()?;
    let max_turns = reader.u32()?;
    if !(1..=MAX_PLAYERS as u32).contains(&players) {
        return Err(reader.fault(format!("{players} players; there can be 1 to {MAX_PLAYERS}")));
    }
    if !(1..=MAX_TURNS as u32).contains(&max_turns) {
        return Err(reader.fault(format!("{max_turns} turns; there can be 1 to {MAX_TURNS}")));
    }
    let mut offsets = [0; 6];
    for offset in &mut offsets[..4] {
        *offset = reader.u32()?;
    }
    reader.u16()?;
    for offset in &mut offsets[4..] {
        *offset = reader.u32()?;
    }
    let team_mode = bool::decode(reader)?;
    let team_count = reader.u8()?;
    let team_offset = reader.u32()?;
    if team_mode != (team_count > 0) {
        return Err(reader.fault("team mode and the number of teams do not agree"));
    }
    Ok(Header {
        identity,
        player_count: players as u8,
        max_turns,
        offsets,
        team_count,
        team_offset,
    })
}

fn known_zones(reader: &mut Reader) -> Result<KnownZones, Error> {
    let mut zone = || match reader.u16()? {
        NO_ZONE => Ok(None),
        number if number < reader.counts.zone => Ok(Some(ZoneId(number))),
        _ => Err(reader.wrong("zone")),
    };
    Ok(KnownZones {
        deck: zone()?,
        hand: zone()?,
        discard: zone()?,
        tableau: zone()?,
        captured: zone()?,
    })
}

fn deck(reader: &mut Reader) -> Result<(Vec<Card>, Vec<ColourId>), Error> {
    reader.suits = reader.u8()?;
    let suits = reader.suits;
    let colours = (0..suits)
        .map(|_| Ok(ColourId(u16::from(reader.u8()?))))
        .collect::<Result<Vec<_>, Error>>()?;
    let ranks = reader.u8()?;
    let stand_ins = ranks & STAND_INS != 0;
    reader.ranks = ranks & !STAND_INS;
    let count = reader.u8()?;
    let fits = usize::from(suits) <= MAX_SUITS
        && (1..=MAX_RANKS).contains(&usize::from(reader.ranks))
        && (1..=MAX_CARDS).contains(&usize::from(count));
    if !fits {
        return Err(reader.fault("no deck that can be played with"));
    }
    let mut cards = Vec::with_capacity(usize::from(count));
    for _ in 0..count {
        let suit = match reader.u8()? {
            255 => None,
            number if number < suits => Some(Suit(number)),
            _ => return Err(reader.wrong("suit")),
        };
        let rank = Rank::decode(reader)?;
        let shows = if stand_ins { reader.u8()? } else { rank.0 };
        cards.push(Card { suit, rank, shows });
    }
    Ok((cards, colours))
}

/// Something that may be absent from a genome but not from bytecode.
fn required<T: Decode>(reader: &mut Reader) -> Result<T, Error> {
    Option::<T>::decode(reader)?.ok_or_else(|| reader.fault("something is missing here"))
}

fn section<T: Decode>(reader: &mut Reader, offset: u32) -> Result<T, Error> {
    if reader.offset() != offset as usize {
        return Err(reader.fault(format!("a section should begin at byte {offset}")));
    }
    T::decode(reader)
}

fn teams(reader: &mut Reader, header: &Header) -> Result<Vec<Vec<u8>>, Error> {
    let players = header.player_count;
    if header.team_count == 0 {
        return Ok((0..players).map(|seat| vec![seat]).collect());
    }
    if reader.offset() != header.team_offset as usize || reader.u8()? != header.team_count {
        return Err(reader.fault("the teams are not where they should be"));
    }
    let mut seen = vec![false; usize::from(players)];
    let mut teams = Vec::new();
    for _ in 0..header.team_count {
        let mut team = Vec::new();
        for _ in 0..reader.u8()? {
            let seat = reader.u8()?;
            match seen.get_mut(usize::from(seat)) {
                Some(taken) if !*taken => *taken = true,
                _ => return Err(reader.wrong("seat that is in no other team")),
            }
            team.push(seat);
        }
        if team.is_empty() {
            return Err(reader.fault("a team has no seats"));
        }
        teams.push(team);
    }
    if seen.contains(&false) {
        return Err(reader.fault("a seat is in no team"));
    }
    Ok(teams)
}
