"""The package as it is handed out."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mousehole.games import IDS

ROOT = Path(__file__).parent.parent

pytest.importorskip("hatchling", reason="the package cannot be built here")


def test_the_wheel_carries_the_rules(tmp_path: Path) -> None:
    """An installed package finds every page of rules inside itself, and contains neither tests nor tools."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        check=True,
        cwd=ROOT,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("mousehole-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        assert {name.split("/")[0].split("-")[0] for name in packed.namelist()} == {"mousehole"}
        packed.extractall(tmp_path / "installed")
    for game_id in IDS:
        done = subprocess.run(
            [sys.executable, "-m", "mousehole", "rules", game_id, "--full"],
            check=True,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(tmp_path / "installed"), "PYTHONSAFEPATH": "1"},
        )
        assert "In short" in done.stdout
