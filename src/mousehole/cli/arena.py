"""`mousehole arena`: bots meet in paired games."""

from __future__ import annotations

import json
import math
import sys
from argparse import Namespace

from mousehole.cli.catalogue import find_game
from mousehole.cli.numbers import parse_number, positive
from mousehole.cli.play import bot_names
from mousehole.games import facts, load
from mousehole.lab.arena import Report, Tally, compete

BAR = 30


def arena(given: Namespace) -> int:
    """Play the games and print what came of them."""
    known = facts(find_game(given.game))
    report = compete(
        load(known.id),
        bot_names(given.players),
        positive(given.games, "games"),
        seats=None if given.seats is None else known.check_seats(parse_number(given.seats, "seats")),
        options=known.parse_options(",".join(given.options)),
        first=parse_number(given.first, "deal"),
        threads=positive(given.threads, "threads"),
        on_game=show_progress if sys.stderr.isatty() else None,
    )
    print(json.dumps(report_data(report), indent=2) if given.json else report_text(report))
    return 0


def show_progress(done: int, total: int) -> None:
    """Draw a bar on the terminal."""
    filled = BAR * done // total
    end = "\r" + " " * (BAR + 24) + "\r" if done == total else ""
    print(f"\r[{'=' * filled}{' ' * (BAR - filled)}] {done} of {total} games{end}", end="", file=sys.stderr, flush=True)


def tally_data(tally: Tally) -> dict[str, float | list[float]]:
    """Give a tally as plain data."""
    return {"games": tally.games, "rate": tally.rate, "interval": list(tally.interval)}


def report_data(report: Report) -> dict[str, object]:
    """Give a report as plain data."""
    return {
        "players": list(report.players),
        "fair": None if math.isnan(report.fair) else report.fair,
        "overall": {name: tally_data(tally) for name, tally in report.overall.items()},
        "by_role": [{"player": n, "role": r, **tally_data(tally)} for (n, r), tally in report.by_role.items()],
        "reasons": report.reasons,
    }


def report_text(report: Report) -> str:
    """Write a report as a table."""
    rows = [("player", "role", "games", "wins", "95% interval")]
    for name, tally in report.overall.items():
        parts = [(role, part) for (other, role), part in report.by_role.items() if other == name]
        is_among_equals = len(report.overall) == 1 and len(parts) > 1  # all roles together say nothing then
        if not is_among_equals:
            rows.append(row(name, "all", tally))
        rows += [row(name if is_among_equals else "", role, part) for role, part in parts]
    widths = [max(len(line[i]) for line in rows) for i in range(5)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in rows]
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(report.reasons.items()))
    return "\n".join([*lines, f"Games ended by: {reasons}."])


def row(name: str, role: str, tally: Tally) -> tuple[str, str, str, str, str]:
    """Write one line of the table."""
    low, high = tally.interval
    return name, role, str(tally.games), f"{100 * tally.rate:.1f}%", f"{100 * low:.1f} to {100 * high:.1f}%"
