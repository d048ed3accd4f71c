"""Me on another device: by a link and by a passkey; my tables by what there is to do; everything about me."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect
from tests.web.browsing import PHONE, open_table
from tests.web.conftest import Visit
from tests.web.test_around import call_oneself
from tests.web.test_pages import faults

SOLVED = {"id": "p1", "game": "hide_and_squeak", "grade": 1, "result": "solved", "at": 1}


def authenticator(page: Page) -> None:
    """Give a browser something that keeps passkeys, and says yes by itself."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_link_brings_tables_name_and_puzzles_along(visit: Visit, address: str) -> None:
    """From the other device's first look at the link to tables and puzzles there; then it is switched off again."""
    home, phone = visit(), visit(PHONE)
    call_oneself(home, address, "Ines")
    open_table(home, address, "game=cat_and_mouse&seats=me,open")
    home.evaluate("kept => localStorage.setItem('mine', JSON.stringify(kept))", {"version": 1, "puzzles": [SOLVED]})
    home.goto(f"{address}/tables")
    home.get_by_role("link", name="Me on another device").click()
    home.get_by_role("button", name="Show a link and a QR code").click()
    link = home.locator(".address").inner_text()
    expect(home.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert faults(home) == []
    call_oneself(phone, address, "Phone")
    open_table(phone, address, "game=hide_and_squeak&seats=me,bot:random,bot:random")
    phone.goto(link)
    expect(phone.get_by_text("you will be Ines, with one table")).to_be_visible()
    expect(phone.get_by_text("The table of this device (Phone) becomes")).to_be_visible()
    assert "#" not in phone.url, "the secret stays in no address"
    assert faults(phone) == []
    phone.get_by_role("button", name="Yes, I am Ines").click()
    expect(phone.get_by_label("Your name at tables")).to_have_value("Ines")
    expect(phone.get_by_role("link", name=re.compile("Cat & The Mouse"))).to_be_visible()
    kept = json.loads(str(phone.evaluate("localStorage.getItem('mine')")))
    assert [one["id"] for one in kept["puzzles"]] == ["p1"]
    expect(phone.get_by_role("region", name="Waiting for people")).to_contain_text("Cat & The Mouse")
    expect(phone.get_by_role("region", name="Your turn")).to_contain_text("Hide and Squeak")
    assert faults(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    expect(home.get_by_text("is you now, too.")).to_be_visible()
    home.get_by_role("button", name=re.compile("Switch off .*, last used")).click()
    expect(home.get_by_role("button", name=re.compile("Switch off"))).to_have_count(0)
    phone.goto(f"{address}/tables")
    expect(phone.get_by_label("Your name at tables")).not_to_have_value("Ines")


def test_who_one_is_while_the_server_is_away(visit: Visit, address: str) -> None:
    """While nothing answers the page about me says so, and nothing about anybody; then it fills itself."""
    page = visit()
    call_oneself(page, address, "Ines")
    page.route("**/api/me**", lambda route: route.abort())
    page.goto(f"{address}/me")
    expect(page.get_by_role("status").get_by_text("The server does not answer")).to_be_visible()
    assert "called" not in page.locator("main").inner_text()
    assert page.get_by_role("button", name="Delete everything").count() == 0
    page.unroute("**/api/me**")
    expect(page.get_by_text("At tables you are called Ines.")).to_be_visible()


def test_a_passkey_and_the_way_out(visit: Visit, address: str) -> None:
    """A passkey of this browser makes it its person again after its cookie is gone; then everything is deleted."""
    page = visit()
    address = address.replace("127.0.0.1", "localhost")  # a passkey is for a name
    authenticator(page)
    call_oneself(page, address, "Ines")
    open_table(page, address, "game=cat_and_mouse&seats=me,bot:random")
    page.goto(f"{address}/me")
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_text("A passkey, made with")).to_be_visible()
    page.context.clear_cookies()
    page.goto(f"{address}/claim")
    page.get_by_role("button", name="Say who I am by a passkey").click()
    page.get_by_role("button", name="Yes, I am Ines").click()
    expect(page.get_by_label("Your name at tables")).to_have_value("Ines")
    expect(page.get_by_role("region", name=re.compile("turn"))).to_contain_text("Cat & The Mouse")
    page.get_by_role("button", name=re.compile("^Hide ")).click()
    expect(page.get_by_role("button", name="Show 1 hidden")).to_be_visible()
    page.goto(f"{address}/me")
    page.get_by_role("button", name="Delete everything").click()
    page.get_by_role("button", name="Yes, delete everything").click()
    expect(page.get_by_text("You are somebody new")).to_be_visible()
    page.goto(f"{address}/tables")
    expect(page.get_by_text("No table yet")).to_be_visible()
