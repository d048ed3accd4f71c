"""Mice Heist: the numbers that house rules change: what is printed, and how much more (or less) was agreed."""

from __future__ import annotations

from mousehole.engine.rule import Record, rule
from mousehole.games.mice_heist.components import CHIP_COPIES, DRAW_UP_TO, FOOD_WORTH, YELLOW

HALF = 16
"""Two house rules share a byte, for the record has three to spare: four bits each."""


@rule
def agree(s: Record, hand: int, food: int, chips: int, cheese: int) -> None:
    """Write down what was agreed."""
    s.more_hand_and_chips = (hand - DRAW_UP_TO) % HALF + HALF * ((chips - CHIP_COPIES[YELLOW]) % HALF)
    s.more_food = food - FOOD_WORTH[0]
    s.more_cheese = cheese


@rule
def signed_half(number: int) -> int:
    """Read four bits as a number from -8 to 7."""
    return number - HALF if number >= HALF // 2 else number


@rule
def full_hand(s: Record) -> int:
    """MH-2.1, MH-5.5, MH-7.1: how many cards a mouse draws up to."""
    return DRAW_UP_TO + signed_half(int(s.more_hand_and_chips) % HALF)


@rule
def food_worth(s: Record, place: int) -> int:
    """MH-1.4, MH-7.2: what a job pays to the first, the second and the third of its track."""
    return FOOD_WORTH[place] + (int(s.more_food) if place == 0 else 0)


@rule
def copies_in_bag(s: Record, colour: int) -> int:
    """MH-1.2, MH-7.3: how many chips of a colour there are."""
    more = signed_half(int(s.more_hand_and_chips) // HALF) if colour == YELLOW else 0
    return CHIP_COPIES[colour] + more


@rule
def cheese_for_waiting(s: Record) -> int:
    """MH-7.4: how many cheeses everybody but the starting player is given."""
    return int(s.more_cheese)
