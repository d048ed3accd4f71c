"""Measure what the front page of the lab shows: who has it easier in each game.

    python -m benchmarks.front --games 1000 --processes 2 --write

Every figure is of a run of the lab, so the same command gives the same figures; `--write` puts them into the package.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path

from mousehole.lab.figures import Estimate
from mousehole.lab.front import FILE, QUESTIONS, Dial, Front, Question
from mousehole.lab.report import per_cent
from mousehole.lab.results import figures
from mousehole.lab.running import run
from mousehole.lab.setup import SetUp


def measure(task: tuple[str, str, int]) -> Estimate:
    """Play a set-up, and return the share of the first side, or of whoever starts."""
    address, part, games = task
    found = figures(run(SetUp.from_address(address).but(games=games), threads=1))
    if found is None:
        raise SystemExit(f"no game of {address} was played")
    bar = (found.seats if part == "seats" else found.sides)[0]
    print(f"{address}: {bar.label} {bar.share}", file=sys.stderr, flush=True)
    return bar.share


def dial(question: Question, share: Estimate, also: Estimate, games: int) -> Dial:
    """Put a question and its figures together."""
    told = f"{per_cent(also.value)} ({100 * also.low:.1f} to {per_cent(also.high)})"
    return Dial(
        question.game,
        question.about,
        SetUp.from_address(question.address).but(games=games).address(),
        question.who,
        question.rest,
        question.seat,
        question.rest_seat,
        question.fair,
        question.claim,
        share,
        question.finding.format(told),
        also,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print or write what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put it into the package")
    parser.add_argument("--into", type=Path, default=FILE, help="where --write puts it")
    given = parser.parse_args(arguments)
    tasks = [(address, q.part, given.games) for q in QUESTIONS for address in (q.address, q.other)]
    with ProcessPoolExecutor(given.processes) as pool:
        shares = list(pool.map(measure, tasks))
    found = Front(
        dt.datetime.now(dt.UTC).date().isoformat(),
        f"python -m benchmarks.front --games {given.games} --write",
        tuple(dial(question, shares[2 * at], shares[2 * at + 1], given.games) for at, question in enumerate(QUESTIONS)),
    )
    text = json.dumps(asdict(found), indent=1, ensure_ascii=False) + "\n"
    if given.write:
        given.into.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
