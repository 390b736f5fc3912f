"""How a hand of Baloot is scored, line by line.

Card points become game points by rounding, so that both sides together always have 26 in Sun and 16
in Hokum. The names of choices (`sun_rounding == half_up`) are those of `options.py`.
"""

from __future__ import annotations

from darwindeck.genome.schema import Let, Scope, ScoreOp, ScoringRule

TARGET = 152

# What the two sides are compared by.
TOTAL = "if(khasara_by == raw_points, raw_total, game_total)"
BUYER_LOSES_TIE = "equal_totals == buyer_loses or equal_totals == sun_splits and mode == hokum"

LETS = (
    Let(
        "trumps_out",
        "trumps to fear",
        "if(mode == hokum, 8 - count(hand, trump_cards) - sum(each, count(captured, trump_cards))"
        ", 0)",
        scope=Scope.SEAT,
    ),
    Let(
        "cards",
        "card total",
        "points(captured, card_points) + if(took_last, 10, 0)",
        scope=Scope.TEAM,
    ),
    Let(
        "raw_total",
        "raw total",
        "cards + declared(project, raw) + "
        "if(baloot_counts == before_khasara, declared(baloot, baloot_raw), 0)",
        scope=Scope.TEAM,
    ),
    Let("swept", "the winner of every trick", "other(tricks) == 0", scope=Scope.TEAM),
    Let("tens", "tens", "div(cards, 10, half_down)", scope=Scope.TEAM),
    Let("behind", "behind", f"{TOTAL} < other({TOTAL})", scope=Scope.TEAM),
    Let("tied", "tied", f"{TOTAL} == other({TOTAL})", scope=Scope.TEAM),
    Let(
        "loses_tie",
        "the loser of a tie",
        f"if(level > 1, is(raiser), is(buyer) and ({BUYER_LOSES_TIE}))",
        scope=Scope.TEAM,
    ),
    Let(
        "beaten",
        "beaten",
        "other(swept) or not swept and (behind or tied and loses_tie)",
        scope=Scope.TEAM,
    ),
    Let(
        "failed",
        "in khasara",
        "is(buyer) and beaten and not other(swept)",
        scope=Scope.TEAM,
    ),
)

SUN_CARDS = "mode == sun and not any(teams, swept)"
LOSES_ONE = (
    "if(hokum_rounding == larger_side, cards > other(cards), "
    "if(hokum_rounding == buyer_side, is(buyer), not is(buyer)))"
)


def _sun(
    label: str, reading: str, who: str, amount: int | str, when: str = SUN_CARDS
) -> ScoringRule:
    """A line of one reading of the rounding in Sun."""
    return ScoringRule(
        label=label, who=who, when=f"sun_rounding == {reading} and {when}", amount=amount
    )


# A ten counts two, so that half of one still counts: 65 gives 13, 66 gives 14.
SUN = (
    _sun("Cards in Sun", "nearest_ten", "teams", "2 * tens"),
    _sun("A five in Sun", "nearest_ten", "teams", 1, f"{SUN_CARDS} and mod(cards, 10) == 5"),
    _sun("Cards in Sun", "half_up", "team(buyer)", "div(2 * cards, 10, half_up)"),
    _sun("The rest in Sun", "half_up", "opponents(buyer)", "26 - other(hand_score)"),
    _sun("Cards in Sun", "fifths", "opponents(buyer)", "div(cards, 5, down)"),
    _sun("The rest in Sun", "fifths", "team(buyer)", "26 - other(hand_score)"),
)

SCORING = (
    *SUN,
    ScoringRule(
        label="Cards in Hokum",
        who="teams",
        when="mode == hokum and not any(teams, swept)",
        amount="tens",
    ),
    ScoringRule(
        label="One too many in Hokum",
        who="teams",
        when=f"mode == hokum and sum(teams, hand_score) == 17 and {LOSES_ONE}",
        amount=-1,
    ),
    ScoringRule(label="Kaboot in Sun", who="teams", when="mode == sun and swept", amount=44),
    ScoringRule(label="Kaboot in Hokum", who="teams", when="mode == hokum and swept", amount=25),
    ScoringRule(
        label="Projects",
        who="teams",
        when="not other(swept)",
        amount="declared(project, game)",
    ),
    ScoringRule(
        label="Game points to compare",
        who="teams",
        when="khasara_by == game_points",
        amount=(
            "hand_score + if(baloot_counts == before_khasara, declared(baloot, baloot_game), 0)"
        ),
        op=ScoreOp.SET,
        into="game_total",
    ),
    ScoringRule(
        label="Khasara",
        who="teams",
        when="any(teams, failed)",
        amount="if(failed, 0, hand_score + other(hand_score))",
        op=ScoreOp.SET,
    ),
    ScoringRule(
        label="Double, triple and four",
        who="teams",
        when="level > 1",
        amount=(
            "if(doubles == winner_takes_all, "
            "if(beaten, 0, level * (hand_score + other(hand_score))), level * hand_score)"
        ),
        op=ScoreOp.SET,
    ),
    ScoringRule(
        label="Baloot",
        who="teams",
        when=(
            "(baloot_counts == after_khasara or not failed) and "
            "(swept_baloot == kept or not other(swept))"
        ),
        amount="declared(baloot, baloot_game)",
    ),
    ScoringRule(
        label="Baloot lost in khasara",
        who="opponents(buyer)",
        when="baloot_counts == before_khasara and other(failed)",
        amount="other(declared(baloot, baloot_game))",
    ),
    ScoringRule(
        label="Gahwa",
        who="teams",
        when="gahwa",
        amount=f"if(beaten, 0, {TARGET})",
        op=ScoreOp.SET,
    ),
)
