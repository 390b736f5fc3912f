"""Actions in words: what happens by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, groupby, pairwise, takewhile
from typing import TYPE_CHECKING, Any, TypeGuard

from darwindeck.english import is_long, join, number_word, one_noun, plural, sentence
from darwindeck.genome.expressions import Binary, Call, Name, Negative, Node, Not, Number, nodes_of
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.schema import (
    Action,
    AssignRole,
    Award,
    BettingPhase,
    BuildPhase,
    CallPhase,
    CapturePhase,
    Change,
    Choose,
    ClaimPhase,
    Control,
    Deal,
    DealerAfter,
    DeckEmptyAction,
    Declare,
    DiscardPhase,
    DrawLots,
    EndHand,
    EndPhase,
    Expose,
    FillHands,
    ForEach,
    If,
    Life,
    MeldPhase,
    Move,
    NameSuit,
    Owner,
    Pay,
    Phase,
    PileKey,
    PlayAgain,
    PlayPhase,
    Redeal,
    Reverse,
    Scope,
    Sees,
    Set,
    SetMode,
    SetTrump,
    Show,
    Shuffle,
    SitOut,
    Skip,
    Stake,
    TrickPhase,
    TurnsPhase,
    While,
    WhoDeals,
)
from darwindeck.rulebook.document import Path, Sentence
from darwindeck.rulebook.words.cards import ANY
from darwindeck.rulebook.words.hand_numbers import MOST_HANDS, evaluated, most_in_a_hand
from darwindeck.rulebook.words.moves import TransferWords
from darwindeck.rulebook.words.persons import A_PLAYER, Person
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.states import StateWords
from darwindeck.rulebook.words.trees import flat, never_holds, tree
from darwindeck.rulebook.words.zones import Place

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words


_NO_RULES = (("zones",), ("words",), ("table",))
"""Parts of a genome in which places are named, but nothing is done with them."""


@dataclass(frozen=True)
class Said:
    """A clause and the actions it says."""

    text: str
    sources: tuple[Path, ...]
    whole: bool = False
    """Whether it should stand as a sentence of its own."""


class ActionWords:
    """Puts the actions of one game into clauses and sentences."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.lexicon = words.lexicon
        self.moves = TransferWords(words)
        self.states = StateWords(words)
        self._kinds: dict[type[Action], Callable[[Any, Scene], str]] = {
            AssignRole: self.states.role,
            Award: self._award,
            Change: self.states.change,
            Control: self._control,
            Deal: self._deal,
            Declare: self._declare,
            EndHand: self._end_hand,
            EndPhase: lambda a, s: f"{s.phase} ends",
            DrawLots: self.states.lots,
            Expose: self._expose,
            FillHands: self._fill,
            Move: self.moves.clause,
            NameSuit: self.states.name_suit,
            Pay: self._pay,
            PlayAgain: self._play_again,
            Redeal: self._redeal,
            Reverse: lambda a, s: "the direction of play is reversed",
            Set: self.states.set_to,
            SetMode: self.states.mode,
            SetTrump: self.states.trump,
            Show: self._show,
            Shuffle: lambda a, s: f"{self._zone(a.zone, s).text} is shuffled",
            SitOut: self._sit_out,
            Skip: self._skip,
            Stake: self._stake,
            WhoDeals: self._who_deals,
        }

    # sentences

    def sentences(
        self,
        actions: Sequence[Action],
        path: Path,
        scene: Scene,
        lead: str = "",
        left_out: Collection[Path] = (),
    ) -> list[Sentence]:
        """The actions in order; `lead` opens the first sentence ("If you pass")."""
        found: list[Sentence] = []
        waiting: list[Said] = []

        def close() -> None:
            nonlocal lead
            if not waiting:
                return
            text = _short_of_chips(chained([clause.text for clause in waiting]))
            if lead:
                text = _its_cards(lead, text)
                joint = ": " if text.startswith(("if ", "the first time")) else ", "
                text, lead = f"{lead}{joint}{text}", ""
            sources = tuple(s for clause in waiting for s in clause.sources)
            found.append(Sentence(sentence(text), sources))
            waiting.clear()

        for clause in self.clauses(actions, path, scene):
            if clause.sources[:1] and clause.sources[0] in left_out:
                continue
            if clause.whole or len(waiting) == 3 or self._turns_to_more(waiting, clause):
                close()
            waiting.append(clause)
            if clause.whole:
                close()
        close()
        return found

    def _turns_to_more(self, waiting: list[Said], clause: Said) -> bool:
        """Whether several roles have been given, and now those who have them do something."""
        parts = self.lexicon.parts_at
        given = [isinstance(parts.get(said.sources[0]), AssignRole) for said in waiting]
        more = parts.get(clause.sources[0]) if clause.sources else None
        return len(given) > 1 and all(given) and isinstance(more, Stake)

    def inline(self, actions: Sequence[Action], scene: Scene) -> str:
        """The actions as one clause."""
        return _in_one(self.clauses(actions, (), scene))

    def clauses(self, actions: Sequence[Action], path: Path, scene: Scene) -> list[Said]:
        found: list[Said] = []
        together = self._drawn_together(actions, scene)
        rows = self._changed_together(actions, path)
        looked = self._looked_at(actions, scene)
        staked = self._staked_together(actions)
        drawn = self._drawn_by_lot(actions, path, scene)
        modes = self._one_or_other_mode(actions, path, scene)
        pairs = self._done_by_two(actions, scene) | self._exchanged(actions, scene)
        for index, action in enumerate(actions):
            here = (*path, index)
            if index in rows:
                found.extend(self._row(actions, rows[index], path, scene))
                continue
            if index in drawn:
                found.extend(drawn[index])
                continue
            if index in modes:
                found.extend(modes[index])
                continue
            if index in pairs:
                if pairs[index]:
                    row = [here, *_wordless(pairs, path, index + 1)]
                    found.append(Said(pairs[index], tuple(row)))
                continue
            if index in staked:
                if staked[index]:
                    found.append(self._stakes(actions, staked[index], path, scene))
                continue
            if index in looked:
                if looked[index]:
                    found.append(Said(looked[index], (here, (*path, index + 1))))
                continue
            if index in together:
                if together[index]:
                    found.append(Said(together[index], (here, (*path, index + 1))))
                continue
            name = scene.subject.name
            dealt = found and found[-1].text.startswith("the dealer deals ")
            named = found and name in found[-1].text and not (dealt and name != "the dealer")
            if named and (is_long(name) or found[-1].whole):
                scene = scene.again
            said = self._clauses_of(action, here, scene)
            if index and len(said) == 1 and _on_top(actions[index - 1], action):
                said = [Said(f"{said[0].text} more", said[0].sources, said[0].whole)]
            if index and len(said) == 1 and found and isinstance(action, Expose):
                both = _laid_together(found[-1].text, said[0].text)
                if both:
                    before = found.pop()
                    said = [Said(both, (*before.sources, *said[0].sources), before.whole)]
            if index and len(said) == 1 and found and _pays_out(actions[index - 1], action):
                before = found.pop()
                text = f"{before.text}, {self._which_is_nought(action)}"
                said = [Said(text, (*before.sources, *said[0].sources), before.whole)]
            found.extend(said)
        return found

    def _drawn_by_lot(
        self, actions: Sequence[Action], path: Path, scene: Scene
    ) -> dict[int, list[Said]]:
        """A lot that does nothing but give somebody what everybody else loses, by the places of its
        three actions: the sentence at the first, nothing at the others."""
        found: dict[int, list[Said]] = {}
        for index in range(len(actions) - 2):
            lot, off, on = actions[index : index + 3]
            if not isinstance(lot, DrawLots) or not isinstance(off, Set) or not isinstance(on, Set):
                continue
            label = self.lexicon.counters[off.counter].label
            phrase = self.lexicon.having(off.counter) or f"be {label}"
            taken = (off.who, tree(off.to)) == ("each", Number(0))
            given = (on.who, tree(on.to)) == (lot.role, Number(1))
            reads = [text for text in self.lexicon.expressions if _names(text, lot.role)]
            if off.counter != on.counter or not taken or not given or len(reads) > 1:
                continue
            among = self.words.seats.group(tree(lot.among), scene)
            one = Person(f"one of {among}, chosen by lot,")
            text = f"{one.does(phrase)} from now on, and nobody else"
            places = range(index, index + 3)
            sources = [p for n in places for p in ((*path, n), *self._declarations(actions[n]))]
            found |= {n: [] for n in places}
            found[index] = [Said(text, tuple(sources), whole=True)]
        return found

    def _done_by_two(self, actions: Sequence[Action], scene: Scene) -> dict[int, str]:
        """What whoever acts and another player do alike, by the place of the first action; the
        second has no words: "you and the rival show your hands to all"."""
        found: dict[int, str] = {}
        for index, (one, other) in enumerate(pairwise(actions)):
            if index in found or not scene.subject.is_you:
                continue
            fields = ("source", "target") if isinstance(one, Move) else ("zone",)
            if type(one) is not type(other) or not isinstance(one, Move | Show):
                continue
            theirs = [tree(getattr(other, name)) for name in fields]
            owners = {zone.arguments[0] for zone in theirs if isinstance(zone, Call)}
            own = {name: getattr(one, name) for name in fields}
            names = [zone.function for zone in theirs if isinstance(zone, Call)]
            if len(owners) != 1 or names != list(own.values()) or replace(other, **own) != one:
                continue
            who = Person(f"you and {self.words.seats.seat(owners.pop(), scene).name}", True, "you")
            places = [self._zone(own[name], scene) for name in fields]
            each = [plural(p.text) if p.is_hand else p.text for p in places]
            if isinstance(one, Show) and one.cards == ANY and places[0].is_hand:
                found |= {index: who.does(f"show {each[0]} to all"), index + 1: ""}
            elif isinstance(one, Move) and _takes_whole(one) and places[1].is_hand:
                what = (
                    f"all {each[0]}" if each[0].endswith("cards") else f"all cards from {each[0]}"
                )
                found |= {index: who.does(f"take {what} into {each[1]}"), index + 1: ""}
        return found

    def _exchanged(self, actions: Sequence[Action], scene: Scene) -> dict[int, str]:
        """All cards of one place that change places with all of another, by way of a third where
        nothing lies meanwhile; by the place of the first action, the other two have no words."""
        found: dict[int, str] = {}
        for index in range(len(actions) - 2):
            row = actions[index : index + 3]
            if not self._is_exchange(row):
                continue
            away, back = row[0], row[1]
            assert isinstance(away, Move)
            assert isinstance(back, Move)
            own, other = self._zone(back.source, scene), self._zone(away.source, scene)
            if own.is_hand and own.owner is not None and other.owner is None:
                theirs = other.text if other.plural else f"the cards {other.within}"
                deed = f"exchange all the cards in {own.owner.again.own} hand for all {theirs}"
                found |= {index: own.owner.does(deed), index + 1: "", index + 2: ""}
        return found

    def _is_exchange(self, row: Sequence[object]) -> bool:
        """Whether three moves in a row make all cards of two places change places."""
        match row:
            case (Move() as away, Move() as over, Move() as back):
                ring = away.target == back.source and over.target == away.source
                whole = all(_takes_whole(move) for move in (away, over, back))
                closed = back.target == over.source and away.target != away.source
                return ring and closed and whole and self._is_free(away.target)
        return False

    def _is_free(self, zone: str) -> bool:
        """Whether nothing lies in a place from the first call on but in the midst of an exchange:
        nothing else puts cards there, and what is dealt there that call takes away."""
        parts = dict(self.lexicon.all_parts)
        dealt = any(step.zone == zone for step in self.lexicon.genome.setup.deal or ())
        first = self.lexicon.genome.turn_structure.phases[0]
        emptied = isinstance(first, CallPhase) and all(
            any(isinstance(a, Move) and a.source == zone and _takes_whole(a) for a in one.do)
            for one in first.calls
        )
        if dealt and not emptied:
            return False
        for path, part in parts.items():
            texts = [value for value in vars(part).values() if isinstance(value, str)]
            named = any(_names(text, zone) for text in texts)
            if not named or path[:1] in _NO_RULES or path[:2] == ("setup", "deal"):
                continue
            at = path[-1]
            following = [parts.get((*path[:-1], at + n)) for n in (1, 2) if isinstance(at, int)]
            taken = isinstance(part, Move) and part.source == zone
            match part, following:
                case Move(target=target), [Move() as over, Move() as back] if target == zone:
                    taken = back.source == zone and over.target == part.source
            if not taken:
                return False
        return True

    def _one_or_other_mode(
        self, actions: Sequence[Action], path: Path, scene: Scene
    ) -> dict[int, list[Said]]:
        """A mode that holds unless a call says another, by the place of the first action; the
        second has no words."""
        found: dict[int, list[Said]] = {}
        for index, (usual, other) in enumerate(pairwise(actions)):
            if not isinstance(usual, SetMode) or not isinstance(other, If) or other.otherwise:
                continue
            if len(other.then) != 1 or not isinstance(other.then[0], SetMode):
                continue
            if not self._asks_calls_only(tree(other.condition)):
                continue
            occasion = self.words.conditions.occasion(tree(other.condition), scene)
            texts = [self.states.mode(mode, scene) for mode in (other.then[0], usual)]
            text = f"{occasion}, {texts[0]}; otherwise {texts[1]}"
            there = (*path, index + 1)
            sources = ((*path, index), there, *below(other.then, (*there, "then")))
            found |= {index: [Said(text, sources, whole=True)], index + 1: []}
        return found

    def _asks_calls_only(self, node: Node) -> bool:
        """Whether a condition is about what has been called, whatever mode the game is in."""
        match node:
            case Binary("and" | "or", left, right):
                return self._asks_calls_only(left) and self._asks_calls_only(right)
            case Binary("==" | "!=", Name(choice), Name(word)) if choice in self.lexicon.choices:
                return word not in self.lexicon.lets and word not in self.lexicon.counters
        return False

    def _looked_at(self, actions: Sequence[Action], scene: Scene) -> dict[int, str]:
        """Cards from the top of a pile that somebody takes and puts back as they lay, by the place
        of the first action; the second has no words."""
        found: dict[int, str] = {}
        for index, (one, other) in enumerate(pairwise(actions)):
            if not isinstance(one, Move) or not isinstance(other, Move):
                continue
            pile, own = self._zone(one.source, scene), self._zone(one.target, scene)
            there = (one.source, one.target) == (other.target, other.source)
            top = one.choose is Choose.TOP and one.cards == other.cards == ANY
            whole = other.count is None and other.turned_over and not other.to_bottom
            stacks = pile.is_stack and own.is_stack and own.owner is not None
            private = own.spec is not None and own.spec.sees is Sees.OWNER
            plain = not (one.turned_over or one.to_bottom) and one.count is not None
            if there and top and whole and stacks and private and plain and own.owner is not None:
                any_card = self.words.cards.phrase(None)
                count = self.words.amounts.cards(tree(one.count), any_card, scene)
                cards = count.replace("cards", f"of the top cards of {pile.text}", 1)
                look = own.owner.does(f"look at {cards}")
                found |= {index: f"{look}, and {own.owner.again.does('put')} them back as they lay"}
                found[index + 1] = ""
        return found

    def _staked_together(self, actions: Sequence[Action]) -> dict[int, range]:
        """Rows of stakes of the same players for pots by name: at the place of the first the row,
        at the others nothing."""
        found: dict[int, range] = {}
        first = 0
        for index, action in enumerate(actions):
            before = actions[first]
            if not isinstance(action, Stake) or action.pot is None:
                first = index + 1
            elif isinstance(before, Stake) and before.who == action.who and index > first:
                found[first], found[index] = range(first, index + 1), range(0)
            else:
                first = index
        return found

    def _stakes(self, actions: Sequence[Action], row: range, path: Path, scene: Scene) -> Said:
        stakes = [action for place in row if isinstance(action := actions[place], Stake)]
        who = self._of(stakes[0].who, scene)
        parts = []
        for amount, group in groupby(stakes, key=lambda stake: stake.amount):
            labels = [self.lexicon.counters[s.pot].label for s in group if s.pot is not None]
            chips = self.words.amounts.number_of(tree(amount), "chip", scene)
            where = f"each of {one_noun(labels)}" if len(labels) > 1 else f"the {labels[0]}"
            parts.append(f"{chips} into {where}")
        have = "you have" if who.is_you else "they have"
        before = [a.pot for a in actions[: row.start] if isinstance(a, Stake)][-len(row) :]
        if len(parts) == 1 and before == [stake.pot for stake in stakes]:
            chips = self.words.amounts.number_of(tree(stakes[0].amount), "chip", scene)
            parts = [f"{chips} more into each of them"]
        text = who.does(f"put {join(parts)}") + f", as far as {have} the chips"
        sources = [p for n in row for p in ((*path, n), *self._declarations(actions[n]))]
        return Said(text, tuple(sources), whole=True)

    def _which_is_nought(self, action: Action) -> str:
        assert isinstance(action, Set)
        counter = self.lexicon.counters[action.counter]
        many = self.lexicon.is_counted(counter.name, counter.label)
        return f"of which {'none are' if many else 'nothing is'} left"

    def _changed_together(self, actions: Sequence[Action], path: Path) -> dict[int, range]:
        """Rows of numbers of the table that go up by the same: at the place of the first the row,
        at the others nothing."""
        row: list[int] = []
        by: dict[int, str | int] = {}
        named: set[str] = set()
        rows: list[list[int]] = []
        for index, action in enumerate(actions):
            if not self._goes_up(action) or (*path, index) in self.words.books.silent:
                row = []
                continue
            by[index] = action.by
            if not row or by[row[0]] != action.by or action.counter in named:
                row, named = [], set()
                rows.append(row)
            row.append(index)
            named.add(action.counter)
        found: dict[int, range] = {}
        for row in rows:
            if len(row) > 2:
                found |= dict.fromkeys(row, range(0))
                found[row[0]] = range(row[0], row[-1] + 1)
        return found

    def _goes_up(self, action: Action) -> TypeGuard[Change]:
        """Whether a number that is one for the table and no count of things goes up by a number."""
        if not isinstance(action, Change) or action.counter not in self.lexicon.counters:
            return False
        counter = self.lexicon.counters[action.counter]
        by = tree(action.by)
        plain = counter.scope is Scope.TABLE and not counter.flag and not counter.announced
        return plain and isinstance(by, Number) and by.value > 0

    def _row(
        self, actions: Sequence[Action], row: range, path: Path, scene: Scene
    ) -> Iterator[Said]:
        changes = [action for place in row if self._goes_up(action := actions[place])]
        if not changes:
            return
        labels = [self.lexicon.counters[action.counter].label for action in changes]
        by = tree(changes[0].by)
        assert isinstance(by, Number)
        paths = [p for n in row for p in ((*path, n), *self._declarations(actions[n]))]
        text = f"{one_noun(labels)} go up by {number_word(by.value)} each"
        yield Said(text, tuple(paths), whole=True)

    def _drawn_together(self, actions: Sequence[Action], scene: Scene) -> dict[int, str]:
        """Two players who draw one after the other until they hold as many cards, by the place of
        the first; the second has no words."""
        found: dict[int, str] = {}
        for index, (one, other) in enumerate(pairwise(actions)):
            if not isinstance(one, FillHands) or not isinstance(other, FillHands):
                continue
            first, second = self._of(one.to, scene), self._of(other.to, scene)
            if index in found or one.size != other.size or first.quantified or second.quantified:
                continue
            size = tree(one.size)
            if isinstance(size, Number):
                stock = self.lexicon.zones["deck"].label
                found[index] = (
                    f"{first.name} and after them {second.name} draw cards until they hold "
                    f"{number_word(size.value)}, as far as the {stock} lasts"
                )
                found[index + 1] = ""
        return found

    def _clauses_of(self, action: Action, path: Path, scene: Scene) -> list[Said]:
        if isinstance(action, If):
            return self._if(action, path, scene)
        if isinstance(action, While):
            return self._while(action, path, scene)
        if isinstance(action, ForEach):
            return self._for_each(action, path, scene)
        if path in self.words.books.silent or path in self.words.told.actions:
            self.words.told.unsaid += (path, *self._declarations(action))
            return []
        text = self._kinds[type(action)](action, scene)
        return [Said(text, (path, *self._declarations(action)))]

    def _declarations(self, action: Action) -> tuple[Path, ...]:
        """Where the counter or the role of an action is declared: its sentence brings it up."""
        if isinstance(action, Set | Change) and action.counter in self.lexicon.counters:
            ends = self.lexicon.lasts_a_trick.get(action.counter)
            declared = self.lexicon.counter_path(action.counter)
            more = self.lexicon.wording_path(action.counter)
            return (declared, ends, *more) if ends is not None else (declared, *more)
        if isinstance(action, Stake | Pay) and action.pot in self.lexicon.counters:
            pot = str(action.pot)
            return (self.lexicon.counter_path(pot), *self.lexicon.wording_path(pot))
        if isinstance(action, AssignRole | DrawLots) and action.role in self.lexicon.roles:
            named = self.lexicon.role_path(action.role)
            return (named, *self.lexicon.wording_path(action.role))
        return ()

    def _nested(self, actions: Sequence[Action]) -> Iterator[Path]:
        """The declarations that actions and everything inside them bring up."""
        for action in actions:
            yield from self._declarations(action)
            for name in ("then", "otherwise", "do"):
                yield from self._nested(getattr(action, name, ()))

    def _if(self, action: If, path: Path, scene: Scene) -> list[Said]:
        if never_holds(action.condition):
            return self.clauses(action.otherwise, (*path, "otherwise"), scene)
        then = self.clauses(action.then, (*path, "then"), scene)
        otherwise = self.clauses(action.otherwise, (*path, "otherwise"), scene)
        if not then and not otherwise:
            self.words.told.unsaid.append(path)
            return []
        if not then:
            return self._unless(action, path, scene, otherwise)
        either = self._either(action, path, scene, then, otherwise)
        if either is not None:
            return [either]
        occasion = self.words.conditions.occasion(tree(action.condition), scene)
        later = "otherwise"
        if self._is_first_time(action):
            occasion, later = f"the first time in a {self.lexicon.hand_word}", "after that"
        sources = (path, *(s for said in then for s in said.sources))
        inner = _again(occasion, _in_one(then))
        joint = ":" if inner.startswith("if ") else ","
        found = [Said(f"{occasion}{joint} {inner}", sources, whole=True)]
        if not otherwise:
            return found
        if any(said.whole for said in otherwise):
            first, *rest = otherwise
            found.append(Said(f"{later}, {first.text}", (path, *first.sources), True))
            return [*found, *(Said(said.text, said.sources, True) for said in rest)]
        text = chained([said.text for said in otherwise])
        sources = (path, *(s for said in otherwise for s in said.sources))
        return [*found, Said(f"{later}, {text}", sources, whole=True)]

    def _unless(self, action: If, path: Path, scene: Scene, otherwise: list[Said]) -> list[Said]:
        """What is done if something is not so, where nothing is said of what is done if it is."""
        occasion = f"if {self.words.conditions.clause(tree(action.condition), scene, yes=False)}"
        if self._is_first_time(action):
            occasion = f"every time in a {self.lexicon.hand_word} but the first"
        sources = (path, *(s for said in otherwise for s in said.sources))
        return [Said(f"{occasion}, {_in_one(otherwise)}", sources, whole=True)]

    def _is_first_time(self, action: If) -> bool:
        """Whether a flag that is set on this way tells the first time from later ones."""
        match tree(action.condition):
            case Not(Name(flag)) if flag in self.lexicon.counters and action.otherwise:
                counter = self.lexicon.counters[flag]
                sets = [a for a in action.then if isinstance(a, Set) and a.counter == flag]
                return counter.flag and counter.life is Life.HAND and bool(sets)
        return False

    def _either(
        self, action: If, path: Path, scene: Scene, then: list[Said], otherwise: list[Said]
    ) -> Said | None:
        """ "You draw a card or, if the stock is empty, take the turned card"."""
        if len(then) != 1 or len(otherwise) != 1 or then[0].whole or otherwise[0].whole:
            return None
        subject = _shared_subject(then[0].text, otherwise[0].text)
        if not subject or "," in then[0].text:
            return None
        clause = self.words.conditions.clause(tree(action.condition), scene, yes=False)
        rest = otherwise[0].text[len(subject) :].strip()
        sources = (path, *then[0].sources, *otherwise[0].sources)
        return Said(f"{then[0].text} or, if {clause}, {rest}", sources)

    def _while(self, action: While, path: Path, scene: Scene) -> list[Said]:
        sources = (path, *below(action.do, (*path, "do")), *self._nested(action.do))
        condition = tree(action.condition)
        first, *rest = action.do or (None,)
        match condition:
            # Taking all cards of a kind out of a zone, one by one.
            case Binary(">" | ">=" | "!=", Call("count", (zone, Name(name))), _) if (
                isinstance(first, Move)
                and tree(first.source) == zone
                and first.cards.named == name
                and first.count == 1
            ):
                text = self.moves.every(first, scene)
                ends = [a for a in rest if isinstance(a, If) and not a.otherwise]
                others = [a for a in rest if a not in ends]
                if others:
                    more = self.inline(others, scene)
                    more = more.removeprefix(f"{scene.subject.name} ")
                    text += f" and, for each of them, {more}"
                for end in ends:
                    clause = self.words.conditions.clause(tree(end.condition), scene)
                    text += f"; but if {clause}, {self.inline(end.then, scene)}"
                return [Said(text, sources, whole=True)]
        another = self._turned_up_again(action, path)
        if another:
            return [Said(another, sources, whole=True)]
        clause = self.words.conditions.clause(condition, scene)
        again = scene.again if scene.subject.name in clause else scene
        return [Said(f"as long as {clause}, {self.inline(action.do, again)}", sources, whole=True)]

    def _turned_up_again(self, action: While, path: Path) -> str:
        """ "as long as it is an eight, it is put back into the stock, the stock is shuffled and the
        next card is turned up", of the one card that was turned up in the deal."""
        match tree(action.condition), action.do:
            case (
                Binary(">" | ">=" | "!=", Call("count", (Name(pile), cards)), Number(0 | 1)),
                (Move() as back, Shuffle(zone="deck"), Move() as up),
            ) if path[0] == "setup" and (back.source, back.target) == (pile, "deck"):
                steps = [step for step in self.lexicon.genome.setup.deal or () if step.zone == pile]
                single = len(steps) == 1 and sum(steps[0].packets) == 1
                again = (up.source, up.target, up.count) == ("deck", pile, 1)
                one = self.words.cards.phrase(self.words.card_set(cards)).with_article
                if single and again and _takes_whole(back):
                    stock = self.lexicon.zones["deck"].label
                    return (
                        f"as long as the card turned up is {one}, it is put back, the {stock} is "
                        "shuffled and another card is turned up"
                    )
        return ""

    def _for_each(self, action: ForEach, path: Path, scene: Scene) -> list[Said]:
        node, start = self.words.seats.start_of(tree(action.who), scene)
        who = self.words.seats.seat(node, scene)
        intro = f"beginning with {start.name}, " if start else ""
        do: Sequence[Action] = action.do
        here: Path = (*path, "do")
        asked: tuple[Path, ...] = ()
        match node, do:
            case Call("where", (Name("each"), state)), (AssignRole(),) if self._one_left(
                node, path
            ):
                who = Person(f"the player {self.words.seats.relative(state, scene)}")
            case Call("where", (among, state)), (If(then=(_, *_), otherwise=()) as only,):
                # What is asked of each of them tells who they are.
                both = Binary("and", state, tree(only.condition))
                fewer = self.words.seats.seat(Call("where", (among, both)), scene)
                if " who " in fewer.name and " for whom " not in fewer.name:
                    who, do, here, asked = fewer, only.then, (*here, 0, "then"), ((*here, 0),)
        inner = self.clauses(do, here, scene.about(who))
        if " who " in who.name and sum(said.text.count(who.name) for said in inner) > 1:
            # What is so of one of them is asked of each alone.
            one = Person("that player")
            inner = self.clauses(do, here, scene.about(one))
            if inner and inner[0].text.startswith(f"{one.name} "):
                first = inner[0].text.replace(one.name, who.name, 1)
                inner = [replace(inner[0], text=first), *inner[1:]]
            else:
                intro += f"for {who.obj}, the following is done: "
        if not inner:
            return []
        sources = (path, *asked, *(s for said in inner for s in said.sources))
        whole = bool(intro) or any(said.whole for said in inner)
        return [Said(intro + chained([said.text for said in inner]), sources, whole)]

    # cards

    def _zone(self, text: str, scene: Scene) -> Place:
        return self.words.zones.zone(tree(text), scene)

    def _deal(self, action: Deal, scene: Scene) -> str:
        zone = self._zone(action.zone, scene)
        who = self._of(action.to, scene)
        any_card = self.words.cards.phrase(None)
        counts = [self.words.amounts.cards(tree(p), any_card, scene) for p in action.packets]
        what = join(counts, "then")
        alone = self.lexicon.genome.player_count == 1 and self.lexicon.genome.house is None
        deals = "you deal" if alone else "the dealer deals"
        if zone.spec is not None and zone.spec.piles is PileKey.FIXED:
            pile = self.words.zones.pile_word(zone)
            each = f"each {pile}" if zone.owner is None else f"each {pile} of {who.obj}"
            return f"{deals} {what} to {each}"
        if zone.owner is None:
            return f"{deals} {what}{' face up' if zone.seen else ''} {zone.to}"
        if zone.is_hand:
            down = " face down" if self._also_deals_face_up(action) else ""
            return f"{deals} {what}{down} to {who.obj}"
        face = " face up" if zone.seen else ""
        return f"{deals} {what}{face} to {who.obj}, with {who.again.own} {zone.label}"

    def _also_deals_face_up(self, action: Deal) -> bool:
        """Whether at other times cards are dealt to players face up."""
        others = [p for _, p in self.lexicon.all_parts if isinstance(p, Deal) and p is not action]
        zones = [
            self.lexicon.zones[name] for p in others if (name := str(p.zone)) in self.lexicon.zones
        ]
        return any(zone.owner is Owner.SEAT and zone.sees is Sees.ALL for zone in zones)

    def _fill(self, action: FillHands, scene: Scene) -> str:
        node, start = self.words.seats.start_of(tree(action.to), scene)
        who = self.words.seats.seat(node, scene)
        order = f", beginning with {start.name}," if start else ""
        size = tree(action.size)
        if isinstance(size, Number):
            count = f"{number_word(size.value)} cards"
        else:
            count = f"as many cards as {self.words.amounts.noun(size, scene)}"
        stock = self.lexicon.zones["deck"].label
        if who.name == "every player but the dealer":
            who = Person("every other player", quantified=True)
        if not who.quantified:
            they = who.again.name
            lasts = f", as far as the {stock} lasts" if self.fills_as_far_as_it_goes else ""
            return who.does(f"draw cards until {they} hold {count}{lasts}")
        if self._is_enough(action) and not isinstance(size, Number):
            count = self._fewer_each_hand(size) or count
            return f"the dealer deals {who.obj} {count}{order.rstrip(',')}"
        short = self.fills_as_far_as_it_goes and not self._is_there(action)
        lasts = f", as far as the {stock} lasts" if short else ""
        return f"the dealer deals to {who.obj}{order} until each holds {count}{lasts}"

    @property
    def fills_as_far_as_it_goes(self) -> bool:
        """Whether hands are filled only as far as the stock lasts."""
        rules = self.lexicon.genome.game_rules
        return rules is None or rules.deck_empty_action is DeckEmptyAction.SKIP_DRAW

    def _is_enough(self, action: FillHands) -> bool:
        """Whether the whole pack is at hand and holds as many cards as everybody is to get."""
        setup = self.lexicon.genome.setup
        most = most_in_a_hand(self.words, tree(action.size))
        players = self.lexicon.genome.player_count
        whole = not setup.deal and action in setup.after_deal
        return whole and most is not None and most * players <= len(self.lexicon.cards)

    def _fewer_each_hand(self, size: Node) -> str:
        """ "seven cards in the first hand, and one fewer in each hand after that"."""
        match = self.lexicon.genome.match
        hands = match.hands if match is not None and match.hands is not None else 1
        if not 2 < hands <= MOST_HANDS:
            return ""
        sizes = [evaluated(size, hand) for hand in range(1, hands + 1)]
        first = sizes[0]
        if first is None or sizes != list(range(first, first - hands, -1)):
            return ""
        return f"{number_word(first)} cards in the first hand, and one fewer in each hand after it"

    def _is_there(self, action: FillHands) -> bool:
        """Whether there are so many cards for everybody: all of them are in their hands and in the
        stock by then, but for those that the deal has put elsewhere."""
        genome, parts = self.lexicon.genome, self.lexicon.all_parts
        size = tree(action.size)
        node, _ = self.words.seats.start_of(tree(action.to), Scene())
        at = next((path for path, part in parts if part is action), None)
        if at is None or node != Name("each") or not isinstance(size, Number):
            return False
        elsewhere: dict[str, int] = {}
        for step in genome.setup.deal or ():
            if step.all_cards or step.piles:
                return False
            zone = str(step.zone)
            elsewhere[zone] = elsewhere.get(zone, 0) + sum(step.packets)
        held = elsewhere.pop("hand", 0)
        for path, part in parts:
            if path[:1] == at[:1] and path >= at:
                continue
            if isinstance(part, Move):
                if not str(part.target).startswith("hand"):
                    return False
                if path[:-1] == at[:-1] and part.count is None:
                    held += elsewhere.pop(str(part.source), 0)
            elif path[:1] == at[:1] and isinstance(part, _LAYING_AWAY):
                return False
        enough = genome.player_count * (size.value + sum(elsewhere.values()))
        return held <= size.value and enough <= len(self.lexicon.cards)

    def _expose(self, action: Expose, scene: Scene) -> str:
        place = self._zone(action.zone, scene)
        if place.owner is None:
            return f"{place.text} is laid face up"
        own = place.owner.again.own
        return place.owner.does(f"lay {own} {place.label} face up on the table")

    def _show(self, action: Show, scene: Scene) -> str:
        place = self._zone(action.zone, scene)
        owner = place.owner or scene.turn
        if place.owner is not None and place.owner.name != "you":
            place = self.words.zones.zone(tree(action.zone), scene.about(owner.again))
        what = place.text.replace(f"{owner.own} ", f"{owner.again.own} ")
        if action.cards != ANY:
            what = self.words.cards.all(action.cards)
            if not place.is_hand:
                what = f"{what} {place.within}"
            elif not what.startswith(("the ", "all ")):
                what = f"{owner.again.own} {what}"
        if place.owner is None and owner == A_PLAYER:
            # Whoever does it, all see it.
            several = place.plural or what.startswith("all ")
            return f"{what} {'are' if several else 'is'} shown to all"
        return owner.does(f"show {what} to all")

    def _declare(self, action: Declare, scene: Scene) -> str:
        who = self._of(action.who, scene)
        place = self._zone(action.zone, scene)
        names = [self.lexicon.pattern_name(name) for name in action.patterns]
        what = join([plural(name) for name in names], "and")
        if set(action.patterns) == set(self.lexicon.patterns):
            what = "all the combinations"
        return f"{what} {place.within} count for {who.obj}"

    def _control(self, action: Control, scene: Scene) -> str:
        seat, by = self._of(action.seat, scene), self._of(action.by, scene)
        if is_long(seat.name):
            return f"besides {by.again.own} own cards, {by.does('choose')} those of {seat.obj}"
        return f"{by.does('choose')} {seat.own} cards as well as {by.again.own} own"

    def _sit_out(self, action: SitOut, scene: Scene) -> str:
        who = self._of(action.who, scene)
        word = self.lexicon.hand_word
        if who == scene.turn or self.lexicon.has(Stake, BettingPhase):
            # Where chips are staked, somebody has then lost what they staked.
            return who.does(f"drop out of the {word}")
        return who.does(f"sit out the rest of the {word}")

    # chips, points, turns

    def _stake(self, action: Stake, scene: Scene) -> str:
        who = self._of(action.who, scene)
        own = scene.about(who.again) if action.who == "turn" else scene
        amount = self.words.amounts.number_of(tree(action.amount), "chip", own)
        if tree(action.amount) == Name("hand_size") and action.who == "turn":
            amount = f"a chip for each card in {who.again.own} hand"
        have = "you have" if who.is_you else "they have"
        into = f"into {self._pot(action.pot)}"
        put = who.does(f"put {amount} {into}") + f" (or all {have}, if that is less)"
        if not action.dead:
            return put
        return f"{put}; nobody has to match this, and all who are in at the end play for it"

    def _pot(self, name: str | None) -> str:
        """The pot, or a pot by name."""
        return "the pot" if name is None else f"the {self.lexicon.counters[name].label}"

    def _is_one(self, who: Node) -> bool:
        """Whether it names a single player, not several who may be one."""
        match who:
            case Name(name) if name in self.lexicon.roles:
                return True
            case Name(name) | Call(name, _):
                return name in VOCABULARY and VOCABULARY[name].gives == "seat"
        return False

    def _pay(self, action: Pay, scene: Scene) -> str:
        who = self._of(action.who, scene)
        pot = self._pot(action.pot)
        what = f"what lies in {pot}"
        if action.amount is not None:
            amount = self.words.amounts.number_of(tree(action.amount), "chip", scene)
            what = f"{amount} of {pot} (or all of it, if that is less)"
            if amount.startswith("chips to the amount of "):
                # So that nobody takes what is paid for to be the pool's.
                what = f"from {pot} {amount} (or all of it, if that is less)"
        if self._is_one(tree(action.who)):
            return who.does(f"take {what}")
        match tree(action.who):
            case Call("where", (Name("each"), left)) as group if self._one_left(
                group, next(path for path, part in self.lexicon.all_parts if part is action)
            ):
                one = Person(f"the player {self.words.seats.relative(left, scene)}")
                return one.does(f"take {what}")
        return who.does(f"share {what} evenly; chips too many go one each to the first of them")

    def _one_left(self, group: Node, here: Path) -> bool:
        """Whether turns were taken before this until one of some players was left, if they did not
        end by something on which this does not happen."""
        one = Binary("==", Call("number", (group,)), Number(1))
        parts = self.lexicon.all_parts
        around = [p for at, p in parts if isinstance(p, Phase) and here[: len(at)] == at]
        asked = {node for part in around for node in flat("and", tree(part.when))}
        for path, part in parts:
            before = len(path) == 3 and path[:2] == here[:2] and path[2:3] < here[2:3]
            if before and isinstance(part, TurnsPhase):
                ends = flat("or", tree(part.until))
                if one in ends and all(end == one or Not(end) in asked for end in ends):
                    return True
        return False

    def _award(self, action: Award, scene: Scene) -> str:
        who = self._of(action.who, scene)
        node, verb = tree(action.amount), "score"
        match node:
            case Number(value) if value < 0:
                node, verb = Number(-value), "lose"
            case Negative(operand):
                node, verb = operand, "lose"
        amount = self.words.amounts.points(node, scene.about(who.again))
        return who.does(f"{verb} {amount}")

    def _skip(self, action: Skip, scene: Scene) -> str:
        count = tree(action.count)
        if count == Number(1) and self.words.seats.two_players:
            other = "your opponent" if scene.turn.is_you else "the other player"
            return f"{other} misses a turn"
        if count == Number(1):
            return "the next player misses a turn"
        if isinstance(count, Number):
            return f"the next {number_word(count.value)} players miss a turn"
        return f"as many players miss a turn as {self.words.amounts.noun(count, scene)}"

    def _end_hand(self, action: EndHand, scene: Scene) -> str:
        word = self.lexicon.hand_word
        if action.scored:
            return f"the {word} ends at once"
        return f"the {word} ends at once and nobody scores for it"

    def _play_again(self, action: PlayAgain, scene: Scene) -> str:
        if scene.out_of_turn:
            return f"{self.words.seats.seat(tree(action.who), scene).does('have')} the turn"
        if action.who == "turn":
            return scene.turn.does("take another turn after this one")
        return f"{self.words.seats.seat(tree(action.who), scene).does('have')} the next turn"

    def _who_deals(self, action: WhoDeals, scene: Scene) -> str:
        return self.words.seats.seat(tree(action.who), scene).does("be the dealer from now on")

    def _redeal(self, action: Redeal, scene: Scene) -> str:
        who = "the same player" if action.dealer is DealerAfter.SAME else "the next player"
        again = "deals again" if action.dealer is DealerAfter.SAME else "deals"
        counted = any("hand_number" in str(text) for text in self.lexicon.expressions)
        count = ", which does not count as a hand," if counted else ""
        return f"the cards are thrown in{count} and {who} {again}"

    def _of(self, text: str, scene: Scene) -> Person:
        return self.words.seats.seat(tree(text), scene)


