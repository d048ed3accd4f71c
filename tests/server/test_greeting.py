"""A person who starts the server is told where it is and how to stop it; a supervisor gets JSON lines."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from mousehole.server.startup import greeting

ROOT = Path(__file__).resolve().parents[2]
OPEN = re.compile(r"Mousehole is open at (http://127\.0\.0\.1:\d+/)")

pytestmark = pytest.mark.xdist_group("server")


def start(
    folder: Path, *flags: str, stdout: int = subprocess.PIPE, stderr: int = subprocess.PIPE
) -> subprocess.Popen[str]:
    """Start a server on a free port, where no window can open."""
    kept = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"}}
    command = [sys.executable, "-m", "mousehole", "serve", "--port", "0", "--database", str(folder / "tables.sqlite")]
    environment = {**kept, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.Popen(
        [*command, *flags], env=environment, text=True, start_new_session=True, stdout=stdout, stderr=stderr
    )


def stop(process: subprocess.Popen[str]) -> None:
    """Press Ctrl-C, and be quick about it the second time."""
    os.killpg(process.pid, signal.SIGINT)
    os.killpg(process.pid, signal.SIGINT)


def test_who_opens_the_page_is_told_where_it_is(tmp_path: Path) -> None:
    """With --open, words for people say the address and how to stop; no browser is a sentence, Ctrl-C no trouble."""
    process = start(tmp_path, "--open")
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(3)]
    found = OPEN.fullmatch(said[0].strip())
    assert found, said
    assert said[1:] == ["Ctrl-C closes it.\n", f"No browser could be opened from here: open {found[1]} in one.\n"]
    stop(process)
    rest, complaints = process.communicate(timeout=60)
    assert (rest, complaints, process.returncode) == (f"\n{greeting.BYE}\n", "", 0)


def test_a_supervisor_gets_lines_of_json(tmp_path: Path) -> None:
    """Without a terminal and without --open nothing is said on standard output, and every line of the log is JSON."""
    process = start(tmp_path)
    assert process.stderr is not None
    first = json.loads(process.stderr.readline())
    assert first["event"] == "listening"
    stop(process)
    said, rest = process.communicate(timeout=60)
    assert (said, process.returncode) == ("", 0)
    assert [json.loads(line)["level"] for line in rest.splitlines() if json.loads(line)["level"] != "info"] == []


def test_at_a_terminal_words_are_for_people(tmp_path: Path) -> None:
    """At a terminal the address is told without --open, too, and the log is quiet."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo terminals")
    ours, theirs = pty.openpty()
    process = start(tmp_path, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = ""
    while "Ctrl-C closes it." not in shown:
        shown += os.read(ours, 4096).decode()
    stop(process)
    assert process.wait(60) == 0
    with suppress(OSError):  # at its end, as the other side is closed
        while data := os.read(ours, 65536):
            shown += data.decode()
    os.close(ours)
    assert OPEN.search(shown)
    assert "{" not in shown
    assert "Traceback" not in shown
    assert shown.rstrip().endswith(greeting.BYE)


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("0.0.0.0", "http://127.0.0.1:80/"),  # noqa: S104  # written, not listened on
        ("::", "http://[::1]:80/"),
        ("mouse.example", "http://mouse.example:80/"),
    ],
)
def test_the_address_is_one_a_browser_takes(host: str, shown: str) -> None:
    """Where the server listens everywhere, the address is this machine's; IPv6 stands in brackets."""
    assert greeting.address(host, 80) == shown
