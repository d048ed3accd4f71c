"""Who Done It? in a real browser: whole games, previews, turning, dragging, undo, the guided game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.web.browsing import DESKTOP, PHONE, is_over, open_table, play_one, play_out, touch, version
from tests.web.conftest import Visit

SETUP = "game=who_done_it&seats=me&setup=mouses_mirror"
STEPS = 18


def cells(page: Page) -> list[str | None]:
    """Read the maze aloud, cell by cell."""
    return [
        spot.get_attribute("aria-label")
        for spot in page.locator(".maze [data-cell] > [aria-label]").all()  # a Touch is a button or a picture
    ]


def belt(page: Page) -> list[str]:
    """Read the names of the cards on the belt."""
    return page.locator(".belt .name").all_inner_texts()


def choose(page: Page, slot: int = 0) -> None:
    """Take a card of the belt and put it into the first cell it may go to."""
    page.locator(f"[data-thing='belt:{slot}']").click()
    touch(page.locator("[data-thing^='cell:'].live").first)
    expect(page.locator(".prompt .btn", has_text="Confirm")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_whole_game(visit: Visit, address: str, size: ViewportSize) -> None:
    """From the first click to the end, with a reload in the middle that loses nothing; nothing scrolls sideways."""
    page = visit(size)
    open_table(page, address, f"{SETUP}&easier=on")
    for move in range(3):
        if not is_over(page):
            play_one(page, 5 + 3 * move)
    seen, maze = version(page), cells(page)
    page.reload()
    page.wait_for_selector(".house")
    assert version(page) == seen
    assert cells(page) == maze
    play_out(page, seed=3)
    expect(page.locator(".prompt h2")).to_have_text(re.compile("You (win|lose)"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_preview_shows_what_a_card_would_do_and_it_can_be_turned(visit: Visit, address: str) -> None:
    """A chosen card lies in its cell with the ways it opens; Turn and R turn it; Take back gives it back."""
    page = visit()
    open_table(page, address, SETUP)
    names = belt(page)
    slot = next(i for i, name in enumerate(names) if name not in {"Mouse's Studio", "Great Wheelhouse"})
    choose(page, slot)
    expect(page.locator(".prompt h2")).to_have_text(f"Set down the {names[slot]}?")
    expect(page.locator(".prompt .words p").first).to_have_text(re.compile("runs to|stuck"))
    card = page.locator(".maze .chosen").locator("xpath=preceding-sibling::*[1]")
    lies = card.get_attribute("style")
    page.locator("[data-tool=turn]").click()
    assert card.get_attribute("style") != lies
    page.keyboard.press("R")
    assert card.get_attribute("style") != lies or "90" in (lies or "")
    page.locator(".prompt .btn", has_text="Take back").click()
    expect(page.locator(".maze .chosen")).to_have_count(0)
    expect(page.locator(f"[data-thing='belt:{slot}']")).to_have_attribute("aria-pressed", "true")


def test_a_placement_can_be_taken_back(visit: Visit, address: str) -> None:
    """Undo is free up to the draw: the card returns to the belt and the maze is as before."""
    page = visit()
    open_table(page, address, SETUP)
    names, maze, seen = belt(page), cells(page), version(page)
    slot = next(i for i, name in enumerate(names) if name != "Mouse's Studio")
    choose(page, slot)
    expect(page.locator(".prompt .words p").first).to_have_text(re.compile("runs to"))
    page.locator(".prompt .btn", has_text="Confirm").click()
    page.wait_for_selector(f'.table:not([data-version="{seen}"])')
    assert len(belt(page)) == 3
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".belt .name")).to_have_count(4)
    assert (sorted(belt(page)), cells(page)) == (sorted(names), maze)


def test_a_card_can_be_dragged_into_the_maze(visit: Visit, address: str) -> None:
    """Dragging is another way to choose card and cell."""
    page = visit()
    open_table(page, address, SETUP)
    slot = next(i for i, name in enumerate(belt(page)) if name != "Mouse's Studio")
    page.locator(f"[data-thing='belt:{slot}']").click()
    goal = page.locator("[data-thing^='cell:'].live").first.bounding_box()
    page.locator(f"[data-thing='belt:{slot}']").click()
    start = page.locator(f"[data-thing='belt:{slot}']").bounding_box()
    assert goal
    assert start
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2 + 30, goal["y"] + goal["height"] / 2, steps=5)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=3)
    page.mouse.up()
    expect(page.locator(".prompt .btn", has_text="Confirm")).to_be_visible()


def test_the_guided_game(visit: Visit, address: str) -> None:
    """Whoever follows the hints gets through the lesson, previews included, and is sent to a game of their own."""
    page = visit()
    page.goto(f"{address}/learn/who_done_it")
    page.wait_for_selector(".house")
    for step in range(STEPS):
        expect(page.locator(".sub")).to_have_text(re.compile(f"step {step + 1} of"))
        for _ in range(4):
            if page.locator(".prompt .btn", has_text="Confirm").count():
                break
            touch(page.locator(".touch.live.hinted").first)
        page.locator(".prompt .btn", has_text="Confirm").click()
    expect(page.get_by_role("link", name="Play a real game")).to_be_visible()
