"""A folder that keeps the chunks of a run, so that a run that was stopped goes on where it was.

A chunk is written under a temporary name and renamed when it is whole; it carries a hash that is checked when it is
read. So what lies there is a result, or it is refused: nothing half-written is taken for one. `run.json` says whose
games these are. The number of games is not part of it: the same folder serves a longer run.
"""

from __future__ import annotations

import json
from pathlib import Path

import mousehole
from mousehole.engine.cache import sources_key
from mousehole.engine.errors import TableError
from mousehole.lab.chunks import FORMAT, Chunk, chunks_of
from mousehole.lab.files import why, write_whole
from mousehole.lab.setup import SetUp

ABOUT = "run.json"
ENDING = ".games"


class BadFolder(TableError):
    """A folder of a run that is broken, of another set-up, or cannot be written to."""

    code = "bad_folder"


def identity(set_up: SetUp) -> dict[str, object]:
    """Say all that the games of a set-up depend on, but for how many there are."""
    texts = set_up.texts()
    del texts["games"]
    return {
        "format": FORMAT,
        "set_up": texts,
        "rules_version": set_up.facts.rules_version,
        "version": mousehole.__version__,
        "sources": sources_key(),
    }


class Folder:
    """The chunks of one set-up on disk."""

    def __init__(self, path: Path | str, set_up: SetUp) -> None:
        """Open a folder, or make it; one that belongs to something else is refused."""
        self.path, self.set_up = Path(path), set_up
        mine = identity(set_up)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            about = self.path / ABOUT
            if about.exists():
                self.check(about.read_text(encoding="utf-8"), mine)
            elif any(self.path.iterdir()):
                raise BadFolder(f"{path} holds something else than a run: choose an empty folder, or a new one")
            else:
                write_whole(about, json.dumps(mine, indent=2).encode())
        except OSError as error:
            raise BadFolder(f"cannot use the folder {path}: {why(error)}") from None
        except ValueError:  # a name that can be no folder's, or a file that is no text
            raise BadFolder(f"cannot use the folder {path}: it holds something else, or can be no folder") from None

    def check(self, text: str, mine: dict[str, object]) -> None:
        """Refuse a folder of another set-up, or of another Mousehole."""
        try:
            theirs = dict(json.loads(text))
        except (ValueError, TypeError):
            raise BadFolder(f"{self.path / ABOUT} is broken: remove the folder, or choose another") from None
        if theirs.get("set_up") != mine["set_up"]:
            raise BadFolder(f"{self.path} holds games of another set-up ({words(theirs)}): choose another folder")
        if theirs != mine:
            raise BadFolder(
                f"{self.path} holds games played by another version of Mousehole, whose bots or rules may differ:"
                " choose another folder"
            )

    def chunk_path(self, numbers: range) -> Path:
        """Say where a chunk lies."""
        return self.path / f"{numbers.start:09d}-{numbers.stop - 1:09d}{ENDING}"

    def read(self) -> list[Chunk]:
        """Read what has been played of the set-up; a broken chunk is an error that names its file."""
        found = []
        for numbers in chunks_of(self.set_up):
            path = self.chunk_path(numbers)
            if not path.exists():
                continue
            try:
                chunk = Chunk.frombytes(path.read_bytes())
            except OSError as error:
                raise BadFolder(f"cannot read {path}: {why(error)}") from None
            except (ValueError, KeyError, TypeError):
                raise BadFolder(f"{path} is broken: remove this file, and its games are played again") from None
            if chunk.numbers != numbers:
                raise BadFolder(f"{path} does not hold the games that its name says: remove this file")
            found.append(chunk)
        return found

    def keep(self, chunk: Chunk) -> None:
        """Write a chunk."""
        try:
            write_whole(self.chunk_path(chunk.numbers), chunk.tobytes())
        except OSError as error:
            raise BadFolder(f"cannot write into {self.path}: {why(error)}") from None


def words(about: dict[str, object]) -> str:
    """Write a set-up of a folder as one reads it."""
    texts = about.get("set_up")
    return " ".join(f"{name}={text}" for name, text in texts.items()) if isinstance(texts, dict) else "unreadable"


def folder_of(path: Path | str | None, set_up: SetUp) -> Folder | None:
    """Open a folder, if there is to be one."""
    return None if path is None else Folder(path, set_up)
