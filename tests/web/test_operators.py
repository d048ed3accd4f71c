"""What people read on the page when an operator has decided something, or when the rules have changed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.web.browsing import ROOT, open_table, serving
from tests.web.conftest import Visit

SETUP = "game=cat_and_mouse&seats=me,open"
PLAYED = "game=cat_and_mouse&seats=me,device"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a place for a server's database."""
    return tmp_path_factory.mktemp("operated")


@pytest.fixture(scope="module")
def place(folder: Path) -> Iterator[str]:
    """Run a server whose operator we are."""
    with serving(folder) as address:
        yield address


def admin(folder: Path, action: str, *words: str) -> None:
    """Decide something, from another process as an operator does."""
    command = [sys.executable, "-m", "mousehole", "admin", action, "--database", str(folder / "tables.sqlite"), *words]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, check=True)


def test_somebody_banned_reads_a_sentence(visit: Visit, place: str, folder: Path) -> None:
    """At the table, at home and at a fresh table: the page says that one cannot play here, and never shows a code."""
    page = visit()
    code = open_table(page, place, SETUP)
    (cookie,) = (one for one in page.context.cookies() if one.get("name") == "mousehole")
    admin(folder, "ban", str(cookie.get("value")).rpartition(".")[0], "--reason", "rude words")
    expect(page.get_by_text("You cannot play here").first).to_be_visible()
    page.goto(f"{place}/t/{code}")
    expect(page.get_by_text("You cannot play here").first).to_be_visible()
    assert "banned" not in page.locator("main").inner_text()


def test_a_table_closed_by_the_operator_says_so(visit: Visit, place: str, folder: Path) -> None:
    """Whoever sits there sees at once that the table was closed, with what is left of the game."""
    page = visit()
    code = open_table(page, place, PLAYED)
    admin(folder, "close", code, "--yes")
    expect(page.get_by_text("Whoever runs this server has closed this table.")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the record")).to_be_visible()


def test_a_game_of_earlier_rules_is_told_in_words(visit: Visit, tmp_path: Path) -> None:
    """After an upgrade that changes the rules, its page says why it ended, and offers record and list."""
    with serving(tmp_path) as address:
        page = visit()
        code = open_table(page, address, PLAYED)
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("UPDATE tables SET rules_version = rules_version + 1")
    with serving(tmp_path) as address:
        page.goto(f"{address}/t/{code}")
        expect(page.get_by_text("This game was played by earlier rules, which are not here any more.")).to_be_visible()
        expect(page.get_by_role("button", name="Take it off my list")).to_be_visible()
