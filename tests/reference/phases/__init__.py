"""The kinds of phase: who is asked, what they may do, what happens."""

from tests.reference.phases import (
    betting,
    block,
    build,
    call,
    capture,
    choice,
    claim,
    declare,
    discard,
    do,
    draw,
    meld,
    pass_,
    play,
    trick,
    turns,
)

__all__ = [
    "betting",
    "block",
    "build",
    "call",
    "capture",
    "choice",
    "claim",
    "declare",
    "discard",
    "do",
    "draw",
    "meld",
    "pass_",
    "play",
    "trick",
    "turns",
]
