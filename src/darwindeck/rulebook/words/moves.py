"""Moving cards, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from darwindeck.genome.expressions import Number
from darwindeck.genome.schema import Choose, Move
from darwindeck.rulebook.words.cards import ANY
from darwindeck.rulebook.words.persons import Person, Scene
from darwindeck.rulebook.words.trees import tree
from darwindeck.rulebook.words.zones import Place

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words


_DISCARDS = ("discards", "discard pile")


class MoveWords:
    """Puts `Move` actions into clauses."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def clause(self, move: Move, scene: Scene) -> str:
        source, target = self._places(move, scene)
        what, one = self._what(move, source, scene)
        return self._moved(move, source, target, what, one)

    def _places(self, move: Move, scene: Scene) -> tuple[Place, Place]:
        """From where to where; the owner of both is named once."""
        source = self.words.zones.zone(tree(move.source), scene)
        target = self.words.zones.zone(tree(move.target), scene)
        again = Scene(scene.subject.again)
        if target.is_hand and target.owner == scene.subject and not source.is_hand:
            return self.words.zones.zone(tree(move.source), again), target
        if source.is_hand and source.owner == scene.subject:
            later = self.words.zones.zone(tree(move.target), again)
            return source, later
        return source, target

    def every(self, move: Move, scene: Scene) -> str:
        """Moving every card of a kind, one after the other."""
        source, target = self._places(move, scene)
        phrase = self.words.cards.phrase(move.cards)
        return self._moved(move, source, target, f"every {phrase.one}", True)

    def _moved(self, move: Move, source: Place, target: Place, what: str, one: bool) -> str:
        how = self._how(move)
        named = source.text in what or source.label in what
        origin = "" if named else f" from {source.text}"
        if source.is_stock and target.is_hand and target.owner is not None:
            return target.owner.does(f"draw {what}{origin}") + how
        if source.is_hand and target.is_hand and target.owner is not None:
            return target.owner.does(f"take {what}{origin}") + how
        if target.is_hand and target.owner is not None:
            hand = f"{target.owner.again.own} {target.label}"
            return target.owner.does(f"take {what}{origin} into {hand}") + how
        if source.is_hand and source.owner is not None and target.label in _DISCARDS:
            face = "face up" if target.seen else "face down"
            return source.owner.does(f"discard {what}, {face}") + how
        if source.is_hand and source.owner is not None:
            where = self._destination(target, source.owner, move)
            verb = "add" if where.startswith("to ") else "put"
            if what == "all cards":
                what = f"all the cards in {source.owner.again.own} {source.label}"
            return source.owner.does(f"{verb} {what} {where}") + how
        if source.is_stock and target.owner is not None:
            verb = "turn up" if target.seen else "take"
            where = self.words.zones.again(target).into
            return target.owner.does(f"{verb} {what}{origin} {where}") + how
        if target.owner is not None and target.owner.name != "nobody":
            where = self.words.zones.again(target).to
            return target.owner.does(f"add {what}{origin} {where}") + how
        verb = "is" if one else "are"
        if source.is_stock and target.seen:
            where = f"as the {target.label}" if target.one_card else target.into
            return f"{what}{origin} {verb} turned up {where}{how}"
        return f"{what}{origin} {verb} put {self._destination(target, None, move)}{how}"

    def _destination(self, target: Place, owner: Person | None, move: Move | None = None) -> str:
        if target.one_card:
            return f"down as the {target.label}"
        if move is not None and move.to_bottom:
            return f"at the bottom of {target.text}"
        if owner is not None and target.owner == owner:
            return self.words.zones.again(target).into
        return target.into

    def _what(self, move: Move, source: Place, scene: Scene) -> tuple[str, bool]:
        """What is moved, and whether that is a singular."""
        phrase = self.words.cards.phrase(move.cards)
        if move.count is None or move.choose is Choose.ALL:
            if phrase.unique:
                return phrase.with_article, True
            if source.top or (source.one_card and move.cards == ANY):
                return source.text, True
            if move.cards == ANY and not source.plural and not source.is_hand and source.on:
                if source.label == "table":
                    return "all cards on the table", False
                return f"the whole {source.label}", True
            if source.is_hand:
                return f"all {phrase.many}", False
            if move.cards == ANY and source.label.endswith("cards"):
                return f"all {source.text}", False
            if move.cards == ANY and not source.plural and source.is_stock:
                return f"the rest of {source.text}", True
            return f"all {phrase.many}", False
        count = tree(move.count)
        if count == Number(1):
            if source.top:
                return source.text, True
            if move.choose is Choose.TOP and move.cards == ANY and source.is_stack:
                return f"the top card of {source.text}", True
            return phrase.with_article, True
        highest = "the highest " if move.choose is Choose.HIGHEST else ""
        return f"{highest}{self.words.amounts.cards(count, phrase, scene)}", False

    def _how(self, move: Move) -> str:
        how = ""
        if move.choose is Choose.RANDOM:
            how += " at random"
        elif move.choose is Choose.PICK:
            how += " of their choice"
        if move.turned_over:
            how += ", turned over as a whole"
        return how
