"""A real browser at a real server: starting both, and playing at a table as a person does."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Playwright, ViewportSize
from tests.web.browser import need

from mousehole.games import IDS

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 375, "height": 812}
PATIENCE = 40_000
"""Milliseconds that anything may take on a busy machine; nothing is waited for without being awaited."""
START_SECONDS = 1800.0
"""On a cold machine every game and its bots are compiled first, and a busy one took more than ten minutes for it."""


KNOWS_ALL = "".join(
    f"try {{ localStorage.setItem('{once}:{game_id}', 'known'); }} catch {{}}"
    for game_id in IDS
    for once in ("goal", "lesson")
)
"""Makes a browser's person one who has seen every game before: nothing is offered that is offered once."""


def launch(playwright: Playwright) -> Browser:
    """Start the browser that is here; fetching one is the business of `make test-browser`."""
    return playwright.chromium.launch(executable_path=need(), args=FLAGS)


@contextmanager
def serving(folder: Path, pace: float = 0.0, **environment: str) -> Iterator[str]:
    """Run a server on a port of its own, at which chance is settled; yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tests.web.settled_server", "serve", "--port", str(port), "--pace", str(pace),
               "--database", str(folder / "tables.sqlite"), "--log", "warning"]  # fmt: skip
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    limits = {
        "MOUSEHOLE_LEAST_PACE": "0",
        "MOUSEHOLE_ADDRESS_LIMITS": "off",
        "MOUSEHOLE_MESSAGES_PER_SECOND": "500",
        "MOUSEHOLE_MESSAGES_AT_ONCE": "2000",
        "MOUSEHOLE_NEW_TABLES_PER_MINUTE": "500",
        "MOUSEHOLE_LAB_NICE": "0",
        "MOUSEHOLE_ANALYSE_AT_END": "off",
        "MOUSEHOLE_LAB_RUNS_PER_MINUTE": "500",
    }
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": paths, **limits, **environment}, cwd=folder)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address, process)
        yield address
    finally:
        stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process, gently if it lets itself be ended so."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until every game can be played, by bots too: while something is compiled nothing else goes on."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{address}/api/health", timeout=60) as answer:  # noqa: S310  # our own server
                told = json.load(answer)
                if told["status"] == "ok" and all(game["bots"] == "ready" for game in told["games"].values()):
                    return
        except OSError:
            pass
        time.sleep(0.2)
    raise AssertionError("the server did not start")


def open_table(page: Page, address: str, setup: str) -> str:
    """Open a table by the API, with the page's own cookie, and go there; return its code. All moves are by hand."""
    setup = setup if "forced=" in setup else f"{setup}&forced=off"
    answer = page.request.post(f"{address}/api/tables", data={"setup": setup}, headers={"origin": address})
    assert answer.ok, answer.text()
    code: str = answer.json()["table"]
    page.goto(f"{address}/t/{code}")
    page.wait_for_selector("[data-state], .curtain", timeout=PATIENCE)
    return code


ASKED = ".table[data-state=over], .table[data-state=ending], .touch.live, .prompt .buttons .btn[data-move]:enabled"
"""Something that can be done, or the end."""
DOING = ".touch.live, .prompt .buttons .btn[data-move]:enabled"


def version(page: Page) -> int:
    """Tell the version of the frame on the table."""
    return int(page.locator(".table").get_attribute("data-version") or 0)


def is_over(page: Page) -> bool:
    """Tell whether the game on the table is over."""
    return page.locator(".table[data-state=over]").count() > 0


def asked(page: Page) -> bool:
    """Wait until this page is asked for a move; return False if the game is over instead, or its end was confirmed."""
    page.wait_for_selector(ASKED, state="attached", timeout=PATIENCE)
    if page.locator(".table[data-state=ending]").count():
        page.get_by_role("button", name="End the game here").click()
        page.wait_for_selector(".table[data-state=over]")
    return not is_over(page)


def shown(page: Page, seen: int) -> None:
    """Wait until the table shows a move made at a version: a later frame is there, and nothing is on its way."""
    page.wait_for_selector(f'.curtain, .table[data-waiting="0"]:not([data-version="{seen}"])', timeout=PATIENCE)


def who(pages: Sequence[Page], selector: str) -> Page:
    """Wait until one of several pages has something; return that page."""
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        for page in pages:
            if page.locator(selector).count():
                return page
        pages[0].wait_for_timeout(20)
    raise AssertionError(f"nobody has {selector}")


def live_things(page: Page, but: str = "") -> Locator:
    """List what can be touched on the board now, but for some."""
    return page.locator(f".touch.live{but}:visible")


