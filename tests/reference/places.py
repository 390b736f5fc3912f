"""Cards that lie in piles and move from one to another, and who sees it."""

from __future__ import annotations

from bisect import insort

from tests.reference.genome import ZoneSpec
from tests.reference.rules import STOCK, Rules
from tests.reference.state import NOBODY, Place, Position, TrickCard, places_in
from tests.reference.words import ZoneRef

TRICK_ZONE = ""
"""The place of the trick in progress is in no zone (§3.5)."""


def set_out_piles(position: Position) -> None:
    """Every pile that is there from the beginning, empty, numbered through (§3.1, §3.2, §P1.8,
    §P19.4)."""
    rules: Rules = position.rules
    listed = [zone for zone in rules.zones.values() if zone.name != STOCK or not rules.hidden_stock]
    for zone in listed:
        set_out(position, zone)
    position.places.append(Place(TRICK_ZONE, NOBODY, 0, len(position.places)))
    position.trick_place = len(position.places) - 1
    if rules.hidden_stock:
        set_out(position, rules.zones[STOCK])


def set_out(position: Position, zone: ZoneSpec) -> None:
    """The piles of one zone, owner by owner; of `many` none at first (§P1.8)."""
    rules: Rules = position.rules
    count = {
        "one": 1,
        "fixed": zone.pile_count,
        "by_rank": len(rules.deck.ranks),
        "by_suit": len(rules.deck.suits),
        "many": 0,
    }[zone.piles]
    for owner in rules.owners(zone):
        position.index[zone.name, owner] = ()
        for _ in range(count):
            add_pile(position, zone.name, owner)


def add_pile(position: Position, zone: str, owner: int) -> Place:
    numbers = position.index[zone, owner]
    place = Place(zone, owner, len(numbers), len(position.places))
    position.places.append(place)
    position.index[zone, owner] = (*numbers, place.number)
    return place


def new_pile(position: Position, zone: str, owner: int) -> Place:
    """A new pile of a `many` zone; if the last piles begun are empty, it takes the number of the
    first of these (§P19.4)."""
    rules: Rules = position.rules
    while not position.places[-1].cards and is_many(rules, position.places[-1]):
        gone = position.places.pop()
        position.index[gone.zone, gone.owner] = position.index[gone.zone, gone.owner][:-1]
    return add_pile(position, zone, owner)


def is_many(rules: Rules, place: Place) -> bool:
    return place.zone != TRICK_ZONE and rules.zones[place.zone].piles == "many"


def remove_new_piles(position: Position) -> None:
    """When a hand begins, piles of zones with `many` piles are gone (§6.7)."""
    rules: Rules = position.rules
    while is_many(rules, position.places[-1]):
        gone = position.places.pop()
        position.index[gone.zone, gone.owner] = ()


def stock(position: Position) -> Place:
    """The pile of undealt cards (§3.4)."""
    return places_in(position, STOCK, NOBODY)[0]


def is_stack(position: Position, place: Place) -> bool:
    """Whether the cards of a pile lie on each other (§3.3)."""
    rules: Rules = position.rules
    return rules.zones[place.zone].order == "stack"


def top_card(position: Position, place: Place) -> int:
    """The card put there last; in a pile without order the one with the lowest number; NOBODY if
    there is none (§P1.9)."""
    if not place.cards:
        return NOBODY
    return place.cards[-1] if is_stack(position, place) else place.cards[0]


def piles_of(position: Position, ref: ZoneRef) -> list[Place]:
    """The piles that a zone expression means, owner by owner (§P1.8, §P4.10)."""
    found = [place for owner in ref.owners for place in places_in(position, ref.name, owner)]
    return found if ref.pile < 0 else [position.places[ref.pile]]


