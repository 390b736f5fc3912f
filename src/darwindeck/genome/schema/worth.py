"""What is scored, who wins, and the rules for the edges of a game."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum

from darwindeck.genome.schema.actions import Action
from darwindeck.genome.schema.base import Amount, Condition, Part, SeatsExpr
from darwindeck.genome.schema.selectors import CardCondition


class Moment(StrEnum):
    """When something happens."""

    DEALT = "dealt"
    """The deal is complete; the cards meant are those in the players' hands."""
    TURNED_UP = "turned_up"
    """A card lies turned up on the discard pile once the deal is complete, with all that the set-up
    does after it; here `turn` is the dealer."""
    DRAWN = "drawn"
    PLAYED = "played"
    LED = "led"
    """A card is led to a trick."""
    CAPTURED = "captured"
    """Cards are taken from the table; the card that takes them is not meant. A scoring rule of this
    moment is judged once for each capture, when the cards are gone; `turn` is who took them."""
    MELDED = "melded"
    TRICK_END = "trick_end"
    TURN_END = "turn_end"
    HAND_END = "hand_end"


class ScoringTrigger(StrEnum):
    TRICK_WIN = "trick_win"
    CAPTURE = "capture"
    PLAY = "play"
    HAND_END = "hand_end"
    SET_COMPLETE = "set_complete"


@dataclass(frozen=True)
class CardScoringRule(Part):
    """Points for each matching card; at `set_complete`, once for each set."""

    condition: CardCondition
    points: int
    trigger: ScoringTrigger


class ScoreOp(StrEnum):
    ADD = "add"
    SET = "set"


@dataclass(frozen=True)
class ScoringRule(Part):
    """When something happens, somebody scores. Rules of one moment apply in order; each is
    worked out for all whom it concerns before it is applied."""

    amount: Amount
    moment: Moment = Moment.HAND_END
    when: Condition = "true"
    who: SeatsExpr = "each"
    """Whom it concerns; `team(x)`, `opponents(x)` and `teams` are sides, which score once."""
    op: ScoreOp = ScoreOp.ADD
    into: str = "hand_score"
    """What it changes: `hand_score`, `chips` (paid by the house, or to it) or a counter."""
    label: str = ""
    """What it is called in the scoring table."""
    note: str = ""
    """Why it is so, for readers of the file; no rule reads it."""


@dataclass(frozen=True)
class SpecialEffect(Part):
    """What certain cards do at a certain moment."""

    cards: CardCondition
    moment: Moment
    do: tuple[Action, ...]
    when: Condition = "true"
    note: str = ""
    """Why it is so, for readers of the file; no rule reads it."""


class WinComparison(StrEnum):
    HIGHEST = "highest"
    LOWEST = "lowest"
    FIRST = "first"
    """Whoever meets the condition wins, without comparison."""
    NONE = "none"
    """Nobody is compared: all who can win share it."""


class TriggerMode(StrEnum):
    IMMEDIATE = "immediate"
    THRESHOLD_GATE = "threshold_gate"
    """Judged after each hand."""
    ALL_HANDS_EMPTY = "all_hands_empty"
    DECK_EMPTY = "deck_empty"
    EACH_SCORE = "each_score"
    """Judged at once, and before each scoring rule: while it holds, none applies."""


@dataclass(frozen=True)
class WinCondition(Part):
    """What ends the game, and who has then won.

    `type` names a usual case, which settles what `when` and `value` leave open: `empty_hand`,
    `high_score`, `low_score`, `first_to_score`, `capture_all`, `most_captured`, `best_hand`,
    `most_chips`, `last_with_chips`, or `custom`.
    """

    type: str
    threshold: int = 0
    comparison: WinComparison = WinComparison.HIGHEST
    trigger_mode: TriggerMode = TriggerMode.IMMEDIATE
    required_hand_size: int | None = None
    _: KW_ONLY
    when: Condition | None = None
    """What ends the game; None: what `type` says."""
    value: Amount | None = None
    """What the players are compared by; None: what `type` says."""
    ties: tuple[Amount, ...] = ()
    """What decides between equals, in turn; the higher wins."""
    who: SeatsExpr | None = None
    """Who can win; None: everybody. If there is nobody, the game is lost by all."""
    note: str = ""
    """Why it is so, for readers of the file; no rule reads it."""


class PassAction(StrEnum):
    NONE = "none"
    CLEAR_TABLEAU = "clear_tableau"
    END_ROUND = "end_round"
    SKIP_PLAYER = "skip_player"


class DeckEmptyAction(StrEnum):
    RESHUFFLE_DISCARD = "reshuffle_discard"
    GAME_ENDS = "game_ends"
    SKIP_DRAW = "skip_draw"


class TieBreaker(StrEnum):
    ACTIVE_PLAYER = "active_player"
    """The player whose turn it was."""
    ALTERNATING = "alternating"
    """The tied player nearest to the dealer's left."""
    SPLIT = "split"
    """The win is shared."""
    BATTLE = "battle"
    """Another hand is played."""


@dataclass(frozen=True)
class GameRules(Part):
    """The edges of a game."""

    consecutive_pass_action: PassAction = PassAction.NONE
    passes_to_trigger: int | None = None
    """None: one less than there are players."""
    deck_empty_action: DeckEmptyAction = DeckEmptyAction.RESHUFFLE_DISCARD
    """What happens when cards are to be drawn or moved from the stock and it runs out."""
    keep_top_discard: bool = True
    tie_breaker: TieBreaker = TieBreaker.ACTIVE_PLAYER
    same_player_on_win: bool = False
    """Whether a player who takes cards has another turn."""


class Direction(StrEnum):
    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class FirstDealer(StrEnum):
    RANDOM = "random"
    """By lot."""
    HIGH_CARD = "high_card"
    """Everybody draws a card; the highest deals, ties draw again."""
    HOUSE = "house"
    """The house."""


class NextDealer(StrEnum):
    LEFT = "left"
    """The next player in the direction of play."""
    SAME = "same"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True)
class MatchRules(Part):
    """How hands follow each other."""

    hands: int | None = None
    """The most hands a game has; then the best total wins. One: the game is a single hand."""
    first_dealer: FirstDealer | None = FirstDealer.RANDOM
    next_dealer: NextDealer | None = NextDealer.LEFT
    direction: Direction | None = Direction.CLOCKWISE
    out: Condition = "false"
    """Who is out of the game when a hand begins: from then on they get no cards and do not deal,
    and everything passes them over as if their seat were not there. What they have still counts
    when the game is decided."""
    note: str = ""
    """Why it is so, for readers of the file; no rule reads it."""


@dataclass(frozen=True)
class AIHints(Part):
    """Hints for computer players; no rule reads them."""

    stand_threshold: int | None = None
    raise_threshold: float = 0.7
    call_threshold: float = 0.3
    bluff_frequency: float = 0.1
    pair_weight: float = 0.2
    high_card_weight: float = 0.4
    suit_weight: float = 0.1
