"""Numbers in words: "10 times the bid", "500 if vulnerable, otherwise 300"."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING

from darwindeck.english import done_things, figure, figured, join, number_word, ordinal, plural
from darwindeck.genome.expressions import Binary, Call, Name, Negative, Node, Not, Number
from darwindeck.genome.schema import Scope
from darwindeck.rulebook.words.kinds import kind_of
from darwindeck.rulebook.words.persons import Person
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import tree

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words
    from darwindeck.rulebook.words.cards import CardPhrase

_ROUNDING = {
    "down": "rounded down",
    "up": "rounded up",
    "half_up": "rounded to the nearest whole number, halves up",
    "half_down": "rounded to the nearest whole number, halves down",
}

Case = tuple[Node | None, Node]
"""A condition (None: otherwise) and the value it leads to."""
Arguments = tuple[Node, ...]


@dataclass(frozen=True)
class _Counted:
    """A factor that counts things: "for each undertrick after the first, for at most two"."""

    text: str


LEAST_ROW = 3
"""So many equal amounts are told together; fewer are told one by one."""


class AmountWords:
    """Puts the numbers of one game into words."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.lexicon = words.lexicon
        self._remembered: dict[Hashable, str] = {}
        """Nouns made before: parts of deep expressions are asked for again and again."""
        self._functions: dict[str, Callable[[Arguments, Scene], str]] = {
            "if": lambda a, s: self.conditional(Call("if", a), s),
            "min": self._min,
            "max": self._max,
            "abs": self._size,
            "div": self._div,
            "mod": self._mod,
            "sum": self._sum_over,
            "highest": lambda a, s: self._extreme(a, s, "highest"),
            "lowest": lambda a, s: self._extreme(a, s, "lowest"),
            "other": lambda a, s: self.noun(a[0], s.about(self.other_side())),
            "place": self._place,
        }

    # as a noun

    def noun(self, node: Node, scene: Scene) -> str:
        """The number as a noun phrase."""
        key = (node, scene)
        if key not in self._remembered:
            self._remembered[key] = self._noun(node, scene)
        return self._remembered[key]

    def _noun(self, node: Node, scene: Scene) -> str:
        if kind_of(node, self.lexicon) == "bool":
            return f"1 if {self.words.conditions.clause(node, scene)}, otherwise 0"
        match node:
            case Number(value):
                return figure(value)
            case Negative(operand):
                inner = self._inner(operand, scene)
                return (
                    inner.removeprefix("minus ") if inner.startswith("minus ") else f"minus {inner}"
                )
            case Binary("+" | "-", _, _):
                return self._total(node, scene)
            case Binary("*", _, _):
                return self._product(node, scene)
        quantity = self.words.quantities.of(node, scene)
        if quantity is not None:
            return quantity.noun
        if isinstance(node, Call) and node.function in self._functions:
            return self._functions[node.function](node.arguments, scene)
        return self.words.things.noun(node, scene)

    def _size(self, arguments: Arguments, scene: Scene) -> str:
        """A number without its sign."""
        match arguments[0]:
            case Binary("-", one, other):
                first, second = self._inner(one, scene), self._inner(other, scene)
                return f"the difference between {first} and {second}"
        return f"{self._inner(arguments[0], scene)} without its sign"

    def _inner(self, node: Node, scene: Scene) -> str:
        """A noun phrase that stands inside a larger one."""
        text = self.noun(node, scene)
        compound = isinstance(node, Binary) and node.operator in "+-" and " plus " in text
        if compound or "," in text or " if " in text:
            return f"({text})"
        return text

    def _total(self, node: Node, scene: Scene) -> str:
        """Sums in the order written; what is taken off comes at the end."""
        both = self._both_sides(node, scene)
        if both:
            return both
        added, taken = [], []
        terms = _terms(node)
        quantities = [self.words.quantities.of(term, scene) for _, term in terms]
        kinds = [q.kind for q in quantities if q is not None and q.kind]
        pairs = self._pairs(terms, scene)
        merged = self._alike(terms, scene) | pairs
        for place, ((sign, term), quantity) in enumerate(zip(terms, quantities, strict=True)):
            if place in merged and not merged[place]:
                continue
            text = merged.get(place) or self._addend(term, scene)
            if quantity is not None and kinds.count(quantity.kind) > 1:
                text = re.sub(r"^(their|your|its) ", r"\1 own ", text)
            if pairs and place not in pairs:
                # Beside what both sides have, it is not theirs together.
                text = re.sub(r"\b(their|your|its) ", r"\1 own ", text, count=1)
            if sign > 0:
                added.append(text)
            else:
                taken.append(text)
        if len(added) > 2 and not taken and all(" times (" in part for part in added):
            return "; plus ".join(_of_neighbours([_bare(part) for part in added]))
        text, before = "", ""
        for part in _listed_last(_for_several(added)):
            apart = any(mark in part for mark in (",", " if ", ": ", " for each of these "))
            apart = apart or any(word in f" {before} " for word in _APART)
            joint = ", plus " if apart else " plus "
            text, before = (f"{text}{joint}{part}" if text else part), part
        if not taken:
            return text
        other = self.other_side().having("")
        if len(added) == len(taken) == 1 and taken[0].startswith(other):
            bare = re.sub(r"^(?:their|your|its)(?: own)? ", "", added[0])
            taken = [other.rstrip()] if taken[0] == f"{other}{bare}" else taken
        less = join(taken) if len(taken) < 3 else ", ".join(taken[:-1]) + f" and {taken[-1]}"
        if not text and len(taken) > 1:
            return f"minus all of this together: {less}"
        return f"{text}, less {less}" if text else f"minus {less}"

    def addends(self, node: Node, scene: Scene) -> list[str]:
        """The parts of a sum, each as a noun phrase; one that is taken off says so."""
        terms = _terms(node)
        merged = self._alike(terms, scene)
        found = []
        for place, (sign, term) in enumerate(terms):
            text = merged[place] if place in merged else self._addend(term, scene)
            text = _bare(text)
            if text:
                found.append(text if sign > 0 else f"minus {text}")
        return found

    def _alike(self, terms: list[tuple[int, Node]], scene: Scene) -> dict[int, str]:
        """Rows of the same amount, each for a condition of its own: told together at the place of
        the last, and nothing at the places of the others."""
        rows: list[list[int]] = []
        for place, (sign, term) in enumerate(terms):
            worth = _worth_if(term)
            if worth is None:
                continue
            if rows and rows[-1][-1] == place - 1:
                sign_before, before = terms[place - 1]
                same = _worth_if(before)
                if same is not None and same[0] == worth[0] and sign_before == sign:
                    rows[-1].append(place)
                    continue
            rows.append([place])
        found: dict[int, str] = {}
        for row in rows:
            if len(row) < LEAST_ROW:
                continue
            pairs = [pair for place in row if (pair := _worth_if(terms[place][1])) is not None]
            clauses = [self.words.conditions.clause(pair[1], scene) for pair in pairs]
            told = "; ".join(_same_but_numbers(clauses))
            found |= dict.fromkeys(row[:-1], "")
            found[row[-1]] = f"{figure(pairs[0][0])} for each of these that is so: {told}"
        return found

    def _pairs(self, terms: list[tuple[int, Node]], scene: Scene) -> dict[int, str]:
        """What a side has and the other side has of the same, within a longer sum: told together at
        the place of the first, and nothing at that of the second."""
        found: dict[int, str] = {}
        for place, (sign, term) in enumerate(terms):
            for later, (other_sign, other) in enumerate(terms):
                if sign == other_sign and other == Call("other", (term,)) and place not in found:
                    both = self._both_sides(Binary("+", term, other), scene)
                    found |= {min(place, later): both, max(place, later): ""}
        return found

    def _both_sides(self, node: Node, scene: Scene) -> str:
        """What a side has and the other side has of the same, and a half more of something."""
        match node:
            case Binary("+", one, Call("other", (same,))) | Binary(
                "+", Call("other", (same,)), one
            ) if one == same:
                both = "both sides" if self.lexicon.teams else "both players"
                person = Person(both, plural=True, side=self.lexicon.teams)
                return self.noun(one, scene.about(person))
            case Binary("+", one, Call("div", (same, Number(2), Name(rounding)))) if one == same:
                text = _ROUNDING.get(rounding, "rounded")
                return f"one and a half times {self._inner(one, scene)} ({text})"
        return ""

    def _addend(self, node: Node, scene: Scene) -> str:
        """A part of a sum: what is added only in some case says so at the end."""
        match node:
            case Call("if", (condition, Call("if", (also, more, less)), Number(0))) if (
                not isinstance(less, Call)
            ):
                clause = self.words.conditions.clause(condition, scene)
                another = self.words.conditions.clause(also, scene)
                more_text, less_text = self._inner(more, scene), self._inner(less, scene)
                return f"{less_text} if {clause} ({more_text} if {another})"
            case Call("if", (condition, value, Number(0))):
                clause = self.words.conditions.clause(condition, scene)
                return f"{self._inner(value, scene)} if {clause}"
            case Call("if", (condition, Number(0), value)):
                clause = self.words.conditions.clause(Not(condition), scene)
                return f"{self._inner(value, scene)} if {clause}"
        cases = self.cases(node)
        if len(cases) > 2 and cases[-1][1] == Number(0):
            texts = [
                f"{self._inner(value, scene)} {self.words.conditions.occasion(condition, scene)}"
                for condition, value in cases[:-1]
                if condition is not None
            ]
            return ", or else ".join(texts)
        return self._inner(node, scene)

    def _product(self, node: Node, scene: Scene) -> str:
        number, rest = _factors(node)
        for factor in rest:
            match factor:
                case Call("if", (condition, Number(many), Number(1))) if many > 1 and rest[1:]:
                    others = [other for other in rest if other is not factor]
                    base = self._of_factors(number, others, scene)
                    clause = self.words.conditions.clause(condition, scene)
                    times = "twice" if many == 2 else f"{number_word(many)} times"
                    return f"{base} ({times} that if {clause})"
        return self._of_factors(number, rest, scene)

    def _of_factors(self, number: int, rest: Sequence[Node], scene: Scene) -> str:
        texts = [self._factor(factor, scene) for factor in rest]
        product = " times ".join(texts)
        if number == 1 or not texts:
            return product or figure(number)
        if number == 2:
            return f"twice {product}"
        if number == -1:
            return f"minus {product}"
        return f"{_signed(number)} times {product}"

    def _factor(self, node: Node, scene: Scene) -> str:
        """A factor; a quotient is set apart, so that one sees what is rounded."""
        text = self._inner(node, scene)
        if isinstance(node, Call) and node.function == "div" and not text.startswith("("):
            quotient, _, rounding = text.rpartition(" (")
            return f"({quotient}, {rounding.rstrip(')')})"
        return text

    # functions

    def _min(self, arguments: Arguments, scene: Scene) -> str:
        left, right = _number_last(arguments)
        if isinstance(right, Number):
            return f"{self.noun(left, scene)}, but at most {figure(right.value)}"
        return f"the lesser of {self._inner(left, scene)} and {self._inner(right, scene)}"

    def _max(self, arguments: Arguments, scene: Scene) -> str:
        left, right = _number_last(arguments)
        if right == Number(0):
            beyond = self._beyond(left, scene)
            return beyond or f"{self.noun(left, scene)}, but never less than 0"
        if isinstance(right, Number):
            return f"{self.noun(left, scene)}, but at least {figure(right.value)}"
        match left, right:
            case Call("unbroken", (one, cards)), Call("unbroken", (other, same)) if cards == same:
                phrase = self.words.cards.phrase(self.words.card_set(cards))
                zones = [self.words.zones.zone(zone, scene).within for zone in (one, other)]
                row = f"{phrase.many} without a gap, from the highest {phrase.one} on"
                return f"the longer row of {row}, {zones[0]}, or {zones[1]}"
        return f"the greater of {self._inner(left, scene)} and {self._inner(right, scene)}"

    def _beyond(self, node: Node, scene: Scene) -> str:
        """ "the tricks they have taken beyond their bid, if any", for a difference of counts."""
        terms = _terms(node)
        plus = [term for sign, term in terms if sign > 0]
        minus = [term for sign, term in terms if sign < 0]
        if not plus or not minus:
            return ""
        more = self.words.quantities.of(plus[0], scene)
        if more is not None and more.kind == "tricks" and len(plus) == 1:
            rest = join([self._inner(term, scene) for term in minus], "plus")
            return f"{more.noun} beyond {rest}, if any"
        less = self.words.quantities.of(minus[0], scene)
        if (
            less is not None
            and less.kind == "tricks"
            and len(minus) == 1
            and less.owner is not None
        ):
            rest = join([self._inner(term, scene) for term in plus], "plus")
            return f"the tricks that {less.owner.does('be')} short of {rest}, if any"
        return ""

    def _div(self, arguments: Arguments, scene: Scene) -> str:
        dividend, divisor, *rest = arguments
        dividend, divisor = _reduced(dividend, divisor)
        rounding = _ROUNDING.get(rest[0].id if rest and isinstance(rest[0], Name) else "down", "")
        inner = self._inner(dividend, scene)
        if isinstance(dividend, Binary) and not inner.startswith("("):
            inner = f"({inner})"
        if divisor == Number(2):
            half = "half" if inner.startswith("the number of ") else "half of"
            return f"{half} {inner} ({rounding})"
        if divisor == Number(5):
            return f"a fifth of {inner} ({rounding})"
        return f"{inner} divided by {self.noun(divisor, scene)} ({rounding})"

    def _mod(self, arguments: Arguments, scene: Scene) -> str:
        inner = self._inner(arguments[0], scene)
        return f"the remainder of {inner} divided by {self.noun(arguments[1], scene)}"

    def _sum_over(self, arguments: Arguments, scene: Scene) -> str:
        group = self.words.seats.group(arguments[0], scene)
        several = Person(group, plural=True)
        return f"the sum of {self.noun(arguments[1], scene.about(several))}"

    def _extreme(self, arguments: Arguments, scene: Scene, word: str) -> str:
        group = self.words.seats.group(arguments[0], scene)
        quantity = self.words.quantities.of(arguments[1], scene.about(Person("any player")))
        if quantity is not None:
            if quantity.unit and not quantity.figures:
                most = "most" if word == "highest" else "fewest"
                return f"the {most} {quantity.bare} by any of {group}"
            return f"the {word} {quantity.bare} among {group}"
        they = Person("they", True, "they")
        return f"the {word}, among {group}, of {self.noun(arguments[1], scene.about(they))}"

    def _place(self, arguments: Arguments, scene: Scene) -> str:
        thing = self.words.things.noun(arguments[0], scene)
        if thing.startswith("the ") and not thing.endswith("s"):
            return f"{thing}'s place in the list"
        return f"the place of {thing} in the list"

    def never_negative(self, node: Node) -> bool:
        """Whether a number only adds up counts and what cards are worth."""
        match node:
            case Number(value):
                return value >= 0
            case Binary("+" | "*", left, right):
                return self.never_negative(left) and self.never_negative(right)
            case Call("if", (_, yes, no)):
                return self.never_negative(yes) and self.never_negative(no)
            case Call("points", (_, table)) if isinstance(table, Name):
                tables = self.lexicon.genome.point_tables or ()
                lines = [line for t in tables if t.name == table.id for line in t.lines]
                return all(line.points >= 0 for line in lines)
            case Name(name) if name in self.lexicon.lets:
                return self.never_negative(tree(self.lexicon.lets[name].value))
            case Call("size" | "count" | "tricks" | "number", _) | Name("tricks" | "hand_size"):
                return True
        return False

    def other_side(self) -> Person:
        if self.lexicon.teams:
            return Person("the other side", later="it", side=True)
        return Person("the other player")

    # cases

    def cases(self, node: Node) -> list[Case]:
        """A chain of conditions as cases, the first that holds counting; the last is otherwise."""
        match node:
            case Call("if", (condition, then, otherwise)):
                inner = self.cases(then)
                cases: list[Case] = []
                for also, value in inner[:-1]:
                    assert also is not None
                    cases.append((Binary("and", condition, also), value))
                cases.append((condition, inner[-1][1]))
                return cases + self.cases(otherwise)
        return [(None, node)]

    def conditional(self, node: Node, scene: Scene) -> str:
        most = self._most_worth([value for _, value in self.cases(node)])
        match node:
            case Call("if", (condition, Number(value), other)) if (
                most is not None and value > most and len(self.cases(other)) == 1
            ):
                occasion = self.words.conditions.occasion(condition, scene)
                worth = self.noun(other, scene)
                return f"{worth}, but more than all the cards are worth {occasion}"

        def show(value: Node) -> str:
            beyond = most is not None and isinstance(value, Number) and value.value > most
            return self.noun(value, scene) + (" (more than all cards are worth)" if beyond else "")

        return self._cases(node, scene, show)

    def _most_worth(self, values: list[Node]) -> int | None:
        """More than what cards in some place are worth cannot be, if one of the values is that."""
        for value in values:
            match value:
                case Call("points", (_, Name(name))) if name in self.lexicon.tables:
                    lines = [line.points for line in self.lexicon.tables[name].lines]
                    return max(lines, default=0) * len(self.lexicon.cards)
        return None

    def _cases(self, node: Node, scene: Scene, show: Callable[[Node], str]) -> str:
        texts = []
        for condition, value in self.cases(node):
            amount = show(value)
            if condition is None:
                texts.append(f"otherwise {amount}")
                continue
            comma = "," if "," in amount else ""
            texts.append(f"{amount}{comma} {self.words.conditions.occasion(condition, scene)}")
        simple = len(texts) == 2 and not any("," in text for text in texts)
        return (", " if simple else "; ").join(texts)

    # as a number of things

    def cards(self, node: Node, phrase: CardPhrase, scene: Scene) -> str:
        """So many cards: "three cards", "as many cards as …"."""
        match node:
            case Number(value):
                return phrase.counted(value)
            case Call("max", (Number(0), Binary("-", Number(size), rest))) if _is_hand_size(rest):
                return f"enough {phrase.many} to have {number_word(size)}"
            case Binary("-", Number(size), rest) if _is_hand_size(rest):
                return f"enough {phrase.many} to have {number_word(size)}"
            case Call("max", (Number(0), Binary("-", rest, Number(size)))) | Binary(
                "-", rest, Number(size)
            ) if _is_hand_size(rest):
                return f"the {phrase.many} that are more than {number_word(size)} in hand"
            case Call("if", _):
                return self._cases(node, scene, lambda value: self.cards(value, phrase, scene))
            case Binary("-", Number(size), Call("size", (zone,))):
                place = self.words.zones.zone(zone, scene)
                if place.owner is not None:
                    few = place.owner.does(f"have fewer than {number_word(size)}")
                    within = self.words.zones.again(place).within
                    return f"as many {phrase.many} as {few} {within}"
        if _is_hand_size(node):
            return f"all {phrase.many}"
        noun = self.noun(node, scene)
        counter = self.lexicon.counters.get(node.id) if isinstance(node, Name) else None
        done = done_things(counter.label) if counter is not None else None
        if counter is not None and counter.scope is Scope.TABLE and done and done[0] == "cards":
            return f"as many {phrase.many} as are {done[1]}"
        known = "the number of cards "
        if noun.startswith(f"{known}played "):
            noun = f"were {noun.removeprefix(known)}"
        head, that, which = phrase.one.partition(" that ")
        if that:
            return f"as many {plural(head)} as {noun}, each of which {which},"
        return f"as many {phrase.many} as {noun}"

    def number_of(self, node: Node, noun: str, scene: Scene) -> str:
        """So many of something: "10 chips", "chips to the amount of the pot"."""
        if isinstance(node, Number):
            return figured(node.value, noun)
        if isinstance(node, Call) and node.function == "if":
            return self._cases(node, scene, lambda value: self.number_of(value, noun, scene))
        if isinstance(node, Name) and node.id in self.lexicon.counters:
            return self.noun(node, scene)
        return f"{plural(noun)} to the amount of {self.noun(node, scene)}"

    # as a score

    def points(self, node: Node, scene: Scene, unit: str = "point") -> str:
        """What somebody scores: "13 points", "1 point for each overtrick", "10 times the bid"."""
        match node:
            case Number(value):
                return figured(value, unit)
            case Negative(operand):
                inner = self.points(operand, scene, unit)
                return (
                    inner.removeprefix("minus ") if inner.startswith("minus ") else f"minus {inner}"
                )
            case Call("if", (condition, value, Number(0))):
                occasion = self.words.conditions.occasion(condition, scene)
                return f"{self.points(value, scene, unit)} {occasion}"
            case Call("if", _):
                return self._cases(node, scene, lambda value: self.points(value, scene, unit))
            case Binary("*", _, _):
                return self._point_product(node, scene, unit)
        beyond = self._each_beyond(node, scene, unit)
        if beyond:
            return beyond
        quantity = self.words.quantities.of(node, scene)
        if quantity is not None and quantity.unit:
            if unit in quantity.unit.split() or quantity.kind.startswith("points "):
                return quantity.noun
            return f"{figured(1, unit)} for each {quantity.for_each}"
        return self.noun(node, scene)

    def _each_beyond(self, node: Node, scene: Scene, unit: str) -> str:
        """ "1 point for each trick it has taken beyond six"."""
        match node:
            case Call("max", (Binary("-", counted, Number(n)), Number(0))) | Call(
                "max", (Number(0), Binary("-", counted, Number(n)))
            ):
                quantity = self.words.quantities.of(counted, scene)
                if quantity is not None and quantity.kind == "tricks" and n > 0:
                    each = quantity.for_each
                    return f"{figured(1, unit)} for each {each} beyond {number_word(n)}"
        return ""

    def _point_product(self, node: Node, scene: Scene, unit: str) -> str:
        number, rest = _factors(node)
        match rest:
            case [one, Binary("-", same, Number(1))] if one == same:
                # So many, each with each of the others.
                quantity = self.words.quantities.of(one, scene)
                if quantity is not None and quantity.unit:
                    return f"{figured(2 * number, unit)} for each pair of {quantity.units}"
            case [Binary("-", Number(most), Call("number", _) as less)]:
                quantity = self.words.quantities.of(less, scene)
                if quantity is not None and quantity.unit and number > 0:
                    whole = figured(number * most, unit)
                    return f"{whole}, less {figure(number)} for each {quantity.for_each}"
        counted: _Counted | None = None
        others: list[Node] = []
        for factor in rest:
            found = self._counting(factor, scene, unit) if counted is None else None
            if found is None:
                others.append(factor)
            else:
                counted = found
        times = " times ".join(self._inner(factor, scene) for factor in others)
        if counted is None:
            if number in (1, -1, 2):
                return self._product(node, scene)
            return f"{_signed(number)} times {times}"
        if number == 1 and times:
            return f"{times} {counted.text}"
        text = f"{figured(number, unit)} {counted.text}"
        return f"{text}, all times {times}" if times else text

    def _counting(self, node: Node, scene: Scene, unit: str) -> _Counted | None:
        """A factor that counts things, as "for each …"."""
        match node:
            case Call("min", (Number(most), inner)) | Call("min", (inner, Number(most))):
                found = self._counting(inner, scene, unit)
                if found is None:
                    return None
                return _Counted(f"{found.text}, for at most {number_word(most)}")
            case Binary("-", inner, Number(n)) if n > 0:
                quantity = self.words.quantities.of(inner, scene)
                if quantity is None or not quantity.unit:
                    return None
                return _Counted(f"for each {quantity.for_each} after the {ordinal(n)}")
            case Call("div", (inner, Number(n), Name("down"))):
                quantity = self.words.quantities.of(inner, scene)
                if quantity is None or not quantity.unit:
                    return None
                return _Counted(
                    f"for every {number_word(n)} {quantity.units} {quantity.tail}".strip()
                )
        quantity = self.words.quantities.of(node, scene)
        if quantity is None or not quantity.unit or unit in quantity.unit.split():
            return None
        if quantity.kind.startswith("points "):
            return None
        each = "the" if quantity.single else "each"
        return _Counted(f"for {each} {quantity.for_each}")


