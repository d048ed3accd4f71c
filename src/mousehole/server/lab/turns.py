"""Taking turns: several runs share one process, each plays a little and lets the next one go on."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """A place that one has at a time, in the order of asking."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.changed = threading.Condition()
        self.queue: deque[object] = deque()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the place, and have it for a while."""
        self.enter()
        try:
            yield
        finally:
            self.leave()

    def pass_on(self) -> None:
        """Let everybody who waits have a turn first."""
        self.leave()
        self.enter()

    def enter(self) -> None:
        """Queue up and wait."""
        mine = object()
        with self.changed:
            self.queue.append(mine)
            self.changed.wait_for(lambda: self.queue[0] is mine)

    def leave(self) -> None:
        """Make room."""
        with self.changed:
            self.queue.popleft()
            self.changed.notify_all()
