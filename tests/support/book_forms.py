"""More sentence forms for the reader of rulebooks: chips, what everybody sees, terms and duties."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product, takewhile
from typing import Any

from darwindeck.cards import Card
from darwindeck.simulation.state import State
from tests.support.book_reader import (
    _DUTY,
    _N,
    NOBODY,
    Book,
    Event,
    Hand,
    Step,
    Verdict,
    Watched,
    _colour,
    _following,
    _fulfilling,
    _is_called,
    _next_rounds,
    _playable,
    form,
    number,
)

BETTING = ("bet", "check", "call", "raise", "fold")


def moved(seen: Watched, state: State, events: Sequence[Event], source: str, target: str) -> int:
    """How many cards went from places of one label to places of another."""
    count = 0
    for event in events:
        if event[0] == "card":
            labels = [zone_label(seen, state, place) for place in event[2:4]]
            count += labels == [source, target]
    return count


def zone_label(seen: Watched, state: State, place: int) -> str:
    zone, _ = seen.place(state, place)
    return seen.labels.zones[zone].label if zone < len(seen.labels.zones) else ""


def counter(seen: Watched, state: State, label: str) -> tuple[int, ...] | None:
    """The values of a number by its label, as everybody sees them."""
    for found in seen.view(state).counters:
        if found.label == label:
            return tuple(found.values)
    return None


def term(seen: Watched, state: State, label: str) -> tuple[Any, ...] | None:
    for found in seen.view(state).terms:
        if found.label == label:
            return tuple(found.values)
    return None


# --- chips ----------------------------------------------------------------------------------------


def _betting_steps(seen: Watched) -> Iterator[Step]:
    for step in seen.steps:
        if step.text.split(" ")[0] in BETTING and sum(step.before.position.numbers()["staked"]):
            yield step


@form(
    r"There is no betting once all who are still in have staked their last chips, or all but one "
    r"who has nothing to call\."
)
def _left_out(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    ends = {id(step) for step, _ in _next_rounds(seen)}
    begins = {id(other) for one, other in pairwise(list(seen.steps)) if id(one) in ends}
    for step in _betting_steps(seen):
        if id(step) not in begins:
            continue
        numbers = step.before.position.numbers()
        staked = numbers["staked"]
        rich = [
            s for s in range(seen.players) if numbers["active"] >> s & 1 and numbers["chips"][s]
        ]
        alone = len(rich) == 1 and staked[rich[0]] == max(staked)
        verdict.see(bool(rich) and not alone, step.text)
    return verdict


def is_seen(hand: Hand) -> bool:
    """Whether a hand began with a decision: one that is played without any is over at once."""
    return bool(hand.steps) and hand.start.position.numbers()["hand_number"] == hand.number


def _whole_hands(seen: Watched) -> Iterator[tuple[Hand, list[int], list[int], list[int]]]:
    """Hands that were played to their end: what everybody had before and after, and staked."""
    for hands in seen.matches:
        for one, other in pairwise(hands):
            if not is_seen(one) or not is_seen(other) or other.number != one.number + 1:
                continue
            start, end = one.start.position.numbers(), other.start.position.numbers()
            before = [c + s for c, s in zip(start["chips"], start["staked"], strict=True)]
            after = [c + s for c, s in zip(end["chips"], end["staked"], strict=True)]
            last = one.steps[-1].before.position.numbers()["staked"]
            called = one.steps[-1].text
            stake, seat = list(last), one.steps[-1].seat
            amount = re.fullmatch(r"(call|call with the last|bet|raise by|raise to) (\d+)", called)
            if amount and amount[1] == "raise by":
                stake[seat] = max(last) + int(amount[2])
            elif amount and amount[1] == "raise to":
                stake[seat] = int(amount[2])
            elif amount:
                stake[seat] += int(amount[2])
            yield one, before, after, stake


@form(
    r"When hands are shown, a player takes part in the pot only as far as they have staked: from "
    r"each other player they can win no more than their own stake\."
)
def _as_far_as_staked(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand, before, after, stake in _whole_hands(seen):
        for seat in range(seen.players):
            won = after[seat] - before[seat]
            if won > 0 and hand.steps[-1].text != "fold":
                most = sum(min(stake[seat], other) for s, other in enumerate(stake) if s != seat)
                verdict.see(won <= most, f"{won} rather than at most {most}")
    return verdict


@form(
    r"The stakes therefore form side pots, .*|Equal hands share the pot; chips that cannot be "
    r"shared "
    r"evenly go one each to the sharers in order of play after the dealer\.|If one player could "
    r"stake less than the other, what the other has staked beyond that goes back to them\."
)
def _nothing_is_lost(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """All that is staked comes back to the players, and nobody loses more than they staked."""
    verdict = Verdict()
    for _, before, after, stake in _whole_hands(seen):
        verdict.see(sum(before) == sum(after), f"{sum(before)}, then {sum(after)}")
        for seat in range(seen.players):
            lost = before[seat] - after[seat]
            verdict.see(lost <= stake[seat], f"{lost} lost of {stake[seat]} staked")
    return verdict


@form(
    r"(?:After that,|Otherwise) those who are still in show their hands, and the player with the "
    r".+ "
    r"takes the pot\."
)
def _shown(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Where several were left, cards were shown, and somebody who was in has won chips."""
    verdict = Verdict()
    for hand, before, after, _ in _whole_hands(seen):
        last = hand.steps[-1]
        active = last.before.position.numbers()["active"]
        if last.text != "fold" and active.bit_count() > 1:
            gained = [s for s in range(seen.players) if after[s] > before[s]]
            verdict.see(all(active >> s & 1 for s in gained), f"{gained}")
            shown = any(event[0] == "shown" for event in last.events)
            verdict.see(shown, "nothing is shown")
    return verdict


