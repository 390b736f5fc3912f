"""The cards and the deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from darwindeck.cards import Card
from darwindeck.genome.decks import (
    CUSTOM,
    NAMED_DECKS,
    deck_spec,
    spec_cards,
)
from darwindeck.genome.expressions.check import close_name
from darwindeck.genome.implied import receivers as receivers
from darwindeck.genome.implied import zones_meant
from darwindeck.genome.limits import MAX_CARDS
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.actions import Deal
from darwindeck.genome.schema.setup import DealStep
from darwindeck.genome.schema.things import Location, Owner, PileKey, Sees, ZoneSpec
from darwindeck.genome.validation.facts import Facts, zone_name


def the_deck_is_sound(facts: Facts) -> Iterator[Problem]:
    genome = facts.genome
    path = ("setup", "initial_deck")
    name = genome.setup.initial_deck
    known = [*NAMED_DECKS, CUSTOM]
    if name not in known:
        yield Problem(
            "unknown-deck",
            path,
            f"Unknown deck '{name[:60]}'; known are {', '.join(known)}{close_name(name, known)}",
        )
    spec = deck_spec(genome)
    if spec is None:
        if name == CUSTOM:
            yield Problem(
                "unknown-deck", ("deck",), "The deck is `custom`, but the genome spells out none"
            )
        return
    if genome.deck is not None:
        yield from _the_spelled_out_deck(facts)
    if not facts.cards:
        yield Problem("empty-deck", ("deck",), "The deck has no cards")
    if len(facts.cards) > MAX_CARDS:
        yield Problem("deck-too-large", ("deck",), f"The deck has more than {MAX_CARDS} cards")


def _the_spelled_out_deck(facts: Facts) -> Iterator[Problem]:
    deck = facts.genome.deck
    assert deck is not None
    named = NAMED_DECKS.get(facts.genome.setup.initial_deck)
    if named is not None and Counter(facts.cards) != Counter(spec_cards(named)):
        yield Problem(
            "contradicting-deck",
            ("setup", "initial_deck"),
            f"initial_deck is '{facts.genome.setup.initial_deck}', but the deck that is spelled "
            f"out is another one, of {len(facts.cards)} cards; write `{CUSTOM}`",
        )
    for index, block in enumerate(deck.blocks):
        if not block.ranks:
            yield Problem("empty-list", ("deck", "blocks", index, "ranks"), "A block needs ranks")
    full = Counter(spec_cards(type(deck)(blocks=deck.blocks)))
    removed: Counter[Card] = Counter()
    for index, face in enumerate(deck.without):
        card = Card(face.suit, face.rank)
        removed[card] += 1
        if removed[card] > full[card]:
            yield Problem(
                "card-not-in-deck",
                ("deck", "without", index),
                f"{card} is taken out, but the deck has no such card",
            )


def stand_ins_are_clear(facts: Facts) -> Iterator[Problem]:
    """Every rank counts as one rank, and that as itself."""
    deck = facts.genome.deck
    if deck is None:
        return
    printed = {str(card.printed_rank) for card in facts.cards}
    standing = {str(rank) for each in deck.stand_ins for rank in each.ranks}
    seen: set[str] = set()
    for index, each in enumerate(deck.stand_ins):
        path = ("deck", "stand_ins", index)
        if not each.ranks:
            yield Problem("empty-list", (*path, "ranks"), "Some rank must count as another")
        for place, rank in enumerate(map(str, each.ranks)):
            why = ""
            if rank in seen:
                why = f"The rank '{rank}' is said twice to count as another"
            elif rank not in printed:
                why = f"The rank '{rank}' counts as another, but the deck has no such card"
            if why:
                yield Problem("confused-stand-in", (*path, "ranks", place), why)
            seen.add(rank)
        if str(each.count_as) in standing:
            yield Problem(
                "confused-stand-in",
                (*path, "count_as"),
                f"Cards cannot count as '{each.count_as}', which counts as another rank itself",
            )


def zones_are_sound(facts: Facts) -> Iterator[Problem]:
    zones = facts.genome.zones
    if zones is None:
        return
    by_name = {zone.name: zone for zone in zones}
    if Location.DECK not in by_name:
        yield Problem(
            "missing-zone",
            ("zones",),
            f"There is no zone `{Location.DECK}`: cards are dealt from it",
        )
    for index, zone in enumerate(zones):
        path = ("zones", index)
        if zone.owner is Owner.TABLE and zone.sees in (Sees.OWNER, Sees.TEAM, Sees.OTHERS):
            yield Problem(
                "contradicting-zone",
                (*path, "sees"),
                f"The zone '{zone.name}' lies on the table and has no owner, yet `sees` is "
                f"`{zone.sees.value}`",
            )
        piles = {PileKey.BY_SUIT: len(facts.suits), PileKey.BY_RANK: len(facts.ranks)}
        if zone.piles is not PileKey.FIXED and zone.pile_count not in (1, piles.get(zone.piles)):
            yield Problem(
                "contradicting-zone",
                (*path, "pile_count"),
                f"pile_count is {zone.pile_count}, but piles is `{zone.piles.value}`, not "
                f"`{PileKey.FIXED.value}`",
            )
        owner = _SINGLE.get(zone.name)
        if owner is not None and (zone.owner is not owner or zone.piles is not PileKey.ONE):
            whose = "one pile of every player" if owner is Owner.SEAT else "one pile of the table"
            yield Problem(
                "contradicting-zone",
                path,
                f"Rules mean the zone `{zone.name}` without naming it: it must be {whose}",
            )
        if zone.beneath is not None and zone.beneath in by_name:
            below = by_name[zone.beneath]
            shape = (zone.piles, zone.pile_count, zone.owner)
            alike = (below.piles, below.pile_count, below.owner) == shape
            if not alike or _lies_beneath_itself(zone, by_name):
                yield Problem(
                    "contradicting-zone",
                    (*path, "beneath"),
                    f"'{zone.beneath}' cannot lie beneath '{zone.name}': it must be another zone "
                    "with the same owner and the same piles",
                )


_SINGLE = {
    Location.DECK.value: Owner.TABLE,
    Location.HAND.value: Owner.SEAT,
    Location.DISCARD.value: Owner.TABLE,
}
"""Zones of which rules speak as if there were one for each owner."""


def _lies_beneath_itself(zone: ZoneSpec, by_name: dict[str, ZoneSpec]) -> bool:
    below = {zone.name}
    while zone.beneath is not None and zone.beneath in by_name:
        if zone.beneath in below:
            return True
        zone = by_name[zone.beneath]
        below.add(zone.name)
    return False


def the_deal_fits(facts: Facts) -> Iterator[Problem]:
    genome = facts.genome
    if not facts.cards or not 1 <= genome.player_count <= 1000:
        return
    setup = genome.setup
    size = len(facts.cards)
    if setup.deal is None:
        needed = setup.cards_per_player * genome.player_count + setup.initial_discard_count
        if needed > size:
            discards = setup.initial_discard_count
            turned = f" and {discards} turned up" if discards else ""
            yield Problem(
                "deal-exceeds-deck",
                ("setup", "cards_per_player"),
                f"{setup.cards_per_player} cards for each of {genome.player_count} "
                f"players{turned} make {needed}, but the deck has {size}",
            )
        return
    dealt = 0
    for index, step in enumerate(setup.deal):
        path = ("setup", "deal", index)
        yield from _step(facts, step, index)
        dealt += cards_dealt(facts, step)
        if dealt > size:
            yield Problem(
                "deal-exceeds-deck",
                path,
                f"The deal has come to {dealt} cards here, but the deck has {size}",
            )
            return


def _step(facts: Facts, step: DealStep, index: int) -> Iterator[Problem]:
    path = ("setup", "deal", index)
    zones = {zone.name: zone for zone in facts.genome.zones or ()}
    zone = zones.get(zone_name(step.zone))
    if step.piles:
        if zone is not None and zone.piles is not PileKey.FIXED:
            yield Problem(
                "contradicting-deal",
                (*path, "piles"),
                f"The zone '{zone.name}' has no fixed number of piles to deal to",
            )
        elif zone is not None and len(step.piles) != zone.pile_count:
            yield Problem(
                "contradicting-deal",
                (*path, "piles"),
                f"The zone '{zone.name}' has {zone.pile_count} piles, but cards are dealt to "
                f"{len(step.piles)}",
            )
    if not step.all_cards and not sum(step.piles or step.packets):
        yield Problem("deals-nothing", path, "This step deals no cards")


def nothing_is_dealt_to_the_stock(facts: Facts) -> Iterator[Problem]:
    """Cards are dealt from the stock: dealt to it, they would lie where they were."""
    steps = enumerate(facts.genome.setup.deal or ())
    deals: list[tuple[Path, str]]
    deals = [(("setup", "deal", index), step.zone) for index, step in steps]
    deals += [(path, action.zone) for path, action in facts.all(Deal)]
    for path, zone in deals:
        if Location.DECK in zones_meant(zone):
            yield Problem(
                "deals-nothing",
                (*path, "zone"),
                f"Cards are dealt from the zone `{Location.DECK}`, so none can be dealt to it",
            )


def cards_dealt(facts: Facts, step: DealStep) -> int:
    """How many cards a step deals at the least."""
    if step.all_cards:
        return 0
    owner = facts.env.zones.get(zone_name(step.zone))
    each = sum(step.piles) if step.piles else sum(step.packets)
    return each if owner is Owner.TABLE else each * receivers(step.to, facts.genome.player_count)
