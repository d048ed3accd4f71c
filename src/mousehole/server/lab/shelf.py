"""The lab's shelf: a folder with the runs, so that whichever worker of this server is asked finds each of them.

The process that plays writes, workers read. A file is written whole and then put in its place, so nobody reads half of
one.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

VARIABLE = "MOUSEHOLE_LAB_SHELF"
"""Names the folder where several workers share one."""
WAITING, RUNNING, DONE, STOPPED, CUT, FAILED = "waiting", "running", "done", "stopped", "cut", "failed"
"""How a run is: it waits, is played, has all its games, was stopped by somebody or by a limit, or broke."""
LIVE = {WAITING, RUNNING}
BEAT_SECONDS = 2.0
"""A process that plays touches its runs so often."""
LOST_SECONDS = 30.0
"""Nobody plays a run any more that has not been touched for so long."""
LOST = "The process that played these games is gone. Run it again."
KEPT = 200
"""So many runs are kept, and so many records of single games; the oldest go first."""
ID_BYTES = 9


def fresh_id() -> str:
    """Name a run so that nobody guesses it."""
    return secrets.token_hex(ID_BYTES)


def short_hash(*parts: str) -> str:
    """Name something by what it is."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


@dataclass(frozen=True)
class Shelf:
    """A folder of runs."""

    folder: Path

    def part(self, name: str) -> Shelf:
        """Return a shelf of its own on this one: what lies on it is called `name/...` here."""
        inner = Shelf(self.folder / name)
        inner.folder.mkdir(exist_ok=True)
        return inner

    def path(self, name: str, kind: str) -> Path:
        """Say where something lies."""
        return self.folder / f"{name}.{kind}"

    def put(self, name: str, kind: str, data: bytes) -> None:
        """Put a file in its place, whole."""
        goal = self.path(name, kind)
        draft = goal.with_name(f"{goal.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
        draft.write_bytes(data)
        draft.replace(goal)

    def read(self, name: str, kind: str) -> bytes | None:
        """Read a file, if it is there."""
        try:
            return self.path(name, kind).read_bytes()
        except OSError:
            return None

    # Runs

    def write(self, run: dict[str, Any]) -> None:
        """Write a run as a page gets it."""
        self.put(run["id"], "run", orjson.dumps(run))

    def run(self, run_id: str) -> dict[str, Any] | None:
        """Read a run; one that is said to go on while nobody plays it is told to be lost."""
        data = self.read(run_id, "run")
        if data is None:
            return None
        found: dict[str, Any] = orjson.loads(data)
        if found["state"] in LIVE and time.time() - self.changed(run_id) > LOST_SECONDS:
            found |= {"state": FAILED, "message": LOST}
        return found

    def changed(self, run_id: str) -> float:
        """Say when a run was written or touched last."""
        return age_of(self.path(run_id, "run"))

    def touch(self, run_id: str) -> None:
        """Show that somebody plays a run."""
        with contextlib.suppress(OSError):
            os.utime(self.path(run_id, "run"))

    def fail(self, run_id: str, message: str) -> None:
        """Say that a run broke, if it was still going on; what was played stays."""
        data = self.read(run_id, "run")
        if data is not None:
            found = orjson.loads(data)
            if found["state"] in LIVE:
                self.write(found | {"state": FAILED, "message": message})

    # Stopping

    def ask_to_stop(self, run_id: str) -> None:
        """Ask whoever plays a run to stop."""
        self.put(run_id, "stop", b"")

    def is_stopped(self, run_id: str) -> bool:
        """Tell whether somebody has asked to stop a run."""
        return self.path(run_id, "stop").exists()

    # Whose it is, and which set-ups have been played

    def keep_for(self, run_id: str, person: str, address: str) -> None:
        """Note whose run it is, as their newest one, and which set-up it plays."""
        self.put(run_id, "owner", short_hash(person).encode())
        self.put(short_hash(person), "newest", run_id.encode())
        self.put(short_hash(address), "played", run_id.encode())

    def is_owner(self, run_id: str, person: str) -> bool:
        """Tell whether somebody has started a run."""
        return self.read(run_id, "owner") == short_hash(person).encode()

    def newest_of(self, person: str) -> str | None:
        """Find the run that somebody started last."""
        found = self.read(short_hash(person), "newest")
        return None if found is None else found.decode()

    def played(self, address: str) -> dict[str, Any] | None:
        """Find a run of a set-up that has all its games."""
        found = self.read(short_hash(address), "played")
        run = None if found is None else self.run(found.decode())
        return run if run is not None and run["state"] == DONE else None

    def tidy(self) -> None:
        """Take the oldest off the shelf: runs with all their files, records of games, notes of who and what."""
        for old in self.oldest("run"):
            for path in self.folder.glob(f"{old.stem}.*"):
                path.unlink(missing_ok=True)
        for kind in ("record", "newest", "played"):
            for old in self.oldest(kind):
                old.unlink(missing_ok=True)

    def oldest(self, kind: str) -> list[Path]:
        """List what is one too many of a kind."""
        found = {path: age_of(path) for path in self.folder.glob(f"*.{kind}")}
        return sorted(found, key=lambda path: found[path], reverse=True)[KEPT:]


def age_of(path: Path) -> float:
    """Say when a file was written or touched last; one that is gone is as old as can be."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
