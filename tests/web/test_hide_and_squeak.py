"""Hide and Squeak in a real browser: whole games on desktop and phone, what each side is shown, furniture, pins."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.web.browsing import DESKTOP, PHONE, is_over, open_table, play_one, play_out, touch
from tests.web.conftest import Visit
from tests.web.test_pages import faults

ALIVE = ".table[data-state=over], .touch.live, .prompt .buttons .btn[data-move]:enabled"
MOUSE = "game=hide_and_squeak&dawn=5&seats=bot:random,me,bot:random"
CAT = "game=hide_and_squeak&dawn=5&seats=me,bot:random,bot:random"
SMALLEST: ViewportSize = {"width": 360, "height": 740}


def begin(page: Page, address: str, setup: str) -> str:
    """Open a table and wait until something can be done."""
    code = open_table(page, address, setup)
    page.wait_for_selector(ALIVE, timeout=30_000)
    return code


def choose(page: Page, *things: str) -> None:
    """Touch things on the board one after another, and confirm what they make up."""
    for thing in things:
        touch(page.locator(f"[data-thing='{thing}'].live"))
    page.get_by_role("button", name="Confirm").click()


def to_the_run(page: Page, start: str) -> None:
    """Begin in a room, leave the cheese alone and come to the first run."""
    choose(page, start)
    page.wait_for_selector("[data-move=leave]:enabled, [data-move^=run]:enabled", timeout=20_000)
    if page.locator("[data-move=leave]").count():
        page.locator("[data-move=leave]").click()
    page.wait_for_selector("[data-move^=run]:enabled", timeout=20_000)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("setup", [MOUSE, CAT], ids=["mouse", "cat"])
def test_a_whole_game_is_played(visit: Visit, address: str, setup: str, size: ViewportSize) -> None:
    """From laying or starting to the end, with a reload in the middle; the end tells why, and turns everything up."""
    page = visit(size)
    begin(page, address, setup)
    for move in range(4):
        play_one(page, move * 5 + 2)
        page.wait_for_selector(ALIVE, timeout=30_000)
    page.reload()
    page.wait_for_selector(ALIVE, timeout=30_000)
    play_out(page)
    assert is_over(page)
    expect(page.locator(".prompt")).to_contain_text("win")
    assert page.locator("#hs-token").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_cat_sees_floorboards_and_the_mice_see_below(visit: Visit, address: str) -> None:
    """HS-2.2, HS-2.3: a mouse's page names who is below which room; the page of one who watches does not."""
    page, watcher = visit(), visit()
    code = begin(page, address, MOUSE)
    watcher.goto(f"{address}/t/{code}")
    expect(watcher.get_by_role("group", name="The house")).to_be_visible(timeout=20_000)
    choose(page, "room:0")
    page.wait_for_selector("[data-move]:enabled", timeout=20_000)
    expect(page.locator("[aria-label*='you below']")).to_have_count(1)
    assert "below" not in "".join(
        watcher.locator("[aria-label^='Parlour']").evaluate_all("all => all.map(one => one.ariaLabel)")
    )


def test_furniture_is_toppled_before_a_room_further_on(visit: Visit, address: str) -> None:
    """HS-5.2: the Library cannot be touched from the Parlour until the clock has been; then it falls, and there one is."""
    page = visit()
    begin(page, address, "game=hide_and_squeak&dawn=9&seats=bot:random,me,bot:random")
    to_the_run(page, "room:0")
    library = page.locator("[aria-label^='Library']")
    expect(library).to_have_attribute("role", "img")
    expect(library).to_have_attribute("aria-label", "Library: two tokens, a lamp stands there. Topple the clock first.")
    touch(page.locator("[data-thing='piece:clock']"))
    expect(library).to_have_attribute("role", "button")
    touch(page.locator("[data-thing='room:2']"))
    expect(page.locator(".prompt")).to_contain_text("Topple the clock, run to the Library")
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("[data-move='run parlour']")).to_be_visible()
    choose(page, "piece:clock", "room:2")
    expect(page.get_by_label("The clock, fallen")).to_be_visible()
    expect(page.locator("[aria-label^='Library']")).to_have_attribute(
        "aria-label", "Library: two tokens, a lamp stands there, you below."
    )


def test_mice_point_at_rooms(visit: Visit, address: str) -> None:
    """Pointing is offered to a mouse in every phase, and shows a pin; the cat has no such button."""
    mouse, cat = visit(), visit()
    begin(mouse, address, MOUSE)
    mouse.get_by_role("button", name="Point at a room").click()
    touch(mouse.locator("[data-thing='room:4']"))
    expect(mouse.get_by_text("you: here?")).to_be_visible()
    begin(cat, address, CAT)
    expect(cat.get_by_role("button", name="Point at a room")).to_have_count(0)


def test_belief_is_shaded_only_when_asked(visit: Visit, address: str) -> None:
    """The cat's page says where mice may be only after the box is ticked."""
    page = visit()
    begin(page, address, CAT)
    for thing in ("room:1", "room:1", "room:7", "room:0", "room:2", "room:8"):
        choose(page, thing)
        page.wait_for_selector(".touch.live", timeout=20_000)
    page.wait_for_selector("[data-move=listen]:enabled", timeout=20_000)
    assert page.locator("[aria-label*='may be here']").count() == 0
    page.get_by_label("Shade where the mice may be").check()
    assert page.locator("[aria-label*='may be here']").count() > 0


@pytest.mark.parametrize("size", [DESKTOP, SMALLEST], ids=["desktop", "smallest"])
def test_everyone_can_use_the_board(visit: Visit, address: str, size: ViewportSize) -> None:
    """Axe finds nothing serious while a run is chosen; nothing sticks out sideways; a desktop needs no scrolling."""
    page = visit(size)
    begin(page, address, MOUSE)
    to_the_run(page, "room:0")
    assert not faults(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == DESKTOP:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
