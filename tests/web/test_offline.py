"""The page as plain files in a sub-folder, with no server behind it: kept on the device, played out, checked natively.

The games for browsers are built apart from the page; where that has not been done there is nothing to test.
"""

from __future__ import annotations

import functools
import gzip
import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.web.browsing import KNOWS_ALL, PATIENCE, PHONE, asked, play_one, play_out, touch, version

from mousehole.analysis.puzzles import DEDUCTION, stored
from mousehole.bots.players import player
from mousehole.cli.exporting import export
from mousehole.cli.records import verify
from mousehole.engine.deals import digest, seat_of_day, thought_of_day
from mousehole.engine.match import Match
from mousehole.engine.notation import parse_draft, read_match
from mousehole.games import load
from mousehole.server.startup import static

pytestmark = pytest.mark.skipif(static.MODULES not in static.files(), reason="the games for browsers are not built")

MOST_BYTES = 500_000
"""What a phone may have to fetch before the first game, page and all."""


class Quiet(SimpleHTTPRequestHandler):
    """A plain web host that does not talk."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # as it is called there
        """Say nothing."""


@dataclass
class Host:
    """A plain web host that can be switched off."""

    folder: Path
    server: ThreadingHTTPServer

    @property
    def address(self) -> str:
        """The page's address, two folders deep."""
        return f"http://127.0.0.1:{self.server.server_address[1]}/some/where/"

    def stop(self) -> None:
        """Switch it off."""
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Export the page, once."""
    folder = tmp_path_factory.mktemp("site")
    export(folder / "some" / "where")
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    """Put the page on a host."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    found = Host(site, server)
    yield found
    found.stop()


@pytest.fixture
def device(browser: Browser) -> Iterator[BrowserContext]:
    """Take a phone into the hand; whatever breaks on its pages fails the test."""
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(KNOWS_ALL)
    problems: list[str] = []
    context.on("page", lambda page: page.on("pageerror", lambda error: problems.append(str(error))))
    yield context
    context.close()
    assert not problems, problems


def keep(page: Page) -> None:
    """Wait until the page is on the device: its service worker has everything, and answers for it."""
    page.evaluate("navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller || new Promise("
                  "(done) => navigator.serviceWorker.addEventListener('controllerchange', () => done(true))))"
                  ".then(() => true)")  # fmt: skip


def lay(page: Page, address: str, setup: str) -> str:
    """Set a table on this device as a person does; return its code."""
    page.goto(f"{address}#/set?{setup}&forced=off")
    page.get_by_role("button", name="Open the table").tap()
    page.wait_for_selector("[data-state]")
    code: str = page.evaluate("location.hash").rpartition("/")[2]
    assert code.startswith("~")
    return code


READ = """(store) => new Promise((done, failed) => {
  const opening = indexedDB.open("mousehole");
  opening.onerror = () => failed(opening.error);
  opening.onsuccess = () => {
    const asked = opening.result.transaction(store).objectStore(store).getAll();
    asked.onsuccess = () => { opening.result.close(); done(asked.result); };
  };
})"""


def kept(page: Page, store: str = "tables") -> list[dict[str, Any]]:
    """Read what the device keeps."""
    found: list[dict[str, Any]] = page.evaluate(READ, store)
    return found


def bots_agree(match: Match, levels: dict[int, str], salt: str) -> int:
    """Let the same bots think about the same views here; return how many moves were compared, all of them equal."""
    players = {seat: player(match.game, level) for seat, level in levels.items()}
    options = match.game.facts.options_by_name(match.options)
    again = Match.start(match.game, seats=match.seats, options=options, seed=match.seed)
    compared = 0
    for number, (seat, action) in enumerate(match.moves):
        if seat in players:
            seed = int(digest("bot", salt, str(number), str(seat))[:15], 16)
            assert players[seat](again.view(seat), seat, seed).action == action, f"move {number}"
            compared += 1
        again.step(seat, action)
    return compared


def test_a_game_is_played_offline_and_checked_natively(host: Host, device: BrowserContext, tmp_path: Path) -> None:
    """From the first visit on no host is needed: load again, play by touch, close in the middle, play on to the end."""
    page = device.new_page()
    page.goto(host.address)
    keep(page)
    host.stop()
    page.reload()
    expect(page.get_by_role("heading", name="Mousehole")).to_be_visible()
    code = lay(page, host.address, "game=cat_and_mouse&seats=me,bot:tiger&pace=0")
    for move in range(2):
        assert asked(page)
        play_one(page, 1 + move)
    assert asked(page)
    before = version(page)
    page.close()

    page = device.new_page()
    page.goto(host.address)
    page.locator(".still a").first.tap()
    page.wait_for_selector("[data-state]")
    assert asked(page)
    assert version(page) == before
    play_out(page)
    (found,) = (one for one in kept(page) if one["code"] == code)
    record = tmp_path / "game.mousehole"
    record.write_text(found["record"], encoding="utf-8")
    assert verify(str(record)) == 0
    match = read_match(found["record"], load)
    assert bots_agree(match, {1: "tiger"}, parse_draft(found["record"]).headers["Salt"]) > 0


