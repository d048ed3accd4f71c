"""What was begun goes on after a restart, whatever else is in the store; and one file serves one process."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from benchmarks.server_kill import free_port
from tests.server.serving import Clock, quick_settings, serving
from tests.server.test_company import wait_until

from mousehole.server.errors import StoreTaken
from mousehole.server.store.store import Store

pytestmark = pytest.mark.xdist_group("server")

DAMAGES = {
    "broken JSON": "UPDATE events SET data = '{' WHERE table_id = :t AND version = 1",
    "a list in place of an object": "UPDATE events SET data = '[]' WHERE table_id = :t AND version = 1",
    "JSON without end": "UPDATE events SET data = :deep WHERE table_id = :t AND version = 1",
    "letters that are none": "UPDATE events SET data = CAST(x'7bff' AS TEXT) WHERE table_id = :t AND version = 1",
    "a gap": "DELETE FROM events WHERE table_id = :t AND version = 2",
    "no event at all": "DELETE FROM events WHERE table_id = :t",
    "an event of another age": "UPDATE events SET kind = 'danced' WHERE table_id = :t AND version = 2",
    "an action that is none": 'UPDATE events SET data = \'{"action":1e30,"by":"person"}\' '
    "WHERE table_id = :t AND version = 2",
    "an illegal move": "UPDATE events SET seat = 2 WHERE table_id = :t AND version = 2",
    "a seat that is not there": "UPDATE events SET seat = 99 WHERE table_id = :t AND version = 2",
    "options that are none": "UPDATE tables SET options = 'x' WHERE id = :t",
    "too few options": "UPDATE tables SET options = '[0]' WHERE id = :t",
    "odd house rules": "UPDATE tables SET rules = '{\"odd\":1}' WHERE id = :t",
    "a pace that is none": 'UPDATE tables SET rules = \'{"pace":"soon"}\' WHERE id = :t',
    "a lot of seats": "UPDATE tables SET seats = 100000 WHERE id = :t",
    "a lot of seats under old rules": "UPDATE tables SET seats = 100000, rules_version = 0 WHERE id = :t",
    "an unknown game": "UPDATE tables SET game = 'chess' WHERE id = :t",
}
MANY_TABLES = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
    INSERT INTO tables (code, game, rules_version, options, seats, rules, host, created, share, salt, state, touched)
    SELECT replace(replace(printf('aaa%04d', i), '0', 'x'), '1', 'y'), game, rules_version, options, seats, rules, host,
    created, share, salt, state, touched FROM n, tables
"""
MANY_OPENINGS = """
    INSERT INTO events SELECT t.id, e.version, e.kind, e.at, e.person, e.seat, e.key, e.data
    FROM tables t, events e WHERE t.id <> e.table_id AND e.version = 1 AND e.table_id = 1
"""
STRANGE_EVENT = "INSERT INTO events (table_id, version, kind, at, data) VALUES (:t, 2, 'danced', 1, '{}')"
ANSWERS = {"an unknown game": (404, "unknown_game")}


def change(folder: Path, statement: str, table: int = 0, **more: object) -> None:
    """Change the store behind the server's back."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as store, store:
        store.execute(statement, {"t": table, "deep": "[" * 100_000, **more})


def numbers(folder: Path) -> dict[str, int]:
    """Return the store's numbers of all tables by their codes."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as store:
        return dict(store.execute("SELECT code, id FROM tables").fetchall())


