"""Phases in which cards move: drawing, discarding, passing, capturing, building, claiming."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from darwindeck.english import a, counted, join, number_word, ordinal, plural, singular
from darwindeck.genome.expressions import Binary, Call, Name, Node, Number
from darwindeck.genome.schema import (
    AssignRole,
    BlockPhase,
    BuildMove,
    BuildPhase,
    BuildUnit,
    CaptureBy,
    CapturePhase,
    CardCondition,
    Choose,
    ClaimPhase,
    ClaimRankMode,
    DiscardPhase,
    DrawPhase,
    MeldPhase,
    Move,
    PassPhase,
    Phase,
    PlayPhase,
    SitOut,
    TrickPhase,
    TurnsPhase,
)
from darwindeck.genome.tree import walk
from darwindeck.rulebook.document import Bullets, Item, Path, Sentence
from darwindeck.rulebook.sections.base import item, lowered, only_if, paragraph, say
from darwindeck.rulebook.sections.card_heights import ranks_that_take, table_paths
from darwindeck.rulebook.sections.examples import capture_example
from darwindeck.rulebook.sections.play.actor import Actor
from darwindeck.rulebook.words import Words, holds_always, tree
from darwindeck.rulebook.words.persons import THEY, Person
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import OWN_HAND, flat
from darwindeck.rulebook.words.zones import Place

if TYPE_CHECKING:
    from darwindeck.rulebook.sections.play.writer import PlayWriter
    from darwindeck.rulebook.words.cards import CardPhrase


def acting(actor: Actor) -> Scene:
    """The scene of what the player does, once the sentence has named them."""
    return actor.scene if actor.person.is_you else actor.later


# drawing


def draw(writer: PlayWriter, phase: DrawPhase, path: Path, actor: Actor) -> Item:
    words = writer.words
    prefix = writer.prefix(phase, actor)
    scene = acting(actor)
    source = words.zones.zone(tree(phase.source), scene)
    target = words.zones.zone(tree(phase.target), scene)
    count = tree(phase.count)
    if target.is_hand and target.owner == scene.subject:
        verb = "draw" if source.is_stock or phase.choose is Choose.RANDOM else "take"
        deed = f"{verb} {_drawn(writer, phase, source, count, scene)}"
        if verb == "take":
            deed += f" into {scene.subject.own} hand"
    elif target.one_card and count == Number(1) and target.owner == scene.subject:
        deed = f"take {_drawn(writer, phase, source, count, scene)} as {target.text}"
    else:
        deed = f"turn {_drawn(writer, phase, source, count, scene)} {target.into}"
        if target.is_stack and count != Number(1):
            deed += ", one after another, so that the last lies on top"
    text = actor.must(deed, prefix) if phase.mandatory else actor.may(deed, prefix)
    sentences = [say(text, path)]
    if phase.when_empty:
        lead = f"when {source.text} is empty"
        sentences += words.actions.sentences(phase.when_empty, (*path, "when_empty"), scene, lead)
    elif phase.when_empty == () and isinstance(count, Number) and count.value > 1:
        take = "take those" if actor.person.is_you else actor.person.again.does("take those")
        sentences.append(
            say(f"if fewer cards are left {source.within}, {take}", (*path, "when_empty"))
        )
    return item(sentences)


def _drawn(writer: PlayWriter, phase: DrawPhase, source: Place, count: Node, scene: Scene) -> str:
    words = writer.words
    cards = words.cards.phrase(None)
    if source.top or (source.one_card and count == Number(1)):
        return source.text
    if phase.choose is Choose.ALL:
        return f"all cards from {source.text}"
    if phase.choose is Choose.TOP and not (source.is_stack or source.is_stock):
        # Cards that lie in no order are taken in that of the pack.
        which = "card" if count == Number(1) else _number(writer, count, scene)
        return f"the first {which}, in the order of the pack, from {source.text}"
    if phase.choose is Choose.TOP and count == Number(1):
        return f"the top card of {source.text}"
    match count:
        # Drawing up to a number of cards is said as such.
        case Binary("-", Number(size), rest) | Call(
            "max", (Number(0), Binary("-", Number(size), rest))
        ) if rest in OWN_HAND:
            how = " at random" if phase.choose is Choose.RANDOM else ""
            until = f"until {scene.subject.name} hold {number_word(size)}"
            return f"cards{how} from {source.text} {until}"
    number = words.amounts.cards(count, cards, scene)
    if phase.choose is Choose.RANDOM:
        how = "unseen" if source.is_hand else "at random"
        return f"{number}, {how}, from {source.text}"
    if phase.choose is Choose.PICK:
        return f"{number} of {scene.subject.own} choice from {source.text}"
    if phase.choose is Choose.HIGHEST and count == Number(1):
        return f"the highest card from {source.text}"
    highest = "the highest " if phase.choose is Choose.HIGHEST else ""
    return f"{highest}{number} from {source.text}"


def _number(writer: PlayWriter, count: Node, scene: Scene) -> str:
    return writer.words.amounts.cards(count, writer.words.cards.phrase(None), scene)


# discarding and giving


def discard(writer: PlayWriter, phase: DiscardPhase, path: Path, actor: Actor) -> Item:
    words = writer.words
    prefix = writer.prefix(phase, actor)
    scene = acting(actor)
    source = words.zones.zone(tree(phase.source), scene)
    target = words.zones.zone(tree(phase.target), scene)
    phrase = words.cards.phrase(phase.cards)
    what = _put_aside(writer, phase, phrase, scene)
    origin = "" if source.is_hand else f" from {source.text}"
    if source.one_card and phrase.anything and tree(phase.count) == Number(1):
        what, origin = source.text, ""
    what, apart = _apart(writer, phase, what, target, scene)
    one = tree(phase.count) == Number(1) or phase.choose is Choose.ALL
    most = "" if phase.mandatory or one else "up to "
    if target.is_hand and target.owner is not None and target.owner != scene.subject:
        deed = f"give {most}{what}{origin} to {target.owner.obj}"
    elif _is_discard(target):
        deed = f"discard {most}{what}{origin}"
    elif target.label.startswith("card ") and target.owner is not None:
        deed = f"lay {most}{what}{origin} aside as {words.zones.again(target).text}"
    else:
        deed = f"put {most}{what}{origin} {_where(target)}"
    deed += apart
    match tree(phase.count):
        case Binary("-", Number(size), Call("size", (zone,))) if (
            zone == tree(phase.target) and phase.choose is Choose.PICK
        ):
            full = f"until {scene.subject.again.does('have')} {number_word(size)} {target.within}"
            deed = f"{deed.replace(what, phrase.many, 1)} {full}"
    surplus = _surplus(tree(phase.count))
    if surplus is not None and phase.choose is Choose.PICK:
        deed = _down_to(deed, what, phrase, surplus)
        has_more = f"hold more than {counted(surplus, 'card')}"
        if actor.person.is_you:
            prefix = f"{prefix}if you {has_more}, "
        else:
            holder = Person(actor.person.name.replace("each player", "each player who", 1))
            if " who" not in holder.name:
                prefix = f"{prefix}if {actor.person.does(has_more)}, "
            else:
                actor = Actor(
                    Person(f"{actor.person.name} who holds more than {counted(surplus, 'card')}"),
                    actor.order,
                    at=actor.at,
                )
    text = actor.must(deed, prefix) if phase.mandatory else actor.may(deed, prefix)
    if writer.is_option and not phase.mandatory and actor.person.is_you:
        text = f"{prefix}{deed}, or none"
    sentences = [say(text, path, (*path, "cards"))]
    chosen = phase.mandatory and not phrase.anything and phase.choose is Choose.PICK
    alone = not writer.is_option and actor.person.is_you and tree(phase.count) == Number(1)
    if chosen and alone and not _always_has_another(words, phase):
        sentences.append(say(f"if you have no such card, you {_leave(target)}", path))
    if not holds_always(phase.after):
        clause = words.conditions.clause(tree(phase.after), scene)
        sentences.append(say(f"this is allowed {only_if(clause)}", (*path, "after")))
    return item(sentences)


def _apart(
    writer: PlayWriter, phase: DiscardPhase, what: str, target: Place, scene: Scene
) -> tuple[str, str]:
    """One card of whatever kind but those just taken from a place: what is put away, and what is
    added to it, "but not one taken from there this turn"."""
    spared = phase.cards.not_ if phase.cards is not None else None
    taken = spared.taken_from if spared is not None else None
    only = CardCondition(not_=CardCondition(taken_from=taken))
    chosen = phase.choose is Choose.PICK and tree(phase.count) == Number(1)
    if taken is None or phase.cards != only or not chosen:
        return what, ""
    place = writer.words.zones.zone(tree(taken), scene)
    there = "there" if place == target and not _is_discard(target) else place.text
    origin = f" from {writer.words.zones.zone(tree(phase.source), scene).text}"
    card = "one card" if _is_discard(target) else f"one card{origin}"
    return card, f", but not one taken from {there} this turn"


def _always_has_another(words: Words, phase: DiscardPhase) -> bool:
    """Whether who must not lay away what they have just taken has other cards for certain: cards
    were dealt, and none leave hands but by being discarded, one for one that was drawn."""
    spared = phase.cards.not_ if phase.cards is not None else None
    taken = spared is not None and phase.cards == CardCondition(
        not_=CardCondition(taken_from=spared.taken_from)
    )
    leaving = (BuildPhase, CapturePhase, ClaimPhase, MeldPhase, PassPhase, PlayPhase, TrickPhase)
    dealt = sum(sum(s.packets) for s in words.genome.setup.deal or () if str(s.zone) == "hand")
    parts = words.lexicon.all_parts
    here = next((path for path, part in parts if part is phase), None)
    if here is None or not taken or dealt < 2:
        return False
    around = [p for path, p in parts if isinstance(p, Phase) and here[: len(path)] == path]
    drawn = any(tree("drawn > 0") in flat("and", tree(p.when)) for p in around)
    discards = [path for path, part in parts if isinstance(part, DiscardPhase)]
    others = [path for path, part in parts if isinstance(part, leaving)]
    return (
        drawn
        and all(path == here or _is_alternative(path, here) for path in discards)
        and all(path[2:3] > here[2:3] or _at_the_end(words, path, here) for path in others)
        and all(
            _is_exchange(words, path)
            for path, part in parts
            if isinstance(part, Move) and str(part.source).startswith("hand")
        )
    )


def _is_alternative(one: Path, other: Path) -> bool:
    """Whether two phases lie in different options of one choice."""
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return same > 0 and one[same - 1] == "options"


def _at_the_end(words: Words, path: Path, here: Path) -> bool:
    """Whether something is done only in a block after which no more turns are taken; where that is
    the block of a phase, after the phase."""
    parts = dict(words.lexicon.all_parts)
    for length in range(len(path)):
        block, turns = parts.get(path[:length]), parts.get(path[:3])
        if not isinstance(block, BlockPhase) or not isinstance(turns, TurnsPhase):
            continue
        roles = [action.role for action in block.then if isinstance(action, AssignRole)]
        if any(tree(turns.until) == tree(f"set({role})") for role in roles):
            return here[:length] != path[:length] or path > here
    return False


def _is_exchange(words: Words, path: Path) -> bool:
    """Whether all the cards of a hand are put away for all those of a pile."""
    parts = dict(words.lexicon.all_parts)
    away = parts[path]
    row = [part for at, part in parts.items() if at[:-1] == path[:-1] and isinstance(part, Move)]
    back = [part for part in row if part.target == "hand" and part.count is None]
    return (
        isinstance(away, Move) and away.source == "hand" and away.count is None and len(back) == 1
    )


def _leave(target: Place) -> str:
    return "discard nothing" if _is_discard(target) else "put none there"


def _is_discard(target: Place) -> bool:
    return target.spec is not None and (
        target.spec.name == "discard" or target.label in ("discards", "discard pile")
    )


def _put_aside(writer: PlayWriter, phase: DiscardPhase, phrase: CardPhrase, scene: Scene) -> str:
    count = tree(phase.count)
    number = writer.words.amounts.cards(count, phrase, scene)
    if phase.choose is Choose.ALL:
        return f"all {phrase.many}"
    if phase.choose is Choose.RANDOM:
        return f"{number} at random"
    if phase.choose is Choose.TOP:
        source = writer.words.zones.zone(tree(phase.source), scene)
        top = "top" if source.is_stack or source.is_stock else "first"
        which = f"the {top} {phrase.one}" if count == Number(1) else f"the {top} {number}"
        return which if top == "top" else f"{which}, in the order of the pack,"
    if phase.choose is Choose.HIGHEST:
        own = scene.subject.own
        return (
            f"{own} highest {phrase.one}"
            if count == Number(1)
            else (
                f"{own} {number_word(count.value)} highest {phrase.many}"
                if isinstance(count, Number)
                else f"the highest {number}"
            )
        )
    if isinstance(count, Number) and count.value > 1 and phrase.anything and phase.mandatory:
        return f"any {number}"
    return number


def _surplus(count: Node) -> int | None:
    """The number of cards that are kept, if everything beyond it goes."""
    match count:
        case Call("max", (Number(0), Binary("-", rest, Number(size)))) | Binary(
            "-", rest, Number(size)
        ) if rest in OWN_HAND:
            return size
    return None


def _down_to(deed: str, what: str, phrase: CardPhrase, size: int) -> str:
    return f"{deed.replace(what, phrase.many, 1)} until {counted(size, 'card')} are left"


def _where(target: Place) -> str:
    if target.plural:
        return f"{'among' if target.owner is not None else 'with'} {target.text}"
    return target.into


# passing


def pass_cards(writer: PlayWriter, phase: PassPhase, path: Path, actor: Actor) -> Item:
    words = writer.words
    prefix = writer.prefix(phase, actor)
    count = tree(phase.count)
    what = words.amounts.cards(count, words.cards.phrase(phase.cards), writer.scene.about(THEY))
    person = actor.person if not actor.person.is_you else Person("each player")
    everybody = "both players" if words.seats.two_players else "all players"
    if person.name == "each player" and _some_sit_out(words, path):
        person = Person(f"each player who is still in the {words.lexicon.hand_word}")
        everybody = "all of them"
    them = "it" if count == Number(1) else "them"
    to = [tree(seat) for seat in phase.to]
    chooses = person.does(f"choose {what} from their hand and ")
    lead = f"{prefix}{chooses}passes {them} face down"
    alone = phase.who is not None and not (person.quantified or person.plural)
    at_once = f"{everybody} pass at the same time, before looking at what they get"
    together = [] if alone else [say(at_once, path)]
    if phase.split:
        seats = [words.seats.seat(node, writer.scene.about(THEY)).name for node in to]
        chooses = person.does("choose cards from their hand and ")
        each = join([f"{what} to {whom}" for whom in seats])
        text = f"{prefix}{chooses}passes them face down: {each}"
        return item([say(text, path, (*path, "to"), (*path, "split")), *together])
    whom = {words.seats.seat(node, writer.scene.about(THEY)).name for node in to}
    if len(whom) == 1 and Name("none") not in to:
        neighbour = words.seats.seat(to[0], writer.scene.about(THEY))
        return item([say(f"{lead} to {neighbour.name}", path, (*path, "to")), *together])
    word = words.lexicon.hand_word
    ways: dict[str, list[str]] = {}
    for index, node in enumerate(to):
        none = node == Name("none")
        way = "" if none else f"to {words.seats.seat(node, writer.scene).name}"
        ways.setdefault(way, []).append(ordinal(index + 1))
    others = sum(isinstance(part, PassPhase) for _, part in walk(writer.genome)) > 1
    nothing = f"no cards are passed{' in this way' if others else ''}"
    done = {way: way or nothing for way in ways}
    for way in [way for way in ways if way][:1]:
        done[way] = f"you pass {them} {way}"
    rounds = [f"in the {join(which)} {word} {done[way]}" for way, which in ways.items()]
    return item(
        [
            say(lead, path, (*path, "count")),
            *together,
            say(f"{join(rounds)}; then this begins again from the start", (*path, "to")),
        ]
    )


def _some_sit_out(words: Words, path: Path) -> bool:
    """Whether somebody may have left the hand before a phase."""
    return any(
        isinstance(part, SitOut) and place[:2] == path[:2] and int(place[2]) < int(path[2])
        for place, part in words.lexicon.all_parts
        if len(place) > 2 and len(path) > 2
    )


# capturing and building


def capture(writer: PlayWriter, phase: CapturePhase, path: Path, actor: Actor) -> Item:
    if phase.building:
        return item(_building(writer, phase, path, actor))
    words = writer.words
    prefix = writer.prefix(phase, actor)
    scene = acting(actor)
    source = words.zones.zone(tree(phase.source), scene)
    table = words.zones.zone(tree(phase.table), scene)
    target = words.zones.zone(tree(phase.target), scene)
    label = plural(words.lexicon.table_label(phase.values))
    ranks = ranks_that_take(words, phase)
    by = f"by the {label}, " if ranks is None else ""
    what = "one card"
    if phase.must_take and ranks:
        what = a(join(ranks, "or"))
    played = f"play {what} from {source.text} {table.to}"
    if phase.must_take:
        played = f"play {what} from {source.text} that captures something {table.within}"
    sentences = [
        say(actor.must(played, prefix), path, (*path, "must_take")),
        *(() if phase.must_take else _without_cards(writer, path, actor)),
        say(
            f"{by}it captures from {table.text} {_what_is_taken(writer, phase, ranks, actor)}",
            (*path, "by"),
            (*path, "values"),
            (*path, "several"),
            *(() if ranks is None else table_paths(words, phase.values)),
        ),
    ]
    if phase.builds is not None:
        build, whose = _builds(writer, phase.builds, actor)
        sentences.append(
            say(
                f"{a(build)}, {whose}, counts as one card of the value it was built to, and is "
                "captured only as a whole by a card of that value",
                (*path, "builds"),
            )
        )
    sentences.append(
        say(
            f"the card played then goes {target.to} together with what it captures",
            (*path, "target"),
        )
    )
    if phase.exact_first and len(phase.by) > 1:
        sentences.append(
            say(
                "if a single card of the same value lies there, that card must be captured rather "
                "than a sum",
                (*path, "exact_first"),
            )
        )
    chooses = "choose one" if actor.person.is_you else actor.person.again.does("choose one")
    you = "you " if actor.person.is_you else ""
    if not phase.several:
        sentences.append(say(f"where there are several ways to capture, {you}{chooses}", path))
    if not phase.must_take:
        must = "a card that can capture must do so" if phase.mandatory else "nobody has to capture"
        stays = f"one that captures nothing stays {table.within}"
        sentences.append(say(f"{must}; {stays}", (*path, "mandatory")))
    rules = writer.genome.game_rules
    if rules is not None and rules.same_player_on_win:
        at: Path = ("game_rules", "same_player_on_win")
        sentences.append(say("a player who takes cards has another turn", at))
    example = capture_example(words, phase, path) if ranks is None else None
    if example is not None:
        sentences.append(example)
    return item(sentences)


def _what_is_taken(
    writer: PlayWriter, phase: CapturePhase, ranks: list[str] | None, actor: Actor
) -> str:
    """One set of cards that a card captures, or several of them."""
    ways = []
    if CaptureBy.EQUAL in phase.by:
        ways.append("one card of the same value" if ranks is None else "one card of the same rank")
        if phase.builds is not None:
            ways[-1] += f", or one {_builds(writer, phase.builds, actor)[0]} of it"
    if CaptureBy.SUM in phase.by:
        ways.append("several cards whose values add up to its own")
    if not phase.several:
        return join(ways, "or")
    if len(ways) == 1:
        return f"{ways[0]}, or as many such sets at once as you like, each card in one of them only"
    sets = join(ways, "or")
    return f"one or more sets of cards at once: a set is {sets}, and no card belongs to two of them"


def _builds(writer: PlayWriter, zone: str, actor: Actor) -> tuple[str, str]:
    """What a pile that is taken as a whole is called, and whose it is."""
    node = tree(zone)
    place = writer.words.zones.zone(node, acting(actor))
    everybody = isinstance(node, Call) and node.arguments == (Name("each"),)
    whose = "whoever has built it" if everybody else f"one of {place.text}"
    return writer.words.zones.pile_word(place), whose


def _building(writer: PlayWriter, phase: CapturePhase, path: Path, actor: Actor) -> list[Sentence]:
    """Putting cards together that are to be captured later."""
    words = writer.words
    scene = acting(actor)
    source = words.zones.zone(tree(phase.source), scene)
    table = words.zones.zone(tree(phase.table), scene)
    target = words.zones.zone(tree(phase.target), scene)
    pile = words.zones.pile_word(target)
    label = plural(words.lexicon.table_label(phase.values))
    own = scene.subject.own
    deed = (
        f"play one card from {source.text} and put it together with cards from {table.text} "
        f"as {a(pile)} of a value that is said aloud"
    )
    sentences = [
        say(
            actor.must(deed, writer.prefix(phase, actor)),
            path,
            (*path, "building"),
            (*path, "source"),
            (*path, "table"),
        ),
        say(
            f"another card of that value, by the {label}, must stay in {own} "
            f"{source.label if not source.is_hand else 'hand'}",
            (*path, "building"),
            (*path, "values"),
        ),
    ]
    equal, sums = CaptureBy.EQUAL in phase.by, CaptureBy.SUM in phase.by
    if sums:
        sentences.append(
            say(
                f"the card played and one or more cards from {table.text} add up to the value of "
                f"the {pile}",
                (*path, "by"),
            )
        )
    alike = ["one card of the same value"] if equal else []
    if equal and phase.builds is not None:
        alike.append(f"one {pile} of the same value")
    if sums:
        alike.append("several cards that add up to it")
    also = "or a card of that value itself is put" if sums else "a card of that value is put"
    sentences.append(say(f"{also} with {join(alike, 'or with')}", (*path, "by")))
    if phase.exact_first and equal and sums:
        sentences.append(
            say(
                "a single card of that value must be taken for this rather than a sum",
                (*path, "exact_first"),
            )
        )
    if phase.builds is not None and sums:
        build, whose = _builds(writer, phase.builds, actor)
        sentences.append(
            say(
                f"in place of cards from {table.text}, {a(build)}, {whose}, may be raised: its "
                "value and that of the card played, and of no other card, add up to the new one; "
                "one that holds more than one set cannot be raised",
                (*path, "builds"),
            )
        )
    if phase.several:
        sentences.append(
            say(
                f"further sets of the same value may be put to the {pile} at the same time: "
                f"{join(alike, 'or')}",
                (*path, "several"),
            )
        )
    sentences.append(
        say(
            f"what is put together comes to lie among {target.text}, with whatever there is of "
            "that value already",
            (*path, "target"),
        )
    )
    return sentences


def _without_cards(writer: PlayWriter, path: Path, actor: Actor) -> list[Sentence]:
    """What a player does who has no card to capture with, where hands need not be equal."""
    inside = path[:-1]
    beside = [p for at, p in writer.words.lexicon.all_parts if at[:-1] == inside and at != path]
    if not any(isinstance(part, DrawPhase | DiscardPhase | PlayPhase) for part in beside):
        return []
    who = "you have" if actor.person.is_you else f"{actor.person.again.does('have')}"
    return [say(f"if {who} no cards, this is left out", path)]


def build(writer: PlayWriter, phase: BuildPhase, path: Path, actor: Actor) -> Item:
    prefix = writer.prefix(phase, actor)
    unable = _no_move(writer, phase, path, actor)
    if len(phase.moves) == 1:
        begun = _first_card(writer, phase, (*path, "moves", 0), actor, prefix)
        move = begun or _build_move(writer, phase.moves[0], (*path, "moves", 0), actor, prefix)
        return item([*move, *unable])
    moves = [
        _build_move(writer, m, (*path, "moves", i), actor, "") for i, m in enumerate(phase.moves)
    ]
    if len({_verb(move[0]) for move in moves}) > 1:
        # Whether a card is played or moved makes no difference to what it may be put on.
        moves = [[move[0], *map(_as_moved, move[1:])] for move in moves]
    # What several moves have in common is said once, after all of them.
    shared = [s.text for s in moves[0][1:] if all(s.text in [t.text for t in m] for m in moves)]
    after = []
    for text in shared:
        sources = tuple(p for move in moves for s in move if s.text == text for p in s.sources)
        after.append(Sentence(text, sources))
    left = [[s for s in move if s.text not in shared] for move in moves]
    whole = _from_several_places([own[0] for own in left])
    if whole is not None and all(len(own) == 1 for own in left):
        return item([say(prefix + lowered(whole.text), path, *whole.sources), *after, *unable])
    items = [item(own) for own in left]
    lead = say(actor.must("make one of these moves:", prefix), path)
    blocks: list[Bullets] = [Bullets(tuple(items))]
    return item([lead], [*blocks, *paragraph([*after, *unable])])


def _verb(sentence: Sentence) -> str:
    return sentence.text.split(" ", 1)[0]


def _as_moved(sentence: Sentence) -> Sentence:
    return Sentence(
        sentence.text.replace(" may be played to ", " may be moved to "), sentence.sources
    )


_MOVED = re.compile(
    r"(?P<deed>Move|Play) (?P<what>the top card of|a card from) (?P<place>.+) to (?P<to>.+)\."
)


def _from_several_places(moves: list[Sentence]) -> Sentence | None:
    """Moves that differ only in where the card comes from, as one: "Move the top card of a column
    or a free cell to a foundation"."""
    told = [_MOVED.fullmatch(move.text) for move in moves]
    said = [match for match in told if match is not None]
    if len(said) != len(moves) or len({(m["deed"], m["what"]) for m in said}) > 1:
        return None
    targets = {
        a(match["to"].removeprefix("another "))
        for match in said
        if match["to"].startswith("another ")
    }
    targets |= {match["to"] for match in said if not match["to"].startswith("another ")}
    if len(targets) > 1:
        return None
    to = next((m["to"] for m in said if m["to"].startswith("another ")), said[0]["to"])
    places = join([match["place"] for match in said], "or")
    sources = tuple(path for move in moves for path in move.sources)
    return Sentence(f"{said[0]['deed']} {said[0]['what']} {places} to {to}.", sources)


