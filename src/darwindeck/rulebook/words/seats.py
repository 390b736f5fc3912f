"""Seats and sides in words: "the player to the dealer's left", "your side"."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import TYPE_CHECKING

from darwindeck.english import join, ordinal
from darwindeck.genome.expressions import Binary, Call, Name, Node, Not, Number
from darwindeck.genome.expressions.simplify import TRUE
from darwindeck.genome.schema import (
    Attribute,
    CardCondition,
    ChoiceKind,
    ClaimPhase,
    Owner,
    PassPhase,
    TrickPhase,
    TurnsPhase,
)
from darwindeck.rulebook.words.faces import matching
from darwindeck.rulebook.words.persons import A_SIDE, NOBODY, THEY, YOU, Person
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import OWN_HAND, flat, tree

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words

Arguments = tuple[Node, ...]


_ALONE = ("dealer", "leader", "winner", "last_taker", "each", "teams")
"""Whoever these are, in a game for one it is the one who plays."""


_EITHER = re.compile(r"([^()]+) \(or, if ([^()]+), ([^(),]+)\)")
"""One player or, in a certain case, another."""


class SeatWords:
    """Puts the seats and sides of one game into words."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.lexicon = words.lexicon
        self._remembered: dict[Hashable, Person] = {}
        """Persons found before: parts of deep expressions are asked for again and again."""
        self._functions: dict[str, Callable[[Arguments, Scene], Person]] = {
            "left": lambda a, s: self._neighbour(a[0], s, forward=True),
            "right": lambda a, s: self._neighbour(a[0], s, forward=False),
            "across": self._across,
            "partner": self._partner,
            "offset": self._offset,
            "next": lambda a, s: self._nearest(a, s, "next player after"),
            "previous": lambda a, s: self._nearest(a, s, "nearest player before"),
            "holder": self._holder,
            "first_to_name": self._first_to_name,
            "with_most": lambda a, s: self._first_with(a, s, "highest"),
            "with_least": lambda a, s: self._first_with(a, s, "lowest"),
            "team": self._team,
            "opponents": self._opponents,
            "others": self._others,
            "where": self._where,
            "from": self._from,
            "if": self._if,
        }

    @property
    def two_players(self) -> bool:
        return self.lexicon.genome.player_count == 2 and self.lexicon.genome.house is None

    def seat(self, node: Node, scene: Scene) -> Person:
        """Whoever an expression of seats means."""
        key = (node, scene, self.words.told.turns)
        if key not in self._remembered:
            self._remembered[key] = self._seat(node, scene)
        return self._remembered[key]

    def _seat(self, node: Node, scene: Scene) -> Person:
        if node == scene.named:
            return scene.subject
        match node:
            case Name(name):
                return self._named(name, scene)
            case Call(function, arguments) if function in self._functions:
                return self._functions[function](arguments, scene)
        return Person("the player meant")

    def _named(self, name: str, scene: Scene) -> Person:
        if name == "turn":
            return scene.turn
        if name == "leader" and scene.leader is not None:
            return scene.leader
        if name == "teams" and not self.lexicon.teams:
            name = "each"
        known = {
            "dealer": Person("the dealer"),
            "leader": Person("the leader of the trick"),
            "winner": Person(
                "the winner of the last trick" if scene.play_is_over else "the winner of the trick"
            ),
            "last_taker": Person("the player who last took cards"),
            "house": Person(f"the {self.lexicon.house}", later="it"),
            "each": Person("each player", quantified=True),
            "teams": Person("each side", later="it", side=True, quantified=True),
            "none": NOBODY,
        }
        if name in _ALONE and self.lexicon.alone:
            return YOU
        if name in known:
            return known[name]
        if name in self.words.books.own_roles:
            # Where somebody else is spoken of, "you" could be taken to mean them.
            return YOU if scene.subject.is_you else Person("the player whose turn it is")
        if name in self.lexicon.roles:
            self.words.told.speak_of(name, self.words.told.roles)
            return Person(f"the {self.lexicon.roles[name].label}")
        if name in self.lexicon.lets:
            self.words.told.speak_of(name, self.words.told.lets)
            return Person(f"the {self.lexicon.lets[name].label}")
        choice = self.lexicon.choices.get(name)
        if choice is not None and choice.type is ChoiceKind.SEAT:
            return Person(f"that {choice.label}")
        return Person("the player meant")

    # single seats

    def _neighbour(self, node: Node, scene: Scene, *, forward: bool) -> Person:
        person = self.seat(node, scene)
        if self.two_players:
            if person.name in ("you", "they", "the dealer") and node != scene.named:
                return Person(f"{person.own} opponent")
            return Person("the other player")
        if self.lexicon.reverses:
            word = "next" if forward else "previous"
            if node == Name("turn") and person.is_you:
                return Person(f"the {word} player")
            return Person(f"the {word} player after {person.obj}")
        side = "left" if forward == self.lexicon.clockwise else "right"
        return Person(f"the player to {person.having(side)}")

    def _across(self, arguments: Arguments, scene: Scene) -> Person:
        if self.two_players:
            return self._neighbour(arguments[0], scene, forward=True)
        return Person(f"the player opposite {self.seat(arguments[0], scene).obj}")

    def _partner(self, arguments: Arguments, scene: Scene) -> Person:
        if arguments[0] == Name("turn") and scene.partner is not None:
            return scene.partner
        return Person(self.seat(arguments[0], scene).having("partner"))

    def _offset(self, arguments: Arguments, scene: Scene) -> Person:
        person = self.seat(arguments[0], scene)
        if isinstance(arguments[1], Number):
            places = arguments[1].value
            way = "after" if places > 0 else "before"
            return Person(f"the {ordinal(abs(places))} player {way} {person.obj}")
        places_text = self.words.amounts.noun(arguments[1], scene)
        return Person(f"the player as many places after {person.obj} as {places_text}")

    def _nearest(self, arguments: Arguments, scene: Scene, word: str) -> Person:
        person = self.seat(arguments[0], scene)
        if unique := self._only_one(arguments[1], scene):
            return unique
        if first := self._foremost(person, arguments[1], scene):
            return first
        if other := self._third(arguments[0], arguments[1]):
            return other
        who = self.relative(arguments[1], scene)
        forward = word.startswith("next")
        if person.name in ("you", "they") and not self.lexicon.reverses and not self.two_players:
            side = "left" if forward == self.lexicon.clockwise else "right"
            return Person(f"the nearest player to {person.own} {side} {who}")
        return Person(f"the {word} {person.obj} {who}")

    def _third(self, one: Node, condition: Node) -> Person | None:
        """Of three players, the one who has neither of two roles."""
        if self.lexicon.genome.player_count != 3 or not isinstance(one, Name):
            return None
        match condition:
            case Binary("!=", Name("turn"), Name(role)) | Not(Call("is", (Name(role),))):
                known = role in self.lexicon.roles and one.id in self.lexicon.roles
                if known and one.id != role:
                    return Person(
                        f"the other player who is not the {self.lexicon.roles[role].label}"
                    )
        return None

    def _only_one(self, condition: Node, scene: Scene) -> Person | None:
        """For a place that one player alone has, "nearest" need not be said."""
        match condition:
            case Binary("==", Name(name), Number(_)) if name in self.lexicon.counters:
                return Person(f"the player {self.relative(condition, scene)}")
        return None

    def _foremost(self, person: Person, condition: Node, scene: Scene) -> Person | None:
        """The player with the most or the least of something, among all or some of them."""
        match condition:
            case Call("most" | "least" as way, (what,)):
                word = "highest" if way == "most" else "lowest"
                match what:
                    case Call("points", (zone, table)):
                        many = "most" if way == "most" else "fewest"
                        label = self.words.table_label(table)
                        place = self.words.zones.zone(zone, scene.about(THEY))
                        return Person(f"the player with the {many} {label} {place.within}")
                return Person(f"the player with the {word} {self._bare(what, scene)}")
            case Binary(
                "and",
                state,
                Binary("==", what, Call("highest" | "lowest" as word, (Call("where", rest), same))),
            ) if rest == (Name("each"), state) and what == same:
                group = self.group(Call("where", (Name("each"), state)), scene)
                return Person(
                    f"of {group}, the one with the {self._outdone(what, scene, word)} (of several "
                    f"who are equal, the first after {person.obj})"
                )
            case Binary("==", what, Call("highest" | "lowest" as word, (Name("each"), same))) if (
                what == same
            ):
                return Person(
                    f"the player with the {self._outdone(what, scene, word)} (of several who are "
                    f"equal, the first after {person.obj})"
                )
        return None

    def _outdone(self, what: Node, scene: Scene, word: str) -> str:
        """What the first of all have: "highest bid", "most tricks"."""
        quantity = self.words.quantities.of(what, scene)
        if quantity is not None and quantity.unit and not quantity.figures:
            word = "most" if word == "highest" else "fewest"
        return f"{word} {self._bare(what, scene)}"

    def _bare(self, what: Node, scene: Scene) -> str:
        quantity = self.words.quantities.of(what, scene)
        return quantity.bare if quantity is not None else self.words.amounts.noun(what, scene)

    def _first_with(self, arguments: Arguments, scene: Scene, word: str) -> Person:
        """Who has most or least of something; of equals the first in the order that is said."""
        seats, what = arguments
        those, first = self.start_of(seats, scene)
        inner, start = (those, first)
        match those:
            case Call("where", (Call("from", (among, begins)), condition)):
                inner, start = Call("where", (among, condition)), self.seat(begins, scene)
        start = start or self._neighbour(Name("dealer"), scene, forward=True)
        compared = self._compared(what, scene, word)
        match inner:
            case Name("each"):
                one = f"the player {compared}"
            case Call("where", (Name("each"), Binary("==", key, Call("highest", (_, same))))) if (
                key == same
            ):
                most = self._bare(key, scene)
                one = f"of the players with the highest {most}, the one {compared}"
            case _:
                one = f"of {self.group(inner, scene)}, the one {compared}"
        left = self._neighbour(Name("dealer"), scene, forward=True)
        order = "after the dealer" if start == left else f"from {start.obj} on"
        return Person(f"{one} (of equals, the first {order})")

    def _compared(self, what: Node, scene: Scene, word: str) -> str:
        """ "with the highest number of pips", "whose cards are the lowest, compared …"."""
        match what:
            case Call("from_highest" | "from_lowest" as way, (zone,)):
                place = self.words.zones.zone(zone, scene.about(THEY))
                end = "highest down" if way == "from_highest" else "lowest up"
                return f"whose {place.label} is {word}, card by card from the {end}"
            case Call("highest_in" | "lowest_in" as way, (zone, cards)):
                place = self.words.zones.zone(zone, scene.about(THEY))
                phrase = self.words.cards.phrase(self.words.card_set(cards))
                card = phrase.one.replace(" of one's own", " of their own")
                if way == f"{word}_in":
                    return f"with the {word} {card} {place.within}"
                return f"whose {way.removesuffix('_in')} {card} {place.within} is the {word}"
        return f"with the {word} {self._bare(what, scene)}"

    def _holder(self, arguments: Arguments, scene: Scene) -> Person:
        phrase = self.words.cards.phrase(self.words.card_set(arguments[0]))
        if phrase.unique:
            return Person(f"the player who holds {phrase.with_article}")
        faces = matching(self.lexicon, self.words.card_set(arguments[0]))
        if faces is not None and len(faces) == 1 == self.lexicon.faces[next(iter(faces))]:
            return Person(f"the player who holds the {phrase.one}")
        if faces is not None and len(set(faces)) == 1:
            return Person(f"the first player who holds {phrase.with_article}")
        name = arguments[0].id if isinstance(arguments[0], Name) else ""
        named = self.lexicon.card_sets.get(name)
        by_step = (
            named is not None and bool(named.cards.step) and Attribute.SUIT in named.cards.same
        )
        if by_step and max(self.lexicon.faces.values()) == 1:
            # There is only one such card beside each.
            return Person(f"the player who holds the {phrase.one}")
        return Person(f"the player who holds the lowest {phrase.one} that anybody has")

    def _first_to_name(self, arguments: Arguments, scene: Scene) -> Person:
        choice = arguments[1]
        label = "thing"
        if isinstance(choice, Name) and choice.id in self.lexicon.choices:
            label = self.lexicon.choices[choice.id].label
        of = self.seat(arguments[2], scene)
        members = f"the player of {of.name}" if of.side else f"the one of {of.name}"
        return Person(f"{members} who first named the {label} of the final bid")

    def _if(self, arguments: Arguments, scene: Scene) -> Person:
        condition, yes, no = arguments
        match condition:
            case Binary(">", Call("number", (Name("each"),)), Number(few)) if (
                self.words.genome.player_count <= few
            ):
                # There are never more of them.
                return self.seat(no, scene)
        clause = self.words.conditions.clause(condition, scene, yes=False)
        one, other = self.seat(yes, scene), self.seat(no, scene)
        sides = one.side and other.side
        within = _EITHER.fullmatch(other.name)
        if within is not None:
            # One of several that depends on something else again.
            name = f"{within[1]}, but {within[3]} if {within[2]}"
            return Person(f"{one.name} (or, if {clause}, {name})", side=sides)
        return Person(f"{one.name} (or, if {clause}, {other.name})", side=sides)

    # several seats

    def _team(self, arguments: Arguments, scene: Scene) -> Person:
        person = self.seat(arguments[0], scene)
        if not self.lexicon.teams:
            return person
        return Person(person.having("side"), later="it", side=True)

    def _opponents(self, arguments: Arguments, scene: Scene) -> Person:
        person = self.seat(arguments[0], scene)
        if person.side:
            return Person("the other side", later="it", side=True)
        if self.two_players:
            return Person(person.having("opponent"))
        return Person(person.having("opponents"), plural=True, side=self.lexicon.teams)

    def _others(self, arguments: Arguments, scene: Scene) -> Person:
        person = self.seat(arguments[0], scene)
        if self.two_players:
            if person.name in ("you", "they"):
                return Person(f"{person.own} opponent")
            if isinstance(arguments[0], Name) and arguments[0].id in self.lexicon.roles:
                return Person(person.having("opponent"))
            return Person("the other player")
        if person == scene.turn:
            return Person("every other player", quantified=True)
        return Person(f"every player but {person.obj}", quantified=True)

    def _fits_one(self, condition: Node) -> bool:
        """Whether no more than one player can be so: of whom something is true that is true of
        one, who has one certain card, or who has ended the play by being out."""
        return any(map(self._is_of_one, flat("and", condition)))

    def _is_of_one(self, condition: Node) -> bool:
        match condition:
            case Name("took_last") | Call("most" | "least", (_,)):
                return True
            case Binary(">" | "==" | ">=", Call("count", (Name(zone), Name(cards))), Number(n)):
                least = n + 1 if condition.operator == ">" else n
                spec = self.lexicon.zones.get(zone)
                one = self.words.cards.phrase(CardCondition(named=cards)).unique
                return least == 1 and one and spec is not None and spec.owner is Owner.SEAT
            case Binary("==", left, Number(0)) if left in OWN_HAND:
                return self._first_out_ends
        return False

    @cached_property
    def _first_out_ends(self) -> bool:
        """Whether nobody else can run out of cards once a player has."""
        turns = [part for _, part in self.lexicon.all_parts if isinstance(part, TurnsPhase)]
        out = [Call("any", (Name("each"), Binary("==", left, Number(0)))) for left in OWN_HAND]
        plays = (TrickPhase, PassPhase, ClaimPhase)
        return (
            len(turns) == 1
            and any(end in out for end in flat("or", tree(turns[0].until)))
            and not self.lexicon.has(*plays)
        )

    def _where(self, arguments: Arguments, scene: Scene) -> Person:
        base = self.seat(arguments[0], scene)
        match arguments:
            case (_, condition) if condition == TRUE:
                return base
            case (
                Call("others", (Name(one),)),
                Binary("==", Call("left" | "right" as side, (Name("turn"),)), Name(role)),
            ) if one == role and role in self.lexicon.roles and not self.two_players:
                # Who has somebody on one side sits on the other side of them.
                return self._neighbour(Name(role), scene, forward=side == "right")
        before = not self.words.told.turns and self.words.books.outlives_a_hand(arguments[1])
        # Of which hand it speaks, a row of such clauses says once.
        told, self.words.told.last_hand = self.words.told.last_hand, before
        before = before and not told
        who = self.words.books.place(arguments[1], before=before)
        who = who or self.relative(arguments[1], scene)
        if base.side and base.quantified:
            who = who.replace("won by their side", "it has won")
            if len(self.lexicon.genome.teams) == 2:
                who = who.replace("than anyone else's", "than the other side's")
        roles = self._roles(arguments[1])
        if base.name == "each player" and len(roles) > 1:
            return Person(join(roles), plural=True, quantified=True)
        single = self.words.books.names_one(arguments[1]) or self._fits_one(arguments[1])
        if base.name == "each player" and single:
            return Person(f"the player {who}")
        if base.name.startswith("every player but "):
            base = Person("each other player", quantified=True)
        return Person(
            f"{self._one_of(base)} {who}",
            later=base.later,
            quantified=True,
            side=base.side and base.quantified,
        )

    def _roles(self, condition: Node) -> list[str]:
        """The roles of which somebody is asked whether they have one of them."""
        found = []
        for part in flat("or", condition):
            match part:
                case Call("is", (Name(name),)) if (
                    name in self.lexicon.roles and not self.lexicon.having(name)
                ):
                    found.append(f"the {self.lexicon.roles[name].label}")
                case _:
                    return []
        return found

    def _one_of(self, base: Person) -> str:
        if base.quantified:
            return base.name
        if base.side and base.name.endswith(" side"):
            return f"each player on {base.name}"
        return f"each of {base.name}" if base.plural else base.name

    def _from(self, arguments: Arguments, scene: Scene) -> Person:
        return self.seat(arguments[0], scene)

    def start_of(self, node: Node, scene: Scene) -> tuple[Node, Person | None]:
        """The seats of an expression and the one that begins, if it says so."""
        match node:
            case Call("where", (inner, condition)) if condition == TRUE:
                return self.start_of(inner, scene)
            case Call("from", (inner, start)):
                return inner, self.seat(start, scene)
            case Call("where", (Call("from", (inner, start)), condition)):
                return Call("where", (inner, condition)), self.seat(start, scene)
        return node, None

    def member(self, node: Node, scene: Scene) -> Person:
        """One of some seats, unnamed: "a player", "another player", "an opponent"."""
        base = self.seat(node, scene)
        match node:
            case Name("each"):
                return Person("a player")
            case Name("teams"):
                return A_SIDE if self.lexicon.teams else Person("a player")
            case Call("others", _):
                return base if self.two_players else Person("another player")
            case Call("where", (inner, condition)):
                person = self.member(inner, scene)
                return Person(f"{person.name} {self.relative(condition, scene)}")
            case Call("from", (inner, _)):
                return self.member(inner, scene)
            case Call("opponents", _) if base.plural:
                return Person(f"one of {base.name}")
            case Call("team", _) if base.side:
                return Person(f"a player of {base.name}")
        return base

    def every(self, node: Node, scene: Scene) -> Person:
        base = self.seat(node, scene)
        if node == Name("each"):
            return Person("every player")
        if node == Name("teams"):
            if base.side:
                return Person("every side", later="it", side=True)
            return Person("every player")
        if base.quantified:
            return base
        if base.side and not base.plural:
            return Person(f"every player of {base.name}")
        return Person(f"every one of {base.name}") if base.plural else base

    def nobody(self, node: Node, scene: Scene) -> Person:
        """None of some seats."""
        base = self.seat(node, scene)
        match node:
            case Name("each"):
                return Person("nobody")
            case Name("teams"):
                if not self.lexicon.teams:
                    return Person("nobody")
                two = len(self.lexicon.genome.teams) == 2
                return Person("neither side" if two else "no side", later="it", side=True)
            case Call("others", _) if base.quantified:
                return Person(base.name.replace("every", "no", 1))
            case Call("where", (inner, condition)):
                person = self.nobody(inner, scene)
                return Person(f"{person.name} {self.relative(condition, scene)}")
        return Person(f"none of {base.name}")

    def group(self, node: Node, scene: Scene) -> str:
        """Some seats as a group: "the players", "the other players"."""
        base = self.seat(node, scene)
        match node:
            case Name("each"):
                return "the players"
            case Name("teams"):
                return "the sides" if base.side else "the players"
            case Call("others", _) if not self.two_players:
                if base.name == "every other player":
                    return "the other players"
                outside = re.fullmatch(r"every player but (.+ side)", base.name)
                if outside is not None:
                    return f"all players outside {outside[1]}"
                return base.name.replace("every player but", "all players but", 1)
            case Call(
                "where",
                (
                    Name("each"),
                    Binary("==", what, Call("highest" | "lowest" as word, (Name("each"), same))),
                ),
            ) if what == same:
                return f"the players with the {self._outdone(what, scene, word)}"
            case Call("where", (inner, condition)) if condition == TRUE or (
                condition == Name("active") and not self.lexicon.drop_out
            ):
                return self.group(inner, scene)
            case Call("where", (inner, condition)):
                who = self.relative(condition, scene, plural=True)
                return f"{self.group(inner, scene)} {who}"
            case Call("from", (inner, _)):
                return self.group(inner, scene)
        return base.name

    def relative(self, condition: Node, scene: Scene, *, plural: bool = False) -> str:
        """A condition as a relative clause: "who has no cards left"."""
        who = Person("who", plural, "they")
        text = self.words.conditions.clause(condition, scene.about(who))
        if re.match(r"(who|whose) ", text):
            return text
        they = Person("they", True, "they")
        clause = self.words.conditions.clause(condition, scene.about(they))
        if re.match(r"the (?:highest|lowest|cards) .*\b(?:they|their)\b", clause):
            # What is theirs is compared with what the others have.
            clause = re.sub(r" than anyone else$", " than anyone else's", clause)
            return f"whose {clause.removeprefix('the ')}"
        return f"for whom {clause}"
