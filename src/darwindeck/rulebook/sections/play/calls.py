"""Calls: auctions, asking, naming, answering."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from darwindeck.english import a, capitalised, figure, join, plural, times
from darwindeck.genome.expressions import Binary, Name, Node, Not, Number, nodes_of
from darwindeck.genome.expressions import Call as ExprCall
from darwindeck.genome.expressions.simplify import TRUE
from darwindeck.genome.schema import (
    Call,
    CallChoice,
    CallPhase,
    ChoiceKind,
    If,
    Life,
    Phase,
    Scope,
    Set,
    Stake,
)
from darwindeck.rulebook.document import (
    Block,
    Bullets,
    Item,
    Paragraph,
    Path,
    Sentence,
    Table,
    strong,
)
from darwindeck.rulebook.sections.base import item, paragraph, row, say
from darwindeck.rulebook.sections.play.actor import Actor
from darwindeck.rulebook.sections.play.heights import (
    height,
    heights_of,
    named_value,
    suit_sign,
)
from darwindeck.rulebook.words import holds_always, never_holds, tree
from darwindeck.rulebook.words.conditions import conjunction, disjunction
from darwindeck.rulebook.words.persons import A_PLAYER, YOU, Person
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import flat

if TYPE_CHECKING:
    from darwindeck.rulebook.sections.play.writer import PlayWriter


CALLER = Person("the caller", later="the caller")
"""One of several who answer at once: no pronoun could be taken for somebody else."""


def call(writer: PlayWriter, phase: CallPhase, path: Path, actor: Actor) -> Item:
    """Who is asked, what they may say, and what comes of it."""
    open_calls = [(i, one) for i, one in enumerate(phase.calls) if not never_holds(one.when)]
    by_calls = _told_by_calls(phase, [one for _, one in open_calls])
    if by_calls:
        given = (*writer.given, *by_calls)
        writer = replace(writer, given=given, given_to=(*writer.given_to, phase))
    scene = actor.scene if actor.person.is_you else actor.later
    if _speaks_to_all(writer, phase, actor):
        scene = writer.scene.about(YOU)
    if phase.simultaneous and actor.person.quantified:
        scene = writer.scene.about(CALLER)
    if phase.rounds == 1 and not phase.simultaneous:
        if len(open_calls) == 1 and (
            holds_always(open_calls[0][1].when) or _restricts_choices(open_calls[0][1])
        ):
            return _only_call(writer, phase, open_calls[0], path, actor)
        if _is_offer(phase, open_calls, actor):
            return _offer(writer, phase, open_calls, path, actor)
    once = _made_once(writer, open_calls)
    items = []
    anytime = made_at_any_time(phase)
    for index, one in open_calls:
        if anytime and not one.out_of_turn:
            # Nobody has to say that they say nothing.
            writer.words.told.unsaid.append((*path, "calls", index))
            continue
        here = (*path, "calls", index)
        written = _call_item(writer, phase, one, here, scene, actor, free=once is not None)
        items.append(_without_moment(written) if anytime else written)
    asked = [one for _, one in open_calls]
    after = _rules(writer, phase, path, asked, alone=_answers_alone(writer, actor))
    grids = [
        grid
        for index, one in open_calls
        for place in _gridded(writer, one)
        for grid in _grid(writer, one, place, (*path, "calls", index, "do", place))
    ]
    blocks: list[Block] = [Bullets(tuple(items)), *grids, *paragraph(after)]
    intro = _intro(writer, phase, path, actor)
    if anytime:
        moment = [(*path, "calls", i, "out_of_turn") for i, one in open_calls if one.out_of_turn]
        prefix = writer.prefix(phase, actor)
        text = f"{prefix}any player may do one of the following at any moment, even out of turn:"
        intro = [say(text, path, *moment)]
    if once is not None:
        lead, at = (
            intro[-1],
            [
                at
                for (index, _), flag in zip(open_calls, once, strict=True)
                for at in ((*path, "calls", index, "when"), writer.words.lexicon.counter_path(flag))
            ],
        )
        words = [at for flag in once for at in writer.words.lexicon.wording_path(flag)]
        who = "you" if actor.person.is_you else "they"
        told = f"{lead.text.removesuffix(':')}, but none that {who} have chosen before:"
        intro = [*intro[:-1], say(told, *lead.sources, *at, *words)]
        writer.words.told.explained |= {("kept", flag) for flag in once}
    return item(intro, blocks)


def made_at_any_time(phase: Phase) -> bool:
    """Whether all that can be called is called whenever somebody likes, beside saying nothing."""
    if not isinstance(phase, CallPhase) or phase.rounds != 1 or phase.simultaneous:
        return False
    others = [one for one in phase.calls if not one.out_of_turn]
    idle = all(holds_always(one.when) and not one.do and not one.choices for one in others)
    return len(others) < len(phase.calls) and len(others) <= 1 and idle


def _without_moment(written: Item) -> Item:
    """A call without the sentence that it may be made at any moment, which is said of all."""
    blocks = tuple(
        replace(block, sentences=_but_moment(block.sentences))
        if isinstance(block, Paragraph)
        else block
        for block in written.blocks
    )
    return replace(written, sentences=_but_moment(written.sentences), blocks=blocks)


def _but_moment(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    return tuple(one for one in sentences if not one.text.startswith(ANY_MOMENT))


ANY_MOMENT = "This may be said by any player at any moment"

MOST_FACTS = 6
"""Of so many facts at most it is tried out whether two conditions are the same."""


def _told_by_calls(phase: CallPhase, calls: list[Call]) -> list[Node]:
    """What a phase asks for only because without it nothing could be called but that which can be
    called always: the conditions of the calls say it."""
    free = [one for one in calls if holds_always(one.when) and not one.do]
    bound = [one for one in calls if one not in free]
    parts = flat("and", tree(phase.when))
    if len(free) != 1 or len(bound) < 2 or len(parts) < 2:
        return []
    single = [part.left for part in parts if isinstance(part, Binary) and part.right == Number(1)]
    any_call = _of_one_card(disjunction([tree(one.when) for one in bound]), single)
    return [part for part in parts if _same(_of_one_card(part, single), any_call)]


def _of_one_card(node: Node, single: list[Node]) -> Node:
    """A condition, where a place with one card does not have one of some cards if it has none."""
    match node:
        case Not(inner):
            return Not(_of_one_card(inner, single))
        case Binary("and" | "or" as word, left, right):
            return Binary(word, _of_one_card(left, single), _of_one_card(right, single))
        case Binary("==", ExprCall("count", (place, _)) as count, Number(1)) if (
            ExprCall("size", (place,)) in single
        ):
            return Not(Binary("==", count, Number(0)))
    return node


def _same(one: Node, other: Node) -> bool:
    """Whether two conditions hold in the same cases, whatever the facts are that they ask for."""
    facts = list(dict.fromkeys([*_facts(one), *_facts(other)]))
    if len(facts) > MOST_FACTS:
        return False
    cases = [
        dict(zip(facts, case, strict=True)) for case in product((True, False), repeat=len(facts))
    ]
    return all(_is_so(one, case) == _is_so(other, case) for case in cases)


def _facts(node: Node) -> list[Node]:
    match node:
        case Not(inner):
            return _facts(inner)
        case Binary("and" | "or", left, right):
            return [*_facts(left), *_facts(right)]
        case Binary("!=", left, right):
            return [Binary("==", left, right)]
    return [node]


def _is_so(node: Node, case: dict[Node, bool]) -> bool:
    match node:
        case Not(inner):
            return not _is_so(inner, case)
        case Binary("and", left, right):
            return _is_so(left, case) and _is_so(right, case)
        case Binary("or", left, right):
            return _is_so(left, case) or _is_so(right, case)
        case Binary("!=", left, right):
            return not case[Binary("==", left, right)]
    return case[node]


def _made_once(writer: PlayWriter, calls: list[tuple[int, Call]]) -> list[str] | None:
    """The flags by which every one of several calls can be made only once in a game by a player,
    if nothing else is asked of them and nothing else raises them."""
    lexicon = writer.words.lexicon
    found = []
    for _, one in calls:
        match tree(one.when):
            case Not(Name(flag)) if flag in lexicon.counters:
                counter = lexicon.counters[flag]
                raised = Set(counter=flag, to=1)
                own = counter.flag and counter.scope is Scope.SEAT and counter.life is Life.MATCH
                writes = writer.words.books.written(flag)
                if not own or counter.start or raised not in one.do or writes != [raised]:
                    return None
                found.append(flag)
            case _:
                return None
    return found if len(set(found)) == len(calls) > 1 else None


def _intro(writer: PlayWriter, phase: CallPhase, path: Path, actor: Actor) -> list[Sentence]:
    prefix = writer.prefix(phase, actor)
    person = actor.person
    order = f"{actor.order}, " if actor.order else ""
    who = "each player" if person.is_you else person.name
    if not person.is_you and person.named_in(prefix):
        who = person.again.name
    if phase.simultaneous and _answers_alone(writer, actor):
        makes = "make" if who == "they" else "makes"
        text = f"{prefix}{who} {makes} one of these calls:"
    elif phase.simultaneous:
        told = writer.words.told
        others = "the other says" if writer.words.seats.two_players else "the others say"
        unseen = "" if told.secret_answers else f" and without knowing what {others}"
        told.secret_answers = True
        text = f"{prefix}{who} makes one of these calls, all at the same time{unseen}:"
    elif person.is_you and not actor.order:
        often = "" if phase.rounds == 1 else " again and again"
        often = f" {times(phase.rounds)}" if phase.rounds not in (1, None) else often
        text = f"{prefix}do one of the following{often}:"
    elif phase.rounds is None:
        if person.is_you:
            calling = (
                "the players call in turn, round after round; on your turn you do one of these"
            )
        else:
            call = "call" if person.plural or who == "they" else "calls"
            yours = _speaks_to_all(writer, phase, actor)
            each = "on your turn you do one of these" if yours else "a call is one of these"
            calling = f"{who} {call} in turn, round after round; {each}"
        text = f"{prefix}{order}{calling}:"
    elif person.is_you:
        often = "once" if phase.rounds == 1 else times(phase.rounds)
        text = (
            f"{prefix}{order}the players call in turn, {often} each; on your turn you do one of "
            "these:"
        )
    else:
        makes = "make" if who == "they" or person.plural else "makes"
        if person.quantified or person.plural:
            who += " in turn"
        often = "" if phase.rounds == 1 else f", {times(phase.rounds)} round"
        text = f"{prefix}{order}{who} {makes} one of these calls{often}:"
    return [say(text, path, (*path, "rounds"), (*path, "simultaneous"))]


def _speaks_to_all(writer: PlayWriter, phase: CallPhase, actor: Actor) -> bool:
    """Whether some of the players call round after round, and nobody else's turn it is."""
    several = actor.person.quantified or actor.person.plural
    again = phase.rounds is None and not phase.simultaneous
    return again and several and not actor.person.is_you and actor.outer is None


