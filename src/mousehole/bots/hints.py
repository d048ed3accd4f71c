"""Hints: the move the tiger would make, how it sees the chances, and why, from one seat's view only."""

from __future__ import annotations

from mousehole.bots.arena import sides_of
from mousehole.bots.levels import settings_of
from mousehole.bots.thinking import think
from mousehole.engine.game import Game
from mousehole.engine.rule import Record


def chance_of(worth: float, sides: int) -> float:
    """Read a worth as a chance to win: the winner gets 1 and the other sides share -1; alone, it is 1 or -1."""
    others = max(sides - 1, 1)
    return max(0.0, min(1.0, (worth * others + 1) / (others + 1)))


def hint(game: Game, view: Record, seat: int, seed: int) -> str:
    """Say in a sentence or two what the tiger would do."""
    thought = think(game, view, seat, seed, settings_of(game.facts.id, "tiger"))
    move = game.words.move_text(view[0], seat, thought.action)
    if not thought.findings:
        return f"{move}: there is nothing else to do."
    chance = round(100 * chance_of(thought.worth, len(sides_of(game, int(view[0].seats)))))
    remark = getattr(game.words, "remark", None)
    why = remark(view[0], seat) if remark else ""
    return f"The tiger would choose: {move}. It sees your chance at {chance}%." + (f" {why}" if why else "")
