"""How the rules of two games differ, in the words of their rulebooks.

Sentences that both books hold are left out; sentences that are alike are shown as one with the
words that changed; the rest stands in one book only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import groupby

from darwindeck.rulebook.document import (
    COMBINATIONS,
    HOUSE_RULES,
    SUMMARY,
    Block,
    Bullets,
    Paragraph,
    Rulebook,
    Section,
    Sentence,
    Table,
    plain,
)

ALIKE = 0.6
"""From this share of common words on, two sentences are versions of one."""

PLAY = "Play"
"""The topic of what the players do, whatever its section is called."""
_TOPICS = {
    "How to play": PLAY,
    "Playing a hand": PLAY,
    "The ranking of the cards": "Ranking and values of the cards",
    "The order of the cards": "Ranking and values of the cards",
    "Card values": "Ranking and values of the cards",
    "The hands": COMBINATIONS,
}
"""Sections that answer the same question under different titles."""
_REPEATING = (SUMMARY, HOUSE_RULES)
"""Sections that say again what the others say, or what the rules could be."""
_TOKEN = re.compile(r"\w+(?:['’,.]\w+)*|\s+|.", re.DOTALL)


class Book(StrEnum):
    """Which of the two books says something."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


@dataclass(frozen=True)
class SharedWords:
    """Some words of a sentence, and who says them."""

    text: str
    book: Book


@dataclass(frozen=True)
class Difference:
    """A sentence that only one book has, or two versions of one sentence, word by word."""

    words: tuple[SharedWords, ...]

    @property
    def book(self) -> Book:
        """Who has the sentence; `BOTH` where it was changed."""
        books = {part.book for part in self.words}
        return next(iter(books)) if len(books) == 1 else Book.BOTH

    def said_by(self, book: Book) -> str:
        """The sentence as it stands in one of the books; empty if it does not."""
        return "".join(part.text for part in self.words if part.book in (book, Book.BOTH))


@dataclass(frozen=True)
class Topic:
    """What differs in one section of the books."""

    title: str
    differences: tuple[Difference, ...]
    shared: int
    """How many sentences of it are the same in both."""


@dataclass(frozen=True)
class RuleComparison:
    """Two rulebooks, side by side."""

    first: str
    second: str
    topics: tuple[Topic, ...]

    @property
    def shared(self) -> int:
        """Sentences that are the same in both."""
        return sum(topic.shared for topic in self.topics)

    @property
    def changed(self) -> int:
        """Sentences that are there in two versions."""
        return self._count(Book.BOTH)

    @property
    def only_first(self) -> int:
        return self._count(Book.FIRST)

    @property
    def only_second(self) -> int:
        return self._count(Book.SECOND)

    @property
    def likeness(self) -> float:
        """From 0, nothing in common, to 1, the same rules; a changed sentence counts half."""
        same = 2 * self.shared + self.changed
        every = 2 * (self.shared + self.changed) + self.only_first + self.only_second
        return same / every if every else 1.0

    def _count(self, book: Book) -> int:
        return sum(item.book is book for topic in self.topics for item in topic.differences)


def compare_rulebooks(first: Rulebook, second: Rulebook) -> RuleComparison:
    """What the second book says otherwise than the first; titles and examples do not count."""
    ours, theirs = _by_topic(first), _by_topic(second)
    in_both = Counter(_all(ours)) & Counter(_all(theirs))
    titles = list(dict.fromkeys([*ours, *theirs]))
    spent_ours, spent_theirs = Counter(in_both), Counter(in_both)
    topics = []
    for title in titles:
        left = _unspent(ours.get(title, []), spent_ours)
        right = _unspent(theirs.get(title, []), spent_theirs)
        shared = sum(one is None for _, one in right)
        topics.append(Topic(title, tuple(_differences(left, right)), shared))
    return RuleComparison(plain(first.title), plain(second.title), tuple(topics))


def _all(topics: dict[str, list[str]]) -> Iterator[str]:
    for sentences in topics.values():
        yield from sentences


def _unspent(sentences: Iterable[str], shared: Counter[str]) -> list[tuple[str, str | None]]:
    """Each sentence, and once more if it is not among the shared ones, which are used up."""
    found: list[tuple[str, str | None]] = []
    for text in sentences:
        if shared[text] > 0:
            shared[text] -= 1
            found.append((text, None))
        else:
            found.append((text, text))
    return found


# the sentences of a book


def _by_topic(book: Rulebook) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for section in book.sections:
        if section.title not in _REPEATING:
            title = _TOPICS.get(section.title, section.title)
            found.setdefault(title, []).extend(_sentences(section, plain(book.title)))
    return found


