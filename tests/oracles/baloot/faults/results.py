"""Faults in what a result states, and in the scores of a match."""

from __future__ import annotations

import random
from collections.abc import Callable

from darwindeck.archives.divergences import Category, IrregularityKind
from darwindeck.oracles.baloot.categories import CARD_ABNAT, KABOOT, KHASARA
from tests.oracles.baloot.faults.fault import (
    Events,
    Json,
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
)


def _plain(stated: Json) -> bool:
    """Neither swept nor doubled, and both sides score."""
    return not stated.get("kbt") and not stated.get("em") and all(pair(stated, "s"))


@fault(CARD_ABNAT)
def ten_card_points_moved(match: Json, chance: random.Random) -> bool:
    """Ten card points go to the other team; the sum stays right."""
    return _move_ten(match, chance, played_out)


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
def ten_card_points_moved_after_a_claim(match: Json, chance: random.Random) -> bool:
    """The same in a round that ended with a claim: who has the cards not played is open."""
    return _move_ten(match, chance, claimed)


def _move_ten(match: Json, chance: random.Random, within: Callable[[Events], bool]) -> bool:
    place = pick(match, chance, 12, lambda event: pair(event["rs"], "e")[1] >= 10, within)
    if place is None:
        return False
    events, number = place
    stated = events[number]["rs"]
    first, second = pair(stated, "e")
    put_pair(stated, "e", [first + 10, second - 10])
    return True


@fault(CARD_ABNAT)
def ten_card_points_too_many(match: Json, chance: random.Random) -> bool:
    """A team has ten card points more than its cards are worth."""
    stated = pick_result(match, chance)
    if stated is None:
        return False
    stated["e1"] = stated.get("e1", 0) + 10
    return True


@fault(Category.TOTAL_POINTS)
def last_trick_not_counted(match: Json, chance: random.Random) -> bool:
    """The ten points for the last trick are missing in a total."""
    stated = pick_result(match, chance, lambda stated: not stated.get("kbt"))
    if stated is None:
        return False
    name = f"p{stated['lmw']}"
    put(stated, name, stated[name] - 10)
    return True


@fault(Category.LAST_TRICK)
def last_trick_of_the_other_team(match: Json, chance: random.Random) -> bool:
    """The result names the wrong team for the last trick, which was played."""
    place = pick(match, chance, 12, within=played_out)
    if place is None:
        return False
    events, number = place
    stated = events[number]["rs"]
    stated["lmw"] = 3 - stated["lmw"]
    return True


@fault(Category.TOTAL_POINTS)
def total_off_by_one(match: Json, chance: random.Random) -> bool:
    """A total is one point too high."""
    stated = pick_result(match, chance, lambda stated: not stated.get("kbt"))
    if stated is None:
        return False
    stated["p2"] = stated.get("p2", 0) + 1
    return True


@fault(Category.MULTIPLIER)
def doubled_without_a_double(match: Json, chance: random.Random) -> bool:
    """The scores of a round that nobody doubled are doubled."""
    stated = pick_result(match, chance, lambda stated: not stated.get("em"))
    if stated is None:
        return False
    put_pair(stated, "s", [2 * score for score in pair(stated, "s")])
    return True


