"""Sentence forms for the reader of rulebooks: the deal, the order of cards, who sees what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from darwindeck.genome.schema import Owner
from darwindeck.simulation.state import State
from tests.support.book_forms import counter, is_seen
from tests.support.book_reader import (
    _N,
    NOBODY,
    TRICK,
    Book,
    Hand,
    Verdict,
    Watched,
    _acts_after_deal,
    _mode,
    _printed,
    _promoted,
    _trump,
    form,
    number,
    ranks_of,
)

# --- dealing --------------------------------------------------------------------------------------

_PACKETS = r"(?: in one packet|, one at a time|, \w+ at a time|, first .*)?"
_TO_EACH = re.compile(
    rf"(?:The|Then the) (?:dealer|house) deals {_N} cards? to each player{_PACKETS}\."
)
_TO_OTHERS = re.compile(rf"(?:Then e|E)very player but the dealer gets {_N} cards?{_PACKETS}\.")
_AWAY = re.compile(rf"(?:Then )?(?i:{_N}) cards? (?:is|are) put face down (?:into|as) the (.+)\.")


_OTHER_PACKETS = re.compile(
    rf"All this is done again with {_N} cards for each player(?:, and once more with {_N})?\."
)


def _times(book: Book) -> int:
    """How often the steps of the deal are done."""
    for text in book.texts:
        again = re.fullmatch(rf"All this is done (?:once|{_N} times) more\.", text)
        if again:
            return 1 + (number(again[1]) if again[1] else 1)
        if other := _OTHER_PACKETS.fullmatch(text):
            return 3 if other[2] else 2
    return 1


def _dealt_to(seen: Watched, hand: Hand) -> list[tuple[int, int]]:
    """Zone and owner of each card that is dealt, until somebody's turn begins."""
    turns = [at for at, event in enumerate(hand.dealt) if event[0] == "turn"]
    events = hand.dealt[: turns[0]] if turns else hand.dealt
    cards = [event for event in events if event[0] == "card"]
    return [seen.place(hand.start, e[3]) for e in cards if e[2] == cards[0][2]]


