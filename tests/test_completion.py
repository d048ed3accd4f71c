"""Completion of the command line: what is offered, and that real shells take it."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mousehole.cli import COMMANDS, build_parser
from mousehole.cli.completion import SCRIPTS, candidates
from mousehole.games import IDS
from mousehole.lab.studies import STUDIES

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
PROMPT = "ready> "


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", list(COMMANDS)),
        ("pl", ["play"]),
        ("--v", ["--version"]),
        ("nonsense ", []),
        ("play ", list(IDS)),
        ("rules who", ["who_done_it"]),
        ("rules who_done_it ", []),
        ("warm who_done_it cl", ["cloaked_cats"]),
        ("play hide --seats ", ["3", "4", "5", "6"]),
        ("play --seats 3 mi", ["mice_heist"]),
        ("play hide --bots tiger,ki", ["tiger,kitten"]),
        ("play hide --options wa", ["walls="]),
        ("play hide --options walls=", ["walls=east_west", "walls=north_south"]),
        ("play hide --options dawn=9,walls=n", ["dawn=9,walls=north_south"]),
        ("play hide --resume ", []),
        ("replay game.mousehole --as t", ["truth"]),
        ("arena cat --js", ["--json"]),
        ("simulate cat --json --s", ["--seats", "--seed"]),
        ("lab hide --engine ", ["gpu", "ray", "threads"]),
        ("lab hide --but walls=n", ["walls=north_south"]),
        ("lab hide --without la", ["lamp"]),
        ("tune hide --over dawn=8..12,wa", ["dawn=8..12,walls="]),
        ("serve --log w", ["warning"]),
        ("study ", [*STUDIES, "all"]),
        ("completion z", ["zsh"]),
    ],
)
def test_what_could_come_next(typed: str, offered: list[str]) -> None:
    """Commands, flags, and whatever an argument can be are offered; nothing where a file or a number is meant."""
    assert sorted(candidates(build_parser(), "zsh", typed.split(" "))) == sorted(offered)


def test_bash_takes_words_apart_at_the_equals_sign() -> None:
    """Bash hands over three words for one and replaces only what stands behind the sign."""
    words = ["play", "hide", "--options", "walls", "=", "nor"]
    assert candidates(build_parser(), "bash", words) == ["north_south"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Make a folder in which `mousehole` is a command, and a record lies."""
    program = tmp_path / "bin" / "mousehole"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mousehole "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "lonely.mousehole").write_text("no record\n", encoding="utf-8")
    return tmp_path


def type_into(command: list[str], steps: list[tuple[str, str]], home: Path) -> str:
    """Type into a shell at a pseudo terminal, each text when what was awaited before has come; return the screen."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo terminals")
    ours, theirs = pty.openpty()
    path = f"{home / 'bin'}:{os.environ['PATH']}"
    environment = {"PATH": path, "PYTHONPATH": str(ROOT / "src"), "HOME": str(home), "TERM": "dumb", "PS1": PROMPT}
    process = subprocess.Popen(
        command, cwd=home, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    shown, seen, awaited, waiting = "", 0, PROMPT, list(steps)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and (waiting or awaited not in shown[seen:]):
        if awaited in shown[seen:]:
            seen = len(shown)
            typed, awaited = waiting.pop(0)
            os.write(ours, typed.encode())
        elif select.select([ours], [], [], 0.05)[0]:
            shown += os.read(ours, 65536).decode()
    process.kill()
    process.wait()
    os.close(ours)
    assert not waiting, shown
    return shown


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_a_real_bash_completes(home: Path) -> None:
    """In an interactive bash a tab turns the beginning of a command, an option or a file's name into the whole."""
    steps = [
        ('eval "$(mousehole completion bash)"\n', PROMPT),
        ("mousehole rules who\t", "who_done_it "),
        ("| head -n 1\n", PROMPT),
        ("mousehole play hide --options walls=n\t", "north_south "),
        ("--seats 9\n", PROMPT),
        ("mousehole verify lon\t", "lonely.mousehole "),
        ("\n", PROMPT),
    ]
    shown = type_into(["bash", "--norc", "-i"], steps, home)
    assert "Who Done It?" in shown
    assert "has 3 to 6 seats, not 9" in shown
    assert "mousehole: lonely.mousehole: " in shown


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_scripts_are_such_for_their_shells(shell: str, home: Path) -> None:
    """Each shell that is here reads its script without a complaint."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell} here")
    script = home / "script"
    script.write_text(SCRIPTS[shell], encoding="utf-8")
    done = subprocess.run([program, "-n", str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
