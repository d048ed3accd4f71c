"""The book of calls: how people are reached, where they wish it, and for which turn they were called last."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mousehole.server.store import schema

if TYPE_CHECKING:
    from mousehole.server.api.cookies import Caller
    from mousehole.server.store.store import Store

CONFIRMING_MS = 3 * 24 * 3600 * 1000
"""For so long a mailbox can be confirmed."""


@dataclass(frozen=True)
class Device:
    """A browser that takes calls: where its push service is, and the keys only that browser has the other half of."""

    endpoint: str
    public: str
    auth: str

    @property
    def id(self) -> str:
        """What the device is known by: an endpoint may be long."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()


@dataclass(frozen=True)
class Mailbox:
    """An address of e-mail, and the secrets of the two links that are sent there."""

    address: str
    is_confirmed: bool
    confirming: str
    ending: str


@dataclass(frozen=True)
class Ways:
    """How somebody is reached about one table: not at all where they do not wish it."""

    devices: tuple[Device, ...] = ()
    mailbox: Mailbox | None = None


@dataclass(frozen=True)
class Wishes:
    """What somebody has chosen: in general, at one table (None: as in general), and the ways there are."""

    wished: bool
    here: bool | None
    devices: tuple[Device, ...]
    mailbox: Mailbox | None

    @property
    def is_called(self) -> bool:
        """Whether they want to be called: what is chosen for the table wins."""
        return self.wished if self.here is None else self.here


class CallBook:
    """What the store keeps about calls."""

    def __init__(self, store: Store) -> None:
        """Write into this store."""
        self.store = store

    async def wishes(self, person: str, table_id: int | None = None) -> Wishes:
        """Look somebody up."""
        general, here = schema.call_people.c, schema.call_tables.c
        async with self.store.reading() as connection:
            asked = select(general.wished).where(general.person == person)
            wished = (await connection.execute(asked)).scalar_one_or_none()
            at_table = select(here.wished).where(here.person == person, here.table_id == table_id)
            found = None if table_id is None else (await connection.execute(at_table)).scalar_one_or_none()
            return Wishes(
                wished=wished is None or bool(wished),
                here=None if found is None else bool(found),
                devices=tuple(await devices_of(connection, person)),
                mailbox=await mailbox_of(connection, person),
            )

    async def ways(self, person: str, table_id: int) -> Ways:
        """Tell how to reach somebody about a table."""
        found = await self.wishes(person, table_id)
        if not found.is_called:
            return Ways()
        is_ready = found.mailbox is not None and found.mailbox.is_confirmed
        return Ways(found.devices, found.mailbox if is_ready else None)

    async def claim(self, person: str, table_id: int, turn: int) -> bool:
        """Take it upon this worker to call somebody for a turn; False if anybody has called for it or a later one."""
        own = schema.call_tables.c
        new = self.store.insert(schema.call_tables).values(person=person, table_id=table_id, wished=None, turn=0)
        taken = (
            update(schema.call_tables)
            .where(own.person == person, own.table_id == table_id, own.turn < turn)
            .values(turn=turn)
        )
        async with self.store.changing() as connection:
            await connection.execute(new)
            return (await connection.execute(taken)).rowcount == 1

    # Choosing

    async def wish(self, person: str, *, is_on: bool) -> None:
        """Choose in general."""
        changed = update(schema.call_people).where(schema.call_people.c.person == person).values(wished=int(is_on))
        async with self.store.changing() as connection:
            await connection.execute(self.store.insert(schema.call_people).values(person=person, wished=int(is_on)))
            await connection.execute(changed)

    async def wish_here(self, person: str, table_id: int, *, is_on: bool | None) -> None:
        """Choose for one table; None: as in general."""
        own, chosen = schema.call_tables.c, None if is_on is None else int(is_on)
        new = self.store.insert(schema.call_tables).values(person=person, table_id=table_id, wished=chosen, turn=0)
        changed = update(schema.call_tables).where(own.person == person, own.table_id == table_id)
        async with self.store.changing() as connection:
            await connection.execute(new)
            await connection.execute(changed.values(wished=chosen))

    # Devices

    async def add_device(self, caller: Caller, device: Device, at: int, most: int) -> None:
        """Keep a browser, which belongs to whoever used it last; beyond so many the oldest is forgotten."""
        person = caller.person
        own = schema.call_devices.c
        known = {"person": person, "cookie": caller.device, "since": at}
        values = {**known, "public": device.public, "auth": device.auth}
        new = self.store.insert(schema.call_devices).values(id=device.id, endpoint=device.endpoint, **values)
        newest = select(own.id).where(own.person == person).order_by(own.since.desc(), own.id).limit(most)
        async with self.store.changing() as connection:
            await connection.execute(new)
            await connection.execute(update(schema.call_devices).where(own.id == device.id).values(values))
            kept = [row[0] for row in await connection.execute(newest)]
            await connection.execute(
                delete(schema.call_devices).where(own.person == person, own.id.not_in(kept)),
            )

    async def remove_device(self, device: str, person: str | None = None) -> None:
        """Forget a device, because its service does not know it any more or because its person says so."""
        own = schema.call_devices.c
        gone = delete(schema.call_devices).where(own.id == device)
        async with self.store.changing() as connection:
            await connection.execute(gone if person is None else gone.where(own.person == person))

    # Mailboxes

    async def add_mailbox(self, person: str, address: str, at: int) -> Mailbox:
        """Keep an address that has to be confirmed first, in place of the one before."""
        links = {"confirming": secrets.token_urlsafe(24), "ending": secrets.token_urlsafe(24)}
        own = schema.call_mailboxes
        values = {"person": person, "address": address, "confirmed": 0, "since": at, **links}
        async with self.store.changing() as connection:
            await connection.execute(delete(own).where(own.c.person == person))
            await connection.execute(own.insert().values(values))
        return Mailbox(address, is_confirmed=False, **links)

    async def confirm_mailbox(self, confirming: str, now: int) -> bool:
        """Believe an address: somebody has followed the link that was sent there, and not too late."""
        own = schema.call_mailboxes.c
        changed = update(schema.call_mailboxes).where(own.confirming == confirming, own.since > now - CONFIRMING_MS)
        async with self.store.changing() as connection:
            return (await connection.execute(changed.values(confirmed=1))).rowcount == 1

    async def end_mailbox(self, ending: str) -> None:
        """Forget an address by the link in every message; one that is forgotten already stays so."""
        async with self.store.changing() as connection:
            await connection.execute(delete(schema.call_mailboxes).where(schema.call_mailboxes.c.ending == ending))

    async def remove_mailbox(self, person: str) -> None:
        """Forget an address because its person says so."""
        async with self.store.changing() as connection:
            await connection.execute(delete(schema.call_mailboxes).where(schema.call_mailboxes.c.person == person))

    # Everything about somebody

    async def subscriptions_of(self, person: str) -> dict[str, Any]:
        """Write down everything that is kept here about a person, for themselves."""
        here, tables = schema.call_tables.c, schema.tables.c
        asked = select(tables.code, here.wished).join(schema.tables, tables.id == here.table_id)
        found = await self.wishes(person)
        async with self.store.reading() as connection:
            at_tables = {
                row[0]: bool(row[1])
                for row in await connection.execute(asked.where(here.person == person, here.wished.is_not(None)))
            }
        return {
            "on": found.wished,
            "tables": at_tables,
            "devices": [asdict(device) for device in found.devices],
            "mail": None
            if found.mailbox is None
            else {"address": found.mailbox.address, "confirmed": found.mailbox.is_confirmed},
        }


