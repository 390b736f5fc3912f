"""Bookkeeping that stands for a rule: a row of passes, who played last, the order of going out.

A genome keeps such things in counters, flags and roles. A player needs to hear of the rule alone:
what is written here has no sentence of its own, and what reads it speaks of what really happened.
Each pattern is recognised by all that writes the thing; if anything else writes it, it is told as
it stands.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from darwindeck.english import infinitive, ordinal
from darwindeck.genome.expressions import Binary, Name, Node, Not, Number, nodes_of
from darwindeck.genome.expressions import Call as Call_
from darwindeck.genome.schema import (
    Action,
    AssignRole,
    BlockPhase,
    BuildPhase,
    Call,
    CallPhase,
    Change,
    ChoicePhase,
    DoPhase,
    DrawPhase,
    If,
    Life,
    Moment,
    Move,
    PlayAgain,
    PlayPhase,
    RepeatPhase,
    Scope,
    Set,
    SitOut,
    Skip,
    TurnsPhase,
)
from darwindeck.genome.tree import expressions
from darwindeck.rulebook.document import Path
from darwindeck.rulebook.words.trees import flat, tree

if TYPE_CHECKING:
    from darwindeck.rulebook.words.lexicon import Lexicon

HAS_PLAYED = tree("played > 0")
IS_OUT = tree("hand_size == 0")
ONE_LEFT = tree("number(where(each, hand_size > 0)) == 1")
NUMBER_OUT = tree("number(where(each, hand_size == 0))")
ACTIVE = tree("where(each, active)")
STILL_IN = tree("where(each, hand_size > 0)")


def _to_nought(action: Action, name: str) -> bool:
    return isinstance(action, Set) and action.counter == name and tree(action.to) == Number(0)


class Bookkeeping:
    """What the counters, flags and roles of one game really keep."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._at = dict(lexicon.all_parts)

    def _above(self, path: Path, levels: int) -> object:
        return self._at.get(path[:-levels])

    def _writes(self, name: str) -> list[tuple[Path, Set | Change]] | None:
        """Everything that changes a counter; None if a score goes into it, too."""
        if any(rule.into == name for rule in self.lexicon.genome.scoring_rules or ()):
            return None
        return [
            (path, part)
            for path, part in self.lexicon.all_parts
            if isinstance(part, Set | Change) and part.counter == name
        ]

    def written(self, name: str) -> list[Set | Change] | None:
        """The actions that change a counter; None if a score goes into it, too."""
        writes = self._writes(name)
        return None if writes is None else [part for _, part in writes]

    def _after_playing(self, path: Path) -> bool:
        """Whether an action happens in the course of a turn exactly if a card has been played."""
        phase = self._above(path, 2)
        return isinstance(phase, DoPhase) and phase.who is None and tree(phase.when) == HAS_PLAYED

    # rows of passes

    @cached_property
    def rows_of_passes(self) -> frozenset[str]:
        """Counters that a pass raises by one and that begin anew when somebody plays."""
        found = set()
        for counter in self.lexicon.genome.counters:
            writes = self._writes(counter.name)
            if counter.scope is not Scope.TABLE or counter.flag or counter.start or not writes:
                continue
            raised = [at for at, part in writes if isinstance(part, Change)]
            ends = [(at, part) for at, part in writes if isinstance(part, Set)]
            consumed = [
                at
                for at, part in self.lexicon.all_parts
                if isinstance(part, DoPhase) and self.whole_row(tree(part.when)) == counter.name
            ]
            if (
                raised
                and all(any(at[:-2] == place for at, _ in ends) for place in consumed)
                and all(self._is_pass(at) and self._by_one(at) for at in raised)
                and (
                    any(self._after_playing(at) for at, _ in ends)
                    or all(self._else_ended(at, counter.name) for at in raised)
                )
                and all(self._ends_row(at, part, counter.name) for at, part in ends)
            ):
                found.add(counter.name)
        return frozenset(found)

    def _else_ended(self, raised: Path, name: str) -> bool:
        """Whether everything else that can be done instead of a pass begins its row anew."""
        choice = raised[:-6]
        phase = self._at.get(choice)
        if raised[-6:-5] != ("options",) or not isinstance(phase, ChoicePhase):
            return False
        for option in phase.options:
            calls = option.calls if isinstance(option, CallPhase) else ()
            done = [call.do for call in calls if not call.is_pass] if calls else [option.then]
            if not all(any(_to_nought(action, name) for action in actions) for actions in done):
                return False
        return True

    def _is_pass(self, path: Path) -> bool:
        call = self._above(path, 2)
        return isinstance(call, Call) and call.is_pass

    def _by_one(self, path: Path) -> bool:
        change = self._at[path]
        return isinstance(change, Change) and tree(change.by) == Number(1)

    def _ends_row(self, path: Path, action: Set, name: str) -> bool:
        phase = self._above(path, 2)
        consumed = isinstance(phase, DoPhase) and self.whole_row(tree(phase.when)) == name
        writes = self._writes(name) or []
        instead = any(
            isinstance(part, Change)
            and path[: len(at) - 5] == at[:-5]
            and self._else_ended(at, name)
            for at, part in writes
        )
        begins = self._after_playing(path) or consumed or instead
        return tree(action.to) == Number(0) and begins

    def whole_row(self, node: Node) -> str:
        """The counter of a condition that as many have passed in a row as there are of some."""
        for part in flat("and", node):
            match part:
                case Binary("==" | ">=", Name(name), Call_("number", (among,))) if among == ACTIVE:
                    # There always are some of them.
                    return name
        match node:
            case Binary(
                "and", Binary(">", Name(name), Number(0)), Binary("==" | ">=", Name(same), _)
            ) if name == same:
                return name
        return ""

    # who or what was last

    @cached_property
    def last_played(self) -> frozenset[str]:
        """Numbers that always are how many cards were played last."""
        found = set()
        for counter in self.lexicon.genome.counters:
            writes = self._writes(counter.name)
            if counter.scope is Scope.TABLE and not counter.flag and writes and len(writes) == 1:
                at, part = writes[0]
                value = tree(part.to) if isinstance(part, Set) else None
                if value == Name("played") and self._after_playing(at):
                    found.add(counter.name)
        return frozenset(found)

    @cached_property
    def last_players(self) -> dict[str, Path]:
        """Roles that always belong to whoever played last, and where they are given."""
        found = {}
        for role in self.lexicon.genome.roles:
            given = [
                (path, part)
                for path, part in self.lexicon.all_parts
                if isinstance(part, AssignRole) and part.role == role.name
            ]
            if len(given) == 1 and given[0][1].to == "turn" and self._after_playing(given[0][0]):
                found[role.name] = given[0][0]
            plays = [path for path, part in self._at.items() if isinstance(part, PlayPhase)]
            told = {path[:-2] for path, part in given if part.to == "turn" and path[-2] == "then"}
            told |= {
                place
                for place in self.plays_of_holders
                for path, _ in given
                if path[:-2] == (*place[:-1], int(place[-1]) - 1)
            }
            if given and len(told) == len(given) and told == set(plays):
                found[role.name] = given[0][0]
        return found

    @cached_property
    def plays_of_holders(self) -> dict[Path, str]:
        """Where a role goes to whoever holds some cards, of which they then play one: the phases
        in which they do, and what gives them the role."""
        found: dict[Path, str] = {}
        for path, part in self.lexicon.all_parts:
            at = path[-1] if path else 0
            before = self._at.get((*path[:-1], at - 1)) if isinstance(at, int) else None
            match before, part:
                case (
                    DoPhase(when="true", who=None, actions=(AssignRole(role=role, to=to),)),
                    PlayPhase(when="true", who=who, valid_play_condition=cards),
                ) if who == role and cards is not None:
                    match tree(to):
                        case Call_("holder", (Name(name),)) if name in self.lexicon.card_sets:
                            same = self.lexicon.card_sets[name].cards == cards
                            if same and self._plays_one(part):
                                found[path] = str(to)
        return found

    def _plays_one(self, phase: PlayPhase) -> bool:
        """Whether one card is played, by whoever can, and nothing else is asked of it."""
        one = (tree(phase.min_cards), tree(phase.max_cards)) == (Number(1), Number(1))
        more = phase.allowed or phase.duties or phase.together or phase.beating or phase.then
        plain = phase.after == "true" and phase.source == "hand" and not more
        return one and phase.mandatory and phase.pass_if_unable and plain

    @cached_property
    def deeds_of_roles(self) -> dict[str, str]:
        """Roles that a player gets by one deed alone, and that deed."""
        found: dict[str, str] = {}
        for role in self.lexicon.genome.roles:
            deeds = {
                self._deed(path, part)
                for path, part in self.lexicon.all_parts
                if isinstance(part, AssignRole)
                and part.role == role.name
                and path not in self.ends_of_roles
            }
            if len(deeds) == 1 and "" not in deeds:
                found[role.name] = deeds.pop()
        return found

    @cached_property
    def told_by_deeds(self) -> frozenset[str]:
        """Roles of which nothing is asked but whether somebody, or who, has done what gives them:
        that says it all, and the name of the role is not needed."""
        return frozenset(
            role.name
            for role in self.lexicon.genome.roles
            if role.name in self.deeds_of_roles
            and not role.announced
            and not self.lexicon.having(role.name)
            and role.name not in self.ending_roles | self.own_roles.keys()
            and self._only_compared(role.name)
        )

    def _only_compared(self, role: str) -> bool:
        """Whether a role is only asked whether anybody has it, or whether somebody does."""
        for text in self.lexicon.expressions:
            nodes = list(nodes_of(tree(str(text))))
            asked = 0
            for node in nodes:
                match node:
                    case Call_("set", (Name(name),)) if name == role:
                        asked += 1
                    case Binary("==" | "!=", left, right):
                        asked += (left, right).count(Name(role))
            if asked != nodes.count(Name(role)):
                return False
        return True

    def _deed(self, path: Path, action: AssignRole) -> str:
        """What somebody does to give a role to themselves; empty if it is more than that."""
        around = self._above(path, 2)
        if action.to != "turn":
            return ""
        if isinstance(around, Call) and not around.is_pass and not around.choices:
            return around.label
        whole = isinstance(around, BlockPhase) and path[-2] == "then" and around.who is None
        return infinitive(around.label) if isinstance(around, BlockPhase) and whole else ""

    @cached_property
    def own_roles(self) -> dict[str, str]:
        """Roles that belong to nobody but the player whose turn it is, for that turn, by something
        they said; and what that is."""
        found: dict[str, str] = {}
        for role in self.lexicon.genome.roles:
            given = [
                (path, part)
                for path, part in self.lexicon.all_parts
                if isinstance(part, AssignRole) and part.role == role.name
            ]
            begins = [path for path, part in given if part.to == "turn"]
            ended = any(path in self.ends_of_roles for path, _ in given)
            call = self._above(begins[0], 2) if len(begins) == 1 and len(given) == 2 else None
            phase = self._above(begins[0], 4) if isinstance(call, Call) else None
            own = isinstance(phase, CallPhase) and phase.who is None and phase.rounds == 1
            if ended and own and isinstance(call, Call) and not call.choices:
                found[role.name] = call.label
        return found

    @cached_property
    def ending_roles(self) -> frozenset[str]:
        """Roles of which nothing is ever asked but whether somebody has them, to end the turns."""
        found = set()
        for role in self.lexicon.genome.roles:
            word = re.compile(rf"\b{re.escape(role.name)}\b")
            reads = [text for text in self.lexicon.expressions if word.search(str(text))]
            ends = [
                part
                for part in self._at.values()
                if isinstance(part, TurnsPhase)
                and tree(part.until) == Call_("set", (Name(role.name),))
            ]
            if len(ends) == 1 == len(reads) and not role.announced:
                found.add(role.name)
        return frozenset(found)

    # what has happened once

    @cached_property
    def held_by_one(self) -> frozenset[str]:
        """States of players that one alone is in: it is given to somebody who has a role right
        after it was taken from all."""
        found = set()
        for counter in self.lexicon.genome.counters:
            writes = self._writes(counter.name) or []
            off = Set(counter=counter.name, to=0, who="each")
            on = [(at, part) for at, part in writes if part != off]
            given = bool(on) and all(
                isinstance(part, Set)
                and part.who in self.lexicon.roles
                and self._at.get((*at[:-1], int(at[-1]) - 1)) == off
                for at, part in on
            )
            if given and counter.flag and not counter.start:
                found.add(counter.name)
        return frozenset(found)

    @cached_property
    def drawn_flags(self) -> frozenset[str]:
        """States of the hand that drawing a card brings about, and nothing ends."""
        found = set()
        draws = [path for path, part in self.lexicon.all_parts if isinstance(part, DrawPhase)]
        if any(isinstance(p, Move) and str(p.target).startswith("hand") for p in self._at.values()):
            return frozenset()
        for counter in self.lexicon.genome.counters:
            writes = self._writes(counter.name)
            if not counter.flag or counter.scope is not Scope.TABLE or not writes or counter.start:
                continue
            where = {at[:-2] for at, _ in writes}
            raised = all(isinstance(part, Set) and tree(part.to) == Number(1) for _, part in writes)
            if counter.life is Life.HAND and where == set(draws) and raised:
                found.add(counter.name)
        return frozenset(found)

    @cached_property
    def done_by_both(self) -> dict[str, str]:
        """Numbers of the times that something has been done before a card was drawn, and what.

        Two players take turns, and once somebody has drawn, it is not done any more: so each has
        done it at most once.
        """
        found: dict[str, str] = {}
        if self.lexicon.genome.player_count != 2 or self.lexicon.has(PlayAgain, Skip):
            return found
        for counter in self.lexicon.genome.counters:
            writes = self._writes(counter.name) or []
            counts = counter.scope is Scope.TABLE and counter.life is Life.HAND
            own = counter.name in self.lexicon.wordings
            if len(writes) != 1 or not counts or counter.flag or counter.start or own:
                continue
            path, _ = writes[0]
            phase = self._above(path, 2)
            before = [Not(Name(flag)) for flag in self.drawn_flags]
            if (
                isinstance(phase, DoPhase)
                and isinstance(self._above(path, 4), ChoicePhase)
                and self._by_one(path)
                and len(phase.actions) == 1
                and phase.who is None
                and any(node in before for node in flat("and", tree(phase.when)))
                and infinitive(phase.label)
                and self._only_compared_with_two(counter.name)
            ):
                found[counter.name] = infinitive(phase.label)
        return found

    def _only_compared_with_two(self, name: str) -> bool:
        compared = 0
        for text in self.lexicon.expressions:
            for node in nodes_of(tree(text)):
                match node:
                    case Binary("<" | "==", Name(same), Number(2)) if same == name:
                        compared += 1
                    case Name(same) if same == name:
                        compared -= 1
        return compared == 0

    @cached_property
    def bid_heights(self) -> dict[str, frozenset[Node]]:
        """Numbers that always are the height of the last bid and that only another choice of the
        same kind is compared with; with what these heights are made of."""
        found: dict[str, frozenset[Node]] = {}
        for counter in self.lexicon.genome.counters:
            writes = self._writes(counter.name) or []
            calls = [self._above(path, 2) for path, _ in writes]
            keys = [
                isinstance(call, Call) and isinstance(part, Set) and part.to == call.key
                for call, (_, part) in zip(calls, writes, strict=True)
            ]
            if not writes or not all(keys):
                continue
            given = [tree(part.to) for _, part in writes if isinstance(part, Set)]
            shapes = frozenset(self.shape(node) for node in given)
            compared = [
                node
                for text in self.lexicon.expressions
                for node in nodes_of(tree(text))
                if isinstance(node, Binary) and node.right == Name(counter.name)
            ]
            same = all(
                node.operator in (">=", ">") and self.shape(node.left) in shapes
                for node in compared
            )
            if same and len(compared) == self.reads(counter.name):
                found[counter.name] = shapes
        return found

    def shape(self, node: Node) -> Node:
        """An expression in which what a call names stands for its label."""
        match node:
            case Name(name) if name in self.lexicon.choices:
                return Name(self.lexicon.choices[name].label)
            case Binary(operator, left, right):
                return Binary(operator, self.shape(left), self.shape(right))
            case Call_(function, arguments):
                return Call_(function, tuple(self.shape(argument) for argument in arguments))
        return node

    @cached_property
    def counted_repeats(self) -> dict[Path, tuple[str, int]]:
        """Repetitions that end after so many times, with the number that counts them and the most;
        nothing else reads or writes that number."""
        found: dict[Path, tuple[str, int]] = {}
        for path, part in self.lexicon.all_parts:
            if not isinstance(part, RepeatPhase):
                continue
            match tree(part.as_long_as):
                case Binary("<", Name(name), Number(most)) if name in self.lexicon.counters:
                    writes = self._writes(name) or []
                    counter = self.lexicon.counters[name]
                    last = (*path, "phases", len(part.phases) - 1)
                    own = counter.scope is Scope.SEAT and counter.life is Life.HAND
                    if (
                        own
                        and not counter.start
                        and counter.high >= most
                        and len(writes) == 1 == self.reads(name)
                        and writes[0][0][:-2] == last
                        and writes[0][1].who == "turn"
                        and self._by_one(writes[0][0])
                    ):
                        found[path] = (name, most)
        return found

    @cached_property
    def last_rounds(self) -> dict[str, tuple[Path, Node, int]]:
        """Numbers of turns that are counted, that one included, from the first at whose end
        something is so: the phase of turns that ends with them, what must be so, and how many they
        are."""
        found: dict[str, tuple[Path, Node, int]] = {}
        for path, part in self.lexicon.all_parts:
            if not isinstance(part, TurnsPhase) or self.lexicon.has(PlayAgain, Skip, SitOut):
                continue
            match tree(part.until):
                case Binary("==" | ">=", Name(name), Number(most)) if name in self.lexicon.counters:
                    at = (*path, "phases", len(part.phases) - 1)
                    last, writes = self._at.get(at), self._writes(name) or []
                    counter = self.lexicon.counters[name]
                    if (
                        isinstance(last, DoPhase)
                        and last.who is None
                        and len(last.actions) == 1
                        and [place for place, _ in writes] == [(*at, "actions", 0)]
                        and self._by_one(writes[0][0])
                        and counter.scope is Scope.TABLE
                        and counter.life is Life.HAND
                        and not counter.start
                        and counter.high >= most > 1
                        and self.reads(name) == 2
                    ):
                        match tree(last.when):
                            case Binary("or", Binary(">", Name(same), Number(0)), asked) | Binary(
                                "or", asked, Binary(">", Name(same), Number(0))
                            ) if same == name:
                                found[name] = (path, asked, most)
        return found

    @cached_property
    def answered_leads(self) -> dict[str, int]:
        """Flags that the lead of certain cards raises and that the one answer to it takes away,
        with the place of that effect: nothing else asks for them."""
        found: dict[str, int] = {}
        for counter in self.lexicon.genome.counters:
            own = counter.flag and counter.scope is Scope.TABLE and not counter.start
            writes = self._writes(counter.name) or []
            if not own or len(writes) != 2 or self.reads(counter.name) != 1:
                continue
            raised = [
                at for at, part in writes if isinstance(part, Set) and tree(part.to) == Number(1)
            ]
            gone = [
                at for at, part in writes if isinstance(part, Set) and tree(part.to) == Number(0)
            ]
            if len(raised) != 1 or len(gone) != 1 or raised[0][0] != "special_effects":
                continue
            place = int(raised[0][1])
            answer = self._above(gone[0], 4)
            led = self.lexicon.genome.special_effects[place].moment is Moment.LED
            if (
                led
                and isinstance(answer, CallPhase)
                and len(answer.calls) == 1
                and "before_card" in gone[0]
                and tree(answer.when) == Name(counter.name)
            ):
                found[counter.name] = place
        return found

    @cached_property
    def first_times(self) -> dict[Path, str]:
        """Ways that are taken only once in a hand, with the flag that nothing else reads."""
        found: dict[Path, str] = {}
        for path, part in self.lexicon.all_parts:
            if not isinstance(part, If) or not part.otherwise:
                continue
            match tree(part.condition):
                case Not(Name(flag)) if flag in self.lexicon.counters:
                    if self._only_here(flag, (*path, "then")):
                        found[path] = flag
        return found

    def _only_here(self, flag: str, path: Path) -> bool:
        """Whether a flag is raised on one way only, and asked nowhere but before it."""
        counter = self.lexicon.counters[flag]
        word = re.compile(rf"\b{re.escape(flag)}\b")
        reads = [t for t in self.lexicon.expressions if word.search(str(t))]
        writes = self._writes(flag) or []
        if len(writes) != 1 or len(reads) != 1 or writes[0][0][:-1] != path:
            return False
        raised = tree(getattr(writes[0][1], "to", 0)) == Number(1)
        return counter.flag and counter.life is Life.HAND and raised

    # going out

    @cached_property
    def orders_of_going_out(self) -> frozenset[str]:
        """Numbers that players get as they run out of cards: first 1, then 2, and so on."""
        found = set()
        for counter in self.lexicon.genome.counters:
            writes = self._writes(counter.name) or []
            of_players = counter.scope is Scope.SEAT and not counter.flag
            if of_players and any(self.goes_out(at) for at, _ in writes):
                found.add(counter.name)
        return frozenset(found)

    def goes_out(self, path: Path) -> bool:
        """Whether an action gives the next place to a player who has just run out of cards."""
        action, way, phase = self._at.get(path), self._above(path, 2), self._above(path, 4)
        return (
            isinstance(action, Set)
            and action.who == "turn"
            and tree(action.to) == NUMBER_OUT
            and isinstance(way, If)
            and tree(way.condition) == IS_OUT
            and not way.otherwise
            and isinstance(phase, PlayPhase | BuildPhase)
        )

    @cached_property
    def places(self) -> frozenset[str]:
        """Numbers that are asked for nothing but who went out first, second, and so on."""
        return frozenset(name for name in self.orders_of_going_out if self._is_place(name))

    def _is_place(self, name: str) -> bool:
        players = self.lexicon.genome.player_count
        turns = [(p, part) for p, part in self._at.items() if isinstance(part, TurnsPhase)]
        all_but_one = Binary("==", NUMBER_OUT, Number(players - 1))
        if len(turns) != 1 or tree(turns[0][1].until) not in (ONE_LEFT, all_but_one):
            return False
        # Whoever was the last to run out had no time to be given a place.
        late = Call_("where", (Name("each"), Binary("and", IS_OUT, tree(f"{name} == 0"))))
        last, ended = False, []
        for path, part in self._writes(name) or ():
            if self.goes_out(path):
                continue
            if not isinstance(part, Set) or path[:-1] != (*turns[0][0], "then") or last:
                return False
            who, to = tree(part.who), tree(part.to)
            if who == late and to == Number(players - 1):
                ended.append(str(part.who))
                continue
            if who != STILL_IN or to != Number(players):
                return False
            last = True
        word = re.compile(rf"\b{re.escape(name)}\b")
        for text in self.lexicon.expressions:
            if not word.search(str(text)) or str(text) in ended:
                continue
            asked = [node for node in nodes_of(tree(text)) if node == Name(name)]
            known = [
                node
                for node in nodes_of(tree(text))
                if isinstance(node, Binary)
                and node.operator == "=="
                and node.left == Name(name)
                and isinstance(node.right, Number)
                and 1 <= node.right.value <= players
                and (last or node.right.value < players)
            ]
            if len(asked) != len(known):
                return False
        return not self.lexicon.counters[name].start

    def place(self, condition: Node, *, before: bool = False) -> str:
        """Who went out when, in a clause: "who went out first"; empty if it is something else.

        `before` says that it is about the hand before, of which a new hand still knows.
        """
        match condition:
            case Binary("==", Name(name), Number(place)) if name in self.places:
                last = " in the last hand" if before else ""
                if place == self.lexicon.genome.player_count:
                    return f"who was left with cards{last}"
                return f"who went out {ordinal(place)}{last}"
        return ""

    def outlives_a_hand(self, condition: Node) -> bool:
        """Whether a place is still known when the next hand begins."""
        match condition:
            case Binary("==", Name(name), Number(_)) if name in self.places:
                return self.lexicon.counters[name].life is Life.MATCH
        return False

    def names_one(self, condition: Node) -> bool:
        """Whether a condition is a place that one player alone has got."""
        match condition:
            case Binary("==", Name(name), Number(place)) if name in self.orders_of_going_out:
                given = [
                    part
                    for _, part in self._writes(name) or ()
                    if isinstance(part, Set) and tree(part.to) == Number(place)
                ]
                turns = [part for part in self._at.values() if isinstance(part, TurnsPhase)]
                return not given or all(tree(part.until) == ONE_LEFT for part in turns)
        return False

    # what needs no words

    @cached_property
    def kept(self) -> frozenset[str]:
        """Counters and roles of which the game itself says that they only keep the books."""
        wordings = self.lexicon.wordings.values()
        return frozenset(wording.of for wording in wordings if wording.bookkeeping)

    @cached_property
    def ends_of_roles(self) -> frozenset[Path]:
        """Where a role that is given in a turn is taken away again at the end of the same turn."""
        found: set[Path] = set()
        turns = [(path, part) for path, part in self._at.items() if isinstance(part, TurnsPhase)]
        for role in self.lexicon.genome.roles:
            given = {
                path: part.to
                for path, part in self.lexicon.all_parts
                if isinstance(part, AssignRole) and part.role == role.name
            }
            ends = [path for path, to in given.items() if to == "none"]
            for turn, phase in turns:
                within = all(path[: len(turn)] == turn for path in given)
                read_there = self.reads(role.name, phase) == self.reads(role.name)
                step = len(turn) + 2
                if len(given) > len(ends) == 1 and within and read_there:
                    last = max(given, key=lambda path: int(path[step - 1]))
                    found |= {path for path in ends if path[:step] == last[:step]}
        return frozenset(found)

    def reads(self, name: str, part: object = None) -> int:
        """How many expressions of a part, or of the whole game, speak of a name."""
        word = re.compile(rf"\b{re.escape(name)}\b")
        texts = self.lexicon.expressions if part is None else expressions(part)
        return sum(1 for text in texts if word.search(str(text)))

    @cached_property
    def silent(self) -> frozenset[Path]:
        """Actions that only keep the books."""
        return frozenset(
            path
            for path, part in self.lexicon.all_parts
            if isinstance(part, Action) and self._needs_no_words(path, part)
        )

    def _needs_no_words(self, path: Path, action: Action) -> bool:
        if isinstance(action, AssignRole):
            kept = self.kept | self.last_players.keys() | self.own_roles.keys() | self.told_by_deeds
            return action.role in kept or path in self.ends_of_roles
        if not isinstance(action, Set | Change):
            return False
        kept = self.kept | self.rows_of_passes | self.last_played | self.drawn_flags | self.places
        kept |= frozenset(self.first_times.values()) | self.done_by_both.keys()
        kept |= {name for name, _ in self.counted_repeats.values()} | self.last_rounds.keys()
        kept |= self.bid_heights.keys() | self.answered_leads.keys()
        return action.counter in kept or self._said_by_call(path, action)

    def _said_by_call(self, path: Path, action: Set | Change) -> bool:
        """Whether the words of a call say already how its player is from then on: "stand"."""
        call = self._above(path, 2)
        counter = self.lexicon.counters.get(action.counter)
        if not isinstance(call, Call) or counter is None or not isinstance(action, Set):
            return False
        own = action.who == "turn" and counter.scope is Scope.SEAT and counter.flag
        own = own and counter.life is Life.HAND
        deed = infinitive(counter.label)
        says = bool(deed) and (call.label == deed or call.label.endswith(f" and {deed}"))
        return own and says and tree(action.to) == Number(1)
