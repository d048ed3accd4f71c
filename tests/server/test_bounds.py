"""What many visitors, or one who does the same again and again, cost the others: little, and no more each time."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Clock, Server, play_on, quick_settings, receive, serving
from tests.server.test_company import moves_of, three_people, wait_until

from mousehole.server.limits import Throttle
from mousehole.server.tables import bots
from mousehole.server.tables.session import BODIES_KEPT, Bodies, Listener
from mousehole.table import frames
from mousehole.table.events import BY_CLOCK

pytestmark = pytest.mark.xdist_group("server")


def test_joining_costs_others_little(tmp_path: Path) -> None:
    """When many come at once, those who are there are not sent a frame for each of them."""
    joined = 24
    with serving(quick_settings(tmp_path)) as house, ExitStack() as stack:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device")
        house.live(code).showing.ask = lambda *_: None  # type: ignore[method-assign]  # the pause is tested below
        before = sent(house)
        sockets = [stack.enter_context(house.person().socket(code)) for _ in range(joined)]
        for socket in sockets:
            receive(socket)
        assert sent(house) - before == joined
        del house.live(code).showing.ask
        house.call(house.registry.attend, house.live(code))
        ann.move(code, 0, 0, 1, "a")
        assert {receive(socket)["watchers"] for socket in sockets} == {joined}


def sent(house: Server) -> int:
    """Tell how many frames went out through sockets."""
    return int(house.registry.metrics.frames._value.get())  # the library has no other way


def test_what_is_asked_for_again_and_again_is_done_seldom() -> None:
    """The first wish is granted at once, those that follow soon after by one more at the end of the pause."""

    async def test() -> None:
        throttle, done = Throttle(), list[int]()
        for number in range(50):
            throttle.ask(lambda n=number: done.append(n), 1.0)  # type: ignore[misc]  # mypy cannot tell
            await asyncio.sleep(0)
        assert done == [0]
        async with asyncio.timeout(10):
            while len(done) < 2:  # noqa: ASYNC110  # nothing tells when
                await asyncio.sleep(0.01)
        throttle.ask(lambda: done.append(-1), 10.0)
        throttle.cancel()
        await asyncio.sleep(0.02)
        assert len(done) == 2

    asyncio.run(test())


def test_frames_are_kept_for_others_but_not_for_ever() -> None:
    """Who looks with the same eyes gets what was built; changes make it old, and many tables do not fill the memory."""
    bodies = Bodies()
    bodies.keep((0, 1, False), (7, 0), b"frame")
    assert bodies.get((0, 1, False), (7, 0)) == b"frame"
    assert bodies.get((0, 1, False), (8, 0)) is None
    assert bodies.get((1, 1, False), (7, 0)) is None
    for number in range(1, 2 * BODIES_KEPT):
        bodies.keep((number, 1, False), (0, 0), b"other")
    assert len(bodies.kept) == BODIES_KEPT
    assert bodies.get((0, 1, False), (7, 0)) is None


def test_the_pause_grows_with_the_crowd(tmp_path: Path) -> None:
    """At a table with many sockets comings and goings are collected for longer."""
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        live = house.live(ann.open("me", "device", "device"))
        alone = live.company_pause
        live.listeners |= {Listener(f"person {number}") for number in range(1000)}
        assert live.company_pause > 5 * alone
        live.listeners.clear()


def test_the_log_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking for the whole story again, or for its end, does not tell it again from the beginning."""
    told = 0
    tell = frames.Teller.tell

    def counted(*given: Any) -> list[str]:
        nonlocal told
        told += 1
        return tell(*given)

    monkeypatch.setattr(frames.Teller, "tell", counted)
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device")
        play_on(ann, code, until=12)
        story = ann.get(f"/api/tables/{code}/log", seat=0)
        before = told
        for _ in range(5):
            assert ann.get(f"/api/tables/{code}/log", seat=0) == story
        assert told == before
        assert ann.get(f"/api/tables/{code}/log", seat=0, starts=3)["entries"] == story["entries"][3:]


