"""Mice Heist in a real browser: whole games on desktop and phone, secret bets, cards and chips, the end job by job."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect
from tests.web.browsing import (
    DESKTOP,
    PHONE,
    asked,
    follow_lesson,
    is_over,
    open_table,
    play_one,
    play_out,
    play_some,
    send,
    touch,
    version,
    who,
)
from tests.web.conftest import Visit
from tests.web.test_pages import faults

TWO = "game=mice_heist&seats=me,bot:random"
SMALLEST: ViewportSize = {"width": 360, "height": 740}


def begin(page: Page, address: str, setup: str) -> str:
    """Open a table and wait until something can be done."""
    code = open_table(page, address, setup)
    asked(page)
    return code


def choose(page: Page, thing: str) -> None:
    """Touch the first thing of a kind that is live; confirm it where it is only looked at first."""
    seen = version(page)
    touch(page.locator(f"[data-thing^='{thing}'].live").first)
    send(page, seen)


def until(page: Page, thing: str, most: int = 60) -> Locator:
    """Play on until a thing of a kind can be touched."""
    found = page.locator(f"[data-thing^='{thing}'].live")
    for move in range(most):
        assert asked(page), f"the game is over, and no {thing} could be touched"
        if found.count():
            return found
        play_one(page, move * 7 + 1)
    raise AssertionError(f"no {thing} could be touched in {most} moves")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_whole_game_is_played(visit: Visit, address: str, size: ViewportSize) -> None:
    """From the first obstacle to the end, with a reload in the middle; the end is told job by job, hands turned up."""
    page = visit(size)
    begin(page, address, TWO)
    play_some(page, 6, seed=2)
    page.reload()
    asked(page)
    play_out(page)
    assert is_over(page)
    expect(page.locator(".payout .job")).to_have_count(4)
    expect(page.locator(".payout .larder li")).to_have_count(2)
    expect(page.get_by_role("region", name="All hands, turned up").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_bet_is_seen_by_nobody_until_all_have_chosen(visit: Visit, address: str) -> None:
    """MH-5.2: others' pages say only that somebody has chosen; then all fists open at once."""
    crew = [visit(), visit(), visit()]
    code = open_table(crew[0], address, "game=mice_heist&seats=me,open,open")
    for page in crew[1:]:
        page.goto(f"{address}/t/{code}")
        page.get_by_role("button", name="Sit here").first.click()
    tester = who(crew, ".prompt h2:text-is('Pick an obstacle')")
    touch(tester.locator("[data-thing^='job'].live, [data-thing^='way'].live").first)
    first, second = (page for page in crew if page is not tester)
    first.wait_for_selector("[data-thing='fist:2'].live")
    choose(first, "fist:2")
    for page in (tester, second):
        expect(page.locator(".bets")).to_contain_text("chosen")
        expect(page.locator(".bets")).not_to_contain_text(re.compile(r"\d"))
    expect(first.locator(".bets")).to_contain_text("2, hidden")
    second.wait_for_selector("[data-thing='fist:0'].live")
    choose(second, "fist:0")
    for page in crew:
        expect(page.locator(".bets h3")).to_have_text("Bets, opened")
        expect(page.locator(".bets b").filter(has_text="2")).to_have_count(1)


def test_a_card_is_played_on_a_chip(visit: Visit, address: str) -> None:
    """MH-5.3: chips can be touched where a card asks for one, and the running sum follows, in the guided game."""
    page = visit()
    page.goto(f"{address}/learn/mice_heist")
    chip = "[data-thing^='chip:'].live.hinted"
    follow_lesson(page, until=chip)
    expect(page.locator(".total b")).to_have_text("2")
    touch(page.locator(chip))
    expect(page.locator(".total b")).to_have_text("8")


def test_nothing_sticks_out_on_the_smallest_phone(visit: Visit, address: str) -> None:
    """360 pixels are enough for six mice: nothing scrolls sideways, and the chosen card is seen whole."""
    page = visit(SMALLEST)
    begin(page, address, "game=mice_heist&seats=me,bot:random,bot:random,bot:random,bot:random,bot:random")
    card = until(page, "card").first
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    touch(card)
    box, dock = page.locator(".card.touched").bounding_box(), page.locator(".prompt").bounding_box()
    assert box is not None
    assert dock is not None
    assert box["y"] + box["height"] <= dock["y"] + 12


def test_the_table_is_for_everyone(visit: Visit, address: str) -> None:
    """The axe finds nothing serious while an obstacle is chosen, while a test goes on, and in the box of components."""
    page = visit()
    begin(page, address, TWO)
    until(page, "card")
    assert faults(page) == []
    page.get_by_role("button", name="Box").click()
    expect(page.get_by_role("heading", name="Skill cards")).to_be_visible()
    assert faults(page) == []