_LAYING_AWAY = (
    BuildPhase,
    CapturePhase,
    ClaimPhase,
    DiscardPhase,
    MeldPhase,
    PlayPhase,
    TrickPhase,
)
"""What takes cards out of hands."""


_SUBJECT = re.compile(
    r"((?:the|each|every|your|their) (?:[\w'-]+ )*?[\w'-]+) "
    r"(?:is|are|has|have|draws|takes|puts|misses|lays|shows|scores|sits|drops|gives|turns|"
    r"gets|plays|deals|chooses|adds)\b"
)


_A_PILE = re.compile(r"[Ii]f an? (?P<pile>[\w -]+?) has (?P<what>[\w ]+)")


def _its_cards(lead: str, text: str) -> str:
    """What is done with the cards of a pile of which the condition has just spoken."""
    pile = _A_PILE.fullmatch(lead)
    if pile is None:
        return text
    return text.replace(f"all cards from the {pile['pile']} with {pile['what']} ", "all its cards ")


_DONE_BY = re.compile(r"if \w+ are \w+ (by the top card of .+)")
_SHOWN = re.compile(r"if ((?:your|their|the) [a-z]+ card) is ")


_YOU_ARE = re.compile(r"if you are (the [\w' ]+)")


def _again(occasion: str, text: str) -> str:
    """What is done with a card of which the condition has just spoken: "you show it to all"."""
    own = _YOU_ARE.fullmatch(occasion)
    if own is not None:
        text = text.replace(f" the place of {own[1]}", " your place", 1)
    by = _DONE_BY.fullmatch(occasion)
    if by is not None:
        return text.replace(f" {by[1]}", " by it", 1)
    card = _SHOWN.match(occasion)
    if card is None or " show" not in text:
        return text
    return re.sub(rf"(shows?) {re.escape(card[1])}\b", r"\1 it", text, count=1)


