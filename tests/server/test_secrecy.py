"""Contract 2 through the real server: what a seat cannot tell apart gives the same bytes, in the same order.

Two servers with the same clock, codes and deals play two different games side by side: wherever another seat can do
something else that this seat cannot notice, it does. Everything the watched seat receives, by socket and by polling,
must be the same to the byte: frames, log, presence, and the number of messages.
"""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.server.serving import Clock, Person, Server, quick_settings, serving

import mousehole.server
import mousehole.table
from mousehole.engine import deals
from mousehole.games import IDS, facts, load
from mousehole.server.tables import bots, registry
from mousehole.table import afterwards, frames

STEPS = 24
MOST_GAMES = 8
MOST_PAIRS = 24
REDEALT = 0.3
ATTEMPTS = 3
SOURCES = sorted(
    path for layer in (mousehole.server, mousehole.table) for path in Path(str(layer.__file__)).parent.rglob("*.py")
)


class Twins:
    """Two servers, two games, one watched seat that cannot tell them apart."""

    def __init__(self, houses: list[Server], game_id: str, viewer: int, chooser: random.Random) -> None:
        """Open the same table at both: one person holds the watched seat, another all others."""
        self.game_id, self.viewer, self.chooser = game_id, viewer, chooser
        self.seats = facts(game_id).usual_seats
        self.houses = houses
        self.watchers = [house.person("Ann") for house in houses]
        self.others = [house.person("Bob") for house in houses]
        plan = ["me" if seat == viewer else "open" for seat in range(self.seats)]
        if viewer < 0:
            plan[0] = "me"
        openers = self.watchers if viewer >= 0 else self.others
        self.codes = [opener.open(*plan, game=game_id) for opener in openers]
        for seat in range(self.seats):
            if plan[seat] == "open":
                self.both(lambda p, c, s=seat: p.post(f"/api/tables/{c}/seats/{s}/take", {}), self.others)
        assert self.codes[0] == self.codes[1]
        self.differences = 0

    def both(self, do: Any, people: list[Person]) -> list[Any]:
        """Do the same at both tables."""
        return [do(person, code) for person, code in zip(people, self.codes, strict=True)]

    def matches(self) -> list[Any]:
        """Return both matches, behind the scenes."""
        return [house.live(code).table.match for house, code in zip(self.houses, self.codes, strict=True)]

    def redeal(self, *, is_same: bool = False) -> None:
        """Put another world that the watched seat cannot tell apart under the second table (or the very same)."""
        one, other = self.matches()
        world = one.state.copy()
        if not is_same:
            world = one.state.world(self.viewer, self.chooser.getrandbits(64))
            world.record.chance[:] = one.state.chance
        other.positions[-1] = world
        session = self.houses[1].live(self.codes[1])
        session.bodies.kept.clear()
        session.tellers.clear()

    def pairs(self, seat: int, *, is_same: bool) -> list[tuple[int, int]]:
        """List what a seat can do at both tables, different things first; the watched seat does the same at both."""
        one, other = self.matches()
        if seat == self.viewer or is_same:
            found = [(action, action) for action in one.legal(seat)]
            self.chooser.shuffle(found)
            return found
        found = [(a, b) for a in one.legal(seat) for b in other.legal(seat)]
        self.chooser.shuffle(found)
        return sorted(found, key=lambda pair: pair[0] == pair[1])[:MOST_PAIRS]

    def choose(self) -> tuple[int, list[int]] | None:
        """Choose the next move at both tables so that the watched seat cannot tell; None: the game would be over."""
        one, other = self.matches()
        seat = self.chooser.choice(one.actors())
        for attempt in range(ATTEMPTS + 1):
            if attempt or self.chooser.random() < REDEALT:
                self.redeal(is_same=attempt == ATTEMPTS)
            for a, b in self.pairs(seat, is_same=attempt == ATTEMPTS):
                left = one.state.after(seat, a)
                right = other.state.after(seat, b)
                if not left.is_over and left.view(self.viewer) == right.view(self.viewer):
                    self.differences += left.tobytes() != right.tobytes()
                    return seat, [a, b]
        return None

    def step(self, number: int) -> bool:
        """Move at both tables; return whether that was possible."""
        chosen = self.choose()
        if chosen is None:
            return False
        seat, actions = chosen
        for house, code, action in zip(self.houses, self.codes, actions, strict=True):
            # Other seats move from behind: their own stories would tell of worlds that were put under them.
            session = house.live(code)
            person = session.table.seats[seat].person or ""
            version = session.table.version

            def build(table: Any, who: str = person, what: int = action, seen: int = version) -> Any:
                return table.move(who, seat, what, seen, f"step-{number}")

            house.call(house.registry.command, session, build)
        return True


@contextmanager
def twin_servers(folder: Path, game_id: str) -> Iterator[list[Server]]:
    """Run two servers that draw the same codes and secrets at the same time."""
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        houses = []
        for name in ("one", "other"):
            (folder / name).mkdir(parents=True)
            houses.append(stack.enter_context(serving(quick_settings(folder / name), (game_id,), now=Clock())))
        drawn = {"code": 0, "secret": 0}

        def same_code() -> str:
            drawn["code"] += 1
            return f"tabless{'abcdefghjk'[(drawn['code'] + 1) // 2]}"[-7:]

        def same_secret() -> str:
            drawn["secret"] += 1
            return f"{(drawn['secret'] - 1) // 4 * 2 + (drawn['secret'] - 1) % 2:032x}"

        patch.setattr(registry, "fresh_code", same_code)
        patch.setattr(registry, "fresh_secret", same_secret)
        yield houses


