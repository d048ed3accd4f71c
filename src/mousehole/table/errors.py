"""What can go wrong at a table beside what can go wrong in a game."""

from __future__ import annotations

from mousehole.engine.errors import TableError


class BadRequest(TableError):
    """A message that cannot be read, or lacks something."""

    code = "bad_request"


class NotYourSeat(TableError):
    """Somebody else holds that seat."""

    code = "not_your_seat"


class SeatTaken(TableError):
    """The seat is not free."""

    code = "seat_taken"


class KnowsTooMuch(TableError):
    """Somebody who has seen the secrets of one side may not sit down on another."""

    code = "knows_too_much"


class NotStarted(TableError):
    """The game has not begun."""

    code = "not_started"


class AlreadyStarted(TableError):
    """The game has begun."""

    code = "already_started"


class NotOver(TableError):
    """Secrets are kept until the game is over."""

    code = "not_over"


class Stale(TableError):
    """The move was made for a position that has changed since."""

    code = "stale_version"


class IdReused(TableError):
    """The id of an earlier message, on one that says something else."""

    code = "id_reused"


class NotAway(TableError):
    """A seat whose person is here, or has not been away for long enough."""

    code = "not_away"


class NotHere(TableError):
    """Something that is not done at this table."""

    code = "not_here"


class NoHints(TableError):
    """A table where hints are off."""

    code = "no_hints"


class OldRules(TableError):
    """A table that was opened under rules this program does not have any more."""

    code = "old_rules"


def sentence(error: TableError) -> str:
    """Write an error as a sentence."""
    text = " ".join(str(error).split()) or (type(error).__doc__ or error.code).rstrip(".")
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!', ')')) else '.'}"
