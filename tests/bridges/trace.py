"""A program that prints what a game looks like through the bridges, to compare compiled and interpreted play."""

from __future__ import annotations

import hashlib
import sys

import numpy as np
from tests.bridges.episodes import walk

from mousehole.bridges.setting import SPECTATOR, WHOLE_TRUTH, setting, turn_of
from mousehole.games.vectors import remember

MOVES = 6


def trace(game_id: str) -> str:
    """Fingerprint what all viewers observe and recall on a short walk."""
    digest, agreed = hashlib.sha256(), setting(game_id)
    pasts = np.zeros((agreed.seats, 2), np.uint64)
    for position in walk(agreed, 8, MOVES):
        for seat in range(agreed.seats):
            seen = np.frombuffer(position.view(seat).data, np.uint64)
            remember(seen, seat == turn_of(position), 1, pasts[seat])
        digest.update(pasts.tobytes())
        for viewer in (WHOLE_TRUTH, SPECTATOR, *range(agreed.seats)):
            digest.update(agreed.observe(position, viewer).tobytes() + agreed.mask(position, viewer).tobytes())
            digest.update(position.world(max(viewer, SPECTATOR), 5).tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    print(trace(sys.argv[1]))
