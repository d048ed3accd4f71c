"""Checks everything a release needs, and tags it: `make release`. With `DRY=1` all is checked and nothing is tagged.

Pushing and uploading are left to a person: CONTRIBUTING.md says how.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
VERSION = re.compile(r'^__version__ = "(.+?)"$', re.MULTILINE)
NUMBERED = re.compile(r"\d+\.\d+\.\d+")
SECTION = re.compile(r"^## \[(.+?)\](?: - (\S+))?\n(.*?)(?=^## |^\[|\Z)", re.MULTILINE | re.DOTALL)
START_SECONDS = 180.0
GAME = "game=who_done_it&seats=me"


class Refused(Exception):
    """Something that must be mended before a release."""


def run(*command: str | Path, folder: Path = ROOT, is_loud: bool = False) -> str:
    """Run a command; return what it says, or refuse with it."""
    words = list(map(str, command))
    done = subprocess.run(words, cwd=folder, capture_output=not is_loud, text=True, check=False, env=environment())  # noqa: S603  # ours
    if done.returncode:
        raise Refused(f"{' '.join(words)} failed: {((done.stdout or '') + (done.stderr or ''))[-2000:]}")
    return (done.stdout or "").strip()


def environment() -> dict[str, str]:
    """Return an environment that knows nothing of this checkout."""
    dropped = ("PYTHON", "VIRTUAL_ENV", "MAKE")
    return {name: value for name, value in os.environ.items() if not name.startswith(dropped)}


# What is written down


def version_faults(version: str, changelog: str, tags: list[str], today: date) -> list[str]:
    """List what is wrong with a version and what the changelog says of it."""
    found = []
    if not NUMBERED.fullmatch(version):
        found.append(f"{version} is no version: three numbers with dots")
    if f"v{version}" in tags:
        found.append(f"v{version} is tagged already: raise __version__ in src/mousehole/__init__.py")
    sections = {name: (day, text.strip()) for name, day, text in SECTION.findall(changelog)}
    order = [name for name, _, _ in SECTION.findall(changelog)]
    if order[:2] != ["Unreleased", version]:
        return [*found, f'CHANGELOG.md does not begin with "Unreleased" and then {version}']
    if sections["Unreleased"][1]:
        found.append(f'"Unreleased" of CHANGELOG.md is not empty: what is there belongs to {version}')
    day, text = sections[version]
    if not text:
        found.append(f"CHANGELOG.md says nothing of {version}")
    with contextlib.suppress(ValueError):
        if date.fromisoformat(day) <= today:
            day = ""
    if day:
        found.append(f"the date of {version} in CHANGELOG.md is {day}")
    found += [
        f"CHANGELOG.md has no link for {name} at its end"
        for name in ("Unreleased", version)
        if f"\n[{name}]: https://" not in changelog
    ]
    if f"compare/v{version}...main" not in changelog:
        found.append(f'the link of "Unreleased" in CHANGELOG.md does not begin at v{version}')
    return found


def check_version(version: str) -> None:
    """Refuse a version that is not written down as it should be."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    tags = run("git", "tag", "--list").splitlines()
    if found := version_faults(version, changelog, tags, datetime.now(UTC).date()):
        raise Refused("; ".join(found))


def check_tree() -> None:
    """Refuse a checkout that is not exactly the main branch."""
    if changed := run("git", "status", "--porcelain"):
        raise Refused(f"there are changes that are not committed:\n{changed}")
    branch = run("git", "rev-parse", "--abbrev-ref", "HEAD")
    if branch != "main":
        raise Refused(f"a release is made on main, and this is {branch}")


# What is handed out


def build(folder: Path) -> Path:
    """Build wheel and source archive from a fresh clone, in isolation; return the wheel."""
    clone, out = folder / "clone", ROOT / "dist"
    run("git", "clone", "--quiet", "--no-hardlinks", ROOT, clone)
    for old in out.glob("mousehole-*"):
        old.unlink()
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", out, clone)
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", out, folder=clone)
    return next(out.glob("*.whl"))


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel with its server into an empty environment; return the command."""
    venv.create(folder, with_pip=True)
    home = folder / ("Scripts" if os.name == "nt" else "bin")
    quiet = ("--quiet", "--disable-pip-version-check")
    run(home / "python", "-m", "pip", "install", *quiet, f"mousehole[server] @ {wheel.as_uri()}", folder=folder)
    return home / "mousehole"


@contextlib.contextmanager
def serving(command: Path, folder: Path) -> Iterator[str]:
    """Run the installed server; yield its address."""
    words = [str(command), "serve", "--port", "0", "--database", str(folder / "tables.sqlite")]
    process = subprocess.Popen(words, cwd=folder, stderr=subprocess.PIPE, text=True, env=environment())  # noqa: S603  # ours
    try:
        told = json.loads(process.stderr.readline() if process.stderr else "{}")
        yield f"http://127.0.0.1:{told['port']}"
    finally:
        process.terminate()
        process.communicate(timeout=60)


class Visitor:
    """Somebody at the installed server."""

    def __init__(self, address: str) -> None:
        """Come in."""
        self.address = address
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(self, path: str, body: dict[str, Any] | None = None) -> bytes:
        """Ask for something."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(  # noqa: S310  # our own server
            self.address + path, data, {"content-type": "application/json"}
        )
        with self.opener.open(request, timeout=START_SECONDS) as answer:
            found: bytes = answer.read()
        return found