LANDING = """things => things.map((thing) => {
  thing.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = thing.getBoundingClientRect();
  const left = Math.max(0, box.left), right = Math.min(innerWidth, box.right);
  const top = Math.max(0, box.top), bottom = Math.min(innerHeight, box.bottom);
  const x = (left + right) / 2, y = (top + bottom) / 2;
  const found = document.elementFromPoint(x, y);
  const named = found?.closest("[data-thing], [class]");
  return {
    x, y, width: right - left, height: bottom - top,
    lands: found !== null && (thing === found || thing.contains(found)),
    on: named ? `${named.tagName} ${named.getAttribute("class")} ${named.getAttribute("data-thing") ?? ""}` : "nothing",
    thing: thing.getAttribute("data-thing"), hasTouch: navigator.maxTouchPoints > 0,
  };
})"""


def resize(page: Page, size: ViewportSize) -> None:
    """Give the window another size, and let it be drawn: what is touched before that may be lost."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def landings(things: Locator) -> list[dict[str, Any]]:
    """Scroll each thing into sight; tell the middle of what is seen of it, and on what a finger lands there."""
    found: list[dict[str, Any]] = things.evaluate_all(LANDING)
    return found


def touch(thing: Locator) -> None:
    """Touch a thing as a person does: at its middle, by finger or mouse; whatever lies on top there is touched."""
    thing.wait_for()
    (at,) = landings(thing)
    assert at["lands"], f"a touch of {at['thing']} lands on {at['on']}"
    if at["hasTouch"]:
        thing.page.touchscreen.tap(at["x"], at["y"])
    else:
        thing.page.mouse.click(at["x"], at["y"])


CONFIRM = ".prompt .buttons .btn[data-confirm]:enabled"
"""The button that sends a move which is asked about, or which could still go on."""


def is_sent(page: Page, seen: int) -> bool:
    """Tell whether the table shows something else than a version, or has a move on its way: the page sends at once."""
    return bool(
        page.evaluate(
            """(seen) => {
              const table = document.querySelector('.table');
              return !table || table.dataset.waiting !== '0' || table.dataset.version !== seen;
            }""",
            str(seen),
        )
    )


def send(page: Page, seen: int) -> None:
    """Confirm what is chosen where the page asks, and wait until the table shows it."""
    if not is_sent(page, seen):
        page.locator(CONFIRM).click()
    shown(page, seen)


def play_one(page: Page, choose: int = 0) -> None:
    """Make one move as a person would: touch things or press a button until it is sent; confirm it if asked."""
    kinds: list[str] = []  # of things touched: going on with others completes a move sooner than changing one's mind
    seen = version(page)
    for _ in range(8):
        if page.locator(CONFIRM).count():
            break
        others = live_things(page, but="".join(f':not([data-thing^="{kind}:"])' for kind in kinds))
        things = others if others.count() else live_things(page)
        buttons = page.locator(".prompt .buttons .btn[data-move]:enabled")
        total = things.count() + buttons.count()
        assert total, "nothing can be done, and nobody else is asked"
        at = choose % total
        if at < buttons.count():
            buttons.nth(at).click()
        else:
            thing = things.nth(at - buttons.count())
            kinds.append((thing.get_attribute("data-thing") or "").split(":")[0])
            touch(thing)
            choose = choose * 7 + 3
        if is_sent(page, seen):
            break
    send(page, seen)


def play_some(page: Page, moves: int, seed: int = 1) -> None:
    """Make some moves, as far as the game goes on."""
    for move in range(moves):
        if not asked(page):
            return
        play_one(page, seed + move * 5)


def play_out(page: Page, most: int = 400, seed: int = 1) -> int:
    """Play a whole game from this page; return how many moves were made here."""
    for move in range(most):
        if not asked(page):
            return move
        play_one(page, seed * 31 + move * 17)
    raise AssertionError(f"the game is not over after {most} moves")


LAST = ".prompt a[href^='/set']"
"""The way from a guided game to a real one."""
NEXT = ":is(.prompt, dialog[open]) .btn:text-is('Confirm')", ".prompt .btn:text-is('Go on')"
WAY = ".prompt .buttons .btn:not(.quiet):not([data-move]):text-is('Guess in the notebook')"
"""Where the notebook is a sheet, the lesson points at it."""


def follow_lesson(page: Page, until: str = LAST, most: int = 150) -> None:
    """Do what a guided game says, to its end or until there is something: touch, confirm, press, go on."""
    things = ".touch.live.hinted:not(.touched), .hinted .touch.live:not(.touched)"
    wanted = ".prompt .buttons .btn:not(.quiet)[data-move]"
    for _ in range(most):
        page.wait_for_selector(", ".join((until, *NEXT, things, wanted, WAY)), state="attached", timeout=PATIENCE)
        confirm, go_on = (page.locator(selector) for selector in NEXT)
        if page.locator(until).count():
            return
        if confirm.count():
            confirm.first.click()  # of a sheet's and the prompt's below it, the sheet's
        elif go_on.count():
            go_on.click()
        elif page.locator(wanted).count():
            page.locator(wanted).first.click()
        elif page.locator(things).count():
            touch(page.locator(things).first)
        else:
            page.locator(WAY).click()
    raise AssertionError("the lesson does not end")