@form(rf"{_TO_EACH.pattern}|{_TO_OTHERS.pattern}|All this is done (?:once|{_N} times) more\.")
def _all_steps(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """All steps of the deal together give everybody as many cards as they name."""
    verdict = Verdict()
    told = next(s.section for s in book.sentences if s.text == match[0])
    dealing = [s.section for s in book.sentences if _TO_EACH.fullmatch(s.text)][:1]
    texts = [s.text for s in book.sentences if s.section == told]
    steps = [found for text in texts if (found := _TO_EACH.fullmatch(text))]
    fewer = [found for text in texts if (found := _TO_OTHERS.fullmatch(text))]
    # Steps that bring cards to other places than the hands are told with these places.
    others = [t for t in texts if re.search(r"\bdeals\b .*\bcards?\b", t)]
    others = [t for t in others if not re.search(r" (?:as|with) their ", t)]
    several = len(steps) + len(fewer) > 1 or _times(book) > 1
    if dealing != [told] or len(others) != len(steps) or not several:
        return verdict
    if any(_OTHER_PACKETS.fullmatch(text) for text in texts):
        # In other packets: that is watched where it is said.
        return verdict
    wide = sum(number(step[1]) for step in steps)
    narrow = sum(number(step[1]) for step in fewer)
    for hand in seen.hands:
        out = hand.start.position.numbers()["out"]
        got = _dealt_to(seen, hand)
        for seat in range(seen.players):
            if got and not out >> seat & 1:
                wanted = wide + (narrow if seat != hand.dealer else 0)
                own = got.count((seen.zone("hand"), seat))
                wanted *= _times(book)
                more = own > wanted and _acts_after_deal(seen)
                verdict.see(own == wanted or more, f"{own} cards for seat {seat}")
    return verdict


@form(_AWAY.pattern)
def _put_down(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    said = [found for text in book.texts if (found := _AWAY.fullmatch(text))]
    wanted = sum(number(one[1].lower()) for one in said if one[2] == match[2]) * _times(book)
    zones = {at for at, zone in enumerate(seen.labels.zones) if zone.label == match[2]}
    for hand in seen.hands:
        got = _dealt_to(seen, hand)
        if got and zones:
            put = sum(zone in zones for zone, _ in got)
            verdict.see(put == wanted, f"{put} rather than {wanted}")
    return verdict


@form(r"(?:.*, |T)he cards are thrown in(?:, which does not count as a hand,)? and the (.+)\.")
def _thrown_in(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    said = {
        found[1]
        for text in book.texts
        if (found := re.search(r"cards are thrown in.* and the (\w+ player deals)", text))
    }
    if len(said) != 1:
        return verdict
    for hands in seen.matches:
        for one, other in pairwise(hands):
            if one.thrown_in:
                same = other.dealer == one.dealer
                verdict.see(same == (said == {"same player deals"}), f"seat {other.dealer}")
                if "does not count" in match[0]:
                    verdict.see(other.number == one.number, f"hand {other.number}")
    return verdict


@form(r"Whoever is the dealer at the end of a hand deals the next\.")
def _deals_on(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Nobody else deals but whom the last hand has made the dealer, if anything did."""
    verdict = Verdict()
    if any("the dealer from now on" in text for text in book.texts):
        return verdict
    for hands in seen.matches:
        for one, other in pairwise(hands):
            verdict.see(one.dealer == other.dealer, f"seat {other.dealer}")
    return verdict


# --- the order of the cards -----------------------------------------------------------------------


def _orders(seen: Watched, mode: str = "") -> Iterator[State]:
    """States in which cards are compared, in a mode if there are several."""
    states = [trick.last.before for trick in seen.tricks] or seen.ends
    states = [state for state in states if not mode or _mode(seen, state) == mode]
    yield from states[:: max(1, len(states) // 40)]


def _mode_of(text: str, seen: Watched, book: Book) -> str | None:
    """The mode that a sentence is about; None if that cannot be told."""
    if len(seen.labels.modes) < 2:
        return ""
    for before in reversed(book.texts[: book.texts.index(text)]):
        found = re.match(r"In (.+?), the cards", before)
        if found:
            return found[1] if found[1] in seen.labels.modes else None
    return None


@form(
    r"(?:If (\w+) are trumps, for example, t|Altogether t|If no suit is trumps, t|T)he "
    r"(only )?trumps? (?:are, from high to low,|is(?: the)?) (.+)\."
)
def _all_trumps(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    mode = _mode_of(match[0], seen, book)
    if mode is None:
        return verdict
    for state in _orders(seen, mode):
        trump, orders = state.position.numbers()["trump"], state.position.card_orders()
        name = "" if trump == NOBODY else seen.labels.suit(trump).lower()
        if (match[1] and match[1].lower() != name) or (match[2] and name):
            continue
        suit = _trump(seen, state.position)
        own = [card for card in range(len(orders)) if orders[card][0] == suit]
        own.sort(key=lambda card: -orders[card][1])
        got = list(dict.fromkeys(seen.labels.card_texts[card] for card in own))
        told = match[3].split(", ") if " of " in match[3] else match[3].split()
        wanted = [
            card if " of " in card else re.sub(r"(\S+) (\w+)", r"\2 of \1", card) for card in got
        ]
        verdict.see(told in (got, wanted), f"{got}")
    return verdict


@form(
    r"(?:The (\w+) of (\w+)|The other (\w+) of the trump colour \(.+\)|An? (\w+)) counts as a "
    r"trump, not as a card of its own suit, and ranks just above the (?:(\w+) of trumps|(\w+)s)\."
)
def _counts_as_trump(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    rank, mode = match[1] or match[3] or match[4], _mode_of(match[0], seen, book)
    if mode is None:
        return verdict
    words = [str(getattr(card.rank, "word", card.rank)) for card in seen.game.cards]
    faces = seen.game.cards
    for state in _orders(seen, mode):
        trump, orders = state.position.numbers()["trump"], state.position.card_orders()
        if trump == NOBODY:
            continue
        name = seen.labels.suit(trump).lower()
        own = {at for at, word in enumerate(words) if word == rank}
        if match[2]:
            own = {at for at in own if str(faces[at].suit) == match[2]}
        if match[3]:
            red = ("hearts", "diamonds")
            alike = [at for at in own if (str(faces[at].suit) in red) == (name in red)]
            own = {at for at in alike if str(faces[at].suit) != name}
        below = {
            at
            for at, word in enumerate(words)
            if word == (match[5] or match[6]) and at not in own
            if match[6] or str(faces[at].suit) == name
        }
        if own and below:
            verdict.see(all(orders[at][0] == trump for at in own), f"{name} are trumps")
            least = max(orders[at][1] for at in below)
            between = [
                at
                for at in range(len(orders))
                if orders[at][0] == trump
                and least < orders[at][1] < min(orders[own_card][1] for own_card in own)
                and at not in own
            ]
            verdict.see(
                all(orders[at][1] > least for at in own), f"below the {match[5] or match[6]}"
            )
            verdict.see(not between, f"{between} between")
    return verdict


_OF_SUITS = r"The cards of ([\w, ]+?) rank, from high to low, (.+)\."


@form(rf"{_OF_SUITS}|If one of these suits is trumps, the trumps rank (.+)\.")
def _order_of_suits(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    texts = book.texts
    said = match if match[1] else re.fullmatch(_OF_SUITS, texts[texts.index(match[0]) - 1])
    listed = ranks_of(seen, match[2] or match[3])
    if said is None or listed is None or said[1] in ("every suit", "a plain suit"):
        return verdict
    suits = set(re.split(r", | and ", said[1]))
    own_of_trumps = any(text.startswith("If one of these suits is trumps") for text in texts)
    for state in _orders(seen):
        trump, orders = state.position.numbers()["trump"], state.position.card_orders()
        for suit in {suit for suit, _ in orders}:
            if (match[3] and suit != trump) or (match[1] and own_of_trumps and suit == trump):
                continue
            own = [card for card in range(len(orders)) if orders[card][0] == suit]
            own = [c for c in own if _printed(seen, own, c) and not _promoted(seen, book, c)]
            if own and str(seen.game.cards[own[0]].suit) in suits:
                got = sorted({seen.rank(c): orders[c][1] for c in own}.items(), key=lambda x: -x[1])
                names = [rank for rank, _ in got]
                verdict.see(names == [r for r in listed if r in names], f"{names}")
    return verdict


@form(r"(?:The cards of the trick go to|.*) the tricks won by the winner's side\.")
def _to_the_side(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for trick in seen.tricks:
        for place in trick.gathered:
            zone, owner = seen.place(trick.last.before, place)
            if zone != TRICK and seen.labels.zones[zone].owner is Owner.TEAM:
                verdict.see(trick.winner in seen.game.teams[owner], f"side {owner}")
    return verdict


# --- who sees what --------------------------------------------------------------------------------


def _zones(seen: Watched, words: str) -> set[str] | None:
    """The zones of these labels; None if one of them is not known."""
    found = set()
    for label in re.split(r", | and ", words):
        plain = re.sub(rf"^{_N} ", "", label)
        names = {zone.name for zone in seen.labels.zones if zone.label in (label, plain)}
        if not names:
            return None
        found |= names
    return found


def _lying(seen: Watched, words: str) -> Iterator[tuple[int, int | None, list[bool]]]:
    """Cards that lie in zones of these labels: who looks, whose they are, which they see."""
    zones = _zones(seen, words)
    steps = list(seen.steps)
    for step in steps[:: max(1, len(steps) // 30)] if zones else []:
        for seat in range(seen.players):
            for pile in step.before.view(seat).piles:
                if pile.zone in (zones or ()) and pile.cards and not pile.laid_open:
                    yield seat, pile.owner, [card is not None for card in pile.cards]


@form(
    r"(?:Each player's|The) (.+?) lies? face down, and nobody may look at (?:it|them)\.|"
    r"Nobody may look at the (.+)\."
)
def _hidden(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for seat, _, known in _lying(seen, match[1] or match[2]):
        verdict.see(not any(known), f"seat {seat} sees them")
    return verdict


@form(r"Each player's (.+) may be (?:looked at|seen) by that player alone\.")
def _own_alone(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for seat, owner, known in _lying(seen, match[1]):
        verdict.see(all(known) if seat == owner else not any(known), f"seat {seat} of {owner}")
    return verdict


@form(r"The (.+?) lies? face up(?:, a separate pile for each suit)?\.")
def _open(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for seat, _, known in _lying(seen, match[1]):
        verdict.see(all(known), f"seat {seat} does not see them")
    return verdict


# --- what is kept ---------------------------------------------------------------------------------


@form(r"(?:Each (?:player|side)'s|The) (.+?) (?:is|are) kept from hand to hand(?:; .*)?\.")
def _kept(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """What has changed in the course of a hand is not as at first in all hands that follow."""
    verdict = Verdict()
    for hands in seen.matches:
        begun = [hand for hand in hands if is_seen(hand)]
        if len(begun) < 2:
            continue
        for label in re.split(r", | and ", match[1]):
            first = counter(seen, begun[0].start, label)
            later = [counter(seen, hand.start, label) for hand in begun[1:]]
            during = [counter(seen, hand.steps[-1].before, label) for hand in begun[:-1]]
            if first is not None and any(value != first for value in [*later, *during]):
                verdict.see(any(value != first for value in later), f"always {first}")
    return verdict


# --- calls and ends -------------------------------------------------------------------------------


@form(r"Pass, unless you are the dealer and nobody has bid\.")
def _dealer_must_bid(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        for step in hand.steps:
            moves = [str(move) for move in step.before.legal_moves(step.seat)]
            if any(move.startswith("bid") for move in moves):
                bids = step.before.position.numbers()["bids"]
                must = step.seat == hand.dealer and not bids
                verdict.see(("pass" in moves) != must, step.text)
    return verdict


@form(r"The play ends when nobody has a card left\.")
def _to_the_last_card(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Where nothing ends the play earlier, nobody holds a card when it is over."""
    verdict = Verdict()
    early = any(re.match(r"It ends earlier,? ", text) for text in book.texts)
    last = {id(trick.hand): trick for trick in seen.tricks}
    for trick in last.values():
        if any(event[0] == "hand_over" for event in trick.last.events):
            hands = [seen.hand_of(trick.last.before, seat) for seat in range(seen.players)]
            verdict.see(early or sum(map(len, hands)) == 1, "cards are left")
            most = max(len(seen.hand_of(trick.hand.start, seat)) for seat in range(seen.players))
            verdict.see(trick.number <= most + 1, f"trick {trick.number} of {most} cards")
    return verdict


@form(
    r"If there are cards on the table, what (?:you play|is played) must beat them\.|"
    r"A combination beats a lower one of the same kind with as many cards; .+\."
)
def _beats_the_table(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Of cards of one rank, those played on others are of a higher one, or of a higher suit."""
    verdict = Verdict()
    by_suit = any("of the same rank the suit decides" in text for text in book.texts)
    for step in seen.steps:
        lying = seen.cards_in(step.before, "tableau")
        played = seen.cards_in(step.after, "tableau")
        alike = len({seen.rank(card) for card in lying}) == 1 == len({*map(seen.rank, played)})
        if not step.text.startswith("play ") or not alike or len(lying) != len(played):
            continue
        if set(lying) != set(played):
            orders = step.before.position.card_orders()
            above = max(orders[c][1] for c in played) - max(orders[c][1] for c in lying)
            same = seen.rank(lying[0]) == seen.rank(played[0])
            verdict.see(by_suit if same else above > 0, step.text)
    return verdict


@form(r"If nobody has played since you did, all cards on the table are put onto the discard pile\.")
def _table_is_cleared(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Whoever is asked again without anybody having played in between finds an empty table."""
    verdict = Verdict()
    for hand in seen.hands:
        last = before = NOBODY
        for step in hand.steps:
            if before != step.seat == last and step.text.startswith(("play ", "pass")):
                verdict.see(not seen.cards_in(step.before, "tableau"), step.text)
            if step.text.startswith("play "):
                last = step.seat
            before = step.seat
    return verdict
