"""Hide and Squeak in a real browser: whole games on desktop and phone, what each side is shown, furniture, pins."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.web.browsing import (
    DESKTOP,
    PHONE,
    asked,
    is_over,
    is_sent,
    open_table,
    play_out,
    play_some,
    shown,
    touch,
    version,
)
from tests.web.conftest import Visit
from tests.web.test_pages import faults

MOUSE = "game=hide_and_squeak&dawn=5&seats=bot:random,me,bot:random"
CAT = "game=hide_and_squeak&dawn=5&seats=me,bot:random,bot:random"
BOTH = "game=hide_and_squeak&dawn=9&seats=me,open,bot:random"
SMALLEST: ViewportSize = {"width": 360, "height": 740}
LAID = ("room:7", "room:7", "room:7", "room:8", "room:8", "room:5")
"""Where the cat lays its three spare tokens and its three traps: away from the Parlour and the Library."""


def begin(page: Page, address: str, setup: str) -> str:
    """Open a table and wait until something can be done."""
    code = open_table(page, address, setup)
    asked(page)
    return code


def choose(page: Page, *things: str) -> None:
    """Touch things on the board one after another; what they make up goes out with the last one."""
    page.locator(f"[data-thing='{things[0]}'].live").wait_for(state="attached")
    seen = version(page)
    for thing in things:
        live = page.locator(f"[data-thing='{thing}'].live")
        live.wait_for(state="attached")
        touch(live)
    assert is_sent(page, seen), "no move of a hunt is asked about"
    shown(page, seen)


def press(page: Page, move: str) -> None:
    """Press a button of the prompt."""
    page.locator(f"[data-move='{move}']:enabled").click()


def lay(visit: Visit, address: str, size: ViewportSize = DESKTOP) -> tuple[Page, Page]:
    """Seat a cat and Pip in two browsers, and lay the cheese."""
    cat, pip = visit(), visit(size)
    code = open_table(cat, address, BOTH)
    pip.goto(f"{address}/t/{code}")
    pip.get_by_role("button", name="Sit here").first.click()
    for thing in LAID:
        choose(cat, thing)
    return cat, pip


def set_out(cat: Page, pip: Page) -> None:
    """Play until Pip, in the Parlour, is asked where to run; by then the other mouse may have taken something."""
    choose(pip, "room:0")
    press(cat, "stop")
    press(pip, "leave")
    pip.locator("[data-move='run parlour']:enabled").wait_for()


def hunt(visit: Visit, address: str, size: ViewportSize = DESKTOP) -> tuple[Page, Page]:
    """Seat a cat and Pip, and play until Pip, in the Parlour, is asked where to run."""
    cat, pip = lay(visit, address, size)
    set_out(cat, pip)
    return cat, pip


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("setup", [MOUSE, CAT], ids=["mouse", "cat"])
def test_a_whole_game_is_played(visit: Visit, address: str, setup: str, size: ViewportSize) -> None:
    """From laying or starting to the end, with a reload in the middle; the end tells why, and turns everything up."""
    page = visit(size)
    code = begin(page, address, setup)
    play_some(page, 4, seed=2)
    page.reload()
    asked(page)
    play_out(page)
    assert is_over(page)
    expect(page.locator(".prompt")).to_contain_text(re.compile("win|draw"))
    rooms = page.request.get(f"{address}/api/tables/{code}").json()["view"]["rooms"]
    trapped = sum(room["traps"] > 0 for room in rooms)  # mice may have sprung them all
    expect(page.locator("svg [aria-label*='among them']")).to_have_count(trapped)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_cat_sees_floorboards_and_mice_see_below(visit: Visit, address: str) -> None:
    """HS-2.2, HS-2.3: a mouse's page says who is below a room, the cat's where traps lie; nobody's says both."""
    cat, pip = lay(visit, address)
    expect(cat.locator("[aria-label^='Bedroom']")).to_have_attribute("aria-label", re.compile("two traps among them"))
    set_out(cat, pip)
    expect(pip.locator("[aria-label^='Parlour'][aria-label*='you']")).to_be_attached()
    assert cat.locator("svg [aria-label$='below.']").count() == 0
    assert pip.locator("[aria-label*='among them']").count() == 0


