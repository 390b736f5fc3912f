"""Making a game fit together again after a change: deal, deck, seats, sides and what is said twice.

`repair` mends what a change has put out of joint. `with_players`, `with_hand_size` and `with_deck`
change one of the things on which much else rests, and let the numbers follow that stand for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeGuard, TypeVar

from darwindeck.evolution.making.constants import branches as _branches
from darwindeck.evolution.making.constants import numbers_moved, rewritten, with_branches, words_of
from darwindeck.evolution.making.fit_cards import fit_cards
from darwindeck.genome.decks import CUSTOM, STANDARD_52, deck_cards
from darwindeck.genome.expressions import Call as Asking
from darwindeck.genome.expressions import Name, Node
from darwindeck.genome.expressions.check import Environment, type_of
from darwindeck.genome.implied import follows_suit, hand_sizes
from darwindeck.genome.schema import (
    BreakingRule,
    CallChoice,
    ClaimPhase,
    ClaimRankMode,
    Counter,
    Deal,
    DealStep,
    DeckSpec,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    FillHands,
    GameGenome,
    Location,
    MeldPhase,
    Move,
    Owner,
    Part,
    PassAction,
    PassPhase,
    Phase,
    PileKey,
    PlayPhase,
    TrickPhase,
    TrickTie,
)
from darwindeck.genome.tree import put, transform, walk
from darwindeck.genome.validation.deck import receivers
from darwindeck.genome.validation.facts import zone_name

P = TypeVar("P")
Teams = tuple[tuple[int, ...], ...]

MOST_HANDS = 26
"""The most cards that one would hold."""

TRICK_WORDS = frozenset(
    {"tricks", "tricks_played", "trick", "hand_size", "bid", "amount", "level", "contract"}
)
CARD_WORDS = frozenset({"size", "count", "hand_size", "drawn", "played", "picked"})
SEAT_WORDS = frozenset({"passes_in_row", "calls", "number", "position"})


def repair(genome: GameGenome) -> GameGenome:
    """The genome with its deal, seats, sides and statements fitted to each other."""
    genome = _sides(genome)
    genome = _agreements(fit_cards(genome))
    genome = _deal(genome)
    return _tricks(genome)


# --- seats and sides ------------------------------------------------------------------------------


def with_players(genome: GameGenome, players: int) -> GameGenome:
    """The game for another number of players: the sides, the deal and counts of players follow."""
    before = genome.player_count
    if players == before:
        return genome
    moves = {before: players, before - 1: players - 1}
    dealt_out = _deals_everything(genome)
    size = hand_size(genome)
    genome = rewritten(genome, numbers_moved(SEAT_WORDS, moves))
    genome = replace(
        genome,
        player_count=players,
        max_turns=max(genome.max_turns, -(-genome.max_turns * players // before)),
    )
    genome = _with_payable_stocks(_sides(genome))
    cards = len(deck_cards(genome))
    if size and not any(step.all_cards for step in genome.setup.deal or ()):
        aside = _dealt_aside(genome)
        most = (cards - aside) // players
        if dealt_out and most <= MOST_HANDS:
            return repair(_with_whole_hands(genome, most))
        if size + sum(_dealt_later(genome)) > most:
            return repair(_with_whole_hands(genome, max(1, most)))
    return repair(genome)


def _sides(genome: GameGenome) -> GameGenome:
    """Sides that hold every seat once, or none; and no partners where there are none."""
    players = genome.player_count
    if not genome.team_mode:
        genome = replace(genome, teams=()) if genome.teams else genome
    else:
        seats = sorted(seat for team in genome.teams for seat in team)
        sound = seats == list(range(players)) and len(genome.teams) > 1 and all(genome.teams)
        if not sound:
            teams = interleaved(players, len(genome.teams) or 2)
            genome = replace(genome, team_mode=bool(teams), teams=teams)
    partners = genome.team_mode and {len(team) for team in genome.teams} == {2}
    two_sides = len(genome.teams) == 2 if genome.team_mode else players == 2
    gone = set()
    if not partners:
        gone.add("partner")
    if players % 2:
        gone.add("across")
    if not two_sides:
        gone.add("other")
    return _each_once(rewritten(genome, _without_neighbours(genome, gone))) if gone else genome


def _each_once(genome: GameGenome) -> GameGenome:
    """Of cards that are passed to several at once, nobody is to get some twice."""

    def changed(part: Part) -> Part:
        if not isinstance(part, PassPhase) or not part.split:
            return part
        to = tuple(dict.fromkeys(part.to))
        return replace(part, to=to, split=len(to) > 1)

    return transform(genome, changed)


def interleaved(players: int, sides: int) -> Teams:
    """Sides of one size whose members sit between the others'; none if that cannot be."""
    if players < 4 or sides < 2:
        return ()
    if players % sides or players == sides:
        sides = 2
    if players % sides:
        return ()
    return tuple(tuple(range(side, players, sides)) for side in range(sides))


