"""Runs: the same games whoever plays them, kept in a folder, stopped and gone on with."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from mousehole.games import IDS, load
from mousehole.lab import chunks
from mousehole.lab.chunks import Chunk, match_of, play_chunk
from mousehole.lab.components import watching
from mousehole.lab.contests import searches
from mousehole.lab.engines import Job, NoEngine, Threads, find_engine
from mousehole.lab.folder import ABOUT, BadFolder
from mousehole.lab.playing import play_random
from mousehole.lab.running import Run, run, run_pair
from mousehole.lab.setup import BadSetUp, SetUp

QUICK = SetUp("cat_and_mouse", players=("kitten",), games=24, seed=5)


@pytest.mark.parametrize("game_id", IDS)
def test_threads_and_splits_change_nothing(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run has the same bytes in one thread and in three, in chunks of any size."""
    set_up = SetUp(game_id, players=("kitten",), games=6, seed=5)
    whole = run(set_up, threads=1).tobytes()
    monkeypatch.setattr(chunks, "QUICK_CHUNK", 1)
    assert run(set_up, threads=3).tobytes() == whole
    monkeypatch.setattr(chunks, "QUICK_CHUNK", 4)
    assert run(set_up, threads=2).tobytes() == whole


PLAYED_WHOLE = (
    SetUp("hide_and_squeak", players=("kitten", "alley_cat"), games=3, seed=5),
    SetUp("cat_and_mouse", options={"tricks": 2}, players=("housecat", "kitten"), games=6, repeats=2, seed=2**63 - 3),
    SetUp("cloaked_cats", seats=3, players=("kitten", "housecat", "kitten"), games=3, seed=5),
    SetUp("mice_heist", seats=2, options={"waiting_cheese": 1}, players=("lion", "kitten"), games=1, seed=5),
    SetUp("who_done_it", players=("housecat",), games=3, seed=5),
)
"""Trees of several sizes, memory, house rules with another level in the lion's place, repeated and far deals."""


