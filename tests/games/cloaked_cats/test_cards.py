"""The cards of Cloaked Cats."""

from __future__ import annotations

from itertools import combinations
from math import ceil, floor

import pytest

from mousehole.games.cloaked_cats.components import (
    ACCESSORIES,
    CATS,
    COLOURS,
    FEATURES,
    KINDS,
    MASKS,
    MEETS,
    MET_BY,
    PATTERNS,
    POSES,
    SHORT_NAMES,
    SHOWS,
)

SPEC = """
leaping: - / hat | - / fish | striped / mouse | spotted / - | striped / - | - / yarn | spotted / - | spotted / mouse
strutting: striped / yarn | striped / hat | - / hat | striped / - | spotted / - | spotted / mouse | - / mouse | - / fish
seated: spotted / - | - / mouse | striped / - | spotted / fish | striped / fish | - / hat | spotted / yarn | striped / -
lazy: - / mouse | striped / yarn | spotted / - | striped / hat | - / hat | spotted / fish | striped / - | - / yarn
playful: striped / fish | spotted / - | - / yarn | - / mouse | spotted / yarn | striped / - | - / fish | spotted / hat
"""
"""The table as the rules print it: a row a pose, a column a colour."""


def wearing(*names: str) -> int:
    """Count the cats that show all of these features."""
    return sum(set(names) <= set(cat) for cat in CATS)


def test_nineteen_features() -> None:
    """CC-1.1: five poses, eight colours, two patterns, four accessories, each once."""
    assert [len(kind) for kind in KINDS] == [5, 8, 2, 4]
    assert len(FEATURES) == len(set(FEATURES)) == 19


def test_every_cat_has_three_or_four_features() -> None:
    """CC-1.2: one pose, one colour, at most one pattern and one accessory, but at least one of these two."""
    assert len(CATS) == 40
    for cat in CATS:
        assert [sum(feature in kind for feature in cat) for kind in (POSES, COLOURS)] == [1, 1]
        worn = [sum(feature in kind for feature in cat) for kind in (PATTERNS, ACCESSORIES)]
        assert max(worn) == 1
        assert len(cat) == 2 + sum(worn) == len(set(cat))


def test_the_cats_are_those_of_the_table() -> None:
    """CC-1.3: every cat is the one the rules list for its pose and colour."""
    expected = set()
    for line in SPEC.strip().splitlines():
        pose, cells = line.split(": ")
        for colour, cell in zip(COLOURS, cells.split(" | "), strict=True):
            worn = [SHORT_NAMES.get(word, word) for word in cell.split(" / ") if word != "-"]
            expected.add((pose, colour, *worn))
    assert set(CATS) == expected


def test_how_often_each_feature_dances() -> None:
    """CC-1.3: the totals by kind, the cats without pattern or accessory, and those with three and four features."""
    assert {wearing(pose) for pose in POSES} == {8}
    assert {wearing(colour) for colour in COLOURS} == {5}
    assert {wearing(pattern) for pattern in PATTERNS} == {13}
    assert {wearing(accessory) for accessory in ACCESSORIES} == {7}
    assert sum(not set(cat) & set(PATTERNS) for cat in CATS) == 14
    assert sum(not set(cat) & set(ACCESSORIES) for cat in CATS) == 12
    assert [sum(len(cat) == n for cat in CATS) for n in (3, 4)] == [26, 14]


@pytest.mark.parametrize(("one", "other"), list(combinations(range(4), 2)))
def test_pairs_of_features_are_balanced(one: int, other: int) -> None:
    """CC-1.3: a pair of features of two kinds is shown by the mean number of cats, rounded down or up."""
    counts = [wearing(a, b) for a in KINDS[one] for b in KINDS[other]]
    mean = sum(counts) / len(counts)
    assert set(counts) <= {floor(mean), ceil(mean)}


def test_no_two_hands_match_the_same_cats() -> None:
    """CC-1.3: enough cats tell any two of the 969 possible hands of three features apart."""
    hands = list(combinations(FEATURES, 3))
    matched = {tuple(i for i, cat in enumerate(CATS) if set(cat) & set(hand)) for hand in hands}
    assert len(hands) == len(matched) == 969


def test_every_hand_matches_fifteen_cats_or_more() -> None:
    """CC-1.4, CC-3.5: 16 masks last for all 40 cats only if a player matches 15, the fewest, and never pays."""
    counts = [sum(bool(set(cat) & set(hand)) for cat in CATS) for hand in combinations(FEATURES, 3)]
    assert min(counts) == 15 == MASKS - 1


def test_the_tables_of_clues_agree_with_the_cards() -> None:
    """CC-1.2, CC-3.2: a feature meets itself and the cats that show it, and the other way round."""
    for feature, name in enumerate(FEATURES):
        for clue in range(19 + 40):
            meets = clue == feature if clue < 19 else name in CATS[clue - 19]
            assert bool(MEETS[feature] >> clue & 1) == bool(MET_BY[clue] >> feature & 1) == meets
    assert [bits.bit_count() for bits in SHOWS.tolist()] == [len(cat) for cat in CATS]
