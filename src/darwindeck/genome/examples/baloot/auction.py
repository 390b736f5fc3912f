"""The auction of Baloot: two rounds of buying, the answers to a purchase, and doubling."""

from __future__ import annotations

from dataclasses import replace

from darwindeck.genome.examples.common import SUITS
from darwindeck.genome.schema import (
    AssignRole,
    BlockPhase,
    Call,
    CallChoice,
    CallPhase,
    ChoiceKind,
    DealerAfter,
    Expose,
    ForEach,
    If,
    Phase,
    Redeal,
    Set,
    SetMode,
    SetTrump,
)

SUN_TERMS = (SetMode("sun"), SetTrump("none"))
TAKE_FLOOR = (AssignRole("buyer", "turn"), AssignRole("taker", "turn"))

PASS = Call("pass_turn", "pass", is_pass=True)
SUN = Call("sun", "buy in Sun", rank=3, do=(*TAKE_FLOOR, *SUN_TERMS))
ASHKAL = Call(
    "ashkal",
    "call ashkal",
    when="position >= 3 and rank(floor) != A",
    rank=2,
    do=(AssignRole("buyer", "turn"), AssignRole("taker", "partner(turn)"), *SUN_TERMS),
)
SECOND_ASHKAL = Call(
    "second_ashkal",
    ASHKAL.label,
    when=f"ashkal_again == allowed and {ASHKAL.when}",
    rank=2,
    do=ASHKAL.do,
)
KAWESH = Call(
    "kawesh",
    "call kawesh",
    when="count(hand, low_cards) == 5",
    out_of_turn=True,
    do=(ForEach("each", (Expose("hand"),)), Redeal(DealerAfter.SAME)),
)
TURN_TO_SUN = Call("turn_to_sun", "turn the game to Sun", do=SUN_TERMS)


def _raise(name: str, label: str, level: int, *, closed: int | None = None) -> Call:
    closing = () if closed is None else (Set("closed", closed),)
    return Call(
        name, label, rank=1, do=(Set("level", level), *closing, AssignRole("raiser", "turn"))
    )


DOUBLES = (
    _raise("double_closed", "double and close the game", 2, closed=1),
    _raise("double_open", "double and leave the game open", 2),
)
ANSWERING_DOUBLES = tuple(replace(call, when="turn in opponents(buyer)") for call in DOUBLES)

FIRST_ROUND = BlockPhase(
    name="first_round",
    label="The first round",
    phases=(
        CallPhase(
            name="first_calls",
            calls=(
                PASS,
                Call(
                    "hokum",
                    "buy in Hokum",
                    do=(*TAKE_FLOOR, SetMode("hokum"), SetTrump("suit(floor)")),
                ),
                SUN,
                ASHKAL,
                KAWESH,
            ),
            close="set(buyer)",
        ),
        CallPhase(
            name="first_answers",
            label="Answers to Hokum",
            when="mode == hokum",
            who="others(buyer)",
            simultaneous=True,
            calls=(
                PASS,
                *ANSWERING_DOUBLES,
                ASHKAL,
                SUN,
            ),
        ),
        CallPhase(
            name="first_confirmation",
            label="The buyer's last word",
            when="mode == hokum and level == 1",
            who="buyer",
            calls=(Call("confirm", "stay in Hokum", is_pass=True), TURN_TO_SUN),
        ),
    ),
)

SECOND_ROUND = BlockPhase(
    name="second_round",
    label="The second round",
    when="not set(buyer)",
    phases=(
        CallPhase(
            name="second_calls",
            calls=(
                PASS,
                Call(
                    "second_hokum",
                    "buy in Hokum",
                    do=(*TAKE_FLOOR, SetMode("hokum")),
                ),
                SUN,
                SECOND_ASHKAL,
                KAWESH,
            ),
            close="set(buyer)",
            then=(If("not set(buyer)", then=(Redeal(DealerAfter.NEXT),)),),
        ),
        CallPhase(
            name="second_answers",
            label="Answers to Hokum",
            when="mode == hokum",
            # The buyer's partner is asked only if still to speak in this round.
            who="where(others(buyer), turn in opponents(buyer) or position > position(buyer))",
            simultaneous=True,
            calls=(PASS, SECOND_ASHKAL, SUN),
        ),
        CallPhase(
            name="naming",
            label="Naming trumps",
            when="mode == hokum",
            who="buyer",
            calls=(
                Call(
                    "name_trumps",
                    "name the trump suit",
                    choices=(CallChoice("named", "suit", ChoiceKind.SUIT, suits=SUITS),),
                    when="named != suit(floor)",
                    do=(SetTrump("named"),),
                ),
                TURN_TO_SUN,
            ),
        ),
        CallPhase(
            name="second_double",
            label="Doubling Hokum",
            when="mode == hokum",
            who="opponents(buyer)",
            simultaneous=True,
            calls=(PASS, *DOUBLES),
        ),
    ),
)

BEFORE_YOU = CallPhase(
    name="before_you",
    label="Before you",
    when="mode == sun",
    who="where(others(buyer), turn in opponents(buyer) and position < position(buyer))",
    simultaneous=True,
    calls=(PASS, Call("before_you", "take the Sun over", rank=1, do=TAKE_FLOOR)),
)

SUN_DOUBLE = CallPhase(
    name="sun_double",
    label="Doubling Sun",
    when=(
        "mode == sun and if(sun_double_from == over_100, "
        "score(team(buyer)) > 100 and score(opponents(buyer)) <= 100, "
        "score(team(buyer)) >= 100 and score(opponents(buyer)) < 100)"
    ),
    who="opponents(buyer)",
    simultaneous=True,
    calls=(PASS, _raise("double_sun", "double", 2)),
)

RAISING = BlockPhase(
    name="raising",
    label="Raising a doubled Hokum",
    when="mode == hokum and level > 1",
    phases=(
        CallPhase(
            name="tripling",
            label="Triple",
            who="team(buyer)",
            simultaneous=True,
            calls=(PASS, _raise("triple", "triple", 3)),
        ),
        CallPhase(
            name="calling_four",
            label="Four",
            when="level == 3",
            who="opponents(buyer)",
            simultaneous=True,
            calls=(
                PASS,
                _raise("four_closed", "call four and close the game", 4, closed=1),
                _raise("four_open", "call four and open the game", 4, closed=0),
            ),
        ),
        CallPhase(
            name="calling_gahwa",
            label="Gahwa",
            when="level == 4",
            who="team(buyer)",
            simultaneous=True,
            calls=(
                PASS,
                Call(
                    "gahwa",
                    "call gahwa",
                    rank=1,
                    do=(Set("gahwa", 1), Set("closed", 0), AssignRole("raiser", "turn")),
                ),
            ),
        ),
    ),
)

AUCTION: tuple[Phase, ...] = (FIRST_ROUND, SECOND_ROUND, BEFORE_YOU, SUN_DOUBLE, RAISING)
