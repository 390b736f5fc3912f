"""A genome: the JSON file as plain, read-only parts, with every field that the file leaves out.

Fields and defaults are those of the reference. An expression is held as its tree (`text.Node`).
A part is equal only to itself, so that it can be the key of a table.
"""

from __future__ import annotations

import copy
import json
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, Literal, TypeVar, Union

from tests.reference.text import Node, parse

TableauMode = Literal["none", "war", "match_rank", "sequence"]
SequenceDirection = Literal["ascending", "descending", "both"]
WinComparison = Literal["highest", "lowest", "first", "none"]
TriggerMode = Literal["immediate", "threshold_gate", "all_hands_empty", "deck_empty", "each_score"]
Moment = Literal[
    "dealt",
    "turned_up",
    "drawn",
    "played",
    "led",
    "captured",
    "melded",
    "trick_end",
    "turn_end",
    "hand_end",
]
ScoreOp = Literal["add", "set"]
ScoringTrigger = Literal["trick_win", "capture", "play", "hand_end", "set_complete"]
HandEvaluationMethod = Literal["none", "high_card", "point_total", "pattern_match", "card_count"]
PassAction = Literal["none", "clear_tableau", "end_round", "skip_player"]
DeckEmptyAction = Literal["reshuffle_discard", "game_ends", "skip_draw"]
TieBreaker = Literal["active_player", "alternating", "split", "battle"]
Owner = Literal["table", "seat", "team"]
PileOrder = Literal["set", "stack"]
Sees = Literal["nobody", "owner", "team", "others", "all", "top"]
PileKey = Literal["one", "fixed", "by_rank", "by_suit", "many"]
Attribute = Literal["suit", "rank", "colour"]
TieKey = Literal["group_ranks", "sequence_top", "card_ranks", "other_cards", "top_card", "size"]
Scope = Literal["table", "seat", "team"]
Life = Literal["turn", "hand", "match"]
FirstDealer = Literal["random", "high_card", "house"]
NextDealer = Literal["left", "same", "winner", "loser"]
Direction = Literal["clockwise", "counterclockwise"]
Reference = Literal["led", "winner", "top", "in_force", "named"]
Among = Literal["unplayed", "unseen"]
Choose = Literal["pick", "top", "random", "highest", "all"]
DealerAfter = Literal["same", "next"]
ShowdownMethod = Literal["hand_evaluation", "highest_card", "fold_only"]
CaptureBy = Literal["equal", "sum"]
NoOption = Literal["skip", "sit_out", "end_hand"]
ClaimRankMode = Literal["sequential", "player_choice", "fixed"]
Announce = Literal["now", "class_only", "on_last_card"]
LayOff = Literal["none", "own", "any"]
BreakingRule = Literal["none", "cannot_lead_until_broken", "cannot_play_until_broken"]
OutOfCards = Literal["any_card", "sit_out"]
TrickTie = Literal["first", "last", "battle"]
CollectOrder = Literal["played", "winner_first"]
BuildUnit = Literal["card", "run"]
ContestSide = Literal["seat", "team"]
ContestScores = Literal["all", "best"]
ContestTie = Literal["earlier_seat", "both", "neither"]
ChoiceKind = Literal["number", "suit", "rank", "seat", "word"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Action:
    """Base of all actions."""

    kind: ClassVar[str]


@dataclass(frozen=True, eq=False, kw_only=True)
class Phase:
    """Base of all phases. Phases run in the order given, each only if its `when` holds."""

    kind: ClassVar[str]
    name: str = ""
    label: str = ""
    when: Node = parse("true")
    who: Node | None = None
    then: tuple[Action, ...] = ()
    note: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class CardCondition:
    """Some cards. The given fields must all hold; a condition with none means any card."""

    suit: str | None = None
    rank: str | None = None
    suits: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    colour: str | None = None
    named: str | None = None
    trump: bool | None = None
    printed_suit: str | None = None
    printed_trump: bool | None = None
    trump_colour: bool | None = None
    point_table: str | None = None
    min_points: int | None = None
    max_points: int | None = None
    beats: Reference | None = None
    same: tuple[Attribute, ...] = ()
    of: Reference | None = None
    step: int | None = None
    drawn: bool | None = None
    taken_from: str | None = None
    rank_in: str | None = None
    suit_in: str | None = None
    own_play: bool | None = None
    highest: Among | None = None
    any_of: tuple[CardCondition, ...] = ()
    all_of: tuple[CardCondition, ...] = ()
    not_: CardCondition | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class GameRules:
    """The edges of a game."""

    consecutive_pass_action: PassAction = "none"
    passes_to_trigger: int | None = None
    deck_empty_action: DeckEmptyAction = "reshuffle_discard"
    keep_top_discard: bool = True
    tie_breaker: TieBreaker = "active_player"
    same_player_on_win: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class Wording:
    """How one speaks of a thing; no rule reads it (§2.18)."""

    of: str
    one: str = ""
    many: str = ""
    having: str = ""
    bookkeeping: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class ZoneHint:
    """Where a zone lies on a table; no rule reads it (§2.19)."""

    zone: str
    place: str | None = None
    row: int | None = None
    column: int | None = None
    over: str = ""
    show: str | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class ShowHint:
    """Whether a counter or a role is shown; no rule reads it (§2.19)."""

    of: str
    show: str


@dataclass(frozen=True, eq=False, kw_only=True)
class TableFact:
    """A line of a table; no rule reads it (§2.19)."""

    label: str
    says: tuple[str, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class TableHints:
    """Hints for a table; no rule reads them (§2.19)."""

    zones: tuple[ZoneHint, ...] = ()
    shown: tuple[ShowHint, ...] = ()
    facts: tuple[TableFact, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class GameGenome:
    """Everything needed to play one card game."""

    schema_version: str
    genome_id: str
    generation: int
    setup: SetupRules
    turn_structure: TurnStructure
    win_conditions: tuple[WinCondition, ...]
    special_effects: tuple[SpecialEffect, ...]
    scoring_rules: tuple[ScoringRule, ...] | None
    max_turns: int = 1000
    player_count: int = 2
    card_scoring: tuple[CardScoringRule, ...] | None = ()
    hand_evaluation: HandEvaluation | None = None
    game_rules: GameRules | None = GameRules()
    ai_hints: AIHints | None = None
    team_mode: bool = False
    teams: tuple[tuple[int, ...], ...] = ()
    name: str = ""
    description: str = ""
    words: tuple[Wording, ...] = ()
    table: TableHints | None = None
    sources: tuple[str, ...] = ()
    deck: DeckSpec | None = None
    zones: tuple[ZoneSpec, ...] | None = None
    rankings: tuple[CardRanking, ...] | None = None
    point_tables: tuple[PointTable, ...] | None = None
    card_sets: tuple[NamedCards, ...] = ()
    patterns: tuple[HandPattern, ...] = ()
    roles: tuple[RoleSpec, ...] = ()
    counters: tuple[Counter, ...] = ()
    lets: tuple[Let, ...] = ()
    options: tuple[Option, ...] = ()
    house: HouseSpec | None = None
    match: MatchRules | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class SetupRules:
    """The deal and what goes with it."""

    cards_per_player: int = 0
    initial_deck: str = "standard_52"
    initial_discard_count: int = 0
    trump_suit: str | None = None
    starting_chips: int = 0
    tableau_mode: TableauMode = "none"
    sequence_direction: SequenceDirection = "ascending"
    sequence_wrap: bool = False
    sequence_must_match_suit: bool = True
    sequence_gap_allowed: int = 1
    deal: tuple[DealStep, ...] | None = None
    after_deal: tuple[Action, ...] = ()
    before_deal: tuple[Phase, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class TurnStructure:
    """The course of a hand."""

    phases: tuple[Phase, ...]
    is_trick_based: bool = False
    tricks_per_hand: int | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class WinCondition:
    """What ends the game, and who has then won."""

    type: str
    threshold: int = 0
    comparison: WinComparison = "highest"
    trigger_mode: TriggerMode = "immediate"
    required_hand_size: int | None = None
    when: Node | None = None
    value: Node | None = None
    ties: tuple[Node, ...] = ()
    who: Node | None = None
    note: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class SpecialEffect:
    """What certain cards do at a certain moment."""

    cards: CardCondition
    moment: Moment
    do: tuple[Action, ...]
    when: Node = parse("true")
    note: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class ScoringRule:
    """When something happens, somebody scores."""

    amount: Node
    moment: Moment = "hand_end"
    when: Node = parse("true")
    who: Node = parse("each")
    op: ScoreOp = "add"
    into: str = "hand_score"
    label: str = ""
    note: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class CardScoringRule:
    """Points for each matching card; at `set_complete`, once for each set."""

    condition: CardCondition
    points: int
    trigger: ScoringTrigger


@dataclass(frozen=True, eq=False, kw_only=True)
class HandPart:
    """Where cards of a compared hand come from."""

    zone: Node
    count: int | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class HandEvaluation:
    """How hands are compared."""

    method: HandEvaluationMethod
    patterns: tuple[HandPattern, ...] = ()
    card_values: tuple[CardValue, ...] = ()
    target_value: int | None = None
    bust_threshold: int | None = None
    parts: tuple[HandPart, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class AIHints:
    """Hints for computer players; no rule reads them."""

    stand_threshold: int | None = None
    raise_threshold: float = 0.7
    call_threshold: float = 0.3
    bluff_frequency: float = 0.1
    pair_weight: float = 0.2
    high_card_weight: float = 0.4
    suit_weight: float = 0.1


@dataclass(frozen=True, eq=False, kw_only=True)
class DeckSpec:
    """The cards of a game, at most 128."""

    blocks: tuple[CardBlock, ...]
    without: tuple[CardFace, ...] = ()
    suits: tuple[SuitSpec, ...] = ()
    ranks: tuple[RankSpec, ...] = ()
    suit_word: str = "suit"
    rank_word: str = "rank"


@dataclass(frozen=True, eq=False, kw_only=True)
class ZoneSpec:
    """A place where cards lie."""

    name: str
    label: str
    owner: Owner = "table"
    order: PileOrder = "set"
    sees: Sees = "all"
    piles: PileKey = "one"
    pile_count: int = 1
    beneath: str | None = None
    note: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class CardRanking:
    """The order of the cards, low to high, in one mode of the game."""

    plain: tuple[str, ...]
    trump: tuple[str, ...] = ()
    by_suit: tuple[SuitOrder, ...] = ()
    promote: tuple[Promotion, ...] = ()
    sequence: tuple[str, ...] = ()
    across_suits: bool = False
    suits: tuple[str, ...] = ()
    mode: str = ""
    label: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class PointTable:
    """What cards are worth."""

    name: str
    label: str
    lines: tuple[CardPoints, ...]
    mode: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class NamedCards:
    """A set of cards that rules refer to by name."""

    name: str
    label: str
    cards: CardCondition


@dataclass(frozen=True, eq=False, kw_only=True)
class HandPattern:
    """A combination of cards, described by constraints that must all hold."""

    name: str
    rank_priority: int
    required_count: int | None = None
    same_suit_count: int | None = None
    same_rank_groups: tuple[int, ...] | None = None
    sequence_length: int | None = None
    sequence_wrap: bool = False
    required_ranks: tuple[str, ...] | None = None
    min_size: int | None = None
    max_size: int | None = None
    same: tuple[Attribute, ...] = ()
    different: tuple[Attribute, ...] = ()
    consecutive: bool = False
    sequence_of: int | None = None
    attached: int | None = None
    attached_of: int | None = None
    at_most_one: tuple[str, ...] = ()
    sum: int | None = None
    sum_of: str | None = None
    cards: CardCondition | None = None
    exact: tuple[CardCondition, ...] = ()
    wild: str | None = None
    wild_max: int | None = None
    natural_min: int | None = None
    tie_keys: tuple[TieKey, ...] = ()
    any_size: bool = False
    values: tuple[PatternValue, ...] = ()
    tags: tuple[str, ...] = ()
    when: Node = parse("true")
    note: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class RoleSpec:
    """A seat that gets a name during a hand: the declarer, the maker."""

    name: str
    label: str
    announced: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class Counter:
    """A number that is kept. It starts at `start` at the beginning of its life."""

    name: str
    label: str
    scope: Scope = "table"
    life: Life = "hand"
    start: int = 0
    low: int = -100000
    high: int = 100000
    flag: bool = False
    announced: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class Let:
    """A name for an expression: a term of the game, such as "overtricks"."""

    name: str
    label: str
    value: Node
    scope: Scope = "table"
    note: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Option:
    """A disputed reading or a house rule. Expressions may compare it: `rounding == up`."""

    name: str
    label: str
    choices: tuple[OptionChoice, ...]
    value: str


@dataclass(frozen=True, eq=False, kw_only=True)
class HouseSpec:
    """A seat that is no player: it plays by the rules alone, and its bank has no bottom."""

    label: str = "house"


@dataclass(frozen=True, eq=False, kw_only=True)
class MatchRules:
    """How hands follow each other."""

    hands: int | None = None
    first_dealer: FirstDealer | None = "random"
    next_dealer: NextDealer | None = "left"
    direction: Direction | None = "clockwise"
    out: Node = parse("false")
    note: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class DealStep:
    """Dealing to one zone."""

    packets: tuple[int, ...] = (1,)
    zone: Node = parse("hand")
    to: Node = parse("each")
    piles: tuple[int, ...] = ()
    all_cards: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class CardValue:
    """What a rank counts in a total."""

    rank: str
    value: int
    alternate_value: int | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class CardBlock:
    """Every combination of some suits and ranks, so many times. No suits: cards of no suit."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    copies: int = 1


@dataclass(frozen=True, eq=False, kw_only=True)
class CardFace:
    """One single card."""

    suit: str
    rank: str


@dataclass(frozen=True, eq=False, kw_only=True)
class SuitSpec:
    """A suit that the French pack does not have."""

    name: str
    label: str
    symbol: str
    colour: str


@dataclass(frozen=True, eq=False, kw_only=True)
class RankSpec:
    """A rank that the French pack does not have."""

    name: str
    label: str
    symbol: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Promotion:
    """Cards that become trumps, ranking just above a rank of the trump suit."""

    cards: CardCondition
    above: str
    always: bool = False
    label: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class SuitOrder:
    """An order that only some suits have, low to high."""

    suits: tuple[str, ...]
    plain: tuple[str, ...]
    trump: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class CardPoints:
    """One line of a table: these cards are worth so much."""

    cards: CardCondition
    points: int


@dataclass(frozen=True, eq=False, kw_only=True)
class PatternValue:
    """A named worth of a pattern: what it scores, in one of a game's currencies."""

    name: str
    amount: Node
    label: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class OptionChoice:
    """One reading of an option."""

    name: str
    label: str
    sets: tuple[Setting, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class AssignRole(Action):
    """Gives a role to a seat; `none` takes it away."""

    kind: ClassVar[str] = "assign_role"
    role: str
    to: Node = parse("turn")


@dataclass(frozen=True, eq=False, kw_only=True)
class Award(Action):
    """Adds to the score of the hand."""

    kind: ClassVar[str] = "award"
    amount: Node
    who: Node = parse("turn")


@dataclass(frozen=True, eq=False, kw_only=True)
class Change(Action):
    """Adds to a counter."""

    kind: ClassVar[str] = "change"
    counter: str
    by: Node = parse("1")
    who: Node = parse("turn")


@dataclass(frozen=True, eq=False, kw_only=True)
class Control(Action):
    """Lets one seat choose for another, for the rest of the hand."""

    kind: ClassVar[str] = "control"
    seat: Node
    by: Node


@dataclass(frozen=True, eq=False, kw_only=True)
class Deal(Action):
    """Deals from the stock, once round for each packet, from the dealer's left."""

    kind: ClassVar[str] = "deal"
    packets: tuple[Node, ...]
    zone: Node = parse("hand")
    to: Node = parse("each")


@dataclass(frozen=True, eq=False, kw_only=True)
class Declare(Action):
    """Counts the combinations that the cards of a zone form as declared by a player."""

    kind: ClassVar[str] = "declare"
    patterns: tuple[str, ...]
    zone: Node = parse("hand")
    who: Node = parse("turn")


@dataclass(frozen=True, eq=False, kw_only=True)
class EndHand(Action):
    """Ends the hand at once."""

    kind: ClassVar[str] = "end_hand"
    scored: bool = True


@dataclass(frozen=True, eq=False, kw_only=True)
class EndPhase(Action):
    """Ends the phase it happens in."""

    kind: ClassVar[str] = "end_phase"


@dataclass(frozen=True, eq=False, kw_only=True)
class Expose(Action):
    """Lays a zone open for all to see, for the rest of the hand."""

    kind: ClassVar[str] = "expose"
    zone: Node


@dataclass(frozen=True, eq=False, kw_only=True)
class FillHands(Action):
    """Deals from the stock until each of `to` has so many cards, as far as the stock lasts."""

    kind: ClassVar[str] = "fill_hands"
    size: Node
    to: Node = parse("each")


@dataclass(frozen=True, eq=False, kw_only=True)
class ForEach(Action):
    """Does something for each of some seats in turn; each is then the `turn`."""

    kind: ClassVar[str] = "for_each"
    who: Node
    do: tuple[Action, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class If(Action):
    """Does some actions or others."""

    kind: ClassVar[str] = "if"
    condition: Node
    then: tuple[Action, ...]
    otherwise: tuple[Action, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Move(Action):
    """Moves cards from one zone to another."""

    kind: ClassVar[str] = "move"
    source: Node
    target: Node
    cards: CardCondition = CardCondition()
    count: Node | None = None
    choose: Choose = "top"
    to_bottom: bool = False
    turned_over: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class NameSuit(Action):
    """Puts a suit in force for the discard pile until the next card is played on it."""

    kind: ClassVar[str] = "name_suit"
    suit: Node


@dataclass(frozen=True, eq=False, kw_only=True)
class PlayAgain(Action):
    """When the turn is over, the same player takes another, or somebody else has the next."""

    kind: ClassVar[str] = "play_again"
    who: Node = parse("turn")


@dataclass(frozen=True, eq=False, kw_only=True)
class WhoDeals(Action):
    """Makes a player the dealer."""

    kind: ClassVar[str] = "who_deals"
    who: Node


@dataclass(frozen=True, eq=False, kw_only=True)
class Redeal(Action):
    """Throws the hand in; it does not count as a hand."""

    kind: ClassVar[str] = "redeal"
    dealer: DealerAfter = "same"


@dataclass(frozen=True, eq=False, kw_only=True)
class Reverse(Action):
    """Turns the direction of play round, for the rest of the hand."""

    kind: ClassVar[str] = "reverse"


@dataclass(frozen=True, eq=False, kw_only=True)
class Set(Action):
    """Gives a counter a value; for a counter of seats or teams, that of each of `who`."""

    kind: ClassVar[str] = "set"
    counter: str
    to: Node
    who: Node = parse("turn")


@dataclass(frozen=True, eq=False, kw_only=True)
class SetMode(Action):
    """Puts one of the modes of the ranking in force."""

    kind: ClassVar[str] = "set_mode"
    mode: str


@dataclass(frozen=True, eq=False, kw_only=True)
class SetTrump(Action):
    """Makes a suit trumps; `none` means no trumps."""

    kind: ClassVar[str] = "set_trump"
    suit: Node


@dataclass(frozen=True, eq=False, kw_only=True)
class Show(Action):
    """Shows cards of a zone to all; they stay where they are."""

    kind: ClassVar[str] = "show"
    zone: Node
    cards: CardCondition = CardCondition()


@dataclass(frozen=True, eq=False, kw_only=True)
class Shuffle(Action):
    """Shuffles a zone."""

    kind: ClassVar[str] = "shuffle"
    zone: Node


@dataclass(frozen=True, eq=False, kw_only=True)
class SitOut(Action):
    """Takes seats out of the rest of the hand."""

    kind: ClassVar[str] = "sit_out"
    who: Node


@dataclass(frozen=True, eq=False, kw_only=True)
class Skip(Action):
    """The next players miss their turn; before the first turn, those who would begin."""

    kind: ClassVar[str] = "skip"
    count: Node = parse("1")


@dataclass(frozen=True, eq=False, kw_only=True)
class Stake(Action):
    """Moves chips of each of `who` to the pot, as far as they have them."""

    kind: ClassVar[str] = "stake"
    amount: Node
    who: Node = parse("turn")
    dead: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class While(Action):
    """Repeats as long as the condition holds, at most as often as there are cards."""

    kind: ClassVar[str] = "while"
    condition: Node
    do: tuple[Action, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class BettingPhase(Phase):
    """Players check, bet, call, raise or fold until all who are in have staked alike."""

    kind: ClassVar[str] = "betting"
    min_bet: Node
    max_raises: int | None = 3
    showdown_method: ShowdownMethod = "hand_evaluation"
    max_bet: Node | None = None
    reopening: Node | None = None
    acted: Node | None = None
    first: Node = parse("left(dealer)")
    all_in: bool = True
    may_check: bool = True


@dataclass(frozen=True, eq=False, kw_only=True)
class BlockPhase(Phase):
    """Several phases under one condition or heading."""

    kind: ClassVar[str] = "block"
    phases: tuple[Phase, ...]
    after: Node = parse("true")


@dataclass(frozen=True, eq=False, kw_only=True)
class BuildPhase(Phase):
    """Moves one card or packet between piles."""

    kind: ClassVar[str] = "build"
    moves: tuple[BuildMove, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class CallPhase(Phase):
    """Players are asked in turn, and each makes one of the calls."""

    kind: ClassVar[str] = "call"
    calls: tuple[Call, ...]
    rounds: int | None = 1
    pass_is_final: bool = False
    close: Node = parse("false")
    simultaneous: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class CapturePhase(Phase):
    """Plays one card."""

    kind: ClassVar[str] = "capture"
    by: tuple[CaptureBy, ...]
    values: str
    source: Node = parse("hand")
    table: Node = parse("tableau")
    target: Node = parse("captured")
    exact_first: bool = True
    mandatory: bool = True


@dataclass(frozen=True, eq=False, kw_only=True)
class ChoicePhase(Phase):
    """The player chooses one of several things to do."""

    kind: ClassVar[str] = "choice"
    options: tuple[Phase, ...]
    may_pass: Node = parse("false")
    none_open: NoOption = "skip"


@dataclass(frozen=True, eq=False, kw_only=True)
class ClaimPhase(Phase):
    """Plays cards face down and says of which rank they are."""

    kind: ClassVar[str] = "claim"
    min_cards: int = 1
    max_cards: int = 4
    rank_mode: ClaimRankMode = "sequential"
    fixed_rank: str | None = None
    starting_rank: str = "A"
    allow_challenge: bool = True
    pile_penalty: bool = True
    source: Node = parse("hand")
    target: Node = parse("discard")


@dataclass(frozen=True, eq=False, kw_only=True)
class DeclarePhase(Phase):
    """Combinations in the hand are declared and score what they are worth; the cards stay."""

    kind: ClassVar[str] = "declare"
    patterns: tuple[str, ...]
    automatic: bool = True
    announce: Announce = "now"
    shown_when: Node | None = None
    contest: Contest | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class DiscardPhase(Phase):
    """Puts cards from the hand aside."""

    kind: ClassVar[str] = "discard"
    target: Node = parse("discard")
    count: Node = parse("1")
    mandatory: bool = True
    source: Node = parse("hand")
    cards: CardCondition | None = None
    choose: Choose = "pick"
    after: Node = parse("true")


@dataclass(frozen=True, eq=False, kw_only=True)
class DoPhase(Phase):
    """Things that happen without anybody's choice, once for each of `who` (by default once)."""

    kind: ClassVar[str] = "do"
    actions: tuple[Action, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class DrawPhase(Phase):
    """Takes cards into the hand."""

    kind: ClassVar[str] = "draw"
    source: Node = parse("deck")
    count: Node = parse("1")
    mandatory: bool = True
    target: Node = parse("hand")
    choose: Choose = "top"
    when_empty: tuple[Action, ...] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class MeldPhase(Phase):
    """Lays one combination from the hand on the table, or adds cards to one that lies there."""

    kind: ClassVar[str] = "meld"
    patterns: tuple[str, ...]
    source: Node = parse("hand")
    target: Node = parse("melds")
    new_melds: bool = True
    lay_off: LayOff = "none"
    automatic: bool = False
    mandatory: bool = False
    with_top_of: Node | None = None
    after: Node = parse("true")


@dataclass(frozen=True, eq=False, kw_only=True)
class PassPhase(Phase):
    """Everybody passes cards to another player at the same time."""

    kind: ClassVar[str] = "pass"
    count: Node
    to: tuple[Node, ...]
    cards: CardCondition | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class PlayPhase(Phase):
    """Plays cards from the hand."""

    kind: ClassVar[str] = "play"
    target: Node
    valid_play_condition: CardCondition | None = None
    min_cards: Node = parse("1")
    max_cards: Node = parse("1")
    mandatory: bool = True
    pass_if_unable: bool = True
    source: Node = parse("hand")
    allowed: tuple[CardRule, ...] = ()
    duties: tuple[CardRule, ...] = ()
    together: tuple[str, ...] = ()
    beating: Node | None = None
    beaten_to: Node | None = None
    after: Node = parse("true")


@dataclass(frozen=True, eq=False, kw_only=True)
class RepeatPhase(Phase):
    """The same player repeats the phases as long as a condition holds."""

    kind: ClassVar[str] = "repeat"
    phases: tuple[Phase, ...]
    as_long_as: Node = parse("true")
    may_stop: Node = parse("false")
    after: Node = parse("true")


@dataclass(frozen=True, eq=False, kw_only=True)
class ShowdownPhase(Phase):
    """Those who are still in show their hands."""

    kind: ClassVar[str] = "showdown"
    method: ShowdownMethod = "hand_evaluation"


@dataclass(frozen=True, eq=False, kw_only=True)
class TrickPhase(Phase):
    """Each player in turn plays a card; the best card takes them all, and so on."""

    kind: ClassVar[str] = "trick"
    lead_suit_required: bool = True
    trump_suit: str | None = None
    high_card_wins: bool = True
    breaking_suit: str | None = None
    breaking_rule: BreakingRule = "none"
    source: Node = parse("hand")
    choose: Choose = "pick"
    lead: tuple[CardRule, ...] = ()
    follow: tuple[CardRule, ...] = ()
    playable: CardCondition | None = None
    out: OutOfCards = "any_card"
    out_to: Node | None = None
    leader: Node = parse("left(dealer)")
    next_leader: Node = parse("winner")
    tie: TrickTie = "first"
    battle_cards: int = 0
    collect_to: Node = parse("captured(winner)")
    collect_order: CollectOrder = "played"
    collect_to_bottom: bool = False
    keep: tuple[Keep, ...] = ()
    before_card: tuple[Phase, ...] = ()
    after_trick: tuple[Action, ...] = ()
    until: Node = parse("false")


@dataclass(frozen=True, eq=False, kw_only=True)
class TurnsPhase(Phase):
    """Turns go round: each player in turn does the phases, until a condition holds."""

    kind: ClassVar[str] = "turns"
    phases: tuple[Phase, ...]
    first: Node = parse("left(dealer)")
    until: Node = parse("false")


@dataclass(frozen=True, eq=False, kw_only=True)
class Setting:
    """One field of the genome and its value; `path` is a JSON pointer, `value` JSON text."""

    path: str
    value: str


@dataclass(frozen=True, eq=False, kw_only=True)
class BuildMove:
    """Moving a card, or a packet, from one pile to another."""

    source: Node
    target: Node
    onto: CardCondition | None = None
    on_empty: CardCondition | None = None
    unit: BuildUnit = "card"


@dataclass(frozen=True, eq=False, kw_only=True)
class Call:
    """One thing a player may say."""

    name: str
    label: str
    choices: tuple[CallChoice, ...] = ()
    when: Node = parse("true")
    key: Node | None = None
    equal_ok: Node = parse("false")
    rank: int = 0
    is_pass: bool = False
    out_of_turn: bool = False
    do: tuple[Action, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Contest:
    """Only the side with the best declaration scores."""

    side: ContestSide = "team"
    winner_scores: ContestScores = "all"
    trumps_first: bool = False
    ties: ContestTie = "earlier_seat"


@dataclass(frozen=True, eq=False, kw_only=True)
class CardRule:
    """Some cards, where a condition holds: one line of a list of duties or permissions."""

    cards: CardCondition
    when: Node = parse("true")


@dataclass(frozen=True, eq=False, kw_only=True)
class Keep:
    """Cards of a trick that do not go to its winner."""

    cards: CardCondition
    to: Node


@dataclass(frozen=True, eq=False, kw_only=True)
class CallChoice:
    """Something a call names: a level, a suit, a player. Expressions use it by its name."""

    name: str
    label: str
    type: ChoiceKind
    low: Node = parse("0")
    high: Node = parse("0")
    step: int = 1
    numbers: tuple[int, ...] = ()
    suits: tuple[str, ...] = ()
    ranks_in: Node | None = None
    seats: Node = parse("others(turn)")
    words: tuple[str, ...] = ()


ACTIONS: dict[str, type[Action]] = {cls.kind: cls for cls in Action.__subclasses__()}
PHASES: dict[str, type[Phase]] = {cls.kind: cls for cls in Phase.__subclasses__()}

P = TypeVar("P")


class BadGenome(ValueError):
    """JSON that is not a genome."""


def read_part(cls: type[P], data: Mapping[str, Any]) -> P:
    """A part with the fields given and the defaults of the others (§2.1)."""
    if cls is Action or cls is Phase:
        return typing.cast(P, read_kind(cls, data))
    hints: dict[str, Any] = annotations_of(cls)
    unknown = set(data) - set(hints) - {"kind", "$schema"}
    if unknown:
        raise BadGenome(f"{cls.__name__} has no field {sorted(unknown)}")
    values = {name: read_value(hint, data[name]) for name, hint in hints.items() if name in data}
    return cls(**values)


def read_kind(cls: type[Any], data: Mapping[str, Any]) -> Any:
    """A phase or an action, of the kind it carries (§2.1)."""
    kinds: Mapping[str, type[Any]] = PHASES if cls is Phase else ACTIONS
    if data.get("kind") not in kinds:
        raise BadGenome(f"no {cls.__name__} is of kind {data.get('kind')!r}")
    return read_part(kinds[data["kind"]], data)


def read_value(hint: Any, value: Any) -> Any:
    """One field: a list as a tuple, a part as itself, an expression as its tree."""
    origin = typing.get_origin(hint)
    if origin is types.UnionType or origin is Union:
        if value is None:
            return None
        (inner,) = (each for each in typing.get_args(hint) if each is not type(None))
        return read_value(inner, value)
    if origin is tuple:
        inner = typing.get_args(hint)[0]
        return tuple(read_value(inner, each) for each in value)
    if hint is Node:
        return parse(str(value).lower() if isinstance(value, bool) else value)
    if isinstance(hint, type) and hint not in (str, int, bool, float):
        return read_part(hint, value)
    return value


TYPES: dict[Any, dict[str, Any]] = {}


def annotations_of(cls: Any) -> dict[str, Any]:
    """The types of a part's fields, by name."""
    if cls not in TYPES:
        hints = typing.get_type_hints(cls)
        TYPES[cls] = {field.name: hints[field.name] for field in fields(cls)}
    return TYPES[cls]


def with_options(data: Mapping[str, Any], chosen: Mapping[str, str]) -> dict[str, Any]:
    """The JSON with other choices of its options put in force. The settings of a choice that stands
    already are in the file (§2.4)."""
    genome: dict[str, Any] = copy.deepcopy(dict(data))
    for option in genome.get("options", []):
        if option["name"] not in chosen or chosen[option["name"]] == option["value"]:
            continue
        option["value"] = chosen[option["name"]]
        for choice in option["choices"]:
            if choice["name"] == option["value"]:
                for setting in choice.get("sets", []):
                    put(genome, setting["path"], json.loads(setting["value"]))
    return genome


def put(genome: dict[str, Any], pointer: str, value: Any) -> None:
    """Replaces what stands at a JSON pointer (§2.4)."""
    *way, last = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    place: Any = genome
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value


def forget() -> None:
    """Empties the tables that are kept for genomes read so far."""
    from tests.reference import cards, conditions, patterns, private, rankings, showdown, words

    for module in (cards, conditions, patterns, private, rankings, showdown, words):
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()
    phases_of.cache_clear()


def read_genome(data: Mapping[str, Any], chosen: Mapping[str, str] | None = None) -> GameGenome:
    """The genome a file describes, options in force folded, short forms written out."""
    from tests.reference.short_forms import written_out

    return read_part(GameGenome, written_out(with_options(data, chosen or {})))


@cache
def phases_of(genome: GameGenome) -> tuple[Phase, ...]:
    """Every phase, each before those inside it, in the order of the file."""
    return tuple(
        inner
        for outer in genome.setup.before_deal + genome.turn_structure.phases
        for inner in with_inner_phases(outer)
    )


def with_inner_phases(phase: Phase) -> list[Phase]:
    """A phase and all those inside it."""
    inner: tuple[Phase, ...] = ()
    if isinstance(phase, BlockPhase | RepeatPhase | TurnsPhase):
        inner = phase.phases
    elif isinstance(phase, ChoicePhase):
        inner = phase.options
    elif isinstance(phase, TrickPhase):
        inner = phase.before_card
    return [phase, *(each for one in inner for each in with_inner_phases(one))]
