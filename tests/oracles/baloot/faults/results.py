"""Faults in what a result states, and in the scores of a match."""

from __future__ import annotations

import random
from collections.abc import Callable

from darwindeck.archives.divergences import Category, IrregularityKind
from darwindeck.oracles.baloot.categories import CARD_ABNAT, KABOOT, KHASARA
from tests.oracles.baloot.faults.fault import (
    Events,
    Json,
    NoPlaceError,
    claimed,
    collected,
    fault,
    has_result,
    pair,
    pick,
    pick_result,
    played_out,
    put,
    put_pair,
    result_of,
    rounds,
    some,
)


def _plain(stated: Json) -> bool:
    """Neither swept nor doubled, and both sides score."""
    return not stated.get("kbt") and not stated.get("em") and all(pair(stated, "s"))


@fault(CARD_ABNAT)
def ten_card_points_moved(match: Json, chance: random.Random) -> None:
    """Ten card points go to the other team; the sum stays right."""
    _move_ten(match, chance, played_out)


@fault(
    CARD_ABNAT,
    instead=Category.TOTAL_POINTS,
    also=(
        Category.LAST_TRICK,
        KABOOT,
        Category.GAME_POINTS,
        KHASARA,
        Category.MULTIPLIER,
    ),
)
def ten_card_points_moved_after_a_claim(match: Json, chance: random.Random) -> None:
    """The same in a round that ended with a claim: who has the cards not played is open."""
    _move_ten(match, chance, claimed)


def _move_ten(match: Json, chance: random.Random, within: Callable[[Events], bool]) -> None:
    events, number = pick(match, chance, 12, lambda event: pair(event["rs"], "e")[1] >= 10, within)
    stated = events[number]["rs"]
    first, second = pair(stated, "e")
    put_pair(stated, "e", [first + 10, second - 10])


@fault(CARD_ABNAT)
def ten_card_points_too_many(match: Json, chance: random.Random) -> None:
    """A team has ten card points more than its cards are worth."""
    stated = pick_result(match, chance)
    stated["e1"] = stated.get("e1", 0) + 10


@fault(Category.TOTAL_POINTS)
def last_trick_not_counted(match: Json, chance: random.Random) -> None:
    """The ten points for the last trick are missing in a total."""
    stated = pick_result(match, chance, lambda stated: not stated.get("kbt"))
    name = f"p{stated['lmw']}"
    put(stated, name, stated[name] - 10)


@fault(Category.LAST_TRICK)
def last_trick_of_the_other_team(match: Json, chance: random.Random) -> None:
    """The result names the wrong team for the last trick, which was played."""
    events, number = pick(match, chance, 12, within=played_out)
    stated = events[number]["rs"]
    stated["lmw"] = 3 - stated["lmw"]


@fault(Category.TOTAL_POINTS)
def total_off_by_one(match: Json, chance: random.Random) -> None:
    """A total is one point too high."""
    stated = pick_result(match, chance, lambda stated: not stated.get("kbt"))
    stated["p2"] = stated.get("p2", 0) + 1


@fault(Category.MULTIPLIER)
def doubled_without_a_double(match: Json, chance: random.Random) -> None:
    """The scores of a round that nobody doubled are doubled."""
    stated = pick_result(match, chance, lambda stated: not stated.get("em"))
    put_pair(stated, "s", [2 * score for score in pair(stated, "s")])


