"""What the terminal shows: colours where it has them, columns where they fit, and one way to ask."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

BOLD, DIM, ITALIC, GREEN, YELLOW, CYAN = "1", "2", "3", "32", "33", "36"
WIDEST = 100
LONG_LIST = 12
"""A list of more moves than this is set in columns."""
ITEM = re.compile(r"\s*(?:[-*]|\d+\.) +")
MARKS = (
    (re.compile(r"\*\*(.+?)\*\*"), (BOLD,)),
    (re.compile(r"\*(\S[^*]*)\*"), (ITALIC,)),
    (re.compile(r"`([^`]+)`"), (CYAN,)),
)
START, STOP = "\x01\x02\x03", "\x04"
VERY_LONG_LIST = 24
"""A list of more moves than this leaves their short names out, to stay on one screen."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


def has_colours(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal that shows colours, and nobody asked for none."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def paint(text: str, *styles: str) -> str:
    """Colour a text, if standard output shows colours."""
    return f"\x1b[{';'.join(styles)}m{text}\x1b[0m" if text and has_colours(sys.stdout) else text


def width() -> int:
    """Return how many columns to use."""
    return max(40, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))


def wrap(text: str, indent: str = "") -> str:
    """Break a text into lines that fit; further lines are indented like the first."""
    return textwrap.fill(text, width(), initial_indent=indent, subsequent_indent=indent, break_long_words=False)


def complain(problem: str) -> None:
    """Say that an answer does not do."""
    stop = "" if problem.endswith((".", "?")) else "."
    print(paint(wrap(f"{problem[:1].upper()}{problem[1:]}{stop}"), YELLOW))


def count(number: int, what: str) -> str:
    """Write a number of things."""
    return f"{number} {what}" + ("" if number == 1 else "s")


def heading(text: str) -> str:
    """Write a line that says what follows."""
    return paint(f"--- {text} ".ljust(min(width(), 72), "-"), BOLD, CYAN)


def numbered(rows: Sequence[tuple[str, str]]) -> str:
    """List texts with their numbers; with their short names too where there is room and they differ."""
    names = [name if name != text.lower() else "" for text, name in rows]
    digits, widest, longest = len(str(len(rows))), max(len(text) for text, _ in rows), max(map(len, names))
    if len(rows) > VERY_LONG_LIST or 2 + digits + 2 + widest + 3 + longest > width():
        names, longest = [""] * len(rows), 0
    cell = digits + 2 + widest + (3 + longest if longest else 0)
    columns = max(1, (width() - 2 + 3) // (cell + 3)) if len(rows) > LONG_LIST else 1
    if columns == 1 and 2 + cell > width():
        return "\n".join(
            hanging(f"{paint(f'{i:>{digits}}', BOLD)}  ", digits + 2, text) for i, (text, _) in enumerate(rows, 1)
        )
    down = -(-len(rows) // columns)
    lines = [""] * down
    for i, ((text, _), name) in enumerate(zip(rows, names, strict=True)):
        is_last = i + down >= len(rows)
        tail = f"{text:<{widest}}   {paint(name, DIM)}" if name else text if is_last else f"{text:<{widest}}"
        pad = "" if is_last or not longest else " " * (longest - len(name) + (0 if name else 3))
        lines[i % down] += f"{'   ' if i >= down else '  '}{paint(f'{i + 1:>{digits}}', BOLD)}  {tail}{pad}"
    return "\n".join(lines)


def hanging(label: str, columns: int, text: str) -> str:
    """Write a label that takes so many columns, and a text whose further lines hang under its first."""
    lines = textwrap.wrap(text, max(20, width() - 2 - columns), break_long_words=False, break_on_hyphens=False)
    return f"  {label}" + f"\n{' ' * (2 + columns)}".join(lines)


def blocks(page: str) -> list[str]:
    """Join the lines of a page that belong to one paragraph or list item; headings, tables and gaps stay alone."""
    found: list[str] = []
    for line in page.splitlines():
        is_alone = not line.strip() or line.startswith(("#", "|"))
        if (
            found
            and not is_alone
            and not ITEM.match(line)
            and found[-1].strip()
            and not found[-1].startswith(("#", "|"))
        ):
            found[-1] += " " + line.strip()
        else:
            found.append(line.rstrip())
    return found


def markdown_text(page: str) -> str:
    """Show a page of Markdown in a terminal: marked words painted, paragraphs and lists set to its width."""
    shown = []
    for block in blocks(page):
        if block.startswith("#"):
            shown.append(paint(block.lstrip("# "), BOLD, CYAN))
        elif block.startswith("|"):
            shown.append(block)
        else:
            item = ITEM.match(block)
            text = block
            for i, (mark, _) in enumerate(MARKS):  # one character for each mark while lines are measured
                text = mark.sub(lambda found, i=i: f"{START[i]}{found[1]}{STOP}", text)  # type: ignore[misc]
            indent = " " * len(item[0]) if item else ""
            shown.append(
                textwrap.fill(text, width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
            )
    return "\n".join(painted(text) for text in shown)


def painted(text: str) -> str:
    """Turn the marks of `markdown_text` into colours."""
    for i, (_, styles) in enumerate(MARKS):
        text = re.sub(
            f"{START[i]}([^{STOP}]*){STOP}",
            lambda found, styles=styles: "\n".join(  # type: ignore[misc]
                re.sub(r"\S.*", lambda words: paint(words[0], *styles), line) for line in found[1].split("\n")
            ),
            text,
        )
    return text


def program() -> str:
    """Say how to call this program from here: by its name if the shell finds it, otherwise by its path."""
    script = Path(sys.executable).with_name("mousehole")
    if shutil.which("mousehole") or not script.exists():
        return "mousehole"
    here = Path.cwd()
    return shlex.quote(str(script.relative_to(here) if script.is_relative_to(here) else script))


def is_at_terminal() -> bool:
    """Tell whether a person sits there: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def clear() -> None:
    """Wipe the terminal, what has scrolled away included."""
    print(CLEAR, end="", flush=True)


def ask(question: str) -> str:
    """Ask for a line; the end of input raises EOFError."""
    return input(question).strip()
