"""Tables in a real browser, played by what is on the screen alone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

from darwindeck import get_genome, library_ids
from darwindeck.simulation import Game, MatchLog
from darwindeck.table.replay import replay_of, standalone
from tests.support.seeds import SCALE
from tests.support.server import PATIENCE, Server
from tests.support.tables import wanted

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
GAMES = (
    library_ids() if SCALE > 1 else ("hearts", "crazy-eights", "draw-poker", "scopa", "gin-rummy")
)
"""Of different families: tricks, shedding, betting, capturing, melding."""
CLICKS = 800 if SCALE > 1 else 160
ENDLESS = ("solitaire", "freecell", "cheat", "go-fish")
"""Games that somebody who clicks at random does not bring to an end."""
SIZES = {"phone": (390, 844), "tablet": (768, 1024), "laptop": (1280, 800), "wall": (2560, 1440)}
PLACES = ".table, .felt, .centre, .mine, .hand, header, .menu, .dialog"

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no browser: install Debian's chromium to test tables in one"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(Path(tmp_path_factory.mktemp("tables")) / "tables.sqlite")
    yield running
    running.kill()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A window in which nothing may go wrong."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    # A browser reports every attempt to reach a server that is gone.
    assert not [text for text in wrong if "WebSocket connection" not in text]


def opened(server: Server, game: str, **said: Any) -> dict[str, Any]:
    headers = {"Origin": server.origin}
    content = wanted(game, **said)
    answer = httpx2.post(f"{server.origin}/api/tables", content=content, headers=headers)
    made: dict[str, Any] = answer.json()
    return made


def sit(page: Page, server: Server, made: dict[str, Any], seat: int = 0) -> None:
    page.goto(f"{server.origin}/?pace=0#/table/{made['table']}/{made['seats'][seat]}")
    page.wait_for_selector(".table")


def open_things(page: Page) -> Locator:
    """Everything on the screen that one may touch to play, what covers the rest first."""
    for over in (".dialog button", ".menu button"):
        if page.locator(over).count():
            return page.locator(over)
    return page.locator(
        "button.card, .pile.live, .column.live, .meld.live, .acts button, .grids button"
    )


OVER = "() => /game is over/i.test(document.body.innerText)"
HAND_OVER = "() => /hand is over|game is over/i.test(document.body.innerText)"


def click(page: Page, number: int, until: str = OVER) -> bool:
    """Touches something that is open, unless what is waited for has come; whether it has not."""
    for _ in range(30):
        page.wait_for_function(
            "() => document.querySelector('.dialog button, .menu button, button.card, .pile.live, "
            ".acts button, .grids button') || /game is over/.test(document.body.innerText)"
        )
        things = open_things(page)
        count = things.count()
        # Asked after looking for what is open: a dialog that tells of the end is not clicked away.
        if page.evaluate(until):
            return False
        try:
            if count:
                things.nth(number % count).click(position={"x": 8, "y": 12}, timeout=2000)
                return True
        except Error:
            pass  # The table has gone on in the meantime: what is open now is touched instead.
        page.wait_for_timeout(50)
    raise AssertionError("nothing that is open can be touched")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_hand_is_played_by_clicks(page: Page, server: Server, game: str) -> None:
    """Every button and card that is open is as good as any other; nothing is ever cut off."""
    sit(page, server, opened(server, game))
    for number in range(CLICKS):
        if not click(page, number * 7, HAND_OVER):
            return
        cut = page.evaluate(OVERFLOWS, PLACES)
        assert not cut, f"cut off after {number} clicks: {cut}"
    assert game in ENDLESS, f"{CLICKS} clicks were not enough"


OVERFLOWS = """places => [...document.querySelectorAll(places)]
  .filter(node => node.scrollWidth > node.clientWidth + 2
    || node.scrollHeight > node.clientHeight + 2)
  .map(node => `${node.className || node.tagName}: ${node.scrollWidth}×${node.scrollHeight} in
    ${node.clientWidth}×${node.clientHeight}`)"""


@pytest.mark.parametrize(
    "game", ["canasta", "bridge", "texas-holdem"] if SCALE <= 1 else library_ids()
)
def test_nothing_is_cut_off_at_any_size(page: Page, server: Server, game: str) -> None:
    sit(page, server, opened(server, game))
    for number in range(3):
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            # A frame passes until a change of size is heard of.
            page.evaluate(
                "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
            )
            assert page.evaluate(OVERFLOWS, PLACES) == [], size
        if not click(page, number):
            break


def faults(page: Page) -> list[str]:
    """What axe-core finds that keeps somebody from using a page."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:200]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


