"""Promise first, then contributions, then the deal, in every way a game can start; and a check that finds cheating."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Person, Server, play_on, quick_settings, serving

from mousehole.cli import main
from mousehole.engine.deals import promise_of, seed_of

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run one server for all tests here."""
    with serving(quick_settings(tmp_path_factory.mktemp("fairness"))) as running:
        yield running


def opened(person: Person, seats: str) -> dict[str, Any]:
    """Open a table as a page does: without a contribution, which comes when the promise is known."""
    body = {"setup": f"game=hide_and_squeak&dawn=5&seats={seats}", "promise_first": True}
    found: dict[str, Any] = person.post("/api/tables", body)
    return found


@pytest.mark.parametrize("seats", ["me,bot:random,bot:random", "me,device:Cy,device:Dot", "bot:random,bot:random,bot"])
def test_a_table_that_could_start_at_once_waits_for_the_contribution(house: Server, seats: str) -> None:
    """The promise is out and nothing is dealt before the person who opens the table has contributed."""
    ann = house.person("Ann")
    answer = opened(ann, seats)
    code, frame = answer["table"], ann.frame(answer["table"])
    assert frame["state"] == "lobby"
    assert frame["me"]["awaited"]
    assert frame["dealing"]["promise"] == answer["promise"]
    assert frame["dealing"]["commitment"] is None
    assert house.live(code).table.match is None
    bob = house.person("Bob")
    assert bob.refused("POST", f"/api/tables/{code}/contribution", {"contribution": "x"}) == (409, "not_here")
    frame = ann.post(f"/api/tables/{code}/contribution", {"contribution": "tail"})
    assert frame["state"] != "lobby"
    assert not frame["me"]["awaited"]
    row = house.live(code).table.row
    assert answer["promise"] == promise_of(row.share, row.salt)
    assert house.live(code).table.seed == seed_of(row.share, ["tail"])
    assert ann.post(f"/api/tables/{code}/contribution", {"contribution": "tail"})["state"] != "lobby"
    assert ann.refused("POST", f"/api/tables/{code}/contribution", {"contribution": "y"}) == (409, "already_started")


def test_a_lobby_waits_for_its_hosts_contribution_too(house: Server) -> None:
    """Seats that fill, with people or with bots, do not start a game before the host has contributed."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = opened(ann, "me,open,open")["table"]
    bob.post(f"/api/tables/{code}/seats/1/take", {"contribution": "bobs"})
    frame = ann.post(f"/api/tables/{code}/fill", {"level": "random"})
    assert frame["state"] == "lobby"
    assert frame["prompt"] == "The table waits for what people add to the deal."
    frame = ann.post(f"/api/tables/{code}/contribution", {"contribution": "anns"})
    assert frame["state"] == "playing"
    assert frame["dealing"]["contributions"] == ["bobs", "anns"]


def test_contributions_are_one_a_person_and_go_with_who_leaves(house: Server) -> None:
    """Sitting down and getting up a hundred times leaves one contribution, or none."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = opened(ann, "me,open,open")["table"]
    ann.post(f"/api/tables/{code}/contribution", {"contribution": "anns"})
    for number in range(100):
        bob.post(f"/api/tables/{code}/seats/1/take", {"contribution": f"bob-{number}"})
        assert ann.frame(code)["dealing"]["contributions"] == ["anns", f"bob-{number}"]
        bob.post(f"/api/tables/{code}/seats/1/leave")
        assert ann.frame(code)["dealing"]["contributions"] == ["anns"]
    bob.post(f"/api/tables/{code}/seats/1/take", {"contribution": "first"})
    bob.post(f"/api/tables/{code}/seats/2/take", {"contribution": "second"})
    assert ann.frame(code)["dealing"]["contributions"] == ["anns", "second"]


def test_programs_without_a_contribution_play_as_before(house: Server) -> None:
    """Who does not ask for the promise first is dealt to at once, with or without a contribution."""
    ann = house.person("Ann")
    assert ann.frame(ann.open("me", "device", "device"))["state"] == "playing"
    frame = ann.frame(ann.open("me", "device", "device", contribution="early"))
    assert (frame["state"], frame["dealing"]["contributions"]) == ("playing", ["early"])


def test_verify_checks_ones_own_promise_and_contribution(
    house: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`verify` says whether the record keeps the promise one has noted and uses the contribution one has sent."""
    ann = house.person("Ann")
    answer = opened(ann, "me,device:Cy,device:Dot")
    code = answer["table"]
    ann.post(f"/api/tables/{code}/contribution", {"contribution": "anns-own"})
    commitment = ann.frame(code)["dealing"]["commitment"]
    play_on(ann, code)
    file = tmp_path / "game.mousehole"
    file.write_text(ann.get(f"/api/tables/{code}/record"))
    noted = ["--promise", answer["promise"], "--commitment", commitment, "--contribution", "anns-own"]
    assert main(["verify", str(file), *noted]) == 0
    told = capsys.readouterr().out
    assert "Your contribution is the only one" in told
    assert "the promise you noted" in told
    for flag, value, why in (
        ("--promise", "0" * 64, "another promise"),
        ("--commitment", "0" * 64, "another commitment"),
        ("--contribution", "somebody-elses", "not among the contributions"),
    ):
        assert main(["verify", str(file), flag, value]) != 0
        assert why in capsys.readouterr().err


def test_verify_needs_a_deal_to_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record without a server's deal does not pass for one that keeps a promise."""
    from tests.server.test_old import OLD

    text = (OLD / "records" / "cat_and_mouse.mousehole").read_text()
    bare = "\n".join(
        line for line in text.splitlines() if not line.startswith(("[Prom", "[Comm", "[Sh", "[Sa", "[Con"))
    )
    file = tmp_path / "bare.mousehole"
    file.write_text(bare + "\n")
    assert main(["verify", str(file)]) == 0
    assert main(["verify", str(file), "--contribution", "mine"]) != 0
    assert "says nothing about its deal" in capsys.readouterr().err