def test_a_second_tab_plays_through_the_first_and_takes_over_from_it(host: Host, device: BrowserContext) -> None:
    """One tab drives a table and others show the same; when it is closed, the next one goes on, and nothing is lost."""
    first = device.new_page()
    first.goto(host.address)
    code = lay(first, host.address, "game=cat_and_mouse&seats=me,bot:kitten&pace=0&hints=off")
    assert asked(first)
    second = device.new_page()
    second.goto(f"{host.address}#/t/{code}")
    second.wait_for_selector("[data-state]")
    assert asked(second)
    assert version(second) == version(first)
    play_one(second)
    assert asked(second)  # nothing happens any more until somebody moves
    before = version(second)
    expect(first.locator(f'.table[data-version="{before}"]')).to_be_visible(timeout=PATIENCE)
    first.close()
    assert asked(second)
    play_one(second, 3)
    versions = [event["version"] for event in kept(second, "events")]
    assert versions == list(range(1, len(versions) + 1))
    assert len(versions) > before


CHANGE = """([store, key, changed]) => new Promise((done) => {
  const opening = indexedDB.open("mousehole");
  opening.onsuccess = () => {
    const work = opening.result.transaction(store, "readwrite");
    const asked = work.objectStore(store).get(key);
    asked.onsuccess = () => work.objectStore(store).put({ ...asked.result, ...changed });
    work.oncomplete = () => { opening.result.close(); done(true); };
  };
})"""


def test_a_damaged_table_and_one_of_other_rules_say_so_and_can_be_saved(host: Host, device: BrowserContext) -> None:
    """A table that cannot be read gets a sentence, its remains can be saved, and the others go on."""
    page = device.new_page()
    page.goto(host.address)
    codes = [lay(page, host.address, "game=cat_and_mouse&seats=me,bot:kitten&pace=60") for _ in range(3)]
    page.goto(f"{host.address}#/tables")
    expect(page.get_by_role("button", name="Save a copy")).to_have_count(3)
    rows = {table["code"]: table["row"] for table in kept(page)}
    page.evaluate(CHANGE, ["events", [codes[0], 1], {"data": {"seats": "gone"}}])
    page.evaluate(CHANGE, ["tables", codes[1], {"row": {**rows[codes[1]], "rules_version": 99}}])
    for code, words in zip(codes, ("cannot be read", "older rules", None), strict=True):
        page.goto(f"{host.address}#/t/{code}")
        page.reload()
        if words is None:
            page.wait_for_selector("[data-state]")
        else:
            expect(page.locator("main.lost")).to_contain_text(words)
    page.goto(f"{host.address}#/tables")
    with page.expect_download() as saved:
        page.get_by_role("listitem").filter(has=page.locator(f'a[href$="{codes[0]}"]')).get_by_text("Save a copy").tap()
    assert codes[0] in Path(saved.value.path()).read_text(encoding="utf-8")


def test_rules_lessons_hints_and_replays_need_no_server(host: Host, device: BrowserContext) -> None:
    """Everything around a game is there, too: rules, the guided game, a hint, the replay; a server's table is not."""
    page = device.new_page()
    page.goto(f"{host.address}#/rules/cat_and_mouse")
    expect(page.locator(".paper h1, .paper h2").first).to_be_visible()
    page.goto(f"{host.address}#/learn/cat_and_mouse")
    page.wait_for_selector(".note .say")
    page.goto(f"{host.address}#/t/k3m9x2a")
    expect(page.get_by_role("heading", name="This needs a server")).to_be_visible()
    page.get_by_role("link", name="Home").tap()
    expect(page.get_by_role("button", name="Play now: Cat & The Mouse")).to_be_visible()
    expect(page.get_by_text("Got a code?")).to_have_count(0)
    lay(page, host.address, "game=cat_and_mouse&seats=me,bot:kitten&pace=0")
    assert asked(page)
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".hinted").first).to_be_visible()
    play_out(page)
    page.get_by_role("link", name="Replay").tap()
    page.get_by_role("button", name="One move on").tap()
    expect(page.get_by_text("1 of ")).to_be_visible()


