"""Cat & The Mouse in a real browser: whole games on a desktop and on a phone, a reload in the middle, the trap."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize, expect
from tests.web.browsing import (
    DESKTOP,
    PHONE,
    asked,
    live_things,
    open_table,
    play_one,
    play_out,
    resize,
    send,
    touch,
    version,
)
from tests.web.conftest import Visit
from tests.web.test_analysis import DONE

LAPTOP: ViewportSize = {"width": 1366, "height": 650}

SCENES = """() => {
  window.scenes = 0;
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
    if (node.dataset?.trap !== undefined || node.querySelector?.("[data-trap]")) window.scenes += 1;
  }))).observe(document.body, { childList: true, subtree: true });
}"""
"""Counts the scenes of the trap from now on: however slow the machine, none is missed."""


def press(page: Page, name: str) -> None:
    """Press a button of the prompt by its move's name, say yes if asked, and wait until the move is made."""
    seen = version(page)
    page.locator(f'.prompt .buttons .btn[data-move="{name}"]:enabled').click()
    send(page, seen)


def has_no_sideways_scroll(page: Page) -> bool:
    """Tell whether the page is no wider than its window."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"))


COVERED = """() => {
  const desk = document.querySelector(".hand-strip").getBoundingClientRect();
  const low = [...document.querySelectorAll("[data-room], .suspect > *")]
    .filter((thing) => thing.getBoundingClientRect().bottom > desk.top + 1);
  return low.map((thing) => thing.textContent.trim());
}"""
"""Lists what of the board lies behind the desk below it."""


def is_all_in_sight(page: Page) -> None:
    """Find house and bag clear of the desk, on a usual desktop and in the low window of a small laptop."""
    for size in (DESKTOP, LAPTOP):
        resize(page, size)
        page.wait_for_timeout(100)  # what is asked next is a layout, which nothing announces
        assert page.evaluate(COVERED) == [], size
    resize(page, DESKTOP)


NAMES = """() => [...document.querySelectorAll("[data-room]")].flatMap((cell) => {
  const name = cell.querySelector(".name"), words = document.createRange();
  words.selectNodeContents(name);
  const text = words.getBoundingClientRect(), room = cell.getBoundingClientRect();
  const meets = (box) =>
    box.left < text.right - 1 && box.right > text.left + 1 && box.top < text.bottom - 3 && box.bottom > text.top + 3;
  const isCut = text.left < room.left || text.right > room.right || text.bottom > room.bottom + 1;
  const notes = [...cell.querySelectorAll(".top > *, .stamp, .share")];
  const isCovered = notes.some((note) => meets(note.getBoundingClientRect()));
  return isCut || isCovered ? [`${name.textContent} in ${Math.round(room.width)} by ${Math.round(room.height)}`] : [];
})"""
"""Lists the rooms whose names stick out of them, or have a number, a note or a stamp on top."""
WINDOWS = ((1366, 650), (1280, 600), (1024, 640), (1280, 720), (667, 375), (375, 667), (320, 568))


def names_can_be_read(page: Page) -> None:
    """Find the name of every room whole and free, in low windows and on small phones."""
    for width, height in WINDOWS:
        resize(page, {"width": width, "height": height})
        for _ in range(100):  # a layout, which nothing announces
            page.wait_for_timeout(50)
            if not (unread := page.evaluate(NAMES)):
                break
        assert unread == [], (width, height)
    resize(page, DESKTOP)


def advance_to(page: Page, name: str) -> bool:
    """Play as the Inspector, checking for clues, until a button with this name is there; False if the game ended."""
    for turn in range(80):
        if not asked(page):
            return False
        if page.locator(f'.prompt .btn[data-move="{name}"]').count():
            return True
        if page.locator('.prompt .btn[data-move="check"]').count():
            press(page, "check")
        else:
            play_one(page, turn)
    return False


def test_inspector_plays_a_whole_game(visit: Visit, address: str) -> None:
    """The Inspector plays a game on a desktop; a reload in the middle loses nothing, and nothing covers the house."""
    page = visit()
    open_table(page, address, "game=cat_and_mouse&deep_pockets=on&seats=me,bot:kitten")
    expect(page.get_by_role("button", name="Moonwater, gem, $30,000")).to_be_visible()
    assert page.locator("[data-room]").count() == 12
    assert advance_to(page, "check")
    before = page.locator("[data-room]").evaluate_all("(rooms) => rooms.map((room) => room.className)")
    page.reload()
    page.locator('.prompt .btn[data-move="check"]').wait_for()
    assert page.locator("[data-room]").evaluate_all("(rooms) => rooms.map((room) => room.className)") == before
    expect(page.locator('.prompt .btn.danger[data-move="spring"]')).to_be_visible()
    is_all_in_sight(page)
    play_out(page, seed=4)
    expect(page.locator(".prompt")).to_contain_text("wins")
    page.goto(f"{page.url}/analysis")  # with the curve the end is at its tallest
    page.locator(DONE).wait_for()
    page.go_back()
    page.get_by_role("link", name="See the analysis").wait_for()  # below what mattered most, or that nothing did
    is_all_in_sight(page)
    assert page.get_by_role("img", name="face down").count() == 0


def test_names_of_rooms_can_be_read_in_low_windows(visit: Visit, address: str) -> None:
    """The Mouse reads every room's name while it plays, when the game is over and beside the analysis."""
    page = visit()
    open_table(page, address, "game=cat_and_mouse&seats=bot:random,me")
    assert asked(page)
    names_can_be_read(page)
    play_out(page, seed=2)
    page.goto(f"{page.url}/analysis")
    page.locator(DONE).wait_for()
    names_can_be_read(page)
    page.go_back()
    page.get_by_role("link", name="See the analysis").wait_for()
    names_can_be_read(page)


