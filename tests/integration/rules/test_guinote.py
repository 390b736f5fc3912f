"""Guiñote: drawing, the seven of trumps, songs of a side, duties when the stock is gone, 101."""

from __future__ import annotations

from random import Random

from tests.support.second_account import play_tricks, won_by
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

ORDER = "2 4 5 6 7 horse sota rey 3 A".split()
WORTH = {"A": 11, "3": 10, "rey": 4, "sota": 3, "horse": 2}


def rank(card: str) -> str:
    return card.partition("-")[0]


def suit(card: str) -> str:
    return card.partition("-")[2]


def height(card: str) -> int:
    return ORDER.index(rank(card))


def beats(card: str, other: str, trump: str) -> bool:
    if suit(card) == suit(other):
        return height(card) > height(other)
    return suit(card) == trump


def duty(hand: set[str], trick: list[str], trump: str) -> set[str]:
    """What may be played when the stock is gone: nobody has to beat their partner."""
    if not trick:
        return hand
    best = 0
    for place, card in enumerate(trick):
        best = place if beats(card, trick[best], trump) else best
    partner = (len(trick) - best) % 2 == 0
    led = {card for card in hand if suit(card) == suit(trick[0])}
    over = {card for card in hand if beats(card, trick[best], trump)}
    if partner:
        return led or hand
    return led & over or led or {card for card in over if suit(card) == trump} or hand


def begun(*hands: str, turned: str = "2-cups") -> Table:
    return Table("guinote", *hands, turned_card=turned)


def after_a_trick(*hands: str, turned: str = "2-cups") -> Table:
    """South has won the first trick."""
    first = ["A-coins", "4-coins", "5-coins", "6-coins"]
    dealt = [f"{card} {hand}" for card, hand in zip(first, [*hands, "", "", ""], strict=False)]
    return begun(*dealt, turned=turned).play(" ".join(first))


SINGERS = (
    "rey-swords sota-swords 2-coins 2-swords 2-batons",
    "rey-cups sota-cups 4-swords 4-batons 4-cups",
    "rey-batons sota-batons 5-swords 5-batons 5-cups",
    "6-swords 6-batons 6-cups horse-cups horse-coins",
)


def test_a_side_sings_one_king_and_jack_after_a_trick() -> None:
    table = after_a_trick(*SINGERS)
    songs = [move for move in table.moves if ": " in move]
    assert [move.partition(":")[0] for move in songs] == ["declare twenty"]
    table.say(songs[0])
    # Nor does the partner sing any more, and the others have won nothing.
    assert table.turn == 0
    assert not any(": " in move for move in table.moves)


def test_the_partner_may_sing_what_the_winner_of_the_trick_does_not() -> None:
    table = after_a_trick(*SINGERS)
    table.say(table.moves[-1])
    assert table.turn == 2
    assert any("twenty" in move for move in table.moves)


def test_the_seven_of_trumps_is_exchanged_by_either_partner() -> None:
    table = after_a_trick("", "", "7-cups", turned="A-cups")
    while table.turn != 2:
        table.say(table.moves[-1])
    table.say("exchange the seven of trumps for the turned card")
    assert "A-cups" in table.hand(2)
    assert table.cards("turned_card") == these("7-cups")


def test_the_turned_card_is_drawn_last() -> None:
    table = Table("guinote", seed=3)
    turned = table.cards("turned_card")
    for _ in range(4):
        while not table.playable:
            table.say("keep your cards" if "keep your cards" in table.moves else table.moves[-1])
        for _ in range(4):
            table.step()
    while not table.playable:
        table.say(table.moves[-1])
    assert not table.cards("turned_card")
    assert any(turned <= table.hand(seat) for seat in range(4))
    assert all(len(table.hand(seat)) == 6 for seat in range(4))


@for_seeds(12)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    table = Table("guinote", seed=seed)
    rng = Random(seed)
    trump = str(table.view.trump)
    sung = [0, 0]
    taken: list[tuple[int, list[str]]] = []
    while len(taken) < 10:
        while not table.playable:
            move = rng.choice(table.moves)
            who = (table.turn or 0) % 2
            assert who == taken[-1][0] % 2
            sung[who] += 40 if "forty" in move else 20 if "twenty" in move else 0
            table.say(move)
        bound = not table.cards("turned_card")
        assert bound == (len(taken) >= 4)

        def may(hand: set[str], trick: list[str], bound: bool = bound) -> set[str]:
            return duty(hand, trick, trump) if bound else hand

        taken += play_tricks(table, rng, 1, height, suit, trump, legal=may)
    made = [
        sum(WORTH.get(rank(card), 0) for card in won_by(taken, (side, side + 2))) + sung[side]
        for side in (0, 1)
    ]
    made[taken[-1][0] % 2] += 10
    assert sum(made) - sum(sung) == 130
    assert table.result.scores == (*made, *made)


@for_seeds(8)
def test_the_second_hand_ends_as_soon_as_a_side_has_101(seed: int) -> None:
    table = Table("guinote", seed=seed, match=True)
    table.play_hand()
    if not table.state.to_move:
        assert max(table.result.scores) >= 101
        return
    assert max(table.scores) < 101
    table.play_out()
    assert max(table.result.scores) >= 101
    assert min(table.result.scores) < 101


@for_seeds(8)
def test_whoever_takes_the_last_trick_deals_the_next_hand(seed: int) -> None:
    table = Table("guinote", seed=seed, match=True)
    rng = Random(seed)
    trump = str(table.view.trump)
    trick: list[tuple[int, str]] = []
    while table.hand_number == 1 and not table.state.over:
        if not table.playable:
            table.say(rng.choice(table.moves))
            continue
        card = rng.choice(sorted(table.playable))
        trick = [*trick[-3:], (table.turn or 0, card)]
        table.play(card)
    best = trick[0]
    for played in trick[1:]:
        best = played if beats(played[1], best[1], trump) else best
    if not table.state.over:
        assert table.view.dealer == best[0]
