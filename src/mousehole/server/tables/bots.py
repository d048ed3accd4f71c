"""Bots at tables: they think in worker threads and answer at a fixed time, however much or little there was to think.

Nothing about a bot's answer tells how many moves it had: a forced answer takes exactly as long, and where there is more
to think about than there is time, the answer comes a whole pace later. A bot that fails makes a random legal move; one
that waits for a thread does not fail. The same bots move once for somebody whose time is up, at the same pace. And the
table itself makes a person's move at that pace where everybody can tell that there is nothing to choose.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from mousehole.bots.hints import belief, hint
from mousehole.bots.names import LEVELS
from mousehole.bots.players import think_for_people
from mousehole.engine.errors import GameOver, IllegalMove, NotYourTurn
from mousehole.server.errors import Stopping, StoreTrouble, TooFast
from mousehole.server.logs import log
from mousehole.server.tables.thinkers import FOR_ABSENT, FOR_NOBODY, FOR_PRESENT, Thinkers, Wish
from mousehole.table.events import BY_BOT, BY_CLOCK, Draft
from mousehole.table.setup import USUAL_BOT

if TYPE_CHECKING:
    from mousehole.engine.game import Game
    from mousehole.engine.position import View
    from mousehole.server.tables.registry import Registry
    from mousehole.server.tables.session import Session
    from mousehole.table.table import Table

SHARE_OF_PACE = 0.6
"""A bot thinks for at most this part of its time, so that it is never late."""
ALONE_SECONDS = 0.1
"""Nobody waits for bots that play among themselves: their thoughts are short, so that others need not wait for them."""
LEAST_SHARE = 0.1
"""The part of its time that a bot thinks even when it had to wait for most of it."""
PATIENCE = 60.0
"""A thought that takes longer than this counts as failed."""
ADVICE_PATIENCE = 600.0
"""An adviser is asked seldom, and the first time its search may have to be compiled."""
TRIES = 5


def choose(game: Game, view: View, seat: int, level: str, seconds: float | None, fixed: int | None = None) -> int:
    """Have a bot choose a move from its view, in time; one with a fixed seed takes all it needs, to play alike."""
    seed = secrets.randbits(64) if fixed is None else fixed
    seconds = seconds if fixed is None else None
    return think_for_people(level, game, view, seat, seed, seconds)[1].action


def advise(game: Game, view: View, seat: int) -> dict[str, Any]:
    """Think about a hint and about what is hidden, from a view."""
    seed = secrets.randbits(64)
    return {**asdict(hint(game, view, seat, seed)), "belief": belief(game, view, seat, seed)}


def check_choice(view: View, seat: int, action: int) -> int:
    """Give a bot's choice back if it may choose it."""
    if action not in view.legal(seat):
        raise IllegalMove("a bot chose what it may not")
    return action


