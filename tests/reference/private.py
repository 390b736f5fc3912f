"""Asking must not tell: what is private, and who is asked only to decline (§6.42 to §6.43g)."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.reference.genome import (
    BlockPhase,
    BuildPhase,
    Call,
    CallPhase,
    CapturePhase,
    CardCondition,
    ChoicePhase,
    ClaimPhase,
    DeclarePhase,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    Let,
    MeldPhase,
    PassPhase,
    Phase,
    PlayPhase,
    RepeatPhase,
    TrickPhase,
    TurnsPhase,
    ZoneSpec,
    phases_of,
)
from tests.reference.moves import PASS, Move
from tests.reference.rankings import cards_named
from tests.reference.state import Env, Position, places_in
from tests.reference.text import Node
from tests.reference.words import (
    cards_in,
    holds,
    number,
    pattern_named,
    places_of,
    zone,
)

OWN, OTHER = "own", "other"
"""Whose hidden cards an expression reads: the acting player's, which that player may see; or any
others."""
READS_CARDS = (
    *("count", "points", "total", "best", "suits", "groups", "picked_from"),
    *("forms", "ways", "in_ways", "trailing"),
    *("those", "unbroken", "suited", "better", "highest_in", "lowest_in"),
    *("from_highest", "from_lowest", "strongest"),
)
OF_CARDS = ("count", "those", "unbroken", "highest_in", "lowest_in")
"""Words whose second argument says which cards of a zone are meant."""
READS_TOP = ("suit", "rank")
EACH_OF_SEVERAL = {
    "any": 1,
    "all": 1,
    "where": 1,
    "sum": 1,
    "highest": 1,
    "lowest": 1,
    "next": 1,
    "previous": 1,
    "with_most": 1,
    "with_least": 1,
    "most": 0,
    "least": 0,
    "other": 0,
}
"""The words that go through several players, and which argument is judged for each (§6.43a)."""

# --- hidden zones (§6.43)


@cache
def zone_named(genome: GameGenome, name: str) -> ZoneSpec:
    """The zone of a name; the stock may be unlisted, and is then seen by nobody (§3.4)."""
    for spec in genome.zones or ():
        if spec.name == name:
            return spec
    return ZoneSpec(name=name, label=name, sees="nobody")


def is_hidden(spec: ZoneSpec) -> bool:
    """Whether not everybody may look at all cards of a zone (§6.43)."""
    if spec.owner == "table":
        return spec.sees in ("nobody", "others", "top")
    return spec.sees != "all"


def is_top_hidden(spec: ZoneSpec) -> bool:
    """Whether not everybody may look at the top card of a zone (§6.43)."""
    if spec.owner == "table" and spec.sees in ("owner", "team"):
        return False
    return spec.sees not in ("all", "top")


def whose(spec: ZoneSpec) -> str:
    """Whose cards are read in a hidden zone that is named without brackets (§6.43a)."""
    return OWN if spec.owner != "table" and spec.sees in ("owner", "team") else OTHER


def hands_hidden(genome: GameGenome) -> bool:
    """Whether not everybody sees the hands."""
    return is_hidden(zone_named(genome, "hand"))


# --- what expressions read (§6.43)


@cache
def readings(genome: GameGenome, node: Node, pile: Node | None = None) -> frozenset[str]:
    """Whose hidden cards an expression reads; `pile` is the zone whose piles are gone through."""
    word, arguments = node.word, node.arguments
    if word in ("piles", "first_pile"):
        return readings(genome, arguments[0], pile) | readings(genome, arguments[1], arguments[0])
    if word in EACH_OF_SEVERAL:
        return readings_of_several(genome, node, pile)
    found: frozenset[str] = frozenset()
    for argument in arguments:
        found |= readings(genome, argument, pile)
    if word in READS_CARDS:
        found |= zone_readings(genome, arguments[0], pile, top=False)
        if word == "better":
            found |= zone_readings(genome, arguments[1], pile, top=False)
    elif word in READS_TOP or word == "top":
        found |= zone_readings(genome, arguments[0], pile, top=True)
    elif word == "holder" and hands_hidden(genome):
        found |= {OTHER}
    elif word == "can":
        phase = phase_named(genome, arguments[0].word)
        if phase is not None and is_private(genome, phase):
            found |= {asked_of(node, 1)}
    elif word == "declared" and kept_back(genome):
        found |= {asked_of(node, 2)}
    if word in (*OF_CARDS, "picked_from"):
        found |= selector_readings(genome, cards_named(genome, arguments[1].word))
    let = let_named(genome, word)
    if let is not None:
        inner = readings(genome, let.value)
        own = asked_of(node, 0) == OWN and let.scope != "team"
        found |= inner if own or not inner else {OTHER}
    return found


def readings_of_several(genome: GameGenome, node: Node, pile: Node | None) -> frozenset[str]:
    """What is read for each of several players is not the acting player's own (§6.43a)."""
    judged = EACH_OF_SEVERAL[node.word]
    found: frozenset[str] = frozenset()
    for place, argument in enumerate(node.arguments):
        inner = readings(genome, argument, pile)
        found |= frozenset({OTHER}) if place == judged and inner else inner
    return found


