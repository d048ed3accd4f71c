"""The bot that plays by a game's net alone: exact for a seed, by its own view, mixing what is nearly as good."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
import pytest

from mousehole.bots import by_net
from mousehole.bots.by_net import CHANCES, WHOLE, draw_near
from mousehole.bots.names import NAMES, UnknownBot, check_bot
from mousehole.bots.net_files import net_file
from mousehole.bots.nets import BadNet, Net
from mousehole.bots.players import player
from mousehole.engine.match import Match
from mousehole.games import IDS, load
from mousehole.lab.arena import play_game
from mousehole.lab.playing import compiled_match, play_nets

SHIPPED = [game_id for game_id in IDS if net_file(game_id).is_file()]
WITHOUT = [game_id for game_id in IDS if game_id not in SHIPPED]
GAME = "hide_and_squeak"
LENGTHS = [67, 78, 76, 76, 56, 88, 137, 47]
CAT_WON = [0, 1, 1, 1, 1, 1, 0, 1]
MOVES = "1bf834ecff498170"


def test_a_seed_gives_the_very_same_games() -> None:
    """Lengths, endings and every move of some games are what they were when they were written down here."""
    games = play_nets(load(GAME), ["net", "net"], 8, seats=4, seed=11)
    moves = repr([games.match(row).moves for row in (0, 5)]).encode()
    assert games.lengths.tolist() == LENGTHS
    assert (games.payoffs[:, 0] > 0).tolist() == [bool(won) for won in CAT_WON]
    assert blake2b(moves, digest_size=8).hexdigest() == MOVES


@pytest.mark.parametrize("game_id", SHIPPED)
@pytest.mark.parametrize("other", ["net", "random"])
def test_compiled_games_are_those_of_a_match_that_shows_views(game_id: str, other: str) -> None:
    """Compiled games are those of a match that hands its seat's view to the net, and refuses what is not legal."""
    game = load(game_id)
    for seats in range(game.facts.min_seats, game.facts.max_seats + 1):
        players = ["net", *[other] * (len(game.facts.sides(seats)) - 1)]
        games = play_nets(game, players, 2, seats=seats, seed=2, first=40)
        for row, number in enumerate((40, 41)):
            match = compiled_match(game, players, number, seats=seats, seed=2)
            assert len(match.moves) == games.lengths[row]
            assert list(match.state.payoffs()) == games.payoffs[row].tolist()
            assert game.doors.reason(match.state) == games.reasons[row]
            assert games.match(row) == match


@pytest.mark.parametrize("game_id", SHIPPED)
def test_it_is_a_bot_like_the_others(game_id: str) -> None:
    """Seated by its name it plays a game to the end, the same for a seed, and says of its moves nothing but which."""
    game = load(game_id)
    seats, options = game.facts.usual_seats, game.facts.option_values({})
    bots = [player(game, "net")] * len(game.facts.sides(seats))
    thoughts = []
    first = play_game(game, seats, options, 3, bots, on_thought=lambda *given: thoughts.append(given[2]))
    assert first == play_game(game, seats, options, 3, bots)
    assert first.outcome() is not None
    assert not any(thought.findings for thought in thoughts)
    assert first != play_game(game, seats, options, 3, bots, lambda deal, moves, seat: deal + 7 * moves + seat)


def test_near_moves_are_mixed_and_worse_ones_are_not_played() -> None:
    """Of actions whose chances are 1, 0.7 and 0.4 the first two are drawn, as often as their chances say."""
    numbers = np.full(9, 50, np.float32)
    actions = np.array([2, 5, 7], np.int32)
    numbers[actions] = np.log([1.0, 0.7, 0.4]).astype(np.float32) + 3
    rng = np.array([4], np.uint64)
    drawn = [draw_near(numbers, actions, 3, CHANCES, rng) for _ in range(2000)]
    assert set(drawn) == {2, 5}
    assert drawn.count(2) / 2000 == pytest.approx(1 / 1.7, abs=0.04)


def test_chances_fall_from_one_to_a_half() -> None:
    """The table of chances is the exponential function, down to half the best one's chance."""
    assert CHANCES[0] == WHOLE
    np.testing.assert_allclose(CHANCES / WHOLE, np.exp(-np.arange(len(CHANCES)) / by_net.STEPS), atol=1e-5)
    assert WHOLE / 2 <= CHANCES[-1] < WHOLE / 2 * 1.04


@pytest.mark.parametrize("game_id", WITHOUT)
def test_a_game_without_a_net_says_so(game_id: str) -> None:
    """Where there is no net nobody is seated, and a sentence says why."""
    with pytest.raises(UnknownBot, match=f"there is no net of {load(game_id).facts.title}"):
        player(load(game_id), "net")


def test_house_rules_are_not_played_by_a_net() -> None:
    """A net that has learnt the printed game refuses to guess at another one."""
    game = load(GAME)
    match = Match.start(game, options={"captures": 3}, seed=1)
    seat = match.actors()[0]
    with pytest.raises(UnknownBot, match="it plays by no house rules"):
        player(game, "net")(match.view(seat), seat, 1)
    with pytest.raises(UnknownBot, match="it plays by no house rules"):
        play_nets(game, ["net", "net"], 1, options={"captures": 3})


def test_a_broken_net_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that cannot be read is told, and nothing else plays in its place."""

    def refuse(*_: object) -> Net:
        raise BadNet("the net of Hide and Squeak cannot be read")

    monkeypatch.setattr(by_net, "net_of", refuse)
    match = Match.start(load(GAME), seed=1)
    with pytest.raises(BadNet, match="cannot be read"):
        player(match.game, "net")(match.view(0), 0, 1)


def test_people_are_not_offered_it() -> None:
    """It is for researchers: no list of bots has it, and no table takes it."""
    assert "net" not in NAMES
    with pytest.raises(UnknownBot):
        check_bot("net")