def test_the_tiger_gives_hints_while_the_lions_table_is_broken(host: Host, browser: Browser) -> None:
    """A file that was cut short is not played by: a hint says whose it is, and with the whole file it is the lion's."""
    context = browser.new_context(viewport=PHONE, has_touch=True, service_workers="block")  # it would keep the whole
    context.set_default_timeout(PATIENCE)
    context.add_init_script(KNOWS_ALL)
    page = context.new_page()
    (file,) = host.folder.rglob("cat_and_mouse.*.table")
    whole = file.read_bytes()
    try:
        file.write_bytes(whole[:-1])
        lay(page, host.address, "game=cat_and_mouse&seats=me,bot:kitten&pace=0")
        assert asked(page)
        page.get_by_role("button", name="Hint").tap()
        expect(page.locator(".hint")).to_contain_text("Tiger:")
    finally:
        file.write_bytes(whole)
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".hint")).to_contain_text("Lion:")
    context.close()


@pytest.mark.parametrize("game_id", ["cloaked_cats", "mice_heist"])
def test_everything_for_a_game_fits_into_half_a_megabyte(host: Host, browser: Browser, game_id: str) -> None:
    """From an empty cache to the answer of bots, home page and all, the largest games fetch at most 500 KB by gzip."""
    context = browser.new_context(viewport=PHONE, has_touch=True, service_workers="block")  # it would fetch all games
    context.set_default_timeout(PATIENCE)
    context.add_init_script(KNOWS_ALL)
    names = set[str]()
    context.on("request", lambda wish: names.add(wish.url.removeprefix(host.address).partition("?")[0]))
    page = context.new_page()
    page.goto(host.address)
    page.locator(f'[data-game="{game_id}"] .btn').first.tap()
    asked(page)
    play_one(page)
    asked(page)
    context.close()
    folder = host.folder / "some" / "where"
    sizes = {name: len(gzip.compress((folder / (name or "index.html")).read_bytes(), 9)) for name in names}
    assert any(name.startswith(f"local/{game_id}.") for name in sizes), sizes
    assert any(name.startswith("local/micropython.") for name in sizes), sizes
    assert sum(sizes.values()) <= MOST_BYTES, sorted(sizes.items(), key=lambda one: -one[1])


