"""Spider: columns down whatever the suit, packets in suit, rows from the stock, whole runs away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from darwindeck import get_genome
from darwindeck.cards import Card as Printed
from darwindeck.cards import Suit
from darwindeck.genome.schema import ChoicePhase, DealStep, TurnsPhase
from darwindeck.simulation import Game, Move, MoveKind, State
from darwindeck.simulation.moves import fields_of
from tests.support.patience_piles import Card, lying, piles
from tests.support.seeds import for_seeds
from tests.support.stacked import changed, game_of


class Columns:
    """The patience once more, without a word of its file."""

    def __init__(self, cards: list[Card]) -> None:
        self.hidden: list[list[Card]] = []
        for many in [5] * 4 + [4] * 6:
            self.hidden.append(cards[:many])
            cards = cards[many:]
        self.open = [[card] for card in cards[:10]]
        self.stock = cards[10:]
        self.away = 0

    def run(self, column: int) -> int:
        """How many cards from the top down are a run of one suit."""
        cards, many = self.open[column], 1
        while many < len(cards):
            (above, suit), (below, other) = cards[-many], cards[-many - 1]
            if suit != other or below != above + 1:
                break
            many += 1
        return many

    def moves(self) -> set[tuple[int, ...]]:
        found: set[tuple[int, ...]] = set()
        for source in range(10):
            if not self.open[source]:
                continue
            for many in range(1, self.run(source) + 1):
                rank = self.open[source][-many][0]
                for target in range(10):
                    top = self.open[target][-1:]
                    if target != source and (not top or top[0][0] == rank + 1):
                        found.add((source, target, many))
                if many == 13:
                    found.add((source,))
        if self.stock and all(self.open):
            found.add(())
        return found

    def move(self, move: tuple[int, ...]) -> None:
        if not move:
            for column in self.open:
                column.append(self.stock.pop(0))
            return
        source, many = move[0], move[2] if len(move) == 3 else 13
        cards = self.open[source][-many:]
        del self.open[source][-many:]
        if len(move) == 3:
            self.open[move[1]] += cards
        else:
            self.away += 1
        if not self.open[source] and self.hidden[source]:
            self.open[source].append(self.hidden[source].pop())


def begun(game: Game, seed: int) -> tuple[State, dict[int, tuple[int, ...]]]:
    """A game, and by its number what each column is called here."""
    state = game.hand(seed)
    names = [zone for zone, _ in lying(state)]
    return state, {names.index("tableau") + column: (column,) for column in range(10)}


@for_seeds(6)
def test_a_game_goes_as_a_second_account_has_it(seed: int) -> None:
    game = game_of("spider")
    state, columns = begun(game, seed)
    ranks = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
    faces = [(ranks.index(str(card.rank)), str(card.suit)) for card in game.cards]
    stock = piles(state, "deck")[0]
    order = [card for pile in piles(state, "face_down") for card in pile]
    order += [card for pile in piles(state, "tableau") for card in pile] + stock[::-1]
    account = Columns([faces[card] for card in order])
    rng = Random(seed)
    for _ in range(150):
        if state.over:
            break
        by_move: dict[tuple[int, ...], Move] = {}
        for move in state.legal_moves():
            fields = fields_of(move.code)
            if fields.kind is not MoveKind.BUILD:
                by_move[()] = move
            elif fields.b in columns:
                by_move[(*columns[fields.a], *columns[fields.b], fields.c)] = move
            else:
                assert fields.c == 13
                by_move[columns[fields.a]] = move
        assert set(by_move) == account.moves()
        picked = rng.choice(sorted(by_move))
        state = state.apply(by_move[picked])
        account.move(picked)
        assert [[faces[c] for c in pile] for pile in piles(state, "tableau")] == account.open
        assert len(piles(state, "foundations")) == account.away


def deck_of(game: Game, columns: list[str], hidden: list[int], rows: int) -> Sequence[Printed]:
    """A deck by the cards that each column gets, the first of them face down; then the rest."""
    free: dict[str, list[int]] = {}
    for number, card in enumerate(game.cards):
        free.setdefault(f"{card.rank}{str(card.suit)[0].upper()}", []).append(number)
    wanted = [[free[text].pop() for text in column.split()] for column in columns]
    left = iter([number for numbers in free.values() for number in numbers])
    filled = [
        [next(left) for _ in range(many)] + own + [next(left) for _ in range(rows - len(own))]
        for own, many in zip(wanted, hidden, strict=True)
    ]
    order = [card for column, many in zip(filled, hidden, strict=True) for card in column[:many]]
    for row in range(rows):
        order += [column[many + row] for column, many in zip(filled, hidden, strict=True)]
    return [game.cards[number] for number in [*order, *left]]


def moved(state: State, source: int, target: int | None, many: int) -> State:
    """The state after some cards have gone from one column to another, or away."""
    names = [zone for zone, _ in lying(state)]
    first = names.index("tableau")
    to = 65535 if target is None else first + target
    for move in state.legal_moves():
        fields = fields_of(move.code)
        if (fields.kind, fields.a, fields.b, fields.c) == (
            MoveKind.BUILD,
            first + source,
            to,
            many,
        ):
            return state.apply(move)
    raise AssertionError(f"no such move: {source} to {target}")


def test_a_run_in_suit_goes_as_a_packet_and_a_whole_one_goes_away() -> None:
    game = game_of("spider")
    columns = ["KC QC JC 10C 9C 8C", "7C 6C 5C 4C 3C 2C", "2D 4D 6D 8D 10D AC"] + [""] * 7
    state = game.hand(1, deck=deck_of(game, columns, [5] * 4 + [4] * 6, 6))
    for _ in range(5):
        (row,) = (m for m in state.legal_moves() if fields_of(m.code).kind is not MoveKind.BUILD)
        state = state.apply(row)
    assert len(piles(state, "deck")[0]) == 0
    state = moved(moved(state, 1, 0, 6), 2, 0, 1)
    assert len(piles(state, "tableau")[1]) == 1, "a face-down card is turned up"
    state = moved(state, 0, None, 13)
    assert [len(pile) for pile in piles(state, "foundations")] == [13]


def test_cards_of_several_suits_lie_on_each_other_and_do_not_go_together() -> None:
    game = game_of("spider")
    columns = ["9C", "8D", "10H"] + ["KS"] * 2 + ["KD"] * 2 + [""] * 3
    state = game.hand(1, deck=deck_of(game, columns, [5] * 4 + [4] * 6, 1))
    state = moved(state, 1, 0, 1)
    first = [zone for zone, _ in lying(state)].index("tableau")
    packets = {fields_of(m.code).c for m in state.legal_moves() if fields_of(m.code).a == first}
    assert packets <= {1}


def test_all_runs_taken_away_win() -> None:
    genome = get_genome("spider")
    deal = (DealStep(zone="tableau", piles=(13,) * 8 + (0, 0)),)
    turns = genome.turn_structure.phases[0]
    assert isinstance(turns, TurnsPhase)
    (choice,) = turns.phases
    assert isinstance(choice, ChoicePhase)
    turns = replace(turns, phases=(replace(choice, options=choice.options[:2]),))
    course = replace(genome.turn_structure, phases=(turns,))
    game = changed("spider", setup=replace(genome.setup, deal=deal), turn_structure=course)
    ranks = "K Q J 10 9 8 7 6 5 4 3 2 A".split()
    order = [Printed(suit, rank) for suit in tuple(Suit) * 2 for rank in ranks]
    state = game.hand(1, deck=order)
    for column in range(8):
        state = moved(state, column, None, 13)
    assert state.over
    assert state.result is not None
    assert state.result.winners == (0,)