def pile_for(position: Position, ref: ZoneRef, card: int) -> Place | None:
    """The pile to which a card goes that is put into a zone; None if there is none (§P1.10)."""
    rules: Rules = position.rules
    if not ref.owners:
        return None
    if ref.pile >= 0:
        return position.places[ref.pile]
    zone = rules.zones[ref.name]
    owner = ref.owners[0]
    if zone.piles == "many":
        return new_pile(position, ref.name, owner)
    piles = places_in(position, ref.name, owner)
    if zone.piles == "by_rank":
        return piles[rules.deck.ranks.index(rules.deck.rank(card))]
    if zone.piles == "by_suit":
        suit = rules.deck.suit(card)
        return piles[rules.deck.suits.index(suit) if suit else 0]
    if zone.piles == "fixed":
        return next((pile for pile in piles if not pile.cards), piles[0])
    return piles[0]


# --- who looks and who knows ----------------------------------------------------------------------


def lookers(position: Position, place: Place) -> int:
    """The seats (a bit each) that look at all cards of a pile (§9.1)."""
    rules: Rules = position.rules
    return rules.everybody if place.open else rules.lookers[place.zone, place.owner]


def sees_top(position: Position, place: Place) -> bool:
    """Whether only the top card of a pile is seen; everybody then counts as looking at all of it
    (§9.1, §9.4)."""
    rules: Rules = position.rules
    return rules.zones[place.zone].sees == "top"


def seers_before(position: Position, card: int) -> int:
    """Those who know which card it is before it leaves: they look at its pile, or know its position
    in an ordered pile (§9.5)."""
    rules: Rules = position.rules
    number = position.where[card]
    if number == position.trick_place:
        hidden = any(item.card == card and item.face_down for item in position.trick)
        return position.known_place[card] if hidden else rules.everybody
    place = position.places[number]
    if sees_top(position, place):
        return rules.everybody
    seen = lookers(position, place)
    return seen | position.known_place[card] if is_stack(position, place) else seen


def forget(position: Position, place: Place, seers: int) -> None:
    """Whoever has not seen which card left a pile no longer knows any card of it, except, in an
    ordered pile, those whose position they know (§9.5)."""
    ordered = is_stack(position, place)
    for card in place.cards:
        keep = seers | position.known_place[card] if ordered else seers
        position.known[card] &= keep


def learn(position: Position, card: int, seats: int) -> None:
    """These seats know where a card is, and at which position (§9.2)."""
    position.known[card] |= seats
    position.known_place[card] |= seats


# --- cards that move ------------------------------------------------------------------------------


class Unforeseen(Exception):
    """Looking ahead has come to what the player cannot foresee (§6.39)."""


def foresee(position: Position, card: int) -> None:
    """While looking ahead: stops where a card leaves a pile at which the player does not look; that
    they remember the card does not count (§6.39)."""
    if position.foreseeing is None or position.where[card] == position.trick_place:
        return
    place = position.places[position.where[card]]
    player: int = position.foreseeing.seat
    if not sees_top(position, place) and not lookers(position, place) >> player & 1:
        raise Unforeseen


def move_card(
    position: Position,
    card: int,
    target: Place,
    *,
    to_bottom: bool = False,
    counts: bool = True,
    dealt: bool = False,
) -> None:
    """A card goes onto the top of a pile, or below all others (§7.10, §9.5).

    `counts`: whether it is among the cards moved this turn (§P2.11). `dealt`: in the set-up; who
    sees it depends on the zone it comes to alone (§6.10, §9.3).
    """
    foresee(position, card)
    seen = lookers(position, target)
    if not dealt:
        seen |= seers_before(position, card)
    if sees_top(position, target):
        seen = position.rules.everybody
    stays = position.where[card] == target.number
    source = leave(position, card, position.rules.everybody if stays else seen, counts)
    put(position, card, target, to_bottom)
    position.known[card] = position.known_place[card] = seen
    position.cards_moved += 1
    if position.events is not None:
        position.events.append(("card", card, source, target.number, seen))
    if source != position.trick_place:
        turn_up_beneath(position, position.places[source])


def leave(position: Position, card: int, seen: int, counts: bool) -> int:
    """Takes a card from where it lies; the number of the place. `seen`: who can tell which card
    left; a card that stays in its pile takes nothing away (§9.5)."""
    number = position.where[card]
    place = position.places[number]
    place.cards.remove(card)
    if number == position.trick_place:
        return number
    forget(position, place, seen)
    if counts:
        position.moved.append((card, place.zone))
    return number


