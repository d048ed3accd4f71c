"""Nets: small files that say how good moves and positions are, evaluated in compiled code, alike on every machine.

A net has a layer that reads the observation, two more that each add to what they are given, and from there a number for
each action and the worth of the position to the seat that looks. Sums are taken in a fixed order in 32 bits, and no
function of the machine's own library is used: so a seed gives the same move everywhere.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.inputs import Inputs, Real, enter, inputs
from mousehole.bots.names import BadBotFile
from mousehole.bots.net_files import net_file
from mousehole.engine.game import Game
from mousehole.engine.rule import rule
from mousehole.games.vectors import Vector, layout

FORMAT = 1
LAYERS = ("first", "second", "third", "policy", "value")
STEPS = 127
"""A weight is a whole number of such parts of the largest in its row."""


class BadNet(BadBotFile):
    """A net's file is missing, broken, or of another game or other rules."""

    code = "bad_net"


@dataclass(frozen=True, eq=False)
class Net:
    """The weights of a net: of each layer a row for each input, and what is added."""

    game_id: str
    inputs: Inputs
    first: Real
    first_bias: Real
    second: Real
    second_bias: Real
    third: Real
    third_bias: Real
    policy: Real
    policy_bias: Real
    value: Real
    value_bias: Real


@rule
def rectified(out: Real) -> None:
    """Replace what is negative by 0."""
    for k in range(len(out)):
        out[k] = max(out[k], np.float32(0.0))


@rule
def pass_on(given: Real, weights: Real, bias: Real, out: Real) -> None:
    """Work out a layer: row by row, so that every machine adds in the same order; what is 0 is passed over."""
    for k in range(len(out)):
        out[k] = bias[k]
    for i in range(len(given)):
        amount = given[i]
        if amount != np.float32(0.0):
            for k in range(len(out)):
                out[k] += amount * weights[i, k]


@rule
def evaluate(
    vector: Vector,
    starts: NDArray[np.int32],
    lows: NDArray[np.int32],
    scales: Real,
    first: Real,
    first_bias: Real,
    second: Real,
    second_bias: Real,
    third: Real,
    third_bias: Real,
    policy: Real,
    policy_bias: Real,
    value: Real,
    value_bias: Real,
    now: Real,
    more: Real,
    out: Real,
) -> float:
    """Fill `out` with a number for each action, and return the worth of the position to the seat that looks."""
    for k in range(len(now)):
        now[k] = first_bias[k]
    enter(vector, starts, lows, scales, first, now)
    rectified(now)
    pass_on(now, second, second_bias, more)
    for k in range(len(now)):
        now[k] += max(more[k], np.float32(0.0))
    pass_on(now, third, third_bias, more)
    for k in range(len(now)):
        now[k] += max(more[k], np.float32(0.0))
    pass_on(now, policy, policy_bias, out)
    worth = value_bias[0]
    for k in range(len(now)):
        worth += now[k] * value[k, 0]
    return float(worth / (np.float32(1.0) + abs(worth)))


def packed(game: Game, weights: dict[str, NDArray[np.float32]], note: str) -> bytes:
    """Write a net as the bytes of its file; a layer's weights have a row for each input."""
    arrays: dict[str, NDArray[Any]] = {
        "about": np.array([FORMAT, game.facts.rules_version, layout(game.facts.id).size], np.int64),
        "game": np.frombuffer(game.facts.id.encode(), np.uint8),
        "note": np.frombuffer(note.encode(), np.uint8),
    }
    for layer in LAYERS:
        rows = weights[layer]
        largest = np.maximum(np.abs(rows).max(axis=1), np.float32(1e-12)).astype(np.float32)
        arrays[f"{layer}_scale"] = largest / np.float32(STEPS)
        arrays[f"{layer}_steps"] = np.rint(rows / arrays[f"{layer}_scale"][:, None]).astype(np.int8)
        arrays[f"{layer}_bias"] = weights[f"{layer}_bias"].astype(np.float32)
    out = io.BytesIO()
    np.savez_compressed(out, allow_pickle=False, **arrays)
    return out.getvalue()


def arrays_in(data: bytes) -> dict[str, NDArray[Any]]:
    """Read the arrays in the bytes of a file, each as a whole, so that its checksum is checked; else a `ValueError`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {
                name.removesuffix(".npy"): np.lib.format.read_array(io.BytesIO(archive.read(name)), allow_pickle=False)
                for name in archive.namelist()
            }
    except Exception as error:  # an altered byte is noticed by the archive, by one of its compressions or by NumPy
        raise ValueError(str(error)) from error


def unpacked(game: Game, data: bytes) -> Net:
    """Read a net from the bytes of its file; raise `BadNet` if it is not one of this game and its rules."""
    known = game.facts
    try:
        arrays = arrays_in(data)
        written, rules, size = (int(number) for number in arrays["about"])
        game_id = arrays["game"].tobytes().decode()
        weights = {
            layer: arrays[f"{layer}_steps"].astype(np.float32) * arrays[f"{layer}_scale"].astype(np.float32)[:, None]
            for layer in LAYERS
        }
        biases = {f"{layer}_bias": arrays[f"{layer}_bias"].astype(np.float32) for layer in LAYERS}
    except (ValueError, KeyError, IndexError, TypeError, OverflowError) as error:
        raise BadNet(f"the net of {known.title} cannot be read: {error}") from error
    if game_id != known.id:
        raise BadNet(f"this is a net of {game_id}, not of {known.id}")
    if written != FORMAT or rules != known.rules_version or size != layout(known.id).size:
        raise BadNet(f"this net is of other rules of {known.title}, or was written by another version: train it again")
    net = Net(known.id, inputs(known.id), **weights, **biases)
    width = net.first_bias.size
    shapes = {
        "first": (net.inputs.size, width),
        "second": (width, width),
        "third": (width, width),
        "policy": (width, known.actions),
        "value": (width, 1),
    }
    for layer, shape in shapes.items():
        if weights[layer].shape != shape or biases[f"{layer}_bias"].shape != shape[1:]:
            raise BadNet(f"the net of {known.title} cannot be read: its layer {layer!r} has another shape")
        if not (np.isfinite(weights[layer]).all() and np.isfinite(biases[f"{layer}_bias"]).all()):
            raise BadNet(f"the net of {known.title} cannot be read: its layer {layer!r} has numbers that are none")
    return net


def read_net(game: Game, path: Path) -> Net:
    """Read a net from a file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadNet(f"the net of {game.facts.title} cannot be read: {error.strerror or error}") from error
    return unpacked(game, data)


def stored_bytes(game: Game) -> bytes:
    """Read the file of the net that comes with the package."""
    try:
        return net_file(game.facts.id).read_bytes()
    except OSError as error:
        raise BadNet(f"there is no net of {game.facts.title}") from error


def stored_arrays(game: Game) -> dict[str, NDArray[Any]]:
    """Return the arrays of that file as they are stored."""
    return arrays_in(stored_bytes(game))


@cache
def net_of(game: Game) -> Net:
    """Return the net that comes with the package."""
    return unpacked(game, stored_bytes(game))
