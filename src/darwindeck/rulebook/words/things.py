"""Suits, ranks and modes in words: "the suit of the turned-up card"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from darwindeck.english import a
from darwindeck.genome.expressions import Call, Name, Node
from darwindeck.genome.schema import ChoiceKind
from darwindeck.rulebook.words.kinds import kind_of
from darwindeck.rulebook.words.scene import Scene

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words


class ThingWords:
    """Puts the suits, ranks and modes that expressions name into words."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.lexicon = words.lexicon

    def noun(self, node: Node, scene: Scene) -> str:
        match node:
            case Name(name):
                return self._named(name, scene)
            case Call("suit", (zone,)):
                return f"the {self.words.cards.suit_word} of {self._card(zone, scene)}"
            case Call("rank", (zone,)):
                return f"the rank of {self._card(zone, scene)}"
            case Call("if", (condition, yes, no)):
                clause = self.words.conditions.clause(condition, scene)
                return f"{self.noun(yes, scene)} if {clause}, otherwise {self.noun(no, scene)}"
        if kind_of(node, self.lexicon) in ("seat", "seats"):
            return self.words.seats.seat(node, scene).name
        return "the one meant"

    def _named(self, name: str, scene: Scene) -> str:
        lexicon = self.lexicon
        choice = lexicon.choices.get(name)
        if choice is not None:
            return f"the {choice.label}"
        if name == "trump":
            return "the trump suit"
        if name in lexicon.suits:
            return lexicon.suit_name(name)
        if name in lexicon.ranks:
            return a(lexicon.rank_name(name))
        if name in lexicon.modes:
            return lexicon.modes[name]
        if kind_of(Name(name), lexicon) in ("seat", "seats"):
            return self.words.seats.seat(Name(name), scene).name
        if name == "mode":
            return "the kind of game"
        return name.replace("_", " ")

    def _card(self, zone: Node, scene: Scene) -> str:
        """The card whose suit or rank is read: the top one of a pile."""
        place = self.words.zones.zone(zone, scene)
        if place.top or place.one_card:
            return place.text
        return f"the top card of {place.text}"

    def card_of(self, node: Node, scene: Scene) -> str | None:
        """For the suit or rank of a card: that card."""
        if isinstance(node, Call) and node.function in ("suit", "rank"):
            return self._card(node.arguments[0], scene)
        return None

    def suit_choice(self, node: Node) -> bool:
        """Whether a call names this suit."""
        choice = self.lexicon.choices.get(node.id) if isinstance(node, Name) else None
        return choice is not None and choice.type is ChoiceKind.SUIT
