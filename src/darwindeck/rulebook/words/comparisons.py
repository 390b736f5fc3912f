"""Comparisons in words: of numbers, seats, suits, ranks and modes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from darwindeck.english import a, figure, join, number_word, ordinal, participle, plural
from darwindeck.genome.expressions import Binary, Call, Name, Node, Number
from darwindeck.genome.schema import CallChoice
from darwindeck.rulebook.words.kinds import kind_of
from darwindeck.rulebook.words.persons import Person
from darwindeck.rulebook.words.quantity import Quantity
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import tree

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words

_MIRROR = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_THAN_NUMBER = {
    "==": "is {}",
    "!=": "is not {}",
    ">=": "is {} or more",
    ">": "is more than {}",
    "<=": "is {} or less",
    "<": "is less than {}",
}
_THAN_NOUN = {
    "==": "is equal to {}",
    "!=": "is not equal to {}",
    ">=": "is at least {}",
    ">": "is higher than {}",
    "<=": "is no higher than {}",
    "<": "is lower than {}",
}
_AS_MANY = {
    "==": "as many {} as {}",
    "!=": "more or fewer {} than {}",
    ">=": "at least as many {} as {}",
    ">": "more {} than {}",
    "<=": "no more {} than {}",
    "<": "fewer {} than {}",
}
_COUNT_WORDS = {
    "==": "",
    ">=": "at least ",
    ">": "more than ",
    "<=": "at most ",
    "<": "fewer than ",
    "!=": "more or fewer than ",
}


_PERFECT = re.compile(r"\b(has|have) (taken|played|passed|won|captured|drawn|declared)\b")


_LESSENED = re.compile(r"(\d+), (less .+)")
"""An amount that is a number less something else."""


class ComparisonWords:
    """Puts comparisons into clauses."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.lexicon = words.lexicon

    def compare(self, left: Node, operator: str, right: Node, scene: Scene) -> str:
        if isinstance(left, Number) and not isinstance(right, Number):
            return self.compare(right, _MIRROR[operator], left, scene)
        kinds = {kind_of(left, self.lexicon), kind_of(right, self.lexicon)}
        if kinds & {"seat", "seats"}:
            return self._same_seat(left, right, scene, operator == "==")
        if kinds & {"suit", "rank", "mode"} or (kinds & {"word"} and "int" not in kinds):
            return self._same_thing(left, right, scene, operator == "==")
        if kinds <= {"bool", "int"} and "bool" in kinds:
            truth = self._truth(left, operator, right, scene)
            if truth:
                return truth
        if "word" in kinds:
            return self._word_choice(left, operator, right, scene)
        special = self._special(left, operator, right, scene)
        if special:
            return special
        operator = self._within_bounds(left, operator, right)
        quantity = self.words.quantities.of(left, scene)
        anybody = self._of_anybody(left, operator, right, scene)
        if anybody:
            return anybody
        if isinstance(right, Number):
            if quantity is not None and (text := count_clause(quantity, operator, right.value)):
                return text
            return self._measured(left, quantity, _THAN_NUMBER[operator], right, scene)
        match right:
            case Call("if", (condition, Number(yes), Number(no))) if quantity is not None:
                text = count_clause(quantity, operator, yes)
                if text and quantity.statement is not None and min(yes, no) > 1:
                    clause = self.words.conditions.clause(condition, scene, yes=False)
                    return f"{text} ({number_word(no)} if {clause})"
        return self._compared(left, quantity, operator, right, scene)

    def _within_bounds(self, left: Node, operator: str, right: Node) -> str:
        """At most the least value that a counter can have is exactly that value."""
        counter = self.lexicon.counters.get(left.id) if isinstance(left, Name) else None
        if counter is None or not isinstance(right, Number):
            return operator
        if operator == "<=" and right.value == counter.low:
            return "=="
        return "==" if operator == ">=" and right.value == counter.high else operator

    def _measured(
        self, left: Node, quantity: Quantity | None, form: str, right: Node, scene: Scene
    ) -> str:
        noun = self.words.amounts.noun(left, scene)
        match left:
            case Binary("+", first, _) if quantity is None:
                quantity = self.words.quantities.of(first, scene)
        if quantity is not None and quantity.plural:
            form = form.replace("is ", "are ", 1)
        match right:
            case Call("if", (condition, Number(yes), Number(no))):
                occasion = self.words.conditions.occasion(condition, scene)
                return f"{noun} {form.format(figure(no))} ({figure(yes)} {occasion})"
        return f"{noun} {form.format(self.words.amounts.noun(right, scene))}"

    def _of_anybody(self, left: Node, operator: str, right: Node, scene: Scene) -> str:
        """That the lowest of all is below a number, or the highest above it: "either player's total
        is less than 100"."""
        match left:
            case Call("lowest" | "highest" as word, (Name("each"), what)) if (
                operator in {"lowest": ("<", "<="), "highest": (">", ">=")}[word]
            ):
                quantity = self.words.quantities.of(what, scene.about(Person("any player")))
                if quantity is None or quantity.statement is not None:
                    return ""
                whose = "either player's" if self.words.seats.two_players else "any player's"
                form = _THAN_NUMBER[operator].format(self.words.amounts.noun(right, scene))
                return f"{whose} {quantity.bare} {form}"
        return ""

    def _compared(
        self, left: Node, quantity: Quantity | None, operator: str, right: Node, scene: Scene
    ) -> str:
        match right:
            case Call("highest" | "lowest" as word, (Name("each"), all_of_them)) if (
                all_of_them == left and operator in ("==", "!=")
            ):
                return self._outermost(left, quantity, operator == "==", word, scene)
        other = self.words.quantities.of(right, scene)
        same = (
            quantity is not None
            and other is not None
            and quantity.kind == other.kind
            and bool(quantity.kind)
            and other.owner is not None
        )
        if quantity is not None and quantity.statement is not None:
            if same and other is not None and other.owner is not None:
                than = {"they": "they do", "it": "it does"}.get(other.owner.name, other.owner.name)
                return quantity.statement(_AS_MANY[operator].format(quantity.units, than), True)
            if other is None or not other.figures or quantity.figures:
                noun = self.words.amounts.noun(right, scene)
                if isinstance(right, Call) and right.function == "number":
                    start, joint, _ = _AS_MANY[operator].split("{}")
                    said = quantity.statement(f"{start}{quantity.units}", True)
                    return f"{said}{joint}there are {noun.removeprefix('the number of ')}"
                if right == Name("tricks_played") and quantity.kind == "tricks":
                    noun = "have been played"
                if quantity.owner is None and quantity.tail.startswith(("in ", "on ", "among ")):
                    if other is not None and other.units == quantity.units and other.place:
                        noun = other.place
                    count = _AS_MANY[operator].format(f"{quantity.units} {quantity.tail}", noun)
                    return f"there are {count}"
                less = _LESSENED.fullmatch(noun)
                if less is not None and operator in (">=", "<="):
                    count = quantity.count(int(less[1]))
                    return quantity.statement(f"{_COUNT_WORDS[operator]}{count}, {less[2]}", True)
                if quantity.stem is not None:
                    count = _AS_MANY[operator].format(f"{quantity.units} {quantity.after}", noun)
                    return quantity.stem(count, True)
                return quantity.statement(_AS_MANY[operator].format(quantity.units, noun), True)
        form = _THAN_NOUN[operator]
        if same and quantity is not None and other is not None and other.owner is not None:
            noun = self.words.amounts.noun(left, scene)
            verb = "are " if quantity.plural else "is "
            return f"{noun} {verb}{form.removeprefix('is ').format(other.owner.own)}"
        return self._measured(left, quantity, form, right, scene)

    def _outermost(
        self, left: Node, quantity: Quantity | None, yes: bool, word: str, scene: Scene
    ) -> str:
        """That nobody has more, or less, of something: "their count is the lowest of all"."""
        if yes and quantity is not None and quantity.statement is not None:
            most = "most" if word == "highest" else "fewest"
            return f"{quantity.statement(f'the {most} {quantity.units}', True)} of all"
        noun = self.words.amounts.noun(left, scene)
        verb = "are" if quantity is not None and quantity.plural else "is"
        return f"{noun} {verb}{'' if yes else ' not'} the {word} of all"

    def between(self, left: Node, low: int, high: int, scene: Scene) -> str:
        """ "two to four tricks"; also where the bounds are one and the same."""
        quantity = self.words.quantities.of(left, scene)
        if low == high:
            return self.compare(left, "==", Number(low), scene)
        word = "or" if high == low + 1 else "to"
        if quantity is not None and quantity.statement is not None and low >= 0:
            number = quantity.count(low).split(" ")[0]
            return quantity.statement(f"{number} {word} {quantity.count(high)}", True)
        noun = self.words.amounts.noun(left, scene)
        verb = "are" if quantity is not None and quantity.plural else "is"
        if word == "or":
            return f"{noun} {verb} {figure(low)} or {figure(high)}"
        return f"{noun} {verb} from {figure(low)} to {figure(high)}"

    def one_of(self, left: Node, values: list[Node], scene: Scene, equal: bool) -> str:
        """One thing compared with several values."""
        operator = "==" if equal else "!="
        texts = [self.compare(left, operator, value, scene) for value in values]
        first = _shared_start(texts)
        if first and any(not f"{text} "[len(first) :] for text in texts):
            # One is the beginning of another, as "solo" is of "solo alone".
            first = first[: first.rstrip().rfind(" ") + 1]
        last = _shared_end(texts)
        if first and all(text[len(first) :].strip() for text in texts):
            tails = [text[len(first) :] for text in texts]
            if equal:
                return first + join(tails, "or")
            start, negated, rest = first.rpartition(" not ")
            if negated:
                return f"{start} neither {join([rest + tail for tail in tails], 'nor')}"
        elif last and all(text[: -len(last)].strip() for text in texts):
            heads = [text[: -len(last)] for text in texts]
            return join(heads, "or" if equal else "and") + last
        return join(texts, "or" if equal else "and")

    def _truth(self, left: Node, operator: str, right: Node, scene: Scene) -> str:
        """A yes-or-no compared with 0 or 1, or with another."""
        clause = self.words.conditions.clause
        if isinstance(right, Number) and right.value in (0, 1):
            positive = {("==", 1), ("!=", 0), (">", 0), (">=", 1)}
            return clause(left, scene, (operator, right.value) in positive)
        if operator == "==":
            return f"{clause(left, scene)} exactly if {clause(right, scene)}"
        if operator == "!=":
            return f"either {clause(left, scene)} or {clause(right, scene)}, but not both"
        return ""

    def _word_choice(self, left: Node, operator: str, right: Node, scene: Scene) -> str:
        """A word that a call names, compared with its number in the list of words."""
        if isinstance(left, Name) and isinstance(right, Number):
            choice, words = self.lexicon.choices.get(left.id), self._words_of(left.id, scene)
            if choice is not None and 0 <= right.value < len(words):
                verb = "is" if operator == "==" else "is not"
                word = words[right.value].replace("_", " ")
                return f"the {choice.label} {verb} “{word}”"
        return self._measured(left, None, _THAN_NUMBER[operator], right, scene)

    def _special(self, left: Node, operator: str, right: Node, scene: Scene) -> str:
        match left, right:
            case Name("trick"), Number(n):
                return _ordinal_clause("trick", operator, n)
            case Name("hand_number"), Number(n):
                return _ordinal_clause(self.lexicon.hand_word, operator, n)
            case Name("deal_number"), Number(n):
                return _ordinal_clause("deal", operator, n)
            case Name("standing"), Number(n) if word := self._bid_word(n):
                if operator in ("==", ">="):
                    return f"“{word}” has been bid"
            case Name("standing"), Number(0):
                return {"==": "there is no bid yet", "<=": "there is no bid yet"}.get(
                    operator, "there is a bid already"
                )
            case Call("mod", (Name("hand_number"), Number(n))), Number(k) if operator == "==":
                first = k if k > 0 else n
                return (
                    f"this is one of every {ordinal(n)} {self.lexicon.hand_word}, "
                    f"beginning with the {ordinal(first)}"
                )
            case Call("mod", (inner, Number(n))), Number(k) if operator in ("==", "!="):
                return self._remainder(inner, n, k, scene, operator == "==")
            case Name(name), Call("number", (seats,)) if operator in ("==", ">=") and (
                name == "passes_in_row" or name in self.words.books.rows_of_passes
            ):
                return self._all_passed(seats, scene)
            case (
                Call("number", (Call("where", (Name("each"), Call("called", (Name(said),)))),)),
                Number(n),
            ) if operator in ("==", ">=") and n == self.lexicon.genome.player_count - 1 > 1:
                label = self.lexicon.calls[said].label
                return f"all players but one have {participle(label)}"
            case Name(name), Number(place) if operator == "==" and name in self.words.books.places:
                who = scene.subject
                if place == self.lexicon.genome.player_count:
                    return f"{who.name} {'were' if who.plural else 'was'} left with cards"
                return f"{who.name} went out {ordinal(place)}"
            case Name(name), Number(2) if name in self.words.books.done_by_both:
                done = participle(self.words.books.done_by_both[name])
                if operator in ("==", ">="):
                    return f"both players have {done}"
                # Whoever is to act does so before the other a second time.
                return scene.subject.does_not(f"have {done}")
            case Call("piles", (zone, condition)), Number(n) if operator in ("==", ">=", "<", "!="):
                piles = self.words.zones.zone(zone, scene)
                all_of_them = piles.spec is not None and n == piles.spec.pile_count
                if all_of_them and piles.owner is None and condition == tree("size(pile) > 0"):
                    word = self.words.zones.pile_word(piles)
                    return f"{f'no {word}' if operator in ('==', '>=') else a(word)} is empty"
            case _, Name(name) if name in self.words.books.bid_heights:
                return f"it is {'no lower' if operator == '>=' else 'higher'} than the bid"
            case Call("place", (Name(name),)), Number(n) if operator == "==":
                words = self._words_of(name, scene)
                if 0 < n <= len(words):
                    label = self.lexicon.choices[name].label
                    return f"the {label} is “{words[n - 1].replace('_', ' ')}”"
            case Name("hand_size"), Binary("-", _, _) if operator == ">=":
                return self._cards_for_words(right, scene)
            case ((Name("position") | Call("position", _)), _):
                return self._position(left, operator, right, scene)
        return ""

    def _words_of(self, name: str, scene: Scene) -> tuple[str, ...]:
        """The words of which a call names one; of calls that name it alike, the one at hand."""
        for choice in scene.choices:
            if choice.name == name:
                return choice.words
        found = {
            part.words
            for _, part in self.lexicon.all_parts
            if isinstance(part, CallChoice) and part.name == name
        }
        return found.pop() if len(found) == 1 else ()

    def _cards_for_words(self, node: Node, scene: Scene) -> str:
        """How many cards one must hold to say each of some words, where each takes one less."""
        less: list[Node] = []
        while isinstance(node, Binary) and node.operator == "-":
            less.append(node.right)
            node = node.left
        words = [part for part in less if isinstance(part, Call) and part.function == "place"]
        if not isinstance(node, Number) or len(words) != 1:
            return ""
        match words[0].arguments:
            case (Name(name),):
                said = self._words_of(name, scene)
            case _:
                return ""
        if not said or node.value <= len(said):
            return ""
        least = [number_word(node.value - place) for place in range(1, len(said) + 1)]
        first, *rest = [
            f"{count}{' cards' if not at else ''} for “{said[at].replace('_', ' ')}”"
            for at, count in enumerate(least)
        ]
        others = [
            self.words.amounts.noun(part, scene) for part in reversed(less) if part != words[0]
        ]
        fewer = f" (less {join(others)})" if others else ""
        return scene.subject.does(f"hold at least {join([first, *rest], 'or')}{fewer}")

    def _bid_word(self, n: int) -> str:
        """The highest of the words that are bid, if it is the one that counts so much."""
        keys = {call.name: tree(call.key) for call in self.lexicon.calls.values() if call.key}
        if len(keys) != 1:
            return ""
        match next(iter(keys.values())):
            case Call("place", (Name(name),)) if name in self.lexicon.choices:
                words = self.lexicon.choices[name].words
                return words[-1].replace("_", " ") if words and n == len(words) else ""
        return ""

    def _remainder(self, node: Node, n: int, k: int, scene: Scene, yes: bool) -> str:
        """ "ends in 5", "is even", for what is left of a number when it is divided."""
        quantity = self.words.quantities.of(node, scene)
        many = quantity is not None and quantity.plural
        be = ("are" if many else "is") + ("" if yes else " not")
        noun = self.words.amounts.noun(node, scene)
        if n == 10 and 0 <= k < 10 and self.words.amounts.never_negative(node):
            verb = "end" if many else "ends"
            return f"{noun} {verb if yes else 'do not end' if many else 'does not end'} in {k}"
        if n == 2 and k in (0, 1):
            return f"{noun} {be} {'odd' if k else 'even'}"
        if k == 0:
            return f"{noun} {be} a multiple of {figure(n)}"
        return ""

    def _all_passed(self, node: Node, scene: Scene) -> str:
        seats = self.words.seats
        group = seats.group(node, scene)
        match node:
            case Call("where", (Call("others", (one,)), condition)):
                who = seats.relative(condition, scene, plural=True)
                group = f"all players {who} except {seats.seat(one, scene).obj}"
        group = re.sub(r"^the players\b", "all players", group)
        return f"{group} have passed in a row"

    def _position(self, left: Node, operator: str, right: Node, scene: Scene) -> str:
        quantity = self.words.quantities.of(left, scene)
        if quantity is None or quantity.owner is None:
            return ""
        who = quantity.owner
        if isinstance(right, Number):
            last = self.lexicon.genome.player_count
            places = [p for p in range(1, last + 1) if _holds(p, operator, right.value)]
            if places:
                ordinals = join([ordinal(p) for p in places], "or")
                return f"{who.does('be')} {ordinals} in turn after the dealer"
        other = self.words.quantities.of(right, scene)
        if other is not None and other.owner is not None and operator in ("<", ">"):
            word = "before" if operator == "<" else "after"
            return f"{who.does('come')} {word} {other.owner.obj} in turn"
        return ""

    # seats

    def _same_seat(self, left: Node, right: Node, scene: Scene, same: bool) -> str:
        if left == Name("none"):
            left, right = right, left
        if right == Name("none"):
            return self.nobody(left, scene, same)
        if right == Name("turn") and left != Name("turn"):
            left, right = right, left
        if right == Name("winner") and left != Name("turn"):
            left, right = right, left
        if left == Name("winner"):
            return self._winning(self.words.seats.seat(right, scene), scene, same)
        if right == Name("winner"):
            return self._winning(self.words.seats.seat(left, scene), scene, same)
        if {left, right} == {Call("left", (Name("turn"),)), Name("leader")}:
            last = scene.turn
            return (
                last.does("be the last to play") if same else last.does_not("be the last to play")
            )
        since = self.played_last(right, self.words.seats.seat(left, scene), same)
        if since:
            return since
        if self.having(left) and not self.having(right):
            left, right = right, left
        phrase = self.having(right) or self._done(right)
        if phrase:
            who = self.words.seats.seat(left, scene)
            return who.does(phrase) if same else who.does_not(phrase)
        one, other = self.words.seats.seat(left, scene), self.words.seats.seat(right, scene)
        if right == Name("leader") and one.name in ("you", "they", "who"):
            return one.does("be to lead") if same else one.does_not("be to lead")
        return f"{one.does('be')}{'' if same else ' not'} {other.name}"

    def _winning(self, who: Person, scene: Scene, yes: bool) -> str:
        phrase = "be winning the trick" if scene.in_trick else "have won the trick"
        return who.does(phrase) if yes else who.does_not(phrase)

    def having(self, node: Node) -> str:
        """What is so of whoever has a role, in words of the game's own, in the infinitive."""
        name = node.id if isinstance(node, Name) and node.id in self.lexicon.roles else ""
        return self.lexicon.having(name)

    def _done(self, node: Node) -> str:
        """What whoever has a role has done to get it, where nothing else is told of the role."""
        name = node.id if isinstance(node, Name) else ""
        if name not in self.words.books.told_by_deeds:
            return ""
        return f"have {participle(self.words.books.deeds_of_roles[name])}"

    def played_last(self, role: Node, who: Person, yes: bool) -> str:
        """Whether somebody has the role of whoever played last, if there is such a role."""
        if not isinstance(role, Name) or role.id not in self.words.books.last_players:
            return ""
        return f"{'nobody' if yes else 'somebody'} has played since {who.name} did"

    def nobody(self, node: Node, scene: Scene, same: bool) -> str:
        """Whether a role is free, or somebody has done something."""
        if isinstance(node, Name) and node.id in self.lexicon.roles:
            said = self.words.books.own_roles.get(node.id)
            if said:
                return f"you have {'not ' if same else ''}{participle(said)}"
            phrase = self.having(node)
            if phrase:
                return Person("nobody" if same else "somebody").does(phrase)
            deed = self.words.books.deeds_of_roles.get(node.id)
            if deed:
                return f"{'nobody' if same else 'somebody'} has {participle(deed)}"
            label = self.lexicon.roles[node.id].label
            return f"there is {'no' if same else 'a'} {label}"
        if node == Name("last_taker"):
            return "nobody has taken cards yet" if same else "somebody has taken cards"
        who = self.words.seats.seat(node, scene)
        return f"there is {'no' if same else 'a'} {who.name.removeprefix('the ')}"

    def within(self, left: Node, right: Node, scene: Scene, yes: bool) -> str:
        """Whether a seat is one of some seats."""
        seats = self.words.seats
        isnt = "" if yes else " not"
        who = seats.seat(left, scene)
        match right:
            case Call("opponents", (inner,)):
                of = seats.seat(inner, scene)
                if left == Name("winner") and scene.in_trick:
                    other = "an opponent" if of.is_you else f"one of {of.having('opponents')}"
                    if not yes:
                        other = "no opponent" if of.is_you else f"none of {of.having('opponents')}"
                    return f"{other} is winning the trick"
                whose = "yours" if of.is_you else of.name
                return f"{who.does('be')}{isnt} an opponent of {whose}"
            case Call("team", (inner,)):
                of = seats.seat(inner, scene)
                if not self.lexicon.teams:
                    return f"{who.does('be')}{isnt} {of.name}"
                side = of.having("side")
                if left == Name("winner") and scene.in_trick:
                    return f"{side} is{isnt} winning the trick"
                return f"{who.does('be')}{isnt} on {side}"
        return f"{who.does('be')}{isnt} one of {seats.group(right, scene)}"

    # suits, ranks, modes

    def _same_thing(self, left: Node, right: Node, scene: Scene, same: bool) -> str:
        things = self.words.things
        if left == Name("none") or (isinstance(left, Name) and left.id in self.lexicon.suits):
            left, right = right, left
        isnt = "is" if same else "is not"
        if left == Name("mode") or right == Name("mode"):
            other = right if left == Name("mode") else left
            return f"the game {isnt} {things.noun(other, scene)}"
        if left == Name("trump"):
            if right == Name("none"):
                return self.lexicon.no_trumps if same else self.lexicon.some_trumps
            noun = things.noun(right, scene)
            verb = "are" if not noun.startswith("the ") else "is"
            return f"{noun} {verb}{'' if same else ' not'} trumps"
        card = things.card_of(left, scene)
        if right == Name("trump"):
            if card is not None:
                return f"{card} {isnt} a trump"
            return f"{things.noun(left, scene)} {isnt} the trump {self.lexicon.suit_word}"
        if card is not None and isinstance(right, Name):
            if right.id in self.lexicon.suits:
                return f"{card} {isnt} a {self.lexicon.suit_card(right.id)}"
            if right.id in self.lexicon.ranks:
                return f"{card} {isnt} {things.noun(right, scene)}"
        if right == Name("none") and things.suit_choice(left):
            return f"{things.noun(left, scene)} {isnt} no trumps"
        noun = things.noun(right, scene)
        if things.suit_choice(left):
            noun = noun.replace(f"the {self.lexicon.suit_word} of ", "that of ", 1)
        return f"{things.noun(left, scene)} {isnt} {noun}"


