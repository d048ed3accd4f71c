"""Limits: how fast somebody may talk, and how many of something one may have."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_KEPT = 10_000


@dataclass
class Bucket:
    """Fills steadily and is emptied by messages."""

    rate: float
    size: float
    level: float = field(init=False)
    filled: float = field(init=False)
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        """Begin full."""
        self.level, self.filled = self.size, self.clock()

    def take(self, amount: float = 1.0) -> bool:
        """Take some out; False, and nothing taken, if there is not enough."""
        now = self.clock()
        self.level = min(self.size, self.level + (now - self.filled) * self.rate)
        self.filled = now
        if self.level < amount:
            return False
        self.level -= amount
        return True

    @property
    def is_full(self) -> bool:
        """Whether it has long been full again."""
        return self.level + (self.clock() - self.filled) * self.rate >= self.size


@dataclass
class Buckets:
    """A bucket for everybody, forgotten when it is full again."""

    rate: float
    size: float
    kept: dict[str, Bucket] = field(default_factory=dict)

    def take(self, name: str, amount: float = 1.0) -> bool:
        """Take some out of somebody's bucket."""
        if name not in self.kept:
            if len(self.kept) >= MOST_KEPT:
                self.kept = {key: bucket for key, bucket in self.kept.items() if not bucket.is_full}
            self.kept[name] = Bucket(self.rate, self.size)
        return self.kept[name].take(amount)