@pytest.mark.parametrize("set_up", PLAYED_WHOLE, ids=lambda set_up: set_up.game)
def test_games_played_whole_are_those_played_move_by_move(set_up: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all bots search, a game is one compiled call: its bytes are those of bots that are asked one by one."""
    whole = play_chunk(set_up, range(set_up.games)).tobytes()
    asked = []
    monkeypatch.setattr(chunks, "searches", lambda *given: asked.append(given))
    assert play_chunk(set_up, range(set_up.games)).tobytes() == whole
    assert asked


@pytest.mark.parametrize("level", ["random", "greedy", "net", "lion", "tiger_0_1"])
def test_who_does_not_search_is_asked_move_by_move(level: str) -> None:
    """Whoever plays by chance, a rule of thumb, a net or in the way of an older edition is not played whole."""
    game = load("hide_and_squeak")
    assert searches(game, 5, game.facts.option_values({}), ["kitten", level]) is None  # four mice: a net for the lion


@pytest.mark.parametrize("players", ["kitten", "random"])
def test_a_game_of_a_run_is_a_match(players: str) -> None:
    """A game of a number, played again as a match, ends as the arrays say."""
    made = run(SetUp("cat_and_mouse", options={"tricks": 2}, players=(players,), games=12, seed=3), threads=1)
    for number in (0, 7, 11):
        match = match_of(made.set_up, number)
        assert match.state.payoffs() == tuple(made.arrays["payoffs"][number])
        assert len(match.moves) == made.arrays["lengths"][number]
        assert made.game.doors.reason(match.state) == made.arrays["reasons"][number]


def test_random_runs_are_the_games_of_the_simulator() -> None:
    """Random play of a set-up is what `play_random` plays, number by number."""
    made = run(SetUp("mice_heist", seats=3, players=("random",), games=40, seed=9), threads=1)
    games = play_random(made.game, 40, seats=3, seed=9)
    assert np.array_equal(made.arrays["payoffs"], games.payoffs)
    assert np.array_equal(made.arrays["lengths"], games.lengths)


def test_a_deal_is_repeated_with_other_chance_for_the_bots() -> None:
    """With repeats, games in a row share their deal and not their moves."""
    set_up = SetUp("cat_and_mouse", players=("kitten",), games=20, repeats=2)
    pairs = [(match_of(set_up, number), match_of(set_up, number + 1)) for number in range(0, 20, 2)]
    assert all(one.seed == two.seed == number for number, (one, two) in enumerate(pairs))
    assert any(one.moves != two.moves for one, two in pairs)
    assert match_of(set_up, 0).moves == match_of(SetUp("cat_and_mouse", players=("kitten",)), 0).moves


def test_a_bot_that_may_not_use_something_does_not() -> None:
    """Restricted play never uses what it may not, where there is another move."""
    set_up = SetUp("hide_and_squeak", seats=3, players=("kitten",), games=10, without="lamp")
    column = [each.name for each in watching("hide_and_squeak").components].index("lamp")
    assert not run(set_up, threads=1).arrays["components"][:, :, column].any()
    assert run(set_up.but(without=""), threads=1).arrays["components"][:, :, column].any()


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """What lies in the folder is not played again, and the whole is what one run gives."""
    played: list[int] = []
    stopped = run(QUICK, threads=1, folder=tmp_path, on_progress=lambda made: played.append(made.played),
                  stop=lambda: len(played) == 1)  # fmt: skip
    assert (stopped.played, stopped.is_done, played) == (2, False, [2])
    again: list[int] = []
    made = run(QUICK, threads=2, folder=tmp_path, on_progress=lambda made: again.append(made.played))
    assert made.is_done
    assert max(again) == 24
    assert len(again) == 3
    assert made.tobytes() == run(QUICK, threads=1).tobytes()
    assert run(QUICK, engine=Unwilling(), folder=tmp_path).tobytes() == made.tobytes()


class Unwilling:
    """An engine that plays nothing."""

    def play(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Chunk]]:
        """Refuse to work."""
        assert not jobs
        yield from ()


def test_an_interrupted_run_leaves_whole_chunks(tmp_path: Path) -> None:
    """Ctrl-C in the middle of a run leaves a folder that the next run goes on with."""

    def interrupt(_: Run) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(QUICK, threads=2, folder=tmp_path, on_progress=interrupt)
    assert [path.name for path in sorted(tmp_path.iterdir()) if path.suffix == ".part"] == []
    assert len(list(tmp_path.glob("*.games"))) == 1
    assert threading.active_count() < 10
    assert run(QUICK, folder=tmp_path).tobytes() == run(QUICK, threads=1).tobytes()


def test_a_longer_run_uses_a_shorter_ones_folder(tmp_path: Path) -> None:
    """The number of games may grow: whole chunks are taken over."""
    run(QUICK, threads=1, folder=tmp_path)
    fresh: list[int] = []
    made = run(QUICK.but(games=40), threads=1, folder=tmp_path, on_progress=lambda made: fresh.append(made.played))
    assert fresh == [30, 40]
    assert made.tobytes() == run(QUICK.but(games=40), threads=1).tobytes()


def spoil_half(path: Path) -> None:
    """Cut a file in half."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def spoil_bit(path: Path) -> None:
    """Change the last byte of a file."""
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))


def spoil_all(path: Path) -> None:
    """Write something else."""
    path.write_bytes(b"\x00\xff no chunk")


@pytest.mark.parametrize("spoil", [spoil_half, spoil_bit, spoil_all])
def test_a_broken_chunk_is_never_a_result(tmp_path: Path, spoil: object) -> None:
    """A chunk that is cut, changed or something else is refused in a sentence that names its file."""
    run(QUICK, threads=1, folder=tmp_path)
    path = sorted(tmp_path.glob("*.games"))[1]
    spoil(path)  # type: ignore[operator]
    with pytest.raises(BadFolder, match=f"{path.name} is broken: remove this file"):
        run(QUICK, threads=1, folder=tmp_path)
    path.unlink()
    assert run(QUICK, threads=1, folder=tmp_path).is_done


