"""The arena: paired games, fair rotations, honest intervals."""

from __future__ import annotations

import pytest

from mousehole.bots.players import player
from mousehole.bots.thinking import Thought
from mousehole.engine.game import Game
from mousehole.engine.match import SEED_LIMIT, Match
from mousehole.engine.position import Position, View
from mousehole.games import IDS, load
from mousehole.lab.arena import Tally, compete, play_game, seatings
from mousehole.lab.playing import play_bots


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
    assert seen.overall["me"] == compete(game, ["random", "greedy"], 4, secret=seen.secret).overall["random"]


class DealsAgain:
    """A guest that tries to find out which deal is on the table, instead of playing."""

    def __init__(self, game: Game) -> None:
        """Deal the first deals, as they look from the seat that plays first."""
        self.game, self.random = game, player(game, "random")
        self.looks = {bytes(self.dealt(seed).view(0).data): seed for seed in range(200)}
        self.decisions, self.found, self.begun = 0, list[int](), list[bytes]()

    def dealt(self, seed: int) -> Position:
        """Deal as the table does."""
        return Match.start(self.game, seed=seed % SEED_LIMIT).state

    def __call__(self, view: View, seat: int, seed: int) -> Thought:
        """Compare what it has seen at first with the deals it knows, and with those that its seed may stand for."""
        begun = bytes((view.past[0] if view.past else view).data)
        self.decisions += 1
        self.begun += [begun] if not view.past else []
        moves = len(view.past)
        guesses = [seed, seed - moves, (seed - 7919 * moves - seat) // 1_000_003]
        found = [guess for guess in guesses if bytes(self.dealt(guess).view(seat).data) == begun]
        self.found += [self.looks[begun]] if begun in self.looks else found
        return self.random(view, seat, seed)


def test_a_guest_cannot_deal_again() -> None:
    """No guest finds its deal among those that can be listed or in its seeds, or meets it again from the other side."""
    game = load("mice_heist")
    cheat = DealsAgain(game)
    compete(game, ["cheat", "random"], 6, guests={"cheat": cheat})
    assert cheat.decisions
    assert not cheat.found
    assert len(set(cheat.begun)) == len(cheat.begun)
    play_game(game, game.facts.usual_seats, game.facts.option_values({}), 5, [cheat] * 4)  # a plain deal is found
    assert set(cheat.found) == {5}


def test_a_guests_games_can_be_played_again() -> None:
    """What the report tells afterwards gives the same games, in several threads too; without it they are others."""
    game = load("hide_and_squeak")
    guests = {"me": player(game, "greedy")}
    first = compete(game, ["me", "random"], 6, guests=guests)
    again = compete(game, ["me", "random"], 6, guests=guests, secret=first.secret, threads=2)
    assert first == again
    assert compete(game, ["me", "random"], 6, guests=guests).secret != first.secret
    assert compete(game, ["greedy", "random"], 6).secret is None


def test_the_lab_tells_a_guest_no_deal() -> None:
    """A guest's seeds in the lab are hashes: deals of a seed it cannot guess stay unknown, and can be had again."""
    game, secret = load("mice_heist"), 987654321987654321
    cheat = DealsAgain(game)
    games = play_bots(game, [cheat], 2, seed=secret)
    assert cheat.decisions
    assert not cheat.found
    assert games.match(1).moves == play_bots(game, [cheat], 1, seed=secret, first=1).match(0).moves


def test_deals_go_on_from_a_first_one() -> None:
    """Two deals and the next two are the same games as four."""
    game = load("hide_and_squeak")
    two, next_two, four = (
        compete(game, ["random", "greedy"], games, first=first) for games, first in ((4, 0), (4, 2), (8, 0))
    )
    for name, tally in four.overall.items():
        assert two.overall[name].score + next_two.overall[name].score == tally.score
