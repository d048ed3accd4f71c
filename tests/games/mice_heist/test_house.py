"""House rules of Mice Heist: each number at work, and nothing else changed by it."""

from __future__ import annotations

import pytest
from tests.games.mice_heist.conservation import check_conservation

from mousehole.engine.errors import BadOption
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.bag import fill_bag
from mousehole.games.mice_heist.ending import end_game

GAME = load("mice_heist")


def begin(seats: int = 4, seed: int = 2, **options: int) -> Match:
    """Open a table."""
    return Match.start(GAME, seats=seats, options=options, seed=seed)


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("hand", [1, 2, 3, 4, 6])
def test_cards_in_hand(hand: int, seats: int) -> None:
    """MH-7.1: everybody is dealt as many cards as were agreed, and the tester draws up to as many."""
    match = begin(seats, hand=hand)
    assert list(match.state.hand_size[:seats]) == [hand] * seats
    check_conservation(match.state.record)
    tester = int(match.state.tester)
    while match.state.tester == tester:
        seat = match.actors()[0]
        action = match.legal(seat)[0]
        if match.state.phase == codes.DISCARD:
            word = ("no", "one", "two", "three", "four", "five", "six")[hand]
            assert f"until you hold {word} card" in match.view(seat).prompt()
        match.step(seat, action)
    assert match.state.hand_size[tester] >= hand


def test_a_printed_hand_is_dealt_as_ever() -> None:
    """MH-2.1, MH-7.1: what else is agreed does not change which cards are dealt."""
    printed, other = begin(seed=9), begin(seed=9, first_food=20, waiting_cheese=2)
    assert printed.state.hand.tolist() == other.state.hand.tolist()
    assert printed.state.tester == other.state.tester


@pytest.mark.parametrize("worth", [6, 12, 20])
def test_food_of_the_first(worth: int) -> None:
    """MH-7.2: the first on a track gets what was agreed; the second and the third what is printed."""
    match = begin(first_food=worth)
    s = match.state.record
    s.track[0] = [5, 4, 3, 0, 0, 0]
    assert GAME.picture.show(match.view(0).record, 0).food == [worth, 6, 3]
    s.event_count = 0
    end_game(s, codes.JOB_DONE)
    assert list(s.food[:4]) == [worth, 6, 3, 0]
    assert f"Pip {worth}, Bramble 6 and Tuppence 3" in " ".join(match.view(-1).sentences(match.view(-1)))


@pytest.mark.parametrize("yellow", [0, 4, 8])
def test_yellow_chips(yellow: int) -> None:
    """MH-7.3: so many yellow chips are in the bag at first and when it is filled again; the others are as printed."""
    match = begin(yellow_chips=yellow)
    assert list(match.state.bag) == [1, 2, yellow, 2, 1, 1]
    shown = GAME.picture.show(match.view(0).record, 0).bag
    assert [chip.copies for chip in shown] == [1, 2, yellow, 2, 1, 1]
    match.state.record.bag[:] = 0
    fill_bag(match.state.record)
    assert list(match.state.bag) == [1, 2, yellow, 2, 1, 1]


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("cheese", [0, 1, 6])
def test_cheese_for_those_who_wait(cheese: int, seats: int) -> None:
    """MH-7.4: everybody but the starting player is given cheese of the supply, and the table is told so."""
    match = begin(seats, waiting_cheese=cheese)
    tester = int(match.state.tester)
    assert list(match.state.cheese[:seats]) == [0 if seat == tester else cheese for seat in range(seats)]
    assert int(match.state.supply) == 40 - cheese * (seats - 1)
    kinds = [int(event[0]) for event in match.state.events[: match.state.event_count]]
    assert kinds.count(codes.EVENT_TOOK_CHEESE) == (seats - 1 if cheese else 0)
    check_conservation(match.state.record)


@pytest.mark.parametrize(
    ("name", "value"), [("hand", 0), ("hand", 7), ("first_food", 5), ("yellow_chips", 9), ("waiting_cheese", 7)]
)
def test_numbers_out_of_range(name: str, value: int) -> None:
    """MH-7.1 to MH-7.4: what cannot be played is refused."""
    with pytest.raises(BadOption, match=f"{name} goes from"):
        begin(**{name: value})
