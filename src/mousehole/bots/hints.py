"""Hints: the move the tiger would make, how it sees the chances, and why, from one seat's view only."""

from __future__ import annotations

from mousehole.bots.levels import settings_of
from mousehole.bots.thinking import think
from mousehole.engine.game import Game
from mousehole.engine.rule import Record


def hint(game: Game, view: Record, seat: int, seed: int) -> str:
    """Say in a sentence or two what the tiger would do."""
    thought = think(game, view, seat, seed, settings_of(game.facts.id, "tiger"))
    move = game.words.move_text(view[0], seat, thought.action)
    if not thought.findings:
        return f"{move}: there is nothing else to do."
    chance = round(50 * (1 + max(-1.0, min(1.0, thought.worth))))
    remark = getattr(game.words, "remark", None)
    why = remark(view[0], seat) if remark else ""
    return f"The tiger would choose: {move}. It sees your chance at {chance}%." + (f" {why}" if why else "")
