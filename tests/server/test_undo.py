"""Taking back through the server, in games that allow it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.serving import quick_settings, serving

from mousehole.games import IDS, facts


@pytest.mark.parametrize("game_id", [game_id for game_id in IDS if facts(game_id).has_undo])
def test_a_move_is_taken_back(tmp_path: Path, game_id: str) -> None:
    """What a frame offers to take back is taken back once; the story says so, and a restarted server agrees."""
    settings = quick_settings(tmp_path)
    with serving(settings, (game_id,)) as house:
        ann = house.person("Ann")
        seats = ["me"] + ["device"] * (facts(game_id).usual_seats - 1)
        code = ann.open(*seats, game=game_id)
        for number in range(40):
            before = ann.frame(code)
            seat = before["acting"][0]
            before = ann.frame(code, seat)
            action = before["moves"][number % len(before["moves"])]["action"]
            frame = ann.move(code, seat, action, before["version"], f"m{number}")["frame"]
            if frame["can_undo"]:
                break
        else:
            raise AssertionError("nothing could be taken back")
        undo = {"seat": seat, "version": frame["version"], "id": "back"}
        done = ann.post(f"/api/tables/{code}/undo", undo)
        assert (done["version"], done["repeated"]) == (frame["version"] + 1, False)
        assert ann.post(f"/api/tables/{code}/undo", undo)["repeated"]
        after = ann.frame(code, seat)
        assert after["view"] == before["view"]
        assert after["moves"] == before["moves"]
        assert after["log"][-1]["text"] == "Ann takes the last move back."
        assert after["log"][:-1] == before["log"]
        cookies = dict(ann.client.cookies)
    with serving(settings, (game_id,)) as house:
        ann = house.person()
        ann.client.cookies.update(cookies)
        again = ann.frame(code, seat)
        assert (again["view"], again["log"], again["version"]) == (after["view"], after["log"], after["version"])
