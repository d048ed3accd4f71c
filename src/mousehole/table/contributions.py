"""What people add to the deal: one text each, sent after they have seen the server's promise."""

from __future__ import annotations

from dataclasses import dataclass, field

from mousehole.engine.deals import CONTRIBUTION
from mousehole.table.errors import BadRequest
from mousehole.table.events import EACH_PERSON, EVERYTHING, Opened

MOST = 64
"""A table that keeps everything ever sent takes no more than this."""


def check_contribution(text: str) -> str:
    """Give a contribution back if it is one."""
    if not CONTRIBUTION.fullmatch(text):
        raise BadRequest("a contribution has 1 to 64 letters, digits, _ or -")
    return text


@dataclass
class Contributions:
    """The contributions to a table's deal, and those it waits for."""

    dealing: int = EVERYTHING
    kept: list[str] = field(default_factory=list)
    """Everything ever sent, at tables that count it all."""
    given: dict[str, str] = field(default_factory=dict)
    """What each person has sent last."""
    awaited: dict[str, None] = field(default_factory=dict)
    """People without whose contribution the game does not begin, in order."""

    @classmethod
    def opened(cls, what: Opened) -> Contributions:
        """Begin with what is there when the table opens."""
        awaited = dict.fromkeys(what.awaits)
        return cls(what.dealing, list(what.contributions), dict(what.given), awaited)

    @property
    def is_full(self) -> bool:
        """Whether nothing more is taken."""
        return self.dealing != EACH_PERSON and len(self.kept) >= MOST

    def texts(self) -> list[str]:
        """List what goes into the seed, in order."""
        return list(self.given.values()) if self.dealing == EACH_PERSON else list(self.kept)

    def give(self, person: str, text: str) -> None:
        """Take a contribution; another one of the same person takes its place, at the end."""
        self.awaited.pop(person, None)
        if self.dealing == EACH_PERSON:
            self.given.pop(person, None)
            self.given[person] = text
        else:
            self.kept.append(text)

    def leave(self, person: str) -> None:
        """Somebody does not play: neither wait for their contribution nor use it."""
        self.awaited.pop(person, None)
        self.given.pop(person, None)
