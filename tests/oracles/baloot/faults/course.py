"""Faults in the course of play, in declarations, and in whole rounds and files."""

from __future__ import annotations

import copy
import json
import random

from darwindeck.archives.divergences import Category, IrregularityKind
from darwindeck.oracles.baloot.baloot_cards import SUIT_WORDS, beats, code, points
from darwindeck.oracles.baloot.reader import CARDS
from tests.oracles.baloot.faults.fault import (
    Events,
    Json,
    NoPlaceError,
    cards_of,
    collected,
    drop,
    fault,
    has_result,
    next_seat,
    pick,
    played_out,
    result_of,
    rounds,
    some,
)

PROJECTS = (1, 2, 3, 4)


@fault(Category.TRICK)
def trick_gathered_by_the_other_team(match: Json, chance: random.Random) -> None:
    """The winner of a trick is swapped: an opponent gathers it."""
    events, number = pick(match, chance, 6, within=has_result)
    events[number]["p"] = next_seat(events[number]["p"])


@fault(Category.TRICK)
def gathering_dropped(match: Json, chance: random.Random) -> None:
    """Nobody gathers a trick."""
    drop(match, chance, 6)


@fault(Category.PLAY, also=(Category.TRICK, Category.DECLARATION))
def card_dropped(match: Json, chance: random.Random) -> None:
    """A card that was played is missing."""
    drop(match, chance, 4)


@fault(Category.HANDS)
def card_played_twice(match: Json, chance: random.Random) -> None:
    """A card is recorded twice."""
    events, number = pick(match, chance, 4, within=has_result)
    events.insert(number, dict(events[number]))


@fault(Category.HANDS, also=(Category.DECLARATION,))
def card_of_nobody_played(match: Json, chance: random.Random) -> None:
    """A player plays a card that lies in another hand."""
    events, number = pick(match, chance, 4, within=has_result)
    hands = next(event["fhr"] for event in events if event["e"] == 15)
    others = chance.choice([seat for seat in (1, 2, 3, 4) if seat != events[number]["p"]])
    events[number]["c"] = chance.choice(cards_of(hands[others - 1]))


@fault(Category.PLAY)
def card_of_another_seat(match: Json, chance: random.Random) -> None:
    """A card is played by a seat that is not on turn."""
    events, number = pick(match, chance, 4, within=has_result)
    events[number]["p"] = next_seat(events[number]["p"])


@fault(Category.PLAY)
def cards_of_a_trick_exchanged(match: Json, chance: random.Random) -> None:
    """Two players play in the wrong order."""
    places = [
        (events, number)
        for events in rounds(match)
        if has_result(events)
        for number in range(len(events) - 1)
        if events[number]["e"] == events[number + 1]["e"] == 4
    ]
    events, number = some(places, chance)
    events[number], events[number + 1] = events[number + 1], events[number]


@fault(Category.READING, also=(Category.PLAY, Category.TRICK, Category.DECLARATION))
def no_such_card(match: Json, chance: random.Random) -> None:
    """A card has a number that stands for none."""
    events, number = pick(match, chance, 4)
    events[number]["c"] = 99


# --- a revoke that fits everything else ----------------------------------------------------------


@fault(irregularity=IrregularityKind.REVOKE)
def revoke(match: Json, chance: random.Random) -> None:
    """A player does not follow suit although he could; points and tricks stay as they were."""
    places = [
        (events, early, late)
        for events in rounds(match)
        if has_result(events) and not any(event.get("prj") == 5 for event in events)
        for early, late in _revokes(events)
    ]
    events, early, late = some(places, chance)
    events[early]["c"], events[late]["c"] = events[late]["c"], events[early]["c"]


def _tricks(events: Events) -> list[list[int]]:
    """The numbers of the events that play the cards of each whole trick."""
    plays = [number for number, event in enumerate(events) if event["e"] == 4]
    return [plays[first : first + 4] for first in range(0, len(plays) - 3, 4)]


def _revokes(events: Events) -> list[tuple[int, int]]:
    """Cards that a seat may exchange so that it does not follow suit in the earlier trick.

    Both are worth the same, neither wins its trick or could win the other, neither is a trump.
    """
    trump = _trump_of(events)
    found = []
    # Projects are shown in the second trick, from the cards that are still held.
    tricks = _tricks(events)[2:]
    for one, early in enumerate(tricks):
        for late in tricks[one + 1 :]:
            for first in early[1:]:
                seat = events[first]["p"]
                second = next(number for number in late if events[number]["p"] == seat)
                if second != late[0] and _fits(events, early, late, first, second, trump):
                    found.append((first, second))
    return found