_APART = (" if ", " times ", "twice ", "half of ")
"""What in a part of a sum the next part might be taken to belong to."""


_NEIGHBOUR = re.compile(
    r"the player (?:(?:to|on) (?:your|their|the) (?P<side>left|right)"
    r"|opposite(?: you| them)?|across the table)"
)


def _of_neighbours(parts: list[str]) -> list[str]:
    """The parts of a sum, those that say the same of a player's neighbours told once."""
    found = [list(_NEIGHBOUR.finditer(part)) for part in parts]
    whom = [{match["side"] or "across" for match in matches} for matches in found]
    apart = all(len(one) == 1 for one in whom) and len(set.union(*whom)) == len(parts)
    if not apart or len({_NEIGHBOUR.sub("#", part) for part in parts}) > 1:
        return parts
    others = [part.partition(" times ")[0] for part in parts[1:]]
    return [parts[0], f"the same with {join(others, 'and with')}"]


def _listed_last(parts: list[str]) -> list[str]:
    """The parts of a sum, those that end in a list at the end."""
    return sorted(parts, key=lambda part: ": " in part)


def _for_several(parts: list[str]) -> list[str]:
    """The parts of a sum, those that are points for one thing and another told together."""
    found: list[str] = []
    for part in parts:
        head, points_for, what = part.partition("points for ")
        before, same, _ = found[-1].partition("points for ") if found else ("", "", "")
        if points_for and same and head == before and " for each " not in part:
            found[-1] = f"{found[-1]} + {what}"
        else:
            found.append(part)
    return [_joined(part) for part in found]


