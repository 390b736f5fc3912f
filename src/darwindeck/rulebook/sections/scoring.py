"""What is scored: by single cards, and by rules of the hand."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from darwindeck.english import (
    capitalised,
    counted,
    figure,
    figured,
    is_plural,
    number_word,
)
from darwindeck.genome.conditions import CardContext
from darwindeck.genome.expressions import Binary, Call, Name, Negative, Node, Not, Number
from darwindeck.genome.schema import (
    Award,
    CardScoringRule,
    MeldPhase,
    Moment,
    Scope,
    ScoreOp,
    ScoringRule,
    ScoringTrigger,
    TriggerMode,
    WinComparison,
)
from darwindeck.rulebook.document import (
    SCORING,
    Block,
    Paragraph,
    Path,
    Row,
    Section,
    Sentence,
    Table,
)
from darwindeck.rulebook.sections.base import lowered, paragraph, row, say
from darwindeck.rulebook.sections.ending import sides
from darwindeck.rulebook.sections.gist import reads
from darwindeck.rulebook.sections.terms import counter_sentences, definitions
from darwindeck.rulebook.words import Words, holds_always, never_holds, tree
from darwindeck.rulebook.words.conditions import conjunction
from darwindeck.rulebook.words.faces import matching
from darwindeck.rulebook.words.persons import A_PLAYER, A_SIDE, Person
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import flat

Rule = tuple[int, ScoringRule]


def scoring_section(words: Words) -> Section | None:
    genome = words.genome
    blocks: list[Block] = []
    cards = [_card_rule(words, rule, i) for i, rule in enumerate(genome.card_scoring or ())]
    blocks += paragraph([*cards, *_several_at_once(words)])
    blocks += definitions(words)
    rules = [
        (index, rule)
        for index, rule in enumerate(genome.scoring_rules or ())
        if not never_holds(rule.when) and index not in _emptied(words)
    ]
    kept = counter_sentences(words)
    later = [one for one in kept if _comes_later(one)]
    if not rules and not cards:
        # Who is out, or has a task in the next hand, is told where it comes about.
        words.told.unsaid += [
            path for one in later if one.text.startswith(_REMEMBERED) for path in one.sources
        ]
        later = [one for one in later if not one.text.startswith(_REMEMBERED)]
    blocks += paragraph([one for one in kept if not _comes_later(one)])
    moments = list(dict.fromkeys(rule.moment for _, rule in rules))
    moments.sort(key=lambda moment: moment is Moment.HAND_END)
    for moment in moments:
        blocks += _moment(words, moment, [(i, r) for i, r in rules if r.moment is moment])
    blocks += paragraph(later)
    if not blocks:
        return None
    return Section(SCORING, (*blocks, *paragraph(_posting(words))))


_REMEMBERED = "It is remembered from hand to hand"


def _comes_later(sentence: Sentence) -> bool:
    """Whether a sentence only says that something stays as it is: one hears of the thing first."""
    stays = sentence.text.endswith(("is kept from hand to hand.", "are kept from hand to hand."))
    begins = " begins the game with " in sentence.text
    return sentence.text.startswith(_REMEMBERED) or (stays and not begins)


def _card_rule(words: Words, rule: CardScoringRule, index: int) -> Sentence:
    phrase = words.cards.phrase(rule.condition)
    each = f"the {phrase.one}" if phrase.unique else f"each {phrase.one}"
    points = figured(abs(rule.points), "point")
    points = f"minus {points}" if rule.points < 0 else points
    side = "the side that" if words.lexicon.teams else "the player who"
    word = words.lexicon.hand_word
    what = set_word(words)
    if not phrase.anything:
        what = f"{what} of {phrase.many}"
    text = {
        ScoringTrigger.TRICK_WIN: f"{each} in a trick scores {points} for {side} wins it",
        ScoringTrigger.CAPTURE: (
            f"{each} captured from the table scores {points} for {side} captures it"
        ),
        ScoringTrigger.PLAY: f"{each} scores {points} for the player who plays it",
        ScoringTrigger.HAND_END: (
            f"{each} left in a player's hand at the end of the {word} scores {points} for that "
            "player"
        ),
        ScoringTrigger.SET_COMPLETE: (
            f"each {what} that is completed scores {points} for the player who completes it"
        ),
    }[rule.trigger]
    return say(text, ("card_scoring", index))


def _several_at_once(words: Words) -> list[Sentence]:
    """That a card to which several rules apply scores by all of them, where there are such."""
    rules = list(enumerate(words.genome.card_scoring or ()))
    for place, (index, rule) in enumerate(rules):
        for other, later in rules[place + 1 :]:
            one = matching(words.lexicon, rule.condition)
            two = matching(words.lexicon, later.condition)
            if rule.trigger is later.trigger and one and two and set(one) & set(two):
                text = "a card to which several of these apply scores for each of them"
                return [say(text, ("card_scoring", index), ("card_scoring", other))]
    return []


def set_word(words: Words) -> str:
    """What a completed set is called: the only combination that is melded, if there is only one."""
    names = {
        name
        for _, part in words.lexicon.all_parts
        if isinstance(part, MeldPhase)
        for name in part.patterns
    }
    return words.lexicon.pattern_name(names.pop()) if len(names) == 1 else "set"


def _emptied(words: Words) -> dict[int, int]:
    """Rules that only set a number of the table to nought once another rule has paid it out, by
    their places, with the place of that other rule: both are told as one."""
    rules = list(enumerate(words.genome.scoring_rules or ()))
    found: dict[int, int] = {}
    for index, rule in rules:
        counter = words.lexicon.counters.get(rule.into)
        nought = rule.op is ScoreOp.SET and tree(rule.amount) == Number(0)
        if counter is None or counter.scope is not Scope.TABLE or not nought:
            continue
        paid = [
            place
            for place, other in rules[:index]
            if tree(other.amount) == Name(rule.into) and other.into == "hand_score"
        ]
        word = re.compile(rf"\b{re.escape(rule.into)}\b")
        last = paid[-1] if paid else index
        same = (rule.when, rule.moment) == (rules[last][1].when, rules[last][1].moment)
        # In between, nobody asks for it, so that it does not matter when it is emptied.
        between = [other for _, other in rules[last + 1 : index]]
        asked = any(
            word.search(f"{other.amount} {other.when} {other.who}") or other.into == rule.into
            for other in between
        )
        # One who is paid is there whenever somebody is for whom it is emptied.
        who = rules[last][1].who
        sure = who == rule.who or not str(who).startswith("where")
        if len(paid) == 1 and same and not asked and sure and rule.who != "none":
            found[index] = last
    return found


# rules

_INTRO = {
    Moment.HAND_END: "when the {word} is over, the score is worked out in this order:",
    Moment.CAPTURED: "whenever cards are captured:",
    Moment.TRICK_END: "after each trick:",
    Moment.TURN_END: "at the end of each turn:",
    Moment.MELDED: "whenever a combination is melded:",
    Moment.PLAYED: "whenever a card is played:",
    Moment.DRAWN: "whenever a card is drawn:",
    Moment.LED: "whenever a card is led:",
    Moment.DEALT: "when the cards have been dealt:",
    Moment.TURNED_UP: "when a card has been turned up:",
}


def _moment(words: Words, moment: Moment, rules: list[Rule]) -> list[Block]:
    tables: list[Block] = []
    groups = _groups(rules)
    for members, shared in groups:
        tables += _table(words, members, shared)
    terms = definitions(words)
    intro = _INTRO[moment].format(word=words.lexicon.hand_word)
    if moment is Moment.HAND_END and all(rule.into == "chips" for _, rule in rules):
        house = words.lexicon.house
        intro = f"when the {words.lexicon.hand_word} is over, the {house} settles with the players:"
    if not _order_matters(words, rules):
        intro = intro.replace(" in this order", "")
    first: list[Block] = []
    if moment is Moment.LED:
        intro, first, tables = _first_led(intro, rules, tables)
    paths: list[Path] = [("scoring_rules", index, "moment") for index, _ in rules]
    nobody = [s for index, rule in rules for s in _perhaps_nobody(words, rule, index)]
    match tables:
        case [Paragraph((lead,)), *rest] if len(groups) == 1:
            # Both lead up to the one table there is.
            if moment is Moment.HAND_END:
                order = ", in this order:" if " in this order" in intro else ":"
                over = f"when the {words.lexicon.hand_word} is over"
                intro = f"{over}, {lowered(lead.text).rstrip(':')}{order}"
            else:
                intro = f"{intro.rstrip(':')}, {lowered(lead.text)}"
            paths += lead.sources
            tables = rest
    return [*terms, *first, Paragraph((say(intro, *paths),)), *tables, *paragraph(nobody)]


_IN_THE_FIRST = "In the first trick, "
_AT_FIRST = "when the first card of a hand is led"


def _first_led(
    intro: str, rules: list[Rule], tables: list[Block]
) -> tuple[str, list[Block], list[Block]]:
    """What is scored at the first lead of a hand alone is told of that lead: the words that lead
    up to the rules, what stands before them, and the rules."""
    once = tree("trick == 1")
    if all(once in _conditions(rule) for _, rule in rules):
        return f"{_AT_FIRST}:", [], [_of_the_first(table) for table in tables]
    match tables:
        case [Paragraph((lead,)), Table() as table, *rest] if lead.text.startswith(_IN_THE_FIRST):
            text = f"{_AT_FIRST}, {lead.text.removeprefix(_IN_THE_FIRST)}"
            return intro, [Paragraph((say(text, *lead.sources),)), table], rest
    return intro, [], tables


def _of_the_first(block: Block) -> Block:
    """A table, or what leads up to it, without saying again that it speaks of the first trick."""
    match block:
        case Table(head, rows):
            cut = (", " + _IN_THE_FIRST.strip(", ").lower(), "")
            told = (Row(tuple(c.replace(*cut) for c in r.cells), r.sources) for r in rows)
            return Table(head, tuple(told))
        case Paragraph((lead,)):
            text = lead.text.removeprefix(_IN_THE_FIRST)
            return Paragraph((say(text, *lead.sources),))
    return block


def _order_matters(words: Words, rules: list[Rule]) -> bool:
    """Whether one rule changes what another asks, replaces what it scored, or may end the game
    before it is counted."""
    if len(rules) == 1:
        return False
    if any(win.trigger_mode is TriggerMode.EACH_SCORE for win in words.genome.win_conditions):
        return True
    changed = {rule.into for _, rule in rules}
    return any(rule.op is ScoreOp.SET for _, rule in rules) or any(
        isinstance(node, Name) and node.id in changed
        for _, rule in rules
        for node in reads(words, [rule.who, rule.when, rule.amount])
    )


def _perhaps_nobody(words: Words, rule: ScoringRule, index: int) -> list[Sentence]:
    """That nobody scores where all may have just as much as is not enough."""
    match tree(rule.when):
        case Binary(">", Call("points", (_, Name(table))), Number(n)) if tree(rule.who) in (
            Name("each"),
            Name("teams"),
        ):
            context = CardContext.of(words.genome)
            try:
                worth = sum(context.points(card, table) for card in words.lexicon.cards)
            except (ValueError, KeyError):
                return []
            rivals = words.genome.player_count
            if words.lexicon.teams and rule.who == "teams":
                rivals = len(words.genome.teams)
            if worth <= rivals * n:
                label = f"“{rule.label}”" if rule.label else "this"
                text = f"if nobody has more than {figure(n)}, nobody scores for {label}"
                return [say(text, ("scoring_rules", index, "when"))]
    return []


def _groups(rules: list[Rule]) -> list[tuple[list[Rule], list[Node] | None]]:
    """Rules in a row for the same side, with the conditions they share; few ones stay together,
    and share nothing (None)."""
    runs: list[list[Rule]] = []
    for index, rule in rules:
        regular = not (rule.op is ScoreOp.SET and rule.into == "hand_score")
        if runs and runs[-1][-1][1].who == rule.who and regular:
            runs[-1].append((index, rule))
        else:
            runs.append([(index, rule)])
    groups: list[tuple[list[Rule], list[Node] | None]] = []
    mixed = False
    for run in runs:
        if len(run) >= 4:
            shared = _conditions(run[0][1])
            for _, rule in run[1:]:
                shared = _common(shared, _conditions(rule))
            groups.append((run, shared))
            mixed = False
        elif mixed:
            groups[-1] = ([*groups[-1][0], *run], None)
        else:
            groups.append((run, None))
            mixed = True
    return groups


def _conditions(rule: ScoringRule) -> list[Node]:
    return [] if holds_always(rule.when) else flat("and", tree(rule.when))


def _common(shared: list[Node], parts: list[Node]) -> list[Node]:
    """The leading conditions that two rules share."""
    found = []
    for one, other in zip(shared, parts, strict=False):
        if one != other:
            break
        found.append(one)
    return found


def _table(words: Words, rules: list[Rule], shared: list[Node] | None) -> list[Block]:
    if shared is not None:
        who = _who(words, rules[0][1])
        chips = all(rule.into == "chips" for _, rule in rules)
        verb = "win or lose" if chips else "score"
        text = f"{who.does(verb)}:" if not chips else f"{who.name} wins or loses:"
        if not chips and any(rule.into != "hand_score" for _, rule in rules):
            text = f"for {who.name}:"
        if shared:
            condition = words.conditions.occasion(conjunction(shared), words.scene(who))
            person = who.again if who.name in condition else who
            text = f"{condition}, {person.does(verb)}:"
        paths: list[Path] = [("scoring_rules", index, "who") for index, _ in rules]
        scene = _later(words, rules[0][1])
        if words.genome.house is not None and not who.side:
            # Beside "the house", a pronoun could mean either.
            scene = words.scene(Person("the player", later="the player"))
        paired = _paired(rules)
        score = "Chips" if chips else "Score"
        node = _dividing(paired)
        if node is not None:
            rows = [_grid_row(words, pair, shared, scene, node) for pair in paired]
            head = ("For", "When", score, capitalised(words.conditions.occasion(node, scene)))
            return [Paragraph((say(text, *paths),)), Table(head, tuple(rows))]
        last = rules[-1][0]
        besides = _besides(words, rules)
        told = {second[0] for second in besides.values()}
        rows = [
            _short_row(words, rule, shared, scene, index, other, last, besides.get(index))
            for (index, rule), other in paired
            if index not in told
        ]
        return [Paragraph((say(text, *paths),)), Table(("For", "When", score), tuple(rows))]
    rows = [
        _row(words, rule, ("scoring_rules", index), other)
        for (index, rule), other in _paired(rules)
    ]
    if any(rule.label for _, rule in rules):
        return [Table(("For", "Who and when", "Score"), tuple(rows))]
    return [Table(("Who and when", "Score"), tuple(Row(r.cells[1:], r.sources) for r in rows))]


def _besides(words: Words, rules: list[Rule]) -> dict[int, Rule]:
    """Rules that note at the same time what the one before them scores, or what is left of it, by
    the places of those: a player hears of both at once."""
    found: dict[int, Rule] = {}
    for (index, rule), (at, other) in pairwise(rules):
        same = (rule.who, rule.when, rule.moment) == (other.who, other.when, other.moment)
        if not same or rule.into != "hand_score" or rule.op is not ScoreOp.ADD:
            continue
        if other.into not in words.lexicon.counters or index in {at for at, _ in found.values()}:
            continue
        as_many = other.op is ScoreOp.ADD and tree(other.amount) == tree(rule.amount)
        match tree(other.amount):
            case Call("mod", (Name(name), Number(_))) if other.op is ScoreOp.SET:
                as_many = as_many or name == other.into
        if as_many:
            found[index] = (at, other)
    return found


def _noted(words: Words, rule: Rule, scene: Scene) -> str:
    """What is noted besides a score."""
    if rule[1].op is ScoreOp.SET:
        return f"; {_amount(words, rule[1], scene)}"
    label = words.lexicon.counters[rule[1].into].label
    return f"; as many are added to {scene.subject.own} {label}"


def _paired(rules: list[Rule]) -> list[tuple[Rule, Rule | None]]:
    """The rules, each with another one that differs from it by one condition: so or not so.

    What both say is told once. Only what is added can be told together: its order does not matter.
    """
    told: set[int] = set()
    found: list[tuple[Rule, Rule | None]] = []
    together = all(rule.op is ScoreOp.ADD for _, rule in rules)
    for place, (index, rule) in enumerate(rules):
        if index in told:
            continue
        others = [one for one in rules[place + 1 :] if one[0] not in told]
        other = next((one for one in others if together and _opposite(rule, one[1])), None)
        if other is not None:
            told.add(other[0])
        found.append(((index, rule), other))
    return found


def _opposite(rule: ScoringRule, other: ScoringRule) -> Node | None:
    """What must be so for the second of two rules and must not be for the first."""
    if (rule.who, rule.into, rule.moment) != (other.who, other.into, other.moment):
        return None
    if not rule.label or not other.label.startswith(rule.label):
        return None
    one, two = _conditions(rule), _conditions(other)
    extra = [node for node in two if node not in one]
    gone = [node for node in one if node not in two]
    if len(extra) == 1 and gone == [Not(extra[0])] and len(one) == len(two):
        return extra[0]
    return None


def _alternative(words: Words, rule: ScoringRule, other: Rule | None, scene: Scene) -> str:
    """What a rule is worth, and what its counterpart is."""
    amount = _amount(words, rule, scene)
    node = _opposite(rule, other[1]) if other is not None else None
    if node is None or other is None:
        return amount
    clause = words.conditions.clause(node, scene)
    instead = _amount(words, other[1], scene)
    first, _, rest = instead.partition(" ")
    if first[:1].isdecimal() and amount[:1].isdecimal() and amount.partition(" ")[2] == rest:
        unit, _, more = rest.partition(" ")
        if unit in ("point", "points", "chip", "chips") and more:
            return f"{amount.partition(' ')[0]} {unit} ({first} if {clause}) {more}"
        return f"{amount} ({first} if {clause})"
    return f"{amount}, or {instead} if {clause}"


def _without(rule: ScoringRule, other: Rule | None) -> list[Node]:
    """The conditions of a rule that it shares with its counterpart."""
    node = _opposite(rule, other[1]) if other is not None else None
    return [part for part in _conditions(rule) if node is None or part != Not(node)]


_ACTING = {
    Moment.CAPTURED: "the player who captures",
    Moment.MELDED: "the player who melds",
    Moment.PLAYED: "the player who plays the card",
    Moment.DRAWN: "the player who draws the card",
    Moment.LED: "the player who leads",
    Moment.TRICK_END: "the winner of the trick",
}


def _who(words: Words, rule: ScoringRule) -> Person:
    turn = Person(_ACTING.get(rule.moment, "the player whose turn it is"))
    return words.seats.seat(tree(rule.who), _at(words, rule, turn))


def _at(words: Words, rule: ScoringRule, subject: Person) -> Scene:
    """The scene in which a rule is told of somebody."""
    scene = words.scene(subject)
    return replace(scene, play_is_over=False) if rule.moment is Moment.TRICK_END else scene


def _later(words: Words, rule: ScoringRule) -> Scene:
    """The scene of what a rule says once it has named whom it concerns."""
    who = _who(words, rule)
    one = not who.quantified and not who.plural and not who.side and not who.is_you
    scene = _at(words, rule, who if who.is_you else who.again)
    return replace(scene, named=tree(rule.who)) if one else scene


def _short_row(
    words: Words,
    rule: ScoringRule,
    shared: list[Node],
    scene: Scene,
    index: int,
    other: Rule | None,
    last: int,
    besides: Rule | None,
) -> Row:
    parts = _without(rule, other)[len(shared) :]
    when = "always"
    if parts and index == last and _is_nothing(rule):
        when = "otherwise"
    elif parts:
        when = words.conditions.occasion(conjunction(parts), scene)
    again = _later(words, rule)
    amount = _alternative(words, rule, other, again)
    amount += _noted(words, besides, again) if besides is not None else ""
    paths: list[Path] = [("scoring_rules", index)]
    paths += [("scoring_rules", told[0]) for told in (other, besides) if told is not None]
    return row((_label(words, rule, amount), capitalised(when), amount), *paths)


def _is_nothing(rule: ScoringRule) -> bool:
    """Whether a rule is there for its name alone: it changes nothing, whenever it applies."""
    return rule.op is ScoreOp.ADD and tree(rule.amount) == Number(0)


LEAST_IN_A_GRID = 3
"""So many rules that differ by one and the same condition give it a column of its own."""


def _dividing(paired: list[tuple[Rule, Rule | None]]) -> Node | None:
    """The one condition by which several pairs of rules differ."""
    nodes = [_opposite(rule, other[1]) for (_, rule), other in paired if other is not None]
    found = [node for node in nodes if node is not None]
    return found[0] if len(found) >= LEAST_IN_A_GRID and len(set(found)) == 1 else None


def _grid_row(
    words: Words, pair: tuple[Rule, Rule | None], shared: list[Node], scene: Scene, node: Node
) -> Row:
    """A row with what is scored if a condition does not hold, and if it does."""
    (index, rule), other = pair
    again = _later(words, rule)
    amount = _amount(words, rule, again)
    usual = amount if node not in _conditions(rule) else "–"
    then = amount if Not(node) not in _conditions(rule) else "–"
    if other is not None:
        then = _amount(words, other[1], again)
    parts = [part for part in _conditions(rule)[len(shared) :] if part not in (node, Not(node))]
    when = words.conditions.occasion(conjunction(parts), scene) if parts else "always"
    paths: list[Path] = [("scoring_rules", index)]
    paths += [("scoring_rules", other[0])] if other is not None else []
    return row((_label(words, rule, amount), capitalised(when), usual, then), *paths)


def _row(words: Words, rule: ScoringRule, path: Path, other: Rule | None = None) -> Row:
    who = _who(words, rule)
    scene = _later(words, rule)
    instead = _instead(words, rule, scene)
    if instead:
        when = ""
        if not holds_always(rule.when):
            when = words.conditions.occasion(tree(rule.when), words.scene(who))
        label = _label(words, rule, instead)
        return row((label, capitalised(when) or "Always", instead), path)
    text = capitalised(who.name)
    parts = _needed(words, who, _without(rule, other), scene)
    if parts:
        text += f", {words.conditions.occasion(conjunction(parts), scene)}"
    if sides(words) == 2:
        text = _the_one(text)
    paths = [path] if other is None else [path, ("scoring_rules", other[0])]
    amount = _alternative(words, rule, other, scene)
    for empty, paid in _emptied(words).items():
        if path == ("scoring_rules", paid):
            into = (words.genome.scoring_rules or ())[empty].into
            label = words.lexicon.counters[into].label
            none = "none are" if words.lexicon.is_counted(into, label) else "nothing is"
            amount += f", after which {none} left"
            paths += [("scoring_rules", empty), words.lexicon.counter_path(into)]
    return row((_label(words, rule, amount), text, amount), *paths)


_AHEAD = re.compile(
    r"Each (?P<side>player|side)(?P<whose> whose|, if (?:its|their)) (?P<what>[^,]+?) (?:is|are) "
    r"higher than the other (?P=side)'s"
    r"(?:, or (?:whose|its|their) (?P=what) (?:is|are) equal to the other (?P=side)'s and "
    r"(?P<else>.+))?"
)


def _the_one(text: str) -> str:
    """Of two sides one alone can be ahead: it is spoken of as one."""
    found = _AHEAD.fullmatch(text)
    if found is None:
        return text
    side, what, decides = found["side"], found["what"], found["else"]
    more = "more" if re.search(r"\b(?:points|tricks|cards)\b", what) else "the higher"
    told = f"The {side} with {f'the {what}' if what.startswith('highest ') else f'{more} {what}'}"
    if side == "side":
        decides = decides and re.sub(r"^(?:who|it|that) ", "that ", decides)
    else:
        decides = decides and re.sub(r"^(?:who|they|that) ", "who ", decides)
    return f"{told}; if both are equal, the {side} {decides}" if decides else told


def _label(words: Words, rule: ScoringRule, amount: str) -> str:
    """For what something is scored; what has no name is called by what it does."""
    if rule.label:
        return rule.label
    if rule.into in words.lexicon.counters:
        return capitalised(words.lexicon.counters[rule.into].label)
    if rule.op is ScoreOp.SET:
        return "In the end"
    few = any(win.comparison is WinComparison.LOWEST for win in words.genome.win_conditions)
    less = amount.startswith(("minus ", "lose "))
    return "Penalty" if less != few else "Bonus"


def _needed(words: Words, who: Person, parts: list[Node], scene: Scene) -> list[Node]:
    """The conditions without those that there is a player of whom the rest speaks anyway."""
    kept = list(parts)
    for part in parts:
        match part:
            case Call("set", (Name(role),)) if role in words.lexicon.roles and len(kept) > 1:
                rest = [node for node in kept if node != part]
                label = f"the {words.lexicon.roles[role].label}"
                said = f"{who.name} {words.conditions.clause(conjunction(rest), scene)}"
                if label in said:
                    kept = rest
    return kept


def _instead(words: Words, rule: ScoringRule, scene: Scene) -> str:
    """A score that is set anew for everybody, some getting one amount and the rest another."""
    node = tree(rule.amount)
    match node:
        case Call("if", (condition, yes, no)) if (
            rule.op is ScoreOp.SET
            and rule.into == "hand_score"
            and tree(rule.who) in (Name("each"), Name("teams"))
        ):
            side = "side" if words.lexicon.teams and rule.who == "teams" else "player"
            which = words.seats.relative(condition, scene)
            if side == "side":
                which = which.replace("who ", "that ", 1)
            one = words.amounts.points(yes, scene)
            other = words.amounts.points(no, scene)
            count = len(words.genome.teams) if side == "side" else words.genome.player_count
            rest = f"the other {side}" if count == 2 else f"every other {side}"
            match tree(rule.when):
                case Call("any", (_, same)) if same == condition:
                    return f"that {side} scores {one} instead, and {rest} {other}"
            return f"the {side} {which} scores {one} instead, and {rest} {other}"
    return ""


def instead_text(words: Words, rule: ScoringRule) -> str:
    """What everybody scores instead of all that came before, if a rule says so."""
    return _instead(words, rule, _later(words, rule))


def amount_text(words: Words, rule: ScoringRule) -> str:
    """What a rule is worth, told of whomever it concerns, who has not been named."""
    who = _who(words, rule)
    if who.is_you or rule.into == "chips":
        return _amount(words, rule, _later(words, rule))
    if who.quantified or who.name.startswith("the player wh"):
        who = A_SIDE if who.side else A_PLAYER
    return _amount(words, rule, _at(words, rule, who))


def _amount(words: Words, rule: ScoringRule, scene: Scene) -> str:
    node = tree(rule.amount)
    if rule.into == "chips":
        if rule.op is ScoreOp.SET:
            return f"their chips are then {words.amounts.noun(node, scene)}"
        if node == Number(0):
            return "nothing changes hands"
        amount = _signed(words, node, scene, "chip")
        if amount.startswith("minus "):
            return f"lose {amount.removeprefix('minus ')}"
        return f"win {amount}"
    if rule.into == "hand_score":
        amount = _signed(words, node, scene, "point")
        if rule.op is not ScoreOp.SET or _is_only_score(words, rule):
            return amount
        if amount.startswith("minus "):
            return f"loses {amount.removeprefix('minus ')} and scores nothing else"
        return f"{amount} instead"
    return _into_counter(words, rule, node, scene)


def _is_only_score(words: Words, rule: ScoringRule) -> bool:
    """Whether nothing is scored that a rule could replace, earlier in the hand or by others."""
    if rule.moment is not Moment.HAND_END:
        return False
    others = [other for other in words.genome.scoring_rules or () if other != rule]
    scored = words.genome.card_scoring or words.lexicon.has(Award)
    return not scored and all(other.into != rule.into for other in others)


def _into_counter(words: Words, rule: ScoringRule, node: Node, scene: Scene) -> str:
    counter = words.lexicon.counters.get(rule.into)
    label = counter.label if counter else rule.into.replace("_", " ")
    own = scene.subject.own
    if counter is not None and counter.scope is Scope.TABLE:
        own = "the"
    many = is_plural(label)
    lost = _lost(words, rule, node, scene) if many and rule.op is ScoreOp.ADD else ""
    if lost:
        return f"loses {lost}"
    match node:
        case Call("mod", (Name(same), Number(n))) if rule.op is ScoreOp.SET and same == rule.into:
            things = label if many else f"{label} points"
            return f"only {things} beyond the last full {number_word(n)} are kept"
    amount = words.amounts.noun(node, scene)
    if rule.op is ScoreOp.ADD and amount.startswith("minus ") and not many:
        less = amount.removeprefix("minus ").replace("otherwise minus ", "otherwise by ")
        return f"{own} {label} goes down by {less}"
    if rule.op is ScoreOp.SET:
        return f"{own} {label} {'are' if many else 'is'} then {amount}"
    return f"{amount}, added to {own} {label}"


def _lost(words: Words, rule: ScoringRule, node: Node, scene: Scene) -> str:
    """So many of something that is counted, where it becomes less; else nothing."""
    label = words.lexicon.counters[rule.into].label if rule.into in words.lexicon.counters else ""
    match node:
        case Negative(Number(value)):
            return counted(value, words.lexicon.one_of(rule.into, label), label) if label else ""
        case Number(value) if value < 0:
            return counted(-value, words.lexicon.one_of(rule.into, label), label) if label else ""
        case Call("if", (condition, yes, no)):
            one, other = (_lost(words, rule, part, scene) for part in (yes, no))
            if one and other:
                occasion = words.conditions.occasion(condition, scene)
                return f"{one} {occasion}, otherwise {other.split(' ')[0]}"
    return ""


def _signed(words: Words, node: Node, scene: Scene, unit: str) -> str:
    match node:
        case Negative(operand):
            inner = _signed(words, operand, scene, unit)
            return inner.removeprefix("minus ") if inner.startswith("minus ") else f"minus {inner}"
        case Number(value) if value < 0:
            return f"minus {words.amounts.points(Number(-value), scene, unit)}"
        case Binary("*", Number(value), other) if value < 0:
            positive = Binary("*", Number(-value), other)
            return f"minus {words.amounts.points(positive, scene, unit)}"
    return words.amounts.points(node, scene, unit)


def _posting(words: Words) -> list[Sentence]:
    genome = words.genome
    rules = [rule for rule in genome.scoring_rules or () if rule.into == "hand_score"]
    source: Path = ("scoring_rules",) if genome.scoring_rules else ("card_scoring",)
    found = []
    if words.lexicon.teams and (
        genome.card_scoring
        or any(not _who(words, rule).side for rule in rules if not never_holds(rule.when))
    ):
        found.append(say("what a player scores counts for their side", source, ("team_mode",)))
    match = genome.match
    if (rules or genome.card_scoring) and not (match is not None and match.hands == 1):
        side = "a side" if words.lexicon.teams else "a player"
        its = "its" if words.lexicon.teams else "their"
        found.append(say(f"what {side} scores in a hand is added to {its} total", source))
    return found
