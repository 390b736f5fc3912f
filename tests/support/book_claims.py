"""Sentence forms for the reader of rulebooks: terms, calls and their ends, duties, building."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tests.support.book_meaning import SEAT, SIDE, Moment
from tests.support.book_reader import (
    _FREE,
    _N,
    CALL_CHECKS,
    Book,
    Hand,
    Sentence,
    Step,
    Verdict,
    Watched,
    _alone,
    _beats,
    _following,
    _leading,
    _trump,
    after_call,
    form,
    number,
)
from tests.support.book_states import _moments

# --- terms ----------------------------------------------------------------------------------------


def _of_each(seen: Watched, book: Book, label: str) -> Iterator[tuple[Moment, int]]:
    """Moments of the games, and what a term comes to in each for everybody it is about."""
    terms = {let.label for let in seen.labels.genome.lets}
    label = label if label in terms or f"the {label}" not in terms else f"the {label}"
    if label not in terms:
        return
    for state in _moments(seen):
        moment = Moment(seen, book, state)
        term = moment.named[label]
        for at, value in enumerate(term.values):
            if term.of == SEAT:
                yield replace(moment, seat=at), value
            else:
                yield (replace(moment, side=at) if term.of == SIDE else moment), value


@form(r"(?:The hand|A player|A side) is (.+?) if (.+)\.")
def _so_if(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """What is so by the position is so in the game, too."""
    verdict = Verdict()
    for moment, value in _of_each(seen, book, match[1]):
        held = moment.holds(match[2])
        if held is not None:
            verdict.see(held == bool(value), f"{value}, though that is {held}")
    return verdict


@form(r"(?:The number of|The|A player's|A side's) (.+?) (?:is|are) (.+)\.")
def _comes_to(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for moment, value in _of_each(seen, book, match[1]):
        worked_out = moment.amount(match[2])
        if worked_out is not None:
            verdict.see(value == worked_out, f"{value} rather than {worked_out}")
    return verdict


@form(r"The (.+?)'s (.+?) (?:is|are) (.+)\.")
def _comes_to_for(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """The same of one who is named: "The declarer's game level is …"."""
    verdict = Verdict()
    for moment, value in _of_each(seen, book, match[2]):
        if moment.roles.get(match[1]) == moment.seat is not None:
            worked_out = moment.amount(match[3])
            if worked_out is not None:
                verdict.see(value == worked_out, f"{value} rather than {worked_out}")
    return verdict


def _list_of(book: Book, point: str, lead: str) -> tuple[re.Match[str], tuple[str, ...]] | None:
    for said, points in book.lists:
        found = re.fullmatch(lead, said)
        if found and point in points:
            return found, points
    return None


@form(r"(?:If|In|From) .+\.")
def _in_these_cases(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """A point of "… is … in any of these cases": it is so if one of them holds, and only then."""
    verdict = Verdict()
    listed = _list_of(
        book, match[0], r"(?:The hand|A player|A side) is (.+) in any of these cases:"
    )
    if listed is None:
        return verdict
    conditions = [re.sub(r"^If ", "", point.rstrip(".")) for point in listed[1]]
    conditions = [f"{text[0].lower()}{text[1:]}" for text in conditions]
    for moment, value in _of_each(seen, book, listed[0][1]):
        held = [moment.holds(text) for text in conditions]
        if None not in held:
            verdict.see(any(held) == bool(value), f"{value} of {held}")
    return verdict


@form(r"(?:The|Their|Its|Minus|Half|\d+) .+\.")
def _all_together(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """A point of "… are all of this together"."""
    verdict = Verdict()
    listed = _list_of(
        book, match[0], r"(?:The|A player's|A side's) (.+) (?:is|are) all of this together:"
    )
    if listed is None:
        return verdict
    parts = [f"{point[0].lower()}{point[1:].rstrip('.')}" for point in listed[1]]
    for moment, value in _of_each(seen, book, listed[0][1]):
        amounts = [moment._part(text) for text in parts]
        whole = [amount for amount in amounts if amount is not None]
        if len(whole) == len(amounts):
            verdict.see(value == sum(whole), f"{value} of {whole}")
    return verdict


# --- who may call what ----------------------------------------------------------------------------


def _plain(label: str) -> str:
    return label.rstrip(".:").lower()


def _is_said(words: str, move: str) -> bool:
    if words == "pass":
        # Cards are passed, too.
        return re.fullmatch(r"pass(?! .*[♣♦♥♠])(?: .*)?", move.lower()) is not None
    words = "bid" if words == "make a bid" else words
    return re.match(rf"{re.escape(words)}(?: |:|$)", move.lower()) is not None


def _among(book: Book, sentence: Sentence) -> set[str]:
    """The calls of the list in which one stands."""
    points = next((p for _, p in book.lists if any(q.startswith(sentence.text) for q in p)), ())
    words = {_plain(s.label) for s in book.sentences if s.label}
    return {
        w
        for w in words
        if any(_is_said(w, point.replace(",", " ").replace(".", " ")) for point in points)
    }


def _only_if(sentence: Sentence, seen: Watched, book: Book) -> Verdict:
    """A call may be made only if, and as a rule whenever, something is so."""
    verdict = Verdict()
    found = re.fullmatch(
        r"(.+?), (but only if|but not if|unless) (.+?)(?:, or [a-z ]+)?\.", sentence.text
    )
    label = _plain(sentence.label)
    if found is None or not _is_said(label, sentence.text.replace(",", " ")):
        return verdict
    if sum(_is_said(label, s.text.replace(",", " ").replace(".", " ")) for s in book.sentences) > 1:
        # The same is called in another list, too.
        return verdict
    words = _among(book, sentence)
    longer = {word for word in words if word != label and word.startswith(f"{label} ")}
    beside = {word for word in words - {label, "pass"} - longer if _told(book, word) == 1}
    # What somebody "may" say is asked by itself, too.
    beside = {w for w in beside if not any(f" may {w}." in text for text in book.texts)}
    if re.fullmatch(r"bid \d+", label):
        # Another call of the list is said in the same words.
        return verdict
    # What must also be higher than a bid, or names something, may be out of reach.
    named = found[1].lower() != label
    own_texts = [other.text for other in book.sentences if other.label == sentence.label]
    named = named or any("must be higher than every bid" in text for text in own_texts)
    borrowed = any("one of those under “" in lead for lead, _ in book.lists)
    borrowed = borrowed or any("one of those under “" in text for text in book.texts)
    for step in seen.steps:
        moves = [str(move).lower() for move in step.before.legal_moves(step.seat)]
        may = any(
            _is_said(label, move) and not any(_is_said(word, move) for word in longer)
            for move in moves
        )
        own = {word for word in beside for move in moves if _is_said(word, move)}
        if not may and (not own or len(moves) == 1):
            # Whoever can do nothing is asked all the same.
            continue
        if borrowed and not any(" on " in word for word in own | ({label} if may else set())):
            # The same list is used for another round.
            continue
        held = Moment(seen, book, step.before, seat=step.seat).holds(found[3])
        if held is not None:
            allowed = held == (found[2] == "but only if")
            verdict.see(allowed if may else not allowed or named, f"{moves[:6]}")
    return verdict


def _told(book: Book, label: str) -> int:
    """How many lists of a book have a call."""
    return sum(any(_is_said(label, re.sub("[,.]", " ", q)) for q in p) for _, p in book.lists)


CALL_CHECKS.append(_only_if)


def _simultaneous(sentence: Sentence, seen: Watched, book: Book) -> Verdict:
    """What is called at the same time: who gets a role by it has called what gives it."""
    verdict = Verdict()
    if sentence.label.endswith("."):
        # A heading, no call.
        return verdict
    label = _plain(sentence.label)
    roles = re.findall(
        r"(?:You are|The caller is|They are) the ([\w -]+?)(?:,|;| and the|\.|$)", sentence.text
    )
    givers: dict[str, set[str]] = {role: set() for role in roles}
    words = {_plain(other.label) for other in book.sentences if other.label}
    for other in book.sentences:
        for role in givers:
            if other.label and re.search(rf"\bthe {re.escape(role)}\b", other.text):
                givers[role].add(_plain(other.label))
    for role in roles:
        if role not in seen.labels.roles:
            continue
        place = seen.labels.roles.index(role)
        for hand in seen.hands:
            called: dict[int, str] = {}
            for step in hand.steps:
                together = not _alone(step)
                if together:
                    called[step.seat] = step.text.lower()
                given = [e for e in step.events if e[0] == "role" and e[1] == place]
                if together and given and given[-1][2] in called:
                    said = called[given[-1][2]]
                    known = {word for word in words if _is_said(word, said)}
                    if _is_said(label, said) or (known and not known & givers[role]):
                        verdict.see(_is_said(label, said), f"{said} makes seat {given[-1][2]} it")
                if not together or given:
                    called = {}
    return verdict


CALL_CHECKS.append(_simultaneous)


@after_call(
    r"(?:.*(?:[,;] |and ))?[Tt]he hand is (no longer )?(?:an? )?([\w ]+?)(?:[,;.]| and\b).*"
)
def _the_hand_is(match: re.Match[str], seen: Watched, step: Step) -> bool | None:
    values = Moment(seen, Book(""), step.after).named
    term = values.get(match[2]) or values.get(f"a {match[2]}") or values.get(f"an {match[2]}")
    if term is None or any(event[0] in ("hand", "hand_over") for event in step.events):
        return None
    return bool(term.values[0]) != bool(match[1])


@after_call(
    r"(?:You|They) are ([a-z]+ing [\w ]+|[a-z]+ing)"
    r"(?: until .*| for the rest .*|[,;] .*| and .*)?\."
)
def _they_are(match: re.Match[str], seen: Watched, step: Step) -> bool | None:
    term = Moment(seen, Book(""), step.after).named.get(match[1])
    if term is None or term.of != SEAT:
        return None
    if any(event[0] in ("hand", "hand_over") for event in step.events):
        return None
    return bool(term.values[step.seat])


@after_call(r"(?:They are|The caller is) the ([\w -]+?)(?:[,;.]| and\b).*")
def _they_are_the(match: re.Match[str], seen: Watched, step: Step) -> bool | None:
    if match[1] not in seen.labels.roles:
        return None
    place = seen.labels.roles.index(match[1])
    given = [event for event in step.events if event[0] == "role" and event[1] == place]
    return bool(given) and given[0][2] == step.seat


# --- when calling ends ----------------------------------------------------------------------------


def _calling(seen: Watched, book: Book, ends: str) -> Iterator[tuple[Hand, list[Step]]]:
    """The decisions of a list of calls that a sentence speaks of, hand by hand."""
    texts = book.texts
    if texts.count(ends) > 1:
        return
    before = book.sentences[: texts.index(ends)]
    labels: list[str] = []
    for sentence in reversed(before):
        if sentence.label:
            labels.append(_plain(sentence.label))
        elif labels or "passed is not asked again" not in sentence.text:
            break
    own = set(labels) - {"pass"}
    if not own:
        return
    for hand in seen.hands:
        steps: list[Step] = []
        for step in hand.steps:
            moves = [str(move).lower() for move in step.before.legal_moves(step.seat)]
            if any(_is_said(word, move) for word in own for move in moves):
                steps.append(step)
            elif steps and moves != ["pass"]:
                break
            elif steps:
                steps.append(step)
        if steps:
            yield hand, steps


class _Calls:
    """What was called so far, as a player who listens would know it."""

    def __init__(self, steps: list[Step], players: int) -> None:
        self.said = [step.text.lower() for step in steps]
        self.passed = {step.seat for step in steps if step.text == "pass"}
        self.players = players
        self.row = 0
        for text in reversed(self.said):
            if text != "pass":
                break
            self.row += 1
        bids = [re.match(r"bid\D*(\d[\d,]*)", text) for text in self.said]
        self.highest = max((number(found[1]) for found in bids if found), default=0)
        self.bid = any(re.match(r"(?:make a )?bid", text) for text in self.said)

    def holds(self, text: str) -> bool | None:
        text = re.sub(r"^or ", "", text.strip())
        found = re.fullmatch(r"(.+?) and (.+)", text)
        if found and (one := self.holds(found[1])) is not None:
            other = self.holds(found[2])
            return None if other is None else one and other
        if text in ("somebody has bid", "nobody has bid"):
            return self.bid == text.startswith("some")
        found = re.fullmatch(
            rf"{_N} players in a row have passed(?: \({_N} if nobody has bid\))?", text
        )
        if found:
            least = number(found[2] if found[2] and not self.bid else found[1])
            return self.row >= least
        found = re.fullmatch(
            rf"(?:at least|exactly) {_N} players have passed(?: \({_N} if nobody has bid\))?", text
        )
        if found:
            least = number(found[2] if found[2] and not self.bid else found[1])
            return len(self.passed) >= least
        if text == "every player has passed":
            return len(self.passed) == self.players
        found = re.fullmatch(rf"the highest bid so far is {_N}", text)
        if found:
            return self.highest == number(found[1])
        found = re.fullmatch(r"“(.+)” has been bid", text)
        if found:
            return any(said == f"bid {found[1]}" for said in self.said)
        return None


@form(r"The calling ends as soon as (.+)\.")
def _calling_ends(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Whoever is still asked is asked because nothing of this is so; at the end something is."""
    verdict = Verdict()
    between = "; " if "; " in match[1] else ", or "
    ends = match[1].split(between)
    # Where everybody is asked so many times only, it ends by itself.
    leads = " ".join(lead for lead, _ in book.lists)
    once = "round after round" not in leads
    once = once or re.search(r"call in turn, (?:once|twice|\w+ times) each", leads) is not None
    for hand, steps in _calling(seen, book, match[0]):
        if any(step.before.position.numbers()["answered"] for step in steps):
            return Verdict()
        for at in range(1, len(steps) + 1):
            calls = _Calls(steps[:at], seen.players)
            moment = Moment(seen, book, steps[at - 1].after, seat=steps[at - 1].seat)
            over = any(e[0] in ("hand", "hand_over", "thrown_in") for e in steps[at - 1].events)
            if over and at == len(steps):
                continue
            held = [calls.holds(text) for text in ends]
            held = [
                moment.holds(re.sub(r"^or ", "", text)) if one is None else one
                for one, text in zip(held, ends, strict=True)
            ]
            if None in held:
                continue
            if at < len(steps):
                verdict.see(not any(held), f"{steps[at].text} after {calls.said[-4:]}")
            elif hand.steps[-1] is not steps[-1] and not once:
                verdict.see(any(held), f"no more after {calls.said[-4:]}")
    return verdict


