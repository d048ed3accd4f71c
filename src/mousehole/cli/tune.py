"""`mousehole tune`: search house rules for a balanced game."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from dataclasses import asdict

from mousehole.cli.catalogue import find_game
from mousehole.cli.numbers import positive
from mousehole.cli.play import bot_names
from mousehole.engine.match import parse_seed
from mousehole.games import facts
from mousehole.lab.report import share_cells
from mousehole.lab.setup import USUAL_PLAYER, SetUp
from mousehole.lab.telling import rows_text
from mousehole.lab.tuning import CLOSE, Proposal, Tuned, Tuning, parse_aims, parse_spans

TIMES, LEAST = 4, 1000
"""The best is confirmed by so many times the games of a trial, and no fewer than this."""


def tune(given: Namespace) -> int:
    """Search, and print the frontier and the best."""
    known = facts(find_game(given.game))
    games = positive(given.games, "games")
    set_up = SetUp(
        known.id,
        0 if given.seats is None else positive(given.seats, "seats"),
        known.options_by_name(known.parse_options(",".join(given.options))),
        tuple(bot_names(given.players)) if given.players else (USUAL_PLAYER,),
        games,
        parse_seed(given.seed or "0"),
    )
    spans = parse_spans(set_up, given.over)
    aims = parse_aims(set_up, given.aim)
    trials = positive(given.trials, "trials")
    minutes = None if given.minutes is None else positive(given.minutes, "minutes")
    more = max(TIMES * games, LEAST) if given.confirm is None else positive(given.confirm, "games that confirm")
    tuning = Tuning.open(
        set_up, aims, spans, folder=given.folder, engine=given.engine, address=given.address,
        threads=None if given.threads is None else positive(given.threads, "threads"),
    )  # fmt: skip
    is_stopped = False
    try:
        tuned = tuning.search(trials, minutes=minutes, on_trial=None if given.json else show_trial)
    except KeyboardInterrupt:
        is_stopped, tuned = True, tuning.tuned()
        if given.folder is not None:
            print(f"\nmousehole: stopped; the same command goes on from {given.folder}", file=sys.stderr)
    confirmed = None if tuned.best is None or is_stopped else tuning.confirm(tuned.best, more)
    if given.json:
        print(json.dumps({**asdict(tuned), "confirmed": confirmed and asdict(confirmed)}, indent=2))
    else:
        print(tuned_text(tuned, confirmed))
    return 130 if is_stopped else 0


def show_trial(number: int, found: Proposal) -> None:
    """Tell of one trial while the search goes on."""
    print(f"{number:4d}  {shares_text(found)}  {changes_text(found)}", file=sys.stderr, flush=True)


def shares_text(found: Proposal) -> str:
    """Write what those who have an aim win."""
    return ", ".join(" (".join(share_cells(share)) + ")" for share in found.shares)


def changes_text(found: Proposal) -> str:
    """Write what is not as printed."""
    return " ".join(f"{name}={text}" for name, text in found.options.items()) or "as printed"


def tuned_text(tuned: Tuned, confirmed: Proposal | None) -> str:
    """Write what a search has found."""
    aims = ", ".join(f"{aim.label} {aim.share:.0%}" for aim in tuned.aims)
    lines = [
        f"Aim: {aims}. {tuned.tried} set-ups tried; these are beaten by none in balance, length and nearness to print:"
    ]
    head = ["house rules", "wins (95% interval)", "off by", "length", "than printed", "reaches it"]
    rows = [
        [
            changes_text(each),
            shares_text(each),
            f"{100 * each.balance:.1f}",
            f"{each.length.value:.1f} {each.unit}",
            f"{100 * each.longer:.0f}% off" if each.longer else "as long",
            "yes" if each.is_close else "",
        ]
        for each in tuned.frontier
    ]
    lines += rows_text([head, *rows]) if rows else ["nothing yet"]
    if tuned.best is None:
        return "\n".join(lines)
    lines += ["", f"Best, and nearest to print: {changes_text(tuned.best)}."]
    if confirmed is not None:
        says = (
            "reaches the aim" if confirmed.is_close else "may reach the aim" if near(tuned, confirmed) else "misses it"
        )
        length = f"{confirmed.length.value:.1f} {confirmed.unit}"
        games = confirmed.shares[0].games
        lines.append(f"On {games:,} new games it {says}: {shares_text(confirmed)}, {length}.")
    found = SetUp.from_address(tuned.best.address)
    return "\n".join([*lines, f"Look closer: /lab/run?{found.address()}", f"Play it: /set?{found.table_address()}"])


def near(tuned: Tuned, found: Proposal) -> bool:
    """Tell whether shares themselves, if not their whole intervals, are within five points of the aims."""
    return all(abs(share.value - aim.share) <= CLOSE for share, aim in zip(found.shares, tuned.aims, strict=True))
