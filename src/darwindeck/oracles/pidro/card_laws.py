"""Properties 1, 2 and 4 to 9, 42 to 44 and 51: cards, ranking and seats, before a card is dealt.

Points and trumps are asked of the genome, card by card; which card beats which is asked of the
engine: every pair of trumps meets in a trick.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.conditions import CardContext
from darwindeck.laws.law import Finding, Law, Occasion, kept
from darwindeck.oracles.pidro.deals import duels
from darwindeck.oracles.pidro.pidro_cards import (
    MATE,
    POINTS,
    points_of,
    trumps_of,
)
from darwindeck.oracles.pidro.quoting import PLAIN_PLAY, quoted
from darwindeck.simulation import Game


class _Rules:
    """What a genome says about its cards with one trump suit."""

    def __init__(self, game: Game, trump: Suit) -> None:
        self.cards = game.cards
        self.trump = trump
        self.context = CardContext.of(game.genome, trump=trump)
        self.table = (game.genome.point_tables or ())[0].name

    def worth(self, card: Card) -> int:
        return self.context.points(card, self.table)

    def is_trump(self, card: Card) -> bool:
        return self.context.suit(card) == self.trump

    @property
    def trumps(self) -> set[Card]:
        return {card for card in self.cards if self.is_trump(card)}


def _each(game: Game) -> Iterator[_Rules]:
    return (_Rules(game, trump) for trump in Suit)


def total(game: Game) -> Iterator[Finding]:
    for rules in _each(game):
        found = sum(rules.worth(card) for card in rules.cards)
        yield kept(found == POINTS, f"with {rules.trump} there are {found} points")


def distribution(game: Game) -> Iterator[Finding]:
    for rules in _each(game):
        wrong = [
            f"{card} {rules.worth(card)}"
            for card in rules.cards
            if rules.worth(card) != points_of(card, rules.trump)
        ]
        yield kept(not wrong, f"with {rules.trump} these are not worth what they should: {wrong}")


def pack(game: Game) -> Iterator[Finding]:
    many = len(game.cards), len(set(game.cards))
    yield kept(many == (52, 52), f"there are {many[0]} cards, {many[1]} of them different")


def fourteen(game: Game) -> Iterator[Finding]:
    for rules in _each(game):
        others = {str(card) for card in rules.trumps if card.suit != rules.trump}
        expected = {str(Card(MATE[rules.trump], Rank.FIVE))}
        yield kept(
            len(rules.trumps) == 14 and others == expected,
            f"{rules.trump}: {len(rules.trumps)} trumps, of other suits {sorted(others)}",
        )


def _five(game: Game, *suits: Suit) -> Iterator[Finding]:
    for suit in suits:
        for rules in _each(game):
            five = Card(suit, Rank.FIVE)
            expected = rules.trump in (suit, MATE[suit])
            yield kept(
                rules.is_trump(five) is expected,
                f"{five} is {'no ' if expected else 'a '}trump with {rules.trump}",
            )


def red_five(game: Game) -> Iterator[Finding]:
    return _five(game, Suit.HEARTS, Suit.DIAMONDS)


def black_five(game: Game) -> Iterator[Finding]:
    return _five(game, Suit.CLUBS, Suit.SPADES)


def ranking(game: Game) -> Iterator[Finding]:
    texts = game.labels.card_texts
    for trump in Suit:
        for (higher, lower), winner in duels(game, trump).items():
            yield kept(winner == higher, f"{texts[lower]} beats {texts[higher]}")


def right_five(game: Game) -> Iterator[Finding]:
    for trump in Suit:
        order = trumps_of(game, trump).order
        right, wrong = (game.cards.index(Card(s, Rank.FIVE)) for s in (trump, MATE[trump]))
        pair = (right, wrong) if order.index(right) < order.index(wrong) else (wrong, right)
        yield kept(duels(game, trump)[pair] == right, f"the wrong five wins with {trump}")


def transitive(game: Game) -> Iterator[Finding]:
    for trump in Suit:
        found = duels(game, trump)
        beats = {
            (winner, other) for pair, winner in found.items() for other in pair if other != winner
        }
        cards = trumps_of(game, trump).order
        circles = [
            three
            for three in permutations(cards, 3)
            if {three[:2], three[1:]} <= beats and (three[0], three[2]) not in beats
        ]
        yield kept(
            not circles,
            f"with {trump}: {game.labels.cards_text(circles[0]) if circles else ''} go in a circle",
        )


def players(game: Game) -> Iterator[Finding]:
    yield kept(len(game.seats) == 4, f"there are {len(game.seats)} seats")


def two_teams(game: Game) -> Iterator[Finding]:
    sizes = [len(team) for team in game.teams]
    members = sorted(seat for team in game.teams for seat in team)
    yield kept(sizes == [2, 2] and members == [0, 1, 2, 3], f"the teams are {game.teams}")


def opposite(game: Game) -> Iterator[Finding]:
    side = {seat: number for number, team in enumerate(game.teams) for seat in team}
    for seat in range(4):
        yield kept(
            side[seat] == side[(seat + 2) % 4] != side[(seat + 1) % 4],
            f"{game.seats[seat]} does not sit opposite their partner",
        )


CARD_LAWS: tuple[Law, ...] = (
    quoted(
        1,
        "total points in a suit always equals 14",
        total,
        Occasion.RULES,
        "summed over the whole deck, not over a list of the cards that count",
    ),
    quoted(
        2,
        "point distribution is exactly: A(1) + J(1) + 10(1) + Right5(5) + Wrong5(5) + 2(1)",
        distribution,
        Occasion.RULES,
        "and the other 46 cards are worth nothing",
    ),
    quoted(
        4,
        "deck always contains exactly 52 cards",
        pack,
        Occasion.RULES,
        "all different; that they stay so is the general law 'cards'",
    ),
    quoted(
        5,
        "each suit contains exactly 14 cards (including cross-color 5)",
        fourteen,
        Occasion.RULES,
        "a five is in two of these sets, so that together they hold 56 cards",
    ),
    quoted(
        6,
        "5 of hearts is trump when hearts OR diamonds is trump",
        red_five,
        Occasion.RULES,
        "and so is the five of diamonds",
    ),
    quoted(
        7,
        "5 of clubs is trump when clubs OR spades is trump",
        black_five,
        Occasion.RULES,
        "and so is the five of spades",
    ),
    quoted(
        8,
        "trump ranking is always: A > K > Q > J > 10 > 9 > 8 > 7 > 6 > Right5 > Wrong5 > 4 > 3 > 2",
        ranking,
        Occasion.RULES,
        "each of the 91 pairs of each suit meets in a trick",
        PLAIN_PLAY,
    ),
    quoted(
        9,
        "right pidro always beats wrong pidro",
        right_five,
        Occasion.RULES,
        needs=PLAIN_PLAY,
    ),
    quoted(42, "exactly 4 players in every game", players, Occasion.RULES),
    quoted(43, "players are in two teams of 2", two_teams, Occasion.RULES),
    quoted(44, "partners sit opposite each other", opposite, Occasion.RULES),
    quoted(
        51,
        "card comparison is transitive",
        transitive,
        Occasion.RULES,
        "among the fourteen trumps; other cards are never compared, since nobody may play them",
        PLAIN_PLAY,
    ),
)