def fetched(twins: Twins) -> list[bytes]:
    """Fetch the watched seat's frame and whole log at both tables, as bytes."""
    found = []
    for watcher, code in zip(twins.watchers, twins.codes, strict=True):
        frame = watcher.client.get(f"/api/tables/{code}?text=true").content
        story = watcher.client.get(f"/api/tables/{code}/log").content
        found.append(frame + story)
    return found


@pytest.mark.parametrize("role", ["first", "last", "spectator"])
@pytest.mark.parametrize("game_id", [game_id for game_id in IDS if facts(game_id).has_secrets])
def test_a_seat_cannot_tell_games_apart_that_differ_in_what_it_cannot_see(
    tmp_path: Path, game_id: str, role: str
) -> None:
    """Socket messages, polled frames and the log are the same, byte for byte, while secrets differ."""
    viewer = {"first": 0, "last": facts(game_id).usual_seats - 1, "spectator": -1}[role]
    chooser = random.Random(f"{game_id} {role}")
    steps = redealt = differences = 0
    with twin_servers(tmp_path, game_id) as houses:
        for _ in range(MOST_GAMES):
            twins = Twins(houses, game_id, viewer, chooser)
            with ExitStack() as stack:
                sockets = [
                    stack.enter_context(watcher.socket(code))
                    for watcher, code in zip(twins.watchers, twins.codes, strict=True)
                ]
                assert len({socket.receive_text() for socket in sockets}) == 1
                while steps < STEPS:
                    twins.redeal()
                    one, other = twins.matches()
                    redealt += one.state.tobytes() != other.state.tobytes()
                    assert len(set(fetched(twins))) == 1
                    if not twins.step(steps):
                        break
                    steps += 1
                    version = houses[0].live(twins.codes[0]).table.version
                    received = [messages_until(socket, version) for socket in sockets]
                    assert received[0] == received[1]
                    assert len(set(fetched(twins))) == 1
            differences += twins.differences
            if steps == STEPS:
                break
    assert steps == STEPS, "the games were over too soon to tell"
    assert redealt > STEPS // 2, "hardly anything was hidden"
    assert differences > 0, "the two games did not differ"


def messages_until(socket: Any, version: int) -> list[str]:
    """Receive everything up to a version's frame; earlier ones, which show who came and went, have their own pace."""
    messages = []
    while True:
        text = socket.receive_text()
        found = json.loads(text)
        if found["type"] != "frame" or found["version"] >= version:
            messages.append(text)
        if found["type"] == "frame" and found["version"] >= version:
            return messages


@pytest.mark.parametrize("game_id", IDS)
def test_a_frame_holds_no_hidden_number(game_id: str) -> None:
    """Redealing everything a seat cannot know changes nothing in the JSON of its view, at any time of a game."""
    game, chooser = load(game_id), random.Random(5)
    known = game.facts
    state = game.deal(known.usual_seats, [option.default for option in known.options], 7)
    for _ in range(80):
        acting = state.actors()
        if not acting:
            break
        for viewer in range(-1, known.usual_seats):
            view = state.view(viewer)
            world = view.world(viewer, chooser.getrandbits(64))
            seen = asdict(game.picture.show(view.record, viewer))
            assert seen == asdict(game.picture.show(world.view(viewer).record, viewer))
            assert not {"chance", "event_count"} & set(seen)
        seat = chooser.choice(acting)
        state = state.after(seat, chooser.choice(state.legal(seat)))


def test_bots_get_views_only() -> None:
    """What a bot is given to think about is its seat's view, not the position."""
    source = Path(bots.__file__).read_text(encoding="utf-8")
    assert "match.view(seat)" in source
    assert ".state" not in source.replace("session.table.state", "")
    assert ".positions" not in source


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_there_is_one_gate(path: Path) -> None:
    """Only the gate makes outgoing messages, only one line sends them, and nothing else writes positions out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    sent = [
        f.attr for f in calls if isinstance(f, ast.Attribute) and f.attr in {"send_text", "send_bytes", "send_json"}
    ]
    made = [f for f in calls if isinstance(f, ast.Name) and f.id == "Outgoing"]
    assert len(sent) == (path.name == "sockets.py")
    assert bool(made) == (path.name == "frames.py")
    reads = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & {"positions", "share", "salt"}
    known = {"table.py", "standing.py", "rematch.py", "frames.py", "afterwards.py", "store.py", "registry.py"}
    assert not reads or path.name in known, reads


@pytest.mark.parametrize("module", [frames, afterwards], ids=lambda module: module.__name__)
def test_gate_reads_positions_only_of_finished_games(module: ModuleType) -> None:
    """In the gate, positions and the secrets of the deal are touched only behind `finished` or the state `over`."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        names = {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute)}
        called = {
            node.func.id
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        if "positions" in names or "state" in names - {"state"}:
            assert "finished" in called, function.name
        if {"share", "salt", "seed"} & names:
            assert function.name == "dealing_data" or "check_open" in called, function.name


def test_the_deal_stays_shut_until_the_end(tmp_path: Path) -> None:
    """Neither frames nor logs of the process hold share, salt or seed while the game goes on."""
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        code = ann.open("me", "bot:random", "bot:random")
        row, seed = house.live(code).table.row, house.live(code).table.started().seed
        text = ann.client.get(f"/api/tables/{code}").text + ann.client.get("/metrics").text
        for secret in (row.share, row.salt, str(seed), f"{seed:x}"):
            assert secret not in text
        assert row.share not in repr(row)
        assert deals.promise_of(row.share, row.salt) in text
