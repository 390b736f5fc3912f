"""One order for all kinds of phase: what a step brings about, and when it is judged.

In each of these games everything that happens writes a digit. Wins at once and `until` cannot
write; that a game or its turns end shows how much had been written when they were judged.

1 `then` of the phase, 2 an effect of the card, 3 a scoring rule, 4 an effect and 5 a rule of
another moment, 6 what a call, a phase or a trick does, 7 `then` of the phase around it. Where cards
score, whoever writes after that writes 9 less the digit, so that 1 and 8 tell before from after.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from darwindeck.cards import Rank, Suit
from darwindeck.genome.schema import (
    BettingPhase,
    BlockPhase,
    BuildMove,
    BuildPhase,
    Call,
    CallPhase,
    CaptureBy,
    CapturePhase,
    CardBlock,
    CardCondition,
    CardPoints,
    CardScoringRule,
    ChoicePhase,
    Choose,
    ClaimPhase,
    ClaimRankMode,
    Counter,
    DealStep,
    DeckSpec,
    DeclarePhase,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    GameGenome,
    HandPattern,
    Life,
    MatchRules,
    MeldPhase,
    Moment,
    Owner,
    PassPhase,
    PatternValue,
    Phase,
    PileKey,
    PlayPhase,
    PointTable,
    RepeatPhase,
    ScoreOp,
    ScoringRule,
    ScoringTrigger,
    Sees,
    Set,
    SetupRules,
    ShowdownMethod,
    ShowdownPhase,
    SpecialEffect,
    TrickPhase,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked
from darwindeck.simulation import Game, State
from tests.support.genomes import minimal_genome
from tests.support.sound_genomes import DISCARDS, HAND, STOCK

ANY = CardCondition()
TABLE = ZoneSpec("tableau", "table")
WON = ZoneSpec("captured", "captured cards", owner=Owner.SEAT)
MELDS = ZoneSpec("melds", "melds", owner=Owner.SEAT, piles=PileKey.MANY)
COVERED = ZoneSpec("covered", "covered cards", sees=Sees.NOBODY)
SINGLE = HandPattern("single", 1, min_size=1, max_size=1, values=(PatternValue("worth", 1),))


def written(digit: int) -> str:
    return f"10 * log + if(hand_score == 0, {digit}, {9 - digit})"


def write(digit: int) -> Set:
    return Set("log", written(digit))


THEN = (write(1),)
AROUND = (write(7),)
PLAY = PlayPhase("discard", then=THEN)


@dataclass(frozen=True)
class Kind:
    """A phase of some kind, and what is written when it is judged."""

    phase: Phase
    for_wins: str
    """When wins are judged for the first time."""
    for_until: str | None = None
    """When turns around it are; None: the same."""
    moments: tuple[Moment, ...] = ()
    trigger: ScoringTrigger | None = None
    in_turns: bool = True
    changes: tuple[tuple[str, Any], ...] = ()


KINDS = {
    "draw": Kind(DrawPhase(then=THEN), "123", moments=(Moment.DRAWN,)),
    "play": Kind(PLAY, "176", moments=(Moment.PLAYED,), trigger=ScoringTrigger.PLAY),
    "discard": Kind(DiscardPhase(then=THEN), "1"),
    "discard at random": Kind(DiscardPhase(choose=Choose.RANDOM, then=THEN), "1"),
    "pass": Kind(PassPhase(1, ("left(turn)",), then=THEN), "1", in_turns=False),
    "meld": Kind(
        MeldPhase(("single",), then=THEN),
        "176",
        moments=(Moment.MELDED,),
        trigger=ScoringTrigger.SET_COMPLETE,
    ),
    "capture": Kind(
        CapturePhase((CaptureBy.EQUAL,), "values", then=THEN),
        "17564",
        moments=(Moment.PLAYED, Moment.CAPTURED),
        trigger=ScoringTrigger.CAPTURE,
    ),
    "build": Kind(
        BuildPhase((BuildMove("hand", "discard", ANY, ANY),), then=THEN),
        "176",
        moments=(Moment.PLAYED,),
        trigger=ScoringTrigger.PLAY,
    ),
    "claim": Kind(
        ClaimPhase(
            max_cards=1,
            rank_mode=ClaimRankMode.FIXED,
            fixed_rank=Rank.ACE,
            target="covered",
            then=THEN,
        ),
        "176",
        moments=(Moment.PLAYED,),
        trigger=ScoringTrigger.PLAY,
    ),
    "declare": Kind(DeclarePhase(("single",), automatic=False, then=THEN), "1"),
    "declare by itself": Kind(DeclarePhase(("single",), then=THEN), "1"),
    "call": Kind(CallPhase((Call("yes", "yes", do=(write(6),)),), then=THEN), "61"),
    "call of several": Kind(
        CallPhase((Call("yes", "yes", do=(write(6),)),), who="each", then=THEN), "6"
    ),
    "closed call": Kind(
        CallPhase(
            (Call("yes", "yes", do=(write(6),)),), rounds=None, close="calls == 1", then=THEN
        ),
        "61",
    ),
    "do": Kind(DoPhase((write(6),), then=THEN), "61"),
    "betting": Kind(
        BettingPhase(5, showdown_method=ShowdownMethod.HIGHEST_CARD, then=THEN), "1", in_turns=False
    ),
    "showdown": Kind(ShowdownPhase(ShowdownMethod.HIGHEST_CARD, then=THEN), "1", in_turns=False),
    "trick": Kind(
        TrickPhase(after_trick=(write(6),), until="true", then=THEN),
        "6776",
        "67768",
        moments=(Moment.TRICK_END,),
        trigger=ScoringTrigger.TRICK_WIN,
        in_turns=False,
    ),
    "card of a trick": Kind(
        TrickPhase(after_trick=(write(6),), until="true", then=THEN),
        "7564",
        moments=(Moment.PLAYED, Moment.LED),
        trigger=ScoringTrigger.PLAY,
        in_turns=False,
    ),
    "last card of a trick": Kind(
        TrickPhase(who="left(dealer)", after_trick=(write(6),), until="true", then=THEN),
        "763",
        "7638",
        moments=(Moment.PLAYED,),
        trigger=ScoringTrigger.PLAY,
        in_turns=False,
    ),
    "block": Kind(
        BlockPhase((PLAY, DoPhase((write(4),), when="false")), then=AROUND),
        "1762",
        moments=(Moment.PLAYED,),
        trigger=ScoringTrigger.PLAY,
    ),
    "unfinished block": Kind(
        BlockPhase((PLAY, DoPhase((write(4),))), then=AROUND),
        "176",
        moments=(Moment.PLAYED,),
        trigger=ScoringTrigger.PLAY,
    ),
    "choice": Kind(
        ChoicePhase((PLAY,), then=AROUND),
        "1762",
        moments=(Moment.PLAYED,),
        trigger=ScoringTrigger.PLAY,
    ),
    "repeat": Kind(
        RepeatPhase((PLAY,), as_long_as="played == 0", then=AROUND),
        "1762",
        moments=(Moment.PLAYED,),
        trigger=ScoringTrigger.PLAY,
    ),
    "turns": Kind(TurnsPhase((DrawPhase(),), until="size(deck) < 1000", then=AROUND), "7"),
    "end of a turn": Kind(PLAY, "1", "123", moments=(Moment.TURN_END,)),
}


NEVER = WinCondition("custom", when="hand_number > 900", value="0")


def genome_of(kind: Kind, until: str = "false", **changes: Any) -> GameGenome:
    effects, rules = [], []
    for number, moment in enumerate(kind.moments):
        effects.append(SpecialEffect(ANY, moment, (write(2 + 2 * number),)))
        rules.append(
            ScoringRule(
                written(3 + 2 * number), moment=moment, who="turn", op=ScoreOp.SET, into="log"
            )
        )
    zones = (STOCK, HAND, DISCARDS, TABLE, WON, MELDS, COVERED)
    fields: dict[str, Any] = {
        "setup": SetupRules(
            5,
            initial_deck="custom",
            starting_chips=100,
            deal=(DealStep((5,)), DealStep((20,), zone="tableau")),
            after_deal=(),
        ),
        "deck": DeckSpec((CardBlock((Suit.HEARTS,), (Rank.ACE, Rank.KING), copies=20),)),
        "zones": zones,
        "counters": (Counter("log", "log", life=Life.MATCH, low=0),),
        "point_tables": (PointTable("values", "values", (CardPoints(ANY, 1),)),),
        "patterns": (SINGLE,),
        "turn_structure": TurnStructure(
            (TurnsPhase((kind.phase,), until=until),) if kind.in_turns else (kind.phase,),
            is_trick_based=isinstance(kind.phase, TrickPhase),
        ),
        "special_effects": tuple(effects),
        "scoring_rules": (*rules, ScoringRule(1)),
        "card_scoring": () if kind.trigger is None else (CardScoringRule(ANY, 1, kind.trigger),),
        "win_conditions": (replace(NEVER, trigger_mode=TriggerMode.THRESHOLD_GATE),),
        "match": MatchRules(hands=1),
        "max_turns": 50,
    }
    return checked(minimal_genome(**(fields | changes)))


def log_of(state: State) -> str:
    numbers = state.position.numbers()
    return str(numbers["registers"][numbers["counters_at"][0][0]])


def played_out(genome: GameGenome) -> State:
    state = Game(genome).deal(3)
    while not state.over:
        state = state.apply(state.legal_moves()[0])
    return state


def ends_when(condition: str) -> tuple[WinCondition, ...]:
    at_once = WinCondition("custom", when=condition, value="0", trigger_mode=TriggerMode.IMMEDIATE)
    return (at_once,)


@pytest.mark.parametrize("name", KINDS)
def test_wins_are_judged_when_a_step_is_complete(name: str) -> None:
    kind = KINDS[name]
    genome = genome_of(kind, win_conditions=ends_when("log > 0"))
    assert log_of(played_out(genome)) == kind.for_wins


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.in_turns])
def test_turns_end_when_all_that_is_over_has_done_what_it_says(name: str) -> None:
    kind = KINDS[name]
    genome = genome_of(kind, until="log > 0")
    assert log_of(played_out(genome)) == (kind.for_until or kind.for_wins)


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.in_turns])
def test_wins_are_judged_before_turns_end(name: str) -> None:
    kind = KINDS[name]
    turns = TurnsPhase((kind.phase,), until="log > 0", then=(Set("log", 0),))
    genome = genome_of(
        kind, turn_structure=TurnStructure((turns,)), win_conditions=ends_when("log > 0")
    )
    assert log_of(played_out(genome)) == kind.for_wins


LATER = [name for name, kind in KINDS.items() if kind.for_until and not kind.in_turns]


@pytest.mark.parametrize("name", LATER)
def test_tricks_are_over_after_wins_were_judged(name: str) -> None:
    kind = KINDS[name]
    written_up_to_wins = log_of(played_out(genome_of(kind, win_conditions=ends_when("log > 99"))))
    assert written_up_to_wins == kind.for_wins
    assert log_of(played_out(genome_of(kind))) == kind.for_until
    never = ends_when("log < 0")
    assert log_of(played_out(genome_of(kind, win_conditions=never))) == kind.for_until
