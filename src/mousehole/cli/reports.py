"""`mousehole report`: one page on a game for whoever designs it, with its data beside it."""

from __future__ import annotations

import json
import shlex
import sys
from argparse import Namespace
from csv import writer
from dataclasses import asdict
from io import StringIO
from pathlib import Path

import mousehole
from mousehole.cli.catalogue import find_game
from mousehole.cli.errors import BadCommand, BadFile
from mousehole.cli.files import check_free
from mousehole.cli.numbers import positive
from mousehole.cli.play import bot_names
from mousehole.cli.runs import bar
from mousehole.engine.match import parse_seed
from mousehole.games import facts
from mousehole.lab.files import why, write_whole
from mousehole.lab.reporting import Report, html_of, make_report, other_levels, set_ups_of
from mousehole.lab.running import Run
from mousehole.lab.setup import USUAL_PLAYER, SetUp

BUILT = Path(mousehole.__file__).parent / "server" / "built"
"""Where the page is built to: the script that draws the pictures of a report is beside it."""
SCRIPT, STYLE = "report.js", "report.css"


def report(given: Namespace) -> int:
    """Play all that is needed, and write page, JSON and CSV."""
    known = facts(find_game(given.game))
    page = Path(given.out)
    if page.suffix in {".json", ".csv"}:
        raise BadCommand(f"the page is a .html file; {page.suffix} is written beside it")
    files = [page, page.with_suffix(".json"), page.with_suffix(".csv")]
    for path in files:
        check_free(str(path))
    base = SetUp(
        known.id,
        options=known.options_by_name(known.parse_options(",".join(given.options))),
        players=tuple(bot_names(given.players)) if given.players else (USUAL_PLAYER,),
        seats=known.min_seats,
        games=positive(given.games, "games"),
        seed=parse_seed(given.seed or "0"),
    )
    played = [each for seats in set_ups_of(base) for each in (seats, *(more for _, more in other_levels(seats)))]
    try:
        made, runs = make_report(
            base, command=command_of(base), engine=given.engine, address=given.address, folder=given.folder,
            threads=None if given.threads is None else positive(given.threads, "threads"),
            on_progress=bar(sum(each.games for each in played)),
        )  # fmt: skip
    except KeyboardInterrupt:
        if given.folder is not None:
            print(f"\nmousehole: stopped; the same command goes on from {given.folder}", file=sys.stderr)
        raise
    for path, text in zip(files, (page_text(made), json.dumps(asdict(made), indent=2), csv_text(runs)), strict=True):
        try:
            write_whole(path, text.encode())
        except OSError as error:
            raise BadFile(f"cannot write {path}: {why(error)}") from None
    print(f"{page}, {files[1].name} and {files[2].name}: {summary(made)}")
    return 0


def command_of(base: SetUp) -> str:
    """Write the command that makes the same report again."""
    words = ["mousehole", "report", base.game, "-o", "report.html", "--players", ",".join(base.players)]
    if base.options:
        names = base.texts()
        words += ["--options", ",".join(f"{name}={names[name]}" for name in base.options)]
    return shlex.join([*words, "--games", str(base.games), "--seed", str(base.seed)])


def page_text(made: Report) -> str:
    """Write the page, with the script for pictures if it has been built."""
    script, style = (read_built(name) for name in (SCRIPT, STYLE))
    return html_of(made, script, style)


def read_built(name: str) -> str:
    """Read a file of the built page; nothing if it is not there."""
    path = BUILT / name
    return path.read_text(encoding="utf-8").replace("</script", "<\\/script") if path.is_file() else ""


def csv_text(runs: list[Run]) -> str:
    """Write the games of all numbers of players as lines, that number in front; columns that one lacks are empty."""
    tables = [made.columns() for made in runs]
    names = list(dict.fromkeys(name for table in tables for name in table))
    file = StringIO()
    lines = writer(file, lineterminator="\n")
    lines.writerow(["seats", *names])
    for made, table in zip(runs, tables, strict=True):
        empty = [""] * made.played
        columns = [table.get(name, empty) for name in names]
        lines.writerows([made.set_up.seats, *row] for row in zip(*columns, strict=True))
    return file.getvalue()


def summary(made: Report) -> str:
    """Say in a line what is worth a look."""
    looks = [
        f"{answer.question} ({table.seats})" for table in made.tables for answer in table.answers
        if answer.verdict == "worth a look"
    ]  # fmt: skip
    return "; ".join(looks) if looks else "nothing stands out"
