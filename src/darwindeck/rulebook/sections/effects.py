"""What certain cards do, and what happens at the edges of the play."""

from __future__ import annotations

import re
from collections.abc import Callable

from darwindeck.english import join, number_word
from darwindeck.genome.expressions import Binary, Call, Name, Number, nodes_of
from darwindeck.genome.schema import (
    AssignRole,
    CallPhase,
    CardCondition,
    Deal,
    DeckEmptyAction,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    FillHands,
    If,
    Moment,
    Move,
    PassAction,
    RepeatPhase,
    Skip,
    SpecialEffect,
    TrickPhase,
    TurnsPhase,
    While,
)
from darwindeck.genome.short_forms import forms_turns
from darwindeck.genome.tree import expressions, walk
from darwindeck.rulebook.document import Block, Bullets, Path, Section, Sentence
from darwindeck.rulebook.sections.base import item, lowered, paragraph, say
from darwindeck.rulebook.sections.dealt import dealt_cards
from darwindeck.rulebook.words import Words, holds_always, never_holds, tree
from darwindeck.rulebook.words.actions import below
from darwindeck.rulebook.words.cards import ANY
from darwindeck.rulebook.words.conditions import conjunction
from darwindeck.rulebook.words.persons import YOU, Person
from darwindeck.rulebook.words.trees import flat

ANYBODY_OUT = tree("any(each, hand_size == 0)")
TRICK_MOMENTS = (Moment.LED, Moment.PLAYED, Moment.TRICK_END)


LEAST_LISTED = 4
"""So many cards with effects make a list."""


def effects_section(words: Words) -> Section | None:
    """Cards with effects; those of one kind at several moments are told together."""
    said = _effects(words, lambda effect: not is_event(effect))
    listed = [sentence for sentence in said if sentence.text.startswith("When ")]
    blocks: list[Block] = []
    if len(listed) >= LEAST_LISTED:
        blocks.append(Bullets(tuple(item([sentence]) for sentence in listed)))
        said = [sentence for sentence in said if sentence not in listed]
    blocks += paragraph([*said, *_last_card(words)])
    said = [*listed, *said]
    ends = (Moment.TURN_END, Moment.HAND_END)
    told = [e for e in words.genome.special_effects if not is_event(e) and not never_holds(e.when)]
    title = "Special cards"
    if any(sentence.text.startswith("When the hand ends") for sentence in said):
        title = "Special cards and the end of a hand"
    if told and all(effect.moment in ends for effect in told):
        title = "The end of a turn" if told[0].moment is Moment.TURN_END else "The end of a hand"
    return Section(title, tuple(blocks)) if blocks else None


def _last_card(words: Words) -> list[Sentence]:
    """That a card has its effect although its player has run out of cards with it."""
    ends = [
        part
        for _, part in words.lexicon.all_parts
        if isinstance(part, TurnsPhase) and ANYBODY_OUT in flat("or", tree(part.until))
    ]
    draws: list[Path] = [
        ("special_effects", index)
        for index, effect in enumerate(words.genome.special_effects)
        if effect.moment is Moment.PLAYED
        and not never_holds(effect.when)
        and any(isinstance(action, Move) for action in effect.do)
    ]
    if not ends or not draws:
        return []
    return [say("a card has its effect even if it is the last one its player holds", *draws)]


def is_event(effect: SpecialEffect) -> bool:
    """Whether it is about a moment of the trick play rather than about certain cards."""
    return effect.cards == ANY and effect.moment in TRICK_MOMENTS


def event_sentences(words: Words) -> list[Sentence]:
    """Effects that any card has at some moment of a trick."""
    return _effects(words, is_event)


def _effects(words: Words, chosen: Callable[[SpecialEffect], bool]) -> list[Sentence]:
    sentences: list[Sentence] = []
    said: set[int] = set()
    turned: list[int] = []
    effects = words.genome.special_effects
    for index, effect in enumerate(effects):
        told = index in said or index in words.told.effects
        if told or never_holds(effect.when) or not chosen(effect):
            continue
        twins = [
            other
            for other in range(index + 1, len(effects))
            if (effects[other].cards, effects[other].do, effects[other].when)
            == (effect.cards, effect.do, effect.when)
            and effect.moment is not Moment.TURNED_UP
        ]
        said.update(twins)
        sentences += _effect(words, effect, [index, *twins])
        turned += [i for i in twins if effects[i].moment is Moment.TURNED_UP]
    return [
        *_at_one_moment(_alike(sentences)),
        *_turned_up(words, turned),
        *_skipped_together(words, chosen),
    ]


