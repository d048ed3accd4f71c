"""A fingerprint of a walk: run as a program with NUMBA_DISABLE_JIT=1 it says what the interpreted rules do."""

from __future__ import annotations

import hashlib
import random
import sys

import numpy as np
from tests.contract.tables import Table, modes
from tests.contract.walking import careful_move, open_table

LONGEST_WALK = 150


def trace(table: Table, seed: int) -> str:
    """Walk a match and hash every position, view, redealt world, list of legal actions and text on the way."""
    match, chooser, digest = open_table(table, seed), random.Random(seed), hashlib.sha256()
    rng = np.array([seed], np.uint64)
    while not match.is_over and len(match.moves) < LONGEST_WALK:
        digest.update(match.state.tobytes())
        viewer = chooser.randrange(-1, match.seats)
        view = match.view(viewer)
        digest.update(view.tobytes())
        match.game.rules.redeal(view.record, viewer, rng)
        digest.update(view.tobytes())
        digest.update(repr([match.legal(seat) for seat in range(match.seats)]).encode())
        match.step(*careful_move(match, chooser))
        digest.update(repr(match.told(viewer, len(match.moves) - 1)).encode())
    digest.update(match.state.tobytes() + repr(match.outcome()).encode())
    return digest.hexdigest()


def traces(game_id: str) -> dict[str, str]:
    """Trace a walk at each telling table of a game."""
    return {str(table): trace(table, 4) for table in modes() if table.game_id == game_id}


if __name__ == "__main__":
    for name, digest in traces(sys.argv[1]).items():
        print(name, digest)
