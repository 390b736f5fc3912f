"""Playing cards from the hand to a pile or to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from darwindeck.english import a, counted, is_long, join, number_word
from darwindeck.genome.expressions import Binary, Call, Name, Node, Number
from darwindeck.genome.schema import (
    CardCondition,
    Deal,
    DealStep,
    DrawPhase,
    FillHands,
    HandPattern,
    Move,
    PassPhase,
    PlayPhase,
    SequenceDirection,
    TableauMode,
)
from darwindeck.genome.validation.patterns import least_size, most_size
from darwindeck.rulebook.document import Block, Bullets, Item, Path, Sentence
from darwindeck.rulebook.sections.base import item, only_if, paragraph, say
from darwindeck.rulebook.sections.play.actor import Actor
from darwindeck.rulebook.sections.play.transfers import acting
from darwindeck.rulebook.sections.play.tricks import duty_list
from darwindeck.rulebook.words import holds_always, never_holds, tree
from darwindeck.rulebook.words.faces import matching
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.zones import Place

if TYPE_CHECKING:
    from darwindeck.rulebook.sections.play.writer import PlayWriter
    from darwindeck.rulebook.words.cards import CardPhrase


def play(writer: PlayWriter, phase: PlayPhase, path: Path, actor: Actor) -> Item:
    words = writer.words
    prefix = writer.prefix(phase, actor)
    scene = acting(actor)
    source = words.zones.zone(tree(phase.source), scene)
    target = words.zones.zone(tree(phase.target), scene)
    origin = "" if source.is_hand else f" from {source.text}"
    condition = phase.valid_play_condition
    kinds = _kinds(writer, condition)
    if kinds:
        words.told.card_names[condition or CardCondition()] = "fitting card"
    phrase = words.cards.phrase(condition)
    if phase.beating is not None:
        what = _combination(writer, phase, scene)
        if condition is not None:
            what = f"{what.rstrip(',')} of {phrase.many}"
    else:
        what = _only_together(writer, phase) or _how_many(writer, phase, phrase, scene)
    deed = f"play {what}{origin} {target.into}"
    if "the top card" in what:
        # The pile is named first, so that it is plain which top card is meant.
        deed = (
            f"play {target.into} {what.replace('the top card', 'its top card').rstrip(',')}{origin}"
        )
    optional = writer.repeats and not writer.is_option and phase.pass_if_unable
    if phase.mandatory and optional and condition is not None:
        prefix = f"{prefix}if {actor.person.name} can, "
    text = actor.must(deed, prefix) if phase.mandatory else actor.may(deed, prefix)
    sentences = [say(text, path, (*path, "valid_play_condition"))]
    blocks: list[Block] = []
    if kinds:
        sentences.append(say("a card fits if it is one of these:", (*path, "valid_play_condition")))
        at = (*path, "valid_play_condition", "any_of")
        items = [item([say(kind, (*at, index))]) for index, kind in enumerate(kinds)]
        blocks.append(Bullets(tuple(items)))
    rest = [
        *_at_first(writer, phase, path, actor, target),
        *_allowed(writer, phase, path, actor),
        *_limits(writer, phase, path, actor),
        *tableau(writer, target),
    ]
    if blocks:
        blocks += paragraph(rest)
    else:
        sentences += rest
    duties = duty_list(writer, phase.duties, (*path, "duties"), actor.scene, "play")
    return item(sentences, [*blocks, *duties])


def _at_first(
    writer: PlayWriter, phase: PlayPhase, path: Path, actor: Actor, target: Place
) -> list[Sentence]:
    """That any card may be played to an empty pile, where a card must only differ from the top."""
    no = phase.valid_play_condition.not_ if phase.valid_play_condition is not None else None
    if no is None or not no.same or phase.valid_play_condition != CardCondition(not_=no):
        return []
    dealt = [step.zone for step in writer.genome.setup.deal or ()]
    if target.spec is None or target.spec.name in dealt or phase.allowed:
        return []
    text = f"if {target.text} is empty, {actor.person.again.name} may play any card"
    return [say(text, (*path, "valid_play_condition"))]


def _only_together(writer: PlayWriter, phase: PlayPhase) -> str:
    """What is played where cards are only ever played together: "an eleven or a court"."""
    least, most = tree(phase.min_cards), tree(phase.max_cards)
    if phase.valid_play_condition is not None or phase.beating is not None or phase.allowed:
        return ""
    if not isinstance(least, Number) or least.value < 2 or not isinstance(most, Number):
        return ""
    known = {pattern.name: pattern for pattern in writer.genome.patterns}
    sizes = [_sizes(known[name]) for name in phase.together if name in known]
    if not sizes or any(
        low < least.value or high is None or high > most.value for low, high in sizes
    ):
        return ""
    return join([a(writer.words.lexicon.pattern_name(name)) for name in phase.together], "or")


def _kinds(writer: PlayWriter, condition: CardCondition | None) -> list[str]:
    """Many kinds of cards that may be played make a list, and are then known as fitting."""
    cards = writer.words.cards
    if condition is None or condition in writer.words.told.card_names:
        return []
    if len(condition.any_of) < 3 or condition != CardCondition(any_of=condition.any_of):
        return []
    return [cards.one(kind) for kind in condition.any_of]


def _how_many(writer: PlayWriter, phase: PlayPhase, phrase: CardPhrase, scene: Scene) -> str:
    words = writer.words
    least, most = tree(phase.min_cards), tree(phase.max_cards)
    match least, most:
        case Call("if", (one, yes, no)), Call("if", (other, most_yes, most_no)) if one == other:
            occasion = words.conditions.occasion(one, scene)
            first = _range(writer, yes, most_yes, phrase, scene)
            rest = _range(writer, no, most_no, phrase, scene)
            return f"{first} {occasion}, otherwise {rest},"
    return _range(writer, least, most, phrase, scene)


def _range(writer: PlayWriter, least: Node, most: Node, phrase: CardPhrase, scene: Scene) -> str:
    words = writer.words
    if least == most == Number(1):
        return phrase.with_article
    if least == most:
        return words.amounts.cards(least, phrase, scene)
    if isinstance(least, Number):
        low = number_word(least.value)
    else:
        low = words.amounts.noun(least, scene)
    word = "or" if _neighbours(least, most) else "to"
    return f"{low} {word} {words.amounts.cards(most, phrase, scene)}"


def _neighbours(least: Node, most: Node) -> bool:
    return isinstance(least, Number) and isinstance(most, Number) and most.value == least.value + 1


def _allowed(writer: PlayWriter, phase: PlayPhase, path: Path, actor: Actor) -> list[Sentence]:
    words = writer.words
    found = []
    for index, rule in enumerate(phase.allowed):
        if never_holds(rule.when):
            continue
        phrase = words.cards.phrase(rule.cards)
        if phrase.anything and not holds_always(rule.when):
            occasion = words.conditions.occasion(tree(rule.when), acting(actor))
            text = f"{occasion}, {actor.person.again.name} may play any card"
            found.append(say(text, (*path, "allowed", index)))
            continue
        text = f"{actor.person.again.name} may also play {phrase.with_article}"
        if not holds_always(rule.when):
            text += f", but only {words.conditions.occasion(tree(rule.when), acting(actor))}"
        found.append(say(text, (*path, "allowed", index)))
    return found


def _limits(writer: PlayWriter, phase: PlayPhase, path: Path, actor: Actor) -> list[Sentence]:
    words = writer.words
    found = []
    if phase.beating is not None:
        found += _beating(writer, phase, path, actor)
    elif phase.together and not _only_together(writer, phase):
        names = [words.lexicon.pattern_name(name) for name in phase.together]
        patterns = join([a(name) for name in names], "or")
        found.append(
            say(f"several cards played together must form {patterns}", (*path, "together"))
        )
    among = _must_contain(writer, phase, actor)
    if among:
        found.append(say(among, (*path, "after")))
    elif not holds_always(phase.after):
        clause = words.conditions.clause(tree(phase.after), acting(actor))
        found.append(say(f"this is allowed {only_if(clause)}", (*path, "after")))
    unable = _unable(writer, phase, actor)
    if unable:
        found.append(say(unable, (*path, "pass_if_unable")))
    return found


def _must_contain(writer: PlayWriter, phase: PlayPhase, actor: Actor) -> str:
    """Cards of which none may be left in the hand from which is played."""
    words = writer.words
    match tree(phase.after):
        case Binary("==", Call("count", (zone, cards)), Number(0)) if (
            zone == Name("hand") == tree(phase.source)
            and matching(words.lexicon, words.card_set(cards)) is not None
        ):
            phrase = words.cards.phrase(words.card_set(cards))
            who = actor.person.again
            among = f"must be among the cards {who.does('play')}"
            if phrase.unique:
                return f"if {actor.person.does(f'hold {phrase.with_article}')}, it {among}"
            return f"all {phrase.many} that {actor.person.does('hold')} {among}"
    return ""


def _beating(writer: PlayWriter, phase: PlayPhase, path: Path, actor: Actor) -> list[Sentence]:
    """What lies there must be beaten, and where it goes."""
    words = writer.words
    scene = acting(actor)
    lying = words.zones.zone(tree(phase.beating or ""), scene)
    played = "is played" if is_long(actor.person.name) else actor.person.does("play")
    text = f"if there are cards {lying.within}, what {played} must beat them"
    found = [say(text, (*path, "beating"))]
    if phase.beaten_to is not None:
        away = words.zones.zone(tree(phase.beaten_to), scene)
        found.append(say(f"the beaten cards then go {away.to}", (*path, "beaten_to")))
    return found


def _combination(writer: PlayWriter, phase: PlayPhase, scene: Scene) -> str:
    """What is played where only combinations are: "a pair or a triple"."""
    names = [pattern.name for pattern in writer.genome.patterns]
    listed = [a(writer.words.lexicon.pattern_name(name)) for name in phase.together]
    what = (
        "one of the combinations"
        if len(listed) > 3 and set(names) == set(phase.together)
        else join(listed, "or")
    )
    least, most = tree(phase.min_cards), tree(phase.max_cards)
    sizes = [
        _sizes(pattern) for pattern in writer.genome.patterns if pattern.name in phase.together
    ]
    if (
        least == Number(1)
        and isinstance(most, Number)
        and all(high is not None and high <= most.value for _, high in sizes)
    ):
        return what
    if least == Number(1) and isinstance(most, Number) and most.value >= _most_held(writer):
        return what
    return f"{what}, made of {_range(writer, least, most, writer.words.cards.phrase(None), scene)},"


def _most_held(writer: PlayWriter) -> int:
    """No hand holds more cards than the pack, or than its share where all are dealt and none is
    drawn later."""
    words = writer.words
    cards, players = len(words.lexicon.cards), writer.genome.player_count
    parts = [part for _, part in words.lexicon.all_parts]
    dealt = [
        packet
        for part in parts
        if isinstance(part, Deal | DealStep) and part.to == "each" and part.zone == "hand"
        for packet in part.packets
    ]
    sizes = [size.value for packet in dealt if isinstance(size := tree(packet), Number)]
    got = [part for part in parts if isinstance(part, Move) and str(part.target).startswith("hand")]
    uneven = [part for part in parts if isinstance(part, PassPhase) and not _is_even(part)]
    grows = bool(got or uneven) or words.lexicon.has(DrawPhase, FillHands)
    return cards if grows or not dealt else min(sum(sizes), cards // players)


def _is_even(passing: PassPhase) -> bool:
    """Whether everybody gets as many cards as they pass: as many go to a neighbour each."""
    neighbours = {f"{seat}(turn)" for seat in ("left", "right", "across", "partner")} | {"none"}
    everybody = passing.who in (None, "each") and passing.cards is None
    return everybody and isinstance(passing.count, int) and set(passing.to) <= neighbours


def _sizes(pattern: HandPattern) -> tuple[int, int | None]:
    return least_size(pattern), most_size(pattern)


def _unable(writer: PlayWriter, phase: PlayPhase, actor: Actor) -> str:
    """What becomes of a player who cannot play."""
    who = actor.person
    if not phase.pass_if_unable:
        return f"if {who.name} cannot, the {writer.words.lexicon.hand_word} ends"
    if not phase.mandatory or writer.repeats:
        return ""
    always = phase.valid_play_condition is None and holds_always(phase.after)
    if writer.is_option or (always and phase.beating is None):
        return ""
    if writer.goes_on:
        return f"if {who.name} cannot, go on with the next step" if who.is_you else ""
    deed = "you pass" if who.is_you else who.again.does("pass")
    return f"if {who.name} cannot, {deed}"


# the short form of a genome


def tableau(writer: PlayWriter, target: Place) -> list[Sentence]:
    """What the short form of a genome says of cards played to the table."""
    setup = writer.genome.setup
    if target.spec is None or target.spec.name != "tableau":
        return []
    at: Path = ("setup", "tableau_mode")
    rules = writer.genome.game_rules
    again: list[Sentence] = []
    if rules is not None and rules.same_player_on_win:
        path: Path = ("game_rules", "same_player_on_win")
        again.append(say("a player who takes cards has another turn", path))
    if setup.tableau_mode is TableauMode.WAR:
        return [
            say(
                "when everybody has played a card, the highest captures them all; if the highest "
                "are equal, those players battle: they play on, and the winner captures everything",
                at,
            ),
            *again,
        ]
    if setup.tableau_mode is TableauMode.MATCH_RANK:
        return [
            say("a card captures a card of the same rank from the table", at),
            say("a card that captures nothing stays on the table", at),
            *again,
        ]
    if setup.tableau_mode is TableauMode.SEQUENCE:
        return [_sequence(writer)]
    return []


def _sequence(writer: PlayWriter) -> Sentence:
    setup = writer.genome.setup
    way = {
        SequenceDirection.ASCENDING: "upwards",
        SequenceDirection.DESCENDING: "downwards",
        SequenceDirection.BOTH: "upwards or downwards",
    }[setup.sequence_direction]
    gap = setup.sequence_gap_allowed
    text = f"cards are built on the piles {way}"
    text += " in suit" if setup.sequence_must_match_suit else ", whatever their suits"
    text += " without a gap" if gap <= 1 else f", each at most {counted(gap, 'rank')} from the last"
    text += (
        "; after the highest rank the lowest follows"
        if setup.sequence_wrap
        else "; the highest and the lowest rank do not follow each other"
    )
    fields = ("direction", "wrap", "must_match_suit", "gap_allowed")
    sources: list[Path] = [("setup", f"sequence_{name}") for name in fields]
    return say(text, ("setup", "tableau_mode"), *sources)
