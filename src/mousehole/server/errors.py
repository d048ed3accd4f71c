"""What can go wrong at the server beside what can go wrong at a table, and the HTTP status of every code."""

from __future__ import annotations

from mousehole.engine.errors import TableError


class BadCookie(TableError):
    """A cookie this server has not signed."""

    code = "bad_cookie"


class NoClaim(TableError):
    """A link to become somebody, or a question of a passkey, that counts no more."""

    code = "no_such_claim"


class BadPasskey(TableError):
    """A passkey that does not prove what it should."""

    code = "bad_passkey"


class Banned(TableError):
    """Somebody whom an operator does not want here."""

    code = "banned"


class NameRefused(TableError):
    """A name that is not for strangers."""

    code = "name_refused"


class BadOrigin(TableError):
    """A page of another site."""

    code = "bad_origin"


class NoTable(TableError):
    """There is no table with that code."""

    code = "no_such_table"


class NoPage(TableError):
    """There is nothing at that address."""

    code = "not_found"


class WrongMethod(TableError):
    """That address does not take this kind of request."""

    code = "wrong_method"


class NeedsSocket(TableError):
    """An address that is for a WebSocket."""

    code = "needs_socket"


class TooMany(TableError):
    """A limit of how much one person may have."""

    code = "too_many"


class TooFast(TableError):
    """Too many messages in a short time."""

    code = "too_fast"


class TooLarge(TableError):
    """A message that is longer than any sensible one."""

    code = "too_large"


class NoMail(TableError):
    """E-mail is asked for, and there is no mail server."""

    code = "no_mail"


class NoLink(TableError):
    """A link of an e-mail that is too old, or was never sent."""

    code = "no_such_link"


class BrokenTable(TableError):
    """A table whose rows in the store make no sense; the others are well."""

    code = "broken_table"


class StoreTaken(TableError):
    """Another process uses the same database in a way that allows only one."""

    code = "store_taken"


class StoreTrouble(TableError):
    """The store did not answer; nothing was changed as far as anyone was told."""

    code = "store_trouble"


class Stopping(TableError):
    """The server is going down; it will be back."""

    code = "stopping"


class Fault(TableError):
    """A fault of the server itself."""

    code = "server_fault"


STATUS = {
    "bad_request": 422,
    "bad_cookie": 401,
    "no_such_claim": 404,
    "bad_passkey": 403,
    "banned": 403,
    "bad_origin": 403,
    "name_refused": 422,
    "no_such_table": 404,
    "not_found": 404,
    "wrong_method": 405,
    "not_your_seat": 403,
    "seat_taken": 409,
    "knows_too_much": 403,
    "not_started": 409,
    "already_started": 409,
    "not_over": 409,
    "stale_version": 409,
    "id_reused": 409,
    "not_away": 409,
    "not_here": 409,
    "no_hints": 409,
    "no_mail": 409,
    "no_such_link": 404,
    "needs_socket": 426,
    "too_many": 429,
    "too_fast": 429,
    "too_large": 413,
    "old_rules": 410,
    "broken_table": 410,
    "store_taken": 503,
    "store_trouble": 503,
    "stopping": 503,
    "server_fault": 500,
    "unknown_game": 404,
    "unknown_bot": 422,
    "bad_option": 422,
    "bad_setup": 422,
    "bad_seats": 422,
    "bad_seed": 422,
    "game_over": 409,
    "not_your_turn": 409,
    "illegal_move": 409,
    "cannot_undo": 409,
    "unreadable": 422,
}
"""The HTTP status of every code a client can meet."""


def status_of(error: TableError) -> int:
    """Look up the status of an error."""
    return STATUS.get(error.code, 400)
