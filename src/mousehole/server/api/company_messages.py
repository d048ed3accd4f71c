"""The shapes of what strangers ask and are told: open tables, a quick seat, blocks and reports."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from mousehole.server.api.messages import Incoming

Reason = Literal["name", "rude", "stalling", "cheating", "other"]
"""Why somebody is reported: a name, bad manners, letting others wait, foul play, something else."""


class QuickSeat(Incoming):
    """A seat with somebody: at the table that waits longest, or at a new one."""

    game: Annotated[str, Field(max_length=64)] | None = None
    """The game; null for any."""
    counts: bool = False
    """Whether the game is to count for ratings."""
    promise_first: bool = False
    """Whether the game waits for my contribution, which I send after I have seen the table's promise."""


class QuickSeatOut(BaseModel):
    """Where I sit now."""

    table: str
    join: str
    """Its address."""
    seat: int
    waits: bool
    """Whether nobody else was there: the table waits for somebody, and I may let bots take the seats at any time."""
    promise: str
    """What binds the server to its share of the deal: remember it before you contribute."""


class OpenSeat(BaseModel):
    """A seat of an open table, as everybody in its lobby sees it."""

    seat: int
    role: str
    kind: Literal["open", "bot", "person"]
    name: str
    bot: str | None


class OpenTable(BaseModel):
    """A table where anyone may sit down."""

    table: str
    game: str
    title: str
    since: int
    """Since when it waits, in milliseconds since 1970."""
    seats: list[OpenSeat]
    house_rules: list[str]
    """What was agreed there that the rulebook does not print, in words."""
    counts: bool
    hints: bool
    move_seconds: int | None
    game_seconds: int | None
    mine: bool
    """Whether I sit there."""


class Report(Incoming):
    """Telling the operator about somebody."""

    reason: Reason


class BlockOut(BaseModel):
    """Somebody I do not want to meet."""

    id: int
    name: str
    """As they were called then."""
    since: int
