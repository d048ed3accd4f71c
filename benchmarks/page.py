"""Measures the page in a real browser: first load, paint, layout shift, a table's readiness, frames of animations.

python -m benchmarks.page          writes benchmarks/page.md
"""

from __future__ import annotations

import platform
import statistics
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.web.browsing import DESKTOP, KNOWS_ALL, PHONE, is_over, launch, open_table, play_one, serving

from mousehole.games import IDS, facts

RUNS = 3
LATE = 34.0
"""Milliseconds after which a frame is later than two."""
WATCH = """
window.paint = 0; window.shift = 0; window.frames = [];
new PerformanceObserver((list) => { for (const e of list.getEntries()) window.paint = e.startTime; })
  .observe({ type: "largest-contentful-paint", buffered: true });
const settle = (e) => { if (!e.hadRecentInput) window.shift += e.value; };
new PerformanceObserver((list) => list.getEntries().forEach(settle))
  .observe({ type: "layout-shift", buffered: true });
let last = 0;
const tick = (now) => { if (last) window.frames.push(now - last); last = now; requestAnimationFrame(tick); };
requestAnimationFrame(tick);
"""
READY = ".touch.live, .prompt .buttons .btn[data-move]:enabled"


def load(browser: Browser, address: str, path: str, phone: bool, ready: str) -> dict[str, float]:  # noqa: FBT001
    """Open an address with an empty cache; return what was seen."""
    context = browser.new_context(viewport=PHONE if phone else DESKTOP)
    page = context.new_page()
    page.add_init_script(WATCH)
    scripts: list[int] = []
    page.on(
        "response",
        lambda r: scripts.append(int(r.header_value("content-length") or 0)) if r.url.endswith(".js") else None,
    )
    if path.startswith("game="):
        code = page.request.post(f"{address}/api/tables", data={"setup": path}, headers={"origin": address}).json()[
            "table"
        ]
        path = f"/t/{code}"
    page.goto(address + path)
    page.locator(ready).locator("visible=true").first.wait_for()
    interactive = page.evaluate("performance.now()")
    page.wait_for_timeout(600)
    found = page.evaluate("({ paint: window.paint, shift: window.shift })")
    context.close()
    return {"interactive": interactive, "script": sum(scripts) / 1024, **found}


def frames(browser: Browser, address: str, game_id: str) -> tuple[float, float]:
    """Play some moves with everything moving; return the median time between frames and the share of late ones."""
    page = browser.new_context(viewport=DESKTOP).new_page()
    page.add_init_script(WATCH)
    page.add_init_script(KNOWS_ALL)
    known = facts(game_id)
    seats = ",".join(["me", *["bot:greedy"] * (known.usual_seats - 1)])
    open_table(page, address, f"game={game_id}&pace=0.4&seats={seats}")
    page.locator(READY).locator("visible=true").first.wait_for()
    page.evaluate("window.frames.length = 0")
    for move in range(6):
        page.locator(f".table[data-state=over], {READY}").locator("visible=true").first.wait_for()
        if is_over(page):
            break
        play_one(page, move)
        page.wait_for_timeout(500)
    gaps: list[float] = page.evaluate("window.frames")
    page.context.close()
    return statistics.median(gaps), sum(gap > LATE for gap in gaps) / len(gaps)


def main(file: str) -> None:
    """Measure everything and write it down."""
    places = {"home": ("/", ".boxes .btn"), **{facts(g).title: (f"game={g}", READY) for g in IDS}}
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    lines = [
        "# The page, measured\n",
        f"{platform.machine()}, headless Chromium, server and browser on the same 2 cores; {day}.",
        f"Written by `python -m benchmarks.page`: medians of {RUNS} loads with an empty cache. Interactive: a first",
        "thing can be touched. Paint: largest contentful paint. Shift: cumulative layout shift. Frames: median time",
        "between frames while a game is played, and the share later than two frames.\n",
        "| page | screen | script, KiB | interactive, ms | paint, ms | shift | frames, ms | late |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        for name, (path, ready) in places.items():
            for phone in (False, True):
                seen = [load(browser, address, path, phone, ready) for _ in range(RUNS)]
                middle = {key: statistics.median(one[key] for one in seen) for key in seen[0]}
                moving = ("", "")
                if path.startswith("game=") and not phone:
                    gap, late = frames(browser, address, path.removeprefix("game="))
                    moving = (f"{gap:.1f}", f"{100 * late:.0f}%")
                screen = "phone" if phone else "desktop"
                lines.append(
                    f"| {name} | {screen} | {middle['script']:.0f} | {middle['interactive']:.0f} | "
                    f"{middle['paint']:.0f} | {middle['shift']:.3f} | {moving[0]} | {moving[1]} |"
                )
                print(lines[-1], flush=True)
        browser.close()
    Path(file).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).with_name("page.md")))
