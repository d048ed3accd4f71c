"""Layers of small nets that stand in the sources as text: bytes, and a scale for each row."""

from __future__ import annotations

from base64 import b64decode, b64encode

import numpy as np
from numpy.typing import NDArray

STEPS = 127
"""A weight is a whole number of such parts of the largest in its row."""


def layer(steps: str, scales: str, width: int) -> NDArray[np.float64]:
    """Read a layer's weights, a row for each input."""
    return rows(steps, width) * (numbers(scales)[:, None] / STEPS)


def rows(steps: str, width: int) -> NDArray[np.int8]:
    """Read a layer's steps, for whoever scales while adding up: bytes take less room."""
    return np.frombuffer(b64decode(steps), np.int8).reshape(-1, width)


def numbers(text: str) -> NDArray[np.float64]:
    """Read numbers."""
    return np.frombuffer(b64decode(text), "<f4").astype(np.float64)


def layer_text(weights: NDArray[np.float64]) -> tuple[str, str]:
    """Write a layer's weights as `layer` reads them: its steps and its scales."""
    scales = np.abs(weights).max(axis=1).astype("<f4")
    steps = np.rint(weights * (STEPS / np.maximum(scales, 1e-30)[:, None])).astype(np.int8)
    return b64encode(steps.tobytes()).decode(), number_text(scales)


def number_text(numbers: NDArray[np.float64]) -> str:
    """Write numbers as `numbers` reads them."""
    return b64encode(numbers.astype("<f4").tobytes()).decode()
