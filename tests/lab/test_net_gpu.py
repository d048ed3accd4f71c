"""Nets on a GPU: the very games that threads play. The kernels' own code runs here thread by thread, too."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from greenlet import getcurrent, greenlet
from numba.np import numpy_support
from tests.bots.test_by_net import SHIPPED
from tests.bots.test_nets import any_weights

from mousehole.batch import Batch
from mousehole.bots import by_net
from mousehole.bots.names import UnknownBot
from mousehole.bots.nets import packed, unpacked
from mousehole.games import load
from mousehole.lab import net_gpu, net_kernels
from mousehole.lab.engines import Job
from mousehole.lab.gpu import together
from mousehole.lab.playing import play_nets
from mousehole.lab.running import run, run_pair
from mousehole.lab.setup import BadSetUp, SetUp

GAME = "hide_and_squeak"
FIRST = 1294
"""Three short games begin here."""
SMALL = {"TILE": 8, "SIDE": 4, "EACH": 2, "SHIFT": 2, "SHIFT_TILE": 3, "DEEP": 4, "ROW": 9}
"""Blocks of a few threads, shaped as the large ones are."""


class Lent(np.ndarray[Any, Any]):
    """An array that pretends to lie on a GPU."""

    def copy_to_host(self) -> Any:  # noqa: ANN401
        """Bring it back."""
        return np.array(self)

    def copy_to_device(self, other: Any) -> None:  # noqa: ANN401
        """Send other numbers."""
        self[:] = other


class Thread(greenlet):
    """A thread of a block: it runs until the next barrier, then the next one does."""

    def __init__(self, kernel: Callable[..., None], block: tuple[int, int], number: int) -> None:
        """Remember its place, and which shared arrays it has seen."""
        super().__init__(kernel)
        self.block, self.number, self.seen = block, number, 0


class PretendCuda:
    """As much of numba-cuda as the net's kernels use."""

    def __init__(self) -> None:
        """Begin with no block."""
        self.size = 0
        self.block_arrays: list[Any] = []
        self.shared = SimpleNamespace(array=self.shared_array)
        self.local = SimpleNamespace(array=lambda shape, kind: np.zeros(shape, numpy_support.as_dtype(kind)))
        self.atomic = SimpleNamespace(add=self.add)
        self.libdevice = SimpleNamespace(fmul_rn=lambda a, b: a * b, fadd_rn=lambda a, b: a + b)

    def shared_array(self, shape: Any, kind: Any) -> Any:  # noqa: ANN401
        """Hand every thread of a block the same array, the n-th to those who ask for the n-th time."""
        me = self.me()
        if len(self.block_arrays) == me.seen:
            self.block_arrays.append(np.zeros(shape, numpy_support.as_dtype(kind)))
        me.seen += 1
        return self.block_arrays[me.seen - 1]

    def me(self) -> Thread:
        """Return the thread that runs."""
        found = getcurrent()
        assert isinstance(found, Thread)
        return found

    def add(self, array: Any, place: int, number: int) -> int:  # noqa: ANN401
        """Add, and return what was there."""
        before = int(array[place])
        array[place] += number
        return before

    def to_device(self, array: Any) -> Any:  # noqa: ANN401
        """Send an array."""
        return np.array(array).view(Lent)

    def device_array(self, shape: Any, kind: Any) -> Any:  # noqa: ANN401
        """Make room."""
        return np.zeros(shape, kind).view(Lent)

    def jit(self, **_how: object) -> Callable[[Any], Any]:
        """Make a kernel that is launched as kernel[blocks, threads](...)."""
        return lambda function: Launcher(self, function)

    def grid(self, _dimensions: int) -> int:
        """Count a thread among those of all blocks."""
        return self.me().block[0] * self.size + self.me().number

    def ffs(self, bits: int) -> int:
        """Find the lowest bit, counted from 1."""
        return (int(bits) & -int(bits)).bit_length()

    def syncthreads(self) -> None:
        """Let the other threads of the block come as far."""
        assert self.me().parent is not None
        self.me().parent.switch()

    threadIdx = property(lambda self: SimpleNamespace(x=self.me().number))  # noqa: N815  # its name there
    blockIdx = property(lambda self: SimpleNamespace(x=self.me().block[0], y=self.me().block[1]))  # noqa: N815
    blockDim = property(lambda self: SimpleNamespace(x=self.size))  # noqa: N815


class Launcher:
    """A kernel."""

    def __init__(self, cuda: PretendCuda, function: Callable[..., None]) -> None:
        """Remember what it does."""
        self.cuda, self.function = cuda, function

    def __getitem__(self, shape: tuple[Any, int]) -> Callable[..., None]:
        """Launch it, block after block."""
        blocks = shape[0] if isinstance(shape[0], tuple) else (shape[0], 1)

        def launch(*given: Any) -> None:  # noqa: ANN401
            self.cuda.size = shape[1]
            for block in ((x, y) for x in range(blocks[0]) for y in range(blocks[1])):
                self.cuda.block_arrays = []
                threads = [Thread(self.function, block, number) for number in range(shape[1])]
                for thread in threads:
                    thread.switch(*given)
                while threads := [thread for thread in threads if not thread.dead]:
                    for thread in threads:
                        thread.switch()

        return launch


