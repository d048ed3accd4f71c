"""Records on disk: read with one family of errors, written without ever replacing a file."""

from __future__ import annotations

import sys
import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from mousehole.cli.errors import BadFile, BadRecord
from mousehole.engine.errors import TableError
from mousehole.lab.files import why

if TYPE_CHECKING:
    from mousehole.engine.match import Match

ENDING = ".mousehole"
STDIN = "-"
LARGEST = 8_000_000
"""No record has more bytes; more than this is not even read."""


def read_text(name: str) -> str:
    """Read a text file, or standard input for "-"."""
    try:
        if name == STDIN:
            data = sys.stdin.buffer.read(LARGEST)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST)
        return data.decode()
    except OSError as error:
        raise BadFile(f"cannot read {name}: {why(error)}") from None
    except ValueError:  # bytes that are no text, or a name that can be no file's
        raise BadFile(f"cannot read {name!r}: it is no text") from None


def load_match(name: str) -> Match:
    """Read a record from a file and play it through."""
    return load_dealt_match(name)[0]


def load_dealt_match(name: str) -> tuple[Match, dict[str, str]]:
    """Read a record and play it through; return its headers too if it carries, rightly, what bound a server."""
    text = read_text(name)
    from mousehole.engine.deals import check_dealing
    from mousehole.engine.notation import parse_draft, read_match
    from mousehole.games import load

    try:
        match, headers = read_match(text, load), parse_draft(text).headers
        return match, headers if check_dealing(headers) else {}
    except TableError as error:
        raise BadRecord(f"{name}: {error}") from error


def save_match(match: Match, wanted: str | None) -> Path:
    """Write a record where it is wanted, or under a free name in the current folder; return where it lies."""
    from mousehole.engine.notation import write_match

    text = write_match(match)
    if wanted is not None:
        try:
            return write_new(Path(wanted), text)
        except OSError as error:
            print(f"mousehole: cannot save to {wanted}: {why(error)}", file=sys.stderr)
    stem = match.game.facts.id.replace("_", "-")
    for folder in (Path(), Path(tempfile.gettempdir())):
        try:
            return write_free(folder, stem, text)
        except OSError as error:
            problem = error
    raise BadFile(f"cannot save the game: {why(problem)}")


def write_free(folder: Path, stem: str, text: str) -> Path:
    """Write to the first free name of a numbered series."""
    for number in count(1):
        try:
            return write_new(folder / f"{stem}-{number}{ENDING}", text)
        except FileExistsError:
            continue
    raise AssertionError  # pragma: no cover  # numbers do not run out


def write_new(path: Path, text: str) -> Path:
    """Write a file that is not there yet."""
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
    return path


def check_free(name: str) -> None:
    """Refuse a place to save to before the game starts rather than after it."""
    path = Path(name)
    if path.exists():
        raise BadFile(f"{name} exists already; a record replaces no file")
    if not path.resolve().parent.is_dir():
        raise BadFile(f"cannot save to {name}: there is no such folder")
