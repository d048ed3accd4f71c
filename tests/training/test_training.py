"""Training: lessons, curves, checkpoints and the net that comes of it, where PyTorch is installed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from mousehole.bots.nets import read_net  # noqa: E402  # only where PyTorch is
from mousehole.games import load  # noqa: E402
from mousehole.training.network import Network, chances, unpacked_masks  # noqa: E402
from mousehole.training.run import CHECKPOINT, CURVE, BadTraining, Length, train  # noqa: E402
from mousehole.training.selfplay import Recipe, SelfPlay  # noqa: E402

SMALL = Recipe("cat_and_mouse", width=16, games=32, steps=8, parts=2, past=0.25, keep_every=1)


def test_net_learns_and_becomes_a_file(tmp_path: Path) -> None:
    """A short training writes a curve, a checkpoint and a net that the bots can read; it goes on after a stop."""
    path = train(SMALL, Length(decisions=512), tmp_path)
    assert read_net(load("cat_and_mouse"), path).first.shape[1] == SMALL.width
    before = [json.loads(line) for line in (tmp_path / CURVE).read_text().splitlines()]
    train(SMALL, Length(decisions=1024), tmp_path, resume=True)
    after = [json.loads(line) for line in (tmp_path / CURVE).read_text().splitlines()]
    assert after[: len(before)] == before
    assert (before[-1]["decisions"], after[-1]["decisions"]) == (512, 1024)


def test_bad_checkpoints_are_refused(tmp_path: Path) -> None:
    """Going on needs a checkpoint, a whole one, and one of the same game and width."""
    with pytest.raises(BadTraining, match="there is no checkpoint"):
        train(SMALL, Length(minutes=0.001), tmp_path, resume=True)
    train(SMALL, Length(minutes=0.001), tmp_path)
    with pytest.raises(BadTraining, match="is of cat_and_mouse, 16 wide"):
        train(replace(SMALL, width=8), Length(minutes=0.001), tmp_path, resume=True)
    whole = (tmp_path / CHECKPOINT).read_bytes()
    (tmp_path / CHECKPOINT).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadTraining, match="cannot be read"):
        train(SMALL, Length(minutes=0.001), tmp_path, resume=True)


def test_gains_are_each_seats_own() -> None:
    """A decision is judged at the same seat's next decision, and by what the game pays if it ends before."""
    play = SelfPlay(load("cat_and_mouse"), replace(SMALL, games=1, steps=4, past=0.0, trust=1.0), "cpu")
    kept = play.buffers
    kept.actors[:, 0] = torch.tensor([0, 1, 0, 1])
    kept.worths[:, 0] = torch.tensor([0.1, -0.2, 0.3, -0.4])
    kept.ends[2, 0] = True
    kept.paid[2, 0, :2] = torch.tensor([1.0, -1.0])
    gained = play.gains(torch.tensor([[0.5, 0.6]]))[:, 0].tolist()
    assert gained == pytest.approx([1.0 - 0.1, -1.0 + 0.2, 1.0 - 0.3, 0.6 + 0.4])


def test_forbidden_moves_have_no_chance() -> None:
    """Packed masks say which moves may be drawn, bit by bit."""
    allowed = unpacked_masks(torch.tensor([[0b101, 0b1]], dtype=torch.uint8), 10)
    assert allowed[0].tolist() == [True, False, True, False, False, False, False, False, True, False]
    logs = chances(torch.zeros(1, 10), allowed)
    assert np.isclose(logs.exp()[0][allowed[0]].sum().item(), 1.0)
    assert logs.exp()[0][~allowed[0]].max().item() == 0.0


def test_network_reads_bytes_as_the_bots_read_numbers() -> None:
    """A hidden entry is 255 in a batch and -1 in a view: it enters the net by the same input."""
    game = load("hide_and_squeak")
    net = Network(game, 8)
    split = net.split[net.hidden[net.split]]
    seen = torch.zeros(1, len(net.starts), dtype=torch.uint8)
    seen[0, split] = 255
    entered = net.entered(seen, torch.float32)[0]
    assert entered[net.starts[split]].tolist() == [1.0] * len(split)
