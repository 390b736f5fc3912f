"""Laws of what lies on the table and what is written down: cards, chips, points, turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from darwindeck.genome.schema import GameGenome, Location, ScoreOp
from darwindeck.laws.moment import Moment
from darwindeck.simulation.labels import Labels, Place

MOST_IN_A_TURN = 500
"""After so many decisions in one turn, each further one counts as a turn."""
MOST_POINTS = 1_000_000
MOST_HAND_POINTS = 100_000


def cards(moment: Moment) -> Iterator[str]:
    """Every card is in exactly one place."""
    labels = moment.game.labels
    lying = Counter(card for place in moment.places for card in place.cards)
    for card, text in enumerate(labels.card_texts):
        if lying[card] != 1:
            where = [moment.table.place(p.number) for p in moment.places if card in p.cards]
            yield f"{text} (card {card}) lies in {lying[card]} places: {', '.join(where) or 'none'}"
    for card in lying.keys() - set(range(len(labels.cards))):
        yield f"there is a card {card}, which the game does not have"


def moved(moment: Moment) -> Iterator[str]:
    """Whenever a card goes from one place to another, that is told."""
    texts = moment.game.labels.card_texts
    lies = {} if moment.before is None else _lying(moment.before.places)
    for kind, *rest in moment.events:
        if kind == "hand":
            lies = dict.fromkeys(range(len(texts)), _stock(moment))
        elif kind == "card":
            card, source, target, _ = rest
            if lies.get(card, source) != source:
                yield f"{texts[card]} is told to leave place {source}, but lies in {lies[card]}"
            lies[card] = target
    found = _lying(moment.places)
    for card in lies.keys() & found.keys():
        if lies[card] != found[card]:
            yield f"{texts[card]} was last told to be in place {lies[card]}, not in {found[card]}"


def _lying(places: Sequence[Place]) -> dict[int, int]:
    """For each card the number of the place where it is."""
    return {card: place.number for place in places for card in place.cards}


def _stock(moment: Moment) -> int:
    zone = moment.game.labels.zone_number[Location.DECK]
    return next(place.number for place in moment.places if place.zone == zone)


def chips(moment: Moment) -> Iterator[str]:
    """Chips only change hands; rules that pay chips are told of."""
    genome, numbers = moment.game.labels.genome, moment.numbers
    expected = _start_chips(moment) if moment.before is None else moment.before.numbers["chips"]
    told = Counter[int]()
    for kind, *rest in moment.events:
        if kind == "chips":
            told[rest[0]] += rest[1]
    for seat, (had, has) in enumerate(zip(expected, numbers["chips"], strict=True)):
        if had + told[seat] != has:
            yield (
                f"{moment.game.seats[seat]} had {had} chips, was told of {told[seat]:+d} and "
                f"now has {has}"
            )
    put_in = sum(numbers["staked"]) + sum(numbers["dead"])
    if numbers["pot"] < put_in:
        yield f"the pot is {numbers['pot']}, but {put_in} chips have been put in"
    if not _pays_chips(genome):
        yield from _kept_together(moment)


def _kept_together(moment: Moment) -> Iterator[str]:
    """Nobody pays chips in or out: their number never changes."""
    numbers, begun = moment.numbers, sum(_start_chips(moment))
    if sum(numbers["chips"]) + numbers["pot"] != begun:
        yield (
            f"there were {begun} chips; now there are {list(numbers['chips'])} and "
            f"{numbers['pot']} in the pot"
        )
    for seat, count in enumerate(numbers["chips"]):
        if count < 0:
            yield f"{moment.game.seats[seat]} has {count} chips"


def _start_chips(moment: Moment) -> list[int]:
    genome = moment.game.labels.genome
    house = len(moment.seats) - genome.player_count
    return [genome.setup.starting_chips] * genome.player_count + [0] * house


def _pays_chips(genome: GameGenome) -> bool:
    return any(rule.into == "chips" for rule in genome.scoring_rules or ())


def points(moment: Moment) -> Iterator[str]:
    """Scores are what the points that were told of add up to."""
    labels = moment.game.labels
    sheet = _Sheet(labels, len(moment.seats), len(moment.numbers["side_score"]))
    if moment.before is not None:
        sheet.copy(moment.before.numbers)
    for kind, *rest in moment.events:
        sheet.note(kind, rest)
    sheet.post()
    for name, expected in sheet.columns.items():
        found = list(moment.numbers[name])
        if found != expected:
            yield f"{name.replace('_', ' ')}: told of {expected}, written down {found}"


class _Sheet:
    """A score sheet, kept by what is told."""

    def __init__(self, labels: Labels, seats: int, sides: int) -> None:
        self.labels = labels
        self.columns: dict[str, list[int]] = {
            "score": [0] * seats,
            "hand_score": [0] * seats,
            "side_score": [0] * sides,
            "side_hand_score": [0] * sides,
        }
        self._due = False
        """Whether the points of the hand are yet to be added to the score."""

    def copy(self, numbers: dict[str, Sequence[int]]) -> None:
        for name in self.columns:
            self.columns[name] = list(numbers[name])

    def note(self, kind: str, rest: list[int]) -> None:
        if kind == "hand":
            self.post()
        elif kind == "thrown_in":
            self._lose()
        elif kind == "hand_over":
            self._due = True
            if not rest[0]:
                self._lose()
        elif kind == "game_over":
            # In the midst of a hand its points so far count.
            self._due = True
        elif kind == "scored":
            self._score(*rest)

    def post(self) -> None:
        if self._due:
            for whole, part in (("score", "hand_score"), ("side_score", "side_hand_score")):
                for index, amount in enumerate(self.columns[part]):
                    total = self.columns[whole][index] + amount
                    self.columns[whole][index] = _within(total, MOST_POINTS)
            self._lose()
        self._due = False

    def _lose(self) -> None:
        for part in ("hand_score", "side_hand_score"):
            self.columns[part] = [0] * len(self.columns[part])

    def _score(self, who: int, amount: int, rule: int) -> None:
        rules = self.labels.genome.scoring_rules or ()
        is_set = rule < len(rules) and rules[rule].op is ScoreOp.SET
        if rule < len(rules) and rules[rule].into != "hand_score":
            return
        seats = self.columns["hand_score"]
        if who < 100:
            seats[who] = _within(amount if is_set else seats[who] + amount, MOST_HAND_POINTS)
            return
        side, column = who - 100, self.columns["side_hand_score"]
        members = sum(seats[seat] for seat in self.labels.sides[side])
        total = amount - members if is_set else column[side] + amount
        column[side] = _within(total, MOST_HAND_POINTS)


def _within(number: int, most: int) -> int:
    return max(-most, min(most, number))


def length(moment: Moment) -> Iterator[str]:
    """The limit of turns bounds every game."""
    turns, most = moment.numbers["turns"], moment.game.labels.genome.max_turns
    if turns > most:
        yield f"{turns} turns were counted, and the limit is {most}"
    if moment.before is not None and turns < moment.before.numbers["turns"]:
        yield f"turns fell from {moment.before.numbers['turns']} to {turns}"
    if moment.idle > MOST_IN_A_TURN + 1:
        yield f"{moment.idle} decisions were made in one turn"
    reason = moment.position.limit_reason
    if reason == "work":
        yield "one decision would take too much work"
    elif reason is not None and turns != most:
        yield f"the game was broken off at its limit after {turns} of {most} turns"


def someone(moment: Moment) -> Iterator[str]:
    """An unfinished game has somebody who can move, a finished one nobody."""
    position, names = moment.position, moment.game.seats
    able = [seat for seat in moment.seats if position.legal(seat)]
    if list(moment.to_move) != able:
        yield f"seats {list(moment.to_move)} are to move, but {able} have something to do"
    if position.over:
        if able or position.asked() is not None:
            yield f"the game is over, and {', '.join(names[seat] for seat in able)} may still act"
        return
    if not able:
        yield "the game is not over, and nobody can do anything"
    elif position.asked() not in able:
        yield f"seat {position.asked()} is asked, who has nothing to do"


def knowledge(moment: Moment) -> Iterator[str]:
    """What everybody knows about hands is true."""
    labels = moment.game.labels
    hand = labels.zone_number.get("hand")
    for place in moment.places:
        if place.zone != hand or place.owner >= labels.players:
            continue
        wrong = set(moment.position.lacks(place.owner)) & set(place.cards)
        if wrong:
            held = labels.cards_text(sorted(wrong))
            yield f"{labels.seat(place.owner)} holds {held}, which everybody thinks they lack"


def replay(moment: Moment) -> Iterator[str]:
    """The same decisions lead to the same positions."""
    if moment.position.digest() != moment.record.digests[moment.number]:
        yield "the same moves from the same deal lead to another position"
