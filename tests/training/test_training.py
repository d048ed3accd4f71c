"""Training: lessons, curves, checkpoints and the net that comes of it, where PyTorch is installed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from mousehole.bots.nets import read_net, unpacked  # noqa: E402  # only where PyTorch is
from mousehole.cli import main  # noqa: E402
from mousehole.games import facts, load  # noqa: E402
from mousehole.training.network import Network, chances, unpacked_masks  # noqa: E402
from mousehole.training.run import CHECKPOINT, CURVE, BadTraining, Length, train  # noqa: E402
from mousehole.training.selfplay import Progress, Recipe, SelfPlay  # noqa: E402

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


def test_bad_checkpoints_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Going on needs a checkpoint, a whole one, and one of the same recipe and rules; nothing is written over."""
    with pytest.raises(BadTraining, match="there is no checkpoint"):
        train(SMALL, Length(minutes=0.001), tmp_path, resume=True)
    train(SMALL, Length(minutes=0.001), tmp_path)
    for changed in (replace(SMALL, width=8), replace(SMALL, seed=2), replace(SMALL, game="hide_and_squeak")):
        with pytest.raises(BadTraining, match=r"has (width 16, not 8|seed 1, not 2|game cat_and_mouse, not hide)"):
            train(changed, Length(minutes=0.001), tmp_path, resume=True)
    known = replace(facts("cat_and_mouse"), rules_version=99)
    monkeypatch.setattr("mousehole.training.run.facts", lambda _: known)
    with pytest.raises(BadTraining, match="is of other rules"):
        train(SMALL, Length(minutes=0.001), tmp_path, resume=True)
    monkeypatch.undo()
    with pytest.raises(BadTraining, match=r"there is a training in .* already"):
        train(SMALL, Length(minutes=0.001), tmp_path)
    whole = (tmp_path / CHECKPOINT).read_bytes()
    (tmp_path / CHECKPOINT).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadTraining, match="cannot be read"):
        train(SMALL, Length(minutes=0.001), tmp_path, resume=True)


def test_a_training_that_was_killed_leaves_a_curve_that_goes_on(tmp_path: Path) -> None:
    """Lines after the last checkpoint, and half a line, are dropped: what they told of is played again."""
    train(SMALL, Length(decisions=512), tmp_path)
    whole = (tmp_path / CURVE).read_text()
    with (tmp_path / CURVE).open("a") as curve:
        curve.write('{"decisions": 768}\n{"decis')
    train(SMALL, Length(decisions=1024), tmp_path, resume=True)
    after = (tmp_path / CURVE).read_text()
    assert after.startswith(whole)
    assert [json.loads(line)["decisions"] for line in after.splitlines()] == [512, 1024]


def test_a_training_that_is_done_writes_its_net_again(tmp_path: Path) -> None:
    """Whoever goes on with a training that is at its end gets the net, and no more lines in the curve."""
    path = train(SMALL, Length(decisions=512), tmp_path)
    net, curve = path.read_bytes(), (tmp_path / CURVE).read_bytes()
    path.unlink()
    train(SMALL, Length(decisions=512), tmp_path, resume=True)
    assert (tmp_path / CURVE).read_bytes() == curve
    before, after = (unpacked(load("cat_and_mouse"), data) for data in (net, path.read_bytes()))
    assert np.array_equal(before.policy, after.policy)


def test_an_interrupted_training_goes_on_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C, long before the first checkpoint is due, loses no lesson."""
    lesson = SelfPlay.lesson

    def interrupted(play: SelfPlay, share: float) -> Progress:
        if play.progress.lessons == 3:
            raise KeyboardInterrupt
        return lesson(play, share)

    monkeypatch.setattr(SelfPlay, "lesson", interrupted)
    with pytest.raises(KeyboardInterrupt):
        train(SMALL, Length(decisions=1024), tmp_path)
    assert [json.loads(line)["lessons"] for line in (tmp_path / CURVE).read_text().splitlines()] == [3]
    monkeypatch.setattr(SelfPlay, "lesson", lesson)
    train(SMALL, Length(decisions=1024), tmp_path, resume=True)
    assert [json.loads(line)["lessons"] for line in (tmp_path / CURVE).read_text().splitlines()] == [3, 4]


ASKED = ["train", "cat", "--games", "32", "--width", "16", "--decisions", "1024"]


def test_the_command_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C is answered by how to go on, where there is something to go on from."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SelfPlay, "lesson", interrupted)
    assert main([*ASKED, "--out", str(tmp_path / "mine")]) == 130
    assert f"stopped; the same command with --resume goes on from {tmp_path / 'mine'}" in capsys.readouterr().err
    monkeypatch.setattr(SelfPlay, "__init__", interrupted)
    assert main([*ASKED, "--out", str(tmp_path / "other")]) == 130
    assert "--resume" not in capsys.readouterr().err


def test_what_cannot_be_written_is_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that can be none, and a full disk, are no faults in the program; nor is too large a seed."""
    (tmp_path / "file").touch()
    assert main([*ASKED, "--out", str(tmp_path / "file")]) == 4
    assert "file exists" in capsys.readouterr().err
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "checkpoint.part").symlink_to("/dev/full")
    assert main([*ASKED, "--out", str(tmp_path / "full")]) == 4
    assert "no space left on device" in capsys.readouterr().err
    assert not (tmp_path / "full" / CHECKPOINT).exists()
    assert main([*ASKED, "--out", str(tmp_path / "seed"), "--seed", str(2**80)]) == 2
    assert "from 0 to 2**64 - 1" in capsys.readouterr().err


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
