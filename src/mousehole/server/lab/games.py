"""Games of a run that somebody looks at: played again, kept while they are looked at."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from mousehole.engine.match import Match
from mousehole.engine.notation import read_match
from mousehole.games import load
from mousehole.lab.setup import SetUp
from mousehole.server.lab.jobs import Jobs

KEPT = 24


class Replays:
    """The games looked at last."""

    def __init__(self, jobs: Jobs) -> None:
        """Begin with none."""
        self.jobs = jobs
        self.kept: OrderedDict[tuple[str, int], Match] = OrderedDict()

    async def match(self, setup: SetUp, number: int) -> Match:
        """Return a game of a set-up as a match."""
        key = (setup.address(), number)
        found = self.kept.get(key)
        if found is None:
            record = await self.jobs.record(setup, number)
            found = self.kept[key] = await asyncio.to_thread(read_match, record, load)
            if len(self.kept) > KEPT:
                self.kept.popitem(last=False)
        self.kept.move_to_end(key)
        return found
