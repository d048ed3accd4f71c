"""Going on from a moment of another game: as it truly was, or with all that a seat could not know dealt anew."""

from __future__ import annotations

import pickle
import random

import pytest

from mousehole.bots.players import player
from mousehole.engine.errors import CannotUndo, Unreadable
from mousehole.engine.match import Match
from mousehole.engine.notation import read_match, write_match
from mousehole.games import IDS, load

REDEAL = 8105


def played(game_id: str, moves: int | None = None, seed: int = 11) -> Match:
    """Play a game at random, to its end or for some moves."""
    match, chooser = Match.start(load(game_id), seed=seed), random.Random(seed)
    while (acting := match.actors()) and (moves is None or len(match.moves) < moves):
        seat = acting[0]
        match.step(seat, chooser.choice(match.legal(seat)))
    return match


def begun(game_id: str, redealt: tuple[int, int] | None) -> Match:
    """Take the middle of a game as a beginning, and play it on to its end."""
    whole = played(game_id)
    match = Match.start(whole.game, seats=whole.seats, seed=whole.seed).play(whole.moves[: len(whole.moves) // 2])
    match.begin_here(redealt)
    chooser = random.Random(3)
    while acting := match.actors():
        match.step(acting[0], chooser.choice(match.legal(acting[0])))
    return match


@pytest.mark.parametrize("game_id", IDS)
@pytest.mark.parametrize("redealt", [None, (0, REDEAL)])
def test_the_record_says_what_it_is_and_reads_again(game_id: str, redealt: tuple[int, int] | None) -> None:
    """It has all moves, how many were taken over and what was dealt anew; read or pickled it is the same game."""
    match = begun(game_id, redealt)
    text = write_match(match)
    assert f'[Begun "{match.begun}"]' in text
    assert ("[Redealt" in text) == (redealt is not None)
    for again in (read_match(text, load), pickle.loads(pickle.dumps(match))):  # noqa: S301  # our own bytes
        assert again == match
        assert (again.begun, again.redealt) == (match.begun, redealt)
        assert again.state == match.state
    with pytest.raises(Unreadable):
        read_match(text.replace(f'[Begun "{match.begun}"]', f'[Begun "{10**6}"]'), load)
    if redealt is not None:
        with pytest.raises(Unreadable):
            read_match(text.replace(f'[Begun "{match.begun}"]\n', ""), load)


@pytest.mark.parametrize("game_id", IDS)
def test_the_seat_sees_no_difference_where_it_is_dealt_anew(game_id: str) -> None:
    """Its view and all it has seen stay as they were; the others begin to remember at that moment."""
    match = played(game_id, 12)
    if match.is_over:
        match = played(game_id, 3)
    for seat in range(match.seats):
        before, again = match.view(seat), match.copy().begin_here((seat, REDEAL))
        assert again.view(seat) == before
        assert again.view(seat).past.frames == before.past.frames
        for other in set(range(match.seats)) - {seat}:
            assert len(again.view(other).past) == 0
            assert again.view_then(other, len(again.moves)) == again.view(other)


@pytest.mark.parametrize("game_id", IDS)
def test_bots_play_on_from_there(game_id: str) -> None:
    """Bots that remember find nothing that contradicts what they see, whoever's knowledge it goes on from."""
    whole = played(game_id)
    for seat in range(whole.seats):
        match = Match.start(whole.game, seats=whole.seats, seed=whole.seed).play(whole.moves[: len(whole.moves) // 2])
        match.begin_here((seat, REDEAL + seat))
        bot = player(match.game, "housecat")
        for _ in range(4):
            if acting := match.actors():
                match.step(acting[0], bot(match.view(acting[0]), acting[0], 1).action)


def test_what_was_taken_over_is_not_taken_back() -> None:
    """The last move before the beginning stays, also in a game where moves can be taken back."""
    match = played("who_done_it", 1)
    match.begin_here()
    assert not match.can_undo
    with pytest.raises(CannotUndo):
        match.undo()
