"""A server of made-up matches: plays Baloot on the genome and writes the mobile archive format.

The engine says what is legal and what a hand scores; what is written besides (card points, totals,
declarations paid) is added up here from the cards.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from darwindeck.cards import Card, Rank
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import CallPhase
from darwindeck.library import create_baloot_genome
from darwindeck.oracles.baloot.engine import SERVER_RULES
from darwindeck.oracles.baloot.players import Players, WildPlayers
from darwindeck.oracles.baloot.reader import NUMBERS
from darwindeck.simulation import Game
from darwindeck.simulation.moves import MoveKind, fields_of

Json = dict[str, Any]

WORDS = {
    "hokum": "hokom",
    "second_hokum": "hokom2",
    "sun": "sun",
    "ashkal": "ashkal",
    "second_ashkal": "ashkal",
    "confirm": "pass",
    "turn_to_sun": "turntosun",
    "before_you": "beforeyou",
    "double_closed": "hokomclose",
    "double_open": "hokomopen",
    "double_sun": "double",
    "triple": "triple",
    "four_closed": "hokomclose",
    "four_open": "hokomopen",
    "gahwa": "qahwa",
}
PRJ = {
    "sira": 1,
    "fifty": 2,
    "hundred in sequence": 3,
    "hundred of a kind": 3,
    "hundred in aces": 3,
    "four hundred": 4,
}
NAMES = {1: ("sira", 20), 2: ("50", 50), 3: ("100", 100), 4: ("400", 400)}
SUIT_NUMBERS = {"spades": 0, "hearts": 1, "clubs": 2, "diamonds": 3}
PLAIN = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
TRUMP = {**PLAIN, "J": 20, "9": 14}


@lru_cache(maxsize=8)
def _game(options: tuple[tuple[str, str], ...]) -> Game:
    return Game(apply_options(create_baloot_genome(), dict(options)))


class Server:
    """Plays one match and keeps its archive."""

    def __init__(
        self, seed: int, players: Players | None = None, readings: Mapping[str, str] | None = None
    ) -> None:
        options = {**SERVER_RULES, **(readings or {})}
        self.game = _game(tuple(sorted(options.items())))
        self.players = WildPlayers() if players is None else players
        self.random = random.Random(seed)
        self.state = self.game.deal(seed, dealer=self.random.randrange(4))
        self.labels = self.game.labels
        self.hand_zone = self.labels.zone_number["hand"]
        self.rounds: list[list[Json]] = []
        self.deal_number = 0

    def match(self) -> Json:
        while not self.state.over:
            if self.numbers["deal_number"] != self.deal_number:
                self._begin()
            self._decide()
        self._finish()
        scores = self.numbers["side_score"]
        header = {"v": 1, "n": "a match", "ps": [1, 2, 3, 4], "rs": [{"r": r} for r in self.rounds]}
        archive: Json = omitting({**header, "s1": scores[0], "s2": scores[1]})
        return archive

    # --- the table -------------------------------------------------------------------------------

    @property
    def numbers(self) -> Json:
        return self.state.position.numbers()

    def hands(self) -> list[list[Card]]:
        found: list[list[Card]] = [[], [], [], []]
        for zone, owner, _, cards, _ in self.state.position.places():
            if zone == self.hand_zone:
                found[owner] = [self.game.cards[card] for card in cards]
        return found

    def _phase(self) -> Any:
        return self.labels.phases[self.state.position.frames()[-1][0]]

    def _begin(self) -> None:
        if self.rounds:
            self._finish()
        numbers = self.numbers
        self.deal_number = numbers["deal_number"]
        self.dealer = numbers["dealer"]
        self.before = list(numbers["side_score"])
        floor = next(
            cards
            for zone, _, _, cards, _ in self.state.position.places()
            if zone == self.labels.zone_number["floor"]
        )
        self.floor = self.game.cards[floor[0]]
        self.bhr = [_mask(hand) for hand in self.hands()]
        self.deal: Json = {"e": 15, "bhr": self.bhr}
        self.log: list[Json] = [
            self.deal,
            {
                "e": 1,
                "p": self.dealer + 1,
                "fc": NUMBERS[self.floor],
                "t1s": self.before[0],
                "t2s": self.before[1],
            },
        ]
        self.rounds.append(self.log)
        self.fields: Json = {"ts": 4, "rb": -1}
        self.answers: list[tuple[int, Any]] = []
        self.tricks: list[list[tuple[int, Card]]] = [[]]
        self.announced: dict[int, list[tuple[int, list[Card]]]] = {}
        self.baloots: set[int] = set()
        self.won: list[int] = []
        self.claimed = False
        self.at_play: list[list[Card]] | None = None
        self.scores: list[int] | None = None

    # --- decisions -------------------------------------------------------------------------------

    def _decide(self) -> None:
        state, phase = self.state, self._phase()
        assert state.asked is not None
        if phase.name == "play" or phase.name.startswith(("declaring", "claiming", "announcing")):
            self._start_play()
            if state.forced is not None:
                # Servers do not ask those who can only decline.
                self._advance(state.forced, state.asked)
            else:
                self._play(phase.name)
        else:
            self._auction(phase)

    def _auction(self, phase: CallPhase) -> None:
        seats = list(self.state.to_move)
        kawesh = [seat for seat in seats if len(self.state.legal_moves(seat)) and seat != seats[0]]
        seat = seats[0]
        if phase.simultaneous:
            seat = self.random.choice(seats)
        elif kawesh and phase.name in ("first_calls", "second_calls"):
            seat = seats[0] if self.random.random() < 0.5 else kawesh[-1]
        moves = self.state.legal_moves(seat)
        calls = [phase.calls[fields_of(move.code).a] for move in moves]
        index = self.players.call(self, seat, [str(call.name) for call in calls], moves)
        call, move = calls[index], moves[index]
        suit = None
        if call.name == "name_trumps":
            suit = next(name for name in SUIT_NUMBERS if name in move.text)
        if phase.simultaneous:
            self.answers.append((seat, call))
            if len(seats) == 1:
                self._weigh(phase)
        else:
            self._say(phase, seat, str(call.name), suit)
        self.state = self.state.apply(move, seat)

    def _weigh(self, phase: CallPhase) -> None:
        """All have answered: the best answer counts, the others are passes."""
        answers, self.answers = self.answers, []
        order = {(self.dealer + place) % 4: place for place in (1, 2, 3, 4)}
        best = min(answers, key=lambda answer: (-answer[1].rank, order[answer[0]]))
        for seat, call in answers:
            if (seat, call) == best and not call.is_pass:
                self._say(phase, seat, str(call.name), None)
            else:
                self._say(phase, seat, "pass_turn", None)

    def _say(self, phase: CallPhase, seat: int, name: str, suit: str | None) -> None:
        fields = self.fields
        if name == "kawesh":
            self.log.append({"e": 16, "p": seat + 1})
            return
        word = suit or WORDS.get(name, "pass")
        if name == "pass_turn" and phase.name in ("first_calls", "second_calls"):
            words = ("pass", "thany") if phase.name == "first_calls" else ("wala", "waraq")
            word = words[seat == self.dealer]
        if name in ("hokum", "second_hokum"):
            fields.update(gm=2, rb=seat + 1)
        elif name in ("sun", "before_you"):
            fields.update(gm=1, rb=seat + 1)
        elif name in ("ashkal", "second_ashkal"):
            fields.update(gm=3, rb=seat + 1)
        elif name == "turn_to_sun":
            fields.update(gm=1)
        elif name == "confirm":
            fields.update(ts=SUIT_NUMBERS[str(self.floor.suit)])
        elif suit is not None:
            fields.update(ts=SUIT_NUMBERS[suit])
        if word in ("hokomclose", "hokomopen", "double", "triple", "qahwa"):
            fields.update(gem=fields.get("gem", 0) + 1, rd=seat + 1)
            if fields["gm"] == 2 and fields["ts"] == 4:
                fields.update(ts=SUIT_NUMBERS[str(self.floor.suit)])
            if word in ("hokomclose", "hokomopen"):
                fields.update(hc=int(word == "hokomclose"))
        self.log.append({"e": 2, "p": seat + 1, "b": word, **fields})

    # --- play ------------------------------------------------------------------------------------

    def _start_play(self) -> None:
        if self.at_play is None:
            self.at_play = self.hands()
            self.deal["fhr"] = [_mask(hand) for hand in self.at_play]
            numbers = self.numbers
            self.trump = self.labels.suits[numbers["trump"]] if numbers["trump"] < 4 else None
            self.buyer = numbers["registers"][numbers["roles_at"]]
            level = numbers["registers"][numbers["counters_at"][0][0]]
            self.level = level

    def _play(self, phase: str) -> None:
        state = self.state
        seat = state.asked
        assert seat is not None
        moves = state.legal_moves()
        if phase in ("claiming", "announcing_akka"):
            names = [str(self._phase().calls[fields_of(m.code).a].name) for m in moves]
            index = self.players.call(self, seat, names, moves)
            if names[index] == "sawa":
                self.log.append({"e": 5})
                self.claimed = True
            elif names[index] == "akka":
                self.log.append({"e": 3, "p": seat + 1, "prj": 5})
            self._advance(moves[index], seat)
            return
        if phase == "declaring_projects":
            declares = [m for m in moves if m.kind is MoveKind.DECLARE]
            move = self.players.project(self, declares) or moves[-1]
            if move.kind is MoveKind.DECLARE:
                before = len(state.position.declarations())
                self._advance(move, seat)
                made = self.state.position.declarations()[before]
                name = list(self.labels.genome.patterns)[made[1]].name
                cards = [self.game.cards[card] for card in made[2]]
                self.announced.setdefault(seat, []).append((PRJ[name], cards))
                self.log.append({"e": 3, "p": seat + 1, "prj": PRJ[name]})
            else:
                self._advance(move, seat)
            return
        if phase == "declaring_baloot":
            declares = [m for m in moves if m.kind is MoveKind.DECLARE]
            call = bool(declares) and (seat in self.baloots or self.players.calls_baloot(self))
            if call:
                self.baloots.add(seat)
            self._advance(declares[0] if call else moves[-1], seat)
            return
        self._lay(seat, self.players.card(self, seat, moves))

    def _lay(self, seat: int, move: Any) -> None:
        card = move.card
        if len(self.tricks) == 2 and len(self.tricks[0]) == 4:
            self._show(seat)
        if self._second_of_pair(seat, card):
            self.log.append({"e": 3, "p": seat + 1, "prj": 6})
        self.log.append({"e": 4, "p": seat + 1, "c": NUMBERS[card]})
        self.tricks[-1].append((seat, card))
        self._advance(move, seat)

    def _second_of_pair(self, seat: int, card: Card) -> bool:
        if seat not in self.baloots or card.suit != self.trump:
            return False
        pair = {Rank.KING, Rank.QUEEN}
        played = {c.rank for t in self.tricks for s, c in t if s == seat and c.suit == self.trump}
        return card.rank in pair and bool(pair - {card.rank} & played)

    def _show(self, seat: int) -> None:
        """Whoever has projects that count shows them with the second card."""
        if seat not in self.announced or seat in [s for s, _ in self.tricks[-1]]:
            return
        counting = {d[0] for d in self.state.position.declarations() if d[3]}
        if seat in counting:
            hand = self.hands()[seat]
            cards = [c for _, project in self.announced[seat] for c in project if c in hand]
            if cards:
                self.log.append({"e": 3, "p": seat + 1, "prjC": _mask(cards)})

    def _advance(self, move: Any, seat: int) -> None:
        self.state = self.state.apply(move, seat)
        for event in self.state.position.events():
            if event[0] == "trick":
                self.won.append(event[1])
                collector = event[1] if self.random.random() < 0.6 else (event[1] + 2) % 4
                self.log.append({"e": 6, "p": collector + 1})
                self.tricks.append([])
            elif event[0] == "hand_over":
                self._score()

    # --- results ---------------------------------------------------------------------------------

    def _score(self) -> None:
        after = self.numbers["side_score"]
        self.scores = [after[0] - self.before[0], after[1] - self.before[1]]

    def _worth(self, card: Card) -> int:
        table = TRUMP if card.suit == self.trump else PLAIN
        return table.get(str(card.rank), 0)

    def _finish(self) -> None:
        if self.scores is None:
            return
        cards = [0, 0]
        for winner, trick in zip(self.won, self.tricks, strict=False):
            cards[winner % 2] += sum(self._worth(card) for _, card in trick)
        last = self.won[-1] % 2
        counts = [sum(w % 2 == side for w in self.won) for side in (0, 1)]
        if self.claimed:
            assert self.at_play is not None
            played = {card for trick in self.tricks for _, card in trick}
            rest = [card for hand in self.at_play for card in hand if card not in played]
            cards[last] += sum(self._worth(card) for card in rest)
            counts[last] += 8 - len(self.won)
        swept = next((side for side in (0, 1) if counts[side] == 8), None)
        awards = self._awards(swept)
        raw = [
            cards[side] + (10 if last == side else 0) + sum(int(a["val"]) for a in awards[side])
            for side in (0, 1)
        ]
        totals = self.scores if swept is not None else raw
        winner = swept if swept is not None else int(raw[1] > raw[0])
        self.log.append(
            {
                "e": 12,
                "rs": {
                    "p1": totals[0],
                    "p2": totals[1],
                    "e1": cards[0],
                    "e2": cards[1],
                    "r1": awards[0],
                    "r2": awards[1],
                    "m": 1 if self.trump is None else 2,
                    "em": self.level if self.level > 1 else 0,
                    "w": winner + 1,
                    "b": self.buyer % 2 + 1,
                    "s1": self.scores[0],
                    "s2": self.scores[1],
                    "kbt": int(swept is not None),
                    "lmw": last + 1,
                    "lr": int(self.state.over),
                },
            }
        )
        self.scores = None

    def _awards(self, swept: int | None) -> list[list[Json]]:
        awards: list[list[Json]] = [[], []]
        for seat, number in self._counting():
            if swept in (None, seat % 2):
                name, value = NAMES[number]
                awards[seat % 2].append({"n": name, "val": str(value)})
        for event in self.log:
            if event.get("prj") == 6:
                side = (event["p"] - 1) % 2
                awards[side].append({"n": "baloot", "val": "20"})
        return awards

    def _counting(self) -> list[tuple[int, int]]:
        """The projects of the side with the best one; as the engine had it in the second trick."""
        strength = {
            seat: max((number, max(map(_place, cards))) for number, cards in own)
            for seat, own in self.announced.items()
        }
        if not strength:
            return []
        order = [(self.dealer + place) % 4 for place in (1, 2, 3, 4)]
        best = max(strength, key=lambda seat: (strength[seat], -order.index(seat)))
        return [
            (seat, number)
            for seat, own in self.announced.items()
            if seat % 2 == best % 2
            for number, _ in own
        ]


SEQUENCE = ["7", "8", "9", "10", "J", "Q", "K", "A"]


def _place(card: Card) -> int:
    return SEQUENCE.index(str(card.rank))


def _mask(cards: list[Card]) -> int:
    return sum(1 << NUMBERS[card] for card in cards)


def omitting(value: Any) -> Any:
    """As a server writes it: whatever is zero, false, empty or null is left out."""
    if isinstance(value, dict):
        return {
            key: omitting(item)
            for key, item in value.items()
            if item not in (0, "", None, False) or isinstance(item, list)
        }
    if isinstance(value, list):
        return [omitting(item) for item in value]
    return value
