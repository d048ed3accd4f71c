"""Records: flat, without holes, unlike any other game's."""

from __future__ import annotations

import pytest

from mousehole.engine.record import clear_events, emit, new_records, open_record, record_type
from mousehole.games import IDS, load


@pytest.mark.parametrize("game_id", IDS)
def test_records_have_no_holes(game_id: str) -> None:
    """Every byte of a record belongs to a field, so a copy of a position has the same bytes."""
    state = load(game_id).rules.State
    assert state.itemsize == sum(state[name].itemsize for name in state.names)
    assert state.names[0] == game_id


@pytest.mark.parametrize("game_id", IDS)
def test_records_are_small(game_id: str) -> None:
    """A position takes less than 2 KiB."""
    assert load(game_id).rules.State.itemsize < 2048


def test_a_field_may_not_be_called_like_a_method() -> None:
    """A field such as `round` would work compiled and fail interpreted, so it is refused."""
    with pytest.raises(ValueError, match="round"):
        record_type("some_game", [("round", "i1")], events=1)


def test_events_are_kept_and_cleared() -> None:
    """Events are kept in order, never beyond the end, and leave nothing behind when the next action begins."""
    states = new_records(record_type("a_story", [("lone", "i1")], events=3))
    open_record(states[0], 2, 1, 0)
    emit(states[0], 4, 1, 2, 3)
    emit(states[0], 5, -1, 0, 0)
    assert states[0].event_count == 2
    assert states[0].events.tolist() == [[4, 1, 2, 3], [5, -1, 0, 0], [0, 0, 0, 0]]
    for _ in range(3):
        emit(states[0], 6, 0, 0, 0)
    assert states[0].event_count == 3
    assert states[0].events[2].tolist() == [6, 0, 0, 0]
    clear_events(states[0])
    assert states[0].event_count == 0
    assert not states[0].events.any()
