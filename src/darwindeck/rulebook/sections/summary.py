"""The rules at a glance, at the end of the book: a card with what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from darwindeck.english import capitalised, figured, is_plural
from darwindeck.genome.expressions import Not
from darwindeck.genome.schema import (
    Award,
    BettingPhase,
    CallPhase,
    Choose,
    DoPhase,
    PlayPhase,
    ScoreOp,
    ScoringRule,
    TrickPhase,
)
from darwindeck.rulebook.document import (
    DEAL,
    SCORING,
    SUMMARY,
    Block,
    Bullets,
    Item,
    Path,
    Section,
    Sentence,
    of_section,
    plain,
    strong,
)
from darwindeck.rulebook.sections.base import item, lowered, say
from darwindeck.rulebook.sections.ending import CHIP_TYPES, short_ends, stated_hands
from darwindeck.rulebook.sections.gist import (
    for_everybody_first,
    points_to_reach,
    stages,
    turn_deeds,
)
from darwindeck.rulebook.sections.overview import aim
from darwindeck.rulebook.sections.scoring import amount_text, instead_text
from darwindeck.rulebook.words import Words, never_holds, tree

MOST_WORDS = 150
NEEDED = 2
"""The greatest weight of what a card can hardly do without: what to do, and what ends the game."""
SHORT = 16
"""How many words a score may have to stand on the card beside others."""
LONG = 30
"""How many it may have if there is room for all of them."""


MOST_STEPS = 6
"""More steps of a hand than these nobody reads from a card."""
ENOUGH_SCORES = 5
"""So many are worth their place even if there are many more."""
MOST_SCORES = 9
"""More scores than these nobody finds on a card."""


class Scores(NamedTuple):
    """What is scored for what, and whether for want of room something is left out."""

    entry: Item
    cut: bool


def summary_section(words: Words, sections: list[Section]) -> Section | None:
    """What one looks up most, in so many words at most; what matters least is left out first."""
    found = list(_statements(sections))
    goal, ends = _aim_and_end(words)
    entries = [
        (1, _entry("Aim", goal)),
        (3, _entry("Deal", [s for s in found if _is_deal(s)])),
        (5, _entry("Ranking", _ranking(found))),
        (NEEDED, _course(words, sections)),
        (1, _turn(words)),
        (3, _entry("Fitting cards", _fitting(words, found))),
        (2, _entry("Following", _following(words, found))),
        (1, _entry("Winning a trick", _about(found, *_winning(words))[:1])),
        (2, _entry("Cards that score", _about(found, ("card_scoring",)))),
        (1, _entry("The pot", _showdown(found))),
        (4, _entry("Special cards", _effects(found))),
        (1, _entry("End", ends)),
    ]
    kept = [(weight, entry) for weight, entry in entries if entry.sentences]
    scores = _scores(words, found, MOST_WORDS - sum(_length(entry) for _, entry in kept))
    while sum(_length(entry) for _, entry in kept) > MOST_WORDS or scores.cut:
        heaviest = max(weight for weight, _ in kept)
        if heaviest <= NEEDED and sum(_length(entry) for _, entry in kept) <= MOST_WORDS:
            break
        kept.remove(next(pair for pair in reversed(kept) if pair[0] == heaviest))
        scores = _scores(words, found, MOST_WORDS - sum(_length(entry) for _, entry in kept))
    if scores.entry.sentences:
        kept.insert(len(kept) - bool(ends), (NEEDED, scores.entry))
    blocks: list[Block] = [Bullets(tuple(entry for _, entry in kept))]
    return Section(SUMMARY, tuple(blocks))


def _length(entry: Item) -> int:
    return sum(len(plain(sentence.text).split()) for sentence in entry.sentences)


def _statements(sections: list[Section]) -> Iterator[Sentence]:
    """The sentences of the rules; the game in a paragraph is summed up anew."""
    for section in sections[1:]:
        yield from of_section(section)


def _entry(title: str, sentences: list[Sentence]) -> Item:
    if not sentences:
        return item(())
    first, *rest = sentences
    text = first.text
    return item([Sentence(f"{strong(title + ':')} {text}", first.sources), *rest])


def _aim_and_end(words: Words) -> tuple[list[Sentence], list[Sentence]]:
    """What one wants, and what ends the game and who has won: where one of them says it all, the
    other is left out."""
    goal, ends = _without(aim(words), "The aim is "), short_ends(words)
    if not goal or not ends:
        return goal, ends
    wins = [win for _, win in for_everybody_first(words)]
    points = figured(points_to_reach(wins[0]), "point")
    if len(ends) == 1:
        at_a_hand = stated_hands(words) and " or after an earlier " not in ends[0].text
        at_once = wins[0].type == "empty_hand" or not re.match("If |After ", ends[0].text)
        said = points.split()[0] in goal[0].text or at_a_hand or at_once
        return (goal, []) if said else (goal, ends)
    again = points in ends[0].text or wins[0].type in CHIP_TYPES
    return ([], ends) if again else (goal, ends)


def _without(sentences: list[Sentence], opening: str) -> list[Sentence]:
    """The sentences without what the title of the entry says already."""
    if not sentences:
        return []
    first, *rest = sentences
    text = capitalised(first.text.split(opening, 1)[-1])
    return [Sentence(text, first.sources), *rest]


def _following(words: Words, found: list[Sentence]) -> list[Sentence]:
    """What must be played to a trick: a duty in a sentence, several in their order."""
    said = _about(found, *_duties(words))
    if any("must follow suit" in s.text for s in said):
        duty = next(s for s in said if "must follow suit" in s.text)
        return [say("follow suit if you can; otherwise play any card", *duty.sources)]
    asides = (
        "If you can fulfil",
        "Otherwise",
        "A player who has no such card",
        "Only ",
        "Whenever that does not apply",
    )
    duties = [s for s in said if not s.text.startswith(asides)]
    if len(duties) < 2:
        return [_one_duty(duty) for duty in duties]
    free = [s for s in duties if s.text.startswith("As long as ")]
    texts = [_in_short(_shorter(lowered(s.text.rstrip(".")))) for s in duties if s not in free]
    sources = tuple(path for s in duties for path in s.sources)
    order = f"as far as you can, in this order: {'; '.join(texts)}"
    leads = [sentence.text for sentence in found if "these duties" in sentence.text]
    only = re.search(r" (\(the .+ only .+\)):$", leads[0]) if leads else None
    order += f" {only[1]}" if only else ""
    return [*free, say(f"otherwise, {order}" if free else order, *sources)]


_HOLDING = re.compile(r"(?:(if .+?) and you hold|if you hold) (?P<what>.+): play (?P<cards>.+)")


_SHORTER = (
    ("if the card led is a trump and ", "if a trump is led and "),
    ("if the card led is a trump", "if a trump is led"),
    ("if the card led is not a trump", "if no trump is led"),
    ("play a card of the suit led that beats the winning card", "follow suit and win"),
    ("play a card of the suit led", "follow suit"),
    ("play a trump that beats the winning card", "win with a trump"),
)
"""What players call these duties at the table."""
_OR_A_TRUMP = re.compile(
    r"If you hold a card of the suit led, you must play a card of the suit led or (?P<other>.+); "
    r"otherwise you may play any card\."
)


def _in_short(duty: str) -> str:
    for long, short in _SHORTER:
        duty = duty.replace(long, short)
    return duty


def _one_duty(duty: Sentence) -> Sentence:
    """The only duty there is, in a few words."""
    held = _OR_A_TRUMP.fullmatch(duty.text)
    if held is None:
        return duty
    text = f"follow suit, or play {held['other']}; without a card of the suit, play any card"
    return say(text, *duty.sources)


def _shorter(duty: str) -> str:
    """A duty in a few words: who holds what they have to play need not be said."""
    text = duty.replace("the card that is winning the trick", "the winning card")
    held = _HOLDING.fullmatch(text)
    if held is None:
        return text
    what, cards = held["what"], held["cards"]
    other = cards.removeprefix(f"{what} or ").removesuffix(f" or {what}")
    if other == cards:
        return text
    lead = f"{held[1]}: " if held[1] else ""
    return f"{lead}play {what} (or {other})"


def _about(found: list[Sentence], *prefixes: Path) -> list[Sentence]:
    """Sentences whose first source lies under one of the prefixes; tables and examples left out."""
    return [
        sentence
        for sentence in found
        if sentence.sources
        and any(sentence.sources[0][: len(prefix)] == prefix for prefix in prefixes)
        and " | " not in sentence.text
        and "Example:" not in sentence.text
        and not sentence.text.endswith(":")
    ]


_EFFECT = re.compile(r"When you play an? ((?:(?! and )[\w ])+), (.+)\.")


def _effects(found: list[Sentence]) -> list[Sentence]:
    """What single cards do when they are played, in a few words each."""
    told = [(s, _EFFECT.fullmatch(s.text)) for s in _about(found, ("special_effects",))]
    texts = [f"{match[1]}: {match[2]}" for _, match in told if match]
    sources = [path for s, match in told if match for path in s.sources]
    return [say("; ".join(texts), *sources)] if texts else []


def _fitting(words: Words, found: list[Sentence]) -> list[Sentence]:
    """Which cards may be played in a turn, where they have a name."""
    names = [named.name for named in words.genome.card_sets]
    allowed = {
        part.valid_play_condition.named
        for _, part in words.lexicon.all_parts
        if isinstance(part, PlayPhase) and part.valid_play_condition is not None
    }
    places = [("card_sets", names.index(name)) for name in allowed if name in names]
    told = [s for s in _about(found, *places) if " is " in s.text]
    if len(told) != 1:
        return []
    return [say(told[0].text.split(" is ", 1)[1], *told[0].sources)]


def _showdown(found: list[Sentence]) -> list[Sentence]:
    """Who takes what has been staked when hands are shown."""
    for sentence in found:
        said = re.search(r" show their hands, and (.+)", sentence.text)
        if said is not None:
            return [say(said[1], *sentence.sources)]
    return []


def _is_deal(sentence: Sentence) -> bool:
    first = sentence.sources[0] if sentence.sources else ()
    step = first[:2] == ("setup", "deal") and len(first) == 3
    return step or first == ("setup", "cards_per_player")


def _ranking(found: list[Sentence]) -> list[Sentence]:
    """The orders of the cards and what is promoted, without what follows from them."""
    kept = []
    for sentence in _about(found, ("rankings",)):
        field = sentence.sources[0][2:3]
        promotion = field == ("promote",) and len(sentence.sources[0]) == 4
        if promotion or field in (("plain",), ("trump",)):
            kept.append(sentence)
    return kept


def _turn(words: Words) -> Item:
    """What a turn is made of, in a few words."""
    turn = turn_deeds(words)
    if turn is None:
        parts = [replace(s, text=f"{strong('Your turn:')} {s.text}") for s in stages(words)]
        return item(_betting(words) or parts)
    deeds = say(f"{strong('Your turn:')} {', then '.join(turn[0])}", turn[1])
    return item([deeds, *stages(words)])


def _betting(words: Words) -> list[Sentence]:
    """What one may do in a round of betting, and how much a bet is if that is always the same."""
    rounds = [(p, part) for p, part in words.lexicon.all_parts if isinstance(part, BettingPhase)]
    if not rounds:
        return []
    path, first = rounds[0]
    deeds = ["check, or bet"] if first.may_check else ["bet"]
    deeds.append("once somebody has bet: call, raise or fold")
    if first.max_raises == 0:
        deeds[-1] = "once somebody has bet: call or fold"
    amounts = {part.min_bet for _, part in rounds}
    sizes = [part.min_bet for _, part in rounds if part.max_bet is None]
    if len(amounts) == 1 == len(set(sizes)) and isinstance(sizes[0], int):
        deeds[0] += f" {figured(sizes[0], 'chip')}"
    return [say(f"{strong('Your turn:')} {'; '.join(deeds)}", path)]


def _course(words: Words, sections: list[Section]) -> Item:
    """The headings of the play, in order."""
    play = next((s for s in sections if s.title in ("Playing a hand", "How to play")), None)
    if play is None:
        return item(())
    names = [section.title for section in play.sections if not _is_beside(section.title)]
    names = _either(words, names)
    if not 2 <= len(names) <= MOST_STEPS:
        return item(())
    steps = "; ".join(f"{number}. {name}" for number, name in enumerate(names, 1))
    title = "Course of a hand:" if words.lexicon.hand_word == "hand" else "Course of the game:"
    return item([say(f"{strong(title)} {steps}", ("turn_structure", "phases"))])


def _either(words: Words, names: list[str]) -> list[str]:
    """The headings; two parts of which a hand has one or the other stand as one step."""
    whens = {
        capitalised(phase.label): tree(phase.when)
        for phase in words.genome.turn_structure.phases
        if phase.label
    }
    found: list[str] = []
    before = ""
    for name in names:
        one, other = whens.get(before), whens.get(name)
        if one is not None and other is not None and (one == Not(other) or other == Not(one)):
            found[-1] = f"{found[-1]} or {lowered(name)}"
        else:
            found.append(name)
        before = name
    return found


_SIDE_MATTERS = (
    "Special cards",
    "Special cards and the end of a hand",
    "The end of a turn",
    "The end of a hand",
    "What everybody is told",
    "Special cases",
)


def _is_beside(title: str) -> bool:
    return title in _SIDE_MATTERS or bool(re.fullmatch(r"When the .+ runs out", title))


def _tricks(words: Words) -> list[tuple[Path, TrickPhase]]:
    parts = words.lexicon.all_parts
    return [(path, part) for path, part in parts if isinstance(part, TrickPhase)]


def _duties(words: Words) -> list[Path]:
    return [
        (*path, field)
        for path, part in _tricks(words)
        if part.choose is not Choose.TOP
        for field in ("follow", "lead_suit_required", "playable")
    ]


def _winning(words: Words) -> list[Path]:
    return [(*path, "high_card_wins") for path, _ in _tricks(words)]


def _elsewhere(words: Words) -> list[str]:
    """The parts of the play that score by themselves, by their headings."""
    phases = words.genome.turn_structure.phases
    parts = words.lexicon.all_parts
    awards = [path for path, part in parts if isinstance(part, Award)]
    labels = [DEAL] if any(path[:1] == ("setup",) for path in awards) else []
    for place in [path[2] for path in awards if _in_phases(path)]:
        # What has no heading stands under that of what goes before.
        until = phases[: int(place) + 1]
        named = [phase for phase in until if phase.label]
        if isinstance(until[-1], DoPhase | CallPhase) and named:
            labels.append(named[-1].label)
    return list(dict.fromkeys(labels))


def _in_phases(path: Path) -> bool:
    return path[:2] == ("turn_structure", "phases")


def _more(headings: list[str]) -> str:
    *first, last = [f"“{heading}”" for heading in headings]
    listed = f"{', '.join(first)} and {last}" if first else last
    return f"others are listed under {listed}"


def _scores(words: Words, found: list[Sentence], room: int) -> Scores:
    """What is scored for what, as far as it can be said in a few words and there is room."""
    rules: list[tuple[Path, ScoringRule]] = [
        (("scoring_rules", index), rule)
        for index, rule in enumerate(words.genome.scoring_rules or ())
        if not never_holds(rule.when) and (rule.into in ("hand_score", "chips") or _costs(rule))
    ]
    if not rules:
        return Scores(_entry("Scores", _scored_at_once(found)), cut=False)
    elsewhere = _elsewhere(words)
    more = [(_more(elsewhere), rules[-1][0])] if elsewhere else []
    room -= sum(len(text.split()) for text, _ in more)
    for longest in (LONG, SHORT):
        texts = _once([(_score(words, rule, longest), path) for path, rule in rules])
        needed = sum(len(text.split()) for text, _ in texts)
        few = len(texts) <= MOST_SCORES
        if few and all(text for text, _ in texts) and needed < room:
            return Scores(_listed([*texts, *more]), cut=False)
    told: list[tuple[str, Path]] = []
    others = _more([SCORING, *elsewhere])
    room -= len(_more([SCORING]).split()) + 1
    for text, path in texts[:MOST_SCORES]:
        if not text:
            continue
        if len(text.split()) > room:
            return Scores(_first_ones(told, len(texts), others), cut=True)
        told.append((text, path))
        room -= len(text.split())
    return Scores(_first_ones(told, len(texts), others), cut=False)


def _first_ones(told: list[tuple[str, Path]], of: int, others: str) -> Item:
    """The scores that are told, if they are most of those there are, or enough for a card."""
    if 2 * len(told) <= of and len(told) < ENOUGH_SCORES:
        return item(())
    return _listed([*told, (others, told[-1][1])])


def _once(texts: list[tuple[str, Path]]) -> list[tuple[str, Path]]:
    """The same score for the same thing at two moments is listed once."""
    told = [text for text, _ in texts]
    return [pair for at, pair in enumerate(texts) if not pair[0] or pair[0] not in told[:at]]


def _listed(texts: list[tuple[str, Path]]) -> Item:
    paths = list(dict.fromkeys(path for _, path in texts))
    return item([say(f"{strong('Scores:')} {'; '.join(text for text, _ in texts)}", *paths)])


def _costs(rule: ScoringRule) -> bool:
    """Whether players lose something by which the game is decided."""
    return rule.op is ScoreOp.ADD and str(rule.amount).startswith(("-", "if("))


def _scored_at_once(found: list[Sentence]) -> list[Sentence]:
    """What tricks bring to whoever wins them, where nothing else scores."""
    return [s for s in found if re.match(r"After each trick, .* scores? \d+ points?\.", s.text)]


def _score(words: Words, rule: ScoringRule, longest: int) -> str:
    """A score in a few words; nothing, if it takes more."""
    if not rule.label:
        return ""
    amount = instead_text(words, rule) or amount_text(words, rule)
    plain_words = amount_text(words, _spelt_out(words, rule))
    if len(plain_words.split()) <= SHORT and not re.search(r"[;,(]| if | plus ", plain_words):
        amount = plain_words
    label = rule.label if _is_proper(words, rule.label) else lowered(rule.label)
    amount = re.sub(r"^that (?:player|side) scores ", "", amount)
    if "(" in amount and " if " in amount:
        return ""
    if len(amount.split()) > longest or _is_circular(words, amount, rule.label):
        return ""
    return f"{label}: {amount}"


TELLING = 5
"""A term of so many words says itself what it means."""


def _is_circular(words: Words, amount: str, label: str) -> bool:
    """Whether an amount is but a word that the book explains elsewhere."""
    bare = re.sub(r"^(?:minus |twice |\d+ times )+", "", amount)
    bare = re.sub(r" (?:instead|\(.+\))$", "", bare)
    terms = {let.label for let in words.genome.lets if let.label}
    if re.search(r"\d|twice", amount):
        # So many for each of some things says something.
        terms = {term for term in terms if not is_plural(term) and len(term.split()) < TELLING}
    elif not amount.startswith("minus "):
        named = {counter.label for counter in words.genome.counters if counter.label}
        terms |= {term for term in named if term in label.lower()}
    own = re.sub(r"^(?:the |that |an? )?(?:[\w-]+ )?[\w-]+'s (?:[\w-]+'s )?", "", bare)
    return bool({own, bare, re.sub(r"^(?:the|their|its) ", "", bare)} & terms)


def _is_proper(words: Words, label: str) -> bool:
    """Whether a label begins with a name: other labels write it large in their midst, too."""
    rules = words.genome.scoring_rules or ()
    return any(label.split()[0] in rule.label.split()[1:] for rule in rules)


def _spelt_out(words: Words, rule: ScoringRule) -> ScoringRule:
    """A rule that pays just what a term of the book stands for, with that instead of the term."""
    let = words.lexicon.lets.get(str(rule.amount))
    return rule if let is None else replace(rule, amount=let.value)