def test_pages_can_be_used_by_everybody(page: Page, server: Server) -> None:
    page.goto(server.origin)
    page.wait_for_selector(".game")
    assert faults(page) == []
    page.goto(f"{server.origin}/#/game/bridge")
    page.wait_for_selector(".rules")
    assert faults(page) == []
    sit(page, server, opened(server, "war"))
    page.get_by_text("See it again").click()
    page.wait_for_selector(".replay")
    page.get_by_role("button", name="Rules", exact=True).click()
    page.wait_for_selector(".panel .rules h2")
    assert faults(page) == []


@pytest.mark.parametrize(
    "game", ["hearts", "texas-holdem", "bridge"] if SCALE <= 1 else library_ids()
)
def test_tables_can_be_used_by_everybody(page: Page, server: Server, game: str) -> None:
    sit(page, server, opened(server, game))
    for number in range(3):
        assert faults(page) == []
        if not click(page, number):
            break


def test_why_a_card_may_not_be_played_is_said_when_it_is_touched(
    page: Page, server: Server
) -> None:
    sit(page, server, opened(server, "hearts"))
    for number in range(60):
        page.wait_for_selector("button.card, .dialog button")
        dimmed = page.locator(".hand .slot:not(.picked) .card.dim")
        if dimmed.count() and page.locator(".hand button.card").count():
            dimmed.first.click(position={"x": 8, "y": 12})
            page.wait_for_function(
                "() => /must follow|must lead|before they are broken/"
                ".test(document.querySelector('.prompt').innerText)"
            )
            return
        click(page, number)
    raise AssertionError("no card was ever dimmed")


def test_hints_and_ratings(page: Page, server: Server) -> None:
    sit(page, server, opened(server, "briscola"))
    page.wait_for_selector("button.card")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector(".advice .hinted")
    sit(page, server, opened(server, "war"))
    page.get_by_role("button", name="8 of 10").click()
    page.get_by_role("button", name="Yes", exact=True).click()
    page.get_by_role("button", name="Rate", exact=True).click()
    page.wait_for_function("() => /Thank you/.test(document.body.innerText)")


def test_a_hand_is_played_with_the_keyboard(page: Page, server: Server) -> None:
    sit(page, server, opened(server, "hearts"))
    page.wait_for_selector("button.card")
    page.locator("header .tool").last.focus()
    for picked in range(3):
        page.wait_for_function(f"() => document.querySelectorAll('.picked').length === {picked}")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    page.wait_for_function("() => /Lead a card|Play a card/.test(document.body.innerText)")


def test_a_card_is_dragged_to_the_table(page: Page, server: Server) -> None:
    sit(page, server, opened(server, "briscola"))
    page.wait_for_selector("button.card")
    card = page.locator(".hand button.card").first
    face, box = card.get_attribute("data-face"), card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(640, 330, steps=4)
    page.mouse.up()
    page.wait_for_selector(f".hand [data-face='{face}']", state="detached")


def test_a_game_without_decisions_is_watched(page: Page, server: Server) -> None:
    made = opened(server, "war")
    page.goto(f"{server.origin}/?pace=0.2#/table/{made['table']}/{made['seats'][0]}")
    page.get_by_role("button", name="Faster", exact=True).click()
    page.wait_for_selector(".trick .card")
    assert "game is over" not in page.inner_text("body")
    page.get_by_role("button", name="To the end", exact=True).click()
    page.wait_for_function("() => /game is over/.test(document.body.innerText)")


def test_a_secret_leaves_the_address_at_once(page: Page, server: Server) -> None:
    made = opened(server, "hearts")
    sit(page, server, made)
    assert made["seats"][0] not in page.url


