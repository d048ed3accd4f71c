"""What is kept about one person beside the tables: devices, ways to become that person elsewhere, passkeys, figures.

Secrets that are handed out are kept as hashes, count once, and for minutes.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, or_, select, update

from mousehole.server.errors import NoClaim, TooMany
from mousehole.server.store import schema
from mousehole.table.errors import Stale

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from mousehole.server.store.store import Store

LINK, NEW_PASSKEY, PASSKEY = "link", "new_passkey", "passkey"
"""What a claim is for: to become somebody, to add a passkey, to prove that one has one."""
LINK_MS, CHALLENGE_MS = 10 * 60 * 1000, 2 * 60 * 1000
SECRET_BYTES = 24
MOST_DEVICES = 100
"""Devices that one person ever has: those that were switched off have to be remembered."""
MOST_PASSKEYS = 20


@dataclass(frozen=True)
class Device:
    """A browser that counts as somebody."""

    id: str
    person: str
    label: str
    created: int
    seen: int


@dataclass(frozen=True)
class Passkey:
    """A key that proves who somebody is, and the site it is for."""

    id: str
    person: str
    site: str
    public_key: bytes
    uses: int
    label: str
    created: int


@dataclass(frozen=True)
class Figures:
    """What a person's pages have kept of games and puzzles; the version rises with each change."""

    version: int
    data: dict[str, Any]


def hash_of(secret: bytes) -> str:
    """Write down a secret so that nobody who reads it can use it."""
    return hashlib.sha256(secret).hexdigest()