def count_clause(quantity: Quantity, operator: str, n: int) -> str:
    """A statement with a count; empty if the quantity is measured rather than counted."""
    zero = (operator, n) in {("==", 0), ("<=", 0), ("<", 1)}
    some = (operator, n) in {("!=", 0), (">", 0), (">=", 1)}
    if quantity.single:
        some = some or (operator, n) == ("==", 1)
        zero = zero or (operator, n) == ("!=", 1)
    if zero and quantity.none:
        return quantity.none
    if some and quantity.some:
        return quantity.some
    if quantity.statement is None or n < 0 or (quantity.kind == "score" and n == 0):
        return ""
    if zero:
        return quantity.statement(f"no {quantity.units}", True)
    if some and quantity.units.endswith(" left"):
        return quantity.statement(quantity.units, True)
    if some:
        return quantity.statement(f"at least one {quantity.unit}", False)
    if operator in ("<", ">=") and n == 1 and quantity.whole == 1:
        return ""
    if operator == "!=":
        exactly = quantity.statement(quantity.count(n), n != 1)
        not_so, changed = _PERFECT.subn(r"\1 not \2", exactly, count=1)
        if changed:
            return not_so
    word = _COUNT_WORDS[operator]
    if operator == "==" and quantity.only and n != quantity.whole:
        word = "only " if n == 1 else "exactly "
    if operator == "==" and quantity.alone and n == 1:
        word = "exactly "
    in_a_row = quantity.units.startswith("turns in a row ")
    if operator == ">=" and (n == quantity.whole or quantity.kind == "turns" or in_a_row):
        word = ""
    text = quantity.statement(f"{word}{quantity.count(n)}", n != 1)
    if word == "at most ":
        # "At most one player has any lives", rather than "at least one life".
        few = re.fullmatch(r"(.+ players? ha(?:s|ve)) at least one (\w+)", text)
        return f"{few[1]} any {plural(few[2])}" if few else text
    return text


