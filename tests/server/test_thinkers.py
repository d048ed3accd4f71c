"""Threads for bots are shared fairly: people first, more tables give no more time, and waiting is no failure."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import quick_settings, serving
from tests.server.test_company import moves_of, wait_until

from mousehole.server.tables import bots, thinkers
from mousehole.server.tables.thinkers import FOR_ABSENT, FOR_NOBODY, FOR_PRESENT, Thinkers, Wish

pytestmark = pytest.mark.xdist_group("server")

PATIENCE = 30.0


class Queue:
    """One thread whose work is to write down who has it; what the work takes is said by the test, not by a clock."""

    def __init__(self) -> None:
        """Begin with a thought that holds the thread until everybody has queued up."""
        self.thinkers = Thinkers(1, "test")
        self.served: list[str] = []
        self.asked: list[asyncio.Future[Any]] = []
        self.now = 0.0
        self.gate = threading.Event()

    def perf_counter(self) -> float:
        """Tell the time that work has taken so far."""
        return self.now

    def ask(
        self, name: str, address: str, person: str = "somebody", rank: int = FOR_PRESENT, seconds: float = 0.01
    ) -> None:
        """Queue up."""

        def work() -> None:
            self.served.append(name)
            self.gate.wait(PATIENCE)
            self.now += seconds

        wish = Wish(lambda: rank, address, person, lambda: work)
        self.asked.append(asyncio.ensure_future(self.thinkers.think(wish, PATIENCE)))

    async def serve(self) -> None:
        """Let everybody queue up, and then be served."""
        await asyncio.sleep(0)
        self.gate.set()
        await asyncio.gather(*self.asked)

    async def empty(self) -> list[str]:
        """Wait until everybody was served; return who was, in order, without the first that held the thread."""
        await self.serve()
        self.thinkers.close()
        return self.served[1:]


def run(test: Callable[[Queue], Awaitable[None]]) -> None:
    """Run a test in a loop of its own, by the queue's own time."""

    async def within() -> None:
        queue = Queue()
        patch.setattr(thinkers, "time", queue)
        queue.ask("first", "elsewhere")
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            await test(queue)

    with pytest.MonkeyPatch.context() as patch:
        asyncio.run(within())


def test_people_come_first() -> None:
    """Whoever is there is served before those who are away, and both before bots that play among themselves."""

    async def test(queue: Queue) -> None:
        for number in range(20):
            queue.ask(f"bots {number}", "busy", rank=FOR_NOBODY)
        queue.ask("away", "far", rank=FOR_ABSENT)
        queue.ask("here", "near")
        assert (await queue.empty())[:2] == ["here", "away"]

    run(test)


def test_addresses_take_turns() -> None:
    """An address with many tables has no more time than one with few, and a newcomer does not wait for its queue."""

    async def test(queue: Queue) -> None:
        for number in range(30):
            queue.ask(f"many {number}", "busy", person=f"cookie {number}")
        for number in range(3):
            queue.ask(f"few {number}", "near")
        served = await queue.empty()
        assert max(served.index(f"few {number}") for number in range(3)) < 9

    run(test)


def test_people_of_one_address_take_turns_too() -> None:
    """Within an address a person with many tables leaves room for the others there."""

    async def test(queue: Queue) -> None:
        for number in range(20):
            queue.ask(f"many {number}", "school", person="ann")
        queue.ask("one", "school", person="bob")
        assert (await queue.empty()).index("one") < 3

    run(test)


def test_long_thoughts_count_for_what_they_take() -> None:
    """Time is shared, not turns: who thinks long comes less often."""

    async def test(queue: Queue) -> None:
        for number in range(6):
            queue.ask(f"long {number}", "slow", seconds=0.08)
        for number in range(6):
            queue.ask(f"short {number}", "quick", seconds=0.005)
        served = await queue.empty()
        assert served.index("short 5") < served.index("long 3")

    run(test)


def test_nobody_saves_up_time_by_staying_away() -> None:
    """Who comes back after a while is next, but does not keep everybody else waiting for what was not used."""

    async def test(queue: Queue) -> None:
        for _ in range(10):
            queue.ask("early", "early", seconds=0.02)
        await queue.serve()
        for number in range(4):
            queue.ask(f"early {number}", "early", seconds=0.02)
            queue.ask(f"late {number}", "late", seconds=0.02)
        served = (await queue.empty())[10:]
        assert served.index("early 1") < served.index("late 3")

    run(test)


def test_waiting_is_no_failure_and_a_hung_thought_frees_its_place() -> None:
    """Patience counts from the moment a bot begins to think; a thought that does not end gives its place to others."""

    async def test(queue: Queue) -> None:
        short = Wish(lambda: FOR_ABSENT, "near", "ann", lambda: lambda: "done")
        waiting = asyncio.ensure_future(queue.thinkers.think(short, 1.0))
        await asyncio.sleep(1.2)
        assert not waiting.done(), "its patience has not begun"
        queue.gate.set()
        assert await waiting == "done"
        end = threading.Event()
        hung = Wish(lambda: FOR_PRESENT, "near", "ann", lambda: end.wait)
        with pytest.raises(TimeoutError):
            await queue.thinkers.think(hung, 0.05)
        queue.ask("next", "near")
        assert await queue.empty() == ["next"]
        end.set()

    run(test)


def test_whoever_stops_waiting_leaves_the_queue() -> None:
    """A table that was put away does not think any more."""

    async def test(queue: Queue) -> None:
        queue.ask("gone", "near")
        await asyncio.sleep(0)
        queue.asked.pop().cancel()
        queue.ask("stays", "near")
        assert await queue.empty() == ["stays"]
        assert not queue.thinkers.waiting

    run(test)


def test_a_crowd_of_bots_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many bots play among themselves, a person's bot answers, and nobody's moves turn random."""
    thoughts = 0

    def ponder(game: Any, view: Any, seat: int, level: str, _: float | None, __: int | None) -> int:
        nonlocal thoughts
        thoughts += 1
        time.sleep(0.03 if level == "random" else 0.0)
        return int(view.legal(seat)[0])

    monkeypatch.setattr(bots, "choose", ponder)
    crowd = 100
    with serving(quick_settings(tmp_path, bot_tables_per_person=crowd, bot_tables=crowd)) as house:
        mallory, ann = house.person("Mallory"), house.person("Ann")
        tables = [mallory.open("bot:random", "bot:random", "bot:random", dawn=200) for _ in range(crowd)]
        code = ann.open("bot:greedy", "me", "device")
        before = thoughts
        ann.frame(code)
        wait_until(lambda: ann.frame(code)["acting"] == [1])
        answers = len(moves_of(house, code))
        assert answers >= 6
        assert thoughts - before < 12 * answers, "a whole round of the crowd was served in between"
        wait_until(lambda: thoughts > 150)
        for table in [*tables, code]:
            assert not any(event.data.get("failed") for event in moves_of(house, table))