def _no_move(writer: PlayWriter, phase: BuildPhase, path: Path, actor: Actor) -> list[Sentence]:
    """What becomes of a player who cannot make a move, if that can be."""
    cards = writer.words.cards
    free = any(
        move.onto is not None
        and move.on_empty is not None
        and cards.phrase(move.onto).anything
        and cards.phrase(move.on_empty).anything
        and holds_always(move.after)
        for move in phase.moves
    )
    you = actor.person.is_you and not actor.order
    if free or not you or writer.is_option or writer.repeats or writer.genome.player_count == 1:
        return []
    cannot = "cannot" if len(phase.moves) == 1 else "can make none of them"
    then = "go on with the next step" if writer.goes_on else "you pass"
    return [say(f"if you {cannot}, {then}", path)]


def _first_card(
    writer: PlayWriter, phase: BuildPhase, path: Path, actor: Actor, prefix: str
) -> list[Sentence]:
    """A card that is built to a place where nothing lies yet: what it may be put on cannot be."""
    move, words = phase.moves[0], writer.words
    empty = Binary("==", Call("size", (tree(move.target),)), Number(0))
    if empty not in flat("and", tree(phase.when)) or move.on_empty is None:
        return []
    source = words.zones.zone(tree(move.source), actor.scene)
    target = words.zones.zone(tree(move.target), actor.scene)
    if not source.is_hand:
        return []
    what = words.cards.phrase(move.on_empty).with_article
    text = actor.must(f"play {what} from {source.text} to {_one_pile(target)}", prefix)
    return [say(text, path, (*path, "onto"), (*path, "on_empty"), (*path, "unit"))]