def _fits(
    events: Events, early: list[int], late: list[int], first: int, second: int, trump: int | None
) -> bool:
    card, other = _code(events[first]), _code(events[second])
    led = _code(events[early[0]]) >> 3
    return (
        card >> 3 == led != other >> 3
        and trump not in (card >> 3, other >> 3)
        and points(card, trump) == points(other, trump)
        and first != _winner(events, early, trump)
        and second != _winner(events, late, trump)
        # In the later trick the card of the earlier one must be thrown away, not win.
        and not beats(card, _code(events[_winner(events, late, trump)]), trump)
    )


def _code(event: Json) -> int:
    return code(CARDS[event["c"]])


def _winner(events: Events, trick: list[int], trump: int | None) -> int:
    best = trick[0]
    for number in trick[1:]:
        if beats(_code(events[number]), _code(events[best]), trump):
            best = number
    return best


def _trump_of(events: Events) -> int | None:
    stated = result_of(events)
    if stated is None or stated["m"] == 1:
        return None
    call = [event for event in events if event["e"] == 2][-1]
    suit: int = call.get("ts", 0)
    assert suit < len(SUIT_WORDS)
    return suit


# --- declarations --------------------------------------------------------------------------------


def _paid_project(events: Events, event: Json) -> bool:
    """Whether an announcement is of the team whose projects are paid."""
    stated = result_of(events)
    if stated is None or event.get("prj") not in PROJECTS:
        return False
    team = 2 - event["p"] % 2
    return any(award["n"] != "baloot" for award in stated[f"r{team}"])


def _pick_paid(match: Json, chance: random.Random) -> tuple[Events, int]:
    places = [
        (events, number)
        for events in rounds(match)
        for number, event in enumerate(events)
        if event["e"] == 3 and _paid_project(events, event)
    ]
    return some(places, chance)


@fault(Category.DECLARATION)
def announcement_dropped(match: Json, chance: random.Random) -> None:
    """A project is paid that nobody announced."""
    events, number = _pick_paid(match, chance)
    del events[number]


@fault(Category.DECLARATION)
def announcement_moved(match: Json, chance: random.Random) -> None:
    """A project is announced in a later trick than the first."""
    events, number = _pick_paid(match, chance)
    event = events.pop(number)
    tricks = [number for number, other in enumerate(events) if other["e"] == 6]
    if len(tricks) < 3:
        raise NoPlaceError
    events.insert(chance.choice(tricks[1:-1]) + 1, event)


@fault(Category.DECLARATION)
def announcement_of_another_seat(match: Json, chance: random.Random) -> None:
    """A project is announced by a player who does not hold it."""
    events, number = _pick_paid(match, chance)
    seat = next_seat(events[number]["p"])
    if any(event["e"] == 3 and event["p"] == seat for event in events):
        raise NoPlaceError
    events[number]["p"] = seat


@fault(Category.DECLARATION)
def announcement_of_more_than_is_held(match: Json, chance: random.Random) -> None:
    """A sira is announced as fifty, or fifty as a hundred."""
    events, number = pick(match, chance, 3, lambda event: event.get("prj") in (1, 2), has_result)
    events[number]["prj"] += 1


@fault(Category.DECLARATION)
def announcement_twice(match: Json, chance: random.Random) -> None:
    """A project is announced twice."""
    events, number = _pick_paid(match, chance)
    events.insert(number, dict(events[number]))


@fault(Category.DECLARATION)
def other_cards_shown(match: Json, chance: random.Random) -> None:
    """A card is shown that belongs to no project."""
    events, number = pick(match, chance, 3, lambda event: "prjC" in event, has_result)
    shown = events[number]["prjC"]
    events[number]["prjC"] |= 1 << chance.choice([c for c in CARDS if not shown >> c & 1])


@fault(Category.DECLARATION)
def baloot_call_dropped(match: Json, chance: random.Random) -> None:
    """A baloot is paid that nobody called."""
    drop(match, chance, 3, lambda event: event.get("prj") == 6)


@fault(irregularity=IrregularityKind.SILENT)
def showing_dropped(match: Json, chance: random.Random) -> None:
    """Projects are paid that nobody showed; a server may show them by itself."""
    places = [
        (events, number)
        for events in rounds(match)
        if sum("prjC" in event for event in events) == 1 and not _swept(events)
        for number, event in enumerate(events)
        if "prjC" in event
    ]
    events, number = some(places, chance)
    del events[number]


def _swept(events: Events) -> bool:
    stated = result_of(events)
    return stated is None or bool(stated.get("kbt"))