def _skipped_together(words: Words, chosen: Callable[[SpecialEffect], bool]) -> list[Sentence]:
    """How many players miss a turn where two rules, each by itself, let the next one miss it."""
    found: list[Sentence] = []
    rows: dict[CardCondition, list[int]] = {}
    for index, effect in enumerate(words.genome.special_effects):
        skips = [action for action in effect.do if isinstance(action, Skip)]
        always = holds_always(effect.when) and effect.moment is Moment.PLAYED
        if always and chosen(effect) and [tree(skip.count) for skip in skips] == [Number(1)]:
            rows.setdefault(effect.cards, []).append(index)
    for cards, places in rows.items():
        if len(places) > 1:
            one, many = words.cards.one(cards), number_word(len(places))
            at: list[Path] = [("special_effects", place) for place in places]
            text = f"as {many} of these rules are about {one}, {many} players in a row miss a turn"
            found.append(say(f"{text} then", *at))
    return found


LEAST_ALIKE = 3
"""So many cards that do the same, each by itself, are told of together."""
_ONE_CARD = re.compile(r"When you play (the [^,]+), (.+)")


def _alike(sentences: list[Sentence]) -> list[Sentence]:
    """The sentences, those that differ only in the card of which they speak told as one."""
    found: list[Sentence] = []
    row: list[tuple[str, str, Sentence]] = []

    def close() -> None:
        if len(row) >= LEAST_ALIKE:
            cards = join([card for card, _, _ in row], "or")
            sources = tuple(path for _, _, told in row for path in told.sources)
            found.append(Sentence(f"When you play {cards}, {row[0][1]}", sources))
        else:
            found.extend(told for _, _, told in row)
        row.clear()

    for told in sentences:
        match = _ONE_CARD.fullmatch(told.text)
        card = match[1] if match is not None else ""
        deed = match[2].replace(card, "that card") if match is not None else ""
        if row and (not deed or deed != row[0][1]):
            close()
        if match is not None and card in match[2]:
            row.append((card, deed, told))
        else:
            close()
            found.append(told)
    close()
    return found


_IN_IT = re.compile(r"(When [^,]+ was in it), (if .+)\.")


def _at_one_moment(sentences: list[Sentence]) -> list[Sentence]:
    """The sentences, those in a row about one moment told as one."""
    found: list[Sentence] = []
    for told in sentences:
        match = _IN_IT.fullmatch(told.text)
        before = _IN_IT.fullmatch(found[-1].text.replace("it: if", "it, if")) if found else None
        if match is not None and before is not None and match[1] == before[1]:
            sources = (*found.pop().sources, *told.sources)
            found.append(Sentence(f"{match[1]}: {before[2]}; {match[2]}.", sources))
        else:
            found.append(told)
    return found


def _turned_up(words: Words, indices: list[int]) -> list[Sentence]:
    """That cards do the same when they are turned up at the deal, all of them in one sentence."""
    if not indices:
        return []
    effects = [words.genome.special_effects[i] for i in indices]
    paths: list[Path] = []
    for index, effect in zip(indices, effects, strict=True):
        at: Path = ("special_effects", index)
        paths += [at, *below(effect.do, (*at, "do"))]
    cards = join([words.cards.one(effect.cards) for effect in effects], "or")
    text = f"the same happens when {cards} is turned up at the deal"
    concerns_next = any(
        isinstance(action, Skip) or "left(turn)" in repr(action)
        for effect in effects
        for action in effect.do
    )
    if concerns_next:
        text += ", the player who would begin being the next player then"
    return [say(text, *paths)]


