"""Tables that a module works out when it is loaded instead of bringing them along: some were most of its size.

A recipe is a rule that writes a table into a row of zeros. It runs once, in the module itself, where arithmetic gives
the same bits as here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from importlib import import_module
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.bots.mice_heist.tracks import SPREAD
from mousehole.engine.exact import exp, log
from mousehole.engine.rule import Numbers, rule
from mousehole.games.mice_heist.components import OBSTACLES_A_JOB, TRACK_SPACES

Keys = NDArray[np.int64]
ORDERS = np.array(list(permutations(range(3))), np.int64)
"""The orders of three things."""
THREE = 3
CARDS = THREE * THREE
STRAIGHT, ASKEW = range(2)
MILLION = 1e6
GROWS, BEGINS = 1.0317434074991028, 6.14421235332821e-06  # e to the power of 1/32, and of -12
"""A row of powers of e begins with one of these, and each is the one before by the other."""


@rule
def roots_of_logarithms(out: Numbers) -> None:
    """Write the roots of the logarithms of whole numbers."""
    for number in range(1, len(out)):
        out[number] = math.sqrt(log(float(number)))


@rule
def bits_to_tell_apart(out: Numbers) -> None:
    """Write how many bits tell so many things apart, in tens, to six places."""
    for number in range(len(out)):
        bits = log(float(max(number, 1))) / log(2.0)
        out[number] = math.floor(bits * MILLION + 0.5) / MILLION / 10.0


@rule
def powers_of_e(out: Numbers) -> None:
    """Write powers of e by multiplying."""
    for number in range(len(out)):
        out[number] = BEGINS if number == 0 else out[number - 1] * GROWS


@rule
def chances_to_be_above(out: Numbers) -> None:
    """Write how likely a marker ends above another, by obstacles left (nearest end, this job) and how far it is."""
    at = 0
    for near in range(OBSTACLES_A_JOB + 1):
        for left in range(OBSTACLES_A_JOB + 1):
            spread = max(0.3, SPREAD[0] + (SPREAD[1] + SPREAD[2] * near) * left)
            for far in range(-TRACK_SPACES, TRACK_SPACES + 1):
                out[at] = 1.0 / (1.0 + exp(-far / spread))
                at += 1


@rule
def turns_of_nine_cards(out: Keys) -> None:
    """Write what becomes of every set of nine cards when rows, columns, or rows and columns change places."""
    at = 0
    for rows in range(len(ORDERS)):
        for columns in range(len(ORDERS)):
            for way in (STRAIGHT, ASKEW):
                for cards in range(1 << CARDS):
                    for card in range(CARDS):
                        row, column = ORDERS[rows, card // THREE], ORDERS[columns, card % THREE]
                        place = THREE * row + column if way == STRAIGHT else THREE * column + row
                        out[at] |= (cards >> card & 1) << place
                    at += 1


EVERYWHERE = (("mousehole.bots.search", "CURIOSITY", roots_of_logarithms),)
RECIPES: dict[str, tuple[tuple[str, str, Any], ...]] = {
    "cat_and_mouse": (("mousehole.bots.cat_and_mouse.situations", "TURNS", turns_of_nine_cards),),
    "cloaked_cats": (("mousehole.bots.cloaked_cats.judging", "LOGS", bits_to_tell_apart),),
    "mice_heist": (("mousehole.bots.mice_heist.tracks", "ABOVE", chances_to_be_above),),
    "hide_and_squeak": (("mousehole.bots.hide_and_squeak.habits", "EXPONENTIAL", powers_of_e),),
}
"""The larger tables of each game that can be worked out: the module they stand in, their name, the recipe."""


def recipes_of(game_id: str) -> Iterator[tuple[str, Any, NDArray[Any]]]:
    """List the recipes of a game: the door's name, the rule, and the table that it writes."""
    for module, name, recipe in (*EVERYWHERE, *RECIPES.get(game_id, ())):
        yield recipe.py_func.__name__, recipe, getattr(import_module(module), name)