def _joined(part: str) -> str:
    head, points_for, what = part.partition("points for ")
    things = what.split(" + ")
    owner = re.match(r"(?:your|their|its|[\w' ]+['’]s) ", things[0])
    single = not any(" and " in thing for thing in things)
    if single and owner is not None and all(thing.startswith(owner[0]) for thing in things):
        things = [things[0], *(thing.removeprefix(owner[0]) for thing in things[1:])]
    return f"{head}{points_for}{join(things)}" if len(things) > 1 else part


def _bare(text: str) -> str:
    """A phrase without the brackets around the whole of it."""
    if not text.startswith("(") or not text.endswith(")"):
        return text
    depth = 0
    for place, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if not depth and place < len(text) - 1:
            return text
    return text[1:-1]


def _terms(node: Node, sign: int = 1) -> list[tuple[int, Node]]:
    """A sum as its parts, each with its sign."""
    match node:
        case Binary("+", left, right):
            return _terms(left, sign) + _terms(right, sign)
        case Binary("-", left, right):
            return _terms(left, sign) + _terms(right, -sign)
        case Number(value) if value < 0:
            return [(-sign, Number(-value))]
        case Negative(operand):
            return _terms(operand, -sign)
    return [(sign, node)]


def _factors(node: Node) -> tuple[int, list[Node]]:
    """A product as one number and the other factors."""
    match node:
        case Number(value):
            return value, []
        case Negative(operand):
            number, rest = _factors(operand)
            return -number, rest
        case Binary("*", left, right):
            one, first = _factors(left)
            other, second = _factors(right)
            return one * other, first + second
    return 1, [node]