def _effect(words: Words, effect: SpecialEffect, indices: list[int]) -> list[Sentence]:
    path: Path = ("special_effects", indices[0])
    moments = [words.genome.special_effects[i].moment for i in indices]
    scene = words.scene(Person("the dealer") if effect.moment is Moment.TURNED_UP else YOU)
    texts = [_moment(words, m, effect.cards) for m in moments if m is not Moment.TURNED_UP]
    lead = f"when {' or '.join(dict.fromkeys(texts))}"
    if effect.moment is Moment.TURNED_UP:
        lead = f"when {words.cards.one(effect.cards)} is turned up at the deal"
    if not holds_always(effect.when):
        parts = flat("and", tree(effect.when))
        one = words.cards.one(effect.cards)
        for part in parts:
            which = _OF_TRICKS.fullmatch(words.conditions.adverb(part))
            if moments == [Moment.TRICK_END] and which is not None and effect.cards != ANY:
                over = f"one of the {which[2]} is" if which[2] else f"the {which[1]} trick is"
                lead = f"when {over} over and {one} was in it"
                parts = [other for other in parts if other != part]
                break
        adverbs = [text for part in parts if (text := words.conditions.adverb(part))]
        rest = [part for part in parts if not words.conditions.adverb(part)]
        lead += "".join(f" {text}" for text in adverbs)
        if rest:
            joint = ", if" if adverbs or " was in it" in lead else " and"
            lead += f"{joint} {words.conditions.clause(conjunction(rest), scene)}"
    if moments == [Moment.PLAYED] and _is_shown_by_a_card(words, effect):
        return [_shown_by_a_card(words, effect, path)]
    said = words.actions.sentences(effect.do, (*path, "do"), scene, lead)
    if not said:
        words.told.unsaid += [("special_effects", index) for index in indices]
        return []
    own: list[Path] = [("special_effects", i) for i in indices]
    # The moment governs all that happens then, not only the first sentence of it.
    texts = [said[0].text.rstrip("."), *(lowered(one.text).rstrip(".") for one in said[1:])]
    sources = [path for one in said for path in one.sources]
    return [say("; ".join(texts), *own, *sources)]


def _is_shown_by_a_card(words: Words, effect: SpecialEffect) -> bool:
    """Whether one card gives a role to whoever plays it to a trick, and nothing is asked of that
    before all tricks have been played: so they have it from the beginning."""
    match effect.do:
        case (AssignRole(role=role, to="turn"),) if words.cards.phrase(effect.cards).unique:
            pass
        case _:
            return False
    names = {role, *(let.name for let in words.genome.lets if _asks(words, let.value, role))}
    tricks = [p for p, part in words.lexicon.all_parts if isinstance(part, TrickPhase)]
    last = max((path[:3] for path in tricks if len(path) == 3), default=None)
    if last is None or any(
        w.when and _asks_any(w.when, names) for w in words.genome.win_conditions
    ):
        return False
    early = words.genome.turn_structure.phases[: int(last[2]) + 1]
    read = [*map(str, expressions(early)), *map(str, expressions(words.genome.special_effects))]
    given = [p for _, p in words.lexicon.all_parts if isinstance(p, AssignRole) and p.role == role]
    return len(given) == 1 and not any(_asks_any(text, names) for text in read)


def _asks(words: Words, text: str | int, name: str) -> bool:
    """Whether an amount asks for something, also by way of terms."""
    waiting, seen = [str(text)], set()
    while waiting:
        for node in nodes_of(tree(waiting.pop())):
            found = node.id if isinstance(node, Name) else ""
            if found == name:
                return True
            if found in words.lexicon.lets and found not in seen:
                seen.add(found)
                waiting.append(str(words.lexicon.lets[found].value))
    return False


def _asks_any(text: str, names: set[str]) -> bool:
    return any(isinstance(node, Name) and node.id in names for node in nodes_of(tree(text)))


def _shown_by_a_card(words: Words, effect: SpecialEffect, path: Path) -> Sentence:
    """ "whoever comes to play the called ace is the partner from the beginning"."""
    (action,) = effect.do
    assert isinstance(action, AssignRole)
    role = words.lexicon.roles[action.role].label
    words.told.speak_of(action.role, words.told.roles)
    lead = ""
    if not holds_always(effect.when):
        lead = f"{words.conditions.occasion(tree(effect.when), words.scene(Person('a player')))}, "
    text = (
        f"{lead}whoever comes to play {words.cards.one(effect.cards)} is the {role} from the "
        "beginning, though it shows only then"
    )
    return say(text, path, (*path, "do", 0), words.lexicon.role_path(action.role))


_OF_TRICKS = re.compile(r"in the (?:(\w+) trick|(first \w+ tricks))")


