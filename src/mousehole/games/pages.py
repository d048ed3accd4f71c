"""The pages in `docs` that the program shows: found inside an installed package as well as in a checkout."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from mousehole.engine.errors import UnknownGame
from mousehole.games import IDS, package_of

PACKAGE = Path(__file__).resolve().parent.parent
FOLDERS = (PACKAGE / "docs", PACKAGE.parent.parent / "docs")
"""Where an installed package keeps the pages, and where a checkout does."""
PICTURE = re.compile(r"^!\[.*\]\(.*\)\n\n?", re.MULTILINE)


def rules_page(game_id: str) -> str:
    """Return a game's page of rules, in Markdown, as text: pictures are for those who can show them."""
    return PICTURE.sub("", illustrated_page(game_id))


def illustrated_page(game_id: str) -> str:
    """Return a game's page of rules with its pictures, which lie in `../images` beside it."""
    page = find(f"rules/{game_id}.md") if game_id in IDS else foreign_page(game_id)
    if page is None:
        raise UnknownGame(f"there is no page of rules for {game_id!r}")
    return page


def foreign_page(game_id: str) -> str | None:
    """Return the page of a game from elsewhere, which lies beside its package."""
    path = Path(import_module(package_of(game_id)).__path__[0]).with_suffix(".md")
    return path.read_text(encoding="utf-8") if path.is_file() else None


def lab_page() -> str:
    """Return what was measured: how the games balance, how strong the bots are, and what the studies found."""
    return "\n".join(find(name) or "" for name in ("bots.md", "lab.md"))


def find(name: str) -> str | None:
    """Return a page by its name, if there is one."""
    return next((path.read_text(encoding="utf-8") for folder in FOLDERS if (path := folder / name).is_file()), None)


def pictures() -> dict[str, Path]:
    """Find the pictures of all pages, by their names."""
    return {path.name: path for folder in FOLDERS for path in sorted((folder / "images").glob("*.png"))}


def section(page: str, title: str) -> str:
    """Return one section of a page, without its heading; empty if there is none of that title."""
    lines = page.splitlines()
    heading = f"## {title}"
    if heading not in lines:
        return ""
    start = lines.index(heading) + 1
    after = (i for i in range(start, len(lines)) if lines[i].startswith("## "))
    return "\n".join(lines[start : next(after, len(lines))]).strip()


def titles(page: str) -> list[str]:
    """Return the titles of a page's sections, in order."""
    return [line[3:].strip() for line in page.splitlines() if line.startswith("## ")]
