"""Tidying up: a game without the leftovers that nothing reads, which plays exactly as before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from darwindeck.evolution.making.mentions import PLAIN, Mention, mentions, spoken_of
from darwindeck.genome.expressions import Call as Asked
from darwindeck.genome.expressions import Name, Negative, Node, Number
from darwindeck.genome.expressions.simplify import FALSE, TRUE, simplified
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import (
    AssignRole,
    BettingPhase,
    BlockPhase,
    Call,
    CardCondition,
    CardRanking,
    Change,
    ChoicePhase,
    Choose,
    ClaimPhase,
    Deal,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    Declare,
    DeclarePhase,
    DiscardPhase,
    DoPhase,
    DrawLots,
    DrawPhase,
    FillHands,
    FirstDealer,
    ForEach,
    GameGenome,
    HandEvaluationMethod,
    HandPattern,
    If,
    Location,
    MatchRules,
    Moment,
    Move,
    NameSuit,
    OutOfCards,
    Part,
    PassAction,
    PassPhase,
    Phase,
    RepeatPhase,
    ScoringRule,
    ScoringTrigger,
    Set,
    SetMode,
    SetTrump,
    ShowdownMethod,
    ShowdownPhase,
    SitOut,
    SpecialEffect,
    Stake,
    TableauMode,
    TrickPhase,
    TurnsPhase,
    While,
)
from darwindeck.genome.survey import Survey, survey
from darwindeck.genome.tree import holders, transform, walk, with_expressions
from darwindeck.genome.validation.facts import Facts, zone_name
from darwindeck.genome.validation.table import table_hints_can_be_drawn

PASSES = 12
"""How often leftovers are looked for: what one pass removes may have been the last to read
something else."""

P = TypeVar("P")


def tidy(genome: GameGenome) -> GameGenome:
    """The same game with its options settled and without anything that nothing reads.

    Clauses that can never apply go, as do zones, roles, counters, lets, card sets, patterns, point
    tables, modes, orders and values that no clause speaks of, and the actions that only wrote them.
    """
    genome = _without_notes(_settled(genome))
    for _ in range(PASSES):
        before = genome
        genome = _without_leftovers(_without_void(genome))
        if genome == before:
            break
    return _without_lost_hints(_without_lost_words(genome))


def _without_lost_words(genome: GameGenome) -> GameGenome:
    """Without words for what is no longer there."""
    if not genome.words:
        return genome
    there = {counter.name for counter in genome.counters} | {role.name for role in genome.roles}
    there |= {tag for pattern in genome.patterns for tag in pattern.tags}
    words = tuple(wording for wording in genome.words if wording.of in there)
    return genome if words == genome.words else replace(genome, words=words)


def _without_lost_hints(genome: GameGenome) -> GameGenome:
    """Without hints for a table on which what they speak of no longer lies."""
    if genome.table is None or not any(table_hints_can_be_drawn(Facts(genome, survey(genome)))):
        return genome
    return replace(genome, table=None)


def _settled(genome: GameGenome) -> GameGenome:
    """Every option at the choice in force."""
    return replace(fold_options(genome), options=()) if genome.options else genome


def _without_notes(genome: GameGenome) -> GameGenome:
    """Notes tell why a clause stands in its game; in another game that may be untrue."""

    def changed(part: Part) -> Part:
        return replace(part, note="") if getattr(part, "note", "") else part  # type: ignore[call-arg]

    return transform(genome, changed)


# --- clauses that can never apply, and hollow ones ------------------------------------------------


def _without_void(genome: GameGenome) -> GameGenome:
    spoken = frozenset(spoken_of(genome))
    return _Sweep(lambda part: _is_void(part, spoken)).part(genome)


def _is_void(part: Part, spoken: frozenset[Mention]) -> bool:
    """Whether it is a clause whose condition never holds and which nothing speaks of by name."""
    if getattr(part, "when", None) != "false" or isinstance(part, HandPattern):
        return False
    if isinstance(part, Call):
        names = {Mention("call", part.name)}
        for choice in part.choices:
            names |= {Mention(PLAIN, choice.name), Mention("choice", choice.name)}
        return names.isdisjoint(spoken)
    return not (isinstance(part, Phase) and Mention("phase", part.name) in spoken)


class _Sweep:
    """Takes parts out of a genome, with whatever is hollow without them."""

    def __init__(self, gone: Callable[[Part], bool]) -> None:
        self.gone = gone

    def part(self, part: P) -> P:
        changes: dict[str, Any] = {}
        for name in holders(type(part)):
            old = getattr(part, name)
            if isinstance(old, tuple):
                steady = isinstance(part, ChoicePhase | RepeatPhase)
                new: Any = self.items(old, steady)
            elif isinstance(old, Part):
                new = self.part(old)
            else:
                continue
            if new is not old and new != old:
                changes[name] = new
        return replace(part, **changes) if changes else part  # type: ignore[type-var]

    def items(self, old: tuple[Any, ...], steady: bool) -> tuple[Any, ...]:
        """A list without the parts that are gone. In a `steady` one, the phases of a choice or of
        something repeated, that a phase happens matters even if nothing comes of it."""
        if not any(isinstance(item, Part) for item in old):
            return old
        kept: list[Any] = []
        for item in old:
            if self.gone(item):
                continue
            new = self.part(item)
            if new is not item and is_hollow(new):
                if steady and isinstance(new, Phase):
                    kept.append(item)
                continue
            kept += _unfolded(new)
        return tuple(kept)


def _unfolded(part: Part) -> tuple[Part, ...]:
    """A choice between actions that is settled becomes the actions themselves."""
    if isinstance(part, If):
        if part.condition == "true" or (part.then == part.otherwise and part.then):
            return part.then
        if part.condition == "false":
            return part.otherwise
        if not part.then:
            return (If(f"not ({part.condition})", part.otherwise),)
    return (part,)


def is_hollow(part: Part) -> bool:
    """Whether nothing is left in a clause that is there for what is in it."""
    match part:
        case If(then=then, otherwise=otherwise):
            return not then and not otherwise
        case While(do=do) | ForEach(do=do) | SpecialEffect(do=do):
            return not do
        case DoPhase(actions=actions, then=then):
            return not actions and not then
        case BlockPhase(phases=phases) | TurnsPhase(phases=phases) | RepeatPhase(phases=phases):
            return not phases
        case ChoicePhase(options=options):
            return not options
    return False


# --- what nothing reads ---------------------------------------------------------------------------


class _Reading:
    """What the clauses of a genome read."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self.survey: Survey = survey(genome)
        self.spoken: set[Mention] = set()
        for use in self.survey.expressions:
            if isinstance(use.expr, str):
                found = mentions(use.expr)
                own = written_by(use.part)
                if own is not None:
                    found = found - {Mention(PLAIN, own), Mention("role", own)}
                if use.path[0] == "lets":
                    found = found - {Mention(PLAIN, getattr(use.part, "name", ""))}
                self.spoken |= found
        for name in self.survey.names:
            writes = isinstance(name.part, AssignRole | DrawLots | Set | Change)
            if not writes or name.kind not in ("role", "counter"):
                self.spoken.add(Mention(name.kind, name.name))

    def reads(self, kind: str, name: str) -> bool:
        return Mention(kind, name) in self.spoken or Mention(PLAIN, name) in self.spoken

    def says(self, *words: str) -> bool:
        """Whether an expression uses one of these words of the language."""
        return any(
            word in _words(str(use.expr)) for use in self.survey.expressions for word in words
        )

    def has(self, *kinds: type[Part]) -> bool:
        return self.survey.has(*kinds)


