"""House rules in a real browser: behind their fold where a table is set, and said wherever the game is shown."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.web.browsing import PHONE
from tests.web.conftest import Visit

SETUP = "/set?game=hide_and_squeak&seats=me,bot:random,bot:random,bot:random"


def test_house_rules_are_chosen_and_said(visit: Visit, address: str) -> None:
    """By keyboard: the fold opens, a rule is changed, the address has it; the table, its rules and my list say so."""
    page = visit()
    page.goto(address + SETUP)
    fold = page.locator("summary", has_text="House rules")
    captures = page.get_by_label("Captures")
    expect(captures).to_be_hidden()
    fold.focus()
    page.keyboard.press("Enter")
    expect(captures).to_be_visible()
    captures.select_option("1")
    expect(fold).to_have_text("House rules: 1 changed")
    assert "captures=1" in page.url
    expect(captures).to_have_value("1")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="House rules").click()
    expect(page.get_by_role("dialog")).to_contain_text("Captures: 1 (printed: one for each mouse)")
    page.goto(f"{address}/tables")
    expect(page.locator("main")).to_contain_text("by house rules")


def test_a_link_with_house_rules_shows_them_on_a_phone(visit: Visit, address: str) -> None:
    """Who follows a link to a house rule sees it, can go back to print, and hears why something cannot be."""
    page = visit(PHONE)
    page.goto(f"{address}{SETUP}&captures=1")
    expect(page.get_by_label("Captures")).to_be_visible()
    expect(page.get_by_label("Captures")).to_have_value("1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Back to what is printed").click()
    expect(page.locator("summary", has_text="House rules")).to_have_text("House rules")
    assert "captures" not in page.url
    page.get_by_label("Cheese").select_option("21")
    expect(page.get_by_role("alert")).to_contain_text("3 mice cannot store 21 cheeses: with 3 traps there are 18")


def test_the_printed_game_says_nothing_of_house_rules(visit: Visit, address: str) -> None:
    """At a table of the printed game the rules are called rules."""
    page = visit()
    page.goto(address + SETUP)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name="Rules", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="House rules")).to_have_count(0)
