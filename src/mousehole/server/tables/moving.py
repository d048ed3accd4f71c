"""People who move: one becomes oneself on another device, switches devices off, or goes for good."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mousehole.engine.errors import TableError
from mousehole.server.api.cookies import Caller
from mousehole.server.errors import StoreTrouble
from mousehole.server.logs import log
from mousehole.server.store import lists
from mousehole.server.store.desk import Desk
from mousehole.server.store.merging import merge, shared_tables
from mousehole.server.store.orders import AGAIN, DEVICES, Order
from mousehole.server.store.persons import LINK, Device
from mousehole.server.store.store import NOT_OVER
from mousehole.server.tables import actions
from mousehole.table.errors import NotHere

if TYPE_CHECKING:
    from mousehole.server.tables.registry import Registry


@dataclass(frozen=True)
class Plan:
    """What becomes of what a device's person has when the device becomes somebody else."""

    stays: bool
    """Whether it stays theirs: they have another device, or a passkey."""
    tables: int
    shared: tuple[str, ...]
    """Tables that both have to do with: there they stay two, and a seat is given up."""


async def plan(registry: Registry, caller: Caller, person: str) -> Plan:
    """Find out what becomes of what a caller has."""
    if caller.person == person:
        raise NotHere("this device is you already; open the link on the other one")
    persons, store = registry.devices.persons, registry.store
    others = [one for one in await persons.devices_of(caller.person) if one.id != caller.device]
    stays = bool(others or await persons.passkeys_of(caller.person))
    async with store.reading() as connection:
        shared = () if stays else tuple(code for _, code in await shared_tables(connection, caller.person, person))
    tables = await lists.count_tables_of(store, caller.person)
    return Plan(stays, max(0, tables - len(shared)), shared)


async def become(registry: Registry, caller: Caller, secret: bytes, device: Device) -> Caller:
    """Let a device be whose claim it brings, by a cookie that nobody has seen before; the one it had counts no more."""
    persons, store, now = registry.devices.persons, registry.store, registry.now()
    person = await persons.claimed(LINK, secret, now)
    planned = await plan(registry, caller, person)
    await get_up(registry, caller.person, planned.shared)
    desk, rewritten = Desk(store), list[str]()
    async with store.changing() as connection:
        person = await persons.take_claim(connection, LINK, secret, now)
        if person == caller.person:
            raise NotHere("this device is you already; open the link on the other one")
        became = replace(device, person=person)
        await persons.add_device(connection, became)
        await persons.call_as(connection, caller.device, became)
        await persons.end_device(connection, replace(device, id=caller.device, person=caller.person), now)
        if not planned.stays:
            rewritten = await merge(store, connection, caller.person, person)
        given = await desk.order(connection, AGAIN, rewritten)
        await desk.order(connection, DEVICES, [None])
    registry.orders.own.update(number for number in given if number > registry.orders.last)
    await carry_out(registry, rewritten)
    registry.names.pop(caller.person, None)
    registry.names.pop(person, None)
    return Caller(person, device.id)


async def switch_off(registry: Registry, person: str, devices: list[str]) -> int:
    """Switch off devices of somebody's, here at once and at other workers within a second; return how many."""
    store = registry.store
    async with store.changing() as connection:
        count = await registry.devices.persons.end_devices(connection, person, devices, registry.now())
        await Desk(store).order(connection, DEVICES, [None])
    await carry_out(registry, [])
    return count


async def erase(registry: Registry, device: Device) -> tuple[int, int]:
    """Take a person out of everything; return how many tables went, and how many have lost their name."""
    person = device.person
    await get_up(registry, person, await lists.codes_of(registry.store, person, NOT_OVER))
    await get_up(registry, person, await lists.ended_with_others(registry.store, person))
    await registry.devices.persons.note_device(device)
    found = await Desk(registry.store).purge_person(person)
    await registry.devices.look_again()
    registry.names.pop(person, None)
    return found


async def carry_out(registry: Registry, rewritten: list[str]) -> None:
    """Do at once here what other workers read as orders."""
    for code in rewritten:
        await registry.orders.carry_out(Order(0, AGAIN, code))
    await registry.devices.look_again()


async def get_up(registry: Registry, person: str, codes: Any) -> None:
    """Let somebody get up from tables; one that cannot be read keeps nobody from going."""
    for code in codes:
        try:
            session = await registry.find(code, is_wanted=False)
            for seat in session.table.seats_of(person):
                await actions.leave(registry, session, person, seat)
        except StoreTrouble:
            raise
        except TableError as error:
            log.warning("a seat was not freed", extra={"table": code, "code": error.code})


def said_by(registry: Registry, person: str) -> list[dict[str, Any]]:
    """List what somebody has said at tables that are in memory: it is kept nowhere else."""
    return [
        {"table": code, "at": heard.said.at, "text": heard.said.text}
        for code, session in registry.tables.items()
        for heard in session.talk
        if heard.said.seat in session.table.seats_of(person)
    ]
