"""Fair play on the page: promises before contributions, ends and rematches that are confirmed, hints."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect
from tests.web.browsing import ASKED, open_table, play_one, play_out
from tests.web.conftest import Visit
from tests.web.test_together import play_together


def note_of(page: Page, code: str) -> dict[str, Any]:
    """Read what the page has noted about a deal."""
    found: dict[str, Any] = json.loads(page.evaluate("(key) => localStorage.getItem(key)", f"deal {code}"))
    return found


def code_of(page: Page) -> str:
    """Read a table's code off the address, once the page is at a table."""
    page.wait_for_url(re.compile("/t/[a-z0-9]{7}$"))
    return page.url.rsplit("/", 1)[-1]


def test_play_now_contributes_after_the_promise(visit: Visit, address: str) -> None:
    """One touch on Play now: the promise is noted before anything is sent, and the deal is checked at the end."""
    page = visit()
    sent: list[tuple[str, str]] = []
    page.on("request", lambda request: sent.append((request.url, request.post_data or "")))
    page.goto(address)
    page.get_by_role("button", name="Play now: Cat & The Mouse").click()
    code = code_of(page)
    page.wait_for_selector(".table[data-state=playing]")
    note = note_of(page, code)
    assert note["isSent"]
    opening = [body for url, body in sent if url.endswith("/api/tables") and body]
    given = [body for url, body in sent if url.endswith("/contribution")]
    assert note["contribution"] not in opening[0]
    assert [json.loads(body)["contribution"] for body in given] == [note["contribution"]]
    play_out(page)
    deal = page.locator(".rail .deal")
    expect(deal.get_by_role("heading", name="A fair deal")).to_be_visible()
    deal.locator("summary").click()
    expect(deal).to_contain_text("The one contribution is this browser's.")
    expect(deal).to_contain_text("This browser saw the same promise before the cards were dealt.")


def test_a_deal_that_was_changed_is_called_so(visit: Visit, address: str) -> None:
    """A page that noted another promise, or whose contribution was left out, says that the deal does not check out."""
    page = visit()
    page.goto(address)
    page.get_by_role("button", name="Play now: Cat & The Mouse").click()
    code = code_of(page)
    page.wait_for_selector(".table[data-state=playing]")
    change = "([key, note]) => localStorage.setItem(key, JSON.stringify(note))"
    page.evaluate(change, [f"deal {code}", {**note_of(page, code), "contribution": "0" * 32}])
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("dealt without this browser's part")
    play_out(page)
    deal = page.locator(".rail .deal")
    expect(deal.get_by_role("heading", name="This deal does not check out")).to_be_visible()
    expect(deal).to_contain_text("This browser's contribution was left out.")


def test_a_losing_move_can_be_taken_back_before_anything_opens(visit: Visit, address: str) -> None:
    """Who Done It?: a loss asks first; taking it back goes on, ending it opens the deal and takes undo away."""
    page = visit()
    for seed in range(1, 30):
        open_table(page, address, "game=who_done_it&seats=me")
        for move in range(60):
            page.wait_for_selector(ASKED, state="attached")
            if page.locator(".table[data-state=ending], .table[data-state=over]").count():
                break
            play_one(page, seed * 31 + move * 17)
        if page.locator(".table[data-state=ending]").count():
            break
    expect(page.get_by_role("heading", name="This loses")).to_be_visible()
    expect(page.locator(".prompt")).to_contain_text("Once it ends the deal is opened")
    assert page.locator(".deal").count() == 0
    page.get_by_role("button", name="Take it back").click()
    page.wait_for_selector(".table[data-state=playing]")
    for move in range(60):
        page.wait_for_selector(ASKED, state="attached")
        if page.locator(".table[data-state=ending], .table[data-state=over]").count():
            break
        play_one(page, move)
    if page.locator(".table[data-state=ending]").count():
        page.get_by_role("button", name="End the game here").click()
    page.wait_for_selector(".table[data-state=over]")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(page.locator(".rail .deal")).to_contain_text("A fair deal")


def test_a_rematch_is_agreed_to(visit: Visit, address: str) -> None:
    """Ann asks, Bob is asked: no, and then yes; both come to the same table, with both contributions in its deal."""
    ann, bob = visit(), visit()
    code = open_table(ann, address, "game=cat_and_mouse&seats=me,open")
    bob.goto(f"{address}/t/{code}")
    bob.get_by_role("button", name="Sit here").click()
    for page in (ann, bob):
        page.wait_for_selector(".table[data-state=playing]")
    assert ann.get_by_role("button", name="Hint").count() == 0
    play_together([ann, bob])
    ann.get_by_role("button", name="Swap seats").click()
    expect(ann.locator(".prompt")).to_contain_text("Waiting for")
    expect(bob.locator(".prompt")).to_contain_text("wants a rematch, everybody one seat on.")
    bob.get_by_role("button", name="No, thanks").click()
    expect(ann.get_by_role("button", name="Rematch")).to_be_visible()
    bob.get_by_role("button", name="Rematch").click()
    ann.get_by_role("button", name="Yes, play").click()
    for page in (ann, bob):
        page.wait_for_url(lambda url: url.endswith(tuple("0123456789abcdefghijklmnopqrstuvwxyz")) and code not in url)
        page.wait_for_selector(".table[data-state=playing]")
    assert code_of(ann) == code_of(bob)
    given = ann.request.get(f"{address}/api/tables/{code_of(ann)}").json()["dealing"]["contributions"]
    assert sorted(given) == sorted(note_of(page, code_of(page))["contribution"] for page in (ann, bob))


def test_everybody_sees_whether_hints_are_on(visit: Visit, address: str) -> None:
    """The set-up offers the switch, the lobby says how it stands, and a table without hints says so and offers none."""
    page = visit()
    page.goto(f"{address}/set?game=cat_and_mouse&seats=me,bot:random")
    page.get_by_label("Hints and chances").select_option("off")
    expect(page).to_have_url(re.compile("hints=off"))
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".table[data-state=playing]")
    page.wait_for_selector(ASKED)
    expect(page.locator(".prompt")).to_contain_text("Hints are off")
    assert page.get_by_role("button", name="Hint", exact=True).count() == 0
    open_table(page, address, "game=cat_and_mouse&seats=me,open")
    expect(page.get_by_text("Hints are off.")).to_be_visible()
