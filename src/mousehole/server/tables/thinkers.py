"""Threads that bots think in, shared fairly: people's tables first, then whoever has had the least time.

Time is counted by the address a table was opened from, and there by person, so that neither many tables nor many
cookies buy more of it. Whoever waits keeps waiting: only a thought itself can fail, never a place in the queue.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

FOR_PRESENT, FOR_ABSENT, FOR_NOBODY = range(3)
"""Whom a thought is for: people who are here, people who are away, or nobody, at a table of bots alone."""
SPARE = 4
"""Threads beyond those in use, for thoughts that never end and are given up."""
ACCOUNTS_KEPT = 1000
NUMBERS = count()


@dataclass(eq=False)
class Wish:
    """Something to think about."""

    rank: Callable[[], int]
    """Whom it is for, as things are when a thread is free."""
    address: str
    person: str
    prepare: Callable[[], Callable[[], Any]]
    """Lay out what is to be thought about, when its turn has come."""
    number: int = field(default_factory=lambda: next(NUMBERS))
    started: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    begun: float = 0.0
    is_given_up: bool = False

    @property
    def account(self) -> tuple[str, str]:
        """Who pays for it within the address."""
        return self.address, self.person


class Thinkers:
    """Some threads and those who wait for them."""

    def __init__(self, threads: int, name: str) -> None:
        """Prepare the threads."""
        self.count = threads
        self.threads = ThreadPoolExecutor(threads + SPARE, thread_name_prefix=name)
        self.waiting: list[Wish] = []
        self.running = 0
        self.spent: dict[str, float] = {}
        """Seconds each address has had; those who come after a while begin where the present ones are."""
        self.shares: dict[tuple[str, str], float] = {}
        self.floor = 0.0

    def close(self) -> None:
        """Let nobody think any more."""
        self.threads.shutdown(wait=False, cancel_futures=True)

    @property
    def crowd(self) -> float:
        """How many share each thread just now, the one who asks included."""
        return 1.0 + len(self.waiting) / self.count

    async def think(self, wish: Wish, patience: float) -> Any:
        """Wait for a thread, however long; then think, for at most so many seconds."""
        self.join(wish)
        try:
            self.serve()
            await wish.started.wait()
            async with asyncio.timeout(patience):
                return await asyncio.shield(wish.done)
        except TimeoutError:
            self.give_up(wish)
            raise
        finally:
            if wish in self.waiting:
                self.waiting.remove(wish)

    def join(self, wish: Wish) -> None:
        """Queue up; somebody who was not there has no claim to the time that others used meanwhile."""
        others = [other for other in self.waiting if other.address == wish.address]
        if not others:
            self.spent[wish.address] = max(self.spent.get(wish.address, 0.0), self.floor)
        if wish.person not in {other.person for other in others}:
            least = min((self.shares.get(other.account, 0.0) for other in others), default=0.0)
            self.shares[wish.account] = max(self.shares.get(wish.account, 0.0), least)
        self.waiting.append(wish)

    def serve(self) -> None:
        """Give free threads to those who are next."""
        while self.waiting and self.running < self.count:
            wish = min(self.waiting, key=self.turn)
            self.waiting.remove(wish)
            self.floor = max(self.floor, self.spent[wish.address])
            wish.started.set()
            wish.begun = time.perf_counter()
            try:
                work = wish.prepare()
            except Exception as error:  # noqa: BLE001  # it is told to whoever wished for it
                wish.done.set_exception(error)
                continue
            self.running += 1
            thinking = asyncio.get_running_loop().run_in_executor(self.threads, work)
            thinking.add_done_callback(partial(self.finish, wish))

    def turn(self, wish: Wish) -> tuple[int, float, float, int]:
        """Tell when it is a wish's turn: the smallest is next."""
        return wish.rank(), self.spent[wish.address], self.shares[wish.account], wish.number

    def finish(self, wish: Wish, thinking: asyncio.Future[Any]) -> None:
        """Hand a thought over, write down what it took, and go on."""
        seconds = time.perf_counter() - wish.begun
        self.spent[wish.address] = self.spent.get(wish.address, self.floor) + seconds
        self.shares[wish.account] = self.shares.get(wish.account, 0.0) + seconds
        if not wish.is_given_up:
            self.running -= 1
        if thinking.cancelled():
            wish.done.cancel()
        elif (error := thinking.exception()) is not None:
            wish.done.set_exception(error)
            wish.done.exception()  # nobody may be waiting for it any more
        else:
            wish.done.set_result(thinking.result())
        self.forget()
        self.serve()

    def give_up(self, wish: Wish) -> None:
        """Stop waiting for a thought that does not end; another thread takes its place."""
        wish.is_given_up = True
        self.running -= 1
        self.serve()

    def forget(self) -> None:
        """Close accounts that make no difference any more."""
        if len(self.spent) > ACCOUNTS_KEPT:
            here = {wish.address for wish in self.waiting}
            self.spent = {name: used for name, used in self.spent.items() if used > self.floor or name in here}
        if len(self.shares) > ACCOUNTS_KEPT:
            waiting = {wish.account for wish in self.waiting}
            self.shares = {account: used for account, used in self.shares.items() if account in waiting}