async def devices_of(connection: AsyncConnection, person: str) -> list[Device]:
    """List the browsers somebody can be called in, the newest first."""
    own = schema.call_devices.c
    asked = select(own.endpoint, own.public, own.auth).where(own.person == person).order_by(own.since.desc(), own.id)
    return [Device(*row) for row in await connection.execute(asked)]


async def mailbox_of(connection: AsyncConnection, person: str) -> Mailbox | None:
    """Return somebody's mailbox."""
    own = schema.call_mailboxes.c
    asked = select(own.address, own.confirmed, own.confirming, own.ending).where(own.person == person)
    found = (await connection.execute(asked)).one_or_none()
    return None if found is None else Mailbox(found[0], bool(found[1]), found[2], found[3])


async def merge_calls(store: Store, connection: AsyncConnection, old: str, new: str) -> None:
    """Let somebody be called as another one was, as far as they have chosen nothing themselves."""
    devices, boxes, here = schema.call_devices, schema.call_mailboxes, schema.call_tables
    await connection.execute(update(devices).where(devices.c.person == old).values(person=new))
    if await mailbox_of(connection, new) is None:
        await connection.execute(update(boxes).where(boxes.c.person == old).values(person=new))
    chosen = await connection.execute(select(here).where(here.c.person == old))
    for row in list(chosen.mappings()):
        await connection.execute(store.insert(here).values({**row, "person": new}))
    await erase_calls(connection, old)


async def erase_calls(connection: AsyncConnection, person: str) -> None:
    """Forget everything about calling a person."""
    for kept in (schema.call_devices, schema.call_people, schema.call_mailboxes, schema.call_tables):
        await connection.execute(delete(kept).where(kept.c.person == person))
