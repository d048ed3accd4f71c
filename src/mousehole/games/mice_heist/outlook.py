"""What is to be expected of a test: what a card would bring it to, and how likely two chips are enough (MH-5.3)."""

from __future__ import annotations

from typing import NamedTuple

from mousehole.engine.rule import Record
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.bag import chips_in_bag, fill_bag
from mousehole.games.mice_heist.components import CHANGE_FATE, CHIP_VALUE, CHIPS, DOUBLE_DOWN, NONE
from mousehole.games.mice_heist.playing import pick_chip, play_card
from mousehole.games.mice_heist.turns import score_so_far, target_of_test

BEST_SIDE = [max(sides) for sides in CHIP_VALUE.tolist()]


class Outlook(NamedTuple):
    """What the test would stand at with a card: the best of what can be picked, the luckiest of what can be drawn."""

    total: int
    is_sure: bool
    """Whether neither a choice nor chance is left in it."""


def outlook(view: Record, place: int) -> Outlook:
    """Say what the test would stand at if the tester, who looks at it, played the card of a hand place, on a copy."""
    after = view.copy()
    play_card(after, place)
    if after.phase == codes.PICK_CHIP:
        return Outlook(max(picked_total(after, chip) for chip in chips_to_pick(after)), is_sure=False)
    if after.phase == codes.PLAY:
        return Outlook(int(score_so_far(after)), is_sure=True)
    return Outlook(luckiest_total(after), is_sure=False)


def chips_to_pick(view: Record) -> list[int]:
    """List the chips that the card just played can be used on, as actions."""
    chips = list(range(int(view.chips)))
    return [*chips, codes.ALL_CHIPS] if view.card == CHANGE_FATE and view.chips > 1 else chips


def picked_total(view: Record, chip: int) -> int:
    """Say what the test stands at after the card just played was used on a chip."""
    after = view.copy()
    pick_chip(after, chip)
    return int(score_so_far(after))


def luckiest_total(view: Record) -> int:
    """Say what the test stands at if the chips that are due are the best in the bag, their best side up."""
    times = 2 if view.card == DOUBLE_DOWN else 1
    total = int(score_so_far(view))
    for _ in range(int(view.chips_due)):
        if chips_in_bag(view) == 0:
            fill_bag(view)
        left = [colour for colour, count in enumerate(view.bag) if count]
        best = max(left, key=BEST_SIDE.__getitem__)
        view.bag[best] -= 1
        total += times * BEST_SIDE[best]
    return total


def chance_of_two_chips(bag: list[int], everything: list[int], short: int) -> float:
    """Work out how likely two chips of a bag, refilled with everything when it is empty, add up to so much."""
    first = bag or everything
    hits = draws = 0
    for i, one in enumerate(first):
        rest = first[:i] + first[i + 1 :]
        if not rest:
            rest = everything.copy()
            rest.remove(one)
        for two in rest:
            for value in CHIPS[one].sides:
                hits += sum(value + other >= short for other in CHIPS[two].sides)
                draws += len(CHIPS[two].sides)
    return hits / draws


def bag_of(view: Record) -> list[int]:
    """List the chips in the bag by their colours."""
    return [colour for colour in range(len(CHIPS)) for _ in range(view.bag[colour])]


def draw_chance(view: Record, place: int) -> float | None:
    """Work out how likely the chips that a card draws are enough; None if it draws none, or more than two."""
    after = view.copy()
    play_card(after, place)
    if not 1 <= after.chips_due <= 2:
        return None
    if chips_in_bag(after) == 0:
        fill_bag(after)
    bag, short = bag_of(after), int(target_of_test(after)) - int(score_so_far(after))
    if after.chips_due == 2:
        return chance_of_two_chips(bag, bag, short)
    times = 2 if after.card == DOUBLE_DOWN else 1
    return sum(times * value >= short for colour in bag for value in CHIPS[colour].sides) / (2 * len(bag))


def is_short(view: Record) -> bool:
    """Tell whether a test is under way that does not reach its target as it stands."""
    return bool(view.testing != NONE and view.verdict == codes.PENDING and score_so_far(view) < target_of_test(view))


def can_still_reach(view: Record, seat: int) -> bool:
    """Tell whether one of the tester's own cards could bring the test to its target."""
    return any(outlook(view, place).total >= target_of_test(view) for place in range(int(view.hand_size[seat])))
