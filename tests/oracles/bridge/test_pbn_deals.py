"""Bridge in PBN: deals played on the genome and written by hand agree; wrong ones are found."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from darwindeck.archives import Category, IrregularityKind, examine_archive, read_archive
from darwindeck.archives.divergences import Triage
from darwindeck.archives.record import Play
from darwindeck.cli import app
from darwindeck.oracles.bridge.match import BridgeReport, examine_deals
from darwindeck.oracles.bridge.notation import CARDS
from darwindeck.oracles.bridge.pbn import read_pbn
from tests.oracles.bridge.boards import SEATS, VULNERABLE, Board, boards


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


# --- damaged and foreign files -------------------------------------------------------------------


def test_a_row_that_is_lost_is_damage_and_no_revoke() -> None:
    found = 0
    for board in boards():
        for lost in range(12):
            lines = board.text().rstrip().splitlines()
            del lines[len(lines) - 13 + lost]
            report = examined("\n".join(lines) + "\n")
            assert [
                i for i in report.all_irregularities() if i.kind is IrregularityKind.REVOKE
            ] == []
            said = [d for d in report.all_divergences() if d.category is Category.READING]
            assert all("not recorded" in item.details for item in said)
            found += bool(said)
    # Where the same seat leads to the trick after it, a row that is lost leaves no trace.
    assert found > len(boards()) * 12 // 2


def test_a_row_cut_in_two_is_told_where_it_stands() -> None:
    text = boards()[0].text()
    cut = text.replace(" ".join(boards()[0].rows[4]), " ".join(boards()[0].rows[4][:2]))
    found = examined(cut).all_divergences()
    assert [item.category for item in found] == [Category.PLAY]
    assert "may be lost" in found[0].details


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("1C Pass", "1C ^I 1C Pass", IrregularityKind.AUCTION),
        ('[Declarer "S"]', '[Declarer "^N"]', IrregularityKind.OPEN),
        ('[Result "13"]', '[Result "^12"]', IrregularityKind.OPEN),
        ("H2 D2 C2 S2", "^L S2 D2 C2 H2", IrregularityKind.REVOKE),
    ],
)
def test_what_a_file_marks_as_irregular_is_no_divergence(
    old: str, new: str, kind: IrregularityKind
) -> None:
    suit = "AKQJT98765432"
    rows = "\n".join(f"H{rank} D{rank} C{rank} S{rank}" for rank in suit)
    text = f"""[Dealer "S"]
[Vulnerable "None"]
[Deal "S:{suit}... .{suit}.. ..{suit}. ...{suit}"]
[Contract "7S"]
[Declarer "S"]
[Result "13"]
[Auction "S"]
1C Pass 1H Pass 7S AP
[Play "W"]
{rows}
"""
    assert examined(text).all_divergences() == []
    changed = text.replace(old, new, 1)
    assert changed != text
    report = examined(changed)
    assert [str(item) for item in report.all_divergences()] == []
    assert kind in [item.kind for item in report.all_irregularities()]
    unmarked = changed.replace("^I ", "").replace("^L ", "").replace("^", "")
    assert examined(unmarked).all_divergences() != []


def test_a_file_of_another_game_is_recognised(tmp_path: Path) -> None:
    chess = '[Event "A"]\n[White "B"]\n[Black "C"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 1-0\n'
    path = tmp_path / "chess.pbn"
    path.write_text(chess)
    result = CliRunner().invoke(app, ["archive", "validate", str(path)])
    assert result.exit_code == 2
    assert "no Bridge" in result.output
    assert "Black, Event, Result, White" in result.output


def test_agreement_is_stated_with_what_was_compared(tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    path.write_text(boards()[0].text())
    result = CliRunner().invoke(app, ["archive", "validate", str(path)])
    calls = len(boards()[0].calls)
    assert f"agree. Compared: {calls} calls, 52 cards, 1 result." in result.output
    path.write_text('[Deal "N:- - - -"]\n[Vulnerable "None"]\n')
    result = CliRunner().invoke(app, ["archive", "validate", str(path)])
    assert "Nothing was compared" in result.output
    assert "agree" not in result.output


def test_what_a_deal_does_not_say_is_listed_and_no_trick_is_counted_that_was_not_followed() -> None:
    board = boards()[0]
    text = board.text()
    for name in ("Dealer", "Contract", "Result", "Vulnerable"):
        lines = [line for line in text.splitlines() if not line.startswith(f"[{name} ")]
        (record,) = read_pbn("\n".join(lines).encode(), "a.pbn")
        assert f"a deal that does not say `{name}`" in {item.what for item in record.skipped}
    lines = [line for line in text.splitlines() if not line.startswith("[Deal ")]
    (record,) = read_pbn("\n".join(lines).encode(), "a.pbn")
    said = [item.details for item in examine_deals(record, {}).all_irregularities()]
    assert said == ["the hands are not recorded: the play is not checked"]
    lost = text.replace(f"{board.rows[3][1]} ", "", 1)
    report = examine_deals(read_pbn(lost.encode(), "a.pbn")[0], {})
    assert report.all_divergences() != []
    assert report.all_irregularities() == []
