"""The lab in a real browser: a run is started, watched, stopped, compared, shared by its address, a game replayed."""

from __future__ import annotations

import gzip
import re
import time

from playwright.sync_api import Page, Response, Route, expect
from tests.web.browsing import DESKTOP, PATIENCE, PHONE
from tests.web.conftest import Visit
from tests.web.test_pages import faults

from mousehole.games import IDS, facts

QUICK = "game=cat_and_mouse&seats=2&players=greedy&games=60&seed="
"""Each test runs deals of its own: what was played is shown at once to whoever opens it again."""
LONG = "game=cat_and_mouse&players=tiger&games=5000&seed=1"
LARGEST = 150 * 1024
"""So many bytes of script, compressed, may the lab load, all in all."""


def open_lab(page: Page, address: str, setup: str) -> None:
    """Open a set-up, and wait until it is checked."""
    page.goto(f"{address}/lab/run?{setup}")
    expect(page.get_by_role("region", name="Set-up")).to_be_visible()


def run(page: Page) -> None:
    """Press Run, and wait for the first figures."""
    page.get_by_role("button", name=re.compile("^Run [0-9,]+ games")).click()
    expect(page.get_by_role("heading", name="Who wins")).to_be_visible()


def fits(page: Page) -> bool:
    """Tell whether nothing of the page lies beside the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_the_front_answers_five_times_and_leads_on(visit: Visit, address: str) -> None:
    """Every game has a dial that says its share and interval; the same numbers are a table; a dial opens its run."""
    page = visit()
    page.goto(f"{address}/lab")
    for game_id in IDS:
        title = facts(game_id).title
        expect(page.get_by_role("img", name=re.compile(f"{re.escape(title)}.*95% interval"))).to_be_visible()
    page.get_by_role("button", name="As a table").click()
    expect(page.get_by_role("table")).to_contain_text("benchmarks.front")
    page.get_by_role("button", name="As a table").click()
    assert not faults(page)
    page.get_by_role("link", name=f"Look closer at {facts('cat_and_mouse').title}").click()
    expect(page).to_have_url(re.compile(r"/lab/run\?game=cat_and_mouse"))
    expect(page.get_by_role("region", name="Set-up")).to_be_visible()


def test_a_run_is_started_watched_and_shared(visit: Visit, address: str) -> None:
    """A run fills the page with figures; whoever opens its address later finds the same ones, and its files."""
    page = visit()
    open_lab(page, address, QUICK + "11")
    run(page)
    expect(page.get_by_text("All 60 games are played.").first).to_be_visible()
    for name in ("How long", "How it ends", "Show me one of these"):
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    shares = page.get_by_role("region", name="Numbers: Who wins").get_by_role("cell").all_inner_texts()
    assert not faults(page)
    again = visit()
    again.goto(page.url)
    expect(again.get_by_text("All 60 games are played.").first).to_be_visible()
    assert again.get_by_role("region", name="Numbers: Who wins").get_by_role("cell").all_inner_texts() == shares
    with again.expect_download() as csv:
        again.get_by_role("link", name="CSV").click()
    assert len(csv.value.path().read_text(encoding="utf-8").splitlines()) == 61
    with again.expect_download() as kept:
        again.get_by_role("link", name="JSON").click()
    assert '"played": 60' in kept.value.path().read_text(encoding="utf-8")


def test_other_deals_are_other_ones(visit: Visit, address: str) -> None:
    """Run other deals goes on behind all deals of the run: none is played again."""
    page = visit()
    open_lab(page, address, QUICK + "31")
    run(page)
    page.get_by_role("button", name="Run other deals").click()
    expect(page).to_have_url(re.compile("seed=91"))
    expect(page.get_by_text("All 60 games are played.").first).to_be_visible()


def test_a_run_is_stopped(visit: Visit, address: str) -> None:
    """A run that is stopped keeps what was played, and says how much that is."""
    page = visit()
    open_lab(page, address, LONG)
    run(page)
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Stop here").click()
    expect(page.get_by_text(re.compile(r"Stopped after [0-9,]+ games\.")).first).to_be_visible()
    expect(page.get_by_role("heading", name="Who wins")).to_be_visible()


def test_a_set_up_is_changed_and_compared(visit: Visit, address: str) -> None:
    """The address follows what is chosen; a second set-up is played on the same deals, with a verdict."""
    page = visit()
    open_lab(page, address, QUICK + "12")
    page.get_by_label("Games").select_option("50")
    expect(page).to_have_url(re.compile("games=50"))
    page.get_by_role("button", name="Compare with another set-up").click()
    page.get_by_label("Subtle movement").select_option("on")
    expect(page).to_have_url(re.compile("b.subtle_movement=on"))
    run(page)
    expect(page.get_by_role("heading", name="What it changes")).to_be_visible()
    expect(page.get_by_text("All 100 games are played.").first).to_be_visible()
    expect(page.get_by_text("50 pairs on the same deals")).to_be_visible()
    assert not faults(page)
    page.get_by_role("button", name="Remove the second set-up").click()
    expect(page).not_to_have_url(re.compile("subtle_movement"))


def hold(page: Page, address: str) -> list[Route]:
    """Hold up what a page asks for at some addresses: a list that grows with each question."""
    held: list[Route] = []
    page.route(re.compile(address), lambda route: held.append(route))  # noqa: PLW0108  # it is given names
    return held


def wait_held(page: Page, held: list[Route], count: int) -> None:
    """Wait until so many questions are held up."""
    until = time.monotonic() + PATIENCE / 1000
    while len(held) < count and time.monotonic() < until:
        page.wait_for_timeout(20)
    assert len(held) == count


def let_go(held: list[Route]) -> None:
    """Let what is held up be answered, the oldest first."""
    for route in held:
        route.continue_()
    held.clear()


def test_nothing_chosen_in_haste_is_lost(visit: Visit, address: str) -> None:
    """What is chosen while the choice before is still being checked keeps both, and what is to be run waits for it."""
    page = visit()
    open_lab(page, address, QUICK + "21")
    held = hold(page, "/api/lab/setup")
    page.get_by_label("Games").select_option("50")
    page.get_by_label("Seed").fill("22")
    page.get_by_label("Seed").blur()
    page.get_by_role("button", name=re.compile("^Run ")).click()
    wait_held(page, held, 2)
    let_go(held)
    expect(page.get_by_text("All 50 games are played.").first).to_be_visible()
    expect(page.get_by_text(re.compile("seed 22$"))).to_be_visible()
    page.get_by_role("combobox", name="Games", exact=True).select_option("200")
    page.get_by_role("button", name="Run other deals").click()
    wait_held(page, held, 2)
    let_go(held)
    expect(page.get_by_text("All 200 games are played.").first).to_be_visible()
    expect(page.get_by_text(re.compile("seed 72$"))).to_be_visible()


def test_nothing_chosen_while_a_face_is_fetched_is_lost(visit: Visit, address: str) -> None:
    """Another game's faces are fetched after its set-up was checked: what is chosen by then is what is run."""
    page = visit()
    open_lab(page, address, QUICK + "23")
    faces = hold(page, r"/assets/Face-.*\.js")
    page.get_by_role("combobox", name="Game", exact=True).select_option("cloaked_cats")
    wait_held(page, faces, 1)
    with page.expect_response(re.compile("/api/lab/setup")):
        page.get_by_label("Seed").fill("24")
        page.get_by_label("Seed").blur()
    page.get_by_role("button", name=re.compile("^Run ")).click()
    let_go(faces)
    expect(page.get_by_text("All 60 games are played.").first).to_be_visible()
    expect(page.get_by_text(re.compile("^Cloaked Cats, seed 24$"))).to_be_visible()