def test_what_is_told_of_a_finished_game_is_worked_out_once(tmp_path: Path) -> None:
    """Key moments and records do not change any more, so asking for them again costs nothing."""
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device", dawn=5)
        assert play_on(ann, code)["state"] == "over"
        told = ann.get(f"/api/tables/{code}/moments", seat=1), ann.get(f"/api/tables/{code}/record")
        assert all(told)
        kept = dict(house.live(code).kept)
        assert len(kept) == 2
        again = ann.get(f"/api/tables/{code}/moments", seat=1), ann.get(f"/api/tables/{code}/record")
        assert again == told
        assert all(house.live(code).kept[what] is found for what, found in kept.items())


def test_a_table_with_a_far_clock_rests_and_wakes_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that runs for days holds no table in memory, and is kept all the same."""
    monkeypatch.setattr(bots, "choose", lambda _game, view, seat, *_: view.legal(seat)[0])
    clock = Clock()
    with serving(quick_settings(tmp_path, resting_seconds=60.0), now=clock) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device", move_seconds=86_400)
        clock.pass_by(90)
        live = house.live(code)
        assert live.is_resting(clock(), 60_000)
        house.call(house.registry.housekeeping.put_away, live)
        assert code not in house.registry.tables
        assert house.registry.alarms.due == {code: live.table.asked_at[0] + 86_400_000}
        clock.pass_by(86_400 - 100)
        house.call(house.registry.alarms.changed.set)
        assert code not in house.registry.tables
        clock.pass_by(20)
        house.call(house.registry.alarms.changed.set)
        moved = wait_until(lambda: moves_of(house, code))
        assert moved[0].data["by"] == BY_CLOCK
        assert not house.registry.alarms.due


def test_a_table_whose_clock_is_nearly_up_does_not_rest(tmp_path: Path) -> None:
    """Putting away and taking up costs more than keeping a table for a minute."""
    clock = Clock()
    with serving(quick_settings(tmp_path), now=clock) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device", move_seconds=100)
        clock.pass_by(70)
        assert not house.live(code).is_resting(clock(), 60_000)


def test_an_alarm_is_off_when_somebody_takes_the_table_up(tmp_path: Path) -> None:
    """Whoever comes to a table that rests finds it as it was, and it does not wake twice."""
    clock = Clock()
    with serving(quick_settings(tmp_path), now=clock) as house:
        ann = house.person("Ann")
        code = ann.open("me", "device", "device", move_seconds=86_400)
        house.call(house.registry.housekeeping.put_away, house.live(code))
        assert ann.frame(code)["clock"]["deadlines"][0] == clock() + 86_400_000
        assert not house.registry.alarms.due


def test_voting_twice_is_one_vote_and_one_event(tmp_path: Path) -> None:
    """A vote that was given already is not written down again."""
    clock = Clock()
    with serving(quick_settings(tmp_path), now=clock) as house:
        (_, bob, cy), code = three_people(house)
        clock.pass_by(200)
        cy.frame(code)
        for _ in range(3):
            frame = bob.post(f"/api/tables/{code}/seats/0/vote")
        assert frame["seats"][0]["votes"] == 1
        assert frame["version"] == 4


def test_taking_back_is_bounded(tmp_path: Path) -> None:
    """A move that is made and taken back for ever does not tell the story again for ever."""
    with serving(quick_settings(tmp_path), ("who_done_it",)) as house:
        ann = house.person("Ann")
        code = ann.open("me", game="who_done_it")
        codes = set()
        for number in range(40):
            frame = ann.frame(code)
            ann.move(code, 0, frame["moves"][0]["action"], frame["version"], f"m{number}")
            undo = {"seat": 0, "version": ann.frame(code)["version"], "id": f"u{number}"}
            answer = ann.client.post(f"/api/tables/{code}/undo", json=undo)
            codes.add(answer.status_code)
            if answer.status_code != 200:
                break
        assert codes == {200, 429}
