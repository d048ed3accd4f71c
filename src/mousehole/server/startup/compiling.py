"""Compiling rules in the background: pages are served at once, and everyone can see how far each game is."""

from __future__ import annotations

import asyncio
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mousehole.games import facts, ids, load
from mousehole.server.errors import Fault
from mousehole.server.logs import log, tell

if TYPE_CHECKING:
    from mousehole.engine.game import Game

COLD, WARMING, READY, FAILED = "cold", "warming", "ready", "failed"
WAIT_SECONDS = 0.2
GRACE_SECONDS = 0.5
"""Whoever asks for a game so soon after the start finds nothing else under way."""


@dataclass
class Progress:
    """How far a game is."""

    state: str = COLD
    step: str = ""
    done: int = 0
    steps: int = 9
    seconds: float = 0.0
    bots: str = COLD

    def data(self) -> dict[str, Any]:
        """Write it for a health report."""
        return {**vars(self), "seconds": round(self.seconds, 2)}


@dataclass(eq=False)
class Job:
    """Something to compile, step by step."""

    game_id: str
    steps: Iterator[None]
    is_for_table: bool


class Compiling:
    """One thread that compiles games: first what tables need, then the bots; a game somebody waits for comes first."""

    def __init__(self, chosen: tuple[str, ...] | None = None, *, with_bots: bool = True) -> None:
        """Prepare to warm these games, or all."""
        games = ids() if chosen is None else chosen
        self.progress = {game_id: Progress() for game_id in games}
        self.jobs = [Job(game_id, self.warm_table(game_id), is_for_table=True) for game_id in games]
        if with_bots:
            self.jobs += [Job(game_id, self.warm_bots(game_id), is_for_table=False) for game_id in games]
        self.ready: dict[str, asyncio.Event] = {game_id: asyncio.Event() for game_id in games}
        self.thoughtful: dict[str, asyncio.Event] = {game_id: asyncio.Event() for game_id in games if with_bots}
        self.lock = threading.Lock()
        self.is_stopped = False
        self.thread: threading.Thread | None = None
        self.asides: list[subprocess.Popen[bytes]] = []
        self.others: dict[str, subprocess.Popen[bytes] | None] = {}
        self.is_wanted = threading.Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin in the background."""
        self.loop = asyncio.get_running_loop()
        self.thread = threading.Thread(target=self.work, name="warming", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Stop after the present step."""
        self.is_stopped = True
        for aside in self.asides:
            aside.terminate()

    def work(self) -> None:
        """Do the jobs one by one; after each step another may be first, and then has the second core for itself too."""
        self.is_wanted.wait(GRACE_SECONDS)
        last = ""
        while not self.is_stopped:
            with self.lock:
                if not self.jobs:
                    return
                job = self.jobs[0]
            other = self.others.get(last)
            if job.game_id != last and other is not None:
                other.terminate()
            last = job.game_id
            for _ in job.steps:
                break
            else:
                with self.lock:
                    self.jobs.remove(job)

    def warm_table(self, game_id: str) -> Iterator[None]:
        """Compile what a table of a game needs."""
        mine, begun = self.progress[game_id], time.perf_counter()
        mine.state, mine.step = WARMING, "loading"
        try:
            game = load(game_id)
            from mousehole.games.warming import company, table_steps  # noqa: PLC0415  # brings the compiler

            steps = table_steps(game)
            mine.steps = len(steps) + 1
            with company(game) as other:
                self.others[game_id] = other
                for number, (name, use) in enumerate(steps, 1):
                    mine.step, mine.done = name, number
                    use()
                    mine.seconds = time.perf_counter() - begun
                    yield
            mine.state, mine.step, mine.done = READY, "", mine.steps
            tell("game ready", game=game_id, seconds=round(mine.seconds, 2))
        except Exception:  # noqa: BLE001  # a game that cannot be compiled must not take the others with it
            mine.state = FAILED
            log.exception("warming failed", extra={"game": game_id})
        self.call_soon(self.ready[game_id].set)

    def call_soon(self, what: Callable[[], object]) -> None:
        """Do something in the server's own thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(what)

    def warm_bots(self, game_id: str) -> Iterator[None]:
        """Compile what bots need to think about a game."""
        mine = self.progress[game_id]
        mine.bots = WARMING
        try:
            from mousehole.bots.warming import compile_aside, think_once  # noqa: PLC0415  # brings the compiler

            aside = compile_aside(game_id)
            if aside is not None:
                self.asides.append(aside)
            while aside is not None and aside.poll() is None:
                time.sleep(WAIT_SECONDS)
                yield
            think_once(load(game_id))
            mine.bots = READY
        except Exception:  # noqa: BLE001  # a bot that cannot think plays at random; the table goes on
            mine.bots = FAILED
            log.exception("warming bots failed", extra={"game": game_id})
        self.call_soon(self.thoughtful[game_id].set)

    async def game(self, game_id: str) -> Game:
        """Return a game as soon as it is warm, and let it come before others."""
        facts(game_id)
        if game_id not in self.ready:
            return await asyncio.to_thread(load, game_id)
        with self.lock:
            self.jobs.sort(key=lambda job: 2 - job.is_for_table if job.game_id == game_id else 3)
        self.is_wanted.set()
        await self.ready[game_id].wait()
        if self.progress[game_id].state == FAILED:
            raise Fault(f"{facts(game_id).title} cannot be played here just now")
        return load(game_id)

    def is_ready(self, game_id: str) -> bool:
        """Tell whether a game is warm: nobody would wait for it."""
        return game_id in self.ready and self.ready[game_id].is_set()

    async def all_ready(self) -> None:
        """Wait until no game has to be compiled any more before a table of it can be opened."""
        for ready in self.ready.values():
            await ready.wait()

    async def bots(self, game_id: str) -> None:
        """Wait until bots can think about a game."""
        if game_id in self.thoughtful:
            await self.thoughtful[game_id].wait()

    def data(self) -> dict[str, Any]:
        """Report on all games."""
        return {game_id: mine.data() for game_id, mine in self.progress.items()}

    @property
    def is_done(self) -> bool:
        """Whether every game can be played at once."""
        return all(mine.state == READY for mine in self.progress.values())