def _in_one(said: Sequence[Said]) -> str:
    """Clauses as one; what should stand by itself is set apart by semicolons."""
    groups: list[list[str]] = [[]]
    for clause in said:
        if clause.whole and groups[-1]:
            groups.append([])
        groups[-1].append(clause.text)
        if clause.whole:
            groups.append([])
    return "; ".join(chained(group) for group in groups if group)


def chained(clauses: Sequence[str]) -> str:
    """Clauses in a row; what repeats the subject of the one before leaves it out."""
    groups: list[list[str]] = []
    before = ""
    for clause in clauses:
        subject = _shared_subject(before, clause)
        earlier, before = before, clause
        named = re.search(r" is (the [^,;()]+)$", earlier)
        if groups and named and clause.startswith(f"{named[1]} ") and len(groups[-1]) == 1:
            # "X is the dealer and takes a card": whoever has just been named goes on.
            groups[-1].append(clause[len(named[1]) :].lstrip())
            continue
        if not groups or not subject:
            groups.append([clause])
            continue
        rest = clause[len(subject) :].lstrip()
        # "You are the buyer and the taker": the verb need not be said twice either.
        verb = re.match(r"(is|are) (?=the )", rest)
        if verb and earlier.startswith(f"{subject} {verb.group()}the "):
            rest = rest[verb.end() :]
        both = _taken_together(groups[-1][-1], rest)
        if both:
            groups[-1][-1] = both
        else:
            groups[-1].append(rest)
    joined = [join(_in_a_row(group)) for group in groups]
    if len(joined) == 1:
        return joined[0]
    if len(joined) == 2:
        return f"{joined[0]}, and {joined[1]}"
    if any("," in text or " and " in text for text in joined):
        return "; ".join(joined[:-1]) + f"; and {joined[-1]}"
    return join(joined)


