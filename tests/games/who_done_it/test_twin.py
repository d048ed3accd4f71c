"""The compiled rules play along with the slow twin, move for move."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.who_done_it.careful import careful
from tests.games.who_done_it.conservation import check_conservation
from tests.games.who_done_it.twin import NAMES, Twin, action_words, drawn_words, table_of, table_of_twin

from mousehole.games import load
from mousehole.games.who_done_it.words import REASONS

GAME = load("who_done_it")


def walk_with_twin(layout: int, easier: int, seed: int, *, is_careful: bool) -> tuple[str, int]:
    """Play a game twice at once; return how it ended and the most options of one decision."""
    random = Random(seed)
    states = GAME.deal(1, (layout, easier), seed)
    s = states[0]
    twin = Twin(layout, easier=bool(easier), belt=[NAMES[card] for card in s.belt])
    widest = 0
    while True:
        check_conservation(s)
        assert table_of(s) == table_of_twin(twin)
        legal = GAME.legal(states, 0)
        words = [action_words(s, action) for action in legal]
        assert legal == sorted(legal)
        assert len(set(words)) == len(words)
        assert set(words) == twin.legal()
        widest = max(widest, len(legal))
        if not legal:
            assert REASONS[GAME.rules.reason(s)] == twin.result
            return twin.result, widest
        action = careful(GAME, states, 0, legal, random) if is_careful else random.choice(legal)
        said = words[legal.index(action)]
        GAME.rules.apply(s, 0, action)
        twin.apply(said, drawn_words(s))


@pytest.mark.parametrize("easier", [0, 1])
@pytest.mark.parametrize("layout", range(4))
def test_careful_walks_agree_with_the_twin(layout: int, easier: int) -> None:
    """WD-4, WD-5, WD-6, WD-8: on careful walks both have the same options, table and end; some reach the endgame."""
    ends = [walk_with_twin(layout, easier, seed, is_careful=True)[0] for seed in range(40)]
    assert any(end.startswith(("solved", "unsolved")) for end in ends)


@pytest.mark.parametrize("easier", [0, 1])
@pytest.mark.parametrize("layout", range(4))
def test_random_walks_agree_with_the_twin(layout: int, easier: int) -> None:
    """WD-4: on random walks, which mostly end in a loss at once, both agree as well."""
    for seed in range(100, 160):
        walk_with_twin(layout, easier, seed, is_careful=False)
