"""Terms of the game, explained once, where they are first needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise, takewhile

from darwindeck.english import (
    STRONG_OFF,
    STRONG_ON,
    a,
    capitalised,
    counted,
    figure,
    figured,
    is_plural,
    join,
    number_word,
    one_noun,
    ordinal,
    plural,
)
from darwindeck.genome.expressions import Binary, Call, Name, Node, Not, Number
from darwindeck.genome.schema import (
    BettingPhase,
    CardCondition,
    Change,
    Counter,
    Let,
    Life,
    Moment,
    NamedCards,
    NameSuit,
    Scope,
    ScoringRule,
    Set,
    Stake,
)
from darwindeck.rulebook.document import (
    Block,
    Bullets,
    Item,
    Path,
    Sentence,
    Table,
    strong,
)
from darwindeck.rulebook.sections.base import item, paragraph, row, say
from darwindeck.rulebook.sections.card_heights import height
from darwindeck.rulebook.sections.placing import in_order
from darwindeck.rulebook.words import Words, tree
from darwindeck.rulebook.words.cards import PLAYED_BY_OTHERS, PLAYED_BY_THEM
from darwindeck.rulebook.words.faces import matching
from darwindeck.rulebook.words.hand_numbers import MOST_HANDS, evaluated, reads_hand
from darwindeck.rulebook.words.kinds import let_kind
from darwindeck.rulebook.words.persons import A_PLAYER, A_SIDE, YOU, Person
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import flat

LONG = 100
"""How many letters a condition and its value may have beside each other."""

LONG_SUM = 180
"""How many letters a sum may have in one sentence."""


def definitions(words: Words) -> list[Block]:
    """Explains every term that was used since the last time and has not been explained."""
    items = [
        *_lets(words),
        *_flags(words),
        *_card_sets(words),
        *_side_sums(words),
        *_last_players(words),
        *_starts(words),
        *_fixed(words),
        *_force(words),
    ]
    if not items:
        return []
    if len(items) == 1 and not items[0].blocks:
        return paragraph(items[0].sentences)
    items = in_order(items)
    paths = [path for entry in items for path in entry.sentences[0].sources]
    return [*paragraph([say("what the words used here mean:", *paths)]), Bullets(tuple(items))]


def _fresh(words: Words, kind: str, names: list[str]) -> Iterator[str]:
    """Names not explained yet; explaining one may bring up more."""
    at = 0
    while at < len(names):
        name = names[at]
        at += 1
        if (kind, name) not in words.told.explained:
            words.told.explained.add((kind, name))
            yield name


def _lets(words: Words) -> list[Item]:
    """Terms in the order of the file, in which each uses only those above it."""
    found = {}
    for name in _fresh(words, "let", words.told.lets):
        before = len(words.told.unsaid)
        found[name] = _also_saying(_let(words, name), words.told.unsaid[before:])
    return [found[let.name] for let in words.genome.lets if let.name in found]


def _also_saying(entry: Item, paths: list[Path]) -> Item:
    """The point, whose first sentence also says what was put into its words without a name."""
    first, *rest = entry.sentences
    sources = tuple(dict.fromkeys((*first.sources, *paths)))
    return Item((Sentence(first.text, sources), *rest), entry.blocks)


def _let(words: Words, name: str) -> Item:
    let = words.lexicon.lets[name]
    path = words.lexicon.let_path(name)
    owner, scene = _owner(words, let.scope)
    role = _asked_only_of(words, name) if let.scope is Scope.SEAT else ""
    if role:
        owner = Person(f"the {words.lexicon.roles[role].label}")
        scene = words.scene(owner.again)
    value = tree(let.value)
    if let_kind(name, words.lexicon) == "bool":
        subject = owner.name if owner is not None else f"the {words.lexicon.hand_word}"
        ways = _ways(value)
        if len(ways) > 1 and any(_is_compound(way) for way in ways):
            lead = say(f"{subject} is {strong(let.label)} in any of these cases:", path)
            points = [item([say(words.conditions.occasion(way, scene), path)]) for way in ways]
            return item([lead], [Bullets(tuple(points))])
        occasion = words.conditions.occasion(value, scene)
        return item([say(f"{subject} is {strong(let.label)} {occasion}", path)])
    if let_kind(name, words.lexicon) == "seat":
        return _seat(words, let, value, scene)
    height_of_card = height(words, let)
    if height_of_card is not None:
        meaning, tables = height_of_card
        return item([say(f"{_named(let.label, owner)} {meaning}", path, *tables)])
    hands = _by_hand(words, let, value)
    if hands:
        return item([say(hands, path)])
    be = "are" if is_plural(let.label) else "is"
    term = f"{_named(let.label, owner)} {be}"
    cases = words.amounts.cases(value)
    if len(cases) > 2:
        rows = []
        for condition, amount in cases:
            when = "otherwise"
            if condition is not None:
                when = words.conditions.occasion(condition, scene)
            rows.append(row((capitalised(when), words.amounts.noun(amount, scene)), path))
        lead = say(f"{term} given by the first line that applies:", path)
        return item([lead], [Table(("When", capitalised(let.label)), tuple(rows))])
    listed = _added_up(words, value, scene, path, points="points" in let.label.split())
    if listed is not None:
        return item([say(f"{term} all of this together:", path)], [listed])
    meaning = words.amounts.noun(value, scene)
    match value:
        case Call("if", (condition, amount, Number(0))):
            clause = words.conditions.clause(condition, scene)
            worth = words.amounts.noun(amount, scene)
            if len(f"{clause} {worth}") > LONG:
                they = "they are" if be == "are" else "it is"
                meaning = f"0 unless {clause}; then {they} {worth}"
        case Call("place", (Name(choice),)) if words.lexicon.choices[choice].words:
            named = enumerate(words.lexicon.choices[choice].words, 1)
            places = [f"{place} for “{word.replace('_', ' ')}”" for place, word in named]
            meaning = f"{join(places)}, and 0 as long as none of them is named"
    return item([say(_of_cards(f"{term} {meaning}"), path)])


def _of_cards(text: str) -> str:
    """A term whose name is of several things is those things, rather than their number: only where
    it is reckoned with, the number is meant."""
    if " are the number of " not in text:
        return text
    reckoned = re.search(r"\b(?:plus|less|times|half|twice|divided)\b", text)
    if reckoned is None:
        return text.replace(" are the number of ", " are the ", 1).replace(" the its ", " its ", 1)
    the = strong("the ").removesuffix(STRONG_OFF)
    if text.startswith(the):
        named = text.replace(the, f"the number of {STRONG_ON}", 1)
        return named.replace(" are ", " is ", 1)
    return text


def _seat(words: Words, let: Let, value: Node, scene: Scene) -> Item:
    """A term that stands for a player."""
    path = words.lexicon.let_path(let.name)
    term = f"{_named(let.label, None)} is"
    *cases, (_, last) = words.amounts.cases(value)
    if not cases:
        who = words.seats.seat(value, scene).name
        return item([say(f"{term}, {who}" if who.startswith("of ") else f"{term} {who}", path)])
    rows = []
    for condition, seat in cases:
        assert condition is not None
        when = capitalised(words.conditions.occasion(condition, scene))
        rows.append(row((when, words.seats.seat(seat, scene).name), path))
    rows.append(row(("Otherwise", words.seats.seat(last, scene).name), path))
    lead = say(f"{term} given by the first line that applies:", path)
    return item([lead], [Table(("When", capitalised(let.label)), tuple(rows))])


def _named(label: str, owner: Person | None) -> str:
    """A term with whose it is: "a side's **points made**", "**the base value**"."""
    return strong(f"the {label}") if owner is None else f"{owner.own} {strong(label)}"


def _added_up(
    words: Words, value: Node, scene: Scene, path: Path, *, points: bool
) -> Bullets | None:
    """A sum of so much for each of several things, or a long one, as a list."""
    parts = flat("+", value)
    texts = [words.amounts.points(part, scene) for part in parts]
    if not points or len(parts) < 3 or not all(" for each " in text for text in texts):
        texts = words.amounts.addends(value, scene)
        if len(texts) < 3 or len(words.amounts.noun(value, scene)) <= LONG_SUM:
            return None
    return Bullets(tuple(item([say(_opened(text), path)]) for text in texts))


def _opened(text: str) -> str:
    """An amount that begins with a bracket, with a comma instead where it stands by itself:
    "10 times the sum, divided by 3"."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            rest = text[at + 1 :]
            return f"{text[1:at]}{',' if rest else ''}{rest}" if at else text
    return text


