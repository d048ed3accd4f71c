"""What many games show, as plain data: a page draws it, a file keeps it, a program reads it.

Every figure has its 95% interval. Shares are from 0 to 1. Where something names games, it gives their numbers within
the run, so that one of them can be opened (`running.match_of`). No number here is ever infinite or missing: where
nothing can be said, the whole part is None.
"""

from __future__ import annotations

from dataclasses import dataclass

CONFIRMED, REFUTED, UNDECIDED = "confirmed", "refuted", "undecided"
SHOWN = 8
"""So many games are named behind a bar."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Which quantiles a band has."""


@dataclass(frozen=True)
class Estimate:
    """A figure, its 95% interval, and how many games it rests on."""

    value: float
    low: float
    high: float
    games: int

    def verdict(self, low: float, high: float) -> str:
        """Say what becomes of the claim that the true figure lies between two bounds."""
        if low < self.low and self.high < high:
            return CONFIRMED
        return REFUTED if self.high < low or high < self.low else UNDECIDED


@dataclass(frozen=True)
class Bar:
    """How often something was so."""

    name: str
    """A code that stays: a reason's, or the number of a side or seat."""
    label: str
    """The same in words."""
    share: Estimate
    count: int
    """In so many games; a shared win counts for each winner."""
    games: tuple[int, ...]
    """Up to eight of these games."""
    fair: float | None = None
    """The share that equals would have, where there is one."""
    by_winner: tuple[int, ...] = ()
    """The same games by who won, in the order of `Results.winners`."""


@dataclass(frozen=True)
class Bin:
    """What lies from one number up to, but not including, another."""

    low: float
    high: float
    share: Estimate
    """Of all games, or of all decisions where decisions are counted."""
    count: int
    by_winner: tuple[int, ...]
    """The same by who won the game, in the order of `Results.winners`."""
    games: tuple[int, ...]


@dataclass(frozen=True)
class Histogram:
    """How numbers are spread."""

    unit: str
    """What is counted: decisions, rounds, moves."""
    bins: tuple[Bin, ...]
    mean: Estimate
    middle: Estimate
    """The median."""


@dataclass(frozen=True)
class Band:
    """How a chance is spread at one moment of many games: where games lie, not how sure it is where they do."""

    at: float
    """The share of the game that has been played, from 0 to 1."""
    quantiles: tuple[float, ...]
    """The chances that 5, 25, 50, 75 and 95% of games do not exceed."""
    lows: tuple[float, ...]
    """How sure these are: where the 95% interval of each begins, ..."""
    highs: tuple[float, ...]
    """... and where it ends."""


@dataclass(frozen=True)
class Story:
    """The story of a typical game, by what the bots themselves thought their chances were, each from its own view."""

    bands: tuple[Band, ...]
    """The chance of whoever won in the end; of a game for one player that was lost, the chance that it would be."""
    sides: tuple[tuple[Band, ...], ...]
    """The chance of each side, whoever won."""
    lead_changes: Histogram
    """How often another side has the best chance."""
    decided: Histogram
    """The share of the game, in hundredths, after which the winner's chance stays above 90%."""
    last_round: Estimate
    """How often the winner's chance was still below a half in the last tenth of the game."""


@dataclass(frozen=True)
class Choices:
    """Where the choices are."""

    legal: Histogram
    """Legal moves in a decision."""
    matter: Histogram | None
    """Moves within two points of the best, as the bot saw it; of decisions that it thought about."""
    forced: Estimate
    """The share of decisions with one legal move."""


@dataclass(frozen=True)
class Worth:
    """What a component is worth: how often a side wins with it and without it."""

    name: str
    label: str
    kind: str
    """What it is: card, room, job, agenda."""
    side: int
    """Whose wins these are."""
    side_label: str
    with_it: Estimate
    without: Estimate
    difference: Estimate
    """With it less without it. Games are not paired: whoever is ahead may be the one who gets it."""
    games: tuple[int, ...]
    """Games with it."""


@dataclass(frozen=True)
class Luck:
    """How much of the outcome the deal explains, and what playing better is worth."""

    deal: Estimate
    """The share of the outcome's variance that the deal explains: the same deal was played again by other chance."""
    play: Estimate
    """The rest: what players did with it."""
    repeats: int
    levels: tuple[Level, ...] = ()


@dataclass(frozen=True)
class Level:
    """What a level wins in a role when it takes somebody's place on the same deals."""

    side: int
    side_label: str
    level: str
    share: Estimate
    difference: Estimate
    """More than the level that sat there before, on the same deals."""


@dataclass(frozen=True)
class Example:
    """One game worth a look."""

    name: str
    """A code that stays: typical, upset, lead_changes, last_move, shortest, longest."""
    label: str
    game: int
    note: str
    """What is special about it, in a few words with its number."""


@dataclass(frozen=True)
class Results:
    """Everything that a run shows so far."""

    address: str
    """The set-up as the query of a link."""
    game: str
    title: str
    played: int
    asked: int
    seconds: float
    """How long the games played so far took."""
    is_done: bool
    winners: tuple[str, ...]
    """Who can win, in words, in the order of every `by_winner`; several at once and nobody come last."""
    sides: tuple[Bar, ...]
    seats: tuple[Bar, ...]
    """By seat in games where the seats of a side differ, and by who started where that is drawn."""
    lengths: Histogram
    endings: tuple[Bar, ...]
    story: Story | None = None
    choices: Choices | None = None
    worths: tuple[Worth, ...] = ()
    luck: Luck | None = None
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True)
class Difference:
    """How many games more a side wins in the second set-up than in the first, on the same deals."""

    name: str
    label: str
    difference: Estimate
    verdict: str
    """`clear`, `no difference shown` or `too early`."""


@dataclass(frozen=True)
class Comparison:
    """Two set-ups side by side."""

    first: Results
    second: Results
    pairs: int
    """Deals played in both."""
    differences: tuple[Difference, ...]
    changed: int
    """In so many pairs somebody else won."""
    length: Estimate
    """How much longer games of the second are."""
    verdict: str
    """One sentence."""
