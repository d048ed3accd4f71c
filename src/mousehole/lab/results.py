"""From games to figures: what a run shows so far, and what two set-ups on the same deals differ in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mousehole.engine.rule import Numbers
from mousehole.lab.arena import role_name
from mousehole.lab.chunks import FULL, LEGAL_FROM, MATTER_FROM, POINTS, UNKNOWN, Array
from mousehole.lab.components import Component, watching
from mousehole.lab.figures import (
    QUANTILES,
    SHOWN,
    Band,
    Bar,
    Bin,
    Choices,
    Estimate,
    Example,
    Histogram,
    Level,
    Luck,
    Results,
    Story,
    Worth,
)
from mousehole.lab.running import Run
from mousehole.lab.statistics import (
    difference,
    median,
    paired_difference,
    quantile_rows,
    rate_by_group,
    rate_of,
    ratio,
    shared_variance,
    within,
)

Mask = NDArray[np.bool_]
MOST_BINS = 24
WIDTHS = tuple(width * 10**power for power in range(5) for width in (1, 2, 5))
"""Bins of a histogram are so wide."""
PLACES = ("starts", "second", "third", "fourth", "fifth", "sixth")
LEAST_DEALS = 10
"""Luck is told from so many repeated deals on."""
SEVERAL, NOBODY = "several at once", "nobody"
ANYBODY = -1
"""Stands for a side where everybody's games are taken together."""
TENTHS = 10
HALF = 0.5 - 1e-12
"""A half, as sums of shares come to it."""