def test_broken_tables_stop_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Games between tables that cannot be read are taken up; those are refused, a person's list is not."""
    settings = quick_settings(tmp_path)
    with serving(settings) as house:
        ann = house.person("Ann")
        codes = [ann.open("me", "device", "device") for _ in range(2 * len(DAMAGES))]
        for code in codes:
            ann.move(code, 0, 3, 1, "a")
            ann.move(code, 0, 3, 2, "b")
        cookies = dict(ann.client.cookies)
    broken, well = dict(zip(DAMAGES, codes[::2], strict=True)), codes[1::2]
    at = numbers(tmp_path)
    for damage, code in broken.items():
        change(tmp_path, DAMAGES[damage], at[code])
    caplog.set_level(logging.INFO, "mousehole")
    with serving(settings) as house:
        told = wait_until(lambda: [line for line in caplog.records if line.message == "games taken up"], 60)
        assert (told[0].count, told[0].failed) == (len(well), len(broken))
        ann = house.person()
        ann.client.cookies.update(cookies)
        for damage, code in broken.items():
            answer = ann.refused("GET", f"/api/tables/{code}")
            assert answer == ANSWERS.get(damage, (410, "broken_table")), damage
            lines = [line for line in caplog.records if getattr(line, "table", "") == code]
            assert [line for line in lines if "cause" in vars(line)], damage
        assert {row["table"] for row in ann.get("/api/tables")} == set(codes)
        assert {ann.frame(code)["version"] for code in well} == {3}


def test_every_game_is_taken_up_however_old_or_many(tmp_path: Path) -> None:
    """More than a thousand games with bots that are asked go on after ten days, not those of a week or a page alone."""
    settings, clock = quick_settings(tmp_path, bot_threads=2), Clock()
    with serving(settings, now=clock) as house:
        house.person("Ann").open("bot:random", "bot:random", "bot:random", pace=60)
    change(tmp_path, MANY_TABLES)
    change(tmp_path, MANY_OPENINGS)
    clock.pass_by(10 * 24 * 3600)
    with serving(settings, now=clock) as house:
        assert wait_until(lambda: len(house.registry.tables) == 1101, 60)
        assert all(session.thinking for session in house.registry.tables.values())


def test_tables_that_wait_for_people_are_put_away_again(tmp_path: Path) -> None:
    """A game that only waits for a person is read at the start, and fills no memory until that person comes."""
    settings = quick_settings(tmp_path)
    with serving(settings) as house:
        code = house.person("Ann").open("me", "device", "device")
    with serving(settings) as house:
        assert wait_until(lambda: code in house.registry.tables)
        now, resting = house.registry.now(), int(1000 * settings.resting_seconds)
        assert house.live(code).is_resting(now, resting)
        house.person().frame(code)
        assert not house.live(code).is_resting(now, resting)


def test_a_clock_that_was_ahead_makes_nobody_wait(tmp_path: Path) -> None:
    """Events of a server whose clock was twelve days ahead: bots move at once, and people's clocks run from now."""
    settings, clock = quick_settings(tmp_path), Clock()
    clock.pass_by(12 * 24 * 3600)
    with serving(settings, now=clock) as house:
        ann = house.person("Ann")
        asked = ann.open("me", "bot:random", "bot:random", move_seconds=60)
        bots = ann.open("bot:random", "bot:random", "bot:random", pace=60)
    clock.pass_by(-12 * 24 * 3600)
    change(tmp_path, "UPDATE tables SET rules = '{\"pace\":0}' WHERE id = :t", numbers(tmp_path)[bots])
    with serving(settings, now=clock) as house:
        watcher = house.person()
        assert watcher.frame(asked)["clock"]["deadlines"][0] == clock() + 60_000
        assert wait_until(lambda: watcher.frame(bots)["version"] > 1)


def test_a_clock_set_back_while_the_server_runs_makes_no_bot_wait(tmp_path: Path) -> None:
    """A day is taken back from the clock between a bot's question and its answer: it still answers at once."""
    clock = Clock()
    with serving(quick_settings(tmp_path), now=clock) as house:
        ann = house.person("Ann")
        code = ann.open("me", "bot:random", "bot:random")
        clock.pass_by(-24 * 3600)
        for number in range(8):
            frame = ann.frame(code)
            if frame["moves"]:
                ann.move(code, 0, frame["moves"][0]["action"], frame["version"], f"m{number}")
            else:
                assert wait_until(lambda: ann.frame(code)["moves"])


