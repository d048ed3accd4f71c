"""Two set-ups side by side on the same deals: what differs, how sure that is, and a verdict in a sentence."""

from __future__ import annotations

import numpy as np

from mousehole.engine.sentences import listed
from mousehole.lab.figures import Comparison, Difference, Estimate, Results
from mousehole.lab.results import by_deal, common_numbers, figures, paired_scores
from mousehole.lab.running import Run
from mousehole.lab.setup import SetUp
from mousehole.lab.statistics import mean, paired_difference, within

CLEAR, NO_DIFFERENCE, TOO_EARLY = "clear", "no difference shown", "too early"
LEAST_PAIRS = 20
WIDE = 0.1
"""While an interval reaches so far, and over nothing, it is too early to say anything."""


def compare(one: Run, two: Run) -> Comparison | None:
    """Compare two runs on the deals that both have played; None before there are any."""
    first, second = figures(one), figures(two)
    if first is None or second is None or not len(common_numbers(one, two)):
        return None
    size = one.set_up.repeats
    mine, theirs = paired_scores(one, two)
    pairs = len(mine[0])
    if pairs == 0:
        return None
    gaps = [paired_difference(by_deal(b, size), by_deal(a, size)) for a, b in zip(mine, theirs, strict=True)]
    differences = tuple(
        Difference(bar.name, bar.label, gap, verdict_of(gap, pairs)) for bar, gap in zip(first.sides, gaps, strict=True)
    )
    changed = np.zeros(pairs, np.bool_)
    for a, b in zip(mine, theirs, strict=True):
        changed |= a != b
    return Comparison(
        first,
        second,
        pairs,
        differences,
        int(changed.sum()),
        longer(one, two, pairs),
        sentence(one.set_up, two.set_up, first, second, differences),
    )


def longer(one: Run, two: Run, pairs: int) -> Estimate:
    """Estimate how much longer games of the second are, in what their length is counted in."""
    common = common_numbers(one, two)[:pairs]
    name = "rounds" if "rounds" in one.arrays and one.arrays["rounds"].any() else "lengths"
    rows = [run.arrays[name][np.searchsorted(run.arrays["numbers"], common)].astype(np.float64) for run in (one, two)]
    longest = float(one.game.facts.longest)
    return within(mean(by_deal(rows[1] - rows[0], one.set_up.repeats)), -longest, longest)


def verdict_of(gap: Estimate, pairs: int) -> str:
    """Say what may be said of a difference."""
    if pairs < LEAST_PAIRS:
        return TOO_EARLY
    if gap.low > 0 or gap.high < 0:
        return CLEAR
    return TOO_EARLY if max(-gap.low, gap.high) > WIDE else NO_DIFFERENCE


def changes(one: SetUp, two: SetUp) -> str:
    """Say in a few words what the second set-up has otherwise than the first."""
    mine, theirs = one.texts(), two.texts()
    usual = {option.name: option.value_name(option.default) for option in one.facts.options}
    parts = []
    for name in dict.fromkeys([*mine, *theirs]):
        before, after = mine.get(name, usual.get(name, "")), theirs.get(name, usual.get(name, ""))
        if before != after:
            known = name.replace("_", " ")
            parts.append(f"{known} {after or 'allowed'}" + (f" instead of {before}" if before else ""))
    return listed(parts) if parts else "the same set-up"


def sentence(one: SetUp, two: SetUp, first: Results, second: Results, differences: tuple[Difference, ...]) -> str:
    """Say what came of it."""
    most = max(differences, key=lambda each: each.difference.value if len(differences) > 1 else 1.0)
    gap, what = most.difference, changes(one, two)
    if most.verdict == TOO_EARLY:
        return f"Too early to say: with {what} the difference may be {points(gap.low)} to {points(gap.high)}."
    if most.verdict == NO_DIFFERENCE:
        reach = 100 * max(abs(gap.low), abs(gap.high))
        return f"With {what} no difference showed: it is smaller than {reach:.0f} games in a hundred either way."
    said = (
        f"With {what} there are {100 * abs(gap.value):.0f} {'more' if gap.value > 0 else 'fewer'} wins for {most.label}"
    )
    return f"{said} in a hundred games ({points(gap.low)} to {points(gap.high)}){evenness(first, second)}."


def points(share: float) -> str:
    """Write a difference in games of a hundred, with its sign."""
    return f"{100 * share:+.0f}"


def evenness(first: Results, second: Results) -> str:
    """Say whether the sides have become even, or are not even any more."""

    def is_even(results: Results) -> bool:
        return all(bar.fair is not None and bar.share.low <= bar.fair <= bar.share.high for bar in results.sides)

    if len(first.sides) == 1 or is_even(first) == is_even(second):
        return ""
    return ", and the sides are even" if is_even(second) else ", and the sides are even no more"