def put(position: Position, card: int, place: Place, to_bottom: bool = False) -> None:
    """Puts a card onto a pile, or below all others (§7.10)."""
    if not is_stack(position, place):
        insort(place.cards, card)
    elif to_bottom:
        place.cards.insert(0, card)
    else:
        place.cards.append(card)
    position.where[card] = place.number


def turn_up_beneath(position: Position, place: Place) -> None:
    """When a pile of a zone with `beneath` has become empty, the top card of the same pile of the
    zone beneath is moved onto it (§3.6, §7.18, §P1.12)."""
    rules: Rules = position.rules
    beneath = rules.zones[place.zone].beneath
    if beneath is None or place.cards:
        return
    below = places_in(position, beneath, place.owner)[place.pile]
    card = top_card(position, below)
    if card != NOBODY:
        move_card(position, card, place)


def shuffle(position: Position, place: Place, told: bool = True) -> None:
    """A pile in the order that chance brings; positions are forgotten, except by those who look at
    all of it (§9.6, §10.1)."""
    if position.foreseeing is not None:
        raise Unforeseen
    if told and position.events is not None:
        position.events.append(("shuffled", place.number))
    if is_stack(position, place):
        _, key, cards = position.chance.take("shuffle")
        assert key == place.number, f"{key} was shuffled, not {place.number}"
        assert sorted(cards) == sorted(place.cards), "a shuffle keeps the cards of the pile"
        place.cards = list(cards)
    for card in place.cards:
        position.known_place[card] = lookers(position, place)


def random_cards(position: Position, place: Place, cards: list[int], count: int) -> list[int]:
    """So many cards, one after the other by lot among those that fit (§10.1)."""
    if position.foreseeing is not None:
        raise Unforeseen
    if not cards or count <= 0:
        return []
    _, key, taken = position.chance.take("cards")
    assert key == place.number, f"cards of {key}, not of {place.number}"
    assert set(taken) <= set(cards), "cards by lot are cards that fit"
    assert len(taken) == min(count, len(cards)), "as many cards by lot as are wanted"
    return list(taken)


class Lot:
    """Cards taken by lot, one by one, each from whichever pile it lies in; chance reports those
    that come from one pile, one after the other, together."""

    __slots__ = ("place", "waiting")

    def __init__(self) -> None:
        self.place = NOBODY
        self.waiting: list[int] = []

    def take(self, position: Position, cards: list[int]) -> int:
        """One of these cards, each with the same chance (§10.1)."""
        if position.foreseeing is not None:
            raise Unforeseen
        if not self.waiting:
            _, self.place, taken = position.chance.take("cards")
            self.waiting = list(taken)
        card = self.waiting.pop(0)
        assert card in cards, "cards by lot are cards that fit"
        assert position.where[card] == self.place, "a card by lot lies where chance says"
        return card


def show(position: Position, place: Place, card: int) -> None:
    """Everybody is shown a card of a pile and knows where it is (§9.7)."""
    learn(position, card, position.rules.everybody)
    if position.events is not None:
        position.events.append(("shown", place.number, card))


def expose(position: Position, place: Place) -> None:
    """A pile lies open for the rest of the hand (§7.2, §9.14)."""
    place.open = True
    if position.events is not None:
        position.events.append(("shown", place.number, NOBODY))
    for card in sorted(place.cards):
        show(position, place, card)


def lay_to_trick(position: Position, seat: int, card: int, face_down: bool = False) -> None:
    """A card is laid to the trick in progress: seen by all or, face down, by those only who knew
    its position (§9.8)."""
    foresee(position, card)
    seen = seers_before(position, card)
    if not face_down:
        seen = position.rules.everybody
    source = leave(position, card, seen, counts=False)
    position.places[position.trick_place].cards.append(card)
    position.where[card] = position.trick_place
    position.trick.append(TrickCard(seat, card, face_down))
    position.known[card] = position.known_place[card] = seen
    position.cards_moved += 1
    if position.events is not None:
        position.events.append(("card", card, source, position.trick_place, seen))
    turn_up_beneath(position, position.places[source])
