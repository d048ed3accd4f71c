"""Mice Heist in a real browser: whole games on desktop and phone, secret bets, cards and chips, the end job by job."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect
from tests.web.browsing import (
    DESKTOP,
    PHONE,
    asked,
    follow_lesson,
    is_over,
    open_table,
    play_one,
    play_out,
    play_some,
    resize,
    send,
    touch,
    version,
    who,
)
from tests.web.conftest import Visit
from tests.web.test_pages import faults

TWO = "game=mice_heist&seats=me,bot:random"
SMALLEST: ViewportSize = {"width": 360, "height": 740}


def begin(page: Page, address: str, setup: str) -> str:
    """Open a table and wait until something can be done."""
    code = open_table(page, address, setup)
    asked(page)
    return code


def choose(page: Page, thing: str) -> None:
    """Touch the first thing of a kind that is live; confirm it where it is only looked at first."""
    seen = version(page)
    touch(page.locator(f"[data-thing^='{thing}'].live").first)
    send(page, seen)


def until(page: Page, thing: str, most: int = 60) -> Locator:
    """Play on until a thing of a kind can be touched."""
    found = page.locator(f"[data-thing^='{thing}'].live")
    for move in range(most):
        assert asked(page), f"the game is over, and no {thing} could be touched"
        if found.count():
            return found
        play_one(page, move * 7 + 1)
    raise AssertionError(f"no {thing} could be touched in {most} moves")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_whole_game_is_played(visit: Visit, address: str, size: ViewportSize) -> None:
    """From the first obstacle to the end, with a reload in the middle; the end is told job by job, hands turned up."""
    page = visit(size)
    begin(page, address, TWO)
    play_some(page, 6, seed=2)
    page.reload()
    asked(page)
    play_out(page)
    assert is_over(page)
    expect(page.locator(".payout .job")).to_have_count(4)
    expect(page.locator(".payout .larder li")).to_have_count(2)
    expect(page.get_by_role("region", name="All hands, turned up").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_bet_is_seen_by_nobody_until_all_have_chosen(visit: Visit, address: str) -> None:
    """MH-5.2: others' pages say only that somebody has chosen; then all fists open at once."""
    crew = [visit(), visit(), visit()]
    code = open_table(crew[0], address, "game=mice_heist&seats=me,open,open")
    for page in crew[1:]:
        page.goto(f"{address}/t/{code}")
        page.get_by_role("button", name="Sit here").first.click()
    tester = who(crew, ".prompt h2:text-is('Pick an obstacle')")
    touch(tester.locator("[data-thing^='job'].live, [data-thing^='way'].live").first)
    first, second = (page for page in crew if page is not tester)
    first.wait_for_selector("[data-thing='fist:2'].live")
    choose(first, "fist:2")
    for page in (tester, second):
        expect(page.locator(".bets")).to_contain_text("chosen")
        expect(page.locator(".bets")).not_to_contain_text(re.compile(r"\d"))
    expect(first.locator(".bets")).to_contain_text("2, hidden")
    second.wait_for_selector("[data-thing='fist:0'].live")
    choose(second, "fist:0")
    for page in crew:
        expect(page.locator(".bets h3")).to_have_text("Bets, opened")
        expect(page.locator(".bets b").filter(has_text="2")).to_have_count(1)


def test_a_card_is_played_on_a_chip(visit: Visit, address: str) -> None:
    """MH-5.3: chips can be touched where a card asks for one, and the running sum follows, in the guided game."""
    page = visit()
    page.goto(f"{address}/learn/mice_heist")
    chip = "[data-thing^='chip:'].live.hinted"
    follow_lesson(page, until=chip)
    expect(page.locator(".total b")).to_have_text("2")
    touch(page.locator(chip))
    expect(page.locator(".total b")).to_have_text("8")


def test_nothing_sticks_out_on_the_smallest_phone(visit: Visit, address: str) -> None:
    """360 pixels are enough for six mice: nothing scrolls sideways, and the chosen card is seen whole."""
    page = visit(SMALLEST)
    begin(page, address, "game=mice_heist&seats=me,bot:random,bot:random,bot:random,bot:random,bot:random")
    card = until(page, "card").first
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    touch(card)
    box, dock = page.locator(".card.touched").bounding_box(), page.locator(".prompt").bounding_box()
    assert box is not None
    assert dock is not None
    assert box["y"] + box["height"] <= dock["y"] + 12


