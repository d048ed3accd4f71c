"""Cat & The Mouse: loot that the Mouse kept, loot that the Inspector pocketed, tricks, and rooms that were looted."""

from __future__ import annotations

from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.codes import INSPECTOR, MOUSE
from mousehole.games.cat_and_mouse.components import LOOT, LOOT_COUNT, ROOMS, SHIFT, TRICKS
from mousehole.lab.components import Component, code

ROUND = "rounds"
NAMES = tuple(name for row in LOOT for name in row)
KEPT = tuple(Component(f"keep_{code(name)}", f"{name} kept", "loot", MOUSE) for name in NAMES)
POCKETED = tuple(Component(f"pocket_{code(name)}", f"{name} pocketed", "loot", INSPECTOR) for name in NAMES)
PLAYED = tuple(Component(code(name), f"{name} used", "trick", MOUSE, can_do_without=False) for name in TRICKS)
ENTERED = tuple(Component(f"room_{code(name)}", f"in the {name}", "room", MOUSE) for name in ROOMS)
COMPONENTS = (*KEPT, *POCKETED, *PLAYED, *ENTERED)


def had(match: Match) -> set[tuple[int, str]]:
    """Note what was kept, pocketed and used, and where the Mouse was."""
    seen = match.records()
    held, pocket, used = int(seen["hand"][-1]), int(seen["pocket"][seen["pockets"].argmax()]), int(seen["used"][-1])
    found = {(MOUSE, KEPT[card].name) for card in range(LOOT_COUNT) if held >> card & 1}
    found |= {(INSPECTOR, POCKETED[card].name) for card in range(LOOT_COUNT) if pocket >> card & 1}
    found |= {(MOUSE, each.name) for card, each in enumerate(PLAYED, LOOT_COUNT) if used >> int(SHIFT[card]) & 0b11}
    return found | {(MOUSE, ENTERED[room - 1].name) for room in set(seen["room"].tolist()) if room > 0}


def uses(view: View, seat: int, action: int) -> set[str]:
    """Say which card an action keeps or pockets, or which room it enters."""
    phase = int(view.phase)
    if phase in {codes.POCKET, codes.SECOND} and action < LOOT_COUNT:
        return {POCKETED[action].name}
    if phase == codes.KEEP and action // 3 < LOOT_COUNT:
        return {KEPT[action // 3].name}
    if phase in {codes.FIRST_ROOM, codes.NEW_ROOM} and 1 <= action <= len(ROOMS):
        return {ENTERED[action - 1].name}
    return set()


def rounds(match: Match) -> int:
    """Count the rounds; setting up is the first of them."""
    return int(match.state.turn) + 1
