"""The compiled rules play along with the slow twin, move for move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from tests.games.who_done_it.careful import careful, patient
from tests.games.who_done_it.conservation import check_conservation
from tests.games.who_done_it.twin import NAMES, Twin, action_words, drawn_words, table_of, table_of_twin

from mousehole.engine.rule import Record
from mousehole.games import load
from mousehole.games.who_done_it.words import REASONS

GAME = load("who_done_it")
TABLES = [(layout, easier) for layout in range(4) for easier in (0, 1)]


def walk_with_twin(options: tuple[int, int], seed: int, choose: Callable[[Record, list[int]], int]) -> str:
    """Play a game twice at once; return how it ended."""
    states = GAME.deal(1, options, seed)
    s = states.record
    twin = Twin(options[0], easier=bool(options[1]), belt=[NAMES[card] for card in s.belt])
    while True:
        check_conservation(s)
        assert table_of(s) == table_of_twin(twin)
        legal = states.legal(0)
        words = [action_words(s, action) for action in legal]
        assert legal == sorted(legal)
        assert len(set(words)) == len(words)
        assert set(words) == twin.legal()
        if not legal:
            assert REASONS[GAME.rules.reason(s)] == twin.result
            return twin.result
        action = choose(states, legal)
        said = words[legal.index(action)]
        GAME.rules.apply(s, 0, action)
        twin.apply(said, drawn_words(s))


@pytest.mark.parametrize("options", TABLES)
def test_random_walks_agree_with_the_twin(options: tuple[int, int]) -> None:
    """WD-4: on random walks, which mostly end in a loss at once, both have the same options, table and end."""
    for seed in range(100, 125):
        random = Random(seed)
        walk_with_twin(options, seed, lambda _, legal, random=random: random.choice(legal))  # type: ignore[misc]


@pytest.mark.parametrize("options", TABLES)
def test_careful_walks_agree_with_the_twin(options: tuple[int, int]) -> None:
    """WD-4, WD-5, WD-8: on careful walks, which go on for some ten turns, both agree as well."""
    for seed in range(8):
        random = Random(seed)
        walk_with_twin(options, seed, lambda states, legal, r=random: careful(GAME, states, 0, legal, r))  # type: ignore[misc]


@pytest.mark.parametrize("options", TABLES)
def test_whole_games_agree_with_the_twin(options: tuple[int, int]) -> None:
    """WD-6, WD-7: games that reach the endgame are traced and decided alike."""
    for seed in (0, 2, 5):
        moves = iter(patient(GAME, options, seed))
        end = walk_with_twin(options, seed, lambda *_, moves=moves: next(moves))
        assert end.startswith(("solved", "unsolved"))
