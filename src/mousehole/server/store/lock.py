"""The lock on a SQLite file: two servers on one file would not hear of each other's moves, so the second is refused."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from mousehole.server.errors import StoreTaken
from mousehole.server.logs import log

TAKEN = {errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK}


class FileLock:
    """A lock that the system itself frees when its process ends, however it ends: none is ever left behind."""

    def __init__(self, database: Path) -> None:
        """Prepare to lock a database by a file beside it, the same one under whatever name the database is opened."""
        self.database = database.resolve()
        self.path = self.database.with_name(f"{self.database.name}.lock")
        self.handle: int | None = None

    def take(self) -> None:
        """Take the lock, or say who has it."""
        if sys.platform == "win32":  # there is no such lock; SQLite's own locks still keep the file whole
            return
        import fcntl  # noqa: PLC0415  # not everywhere

        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            owner = os.read(handle, 32).decode("ascii", "replace").strip()
            os.close(handle)
            if error.errno in TAKEN:
                who = f"process {owner}" if owner.isdecimal() else "another process"
                raise StoreTaken(
                    f"{who} keeps its tables in {self.database} already; stop it, or give this server a database of "
                    "its own (--database)"
                ) from None
            log.warning("the database cannot be locked", extra={"cause": error.strerror})
            return
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        self.handle = handle

    def free(self) -> None:
        """Let others have the database; the file stays, for taking it away would open a gap."""
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None
