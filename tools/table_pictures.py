"""Takes the pictures of tables that stand in the README, and more of them to look at.

    python -m tools.table_pictures FOLDER [GAME …]

A real browser plays some moves by clicks; the cards are the same on every run.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import httpx2
from playwright.sync_api import Error, Page, sync_playwright

from tests.support.server import Server
from tests.support.tables import wanted

CLICKS = {
    "hearts": 14,
    "canasta": 30,
    "bridge": 6,
    "solitaire": 40,
    "scopa": 9,
    "uno": 8,
    "draw-poker": 2,
    "baloot": 8,
    "gin-rummy": 9,
    "durak": 6,
    "go-fish": 3,
    "pinochle": 12,
}
"""How far each game is played."""
PHONE = (390, 844)
DESKTOP = (1280, 800)
_OPEN = (".dialog button", ".menu button", "button.card", ".acts button", ".grids button")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as play:
        server = Server(Path(data) / "tables.sqlite")
        try:
            found = shutil.which("chromium") or shutil.which("chromium-browser")
            browser = play.chromium.launch(executable_path=found, args=["--no-sandbox"])
            page = browser.new_page(reduced_motion="reduce")
            for game in sys.argv[2:] or CLICKS:
                for name, size in (("", DESKTOP), ("-phone", PHONE)):
                    _play(page, server, game, size)
                    page.screenshot(path=folder / f"{game}{name}.jpg", type="jpeg", quality=80)
        finally:
            server.kill()


def _play(page: Page, server: Server, game: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    headers = {"Origin": server.origin}
    made = httpx2.post(f"{server.origin}/api/tables", content=wanted(game), headers=headers).json()
    page.goto(f"{server.origin}/?pace=0#/table/{made['table']}/{made['seats'][0]}")
    page.wait_for_selector(".table")
    for number in range(CLICKS.get(game, 10)):
        page.wait_for_timeout(250)
        for kind in _OPEN:
            things = page.locator(kind)
            if things.count():
                _click(page, kind, number * 3 % things.count())
                break
    page.wait_for_timeout(700)


def _click(page: Page, kind: str, number: int) -> None:
    try:
        page.locator(kind).nth(number).click(timeout=1500, position={"x": 8, "y": 12})
    except Error:
        # The table has gone on in the meantime.
        page.wait_for_timeout(50)


if __name__ == "__main__":
    main()
