"""Bridge in PBN: deals played on the genome and written by hand agree; wrong ones are found."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from darwindeck import get_genome
from darwindeck.archives import Category, IrregularityKind, examine_archive, read_archive
from darwindeck.archives.divergences import Triage
from darwindeck.archives.record import Play
from darwindeck.cli import app
from darwindeck.oracles.bridge.match import BridgeReport, examine_deals
from darwindeck.oracles.bridge.notation import CARDS, HEIGHT
from darwindeck.oracles.bridge.pbn import read_pbn
from darwindeck.simulation import Game
from darwindeck.simulation.moves import MoveKind

NAMES = {str(card): name for name, card in CARDS.items()}
SEATS = "SWNE"
VULNERABLE = ("None", "NS", "EW", "All")
STRAINS = {"club": "C", "diamond": "D", "heart": "H", "spade": "S", "no": "NT"}


@lru_cache(maxsize=1)
def bridge() -> Game:
    return Game(get_genome("bridge"))


def written(word: str) -> str:
    """A call of the game as the notation writes it."""
    parts = word.split()
    if parts[0] == "bid":
        return parts[1] + STRAINS[parts[2].rstrip("s")]
    return {"pass": "Pass", "double": "X", "redouble": "XX"}[parts[0]]


class Board:
    """A deal played at random, with everything that its record says."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        self.dealer = seed % 4
        self.vulnerable = VULNERABLE[seed // 4 % 4]
        names = list(CARDS)
        chance.shuffle(names)
        order = [(self.dealer + 1 + turn) % 4 for turn in range(4)]
        self.hands: list[list[str]] = [[], [], [], []]
        for at, name in enumerate(names):
            self.hands[order[at % 4]].append(name)
        state = bridge().hand(0, deck=[CARDS[name] for name in names], dealer=self.dealer)
        self.calls: list[str] = []
        self.cards: list[str] = []
        while not state.over:
            seat = state.asked
            moves = state.legal_moves(seat)
            if moves[0].kind is MoveKind.CALL:
                bids = moves[1 : 1 + chance.choice((3, 6, 9))]
                passing = bool(self.calls) and chance.random() < 0.6
                doubles = [move for move in moves if "double" in move.text]
                move = chance.choice(doubles) if doubles and chance.random() < 0.3 else None
                move = move or (moves[0] if passing or not bids else chance.choice(bids))
                self.calls.append(written(move.text))
            else:
                move = chance.choice(moves)
                self.cards.append(NAMES[move.text.split()[1]])
            state = state.apply(move, seat)
        self._settle()

    def _settle(self) -> None:
        """Contract, declarer and tricks, worked out from the calls and cards alone."""
        bids = [(at, word) for at, word in enumerate(self.calls) if word[0].isdigit()]
        last, bid = bids[-1]
        side = (self.dealer + last) % 2
        first = next(
            at for at, word in bids if word[1:] == bid[1:] and (self.dealer + at) % 2 == side
        )
        self.declarer = (self.dealer + first) % 4
        after = self.calls[last:]
        self.contract = bid + ("XX" if "XX" in after else "X" if "X" in after else "")
        leader = (self.declarer + 1) % 4
        self.first = leader
        self.rows: list[list[str]] = []
        self.tricks = 0
        for start in range(0, 52, 4):
            cards = self.cards[start : start + 4]
            row = {(leader + turn) % 4: card for turn, card in enumerate(cards)}
            self.rows.append([row[(self.first + turn) % 4] for turn in range(4)])
            trumps = [card for card in cards if card[0] == bid[1]]
            of_suit = trumps or [card for card in cards if card[0] == cards[0][0]]
            best = max(of_suit, key=lambda card: HEIGHT[card[1]])
            leader = (leader + cards.index(best)) % 4
            self.tricks += leader % 2 == self.declarer % 2

    def text(self, **changed: str) -> str:
        deal = " ".join(
            ".".join("".join(c[1] for c in hand if c[0] == suit) for suit in "SHDC")
            for hand in self.hands
        )
        tags = {
            "Event": "Test",
            "Dealer": SEATS[self.dealer],
            "Vulnerable": self.vulnerable,
            "Deal": f"S:{deal}",
            "Declarer": SEATS[self.declarer],
            "Contract": self.contract,
            "Result": str(self.tricks),
        } | changed
        lines = [f'[{name} "{value}"]' for name, value in tags.items()]
        lines.append(f'[Auction "{SEATS[self.dealer]}"]')
        lines += [" ".join(self.calls[at : at + 4]) for at in range(0, len(self.calls), 4)]
        lines.append(f'[Play "{SEATS[self.first]}"]')
        lines += [" ".join(row) for row in self.rows]
        return "\n".join(lines) + "\n\n"


@lru_cache(maxsize=1)
def boards() -> tuple[Board, ...]:
    return tuple(Board(seed) for seed in range(16))


def examined(text: str) -> BridgeReport:
    (record,) = read_pbn(text.encode(), "a.pbn")
    return examine_deals(record, {})


def test_deals_played_on_the_genome_agree_and_are_followed_to_the_end() -> None:
    report = examined("".join(board.text() for board in boards()))
    assert [str(item) for item in report.all_divergences()] == []
    figures = report.figures()
    assert figures.rounds == figures.followed == len(boards())
    assert figures.tricks == 13 * len(boards())
    assert report.all_irregularities() == []


def test_the_engine_and_the_table_score_every_vulnerability_alike() -> None:
    report = examined("".join(board.text() for board in boards()))
    assert {board.vulnerable for board in boards()} == set(VULNERABLE)
    for deal in report.deals:
        assert deal.engine is not None
        assert deal.engine.scores == deal.scores


def test_cards_are_put_into_the_order_of_play() -> None:
    board = boards()[0]
    (record,) = read_pbn(board.text().encode(), "a.pbn")
    played = [event.card for event in record.rounds[0].events if isinstance(event, Play)]
    assert played == [CARDS[name] for name in board.cards]


@pytest.mark.parametrize(
    ("change", "category"),
    [
        ({"Result": "wrong"}, Category.TRICK),
        ({"Contract": "wrong"}, Category.CONTRACT),
        ({"Declarer": "wrong"}, Category.CONTRACT),
        ({"Score": "NS 12345"}, Category.GAME_POINTS),
        ({"Deal": "twice"}, Category.HANDS),
        ({"Dealer": "wrong"}, Category.AUCTION),
        ({"Vulnerable": "Sometimes"}, Category.READING),
    ],
)
def test_what_contradicts_the_deal_is_found(change: dict[str, str], category: Category) -> None:
    board = boards()[1]
    right = board.text().split('[Deal "')[1].split('"')[0]
    wrong = {
        "Result": str(board.tricks - 1 if board.tricks else 1),
        "Contract": "7NTXX" if board.contract != "7NTXX" else "1C",
        "Declarer": SEATS[(board.declarer + 2) % 4],
        "Dealer": SEATS[(board.dealer + 1) % 4],
        "Deal": " ".join([*right.split()[:3], right.split()[0][2:]]),
    }
    changed = {
        name: wrong[name] if value in ("wrong", "twice") else value
        for name, value in change.items()
    }
    found = examined(board.text(**changed)).all_divergences()
    assert category in [item.category for item in found]
    expected = Triage.READING if category is Category.READING else Triage.SOURCE
    assert {item.triage for item in found} == {expected}


@pytest.mark.parametrize("score", ["NS {0}", "EW {1}", "{2}"])
def test_a_score_may_be_written_for_either_side_or_for_the_declarer(score: str) -> None:
    board = boards()[2]
    made = examined(board.text()).deals[0].scores
    assert made is not None
    net = made[0] - made[1]
    value = score.format(net, -net, net if board.declarer % 2 == 0 else -net)
    report = examined(board.text(Score=value))
    assert report.all_divergences() == []
    assert report.figures().judged == 1


def test_who_holds_no_card_of_the_suit_led_does_not_revoke() -> None:
    text = """[Dealer "S"]
[Vulnerable "None"]
[Deal "S:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Contract "7H"]
[Declarer "W"]
[Play "N"]
DA CA SA HA
*
"""
    report = examined(text)
    assert report.all_divergences() == []
    assert report.deals[0].revokes == set()
    assert [winner for _, winner in report.deals[0].tricks] == [SEATS.index("W")]


def test_a_revoke_is_counted_and_is_no_divergence() -> None:
    board = boards()[3]
    for at, row in enumerate(board.rows):
        report = examined(_with_revoke(board, at, row))
        kinds = [item.kind for item in report.all_irregularities()]
        if IrregularityKind.REVOKE in kinds:
            assert not [d for d in report.all_divergences() if d.category is Category.READING]
            return
    pytest.fail("no revoke could be made")


def _with_revoke(board: Board, at: int, row: list[str]) -> str:
    """The play up to a trick in which one player puts another card, and no result."""
    lines = [" ".join(done) for done in board.rows[:at]]
    played = {card for done in board.rows[: at + 1] for card in done}
    changed = list(row)
    for turn in range(4):
        seat = (board.first + turn) % 4
        other = [c for c in board.hands[seat] if c not in played and c[0] != row[turn][0]]
        if other and row[turn] != board.cards[4 * at] and row[turn][0] == board.cards[4 * at][0]:
            changed[turn] = other[0]
            break
    head = board.text().split('[Play "')[0].replace("[Result", "[Ignored")
    return "\n".join([head + f'[Play "{SEATS[board.first]}"]', *lines, " ".join(changed), "*", ""])


def test_comments_notes_inheritance_and_foreign_tags_are_read_past() -> None:
    board = boards()[4]
    text = "% PBN 2.1\n" + board.text(Event="Cup; final {not a comment}")
    text = text.replace(
        '[Auction "', '[Colour "red"]\n{a comment\n\n[Deal "none"] in it}\n[Auction "'
    )
    second = boards()[5].text(Event="#").replace("Pass", "Pass =1= $4", 1)
    (record,) = read_pbn((text + second).encode(), "a.pbn")
    assert len(record.rounds) == 2
    assert record.title == "Cup; final {not a comment}"
    assert [item.what for item in record.skipped] == ["tag `Colour`"]
    assert examine_deals(record, {}).all_divergences() == []


def test_all_pass_stands_for_the_passes_that_close_the_auction() -> None:
    text = '[Dealer "N"]\n[Contract "Pass"]\n[Auction "N"]\nAP\n'
    report = examined(text)
    assert report.auctions().all_pass_count == 1
    assert report.all_divergences() == []
    assert len(report.deals[0].calls) == 4


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe\x00",
        b"{" * 10_000,
        b'[Event "a"]\n' + b"{}" * 50_000 + b";" * 50_000,
        b'[A "b"]\n\n' * 50_001,
        b'[Deal "' * 5_000,
        b'[Deal "N:- - - -"]\n[Auction "Q"]\n8NT\n',
        b'[Auction "N"]\n' + b"1C X XX " * 5_000,
        b'[Contract "4S"]\n[Declarer "N"]\n[Play "E"]\n' + b"SA SK SQ SJ " * 5_000,
        b'[Score "NS 99999999999999999999999"]\n[Result "' + b"9" * 5_000 + b'"]\n',
    ],
)
def test_no_file_breaks_the_reader(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "hostile.pbn"
    path.write_bytes(data)
    result = CliRunner().invoke(app, ["archive", "validate", str(path)])
    assert result.exit_code in (0, 1, 2)
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_files_are_known_by_their_names_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    path.write_text(boards()[0].text() + boards()[1].text())
    (record,) = read_archive(path)
    assert (record.game, len(record.rounds)) == ("bridge", 2)
    assert examine_archive(path)[0].all_divergences() == []
    run = CliRunner()
    assert run.invoke(app, ["archive", "validate", str(path)]).exit_code == 0
    shown = run.invoke(app, ["archive", "show", str(path), "--round", "2"])
    assert f"{boards()[1].contract} by" in shown.output
    assert sum(line[2:4].strip().isdigit() for line in shown.output.splitlines()) == 13
