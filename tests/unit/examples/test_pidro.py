from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.schema import (
    BlockPhase,
    CallPhase,
    DiscardPhase,
    DoPhase,
    FillHands,
    FirstDealer,
    GameGenome,
    Move,
    OutOfCards,
    Owner,
    Phase,
    RepeatPhase,
    Sees,
    TrickPhase,
    WinComparison,
)
from darwindeck.library import create_pidro_genome
from tests.support.cards import Table, playable
from tests.support.evaluate import evaluate
from tests.support.scoresheet import Hand, Scoresheet

MATE = {
    Suit.HEARTS: Suit.DIAMONDS,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
}
every_suit = pytest.mark.parametrize("trump", list(Suit))


@cache
def pidro(**options: str) -> GameGenome:
    return fold_options(apply_options(create_pidro_genome(), options))


def phase(name: str, genome: GameGenome | None = None) -> Phase:
    return next(p for p in (genome or pidro()).turn_structure.phases if p.name == name)


def trumps_from_the_top(trump: Suit) -> list[Card]:
    order = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "wrong", "4", "3", "2")
    return [
        Card(MATE[trump], Rank.FIVE) if rank == "wrong" else Card(trump, Rank(rank))
        for rank in order
    ]


# --- cards ---------------------------------------------------------------------------------------


@every_suit
def test_the_14_trumps_are_the_suit_and_the_other_five_of_its_colour(trump: Suit) -> None:
    table = Table(pidro(), trump=trump)
    trumps = {card for card in deck_cards(pidro()) if table.is_trump(card)}
    assert trumps == set(trumps_from_the_top(trump))
    assert len(trumps) == 14


@every_suit
def test_every_trump_beats_those_below_it(trump: Suit) -> None:
    table = Table(pidro(), trump=trump)
    pairs = list(combinations(trumps_from_the_top(trump), 2))
    assert len(pairs) == 91
    for higher, lower in pairs:
        assert table.beats(higher, lower), (higher, lower)
        assert not table.beats(lower, higher), (higher, lower)


@every_suit
def test_six_cards_hold_the_14_points(trump: Suit) -> None:
    table = Table(pidro(), trump=trump)
    worth = {card: table.worth(card, "card_points") for card in deck_cards(pidro())}
    assert {str(card.rank) + ("" if card.suit == trump else "'"): points
            for card, points in worth.items() if points} == {
        "A": 1, "J": 1, "10": 1, "5": 5, "5'": 5, "2": 1,
    }  # fmt: skip
    assert sum(worth.values()) == 14


# --- deal and auction ----------------------------------------------------------------------------


def test_nine_cards_are_dealt_in_packets_of_three_and_sixteen_are_left() -> None:
    (deal,) = pidro().setup.deal or ()
    assert deal.packets == (3, 3, 3)
    assert len(deck_cards(pidro())) - 4 * sum(deal.packets) == 16


def test_the_first_dealer_draws_the_highest_card_and_the_deal_passes_left() -> None:
    match = pidro().match
    assert match is not None
    assert match.first_dealer is FirstDealer.HIGH_CARD
    assert match.hands == 60


def legal_calls(standing: int, position: int, **options: str) -> set[str]:
    """What the player in a place may call; the dealer is the fourth."""
    auction = phase("auction", pidro(**options))
    assert isinstance(auction, CallPhase)
    facts = {"turn": position, "dealer": 4, "bids": int(standing > 0), "standing": standing}
    found = set()
    for call in auction.calls:
        amounts: list[int | None] = [None]
        if call.choices:
            amounts = list(range(int(call.choices[0].low), int(call.choices[0].high) + 1))
        for amount in amounts:
            named = facts | {"amount": amount}
            if not evaluate(call.when, named):
                continue
            if call.key is not None:
                height = evaluate(call.key, named)
                equal = height == standing and evaluate(call.equal_ok, named)
                if height <= standing and not equal:
                    continue
            found.add("pass" if call.is_pass else str(amount or "forced 6"))
    return found


def test_a_bid_is_6_to_14_and_higher_than_the_last() -> None:
    assert legal_calls(0, 1) == {"pass", *map(str, range(6, 15))}
    assert legal_calls(9, 3) == {"pass", "10", "11", "12", "13", "14"}
    assert legal_calls(13, 4) == {"pass", "14"}


def test_everybody_is_asked_once_and_the_dealer_last() -> None:
    auction = phase("auction")
    assert isinstance(auction, CallPhase)
    assert (auction.rounds, auction.who, auction.close) == (1, None, "false")


def test_a_dealer_to_whom_all_have_passed_must_bid_six() -> None:
    assert legal_calls(0, 4) == {"forced 6"}
    assert legal_calls(0, 4, forced_dealer="any_bid") == {*map(str, range(6, 15))}
    assert legal_calls(6, 4) == {"pass", *map(str, range(7, 15))}


