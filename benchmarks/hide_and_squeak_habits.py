"""Fit how mice choose in Hide and Squeak: the weights by which the cat's memory follows them.

    python -m benchmarks.hide_and_squeak_habits --mice tiger_0_1 --cats tiger_0_1 --games 200 --processes 4

Games are played with two to five mice in turn. Of every choice that a mouse had, the traits of all its options are
noted, as the cat would work them out if it knew the room the mouse was in, and which one it chose. The weights are
those under which these choices are likeliest, with a small penalty on large ones.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from multiprocessing import get_context

import numpy as np

from mousehole.bots.hide_and_squeak.habits import (
    KINDS,
    REVIVES,
    RUNS_OFF,
    STARTS,
    TAKES,
    TRAITS,
    room_traits,
    run_traits,
    take_traits,
)
from mousehole.engine.match import Match
from mousehole.engine.rule import Actions, Numbers, Record, rule
from mousehole.games import load
from mousehole.games.hide_and_squeak import codes
from mousehole.lab.arena import play_game
from mousehole.lab.playing import seat_bots

PENALTY = 2.0
"""On the square of each weight, against the logarithm of how likely the choices are."""
ROUNDS = 60
SETTLED = 1e-6
SEATS = (3, 4, 5, 6)
FIRST_SEED = 1_000_000
"""Games for fitting have seeds from here on, so that no game is both fitted and measured."""

Choices = list[tuple[int, Numbers, int]]
"""Of each choice its kind, the traits of every option, and which one was chosen."""


@rule
def describe(s: Record, mouse: int, room: int, kind: int, actions: Actions, out: Numbers) -> None:
    """Write the traits of every option of a choice, one a row."""
    for k in range(len(actions)):
        if kind == RUNS_OFF:
            run_traits(s, mouse, room, actions[k] - codes.FIRST_RUN, out[k])
        elif kind == TAKES:
            for trait in range(len(TRAITS)):
                out[k, trait] = 0.0
            if actions[k] == codes.TAKE:
                take_traits(s, mouse, room, out[k])
        else:
            room_traits(s, mouse, actions[k], out[k])


def kind_of(match: Match, move: int) -> int:
    """Say which kind of choice a mouse's move was."""
    position = match.positions[move]
    mouse = match.moves[move][0] - 1
    if int(position.phase) == codes.START:
        return STARTS
    if int(position.phase) == codes.RUN:
        return RUNS_OFF
    return REVIVES if int(position.stunned[mouse]) == codes.STUNNED else TAKES


def choices_in(match: Match) -> Choices:
    """Note the choices that mice had in a match."""
    found: Choices = []
    for move, (seat, action) in enumerate(match.moves):
        position = match.positions[move]
        legal = position.legal(seat)
        if seat == codes.CAT or len(legal) == 1:
            continue
        kind, traits = kind_of(match, move), np.zeros((len(legal), len(TRAITS)))
        seen, room = position.view(codes.CAT).record, int(position.room[seat - 1])
        describe(seen, seat - 1, room, kind, np.array(legal, np.int32), traits)
        found.append((kind, traits, legal.index(action)))
    return found


def play_one(job: tuple[int, str, str]) -> Choices:
    """Play a game for fitting and note its choices."""
    number, cat, mice = job
    game = load("hide_and_squeak")
    seats, bots = SEATS[number % len(SEATS)], seat_bots(game, [cat, mice])
    return choices_in(play_game(game, seats, game.facts.option_values({}), FIRST_SEED + number, bots))


def gather(cats: Sequence[str], mice: Sequence[str], games: int, processes: int) -> Choices:
    """Play games between some cats and some mice, in turn, and note all choices of the mice."""
    pairs = [(cat, team) for team in mice for cat in cats]
    jobs = [(i, *pairs[i // len(SEATS) % len(pairs)]) for i in range(games)]
    if processes == 1:
        return [choice for job in jobs for choice in play_one(job)]
    play_one((games, cats[0], mice[0]))  # compile once, before there are several
    with get_context("spawn").Pool(processes) as pool:
        return [choice for found in pool.imap(play_one, jobs, chunksize=4) for choice in found]


def fit(choices: Choices, kind: int) -> tuple[Numbers, float, float]:
    """Fit the weights of one kind by Newton's method; also say how well they do: nats a choice, and without weights."""
    mine = [(traits, chosen) for each, traits, chosen in choices if each == kind]
    weights = np.zeros(len(TRAITS))
    if not mine:
        return weights, 0.0, 0.0
    rows = np.concatenate([traits for traits, _ in mine])
    sizes = np.array([len(traits) for traits, _ in mine])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    group = np.repeat(np.arange(len(mine)), sizes)
    taken = rows[starts + np.array([chosen for _, chosen in mine])]
    loss = 0.0
    for _ in range(ROUNDS):
        score = rows @ weights
        score -= np.maximum.reduceat(score, starts)[group]
        odds = np.exp(score)
        chance = odds / np.add.reduceat(odds, starts)[group]
        expected = np.add.reduceat(rows * chance[:, None], starts)
        slope = (taken - expected).sum(axis=0) - PENALTY * weights
        bend = (rows * chance[:, None]).T @ rows - expected.T @ expected + PENALTY * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights += np.clip(step, -1.0, 1.0)
        loss = float(-np.log(chance[starts + np.array([chosen for _, chosen in mine])]).mean())
        if np.abs(step).max() < SETTLED:
            break
    return weights, loss, float(np.log(sizes).mean())


def fit_all(choices: Choices) -> Numbers:
    """Fit the weights of all kinds."""
    table = np.zeros((KINDS, len(TRAITS)))
    for kind in range(KINDS):
        table[kind], loss, blind = fit(choices, kind)
        count = sum(each == kind for each, _, _ in choices)
        print(f"kind {kind}: {count} choices, {loss:.3f} nats each, {blind:.3f} without weights", file=sys.stderr)
    return table


def source_of(table: Numbers) -> str:
    """Write one table of weights, in the form that `bots/hide_and_squeak/weights.py` has."""
    lines = ["MICE = np.array(["]
    for row in table:
        numbers = [f"{number:.3f}," for number in row]
        lines.append("    [")
        lines += ["        " + " ".join(numbers[at : at + 13]) for at in range(0, len(numbers), 13)]
        lines.append("    ],")
    return "\n".join([*lines, "])  # fmt: skip"])


def main() -> None:
    """Gather, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mice", default="tiger_0_1", help="whose choices are fitted: names, with commas")
    parser.add_argument("--cats", default="tiger_0_1", help="against whom they play")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    choices = gather(given.cats.split(","), given.mice.split(","), given.games, given.processes)
    print(source_of(fit_all(choices)))


if __name__ == "__main__":
    main()