def _ways(node: Node) -> list[Node]:
    """The cases in which a condition holds, each by itself."""
    match node:
        case Call("if", (condition, then, otherwise)):
            rest = _ways(otherwise) if isinstance(otherwise, Call) else [otherwise]
            return [
                Binary("and", condition, then),
                *(Binary("and", Not(condition), way) for way in rest),
            ]
    return flat("or", node)


def _is_compound(node: Node) -> bool:
    """Whether a case is itself made of several conditions."""
    return isinstance(node, Binary) and node.operator == "and"


def _asked_only_of(words: Words, name: str) -> str:
    """The one role whose player a number of players is ever asked of, when a hand is scored."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    roles: set[str] = set()
    asking = 0
    for rule in words.genome.scoring_rules or ():
        if any(word.search(str(text)) for text in (rule.when, rule.amount)):
            asking += sum(1 for text in (rule.when, rule.amount) if word.search(str(text)))
            roles.add(str(rule.who))
    for let in words.genome.lets:
        if let.name != name and word.search(str(let.value)):
            asking += 1
            roles.add(_asked_only_of(words, let.name) if let.scope is Scope.SEAT else "")
    texts = [text for text in words.lexicon.expressions if word.search(str(text))]
    alone = len(roles) == 1 and asking == len(texts)
    role = roles.pop() if alone else ""
    return role if role in words.lexicon.roles else ""


def _owner(words: Words, scope: Scope) -> tuple[Person | None, Scene]:
    if scope is Scope.TEAM and words.lexicon.teams:
        return A_SIDE, words.scene(A_SIDE.again)
    if scope in (Scope.SEAT, Scope.TEAM) and words.lexicon.alone:
        return YOU, words.scene(YOU)
    if scope in (Scope.SEAT, Scope.TEAM):
        return A_PLAYER, words.scene(A_PLAYER.again)
    return None, words.scene(A_PLAYER)


# numbers that depend on the hand alone


def _by_hand(words: Words, let: Let, value: Node) -> str:
    """ "10 in the first hand, one less in each hand after that down to …"."""
    match = words.genome.match
    if match is None or match.hands is None or not 2 < match.hands <= MOST_HANDS:
        return ""
    if not reads_hand(value):
        return ""
    values = [evaluated(value, hand) for hand in range(1, match.hands + 1)]
    known = [v for v in values if v is not None]
    if len(known) != len(values):
        return ""
    be = "are" if is_plural(let.label) else "is"
    steps = _stairs(known)
    if steps:
        return f"{strong(f'the {let.label}')} {be} {steps}"
    text = f"{strong(f'the {let.label}')} {be} {figure(known[0])} in the first hand"
    for start, end, step in _runs(known):
        last = f"{figure(known[end])} in the {ordinal(end + 1)}"
        if end - start == 1:
            text += f", {last}"
        elif step == 0:
            text += f" and stays so up to the {ordinal(end + 1)}"
        else:
            way = "more" if step > 0 else "less"
            to = "up" if step > 0 else "down"
            text += f", then {figure(abs(step))} {way} in each hand {to} to {last}"
    return text


def _stairs(values: list[int]) -> str:
    """ "6 in the first four hands, 5 in the next four, and so on down to 0 in the last four"."""
    levels = [(value, len(list(group))) for value, group in groupby(values)]
    width, steps = levels[0][1], {b[0] - a[0] for a, b in pairwise(levels)}
    even = all(size == width for _, size in levels)
    if len(levels) < 3 or width < 2 or not even or steps not in ({1}, {-1}):
        return ""
    way, many = "up" if steps == {1} else "down", number_word(width)
    return (
        f"{figure(levels[0][0])} in the first {many} hands, {figure(levels[1][0])} in the next "
        f"{many}, and so on {way} to {figure(levels[-1][0])} in the last {many}"
    )


def _runs(values: list[int]) -> list[tuple[int, int, int]]:
    """Stretches over which the values change by the same step."""
    runs: list[tuple[int, int, int]] = []
    for at in range(1, len(values)):
        step = values[at] - values[at - 1]
        if runs and runs[-1][2] == step:
            runs[-1] = (runs[-1][0], at, step)
        else:
            runs.append((at - 1, at, step))
    return runs


# card sets, sums, the suit in force


def _card_sets(words: Words) -> list[Item]:
    found = []
    for name in _fresh(words, "cards", words.told.card_sets):
        named: NamedCards | None = words.lexicon.card_sets.get(name)
        if named is None or _says_itself(words, named):
            continue
        meaning = words.cards.phrase(named.cards)
        label = named.label
        if _is_all_but(words, named):
            apart = words.cards.phrase(named.cards.not_)
            text = f"{apart.many} do not count as {plural(label)}"
            found.append(item([say(text, words.lexicon.card_set_path(name))]))
            continue
        named_one = words.cards.phrase(CardCondition(named=name)).unique
        one = f"the {label}" if named_one else a(label)
        subject = strong(label) if is_plural(label) else one.replace(label, strong(label), 1)
        # Where cards are explained nobody has been spoken of who might have played them.
        roles = [role.label for role in words.genome.roles if role.label in label]
        who = f"the {roles[0]}" if roles else "the player in question"
        what = meaning.with_article
        if named_one:
            what = re.sub(r"^an? ", "the ", what)
        what = what.replace(PLAYED_BY_THEM, f"that {who} played")
        what = what.replace(PLAYED_BY_OTHERS, f"that anybody but {who} played")
        text = f"{subject} {'are' if is_plural(label) else 'is'} {what}"
        found.append(item([say(text, words.lexicon.card_set_path(name))]))
    return found


def _is_all_but(words: Words, named: NamedCards) -> bool:
    """Whether the name of some cards says what they are, but for some that are left out."""
    rest = replace(named.cards, not_=None)
    whole = named.cards.not_ is not None and rest != CardCondition()
    return whole and named.label.lower() == words.cards.phrase(rest).one.lower()


def _says_itself(words: Words, named: NamedCards) -> bool:
    """Whether the name of some cards is what they are."""
    meaning = words.cards.phrase(named.cards)
    label = named.label.lower()
    if label in (meaning.one.lower(), meaning.many.lower()):
        return True
    if _is_all_but(words, named):
        return False
    bare = re.compile(r"\b(?:an?|the) ")
    if bare.sub("", label) == bare.sub("", meaning.one.lower()):
        return True
    parts = [_own_name(words, option) for option in named.cards.any_of]
    if parts and label == " or ".join(parts).lower():
        return True
    known = {s.label.lower() for s in words.genome.card_sets if s is not named}
    listed = [s for s in words.genome.card_sets if s.label.lower() in label.split(" or ")]
    if (
        all(part in known for part in label.split(" or "))
        and " or " in label
        and _same_cards(words, named, listed)
    ):
        for card_set in words.genome.card_sets:
            if card_set.label.lower() in label.split(" or "):
                words.told.card_sets.append(card_set.name)
        return True
    # A reference to what was named, led or turned up is clear from its label.
    refers: tuple[str, ...] = ("that suit", "that rank", "named", "asked for", "led")
    refers += ("in force",) if words.lexicon.names_suits else ()
    return bool(named.cards.same) and any(word in label for word in refers)


def _own_name(words: Words, cards: CardCondition) -> str:
    """What some cards are called: the name of a set that means the same, or what they are."""
    meant = matching(words.lexicon, cards)
    for card_set in words.genome.card_sets:
        simple = " or " not in card_set.label
        if simple and meant is not None and meant == matching(words.lexicon, card_set.cards):
            words.told.card_sets.append(card_set.name)
            return card_set.label
    return words.cards.phrase(cards).one


def _same_cards(words: Words, named: NamedCards, parts: list[NamedCards]) -> bool:
    """Whether some cards are exactly those of several other sets taken together."""
    together = CardCondition(any_of=tuple(part.cards for part in parts))
    one = matching(words.lexicon, named.cards)
    return one is not None and one == matching(words.lexicon, together)


def _side_sums(words: Words) -> list[Item]:
    """What a side has, where that is the sum of what its players have."""
    found = []
    names = list(_fresh(words, "sum", words.told.side_sums))
    lets = [name for name in names if name in words.lexicon.lets]
    if len(names) == len(lets) > 1:
        labels = [f"the {words.lexicon.lets[name].label}" for name in lets]
        at: list[Path] = [(*words.lexicon.let_path(name), "scope") for name in lets]
        return [item([say(f"{join(labels)} of a side are the sums of its players'", *at)])]
    for name in names:
        part = words.lexicon.counters.get(name) or words.lexicon.lets.get(name)
        if part is None:
            continue
        counter = name in words.lexicon.counters
        path: Path = words.lexicon.counter_path(name) if counter else words.lexicon.let_path(name)
        be = "are" if is_plural(part.label) else "is"
        text = f"the {part.label} of a side {be} the sum of its players' {plural(part.label)}"
        if any(
            re.search(r"\btricks\b", str(rule.when)) for rule in words.genome.scoring_rules or ()
        ):
            text += "; the tricks of a side are all those that its players have taken"
        found.append(item([say(text, (*path, "scope"))]))
    return found


def _last_players(words: Words) -> list[Item]:
    """Whom a name means that always belongs to the player who was the last to do something."""
    found = []
    for name in _fresh(words, "role", words.told.roles):
        given = words.books.last_players.get(name)
        label = words.lexicon.roles[name].label
        if given is not None and label in ("last to have played", "last to play"):
            # What it is called says it.
            words.told.unsaid.append(words.lexicon.role_path(name))
        elif given is not None:
            text = f"{strong(f'the {label}')} is the player who has played last"
            found.append(item([say(text, words.lexicon.role_path(name), given, given[:-2])]))
    return found


def _force(words: Words) -> list[Item]:
    if not words.told.suit_in_force or ("force", "") in words.told.explained:
        return []
    words.told.explained.add(("force", ""))
    word = words.lexicon.suit_word
    pile = words.lexicon.zones["discard"].label
    paths = [path for path, part in words.lexicon.all_parts if isinstance(part, NameSuit)]
    text = (
        f"{strong(f'the {word} in force')} is that of the top card of the {pile}, unless a {word} "
        "has been named since it was played"
    )
    return [item([say(text, *paths)])]


def _starts(words: Words) -> list[Item]:
    """Numbers and states that do not start from nothing, where they first matter."""
    found = []
    for name in _fresh(words, "start", words.told.counters):
        index = words.lexicon.counter_path(name)[1]
        counter = words.lexicon.counters[name]
        if counter.start == 0 or counter.life is Life.MATCH:
            continue
        when = f"at the beginning of each {'turn' if counter.life is Life.TURN else 'hand'}"
        if words.lexicon.hand_word == "game" and counter.life is Life.HAND:
            when = "at the beginning"
        who = {
            Scope.TABLE: Person(f"the {words.lexicon.hand_word}"),
            Scope.SEAT: Person("each player"),
            Scope.TEAM: Person("each side"),
        }[counter.scope]
        if counter.flag:
            text = who.does(words.lexicon.having(name) or f"be {counter.label}")
        else:
            noun = (
                f"the {counter.label}"
                if counter.scope is Scope.TABLE
                else who.having(counter.label)
            )
            text = f"{noun} {'are' if is_plural(counter.label) else 'is'} {figure(counter.start)}"
        found.append(item([say(f"{when}, {text}", ("counters", index, "start"))]))
    return found


_DEEDS = {
    Moment.MELDED: "melded",
    Moment.PLAYED: "played",
    Moment.DRAWN: "drawn",
    Moment.CAPTURED: "captured",
}


def defining_effect(words: Words, name: str) -> int | None:
    """The effect that alone makes a flag true, if it is any card at a certain moment."""
    found = None
    for path, part in words.lexicon.all_parts:
        if isinstance(part, Set) and part.counter == name:
            own = part.to == 1 and part.who == "turn"
            if found is not None or path[:1] != ("special_effects",) or not own:
                return None
            found = int(path[1])
    if found is None:
        return None
    effect = words.genome.special_effects[found]
    plain = effect.cards == CardCondition() and effect.when == "true" and len(effect.do) == 1
    return found if plain and effect.moment in _DEEDS else None


def _flags(words: Words) -> list[Item]:
    """States that something every player can do brings about: told as what they mean."""
    found = []
    for name in _fresh(words, "flag", words.told.counters):
        index = defining_effect(words, name)
        counter = words.lexicon.counters[name]
        if index is None or not counter.flag or counter.scope is not Scope.SEAT:
            continue
        words.told.effects.add(index)
        if words.lexicon.having(name):
            effect: Path = ("special_effects", index)
            words.told.unsaid += (effect, (*effect, "do", 0), words.lexicon.counter_path(name))
            words.told.unsaid += words.lexicon.wording_path(name)
            continue
        deed = _DEEDS[words.genome.special_effects[index].moment]
        life = {Life.TURN: "turn", Life.HAND: words.lexicon.hand_word, Life.MATCH: "game"}
        text = (
            f"a player is {strong(counter.label)} once they have {deed} a card in this "
            f"{life[counter.life]}"
        )
        paths: list[Path] = [("special_effects", index), ("special_effects", index, "do", 0)]
        found.append(item([say(text, words.lexicon.counter_path(name), *paths)]))
    return found


def _only_kept(words: Words, scope: Scope) -> list[int]:
    """Numbers of which nothing is told but that they are kept from hand to hand."""
    return [
        index
        for index, counter in enumerate(words.genome.counters)
        if counter.life is Life.MATCH
        and counter.scope is scope
        and not counter.start
        and not counter.flag
        and ("fixed", counter.name) not in words.told.explained
        and counter.name not in words.books.places
        and counter.name in _changed(words)
    ]


def _kept_alike(words: Words) -> list[int]:
    """Numbers of the table without words of their own; fewer than three are told one by one."""
    counters = words.genome.counters
    found = [
        index
        for index in _only_kept(words, Scope.TABLE)
        if not words.lexicon.wording_path(counters[index].name)
    ]
    return found if len(found) > 2 else []


def _kept_of_players(words: Words) -> list[int]:
    """Numbers of players; one is told by itself."""
    found = _only_kept(words, Scope.SEAT)
    return found if len(found) > 1 else []


def _what_stays(words: Words, pots: list[int]) -> Sentence:
    """What becomes of chips in pots by name that nobody takes."""
    counters = [words.genome.counters[index] for index in pots]
    labels = [words.lexicon.counters[counter.name].label for counter in counters]
    where = f"the {labels[0]}" if len(labels) == 1 else one_noun(labels)
    text = f"what nobody takes out of {where} stays there for the next {words.lexicon.hand_word}"
    for counter, label in zip(counters, labels, strict=True):
        if counter.start:
            text += f"; at the beginning {figured(counter.start, 'chip')} lie in the {label}"
    paths = [path for index in pots for path in _declared(words, index)]
    return say(text, *paths)


def counter_sentences(words: Words) -> list[Sentence]:
    """Numbers that are kept from hand to hand, and where they start."""
    found: list[Sentence] = []
    pots = [index for index, counter in enumerate(words.genome.counters) if counter.pot]
    if pots:
        found.append(_what_stays(words, pots))
    alike = [index for index in _kept_alike(words) if index not in pots]
    if alike:
        labels = [words.lexicon.counters[words.genome.counters[n].name].label for n in alike]
        paths: list[Path] = [("counters", n) for n in alike]
        found.append(say(f"{one_noun(labels)} are kept from hand to hand", *paths))
    remembered = _remembered_states(words)
    if remembered:
        states = _states_together([text for _, text in remembered])
        at = [path for n, _ in remembered for path in _declared(words, n)]
        found.append(say(f"it is remembered from hand to hand {states}", *at))
    told = {n for n, _ in remembered}
    of_players = _kept_of_players(words)
    if of_players:
        labels = [words.lexicon.counters[words.genome.counters[n].name].label for n in of_players]
        own = join(list(dict.fromkeys(labels)))
        at = [path for n in of_players for path in _declared(words, n)]
        found.append(say(f"each player's {own} are kept from hand to hand", *at))
    for index, counter in enumerate(words.genome.counters):
        if index in alike or index in told or index in of_players or index in pots:
            continue
        said = {("fixed", counter.name), ("kept", counter.name)} & words.told.explained
        if counter.life is not Life.MATCH or said:
            continue
        if counter.name in words.books.places:
            words.told.unsaid.append(("counters", index))
            continue
        counter = words.lexicon.counters[counter.name]
        whose, be, they = _whose(words, counter)
        text = f"{whose} {be} kept from hand to hand"
        things = words.lexicon.is_counted(counter.name, counter.label)
        if counter.start > 0 and things and counter.scope is not Scope.TABLE:
            who = "side" if counter.scope is Scope.TEAM and words.lexicon.teams else "player"
            one = words.lexicon.one_of(counter.name, counter.label)
            have = counted(counter.start, one, counter.label)
            text = f"each {who} begins the game with {have}, which are kept from hand to hand"
        elif counter.start:
            text += f"; at the beginning of the game {they} {be} {figure(counter.start)}"
        if counter.name not in _changed(words):
            text = _fixed_number(words, counter)
        found.append(say(text, ("counters", index), *words.lexicon.wording_path(counter.name)))
    return found


def _states_together(states: list[str]) -> str:
    """ "who has declared trumps or tricks before": what all of them say is said once."""
    split = [state.split(" ") for state in states]
    start = _common(split)
    end = _common([list(reversed(words[start:])) for words in split])
    middle = [" ".join(words[start : len(words) - end]) for words in split]
    if len(states) < 3 or start < 3 or not all(middle):
        return join(states, "and")
    last = f" {' '.join(split[0][-end:])}" if end else ""
    return f"{' '.join(split[0][:start])} {join(middle, 'and')}{last}"


def _common(lists: list[list[str]]) -> int:
    """With how many equal words all the lists begin."""
    together = list(takewhile(lambda same: len(set(same)) == 1, zip(*lists, strict=False)))
    return len(together)


def _declared(words: Words, index: int) -> list[Path]:
    name = words.genome.counters[index].name
    return [("counters", index), *words.lexicon.wording_path(name)]


def _remembered_states(words: Words) -> list[tuple[int, str]]:
    """States of players that outlive a hand: "who has declared trumps"."""
    who = Person("who")
    found = []
    for index, counter in enumerate(words.genome.counters):
        own = counter.flag and counter.scope is Scope.SEAT and counter.life is Life.MATCH
        if ("kept", counter.name) in words.told.explained:
            continue
        if own and counter.name in _changed(words) and not counter.start:
            phrase = words.lexicon.having(counter.name) or f"be {counter.label}"
            found.append((index, who.does(phrase)))
    return found


def _whose(words: Words, counter: Counter) -> tuple[str, str, str]:
    """A number with its owner, and the verb and the pronoun for it."""
    side = "side" if words.lexicon.teams else "player"
    whose = {
        Scope.TABLE: f"the {counter.label}",
        Scope.SEAT: f"each player's {counter.label}",
        Scope.TEAM: f"each {side}'s {counter.label}",
    }[counter.scope]
    return (whose, "are", "they") if is_plural(counter.label) else (whose, "is", "it")


def _changed(words: Words) -> set[str]:
    """Counters that anything ever changes."""
    parts = [part for _, part in words.lexicon.all_parts]
    changed = {part.counter for part in parts if isinstance(part, Change | Set)}
    changed |= {counter.name for counter in words.genome.counters if counter.pot}
    return changed | {part.into for part in parts if isinstance(part, ScoringRule)}


def _fixed_number(words: Words, counter: Counter) -> str:
    whose, be, _ = _whose(words, counter)
    if counter.scope is Scope.TABLE:
        whose = strong(whose)
    number = figured(counter.start, "chip") if _in_chips(words, counter) else figure(counter.start)
    return f"{whose} {be} {number}, unless the players agree on another number"


def _in_chips(words: Words, counter: Counter) -> bool:
    """Whether a number is one of chips: somebody stakes or bets that many."""
    amounts: list[str | int | None] = []
    for _, part in words.lexicon.all_parts:
        if isinstance(part, Stake):
            amounts.append(part.amount)
        elif isinstance(part, BettingPhase):
            amounts += [part.min_bet, part.max_bet, part.bring_in]
    return counter.name in (str(amount) for amount in amounts)


def _fixed(words: Words) -> list[Item]:
    """Numbers that never change in a game, where they first come up."""
    found = []
    for name in _fresh(words, "fixed", [c for c in words.told.counters if _is_fixed(words, c)]):
        text = _fixed_number(words, words.lexicon.counters[name])
        found.append(item([say(text, words.lexicon.counter_path(name))]))
    return found


def _is_fixed(words: Words, name: str) -> bool:
    counter = words.lexicon.counters[name]
    return counter.life is Life.MATCH and not counter.flag and name not in _changed(words)
