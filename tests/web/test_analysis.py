"""After the game in a real browser: the analysis opened from the end, walked by keys, on a phone, refused before."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect
from tests.web.browsing import DESKTOP, PATIENCE, PHONE, resize
from tests.web.conftest import Visit
from tests.web.test_pages import aspects, check

from mousehole.games import IDS

SEATS = {
    "hide_and_squeak": "bot:random,bot:random,bot:random",
    "cat_and_mouse": "bot:random,bot:random",
    "cloaked_cats": "bot:random,bot:random",
    "mice_heist": "bot:random,bot:random",
    "who_done_it": "bot:random",
}
DONE = ".after[data-state=done]"
LOW: tuple[ViewportSize, ...] = ({"width": 1280, "height": 720}, {"width": 1366, "height": 650})
ON_ITS_SIDE: ViewportSize = {"width": 667, "height": 375}
BEHIND = """() => {
  const graph = document.querySelector(".graph").getBoundingClientRect();
  const parts = [...document.querySelectorAll("[data-board] .study > *, [data-board] .study > * > *")];
  return parts.filter((part) => part.getBoundingClientRect().bottom > graph.top + 2).map((part) => part.className);
}"""
"""Lists what of the boards lies behind the graph below them; what is moved inside a board is not meant."""


def opened(page: Page, address: str, setup: str) -> str:
    """Open a table by the API with the page's own cookie."""
    answer = page.request.post(f"{address}/api/tables", data={"setup": setup}, headers={"origin": address})
    assert answer.ok, answer.text()
    return str(answer.json()["table"])


def finished(page: Page, address: str, setup: str) -> str:
    """Let a game be played to its end by the API: the first legal move on one's own seat, bots on the others."""
    code = opened(page, address, setup)
    until = time.monotonic() + PATIENCE / 1000
    frame = page.request.get(f"{address}/api/tables/{code}").json()
    while frame["state"] == "playing" and time.monotonic() < until:
        if frame["moves"]:
            move = {
                "seat": 0,
                "action": frame["moves"][-1]["action"],
                "version": frame["version"],
                "id": f"m{frame['version']}",
            }
            page.request.post(f"{address}/api/tables/{code}/moves", data=move, headers={"origin": address})
        address_now = f"{address}/api/tables/{code}/frame?after={frame['version']}&wait=10"
        frame = page.request.get(address_now).json()
    if frame["state"] == "ending":
        page.request.post(
            f"{address}/api/tables/{code}/end", data={"seat": 0, "id": "end"}, headers={"origin": address}
        )
        frame = page.request.get(f"{address}/api/tables/{code}").json()
    assert frame["state"] == "over"
    return code


def at(page: Page, move: int) -> None:
    """Wait until the page shows a moment."""
    page.locator(f'.after[data-move="{move}"]').wait_for()


def test_the_end_leads_to_the_analysis_which_keys_walk(visit: Visit, address: str) -> None:
    """The end shows its curve, and whose; its link opens the moment; arrows and T walk; the address says where."""
    page = visit()
    code = finished(page, address, "game=cat_and_mouse&seats=me,bot:random")
    page.request.post(f"{address}/api/tables/{code}/analysis", headers={"origin": address})
    page.goto(f"{address}/t/{code}")
    page.get_by_role("link", name="See the analysis").click()
    page.locator(DONE).wait_for()
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(page).to_have_url(re.compile(f"/t/{code}/analysis[?]move=1&seat=0$"))
    expect(page.locator("[data-board]")).to_have_count(2)
    page.keyboard.press("t")
    expect(page.locator("[data-board]")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    at(page, 0)
    page.reload()
    page.locator(f"{DONE}[data-move='0']").wait_for()
    page.get_by_role("button", name="All ").click()
    second = page.locator(".list > ol > li").nth(1)
    second.locator(".head").click()
    expect(second).to_have_attribute("aria-current", "step")
    expect(second.locator("ul li").first).to_contain_text("best")
    watcher = visit()
    watcher.goto(f"{address}/t/{code}")
    expect(watcher.get_by_role("img", name="The Inspector's chance from")).to_be_visible()


@pytest.mark.parametrize("game_id", IDS)
def test_analyses_can_be_used_by_everybody(visit: Visit, address: str, game_id: str) -> None:
    """In every game axe finds nothing serious, nothing sticks out, no dock lies over the curve: all aspects."""
    page = visit()
    code = finished(page, address, f"game={game_id}&seats={SEATS[game_id]}")
    page.goto(f"{address}/t/{code}/analysis?move=1&seat=0")
    at(page, 1)
    for size in aspects(page):
        page.locator("[data-board=known]").wait_for()
        page.wait_for_load_state("networkidle")
        check(page, size, game_id)
        curve, dock = page.locator(".graph svg[role=img]").last.bounding_box(), page.locator(".dock").bounding_box()
        assert curve is not None
        assert dock is not None
        assert curve["y"] + curve["height"] <= dock["y"], (game_id, size)
    for size in LOW:
        resize(page, size)
        page.wait_for_timeout(100)  # a layout, which nothing announces
        assert page.evaluate(BEHIND) == [], (game_id, size)


def test_an_exercise_has_room_beside_its_board(visit: Visit, address: str) -> None:
    """On a phone on its side the board stays large, moves of several lines lie clear of each other, alone as one is."""
    page = visit(ON_ITS_SIDE)
    code = finished(page, address, "game=who_done_it&seats=me")

    def mistaken(route: Route) -> None:
        told = route.fetch().json()
        told["verdicts"] = [{**one, "label": "blunder"} for one in told["verdicts"]]
        route.fulfill(json=told)

    page.route(f"**/api/tables/{code}/analysis*", mistaken)
    page.goto(f"{address}/t/{code}/analysis?move=0&seat=0")
    page.locator(DONE).wait_for()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("You sit down as the detective at the beginning. It is a table")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="List").click()
    page.get_by_role("button", name="Mistakes as exercises").click()
    page.get_by_role("region", name="Moves to choose from").wait_for()
    board, drill = page.locator("[data-board]").bounding_box(), page.locator(".drill").bounding_box()
    assert board is not None
    assert drill is not None
    assert board["height"] > 250
    assert board["x"] + board["width"] <= drill["x"]
    for size in (ON_ITS_SIDE, DESKTOP):
        resize(page, size)
        hidden = "(all) => all.filter((one) => one.scrollHeight > one.clientHeight).map((one) => one.textContent)"
        assert page.locator(".moves .btn").evaluate_all(hidden) == []
    page.locator(".moves .btn").first.click()
    expect(page.get_by_role("status").filter(has_text=re.compile("found it|played"))).to_be_visible()


