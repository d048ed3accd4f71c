"""Quotas: how much one person, one address and everybody together may have of this server."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mousehole.server.api.cookies import fresh_person
from mousehole.server.errors import Stopping, TooFast, TooMany
from mousehole.server.limits import Buckets, Counts, per_minute
from mousehole.table.events import Left, Undone
from mousehole.table.standing import CLOSED, OVER

if TYPE_CHECKING:
    from mousehole.server.limits import AddressLimits
    from mousehole.server.tables.registry import Registry
    from mousehole.server.tables.session import Listener, Session
    from mousehole.table.events import Draft
    from mousehole.table.table import Table

UNDOS_PER_SECOND, UNDOS_AT_ONCE = 1.0, 20.0
EXPORTS_PER_MINUTE = 6
NEIGHBOURS = 5
"""People at one address together change seats so many times as often as one of them."""


@dataclass(eq=False)
class Opening:
    """A table that is being opened just now, and counts already."""

    person: str
    address: str
    is_alone: bool


class Quotas:
    """Counts for all limits that are about people, tables and sockets."""

    def __init__(self, registry: Registry, addresses: AddressLimits) -> None:
        """Begin with nobody."""
        self.registry, self.addresses = registry, addresses
        self.new_tables = per_minute(registry.settings.new_tables_per_minute)
        self.undos = Buckets(UNDOS_PER_SECOND, UNDOS_AT_ONCE)
        self.exports = per_minute(EXPORTS_PER_MINUTE)
        self.sockets = Counts()
        self.address_sockets = Counts()
        self.openings: set[Opening] = set()

    def newcomer(self, address: str) -> str:
        """Name a person nobody has met yet, if not too many have come from there lately."""
        if not self.addresses.may(self.addresses.people, address):
            raise TooFast("too many new people come from your address; wait a minute")
        return fresh_person()

    # Tables

    async def check_may_open(self, person: str, *, is_alone: bool = False) -> None:
        """Keep one person, or one address, from filling the registry; tables of bots alone are counted apart."""
        registry, settings = self.registry, self.registry.settings
        address = registry.seen.of(person)
        if registry.is_stopping:
            raise Stopping("the server restarts; try again in a moment")
        if not self.new_tables.take(person) or not self.addresses.may(self.addresses.tables, address):
            raise TooFast("you open tables too fast; wait a little")
        mine = [session for session in registry.tables.values() if session.table.state not in {OVER, CLOSED}]
        near = sum(session.owner == address for session in mine)
        near += sum(opening.address == address for opening in self.openings)
        if not self.addresses.is_under(near, settings.address_tables):
            raise TooMany("too many tables were opened from your address; finish some of them first")
        if is_alone:
            self.check_bots_alone(person, address)
        if await registry.store.open_tables_of(person) >= settings.tables_per_person:
            raise TooMany(f"you have {settings.tables_per_person} tables open; finish some of them first")

    def check_bots_alone(self, person: str, address: str) -> None:
        """Bound the tables where bots play among themselves."""
        settings = self.registry.settings
        running = [
            Opening(session.table.row.host, session.owner, is_alone=True)
            for session in self.registry.tables.values()
            if session.is_bots_alone
        ]
        running += [opening for opening in self.openings if opening.is_alone]
        if sum(other.person == person for other in running) >= settings.bot_tables_per_person:
            raise TooMany(
                f"bots play at {settings.bot_tables_per_person} of your tables by themselves; let them finish"
            )
        near = sum(other.address == address for other in running)
        if not self.addresses.is_under(near, settings.address_bot_tables) or len(running) >= settings.bot_tables:
            raise TooMany("bots play by themselves at too many tables; take a seat, or wait until some are over")

    @contextlib.asynccontextmanager
    async def opening(self, person: str, *, is_alone: bool) -> AsyncIterator[None]:
        """Check that somebody may open a table, and count it until it is there."""
        await self.check_may_open(person, is_alone=is_alone)
        if is_alone:
            self.check_bots_alone(person, self.registry.seen.of(person))  # others were faster while the store counted
        mine = Opening(person, self.registry.seen.of(person), is_alone)
        self.openings.add(mine)
        try:
            yield
        finally:
            self.openings.discard(mine)

    def check_seat_change(self, session: Session, person: str) -> None:
        """Bound how often somebody sits down and stands up at one table."""
        most, address = self.registry.settings.seat_changes_per_person, self.registry.seen.of(person)
        if session.seat_changes.of(person) >= most:
            raise TooMany("you have changed seats too often at this table")
        near = session.seat_changes.of(f"address {address}")
        if not self.addresses.is_under(near, NEIGHBOURS * most):
            raise TooMany("people at your address have changed seats too often at this table")
        session.seat_changes.add(person, 1)
        session.seat_changes.add(f"address {address}", 1)

    def is_full(self, table: Table) -> bool:
        """Tell whether so much has happened at a table that nothing more is taken."""
        return table.version >= self.registry.settings.events_per_table

    def check_event(self, table: Table, draft: Draft) -> None:
        """Bound what a table has to remember, and how often its story is told again because of an undo."""
        if self.is_full(table) and not isinstance(draft.what, Left):
            raise TooMany("too much has happened at this table; open another one")
        if isinstance(draft.what, Undone) and not self.undos.take(draft.person or ""):
            raise TooFast("you take moves back too fast; wait a moment")

    # Sockets

    def take_socket(self, session: Session, listener: Listener) -> None:
        """Count a socket, if there may be one more."""
        settings, address = self.registry.settings, listener.address
        is_near = self.addresses.is_under(self.address_sockets.of(address), settings.address_sockets)
        if self.sockets.of(listener.person) >= settings.sockets_per_person or not is_near:
            raise TooMany("you have too many pages open")
        if len(session.listeners) >= settings.sockets_per_table:
            raise TooMany("too many people look at this table; come back later")
        self.sockets.add(listener.person, 1)
        self.address_sockets.add(address, 1)

    def return_socket(self, listener: Listener) -> None:
        """Forget a socket."""
        self.sockets.add(listener.person, -1)
        self.address_sockets.add(listener.address, -1)

    def may_say(self, address: str) -> bool:
        """Take a message out of what an address may say."""
        return self.addresses.may(self.addresses.requests, address)
