"""A training from the first lesson to the file of the net: progress, curves, checkpoints, going on after a stop."""

from __future__ import annotations

import dataclasses
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from mousehole.engine.errors import TableError
from mousehole.games import load
from mousehole.training.selfplay import Progress, Recipe, SelfPlay

CURVE, CHECKPOINT, NET = "curve.jsonl", "checkpoint.pt", "net.npz"
SAVE_EVERY = 60.0
"""Seconds between two checkpoints."""
TELL_EVERY = 5.0

Tell = Callable[[float, Progress], None]
"""Is told the seconds so far and what has been reached."""


class BadTraining(TableError):
    """A training cannot begin, or cannot go on from what is in its folder."""

    code = "bad_training"


@dataclasses.dataclass(frozen=True)
class Length:
    """How long a training is: so many decisions in all, or so many minutes, whichever is given."""

    decisions: int = 0
    minutes: float = 0.0

    def share(self, seconds: float, decisions: int) -> float:
        """Tell how much of the training is behind us; 1 at its end."""
        return decisions / self.decisions if self.decisions else seconds / (60.0 * self.minutes)


def train(
    recipe: Recipe, length: Length, folder: Path, *, device: str = "cpu", resume: bool = False, tell: Tell | None = None
) -> Path:
    """Train to the end; write curve, checkpoints and at last the net into the folder."""
    game = load(recipe.game)
    folder.mkdir(parents=True, exist_ok=True)
    play = SelfPlay(game, recipe, device)
    spent = 0.0
    if resume:
        spent = go_on(play, folder / CHECKPOINT, recipe)
    else:
        (folder / CURVE).unlink(missing_ok=True)
    begun = time.perf_counter() - spent
    told = saved = time.perf_counter()
    while (share := length.share(time.perf_counter() - begun, play.progress.decisions)) < 1.0:
        play.lesson(share)
        now = time.perf_counter()
        if now - told >= TELL_EVERY:
            told = now
            report(play, now - begun, folder / CURVE, tell)
        if now - saved >= SAVE_EVERY:
            saved = now
            save(play, now - begun, folder / CHECKPOINT, recipe)
    spent = time.perf_counter() - begun
    report(play, spent, folder / CURVE, tell)
    save(play, spent, folder / CHECKPOINT, recipe)
    note = f"{json.dumps(dataclasses.asdict(recipe))} {spent:.0f} s {play.progress.decisions} decisions"
    write(folder / NET, play.net.as_file(game, note))
    return folder / NET


def report(play: SelfPlay, seconds: float, curve: Path, tell: Tell | None) -> None:
    """Add a line to the curve, and tell it."""
    done = play.report()
    with curve.open("a", encoding="utf-8") as out:
        out.write(json.dumps({"seconds": round(seconds, 1), **dataclasses.asdict(done)}) + "\n")
    if tell:
        tell(seconds, done)


def save(play: SelfPlay, seconds: float, path: Path, recipe: Recipe) -> None:
    """Write a checkpoint: whole or not at all."""
    part = path.with_suffix(".part")
    torch.save({"recipe": dataclasses.asdict(recipe), "seconds": seconds, **play.state()}, part)
    os.replace(part, path)  # noqa: PTH105  # at once


def go_on(play: SelfPlay, path: Path, recipe: Recipe) -> float:
    """Go on from a checkpoint; return the seconds that have been trained already."""
    try:
        state: dict[str, Any] = torch.load(path, map_location=play.where, weights_only=True)
        made = state["recipe"]
    except FileNotFoundError as error:
        raise BadTraining(f"there is no checkpoint to go on from in {path.parent.name}/") from error
    except Exception as error:  # whatever PyTorch finds wrong with a file
        raise BadTraining(f"the checkpoint in {path.parent.name}/ cannot be read: {error}") from error
    if (made["game"], made["width"]) != (recipe.game, recipe.width):
        raise BadTraining(f"the checkpoint is of {made['game']}, {made['width']} wide, not of what is asked for")
    play.restore(state)
    return float(state["seconds"])


def write(path: Path, data: bytes) -> None:
    """Write a file: whole or not at all."""
    part = path.with_suffix(".part")
    part.write_bytes(data)
    os.replace(part, path)  # noqa: PTH105
