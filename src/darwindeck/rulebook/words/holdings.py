"""How many cards, points or piles there are in a zone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from darwindeck.english import a, counted, done_things, plural, singular
from darwindeck.genome.expressions import Name, Node, Number
from darwindeck.genome.schema import CardCondition
from darwindeck.rulebook.words.persons import Person
from darwindeck.rulebook.words.quantity import Quantity, Statement, having, there_are
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.zones import Place

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words
    from darwindeck.rulebook.words.cards import CardPhrase

Arguments = tuple[Node, ...]


class HoldingWords:
    """Quantities of cards that lie somewhere."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.lexicon = words.lexicon
        self.functions: dict[str, Callable[[Arguments, Scene], Quantity | None]] = {
            "size": self._size,
            "count": self._count,
            "picked_from": self._picked_from,
            "points": self._points,
            "total": self._total,
            "best": self._best,
            "suits": self._suits,
            "groups": self._groups,
            "from_highest": self._from_highest,
            "from_lowest": self._from_lowest,
            "strongest": self._strongest,
            "ways": self._ways,
            "in_ways": self._in_ways,
            "trailing": self._trailing,
            "unbroken": self._unbroken,
            "suited": self._suited,
            "highest_in": self._highest_in,
            "lowest_in": self._lowest_in,
            "piles": self._piles,
        }

    def _size(self, arguments: Arguments, scene: Scene) -> Quantity:
        return self._cards_in(arguments[0], None, scene)

    def _count(self, arguments: Arguments, scene: Scene) -> Quantity:
        return self._cards_in(arguments[0], self.words.card_set(arguments[1]), scene)

    def _cards_in(self, node: Node, cards: CardCondition | None, scene: Scene) -> Quantity:
        place = self.words.zones.zone(node, scene)
        phrase = self.words.cards.phrase(cards)
        if place.top or (place.one_card and cards is not None):
            return self._top_card(place, phrase, cards is None)
        none, some, statement = self._holding(place, phrase, cards is None)
        if place.owner is not None and place.is_hand:
            tail = f"{place.owner.name} {'hold' if place.owner.plural else 'holds'}"
        else:
            tail = place.within
        number = f"the number of {phrase.many} {place.within}"
        if cards is None and place.cards == place.text and not place.pile:
            number = f"the number of {place.text.removeprefix('the ')}"
        return Quantity(
            number,
            f"{phrase.many} {place.within if place.owner is None else f'in the {place.label}'}",
            unit=phrase.one,
            units=phrase.many,
            tail=tail,
            statement=statement,
            none=none,
            some=some,
            owner=place.owner,
            kind=f"cards {place.label} {phrase.one}",
            single=phrase.unique or place.one_card,
            only=place.is_hand and cards is None,
            alone=place.is_hand and cards is not None and not phrase.unique,
            whole=len(self.lexicon.cards) if cards is None else 0,
            place=place.within,
        )

    def _top_card(self, place: Place, phrase: CardPhrase, any_card: bool) -> Quantity:
        what = place.text.removeprefix("the ")
        return Quantity(
            f"the number of {phrase.many} that {place.text} is",
            "number",
            unit=phrase.one,
            units=phrase.many,
            none=f"there is no {what}"
            if any_card
            else f"{place.text} is not {phrase.with_article}",
            some=f"there is a {what}" if any_card else f"{place.text} is {phrase.with_article}",
            single=True,
        )

    def _holding(
        self, place: Place, phrase: CardPhrase, any_card: bool
    ) -> tuple[str, str, Statement]:
        """The clauses for none and some, and the statement, of cards in a zone."""
        owner = place.owner
        if place.pile:
            return "", "", lambda count, many: f"that has {count}"
        if place.one_card and any_card:
            return f"there is no {place.label}", f"there is a {place.label}", there_are()
        if owner is not None:
            return self._owned(place, owner, phrase, any_card)
        verb = "are" if place.plural else "is"
        statement = there_are(place.within)
        if not any_card:
            if phrase.unique:
                card = phrase.with_article
                return f"{card} is not {place.within}", f"{card} is {place.within}", statement
            card = phrase.with_article
            return f"no {phrase.one} lies {place.within}", f"{card} lies {place.within}", statement
        if place.label == "table":
            return "no cards lie on the table", "cards lie on the table", statement
        return f"{place.text} {verb} empty", f"{place.text} {verb} not empty", statement

    def _owned(
        self, place: Place, owner: Person, phrase: CardPhrase, any_card: bool
    ) -> tuple[str, str, Statement]:
        if place.is_hand:
            if any_card:
                # A game may call something else the cards left.
                taken = any(let.label == "cards left" for let in self.lexicon.lets.values())
                plain = self.lexicon.only_cards_in_hand and not taken
                cards = "cards left" if plain else "cards in hand"
                none, some = owner.does(f"have no {cards}"), owner.does(f"have {cards}")
            else:
                none = owner.does_not(f"hold {phrase.with_article}") if phrase.unique else ""
                some = owner.does(f"hold {phrase.with_article}")
            return none, some, having(owner, "hold")
        if place.label == "captured cards":
            card = phrase.with_article
            none = owner.does_not(f"have captured {card}") if phrase.unique else ""
            some = owner.does(f"have captured {card}") if phrase.unique else ""
            return none, some, having(owner, "have captured")
        again = self.words.zones.again(place)
        within = again.within
        if any_card and place.plural:
            return (
                owner.does(f"have no {place.label}"),
                owner.does(f"have {place.label}"),
                having(owner, "have", within),
            )
        if any_card and " with " in place.text:
            # Several places whose cards are taken together.
            where = re.sub(r" with (\w+ [\w -]*cards)$", r" or among \1", place.text)
            where = where.replace(" with ", " or in ")
            return (
                owner.does(f"have no cards in {where}"),
                owner.does(f"have cards in {where}"),
                having(owner, "have", within),
            )
        if any_card:
            return (
                f"{place.text} is empty",
                f"{place.text} is not empty",
                having(owner, "have", within),
            )
        if phrase.unique:
            held = f"have {phrase.with_article} {within}"
            return owner.does_not(held), owner.does(held), having(owner, "have", within)
        return "", "", having(owner, "have", within)

    def _picked_from(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        phrase = self.words.cards.phrase(self.words.card_set(arguments[1]))
        source = f"from {place.text}"

        def statement(count: str, many: bool) -> str:
            return f"{count} {'come' if many else 'comes'} {source}"

        return Quantity(
            f"the number of {phrase.many} used {source}",
            f"number of {phrase.many} used",
            unit=phrase.one,
            units=phrase.many,
            tail=source,
            statement=statement,
        )

    def _points(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        label = self.words.table_label(arguments[1] if len(arguments) > 1 else None)
        named = place.cards == place.text
        where = f"of {place.text}" if place.top or named else place.within
        cards = place.text if named or place.top else f"the cards {where}"
        be = "is" if place.top else "are"
        nothing, something = f"{cards} {be} worth nothing", ""
        done = done_things(plural(label))
        if done is not None and place.top:
            things, deed = done
            nothing = f"no {things} are {deed} by {cards}"
            something = f"{things} are {deed} by {cards}"
        return Quantity(
            f"the {plural(label)} {where}",
            plural(label),
            True,
            singular(label),
            plural(label),
            where,
            lambda count, many: f"{cards} {be} worth {count}",
            nothing,
            something,
            place.owner,
            f"points {label} {place.label}",
            True,
        )

    def _total(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        return Quantity(
            f"the total of {place.text}", "total", owner=place.owner, kind=f"total {place.label}"
        )

    def _best(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        label = self.words.table_label(arguments[1])
        word = self.lexicon.suit_word
        return Quantity(
            f"the sum of the {label} of the best card of each {word} {place.within}",
            f"{label} of the best card of each {word}",
            owner=place.owner,
            kind=f"best {label} {place.label}",
        )

    def _suits(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        word = self.lexicon.suit_word
        owner = place.owner
        where = self.words.zones.again(place).within

        def statement(count: str, many: bool) -> str:
            cards = f"cards of {count} {where}"
            return owner.does(f"have {cards}") if owner is not None else f"there are {cards}"

        return Quantity(
            f"the number of {word}s {place.within}",
            f"number of {word}s",
            unit=word,
            units=f"different {word}s",
            tail=place.within,
            statement=statement,
            owner=owner,
            kind=f"suits {place.label}",
            whole=len(self.lexicon.suits),
        )

    def _groups(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        return Quantity(
            f"how good {place.cards} are, by how many are of one rank, then by rank",
            f"strength of {place.cards}",
            owner=place.owner,
            kind=f"groups {place.label}",
        )

    def _from_highest(self, arguments: Arguments, scene: Scene) -> Quantity:
        return self._card_by_card(arguments, scene, "highest down")

    def _from_lowest(self, arguments: Arguments, scene: Scene) -> Quantity:
        return self._card_by_card(arguments, scene, "lowest up")

    def _card_by_card(self, arguments: Arguments, scene: Scene, way: str) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        return Quantity(
            f"how high {place.cards} are, card by card from the {way}",
            f"height of {place.cards}, card by card from the {way}",
            owner=place.owner,
            kind=f"card by card {way} {place.label}",
        )

    def _strongest(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        word = self.lexicon.rank_word
        many = self.words.amounts.noun(arguments[1], scene)
        cards = counted(arguments[1].value, "card") if isinstance(arguments[1], Number) else many
        return Quantity(
            f"the highest {word} of which there are {cards} {place.within}",
            f"highest {word} of which there are {cards}",
            none=f"there are not {cards} of one {word} {place.within}",
            some=f"there are {cards} of one {word} {place.within}",
            owner=place.owner,
            kind=f"strongest {cards} {place.label}",
        )

    def _pattern(self, node: Node) -> str:
        return node.id.replace("_", " ") if isinstance(node, Name) else "combination"

    def _largest(self, node: Node) -> str:
        """That smaller combinations within larger ones do not count, if there are any."""
        name = node.id if isinstance(node, Name) else ""
        for pattern in self.words.genome.patterns:
            sized = pattern.min_size is not None and pattern.min_size == pattern.max_size
            if pattern.name == name and not sized and pattern.sum is None:
                part = a(name.replace("_", " "))
                return f" ({part} within a larger one does not count)"
        return ""

    def _ways(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        pattern = self._pattern(arguments[1])
        return Quantity(
            f"the number of {plural(pattern)} {place.within}{self._largest(arguments[1])}",
            f"number of {plural(pattern)}",
            unit=pattern,
            units=plural(pattern),
            tail=place.within,
            statement=there_are(place.within),
            owner=place.owner,
            kind=f"ways {pattern} {place.label}",
        )

    def _in_ways(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        pattern = self._pattern(arguments[1])
        return Quantity(
            f"the number of cards of all {plural(pattern)} {place.within}"
            f"{self._largest(arguments[1])}",
            f"number of cards of all {plural(pattern)}",
            unit="card",
            units="cards",
            tail=f"of each {pattern} {place.within}{self._largest(arguments[1])}",
            owner=place.owner,
            kind=f"in ways {pattern} {place.label}",
        )

    def _trailing(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        pattern = a(self._pattern(arguments[1]))
        return Quantity(
            f"the number of cards on top of {place.text} that form {pattern}",
            f"number of cards that form {pattern}",
            unit="card",
            units="cards",
            tail=f"of {pattern} on top of {place.text}",
            statement=lambda count, many: (
                f"{count} on top of {place.text} {'form' if many else 'forms'} {pattern}"
            ),
            none=f"no cards on top of {place.text} form {pattern}",
            some=f"the cards on top of {place.text} form {pattern}",
            owner=place.owner,
            kind=f"trailing {pattern} {place.label}",
        )

    def _unbroken(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        phrase = self.words.cards.phrase(self.words.card_set(arguments[1]))
        row = f"that follow each other without a gap from the highest {phrase.one} on"
        return Quantity(
            f"the number of {phrase.many} {place.within} {row}",
            f"number of {phrase.many} without a gap",
            unit=phrase.one,
            units=phrase.many,
            tail=f"{place.within} {row}",
            owner=place.owner,
            kind=f"unbroken {phrase.one} {place.label}",
        )

    def _suited(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        label = self.words.table_label(arguments[1])
        word = self.lexicon.suit_word
        return Quantity(
            f"the highest sum of {plural(label)} of the cards of one {word} {place.within}",
            f"most {plural(label)} in one {word}",
            owner=place.owner,
            kind=f"suited {label} {place.label}",
        )

    def _highest_in(self, arguments: Arguments, scene: Scene) -> Quantity:
        return self._height(arguments, scene, "highest")

    def _lowest_in(self, arguments: Arguments, scene: Scene) -> Quantity:
        return self._height(arguments, scene, "lowest")

    def _height(self, arguments: Arguments, scene: Scene, which: str) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        phrase = self.words.cards.phrase(self.words.card_set(arguments[1]))
        return Quantity(
            f"the {which} {phrase.one} {place.within}",
            f"{which} {phrase.one}",
            owner=place.owner,
            kind=f"{which} {phrase.one} {place.label}",
        )

    def _piles(self, arguments: Arguments, scene: Scene) -> Quantity:
        place = self.words.zones.zone(arguments[0], scene)
        word = self.words.zones.pile_word(place)
        condition = self.words.conditions.clause(arguments[1], scene)
        which = condition.replace(" and that has ", " and ").replace("that has", "with", 1)
        owner = place.owner
        noun = f"the number of {place.text} {which}"
        some = none = ""
        if owner is None and condition.startswith("that has "):
            has = condition.removeprefix("that ")
            none, some = f"no {word} {has}", f"{a(word)} {has}"
        return Quantity(
            noun,
            f"number of {plural(word)} {which}",
            unit=f"{word} {which}",
            units=f"{plural(word)} {which}",
            statement=having(owner, "have") if owner is not None else there_are("on the table"),
            none=none,
            some=some,
            owner=owner,
            kind=f"piles {word} {which}",
        )
