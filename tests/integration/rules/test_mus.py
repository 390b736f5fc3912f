"""Mus: threes that are kings and twos that are aces, four rounds of bets, and who wins them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.support.seeds import for_seeds
from tests.support.table import Table

ORDER = "A 4 5 6 7 sota horse rey".split()
COUNTS_AS = {"3": "rey", "2": "A"}
PIPS = {"A": 1, "4": 4, "5": 5, "6": 6, "7": 7, "sota": 10, "horse": 10, "rey": 10}
MUS, NO_MUS = "ask for other cards (mus)", "begin the betting (no mus)"
ROUNDS = "", "grande", "chica", "pares", "juego"
HORDAGO, ACCEPT, REFUSE = "call hórdago on ", "accept the bet on ", "refuse the bet on "
BET = "bet "


def ranks(hand: set[str]) -> list[str]:
    shown = [card.partition("-")[0] for card in hand]
    return [COUNTS_AS.get(rank, rank) for rank in shown]


def heights(hand: set[str]) -> list[int]:
    return sorted((ORDER.index(rank) for rank in ranks(hand)), reverse=True)


def pips(hand: set[str]) -> int:
    return sum(PIPS[rank] for rank in ranks(hand))


def pares(hand: set[str]) -> tuple[int, list[int]]:
    """How much the pares of a hand are worth, and by which ranks they are compared."""
    counts = Counter(heights(hand))
    several = sorted((rank for rank, many in counts.items() if many > 1), reverse=True)
    sizes = sorted(counts.values(), reverse=True)
    if sizes[0] == 4:
        return 3, several * 2
    if sizes[:2] == [2, 2]:
        return 3, several
    return {3: 2, 2: 1}.get(sizes[0], 0), several


def juego(hand: set[str]) -> int:
    order = [31, 32, 40, 37, 36, 35, 34, 33]
    count = pips(hand)
    return 100 - order.index(count) if count in order else count


def best(hands: list[set[str]], lance: int) -> int:
    """Who wins a round; the player after the dealer, 0, has the first say."""
    values: list[tuple[int, ...]] = []
    for hand in hands:
        high = heights(hand)
        low = tuple(-height for height in reversed(high))
        values.append([tuple(high), low, pares_key(hand), (juego(hand),)][lance - 1])
    return values.index(max(values))


def pares_key(hand: set[str]) -> tuple[int, ...]:
    worth, by = pares(hand)
    return worth, *by


def begun(*hands: str) -> Table:
    return Table("mus", *hands)


KINGS = "rey-coins 3-coins rey-cups 3-cups"
ACES = "A-coins 2-coins A-cups 2-cups"
SOTAS = "sota-coins sota-cups sota-swords sota-batons"
MIXED = "7-coins 6-coins 5-coins 4-coins"


def test_everybody_must_want_other_cards() -> None:
    table = begun().say(MUS, MUS, MUS)
    assert table.turn == 3
    table.say(MUS)
    held = table.hand(0)
    table.play(sorted(held)[0])
    table.say(next(move for move in table.moves if "just" in move))
    assert table.turn == 1
    assert len(table.hand(0)) == 3


def test_one_player_cuts_the_mus_for_all() -> None:
    table = begun().say(MUS, NO_MUS)
    assert table.turn == 0
    assert table.moves[0] == "pass"
    assert f"{HORDAGO}grande" in table.moves


@pytest.mark.parametrize(
    ("lance", "hands", "winner"),
    [
        (1, ("rey-coins 3-coins rey-cups 7-cups", "3-cups rey-swords 3-swords sota-cups"), 1),
        (1, ("3-coins 7-coins 6-coins 5-coins", "rey-cups 7-cups 6-cups 5-cups"), 0),
        (2, ("A-coins 2-coins A-cups 5-cups", "2-cups A-swords 2-swords 4-cups"), 1),
        (
            3,
            (SOTAS, "rey-coins 3-coins 4-coins 4-cups"),
            1,
        ),
        (3, ("rey-coins 3-coins rey-cups A-coins", "4-coins 4-cups 5-coins 5-cups"), 1),
        (3, ("rey-coins 3-coins 7-cups A-coins", "4-coins 4-cups 4-swords 5-cups"), 1),
        (4, ("rey-coins rey-cups sota-coins horse-coins", "rey-swords 7-coins 7-cups 7-swords"), 1),
        (4, ("7-coins 7-cups 7-swords 6-coins", "rey-coins horse-coins 6-cups 4-coins"), 1),
    ],
)
def test_hands_are_compared(lance: int, hands: tuple[str, str], winner: int) -> None:
    others = "7-batons 6-batons 5-batons 4-batons", "A-batons 6-swords 5-swords horse-batons"
    table = begun(*hands, *others).say(NO_MUS)
    while f"{HORDAGO}{ROUNDS[lance]}" not in table.moves:
        table.say(table.moves[0])
    assert best([table.hand(seat) for seat in range(4)], lance) == winner
    table.say(f"{HORDAGO}{ROUNDS[lance]}", f"{ACCEPT}{ROUNDS[lance]}")
    assert set(table.result.winners) == {winner, winner + 2}
    assert table.result.scores[winner] == 40


def test_a_refused_bet_pays_what_was_agreed_before() -> None:
    table = begun(KINGS, ACES, MIXED, SOTAS).say(NO_MUS)
    table.say(f"{BET}5")
    accept, refuse, hordago = (f"{word}grande" for word in (ACCEPT, REFUSE, HORDAGO))
    assert set(table.moves) >= {accept, refuse, hordago}
    table.say(f"{BET}3", refuse)
    assert table.turn == 0, "the partner may still answer"
    table.say(refuse)
    assert table.hand_scores == (0, 5)


def test_a_first_bet_that_is_refused_is_worth_one() -> None:
    table = begun(KINGS, ACES, MIXED, SOTAS).say(NO_MUS, f"{BET}7", *[f"{REFUSE}grande"] * 2)
    assert table.hand_scores == (1, 0)


def test_pares_and_juego_are_told_truly_and_bet_on_by_those_who_have_them() -> None:
    table = begun(KINGS, ACES, MIXED, SOTAS).say(NO_MUS, *["pass"] * 8)
    said = []
    while any(move.startswith("say ") for move in table.moves):
        assert len(table.moves) == 1
        said.append(table.moves[0])
        table.say(table.moves[0])
    has, has_not = "say “pares”", "say “no”"
    assert said == [has, has, has_not, has]
    asked = []
    while f"{HORDAGO}pares" in table.moves and "pass" in table.moves:
        asked.append(table.turn)
        table.say("pass")
    assert asked == [0, 1, 3]


@for_seeds(25)
def test_a_match_goes_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("mus", match=True, seed=seed)
    totals = [0, 0]
    mano = 0
    for _ in range(200):
        if _hand(table, rng, mano, totals):
            break
        mano = (mano + 1) % 4
    assert table.state.over
    winner = 0 if totals[0] >= 40 else 1
    assert set(table.result.winners) == {winner, winner + 2}
    assert [table.result.scores[0], table.result.scores[1]] == totals


def _hand(table: Table, rng: Random, mano: int, totals: list[int]) -> bool:
    """One hand; whether the game is over."""
    order = [(mano + k) % 4 for k in range(4)]
    _exchange(table, rng, order)
    hands = [table.hand(seat) for seat in order]
    due = {1: 0, 2: 0, 3: 0, 4: 0}
    takers: dict[int, int] = {}
    punto = all(pips(hand) < 31 for hand in hands)
    for lance in range(1, 5):
        speakers = list(range(4))
        if lance == 3:
            speakers = [k for k in speakers if pares(hands[k])[0]]
        if lance == 4 and not punto:
            speakers = [k for k in speakers if pips(hands[k]) >= 31]
        for k, seat in enumerate(order):
            if lance >= 3:
                assert table.turn == seat
                word = {3: "pares", 4: "juego"}[lance]
                has = bool(pares(hands[k])[0]) if lance == 3 else pips(hands[k]) >= 31
                told = f"say “{word}”" if has else "say “no”"
                assert table.moves == [told]
                table.say(told)
        if {k % 2 for k in speakers} != {0, 1}:
            continue
        stake, before, bettor, outcome = _bets(table, rng, order, speakers, ROUNDS[lance])
        if outcome == "hordago":
            totals[order[best(hands, lance)] % 2] += 40
            return True
        if outcome == "refused":
            totals[order[bettor] % 2] += max(1, before)
            takers[lance] = bettor
            if max(totals) >= 40:
                return True
        elif outcome == "accepted":
            due[lance] = stake
        elif lance < 3:
            due[lance] = 1
    for lance in range(1, 5):
        k = takers.get(lance, best(hands, lance)) if lance > 2 else best(hands, lance)
        side = order[k] % 2
        own = [hand for seat, hand in zip(order, hands, strict=True) if seat % 2 == side]
        bonus = 0
        if lance == 3:
            bonus = sum(pares(hand)[0] for hand in own) if any(pares(h)[0] for h in hands) else 0
        if lance == 4:
            counts = [pips(hand) for hand in own]
            bonus = 1 if punto else sum(3 if n == 31 else 2 if n > 31 else 0 for n in counts)
        totals[side] += due[lance] + bonus
        if max(totals) >= 40:
            return True
    assert [*table.scores] == totals
    return False


def _exchange(table: Table, rng: Random, order: list[int]) -> None:
    """Cards are exchanged as long as all want to."""
    while True:
        for seat in order:
            assert table.turn == seat
            assert set(table.moves) == {MUS, NO_MUS}
            word = MUS if rng.random() < 0.7 else NO_MUS
            table.say(word)
            if word == NO_MUS:
                return
        for seat in order:
            assert table.turn == seat
            wanted = rng.randint(1, 4)
            for _ in range(wanted):
                if table.turn != seat or not table.playable:
                    break
                table.play(rng.choice(sorted(table.playable)))
            done = [move for move in table.moves if "just" in move]
            if table.turn == seat and done:
                table.say(done[0])


def _bets(
    table: Table,
    rng: Random,
    order: list[int],
    speakers: list[int],
    on: str,
) -> tuple[int, int, int, str]:
    """One round of bets: the stake, the one before, who bet last (by place), and how it ended."""
    stake = before = passes = 0
    bettor, refusals, hordago = -1, 0, False
    place = 0
    while True:
        k = speakers[place % len(speakers)]
        place += 1
        if bettor >= 0 and (k - bettor) % 2 == 0:
            continue
        assert table.turn == order[k]
        expected = {"pass"} if bettor < 0 else {f"{ACCEPT}{on}", f"{REFUSE}{on}"}
        if not hordago:
            expected.add(f"{HORDAGO}{on}")
            expected |= {f"{BET}{n}" for n in range(2, 41) if stake < 40}
        assert set(table.moves) == expected
        chance = rng.random()
        if not hordago and stake < 40 and chance < 0.2:
            more = rng.choice([2, 3, 4, 5, 6, 30])
            stake, before, bettor, refusals = stake + more, stake, k, 0
            table.say(f"{BET}{more}")
        elif not hordago and chance < 0.23:
            before, bettor, refusals, hordago = stake, k, 0, True
            table.say(f"{HORDAGO}{on}")
        elif bettor < 0:
            table.say("pass")
            passes += 1
            if passes == len(speakers):
                return 0, 0, -1, "passed"
        elif chance < 0.6:
            table.say(f"{ACCEPT}{on}")
            return stake, before, bettor, "hordago" if hordago else "accepted"
        else:
            table.say(f"{REFUSE}{on}")
            refusals += 1
            if refusals == sum((other - bettor) % 2 for other in speakers):
                return stake, before, bettor, "refused"
