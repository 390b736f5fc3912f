"""Numbers, roles, trumps and modes that change, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from darwindeck.english import a, done_things, figure, is_plural, join, number_word, singular
from darwindeck.genome.expressions import Binary, Call, Name, Node, Number
from darwindeck.genome.schema import (
    AssignRole,
    CallChoice,
    Change,
    ChoiceKind,
    Counter,
    DrawLots,
    Life,
    NameSuit,
    RoleSpec,
    Scope,
    Set,
    SetMode,
    SetTrump,
)
from darwindeck.rulebook.words.bookkeeping import NUMBER_OUT
from darwindeck.rulebook.words.hand_numbers import in_turn, most_said
from darwindeck.rulebook.words.persons import NOBODY, Person, seen_from
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import tree

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words


def is_seen(to: Node) -> bool:
    """Whether everybody sees who gets a role: whoever acts, or whoever holds a card, as they show
    by what they do next."""
    return to == Name("turn") or (isinstance(to, Call) and to.function == "holder")


def _each_by(amount: str) -> str:
    """Amounts by which something goes up: "40 if …; by 30 if …; otherwise by 20"."""
    return re.sub(r"; (?=[^;]* if )", "; by ", amount).replace("otherwise ", "otherwise by ")


class StateWords:
    """Puts changes of the state of a game into clauses."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.lexicon = words.lexicon

    def _told(self, thing: Counter | RoleSpec, to: Node | None = None) -> str:
        """That everybody is told of something that they would not know otherwise.

        Once is enough.
        """
        known = thing.name in self.words.told.announced
        if not thing.announced or known or (to is not None and is_seen(to)):
            return ""
        self.words.told.announced.add(thing.name)
        return " (said aloud)"

    def _of(self, text: str, scene: Scene) -> Person:
        return self.words.seats.seat(tree(text), scene)

    def set_to(self, action: Set, scene: Scene) -> str:
        return self._set_to(action, scene) + self._told(self.lexicon.counters[action.counter])

    def _set_to(self, action: Set, scene: Scene) -> str:
        counter = self.lexicon.counters[action.counter]
        self.words.told.speak_of(counter.name, self.words.told.counters)
        value = tree(action.to)
        who = self._of(action.who, scene)
        owner = who if counter.scope is Scope.SEAT else self.words.quantities.side_of(who)
        if counter.flag and isinstance(value, Number):
            if counter.scope is Scope.TABLE:
                owner = Person(f"the {self.lexicon.hand_word}")
            phrase = self.lexicon.having(counter.name)
            if phrase and not value.value and counter.life is Life.MATCH and action.who == "each":
                return f"{Person('nobody').does(phrase)} any more"
            if phrase:
                phrase = seen_from(phrase, scene.subject, owner)
                return owner.does(phrase) if value.value else owner.does_not(phrase)
            gone = "" if value.value else "no longer "
            lasting = " for the rest of the turn" if counter.life is Life.TURN else ""
            if counter.name in self.lexicon.lasts_a_trick:
                lasting = " until the end of the trick"
            label = seen_from(counter.label, scene.subject, owner)
            return f"{owner.does('be')} {gone}{label}{lasting}"
        noun = f"the {counter.label}"
        if counter.scope is not Scope.TABLE:
            noun = owner.having(counter.label)
        done = done_things(counter.label) if counter.scope is Scope.TABLE else None
        if done is not None and not self._many(counter):
            done = None
        if isinstance(value, Name) and value.id in self.lexicon.choices:
            label = self.lexicon.choices[value.id].label
            if done is not None and self.lexicon.choices[value.id].type is ChoiceKind.NUMBER:
                more = self._but_no_more(counter, self.lexicon.choices[value.id])
                return f"that many {done[0]} are {done[1]}{more}"
            that = f"that is {noun}" if label == counter.label else f"that {label} is {noun}"
            if is_plural(label) and label != counter.label:
                that = f"that number of {label} {'are' if self._many(counter) else 'is'} {noun}"
            return that + self._but_no_more(counter, self.lexicon.choices[value.id])
        be = "are" if self._many(counter) else "is"
        if done is not None:
            if value == Number(0):
                later = " any longer" if self._is_changed(counter) else ""
                return f"no {done[0]} are {done[1]}{later}"
            if isinstance(value, Number):
                things = singular(done[0]) if value.value == 1 else done[0]
                verb = "is" if value.value == 1 else "are"
                return f"{number_word(value.value)} {things} {verb} {done[1]}"
            return f"as many {done[0]} are {done[1]} as {self._as_many(value, scene)}"
        if value == Number(0) and be == "are" and (counter.scope is Scope.TABLE or who.quantified):
            if not self._is_changed(counter) and counter.scope is Scope.TABLE:
                return f"there are no {counter.label}"
            return f"{noun} are counted anew"
        match value:
            case Binary("*", Number(n), Name(same)) | Binary("*", Name(same), Number(n)):
                times = {2: "doubled", 3: "tripled"}.get(n, f"multiplied by {number_word(n)}")
                if same == counter.name and n > 1:
                    return f"{noun} {be} {times}"
        again = scene.again if who == scene.subject else scene
        if counter.name in self.words.books.orders_of_going_out:
            place = self.words.amounts.noun(value, again)
            if value == NUMBER_OUT and who.is_you:
                label = counter.label
                return f"you have the next {label}: the first to go out has {label} 1"
            return f"{owner.does('have')} {counter.label} {place}"
        return f"{noun} {be} {self.words.amounts.noun(value, again)}"

    def _is_changed(self, counter: Counter) -> bool:
        """Whether a number is counted up or down somewhere."""
        return any(
            isinstance(part, Change) and part.counter == counter.name
            for _, part in self.lexicon.all_parts
        )

    def _as_many(self, value: Node, scene: Scene) -> str:
        """A number after "as many … as": what a card is worth in things, it has of them."""
        match value:
            case Call("points", (Call("top", (zone,)), _)):
                place = self.words.zones.zone(zone, scene)
                quantity = self.words.quantities.of(value, scene)
                done = done_things(quantity.units) if quantity is not None else None
                if done is not None:
                    return f"are {done[1]} by the top card of {place.text}"
        return self.words.amounts.noun(value, scene)

    def _but_no_more(self, counter: Counter, choice: CallChoice) -> str:
        """What becomes of a number that is beyond what a counter can hold."""
        if choice.type is not ChoiceKind.NUMBER:
            return ""
        most = most_said(self.words, choice)
        beyond = most is not None and most > counter.high
        return f", but no more than {figure(counter.high)}" if beyond else ""

    def _many(self, counter: Counter) -> bool:
        return self.lexicon.is_counted(counter.name, counter.label)

    def change(self, action: Change, scene: Scene) -> str:
        return self._change(action, scene) + self._told(self.lexicon.counters[action.counter])

    def _change(self, action: Change, scene: Scene) -> str:
        counter = self.lexicon.counters[action.counter]
        label = counter.label
        who = self._of(action.who, scene)
        by = tree(action.by)
        noun = f"the {label}"
        if counter.scope is not Scope.TABLE:
            owner = who if counter.scope is Scope.SEAT else self.words.quantities.side_of(who)
            noun = owner.having(label)
        verb = "go" if self._many(counter) else "goes"
        done = done_things(label) if counter.scope is Scope.TABLE else None
        if done is not None and self._many(counter) and isinstance(by, Number) and by.value:
            one = abs(by.value) == 1
            things = singular(done[0]) if one else done[0]
            more = "more" if by.value > 0 else "fewer"
            count = number_word(abs(by.value))
            return f"{count} {things} {more} {'is' if one else 'are'} {done[1]}"
        if by == Number(1) and self._many(counter) and counter.scope is Scope.TABLE:
            return f"this counts as one {self.lexicon.one_of(counter.name, label)}"
        if by == Number(1) and self._many(counter) and counter.scope is Scope.SEAT:
            return f"this counts as one of {who.having(label)}"
        if isinstance(by, Number) and by.value < 0:
            return f"{noun} {verb} down by {number_word(-by.value)}"
        amount = (
            number_word(by.value)
            if isinstance(by, Number)
            else _each_by(self.words.amounts.noun(by, scene))
        )
        return f"{noun} {verb} up by {amount}"

    def role(self, action: AssignRole, scene: Scene) -> str:
        label = self.lexicon.roles[action.role].label
        who = self._of(action.to, scene)
        if action.role in self.words.books.ending_roles and who != NOBODY:
            return "the play ends"
        if who == NOBODY:
            return f"there is no {label} any longer"
        deed = f"be the {label}"
        if label.startswith("last to "):
            # Others may yet do it after them.
            deed += " so far"
        if self._passes_on(action):
            deed = f"take the place of the {label}"
        return who.does(deed) + self._told(self.lexicon.roles[action.role], tree(action.to))

    def lots(self, action: DrawLots, scene: Scene) -> str:
        label = self.lexicon.roles[action.role].label
        among = tree(action.among)
        if among == Name("each"):
            return f"the {label} is chosen by lot"
        return f"the {label} is chosen by lot among {self.words.seats.group(among, scene)}"

    def _passes_on(self, action: AssignRole) -> bool:
        """Whether a role that somebody has since the deal goes over to another."""
        dealt = self.lexicon.genome.setup.after_deal
        had = any(isinstance(x, AssignRole) and x.role == action.role for x in dealt)
        return had and all(action is not x for x in dealt)

    def trump(self, action: SetTrump, scene: Scene) -> str:
        node = tree(action.suit)
        if node == Name("none"):
            return self.lexicon.no_trumps
        if isinstance(node, Name) and node.id in self.lexicon.choices:
            choice = self.lexicon.choices[node.id]
            if "none" in choice.suits:
                that = "that" if choice.label == "trumps" else f"that {choice.label}"
                none = self.lexicon.no_trumps.replace("there are no trumps", "there are none")
                return f"{that} is trumps, and “no trumps” means that {none}"
            return (
                "that is trumps" if choice.label == "trumps" else f"that {choice.label} is trumps"
            )
        turns = in_turn(node)
        if len(turns) > 1:
            names = [self.words.things.noun(suit, scene) for suit in turns]
            names = ["no trumps" if name == "none" else name for name in names]
            order = ", then ".join(names)
            return f"trumps change from hand to hand: first {order}, and so on in this order"
        *cases, (_, last) = self.words.amounts.cases(node)
        told = [
            f"{self.words.conditions.occasion(condition, scene)}, {self._are_trumps(suit, scene)}"
            for condition, suit in cases
            if condition is not None
        ]
        if told:
            return f"{'; '.join(told)}; otherwise {self._are_trumps(last, scene)}"
        return self._are_trumps(node, scene)

    def _are_trumps(self, suit: Node, scene: Scene) -> str:
        if suit == Name("none"):
            return self.lexicon.no_trumps
        noun = self.words.things.noun(suit, scene)
        text = f"{noun} {'is' if noun.startswith('the ') else 'are'} trumps"
        unsuited = self._without_a_suit()
        if unsuited and isinstance(suit, Call) and suit.function == "suit":
            return f"{text} (if it is {unsuited}, no suit is)"
        return text

    def _without_a_suit(self) -> str:
        """Cards that are trumps even while no suit is, and so have no suit to make trumps."""
        found = [
            self.words.cards.one(promotion.cards)
            for ranking in self.lexicon.genome.rankings or ()
            for promotion in ranking.promote
            if promotion.always
            and (promotion.cards.printed_suit is not None or promotion.cards.suit is not None)
        ]
        bare = [card.rank for card in self.lexicon.faces if not card.suit]
        found += [a(self.lexicon.rank_name(rank)) for rank in bare]
        return join(list(dict.fromkeys(found)), "or")

    def mode(self, action: SetMode, scene: Scene) -> str:
        label = self.lexicon.modes.get(action.mode, action.mode.replace("_", " "))
        if " and " in label:
            return f"the cards rank as in {label}"
        return f"the game is {label}"

    def name_suit(self, action: NameSuit, scene: Scene) -> str:
        node = tree(action.suit)
        word = self.lexicon.suit_word
        noun = self.words.things.noun(node, scene)
        choice = self.lexicon.choices.get(node.id) if isinstance(node, Name) else None
        if choice is not None and choice.type is ChoiceKind.SUIT:
            noun = f"that {word}"
        return f"{noun} is in force until the next card is played"
