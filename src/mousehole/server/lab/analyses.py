"""Analyses of finished games, as one worker of the server knows them: asked for, made once, the same for everybody.

They are made by the process that plays for the lab, taking turns with its runs, and lie on a part of its shelf by a
name that is made from the moves: whoever asks again gets what is there. Those that are done are kept in the store, by
their table, so that a restart of the server loses none.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from mousehole.games import package_of
from mousehole.server.errors import StoreTrouble
from mousehole.server.lab.analysed import method_of
from mousehole.server.lab.jobs import READY
from mousehole.server.lab.orders import Order
from mousehole.server.lab.shelf import CUT, DONE, LIVE, WAITING, Shelf, short_hash
from mousehole.server.store.analyses import keep_analysis, kept_analysis
from mousehole.table.analysed import blank

if TYPE_CHECKING:
    import asyncio

    from mousehole.engine.match import Match
    from mousehole.server.lab.jobs import Jobs
    from mousehole.server.store.store import Store
    from mousehole.table.events import Row

PART = "analyses"
"""The part of the shelf, and the beginning of every name."""
SEVERAL = b"several"
"""The owner of an analysis that more than one person has asked for: it is not stopped for one of them."""


class Analyses:
    """Analyses that people have asked for at this worker."""

    def __init__(self, jobs: Jobs, store: Store) -> None:
        """Use the lab's process, shelf and limits, and the store."""
        self.jobs, self.store = jobs, store

    @property
    def shelf(self) -> Shelf:
        """The part of the shelf where they lie."""
        return self.jobs.shelf.part(PART)

    def find(self, record: str) -> dict[str, Any] | None:
        """Look up the analysis of a game, by its moves."""
        return self.shelf.run(short_hash(record))

    async def recall(self, row: Row, match: Match, record: str) -> dict[str, Any] | None:
        """Look up the analysis of a table's game; one made before the last restart goes on the shelf."""
        found = self.find(record)
        if found is not None and found["state"] in {*LIVE, DONE, CUT}:
            return found
        kept = await kept_analysis(self.store, row, method_of(match.game))
        if kept is None:
            return found
        self.jobs.shelf.write(kept)
        return kept

    async def start(self, person: str, address: str, row: Row, match: Match, record: str) -> dict[str, Any]:
        """Have a game analysed, unless it is or was; a person's earlier wish that is still waiting makes room."""
        known, shelf, name = await self.recall(row, match, record), self.shelf, short_hash(record)
        if known is not None and known["state"] in {*LIVE, DONE, CUT}:
            if known["state"] in LIVE and not shelf.is_owner(name, person):
                shelf.put(name, "owner", SEVERAL)
            return known
        self.jobs.check_may_start(person, address)
        before = shelf.newest_of(person)
        if before not in {None, name} and shelf.is_owner(str(before), person):
            shelf.ask_to_stop(str(before))
        shelf.tidy()
        shelf.path(name, "stop").unlink(missing_ok=True)
        game = match.game.facts.id
        message = "" if self.jobs.is_ready(game) else READY
        begun = blank(f"{PART}/{name}", len(match.moves), WAITING, message)
        shelf.put(name, "record", record.encode())
        self.jobs.shelf.write(begun)
        shelf.keep_for(name, person, record)
        settings = self.jobs.settings
        order = Order(
            "analyse",
            game,
            f"{PART}/{name}",
            seconds=settings.lab_seconds,
            package=package_of(game),
            threads=settings.analysis_threads,
        )
        self.jobs.in_background(self.make(order, row, match))
        return begun

    async def make(self, order: Order, row: Row, match: Match) -> None:
        """Order an analysis; what comes of it is kept."""
        pending = await self.jobs.place(order, order.address)

        def on_made(done: asyncio.Future[None]) -> None:
            if not done.cancelled() and done.exception() is None and not self.jobs.is_closed:
                self.jobs.in_background(self.keep(order.id, row, method_of(match.game)))

        pending.add_done_callback(on_made)

    async def keep(self, name: str, row: Row, method: str) -> None:
        """Keep an analysis that is done; where the store does not answer, it lies on the shelf all the same."""
        found = self.jobs.shelf.run(name)
        if found is not None and found["state"] == DONE:
            with contextlib.suppress(StoreTrouble):
                await keep_analysis(self.store, row, method, found)