@pytest.mark.parametrize(
    ("fourteen", "others", "dealer"),
    [("anyone", True, True), ("dealer_only", False, True), ("nobody", False, False)],
)
def test_who_may_bid_14_over_14_is_an_option(fourteen: str, others: bool, dealer: bool) -> None:
    assert ("14" in legal_calls(14, 2, fourteen=fourteen)) is others
    assert ("14" in legal_calls(14, 4, fourteen=fourteen)) is dealer


def test_the_bidder_names_any_of_the_four_suits() -> None:
    naming = phase("naming")
    assert isinstance(naming, CallPhase)
    assert naming.who == "bidder"
    assert set(naming.calls[0].choices[0].suits) == set(Suit)


# --- discarding, second deal, robbing, killing ---------------------------------------------------


@every_suit
def test_all_cards_that_are_no_trumps_are_discarded(trump: Suit) -> None:
    discarding = phase("discarding")
    assert isinstance(discarding, DoPhase)
    (move,) = discarding.actions
    assert isinstance(move, Move)
    thrown = playable(Table(pidro(), trump=trump), move.cards)
    assert thrown == set(deck_cards(pidro())) - set(trumps_from_the_top(trump))
    assert move.count is None
    assert discarding.who == "others(dealer)"


def test_the_others_are_filled_up_to_six_from_the_dealers_left() -> None:
    second_deal = phase("second_deal")
    assert isinstance(second_deal, DoPhase)
    assert second_deal.actions == (FillHands(6, to="from(others(dealer), left(dealer))"),)


def put_aside(genome: GameGenome) -> Move:
    """What a dealer who keeps every trump does with the other cards."""
    robbing = phase("robbing", genome)
    assert isinstance(robbing, DoPhase)
    taking, putting = robbing.actions
    assert isinstance(taking, Move)
    assert isinstance(putting, Move)
    assert robbing.who == "dealer"
    assert (taking.source, taking.target, taking.count) == ("deck", "hand", None)
    assert (putting.source, putting.target) == ("hand", "aside")
    return putting


@pytest.mark.parametrize(
    ("dealer_hand", "counts"), [("filled", [0, 0, 3, 12]), ("short", [4, 6, 9, 18])]
)
def test_the_dealer_takes_the_rest_and_puts_all_beyond_six_aside(
    dealer_hand: str, counts: list[int]
) -> None:
    putting = put_aside(pidro(dealer_hand=dealer_hand))
    assert putting.count is not None
    assert [evaluate(putting.count, {"hand_size": n}) for n in (4, 6, 9, 18)] == counts
    hearts = Table(pidro(), trump=Suit.HEARTS)
    kept = set(trumps_from_the_top(Suit.HEARTS))
    assert playable(hearts, putting.cards) == set(deck_cards(pidro())) - kept


def test_the_dealers_choice_of_cards_is_an_option() -> None:
    default, free = pidro(), pidro(dealer_keeps="any_six")
    assert phase("choosing_six", default).when == "false"
    assert phase("choosing_six", free).when == "true"
    assert phase("robbing", free).when == "false"


@every_suit
def test_only_trumps_without_points_are_killed_down_to_six_cards(trump: Suit) -> None:
    killing = phase("killing")
    assert isinstance(killing, RepeatPhase)
    (one,) = killing.phases
    assert isinstance(one, DiscardPhase)
    assert (one.count, one.target, one.mandatory) == (1, "killed", True)
    assert one.cards is not None
    table = Table(pidro(), trump=trump)
    killable = playable(table, one.cards)
    assert {card.rank for card in killable} == set(map(Rank, "K Q 9 8 7 6 4 3".split()))
    assert all(card.suit == trump for card in killable)
    assert [evaluate(killing.as_long_as, {"hand_size": n}) for n in (5, 6, 7)] == [0, 0, 1]
    # Whatever seven or more trumps a hand holds, six of them are enough for all that count.
    assert len(trumps_from_the_top(trump)) - len(killable) == 6