def _names(text: str, name: str) -> bool:
    return Name(name) in nodes_of(tree(text))


_ORDINAL = r"(?:first|second|third|fourth|fifth|sixth)"
_OF_A_ROW = re.compile(
    rf"(?:their|your) {_ORDINAL} [\w-]+(?: (?!(?:onto|into|to|of|and|with)\b)[\w-]+)?"
)


def _in_a_row(deeds: list[str]) -> list[str]:
    """The deeds of somebody, those that differ only in which of several places they are about
    told once."""
    shapes = [re.sub(rf"\b{_ORDINAL}\b", "#", deed) for deed in deeds]
    if len(deeds) < 3 or "#" not in shapes[1] or len(set(shapes[1:])) > 1:
        return deeds
    places = [found[0] if (found := _OF_A_ROW.search(deed)) else "" for deed in deeds[1:]]
    if not shapes[0].endswith(shapes[1]) or not all(places):
        return deeds
    return [f"{deeds[0]}; the same with {join(places, 'and with')}"]


_TAKING = re.compile(
    r"(?P<start>.*?\b(?:takes?|puts?|adds?)) (?P<what>[^,]+?) "
    r"(?P<to>into .+ hand|to the tricks .+ won|to (?:their|your|its) [\w ]+)"
)


def _taken_together(before: str, rest: str) -> str:
    """ "takes this and that into their hand", for two things that somebody does the same with."""
    one, other = _TAKING.fullmatch(before), _TAKING.fullmatch(rest)
    if one is None or other is None or one["to"] != other["to"]:
        return ""
    if one["start"].rsplit(" ", 1)[-1] != other["start"]:
        return ""
    return f"{one['start']} {one['what']} and {other['what']} {one['to']}"