@fault(Category.PLAY, also=(Category.DECLARATION,))
def claim_followed_by_tricks(match: Json, chance: random.Random) -> None:
    """The rest is claimed, and all tricks are played."""
    events, _ = pick(match, chance, 6, within=played_out)
    tricks = [at for at, event in enumerate(events) if event["e"] == 6]
    events.insert(chance.choice(tricks[:-1]) + 1, {"e": 5})


@fault(Category.PLAY)
def claim_of_another_seat(match: Json, chance: random.Random) -> None:
    """The rest is claimed by a seat that is not on lead."""
    events, number = pick(match, chance, 5)
    tricks, trump = _tricks(events[:number]), _trump_of(events)
    leader = events[_winner(events, tricks[-1], trump)]["p"]
    events[number]["p"] = next_seat(leader, chance.choice([1, 2, 3]))


@fault(Category.PLAY)
def claim_twice(match: Json, chance: random.Random) -> None:
    """The rest is claimed twice."""
    events, number = pick(match, chance, 5)
    events.insert(number, dict(events[number]))


@fault(Category.RESULT)
def result_before_the_auction(match: Json, chance: random.Random) -> None:
    """The result of a round stands before its calls or between its cards."""
    events, number = pick(match, chance, 12)
    early = [at for at, event in enumerate(events) if event["e"] in (2, 4)]
    events.insert(chance.choice(early), events.pop(number))


# --- rounds and files ----------------------------------------------------------------------------


@fault(Category.RESULT)
def result_dropped(match: Json, chance: random.Random) -> None:
    """A round has no result, and the match goes on with its score."""
    drop(match, chance, 12, lambda event: any(event["rs"].get(f"s{t}") for t in "12"))


@fault(Category.RESULT)
def result_twice(match: Json, chance: random.Random) -> None:
    """A round has its result twice."""
    events, number = pick(match, chance, 12)
    events.insert(number, copy.deepcopy(events[number]))


@fault(Category.RESULT)
def round_cut_off(match: Json, chance: random.Random) -> None:
    """The end of a round is missing, and the match goes on with its score."""
    found = [events for events in rounds(match)[:-1] if has_result(events)]
    events = some(found, chance)
    cards = [number for number, event in enumerate(events) if event["e"] == 4]
    del events[chance.choice(cards[4:]) :]


@fault(Category.CUMULATIVE, also=(Category.DEALER,))
def round_dropped(match: Json, chance: random.Random) -> None:
    """A round with a result is missing."""
    found = [number for number, events in enumerate(rounds(match)[:-1]) if has_result(events)]
    del match["rs"][some(found, chance)]


@fault(Category.CUMULATIVE, also=(Category.DEALER,))
def round_twice(match: Json, chance: random.Random) -> None:
    """A round with a result is recorded twice."""
    found = [number for number, events in enumerate(rounds(match)[:-1]) if has_result(events)]
    number = some(found, chance)
    match["rs"].insert(number, copy.deepcopy(match["rs"][number]))


@fault(unreadable=True)
def truncated_file(match: Json, chance: random.Random) -> str:
    """The file ends somewhere in the middle."""
    text = json.dumps(match)
    return text[: chance.randrange(1, len(text) - 1)]


@fault(unreadable=True)
def garbled_file(match: Json, chance: random.Random) -> str:
    """A piece of the file is overwritten with other characters."""
    text = json.dumps(match)
    number = chance.randrange(len(text) // 2)
    return f"{text[:number]}\x00\x01\x02{text[number + 3 :]}"


# --- what cannot be found ------------------------------------------------------------------------


@fault(unseen="akka may be called or not and scores nothing")
def akka_dropped(match: Json, chance: random.Random) -> None:
    """An akka that was called is missing."""
    drop(match, chance, 3, lambda event: event.get("prj") == 5)


@fault(unseen="either partner gathers the tricks of a team")
def trick_gathered_by_the_partner(match: Json, chance: random.Random) -> None:
    """The winner's partner gathers a trick, or the winner for the partner."""
    events, number = pick(match, chance, 6)
    events[number]["p"] = next_seat(events[number]["p"], 2)


@fault(unseen="nobody must announce; a project that loses the contest leaves no other trace")
def losing_announcement_dropped(match: Json, chance: random.Random) -> None:
    """A project that lost the contest is not announced."""
    places = []
    for events in rounds(match):
        stated = result_of(events)
        if stated is None:
            continue
        paid = [any(award["n"] != "baloot" for award in stated[f"r{team}"]) for team in (1, 2)]
        places += [
            (events, number)
            for number, event in enumerate(events)
            if event["e"] == 3
            and event.get("prj") in PROJECTS
            and not paid[1 - event["p"] % 2]
            and paid[event["p"] % 2]
        ]
    events, number = some(places, chance)
    del events[number]


FAULTS = collected(vars().values())
