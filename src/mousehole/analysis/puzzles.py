"""Puzzles: moments of games in which one move is clearly best, or a secret is certain to somebody who counts.

A puzzle is a game up to a moment, by its deal and its moves, so that everything else follows by the rules: what the
player sees, what is legal, what was seen before. They lie in `puzzles/<game>.jsonl`, one in a line, the easiest first;
a puzzle for other rules than today's is left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from mousehole.engine.game import Game
from mousehole.engine.match import Match

Kind = Literal["move", "deduction", "win"]
MOVE: Final = "move"
DEDUCTION: Final = "deduction"
WIN: Final = "win"
"""The kinds: find the best move; say what is certain; find the one move that wins whatever chance brings."""


@dataclass(frozen=True)
class Puzzle:
    """A moment with one right answer."""

    game: str
    rules: int
    """The version of the rules."""
    seats: int
    options: tuple[int, ...]
    seed: int
    actions: tuple[int, ...]
    """What was played before, always by the first seat that was asked."""
    seat: int
    """Who is to move, or whose knowledge it is about."""
    best: int
    """The best move, or what is certain."""
    grade: int
    """How hard it is, from 1 to 5: how long a search must look to find the move, or how many facts are needed."""
    reason: str
    """Within how many moves a certain win wins; nothing for other kinds, whose numbers and facts say it."""
    kind: Kind = MOVE
    chance: float = 1.0
    """How likely the best move wins, from what the seat knows."""
    second: float = 0.0
    """How likely the next best move wins."""
    subject: int = 0
    """What a deduction is about, as the game counts it."""
    rival: int = -1
    """Of the other moves the one that looks best, which a hint strikes out; -1 for a deduction, or not known yet."""

    def match(self, game: Game) -> Match:
        """Play the game to the moment."""
        match = Match(game, self.seats, self.options, self.seed, [], [game.deal(self.seats, self.options, self.seed)])
        for action in self.actions:
            match.step(match.actors()[0], action)
        return match

    def line(self) -> str:
        """Write the puzzle in one line."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @property
    def name(self) -> str:
        """Name the puzzle among those of its game, to find it and to remember that it is solved."""
        moment = f"{self.seed}-{len(self.actions)}"
        return moment if self.kind != DEDUCTION else f"{moment}-{self.seat}-{self.subject}"


def read_line(line: str) -> Puzzle:
    """Read a puzzle from its line."""
    found = json.loads(line)
    found["options"], found["actions"] = tuple(found["options"]), tuple(found["actions"])
    return Puzzle(**found)


def puzzles_of(game: Game) -> list[Puzzle]:
    """List the puzzles of a game that are in the package."""
    return list(stored(game.facts.id, game.facts.rules_version))


@cache
def stored(game_id: str, rules: int) -> tuple[Puzzle, ...]:
    """Read the puzzles of a game that are in the package, those for these rules; the game itself is not needed."""
    file = files("mousehole.analysis").joinpath("puzzles", f"{game_id}.jsonl")
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    return tuple(puzzle for puzzle in map(read_line, lines) if puzzle.rules == rules)


def chosen(puzzles: Sequence[Puzzle], solved: set[str]) -> Puzzle | None:
    """Choose what to solve next: the easiest that is not solved yet."""
    left = [puzzle for puzzle in puzzles if name_of(puzzle) not in solved]
    return min(left, key=lambda puzzle: puzzle.grade, default=None)


def grade_after(puzzles: Sequence[Puzzle], solved: set[str], grade: int) -> int | None:
    """Say which grade comes after one: a harder one, else the easiest that is not solved; None if all are."""
    left = {puzzle.grade for puzzle in puzzles if name_of(puzzle) not in solved} - {grade}
    return min(left, key=lambda one: (one < grade, one), default=None)


def name_of(puzzle: Puzzle) -> str:
    """Name a puzzle among all of them."""
    return f"{puzzle.game} {puzzle.rules} {puzzle.name}"
