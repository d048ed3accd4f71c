"""What a person is told who starts the server by hand: where the table is, and how to close it."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser

ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared with, not listened on
SHOW_SECONDS = 0.5
BYE = "The table is closed. Games in progress are kept."


def address(host: str, port: int) -> str:
    """Write where a browser on this machine finds the server."""
    host = ANYWHERE.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def can_show() -> bool:
    """Tell whether a window can open here; a browser made of letters would only spoil the terminal."""
    if os.name == "nt" or sys.platform == "darwin" or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def say(text: str) -> None:
    """Tell the person at once, whatever standard output is connected to."""
    print(text, flush=True)  # noqa: T201  # this is for people; everything else goes to the log


def greet(host: str, port: int, *, is_shown: bool) -> None:
    """Say where the table is and how to close it, and open it in a browser if that is wished and possible."""
    url = address(host, port)
    say(f"Mousehole is open at {url}\nCtrl-C closes it.")
    if is_shown:
        timer = threading.Timer(SHOW_SECONDS, show, (url,))
        timer.daemon = True
        timer.start()


def show(url: str) -> None:
    """Open the page in a browser, or say that somebody has to."""
    if not (can_show() and webbrowser.open(url)):
        say(f"No browser could be opened from here: open {url} in one.")
