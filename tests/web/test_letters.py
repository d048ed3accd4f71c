"""Large letters and small phones: tables and pages can be used, nothing scrolls sideways, the prompt is in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize
from tests.web.browsing import DESKTOP, asked, open_table, play_out, play_some, resize
from tests.web.conftest import Visit

from mousehole.games import IDS

LARGE = 32
"""Pixels of a letter's square for somebody who reads at 200%."""
SMALLEST: ViewportSize = {"width": 360, "height": 740}
SHORT: list[ViewportSize] = [{"width": 375, "height": 667}, {"width": 360, "height": 640}]
LYING: ViewportSize = {"width": 812, "height": 375}
TABLES = {
    "hide_and_squeak": "game=hide_and_squeak&dawn=5&seats=bot:random,me,bot:random,bot:random",
    "cat_and_mouse": "game=cat_and_mouse&seats=bot:random,me",
    "cloaked_cats": "game=cloaked_cats&seats=me,bot:random,bot:random,bot:random",
    "mice_heist": "game=mice_heist&seats=me,bot:random,bot:random,bot:random",
    "who_done_it": "game=who_done_it&seats=me",
}
PATHS = [
    "/",
    "/set?game=mice_heist",
    "/rules",
    "/rules/cloaked_cats",
    "/lab",
    "/lab/studies",
    "/lab/run",
    "/learn",
    "/tables",
    "/nowhere",
]


def enlarge_letters(page: Page) -> None:
    """Choose large letters in the browser's settings, as people do who need them."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": LARGE}})


def check_width(page: Page, what: str) -> None:
    """Nothing sticks out sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), what


BOARD_SHARE = """() => {
  const at = (n, size) => ((n + 0.5) * size) / 40;
  const points = Array.from({ length: 1600 }, (_, i) => [at(i % 40, innerWidth), at(Math.floor(i / 40), innerHeight)]);
  return points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest(".board")).length / points.length;
}"""


def check_sight(page: Page, least: float, what: str) -> None:
    """The board has a share of the screen; the whole prompt is there as well, wherever one has scrolled."""
    page.evaluate("scrollTo(0, 0)")  # a finger has scrolled to what it touched last
    assert page.evaluate(BOARD_SHARE) >= least, what
    for end in ("0", "document.documentElement.scrollHeight"):
        page.evaluate(f"scrollTo(0, {end})")
        box = page.evaluate("() => document.querySelector('.prompt').getBoundingClientRect().toJSON()")
        assert box["top"] >= 0, what
        assert box["bottom"] <= page.evaluate("innerHeight") + 1, what
    page.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize("game_id", IDS)
def test_tables_can_be_read_with_large_letters(visit: Visit, address: str, game_id: str) -> None:
    """With letters of twice the size every table fits a desktop and a small phone, from its start to its end."""
    page = visit()
    enlarge_letters(page)
    open_table(page, address, TABLES[game_id])
    for moment in ("start", "middle", "end"):
        for size in (DESKTOP, SMALLEST):
            resize(page, size)
            check_width(page, f"{moment} at {size}")
            check_sight(page, least=0.15, what=f"{moment} at {size}")
        if moment == "start":
            asked(page)
            play_some(page, 4)
        elif moment == "middle":
            play_out(page)


def test_pages_can_be_read_with_large_letters(visit: Visit, address: str) -> None:
    """With letters of twice the size no page around the tables, no lobby and no curtain scrolls sideways."""
    page = visit()
    enlarge_letters(page)
    for setup in ("game=mice_heist&seats=me,open", "game=cloaked_cats&seats=me,device:Ada"):
        open_table(page, address, setup)
        for size in (DESKTOP, SMALLEST):
            resize(page, size)
            check_width(page, f"{setup} at {size}")
    for path in PATHS:
        page.goto(address + path)
        page.wait_for_load_state("networkidle")
        for size in (DESKTOP, SMALLEST):
            resize(page, size)
            check_width(page, f"{path} at {size}")


@pytest.mark.parametrize("game_id", IDS)
def test_tables_fit_short_phones(visit: Visit, address: str, game_id: str) -> None:
    """On a short phone, and on one that lies on its side, prompt and board are in sight together."""
    page = visit(SHORT[0])
    open_table(page, address, TABLES[game_id])
    for moment in ("start", "middle"):
        asked(page)
        for size in (*SHORT, LYING):
            resize(page, size)
            check_width(page, f"{moment} at {size}")
            check_sight(page, least=0.3, what=f"{moment} at {size}")
        play_some(page, 6)


@pytest.mark.parametrize("game_id", ["hide_and_squeak", "mice_heist"])
def test_the_seats_of_a_full_table_stand_over_the_prompt(visit: Visit, address: str, game_id: str) -> None:
    """On a phone that lies on its side all six faces are seen above the prompt, none half behind it."""
    page = visit(LYING)
    open_table(page, address, f"game={game_id}&seats={','.join(['me', *['bot:random'] * 5])}")
    asked(page)
    seats = page.locator(".seatrow li").all()
    assert len(seats) == 6
    prompt = page.locator(".prompt").bounding_box()
    assert prompt is not None
    for seat in seats:
        box = seat.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= prompt["y"] + 1


@pytest.mark.parametrize("seat", ["Inspector", "Mouse"])
def test_the_whole_estate_is_seen_on_a_short_phone(visit: Visit, address: str, seat: str) -> None:
    """Cat & The Mouse: all twelve rooms, and the cards one chooses from, stand over the prompt."""
    page = visit(SHORT[1])
    seats = "me,bot:random" if seat == "Inspector" else "bot:random,me"
    open_table(page, address, f"game=cat_and_mouse&seats={seats}")
    for _ in range(6):
        if not asked(page):
            return
        prompt = page.locator(".prompt").bounding_box()
        assert prompt is not None
        is_pocketing = page.locator(".deck").count() > 0  # the Loot deck lies over the house then
        things = page.locator(".deck .touch.live" if is_pocketing else ".cm-room, .own .touch.live")
        for thing in things.all():
            box = thing.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] * 0.6 <= prompt["y"], thing.get_attribute("aria-label")
        play_some(page, 1)