def _without_neighbours(genome: GameGenome, gone: set[str]) -> Callable[[Node], Node]:
    """`partner` and `across` become the player at the left; `other` the best of all others."""

    def of_others(quantity: Node) -> Node:
        is_condition = type_of(quantity, Environment.of(genome)) == "bool"
        word = "any" if is_condition else "highest"
        return Asking(word, (Asking("others", (Name("turn"),)), quantity))

    def rewrite(node: Node) -> Node:
        if not words_of(node) & gone:
            return node
        inner = tuple(rewrite(branch) for branch in _branches(node))
        node = with_branches(node, inner) if inner else node
        if isinstance(node, Asking) and node.function in gone:
            if node.function == "other":
                return of_others(node.arguments[0])
            return Asking("left", node.arguments)
        return node

    return rewrite


# --- cards ----------------------------------------------------------------------------------------


def _at_most(part: Any, before: int, after: int) -> Any:
    """A play of as many cards as there are, where there are now so many."""
    if isinstance(part, PlayPhase) and str(part.max_cards) == str(before):
        return replace(part, max_cards=after)
    return part


def with_deck(genome: GameGenome, deck: DeckSpec) -> GameGenome:
    """The game with another pack: orders, values and named cards follow, and the deal."""
    before = len(deck_cards(genome))
    dealt_out = _deals_everything(genome)
    size = hand_size(genome)
    pack = "standard_52" if deck == STANDARD_52 else CUSTOM
    genome = replace(genome, deck=deck, setup=replace(genome.setup, initial_deck=pack))
    after = len(deck_cards(genome))
    genome = rewritten(genome, numbers_moved(CARD_WORDS, {before: after}))
    genome = transform(genome, lambda part: _at_most(part, before, after))
    genome = _with_payable_stocks(fit_cards(genome))
    if size and not any(step.all_cards for step in genome.setup.deal or ()):
        most = (after - _dealt_aside(genome)) // genome.player_count
        whole = size + sum(_dealt_later(genome))
        if (dealt_out and most <= MOST_HANDS) or whole > most:
            genome = _with_whole_hands(genome, max(1, most))
    return repair(genome)


# --- the deal -------------------------------------------------------------------------------------


def hand_size(genome: GameGenome) -> int:
    """How many cards everybody is dealt into the hand; 0 if all cards are dealt out."""
    if genome.setup.deal is None:
        return genome.setup.cards_per_player
    if any(step.all_cards for step in genome.setup.deal if _to_hands(step)):
        return 0
    return sum(sum(step.packets) for step in genome.setup.deal if _to_every_hand(step))


def _to_hands(step: DealStep) -> bool:
    return zone_name(str(step.zone)) == Location.HAND


def _to_every_hand(step: DealStep) -> bool:
    return _to_hands(step) and str(step.to) == "each"


def _dealt_aside(genome: GameGenome) -> int:
    """How many cards the deal gives to other places than everybody's hand."""
    if genome.setup.deal is None:
        return genome.setup.initial_discard_count
    return sum(_taken(genome, step) for step in genome.setup.deal if not _to_every_hand(step))