def _answers_alone(writer: PlayWriter, actor: Actor) -> bool:
    """Whether only one player is asked, so that nobody else could speak at the same time."""
    two = writer.words.seats.two_players
    person = actor.person
    return not (person.quantified or person.is_you) or (two and "other player" in person.name)


# calls that need no list


def _restricts_choices(only: Call) -> bool:
    names = {choice.name for choice in only.choices}
    return any(name in str(only.when) for name in names)


def _only_call(
    writer: PlayWriter, phase: CallPhase, only: tuple[int, Call], path: Path, actor: Actor
) -> Item:
    """One single thing to say: it must be said."""
    index, one = only
    here = (*path, "calls", index)
    prefix = writer.prefix(phase, actor)
    if actor.person.is_you and actor.order:
        actor = Actor(Person("each player in turn"), actor.order, at=actor.at)
    scene = actor.scene if actor.person.is_you else actor.later
    deed = _asking(writer, one, scene, _addressed(one.label, actor))
    text = actor.must(deed, prefix)
    forbidden = _forbidden(writer, one, scene)
    if forbidden:
        text += f"; {forbidden}"
    elif refused := _refused_choice(writer, one, scene):
        text += f"; {refused}"
    elif not holds_always(one.when):
        text += f", {_restriction(writer, one, scene)}"
    sentences = [say(text, path, here, (*here, "when"), *_choice_paths(one, here))]
    sentences += [*height(writer, one, here, scene), *_out_of_turn(one, here)]
    sentences += writer.words.actions.sentences(one.do, (*here, "do"), scene)
    sentences += _rules(writer, phase, path, [one])
    return item(sentences)


