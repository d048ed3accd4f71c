"""Finds the browser that the page is tested in, and fetches one where there is none: `make test-browser`.

Tests only look it up. Fetching changes nothing on the machine but a folder of its own, needs no rights, and is done by
one process at a time. The variable MOUSEHOLE_BROWSERS names a folder that takes the place of everything installed:
what is not in it is not there.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HIDING = "MOUSEHOLE_BROWSERS"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
DEBIAN = "debian"
STATUS = Path("/var/lib/dpkg/status")
"""What is installed on a Debian; read to know which libraries are missing, never written."""
PATIENCE = 900
"""Seconds that one step of fetching may take on a slow line."""
APT, UNPACK = "apt-get", "dpkg-deb"
INSTALL = "install Chromium or Chrome (Debian: apt-get install chromium)"
HELP = f"the page is tested in a real browser and none is here: `make test-browser` fetches one, or {INSTALL}"
WRAPPER = """\
#!/bin/sh
# Chromium with the libraries and fonts it was fetched with, wherever the machine has none.
export LD_LIBRARY_PATH="{libraries}${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}"
export FONTCONFIG_FILE="{folder}/fonts.conf"
exec "{folder}/usr/lib/chromium/chromium" "$@"
"""
FONTS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>{folder}/usr/share/fonts</dir>
  <cachedir>{folder}/fonts-cache</cachedir>
</fontconfig>
"""


def folder() -> Path:
    """Return where fetched browsers lie."""
    if hidden := os.environ.get(HIDING):
        return Path(hidden).resolve()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mousehole" / "browsers"


def environment() -> dict[str, str]:
    """Return the environment in which Playwright looks for its own download: its usual place, or the hiding one."""
    hidden = {"PLAYWRIGHT_BROWSERS_PATH": str(folder())} if os.environ.get(HIDING) else {}
    return {**os.environ, **hidden}


def candidates() -> Iterator[str]:
    """List where a browser may be: installed, unpacked from Debian's packages, or downloaded by Playwright."""
    if not os.environ.get(HIDING):
        yield from (path for name in NAMES if (path := shutil.which(name)))
    yield str(folder() / DEBIAN / "chromium")
    code = "from playwright.sync_api import sync_playwright as p\nwith p() as q: print(q.chromium.executable_path)"
    told = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=False)
    yield told.stdout.strip()


def runs(path: str) -> bool:
    """Tell whether a browser is there and starts: some are stubs, some lack a library."""
    if not path or not Path(path).exists():
        return False
    if sys.platform == "win32":
        return True  # there it would open a window instead of telling its version
    try:
        return subprocess.run([path, "--version"], capture_output=True, check=False, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def find() -> str | None:
    """Find a Chromium or Chrome that starts."""
    return next(filter(runs, candidates()), None)


def need() -> str:
    """Find a browser, or say what to do."""
    found = find()
    if found is None:
        raise RuntimeError(HELP)
    return found


@contextmanager
def alone() -> Iterator[None]:
    """Let one process at a time in; the others wait."""
    folder().mkdir(parents=True, exist_ok=True)
    with (folder() / ".lock").open("w") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:  # it gives up after ten seconds, and we do not
                    continue
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def download() -> None:
    """Let Playwright download the Chromium it was made for."""
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    subprocess.run(command, env=environment(), capture_output=True, check=True, timeout=PATIENCE)


def unpack_debian() -> None:
    """Fetch Debian's Chromium with the libraries that are missing here, and unpack it without installing anything.

    Lists, archives and locks are our own, so nobody who installs something meanwhile is in the way.
    """
    goal, work = folder() / DEBIAN, folder() / f".{DEBIAN}"
    shutil.rmtree(work, ignore_errors=True)
    for name in ("lists/partial", "archives/partial", "tree"):
        (work / name).mkdir(parents=True)
    here = re.split(r"\n\n+", STATUS.read_text(encoding="utf-8")) if STATUS.exists() else []
    others = [package for package in here if not package.startswith("Package: chromium")]
    (work / "status").write_text("\n\n".join(others), encoding="utf-8")
    places = {
        "Dir::State::Lists": work / "lists",
        "Dir::State::status": work / "status",
        "Dir::Cache": work,
        "Dir::Cache::archives": work / "archives",
    }
    options = [part for name, value in places.items() for part in ("-o", f"{name}={value}")]
    getting = ["--yes", "--no-install-recommends", "--download-only", "install", "chromium"]
    for arguments in (["update"], getting):
        subprocess.run([APT, "-qq", *options, *arguments], capture_output=True, check=True, timeout=PATIENCE)
    for archive in sorted((work / "archives").glob("*.deb")):
        subprocess.run([UNPACK, "-x", archive, work / "tree"], capture_output=True, check=True, timeout=PATIENCE)
    tree = work / "tree"
    libraries = sorted({path.parent.relative_to(tree) for path in tree.rglob("*.so*")})
    wrapper = WRAPPER.format(folder=goal, libraries=":".join(str(goal / path) for path in libraries))
    (tree / "chromium").write_text(wrapper, encoding="utf-8")
    (tree / "chromium").chmod(0o755)
    (tree / "fonts.conf").write_text(FONTS.format(folder=goal), encoding="utf-8")
    shutil.rmtree(goal, ignore_errors=True)
    tree.rename(goal)
    shutil.rmtree(work)


WAYS = (download, unpack_debian)


def fetch() -> str | None:
    """Get a browser by the first way that leads to one that starts; return where it is."""
    for way in WAYS:
        try:
            way()
        except (OSError, subprocess.SubprocessError):
            continue
        if found := find():
            return found
    return None


def main() -> int:
    """Make sure that there is a browser, and say so if one has to be fetched."""
    if find() is not None:
        return 0
    with alone():
        found = find()  # somebody else may have been quicker
        if found is None:
            print("Fetching Chromium for the tests of the page (once) ...", flush=True)
            found = fetch()
            if found is None:
                print(f"none could be fetched, neither by Playwright nor from Debian: {INSTALL}", file=sys.stderr)
                return 1
            print(f"Chromium is in {found}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
