"""Ratings: the arithmetic of a game, who counts for what, once and only once, and what of it is seen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.server.serving import GAME, Clock, Person, Server, quick_settings, serving
from tests.server.test_admin import id_of
from tests.server.test_company import wait_until

from mousehole.bots.names import NAMES
from mousehole.games import facts, ids, load
from mousehole.server.results import played_by, result_of, role_of
from mousehole.server.store import schema
from mousehole.server.store.exporting import everything_about
from mousehole.server.store.strangers import join_person
from mousehole.server.strength import BOT, FEW, START_SIGMA, Strength, after_game, anchors, first_strength

pytestmark = pytest.mark.xdist_group("server")
DUEL, HEIST = "cat_and_mouse", "mice_heist"
keys = count()


@pytest.fixture(scope="module")
def clock() -> Clock:
    """Time that the tests move."""
    return Clock()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Server]:
    """One server for all tests of this file."""
    with serving(quick_settings(tmp_path_factory.mktemp("ratings")), (GAME, DUEL, HEIST), now=clock) as shared:
        yield shared


def seated(people: list[Person], *seats: str, game: str = DUEL, **more: Any) -> str:
    """Open a table that counts and let people sit down on its open seats."""
    code = people[0].open(*seats, game=game, counts="on", **more)
    free = [seat for seat, plan in enumerate(seats) if plan == "open"]
    for person, seat in zip(people[1:], free, strict=True):
        person.post(f"/api/tables/{code}/seats/{seat}/take", {})
    return code


def play(people: dict[int, Person], code: str, most: int = 2000) -> dict[str, Any]:
    """Let everybody play the first legal move that is no pass, to the end."""
    frame = next(iter(people.values())).frame(code)
    for _ in range(most):
        asked = [seat for seat in frame["acting"] if seat in people]
        if frame["state"] != "playing" or not asked:
            break
        person = people[asked[0]]
        mine = person.frame(code, asked[0])
        action = mine["moves"][next(keys) % len(mine["moves"])]["action"]
        frame = person.move(code, asked[0], action, mine["version"], f"k{next(keys)}")["frame"]
    return frame


def counted(house: Server, code: str) -> bool:
    """Tell whether a game has gone into the ratings."""
    number = house.live(code).table.row.id

    async def look() -> Any:
        own = schema.counting.c
        async with house.registry.store.reading() as connection:
            return (await connection.execute(select(own.counted).where(own.table_id == number))).scalar_one()

    return house.call(look) is not None


def mine(person: Person) -> dict[tuple[str, str], dict[str, Any]]:
    """Return somebody's ratings by game and role."""
    return {(one["game"], one["role"]): one for one in person.get("/api/ratings/me")["ratings"]}


# The arithmetic


def test_who_wins_is_stronger_and_everybody_is_surer() -> None:
    """A win moves both by the same amount, a surprise moves more, a draw between equals moves nobody."""
    (won,), (lost,) = after_game([[Strength()], [Strength()]], [1, 2])
    assert won.mu - 25 == pytest.approx(25 - lost.mu)
    assert won.number > 1500 > lost.number
    assert max(won.sigma, lost.sigma) < START_SIGMA
    (strong,), _ = after_game([[Strength(30, 3)], [Strength(20, 3)]], [1, 2])
    (weak,), _ = after_game([[Strength(20, 3)], [Strength(30, 3)]], [1, 2])
    assert weak.mu - 20 > strong.mu - 30 > 0
    (drawn,), _ = after_game([[Strength()], [Strength()]], [1, 1])
    assert drawn.mu == pytest.approx(25)


def test_a_side_is_as_strong_as_its_mean() -> None:
    """One against four equals is an even game, and all four of a side learn the same from it."""
    (cat,), mice = after_game([[Strength()], [Strength()] * 4], [1, 2])
    assert len({(mouse.mu, mouse.sigma) for mouse in mice}) == 1
    assert cat.mu > 25 > mice[0].mu
    assert mice[0].sigma < START_SIGMA
    _, (sure, unsure) = after_game([[Strength()], [Strength(25, 1), Strength(25, 8)]], [1, 2])
    assert 25 - unsure.mu > 10 * (25 - sure.mu), "what is known well moves little"


def test_hundreds_of_games_find_the_difference() -> None:
    """Whoever wins ten games in eleven ends about 400 points above the other, and sure of it."""
    one, other = Strength(), Strength()
    for game in range(660):
        (one,), (other,) = after_game([[one], [other]], [2, 1] if game % 11 == 5 else [1, 2])
    assert one.number - other.number == pytest.approx(400, abs=60)
    assert one.margin < 120


