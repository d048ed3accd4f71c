"""What is asked before it is done, what is not, and which button stands out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.web.browsing import CONFIRM, PHONE, asked, is_sent, open_table, play_one, shown, version
from tests.web.conftest import Visit
from tests.web.test_cat_and_mouse import advance_to

TEAM = "game=hide_and_squeak&dawn=9&seats=bot:random,me,open"
ALONE = "game=hide_and_squeak&dawn=9&seats=bot:random,me,bot:random"


def at_the_middle(thing: Locator) -> tuple[float, float]:
    """Find the middle of a thing on the screen."""
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(page: Page, thing: Locator) -> None:
    """Tap a thing where it is, with a finger."""
    page.touchscreen.tap(*at_the_middle(thing))


def test_the_trap_is_asked_about_and_a_card_is_not(visit: Visit, address: str) -> None:
    """A pocketed card goes out on one touch; the trap, which can lose at once, waits for a second button each time."""
    page = visit(PHONE)
    open_table(page, address, "game=cat_and_mouse&tricks=0&seats=me,bot:random")
    asked(page)
    seen = version(page)
    tap(page, page.locator("[data-thing^='card:'].live").first)
    assert is_sent(page, seen)
    shown(page, seen)  # until then nothing can be touched
    assert advance_to(page, "spring")
    seen = version(page)
    page.locator("[data-move=spring]").tap()
    expect(page.locator(".prompt h2")).to_have_text("Are you sure?")
    expect(page.locator(".prompt")).to_contain_text(
        "Spring the trap: this cannot be taken back, and it can lose the game."
    )
    page.get_by_role("button", name="Take back").tap()
    expect(page.locator("[data-move=spring]")).to_be_visible()
    assert not is_sent(page, seen)
    page.locator("[data-move=spring]").tap()
    page.locator(CONFIRM).tap()
    shown(page, seen)
    assert asked(page)
    seen = version(page)
    room = page.locator("[data-thing^='room:'].live").first
    tap(page, room)
    tap(page, page.locator("[data-thing^='room:'].touched"))  # a thumb that trembles is no answer
    assert not is_sent(page, seen)
    page.locator(CONFIRM).tap()
    page.wait_for_selector(".table[data-state=over]")


def test_the_list_of_all_moves_asks_too(visit: Visit, address: str) -> None:
    """The plain list is no way round the question."""
    page = visit()
    open_table(page, address, "game=cat_and_mouse&tricks=0&seats=me,bot:random")
    assert advance_to(page, "spring")
    page.locator("[data-move=spring]").click()
    seen = version(page)
    page.locator(CONFIRM).click()
    shown(page, seen)
    assert asked(page)
    seen = version(page)
    page.get_by_role("button", name="All moves").click()
    page.locator(".list [data-move^=trap]").first.click()
    expect(page.locator(CONFIRM)).to_be_visible()
    assert not is_sent(page, seen)


def test_somebody_careful_is_asked_before_everything(visit: Visit, address: str) -> None:
    """Who wishes so in the settings confirms every move, also after a reload."""
    page = visit()
    open_table(page, address, "game=cat_and_mouse&seats=me,bot:random")
    asked(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("ask before every move is sent").check()
    page.keyboard.press("Escape")
    page.reload()
    asked(page)
    seen = version(page)
    page.locator("[data-thing^='card:'].live").first.click()
    assert not is_sent(page, seen)
    page.locator(CONFIRM).click()
    shown(page, seen)


@pytest.mark.parametrize(("setup", "moves"), [
    ("game=hide_and_squeak&dawn=5&seats=me,bot:random,bot:random", 14),
    ("game=cloaked_cats&seats=me,bot:random", 6),
    ("game=mice_heist&seats=me,bot:random", 16),
])  # fmt: skip
def test_doing_nothing_never_stands_out(visit: Visit, address: str, setup: str, moves: int) -> None:
    """Beside real choices a button that does nothing, or gives up, is an outline."""
    page = visit()
    code = open_table(page, address, setup)
    checked = 0
    for move in range(moves):
        if not asked(page):
            break
        frame = page.request.get(f"{address}/api/tables/{code}").json()
        idle = [one["name"] for one in frame["moves"] if one["is_pass"] and not one["touches"]]
        if len(frame["moves"]) > 1:
            for name in idle:
                assert page.locator(f".prompt .buttons .btn.quiet[data-move='{name}']").count() == 1, name
                checked += 1
        play_one(page, move * 3 + 1)
    assert checked


def test_pointing_is_no_answer_and_needs_somebody_to_see_it(visit: Visit, address: str) -> None:
    """Pointing is a small link beside the question, offered where a team-mate is a person, never for bots."""
    pip, bramble = visit(PHONE), visit()
    code = open_table(pip, address, TEAM)
    bramble.goto(f"{address}/t/{code}")
    bramble.get_by_role("button", name="Sit here").click()
    asked(pip)
    for page in (pip, bramble):
        expect(page.get_by_role("button", name="Point at a room")).to_be_visible()
        expect(page.locator(".prompt .buttons").get_by_role("button", name="Point")).to_have_count(0)
    pip.get_by_role("button", name="Point at a room").tap()
    expect(pip.locator(".prompt")).to_contain_text("It is no move.")
    seen = version(pip)
    tap(pip, pip.locator("[data-thing='room:4']"))
    expect(bramble.get_by_text("Pip: here?")).to_be_attached()
    assert not is_sent(pip, seen)
    alone = visit()
    open_table(alone, address, ALONE)
    asked(alone)
    expect(alone.get_by_role("button", name="Point")).to_have_count(0)
