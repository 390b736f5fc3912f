"""Actions in places where they have a sense, and hands that are really played."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.genome.expressions.check import infer
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.actions import (
    Action,
    Deal,
    EndHand,
    EndPhase,
    FillHands,
    Move,
    PlayAgain,
    Redeal,
    Skip,
    Stake,
)
from darwindeck.genome.schema.base import Part
from darwindeck.genome.schema.betting import BettingPhase, ShowdownPhase
from darwindeck.genome.schema.calls import CallChoice, ChoiceKind, DeclarePhase
from darwindeck.genome.schema.phases import DoPhase, TurnsPhase
from darwindeck.genome.schema.selectors import CardCondition, Reference
from darwindeck.genome.schema.setup import DealStep, TableauMode
from darwindeck.genome.schema.things import Location, ZoneSpec
from darwindeck.genome.schema.transfers import DrawPhase, PassPhase
from darwindeck.genome.schema.tricks import TrickPhase
from darwindeck.genome.survey import ExprUse
from darwindeck.genome.validation.deck import cards_dealt, receivers
from darwindeck.genome.validation.endings import is_all_turns
from darwindeck.genome.validation.facts import Facts, is_constant, zone_name


def actions_are_in_their_place(facts: Facts) -> Iterator[Problem]:
    for path, _ in facts.all(EndPhase):
        if path[:2] == ("setup", "after_deal"):
            yield Problem("not-here", path, "No phase has begun here that could be ended")
    if not facts.has(TurnsPhase) and not is_all_turns(facts):
        turn_actions: tuple[type[Action], ...] = (Skip, PlayAgain)
        for kind in turn_actions:
            for path, _ in facts.all(kind):
                yield Problem(
                    "not-here", path, f"`{kind.kind}` is about turns, but no turns go round"
                )


def hands_are_played(facts: Facts) -> Iterator[Problem]:
    """A hand that is always thrown in before anybody acts is never played."""
    setup = facts.genome.setup
    found: list[tuple[Path, Action]] = [
        (("setup", "after_deal", index), action) for index, action in enumerate(setup.after_deal)
    ]
    for index, phase in enumerate(facts.genome.turn_structure.phases[:1]):
        if isinstance(phase, DoPhase) and phase.who is None and is_constant(phase.when, "true"):
            here: Path = ("turn_structure", "phases", index, "actions")
            found += [((*here, i), action) for i, action in enumerate(phase.actions)]
    for path, action in found:
        if isinstance(action, Redeal | EndHand):
            yield Problem(
                "endless-game", path, "Every hand ends here, before anybody can play to it"
            )


def passes_fit_the_hands(facts: Facts) -> Iterator[Problem]:
    """Nobody can pass more cards than a hand can hold by then."""
    for path, passing in facts.all(PassPhase):
        typed = infer(passing.count, facts.env).typed
        most = _most_in_hand(facts, path)
        if most is not None and typed.type == "int" and typed.low > most:
            yield Problem(
                "pass-exceeds-hand",
                (*path, "count"),
                f"`{passing.count}` cards are passed, but a hand has at most {most} by then",
            )


def _most_in_hand(facts: Facts, path: Path) -> int | None:
    """The most cards that a hand can have when a phase begins; None if play may bring more."""
    genome = facts.genome
    cards, players = len(facts.cards), genome.player_count
    if not cards or not 1 <= players <= cards:
        return None
    deals = genome.setup.deal
    steps = [step for step in deals or () if zone_name(step.zone) == Location.HAND]
    if path[0] == "setup":
        dealt = 0
    elif deals is None:
        dealt = genome.setup.cards_per_player
    elif any(step.all_cards for step in steps):
        dealt = -(-cards // players)
    else:
        dealt = sum(sum(step.packets) for step in steps)
    others = [use.path for use in facts.survey.expressions if _fills_hands(use)]
    others += [at for at, _ in facts.all(FillHands)]
    hands = [(at, zone) for at, zone in facts.all(ZoneSpec) if zone.name == Location.HAND]
    others += [at for at, zone in hands if zone.beneath is not None]
    if any(not _comes_after(at, path) for at in others):
        return None
    return dealt


def _fills_hands(use: ExprUse) -> bool:
    """Whether cards come to the hands where an expression stands, other than by the deal."""
    return (
        use.wanted == "zone"
        and use.field in ("target", "collect_to", "to", "out_to", "zone")
        and not isinstance(use.part, DealStep)
        and isinstance(use.expr, str)
        and zone_name(use.expr) == Location.HAND
    )


def _comes_after(at: Path, path: Path) -> bool:
    """Whether a clause stands in a later phase of the hand than another."""
    same = ("turn_structure", "phases")
    return at[:2] == path[:2] == same and int(at[2]) > int(path[2])


def the_limit_lets_a_hand_end(facts: Facts) -> Iterator[Problem]:
    """`max_turns` must leave room for one hand of tricks at least."""
    genome = facts.genome
    tricks = genome.turn_structure.tricks_per_hand
    if tricks is None or not facts.has(TrickPhase):
        return
    simultaneous = any(phase.choose != "pick" for _, phase in facts.all(TrickPhase))
    turns = tricks if simultaneous else tricks * min(2, genome.player_count)
    if turns > genome.max_turns:
        yield Problem(
            "limit-too-low",
            ("max_turns",),
            f"max_turns is {genome.max_turns}, but the {tricks} tricks of one hand take at least "
            f"{turns} turns",
        )


def later_deals_fit(facts: Facts) -> Iterator[Problem]:
    """A deal during the hand must find enough cards in the stock, unless some come back to it."""
    genome = facts.genome
    steps = genome.setup.deal
    if not facts.cards or Location.DECK in _moved_to(facts):
        return
    if steps is None:
        dealt = genome.setup.cards_per_player * genome.player_count
    elif any(step.all_cards for step in steps):
        dealt = len(facts.cards)
    else:
        dealt = sum(cards_dealt(facts, step) for step in steps)
    left = len(facts.cards) - dealt
    for path, action in facts.all(Deal):
        packets = [packet for packet in action.packets if isinstance(packet, int)]
        needed = sum(packets) * receivers(action.to, genome.player_count)
        if needed > max(0, left) and path[0] != "options":
            yield Problem(
                "deal-exceeds-deck",
                path,
                f"This deals {needed} cards, but only {max(0, left)} are left after the deal",
            )


def _moved_to(facts: Facts) -> set[str]:
    return {zone_name(move.target) for _, move in facts.all(Move)}


HAND_USERS: tuple[type[Part], ...] = (
    PassPhase,
    FillHands,
    DeclarePhase,
    BettingPhase,
    ShowdownPhase,
)
"""Parts that speak of hands without naming the zone."""


def hands_exist(facts: Facts) -> Iterator[Problem]:
    if Location.HAND in facts.env.zones:
        return
    for kind in HAND_USERS:
        for path, _ in facts.survey.by_type.get(kind, ()):
            yield Problem(
                "missing-zone", path, f"This is about hands, but there is no zone `{Location.HAND}`"
            )


def conditions_find_what_they_ask(facts: Facts) -> Iterator[Problem]:
    """Cards named by a call, or drawn this turn, are asked for only where there are such."""
    named = any(
        choice.type in (ChoiceKind.SUIT, ChoiceKind.RANK) for _, choice in facts.all(CallChoice)
    )
    drawn = facts.has(DrawPhase, Deal, FillHands, Move)
    for path, condition in facts.all(CardCondition):
        for field in ("of", "beats"):
            if getattr(condition, field) is Reference.NAMED and not named:
                yield Problem(
                    "not-provided",
                    (*path, field),
                    "The card is compared with what a call has named, but no call names a suit or "
                    "a rank",
                )
        if (condition.drawn is not None or condition.taken_from is not None) and not drawn:
            field = "drawn" if condition.drawn is not None else "taken_from"
            yield Problem("not-provided", (*path, field), "Nobody ever draws a card")


def the_table_is_used(facts: Facts) -> Iterator[Problem]:
    """The short form `tableau_mode` speaks of cards that are played to the table."""
    mode = facts.genome.setup.tableau_mode
    if mode is TableauMode.NONE or Location.TABLEAU in facts.zones_filled:
        return
    yield Problem(
        "does-nothing",
        ("setup", "tableau_mode"),
        f"tableau_mode is `{mode.value}`, but no phase plays cards to `{Location.TABLEAU}`",
    )


def stakes_can_be_paid(facts: Facts) -> Iterator[Problem]:
    chips = facts.genome.setup.starting_chips
    for path, stake in facts.all(Stake):
        if isinstance(stake.amount, int) and 0 < chips < stake.amount:
            yield Problem(
                "bad-count",
                (*path, "amount"),
                f"{stake.amount} chips are staked, but everybody begins with {chips}",
            )