def written_by(part: Part) -> str | None:
    """The role or counter that a part changes."""
    match part:
        case AssignRole(role=name) | DrawLots(role=name) | Set(counter=name) | Change(counter=name):
            return str(name)
        case ScoringRule(into=name) if name not in ("hand_score", "chips"):
            return str(name)
    return None


def _words(text: str) -> frozenset[str]:
    return frozenset("".join(c if c.isalnum() or c == "_" else " " for c in text).split())


def _without_leftovers(genome: GameGenome) -> GameGenome:
    genome = _without_unset(genome)
    reading = _Reading(genome)
    unread = {role.name for role in genome.roles if not reading.reads("role", role.name)}
    unread |= {c.name for c in genome.counters if not reading.reads("counter", c.name)}
    if unread:
        genome = _Sweep(lambda part: written_by(part) in unread).part(genome)
        reading = _Reading(genome)
    genome = _declarations(genome, reading)
    genome = _worth(genome, reading)
    genome = _unanswered(genome, reading)
    return _edges(genome, reading)


_SETTLED = ("true", "false")
_ACTIVE = re.compile(r"\bactive\b")


def _without_unset(genome: GameGenome) -> GameGenome:
    """Without counters that nothing changes, which are just numbers, without terms that always or
    never hold, without what is said of roles that nobody ever gets, and without asking who is still
    in the hand where nobody ever leaves it."""
    writes = {name for _, part in walk(genome) if (name := written_by(part)) is not None}
    # A pot changes with every stake that goes into it.
    numbers = {c.name: c.start for c in genome.counters if c.name not in writes and not c.pot}
    roles = {role.name for role in genome.roles if role.name not in writes}
    settled = {let.name: Name(str(let.value)) for let in genome.lets if let.value in _SETTLED}
    all_stay = not any(_takes_out(part) for _, part in walk(genome))
    if not numbers and not roles and not settled and not all_stay:
        return genome

    def known(node: Node) -> Node | None:
        match node:
            case Asked("next", (seat, Name("active"))) if all_stay:
                return Asked("left", (seat,))
            case Asked("previous", (seat, Name("active"))) if all_stay:
                return Asked("right", (seat,))
            case Name("active") | Asked("active", _) if all_stay:
                return TRUE
            case Name(name) | Asked(name, _) if name in numbers:
                start = numbers[name]
                return Number(start) if start >= 0 else Negative(Number(-start))
            case Name(name) | Asked(name, _) if name in settled:
                return settled[name]
            case Asked("set" | "is", (Name(role), *_)) if role in roles:
                return FALSE
        return None

    def change(text: str) -> str | int:
        names = {mention.name for mention in mentions(text)}
        meant = names & (numbers.keys() | settled.keys() | roles)
        return simplified(text, known) if meant or (all_stay and _ACTIVE.search(text)) else text

    genome = with_expressions(genome, change)
    return _Sweep(lambda part: _concerns_nobody(part, roles)).part(genome)


