"""Takes the pictures of `docs/images`: every page, and each game at three moments, on a desktop and on a phone.

make images, or some of them: python -m tests.web.images lab mice_heist
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from tests.web.browsing import DESKTOP, KNOWS_ALL, PHONE, ROOT, is_over, launch, open_table, serving

from mousehole.games import IDS

FOLDER = ROOT / "docs" / "images"
PAGES = {
    "home": "/",
    "set": "/set?game=hide_and_squeak",
    "rules": "/rules/hide_and_squeak",
    "lab": "/lab",
    "learn": "/learn",
    "lesson": "/learn/hide_and_squeak",
    "tables": "/tables",
    "lost": "/nowhere",
}
RUN = "game=cat_and_mouse&players=housecat&games=300&b.tricks=0"
LOBBY = "game=cloaked_cats&seats=me,open,bot:tiger"
CURTAIN = "game=cat_and_mouse&seats=me,device:Ines"
SETUPS = {
    "hide_and_squeak": "game=hide_and_squeak&dawn=8&seats=bot:housecat,me,bot:housecat,bot:housecat",
    "cat_and_mouse": "game=cat_and_mouse&seats=me,bot:housecat",
    "cloaked_cats": "game=cloaked_cats&seats=me,bot:housecat,bot:housecat",
    "mice_heist": "game=mice_heist&seats=me,bot:housecat,bot:housecat,bot:housecat",
    "who_done_it": "game=who_done_it&seats=me",
}
MIDDLE = {"hide_and_squeak": 9, "cat_and_mouse": 9, "cloaked_cats": 8, "mice_heist": 14, "who_done_it": 3}


def shoot(page: Page, name: str) -> None:
    """Take a picture once everything stands still."""
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(700)
    page.screenshot(path=FOLDER / f"{name}.png")
    print(name, flush=True)


def shoot_pages(browser: Browser, address: str, size: ViewportSize, suffix: str) -> None:
    """Take the pages around the tables, on which two are waiting."""
    page = browser.new_context(viewport=size, device_scale_factor=1, reduced_motion="reduce").new_page()
    page.add_init_script(KNOWS_ALL)
    open_table(page, address, LOBBY)
    shoot(page, f"lobby{suffix}")
    open_table(page, address, CURTAIN)
    shoot(page, f"curtain{suffix}")
    for name in PAGES:
        shoot_page(page, address, name, suffix)
    page.context.close()


def shoot_page(page: Page, address: str, name: str, suffix: str) -> None:
    """Take one page; the lab with a run that has ended, too."""
    page.goto(address + PAGES[name])
    page.wait_for_load_state("networkidle")
    shoot(page, f"{name}{suffix}")
    if name == "lab":
        page.goto(f"{address}/lab/run?{RUN}&seed={len(suffix)}")  # what was played is shown at once, without the button
        page.get_by_role("button", name=re.compile("^Run [0-9,]+ games")).click()
        page.get_by_text(re.compile("^All [0-9,]+ games are played")).first.wait_for(timeout=300_000)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=FOLDER / f"lab-run{suffix}.png", full_page=True)
        print(f"lab-run{suffix}", flush=True)


def shoot_named(browser: Browser, address: str, size: ViewportSize, suffix: str, names: list[str]) -> None:
    """Take some pages alone."""
    page = browser.new_context(viewport=size, device_scale_factor=1, reduced_motion="reduce").new_page()
    page.add_init_script(KNOWS_ALL)
    for name in names:
        shoot_page(page, address, name, suffix)
    page.context.close()


def shoot_game(browser: Browser, address: str, game_id: str, size: ViewportSize, suffix: str) -> None:
    """Play a game by hints now and then, and take its beginning, its middle and its end."""
    page = browser.new_context(viewport=size, device_scale_factor=1, reduced_motion="reduce").new_page()
    page.add_init_script(KNOWS_ALL)
    code = open_table(page, address, SETUPS[game_id])
    page.wait_for_selector(".touch.live, .prompt .buttons .btn[data-move]:enabled")
    name = game_id.replace("_", "-")
    shoot(page, f"{name}-start{suffix}")
    for move in range(400):
        page.wait_for_selector(".table[data-state=over], .touch.live, .prompt .buttons .btn[data-move]:enabled")
        if is_over(page):
            break
        if move == MIDDLE[game_id]:
            shoot(page, f"{name}-middle{suffix}")
        follow_a_hint(page, address, code, move)
    shoot(page, f"{name}-end{suffix}")
    if game_id == IDS[0]:
        page.goto(f"{address}/t/{code}/replay")
        page.wait_for_selector("[data-state]")
        shoot(page, f"replay{suffix}")
    page.context.close()


def follow_a_hint(page: Page, address: str, code: str, move: int) -> None:
    """Make the move that the tiger would make, so that the game is worth a picture."""
    frame = page.request.get(f"{address}/api/tables/{code}").json()
    seat = frame["seat"]
    hint = page.request.get(f"{address}/api/tables/{code}/hint?seat={seat}", timeout=120_000).json()
    wish = {"seat": seat, "version": frame["version"], "id": f"move-{move}", "action": hint["action"]}
    answer = page.request.post(f"{address}/api/tables/{code}/moves", data=wish, headers={"origin": address})
    assert answer.ok, answer.text()
    page.wait_for_selector(f'.table:not([data-version="{frame["version"]}"])')


def main(wanted: list[str]) -> None:
    """Take them all, or those of the pages and games that are named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        for size, suffix in ((DESKTOP, ""), (PHONE, "-phone")):
            if not wanted:
                shoot_pages(browser, address, size, suffix)
            shoot_named(browser, address, size, suffix, [name for name in wanted if name in PAGES])
            for game_id in [name for name in wanted if name in IDS] if wanted else IDS:
                shoot_game(browser, address, game_id, size, suffix)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
