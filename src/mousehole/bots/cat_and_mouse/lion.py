"""The lion of Cat & The Mouse: it plays by a table of mixtures that was learnt by regrets.

For each situation (`situations`) the table says how often to choose each kind of move, and how often that was won when
the table played itself; `benchmarks/cat_and_mouse_regrets.py` makes it. It is for the default options: there the
Inspector is patient, but for a situation in which it may believe a Mouse that has given two clues
(`benchmarks/cat_and_mouse_hunting.py`). In the rare situation that the table does not have it is patient, too, and the
Mouse searches as the tiger does. At other options, and with house rules, both search.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.cat_and_mouse.mixing import NONE, SEARCH, consult, row_of
from mousehole.bots.cat_and_mouse.situations import KINDS
from mousehole.bots.levels import ByTable, Player
from mousehole.bots.names import BadBotFile
from mousehole.bots.nets import arrays_in
from mousehole.bots.thinking import Finding, Settings, Thought, think
from mousehole.engine.game import Game
from mousehole.engine.position import View
from mousehole.games.cat_and_mouse import FACTS

FILE = Path(__file__).with_name("lion.npz")
BESIDE = Settings(iterations=2_000, margin=0.02, tries=4, horizon=0)
"""How a lion searches where its table says nothing: as the tiger does."""
PARTS = ("made_for", "keys", "shares", "chances")


class BadTable(BadBotFile):
    """A table of mixtures that cannot be read, or is for another game or another version of its rules."""

    code = "bad_table"


def made_for() -> list[int]:
    """Say what a table must have been made for: the version of the rules, the kinds of moves, the options."""
    return [FACTS.rules_version, KINDS, *(option.default for option in FACTS.options if not option.is_house)]


@dataclass(frozen=True)
class Mixtures:
    """What to do in each situation."""

    keys: NDArray[np.int64]
    """The situations, in ascending order."""
    shares: NDArray[np.uint8]
    """How often to choose each kind of move, as parts of their sum."""
    chances: NDArray[np.uint8]
    """How often each kind of move was won, as parts of `MOST`."""

    @classmethod
    def read(cls, path: Path) -> Mixtures:
        """Read a file of mixtures."""
        try:
            arrays = arrays_in(path.read_bytes())
            parts = {name: arrays[name] for name in PARTS}
        except FileNotFoundError:
            raise BadTable(f"there is no table {path.name} for {FACTS.title}") from None
        except (OSError, ValueError, KeyError) as problem:
            raise BadTable(f"{path.name} is no table for {FACTS.title}: {problem}") from None
        if parts["made_for"].tolist() != made_for():
            raise BadTable(f"{path.name} was made for other rules of {FACTS.title}")
        keys, shares, chances = (parts[name] for name in PARTS[1:])
        has_types = keys.dtype == np.int64 and shares.dtype == chances.dtype == np.uint8
        if not has_types or keys.ndim != 1 or not shares.shape == chances.shape == (len(keys), KINDS):
            raise BadTable(f"{path.name} has parts of another form than a table for {FACTS.title}")
        if (np.diff(keys) <= 0).any():
            raise BadTable(f"{path.name} for {FACTS.title} has its situations out of order")
        return cls(keys, shares, chances)

    def write(self, path: Path) -> None:
        """Write a file of mixtures."""
        np.savez_compressed(
            path, made_for=np.array(made_for()), keys=self.keys, shares=self.shares, chances=self.chances
        )

    def row(self, key: int) -> int | None:
        """Find a situation."""
        at = int(row_of(self.keys, key))
        return None if at == NONE else at


@cache
def mixtures(path: Path = FILE) -> Mixtures:
    """Read the lion's table, once."""
    return Mixtures.read(path)


def seated(game: Game, table: Mixtures | None = None) -> Player:
    """Seat a lion, with its own table or another one."""
    known = mixtures() if table is None else table
    return lambda view, seat, seed: look_up(game, known, view, seat, seed)


def parts() -> dict[str, NDArray[np.generic]]:
    """Return the arrays of the lion's own table."""
    known = mixtures()
    return {"keys": known.keys, "shares": known.shares, "chances": known.chances}


lion = ByTable(seated, parts, BESIDE)


def look_up(game: Game, known: Mixtures, view: View, seat: int, seed: int) -> Thought:
    """Look a view up in the table and draw a move from its mixture: of view, seat and seed alone."""
    legal = view.legal(seat)
    if len(legal) == 1:
        return Thought(legal[0])
    actions = np.zeros(2 * game.facts.max_actions, np.int32)
    actions[: len(legal)] = legal
    weights, worths = np.zeros(len(actions), np.int32), np.zeros(len(actions))
    rng, told = np.array([seed % 2**64], np.uint64), np.zeros(1, np.int32)
    action = int(
        consult(
            view.record, seat, actions, len(legal), rng, known.keys, known.shares, known.chances, weights, worths, told
        )
    )
    if action == SEARCH:
        return think(game, view, seat, seed, BESIDE)
    count = int(told[0])
    findings = tuple(Finding(int(actions[k]), int(weights[k]), float(worths[k])) for k in range(count))
    return Thought(action, findings, sum(found.visits for found in findings))
