"""Pages around the tables: home, set the table, lobby, rules, lessons, my tables, replay, and what is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, ViewportSize, WebSocketRoute, expect
from tests.web.browsing import DESKTOP, PHONE, asked, follow_lesson, open_table, play_out, resize, touch, version
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


ORDER = {"heading-order", "empty-table-header"}
"""What axe calls moderate or minor, and people who hear a page do not."""


def faults(page: Page) -> list[str]:
    """List what axe calls serious or critical on a page, and whatever is out of order for those who hear it."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:200]}"
        for fault in found
        if fault["impact"] in {"serious", "critical"} or fault["id"] in ORDER
    ]


LAPPING = """boxes => boxes.filter((box) => {
  const facts = document.createRange();
  facts.selectNodeContents(box.querySelector(".facts"));
  const row = box.querySelector(".row a:last-child").getBoundingClientRect();
  return [...facts.getClientRects()]
    .some((one) => one.right > row.left && one.bottom > row.top && one.top < row.bottom);
}).map((box) => box.querySelector("h2").textContent)"""
"""Names the games whose players and minutes run into the links beside them."""


def test_a_newcomer_is_at_a_table_after_one_click(visit: Visit, address: str) -> None:
    """Home shows the five games, on phones too; "Play now" seats the visitor against bots and says what to do."""
    page = visit()
    page.goto(address)
    page.get_by_role("heading", level=2).first.wait_for()
    for width in (320, 360, 375):
        resize(page, {"width": width, "height": 700})
        assert page.locator("li.box").evaluate_all(LAPPING) == [], width
    resize(page, DESKTOP)
    expect(page.get_by_role("heading", level=2)).to_have_count(len(IDS))
    page.get_by_role("button", name=f"Play now: {facts('hide_and_squeak').title}").click()
    expect(page).to_have_url(re.compile(r"/t/[a-z0-9]+$"))
    expect(page.locator(".prompt h2")).to_be_visible()


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
    expect(again.locator(".table")).to_be_visible()


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


