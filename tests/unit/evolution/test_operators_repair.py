"""Repair: deal, seats, sides and statements fit together again after a change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.evolution.making.constants import numbers_moved, rewritten
from darwindeck.evolution.making.fit_cards import fit_cards
from darwindeck.evolution.making.operators import ChangeDeckMutation
from darwindeck.evolution.making.repair import (
    hand_size,
    interleaved,
    packets,
    repair,
    with_deck,
    with_hand_size,
    with_players,
)
from darwindeck.evolution.making.sites import Draft
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.decks import STANDARD_52, deck_cards
from darwindeck.genome.examples import (
    create_euchre_genome,
    create_hearts_genome,
    create_partnership_spades_genome,
    create_spades_genome,
    library_ids,
)
from darwindeck.genome.examples import get_genome as get_library_genome
from darwindeck.genome.schema import (
    CallChoice,
    CardBlock,
    CardCondition,
    CardRanking,
    Counter,
    Deal,
    DeckSpec,
    DeclarePhase,
    GameGenome,
    Let,
)
from darwindeck.genome.tree import at, put, transform
from darwindeck.genome.validator import GenomeValidator
from darwindeck.simulation import simulate_game


def get_genome(genome_id: str) -> GameGenome:
    return tidy(get_library_genome(genome_id))


@pytest.mark.parametrize("genome_id", library_ids())
def test_a_sound_game_is_left_as_it_is(genome_id: str) -> None:
    genome = get_genome(genome_id)
    assert repair(genome) == genome


@pytest.mark.parametrize("genome_id", [name for name in library_ids() if name != "solitaire"])
def test_every_game_can_be_given_another_number_of_players(genome_id: str) -> None:
    genome = get_genome(genome_id)
    for players in range(2, 7):
        changed = with_players(genome, players)
        assert changed.player_count == players
        assert GenomeValidator.validate(changed) == []


@pytest.mark.parametrize("genome_id", library_ids())
def test_every_game_can_be_played_with_another_pack(genome_id: str) -> None:
    genome = get_genome(genome_id)
    for deck in ChangeDeckMutation().places(Draft(genome)):
        changed = with_deck(genome, deck)
        assert len(deck_cards(changed)) != len(deck_cards(genome))
        assert GenomeValidator.validate(changed) == []


def test_changing_the_players_of_a_team_game_repairs_or_disables_the_teams() -> None:
    genome = create_partnership_spades_genome()
    assert with_players(genome, 6).teams == ((0, 2, 4), (1, 3, 5))
    alone = with_players(genome, 5)
    assert not alone.team_mode
    assert alone.teams == ()
    odd = replace(genome, player_count=2)
    assert repair(odd).teams == ()


def test_a_game_that_deals_everything_out_still_does_with_other_players() -> None:
    five = with_players(create_hearts_genome(), 5)
    assert hand_size(five) == 10
    assert five.setup.cards_per_player == 10
    assert five.turn_structure.tricks_per_hand == 10
    assert simulate_game(five, 5).limit_reached == 0


def test_bids_and_tricks_follow_the_size_of_the_hand() -> None:
    changed = with_hand_size(create_spades_genome(), 9)
    choices = [part.high for _, part in Draft(changed).all(CallChoice) if part.high]
    assert choices == [9]
    assert all(part.high <= 9 for _, part in Draft(changed).all(Counter) if part.name == "bid")
    assert changed.turn_structure.tricks_per_hand == 9


def test_conditions_about_all_tricks_follow_the_size_of_the_hand() -> None:
    changed = repair(with_hand_size(create_euchre_genome(), 4))
    assert str(at(changed, ("turn_structure", "phases", 3, "until"))) == "tricks_played == 4"
    assert changed.turn_structure.tricks_per_hand == 4


def test_a_deal_that_the_pack_cannot_pay_for_is_made_smaller() -> None:
    genome = create_hearts_genome()
    broken = put(genome, ("setup", "deal", 0, "packets"), (1,) * 20)
    fixed = repair(broken)
    assert hand_size(fixed) == 13
    assert GenomeValidator.validate(fixed) == []


def test_ranks_that_the_pack_has_not_got_become_the_nearest() -> None:
    hearts = create_hearts_genome()
    deck = next(
        deck
        for deck in ChangeDeckMutation().places(Draft(hearts))
        if len(deck.blocks[0].ranks) == 11
    )
    changed = with_deck(hearts, deck)
    assert changed.card_sets[0].cards == CardCondition(suit="clubs", rank="4")


def test_a_named_card_of_a_suit_becomes_the_nearest_that_the_suit_has() -> None:
    hearts = create_hearts_genome()
    named = put(hearts, ("card_sets", 0, "cards"), CardCondition(suit="clubs", rank="2"))
    ranks = STANDARD_52.blocks[0].ranks
    blocks = (CardBlock(("clubs",), ranks[4:]), CardBlock(("hearts", "spades"), ranks))
    changed = with_deck(named, DeckSpec(blocks))
    assert ranks[4] == "5"
    assert changed.card_sets[0].cards == CardCondition(suit="clubs", rank="5")


def test_hands_that_are_dealt_in_two_parts_change_in_both() -> None:
    genome = get_genome("tichu")
    later = next(path for path, _ in Draft(genome).all(Deal))
    six = with_players(genome, 6)
    assert (hand_size(genome), at(genome, later).packets) == (8, (6,))
    assert (hand_size(six), at(six, later).packets) == (5, (4,))


def test_the_least_bid_stays_below_the_greatest() -> None:
    genome = get_genome("preferans")
    bids = [(part.low, part.high) for _, part in Draft(genome).all(CallChoice) if part.high]
    fewer = with_hand_size(genome, 5)
    less = [(part.low, part.high) for _, part in Draft(fewer).all(CallChoice) if part.high]
    assert (bids[0], less[0]) == ((6, 10), (3, 5))


def test_combinations_that_the_pack_cannot_show_go_or_take_fewer_cards() -> None:
    genome = get_genome("piquet")
    longest = next(pattern for pattern in genome.patterns if pattern.min_size == 8)
    ranks = ("10", "J", "Q", "K", "A")
    deck = DeckSpec((CardBlock(("clubs", "diamonds", "hearts", "spades"), ranks),))
    changed = with_deck(genome, deck)
    assert max(pattern.min_size or 0 for pattern in changed.patterns) == 5
    assert longest.name not in {
        name for _, phase in Draft(changed).all(DeclarePhase) for name in phase.patterns
    }
    alone = transform(
        replace(genome, patterns=(longest,)),
        lambda part: (
            replace(part, patterns=(longest.name,)) if isinstance(part, DeclarePhase) else part
        ),
    )
    (shorter,) = with_deck(alone, deck).patterns
    assert (shorter.min_size, shorter.max_size) == (5, 5)


def test_a_number_moves_only_with_what_it_is_compared_with() -> None:
    move = numbers_moved(frozenset({"tricks"}), {5: 6})

    def moved(text: str) -> str:
        return str(rewritten(Let("term", "term", text), move).value)

    assert moved("tricks == 5") == "tricks == 6"
    assert moved("5 * tricks") == "5 * tricks"
    assert moved("score >= 5") == "score >= 5"
    assert moved("5 - tricks") == "6 - tricks"


@pytest.mark.parametrize(
    ("players", "sides", "expected"),
    [
        (4, 2, ((0, 2), (1, 3))),
        (6, 3, ((0, 3), (1, 4), (2, 5))),
        (6, 4, ((0, 2, 4), (1, 3, 5))),
        (5, 2, ()),
        (3, 2, ()),
    ],
)
def test_members_of_a_side_sit_between_the_others(
    players: int, sides: int, expected: tuple[tuple[int, ...], ...]
) -> None:
    assert interleaved(players, sides) == expected


def test_packets_stay_like_those_there_were() -> None:
    assert packets((1,) * 13, 4) == (1, 1, 1, 1)
    assert packets((3, 2), 7) == (3, 2, 2)


def test_ranks_that_a_pack_has_more_come_in_beside_their_neighbours() -> None:
    euchre = create_euchre_genome()
    assert euchre.rankings
    usual = replace(euchre.rankings[0], promote=())

    def fitted(plain: str, trump: str) -> CardRanking:
        ranking = replace(usual, plain=tuple(plain.split()), trump=tuple(trump.split()))
        found = fit_cards(replace(euchre, rankings=(ranking,))).rankings
        assert found
        return found[0]

    whole = fitted("9 Q K A", "9 Q A K")
    assert whole.plain == tuple("9 10 J Q K A".split())
    assert whole.trump == tuple("9 10 J Q A K".split())
    # A nine that ranks above the ace takes nobody along.
    assert fitted("9 J K A", "J K A 9").trump == tuple("10 J Q K A 9".split())
