"""Moving cards, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from darwindeck.english import number_word, singular
from darwindeck.genome.expressions import Binary, Call, Name, Number
from darwindeck.genome.schema import Choose, Move, PileKey
from darwindeck.rulebook.document import Path
from darwindeck.rulebook.words.cards import ANY, PLAYED_BY_THEM
from darwindeck.rulebook.words.persons import Person
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import OWN_HAND, flat, tree
from darwindeck.rulebook.words.zones import Place

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words


_DISCARDS = ("discards", "discard pile")
_NO_STOCK = Binary("==", Call("size", (Name("deck"),)), Number(0))


class TransferWords:
    """Puts `Move` actions into clauses."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def clause(self, move: Move, scene: Scene) -> str:
        source, target = self._places(move, scene)
        match tree(move.count) if move.count is not None else None:
            case Call("max", (Number(0), Binary("-", Number(size), rest))) if (
                target.is_hand
                and target.owner is not None
                and rest in OWN_HAND
                and move.choose is Choose.TOP
                and not move.turned_over
            ):
                few = f"hold fewer than {number_word(size)} cards"
                again = target.owner.again
                take = again.does(f"take cards from {source.text} into {again.own} {target.label}")
                hold = f"until {again.name} hold {number_word(size)}"
                return f"if {target.owner.does(few)}, {take} {hold}"
            case Call("max", (Number(0), Binary("-", rest, Number(size)))) if (
                source.is_hand
                and source.owner is not None
                and not target.is_hand
                and rest in OWN_HAND
                and move.choose is Choose.RANDOM
                and not (move.turned_over or move.to_bottom)
            ):
                return self._down_to(move, source.owner, target, size)
        what, one = self._what(move, source, scene)
        return self._moved(move, source, target, what, one)

    def _places(self, move: Move, scene: Scene) -> tuple[Place, Place]:
        """From where to where; the owner of both is named once."""
        source = self.words.zones.zone(tree(move.source), scene)
        target = self.words.zones.zone(tree(move.target), scene)
        again = scene.again
        if target.is_hand and target.owner == scene.subject and not source.is_hand:
            return self.words.zones.zone(tree(move.source), again), target
        if source.owner == target.owner == scene.subject and not source.is_hand:
            return self.words.zones.zone(tree(move.source), again), target
        if source.is_hand and source.owner == scene.subject:
            later = self.words.zones.zone(tree(move.target), again)
            return source, later
        return source, target

    def _down_to(self, move: Move, owner: Person, target: Place, size: int) -> str:
        """Getting rid of cards until no more than some are left."""
        many = self.words.cards.phrase(move.cards).many
        until = f"until {owner.again.does('hold')} {number_word(size)}"
        if move.cards != ANY:
            until = until.replace(number_word(size), f"{number_word(size)} cards", 1)
            until += " or have no more such cards"
        where = self._destination(target, owner, move)
        return owner.does(f"put {many}, taken at random, {where} {until}")

    def every(self, move: Move, scene: Scene) -> str:
        """Moving every card of a kind, one after the other."""
        source, target = self._places(move, scene)
        phrase = self.words.cards.phrase(move.cards)
        what = f"every {phrase.one}"
        if source.is_hand and source.owner is not None:
            what += f" {source.owner.again.does('hold')}"
        return self._moved(move, source, target, what, True)

    def _moved(self, move: Move, source: Place, target: Place, what: str, one: bool) -> str:
        how = self._how(move, target)
        named = source.text in what or source.label in what
        origin = "" if named else f" from {source.text}"
        if source.is_stock and target.is_hand and target.owner is not None:
            return target.owner.does(f"draw {what}{origin}") + how
        if target.is_hand and target.owner is not None and what.endswith(f" {PLAYED_BY_THEM}"):
            return target.owner.does(f"take back {what}") + how
        if source.is_hand and target.is_hand and target.owner is not None:
            return target.owner.does(f"take {what}{origin}") + how
        ready = source.owner is not None and source.owner.name == "each player"
        if (
            ready
            and target.is_hand
            and target.owner is not None
            and source.label.startswith("card ")
        ):
            # What everybody has laid ready for somebody.
            giver = source.owner
            assert giver is not None
            own = f"{giver.again.own} {source.label}"
            whom = target.owner.obj.replace(giver.own, giver.again.own)
            return giver.does(f"give {own} to {whom}") + how
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
            again = self.words.zones.again(target)
            where = f"as {again.text}" if again.one_card else again.into
            return target.owner.does(f"{verb} {what}{origin} {where}") + how
        if target.owner is not None and target.owner.name != "nobody":
            where = self.words.zones.again(target).to
            return target.owner.does(f"add {what}{origin} {where}") + how
        verb = "is" if one else "are"
        if move.turned_over and target.is_stock and one and self._fills_the_empty_stock(move):
            return f"{what}{origin} {verb} turned over and becomes the new {target.label}"
        if source.is_stock and target.seen and target.one_card and one and not how:
            if not self._is_stock_spoken_of():
                what, origin = "the next card", ""
            named = target.label.startswith("turned")
            called = f"(the {target.label})" if named else f"as the {target.label}"
            return f"{what}{origin} {verb} turned up {called}"
        if source.is_stock and target.seen:
            where = f"as the {target.label}" if target.one_card else target.into
            return f"{what}{origin} {verb} turned up {where}{how}"
        if move.to_bottom and not target.one_card:
            over = ", turned over as a whole" if move.turned_over else ""
            return f"{what}{origin} {verb} put at the bottom of {target.text}{over}"
        return f"{what}{origin} {verb} put {self._destination(target, None, move)}{how}"

    def _is_stock_spoken_of(self) -> bool:
        """Whether the deal leaves a stock; where a phase deals, cards simply come from the pack."""
        setup = self.words.genome.setup
        return bool(setup.cards_per_player if setup.deal is None else setup.deal)

    def _fills_the_empty_stock(self, move: Move) -> bool:
        """Whether cards are only ever put into the stock so when nothing is left of it."""
        parts = dict(self.words.lexicon.all_parts)
        places = [path for path, part in parts.items() if part is move]
        return bool(places) and all(self._is_empty_at(path, parts) for path in places)

    def _is_empty_at(self, path: Path, parts: Mapping[Path, object]) -> bool:
        if "when_empty" in path:
            return True
        for length in range(len(path)):
            around = parts.get(path[:length])
            for name in ("when", "condition"):
                asked = getattr(around, name, None)
                within = name == "when" or path[length : length + 1] == ("then",)
                if isinstance(asked, str) and within and _NO_STOCK in flat("and", tree(asked)):
                    return True
        return False

    def _destination(self, target: Place, owner: Person | None, move: Move | None = None) -> str:
        if target.one_card:
            return f"down as the {target.label}"
        if owner is not None and target.owner == owner:
            return self.words.zones.again(target).into
        fixed = target.spec is not None and target.spec.piles is PileKey.FIXED
        if fixed and owner is None and target.plural:
            # Cards that come there by themselves go where nothing lies.
            return f"onto an empty {singular(target.label)}"
        return f"with {target.text}" if target.plural and owner is None else target.into

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
                return source.text.replace(" ", " whole ", 1), True
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
            if move.choose is Choose.HIGHEST and not phrase.unique:
                return f"the highest {phrase.one}", True
            return phrase.with_article, True
        top = move.choose is Choose.TOP and move.cards == ANY and source.is_stack
        if top and isinstance(count, Number) and not source.is_stock:
            return f"the top {number_word(count.value)} cards of {source.text}", False
        highest = "the highest " if move.choose is Choose.HIGHEST else ""
        return f"{highest}{self.words.amounts.cards(count, phrase, scene)}", False

    def _how(self, move: Move, target: Place) -> str:
        how = ""
        whole_hand = move.count is not None and tree(move.count) in OWN_HAND
        if move.choose is Choose.RANDOM and not whole_hand:
            how += " at random"
        elif move.choose is Choose.PICK:
            how += " of their choice"
        if move.turned_over:
            how += ", turned over as a whole"
        if move.to_bottom and (target.is_stack or target.is_hand):
            how += ", at the bottom"
        return how