def _taken(genome: GameGenome, step: DealStep) -> int:
    """How many cards a step takes from the pack."""
    if step.all_cards:
        return 0
    count = sum(step.piles) if step.piles else sum(step.packets)
    owners = {zone.name: zone.owner for zone in genome.zones or ()}
    usual = Owner.SEAT if _to_hands(step) else Owner.TABLE
    if owners.get(zone_name(str(step.zone)), usual) is Owner.TABLE:
        return count
    return count * max(1, receivers(str(step.to), genome.player_count))


def _with_payable_stocks(genome: GameGenome) -> GameGenome:
    """What everybody is dealt beside the hand is made smaller, as long as it is more than the hand
    and the pack cannot pay for both."""
    size = hand_size(genome)
    deal = genome.setup.deal
    if deal is None or not size:
        return genome
    steps = list(deal)
    later = sum(_dealt_later(genome)) * genome.player_count
    cards = len(deck_cards(genome))
    while sum(_taken(genome, step) for step in steps) + later > cards:
        most, index = max(
            (sum(step.packets), index)
            if not step.piles and _taken(genome, step) > sum(step.packets) and not _to_hands(step)
            else (0, index)
            for index, step in enumerate(steps)
        )
        if most <= size:
            break
        less = packets(steps[index].packets, most - 1)
        steps[index] = replace(steps[index], packets=less)
    if tuple(steps) == deal:
        return genome
    return replace(genome, setup=replace(genome.setup, deal=tuple(steps)))


def _dealt_to_piles(genome: GameGenome) -> int:
    """The most cards that a deal during the hand gives to all piles of a place on the table."""
    piles = {
        zone.name: zone.pile_count
        for zone in genome.zones or ()
        if zone.owner is Owner.TABLE and zone.piles is PileKey.FIXED
    }
    return max(
        (
            sum(packet for packet in part.packets if isinstance(packet, int))
            * piles.get(zone_name(str(part.zone)), 0)
            for _, part in walk(genome.turn_structure)
            if isinstance(part, Deal)
        ),
        default=0,
    )


def _deals_everything(genome: GameGenome) -> bool:
    """Whether nothing that could be dealt evenly is left over."""
    size = hand_size(genome)
    whole = size + sum(_dealt_later(genome))
    left = len(deck_cards(genome)) - _dealt_aside(genome) - whole * genome.player_count
    return size > 0 and left < genome.player_count


def _dealt_later(genome: GameGenome) -> list[int]:
    """How many cards everybody is dealt into the hand once more, by each deal during the hand."""
    return [
        sum(int(packet) for packet in part.packets)
        for phase in genome.turn_structure.phases
        if isinstance(phase, DoPhase)
        for _, part in walk(phase.actions)
        if _is_later_part(part)
    ]


def _is_later_part(part: object) -> TypeGuard[Deal]:
    """Whether an action deals another part of everybody's hand."""
    return (
        isinstance(part, Deal)
        and str(part.zone) == Location.HAND
        and str(part.to) == "each"
        and all(isinstance(packet, int) for packet in part.packets)
    )


