"""Puzzles and the deal of the day in a real browser: answered, remembered, by touch and by key, and on a phone."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.web.browsing import PHONE, is_over, play_out
from tests.web.conftest import Visit
from tests.web.test_pages import faults

from mousehole.analysis.puzzles import DEDUCTION, Puzzle, stored
from mousehole.games import IDS, facts

GAME = "hide_and_squeak"


def riddle() -> Puzzle:
    """Choose the puzzle that these tests are about."""
    return next(one for one in stored(GAME, facts(GAME).rules_version) if one.kind == DEDUCTION)


def room(number: int) -> str:
    """Say where a room is on the board."""
    return f"[data-thing='room:{number}']"


def test_a_riddle_is_answered_explained_and_remembered(visit: Visit, address: str) -> None:
    """A wrong answer is told and can be mended, H gives a hint; the right one shows what each fact leaves."""
    page, asked = visit(), riddle()
    page.goto(f"{address}/puzzles/{GAME}/{asked.name}")
    wrong = (asked.best + 1) % 9
    expect(page.get_by_role("button", name="Name it")).to_be_disabled()
    page.locator(room(wrong)).first.press("Enter")
    page.locator("[data-confirm]").click()
    expect(page.get_by_text("Not that")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".words").get_by_text("Look at fact")).to_be_visible()
    expect(page.locator("li.hinted")).to_have_count(1)
    page.locator(room(asked.best)).first.press("Enter")
    page.locator("[data-confirm]").click()
    expect(page.get_by_role("heading", name="Right, with a hint!")).to_be_visible()
    expect(page.get_by_text("Left: ").first).to_be_visible()
    page.goto(f"{address}/puzzles")
    expect(page.locator(f"li[data-game={GAME}]")).to_contain_text("solved, 1 with a hint")


def test_rooms_are_struck_out_in_pencil_and_stay_so(visit: Visit, address: str) -> None:
    """X strikes a room out, on the board and for those who hear it; the marks are there when one comes back."""
    page, asked = visit(), riddle()
    page.goto(f"{address}/puzzles/{GAME}/{asked.name}")
    page.locator(room(0)).first.press("x")
    for _ in range(2):
        assert "struck out" in (page.locator(room(0)).first.get_attribute("aria-label") or "")
        page.reload()
        page.wait_for_selector(room(0))


def test_what_is_shown_counts_as_seen(visit: Visit, address: str) -> None:
    """Whoever asks to be shown is told, and has not solved it; on a phone the facts are a sheet, the days a tab."""
    page, asked = visit(PHONE), riddle()
    page.goto(f"{address}/puzzles/{GAME}/{asked.name}")
    page.get_by_role("button", name="Facts").click()
    expect(page.get_by_role("dialog").get_by_role("list", name="What happened, in order")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_role("link", name="Next puzzle")).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage.getItem('mine')).puzzles[0].result") == "seen"
    page.goto(f"{address}/puzzles")
    page.get_by_role("tab", name="Deals of the day").click()
    expect(page.get_by_role("region", name="Deal of the day").get_by_role("listitem")).to_have_count(len(IDS))
    page.reload()
    expect(page.get_by_role("tab", name="Deals of the day")).to_have_attribute("aria-selected", "true")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_how_hard_is_chosen_by_key_said_by_the_address_and_remembered(visit: Visit, address: str) -> None:
    """Arrows choose a difficulty; the page comes back with it, keeps to it, and offers another when it is done."""
    page = visit(PHONE)
    page.goto(f"{address}/puzzles")
    page.get_by_role("radio", name="any").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="5 very hard")).to_be_checked()
    expect(page).to_have_url(f"{address}/puzzles?grade=5")
    assert faults(page) == []
    page.goto(f"{address}/puzzles")
    expect(page).to_have_url(f"{address}/puzzles?grade=5")
    cat = stored("cat_and_mouse", facts("cat_and_mouse").rules_version)
    (only,) = (one for one in cat if one.grade == 5)
    page.get_by_role("link", name="Begin: puzzles of Cat & The Mouse").click()
    expect(page).to_have_url(f"{address}/puzzles/cat_and_mouse/{only.name}?grade=5")
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_text("Nothing is left of difficulty 5: 0 of 1 are solved")).to_be_visible()
    page.get_by_role("link", name="Difficulty 1", exact=True).click()
    expect(page).to_have_url(f"{address}/puzzles/cat_and_mouse/{cat[0].name}?grade=1")
    page.goto(f"{address}/puzzles")
    expect(page.get_by_role("radio", name="1 very easy")).to_be_checked()


def test_the_deal_of_the_day_is_played_and_kept(visit: Visit, address: str) -> None:
    """It opens as a table; at its end it says that its deal is public, and the day has its result and its text."""
    page = visit()
    page.goto(f"{address}/puzzles")
    page.get_by_role("button", name="Play Cat & The Mouse, the deal of the day").click()
    page.wait_for_selector(".table")
    play_out(page)
    assert is_over(page)
    expect(page.get_by_role("region", name="The deal", exact=True)).to_contain_text("This deal is public")
    page.get_by_role("link", name="Deals of the day").click()
    expect(page.get_by_role("region", name="To share")).to_contain_text("Cat & The Mouse")
    expect(page.get_by_role("link", name="played")).to_be_visible()
    page.goto(f"{address}/mine")
    expect(page.get_by_role("heading", name="Games and wins")).to_be_visible()
