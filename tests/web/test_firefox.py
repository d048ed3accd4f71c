"""The page as plain files in Firefox: kept on the device, played out with its host gone, checked natively.

Where no Firefox is installed there is nothing to test it in; Chromium is tested everywhere (`test_offline.py`).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.browsing import KNOWS_ALL
from tests.web.marionette import find, firefox
from tests.web.test_offline import READ, Host, bots_agree, host, site  # noqa: F401  # fixtures

from mousehole.cli.records import verify
from mousehole.engine.notation import parse_draft, read_match
from mousehole.games import load
from mousehole.server.startup import static

pytestmark = [
    pytest.mark.skipif(static.MODULES not in static.files(), reason="the games for browsers are not built"),
    pytest.mark.skipif(find() is None, reason="no Firefox is installed here"),
]

KEPT = """await navigator.serviceWorker.ready;
if (!navigator.serviceWorker.controller)
  await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));"""
SOON = """const soon = async (found) => {
  for (let waited = 0; waited < 1000; waited += 1) {
    const it = found();
    if (it) return it;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("nothing came: " + document.body.innerText.slice(0, 300));
};"""
OPEN = (
    SOON
    + """location.hash = "#/set?game=cat_and_mouse&seats=me,bot:tiger&pace=0&forced=off";
(await soon(() => [...document.querySelectorAll("button")].find((one) => one.innerText === "Open the table"))).click();
await soon(() => document.querySelector(".table[data-state]"));
return location.hash;"""
)
PLAY = (
    SOON
    + """let made = 0;
const state = () => document.querySelector(".table")?.dataset ?? {};
const LIVE = ".prompt .buttons .btn[data-confirm]:enabled, .prompt .buttons .btn[data-move]:enabled, .touch.live";
for (;;) {
  const found = await soon(() => state().state === "over" || state().state === "ending" ||
    (state().waiting === "0" && document.querySelector(LIVE)));
  if (state().state === "over") return made;
  if (state().state === "ending")
    [...document.querySelectorAll("button")].find((one) => one.innerText === "End the game here").click();
  else {
    const choices = [...document.querySelectorAll(".prompt .buttons .btn[data-confirm]:enabled")];
    const things = choices.length ? choices : [...document.querySelectorAll(LIVE)];
    things[(made * 7 + 3) % things.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    made += 1;
  }
  if (made > 400) throw new Error("the game does not end");
  await new Promise((done) => setTimeout(done, 30));
}"""
)


def test_a_game_is_played_offline_in_firefox(host: Host, tmp_path: Path) -> None:  # noqa: F811  # the fixture
    """Once it was visited Firefox needs no host: load again, play to the end, and the record is right natively."""
    profile = tmp_path / "profile"
    profile.mkdir()
    executable = find()
    assert executable is not None
    with firefox(executable, profile) as browser:
        browser.go(host.address)
        browser.run(KNOWS_ALL + KEPT)
        host.stop()
        browser.reload()
        browser.run(OPEN)
        browser.reload()
        assert browser.run(PLAY) > 0
        (found,) = browser.run(f"return ({READ})('tables')")
    record = tmp_path / "game.mousehole"
    record.write_text(found["record"], encoding="utf-8")
    assert verify(str(record)) == 0
    match = read_match(found["record"], load)
    assert bots_agree(match, {1: "tiger"}, parse_draft(found["record"]).headers["Salt"]) > 0
