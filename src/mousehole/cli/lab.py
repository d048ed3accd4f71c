"""`mousehole simulate` and `mousehole study`: many games, and what they show."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mousehole.cli.arena import show_progress
from mousehole.cli.catalogue import find_game
from mousehole.cli.errors import BadCommand, BadFile
from mousehole.cli.files import check_free, read_text
from mousehole.cli.numbers import parse_number, positive
from mousehole.cli.screen import BOLD, markdown_text, paint, wrap
from mousehole.cli.warming import patience
from mousehole.engine.match import parse_seed
from mousehole.engine.notation import write_match
from mousehole.games import facts, load
from mousehole.lab.files import why
from mousehole.lab.playing import Games, play_random, random_match
from mousehole.lab.report import games_data, games_text, put_section, study_data, study_markdown, write_csv
from mousehole.lab.studies import STUDIES, find_study
from mousehole.lab.study import run_study

if TYPE_CHECKING:
    from mousehole.lab.playing import OnGames

ALL = "all"
COMPILING = "Compiling (the first time takes a while)"


def progress() -> OnGames | None:
    """Return what draws a bar, if somebody sees it."""
    return show_progress if sys.stderr.isatty() else None


def simulate(given: Namespace) -> int:
    """Play random games and say what came of them."""
    known = facts(find_game(given.game))
    seats = None if given.seats is None else known.check_seats(parse_number(given.seats, "seats"))
    values = known.parse_options(",".join(given.options))
    options = known.options_by_name(values)
    seed, count, threads = parse_seed(given.seed), positive(given.games, "games"), positive(given.threads, "threads")
    if given.csv is not None:
        check_free(given.csv)
    if given.record is not None:
        number = parse_number(given.record, "the game")
        with patience(COMPILING):
            print(write_match(random_match(load(known.id), number, seats=seats, options=options, seed=seed)), end="")
        return 0
    with patience(COMPILING):
        play_random(load(known.id), 1, seats=seats, options=options, seed=seed)
    games = play_random(
        load(known.id), count, seats=seats, options=options, seed=seed, threads=threads, on_games=progress()
    )
    if given.csv is not None:
        save_csv(games, given.csv)
    print(json.dumps(games_data(games), indent=2) if given.json else games_text(games))
    return 0


def save_csv(games: Games, name: str) -> None:
    """Write the games into a file that is not there yet."""
    try:
        with Path(name).open("x", encoding="utf-8", newline="") as file:
            write_csv(games, file)
    except OSError as error:
        raise BadFile(f"cannot write {name}: {why(error)}") from None


def study(given: Namespace) -> int:
    """Run a study and write what it found, or list the studies there are."""
    if given.name is None:
        print(list_text())
        return 0
    chosen = list(STUDIES.values()) if given.name == ALL else [find_study(given.name)]
    if given.json and len(chosen) > 1:
        raise BadCommand("--json takes one study")
    count = None if given.games is None else positive(given.games, "games")
    seed, threads = parse_seed(given.seed), positive(given.threads, "threads")
    page = None if given.into is None else read_text(given.into)
    for each in chosen:
        findings = run_study(each, count, seed=seed, threads=threads, on_games=progress())
        text = study_markdown(findings, f"{datetime.now(UTC):%Y-%m-%d}")
        if page is not None:
            page = put_section(page, text)
            save_page(given.into, page)
        elif given.json:
            print(json.dumps(study_data(findings), indent=2))
        else:
            print(markdown_text(text) if sys.stdout.isatty() else text)
    return 0


def save_page(name: str, page: str) -> None:
    """Write a page back."""
    try:
        Path(name).write_text(page, encoding="utf-8")
    except OSError as error:
        raise BadFile(f"cannot write {name}: {why(error)}") from None


def list_text() -> str:
    """List the studies."""
    lines = []
    for each in STUDIES.values():
        counts = {cell.count(each.games) for cell in each.cells}
        games = " to ".join(f"{count:,}" for count in sorted({min(counts), max(counts)}))
        size = f"{len(each.cells)} tables, {games} games at each by default"
        lines += [f"{paint(each.id, BOLD)}  {each.title} ({size})", wrap(each.question, "    "), ""]
    return "\n".join([*lines, "Run one: mousehole study NAME      All of them: mousehole study all"])