@fault(Category.MULTIPLIER)
def double_not_paid(match: Json, chance: random.Random) -> None:
    """A doubled round is scored as if nobody had doubled."""
    stated = pick_result(
        match,
        chance,
        lambda stated: stated.get("em") in (2, 3) and not stated.get("kbt") and not _baloot(stated),
    )
    put_pair(stated, "s", [score // stated["em"] for score in pair(stated, "s")])


def _baloot(stated: Json) -> bool:
    return any(award["n"] == "baloot" for team in "12" for award in stated.get(f"r{team}", []))


@fault(Category.GAME_POINTS)
def one_game_point_moved(match: Json, chance: random.Random) -> None:
    """A round is rounded to the other team by one."""
    stated = pick_result(match, chance, _plain)
    first, second = pair(stated, "s")
    put_pair(stated, "s", [first + 1, second - 1])


@fault(KHASARA)
def failed_buyer_keeps_points(match: Json, chance: random.Random) -> None:
    """A buyer who failed scores something."""
    stated = pick_result(
        match,
        chance,
        lambda stated: (
            not stated.get("kbt")
            and not stated.get("em")
            and not stated.get(f"s{stated['b']}")
            and pair(stated, "p")[0] != pair(stated, "p")[1]
        ),
    )
    buyer, other = stated["b"], 3 - stated["b"]
    stated[f"s{buyer}"] = 3
    stated[f"s{other}"] -= 3


@fault(KABOOT)
def kaboot_flag_wrong(match: Json, chance: random.Random) -> None:
    """The flag for a side that took every trick is the opposite of what it was."""
    stated = pick_result(match, chance)
    put(stated, "kbt", 1 - stated.get("kbt", 0))


@fault(KABOOT)
def kaboot_paid_as_a_plain_round(match: Json, chance: random.Random) -> None:
    """A side that took every trick scores 26 or 16."""
    stated = pick_result(
        match, chance, lambda stated: bool(stated.get("kbt")) and not stated.get("em")
    )
    short = 18 if stated["m"] == 1 else 9
    team = stated["w"]
    stated[f"s{team}"] -= short
    stated[f"p{team}"] -= short


@fault(Category.CONTRACT)
def other_buyer(match: Json, chance: random.Random) -> None:
    """The result names the other team as buyers."""
    stated = pick_result(match, chance)
    stated["b"] = 3 - stated["b"]


@fault(Category.CONTRACT)
def other_mode(match: Json, chance: random.Random) -> None:
    """The result says Sun for Hokum, or Hokum for Sun."""
    stated = pick_result(match, chance)
    stated["m"] = 3 - stated["m"]


@fault(Category.RESULT)
def other_winner(match: Json, chance: random.Random) -> None:
    """The result names the other team as winners of the round, which was not equal."""
    stated = pick_result(match, chance, lambda stated: not _equal(stated))
    stated["w"] = 3 - stated["w"]


def _equal(stated: Json) -> bool:
    return any(pair(stated, name)[0] == pair(stated, name)[1] for name in "ps")


@fault(Category.DECLARATION)
def award_for_nothing(match: Json, chance: random.Random) -> None:
    """A sira is listed as paid that nobody announced."""
    stated = pick_result(match, chance, lambda stated: not stated.get("r1"))
    stated["r1"] = [{"n": "sira", "val": "20"}]


@fault(Category.DECLARATION)
def award_missing(match: Json, chance: random.Random) -> None:
    """A declaration that counts is not listed as paid."""
    stated = pick_result(
        match, chance, lambda stated: bool(stated["r1"] or stated["r2"]) and not stated.get("kbt")
    )
    (stated["r1"] or stated["r2"]).pop()


@fault(
    Category.DECLARATION,
    instead=Category.TOTAL_POINTS,
    also=(Category.GAME_POINTS, KHASARA, Category.MULTIPLIER),
)
def award_of_the_other_team(match: Json, chance: random.Random) -> None:
    """What is paid for declarations is listed under the other team."""
    stated = pick_result(match, chance, lambda stated: bool(stated["r1"]) != bool(stated["r2"]))
    stated["r1"], stated["r2"] = stated["r2"], stated["r1"]


@fault(Category.CUMULATIVE)
def score_before_a_round_wrong(match: Json, chance: random.Random) -> None:
    """A round opens with another score than the rounds before it add up to."""
    events, number = pick(match, chance, 1, within=lambda events: events is not rounds(match)[0])
    events[number]["t1s"] = events[number].get("t1s", 0) + 3


@fault(Category.CUMULATIVE)
def final_score_wrong(match: Json, chance: random.Random) -> None:
    """The header of a match that was played to its end states another final score."""
    if not has_result(rounds(match)[-1]):
        raise NoPlaceError
    match["s1"] = match.get("s1", 0) + 1


@fault(irregularity=IrregularityKind.UNRELIABLE)
def level_of_the_result_wrong(match: Json, chance: random.Random) -> None:
    """`em` is not the level of the auction; servers are known to get it wrong."""
    stated = pick_result(match, chance, lambda stated: not stated.get("em"))
    stated["em"] = 2


@fault(Category.DECLARATION)
def value_of_an_award_wrong(match: Json, chance: random.Random) -> None:
    """A declaration is listed as paid with a value that it does not have."""
    award = _award(match, chance)
    award["val"] = chance.choice(["0", "40", "-20", "999"])


@fault(Category.DECLARATION)
def award_that_does_not_exist(match: Json, chance: random.Random) -> None:
    """A declaration is listed as paid under a name that no declaration has."""
    award = _award(match, chance, lambda award: award["val"] == "20")
    award["n"] = chance.choice(["sirra", "", "fifty", "sira\u200b", "no such thing"])


def _award(
    match: Json, chance: random.Random, wanted: Callable[[Json], bool] = lambda award: True
) -> Json:
    paid = [
        award
        for events in rounds(match)
        if (stated := result_of(events)) is not None
        for award in (*stated["r1"], *stated["r2"])
        if wanted(award)
    ]
    return some(paid, chance)


@fault(Category.TOTAL_POINTS)
def raw_totals_of_a_kaboot(match: Json, chance: random.Random) -> None:
    """The totals of a kaboot are what its cards are worth; they ought to be its game points."""
    stated = pick_result(match, chance, lambda stated: bool(stated.get("kbt")))
    cards = pair(stated, "e")
    cards[stated["lmw"] - 1] += 10
    put_pair(stated, "p", cards)


@fault(Category.TOTAL_POINTS)
def totals_of_a_kaboot_missing(match: Json, chance: random.Random) -> None:
    """A kaboot has no totals."""
    stated = pick_result(match, chance, lambda stated: bool(stated.get("kbt")))
    put_pair(stated, "p", [0, 0])


@fault(Category.RESULT)
def winner_missing(match: Json, chance: random.Random) -> None:
    """The result of a round that was not equal names no winner."""
    stated = pick_result(match, chance, lambda stated: not _equal(stated))
    del stated["w"]


@fault(Category.READING)
def flag_that_is_none(match: Json, chance: random.Random) -> None:
    """A flag of the result is neither 0 nor 1."""
    stated = pick_result(match, chance)
    name = chance.choice(["kbt", "lr", "cc"])
    if name != "cc" and not stated.get(name):
        raise NoPlaceError
    stated[name] = 11 if name != "cc" else -1


@fault(Category.CUMULATIVE)
def both_final_scores_missing(match: Json, chance: random.Random) -> None:
    """The header of a match has no final score, although there are results."""
    if not any(map(has_result, rounds(match))):
        raise NoPlaceError
    put_pair(match, "s", [0, 0])


FAULTS = collected(vars().values())
