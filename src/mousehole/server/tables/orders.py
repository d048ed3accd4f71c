"""What operators decide reaches this worker: bans, tables that were closed, tables that are gone.

Orders are read from the store, so that they reach every worker of both kinds of database, and one that was away, too.
"""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime
from ipaddress import ip_network
from typing import TYPE_CHECKING

from mousehole.engine.errors import TableError
from mousehole.server.addresses import shared_network
from mousehole.server.errors import Banned, NoTable, StoreTrouble
from mousehole.server.logs import log, reason, tell
from mousehole.server.store.orders import AGAIN, BANS, DEVICES, GONE, LOOK, Order
from mousehole.table.errors import NotHere
from mousehole.table.frames import error_message, farewell_message
from mousehole.table.standing import ENDING, LOBBY, PLAYING

if TYPE_CHECKING:
    from mousehole.server.tables.registry import Registry
    from mousehole.server.tables.session import Session
    from mousehole.table.events import Draft
    from mousehole.table.table import Table

LOOK_SECONDS = 1.0
RETURN_SECONDS = 0.5


class Bans:
    """Who is not wanted here, and until when."""

    def __init__(self, found: list[tuple[str, str, int | None]]) -> None:
        """Sort people from networks."""
        self.people = {subject: (reason, until) for subject, reason, until in found if not shared_network(subject)}
        self.networks = [
            (ip_network(subject), (reason, until)) for subject, reason, until in found if shared_network(subject)
        ]

    def of(self, person: str | None, address: str, now: int) -> tuple[str, int | None] | None:
        """Find the ban that holds for somebody, or for where they come from; None where there is none."""
        found = [self.people[person]] if person in self.people else []
        if self.networks and (name := shared_network(address)) is not None:
            here = ip_network(name)
            found += [ban for net, ban in self.networks if net.version == here.version and here.subnet_of(net)]  # type: ignore[arg-type]  # of one version
        holding = [ban for ban in found if ban[1] is None or ban[1] > now]
        return holding[0] if holding else None

    def check(self, person: str | None, address: str, now: int) -> None:
        """Turn somebody away who is banned, by a sentence."""
        found = self.of(person, address, now)
        if found is not None:
            raise Banned(ban_sentence(*found))


def ban_sentence(reason: str, until: int | None) -> str:
    """Say that somebody is banned, until when, and why."""
    when = "" if until is None else f" until {datetime.fromtimestamp(until / 1000, UTC):%d %B %Y, %H:%M} UTC"
    return f"you cannot play here{when}: whoever runs this server has decided so{f' ({reason})' if reason else ''}"


class Orders:
    """Carries out what operators have ordered."""

    def __init__(self, registry: Registry) -> None:
        """Know whose tables they are; `begin` reads what holds already."""
        self.registry = registry
        self.last = 0
        self.own: set[int] = set()
        """The numbers of orders that this worker has given to the others, and carries out itself at once."""
        self.bans = Bans([])

    async def begin(self) -> None:
        """Read what holds now; later orders are carried out one by one."""
        self.last = max((order.id for order in await self.registry.store.orders(0)), default=0)
        self.bans = Bans(await self.registry.store.bans())

    async def follow(self) -> None:
        """Carry out orders for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with contextlib.suppress(StoreTrouble):  # said by the store; it is tried again
                for order in await self.registry.store.orders(self.last):
                    if order.id not in self.own:
                        await self.try_order(order)
                    self.own.discard(order.id)
                    self.last = order.id

    async def try_order(self, order: Order) -> None:
        """Carry out one order; whatever goes wrong with one is no reason to forget the others."""
        try:
            await self.carry_out(order)
        except StoreTrouble:  # it is tried again, in its turn
            raise
        except Exception as error:  # noqa: BLE001  # the others are waiting
            facts = {"kind": order.kind, "table": order.code, "cause": reason(error)}
            log.warning("an order was not carried out", extra=facts)

    async def carry_out(self, order: Order) -> None:
        """Carry out one order; what is ordered twice is done once."""
        tell("order of an operator", kind=order.kind, table=order.code)
        session = self.registry.tables.get(order.code or "")
        if order.kind == BANS:
            self.bans = Bans(await self.registry.store.bans())
            for found in list(self.registry.tables.values()):
                self.show_out(found)
        elif order.kind == DEVICES:
            await self.registry.devices.look_again()
        elif session is None:
            return
        elif order.kind == LOOK:
            session.is_doubtful = True
            await self.registry.refresh(session)
        elif order.kind == GONE:
            for listener in session.listeners:
                listener.refused = NoTable.code
                listener.pass_on(error_message(NoTable("this table was removed")))
            self.registry.forget(session)
        elif order.kind == AGAIN:
            for listener in session.listeners:
                listener.is_leaving = True
                listener.pass_on(farewell_message(RETURN_SECONDS))
            self.registry.forget(session)

    def show_out(self, session: Session) -> None:
        """Let those who are banned go from a table: their sockets are closed by a sentence, and their seats freed."""
        now = self.registry.now()
        for listener in session.listeners:
            found = self.bans.of(listener.person, listener.address, now)
            if found is not None:
                listener.refused = Banned.code
                listener.pass_on(error_message(Banned(ban_sentence(*found))))
        self.see_to(session)

    def see_to(self, session: Session) -> None:
        """Free the seats of people who are banned, so that nobody waits for them."""
        table, now = session.table, self.registry.now()
        if not session.drives or table.state not in {LOBBY, PLAYING, ENDING}:
            return
        for number, seat in enumerate(table.seats):
            if seat.person is not None and not seat.has_stand_in and self.bans.of(seat.person, "", now):
                self.registry.start_alone(self.free(session, number, seat.person))

    async def free(self, session: Session, seat: int, person: str) -> None:
        """Free one seat: before the game it is open again, during it a bot stands in."""

        def build(table: Table) -> Draft:
            if table.seats[seat].person != person or table.seats[seat].has_stand_in:
                raise NotHere("somebody was faster")
            return table.leave(person, seat) if table.state == LOBBY else table.replace(seat)

        try:
            await self.registry.command(session, build)
        except NotHere:
            return
        except TableError as error:
            log.warning("a seat was not freed", extra={"table": session.code, "code": error.code})
