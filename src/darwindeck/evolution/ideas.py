"""What a game is about: the ideas that a player would name who tells it to somebody.

An idea is a mechanic or an aim, never a number, a rank or a pack: tricks with trumps, a bid,
captures by sums, points for the last trick, cards that make others draw. A game is told best by the
known game that has most of its ideas; what that one has not is what is new in it. Fewer cards, more
players or another score to reach are no idea, nor is a rule that is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from darwindeck.evolution.kept import kept
from darwindeck.evolution.making.crossing.mechanic import all_words
from darwindeck.genome.codec import from_json
from darwindeck.genome.options import fold_options
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import (
    Action,
    AssignRole,
    Attribute,
    Award,
    BettingPhase,
    BreakingRule,
    BuildPhase,
    CallPhase,
    CaptureBy,
    CapturePhase,
    CardCondition,
    CardScoringRule,
    ChoiceKind,
    Choose,
    ClaimPhase,
    Deal,
    Declare,
    DeclarePhase,
    DiscardPhase,
    DrawPhase,
    EndHand,
    Expose,
    FillHands,
    GameGenome,
    HandPattern,
    LayOff,
    Location,
    MeldPhase,
    Moment,
    Move,
    NameSuit,
    Part,
    PassPhase,
    Pay,
    Phase,
    PlayAgain,
    PlayPhase,
    Reference,
    Reverse,
    ScoringRule,
    SetMode,
    SetTrump,
    ShowdownPhase,
    SitOut,
    Skip,
    SpecialEffect,
    Stake,
    TrickPhase,
    TurnsPhase,
    WhoDeals,
    WinComparison,
)
from darwindeck.genome.short_forms import forms_turns
from darwindeck.genome.tree import at, walk
from darwindeck.library import get_genome, library_ids

Ideas = Mapping[str, tuple[Path, ...]]
"""The ideas of a game, each with the clauses that it comes from."""

ENOUGH = 2.0
"""A game whose own ideas count less than this is a variant of a known game: with one idea more,
everybody says that they know it, and what is left out is nothing to try."""
DETAILS = frozenset(
    {
        "a duty to lead",
        "partners",
        "points for a single card",
        "points are shunned",
        "points besides",
        "runs",
        "sets",
        "wild cards",
    }
)
"""Ideas that count half: games of one name have them or not."""
LEFT_OUT = 1 / 3
"""What an idea counts that the known game has and this one has not."""


@dataclass(frozen=True)
class Twist:
    """What sets a game apart from the known game that is told most easily to tell it."""

    genome_id: str
    """That known game."""
    ideas: tuple[str, ...]
    """Ideas that it has not."""
    size: float
    """How much must be told: these ideas, and a little for each that is left out."""

    @property
    def weight(self) -> float:
        """What its own ideas count."""
        return _weight(self.ideas)

    @property
    def is_slight(self) -> bool:
        """Whether the game is a variant of the known one."""
        return self.weight < ENOUGH


def ideas_of(genome: GameGenome) -> Ideas:
    """The ideas of a game; options count as they are set."""
    return _ideas_of(fold_options(genome))


@lru_cache(maxsize=256)
def _ideas_of(genome: GameGenome) -> Ideas:
    found: dict[str, tuple[Path, ...]] = {}
    for idea, path in _ideas(genome):
        found[idea] = (*found.get(idea, ()), path)
    return found


def twist_of(genome: GameGenome, origins: Sequence[str] = ()) -> Twist:
    """What is new in a game beside the known game that is most like it, of the library or of
    `origins` (as JSON)."""
    own = frozenset(ideas_of(genome))
    known = [*library_ideas().items(), *map(_origin, origins)]
    size, name, theirs = min(
        ((_apart(own, theirs), name, theirs) for name, theirs in known), key=lambda one: one[:2]
    )
    return Twist(name, tuple(sorted(own - theirs)), size)


def _apart(own: frozenset[str], theirs: frozenset[str]) -> float:
    return round(_weight(own - theirs) + LEFT_OUT * _weight(theirs - own), 6)


def are_alike(one: GameGenome, other: GameGenome) -> bool:
    """Whether two games are told alike: between them there is less than one idea."""
    ours, theirs = frozenset(ideas_of(one)), frozenset(ideas_of(other))
    return _weight(ours ^ theirs) < 1


def _weight(ideas: Collection[str]) -> float:
    return len(ideas) - sum(idea in DETAILS for idea in ideas) / 2


@cache
def library_ideas() -> dict[str, frozenset[str]]:
    """The ideas of all games of the library, by their names."""
    found = kept("ideas", _of_the_library)
    return {name: frozenset(ideas) for name, ideas in found.items()}


def _of_the_library() -> dict[str, list[str]]:
    return {name: sorted(ideas_of(get_genome(name))) for name in library_ids()}


@lru_cache(maxsize=64)
def _origin(text: str) -> tuple[str, frozenset[str]]:
    genome = from_json(text)
    return genome.genome_id, frozenset(ideas_of(genome))


def _ideas(genome: GameGenome) -> Iterator[tuple[str, Path]]:
    for path, part in walk(genome.turn_structure, ("turn_structure",)):
        if isinstance(part, Phase):
            for idea in _of_phase(part, path, genome):
                yield idea, (*path, FIELDS[idea]) if idea in FIELDS else path
        if isinstance(part, SetTrump):
            yield "trumps", path
    for path, part in walk(genome.setup.after_deal, ("setup", "after_deal")):
        if isinstance(part, SetTrump):
            yield "trumps", path
    for path, part in walk(genome.setup.before_deal, ("setup", "before_deal")):
        if isinstance(part, Phase):
            yield from ((idea, path) for idea in _of_phase(part, path, genome))
    if genome.setup.trump_suit is not None:
        yield "trumps", ("setup", "trump_suit")
    for place, effect in enumerate(genome.special_effects):
        at: Path = ("special_effects", place)
        yield from ((idea, at) for idea in _of_effect(effect))
    for place, rule in enumerate(genome.scoring_rules or ()):
        yield from ((idea, ("scoring_rules", place)) for idea in _of_score(rule, genome))
    for place, cards in enumerate(genome.card_scoring or ()):
        yield _of_cards(cards), ("card_scoring", place)
    for place, pattern in enumerate(genome.patterns):
        yield from ((idea, ("patterns", place)) for idea in _of_pattern(pattern))
    if genome.team_mode:
        yield "partners", ("teams",)
    if any(win.comparison is WinComparison.LOWEST for win in genome.win_conditions):
        yield "points are shunned", ("win_conditions",)


# --- what is done --------------------------------------------------------------------------------


def _of_phase(phase: Phase, path: Path, genome: GameGenome) -> Iterator[str]:
    in_turns = _is_in_turns(path, genome)
    if isinstance(phase, TrickPhase):
        yield from _of_tricks(phase)
    elif isinstance(phase, CallPhase):
        yield from _of_calls(phase)
    elif isinstance(phase, CapturePhase):
        yield from (f"captures by {by.value}" for by in phase.by)
        if CaptureBy.SUM in phase.by and phase.building:
            yield "builds"
        if phase.must_take:
            yield "every card captures"
    elif isinstance(phase, MeldPhase):
        yield "books" if phase.automatic else "melds"
        if phase.lay_off is LayOff.ANY:
            yield "adding to anybody's melds"
    elif isinstance(phase, PlayPhase):
        yield from _of_play(phase, genome)
    elif isinstance(phase, DrawPhase):
        yield from _of_drawing(phase, in_turns)
    elif isinstance(phase, DiscardPhase):
        yield "a discard each turn" if in_turns else EXCHANGE
    elif type(phase) in PLAIN:
        yield PLAIN[type(phase)]
    elif isinstance(phase, TurnsPhase) and phase.before_turn:
        yield "acting out of turn"


FIELDS = {
    "a duty to beat": "follow",
    "a duty to lead": "lead",
    "a suit that must be broken": "breaking_suit",
    "cards kept out of tricks": "keep",
    "drawing after tricks": "after_trick",
    "something done before a card is played": "before_card",
    "the lowest card wins": "high_card_wins",
}
"""What of tricks an idea comes from: all else that is said of them is no news."""
PLAIN: Mapping[type[Part], str] = {
    PassPhase: "cards passed on",
    BuildPhase: "piles that are built",
    ClaimPhase: "claims that may be doubted",
    BettingPhase: "betting",
    ShowdownPhase: "hands compared",
    DeclarePhase: "combinations declared",
}
"""Phases that are an idea whatever they say."""


def _is_in_turns(path: Path, genome: GameGenome) -> bool:
    """Whether a phase is part of a turn, and not of what comes before the play."""
    above = (at(genome, path[:length]) for length in range(1, len(path)))
    if any(isinstance(part, TurnsPhase) for part in above):
        return True
    return path[0] == "turn_structure" and forms_turns(genome.turn_structure.phases)


def _of_tricks(phase: TrickPhase) -> Iterator[str]:
    yield "tricks" if phase.choose is Choose.PICK else "cards turned up against each other"
    if not phase.high_card_wins:
        yield "the lowest card wins"
    if phase.breaking_rule is not BreakingRule.NONE:
        yield "a suit that must be broken"
    if phase.keep:
        yield "cards kept out of tricks"
    if phase.lead:
        yield "a duty to lead"
    if any(rule.cards.beats is not None for rule in phase.follow):
        yield "a duty to beat"
    if phase.choose is Choose.PICK and not phase.follow and not phase.lead_suit_required:
        yield "any card may be played to a trick"
    if phase.before_card:
        yield "something done before a card is played"
    for _, part in walk(phase.after_trick):
        if isinstance(part, FillHands | Deal) or (
            isinstance(part, Move) and part.source == Location.DECK
        ):
            yield "drawing after tricks"


def _of_calls(phase: CallPhase) -> Iterator[str]:
    choices = {choice.type for call in phase.calls for choice in call.choices}
    bid = any(call.key is not None for call in phase.calls)
    if bid:
        yield "an auction"
    elif ChoiceKind.NUMBER in choices:
        yield "a number said before the play"
    if ChoiceKind.RANK in choices and ChoiceKind.SEAT in choices:
        yield "asking for cards"
    elif ChoiceKind.SEAT in choices or ChoiceKind.RANK in choices:
        yield "naming a player or a card"
    if any(call.out_of_turn for call in phase.calls):
        yield "acting out of turn"
    if phase.simultaneous:
        yield "calls made at once"
    done = {type(part) for call in phase.calls for _, part in walk(call.do)}
    if SetMode in done:
        yield "contracts of several kinds"
    if done & {Award, Stake, Pay} and not bid:
        yield "calls that pay"
    if NameSuit in done:
        yield "naming the suit to be played"
    if Expose in done:
        yield "hands laid open"
    if SitOut in done:
        yield "leaving the hand"
    if Move in done:
        yield "taking cards by a call"
    if AssignRole in done and not (bid or choices or done & {SetTrump, SetMode}):
        yield "taking a part on oneself"


def _of_play(phase: PlayPhase, genome: GameGenome) -> Iterator[str]:
    sets = {named.name: named.cards for named in genome.card_sets}
    fits = [phase.valid_play_condition, *(rule.cards for rule in (*phase.allowed, *phase.duties))]
    plain = [one for fit in fits for _, one in walk(fit) if isinstance(one, CardCondition)]
    named = [sets[one.named] for one in plain if one.named in sets]
    conditions = plain + [
        one for cards in named for _, one in walk(cards) if isinstance(one, CardCondition)
    ]
    if phase.beating is not None or any(one.beats is not None for one in conditions):
        yield "beating what was played"
    if any(one.rank_in or one.suit_in for one in conditions):
        yield "joining what lies there"
    if any(one.same and one.of in (Reference.TOP, Reference.IN_FORCE) for one in conditions):
        yield "matching the pile"
    if any(one.step is not None for one in conditions):
        yield "going up or down by steps"
    if phase.together:
        yield "several cards played together"


EXCHANGE = "cards exchanged before the play"
"""To put cards away and to draw others come together."""


def _of_drawing(phase: DrawPhase, in_turns: bool) -> Iterator[str]:
    source = str(phase.source)
    if source.startswith("hand("):
        yield "drawing from another's hand"
    elif phase.target != Location.HAND or not in_turns:
        yield "cards drawn to the table" if in_turns else EXCHANGE
    elif source == Location.DECK:
        yield "drawing each turn"
    else:
        yield "taking what was discarded"


# --- what cards do -------------------------------------------------------------------------------


def _of_effect(effect: SpecialEffect) -> Iterator[str]:
    for _, part in walk(effect.do):
        if isinstance(part, Action) and type(part) in EFFECTS:
            yield f"cards that {EFFECTS[type(part)]}"


EFFECTS: Mapping[type[Part], str] = {
    Skip: "make others miss a turn",
    Reverse: "turn the direction round",
    PlayAgain: "give another turn",
    Move: "move cards",
    Deal: "make others draw",
    FillHands: "make others draw",
    NameSuit: "name a suit",
    Award: "score as they are played",
    SetTrump: "make trumps",
    SetMode: "change the order",
    EndHand: "end the hand",
    AssignRole: "give somebody a part",
    SitOut: "put somebody out",
    WhoDeals: "make somebody the dealer",
    Pay: "win chips",
    Stake: "cost chips",
    Expose: "lay hands open",
    Declare: "declare combinations",
}
"""What is an idea when a card does it."""


# --- what is counted -----------------------------------------------------------------------------

COUNTED: Mapping[str, str] = {
    "tricks": "tricks",
    "took_last": "the last trick",
    "last_taker": "the last capture",
    "captured": "cards won",
    "hand_size": "cards left",
    "hand": "cards left",
    "melds": "melds",
    "declared": "what was declared",
    "chips": "chips",
}
"""What scores are made of, as a player would say it, by the words of expressions."""
MOSTS = frozenset({"most", "with_most", "max"})


def _of_score(rule: ScoringRule, genome: GameGenome) -> Iterator[str]:
    words = all_words(genome, rule)
    if rule.moment is not Moment.HAND_END:
        yield f"points at {rule.moment.value.replace('_', ' ')}"
        return
    counted = sorted({COUNTED[word] for word in words & COUNTED.keys()})
    roles = {role.name for role in genome.roles}
    counters = {counter.name for counter in genome.counters}
    for what in counted:
        most = " in which somebody has most" if MOSTS & words else ""
        yield f"points for {what}{most}"
    if roles & words:
        yield "points for a contract"
    elif counters & words:
        yield "points for what was said or counted"
    if not counted and not (roles | counters) & words:
        yield "points besides"


def _of_cards(rule: CardScoringRule) -> str:
    cards = rule.condition
    single = cards.rank is not None and cards.suit is not None
    if single:
        return "points for a single card"
    kind = "cards of a suit" if cards.suit is not None else "cards"
    return f"points for {kind} at {rule.trigger.value.replace('_', ' ')}"


def _of_pattern(pattern: HandPattern) -> Iterator[str]:
    if pattern.sequence_length or pattern.consecutive or pattern.sequence_of:
        yield "runs"
    if pattern.same_rank_groups or Attribute.RANK in pattern.same:
        yield "sets"
    if pattern.wild is not None:
        yield "wild cards"
    if pattern.sum is not None:
        yield "sums"