def test_a_chunk_under_a_wrong_name_is_refused(tmp_path: Path) -> None:
    """A chunk that was copied over another is not taken for it."""
    run(QUICK, threads=1, folder=tmp_path)
    _, one, two, _ = sorted(tmp_path.glob("*.games"))
    two.write_bytes(one.read_bytes())
    with pytest.raises(BadFolder, match="does not hold the games that its name says"):
        run(QUICK, threads=1, folder=tmp_path)


def test_a_foreign_folder_is_refused(tmp_path: Path) -> None:
    """A folder of another set-up, of another version, or with something else in it is left alone, with a sentence."""
    run(QUICK, threads=1, folder=tmp_path / "run")
    with pytest.raises(BadFolder, match=r"another set-up \(game=cat_and_mouse .*seed=5"):
        run(QUICK.but(seed=6), threads=1, folder=tmp_path / "run")
    about = tmp_path / "run" / ABOUT
    written = json.loads(about.read_text())
    for older in ({"sources": "older"}, {"format": 1}):
        about.write_text(json.dumps({**written, **older}), encoding="utf-8")
        with pytest.raises(BadFolder, match="another version of Mousehole"):
            run(QUICK, threads=1, folder=tmp_path / "run")
    about.write_text("{", encoding="utf-8")
    with pytest.raises(BadFolder, match="is broken"):
        run(QUICK, threads=1, folder=tmp_path / "run")
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear Ann", encoding="utf-8")
    with pytest.raises(BadFolder, match="something else than a run"):
        run(QUICK, threads=1, folder=tmp_path / "letters")
    with pytest.raises(BadFolder, match="cannot use the folder"):
        run(QUICK, threads=1, folder=tmp_path / "letters" / "dear.txt")


def test_two_set_ups_take_turns(tmp_path: Path) -> None:
    """In a comparison both have about as many games at any time, and each has a folder of its own."""
    seen: list[tuple[str, int]] = []
    other = QUICK.but(options={"tricks": 0})
    one, two = run_pair(QUICK, other, threads=1, folder=tmp_path,
                        on_progress=lambda made: seen.append((made.set_up.address(), made.played)))  # fmt: skip
    assert [played for _, played in seen] == [2, 2, 10, 10, 20, 20, 24, 24]
    assert one.tobytes() == run(QUICK, threads=1, folder=tmp_path / "a").tobytes()
    assert two.tobytes() == run(other, threads=1, folder=tmp_path / "b").tobytes()
    with pytest.raises(BadSetUp, match="the same seed"):
        run_pair(QUICK, other.but(seed=1))


def test_stopping_waits_for_one_game_at_most() -> None:
    """An engine that is closed finishes no chunk: threads stop before their next game."""
    asked: list[int] = []

    def is_stopped() -> bool:
        asked.append(len(asked))
        return len(asked) > 2

    with pytest.raises(chunks.Stopped):
        play_chunk(QUICK, range(10), is_stopped)
    assert len(asked) == 3


@pytest.mark.parametrize(
    ("engine", "address", "says"),
    [("steam", None, "threads, gpu, ray"), ("threads", "far:1", "goes with the engine ray")],
)
def test_an_engine_that_is_none_is_refused(engine: str, address: str | None, says: str) -> None:
    """A wrong engine, or an address where none belongs, is said in a sentence."""
    with pytest.raises(NoEngine, match=says):
        run(QUICK, engine=engine, address=address)


def test_the_gpu_says_what_it_cannot() -> None:
    """Bots that think are refused by the GPU before anything is tried, whether there is one or not."""
    with pytest.raises(NoEngine, match=r"at random and by nets \(players=random, players=net\), not kitten"):
        run(QUICK, engine="gpu")


def test_threads_are_all_processors_unless_said() -> None:
    """Without a number, threads use the whole machine; with one, so many."""
    assert find_engine("threads", threads=3) == Threads(3)
    plenty = find_engine("threads")
    assert isinstance(plenty, Threads)
    assert plenty.threads >= 1
