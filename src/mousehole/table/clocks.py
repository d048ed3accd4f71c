"""The clocks of a table: since when each seat is asked, how much time it has used, and when its time is up."""

from __future__ import annotations

from dataclasses import dataclass, field

from mousehole.table.setup import HouseRules

EXTRA_MS = 30_000
"""A seat whose time for the game has run out gets so much more after a bot has moved for it."""


@dataclass
class Clocks:
    """Times in milliseconds, in the time of events."""

    rules: HouseRules
    asked_at: dict[int, int] = field(default_factory=dict)
    used_ms: dict[int, int] = field(default_factory=dict)
    overtimes: dict[int, int] = field(default_factory=dict)

    def ask(self, seat: int, at: int) -> None:
        """Begin to count for a seat."""
        self.asked_at[seat] = at

    def answered(self, seat: int, at: int, *, is_late: bool) -> None:
        """Count what a seat has used; where a bot had to move for it, it gets a little more."""
        self.used_ms[seat] = self.used_ms.get(seat, 0) + max(0, at - self.asked_at.get(seat, at))
        if is_late:
            self.overtimes[seat] = self.overtimes.get(seat, 0) + 1

    def bank(self, seat: int) -> int:
        """Tell how many milliseconds a seat has left for the game, before its present decision."""
        total = 1000 * (self.rules.game_seconds or 0) + EXTRA_MS * self.overtimes.get(seat, 0)
        return total - self.used_ms.get(seat, 0)

    def deadline(self, seat: int) -> int | None:
        """Tell when the time of a seat that is asked is up; None without a clock."""
        asked, ends = self.asked_at[seat], list[int]()
        if self.rules.move_seconds is not None:
            ends.append(asked + 1000 * self.rules.move_seconds)
        if self.rules.game_seconds is not None:
            ends.append(asked + max(0, self.bank(seat)))
        return min(ends, default=None)
