"""The lion of Cat & The Mouse: situations, its table, and no move that is surely wasted by anybody who can think."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest
from benchmarks.cat_and_mouse_hunting import SPRINGS, Heard, heard_in, hunting
from benchmarks.patient_inspector import CLUE, LIE, LISTENING, TRUTH

from mousehole.bots.cat_and_mouse import lion
from mousehole.bots.cat_and_mouse.lion import FILE, BadTable, Mixtures, mixtures
from mousehole.bots.cat_and_mouse.loot import can_pick
from mousehole.bots.cat_and_mouse.names import maybe_unwatched
from mousehole.bots.cat_and_mouse.situations import (
    DECISIONS,
    KINDS,
    TURNS,
    kind_of,
    knew_a_clue,
    last_name,
    sensible,
    simplest,
    situation,
)
from mousehole.bots.hints import hint
from mousehole.bots.players import player, think_as, think_for_people
from mousehole.bots.thinking import Thought
from mousehole.engine.errors import TableError
from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games import load
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import ALL_LOOT, HAS_SET
from mousehole.games.cat_and_mouse.knowledge import count_possible, last_search, possible_rooms
from mousehole.lab.arena import play_game

GAME = load("cat_and_mouse")
MEGABYTE = 1 << 20


def positions(games: int) -> Iterator[Match]:
    """Walk through games with the default options in which the Inspector mostly checks."""
    for seed in range(games):
        match, chooser = Match.start(GAME, seed=seed), random.Random(seed)
        while not match.is_over:
            yield match
            seat = match.actors()[0]
            actions = match.legal(seat)
            if match.state.phase == codes.ANNOUNCE and chooser.random() < 0.9:
                actions = actions[:1]
            if match.state.phase == codes.TURN and len(actions) > 1:
                actions = actions[:2]
            match.step(seat, chooser.choice(actions))


def sensible_moves(view: View, seat: int) -> list[int]:
    """List the moves that are not surely wasted."""
    legal = view.legal(seat)
    actions = np.array([*legal, *[0] * 16], np.int32)
    return [int(action) for action in actions[: sensible(view.record, actions, len(legal))]]


def test_situations_tell_what_the_seat_knows() -> None:
    """A view and any world that fits it are the same situation with the same kinds of moves: the lion cannot cheat."""
    for number, match in enumerate(positions(60)):
        seat = match.actors()[0]
        view, world = match.view(seat), match.view(seat)
        GAME.rules.redeal(world.record, seat, np.array([number], np.uint64))
        assert situation(view.record, seat) == situation(world.record, seat)
        moves = sensible_moves(view, seat)
        assert moves == sensible_moves(world, seat)
        assert [kind_of(view.record, move) for move in moves] == [kind_of(world.record, move) for move in moves]


def test_kinds_are_few_and_moves_legal() -> None:
    """What is sensible is legal, ascending and never empty, and every kind has a place in the table."""
    for match in positions(60):
        seat = match.actors()[0]
        moves = sensible_moves(match.view(seat), seat)
        assert moves
        assert set(moves) <= set(match.legal(seat))
        assert moves == sorted(moves)
        assert {int(kind_of(match.view(seat).record, move)) for move in moves} <= set(range(KINDS))


def test_names_of_cards_do_not_matter() -> None:
    """Hands that differ only in what themes and values are called are one situation, others are not."""
    for way in TURNS:
        assert simplest(way[0b11], way[0b100000], way[0b1000]) == simplest(0b11, 0b100000, 0b1000)
    assert simplest(0b11, 0, 0) == simplest(0b1001, 0, 0)  # two of a theme, two of a value
    assert simplest(0b11, 0, 0) != simplest(0b10001, 0, 0)


def test_the_table_is_small_and_its_own() -> None:
    """The shipped file is at most a megabyte, for these rules, and says something in most situations of real games."""
    assert FILE.stat().st_size <= MEGABYTE
    table = mixtures()
    known = Counter[bool]()
    for seed in range(40):
        match = Match.start(GAME, seed=seed)
        while not match.is_over:
            seat = match.actors()[0]
            if len(match.legal(seat)) > 1:
                known[table.row(int(situation(match.view(seat).record, seat))) is not None] += 1
            match.step(seat, lion(GAME)(match.view(seat), seat, seed).action)
    assert known[True] >= 0.98 * known.total()


def test_the_lion_is_exact_and_mixes() -> None:
    """A view, a seat and a seed give one move; other seeds give others where moves are equally good."""
    think, others = lion(GAME), 0
    for match in positions(6):
        seat = match.actors()[0]
        view = match.view(seat)
        moves = {think(view, seat, seed).action for seed in range(8)}
        assert moves <= set(match.legal(seat))
        assert think(view, seat, 3) == think(view.copy(), seat, 3)
        others += len(moves) > 1
    assert others > 10


def test_findings_are_chances() -> None:
    """What the lion says a move is worth lies between losing and winning, and the move it makes is among them."""
    for match in positions(6):
        seat = match.actors()[0]
        thought = lion(GAME)(match.view(seat), seat, 1)
        if thought.findings:
            assert all(-1.0 <= found.worth <= 1.0 for found in thought.findings)
            assert thought.action in {found.action for found in thought.findings if found.visits}


@pytest.mark.parametrize("options", [(0, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1)])
def test_other_options_are_played_too(options: tuple[int, int, int]) -> None:
    """At options the table was not made for, the lion searches."""
    assert play_game(GAME, 2, options, 5, [lion(GAME)] * 2).is_over


def test_where_nothing_is_known_the_inspector_is_patient() -> None:
    """A lion without a table springs the trap exactly when a single room is possible, and its Mouse still moves."""
    nothing = Mixtures(np.zeros(0, np.int64), np.zeros((0, KINDS), np.uint8), np.zeros((0, KINDS), np.uint8))
    think = lion(GAME, nothing)
    for match in positions(8):
        seat = match.actors()[0]
        move = think(match.view(seat), seat, 1).action
        assert move in match.legal(seat)
        if match.state.phase == codes.ANNOUNCE:
            assert (move == codes.SPRING) == (count_possible(match.state.record) == 1)


def is_cornered(view: View) -> bool:
    """Tell whether the lion may believe a name: two clues, two rooms, the third round, four cards, a possible name."""
    s = view.record
    since, name = int(s.turn) - int(last_search(s)), int(last_name(s))
    is_heard = bool(name) and bool(int(possible_rooms(s)) >> (name - 1) & 1)
    return (int(s.clues), int(s.laid), since, int(s.held)) == (2, 7, 3, 4) and is_heard


def test_the_lion_is_patient_but_for_one_situation() -> None:
    """While two rooms are possible the table springs the trap only where the exact calculation says that it may."""
    table = mixtures()
    announcing = table.keys % DECISIONS == codes.ANNOUNCE
    assert announcing.sum() > 300
    both = announcing & (table.shares[:, codes.CHECK] > 0) & (table.shares[:, codes.SPRING] > 0)
    assert {heard_in(int(key)) for key in table.keys[both]} == {*SPRINGS}
    assert both.sum() == len(SPRINGS)
    for key, shares in zip(table.keys[announcing], table.shares[announcing], strict=True):
        assert shares.tolist() == hunting(int(key)).tolist()
    for match in positions(20):
        view = match.view(codes.INSPECTOR)
        if match.state.phase == codes.ANNOUNCE and not is_cornered(view):
            moves = {lion(GAME)(view, codes.INSPECTOR, seed).action for seed in range(4)}
            assert moves == {codes.SPRING if count_possible(match.state.record) == 1 else codes.CHECK}


def to_name(match: Match, chooser: random.Random, *, is_fresh: bool, knows: bool, is_true: bool) -> int:
    """Choose a name that leads to two clues, and then the own room."""
    s = match.state.record
    row = [int(s.row[i]) for i in range(s.laid) if not int(s.row_up) >> i & 1]
    laid_itself = [int(s.row[i]) for i in range(s.laid) if int(s.row_mouse) >> i & 1]
    if s.turn == 1 or (s.turn == 2 and not is_fresh):
        return row[0]
    if s.turn == 4 and is_fresh:
        return laid_itself[0] if knows else row[-1]
    if s.turn == 4 and not is_true:
        return chooser.choice([room for room in match.legal(codes.MOUSE) if room <= 12 and room not in row])
    return int(s.room)


def cornered(heard: Heard, *, knows: bool = False, turn: int = 6) -> Match:
    """Bring a Mouse into the situation in which the lion may believe it; perhaps it gives the second clue knowingly."""
    phase = codes.ANNOUNCE if turn == 6 else codes.NAME
    for seed in range(3_000):
        match, chooser = Match.start(GAME, seed=seed), random.Random(seed)
        while not match.is_over and match.state.turn <= turn:
            seat, s = match.actors()[0], match.state.record
            actions = match.legal(seat)
            if (s.turn, s.phase) == (turn, phase):
                view = match.view(codes.INSPECTOR)
                if turn < 6 or (is_cornered(view) and heard_in(int(situation(view.record, codes.INSPECTOR))) == heard):
                    return match
                break
            move = chooser.choice(actions)
            if s.phase == codes.ANNOUNCE:
                move = codes.CHECK
            elif s.phase == codes.TURN:
                move = codes.CHANGE_ROOMS if s.turn == 3 else codes.LOOT_ROOM
            elif s.phase == codes.KEEP:
                move = actions[0]
            elif s.phase == codes.NAME:
                move = to_name(match, chooser, is_fresh=heard[0], knows=knows, is_true=heard[2] > 1)
            if move not in actions:
                break
            match.step(seat, move)
    raise AssertionError("no such game")


@pytest.mark.parametrize("heard", SPRINGS)
def test_the_lion_may_believe_a_cornered_mouse(heard: Heard) -> None:
    """It springs the trap in the room named last, as often as the table says."""
    match = cornered(heard)
    view = match.view(codes.INSPECTOR)
    moves = Counter(lion(GAME)(view, codes.INSPECTOR, seed * 7919).action for seed in range(400))
    assert moves[codes.SPRING] / 400 == pytest.approx(SPRINGS[heard] / 255, abs=0.1)
    match.step(codes.INSPECTOR, codes.SPRING)
    match.step(codes.MOUSE, codes.STAY_PUT)
    view = match.view(codes.INSPECTOR)
    assert {lion(GAME)(view, codes.INSPECTOR, seed).action for seed in range(20)} == {int(match.state.room)}


def test_the_lion_does_not_believe_a_mouse_that_gave_a_clue_knowingly() -> None:
    """Whoever wants to be believed would begin with that: then the lion is patient."""
    match = cornered((True, 1, 1), knows=True)
    assert knew_a_clue(match.state.record)
    view = match.view(codes.INSPECTOR)
    assert {lion(GAME)(view, codes.INSPECTOR, seed * 7919).action for seed in range(50)} == {codes.CHECK}


@pytest.mark.parametrize(("heard", "first", "risk"), [((True, 1, 1), CLUE, 1 / 6), ((False, 1, 2), TRUTH, 2 / 7)])
def test_a_cornered_mouse_runs_the_risk_that_is_reckoned_with(heard: Heard, first: str, risk: float) -> None:
    """In the worlds that fit what it knows a lie is as often a third clue as the exact calculation says."""
    match = cornered(heard, turn=5)
    view = match.view(codes.MOUSE)
    rooms = [room for room in range(1, 13) if int(maybe_unwatched(view.record)) >> (room - 1) & 1]
    lies = [room for room in rooms if room != view.record.room]
    watched, worlds = Counter[int](), 2_000
    for number in range(worlds):
        world = view.copy()
        GAME.rules.redeal(world.record, codes.MOUSE, np.array([number * 7919], np.uint64))
        watched.update(int(room) for room in world.record.row[: world.record.laid])
    assert LISTENING[first, LIE].safe == pytest.approx(1 - risk)
    for room in lies:
        assert watched[room] / worlds == pytest.approx(risk, abs=0.04)


def broken(tmp_path: Path, name: str) -> Path:
    """Make a file that is no table of ours."""
    path = tmp_path / "table.npz"
    whole = FILE.read_bytes()
    with np.load(FILE) as archive:
        table = dict(archive)
    if name == "truncated":
        path.write_bytes(whole[: len(whole) // 2])
    elif name == "foreign":
        np.savez(path, weights=np.zeros(3))
    elif name == "not an archive":
        path.write_bytes(b"mouse" * 100)
    elif name == "other rules":
        np.savez(path, **(table | {"made_for": table["made_for"] + 1}))
    elif name == "other shape":
        np.savez(path, **(table | {"shares": table["shares"][:5]}))
    elif name == "out of order":
        np.savez(path, **(table | {"keys": table["keys"][::-1]}))
    return path


@pytest.mark.parametrize(
    "name", ["missing", "truncated", "foreign", "not an archive", "other rules", "other shape", "out of order"]
)
def test_a_bad_table_is_a_clear_error(tmp_path: Path, name: str) -> None:
    """A file that is missing, broken or made for something else is refused with an error of our own."""
    with pytest.raises(BadTable) as caught:
        Mixtures.read(broken(tmp_path, name))
    assert isinstance(caught.value, TableError)
    assert "Cat & The Mouse" in str(caught.value)


def test_an_altered_byte_never_makes_another_table(tmp_path: Path) -> None:
    """Whichever byte of the file is altered, it is refused with an error of our own, or it is the same table still."""
    path, whole, refused = tmp_path / "table.npz", FILE.read_bytes(), 0
    places = {*range(100), *range(100, len(whole), 211), *range(len(whole) - 400, len(whole))}
    for place, altered in zip(sorted(places), cycle((0x01, 0x10, 0xFF)), strict=False):
        data = bytearray(whole)
        data[place] ^= altered
        path.write_bytes(data)
        try:
            table = Mixtures.read(path)
        except BadTable:
            refused += 1
        else:
            for part in ("keys", "shares", "chances"):
                np.testing.assert_array_equal(getattr(table, part), getattr(mixtures(), part))
    assert refused > len(places) / 2


def test_the_tiger_stands_in_for_a_lion_without_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where people wait the tiger plays if the lion's table cannot be read; elsewhere that is an error."""
    path, data = tmp_path / "table.npz", bytearray(FILE.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    monkeypatch.setattr(import_module("mousehole.bots.cat_and_mouse.lion"), "mixtures", lambda: Mixtures.read(path))
    view = Match.start(GAME, seed=1).view(codes.INSPECTOR)
    with pytest.raises(BadTable):
        think_as("lion", GAME, view, codes.INSPECTOR, 1)
    who, thought = think_for_people("lion", GAME, view, codes.INSPECTOR, 1)
    assert who == "tiger"
    assert thought.action in view.legal(codes.INSPECTOR)
    assert hint(GAME, view, codes.INSPECTOR, 1).sentences().startswith("The tiger would choose: ")


def is_wasted(view: View, move: int) -> bool:
    """Tell whether a move only throws something away, whatever the others hold."""
    return is_wasted_hunting(view, move) if view.viewer == codes.INSPECTOR else is_wasted_stealing(view, move)


def is_wasted_hunting(view: View, move: int) -> bool:
    """Tell whether the Inspector traps a room that is not possible, or checks with only one left."""
    s = view.record
    if s.phase == codes.TRAP:
        return not (int(possible_rooms(s)) >> (move - 1)) & 1
    return bool(s.phase == codes.ANNOUNCE and move == codes.CHECK and count_possible(s) == 1)


def is_wasted_stealing(view: View, move: int) -> bool:
    """Tell whether the Mouse surely gives a clue, gives up while there is something to do, or loots on with a set."""
    s = view.record
    if s.phase == codes.NAME and move < codes.NAME_VANISH:
        return not (int(maybe_unwatched(s)) >> (move - 1)) & 1
    has_set = bool(HAS_SET[int(s.hand) & ALL_LOOT])
    if s.phase == codes.TURN and has_set:
        return move != codes.END_HEIST
    if s.phase == codes.TURN and len(view.legal(codes.MOUSE)) > 1:
        return move == codes.END_HEIST or (move == codes.END_HEIST_PICKING and not can_pick(s))
    if s.phase in {codes.NAME, codes.STAY} and not has_set:
        vanish = codes.NAME_VANISH if s.phase == codes.NAME else codes.STAY_VANISH
        return move == vanish or (move == vanish + 1 and not can_pick(s))
    return False


@pytest.mark.parametrize("name", ["housecat", "alley_cat", "tiger", "lion"])
def test_no_move_is_surely_wasted(name: str) -> None:
    """No level above kitten names a watched room, ends without hope, loots on with a set, or traps an empty room."""
    think = lion(GAME) if name == "lion" else player(GAME, name)
    wasted = Counter[str]()

    def watched(view: View, seat: int, seed: int) -> Thought:
        thought = think(view, seat, seed)
        wasted["moves"] += 1
        if is_wasted(view, thought.action):
            wasted[view.move_name(thought.action)] += 1
        return thought

    for seed in range(10):
        play_game(GAME, 2, (1, 0, 0), seed, [watched, watched])
    assert wasted["moves"] > 100
    assert wasted.total() == wasted["moves"], wasted
