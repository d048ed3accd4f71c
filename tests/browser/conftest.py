"""What is built for tables without a server, once for all tests of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import hatch_build
import pytest

from mousehole.browser.build import is_built


@pytest.fixture(scope="session")
def folder() -> Path:
    """Return where it was built: `make test` has done so before, and what has not changed stays."""
    if not is_built(hatch_build.LOCAL):
        hatch_build.build_local()
    return hatch_build.LOCAL


@pytest.fixture(scope="session")
def index(folder: Path) -> dict[str, Any]:
    """Read what was built."""
    found: dict[str, Any] = json.loads((folder / "modules.json").read_text(encoding="utf-8"))
    return found
