"""How good an analysis is: how long it takes, whether two runs say the same, and whether what it says comes true.

    python -m benchmarks.analysis hide_and_squeak --seconds 400 --out results.json
    python -m benchmarks.analysis --write results.json ...

First bots of one kind play each other, the search of the analysis with fewer iterations, and at every few decisions the
analysis says how likely the best move wins; half of the deals are for the fit of what comes true, the others say how
good it is. Then games of weaker bots, who make mistakes as people do, are analysed twice with different seeds: how many
labels are the same, and how many seconds of a processor it took. `--write` keeps the fits in `measured.json`.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.calibration import KNOTS, bin_rows, brier, fitted, tables_of

from mousehole.analysis import evaluating, verdicts
from mousehole.analysis.analysing import analyse
from mousehole.analysis.evaluating import PLAYED_ON, SEARCHED, closer, iterations_for, measured, samples_of
from mousehole.analysis.growing import Evaluator, played_on, search_of
from mousehole.analysis.outlook import TIMES
from mousehole.bots.chances import TRUTH, corrected, role_of
from mousehole.bots.players import player
from mousehole.bots.thinking import think
from mousehole.bots.worths import chance_of
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.games import IDS, load

STORED = Path(evaluating.__file__).with_name("measured.json")
KINDS = (SEARCHED, PLAYED_ON)
SHARE = 0.1
"""Those who play on search with this part of the strongest bot's iterations."""
EVERY = 7
"""At one of so many decisions the analysis is asked."""
PEOPLE = ("kitten", "housecat", "alley_cat", "greedy")
"""They play the games whose labels are compared, as people of different strength would."""