WIDTHS: list[ViewportSize] = [
    {"width": 360, "height": 640},
    PHONE,
    {"width": 768, "height": 1024},
    {"width": 812, "height": 375},
    {"width": 640, "height": 400},  # a desktop at 200%
    DESKTOP,
    {"width": 2560, "height": 1440},
]
FAULTS = """() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  const shown = (element) => element.getClientRects().length > 0;
  const words = document.createTreeWalker(document.querySelector(".middle"), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode.data.trim();
    if (!text || words.currentNode.parentElement.closest("svg, .unseen")) continue;
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
    if (lines.size > text.split(/[ -]+/).length) faults.push(`"${text}" is broken inside a word`);
  }
  const files = [...document.querySelectorAll("svg.file")];
  if (files.some((file) => file.getScreenCTM().a < 0.75)) faults.push("the jobs are too small to be read");
  const cards = [...document.querySelectorAll(".card")].filter(shown);
  for (const card of cards) {
    card.scrollIntoView({ block: "center", behavior: "instant" });
    const box = card.getBoundingClientRect();
    for (const x of [box.left + 9, box.right - 9]) for (const y of [box.top + 9, box.bottom - 9]) {
      const top = document.elementFromPoint(x, y);
      if (!card.contains(top)) faults.push(`${card.innerText.split("\\n")[0]} lies under ${top?.className}`);
    }
  }
  scrollTo(0, 0);
  if (innerWidth < 1024) {
    const me = document.querySelector(".score.narrow .me");
    const box = me?.getBoundingClientRect();
    const isSeen = box && box.top >= 0 && box.bottom <= innerHeight && me.querySelectorAll("li b").length === 4;
    const top = isSeen ? document.elementFromPoint(box.right - 12, box.y + box.height / 2) : null;
    if (!me?.contains(top)) faults.push("own ratings are out of sight");
  }
  return [...new Set(faults)];
}"""
"""What is wrong with the layout: broken words, cards that are covered in part, jobs too small, ratings out of sight."""


def test_every_prompt_can_be_read_and_reached(visit: Visit, address: str) -> None:
    """At each kind of prompt, from a small phone to a wide screen: whole words, whole cards, own ratings in sight."""
    page = visit(PHONE)
    begin(page, address, "game=mice_heist&seats=me,bot:random,bot:random,bot:random")
    seen: set[str] = set()
    for move in range(45):
        if not asked(page):
            break
        title = page.locator(".prompt h2").inner_text()
        for size in WIDTHS if title not in seen else []:
            resize(page, size)
            assert page.evaluate(FAULTS) == [], f"{title} at {size}"
        resize(page, PHONE)
        seen.add(title)
        play_one(page, move * 7 + 1)
    assert {"Pick an obstacle", "Your bet", "Your cards"} < seen


def test_giving_up_is_never_the_filled_button(visit: Visit, address: str) -> None:
    """While a test is not won, to stop is an outline beside the hand; a chosen card's button is filled and names it."""
    page = visit(PHONE)
    begin(page, address, TWO)
    stop = page.locator(".prompt [data-move='stop']", has_text="fail")
    for move in range(60):
        assert asked(page)
        if stop.count():
            break
        play_one(page, move * 7 + 1)
    expect(stop).to_have_class(re.compile("outline"))
    assert stop.evaluate("button => getComputedStyle(button).backgroundColor") == "rgba(0, 0, 0, 0)"
    card = page.locator("[data-thing^='card:'].live:visible").first
    name = card.locator("b").first.inner_text()
    touch(card)
    play_it = page.locator(".prompt [data-confirm]")
    expect(play_it).to_have_text(f"Play {name}")
    expect(play_it).not_to_have_class(re.compile("quiet|outline"))


def test_the_table_is_for_everyone(visit: Visit, address: str) -> None:
    """The axe finds nothing serious while an obstacle is chosen, while a test goes on, and in the box of components."""
    page = visit()
    begin(page, address, TWO)
    until(page, "card")
    assert faults(page) == []
    page.get_by_role("button", name="Box").click()
    expect(page.get_by_role("heading", name="Skill cards")).to_be_visible()
    assert faults(page) == []
