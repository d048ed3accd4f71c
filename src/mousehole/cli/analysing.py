"""`mousehole analyse`: what the decisions of a finished game were worth."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING

from mousehole.cli.errors import BadRecord
from mousehole.cli.numbers import parse_number, positive
from mousehole.cli.play import parse_held
from mousehole.cli.records import read_record
from mousehole.cli.screen import BOLD, DIM, count, hanging, heading, paint, wrap

if TYPE_CHECKING:
    from collections.abc import Collection

    from mousehole.analysis import Analysis, Split, Verdict
    from mousehole.engine.match import Match

BAR = 30


def show_progress(done: int, total: int) -> None:
    """Draw a bar on the terminal."""
    filled = BAR * done // total
    end = "\r" + " " * (BAR + 24) + "\r" if done == total else ""
    print(f"\r[{'=' * filled}{' ' * (BAR - filled)}] {done} of {total} moves{end}", end="", file=sys.stderr, flush=True)


def analyse_file(given: Namespace) -> int:
    """Analyse a record and print what was found."""
    match = read_record(given.file)
    if not match.is_over:
        raise BadRecord(f"{given.file}: the game is not over; a game can be analysed when it is")
    seats = parse_held(match.game, match.seats, given.seat)
    seed, threads = parse_number(given.seed, "seed"), positive(given.threads, "threads")
    from mousehole.analysis import analyse

    on_move = show_progress if sys.stderr.isatty() else None
    analysis = analyse(match, seed=seed, threads=threads, on_move=on_move)
    if given.json:
        print(json.dumps(analysis_data(match, analysis), indent=2))
    else:
        print(analysis_text(match, analysis, seats, is_all=given.all))
    return 0


def analysis_data(match: Match, analysis: Analysis) -> dict[str, object]:
    """Give an analysis as plain data; chances are from 0 to 1, the parts of the split tenths of a point."""
    return {
        "game": match.game.facts.id,
        "seats": [match.game.words.seat_name(match.seats, seat) for seat in range(match.seats)],
        "sides": [match.side_name(side) for side in analysis.sides],
        "verdicts": [asdict(verdict) for verdict in analysis.verdicts],
        "graph": [asdict(point) for point in analysis.graph],
        "luck": [asdict(one) for one in analysis.luck],
    }


def analysis_text(match: Match, analysis: Analysis, seats: Collection[int], *, is_all: bool) -> str:
    """Write what each decision was worth, those that cost something or all of them, and luck and skill."""
    mine = [verdict for verdict in analysis.verdicts if verdict.seat in seats]
    costly = [verdict for verdict in mine if verdict.loss > 0.0]
    lines = [heading(match.game.facts.title), f"{len(costly)} of {count(len(mine), 'decision')} cost something."]
    lines += [verdict_text(match, verdict) for verdict in (mine if is_all else costly)]
    lines += ["", heading("Luck and skill"), *(split_text(match, one) for one in analysis.luck)]
    return "\n".join(lines)


def verdict_text(match: Match, verdict: Verdict) -> str:
    """Write a verdict in two lines or a few more."""
    name = match.game.words.seat_name(match.seats, verdict.seat)
    called = verdict.label if verdict.loss == 0.0 else f"{verdict.label}, {count(verdict.points, 'point')} lost"
    chance = f"{round(100 * verdict.chance)} in 100"
    digits = len(str(len(match.moves)))
    said = f"{name[:1].upper()}{name[1:]}: {verdict.text} ({chance}) - {called}"
    label = paint(f"{verdict.move + 1:>{digits}} ", DIM)
    return f"{hanging(label, digits + 1, said)}\n{hanging(' ' * (digits + 1), digits + 1, verdict.reason)}"


def split_text(match: Match, one: Split) -> str:
    """Write what became of a side's chance in one sentence."""
    name = match.side_name(one.side)
    parts = [f"own decisions {points(one.own)}", f"chance {points(one.chance)}"]
    if len(match.game.facts.sides(match.seats)) > 1:
        parts.insert(1, f"gifts of others {points(one.given)}")
    said = f"from {one.begin / 10:.1f} to {one.end / 10:.1f} points: {', '.join(parts)}."
    return wrap(f"{paint(name[:1].upper() + name[1:], BOLD)} {said}")


def points(tenths: int) -> str:
    """Write tenths of a point with their sign."""
    return f"{tenths / 10:+.1f}"
