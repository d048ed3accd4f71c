"""Understanding a game while it goes on: stakes, the goal, lessons offered once, forced moves, hints, and the end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.web.browsing import PHONE, open_table, play_out
from tests.web.conftest import Visit

from mousehole.games import facts

CAT = "game=hide_and_squeak&seats=me,bot:random,bot:random"
MAZE = "who_done_it"


def begun(page: Page) -> Page:
    """Wait until the table asks."""
    expect(page.locator(".prompt")).to_be_visible()
    return page


def test_the_prompt_says_what_is_at_stake(address: str, visit: Visit) -> None:
    """On a phone the line stands in the prompt, on the screen, in the words of the game."""
    page = visit(PHONE)
    open_table(page, address, CAT)
    line = page.locator(".prompt .stakes")
    expect(line).to_have_text("The mice see how many tokens lie where.")
    expect(line).to_be_in_viewport(ratio=1)


def test_the_goal_is_shown_once(address: str, visit: Visit) -> None:
    """A first visit begins with a card of three lines; a key sends it away for good; a sheet has it again."""
    page = visit(is_new=True)
    open_table(page, address, CAT)
    card = page.get_by_role("dialog", name=facts("hide_and_squeak").title)
    expect(card.locator("dd")).to_have_count(3)
    expect(card).to_contain_text("You hunt alone, for 2 captures.")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.reload()
    begun(page)
    expect(card).to_be_hidden()
    page.get_by_role("button", name="Goal").click()
    expect(page.get_by_role("dialog", name="What it is about").locator("dd")).to_have_count(3)


def test_no_card_lies_over_a_decision_that_a_clock_counts(address: str, visit: Visit) -> None:
    """Whoever has to answer in time sees the table, not the card; a finger sends the card away elsewhere."""
    page = visit(PHONE, is_new=True)
    open_table(page, address, f"{CAT}&move_seconds=86400")
    begun(page)
    expect(page.locator("dialog[open]")).to_have_count(0)
    open_table(page, address, CAT)
    page.get_by_role("button", name="To the table").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_the_lesson_is_offered_before_the_first_game(address: str, visit: Visit) -> None:
    """The first "Play now" of a game asks whether one is new to it; who knows it is not asked again."""
    page = visit(is_new=True)
    page.goto(address)
    title = facts("cat_and_mouse").title
    expect(page.get_by_role("link", name=f"Learn {title}")).to_be_visible()
    page.get_by_role("button", name=f"Play now: {title}").click()
    expect(page.get_by_role("button", name="Guided first game")).to_be_visible()
    page.get_by_role("button", name="I know it: play").click()
    page.wait_for_url("**/t/*")
    page.goto(address)
    page.get_by_role("button", name=f"Play now: {title}").click()
    page.wait_for_url("**/t/*")


def test_a_newcomer_is_offered_the_easier_mode(address: str, visit: Visit) -> None:
    """Who Done It? can be begun in its easier mode from the same question, and asks for the first few games."""
    page = visit(is_new=True)
    for _ in range(2):
        page.goto(address)
        page.get_by_role("button", name=f"Play now: {facts(MAZE).title}").click()
        page.get_by_role("button", name="Play the easier mode").click()
        page.wait_for_url("**/t/*")
        code = page.url.rsplit("/", 1)[1]
        assert page.request.get(f"{address}/api/tables/{code}").json()["options"]["easier"] == "on"


def test_the_end_names_places(address: str, visit: Visit) -> None:
    """A flourish, who won and why, places and points, and the ways on; on a phone the board is still in sight."""
    page = visit(PHONE)
    open_table(page, address, "game=cloaked_cats&masks=6&seats=me,bot:random,bot:random")
    play_out(page)
    expect(page.locator(".flourish")).to_be_visible()
    lines = page.get_by_role("list", name="Score").get_by_role("listitem")
    expect(lines).to_have_count(3)
    expect(lines.first).to_have_text(re.compile(r"^1st .+ \d+$"))
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.get_by_role("link", name="replay")).to_be_visible()
    page.locator(".board").scroll_into_view_if_needed()
    dock, board = page.locator(".dock").bounding_box(), page.locator(".board").bounding_box()
    assert dock
    assert board
    assert dock["y"] - max(0, board["y"]) > 200, "too little of the board is left to see"


def test_a_move_without_a_choice_goes_by_itself(address: str, visit: Visit) -> None:
    """With a single cat in hand nobody has to touch it; whoever wants to do it by hand says so in the settings."""
    setup = "game=cloaked_cats&hand=1&seats=me,bot:random&pace=0.4&forced=on"
    page = visit()
    open_table(page, address, setup)
    expect(page.get_by_role("button", name="Let it be")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("my moves go by themselves").uncheck()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Let it be").click()
    expect(page.locator(".prompt")).to_contain_text("Which of your cats", timeout=20_000)
    page.wait_for_timeout(900)
    expect(page.locator(".prompt")).to_contain_text("Which of your cats")


def test_everybody_sees_whether_hints_are_on(address: str, visit: Visit) -> None:
    """Between people the table says whether hints are on, to who waits and who watches as well."""
    ann, bob, eve = visit(), visit(), visit(PHONE)
    code = open_table(ann, address, "game=cat_and_mouse&seats=me,open&hints=on")
    bob.goto(f"{address}/t/{code}")
    expect(bob.get_by_text("Hints are on.")).to_be_visible()
    bob.get_by_role("button", name="Sit here").click()
    eve.goto(f"{address}/t/{code}")
    for page in (ann, bob, eve):
        expect(page.locator(".prompt").get_by_text("Hints are on")).to_be_visible()