def fetch_page(visitor: Visitor) -> None:
    """Fetch the page, and everything that it names."""
    page = visitor.ask("/").decode()
    parts = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)
    if "Mousehole" not in page or not parts:
        raise Refused("the installed server does not show the page")
    for part in parts:
        if not visitor.ask(part):
            raise Refused(f"{part} of the page is empty")


def play_game(visitor: Visitor) -> str:
    """Play a game to its end through the server; return its record."""
    opened = json.loads(visitor.ask("/api/tables", {"setup": GAME}))
    code = opened["table"]
    frame = json.loads(visitor.ask(f"/api/tables/{code}"))
    end = time.monotonic() + START_SECONDS
    while frame["state"] not in {"over", "closed"}:
        if time.monotonic() > end:
            raise Refused("the game did not end")
        if frame["state"] == "ending":
            done = visitor.ask(f"/api/tables/{code}/end", {"seat": 0, "id": "end"})
        else:
            move = {"seat": 0, "version": frame["version"], "id": f"m{frame['version']}"}
            move["action"] = frame["moves"][frame["version"] % len(frame["moves"])]["action"]
            done = visitor.ask(f"/api/tables/{code}/moves", move)
        frame = json.loads(done)["frame"]
        time.sleep(0.05)  # as a person would: nobody makes more than twenty moves a second
    return visitor.ask(f"/api/tables/{code}/record").decode()


def try_wheel(version: str) -> None:
    """Build, install into an empty environment, fetch the page, play a game, verify its record."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = install(build(folder), folder / "empty")
        if (said := run(command, "--version", folder=folder)) != f"mousehole {version}":
            raise Refused(f"the installed command says that it is {said}")
        with serving(command, folder) as address:
            visitor = Visitor(address)
            fetch_page(visitor)
            (folder / "record").write_text(play_game(visitor), encoding="utf-8")
        run(command, "verify", "record", folder=folder)


def run_tests() -> None:
    """Run everything that must hold before a change lands."""
    run(ROOT / ".ci" / "run", is_loud=True)


def check_identity() -> None:
    """Refuse if Git does not know who would make the tag: better said now than after all tests."""
    run("git", "var", "GIT_COMMITTER_IDENT")


def tag(version: str) -> None:
    """Tag the release; the links in the package's description lead to a tag of this name."""
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Mousehole {version}")


def steps(version: str, *, has_tests: bool) -> list[tuple[str, Callable[[], None]]]:
    """List what is checked, in order."""
    found: list[tuple[str, Callable[[], None]]] = [
        ("version and changelog", lambda: check_version(version)),
        ("everything is committed, on main", check_tree),
        ("Git knows who tags", check_identity),
    ]
    if has_tests:
        found.append(("checks and tests", run_tests))
    found.append(("wheel: installed, a page fetched, a game played", lambda: try_wheel(version)))
    return found


def main() -> int:
    """Check, and tag if nothing was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry-run", action="store_true", help="check everything, also after a fault, and tag nothing")
    parser.add_argument("--skip-tests", action="store_true", help="with --dry-run: leave .ci/run out")
    given = parser.parse_args()
    (version,) = VERSION.findall((ROOT / "src/mousehole/__init__.py").read_text(encoding="utf-8"))
    faults = 0
    for name, step in steps(version, has_tests=not (given.dry_run and given.skip_tests)):
        try:
            step()
        except Refused as refused:
            print(f"not ready: {name}: {refused}", flush=True)
            faults += 1
            if not given.dry_run:
                return 1
        else:
            print(f"well: {name}", flush=True)
    if given.dry_run:
        print(f"Nothing was tagged. {faults or 'No'} fault{'' if faults == 1 else 's'}.")
        return 1 if faults else 0
    tag(version)
    print(f"Tagged v{version}. `git push origin main v{version}` publishes it; dist/ has what is uploaded.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
