"""What a page asks beside the frames: hints, previews, rules, lessons, what is printed on cards, the page itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.serving import quick_settings, serving

from mousehole.games import IDS, facts
from mousehole.server.outgoing import docs
from mousehole.server.startup import static

GAME = "cat_and_mouse"


@pytest.mark.xdist_group(GAME)
def test_hints_are_for_ones_own_seat_and_nobody_hears(tmp_path: Path) -> None:
    """A hint is a legal move of the asker's seat, with chance and belief; others are refused, and nothing changes."""
    with serving(quick_settings(tmp_path), (GAME,)) as house:
        ann, ben = house.person("Ann"), house.person("Ben")
        code = ann.open("me", "open", game=GAME, hints="on")
        ben.post(f"/api/tables/{code}/seats/1/take", {})
        frame = ann.frame(code)
        seat = frame["acting"][0]
        mover, other = (ann, ben) if seat == 0 else (ben, ann)
        frame = mover.frame(code, seat)
        found = mover.get(f"/api/tables/{code}/hint", seat=seat)
        assert found["action"] in [move["action"] for move in frame["moves"]]
        assert found["chance"] is None or 0.0 <= found["chance"] <= 1.0
        assert all(0.0 < share <= 1.0 + 1e-9 for share in found["belief"].values())
        assert other.refused("GET", f"/api/tables/{code}/hint?seat={seat}") == (403, "not_your_seat")
        assert other.refused("GET", f"/api/tables/{code}/hint?seat={1 - seat}") == (409, "not_your_turn")
        assert mover.frame(code, seat) == frame


@pytest.mark.xdist_group("who_done_it")
def test_previews_are_of_legal_moves(tmp_path: Path) -> None:
    """A preview changes nothing and is given for legal moves of one's own; a game without previews says so."""
    with serving(quick_settings(tmp_path), ("who_done_it", GAME)) as house:
        ann, ben = house.person("Ann"), house.person("Ben")
        code = ann.open("me", game="who_done_it")
        frame = ann.frame(code)
        ann.get(f"/api/tables/{code}/preview", seat=0, action=frame["moves"][0]["action"])
        assert ann.frame(code) == frame
        address = f"/api/tables/{code}/preview?seat=0&action="
        assert ann.refused("GET", f"{address}999999")[1] == "illegal_move"
        assert ben.refused("GET", f"{address}0") == (403, "not_your_seat")
        plain = ann.open("me", "bot:random", game=GAME)
        assert ann.refused("GET", f"/api/tables/{plain}/preview?seat=0&action=0")[1] == "not_here"


@pytest.mark.parametrize("game_id", IDS)
def test_rules_are_written_as_a_page(game_id: str) -> None:
    """The page of rules has a place to jump to for every section and every rule."""
    html = docs.rules_html(game_id)
    assert '<h2 id="in-short">' in html
    assert '<h2 id="who-knows-what">' in html
    assert html.count("<li id=") > 15
    assert "<script" not in html


def test_the_page_is_served_at_its_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page answers at its own addresses, unknown ones get it with 404; files are compressed and kept for ever."""
    built = tmp_path / "built"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<p>the page</p>")
    (built / "assets" / "x.js").write_text("x" * 5000)
    monkeypatch.setattr(static, "FOLDER", built)
    static.files.cache_clear()
    try:
        with serving(quick_settings(tmp_path), ()) as house:
            client = house.client
            for path, status in {"/": 200, "/t/ABC": 200, "/rules/x": 200, "/nowhere": 404}.items():
                answer = client.get(path)
                assert (answer.status_code, answer.text) == (status, "<p>the page</p>")
                assert "default-src 'none'" in answer.headers["content-security-policy"]
            script = client.get("/assets/x.js", headers={"accept-encoding": "gzip"})
            assert script.headers["content-encoding"] == "gzip"
            assert "immutable" in script.headers["cache-control"]
            assert client.get("/assets/y.js").json()["code"] == "not_found"
            assert client.get("/api/nowhere").json()["code"] == "not_found"
    finally:
        static.files.cache_clear()


def test_seats_are_named(tmp_path: Path) -> None:
    """A set-up can say what its seats are called before any table is open."""
    with serving(quick_settings(tmp_path), ("hide_and_squeak",)) as house:
        ann = house.person("Ann")
        assert ann.get("/api/games/hide_and_squeak/seats", count=3)["names"] == ["the cat", "Pip", "Bramble"]
        most = facts("hide_and_squeak").max_seats
        assert ann.refused("GET", f"/api/games/hide_and_squeak/seats?count={most + 1}")[1] == "bad_seats"
