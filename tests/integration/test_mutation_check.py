"""Would anybody notice? Games and engine are broken on purpose, and somebody must.

Each line of the table names what is broken, in which game, and who catches it: a law, a recorded
playthrough, the counts of moves, or a test of the rules. With ``DARWINDECK_TEST_SCALE`` above 1 all
who catch it are asked, and the whole table is printed.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from darwindeck._core import Position
from darwindeck.oracles.pidro import deals
from tests.support.mutants import (
    SOUND,
    Mutant,
    catchers,
    files_changed,
    laws_broken,
    named,
    phase,
    rules_broken,
)

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))


# --- genomes that say something wrong -------------------------------------------------------------


def put(*path: Any) -> Any:
    """An edit that sets what lies at a path; names stand for the parts that have them."""
    *steps, last, value = path

    def edit(data: Any) -> None:
        for step in steps:
            data = (
                named(data, step)
                if isinstance(data, list) and isinstance(step, str)
                else data[step]
            )
        data[last] = value

    return edit


PHASES = ("turn_structure", "phases")


def old_robbing(data: Any) -> None:
    """All plain cards go aside before some come back, so that everybody can count the trumps."""
    robbing = phase(data, "robbing")
    robbing["actions"][1]["count"] = None
    robbing["actions"][1]["choose"] = "all"
    back = dict(robbing["actions"][1], source="aside", target="hand", cards={}, choose="top")
    robbing["actions"].append(dict(back, count="max(0, 6 - hand_size)"))


def without_the_bidders_win(data: Any) -> None:
    del data["win_conditions"][0]


def without_robbing(data: Any) -> None:
    del phase(data, "robbing")["actions"][0]


def khasara_without_baloot(data: Any) -> None:
    """What the declarer's side is compared by leaves out the king and queen of trumps."""
    raw = named(data["lets"], "raw_total")
    raw["value"] = "cards + declared(project, raw)"


def unbroken(data: Any) -> None:
    """Hearts may be led from the beginning."""
    data["turn_structure"]["phases"][1] |= {"breaking_suit": None, "breaking_rule": "none"}


GENOMES = [
    Mutant("the wrong five beats the right five", "pidro", "law property 9",
           put("rankings", 0, "promote", 0, "above", "5")),
    Mutant("the wrong five is a plain card", "pidro", "law property 5",
           put("rankings", 0, "promote", [])),
    Mutant("the two's point goes to the winner", "pidro", "law property 3",
           put(*PHASES, "play", "keep", [])),
    Mutant("the jack counts nothing", "pidro", "law property 2",
           put("point_tables", 0, "lines", 1, "cards", "ranks", ["A", "10", "2"])),
    Mutant("bids begin at seven", "pidro", "law property 13",
           put(*PHASES, "auction", "calls", "bid_points", "choices", 0, "low", 7)),
    Mutant("nobody can bid 14 over 14", "pidro", "law property 14",
           put(*PHASES, "auction", "calls", "bid_points", "equal_ok", "false")),
    Mutant("any bid may be equalled", "pidro", "law property 14",
           put(*PHASES, "auction", "calls", "bid_points", "equal_ok", "true")),
    Mutant("a forced dealer may bid more", "pidro", "law forced dealer",
           put(*PHASES, "auction", "calls", "bid_points", "when", "true")),
    Mutant("nine cards are dealt at once", "pidro", "law property 11",
           put("setup", "deal", 0, "packets", [9])),
    Mutant("the second deal stops at five cards", "pidro", "law property 19",
           put(*PHASES, "second_deal", "actions", 0, "size", 5)),
    Mutant("the dealer leaves the stock alone", "pidro", "law property 48", without_robbing),
    Mutant("everybody can count the dealer's trumps", "pidro", "law secret trumps", old_robbing),
    Mutant("cards that count may be killed", "pidro", "law property 22",
           put(*PHASES, "killing", "phases", 0, "cards", {"trump": True})),
    Mutant("seven trumps may be kept", "pidro", "law property 21",
           put(*PHASES, "killing", "as_long_as", "hand_size > 7")),
    Mutant("discards are hidden", "pidro", "law property 23",
           put("zones", "discards", "sees", "nobody")),
    Mutant("the dealer's left leads first", "pidro", "law property 26",
           put(*PHASES, "play", "leader", "left(dealer)")),
    Mutant("the winner's left leads", "pidro", "law property 26",
           put(*PHASES, "play", "next_leader", "left(winner)")),
    Mutant("the lowest trump wins", "pidro", "law property 25",
           put(*PHASES, "play", "high_card_wins", False)),
    Mutant("any card may be played", "pidro", "law property 24",
           put(*PHASES, "play", "playable", None)),
    Mutant("a failed bid costs nothing", "pidro", "law property 32",
           put("scoring_rules", "Bid failed", "amount", 0)),
    Mutant("just the bid is not enough", "pidro", "law property 31",
           put("scoring_rules", "Bid made", "when", "taken > bid")),
    Mutant("defenders score only if the bid fails", "pidro", "law property 33",
           put("scoring_rules", "Defenders", "when", "other(taken) < bid")),
    Mutant("of two at the target the higher score wins", "pidro", "law property 36",
           without_the_bidders_win),
    Mutant("the bidder's side wins with 55 points", "pidro", "law property 35",
           put("win_conditions", 0, "when", "score(team(bidder)) >= 55")),
    Mutant("khasara is judged without baloot", "baloot",
           "rule test_scores_follow_from_the_cards", khasara_without_baloot),
    Mutant("the last trick is worth nothing", "baloot", "rule test_scores_follow_from_the_cards",
           put("lets", "cards", "value", "points(captured, card_points)")),
    Mutant("the left bower is a plain jack", "euchre",
           "rule test_the_left_bower_must_follow_when_trumps_are_led",
           put("rankings", 0, "promote", [])),
    Mutant("the queen of spades counts twelve", "hearts", "playthrough",
           put("card_scoring", 1, "points", 12)),
    Mutant("hearts may always be led", "hearts", "perft",
           unbroken),
]  # fmt: skip


