"""What goes wrong is said in sentences, with what to do next: no page ever shows a code."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.web.browsing import ROOT, asked, open_table, play_out
from tests.web.conftest import Visit

from mousehole.server.errors import STATUS

LOBBY = "game=cat_and_mouse&seats=me,open"
A_CODE = re.compile(r"\b[a-z]+_[a-z_]+\b")


def speaks_plainly(page: Page) -> None:
    """The page says something, in words, and leads somewhere."""
    expect(page.get_by_role("link", name="Home", exact=True)).to_be_visible()
    text = page.locator("main").inner_text()
    assert not A_CODE.search(text), text
    assert page.locator("main p").first.inner_text().endswith(".")


def test_every_code_of_the_server_has_words() -> None:
    """A new kind of error cannot come without the sentence that people read."""
    known = (ROOT / "web" / "src" / "frame" / "problems.ts").read_text(encoding="utf-8")
    missing = [code for code in STATUS if f"\n  {code}: [" not in known]
    assert not missing


@pytest.mark.parametrize("path", ["/learn/nope", "/rules/nope", "/t/nope/replay", "/t/nope", "/t/%E0%A4%A", "/t/a/b/c"])
def test_an_address_that_leads_nowhere(visit: Visit, address: str, path: str) -> None:
    """A lesson, rules, a replay or table that does not exist, an address that is no text: a sentence, a way on."""
    page = visit()
    page.goto(address + path)
    speaks_plainly(page)


def test_an_impossible_replay_shows_what_there_is(visit: Visit, address: str) -> None:
    """A link to a move and a seat that the game never had opens the end, seen by nobody, instead of an error."""
    page = visit()
    code = open_table(page, address, "game=cat_and_mouse&seats=me,bot:random")
    play_out(page)
    page.goto(f"{address}/t/{code}/replay?move=9999&seat=7")
    expect(page.locator(".slider select")).to_have_value("")
    expect(page.locator(".slider .numbers")).to_have_text(re.compile(r"^(\d+) of \1$"))


def test_a_replay_of_a_game_that_goes_on_leads_to_the_table(visit: Visit, address: str) -> None:
    """Secrets stay secret: somebody who opens the replay too early is at the table."""
    page = visit()
    code = open_table(page, address, "game=cat_and_mouse&seats=me,bot:random")
    asked(page)
    page.goto(f"{address}/t/{code}/replay?move=2")
    expect(page.locator(".table[data-state=playing]")).to_be_visible()


def test_one_can_stand_up_and_sit_down_again(visit: Visit, address: str) -> None:
    """Whoever stands up in the lobby looks on from there, in every window, and may take a seat again."""
    page = visit()
    code = open_table(page, address, LOBBY)
    window = page.context.new_page()
    window.goto(f"{address}/t/{code}")
    for one in (page, window):
        expect(one.get_by_role("button", name="Sit here")).to_have_count(1)
    page.get_by_role("button", name="Stand up").click()
    for one in (page, window):
        expect(one.get_by_role("button", name="Sit here")).to_have_count(2)
        expect(one.get_by_role("alert")).to_have_count(0)
    window.reload()
    window.get_by_role("button", name="Sit here").last.click()
    for one in (page, window):
        expect(one.get_by_role("button", name="Stand up")).to_have_count(1)


def test_a_refusal_in_the_lobby_is_a_sentence(visit: Visit, address: str) -> None:
    """A seat that is gone when one wants it is said in words, and the lobby stays."""
    host, friend = visit(), visit()
    code = open_table(host, address, "game=cloaked_cats&seats=me,open,open")
    friend.goto(f"{address}/t/{code}")
    friend.route(
        "**/take", lambda route: route.fulfill(status=409, json={"code": "seat_taken", "message": "seat_taken"})
    )
    friend.get_by_role("button", name="Sit here").first.click()
    expect(friend.get_by_role("alert")).to_have_text(
        "Somebody was faster. That seat has just been taken. Choose another one, or watch."
    )