def _moment(words: Words, moment: Moment, cards: CardCondition) -> str:
    one = words.cards.one(cards)
    return {
        Moment.DEALT: f"you have been dealt {one}",
        Moment.TURNED_UP: f"{one} is turned up at the deal",
        Moment.DRAWN: f"you draw {one}",
        Moment.PLAYED: f"you play {one}",
        Moment.LED: f"{one} has been led",
        Moment.CAPTURED: f"you capture {one}",
        Moment.MELDED: f"you meld {one}",
        Moment.TRICK_END: f"a trick with {one} is over",
        Moment.TURN_END: "your turn ends",
        Moment.HAND_END: f"the {words.lexicon.hand_word} ends",
    }[moment]


# edges


def _is_stock(text: str) -> bool:
    return any(
        node == Name("deck") or (isinstance(node, Call) and node.function == "deck")
        for node in nodes_of(tree(text))
    )


def _relies_on_stock(words: Words) -> bool:
    """Whether a card may have to be taken from a stock that is empty."""
    guarded: set[Path] = set()
    for path, part in words.lexicon.all_parts:
        if isinstance(part, If | While) and _asks_for_stock(part.condition):
            guarded.add(path)
        if isinstance(part, DoPhase) and _asks_for_all_it_takes(part):
            guarded.add(path)
    if _known_moves_suffice(words) or _goes_round(words) or _exchanges_suffice(words):
        return False
    if _totals_suffice(words):
        return False
    if _deals_too_much(words):
        return True
    for path, part in words.lexicon.all_parts:
        if path[:1] == ("setup",):
            continue
        if isinstance(part, FillHands) and not words.actions.fills_as_far_as_it_goes:
            return True
        if (
            isinstance(part, DrawPhase)
            and _is_stock(part.source)
            and part.when_empty is None
            and not _asks_for_stock(part.when)
            and not _suffices(words, path, part)
        ):
            return True
        if isinstance(part, Move) and _is_stock(part.source):
            if part.count is None or part.choose == "all":
                continue
            if not any(path[: len(g)] == g for g in guarded):
                return True
    return False


def _known_moves_suffice(words: Words) -> bool:
    """Whether all that is ever taken from the stock is so many cards, once in a hand."""
    dealt, taken = dealt_cards(words), 0
    for path, part in words.lexicon.all_parts:
        if path[:1] == ("setup",) or not _is_stock(str(getattr(part, "source", ""))):
            continue
        count = tree(part.count) if isinstance(part, Move) and part.count is not None else None
        once = path[:2] == ("turn_structure", "phases") and len(path) == 5
        if not isinstance(count, Number) or not once or path[3] != "actions":
            return False
        taken += count.value
    return dealt is not None and 0 < taken <= len(words.lexicon.cards) - dealt


def _totals_suffice(words: Words) -> bool:
    """Whether all that is ever taken from the stock is one card at a time for a hand whose total is
    still below some number, and even the cheapest cards of all do not come to that."""
    method, parts = words.genome.hand_evaluation, words.lexicon.all_parts
    if method is None or not method.card_values or words.lexicon.has(FillHands, Deal, DrawPhase):
        return False
    below: dict[Path, int] = {}
    for path, part in parts:
        asked = part.as_long_as if isinstance(part, RepeatPhase) else ""
        asked = part.condition if isinstance(part, While) else asked
        for node in flat("and", tree(asked)) if asked else ():
            match node:
                case Binary("<", Call("total", (Name("hand"),)), Number(limit)):
                    below[path] = limit
    highest = 0
    taken: set[Path] = set()
    for path, part in parts:
        if path[:1] == ("setup",) or not _is_stock(str(getattr(part, "source", ""))):
            continue
        loops = [limit for at, limit in below.items() if path[: len(at)] == at]
        if not isinstance(part, Move) or part.target != "hand" or part.count != 1 or not loops:
            return False
        if path[:-1] in taken:
            return False
        taken.add(path[:-1])
        highest = max(highest, min(loops))
    worth = {v.rank: min(v.value, v.alternate_value or v.value) for v in method.card_values}
    cards = sorted(worth.get(card.rank, 0) for card in words.lexicon.cards)
    hands = words.genome.player_count + (words.genome.house is not None)
    left, count = hands * (highest - 1), 0
    while count < len(cards) and (left := left - cards[count]) >= 0:
        count += 1
    return bool(taken) and highest > 0 and count + hands <= len(cards)