def test_times_from_before_all_clocks_are_no_fault(tmp_path: Path) -> None:
    """Events stamped before 1970 or at the end of time are read like others, and the game goes on."""
    settings = quick_settings(tmp_path)
    with serving(settings) as house:
        ann = house.person("Ann")
        codes = [ann.open("me", "bot:random", "bot:random", pace=60, game_seconds=3600) for _ in range(2)]
    at = numbers(tmp_path)
    for code, time in zip(codes, (-(2**62), 2**62), strict=True):
        change(tmp_path, "UPDATE events SET at = :at WHERE table_id = :t", at[code], at=time)
    with serving(settings) as house:
        for code in codes:
            assert wait_until(lambda code=code: code in house.registry.tables)  # type: ignore[misc]
            frame = house.person().frame(code)
            assert frame["state"] == "playing"
            assert abs(frame["clock"]["left_ms"][0]) <= 2**63


def test_a_table_that_breaks_in_memory_is_read_again(tmp_path: Path) -> None:
    """When news of a table cannot be read, the half-made table is dropped, not played on."""
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device")
        session = house.live(code)
        change(tmp_path, STRANGE_EVENT, session.table.row.id)

        async def doubt() -> None:
            session.is_doubtful = True

        house.call(doubt)
        move = {"seat": 0, "action": 3, "version": 1, "id": "a"}
        assert ann.refused("POST", f"/api/tables/{code}/moves", move) == (410, "broken_table")
        assert code not in house.registry.tables
        assert ann.refused("GET", f"/api/tables/{code}") == (410, "broken_table")


def store_at(folder: Path) -> Store:
    """Prepare a store in a file."""
    return Store(f"sqlite+aiosqlite:///{folder}/tables.sqlite")


def test_a_file_serves_one_process_at_a_time(tmp_path: Path) -> None:
    """A second store on a file is refused with a sentence, under another name of the file too; later it is welcome."""
    (tmp_path / "real").mkdir()
    (tmp_path / "alias").symlink_to(tmp_path / "real")

    async def run() -> None:
        first = store_at(tmp_path / "real")
        await first.open()
        second = store_at(tmp_path / "alias")
        with pytest.raises(StoreTaken, match=f"process {os.getpid()} keeps its tables in .*tables.sqlite already"):
            await second.open()
        await first.close()
        await second.open()
        await second.close()

    asyncio.run(run())


def test_a_lock_left_by_a_killed_process_stops_nobody(tmp_path: Path) -> None:
    """The lock of a process that was killed is free at once, whatever its file says."""
    code = (
        "import asyncio, os, signal, sys; from mousehole.server.store.store import Store\n"
        "async def run():\n    await Store(sys.argv[1]).open()\n    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(run())"
    )
    address = f"sqlite+aiosqlite:///{tmp_path}/tables.sqlite"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    killed = subprocess.run([sys.executable, "-c", code, address], check=False, env=environment)
    assert killed.returncode < 0
    assert (tmp_path / "tables.sqlite.lock").read_text(encoding="ascii").strip().isdecimal()

    async def run() -> None:
        store = store_at(tmp_path)
        await store.open()
        await store.close()

    asyncio.run(run())


def test_a_second_server_on_one_file_says_so_and_ends(tmp_path: Path) -> None:
    """`mousehole serve` on a file that another server uses ends with a sentence and a status of its own."""
    address = f"sqlite:///{tmp_path}/tables.sqlite"

    async def run() -> subprocess.CompletedProcess[str]:
        store = store_at(tmp_path)
        await store.open()
        command = [sys.executable, "-m", "mousehole", "serve", "--port", str(free_port()), "--database", address]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = await asyncio.to_thread(
            subprocess.run, command, capture_output=True, text=True, check=False, timeout=60, env=environment
        )
        await store.close()
        return done

    done = asyncio.run(run())
    assert done.returncode == 2
    assert f"process {os.getpid()} keeps its tables in {tmp_path}/tables.sqlite already" in done.stderr
    assert "Traceback" not in done.stderr
    assert '"trace"' not in done.stderr