def _shared_subject(before: str, clause: str) -> str:
    """The subject that two clauses have in common."""
    for subject in ("you", "they", "the player who last took cards"):
        if before.startswith(f"{subject} ") and clause.startswith(f"{subject} "):
            return subject
    match = _SUBJECT.match(clause)
    if clause.startswith("the top card "):
        # Once it has moved, another one is on top.
        return ""
    if match and " who" not in match.group(1) and before.startswith(match.group(1) + " "):
        return match.group(1)
    return ""


def below(actions: Sequence[Action], path: Path) -> tuple[Path, ...]:
    """The paths of actions and of everything inside them."""
    found: list[Path] = []
    for index, action in enumerate(actions):
        here = (*path, index)
        found.append(here)
        for name in ("then", "otherwise", "do"):
            inner = getattr(action, name, None)
            if isinstance(inner, tuple):
                found.extend(below(inner, (*here, name)))
    return tuple(found)


_LAYING = re.compile(r"(?P<who>.*?\blays?) (?P<what>.+) face up on the table")


def _laid_together(before: str, clause: str) -> str:
    """ "you lay your hand and your bid cards face up", for two things that somebody lays open."""
    one, other = _LAYING.fullmatch(before), _LAYING.fullmatch(clause)
    if one is None or other is None:
        return ""
    if one["who"] != other["who"]:
        first, second = one["who"].removesuffix(" lays"), other["who"].removesuffix(" lays")
        alike = one["what"] == other["what"] == "their hand"
        several = one["who"].endswith(" lays") and other["who"].endswith(" lays")
        both = f"{first} and {second} lay their hands face up on the table"
        return both if alike and several else ""
    earlier = one["what"].replace(" and ", ", ")
    return f"{one['who']} {earlier} and {other['what']} face up on the table"


