"""The arena: paired games, fair rotations, honest intervals."""

from __future__ import annotations

import pytest

from mousehole.bots.players import player
from mousehole.games import IDS, load
from mousehole.lab.arena import Tally, compete, seatings


def test_seatings_rotate() -> None:
    """Everybody sits everywhere equally often; a row that is its own rotation is played once."""
    assert seatings(["a", "b"], 2) == [("a", "b"), ("b", "a")]
    assert seatings(["a", "b", "b"], 3) == [("a", "b", "b"), ("b", "b", "a"), ("b", "a", "b")]
    assert seatings(["a"], 2) == [("a", "a")]
    assert seatings(["a", "b"], 4) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert seatings(["a", "b"], 1) == [("a",), ("b",)]


def test_the_interval_is_wilsons() -> None:
    """Known figures: 8 of 10 wins, none of 10, and no games at all."""
    tally = Tally()
    assert tally.interval == (0.0, 1.0)
    for score in [1] * 8 + [0] * 2:
        tally.add(score)
    assert tally.interval == pytest.approx((0.4902, 0.9433), abs=1e-4)
    none = Tally()
    for _ in range(10):
        none.add(0)
    assert none.interval == pytest.approx((0.0, 0.2775), abs=1e-4)


@pytest.mark.parametrize("game_id", IDS)
def test_scores_add_up(game_id: str) -> None:
    """In every game one win is given away, shared or whole, and the same arena gives the same result."""
    game = load(game_id)
    first, second = (compete(game, ["greedy", "random"], 6) for _ in range(2))
    assert {name: tally.score for name, tally in first.overall.items()} == {
        name: tally.score for name, tally in second.overall.items()
    }
    games = sum(first.reasons.values())
    assert games >= 6
    if game.facts.is_zero_sum:
        assert sum(tally.score for tally in first.overall.values()) == pytest.approx(games)


def test_threads_change_nothing() -> None:
    """Several threads play the same games."""
    game = load("hide_and_squeak")
    one, two = (compete(game, ["greedy", "random"], 8, threads=threads) for threads in (1, 2))
    assert one.by_role == two.by_role


def test_a_guest_plays_under_its_name() -> None:
    """A bot of one's own meets ours under the name it was given, and teams go by theirs."""
    game = load("hide_and_squeak")
    seen = compete(game, ["me", "greedy"], 4, guests={"me": player(game, "random")})
    assert {role for _, role in seen.by_role} == {"the cat", "the mice"}
    assert seen.overall["me"] == compete(game, ["random", "greedy"], 4).overall["random"]


def test_deals_go_on_from_a_first_one() -> None:
    """Two deals and the next two are the same games as four."""
    game = load("hide_and_squeak")
    two, next_two, four = (
        compete(game, ["random", "greedy"], games, first=first) for games, first in ((4, 0), (4, 2), (8, 0))
    )
    for name, tally in four.overall.items():
        assert two.overall[name].score + next_two.overall[name].score == tally.score