class Bots:
    """Looks after the bots of all tables."""

    def __init__(self, registry: Registry, threads: int) -> None:
        """Prepare some threads to think in: those for hints are others, so that their answers tell nothing of bots."""
        self.registry = registry
        self.thinkers = Thinkers(threads, "bot")
        self.advisers = Thinkers(1, "hint")
        self.asking: set[str] = set()

    def close(self) -> None:
        """Let nobody think any more."""
        self.thinkers.close()
        self.advisers.close()

    def look_after(self, session: Session, now: int) -> None:
        """Wake the bots that are asked, and those that move for somebody whose time is up."""
        if not session.drives or self.registry.quotas.is_full(session.table):
            return
        table = session.table
        for seat in table.acting:
            if seat in session.thinking:
                continue
            if table.seats[seat].bot is not None:
                self.wake(session, seat, self.mind(session, seat, BY_BOT))
            elif seat not in session.company.by_hand and table.forced(seat) is not None:
                self.wake(session, seat, self.oblige(session, seat))
        for seat, deadline in session.deadlines():
            if seat not in session.thinking and now >= max(deadline, session.loaded):
                self.wake(session, seat, self.mind(session, seat, BY_CLOCK))

    def wake(self, session: Session, seat: int, work: Coroutine[Any, Any, None]) -> None:
        """Let something be done for a seat, one thing at a time."""
        task = asyncio.create_task(work)
        session.thinking[seat] = task
        task.add_done_callback(lambda _: self.finished(session, seat, task))

    def finished(self, session: Session, seat: int, task: asyncio.Task[None]) -> None:
        """Clear the desk; the same bot may be asked again at once."""
        if session.thinking.get(seat) is task:
            del session.thinking[seat]
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            if not isinstance(error, StoreTrouble):  # the store has said that itself
                log.error("a bot could not move", extra={"table": session.code, "seat": seat}, exc_info=error)
            asyncio.get_running_loop().call_later(1.0, self.registry.attend, session)
        else:
            self.registry.attend(session)

    async def mind(self, session: Session, seat: int, by: str) -> None:
        """Think, wait until it is time, and move; think again if the position has changed meanwhile."""
        table = session.table
        asked = table.asked_at.get(seat, 0)
        pace, due = self.timing(table, asked if by == BY_BOT else table.deadline(seat) or self.registry.now())
        for _ in range(TRIES):
            level = table.seats[seat].bot or USUAL_BOT
            action, has_failed = await self.thought(session, seat, level, pace, due)
            try:
                await self.registry.command(
                    session,
                    lambda table: answer(table, seat, asked, action, by, has_failed=has_failed),  # noqa: B023  # at once
                )
            except IllegalMove:
                due = self.registry.now() + pace
                continue
            except (NotYourTurn, GameOver, Stopping):
                return
            return

    def timing(self, table: Table, begun: int) -> tuple[int, int]:
        """Tell the pace of a table in milliseconds, and when an answer to what was asked then is due."""
        now, pace = self.registry.now(), int(1000 * self.registry.settings.pace_of(table.row.rules.pace))
        due = begun + pace
        # If not, it was asked before this server ran, or by a clock that was wrong.
        return pace, due if now <= due <= now + pace else now + pace

    async def oblige(self, session: Session, seat: int) -> None:
        """Make the only move that a person has, at the pace of the table; whoever is faster makes it."""
        asked = session.table.asked_at.get(seat, 0)
        _, due = self.timing(session.table, asked)
        await asyncio.sleep(max(0, due - self.registry.now()) / 1000)
        if seat in session.company.by_hand:
            return
        with contextlib.suppress(IllegalMove, NotYourTurn, GameOver, Stopping):
            await self.registry.command(session, lambda table: table.force(seat, asked))

    async def hint(self, session: Session, person: str, seat: int) -> dict[str, Any]:
        """Ask the strongest bot for a person's seat; one question at a time for each person."""
        match = session.table.started()
        if seat not in session.table.acting:
            raise NotYourTurn(f"{session.table.role(seat)} is not asked now")
        if person in self.asking:
            raise TooFast("the bot is still thinking about your last question")
        self.asking.add(person)
        try:
            await self.registry.compiling.bots(match.game.facts.id)
            address = self.registry.seen.of(person)
            wish = Wish(lambda: 0, address, person, lambda: partial(advise, match.game, match.view(seat), seat))
            advice: dict[str, Any] = await self.advisers.think(wish, ADVICE_PATIENCE)
            return advice
        finally:
            self.asking.discard(person)

    async def thought(self, session: Session, seat: int, level: str, pace: int, due: int) -> tuple[int, bool]:
        """Return a move at its time, and whether it is a random one because the bot has failed."""
        if level in LEVELS:
            await self.registry.compiling.bots(session.table.row.game)
        match, now = session.table.started(), self.registry.now
        ready, view = due, match.view(seat)

        def prepare() -> Callable[[], int]:
            nonlocal ready, view
            view, seconds = match.view(seat), self.budget(session, pace, due)
            ready = now() + int(1000 * (seconds or 0))
            return partial(choose, match.game, view, seat, level, seconds, session.table.thought_seed(seat))

        table = session.table
        address = self.registry.owner_of(session)
        wish = Wish(partial(rank, session), address, table.row.host, prepare)
        thinking = asyncio.ensure_future(self.thinkers.think(wish, PATIENCE))
        try:
            await asyncio.sleep(max(0, due - now()) / 1000)
            if pace:
                await self.wait_for_its_time(wish, thinking, lambda: ready, pace, due)
            action, has_failed = check_choice(view, seat, await thinking), False
        except Exception as error:  # whatever it is, the table goes on
            legal = view.legal(seat)
            if not legal:
                raise NotYourTurn("nobody asks this bot any more") from error
            log.warning(
                "bot failed", extra={"table": session.code, "seat": seat, "kind": type(error).__name__}, exc_info=True
            )
            self.registry.metrics.failures.inc()
            action, has_failed = secrets.choice(legal), True
        finally:
            thinking.cancel()
        self.registry.metrics.thought(time.perf_counter() - wish.begun)
        return action, has_failed

    def budget(self, session: Session, pace: int, due: int) -> float | None:
        """Tell for how many seconds a bot may think now: for less if it had to wait, or if others wait."""
        if not pace:
            return None
        table = session.table
        minded = sum(table.seats[seat].bot is not None for seat in table.acting)
        whole = SHARE_OF_PACE * pace / max(1, minded)
        left = min(whole, SHARE_OF_PACE * (due - self.registry.now()))
        most = self.registry.settings.think_seconds if table.people() else ALONE_SECONDS
        return min(most, max(left, LEAST_SHARE * pace) / self.thinkers.crowd / 1000)

    async def wait_for_its_time(
        self, wish: Wish, thinking: asyncio.Future[int], ready: Callable[[], int], pace: int, due: int
    ) -> None:
        """Wait until a late answer may come: whole paces after it was due, and not sooner for an easy one."""
        if not wish.started.is_set() or not thinking.done():
            self.registry.metrics.late.inc()
        while not (wish.started.is_set() and thinking.done() and ready() <= due):
            due += pace
            await asyncio.sleep(max(0, due - self.registry.now()) / 1000)


def rank(session: Session) -> int:
    """Tell for whom the bots of a table think."""
    if not session.table.people():
        return FOR_NOBODY
    return FOR_PRESENT if session.company.present else FOR_ABSENT


def answer(table: Table, seat: int, asked: int, action: int, by: str, *, has_failed: bool) -> Draft:
    """Draft a bot's move, if it is still its to make."""
    is_bots = table.seats[seat].bot is not None
    if is_bots != (by == BY_BOT):
        raise NotYourTurn("somebody else sits there now")
    if by == BY_CLOCK and table.asked_at.get(seat) != asked:
        raise NotYourTurn("its person has moved after all, and has time again")
    return table.move_for(seat, action, by, has_failed=has_failed)
