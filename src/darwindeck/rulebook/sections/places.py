"""The places where cards lie, and who may look at them."""

from __future__ import annotations

import re

from darwindeck.english import is_plural, join, number_word, plural, singular
from darwindeck.genome.schema import (
    CapturePhase,
    Expose,
    ForEach,
    Owner,
    PileKey,
    Sees,
    TrickPhase,
    ZoneSpec,
)
from darwindeck.rulebook.document import Sentence
from darwindeck.rulebook.sections.base import say
from darwindeck.rulebook.sections.dealt import dealt_cards
from darwindeck.rulebook.words import Words
from darwindeck.rulebook.words.zones import DONE


def place_sentences(words: Words) -> list[Sentence]:
    """For each place: what it is, and who sees the cards there."""
    found = []
    beneath = {zone.beneath for zone in words.genome.zones or ()}
    dealt_out = dealt_cards(words) == len(words.lexicon.cards)
    for index, zone in enumerate(words.genome.zones or ()):
        if zone.name == "deck" and dealt_out and not _refilled(words):
            continue
        if zone.name in beneath and words.lexicon.alone:
            # That its top card is turned up says enough of what lies face down.
            words.told.unsaid.append(("zones", index))
        elif not _goes_without_saying(words, zone):
            found.append(say(_sentence(words, zone), ("zones", index)))
        if zone.beneath is not None:
            found.append(_turning_up(words, zone, index))
    return _alike(found)


_OWN = re.compile(r"Each player's ([\w -]+) may be (?:looked at|seen) by that player alone\.")


def _seen(label: str) -> str:
    """What is done with cards at which one looks, unless they are called so."""
    return "seen" if "looked at" in label else "looked at"


def _alike(sentences: list[Sentence]) -> list[Sentence]:
    """Places of which only the owner sees the cards, told together."""
    sentences = _hidden_alike(sentences)
    own = [(one, match[1]) for one in sentences if (match := _OWN.fullmatch(one.text))]
    if len(own) < 2:
        return sentences
    paths = [path for one, _ in own for path in one.sources]
    labels = join([label for _, label in own])
    told = say(f"each player's {labels} may be {_seen(labels)} by that player alone", *paths)
    first = own[0][0]
    others = [one for one, _ in own[1:]]
    return [told if one is first else one for one in sentences if one not in others]


_HIDDEN = re.compile(r"(Nobody|At first nobody) may look at the (\w+) ([\w -]+)\.")


def _hidden_alike(sentences: list[Sentence]) -> list[Sentence]:
    """Places at which nobody may look and that are told apart by one word, told together."""
    hidden = [(one, match) for one in sentences if (match := _HIDDEN.fullmatch(one.text))]
    things = {(match[1], match[3]) for _, match in hidden}
    if len(hidden) < 2 or len(things) > 1:
        return sentences
    which = join([match[2] for _, match in hidden])
    paths = [path for one, _ in hidden for path in one.sources]
    nobody, thing = things.pop()
    told = say(f"{nobody} may look at the {which} {plural(thing)}", *paths)
    others = [one for one, _ in hidden[1:]]
    return [told if one is hidden[0][0] else one for one in sentences if one not in others]


def _goes_without_saying(words: Words, zone: ZoneSpec) -> bool:
    """Whether the cards lie there as everybody expects."""
    own = zone.owner is Owner.SEAT and zone.sees is Sees.OWNER
    if own and not _laid_open(words, zone):
        return zone.name == "hand" or zone.label.endswith(" card")
    if zone.sees is Sees.ALL:
        return zone.piles is PileKey.ONE
    if zone.sees is not Sees.NOBODY or zone.piles is not PileKey.ONE:
        return False
    parts = [part for _, part in words.lexicon.all_parts]
    tricks = [part for part in parts if isinstance(part, TrickPhase)]
    won = any(_zone_name(part.collect_to) == zone.name for part in tricks)
    taken = any(_zone_name(str(getattr(part, "source", ""))) == zone.name for part in parts)
    return zone.name == "deck" or won or not taken


def _zone_name(text: str) -> str:
    return str(text).partition("(")[0]


def _refilled(words: Words) -> bool:
    """Whether cards ever come back to a stock that was dealt out."""
    return any(getattr(part, "target", None) == "deck" for _, part in words.lexicon.all_parts)


def _sentence(words: Words, zone: ZoneSpec) -> str:
    subject, owner, many = _subject(words, zone)
    lie = "lie" if many else "lies"
    them = "them" if many else "it"
    if zone.sees is Sees.OWNER and _laid_open(words, zone):
        text = f"{subject} {lie} face up"
        if words.genome.house is not None:
            house = words.lexicon.house
            text += f"; of the {house}'s only the card shown may be seen"
        return text
    if zone.sees is Sees.OWNER and zone.name == "hand" and zone.owner is Owner.SEAT:
        if words.genome.player_count == 1:
            return "your hand is seen by you"
        return f"each player sees only their own {zone.label}"
    named_so = zone.sees is Sees.NOBODY and "face-down" in zone.label
    if named_so or (zone.sees is Sees.OWNER and zone.owner is Owner.TABLE):
        hidden = subject.replace("each player's ", "the ", 1)
        later = "at first " if zone.owner is Owner.SEAT and _is_taken(words, zone) else ""
        return f"{later}nobody may look at {hidden}"
    if zone.sees is Sees.ALL and not _is_filled(words, zone):
        return _begun_later(words, zone)
    text = {
        Sees.NOBODY: f"{subject} {lie} face down, and nobody may look at {them}",
        Sees.OWNER: f"{subject} may be {_seen(subject)} by {owner} alone",
        Sees.TEAM: f"{subject} may be looked at by both partners and nobody else",
        Sees.OTHERS: f"{subject} may be seen by everybody but {owner}",
        Sees.ALL: f"{subject} {lie} face up",
        Sees.TOP: f"only the top card of {subject} may be looked at",
    }[zone.sees]
    return text + _piles(words, zone)