def _with_whole_hands(genome: GameGenome, size: int) -> GameGenome:
    """The game with hands of another size, of which a part may be dealt later: each part of them
    changes alike."""
    parts = [hand_size(genome), *_dealt_later(genome)]
    whole = sum(parts)
    if size == whole:
        return genome
    ends = [sum(parts[: n + 1]) * size // whole for n in range(len(parts))]
    shares = [end - begin for begin, end in zip([0, *ends], ends, strict=False)]
    genome = _dealing(genome, max(1, shares[0]))
    later = iter(shares[1:])

    def dealt(part: object) -> object:
        if not _is_later_part(part):
            return part
        return replace(part, packets=packets(tuple(map(int, part.packets)), max(1, next(later))))

    def changed(phase: Phase) -> Phase:
        return transform(phase, dealt) if isinstance(phase, DoPhase) else phase

    structure = genome.turn_structure
    structure = replace(structure, phases=tuple(map(changed, structure.phases)))
    return _following(replace(genome, turn_structure=structure), whole, size)


def with_hand_size(genome: GameGenome, size: int) -> GameGenome:
    """The game with hands of another size; numbers of tricks and the highest bids follow."""
    before = hand_size(genome)
    if size < 1 or not before or size == before:
        return genome
    later = sum(_dealt_later(genome))
    return _following(_dealing(genome, size), before + later, size + later)


def _dealing(genome: GameGenome, size: int) -> GameGenome:
    """The game with a deal of so many cards to everybody."""
    setup = genome.setup
    deal = setup.deal
    if deal is not None:
        first = next(index for index, step in enumerate(deal) if _to_every_hand(step))
        others = sum(sum(s.packets) for i, s in enumerate(deal) if _to_every_hand(s) and i != first)
        if size <= others:
            deal = tuple(s for i, s in enumerate(deal) if i == first or not _to_every_hand(s))
            first = next(index for index, step in enumerate(deal) if _to_every_hand(step))
            others = 0
        step = deal[first]
        deal = put(deal, (first,), replace(step, packets=packets(step.packets, size - others)))
    return replace(genome, setup=replace(setup, deal=deal, cards_per_player=size))


def _following(genome: GameGenome, before: int, size: int) -> GameGenome:
    """The game with numbers that follow the size of the hands."""
    if size == before:
        return genome
    tricks = genome.turn_structure.tricks_per_hand
    if tricks == before:
        structure = replace(genome.turn_structure, tricks_per_hand=size)
        genome = replace(genome, turn_structure=structure)
    genome = rewritten(genome, numbers_moved(TRICK_WORDS, {before: size, before + 1: size + 1}))
    return transform(genome, lambda part: _as_many(part, before, size))


def _as_many(part: Part, before: int, size: int) -> Part:
    """Bids and refilled hands that went as far as the hand do so still."""
    match part:
        case CallChoice(low=low, high=high) if high == before:
            if isinstance(low, int) and size <= low < before:
                # The least bid stays as large a part of the hand, so that there is one to outbid.
                return replace(part, low=low * size // before, high=size)
            return replace(part, high=size)
        case Counter(high=high) if high == before:
            return replace(part, high=size)
        case FillHands(size=filled) if filled == before:
            return replace(part, size=size)
        case PassPhase(count=count) if isinstance(count, int) and count >= size:
            return replace(part, count=max(1, size - 1))
    return part


def packets(before: tuple[int, ...], size: int) -> tuple[int, ...]:
    """So many cards in packets like those there were."""
    if not before or set(before) == {1}:
        return (1,) * size
    found: list[int] = []
    left = size
    index = 0
    while left > 0:
        packet = min(left, before[index % len(before)])
        found.append(packet)
        left -= packet
        index += 1
    return tuple(found)


def _deal(genome: GameGenome) -> GameGenome:
    """A deal that the pack can pay for, and statements about it that agree."""
    setup = genome.setup
    if setup.deal is None:
        return genome
    cards = len(deck_cards(genome))
    size = hand_size(genome)
    over = sum(_taken(genome, step) for step in setup.deal) - cards
    if over > 0 and size > 1:
        per_card = genome.player_count
        genome = with_hand_size(genome, max(1, size + (-over // per_card)))
        setup = genome.setup
    elif (over := over + _dealt_to_piles(genome)) > 0:
        setup = replace(setup, deal=_smaller_piles(setup.deal or (), over))
        genome = replace(genome, setup=setup)
    steps = setup.deal or ()
    low, high = hand_sizes(genome)
    stated = min(max(setup.cards_per_player, low), high)
    turned = sum(
        sum(step.piles) if step.piles else sum(step.packets)
        for step in steps
        if zone_name(str(step.zone)) == Location.DISCARD
    )
    if (stated, turned) == (setup.cards_per_player, setup.initial_discard_count):
        return genome
    setup = replace(setup, cards_per_player=stated, initial_discard_count=turned)
    return replace(genome, setup=setup)


def _smaller_piles(deal: tuple[DealStep, ...], over: int) -> tuple[DealStep, ...]:
    """A deal of so many cards less, taken from the largest piles, the last first."""
    steps = list(deal)
    for _ in range(over):
        sizes = [
            (size, at, n) for at, step in enumerate(steps) for n, size in enumerate(step.piles)
        ]
        if not sizes or max(sizes)[0] < 2:
            break
        size, at, number = max(sizes)
        steps[at] = replace(steps[at], piles=put(steps[at].piles, (number,), size - 1))
    return tuple(steps)


# --- what is said twice ---------------------------------------------------------------------------


def _tricks(genome: GameGenome) -> GameGenome:
    """Statements about trick play that agree with the course of the hand."""
    structure = genome.turn_structure
    tricks = [part for _, part in walk(structure) if isinstance(part, TrickPhase)]
    stated = structure.tricks_per_hand
    if not tricks:
        stated = None
    elif stated is not None:
        stated = _number_of_tricks(genome, tricks)
    if (bool(tricks), stated) != (structure.is_trick_based, structure.tricks_per_hand):
        structure = replace(structure, is_trick_based=bool(tricks), tricks_per_hand=stated)
        genome = replace(genome, turn_structure=structure)
    return genome


def _number_of_tricks(genome: GameGenome, tricks: Iterable[TrickPhase]) -> int | None:
    until = str(next(iter(tricks)).until)
    for sign in ("==", ">="):
        head = f"tricks_played {sign} "
        if until.startswith(head) and until.removeprefix(head).isdecimal():
            return int(until.removeprefix(head))
    if until == "false" and not any(isinstance(part, _DEALING) for _, part in walk(genome)):
        return hand_size(genome) or genome.setup.cards_per_player or None
    return genome.turn_structure.tricks_per_hand


_DEALING = (Deal, DiscardPhase, DrawPhase, FillHands, MeldPhase, Move, PlayPhase)
"""What leaves players with other cards to play to tricks than they were dealt."""


def _trick_phase(part: TrickPhase) -> TrickPhase:
    changes: dict[str, Any] = {}
    if part.follow:
        follows = follows_suit(part)
        if follows != part.lead_suit_required:
            changes["lead_suit_required"] = follows
    if (part.breaking_rule is BreakingRule.NONE) != (part.breaking_suit is None):
        changes |= {"breaking_rule": BreakingRule.NONE, "breaking_suit": None}
    if part.battle_cards and part.tie is not TrickTie.BATTLE:
        changes["battle_cards"] = 0
    return replace(part, **changes) if changes else part


def _agreements(genome: GameGenome) -> GameGenome:
    """Clauses that say one thing twice say it alike."""
    rules = genome.game_rules
    if (
        rules is not None
        and rules.passes_to_trigger is not None
        and rules.consecutive_pass_action is PassAction.NONE
    ):
        genome = replace(genome, game_rules=replace(rules, passes_to_trigger=None))
    trump = genome.setup.trump_suit
    known = {card.suit for card in deck_cards(genome)}
    if trump is not None and trump not in known:
        trump = next((card.suit for card in deck_cards(genome) if card.suit), None)
        genome = replace(genome, setup=replace(genome.setup, trump_suit=trump))
    return transform(genome, lambda part: _agreeing(part, trump))


def _agreeing(part: Part, trump: str | None) -> Part:
    match part:
        case TrickPhase():
            if part.trump_suit not in (None, trump):
                part = replace(part, trump_suit=trump)
            return _trick_phase(part)
        case ClaimPhase(rank_mode=mode, fixed_rank=rank):
            if mode is not ClaimRankMode.FIXED and rank is not None:
                return replace(part, fixed_rank=None)
            if mode is ClaimRankMode.FIXED and rank is None:
                return replace(part, fixed_rank=part.starting_rank)
        case Counter(start=start, low=low, high=high) if not low <= start <= high:
            return replace(part, start=min(max(start, low), high))
    return part
