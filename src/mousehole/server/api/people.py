"""The routes about who asks: a name, and the tables one has sat at."""

from __future__ import annotations

import json

from fastapi import APIRouter

from mousehole.engine.errors import TableError
from mousehole.engine.facts import Facts
from mousehole.games import facts, ids
from mousehole.server.api import messages
from mousehole.server.api.asking import (
    PROBLEMS,
    HallHere,
    PersonHere,
)
from mousehole.table.setup import (
    clean_name,
)
from mousehole.table.table import Table

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/me")
async def who_am_i(registry: HallHere, person: PersonHere) -> messages.Person:
    """Say who I am; somebody new gets a cookie."""
    return messages.Person(name=await registry.name_of(person), tables_open=await registry.store.open_tables_of(person))


@router.put("/me")
async def rename_me(wish: messages.NewName, registry: HallHere, person: PersonHere) -> messages.Person:
    """Choose a nickname, for seats I take from now on."""
    name = clean_name(wish.name)
    registry.open_tables.check_renaming(person, name)
    await registry.rename(person, name)
    return await who_am_i(registry, person)


@router.get("/tables")
async def my_tables(registry: HallHere, person: PersonHere) -> list[messages.ListedOut]:
    """List the tables where I sit or sat, the one used last first."""
    found = []
    for listed in await registry.store.tables_of(person):
        session = registry.tables.get(listed.code)
        is_mine = None if session is None else bool(set(session.table.seats_of(person)) & set(session.table.asked()))
        found.append(
            messages.ListedOut(
                table=listed.code,
                game=listed.game,
                title=facts(listed.game).title if listed.game in ids() else listed.game,
                state=listed.state,
                created=listed.created,
                last=listed.touched,
                my_turn=is_mine,
                seats=[] if session is None else listed_seats(session.table, person),
                house_rules=[] if listed.game not in ids() else house_rules_of(facts(listed.game), listed.options),
            )
        )
    return found


def house_rules_of(known: Facts, options: str) -> list[str]:
    """Say what was agreed at a table that the rulebook does not print; nothing of options that cannot be read."""
    try:
        return known.house_rules(json.loads(options))
    except (TableError, ValueError, TypeError, IndexError):
        return []


def listed_seats(table: Table, person: str) -> list[messages.ListedSeat]:
    """Say who sits at a table, and who is asked there, as everybody who looks at it sees."""
    return [
        messages.ListedSeat(
            role=table.role(number),
            name=seat.name,
            kind="open" if seat.is_open else "person" if seat.person is not None else "bot",
            mine=seat.person == person,
            acting=number in table.asked(),
        )
        for number, seat in enumerate(table.seats)
    ]