def _asking(writer: PlayWriter, one: Call, scene: Scene, label: str) -> str:
    """ "ask any other player for any rank of which you hold a card": what is named takes the place
    of the words for it in the label, where these stand for all of it."""
    deed = label
    for choice in one.choices:
        said = choice_range(writer, choice, scene)
        if not said.startswith("any ") or f" {a(choice.label)}" not in f"{deed} ":
            return f"{label}{_choices(writer, one, scene)}"
        aside = "," if ", " in said else ""
        deed = deed.replace(a(choice.label), f"{said}{aside}", 1)
    several = len(one.choices) > 1
    return deed.rstrip(",") if several else f"{label}{_choices(writer, one, scene)}"


def _forbidden(writer: PlayWriter, one: Call, scene: Scene) -> str:
    """Which choices are not free in a call that must be made."""
    node = tree(one.when)
    if not isinstance(node, Not):
        return ""
    conditions = writer.words.conditions
    names = [choice.name for choice in one.choices]
    parts = flat("and", node.operand)
    about = [part for part in parts if any(f"'{name}'" in repr(part) for name in names)]
    others = [part for part in parts if part not in about]
    if not about:
        return ""
    total = _forbidden_total(one, about)
    if total is not None:
        who = scene.subject.name
        lead = f"{conditions.occasion(conjunction(others), scene)}, " if others else ""
        match others:
            case [ExprCall("is", (role,)) | Binary("==", Name("turn"), role)]:
                who, lead = writer.words.seats.seat(role, scene).name, ""
        verb, counter = one.label.split(" ")[0], writer.words.lexicon.counters[total[0]]
        amount = writer.words.amounts.noun(total[1], scene)
        return f"{lead}{who} may not {verb} so that all {plural(counter.label)} add up to {amount}"
    text = f"no choice is allowed with which {conditions.clause(conjunction(about), scene)}"
    return f"{conditions.occasion(conjunction(others), scene)}, {text}" if others else text


