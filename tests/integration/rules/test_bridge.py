"""Bridge: the auction, declarer and dummy, duplicate scoring."""

from __future__ import annotations

import pytest

from tests.support.seeds import for_seeds
from tests.support.table import Table, these

CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
DIAMONDS = CLUBS.replace("C", "D")
HEARTS = CLUBS.replace("C", "H")
SPADES = CLUBS.replace("C", "S")

DOUBLE = "double the opponents' bid"
REDOUBLE = "redouble your side's bid"


def one_suit_each(*calls: str) -> Table:
    """Player 0 deals and has all the spades, player 1 the hearts, 2 diamonds, 3 clubs."""
    return Table("bridge", SPADES, HEARTS, DIAMONDS, CLUBS, dealer=0).say(*calls)


def all_pass(*calls: str) -> Table:
    return one_suit_each(*calls, "pass", "pass", "pass")


# --- the auction ----------------------------------------------------------------------------------


def test_the_dealer_calls_first_and_may_make_any_bid() -> None:
    table = one_suit_each()
    assert table.turn == 0
    assert len(table.moves) == 1 + 35


def test_a_bid_must_be_higher_than_the_one_before() -> None:
    table = one_suit_each("bid 2 hearts")
    bids = [text for text in table.moves if text.startswith("bid")]
    assert bids[:3] == ["bid 2 spades", "bid 2 no trumps", "bid 3 clubs"]
    assert len(bids) == 35 - 8


def test_nothing_is_higher_than_seven_no_trumps() -> None:
    assert one_suit_each("bid 7 no trumps").moves == ["pass", DOUBLE]


def test_only_the_opponents_bid_may_be_doubled() -> None:
    table = one_suit_each()
    assert DOUBLE not in table.moves
    assert DOUBLE in table.say("bid 1 club").moves
    assert DOUBLE not in table.say("pass").moves
    assert DOUBLE in table.say("pass").moves


def test_only_a_double_may_be_redoubled_and_only_by_the_doubled_side() -> None:
    table = one_suit_each("bid 1 club")
    assert REDOUBLE not in table.moves
    table.say(DOUBLE)
    assert REDOUBLE in table.moves
    assert DOUBLE not in table.moves
    table.say("pass")
    assert REDOUBLE not in table.moves
    assert DOUBLE not in table.moves
    table.say("pass", REDOUBLE)
    assert table.turn == 1
    assert not {DOUBLE, REDOUBLE} & set(table.moves)


def test_a_new_bid_takes_the_double_away() -> None:
    table = one_suit_each("bid 1 club", DOUBLE, "bid 1 diamond")
    assert DOUBLE in table.moves
    assert table.counter("multiplier") == (1,)


def test_the_auction_ends_after_three_passes() -> None:
    table = one_suit_each("bid 1 club", "pass", "pass")
    assert table.turn == 3
    assert "bid 1 heart" in table.moves
    table.say("pass")
    assert table.turn == 1
    assert table.playable == these(HEARTS)


def test_after_three_passes_the_fourth_player_may_still_bid() -> None:
    table = one_suit_each("pass", "pass", "pass")
    assert table.turn == 3
    assert "bid 1 club" in table.moves


def test_a_deal_passed_out_is_dealt_again_by_the_same_dealer() -> None:
    table = one_suit_each("pass", "pass", "pass", "pass")
    assert not table.state.over
    assert table.view.hand_number == 1
    assert table.view.dealer == 0
    assert table.turn == 0
    assert table.hand(0) != these(SPADES)
    assert table.scores == (0, 0)


def test_the_declarer_is_the_first_of_the_side_who_named_the_strain() -> None:
    table = all_pass("bid 1 spade", "pass", "bid 2 hearts", "pass", "bid 3 spades")
    assert table.role("declarer") == 0
    table = all_pass("bid 1 spade", "pass", "bid 2 hearts", "pass", "bid 3 hearts")
    assert table.role("declarer") == 2
    assert table.role("dummy") == 0
    assert table.turn == 3


