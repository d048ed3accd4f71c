"""`mousehole admin`: what whoever runs a server does with its tables and people, while it runs or not."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mousehole.cli.admin_flags import STATES
from mousehole.cli.catalogue import find_game
from mousehole.cli.errors import BadCommand
from mousehole.server.addresses import shared_network
from mousehole.server.errors import StoreTrouble
from mousehole.server.logs import reason
from mousehole.server.settings import from_environment
from mousehole.server.store.desk import DAY_MS, Desk
from mousehole.server.store.store import Store
from mousehole.table.events import now_ms

LONGEST_REASON = 200
PERSON_LENGTH = 24
TIMES = {"created", "last", "since", "until", "at", "settled"}
Found = list[dict[str, Any]] | dict[str, Any]


def admin(given: argparse.Namespace) -> int:
    """Run one action and show what came of it."""
    found = asyncio.run(act(given))
    if given.json:
        print(json.dumps(found, indent=2))
    else:
        print(as_text(found))
    return 0


async def act(given: argparse.Namespace) -> Found:
    """Do what is asked for, on the database of the settings."""
    store = Store(from_environment(database=given.database).database_url)
    await store.visit()
    try:
        return await ACTIONS[given.action](Desk(store), given)
    except StoreTrouble as error:
        if error.__cause__ is None:
            raise
        raise StoreTrouble(f"the database does not do that: {reason(error.__cause__)}") from error
    finally:
        await store.close()


async def tables(desk: Desk, given: argparse.Namespace) -> Found:
    """List tables."""
    found = await desk.tables(
        states=states_of(given.state),
        game=None if given.game is None else find_game(given.game),
        person=given.person,
        limit=given.limit,
    )
    return [asdict(one) for one in found]


async def people(desk: Desk, given: argparse.Namespace) -> Found:
    """List people."""
    return [asdict(one) for one in await desk.people(name=given.name, code=given.table, limit=given.limit)]


async def close(desk: Desk, given: argparse.Namespace) -> Found:
    """End tables."""
    ask(f"End {counted(len(given.tables), 'table')} for everybody there?", given)
    return [{"table": code, "version": await desk.close(code)} for code in map(tidy, given.tables)]


async def ban(desk: Desk, given: argparse.Namespace) -> Found:
    """Ban somebody."""
    if shared_network(given.subject) is None and not is_person(given.subject):
        raise BadCommand(
            f"{given.subject[:40]!r} is no person's id, no address and no network; `mousehole admin people` lists ids"
        )
    until = None if given.days is None else now_ms() + int(given.days * DAY_MS)
    return asdict(await desk.ban(given.subject, " ".join(given.reason.split())[:LONGEST_REASON], until))


async def unban(desk: Desk, given: argparse.Namespace) -> Found:
    """Lift a ban."""
    if not await desk.unban(given.subject):
        raise BadCommand(f"{given.subject[:40]!r} is not banned")
    return {"subject": given.subject, "banned": False}


async def bans(desk: Desk, _given: argparse.Namespace) -> Found:
    """List bans."""
    return [asdict(one) for one in await desk.bans()]


async def reports(desk: Desk, given: argparse.Namespace) -> Found:
    """List reports, or settle some."""
    if given.settle:
        return {"reports_settled": await desk.settle(given.settle)}
    return [asdict(one) for one in await desk.reports(is_all=given.all, limit=given.limit)]


async def backup(desk: Desk, given: argparse.Namespace) -> Found:
    """Copy the database."""
    return {"file": given.file, "bytes": await desk.back_up(Path(given.file))}


async def purge(desk: Desk, given: argparse.Namespace) -> Found:
    """Remove tables or a person."""
    ways = [bool(given.tables), given.unused_for is not None, given.person is not None]
    if sum(ways) != 1:
        raise BadCommand("name tables, or --unused-for DAYS, or --person ID: one of the three")
    if given.person is not None:
        ask(f"Remove everything about the person {given.person} for good?", given)
        removed, rewritten = await desk.purge_person(given.person)
        return {"tables_removed": removed, "tables_rewritten": rewritten}
    if given.tables:
        codes = list(map(tidy, given.tables))
    else:
        before = now_ms() - int(given.unused_for * DAY_MS)
        codes = [one.table for one in await desk.tables(states=states_of(given.state), before=before, limit=None)]
    ask(f"Remove {counted(len(codes), 'table')} and their records for good?", given)
    return {"tables_removed": await desk.purge(codes), "tables_rewritten": 0}


ACTIONS: dict[str, Callable[[Desk, argparse.Namespace], Awaitable[Found]]] = {
    "tables": tables,
    "people": people,
    "close": close,
    "ban": ban,
    "unban": unban,
    "bans": bans,
    "reports": reports,
    "purge": purge,
    "backup": backup,
}


def tidy(code: str) -> str:
    """Read a table's code as people write it, or a link that ends in it."""
    return code.strip().rstrip("/").rpartition("/")[2].lower()


def is_person(text: str) -> bool:
    """Tell whether something can be a person's id."""
    return len(text) == PERSON_LENGTH and set(text) <= set("0123456789abcdef")


def states_of(text: str) -> list[str]:
    """Read a list of states."""
    found = [part.strip() for part in text.split(",") if part.strip()]
    if unknown := [state for state in found if state not in STATES]:
        raise BadCommand(f"a table is {', '.join(STATES[:-1])} or {STATES[-1]}, not {unknown[0][:40]!r}")
    return found


def ask(question: str, given: argparse.Namespace) -> None:
    """Ask before what cannot be undone."""
    if given.yes:
        return
    if not sys.stdin.isatty():
        raise BadCommand(f"{question} It cannot be undone: --yes says that you mean it")
    print(f"{question} It cannot be undone. [y/N] ", end="", flush=True, file=sys.stderr)
    if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
        raise BadCommand("nothing was changed")


def counted(number: int, what: str) -> str:
    """Write a number of things."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def as_text(found: Found) -> str:
    """Write what was found as a table."""
    if isinstance(found, dict):
        return "\n".join(f"{name.replace('_', ' ')}: {shown(name, value)}" for name, value in found.items())
    if not found:
        return "There are none."
    rows = [[name.replace("_", " ") for name in found[0]]]
    rows += [[shown(name, value) for name, value in one.items()] for one in found]
    return "\n".join(aligned(rows))


def shown(name: str, value: str | int | None) -> str:
    """Write one value: times as the day and the minute, in the time of the world."""
    if name == "until" and value is None:
        return "for good"
    if name in TIMES and isinstance(value, int):
        return f"{datetime.fromtimestamp(value / 1000, UTC):%Y-%m-%d %H:%M}"
    if value is None:
        return "no"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows with their columns below each other."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
