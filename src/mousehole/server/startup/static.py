"""The page people play on: built from `web/` into this package, held in memory, served with headers that guard it.

The same files make a page that needs no server: `folder_files` writes them for any folder of any web host.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from mousehole.games import pages

FOLDER = Path(__file__).resolve().parents[1] / "built"
INDEX = "index.html"
SECURITY = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' 'wasm-unsafe-eval'; "
        "worker-src 'self'; manifest-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
}
"""Headers of every answer. WebAssembly runs, and `eval` does not: games on the device need no more."""
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".net": "application/octet-stream",
    ".table": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".woff": "font/woff",
}
LASTING = re.compile(r"assets/|local/.*\.[0-9a-f]{8,}\.")
"""Names that change with the content."""
MODULES = "local/modules.json"
"""What games on the device begin with; a page that was built without them offers none."""
PAPERS = "local/papers/"
"""What a server would answer and does not change: the games, their rules, phrases."""
LISTING = "files.js"
NOT_KEPT = re.compile(r"pictures/|report\.|sw\.js|.*\.woff$")
"""What a device does not keep: it is shown when there is a connection, or by browsers of long ago."""
SMALLEST = 512
"""Below this, compressing is not worth it."""
PLACES = {
    "t",
    "set",
    "rules",
    "lab",
    "learn",
    "tables",
    "puzzles",
    "mine",
    "me",
    "claim",
    "calling",
    "open",
    "ratings",
    "analysis",
}
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


def packed_file(name: str, body: bytes) -> File:
    """Hold a file ready to be sent."""
    kind = Path(name).suffix
    is_packed = len(body) >= SMALLEST and not kind.startswith((".woff", ".png"))
    packed = gzip.compress(body, 9, mtime=0) if is_packed else None
    return File(body, KINDS[kind], LASTING.match(name) is not None, packed)


@cache
def files() -> dict[str, File]:
    """Read the page, once."""
    bodies = {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in (sorted(FOLDER.rglob("*")) if FOLDER.is_dir() else ())
        if path.is_file() and path.suffix in KINDS
    }
    if INDEX in bodies:
        bodies[INDEX] = at_root(marked(bodies[INDEX], has_local=MODULES in bodies))
    found = {name: packed_file(name, body) for name, body in bodies.items()}
    pictures = {f"pictures/{name}": path for name, path in pages.pictures().items()}
    return found | {name: File(path.read_bytes(), KINDS[".png"], is_lasting=False) for name, path in pictures.items()}


@cache
def kept_files() -> dict[str, File]:
    """Write, when it is asked for first, what a device keeps beside the page: papers, and the list of everything."""
    from mousehole.server.outgoing.papers import papers  # noqa: PLC0415  # Markdown is not needed for a first answer

    found = {f"{PAPERS}{name}": packed_file(name, body) for name, body in papers().items()}
    listed = {name: file.body for name, file in (files() | found).items() if not NOT_KEPT.match(name)}
    return found | {LISTING: packed_file(LISTING, listing(listed))}


def listing(bodies: dict[str, bytes]) -> bytes:
    """Write for the service worker which files make this build; the page itself is known by the folder's name alone."""
    total = hashlib.sha256()
    for name in sorted(bodies):
        total.update(name.encode() + b"\0" + bodies[name] + b"\0")
    names = sorted("" if name == INDEX else name for name in bodies)
    return f'self.BUILD = "{total.hexdigest()[:16]}";\nself.FILES = {json.dumps(names)};\n'.encode()


def marked(index: bytes, *, has_local: bool) -> bytes:
    """Tell the page whether games can be played on the device."""
    return index.replace(b'data-local="no"', b'data-local="yes"') if has_local else index


def at_root(index: bytes) -> bytes:
    """Let the page find its files from deep addresses: it is built to lie in any folder, and lies at the root here."""
    return index.replace(b'="./', b'="/')


def find(path: str) -> tuple[int, File] | None:
    """Find what an address shows, and with which status; None where it is not the page's business."""
    name = path.strip("/")
    first = name.partition("/")[0]
    if first in {"api", "metrics"}:
        return None
    index = files().get(INDEX, File(MISSING, KINDS[".html"], is_lasting=False))
    if not name or first in PLACES:
        return 200, index
    if name in files():
        return 200, files()[name]
    if MODULES in files() and (name == LISTING or name.startswith(PAPERS)) and name in kept_files():
        return 200, kept_files()[name]
    return (404, index) if "." not in name else None


def folder_files() -> dict[str, bytes]:
    """Write the page for a folder of plain files: all addresses in it are relative, and nothing asks a server."""
    page = files() | kept_files()
    wanted = {name: file.body for name, file in page.items() if name == "sw.js" or not NOT_KEPT.match(name)}
    texts = b"".join(wanted[name] for name in wanted if name.startswith(PAPERS))
    shown = {name: file.body for name, file in page.items() if name.startswith("pictures/") and name.encode() in texts}
    index = marked((FOLDER / INDEX).read_bytes(), has_local=True).replace(b'data-home="/"', b'data-home="./"')
    rule = SECURITY["content-security-policy"].replace("; frame-ancestors 'none'", "")
    guard = f'<head>\n    <meta http-equiv="content-security-policy" content="{rule}" />'
    return {**wanted, **shown, INDEX: index.replace(b"<head>", guard.encode())}
