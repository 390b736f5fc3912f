"""The course of a hand: phases that come in, go, change places or come twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from darwindeck.evolution.making.mentions import PLAIN, Mention, spoken_of
from darwindeck.evolution.making.operators.base import MutationOperator
from darwindeck.evolution.making.operators.packs import trumps
from darwindeck.evolution.making.operators.tricks import chosen_tricks
from darwindeck.evolution.making.repair import hand_size
from darwindeck.evolution.making.sites import Draft
from darwindeck.evolution.making.tidy import written_by
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import (
    AssignRole,
    Attribute,
    BettingPhase,
    BlockPhase,
    Call,
    CallChoice,
    CallPhase,
    CapturePhase,
    CardCondition,
    ChoiceKind,
    Declare,
    DeclarePhase,
    DiscardPhase,
    DrawPhase,
    FillHands,
    GameGenome,
    Location,
    MeldPhase,
    Owner,
    Part,
    PassPhase,
    Phase,
    PileKey,
    PileOrder,
    PlayAgain,
    PlayPhase,
    Reference,
    RoleSpec,
    Sees,
    SetMode,
    SetTrump,
    ShowdownPhase,
    TrickPhase,
    TurnsPhase,
)
from darwindeck.genome.short_forms import USUAL_ZONES
from darwindeck.genome.tree import at, put, walk, with_item, without
from darwindeck.genome.validation.endings import is_all_turns
from darwindeck.genome.validation.facts import zone_name

LISTS_OF_PHASES = ("phases", "options", "before_card", "before_turn", "before_deal")
ONE_MOVE = (DrawPhase, PlayPhase, DiscardPhase, MeldPhase, CapturePhase)
"""Phases that a player can do a second time in a turn."""

MOST_PHASES = 24
"""No phase is added to a game that has so many."""


def phase_lists(draft: Draft) -> Iterator[tuple[Path, tuple[Phase, ...]]]:
    """Every list of phases with its path."""
    for path, part in draft.survey.parts:
        for name in LISTS_OF_PHASES:
            items = getattr(part, name, None)
            if isinstance(items, tuple) and items and isinstance(items[0], Phase):
                yield (*path, name), items


def _provides(part: Part) -> Iterator[Mention]:
    """What a part and all in it set, or are called."""
    for _, inner in walk(part):
        written = written_by(inner) if isinstance(inner, Part) else None
        if written is not None:
            yield from (Mention(kind, written) for kind in ("role", "counter", PLAIN))
        if isinstance(inner, Call):
            yield Mention("call", inner.name)
        if isinstance(inner, CallChoice):
            yield from (Mention(kind, inner.name) for kind in ("choice", PLAIN))
        if isinstance(inner, Phase) and inner.name:
            yield Mention("phase", inner.name)


_SETTING = (SetTrump, SetMode, Declare, DeclarePhase, ShowdownPhase, BettingPhase)


def can_go(draft: Draft, path: Path) -> bool:
    """Whether nothing else rests on a part."""
    part = at(draft.genome, path)
    if any(isinstance(inner, _SETTING) for _, inner in walk(part)):
        return False
    rest = without(draft.genome, path)
    spoken = set(spoken_of(rest))
    return spoken.isdisjoint(_provides(part)) and _zones_stay_filled(draft, path)


FILLING = frozenset({"target", "collect_to", "to", "out_to", "zone", "table"})


def _zones_stay_filled(draft: Draft, path: Path) -> bool:
    """Whether every zone that cards are taken from still gets some without a part."""
    filled: set[str] = {Location.DECK, Location.HAND}
    only_here: set[str] = set()
    emptied: set[str] = set()
    for use in draft.survey.expressions:
        if use.wanted != "zone":
            continue
        zone = zone_name(str(use.expr))
        inside = use.path[: len(path)] == path
        if use.field in FILLING:
            (only_here if inside else filled).add(zone)
        elif use.field in ("source", "with_top_of") and not inside:
            emptied.add(zone)
    return not (only_here - filled) & emptied


class RemovePhaseMutation(MutationOperator):
    """Leaves a phase out on which nothing else rests."""

    usual = 0.1

    def places(self, draft: Draft) -> Sequence[Path]:
        found: list[Path] = []
        for path, phases in phase_lists(draft):
            if len(phases) < 2:
                continue
            for index, phase in enumerate(phases):
                if not isinstance(phase, TrickPhase | TurnsPhase) and can_go(draft, (*path, index)):
                    found.append((*path, index))
        return found

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        return without(draft.genome, place)


class DuplicatePhaseMutation(MutationOperator):
    """Lets a player do something twice in a turn."""

    rough = True
    usual = 0.1

    def places(self, draft: Draft) -> Sequence[Path]:
        if sum(1 for _ in draft.facts.all(Phase)) >= MOST_PHASES:
            return ()
        found: list[Path] = []
        bodies = turn_bodies(draft)
        for path, phases in phase_lists(draft):
            if path in bodies:
                for index, phase in enumerate(phases):
                    once = phases.count(phase) == 1 and phase.when == "true"
                    if isinstance(phase, ONE_MOVE) and once:
                        found.append((*path, index))
        return found

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        *path, index = place
        phase = at(draft.genome, place)
        assert isinstance(index, int)
        copy = replace(phase, name="", label="")
        return with_item(draft.genome, tuple(path), index + 1, copy)


class SwapPhasesMutation(MutationOperator):
    """Lets two phases of a turn or hand change places."""

    rough = True
    usual = 0.1

    def places(self, draft: Draft) -> Sequence[Path]:
        found: list[Path] = []
        for path, phases in phase_lists(draft):
            if path[-1] == "options":
                continue
            for index in range(len(phases) - 1):
                both = phases[index], phases[index + 1]
                kinds = {type(phase) for phase in both}
                if len(kinds) == 2 and kinds <= {DrawPhase, PlayPhase, DiscardPhase, CapturePhase}:
                    found.append((*path, index))
        return found

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        *path, index = place
        assert isinstance(index, int)
        phases = list(at(draft.genome, tuple(path)))
        phases[index], phases[index + 1] = phases[index + 1], phases[index]
        return put(draft.genome, tuple(path), tuple(phases))


class AddPhaseMutation(MutationOperator):
    """Brings something new into a turn or a hand: drawing, discarding, passing on, trumps."""

    rough = True
    usual = 0.6

    def places(self, draft: Draft) -> Sequence[tuple[Path, int, Phase]]:
        if sum(1 for _ in draft.facts.all(Phase)) >= MOST_PHASES:
            return ()
        return [*_in_hands(draft), *_in_turns(draft)]

    def change(self, draft: Draft, place: tuple[Path, int, Phase], rng: Random) -> GameGenome:
        path, index, phase = place
        return with_item(draft.genome, path, index, phase)


def stock_left(genome: GameGenome) -> int:
    """How many cards the deal leaves in the stock, about."""
    size = hand_size(genome)
    return len(deck_cards(genome)) - size * genome.player_count if size else 0


def _in_hands(draft: Draft) -> Iterator[tuple[Path, int, Phase]]:
    """Before the tricks, everybody passes cards on, or somebody names trumps."""
    genome = draft.genome
    path: Path = ("turn_structure", "phases")
    tricks = chosen_tricks(draft)
    if not tricks or len(tricks[0][0]) != 3 or is_all_turns(draft.facts):
        return
    index = tricks[0][0][2]
    assert isinstance(index, int)
    size = hand_size(genome)
    players = genome.player_count
    if size >= 5 and players > 1 and not draft.has(PassPhase):
        ways = [("left(turn)",), ("left(turn)", "right(turn)")]
        if players == 4:
            ways += [("across(turn)",), ("left(turn)", "right(turn)", "across(turn)", "none")]
        for to in ways:
            yield path, index, PassPhase(pick_count(size), to=to, label="Passing")
    plain = not any(ranking.across_suits for ranking in genome.rankings or ())
    if not trumps(draft) and draft.suits and plain:
        for who in ("left(dealer)", "dealer"):
            yield path, index, _naming(who, draft)


def pick_count(size: int) -> int:
    return 3 if size > 8 else 2 if size > 5 else 1


def _naming(who: str, draft: Draft) -> CallPhase:
    taken = {*draft.facts.env.calls, *draft.facts.env.choices}
    call = next(name for name in ("name_trumps", "name_trump_suit") if name not in taken)
    choice = next(name for name in ("chosen", "chosen_suit", "suit_named") if name not in taken)
    return CallPhase(
        label="Naming trumps",
        who=who,
        calls=(
            Call(
                call,
                "name the trump suit",
                choices=(CallChoice(choice, "suit", ChoiceKind.SUIT),),
                do=(SetTrump(choice),),
            ),
        ),
    )


def turn_bodies(draft: Draft) -> list[Path]:
    """The lists of what players do in a turn."""
    bodies: list[Path] = [(*path, "phases") for path, _ in draft.all(TurnsPhase)]
    if is_all_turns(draft.facts):
        bodies.append(("turn_structure", "phases"))
    return bodies


def _in_turns(draft: Draft) -> Iterator[tuple[Path, int, Phase]]:
    """On their turn, players draw or discard a card more."""
    zones = draft.facts.env.zones
    if Location.HAND not in zones:
        return
    stock = stock_left(draft.genome) >= 2 * draft.genome.player_count
    discards = Location.DISCARD in zones and Location.DISCARD in draft.facts.zones_filled
    # Where cards are played onto the discard pile, or must beat others, a discard beside it would
    # undo what must fit.
    discards &= not any(
        phase.target == Location.DISCARD or phase.beating is not None
        for _, phase in draft.all(PlayPhase)
    )
    stock &= not draft.has(DrawPhase)
    # Who tries to get rid of cards does not draw one for pleasure.
    shedding = any("hand_size == 0" in str(turns.until) for _, turns in draft.all(TurnsPhase))
    for path in turn_bodies(draft):
        phases = at(draft.genome, path)
        kinds = {type(phase) for phase in phases}
        if stock and DrawPhase not in kinds:
            yield path, 0, DrawPhase()
            if not shedding:
                yield path, len(phases), DrawPhase(mandatory=False)
        if discards and DiscardPhase not in kinds:
            yield path, len(phases), DiscardPhase()


class DrawAfterTricksMutation(MutationOperator):
    """Refills the hands from the stock after each trick, or stops doing so."""

    usual = 0.2

    def places(self, draft: Draft) -> Sequence[Path]:
        found = []
        for path, phase in chosen_tricks(draft):
            fills = any(isinstance(action, FillHands) for action in phase.after_trick)
            plain = str(phase.until) == "false" and not draft.has(SetMode)
            if fills or (plain and stock_left(draft.genome) >= 2 * draft.genome.player_count):
                found.append(path)
        return found

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        genome = draft.genome
        phase = at(genome, place)
        kept = tuple(action for action in phase.after_trick if not isinstance(action, FillHands))
        if kept == phase.after_trick:
            fill = FillHands(hand_size(genome), to="from(each, winner)")
            structure = replace(genome.turn_structure, tricks_per_hand=None)
            genome = replace(genome, turn_structure=structure)
            kept = (fill, *phase.after_trick)
        return put(genome, (*place, "after_trick"), kept)


# --- out of turn ----------------------------------------------------------------------------------


class OutOfTurnMutation(MutationOperator):
    """Lets whoever holds the same card as the one just played play it out of turn, or nobody."""

    usual = 0.1

    def places(self, draft: Draft) -> Sequence[Path]:
        if draft.genome.player_count < 3 or sum(1 for _ in draft.all(Phase)) >= MOST_PHASES:
            return ()
        before = [path for path, turns in draft.all(TurnsPhase) if turns.before_turn]
        if before:
            return [path for path in before if _rests_on_nothing(draft, path)]
        if _matched(draft) is None:
            return ()
        return [path[:-1] for path in turn_bodies(draft)]

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        genome = draft.genome
        part = at(genome, place)
        if isinstance(part, TurnsPhase):
            before = () if part.before_turn else _jumping_in(draft)
            genome = put(genome, (*place, "before_turn"), before)
        else:
            before = _jumping_in(draft)
            genome = put(genome, (*place, "phases"), (TurnsPhase(part.phases, before_turn=before),))
        if before and JUMPER not in draft.facts.env.roles:
            role = RoleSpec(JUMPER, "player who jumps in")
            genome = replace(genome, roles=(*genome.roles, role))
        return genome


JUMPER = "jumper"


def _rests_on_nothing(draft: Draft, path: Path) -> bool:
    """Whether nothing else speaks of what is done before turns."""
    turns = at(draft.genome, path)
    provided = {found for phase in turns.before_turn for found in _provides(phase)}
    rest = put(draft.genome, (*path, "before_turn"), ())
    return provided.isdisjoint(spoken_of(rest))


def _matched(draft: Draft) -> PlayPhase | None:
    """How single cards are played onto a pile, where they must fit its top card."""
    plays = [phase for _, phase in draft.all(PlayPhase)]
    fitting = [
        phase
        for phase in plays
        if phase.valid_play_condition is not None
        and phase.max_cards == 1
        and phase.source == Location.HAND
        and phase.beating is None
    ]
    targets = {str(phase.target) for phase in plays}
    if not fitting or len(fitting) < len(plays) or len(targets) > 1:
        return None
    piles = {
        zone.name
        for zone in draft.genome.zones or USUAL_ZONES
        if zone.owner is Owner.TABLE
        and zone.order is PileOrder.STACK
        and zone.piles is PileKey.ONE
        and zone.sees in (Sees.ALL, Sees.TOP)
    }
    return fitting[0] if targets <= piles else None


def _jumping_in(draft: Draft) -> tuple[Phase, ...]:
    play = _matched(draft)
    assert play is not None
    faces = {(card.suit, card.printed_rank) for card in deck_cards(draft.genome)}
    twins = len(faces) < len(deck_cards(draft.genome))
    same = (Attribute.SUIT, Attribute.RANK) if twins else (Attribute.RANK,)
    names = {*draft.facts.env.calls, *draft.facts.env.choices, *draft.facts.env.phases}
    jump, stay, phase = (
        next(name for name in (usual, f"{usual}_out_of_turn") if name not in names)
        for usual in ("jump_in", "stay_out", "jumping")
    )
    asked = CallPhase(
        label="Jumping in",
        when="any(each, played > 0)",
        who="from(others(turn), turn)",
        calls=(
            Call(jump, "jump in", when=f"can({phase})", rank=1, do=(AssignRole(JUMPER, "turn"),)),
            Call(stay, "wait", is_pass=True),
        ),
        simultaneous=True,
    )
    played = replace(
        play,
        name=phase,
        label="Playing the same card",
        when="true",
        who=None,
        then=(),
        valid_play_condition=CardCondition(same=same, of=Reference.TOP),
        allowed=(),
        duties=(),
        mandatory=True,
        pass_if_unable=True,
        after="true",
    )
    then = (AssignRole(JUMPER, "none"), PlayAgain("left(turn)"))
    return asked, BlockPhase((played,), when=f"set({JUMPER})", who=JUMPER, then=then)


# --- calls ----------------------------------------------------------------------------------------


class RemoveCallMutation(MutationOperator):
    """Leaves out one of the things that players may say."""

    usual = 0.1

    def places(self, draft: Draft) -> Sequence[Path]:
        found: list[Path] = []
        for path, phase in draft.all(CallPhase):
            if len(phase.calls) < 3:
                continue
            for index, call in enumerate(phase.calls):
                here: Path = (*path, "calls", index)
                others = {
                    type(action)
                    for other in phase.calls
                    if other is not call
                    for action in other.do
                }
                done = {type(action) for action in call.do}
                if not call.is_pass and done <= others and _said_elsewhere(draft, here):
                    found.append(here)
        return found

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        return without(draft.genome, place)


def _said_elsewhere(draft: Draft, path: Path) -> bool:
    """Whether another call does all that this one does, or nothing rests on it."""
    call = at(draft.genome, path)
    rest = without(draft.genome, path)
    provided = set(_provides(call)) & set(spoken_of(rest))
    others = {mention for _, part in walk(rest) for mention in _own(part)}
    return provided <= others


def _own(part: object) -> Iterator[Mention]:
    if isinstance(part, Part):
        written = written_by(part)
        if written is not None:
            yield from (Mention(kind, written) for kind in ("role", "counter", PLAIN))
        if isinstance(part, Call):
            yield Mention("call", part.name)
        if isinstance(part, CallChoice):
            yield from (Mention(kind, part.name) for kind in ("choice", PLAIN))


class ChangeAuctionMutation(MutationOperator):
    """Lets players be asked once only, or again and again until all but one have passed."""

    usual = 0.3

    def places(self, draft: Draft) -> Sequence[Path]:
        found = []
        for path, phase in draft.all(CallPhase):
            passes = any(call.is_pass for call in phase.calls)
            heights = any(call.key is not None for call in phase.calls)
            if passes and heights and not phase.simultaneous:
                found.append(path)
        return found

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        phase = at(draft.genome, place)
        if phase.rounds == 1:
            changed = replace(phase, rounds=None, pass_is_final=True)
        else:
            changed = replace(phase, rounds=1, pass_is_final=False)
        return put(draft.genome, place, changed)
