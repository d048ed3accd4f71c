"""What the moves are worth that searches choose, by one long search that tries all moves at hand alike.

    python -m benchmarks.choices mice_heist lion lion:margin=0.02 --seats 6 --judge lion:scouting=6,iterations=150000
    python -m benchmarks.choices hide_and_squeak lion lion:scouting=0 --seats 3 --seat 0 --judge lion:iterations=250000

Games tell how strong a bot is, but a setting that is worth a point needs thousands of them. Here every bot decides in
the same positions, some from each of many quick games, and the judge says what its choices are worth: much is seen in a
hundred positions. It is the judge's word and no proof: what counts is won in games (`benchmarks/rivals.py`). Bots are
named as there. Gains are on the first bot, in payoffs from -1 to 1, with 95% intervals.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
from benchmarks.rivals import bot_named, compile_ahead, parse_options

from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games import load

A_GAME = 3
"""So many positions are taken from each game, as they are alike."""
AGAIN = 4
"""So often every bot decides in each of them, by other chance."""


class Asked(NamedTuple):
    """At which table positions are looked for, who plays there, who decides and who judges."""

    game_id: str
    seats: int
    options: tuple[int, ...]
    seat: int | None
    by: str
    judge: str
    bots: tuple[str, ...]


class Choice(NamedTuple):
    """What a bot's choices in a position are worth on the average, and how long one took, in seconds."""

    worth: float
    seconds: float


def positions(asked: Asked, deal: int) -> tuple[list[tuple[View, int]], int]:
    """Play a deal; give some decisions of it in which there is a choice, and say how many of these there were."""
    game = load(asked.game_id)
    match = Match.start(game, seats=asked.seats, options=game.facts.options_by_name(asked.options), seed=deal)
    bot = bot_named(game, asked.by)
    found: list[tuple[View, int]] = []
    while acting := match.actors():
        seat = acting[0]
        view = match.view(seat)
        if len(view.legal(seat)) > 1 and asked.seat in (None, seat):
            found.append((view, seat))
        match.step(seat, bot(view, seat, deal * 1_000_003 + len(match.moves)).action)
    picked = np.random.default_rng(deal).choice(len(found), min(A_GAME, len(found)), replace=False)
    return [found[place] for place in picked], len(found)


def judged(asked: Asked, deal: int) -> tuple[list[list[Choice]], int]:
    """Let the bots decide in some positions of a deal and judge them, but for those where the judge sees one move."""
    game = load(asked.game_id)
    judge, bots = bot_named(game, asked.judge), [bot_named(game, text) for text in asked.bots]
    rows = []
    places, choices = positions(asked, deal)
    for view, seat in places:
        worths = {found.action: found.worth for found in judge(view, seat, deal).findings}
        if len(worths) < 2:  # noqa: PLR2004
            continue
        row = []
        for bot in bots:
            began = time.perf_counter()
            chosen = [bot(view, seat, deal + 7919 * k).action for k in range(1, AGAIN + 1)]
            spent = (time.perf_counter() - began) / AGAIN
            row.append(Choice(float(np.mean([worths.get(action, min(worths.values())) for action in chosen])), spent))
        rows.append(row)
    return rows, choices


def said(bots: Sequence[str], rows: Sequence[Sequence[Choice]]) -> str:
    """Write what each bot's choices are worth beside the first one's, and how long it thinks."""
    worths = np.array([[choice.worth for choice in row] for row in rows])
    seconds = np.array([[choice.seconds for choice in row] for row in rows])
    lines = [f"{len(rows)} positions"]
    for k, bot in enumerate(bots):
        gain = worths[:, k] - worths[:, 0]
        spread = 1.96 * gain.std() / math.sqrt(len(gain))
        lines.append(
            f"{bot}: {gain.mean():+.4f} +- {spread:.4f}; {seconds[:, k].mean():.3f} s, {seconds[:, k].max():.2f} s"
        )
    return "\n".join(lines)


def main() -> None:
    """Judge what bots choose."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--judge", required=True, help="who says what moves are worth: a long search that scouts much")
    parser.add_argument("--by", default="housecat", help="who plays to the positions")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", help="the number of each option's value, with commas")
    parser.add_argument("--seat", type=int, help="look at the decisions of this seat alone")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first deal")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    game = load(given.game)
    seats, options = given.seats or game.facts.usual_seats, parse_options(game, given.options)
    asked = Asked(given.game, seats, options, given.seat, given.by, given.judge, tuple(given.bots))
    compile_ahead(game, (*asked.bots, asked.judge, asked.by))
    rows: list[list[Choice]] = []
    numbers: list[int] = []
    with get_context("fork").Pool(given.processes) as pool:
        for found, choices in pool.imap(partial(judged, asked), range(given.start, given.start + given.games)):
            rows += found
            numbers.append(choices)
    print(f"{asked.game_id} {seats} {options}, {np.mean(numbers):.1f} choices a game", said(asked.bots, rows), sep="\n")


if __name__ == "__main__":
    main()
