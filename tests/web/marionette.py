"""A Firefox that is installed here, driven over Marionette, its own wire: as much of it as the tests need."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.web.browsing import stop

NAMES = ("firefox-esr", "firefox")
PATIENCE = 120.0
"""Seconds that a start, or one command, may take on a busy machine."""


def find() -> str | None:
    """Find an installed Firefox."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Firefox:
    """A session: each message is its length, a colon and JSON; an answer has the number of its command."""

    def __init__(self, port: int) -> None:
        """Connect, and begin a session."""
        self.wire = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.count = 0
        self.read()  # it introduces itself
        self.ask("WebDriver:NewSession", {"capabilities": {}})
        self.ask("WebDriver:SetTimeouts", {"script": int(1000 * PATIENCE), "pageLoad": int(1000 * PATIENCE)})

    def read(self) -> Any:  # whatever comes
        """Read a message."""
        digits = b""
        while (one := self.wire.recv(1)) != b":":
            digits += one
        text = b""
        while len(text) < int(digits):
            text += self.wire.recv(int(digits) - len(text))
        return json.loads(text)

    def ask(self, command: str, given: dict[str, Any]) -> Any:  # whatever is answered
        """Give a command; return what it answers."""
        self.count += 1
        text = json.dumps([0, self.count, command, given]).encode()
        self.wire.sendall(str(len(text)).encode() + b":" + text)
        _, _, problem, answer = self.read()
        assert problem is None, problem
        return answer

    def go(self, address: str) -> None:
        """Load a page."""
        self.ask("WebDriver:Navigate", {"url": address})

    def reload(self) -> None:
        """Load the page again: by going away and back, for a refresh over this wire passes service workers by."""
        address = self.ask("WebDriver:GetCurrentURL", {})["value"]
        self.go("about:blank")
        self.go(address)

    def end(self) -> None:
        """Hang up."""
        self.wire.close()

    def run(self, code: str, *given: object) -> Any:  # whatever the page says
        """Run the inside of an async function in the page; return what it comes to."""
        script = f"const done = arguments[arguments.length - 1]; (async (...given) => {{ {code} }})(...arguments).then("
        script += "(found) => done({ found }), (problem) => done({ problem: String(problem) }));"
        said = self.ask("WebDriver:ExecuteAsyncScript", {"script": script, "args": list(given)})["value"]
        assert "problem" not in said, said["problem"]
        return said.get("found")


@contextmanager
def firefox(executable: str, profile: Path) -> Iterator[Firefox]:
    """Start Firefox without a window, with a fresh profile."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"marionette.port": port, "browser.shell.checkDefaultBrowser": False, "app.update.enabled": False}
    lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in settings.items()]
    (profile / "user.js").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [executable, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        found = connected(port, process)
        yield found
        found.end()
    finally:
        stop(process)


def connected(port: int, process: subprocess.Popen[bytes]) -> Firefox:
    """Connect as soon as Firefox listens."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            return Firefox(port)
        except ConnectionRefusedError:
            time.sleep(0.2)
    raise AssertionError("Firefox did not start")
