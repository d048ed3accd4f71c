"""How well the belief about bets in Mice Heist foresees them, beside one that finds every bet as likely as any other.

    python -m benchmarks.mice_heist_bets --games 40
    python -m benchmarks.mice_heist_bets --fit --games 200

Bots of one kind play at a table of four. Of every bet that leaves a choice, the others foresee how many chips are in
the fist; the surprise is the logarithm, to base 2, of one over the chance they gave to what was in it.

With `--fit` the numbers of the belief (`ASSISTS` and `ASSISTS_WITH_BOTH` in `bots/mice_heist/searching.py`) are fitted
to what alley cats bet in other deals, and printed beside those in the package: under these their bets are likeliest.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator

import numpy as np
from benchmarks.fitting import chances

from mousehole.bots.mice_heist.beginner import choose_bet, turns_ahead
from mousehole.bots.mice_heist.odds import test_odds
from mousehole.bots.mice_heist.searching import ASSISTS, ASSISTS_WITH_BOTH, bet_plausibility
from mousehole.bots.players import player
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.engine.rule import Numbers
from mousehole.games import load
from mousehole.games.mice_heist import codes

KINDS = ("greedy", "kitten", "housecat", "alley_cat", "tiger")
SEATS = 4
FIRST_SEED = 1_000_000
"""Far from the deals in which the belief is fitted."""
STEPS = 30
PENALTY = 0.5
"""On the square of each weight, so that nothing becomes certain by a handful of bets."""


def foreseen(view: View, seat: int) -> list[float]:
    """Say how likely each bet of a seat is, by another's view."""
    found = []
    for bet in range(1 + int(view.home[seat])):
        view.bet[seat] = bet
        found.append(float(bet_plausibility(view.record, seat)))
    return [chance / sum(found) for chance in found]


def bets_of(kind: str, seed: int) -> Iterator[tuple[View, int, int]]:
    """Play a game between bots of a kind; give of each bet what the tester sees, who bets, and how many chips."""
    game = load("mice_heist")
    bot = player(game, kind)
    match = Match.start(game, seats=SEATS, seed=seed)
    while acting := match.actors():
        seat = acting[0]
        action = bot(match.view(seat), seat, seed * 1_000_003 + 7919 * len(match.moves) + seat).action
        if match.state.phase == codes.BET:
            yield match.view(int(match.state.tester)), seat, action
        match.step(seat, action)


def measure(kind: str, games: int) -> str:
    """Say how well the bets of a kind of bot are foreseen."""
    found = [
        (foreseen(view, seat), bet)
        for seed in range(FIRST_SEED, FIRST_SEED + games)
        for view, seat, bet in bets_of(kind, seed)
    ]
    alike = np.array([math.log2(len(expected)) for expected, _ in found])
    believed = np.array([-math.log2(expected[bet]) for expected, bet in found])
    spread = 1.96 * (alike - believed).std() / math.sqrt(len(found))
    hits = np.mean([expected.index(max(expected)) == bet for expected, bet in found])
    blind_hits = np.mean([1 / len(expected) for expected, _ in found])
    return (
        f"| {kind} | {len(found):,} | {alike.mean():.2f} | {believed.mean():.2f} | {(alike - believed).mean():.2f} "
        f"+- {spread:.2f} | {blind_hits:.0%} | {hits:.0%} |"
    )


def likeliest(given: Numbers, did: Numbers) -> Numbers:
    """Find the weights under which it is likeliest who did what, by Newton's steps."""
    weights = np.zeros(given.shape[1])
    for _ in range(STEPS):
        chance = chances(given @ weights)
        slope = given.T @ (did - chance)
        bend = (given.T * (chance * (1 - chance))) @ given
        weights += np.linalg.solve(bend + PENALTY * np.eye(len(weights)), slope - PENALTY * weights)
    return weights


def fit(games: int) -> Iterator[str]:
    """Fit how alley cats come to assist, and with both chips."""
    assists, with_both = [], []
    for view, seat, bet in (found for seed in range(games) for found in bets_of("alley_cat", seed)):
        s, home = view.record, int(view.home[seat])
        is_last, expected = int(turns_ahead(s, seat) == 1), int(choose_bet(s, seat, 1 + home))
        assists.append((1, test_odds(s, seat), is_last, min(expected, 1), bet > 0))
        if bet and home > 1:
            with_both.append((1, is_last, expected // 2, bet > 1))
    for name, rows, known in (("ASSISTS", assists, ASSISTS), ("ASSISTS_WITH_BOTH", with_both, ASSISTS_WITH_BOTH)):
        *given, did = np.array(rows, np.float64).T
        found = ", ".join(f"{weight:.2f}" for weight in likeliest(np.stack(given, axis=1), did))
        yield f"{name} = {found}  # {len(rows):,} bets; in the package {', '.join(map(str, known))}"


def main() -> None:
    """Measure every kind of bot, or fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--fit", action="store_true", help="fit the belief instead of measuring it")
    asked = parser.parse_args()
    if asked.fit:
        print("\n".join(fit(asked.games)))
        return
    print("| bots | bets | surprise, all alike | with belief | less by | foreseen, all alike | with belief |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for kind in KINDS:
        print(measure(kind, asked.games), flush=True)


if __name__ == "__main__":
    main()
