"""The process that plays for the lab: orders come in as lines, runs go to the shelf.

It stands back behind the tables, so that they do not notice it; it plays one part of one run at a time, and ends with
the worker that started it.

    python -m mousehole.server.lab.work FOLDER THREADS NICE
"""

from __future__ import annotations

import contextlib
import csv
import io
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from mousehole.analysis.analysing import steps
from mousehole.engine.errors import TableError
from mousehole.engine.notation import read_match, write_match
from mousehole.games import add, load
from mousehole.lab.chunks import match_of
from mousehole.lab.comparing import compare
from mousehole.lab.results import figures
from mousehole.lab.running import Run, run, run_all
from mousehole.lab.setup import SetUp, query_of, read_pair
from mousehole.lab.tables import columns
from mousehole.server.lab import shelf as shelves
from mousehole.server.lab.analysed import AnalysisPage
from mousehole.server.lab.orders import Answer, Order
from mousehole.server.lab.shelf import Shelf
from mousehole.server.lab.turns import Turns
from mousehole.table.errors import sentence

PAUSE = 0.25
"""Seconds between two looks at the figures, at the least."""
SELDOM = 5
"""And so many times as long as such a look takes."""
LAST = 19
"""Nobody can be nicer."""
CUT = "The time for one run is over; these are the games that were played until then."
LONG = "The time for one analysis is over; these are the decisions that were looked at until then."
STOPPED = "Somebody who asked for this analysis has gone on to another game; ask again."
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
        if order.do in {"run", "analyse"}:
            self.runs.add(order.id)
        threading.Thread(target=self.carry_out, args=(order,), name=order.do, daemon=True).start()

    def carry_out(self, order: Order) -> None:
        """Carry an order out, and tell when it is done; what is wrong with it is said in a sentence."""
        error = ""
        try:
            add(order.package)
            with self.turns.turn():
                {"run": self.run, "game": self.game, "warm": self.warm, "analyse": self.analyse}[order.do](order)
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
        set_ups = [each for each in read_pair(query_of(order.address)) if each is not None]
        sheet = Sheet(self, order, [Run(each) for each in set_ups])
        with contextlib.suppress(Halt):
            sheet.runs = run_all(set_ups, threads=self.threads, on_progress=sheet.look)
            sheet.end(shelves.DONE)

    def game(self, order: Order) -> None:
        """Play one game of a run again, and put its record on the shelf."""
        match = match_of(SetUp.from_address(order.address), order.number)
        self.shelf.put(order.id, "record", write_match(match).encode())

    def warm(self, order: Order) -> None:
        """Bring in what a set-up needs, so that a run of it starts at once."""
        figures(run(SetUp.from_address(order.address).but(games=1, repeats=1), threads=1))

    def analyse(self, order: Order) -> None:
        """Analyse a finished game, and show on the shelf what is known so far after every move."""
        match = read_match((self.shelf.read(order.id, "record") or b"").decode(), load)
        page = AnalysisPage(match, order.id, self.shelf)
        begun, spent = time.monotonic(), 0.0
        page.show(shelves.RUNNING)
        for step in steps(match, threads=order.threads):
            page.take(step)
            if self.shelf.is_stopped(order.id):
                page.show(shelves.STOPPED, STOPPED)
                return
            spent += time.monotonic() - begun
            if spent > order.seconds:
                page.show(shelves.CUT, LONG)
                return
            page.show(shelves.RUNNING)
            self.turns.pass_on()
            begun = time.monotonic()
        page.show(shelves.DONE)

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

    def __init__(self, playing: Playing, order: Order, runs: list[Run]) -> None:
        """Begin its clock, with the runs of one or two set-ups that have no games yet."""
        self.playing, self.order, self.runs = playing, order, runs
        self.spent, self.begun = 0.0, time.monotonic()
        """Seconds played in earlier turns, and when this turn began."""
        self.due = 0.0
        """When the figures are looked at again."""

    def look(self, grown: Run) -> None:
        """Show how a run stands, if that was long ago; let others play; stop if somebody says so or time is up."""
        self.runs = [grown if grown.set_up is each.set_up else each for each in self.runs]
        if self.playing.shelf.is_stopped(self.order.id):
            self.end(shelves.STOPPED)
            raise Halt
        if self.spent + time.monotonic() - self.begun > self.order.seconds:
            self.end(shelves.CUT, CUT)
            raise Halt
        start = time.monotonic()
        if start >= self.due and self.show(shelves.RUNNING):
            self.due = time.monotonic() + max(PAUSE, SELDOM * (time.monotonic() - start))
        self.spent += time.monotonic() - self.begun
        self.playing.turns.pass_on()
        self.begun = time.monotonic()

    def end(self, state: str, message: str = "") -> None:
        """Write the games of a run that ends as a file, and the run itself."""
        played = [each for each in self.runs if each.played]
        self.playing.shelf.put(self.order.id, "csv", games_csv(played, is_pair=len(self.runs) > 1).encode())
        self.show(state, message)

    def show(self, state: str, message: str = "") -> bool:
        """Write the run as a page gets it, if there is anything to show or it has ended."""
        results = figures(self.runs[0]) if len(self.runs) == 1 and self.runs[0].played else None
        comparison = compare(*self.runs) if len(self.runs) > 1 and all(each.played for each in self.runs) else None
        is_shown = results is not None or comparison is not None
        if is_shown or state != shelves.RUNNING:
            self.playing.shelf.write(
                {
                    "id": self.order.id,
                    "address": self.order.address,
                    "state": state,
                    "message": message,
                    "results": results,
                    "comparison": comparison,
                }
            )
        return is_shown


def games_csv(runs: Sequence[Run], *, is_pair: bool) -> str:
    """Write every game as a line; of two set-ups those of the first, then those of the second, and which is which."""
    tables = [columns(each) for each in runs]
    names = list(dict.fromkeys(name for table in tables for name in table))
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow([*(["set_up"] if is_pair else []), *names])
    for which, table in zip("ab", tables, strict=False):
        for row in range(len(table["game"])):
            values = [table[name][row] if name in table else None for name in names]
            lines.writerow([*([which] if is_pair else []), *values])
    return text.getvalue()


def stand_back(nice: int) -> None:
    """Let others go first; as the last of all, have the processor only where nobody else wants it.

    A process that is merely nice keeps the processor for some milliseconds when a table's worker wakes up; an idle one
    leaves at once. Threads that are started later inherit it.
    """
    if hasattr(os, "nice"):  # not everywhere
        os.nice(nice)
    if nice >= LAST and hasattr(os, "SCHED_IDLE"):  # Linux
        with contextlib.suppress(OSError):  # some containers forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def main(folder: str, threads: str, nice: str) -> None:
    """Play what is ordered until nobody orders any more."""
    stand_back(int(nice))
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
