"""Tichu: what beats what, the four special cards, wishes, bombs and the count."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tests.support.seeds import for_seeds
from tests.support.table import Table, these

NUMBERS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
PHOENIX, DOG, MAH_JONG, DRAGON = "phoenix-", "dog-", "mah_jong-", "dragon-"
BOMBS = {"four": 1, "flush": 2}
Kind = tuple[str, int, float]
"""What some cards are, how many, and how high."""


def value(card: str) -> float:
    rank = card.partition("-")[0]
    usual = {"mah_jong": 1, "phoenix": 1.5, "dragon": 15, "dog": 0}
    return usual[rank] if rank in usual else 2 + NUMBERS.index(rank)


def kinds(cards: frozenset[str]) -> list[Kind]:
    """All that some cards can be taken for."""
    size = len(cards)
    if size == 1:
        (card,) = cards
        return [] if card == DOG else [("single", 1, value(card))]
    if cards & {DOG, DRAGON}:
        return []
    natural = [int(value(card)) for card in cards - {PHOENIX}]
    found: list[Kind] = []
    for stands_for in range(2, 15) if PHOENIX in cards else [0]:
        values = sorted(natural + [stands_for] * (PHOENIX in cards))
        counts = {v: values.count(v) for v in values}
        run = values[-1] - values[0] == len(counts) - 1
        if min(values) > 1:
            if len(counts) == 1 and size in (2, 3):
                found.append(("pair" if size == 2 else "triple", size, values[0]))
            if len(counts) == 1 and size == 4 and PHOENIX not in cards:
                found.append(("four", 4, values[0]))
            if sorted(counts.values()) == [2, 3]:
                found.append(("full", 5, max(counts, key=lambda v: counts[v])))
            if size >= 4 and set(counts.values()) == {2} and run:
                found.append(("stairs", size, values[-1]))
        if size >= 5 and len(counts) == size and run:
            suits = {card.partition("-")[2] for card in cards}
            flush = len(suits) == 1 and PHOENIX not in cards
            found.append(("flush" if flush else "straight", size, values[-1]))
            if flush:
                found.append(("straight", size, values[-1]))
    return found


def lies(cards: frozenset[str]) -> Kind:
    return max(kinds(cards), key=lambda kind: (BOMBS.get(kind[0], 0), kind[2]))


def beats(cards: frozenset[str], other: Kind) -> bool:
    for kind in kinds(cards):
        bomb, against = BOMBS.get(kind[0], 0), BOMBS.get(other[0], 0)
        if bomb > against:
            return True
        if kind[0] == other[0] == "flush" and kind[1:] > other[1:]:
            return True
        if kind[:2] == other[:2] and kind[2] > other[2]:
            return True
    return False


def legal(hand: set[str], table: frozenset[str], wished: str) -> list[frozenset[str]]:
    """All sets that may be played; if the wish can be granted, those that grant it."""
    sets = [frozenset(s) for n in range(1, len(hand) + 1) for s in combinations(sorted(hand), n)]
    if table:
        lying = lies(table)
        may = [one for one in sets if beats(one, lying)]
        if lying[0] == "single" and 2 <= lying[2] <= 14 and PHOENIX in hand:
            may.append(frozenset([PHOENIX]))
    else:
        may = [one for one in sets if kinds(one) or one == {DOG}]
    granting = [one for one in may if any(card.partition("-")[0] == wished for card in one)]
    return granting or may


def ready(table: Table) -> bool:
    """Whether somebody is asked to play in turn."""
    passing = any(move.startswith("pass ") for move in table.moves)
    return bool(table.playable) and not passing


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("5-jade 5-star phoenix-", ("triple", 3, 5)),
        ("5-jade 5-star 6-jade phoenix-", ("stairs", 4, 6)),
        ("9-jade 9-star K-jade K-star phoenix-", ("full", 5, 13)),
        ("mah_jong- 2-jade 3-star 4-jade 5-jade", ("straight", 5, 5)),
        ("J-jade Q-star K-jade A-jade phoenix-", ("straight", 5, 14)),
        ("2-jade 3-jade 4-jade 5-jade 6-jade", ("flush", 5, 6)),
    ],
)
def test_the_second_account_knows_the_combinations(cards: str, expected: Kind) -> None:
    assert lies(frozenset(cards.split())) == expected


@for_seeds(6)
def test_what_may_be_played_is_what_trying_all_sets_allows(seed: int) -> None:
    rng = Random(seed)
    table = Table("tichu", seed=seed)
    wished, picked, bombing = "", set[str](), False
    while not table.state.over:
        seat = table.turn or 0
        lying = frozenset(table.cards("tableau"))
        if ready(table) and len(table.hand(seat)) <= 8:
            open_wish = bool(table.counter("under a wish")[0]) and not bombing
            may = legal(table.hand(seat), lying, wished if open_wish else "")
            if bombing:
                may = [one for one in may if lies(one)[0] in BOMBS]
            fitting = [one for one in may if picked <= one]
            assert table.playable == {card for one in fitting for card in one - picked}
        move = rng.choice(table.state.legal_moves())
        if move.text.startswith("wish for") and "nothing" not in move.text:
            word = move.text.split()[-1]
            names = "twos threes fours fives sixes sevens eights nines tens jacks queens kings aces"
            wished = dict(zip(names.split(), NUMBERS, strict=True)).get(word, word)
        table.say(move.text)
        bombing = table.role("player of the bomb") is not None
        view = table.state.view(seat)
        picked = {f"{card.rank}-{card.suit or ''}" for card in view.picked}
    totals = table.result.scores
    assert len(set(totals)) <= 2


@for_seeds(6)
def test_after_every_turn_just_those_can_bomb_whose_cards_beat_what_lies_there(seed: int) -> None:
    rng = Random(seed)
    state = Table("tichu", seed=seed).state
    game, asked = state.game, 0
    while not state.over:
        seats = sorted(state.to_move)
        answers = {seat: {m.text for m in state.legal_moves(seat)} for seat in seats}
        if any("play no bomb" in texts for texts in answers.values()):
            table = Table.__new__(Table)
            table.state = state
            lying = lies(frozenset(table.cards("tableau")))
            held = {seat: len(table.hand(seat)) for seat in range(4)}
            turn = int(state.position.numbers()["turn"])
            waiting = {seat for seat in range(4) if held[seat] > 3 and seat != turn}
            assert set(seats) <= waiting, "whoever has too few cards is not asked, nor who is next"
            for seat in seats:
                bombs = (
                    frozenset(some)
                    for size in range(4, min(held[seat], 8) + 1)
                    for some in combinations(sorted(table.hand(seat)), size)
                )
                if held[seat] <= 9:
                    can = any(
                        kinds(one) and lies(one)[0] in BOMBS and beats(one, lying) for one in bombs
                    )
                    assert ("play a bomb" in answers[seat]) == can
                    asked += 1
        seat = rng.choice(seats)
        state = state.apply(rng.choice(state.legal_moves(seat)), seat)
    assert asked, game.genome.name


@for_seeds(6)
def test_a_hand_is_counted_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("tichu", seed=seed)
    called: dict[int, int] = {}
    out: list[int] = []
    while not table.state.over:
        seat = table.turn or 0
        move = rng.choice(table.moves)
        called[seat] = {"call Tichu": 100, "call grand Tichu": 200}.get(move, called.get(seat, 0))
        table.say(move)
        for player in range(4):
            if len(table.hand(player)) == 0 and player not in out and table.state.over is False:
                out.append(player)
        if not table.hand(seat) and seat not in out:
            out.append(seat)
    points = [0, 0]
    for player, amount in called.items():
        points[player % 2] += amount if out[0] == player else -amount
    scores = table.result.scores
    if len(out) == 2 and out[0] % 2 == out[1] % 2:
        points[out[0] % 2] += 200
        assert scores == tuple(points[player % 2] for player in range(4))
    else:
        # All cards together are worth 100.
        assert scores[0] + scores[1] == sum(points) + 100


def exchanged(*hands: str) -> Table:
    """Nobody calls anything, and twos, threes and the four special cards are kept."""
    table = Table("tichu", *hands)
    while not ready(table):
        quiet = [move for move in table.moves if move == "say nothing"]
        gifts = [
            m.text for m in table.state.legal_moves() if m.card and str(m.card.rank) in NUMBERS[2:]
        ]
        table.say((quiet or gifts)[0])
    return table


def led(*hands: str) -> Table:
    """The Mah Jong is led, and nothing wished for."""
    table = exchanged(*hands)
    assert table.turn == 0
    table.play("mah_jong-")
    if any("just" in move for move in table.moves):
        table.say(next(move for move in table.moves if "just" in move))
    return table.say("wish for nothing")


def quiet(table: Table) -> None:
    """Nobody else bombs."""
    while "play no bomb" in table.moves:
        table.say("play no bomb")


def bomb(table: Table, seat: int, card: str) -> None:
    """A player plays a bomb of a rank out of turn, and nobody another one."""
    table.say("play a bomb", seat=seat)
    quiet(table)
    assert table.turn == seat
    table.play(card)
    while table.turn == seat and table.playable:
        table.say(table.moves[0])
    quiet(table)


TWOS = "2-jade 2-sword 2-pagoda 2-star"
THREES = "3-jade 3-sword 3-pagoda 3-star"


def test_a_bomb_may_be_played_out_of_turn_and_the_turn_goes_on_from_it() -> None:
    table = led("mah_jong-", "", TWOS)
    assert 1 not in table.state.to_move, "before the next player has had the turn"
    moves = [move.text for move in table.state.legal_moves(2)]
    assert moves == ["play a bomb", "play no bomb"]
    bomb(table, 2, "2-jade")
    assert table.cards("tableau") == these(TWOS)
    assert table.turn == 3


def test_a_bomb_may_be_kept_until_a_trick_would_be_taken() -> None:
    table = led("mah_jong-", "", TWOS)
    for seat in (1, 2, 3):
        quiet(table)
        assert table.turn == seat
        table.say(*[move for move in table.moves if move == "say nothing"])
        table.say("pass")
    bomb(table, 2, "2-jade")
    assert table.cards("tableau") == these(TWOS)
    assert table.cards("captured") == set()
    assert table.turn == 3


def test_of_two_bombs_that_of_the_nearer_player_comes_first() -> None:
    table = led("mah_jong-", "", TWOS, THREES)
    table.say("play a bomb", seat=3)
    assert "play a bomb" in [move.text for move in table.state.legal_moves(2)], "nobody knows"
    table.say("play a bomb", seat=2)
    quiet(table)
    assert table.turn == 2
    assert table.playable >= these(TWOS)


def test_a_bomb_may_be_bombed_at_once_before_the_next_turn() -> None:
    table = led("mah_jong-", THREES, TWOS)
    table.say("play a bomb", seat=2)
    quiet(table)
    table.play("2-jade")
    while table.turn == 2:
        table.say(table.moves[0])
    bomb(table, 1, "3-jade")
    assert table.cards("tableau") == these(THREES)
    assert table.turn == 2


def test_who_is_asked_does_not_tell_who_has_a_bomb() -> None:
    asked = []
    for hand in (TWOS, THREES, "4-jade 4-sword 4-pagoda 5-star"):
        table = exchanged("mah_jong-", "", hand).play("mah_jong-")
        if any("just" in move for move in table.moves):
            table.say(next(move for move in table.moves if "just" in move))
        state = table.state.apply("wish for nothing")
        asked.append(sorted(state.to_move))
    assert asked == [[0, 2, 3]] * 3


def test_the_dog_gives_the_lead_to_the_partner() -> None:
    table = exchanged("mah_jong- dog-")
    table.play("dog-")
    table.say(*[move for move in table.moves if move == "say nothing"])
    assert table.turn == 2
    assert table.cards("tableau") == set()


@for_seeds(4)
def test_each_gives_one_card_to_every_other_and_nobody_sees_what_comes_before_all_have(
    seed: int,
) -> None:
    rng = Random(seed)
    table = Table("tichu", seed=seed)
    while not any(move.startswith("pass ") for move in table.moves):
        table.say(rng.choice(table.moves))
    before = [table.hand(seat) for seat in range(4)]
    given: dict[tuple[int, int], str] = {}
    names = table.state.game.seats
    while len(given) < 12:
        seat = rng.choice(sorted(table.state.to_move))
        move = rng.choice(table.state.legal_moves(seat))
        assert move.card is not None
        to = move.text.rpartition(" to ")[2]
        assert to == names[(seat + (1, 2, 3)[sum(giver == seat for giver, _ in given)]) % 4]
        given[seat, names.index(to)] = f"{move.card.rank}-{move.card.suit or ''}"
        assert [table.hand(player) for player in range(4)] == before
        table.state = table.state.apply(move, seat)
    for seat in range(4):
        gone = {card for (giver, _), card in given.items() if giver == seat}
        got = {card for (_, to), card in given.items() if to == seat}
        assert len(gone) == len(got) == 3
        assert table.hand(seat) == (before[seat] - gone) | got
