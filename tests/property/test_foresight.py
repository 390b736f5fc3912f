"""What must hold in the end can always be brought about by whoever has begun to, and only then.

The core looks ahead to decide whether a player may knock, go out or take the pile, and which moves
are left on the way. Here the same is worked out by trying everything that the rules of these games
allow.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from darwindeck._core import Position
from darwindeck.cards import Card
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import BlockPhase
from darwindeck.simulation import Game, MoveKind
from darwindeck.simulation.moves import fields_of
from tests.support.seeds import for_seeds

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))

Cards = frozenset[int]


@cache
def ready(genome_id: str) -> Game:
    return Game(get_genome(genome_id))


def dealt(game: Game, hand: list[int], seed: int, late: Cards = frozenset()) -> Position:
    """A single hand in which the first player is dealt some cards and will draw the last of them.

    Cards that are `late` lie at the bottom of the stock as far as the player does not hold them.
    """
    rest = [card for card in range(len(game.cards)) if card not in hand]
    random.Random(seed).shuffle(rest)
    rest.sort(key=lambda card: card not in late)
    players = game.player_count
    deck = []
    for card in hand[:-1]:
        deck += [card, *(rest.pop() for _ in range(players - 1))]
    deck += [rest.pop(), hand[-1], *reversed(rest)]
    return game.core.deal(seed, single_hand=True, deck=deck[::-1], dealer=players - 1)


def lying(position: Position, game: Game, zone: str, owner: int) -> list[Cards]:
    """The piles of a zone that belong to somebody."""
    number = game.labels.zone_number[zone]
    places = position.places()
    return [frozenset(cards) for at, of, _, cards, _ in places if (at, of) == (number, owner)]


def hand_of(position: Position, game: Game, seat: int) -> Cards:
    return lying(position, game, "hand", seat)[0]


def asked(position: Position) -> int:
    seat = position.asked()
    assert seat is not None
    return seat


def legal(position: Position) -> list[int]:
    moves = position.legal(asked(position))
    assert moves, "somebody is stuck"
    return moves


def of_kind(position: Position, kind: MoveKind) -> list[int]:
    return [code for code in legal(position) if fields_of(code).kind is kind]


def picks(position: Position) -> set[int]:
    return {fields_of(code).card for code in of_kind(position, MoveKind.CARD)}


def in_progress(position: Position, game: Game) -> list[tuple[str, int]]:
    """The blocks in progress by their names, and whose they are."""
    phases = ((game.labels.phases[number], seat) for number, seat in position.frames())
    return [(str(phase.name), seat) for phase, seat in phases if isinstance(phase, BlockPhase)]


# --- Gin Rummy: the least deadwood ----------------------------------------------------------------

PIPS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
MOST_TO_KNOCK = 10


@cache
def gin_card(number: int) -> tuple[int, str]:
    card = ready("gin-rummy").cards[number]
    return PIPS.index(str(card.rank)) + 1, str(card.suit)


def pips(cards: Cards) -> int:
    return sum(min(gin_card(card)[0], 10) for card in cards)


def is_meld(cards: Cards) -> bool:
    ranks = sorted(gin_card(card)[0] for card in cards)
    suits = {gin_card(card)[1] for card in cards}
    if len(cards) < 3:
        return False
    in_a_row = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(set(ranks)) == 1 or (len(suits) == 1 and in_a_row)


@cache
def melds_in(cards: Cards) -> tuple[Cards, ...]:
    """Every meld that some cards have in them."""
    found = set()
    by_rank: dict[int, list[int]] = {}
    at = {gin_card(card): card for card in cards}
    for card in cards:
        by_rank.setdefault(gin_card(card)[0], []).append(card)
    for same in by_rank.values():
        found |= {frozenset(same) - {left} for left in [-1, *same] if len(same) > 2}
    for rank, suit in at:
        run = {at[rank, suit]}
        for higher in range(rank + 1, 14):
            if (higher, suit) not in at:
                break
            run.add(at[higher, suit])
            found.add(frozenset(run))
    return tuple(meld for meld in found if is_meld(meld))


@cache
def least_deadwood(cards: Cards) -> int:
    """The fewest points that can be left when melds are laid in the best way."""
    ways = [least_deadwood(cards - meld) for meld in melds_in(cards)]
    return min([pips(cards), *ways])


def can_end(cards: Cards) -> bool:
    return least_deadwood(cards) <= MOST_TO_KNOCK


def gin_hand(chance: random.Random) -> list[int]:
    """Eleven cards, often of few ranks or suits so that they can be melded in many ways."""
    cards = list(range(52))
    style = chance.randrange(4)
    low = chance.randint(1, 8)
    suits = chance.sample(["clubs", "diamonds", "hearts", "spades"], 2)
    if style == 1:
        cards = [card for card in cards if low <= gin_card(card)[0] < low + 5]
    elif style == 2:
        cards = [card for card in cards if gin_card(card)[1] in suits]
    elif style == 3:
        cards = [card for card in cards if low <= gin_card(card)[0] < low + 3]
        cards += chance.sample([card for card in range(52) if card not in cards], 3)
    return chance.sample(cards, 11)


def after_drawing(hand: list[int], seed: int) -> Position:
    """Both have refused the card turned up, and the first player has drawn from the stock."""
    position = dealt(ready("gin-rummy"), hand, seed)
    for _ in range(2):
        position = position.apply(asked(position), of_kind(position, MoveKind.OPTION)[0])
    (draw,) = legal(position)
    position = position.apply(asked(position), draw)
    assert hand_of(position, ready("gin-rummy"), asked(position)) == set(hand)
    return position


def check_melding(position: Position, hand: Cards, picked: Cards) -> None:
    """Exactly those picks are left from which ten points can be reached."""
    ends = [meld for meld in melds_in(hand) if picked <= meld and can_end(hand - meld)]
    assert picks(position) == set().union(*(meld - picked for meld in ends))
    close = MoveKind.DONE if picked else MoveKind.PASS
    allowed = picked in ends if picked else pips(hand) <= MOST_TO_KNOCK
    assert bool(of_kind(position, close)) == allowed


@for_seeds(200)
def test_a_player_can_knock_exactly_when_ten_points_can_be_reached(seed: int) -> None:
    game, chance = ready("gin-rummy"), random.Random(seed)
    cards = gin_hand(chance)
    position = after_drawing(cards, seed)
    seat, hand = asked(position), frozenset(cards)
    good = {card for card in hand if can_end(hand - {card})}
    knock = of_kind(position, MoveKind.OPTION)
    assert bool(knock) == bool(good)
    if not knock:
        return
    position = position.apply(seat, knock[0])
    assert picks(position) == good
    position = position.apply(seat, chance.choice(legal(position)))
    while not position.over and in_progress(position, game):
        check_melding(position, hand_of(position, game, seat), frozenset(position.picked(seat)))
        position = position.apply(seat, chance.choice(legal(position)))
    assert pips(hand_of(position, game, seat)) <= MOST_TO_KNOCK


# --- Canasta: getting rid of every card -----------------------------------------------------------

WILD = ("2", "joker")
VALUES = {"joker": 50, "2": 20, "A": 20} | dict.fromkeys("4 5 6 7 3".split(), 5)


def canasta_card(number: int) -> Card:
    return ready("canasta").cards[number]


def rank_of(number: int) -> str:
    return str(canasta_card(number).rank)


def worth(cards: Cards) -> int:
    return sum(VALUES.get(rank_of(card), 10) for card in cards)


def is_red_three(number: int) -> bool:
    return rank_of(number) == "3" and str(canasta_card(number).suit) in ("hearts", "diamonds")


NOT_TURNED_UP = frozenset(card for card in range(108) if rank_of(card) in (*WILD, "3"))


def groups(naturals: list[int], wilds: int) -> Iterator[list[tuple[int, int]]]:
    """Every way to share all wild cards out among groups: natural and wild cards of each."""
    if not naturals:
        if wilds == 0:
            yield []
        return
    for here in range(min(wilds, 3) + 1):
        if naturals[0] >= 2 and naturals[0] + here >= 3:
            for rest in groups(naturals[1:], wilds - here):
                yield [(naturals[0], here), *rest]


def is_laid_out(cards: Cards) -> bool:
    """Whether all cards can be laid in groups, one of each rank, one of them a canasta."""
    ranks = Counter(rank_of(card) for card in cards)
    wilds = sum(ranks.pop(rank, 0) for rank in WILD)
    if ranks.pop("3", 0) not in (0, 3, 4):
        return False
    ways = groups(list(ranks.values()), wilds)
    return any(any(natural + wild >= 7 for natural, wild in way) for way in ways)


def ways_out(hand: Cards) -> list[Cards]:
    """What is laid when a player goes out, with or without a discard."""
    laid = [hand, *(hand - {card} for card in hand)]
    return [cards for cards in laid if is_laid_out(cards)]


def canasta_hand(chance: random.Random) -> list[int]:
    """Twelve cards that are or nearly are a canasta and other groups."""
    numbers = [card for card in range(108) if not is_red_three(card)]
    chance.shuffle(numbers)
    of = {
        rank: [card for card in numbers if rank_of(card) == rank] for rank in map(rank_of, numbers)
    }
    wild = [card for card in numbers if rank_of(card) in WILD]
    ranks = chance.sample([rank for rank in of if rank not in WILD], 3)
    many = chance.randint(4, 7)
    cards = of[ranks[0]][:many] + wild[: 7 - many + chance.randrange(2)]
    cards += of[ranks[1]][: chance.randint(2, 4)]
    cards += of[ranks[2]][: chance.randint(1, 3)]
    cards += [card for card in numbers if card not in cards]
    return chance.sample(cards[:12], 12)


@for_seeds(200)
def test_a_player_can_go_out_exactly_when_all_cards_can_be_laid(seed: int) -> None:
    game, chance = ready("canasta"), random.Random(seed)
    cards = canasta_hand(chance)
    position = dealt(game, cards, seed, NOT_TURNED_UP)
    seat, hand = asked(position), frozenset(cards)
    (draw,) = of_kind(position, MoveKind.TAKE)
    position = position.apply(seat, draw)
    assert hand_of(position, game, seat) == hand
    ways = ways_out(hand)
    # Everybody is asked, so that asking tells nothing; only who can go out has more to say than no.
    asks = of_kind(position, MoveKind.CALL)
    assert (len(asks) > 1) == bool(ways)
    # To decide for oneself.
    position = position.apply(seat, asks[-1] if len(asks) == 1 else asks[1])
    options = {fields_of(code).option for code in of_kind(position, MoveKind.OPTION)}
    assert (0 in options) == bool(ways), "going out concealed"
    assert (1 in options) == any(worth(way) >= 50 for way in ways), "going out"
    assert 2 in options, "playing on"
    if ways:
        out = chance.choice([code for code in legal(position) if fields_of(code).option < 2])
        position = position.apply(seat, out)
        while not position.over and in_progress(position, game):
            position = position.apply(seat, chance.choice(legal(position)))
        assert not hand_of(position, game, seat)


# --- nobody is stuck halfway ----------------------------------------------------------------------


def canasta_ends_well(block: str, position: Position, game: Game, seat: int) -> bool:
    """What the blocks of Canasta must come to."""
    hand = hand_of(position, game, seat)
    side = seat % 2
    piles = lying(position, game, "melds", side)
    laid = frozenset[int]().union(*piles)
    canastas = sum(len(pile) >= 7 for pile in piles)
    opened = worth(laid) >= minimum(position.numbers()["side_score"][side])
    if block == "playing_on":
        return len(hand) >= 1 and (not laid or opened)
    if block.startswith("take"):
        return opened and (len(hand) >= 2 or canastas >= 1)
    return not hand and canastas >= 1 and (opened or block == "going_out_concealed")


def minimum(score: int) -> int:
    return 15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120


def gin_ends_well(block: str, position: Position, game: Game, seat: int) -> bool:
    return block == "knock" and pips(hand_of(position, game, seat)) <= MOST_TO_KNOCK


ENDS_WELL = {"canasta": canasta_ends_well, "gin-rummy": gin_ends_well}


def keen_move(position: Position, game: Game, chance: random.Random) -> int:
    """A move of a player who rather begins something or picks cards than not."""
    moves = legal(position)
    if chance.random() < 0.3:
        return chance.choice(moves)
    begin, pick = of_kind(position, MoveKind.OPTION), of_kind(position, MoveKind.CARD)
    if begin and (not pick or chance.random() < 0.5):
        return chance.choice(begin)
    if pick and game is ready("gin-rummy") and not in_progress(position, game):
        hand = hand_of(position, game, asked(position))
        return min(pick, key=lambda code: least_deadwood(hand - {fields_of(code).card}))
    return chance.choice(pick or moves)


@pytest.mark.parametrize("genome_id", ENDS_WELL)
def test_whoever_has_begun_something_comes_to_a_good_end(genome_id: str) -> None:
    game, chance = ready(genome_id), random.Random(1)
    ended: Counter[str] = Counter()
    for seed in range(round(10 * SCALE)):
        position = game.core.deal(seed)
        for _ in range(1_000):
            if position.over:
                break
            begun, before = in_progress(position, game), position.numbers()["deal_number"]
            move = keen_move(position, game, chance)
            position = position.apply(asked(position), move)
            # When the hand ends at once its cards are gathered before anybody could look.
            if position.over or position.numbers()["deal_number"] != before:
                continue
            for block, seat in begun:
                if (block, seat) not in in_progress(position, game):
                    ended[block] += 1
                    assert ENDS_WELL[genome_id](block, position, game, seat), (block, seat)
    assert ended.total() >= 10 * SCALE, ended
