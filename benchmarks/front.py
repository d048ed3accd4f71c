"""Measure what the front page of the lab shows: who has it easier in each game.

    python -m benchmarks.front --threads 2 --write
    python -m benchmarks.front --only mice_heist --write     # one game again; the others stay as they were measured
    python -m benchmarks.front --folder night --write        # keeps what was played: stopped, the same command goes on

Every figure is of a run of the lab, so the same command gives the same figures as long as the bots stay as they are;
`--write` puts them into the package, game by game.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path

from mousehole.games import IDS
from mousehole.lab.figures import Estimate
from mousehole.lab.front import FILE, QUESTIONS, Asked, Dial, Front, Question, front
from mousehole.lab.report import per_cent
from mousehole.lab.results import figures
from mousehole.lab.running import run
from mousehole.lab.setup import SetUp

COMMAND = "python -m benchmarks.front --write"


def measure(set_up: SetUp, part: str, threads: int, kept: Path | None) -> Estimate:
    """Play a set-up, and return the share of the first side, or of whoever starts."""
    found = figures(run(set_up, threads=threads, folder=kept and kept / set_up.address().replace("&", ",")))
    if found is None:
        raise SystemExit(f"no game of {set_up.address()} was played")
    bar = (found.seats if part == "seats" else found.sides)[0]
    print(f"{set_up.address()}: {bar.label} {bar.share} in {found.seconds:.0f} s", file=sys.stderr, flush=True)
    return bar.share


def dial(question: Question, games: int | None, threads: int, kept: Path | None) -> Dial:
    """Answer a question; it says how many games, unless somebody else does."""
    own, other = (SetUp.from_address(address) for address in (question.address, question.other))
    if games is not None:
        own, other = own.but(games=games), other.but(games=games)
    share, also = (measure(set_up, question.part, threads, kept) for set_up in (own, other))
    told = f"{per_cent(also.value)} ({100 * also.low:.1f} to {per_cent(also.high)})"
    asked = {each.name: getattr(question, each.name) for each in fields(Asked)}
    return Dial(**{**asked, "address": own.address()}, share=share, finding=question.template.format(told), also=also)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print or write what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, help="so many of each set-up, for a quick look")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--only", default=",".join(IDS), help="which games, with commas")
    parser.add_argument("--folder", type=Path, help="keep what is played in here")
    parser.add_argument("--write", action="store_true", help="put it into the package")
    parser.add_argument("--into", type=Path, default=FILE, help="where --write puts it")
    given = parser.parse_args(arguments)
    found = replace(front(), measured=dt.datetime.now(dt.UTC).date().isoformat(), command=COMMAND)
    for question in QUESTIONS:
        if question.game in given.only.split(","):
            found = with_dial(found, dial(question, given.games, given.threads, given.folder))
            text = json.dumps(asdict(found), indent=1, ensure_ascii=False) + "\n"
            if given.write:
                given.into.write_text(text, encoding="utf-8")
    if not given.write:
        print(text)


def with_dial(found: Front, new: Dial) -> Front:
    """Put a dial in the place of the one that its game had."""
    return replace(found, dials=tuple(new if one.game == new.game else one for one in found.dials))


if __name__ == "__main__":
    main()
