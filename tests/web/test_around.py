"""Around the game: names, clocks, talk, my tables, key moments, tablets; and everything with the keyboard alone."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, ViewportSize, WebSocketRoute, expect
from tests.web.browsing import DOING, PHONE, asked, is_over, open_table, play_one, play_out, shown, version
from tests.web.conftest import Visit

TABLET: ViewportSize = {"width": 768, "height": 1024}
LONG = "Wilhelmina von Habsburgs"
FOCUSED = "() => document.activeElement.tagName"


def call_oneself(page: Page, address: str, name: str) -> None:
    """Choose a nickname."""
    answer = page.request.put(f"{address}/api/me", data={"name": name}, headers={"origin": address})
    assert answer.ok, answer.text()


def meet(host: Page, friend: Page, address: str, setup: str) -> str:
    """Open a table and let a friend sit down by link."""
    code = open_table(host, address, setup)
    friend.goto(f"{address}/t/{code}")
    friend.get_by_role("button", name="Sit here").first.click()
    for page in (host, friend):
        page.wait_for_selector(".table")
    return code


def test_long_names_leave_room_for_whose_turn_it_is(visit: Visit, address: str) -> None:
    """With the longest names, clocks and six seats the panel of seats is no wider, and "to move" is seen whole."""
    host, friend = visit(), visit()
    call_oneself(host, address, LONG)
    call_oneself(friend, address, "Tom & Jo Constantinopoli")
    bots = ",".join(["bot:random"] * 4)
    for setup in (f"game=hide_and_squeak&seats=open,me,{bots}&game_seconds=600", "game=cat_and_mouse&seats=open,me"):
        meet(host, friend, address, setup)
        panel, turn = host.locator(".rail .seats"), host.locator(".rail .seats .turn")
        expect(turn).to_be_visible()
        outer, inner = panel.bounding_box(), turn.bounding_box()
        assert outer is not None
        assert inner is not None
        assert outer["x"] < inner["x"]
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
        assert panel.evaluate("(list) => list.scrollWidth <= list.clientWidth")


def test_clocks_are_large_and_plain(visit: Visit, address: str) -> None:
    """A clock is twenty pixels high at least and as dark as the text, on a desktop and on a phone."""
    host, friend = visit(), visit(PHONE)
    meet(host, friend, address, "game=cat_and_mouse&seats=open,me&move_seconds=120")
    for page in (host, friend):
        clock = page.locator(".clock:visible").first
        expect(clock).to_have_text(re.compile(r"\d:\d\d"))
        size, weight, colour, text = clock.evaluate(
            """(node) => {
              const style = getComputedStyle(node.querySelector('b') ?? node);
              const table = getComputedStyle(node.closest('.table'));
              return [parseFloat(style.fontSize), style.fontWeight, style.color, table.color];
            }"""
        )
        assert size >= 20
        assert weight == "700"
        assert colour == text


def refuse_some(page: WebSocketRoute) -> None:
    """Stand between a page and its table, and refuse what says so, as the table does when somebody talks too fast."""
    table = page.connect_to_server()

    def pass_on(message: str | bytes) -> None:
        if "refuse" in str(message):
            refusal = {"type": "error", "code": "too_fast", "message": "You talk too fast; wait a moment.", "id": None}
            page.send(json.dumps(refusal))
        else:
            table.send(message)

    page.on_message(pass_on)


def test_talk_reaches_a_phone_and_a_refused_message_is_kept(visit: Visit, address: str) -> None:
    """What is said shows as a number beside More; a message the table refuses stays in its field, with the reason."""
    host, friend = visit(), visit(PHONE)
    host.route_web_socket(re.compile("/socket"), refuse_some)
    meet(host, friend, address, "game=cat_and_mouse&seats=open,me")
    host.get_by_role("button", name="Talk").click()
    host.locator(".phrases .btn").first.click()
    more = friend.get_by_role("button", name="More")
    expect(more).to_have_text(re.compile("More1, 1 new message"))
    more.click()
    expect(friend.locator("dialog[open] .talk li")).to_have_count(1)
    friend.keyboard.press("Escape")
    expect(more.locator(".badge")).to_have_count(0)
    host.get_by_label("free text").check()
    field = host.get_by_label("Say something")
    field.fill("refuse this")
    host.get_by_role("button", name="Say", exact=True).click()
    expect(host.locator("dialog[open] .bad")).to_have_text("You talk too fast; wait a moment.")
    expect(field).to_have_value("refuse this")
    field.fill("and hear this")
    host.get_by_role("button", name="Say", exact=True).click()
    expect(host.locator("dialog[open] li", has_text="and hear this")).to_be_visible()
    expect(field).to_have_value("")


def test_a_name_typed_in_the_lobby_is_remembered(visit: Visit, address: str) -> None:
    """Tom & Jo may be called so, and need not say it twice."""
    host, friend = visit(), visit()
    code = open_table(host, address, "game=cloaked_cats&seats=me,open,open")
    friend.goto(f"{address}/t/{code}")
    friend.get_by_label("Your name").fill("Tom & Jo")
    friend.get_by_role("button", name="Sit here").first.click()
    expect(host.get_by_text("Tom & Jo")).to_be_visible()
    friend.goto(f"{address}/tables")
    expect(friend.get_by_label("Your name at tables")).to_have_value("Tom & Jo")


def test_home_says_who_sits_where_and_forgets_on_request(visit: Visit, address: str) -> None:
    """My tables stand on the home page with company and turn; one taken off stays off, and can be put back."""
    host, friend = visit(), visit()
    call_oneself(friend, address, "Ines")
    code = meet(host, friend, address, "game=cat_and_mouse&seats=open,me")
    host.goto(address)
    still = host.get_by_role("region", name="Still on the table")
    expect(still).to_contain_text("with Ines, waiting for Ines")
    friend.goto(address)
    expect(friend.get_by_role("region", name="Still on the table")).to_contain_text("your move")
    host.get_by_role("button", name=re.compile("off the list")).click()
    expect(still).to_have_count(0)
    assert host.evaluate(FOCUSED) != "BODY"
    host.goto(f"{address}/tables")
    expect(host.get_by_role("link", name=code)).to_have_count(0)
    host.get_by_role("button", name="Show 1 hidden").click()
    host.get_by_role("button", name="Put back").click()
    host.goto(address)
    expect(still).to_be_visible()


def test_options_are_called_by_their_names(visit: Visit, address: str) -> None:
    """A set-up page shows what is printed on the box, and says which choice is the default one."""
    page = visit()
    page.goto(f"{address}/set?game=who_done_it")
    expect(page.get_by_label("Setup").locator("option")).to_have_text(
        ["Cat's Crossing", "Mouse's Mirror (default)", "Cheese's Cottage", "Cucumber's Cradle"]
    )


def test_names_with_commas_survive_a_link(visit: Visit, address: str) -> None:
    """A person on this device may be called "Jo, Tom & Co": the set-up's link keeps it."""
    page = visit()
    page.goto(f"{address}/set?game=cat_and_mouse&seats=me,device:Ada")
    page.get_by_label("Name of the person on this device").fill("Jo, Tom & Co: A")
    page.get_by_label("Name of the person on this device").blur()
    expect(page).to_have_url(re.compile("Jo"))
    page.reload()
    expect(page.get_by_label("Name of the person on this device")).to_have_value("Jo, Tom & Co: A")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".curtain, .table")).to_be_visible()


