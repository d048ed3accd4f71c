"""What the lion of Who Done It? sees: a net that judges mazes, the same on every machine, and moves in its order."""

from __future__ import annotations

import numpy as np
from tests.bots.test_who_done_it import listed, narrowed, positions, trials
from tests.games.who_done_it.picture import GAME

from mousehole.bots.levels import settings_of
from mousehole.bots.thinking import think
from mousehole.bots.who_done_it.judging import INPUTS, SCRATCH, SURE, Reals, describe, odds
from mousehole.bots.who_done_it.searching import JUDGING, MORE_CONSIDERED, judge, odds_of
from mousehole.engine.chance import word
from mousehole.engine.exact import tanh
from mousehole.engine.match import Match
from mousehole.engine.rule import Record
from mousehole.games.who_done_it import codes

PINNED = ["-0x1.045c0c0000000p+1", "-0x1.44116a0000000p+1", "-0x1.4131200000000p+1"]
"""Log odds of the first three such positions in careful games."""


def scratch() -> Reals:
    """Make room for a net to think in."""
    return np.zeros(SCRATCH, np.float32)


def found_odds(view: Record, seed: tuple[int, int]) -> dict[int, float]:
    """Ask the net about all legal moves."""
    low, high = (word(half) for half in seed)
    return {
        action: odds_of(view.record, action, listed([]), low, high, trials(), scratch()) for action in view.legal(0)
    }


def test_what_is_described_is_small_and_tells_positions_apart() -> None:
    """Every number is from 0 to 2, whatever was in its place before; no two decisions of a game look alike."""
    seen = set()
    for view in positions(24):
        given = np.full(SCRATCH, 7.0, np.float32)
        describe(view.record, given)
        assert given[:INPUTS].min() >= 0.0
        assert given[:INPUTS].max() <= 2.0
        seen.add(given[:INPUTS].tobytes())
    assert len(seen) > 300


def test_a_net_says_the_same_everywhere() -> None:
    """Sums are taken in a fixed order: what the net says of a few positions is pinned, to the last bit."""
    said = [float(odds(view.record, scratch())).hex() for view in positions(4) if view.record.phase != codes.MOVE]
    assert said[:3] == PINNED


def test_the_best_move_comes_first() -> None:
    """A search that widens begins with what the net likes best; few moves are considered, none that loses at once.

    Where the net has no hope for any move, those are considered that the tiger would consider.
    """
    fewer = hopeless = 0
    for view in positions(16):
        kept, found = narrowed(view, JUDGING), found_odds(view, (1, 2))
        if max(found.values()) == -SURE:
            hopeless += 1
            assert kept == narrowed(view)
            continue
        assert kept[0] in found
        assert max(found.values()) - found[kept[0]] < 0.001
        assert len(kept) == len(set(kept)) <= MORE_CONSIDERED
        assert min(found[action] for action in kept) > -SURE
        fewer += len(kept) < len(found)
    assert fewer > 50
    assert hopeless > 0


def test_where_somebody_has_to_run_the_end_of_the_turn_is_judged() -> None:
    """The net never sees a half-finished turn: a judgement is that of the best runs."""
    runs = 0
    for view in positions(16):
        if view.record.phase == codes.MOVE:
            out = np.zeros(1)
            judge(view.record, out, trials(), JUDGING)
            assert out[0] == max(tanh(0.5 * each) for each in found_odds(view, (0, 0)).values())
            runs += 1
    assert runs > 20


def test_a_lion_needs_no_second() -> None:
    """A move is found in at most so many iterations as take well below a second, by count, the same each time."""
    match, settings = Match.start(GAME, seed=5), settings_of("who_done_it", "lion")
    first, again = (think(GAME, match.view(0), 0, 1, settings) for _ in range(2))
    assert first == again
    assert first.iterations <= 16_000
    assert first.action in match.legal(0)