def test_bots_begin_as_they_were_measured() -> None:
    """Every anchor is of a role and a level that a game has; one that was not measured begins by the next weaker."""
    for game_id, roles in anchors().items():
        known, words = facts(game_id), load(game_id).words
        seats = known.usual_seats
        assert set(roles) == {role_of(known, seats, n, words.seat_name(seats, n)) for n in range(seats)}
    assert set(anchors()) == {game_id for game_id in ids() if facts(game_id).max_seats > 1}
    for game_id, roles in anchors().items():
        for role, measured in roles.items():
            tiger, lion = (first_strength(f"{BOT}{level}", game_id, role) for level in ("tiger", "lion"))
            assert lion.mu >= tiger.mu
            assert (lion.sigma == START_SIGMA) == ("lion" not in measured)
    cat = first_strength(f"{BOT}tiger", "hide_and_squeak", "the cat")
    assert (cat.number, cat.margin) == (2350, 170), "how far off a number may be can stand beside it"


# Who counts for what


def test_a_game_that_counts_moves_both_in_their_roles(house: Server) -> None:
    """Once, soon after its end: a number only after five games, the winner's above the loser's."""
    ann, bob = house.person("Ann"), house.person("Bob")
    for game in range(FEW):
        code = seated([ann, bob], "me", "open")
        assert ann.frame(code)["counts"]
        assert play({0: ann, 1: bob}, code)["state"] == "over"
        wait_until(lambda c=code: counted(house, c))  # type: ignore[misc]  # mypy cannot tell
        found = mine(ann)[DUEL, "the Inspector"]
        assert found["games"] == game + 1
        assert (found["number"] is None) == (game + 1 < FEW)
    ratings = {one["seat"]: one for one in ann.get(f"/api/tables/{code}/ratings")}
    assert ratings[0] == {"seat": 0, "games": FEW, "number": found["number"], "margin": found["margin"]}
    assert mine(bob)[DUEL, "the Mouse"]["games"] == FEW
    assert (DUEL, "the Mouse") not in mine(ann)


def test_a_game_is_never_counted_twice(house: Server) -> None:
    """Asked for again, at once and side by side, and after a restart: the ratings are as after one game."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = seated([ann, bob], "me", "open")
    play({0: ann, 1: bob}, code)
    wait_until(lambda: counted(house, code))
    scorer = house.registry.scorer

    async def again() -> Any:
        await asyncio.gather(*(scorer.count(code) for _ in range(3)))
        return await scorer.book.uncounted()

    assert code not in house.call(again)
    assert mine(ann)[DUEL, "the Inspector"]["games"] == 1


def test_what_was_left_uncounted_is_counted_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that stops between the end of a game and its counting counts it when it is back."""
    settings = quick_settings(tmp_path)
    with serving(settings, (DUEL,)) as house:
        monkeypatch.setattr(house.registry.scorer, "add", lambda _: None)
        ann, bob = house.person("Ann"), house.person("Bob")
        code = seated([ann, bob], "me", "open")
        play({0: ann, 1: bob}, code)
        assert mine(ann) == {}
        cookies = dict(ann.client.cookies)
    with serving(settings, (DUEL,)) as house:
        ann = house.person()
        ann.client.cookies.update(cookies)
        wait_until(lambda: mine(ann))
        assert mine(ann)[DUEL, "the Inspector"]["games"] == 1


def test_games_that_nobody_agreed_to_count_do_not(house: Server) -> None:
    """Without the house rule nothing moves, and nobody's rating stands at such a table."""
    ann, bob = house.person("Ann"), house.person("Bob")
    code = ann.open("me", "open", game=DUEL)
    bob.post(f"/api/tables/{code}/seats/1/take", {})
    play({0: ann, 1: bob}, code)
    assert ann.refused("GET", f"/api/tables/{code}/ratings") == (409, "not_here")
    house.call(house.registry.scorer.count, code)
    assert (mine(ann), mine(bob)) == ({}, {})


@pytest.mark.parametrize(
    "setup",
    [
        f"game={DUEL}&seats=me,device",
        f"game={DUEL}&seats=me,me",
        f"game={DUEL}&seats=bot:kitten,bot:kitten",
        f"game={DUEL}&seats=me,open&hints=on",
        f"game={DUEL}&seats=me,open&clues=4",
        "game=who_done_it&seats=me",
    ],
)
def test_only_comparable_games_count(house: Server, setup: str) -> None:
    """One seat and one device each, a person at least, no hints, the printed numbers, and sides to compare."""
    status, code = house.person("Ann").refused("POST", "/api/tables", {"setup": f"{setup}&counts=on"})
    assert (status, code) in {(422, "bad_option"), (422, "bad_seats")}


