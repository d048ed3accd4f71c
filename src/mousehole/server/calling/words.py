"""What a call says: which game, who else sits there, and where. Nothing that happened, for a lock screen is public."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Call:
    """Somebody to be called for one turn at one table."""

    person: str
    table_id: int
    code: str
    game: str
    """The game's title."""
    others: tuple[str, ...]
    """The other people at the table, whether they are asked or not: who has answered already is not told."""
    turn: int
    """Since when they are asked, in the time of events."""

    @property
    def title(self) -> str:
        """The first line."""
        return f"Your turn - {self.game}"

    @property
    def text(self) -> str:
        """The second line."""
        if not self.others:
            return "The table waits for you."
        *first, last = self.others
        names = f"{', '.join(first)} and {last}" if first else last
        return f"The table with {names} waits for you."

    @property
    def path(self) -> str:
        """Where the table is, below the address of the server."""
        return f"/t/{self.code}"