def test_the_lab_tells_who_has_it_easier(visit: Visit, address: str) -> None:
    """From home a designer gets to the lab: what was measured, for every game, in tables that a phone can scroll."""
    page = visit(PHONE)
    page.goto(address)
    page.get_by_role("link", name="Lab").click()
    expect(page.get_by_role("heading", name="Who has it easier?")).to_be_visible()
    for game_id in IDS:
        expect(page.get_by_role("heading", name=facts(game_id).title, exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


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


class Line:
    """The wire between a page and its table, which a test can cut and mend."""

    def __init__(self, page: Page) -> None:
        """Stand between them from now on."""
        self.is_cut, self.rings, self.sockets = False, 0, list[WebSocketRoute]()
        page.route_web_socket(re.compile("/socket"), self.ring)

    def ring(self, socket: WebSocketRoute) -> None:
        """Put a call through, or not."""
        self.rings += 1
        if self.is_cut:
            socket.close(code=4000, reason="cut")
        else:
            self.sockets.append(socket)
            socket.connect_to_server()

    def cut(self) -> None:
        """Break all calls, and let no other through."""
        self.is_cut = True
        for socket in self.sockets:
            socket.close(code=4000, reason="cut")
        self.sockets.clear()


def test_a_lost_connection_is_said_and_mends_itself(visit: Visit, address: str) -> None:
    """When the wire is cut the table says so and keeps trying; a move made meanwhile arrives once, afterwards."""
    page = visit()
    line = Line(page)
    open_table(page, address, QUICK["who_done_it"])
    assert asked(page)
    before = version(page)
    line.cut()
    notice = page.get_by_text("The connection is lost. Trying again; nothing is lost.")
    expect(notice).to_be_visible()
    assert faults(page) == []
    page.locator("[data-thing^='belt:'].live").first.click()
    touch(page.locator("[data-thing^='cell:'].live").first)
    page.get_by_role("button", name="Confirm").click()  # a laid card can still be turned
    expect(page.locator(".prompt h2")).to_have_text("One moment")
    line.is_cut = False
    expect(notice).to_have_count(0)
    expect(page.locator(".table")).to_have_attribute("data-waiting", "0")
    assert version(page) == before + 1
    assert line.rings > 1


def test_a_page_without_server_says_so_and_comes_back(visit: Visit, address: str) -> None:
    """A page whose server does not answer says so, can be used by everybody, and is there again by itself.

    It has nothing on the device to play by: where it has, the lesson goes on (tests/web/test_offline.py).
    """
    page = visit()
    page.route("**/local/**", lambda route: route.abort())
    page.goto(f"{address}/learn")
    begin = page.get_by_role("link", name="Begin").first
    expect(begin).to_be_visible()  # the list is there; what the next page asks for is not
    page.route("**/api/**", lambda route: route.abort())
    begin.click()
    expect(page.get_by_role("heading", name="The server does not answer")).to_be_visible()
    assert faults(page) == []
    page.unroute("**/api/**")
    expect(page.locator(".note")).to_be_visible()


@pytest.mark.parametrize(
    "path", ["/", "/learn", "/rules", "/rules/cat_and_mouse", "/lab", "/tables", "/set?game=mice_heist"]
)
def test_a_list_that_cannot_be_fetched_is_asked_for_again(visit: Visit, address: str, path: str) -> None:
    """Whoever opens a page just when the server is away, and has nothing on the device, reads why, and gets it then."""
    page = visit()
    page.route("**/local/**", lambda route: route.abort())
    page.route("**/api/**", lambda route: route.abort())
    page.goto(address + path)
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    page.unroute("**/api/**")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("main").locator("li, article, .columns, a[href='/']").first).to_be_visible()


@pytest.mark.parametrize("game_id", IDS)
def test_rules_and_a_guided_first_game(visit: Visit, address: str, game_id: str) -> None:
    """Every game has a page of rules, and a lesson that can be played through to its end by doing what it says."""
    page = visit()
    page.goto(f"{address}/rules/{game_id}")
    expect(page.locator("article h2").first).to_be_visible()
    page.get_by_role("link", name="Play a guided first game").click()
    expect(page.locator(".note")).to_be_visible()
    assert faults(page) == []
    follow_lesson(page)
    expect(page.get_by_role("link", name="Play a real game")).to_be_visible()


PATHS = [
    "/",
    "/set?game=mice_heist",
    "/rules",
    "/rules/cat_and_mouse",
    "/lab",
    "/lab/studies",
    "/lab/run",
    "/learn",
    "/tables",
    "/open",
    "/ratings",
    "/nowhere",
]
ASPECTS: list[tuple[ViewportSize, Literal["light", "dark"]]] = [
    (DESKTOP, "light"),
    (SMALLEST, "light"),
    (DESKTOP, "dark"),
]


def check(page: Page, size: ViewportSize, what: str) -> None:
    """Axe finds nothing serious, and nothing sticks out sideways."""
    assert faults(page) == [], what
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], what


def aspects(page: Page) -> Iterator[ViewportSize]:
    """Look at a page on a desktop, on a small phone, and with the lamp off."""
    for size, lamp in ASPECTS:
        resize(page, size)
        page.emulate_media(color_scheme=lamp)
        page.locator(f"html[data-theme={lamp}]").wait_for()
        yield size


def test_pages_can_be_used_by_everybody(visit: Visit, address: str) -> None:
    """Axe finds nothing serious or critical on any page around the tables."""
    page = visit()
    for setup in (QUICK["cat_and_mouse"], "game=cat_and_mouse&seats=me,open&listed=on&counts=on&move_seconds=60"):
        open_table(visit() if "listed" in setup else page, address, setup)  # so that lists have something to show
    for path in PATHS:
        page.goto(address + path)
        page.wait_for_load_state("networkidle")
        for size in aspects(page):
            check(page, size, path)