class Persons:
    """Reads and writes what is kept about people."""

    def __init__(self, store: Store) -> None:
        """Work on a store."""
        self.store = store

    # Devices

    async def ended(self) -> set[str]:
        """List the devices whose cookies count no more."""
        own = schema.devices.c
        async with self.store.reading() as connection:
            return {row[0] for row in await connection.execute(select(own.id).where(own.ended.is_not(None)))}

    async def devices_of(self, person: str) -> list[Device]:
        """List somebody's devices, the oldest first."""
        own = schema.devices.c
        asked = select(own.id, own.person, own.label, own.created, own.seen)
        asked = asked.where(own.person == person, own.ended.is_(None)).order_by(own.created, own.id)
        async with self.store.reading() as connection:
            return [Device(*row) for row in await connection.execute(asked)]

    async def note_device(self, device: Device) -> None:
        """Write a device down; one that is known, or was switched off, stays as it is."""
        async with self.store.changing() as connection:
            await connection.execute(self.store.insert(schema.devices).values(vars(device)))

    async def add_device(self, connection: AsyncConnection, device: Device) -> None:
        """Write down one device more, if somebody may have it."""
        own = schema.devices.c
        count = select(func.count()).select_from(schema.devices).where(own.person == device.person)
        if (await connection.execute(count)).scalar_one() >= MOST_DEVICES:
            raise TooMany(f"this person has been on {MOST_DEVICES} devices, and that is enough")
        await connection.execute(schema.devices.insert().values(vars(device)))

    async def see(self, seen: Mapping[str, int]) -> None:
        """Write down when devices were used."""
        own = schema.devices.c
        async with self.store.changing() as connection:
            for device, at in seen.items():
                await connection.execute(update(schema.devices).where(own.id == device).values(seen=at))

    async def end_device(self, connection: AsyncConnection, device: Device, at: int) -> None:
        """Let a device's cookie count no more, whether it was written down before or not."""
        own = schema.devices.c
        await connection.execute(self.store.insert(schema.devices).values(vars(device)))
        await connection.execute(
            update(schema.devices).where(own.id == device.id, own.ended.is_(None)).values(ended=at)
        )
        await self.call_no_more(connection, [device.id])

    async def end_devices(self, connection: AsyncConnection, person: str, ids: list[str], at: int) -> int:
        """Switch off some of somebody's devices; return how many there were."""
        own = schema.devices.c
        mine = select(own.id).where(own.person == person, own.id.in_(ids))
        await self.call_no_more(connection, [row[0] for row in await connection.execute(mine)])
        done = await connection.execute(
            update(schema.devices).where(own.person == person, own.id.in_(ids), own.ended.is_(None)).values(ended=at)
        )
        return int(done.rowcount)

    async def call_no_more(self, connection: AsyncConnection, ids: list[str]) -> None:
        """Send no call for somebody's turn to devices that are not theirs any more."""
        await connection.execute(delete(schema.call_devices).where(schema.call_devices.c.cookie.in_(ids)))

    async def call_as(self, connection: AsyncConnection, device: str, became: Device) -> None:
        """Let a browser that is called be called as another person, which it has become."""
        own = schema.call_devices.c
        changed = update(schema.call_devices).where(own.cookie == device)
        await connection.execute(changed.values(person=became.person, cookie=became.id))

    # Claims

    async def make_claim(self, kind: str, person: str, until: int, now: int) -> bytes:
        """Draw a secret that counts once, until a time; earlier ones of the same kind and person count no more."""
        secret, own = secrets.token_bytes(SECRET_BYTES), schema.claims.c
        async with self.store.changing() as connection:
            gone = or_(own.until < now, (own.person == person) & (own.kind == kind))
            await connection.execute(delete(schema.claims).where(gone))
            values = {"hash": hash_of(secret), "kind": kind, "person": person, "until": until}
            await connection.execute(schema.claims.insert().values(values))
        return secret

    async def drop_claims(self, person: str) -> None:
        """Let no secret of somebody's count any more."""
        async with self.store.changing() as connection:
            await connection.execute(delete(schema.claims).where(schema.claims.c.person == person))

    async def claimed(self, kind: str, secret: bytes, now: int) -> str:
        """Tell whose a secret is, and leave it as it is."""
        own = schema.claims.c
        asked = select(own.person).where(own.hash == hash_of(secret), own.kind == kind, own.until >= now)
        async with self.store.reading() as connection:
            return found_claim((await connection.execute(asked)).scalar_one_or_none())

    async def take_claim(self, connection: AsyncConnection, kind: str, secret: bytes, now: int) -> str:
        """Use a secret up; tell whose it was."""
        own = schema.claims.c
        taken = delete(schema.claims).where(own.hash == hash_of(secret), own.kind == kind, own.until >= now)
        return found_claim((await connection.execute(taken.returning(own.person))).scalar_one_or_none())

    # Passkeys

    async def passkeys_of(self, person: str) -> list[Passkey]:
        """List somebody's passkeys, the oldest first."""
        own = schema.passkeys.c
        asked = select(schema.passkeys).where(own.person == person).order_by(own.created, own.id)
        async with self.store.reading() as connection:
            return [Passkey(*row) for row in await connection.execute(asked)]

    async def passkey(self, name: str) -> Passkey | None:
        """Find a passkey."""
        asked = select(schema.passkeys).where(schema.passkeys.c.id == name)
        async with self.store.reading() as connection:
            found = (await connection.execute(asked)).one_or_none()
            return None if found is None else Passkey(*found)

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Keep a passkey; False if it is there already."""
        if len(await self.passkeys_of(passkey.person)) >= MOST_PASSKEYS:
            raise TooMany(f"you have {MOST_PASSKEYS} passkeys; remove one first")
        async with self.store.changing() as connection:
            done = await connection.execute(self.store.insert(schema.passkeys).values(vars(passkey)))
            return bool(done.rowcount)

    async def use_passkey(self, passkey: Passkey, uses: int) -> bool:
        """Count a use; False if somebody else has used it meanwhile, which a copied key would do."""
        own = schema.passkeys.c
        changed = update(schema.passkeys).where(own.id == passkey.id, own.uses == passkey.uses).values(uses=uses)
        async with self.store.changing() as connection:
            return bool((await connection.execute(changed)).rowcount)

    async def remove_passkey(self, person: str, name: str) -> bool:
        """Forget a passkey of somebody's; tell whether there was one."""
        own = schema.passkeys.c
        async with self.store.changing() as connection:
            gone = await connection.execute(delete(schema.passkeys).where(own.id == name, own.person == person))
            return bool(gone.rowcount)

    # Figures

    async def figures(self, person: str) -> Figures | None:
        """Fetch somebody's figures."""
        own = schema.figures.c
        asked = select(own.version, own.data).where(own.person == person)
        async with self.store.reading() as connection:
            found = (await connection.execute(asked)).one_or_none()
            return None if found is None else Figures(found[0], json.loads(found[1]))

    async def keep_figures(self, person: str, figures: Figures) -> int:
        """Keep figures that were made from a version; return the new one. Whoever was slower has to merge again."""
        own, text = schema.figures.c, json.dumps(figures.data, separators=(",", ":"))
        values = {"person": person, "version": figures.version + 1, "data": text}
        async with self.store.changing() as connection:
            if figures.version == 0:
                done = await connection.execute(self.store.insert(schema.figures).values(values))
            else:
                here = (own.person == person, own.version == figures.version)
                done = await connection.execute(update(schema.figures).where(*here).values(values))
        if not done.rowcount:
            raise Stale("another device has kept something meanwhile")
        return figures.version + 1


def found_claim(person: str | None) -> str:
    """Give back whose a claim is, if there is one."""
    if person is None:
        raise NoClaim("this link counts no more: each is for one device, and for ten minutes")
    return person
