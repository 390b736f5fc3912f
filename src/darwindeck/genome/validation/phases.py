"""The course of a hand: phases that do something, in numbers that make sense."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from darwindeck.genome.expressions.check import infer
from darwindeck.genome.implied import zone_name
from darwindeck.genome.limits import MAX_CALLS, MAX_CARDS, MAX_CHANGE
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.actions import (
    Change,
    Choose,
    Deal,
    FillHands,
    ForEach,
    If,
    Move,
    Pay,
    Set,
    Skip,
    Stake,
    While,
)
from darwindeck.genome.schema.base import Part
from darwindeck.genome.schema.betting import BettingPhase
from darwindeck.genome.schema.calls import (
    Announce,
    Call,
    CallChoice,
    CallPhase,
    ChoiceKind,
    DeclarePhase,
)
from darwindeck.genome.schema.patterns import PatternValue
from darwindeck.genome.schema.phases import (
    BlockPhase,
    ChoicePhase,
    DoPhase,
    RepeatPhase,
    TurnsPhase,
    TurnStructure,
)
from darwindeck.genome.schema.things import PileKey
from darwindeck.genome.schema.transfers import (
    BuildPhase,
    CapturePhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    LayOff,
    MeldPhase,
    PassPhase,
    PlayPhase,
)
from darwindeck.genome.schema.tricks import TrickPhase
from darwindeck.genome.schema.worth import SpecialEffect
from darwindeck.genome.short_forms import USUAL_ZONES
from darwindeck.genome.validation.facts import Facts, is_constant

NOT_EMPTY: tuple[tuple[type[Part], str], ...] = (
    (TurnStructure, "phases"),
    (TurnsPhase, "phases"),
    (RepeatPhase, "phases"),
    (BlockPhase, "phases"),
    (ChoicePhase, "options"),
    (DoPhase, "actions"),
    (CallPhase, "calls"),
    (DeclarePhase, "patterns"),
    (MeldPhase, "patterns"),
    (CapturePhase, "by"),
    (BuildPhase, "moves"),
    (PassPhase, "to"),
    (Deal, "packets"),
    (If, "then"),
    (While, "do"),
    (ForEach, "do"),
    (SpecialEffect, "do"),
)
"""Lists that say what a part does; without entries it would do nothing."""

COUNTS: tuple[tuple[type[Part], str], ...] = (
    (DrawPhase, "count"),
    (DiscardPhase, "count"),
    (PlayPhase, "max_cards"),
    (PassPhase, "count"),
    (Move, "count"),
    (FillHands, "size"),
    (Deal, "packets"),
)
"""Numbers of cards: at least 1 must be possible, and no more than there are."""

AMOUNTS: tuple[tuple[type[Part], str, int], ...] = (
    (Stake, "amount", 1),
    (Pay, "amount", 1),
    (BettingPhase, "min_bet", 1),
    (BettingPhase, "bring_in", 1),
    (Skip, "count", 1),
    (PlayPhase, "min_cards", 0),
    (Change, "by", -MAX_CHANGE),
    (Set, "to", -MAX_CHANGE),
    (PatternValue, "amount", -MAX_CHANGE),
)
"""Other amounts, and the least that must be possible."""


def phases_do_something(facts: Facts) -> Iterator[Problem]:
    for kind, field in NOT_EMPTY:
        for path, part in facts.survey.by_type.get(kind, ()):
            if not getattr(part, field):
                yield Problem("empty-list", (*path, field), f"`{field}` needs at least one entry")
    for path, meld in facts.all(MeldPhase):
        if not meld.new_melds and meld.lay_off is LayOff.NONE:
            yield Problem(
                "does-nothing",
                path,
                "Neither new melds nor additions are allowed: nothing is melded",
            )
    for path, passing in facts.all(PassPhase):
        if passing.to and all(to == "none" for to in passing.to):
            yield Problem("does-nothing", (*path, "to"), "Cards are passed to nobody")
        if passing.split and len(set(passing.to)) < max(2, len(passing.to)):
            yield Problem(
                "does-nothing",
                (*path, "split"),
                "Cards are split among several seats, but `to` does not name several, each once",
            )


def counts_make_sense(facts: Facts) -> Iterator[Problem]:
    most = len(facts.cards) or MAX_CARDS
    for kind, field in COUNTS:
        for path, part in facts.survey.by_type.get(kind, ()):
            values = getattr(part, field)
            for value in values if isinstance(values, tuple) else (values,):
                if value is not None:
                    yield from _possible(facts, value, 1, most, (*path, field))
    for kind, field, least in AMOUNTS:
        for path, part in facts.survey.by_type.get(kind, ()):
            amount = getattr(part, field)
            if amount is not None:
                yield from _possible(facts, amount, least, MAX_CHANGE, (*path, field))
    for path, play in facts.all(PlayPhase):
        yield from _from_to(facts, play.min_cards, play.max_cards, (*path, "min_cards"))
        if play.beating is not None and not play.together:
            yield Problem(
                "contradicting-play",
                (*path, "beating"),
                "Nothing says by which combinations cards beat each other (`together`)",
            )
        if play.beaten_to is not None and play.beating is None:
            yield Problem(
                "contradicting-play",
                (*path, "beaten_to"),
                "Nothing is beaten: `beating` names no zone",
            )
    for path, capture in facts.all(CapturePhase):
        yield from _piles_of_values(facts, capture, path)
    for path, claim in facts.all(ClaimPhase):
        yield from _from_to(facts, claim.min_cards, claim.max_cards, (*path, "min_cards"))
    for path, change in facts.all(Change):
        if change.by == 0:
            yield Problem("does-nothing", (*path, "by"), "The counter is changed by 0")
    chips = facts.genome.setup.starting_chips
    for path, betting in facts.all(BettingPhase):
        bet = infer(betting.min_bet, facts.env).typed
        if bet.type == "int" and 0 < chips < bet.low:
            yield Problem(
                "bad-count",
                (*path, "min_bet"),
                f"A bet is {bet.low}, but nobody has more than {chips} chips",
            )
        if betting.max_bet is not None:
            yield from _from_to(facts, betting.min_bet, betting.max_bet, (*path, "max_bet"))


def _piles_of_values(facts: Facts, capture: CapturePhase, path: Path) -> Iterator[Problem]:
    """Piles that count as one card are worth their place: their zone has a fixed number of them."""
    specs = {zone.name: zone for zone in facts.genome.zones or USUAL_ZONES}
    named = {"builds": capture.builds, "target": capture.target if capture.building else None}
    for field, expr in named.items():
        zone = None if expr is None else specs.get(zone_name(expr))
        if zone is not None and zone.piles is not PileKey.FIXED:
            yield Problem(
                "contradicting-capture",
                (*path, field),
                f"A pile of `{expr}` would be worth its place among the piles of its owner, but "
                f"the zone '{zone.name}' has no fixed number of them (`piles: fixed`)",
            )
    if capture.builds is not None and zone_name(capture.builds) == zone_name(capture.table):
        yield Problem(
            "contradicting-capture",
            (*path, "builds"),
            f"`{capture.builds}` is the table itself: cards there are taken one by one, not pile "
            "by pile; give the piles a zone of their own",
        )
    if capture.building and capture.must_take:
        yield Problem(
            "contradicting-capture",
            (*path, "must_take"),
            "With `building` nothing is taken, so that nothing must be; leave `must_take` out",
        )


def bets_can_be_foreseen(facts: Facts) -> Iterator[Problem]:
    """Where something must hold in the end, players look ahead: not over every amount of a bet."""
    ends: list[tuple[Path, str | int]] = [
        *((path, block.after) for path, block in facts.all(BlockPhase)),
        *((path, repeat.after) for path, repeat in facts.all(RepeatPhase)),
    ]
    bound = [path for path, after in ends if not is_constant(after, "true")]
    for path, betting in facts.all(BettingPhase):
        inside = any(path[: len(outer)] == outer for outer in bound)
        if betting.max_bet is not None and inside:
            yield Problem(
                "open-bet",
                (*path, "max_bet"),
                "Players name the amount of a bet inside a phase with `after`",
            )


def _possible(
    facts: Facts, value: str | int, least: int, most: int, path: Path
) -> Iterator[Problem]:
    """The problem that an amount can never lie from `least` to `most`."""
    typed = infer(value, facts.env).typed
    if typed.type == "int" and not (typed.high >= least and typed.low <= most):
        found = f"{typed.low:,}" if typed.low == typed.high else f"{typed.low:,} to {typed.high:,}"
        yield Problem(
            "bad-count",
            path,
            f"Expected a number from {least:,} to {most:,}, but `{value}` is {found}",
        )


def _from_to(facts: Facts, low: str | int, high: str | int, path: Path) -> Iterator[Problem]:
    least, most = infer(low, facts.env).typed, infer(high, facts.env).typed
    if least.type == most.type == "int" and least.low > most.high:
        yield Problem("bad-count", path, f"The least number `{low}` is above the greatest `{high}`")


def calls_can_be_made(facts: Facts) -> Iterator[Problem]:
    for path, call in facts.all(Call):
        ways = 1
        for index, choice in enumerate(call.choices):
            here = (*path, "choices", index)
            yield from _choice(facts, choice, here)
            ways = min(ways * _ways(facts, choice), MAX_CALLS + 1)
        if ways > MAX_CALLS:
            yield Problem(
                "too-large",
                (*path, "choices"),
                f"There are more than {MAX_CALLS:,} ways to make this call",
            )
        if call.key is None and not is_constant(call.equal_ok, "false"):
            yield Problem(
                "contradicting-call",
                (*path, "equal_ok"),
                "equal_ok is given, but the call has no height (`key`)",
            )


def _choice(facts: Facts, choice: CallChoice, path: Path) -> Iterator[Problem]:
    kind = choice.type
    given = {
        ChoiceKind.NUMBER: choice.low != 0 or choice.high != 0 or bool(choice.numbers),
        ChoiceKind.SUIT: bool(choice.suits),
        ChoiceKind.RANK: choice.ranks_in is not None,
        ChoiceKind.WORD: bool(choice.words),
    }
    for other, there in given.items():
        if there and other is not kind:
            yield Problem(
                "contradicting-call",
                path,
                f"The choice '{choice.name}' is a {kind.value}, yet says which {other.value} it "
                "may be",
            )
    if kind is ChoiceKind.WORD and not choice.words:
        yield Problem("empty-list", (*path, "words"), "A choice among words needs some")
    if len(set(choice.suits)) < len(choice.suits):
        yield Problem(
            "contradicting-call",
            (*path, "suits"),
            f"The choice '{choice.name}' lists a suit twice",
        )
    if choice.numbers and (choice.low != 0 or choice.high != 0 or choice.step != 1):
        yield Problem(
            "contradicting-call",
            (*path, "numbers"),
            f"The choice '{choice.name}' lists its numbers, and says from where to where they go",
        )
    if any(one >= other for one, other in pairwise(choice.numbers)):
        yield Problem(
            "contradicting-call",
            (*path, "numbers"),
            f"The numbers of the choice '{choice.name}' do not go up",
        )
    if kind is ChoiceKind.NUMBER and not choice.numbers:
        yield from _from_to(facts, choice.low, choice.high, (*path, "low"))


def _ways(facts: Facts, choice: CallChoice) -> int:
    match choice.type:
        case ChoiceKind.NUMBER if choice.numbers:
            return len(choice.numbers)
        case ChoiceKind.NUMBER:
            low, high = infer(choice.low, facts.env).typed, infer(choice.high, facts.env).typed
            if low.type != "int" or high.type != "int":
                return 1
            return max(1, (high.high - low.low) // max(1, choice.step) + 1)
        case ChoiceKind.SUIT:
            return max(1, len(choice.suits) or len(facts.suits))
        case ChoiceKind.RANK:
            return max(1, len(facts.ranks))
        case ChoiceKind.WORD:
            return max(1, len(choice.words))
        case _:
            return max(1, facts.env.players)


def declaring_makes_sense(facts: Facts) -> Iterator[Problem]:
    """A limit and extensions are for players who choose what they declare."""
    for path, phase in facts.all(DeclarePhase):
        for field in ("limit", "extensions"):
            if phase.automatic and getattr(phase, field):
                yield Problem(
                    "contradicting-declare",
                    (*path, field),
                    f"Everything is declared by itself (`automatic`), so `{field}` has no sense",
                )
        if phase.limit is not None and phase.announce is Announce.ON_LAST_CARD:
            yield Problem(
                "contradicting-declare",
                (*path, "limit"),
                "Nobody hears of what is declared before its last card is played, so nobody could "
                "see that a limit is reached",
            )
        known = {pattern.name for pattern in facts.genome.patterns} - set(phase.patterns)
        for index, each in enumerate(phase.extensions):
            for field in ("pattern", "of"):
                name = getattr(each, field)
                if name in known:
                    yield Problem(
                        "contradicting-declare",
                        (*path, "extensions", index, field),
                        f"The phase does not declare the combination '{name}'; add it to "
                        "`patterns`",
                    )


def leads_are_chosen(facts: Facts) -> Iterator[Problem]:
    """A card that is led openly is led by somebody's choice."""
    for path, phase in facts.all(TrickPhase):
        if phase.open_lead is not None and phase.choose is Choose.TOP:
            yield Problem(
                "contradicting-lead",
                (*path, "open_lead"),
                "Everybody turns up the top card (`choose` is `top`), so nobody leads",
            )
