"""What people like in a card game, as functions of what was measured.

Each criterion turns a few metrics into a number from 0 to 1 and into a sentence. The shapes are
*rising* (more is better, by less and less, and never all the way), *falling* and *sweet* (flat over
a stated range, falling off on both sides on a scale of ratios). None of them counts phases, flags,
options or length for its own sake. `docs/worth.md` gives the reasons and the sources.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from darwindeck.evaluation.results import Evaluation

Values = Mapping[str, float]
"""What was measured, by name; beside it, under ``name error``, the standard error of each metric,
under ``sides`` how many can win, and under ``skill_search lost`` what practice surely loses."""


TYPICAL: Mapping[str, tuple[float, float]] = {
    "skill_greedy": (0.55, 0.35),
    "skill_able": (0.50, 0.35),
    "skill_search": (0.10, 0.35),
    "skill_deep": (0.20, 0.25),
    "real_decisions": (0.20, 0.20),
    "stakes": (0.03, 0.03),
    "uncertainty": (0.75, 0.20),
    "tension": (0.50, 0.20),
    "comeback": (0.50, 0.30),
    "drama": (0.05, 0.04),
    "outcomes": (5.0, 3.0),
}
"""What card games usually have, and how far they lie apart: the middle of the library, in round
numbers."""


def likely(values: Values, name: str) -> float:
    """What a metric is most likely to be, given what was measured and how surely; at least 0.

    What was hardly measured says little, so a game counts then for what games usually have: not for
    nothing, since what was not found may be there, and not for what chance made of it, since a
    search among many games would find just the lucky ones.
    """
    typical, apart = TYPICAL[name]
    error = values.get(f"{name} error", 0.0)
    trust = apart**2 / (apart**2 + error**2)
    return max(0.0, trust * values[name] + (1 - trust) * typical)


def shrunk(value: float, error: float) -> float:
    """As much of a value as an error of this size does not explain."""
    return value * max(0.0, 1 - (error / value) ** 2) if value > 0 else 0.0


def rising(value: float, half: float, start: float = 0.0) -> float:
    """0 up to `start`, one half at `start` + `half`, towards 1 beyond."""
    above = max(0.0, value - start)
    return above / (above + half)


def falling(value: float, half: float) -> float:
    """1 at 0, one half at `half`, towards 0 beyond."""
    return half / (half + max(0.0, value))


def sweet(value: float, low: float, high: float, width: float) -> float:
    """1 from `low` to `high`; outside it falls to about a third at a ratio of `width`."""
    if value <= 0.0:
        return 0.0
    beyond = max(0.0, math.log(low / value), math.log(value / high))
    return math.exp(-((beyond / math.log(width)) ** 2))


def between(value: float, low: float, high: float, width: float) -> float:
    """1 from `low` to `high`; outside it falls to about a third at a distance of `width`."""
    beyond = max(0.0, low - value, value - high)
    return math.exp(-((beyond / width) ** 2))


@dataclass(frozen=True)
class Criterion:
    """One thing that makes a game good."""

    name: str
    needs: tuple[str, ...]
    """The metrics it is worked out from; without one of them it is not judged yet."""
    worth: Callable[[Values], float]
    why: Callable[[Evaluation], str]
    needs_others: bool = False
    """Whether it makes no sense for somebody who plays alone."""

    def applies(self, evaluation: Evaluation) -> bool:
        return evaluation.player_count > 1 or not self.needs_others

    def is_measured(self, evaluation: Evaluation) -> bool:
        return all(name in evaluation.metrics for name in self.needs)


# --- skill -------------------------------------------------------------------------------------


def _skill(v: Values) -> float:
    """Who does the obvious, or has learnt the game, whichever is better, against anybody."""
    names = [name for name in ("skill_greedy", "skill_able") if name in v]
    return rising(max(likely(v, name) for name in names), 0.35)


UNSEEN = 0.2
"""What a game is credited with where nothing was found: players learn for a moment only, and
decisions are tried in few worlds, so there may be more to find than they find."""


LOST = 0.25
"""Where players who have learnt a game lose so much to a simple plan, what they gained by learning
counts as half of the truth."""


def _depth(v: Values) -> float:
    """What there is to learn after the obvious.

    Players who lose to a simple plan have not learnt the game: that they gain nothing by practice
    tells of them, and not of it. The more they lose, the more it is taken for an ordinary game, if
    they found less in it.
    """
    gained = likely(v, "skill_search") + likely(v, "skill_deep")
    usual = TYPICAL["skill_search"][0] + TYPICAL["skill_deep"][0]
    unlearnt = rising(v.get("skill_search lost", 0.0), LOST)
    return UNSEEN + (1 - UNSEEN) * rising(gained + unlearnt * max(0.0, usual - gained), 0.30)


def wins_of_the_better(skill: float, sides: int) -> float:
    """How often the better side wins, of so many sides; a skill of 0 is its fair share."""
    fair = 1 / max(2, sides)
    return fair + skill * (1 - fair)


def sides_of(evaluation: Evaluation) -> int:
    """How many teams, or players where there are none, can win."""
    return evaluation.team_count or evaluation.player_count


def _beats(evaluation: Evaluation, name: str, better: str, worse: str) -> str:
    skill = evaluation.metrics[name]
    if skill.high <= 0.03 or skill.value <= 0:
        return f"{better} does no better than {worse}"
    doubt = ", which may be chance" if skill.low <= 0 else ""
    sides = sides_of(evaluation)
    if sides < 2:
        return f"{better} wins {_percent(skill.value)} more often than {worse}{doubt}"
    wins, fair = wins_of_the_better(skill.value, sides), 1 / sides
    return f"{better} wins {_percent(wins)} against {worse}, not {_percent(fair)}{doubt}"


def _why_skill(e: Evaluation) -> str:
    return _beats(e, "skill_greedy", "who plays by a simple plan", "random players")


def _why_depth(e: Evaluation) -> str:
    first = _beats(e, "skill_deep", "who has practised ten times as long", "who has less")
    return f"{first}; {_beats(e, 'skill_search', 'practice', 'a simple plan')}"


# --- decisions ---------------------------------------------------------------------------------


def _influence(v: Values) -> float:
    """What choosing well at every decision of a game adds up to, in wins, for one player.

    Where a match was too long to be looked at whole, what hangs on a decision is a part of a hand;
    the more hands a match has, the less hangs on each, by the root of their number.
    """
    hands = 1.0 if v.get("whole_matches", 1.0) else max(1.0, v["hands"])
    return likely(v, "stakes") * v["choice"] * v["decisions"] / math.sqrt(hands)


def _agency(v: Values) -> float:
    """Decisions that matter are no use if little hangs on them, nor great stakes on few."""
    real = likely(v, "real_decisions")
    found = math.sqrt(rising(real, 0.20) * rising(_influence(v), 1.0))
    return UNSEEN + (1 - UNSEEN) * found


def _why_agency(e: Evaluation) -> str:
    real = e["real_decisions"]
    many = real * e["decisions"]
    return (
        f"{_percent(real)} of the decisions matter, {_number(many)} in a game; choosing well "
        f"gains {_percent(max(0.0, e['stakes']), 1)} of a win each time"
    )


def _range(v: Values) -> float:
    """In how many ways a hand comes out; to win or to lose alone is little."""
    return NARROW + (1 - NARROW) * rising(math.log2(max(1.0, likely(v, "outcomes"))), 1.5, 1.0)


NARROW = 0.2
"""What a game has of range in which hands are only won or lost."""


def _why_range(e: Evaluation) -> str:
    return f"hands come out in {_number(e['outcomes'])} ways that count alike"


def _richness(v: Values) -> float:
    """Several kinds of things to decide, and now many ways, now few; one kind is no shame."""
    kinds = ONE_KIND + (1 - ONE_KIND) * rising(v["variety"], 0.8, 1.0)
    return math.sqrt(kinds * rising(v["branching_spread"], 2.0))


ONE_KIND = 0.3
"""What a game has of richness in which only one kind of thing is decided."""


def _why_richness(e: Evaluation) -> str:
    number, moves = _number(e["variety"]), _number(e["branching"])
    kinds = "one kind of decision" if number == "1" else f"{number} kinds of decisions"
    spread = _number(e["branching_spread"])
    return f"{kinds}, among {moves} moves on average, give or take {spread}"


# --- the course of a game ----------------------------------------------------------------------


def _suspense(v: Values) -> float:
    """Open for long, but not so that nothing counts before the end."""
    open_for = between(likely(v, "uncertainty"), 0.5, 0.9, 0.25)
    return math.sqrt(open_for * rising(likely(v, "tension"), 0.30))


def _why_suspense(e: Evaluation) -> str:
    words = (
        (0.93, "as open near the end as at first"),
        (0.7, "open for long"),
        (0.5, "open to the middle"),
        (0.3, "soon foreseen"),
    )
    how = next((text for bound, text in words if e["uncertainty"] >= bound), "settled early")
    return f"the outcome is {how}: over a game it is {_percent(e['uncertainty'])} uncertain"


def _drama(v: Values) -> float:
    """Who is behind may hope, and who is ahead has something for it."""
    hope = between(likely(v, "comeback"), 0.3, 0.8, 0.4)
    return hope * (0.5 + 0.5 * rising(likely(v, "drama"), 0.08))


def _why_drama(e: Evaluation) -> str:
    sides = max(2, sides_of(e))
    lost = min(1.0, e["comeback"]) * (1 - 1 / sides)
    changes = f"the lead changes {_number(e['lead_changes'])} times"
    return f"who is ahead at half-time still loses {_percent(lost)}, and {changes}"


def _interaction(v: Values) -> float:
    return rising(v["interaction"], 0.30)


def _why_interaction(e: Evaluation) -> str:
    return f"{_percent(e['interaction'])} of the moves change what the others can do"


# --- fairness and handiness --------------------------------------------------------------------


def _fairness(v: Values) -> float:
    """Half where a side wins half its share more or less; less where many games are drawn."""
    off = shrunk(1 - v["seat_balance"], v.get("seat_balance error", 0.0)) * v["sides"]
    return (1 - 0.5 * v["draws"]) / (1 + (off / 0.5) ** 2)


def _why_fairness(e: Evaluation) -> str:
    off = 1 - e["seat_balance"]
    fair = 1 / sides_of(e)
    alike = off < 0.1 * fair
    seats = (
        "all seats are alike" if alike else f"a seat wins {_percent(off)} off its {_percent(fair)}"
    )
    return f"{seats}; {_percent(e['draws'])} of the games are drawn"


def _length(v: Values) -> float:
    return sweet(v["minutes"], 8.0, 60.0, 2.5)


def _why_length(e: Evaluation) -> str:
    return f"a game takes about {_number(e['minutes'])} minutes"


def _brevity(v: Values) -> float:
    return sweet(v["minutes"], 3.0, 20.0, 3.0)


def _clarity(v: Values) -> float:
    return falling(max(0.0, v["words"] - 300.0), 1500.0)


def _why_clarity(e: Evaluation) -> str:
    return f"the rules take {e['words']:,.0f} words"


def _percent(share: float, digits: int = 0) -> str:
    if digits == 0 and 0 < share < 0.01:
        return "under 1 %"
    return f"{100 * share:.{digits}f} %"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 9.5 else f"{value:.1f}".removesuffix(".0")


CRITERIA: dict[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        Criterion("skill", ("skill_greedy",), _skill, _why_skill),
        Criterion("depth", ("skill_search", "skill_deep"), _depth, _why_depth),
        Criterion(
            "agency",
            ("real_decisions", "stakes", "choice", "decisions", "hands"),
            _agency,
            _why_agency,
        ),
        Criterion(
            "richness", ("variety", "branching", "branching_spread"), _richness, _why_richness
        ),
        Criterion("range", ("outcomes",), _range, _why_range, True),
        Criterion("suspense", ("uncertainty", "tension"), _suspense, _why_suspense),
        Criterion("drama", ("drama", "comeback", "lead_changes"), _drama, _why_drama),
        Criterion("interaction", ("interaction",), _interaction, _why_interaction, True),
        Criterion("fairness", ("seat_balance", "draws"), _fairness, _why_fairness, True),
        Criterion("length", ("minutes",), _length, _why_length),
        Criterion("brevity", ("minutes",), _brevity, _why_length),
        Criterion("clarity", ("words",), _clarity, _why_clarity),
    )
}
"""Every criterion by its name."""
