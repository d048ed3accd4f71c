"""The command line in a process of its own, at a real (pseudo) terminal or at the end of a pipe."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import mousehole

pty = pytest.importorskip("pty", reason="this system has no pseudo terminals")

GAME = "hide_and_squeak"
SOURCES = str(Path(mousehole.__file__).parent.parent)
PATIENCE = 120
COLOUR = re.compile(r"\x1b\[[0-9;]*m")

pytestmark = pytest.mark.xdist_group(GAME)


def environment(**changes: str) -> dict[str, str]:
    """Return an environment in which the command finds the package and a terminal that has colours."""
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLUMNS"}}
    return {**kept, "PYTHONPATH": SOURCES, "TERM": "xterm-256color", **changes}


def at_terminal(arguments: Sequence[str], typed: Sequence[str], folder: Path, **changes: str) -> tuple[int, str]:
    """Run the command at a pseudo terminal, typing the next text when it has asked ("": close); return code, screen."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "mousehole", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env=environment(**changes),
        start_new_session=True,
        preexec_fn=take_terminal,  # noqa: PLW1509  # Ctrl-C reaches only whom the terminal belongs to
    )
    os.close(theirs)
    shown, answers, asked = "", list(typed), 0
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if select.select([ours], [], [], 0.05)[0]:
            try:
                data = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not data:
                break
            shown += data.decode()
        elif answers and re.search(r"(> |[.] )$", COLOUR.sub("", shown[asked:])):
            asked = len(shown)
            answer = answers.pop(0)
            if not answer:
                break
            os.write(ours, answer.encode())
    os.close(ours)
    return process.wait(PATIENCE), shown


def take_terminal() -> None:
    """Make standard input the terminal that this process belongs to, and let Ctrl-C reach it as it does a person's."""
    import fcntl
    import signal
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests in the background has it ignored


def test_a_terminal_gets_colours_and_ctrl_c_saves(tmp_path: Path) -> None:
    """At a terminal there are colours; Ctrl-C there leaves cleanly with the game saved."""
    code, shown = at_terminal(["play", GAME, "--seed", "7", "--bots", "random"], ["kitchen\n", "\x03"], tmp_path)
    assert code == 130
    assert COLOUR.search(shown)
    assert "Traceback" not in shown
    assert "Saved to hide-and-squeak-1.mousehole. Go on with: " in shown
    assert "1. the cat: spare kitchen" in (tmp_path / "hide-and-squeak-1.mousehole").read_text(encoding="utf-8")


def test_a_closed_terminal_saves(tmp_path: Path) -> None:
    """A terminal that is closed in the middle of a game loses nothing."""
    at_terminal(["play", GAME, "--seed", "7", "--bots", "random"], ["kitchen\n", ""], tmp_path)
    (saved,) = tmp_path.iterdir()
    assert "1. the cat: spare kitchen" in saved.read_text(encoding="utf-8")


@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_can_be_refused(tmp_path: Path, changes: dict[str, str]) -> None:
    """NO_COLOR and a terminal without colours are respected."""
    code, shown = at_terminal(["games"], [], tmp_path, **changes)
    assert code == 0
    assert "Hide and Squeak" in shown
    assert "\x1b" not in shown


def test_rivals_at_one_terminal_hide_the_screen_from_each_other(tmp_path: Path) -> None:
    """Seats with different secrets change places: the screen is wiped between them."""
    cat = ["\n", *["1\n"] * 6]
    code, shown = at_terminal(
        ["play", GAME, "--seats", "3", "--seat", "all", "--seed", "7"], [*cat, "\n", "\n", "quit\n"], tmp_path
    )
    assert code == 0
    wiped = shown.split("\x1b[2J")
    assert len(wiped) == 3
    assert "You hide a trap in the Parlour." in wiped[1]
    assert "Next: Pip. Enter hides what you see." in wiped[1]
    assert "Pip: Enter, when nobody else is looking." in wiped[2]
    assert "trap in the" not in wiped[2]
    assert "The cat hides a trap." in wiped[2]


def test_a_pipe_gets_plain_text_and_may_close_early(tmp_path: Path) -> None:
    """Output that goes into a pipe has no colours, and a reader that has seen enough causes no complaint."""
    piped = subprocess.Popen(
        [sys.executable, "-m", "mousehole", "games"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
    )
    assert piped.stdout is not None
    assert piped.stderr is not None
    piped.stdout.close()
    assert piped.stderr.read() == b""
    piped.stderr.close()
    assert piped.wait(PATIENCE) == 0
    done = subprocess.run(
        [sys.executable, "-m", "mousehole", "play", GAME, "--seed", "7", "--bots", "random"],
        input="kitchen\n",
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=environment(PYTHONIOENCODING="ascii"),
    )
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "You lay a spare token in the Kitchen." in done.stdout
    assert "Saved to" in done.stdout
