"""A whole game with the keyboard alone."""

from __future__ import annotations

from tests.web.browsing import DOING, asked, open_table, shown, version
from tests.web.conftest import Visit

CONFIRM = ".prompt .buttons .btn:not(.quiet):not([data-move]):enabled"
"""The button that sends a chosen move."""


def test_a_game_is_played_with_the_keyboard_alone(visit: Visit, address: str) -> None:
    """Tab reaches what can be done, Enter does it, and the game comes to its end without a pointer."""
    page = visit()
    open_table(page, address, "game=cat_and_mouse&seats=me,bot:random")
    for _ in range(60):
        if not asked(page):
            return
        seen = version(page)
        for _ in range(6):
            wanted = CONFIRM if page.locator(CONFIRM).count() else DOING
            for _ in range(80):
                page.keyboard.press("Tab")
                if page.evaluate("(wanted) => document.activeElement?.matches(wanted) ?? false", wanted):
                    break
            page.keyboard.press("Enter")
            page.wait_for_selector('.table[data-waiting="0"]')  # whatever it was has arrived
            if version(page) > seen:
                break
        shown(page, seen)
    raise AssertionError("the game did not end")