def _build_move(
    writer: PlayWriter, move: BuildMove, path: Path, actor: Actor, prefix: str
) -> list[Sentence]:
    words = writer.words
    source = words.zones.zone(tree(move.source), actor.scene)
    target = words.zones.zone(tree(move.target), actor.scene)
    to_one = _one_pile(target, other=source.text == target.text)
    pile = singular(target.label) if target.plural else target.label
    what = source.text if source.top else f"the top card of {_one_pile(source)}"
    if not source.is_stack and not source.top:
        what = f"a card {source.within}" if not source.is_hand else f"a card from {source.text}"
    if move.unit is BuildUnit.RUN:
        what += ", alone or together with any number of the face-up cards on which it lies,"
    if move.unit is BuildUnit.PILE and source.is_stack and not source.top:
        what = f"all the cards of {_one_pile(source)} together"
    verb = "play" if source.is_hand else "move"
    only = f"may be {'played' if source.is_hand else 'moved'} to"
    moved = say(actor.must(f"{verb} {what} to {to_one}", prefix), path, (*path, "unit"))
    further = [*_packet(writer, move, path), *_built(writer, move, path, actor, pile)]
    if move.onto is None:
        at = ((*path, "onto"), (*path, "on_empty"))
        phrase = words.cards.phrase(move.on_empty)
        if phrase.anything:
            return [moved, say(f"the {pile} must be empty", *at), *further]
        if move.on_empty is not None:
            alone = "alone or with cards that lie on it" if move.unit is BuildUnit.RUN else ""
            what = f"{phrase.with_article}, {alone}," if alone else phrase.with_article
            must = say(f"only {what} {only} {a(pile)}, which must be empty", *at)
            return [moved, must, *further]
        sentences = [moved, say(f"the {pile} must be empty", (*path, "onto"))]
    elif words.cards.phrase(move.onto).anything and move.unit is BuildUnit.CARD:
        # What a single card is put on makes no difference: that need not be said.
        sentences = [say(moved.text, *moved.sources, (*path, "onto"))]
    else:
        onto = words.cards.one(move.onto).replace("the top card", "the card it is put on")
        onto = onto.removeprefix("a card that is ")
        below = f"card that comes to lie on the {pile}"
        if move.unit is BuildUnit.PILE:
            below = "undermost of them"
        fits = say(f"the {below} must be {onto}", (*path, "onto"))
        sentences = [moved, fits]
        if words.cards.phrase(move.onto).anything:
            words.told.unsaid.append((*path, "onto"))
            sentences = [moved]
    if move.on_empty is None:
        sentences.append(say(f"nothing {only} an empty {pile}", (*path, "on_empty")))
        return [*sentences, *further]
    phrase = words.cards.phrase(move.on_empty)
    allowed = "any card" if phrase.anything else f"only {phrase.with_article}"
    with_it = {
        BuildUnit.CARD: "",
        BuildUnit.RUN: ", alone or with cards that lie on it,",
        BuildUnit.PILE: " with all that lies on it",
    }[move.unit]
    sentences.append(say(f"{allowed}{with_it} {only} an empty {pile}", (*path, "on_empty")))
    return [*sentences, *further]


