"""Tute: the duty to beat, songs after a won trick, and four kings or horses."""

from __future__ import annotations

from random import Random

from tests.support.second_account import play_tricks, won_by
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

ORDER = "2 4 5 6 7 sota horse rey 3 A".split()
WORTH = {"A": 11, "3": 10, "rey": 4, "horse": 3, "sota": 2}


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
    """What may be played: in the suit led, and over the best card, as far as one can."""
    if not trick:
        return hand
    best = trick[0]
    for card in trick[1:]:
        best = card if beats(card, best, trump) else best
    led = {card for card in hand if suit(card) == suit(trick[0])}
    over = {card for card in hand if suit(card) == trump and beats(card, best, trump)}
    return {card for card in led if beats(card, best, trump)} or led or over or hand


def begun(trump: str, *hands: str) -> Table:
    """The dealer, player 3, gets the last card, which is turned up."""
    held = [*hands, *[""] * (4 - len(hands))]
    used = {card for hand in held for card in hand.split()} | {f"2-{trump}"}
    pack = [f"{r}-{s}" for s in ("coins", "swords", "batons", "cups") for r in ORDER]
    free = [card for card in pack if card not in used]
    own = [*held[3].split(), *free][:9]
    return Table("tute", *held[:3], " ".join([*own, f"2-{trump}"]))


def test_the_card_that_is_turned_up_makes_trumps_and_is_the_dealers() -> None:
    table = begun("cups")
    assert "2-cups" in table.hand(3)
    assert all(len(table.hand(seat)) == 10 for seat in range(4))
    assert table.turn == 0


def after_a_trick(*songs: str) -> Table:
    table = begun("cups", "A-coins " + " ".join(songs), "4-coins", "5-coins", "6-coins")
    return table.play("A-coins 4-coins 5-coins 6-coins")


def test_a_king_and_horse_are_sung_after_a_won_trick() -> None:
    table = after_a_trick("rey-swords horse-swords rey-batons horse-batons")
    assert table.turn == 0
    songs = [move for move in table.moves if ": " in move]
    assert len(songs) == 2
    table.say(songs[0])
    assert not any(": " in move for move in table.moves)


def test_a_forty_is_sung_before_any_twenty() -> None:
    table = after_a_trick("rey-cups horse-cups rey-batons horse-batons 3-coins 7-coins sota-coins")
    assert len([move for move in table.moves if ": " in move]) == 2
    table.say(next(move for move in table.moves if "twenty" in move))
    # The next trick is won as well; the forty has been missed.
    table.play("3-coins")
    while table.turn != 0:
        table.step()
    assert not any("forty" in move for move in table.moves)


def test_four_kings_win_the_match_at_once() -> None:
    table = after_a_trick("rey-cups rey-coins rey-swords rey-batons")
    table.say(next(move for move in table.moves if "tute" in move))
    assert table.result.winners == (0, 2)


def test_partners_of_the_winner_sing_as_well_and_nobody_else() -> None:
    table = begun(
        "cups", "A-coins", "4-coins rey-swords horse-swords", "5-coins rey-batons horse-batons"
    )
    table.play(
        "A-coins 4-coins 5-coins " + sorted(c for c in table.hand(3) if suit(c) == "coins")[0]
    )
    assert table.turn == 2
    assert any("twenty" in move for move in table.moves)


@for_seeds(12)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    table = Table("tute", seed=seed)
    rng = Random(seed)
    trump = str(table.view.trump)
    sung = [0, 0]
    taken: list[tuple[int, list[str]]] = []
    while len(taken) < 10:
        while any(": " in move for move in table.moves):
            move = rng.choice(table.moves)
            if "tute" in move:
                return
            who = (table.turn or 0) % 2
            sung[who] += 40 if "forty" in move else 20 if "twenty" in move else 0
            table.say(move)
        taken += play_tricks(
            table,
            rng,
            1,
            height,
            suit,
            trump,
            legal=lambda hand, trick: duty(hand, trick, trump),
        )
        if len(taken) < 10 and table.turn is not None:
            assert table.turn % 2 == taken[-1][0] % 2
    made = [
        sum(WORTH.get(rank(card), 0) for card in won_by(taken, (side, side + 2))) + sung[side]
        for side in (0, 1)
    ]
    last = taken[-1][0] % 2
    made[last] += 10
    best = last if made[0] == made[1] else made.index(max(made))
    assert table.result.scores == tuple(int(seat % 2 == best) for seat in range(4))


def test_the_duties_of_the_second_account_are_those_of_the_rules() -> None:
    assert duty(these("3-coins 4-coins 2-cups"), ["7-coins"], "cups") == these("3-coins")
    assert duty(these("3-coins 4-coins"), ["7-coins", "2-cups"], "cups") == these("3-coins 4-coins")
    assert duty(these("4-cups 6-cups A-swords"), ["7-coins", "5-cups"], "cups") == these("6-cups")
    assert duty(these("4-cups A-swords"), ["7-coins", "5-cups"], "cups") == these("4-cups A-swords")