# --- duties ---------------------------------------------------------------------------------------

_RULE = re.compile(r"(?:(If|In) (.+): (?:play|lead)|(?:Play|Lead)) (.+)\.")


class _Trick:
    """The trick in progress, as whoever has to play to it sees it."""

    def __init__(self, seen: Watched, step: Step, seat: int, held: set[int]) -> None:
        self.seen, self.step, self.seat, self.held = seen, step, seat, held
        position = step.before.position
        self.orders, self.trump = position.card_orders(), _trump(seen, position)
        self.lying = position.trick()
        self.led = self.orders[self.lying[0][1]][0] if self.lying else -1
        self.best_seat, self.best = self.lying[0] if self.lying else (-1, -1)
        for other, card in self.lying[1:]:
            if _beats(self.orders, self.trump, self.led, card, self.best):
                self.best_seat, self.best = other, card

    def cards(self, words: str, moment: Moment) -> set[int] | None:
        """The cards held that some words mean; None if they are not understood."""
        words = re.sub(r", or (?=an? |the )", " or ", words.strip())
        beating = " that beats the card that is winning the trick"
        if words.endswith(beating) and self.lying:
            parts = self.cards(words.removesuffix(beating), moment)
            if " or " not in words:
                if parts is None:
                    return None
                best = self.best
                return {c for c in parts if _beats(self.orders, self.trump, self.led, c, best)}
        if " or " in words:
            each = [self.cards(part, moment) for part in words.split(" or ")]
            return None if None in each else set().union(*(part for part in each if part))
        if words == "a card of the suit led":
            return {c for c in self.held if self.orders[c][0] == self.led}
        if words == "a trump":
            return {c for c in self.held if self.orders[c][0] == self.trump}
        if words == "a card that is not a trump":
            return {c for c in self.held if self.orders[c][0] != self.trump}
        told = re.fullmatch(r"an? (.+)", words)
        said = [
            found
            for text in moment.book.texts
            if told and (found := re.fullmatch(rf"An? {re.escape(told[1])} is (.+?)\.", text))
        ]
        if said:
            apart = re.fullmatch(r"(.+) \(unless it beats the card led and is (.+)\)", said[0][1])
            if apart is None:
                return self.cards(said[0][1], moment)
            trumps = self.cards(apart[1], moment)
            kept = self._listed(_explained(moment.book, apart[2]))
            if trumps is None or kept is None or not self.lying:
                return None
            first = self.lying[0][1]
            better = {c for c in trumps if _beats(self.orders, self.trump, self.led, c, first)}
            return trumps - (kept & better)
        found = re.fullmatch(r"a trump other than the (\w+)", words)
        if found:
            trumps = self.cards("a trump", moment) or set()
            return {c for c in trumps if not _named(self.seen, c, found[1])}
        found = re.fullmatch(r"(?:the|an?) (\w+(?: of \w+)?)", words)
        if found:
            own = {c for c in range(len(self.orders)) if _named(self.seen, c, found[1])}
            return {c for c in self.held if c in own} if own else None
        found = re.fullmatch(r"a card other than (?:an?|the) (.+)", words)
        if found:
            own = {c for c in self.held if _named(self.seen, c, found[1])}
            whole = {c for c in range(len(self.orders)) if _named(self.seen, c, found[1])}
            return self.held - own if whole else None
        return None

    def _listed(self, words: str) -> set[int] | None:
        """ "the five or jack of trumps or the ace of hearts"."""
        found: set[int] = set()
        for part in re.split(r",? or (?=the |an? )", words):
            one = re.fullmatch(r"(?:the|an?) ((?:\w+|, | or )+) of (\w+)", part)
            if one is None:
                return None
            for rank in re.split(r", | or ", one[1]):
                for card in range(len(self.orders)):
                    face = self.seen.game.cards[card]
                    suit, own = str(face.suit), str(getattr(face.rank, "word", face.rank))
                    trump = self.seen.labels.suit(self.trump).lower() if self.trump < 200 else ""
                    if own == rank and suit == (trump if one[2] == "trumps" else one[2]):
                        found.add(card)
        return found

    def holds(self, words: str, moment: Moment) -> bool | None:
        found = re.fullmatch(r"(.+?) and (.+)", words)
        whole = self._one(words, moment)
        if whole is not None or found is None:
            return whole
        one, other = self.holds(found[1], moment), self.holds(found[2], moment)
        return None if one is None or other is None else one and other

    def _one(self, words: str, moment: Moment) -> bool | None:
        if words in ("the card led is a trump", "the card led is not a trump"):
            return (self.led == self.trump) == ("not" not in words)
        if words == "an opponent is winning the trick":
            sides = self.seen.game.teams
            return not any(self.seat in side and self.best_seat in side for side in sides)
        found = re.fullmatch(r"you hold (.+)", words)
        if found:
            cards = self.cards(found[1], moment)
            if cards is not None:
                return bool(cards)
        found = re.fullmatch(r"the (first|second|third) (?:(\w+) )?tricks?", words)
        if found:
            played = moment.numbers["tricks_played"]
            if found[2]:
                return bool(played < number(found[2]))
            return bool(played == ("first", "second", "third").index(found[1]))
        return moment.holds(words)