def _sentences(section: Section, title: str) -> Iterator[str]:
    for block in section.blocks:
        yield from _of_block(block, title)
    for part in section.sections:
        yield from _sentences(part, title)


def _of_block(block: Block, title: str) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield from _stated(block.sentences, title)
    elif isinstance(block, Bullets):
        for item in block.items:
            yield from _stated(item.sentences, title)
            for inner in item.blocks:
                yield from _of_block(inner, title)
    elif isinstance(block, Table):
        yield from _of_table(block)


def _of_table(table: Table) -> Iterator[str]:
    """A line of a table, with what its last column is about where that would be unclear."""
    kept = [index for index, head in enumerate(table.head) if head != "Example"]
    for row in table.rows:
        first, *rest = (plain(row.cells[index]) for index in kept)
        about = f" ({plain(table.head[kept[-1]]).lower()})" if len(kept) == 2 else ""
        yield f"{first}{about}: {'; '.join(rest)}" if rest else first


def _stated(sentences: Sequence[Sentence], title: str) -> Iterator[str]:
    """The sentences that are rules: neither names nor examples, which come last."""
    for sentence in sentences:
        text = plain(sentence.text)
        if text.startswith("Example:"):
            return
        if sentence.sources[:1] == (("description",),):
            continue
        if ("name",) in sentence.sources:
            text = text.replace(title, "This", 1)
        yield text


# sentence against sentence


def _differences(
    left: list[tuple[str, str | None]], right: list[tuple[str, str | None]]
) -> Iterator[Difference]:
    """In the order of the second book; what only the first says comes where it stood there."""
    gone = [(index, text) for index, (_, text) in enumerate(left) if text is not None]
    new = [(index, text) for index, (_, text) in enumerate(right) if text is not None]
    pairs = _pairs([text for _, text in gone], [text for _, text in new])
    partner = {j: i for i, j in pairs}
    paired = {i for i, _ in pairs}
    placed: list[tuple[float, int, Difference]] = []
    for j, (place, text) in enumerate(new):
        if j in partner:
            words = changed_words(gone[partner[j]][1], text)
            placed.append((place / max(len(right), 1), 1, Difference(words)))
        else:
            only = Difference((SharedWords(text, Book.SECOND),))
            placed.append((place / max(len(right), 1), 2, only))
    for i, (place, text) in enumerate(gone):
        if i not in paired:
            only = Difference((SharedWords(text, Book.FIRST),))
            placed.append((place / max(len(left), 1), 0, only))
    ordered = [difference for _, _, difference in sorted(placed, key=lambda item: item[:2])]
    for _, run in groupby(ordered, key=lambda item: item.book is Book.BOTH):
        # Between two changed sentences, what is gone is read before what is new.
        yield from sorted(run, key=lambda item: item.book is Book.SECOND)


def _pairs(gone: list[str], new: list[str]) -> list[tuple[int, int]]:
    """Sentences that are versions of each other, the most alike first."""
    scored = [
        (likeness, -abs(i - j), i, j)
        for i, one in enumerate(gone)
        for j, other in enumerate(new)
        if (likeness := _likeness(one, other)) >= ALIKE
    ]
    pairs: list[tuple[int, int]] = []
    for _, _, i, j in sorted(scored, key=lambda item: (-item[0], -item[1], item[2], item[3])):
        if all(i != one and j != other for one, other in pairs):
            pairs.append((i, j))
    return pairs


def _likeness(one: str, other: str) -> float:
    """The share of words in common; lines of a table must agree in what they are about."""
    head, colon, _ = one.partition(": ")
    if colon and other.startswith(f"{head}: "):
        return 1.0
    matcher = SequenceMatcher(None, one.lower().split(), other.lower().split(), autojunk=False)
    if matcher.real_quick_ratio() < ALIKE or matcher.quick_ratio() < ALIKE:
        return 0.0
    return matcher.ratio()


def changed_words(one: str, other: str) -> tuple[SharedWords, ...]:
    """Two versions of a sentence as one: words of both, of the first, of the second."""
    ours, theirs = _TOKEN.findall(one), _TOKEN.findall(other)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    parts: list[SharedWords] = []
    old = new = ""
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        same = "".join(ours[i:i_end])
        if tag == "equal" and (same.strip() or not (old or new)):
            parts += _flushed(old, new)
            old = new = ""
            parts.append(SharedWords(same, Book.BOTH))
        else:
            old += same
            new += "".join(theirs[j:j_end])
    return (*parts, *_flushed(old, new))


def _flushed(old: str, new: str) -> Iterator[SharedWords]:
    if old:
        yield SharedWords(old, Book.FIRST)
    if new:
        yield SharedWords(new, Book.SECOND)