def _takes_out(part: Part) -> bool:
    """Whether somebody may be out of a hand, or of the match, by it."""
    match part:
        case SitOut() | BettingPhase():
            return True
        case TrickPhase(out=OutOfCards.SIT_OUT):
            return True
        case MatchRules():
            return part.out != "false"
    return False


def _concerns_nobody(part: Part, roles: set[str]) -> bool:
    """Whether a score or a phase is for a role that nobody ever gets."""
    if not isinstance(part, ScoringRule | Phase) or part.who is None:
        return False
    return bool({mention.name for mention in mentions(str(part.who))} & roles)


def _kept(items: Iterable[P], keep: Callable[[P], bool]) -> tuple[P, ...]:
    return tuple(item for item in items if keep(item))


def _declarations(genome: GameGenome, reading: _Reading) -> GameGenome:
    """Without what is declared and never spoken of."""
    writes = {written_by(part) for _, part in reading.survey.parts}
    zones = genome.zones
    if zones is not None:
        used = _zones_used(reading)
        zones = _kept(zones, lambda zone: zone.name in used)
    melded = {m.name for m in reading.spoken if m.kind == "pattern"}
    return replace(
        genome,
        zones=zones,
        roles=_kept(genome.roles, lambda r: r.name in writes or reading.reads("role", r.name)),
        counters=_kept(
            genome.counters, lambda c: c.name in writes or reading.reads("counter", c.name)
        ),
        lets=_kept(genome.lets, lambda let: reading.reads("let", let.name)),
        card_sets=_kept(genome.card_sets, lambda s: reading.reads("card set", s.name)),
        patterns=_kept(genome.patterns, lambda pattern: pattern.name in melded),
    )


