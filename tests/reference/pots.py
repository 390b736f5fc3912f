"""Pots: who shows, and who is paid (§P17.6-17.10)."""

from __future__ import annotations

from typing import Any

from tests.reference import places, scoring
from tests.reference.showdown import NOTHING, best_hand, hand_parts, highest_card_key, pot_shares
from tests.reference.state import Env, Position, places_in
from tests.reference.words import round_from, step, zone


def worths(position: Position, method: str, seats: list[int]) -> list[dict[int, Any]]:
    """How good hands are, by seat: by the hand evaluation, then by each of its shares (§P6.1)."""
    if method == "highest_card":
        return [{seat: by_highest_card(position, seat) for seat in seats}]
    by_hand = {seat: best_hand(position, seat) for seat in seats}
    shares = pot_shares(position)
    return [
        by_hand,
        *({seat: best_hand(position, seat, share) for seat in seats} for share in shares),
    ]


def by_highest_card(position: Position, seat: int) -> Any:
    cards = [card for pile in places_in(position, "hand", seat) for card in pile.cards]
    return highest_card_key(position, cards)


def take_pot(position: Position, seat: int) -> None:
    """One player takes the whole pot (§P17.6)."""
    pot, position.pot = position.pot, 0
    position.staked = [0] * len(position.staked)
    position.dead = [0] * len(position.dead)
    scoring.pay(position, seat, pot)


def showdown(position: Position, method: str, contenders: list[int]) -> None:
    """The contenders show their hands; then the pot is paid out in the order of seats (§P17.8)."""
    if not contenders:
        return
    if len(contenders) == 1:
        take_pot(position, contenders[0])
        return
    for seat in sorted(contenders):
        show_hand(position, method, seat)
    paid = layers(position, method, contenders)
    position.pot = 0
    position.staked = [0] * len(position.staked)
    position.dead = [0] * len(position.dead)
    for seat, chips in enumerate(paid):
        scoring.pay(position, seat, chips)


def show_hand(position: Position, method: str, seat: int) -> None:
    """A contender shows the cards of the parts of the hand in zones of seats that not all see, or
    of the zone `hand` (§P17.8)."""
    piles = places_in(position, "hand", seat)
    parts = list(hand_parts(position))
    if method != "highest_card":
        parts += [part for share in pot_shares(position) for part in share.parts]
    if parts and method != "highest_card":
        zones = position.rules.zones
        refs = [zone(position, part.zone, Env(seat)) for part in parts]
        shown = [
            pile
            for ref in refs
            if zones[ref.name].owner == "seat" and zones[ref.name].sees != "all"
            for pile in places.piles_of(position, ref)
        ]
        own = piles if not hand_parts(position) else []
        piles = [pile for at, pile in enumerate(own + shown) if pile not in (own + shown)[:at]]
    for pile in piles:
        for card in sorted(pile.cards):
            places.show(position, pile, card)


def layers(position: Position, method: str, contenders: list[int]) -> list[int]:
    """What each seat gets of the pot, layer by layer (§P17.9)."""
    seats = len(position.staked)
    rest = list(position.staked)
    unstaked = position.pot - sum(rest)
    paid = [0] * seats
    entitled = [seat for seat in contenders if rest[seat] + position.dead[seat] > 0] or contenders
    give_back(rest, paid)
    with_rest = [seat for seat in entitled if rest[seat] > 0]
    if not with_rest:
        share(position, method, entitled, sum(rest) + unstaked, paid)
        return paid
    if len(with_rest) < len(entitled):
        share(position, method, entitled, unstaked, paid)
        unstaked = 0
    while True:
        able = [seat for seat in entitled if rest[seat] > 0]
        if not able:
            break
        depth = min(rest[seat] for seat in able)
        last = all(rest[seat] == depth for seat in able)
        layer = unstaked
        unstaked = 0
        for seat in range(seats):
            part = rest[seat] if last else min(depth, rest[seat])
            layer += part
            rest[seat] -= part
        share(position, method, able, layer, paid)
    return paid


def give_back(rest: list[int], paid: list[int]) -> None:
    """If one player alone has the highest stake, what it exceeds the next highest by goes back
    (§P17.9)."""
    highest = max(rest)
    if rest.count(highest) != 1:
        return
    seat = rest.index(highest)
    excess = highest - max([stake for other, stake in enumerate(rest) if other != seat], default=0)
    rest[seat] -= excess
    paid[seat] += excess


def share(position: Position, method: str, able: list[int], layer: int, paid: list[int]) -> None:
    """A layer is parted between the comparisons by which somebody has a hand (§P17.10a)."""
    found = worths(position, method, able)
    counting = [keys for keys in found if len(found) == 1 or max(keys.values()) != NOTHING]
    if not counting:
        counting = [dict.fromkeys(able, NOTHING)]
    for index, keys in enumerate(counting):
        part = layer // len(counting) + (index < layer % len(counting))
        share_part(position, keys, part, paid)


def share_part(position: Position, keys: dict[int, Any], part: int, paid: list[int]) -> None:
    """Equal hands share evenly; what cannot be shared goes one chip each to them in order from the
    dealer's left (§P17.10)."""
    best = max(keys.values())
    order = round_from(position, step(position, position.dealer, 1))
    winners = sorted(
        (seat for seat, key in keys.items() if key == best),
        key=lambda seat: order.index(seat) if seat in order else len(order),
    )
    for index, seat in enumerate(winners):
        paid[seat] += part // len(winners) + (index < part % len(winners))
