"""Upgrades: a new version of a game's rules meets old tables, and nobody ever gets an error page for it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Person, Server, play_on, quick_settings, serving
from tests.server.test_company import wait_until
from tests.server.test_old import newer_rules, wait_until_kept

from mousehole.cli import main
from mousehole.server.errors import STATUS

pytestmark = pytest.mark.xdist_group("server")
KNOWN = {"seat": 0, "move": 1}
BODIES: dict[str, dict[str, Any]] = {
    "moves": {"seat": 0, "action": 0, "version": 1, "id": "a"},
    "undo": {"seat": 0, "version": 1, "id": "b"},
    "end": {"seat": 0, "id": "c"},
    "contribution": {"contribution": "mine"},
    "take": {"name": "Bob"},
    "fill": {"level": "random"},
    "rematch": {"swap": False},
    "yes": {},
    "again": {"move": 1, "seat": 0},
    "say": {"phrase": "hello"},
    "ping": {"seat": 0, "place": "larder"},
    "chat": {"on": True},
    "hidden": {"hidden": True},
    "{code}": {"on": True},
    "report": {"reason": "rude"},
}
QUERY: dict[str, Any] = {"seat": 0, "action": 0, "after": 0, "wait": 0}
"""What a request may want to know beside the table; who does not want it does not look."""


def table_requests(house: Server) -> Iterator[tuple[str, str]]:
    """List every request about a table that the OpenAPI document knows; the one that takes it off a list last."""
    found = [
        (method.upper(), path)
        for path, methods in house.app.openapi()["paths"].items()
        for method in methods
        if "{code}" in path
    ]
    return iter(sorted(found, key=lambda one: one[0] == "DELETE"))


def check_answer(answer: Any, what: str) -> None:
    """See that an answer is a success, or a code of ours with a sentence for a person: never a fault."""
    assert answer.status_code < 500, (what, answer.text)
    if answer.is_success:
        return
    problem = answer.json()
    assert STATUS[problem["code"]] == answer.status_code
    assert problem["code"] != "bad_request", (what, problem)
    assert re.fullmatch(r"[A-Z].* .*[.!?]", problem["message"]), (what, problem)


@pytest.mark.parametrize("state", ["lobby", "playing", "over"])
def test_every_request_about_an_old_table_has_an_answer(state: str, tmp_path: Path) -> None:
    """Whatever a page or a program asks about a table of earlier rules is answered, in words that say what happened."""
    settings = quick_settings(tmp_path)
    with serving(settings) as house:
        ann = house.person("Ann")
        code = ann.open("me", "open", "open") if state == "lobby" else ann.open("me", "device", "device", dawn=5)
        if state != "lobby":
            play_on(ann, code, until=5 if state == "playing" else None)
        wait_until_kept(house)
        cookies = dict(ann.client.cookies)
    with newer_rules(), serving(settings) as house:
        ann = house.person()
        ann.client.cookies.update(cookies)
        frame = ann.frame(code)
        assert (frame["state"], frame["closed"]) == ("over" if state == "over" else "closed", "rules_changed")
        assert frame["prompt"] == "This game was played by earlier rules, which are not here any more."
        assert ann.client.get(f"/t/{code}").status_code == 200, "the page itself"
        check_every_request(house, ann, code)
        check_new_table(ann)


def check_every_request(house: Server, person: Person, code: str) -> None:
    """Ask everything that can be asked about a table."""
    asked = set()
    for method, path in table_requests(house):
        address = path.format(code=code, **KNOWN)
        body = BODIES.get(path.rpartition("/")[2])
        more: dict[str, Any] = {"params": QUERY}
        more |= {} if body is None or method == "GET" else {"json": body}
        check_answer(person.client.request(method, address, **more), f"{method} {path}")
        asked.add(path.rpartition("/")[2])
    assert set(BODIES) <= asked


@pytest.mark.parametrize("state", ["lobby", "playing"])
def test_every_request_about_a_closed_table_has_an_answer(
    state: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same holds for a table that the operator has closed, before its game or in the middle of it."""
    settings = quick_settings(tmp_path)
    with serving(settings) as house:
        ann = house.person("Ann")
        code = ann.open("me", "open", "open") if state == "lobby" else ann.open("me", "device", "device", dawn=5)
        if state == "playing":
            play_on(ann, code, until=5)
        assert main(["admin", "close", "--database", settings.database, "--yes", code]) == 0
        wait_until(lambda: ann.frame(code)["state"] == "closed")
        check_every_request(house, ann, code)


def check_new_table(ann: Person) -> None:
    """Open a table of the new rules beside it, and play there."""
    code = ann.open("me", "device", "device", dawn=5)
    assert play_on(ann, code, until=3)["state"] == "playing"
    assert json.dumps(ann.get("/api/tables"))


def test_a_restart_of_the_same_rules_changes_nothing(tmp_path: Path) -> None:
    """An upgrade that leaves the rules alone lets games go on where they were, and clients repeat what was lost."""
    settings = quick_settings(tmp_path)
    with serving(settings) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device", dawn=5)
        before = play_on(ann, code, until=4)
        seat = before["acting"][0]
        action = ann.frame(code, seat)["moves"][0]["action"]
        sent = {"seat": seat, "action": action, "version": before["version"], "id": "the-last-one"}
        ann.post(f"/api/tables/{code}/moves", sent)
        cookies = dict(ann.client.cookies)
    with serving(settings) as house:
        ann = house.person()
        ann.client.cookies.update(cookies)
        assert ann.post(f"/api/tables/{code}/moves", sent)["repeated"]
        assert ann.frame(code)["version"] == before["version"] + 1
        assert play_on(ann, code)["state"] == "over"