def _exchanges_suffice(words: Words) -> bool:
    """Whether all that is ever taken from the stock are as many cards as players have laid away
    right before, which can be no more than it holds; and what is looked at of those left."""
    dealt = dealt_cards(words)
    if dealt is None:
        return False
    left, laid, drawn = len(words.lexicon.cards) - dealt, 0, False
    stock, limit, piles = Call("size", (Name("deck"),)), 0, set()
    for phase in words.genome.turn_structure.phases:
        touched = [part for _, part in walk(phase) if _is_stock(str(getattr(part, "source", "")))]
        if isinstance(phase, DiscardPhase) and phase.who is not None:
            piles.add((phase.who, f"size({phase.target})"))
            match tree(phase.count):
                case Number(n):
                    laid += n
                case Binary("-", size, Number(n)) if size == stock and n <= laid:
                    laid = left
                case _:
                    return False
        elif isinstance(phase, DrawPhase) and phase.source == "deck":
            if piles != {(phase.who, str(phase.count))} or laid > left:
                return False
            limit, left, laid, drawn, piles = left, left - laid, 0, True, set()
        elif touched and not all(
            isinstance(part, Move)
            and (part.count is None or _no_more_than(part.count, limit))
            and isinstance(phase, CallPhase)
            for part in touched
        ):
            return False
    others = words.lexicon.has(FillHands, Deal)
    return drawn and not others and not forms_turns(words.genome.turn_structure.phases)


def _no_more_than(count: str | int | None, limit: int) -> bool:
    """Whether a number is at most what a stock held before as many were drawn as it is less by."""
    match tree(count):
        case Binary("-", Number(most), Call("size", _)):
            return most <= limit
    return False


def _goes_round(words: Words) -> bool:
    """Whether all that is ever taken from the stock are two cards at a time, one by each of two
    players, the last of them the card turned up beside it, and so many cards are there."""
    dealt, parts = dealt_cards(words), words.lexicon.all_parts
    taking = [(p, x) for p, x in parts if _is_stock(str(getattr(x, "source", "")))]
    taking += [(p, x) for p, x in parts if isinstance(x, FillHands | Deal) and p[0] != "setup"]
    if not words.seats.two_players or dealt is None or len(taking) != 2:
        return False
    (first, one), (second, other) = taking
    fallback = dict(parts).get(second[:-2])
    if not isinstance(one, Move) or not isinstance(other, Move) or not isinstance(fallback, If):
        return False
    if (*first[:-1], int(first[-1]) + 1) != second[:-2] or tree(fallback.condition) != _ANY_LEFT:
        return False
    match fallback.otherwise:
        case (Move(source=pile, target=hand),) if hand == other.target:
            up = sum(sum(s.packets) for s in words.genome.setup.deal or () if s.zone == pile)
            there = tree(f"size({pile}) == 1")
            asked = [
                getattr(x, "when", None) or getattr(x, "condition", None)
                for p, x in parts
                if p in (first[:-1], first[:-2])
            ]
            while_there = any(there in flat("and", tree(text)) for text in asked if text)
            stock = len(words.lexicon.cards) - dealt
            single = one.count == other.count and tree(str(one.count)) == Number(1)
            return while_there and single and up == 1 and (stock + up) % 2 == 0
    return False


_ANY_LEFT = tree("size(deck) > 0")


def _deals_too_much(words: Words) -> bool:
    """Whether what is dealt later, once in a hand, is more than the first deal leaves."""
    dealt, later = dealt_cards(words), 0
    for path, part in words.lexicon.all_parts:
        if isinstance(part, Deal) and path[:2] == ("turn_structure", "phases") and len(path) == 5:
            packets = [tree(packet) for packet in part.packets]
            several = words.seats.seat(tree(part.to), words.scene()).quantified
            seats = words.genome.player_count if several else 1
            later += seats * sum(size.value for size in packets if isinstance(size, Number))
    return dealt is not None and later > len(words.lexicon.cards) - dealt


