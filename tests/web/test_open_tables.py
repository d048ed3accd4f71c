"""Strangers meet: one lists a table, another sits down from the list, and both play."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.web.browsing import DOING, PHONE, play_one, who
from tests.web.conftest import Visit


def fits(page: Page) -> None:
    """See that nothing sticks out at the side."""
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_strangers_meet_at_a_listed_table(visit: Visit, address: str) -> None:
    """A table is set and listed; a stranger finds it, sees what was agreed, and sits down: phrases only, ratings shown.

    Then both ask for a quick seat, and sit at one table.
    """
    ann, ben = visit(), visit(PHONE)
    ann.request.put(f"{address}/api/me", data={"name": "Ann"}, headers={"origin": address})
    ann.goto(f"{address}/set?game=cat_and_mouse&seats=me,open&forced=off")
    ann.get_by_label("Free seats are for").select_option("on")
    ann.get_by_label("Ratings").select_option("on")
    expect(ann.get_by_label("Hints and chances")).to_have_count(0)
    ann.get_by_role("button", name="Open the table").click()
    expect(ann.get_by_text("This game counts.")).to_be_visible()
    expect(ann.get_by_role("timer")).to_be_visible()

    ben.goto(address)
    ben.get_by_role("link", name="Open tables").click()
    waiting = ben.get_by_role("listitem").filter(has=ben.get_by_text("Ann", exact=True))
    expect(waiting).to_contain_text("counts for ratings")
    fits(ben)
    waiting.get_by_role("button", name="Be the Mouse").click()
    for page in (ann, ben):
        page.wait_for_selector(".table[data-state=playing]")
    assert {ann.url, ben.url} == {ann.url}
    expect(ann.locator(".seats")).to_contain_text("here, new")
    ann.get_by_role("button", name="Talk").first.click()
    expect(ann.get_by_role("button", name="Good luck!")).to_be_visible()
    expect(ann.get_by_text("free text")).to_have_count(0)
    ann.keyboard.press("Escape")
    for turn in range(2):
        play_one(who((ann, ben), DOING), turn)

    for page in (ann, ben):
        page.goto(f"{address}/open")
        page.get_by_label("I play").select_option("cat_and_mouse")
        page.get_by_role("button", name="Play with somebody").click()
        page.wait_for_selector("[data-state]")
    for page in (ann, ben):
        page.wait_for_selector(".table[data-state=playing]")
    assert ann.url == ben.url


def test_after_a_minute_a_bot_is_offered(visit: Visit, address: str) -> None:
    """Whoever finds nobody waits a minute by the page's clock; then a housecat plays, or one waits on."""
    page = visit()
    page.clock.install()
    page.goto(address)
    page.get_by_role("button", name="Play with somebody").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"1:00|0:[3-5]\d"))  # it runs while we look
    page.clock.run_for(61_000)
    page.get_by_role("button", name="Wait on").click()
    page.clock.run_for(61_000)
    page.get_by_role("button", name="Play with a housecat").click()
    page.wait_for_selector(".table[data-state=playing]")
