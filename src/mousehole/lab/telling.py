"""Figures as text for a terminal: the sentence first, then the tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mousehole.lab.figures import Bar, Comparison, Estimate, Results, Worth
from mousehole.lab.report import share_cells

MOST_WORTHS = 8
"""So many components are listed, those with the greatest difference first."""


def rows_text(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows with their columns below each other."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def points_cells(found: Estimate) -> list[str]:
    """Write a difference of shares, in points."""
    return [f"{100 * found.value:+.1f}", f"{100 * found.low:+.1f} to {100 * found.high:+.1f}"]


def bar_rows(bars: Iterable[Bar]) -> list[list[str]]:
    """Write bars as rows of a table."""
    return [[bar.label, *share_cells(bar.share), f"{100 * bar.fair:.1f}%" if bar.fair else ""] for bar in bars]


def worth_rows(worths: Iterable[Worth]) -> list[list[str]]:
    """Write components as rows of a table, those that matter most first."""
    ordered = sorted(worths, key=lambda each: -min(abs(each.difference.low), abs(each.difference.high))
                     if each.difference.low * each.difference.high > 0 else 0)  # fmt: skip
    return [
        [each.side_label, each.label, share_cells(each.with_it)[0], share_cells(each.without)[0],
         *points_cells(each.difference)]
        for each in ordered[:MOST_WORTHS]
    ]  # fmt: skip


def told_median(found: Estimate, unit: str = "") -> str:
    """Write a median of whole numbers with its interval."""
    return f"{found.value:.0f}{unit} ({found.low:.0f} to {found.high:.0f}{unit})"


def results_text(found: Results) -> str:
    """Write what a run shows."""
    state = "" if found.is_done else f" of {found.asked:,} (stopped)"
    lines = [
        f"{found.title}: {found.played:,}{state} games in {found.seconds:.1f} s",
        *rows_text([["who", "wins", "95% interval", "fair"], *bar_rows(found.sides)]),
    ]
    if found.seats:
        lines += ["", *rows_text([["by turn", "wins", "95% interval", "fair"], *bar_rows(found.seats)])]
    lines += ["", *rows_text([["how it ends", "games", "95% interval", ""], *bar_rows(found.endings)]), ""]
    mean = found.lengths.mean
    lines.append(
        f"Length: {mean.value:.1f} {found.lengths.unit} ({mean.low:.1f} to {mean.high:.1f}),"
        f" half up to {told_median(found.lengths.middle)}."
    )
    lines += story_lines(found)
    if found.worths:
        head = ["who", "with", "wins", "without it", "difference", "95% interval"]
        lines += ["", *rows_text([head, *worth_rows(found.worths)])]
    return "\n".join([*lines, "", f"This set-up: /lab/run?{found.address}"])


def story_lines(found: Results) -> list[str]:
    """Write what is known of story, choices and luck, a line each."""
    lines = []
    if found.story:
        changes, decided, late = found.story.lead_changes.mean, found.story.decided, found.story.last_round
        lines.append(
            f"Story: the lead changes {changes.value:.1f} times ({changes.low:.1f} to {changes.high:.1f});"
            f" half of the games are decided by {told_median(decided.middle, '%')} of their length;"
            f" in {' ('.join(share_cells(late))}) the winner was still behind in the last tenth."
        )
    if found.choices:
        legal, forced = found.choices.legal.mean, found.choices.forced
        matter = found.choices.matter
        good = f"; {matter.mean.value:.2f} of them are as good as the best" if matter else ""
        lines.append(
            f"Choices: {legal.value:.1f} legal moves ({legal.low:.1f} to {legal.high:.1f}){good};"
            f" {' ('.join(share_cells(forced))}) of decisions are forced."
        )
    if found.luck:
        lines.append(f"Luck: the deal explains {' ('.join(share_cells(found.luck.deal))}) of the outcome.")
        lines += [
            f"Skill: {level.level} as {level.side_label} wins {' ('.join(share_cells(level.share))}),"
            f" {points_cells(level.difference)[0]} points ({points_cells(level.difference)[1]})."
            for level in found.luck.levels
        ]
    return lines


def comparison_text(found: Comparison) -> str:
    """Write what two set-ups differ in."""
    head = ["who", "first", "95% interval", "second", "95% interval", "difference", "95% interval", ""]
    rows = [
        [each.label, *share_cells(a.share), *share_cells(b.share), *points_cells(each.difference), each.verdict]
        for a, b, each in zip(found.first.sides, found.second.sides, found.differences, strict=True)
    ]
    unit, longer = found.first.lengths.unit, found.length
    return "\n".join(
        [
            found.verdict,
            *rows_text([head, *rows]),
            f"{found.pairs:,} pairs on the same deals; in {found.changed:,} of them the outcome changed.",
            f"Games of the second are longer by {longer.value:+.1f} {unit} ({longer.low:+.1f} to {longer.high:+.1f}).",
        ]
    )
