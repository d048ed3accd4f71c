"""`mousehole analyse`: a table for people, JSON for programs, a sentence for what cannot be analysed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mousehole.cli import main
from mousehole.engine.match import Match
from mousehole.engine.notation import write_match
from mousehole.games import load

GAME = "hide_and_squeak"

pytestmark = pytest.mark.xdist_group(GAME)


def played(moves: int = 10**6) -> Match:
    """Play a game by first moves, to its end or so far."""
    match = Match.start(load(GAME), seats=3, seed=1, options={"dawn": 5})
    while (acting := match.actors()) and len(match.moves) < moves:
        match.step(acting[0], match.legal(acting[0])[-1])
    return match


@pytest.fixture(autouse=True)
def _quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Search a moment only, in an empty folder with one record."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mousehole.analysis.analysing.iterations_for", lambda *_: 40)
    monkeypatch.setattr("mousehole.analysis.outlook.TIMES", 4)
    Path("game").write_text(write_match(played()), encoding="utf-8")


def test_the_table_shows_decisions_and_luck(capsys: pytest.CaptureFixture[str]) -> None:
    """Every decision of the seat asked for stands there with its label, then a line for each side."""
    assert main(["analyse", "game", "--seat", "cat", "--all"]) == 0
    shown = capsys.readouterr().out
    match = played()
    choices = sum(seat == 0 and len(match.positions[move].legal(0)) > 1 for move, (seat, _) in enumerate(match.moves))
    assert re.search(r"The cat: .* in 100\)", shown)
    assert f"of {choices} decisions cost something" in shown
    assert "Pip:" not in shown
    assert re.search(r"The cat from [\d.]+ to [\d.]+ points: own decisions", shown)


def test_json_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    """Verdicts with the chances of all moves, the graph and the split come as plain data."""
    assert main(["analyse", "game", "--json", "--threads", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == GAME
    assert len(found["graph"]) == len(played().moves) + 1
    assert {"label", "loss", "reason", "chances", "best"} <= set(found["verdicts"][0])
    assert all(one["begin"] + one["own"] + one["given"] + one["chance"] == one["end"] for one in found["luck"])


def test_what_cannot_be_analysed_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """An unfinished game, a broken record, other rules, a missing file or seat: one line, and the right exit code."""
    text = Path("game").read_text(encoding="utf-8")
    Path("unfinished").write_text(write_match(played(moves=9)), encoding="utf-8")
    Path("broken").write_text(text[:-40], encoding="utf-8")
    Path("other").write_text(re.sub(r'Rules "\d+"', 'Rules "77"', text), encoding="utf-8")
    for arguments, code, said in (
        (["unfinished"], 3, "not over"),
        (["broken"], 3, "mousehole: broken: "),
        (["other"], 3, "rules version 77"),
        (["nowhere"], 4, "cannot read nowhere"),
        (["game", "--seat", "dog"], 2, "no seat 'dog'"),
        (["game", "--threads", "0"], 2, "at least 1"),
    ):
        assert main(["analyse", *arguments]) == code, arguments
        shown = capsys.readouterr()
        assert (shown.out, shown.err.count("\n")) == ("", 1)
        assert said in shown.err
