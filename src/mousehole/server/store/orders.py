"""Orders that operators give to running workers, as the store holds them."""

from __future__ import annotations

from dataclasses import dataclass

LOOK, GONE, AGAIN, BANS, DEVICES = "look", "gone", "again", "bans", "devices"
"""Something was written to a table by somebody else; it is gone; it was rewritten; the list of bans has changed;
devices were switched off."""


@dataclass(frozen=True)
class Order:
    """One of them."""

    id: int
    kind: str
    code: str | None
