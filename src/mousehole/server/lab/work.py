"""The process that plays for the lab: orders come in as lines, runs go to the shelf.

It stands back behind the tables, so that they do not notice it; it plays one part of one run at a time, and ends with the
worker that started it.

    python -m mousehole.server.lab.work FOLDER THREADS NICE
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from mousehole.engine.errors import TableError
from mousehole.engine.notation import write_match
from mousehole.games import add
from mousehole.lab.figures import Comparison, Results
from mousehole.lab.setup import SetUp, query_of, read_pair
from mousehole.server.lab import shelf as shelves
from mousehole.server.lab.orders import Answer, Order
from mousehole.server.lab.shelf import Shelf
from mousehole.server.lab.standin import one_game, play
from mousehole.server.lab.turns import Turns
from mousehole.table.errors import sentence

PAUSE = 0.25
"""Seconds between two looks at the figures."""
CUT = "The time for one run is over; these are the games that were played until then."
GONE = "The server was restarted while these games were played. Run it again."
BROKEN = "These games could not be played: something is wrong at the server, and it has been written down there."


class Halt(Exception):  # no error: somebody said stop, or time is up
    """A run ends before it is done."""


class Playing:
    """Everything this process does."""

    def __init__(self, shelf: Shelf, threads: int, answer: Callable[[Answer], None]) -> None:
        """Begin with nothing to play."""
        self.shelf, self.threads, self.answer = shelf, threads, answer
        self.turns = Turns()
        self.runs: set[str] = set()

    def take(self, order: Order) -> None:
        """Carry an order out, beside the others."""
        if order.do == "run":
            self.runs.add(order.id)
        threading.Thread(target=self.carry_out, args=(order,), name=order.do, daemon=True).start()

    def carry_out(self, order: Order) -> None:
        """Carry an order out, and tell when it is done; what is wrong with it is said in a sentence."""
        error = ""
        try:
            add(order.package)
            with self.turns.turn():
                {"run": self.run, "game": self.game, "warm": self.warm}[order.do](order)
        except TableError as problem:
            error = sentence(problem)
        except Exception as problem:  # noqa: BLE001  # whatever it is: the other runs go on
            print(f"lab: {order.do} of {order.address}: {problem!r}", file=sys.stderr, flush=True)  # noqa: T201
            error = BROKEN
        if error:
            self.shelf.fail(order.id, error)
        self.runs.discard(order.id)
        self.answer(Answer(order.id, error))

    def run(self, order: Order) -> None:
        """Play a run, and show it on the shelf as it grows."""
        one, two = read_pair(query_of(order.address))
        sheet = Sheet(self, order)
        with contextlib.suppress(Halt):
            sheet.show(play(one, two, threads=self.threads, on_figures=sheet.look), shelves.DONE)

    def game(self, order: Order) -> None:
        """Play one game of a run again, and put its record on the shelf."""
        match = one_game(SetUp.from_address(order.address), order.number)
        self.shelf.put(order.id, "record", write_match(match).encode())

    def warm(self, order: Order) -> None:
        """Bring in what a set-up needs, so that a run of it starts at once."""
        one_game(SetUp.from_address(order.address), 0)

    def beat(self) -> None:
        """Show now and then that the runs are being played."""
        while True:
            for run_id in list(self.runs):
                self.shelf.touch(run_id)
            time.sleep(shelves.BEAT_SECONDS)

    def end(self) -> None:
        """Say of all runs that they end here."""
        for run_id in list(self.runs):
            self.shelf.fail(run_id, GONE)


class Sheet:
    """A run on the shelf, as it grows."""

    def __init__(self, playing: Playing, order: Order) -> None:
        """Begin its clock."""
        self.playing, self.order = playing, order
        self.spent, self.begun = 0.0, time.monotonic()
        """Seconds played in earlier turns, and when this turn began."""
        self.written = float("-inf")

    def look(self, figures: Callable[[], Results | Comparison]) -> None:
        """Show how a run stands, if that was long ago; let others play; stop if somebody says so or time is up."""
        shelf, seconds = self.playing.shelf, self.spent + time.monotonic() - self.begun
        is_stopped, is_late = shelf.is_stopped(self.order.id), seconds > self.order.seconds
        if is_stopped or is_late:
            self.show(figures(), shelves.STOPPED if is_stopped else shelves.CUT, "" if is_stopped else CUT)
            raise Halt
        if time.monotonic() - self.written > PAUSE:
            self.show(figures(), shelves.RUNNING)
            self.written = time.monotonic()
        self.spent += time.monotonic() - self.begun
        self.playing.turns.pass_on()
        self.begun = time.monotonic()

    def show(self, found: Results | Comparison, state: str, message: str = "") -> None:
        """Write the run as a page gets it."""
        is_pair = isinstance(found, Comparison)
        self.playing.shelf.write(
            {
                "id": self.order.id,
                "address": self.order.address,
                "state": state,
                "message": message,
                "results": None if is_pair else found,
                "comparison": found if is_pair else None,
            }
        )


def main(folder: str, threads: str, nice: str) -> None:
    """Play what is ordered until nobody orders any more."""
    if hasattr(os, "nice"):  # not everywhere
        os.nice(int(nice))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server hears it, too, and ends this process in order
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    sys.stdout = sys.stderr  # answers alone go out there
    said = threading.Lock()

    def answer(found: Answer) -> None:
        with said, contextlib.suppress(OSError):
            out.write(found.line())

    playing = Playing(Shelf(Path(folder)), int(threads), answer)
    threading.Thread(target=playing.beat, name="beat", daemon=True).start()
    for line in sys.stdin.buffer:
        playing.take(Order.read(line))
    playing.end()
    os._exit(0)  # a thread may be in the middle of a game


if __name__ == "__main__":
    main(*sys.argv[1:])