EVEN = tuple(range(0, TRUTH + 1, TRUTH // (KNOTS - 1)))
"""The row that corrects nothing."""

Said = tuple[str, str, int, float, float]
"""What was asked, the role, the deal, the chance that was said, and what came true."""


def start(game: Game, deal: int) -> Match:
    """Deal one game after the other, at all the tables that are measured."""
    tables = tables_of(game)
    seats, options = tables[deal % len(tables)]
    return Match.start(game, seats=seats, options=game.facts.options_by_name(options), seed=deal)


def moments_of(game: Game, deal: int) -> list[Said]:
    """Play a deal, and ask the analysis on the way; what it said without any correction, and what came true."""
    match = start(game, deal)
    search = search_of(game).among(match.view(0))
    short = replace(search, iterations=max(100, int(SHARE * search.iterations)))
    sides = len(game.facts.sides(match.seats))
    iterations = iterations_for(game, game.facts.longest // 4)
    said: list[tuple[str, int, float]] = []
    while acting := match.actors():
        seat, moves = acting[0], len(match.moves)
        view = match.view(seat)
        if len(legal := view.legal(seat)) > 1 and (moves + deal) % EVERY == 0:
            evaluator = Evaluator(view, moves)
            chances = evaluator.survey(legal, iterations)
            best = max(legal, key=lambda action: chances[action])
            trees = closer(view, [best], iterations, moves, 0).trees
            (chances,) = samples_of(view, [evaluator.grow(tree) for tree in trees], 1)
            said.append((SEARCHED, seat, float(np.mean(chances))))
            worths = played_on(game, match.state, moves, TIMES)
            said += [(PLAYED_ON, other, chance_of(worths[other], sides)) for other in firsts(game, match.seats)]
        match.step(seat, think(game, view, seat, deal * 1_000_003 + moves, short).action)
    paid = match.state.payoffs()
    return [(kind, role_of(game, seat), deal, chance, chance_of(paid[seat], sides)) for kind, seat, chance in said]


def roles(game: Game) -> set[str]:
    """List the roles that seats of a game have."""
    return {role_of(game, seat) for seat in range(game.facts.max_seats)}


def firsts(game: Game, seats: int) -> list[int]:
    """List the first seat of every side."""
    sides = [game.facts.side_of(seat) for seat in range(seats)]
    return [sides.index(side) for side in sorted(set(sides))]


def fit(game: Game, moments: Sequence[Said]) -> dict[str, dict[str, Sequence[int]]]:
    """Fit what comes true, for each kind of question and each role, on every other round of tables."""
    rounds = len(tables_of(game))
    rows: dict[str, dict[str, Sequence[int]]] = {kind: {} for kind in KINDS}
    for kind, role in sorted({(kind, role) for kind, role, *_ in moments}):
        mine = [one for one in moments if one[:2] == (kind, role) and one[2] // rounds % 2 == 0]
        if mine:
            rows[kind][role] = fitted(np.array([one[3] for one in mine]), np.array([one[4] for one in mine]))
    return rows


def checked(game: Game, moments: Sequence[Said], rows: dict[str, dict[str, Sequence[int]]]) -> list[str]:
    """Say how well the rows do on the deals that they were not fitted to, all roles together."""
    rounds, lines = len(tables_of(game)), list[str]()
    for kind in KINDS:
        mine = [one for one in moments if one[0] == kind and one[2] // rounds % 2 and one[1] in rows[kind]]
        if mine:
            shown = np.array([corrected(one[3], rows[kind][one[1]]) for one in mine])
            said, won = np.array([one[3] for one in mine]), np.array([one[4] for one in mine])
            deals = np.array([one[2] for one in mine])
            lines.append(
                f"{kind}: Brier score {brier(shown, won):.3f}, uncorrected {brier(said, won):.3f}, always the average "
                f"{brier(np.full(len(won), won.mean()), won):.3f}; {len(set(deals.tolist()))} deals"
            )
            lines += bin_rows(shown, won, deals)
    return lines


def people_play(game: Game, deal: int) -> Match:
    """Play a deal among weaker bots, each time others at each seat."""
    match = start(game, 100_000 + deal)
    row = [player(game, PEOPLE[(seat + deal) % len(PEOPLE)]) for seat in range(match.seats)]
    while acting := match.actors():
        seat = acting[0]
        match.step(seat, row[seat](match.view(seat), seat, deal * 1_000_003 + len(match.moves)).action)
    return match


def twice(game: Game, deal: int, threads: int) -> dict[str, Any]:
    """Analyse a game twice with different seeds; compare the labels."""
    match = people_play(game, deal)
    wall, work = time.perf_counter(), time.process_time()
    first = analyse(match, seed=2 * deal, threads=threads)
    wall, work = time.perf_counter() - wall, time.process_time() - work
    second = analyse(match, seed=2 * deal + 1, threads=threads)
    pairs = [(a.label, b.label) for a, b in zip(first.verdicts, second.verdicts, strict=True)]
    return {
        "deal": deal,
        "decisions": len(pairs),
        "same": sum(a == b for a, b in pairs),
        "seconds": wall,
        "work": work,
        "pairs": Counter(f"{a} {b}" for a, b in pairs),
    }


def measure(game_id: str, seconds: float, part: float, threads: int, out: Path) -> None:
    """Measure one game for so many seconds, part of them for what comes true; write down what is known on the way."""
    game, began = load(game_id), time.monotonic()
    kept = measured().setdefault(game_id, {})
    old = {kind: kept.get(kind, {}) for kind in KINDS}
    result: dict[str, Any] = {"game": game_id, "rows": old, "checked": [], "labels": []}
    moments: list[Said] = []
    deal = 0
    if part > 0.0:
        kept |= {kind: dict.fromkeys(roles(game), EVEN) for kind in KINDS}  # what is said without any correction
    while time.monotonic() - began < part * seconds:
        moments += moments_of(game, deal)
        deal += 1
        result |= {"rows": (rows := fit(game, moments)), "deals": deal, "checked": checked(game, moments, rows)}
        if deal % 10 == 0:
            out.write_text(json.dumps(result), encoding="utf-8")
    kept |= result["rows"] if part > 0.0 else {}
    deal = 0
    while time.monotonic() - began < seconds:
        result["labels"].append(twice(game, deal, threads))
        deal += 1
        out.write_text(json.dumps(result), encoding="utf-8")


def report(path: Path) -> str:
    """Write what was measured of a game in a few lines."""
    found = json.loads(path.read_text(encoding="utf-8"))
    labels = found["labels"]
    decisions, same = sum(one["decisions"] for one in labels), sum(one["same"] for one in labels)
    pairs = sum((Counter(one["pairs"]) for one in labels), Counter[str]())
    shares = [one["same"] / one["decisions"] for one in labels if one["decisions"]]
    spread = 1.96 * float(np.std(shares)) / math.sqrt(max(len(shares), 1)) if shares else math.nan
    mean, most = float(np.mean([one["work"] for one in labels])), max((one["work"] for one in labels), default=math.nan)
    return "\n".join(
        (
            (
                f"{found['game']}: {same} of {decisions} labels alike ({same / max(decisions, 1):.1%}, give or take "
                f"{spread:.1%}) in {len(labels)} games; seconds of a processor {mean:.1f}, "
                f"at most {most:.1f}"
            ),
            ", ".join(f"{pair} {count}" for pair, count in pairs.most_common()),
            *found["checked"],
            "",
        )
    )


def write(paths: Sequence[Path]) -> None:
    """Keep the fits."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    for path in paths:
        found = json.loads(path.read_text(encoding="utf-8"))
        stored[found["game"]] = stored.get(found["game"], {}) | found["rows"]
    lines = (f'  "{name}": {json.dumps(stored[name])}' for name in sorted(stored))
    STORED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Measure a game, or show or keep what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=IDS)
    parser.add_argument("--seconds", type=float, default=400.0)
    parser.add_argument("--part", type=float, default=0.5, help="the part of the time for what comes true")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--looks", type=int, default=verdicts.LOOKS, help="how often two moves are compared at most")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--scale", type=float, default=1.0, help="this part of the usual iterations")
    parser.add_argument("--show", type=Path, nargs="+", default=[])
    parser.add_argument("--write", type=Path, nargs="+", default=[])
    asked = parser.parse_args()
    verdicts.LOOKS = asked.looks
    for limits in measured().values():
        limits |= {name: int(asked.scale * limits[name]) for name in ("iterations", "together")}
    if asked.game:
        measure(asked.game, asked.seconds, asked.part, asked.threads, asked.out or Path(f"{asked.game}.json"))
    for path in asked.show:
        print(report(path))
    write(asked.write)


if __name__ == "__main__":
    main()
