"""The disputed readings of Baloot; the first choice of each is in force."""

from __future__ import annotations

import json
from typing import Any

from darwindeck.genome.schema import (
    DealerAfter,
    Option,
    OptionChoice,
    Setting,
)

ROUNDS = ("/turn_structure/phases/0/phases/0", "/turn_structure/phases/1/phases/0")
PROJECTS = "/turn_structure/phases/6/before_card/0"
BALOOT = "/turn_structure/phases/6/before_card/1"


def _setting(path: str, value: Any) -> Setting:
    return Setting(path, json.dumps(value))


def _kawesh_dealer(dealer: DealerAfter) -> tuple[Setting, ...]:
    return tuple(_setting(f"{place}/calls/4/do/1/dealer", dealer) for place in ROUNDS)


def _all_pass_dealer(dealer: DealerAfter) -> tuple[Setting, ...]:
    return (_setting(f"{ROUNDS[1]}/then/0/then/0/dealer", dealer),)


def _trumps_first(value: bool) -> tuple[Setting, ...]:
    return (_setting(f"{PROJECTS}/contest/trumps_first", value),)


def _announced(automatic: bool) -> tuple[Setting, ...]:
    return tuple(_setting(f"{place}/automatic", automatic) for place in (PROJECTS, BALOOT))


def _choice(name: str, label: str, sets: tuple[Setting, ...] = ()) -> OptionChoice:
    return OptionChoice(name, label, sets)


def _option(name: str, label: str, *choices: OptionChoice) -> Option:
    """An option whose first choice is in force."""
    return Option(name, label, choices, choices[0].name)


OPTIONS = (
    _option(
        "all_pass_dealer",
        "the deal after all have passed",
        _choice(
            "next_dealer",
            "after all have passed twice the next player deals",
            _all_pass_dealer(DealerAfter.NEXT),
        ),
        _choice(
            "same_dealer",
            "after all have passed twice the same player deals again",
            _all_pass_dealer(DealerAfter.SAME),
        ),
    ),
    _option(
        "kawesh_dealer",
        "the deal after kawesh",
        _choice(
            "same_dealer",
            "after kawesh the same player deals again",
            _kawesh_dealer(DealerAfter.SAME),
        ),
        _choice(
            "next_dealer", "after kawesh the next player deals", _kawesh_dealer(DealerAfter.NEXT)
        ),
    ),
    _option(
        "ashkal_again",
        "ashkal in the second round",
        _choice("allowed", "ashkal may be called in both rounds"),
        _choice("not_allowed", "ashkal may be called in the first round only"),
    ),
    _option(
        "sun_double_from",
        "doubling Sun",
        _choice(
            "over_100",
            "Sun may be doubled if only the buyer's side has more than 100 points",
        ),
        _choice(
            "from_100",
            "Sun may be doubled if only the buyer's side has 100 points or more",
        ),
    ),
    _option(
        "under_trump",
        "undertrumping",
        _choice("free", "a player who cannot beat an opponent's trump may play any card"),
        _choice("duty", "a player who cannot beat an opponent's trump must still play a trump"),
    ),
    _option(
        "partner_winning",
        "trumping a partner's card",
        _choice("free", "nobody has to trump while their partner is winning"),
        _choice(
            "free_if_safe",
            "nobody has to trump while their partner is winning with an ace or a card announced "
            "as akka, or if they play last",
        ),
    ),
    _option(
        "project_ties",
        "equal projects",
        _choice(
            "position", "of equal projects the one announced first is better", _trumps_first(False)
        ),
        _choice(
            "trumps_first",
            "of equal projects one in trumps is better, then the one announced first",
            _trumps_first(True),
        ),
    ),
    _option(
        "announcing",
        "announcing projects",
        _choice("all", "every project in a hand is announced", _announced(True)),
        _choice(
            "by_choice", "players announce which of their projects they like", _announced(False)
        ),
    ),
    _option(
        "claims",
        "claiming the rest",
        _choice("certain", "only tricks that are certain may be claimed"),
        _choice("on_lead", "whoever leads to the fifth trick or later may claim the rest"),
    ),
    _option(
        "sun_rounding",
        "rounding in Sun",
        _choice("nearest_ten", "card points are rounded to the nearest ten, but a five is kept"),
        _choice(
            "half_up",
            "the buyer's side scores a fifth of its card total, rounded to the nearest whole "
            "number, and the others the rest of 26 points",
        ),
        _choice(
            "fifths",
            "the buyer's opponents score a fifth of their card total, rounded down, and the "
            "buyer's side the rest of 26 points",
        ),
    ),
    _option(
        "hokum_rounding",
        "rounding in Hokum",
        _choice(
            "larger_side",
            "if rounding gives 17 points, the side with the higher card total loses one",
        ),
        _choice("other_side", "if rounding gives 17 points, the buyer's opponents lose one"),
        _choice("buyer_side", "if rounding gives 17 points, the buyer's side loses one"),
    ),
    _option(
        "khasara_by",
        "what decides khasara",
        _choice("raw_points", "the sides compare raw totals"),
        _choice("game_points", "the sides compare game points"),
    ),
    _option(
        "equal_totals",
        "equal totals",
        _choice("sun_splits", "equal totals are shared in Sun and lost by the buyer in Hokum"),
        _choice("both_split", "equal totals are shared"),
        _choice("buyer_loses", "equal totals are lost by the buyer"),
    ),
    _option(
        "baloot_counts",
        "baloot and khasara",
        _choice("before_khasara", "baloot counts when the sides compare totals, and can be lost"),
        _choice("after_khasara", "baloot always counts for its owners and nowhere else"),
    ),
    _option(
        "swept_baloot",
        "baloot and kaboot",
        _choice("kept", "a side without a trick keeps its baloot"),
        _choice("lost", "a side without a trick loses its baloot"),
    ),
    _option(
        "doubles",
        "doubled hands",
        _choice("winner_takes_all", "the winners of a doubled hand score everything, multiplied"),
        _choice("multiply_both", "in a doubled hand each side's own points are multiplied"),
    ),
)
