"""What was found, for people (Markdown) and for programs (plain data)."""

from __future__ import annotations

import csv
import math
import textwrap
from collections.abc import Iterable, Sequence
from typing import TextIO

from mousehole.engine.sentences import listed
from mousehole.lab.arena import role_name
from mousehole.lab.figures import Estimate
from mousehole.lab.playing import Games, bot_name
from mousehole.lab.statistics import mean, quantiles, rate, rate_of
from mousehole.lab.studies import STUDIES
from mousehole.lab.study import Findings, Gain, Measure, Split

SHARES = (0.05, 0.5, 0.95)
LINE = 120
"""No line of a paragraph is longer."""
SMALL = 0.001
"""A share below this needs more digits."""


# Figures


def per_cent(share: float) -> str:
    """Write a share; small ones with the digits they need."""
    return f"{100 * share:.{1 if share == 0 or abs(share) >= SMALL else 4}f}%"


def share_cells(found: Estimate) -> list[str]:
    """Write a share and its interval, as two cells of a table."""
    return [per_cent(found.value), f"{per_cent(found.low)[:-1]} to {per_cent(found.high)}"]


def figure_cells(measure: Measure, found: Estimate) -> list[str]:
    """Write any figure and its interval, as two cells of a table."""
    if not math.isfinite(found.value):
        return ["", "no such game"]
    if isinstance(measure, Gain):
        value, low, high = (f"{100 * figure:+.1f}" for figure in (found.value, found.low, found.high))
        return [f"{value} points", f"{low} to {high}"]
    if measure.is_share:
        return share_cells(found)
    return [f"{found.value:.1f}", f"{found.low:.1f} to {found.high:.1f}"]


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table; a head that ends in a colon is a column of numbers."""
    marks = " | ".join("---:" if head.endswith(":") else "---" for head in heads)
    lines = [" | ".join(head.removesuffix(":") for head in heads), marks, *(" | ".join(row) for row in rows)]
    return "\n".join(f"| {line} |" for line in lines)


def plain(reason: str) -> str:
    """Write a reason's code as words."""
    return reason.replace("_", " ")


# Many games


def games_data(games: Games) -> dict[str, object]:
    """Give a summary of games as plain data."""
    low, middle, high = quantiles(games.lengths, SHARES)
    return {
        "game": games.game.facts.id,
        "seats": games.seats,
        "options": games.game.facts.options_text(games.options),
        "players": [bot_name(bot) for bot in games.players],
        "games": len(games),
        "seed": games.seed,
        "first": games.first,
        "wins": [
            {"side": side, "role": role_name(games.game, games.seats, side), **estimate_data(rate(games.tally(side)))}
            for side in games.sides
        ],
        "mean_payoffs": games.payoffs.mean(axis=0).tolist(),
        "endings": games.endings(),
        "decisions": {
            **estimate_data(mean(games.lengths.astype(float))),
            "5%": low,
            "median": middle,
            "95%": high,
            "shortest": int(games.lengths.min()),
            "longest": int(games.lengths.max()),
        },
        "choices_a_decision": games.branching,
    }


def games_text(games: Games) -> str:
    """Write a summary of games for a terminal."""
    low, middle, high = quantiles(games.lengths, SHARES)
    rows = [[role_name(games.game, games.seats, side), *share_cells(rate(games.tally(side)))] for side in games.sides]
    rows = [["who", "wins", "95% interval"], *rows]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lengths = f"mean {games.lengths.mean():.1f}, 5% up to {low}, half up to {middle}, 95% up to {high}"
    seats = f"{games.seats} seat{'s' if games.seats > 1 else ''}"
    return "\n".join(
        [
            f"{games.game.facts.title}, {seats}, {len(games):,} random games, seed {games.seed}",
            *lines,
            f"Games ended by: {endings_text(games)}.",
            f"Decisions a game: {lengths}, at most {games.lengths.max()}.",
            f"Legal actions a decision: {games.branching:.2f}.",
        ]
    )


def endings_text(games: Games) -> str:
    """List how games ended, with shares."""
    return ", ".join(f"{plain(reason)} {per_cent(count / len(games))}" for reason, count in games.endings().items())


def estimate_data(found: Estimate) -> dict[str, object]:
    """Give an estimate as plain data; what is not known is nothing."""
    value, low, high = (figure if math.isfinite(figure) else None for figure in (found.value, found.low, found.high))
    return {"value": value, "interval": [low, high]}


def write_csv(games: Games, file: TextIO) -> None:
    """Write every game as a line: its number, why it ended, decisions, legal actions in all, each seat's payoff."""
    reasons, lines = games.game.words.REASONS, csv.writer(file, lineterminator="\n")
    seats = [f"payoff_{seat}" for seat in range(games.seats)]
    lines.writerow(["game", "reason", "decisions", "choices", *seats, *games.notes])
    columns = [games.lengths, games.choices, *games.payoffs.T, *games.notes.values()]
    numbers = range(games.first, games.first + len(games))
    named = (reasons[reason] for reason in games.reasons.tolist())
    lines.writerows(zip(numbers, named, *(column.tolist() for column in columns), strict=True))