def _holds(value: int, operator: str, n: int) -> bool:
    return {
        "==": value == n,
        "!=": value != n,
        ">=": value >= n,
        ">": value > n,
        "<=": value <= n,
        "<": value < n,
    }[operator]


def _ordinal_clause(noun: str, operator: str, n: int) -> str:
    forms = {
        "==": f"this is the {ordinal(n)} {noun}",
        "!=": f"this is not the {ordinal(n)} {noun}",
        ">": f"the {ordinal(n)} {noun} is over",
        ">=": f"this is the {ordinal(n)} {noun} or a later one",
        "<": f"the {ordinal(n)} {noun} has not begun",
        "<=": f"this is one of the first {number_word(n)} {noun}s"
        if n > 1
        else f"this is the first {noun}",
    }
    return forms[operator]


def _shared_start(texts: list[str]) -> str:
    split = [text.split(" ") for text in texts]
    shared = []
    for group in zip(*split, strict=False):
        if len(set(group)) != 1:
            break
        shared.append(group[0])
    return " ".join(shared) + " " if shared else ""


def _shared_end(texts: list[str]) -> str:
    turned = [" ".join(reversed(text.split(" "))) for text in texts]
    shared = _shared_start(turned).strip()
    return " " + " ".join(reversed(shared.split(" "))) if shared else ""
