"""What seats, cards and places are called."""

from dataclasses import replace

import pytest

from darwindeck.genome import get_genome
from darwindeck.genome.schema import Direction, MatchRules
from darwindeck.simulation import Game


def labels_of_places(genome_id: str) -> list[str]:
    state = Game(get_genome(genome_id)).deal(1)
    return [pile.label for pile in state.view(0).piles]


@pytest.mark.parametrize(
    ("genome_id", "seats"),
    [
        ("solitaire", ("Player 1",)),
        ("war", ("South", "North")),
        ("blackjack", ("South", "West", "East", "the house")),
        ("hearts", ("South", "West", "North", "East")),
    ],
)
def test_seats_are_named_in_order_of_play(genome_id: str, seats: tuple[str, ...]) -> None:
    assert Game(get_genome(genome_id)).seats == seats


def test_where_play_goes_the_other_way_the_next_player_sits_to_the_right() -> None:
    genome = get_genome("hearts")
    match = replace(genome.match or MatchRules(), direction=Direction.COUNTERCLOCKWISE)
    assert Game(replace(genome, match=match)).seats == ("South", "East", "North", "West")


def test_places_are_called_by_owner_and_label() -> None:
    assert labels_of_places("hearts")[:5] == [
        "South's hand",
        "West's hand",
        "North's hand",
        "East's hand",
        "the stock",
    ]
    assert "the tricks won by West" in labels_of_places("hearts")
    assert "the tricks won by South and North" in labels_of_places("pinochle")


def test_piles_are_numbered_or_called_by_suit_and_rank() -> None:
    solitaire = labels_of_places("solitaire")
    assert "column 7" in solitaire
    assert "face-down pile 1" in solitaire
    assert "the foundation of spades" in solitaire
    assert "South and North's melds of queens" in labels_of_places("canasta")


def test_a_zone_of_sides_belongs_to_seats_where_there_are_no_teams() -> None:
    assert "the tricks won by North" in labels_of_places("briscola")


def test_cards_have_short_names() -> None:
    texts = Game(get_genome("uno")).labels.card_texts
    assert {"red 7", "yellow skip", "blue draw two", "wild draw four"} <= set(texts)
    assert "joker" in Game(get_genome("canasta")).labels.card_texts
    assert "10♥" in Game(get_genome("hearts")).labels.card_texts


def test_zones_without_declaration_have_their_usual_names() -> None:
    genome = get_genome("betting-war")
    standard = Game(replace(genome, zones=None))
    names = [pile.label for pile in standard.deal(1).view(0).piles]
    assert "the stock" in names
    assert "the discard pile" in names
