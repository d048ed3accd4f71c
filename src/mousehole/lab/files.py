"""Files that are there as a whole or not at all, and what the system has against one."""

from __future__ import annotations

import os
from pathlib import Path

UNFINISHED = ".part"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there as a whole or not at all."""
    part = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def why(error: OSError) -> str:
    """Say what the system has against it, in small letters."""
    return (error.strerror or "it cannot be done").lower()
