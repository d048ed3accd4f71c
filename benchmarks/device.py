"""Tables without a server in a real browser: what comes over the wire, how soon a table is there, how even frames are.

    python -m benchmarks.device sizes starts frames tigers --games mice_heist

Every figure is taken from an exported folder on a plain web host, in Chromium, on this machine.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import json
import os
import random
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any, Literal

from benchmarks.browser import decisions, thought_line
from hatch_build import node
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.web.browsing import KNOWS_ALL, PATIENCE, PHONE, asked, launch, play_one

from mousehole.cli.exporting import export
from mousehole.games import IDS, load

WARMING = 5
"""Thoughts that are not counted."""
A_PICTURE, HALF_A_PICTURE = 16.7, 8.0
"""Milliseconds between two pictures of a page that draws 60 of them a second."""
TASKS = {"RunTask", "ThreadControllerImpl::RunTask"}
"""What a trace calls a task."""
KEPT = """navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller || new Promise(
  (done) => navigator.serviceWorker.addEventListener('controllerchange', () => done(true)))).then(() => true)"""
SEEN = """(() => { const seen = () => { if (!document.querySelector('.table[data-state]')) return;
    watcher.disconnect(); requestAnimationFrame(() => setTimeout(() => { window.table_shown = performance.now(); })); };
  const watcher = new MutationObserver(seen); watcher.observe(document, { childList: true, subtree: true }); })()"""
"""Notes when a table was drawn: whoever asks from outside hears of it up to half a second later."""
SHOWN = """new Promise((done) => { const look = () =>
    window.table_shown ? done(window.table_shown) : setTimeout(look, 10); look(); })"""
FRAMES = """() => { const list = window.frames_seen = []; let last = performance.now();
  const step = () => { const now = performance.now(); list.push(now - last); last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step); }"""
THINK = """async ([worker, folder, given]) => {
  const thinker = (window.thinker ??= new Worker(worker, { type: 'module', name: folder }));
  const began = performance.now();
  const found = await new Promise((done) => {
    thinker.onmessage = (event) => done(event.data);
    thinker.postMessage({ id: 1, what: 'think', given });
  });
  return { ms: performance.now() - began, ...found };
}"""


class Host(ThreadingHTTPServer):
    """A plain web host that remembers what was asked for."""

    def __init__(self, folder: Path) -> None:
        """Serve a folder."""
        self.folder, self.sent = folder, set[str]()
        super().__init__(("127.0.0.1", 0), functools.partial(Remembering, directory=str(folder)))
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def sizes(self) -> tuple[int, int, int]:
        """Sum up what was sent since the last time: plain, by gzip, by brotli; pictures and fonts are small already."""
        names, self.sent = sorted(self.sent), set()
        bodies = [path.read_bytes() for name in names if (path := self.folder / (name or "index.html")).is_file()]
        return sum(map(len, bodies)), sum(len(gzip.compress(body, 9)) for body in bodies), brotli(bodies)


class Remembering(SimpleHTTPRequestHandler):
    """Answers of a host that remembers."""

    def do_GET(self) -> None:
        """Remember what is asked for, and send it."""
        if isinstance(self.server, Host):
            self.server.sent.add(self.path.split("?")[0].lstrip("/"))
        super().do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # as it is called there
        """Say nothing."""


def brotli(bodies: list[bytes]) -> int:
    """Sum up what bodies weigh compressed by brotli, which Node brings."""
    code = """const zlib = require("node:zlib"), read = require("node:fs").readFileSync; let sum = 0;
      for (const name of process.argv.slice(1)) sum += zlib.brotliCompressSync(read(name)).length; console.log(sum)"""
    with tempfile.TemporaryDirectory() as folder:
        names = [Path(folder) / str(number) for number in range(len(bodies))]
        for name, body in zip(names, bodies, strict=True):
            name.write_bytes(body)
        command = [str(node()[0]), "-e", code, *map(str, names)]
        return int(subprocess.run(command, capture_output=True, check=True).stdout)  # noqa: S603  # our own


@contextmanager
def visit(browser: Browser, *, is_kept: bool = True) -> Iterator[BrowserContext]:
    """Come with an empty cache; the service worker, which keeps everything for the next time, may be left out."""
    workers: Literal["allow", "block"] = "allow" if is_kept else "block"
    context = browser.new_context(viewport=PHONE, has_touch=True, service_workers=workers)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(KNOWS_ALL)
    context.add_init_script(SEEN)
    yield context
    context.close()


def setup_of(game_id: str, level: str) -> str:
    """Set a table for one person among bots."""
    seats = ["me"] + [f"bot:{level}"] * (load(game_id).facts.usual_seats - 1)
    return f"game={game_id}&seats={','.join(seats)}&pace=0&forced=off"


def sit_down(page: Page, address: str, setup: str) -> None:
    """Set a table on this device, and wait until somebody is asked there."""
    page.goto(f"{address}#/set?{setup}")
    page.get_by_role("button", name="Open the table").tap()
    asked(page)


def play_now(page: Page, address: str, game_id: str) -> float:
    """Come to the page and press what begins a game; return the seconds until its table was drawn."""
    page.goto(address)
    page.locator(f'[data-game="{game_id}"] .btn').first.tap()
    return float(page.evaluate(SHOWN)) / 1000


def sizes(browser: Browser, host: Host, game_id: str) -> dict[str, Any]:
    """Weigh all that comes until bots have answered a person's move: by the home page, and where a table is set."""
    found = {}
    for way in ("home", "set"):
        with visit(browser, is_kept=False) as context:
            page = context.new_page()
            host.sizes()
            if way == "home":
                play_now(page, host.address, game_id)
            else:
                sit_down(page, host.address, setup_of(game_id, "tiger"))
            if asked(page):
                play_one(page)
                asked(page)
            page.close()
            count = len(host.sent)
            plain, packed, smallest = host.sizes()
            found[way] = {"plain": plain, "gzip": packed, "brotli": smallest, "files": count}
    return found