@form(r"Otherwise the pot stays for the next round\.")
def _pot_stays(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step, after in _next_rounds(seen):
        before = step.before.position.numbers()
        verdict.see(after["pot"] >= before["pot"], f"{before['pot']}, then {after['pot']}")
    return verdict


@form(r"If some have staked more than others before the round, that counts as a bet\.")
def _count_as_bet(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        first = next((s for s in hand.steps if s.text.split(" ")[0] in BETTING), None)
        if first is None:
            continue
        staked = first.before.position.numbers()["staked"]
        moves = {str(move).split(" ")[0] for move in first.before.legal_moves(first.seat)}
        if len(set(staked)) > 1:
            verdict.see("bet" not in moves, f"{moves} with {staked} staked")
            if staked[first.seat] < max(staked):
                verdict.see("check" not in moves and "call" in moves, f"{moves}")
    return verdict


@form(
    r"Nobody bets or raises if none of the others who are still in has the chips to stake more "
    r"than "
    r"the highest stake\."
)
def _nobody_left_to_raise(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in _betting_steps(seen):
        moves = {str(move).split(" ")[0] for move in step.before.legal_moves(step.seat)}
        numbers = step.before.position.numbers()
        most = max(numbers["staked"])
        able = [
            s
            for s in range(seen.players)
            if s != step.seat
            and numbers["active"] >> s & 1
            and numbers["chips"][s] + numbers["staked"][s] > most
        ]
        if moves & {"bet", "raise"}:
            verdict.see(bool(able), step.text)
    return verdict


@form(
    r"All-in: a player with too few chips (?:to call may call with all they have|for a whole bet "
    r"or raise may bet or raise, and one with too few to call may call, with all they have), and "
    r"stays in without betting again\."
)
def _all_in(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        out_of_chips: set[int] = set()
        for step in hand.steps:
            bets = step.text.split(" ")[0] in BETTING
            verdict.see(not bets or step.seat not in out_of_chips, "somebody bets without chips")
            numbers = step.after.position.numbers()
            if step.text.startswith("call with the last") and not any(
                event[0] in ("hand", "hand_over") for event in step.events
            ):
                verdict.see(numbers["chips"][step.seat] == 0, step.text)
                verdict.see(bool(numbers["active"] >> step.seat & 1), "out of the hand")
                out_of_chips.add(step.seat)
    return verdict


@form(rf"The (.+) is {_N}(?: chips?)?, unless the players agree on another number\.")
def _agreed(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        values = counter(seen, hand.start, match[1])
        if values is not None:
            verdict.see(set(values) == {number(match[2])}, f"{values}")
    return verdict


_BLIND = r"[Tt]he ([\w ]+) puts? the ([\w ]+) into the pot"
_OR_ALL = r" \(or(?: all they have, if that is less|, whoever has less, all they have)\)"


@form(rf"(?:Then, before the cards are dealt, .*; and )?{_BLIND}(?:,? and {_BLIND})?{_OR_ALL}\.")
def _blind(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    told = [(match[1], match[2]), (match[3], match[4])]
    for hand, (who, stake) in product(filter(is_seen, seen.hands), told):
        roles = dict(seen.view(hand.start).roles)
        values = counter(seen, hand.start, stake) if stake else None
        if who in roles and values is not None:
            numbers = hand.start.position.numbers()
            seat = roles[who]
            staked = numbers["staked"][seat]
            verdict.see(staked == values[0] or not numbers["chips"][seat], f"{staked} staked")
    return verdict


@form(r"The bet may be raised as often as players like\.")
def _often(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        raises = sum(step.text.startswith("raise ") for step in hand.steps)
        if raises > 3:
            verdict.see(True)
    return verdict


@form(
    r"(?:There is another betting round like the one before, but|This time) a bet, or what a raise "
    r"adds, is the (.+)\."
)
def _sizes(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """In later rounds a bet is one of the sizes that the book names for them."""
    verdict = Verdict()
    said = [re.search(r"what a raise adds, is the (\w+ bet)\.", text) for text in book.texts]
    names = [found[1] for found in said if found]
    ends = {id(step) for step, _ in _next_rounds(seen)}
    for hand in seen.hands:
        later = False
        for step in hand.steps:
            amount = re.fullmatch(r"(?:bet|raise by) (\d+)", step.text)
            if later and amount:
                values = [counter(seen, hand.start, name) for name in names]
                sizes = {value[0] for value in values if value is not None}
                chips = step.before.position.numbers()["chips"][step.seat]
                verdict.see(
                    int(amount[1]) in sizes or int(amount[1]) >= chips - max(sizes), step.text
                )
            later = later or id(step) in ends
    return verdict


# --- what happens by itself -----------------------------------------------------------------------


@form(
    rf"The top card of the stock is put with the (.+), and (?:the top card of the stock is|{_N} "
    rf"cards "
    r"from the stock are) turned up onto the (.+)\."
)
def _burnt(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    wanted = number(match[2]) if match[2] else 1
    known = {
        number(found[1]) if found[1] else 1
        for text in book.texts
        if (found := re.search(rf"and (?:the top card of the stock is|{_N} cards from)", text))
    }
    for step in seen.steps:
        burnt = moved(seen, step.before, step.events, "stock", match[1])
        turned = moved(seen, step.before, step.events, "stock", match[3])
        ends = any(event[0] == "hand_over" for event in step.events)
        by_itself = f"The top card of the stock is put with the {match[1]}."
        if burnt == 1 and not ends and by_itself not in book.texts:
            verdict.see(burnt == 1 and turned in known and wanted in known, f"{burnt}, {turned}")
    return verdict


@form(
    r"The dealer deals one card face up to each player who is still in the hand, with their (.+)\."
)
def _dealt_open(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        got = moved(seen, step.before, step.events, "stock", match[1])
        begins = any(event[0] in ("hand", "hand_over") for event in step.events)
        if got and not begins:
            active = step.after.position.numbers()["active"].bit_count()
            short = not seen.cards_in(step.after, "deck") and any(
                "than should be drawn, only those are drawn" in text for text in book.texts
            )
            verdict.see(got == active or (short and got < active), f"{got} cards for {active}")
    return verdict


@form(r"The dealer takes the (.+) into their hand\.")
def _taken_up(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        for step in hand.steps:
            # What follows the end of a hand is the deal of the next one.
            for event in takewhile(lambda event: event[0] != "hand_over", step.events):
                if event[0] == "card" and zone_label(seen, step.before, event[2]) == match[1]:
                    owner = seen.is_hand(step.before, event[3])
                    if owner is not None:
                        verdict.see(owner == hand.dealer, f"seat {owner}")
    return verdict


@form(r"The dealer puts one card into the (.+)\.")
def _put_away(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        for step in hand.steps:
            away = [
                event
                for event in step.events
                if event[0] == "card" and zone_label(seen, step.before, event[3]) == match[1]
            ]
            own = [e for e in away if seen.is_hand(step.before, e[2]) is not None]
            if own:
                verdict.see(len(own) == 1 and step.seat == hand.dealer, step.text)
    return verdict


@form(
    r"If fewer cards are left in the stock than should be drawn, only those are drawn, and the "
    r"play goes on\.|Once the stock is empty nothing is drawn, and the play goes on\.|"
    r"If no card is left for that, nothing is drawn, and the play goes on\."
)
def _goes_on(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        if not seen.cards_in(step.before, "deck"):
            drawn = [
                event
                for event in step.events
                if event[0] == "card" and zone_label(seen, step.before, event[2]) == "stock"
            ]
            again = any(event[0] in ("shuffled", "hand") for event in step.events)
            again = again or any(
                event[0] == "card" and zone_label(seen, step.before, event[3]) == "stock"
                for event in step.events
            )
            verdict.see(again or not drawn, step.text)
    return verdict


@form(r"You are the attacker, and your opponent is the defender\.")
def _attacker(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        turns = [event[1] for event in step.events if event[0] == "turn"]
        if turns and step.after.asked is not None:
            roles = dict(seen.view(step.after).roles)
            verdict.see(roles.get("attacker") == turns[-1], f"{roles} in turn {turns[-1]}")
            verdict.see(roles.get("defender") == 1 - turns[-1], f"{roles}")
    return verdict


# --- what everybody sees --------------------------------------------------------------------------


@form(r"Only the top card of the discard pile may be looked at\.")
def _only_the_top(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in list(seen.steps)[::25]:
        for pile in step.before.view(step.seat).piles:
            if pile.zone == "discard" and len(pile.cards) > 1:
                verdict.see(all(card is None for card in pile.cards[:-1]), "more is seen")
                verdict.see(pile.cards[-1] is not None, "the top card is not seen")
    return verdict


@form(rf"There (?:are {_N}|is one) (.+?)(?: for each suit)?, empty at first\.")
def _empty_at_first(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    many = match[2].rstrip("s")
    zones = {at for at, zone in enumerate(seen.labels.zones) if zone.label.rstrip("s") == many}
    for hand in seen.hands:
        for zone, _, _, cards, _ in hand.start.position.places():
            if zone in zones:
                verdict.see(not cards, f"cards at {match[2]}")
    return verdict


@form(r"(?:Each (?:player|side)'s|The) (.+?) (?:will )?lie face up, (?:each \w+ by itself|.*)\.")
def _face_up(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    zones = {zone.name for zone in seen.labels.zones if zone.label == match[1]}
    for step in list(seen.steps)[::25]:
        for pile in step.before.view(step.seat).piles:
            if pile.zone in zones and pile.cards:
                verdict.see(all(card is not None for card in pile.cards), "face down")
    return verdict


# --- orders, sequences, values --------------------------------------------------------------------


@form(
    r"(?:In sequences t|T)he order of the cards is, (?:.* alike, )?from low to high, "
    r"((?:[\dJQKA]+ ?)+)\."
)
def _sequence(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Every rank of the pack once; in sequences some may be left out."""
    verdict = Verdict()
    ranks = match[1].split()
    own = {seen.rank(card) for card in range(len(seen.game.cards)) if seen.game.cards[card].suit}
    if match[0].startswith("In sequences"):
        own &= set(ranks)
    verdict.see(sorted(ranks) == sorted(own), f"{sorted(own)}")
    return verdict


def worth_of(seen: Watched, book: Book, label: str) -> list[int] | None:
    """What every card is worth by the book's table of this head; None if it cannot be read."""
    lines = book.tables.get(label)
    if lines is None or any("trump" in cards.lower() for cards in lines):
        return None
    if any(cards.startswith("Any ") for cards in lines) and any(
        re.search(r"\bcounts? as (?:a trump|trumps)\b", t) for t in book.texts
    ):
        # Which suit a card counts as does not stand on it.
        return None
    worth: list[tuple[set[str], int]] = []
    for cards, points in lines.items():
        if points == "the number on the card":
            for part in re.split(r", | and ", cards):
                span = re.fullmatch(r"(\d+)(?: to (\d+))?", part)
                if span is None:
                    return None
                numbers = range(int(span[1]), int(span[2] or span[1]) + 1)
                worth += [({str(n)}, n) for n in numbers]
        elif points.isdecimal():
            worth.append(({name.lower() for name in re.split(r", | or ", cards)}, int(points)))
        else:
            return None
    found = []
    for card in range(len(seen.game.cards)):
        name = seen.labels.card_texts[card].lower()
        names = {seen.rank(card).lower(), name, "all other cards"}
        names |= {f"any {name[-1:]}", f"any other {name[-1:]}"}
        # Ranks of other packs are called by their names.
        names |= {name.split(" of ")[0], name.split(" ")[-1]}
        # Of several lines that fit a card the first one counts.
        value = next((points for cards, points in worth if cards & names), None)
        if value is None:
            return None
        found.append(value)
    return found


@form(r"A player's deadwood is the (.+) in their hand\.")
def _deadwood(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    worth = worth_of(seen, book, match[1])
    for step in list(seen.steps)[::20]:
        values = term(seen, step.before, "deadwood")
        own = sum(worth[card] for card in seen.hand_of(step.before, step.seat)) if worth else None
        if values is not None and own is not None:
            said = step.before.view(step.seat).terms
            mine = next(t.values for t in said if t.label == "deadwood")
            verdict.see(mine[step.seat] in (own, None), f"{mine} rather than {own}")
    return verdict


# --- numbers that are kept ------------------------------------------------------------------------


@form(r"That number of \w+ is (?:their|the) (\w+)\.")
def _noted(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        said = re.match(r"(?:bid|bet) (\d+)", step.text)
        values = counter(seen, step.after, match[1]) if said else None
        ended = any(event[0] in ("hand", "hand_over") for event in step.events)
        if said and values is not None and not ended:
            own = values[step.seat] if len(values) > 1 else values[0]
            verdict.see(own == int(said[1]), f"{step.text}: {values}")
    return verdict


@form(rf"At the beginning of each hand, the (.+) is {_N}\.")
def _starts(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        values = counter(seen, hand.start, match[1])
        if values is not None:
            verdict.see(set(values) == {number(match[2])}, f"{values}")
    return verdict


@form(r"The (.+) are the (.+) plus (\d+)\.")
def _plus(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in list(seen.steps)[::10]:
        values, base = term(seen, step.before, match[1]), counter(seen, step.before, match[2])
        if values is not None and base is not None:
            verdict.see(values[0] == base[0] + int(match[3]), f"{values} of {base}")
    return verdict


@form(
    r"(?:The|A player's|A side's) (overtricks|undertricks) are the tricks (?:that )?"
    r"(they have|it has|the .+'s side has|the .+'s side is) (?:taken beyond|short of) "
    r"(?:their|its|the) (.+), if any\."
)
def _beyond(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    over = match[1] == "overtricks"
    for step in list(seen.steps)[::10]:
        numbers, view = step.before.position.numbers(), seen.view(step.before)
        values = term(seen, step.before, match[1])
        base = counter(seen, step.before, match[3]) or term(seen, step.before, match[3])
        if values is None or base is None:
            continue
        sides = seen.game.teams or tuple((seat,) for seat in range(seen.players))
        taken = [sum(numbers["tricks"][seat] for seat in side) for side in sides]
        if len(values) == 1:
            role = re.search(r"the (.+)'s side", match[2])
            holder = dict(view.roles).get(role[1]) if role else None
            if holder is None:
                continue
            won = next(t for t, side in zip(taken, sides, strict=True) if holder in side)
            wanted = [max(0, won - base[0] if over else base[0] - won)]
        elif len(base) == len(values) == len(taken):
            wanted = [max(0, won - bid) for won, bid in zip(taken, base, strict=True)]
        elif len(values) != len(sides):
            continue
        else:
            bids = [sum(base[seat] for seat in side) for side in sides]
            wanted = [max(0, won - bid) for won, bid in zip(taken, bids, strict=True)]
        verdict.see(list(values) == wanted, f"{values} rather than {wanted}")
    return verdict


@form(r"The (.+) is (\d+) if (\w+) or (\w+) are trumps, otherwise (\d+)\.")
def _by_trumps(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in list(seen.steps)[::10]:
        values = term(seen, step.before, match[1])
        trump = step.before.position.numbers()["trump"]
        name = "" if trump == NOBODY else seen.labels.suit(trump).lower()
        if values is not None:
            wanted = int(match[2] if name in match.group(3, 4) else match[5])
            verdict.see(values[0] == wanted, f"{values} with {name or 'no trumps'}")
    return verdict


@form(
    r"A (?:player|side)'s ([\w ]+) (?:are|is) the (.+ points) in the tricks (?:they have|it "
    r"has) "
    r"won(?:, plus 10 if it took the last trick)?\."
)
def _in_tricks(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    worth = worth_of(seen, book, match[2])
    if worth is None or "plus 10" in match[0]:
        return verdict
    won = seen.zone("captured")
    for step in list(seen.steps)[::20]:
        values = term(seen, step.before, match[1])
        sides = seen.game.teams or tuple((seat,) for seat in range(seen.players))
        piles = [whose for zone, whose, *_ in step.before.position.places() if zone == won]
        own = [
            # The tricks may lie with each player or with each side.
            sum(
                worth[c]
                for whose in ((number,) if len(piles) == len(sides) else side)
                for c in seen.cards_in(step.before, "captured", whose)
            )
            for number, side in enumerate(sides)
        ]
        # What a player may not know stands there as nothing.
        if values is not None and len(values) == len(own) and None not in values:
            verdict.see(list(values) == own, f"{values} rather than {own}")
    return verdict


# --- duties that name cards -----------------------------------------------------------------------


def _meant(seen: Watched, book: Book, name: str) -> set[int] | None:
    """The cards of a name that the book explains: "A penalty card is a heart or …"."""
    for text in book.texts:
        found = re.fullmatch(rf"An? {re.escape(name)} is (.+)\.", text)
        if found:
            parts = re.split(r", | or ", found[1])
            names = [re.sub(r"^(?:an?|the) ", "", part) for part in parts]
            cards = {
                card
                for card in range(len(seen.game.cards))
                for one in names
                if _is_called(seen, card, one)
            }
            return cards or None
    return None


@form(r"An? ([\w ]+ card) is (?:an?|the) [\w ]+(?:, (?:an?|the) [\w ]+)* or (?:an?|the) [\w ]+\.")
def _named_cards(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """A name for cards, of which a duty of the book speaks."""
    duty = f"In the first trick: play a card other than a {match[1]}."
    if duty not in book.texts:
        return Verdict()
    return _in_order(match, seen, book)


@form(
    r"Play a card of the suit led\.|In the first trick: play a card other than an? (.+)\.|If you "
    r"can "
    r"fulfil none of them, you may play any card\."
)
def _in_order(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Following suit, and not with certain cards in the first trick."""
    verdict = Verdict()
    other = [
        found
        for text in book.texts
        if (found := re.fullmatch(r"In the first trick: play a card other than an? (.+)\.", text))
    ]
    led = "Play a card of the suit led."
    if (
        len(other) != 1
        or led not in book.texts
        or book.texts.index(led) > book.texts.index(other[0][0])
    ):
        return verdict
    bad = _meant(seen, book, other[0][1])
    duties = [text for text in book.texts if re.match(r"(?:If [^,]*: p|P)lay (?:a|an|the) ", text)]
    if bad is None or duties != ["Play a card of the suit led."]:
        return verdict
    follow = _DUTY.fullmatch("Play a card of the suit led.")
    assert follow is not None
    for step, legal, held in _following(seen):
        wanted = _fulfilling(seen, step, follow, held)
        if not wanted and step.before.position.numbers()["tricks_played"] == 0:
            wanted = held - bad
        verdict.see(legal == (wanted or held), step.text)
    return verdict


@form(
    r"In the first hand you pass (?:it|them) to the player to your left, in the second hand to "
    r"the player to your right, in the third hand to the player opposite you and in the "
    r"fourth hand no cards are passed; then this begins again from the start\."
)
def _ways_of_passing(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if any(" gives " in text for text in book.texts):
        # Other cards change hands, too.
        return verdict
    for hand in seen.hands:
        seats = seen.players
        if hand.start.position.numbers()["active"].bit_count() < seats:
            # Those who are out of the game are passed over.
            continue
        way = {1: 1, 2: seats - 1, 3: seats // 2, 0: 0}[hand.number % 4]
        for step in hand.steps:
            for event in step.events:
                if event[0] == "card":
                    one, other = (seen.is_hand(step.before, place) for place in event[2:4])
                    if one is not None and other is not None:
                        verdict.see(
                            (other - one) % seats == way, f"{one} to {other}, hand {hand.number}"
                        )
    return verdict


# --- matching the top card ------------------------------------------------------------------------


def _fitting(seen: Watched, book: Book, state: State, held: Sequence[int]) -> set[int] | None:
    """The cards that fit, as the book explains the word."""
    said = [m for t in book.texts if (m := re.fullmatch(r"A fitting card is (.+)\.", t))]
    known = re.compile(
        r"(?:If you can, p|P)lay a fitting card onto the discard pile\.|You may play a fitting "
        r"card "
        r"drawn this turn onto the discard pile\.|Then one card is turned up onto the discard "
        r"pile\.|"
        r"As long as .*"
    )
    others = [t for t in book.texts if "onto the discard pile" in t and not known.fullmatch(t)]
    if len(said) != 1 or others:
        return None
    parts = re.split(r", | or (?=an? )", said[0][1])
    pile = seen.cards_in(state, "discard")
    in_force = seen.view(state).suit_in_force
    top = seen.game.cards[pile[-1]] if pile else None
    found = set()
    for card in held:
        face = seen.game.cards[card]
        for whole in parts:
            part, _, never = whole.partition(" (but not ")
            never = re.sub(r"^an? ", "", never.rstrip(")"))
            if re.fullmatch(r"a card of the \w+ in force", part):
                suit = in_force or (top.suit if top else None)
                fits = bool(face.suit) and face.suit == suit
            elif same := re.fullmatch(r"a card of the same ([\w ]+) as the top card", part):
                fits = top is not None and _alike(face, top, same[1])
            else:
                name = re.sub(r"^an? ", "", part)
                names = (name, name.replace(" ", "_"))
                everywhere = range(len(seen.game.cards))
                if not any(_is_called(seen, c, one) for c in everywhere for one in names):
                    return None
                fits = any(_is_called(seen, card, one) for one in names)
            rank = str(face.rank).replace("_", " ")
            if fits and rank != never:
                found.add(card)
    return found


def _alike(one: Card, other: Card, what: str) -> bool:
    """Whether two cards have the same suit, colour or rank."""
    if not one.suit or not other.suit:
        return what not in ("suit", "colour") and one.rank == other.rank
    if what == "suit":
        return one.suit == other.suit
    if what == "colour":
        return _colour(one.suit) == _colour(other.suit)
    return one.rank == other.rank


@form(
    r"A fitting card is (.+)\.|(?:If you can, p|P)lay a fitting card onto the discard pile\.|The "
    r"(?:suit|colour) in force is that of the top card of the discard pile, unless a "
    r"(?:suit|colour) "
    r"has been named since it was played\."
)
def _fits(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    more = any("You may also play" in text for text in book.texts)
    for step in list(seen.steps)[::4]:
        if not step.text.startswith("play ") or not seen.cards_in(step.before, "discard"):
            continue
        held = seen.hand_of(step.before, step.seat)
        fitting = _fitting(seen, book, step.before, held)
        if fitting is None:
            return verdict
        legal = _playable(seen, step, step.seat)
        drawing = any(str(move).startswith("draw") for move in step.before.legal_moves(step.seat))
        if more and not drawing:
            # What was drawn alone may be played.
            verdict.see(all(c in fitting or _is_special(seen, book, c) for c in legal), step.text)
        elif more:
            special = {c for c in held if _is_special(seen, book, c)}
            verdict.see(legal - special == fitting - special, step.text)
        else:
            verdict.see(legal == fitting, step.text)
    return verdict


def _is_special(seen: Watched, book: Book, card: int) -> bool:
    """Whether a card is one that a sentence of its own allows."""
    said = [re.match(r"You may also play an? (.+?)(?: drawn this turn)?,", t) for t in book.texts]
    rank = str(seen.game.cards[card].rank).replace("_", " ")
    names = {match[1] for match in said if match}
    called = any(_is_called(seen, card, name) for name in names)
    return called or rank in names or "card" in names


@form(r"That (?:suit|colour) is in force until the next card is played\.")
def _in_force(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        said = re.match(r"name (\w+) as the (?:suit|colour)", step.text)
        if said and not any(event[0] in ("hand", "hand_over") for event in step.events):
            force = seen.view(step.after).suit_in_force
            verdict.see(str(force).lower() == said[1].lower(), f"{step.text}: {force}")
    return verdict


# --- totals ---------------------------------------------------------------------------------------


def _total(seen: Watched, cards: Sequence[int]) -> int:
    """The best total of a hand in which an ace counts 11 or 1."""
    ranks = [seen.rank(card) for card in cards]
    total = sum(11 if r == "A" else 10 if r in ("J", "Q", "K") else int(r) for r in ranks)
    aces = ranks.count("A")
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total


USUAL_COUNTS = {"A": "11 or 1", "J, Q, K": "10", "2 to 10": "the number on the card"}


def _counts_totals(book: Book) -> bool:
    best = "The best total is 21." in book.texts
    return best and book.tables.get("count", {}) == USUAL_COUNTS


@form(
    r"A player is bust if the total of their hand is more than \d+\.|If you are bust, you drop out "
    r"of "
    r"the hand\.|A total of 22 or more is too much\.|A card that may count in two ways counts "
    r"whichever gives the best total: the highest one below 22 or, if there is none, the "
    r"lowest\.|You "
    r"draw the top card of the stock\."
)
def _bust(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    said = [re.fullmatch(r"A player is bust if .* is more than (\d+)\.", t) for t in book.texts]
    most = [int(words[1]) for words in said if words]
    if not _counts_totals(book) or len(most) != 1:
        return verdict
    for step in seen.steps:
        if step.text != "hit":
            continue
        drawn = [
            e
            for e in step.events
            if e[0] == "card" and seen.is_hand(step.before, e[3]) == step.seat
        ]
        if drawn:
            held = [*seen.hand_of(step.before, step.seat), *(event[1] for event in drawn)]
            out = ("sits_out", step.seat) in step.events
            verdict.see(out == (_total(seen, held) > most[0]), f"{_total(seen, held)}")
    return verdict


@form(
    r"As long as the total of the house's hand is less than 17, it draws the top card of the "
    r"stock\.|"
    r"The best total is 21\."
)
def _house_draws(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    drawing = [text for text in book.texts if text.startswith("As long as the total of the house")]
    if not _counts_totals(book) or not any("is less than 17, it draws" in t for t in drawing):
        return verdict
    for step in seen.steps:
        ends = [at for at, event in enumerate(step.events) if event[0] == "hand_over"]
        if not ends:
            continue
        house = list(seen.hand_of(step.before, seen.players))
        drawn = [
            event[1]
            for event in step.events[: ends[0]]
            if event[0] == "card" and seen.is_hand(step.before, event[3]) == seen.players
        ]
        for card in drawn:
            verdict.see(_total(seen, house) < 17, f"drawn to {_total(seen, house)}")
            house.append(card)
    return verdict


@form(
    r"Double down, but only if you hold exactly two cards and you have at least as many chips as "
    r"twice your bet\."
)
def _doubles(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        moves = {str(move) for move in step.before.legal_moves(step.seat)}
        if "hit" in moves:
            bets = counter(seen, step.before, "bet")
            chips = step.before.position.numbers()["chips"][step.seat]
            two = len(seen.hand_of(step.before, step.seat)) == 2
            if bets is not None:
                able = two and chips >= 2 * bets[step.seat]
                verdict.see(("double down" in moves) == able, step.text)
    return verdict


# --- claims and challenges ------------------------------------------------------------------------


@form(
    r"The rank due for the first claim of a game is the ace, then the two, and so on up to the "
    r"king, "
    r"after which the ace follows again\."
)
def _due(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    ranks = "aces twos threes fours fives sixes sevens eights nines tens jacks queens kings".split()
    for hands in seen.matches:
        said: list[str] = []
        for hand in hands:
            for step in hand.steps:
                laid = re.search(r" face down as (\w+?)(?: as well)?$", step.text)
                if laid and any(event[0] == "claim" for event in step.events):
                    said.append(laid[1])
        for place, name in enumerate(said):
            verdict.see(name == ranks[place % 13], f"claim {place + 1}: {name}")
    return verdict


@form(
    r"The loser takes the pile into their hand\.|Then the cards just laid down are shown to all: "
    r"if "
    r"any of them is not of the rank claimed, the player who laid them loses the challenge; "
    r"otherwise the challenger loses it\."
)
def _challenged(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        laid: list[int] = []
        rank = ""
        for step in hand.steps:
            words = re.search(r"face down as (\w+?)(?:es|s)?( as well)?$", step.text)
            if step.text.startswith("lay ") and words:
                own = [e[1] for e in step.events if e[0] == "card"]
                own = [c for c in own if c in seen.hand_of(step.before, step.seat)]
                laid = [*laid, *own] if words[2] else own
                rank = words[1]
                liar = step.seat
            if step.text == "challenge" and laid:
                true = all(_is_named(seen, card, rank) for card in laid)
                loser = step.seat if true else liar
                got = {seen.is_hand(step.before, e[3]) for e in step.events if e[0] == "card"} - {
                    None
                }
                if got:
                    verdict.see(got == {loser}, f"{got} rather than {loser}")
                laid = []
    return verdict


def _is_named(seen: Watched, card: int, word: str) -> bool:
    rank = str(getattr(seen.game.cards[card].rank, "word", seen.game.cards[card].rank))
    return rank.startswith(word.rstrip("e")) or rank == word


@form(
    r"The other players are asked in turn, beginning with the player to your left, whether they "
    r"challenge the claim, until one of them does\."
)
def _asked_in_turn(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        for one, other in pairwise(hand.steps):
            answers = {str(move) for move in other.before.legal_moves(other.seat)}
            if "challenge" in answers:
                verdict.see(other.seat == (one.seat + 1) % seen.players, f"seat {other.seat}")
    return verdict


# --- calls ----------------------------------------------------------------------------------------


@form(r"Pass, but only if you are not the dealer\.")
def _stuck(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        for step in hand.steps:
            moves = {str(move) for move in step.before.legal_moves(step.seat)}
            if any(re.match(r"name (another|\w+ as trumps)", move) for move in moves):
                verdict.see(("pass" in moves) == (step.seat != hand.dealer), step.text)
    return verdict


@form(r"The calling ends as soon as there is an? (.+)\.")
def _ends_with(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Whoever gets the role is the last to be asked, of those who are asked one after the other."""
    verdict = Verdict()
    for step in seen.steps:
        given = [
            e[2] for e in step.events if e[0] == "role" and seen.labels.roles[e[1]] == match[1]
        ]
        if given and step.after.asked is not None and len(step.before.to_move) == 1:
            before = {str(move) for move in step.before.legal_moves(step.seat)}
            after = {str(move) for move in step.after.legal_moves(step.after.asked)}
            verdict.see(before != after, f"after {step.text}")
    return verdict


@form(
    r"The calling ends as soon as three players in a row have passed and somebody has bid, or four "
    r"players in a row have passed\."
)
def _passed_out(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if any("each player may play" in text for text in book.texts):
        # Who plays nothing there passes, too.
        return verdict
    for hand in seen.hands:
        row, bid = 0, False
        for step in hand.steps:
            if step.text != "pass" and not step.text.startswith(("bid ", "double ", "redouble ")):
                # The calling is over, and something else has begun.
                break
            verdict.see(row < (3 if bid else 4), f"{row} passes in a row")
            row = row + 1 if step.text == "pass" else 0
            bid = bid or step.text.startswith("bid ")
    return verdict


@form(r"(?:The multiplier is (\d)(?:, .*)?|You are the last bidder, .* the multiplier is (\d))\.")
def _multiplied(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """The number is only ever changed to what the book names."""
    verdict = Verdict()
    named = {
        int(n) for text in book.texts for n in re.findall(r"the multiplier is (\d)", text.lower())
    }
    calls = [step for step in seen.steps if not step.text.startswith("play ")]
    for one, other in pairwise(calls):
        before, after = (counter(seen, s.before, "multiplier") for s in (one, other))
        if before is not None and after is not None and before != after:
            verdict.see(after[0] in named, f"{one.text}: {after}")
    return verdict


@form(r"(?:You are the bidder, and t|T)hat number of points is the (bid)\.")
def _bid_noted(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        said = re.match(r"bid (\d[\d,]*)", step.text)
        values = counter(seen, step.after, "bid") if said else None
        if said and values is not None:
            verdict.see(values[0] == number(said[1]), f"{step.text}: {values}")
            given = [e[2] for e in step.events if e[0] == "role"]
            verdict.see(not given or given[0] == step.seat, f"{given}")
    return verdict


# --- turns ----------------------------------------------------------------------------------------


@form(
    r"If all players who have cards left except the (.+) have passed in a row, the whole pile is "
    r"put "
    r"onto the discard pile\."
)
def _cleared(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        gone = moved(seen, step.before, step.events, "pile", "discard pile")
        if gone and not any(event[0] == "hand_over" for event in step.events):
            if not step.text.startswith(("pass", "play")):
                continue
            verdict.see(step.text == "pass", step.text)
            verdict.see(not seen.cards_in(step.after, "tableau"), "some are left")
    return verdict


@form(
    r"If the pile is not empty, play onto the pile as many cards as were played last, each of "
    r"which "
    r"beats its top card\."
)
def _as_many(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        pile = seen.cards_in(step.before, "tableau")
        own = [
            e[1]
            for e in step.events
            if e[0] == "card" and seen.is_hand(step.before, e[2]) == step.seat
        ]
        if pile and own and step.text.startswith("play "):
            orders = step.before.position.card_orders()
            verdict.see(all(orders[c][1] > orders[pile[-1]][1] for c in own), step.text)
    return verdict


@form(
    r"If (?:the pile is not empty|cards lie on the table), pass\.|"
    r"Whoever passes may play again when their next turn comes\."
)
def _may_pass(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if any("you may play one of the combinations" in text for text in book.texts):
        # Who leaves that undone says so, too.
        return verdict
    if "Pass." in book.texts:
        # That is open to everybody at any time.
        return verdict
    for step in seen.steps:
        moves = {str(move) for move in step.before.legal_moves(step.seat)}
        if any(move.endswith(" as well") for move in moves) or not any(
            move.startswith("play ") or move == "pass" for move in moves
        ):
            continue
        if any(move.startswith("bid ") for move in moves):
            continue
        lying = seen.cards_in(step.before, "tableau")
        if moves == {"pass"} and not lying and any("calling ends" in t for t in book.texts):
            # Nobody can bid more.
            continue
        if lying and any("If you cannot, go on with the next step" in t for t in book.texts):
            # Something else may have to be played first, without passing.
            continue
        verdict.see(("pass" in moves) == bool(lying), step.text)
    return verdict


@form(r"If the discard pile is not empty, take the top card of the discard pile into your hand\.")
def _takes_the_top(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        if not step.text.startswith("draw "):
            # Cards of the pile may also be had in another way.
            continue
        pile = seen.cards_in(step.before, "discard")
        for event in step.events:
            if event[0] == "hand":
                break
            source = zone_label(seen, step.before, event[2]) if event[0] == "card" else ""
            if source == "discard pile" and seen.is_hand(step.before, event[3]) == step.seat:
                verdict.see(bool(pile) and event[1] == pile[-1], step.text)
    return verdict


@form(r"If you have no such card, you discard nothing\.")
def _nothing(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        moves = [str(move) for move in step.before.legal_moves(step.seat)]
        if any(move.startswith("discard ") for move in moves):
            verdict.see("discard nothing" not in moves, step.text)
    return verdict


@form(
    r"Beginning with the player to the dealer's left, each player lays down "
    r"all (.+) in their hand, face up\.|Lay down all (.+) in your hand, face up\."
)
def _all_laid_down(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Nobody who is asked holds a whole set any longer."""
    verdict = Verdict()
    size = {"pairs": 2, "books": 4}.get(match[1] or match[2])
    first = [text for text in book.texts if text.startswith("Beginning with")]
    again = [text for text in book.texts if text.startswith("Lay down all")]
    if not again or not any("lays down all" in text for text in first):
        # Before or after their first turn players may hold some.
        return verdict
    after = book.texts[book.texts.index(again[-1]) + 1 :]
    if any(re.match(r"(?:You may draw|Draw|You may take|Take) ", text) for text in after):
        # What is drawn then makes sets that are laid down only in the next turn.
        return verdict
    for step in seen.steps:
        if size is None or len(step.before.to_move) != 1:
            continue
        for seat in range(seen.players):
            if seat == step.seat:
                # In the midst of a turn they may not have come to it.
                continue
            ranks = [seen.rank(card) for card in seen.hand_of(step.before, seat)]
            most = max((ranks.count(rank) for rank in set(ranks)), default=0)
            verdict.see(most < size, f"{most} alike")
    return verdict


# --- combinations on the table --------------------------------------------------------------------


def _laid(seen: Watched, step: Step) -> list[int]:
    """The cards that a play brings from the player's hand to the table."""
    return [
        event[1]
        for event in step.events
        if event[0] == "card"
        and seen.is_hand(step.before, event[2]) == step.seat
        and seen.place(step.before, event[3])[0] == seen.zone("tableau")
    ]


@form(r"Play (?:one of the combinations|a set) onto the table\.|The beaten cards then go to .+\.")
def _onto_the_table(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """What was played lies on the table, and what it beat lies there no longer."""
    verdict = Verdict()
    for step in seen.steps:
        laid = _laid(seen, step)
        if laid and not any(event[0] in ("hand", "hand_over") for event in step.events):
            lying = set(seen.cards_in(step.after, "tableau"))
            cleared = not lying and len(seen.cards_in(step.after, "discard")) >= len(laid)
            verdict.see(lying == set(laid) or cleared, step.text)
    return verdict


@form(r"If you hold the (\w+) of (\w+), it must be among the cards you play\.")
def _among_those_played(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        held = seen.hand_of(step.before, step.seat)
        wanted = [c for c in held if _is_called(seen, c, f"{match[1]} of {match[2]}")]
        laid = _laid(seen, step)
        if wanted and laid:
            verdict.see(set(wanted) <= set(laid), step.text)
    return verdict


# --- cards that are counted up --------------------------------------------------------------------


@form(
    r"This is allowed only if afterwards the cards on the (.+?) are worth at most (\d+) "
    r"(.+)\."
)
def _counted_up(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    worth = worth_of(seen, book, match[3])
    zones = [zone.name for zone in seen.labels.zones if zone.label == match[1]]
    one = any(re.search(r"\bPlay a card onto the ", text) for text in book.texts)
    if worth is None or len(zones) != 1 or not one:
        return verdict
    for step in seen.steps:
        if step.text.startswith("play "):
            lying = seen.cards_in(step.before, zones[0])
            legal = _playable(seen, step, step.seat)
            held = set(seen.hand_of(step.before, step.seat))
            total = sum(worth[card] for card in lying)
            fitting = {card for card in held if total + worth[card] <= int(match[2])}
            verdict.see(legal == fitting, step.text)
    return verdict


@form(r"The top card of the stock is turned up as the (\w+)\.")
def _turned_up_as(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        turned = sum(
            moved(seen, step.before, step.events, "stock", match[1]) for step in hand.steps
        )
        if hand.over:
            verdict.see(turned == 1, f"{turned} cards")
    return verdict


# --- refusing -------------------------------------------------------------------------------------

_REFUSING = re.compile(
    r"If a card has been drawn or taken, or you have not refused the card, (take the top card "
    r"of the discard pile into your hand)\.|"
    r"If a card has been drawn or taken, or both players have refused the card, (draw the top card "
    r"of the stock)\.|"
    r"If no card has been drawn or taken yet and you have not refused the card, you may (refuse "
    r"the card)\."
)


@form(_REFUSING.pattern)
def _refused(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        refused: set[int] = set()
        drawn = False
        for step in hand.steps:
            moves = {str(move) for move in step.before.legal_moves(step.seat)}
            if moves & {"draw from the stock", "draw from the discard pile", "refuse the card"}:
                if match[1]:
                    open_now = "draw from the discard pile" in moves
                    there = bool(seen.cards_in(step.before, "discard"))
                    verdict.see(
                        open_now == (there and (drawn or step.seat not in refused)), step.text
                    )
                elif match[2]:
                    verdict.see(("draw from the stock" in moves) == (drawn or len(refused) == 2))
                else:
                    verdict.see(
                        ("refuse the card" in moves) == (not drawn and step.seat not in refused)
                    )
            refused |= {step.seat} if step.text == "refuse the card" else set()
            drawn = drawn or step.text.startswith("draw ")
    return verdict


# --- patience -------------------------------------------------------------------------------------


@form(r"If the stock is not empty, turn (\w+) cards from the (stock) onto the (.+?), one after .+")
def _turned_from_the_stock(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step in seen.steps:
        turning = [str(m) for m in step.before.legal_moves(step.seat) if str(m).startswith("turn ")]
        left = len(seen.cards_in(step.before, "deck"))
        verdict.see(any("from the stock" in move for move in turning) == bool(left), step.text)
        if step.text.startswith("turn ") and "from the stock" in step.text:
            count = moved(seen, step.before, step.events, match[2], match[3])
            verdict.see(count == min(left, number(match[1])), f"{count} cards")
    return verdict


@form(
    r"Move the top card of (?:a|the) (column|waste pile)(, alone or together with any number of "
    r"the face-up cards on which it lies,)? to (?:a|another) (foundation|column)\."
)
def _moves_between(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Such a move is made at some time, with one card, or with several where that is allowed."""
    verdict = Verdict()
    for step in seen.steps:
        made = re.fullmatch(
            r"move (.+) from (?:the )?([a-z ]+?)(?: \d+)? to .*?([a-z]+)(?: .*)?", step.text
        )
        if made and made[2] == match[1] and made[3].startswith(match[3]):
            verdict.see(bool(match[2]) or len(made[1].split()) == 1, step.text)
    return verdict


@form(
    r"You have won if all (\d+) cards are on the foundations; otherwise the game is lost\.|"
    r"The aim is to bring all (\d+) cards to the foundations\."
)
def _all_on_foundations(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for state in seen.ends:
        if state.asked is None:
            whole = len(seen.cards_in(state, "foundations")) == int(match[1] or match[2])
            verdict.see(bool(state.position.winners) == whole, "the end")
    return verdict
