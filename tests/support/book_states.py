"""Sentence forms for the reader of rulebooks: what calls bring about, terms, and how play ends."""

from __future__ import annotations

import re
from collections.abc import Iterator

from darwindeck.simulation.state import State
from tests.support.book_forms import counter, term
from tests.support.book_reader import (
    _N,
    NOBODY,
    Book,
    Step,
    Verdict,
    Watched,
    _mode,
    after_call,
    form,
    number,
)

# --- what comes of a call -------------------------------------------------------------------------


def _is_over(step: Step) -> bool:
    """Whether the hand in which something was called is over by then."""
    return any(event[0] in ("hand_over", "thrown_in", "game_over") for event in step.events)


@after_call(r"(?:.*(?:[,;] |and ))?[Tt]he game is ([\w ]+?)(?:[,;.]| and\b).*")
def _the_game_is(match: re.Match[str], seen: Watched, step: Step) -> bool | None:
    modes = [str(mode) for mode in seen.labels.modes]
    if _is_over(step) or match[1] not in modes:
        return None
    return _mode(seen, step.after) == match[1]


@after_call(r"(?:.*(?:[,;] |and ))?[Tt]he ([\w' -]+) (?:is|are) (\d[\d,]*)(?:[,;.]| and\b).*")
def _the_number_is(match: re.Match[str], seen: Watched, step: Step) -> bool | None:
    values = counter(seen, step.after, match[1])
    return None if not values or _is_over(step) else set(values) == {number(match[2])}


@after_call(r"(?:.*(?:[,;] |and ))?[Tt]hat (?:suit|strain) is trumps(?:[,;.]| and\b).*")
def _that_is_trumps(match: re.Match[str], seen: Watched, step: Step) -> bool | None:
    trump = step.after.position.numbers()["trump"]
    return None if _is_over(step) else trump != NOBODY or "no trumps" in step.text.lower()


@after_call(r"(?:.*(?:[,;] |and ))?[Tt]he suit of the [\w ]+ is trumps(?:[,;.]| and\b).*")
def _its_suit_is_trumps(match: re.Match[str], seen: Watched, step: Step) -> bool | None:
    return None if _is_over(step) else bool(step.after.position.numbers()["trump"] != NOBODY)


@after_call(r"(?:.*(?:[,;] |and ))?[Tt]he hand ends at once(?:[,;.]| and\b).*")
def _ends_the_hand(match: re.Match[str], seen: Watched, step: Step) -> bool | None:
    return any(event[0] == "hand_over" for event in step.events)


@after_call(r"(?:.*(?:[,;] |and ))?[Tt]he cards are thrown in, .*")
def _throws_in(match: re.Match[str], seen: Watched, step: Step) -> bool | None:
    return any(event[0] == "thrown_in" for event in step.events)


@form(r"A hand is played (?:as|in) (.+); the calls before the play decide which\.")
def _modes(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for trick in seen.tricks[::7]:
        mode = _mode(seen, trick.last.before)
        verdict.see(mode in match[1], mode)
    return verdict


# --- terms that are made of numbers ---------------------------------------------------------------


def _moments(seen: Watched) -> Iterator[State]:
    """Some states in which everything can be asked: the ends of hands, and a few between."""
    steps = list(seen.steps)
    for step in steps[:: max(1, len(steps) // 60)]:
        yield step.before


def _named(seen: Watched, state: State, name: str) -> tuple[int, ...] | None:
    """What a number or a term comes to, for the table or for each of some."""
    name = re.sub(r"^(?:the|their|its) ", "", name)
    found = counter(seen, state, name) or term(seen, state, name)
    if not found or not all(type(value) is int for value in found):
        return None
    return tuple(found)


_TERM = r"(?:The|A (?:player|side)'s) ([\w -]+?) (?:is|are) "


@form(rf"{_TERM}((?:the|their|its) [\w' -]+?) (plus|less) ((?:the|their|its) [\w' -]+|\d+)\.")
@form(rf"{_TERM}((?:the|their|its) [\w' -]+?), (less) ((?:the|their|its) [\w' -]+|\d+)\.")
@form(rf"{_TERM}(\d+), (less) ((?:the|their|its) [\w' -]+)\.")
def _made_of_two(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for state in _moments(seen):
        parts = [
            (int(text),) if text.isdecimal() else _named(seen, state, text)
            for text in (match[2], match[4])
        ]
        whole = _named(seen, state, match[1])
        if whole is None or parts[0] is None or parts[1] is None:
            continue
        for place, value in enumerate(whole):
            one, other = (part[place % len(part)] for part in parts if part)
            sum_of = one + other if match[3] == "plus" else one - other
            verdict.see(value == sum_of, f"{value} of {one} and {other}")
    return verdict


@form(rf"{_TERM}(\d+) if (\w+)(?: or (\w+))? are trumps, otherwise (\d+)\.")
def _by_trumps(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for state in _moments(seen):
        whole, trump = _named(seen, state, match[1]), state.position.numbers()["trump"]
        if whole is None:
            continue
        named = "" if trump == NOBODY else seen.labels.suit(trump).lower()
        wanted = int(match[2]) if named in (match[3], match[4]) else int(match[5])
        verdict.see(set(whole) == {wanted}, f"{whole} with {named or 'no'} trumps")
    return verdict


# --- sides, patience and ends ---------------------------------------------------------------------


@form(r"What a player scores counts for their side\.")
def _sides_win(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for final in seen.finals:
        whole = [side for side in seen.game.teams if set(side) <= final.winners]
        verdict.see(set().union(*map(set, whole)) == final.winners, f"{final.winners}")
    return verdict


@form(r"You make one move after another\.")
def _one_after_another(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        verdict.see(step.seat == 0 and seen.players == 1, step.text)
    return verdict


@form(
    rf"You have won as soon as all {_N} cards are on the (.+); if the game ends before that, it is "
    r"lost\."
)
def _done_or_lost(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    place = {"discard pile": "discard"}.get(match[2], match[2])
    for hand in seen.hands:
        for step in hand.steps:
            whole = len(seen.cards_in(step.before, place)) == number(match[1])
            verdict.see(not whole, step.text)
    for state in seen.ends:
        whole = len(seen.cards_in(state, place)) == number(match[1])
        if state.position.over:
            verdict.see(whole == bool(state.position.winners), place)
    return verdict


@form(rf"If it takes too long, (?:the play|it) ends after {_N} (?:moves|turns)\.")
def _given_up(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        for turn, step in enumerate(hand.steps):
            verdict.see(turn <= number(match[1]), step.text)
    return verdict


@form(r"If you can do none of these, the game ends\.")
def _nothing_left(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Whoever is asked can do something; where nobody is, the game is over."""
    verdict = Verdict()
    for step in seen.steps:
        verdict.see(bool(step.before.legal_moves(step.seat)), step.text)
    for state in seen.ends:
        if state.asked is None:
            verdict.see(state.position.over, "nobody is asked")
    return verdict


@form(r"The game ends when the play is over\.")
def _over_with_the_play(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hands in seen.matches:
        verdict.see(len(hands) <= 1, f"{len(hands)} hands")
    return verdict


@form(r"The free cell must be empty\.")
def _must_be_empty(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Cards go only to a cell in which none lies."""
    verdict = Verdict()
    for step in seen.steps:
        moved = [event for event in step.events if event[0] == "card"]
        if re.search(r" to (?:the )?(free cell) (\d+)", step.text) and moved:
            places = step.before.position.places()
            verdict.see(not places[moved[0][3]][3], step.text)
    return verdict
