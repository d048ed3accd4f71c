"""Who Done It? in a real browser: whole games, previews, turning, dragging, undo, the guided game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.web.browsing import DESKTOP, PHONE, follow_lesson, open_table, play_out, play_some, shown, touch, version
from tests.web.conftest import Visit

SETUP = "game=who_done_it&seats=me&setup=mouses_mirror"
FORESEEN = re.compile(r"\b(runs?|stuck|stays|loses|way)\b")
"""What a placement would do, whatever cards the belt brought."""


def cells(page: Page) -> list[str | None]:
    """Read the maze aloud, cell by cell."""
    return [
        spot.get_attribute("aria-label")
        for spot in page.locator(".maze [data-cell] > [aria-label]").all()  # a Touch is a button or a picture
    ]


def belt(page: Page) -> list[str]:
    """Read the names of the cards on the belt."""
    return page.locator(".belt .name").all_inner_texts()


def choose(page: Page, address: str, code: str) -> int:
    """Put a card of the belt into an empty cell where it can be turned and need not lose; return its place there."""
    frame = page.request.get(f"{address}/api/tables/{code}").json()
    plain = {"Mouse's Studio", "Great Wheelhouse"}  # no way through; the same however it is turned
    rooms = {f"cell:{room['cell']}" for room in frame["view"]["rooms"]}
    for move in frame["moves"]:
        card, cell = move["touches"][:2]
        slot = int(card.removeprefix("belt:"))
        if cell in rooms or frame["view"]["belt"][slot]["name"] in plain:
            continue
        asks = f"{address}/api/tables/{code}/preview?seat=0&action={move['action']}"
        if page.request.get(asks).json()["lost"] is None:
            page.locator(f"[data-thing='{card}']").click()
            touch(page.locator(f"[data-thing='{cell}'].live"))
            text = page.locator(".prompt .words p").first
            expect(text).to_have_text(FORESEEN)
            expect(text).not_to_contain_text("loses")  # the page has found a turn that does not
            return slot
    raise AssertionError("every card loses")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_whole_game(visit: Visit, address: str, size: ViewportSize) -> None:
    """From the first click to the end, with a reload in the middle that loses nothing; nothing scrolls sideways."""
    page = visit(size)
    open_table(page, address, f"{SETUP}&easier=on")
    play_some(page, 3, seed=5)
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
    slot = choose(page, address, open_table(page, address, SETUP))
    expect(page.locator(".prompt h2")).to_have_text(f"Set down the {belt(page)[slot]}?")
    card = page.locator(".maze .chosen").locator("xpath=preceding-sibling::*[1]")
    lies = card.get_attribute("style") or ""
    page.locator("[data-tool=turn]").click()
    expect(card).not_to_have_attribute("style", lies)
    lies = card.get_attribute("style") or ""
    page.keyboard.press("R")
    expect(card).not_to_have_attribute("style", lies)
    page.locator(".prompt .btn", has_text="Take back").click()
    expect(page.locator(".maze .chosen")).to_have_count(0)
    expect(page.locator(f"[data-thing='belt:{slot}']")).to_have_attribute("aria-pressed", "true")


def test_a_placement_can_be_taken_back(visit: Visit, address: str) -> None:
    """Undo is free up to the draw: the card returns to the belt and the maze is as before."""
    page = visit()
    code = open_table(page, address, SETUP)
    names, maze, seen = belt(page), cells(page), version(page)
    choose(page, address, code)
    page.locator(".prompt .btn", has_text="Confirm").click()
    shown(page, seen)
    expect(page.locator(".belt .name")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".belt .name")).to_have_count(4)
    page.wait_for_selector('.table[data-waiting="0"]')
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
    expect(page.locator(".sub")).to_have_text(re.compile("step 1 of"))
    follow_lesson(page)
    expect(page.get_by_role("link", name="Play a real game")).to_be_visible()