def _suffices(words: Words, path: Path, part: DrawPhase) -> bool:
    """Whether everybody can draw once without the stock running out."""
    dealt = dealt_cards(words)
    if forms_turns(words.genome.turn_structure.phases):
        return False
    if len(path) != 3 or dealt is None:
        inside = [p for place, p in words.lexicon.all_parts if place == path[:3]]
        if (
            len(path) > 5
            or not inside
            or inside[0].kind not in ("choice", "block")
            or dealt is None
        ):
            return False
    match tree(part.count):
        case Number(most) | Binary("-", Number(most), _):
            return most * words.genome.player_count <= len(words.lexicon.cards) - dealt
    return False


def _asks_for_stock(condition: str) -> bool:
    """Whether a condition makes sure that the stock holds a card."""
    return any(
        isinstance(node, Binary)
        and node.left == Call("size", (Name("deck"),))
        and node.operator in (">", ">=")
        and isinstance(node.right, Number)
        for node in nodes_of(tree(condition))
    )


def _asks_for_all_it_takes(phase: DoPhase) -> bool:
    """Whether what happens takes known numbers of cards from the stock, and only if it has them."""
    taken = [
        tree(part.count) if part.count is not None else None
        for _, part in walk(phase)
        if isinstance(part, Move) and _is_stock(part.source)
    ]
    known = [count.value for count in taken if isinstance(count, Number)]
    enough = [
        node.right.value + (node.operator == ">")
        for node in flat("and", tree(phase.when))
        if isinstance(node, Binary)
        and node.left == Call("size", (Name("deck"),))
        and node.operator in (">", ">=")
        and isinstance(node.right, Number)
    ]
    return bool(taken) and len(known) == len(taken) and max(enough, default=0) >= sum(known)


def edges(words: Words) -> list[Sentence]:
    """An empty stock, and what passes bring about."""
    if words.genome.game_rules is None:
        return []
    found = _empty_stock(words) if _relies_on_stock(words) else []
    return [*found, *_passes(words)]


def _draws_several(words: Words) -> bool:
    """Whether more than one card may be taken from the stock at once."""
    for _, part in words.lexicon.all_parts:
        if isinstance(part, Deal | FillHands):
            return True
        if isinstance(part, DrawPhase | Move) and str(part.source) == "deck":
            single = part.count is not None and tree(part.count) == Number(1)
            if not single:
                return True
    return False


def _empty_stock(words: Words) -> list[Sentence]:
    rules = words.genome.game_rules
    assert rules is not None
    at: Path = ("game_rules", "deck_empty_action")
    stock = words.lexicon.zones["deck"].label
    if rules.deck_empty_action is DeckEmptyAction.SKIP_DRAW:
        text = (
            f"if fewer cards are left in the {stock} than should be drawn, only those are drawn, "
            "and the play goes on"
        )
        if not _draws_several(words):
            text = f"once the {stock} is empty nothing is drawn, and the play goes on"
        return [say(text, at)]
    if rules.deck_empty_action is DeckEmptyAction.GAME_ENDS:
        return [say(f"if a card is to be drawn from an empty {stock}, the game ends", at)]
    pile = words.lexicon.zones["discard"].label
    kept = ", all but its top card," if rules.keep_top_discard else ""
    return [
        say(
            f"when the {stock} runs out, the {pile}{kept} is shuffled and becomes the new {stock}",
            at,
            ("game_rules", "keep_top_discard"),
        ),
        say("if no card is left for that, nothing is drawn, and the play goes on", at),
    ]


def _passes(words: Words) -> list[Sentence]:
    rules = words.genome.game_rules
    assert rules is not None
    if rules.consecutive_pass_action is PassAction.NONE:
        return []
    needed = rules.passes_to_trigger or max(1, words.genome.player_count - 1)
    what = {
        PassAction.CLEAR_TABLEAU: "the table is cleared and the last to have played begins again",
        PassAction.END_ROUND: f"the {words.lexicon.hand_word} ends",
        PassAction.SKIP_PLAYER: "the next player is passed over",
        PassAction.NONE: "",
    }[rules.consecutive_pass_action]
    who = "a player passes" if needed == 1 else f"{number_word(needed)} players in a row pass"
    paths: list[Path] = [
        ("game_rules", "consecutive_pass_action"),
        ("game_rules", "passes_to_trigger"),
    ]
    return [say(f"when {who}, {what}", *paths)]