def _packet(writer: PlayWriter, move: BuildMove, path: Path) -> list[Sentence]:
    """Which cards may be moved together."""
    if move.packet is None or move.unit is BuildUnit.CARD:
        return []
    fits = writer.words.cards.one(move.packet).replace("the top card", "the card on which it lies")
    fits = fits.removeprefix("a card that is ")
    text = f"cards may be moved together only if each that lies on another of them is {fits}"
    return [say(text, (*path, "packet"))]


def _built(
    writer: PlayWriter, move: BuildMove, path: Path, actor: Actor, pile: str
) -> list[Sentence]:
    """What must be so of the pile once cards have come to it."""
    if holds_always(move.after):
        return []
    clause = writer.words.conditions.clause(tree(move.after), actor.scene)
    clause = clause.replace("that has ", f"the {pile} has ", 1)
    if move.unit is BuildUnit.CARD:
        # What then lies on top is the card that has been moved.
        clause = clause.replace("the top card of it ", "the card ")
        clause = clause.replace(" or the card is ", " or is ")
        clause = clause.replace("the number of cards in it", f"there are cards in the {pile}")
    clause = clause.replace(" of it ", f" of the {pile} ", 1)
    return [say(f"this may be done {only_if(clause)}", (*path, "after"))]


def _one_pile(place: Place, *, other: bool = False) -> str:
    if place.plural:
        return f"another {singular(place.label)}" if other else a(singular(place.label))
    return place.text


