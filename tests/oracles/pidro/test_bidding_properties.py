"""The auction: properties 13 to 17, 39 and 46."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from darwindeck.laws.law import Law
from darwindeck.laws.record import Record
from darwindeck.oracles.pidro.bidding_laws import BIDDING_LAWS
from darwindeck.simulation import IllegalMove, State
from tests.oracles.pidro.generators import dealers, hands, judged, pidro, sampled, seeds

RARE_LAWS = ("property 15", "property 46", "forced dealer")
"""What only few auctions show; the rare hands do."""

any_number = st.one_of(st.integers(), st.integers(0, 20))


@pytest.mark.parametrize("law", BIDDING_LAWS, ids=lambda law: f"{law.name}: {law.sentence}")
@sampled
@given(record=hands)
def test_bidding(law: Law, record: Record) -> None:
    applied = judged(law, record)
    assert applied or law.name in ("property 14", *RARE_LAWS)


def begun(seed: int, dealer: int, **options: str) -> State:
    return pidro(**options).hand(seed, dealer=dealer)


@sampled
@given(seed=seeds, dealer=dealers, bid=any_number)
def test_an_opening_bid_is_accepted_from_6_to_14_and_no_other(
    seed: int, dealer: int, bid: int
) -> None:
    """Property 13, for any whole number."""
    state = begun(seed, dealer)
    if 6 <= bid <= 14:
        assert state.apply(f"bid {bid} points").asked == (dealer + 2) % 4
    else:
        digest = state.digest
        with pytest.raises(IllegalMove):
            state.apply(f"bid {bid} points")
        assert state.digest == digest


@pytest.mark.parametrize("words", ["bid True points", "bid 7.0 points", "bid 7", "bid 07 points"])
def test_what_is_no_number_is_no_bid(words: str) -> None:
    with pytest.raises(IllegalMove):
        begun(1, 0).apply(words)


@sampled
@given(seed=seeds, dealer=dealers, first=st.integers(6, 14), second=any_number)
@pytest.mark.parametrize("fourteen", ["anyone", "dealer_only", "nobody"])
def test_a_bid_over_another_must_be_higher(
    fourteen: str, seed: int, dealer: int, first: int, second: int
) -> None:
    """Properties 14 and 46; only 14 over 14 may be equal, as the option says."""
    state = begun(seed, dealer, fourteen=fourteen).apply(f"bid {first} points")
    equal = first == second == 14 and fourteen == "anyone"
    if first < second <= 14 or equal:
        bidder = state.asked
        after = state.apply(f"bid {second} points")
        assert dict(after.view(0).roles)["bidder"] == bidder
    else:
        with pytest.raises(IllegalMove):
            state.apply(f"bid {second} points")


@sampled
@given(seed=seeds, dealer=dealers)
def test_if_all_others_pass_the_dealer_has_bid_six(seed: int, dealer: int) -> None:
    """Property 15: the call is recorded like any other."""
    state = begun(seed, dealer)
    for _ in range(3):
        state = state.apply("pass")
    assert state.asked == dealer
    assert [move.text for move in state.legal_moves()] == ["bid 6"]
    state = state.apply("bid 6")
    assert [(item.seat, item.move.text) for item in state.log][-1] == (dealer, "bid 6")
    assert dict(state.view(0).roles)["bidder"] == state.asked == dealer
    assert state.view(0).counters[0].values == (6,)


@sampled
@given(seed=seeds, dealer=dealers, bids=st.lists(st.booleans(), min_size=4, max_size=4))
def test_the_last_14_stands_whoever_has_bid_it_before(
    seed: int, dealer: int, bids: list[bool]
) -> None:
    """Property 46, with any players who bid 14; somebody before the dealer does."""
    assume(any(bids[:3]))
    state = begun(seed, dealer)
    for bid in bids:
        state = state.apply("bid 14 points" if bid else "pass")
    last = max(turn for turn, bid in enumerate(bids) if bid)
    assert dict(state.view(0).roles)["bidder"] == state.asked == (dealer + 1 + last) % 4
