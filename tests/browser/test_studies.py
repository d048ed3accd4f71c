"""Puzzles, deals of the day, trying again and analyses on a device: the same as on a server, letter by letter."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.browser import check, studied, told_beside, told_puzzles

from mousehole.games import IDS, load

pytestmark = pytest.mark.xdist_group("browser")
each_game = pytest.mark.parametrize("game_id", IDS)
SHORT = {("verdicts", "LOOKS"): (12, 2), ("evaluating", "TREES"): (8, 2), ("outlook", "TIMES"): (400, 8)}
"""Constants of an analysis that are made smaller here, on both sides: whole games, and a moment for each search."""


@pytest.fixture
def shortened(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Search a moment only; return how the words of the device are to be changed for that."""
    changed = []
    for (module, name), (usual, few) in SHORT.items():
        monkeypatch.setattr(f"mousehole.analysis.{module}.{name}", few)
        changed.append([f"mousehole/analysis/{module}.py", f"{name} = {usual}", f"{name} = {few}"])
    monkeypatch.setattr("mousehole.analysis.analysing.iterations_for", lambda *_: 30)
    return [*changed, ["mousehole/analysis/evaluating.py", "return max(100, ", "return 30 or max(100, "]]


@each_game
def test_a_finished_game_is_analysed_alike(folder: Path, game_id: str, shortened: list[list[str]]) -> None:
    """Verdicts, labels, reasons, curves, luck and skill of a whole game are those that a server comes to."""
    found = check("check_studies.mjs", folder, game_id, [{**studied(load(game_id), 3), "shortened": shortened}])
    assert found["first"] is None
    assert found["searches"] > 0


@each_game
def test_puzzles_are_posed_and_answered_alike(folder: Path, game_id: str) -> None:
    """Questions, verdicts with their reasons, and what a move would change read as on a server; so do refusals."""
    found = check("check_words.mjs", folder, game_id, [told_puzzles(load(game_id), 2).lines])
    assert found["first"] is None
    assert found["names"]["puzzle"]["asked"] >= 2


@each_game
def test_days_and_second_tries_are_laid_alike(folder: Path, game_id: str) -> None:
    """The deal of a day and a game that goes on from a moment, redealt or not, begin with the same frames."""
    assert check("check_words.mjs", folder, game_id, [told_beside(load(game_id)).lines])["first"] is None
