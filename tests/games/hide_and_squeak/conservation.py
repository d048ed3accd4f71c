"""What is never created or lost in Hide and Squeak."""

from __future__ import annotations

from mousehole.engine.rule import Record
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import MOST_MICE, ROOM_COUNT, TOKENS
from mousehole.games.hide_and_squeak.house import traps_to_lay


def check_conservation(s: Record) -> None:
    """HS-1.5: 21 tokens, 3 of them traps; every mouse is on the board or off it for a reason."""
    laid = TOKENS - (int(s.left) if s.phase == codes.LAY_SPARES else 0)
    assert int(s.tokens.sum()) + int(s.stored) + int(s.traps_found) == laid
    total = int(traps_to_lay(s))
    traps = {codes.LAY_SPARES: 0, codes.LAY_TRAPS: total - int(s.left)}.get(int(s.phase), total)
    assert int(s.traps.sum()) + int(s.traps_found) == traps == int(s.traps_laid)
    assert all(0 <= s.traps[r] <= s.tokens[r] for r in range(ROOM_COUNT))
    for m in range(MOST_MICE):
        is_placed = m < s.seats - 1 and (s.phase > codes.START or (s.phase == codes.START and m < s.turn - 1))
        is_on_board = is_placed and not s.stunned[m]
        assert (s.room[m] != codes.OFF_BOARD) == is_on_board
        assert (int(s.maybe[m]) >> int(s.room[m]) & 1 == 1) == is_on_board