def test_a_strain_named_first_by_the_other_side_does_not_count() -> None:
    table = all_pass("bid 1 spade", "bid 2 spades", "pass", "bid 3 spades")
    assert table.role("declarer") == 1
    table = all_pass("bid 1 spade", "bid 2 no trumps", "bid 3 no trumps")
    assert table.role("declarer") == 2


# --- the dummy ------------------------------------------------------------------------------------


def test_the_dummy_is_laid_open_only_after_the_first_lead() -> None:
    table = all_pass("bid 1 spade")
    assert set(table.state.view(1).zone("hand", 2)[0].cards) == {None}
    table.play("2H")
    for seat in range(4):
        (dummy,) = table.state.view(seat).zone("hand", 2)
        assert None not in dummy.cards
    assert set(table.state.view(1).zone("hand", 0)[0].cards) == {None}


def test_the_declarer_plays_the_cards_of_the_dummy() -> None:
    table = all_pass("bid 1 spade").play("2H")
    assert table.turn == 0
    assert table.playable == these(DIAMONDS)
    assert table.state.legal_moves(2) == ()
    table.play("2D 2C 2S")
    assert table.turn == 0
    assert table.playable == these(SPADES) - these("2S")


def test_the_declarer_leads_from_the_dummy_when_it_has_won() -> None:
    table = all_pass("pass", "pass", "bid 1 diamond")
    assert table.role("declarer") == 2
    table.play("2C 3S 2H 2D")
    assert table.turn == 2
    table = all_pass("bid 1 diamond").play("2H 2D 2C 2S")
    assert table.role("dummy") == 2
    assert table.turn == 0
    assert table.playable == these(DIAMONDS) - these("2D")


def test_without_trumps_the_suit_led_wins() -> None:
    table = all_pass("bid 1 no trump").play("2H 2D 2C AS")
    assert table.turn == 1


# --- scores, from the table of duplicate Bridge ---------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "score"),
    [
        (("bid 7 spades",), 210 + 300 + 1000),
        (("bid 6 spades",), 180 + 300 + 500 + 30),
        (("bid 4 spades",), 120 + 300 + 3 * 30),
        (("bid 3 spades",), 90 + 50 + 4 * 30),
        (("bid 2 spades", DOUBLE), 120 + 300 + 50 + 5 * 100),
        (("bid 1 spade", DOUBLE), 60 + 50 + 50 + 6 * 100),
        (("bid 1 spade", DOUBLE, REDOUBLE), 120 + 300 + 100 + 6 * 200),
        (("bid 7 spades", DOUBLE, REDOUBLE), 840 + 300 + 1000 + 100),
    ],
)
def test_a_contract_made(calls: tuple[str, ...], score: int) -> None:
    assert all_pass(*calls).play_out().result.team_scores == (score, 0)


def test_minor_suits_count_twenty_a_trick() -> None:
    assert all_pass("bid 4 diamonds").play_out().result.team_scores == (80 + 50 + 3 * 20, 0)
    assert all_pass("bid 5 diamonds").play_out().result.team_scores == (100 + 300 + 2 * 20, 0)


def test_the_first_trick_without_trumps_counts_forty() -> None:
    """Player 1 leads the only spade that player 0 does not have and takes the last trick."""
    table = Table(
        "bridge", SPADES.replace("2S", "2H"), HEARTS.replace("2H", "2S"), DIAMONDS, CLUBS, dealer=0
    )
    table.say("bid 3 no trumps", "pass", "pass", "pass").play("2S 2D 2C 3S")
    for number in range(3, 14):
        table.play(f"{SPADES.split()[number - 1]} {HEARTS.split()[number - 1]}")
        table.play(f"{DIAMONDS.split()[number - 1]} {CLUBS.split()[number - 1]}")
    table.play_out()
    assert table.tricks == (12, 1, 0, 0)
    assert table.result.team_scores == (40 + 30 + 30 + 300 + 3 * 30, 0)


def test_who_cannot_be_trumped_takes_all_with_the_suit_led() -> None:
    assert all_pass("bid 3 no trumps").play_out().result.team_scores == (0, 9 * 50)