def test_key_moments_say_that_there_are_more(visit: Visit, address: str) -> None:
    """Where not all moments fit beside the table, a button says how many there are and opens them all."""
    page = visit()
    told = [{"move": move, "text": f"Something that one remembers happened in move {move}."} for move in range(1, 9)]
    page.route("**/moments", lambda route: route.fulfill(json=told))
    open_table(page, address, "game=cat_and_mouse&seats=me,bot:random")
    play_out(page)
    page.get_by_role("button", name="All 8 moments").click()
    moments = page.locator("dialog[open] .moments li")
    expect(moments).to_have_count(8)
    expect(moments.first).to_be_visible()
    page.keyboard.press("Escape")
    told[1:] = []
    page.reload()
    expect(page.locator(".rail .moments li")).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile(r"All \d moments"))).to_have_count(0)


def test_a_tablet_shows_the_whole_house(visit: Visit, address: str) -> None:
    """At 768 by 1024 the bottom of the house stays over the prompt, also when a hint makes the prompt taller."""
    page = visit(TABLET)
    open_table(
        page, address, "game=hide_and_squeak&dawn=5&seats=me,bot:random,bot:random,bot:random,bot:random,bot:random"
    )
    for move in range(10):
        if not asked(page):
            break
        if move % 3 == 2:
            page.get_by_role("button", name="Hint", exact=True).click()
            page.locator(".prompt .hint").wait_for()
        page.wait_for_function(
            """() => document.querySelector(".board svg[role=group]").getBoundingClientRect().bottom
              <= document.querySelector(".prompt").getBoundingClientRect().top"""
        )
        play_one(page, move * 5 + 2)


