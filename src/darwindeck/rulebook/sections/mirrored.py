"""Points of a list that say the same of several players or places are told once.

"Double the player on your left, but only if …" three times, for the players on the left, opposite
and on the right: the first is told whole, and of the others that it goes in the same way.
"""

from __future__ import annotations

import re

from darwindeck.english import STRONG_OFF, STRONG_ON, join
from darwindeck.rulebook.document import (
    Block,
    Bullets,
    Item,
    Section,
    Sentence,
    of_block,
)
from darwindeck.rulebook.sections.base import lowered, say

LEAST_ALIKE = 3
"""So many points are alike before they are told together."""

_ONE_OF = re.compile(
    r"the player (?:(?:to|on) (?:your|their|the) (?P<side>left|right)|"
    r"(?P<across>opposite(?: you| them)?|across the table))"
    r"|(?P<whose>your|their|the) (?P<place>first|second|third|fourth|fifth|sixth) "
    r"(?P<thing>(?!(?:hand|trick|player|line)s?\b)[\w-]+"
    r"(?: (?!(?:onto|into|to|of|and|with)\b)[\w-]+)?)"
)
"""A player by where they sit, or a thing of which there are several in a row."""


def mirrored(section: Section) -> Section:
    """The section, its lists without points that only repeat another of somebody else."""
    return Section(
        section.title,
        tuple(_block(block) for block in section.blocks),
        tuple(mirrored(part) for part in section.sections),
    )


def _block(block: Block) -> Block:
    if not isinstance(block, Bullets):
        return block
    items = [
        _of_one_case(Item(one.sentences, tuple(_block(inner) for inner in one.blocks)))
        for one in block.items
    ]
    if block.numbered:
        # What is done one after the other is told one after the other.
        return Bullets(tuple(items), True)
    families: dict[str, list[int]] = {}
    for at, one in enumerate(items):
        if which(one):
            families.setdefault(_skeleton(one), []).append(at)
    gone: set[int] = set()
    for places in families.values():
        if len(places) < LEAST_ALIKE or not _alike([which(items[at]) for at in places]):
            continue
        first, *rest = places
        if all(_named(items[at]) for at in places):
            for at in rest:
                items[at] = _in_the_same_way(items[at])
            continue
        items[first] = _with_the_others(items[first], [items[at] for at in rest])
        gone |= set(rest)
    return Bullets(tuple(one for at, one in enumerate(items) if at not in gone))


CASES = " in any of these cases:"


def _of_one_case(one: Item) -> Item:
    """A term that holds in several cases of which one is told: this is said in its sentence."""
    match one.blocks:
        case (Bullets((Item((case, *others), ()),)),) if one.sentences[-1].text.endswith(CASES):
            *before, lead = one.sentences
            told = f"{lead.text.removesuffix(CASES)} {lowered(case.text)}"
            return Item((*before, Sentence(told, (*lead.sources, *case.sources)), *others))
    return one


def _text(one: Item) -> str:
    said = [*one.sentences, *(s for block in one.blocks for s in of_block(block))]
    return "\n".join(sentence.text for sentence in said)


def which(one: Item) -> tuple[str, ...]:
    """Of whom or what a point speaks, one after the other."""
    return _whom(_text(one))


def _whom(text: str) -> tuple[str, ...]:
    return tuple(match["side"] or match["place"] or "across" for match in _ONE_OF.finditer(text))


def _skeleton(one: Item) -> str:
    """What a point says, whomever it says it of."""
    return _bare(_text(one))


def _bare(text: str) -> str:
    return _ONE_OF.sub(lambda match: f"[{match['thing'] or 'player'}]", text)


_SIDES = {"left": "right", "right": "left"}


def _alike(speaking: list[tuple[str, ...]]) -> bool:
    """Whether each point says of somebody else what the first says: of whoever is opposite all of
    it, of the other side as in a mirror, of another thing in a row that alone."""
    first, *others = speaking
    turned = tuple(_SIDES.get(one, one) for one in first)
    for other in others:
        row = len(set(first)) == len(set(other)) == 1 and first[0] not in _SIDES
        if not (row or other == turned != first or set(other) == {"across"} != set(first)):
            return False
    return len({other[0] for other in speaking}) == len(speaking)


def _named(one: Item) -> str:
    """The emphasised words with which a point begins, or by which it explains a term."""
    text = one.sentences[0].text if one.sentences else ""
    match = re.match(rf"(?:A (?:player|side)'s )?{STRONG_ON}[^{STRONG_OFF}]+{STRONG_OFF}", text)
    return match[0] if match else ""


def _sources(*items: Item) -> tuple[tuple[str | int, ...], ...]:
    return tuple(
        path
        for one in items
        for sentence in (*one.sentences, *(s for block in one.blocks for s in of_block(block)))
        for path in sentence.sources
    )


def _in_the_same_way(one: Item) -> Item:
    name = _named(one)
    verb = " is found" if name.startswith("A ") else ""
    return Item((say(f"{name}{verb} in the same way", *_sources(one)),))


def _with_the_others(one: Item, others: list[Item]) -> Item:
    """A point, and that the same goes for the others."""
    names = []
    for other in others:
        match = _ONE_OF.search(_text(other))
        names.append(match[0] if match else "")
    told = say(f"the same with {join(names, 'and with')}", *_sources(*others))
    last = one.sentences[-1]
    if one.blocks or last.text.endswith(":"):
        return Item(one.sentences, (*one.blocks, Bullets((Item((told,)),))))
    return Item((*one.sentences, Sentence(told.text, told.sources)))
