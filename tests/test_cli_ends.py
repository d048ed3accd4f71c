"""At the terminal a last move that loses, and could be taken back, is asked about before anything is turned up."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mousehole.cli import main
from mousehole.engine.match import Match
from mousehole.engine.notation import read_match
from mousehole.games import load

GAME = "who_done_it"
QUESTION = "undo takes the move back; Enter lets the game end here > "
TURNED_UP = "Everything is turned up"

pytestmark = pytest.mark.xdist_group(GAME)

Play = Callable[[list[str | BaseException]], tuple[int, str]]


def lost_game(*, is_undoable: bool) -> tuple[int, list[str]]:
    """Find a seed, and numbers on the list of moves that lose its game by a last move of this kind."""
    for seed in range(1, 100):
        match, chance, typed = Match.start(load(GAME), seed=seed), random.Random(seed), []
        while not match.is_over:
            legal = match.legal(0)
            action = chance.choice(legal)
            typed.append(str(legal.index(action) + 1))
            match.step(0, action)
        outcome = match.outcome()
        if outcome is not None and not outcome.winners and match.state.is_undoable() == is_undoable:
            return seed, typed
    raise AssertionError("every such game was won")


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Lose a game at a terminal, then give these answers; after the last one the input ends."""
    monkeypatch.chdir(tmp_path)

    def lose_and_answer(answers: list[str | BaseException]) -> tuple[int, str]:
        seed, typed = lost_game(is_undoable=True)
        coming: Iterator[str | BaseException] = iter([*typed, *answers])

        def answer(question: str = "") -> str:
            sys.stdout.write(question)
            found = next(coming, EOFError())
            if isinstance(found, BaseException):
                raise found
            sys.stdout.write(f"{found}\n")
            return found

        monkeypatch.setattr("builtins.input", answer)
        code = main(["play", GAME, "--seed", str(seed), "--save", "kept.mousehole", "--by-hand"])
        return code, capsys.readouterr().out

    return lose_and_answer


def kept() -> Match:
    """Read what was saved."""
    return read_match(Path("kept.mousehole").read_text(encoding="utf-8"), load)


def test_a_losing_end_is_taken_back_before_anything_is_turned_up(play: Play) -> None:
    """Why the game is lost is said, the move is taken back, and the game goes on with nothing turned up."""
    code, shown = play(["undo", "quit"])
    before, after = shown.split(QUESTION)
    assert code == 0
    assert TURNED_UP not in shown
    assert "lost" in before.lower()
    assert "The last move is taken back." in after
    assert not kept().is_over
    assert len(kept().moves) == len(lost_game(is_undoable=True)[1]) - 1


def test_enter_lets_a_lost_game_end(play: Play) -> None:
    """Enter ends the game, and only then is everything turned up."""
    _, shown = play([""])
    before, after = shown.split(QUESTION)
    assert TURNED_UP not in before
    assert TURNED_UP in after
    assert kept().is_over


def test_a_slip_at_the_end_costs_no_game(play: Play) -> None:
    """Whatever else is typed is asked about again, so that a mistyped undo loses nothing."""
    _, shown = play(["undoo", "3", "undo", "quit"])
    assert shown.count(QUESTION) == 3
    assert TURNED_UP not in shown
    assert not kept().is_over


@pytest.mark.parametrize("last", [EOFError(), "quit"])
def test_who_leaves_at_the_end_has_lost(play: Play, last: str | BaseException) -> None:
    """When nobody is there to answer any more, the game ends as it stands."""
    _, shown = play([last])
    assert TURNED_UP in shown
    assert kept().is_over


def test_an_interrupt_at_the_end_saves_and_turns_nothing_up(play: Play) -> None:
    """Ctrl-C at the question leaves the record saved and the cards face down."""
    code, shown = play([KeyboardInterrupt()])
    assert code == 130
    assert TURNED_UP not in shown
    assert "The record is in kept.mousehole" in shown


def test_an_end_that_cannot_be_taken_back_is_not_asked_about(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A loss by a card that was drawn is told at once."""
    monkeypatch.chdir(tmp_path)
    seed, typed = lost_game(is_undoable=False)
    asked: list[str] = []
    coming = iter(typed)

    def answer(question: str = "") -> str:
        asked.append(question)
        return next(coming)

    monkeypatch.setattr("builtins.input", answer)
    assert main(["play", GAME, "--seed", str(seed), "--save", "kept.mousehole"]) == 0
    assert QUESTION not in asked
    assert kept().is_over
