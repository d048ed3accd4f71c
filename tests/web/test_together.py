"""Several browsers at one table, several people on one device, and those who only watch: nobody learns too much."""

from __future__ import annotations

import json
import re
import time
from typing import Any

from playwright.sync_api import Page, expect
from tests.web.browsing import ASKED, DOING, PATIENCE, asked, is_over, open_table, play_one, who
from tests.web.conftest import Visit


class Ear:
    """Everything a browser has received from the server, and what its page holds."""

    def __init__(self, page: Page) -> None:
        """Listen from now on."""
        self.page, self.heard = page, list[str]()
        page.on("response", self.hear)
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: self.heard.append(str(text))))

    def hear(self, response: Any) -> None:
        """Keep an answer of the API."""
        if "/api/" in response.url and "json" in (response.header_value("content-type") or ""):
            self.heard.append(response.text())

    def frames(self) -> list[dict[str, Any]]:
        """List the frames among it."""
        return [frame for text in self.heard if '"type":"frame"' in text for frame in [json.loads(text)]]

    def playing_until_hidden(self) -> list[dict[str, Any]]:
        """Wait until the last frame received is a spectator's; return all of the game that goes on."""
        until = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < until:
            received = [frame for frame in self.frames() if frame["state"] == "playing"]
            if received and received[-1]["seat"] is None:
                return received
            self.page.wait_for_timeout(20)
        raise AssertionError("the page keeps a player's frame behind the curtain")


def play_together(pages: list[Page], most: int = 600) -> None:
    """Let whoever is asked move, until the game is over everywhere."""
    for turn in range(most):
        mover = who(pages, ASKED)
        if is_over(mover):
            break
        play_one(mover, turn * 13 + 5)
    for page in pages:
        page.wait_for_selector(".table[data-state=over]")


def test_cat_and_mice_hunt_in_three_browsers(visit: Visit, address: str) -> None:
    """One cat, two mice, three browsers, a reload in the middle; the cat's browser never gets a mouse's room."""
    cat, pip, bramble = visit(), visit(), visit()
    ear = Ear(cat)
    code = open_table(cat, address, "game=hide_and_squeak&dawn=5&seats=me,open,open")
    for page in (pip, bramble):
        page.goto(f"{address}/t/{code}")
        page.get_by_role("button", name="Sit here").first.click()
    for turn in range(8):
        play_one(who((cat, pip, bramble), DOING), turn)
    pip.reload()
    pip.wait_for_selector(".table")
    play_together([cat, pip, bramble])
    hidden = [mouse for frame in ear.frames() if frame["state"] == "playing" for mouse in frame["view"]["mice"]]
    assert hidden
    assert all(mouse["room"] is None for mouse in hidden)


def test_a_heist_in_two_browsers_with_secret_bets(visit: Visit, address: str) -> None:
    """Mice Heist by link, to the end; what one bets in secret is in no frame of the other before all have chosen."""
    ann, ben = visit(), visit()
    ears = [Ear(ann), Ear(ben)]
    code = open_table(ann, address, "game=mice_heist&seats=me,open,bot:random")
    ben.goto(f"{address}/t/{code}")
    ben.get_by_role("button", name="Sit here").click()
    play_together([ann, ben], 1500)
    expect(ann.locator(".prompt")).to_contain_text(re.compile("win|share the victory"))
    closed = 0
    for seat, ear in enumerate(ears):
        for frame in (frame for frame in ear.frames() if frame["state"] == "playing" and frame["seat"] == seat):
            others = [mouse for mouse in frame["view"]["mice"] if mouse["seat"] != seat and mouse["fist"] == "closed"]
            assert all(mouse["bet"] is None for mouse in others)
            closed += len(others)
    assert closed


def test_the_curtain_leaves_no_secret(visit: Visit, address: str) -> None:
    """Two on one device: a view comes only when its person asks, and behind the curtain nothing of it is left."""
    page = visit()
    ear = Ear(page)
    open_table(page, address, "game=cat_and_mouse&seats=me,device:Ben")
    reveal, asked, falls = page.get_by_role("button", name="I am "), set[int](), 0
    for turn in range(60):
        page.wait_for_selector(f".curtain, {ASKED}")
        if is_over(page):
            break
        if not reveal.count():
            play_one(page, turn * 3 + 1)
            continue
        falls += 1
        received = ear.playing_until_hidden()  # behind the curtain the page has a spectator's frame
        assert {frame["seat"] for frame in received} <= asked | {None}, "nobody's view comes before they ask"
        assert page.locator(".table, .board, .prompt").count() == 0
        kept = page.evaluate("() => Object.keys({...localStorage, ...sessionStorage})")
        told = {name for name in kept if not name.startswith(("goal:", "lesson:"))}  # which games somebody knows
        assert told <= {f"deal {code_of(page)}"}
        asked.add(0 if "Ben" not in reveal.inner_text() else 1)
        reveal.click()
        page.wait_for_selector(".table")
    assert falls >= 3
    assert asked == {0, 1}


def code_of(page: Page) -> str:
    """Read a table's code off the address."""
    return page.url.rsplit("/", 1)[-1]


def test_spectators_see_what_is_public(visit: Visit, address: str) -> None:
    """Somebody who only watches gets no moves and no secrets, and everything once it is over."""
    player, watcher = visit(), visit()
    code = open_table(player, address, "game=hide_and_squeak&dawn=5&seats=bot:random,me,bot:random")
    ear = Ear(watcher)
    watcher.goto(f"{address}/t/{code}")
    watcher.wait_for_selector(".table")
    expect(watcher.get_by_role("heading", name="You are watching")).to_be_visible()
    play_together([player])
    watcher.wait_for_selector(".table[data-state=over]")
    expect(watcher.locator(".prompt")).to_contain_text(re.compile("won|draw", re.IGNORECASE))
    playing = [frame for frame in ear.frames() if frame["state"] == "playing"]
    assert playing
    assert all(not f["moves"] and all(m["room"] is None for m in f["view"]["mice"]) for f in playing)
    assert all(room["traps"] is None for frame in playing for room in frame["view"]["rooms"])
    last = ear.frames()[-1]
    assert all(room["traps"] is not None for room in last["view"]["rooms"])
    assert last["dealing"]["seed"] is not None


def test_a_second_tab_shows_the_same_table(visit: Visit, address: str) -> None:
    """Two tabs of one person: a move in one shows in the other; nothing is doubled."""
    page = visit()
    code = open_table(page, address, "game=who_done_it&seats=me")
    tab = page.context.new_page()
    tab.goto(f"{address}/t/{code}")
    tab.wait_for_selector(".table")
    asked(page)
    play_one(page, 4)
    version = page.locator(".table").get_attribute("data-version") or ""
    expect(tab.locator(".table")).to_have_attribute("data-version", version)