def test_what_an_analysis_waits_for_has_room(visit: Visit, address: str) -> None:
    """A sentence in the head of the graph wraps: neither the seat to look from nor the numbers are pushed aside."""
    page = visit(LOW[0])
    code = finished(page, address, "game=cat_and_mouse&seats=me,bot:random")
    message = "The bots of this game are being made ready."

    def wait(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), "state": "waiting", "message": message})

    page.route(f"**/api/tables/{code}/analysis*", wait)
    page.goto(f"{address}/t/{code}/analysis?move=1&seat=0")
    at(page, 1)
    page.get_by_text(message).wait_for()
    frame = page.locator(".graph .picture").bounding_box()
    numbers, seen = page.locator(".graph header > .link").bounding_box(), page.locator(".seen").bounding_box()
    assert frame is not None
    assert numbers is not None
    assert seen is not None
    assert seen["x"] + seen["width"] <= numbers["x"]
    assert numbers["x"] + numbers["width"] <= frame["x"] + frame["width"]
    assert numbers["height"] < 50, "one line"


def test_on_a_phone_one_board_is_switched_and_the_graph_is_dragged(visit: Visit, address: str) -> None:
    """The switch keeps the moment, a touch on the graph snaps to a decision, the list opens as a sheet."""
    page = visit(PHONE)
    code = finished(page, address, "game=cat_and_mouse&seats=me,bot:random")
    page.goto(f"{address}/t/{code}/analysis?move=1&seat=0")
    page.locator(f"{DONE}[data-move='1']").wait_for()
    page.get_by_role("button", name="It was true").click()
    expect(page.locator("[data-board]")).to_have_attribute("data-board", "truth")
    at(page, 1)
    moves = page.request.get(f"{address}/api/tables/{code}/analysis").json()["verdicts"]
    last = [one["move"] for one in moves if one["seat"] == 0][-1]
    graph = page.locator(".graph svg[role=img]").last
    graph.scroll_into_view_if_needed()
    box = graph.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 6, box["y"] + 30)
    at(page, last)
    page.get_by_role("button", name="List").click()
    expect(page.locator("dialog[open] .list")).to_be_visible()


def test_somebody_tries_again_from_a_moment(visit: Visit, address: str) -> None:
    """From the analysis one sits down at a table that goes on from there, with bots around."""
    page = visit(DESKTOP)
    code = finished(page, address, "game=cat_and_mouse&seats=me,bot:random")
    page.goto(f"{address}/t/{code}/analysis?move=2&seat=0")
    at(page, 2)
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Deal the rest anew").click()
    page.locator(".table[data-game=cat_and_mouse]").wait_for()
    assert code not in page.url
    assert (
        page.request.get(f"{address}/api{page.url.removeprefix(address).replace('/t/', '/tables/')}").json()["begun"][
            "table"
        ]
        == code
    )


def test_a_record_is_pasted_and_analysed(visit: Visit, address: str) -> None:
    """What is no record is refused with a sentence; one of a finished game leads to its boards."""
    page = visit(PHONE)
    code = finished(page, address, "game=cat_and_mouse&seats=me,bot:random")
    record = page.request.get(f"{address}/api/tables/{code}/record").text()
    page.goto(f"{address}/analysis")
    page.get_by_label("The record").fill("Dear mice")
    page.get_by_role("button", name="Open and analyse").click()
    expect(page.get_by_role("alert")).to_contain_text("neither a header nor a move")
    page.get_by_label("The record").fill(record)
    page.get_by_role("button", name="Open and analyse").click()
    page.locator("[data-board]").wait_for()
    assert code not in page.url
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_that_goes_on_has_no_analysis(visit: Visit, address: str) -> None:
    """Whoever asks for the analysis of a game that is not over is told so, and led back to the table."""
    page = visit()
    code = opened(page, address, "game=cat_and_mouse&seats=me,open")
    page.goto(f"{address}/t/{code}/analysis")
    expect(page.get_by_role("heading", name="The game is not over yet")).to_be_visible()
    expect(page.get_by_role("link", name="To the table")).to_be_visible()
