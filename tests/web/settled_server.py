"""`mousehole serve` with chance settled: a table's deal follows from its set-up, the day's from a day that never ends.

python -m tests.web.settled_server serve --port 8000
"""

from __future__ import annotations

import sys
from collections import Counter
from contextvars import ContextVar
from datetime import date, timedelta
from random import Random
from typing import ClassVar

import pytest
from tests.settled import DEALS, chance_of, secret_of, thought_seed

from mousehole.cli import main
from mousehole.server import app
from mousehole.server.api import puzzles
from mousehole.server.tables import registry
from mousehole.server.tables.registry import Registry
from mousehole.server.tables.session import Session
from mousehole.table.events import Draft
from mousehole.table.setup import Setup
from mousehole.table.standing import Standing
from mousehole.table.table import Brought

DAY = date(2026, 11, 15) + timedelta(DEALS)
chance: ContextVar[Random] = ContextVar("chance")


class SettledRegistry(Registry):
    """Deals by the set-up, and by how many such tables somebody has opened before."""

    opened: ClassVar[Counter[tuple[str, str]]] = Counter()

    async def open_with(self, setup: Setup, person: str, draft: Draft, brought: Brought | None = None) -> Session:
        """Open a table by its first event."""
        wished = setup.query()
        self.opened[person, wished] += 1
        chance.set(chance_of(wished, self.opened[person, wished]))
        return await super().open_with(setup, person, draft, brought)


def settle(patch: pytest.MonkeyPatch) -> None:
    """Put all that in the place of chance."""
    patch.setattr(app, "Registry", SettledRegistry)
    patch.setattr(registry, "fresh_secret", lambda: secret_of(chance.get()))
    patch.setattr(Standing, "thought_seed", thought_seed)
    patch.setattr(puzzles, "today", lambda: DAY)


if __name__ == "__main__":
    settle(pytest.MonkeyPatch())
    sys.exit(main())
