"""The small family of things that can go wrong at a table, each with a stable code."""

from __future__ import annotations


class TableError(Exception):
    """Base of everything a player, a file or a caller can get wrong. `code` never changes once published."""

    code = "error"


class UnknownGame(TableError):
    """There is no game of that name."""

    code = "unknown_game"


class BadOption(TableError):
    """An option that the game does not have, or a value out of its range."""

    code = "bad_option"


class BadSeats(TableError):
    """A number of seats the game cannot be played with, or a seat that is not at this table."""

    code = "bad_seats"


class BadSeed(TableError):
    """A seed that is not a whole number from 0 to 2**128 - 1."""

    code = "bad_seed"


class GameOver(TableError):
    """The game has ended; nobody may act any more."""

    code = "game_over"


class NotYourTurn(TableError):
    """That seat is not asked for anything now."""

    code = "not_your_turn"


class IllegalMove(TableError):
    """That seat may act, but not like this."""

    code = "illegal_move"


class CannotUndo(TableError):
    """The last move showed somebody something new, or the game does not let moves be taken back."""

    code = "cannot_undo"


class Unreadable(TableError):
    """A text or file that is not a game record, or not a whole one."""

    code = "unreadable"