class Cards:
    """The cards of one hand, moved by the phases between naming trumps and the first lead."""

    def __init__(self, genome: GameGenome, rng: random.Random) -> None:
        self.genome = genome
        self.rng = rng
        deck = list(deck_cards(genome))
        rng.shuffle(deck)
        self.dealer = rng.randrange(4)
        self.table = Table(genome, trump=rng.choice(list(Suit)))
        own = {z.name for z in genome.zones or () if z.owner is Owner.SEAT}
        self.zones: dict[str, list[list[Card]]] = {
            z.name: [[] for _ in range(4 if z.name in own else 1)] for z in genome.zones or ()
        }
        for seat in range(4):
            self.zones["hand"][seat] = deck[9 * seat : 9 * seat + 9]
        self.zones["deck"][0] = deck[36:]

    def zone(self, name: str, seat: int) -> list[Card]:
        piles = self.zones[name]
        return piles[seat] if len(piles) > 1 else piles[0]

    def amount(self, expression: str | int, seat: int) -> int:
        return int(evaluate(expression, {"hand_size": len(self.zones["hand"][seat])}))

    def move(self, found: list[Card], source: str, target: str, seat: int) -> None:
        for c in found:
            self.zone(source, seat).remove(c)
            self.zone(target, seat).append(c)

    def run(self) -> None:
        left = [(self.dealer + n) % 4 for n in range(1, 5)]
        whom = {
            "others(dealer)": left[:3],
            "from(others(dealer), left(dealer))": left[:3],
            "dealer": left[3:],
            "from(each, left(dealer))": left,
        }
        for part in self.genome.turn_structure.phases[2:-1]:
            if part.when == "false":
                continue
            if isinstance(part, RepeatPhase):
                assert part.who is not None
                for seat in whom[part.who]:
                    while evaluate(part.as_long_as, {"hand_size": len(self.zones["hand"][seat])}):
                        self.step(part.phases[0], seat, whom)
                continue
            inner = part.phases if isinstance(part, BlockPhase) else (part,)
            for step in inner:
                for seat in whom[step.who] if step.who else [self.dealer]:
                    self.step(step, seat, whom)

    def step(self, step: Phase, seat: int, whom: dict[str, list[int]]) -> None:
        if isinstance(step, DiscardPhase):
            assert step.cards is not None
            fitting = [c for c in self.zone("hand", seat) if self.table.fits(c, step.cards)]
            chosen = self.rng.sample(fitting, self.amount(step.count, seat))
            self.move(chosen, "hand", step.target, seat)
            return
        assert isinstance(step, DoPhase)
        for action in step.actions:
            if isinstance(action, FillHands):
                for other in whom[action.to]:
                    missing = max(0, int(action.size) - len(self.zones["hand"][other]))
                    self.move(self.zones["deck"][0][:missing], "deck", "hand", other)
            else:
                assert isinstance(action, Move)
                found = [
                    c for c in self.zone(action.source, seat) if self.table.fits(c, action.cards)
                ]
                if action.count is not None:
                    self.rng.shuffle(found)
                    found = found[: self.amount(action.count, seat)]
                self.move(found, action.source, action.target, seat)


@pytest.mark.parametrize("keeps", ["trumps", "any_six"])
@pytest.mark.parametrize("fills", ["filled", "short"])
def test_from_naming_to_the_first_lead_no_point_is_lost(keeps: str, fills: str) -> None:
    genome = pidro(dealer_keeps=keeps, dealer_hand=fills)
    rng = random.Random(62)
    killed = short = 0
    for _ in range(300):
        before = Cards(genome, rng)
        dealt = [c for hand in before.zones["hand"] for c in hand]
        before.run()
        hands = before.zones["hand"]
        everywhere = [c for piles in before.zones.values() for pile in piles for c in pile]
        assert sorted(map(str, everywhere)) == sorted(map(str, deck_cards(genome)))
        assert all(len(held) <= 6 for held in hands)
        assert before.zones["deck"][0] == []
        held = [c for hand in hands for c in hand]
        assert sum(before.table.worth(c, "card_points") for c in held) == 14
        thrown = before.zones["thrown"][0]
        assert not any(before.table.is_trump(c) for c in thrown)
        if keeps == "trumps":
            aside = before.zones["aside"][before.dealer]
            assert not any(before.table.is_trump(c) for c in aside)
        if fills == "filled" or keeps == "any_six":
            assert len(hands[before.dealer]) == 6
        # Sixteen cards and the trumps dealt must do for twenty-four places.
        trumps = sum(before.table.is_trump(c) for c in dealt)
        if keeps == "trumps" and fills == "short" and trumps < 8:
            assert len(hands[before.dealer]) < 6
            short += 1
        killed += any(before.zones["killed"])
    assert killed > 0
    assert short > 0 or (keeps, fills) != ("trumps", "short")


def sees(genome: GameGenome, zone: str) -> Sees:
    return next(z.sees for z in genome.zones or () if z.name == zone)


@pytest.mark.parametrize(
    ("discards", "others", "dealer"),
    [
        ("others_face_up", Sees.ALL, Sees.OWNER),
        ("all_face_up", Sees.ALL, Sees.ALL),
        ("face_down", Sees.NOBODY, Sees.OWNER),
    ],
)
def test_who_sees_the_discards_is_an_option(discards: str, others: Sees, dealer: Sees) -> None:
    genome = pidro(discards=discards)
    assert (sees(genome, "thrown"), sees(genome, "aside")) == (others, dealer)
    assert sees(genome, "killed") is sees(genome, "shown") is Sees.ALL