def asked_of(node: Node, place: int) -> str:
    """Whether a word is asked of the acting player: without brackets or of `turn` (§6.43a)."""
    if len(node.arguments) <= place or node.arguments[place].word == "turn":
        return OWN
    return OTHER


def zone_readings(
    genome: GameGenome, node: Node, pile: Node | None, *, top: bool
) -> frozenset[str]:
    """Whose hidden cards lie in the zone an expression gives, or on top of it (§6.43)."""
    if node.word == "if":
        return zone_readings(genome, node.arguments[1], pile, top=top) | zone_readings(
            genome, node.arguments[2], pile, top=top
        )
    if node.word == "joined":
        return zone_readings(genome, node.arguments[0], pile, top=top) | zone_readings(
            genome, node.arguments[1], pile, top=top
        )
    if node.word in ("those", "first_pile"):
        return zone_readings(genome, node.arguments[0], pile, top=top)
    if node.word == "top":
        return zone_readings(genome, node.arguments[0], pile, top=True)
    if node.word == "pile" and pile is not None:
        return zone_readings(genome, pile, None, top=top)
    spec = zone_named(genome, node.word)
    if not (is_top_hidden(spec) if top else is_hidden(spec)):
        return frozenset()
    return frozenset({whose(spec) if asked_of(node, 0) == OWN else OTHER})


@cache
def selector_readings(genome: GameGenome, condition: CardCondition | None) -> frozenset[str]:
    """Whose hidden cards a selector reads: by `rank_in` of a hidden zone, and by `highest: unseen`
    if hands are hidden (§6.43)."""
    if condition is None:
        return frozenset()
    found: frozenset[str] = frozenset()
    for name in (condition.rank_in, condition.suit_in):
        if name is not None and is_hidden(zone_named(genome, name)):
            found |= {whose(zone_named(genome, name))}
    if condition.highest == "unseen" and hands_hidden(genome):
        found |= {whose(zone_named(genome, "hand"))}
    inner = [*condition.any_of, *condition.all_of, condition.not_]
    if condition.named is not None:
        inner.append(cards_named(genome, condition.named))
    for each in inner:
        found |= selector_readings(genome, each)
    return found


@cache
def kept_back(genome: GameGenome) -> bool:
    """Whether there are declarations that are not announced in full at once (§6.43)."""
    return any(
        isinstance(phase, DeclarePhase) and phase.announce not in ("now", "laid_out")
        for phase in phases_of(genome)
    )


@cache
def let_named(genome: GameGenome, name: str) -> Let | None:
    """The let of a name."""
    return next((let for let in genome.lets if let.name == name), None)


@cache
def phase_named(genome: GameGenome, name: str) -> Phase | None:
    """The phase of a name; None if it is as if it did not stand there (§2.6)."""
    return next((phase for phase in phases_of(genome) if phase.name == name), None)


def nothing_private(genome: GameGenome) -> bool:
    """With one player and no house nothing is private (§6.42)."""
    return genome.player_count == 1 and genome.house is None


@cache
def is_private_expression(genome: GameGenome, node: Node | None) -> bool:
    """Whether an expression is private: it reads hidden cards of the acting player's own; of one
    joined by `and`, `or`, `not`, whether one of its parts is (§6.43a)."""
    if node is None or nothing_private(genome):
        return False
    if node.word in ("and", "or", "not"):
        return any(is_private_expression(genome, each) for each in node.arguments)
    let = let_looked_into(genome, node)
    if let is not None:
        return is_private_expression(genome, let.value)
    return OWN in readings(genome, node)


def let_looked_into(genome: GameGenome, node: Node) -> Let | None:
    """The let that an expression without brackets is; not one of sides, which is as if it had
    brackets (§6.43a)."""
    let = let_named(genome, node.word)
    return let if let is not None and not node.arguments and let.scope != "team" else None


