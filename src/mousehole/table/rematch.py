"""Another game with the same people: somebody asks, and it begins when everybody who is to sit there has said yes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mousehole.engine.deals import promise_of
from mousehole.table.events import EACH_PERSON, AskedRematch, Draft, Opened
from mousehole.table.seats import Seat, seated_again


@dataclass
class Offer:
    """A rematch that somebody has asked for, and who has said yes."""

    person: str
    asked: AskedRematch
    yes: dict[str, str | None] = field(default_factory=dict)
    """Those who agree, in order, each with a contribution to the deal, or without one."""

    @property
    def promise(self) -> str:
        """The hash that binds the server to its share of the next seed, before anybody contributes to it."""
        return promise_of(self.asked.share, self.asked.salt)

    def is_agreed(self, seats: Sequence[Seat]) -> bool:
        """Whether everybody who is to sit there has said yes."""
        return players(seats) <= set(self.yes)

    def opening(self, seats: Sequence[Seat]) -> Draft:
        """Write the first event of the other table."""
        sitting = players(seats)
        given = tuple((who, text) for who, text in self.yes.items() if text is not None and who in sitting)
        plans = seated_again(seats, is_swapped=self.asked.swap)
        return Draft(Opened(plans, dealing=EACH_PERSON, given=given))


def players(seats: Sequence[Seat]) -> set[str]:
    """List the people who are to sit at the other table: whoever holds a seat that no bot plays."""
    return {seat.person for seat in seats if seat.person is not None and not seat.has_stand_in}