# --- play ----------------------------------------------------------------------------------------


@every_suit
def test_only_trumps_are_played_and_who_has_none_drops_out(trump: Suit) -> None:
    play = phase("play")
    assert isinstance(play, TrickPhase)
    assert play.playable is not None
    table = Table(pidro(), trump=trump)
    assert playable(table, play.playable) == set(trumps_from_the_top(trump))
    assert (play.out, play.out_to) == (OutOfCards.SIT_OUT, "shown")
    assert (play.leader, play.next_leader) == ("bidder", "winner")
    assert not play.follow


@every_suit
def test_the_two_of_trumps_goes_to_the_side_that_played_it(trump: Suit) -> None:
    play = phase("play")
    assert isinstance(play, TrickPhase)
    (kept,) = play.keep
    assert kept.to == "captured(turn)"
    assert playable(Table(pidro(), trump=trump), kept.cards) == {Card(trump, Rank.TWO)}


def test_the_top_killed_trump_is_played_first_by_option() -> None:
    default, variant = phase("play"), phase("play", pidro(killed_trumps="played_first"))
    assert isinstance(default, TrickPhase)
    assert isinstance(variant, TrickPhase)
    assert default.source == "hand"
    assert variant.source == "if(trick == 1 and size(killed) > 0, top(killed), hand)"


# --- scoring and winning -------------------------------------------------------------------------


def hand(bidder: int, bid: int, taken: tuple[int, int]) -> Hand:
    points = [taken[0], taken[1], 0, 0]
    return Hand(
        roles={"bidder": bidder},
        table={"bid": bid},
        words={"points": lambda seats, *_: sum(points[seat] for seat in seats)},
    )


def test_a_made_bid_scores_what_is_taken_and_a_failed_one_costs_the_bid() -> None:
    for bidder, bid, taken in product(range(4), range(6, 15), range(15)):
        split = (taken, 14 - taken) if bidder % 2 == 0 else (14 - taken, taken)
        result = Scoresheet(pidro()).score_hand(hand(bidder, bid, split))
        bidders, defenders = ((0, 2), (1, 3)) if bidder % 2 == 0 else ((1, 3), (0, 2))
        assert result[bidders] == (taken if taken >= bid else -bid)
        assert result[defenders] == 14 - taken


def winner(genome: GameGenome, scores: tuple[int, int], bidder: int) -> str | None:
    """The first condition that holds decides: by the bidder's side, or by the higher score."""
    sheet = Scoresheet(genome)
    for side, points in zip(sheet.sides, scores, strict=True):
        sheet.score[next(s for s in sheet.score if s.seats == side)] = points
    first, second = genome.win_conditions
    if sheet.holds(first.when, hand(bidder, 6, (0, 0))):
        assert (first.who, first.comparison) == ("team(bidder)", WinComparison.NONE)
        return "bidders"
    if max(scores) >= second.threshold:
        assert (second.type, second.comparison) == ("first_to_score", WinComparison.HIGHEST)
        return "first" if scores[0] > scores[1] else "second"
    return None


@pytest.mark.parametrize(
    ("scores", "bidder", "expected"),
    [
        ((61, 60), 0, None),
        ((62, 60), 0, "bidders"),
        ((62, 60), 1, "first"),
        ((62, 70), 0, "bidders"),
        ((70, 62), 3, "bidders"),
        ((-20, 63), 2, "second"),
    ],
)
def test_62_points_win_and_if_both_have_them_the_bidders_side_does(
    scores: tuple[int, int], bidder: int, expected: str | None
) -> None:
    assert winner(pidro(), scores, bidder) == expected


def test_the_target_is_an_option() -> None:
    assert winner(pidro(target="31"), (31, 0), 0) == "bidders"
    assert winner(pidro(target="100"), (99, 62), 0) is None
    assert winner(pidro(target="100"), (99, 100), 0) == "second"


def test_the_tournament_rules_are_a_preset() -> None:
    tournament = pidro(rules="tournament")
    values = {option.name: option.value for option in tournament.options}
    assert (values["fourteen"], values["discards"]) == ("dealer_only", "face_down")
    assert sees(tournament, "thrown") is Sees.NOBODY
    assert tournament.match is not None
    assert tournament.match.first_dealer is FirstDealer.RANDOM
    kokkola = pidro(rules="kokkola")
    assert replace(kokkola, options=()) == replace(pidro(), options=())


def test_every_choice_in_force_leaves_the_genome_as_it_is() -> None:
    genome = create_pidro_genome()
    for option in genome.options:
        assert apply_options(genome, {option.name: option.value}) == genome
