"""What speaks for a move, on every game: short sentences that a seat's own view allows, and about that very move."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product

import pytest
from tests.contract.tables import is_printed, modes
from tests.contract.walking import careful_move, open_table

from mousehole.bots.players import greedy_move
from mousehole.engine.match import Match
from mousehole.games import IDS

TABLES = [table for table in modes() if is_printed(table)]
SEEDS = 3
MOVES = 200
LONGEST = {"hide_and_squeak": 220, "cat_and_mouse": 220, "cloaked_cats": 220, "mice_heist": 250, "who_done_it": 290}
"""Letters: a few lines of a hint. A card of Mice Heist and a turn of the maze change more at once than other moves."""
MOST_ALIKE = {
    "hide_and_squeak": 0.01,
    "cat_and_mouse": 0.2,
    "cloaked_cats": 0.02,
    "mice_heist": 0.01,
    "who_done_it": 0.12,
}
"""The share of decisions at which all moves may have the same remark, because nothing known tells them apart.

Cat & The Mouse has most: a heist begins before anybody knows anything, and rooms never named are monitored alike.
"""

each_game = pytest.mark.parametrize("game_id", IDS)


def decisions(game_id: str) -> Iterator[tuple[Match, int, dict[int, str]]]:
    """Play games, at random and as a beginner would; yield each decision with the remarks on all its moves."""
    tables = [table for table in TABLES if table.game_id == game_id]
    for table, seed in product(tables, range(SEEDS)):
        for choose in (careful_move, beginners_move):
            match, chooser = open_table(table, seed), random.Random(seed)
            while not match.is_over and len(match.moves) < MOVES:
                for seat in match.actors():
                    view = match.view(seat).record
                    yield match, seat, {a: match.game.words.remark(view, seat, a) for a in match.legal(seat)}
                match.step(*choose(match, chooser))


def beginners_move(match: Match, chooser: random.Random) -> tuple[int, int]:
    """Choose a seat that may act, and what a beginner would play there."""
    seat = chooser.choice(match.actors())
    return seat, greedy_move(match.game, match.view(seat), seat, len(match.moves))


@each_game
def test_a_remark_is_a_short_sentence(game_id: str) -> None:
    """It begins with a capital letter or a number, ends with a full stop, has no blank too many, and fits a hint."""
    for _, _, said in decisions(game_id):
        for text in said.values():
            assert re.fullmatch(r"[A-Z0-9].*[^ .]\.", text), text
            assert "  " not in text
            assert len(text) <= LONGEST[game_id], text


@each_game
def test_a_remark_is_made_from_the_view_alone(game_id: str) -> None:
    """In any other world that a seat cannot tell apart from the true one it hears the same; nothing is written."""
    for match, seat, said in decisions(game_id):
        view = match.state.world(seat, len(match.moves)).view(seat)
        before = view.tobytes()
        assert {action: match.game.words.remark(view.record, seat, action) for action in said} == said
        assert view.tobytes() == before


@each_game
def test_a_remark_is_about_its_move(game_id: str) -> None:
    """Who can choose between moves hears something else of one than of another, but for few decisions."""
    heard = [len(set(said.values())) for _, _, said in decisions(game_id) if len(said) > 1]
    assert heard.count(1) <= MOST_ALIKE[game_id] * len(heard)
