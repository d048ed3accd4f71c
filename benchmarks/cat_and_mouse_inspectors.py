"""Two Inspectors of Cat & The Mouse against one Mouse, on the same deals and with the same card in the pocket.

    python -m benchmarks.cat_and_mouse_inspectors --games 100000 --processes 16 --keep pairs.jsonl

The first is the lion, or another table of its kind; the second is a bot by name, which chooses the card. Where the lion
draws lots whether to spring the trap, both games are played on, and each counts as often as it would be drawn: that
takes the lots out of the result and nothing else. Where it draws lots which of two rooms to monitor that a searching
bot takes for alike, it gets the lot of the second, which has a lot for these as well: so both games are one until they
have a reason to differ. From the same games it is known what springing wins by what was
heard, and so what any other chances would have won of this Mouse (`--beliefs`). Deals are kept in a file as they are
played, and what lies there is not played again.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from benchmarks.cat_and_mouse_hunting import SPRINGS, heard_in
from numpy.typing import NDArray

from mousehole.bots.cat_and_mouse import lion
from mousehole.bots.cat_and_mouse.lion import Mixtures
from mousehole.bots.cat_and_mouse.names import times_named
from mousehole.bots.cat_and_mouse.situations import situation
from mousehole.bots.levels import Player
from mousehole.bots.players import player
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.cat_and_mouse import codes
from mousehole.lab.arena import plain_seed, score_of

GAME = load("cat_and_mouse")
HEARD = list(SPRINGS)
NOTHING = -1
"""The lion drew no lots in this deal."""
SAID = 50
"""After so many deals for each process it is said how it stands."""


@dataclass(frozen=True)
class Pair:
    """What both Inspectors made of a deal."""

    deal: int
    other: float
    """What the second one won."""
    patient: float
    sprung: float
    """What the lion won if it checked where it draws lots, and if it sprang the trap there."""
    share: float
    """How often it springs the trap there."""
    heard: int
    """What it had heard, as a place in `SPRINGS`."""

    @property
    def lion(self) -> float:
        """What the lion won, on the average of its lots."""
        return self.patient + self.share * (self.sprung - self.patient)


@cache
def seated(name: str) -> Player:
    """Seat a bot by name, or a lion with a table of its own."""
    return lion(GAME, Mixtures.read(Path(name))) if name.endswith(".npz") else player(GAME, name)


def play_on(match: Match, deal: int, inspector: Player, mouse: Player) -> float:
    """Play a game to its end, and say what the Inspector won."""
    while acting := match.actors():
        seat = acting[0]
        bot = inspector if seat == codes.INSPECTOR else mouse
        match.step(seat, bot(match.view(seat), seat, plain_seed(deal, len(match.moves), seat)).action)
    return score_of(match, codes.INSPECTOR)


def has_same_lot(match: Match, moves: Sequence[tuple[int, int]]) -> bool:
    """Whether a game is still the other one, and two rooms to monitor are alike to both Inspectors."""
    s = match.state.record
    if s.phase != codes.MONITOR or match.moves != moves[: len(match.moves)]:
        return False
    first, second = (int(times_named(s, int(room), 1)) for room in s.drawn)
    return first == second


def meet(first: str, second: str, mouse: str, deal: int) -> Pair:
    """Play a deal with both Inspectors."""
    hunted = Match.start(GAME, seed=deal)
    other = play_on(hunted, deal, seated(second), seated(mouse))
    match = Match.start(GAME, seed=deal)
    match.step(*hunted.moves[0])
    while acting := match.actors():
        seat = acting[0]
        view = match.view(seat)
        bot = seated(first if seat == codes.INSPECTOR else mouse)
        thought = bot(view, seat, plain_seed(deal, len(match.moves), seat))
        drawn = {found.action: found.visits for found in thought.findings if found.visits}
        if view.record.phase == codes.ANNOUNCE and len(drawn) > 1:
            won = []
            for move in (codes.CHECK, codes.SPRING):
                branch = match.copy()
                branch.step(seat, move)
                won.append(play_on(branch, deal, seated(first), seated(mouse)))
            heard = heard_in(int(situation(view.record, seat)))
            share = drawn[codes.SPRING] / sum(drawn.values())
            return Pair(deal, other, won[0], won[1], share, HEARD.index(heard) if heard else NOTHING)
        same = has_same_lot(match, hunted.moves)
        match.step(seat, hunted.moves[len(match.moves)][1] if same else thought.action)
    won_alike = score_of(match, codes.INSPECTOR)
    return Pair(deal, other, won_alike, won_alike, 0.0, NOTHING)


def pairs_in(path: Path) -> dict[int, Pair]:
    """Read the deals of a file."""
    if not path.exists():
        return {}
    found = [Pair(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    return {pair.deal: pair for pair in found}


def with_interval(points: NDArray[np.float64]) -> str:
    """Write a mean in points with its 95% interval."""
    return f"{100 * points.mean():+.2f} ± {196 * points.std() / math.sqrt(len(points)):.2f}"


def said(pairs: Sequence[Pair], beliefs: Sequence[float]) -> Iterator[str]:
    """Say what both won, the difference, and what springing wins by what was heard."""
    own, other = (np.array([getattr(pair, name) for pair in pairs]) for name in ("lion", "other"))
    patient = np.array([pair.patient for pair in pairs])
    sprung = np.array([pair.sprung for pair in pairs])
    heard = np.array([pair.heard for pair in pairs])
    yield f"{len(pairs)} deals: {own.mean():.2%} and {other.mean():.2%}, difference {with_interval(own - other)} points"
    yield f"  beyond patience: first {with_interval(own - patient)}, second {with_interval(other - patient)}"
    for number, what in enumerate(HEARD):
        here = heard == number
        gain = with_interval((sprung - patient) * here)
        yield f"  heard {what}: {here.mean():.2%} of the deals, springing always wins {gain} points of all"
    if beliefs:
        shares = np.array([*beliefs, 0.0])[heard]
        believing = patient + shares * (sprung - patient)
        yield f"  with the chances {beliefs}: {with_interval(believing - other)} points"


def main() -> None:
    """Play deals, and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", default="lion", help="the lion, or a table of its kind")
    parser.add_argument("--second", default="tiger_0_1")
    parser.add_argument("--mouse", default="tiger_0_1")
    parser.add_argument("--from", dest="start", type=int, default=2_000_000, help="the first deal")
    parser.add_argument("--games", type=int, default=2_000, help="deals")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--keep", type=Path, required=True, metavar="FILE")
    parser.add_argument("--beliefs", default="", help=f"other chances to spring, by commas, for {HEARD}")
    asked = parser.parse_args()
    beliefs = [float(share) for share in asked.beliefs.split(",") if share]
    known = pairs_in(asked.keep)
    wanted = range(asked.start, asked.start + asked.games)
    left = [deal for deal in wanted if deal not in known]
    pairs = [known[deal] for deal in wanted if deal in known]
    if left:
        meet(asked.first, asked.second, asked.mouse, left[0])  # compiles before processes fork
        play = partial(meet, asked.first, asked.second, asked.mouse)
        with get_context("fork").Pool(asked.processes) as pool, asked.keep.open("a", encoding="utf-8") as file:
            for pair in pool.imap_unordered(play, left, chunksize=8):
                pairs.append(pair)
                file.write(json.dumps(asdict(pair)) + "\n")
                if len(pairs) % (SAID * asked.processes) == 0:
                    file.flush()
                    print(next(said(pairs, beliefs)), flush=True)
    print("\n".join(said(pairs, beliefs)), flush=True)


if __name__ == "__main__":
    main()
