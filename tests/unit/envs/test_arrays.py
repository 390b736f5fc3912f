"""Arrays: numbers of moves and planes of what a seat sees, for every game there is."""

from __future__ import annotations

import os
from random import Random

import numpy as np
import pytest

from darwindeck import get_genome
from darwindeck._core import CoreTable, Position
from darwindeck.cli.encoding import as_page
from darwindeck.envs import Encoding
from darwindeck.evolution import generate_random_genome
from darwindeck.library import library_ids
from darwindeck.simulation import Game
from tests.support.no_choice import NO_CHOICE

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
GENOMES = round(60 * max(1.0, SCALE))
DECISIONS = round(250 * max(1.0, SCALE))


def seen(table: CoreTable, seat: int, size: int) -> np.ndarray:
    found = np.full(size, np.nan, np.float32)
    table.observe(seat, found)
    return found


def without_said(game: Game, array: np.ndarray) -> np.ndarray:
    """What is observed, but for what was said of a move: no dealt position has that."""
    said = [plane for plane in game.core.planes() if plane[0] == "Said"]
    return array[: said[0][5]] if said else array


def walk(game: Game, seed: int) -> int:
    """Plays by number at random; every few decisions unseen cards are dealt again."""
    core, random = game.core, Random(seed)
    size, actions = core.array_sizes()
    mask = np.zeros(actions, np.uint8)
    table = core.table(seed)
    for number in range(DECISIONS):
        seat = table.asked
        if seat is None:
            return number
        ids = table.legal_ids()
        assert ids == sorted(set(ids))
        assert 0 <= ids[0] <= ids[-1] < actions
        own = np.empty(size, np.float32)
        table.observe(seat, own, mask)
        assert list(np.flatnonzero(mask)) == ids
        if number % 5 == 0:
            looks(game, table.position(), seat, without_said(game, own), number)
        table.step(random.choice(ids))
    return DECISIONS


def looks(game: Game, position: Position, seat: int, own: np.ndarray, seed: int) -> None:
    """A seat that is asked sees the same in any world that agrees with its view, and so do the
    others in theirs."""
    size, _ = game.core.array_sizes()
    there = game.core.table(position=position)
    other = game.core.table(position=position.redeal(seat, seed))
    np.testing.assert_array_equal(without_said(game, seen(there, seat, size)), own)
    np.testing.assert_array_equal(without_said(game, seen(other, seat, size)), own)
    assert other.legal_ids(seat) == there.legal_ids(seat)
    # The core writes what the asked seat sees from the state itself, of others from their views.
    for watching in range(game.player_count):
        world = game.core.table(position=position.redeal(watching, seed))
        np.testing.assert_array_equal(
            seen(world, watching, size), seen(there, watching, size), err_msg=str(watching)
        )


@pytest.mark.parametrize("name", library_ids())
def test_numbers_are_dense_and_unseen_cards_change_nothing(name: str) -> None:
    assert walk(Game(get_genome(name)), 3) or name in NO_CHOICE


def test_so_it_is_in_games_that_nobody_made() -> None:
    decisions = sum(walk(Game(generate_random_genome(seed)), seed) for seed in range(GENOMES))
    assert decisions > 100


def test_every_move_has_a_number_of_its_own() -> None:
    for name in ("gin-rummy", "rummy", "solitaire", "bridge", "cheat", "scopa", "pinochle"):
        game, random = Game(get_genome(name)), Random(4)
        table = game.core.table(4)
        while not table.over and len(table.position().events()) < 10_000:
            asked = table.asked
            assert asked is not None
            codes = {code for _, code in table.legal_codes()}
            wanted = set(table.position().legal(asked))
            # Parts of a move stand for all moves that begin with them.
            assert codes <= wanted
            table.step(random.choice(table.legal_ids()))
            if random.random() < 0.01:
                break


def test_a_move_that_is_named_in_parts_is_made_with_its_last_part() -> None:
    game = Game(get_genome("rummy"))
    encoding = Encoding(game)
    parted = next(section for section in encoding.sections if not section.whole)
    random = Random(1)
    made = 0
    for seed in range(40):
        table = game.core.table(seed)
        while not table.over and made < 3:
            ids = table.legal_ids()
            lays = [i for i in ids if parted.first <= i < parted.first + parted.size]
            before = table.position().digest()
            table.step(random.choice(lays or ids))
            if lays:
                made += 1
                # The first part changes nothing yet, and only second parts follow.
                assert table.position().digest() == before
                follow = table.legal_ids()
                first_part = parted.parts[0][1]
                assert all(i >= parted.first + first_part for i in follow)
                table.step(follow[0])
                assert table.position().digest() != before
    assert made == 3


def test_a_bet_has_at_most_sixteen_numbers_from_the_least_to_the_most() -> None:
    game = Game(get_genome("texas-holdem"))
    table = game.core.table(1)
    bets = [code >> 32 for _, code in table.legal_codes() if code & 0xFF == 10]
    asked = table.asked
    assert asked is not None
    assert len(bets) == 16
    assert (bets[0], bets[-1]) == table.position().amounts(asked)
    assert bets == sorted(set(bets))


def test_what_may_not_be_said_changes_nothing() -> None:
    game = Game(get_genome("hearts"))
    table = game.core.table(1)
    before = table.position().digest()
    asked = table.asked
    assert asked is not None
    illegal = next(i for i in range(52) if i not in table.legal_ids())
    for number, seat, reason in (
        (illegal, None, "no move that is legal"),
        (10**6, None, "no move that is legal"),
        (table.legal_ids()[0], 17, "not asked"),
    ):
        with pytest.raises(ValueError, match=reason):
            table.step(number, seat)
    with pytest.raises(OverflowError):
        table.step(-1)
    assert table.position().digest() == before
    while not table.over:
        table.step(table.legal_ids()[0])
    with pytest.raises(ValueError, match="over"):
        table.step(0)
    assert table.legal_ids() == []


