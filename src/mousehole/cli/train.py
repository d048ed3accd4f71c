"""`mousehole train`: a net learns a game by playing against itself."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from mousehole.cli.catalogue import find_game
from mousehole.cli.errors import BadCommand, BadFile
from mousehole.cli.numbers import parse_number, positive
from mousehole.engine.match import parse_seed
from mousehole.games import facts
from mousehole.lab.files import why
from mousehole.training.recipes import recipe_of
from mousehole.training.run import CHECKPOINT, Length
from mousehole.training.run import train as run_training
from mousehole.training.selfplay import Progress, Recipe


def train(given: Namespace) -> int:
    """Train as the game's recipe says, but for what is given; print how it goes."""
    recipe, length = asked_for(given)
    folder = Path(given.out)
    try:
        written = run_training(recipe, length, folder, device=given.device, resume=given.resume, tell=print_progress)
    except KeyboardInterrupt:
        if not (folder / CHECKPOINT).exists():
            raise
        print(f"\nmousehole: stopped; the same command with --resume goes on from {folder}", file=sys.stderr)
        return 130
    except OSError as error:
        raise BadFile(f"cannot write into {folder}: {why(error)}") from None
    print(f"The net is in {written}.")
    return 0


def asked_for(given: Namespace) -> tuple[Recipe, Length]:
    """Read the recipe and the length: the game's own, but for what is given."""
    known = facts(find_game(given.game))
    recipe, length = recipe_of(known.id)
    changes: dict[str, Any] = {}
    if given.seats is not None:
        changes["seats"] = tuple(known.check_seats(parse_number(part, "seats")) for part in given.seats.split(","))
    if given.games is not None:
        changes["games"] = positive(given.games, "games")
    if given.width is not None:
        changes["width"] = positive(given.width, "the width")
    if given.seed is not None:
        changes["seed"] = parse_seed(given.seed)
    recipe = replace(recipe, **changes)
    if given.minutes is not None:
        length = Length(minutes=parse_minutes(given.minutes))
    if given.decisions is not None:
        length = Length(decisions=positive(given.decisions, "decisions"))
    if recipe.games < max(1, len(recipe.seats)):
        raise BadCommand(f"{recipe.games} games are too few for {len(recipe.seats)} numbers of seats")
    return recipe, length


def parse_minutes(text: str) -> float:
    """Read a number of minutes."""
    try:
        minutes = float(text)
    except ValueError:
        minutes = -1.0
    if not 0.0 < minutes < float("inf"):
        raise BadCommand(f"minutes are a number above 0, not {text!r}")
    return minutes


def print_progress(seconds: float, done: Progress) -> None:
    """Print one line: the time, how much has been played, and what the first seat is paid."""
    paid = ", ".join(f"{seats} seats {first[0]:+.2f}" for seats, first in sorted(done.paid.items()))
    pace = done.decisions / max(seconds, 1e-9)
    print(
        f"{seconds:6.0f} s  {done.decisions / 1e6:8.1f} M decisions ({pace / 1e6:.2f} M/s)  {done.games:,} games"
        f"  the first seat gets: {paid}  openness {done.openness:.2f}  error {done.error:.3f}",
        flush=True,
    )