def test_furniture_is_toppled_before_a_room_further_on(visit: Visit, address: str) -> None:
    """HS-5.2: from the Parlour the Library cannot be touched until the clock has been; then it falls."""
    cat, pip = hunt(visit, address)
    library = pip.locator("[aria-label^='Library']")
    expect(library).to_have_attribute("role", "img")
    expect(library).to_have_attribute("aria-label", re.compile(r"Topple the clock first\.$"))
    touch(pip.locator("[data-thing='piece:clock']"))
    expect(library).to_have_attribute("role", "button")
    pip.get_by_role("button", name="Take back").click()
    expect(pip.locator("[data-move='run parlour']")).to_be_visible()
    choose(pip, "piece:clock", "room:2")
    expect(pip.get_by_label("The clock, fallen")).to_be_attached()
    expect(pip.locator("[aria-label^='Library'][aria-label*='you']")).to_be_attached()
    expect(cat.get_by_label("The clock, fallen")).to_be_attached()
    expect(cat.locator(".rail .story")).to_contain_text("Pip topples the clock.")


def test_mice_point_at_rooms(visit: Visit, address: str) -> None:
    """A mouse shows another a room with a pin; the cat has no such button and sees no pin."""
    cat, pip, bramble = visit(), visit(), visit()
    code = open_table(cat, address, "game=hide_and_squeak&dawn=9&seats=me,open,open")
    for page in (pip, bramble):
        page.goto(f"{address}/t/{code}")
        page.get_by_role("button", name="Sit here").first.click()
    pip.get_by_role("button", name="Point at a room").click()  # while the cat lays its tokens: in every phase
    touch(pip.locator("[data-thing='room:4']"))
    expect(pip.get_by_text("you: here?")).to_be_attached()
    expect(bramble.get_by_text("Pip: here?")).to_be_attached()
    assert cat.get_by_text("here?").count() == 0
    assert cat.get_by_role("button", name="Point at a room").count() == 0


def test_belief_is_shaded_only_when_asked(visit: Visit, address: str) -> None:
    """The cat's page says where mice may be only after the box is ticked."""
    cat, _ = hunt(visit, address)
    assert cat.locator("[aria-label*='may be here']").count() == 0
    cat.get_by_label("Shade where the mice may be").check()
    expect(cat.locator("[aria-label*='Pip may be here, ']")).to_have_count(8)


def test_nothing_in_a_room_covers_the_chance_of_a_trap(visit: Visit, address: str) -> None:
    """On a phone the lamp and the cat stood before the numbers that a hint pencils in: what comes later is in front."""
    pip = visit(PHONE)
    begin(pip, address, MOUSE)
    pip.get_by_role("button", name="Hint", exact=True).tap()
    pip.locator(".chances text").first.wait_for()
    behind = """(label) => [...document.querySelectorAll(".board .fall, .board .cat")].map(
        (thing) => !!(label.compareDocumentPosition(thing) & Node.DOCUMENT_POSITION_PRECEDING))"""
    assert pip.locator(".chances").evaluate(behind) == [True] * 5, "four pieces of furniture and the cat"


@pytest.mark.parametrize("size", [DESKTOP, SMALLEST], ids=["desktop", "smallest"])
def test_everyone_can_use_the_board(visit: Visit, address: str, size: ViewportSize) -> None:
    """Axe finds nothing serious while a run is chosen; nothing sticks out sideways; a desktop needs no scrolling."""
    _, pip = hunt(visit, address, size)
    touch(pip.locator("[data-thing='piece:clock']"))
    assert not faults(pip)
    assert pip.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == DESKTOP:
        assert pip.evaluate("document.documentElement.scrollHeight <= innerHeight")