# --- private phases (§6.43b)


@cache
def is_private(genome: GameGenome, phase: Phase) -> bool:
    """Whether what is open in a phase depends on what only the player can see (§6.43b)."""
    if nothing_private(genome):
        return False
    return is_private_expression(genome, phase.when) or private_by_kind(genome, phase)


def private_by_kind(genome: GameGenome, phase: Phase) -> bool:
    """Whether a phase is private by its kind (§6.43b)."""

    def private(*nodes: Node | None) -> bool:
        return any(is_private_expression(genome, node) for node in nodes)

    def reads(*conditions: CardCondition | None) -> bool:
        return any(selector_readings(genome, condition) for condition in conditions)

    def hidden(node: Node) -> bool:
        return bool(zone_readings(genome, node, None, top=False)) or private(node)

    def patterns(names: tuple[str, ...]) -> bool:
        return private(*(pattern_named(genome, name).when for name in names))

    if isinstance(phase, DrawPhase):
        return private(phase.count, phase.source)
    if isinstance(phase, PlayPhase):
        lines = phase.allowed + phase.duties
        return (
            hidden(phase.source)
            or reads(phase.valid_play_condition, *(line.cards for line in lines))
            or private(phase.min_cards, phase.max_cards, phase.after)
            or private(*(line.when for line in lines))
            or (phase.beating is not None and hidden(phase.beating))
            or patterns(phase.together)
        )
    if isinstance(phase, DiscardPhase):
        return hidden(phase.source) or reads(phase.cards) or private(phase.count, phase.after)
    if isinstance(phase, MeldPhase):
        top = phase.with_top_of
        return (
            hidden(phase.source)
            or private(phase.after)
            or patterns(phase.patterns)
            or (top is not None and bool(zone_readings(genome, top, None, top=True)))
        )
    if isinstance(phase, CapturePhase | ClaimPhase | TrickPhase):
        return hidden(phase.source)
    if isinstance(phase, BuildPhase):
        return any(
            hidden(move.source)
            or reads(move.onto, move.on_empty, move.packet)
            or private(Node("piles", (move.target, move.after)))
            for move in phase.moves
        )
    if isinstance(phase, PassPhase):
        return hands_hidden(genome) or reads(phase.cards) or private(phase.count)
    if isinstance(phase, DeclarePhase):
        return hands_hidden(genome) or patterns(phase.patterns)
    if isinstance(phase, CallPhase):
        return any(is_private_call(genome, call) for call in phase.calls)
    if isinstance(phase, ChoicePhase):
        return private(phase.may_pass) or any(is_private(genome, each) for each in phase.options)
    if isinstance(phase, BlockPhase):
        return private(phase.after) or any(is_private(genome, each) for each in phase.phases)
    if isinstance(phase, RepeatPhase):
        return private(phase.as_long_as, phase.may_stop, phase.after) or any(
            is_private(genome, each) for each in phase.phases
        )
    if isinstance(phase, TurnsPhase):
        inside = (*phase.phases, *phase.before_turn)
        return any(is_private(genome, each) for each in inside)
    return False


@cache
def is_private_call(genome: GameGenome, call: Call) -> bool:
    """Whether a call is private (§6.43b)."""
    return (
        any(is_private_expression(genome, node) for node in (call.when, call.key, call.equal_ok))
        or any(
            is_private_expression(genome, node)
            for choice in call.choices
            for node in (choice.low, choice.high, choice.seats)
        )
        or any(
            choice.ranks_in is not None
            and bool(zone_readings(genome, choice.ranks_in, None, top=False))
            for choice in call.choices
        )
    )


def may_be_declined(phase: Phase) -> bool:
    """Whether a phase may be declined (§6.43c)."""
    if isinstance(phase, DrawPhase | PlayPhase | DiscardPhase):
        return not phase.mandatory
    if isinstance(phase, MeldPhase):
        return not phase.mandatory and not phase.automatic
    if isinstance(phase, DeclarePhase):
        return not phase.automatic
    if isinstance(phase, CallPhase):
        return any(call.is_pass for call in phase.calls)
    if isinstance(phase, ChoicePhase):
        return phase.may_pass.word != "false"
    if isinstance(phase, RepeatPhase) and phase.may_stop.word != "false":
        return True
    if isinstance(phase, BlockPhase | RepeatPhase):
        return bool(phase.phases) and may_be_declined(phase.phases[0])
    return False


# --- what everybody sees (§6.43d)