def test_the_focus_is_never_lost(visit: Visit, address: str) -> None:
    """Whatever a button does, the focus is on its thing, on the prompt or on the next page, never on the body."""
    page = visit()
    page.goto(address)
    page.get_by_role("link", name="Set up Cat & The Mouse").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Set the table")).to_be_visible()
    page.wait_for_function("() => document.activeElement !== document.body")
    open_table(page, address, "game=cat_and_mouse&seats=me,bot:random")
    for _ in range(12):
        if not asked(page):
            break
        seen = version(page)
        things = page.locator(DOING)
        things.first.focus()
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement !== document.body")
        confirm = page.locator(".prompt .buttons .btn:text-is('Confirm')")
        if confirm.count():
            confirm.focus()
            page.keyboard.press("Enter")
        shown(page, seen)
        page.wait_for_function("() => document.activeElement !== document.body")
    assert is_over(page) or version(page) > 1


def test_a_maze_is_built_with_the_keyboard_alone(visit: Visit, address: str) -> None:
    """Arrows lead from the belt into the maze and over all its cells, Enter lays a card, R turns it, Enter sends it."""
    page = visit()
    open_table(page, address, "game=who_done_it&seats=me&setup=mouses_mirror")
    asked(page)
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => document.activeElement.dataset.thing !== undefined")
    names = page.locator(".belt .name").all_inner_texts()
    slot = next(i for i, name in enumerate(names) if name not in {"Mouse's Studio", "Great Wheelhouse"})
    page.locator(f"[data-thing='belt:{slot}']").focus()
    page.keyboard.press("Enter")
    cells = page.locator("[data-thing^='cell:'].live")
    reached = set[str]()
    for _ in range(12):
        page.keyboard.press("ArrowLeft")
        at = page.evaluate("() => document.activeElement.dataset.thing ?? document.activeElement.dataset.spot ?? ''")
        if at.startswith("cell:"):
            reached.add(at)
    assert len(reached) >= 3
    for _ in range(40):
        if page.evaluate("() => document.activeElement.matches('[data-thing^=\"cell:\"].live')"):
            break
        page.keyboard.press("Tab")
    expect(cells.first).to_be_attached()
    page.keyboard.press("Enter")
    card = page.locator(".maze .chosen").locator("xpath=preceding-sibling::*[1]")
    expect(page.locator("[data-tool=turn]")).to_be_visible()
    lies = card.get_attribute("style") or ""
    page.keyboard.press("r")
    expect(card).not_to_have_attribute("style", lies)
    seen = version(page)
    page.keyboard.press("Enter")  # the focus is still on the cell: touched again, it is sent
    shown(page, seen)