def _refused_choice(writer: PlayWriter, one: Call, scene: Scene) -> str:
    """When the one thing that a call names may not be chosen, if that is said more easily."""
    node = tree(one.when)
    if not isinstance(node, Binary) or node.operator != "or" or len(one.choices) != 1:
        return ""
    choice = one.choices[0]
    about = [part for part in flat("or", node) if Name(choice.name) in nodes_of(part)]
    if not about or not all(isinstance(part, Not) for part in about):
        return ""
    others = [part for part in flat("or", node) if part not in about]
    conditions, who = writer.words.conditions, scene.subject.name
    clause = conditions.clause(disjunction(about), scene, yes=False)
    clause = re.sub(rf"^{who} (.+) that {choice.label}\b", rf"that {who} \1", clause)
    when = clause if clause.startswith("that ") else f"if {clause}"
    apart = f", unless {conditions.clause(disjunction(others), scene)}" if others else ""
    return f"{who} may not choose {a(choice.label)} {when}{apart}"


def _forbidden_total(one: Call, about: list[Node]) -> tuple[str, Node] | None:
    """The counter that all players give a number to, and what its sum must not come to."""
    if len(about) != 1:
        return None
    match about[0]:
        case Binary(
            "==",
            Binary("+", ExprCall("sum", (Name("each"), Name(counter))), Name(choice)),
            other,
        ):
            given = Set(counter=counter, to=choice)
            return (counter, other) if given in one.do else None
    return None


def _out_of_turn(one: Call, path: Path) -> list[Sentence]:
    if not one.out_of_turn:
        return []
    text = "this may be said by any player at any moment, even out of turn"
    return [say(text, (*path, "out_of_turn"))]


def _is_offer(phase: CallPhase, calls: list[tuple[int, Call]], actor: Actor) -> bool:
    """Whether one player may do one thing or leave it."""
    if len(calls) != 2 or actor.order or actor.person.quantified or phase.pass_is_final:
        return False
    passes = [one for _, one in calls if one.is_pass and not one.do and holds_always(one.when)]
    return len(passes) == 1 and not passes[0].out_of_turn


def _offer(
    writer: PlayWriter,
    phase: CallPhase,
    calls: list[tuple[int, Call]],
    path: Path,
    actor: Actor,
) -> Item:
    """ "You may …", for a call beside which there is only passing."""
    index, one = next((i, c) for i, c in calls if not (c.is_pass and not c.do))
    other = next(i for i, _ in calls if i != index)
    here = (*path, "calls", index)
    scene = actor.scene if actor.person.is_you else actor.later
    deed = f"{_addressed(one.label, actor)}{_choices(writer, one, scene)}"
    text = actor.may(deed, writer.prefix(phase, actor))
    passing = _addressed(phase.calls[other].label, actor)
    if not holds_always(one.when) and not _goes_without_saying(phase, one):
        text += f", {_restriction(writer, one, scene)}"
    text += f", or {passing}" if passing != "pass" else ""
    paths = (path, here, (*path, "calls", other), *_choice_paths(one, here))
    sentences = [say(text, *paths)]
    deed = _addressed(one.label, actor) if passing != "pass" else "do so"
    lead = f"if {actor.person.again.does(deed)}" if one.do else ""
    named = _asks_what_is_named(one)
    if named:
        lead = f"if {actor.person.again.does('name')} “{named.replace('_', ' ')}”"
    sentences += [*height(writer, one, here, scene), *_out_of_turn(one, here)]
    books = writer.words.books
    if not actor.person.is_you and any(books.reads(role, one) for role in books.own_roles):
        # Where the player whose turn it is is spoken of, too, "they" could be either.
        lead, scene = f"if {actor.person.does(deed)}" if one.do else "", actor.scene
    led = replace(scene, leader=writer.leading)
    do, at = one.do, (*here, "do")
    if named and isinstance(do[0], If):
        do, at = do[0].then, (*at, 0, "then")
    sentences += writer.words.actions.sentences(do, at, led, lead)
    sentences += _rules(writer, phase, path, [one])
    return item(sentences)


