"""Bots at tables: they think in worker threads and answer at a fixed time, however much or little there was to think.

Nothing about a bot's answer tells how many moves it had: a forced answer takes exactly as long. A bot that fails makes
a random legal move. The same bots move once for somebody whose time is up.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from mousehole.bots.hints import belief, hint
from mousehole.bots.levels import LEVELS, settings_of
from mousehole.bots.players import player
from mousehole.bots.thinking import think
from mousehole.engine.errors import GameOver, IllegalMove, NotYourTurn
from mousehole.server.errors import TooFast
from mousehole.server.logs import log
from mousehole.table.events import BY_BOT, BY_CLOCK, Draft
from mousehole.table.setup import USUAL_BOT

if TYPE_CHECKING:
    from mousehole.engine.game import Game
    from mousehole.engine.rule import Record
    from mousehole.server.tables.registry import Registry
    from mousehole.server.tables.session import Session
    from mousehole.table.table import Table

SHARE_OF_PACE = 0.6
"""A bot thinks for at most this part of its time, so that it is never late."""
PATIENCE = 60.0
"""A thought that takes longer than this counts as failed."""
TRIES = 5


def choose(game: Game, view: Record, seat: int, level: str, pace: float) -> int:
    """Have a bot choose a move from its view, in time."""
    seed = secrets.randbits(64)
    if level in LEVELS and pace > 0:
        settings = settings_of(game.facts.id, level)
        limit = SHARE_OF_PACE * pace
        seconds = limit if settings.seconds is None else min(limit, settings.seconds)
        return think(game, view, seat, seed, replace(settings, seconds=seconds)).action
    return player(game, level)(view, seat, seed).action


def advise(game: Game, view: Record, seat: int) -> dict[str, Any]:
    """Think about a hint and about what is hidden, from a view."""
    seed = secrets.randbits(64)
    return {**asdict(hint(game, view, seat, seed)), "belief": belief(game, view, seat, seed)}


def check_choice(game: Game, view: Record, seat: int, action: int) -> int:
    """Give a bot's choice back if it may choose it."""
    if action not in game.legal(view, seat):
        raise IllegalMove("a bot chose what it may not")
    return action


class Bots:
    """Looks after the bots of all tables."""

    def __init__(self, registry: Registry, threads: int) -> None:
        """Prepare some threads to think in."""
        self.registry = registry
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self.asking: set[str] = set()

    def close(self) -> None:
        """Let nobody think any more."""
        self.threads.shutdown(wait=False, cancel_futures=True)

    def look_after(self, session: Session, now: int) -> None:
        """Wake the bots that are asked, and those that move for somebody whose time is up."""
        if not session.drives:
            return
        for seat in session.table.acting:
            if seat not in session.thinking and session.table.seats[seat].bot is not None:
                self.wake(session, seat, BY_BOT)
        for seat, deadline in session.deadlines():
            if seat not in session.thinking and now >= max(deadline, session.loaded):
                self.wake(session, seat, BY_CLOCK)

    def wake(self, session: Session, seat: int, by: str) -> None:
        """Let a bot think about a seat."""
        task = asyncio.create_task(self.mind(session, seat, by))
        session.thinking[seat] = task
        task.add_done_callback(lambda _: self.finished(session, seat, task))

    def finished(self, session: Session, seat: int, task: asyncio.Task[None]) -> None:
        """Clear the desk; the same bot may be asked again at once."""
        if session.thinking.get(seat) is task:
            del session.thinking[seat]
        if task.cancelled():
            return
        if task.exception() is not None:
            log.error("a bot could not move", extra={"table": session.code, "seat": seat}, exc_info=task.exception())
            asyncio.get_running_loop().call_later(1.0, self.registry.attend, session)
        else:
            self.registry.attend(session)

    async def mind(self, session: Session, seat: int, by: str) -> None:
        """Think, wait until it is time, and move; think again if the position has changed meanwhile."""
        rules, settings = session.table.row.rules, self.registry.settings
        pace = (settings.pace if rules.pace is None else rules.pace) if by == BY_BOT else 0.0
        asked, now = session.table.asked_at.get(seat, 0), self.registry.now()
        due = asked + int(1000 * pace)
        if due < now:  # it was asked before this server ran
            due = now + int(1000 * pace)
        for _ in range(TRIES):
            level = session.table.seats[seat].bot or USUAL_BOT
            action, has_failed = await self.thought(session, seat, level, pace, due)
            try:
                await self.registry.command(
                    session,
                    lambda table: answer(table, seat, action, by, has_failed=has_failed),  # noqa: B023  # at once
                )
            except IllegalMove:
                continue
            except (NotYourTurn, GameOver):
                return
            return

    async def hint(self, session: Session, person: str, seat: int) -> dict[str, Any]:
        """Ask the tiger for a person's seat; one question at a time for each person."""
        match = session.table.started()
        if seat not in session.table.acting:
            raise NotYourTurn(f"{session.table.role(seat)} is not asked now")
        if person in self.asking:
            raise TooFast("the tiger is still thinking about your last question")
        self.asking.add(person)
        try:
            await self.registry.compiling.bots(match.game.facts.id)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.threads, advise, match.game, match.view(seat), seat)
        finally:
            self.asking.discard(person)

    async def thought(self, session: Session, seat: int, level: str, pace: float, due: int) -> tuple[int, bool]:
        """Return a move at its time, and whether it is a random one because the bot has failed."""
        if level in LEVELS:
            await self.registry.compiling.bots(session.table.row.game)
        loop, match = asyncio.get_running_loop(), session.table.started()
        view, begun = match.view(seat), time.perf_counter()
        thinking = loop.run_in_executor(self.threads, choose, match.game, view, seat, level, pace)
        await asyncio.sleep(max(0, due - self.registry.now()) / 1000)
        if not thinking.done() and pace > 0:
            self.registry.metrics.late.inc()
        has_failed = False
        try:
            action = check_choice(match.game, view, seat, await asyncio.wait_for(thinking, PATIENCE))
        except Exception as error:  # whatever it is, the table goes on
            legal = match.game.legal(view, seat)
            if not legal:
                raise NotYourTurn("nobody asks this bot any more") from error
            log.warning(
                "bot failed", extra={"table": session.code, "seat": seat, "kind": type(error).__name__}, exc_info=True
            )
            self.registry.metrics.failures.inc()
            action, has_failed = secrets.choice(legal), True
        self.registry.metrics.think_seconds.observe(time.perf_counter() - begun)
        return action, has_failed


def answer(table: Table, seat: int, action: int, by: str, *, has_failed: bool) -> Draft:
    """Draft a bot's move, if it is still its to make."""
    is_bots = table.seats[seat].bot is not None
    if is_bots != (by == BY_BOT):
        raise NotYourTurn("somebody else sits there now")
    return table.move_for(seat, action, by, has_failed=has_failed)
