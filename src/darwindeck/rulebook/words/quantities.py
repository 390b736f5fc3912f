"""What can be counted or measured in a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from darwindeck.english import a, done_things, is_plural, plural, singular
from darwindeck.genome.expressions import Call, Name, Node, Number
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.schema import Counter, DeclarePhase, Let, Move, Scope
from darwindeck.rulebook.words.holdings import HoldingWords
from darwindeck.rulebook.words.persons import Person
from darwindeck.rulebook.words.quantity import Quantity, being, having, passive, there_are
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import tree

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words


def _counts_points(label: str) -> bool:
    """Points are a measure rather than things that one has."""
    return "points" in label.split()


class QuantityWords:
    """The quantities of one game."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.lexicon = words.lexicon
        of_person: dict[str, Callable[[Person], Quantity]] = {
            "score": self._score,
            "hand_score": self._hand_score,
            "tricks": self._tricks,
            "chips": self._chips,
            "staked": self._staked,
            "owed": self._owed,
            "position": self._position,
        }
        self._of_person = of_person
        drawn = words.lexicon.drawing
        self._of_turn = {"played": "played", "drawn": drawn, "picked": "moved"}
        self._of_game: dict[str, Callable[[], Quantity]] = {
            "hand_number": lambda: Quantity("the number of the hand", "number of the hand"),
            "deal_number": lambda: Quantity("the number of the deal", "number of the deal"),
            "trick": lambda: Quantity("the number of the trick", "number of the trick"),
            "standing": lambda: Quantity("the highest bid so far", "highest bid so far"),
            "turns": self._turns,
            "tricks_played": self._tricks_played,
            "bids": self._bids,
            "calls": self._calls,
            "passes_in_row": self._passes_in_row,
            "pot": self._pot,
            "raised": self._raised,
        }
        self._of_several: dict[str, Callable[[tuple[Node, ...], Scene], Quantity | None]] = {
            "declared": self._declared,
            "number": self._number,
            "sum": self._sum,
            "other": self._other,
            **HoldingWords(words).functions,
        }

    def of(self, node: Node, scene: Scene) -> Quantity | None:
        """The quantity that an expression names; None if it is something worked out."""
        match node:
            case Name("hand_size"):
                return self.of(Call("size", (Name("hand"),)), scene)
            case Call("hand_size", (owner,)):
                return self.of(Call("size", (Call("hand", (owner,)),)), scene)
            case Name(name):
                return self._named(name, (), scene)
            case Call(name, arguments):
                return self._named(name, arguments, scene)
        return None

    def _named(self, name: str, arguments: tuple[Node, ...], scene: Scene) -> Quantity | None:
        counter = self.lexicon.counters.get(name)
        let = self.lexicon.lets.get(name)
        if counter is not None and name in self.words.books.rows_of_passes:
            return self._passes_in_row()
        if counter is not None:
            self.words.told.speak_of(name, self.words.told.counters)
            return self._term(counter, self._owner(name, arguments, scene, counter.scope))
        if let is not None:
            match tree(let.value):
                case Call("declared", (_, _)) as alias if let.scope is not Scope.TABLE:
                    # What combinations are worth is as short as any name for it.
                    self.words.told.unsaid.append(self.lexicon.let_path(name))
                    owner = self._owner(name, arguments, scene, let.scope)
                    return self.of(alias, scene if owner is None else scene.about(owner))
            self.words.told.speak_of(name, self.words.told.lets)
            found = self._term(let, self._owner(name, arguments, scene, let.scope))
            match tree(let.value):
                case Call("trailing", _) as cards:
                    # Whether there are any is whether cards form the combination.
                    counted = self.of(cards, scene)
                    if counted is not None:
                        return replace(found, none=counted.none, some=counted.some)
            return found
        if name in self.lexicon.choices and not arguments:
            label = self.lexicon.choices[name].label
            return Quantity(f"the {label}", label, is_plural(label))
        if name in self._of_person:
            person = self.words.seats.seat(arguments[0], scene) if arguments else scene.subject
            return self._of_person[name](person)
        if name in self._of_turn:
            person = self.words.seats.seat(arguments[0], scene) if arguments else scene.subject
            # What is kept for a turn is still that of the turn before.
            when = "in the turn before" if scene.out_of_turn else "this turn"
            return self._in_turn(person, self._of_turn[name], when)
        if name in self._of_game:
            return self._of_game[name]()
        if name in self._of_several and name in VOCABULARY:
            return self._of_several[name](arguments, scene)
        return None

    def _owner(
        self, name: str, arguments: tuple[Node, ...], scene: Scene, scope: Scope
    ) -> Person | None:
        if scope is Scope.TABLE:
            return None
        person = self.words.seats.seat(arguments[0], scene) if arguments else scene.subject
        if scope is Scope.SEAT and person.side and self.lexicon.teams:
            self.words.told.side_sums.append(name)
        return self.side_of(person) if scope is Scope.TEAM else person

    def side_of(self, person: Person) -> Person:
        """The side of a player, where a number or a state belongs to sides."""
        if not self.lexicon.teams or person.side or person.name in ("who", "a player"):
            return person
        return Person(person.having("side"), later="it", side=True)

    def _moves(self, label: str) -> Quantity:
        when = label.removeprefix("moves ")
        return Quantity(
            f"the number of {label}",
            f"number of {label}",
            unit="move",
            units="moves",
            tail=when,
            statement=lambda count, many: f"{count} {'have' if many else 'has'} been made {when}",
        )

    def _term(self, term: Counter | Let, owner: Person | None) -> Quantity:
        """A counter or a let: counted if its label is a plural, else measured."""
        label = term.label
        many = self.lexicon.is_counted(term.name, label)
        if owner is None:
            noun, statement = f"the {label}", there_are()
            if label.startswith("moves "):
                # Moves are made rather than that there are some.
                return self._moves(label)
            done = done_things(label)
            if done is not None:
                statement = being(done[1])
        else:
            several = owner.plural and owner.name not in ("you", "they", "who")
            noun = owner.having(plural(label) if several else label)
            statement = having(owner, "have")
        return Quantity(
            noun,
            label,
            many,
            self.lexicon.one_of(term.name, label) if many else "",
            label if many else "",
            statement=statement if many and not _counts_points(label) else None,
            owner=owner,
            kind=term.name,
        )

    # the state of the game

    def _turns(self) -> Quantity:
        # A player alone makes moves; nobody waits for a turn.
        alone = self.lexicon.genome.player_count == 1
        unit, done = ("move", "made") if alone else ("turn", "taken")
        return Quantity(
            f"the number of {unit}s {done}",
            f"number of {unit}s {done}",
            unit=unit,
            units=f"{unit}s",
            statement=passive(f"been {done}"),
            kind="turns",
            figures=True,
        )

    def _tricks_played(self) -> Quantity:
        return Quantity(
            "the number of tricks played",
            "number of tricks played",
            unit="trick",
            units="tricks",
            tail="played",
            statement=passive("been played"),
        )

    def _bids(self) -> Quantity:
        return Quantity(
            "the number of bids",
            "number of bids",
            unit="bid",
            units="bids",
            statement=passive("been made"),
            none="nobody has bid",
            some="somebody has bid",
        )

    def _calls(self) -> Quantity:
        return Quantity(
            "the number of calls made",
            "number of calls made",
            unit="call",
            units="calls",
            statement=passive("been made"),
        )

    def _passes_in_row(self) -> Quantity:
        return Quantity(
            "the number of passes in a row",
            "number of passes in a row",
            unit="player",
            units="players",
            statement=lambda count, many: (
                f"{count} in a row have passed" if many else "the last call was a pass"
            ),
            none="the last call was not a pass",
            some="the last call was a pass",
        )

    def _pot(self) -> Quantity:
        return Quantity(
            "the pot",
            "pot",
            unit="chip",
            units="chips",
            tail="in the pot",
            statement=there_are("in the pot"),
            figures=True,
        )

    def _raised(self) -> Quantity:
        return Quantity(
            "the greatest bet or raise of the round",
            "greatest bet or raise of the round",
            unit="chip",
            units="chips",
            none="nobody has bet or raised in this round",
            some="somebody has bet or raised in this round",
            figures=True,
        )

    # what a player or side has

    def _score(self, person: Person) -> Quantity:
        # Where sides score, what one of their players has scored is no total.
        apart = self.lexicon.teams and not person.side
        own = f"of {'your' if person.is_you else 'their'} own" if apart else ""
        return Quantity(
            person.having("own score" if apart else "score"),
            "own score" if apart else "score",
            unit="point",
            units="points",
            statement=having(person, "have", own),
            owner=person,
            kind="score",
            figures=True,
        )

    def _hand_score(self, person: Person) -> Quantity:
        tail = f"in this {self.lexicon.hand_word}"
        return Quantity(
            f"the points {person.name} {person.have} scored {tail}",
            f"score {tail}",
            True,
            unit="point",
            units="points",
            tail=f"{person.name} {person.have} scored {tail}",
            statement=having(person, "have scored", tail),
            stem=having(person, "have scored"),
            after=tail,
            owner=person,
            kind="hand_score",
            figures=True,
        )

    def _tricks(self, person: Person) -> Quantity:
        taken = f"{person.name} {person.have} taken"
        if person.name == "who":
            taken = "they have taken"
        return Quantity(
            f"the tricks {taken}",
            "tricks taken",
            True,
            unit="trick",
            units="tricks",
            tail=taken,
            statement=having(person, "have taken"),
            owner=person,
            kind="tricks",
        )

    def _chips(self, person: Person) -> Quantity:
        return Quantity(
            person.having("chips"),
            "number of chips",
            True,
            "chip",
            "chips",
            f"{person.name} {person.have}",
            having(person, "have"),
            person.does("have no chips left"),
            person.does("have chips left"),
            person,
            "chips",
            True,
        )

    def _staked(self, person: Person) -> Quantity:
        return Quantity(
            person.having("stake"),
            "stake",
            unit="chip",
            units="chips",
            tail=f"{person.name} {person.have} staked",
            statement=having(person, "have staked"),
            none=f"{person.name} {person.have} staked nothing",
            owner=person,
            kind="staked",
            figures=True,
        )

    def _owed(self, person: Person) -> Quantity:
        return Quantity(
            f"what {person.name} {person.have} to stake to call",
            "amount to call",
            unit="chip",
            units="chips",
            tail=f"{person.name} {person.have} to stake to call",
            statement=having(person, "have", "to stake to call"),
            none=f"{person.name} {person.have} staked as much as the highest",
            some=f"{person.name} {person.have} staked less than the highest",
            owner=person,
            kind="owed",
            figures=True,
        )

    def _position(self, person: Person) -> Quantity:
        return Quantity(
            person.having("place in turn after the dealer"),
            "place in turn after the dealer",
            owner=person,
            kind="position",
        )

    def _in_turn(self, person: Person, verb: str, when: str) -> Quantity:
        return Quantity(
            f"the number of cards {person.name} {person.have} {verb} {when}",
            f"number of cards {verb} {when}",
            unit="card",
            units="cards",
            tail=f"{verb} {when}",
            statement=having(person, f"have {verb}", when),
            none=f"{person.name} {person.have} {verb} no card {when}",
            some=f"{person.name} {person.have} {verb} {self._any_card(verb)} {when}",
            owner=person,
            kind=verb,
        )

    def _any_card(self, verb: str) -> str:
        """A card that was taken, to be told from all those that are taken together."""
        moved = any(
            isinstance(part, Move) and part.count is None and str(part.target) == "hand"
            for path, part in self.lexicon.all_parts
            if path[:1] != ("setup",)
        )
        return "a single card" if verb == "taken" and moved else "a card"

    def _declared(self, arguments: tuple[Node, ...], scene: Scene) -> Quantity:
        tag, value, *rest = arguments
        person = self.words.seats.seat(rest[0], scene) if rest else scene.subject
        things = self.words.tag_label(tag)
        worth = self.words.value_label(value)
        said = "announced" if self._is_announced(tag) else "declared"
        one = self._one_declared(tag, things)
        none, some = f"{person.have} {said} no {things}", f"{person.have} {said} {a(one)}"
        if self._is_contested(tag):
            # Of what others have announced, too, nothing counts.
            none, some = (
                f"{person.have} not {said} the best {one}",
                f"{person.have} {said} the best {one}",
            )
        return Quantity(
            f"the {worth} for {person.having(things)}",
            f"{worth} for {things}",
            is_plural(worth),
            none=f"{person.name} {none}",
            some=f"{person.name} {some}",
            owner=person,
            kind=f"declared {things} {worth}",
        )

    def _is_contested(self, tag: Node) -> bool:
        """Whether of combinations that several players declare only the best count."""
        phases = self._declaring(tag)
        return bool(phases) and all(phase.contest is not None for phase in phases)

    def _is_announced(self, tag: Node) -> bool:
        """Whether combinations are announced, not shown, when they are declared."""
        phases = self._declaring(tag)
        return bool(phases) and all(not phase.announce.is_open for phase in phases)

    def _declaring(self, tag: Node) -> list[DeclarePhase]:
        """The phases in which combinations of a group are declared."""
        return [
            part
            for _, part in self.lexicon.all_parts
            if isinstance(part, DeclarePhase)
            and any(
                tag in (Name(name), *map(Name, self.lexicon.patterns[name].tags))
                for name in part.patterns
                if name in self.lexicon.patterns
            )
        ]

    def _one_declared(self, tag: Node, things: str) -> str:
        return self.lexicon.one_of(tag.id, things) if isinstance(tag, Name) else singular(things)

    # several seats at once

    def _number(self, arguments: tuple[Node, ...], scene: Scene) -> Quantity:
        node = arguments[0]
        group = self.words.seats.group(node, scene)
        noun = f"the number of {group.removeprefix('the ').removeprefix('all ')}"
        if isinstance(node, Call) and node.function == "where":
            inner, condition = node.arguments
            others = isinstance(inner, Call) and inner.function == "others"
            unit = "other player" if others else "player"
            if inner == Name("teams") and self.lexicon.teams:
                unit = "side"

            def statement(count: str, many: bool) -> str:
                return self.words.conditions.clause(condition, scene.about(Person(count, many)))

            return Quantity(
                noun,
                noun.removeprefix("the "),
                unit=unit,
                units=plural(unit),
                tail=self.words.seats.relative(condition, scene),
                statement=statement,
                only=True,
            )
        if node == Name("each"):
            return Quantity(
                noun,
                noun.removeprefix("the "),
                unit="player",
                units="players",
                statement=there_are("left in the game"),
            )
        return Quantity(noun, noun.removeprefix("the "))

    def _sum(self, arguments: tuple[Node, ...], scene: Scene) -> Quantity | None:
        match arguments[1]:
            case Call("if", (condition, Number(1), Number(0))):
                # One for each of whom it is true: how many they are.
                return self._number((Call("where", (arguments[0], condition)),), scene)
        group = self.words.seats.group(arguments[0], scene)
        inner = self.of(arguments[1], scene.about(Person(group, plural=True)))
        if inner is None:
            return None
        noun = inner.noun if inner.unit else f"the sum of {inner.noun}"

        def statement(count: str, many: bool) -> str:
            person = Person(f"{group} together", plural=True)
            together = self.of(arguments[1], scene.about(person))
            assert together is not None
            assert together.statement is not None
            return together.statement(count, many)

        told = statement if inner.statement is not None else None
        return replace(inner, noun=noun, statement=told, stem=None, only=not inner.figures)

    def _other(self, arguments: tuple[Node, ...], scene: Scene) -> Quantity | None:
        return self.of(arguments[0], scene.about(self.words.amounts.other_side()))