def _zones_used(reading: _Reading) -> set[str]:
    """The zones that some clause names or means without naming them."""
    genome, has = reading.genome, reading.has
    used = {zone_name(str(use.expr)) for use in reading.survey.expressions if use.wanted == "zone"}
    used |= {m.name for m in reading.spoken if m.kind in (PLAIN, "zone")}
    used.add(Location.DECK)
    users = (PassPhase, FillHands, DeclarePhase, BettingPhase, ShowdownPhase)
    if genome.setup.deal is None or has(*users) or reading.says("hand_size", "holder"):
        used.add(Location.HAND)
    rules = genome.game_rules
    reshuffles = rules is None or rules.deck_empty_action is DeckEmptyAction.RESHUFFLE_DISCARD
    draws = has(DrawPhase, Deal, FillHands, Move)
    turned_up = any(effect.moment is Moment.TURNED_UP for effect in genome.special_effects)
    if has(NameSuit) or turned_up or genome.setup.initial_discard_count or (reshuffles and draws):
        used.add(Location.DISCARD)
    clears = rules is not None and rules.consecutive_pass_action is PassAction.CLEAR_TABLEAU
    if genome.setup.tableau_mode is not TableauMode.NONE or clears:
        used |= {Location.TABLEAU, Location.CAPTURED}
    if any(win.type in ("capture_all", "most_captured") for win in genome.win_conditions):
        used.add(Location.CAPTURED)
    if any(win.type in ("empty_hand", "best_hand") for win in genome.win_conditions):
        used.add(Location.HAND)
    if any(rule.trigger is ScoringTrigger.CAPTURE for rule in genome.card_scoring or ()):
        used.add(Location.CAPTURED)
    return used | {str(zone.beneath) for zone in genome.zones or () if zone.beneath is not None}


def _worth(genome: GameGenome, reading: _Reading) -> GameGenome:
    """Without orders, values and ways of comparing hands that nothing uses."""
    modes = {str(part.mode) for _, part in reading.survey.all(SetMode)} | {""}
    tables = genome.point_tables
    if tables is not None:
        tables = _kept(tables, lambda t: t.mode in modes and reading.reads("point table", t.name))
    rankings = genome.rankings
    if rankings is not None:
        rankings = _kept(rankings, lambda ranking: ranking.mode in modes)
        if rankings and not _compares(genome, reading):
            rankings = ()
        if not _trumps(genome, reading):
            rankings = tuple(_without_trump_suit(r) for r in rankings)
        if not _runs(genome, reading):
            rankings = tuple(replace(r, sequence=()) for r in rankings)
    evaluation = genome.hand_evaluation
    if evaluation is not None and not _judges_hands(genome, reading):
        evaluation = None
    return replace(genome, point_tables=tables, rankings=rankings, hand_evaluation=evaluation)


def _unanswered(genome: GameGenome, reading: _Reading) -> GameGenome:
    """Without combinations that are counted and never scored, and without exceptions for cards
    taken from where nobody takes any."""
    if reading.has(Declare, DeclarePhase) and not reading.says("declared"):
        genome = _Sweep(_declares_by_itself).part(genome)
    sources = {
        zone_name(str(use.expr))
        for use in reading.survey.expressions
        if use.wanted == "zone" and use.field in ("source", "with_top_of")
    }

    def never(condition: CardCondition | None) -> bool:
        zone = condition.taken_from if condition is not None else None
        return zone is not None and zone not in sources

    if any(never(part) for _, part in reading.survey.all(CardCondition)):
        return _without_exceptions(genome, never)
    return genome


def _declares_by_itself(part: Part) -> bool:
    return isinstance(part, Declare) or (isinstance(part, DeclarePhase) and part.automatic)


def _without_exceptions(value: P, never: Callable[[CardCondition | None], bool]) -> P:
    def changed(part: Part) -> Part:
        if isinstance(part, CardCondition) and never(part.not_):
            return replace(part, not_=None)
        if isinstance(part, DiscardPhase) and part.cards == CardCondition():
            return replace(part, cards=None)
        return part

    return transform(value, changed)


def _without_trump_suit(ranking: CardRanking) -> CardRanking:
    return replace(
        ranking,
        trump=(),
        promote=tuple(promotion for promotion in ranking.promote if promotion.always),
        by_suit=tuple(replace(line, trump=()) for line in ranking.by_suit),
    )


def _trumps(genome: GameGenome, reading: _Reading) -> bool:
    fixed = any(phase.trump_suit for _, phase in reading.survey.all(TrickPhase))
    return fixed or genome.setup.trump_suit is not None or reading.has(SetTrump)


def _patterns(reading: _Reading) -> list[HandPattern]:
    return [pattern for _, pattern in reading.survey.all(HandPattern)]


def _runs(genome: GameGenome, reading: _Reading) -> bool:
    """Whether anything follows the order of sequences."""
    steps = any(c.step is not None for _, c in reading.survey.all(CardCondition))
    patterns = any(p.consecutive or p.sequence_length or p.tie_keys for p in _patterns(reading))
    declares = reading.has(DeclarePhase, Declare)
    sequence = genome.setup.tableau_mode is TableauMode.SEQUENCE
    return steps or patterns or declares or sequence or reading.has(ClaimPhase)


