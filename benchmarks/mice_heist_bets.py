"""How well the belief about bets in Mice Heist foresees them, beside one that finds every bet as likely as any other.

    python -m benchmarks.mice_heist_bets [GAMES]

Bots of one kind play at a table of four. Of every bet that leaves a choice, the others foresee how many chips are in
the fist; the surprise is the logarithm, to base 2, of one over the chance they gave to what was in it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator

import numpy as np

from mousehole.bots.mice_heist.searching import bet_plausibility
from mousehole.bots.players import player
from mousehole.engine.match import Match
from mousehole.engine.rule import Record
from mousehole.games import load
from mousehole.games.mice_heist import codes

KINDS = ("greedy", "kitten", "housecat", "alley_cat", "tiger")
SEATS = 4
FIRST_SEED = 1_000_000
"""Far from the deals in which the belief was fitted."""


def foreseen(view: Record, seat: int) -> list[float]:
    """Say how likely each bet of a seat is, by another's view."""
    chances = []
    for bet in range(1 + int(view.home[seat])):
        view.bet[seat] = bet
        chances.append(float(bet_plausibility(view.record, seat)))
    return [chance / sum(chances) for chance in chances]


def bets_of(kind: str, seed: int) -> Iterator[tuple[list[float], int]]:
    """Play a game between bots of a kind; give what was foreseen of each bet, and the bet."""
    game = load("mice_heist")
    bot = player(game, kind)
    match = Match.start(game, seats=SEATS, seed=seed)
    while acting := match.actors():
        seat = acting[0]
        action = bot(match.view(seat), seat, seed * 1_000_003 + 7919 * len(match.moves) + seat).action
        if match.state.phase == codes.BET:
            yield foreseen(match.view(int(match.state.tester)), seat), action
        match.step(seat, action)


def main() -> None:
    """Measure every kind of bot."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    print("| bots | bets | surprise, all alike | with belief | less by | foreseen, all alike | with belief |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for kind in KINDS:
        found = [pair for seed in range(FIRST_SEED, FIRST_SEED + games) for pair in bets_of(kind, seed)]
        alike = np.array([math.log2(len(chances)) for chances, _ in found])
        believed = np.array([-math.log2(chances[bet]) for chances, bet in found])
        spread = 1.96 * (alike - believed).std() / math.sqrt(len(found))
        hits = np.mean([chances.index(max(chances)) == bet for chances, bet in found])
        blind_hits = np.mean([1 / len(chances) for chances, _ in found])
        print(
            f"| {kind} | {len(found):,} | {alike.mean():.2f} | {believed.mean():.2f} | {(alike - believed).mean():.2f} "
            f"+- {spread:.2f} | {blind_hits:.0%} | {hits:.0%} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
