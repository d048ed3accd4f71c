"""Who Done It?: the last agenda, the abilities that were used, and the rooms that were built."""

from __future__ import annotations

from mousehole.engine.match import Match
from mousehole.engine.position import View
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.actions import slot_of
from mousehole.games.who_done_it.components import AGENDAS, CARDS, CAT, CHEESE, CUCUMBER, MOUSE
from mousehole.lab.components import Component, code

ROUND = "turns"
LAST = tuple(
    Component(f"last_{code(name)}", f"the last agenda is the {name}'s", "agenda", 0, can_do_without=False)
    for name in AGENDAS
)
ABILITY = tuple(
    Component(f"ability_{code(name)}", f"the {name}'s ability used", "ability", 0, can_do_without=False)
    for name in AGENDAS
)
BUILT = tuple(Component(f"card_{code(card.name)}", f"{card.name} built", "maze card", 0) for card in CARDS)
COMPONENTS = (*LAST, *ABILITY, *BUILT)
SHOWS = {
    codes.EVENT_HOLES: MOUSE,
    codes.EVENT_SWAP: CAT,
    codes.EVENT_TURN: CHEESE,
    codes.EVENT_COVER: CUCUMBER,
}
"""What is told when an ability is used."""


def had(match: Match) -> set[tuple[int, str]]:
    """Note the last agenda, abilities and rooms built."""
    seen = match.records()
    events = seen["events"].reshape(-1, seen["events"].shape[-1])
    kinds = set(events[:, 0].tolist())
    placed = events[(events[:, 0] == codes.EVENT_PLACE) | (events[:, 0] == codes.EVENT_COVER), 1]
    verdicts = events[events[:, 0] == codes.EVENT_VERDICT, 1]
    found = {(0, BUILT[card].name) for card in set(placed.tolist())}
    found |= {(0, ABILITY[agenda].name) for event, agenda in SHOWS.items() if event in kinds}
    return found | {(0, LAST[agenda].name) for agenda in set(verdicts.tolist())}


def uses(view: View, seat: int, action: int) -> set[str]:
    """Say which maze card an action builds."""
    if action >= codes.TURN:
        return set()
    card = int(view.belt[slot_of(action % codes.PLACEMENTS)])
    return {BUILT[card].name} if card >= 0 else set()


def rounds(match: Match) -> int:
    """Count the turns."""
    return int(match.state.turns)
