"""Storehouse: twos on the foundations, columns in suit that move as a whole, two redeals."""

from __future__ import annotations

from random import Random

from darwindeck.simulation import State
from tests.support.patience_piles import Built, Card, Pile, built, faces, piles
from tests.support.seeds import for_seeds
from tests.support.stacked import game_of

ORDER = "2 3 4 5 6 7 8 9 10 J Q K A"
SUITS = ["clubs", "diamonds", "hearts", "spades"]
TURN = "turn a card from the stock onto the waste pile"


class Account:
    """The patience once more, without a word of its file."""

    def __init__(self, state: State, shown: list[Card]) -> None:
        def lying(zone: str) -> list[list[Card]]:
            return [[shown[card] for card in pile] for pile in piles(state, zone)]

        self.columns = lying("tableau")
        (self.store,) = lying("reserve")
        (self.stock,) = lying("deck")
        self.up = dict.fromkeys(SUITS, 0)
        self.waste: list[Card] = []
        self.redeals = 0

    def pile(self, place: Pile) -> list[Card]:
        zone, number = place
        return {"reserve": self.store, "discard": self.waste}.get(zone) or self.columns[number]

    def moves(self) -> set[Built]:
        found: set[Built] = set()
        ends = {("tableau", i): column for i, column in enumerate(self.columns)}
        ends |= {("discard", 0): self.waste, ("reserve", 0): self.store}
        for place, cards in ends.items():
            if not cards:
                continue
            height, suit = cards[-1]
            if self.up[suit] == height - 1:
                found.add((place, ("foundations", SUITS.index(suit)), 1))
            whole = place[0] == "tableau"
            lowest, own = cards[0] if whole else cards[-1]
            for target, other in enumerate(self.columns):
                to = ("tableau", target)
                fits = other and other[-1] == (lowest + 1, own) and to != place
                if fits or (not other and place[0] == "discard"):
                    found.add((place, to, len(cards) if whole else 1))
        return found

    def others(self) -> int:
        """How many ways there are to go on with the stock: to turn a card, or the waste pile."""
        return int(bool(self.stock) or bool(self.waste and self.redeals < 2))

    def move(self, move: Built | str) -> None:
        if isinstance(move, str):
            if self.stock:
                self.waste.append(self.stock.pop())
            else:
                self.stock, self.waste = self.waste[::-1], []
                self.redeals += 1
            return
        source, (zone, number), many = move
        cards = self.pile(source)[-many:]
        del self.pile(source)[-many:]
        if zone == "foundations":
            self.up[cards[0][1]] += 1
        else:
            self.columns[number] += cards
        for column in self.columns:
            if not column and self.store:
                column.append(self.store.pop())


@for_seeds(10)
def test_a_game_goes_as_a_second_account_has_it(seed: int) -> None:
    game = game_of("storehouse")
    shown = faces(game, ORDER)
    state = game.hand(seed)
    assert [len(pile) for pile in piles(state, "foundations")] == [1, 1, 1, 1]
    account = Account(state, shown)
    assert [len(account.store), len(account.stock)] == [13, 31]
    rng = Random(seed)
    while not state.over:
        legal = built(state)
        assert {move for move in legal if not isinstance(move, str)} == account.moves()
        others = [move for move in legal if isinstance(move, str)]
        assert len(others) == account.others()
        choices: list[Built | str] = [*sorted(account.moves()) * 3, *others]
        picked = rng.choice(choices)
        state = state.apply(legal[picked])
        account.move(picked)
        lying = [[shown[card] for card in pile] for pile in piles(state, "tableau")]
        assert lying == account.columns
        assert [len(pile) - 1 for pile in piles(state, "foundations")] == list(account.up.values())
    assert not account.moves()
    assert not account.others()
    assert account.redeals == 2 or not (account.stock or account.waste)
    assert state.result is not None
    won = all(height == 12 for height in account.up.values())
    assert state.result.winners == ((0,) if won else ())