def processor_times() -> dict[int, float]:
    """Read the processor time, in seconds, of everything that was started here: the browser with all its processes."""
    parents, spent = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            told = path.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        number = int(path.parent.name)
        parents[number], spent[number] = int(told[1]), int(told[11]) + int(told[12])
    ours = {os.getpid()}
    while more := {number for number, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return {number: spent[number] / os.sysconf("SC_CLK_TCK") for number in ours - {os.getpid()} if number in spent}


def spent_since(before: dict[int, float]) -> float:
    """Sum up the processor time since then of all that still runs."""
    return round(sum(spent - before.get(number, 0.0) for number, spent in processor_times().items()), 2)


def starts(browser: Browser, host: Host, game_id: str) -> dict[str, Any]:
    """Time the first visit, and a kept table opened again in a new tab; beside it, the browser's processor time."""
    with visit(browser) as context:
        page = context.new_page()
        begun = processor_times()
        cold = play_now(page, host.address, game_id)
        spent = [spent_since(begun)]
        page.evaluate(KEPT)
        address = page.url
        warm = []
        for _ in range(5):
            page.close()
            page = context.new_page()
            begun = processor_times()
            page.goto(address, wait_until="commit")
            warm.append(round(float(page.evaluate(SHOWN)) / 1000, 2))
            spent.append(spent_since(begun))
    return {"cold": round(cold, 2), "warm": warm, "processor": spent, "load": round(os.getloadavg()[0], 1)}


def frames(browser: Browser, host: Host, game_id: str, moves: int = 12, throttle: float = 1) -> dict[str, Any]:
    """Trace what the page itself does while lions play against a person who moves at once: each task, and each picture.

    A page that draws 60 pictures a second has 16.7 ms for each.
    """
    with visit(browser) as context:
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        sit_down(page, host.address, setup_of(game_id, "lion"))
        page.evaluate(FRAMES)
        browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
        made = 0
        while made < moves and asked(page):
            play_one(page, made * 5)
            made += 1
        trace = browser.stop_tracing()
        seen = page.evaluate("window.frames_seen")
    tasks = sorted(page_tasks(trace), reverse=True)
    return {
        "moves": made,
        "tasks over 8 ms": sum(took > HALF_A_PICTURE for took in tasks),
        "tasks over 16.7 ms": sum(took > A_PICTURE for took in tasks),
        "longest tasks": [round(took, 1) for took in tasks[:8]],
        "pictures": len(seen),
        "median": within(seen, 0.5),
        "95%": within(seen, 0.95),
        "99%": within(seen, 0.99),
        "longest": within(seen, 1),
    }


def within(times: list[float], share: float) -> float:
    """Tell the time within which a share of some times lies."""
    return round(sorted(times)[min(len(times) - 1, int(share * len(times)))], 1)


def page_tasks(trace: bytes) -> list[float]:
    """Read off a trace how long each task of the page had a processor, in milliseconds; workers are not the page."""
    events = json.loads(trace)["traceEvents"]
    drawn = Counter((one["pid"], one["tid"]) for one in events if one.get("name") == "UpdateLayoutTree")
    ((page, _),) = drawn.most_common(1)
    tasks = (one for one in events if (one["pid"], one.get("tid")) == page and one.get("name") in TASKS)
    return [float(one.get("tdur", 0)) / 1000 for one in tasks]


def worker_ms(trace: bytes) -> float:
    """Read off a trace how long the longest task of a worker had a processor."""
    events = json.loads(trace)["traceEvents"]
    names = {(one["pid"], one["tid"]): one["args"]["name"] for one in events if one.get("name") == "thread_name"}
    tasks = (one for one in events if names.get((one["pid"], one.get("tid"))) == "DedicatedWorker thread")
    return max(float(one.get("tdur", 0)) / 1000 for one in tasks)


def tigers(browser: Browser, host: Host, game_id: str, positions: int) -> dict[str, Any]:
    """Let a tiger think natively and in the page about the same positions, in turn; compare moves and processor times.

    The first thoughts are not counted: an engine of JavaScript makes code quick that is used more than once.
    """
    game, chance = load(game_id), random.Random(7)
    (worker,) = (host.folder / "assets").glob("bot.worker-*.js")
    same, native, there = 0, list[float](), list[float]()
    with visit(browser) as context:
        page = context.new_page()
        page.goto(host.address)
        for number, (match, seat) in zip(range(positions + WARMING), decisions(game, 3), strict=False):
            begun = time.thread_time()
            line = thought_line(match, seat, "tiger", chance.getrandbits(63))
            spent = 1000 * (time.thread_time() - begun)
            given = {"game": game_id, "level": "tiger", **{name: line[name] for name in ("seat", "views", "seed")}}
            browser.start_tracing(page=page, categories=["toplevel"])
            told = page.evaluate(THINK, [f"{host.address}assets/{worker.name}", host.address, given])
            trace = browser.stop_tracing()
            same += line["action"] == told["found"]["action"]
            if number >= WARMING:
                native.append(spent)
                there.append(worker_ms(trace))
    ratios = sorted(page_ms / native_ms for page_ms, native_ms in zip(there, native, strict=True))
    return {
        "positions": len(native),
        "same": f"{same} of {positions + WARMING}",
        "native": round(median(native), 1),
        "page": round(median(there), 1),
        "ratio": round(median(ratios), 2),
        "all together": round(sum(there) / sum(native), 2),
        "quartiles": [round(ratios[len(ratios) // 4], 2), round(ratios[3 * len(ratios) // 4], 2)],
    }


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="+", choices=["sizes", "starts", "frames", "tigers"])
    parser.add_argument("--games", nargs="*", default=list(IDS))
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument(
        "--throttle", type=float, default=1, help="how many times slower the browser is made, for frames"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        export(Path(folder))
        host, browser = Host(Path(folder)), launch(playwright)
        for game_id in given.games:
            for what in given.what:
                if what == "sizes":
                    found = sizes(browser, host, game_id)
                elif what == "starts":
                    found = starts(browser, host, game_id)
                elif what == "frames":
                    found = frames(browser, host, game_id, throttle=given.throttle)
                else:
                    found = tigers(browser, host, game_id, given.positions)
                print(game_id, what, json.dumps(found), flush=True)
        browser.close()
        host.shutdown()


if __name__ == "__main__":
    main()