# Studies


def study_markdown(findings: Findings, day: str) -> str:
    """Write what a study found as a section of a page."""
    study = findings.study
    measured = f"Measured {day}: {numbers_text(findings)}, seed {findings.seed}"
    if STUDIES.get(study.id) is study:  # a study of somebody's own has no command
        measured += f", by `mousehole study {study.id} --games {findings.games} --seed {findings.seed}`"
    measured += "."
    paragraphs = (textwrap.fill(text, LINE, break_on_hyphens=False) for text in (study.question, measured))
    parts = [f"## {study.title}", *paragraphs]
    if study.claims:
        parts.append(claims_table(findings))
    parts += [TABLES[name](findings) for name in study.tables]
    if study.split is not None:
        parts.append(split_table(findings, study.split))
    return "\n\n".join(parts) + "\n"


def numbers_text(findings: Findings) -> str:
    """Say how many games there are in each row, and in which rows fewer."""
    names: dict[int, list[str]] = {}
    for name, games in findings.played.items():
        names.setdefault(len(games), []).append(name)
    most = max(names)
    fewer = "".join(f" ({count:,} in those of {listed(names[count])})" for count in sorted(names) if count < most)
    return f"{most:,} games in each row of the tables{fewer}"


def claims_table(findings: Findings) -> str:
    """Write what became of each claim."""
    rows = []
    for claim in findings.study.claims:
        found = findings.estimate(claim)
        rows.append([claim.sentence, *figure_cells(claim.measure, found), findings.verdict(claim)])
    return table(["claim", "found:", "95% interval", "verdict"], rows)


def table_of_cells(findings: Findings, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table whose rows begin with the name of a cell; if not all have as many games, each row says how many."""
    counts = {name: len(games) for name, games in findings.played.items()}
    if len(set(counts.values())) == 1:
        return table(["table", *heads], rows)
    return table(["table", "games:", *heads], [[name, f"{counts[name]:,}", *rest] for name, *rest in rows])


def wins_table(findings: Findings) -> str:
    """Write who wins at each table."""
    rows = [
        [name, role_name(games.game, games.seats, side), *share_cells(rate(games.tally(side)))]
        for name, games in findings.played.items()
        for side in shown_sides(games, findings.study.side)
    ]
    return table_of_cells(findings, ["who", "wins:", "95% interval"], rows)


def shown_sides(games: Games, wanted: int | None) -> list[int]:
    """Choose the sides whose wins are listed: of two, one tells all."""
    if wanted is not None:
        return [wanted]
    return games.sides[:1] if len(games.sides) == 2 else games.sides  # noqa: PLR2004


def split_table(findings: Findings, split: Split) -> str:
    """Write how a side fares by what was noted."""
    rows = []
    for name in split.cells:
        games = findings.played[name]
        scores, role = games.scores(split.side), role_name(games.game, games.seats, split.side)
        for note in split.notes:
            has = games.notes[note] == 1
            if has.any():
                rows.append([name, note, f"{has.sum():,}", *share_cells(rate_of(scores[has]))])
    return table(["table", split.head, "games:", f"{role} wins:", "95% interval"], rows)


def lengths_table(findings: Findings) -> str:
    """Write how long the games are."""
    rows = []
    for name, games in findings.played.items():
        low, middle, high = quantiles(games.lengths, SHARES)
        found = mean(games.lengths.astype(float))
        longest = f"{games.lengths.max():,} (of {games.game.facts.longest:,})"
        rows.append([name, f"{found.value:.2f}", f"{low} / {middle} / {high}", longest, f"{games.branching:.2f}"])
    heads = ["decisions a game:", "5% / median / 95%", "longest (of possible):", "legal actions a decision:"]
    return table_of_cells(findings, heads, rows)


def endings_table(findings: Findings) -> str:
    """Write how the games end."""
    rows = [[name, endings_text(games)] for name, games in findings.played.items()]
    return table_of_cells(findings, ["how games end"], rows)


TABLES = {"wins": wins_table, "lengths": lengths_table, "endings": endings_table}


def study_data(findings: Findings) -> dict[str, object]:
    """Give what a study found as plain data."""
    study = findings.study
    claims = [
        {"claim": claim.sentence, **estimate_data(found), "games": found.games, "verdict": findings.verdict(claim)}
        for claim in study.claims
        for found in [findings.estimate(claim)]
    ]
    cells = {name: games_data(games) for name, games in findings.played.items()}
    return {"study": study.id, "games": findings.games, "seed": findings.seed, "claims": claims, "cells": cells}


def put_section(page: str, section: str) -> str:
    """Put a section into a page in place of the one with the same title, or at the end."""
    title = section.splitlines()[0]
    lines = page.splitlines(keepends=True)
    starts = [i for i, line in enumerate(lines) if line.startswith("## ")]
    for start, after in zip(starts, [*starts[1:], len(lines)], strict=True):
        if lines[start].rstrip() == title:
            rest = "".join(lines[after:])
            return "".join(lines[:start]) + section + ("\n" + rest if rest else "")
    return page.rstrip("\n") + "\n\n" + section
