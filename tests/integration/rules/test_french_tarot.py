"""French Tarot: bids, the dog, the duty to overtrump, the excuse, and what a hand is worth."""

from __future__ import annotations

from random import Random

from tests.support.second_account import Trick, own_suit
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

PLAIN = "A 2 3 4 5 6 7 8 9 10 J C Q K".split()
EXCUSE = "fool-"
OUDLERS = {"1-atouts", "21-atouts", EXCUSE}
CONTRACTS = {"small": 1, "guard": 2, "guard without": 4, "guard against": 6}


def is_trump(card: str) -> bool:
    return card.endswith("-atouts")


def suit(card: str) -> str:
    return "" if card == EXCUSE else "trump" if is_trump(card) else own_suit(card)


def rank(card: str) -> str:
    return card.partition("-")[0] if "-" in card else card[:-1]


def height(card: str) -> int:
    return int(rank(card)) if is_trump(card) else PLAIN.index(rank(card))


def halves(cards: list[str]) -> int:
    worth = {"K": 9, "Q": 7, "C": 5, "J": 3}
    return sum(9 if card in OUDLERS else worth.get(rank(card), 1) for card in cards)


def legal(hand: set[str], trick: list[str]) -> set[str]:
    played = [card for card in trick if card != EXCUSE]
    if not played:
        return hand
    led = suit(played[0])
    best = max((height(card) for card in trick if is_trump(card)), default=0)
    trumps = {card for card in hand if is_trump(card)}
    over = {card for card in trumps if height(card) > best}
    same = {card for card in hand if suit(card) == led and led}
    if led == "trump":
        must = over or trumps
    else:
        must = same or over or trumps
    return must | (hand & {EXCUSE}) if must else hand


def winner(trick: dict[int, str]) -> int:
    led = suit(next(card for card in trick.values() if card != EXCUSE))

    def strength(seat: int) -> tuple[bool, bool, int]:
        card = trick[seat]
        if card == EXCUSE:
            return False, False, 0
        return is_trump(card), suit(card) == led, height(card)

    return max(trick, key=strength)


def bid(table: Table, contract: str, seat: int) -> Table:
    """One player bids, all others pass."""
    for player in range(4):
        if player == seat:
            table.say(next(m for m in table.moves if m.endswith(contract)))
        elif "pass" in table.moves and table.turn == player:
            table.say("pass")
    return table


def test_a_bid_must_be_higher_than_those_before() -> None:
    table = Table("french-tarot").say("bid guard")
    assert set(table.moves) == {"pass", "bid guard without", "bid guard against"}


def test_after_an_excuse_that_is_led_the_next_card_says_what_must_be_followed() -> None:
    table = Table("french-tarot", "fool- 2C", "3D 4H", "5D 6C 20-atouts", "7C 8S")
    bid(table, "guard without", 3)
    assert "fool-" in table.playable
    table.play("fool-")
    assert table.playable == table.hand(1), "as if they were leading"
    table.play("3D")
    assert table.playable == {card for card in table.hand(2) if suit(card) == "D"}
    table.play("5D")
    may = table.playable
    table.play(sorted(may)[0])
    assert table.turn in (2, 3), "the excuse takes no trick, nor does the diamond that was beaten"


def test_the_one_of_trumps_alone_is_thrown_in() -> None:
    hand = "1-atouts 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5D 6D 7D 8D 9D 10D"
    assert Table("french-tarot", hand).hand(0) != these(hand)
    with_excuse = hand.replace("2C", "fool-")
    assert Table("french-tarot", with_excuse).hand(0) == these(with_excuse)


def test_no_king_and_no_oudler_is_discarded_and_no_trump_without_need() -> None:
    hand = "KC KD KH KS 1-atouts 21-atouts fool- 2-atouts 3-atouts 2C 3C 4C 5C 6C 7C 8C 9C 10C"
    table = bid(Table("french-tarot", hand, dog="2D 3D 4D 5D 6D 7D"), "small", 0)
    assert table.turn == 0
    assert len(table.playable) == 15
    assert not any(is_trump(card) or rank(card) == "K" for card in table.playable)


