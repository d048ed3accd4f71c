"""A training from the first lesson to the file of the net: progress, curves, checkpoints, going on after a stop."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from mousehole.engine.errors import TableError
from mousehole.games import facts, load
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
    """Train to the end; write curve, checkpoints and at last the net into the folder.

    Whoever interrupts it finds a checkpoint of that moment there.
    """
    game = load(recipe.game)
    state = checkpoint(folder, recipe) if resume else None
    if state is None:
        begin(folder)
    play = SelfPlay(game, recipe, device)
    spent = 0.0
    if state is not None:
        spent = go_on(play, folder, state)
    begun = time.perf_counter() - spent
    told = saved = time.perf_counter()

    def stop() -> float:
        seconds = time.perf_counter() - begun
        report(play, seconds, folder / CURVE, tell)
        save(play, seconds, folder / CHECKPOINT, recipe)
        return seconds

    try:
        while (share := length.share(time.perf_counter() - begun, play.progress.decisions)) < 1.0:
            play.lesson(share)
            now = time.perf_counter()
            if now - told >= TELL_EVERY:
                told = now
                report(play, now - begun, folder / CURVE, tell)
            if now - saved >= SAVE_EVERY:
                saved = now
                save(play, now - begun, folder / CHECKPOINT, recipe)
    except KeyboardInterrupt:
        stop()
        raise
    spent = stop()
    note = f"{json.dumps(dataclasses.asdict(recipe))} {spent:.0f} s {play.progress.decisions} decisions"
    write(folder / NET, play.net.as_file(game, note))
    return folder / NET


def begin(folder: Path) -> None:
    """Make a folder with an empty curve; nobody's training is written over."""
    if (folder / CHECKPOINT).exists():
        raise BadTraining(f"there is a training in {folder.name}/ already: resume it, or choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / CURVE, b"")


def report(play: SelfPlay, seconds: float, curve: Path, tell: Tell | None) -> None:
    """Add a line to the curve, and tell it, if a lesson has been learnt since the last one."""
    if play.progress.lessons == play.reported:
        return
    done = play.report()
    with curve.open("a", encoding="utf-8") as out:
        out.write(json.dumps({"seconds": round(seconds, 1), **dataclasses.asdict(done)}) + "\n")
    if tell:
        tell(seconds, done)


def save(play: SelfPlay, seconds: float, path: Path, recipe: Recipe) -> None:
    """Write a checkpoint: whole or not at all."""
    about = {"recipe": dataclasses.asdict(recipe), "rules": play.game.facts.rules_version, "seconds": seconds}
    out = io.BytesIO()
    torch.save({**about, **play.state()}, out)
    write(path, out.getvalue())


def checkpoint(folder: Path, recipe: Recipe) -> dict[str, Any]:
    """Read a checkpoint; raise `BadTraining` if it is none of this recipe and these rules."""
    try:
        state: dict[str, Any] = torch.load(folder / CHECKPOINT, map_location="cpu", weights_only=True)
        made, rules = state["recipe"], state["rules"]
    except FileNotFoundError as error:
        raise BadTraining(f"there is no checkpoint to go on from in {folder.name}/") from error
    except Exception as error:  # whatever PyTorch finds wrong with a file
        raise BadTraining(f"the checkpoint in {folder.name}/ cannot be read: {error}") from error
    for name, value in dataclasses.asdict(recipe).items():
        if made.get(name) != value:
            raise BadTraining(f"the checkpoint in {folder.name}/ has {name} {made.get(name)}, not {value}")
    if rules != facts(recipe.game).rules_version:
        raise BadTraining(f"the checkpoint in {folder.name}/ is of other rules: train anew, in another folder")
    return state


def go_on(play: SelfPlay, folder: Path, state: dict[str, Any]) -> float:
    """Go on from a checkpoint; return the seconds that have been trained already."""
    play.restore(state)
    curve = folder / CURVE
    told = curve.read_text(encoding="utf-8").splitlines(keepends=True) if curve.exists() else []
    write(curve, "".join(line for line in told if was_reached(line, play.progress.decisions)).encode())
    return float(state["seconds"])


def was_reached(line: str, decisions: int) -> bool:
    """Tell whether a whole line of a curve is about no more decisions; what a checkpoint lacks is played again."""
    return line.endswith("\n") and json.loads(line)["decisions"] <= decisions


def write(path: Path, data: bytes) -> None:
    """Write a file: whole or not at all."""
    part = path.with_suffix(".part")
    try:
        part.write_bytes(data)
        os.replace(part, path)  # noqa: PTH105  # at once
    finally:
        part.unlink(missing_ok=True)