def seen_to_fail(position: Position, condition: Node, seat: int, call: Call | None = None) -> bool:
    """Whether a condition (of a call) fails whatever its private parts are (§6.43d)."""
    return seen_truth(position, condition, Env(seat), call) is False


def seen_truth(position: Position, node: Node, env: Env, call: Call | None) -> bool | None:
    """What everybody sees of a condition: `and`, `or`, `not` and lets without brackets are looked
    into, public parts are judged, private parts and those that read what a call names are unknown
    (None) (§6.43d)."""
    genome = position.rules.genome
    if node.word == "not":
        inner = seen_truth(position, node.arguments[0], env, call)
        return None if inner is None else not inner
    if node.word in ("and", "or"):
        deciding = node.word == "or"
        parts = [seen_truth(position, each, env, call) for each in node.arguments]
        if deciding in parts:
            return deciding
        return None if None in parts else not deciding
    let = let_looked_into(genome, node)
    if let is not None:
        return seen_truth(position, let.value, env, call)
    if is_private_expression(genome, node):
        return None
    if call is not None and reads_what_is_named(genome, node, call):
        return None
    return holds(position, node, env)


@cache
def reads_what_is_named(genome: GameGenome, node: Node, call: Call) -> bool:
    """Whether an expression reads what a call names (§6.43d)."""
    if any(choice.name == node.word for choice in call.choices):
        return True
    if call.choices and node.word in (*OF_CARDS, "picked_from", "holder"):
        cards = cards_named(genome, node.arguments[-1].word)
        if compares_with_named(genome, cards):
            return True
    let = let_named(genome, node.word)
    if let is not None and reads_what_is_named(genome, let.value, call):
        return True
    return any(reads_what_is_named(genome, each, call) for each in node.arguments)


def compares_with_named(genome: GameGenome, condition: CardCondition) -> bool:
    """Whether a selector compares with what was named (§P2.7)."""
    inner = [*condition.any_of, *condition.all_of]
    if condition.not_ is not None:
        inner.append(condition.not_)
    if condition.named is not None:
        inner.append(cards_named(genome, condition.named))
    return condition.of == "named" or any(compares_with_named(genome, each) for each in inner)


def seen_closed(position: Position, phase: Phase, seat: int) -> bool:
    """Whether everybody sees that a phase is closed to a player (§6.43d)."""
    return seen_to_fail(position, phase.when, seat) or seen_closed_in_progress(
        position, phase, seat
    )


def seen_closed_in_progress(position: Position, phase: Phase, seat: int) -> bool:
    """The same of a phase whose `when` has been judged already (§6.15)."""
    if isinstance(phase, RepeatPhase) and seen_to_fail(position, phase.as_long_as, seat):
        return True
    if not is_private(position.rules.genome, phase):
        return not is_open(position, phase, seat)
    return seen_closed_by_kind(position, phase, seat)


def is_open(position: Position, phase: Phase, seat: int) -> bool:
    """Whether something is open in a phase, as if it began now."""
    from tests.reference.phases.choice import option_moves

    return bool(option_moves(position, phase, seat))


def seen_closed_by_kind(position: Position, phase: Phase, seat: int) -> bool:
    """Whether everybody sees that a private phase is closed, by its kind (§6.43d)."""
    genome = position.rules.genome
    env = Env(seat)

    def cards(source: Node) -> int:
        return len(cards_in(position, zone(position, source, env)))

    def public(node: Node) -> bool:
        return not is_private_expression(genome, node)

    if isinstance(phase, DrawPhase):
        if public(phase.count) and number(position, phase.count, env) <= 0:
            return True
        return not cards(phase.source) and not is_renewed(position, phase, seat)
    if isinstance(phase, PlayPhase):
        least = number(position, phase.min_cards, env) if public(phase.min_cards) else 1
        return cards(phase.source) < max(1, least)
    if isinstance(phase, DiscardPhase):
        if public(phase.count) and number(position, phase.count, env) <= 0:
            return True
        return not cards(phase.source)
    if isinstance(phase, MeldPhase):
        return (
            not cards(phase.source)
            or (phase.with_top_of is not None and not cards(phase.with_top_of))
            or (not phase.new_melds and not melds_lie(position, phase, seat))
        )
    if isinstance(phase, DeclarePhase):
        frame: Any = position.frames[-1] if position.frames else None
        begun = frame is not None and frame.phase is phase
        if begun and not frame.may_declare_more(position):
            return True
        return not any(place.cards for place in places_in(position, "hand", seat))
    if isinstance(phase, CapturePhase):
        return not cards(phase.source)
    if isinstance(phase, ClaimPhase):
        return cards(phase.source) < max(1, phase.min_cards)
    if isinstance(phase, CallPhase):
        return no_call_seen(position, phase, seat)
    if isinstance(phase, ChoicePhase):
        return all(seen_closed(position, each, seat) for each in phase.options)
    if isinstance(phase, BlockPhase | RepeatPhase):
        return all(seen_closed(position, each, seat) for each in phase.phases)
    return False