def test_trumps_are_discarded_where_nothing_else_is_left() -> None:
    trumps = " ".join(f"{n}-atouts" for n in range(1, 22))
    cards = f"{trumps} fool- KC".split()
    table = Table("french-tarot", " ".join(cards[:18]), dog=f"{' '.join(cards[18:])} 2C")
    bid(table, "small", 0)
    assert table.playable == {"2C"}
    table.play("2C")
    assert not {"1-atouts", "21-atouts", EXCUSE, "KC"} & table.playable
    assert len(table.playable) == 19


@for_seeds(12)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("french-tarot", seed=seed)
    taker, contract = rng.randrange(4), rng.choice(list(CONTRACTS))
    bid(table, contract, taker)
    dog = sorted(table.cards("dog"))
    if contract in ("small", "guard"):
        while len(table.cards("aside")) < 6 and not table.cards("captured"):
            if not any("with the discards" in move for move in table.moves):
                break
            table.play(rng.choice(sorted(table.playable)))
    aside = sorted(table.cards("aside"))
    assert len(aside) == (6 if contract in ("small", "guard") else 0)
    handfuls, taken = 0, list[Trick]()
    seat, swap, petit = 0, 0, 0
    for number in range(1, 19):
        trick: dict[int, str] = {}
        for player in [(seat + k) % 4 for k in range(4)]:
            if "announce a handful" in table.moves:
                held = sum(is_trump(card) or card == EXCUSE for card in table.hand(player))
                assert held >= 10
                assert number == 1
                handfuls += 40 if held >= 15 else 30 if held >= 13 else 20
                table.say("announce a handful")
            may = legal(table.hand(player), list(trick.values()))
            assert table.turn == player
            assert table.playable == may
            trick[player] = rng.choice(sorted(may))
            table.play(trick[player])
        seat = winner(trick)
        cards = list(trick.values())
        owner = next((player for player, card in trick.items() if card == EXCUSE), None)
        if owner is not None and number < 18:
            cards.remove(EXCUSE)
            taken.append((owner, [EXCUSE]))
            swap += (seat == taker and owner != taker) - (seat != taker and owner == taker)
        elif owner is not None:
            # In the last trick it changes sides, whoever wins.
            cards.remove(EXCUSE)
            taken.append(((taker + 1) % 4 if owner == taker else taker, [EXCUSE]))
        taken.append((seat, cards))
        if number == 18 and "1-atouts" in cards:
            petit = 1 if seat == taker else -1
    own = [card for player, cards in taken if player == taker for card in cards] + aside
    own += dog if contract == "guard without" else []
    needed = {0: 112, 1: 102, 2: 82, 3: 72}[len(OUDLERS & set(own))]
    difference, rest = divmod(halves(own) + swap - needed, 2)
    assert rest == 0
    basis = CONTRACTS[contract] * (difference + (25 if difference >= 0 else -25) + 10 * petit)
    basis += handfuls if difference >= 0 else -handfuls
    expected = [-basis] * 4
    expected[taker] = 3 * basis
    assert table.result.scores == tuple(expected)


def kept_excuse(seed: int, holder: str) -> tuple[Table, int, bool]:
    """A hand in which the excuse is played last of all, and whether its holder was the taker."""
    rng = Random(seed)
    table = Table("french-tarot", seed=seed)
    owner = next(player for player in range(4) if EXCUSE in table.hand(player))
    taker = owner if holder == "taker" else (owner + 1) % 4
    bid(table, "guard against", taker)
    while any(table.hand(player) for player in range(4)):
        if "announce none" in table.moves:
            table.say("announce none")
            continue
        table.play(rng.choice(sorted(table.playable - {EXCUSE} or table.playable)))
    return table, taker, EXCUSE in table.cards("captured", taker)


@for_seeds(6)
def test_an_excuse_kept_for_the_last_trick_changes_sides(seed: int) -> None:
    for holder in ("taker", "opponent"):
        try:
            _, _, with_taker = kept_excuse(seed, holder)
        except StopIteration:
            continue  # the excuse lies in the dog
        assert with_taker == (holder == "opponent")
