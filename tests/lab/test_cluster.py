"""Runs by a cluster of Ray: the same bytes as by threads, also where a worker dies."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed")

from mousehole.lab.cluster import Cluster, check_answers  # noqa: E402  # needs Ray
from mousehole.lab.engines import NoEngine  # noqa: E402
from mousehole.lab.running import Run, run  # noqa: E402
from mousehole.lab.setup import SetUp  # noqa: E402

SET_UP = SetUp("cat_and_mouse", players=("kitten",), games=120, seed=8)
"""Thirteen chunks of quick games."""


@pytest.fixture(scope="module")
def whole() -> bytes:
    """Play the games by threads."""
    return run(SET_UP, threads=1).tobytes()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Start a small cluster once for all tests here."""
    made = Cluster(workers=2)
    with made.joined():
        yield made


def workers() -> list[int]:
    """List the processes of our own cluster that play a chunk now."""
    listing = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True)  # noqa: S607
    rows = [line.split(None, 2) for line in listing.stdout.splitlines()]
    parents = {int(pid): int(parent) for pid, parent, *_ in rows}

    def is_ours(pid: int) -> bool:
        while pid > 1 and pid != os.getpid():
            pid = parents.get(pid, 0)
        return pid == os.getpid()

    return [int(pid) for pid, _, name in rows if name.startswith("ray::play_part") and is_ours(int(pid))]


def test_a_killed_worker_costs_its_chunk_only(cluster: Cluster, whole: bytes) -> None:
    """A worker is killed in the middle of a run: its chunk is played again, the others are not, and bytes are equal."""
    killed: list[int] = []
    firsts: list[int] = []

    def kill_one(made: Run) -> None:
        firsts.append(next(reversed(made.chunks)))
        if not killed and (found := workers()):  # what was ahead may be played by the time that one has looked
            os.kill(found[0], signal.SIGKILL)
            killed.append(found[0])

    made = run(SET_UP, engine=cluster, on_progress=kill_one)
    assert killed
    assert sorted(firsts) == [0, 2, *range(10, 120, 10)]
    assert made.tobytes() == whole


def test_a_cluster_is_joined_by_its_address(cluster: Cluster, whole: bytes, tmp_path: Path) -> None:
    """Another program that is given the address of a cluster plays there, with our package sent along."""
    where = ray.get_runtime_context().gcs_address
    words = ["--engine", "ray", "--address", where, "--folder", str(tmp_path / "run"), "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "mousehole", "lab", SET_UP.address(), *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["played"] == SET_UP.games
    assert run(SET_UP, threads=1, folder=tmp_path / "run", stop=lambda: True).tobytes() == whole


def test_nets_play_alike_on_a_cluster(cluster: Cluster) -> None:
    """Games by a net have the bytes that they have by threads."""
    set_up = SetUp("hide_and_squeak", seats=3, players=("net", "random"), games=12, seed=2)
    assert run(set_up, engine=cluster).tobytes() == run(set_up, threads=1).tobytes()


def test_a_stopped_run_leaves_the_cluster_idle(cluster: Cluster) -> None:
    """When nobody wants more, what was given to the cluster is taken back."""
    seen: list[int] = []
    run(
        SET_UP.but(games=1000),
        engine=cluster,
        on_progress=lambda made: seen.append(made.played),
        stop=lambda: bool(seen),
    )
    limit = time.monotonic() + 30
    while workers() and time.monotonic() < limit:
        time.sleep(0.05)
    assert workers() == []
    assert len(seen) == 1


def test_what_goes_wrong_in_a_worker_is_said_as_here(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of a chunk arrives as itself, not wrapped into Ray's."""
    broken = SetUp("cat_and_mouse", players=("kitten",), games=1)
    monkeypatch.setattr(SetUp, "texts", lambda _: {"game": "chess"})
    with pytest.raises(Exception, match="there is no game 'chess'") as caught:
        run(broken, engine=cluster)
    assert type(caught.value).__name__ == "UnknownGame"


@pytest.mark.parametrize("address", ["127.0.0.1:9", "ray://127.0.0.1:9", "nowhere.invalid:6379"])
def test_an_unreachable_cluster_is_said_quickly(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address where nobody answers is a sentence within seconds."""
    asked = socket.getaddrinfo

    def look_up(host: str, *more: int) -> list[Any]:
        if host.endswith(".invalid"):  # nobody has such a name; without a network it may take long to hear so
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return asked(host, *more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    begun = time.monotonic()
    with pytest.raises(NoEngine, match="nobody answers at"):
        check_answers(address)
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize("address", ["", ":1", "host:port", "ray://"])
def test_what_is_no_address_is_refused(address: str) -> None:
    """A text that cannot be an address is refused before anything is tried."""
    with pytest.raises(NoEngine, match="is host:port"):
        check_answers(address)
