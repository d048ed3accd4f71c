"""Names at tables where strangers meet: none of them has a word in it that the operator does not want there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from mousehole.server.errors import NameRefused
from mousehole.server.settings import BadSetting

USUAL = Path(__file__).with_name("names_refused.txt")
TAKES_USUAL = "@usual"
"""A line of an operator's own file that takes our words in, too."""
DISGUISES = str.maketrans({"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i"})


def plain(text: str) -> str:
    """Write a text in small letters without accents."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()


def squeezed(word: str) -> str:
    """Say every letter once that is said several times in a row."""
    return re.sub(r"(.)\1+", r"\1", word)


def words_in(name: str) -> Iterator[str]:
    """List the words a name can be read as: as it is, with digits for letters, with single letters joined.

    Whole words alone: a town is not refused for four letters in its middle.
    """
    for text in (plain(name), plain(name).translate(DISGUISES)):
        words = re.findall(r"[^\W\d_]+", text)
        yield from words
        yield "".join(word for word in words if len(word) == 1)


class RefusedNames:
    """The words that no name has."""

    def __init__(self, words: set[str]) -> None:
        """Know them, as they are written and with every letter said once."""
        self.words = {plain(word) for word in words}
        self.drawn_out = {squeezed(word) for word in self.words}

    @classmethod
    def read(cls, file: str) -> RefusedNames:
        """Read an operator's own file, or ours where there is none."""
        try:
            lines = lines_of(Path(file) if file else USUAL)
        except (OSError, UnicodeError):
            raise BadSetting(f"the refused names cannot be read from {file}") from None
        if TAKES_USUAL in lines:
            lines = (lines - {TAKES_USUAL}) | lines_of(USUAL)
        return cls(lines)

    def check(self, name: str) -> str:
        """Give a name back if strangers may read it."""
        for word in words_in(name):
            is_drawn_out = bool(re.search(r"(.)\1\1", word)) and squeezed(word) in self.drawn_out
            if word in self.words or is_drawn_out:
                raise NameRefused("this name is not for a table where anyone may sit down; choose another one")
        return name


def lines_of(file: Path) -> set[str]:
    """Read the words of a file."""
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return {line for line in lines if line and not line.startswith("#")}