def _asks_what_is_named(one: Call) -> str:
    """The word that must be named in a call for anything to come of it."""
    match one.do:
        case (If(condition, otherwise=()),):
            match tree(condition):
                case Binary("==", Name(choice), Name(word)) if any(
                    each.name == choice and word in each.words for each in one.choices
                ):
                    return word
    return ""


def _goes_without_saying(phase: CallPhase, one: Call) -> bool:
    """Whether whoever is asked fulfils a condition by being asked: a winner has won a trick."""
    return phase.who == "winner" and tree(one.when) in (tree("tricks > 0"), tree("tricks >= 1"))


# single calls


LONG = 240
"""How many letters the condition of a call may have in one sentence."""


def _call_item(
    writer: PlayWriter,
    phase: CallPhase,
    one: Call,
    path: Path,
    scene: Scene,
    actor: Actor,
    *,
    free: bool,
) -> Item:
    """One of several calls; `free` says that its condition is told of all of them."""
    scene = replace(scene, choices=one.choices)
    label = strong(capitalised(_addressed(one.label, actor)))
    text = f"{label}{_choices(writer, one, scene)}"
    other = _other_suit(writer, one, scene)
    if other:
        text = f"{label} ({other})"
    sources = (path, (*path, "when"), *_choice_paths(one, path))
    if free or holds_always(one.when) or _is_affordable(one):
        return item([say(text, *sources), *_call_effects(writer, phase, one, path, scene)])
    restriction = _of_one_of_two(writer, phase, one, scene) or _restriction(writer, one, scene)
    if other:
        asked = [part for part in flat("and", tree(one.when)) if not _asks_other_suit(one, part)]
        if not asked:
            return item([say(text, *sources), *_call_effects(writer, phase, one, path, scene)])
        restriction = _restriction(writer, one, scene, conjunction(asked))
    besides = _without_chips(one)
    if besides is not None:
        able = f"{scene.subject.does('have')} the chips for it"
        restriction = f"if {able}"
        if besides != TRUE:
            restriction = f"if {able}, {_restriction(writer, one, scene, besides)}"
    parts = flat("and", tree(one.when))
    if len(restriction) > LONG and len(parts) > 2:
        lead = say(f"{text}, but only if all of this is so:", *sources)
        points = [_condition(writer, part, scene, sources) for part in parts]
        rest = _call_effects(writer, phase, one, path, scene)
        return item([lead], [Bullets(tuple(points)), *paragraph(rest)])
    if ", but " in text:
        restriction = re.sub(r"^but only ", "and only ", restriction)
    said = say(f"{text}, {restriction}", *sources)
    return item([said, *_call_effects(writer, phase, one, path, scene)])


def _asks_other_suit(one: Call, node: Node) -> bool:
    """Whether the suit that a call names must be another than that of some card."""
    match node:
        case Binary("!=", Name(choice), ExprCall("suit", _)) | Not(
            Binary("==", Name(choice), ExprCall("suit", _))
        ):
            return [each.name for each in one.choices] == [choice]
    return False


def _other_suit(writer: PlayWriter, one: Call, scene: Scene) -> str:
    """ "any suit but that of the turned card", for a call that names a suit."""
    for part in flat("and", tree(one.when)):
        suits = set(writer.words.lexicon.suits)
        if _asks_other_suit(one, part) and set(one.choices[0].suits or suits) == suits:
            node = part.operand if isinstance(part, Not) else part
            assert isinstance(node, Binary)
            noun = writer.words.things.noun(node.right, scene)
            word = writer.words.lexicon.suit_word
            return f"any {word} but {noun.replace(f'the {word} of', 'that of', 1)}"
    return ""


def _of_one_of_two(writer: PlayWriter, phase: CallPhase, one: Call, scene: Scene) -> str:
    """ "the listener only if …", for what binds only one of the two roles that are asked."""
    asked = {
        part.arguments[0]
        for part in nodes_of(tree(phase.who))
        if isinstance(part, ExprCall) and part.function == "is"
    }
    match flat("or", tree(one.when)):
        case [ExprCall("is", (free,)), bound] if len(asked) == 2 and free in asked:
            other = writer.words.seats.seat((asked - {free}).pop(), scene)
            return f"{other.name} only {writer.words.conditions.occasion(bound, scene)}"
    return ""


