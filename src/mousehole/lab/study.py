"""What a study is: tables to play at, what somebody claims about them, and how to find out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import numpy as np

from mousehole.engine.errors import TableError
from mousehole.games import load
from mousehole.lab.figures import Estimate
from mousehole.lab.playing import Bot, Chosen, Games, OnGames, Watch, play_bots, play_random
from mousehole.lab.statistics import mean, paired_difference, rate, rate_of, ratio

Played = Mapping[str, Games]
"""The games of each cell, by its name."""


class BadStudy(TableError):
    """A study that asks for what its games cannot show."""

    code = "bad_study"


@dataclass(frozen=True)
class Cell:
    """A table at which many games are played; game g has the same seed at every table of a study."""

    name: str
    game: str
    players: tuple[Bot, ...] = ()
    """The bots, one a side, or one for all; nobody: random moves."""
    seats: int | None = None
    options: Chosen = field(default_factory=dict)
    watch: Watch | None = None
    most: int | None = None
    """No more games than this are played here, however many are asked for: some bots think long."""

    def count(self, games: int) -> int:
        """Say how many games are played here if a study is asked for so many."""
        return games if self.most is None else min(games, self.most)

    def play(self, games: int, *, seed: int, threads: int, on_games: OnGames | None) -> Games:
        """Play at this table: so many games, but no more than its most."""
        game, seats, options, count = load(self.game), self.seats, self.options, self.count(games)
        if not self.players:
            return play_random(game, count, seats=seats, options=options, seed=seed, threads=threads, on_games=on_games)
        return play_bots(
            game, self.players, count,
            seats=seats, options=options, seed=seed, threads=threads, watch=self.watch, on_games=on_games,
        )  # fmt: skip


class Measure(Protocol):
    """A figure that games show."""

    is_share: ClassVar[bool]
    """Whether it is a share, to be written in per cent, or a plain number."""

    def of(self, played: Played) -> Estimate:
        """Estimate it."""


@dataclass(frozen=True)
class Wins:
    """How many games a side wins."""

    is_share: ClassVar[bool] = True
    cell: str
    side: int

    def of(self, played: Played) -> Estimate:
        """Estimate it."""
        return rate(played[self.cell].tally(self.side))


@dataclass(frozen=True)
class Gain:
    """How many games more a side wins in one cell than in another, deal by deal."""

    is_share: ClassVar[bool] = True
    cell: str
    over: str
    side: int

    def of(self, played: Played) -> Estimate:
        """Estimate it."""
        return paired_difference(played[self.cell].scores(self.side), played[self.over].scores(self.side))


@dataclass(frozen=True)
class Noted:
    """The mean of what a watcher noted, numbers from 0 to 1, in the games in which it noted it."""

    is_share: ClassVar[bool] = True
    cell: str
    note: str

    def of(self, played: Played) -> Estimate:
        """Estimate it."""
        return rate_of(played[self.cell].notes.get(self.note, np.zeros(0)))


@dataclass(frozen=True)
class Part:
    """What one note is of another, over all games: tests passed of tests made."""

    is_share: ClassVar[bool] = True
    cell: str
    note: str
    whole: str

    def of(self, played: Played) -> Estimate:
        """Estimate it."""
        notes = played[self.cell].notes
        return ratio(notes[self.note], notes[self.whole])


@dataclass(frozen=True)
class Mean:
    """The mean of a note that every game has."""

    is_share: ClassVar[bool] = False
    cell: str
    note: str

    def of(self, played: Played) -> Estimate:
        """Estimate it."""
        return mean(played[self.cell].notes[self.note])


@dataclass(frozen=True)
class Claim:
    """What somebody says: that a figure lies between two bounds."""

    sentence: str
    measure: Measure
    above: float = -math.inf
    below: float = math.inf


@dataclass(frozen=True)
class Split:
    """How a side fares by what was noted: in the games in which each of these notes is 1."""

    head: str
    """What the notes are about."""
    side: int
    cells: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Study:
    """A question about games, and what would answer it."""

    id: str
    title: str
    question: str
    cells: tuple[Cell, ...]
    claims: tuple[Claim, ...] = ()
    split: Split | None = None
    side: int | None = None
    """The side whose wins are listed; everybody's, if none is named."""
    tables: tuple[str, ...] = ("wins", "lengths", "endings")
    """What is listed of every cell."""
    games: int = 1000
    """How many games are usual in each cell, unless its `most` is less."""

    def __post_init__(self) -> None:
        """Refuse to compare games one by one at tables that need not have equally many."""
        most = {cell.name: cell.most for cell in self.cells}
        for claim in self.claims:
            gain = claim.measure
            if isinstance(gain, Gain) and most.get(gain.cell) != most.get(gain.over):
                raise BadStudy(
                    f"{claim.sentence!r} compares games one by one, but {limit_text(most, gain.cell)}"
                    f" and {limit_text(most, gain.over)}"
                )


def limit_text(most: Mapping[str, int | None], cell: str) -> str:
    """Say how many games are played in a cell at most."""
    count = most.get(cell)
    return f"{cell!r} has {'as many as are asked for' if count is None else f'at most {count:,} games'}"


@dataclass(frozen=True)
class Findings:
    """A study, and the games that were played for it."""

    study: Study
    games: int
    """How many were asked for in each cell."""
    seed: int
    played: Played

    def estimate(self, claim: Claim) -> Estimate:
        """Estimate the figure that a claim is about."""
        return claim.measure.of(self.played)

    def verdict(self, claim: Claim) -> str:
        """Say what became of a claim."""
        return self.estimate(claim).verdict(claim.above, claim.below)


def run_study(
    study: Study, games: int | None = None, *, seed: int = 0, threads: int = 1, on_games: OnGames | None = None
) -> Findings:
    """Play the games of a study: so many in each cell, but no more than its most."""
    asked = study.games if games is None else games
    total = sum(cell.count(asked) for cell in study.cells)
    played: dict[str, Games] = {}
    for cell in study.cells:
        before = sum(map(len, played.values()))

        def tell(done: int, _: int, before: int = before) -> None:
            if on_games:
                on_games(before + done, total)

        played[cell.name] = cell.play(asked, seed=seed, threads=threads, on_games=tell)
    return Findings(study, asked, seed, played)