def test_a_run_that_cannot_be_stopped_says_why(visit: Visit, address: str) -> None:
    """What the server says to Stop stays on the page while the run goes on."""
    page = visit()
    open_lab(page, address, LONG.replace("seed=1", "seed=2"))
    refusal = {"code": "not_your_seat", "message": "Somebody else has started this run."}
    page.route(
        re.compile("/api/lab/runs/"),
        lambda route: route.fulfill(status=403, json=refusal) if route.request.method == "DELETE" else route.fallback(),
    )
    run(page)
    page.get_by_role("button", name="Stop here").click()
    expect(page.get_by_role("alert")).to_have_text(refusal["message"])
    for _ in range(2):  # the second look is that of a page which has taken in what the first one found
        with page.expect_response(lambda answer: "/api/lab/runs/" in answer.url and answer.request.method == "GET"):
            pass
    expect(page.get_by_role("alert")).to_have_text(refusal["message"])
    page.unroute_all()
    page.get_by_role("button", name="Stop here").click()
    expect(page.get_by_text(re.compile(r"Stopped after [0-9,]+ games\.")).first).to_be_visible()


def test_house_rules_are_folded_and_marked(visit: Visit, address: str) -> None:
    """House rules wait in a fold, each with what is printed; one that differs is marked, and in the address."""
    page = visit()
    open_lab(page, address, QUICK + "20")
    page.get_by_role("button", name="Change the set-up").click()
    expect(page.get_by_label("Clues")).to_be_hidden()
    page.get_by_text("House rules", exact=True).click()
    page.get_by_label("Clues").fill("2")
    page.get_by_label("Clues").blur()
    expect(page).to_have_url(re.compile("clues=2"))
    expect(page.get_by_role("list", name="Options of this set-up")).to_contain_text("clues 2house rule")
    run(page)
    expect(page.get_by_text("All 60 games are played.").first).to_be_visible()
    assert not faults(page)


