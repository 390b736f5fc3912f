"""What a card counts as, what beats what, and what cards are worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from tests.reference.cards import NO_SUIT, Deck, deck_of
from tests.reference.genome import CardCondition, CardPoints, CardRanking, GameGenome, SuitOrder
from tests.reference.state import Position

TRUMPS_ALONE = "trumps"
"""What promoted cards count as while there is no trump suit (§P1.7)."""
NOT_RANKED = -1000
"""The height of a rank that is not in the order: lower than all that are (§P3.3)."""


@dataclass(frozen=True, eq=False)
class Order:
    """What each card counts as in one mode, with one suit as trumps; all by card number."""

    genome: GameGenome
    deck: Deck
    mode: str
    trump: str
    across_suits: bool
    suits: tuple[str, ...]
    """The suit it counts as; "" for none."""
    heights: tuple[int, ...]
    """How high it is among the cards of its suit."""
    sequence: tuple[str, ...]
    """The ranks in the order that runs and sequences follow."""
    places: dict[str, int]
    """By rank: its place in that order."""
    plain: tuple[str, ...]
    """The ranks in the order of their strength where hands are compared (§P6.6)."""


@cache
def order(genome: GameGenome, mode: str, trump: str) -> Order:
    """The order of all cards, low to high (§P1.7, §P3.3, §P3.4)."""
    deck = deck_of(genome)
    ranking = ranking_of(genome, mode)
    by_suit = {suit: place for place, suit in enumerate(ranking.suits, start=1)}
    steps = len(ranking.suits) + 1
    suits = []
    heights = []
    for card in range(len(deck)):
        suit = deck.suit(card)
        promotion = promoted_by(genome, ranking, trump, card)
        if promotion is not None:
            suits.append(trump if trump != NO_SUIT else TRUMPS_ALONE)
            heights.append(promoted_height(ranking, trump, promotion))
        else:
            is_trump = trump != NO_SUIT and suit == trump
            suits.append(suit)
            heights.append(
                height_in(
                    ranking,
                    trump_order(ranking, trump) if is_trump else plain_order(ranking, suit),
                    deck.rank(card),
                )
            )
    sequence = ranking.sequence or ranking.plain
    return Order(
        genome,
        deck,
        mode,
        trump,
        ranking.across_suits,
        tuple(suits),
        tuple(
            height * steps + by_suit.get(deck.suit(card), 0) for card, height in enumerate(heights)
        ),
        sequence,
        {rank: place for place, rank in enumerate(sequence)},
        ranking.plain,
    )


@cache
def in_order(now: Order, ranks: tuple[str, ...]) -> Order:
    """The same with another order of the ranks, in sequences as well (§P6.1c)."""
    places = {rank: place for place, rank in enumerate(ranks)}
    return replace(now, sequence=ranks, places=places, plain=ranks) if ranks else now


def order_now(position: Position) -> Order:
    """The order in force."""
    return order(position.rules.genome, position.mode, position.trump)


@cache
def ranking_of(genome: GameGenome, mode: str) -> CardRanking:
    """The first ranking without a mode or of the mode in force, or else the first (§P3.1)."""
    rankings = genome.rankings or (CardRanking(plain=()),)
    for ranking in rankings:
        if ranking.mode in ("", mode):
            return ranking
    return rankings[0]


def plain_order(ranking: CardRanking, suit: str) -> tuple[str, ...]:
    """The order of a card that is no trump, by its own suit (§P3.2)."""
    line = line_of(ranking, suit)
    return ranking.plain if line is None else line.plain


def trump_order(ranking: CardRanking, trump: str) -> tuple[str, ...]:
    """The order of the trump suit: as the other suits, if nothing is said (§P3.2)."""
    line = line_of(ranking, trump)
    return ranking.trump or ranking.plain if line is None else line.trump or line.plain


def line_of(ranking: CardRanking, suit: str) -> SuitOrder | None:
    """The first line that gives a suit an order of its own (§P3.2)."""
    return next((line for line in ranking.by_suit if suit in line.suits), None)


def height_in(ranking: CardRanking, ranks: tuple[str, ...], rank: str) -> int:
    """The place of a rank in an order, with room above it for promoted cards; a rank outside it is
    lower than all others (§P3.3)."""
    if rank not in ranks:
        return NOT_RANKED
    return ranks.index(rank) * (len(ranking.promote) + 1)


def promoted_height(ranking: CardRanking, trump: str, promotion: int) -> int:
    """Above a rank of the trump order and below the next; of several promotions above one rank the
    later in the list is higher (§P3.4)."""
    above = ranking.promote[promotion].above
    return height_in(ranking, trump_order(ranking, trump), above) + promotion + 1


def promoted_by(genome: GameGenome, ranking: CardRanking, trump: str, card: int) -> int | None:
    """The number of the promotion a card belongs to: the last that means it; while there is no
    trump suit, of those that always hold (§P3.4)."""
    found = None
    for number, promotion in enumerate(ranking.promote):
        if trump == NO_SUIT and not promotion.always:
            continue
        if is_printed(genome, trump, promotion.cards, card):
            found = number
    return found


def is_printed(genome: GameGenome, trump: str, condition: CardCondition, card: int) -> bool:
    """Whether what is printed on a card fits a condition; promotions use nothing else (§P2.14)."""
    deck = deck_of(genome)
    suit, rank, colour = deck.suit(card), deck.rank(card), deck.colour(card)
    if condition.rank is not None and rank != condition.rank:
        return False
    if condition.ranks and rank not in condition.ranks:
        return False
    if condition.colour is not None and colour != condition.colour:
        return False
    if condition.printed_suit is not None and suit != condition.printed_suit:
        return False
    if condition.printed_trump is not None and condition.printed_trump != printed_trump(
        deck, trump, card
    ):
        return False
    if condition.trump_colour is not None and condition.trump_colour != of_trump_colour(
        deck, trump, card
    ):
        return False
    if condition.named is not None and not is_printed(
        genome, trump, cards_named(genome, condition.named), card
    ):
        return False
    if condition.any_of and not any(
        is_printed(genome, trump, each, card) for each in condition.any_of
    ):
        return False
    if not all(is_printed(genome, trump, each, card) for each in condition.all_of):
        return False
    return condition.not_ is None or not is_printed(genome, trump, condition.not_, card)


def printed_trump(deck: Deck, trump: str, card: int) -> bool:
    """Whether the face of a card shows the trump suit (§P2.2)."""
    return trump != NO_SUIT and deck.suit(card) == trump


def of_trump_colour(deck: Deck, trump: str, card: int) -> bool:
    """Whether a card's own suit has the colour of the trump suit (§P2.2)."""
    return trump != NO_SUIT and deck.colour(card) == deck.colours[trump]


