"""Phases that order others: turns, choices, repetitions, blocks, things that just happen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from darwindeck.english import counted, figure, infinitive, times
from darwindeck.genome.expressions import Binary, Call, Name, Node, Number, nodes_of
from darwindeck.genome.schema import (
    BettingPhase,
    BlockPhase,
    BuildPhase,
    CallPhase,
    CardCondition,
    ChoicePhase,
    Deal,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    If,
    Move,
    NoOption,
    Phase,
    PlayAgain,
    PlayPhase,
    RepeatPhase,
    SitOut,
    TurnsPhase,
    While,
)
from darwindeck.genome.tree import walk
from darwindeck.genome.validation.patterns import least_size
from darwindeck.rulebook.document import Block, Bullets, Item, Paragraph, Path, Sentence, strong
from darwindeck.rulebook.sections.base import blocks_of, item, lowered, paragraph, say
from darwindeck.rulebook.sections.covering import covers
from darwindeck.rulebook.sections.dealt import all_in_hands, beginner
from darwindeck.rulebook.sections.limits import too_long, turn_word, won_by
from darwindeck.rulebook.sections.play.actor import Actor
from darwindeck.rulebook.words import holds_always, never_holds, tree
from darwindeck.rulebook.words.persons import A_PLAYER, YOU
from darwindeck.rulebook.words.trees import OWN_HAND, flat

if TYPE_CHECKING:
    from darwindeck.rulebook.sections.play.writer import PlayWriter


def steps(
    writer: PlayWriter,
    phases: tuple[Phase, ...],
    path: Path,
    actor: Actor,
    *,
    numbered: bool,
    options: bool = False,
) -> Bullets | None:
    """Phases as the points of a list: one after the other, or (`options`) to choose from."""
    items = []
    for index, phase in enumerate(phases):
        goes_on = writer.goes_on or (not options and index + 1 < len(phases))
        inside = replace(writer, goes_on=goes_on, is_option=options)
        here = (*path, index)
        following = (*path, index + 1)
        if not options and following in writer.words.books.plays_of_holders:
            # Whoever is found by a card plays it: one sentence says both.
            continue
        written = inside.step(phase, here, actor)
        if not options and here in writer.words.books.plays_of_holders:
            written = _holder_plays(inside, phase, here)
        if written is not None and (written.sentences or written.blocks):
            items.append(written)
    if not items:
        return None
    return Bullets(tuple(items), numbered and len(items) > 1)


def _holder_plays(writer: PlayWriter, phase: Phase, path: Path) -> Item:
    words = writer.words
    assert isinstance(phase, PlayPhase)
    who = words.seats.seat(tree(words.books.plays_of_holders[path]), writer.scene)
    target = words.zones.zone(tree(phase.target), writer.scene)
    before = (*path[:-1], int(path[-1]) - 1)
    role = str(phase.who)
    at = [before, (*before, "actions", 0), words.lexicon.role_path(role)]
    at += [path, (*path, "valid_play_condition"), *words.lexicon.wording_path(role)]
    return item([say(f"{who.does('play')} it {target.into}", *at)])


def _inside(actor: Actor, phases: tuple[Phase, ...]) -> Actor:
    """Who acts in the phases inside: by name in a single one, by pronoun in a list."""
    person = actor.person if len(phases) == 1 else actor.person.again
    return Actor(person, outer=actor.outer, at=actor.at)


def turns(writer: PlayWriter, phase: TurnsPhase, path: Path, actor: Actor) -> Item:
    """ "Players take turns …; on your turn:" and the list of what a turn is."""
    words = writer.words
    prefix = writer.prefix(phase, actor)
    intro: list[Sentence] = []
    first = beginner(words, tree(phase.first), writer.scene)
    if writer.genome.player_count == 1:
        intro.append(say(f"{prefix}you make one move after another", path))
    else:
        way = "clockwise" if words.lexicon.clockwise else "counterclockwise"
        going = "" if writer.genome.player_count == 2 else f", going {way} round the table"
        intro.append(
            say(
                f"{prefix}the players take turns{going}; {first.does('begin')}",
                path,
                (*path, "first"),
                ("match", "direction"),
            )
        )
    inside = replace(writer, in_turns=True)
    writer.words.told.turns = True
    listed = steps(inside, phase.phases, (*path, "phases"), Actor(YOU), numbered=True)
    blocks: list[Block] = []
    if listed is not None and len(listed.items) == 1:
        blocks += blocks_of(listed.items[0])
    elif listed is not None:
        intro.append(say("a turn goes like this:", path))
        blocks.append(listed)
    blocks += _before_turn(inside, phase, path)
    condition = tree(phase.until)
    match condition:
        case Call("set", (Name(role),)) if role in words.books.ending_roles:
            # What gives the role to somebody says that the play ends.
            words.told.unsaid.append((*path, "until"))
            return item(intro, blocks)
    for name, (place, asked, most) in words.books.last_rounds.items():
        if place == path:
            closing = _last_round(writer, asked, most)
            at = ((*path, "until"), words.lexicon.counter_path(name))
            last = (*path, "phases", len(phase.phases) - 1)
            return item(intro, [*blocks, *paragraph([say(closing, *at, last)])])
    if won_by(words) == path:
        # What ends the play wins the game: where the end is told, both are said at once.
        words.told.unsaid.append((*path, "until"))
        return item(intro, blocks)
    longest, condition = too_long(condition)
    ends: list[Sentence] = []
    if condition != Name("false"):
        clause = words.conditions.clause(condition, writer.scene.about(A_PLAYER))
        given = isinstance(condition, Call) and condition.function == "set"
        out = [node for node in nodes_of(condition) if node in OWN_HAND]
        several = listed is not None and len(listed.items) > 1 and not given and not out
        midst = ", even in the middle of a turn" if several else ""
        text = f"the play ends as soon as {clause}{midst}"
        stuck = all(_may_be_impossible(inner) for inner in phase.phases) and len(phase.phases) > 0
        # As long as every card is in a hand, somebody has the next one of a row.
        found = all_in_hands(words) and not _leaves_out(phase)
        stuck = stuck or (not found and all(map(_only_builds, phase.phases)))
        if stuck and "turns in a row in which nobody" not in clause:
            text += "; it also ends when nobody has been able to do anything for a whole round"
        ends.append(say(text, (*path, "until")))
    if longest is not None:
        text = f"if it takes too long, the play ends after {figure(longest)} {turn_word(words)}"
        ends.append(say(text, (*path, "until")))
    return item(intro, [*blocks, *paragraph(ends)])


def _before_turn(writer: PlayWriter, phase: TurnsPhase, path: Path) -> list[Block]:
    """What may be done out of turn, before each turn."""
    here = (*path, "before_turn")
    inside = writer.at(out_of_turn=True)
    listed = steps(inside, phase.before_turn, here, Actor(YOU), numbered=True)
    if listed is None:
        return []
    out = strong("Out of turn")
    lead = f"{out}, before each turn of yours, if something was done in the turn before it:"
    found: list[Block] = [Paragraph((say(lead, here),)), listed]
    if any(isinstance(part, PlayAgain) for _, part in walk(phase.before_turn)):
        again = "whoever is given the turn has it instead of you; all this is done again before it"
        found += paragraph([say(again, here)])
    return found


def _last_round(writer: PlayWriter, asked: Node, most: int) -> str:
    """How the play ends where turns are counted from the first at whose end something is so."""
    clause = writer.words.conditions.clause(asked, writer.scene.about(A_PLAYER))
    more = f"{counted(most - 1, 'more turn')} {'is' if most == 2 else 'are'} taken"
    players = writer.genome.player_count
    if most == players:
        more = (
            "the other has one more turn" if players == 2 else "the others have one more turn each"
        )
    return f"as soon as {clause} at the end of their turn, {more}; then the play ends"


def _may_be_impossible(phase: Phase) -> bool:
    """Whether a player may find nothing to do in a phase."""
    if isinstance(phase, DoPhase):
        moving = any(isinstance(action, Move | Deal) for action in phase.actions)
        return not (moving and holds_always(phase.when))
    if isinstance(phase, DrawPhase) and _asks_for_cards(phase):
        return True
    if not holds_always(phase.when):
        # What follows on a card played is not done without one.
        after = tree("played > 0") in flat("and", tree(phase.when))
        return after or isinstance(phase, CallPhase)
    if isinstance(phase, BuildPhase):
        return True
    if isinstance(phase, PlayPhase):
        return phase.valid_play_condition is not None
    if isinstance(phase, DrawPhase):
        return phase.source == "deck" and not phase.when_empty
    if isinstance(phase, ChoicePhase):
        skips = phase.none_open is NoOption.SKIP
        return skips and all(_may_be_impossible(option) for option in phase.options)
    if isinstance(phase, BlockPhase | RepeatPhase):
        return all(_may_be_impossible(inner) for inner in phase.phases)
    return False


def _only_builds(phase: Phase) -> bool:
    """Whether there is nothing to do but to put cards to rows, if any of them fits."""
    if isinstance(phase, ChoicePhase):
        return phase.none_open is NoOption.SKIP and all(map(_only_builds, phase.options))
    return isinstance(phase, BuildPhase)


def _leaves_out(phase: Phase) -> bool:
    """Whether rows may go on with cards that are not next to each other."""
    cards = [part for _, part in walk(phase) if isinstance(part, CardCondition)]
    return any(part.step is not None and abs(part.step) != 1 for part in cards)


def _asks_for_cards(phase: DrawPhase) -> bool:
    """Whether a card is drawn only from a pile that is not empty."""
    match tree(phase.when):
        case Binary(">", Call("size", (zone,)), Number(0)):
            return zone == tree(phase.source)
    return False


def _comes_back(phase: Phase) -> bool:
    """Whether an option is to pass, and nothing but that."""
    return (
        isinstance(phase, CallPhase)
        and not phase.pass_is_final
        and len(phase.calls) == 1
        and phase.calls[0].is_pass
    )


def choice(writer: PlayWriter, phase: ChoicePhase, path: Path, actor: Actor) -> Item:
    """ "Do one of the following" and the list of options."""
    words = writer.words
    prefix = writer.prefix(phase, actor)
    inner = _inside(actor, phase.options)
    listed = steps(writer, phase.options, (*path, "options"), inner, numbered=False, options=True)
    if listed is None:
        return item(())
    listed, after = _said_once(listed)
    passing = [at for at, option in enumerate(phase.options) if _comes_back(option)]
    if passing and writer.in_turns and actor.person.is_you and not actor.order:
        where = (*path, "options", passing[0])
        after.append(say("whoever passes may play again when their next turn comes", where))
    possible = [option.when for option in phase.options if _can_be_done(option)]
    possible += [
        f"({option.when}) and size({option.beating}) == 0"
        for option in phase.options
        if isinstance(option, PlayPhase) and _can_begin(writer, option)
    ]
    closable = phase.none_open is not NoOption.SKIP or not covers(words.lexicon, possible)
    everybody = actor.person.is_you and bool(actor.order)
    free = holds_always(phase.may_pass)
    which = "this:" if len(listed.items) == 1 else "one of the following:"
    if everybody:
        may = "may do" if free else "do"
        order = f"{actor.order}, {_acting(writer)} one after another"
        lead = f"{prefix}{order}; when it is your turn, you {may} {which}"
    elif free:
        lead = actor.may(f"do {which}", prefix)
    else:
        lead = actor.must(f"do {which}", prefix)
    if not free:
        if not never_holds(phase.may_pass):
            clause = words.conditions.clause(tree(phase.may_pass), actor.scene)
            after.append(say(actor.may(f"also do none of them if {clause}"), (*path, "may_pass")))
        if closable:
            after.append(_none_open(writer, phase, path, actor))
    if len(listed.items) == 1 and not prefix and not everybody and not free:
        only = listed.items[0]
        cannot = [
            replace(s, text=s.text.replace(" can do none of these,", " cannot,")) for s in after
        ]
        return Item(only.sentences, (*only.blocks, *paragraph(cannot)))
    return item([say(lead, path)], [listed, *paragraph(after)])


_OF_ALL = (
    "Several cards played together must form ",
    "If you have no cards left, you have the next ",
)
"""How sentences begin that hold whichever option is taken, wherever they hold at all."""


def _said_once(listed: Bullets) -> tuple[Bullets, list[Sentence]]:
    """The options without sentences that several of them share, and these, to be said once."""
    texts = [sentence.text for entry in listed.items for sentence in entry.sentences]
    shared = {text for text in texts if texts.count(text) > 1 and text.startswith(_OF_ALL)}
    if not shared:
        return listed, []
    sources: dict[str, tuple[Path, ...]] = {}
    entries = []
    for entry in listed.items:
        for sentence in entry.sentences:
            if sentence.text in shared:
                sources[sentence.text] = (*sources.get(sentence.text, ()), *sentence.sources)
        kept = tuple(sentence for sentence in entry.sentences if sentence.text not in shared)
        entries.append(Item(kept, entry.blocks))
    told = [Sentence(text, paths) for text, paths in sources.items()]
    return Bullets(tuple(entries), listed.numbered), told


def _can_be_done(option: Phase) -> bool:
    """Whether an option can as good as always be chosen, if its condition holds."""
    if isinstance(option, BlockPhase):
        first = option.phases[0]
        return holds_always(option.after) and holds_always(first.when) and _can_be_done(first)
    if isinstance(option, DrawPhase) or not getattr(option, "mandatory", True):
        return True
    if isinstance(option, CallPhase):
        return any(holds_always(call.when) for call in option.calls)
    if isinstance(option, PlayPhase) and option.beating is not None:
        return False
    if isinstance(option, PlayPhase):
        any_card = option.valid_play_condition is None and not option.duties
        return any_card and option.min_cards == 1 and holds_always(option.after)
    if isinstance(option, DiscardPhase):
        return option.count == 1 and holds_always(option.after) and _leaves_some(option.cards)
    return isinstance(option, DoPhase)


def _can_begin(writer: PlayWriter, option: PlayPhase) -> bool:
    """Whether whoever has nothing to beat can always play something: a card by itself."""
    patterns = writer.words.lexicon.patterns
    single = any(least_size(patterns[name]) == 1 for name in option.together)
    any_card = option.valid_play_condition is None and not option.duties and option.min_cards == 1
    after = holds_always(option.after)
    match tree(option.after):
        case Binary("==", Call("count", (Name("hand"), cards)), Number(0)):
            # Whoever must play one certain card can play it alone.
            after = writer.words.cards.phrase(writer.words.card_set(cards)).unique
    return option.beating is not None and single and any_card and after


def _leaves_some(cards: CardCondition | None) -> bool:
    """Whether, of the cards of a hand, all but perhaps one or two are meant."""
    if cards is None or cards == CardCondition():
        return True
    no = cards.not_
    return cards == CardCondition(not_=no) and no == CardCondition(
        taken_from=no.taken_from if no else None
    )


def _none_open(writer: PlayWriter, phase: ChoicePhase, path: Path, actor: Actor) -> Sentence:
    word = writer.words.lexicon.hand_word
    who = actor.person
    unable = f"if {who.name} can do none of these, "
    skipped = who.again.does("do nothing")
    if writer.goes_on and who.is_you:
        skipped = "go on with the next step"
    texts = {
        NoOption.SKIP: f"{unable}{skipped}",
        NoOption.SIT_OUT: f"{unable}{who.again.does(f'drop out of the {word}')}",
        NoOption.END_HAND: f"{unable}the {word} ends",
    }
    return say(texts[phase.none_open], (*path, "none_open"))


def repeat(writer: PlayWriter, phase: RepeatPhase, path: Path, actor: Actor) -> Item:
    """The same thing again and again, as long as …"""
    words = writer.words
    prefix = writer.prefix(phase, actor)
    everybody = actor.person.is_you and bool(actor.order)
    inner = _inside(actor, phase.phases)
    again = replace(writer, repeats=True)
    listed = steps(again, phase.phases, (*path, "phases"), inner, numbered=True)
    if listed is None:
        return item(())
    after: list[Sentence] = []
    if not never_holds(phase.may_stop):
        stop = f"{actor.person.name} may stop"
        if not holds_always(phase.may_stop):
            stop += f" if {words.conditions.clause(tree(phase.may_stop), inner.scene)}"
        else:
            stop += " at any time"
        after.append(say(stop, (*path, "may_stop")))
    if not holds_always(phase.after):
        clause = words.conditions.clause(tree(phase.after), inner.scene)
        text = f"{actor.person.name} may leave off only when {clause}"
        after.append(say(text, (*path, "after")))
    only = listed.items[0]
    always = holds_always(phase.as_long_as)
    if len(listed.items) == 1 and not only.blocks and always and only.sentences and not everybody:
        first, *rest = only.sentences
        if prefix:
            first = say(prefix + lowered(first.text), path, *first.sources)
        who = actor.person.again
        often = say(f"{who.name} may do this as often as {who.does('like')}", path)
        return item([first, *rest, often, *after])
    plain = len(listed.items) == 1 and not only.blocks and only.sentences
    if plain and not everybody and never_holds(phase.may_stop):
        clause = words.conditions.clause(tree(phase.as_long_as), inner.scene)
        first, *rest = only.sentences
        text = f"{prefix}as long as {clause}, {lowered(first.text)}"
        return item([say(text, path, (*path, "as_long_as"), *first.sources), *rest, *after])
    choosing = ""
    if len(listed.items) == 1 and len(only.sentences) == 1:
        choosing = CHOOSE.get(only.sentences[0].text, "")
    free = holds_always(phase.may_stop)
    lead = _repeat_lead(writer, phase, path, actor, prefix, everybody, choosing, free)
    sources = [path, (*path, "as_long_as")]
    blocks: list[Block] = [listed] if len(listed.items) > 1 else blocks_of(only)
    if choosing:
        blocks = list(only.blocks)
        sources += only.sentences[0].sources
    if free and (not everybody or path in words.books.counted_repeats):
        after = after[1:]
        sources.append((*path, "may_stop"))
    return item([say(lead, *sources)], [*blocks, *paragraph(after)])


CHOOSE = {
    "Do one of the following:": "do one of the following",
    "Make one of these moves:": "make one of these moves",
}
"""Sentences that lead up to a choice, and how one of somebody else goes on to it."""


def _acting(writer: PlayWriter) -> str:
    """Who acts where everybody does: some may have folded."""
    if writer.words.lexicon.has(BettingPhase, SitOut):
        return f"the players who are still in the {writer.words.lexicon.hand_word} act"
    return "the players act"


def _repeat_lead(
    writer: PlayWriter,
    phase: RepeatPhase,
    path: Path,
    actor: Actor,
    prefix: str,
    everybody: bool,
    choosing: str,
    free: bool,
) -> str:
    conditions = writer.words.conditions
    always = holds_always(phase.as_long_as)
    what = choosing or "do the following"
    if everybody:
        order = f"{prefix}{actor.order}, {_acting(writer)} one after another"
        if always:
            return f"{order}; when it is your turn, you {what} again and again:"
        if path in writer.words.books.counted_repeats:
            _, most = writer.words.books.counted_repeats[path]
            up = "up to " if free else ""
            may = "may " if free else ""
            return f"{order}; when it is your turn, you {may}{what} {up}{times(most)}:"
        clause = conditions.clause(tree(phase.as_long_as), writer.scene)
        return f"{order}; when it is your turn, you {what} again and again, as long as {clause}:"
    who = actor.person
    often = f"as often as {who.again.does('like')}" if free else "again and again"
    if not always:
        clause = conditions.clause(tree(phase.as_long_as), actor.scene)
        prefix = f"{prefix}as long as {clause}, "
        often = f"{often}" if free else ""
    others = all(inner.who is not None or isinstance(inner, DoPhase) for inner in phase.phases)
    if not free and not choosing and others:
        # It is nobody's doing: each phase says whom it asks.
        return f"{prefix}the following happens {often}".strip() + ":"
    if free and choosing:
        # Not the same one every time.
        what = what.replace("one of", "any of", 1)
    deed = f"{what} {often}".strip() + ":"
    return actor.may(deed, prefix) if free else actor.must(deed, prefix)


def must_end(writer: PlayWriter, condition: str, path: Path, actor: Actor) -> list[Sentence]:
    """What must be true when a phase is over."""
    if holds_always(condition):
        return []
    clause = writer.words.conditions.clause(tree(condition), actor.scene)
    return [say(f"{actor.person.name} may do this only if afterwards {clause}", path)]


def block(writer: PlayWriter, phase: BlockPhase, path: Path, actor: Actor) -> Item:
    """Several phases in a row, all done by the same player."""
    prefix = writer.prefix(phase, actor)
    everybody = actor.person.is_you and bool(actor.order)
    inner = _inside(actor, phase.phases)
    listed = steps(writer, phase.phases, (*path, "phases"), inner, numbered=True)
    if listed is None:
        return item(())
    only = listed.items[0]
    if len(listed.items) == 1 and only.sentences and not everybody:
        after = must_end(writer, phase.after, (*path, "after"), inner)
        sentences = list(only.sentences)
        if prefix and len(sentences) > 1:
            lead = actor.must("do the following:", prefix)
            return item([say(lead, path)], [Bullets((only,)), *paragraph(after)])
        if prefix:
            text = sentences[0].text
            sentences[0] = say(prefix + lowered(text), path, *sentences[0].sources)
        if not only.blocks:
            return item([*sentences, *after])
        return item(sentences, [*only.blocks, *paragraph(after)])
    only_if = ""
    sources: list[Path] = [path]
    if not holds_always(phase.after):
        clause = writer.words.conditions.clause(
            tree(phase.after), actor.at.about(actor.person.again)
        )
        only_if = f", but only if afterwards {clause}"
        sources.append((*path, "after"))
    if everybody:
        lead = f"{prefix}{actor.order}, each player in turn does the following{only_if}:"
    else:
        lead = actor.must(f"do the following{only_if}:", prefix)
    return item([say(lead, *sources)], [listed])


def do(writer: PlayWriter, phase: DoPhase, path: Path, actor: Actor) -> Item:
    """Things that happen without anybody's choice."""
    scene = actor.scene
    if phase.who is None and actor.person.quantified:
        scene = writer.scene.about(A_PLAYER)
    prefix = writer.prefix(phase, actor).removesuffix(", ")
    order = actor.order if actor.order and phase.who is not None else ""
    lead = ", ".join(part for part in (prefix, order) if part)
    if prefix and actor.person.name in prefix:
        scene = actor.at.about(actor.person.again)
    if writer.leading is not None and writer.leading.is_you:
        scene = replace(scene, leader=writer.leading)
    actions = writer.words.actions
    if writer.is_option:
        said = actions.sentences(phase.actions, (*path, "actions"), scene)
        deed = infinitive(phase.label)
        if not said and deed:
            return item([say(actor.may(deed, f"{lead}, " if lead else ""), path)])
        if not said:
            return item(())
        deed = deed or "choose this"
        first, *rest = said
        text = actor.may(f"{deed}: {lowered(first.text)}", f"{lead}, " if lead else "")
        return item([say(text, path, *first.sources), *rest])
    told = writer.words.told.happenings
    if phase.actions in told and prefix:
        said = actions.sentences(phase.actions, (*path, "actions"), scene)
        sources = [source for one in said for source in one.sources]
        if len(said) > 1:
            text = f"{lead}, the same happens as under “{told[phase.actions]}”"
            return item([say(text, path, *sources)])
    if prefix and _begins_with_if(phase):
        said = actions.sentences(phase.actions, (*path, "actions"), scene)
        steps = [item(list(of)) for _, of in groupby(said, key=partial(_action_of, path))]
        listed = Bullets(tuple(steps), numbered=len(steps) > 1)
        return item([say(f"{lead}, the following happens:", path)], [listed])
    sentences = actions.sentences(phase.actions, (*path, "actions"), scene, lead)
    if not sentences:
        return item(())
    if phase.label and not prefix:
        writer.words.told.happenings[phase.actions] = phase.label
    if prefix and len(sentences) > 1:
        # The condition governs everything that happens, not only the first sentence of it.
        name = actor.at.about(actor.person.again) if actor.person.name in prefix else actor.scene
        said = actions.sentences(phase.actions, (*path, "actions"), name)
        points = Bullets(tuple(item([s]) for s in said), numbered=True)
        return item([say(f"{lead}, the following happens:", path)], [points])
    first, *rest = sentences
    return item([Sentence(first.text, (path, *first.sources)), *rest])


def _action_of(path: Path, sentence: Sentence) -> object:
    """Which of the actions of a phase a sentence is about."""
    depth = len(path) + 1
    inside = (at for at in sentence.sources if at[:depth] == (*path, "actions"))
    return next((at[depth] for at in inside if len(at) > depth), None)


def _begins_with_if(phase: DoPhase) -> bool:
    return bool(phase.actions) and isinstance(phase.actions[0], If | While)
