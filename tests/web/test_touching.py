"""Everything that can be touched is touched where it is seen: no picture, label or neighbour swallows the tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize
from tests.web.browsing import DESKTOP, PHONE, asked, landings, live_things, open_table, play_one
from tests.web.conftest import Visit

SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
TABLET: ViewportSize = {"width": 768, "height": 1024}
SIZES = {"phone": PHONE, "small phone": SMALL_PHONE, "tablet": TABLET, "desktop": DESKTOP}
TABLES = {
    "hide_and_squeak, cat": "game=hide_and_squeak&seats=me,bot:random,bot:random,bot:random",
    "hide_and_squeak, mouse": "game=hide_and_squeak&seats=bot:random,me,bot:random,bot:random",
    "cat_and_mouse, inspector": "game=cat_and_mouse&seats=me,bot:random",
    "cat_and_mouse, mouse": "game=cat_and_mouse&subtle_movement=on&seats=bot:random,me",
    "cloaked_cats": "game=cloaked_cats&seats=me,bot:random,bot:random,bot:random",
    "mice_heist": "game=mice_heist&seats=me,bot:random,bot:random",
    "who_done_it": "game=who_done_it&seats=me",
}
LEAST = 24
"""Pixels that a finger or a mouse needs each way."""
MOVES = 8


def misses(page: Page) -> list[str]:
    """List the live things on which a tap would not land, and those too small for it."""
    found = []
    for at in landings(live_things(page)):
        if not at["lands"]:
            found.append(f"{at['thing']} lies under {at['on']}")
        elif min(at["width"], at["height"]) < LEAST:
            found.append(f"{at['thing']} is {at['width']:.0f} by {at['height']:.0f}")
    return found


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
@pytest.mark.parametrize("setup", TABLES.values(), ids=TABLES.keys())
def test_a_tap_lands_on_what_is_seen(visit: Visit, address: str, setup: str, size: ViewportSize) -> None:
    """In the first positions of every game each live thing can be scrolled to and is on top in its own middle."""
    page = visit(size)
    open_table(page, address, setup)
    for move in range(MOVES):
        if not asked(page):
            return
        assert misses(page) == [], f"after {move} moves"
        play_one(page, choose=move * 5 + 2)
