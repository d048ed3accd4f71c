"""What hints show against what comes true: play the strongest bot against itself, fit, and say how well it fits.

    python -m benchmarks.calibration --games 400 --processes 8
    python -m benchmarks.calibration who_done_it --games 400 --processes 8 --write
    python -m benchmarks.calibration mice_heist --tables 2,3 --games 186 --write

Every decision is a moment at which a hint would show a chance. What is kept is fitted to all deals; how good that is,
each fifth of the deals says by a fit to the others: of the moments shown as 60 to 70%, how many were won; and the Brier
score, the mean square of what was shown less what came true, beside that of always saying the average. `--write` keeps
the fit in `calibration.json`, from which hints read it. A table stops growing, and is fitted with what there is, after
`--seconds` for each game. With `--tables` only some numbers of players or set-ups are measured, and the rows of others
stay. With `--keep FOLDER` games are kept as they are played, and those that lie there already are not played again.
Behind the chances stands who won at each table: the strongest bot against itself is how a game balances.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count, islice, product
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
from benchmarks.rivals import bot_named, compile_ahead
from numpy.typing import NDArray

from mousehole.bots import chances
from mousehole.bots.chances import TRUTH, Row, corrected, role_of, row_name
from mousehole.bots.names import STRONGEST
from mousehole.bots.worths import chance_of
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.games import IDS, load
from mousehole.lab.arena import Tally, role_name, score_of

STORED = Path(chances.__file__).with_name("calibration.json")
KNOTS = 21
BINS = 10
DOUBT, KNOWN = 30.0, 1_000
"""So many moments weigh in each place that a search is right; half as many once so many moments are known in all."""
PARTS = 5
"""Each part of the deals is judged by a fit to the others."""

Floats = NDArray[np.float64]


class Moment(NamedTuple):
    """A decision in a game: what the search thought of it, and what came true."""

    role: str
    deal: int
    said: float
    won: float


class Played(NamedTuple):
    """A game: at which table, what each side won of it, and its moments."""

    deal: int
    table: int
    won: dict[int, float]
    moments: list[Moment]


# Playing


def tables_of(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    """List the tables at which a game is measured, seats and options: all set-ups of a game for one."""
    facts = game.facts
    if facts.max_seats == 1:
        spans = (
            (option.default,) if option.is_house else range(option.low, option.high + 1) for option in facts.options
        )
        return [(1, options) for options in product(*spans)]
    usual = facts.option_values({})
    return [(seats, usual) for seats in range(facts.min_seats, min(facts.usual_seats + 1, facts.max_seats) + 1)]


def deals_of(game_id: str, start: int, games: int, tables: str | None) -> list[int]:
    """List so many deals from one on, at all tables or at those numbered, with commas."""
    number = len(tables_of(load(game_id)))
    chosen = set(map(int, tables.split(","))) if tables else set(range(number))
    if wrong := sorted(chosen - set(range(number))):
        raise SystemExit(f"{game_id} has tables 0 to {number - 1}, and none with number {', '.join(map(str, wrong))}")
    return list(islice((deal for deal in count(start) if deal % number in chosen), games))


def play_one(game_id: str, level: str, deal: int) -> Played:
    """Play a deal, at one table after the other; what the search thought at each decision, and what came true."""
    game = load(game_id)
    tables = tables_of(game)
    table = deal % len(tables)
    seats, options = tables[table]
    match = Match.start(game, seats=seats, options=game.facts.options_by_name(options), seed=deal)
    bot = bot_named(game, level)
    said: list[tuple[int, float]] = []
    while acting := match.actors():
        seat = acting[0]
        thought = bot(match.view(seat), seat, deal * 1_000_003 + 7919 * len(match.moves) + seat)
        if thought.findings:
            said.append((seat, chance_of(thought.worth, len(game.facts.sides(seats)))))
        match.step(seat, thought.action)
    won = {side: score_of(match, side) for side in game.facts.sides(seats)}
    moments = [Moment(role_of(game, seat), deal, chance, won[game.facts.side_of(seat)]) for seat, chance in said]
    return Played(deal, table, won, moments)


def play_all(game_id: str, level: str, deals: Sequence[int], processes: int, seconds: float) -> Iterator[Played]:
    """Play some deals, or as many of them as there is time for."""
    began = time.monotonic()
    with get_context("fork").Pool(processes) as pool:
        for played in pool.imap_unordered(partial(play_one, game_id, level), deals):
            yield played
            if time.monotonic() - began > seconds:
                pool.terminate()
                return


def read_kept(file: Path) -> list[Played]:
    """Read the games that a file holds; a last line that was cut off is none."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else []
    games = [json.loads(line) for line in lines if line.endswith("\n")]
    return [
        Played(deal, table, {int(side): share for side, share in won.items()}, [Moment(*each) for each in moments])
        for deal, table, won, moments in games
    ]


