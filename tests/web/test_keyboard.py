"""A whole game with the keyboard alone."""

from __future__ import annotations

from tests.web.browsing import is_over, open_table, version
from tests.web.conftest import Visit

CONFIRM = ".prompt .buttons .btn:not(.quiet):not([data-move]):enabled"
"""The button that sends a chosen move."""


def test_a_game_is_played_with_the_keyboard_alone(visit: Visit, address: str) -> None:
    """Tab reaches what can be done, Enter does it, and the game comes to its end without a pointer."""
    page = visit()
    open_table(page, address, "game=cat_and_mouse&seats=me,bot:random")
    for _ in range(60):
        page.wait_for_selector(".table[data-state=over], .touch.live, .prompt .buttons .btn[data-move]:enabled")
        if is_over(page):
            return
        seen = version(page)
        for _ in range(6):
            wanted = (
                CONFIRM if page.locator(CONFIRM).count() else ".touch.live, .prompt .buttons .btn[data-move]:enabled"
            )
            for _ in range(80):
                page.keyboard.press("Tab")
                if page.evaluate("(wanted) => document.activeElement?.matches(wanted) ?? false", wanted):
                    break
            page.keyboard.press("Enter")
            page.wait_for_timeout(60)
            if version(page) > seen or is_over(page):
                break
        page.wait_for_selector(f'.table:not([data-version="{seen}"])')
    raise AssertionError("the game did not end")
