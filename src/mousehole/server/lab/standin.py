"""Stands in for the lab's own runs until they are there."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.lab.figures import Bar, Bin, Comparison, Difference, Example, Histogram, Results
from mousehole.lab.playing import Games, play_bots
from mousehole.lab.setup import SetUp
from mousehole.lab.statistics import mean, paired_difference, rate, rate_of

OnFigures = Callable[[Callable[[], Results | Comparison]], None]


def one_game(setup: SetUp, number: int) -> Match:
    """Play one game of a run."""
    return play_bots(
        load(setup.game), setup.players, 1, seats=setup.seats, options=setup.options, seed=setup.seed, first=number
    ).match(0)


def part(setup: SetUp, first: int, count: int) -> Games:
    """Play some games."""
    return play_bots(
        load(setup.game), setup.players, count, seats=setup.seats, options=setup.options, seed=setup.seed, first=first
    )


def play(one: SetUp, two: SetUp | None, *, threads: int, on_figures: OnFigures) -> Results | Comparison:
    """Play all games of a set-up, or of two."""
    del threads
    setups = [one] if two is None else [one, two]
    parts: list[list[Games]] = [[] for _ in setups]
    done, size, begun = 0, 4, time.perf_counter()

    def figures() -> Results | Comparison:
        seconds = time.perf_counter() - begun
        found = [results(setup, joined(some), seconds) for setup, some in zip(setups, parts, strict=True)]
        if two is None:
            return found[0]
        return compare(found, [joined(some) for some in parts])

    while done < one.games:
        size = min(size, one.games - done)
        start = time.perf_counter()
        for setup, some in zip(setups, parts, strict=True):
            some.append(part(setup, done, size))
        done += size
        size = max(1, int(size * min(2, 0.4 / max(time.perf_counter() - start, 1e-3))))
        on_figures(figures)
    return figures()


def joined(parts: list[Games]) -> Games:
    """Put games together."""
    first = parts[0]
    arrays = (np.concatenate([getattr(p, n) for p in parts]) for n in ("payoffs", "reasons", "lengths", "choices"))
    return Games(first.game, first.seats, first.options, first.seed, first.first, first.players, *arrays)  # type: ignore[arg-type]


def side_label(game: Game, seats: int, side: int) -> str:
    """Name a side."""
    if game.facts.side_names:
        return game.facts.side_names[side]
    return game.words.seat_name(seats, side)


def results(setup: SetUp, games: Games, seconds: float) -> Results:
    """Work out the figures."""
    sides = games.sides
    labels = [side_label(games.game, games.seats, side) for side in sides]
    scores = np.stack([games.scores(side) for side in sides], axis=1)
    winner = np.where(scores.max(axis=1) == 1, scores.argmax(axis=1), len(sides))

    def by(mask: object) -> tuple[int, ...]:
        return tuple(int(n) for n in np.bincount(winner[mask], minlength=len(sides) + 1))

    def some(mask: object) -> tuple[int, ...]:
        return tuple(int(n) for n in np.flatnonzero(mask)[:8])

    low, high = int(games.lengths.min()), int(games.lengths.max()) + 1
    edges = np.unique(np.linspace(low, high, 21).astype(int))
    bins = []
    for a, b in zip(edges[:-1], edges[1:], strict=True):
        mask = (games.lengths >= a) & (games.lengths < b)
        bins.append(Bin(float(a), float(b), int(mask.sum()), by(mask), some(mask)))
    reasons = games.game.words.REASONS
    endings = []
    for name, count in games.endings().items():
        mask = games.reasons == reasons.index(name)
        share = rate_of(mask.astype(float))
        endings.append(Bar(name, name.replace("_", " "), share, count, some(mask), None, by(mask)))
    middle = float(np.median(games.lengths))
    typical = int(np.abs(games.lengths - middle).argmin())
    order = games.lengths
    return Results(
        address=setup.address(),
        game=setup.game,
        title=setup.facts.title,
        played=len(games),
        asked=setup.games,
        seconds=seconds,
        is_done=len(games) >= setup.games,
        winners=(*labels, "nobody"),
        sides=tuple(
            Bar(
                str(side),
                labels[i],
                rate(games.tally(side)),
                int((scores[:, i] > 0).sum()),
                some(scores[:, i] == 1),
                1 / len(sides) if len(sides) > 1 else None,
            )
            for i, side in enumerate(sides)
        ),
        seats=(),
        lengths=Histogram("decisions", tuple(bins), mean(games.lengths.astype(float)), middle),
        endings=tuple(endings),
        examples=(
            Example("typical", "a typical game", typical, f"{int(order[typical])} decisions"),
            Example("shortest", "the shortest", int(order.argmin()), f"{int(order.min())} decisions"),
            Example("longest", "the longest", int(order.argmax()), f"{int(order.max())} decisions"),
        ),
    )


def compare(found: list[Results], games: list[Games]) -> Comparison:
    """Compare two set-ups."""
    first, second = games
    differences = []
    for bar, side in zip(found[0].sides, first.sides, strict=True):
        gain = paired_difference(second.scores(side), first.scores(side))
        word = "too early" if gain.games < 20 else "clear" if gain.low > 0 or gain.high < 0 else "no difference shown"
        differences.append(Difference(bar.name, bar.label, gain, word))
    changed = int((first.scores(first.sides[0]) != second.scores(first.sides[0])).sum())
    lead = differences[0]
    return Comparison(
        found[0],
        found[1],
        len(first),
        tuple(differences),
        changed,
        mean((second.lengths - first.lengths).astype(float)),
        f"With the second set-up {lead.label} wins {100 * lead.difference.value:+.0f} games more in a hundred.",
    )