def _signed(number: int) -> str:
    return figure(number) if number >= 0 else f"minus {figure(-number)}"


def _reduced(dividend: Node, divisor: Node) -> tuple[Node, Node]:
    """A quotient in lowest terms: twice x by ten is x by five."""
    number, rest = _factors(dividend)
    if not isinstance(divisor, Number) or not rest or number <= 1 or divisor.value <= 0:
        return dividend, divisor
    common = gcd(number, divisor.value)
    if common == 1 or divisor.value == common:
        return dividend, divisor
    product = rest[0]
    for factor in rest[1:]:
        product = Binary("*", product, factor)
    if number != common:
        product = Binary("*", Number(number // common), product)
    return product, Number(divisor.value // common)


def _number_last(arguments: Arguments) -> tuple[Node, Node]:
    left, right = arguments
    return (right, left) if isinstance(left, Number) else (left, right)


def _is_hand_size(node: Node) -> bool:
    match node:
        case Name("hand_size") | Call("hand_size", _) | Call("size", (Name("hand"),)):
            return True
        case Call("size", (Call("hand", _),)):
            return True
    return False


def _worth_if(node: Node) -> tuple[int, Node] | None:
    """An amount that counts only in some case, and the case."""
    match node:
        case Call("if", (condition, Number(value), Number(0))):
            return value, condition
        case Call("if", (condition, Number(0), Number(value))):
            return value, Not(condition)
    return None


def _same_but_numbers(clauses: list[str]) -> list[str]:
    """Clauses, those that differ from the one before only in their numbers told by these."""
    found: list[tuple[str, list[str]]] = []
    shape = ""
    for clause in clauses:
        numbers = re.findall(r"\d+", clause)
        if found and numbers and re.sub(r"\d+", "#", clause) == shape:
            found[-1][1].append(f"with {join(numbers)}")
        else:
            found.append((clause, []))
        shape = re.sub(r"\d+", "#", clause)
    return [f"{clause} (the same {join(more)})" if more else clause for clause, more in found]
