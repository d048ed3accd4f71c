"""The lab's jobs, as one worker of the server knows them: who may run what, and the process that plays.

That process is started when it is needed and ended after a rest. If it dies, the runs it played say so, and the server
goes on: the next run starts another one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mousehole.games import package_of
from mousehole.lab.setup import BadSetUp, SetUp, pair_address
from mousehole.server.errors import NoPage, Stopping, TooFast, TooMany
from mousehole.server.lab.orders import Order
from mousehole.server.lab.process import DIED, Hand
from mousehole.server.lab.shelf import LIVE, VARIABLE, WAITING, Shelf, fresh_id, short_hash
from mousehole.server.limits import per_minute
from mousehole.table.errors import NotYourSeat

if TYPE_CHECKING:
    from mousehole.server.limits import AddressLimits
    from mousehole.server.settings import Settings
    from mousehole.server.startup.compiling import Compiling

GAME_SECONDS = 120.0
"""So long somebody waits for one game to be played again."""
READY = "The bots of this game are being made ready."
LOOK_SECONDS = 1.0


class Jobs:
    """Runs that people have started at this worker."""

    def __init__(self, settings: Settings, compiling: Compiling, addresses: AddressLimits) -> None:
        """Begin with nothing: neither folder nor process."""
        self.settings, self.compiling, self.addresses = settings, compiling, addresses
        self.starts = per_minute(settings.lab_runs_per_minute)
        self.address_starts = per_minute(settings.address_lab_runs_per_minute)
        self.own_folder: tempfile.TemporaryDirectory[str] | None = None
        self.kept: Shelf | None = None
        self.hand: Hand | None = None
        self.starting = asyncio.Lock()
        self.rest: asyncio.TimerHandle | None = None
        self.warmed: set[str] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.is_closed = False

    @property
    def shelf(self) -> Shelf:
        """The shelf: shared by all workers where there are several, else one of our own."""
        if self.kept is None:
            shared = os.environ.get(VARIABLE)
            if shared is None:
                self.own_folder = tempfile.TemporaryDirectory(prefix="mousehole-lab-")
                shared = self.own_folder.name
            self.kept = Shelf(Path(shared))
        return self.kept

    # Runs

    def start(self, person: str, address: str, one: SetUp, two: SetUp | None) -> str:
        """Start a run for somebody, in place of the one they have; a set-up that was played is not played again."""
        query = one.address() if two is None else pair_address(one, two)
        self.check_size(one, two)
        known = self.shelf.played(query)
        if known is not None:
            return str(known["id"])
        self.check_may_start(person, address)
        before = self.shelf.newest_of(person)
        if before is not None:
            self.shelf.ask_to_stop(before)
        self.shelf.tidy()
        run_id = fresh_id()
        run = {"id": run_id, "address": query, "state": WAITING, "message": "", "results": None, "comparison": None}
        self.shelf.write(run | ({} if self.is_ready(one.game) else {"message": READY}))
        self.shelf.keep_for(run_id, person, query)
        order = Order("run", query, run_id, seconds=self.settings.lab_seconds, package=package_of(one.game))
        self.in_background(self.place(order, one.game))
        return run_id

    def check_size(self, one: SetUp, two: SetUp | None) -> None:
        """Bound how many games a run has."""
        most = self.settings.lab_games
        games = one.games * (1 if two is None else 2)
        if games > most:
            where = "the command `mousehole` on a machine of your own has no such limit"
            raise BadSetUp(f"a run here has at most {most:,} games, not {games:,}; {where}")

    def check_may_start(self, person: str, address: str) -> None:
        """Bound how often somebody starts."""
        if not self.starts.take(person) or not self.addresses.may(self.address_starts, address):
            raise TooFast("you start runs too fast; wait a little")
        self.check_busy()

    def check_busy(self) -> None:
        """Bound how much there is to play at once, for runs and for single games."""
        if self.is_closed:
            raise Stopping("the server restarts; try again in a moment")
        busy = len(self.tasks) + (0 if self.hand is None else len(self.hand.waiting))
        if busy >= self.settings.lab_runs:
            raise TooMany("the lab is busy: too many games are being played just now; try again in a minute")

    def is_ready(self, game: str) -> bool:
        """Tell whether bots can think about a game without anything being compiled first."""
        mine = self.compiling.thoughtful.get(game)
        return mine is None or mine.is_set()

    async def place(self, order: Order, game: str) -> asyncio.Future[None]:
        """Order a run as soon as the bots can think, and keep it alive until then; what is returned is done with it."""
        try:
            while not self.is_ready(game):
                self.shelf.touch(order.id)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.compiling.bots(game), LOOK_SECONDS)
            return await self.order(order)
        except BaseException:
            self.shelf.fail(order.id, DIED)
            raise

    def run(self, run_id: str) -> dict[str, Any]:
        """Look a run up."""
        found = self.shelf.run(run_id) if run_id.isalnum() else None
        if found is None:
            raise NoPage("there is no such run, or it is no longer kept; run it again")
        return found

    def stop(self, person: str, run_id: str) -> None:
        """Stop a run; only whoever started it can."""
        found = self.run(run_id)
        if not self.shelf.is_owner(run_id, person):
            raise NotYourSeat("somebody else has started this run")
        if found["state"] in LIVE:
            self.shelf.ask_to_stop(run_id)

    # One game of a run

    async def record(self, setup: SetUp, number: int) -> str:
        """Return the record of one game of a run: from the shelf, or played again."""
        name = short_hash(setup.address(), str(number))
        found = self.shelf.read(name, "record")
        if found is None:
            pending = None if self.hand is None else self.hand.waiting.get(name)
            if pending is None:
                self.check_busy()
                self.shelf.tidy()
                order = Order("game", setup.address(), name, number, package=package_of(setup.game))
                pending = await self.order(order)
            try:
                await asyncio.wait_for(asyncio.shield(pending), GAME_SECONDS)
            except TimeoutError:
                raise NoPage("this game takes long; try again in a minute") from None
            found = self.shelf.read(name, "record")
        if found is None:
            raise NoPage("this game could not be played again")
        return found.decode()

    def warm(self, setup: SetUp) -> None:
        """Bring the process and a game in before somebody presses Run."""
        if setup.game not in self.warmed and self.is_ready(setup.game) and not self.is_closed:
            self.warmed.add(setup.game)
            order = Order("warm", setup.address(), f"warm {setup.game}", package=package_of(setup.game))
            self.in_background(self.order(order))

    # The process

    def in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something without anybody waiting for it."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def order(self, order: Order) -> asyncio.Future[None]:
        """Order something from the process, which is started if there is none."""
        async with self.starting:
            if self.rest is not None:
                self.rest.cancel()
            if self.hand is None:
                self.hand = await Hand.start(self.shelf.folder, self.settings, self.on_settled, self.on_death)
            return await self.hand.order(order)

    def on_settled(self, name: str, error: str) -> None:
        """Note what became of an order; after the last one the process rests, and ends if nobody comes."""
        if error:
            self.shelf.fail(name, error)
        if self.rest is not None:
            self.rest.cancel()
        if self.hand is not None and not self.hand.waiting and not self.is_closed:
            self.rest = asyncio.get_running_loop().call_later(self.settings.lab_rest_seconds, self.let_go)

    def on_death(self) -> None:
        """Forget a process that is gone; the next order starts another."""
        if self.hand is not None and self.hand.process.returncode is not None:
            self.hand = None
            self.warmed.clear()

    def let_go(self) -> None:
        """End the process after its rest."""
        if self.hand is not None:
            self.hand.let_go()
        self.hand = None
        self.warmed.clear()

    async def close(self) -> None:
        """End everything."""
        self.is_closed = True
        if self.rest is not None:
            self.rest.cancel()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.hand is not None:
            await self.hand.end()
        if self.own_folder is not None:
            self.own_folder.cleanup()
