"""Where the explanation of a term stands: before whatever first needs it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from darwindeck.english import STRONG_OFF, STRONG_ON, plural, singular
from darwindeck.rulebook.document import (
    Block,
    Bullets,
    Item,
    Paragraph,
    of_block,
    plain,
)


def placed(blocks: Sequence[Block], terms: Sequence[Block]) -> list[Block]:
    """The blocks with the explanations of terms put in before what first uses one of them, be it a
    paragraph, a list or a table."""
    if not terms or not blocks:
        return [*blocks, *terms]
    at = _first_use(blocks, _labels(terms))
    if at is None:
        return [*blocks, *terms]
    if isinstance(blocks[at], Paragraph) and not _introduces(blocks[at]):
        return [*blocks[:at], *terms, *blocks[at:]]
    lead = at if _introduces(blocks[at]) else at - 1
    if lead < 0 or not _introduces(blocks[lead]):
        return [*blocks[:at], *terms, *blocks[at:]]
    before, introduction = _split(blocks[lead])
    return [*blocks[:lead], *before, *terms, *introduction, *blocks[lead + 1 :]]


def in_order(items: Sequence[Item]) -> list[Item]:
    """Explanations so that none uses a term that a later one explains, as far as that can be."""
    left, found = list(items), []
    while left:
        for item in left:
            others = [other for other in left if other is not item]
            known = _labels([Bullets((item,))])
            later = {label for other in others for label in _labels([Bullets((other,))])} - known
            if not later or _first_use([Bullets((item,))], later) is None:
                break
        else:
            item = left[0]
        found.append(item)
        left.remove(item)
    return found


_MARKED = re.compile(f"{STRONG_ON}(.*?){STRONG_OFF}")


def _labels(terms: Iterable[Block]) -> set[str]:
    """The terms that are explained, as they may be used: in the singular and the plural."""
    texts = [sentence.text for block in terms for sentence in of_block(block)]
    marked = _MARKED
    labels = {label.lower() for text in texts for label in marked.findall(text)}
    labels = {label.removeprefix("the ") for label in labels}
    return {form for label in labels for form in (label, plural(label), singular(label))}


def _first_use(blocks: Sequence[Block], labels: set[str]) -> int | None:
    """The block that first uses one of the terms; a number without a term is for the first list."""
    used = re.compile(r"\b(" + "|".join(re.escape(label) for label in labels) + r")\b")
    for at, block in enumerate(blocks):
        if not labels and isinstance(block, Bullets):
            return at
        text = " ".join(plain(sentence.text) for sentence in of_block(block)).lower()
        if labels and used.search(text):
            return at
    return None


def _introduces(block: Block) -> bool:
    """Whether a paragraph ends by announcing the list that follows."""
    if not isinstance(block, Paragraph) or not block.sentences:
        return False
    return block.sentences[-1].text.endswith(":")


def _split(block: Block) -> tuple[list[Block], list[Block]]:
    """A paragraph without the sentence that announces a list, and that sentence."""
    if not isinstance(block, Paragraph):
        return [], [block]
    before = block.sentences[:-1]
    return [Paragraph(before)] if before else [], [Paragraph(block.sentences[-1:])]
