"""Contract 7: the compiled rules and the same functions interpreted agree."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.contract.trace import traces

from mousehole.games import IDS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game_id", IDS)
def test_compiled_and_interpreted_rules_agree(game_id: str) -> None:
    """The compiler changes nothing: positions, views, worlds, legal actions and words are the same interpreted."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.contract.trace", game_id],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    interpreted = dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())
    assert interpreted == traces(game_id)