def test_a_game_behind_a_bar_is_replayed(visit: Visit, address: str) -> None:
    """By keys alone: a bar opens the games behind it, one is watched move by move, and leads back to the run."""
    page = visit()
    open_lab(page, address, QUICK + "13")
    run(page)
    expect(page.get_by_text("All 60 games are played.").first).to_be_visible()
    bars = page.get_by_role("button", name=re.compile("^the (Inspector|Mouse): .*show games"))
    bars.first.focus()
    page.keyboard.press("ArrowDown")
    expect(bars.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Show me one of these")
    expect(sheet).to_be_visible()
    link = sheet.get_by_role("link").first
    link.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/lab/game\?.*number=\d+"))
    expect(page.locator(".table")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(re.compile(r"^1 of \d+$"))).to_be_visible()
    page.get_by_role("link", name="To the run").click()
    expect(page.get_by_text("All 60 games are played.").first).to_be_visible()


def test_numbers_are_behind_every_picture(visit: Visit, address: str) -> None:
    """A picture turns into its table, and back."""
    page = visit()
    open_lab(page, address, QUICK + "14")
    run(page)
    toggle = page.get_by_role("button", name="Numbers of: How it ends")
    toggle.click()
    expect(page.get_by_role("region", name="Numbers: How it ends").get_by_role("table")).to_be_visible()
    toggle.click()
    expect(page.get_by_role("group", name=re.compile("^How games end"))).to_be_visible()


def test_play_this_yourself(visit: Visit, address: str) -> None:
    """A set-up opens as a table to be set, with the same options and bots, and a seat for the visitor."""
    page = visit()
    open_lab(page, address, "game=hide_and_squeak&seats=4&dawn=12&players=kitten,tiger")
    page.get_by_role("link", name="Play this yourself").click()
    expect(page).to_have_url(re.compile(r"/set\?game=hide_and_squeak&dawn=12&seats=bot:kitten,me,bot:tiger,bot:tiger"))
    expect(page.get_by_label("Dawn")).to_have_value("12")


def test_what_cannot_be_run_is_said(visit: Visit, address: str) -> None:
    """A set-up that makes no sense, and one that is too large, get a sentence; the page stays as it was."""
    page = visit()
    page.goto(f"{address}/lab/run?game=cat_and_mouse&tricks=9")
    expect(page.get_by_role("alert")).to_contain_text("tricks")
    page.goto(f"{address}/lab/run?game=cat_and_mouse&games=999999")
    expect(page.get_by_role("alert")).to_contain_text("at most 10,000 games")


def test_the_lab_on_a_phone(visit: Visit, address: str) -> None:
    """On a phone everything is one column, nothing lies beside the window, and Stop is in the thumb's reach."""
    page = visit(PHONE)
    page.goto(f"{address}/lab")
    expect(page.get_by_role("heading", name="Run your own")).to_be_visible()
    assert fits(page)
    page.goto(f"{address}/lab/studies")
    expect(page.get_by_role("heading", name="Cloaked Cats: the starting player")).to_be_visible()
    assert fits(page)
    open_lab(page, address, LONG + "&tricks=0")
    run(page)
    box = page.get_by_role("button", name="Stop here").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] > PHONE["height"] - 70
    assert fits(page)
    assert not faults(page)
    page.get_by_role("button", name="Stop here").click()
    expect(page.get_by_text(re.compile("Stopped after")).first).to_be_visible()


def test_the_lab_in_the_dark_and_in_large_letters(visit: Visit, address: str) -> None:
    """With the lamp off nothing is too faint to read, and letters of twice the size fit."""
    page = visit()
    page.emulate_media(color_scheme="dark")
    open_lab(page, address, QUICK + "15")
    run(page)
    assert not faults(page)
    page.add_style_tag(content="html { font-size: 200% }")
    assert fits(page)
    page.goto(f"{address}/lab")
    expect(page.get_by_role("heading", name="Run your own")).to_be_visible()
    assert not faults(page)


def test_the_script_of_the_lab_is_small_and_its_own(visit: Visit, address: str) -> None:
    """Tables load nothing of the lab; all the script that the lab loads is small when compressed."""
    page = visit(DESKTOP)
    scripts: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if answer.url.endswith(".js"):
            scripts[answer.url.rpartition("/")[2]] = len(gzip.compress(answer.body()))

    page.on("response", weigh)
    page.goto(f"{address}/set?game=cat_and_mouse")
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".table")).to_be_visible()
    at_tables = set(scripts)
    scripts.clear()
    other = visit(DESKTOP)
    other.on("response", weigh)
    other.goto(f"{address}/lab")
    expect(other.get_by_role("heading", name="Run your own")).to_be_visible()
    open_lab(other, address, QUICK + "16")
    run(other)
    expect(other.get_by_text("All 60 games are played.").first).to_be_visible()
    own = {name for name in set(scripts) - at_tables if name.startswith(("RunPage", "Front", "layout", "Picture"))}
    assert len(own) >= 3
    assert sum(scripts.values()) < LARGEST
