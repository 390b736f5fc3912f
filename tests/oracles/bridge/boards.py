"""Deals of Bridge played at random on the genome, written in the notations that are read."""

from __future__ import annotations

import random
from functools import lru_cache

from darwindeck import get_genome
from darwindeck.oracles.bridge.notation import CARDS, HEIGHT
from darwindeck.simulation import Game
from darwindeck.simulation.moves import MoveKind

NAMES = {str(card): name for name, card in CARDS.items()}
SEATS = "SWNE"
VULNERABLE = ("None", "NS", "EW", "All")
STRAINS = {"club": "C", "diamond": "D", "heart": "H", "spade": "S", "no": "NT"}


@lru_cache(maxsize=1)
def bridge() -> Game:
    return Game(get_genome("bridge"))


def written(word: str) -> str:
    """A call of the game as the notation writes it."""
    parts = word.split()
    if parts[0] == "bid":
        return parts[1] + STRAINS[parts[2].rstrip("s")]
    return {"pass": "Pass", "double": "X", "redouble": "XX"}[parts[0]]


class Board:
    """A deal played at random, with everything that its record says."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        self.dealer = seed % 4
        self.vulnerable = VULNERABLE[seed // 4 % 4]
        names = list(CARDS)
        chance.shuffle(names)
        order = [(self.dealer + 1 + turn) % 4 for turn in range(4)]
        self.hands: list[list[str]] = [[], [], [], []]
        for at, name in enumerate(names):
            self.hands[order[at % 4]].append(name)
        state = bridge().hand(0, deck=[CARDS[name] for name in names], dealer=self.dealer)
        self.calls: list[str] = []
        self.cards: list[str] = []
        while not state.over:
            seat = state.asked
            moves = state.legal_moves(seat)
            if moves[0].kind is MoveKind.CALL:
                bids = moves[1 : 1 + chance.choice((3, 6, 9))]
                passing = bool(self.calls) and chance.random() < 0.6
                doubles = [move for move in moves if "double" in move.text]
                move = chance.choice(doubles) if doubles and chance.random() < 0.3 else None
                move = move or (moves[0] if passing or not bids else chance.choice(bids))
                self.calls.append(written(move.text))
            else:
                move = chance.choice(moves)
                self.cards.append(NAMES[move.text.split()[1]])
            state = state.apply(move, seat)
        self._settle()

    def _settle(self) -> None:
        """Contract, declarer and tricks, worked out from the calls and cards alone."""
        bids = [(at, word) for at, word in enumerate(self.calls) if word[0].isdigit()]
        last, bid = bids[-1]
        side = (self.dealer + last) % 2
        first = next(
            at for at, word in bids if word[1:] == bid[1:] and (self.dealer + at) % 2 == side
        )
        self.declarer = (self.dealer + first) % 4
        after = self.calls[last:]
        self.contract = bid + ("XX" if "XX" in after else "X" if "X" in after else "")
        leader = (self.declarer + 1) % 4
        self.first = leader
        self.rows: list[list[str]] = []
        self.tricks = 0
        for start in range(0, 52, 4):
            cards = self.cards[start : start + 4]
            row = {(leader + turn) % 4: card for turn, card in enumerate(cards)}
            self.rows.append([row[(self.first + turn) % 4] for turn in range(4)])
            trumps = [card for card in cards if card[0] == bid[1]]
            of_suit = trumps or [card for card in cards if card[0] == cards[0][0]]
            best = max(of_suit, key=lambda card: HEIGHT[card[1]])
            leader = (leader + cards.index(best)) % 4
            self.tricks += leader % 2 == self.declarer % 2

    def text(self, **changed: str) -> str:
        deal = " ".join(
            ".".join("".join(c[1] for c in hand if c[0] == suit) for suit in "SHDC")
            for hand in self.hands
        )
        tags = {
            "Event": "Test",
            "Dealer": SEATS[self.dealer],
            "Vulnerable": self.vulnerable,
            "Deal": f"S:{deal}",
            "Declarer": SEATS[self.declarer],
            "Contract": self.contract,
            "Result": str(self.tricks),
        } | changed
        lines = [f'[{name} "{value}"]' for name, value in tags.items()]
        lines.append(f'[Auction "{SEATS[self.dealer]}"]')
        lines += [" ".join(self.calls[at : at + 4]) for at in range(0, len(self.calls), 4)]
        lines.append(f'[Play "{SEATS[self.first]}"]')
        lines += [" ".join(row) for row in self.rows]
        return "\n".join(lines) + "\n\n"

    @property
    def result(self) -> str:
        """Contract, declarer and tricks as a list of results writes them."""
        bid = self.contract.rstrip("X").replace("NT", "N")
        times = "x" * (len(self.contract) - len(self.contract.rstrip("X")))
        over = self.tricks - int(bid[0]) - 6
        return f"{bid}{SEATS[self.declarer]}{times}{f'{over:+}' if over else '='}"

    def lin(self, cards: int = 52, claim: int | None = None, name: str = "") -> str:
        """The deal in LIN: so many cards, and a claim after them."""
        hands = [
            "".join(suit + "".join(c[1] for c in hand if c[0] == suit) for suit in "SHDC")
            for hand in self.hands
        ]
        words = [word.replace("NT", "N") for word in self.calls]
        short = {"Pass": "p", "X": "d", "XX": "r"}
        parts = [f"qx|{name}|"] if name else []
        parts.append(f"pn|a,b,c,d|st||md|{self.dealer + 1}{','.join(hands[:3])},|sv|")
        parts.append(f"{'oneb'[VULNERABLE.index(self.vulnerable)]}|")
        parts += [f"mb|{short.get(word, word)}|" for word in words]
        parts += [
            f"pc|{card}|" + ("pg||" if at % 4 == 3 else "")
            for at, card in enumerate(self.cards[:cards])
        ]
        if claim is not None:
            parts.append(f"mc|{claim}|")
        return "".join(parts) + "pg||\n"


@lru_cache(maxsize=1)
def boards() -> tuple[Board, ...]:
    return tuple(Board(seed) for seed in range(16))
