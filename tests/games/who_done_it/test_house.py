"""House rules of Who Done It?: each number at work, and nothing else changed by it."""

from __future__ import annotations

import pytest
from tests.games.who_done_it.conservation import check_conservation

from mousehole.engine.errors import BadOption
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.components import FIRST_ORDER, START_CARDS, START_CELLS, deck_places

GAME = load("who_done_it")


def begin(seed: int = 4, **options: int) -> Match:
    """Open a table."""
    return Match.start(GAME, options=options, seed=seed)


@pytest.mark.parametrize("easier", [0, 1])
@pytest.mark.parametrize("stack", [3, 4, 5])
def test_size_of_the_stacks(stack: int, easier: int) -> None:
    """WD-9.1: the deck has so many maze cards a stack, the Cat in the second, the Cucumber low in the fourth."""
    first = stack + 1 - easier
    kinds = "".join("mCUa"[kind] for kind, _ in deck_places(easier, stack))
    assert kinds == "m" * first + "a" + "C" * (stack + 1) + "a" + "m" * stack + "a" + "mm" + "U" * (stack - 1) + "a"
    match = begin(easier=easier, stack=stack)
    sizes = (first + 1, stack + 2, stack + 1, stack + 2)
    assert " + ".join(map(str, sizes)) in match.view(0).text()
    assert GAME.picture.show(match.view(0).record, 0).stacks == list(sizes)


@pytest.mark.parametrize("stack", [3, 5])
def test_a_deck_of_small_stacks_runs_out_sooner(stack: int) -> None:
    """WD-9.1: the Cucumber comes among the last places of a smaller deck, and ends the game there."""
    match = begin(stack=stack)
    s = match.state.record
    size = len(deck_places(0, stack))
    s.cat, s.seen, s.last = 0, 0b0111, 3
    s.drawn, s.phase = size - 2, codes.FILL_BELT
    s.belt[3] = -1
    GAME.rules.go_on(s)
    assert s.phase == codes.OVER
    assert s.drawn == size - 1


@pytest.mark.parametrize("belt", [2, 3, 4])
def test_cards_on_the_belt(belt: int) -> None:
    """WD-9.2: the belt shows so many cards, all of which can be placed, and is filled up to that number again."""
    match = begin(belt=belt)
    assert sum(int(card) >= 0 for card in match.state.belt) == belt
    assert len(GAME.picture.show(match.view(0).record, 0).belt) == belt
    slots = {action % codes.PLACEMENTS // codes.SLOT for action in match.legal(0)}
    assert slots == set(range(belt))
    turn = int(match.state.turns)
    while not match.is_over and match.state.turns == turn:
        match.step(0, match.legal(0)[0])
        check_conservation(match.state.record)
    assert match.is_over or sum(int(card) >= 0 for card in match.state.belt) == belt


@pytest.mark.parametrize("layout", range(4))
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_first_cards_of_the_maze(cards: int, layout: int) -> None:
    """WD-9.3: so many cards of the set-up lie in the maze, the middle one first; the others are in the deck."""
    match = begin(setup=layout, first_cards=cards)
    s = match.state.record
    check_conservation(s)
    lying = [int(card) for card in s.top if card >= 0]
    assert sorted(lying) == sorted(int(START_CARDS[layout, i]) for i in FIRST_ORDER[:cards])
    assert s.top[START_CELLS[layout, 1]] == START_CARDS[layout, 1]
    assert int(s.unseen) == 28 - cards - 4


@pytest.mark.parametrize(("name", "value"), [("stack", 2), ("stack", 6), ("belt", 1), ("belt", 5), ("first_cards", 0)])
def test_numbers_out_of_range(name: str, value: int) -> None:
    """WD-9.1 to WD-9.3: what cannot be played is refused."""
    with pytest.raises(BadOption, match=f"{name} goes from"):
        begin(**{name: value})