def _is_affordable(one: Call) -> bool:
    """Whether a bid asks for more chips than the highest so far, which whoever bids no more than
    they have, and more than any before them, has."""
    highest = tree(one.when) == Binary(">", Name("chips"), Name("standing"))
    own = [choice for choice in one.choices if choice.name == one.key]
    return highest and any(Name("chips") in nodes_of(tree(choice.high)) for choice in own)


_ALL_ONE_HAS = re.compile(r" \(or all (?:you|they) have, if that is less\)")


def _without_chips(one: Call) -> Node | None:
    """When a call may be made besides that its player has the chips that it costs; None if that is
    not asked."""
    stakes = [action for action in one.do if isinstance(action, Stake) and action.who == "turn"]
    if len(stakes) != 1:
        return None
    ways = [_without_cost(way, tree(stakes[0].amount)) for way in _ways(tree(one.when))]
    known = [way for way in ways if way is not None]
    if len(known) != len(ways):
        return None
    shared = [part for part in known[0] if all(part in way for way in known)]
    own = [[part for part in way if part not in shared] for way in known]
    if all(own):
        shared.append(disjunction([conjunction(way) for way in own]))
    return conjunction(shared) if shared else TRUE


def _ways(node: Node) -> list[list[Node]]:
    """The ways in which a condition can be fulfilled, each as what must be so together."""
    found: list[list[Node]] = [[]]
    for part in flat("and", node):
        either = [flat("and", way) for way in flat("or", part)]
        found = [[*before, *way] for before in found for way in either]
    return found


def _without_cost(way: list[Node], cost: Node) -> list[Node] | None:
    """What must be so besides that there are chips for what is staked then."""
    match cost:
        case Binary("*", ExprCall("if", (condition, yes, _)), unit) if condition in way:
            cost = Binary("*", yes, unit)
        case Binary("*", ExprCall("if", (condition, _, no)), unit) if Not(condition) in way:
            cost = Binary("*", no, unit)
    match cost:
        case Binary("*", Number(1), once):
            cost = once
    enough = [Binary(">=", Name("chips"), one) for one in (cost, Binary("*", Number(1), cost))]
    besides = [part for part in way if part not in enough]
    return besides if len(besides) < len(way) else None


def _condition(writer: PlayWriter, node: Node, scene: Scene, sources: tuple[Path, ...]) -> Item:
    """One of several conditions, by itself; a long one that holds in several cases lists them."""
    clause = writer.words.conditions.clause
    ways = flat("or", node)
    whole = clause(node, scene)
    if len(ways) > 1 and len(whole) > LONG / 2:
        told = [item([say(clause(way, scene), *sources)]) for way in ways]
        return item([say("one of these is so:", *sources)], [Bullets(tuple(told))])
    return item([say(whole, *sources)])


def _call_effects(
    writer: PlayWriter,
    phase: CallPhase,
    one: Call,
    path: Path,
    scene: Scene,
) -> list[Sentence]:
    """What a call must be higher than, who may make it when, and what comes of it."""
    sentences = height(writer, one, path, scene)
    if one.is_pass and _passes_count(phase) and not one.label.startswith("pass"):
        sentences.append(say("this counts as a pass", (*path, "is_pass")))
    sentences += _out_of_turn(one, path)
    do = (*path, "do")
    apart = {(*do, place): counter for place, counter in _gridded(writer, one).items()}
    sentences += writer.words.actions.sentences(one.do, do, scene, left_out=apart)
    if _without_chips(one) is not None:
        sentences = [Sentence(_ALL_ONE_HAS.sub("", s.text), s.sources) for s in sentences]
    for at, counter in apart.items():
        label = writer.words.lexicon.counters[counter].label
        declared = writer.words.lexicon.counter_path(counter)
        sentences.append(say(f"the {label} is found in the table below", at, declared))
    return sentences


def _gridded(writer: PlayWriter, one: Call) -> dict[int, str]:
    """The numbers of the table that depend on two things a call names, which a table tells best:
    the places of the actions that give them, and their counters."""
    found = {}
    for place, action in enumerate(one.do):
        if len(one.choices) != 2 or not isinstance(action, Set):
            continue
        node, counter = tree(action.to), writer.words.lexicon.counters.get(action.counter)
        both = all(Name(choice.name) in nodes_of(node) for choice in one.choices)
        if counter is None or counter.name in writer.words.books.bid_heights:
            continue
        known = both and heights_of(writer, one, node) is not None
        if known and counter.scope is Scope.TABLE:
            found[place] = counter.name
    return found


