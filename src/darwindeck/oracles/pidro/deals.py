"""Hands of Pidro from stacked decks, in which things happen that are rare in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from darwindeck.cards import Suit
from darwindeck.laws.game_laws import RareOpening
from darwindeck.oracles.pidro.pidro_cards import MATE, picking, trumps_of
from darwindeck.simulation import Game, State
from darwindeck.simulation.state import Start
from darwindeck.text.shorthand import move_shorts, numbered_cards

DEALER = 3
"""Who deals, unless another seat is named; so seat 0 is served and asked first."""
SEEDS = 2_000
"""So many matches are tried to find those in which one side or both reach the target."""
ALL = "AH KH QH JH 10H 9H 8H 7H 6H 5H 5D 4H 3H 2H"
"""The trumps, if hearts are named."""

RARE: Mapping[str, tuple[tuple[str, ...], str, str]] = {
    "a seat without trumps": (
        ("AH KH QH", "JH 10H 9H 8H", "2C", "7H 6H 5H 5D 4H 3H 2H"),
        "",
        "6 - - - t=H",
    ),
    "a bidder without trumps": (
        ("2C", "AH KH QH", "JH 10H 9H 8H 7H", "6H 5H 5D 4H 3H 2H"),
        "",
        "6 - - - t=H",
    ),
    "seven trumps": (("AH KH QH JH 10H 9H 8H", "7H 6H", "5H 5D", "4H 3H 2H"), "", "7 - - - t=H"),
    "eight trumps": (("2H", "AH KH QH JH 10H 9H 8H 7H", "5H 5D", "6H 4H 3H"), "", "6 - - - t=H"),
    "nine trumps": (("AH KH QH JH 10H 9H 8H 7H 6H", "5H", "5D", "4H 3H 2H"), "", "8 - - - t=H"),
    "nine trumps with all points": (
        ("3H", "AH JH 10H 5H 5D 2H KH QH 9H", "", ""),
        "8H 7H 6H 4H",
        "- 14 - - t=H",
    ),
    "a dealer with too many trumps": (
        ("AH 6H", "5H 4H", "5D 3H 2H", "KH QH JH 10H 9H 8H 7H"),
        "",
        "6 - - - t=H",
    ),
    "a dealer with nine trumps who robs more": (
        ("3H", "4H", "2H 5D", "AH KH QH JH 10H 9H 8H 7H 6H"),
        "2C 3C 4C 6C 7C 8C 9C 10C JC QC KC AC 2D 3D 4D 5H",
        "- - - bid-6 t=H",
    ),
    "nothing left for the dealer": (
        ("4H", "3H", "", "AH KH QH JH 10H 9H 8H 7H 6H"),
        "5H 5D 2H",
        "6 - - - t=H",
    ),
    "a player who stays short": (
        ("2C", "3C", "4C", "AH KH QH JH 10H 9H 8H 7H 6H"),
        "5H 5D 4H 3H 2H",
        "6 - - - t=H",
    ),
    "fewer than eight trumps dealt": (
        ("AH KH", "QH", "JH 10H", "9H"),
        "8H 7H 6H 5H 5D 4H 3H 2H",
        "6 - - - t=H",
    ),
    "14 over 14": (("AH KH", "QH JH", "10H 9H", "8H 7H"), "", "14 - 14 14 t=H"),
    "14 over the partner's 14": (("AH KH", "QH JH", "10H 9H", "8H 7H"), "", "- 14 - 14 t=H"),
    "a forced dealer": (("AH KH", "QH JH", "10H 9H", "8H 7H"), "", "- - - bid-6 t=H"),
    "a two in a trick of the other side": (
        ("AH 5H 4H 3H", "KH QH JH 10H", "9H 8H 7H 6H", "5D 2H"),
        "",
        "14 - - - t=H AH 10H 6H 2H",
    ),
    "a lone two": (
        ("AH KH 5H", "QH JH 9H", "8H 7H 6H", "10H 5D 4H 3H 2H"),
        "",
        "6 - - - t=H AH QH 8H 10H KH JH 7H 5D 5H 9H 6H 4H 3H 2H",
    ),
    "a bid that is just made": (
        ("AH 3H", "KH JH 10H 2H", "5H 4H", "5D QH 9H 8H 7H 6H"),
        "",
        "6 - - - t=H AH KH 5H 6H 3H JH 4H 5D 10H 7H 2H 8H",
    ),
    "a bid that fails by one": (
        ("AH 3H", "KH JH 10H 2H", "5H 4H", "5D QH 9H 8H 7H 6H"),
        "",
        "7 - - - t=H AH KH 5H 6H 3H JH 4H 5D 10H 7H 2H 8H",
    ),
}
"""What happens, with the hands from seat 0 on, the stock, and the moves that begin the hand."""


def stacked(
    game: Game, hands: Sequence[Sequence[int]], stock: Sequence[int] = (), dealer: int = DEALER
) -> Start:
    """A hand in which these cards are dealt; what nobody is given is dealt as it comes.

    Hands are given from seat 0 on. Of the stock the first cards are given.
    """
    given = [card for cards in (*hands, stock) for card in cards]
    rest = [card for card in range(len(game.cards)) if card not in set(given)]
    wanted: list[int | None] = [None] * len(game.cards)
    for place, card in enumerate(stock):
        wanted[36 + place] = card
    for turn in range(4):
        seat = (dealer + 1 + turn) % 4
        places = [12 * packet + 3 * turn + card for packet in range(3) for card in range(3)]
        own = hands[seat] if seat < len(hands) else ()
        for place, card in zip(places, own, strict=False):
            wanted[place] = card
    deck = tuple(rest.pop(0) if card is None else card for card in wanted)
    return Start(0, True, deck, dealer)


def opened(game: Game, start: Start, words: str) -> tuple[tuple[int, int], ...]:
    """The moves that are told in shorthand, each made by whoever is asked."""
    state = State.begin(game, start)
    for word in words.split():
        assert state.asked is not None, f"nobody is left to make the move {word}"
        shorts = move_shorts(state, state.asked)
        assert word in shorts, f"{word} is none of {' '.join(shorts)}"
        state = state.apply(shorts[word])
    return tuple((item.seat, item.move.code) for item in state.log)


def rare(game: Game, name: str, trump: Suit = Suit.HEARTS) -> RareOpening:
    """One of the hands of `RARE`; with other trumps its suits change places."""
    hands, stock, words = RARE[name]
    change = _Swap(trump)
    numbers = [numbered_cards(game.labels, change(hand).split()) for hand in (*hands, stock)]
    start = stacked(game, numbers[:-1], numbers[-1])
    return RareOpening(name, start, opened(game, start, change(words)))


class _Swap:
    """Changes hearts for another suit, and diamonds for its mate, in words of shorthand."""

    def __init__(self, trump: Suit) -> None:
        suits = {Suit.HEARTS: trump, Suit.DIAMONDS: MATE[trump]}
        spare = [suit for suit in Suit if suit not in suits.values()]
        suits |= dict(zip((Suit.CLUBS, Suit.SPADES), spare, strict=True))
        self.letters = {a.value[0].upper(): b.value[0].upper() for a, b in suits.items()}

    def __call__(self, words: str) -> str:
        return " ".join(self._word(word) for word in words.split())

    def _word(self, word: str) -> str:
        letter = self.letters.get(word[-1], "")
        return word[:-1] + letter if letter else word


def openings(game: Game) -> Iterator[RareOpening]:
    """Every rare hand that can be begun under the rules in force."""
    for name in RARE:
        try:
            yield rare(game, name)
        except AssertionError:
            continue
    yield from finished_matches(game)


def finished_matches(game: Game) -> Iterator[RareOpening]:
    """Matches of players who hardly bid: the first of those that are tried in which one side alone
    reaches the target, the first in which both do, and the first before them in which none does."""
    goal = max(win.threshold or 0 for win in game.genome.win_conditions)
    names = {
        0: "no side at the target",
        1: "one side at the target",
        2: "both sides at the target",
    }
    for seed in range(SEEDS):
        start, moves, scores = _quiet_match(game, seed)
        name = names.pop(sum(score >= goal for score in scores), None)
        if name is not None:
            yield RareOpening(name, start, moves)
        if not names.keys() & {1, 2}:
            return


def _quiet_match(game: Game, seed: int) -> tuple[Start, tuple[tuple[int, int], ...], list[int]]:
    """A match in which everybody passes who can, with its moves and the scores of the sides."""
    start = Start(seed, False, None, None)
    position = State.begin(game, start).position
    chance = Random(seed)
    moves: list[tuple[int, int]] = []
    while (seat := position.asked()) is not None:
        legal = position.legal(seat)
        bidding = game.labels.phases[position.frames()[-1][0]].name == "auction"
        # The first call in the list is the pass, or else the lowest bid.
        code = legal[0] if bidding else chance.choice(legal)
        position = position.apply(seat, code)
        moves.append((seat, code))
    return start, tuple(moves), list(position.numbers()["side_score"])


def duel(game: Game, trump: Suit, one: int, other: int, calls: Sequence[tuple[int, int]]) -> int:
    """Which of two trumps takes a trick to which nobody else can play."""
    trumps = trumps_of(game, trump)
    free = [card for card in trumps.order if card not in (one, other)]
    spare = [card for card in free if card not in trumps.worth]
    killed = spare[:3]
    kept = [card for card in free if card not in killed]
    hands = ([one, *killed, *kept[:5]], [other, *kept[5:]])
    position = State.begin(game, stacked(game, hands)).position
    for seat, code in calls:
        position = position.apply(seat, code)
    for card in (*killed, one, other):
        position = position.apply(position.asked() or 0, picking(card))
    winners = [event[1] for event in position.events() if event[0] == "trick"]
    return {0: one, 1: other}[winners[0]]


def duels(game: Game, trump: Suit) -> dict[tuple[int, int], int]:
    """For every pair of trumps, the higher one first, which of them takes the trick."""
    trumps = trumps_of(game, trump)
    pairs = [
        (one, other)
        for index, one in enumerate(trumps.order)
        for other in trumps.order[index + 1 :]
    ]
    letter = trump.value[0].upper()
    hand = stacked(game, (trumps.order[:9], trumps.order[9:]))
    calls = opened(game, hand, f"6 - - - t={letter}")
    return {pair: duel(game, trump, *pair, calls) for pair in pairs}
