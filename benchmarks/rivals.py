"""Paired games between two bots, searches in all their settings, in several processes: for tuning, and for the tables.

    python -m benchmarks.rivals cloaked_cats lion tiger_0_1 --seats 3 --games 402 --processes 4
    python -m benchmarks.rivals who_done_it tiger:iterations=4000,horizon=4 tiger --options 0,0
    python -m benchmarks.rivals hide_and_squeak lion:iterations=200000 lion --place 0
    python -m benchmarks.rivals mice_heist lion tiger_0_1 --seats 6 --many 3

A bot is named by a level, a search with settings of its own behind a colon. The first sits once at every seat of a
deal (with `--place 0` at the first one only), the second at all the others; a game for one is played by each of them.
With `--many 3` the first sits at three seats at once, at every other one from each on: where one player of six decides
little, that tells more. A line is printed after every batch of deals, so a run that is stopped has said what it knew.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any

import numpy as np

from mousehole.bots.levels import BySeat, Player, mind_of, settings_of
from mousehole.bots.players import player
from mousehole.bots.thinking import Settings, think
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.lab.arena import Tally, score_of

Deal = tuple[float, ...]
"""What the first won of a deal in each of its places; in a game for one, what the first won and what the second."""

Table = tuple[str, int, tuple[int, ...]]
"""A game, its seats and its options."""
Place = tuple[int, ...]
"""The sides that the first has in a game."""


def bot_named(game: Game, text: str) -> Player:
    """Seat a level, or with `level:setting=value,...` a search with settings of its own."""
    if ":" not in text:
        return player(game, text)
    level, _, changes = text.partition(":")
    mind = mind_of(game.facts.id, level)
    given = settings_named(changes)
    by_seat = mind.settings if isinstance(mind, BySeat) else lambda _seat: settings_of(game.facts.id, level)
    return lambda view, seat, seed: think(game, view, seat, seed, replace(by_seat(seat), crowd=None, **given))


def settings_named(changes: str) -> dict[str, Any]:
    """Read `setting=value,...`: whoever says how it searches says so for any number of players."""
    kinds = {field.name: str(field.type) for field in fields(Settings)}
    pairs = (change.partition("=") for change in changes.split(",") if change)
    return {name: float(value) if "float" in kinds[name] else int(value) for name, _, value in pairs}


def play(game: Game, seats: int, options: Sequence[int], seed: int, row: Sequence[Player]) -> Match:
    """Play a deal with a bot on each side."""
    match = Match.start(game, seats=seats, options=game.facts.options_by_name(options), seed=seed)
    while acting := match.actors():
        seat = acting[0]
        chance = seed * 1_000_003 + 7919 * len(match.moves) + seat
        match.step(seat, row[game.facts.side_of(seat)](match.view(seat), seat, chance).action)
    return match


def places_of(sides: int, many: int) -> tuple[Place, ...]:
    """List where the first sits: at every other side from each on, so often as it sits there; each place once."""
    found = (tuple(sorted((start + 2 * k) % sides for k in range(many))) for start in range(sides))
    return tuple(dict.fromkeys(found))


def meet(
    game_id: str, seats: int, options: tuple[int, ...], pair: Sequence[str], places: Sequence[Place], seed: int
) -> Deal:
    """Play a deal once for every one of the first's places; a game for one once for each bot."""
    game = load(game_id)
    sides = len(game.facts.sides(seats))
    first, second = (bot_named(game, text) for text in pair)
    if sides == 1:
        return tuple(score_of(play(game, seats, options, seed, [one]), 0) for one in (first, second))
    rows = [[first if side in place else second for side in range(sides)] for place in places]
    matches = [play(game, seats, options, seed, row) for row in rows]
    return tuple(sum(score_of(m, side) for side in place) for m, place in zip(matches, places, strict=True))


def compile_ahead(game: Game, texts: Sequence[str]) -> None:
    """Let every bot think once, before there are several processes."""
    match = Match.start(game, seed=0)
    seat = match.actors()[0]
    for text in texts:
        bot_named(game, text)(match.view(seat), seat, 0)


def said(deals: Sequence[Deal], *, is_alone: bool) -> str:
    """Say how it stands: the first's share with its interval, and by place, or both and the paired difference."""
    won = np.array(deals)
    if is_alone:
        gain = won[:, 0] - won[:, 1]
        spread = 1.96 * gain.std() / math.sqrt(len(gain))
        return (
            f"{len(won)} deals: {won[:, 0].mean():.1%} and {won[:, 1].mean():.1%}, {gain.mean():+.1%} +- {spread:.1%}"
        )
    tally = Tally(won.size, float(won.sum()))
    low, high = tally.interval
    places = ", ".join(f"{rate:.1%}" for rate in won.mean(axis=0))
    return f"{won.size} games: {tally.rate:.1%} ({low:.1%} to {high:.1%}), by place {places}"


def batches(deals: Iterator[Deal], size: int) -> Iterator[list[Deal]]:
    """Give all deals so far, after every so many."""
    found: list[Deal] = []
    while batch := list(islice(deals, size)):
        found += batch
        yield found


def contest(
    table: Table, pair: Sequence[str], seeds: range, places: Sequence[Place], processes: int, seconds: float
) -> Iterator[str]:
    """Let two bots meet in some deals, or as many of them as there is time for; say after each batch how it stands."""
    game_id, seats, options = table
    is_alone = len(load(game_id).facts.sides(seats)) == 1
    began = time.monotonic()
    with get_context("fork").Pool(processes) as pool:
        found = pool.imap(partial(meet, game_id, seats, options, pair, places), seeds)
        for deals in batches(found, 4 * processes):
            spent = time.monotonic() - began
            yield f"{said(deals, is_alone=is_alone)}; {spent:.0f} s"
            if spent > seconds:
                pool.terminate()
                return


def parse_options(game: Game, text: str | None) -> tuple[int, ...]:
    """Read options by their numbers, in order; none named are the usual ones."""
    return tuple(int(part) for part in text.split(",")) if text else game.facts.option_values({})


def main() -> None:
    """Let two bots meet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", help="the number of each option's value, with commas")
    parser.add_argument("--place", type=int, help="the side that the first has in all games (default: each in turn)")
    parser.add_argument("--many", type=int, default=1, help="at how many seats the first sits, at every other one")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first deal")
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after so long")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    game = load(asked.game)
    seats = asked.seats or game.facts.usual_seats
    options = parse_options(game, asked.options)
    pair = (asked.first, asked.second)
    sides = len(game.facts.sides(seats))
    places = places_of(sides, asked.many) if asked.place is None else ((asked.place,),)
    seeds = range(asked.start, asked.start - (-asked.games // len(places)))
    compile_ahead(game, pair)
    table = (asked.game, seats, options)
    for line in contest(table, pair, seeds, places, asked.processes, asked.seconds):
        print(f"{asked.game} {seats} {options} {asked.first} {asked.second}: {line}", flush=True)


if __name__ == "__main__":
    main()
