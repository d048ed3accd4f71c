"""At the terminal: what is at stake and what a game is about is said, and moves that leave no choice are made."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mousehole.cli import main
from mousehole.cli.table import Table
from mousehole.engine.match import Match
from mousehole.games import load

Play = Callable[..., str]
ONLY = "has only one move: Send out the "


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Play at a terminal with these answers; after the last one the input ends."""
    monkeypatch.chdir(tmp_path)

    def typed(*arguments: str, answers: list[str]) -> str:
        coming: Iterator[str] = iter(answers)

        def answer(question: str = "") -> str:
            sys.stdout.write(question)
            found = next(coming, None)
            if found is None:
                raise EOFError
            return found

        monkeypatch.setattr("builtins.input", answer)
        assert main(["play", *arguments, "--seed", "3", "--bots", "random"]) == 0
        return capsys.readouterr().out

    return typed


def test_stakes_and_goal_are_said(play: Play) -> None:
    """A game begins with its goal, and a question comes with what hangs on it, under the prompt."""
    shown = play("hide", "--seats", "3", answers=[])
    assert "The goal: You hunt alone, for 2 captures. The mice want 6 cheeses." in shown
    assert "Every room already has two.\nThe mice see how many tokens lie where.\n" in shown


def test_the_only_move_is_made_unless_somebody_wants_to_make_it(play: Play) -> None:
    """A single cat in hand is sent out without a question, which --by-hand asks again."""
    ball = ("cloaked", "--seats", "2", "--seat", "all", "--options", "hand=1")
    assert ONLY in play(*ball, answers=["", "pass"])
    assert ONLY not in play(*ball, "--by-hand", answers=[""])


def test_what_is_taken_back_is_not_made_again_at_once() -> None:
    """After an undo nothing goes by itself before somebody has decided."""
    table = Table(Match.start(load("cloaked_cats"), seats=2, options={"hand": 1}, seed=3), (0, 1), {})
    (seat,) = table.match.actors()
    table.has_taken_back = True
    assert not table.oblige(seat)
    table.has_taken_back = False
    assert table.oblige(seat)


def test_a_place_is_told_among_several(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """In games where it counts who comes second, the end says which place one has come in."""
    monkeypatch.setattr(
        "mousehole.cli.table.Table.decide", lambda table, seat: table.match.step(seat, table.match.legal(seat)[0])
    )
    shown = play("cloaked", "--seats", "4", "--options", "masks=6", answers=[])
    assert any(f"You come {place} of 4." in shown for place in ("1st", "2nd", "3rd", "4th"))
