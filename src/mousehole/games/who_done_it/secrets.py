"""Who Done It?: everything lies open but what chance will bring, so `hide` forgets it and `redeal` brings a new one."""

from __future__ import annotations

from mousehole.engine.chance import forget_chance, reseed_chance
from mousehole.engine.rule import Record, Rng, rule
from mousehole.games.who_done_it import codes


@rule
def hide(s: Record, seat: int) -> None:
    """Everything lies open but what chance will bring (see `deck`)."""
    if s.phase != codes.OVER:
        forget_chance(s)


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """A new chance is a new deck, distributed as WD-3 says among the cards not yet seen."""
    if s.phase != codes.OVER:
        reseed_chance(s, rng)
