"""`mousehole lab`: games of a set-up by bots, with figures; two set-ups on the same deals."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mousehole.cli.arena import show_progress
from mousehole.cli.catalogue import find_game
from mousehole.cli.errors import BadCommand, BadFile
from mousehole.cli.files import check_free
from mousehole.cli.numbers import parse_number, positive
from mousehole.cli.play import bot_names
from mousehole.engine.match import parse_seed
from mousehole.engine.notation import write_match
from mousehole.games import facts
from mousehole.lab.chunks import match_of
from mousehole.lab.comparing import compare
from mousehole.lab.files import why
from mousehole.lab.results import figures
from mousehole.lab.running import Run, run, run_pair
from mousehole.lab.setup import BadSetUp, SetUp, pair_address, query_of, read_pair
from mousehole.lab.tables import write_csv
from mousehole.lab.telling import comparison_text, results_text

if TYPE_CHECKING:
    from mousehole.lab.running import OnProgress


def set_ups(given: Namespace) -> tuple[SetUp, SetUp | None]:
    """Read one set-up, or two, from a link or from flags."""
    if "=" in given.game:
        one, two = read_pair(query_of(given.game))
    else:
        known = facts(find_game(given.game))
        values = known.parse_options(",".join(given.options))
        one, two = SetUp(known.id, options=known.options_by_name(values), **numbers_given(given)), None
    if given.but:
        if two is not None:
            raise BadCommand("the link has two set-ups already: leave --but out")
        texts = one.texts()
        for change in given.but:
            name, equals, value = change.partition("=")
            if not equals:
                raise BadCommand(f"write what differs as name=value, not {change!r}")
            texts[f"b.{name}"] = value
        one, two = read_pair(texts)
    return one, two


def numbers_given(given: Namespace) -> dict[str, Any]:
    """Read the flags that are numbers and names."""
    found: dict[str, Any] = {"without": given.without or ""}
    if given.seats is not None:
        found["seats"] = positive(given.seats, "seats")
    if given.players is not None:
        found["players"] = tuple(bot_names(given.players))
    if given.games is not None:
        found["games"] = positive(given.games, "games")
    if given.seed is not None:
        found["seed"] = parse_seed(given.seed)
    if given.repeats is not None:
        found["repeats"] = positive(given.repeats, "repeats")
    return found


def lab(given: Namespace) -> int:
    """Play the games and print what they show."""
    one, two = set_ups(given)
    if given.record is not None:
        return print_record(one, parse_number(given.record, "the game"))
    if given.csv is not None:
        check_free(given.csv)
    how: dict[str, Any] = {
        "engine": given.engine,
        "threads": None if given.threads is None else positive(given.threads, "threads"),
        "address": given.address,
        "folder": given.folder,
        "on_progress": bar(one.games if two is None else 2 * one.games),
    }
    try:
        runs = (run(one, **how),) if two is None else run_pair(one, two, **how)
    except KeyboardInterrupt:
        if given.folder is not None:
            print(f"\nmousehole: stopped; the same command goes on from {given.folder}", file=sys.stderr)
        raise
    if given.csv is not None:
        save_csv(runs, given.csv)
    print(told(runs, is_json=given.json))
    return 0


def bar(total: int) -> OnProgress | None:
    """Return what draws a bar over all runs, if somebody sees it."""
    if not sys.stderr.isatty():
        return None
    played: dict[int, int] = {}

    def draw(made: Run) -> None:
        played[id(made)] = made.played
        show_progress(sum(played.values()), total)

    return draw


def told(runs: tuple[Run, ...], *, is_json: bool) -> str:
    """Say what runs show, as JSON or as text."""
    found = figures(runs[0]) if len(runs) == 1 else compare(runs[0], runs[1])
    if found is None:
        raise BadSetUp("no game has been played")
    if is_json:
        return json.dumps(asdict(found), indent=2)
    if len(runs) == 1:
        return results_text(found)  # type: ignore[arg-type]  # of one run
    link = pair_address(runs[0].set_up, runs[1].set_up)
    return f"{comparison_text(found)}\nThese set-ups: /lab/run?{link}"  # type: ignore[arg-type]  # of two


def save_csv(runs: tuple[Run, ...], name: str) -> None:
    """Write the games into a file that is not there yet; of two set-ups into two, the second with `-b` in its name."""
    path = Path(name)
    paths = [path, path.with_stem(f"{path.stem}-b")]
    for made, where in zip(runs, paths, strict=False):
        try:
            with where.open("x", encoding="utf-8", newline="") as file:
                write_csv(made, file)
        except OSError as error:
            raise BadFile(f"cannot write {where}: {why(error)}") from None


def print_record(set_up: SetUp, number: int) -> int:
    """Print one game of a set-up, move by move."""
    if number >= set_up.games:
        raise BadSetUp(f"this set-up has the games 0 to {set_up.games - 1}, not {number}")
    print(write_match(match_of(set_up, number)), end="")
    return 0