def test_the_site_is_whole_and_names_no_absolute_address(site: Path) -> None:
    """Every file that the service worker lists is there, and nothing points at a host's root."""
    folder = site / "some" / "where"
    listing = (folder / static.LISTING).read_text(encoding="utf-8")
    names = json.loads(listing[listing.index("[") : listing.rindex("]") + 1])
    assert all((folder / (name or static.INDEX)).is_file() for name in names)
    index = (folder / static.INDEX).read_text(encoding="utf-8")
    assert not re.search(r'(src|href)="/', index)
    assert 'data-home="./"' in index
    manifest = json.loads((folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert all((folder / icon["src"]).is_file() for icon in manifest["icons"])
    assert (manifest["start_url"], manifest["scope"]) == ("./", "./")
    for style in (folder / "assets").glob("*.css"):
        assert "url(/" not in style.read_text(encoding="utf-8"), style.name


def test_a_new_version_waits_until_somebody_takes_it(site: Path, host: Host, device: BrowserContext) -> None:
    """A newer build comes in beside the old one; a line offers it, and the game is where it was after the change."""
    page = device.new_page()
    page.goto(host.address)
    keep(page)
    code = lay(page, host.address, "game=cat_and_mouse&seats=me,bot:kitten&pace=0")
    assert asked(page)
    before = version(page)
    folder = site / "some" / "where"
    changed = {name: (folder / name).read_text(encoding="utf-8") for name in (static.INDEX, static.LISTING)}
    try:
        newer = changed[static.INDEX].replace("<title>", '<meta name="build" content="newer" /><title>')
        own = [path.name for path in (folder / "assets").glob("*.js") if "serviceWorker" in path.read_text("utf-8")]
        listing = changed[static.LISTING].replace('self.BUILD = "', 'self.BUILD = "newer')
        for name in own:  # the part of the page that asks has another name in another build
            listing = listing.replace(f'"assets/{name}", ', "")
        (folder / static.INDEX).write_text(newer, encoding="utf-8")
        (folder / static.LISTING).write_text(listing, encoding="utf-8")
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => true)")
        page.get_by_role("button", name="Use it now").tap()
        expect(page.locator('meta[name="build"]')).to_be_attached()
        page.wait_for_selector("[data-state]")
        assert page.url.endswith(code)
        assert version(page) == before
    finally:
        for name, text in changed.items():
            (folder / name).write_text(text, encoding="utf-8")


def test_a_table_of_this_device_goes_on_at_the_server(address: str, visit: Any) -> None:
    """At a server's page a table can be laid on this device; handed over, it goes on there from the same move."""
    page = visit()
    page.goto(f"{address}/set?game=cat_and_mouse&seats=me,bot:kitten&pace=0&forced=off")
    page.get_by_label("On this device").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("[data-state]")
    assert "/t/~" in page.url
    assert asked(page)
    play_one(page)
    assert asked(page)
    prompt = page.locator(".prompt p").first.inner_text()
    page.get_by_role("button", name="Invite").click()
    page.get_by_role("button", name="Continue on the server").click()
    page.wait_for_url(re.compile(r"/t/[^~]+$"))
    page.wait_for_selector("[data-state]")
    assert asked(page)
    assert page.locator(".prompt p").first.inner_text() == prompt
    expect(page.get_by_text("a device dealt it").first).to_be_attached()


AT_ONCE = """const later = setTimeout;
window.setTimeout = (work, ms, ...more) => later(work, ms === 1000 ? 0 : ms, ...more);"""
"""Bots answer at once: the pace of a day's table cannot be set."""
STUDIED = """() => new Promise((done) => {
  const opening = indexedDB.open("mousehole studies");
  opening.onsuccess = () => {
    const asked = opening.result.transaction("analyses").objectStore("analyses").getAll();
    asked.onsuccess = () => { opening.result.close(); done(asked.result); };
  };
})"""


def test_puzzles_days_and_analyses_need_no_server(host: Host, device: BrowserContext, tmp_path: Path) -> None:
    """Offline a riddle is answered and explained, the day's deal is played, verified and analysed, and gone on from."""
    device.add_init_script(AT_ONCE)
    page = device.new_page()
    page.goto(host.address)
    keep(page)
    host.stop()
    page.goto(f"{host.address}#/puzzles")
    expect(page.locator("li[data-game=hide_and_squeak]")).to_contain_text("0 of ")
    page.locator("label", has_text="very hard").tap()
    expect(page).to_have_url(f"{host.address}#/puzzles?grade=5")
    page.get_by_role("link", name="Begin: puzzles of Who Done It?").tap()
    expect(page.get_by_text("difficulty 5 of 5")).to_be_visible()
    puzzles = stored("hide_and_squeak", load("hide_and_squeak").facts.rules_version)
    asked_for = next(one for one in puzzles if one.kind == DEDUCTION)
    page.goto(f"{host.address}#/puzzles/hide_and_squeak/{asked_for.name}")
    for room, said in (((asked_for.best + 1) % 9, "Not that"), (asked_for.best, "Right!")):
        touch(page.locator(f"[data-thing='room:{room}']").first)
        page.locator("[data-confirm]").tap()
        expect(page.get_by_text(said).first).to_be_visible()

    page.goto(f"{host.address}#/puzzles")
    page.get_by_role("tab", name="Deals of the day").tap()
    page.get_by_role("button", name="Play Cat & The Mouse, the deal of the day").tap()
    page.wait_for_selector(".table")
    code = page.evaluate("location.hash").rpartition("/")[2]
    play_out(page)
    (found,) = (one for one in kept(page) if one["code"] == code)
    record = tmp_path / "day.mousehole"
    record.write_text(found["record"], encoding="utf-8")
    assert verify(str(record)) == 0
    match = read_match(found["record"], load)
    assert days_bots_agree(match) > 0
    assert page.evaluate("JSON.parse(localStorage.getItem('mine')).days[0].code") == code

    page.get_by_role("link", name=re.compile("See the analysis|Watch it grow")).first.tap()
    page.locator(".after[data-state=done]").wait_for()
    (made,) = page.evaluate(STUDIED)
    assert (made["done"], len(made["graph"])) == (len(match.moves), len(match.moves) + 1)
    ended = match.outcome()
    assert ended
    page.goto(f"{host.address}#/tables")
    expect(page.get_by_role("listitem").filter(has_text="on this device")).to_contain_text(ended.sentence)
    expect(page.get_by_role("link", name="Analysis of Cat & The Mouse")).to_be_visible()
    page.goto(f"{host.address}#/t/{code}/analysis?move=2&seat=0")
    page.reload()
    page.locator(".after[data-state=done][data-move='2']").wait_for()
    page.get_by_role("button", name="Try again").tap()
    page.get_by_role("button", name="Deal the rest anew").tap()
    page.locator(".table[data-game=cat_and_mouse]").wait_for()
    assert code not in page.url


def days_bots_agree(match: Match) -> int:
    """Let the bots of a day's deal think again here; return how many moves were compared, all of them equal."""
    bot = player(match.game, "alley_cat")
    mine = seat_of_day(match.seed, match.seats)
    again = Match.start(match.game, seats=match.seats, seed=match.seed)
    compared = 0
    for number, (seat, action) in enumerate(match.moves):
        if seat != mine:
            assert bot(again.view(seat), seat, thought_of_day(match.seed, number, seat)).action == action
            compared += 1
        again.step(seat, action)
    return compared