@pytest.mark.parametrize(
    ("calls", "penalty"),
    [
        (("bid 1 heart",), 7 * 50),
        (("bid 1 heart", DOUBLE), 100 + 2 * 200 + 4 * 300),
        (("bid 1 heart", DOUBLE, REDOUBLE), 2 * (100 + 2 * 200 + 4 * 300)),
        (("bid 7 hearts", DOUBLE), 100 + 2 * 200 + 10 * 300),
    ],
)
def test_undertricks_not_vulnerable(calls: tuple[str, ...], penalty: int) -> None:
    assert all_pass(*calls).play_out().result.team_scores == (0, penalty)


def duplicate(level: int, strain: str, times: int, vulnerable: bool, taken: int) -> int:
    """What a contract is worth to the declarer's side, by the laws of duplicate Bridge."""
    short = level + 6 - taken
    if short > 0 and times == 1:
        return -short * (100 if vulnerable else 50)
    if short > 0:
        ladder = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
        return -sum(ladder[:short]) * times // 2
    trick = 20 if strain in ("club", "diamond") else 30
    points = times * (level * trick + 10 * (strain == "no trump"))
    bonus = (500 if vulnerable else 300) if points >= 100 else 50
    slam = {6: (500, 750), 7: (1000, 1500)}.get(level, (0, 0))[vulnerable]
    insult = {1: 0, 2: 50, 4: 100}[times]
    over = trick if times == 1 else (100 if vulnerable else 50) * times
    return points + bonus + slam + insult - short * over


@pytest.mark.parametrize("doubles", [(), (DOUBLE,), (DOUBLE, REDOUBLE)])
@pytest.mark.parametrize(
    "contract",
    [
        f"{level} {strain}{'s' if level > 1 else ''}"
        for level in range(1, 8)
        for strain in ("club", "diamond", "heart", "spade", "no trump")
    ],
)
@for_seeds(1)
def test_every_contract_is_scored_by_its_vulnerability(
    seed: int, contract: str, doubles: tuple[str, ...]
) -> None:
    """Nobody is vulnerable at first, then twice the dealer's side, all in the last deal."""
    table = Table("bridge", match=True, seed=seed, dealer=0)
    level, strain = int(contract[0]), contract[2:].removesuffix("s")
    for deal in range(1, 5):
        declarer = (deal - 1 + seed) % 4
        before = table.scores
        while table.turn != declarer:
            table.say("pass")
        table.say(f"bid {contract}", *doubles, "pass", "pass", "pass")
        assert table.role("declarer") == declarer
        taken, scores = tricks_of(table, declarer % 2)
        of_dealers_side = (deal - 1) % 2 == declarer % 2
        vulnerable = deal == 4 or (deal > 1 and of_dealers_side)
        worth = duplicate(level, strain, 2 ** len(doubles), vulnerable, taken)
        own, other = (scores[s] - before[s] for s in (declarer % 2, 1 - declarer % 2))
        assert (own, other) == (max(worth, 0), max(-worth, 0))
    assert table.state.over


def tricks_of(table: Table, side: int) -> tuple[int, tuple[int, ...]]:
    """Plays the hand out: the tricks of a side, and the scores afterwards."""
    number, winners = table.hand_number, []
    while not table.state.over and table.hand_number == number:
        table.step()
        winners += [event.seat for event in table.state.events if event.kind == "trick"]
    assert len(winners) == 13
    return sum(seat in (side, side + 2) for seat in winners), table.scores


def test_the_deal_passes_to_the_left_and_four_deals_are_played() -> None:
    table = Table("bridge", match=True, dealer=2)
    dealers = []
    while not table.state.over:
        dealers.append(table.view.dealer)
        table.say("bid 1 club", "pass", "pass", "pass").play_hand()
    assert dealers == [2, 3, 0, 1]
    best = max(table.result.team_scores)
    assert table.result.team_scores.count(best) == 2 or (
        table.result.winning_team == table.result.team_scores.index(best)
    )
