"""Who sits where: a seat, and how a table's seats are filled when it opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mousehole.table.events import Seated
from mousehole.table.setup import USUAL_BOT, SeatPlan


@dataclass
class Seat:
    """Who sits where. A seat with a person and a bot is one where the bot stands in."""

    person: str | None = None
    name: str = ""
    bot: str | None = None
    is_device: bool = False
    is_vacant: bool = False
    """Whether somebody has left it in the middle of the game: a bot plays on until somebody else sits down."""

    @property
    def is_open(self) -> bool:
        """Whether the game cannot begin without somebody here."""
        return self.person is None and self.bot is None

    @property
    def has_stand_in(self) -> bool:
        """Whether a bot plays for an absent person."""
        return self.person is not None and self.bot is not None


def seated(plan: SeatPlan, person: str, name: str) -> Seated:
    """Write down who sits on a seat from the beginning."""
    if plan.kind == "bot":
        return Seated(bot=plan.level)
    if plan.kind == "me":
        return Seated(person, name)
    if plan.kind == "device":
        return Seated(person, plan.name or name, device=True)
    return Seated()


def seated_again(seats: Sequence[Seat], *, is_swapped: bool) -> tuple[Seated, ...]:
    """Seat everybody for another game, on the same seats or one further.

    Who has left, or is away, is not seated: a bot plays there until somebody comes by the table's link.
    """
    order = [*seats[-1:], *seats[:-1]] if is_swapped else list(seats)
    return tuple(
        Seated(bot=seat.bot or USUAL_BOT, vacant=seat.is_open or seat.is_vacant or seat.has_stand_in)
        if seat.person is None or seat.has_stand_in
        else Seated(seat.person, seat.name, device=seat.is_device)
        for seat in order
    )
