"""The page people play on: built from `web/` into this package, held in memory, served with headers that guard it."""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from mousehole.games import pages

FOLDER = Path(__file__).resolve().parents[1] / "built"
SECURITY = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
}
"""Headers of every answer."""
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".woff": "font/woff",
}
SMALLEST = 512
"""Below this, compressing is not worth it."""
PLACES = {"t", "set", "rules", "lab", "learn", "tables", "puzzles", "mine"}
"""Where addresses of the page begin; any other is answered by the page too, which says that nobody lives there."""
MISSING = (
    b"<!doctype html><html lang=en><meta charset=utf-8><title>Mousehole</title>"
    b"<p>The server is running, but its page has not been built: <code>make page</code> builds it. "
    b"The <a href=/api/docs>API</a> is there.</html>"
)


@dataclass(frozen=True)
class File:
    """A file of the page."""

    body: bytes
    kind: str
    is_lasting: bool
    """Its name changes with its content, so browsers may keep it for ever."""
    packed: bytes | None = field(default=None)

    def answer(self, accepts: str) -> tuple[bytes, dict[str, str]]:
        """Return what to send, and the headers that say how. Nothing here is secret: it may be compressed."""
        headers = {
            "content-type": self.kind,
            "cache-control": "public, max-age=31536000, immutable" if self.is_lasting else "no-cache",
            "vary": "accept-encoding",
        }
        if self.packed is not None and "gzip" in accepts:
            return self.packed, {**headers, "content-encoding": "gzip"}
        return self.body, headers


@cache
def files() -> dict[str, File]:
    """Read the page, once."""
    found = {}
    for path in sorted(FOLDER.rglob("*")) if FOLDER.is_dir() else ():
        if path.is_file() and path.suffix in KINDS:
            body = path.read_bytes()
            is_packed = len(body) >= SMALLEST and not path.suffix.startswith(".woff")
            name = path.relative_to(FOLDER).as_posix()
            packed = gzip.compress(body, 9, mtime=0) if is_packed else None
            found[name] = File(body, KINDS[path.suffix], name.startswith("assets/"), packed)
    pictures = {f"pictures/{name}": path for name, path in pages.pictures().items()}
    return found | {name: File(path.read_bytes(), KINDS[".png"], is_lasting=False) for name, path in pictures.items()}


def find(path: str) -> tuple[int, File] | None:
    """Find what an address shows, and with which status; None where it is not the page's business."""
    name = path.strip("/")
    first = name.partition("/")[0]
    if first in {"api", "metrics"}:
        return None
    index = files().get("index.html", File(MISSING, KINDS[".html"], is_lasting=False))
    if not name or first in PLACES:
        return 200, index
    if name in files():
        return 200, files()[name]
    return (404, index) if "." not in name else None