@pytest.mark.parametrize("players", [["net", "net"], ["random", "net"]])
def test_kernels_play_the_games_of_a_processor(players: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Played by the kernels' own code, whole games end in the positions that compiled code comes to, by a small net."""
    game = load(GAME)
    small = unpacked(game, packed(game, any_weights(game, 4), ""))
    for module in (by_net, net_gpu):
        monkeypatch.setattr(module, "net_of", lambda _game: small)
    for name, number in SMALL.items():
        monkeypatch.setattr(net_kernels, name, number)
    monkeypatch.setattr(net_gpu, "TILE", SMALL["TILE"])
    monkeypatch.setattr(net_gpu, "SIDE", SMALL["SIDE"])
    monkeypatch.setattr(net_gpu, "THREADS", 16)
    monkeypatch.setattr(net_gpu, "make_net_kernels", net_kernels.make_net_kernels.__wrapped__)
    monkeypatch.setattr(numba, "cuda", PretendCuda(), raising=False)

    def pretended(*given: Any, device: str, **more: Any) -> Batch:  # noqa: ANN401
        assert device == "gpu"
        batch = Batch(*given, **more)
        batch.engine.raw = batch.made["states"].view(np.uint64).reshape(batch.n, -1).view(Lent)  # type: ignore[union-attr]
        return batch

    monkeypatch.setattr(net_gpu, "Batch", pretended)
    wanted = play_nets(game, players, 3, seats=3, options={"dawn": 5}, seed=6, first=FIRST)
    by_nets = [players[game.facts.side_of(seat)] == "net" for seat in range(3)]
    found = net_gpu.NetPlay(game)
    states, lengths = found.play(3, {"dawn": 5}, 6, FIRST, 3, by_nets)
    assert lengths.tolist() == wanted.lengths.tolist()
    for row in range(3):
        assert states[row].tobytes() == bytes(wanted.match(row).state.data)
    assert found.decisions > 0


def test_a_gpu_rounds_every_product() -> None:
    """Compiled for a GPU, a layer has no product that is added before it is rounded, as none has on a processor."""
    cuda = pytest.importorskip("numba.cuda", reason="numba-cuda is not installed")
    pytest.importorskip("numba_cuda", reason="numba-cuda is not installed")
    real, whole = numba.types.float32, numba.types.int64
    table, row = numba.types.Array(real, 2, "C"), numba.types.Array(real, 1, "C")
    layer = net_kernels.make_net_kernels(3, 3).layer.py_func
    code, _ = cuda.compile_ptx(layer, (table, whole, table, row, whole, table), cc=(9, 0))
    assert len(re.findall(r"\bmul\.rn\.f32", code)) >= net_kernels.EACH**2
    assert not re.findall(r"\bfma\.|\bmul\.f32", code)
    assert ".local" not in code


def test_small_chunks_are_played_together_on_a_gpu() -> None:
    """Chunks of a set-up whose games follow each other are one piece; two set-ups keep theirs apart and take turns."""
    one = SetUp(GAME, players=("net",), games=5000)
    two = one.but(options={"dawn": 12})
    ranges = [range(2), range(2, 500), range(500, 1000), range(1500, 2000)]
    jobs = [Job(which, set_up, numbers) for numbers in ranges for which, set_up in ((0, one), (1, two))]
    found = [(group[0].which, group[0].numbers.start, group[-1].numbers.stop) for group in together(jobs)]
    assert found == [(0, 0, 1000), (1, 0, 1000), (0, 1500, 2000), (1, 1500, 2000)]


@pytest.mark.parametrize("game_id", SHIPPED)
def test_runs_by_nets_are_alike_however_they_are_split(game_id: str) -> None:
    """A run has the same bytes by one thread and by two, and its games can be had again as matches."""
    set_up = SetUp(game_id, players=("net",), games=30, seed=3)
    one, two = run(set_up, threads=1), run(set_up, threads=2)
    assert one.tobytes() == two.tobytes()
    assert sorted(one.arrays) == ["lengths", "numbers", "payoffs", "reasons"]
    match = one.match(17)
    assert match == one.games.match(17)
    assert list(match.state.payoffs()) == one.arrays["payoffs"][17].tolist()


def test_what_a_net_cannot_play_is_said_when_the_set_up_is_made() -> None:
    """Another game, house rules, repeats and components kept from a net are refused with a sentence."""
    with pytest.raises(UnknownBot, match="there is no net of Mice Heist"):
        SetUp("mice_heist", players=("net",))
    with pytest.raises(UnknownBot, match="no house rules"):
        SetUp(GAME, players=("net", "random"), options={"captures": 2})
    with pytest.raises(BadSetUp, match="leave repeats out"):
        SetUp(GAME, players=("net",), repeats=2)
    with pytest.raises(BadSetUp, match="make no pairs"):
        run_pair(SetUp(GAME, players=("net",)), SetUp(GAME, players=("kitten",)))
    assert "bot:lion" in SetUp(GAME, players=("net",)).table_address()
