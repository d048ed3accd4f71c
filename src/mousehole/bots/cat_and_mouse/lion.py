"""The lion of Cat & The Mouse: it plays by a table of mixtures that was learnt by regrets.

For each situation (`situations`) the table says how often to choose each kind of move, and how often that was won when
the table played itself; `benchmarks/cat_and_mouse_regrets.py` makes it. It is for the default options:
there the Inspector is patient, and in the rare situation that the table does not have, the Mouse searches as the tiger
does. At other options, and with house rules, both search.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.cat_and_mouse.beginner import greedy
from mousehole.bots.cat_and_mouse.situations import KINDS, kind_of, sensible, situation
from mousehole.bots.names import BadBotFile
from mousehole.bots.thinking import Finding, Settings, Thought, think
from mousehole.engine.chance import roll
from mousehole.engine.game import Game
from mousehole.engine.position import View
from mousehole.games.cat_and_mouse import FACTS, codes

FILE = Path(__file__).with_name("lion.npz")
BESIDE = Settings(iterations=2_000, margin=0.02, tries=4, horizon=0)
"""How a lion searches where its table says nothing: as the tiger does."""
MOST = 255
"""Shares and chances are bytes."""
SCALE = 5040
"""Shares out evenly among the moves of a kind."""
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
            with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
                parts = {name: np.array(archive[name]) for name in PARTS}
        except FileNotFoundError:
            raise BadTable(f"there is no table {path.name} for {FACTS.title}") from None
        except (OSError, ValueError, KeyError, EOFError, TypeError, AttributeError, zipfile.BadZipFile) as problem:
            raise BadTable(f"{path.name} is no table for {FACTS.title}: {problem}") from None
        if parts["made_for"].tolist() != made_for():
            raise BadTable(f"{path.name} was made for other rules of {FACTS.title}")
        keys, shares, chances = (parts[name] for name in PARTS[1:])
        shape = (len(keys), KINDS)
        if keys.dtype != np.int64 or not shares.dtype == chances.dtype == np.uint8 or shares.shape != shape:
            raise BadTable(f"{path.name} has parts of another form than a table for {FACTS.title}")
        if chances.shape != shape or (np.diff(keys) <= 0).any():
            raise BadTable(f"{path.name} for {FACTS.title} has its situations out of order")
        return cls(keys, shares, chances)

    def write(self, path: Path) -> None:
        """Write a file of mixtures."""
        np.savez_compressed(
            path, made_for=np.array(made_for()), keys=self.keys, shares=self.shares, chances=self.chances
        )

    def row(self, key: int) -> int | None:
        """Find a situation."""
        at = int(np.searchsorted(self.keys, key))
        return at if at < len(self.keys) and int(self.keys[at]) == key else None


@cache
def mixtures(path: Path = FILE) -> Mixtures:
    """Read the lion's table, once."""
    return Mixtures.read(path)


def lion(game: Game, table: Mixtures | None = None) -> Callable[[View, int, int], Thought]:
    """Seat a lion, with its own table or another one."""
    known = mixtures() if table is None else table
    return lambda view, seat, seed: consult(game, known, view, seat, seed)


def consult(game: Game, known: Mixtures, view: View, seat: int, seed: int) -> Thought:
    """Look a view up in the table and draw a move from its mixture: of view, seat and seed alone."""
    legal = view.legal(seat)
    if len(legal) == 1:
        return Thought(legal[0])
    s = view.record
    if view.has_house_rules or [int(s.tricks), int(s.subtle), int(s.deep)] != made_for()[2:]:
        return think(game, view, seat, seed, BESIDE)
    actions = np.zeros(2 * game.facts.max_actions, np.int32)
    actions[: len(legal)] = legal
    count = int(sensible(s, actions, len(legal)))
    kept = [(int(action), int(kind_of(s, int(action)))) for action in actions[:count]]
    rng = np.array([seed % 2**64], np.uint64)
    row = known.row(int(situation(s, seat)))
    if row is None:
        return unknown(game, view, seat, seed, kept)
    shares = known.shares[row].tolist()
    if not any(shares[kind] for _, kind in kept):
        shares = [1] * KINDS
    alike = [sum(other == kind for _, other in kept) for kind in range(KINDS)]
    weights = [shares[kind] * SCALE // alike[kind] for _, kind in kept]
    worths = [2.0 * int(known.chances[row, kind]) / MOST - 1.0 for _, kind in kept]
    findings = tuple(
        Finding(action, weight, worth) for (action, _), weight, worth in zip(kept, weights, worths, strict=True)
    )
    return Thought(drawn(findings, rng), findings, sum(weights))


def drawn(findings: tuple[Finding, ...], rng: NDArray[np.uint64]) -> int:
    """Draw a move by its weight."""
    left = int(roll(rng, sum(found.visits for found in findings)))
    for found in findings:
        left -= found.visits
        if left < 0:
            return found.action
    raise AssertionError("the weights do not add up")


def unknown(game: Game, view: View, seat: int, seed: int, kept: list[tuple[int, int]]) -> Thought:
    """Move where the table says nothing: be patient, which is safe against everybody, or search."""
    if seat == codes.MOUSE:
        return think(game, view, seat, seed, BESIDE)
    actions = np.array([action for action, _ in kept] + [0] * (2 * game.facts.max_actions), np.int32)
    return Thought(int(greedy(view.record, seat, actions, len(kept), np.array([seed % 2**64], np.uint64))))