def test_nobody_takes_over_or_is_helped(house: Server) -> None:
    """Hints are off, a second seat is refused, and so is the seat that somebody has left."""
    ann, bob, cat = (house.person(name) for name in ("Ann", "Bob", "Cat"))
    code = seated([ann, bob], "me", "open", "bot:random", game=GAME)
    assert ann.refused("GET", f"/api/tables/{code}/hint", params={"seat": 0}) == (409, "no_hints")
    bob.post(f"/api/tables/{code}/seats/1/leave")
    assert cat.refused("POST", f"/api/tables/{code}/seats/1/take", {}) == (409, "seat_taken")
    lobby = ann.open("me", "open", "open", game=GAME, counts="on")
    assert ann.refused("POST", f"/api/tables/{lobby}/seats/1/take", {}) == (409, "not_here")


def test_who_leaves_has_lost_and_the_rest_of_the_side_is_left_out(house: Server) -> None:
    """A mouse that gets up is last, alone; the other mice's game does not count, and the cat beats the one who left."""
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    code = seated([ann, bob, cy], "me", "open", "open", game=GAME, dawn=5)
    bob.post(f"/api/tables/{code}/seats/1/leave")
    while ann.frame(code)["state"] == "playing":  # a bot plays on for the one who left
        play({0: ann, 2: cy}, code)
    wait_until(lambda: counted(house, code))
    assert mine(cy) == {}
    assert mine(bob)[GAME, "the mice"]["games"] == 1
    assert mine(ann)[GAME, "the cat"]["games"] == 1
    found = house.call(house.registry.store.load, code)
    sides = result_of(house.live(code).table, played_by(found[1]))
    assert [(side.rank, side.players) for side in sides] == [(1, (id_of(ann),)), (4, (id_of(bob),))]


def test_bots_are_players_on_the_same_scale(house: Server) -> None:
    """A person alone against bots counts too: a level that is beaten moves from where it was measured, and not far."""
    ann = house.person("Ann")
    before = {one["bot"]: one["number"] for one in ann.get(f"/api/ratings/{HEIST}")}
    code = seated([ann], "me", "bot:random", game=HEIST)
    while ann.frame(code)["state"] == "playing":
        play({0: ann}, code)
    wait_until(lambda: counted(house, code))
    after = {one["bot"]: one for one in ann.get(f"/api/ratings/{HEIST}")}
    assert set(before) == set(NAMES)
    assert before == {level: strength.number for level, strength in anchors()[HEIST][""].items()}
    others = ann.get("/api/ratings/cat_and_mouse")
    assert {one["bot"] for one in others if one["number"] is None} == {"greedy"}, "it was not measured"
    assert after["random"]["games"] == 1
    assert abs(after["random"]["number"] - before["random"]) < 60
    assert mine(ann)[HEIST, ""]["games"] == 1


def test_what_is_kept_about_somebody_is_theirs_on_every_device(house: Server) -> None:
    """Two browsers that become one person have one list of blocks and one rating; all of it can be taken along."""
    ann, again, bob = (house.person(name) for name in ("Ann", "Ann again", "Bob"))
    for person, games in ((ann, 1), (again, 2)):
        for _ in range(games):
            code = seated([person, bob], "me", "open")
            play({0: person, 1: bob}, code)
            wait_until(lambda c=code: counted(house, c))  # type: ignore[misc]  # mypy cannot tell
        person.post(f"/api/tables/{code}/seats/1/block")
    store = house.registry.store

    async def join() -> Any:
        async with store.changing() as connection:
            await join_person(store, connection, id_of(again), id_of(ann))
        return await everything_about(store, id_of(ann))

    found = house.call(join)
    assert mine(ann)[DUEL, "the Inspector"]["games"] == 2
    assert mine(again) == {}
    assert [one["name"] for one in ann.get("/api/me/blocks")] == ["Bob"]
    assert [one["name"] for one in found["blocks"]] == ["Bob"]
    assert [(one["game"], one["games"]) for one in found["ratings"]] == [(DUEL, 2)]


def test_people_are_in_the_lists_when_they_want_to(house: Server) -> None:
    """Nobody's name is public unless they said so, and not before five games; it is taken back at any time."""
    ann, bob = house.person("Shown Ann"), house.person("Hidden Bob")
    for _ in range(FEW):
        code = seated([ann, bob], "me", "open")
        play({0: ann, 1: bob}, code)
    wait_until(lambda: counted(house, code))
    assert not ann.get("/api/ratings/me")["shown"]

    def names() -> set[str]:
        return {one["name"] for one in bob.get(f"/api/ratings/{DUEL}")}

    assert names() == {""}
    ann.put("/api/ratings/me", {"on": True})
    assert names() == {"", "Shown Ann"}
    ann.put("/api/ratings/me", {"on": False})
    assert names() == {""}
