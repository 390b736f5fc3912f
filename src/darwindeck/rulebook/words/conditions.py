"""Conditions in words: "you hold no heart", "an opponent is winning the trick"."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from darwindeck.english import a, is_participle, join, number_word, ordinal, participle, possessive
from darwindeck.genome.expressions import Binary, Call, Name, Node, Not, Number
from darwindeck.genome.schema import Change, Life, Phase, Scope, Set
from darwindeck.rulebook.words.comparisons import ComparisonWords
from darwindeck.rulebook.words.kinds import kind_of
from darwindeck.rulebook.words.persons import Person, seen_from
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import flat, tree

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
Arguments = tuple[Node, ...]


class ConditionWords:
    """Puts the conditions of one game into clauses."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.lexicon = words.lexicon
        self.comparisons = ComparisonWords(words)
        self._remembered: dict[Hashable, str] = {}
        """Clauses made before: parts of deep expressions are asked for again and again."""
        self._atoms: dict[str, Callable[[Arguments, Scene, bool], str]] = {
            "is": self._is_role,
            "set": lambda a, s, yes: self.comparisons.nobody(a[0], s, same=not yes),
            "called": self._called,
            "failed_to_follow": self._failed,
            "can": self._can,
            "forms": self._forms,
            "better": self._better,
            "any": self._any,
            "all": self._all,
            "most": lambda a, s, yes: self._extreme(a, s, yes, "more", "higher"),
            "least": lambda a, s, yes: self._extreme(a, s, yes, "fewer", "lower"),
            "other": self._other,
            "took_last": self._took_last,
            "active": self._active,
            "led_trump": lambda a, s, yes: f"the card led is {'' if yes else 'not '}a trump",
            "broken": self._broken,
            "clockwise": self._clockwise,
            "if": self._if,
        }

    # whole conditions

    def clause(self, node: Node, scene: Scene, yes: bool = True) -> str:
        """The condition (or its opposite) as a clause."""
        key = (node, scene, yes)
        if key not in self._remembered:
            self._remembered[key] = self._clause(node, scene, yes)
        return self._remembered[key]

    def _clause(self, node: Node, scene: Scene, yes: bool) -> str:
        if (shorter := absorbed(node)) != node:
            return self._clause(shorter, scene, yes)
        match node:
            case Not(operand):
                return self.clause(operand, scene, not yes)
            case Binary("or", Binary("and", one, other), Binary("and", Not(same), Not(too))) if (
                one,
                other,
            ) == (same, too) and (alike := self._alike(one, other, scene, yes)):
                return alike
            case Binary("and" | "or" as operator, _, _):
                return self._joined(operator, node, scene, yes)
            case Binary("in", left, right):
                return self.comparisons.within(left, right, scene, yes)
            case Binary(operator, left, right) if operator in OPPOSITE:
                operator = operator if yes else OPPOSITE[operator]
                return self.comparisons.compare(left, operator, right, scene)
            case Name("true"):
                return "in any case" if yes else "never"
            case Name("false"):
                return "never" if yes else "in any case"
            case Name(name):
                return self._atom(name, (), scene, yes)
            case Call(name, arguments):
                return self._atom(name, arguments, scene, yes)
        return self.comparisons.compare(node, "!=" if yes else "==", Number(0), scene)

    def _alike(self, one: Node, other: Node, scene: Scene, yes: bool) -> str:
        """Whether the same is so of two players, or of one of them only."""
        match one, other:
            case Call(name, (seat,)), Name(same) if name == same and name in self.lexicon.lets:
                self.words.told.speak_of(name, self.words.told.lets)
                own = {"you": "you", "they": "themselves"}.get(scene.subject.name)
                if own is None or self.lexicon.lets[name].scope is not Scope.SEAT:
                    return ""
                who = self.words.seats.seat(seat, scene).name
                both = "both or neither" if yes else "only one"
                be = "are" if yes else "is"
                return f"{both} of {who} and {own} {be} {self.lexicon.lets[name].label}"
        return ""

    def _of_neither(self, nodes: list[Node], scene: Scene, yes: bool) -> str:
        """ "neither they nor their opponent is out of order": a state that neither is in."""
        match nodes:
            case [Not(Name(name)), Not(Call(same, (seat,)))] if yes and name == same:
                let = self.lexicon.lets.get(name)
                own = scene.subject.name in ("you", "they")
                if not own or let is None or let.scope is not Scope.SEAT:
                    return ""
                self.words.told.speak_of(name, self.words.told.lets)
                other = self.words.seats.seat(seat, scene)
                return f"neither {scene.subject.name} nor {other.name} is {let.label}"
        return ""

    def _joined(self, operator: str, node: Node, scene: Scene, yes: bool) -> str:
        word = operator if yes else ("or" if operator == "and" else "and")
        match node:
            case Binary(
                "and", Binary(">", Name(row), Number(0)), Binary(_, Name(same), _) as whole
            ):
                if yes and row == same and row in self.words.books.rows_of_passes:
                    # That somebody has passed at all goes without saying.
                    return self.clause(whole, scene)
        nodes = flat(operator, node)
        nodes = _told_of_somebody(nodes) if operator == "and" else nodes
        if word == "and" and (none := self._of_neither(nodes, scene, yes)):
            return none
        parts = self._parts(nodes, scene, yes, word)
        parts = _held_together(parts) if word == "and" else parts
        parts = _done_together(_alone_there(parts) if word == "and" else parts, word)
        parts = _neither_nor(parts) if word == "and" else parts
        if len(parts) == 1:
            return parts[0][0]
        texts = []
        compound = False
        for index, (text, joint) in enumerate(parts):
            if word == "and" and joint == "or":
                text = f"either {text}" if not text.startswith("either ") else text
            if word == "or" and joint == "and" and "; and " in text:
                # What belongs together must not be taken for parts of the whole.
                text = f"all this is so ({text})"
            compound = compound or joint not in ("", word)
            if index and text.startswith("who ") and parts[index - 1][0].startswith("who "):
                text = text.removeprefix("who ")
            elif (
                index
                and (subject := _negative_subject(parts[index - 1][0]))
                and scene.subject.name == subject
            ):
                text = text.removeprefix(f"{subject} ")
            elif index and joint == "":
                text = _like(parts[index - 1][0], text) or (
                    _without_repeat(parts[index - 1][0], text) if len(parts) == 2 else text
                )
            texts.append(text)
        if compound and len(texts) == 2:
            return f"{texts[0]}, {word} {texts[1]}"
        if word == "and" and not compound:
            return _neither(join(texts, word))
        if compound:
            return "; ".join(texts[:-1]) + f"; {word} {texts[-1]}"
        return join(texts, word)

    def _parts(
        self, nodes: list[Node], scene: Scene, yes: bool, word: str
    ) -> list[tuple[str, str]]:
        """The clauses, each with the word that joins its own parts."""
        texts: list[tuple[str, str]] = []
        done: set[int] = set()
        for index, node in enumerate(nodes):
            if index in done:
                continue
            text = self._several_values(nodes, index, done, scene, yes, word)
            text = text or self._range(nodes, index, done, scene, yes, word)
            joint = "" if text else _joint(node, yes)
            text = text or self.clause(node, scene, yes)
            if (text, joint) in texts:
                continue
            texts.append((text, joint))
            name = scene.subject.name
            if name in text and not name.startswith(("you", "who", "no", "neither ")):
                scene = scene.again
        return _formed(texts) if word == "or" else texts

    def _several_values(
        self, nodes: list[Node], index: int, done: set[int], scene: Scene, yes: bool, word: str
    ) -> str:
        """ "clubs or diamonds are trumps": one thing compared with several values."""
        node = nodes[index]
        equal = "==" if word == "or" else "!="
        if not isinstance(node, Binary) or _equality(node, yes) != equal:
            return ""
        values = [node.right]
        for later in range(index + 1, len(nodes)):
            other = nodes[later]
            if (
                isinstance(other, Binary)
                and other.left == node.left
                and _equality(other, yes) == equal
                and later not in done
            ):
                values.append(other.right)
                done.add(later)
        if len(values) == 1:
            return ""
        return self.comparisons.one_of(node.left, values, scene, equal == "==")

    def _range(
        self, nodes: list[Node], index: int, done: set[int], scene: Scene, yes: bool, word: str
    ) -> str:
        """ "from 6 to 14", for a lower and an upper bound on one thing."""
        node = nodes[index]
        if word != "and" or not yes or not isinstance(node, Binary):
            return ""
        low = _bound(node, lower=True)
        for later in range(index + 1, len(nodes)):
            other = nodes[later]
            if not isinstance(other, Binary) or other.left != node.left:
                continue
            high = _bound(other, lower=False)
            if low is None or high is None or high < low:
                continue
            done.add(later)
            return self.comparisons.between(node.left, low, high, scene)
        return ""

    # when

    def occasion(self, node: Node, scene: Scene) -> str:
        """The condition as an adverbial or as an if-clause: "in the first trick", "if …"."""
        adverb = self.adverb(node)
        if adverb:
            return adverb
        if isinstance(node, Binary) and node.operator == "or":
            nodes = flat("or", node)
            if any(self.adverb(part) for part in nodes):
                return ", or ".join(self.occasion(part, scene) for part in nodes)
            if any(self.clause(part, scene).startswith("not ") for part in nodes):
                opposite = [self.clause(part, scene, yes=False) for part in nodes]
                opposite.sort(key=lambda text: text.startswith(("no ", "not ", "nobody ")))
                return f"unless {' and '.join(opposite)}"
        if isinstance(node, Binary) and node.operator == "and":
            nodes = flat("and", node)
            later = self._every_later(nodes)
            if later:
                return later
            adverbs = [text for part in nodes if (text := self.adverb(part))]
            rest = [part for part in nodes if not self.adverb(part)]
            if adverbs and rest:
                return f"{', '.join(adverbs)}, if {self.clause(conjunction(rest), scene)}"
            if adverbs:
                return ", ".join(adverbs)
        return f"if {self.clause(node, scene)}"

    def _every_later(self, nodes: list[Node]) -> str:
        """ "in the sixth hand and every second hand after it"."""
        word = self.lexicon.hand_word
        match nodes:
            case [
                Binary(">=", Name("hand_number"), Number(first)),
                Binary("==", Call("mod", (Name("hand_number"), Number(n))), Number(k)),
            ] | [
                Binary("==", Call("mod", (Name("hand_number"), Number(n))), Number(k)),
                Binary(">=", Name("hand_number"), Number(first)),
            ] if n > 1 and first % n == k:
                return f"in the {ordinal(first)} {word} and every {ordinal(n)} {word} after it"
        return ""

    def adverb(self, node: Node) -> str:
        """A condition that an adverbial says better than a clause."""
        word = self.lexicon.hand_word
        match node:
            case Binary("==", Name("trick"), Number(n)):
                return f"in the {ordinal(n)} trick"
            case Binary(">", Name("trick"), Number(n)):
                return f"from the {ordinal(n + 1)} trick on"
            case Binary(">=", Name("trick"), Number(n)):
                return f"from the {ordinal(n)} trick on"
            case Binary("<=", Name("trick"), Number(n)) if n > 1:
                return f"in the first {number_word(n)} tricks"
            case Binary("<", Name("trick"), Number(n)) if n > 2:
                return f"in the first {number_word(n - 1)} tricks"
            case Binary("<=", Name("trick"), Number(1)) | Binary("<", Name("trick"), Number(2)):
                return "in the first trick"
            case Binary("==", Name("hand_number"), Number(n)):
                return f"in the {ordinal(n)} {word}"
            case Binary(">", Name("hand_number"), Number(n)):
                return f"from the {ordinal(n + 1)} {word} on"
            case Binary(">=", Name("hand_number"), Number(n)):
                return f"from the {ordinal(n)} {word} on"
            case Binary("==", Call("mod", (Name("hand_number"), Number(n))), Number(k)):
                first = k if k > 0 else n
                return f"in every {ordinal(n)} {word}, beginning with the {ordinal(first)}"
            case Binary("!=", Name("mode"), Name(mode)) | Not(
                Binary("==", Name("mode"), Name(mode))
            ) if len(self.lexicon.modes) == 2 and mode in self.lexicon.modes:
                return f"in {next(name for key, name in self.lexicon.modes.items() if key != mode)}"
            case Binary("==", Name("mode"), Name(mode)):
                return f"in {self.lexicon.modes.get(mode, mode.replace('_', ' '))}"
        return ""

    # single facts

    def _atom(self, name: str, arguments: Arguments, scene: Scene, yes: bool) -> str:
        flag = self.lexicon.counters.get(name) or self.lexicon.lets.get(name)
        if flag is not None and kind_of(Name(name), self.lexicon) == "bool":
            if name in self.words.books.drawn_flags:
                drawn = self.lexicon.drawing
                this = f"in this {self.lexicon.hand_word}"
                return f"a card has been {drawn} {this}" if yes else f"no card has been {drawn} yet"
            if yes and name in self.words.books.answered_leads:
                return self._led(name, scene)
            if name in self.lexicon.lets:
                self.words.told.speak_of(name, self.words.told.lets)
            else:
                self.words.told.speak_of(name, self.words.told.counters)
            phrase = self.lexicon.having(name) or f"be {flag.label}"
            return self._state(phrase, flag.scope, arguments, scene, yes)
        if name in self._atoms:
            return self._atoms[name](arguments, scene, yes)
        node: Node = Call(name, arguments) if arguments else Name(name)
        return self.comparisons.compare(node, "!=" if yes else "==", Number(0), scene)

    def _led(self, name: str, scene: Scene) -> str:
        """That a card has been led which the game has to be asked something about."""
        place = self.words.books.answered_leads[name]
        effect = self.lexicon.genome.special_effects[place]
        self.words.told.unsaid += [self.lexicon.counter_path(name), ("special_effects", place)]
        text = f"{self.words.cards.one(effect.cards)} has been led"
        when = tree(effect.when)
        return text if when == Name("true") else f"{text} and {self.clause(when, scene)}"

    def _state(
        self, phrase: str, scope: Scope, arguments: Arguments, scene: Scene, yes: bool
    ) -> str:
        """A flag or a term that is a yes-or-no: somebody (or the hand) is so."""
        if scope is Scope.TABLE:
            who = Person(f"the {self.lexicon.hand_word}", later="it")
        else:
            who = self.words.seats.seat(arguments[0], scene) if arguments else scene.subject
            phrase = seen_from(phrase, scene.subject, who, arguments)
            if scope is Scope.TEAM:
                who = self.words.quantities.side_of(who)
        return who.does(phrase) if yes else who.does_not(phrase)

    def _subject(self, arguments: Arguments, index: int, scene: Scene) -> Person:
        if len(arguments) > index:
            return self.words.seats.seat(arguments[index], scene)
        return scene.subject

    def _is_role(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        who = self._subject(arguments, 1, scene)
        since = self.comparisons.played_last(arguments[0], who, yes)
        if since and not who.side:
            return since
        phrase = self.comparisons.having(arguments[0])
        if phrase and not who.side:
            return who.does(phrase) if yes else who.does_not(phrase)
        role = self.words.seats.seat(arguments[0], scene)
        if who.side:
            side = "that side" if who.name == "it" else who.name
            return f"{role.name} is{'' if yes else ' not'} on {side}"
        return f"{who.does('be')}{'' if yes else ' not'} {role.name}"

    def _called(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        who = self._subject(arguments, 1, scene)
        name = arguments[0].id if isinstance(arguments[0], Name) else ""
        call = self.lexicon.calls.get(name)
        done = participle(call.label) if call else f"said “{name.replace('_', ' ')}”"
        return f"{who.name} {who.have}{'' if yes else ' not'} {done}"

    def _failed(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        who = self._subject(arguments, 1, scene)
        suit = self.words.things.noun(arguments[0], scene)
        if isinstance(arguments[0], Name) and arguments[0].id in self.lexicon.choices:
            suit = f"that {self.lexicon.choices[arguments[0].id].label}"
        return f"{who.name} {who.have}{'' if yes else ' not'} failed to follow {suit} in this hand"

    def _can(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        who = self._subject(arguments, 1, scene)
        name = arguments[0].id if isinstance(arguments[0], Name) else ""
        phase = self.lexicon.phases.get(name)
        deed = self.words.deeds.deed(phase) if phase is not None else name.replace("_", " ")
        return f"{who.name} {'can' if yes else 'cannot'} {deed}"

    def _better(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        one, other = (self.words.zones.zone(each, scene) for each in arguments)
        verb = "are" if yes else "are not"
        return f"the cards {one.within} {verb} a better hand than those {other.within}"

    def _forms(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        place = self.words.zones.zone(arguments[0], scene)
        name = self.lexicon.pattern_name(arguments[1].id) if isinstance(arguments[1], Name) else ""
        return f"the cards {place.within} {'form' if yes else 'do not form'} {a(name)}"

    def _any(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        seats, condition = arguments
        if yes and self._only_on_turn(condition, scene):
            return self.clause(condition, scene)
        if yes:
            who = self.words.seats.member(seats, scene)
            match condition:
                case Call("most" | "least" as way, (what,)) if seats == Name("each"):
                    quantity = self.words.quantities.of(what, scene.about(who))
                    if quantity is not None and quantity.statement is None:
                        word = "highest" if way == "most" else "lowest"
                        return f"one player alone has the {word} {quantity.bare}"
            clause = self.clause(condition, scene.about(who))
            if clause.startswith(f"{who.name} is ") and len(flat("and", condition)) == 2:
                # "a player is in the hand and is not standing": the pronoun could mean another.
                clause = clause.replace(" and they are ", " and is ")
            return clause
        return self.clause(condition, scene.about(self.words.seats.nobody(seats, scene)))

    def _only_on_turn(self, condition: Node, scene: Scene) -> bool:
        """Whether only the player whose turn it is can be in a state, which ends with the turn."""
        if not isinstance(condition, Name) or not scene.subject.is_you:
            return False
        counter = self.lexicon.counters.get(condition.id)
        if counter is None or counter.life is not Life.TURN or counter.scope is not Scope.SEAT:
            return False
        all_parts = self.lexicon.all_parts
        others = [path for path, part in all_parts if isinstance(part, Phase) and part.who]
        return all(
            part.who == "turn" and not any(path[: len(other)] == other for other in others)
            for path, part in all_parts
            if isinstance(part, Set | Change) and part.counter == counter.name
        )

    def _all(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        seats, condition = arguments
        if not yes:
            who = self.words.seats.member(seats, scene)
            return self.clause(condition, scene.about(who), yes=False)
        if _is_lack(condition):
            # "No player has cards left" rather than "every player has no cards left".
            nobody = self.words.seats.nobody(seats, scene)
            return self.clause(condition, scene.about(nobody), yes=False)
        return self.clause(condition, scene.about(self.words.seats.every(seats, scene)))

    def _extreme(
        self, arguments: Arguments, scene: Scene, yes: bool, more: str, higher: str
    ) -> str:
        who = self._subject(arguments, 1, scene)
        inner = scene.about(who)
        anyone = "the other side" if who.side and self.lexicon.teams else "anyone else"
        if self.lexicon.genome.player_count == 2:
            anyone = f"{'your' if who.is_you else 'their'} opponent"
        quantity = self.words.quantities.of(arguments[0], inner)
        if quantity is not None and quantity.statement is not None:
            if yes:
                return quantity.statement(f"{more} {quantity.units} than {anyone}", True)
            return quantity.statement(f"no {more} {quantity.units} than somebody else", True)
        noun = self.words.amounts.noun(arguments[0], inner)
        verb = "are" if quantity is not None and quantity.plural else "is"
        if not yes and anyone == "anyone else":
            return f"{noun} {verb} not {higher} than everybody else's"
        return f"{noun} {verb}{'' if yes else ' not'} {higher} than {possessive(anyone)}"

    def _other(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        return self.clause(arguments[0], scene.about(self.words.amounts.other_side()), yes)

    def _took_last(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        who = self._subject(arguments, 0, scene)
        return f"{who.name} {'took' if yes else 'did not take'} the last trick"

    def _active(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        who = self._subject(arguments, 0, scene)
        if yes:
            return who.does(f"be still in the {self.lexicon.hand_word}")
        return f"{who.does('be')} no longer in the {self.lexicon.hand_word}"

    def _broken(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        suit = self.words.breaking_suit
        name = self.lexicon.suit_name(suit) if suit is not None else "the suit"
        verb = "have" if suit is not None else "has"
        return f"{name} {verb}{'' if yes else ' not'} been broken"

    def _clockwise(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        return f"play is going {'clockwise' if yes else 'counterclockwise'}"

    def _if(self, arguments: Arguments, scene: Scene, yes: bool) -> str:
        condition, then, otherwise = arguments
        first = f"{self.clause(condition, scene)} and {self.clause(then, scene, yes)}"
        second = f"{self.clause(condition, scene, False)} and {self.clause(otherwise, scene, yes)}"
        return f"either {first}, or {second}"


def _told_of_somebody(nodes: list[Node]) -> list[Node]:
    """Conditions without those that somebody has a role of whom another one speaks anyway."""
    kept = []
    for node in nodes:
        match node:
            case Call("set", (Name() as role,)):
                who = Binary("==", Name("turn"), role)
                named = [other for other in nodes if _speaks_of(other, role) or other == who]
                if named:
                    continue
        kept.append(node)
    return kept


def _speaks_of(node: Node, role: Name) -> bool:
    """Whether a condition is that somebody is the one who has a role."""
    match node:
        case Call("is", (same, *_)):
            return same == role
        case Binary("==", left, right):
            return role in (left, right)
    return False


_IS_NOT = re.compile(
    r"(.+?) (is|are) not ((?!higher|lower|more|less|equal|one |among |winning|in |on |of )[a-z].*)"
)


def _neither_nor(parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """ "the hand is neither made nor tied", for two clauses in a row about what one is not."""
    found: list[tuple[str, str]] = []
    for text, joint in parts:
        before = _IS_NOT.fullmatch(found[-1][0]) if found and not found[-1][1] else None
        here = _IS_NOT.fullmatch(text) if not joint else None
        if before and here and before[1] == here[1] and " neither " not in before[0]:
            found[-1] = (f"{before[1]} {before[2]} neither {before[3]} nor {here[3]}", "")
        else:
            found.append((text, joint))
    return found


_NOTHING = re.compile(
    r"(.*\bhave) (?:(drawn|drawn or taken) no card this turn and played|"
    r"played no card this turn and (drawn|drawn or taken)) no card this turn"
)


def _neither(text: str) -> str:
    """ "you have neither drawn nor played a card this turn"."""
    found = _NOTHING.fullmatch(text)
    if found is None:
        return text
    drawn = (found[2] or found[3]).replace(" or ", ", ")
    return f"{found[1]} neither {drawn} nor played a card this turn"


_HOLDS = re.compile(r"((?:you|they|it) holds? )(the [\w ]+)")


def _held_together(parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """ "you hold the king and the queen", for two clauses in a row about single cards."""
    found: list[tuple[str, str]] = []
    for text, joint in parts:
        held = _HOLDS.fullmatch(text)
        before = _HOLDS.fullmatch(found[-1][0]) if found else None
        if held and before and held[1] == before[1]:
            found[-1] = (f"{found[-1][0]} and {held[2]}", "")
        else:
            found.append((text, joint))
    return found


_ONE_THERE = re.compile(r"one (?P<what>[\w -]+? )?card lies (?P<where>[\w' ]+)")


def _alone_there(parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """ "a single ordinary card lies on the table": one card lies there, and it is of a kind."""
    for at, ((one, _), (other, _)) in enumerate(pairwise(parts)):
        first, second = _ONE_THERE.fullmatch(one), _ONE_THERE.fullmatch(other)
        if first and second and first["where"] == second["where"]:
            kinds = [match["what"] for match in (first, second) if match["what"]]
            if len(kinds) == 1:
                told = f"a single {kinds[0]}card lies {first['where']}"
                return [*parts[:at], (told, ""), *parts[at + 2 :]]
    return parts


_DONE = re.compile(r"((?:you|they|nobody|the [\w' ]+?) (?:have|has))( not)? (\w+ed) (.+)")


def _done_together(parts: list[tuple[str, str]], word: str) -> list[tuple[str, str]]:
    """ "the dealer has declared neither trumps nor tricks", for clauses in a row that say of one
    player that they have, or have not, done the same with several things."""
    found: list[tuple[str, str]] = []
    for wanted, group in groupby(parts, key=lambda part: _doing(part, word)):
        same = list(group)
        alike = [match for text, _ in same if (match := _DONE.fullmatch(text))]
        things = [match[4] for match in alike]
        if wanted is None or len(alike) < 2 or any("," in thing for thing in things):
            found += same
            continue
        subject, negated, deed = wanted
        told = join(things, word)
        if negated:
            told = f"neither {' nor '.join(things)}"
        found.append((f"{subject} {deed} {told}", ""))
    return found


def _doing(part: tuple[str, str], word: str) -> tuple[str, bool, str] | None:
    """Who has done what, or has not, where the same of other things can be told with it."""
    text, joint = part
    match = _DONE.fullmatch(text)
    if match is None or joint or (match[2] and word == "or"):
        return None
    return match[1], bool(match[2]), match[3]


def absorbed(node: Node) -> Node:
    """ "not A, or A and B" without the second A: that it is so goes without saying there."""
    if not isinstance(node, Binary) or node.operator != "or":
        return node
    ways = flat("or", node)
    denied = [way.operand if isinstance(way, Not) else Not(way) for way in ways]
    found = []
    for way in ways:
        parts = flat("and", way)
        kept = [part for part in parts if part not in denied]
        found.append(conjunction(kept) if kept and len(parts) > 1 else way)
    return disjunction(found)


def conjunction(nodes: list[Node]) -> Node:
    joined = nodes[0]
    for part in nodes[1:]:
        joined = Binary("and", joined, part)
    return joined


def disjunction(nodes: list[Node]) -> Node:
    joined = nodes[0]
    for part in nodes[1:]:
        joined = Binary("or", joined, part)
    return joined


def _joint(node: Node, yes: bool) -> str:
    """The word that joins the parts of a clause, if it has several."""
    while isinstance(node, Not):
        node, yes = node.operand, not yes
    if isinstance(node, Binary) and node.operator in ("and", "or"):
        if yes:
            return node.operator
        return "or" if node.operator == "and" else "and"
    if isinstance(node, Call) and node.function == "any" and yes:
        return ""
    return ""


def _equality(node: Node, yes: bool) -> str:
    if not isinstance(node, Binary) or node.operator not in ("==", "!="):
        return ""
    return node.operator if yes else OPPOSITE[node.operator]


def _bound(node: Binary, *, lower: bool) -> int | None:
    """The least (or greatest) whole number that a comparison allows."""
    if not isinstance(node.right, Number):
        return None
    value = node.right.value
    if lower:
        return {">=": value, ">": value + 1}.get(node.operator)
    return {"<=": value, "<": value - 1}.get(node.operator)


def _formed(texts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """ "the cards form a pair or a run": what the same cards may form is told at once."""
    found = [re.fullmatch(r"(the cards .+? form) (an? .+)", text) for text, _ in texts]
    forms = [match for match in found if match is not None]
    if len(forms) < 2 or len(forms) < len(texts) or len({match[1] for match in forms}) > 1:
        return texts
    return [(f"{forms[0][1]} {join([match[2] for match in forms], 'or')}", "")]


def _is_lack(node: Node) -> bool:
    match node:
        case Binary("==", left, Number(0)):
            return not isinstance(left, Number)
        case Not(_):
            return True
    return False


def _like(before: str, text: str) -> str:
    """ "and the house is not": a clause that says of somebody else what was just said."""
    pattern = r"(.{2,40}?) (is|are)( not)? (\w+ing .+|\w+ed .+|dealt .+)$"
    one, other = re.match(pattern, before), re.match(pattern, text)
    if one is None or other is None or one.group(4) != other.group(4):
        return ""
    subject, be, negative = other.group(1), other.group(2), other.group(3)
    if bool(one.group(3)) != bool(negative):
        return f"{subject} {be}{negative or ''}" if negative else f"{subject} {be}"
    return f"so {be} {subject}" if not negative else f"neither {be} {subject}"


def _without_repeat(before: str, text: str) -> str:
    """A clause that goes on with the subject and verb of the one before leaves them out."""
    being = r"(you|they|it) (are|is) (?=the |on )"
    again = re.match(being, text)
    if again is not None and before.startswith(again[0]) and re.match(being, before):
        return text[again.end() :]
    named = re.match(r"(the [\w' ]{2,30}? )(?:has|have) ", text)
    if named is not None and re.match(rf"{re.escape(named[1])}ha(?:s|ve) ", before):
        return text.removeprefix(named[1])
    match = re.match(r"(you|they|it) (have|has|hold|holds) ", text)
    if match is None:
        return text
    pronoun, verb = match.groups()
    verb = verb.removesuffix("s") if verb != "has" else "have"
    start = rf"(.{{1,60}}?) ({verb}|{verb}s|{'has' if verb == 'have' else verb}) "
    earlier = re.match(start, before)
    if earlier is None:
        return text
    subject = earlier.group(1)
    same = subject == pronoun or (
        pronoun == "they"
        and re.match(r"(a|another|each|every|one of|only|the) ", subject) is not None
    )
    same = same or (pronoun == "it" and subject.endswith("side"))
    if not same or " " in subject.replace(" ", "", 4):
        return text
    goes_on = before[earlier.end() :]
    if goes_on.startswith("not ") or _after_have(goes_on) != _after_have(text[match.end() :]):
        # "you have not looked and have a chip": it is another "have".
        return text.removeprefix(f"{pronoun} ")
    return text[match.end() :]


def _after_have(text: str) -> bool:
    """Whether what follows "have" is what somebody has done."""
    return is_participle(text.split(" ")[0])


def _negative_subject(text: str) -> str:
    match = re.match(r"(neither side|nobody|no other player)\b", text)
    return match.group(1) if match else ""