def test_rewards_are_what_the_hand_brought() -> None:
    game = Game(get_genome("hearts"))
    table = game.core.table(2)
    while not table.over:
        assert table.rewards() == [0.0] * 4
        table.step(table.legal_ids()[-1])
    scores = table.position().numbers()["score"]
    assert table.copy().rewards() == [-float(score) for score in scores[:4]]
    margins = table.copy().rewards("margin")
    assert sum(margins) == pytest.approx(0, abs=1e-4)
    wins = table.copy().rewards("win")
    assert sorted(wins, reverse=True)[0] == 1.0
    assert min(wins) == -1.0
    with pytest.raises(ValueError, match="gain, margin and win"):
        table.rewards("fame")


@pytest.mark.parametrize("name", ["simple-poker", "texas-holdem", "seven-card-stud"])
def test_chips_that_one_gains_another_loses_antes_included(name: str) -> None:
    game = Game(get_genome(name))
    for seed in range(5):
        table, random = game.core.table(seed), Random(seed)
        while not table.over:
            table.step(random.choice(table.legal_ids()))
        gained = table.rewards()
        start = game.genome.setup.starting_chips
        chips = table.position().numbers()["chips"][: game.player_count]
        assert gained == [float(now - start) for now in chips]
        assert sum(gained) == 0


def test_every_number_and_plane_is_described() -> None:
    for name in library_ids():
        encoding = Encoding(name)
        texts = [encoding.action_text(number) for number in range(encoding.action_count)]
        assert len(set(texts)) == len(texts), name
        assert encoding.planes[0].first == 0
        for plane, following in zip(encoding.planes, encoding.planes[1:], strict=False):
            assert plane.span.stop == following.first
            assert plane.meaning
        assert encoding.planes[-1].span.stop == encoding.size
        for plane in encoding.planes:
            numbers = range(plane.span.start, plane.span.stop)
            said = [encoding.number_text(number) for number in numbers]
            # Twins are told apart by their numbers alone.
            assert plane.axis == "card" or len(set(said)) == len(said), (name, plane)
    with pytest.raises(ValueError, match="no action"):
        encoding.action_text(encoding.action_count)
    with pytest.raises(ValueError, match="no number"):
        encoding.number_text(encoding.size)


def test_single_numbers_are_in_words() -> None:
    encoding = Encoding("bridge")
    planes = {plane.name: plane.first for plane in encoding.planes}
    assert encoding.number_text(planes["Trick"] + 52 + 12) == "Trick: next player, A♣"
    assert encoding.number_text(planes["Called"] + 5) == "Called: bid, next player"
    assert encoding.number_text(planes["Trump"] + 4) == "Trump: none"
    assert encoding.number_text(planes["Role dummy"] + 4) == "Role dummy: the house or nobody"
    assert encoding.number_text(planes["Lately"] + 4) == "Lately: seat, 2 back"
    assert encoding.number_text(planes["SideScore"] + 1) == "SideScore: side 1 on"
    assert encoding.axes["phase"][0] == "The auction"
    assert "phase, by number: 0=The auction" in encoding.describe()


def test_all_of_it_is_also_a_page() -> None:
    encoding = Encoding("hearts")
    page = as_page(encoding)
    # One number is no span of numbers.
    assert "368–368" not in page
    assert '<td class="number">368</td><td>Size of hand (own)</td>' in page
    assert '<td class="number">369–420</td><td>Lies of hand (next player)</td>' in page
    for number in (0, 300, encoding.size - 1):
        assert encoding.number_text(number) in page


def test_planes_say_what_the_view_says() -> None:
    game = Game(get_genome("hearts"))
    encoding = Encoding(game)
    planes = {plane.name: plane.span for plane in encoding.planes}
    table = game.core.table(7)
    for _ in range(30):
        table.step(table.legal_ids()[0])
    asked = table.asked
    assert asked is not None
    array = seen(table, asked, encoding.size)
    view = table.view(asked).to_dict()
    hand = next(p["cards"] for p in view["piles"] if (p["zone"], p["owner"]) == (0, asked))
    assert list(np.flatnonzero(array[planes["Hand"]])) == sorted(hand)
    trick = array[planes["Trick"]].reshape(4, 52)
    laid = {((by - asked) % 4, card) for by, card in view["trick"]}
    assert {(int(seat), int(card)) for seat, card in np.argwhere(trick)} == laid


def test_a_redealt_world_knows_who_has_answered() -> None:
    game = Game(get_genome("hearts"))
    table = game.core.table(1)
    while len(table.to_move()) == 4:
        table.step(table.legal_ids()[0])
    waiting = table.to_move()
    assert len(waiting) == 3
    seat = waiting[0]
    for seed in range(5):
        world = table.view(seat).redeal(seed)
        assert world.to_move() == waiting
        assert table.position().looks_the_same(world, seat)


def test_a_view_is_plain_values() -> None:
    view = Game(get_genome("hearts")).hand(1).view(0)
    data = view.to_dict()
    assert data["seat"] == 0
    assert len(data["piles"][0]["cards"]) == 13
    assert view.to_json().startswith('{"seat": 0')
    assert view.redeal(3).to_move() == bytes(view.to_move)