def _grid(writer: PlayWriter, one: Call, place: int, path: Path) -> list[Block]:
    action = one.do[place]
    assert isinstance(action, Set)
    values = heights_of(writer, one, tree(action.to)) or []
    down, across = (choice.name for choice in one.choices)
    lines = list(dict.fromkeys(named[down] for named, _ in values))
    columns = list(dict.fromkeys(named[across] for named, _ in values))
    worth = {(named[down], named[across]): value for named, value in values}
    head = [capitalised(one.choices[0].label)]
    head += [named_value(writer, one.choices[1], value) for value in columns]
    rows = [
        row(
            (
                named_value(writer, one.choices[0], line),
                *(figure(worth[line, column]) for column in columns),
            ),
            path,
        )
        for line in lines
    ]
    label = writer.words.lexicon.counters[action.counter].label
    return [*paragraph([say(f"the {label}:", path)]), Table(tuple(head), tuple(rows))]


def _restriction(writer: PlayWriter, one: Call, scene: Scene, asked: Node | None = None) -> str:
    """When a call may be made (or what of it is not told elsewhere), as the end of a sentence."""
    conditions = writer.words.conditions
    node = tree(one.when) if asked is None else asked
    if isinstance(node, Not):
        return f"but not {conditions.occasion(node.operand, scene)}"
    exception = _one_word(writer, one, node, scene)
    if exception:
        return exception
    if isinstance(node, Binary) and node.operator == "or" and _has_negation(node):
        return f"unless {conditions.clause(node, scene, yes=False)}"
    text = f"but only {conditions.occasion(node, scene)}"
    held = _HELD.fullmatch(text)
    if held is None:
        return text
    lexicon = writer.words.lexicon
    names = [part.id for part in nodes_of(node) if isinstance(part, Name)]
    told = [lexicon.card_set_path(name) for name in names if name in lexicon.card_sets]
    writer.words.told.unsaid += told
    return f"but only one of which {held[1]} a card"


def _one_word(writer: PlayWriter, one: Call, node: Node, scene: Scene) -> str:
    """When one of the words that a call may name is free: "but “solo” only if …"."""
    match node:
        case Binary("or", Binary("!=", Name(choice), Name(word)), rest) if any(
            word in known.words for known in one.choices if known.name == choice
        ):
            said = word.replace("_", " ")
            return f"but “{said}” only {writer.words.conditions.occasion(rest, scene)}"
    return ""


_HELD = re.compile(r"but only if (\w+ holds?) a card of the suit named")


def _has_negation(node: Node) -> bool:
    """Whether one of several ways to satisfy a condition is that something is not so."""
    return any(
        isinstance(part, Not) or (isinstance(part, Binary) and part.operator == "!=")
        for part in flat("or", node)
    )


def _passes_count(phase: CallPhase) -> bool:
    return phase.pass_is_final or "passes_in_row" in str(phase.close)


def _addressed(label: str, actor: Actor) -> str:
    """A call's label speaks to "you"; of somebody else it says "their"."""
    if actor.person.is_you:
        return label
    label = re.sub(r"\byour\b", "their", label)
    return re.sub(r"\byou\b", "they", label)


def _choice_paths(one: Call, path: Path) -> list[Path]:
    return [(*path, "choices", index) for index in range(len(one.choices))]


def _choices(writer: PlayWriter, one: Call, scene: Scene) -> str:
    """What the call names, after its label."""
    if not one.choices:
        return ""
    texts = [choice_range(writer, choice, scene) for choice in one.choices]
    if len(texts) == 1 and _is_named(texts[0], one.label):
        return ""
    if len(texts) == 1:
        return f", {texts[0]}" if texts[0].startswith("from ") else f" ({texts[0]})"
    named = [
        text if text.startswith("any ") else f"{choice.label}: {text}"
        for choice, text in zip(one.choices, texts, strict=True)
    ]
    return f" ({'; '.join(named)})"


def _is_named(said: str, label: str) -> bool:
    """Whether what a call names is in its label, with nothing more to say: "name a rank"."""
    found = re.fullmatch(r"any (?:of (?:their|your) (\w+)s|(\w+))", said)
    return found is not None and f" {a(found[1] or found[2])} " in f"{label} "


