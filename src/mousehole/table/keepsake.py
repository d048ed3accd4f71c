"""What is kept of a game in words, so that it can be read when its rules are gone."""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict, dataclass, field
from typing import Any

from mousehole.engine.facts import SPECTATOR


@dataclass(frozen=True)
class Keepsake:
    """A game in words. Viewers are seats, and the spectator."""

    is_over: bool
    """Whether the game was played to its end."""
    record: str = ""
    options: dict[str, str] = field(default_factory=dict)
    house_rules: list[str] = field(default_factory=list)
    outcome: dict[str, Any] | None = None
    dealing: dict[str, Any] | None = None
    texts: dict[int, str] = field(default_factory=dict)
    """The table as it was drawn at the end, for each viewer."""
    stories: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    moments: dict[int, list[dict[str, Any]]] = field(default_factory=dict)

    def packed(self) -> bytes:
        """Write it for the store."""
        return zlib.compress(json.dumps(asdict(self), separators=(",", ":")).encode(), 9)

    def story(self, viewer: int) -> list[dict[str, Any]]:
        """Return the story as a viewer was told it; who had no seat hears what spectators did."""
        return self.stories.get(viewer, self.stories.get(SPECTATOR, []))


def unpacked(text: bytes) -> Keepsake:
    """Read one from the store."""
    found = json.loads(zlib.decompress(text))
    for name in ("texts", "stories", "moments"):
        found[name] = {int(viewer): value for viewer, value in found[name].items()}
    return Keepsake(**found)