class Seen:
    """The games of a run, with what all figures need of them."""

    def __init__(self, run: Run) -> None:
        """Work out who won what."""
        self.run, self.set_up, self.arrays = run, run.set_up, run.arrays
        self.games = run.games
        self.numbers: Array = self.arrays["numbers"]
        self.sides = self.games.sides
        self.roles = [role_name(run.game, run.set_up.seats, side) for side in self.sides]
        self.scores = [self.games.scores(side) for side in self.sides]
        self.winner = self.find_winners()

    def find_winners(self) -> NDArray[np.int64]:
        """Say for each game which side won, by its place; behind the sides come several at once, and nobody."""
        won = np.stack([self.games.payoffs[:, self.seat_of(side)] > 0 for side in self.sides], axis=1)
        count = won.sum(axis=1)
        alone = won.argmax(axis=1)
        found: NDArray[np.int64] = np.where(count == 1, alone, np.where(count == 0, len(won[0]) + 1, len(won[0])))
        return found

    def seat_of(self, side: int) -> int:
        """Return the first seat of a side."""
        return next(s for s in range(self.set_up.seats) if self.run.game.facts.side_of(s) == side)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who can win, in words."""
        return (*self.roles, SEVERAL, NOBODY)

    def named(self, which: Mask) -> tuple[int, ...]:
        """Name some games, the first of them."""
        return tuple(self.numbers[np.flatnonzero(which)[:SHOWN]].tolist())

    def by_winner(self, which: Mask) -> tuple[int, ...]:
        """Count some games by who won."""
        return tuple(np.bincount(self.winner[which], minlength=len(self.winners)).tolist())

    def share(self, scores: Numbers) -> Estimate:
        """Estimate a share of wins."""
        return rate_by_group(scores, self.set_up.repeats)

    def histogram(self, values: Array, unit: str, low: float, high: float, which: Mask | None = None) -> Histogram:
        """Show how whole numbers are spread, one of each game; some games may have none."""
        known = np.ones(len(values), np.bool_) if which is None else which
        seen = values[known].astype(np.float64)
        least, most = int(seen.min()), int(seen.max())
        width = next(width for width in WIDTHS if (most // width - least // width) < MOST_BINS or width == WIDTHS[-1])
        starts = range(least // width * width, most + 1, width)
        bins = []
        for start in starts:
            here = known & (values >= start) & (values < start + width)
            bins.append(self.bin(start, start + width, here, known))
        return Histogram(unit, tuple(bins), self.mean(values, known, low, high), self.median(values, known, low, high))

    def bin(self, low: float, high: float, here: Mask, known: Mask) -> Bin:
        """Count the games that lie somewhere, and estimate which part of those that could they are."""
        share = self.share(here.astype(np.float64)) if known.all() else self.mean(here, known, 0.0, 1.0)
        return Bin(low, high, share, int(here.sum()), self.by_winner(here), self.named(here))

    def mean(self, values: Array, known: Mask, low: float, high: float) -> Estimate:
        """Estimate a mean of some games; those of one deal count together."""
        deals = self.numbers[known] // self.set_up.repeats
        counts = np.bincount(deals - deals.min()).astype(np.float64)
        sums: Numbers = np.bincount(deals - deals.min(), weights=values[known].astype(np.float64)).astype(np.float64)
        found = ratio(sums[counts > 0], counts[counts > 0])
        return within(replace(found, games=int(known.sum())), low, high)

    def median(self, values: Array, known: Mask, low: float, high: float) -> Estimate:
        """Estimate a median of some games."""
        return median(values[known].astype(np.float64), low, high, self.set_up.repeats)


def figures(run: Run, levels: Sequence[Level] = ()) -> Results | None:
    """Work out everything that a run shows so far; None before the first game is done."""
    if not run.chunks:
        return None
    seen = Seen(run)
    facts = run.game.facts
    return Results(
        address=run.set_up.address(),
        game=facts.id,
        title=facts.title,
        played=run.played,
        asked=run.set_up.games,
        seconds=run.seconds,
        is_done=run.is_done,
        winners=seen.winners,
        sides=sides_of(seen),
        seats=places_of(seen),
        lengths=lengths_of(seen),
        endings=endings_of(seen),
        story=story_of(seen),
        choices=choices_of(seen),
        worths=worths_of(seen),
        luck=luck_of(seen, levels),
        examples=examples_of(seen),
    )


def sides_of(seen: Seen) -> tuple[Bar, ...]:
    """Show how often each side wins; a draw counts for everybody in parts."""
    fair = 1 / len(seen.sides) if len(seen.sides) > 1 else None
    bars = []
    for place, (side, scores) in enumerate(zip(seen.sides, seen.scores, strict=True)):
        won = seen.winner == place
        count = int((seen.games.payoffs[:, seen.seat_of(side)] > 0).sum())
        bars.append(Bar(str(side), seen.roles[place], seen.share(scores), count, seen.named(won), fair))
    return tuple(bars)


def places_of(seen: Seen) -> tuple[Bar, ...]:
    """Show how often whoever starts, comes second and so on wins, in games where the starter is drawn."""
    starters = seen.arrays.get("starters")
    if starters is None or (starters < 0).any() or len(seen.sides) != seen.set_up.seats:
        return ()
    seats, rows = seen.set_up.seats, np.arange(len(starters))
    scores = np.stack(seen.scores, axis=1)
    bars = []
    for place in range(seats):
        seat = (starters.astype(np.int64) + place) % seats
        mine = scores[rows, seat]
        won = seen.winner == seat
        bars.append(Bar(str(place), PLACES[place], seen.share(mine), int((mine > 0).sum()), seen.named(won), 1 / seats))
    return tuple(bars)


def lengths_of(seen: Seen) -> Histogram:
    """Show how long games are: in rounds where the game has such, else in decisions."""
    unit, rounds = watching(seen.set_up.game).unit, seen.arrays.get("rounds")
    longest = float(seen.run.game.facts.longest)
    if rounds is None or not rounds.any():
        return seen.histogram(seen.arrays["lengths"], "decisions", 0.0, longest)
    return seen.histogram(rounds, unit, 0.0, longest)


def endings_of(seen: Seen) -> tuple[Bar, ...]:
    """Show how games end, the commonest way first."""
    reasons, names = seen.arrays["reasons"], seen.run.game.words.REASONS
    bars = []
    for code in np.unique(reasons).tolist():
        here = reasons == code
        share = seen.share(here.astype(np.float64))
        label = names[code].replace("_", " ")
        by_winner = seen.by_winner(here)
        bars.append(Bar(names[code], label, share, int(here.sum()), seen.named(here), by_winner=by_winner))
    return tuple(sorted(bars, key=lambda bar: -bar.count))


# The story


def bands_of(chances: NDArray[np.uint8], repeats: int) -> tuple[Band, ...]:
    """Show how chances are spread, at each of the points they are kept at, and how sure each quantile is."""
    ordered = np.sort(chances, axis=0)
    found = np.stack([quantile_rows(ordered, share, 0, FULL, repeats) for share in QUANTILES]) / FULL
    return tuple(
        Band(point / (POINTS - 1), *(tuple(found[:, part, point].tolist()) for part in range(3)))
        for point in range(POINTS)
    )


def story_of(seen: Seen) -> Story | None:
    """Tell the story of a typical game, if bots thought."""
    chances = seen.arrays.get("chances")
    if chances is None:
        return None
    known: Mask = seen.arrays["decided"] >= 0
    if not known.any():
        return None
    told = chances[known]
    if len(seen.sides) == 1:
        of_winner = np.where((seen.winner[known] == 0)[:, None], told[:, 0], FULL - told[:, 0])
    else:
        of_winner = told[np.arange(len(told)), seen.winner[known]]
    whole = chances[(chances != UNKNOWN).all(axis=(1, 2))]
    return Story(
        bands=bands_of(of_winner, seen.set_up.repeats),
        sides=tuple(bands_of(whole[:, place], seen.set_up.repeats) for place in range(len(seen.sides))),
        lead_changes=seen.histogram(
            seen.arrays["lead_changes"], "changes", 0.0, float(seen.run.game.facts.longest), known
        ),
        decided=tenths(seen, seen.arrays["decided"], known),
        last_round=rate_of(seen.arrays["late"][known].astype(np.float64)),
    )


def tenths(seen: Seen, values: Array, known: Mask) -> Histogram:
    """Show how parts of a game, in hundredths, are spread over its tenths; the end belongs to the last."""
    bins = []
    for tenth in range(TENTHS):
        low, high = 10 * tenth, 10 * (tenth + 1)
        here = known & (values >= low) & ((values < high) | (tenth == TENTHS - 1))
        bins.append(seen.bin(low, high, here, known))
    return Histogram(
        "hundredths of the game", tuple(bins), seen.mean(values, known, 0, 100), seen.median(values, known, 0, 100)
    )


# Choices


def choices_of(seen: Seen) -> Choices | None:
    """Show where the choices are, if it was noted."""
    arrays = seen.arrays
    if "legal" not in arrays:
        return None
    decisions = arrays["lengths"].astype(np.float64)
    thought = arrays["matter"].sum(axis=1).astype(np.float64)
    has_thought = bool(thought.sum())
    most = float(seen.run.game.facts.max_actions)
    legal = ratio(arrays["choices"].astype(np.float64), decisions)
    good = ratio(arrays["good"].astype(np.float64), thought) if has_thought else None
    return Choices(
        legal=spread(arrays["legal"], LEGAL_FROM, "legal moves", legal, most),
        matter=spread(arrays["matter"], MATTER_FROM, "moves that are as good", good, most) if good else None,
        forced=within(ratio(arrays["forced"].astype(np.float64), decisions), 0.0, 1.0),
    )


def spread(counts: Array, starts: Sequence[int], unit: str, found: Estimate, most: float) -> Histogram:
    """Show decisions that were counted by a number, up to the last that was ever met.

    The median is of decisions, but games are independent: its interval holds every number of which it cannot be ruled
    out, by the share of decisions below it, that half of all decisions lie there.
    """
    totals = counts.sum(axis=0, dtype=np.int64)
    last = int(np.flatnonzero(totals).max(initial=0))
    ends = (*starts[1:], max(starts[-1], most) + 1)
    wholes = counts.sum(axis=1, dtype=np.int64).astype(np.float64)
    shares = [within(ratio(counts[:, i].astype(np.float64), wholes), 0.0, 1.0) for i in range(last + 1)]
    bins = [Bin(starts[i], ends[i], share, int(totals[i]), (), ()) for i, share in enumerate(shares)]
    sums = counts.cumsum(axis=1, dtype=np.int64).astype(np.float64)
    upto = [ratio(sums[:, i], wholes) for i in range(len(starts))]
    middle, low, high = (
        float(starts[next((i for i, reached in enumerate(ends_of) if reached >= HALF), -1)])
        for ends_of in ([one.value for one in upto], [one.high for one in upto], [one.low for one in upto])
    )
    return Histogram(unit, tuple(bins), within(found, 1.0, most), Estimate(middle, low, high, len(counts)))


# What a component is worth


def worths_of(seen: Seen) -> tuple[Worth, ...]:
    """Show how often sides win with each component and without it; what everybody or nobody had is left out."""
    had = seen.arrays.get("components")
    if had is None:
        return ()
    found = []
    for column, component in enumerate(watching(seen.set_up.game).components):
        places = [seen.sides.index(component.side)] if component.side is not None else list(range(len(seen.sides)))
        mine = had[:, places, column].astype(np.bool_)
        scores = np.stack([seen.scores[place] for place in places], axis=1)
        if mine.any() and not mine.all():
            found.append(worth(seen, component, places, mine, scores))
    return tuple(found)


def worth(seen: Seen, component: Component, places: Sequence[int], mine: Mask, scores: Numbers) -> Worth:
    """Show what one component is worth.

    Where all seats are taken together, each counts as a game of its own. Since one seat's win is the others' loss, the
    interval is then rather too wide than too narrow.
    """
    with_it, without = rate_of(scores[mine]), rate_of(scores[~mine])
    is_one = len(places) == 1
    return Worth(
        component.name,
        component.label,
        component.kind,
        seen.sides[places[0]] if is_one else ANYBODY,
        seen.roles[places[0]] if is_one else "a player",
        with_it,
        without,
        difference(with_it, without),
        seen.named(np.any(mine, axis=1)),
    )


def restricted_worth(base: Run, barred: Run) -> Worth:
    """Show what a component is worth by restricted play: the same deals, played with it and by a bot that may not."""
    component = watching(barred.set_up.game).find(barred.set_up.without)
    if component is None:
        raise ValueError("nothing was kept from anybody")
    side = component.side or 0
    mine, theirs = paired_scores(base, barred)
    place = base.game.facts.sides(base.set_up.seats).index(side)
    size = base.set_up.repeats
    return Worth(
        component.name,
        component.label,
        f"{component.kind}, done without",
        side,
        role_name(base.game, base.set_up.seats, side),
        rate_by_group(mine[place], size),
        rate_by_group(theirs[place], size),
        paired_difference(by_deal(mine[place], size), by_deal(theirs[place], size)),
        tuple(common_numbers(base, barred)[:SHOWN].tolist()),
    )


# Luck and skill


def luck_of(seen: Seen, levels: Sequence[Level]) -> Luck | None:
    """Show how much the deal explains, if deals were repeated."""
    repeats = seen.set_up.repeats
    deals = seen.numbers // repeats
    whole = np.flatnonzero(np.bincount(deals) == repeats)
    if repeats == 1 or len(whole) < LEAST_DEALS:
        return None
    kept = np.isin(deals, whole)
    deal = shared_variance([scores[kept].reshape(-1, repeats) for scores in seen.scores])
    play = Estimate(1 - deal.value, 1 - deal.high, 1 - deal.low, deal.games)
    return Luck(deal, play, repeats, tuple(levels))


def level_of(base: Run, other: Run, side: int) -> Level:
    """Show what another level wins in a role, on the same deals."""
    mine, theirs = paired_scores(base, other)
    place = base.game.facts.sides(base.set_up.seats).index(side)
    size = base.set_up.repeats
    return Level(
        side,
        role_name(base.game, base.set_up.seats, side),
        other.set_up.seated[place],
        rate_by_group(theirs[place], size),
        paired_difference(by_deal(theirs[place], size), by_deal(mine[place], size)),
    )


def common_numbers(one: Run, two: Run) -> NDArray[np.int64]:
    """List the games that both runs have played."""
    found: NDArray[np.int64] = np.intersect1d(one.arrays["numbers"], two.arrays["numbers"])
    return found


def paired_scores(one: Run, two: Run) -> tuple[list[Numbers], list[Numbers]]:
    """Return what each side won in the games that both runs have played, whole deals alone."""
    common = common_numbers(one, two)
    common = common[: len(common) // one.set_up.repeats * one.set_up.repeats]
    picked = []
    for run in (one, two):
        rows = np.searchsorted(run.arrays["numbers"], common)
        picked.append([run.games.scores(side)[rows] for side in run.games.sides])
    return picked[0], picked[1]


def by_deal(scores: Numbers, repeats: int) -> Numbers:
    """Average what was won on each deal."""
    averaged: Numbers = scores[: len(scores) // repeats * repeats].reshape(-1, repeats).mean(axis=1)
    return averaged


# Games worth a look


def examples_of(seen: Seen) -> tuple[Example, ...]:
    """Choose games worth a look."""
    lengths, unit = (
        (seen.arrays["rounds"], watching(seen.set_up.game).unit)
        if "rounds" in seen.arrays and seen.arrays["rounds"].any()
        else (seen.arrays["lengths"], "decisions")
    )
    kinds = seen.arrays["reasons"].astype(np.int64) * len(seen.winners) + seen.winner
    usual = kinds == np.bincount(kinds).argmax()
    far = np.where(usual, np.abs(lengths - np.median(lengths[usual])), np.inf)

    def example(name: str, label: str, row: int, note: str) -> Example:
        return Example(name, label, int(seen.numbers[row]), note)

    typical, short, long = int(far.argmin()), int(lengths.argmin()), int(lengths.argmax())
    found = [example("typical", "a typical game", typical, f"{lengths[typical]} {unit}")]
    known: Mask = seen.arrays.get("decided", np.full(len(lengths), -1)) >= 0
    if known.any():
        upset = int(np.where(known, seen.arrays["lowest"], UNKNOWN).argmin())
        turns = int(np.where(known, seen.arrays["lead_changes"], -1).argmax())
        note = f"from {100 * int(seen.arrays['lowest'][upset]) / FULL:.0f}%"
        found.append(example("upset", "the greatest upset", upset, note))
        times = int(seen.arrays["lead_changes"][turns])
        found.append(example("lead_changes", "the lead changes most", turns, f"{times} time{'s' * (times != 1)}"))
        late = np.flatnonzero(seen.arrays["late"] == 1)
        if len(late):
            found.append(
                example("last_move", "won at the very end", int(late[0]), f"{len(late)} game{'s' * (len(late) != 1)}")
            )
    found.append(example("shortest", "the shortest", short, f"{lengths[short]} {unit}"))
    found.append(example("longest", "the longest", long, f"{lengths[long]} {unit}"))
    return tuple(found)
