"""Fetches what the test of the package installs, so that no test needs a package registry: part of `make test`."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import hatch_build
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(sys.prefix) / "wheels"
HELP = "the packages that this test installs are not here: `make test` fetches them, or `python -m tests.wheels`"


def roots() -> list[str]:
    """List what the package asks for as people install it, and what builds it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked: dict[str, Any] = project["project"]
    return [
        *asked["dependencies"],
        *asked["optional-dependencies"]["server"],
        *project["build-system"]["requires"],
        hatch_build.NODE,
        *hatch_build.FONTS,
    ]


def pins() -> dict[str, str]:
    """List these packages and whatever they need, in the versions that are installed here."""
    found: dict[str, str] = {}
    waiting = roots()
    seen = set(waiting)
    while waiting:
        wanted = Requirement(waiting.pop())
        if wanted.marker is not None and not wanted.marker.evaluate():
            continue
        here = distribution(wanted.name)
        found[here.name] = here.version
        for text in here.requires or ():
            needed = Requirement(text)
            extras = ("", *wanted.extras)
            is_needed = needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras)
            needed.marker = None
            if is_needed and str(needed) not in seen:
                seen.add(str(needed))
                waiting.append(str(needed))
    return found


def main() -> int:
    """Fetch all of it as wheels."""
    print("Fetching packages for the test of the package (once) ...", flush=True)  # noqa: T201  # whoever waits sees why
    names = [f"{name}=={version}" for name, version in pins().items()]
    command = [sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check", "--no-deps"]
    return subprocess.run([*command, "--only-binary=:all:", "-d", FOLDER, *names], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