def _explained(book: Book, words: str) -> str:
    """What a book says that a term for cards means; the words themselves if it says nothing."""
    name = re.sub(r"^an? ", "", words)
    said = [re.fullmatch(rf"An? {re.escape(name)} is (.+)\.", text) for text in book.texts]
    return next((found[1] for found in said if found), words)


def _named(seen: Watched, card: int, name: str) -> bool:
    face = seen.game.cards[card]
    suit, rank = str(face.suit), str(getattr(face.rank, "word", face.rank))
    return name in (suit.removesuffix("s"), rank, f"{rank} of {suit}", seen.labels.card_texts[card])


def _duties(book: Book) -> list[re.Match[str]] | None:
    """The duties of those who follow, in order; None if one of them has another form."""
    lead = "When you follow to a trick, the first of these duties that you can fulfil binds you:"
    free = "Otherwise the first of these duties that you can fulfil binds you:"
    for said, points in book.numbered:
        if said.endswith((lead, free)):
            rules = [_RULE.fullmatch(point) for point in points]
            return [rule for rule in rules if rule] if all(rules) else None
    return None


def _watch_duties(seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    rules = _duties(book)
    free = [found for text in book.texts if (found := _FREE.fullmatch(text))]
    unlike = r"^The lowest|whatever its suit"
    opened = [re.match(r"If (?:the|an?) (.+) is led, the next player may", t) for t in book.texts]
    excused = {found[1] for found in opened if found}
    if not rules or any(re.search(unlike, text) for text in book.texts):
        return verdict
    for step, legal, held in _following(seen):
        seat = next(
            (s for s in range(seen.players) if set(seen.hand_of(step.before, s)) == held), step.seat
        )
        moment = Moment(seen, book, step.before, seat=seat)
        trick = _Trick(seen, step, seat, held)
        if excused and any(_named(seen, card, name) for _, card in trick.lying for name in excused):
            # A lead that says nothing: what is to be followed is told elsewhere.
            continue
        if free:
            still = re.fullmatch(r"As long as (.+), you may play any card .*", free[0][0])
            exempt = moment.holds(still[1]) if still else None
            if exempt is None:
                continue
            if exempt:
                verdict.see(legal == held, step.text)
                continue
        wanted: set[int] | None = held
        for rule in rules:
            so = trick.holds(rule[2], moment) if rule[2] else True
            cards = trick.cards(rule[3], moment)
            if so is None or (so and cards is None):
                wanted = None
                break
            if so and cards:
                wanted = cards
                break
        if wanted is not None:
            verdict.see(legal == wanted, step.text)
    return verdict


@form(rf"{_RULE.pattern}|If you can fulfil none of them, you may play any card\.|{_FREE.pattern}")
def _duty_in_order(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    rules = _duties(book)
    said = {rule[0] for rule in rules} if rules else set()
    if match[0].startswith(("If you can fulfil", "As long as")) or match[0] in said:
        return _watch_duties(seen, book)
    return Verdict()


@form(r"If you hold a card of the suit led, you must play (.+); otherwise you may play any card\.")
def _must_play(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for step, legal, held in _following(seen):
        moment = Moment(seen, book, step.before, seat=step.seat)
        trick = _Trick(seen, step, step.seat, held)
        cards = trick.cards(match[1], moment)
        if cards is not None:
            led = trick.cards("a card of the suit led", moment)
            verdict.see(legal == (cards if led else held), step.text)
    return verdict


@form(r"(?:In the first trick, |If (.+), )the leader must lead (.+), if they can\.")
def _must_lead_so(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if any(" may not be led until they are broken" in text for text in book.texts):
        return verdict
    for trick, step, legal, held in _leading(seen):
        moment = Moment(seen, book, step.before, seat=step.seat)
        cards = _Trick(seen, step, step.seat, held).cards(match[2], moment)
        so = moment.holds(match[1]) if match[1] else trick.number == 1
        if cards is not None and so is not None:
            verdict.see(legal == ((cards or held) if so else held), step.text)
    return verdict


# --- dealing to other places than hands -----------------------------------------------------------


def _places(seen: Watched, hand: Hand, label: str) -> list[int]:
    """How many cards the deal brings to each place of a zone, in the order of the places."""
    turns = [at for at, event in enumerate(hand.dealt) if event[0] == "turn"]
    events = hand.dealt[: turns[0]] if turns else hand.dealt
    cards = [event for event in events if event[0] == "card"]
    names = (label, f"{label}s", label.removesuffix("s"))
    zones = {at for at, zone in enumerate(seen.labels.zones) if zone.label in names}
    targets = [e[3] for e in cards if e[2] == cards[0][2]]
    places = [at for at, (zone, *_) in enumerate(hand.start.position.places()) if zone in zones]
    return [targets.count(at) for at in places]


@form(
    rf"(?:Then t|T)he (?:dealer|house) deals {_N} cards? to each player"
    r"(?: in one packet|, one at a time)?,(?: face up)? (?:as|with) their (.+)\."
)
def _dealt_beside(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        counts = _places(seen, hand, match[2])
        out = hand.start.position.numbers()["out"]
        if sum(counts) and not out:
            verdict.see(set(counts) == {number(match[1])}, f"{counts}")
            verdict.see(len(counts) == seen.players, f"{counts}")
    return verdict


@form(rf"(?:Then (?:the dealer|you)|You|The dealer) deals? {_N} cards? to each of the {_N} (.+)\.")
def _dealt_to_piles(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        counts = _places(seen, hand, match[3])
        if sum(counts):
            verdict.see(counts == [number(match[1])] * number(match[2]), f"{counts}")
    return verdict


@form(
    rf"You deal {_N} cards to each of the first {_N} of the {_N} (.+?) and {_N} to each of the "
    rf"other {_N}\."
)
def _dealt_unevenly(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    wanted = [number(match[1])] * number(match[2]) + [number(match[5])] * number(match[6])
    for hand in seen.hands:
        verdict.see(_places(seen, hand, match[4]) == wanted, f"{wanted}")
    return verdict


@form(
    rf"You deal no card to the first of the {_N} (.+?), one to the second, and so on up to {_N} to "
    r"the last\."
)
def _dealt_in_steps(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for hand in seen.hands:
        counts = _places(seen, hand, match[2])
        verdict.see(counts == list(range(number(match[3]) + 1)), f"{counts}")
        verdict.see(len(counts) == number(match[1]), f"{counts}")
    return verdict


# --- building -------------------------------------------------------------------------------------


def _alike(label: str, words: str) -> bool:
    return words in (label, f"{label}s", label.removesuffix("s"))


@form(
    r"(?:(?:Move|Play) (the top card|a card|all the cards) (?:of|from) (?:an?|your|the) (.+?)"
    r"(?: together)? to (?:an?|another|the) (.+))\."
)
def _moved_between(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """Such a move takes the top card, any one card of a hand, or all that lies in the place."""
    verdict = Verdict()
    for step in seen.steps:
        places = step.before.position.places()
        cards = [e for e in step.events if e[0] == "card"]
        if not step.text.startswith("move ") or not cards:
            continue
        source, target = cards[0][2], cards[0][3]
        if max(source, target) >= len(places):
            continue
        named = [seen.labels.zones[places[at][0]].label for at in (source, target)]
        in_hand = seen.is_hand(step.before, source) is not None and match[2] == "hand"
        if not (in_hand or _alike(named[0], match[2])) or not _alike(named[1], match[3]):
            continue
        lying = bytes(places[source][3])
        count = len(re.findall(r"\S+", step.text.split(" from ")[0])) - 1
        if match[1] == "all the cards":
            verdict.see(count == len(lying), f"{count} of {len(lying)}: {step.text}")
        elif match[1] == "the top card":
            verdict.see(count == 1 and cards[0][1] == lying[-1], step.text)
        else:
            verdict.see(count == 1 and cards[0][1] in lying, step.text)
    return verdict


def _empty(seen: Watched, step: Step, label: str) -> bool:
    return any(
        zone < len(seen.labels.zones) and _alike(seen.labels.zones[zone].label, label) and not cards
        for zone, _, _, cards, _ in step.before.position.places()
    )


@form(r"(Any card|Nothing) may be (moved|played) to an empty ([\w ]+)\.")
def _anything_on_empty(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """As long as a place is empty, every card that could be moved may go there, or none."""
    verdict = Verdict()
    own = rf"(?:the )?(?:\w+'s )?{re.escape(match[3])}(?: (\d+| of .+))?"
    sources: set[str] = set()
    for at, text in enumerate(book.texts):
        told = re.match(
            r"Move (?:the top card|all the cards) of (?:an?|the) ([\w ]+?)(?:,| to)", text
        )
        for later in book.texts[at + 1 : at + 4]:
            if later.startswith(("Move ", "Play ", "Make ")):
                break
            if told and later == match[0]:
                sources |= {told[1].removesuffix(" together"), f"the {told[1]}"}
    for step in seen.steps:
        moves = [str(move) for move in step.before.legal_moves(step.seat)]
        building = [m for m in moves if re.search(rf" to {own}$", m)]
        if not _empty(seen, step, match[3]) or not building:
            continue
        if match[1] == "Nothing":
            empty = {
                str(at + 1)
                for at, (zone, _, _, cards, _) in enumerate(
                    place
                    for place in step.before.position.places()
                    if place[0] < len(seen.labels.zones)
                    and _alike(seen.labels.zones[place[0]].label, match[3])
                )
                if not cards
            }
            # Only of the place of which the sentence before it speaks.
            moved = [m for m in building if any(f" from {s}" in m for s in sources)]
            if moved:
                verdict.see(not any(m.split(" ")[-1] in empty for m in moved), step.text)
        elif match[2] == "played":
            held = seen.hand_of(step.before, step.seat)
            names = [seen.labels.card_texts[card] for card in held]
            fits = all(any(m.startswith(f"move {n} from ") for m in building) for n in names)
            verdict.see(fits, step.text)
        else:
            verdict.see(bool(building), step.text)
    return verdict


@form(r"Only an? (\w+) or an? (\w+) may be (?:moved|played) to an empty ([\w ]+)\.")
def _either_on_empty(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    places_told = {text for text in book.texts if text.endswith(f" to an empty {match[3]}.")}
    origin = re.match(
        r"(?:Move|Play) .+ (?:of|from) (?:an?|your|the) (.+?) to ",
        book.texts[book.texts.index(match[0]) - 1],
    )
    for step in seen.steps:
        places = step.before.position.places()
        cards = [e for e in step.events if e[0] == "card"]
        if not step.text.startswith("move ") or not cards or cards[0][3] >= len(places):
            continue
        zone, _, _, lying, _ = places[cards[0][3]]
        source = seen.labels.zones[places[cards[0][2]][0]].label
        if len(places_told) > 1 and (origin is None or not _alike(source, origin[1])):
            # It speaks of the move before it alone.
            continue
        if _alike(seen.labels.zones[zone].label, match[3]) and not lying:
            fits = any(_named(seen, cards[0][1], name) for name in match.group(1, 2))
            verdict.see(fits, step.text)
    return verdict


# --- more about ends and turns --------------------------------------------------------------------


@form(r"If (?:both (?:sides|players)|several players) are equal, another hand is played, .*\.")
def _plays_on(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """A match never ends as long as two have the same."""
    verdict = Verdict()
    for final in seen.finals:
        best = {seat for seat, value in enumerate(final.totals) if value == max(final.totals)}
        lowest = any(re.search(r"with the low(?:est|er) score has won", t) for t in book.texts)
        if lowest:
            best = {seat for seat, value in enumerate(final.totals) if value == min(final.totals)}
        sides = seen.game.teams or tuple((seat,) for seat in range(seen.players))
        verdict.see(any(best == set(side) for side in sides), f"{final.totals}")
    return verdict


@form(
    r"The game ends after the (\w+?)(?:st|nd|rd|th) hand, or after an earlier one if (.+); the "
    r"player with the most chips has won\."
)
def _or_earlier(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for final in seen.finals:
        most = {seat for seat, value in enumerate(final.chips) if value == max(final.chips)}
        verdict.see(final.winners == most, f"{final.winners} of {final.chips}")
        if match[1].isdecimal():
            verdict.see(final.hand <= int(match[1]), f"hand {final.hand}")
    return verdict


@form(
    rf"If a side has at least {_N} points and more points than the other side, that side has won\."
)
def _side_ahead(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for final in seen.finals:
        best = {seat for seat, value in enumerate(final.totals) if value == max(final.totals)}
        if max(final.totals) >= number(match[1]) and len(best) < seen.players:
            verdict.see(final.winners == best, f"{final.winners} of {final.totals}")
    return verdict


@form(r"Of two identical cards the one played (first|last) wins\.")
def _of_two_alike(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    for trick in seen.tricks:
        won = [card for seat, card, _ in trick.played if seat == trick.winner]
        if not won:
            continue
        name = seen.labels.card_texts[won[0]]
        alike = [seat for seat, card, _ in trick.played if seen.labels.card_texts[card] == name]
        if len(alike) > 1:
            wanted = alike[0] if match[1] == "first" else alike[-1]
            verdict.see(trick.winner == wanted, f"{name} of seat {trick.winner}")
    return verdict


@form(
    rf"Each player chooses {_N} cards? from their hand and passes (?:it|them) face down to (their "
    r"opponent|the player to their left|the player to their right|the player opposite them)\."
)
def _passed_to(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    verdict = Verdict()
    if any(" gives " in text for text in book.texts):
        return verdict
    for step in seen.steps:
        if not re.match(r"pass .*[^a-z ]", step.text):
            continue
        given: dict[tuple[int, int], int] = {}
        for event in step.events:
            if event[0] == "turn":
                break
            if event[0] == "card":
                one, other = (seen.is_hand(step.before, place) for place in event[2:4])
                if one is not None and other is not None:
                    given[one, other] = given.get((one, other), 0) + 1
        for (one, other), count in given.items():
            moment = Moment(seen, book, step.before, seat=one)
            wanted = moment.who(match[2])
            if wanted:
                verdict.see(other == wanted[0], f"from {one} to {other}")
                verdict.see(count == number(match[1]), f"{count} cards")
    return verdict


def _is_passed(hand: Hand) -> bool:
    """Whether cards are passed on in a hand: in some games they are not in every fourth."""
    return any(step.text.startswith("pass ") for step in hand.steps)


@form(
    r"In each hand (?:the|both) players first (bid|call|pass cards on), then "
    r"(?:pass cards on, then )?(?:take turns|bet on their cards)\."
)
def _then_turns(match: re.Match[str], seen: Watched, book: Book) -> Verdict:
    """What is called comes before what is played: nothing of it is said after the first card."""
    verdict = Verdict()
    later = "bet" if "bet on their cards" in match[0] else "play"
    for hand in seen.hands:
        begun = False
        for step in hand.steps:
            moves = [str(move) for move in step.before.legal_moves(step.seat)]
            begun = begun or step.text.split(" ")[0] == later
            calls = any(m.startswith("bid ") for m in moves)
            if match[1] == "bid" and begun:
                verdict.see(not calls, step.text)
            elif step is hand.steps[0] and (match[1] != "pass cards on" or _is_passed(hand)):
                verdict.see(not step.text.startswith(later), step.text)
    return verdict
