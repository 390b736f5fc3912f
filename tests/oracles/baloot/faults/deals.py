"""Faults in the cards dealt and in the auction."""

from __future__ import annotations

import random

from darwindeck.archives.divergences import Category
from darwindeck.oracles.baloot.categories import KHASARA
from darwindeck.oracles.baloot.reader import CARDS
from tests.oracles.baloot.faults.fault import (
    Events,
    Json,
    NoPlaceError,
    cards_of,
    claimed,
    collected,
    drop,
    fault,
    has_result,
    next_seat,
    pick,
    played_out,
    put,
    rounds,
    some,
)

AFTER_A_LOST_CALL = (
    Category.AUCTION,
    Category.CONTRACT,
    Category.MULTIPLIER,
    Category.GAME_POINTS,
    KHASARA,
    Category.HANDS,
    Category.RESULT,
)
"""A call that cannot be read may change everything that follows from it."""
RAISES = ("hokomclose", "hokomopen", "double", "triple", "qahwa")


@fault(Category.DEALER)
def wrong_dealer(match: Json, chance: random.Random) -> None:
    """A round opens with the next seat as dealer."""
    events, number = pick(match, chance, 1)
    events[number]["p"] = next_seat(events[number]["p"])


@fault(Category.HANDS)
def card_in_two_hands(match: Json, chance: random.Random) -> None:
    """A card lies in two hands and another in none."""
    events, number = pick(match, chance, 15, lambda event: "fhr" in event, has_result)
    hands = events[number]["fhr"]
    own, other = chance.choice(cards_of(hands[0])), chance.choice(cards_of(hands[1]))
    hands[0] ^= 1 << own | 1 << other


@fault(Category.HANDS)
def nine_cards_in_a_hand(match: Json, chance: random.Random) -> None:
    """A hand has a card too many."""
    events, number = pick(match, chance, 15, lambda event: "fhr" in event, has_result)
    hands = events[number]["fhr"]
    hands[0] |= 1 << chance.choice(cards_of(hands[1]))


@fault(Category.HANDS, also=(Category.DECLARATION,))
def cards_of_two_hands_exchanged(match: Json, chance: random.Random) -> None:
    """Two hands of eight have a card of each other; all cards were played."""
    events, number = pick(match, chance, 15, within=played_out)
    _exchange(events[number]["fhr"], chance)


@fault(Category.HANDS)
def first_cards_of_another_hand(match: Json, chance: random.Random) -> None:
    """Two hands of five have a card of each other: they do not lie within the hands of eight."""
    events, number = pick(match, chance, 15, lambda event: "fhr" in event, has_result)
    _exchange(events[number]["bhr"], chance)


def _exchange(hands: list[int], chance: random.Random) -> None:
    one, two = chance.sample(range(4), 2)
    both = 1 << chance.choice(cards_of(hands[one])) | 1 << chance.choice(cards_of(hands[two]))
    hands[one] ^= both
    hands[two] ^= both


@fault(Category.HANDS)
def another_floor_card(match: Json, chance: random.Random) -> None:
    """The floor card is one that was dealt to somebody."""
    events, number = pick(match, chance, 1, within=has_result)
    hands = next(event["bhr"] for event in events if event["e"] == 15)
    events[number]["fc"] = chance.choice(cards_of(chance.choice(hands)))


@fault(Category.READING)
def mask_with_no_card(match: Json, chance: random.Random) -> None:
    """A set of cards has a bit that stands for none."""
    events, number = pick(match, chance, 15)
    events[number]["bhr"][chance.randrange(4)] |= 1


@fault(Category.READING, also=AFTER_A_LOST_CALL)
def word_that_is_a_number(match: Json, chance: random.Random) -> None:
    """A call has a number for its word."""
    events, number = pick(match, chance, 2)
    events[number]["b"] = 5


@fault(Category.AUCTION)
def pass_dropped(match: Json, chance: random.Random) -> None:
    """A pass of a player on turn is missing, and others speak after it."""
    events, number = pick(match, chance, 2, lambda call: call["b"] in ("thany", "wala"))
    del events[number]


@fault(Category.AUCTION)
def call_of_another_seat(match: Json, chance: random.Random) -> None:
    """A pass comes from a seat that is not on turn."""
    events, number = pick(match, chance, 2, lambda call: call["b"] in ("thany", "wala", "waraq"))
    events[number]["p"] = next_seat(events[number]["p"])


