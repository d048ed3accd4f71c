"""Nets on a GPU, where there is one: runs of the lab are equal to the threads' byte by byte."""

from __future__ import annotations

import pytest
from tests.bots.test_by_net import SHIPPED

from mousehole.batch.gpu import why_not
from mousehole.lab.running import run
from mousehole.lab.setup import SetUp

pytestmark = pytest.mark.skipif(why_not() is not None, reason="there is no GPU")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game_id", SHIPPED)
@pytest.mark.parametrize("other", ["net", "random"])
def test_a_gpu_plays_the_games_of_threads(game_id: str, other: str) -> None:
    """At every number of seats all arrays of a run are equal, byte by byte."""
    known = SetUp(game_id).facts
    for seats in range(known.min_seats, known.max_seats + 1):
        players = ("net", *[other] * (len(known.sides(seats)) - 1))
        set_up = SetUp(game_id, seats=seats, players=players, games=300, seed=seats)
        here, there = run(set_up, threads=2), run(set_up, engine="gpu")
        for name, array in here.arrays.items():
            assert array.tobytes() == there.arrays[name].tobytes(), (seats, name)