_BY_STRENGTH = (
    *("unbroken", "highest_in", "lowest_in"),
    *("groups", "from_highest", "from_lowest", "strongest"),
)
"""Words that ask which of two cards, or of two ranks, is higher."""


def _compares(genome: GameGenome, reading: _Reading) -> bool:
    """Whether anything asks which of two cards is higher."""
    if reading.has(TrickPhase, BettingPhase, ShowdownPhase) or _runs(genome, reading):
        return True
    if genome.setup.tableau_mode is not TableauMode.NONE or reading.says("holder"):
        return True
    if reading.says(*_BY_STRENGTH):
        return True
    if genome.match is not None and genome.match.first_dealer is FirstDealer.HIGH_CARD:
        return True
    if any(getattr(part, "choose", None) is Choose.HIGHEST for _, part in reading.survey.parts):
        return True
    conditions = [condition for _, condition in reading.survey.all(CardCondition)]
    return (
        any(
            condition.beats is not None or condition.highest is not None for condition in conditions
        )
        or _judges_hands(genome, reading)
        or any(win.type == "best_hand" for win in genome.win_conditions)
    )


def _judges_hands(genome: GameGenome, reading: _Reading) -> bool:
    evaluation = genome.hand_evaluation
    if evaluation is None or evaluation.method is HandEvaluationMethod.NONE:
        return False
    method = ShowdownMethod.HAND_EVALUATION
    return (
        any(phase.showdown_method is method for _, phase in reading.survey.all(BettingPhase))
        or any(phase.method is method for _, phase in reading.survey.all(ShowdownPhase))
        or any(win.type == "best_hand" for win in genome.win_conditions)
        or reading.says("total")
        or reading.says("better")
    )


def _edges(genome: GameGenome, reading: _Reading) -> GameGenome:
    """Without chips, a house, trumps and statements about tricks that nothing has to do with."""
    setup, structure = genome.setup, genome.turn_structure
    if setup.starting_chips and not _uses_chips(genome, reading):
        setup = replace(setup, starting_chips=0)
    tricks = reading.has(TrickPhase)
    if setup.trump_suit is not None and not tricks and not _asks_for_trumps(reading):
        setup = replace(setup, trump_suit=None)
    if setup.deal is not None:
        setup = replace(setup, deal=_kept(setup.deal, _deals_something))
    if not tricks and (structure.is_trick_based or structure.tricks_per_hand is not None):
        structure = replace(structure, is_trick_based=False, tricks_per_hand=None)
    house = genome.house
    if house is not None and not _uses_house(genome, reading):
        house = None
    return replace(
        genome, setup=setup, turn_structure=structure, house=house, deck=_deck(genome.deck)
    )


def _uses_chips(genome: GameGenome, reading: _Reading) -> bool:
    return (
        reading.has(BettingPhase, ShowdownPhase, Stake)
        or any(rule.into == "chips" for rule in genome.scoring_rules or ())
        or any(win.type in ("most_chips", "last_with_chips") for win in genome.win_conditions)
        or reading.says("chips", "staked", "pot")
    )


def _asks_for_trumps(reading: _Reading) -> bool:
    asked = any(
        condition.trump is not None
        or condition.printed_trump is not None
        or condition.trump_colour is not None
        or condition.beats is not None
        for _, condition in reading.survey.all(CardCondition)
    )
    return asked or reading.says("trump")


def _uses_house(genome: GameGenome, reading: _Reading) -> bool:
    dealer = genome.match is not None and genome.match.first_dealer is FirstDealer.HOUSE
    paid = any(rule.into == "chips" for rule in genome.scoring_rules or ())
    return dealer or paid or reading.says("house")


def _deals_something(step: DealStep) -> bool:
    return step.all_cards or sum(step.packets) > 0 or sum(step.piles) > 0


def _deck(deck: DeckSpec | None) -> DeckSpec | None:
    """Without suits and ranks that are declared and on no card."""
    if deck is None:
        return None
    blocks = _kept(deck.blocks, lambda block: bool(block.ranks) and block.copies > 0)
    suits = {suit for block in blocks for suit in block.suits}
    ranks = {rank for block in blocks for rank in block.ranks}
    return replace(
        deck,
        blocks=blocks,
        suits=_kept(deck.suits, lambda suit: suit.name in suits),
        ranks=_kept(deck.ranks, lambda rank: rank.name in ranks),
    )