def test_lobby_and_curtain_can_be_used_by_everybody(visit: Visit, address: str) -> None:
    """Axe finds nothing serious where people wait for each other, on either side of it, and before a curtain."""
    host, friend = visit(), visit()
    for game_id in ("mice_heist", "cloaked_cats"):  # a game of the night, and one on paper
        code = open_table(host, address, f"game={game_id}&seats=me,open&listed=on&counts=on")
        host.locator("[data-state=lobby]").wait_for()
        friend.goto(f"{address}/t/{code}")
        friend.get_by_role("button", name="Sit here").wait_for()
        for page in (host, friend):
            for size in aspects(page):
                check(page, size, f"lobby of {game_id}")
        open_table(host, address, f"game={game_id}&seats=me,device:Ada")
        host.locator(".curtain .btn").wait_for()
        for size in aspects(host):
            check(host, size, f"curtain of {game_id}")


@pytest.mark.parametrize("game_id", IDS)
def test_tables_can_be_used_by_everybody(visit: Visit, address: str, game_id: str) -> None:
    """At every game's table, its sheets, its end and in its replay axe finds nothing serious, nothing sticks out."""
    page = visit()
    code = open_table(page, address, QUICK[game_id])
    asked(page)
    for size in aspects(page):
        check(page, size, "table")
        for name in ("Rules", "Talk" if size == DESKTOP else "More"):
            page.get_by_role("navigation", name="Table").get_by_text(name, exact=True).click()
            page.locator("dialog[open] .content").wait_for()
            page.wait_for_load_state("networkidle")
            check(page, size, name)
            page.keyboard.press("Escape")
            page.locator("dialog[open]").wait_for(state="detached")
    play_out(page)
    for size in aspects(page):
        page.locator(".rail section.moments" if size == DESKTOP else ".prompt .moments").wait_for()
        check(page, size, "end")
    page.goto(f"{address}/t/{code}/replay?move=3")
    page.wait_for_selector(".slider")
    for size in aspects(page):
        check(page, size, "replay")


@pytest.mark.parametrize("size", [DESKTOP, SMALLEST], ids=["desktop", "small phone"])
def test_key_moments_lead_into_the_replay(visit: Visit, address: str, size: ViewportSize) -> None:
    """Who has finished a game is shown what one remembers of it; each moment opens the replay where it happened."""
    page = visit(size)
    code = open_table(page, address, QUICK["cat_and_mouse"])
    play_out(page)
    told = page.request.get(f"{address}/api/tables/{code}/moments").json()
    where = page.locator(".rail")
    if size == SMALLEST:
        page.get_by_role("button", name="Key moments").click()
        where = page.locator("dialog[open]")
    moments = where.get_by_role("region", name="Key moments").get_by_role("link")
    expect(moments).to_have_text([f"{moment['move']}{moment['text']}" for moment in told])
    moments.last.click()
    expect(page).to_have_url(re.compile(f"/t/{code}/replay[?]move={told[-1]['move']}$"))
    expect(page.locator(".slider .numbers")).to_have_text(f"{told[-1]['move']} of {told[-1]['move']}")


@pytest.mark.parametrize("game_id", IDS)
def test_rules_open_where_the_game_is(visit: Visit, address: str, game_id: str) -> None:
    """The rules beside a table are open at the rule about what is asked now."""
    page = visit()
    open_table(page, address, QUICK[game_id])
    asked(page)
    page.get_by_role("button", name="Rules").click()
    expect(page.locator("dialog[open] .paper .here")).to_be_in_viewport()


def test_a_hint_is_shown_on_the_board(visit: Visit, address: str) -> None:
    """Who asks for a hint gets the lion's move in words, with reason and chances, and sees it marked."""
    page = visit()
    open_table(page, address, QUICK["cat_and_mouse"])
    asked(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".prompt .hint")).to_have_text(
        re.compile(r"Lion: “.*\.” Your chance to win: about \d+ in 100\. \w")
    )
    expect(page.locator(".touch.live.hinted")).to_have_count(1)


def test_the_lamp_follows_the_device(visit: Visit, address: str) -> None:
    """When the device turns dark in the evening so does an open page, unless its visitor has chosen a lamp."""
    page = visit()
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Lamp on").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


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