def is_renewed(position: Position, phase: DrawPhase, seat: int) -> bool:
    """Whether an empty source may yet give a card (§P8.1)."""
    from tests.reference.phases.draw import Draw

    source = zone(position, phase.source, Env(seat))
    return Draw(phase, position, True).could_be_renewed(position, source)


def melds_lie(position: Position, phase: MeldPhase, seat: int) -> bool:
    """Whether there are combinations to which cards may be added (§P12.2)."""
    if phase.lay_off == "none":
        return False
    target = zone(position, phase.target, Env(seat))
    if phase.lay_off == "own":
        return any(place.cards for place in places_of(position, target))
    return any(place.cards for place in position.places if place.zone == target.name)


def no_call_seen(position: Position, phase: CallPhase, seat: int) -> bool:
    """Whether the `when` of each private call is seen to fail, and no other call is open
    (§6.43d)."""
    from tests.reference.phases.call import open_calls

    private = [is_private_call(position.rules.genome, call) for call in phase.calls]
    return all(
        seen_to_fail(position, call.when, seat, call)
        for call, hidden in zip(phase.calls, private, strict=True)
        if hidden
    ) and not any(not private[move.what] for move in open_calls(position, phase, seat))


# --- asked to decline (§6.43f)


def asked_to_decline(position: Position, frame: Any) -> bool:
    """Whether the player whose turn it is, to whom nothing is open in a phase, is asked only to
    decline (§6.43f, §6.43g)."""
    genome = position.rules.genome
    phase, seat = frame.phase, position.turn
    if nothing_private(genome) or not (frame.closed or is_private(genome, phase)):
        return False
    if isinstance(phase, ChoicePhase) and phase.none_open != "skip":
        return False
    if seen_closed_in_progress(position, phase, seat):
        return False
    return could_decline(position, frame) or stop_is_a_move(position, seat)


def is_option_to_decline(position: Position, option: Phase, seat: int) -> bool:
    """Whether a player may choose an option only to decline it, since others cannot see that
    nothing is open in it (§6.43g)."""
    if not isinstance(option, PlayPhase | DrawPhase | DiscardPhase) or option.mandatory:
        return False
    picked = isinstance(option, PlayPhase) or option.choose == "pick"
    return (
        picked
        and position.foreseeing is None
        and is_private(position.rules.genome, option)
        and not seen_closed(position, option, seat)
    )


def could_decline(position: Position, frame: Any) -> bool:
    """Whether declining is a move (§6.43f)."""
    phase = frame.phase
    if isinstance(phase, ChoicePhase):
        return holds(position, phase.may_pass, Env(position.turn))
    if isinstance(phase, CallPhase):
        return bool(declining_calls(position, frame, position.turn))
    return may_be_declined(phase)


def stop_is_a_move(position: Position, seat: int) -> bool:
    """Whether the player may leave off a repeat now (§6.31)."""
    from tests.reference.phases.stopping import may_stop

    return may_stop(position, seat)


def declining_calls(position: Position, frame: Any, seat: int) -> list[Move]:
    """The calls that are passes and whose own `when` holds (§6.43f)."""
    from tests.reference.phases.call import combinations_of

    return [
        Move("call", what=index, values=tuple(named.values()))
        for index, call in enumerate(frame.phase.calls)
        if call.is_pass
        for named in combinations_of(position, call, seat)
        if holds(position, call.when, Env(seat, choices=named))
    ]


def pass_in_repeat(position: Position) -> list[Move]:
    """In a repeat that may be left off, a phase that may not be declined is passed, if one other
    than a `do` follows in the repeat's list (§6.43f)."""
    for frame, inside in zip(
        reversed(position.frames[:-1]), reversed(position.frames), strict=False
    ):
        if frame.phase is not None and frame.phase.kind == "repeat":
            following = frame.phase.phases[inside.step :]
            return [PASS] if any(phase.kind != "do" for phase in following) else []
    return []