@fault(Category.AUCTION)
def call_twice(match: Json, chance: random.Random) -> None:
    """A call of a player on turn is recorded twice."""
    events, number = pick(
        match, chance, 2, lambda call: call["b"] in ("thany", "wala", "waraq", "hokom")
    )
    events.insert(number, dict(events[number]))


@fault(Category.AUCTION)
def word_of_the_wrong_round(match: Json, chance: random.Random) -> None:
    """The second round opens with a word of the first."""
    events, number = pick(match, chance, 2, lambda call: call["b"] == "wala")
    events[number]["b"] = "hokom"


@fault(Category.AUCTION)
def trump_suit_of_a_call_wrong(match: Json, chance: random.Random) -> None:
    """The state after a call names another trump suit."""
    events, number = pick(
        match, chance, 2, lambda call: call.get("gm") == 2 and call.get("ts", 0) != 4
    )
    put(events[number], "ts", (events[number].get("ts", 0) + 1) % 4)


@fault(Category.AUCTION)
def holder_of_a_call_wrong(match: Json, chance: random.Random) -> None:
    """The state after a call names an opponent as holder of the contract."""
    events, number = pick(match, chance, 2, lambda call: call.get("rb", 0) > 0)
    events[number]["rb"] = next_seat(events[number]["rb"])


@fault(Category.AUCTION, also=(Category.CONTRACT, Category.HANDS, Category.MULTIPLIER))
def raise_by_the_wrong_side(match: Json, chance: random.Random) -> None:
    """The buyer doubles his own contract."""
    events, number = pick(
        match, chance, 2, lambda call: call["b"] in RAISES and call.get("gem") == 1
    )
    call = events[number]
    call["p"] = call["rd"] = call["rb"]


@fault(Category.HANDS)
def hands_dropped(match: Json, chance: random.Random) -> None:
    """The hands of a round are missing."""
    drop(match, chance, 15)


@fault(Category.DEALER)
def opening_dropped(match: Json, chance: random.Random) -> None:
    """The opening of a round is missing."""
    events, number = pick(match, chance, 1, within=lambda events: len(events) > 2)
    del events[number]


@fault(Category.HANDS)
def floor_card_missing(match: Json, chance: random.Random) -> None:
    """The opening of a round does not say which card was turned up."""
    events, number = pick(match, chance, 1, within=lambda events: any(e["e"] == 2 for e in events))
    del events[number]["fc"]


@fault(Category.HANDS)
def first_hands_missing(match: Json, chance: random.Random) -> None:
    """The hands of five are missing, those of eight are there."""
    events, number = pick(match, chance, 15, within=has_result)
    del events[number]["bhr"]


@fault(Category.HANDS)
def full_hands_missing(match: Json, chance: random.Random) -> None:
    """The hands of eight are missing, and cards are played."""
    events, number = pick(match, chance, 15, within=has_result)
    del events[number]["fhr"]


@fault(Category.HANDS)
def hands_last(match: Json, chance: random.Random) -> None:
    """The hands of a round stand at its end."""
    events, number = pick(match, chance, 15, within=has_result)
    events.append(events.pop(number))


@fault(Category.DEALER)
def opening_last(match: Json, chance: random.Random) -> None:
    """The opening of a round stands at its end."""
    events, number = pick(match, chance, 1, within=has_result)
    events.append(events.pop(number))


@fault(Category.READING, also=(Category.AUCTION,))
def trump_suit_that_there_is_not(match: Json, chance: random.Random) -> None:
    """The state after a call names a trump suit with a number that stands for none."""
    events, number = pick(match, chance, 2)
    events[number]["ts"] = chance.choice([-1, 5, 77])


@fault(Category.AUCTION)
def trump_suit_before_a_bid(match: Json, chance: random.Random) -> None:
    """A trump suit is named although nothing is bought."""
    events, number = pick(match, chance, 2, lambda call: call.get("rb") == -1)
    put(events[number], "ts", chance.randrange(4))


@fault(Category.AUCTION)
def raises_before_a_bid(match: Json, chance: random.Random) -> None:
    """Raises, a raiser or a closed game are named although nothing is bought."""
    events, number = pick(match, chance, 2, lambda call: call.get("rb") == -1)
    events[number][chance.choice(["gem", "rd", "hc"])] = 1


