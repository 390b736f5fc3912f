"""What a file may leave out, because its game does not use it.

A field may be left out, and then has its default, if

- the default says that there is nothing: an empty list, null, no text, `false`, a condition that
  always or never holds, any card, a choice `none`, or one of the values in `NOTHING`;
- another field says that it is not used (`USED_WITH`);
- it says again what follows from the rest (`implied`).

All other fields answer a question of their game and are written, also if they have their default.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Final

from darwindeck.genome.implied import implied_field
from darwindeck.genome.schema.actions import PlayAgain
from darwindeck.genome.schema.base import Part
from darwindeck.genome.schema.calls import Call, CallChoice, ChoiceKind
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.schema.selectors import CardCondition
from darwindeck.genome.schema.setup import DealStep, SetupRules, TableauMode
from darwindeck.genome.schema.things import DeckSpec, HouseSpec, PileKey, ZoneSpec
from darwindeck.genome.schema.transfers import ClaimPhase, ClaimRankMode
from darwindeck.genome.schema.tricks import TrickPhase, TrickTie
from darwindeck.genome.schema.worth import DeckEmptyAction, GameRules, WinCondition
from darwindeck.genome.tree import REQUIRED, ExpressionSlot, OptionalSlot, PartField, fields_of

NOTHING: Final[dict[tuple[type[Part], str], str]] = {
    (SetupRules, "starting_chips"): "there are no chips",
    (SetupRules, "initial_discard_count"): "none is turned up",
    (WinCondition, "threshold"): "there is none",
    (Call, "rank"): "none is above another",
    (PlayAgain, "who"): "whoever's turn it is",
    (ZoneSpec, "piles"): "its cards are not parted",
    (DeckSpec, "suit_word"): "suits are called so",
    (DeckSpec, "rank_word"): "ranks are called so",
    (HouseSpec, "label"): "it is called so",
}
"""Fields whose default says that there is nothing, though it is a number or a word."""

UNANSWERED: Final = frozenset(
    {
        (GameGenome, "name"),
        (GameGenome, "zones"),
        (GameGenome, "rankings"),
        (GameGenome, "point_tables"),
        (GameGenome, "match"),
        (SetupRules, "deal"),
    }
)
"""Fields whose default leaves a question open."""

_SEQUENCE: Final = {"tableau_mode": (TableauMode.SEQUENCE,)}
_NUMBERS: Final = {"type": (ChoiceKind.NUMBER,), "numbers": ((),)}

USED_WITH: Final[dict[tuple[type[Part], str], dict[str, tuple[Any, ...]]]] = {
    (SetupRules, "sequence_direction"): _SEQUENCE,
    (SetupRules, "sequence_must_match_suit"): _SEQUENCE,
    (SetupRules, "sequence_gap_allowed"): _SEQUENCE,
    (DealStep, "packets"): {"all_cards": (False,), "piles": ((),)},
    (ZoneSpec, "pile_count"): {"piles": (PileKey.FIXED,)},
    (CallChoice, "low"): _NUMBERS,
    (CallChoice, "high"): _NUMBERS,
    (CallChoice, "step"): _NUMBERS,
    (CallChoice, "seats"): {"type": (ChoiceKind.SEAT,)},
    (ClaimPhase, "starting_rank"): {"rank_mode": (ClaimRankMode.SEQUENTIAL,)},
    (ClaimPhase, "pile_penalty"): {"allow_challenge": (True,)},
    (TrickPhase, "battle_cards"): {"tie": (TrickTie.BATTLE,)},
    (GameRules, "keep_top_discard"): {"deck_empty_action": (DeckEmptyAction.RESHUFFLE_DISCARD,)},
}
"""Fields that are used only if others of the same part have one of these values."""

Said = Callable[[str], Any]
"""What a part says in one of its fields."""


def absence(part: type[Part], field: PartField) -> str:
    """What it says if the field is left out; empty if it may never be left out for that."""
    if field.default is REQUIRED or (part, field.name) in UNANSWERED:
        return ""
    if (part, field.name) in NOTHING:
        return NOTHING[part, field.name]
    match field.default:
        case () if not isinstance(field.slot, OptionalSlot):
            return "there is none"
        case None:
            return "nothing is said of it"
        case False:
            return "no"
        case CardCondition() as cards if cards == CardCondition():
            return "any card"
        case Enum(value="none"):
            return "there is none"
        case "true" | "false" as always if isinstance(field.slot, ExpressionSlot):
            return "always" if always == "true" else "never"
        case "":
            return "there is none"
    return ""


def may_be_left_out(part: type[Part], field: PartField, said: Said) -> bool:
    """Whether a file may leave the field out of a part that says this in others, and so means its
    default, or what follows from the rest."""
    if absence(part, field):
        return True
    if implied := implied_field(part, field.name):
        given = {field.name: field.default for field in fields_of(part)}
        return not implied.beside or said(implied.beside) != given[implied.beside]
    used = USED_WITH.get((part, field.name), {})
    return any(said(other) not in values for other, values in used.items())


def of_part(part: Part) -> Said:
    """What a part says in its fields."""
    return lambda name: getattr(part, name)


def of_data(part: type[Part], data: Any) -> Said:
    """What the JSON of a part says in its fields, or means by leaving them out."""
    defaults = {field.name: field.default for field in fields_of(part)}

    def said(name: str) -> Any:
        value = data.get(name, defaults.get(name))
        return tuple(value) if isinstance(value, list) else value

    return said