def _on_top(one: Action, other: Action) -> bool:
    """Whether somebody gets points (or loses them) once more, after everybody has."""
    if not isinstance(one, Award) or not isinstance(other, Award):
        return False
    paid = tree(other.amount)
    loses = [str(action.amount).startswith("-") for action in (one, other)]
    plain = isinstance(paid, Number | Negative) and loses[0] == loses[1]
    return plain and tree(one.who) == Name("each") and tree(other.who) != Name("each")


_OR_ALL = " (or all they have, if that is less)"


def _short_of_chips(text: str) -> str:
    """What several stake in a row: that somebody may have less is said of all at once."""
    if text.count(_OR_ALL) < 2:
        return text
    return f"{text.replace(_OR_ALL, '')} (or, whoever has less, all they have)"


def _wordless(told: dict[int, str], path: Path, first: int) -> list[Path]:
    """The actions from a place on that what stands before them has told with it."""
    return [(*path, n) for n in takewhile(lambda n: told.get(n) == "", count(first))]


def _takes_whole(move: Move) -> bool:
    """Whether all the cards of a place are moved, as they are."""
    plain = Move(source=move.source, target=move.target, choose=move.choose)
    return move == plain and move.choose in (Choose.TOP, Choose.ALL)


def _pays_out(one: Action, other: Action) -> bool:
    """Whether somebody is given a number of the table, of which then nothing is left."""
    if not isinstance(one, Award) or not isinstance(other, Set):
        return False
    return tree(one.amount) == Name(other.counter) and tree(other.to) == Number(0)
