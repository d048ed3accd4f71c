"""The process that plays for the lab, as the worker that started it knows it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path

import mousehole
from mousehole.server.errors import NoPage
from mousehole.server.lab.orders import Answer, Order
from mousehole.server.logs import log, tell
from mousehole.server.settings import Settings

STOP_SECONDS = 3.0
"""A process that has been told to end and is still there after this time is killed."""
DIED = "The process that played these games died; tables are not touched by it. Run it again, perhaps with fewer games."


class Hand:
    """One process and the orders it has not answered yet."""

    def __init__(self, process: Process, on_settled: Callable[[str, str], None], on_death: Callable[[], None]) -> None:
        """Begin to listen; `on_settled` is told the name of each order that has ended, and what went wrong."""
        self.process, self.on_settled, self.on_death = process, on_settled, on_death
        self.waiting: dict[str, asyncio.Future[None]] = {}
        self.is_let_go = False
        self.listening = asyncio.get_running_loop().create_task(self.listen())

    @classmethod
    async def start(
        cls, folder: Path, settings: Settings, on_settled: Callable[[str, str], None], on_death: Callable[[], None]
    ) -> Hand:
        """Start a process that plays into a folder."""
        home = str(Path(mousehole.__file__).parents[1])
        paths = os.pathsep.join(filter(None, [home, os.environ.get("PYTHONPATH", "")]))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "mousehole.server.lab.work"),
            *(str(folder), str(settings.lab_threads), str(settings.lab_nice)),
            stdin=PIPE,
            stdout=PIPE,
            env={**os.environ, "PYTHONPATH": paths},
        )
        tell("lab started")
        return cls(process, on_settled, on_death)

    async def order(self, order: Order) -> asyncio.Future[None]:
        """Order something; what is returned is done when it is."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting[order.id] = answer
        if self.process.stdin is not None:
            with contextlib.suppress(ConnectionError):
                self.process.stdin.write(order.line())
                await self.process.stdin.drain()
        return answer

    async def listen(self) -> None:
        """Hear the answers; when the process is gone, everything it had to do has failed."""
        if self.process.stdout is not None:
            async for line in self.process.stdout:
                found = Answer.read(line)
                self.settle(found.id, found.error)
        code = await self.process.wait()
        self.on_death()
        if self.waiting and not self.is_let_go:
            log.warning("the lab's process died", extra={"code": code, "count": len(self.waiting)})
        for name in list(self.waiting):
            self.settle(name, DIED)

    def settle(self, name: str, error: str) -> None:
        """Note that an order has ended."""
        pending = self.waiting.pop(name, None)
        if pending is None or pending.done():
            return
        if error:
            pending.set_exception(NoPage(error))
            pending.exception()  # nobody may be waiting for it
        else:
            pending.set_result(None)
        self.on_settled(name, error)

    def let_go(self) -> None:
        """Tell the process to end: nobody orders any more."""
        self.is_let_go = True
        if self.process.stdin is not None:
            self.process.stdin.close()

    async def end(self) -> None:
        """End the process, by force if it does not end by itself."""
        self.let_go()
        try:
            await asyncio.wait_for(self.process.wait(), STOP_SECONDS)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        await self.listening
