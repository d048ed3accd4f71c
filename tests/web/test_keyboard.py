"""A whole game with the keyboard alone."""

from __future__ import annotations

from tests.web.browsing import is_over, open_table, version
from tests.web.conftest import Visit


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
            for _ in range(80):
                page.keyboard.press("Tab")
                if page.evaluate(
                    "() => document.activeElement?.matches('.touch.live, .prompt .buttons .btn:not(.quiet):enabled, "
                    ".prompt .buttons .btn[data-move]:enabled') ?? false"
                ):
                    break
            page.keyboard.press("Enter")
            page.wait_for_timeout(60)
            if version(page) > seen or is_over(page):
                break
        page.wait_for_function(f"Number(document.querySelector('.table')?.dataset.version) > {seen}")
    raise AssertionError("the game did not end")