# --- an engine that does something wrong ----------------------------------------------------------


def next_winner(truth: Position) -> list[Any]:
    """The player after the winner is told to have won."""
    return [
        ("trick", (event[1] + 1) % 4, *event[2:]) if event[0] == "trick" else event
        for event in truth.events()
    ]


def cards_to_the_next(truth: Position) -> list[Any]:
    """What is taken goes to the player after the winner."""
    piles = [number for zone, _, number, _, _ in truth.places() if zone == 6]
    turned = dict(zip(piles, piles[1:] + piles[:1], strict=True))
    return [
        ("card", event[1], event[2], turned.get(event[3], event[3]), event[4])
        if event[0] == "card"
        else event
        for event in truth.events()
    ]


def without_a_trick(truth: Position) -> list[Any]:
    """Cards that are taken vanish."""
    return [(z, o, n, b"" if z == 6 else cards, up) for z, o, n, cards, up in truth.places()]


def doubled(truth: Position) -> dict[str, Any]:
    """Points are written down twice."""
    numbers = truth.numbers()
    return numbers | {"side_score": [2 * score for score in numbers["side_score"]]}


def fewer_moves(truth: Position, seat: int) -> list[int]:
    """The last move of the list is forgotten, if there are others."""
    moves = truth.legal(seat)
    return moves[:-1] if len(moves) > 1 else moves


def anything_goes(truth: Position, seat: int, code: int) -> Position:
    """What may not be played is taken for something else."""
    legal = truth.legal(seat)
    return truth.apply(seat, code if code in legal or not legal else legal[0])


def other_card(truth: Position, seat: int, code: int) -> Position:
    """Another card is played than the one that was picked."""
    legal = truth.legal(seat)
    return truth.apply(seat, legal[0] if code in legal and len(truth.trick()) == 2 else code)


def never_over(truth: Position) -> bool:
    return False


def one_dealer(truth: Position) -> list[Any]:
    """The same player is told to deal each hand."""
    return [
        ("hand", event[1], event[2], 0) if event[0] == "hand" else event for event in truth.events()
    ]


def forgetful() -> dict[str, Any]:
    asked = iter(range(10**9))
    return {"digest": lambda truth: truth.digest() ^ next(asked)}


def seen_by_all(truth: Position, card: int) -> tuple[int, int]:
    return 15, 15


def strangers_hands(truth: Position, seat: int, seed: int) -> Position:
    return truth.redeal((seat + 1) % 4, seed)


ENGINE = [
    Mutant("the trick goes to the player after its winner", "pidro", "law property 25",
           lies={"events": next_winner}),
    Mutant("cards go to the player after the winner", "pidro", "law told moves",
           lies={"events": cards_to_the_next}),
    Mutant("cards that are taken vanish", "pidro", "law cards", lies={"places": without_a_trick}),
    Mutant("points are written down twice", "pidro", "law points", lies={"numbers": doubled}),
    Mutant("the highest bid is not listed", "pidro", "law property 13",
           lies={"legal": fewer_moves}),
    Mutant("a trump is not listed", "pidro", "law no holding back", lies={"legal": fewer_moves}),
    Mutant("what may not be played is accepted", "pidro", "law listed moves",
           lies={"apply": anything_goes}),
    Mutant("another card is played than was picked", "spades", "playthrough",
           lies={"apply": other_card}),
    Mutant("a game is never over", "pidro", "law someone to move", lies={"over": never_over}),
    Mutant("the deal does not pass on", "pidro", "law property 11", lies={"events": one_dealer}),
    Mutant("the same moves lead elsewhere", "pidro", "law replay", fresh=forgetful),
    Mutant("everybody sees all cards", "pidro", "law unnoticed exchange",
           lies={"knowledge": seen_by_all}),
    Mutant("players think with another seat's cards", "pidro", "law unnoticed deal",
           lies={"redeal": strangers_hands}),
]  # fmt: skip

MUTANTS = [*GENOMES, *ENGINE]


@pytest.fixture(autouse=True)
def _few_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken game may never come to the end that is looked for."""
    monkeypatch.setattr(deals, "SEEDS", 80)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_broken_game_is_caught(mutant: Mutant) -> None:
    found = set()
    for who in catchers(mutant):
        found.add(who)
        if SCALE <= 1 and who.startswith(mutant.caught_by):
            break
    assert any(who.startswith(mutant.caught_by) for who in found), sorted(found)
    if SCALE > 1:
        print(f"\n{mutant.genome_id}: {mutant.name}\n  {', '.join(sorted(found))}")


@pytest.mark.parametrize("genome_id", sorted({mutant.genome_id for mutant in MUTANTS}))
def test_nobody_complains_of_a_game_that_is_not_broken(genome_id: str) -> None:
    sound = Mutant("as it is", genome_id, SOUND)
    assert list(files_changed(sound.game())) == []
    assert list(laws_broken(sound.game())) == []
    if SCALE > 1 or genome_id in ("euchre", "hearts"):  # their own tests run all of them
        assert list(rules_broken(sound)) == []


def test_at_least_twenty_things_are_broken_each_in_its_own_way() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 20
    kinds = {mutant.caught_by.split()[0] for mutant in MUTANTS}
    assert kinds == {"law", "playthrough", "perft", "rule"}