# claiming


def claim(writer: PlayWriter, phase: ClaimPhase, path: Path, actor: Actor) -> Item:
    words = writer.words
    prefix = writer.prefix(phase, actor)
    scene = acting(actor)
    source = words.zones.zone(tree(phase.source), scene)
    target = words.zones.zone(tree(phase.target), scene)
    number = counted(phase.max_cards, "card")
    if phase.min_cards != phase.max_cards:
        number = f"{number_word(phase.min_cards)} to {number}"
    rank = words.lexicon.rank_word
    claimed = f"say of which {rank} they are"
    if phase.rank_mode is not ClaimRankMode.PLAYER_CHOICE:
        claimed = f"claim that they are all of the {rank} now due"
    deed = (
        f"lay {number} from {source.text} face down {target.into} and {claimed}, which need not "
        "be true"
    )
    sentences = [
        say(actor.must(deed, prefix), path, (*path, "min_cards"), (*path, "max_cards")),
        *_claimed_ranks(writer, phase, path),
    ]
    at = (*path, "allow_challenge")
    if not phase.allow_challenge:
        return item([*sentences, say("nobody may challenge the claim", at)])
    start = words.seats.seat(tree("left(turn)"), actor.scene)
    asked = (
        f"the other players are asked in turn, beginning with {start.name}, whether they "
        "challenge the claim, until one of them does"
    )
    if words.seats.two_players:
        asked = f"{start.name} may challenge the claim"
    sentences += [
        say(asked, at),
        say(
            "then the cards just laid down are shown to all: if any of them is not of the "
            f"{rank} claimed, the player who laid them loses the challenge; otherwise the "
            "challenger loses it",
            at,
        ),
    ]
    if phase.pile_penalty:
        sentences.append(
            say(f"the loser takes {target.text} into their hand", (*path, "pile_penalty"))
        )
    else:
        stay = f"the cards stay {target.within} in either case"
        sentences.append(say(stay, (*path, "pile_penalty")))
    sentences.append(
        say(
            "a player has run out of cards only when all challenges to the last cards are settled",
            at,
        )
    )
    return item(sentences)


def _claimed_ranks(writer: PlayWriter, phase: ClaimPhase, path: Path) -> list[Sentence]:
    words = writer.words
    name = words.lexicon.rank_name
    if phase.rank_mode is ClaimRankMode.PLAYER_CHOICE:
        return [say("each player names any rank they like", (*path, "rank_mode"))]
    if phase.rank_mode is ClaimRankMode.FIXED:
        fixed = phase.fixed_rank
        rank = plural(name(fixed)) if fixed is not None else "the same rank"
        text = f"the rank due is always the same: {rank}"
        return [say(text, (*path, "rank_mode"), (*path, "fixed_rank"))]
    order = words.lexicon.sequence_order
    text = "each claim is of the rank after the one before"
    if phase.starting_rank in order and len(order) > 2:
        at = order.index(phase.starting_rank)
        first, second = order[at], order[(at + 1) % len(order)]
        text = (
            f"the rank due for the first claim of a {words.lexicon.hand_word} is the "
            f"{name(first)}, then the {name(second)}, and so on up to the {name(order[-1])}, "
            f"after which the {name(order[0])} follows again"
        )
    return [say(text, (*path, "rank_mode"), (*path, "starting_rank"), ("rankings",))]