def play_and_keep(
    game_id: str, level: str, deals: Sequence[int], processes: int, seconds: float, folder: Path | None
) -> list[Played]:
    """Play the deals that are not kept yet, keep each as it ends, and give all of them back in the order of deals."""
    file = None if folder is None else folder / f"{game_id}.{level.replace(':', '.')}.jsonl"
    games = [] if file is None else read_kept(file)
    left = sorted(set(deals) - {played.deal for played in games})
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(json.dumps(played) + "\n" for played in games), encoding="utf-8")
    if left:
        compile_ahead(load(game_id), [level])
    for played in play_all(game_id, level, left, processes, seconds) if left else ():
        games.append(played)
        if file is not None:
            with file.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(played) + "\n")
    return sorted(games, key=lambda played: played.deal)


# Fitting


def pooled(means: Floats, weights: Floats) -> Floats:
    """Make a row of means rise: neighbours that fall become their common mean."""
    blocks: list[tuple[float, float, int]] = []
    for mean, weight in zip(means, weights, strict=True):
        block = (float(mean), float(weight), 1)
        while blocks and blocks[-1][0] >= block[0]:
            before = blocks.pop()
            total = before[1] + block[1]
            block = ((before[0] * before[1] + block[0] * block[1]) / total, total, before[2] + block[2])
        blocks.append(block)
    return np.concatenate([np.full(count, mean) for mean, _, count in blocks])


def fitted(said: Floats, won: Floats) -> tuple[int, ...]:
    """Fit what comes true where a search says 0, 5, 10 ... 100 in a hundred; every moment counts at its two nearest.

    Where all that was tried is lost, or won, that stays so.
    """
    place = said * (KNOTS - 1)
    low = np.minimum(place.astype(np.int64), KNOTS - 2)
    share = place - low
    doubt = DOUBT * KNOWN / (KNOWN + len(said))
    weights, sums = np.full(KNOTS, doubt), doubt * np.linspace(0.0, 1.0, KNOTS)
    for knot, part in ((low, 1.0 - share), (low + 1, share)):
        np.add.at(weights, knot, part)
        np.add.at(sums, knot, part * won)
    inner = pooled(sums / weights, weights)[1:-1]
    return (0, *(round(TRUTH * float(value)) for value in inner), TRUTH)


# Saying how good it is


def brier(shown: Floats, won: Floats) -> float:
    """Return the mean square of what was shown less what came true."""
    return float(np.mean((shown - won) ** 2))


def bin_rows(shown: Floats, won: Floats, deals: NDArray[np.int64]) -> Iterator[str]:
    """Write a line for every ten points: moments, deals, what was shown and what was won on the average."""
    which = np.minimum((shown * BINS).astype(np.int64), BINS - 1)
    for k in range(BINS):
        here = which == k
        if here.any():
            many = len(set(deals[here].tolist()))
            spread = 1.96 * math.sqrt(max(won[here].var(), 0.01) / many)
            yield (
                f"| {10 * k} to {10 * k + 10}% | {here.sum():,} | {many} | {shown[here].mean():.1%} | "
                f"{won[here].mean():.1%} | {spread:.1%} |"
            )


