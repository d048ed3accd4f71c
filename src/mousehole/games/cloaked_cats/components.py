"""The features, the forty cats, and what can be worked out from them before anybody plays."""

from __future__ import annotations

from math import comb

import numpy as np

POSES = ("leaping", "strutting", "seated", "lazy", "playful")
COLOURS = ("white", "brown", "blue", "black", "green", "yellow", "purple", "red")
PATTERNS = ("striped", "spotted")
ACCESSORIES = ("ball of yarn", "fish cocktail", "top hat", "toy mouse")
FEATURES = (*POSES, *COLOURS, *PATTERNS, *ACCESSORIES)
"""CC-1.1: one card each, in this order."""
KINDS = (POSES, COLOURS, PATTERNS, ACCESSORIES)

FEATURE_COUNT = 19
CAT_COUNT = 40
MOST_SEATS = 4
HAND = 3
CLOAK = 3
MASKS = 16
"""CC-1.4: masks a player."""
MOST_ROUNDS = 25
"""CC-5.2: a printed game is over long before; its forty cats and sixteen masks do not last for more than 22 rounds."""

BALL = """
       | leaping       | strutting     | seated        | lazy          | playful
white  | -       hat   | striped yarn  | spotted -     | -       mouse | striped fish
brown  | -       fish  | striped hat   | -       mouse | striped yarn  | spotted -
blue   | striped mouse | -       hat   | striped -     | spotted -     | -       yarn
black  | spotted -     | striped -     | spotted fish  | striped hat   | -       mouse
green  | striped -     | spotted -     | striped fish  | -       hat   | spotted yarn
yellow | -       yarn  | spotted mouse | -       hat   | spotted fish  | striped -
purple | spotted -     | -       mouse | spotted yarn  | striped -     | -       fish
red    | spotted mouse | -       fish  | striped -     | -       yarn  | spotted hat
"""
"""CC-1.3: a cat for each pose and colour: its pattern and its accessory, by the accessory's short name."""
SHORT_NAMES = {"yarn": "ball of yarn", "fish": "fish cocktail", "hat": "top hat", "mouse": "toy mouse"}


def read_ball(table: str) -> list[tuple[str, ...]]:
    """Read the table of cats: the features of each, pose by pose."""
    (_, *poses), *rows = [[cell.strip() for cell in line.split("|")] for line in table.strip("\n").splitlines()]
    worn = {(pose, row[0]): cell.split() for row in rows for pose, cell in zip(poses, row[1:], strict=True)}
    return [
        (pose, colour, *(SHORT_NAMES.get(word, word) for word in worn[pose, colour] if word != "-"))
        for pose in POSES
        for colour in COLOURS
    ]


CATS = read_ball(BALL)
"""CC-1.2: the features of the forty cats by name, pose first; cat number pose * 8 + colour."""


def features_mask(names: tuple[str, ...]) -> int:
    """Pack features into a 19-bit mask."""
    return sum(1 << FEATURES.index(name) for name in names)


def clues_mask(feature: int) -> int:
    """Pack the clues a feature meets into a 59-bit mask: itself, then the cats that show it."""
    shown_by = sum(1 << cat for cat in range(CAT_COUNT) if FEATURES[feature] in CATS[cat])
    return 1 << feature | shown_by << FEATURE_COUNT


ALL_FEATURES = (1 << FEATURE_COUNT) - 1
ALL_CATS = (1 << CAT_COUNT) - 1

SHOWS = np.array([features_mask(cat) for cat in CATS], np.int64)
"""The features of each cat."""

# A clue is something a cloak is known to meet: clue f, below 19, is the face-up feature f; clue 19 + c is the cat c
# with a mask of that player on it. So what is known of a cloak is one set of clues, each met by a few features.
MET_BY = np.array([*(1 << f for f in range(FEATURE_COUNT)), *SHOWS], np.int64)
"""The features that meet each clue."""
MEETS = np.array([clues_mask(f) for f in range(FEATURE_COUNT)], np.int64)
"""The clues each feature meets."""

COUNT = np.array([bits.bit_count() for bits in range(1024)], np.int64)
"""How many of ten bits are set."""
NTH = np.array([([i for i in range(10) if bits >> i & 1] + [0] * 10)[:10] for bits in range(1024)], np.int8)
"""The n-th of ten bits that is set, counted from the lowest."""
BIT = np.array([next((i for i in range(63) if (1 << i) % 67 == rest), 0) for rest in range(67)], np.int64)
"""Which bit a power of two is, by its rest modulo 67: the powers below 2**63 all leave different ones."""
CHOOSE = np.array([[comb(n, k) for k in range(CLOAK + 1)] for n in range(FEATURE_COUNT + 1)], np.int64)
"""In how many ways k of n things can be taken."""
