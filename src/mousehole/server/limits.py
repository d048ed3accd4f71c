"""Limits: how fast somebody may talk, and how many of something one may have."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from mousehole.server.settings import Settings

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


@dataclass
class Buckets:
    """A bucket for everybody who was there lately."""

    rate: float
    size: float
    kept: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, name: str, amount: float = 1.0) -> bool:
        """Take some out of somebody's bucket."""
        bucket = self.kept.get(name)
        if bucket is None:
            if len(self.kept) >= MOST_KEPT:
                self.kept.popitem(last=False)  # whoever was silent longest: that bucket is full again, or nearly
            bucket = self.kept[name] = Bucket(self.rate, self.size)
        self.kept.move_to_end(name)
        return bucket.take(amount)


class Counts:
    """How many of something each has; those who have none are forgotten."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.kept: dict[str, int] = {}

    def of(self, name: str) -> int:
        """Tell how many somebody has."""
        return self.kept.get(name, 0)

    def add(self, name: str, amount: int) -> None:
        """Give somebody one more, or one less."""
        left = self.kept.get(name, 0) + amount
        if left:
            self.kept[name] = left
        else:
            self.kept.pop(name, None)


class Throttle:
    """Does something at once, and what is asked for again soon after it once more, when a pause is over."""

    def __init__(self) -> None:
        """Begin rested."""
        self.last = float("-inf")
        self.timer: asyncio.TimerHandle | None = None

    def ask(self, act: Callable[[], object], pause: float) -> None:
        """Do it now, or not later than a pause after the last time."""
        loop = asyncio.get_running_loop()
        wait = self.last + pause - loop.time()
        if wait <= 0:
            self.do(act)
        elif self.timer is None:
            self.timer = loop.call_later(wait, self.do, act)

    def do(self, act: Callable[[], object]) -> None:
        """Do it."""
        self.cancel()
        self.last = asyncio.get_running_loop().time()
        act()

    def cancel(self) -> None:
        """Forget what waits: it is done already, or nobody needs it any more."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class AddressLimits:
    """What one address may do, whoever is there."""

    def __init__(self, settings: Settings) -> None:
        """Begin with nobody."""
        self.is_on = settings.address_limits
        self.requests = Buckets(settings.address_requests_per_second, float(settings.address_requests_at_once))
        self.people = per_minute(settings.address_people_per_minute)
        self.tables = per_minute(settings.address_tables_per_minute)

    def may(self, buckets: Buckets, address: str) -> bool:
        """Take one out of an address's bucket, if limits of addresses count."""
        return not self.is_on or buckets.take(address)

    def is_under(self, have: int, limit: int) -> bool:
        """Tell whether an address may have one more."""
        return not self.is_on or have < limit


def per_minute(count: int) -> Buckets:
    """Make buckets for so many a minute, all at once if need be."""
    return Buckets(count / 60, float(count))