@cache
def cards_named(genome: GameGenome, name: str) -> CardCondition:
    """What a named card set means (§P2.2)."""
    (found,) = (each.cards for each in genome.card_sets if each.name == name)
    return found


def suit_of(position: Position, card: int) -> str:
    """The suit a card counts as (§P1.7)."""
    return order_now(position).suits[card]


def is_trump(position: Position, card: int) -> bool:
    """Whether a card counts as a trump (§P1.7)."""
    suit = suit_of(position, card)
    return suit == (position.trump if position.trump != NO_SUIT else TRUMPS_ALONE)


def comparable(position: Position, card: int, other: int) -> bool:
    """Whether two cards compare by height: across suits any two, otherwise two that count as the
    same suit; a card of no suit compares with no other (§P3.5)."""
    now = order_now(position)
    if now.across_suits:
        return True
    return now.suits[card] == now.suits[other] and now.suits[card] != NO_SUIT


def beats(position: Position, card: int, other: int, lowest_wins: bool = False) -> bool:
    """Whether a card beats another (§P3.5)."""
    now = order_now(position)
    if comparable(position, card, other):
        if lowest_wins:
            return now.heights[card] < now.heights[other]
        return now.heights[card] > now.heights[other]
    return is_trump(position, card) and not is_trump(position, other)


def equal(position: Position, card: int, other: int) -> bool:
    """Whether two cards are comparable and equally high (§P3.5)."""
    now = order_now(position)
    return comparable(position, card, other) and now.heights[card] == now.heights[other]


def strength(position: Position, card: int) -> int:
    """How high a card is, whatever its suit (§P3.7)."""
    return order_now(position).heights[card]


def sequence_place(position: Position, card: int) -> int | None:
    """The place of a card's rank in the sequence order; None: it is outside it (§P3.6)."""
    now = order_now(position)
    return now.places.get(now.deck.rank(card))


@cache
def table_lines(genome: GameGenome, name: str, mode: str) -> tuple[CardPoints, ...]:
    """The lines of all point tables of a name that hold in a mode, one after the other (§P3.8)."""
    return tuple(
        line
        for table in genome.point_tables or ()
        if table.name == name and table.mode in ("", mode)
        for line in table.lines
    )