def test_browsers_come_back_by_themselves(page: Page, tmp_path: Path) -> None:
    own = Server(tmp_path / "tables.sqlite")
    try:
        sit(page, own, opened(own, "hearts"))
        page.wait_for_selector("button.card")
        before = page.locator(".hand .card").evaluate_all("all => all.map(n => n.dataset.face)")
        own.kill()
        page.wait_for_selector(".toast")
        own.start()
        page.wait_for_selector(".toast", state="detached")
        after = page.locator(".hand .card").evaluate_all("all => all.map(n => n.dataset.face)")
        assert before == after
    finally:
        own.kill()


def test_from_the_list_of_games_to_a_table(page: Page, server: Server) -> None:
    page.goto(server.origin)
    page.get_by_label("Players").select_option("2")
    page.get_by_text("Schnapsen").click()
    page.get_by_role("heading", name="Schnapsen").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".table")
    page.get_by_role("button", name="Rules", exact=True).click()
    page.wait_for_selector(".panel .rules h2")
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Log", exact=True).click()
    page.wait_for_selector(".panel .lines li")


def test_a_match_is_seen_again(page: Page, server: Server) -> None:
    sit(page, server, opened(server, "war"))
    page.wait_for_function("() => /game is over/.test(document.body.innerText)")
    page.get_by_text("See it again").click()
    look_through(page)


def test_a_match_is_seen_again_without_a_server(page: Page, tmp_path: Path) -> None:
    state = Game(get_genome("hearts")).deal(3)
    for number in range(40):
        state = state.apply(state.choose("random", seed=number))
    path = tmp_path / "hearts.html"
    path.write_text(standalone(replay_of(MatchLog.of(state))), "utf-8")
    page.goto(path.as_uri())
    look_through(page)
    shown = page.locator(".seat .card[data-face]").count()
    assert shown > 30, "all hands are open"
    page.locator(".replay select").select_option("2")
    page.wait_for_function("() => !document.querySelector('.seat .card[data-face]')")
    page.get_by_role("button", name="Rules", exact=True).click()
    page.wait_for_selector(".panel .rules h2")


def look_through(page: Page) -> None:
    """The slider leads to another moment, and back."""
    slider, prompt = page.locator(".replay input"), "document.querySelector('.prompt').innerText"
    slider.wait_for()
    first = page.inner_text(".prompt")
    slider.fill("20")
    page.wait_for_function(f"first => {prompt} !== first", arg=first)
    page.get_by_role("button", name="one step back").click()
    page.wait_for_function("() => document.querySelector('.replay input').value === '19'")
    slider.fill("0")
    page.wait_for_function(f"first => {prompt} === first", arg=first)


def test_a_last_call_that_ends_the_hand_leaves_no_calls(page: Page, server: Server) -> None:
    """All pass, the hand is thrown in, and the next one is dealt: all in one step."""
    page.goto(server.origin)
    page.wait_for_selector(".game")
    heard = page.evaluate(
        """async () => {
          const { Link } = await import("/page/link.js");
          const link = { log: [], said: {}, calls: [], calling: false };
          Link.prototype.hear.call(link, [{ kind: "decision", seat: 1, text: "West: pass",
            call: true }, { kind: "thrown_in", text: "x" }, { kind: "hand", text: "Hand 2" }]);
          return [link.calls, link.calling];
        }"""
    )
    assert heard == [[], False]


HELD = "[...document.querySelectorAll('.hand .card')].map(card => card.dataset.face).join()"


def test_two_persons_share_a_device(page: Page, server: Server) -> None:
    page.goto(f"{server.origin}/?pace=0#/game/briscola")
    page.locator(".seatrow select").nth(1).select_option("here")
    page.get_by_role("button", name="Play", exact=True).click()
    seen = set()
    for _ in range(4):
        page.wait_for_selector(".curtain, .hand button.card")
        if page.locator(".curtain").count():
            assert not page.locator(".card").count(), "no card is seen through the curtain"
            page.locator(".curtain button").click()
        page.wait_for_selector(".hand button.card")
        seen.add(page.inner_text(".me .who"))
        held = page.evaluate(HELD)
        page.locator(".hand button.card").first.click()
        page.wait_for_function(f"held => {HELD} !== held", arg=held)
    assert len(seen) == 2