@fault(Category.READING)
def word_with_invisible_characters(match: Json, chance: random.Random) -> None:
    """A call has spaces, capitals or characters that cannot be seen."""
    events, number = pick(match, chance, 2)
    word = events[number]["b"]
    changed = (f"{word} ", f" {word}", f"\u200b{word}", f"{word}\x1b", word.upper(), f"{word}\n")
    events[number]["b"] = chance.choice(changed)


@fault(Category.AUCTION)
def deal_cut_short(match: Json, chance: random.Random) -> None:
    """The auction of a deal that all passed breaks off, and the next seat deals the next hand."""
    found = [
        events
        for events in rounds(match)[:-1]
        if any(event.get("b") == "waraq" for event in events)
    ]
    events = some(found, chance)
    calls = [number for number, event in enumerate(events) if event["e"] == 2]
    del events[chance.choice(calls[1:]) :]


@fault(Category.AUCTION)
def announcement_before_the_last_call(match: Json, chance: random.Random) -> None:
    """Something is announced before the auction is over."""
    events, number = pick(match, chance, 3, lambda event: event.get("prj") in (1, 2, 3), has_result)
    calls = [at for at, event in enumerate(events[:number]) if event["e"] == 2]
    plays = [at for at, event in enumerate(events[:number]) if event["e"] == 4]
    if plays:
        raise NoPlaceError
    events.insert(calls[-1], events.pop(number))


# --- what cannot be found ------------------------------------------------------------------------


@fault(unseen="the answers come at once, in any order: both orders are matches that may have been")
def simultaneous_answers_exchanged(match: Json, chance: random.Random) -> None:
    """Two passes in answer to Hokum change places."""
    places = [
        (events, number)
        for events in rounds(match)
        for number in range(len(events) - 2)
        if _answers(events[number : number + 3])
    ]
    events, number = some(places, chance)
    events[number + 1], events[number + 2] = events[number + 2], events[number + 1]


def _answers(events: Events) -> bool:
    bid, *answers = events
    return (
        bid["e"] == 2
        and bid["b"] == "hokom"
        and all(event["e"] == 2 and event["b"] == "pass" for event in answers)
    )


@fault(unseen="nobody ever sees the hands of a deal that all pass; any hands fit it")
def unseen_hands_exchanged(match: Json, chance: random.Random) -> None:
    """In a deal that all passed, two hands have a card of each other."""
    events, number = pick(
        match, chance, 15, within=lambda events: any(e.get("b") == "waraq" for e in events)
    )
    hands = events[number]["bhr"]
    others = [number for number in CARDS if CARDS[number].rank not in LOW]
    ones = [[c for c in cards_of(hand) if c in others] for hand in hands[:2]]
    if min(map(len, ones)) < 1:
        raise NoPlaceError
    both = 1 << ones[0][0] | 1 << ones[1][0]
    hands[0] ^= both
    hands[1] ^= both


LOW = frozenset(CARDS[number].rank for number in (5, 6, 7))


@fault(unseen="after a claim nobody sees who held the cards that were not played")
def unplayed_cards_exchanged(match: Json, chance: random.Random) -> None:
    """In a round that ended with a claim and without declarations, two cards change hands."""
    found = [
        (hands, one, other)
        for events in rounds(match)
        if claimed(events) and not any(event["e"] == 3 for event in events)
        for hands, late in [_never_seen(events)]
        for seat in range(4)
        for one in late[seat]
        for other in late[(seat + 1) % 4]
    ]
    hands, one, other = some(found, chance)
    for seat in range(4):
        if hands[seat] & (1 << one | 1 << other):
            hands[seat] ^= 1 << one | 1 << other


def _never_seen(events: Events) -> tuple[list[int], list[list[int]]]:
    """The hands of eight, and of each the cards dealt last that were neither shown nor played."""
    deal = next(event for event in events if event["e"] == 15)
    seen = {event["c"] for event in events if event["e"] == 4}
    seen |= {event["fc"] for event in events if event["e"] == 1}
    hands: list[int] = deal["fhr"]
    late = [
        [card for card in cards_of(full & ~first) if card not in seen]
        for first, full in zip(deal["bhr"], hands, strict=True)
    ]
    return hands, late


@fault(unseen="the same dealer deals again with the same score: the match is whole without it")
def thrown_in_deal_dropped(match: Json, chance: random.Random) -> None:
    """A deal that was thrown in (kawesh) is missing."""
    found = [
        number
        for number, events in enumerate(rounds(match)[:-1])
        if any(event["e"] == 16 for event in events)
    ]
    del match["rs"][some(found, chance)]


FAULTS = collected(vars().values())