def test_mouse_plays_a_whole_game_on_a_phone(visit: Visit, address: str) -> None:
    """The Mouse names, loots, changes rooms and goes home on a phone; the page never scrolls sideways."""
    page = visit(PHONE)
    open_table(page, address, "game=cat_and_mouse&subtle_movement=on&tricks=2&seats=bot:kitten,me")
    for move in range(120):
        goes_on = asked(page)
        assert has_no_sideways_scroll(page)
        if not goes_on:
            break
        play_one(page, move * 5 + 2)
    expect(page.locator(".prompt")).to_contain_text("wins")


def test_small_phone_fits(visit: Visit, address: str) -> None:
    """At 360 pixels nothing sticks out, for the Inspector with its loot deck open and with a row."""
    small: ViewportSize = {"width": 360, "height": 740}
    page = visit(small)
    open_table(page, address, "game=cat_and_mouse&seats=me,bot:kitten")
    assert has_no_sideways_scroll(page)
    if advance_to(page, "spring"):
        assert has_no_sideways_scroll(page)


def test_trap_is_a_moment(visit: Visit, address: str) -> None:
    """Springing the trap darkens the page, whoever is caught; the scene is skipped by a touch, or ends by itself."""
    page = visit(is_still=False)
    open_table(page, address, "game=cat_and_mouse&tricks=0&seats=me,bot:random")  # no tricks: the trap always falls
    assert advance_to(page, "spring")
    press(page, "spring")
    assert asked(page)
    page.evaluate(SCENES)
    touch(live_things(page).first)
    page.locator(".prompt .btn", has_text="Confirm").click()
    page.wait_for_function("() => window.scenes > 0")
    page.mouse.click(5, 5)
    expect(page.locator("[data-trap]")).to_have_count(0)
    assert not asked(page)


def test_watcher_sees_backs(visit: Visit, address: str) -> None:
    """Whoever only watches sees the backs of row, bag, pocket and room, and can touch nothing."""
    page, other = visit(), visit()
    code = open_table(page, address, "game=cat_and_mouse&seats=me,bot:kitten")
    assert advance_to(page, "check")
    other.goto(f"{address}/t/{code}")
    other.wait_for_selector("[data-room]")
    assert live_things(other).count() == 0
    expect(other.get_by_role("img", name="Card 1 of the row, face down")).to_have_count(1)
    expect(other.get_by_role("img", name="a card, face down")).to_have_count(1)
    expect(other.get_by_role("img", name="A room card, face down")).to_have_count(1)
    assert other.locator(".cell.lit").count() == 0