def _is_taken(words: Words, zone: ZoneSpec) -> bool:
    """Whether cards are ever taken from a place."""
    parts = [part for _, part in words.lexicon.all_parts]
    return any(_zone_name(str(getattr(part, "source", ""))) == zone.name for part in parts)


def _is_filled(words: Words, zone: ZoneSpec) -> bool:
    """Whether cards come to lie in a place before the play."""
    steps = [part for path, part in words.lexicon.all_parts if path[:1] == ("setup",)]
    places = [str(getattr(part, field, "")) for part in steps for field in ("zone", "target")]
    return words.genome.setup.deal is None or zone.name in map(_zone_name, places)


def _begun_later(words: Words, zone: ZoneSpec) -> str:
    """A place of which all cards are seen, and in which none lie as long as none are played."""
    label, many = zone.label, is_plural(zone.label)
    if zone.owner is Owner.TABLE and zone.piles is PileKey.FIXED:
        return f"there are {number_word(zone.pile_count)} {plural(label)}, empty at first"
    if zone.owner is Owner.TABLE and zone.piles is PileKey.BY_SUIT and many:
        suit = words.lexicon.suit_word
        return f"there is one {singular(label)} for each {suit}, empty at first"
    return f"{_subject(words, zone)[0]} will lie face up{_piles(words, zone)}"


def _laid_open(words: Words, zone: ZoneSpec) -> bool:
    """Whether every player lays the zone open as soon as the cards are dealt."""
    return any(
        isinstance(action, ForEach)
        and action.who == "each"
        and any(isinstance(inner, Expose) and inner.zone == zone.name for inner in action.do)
        for action in words.genome.setup.after_deal
    )


def _subject(words: Words, zone: ZoneSpec) -> tuple[str, str, bool]:
    """The place as a subject, its owner, and whether it takes a plural."""
    label = zone.label
    many = is_plural(label)
    if zone.owner is Owner.TABLE:
        if zone.piles is PileKey.FIXED:
            return f"the {number_word(zone.pile_count)} {plural(label)}", "nobody", True
        if label == "table":
            return "cards on the table", "nobody", True
        return f"the {label}", "nobody", many
    side = zone.owner is Owner.TEAM and words.lexicon.teams
    one = "a side" if side else "a player"
    that = "that side" if side else "that player"
    done = DONE.match(label)
    if done is not None:
        things, verb = done.groups()
        return f"the {things} {one} has {verb}", that, True
    if words.genome.player_count == 1:
        return f"your {label}", "you", many
    return f"each {'side' if side else 'player'}'s {label}", that, many


def _piles(words: Words, zone: ZoneSpec) -> str:
    lexicon = words.lexicon
    one = singular(zone.label)
    if _is_built_to(words, zone):
        return f", each {one if is_plural(zone.label) else 'pile'} by itself"
    if zone.piles is PileKey.FIXED and zone.owner is not Owner.TABLE:
        return f", in {number_word(zone.pile_count)} piles"
    if zone.piles is PileKey.BY_RANK:
        return (
            f", a separate {one if is_plural(zone.label) else 'pile'} for each {lexicon.rank_word}"
        )
    if zone.piles is PileKey.BY_SUIT:
        return (
            f", a separate {one if is_plural(zone.label) else 'pile'} for each {lexicon.suit_word}"
        )
    if zone.piles is PileKey.MANY:
        return f", each {one if is_plural(zone.label) else 'group'} by itself"
    return ""


def _is_built_to(words: Words, zone: ZoneSpec) -> bool:
    """Whether what is put together for a later capture comes to lie there: how many such piles
    there can be at most follows from the values of the cards."""
    return any(
        isinstance(part, CapturePhase) and part.building and _zone_name(part.target) == zone.name
        for _, part in words.lexicon.all_parts
    )


def _turning_up(words: Words, zone: ZoneSpec, index: int) -> Sentence:
    assert zone.beneath is not None
    below = words.lexicon.zones.get(zone.beneath)
    label = below.label if below is not None else "pile"
    many = is_plural(zone.label)
    one = f"a {singular(zone.label)}" if many else f"the {zone.label}"
    beneath = f"{singular(label)} beneath" if is_plural(label) else f"{label} beneath"
    return say(
        f"when {one} is empty, the top card of the {beneath} is turned up onto it at once",
        ("zones", index, "beneath"),
    )
