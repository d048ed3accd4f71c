"""Pages around the tables: home, set the table, lobby, rules, lessons, my tables, replay, and what is not there."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, ViewportSize, expect
from tests.web.browsing import DESKTOP, PHONE, is_over, open_table, play_out
from tests.web.conftest import Visit

from mousehole.games import IDS, facts

SMALLEST: ViewportSize = {"width": 360, "height": 740}
QUICK = {
    "hide_and_squeak": "game=hide_and_squeak&dawn=5&seats=bot:random,me,bot:random",
    "cat_and_mouse": "game=cat_and_mouse&seats=me,bot:random",
    "cloaked_cats": "game=cloaked_cats&seats=me,bot:random",
    "mice_heist": "game=mice_heist&seats=me,bot:random",
    "who_done_it": "game=who_done_it&seats=me",
}


def faults(page: Page) -> list[str]:
    """List what axe calls serious or critical on a page."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:200]}"
        for fault in found
        if fault["impact"] in {"serious", "critical"}
    ]


def test_a_newcomer_is_at_a_table_after_one_click(visit: Visit, address: str) -> None:
    """Home shows the five games; "Play now" seats the visitor against bots, and says what to do."""
    page = visit()
    page.goto(address)
    expect(page.get_by_role("heading", level=2)).to_have_count(len(IDS))
    page.get_by_role("button", name=f"Play {facts('hide_and_squeak').title} now").click()
    expect(page).to_have_url(re.compile(r"/t/[a-z0-9]+$"))
    expect(page.locator(".prompt h2")).to_be_visible(timeout=30_000)


def test_a_set_up_lives_in_its_link(visit: Visit, address: str) -> None:
    """What is chosen stands in the address; whoever opens it finds the same set-up, and can open the table."""
    page = visit()
    page.goto(f"{address}/set?game=hide_and_squeak")
    expect(page.get_by_label("Seats", exact=True)).to_be_visible()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/setup?*", hold)  # choices made faster than the server answers
    page.get_by_label("Seats", exact=True).select_option("3")
    page.get_by_label("Dawn").fill("7")
    page.get_by_label("Dawn").blur()
    expect(page).to_have_url(re.compile("dawn=7"))
    for route in reversed(held):  # and answers that come in another order
        route.continue_()
    expect(page.get_by_label("Dawn")).to_have_value("7")
    expect(page.get_by_label("Seats", exact=True)).to_have_value("3")
    again = visit()
    again.goto(page.url)
    expect(again.get_by_label("Dawn")).to_have_value("7")
    expect(again.get_by_label("Seats", exact=True)).to_have_value("3")
    again.get_by_role("button", name="Open the table").click()
    expect(again.locator(".table")).to_be_visible(timeout=30_000)


def test_friends_meet_by_link(visit: Visit, address: str) -> None:
    """A table with an open seat waits in its lobby; a friend sits down by link, and the game begins for both."""
    host, friend = visit(), visit(PHONE)
    code = open_table(host, address, "game=cat_and_mouse&seats=me,open")
    expect(host.get_by_text("The game begins when every seat is taken.")).to_be_visible()
    friend.goto(f"{address}/t/{code}")
    friend.get_by_label("Your name").fill("Ines")
    friend.get_by_role("button", name="Sit here").click()
    expect(friend.locator(".table")).to_be_visible()
    expect(host.locator(".table")).to_be_visible()
    expect(host.get_by_text("Ines").first).to_be_visible()


def test_a_table_is_joined_by_code_and_found_again(visit: Visit, address: str) -> None:
    """A code typed on the home page leads to the table; my tables list it."""
    page = visit()
    code = open_table(page, address, QUICK["who_done_it"])
    page.goto(address)
    page.get_by_label("Got a code?").fill(code.upper())
    page.get_by_role("button", name="Join").click()
    expect(page).to_have_url(f"{address}/t/{code}")
    page.goto(f"{address}/tables")
    expect(page.get_by_role("link", name=code)).to_be_visible()


def test_what_is_not_there_is_said(visit: Visit, address: str) -> None:
    """An unknown address and an unknown table say so and lead home."""
    page = visit()
    answer = page.goto(f"{address}/nowhere")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name="Nobody lives here")).to_be_visible()
    page.goto(f"{address}/t/xxxxxxx")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    expect(page.get_by_role("link", name="Home", exact=True)).to_be_visible()


def test_a_lost_connection_is_said_and_mends_itself(visit: Visit, address: str) -> None:
    """Without network the table says so; when it is back, so is the table, and nothing was doubled."""
    page = visit()
    open_table(page, address, QUICK["who_done_it"])
    before = page.locator(".table").get_attribute("data-version")
    page.context.set_offline(True)
    page.evaluate("() => dispatchEvent(new Event('offline'))")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator(".table")).to_have_attribute("data-version", before or "")


@pytest.mark.parametrize("game_id", IDS)
def test_rules_and_a_guided_first_game(visit: Visit, address: str, game_id: str) -> None:
    """Every game has a page of rules, and a lesson that can be played through to its end by doing what it says."""
    page = visit()
    page.goto(f"{address}/rules/{game_id}")
    expect(page.locator("article h2").first).to_be_visible()
    page.get_by_role("link", name="Play a guided first game").click()
    expect(page.locator(".note")).to_be_visible(timeout=30_000)
    for _ in range(60):
        if page.get_by_role("link", name="Play a real game").count():
            break
        go_on = page.get_by_role("button", name="Go on")
        confirm = page.get_by_role("button", name="Confirm")
        wanted = page.locator(".buttons .btn:not(.quiet)[data-move]")
        things = page.locator(".touch.live.hinted, .hinted .touch.live")
        if go_on.count():
            go_on.click()
        elif confirm.count():
            confirm.click()
        elif things.count():
            things.first.dispatch_event("click")
        else:
            wanted.first.click()
    expect(page.get_by_role("link", name="Play a real game")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, SMALLEST], ids=["desktop", "small phone"])
@pytest.mark.parametrize("path", ["/", "/set?game=mice_heist", "/rules/cat_and_mouse", "/learn", "/tables", "/nowhere"])
def test_pages_can_be_used_by_everybody(visit: Visit, address: str, path: str, size: ViewportSize) -> None:
    """Axe finds nothing serious or critical, and nothing sticks out sideways."""
    page = visit(size)
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize("size", [DESKTOP, SMALLEST], ids=["desktop", "small phone"])
@pytest.mark.parametrize("game_id", IDS)
def test_tables_can_be_used_by_everybody(visit: Visit, address: str, game_id: str, size: ViewportSize) -> None:
    """At every game's table, at its end and in its replay: axe finds nothing serious, nothing sticks out sideways."""
    page = visit(size)
    code = open_table(page, address, QUICK[game_id])
    page.wait_for_selector(".prompt")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    play_out(page)
    assert is_over(page)
    assert faults(page) == []
    page.goto(f"{address}/t/{code}/replay?move=3")
    page.wait_for_selector(".slider")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_the_first_load_is_light(visit: Visit, address: str) -> None:
    """Everything a table needs on its first load stays under 200 KiB of compressed script."""
    page = visit()
    sizes: dict[str, int] = {}

    def count(response: object) -> None:
        url = getattr(response, "url", "")
        if url.endswith(".js"):
            sizes[url] = int(response.header_value("content-length") or 0)  # type: ignore[attr-defined]

    page.on("response", count)
    open_table(page, address, QUICK["mice_heist"])
    page.wait_for_selector(".prompt")
    assert 0 < sum(sizes.values()) < 200 * 1024
