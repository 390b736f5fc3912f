"""What amounts and conditions of a rulebook mean, worked out from the position alone.

A closed list of phrases is understood; of everything else the answer is None. Names of numbers,
roles and terms are those that the game's file gives them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from darwindeck.genome.schema import Scope
from darwindeck.simulation.state import State
from tests.support.book_forms import worth_of
from tests.support.book_reader import _N, NOBODY, Book, Watched, _is_called, _mode, number

SEAT, SIDE, TABLE = "seat", "team", "table"


@dataclass(frozen=True)
class Named:
    """A number, a yes or no, or a term by its name: what it comes to, and for whom."""

    values: tuple[int, ...]
    of: str


def _kind(scope: Scope) -> str:
    return {Scope.SEAT: SEAT, Scope.TEAM: SIDE}.get(scope, TABLE)


@dataclass(frozen=True)
class Moment:
    """A state of a game, and of whom is spoken: of a seat, of a side, or of the table."""

    seen: Watched
    book: Book
    state: State
    seat: int | None = None
    side: int | None = None

    @cached_property
    def numbers(self) -> dict[str, Any]:
        return self.state.position.numbers()

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        teams = self.seen.game.teams
        if not teams and any(let.scope is Scope.TEAM for let in self.seen.labels.genome.lets):
            # Where nobody plays together everybody is a side.
            return tuple((seat,) for seat in range(self.seen.players))
        return tuple(tuple(side) for side in teams)

    @cached_property
    def named(self) -> dict[str, Named]:
        genome, registers = self.seen.labels.genome, self.numbers["registers"]
        said: dict[str, list[str]] = {}
        for wording in genome.words:
            said[wording.of] = [text for text in (wording.one, wording.many) if text]
        found: dict[str, Named] = {}
        for let, values in zip(genome.lets, self.state.position.quantities(), strict=False):
            for name in (let.label, *said.get(let.name, ())):
                found.setdefault(name, Named(tuple(values), _kind(let.scope)))
        for spec, (start, size) in zip(genome.counters, self.numbers["counters_at"], strict=False):
            for name in (spec.label, *said.get(spec.name, ())):
                kept = tuple(registers[start : start + size])
                found.setdefault(name, Named(kept, _kind(spec.scope)))
        return found

    @cached_property
    def roles(self) -> dict[str, int]:
        """Who has which role, by its name; nobody has one that is not listed."""
        genome, start = self.seen.labels.genome, self.numbers["roles_at"]
        holders = self.numbers["registers"][start : start + len(genome.roles)]
        return {
            role.label: holder
            for role, holder in zip(genome.roles, holders, strict=False)
            if holder >= 0
        }

    @cached_property
    def role_names(self) -> set[str]:
        return {role.label for role in self.seen.labels.genome.roles}

    @cached_property
    def deeds(self) -> dict[str, tuple[str, str]]:
        """What has been done while somebody has a role or a flag: "has bet on grande"."""
        genome = self.seen.labels.genome
        kinds = {role.name: ("role", role.label) for role in genome.roles}
        kinds |= {c.name: ("flag", c.label) for c in genome.counters if c.flag}
        return {w.having: kinds[w.of] for w in genome.words if w.having and w.of in kinds}

    def of(self, seats: Sequence[int] | None) -> Moment | None:
        """The same moment, speaking of somebody else."""
        if seats is None or not seats:
            return None
        if len(seats) == 1:
            return replace(self, seat=seats[0], side=None)
        for at, side in enumerate(self.sides):
            if set(side) == set(seats):
                return replace(self, seat=None, side=at)
        return None

    @property
    def members(self) -> tuple[int, ...]:
        if self.side is not None:
            return self.sides[self.side]
        return () if self.seat is None else (self.seat,)

    # whom words mean

    def _next(self, seat: int, words: str) -> int:
        count = self.seen.players
        clockwise = any("go clockwise" in text for text in self.book.texts) or count == 2
        if words == "opposite":
            return (seat + count // 2) % count
        return (seat + (1 if (words == "left") == clockwise else -1)) % count

    def who(self, words: str) -> tuple[int, ...] | None:
        """The seats that some words mean; None if they are not understood."""
        words = words.strip()
        if words.startswith("the ") and words[4:] in self.role_names:
            holder = self.roles.get(words[4:])
            return () if holder is None else (holder,)
        found = re.fullmatch(r"the players who are (not )?(.+)", words)
        if found:
            term = self.named.get(found[2])
            if term is None or term.of != SEAT:
                return None
            return tuple(s for s, v in enumerate(term.values) if bool(v) != bool(found[1]))
        if words in ("you", "they", "it", "he", "the player", "the caller"):
            return self.members or None
        if words in ("that side", "your side", "their side"):
            return self._side_of(self.members)
        if words == "the dealer":
            return (self.numbers["dealer"],)
        if words in ("the other player", "your opponent", "their opponent"):
            if self.seen.players != 2 or self.seat is None:
                return None
            return (1 - self.seat,)
        if words == "the other side":
            return (
                self.sides[1 - self.side]
                if self.side is not None and len(self.sides) == 2
                else None
            )
        found = re.fullmatch(r"the player (?:to|on) (your|their|(?:the .+)'s) (left|right)", words)
        if found:
            base = self.members if found[1] in ("your", "their") else self.who(found[1][:-2])
            return (self._next(base[0], found[2]),) if base and len(base) == 1 else None
        if (
            words in ("the player opposite them", "the player opposite you")
            and self.seat is not None
        ):
            return (self._next(self.seat, "opposite"),)
        found = re.fullmatch(r"(the .+)'s (side|opponents|opponent|partner)", words)
        if found:
            base = self.who(found[1])
            if base is None or len(base) != 1:
                return base
            if found[2] == "opponent" and self.seen.players == 2:
                return (1 - base[0],)
            own = self._side_of(base)
            if own is None:
                return None
            if found[2] == "side":
                return own
            if found[2] == "partner":
                return tuple(seat for seat in own if seat != base[0])
            return tuple(s for s in range(self.seen.players) if s not in own)
        return None

    def _side_of(self, seats: Sequence[int]) -> tuple[int, ...] | None:
        for side in self.sides:
            if seats and set(seats) <= set(side):
                return side
        return None

    def _everybody(self, words: str) -> list[Moment] | None:
        if words in ("player", "players"):
            return [replace(self, seat=seat, side=None) for seat in range(self.seen.players)]
        if words in ("side", "sides") and self.sides:
            return [replace(self, seat=None, side=at) for at in range(len(self.sides))]
        return None

    def value(self, name: str) -> int | None:
        """What something of this name comes to for whom is spoken of."""
        found = self.named.get(name)
        if found is None:
            return None
        if found.of == TABLE:
            return found.values[0]
        if found.of == SEAT:
            members = self.members
            if not members:
                return None
            if len(members) > 1:
                added = rf"The (?:.* the )?{name}(?: and the .+)? of a side (?:is|are) the sum"
                if not any(re.match(added, t) for t in self.book.texts):
                    return None
            return sum(found.values[seat] for seat in members)
        side = self._side_of(self.members)
        return None if side is None else found.values[self.sides.index(side)]

    # amounts

    def amount(self, text: str) -> int | None:
        text = _bare(text.strip())
        simple = self._simple(text)
        if simple is not None:
            return simple
        for split in (self._cases, self._bounded, self._added, self._multiplied, self._rounded):
            found = split(text)
            if found is not None:
                return found
        return None

    def _simple(self, text: str) -> int | None:
        if re.fullmatch(rf"{_N}(?: (?:points?|chips?))?", text):
            return number(text.split(" ")[0])
        if text == "no":
            return 0
        if text.startswith("minus "):
            inner = self.amount(text.removeprefix("minus "))
            return None if inner is None else -inner
        found = re.fullmatch(r"(?:the|their|your|its)(?: own)? (.+)", text)
        if found and (value := self.value(found[1])) is not None:
            return value
        found = re.fullmatch(r"(.+)'s (.+)", text) or re.fullmatch(
            r"the (?P<n>.+) of (?P<w>the .+)", text
        )
        if found:
            groups = found.groupdict()
            whose, name = (groups["w"], groups["n"]) if groups else (found[1], found[2])
            base = self.who(whose)
            moment = self.of(base) if base else None
            if moment is not None and (value := moment.value(name)) is not None:
                return value
        return self._counted(text)

    def _counted(self, text: str) -> int | None:
        """Cards, tricks and points that are counted in the position itself."""
        numbers = self.numbers
        found = re.fullmatch(r"the tricks (.+?) (?:have|has) taken", text)
        if found:
            seats = self.who(found[1])
            return None if seats is None else sum(numbers["tricks"][seat] for seat in seats)
        if text == "their score" and self.seat is not None and not self.sides:
            return int(numbers["score"][self.seat])
        found = re.fullmatch(r"the points (.+?) (?:have|has) scored in this hand", text)
        if found and not self.sides:
            seats = self.who(found[1])
            return None if not seats else int(sum(numbers["hand_score"][s] for s in seats))
        found = re.fullmatch(r"the number of cards (?:in their hand|they hold)", text)
        if found and self.seat is not None:
            return len(self.seen.hand_of(self.state, self.seat))
        if re.match(r"the cards (?:in|on) their ", text) and (own := self._own(text)) is not None:
            return own
        found = re.fullmatch(r"(?:the number of )?(?:the )?cards (?:in|on) the (.+)", text)
        if found:
            return self._lying(found[1])
        found = re.fullmatch(r"the number of tricks played|the number of the trick", text)
        if found:
            return int(numbers["tricks_played"]) + (text.endswith("the trick"))
        found = re.fullmatch(r"the (.+?) (?:in|of) (?:their|your) hand", text)
        if found and self.seat is not None:
            worth = self._stood_in(found[1])
            held = self.seen.hand_of(self.state, self.seat)
            return None if worth is None else sum(worth[card] for card in held)
        found = re.fullmatch(
            r"the highest sum of (.+?) of the cards of one suit in (?:their|your) hand", text
        )
        if found and self.seat is not None:
            worth = worth_of(self.seen, self.book, found[1])
            held = self.seen.hand_of(self.state, self.seat)
            if worth is None:
                return None
            suits: dict[str, int] = {}
            for card in held:
                suit = str(self.seen.game.cards[card].suit)
                suits[suit] = suits.get(suit, 0) + worth[card]
            return max(suits.values(), default=0)
        found = re.fullmatch(r"the (.+?) in the tricks (?:(.+) (?:have|has) won|won by (.+))", text)
        if found:
            seats = self.who(found[2] or found[3])
            return None if seats is None else self._worth_won(found[1], seats)
        found = re.fullmatch(r"the (.+?) (?:of|in) (?:their|the) (.+)", text)
        if found:
            zones = [z for z in self.seen.labels.zones if z.label == found[2]]
            worth = worth_of(self.seen, self.book, found[1])
            if len(zones) == 1 and worth is not None:
                owner = self.seat if " their " in text else None
                if " their " in text and owner is None:
                    return None
                lying = self.seen.cards_in(self.state, zones[0].name, owner)
                return sum(worth[card] for card in lying)
        return None

    def _lying(self, label: str) -> int | None:
        zones = [zone for zone in self.seen.labels.zones if zone.label == label]
        return len(self.seen.cards_in(self.state, zones[0].name)) if len(zones) == 1 else None

    def _own(self, words: str) -> int | None:
        """ "the cards in their hand, their face-up cards and …": how many they are together."""
        total = 0
        for part in re.split(r", | and ", words):
            label = re.sub(r"^(?:the cards (?:in|on) )?their ", "", part)
            zones = [zone for zone in self.seen.labels.zones if zone.label == label]
            name = "hand" if label == "hand" else zones[0].name if len(zones) == 1 else ""
            if not name or self.seat is None or label == part:
                return None
            total += len(self.seen.cards_in(self.state, name, self.seat))
        return total

    def _worth_won(self, points: str, seats: Sequence[int]) -> int | None:
        worth = self._worth(points)
        if worth is None or self.seen.zone("captured") < 0:
            return None
        piles = {o for z, o, *_ in self.state.position.places() if z == self.seen.zone("captured")}
        owners = set(seats)
        if self.sides and len(piles) == len(self.sides) < self.seen.players:
            owners = {at for at, side in enumerate(self.sides) if set(side) & set(seats)}
            if any(not set(self.sides[at]) <= set(seats) for at in owners):
                return None
        return sum(
            worth[card]
            for owner in owners
            for card in self.seen.cards_in(self.state, "captured", owner)
        )

    def _stood_in(self, points: str) -> list[int] | None:
        """What every card is worth where some ranks count as others."""
        said = [re.search(r"In everything, (.+)\.", text) for text in self.book.texts]
        like = {
            one: other
            for found in said
            if found
            for one, other in re.findall(r"(\w+?)s (?:count )?as (\w+?)s\b", found[1])
        }
        lines = self.book.tables.get(points)
        if not like or lines is None:
            return worth_of(self.seen, self.book, points)
        worth: dict[str, int] = {}
        for cards, value in lines.items():
            for part in re.split(r", | and ", cards.lower()):
                span = re.fullmatch(r"(\d+) to (\d+)", part)
                names = [str(n) for n in range(int(span[1]), int(span[2]) + 1)] if span else [part]
                for name in names:
                    plain = value == "the number on the card"
                    worth[name] = int(name) if plain else int(value)
        found = []
        for card in range(len(self.seen.game.cards)):
            rank = str(self.seen.game.cards[card].rank)
            word = str(getattr(self.seen.game.cards[card].rank, "word", rank)).lower()
            word = like.get(word, word)
            faces = (word, {"ace": "a"}.get(word, word), rank.lower())
            own = next((worth[name] for name in faces if name in worth), None)
            if own is None:
                return None
            found.append(own)
        return found

    def _worth(self, points: str) -> list[int] | None:
        """What every card is worth now; the book's tables may speak of trumps."""
        plain = worth_of(self.seen, self.book, points)
        if plain is not None:
            return plain
        lines = self.book.tables.get(points)
        trump = self.numbers["trump"]
        if lines is None or len(self.seen.labels.modes) > 1:
            return None
        orders = self.state.position.card_orders()
        found: list[int] = []
        for card in range(len(self.seen.game.cards)):
            own = str(self.seen.game.cards[card].suit)
            trumps = trump != NOBODY and self.seen.labels.suit(trump).lower() == own
            value = None
            for cards, worth in lines.items():
                if not worth.isdecimal():
                    return None
                fits = self._in_line(card, cards, trumps, orders[card][0] == trump)
                if fits is None:
                    return None
                if fits:
                    value = int(worth)
                    break
            if value is None:
                return None
            found.append(value)
        return found

    def _in_line(self, card: int, line: str, printed: bool, promoted: bool) -> bool | None:
        if line == "All other cards":
            return True
        rank = self.seen.rank(card).lower()
        word = str(getattr(self.seen.game.cards[card].rank, "word", "")).lower()
        low = line.lower()
        if self.seen.labels.card_texts[card].lower() in low.split(", "):
            return True
        found = re.fullmatch(r"([\w, ]+) of trumps", low)
        if found:
            ranks = re.split(r", | and ", found[1])
            return printed and (word in ranks or f"{word}s" in ranks)
        found = re.fullmatch(r"any (?:other )?([♣♦♥♠])", low)
        if found and promoted and not printed:
            # Which suit it counts as does not stand on it.
            return None
        if found:
            return self.seen.labels.card_texts[card].endswith(found[1])
        found = re.fullmatch(r"(\w+?)s that are not trumps", low)
        if found:
            return not printed and not promoted and word == found[1]
        if "trump" in low or "wrong" in low:
            return None
        return rank in re.split(r", ", low)

    def _cases(self, text: str) -> int | None:
        """ "20 if …, otherwise 30", "0 unless …; then it is …", "121 (120 if …)"."""
        found = re.fullmatch(r"(.+?) unless (.+); then (?:it is|they are) (.+)", text)
        if found:
            condition = self.holds(found[2])
            if condition is None:
                return None
            return self.amount(found[3] if condition else found[1])
        found = re.fullmatch(r"(.+) \((.+) if (.+)\)", text)
        if found and _closed(found[1]) and " if " not in found[1]:
            base, condition = self.amount(found[1]), self.holds(found[3])
            if base is not None and condition is not None:
                return self.amount(found[2]) if condition else base
        found = re.fullmatch(r"(.+?) if (.+?)[,;] otherwise (.+)", text)
        if found and _closed(found[1]) and _closed(found[2]):
            first = (
                re.fullmatch(r"(.+?); (.+?) if (.+)", f"{found[2]}") if "; " in found[2] else None
            )
            if first:
                condition = self.holds(first[1])
                if condition is None:
                    return None
                rest = f"{first[2]} if {first[3]}, otherwise {found[3]}"
                return self.amount(found[1] if condition else rest)
            condition = self.holds(found[2])
            if condition is None:
                return None
            return self.amount(found[1] if condition else found[3])
        return None

    def _bounded(self, text: str) -> int | None:
        found = re.fullmatch(r"(.+), but (?:never less than|at least) (\d+)", text)
        if found and _closed(found[1]):
            inner = self.amount(found[1])
            return None if inner is None else max(inner, int(found[2]))
        found = re.fullmatch(r"the (lesser|greater) of (.+)", text)
        if found:
            for one, other in _splits(found[2], r" and "):
                parts = self.amount(one), self.amount(other)
                if parts[0] is not None and parts[1] is not None:
                    return (min if found[1] == "lesser" else max)(parts[0], parts[1])
        return None

    def _added(self, text: str) -> int | None:
        """Sums and differences, also with parts that count only if something is so."""
        listed = re.fullmatch(
            r"(.+?, (?:plus|less) )?(\d+) for each of these that is so: (.+)", text
        )
        if listed:
            held = [self.holds(part) for part in listed[3].split("; ")]
            base = self.amount(listed[1].rsplit(", ", 1)[0]) if listed[1] else 0
            if base is None or any(part is None for part in held):
                return None
            more = int(listed[2]) * sum(map(bool, held))
            return base - more if listed[1] and "less" in listed[1][-7:] else base + more
        for one, other in _splits(text, r",? (?=(?:plus|less) )"):
            less = other.startswith("less ")
            first = self.amount(one)
            if first is None:
                continue
            second = self._part(other[5:])
            if second is not None:
                return first - second if less else first + second
        return self._part(text) if " if " in text and "otherwise" not in text else None

    def _part(self, text: str) -> int | None:
        """A part of a sum: an amount, or "10 if …"."""
        found = self.amount(text) if " if " not in text or "otherwise" in text else None
        if found is not None:
            return found
        for one, other in _splits(text, r",? if "):
            alternative = re.fullmatch(r"(.+) \((.+) if (.+)\)", other)
            if alternative:
                other = alternative[1]
            condition, value = self.holds(other), self.amount(one)
            if condition is None or value is None:
                continue
            if alternative and condition:
                instead = self.holds(alternative[3])
                if instead is None:
                    continue
                if instead:
                    return self.amount(alternative[2])
            return value if condition else 0
        # "… the trumps in their hand and the number of …": several are taken away.
        for one, other in _splits(text, r" and "):
            parts = self.amount(one), self.amount(other)
            if parts[0] is not None and parts[1] is not None:
                return parts[0] + parts[1]
        return None

    def _multiplied(self, text: str) -> int | None:
        found = re.fullmatch(r"twice (.+)", text)
        if found and _closed(found[1]):
            inner = self.amount(found[1])
            return None if inner is None else 2 * inner
        for one, other in _splits(text, r" times "):
            parts = self.amount(one), self.amount(other)
            if parts[0] is not None and parts[1] is not None:
                return parts[0] * parts[1]
        return None

    def _rounded(self, text: str) -> int | None:
        found = re.fullmatch(r"half of (.+) \(rounded (down|up)\)", text)
        if found:
            inner = self.amount(found[1])
            return None if inner is None else (inner if found[2] == "down" else inner + 1) // 2
        found = re.fullmatch(r"half the (number of .+) \(rounded down\)", text)
        if found:
            inner = self.amount(f"the {found[1]}")
            return None if inner is None else inner // 2
        found = re.fullmatch(rf"(.+?),? divided by {_N}(?: \((rounded .+)\)|, (rounded up))", text)
        if not found:
            return None
        inner, by, how = self.amount(found[1]), number(found[2]), found[3] or found[4]
        if inner is None:
            return None
        if how == "rounded down":
            return inner // by
        if how == "rounded up":
            return -(-inner // by)
        if how == "rounded to the nearest whole number, halves up":
            return (2 * inner + by) // (2 * by)
        if how == "rounded to the nearest whole number, halves down":
            return -((-2 * inner + by) // (2 * by))
        return None

    # conditions

    def holds(self, text: str) -> bool | None:
        """Whether something is so; None if the words are not understood."""
        text = text.strip()
        if text.startswith("and "):
            text = text[4:]
        mode = re.match(r"in (?:an? )?(.+?), if (.+)", text)
        if mode and (held := self._in_mode(mode[1])) is not None:
            rest = self.holds(mode[2])
            return None if rest is None else held and rest
        if "; " in text:
            parts = [self.holds(part) for part in text.split("; ")]
            return None if any(part is None for part in parts) else all(parts)
        one = self._atom(text)
        if one is not None:
            return one
        if text.startswith("either "):
            return self._joined(text[7:], r",? or ", any)
        for begin, end in _splits(text, r",? and (?=either )"):
            parts = [self.holds(begin), self.holds(end)]
            if None not in parts:
                return all(parts)
        found = self._joined(text, r",? and |, ", all)
        return found if found is not None else self._joined(text, r",? or |, ", any)

    def _joined(
        self, text: str, between: str, join: Callable[[Sequence[bool]], bool]
    ) -> bool | None:
        """Every way to cut the words in two, the first part a plain condition."""
        for one, other in _splits(text, between):
            first = self._atom(one)
            if first is None:
                continue
            rest = self._atom(other)
            if rest is None:
                rest = self._joined(other, between, join)
            if rest is None:
                rest = self._same_subject(one, other)
            if rest is not None:
                return join([first, rest])
        return None

    def _same_subject(self, one: str, other: str) -> bool | None:
        """ "they are the player with … or the partner in …": the verb is said once."""
        found = re.match(r"(?:it|they|you|the [\w ]+?) (?:is|are) (?=the |not )", one)
        return self._atom(f"{found[0]}{other}") if found else None

    def _in_mode(self, name: str) -> bool | None:
        modes = [str(mode) for mode in self.seen.labels.modes]
        return _mode(self.seen, self.state) == name if name in modes else None

    def _atom(self, text: str) -> bool | None:
        for check in (
            self._is_thing,
            self._of_roles,
            self._has_done,
            self._of_cards,
            self._of_tricks,
            self._of_trumps,
            self._compared,
            self._times,
        ):
            found = check(text.strip())
            if found is not None:
                return found
        return None

    def _times(self, text: str) -> bool | None:
        hand = self.numbers["hand_number"]
        ordinals = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
        found = re.fullmatch(r"(?:in|[Ff]rom) the (\w+) hand( on)?", text)
        if found and found[1] in ordinals:
            return bool(hand >= ordinals[found[1]] if found[2] else hand == ordinals[found[1]])
        if text in ("somebody has bid", "nobody has bid"):
            return bool(self.numbers["bids"]) == text.startswith("some")
        return None

    def _is_thing(self, text: str) -> bool | None:
        """Flags and terms that are so or not: "the hand is not schneider", "they are beaten"."""
        found = re.fullmatch(r"(?:in|the game is) (?:an? )?(.+)", text)
        if found and (held := self._in_mode(found[1])) is not None:
            return held
        found = re.fullmatch(r"the hand is (not |no longer )?(.+)", text)
        if found and found[2] in self.named and self.named[found[2]].of == TABLE:
            return bool(self.named[found[2]].values[0]) != bool(found[1])
        found = re.fullmatch(
            rf"(nobody|somebody|every|neither|a|only one|exactly {_N}) ?(players?|sides?)? "
            r"(?:is|are) (.+)",
            text,
        )
        if found and found[4] in self.named and self.named[found[4]].of != TABLE:
            each = self._everybody(found[3] or "player") or []
            values = [bool(moment.value(found[4])) for moment in each]
            if not values:
                return None
            if found[1] in ("nobody", "neither"):
                return not any(values)
            if found[1] == "every":
                return (
                    self._of_sides(found[4]) if (found[3] or "").startswith("side") else all(values)
                )
            if found[1] == "only one":
                return sum(values) == 1
            if found[2]:
                return sum(values) == number(found[2])
            return any(values)
        found = re.fullmatch(r"(.+?) (?:is|are) (not )?(?:the |an? )?(.+)", text)
        names = [found[3], f"the {found[3]}"] if found else []
        if found and (name := next((n for n in names if n in self.named), "")):
            base = self.who(found[1])
            moment = self.of(base) if base else None
            if moment is not None and self.named[name].of != TABLE:
                value = moment.value(name)
                return None if value is None else bool(value) != bool(found[2])
        return None

    def _of_sides(self, name: str) -> bool:
        """Whether every side has a player of whom it is so."""
        values = self.named[name].values
        if self.named[name].of == SIDE:
            return all(values)
        return all(any(values[seat] for seat in side) for side in self.sides)

    def _of_roles(self, text: str) -> bool | None:
        found = re.fullmatch(r"there is (no|an?) (.+)|nobody is the (.+)", text)
        if found and (found[2] or found[3]) in self.role_names:
            given = (found[2] or found[3]) in self.roles
            return given == (found[1] not in ("no", None))
        found = re.fullmatch(
            r"(.+?) (?:is|are) (not )?(?:on (your|that|their) side|an opponent of (yours|the .+))",
            text,
        )
        if found:
            one = self.who(found[1])
            other = (
                self.who("that side") if not found[4] or found[4] == "yours" else self.who(found[4])
            )
            if one is None or other is None:
                return None
            if not one or not other:
                # Nobody has that role: nobody is on a side, and nobody's opponent.
                return bool(found[2])
            side = self._side_of(other)
            if side is None:
                return None
            with_them = set(one) <= set(side)
            return (with_them if not found[4] else not with_them) != bool(found[2])
        found = re.fullmatch(r"(.+?) (?:is|are) (not )?(the .+)", text)
        if found:
            one, other = self.who(found[1]), self.who(found[3])
            if one is not None and other is not None and len(one) <= 1 >= len(other):
                same = bool(one) and bool(other) and one == other
                return same != bool(found[2])
        return None

    def _has_done(self, text: str) -> bool | None:
        """Deeds that a role or a flag stands for: "nobody has bet on grande"."""
        found = re.fullmatch(r"(nobody|somebody|.+?) (has|have|is|are) (not )?(.+)", text)
        if not found:
            return None
        verb = {"have": "has", "are": "is"}.get(found[2], found[2])
        deed = self.deeds.get(f"{verb} {found[4]}")
        if deed is None:
            return None
        kind, label = deed
        if found[1] in ("nobody", "somebody"):
            given = label in self.roles if kind == "role" else any(self.named[label].values)
            return given == (found[1] == "somebody")
        if kind == "flag" and self.named[label].of == TABLE:
            return bool(self.named[label].values[0]) != bool(found[3])
        base = self.who(found[1])
        if base is None or len(base) != 1:
            return None
        done = (
            self.roles.get(label) == base[0]
            if kind == "role"
            else bool((self.of(base) or self).value(label))
        )
        return done != bool(found[3])

    def _of_cards(self, text: str) -> bool | None:
        found = re.fullmatch(
            r"(.+?) (?:holds?|have|has) (?:(exactly|only|at least|at most|more than|fewer than) )?"
            rf"{_N} cards?(?: in hand)?",
            text,
        )
        if found:
            base = self.who(found[1])
            if base is None or len(base) != 1:
                return None
            held = len(self.seen.hand_of(self.state, base[0]))
            return _compare(held, found[2] or "exactly", number(found[3]))
        found = re.fullmatch(r"(.+?) (?:have|has) (no )?cards (?:left|in hand)", text)
        if found and not any(t.startswith("A player's cards left are") for t in self.book.texts):
            base = self.who(found[1])
            if base is not None and len(base) == 1:
                return bool(self.seen.hand_of(self.state, base[0])) != bool(found[2])
        found = re.fullmatch(
            r"(.+?) holds? (the|an?|no|two) ([\w ]+ cards?|\w+ of \w+|\w+s of \w+)", text
        )
        if found:
            base = self.who(found[1])
            wanted = self._cards(found[3])
            if base is not None and len(base) == 1 and wanted is not None:
                count = sum(card in wanted for card in self.seen.hand_of(self.state, base[0]))
                if found[2] == "no":
                    return count == 0
                return count >= (2 if found[2] == "two" else 1)
        found = re.fullmatch(rf"(.+?) holds? (?:exactly )?{_N} ([\w ]+ cards)", text)
        if found:
            base, wanted = self.who(found[1]), self._cards(found[3])
            if base is not None and len(base) == 1 and wanted is not None:
                cards = self.seen.hand_of(self.state, base[0])
                return sum(card in wanted for card in cards) == number(found[2])
        found = re.fullmatch(
            r"there (?:is|are) (?:(at most|at least|more than|fewer than|exactly) )?"
            rf"{_N} cards? in the (.+)",
            text,
        )
        if found and (lying := self._lying(found[3])) is not None:
            return _compare(lying, found[1] or "exactly", number(found[2]))
        found = re.fullmatch(r"the (.+?) (?:is|are) (not )?empty", text)
        if found and (lying := self._lying(found[1])) is not None:
            return (lying == 0) != bool(found[2])
        found = re.fullmatch(r"there is (an?|no) (.+)", text)
        if found and (lying := self._lying(found[2])) is not None:
            return (lying > 0) == (found[1] != "no")
        found = re.fullmatch(r"the (.+?) is (not )?an? (\w+(?: of trumps)?)", text)
        if found:
            zones = [zone for zone in self.seen.labels.zones if zone.label == found[1]]
            there = self.seen.cards_in(self.state, zones[0].name) if len(zones) == 1 else b""
            if len(there) == 1:
                rank = found[3].removesuffix(" of trumps")
                fits = _is_called(self.seen, there[0], rank)
                if found[3] != rank:
                    trump = self.numbers["trump"]
                    own = str(self.seen.game.cards[there[0]].suit)
                    fits = fits and trump != NOBODY and self.seen.labels.suit(trump).lower() == own
                return fits != bool(found[2])
        return None

    def _cards(self, name: str) -> set[int] | None:
        """The cards of a name, or of one that the book explains."""
        plain = re.sub(r"^(\w+)s of ", r"\1 of ", name)
        single = re.sub(r" cards$", " card", plain)
        cards = range(len(self.seen.game.cards))
        found = {card for card in cards if _is_called(self.seen, card, plain)}
        if found:
            return found
        for text in self.book.texts:
            said = re.fullmatch(rf"An? {re.escape(single)} is (.+)\.", text)
            if said:
                names = [re.sub(r"^(?:an?|the) ", "", p) for p in re.split(r", | or ", said[1])]
                each = [{c for c in cards if _is_called(self.seen, c, one)} for one in names]
                return set().union(*each) if all(each) else None
        return None

    def _of_tricks(self, text: str) -> bool | None:
        found = re.fullmatch(
            r"(.+?) (?:have|has) taken (?:(at least|more than|fewer than|exactly) )?"
            rf"(no|{_N}(?: (?:or|to) {_N})?) tricks?",
            text,
        )
        if found:
            base = self.who(found[1])
            if base is None:
                return None
            taken = sum(self.numbers["tricks"][seat] for seat in base)
            if found[3] == "no":
                return bool(taken == 0)
            if found[5]:
                return bool(number(found[4]) <= taken <= number(found[5]))
            return _compare(taken, found[2] or "exactly", number(found[4]))
        found = re.fullmatch(
            r"(.+?) (?:have|has) taken (at least as many|fewer|as many) tricks (?:as|than) (.+)",
            text,
        )
        if found:
            base, other = self.who(found[1]), self.amount(found[3])
            if base is None or other is None:
                return None
            taken = sum(self.numbers["tricks"][seat] for seat in base)
            how = {"at least as many": "at least", "fewer": "fewer than", "as many": "exactly"}
            return _compare(taken, how[found[2]], other)
        found = re.fullmatch(
            rf"(.+?) (?:have|has) taken (no|{_N}) tricks or (no|{_N}) tricks", text
        )
        if found:
            base = self.who(found[1])
            if not base:
                return None
            taken = sum(self.numbers["tricks"][seat] for seat in base)
            return taken in [0 if text == "no" else number(text) for text in (found[2], found[4])]
        found = re.fullmatch(
            rf"(.+?) (?:have|has) scored (no|{_N} to {_N}) points in this hand", text
        )
        if found and not self.sides:
            base = self.who(found[1])
            if not base:
                return None
            scored = sum(self.numbers["hand_score"][seat] for seat in base)
            if found[2] == "no":
                return bool(scored == 0)
            return bool(number(found[3]) <= scored <= number(found[4]))
        found = re.fullmatch(r"(.+?) took the last trick", text)
        if found:
            base = self.who(found[1])
            return None if base is None else self.numbers["last_taker"] in base
        found = re.fullmatch(rf"{_N} tricks? (?:has|have) been played", text)
        if found:
            return bool(self.numbers["tricks_played"] == number(found[1]))
        found = re.fullmatch(
            rf"(?:(at least|more than|fewer than) )?(no|{_N}) (\w+?)s? (?:is|are) (.+)", text
        )
        if found:
            for name in (
                f"{found[4]}s {found[5]}",
                f"{found[5]} {found[4]}s",
                f"{found[4]} {found[5]}",
            ):
                value = self.value(name)
                if value is not None:
                    wanted = 0 if found[2] == "no" else number(found[3])
                    return _compare(value, found[1] or "exactly", wanted)
        return None

    def _of_trumps(self, text: str) -> bool | None:
        trump = self.numbers["trump"]
        if re.fullmatch(r"there are (?:no )?trumps|(?:no|a) \w+ is trumps", text):
            return bool(trump == NOBODY) == ("no" in text.split())
        found = re.fullmatch(r"(\w+)(?: or (\w+))? are trumps", text)
        if found:
            name = "" if trump == NOBODY else self.seen.labels.suit(trump).lower()
            suits = {self.seen.labels.suit(at).lower() for at in range(len(self.seen.labels.suits))}
            if found[1] in suits:
                return name in (found[1], found[2])
        return None

    def _compared(self, text: str) -> bool | None:
        found = re.fullmatch(
            r"(.+?) (?:is|are) (not )?(at least|at most|no higher than|no lower than|higher than|"
            r"lower than|more than|less than|equal to)? ?(.+?)( or more| or less)?",
            text,
        )
        if not found:
            return None
        each = re.fullmatch(r"(every|a|no) (player|side)'s (.+)", found[1])
        if each:
            held = [
                one.holds(f"their {each[3]}{text[len(found[1]) :]}")
                for one in self._everybody(each[2]) or ()
            ]
            if not held or None in held:
                return None
            return all(held) if each[1] == "every" else any(held) == (each[1] == "a")
        first = self.amount(found[1])
        if first is None:
            return None
        second = self._other(found[1], found[4])
        if second is None:
            second = self.amount(found[4])
        if second is None:
            return None
        how = found[3] or {" or more": "at least", " or less": "at most"}.get(found[5], "exactly")
        return _compare(first, how, second) != bool(found[2])

    def _other(self, first: str, words: str) -> int | None:
        """ "… is higher than the other side's": the same of somebody else."""
        if not words.endswith(("'s", "s'")):
            return None
        of = re.fullmatch(r"the (.+?) of the .+", first)
        name = of[1] if of else re.sub(r"^(?:their|its|your|the .+?'s(?: side's)?) ", "", first)
        whose = words[:-2] if words.endswith("'s") else words[:-1]
        base = self.who(whose)
        moment = self.of(base) if base else None
        return None if moment is None else moment.amount(f"their {name}")


def _compare(value: int, how: str, other: int) -> bool:
    return {
        "exactly": value == other,
        "only": value == other,
        "equal to": value == other,
        "at least": value >= other,
        "no lower than": value >= other,
        "at most": value <= other,
        "no higher than": value <= other,
        "more than": value > other,
        "higher than": value > other,
        "less than": value < other,
        "lower than": value < other,
        "fewer than": value < other,
    }[how]


def _closed(text: str) -> bool:
    return text.count("(") == text.count(")")


def _bare(text: str) -> str:
    """Without brackets around all of it."""
    while text.startswith("(") and text.endswith(")") and _closed(text[1:-1]):
        depth = 0
        for place, letter in enumerate(text):
            depth += {"(": 1, ")": -1}.get(letter, 0)
            if depth == 0 and place < len(text) - 1:
                return text
        text = text[1:-1]
    return text


def _splits(text: str, between: str) -> Iterator[tuple[str, str]]:
    """Every way to cut a text in two outside brackets, the later cuts first."""
    for found in reversed(list(re.finditer(between, text))):
        one, other = text[: found.start()], text[found.end() :]
        if one and other and _closed(one) and _closed(other):
            yield one, other