def report(game_id: str, name: str, moments: Sequence[Moment], shown: Floats) -> str:
    """Write how well what is shown at some moments does."""
    said = np.array([moment.said for moment in moments])
    won = np.array([moment.won for moment in moments])
    deals = np.array([moment.deal for moment in moments])
    return "\n".join(
        (
            f"### {load(game_id).facts.title}: {name}",
            "",
            (
                f"Brier score {brier(shown, won):.3f}, as searched {brier(said, won):.3f}, always the average "
                f"{brier(np.full(len(won), won.mean()), won):.3f}; {len(set(deals.tolist()))} deals."
            ),
            "",
            "| shown | moments | deals | shown, mean | won | give or take |",
            "| --- | ---: | ---: | ---: | ---: | ---: |",
            *bin_rows(shown, won, deals),
            "",
        )
    )


def balance(game_id: str, games: Sequence[Played]) -> str:
    """Write how many games each side won at each table."""
    game = load(game_id)
    lines = ["| seats | options | side | games | wins | interval |", "| ---: | --- | --- | ---: | ---: | --- |"]
    for number, (seats, options) in enumerate(tables_of(game)):
        here = [played.won for played in games if played.table == number]
        for side in game.facts.sides(seats) if here else ():
            tally = Tally(len(here), sum(won[side] for won in here))
            low, high = tally.interval
            told = f"{tally.games} | {tally.rate:.1%} | {100 * low:.1f} to {high:.1%}"
            lines.append(f"| {seats} | {options} | {role_name(game, seats, side)} | {told} |")
    return "\n".join((*lines, ""))


def row_of(moments: Sequence[Moment]) -> Row:
    """Fit a row to some moments."""
    return fitted(np.array([moment.said for moment in moments]), np.array([moment.won for moment in moments]))


def shown_by_others(moments: Sequence[Moment], tables: int) -> Floats:
    """Say what each moment is shown as by a fit to other parts of the deals; every part has all tables."""
    parts = [moment.deal // tables % PARTS for moment in moments]
    rows = [row_of([one for one, its in zip(moments, parts, strict=True) if its != part]) for part in range(PARTS)]
    return np.array([corrected(one.said, rows[part]) for one, part in zip(moments, parts, strict=True)])


def measure(game_id: str, games: Sequence[Played]) -> tuple[dict[str, Row], list[str]]:
    """Fit each row there is, and report how good such rows are on deals that they were not fitted to."""
    tables = tables_of(load(game_id))
    found: dict[str, list[Moment]] = {}
    for played in games:
        for moment in played.moments:
            found.setdefault(row_name(moment.role, tables[played.table][0]), []).append(moment)
    rows: dict[str, Row] = {}
    pages: list[str] = [balance(game_id, games)]
    for name, moments in sorted(found.items()):
        rows[name] = row_of(moments)
        if len({moment.deal for moment in moments}) >= PARTS * PARTS:
            pages.append(report(game_id, name, moments, shown_by_others(moments, len(tables))))
    return rows, pages


def main() -> None:
    """Measure all games, or those named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(IDS))
    parser.add_argument("--level", default=STRONGEST, help="a level, with settings of its own behind a colon")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first deal")
    parser.add_argument("--tables", help="numbers of tables, with commas (default: all)")
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where games are kept, and taken from")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    for game_id in asked.game:
        deals = deals_of(game_id, asked.start, asked.games, asked.tables)
        games = play_and_keep(game_id, asked.level, deals, asked.processes, asked.seconds, asked.keep)
        rows, pages = measure(game_id, games)
        print("\n".join(pages), json.dumps(rows), "", sep="\n", flush=True)
        if asked.write:
            stored = json.loads(STORED.read_text(encoding="utf-8"))
            stored[game_id] = (stored.get(game_id, {}) if asked.tables else {}) | rows
            lines = (f'  "{name}": {json.dumps(stored[name])}' for name in sorted(stored))
            STORED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
