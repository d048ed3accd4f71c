"""The routes about who asks: a name, and the tables one has sat at."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter

from mousehole.engine.errors import TableError
from mousehole.engine.facts import Facts
from mousehole.games import facts, ids
from mousehole.server.api import messages
from mousehole.server.api.asking import (
    PROBLEMS,
    HallHere,
    LiveHere,
    PersonHere,
)
from mousehole.server.store.lists import hide
from mousehole.server.tables import listing
from mousehole.table.errors import NotHere
from mousehole.table.setup import (
    clean_name,
)

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
    """List the tables where I sit or sat, the one used last first: who sits there, who is asked, how it ended."""
    return [
        messages.ListedOut(
            table=listed.code,
            game=listed.game,
            title=facts(listed.game).title if listed.game in ids() else listed.game,
            state=listed.state,
            created=listed.created,
            last=listed.touched,
            house_rules=[] if listed.game not in ids() else house_rules_of(facts(listed.game), listed.options),
            hidden=listed.hidden,
            **seen_by(person, summary),
        )
        for listed, summary in await listing.tables_of(registry, person)
    ]


def seen_by(person: str, summary: listing.Summary | None) -> dict[str, Any]:
    """Say of a table what its list says to one person."""
    if summary is None:
        return {"my_turn": None, "since": None, "seats": [], "result": None}
    mine = {number for number, seat in enumerate(summary.seats) if seat.person == person}
    seats = [
        messages.ListedSeat(
            role=seat.role, name=seat.name, kind=seat.kind, mine=number in mine, acting=number in summary.asked
        )
        for number, seat in enumerate(summary.seats)
    ]
    result, ended = None, summary.outcome
    if ended is not None:
        places = [ended.places[number] for number in mine] if ended.places else []
        won = bool(mine & set(ended.winners)) if mine else None
        result = messages.ListedResult(sentence=ended.sentence, won=won, place=min(places, default=None))
    return {"my_turn": bool(mine & set(summary.asked)), "since": summary.since, "seats": seats, "result": result}


@router.put("/tables/{code}/hidden", status_code=204)
async def hide_table(wish: messages.Hide, session: LiveHere, registry: HallHere, person: PersonHere) -> None:
    """Put a table of my list out of sight, or back: on all my devices, and it goes on all the same."""
    if not await hide(registry.store, person, session.table.row, is_hidden=wish.hidden):
        raise NotHere("this table is not on your list")


def house_rules_of(known: Facts, options: str) -> list[str]:
    """Say what was agreed at a table that the rulebook does not print; nothing of options that cannot be read."""
    try:
        return known.house_rules(json.loads(options))
    except (TableError, ValueError, TypeError, IndexError):
        return []
