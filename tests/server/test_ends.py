"""An end that may be taken back opens nothing; what has been opened is never played on."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Clock, Person, Server, quick_settings, receive, serving

from mousehole.cli import main
from mousehole.games.who_done_it import codes
from mousehole.table.standing import ENDING, OVER

GAME = "who_done_it"
pytestmark = pytest.mark.xdist_group(GAME)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for most tests here."""
    with serving(quick_settings(tmp_path_factory.mktemp("ends")), (GAME,)) as running:
        yield running


def lose(person: Person, **more: Any) -> tuple[str, dict[str, Any]]:
    """Play until a game is lost by a move that can be taken back."""
    chooser = random.Random(3)
    while True:
        code = person.open("me", game=GAME, **more)
        frame = person.frame(code)
        while frame["state"] == "playing":
            move = chooser.choice(frame["moves"])["action"]
            frame = person.move(code, 0, move, frame["version"], f"m{frame['version']}")["frame"]
        if frame["state"] == ENDING:
            return code, frame


def secrets_of(house: Server, code: str) -> list[str]:
    """List what nobody may see before the end."""
    table = house.live(code).table
    return [table.row.share, table.row.salt, str(table.started().seed)]


def everything_told(house: Server, ann: Person, code: str) -> str:
    """Ask every address about a table, as its player, as somebody else and through sockets; return all answers."""
    bob, answers = house.person("Bob"), []
    for person in (ann, bob):
        paths = ["", "/frame", "/record", "/moments", "/replay/0", "/replay/1", "/log", "/preview?seat=0&action=0"]
        answers += [person.client.get(f"/api/tables/{code}{path}").text for path in (*paths, "/hint?seat=0")]
        answers += [person.client.get(f"/api/tables/{code}?seat=-1&text=true").text]
        answers += [person.client.get("/api/tables").text, person.client.get("/metrics").text]
        with person.socket(code) as socket:
            answers.append(json.dumps(receive(socket)))
    return "\n".join(answers)


def end(person: Person, code: str) -> dict[str, Any]:
    """Let a game end."""
    frame: dict[str, Any] = person.post(f"/api/tables/{code}/end", {"seat": 0, "id": "end"})["frame"]
    return frame


def test_a_loss_that_can_be_taken_back_opens_nothing(house: Server) -> None:
    """Before the end is confirmed no address tells share, salt or seed; the loss is said, and undo is offered."""
    ann = house.person("Ann")
    code, frame = lose(ann)
    assert (frame["can_undo"], frame["can_end"], frame["outcome"], frame["acting"]) == (True, True, None, [0])
    assert frame["prompt"].startswith("Lost: ")
    assert "Take the move back, or let the game end here." in frame["prompt"]
    assert ann.refused("GET", f"/api/tables/{code}/record") == (409, "not_over")
    told = everything_told(house, ann, code)
    assert not [secret for secret in secrets_of(house, code) if secret in told]
    watching = house.person().frame(code)
    assert not watching["can_end"]
    assert "to let the game end" in watching["prompt"]
    undo = {"seat": 0, "version": frame["version"], "id": "back"}
    after = ann.post(f"/api/tables/{code}/undo", undo)["frame"]
    assert after["state"] == "playing"
    assert after["moves"]
    told = everything_told(house, ann, code)
    assert not [secret for secret in secrets_of(house, code) if secret in told]


def test_what_has_been_opened_is_never_played_on(house: Server, tmp_path: Path) -> None:
    """After the end is confirmed the deal is open, and no way leads back into the game: not for who leaves, either."""
    ann = house.person("Ann")
    code, _ = lose(ann, contribution="from-ann")
    frame = end(ann, code)
    assert frame["state"] == OVER
    assert frame["dealing"]["share"] == secrets_of(house, code)[0]
    assert (frame["can_undo"], frame["can_end"]) == (False, False)
    assert ann.post(f"/api/tables/{code}/end", {"seat": 0, "id": "end"})["repeated"]
    file = tmp_path / "lost.mousehole"
    file.write_text(ann.get(f"/api/tables/{code}/record"))
    assert main(["verify", str(file), "--contribution", "from-ann"]) == 0

    def try_everything(person: Person) -> None:
        undo = {"seat": 0, "version": person.frame(code)["version"], "id": "again"}
        assert person.refused("POST", f"/api/tables/{code}/undo", undo)[1] in {"cannot_undo", "not_your_seat"}
        with person.socket(code) as socket:
            receive(socket)
            socket.send_text(json.dumps({"type": "undo", **undo}))
            assert receive(socket, "error")["code"] in {"cannot_undo", "not_your_seat"}
        move = {"seat": 0, "version": undo["version"], "id": "late", "action": 0}
        assert person.refused("POST", f"/api/tables/{code}/moves", move)[1] in {"game_over", "not_your_seat"}
        assert person.frame(code)["state"] == OVER

    try_everything(ann)
    ann.post(f"/api/tables/{code}/seats/0/leave")
    bob = house.person("Bob")
    bob.post(f"/api/tables/{code}/seats/0/take", {})
    try_everything(bob)
    house.call(house.registry.tables.pop, code)  # as after a restart
    try_everything(bob)


def test_who_leaves_or_lets_the_clock_run_lets_the_game_end(tmp_path: Path) -> None:
    """Nobody waits for ever for an end: getting up confirms it, and so does the clock."""
    clock = Clock()
    with serving(quick_settings(tmp_path), (GAME,), now=clock) as house:
        ann = house.person("Ann")
        code, _ = lose(ann)
        frame = ann.post(f"/api/tables/{code}/seats/0/leave")
        assert (frame["state"], frame["seats"][0]["kind"]) == (OVER, "open")
        code, frame = lose(ann, move_seconds=60)
        assert frame["clock"]["deadlines"] == [clock.now + 60_000]
        clock.pass_by(61)
        session = house.live(code)
        house.call(house.registry.attend, session)
        with ann.socket(code) as socket:
            while receive(socket)["state"] != OVER:
                pass


def test_an_end_nobody_has_confirmed_outlives_a_restart(tmp_path: Path) -> None:
    """A table that waits for the confirmation does so after a restart, with everything still shut."""
    settings = quick_settings(tmp_path)
    with serving(settings, (GAME,)) as house:
        ann = house.person("Ann")
        code, before = lose(ann)
        cookies = dict(ann.client.cookies)
    with serving(settings, (GAME,)) as house:
        ann = house.person()
        ann.client.cookies.update(cookies)
        frame = ann.frame(code)
        assert (frame["state"], frame["prompt"], frame["log"]) == (ENDING, before["prompt"], before["log"])
        told = everything_told(house, ann, code)
        assert not [secret for secret in secrets_of(house, code) if secret in told]
        assert [one["state"] for one in ann.get("/api/tables") if one["table"] == code] == [ENDING]
        assert end(ann, code)["outcome"]["reason"]


def test_a_win_is_over_at_once(house: Server) -> None:
    """Nobody takes a win back: it needs no confirmation, and cannot be undone."""
    ann = house.person("Ann")
    code = ann.open("me", game=GAME)
    table = house.live(code).table
    position = table.started().state.copy()
    position.record.phase, position.record.ended, position.record.drew = codes.OVER, codes.SOLVED, 0
    assert not position.actors()
    assert not table.is_open_end(position, 0)
    position.record.ended = codes.NO_PLACEMENT
    assert table.is_open_end(position, 0)
