"""A program that prints what a game looks like through the bridges, to compare compiled and interpreted play."""

from __future__ import annotations

import hashlib
import sys

import numpy as np
from tests.bridges.episodes import walk

from mousehole.bridges.position import SPECTATOR, WHOLE_TRUTH, remember, setting

MOVES = 6


def trace(game_id: str) -> str:
    """Fingerprint what all viewers observe and recall on a short walk."""
    digest, agreed = hashlib.sha256(), setting(game_id)
    pasts = np.zeros((agreed.seats, 2), np.uint64)
    for position in walk(agreed, 8, MOVES):
        remember(position.states, position.seat, 1, pasts)
        digest.update(pasts.tobytes())
        for viewer in (WHOLE_TRUTH, SPECTATOR, *range(agreed.seats)):
            digest.update(position.observe(viewer).tobytes() + position.mask(viewer).tobytes())
            digest.update(position.redealt(max(viewer, SPECTATOR), 5).raw.tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    print(trace(sys.argv[1]))