@fault(Category.MULTIPLIER)
def double_not_paid(match: Json, chance: random.Random) -> bool:
    """A doubled round is scored as if nobody had doubled."""
    stated = pick_result(
        match,
        chance,
        lambda stated: stated.get("em") in (2, 3) and not stated.get("kbt") and not _baloot(stated),
    )
    if stated is None:
        return False
    put_pair(stated, "s", [score // stated["em"] for score in pair(stated, "s")])
    return True


def _baloot(stated: Json) -> bool:
    return any(award["n"] == "baloot" for team in "12" for award in stated.get(f"r{team}", []))


@fault(Category.GAME_POINTS)
def one_game_point_moved(match: Json, chance: random.Random) -> bool:
    """A round is rounded to the other team by one."""
    stated = pick_result(match, chance, _plain)
    if stated is None:
        return False
    first, second = pair(stated, "s")
    put_pair(stated, "s", [first + 1, second - 1])
    return True


@fault(KHASARA)
def failed_buyer_keeps_points(match: Json, chance: random.Random) -> bool:
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
    if stated is None:
        return False
    buyer, other = stated["b"], 3 - stated["b"]
    stated[f"s{buyer}"] = 3
    stated[f"s{other}"] -= 3
    return True


@fault(KABOOT)
def kaboot_flag_wrong(match: Json, chance: random.Random) -> bool:
    """The flag for a side that took every trick is the opposite of what it was."""
    stated = pick_result(match, chance)
    if stated is None:
        return False
    put(stated, "kbt", 1 - stated.get("kbt", 0))
    return True


@fault(KABOOT)
def kaboot_paid_as_a_plain_round(match: Json, chance: random.Random) -> bool:
    """A side that took every trick scores 26 or 16."""
    stated = pick_result(
        match, chance, lambda stated: bool(stated.get("kbt")) and not stated.get("em")
    )
    if stated is None:
        return False
    short = 18 if stated["m"] == 1 else 9
    team = stated["w"]
    stated[f"s{team}"] -= short
    stated[f"p{team}"] -= short
    return True


@fault(Category.CONTRACT)
def other_buyer(match: Json, chance: random.Random) -> bool:
    """The result names the other team as buyers."""
    stated = pick_result(match, chance)
    if stated is None:
        return False
    stated["b"] = 3 - stated["b"]
    return True


@fault(Category.CONTRACT)
def other_mode(match: Json, chance: random.Random) -> bool:
    """The result says Sun for Hokum, or Hokum for Sun."""
    stated = pick_result(match, chance)
    if stated is None:
        return False
    stated["m"] = 3 - stated["m"]
    return True


@fault(Category.RESULT)
def other_winner(match: Json, chance: random.Random) -> bool:
    """The result names the other team as winners of the round, which was not equal."""
    stated = pick_result(match, chance, lambda stated: not _equal(stated))
    if stated is None:
        return False
    stated["w"] = 3 - stated["w"]
    return True


def _equal(stated: Json) -> bool:
    return any(pair(stated, name)[0] == pair(stated, name)[1] for name in "ps")


@fault(Category.DECLARATION)
def award_for_nothing(match: Json, chance: random.Random) -> bool:
    """A sira is listed as paid that nobody announced."""
    stated = pick_result(match, chance, lambda stated: not stated.get("r1"))
    if stated is None:
        return False
    stated["r1"] = [{"n": "sira", "val": "20"}]
    return True


@fault(Category.DECLARATION)
def award_missing(match: Json, chance: random.Random) -> bool:
    """A declaration that counts is not listed as paid."""
    stated = pick_result(
        match, chance, lambda stated: bool(stated["r1"] or stated["r2"]) and not stated.get("kbt")
    )
    if stated is None:
        return False
    (stated["r1"] or stated["r2"]).pop()
    return True


@fault(
    Category.DECLARATION,
    instead=Category.TOTAL_POINTS,
    also=(Category.GAME_POINTS, KHASARA, Category.MULTIPLIER),
)
def award_of_the_other_team(match: Json, chance: random.Random) -> bool:
    """What is paid for declarations is listed under the other team."""
    stated = pick_result(match, chance, lambda stated: bool(stated["r1"]) != bool(stated["r2"]))
    if stated is None:
        return False
    stated["r1"], stated["r2"] = stated["r2"], stated["r1"]
    return True


@fault(Category.CUMULATIVE)
def score_before_a_round_wrong(match: Json, chance: random.Random) -> bool:
    """A round opens with another score than the rounds before it add up to."""
    place = pick(match, chance, 1, within=lambda events: events is not rounds(match)[0])
    if place is None:
        return False
    events, number = place
    events[number]["t1s"] = events[number].get("t1s", 0) + 3
    return True


@fault(Category.CUMULATIVE)
def final_score_wrong(match: Json, chance: random.Random) -> bool:
    """The header of a match that was played to its end states another final score."""
    if not has_result(rounds(match)[-1]):
        return False
    match["s1"] = match.get("s1", 0) + 1
    return True


@fault(irregularity=IrregularityKind.UNRELIABLE)
def level_of_the_result_wrong(match: Json, chance: random.Random) -> bool:
    """`em` is not the level of the auction; servers are known to get it wrong."""
    stated = pick_result(match, chance, lambda stated: not stated.get("em"))
    if stated is None:
        return False
    stated["em"] = 2
    return True


@fault(Category.DECLARATION)
def value_of_an_award_wrong(match: Json, chance: random.Random) -> bool:
    """A declaration is listed as paid with a value that it does not have."""
    award = _award(match, chance)
    if award is None:
        return False
    award["val"] = chance.choice(["0", "40", "-20", "999"])
    return True


@fault(Category.DECLARATION)
def award_that_does_not_exist(match: Json, chance: random.Random) -> bool:
    """A declaration is listed as paid under a name that no declaration has."""
    award = _award(match, chance, lambda award: award["val"] == "20")
    if award is None:
        return False
    award["n"] = chance.choice(["sirra", "", "fifty", "sira\u200b", "no such thing"])
    return True


def _award(
    match: Json, chance: random.Random, wanted: Callable[[Json], bool] = lambda award: True
) -> Json | None:
    paid = [
        award
        for events in rounds(match)
        if (stated := result_of(events)) is not None
        for award in (*stated["r1"], *stated["r2"])
        if wanted(award)
    ]
    return chance.choice(paid) if paid else None


@fault(Category.TOTAL_POINTS)
def raw_totals_of_a_kaboot(match: Json, chance: random.Random) -> bool:
    """The totals of a kaboot are what its cards are worth; they ought to be its game points."""
    stated = pick_result(match, chance, lambda stated: bool(stated.get("kbt")))
    if stated is None:
        return False
    cards = pair(stated, "e")
    cards[stated["lmw"] - 1] += 10
    put_pair(stated, "p", cards)
    return True


@fault(Category.TOTAL_POINTS)
def totals_of_a_kaboot_missing(match: Json, chance: random.Random) -> bool:
    """A kaboot has no totals."""
    stated = pick_result(match, chance, lambda stated: bool(stated.get("kbt")))
    if stated is None:
        return False
    put_pair(stated, "p", [0, 0])
    return True


@fault(Category.RESULT)
def winner_missing(match: Json, chance: random.Random) -> bool:
    """The result of a round that was not equal names no winner."""
    stated = pick_result(match, chance, lambda stated: not _equal(stated))
    if stated is None:
        return False
    del stated["w"]
    return True


@fault(Category.READING)
def flag_that_is_none(match: Json, chance: random.Random) -> bool:
    """A flag of the result is neither 0 nor 1."""
    stated = pick_result(match, chance)
    if stated is None:
        return False
    name = chance.choice(["kbt", "lr", "cc"])
    if name == "cc" or stated.get(name):
        stated[name] = 11 if name != "cc" else -1
        return True
    return False


@fault(Category.CUMULATIVE)
def both_final_scores_missing(match: Json, chance: random.Random) -> bool:
    """The header of a match has no final score, although there are results."""
    if not any(map(has_result, rounds(match))):
        return False
    put_pair(match, "s", [0, 0])
    return True


FAULTS = collected(vars().values())
