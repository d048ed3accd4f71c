"""What can go wrong at the command line beside what can go wrong at a table."""

from __future__ import annotations

from mousehole.engine.errors import TableError


class BadCommand(TableError):
    """The command line itself does not make sense."""

    code = "bad_command"


class BadFile(TableError):
    """A file that cannot be read or written."""

    code = "bad_file"


class BadRecord(TableError):
    """A record that is no legal, or no complete, game."""

    code = "bad_record"
