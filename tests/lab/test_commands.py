"""`mousehole simulate` and `mousehole study` at the command line."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.conftest import Run

from mousehole.engine.notation import read_match
from mousehole.games import load
from mousehole.lab.playing import play_random
from mousehole.lab.studies import STUDIES

GAME = "hide_and_squeak"

pytestmark = pytest.mark.xdist_group(GAME)


def test_simulate_says_how_games_went(run: Run) -> None:
    """The table names both sides and how games ended; the same as JSON has the figures of the games themselves."""
    code, out, _ = run("simulate", "hide", "--games", "500", "--seats", "4", "--seed", "3")
    assert code == 0
    assert "500 random games, seed 3" in out
    assert "the cat" in out
    assert "Games ended by: cheese stored" in out
    _, out, _ = run("simulate", "hide", "--games", "500", "--seats", "4", "--seed", "3", "--threads", "2", "--json")
    data, games = json.loads(out), play_random(load(GAME), 500, seats=4, seed=3)
    assert data["wins"][0]["value"] == games.tally(0).rate
    assert data["endings"] == games.endings()
    assert data["decisions"]["longest"] == games.lengths.max()


def test_simulate_writes_every_game(run: Run, tmp_path: Path) -> None:
    """The file has a line for every game, and no file is ever replaced."""
    file = tmp_path / "games.csv"
    assert run("simulate", "hide", "--games", "40", "--csv", str(file))[0] == 0
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    games = play_random(load(GAME), 40)
    assert [int(row["game"]) for row in rows] == list(range(40))
    assert [int(row["decisions"]) for row in rows] == games.lengths.tolist()
    assert [float(row["payoff_0"]) for row in rows] == games.payoffs[:, 0].tolist()
    code, _, err = run("simulate", "hide", "--games", "40", "--csv", str(file))
    assert (code, err.count("\n")) == (4, 1)


def test_simulate_writes_one_game_down(run: Run) -> None:
    """A game of a number is printed as a record that reads back as that very game."""
    code, out, _ = run("simulate", "hide", "--seed", "3", "--seats", "4", "--record", "77")
    assert code == 0
    assert read_match(out, load) == play_random(load(GAME), 1, seats=4, seed=3, first=77).match(0)


def test_a_study_is_run(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A study prints Markdown or JSON, or goes into a page in place of what stood there."""
    study = STUDIES["random"]
    monkeypatch.setitem(STUDIES, "random", replace(study, cells=study.cells[:2], claims=()))  # one game will do
    code, out, _ = run("study", "random", "--games", "20")
    assert code == 0
    assert out.startswith("## Random play\n")
    _, out, _ = run("study", "random", "--games", "20", "--json")
    assert json.loads(out)["study"] == "random"
    page = tmp_path / "lab.md"
    page.write_text("# Lab\n\n## Random play\n\nold\n\n## Further\n", encoding="utf-8")
    assert run("study", "random", "--games", "20", "--into", str(page))[0] == 0
    text = page.read_text(encoding="utf-8")
    assert "old" not in text
    assert text.endswith("\n\n## Further\n")


def test_studies_are_listed(run: Run) -> None:
    """Without a name every study is listed with its question, and from how many to how many games its tables have."""
    code, out, _ = run("study")
    assert code == 0
    assert all(name in out for name in STUDIES)
    assert "14 tables, 1,000,000 games at each by default" in out
    assert "9 tables, 400 to 2,000 games at each by default" in out


@pytest.mark.parametrize(
    "wrong",
    [
        ["simulate", GAME, "--games", "0"],
        ["simulate", GAME, "--games", "many"],
        ["simulate", GAME, "--seats", "9"],
        ["simulate", GAME, "--seed", "-1"],
        ["simulate", GAME, "--games", "1", "--seed", str(2**64)],
        ["simulate", GAME, "--threads", "0"],
        ["simulate", GAME, "--options", "down=3"],
        ["simulate", GAME, "--record", "first"],
        ["simulate", GAME, "--csv", "nowhere/games.csv"],
        ["simulate", "chess"],
        ["study", "variance"],
        ["study", "all", "--json"],
        ["study", "random", "--games", "0"],
        ["study", "random", "--into", "nowhere.md"],
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_one_line(
    run: Run, wrong: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked wrongly is refused in one line before anything is played; files have an exit code of their own."""
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*wrong)
    assert (code, out, err.count("\n")) == (4 if {"--csv", "--into"} & set(wrong) else 2, "", 1)
    assert err.startswith("mousehole: ")
