"""The games of a run as a table: one row a game, for files and for pandas or Polars."""

from __future__ import annotations

import csv
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

from mousehole.engine.errors import TableError
from mousehole.lab.arena import role_name
from mousehole.lab.chunks import FULL, UNKNOWN
from mousehole.lab.components import watching

if TYPE_CHECKING:
    from mousehole.lab.running import Run

SIMPLE = {"lengths": "decisions", "choices": "choices", "forced": "forced"}
"""Arrays that become columns as they are."""


class NoFrames(TableError):
    """The library whose frame was asked for is not installed."""

    code = "no_frames"


def columns(run: Run) -> dict[str, list[Any]]:
    """Give the games as columns by name; docs/lab.md says what each holds. What is not known is None."""
    arrays, set_up, game = run.arrays, run.set_up, run.game
    numbers = arrays["numbers"]
    sides = run.games.sides
    found: dict[str, list[Any]] = {
        "game": numbers.tolist(),
        "deal": (numbers // set_up.repeats).tolist(),
        "repeat": (numbers % set_up.repeats).tolist(),
        "reason": [game.words.REASONS[reason] for reason in arrays["reasons"].tolist()],
        "winners": winners(run),
    }
    found |= {name: arrays[array].tolist() for array, name in SIMPLE.items() if array in arrays}
    if "rounds" in arrays:
        found["rounds"] = [rounds or None for rounds in arrays["rounds"].tolist()]
        found["starter"] = [None if seat < 0 else seat for seat in arrays["starters"].tolist()]
        for array in ("lead_changes", "decided", "late"):
            found[array] = [None if number < 0 else number for number in arrays[array].tolist()]
        lowest = [None if chance == UNKNOWN else chance / FULL for chance in arrays["lowest"].tolist()]
        found["lowest"] = [chance if known is not None else None
                           for chance, known in zip(lowest, found["decided"], strict=True)]  # fmt: skip
    found |= {f"payoff_{seat}": arrays["payoffs"][:, seat].tolist() for seat in range(set_up.seats)}
    if "components" in arrays:
        names = np.array([each.name for each in watching(set_up.game).components])
        for place, side in enumerate(sides):
            rows = arrays["components"][:, place].astype(np.bool_)
            found[f"had_{side}"] = [" ".join(names[row].tolist()) if len(names) else "" for row in rows]
    return found


def winners(run: Run) -> list[str]:
    """Name who won each game, several of them with a plus sign between; nobody is an empty text."""
    games = run.games
    names = [role_name(run.game, run.set_up.seats, side) for side in games.sides]
    speaks = [next(s for s in range(games.seats) if run.game.facts.side_of(s) == side) for side in games.sides]
    won = games.payoffs[:, speaks] > 0
    return ["+".join(name for name, has_won in zip(names, row, strict=True) if has_won) for row in won.tolist()]


def write_csv(run: Run, file: TextIO) -> None:
    """Write every game as a line."""
    table, lines = columns(run), csv.writer(file, lineterminator="\n")
    lines.writerow(table)
    lines.writerows(zip(*table.values(), strict=True))


def frame(run: Run, library: str) -> Any:  # noqa: ANN401  # a frame of a library that need not be there
    """Give the games as a frame of pandas or Polars."""
    if find_spec(library) is None:
        raise NoFrames(f"{library} is not installed: pip install {library}")
    return import_module(library).DataFrame(columns(run))
