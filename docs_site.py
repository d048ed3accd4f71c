"""Builds docs/ as a site, and checks it: every way leads somewhere, and nothing is fetched from elsewhere.

`make docs` runs it in an environment of its own (requirements/docs.txt). It publishes nothing.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent
DOCS, COPY, SITE = ROOT / "docs", ROOT / "build" / "docs", ROOT / "site"
HOME = "https://github.com/mousehole-games/mousehole/blob/main/"
LINK = re.compile(r"(?<=\]\()(\.\./[^)\s]*)(?=\))")
FETCHED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "audio": "src",
    "video": "src",
    "link": "href",
    "image": "href",
    "use": "href",
}
"""What a browser fetches by itself, by the element and its attribute."""
WISHES = {"stylesheet", "icon", "preload", "modulepreload", "manifest", "preconnect", "dns-prefetch", "prefetch"}
"""Kinds of `link` that make it do so."""
FROM_ELSEWHERE = re.compile(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//[^'\")\s]+")


def outward(text: str, page: Path) -> str:
    """Lead links that leave docs/ to the source's home: on a site there is nothing else above it."""

    def lead(found: re.Match[str]) -> str:
        path, mark, rest = found[1].partition("#")
        target = (page.parent / path).resolve()
        return found[1] if target.is_relative_to(DOCS) else HOME + target.relative_to(ROOT).as_posix() + mark + rest

    return LINK.sub(lead, text)


def copy_docs() -> None:
    """Copy docs/ for the builder."""
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(DOCS, COPY)
    for page in DOCS.rglob("*.md"):
        copied = COPY / page.relative_to(DOCS)
        copied.write_text(outward(page.read_text(encoding="utf-8"), page), encoding="utf-8")


class PageParts(HTMLParser):
    """What a page of the site has: places, ways that lead elsewhere, and what it fetches."""

    def __init__(self, text: str) -> None:
        """Read a page."""
        super().__init__()
        self.places: set[str] = set()
        self.ways: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notice an element."""
        given = dict(attrs)
        self.places |= {value for name in ("id", "name") if (value := given.get(name))}
        wanted = given.get(FETCHED.get(tag, "")) or ""
        is_wish = tag != "link" or bool(WISHES & set((given.get("rel") or "").split()))
        if wanted and is_wish:
            self.fetched.append(wanted)
        if tag == "a" and given.get("href"):
            self.ways.append(given["href"] or "")


def is_elsewhere(address: str) -> bool:
    """Tell whether an address is on another machine."""
    return bool(urlsplit(address).netloc)


def faults(site: Path) -> list[str]:
    """List ways of a site that lead nowhere, and whatever it would fetch from elsewhere."""
    pages = {path: PageParts(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        name = path.relative_to(site).as_posix()
        found += [f"{name} fetches {one}" for one in page.fetched if is_elsewhere(one)]
        here = [one for one in page.fetched if not is_elsewhere(one) and not one.startswith("data:")]
        for way in [*page.ways, *here]:
            parts = urlsplit(way)
            if parts.scheme or parts.netloc:
                continue
            aim = path if not parts.path else site / parts.path.lstrip("/")
            if parts.path and not parts.path.startswith("/"):
                aim = (path.parent / unquote(parts.path)).resolve()
            aim = aim / "index.html" if aim.is_dir() else aim
            if not aim.is_file():
                found.append(f"{name} leads to {way}, which is not there")
            elif parts.fragment and aim in pages and unquote(parts.fragment) not in pages[aim].places | {"top"}:
                found.append(f"{name} leads to {way}, and there is no such place")
    for path in sorted(site.rglob("*.css")):
        for one in FROM_ELSEWHERE.findall(path.read_text(encoding="utf-8")):
            found.append(f"{path.relative_to(site).as_posix()} fetches {one}")
    return found


def main() -> int:
    """Build and check."""
    copy_docs()
    shutil.rmtree(SITE, ignore_errors=True)
    done = subprocess.run([sys.executable, "-m", "zensical", "build", "--clean", "--strict"], cwd=ROOT, check=False)
    if done.returncode:
        return done.returncode
    wrong = faults(SITE)
    print("\n".join(wrong) or f"The site is in {SITE.relative_to(ROOT)}: {len(list(SITE.rglob('*.html')))} pages.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
