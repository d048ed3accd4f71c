"""Somebody is called when it is their turn: by the tab, by notices they allow, by a clock that warns, by the worker."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import DESKTOP, KNOWS_ALL, PATIENCE, open_table

from mousehole.server.startup import static

pytestmark = pytest.mark.skipif(static.MODULES not in static.files(), reason="the worker needs the games for browsers")

SUBSCRIBES = """
  const point = "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"; // any point of the curve is a key
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (two) => parseInt(two, 16)).buffer;
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => ({
    endpoint: "https://push.example.org/device",
    getKey: (name) => bytes(name === "auth" ? "00112233445566778899aabbccddeeff" : point),
  });
"""
"""A push service is outside, and tests stay inside: the browser says what it would say after asking there."""
LISTENS = """
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 48000, 48000); window.ear = this; }
    async resume() {}
  };
"""
"""What would be heard is written down instead, a second of it."""
HEARD = """async () => {
  const samples = (await window.ear.startRendering()).getChannelData(0);
  const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
  return { peak: Math.max(...samples.map(Math.abs)), decibel: 10 * Math.log10(power) };
}"""
NOTICES = """navigator.serviceWorker.ready.then((r) => r.getNotifications())
  .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path })))"""
CLICK = """(path) => {
  let opened = "";
  self.clients.openWindow = async (url) => (opened = url);
  const touched = new Event("notificationclick");
  let done;
  Object.assign(touched, { notification: { data: { path }, close() {} }, waitUntil: (work) => (done = work) });
  self.dispatchEvent(touched);
  return done.then(() => opened);
}"""

MOVE = """() => {
  const point = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU";
  const keys = { p256dh: point, auth: "ABEiM0RVZneImaq7zN3u_w" };
  const moved = new Event("pushsubscriptionchange");
  let done;
  Object.assign(moved, {
    oldSubscription: { endpoint: "https://push.example.org/device" },
    newSubscription: { endpoint: "https://push.example.org/moved", toJSON: () => ({ keys }) },
    waitUntil: (work) => (done = work),
  });
  self.dispatchEvent(moved);
  return done.then(() => "told");
}"""


def delivered(page: Page, address: str, told: dict[str, str]) -> list[dict[str, str]]:
    """Let a push arrive as the browser's own push service would; return the notices that are there then."""
    session = page.context.new_cdp_session(page)
    known: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    while not known:
        page.wait_for_timeout(20)
    wanted = {"origin": address, "registrationId": known[-1]["registrationId"], "data": json.dumps(told)}
    session.send("ServiceWorker.deliverPushMessage", wanted)
    found: list[dict[str, str]] = []
    for _ in range(PATIENCE // 50):  # nothing in the page tells when a notice is shown
        found = page.evaluate(NOTICES)
        if found:
            break
        page.wait_for_timeout(50)
    return found


def test_it_is_my_turn(browser: Browser, address: str) -> None:
    """Title, icon, clock and sound say so; a push is shown and leads there, also after its service has moved."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", permissions=["notifications"])
    context.set_default_timeout(PATIENCE)
    context.add_init_script(KNOWS_ALL + SUBSCRIBES + LISTENS)
    page = context.new_page()
    page.clock.install()
    code = open_table(page, address, "game=hide_and_squeak&seats=me,bot:random,bot:random&move_seconds=3600")
    expect(page).to_have_title("Your turn - Hide and Squeak")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/mousehole-turn\.svg$"))
    clock = page.get_by_role("timer", name="Your time")
    expect(clock).to_contain_text("your time")
    page.clock.fast_forward(3_571_000)  # that leaves 29 s, less what it took to come here
    expect(clock).to_contain_text("not long")
    expect(page.get_by_role("status").filter(has_text="seconds left.")).to_have_count(1)
    page.clock.fast_forward(20_000)
    expect(clock).to_contain_text("hurry")

    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Call me when it is my turn").click()
    sheet = page.get_by_role("dialog", name="Call me when it is my turn")
    sheet.get_by_label("a sound").check()
    heard = page.evaluate(HEARD)
    assert 0.25 < heard["peak"] < 0.9, "loud enough for a room, and never torn"
    assert heard["decibel"] > -26, "a voice in a recording has about -20"
    sheet.get_by_label("a notice, also when Mousehole is closed").check()
    sheet.get_by_label("no", exact=True).check()
    expect(sheet.get_by_label("no", exact=True)).to_be_enabled()
    expect(sheet.get_by_role("alert")).to_have_count(0)
    chosen = page.request.get(f"{address}/api/calling?table={code}").json()
    assert (chosen["on"], chosen["here"], chosen["devices"]) == (True, False, 1)

    page.goto(f"{address}/tables")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/mousehole\.svg$"))
    title, text = "Your turn - Hide and Squeak", "The table waits for you."
    told = {"title": title, "text": text, "path": f"/t/{code}", "table": code}
    shown = {"title": title, "body": text, "tag": code, "path": f"/t/{code}"}
    assert delivered(page, address, told) == [shown]
    (worker,) = context.service_workers
    assert worker.evaluate(CLICK, f"/t/{code}") == f"{address}/t/{code}"
    assert worker.evaluate(MOVE) == "told"
    (kept,) = page.request.get(f"{address}/api/me/everything").json()["calls"]["devices"]
    assert kept["endpoint"] == "https://push.example.org/moved"
    context.close()