def choice_range(writer: PlayWriter, choice: CallChoice, scene: Scene) -> str:
    words = writer.words
    if choice.numbers:
        return join([figure(number) for number in choice.numbers], "or")
    if choice.type is ChoiceKind.NUMBER:
        low, high = tree(choice.low), tree(choice.high)
        if low == high:
            return words.amounts.noun(low, scene)
        step = f" in steps of {figure(choice.step)}" if choice.step != 1 else ""
        match high:
            case ExprCall("min", (Number(most), other)) | ExprCall("min", (other, Number(most))):
                limit = words.amounts.noun(other, scene)
                if other == Name("chips"):
                    limit = f"{scene.subject.name} {scene.subject.have}"
                start = words.amounts.noun(low, scene)
                return f"from {start} to {figure(most)}{step}, but no more than {limit}"
        return f"from {words.amounts.noun(low, scene)} to {words.amounts.noun(high, scene)}{step}"
    if choice.type is ChoiceKind.SUIT:
        return join([suit_sign(writer, suit) for suit in choice.suits or words.lexicon.suits], "or")
    if choice.type is ChoiceKind.RANK:
        rank = words.lexicon.rank_word
        if choice.ranks_in is None:
            return f"any {rank}"
        place = words.zones.zone(tree(choice.ranks_in), scene)
        if place.is_hand and place.owner is not None:
            return f"any {rank} of which {place.owner.does('hold')} a card"
        return f"any {rank} of a card {place.within}"
    if choice.type is ChoiceKind.SEAT:
        name = words.seats.member(tree(choice.seats), scene).name
        if (
            tree(choice.seats) == ExprCall("others", (Name("turn"),))
            and not words.seats.two_players
        ):
            return "any other player, even one who has no cards"
        return re.sub(r"^(another|a|one(?= of))\b", "any other" if "other" in name else "any", name)
    return join([f"“{word.replace('_', ' ')}”" for word in choice.words], "or")


# rules of the whole phase


def _rules(
    writer: PlayWriter, phase: CallPhase, path: Path, calls: list[Call], *, alone: bool = False
) -> list[Sentence]:
    found: list[Sentence] = []
    if phase.simultaneous and not alone:
        found += _priorities(writer, phase, path, calls)
    if phase.pass_is_final:
        found.append(say("a player who has passed is not asked again", (*path, "pass_is_final")))
    if not never_holds(phase.close):
        clause = writer.words.conditions.clause(tree(phase.close), writer.scene.about(A_PLAYER))
        found.append(say(f"the calling ends as soon as {clause}", (*path, "close")))
    return found


def _beginning(phase: CallPhase) -> Node | None:
    """With whom those who call at once are counted, where that is not the dealer's left."""
    match tree(phase.who) if phase.who is not None else None:
        case ExprCall("from", (_, begins)):
            return begins
        case ExprCall("where", (ExprCall("from", (_, begins)), _)):
            return begins
    return None


def _priorities(
    writer: PlayWriter, phase: CallPhase, path: Path, calls: list[Call]
) -> list[Sentence]:
    """Which of several simultaneous calls takes effect."""
    real = [one for one in calls if not one.is_pass and not one.out_of_turn]
    if not real:
        return []
    ranks = sorted({one.rank for one in real}, reverse=True)
    sources = tuple((*path, "calls", phase.calls.index(one), "rank") for one in real)
    others = [one.label for one in calls if one.is_pass]
    several = "if several players do more than pass, only"
    if others and others != ["pass"]:
        several = f"if several players call anything but “{others[0]}”, only"
    earliest = "the player who comes first in turn after the dealer"
    begins = _beginning(phase)
    if begins is not None:
        seat = writer.words.seats.seat(begins, writer.scene)
        earliest = f"the one who comes first, counting from {seat.name},"
    if len(ranks) == 1:
        one = say(f"{several} the call of {earliest} takes effect", *sources)
        told = writer.words.told.equal_answers and begins is None
        return [] if told else [one]
    groups = []
    for rank in ranks:
        labels = [f"“{one.label}”" for one in real if one.rank == rank]
        groups.append(join(list(dict.fromkeys(labels)), "or"))
    order = f"{groups[0]} goes before {groups[1]}"
    order += "".join(f", and that before {group}" for group in groups[2:])
    listed = [one.rank for one in real]
    if len(ranks) == 2 and listed.count(ranks[1]) == 1 and listed.count(ranks[0]) > 2:
        order = f"every other call goes before {groups[1]}"
    found = [say(f"{several} one call takes effect: {order}", *sources)]
    if begins is not None:
        found.append(say(f"of equal calls that of {earliest} counts", *sources))
    elif not writer.words.told.equal_answers:
        writer.words.told.equal_answers = True
        everywhere = "here and wherever several players call at the same time"
        found.append(say(f"of equal calls, {everywhere}, that of {earliest} counts", *sources))
    return found
