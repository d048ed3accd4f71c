"""The cards, the setups and the deck of Who Done It? as they come out of the box."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from tests.games.who_done_it.conservation import check_conservation

from mousehole.engine.record import new_records
from mousehole.games import load
from mousehole.games.who_done_it.components import (
    AGENDAS,
    CARDS,
    GLYPHS,
    PERIOD,
    PLACES,
    SETUPS,
    STUDIO,
    Setup,
    period,
    turned,
)
from mousehole.games.who_done_it.maze import IN_DECK, LEFT_OUT

GAME = load("who_done_it")


def shape(sides: str) -> str:
    """Name the shape of a card by its open sides."""
    ways = [side for side in range(4) if sides[side] == "."]
    if len(ways) == 2:
        return "straight" if ways[1] - ways[0] == 2 else "corner"
    return {0: "closed", 1: "dead end", 3: "tee", 4: "crossing"}[len(ways)]


def test_the_28_cards_have_the_right_shapes() -> None:
    """WD-2.1: the Studio, 8 straights, 9 corners, 8 tees, 2 crossings, and no dead end."""
    counted = Counter(shape(card.sides) for card in CARDS)
    assert counted == {"closed": 1, "straight": 8, "corner": 9, "tee": 8, "crossing": 2}
    assert CARDS[STUDIO].name == "Mouse's Studio"
    assert CARDS[STUDIO].sides == "oooo"


def test_about_half_of_the_walls_have_holes() -> None:
    """WD-2.1: mouse holes are in 45 to 55 of a hundred walls."""
    sides = Counter("".join(card.sides for card in CARDS))
    assert 0.45 <= sides["o"] / (sides["o"] + sides["#"]) <= 0.55


def test_cogs_are_dealt_out_as_the_rules_say() -> None:
    """WD-2.1: 6 cards without a cog, 8 with one, 9 with two, 4 with three, 1 with four; as many light as dark."""
    assert Counter(4 - card.cogs.count("-") for card in CARDS) == {0: 6, 1: 8, 2: 9, 3: 4, 4: 1}
    cogs = Counter("".join(card.cogs for card in CARDS))
    assert cogs["L"] == cogs["D"]


def test_cards_have_names_of_their_own() -> None:
    """WD-2.1: 28 names, also different as the notation writes them."""
    assert len({GAME.words.card_code(card) for card in range(28)}) == 28  # type: ignore[attr-defined]


def test_a_quarter_turn_goes_clockwise() -> None:
    """WD-2.1: after one turn the side that lay west lies north."""
    assert turned("abcd", 1) == "dabc"
    assert turned("abcd", 4) == "abcd"


def test_turns_that_look_alike_are_counted_once() -> None:
    """WD-4.2: a crossing without cogs has one look, a straight without cogs or holes two, a corner four."""
    looks = {card.name: len({(turned(card.sides, k), turned(card.cogs, k)) for k in range(4)}) for card in CARDS}
    assert [looks[card.name] for card in CARDS] == PERIOD.tolist()
    assert (looks["Great Wheelhouse"], looks["Long Gallery"], looks["Cuckoo Corner"]) == (1, 2, 4)
    assert all(period(card) in {1, 2, 4} for card in CARDS)


def test_there_are_four_agendas() -> None:
    """WD-2.2: Mouse, Cat, Cheese, Cucumber."""
    assert sorted(AGENDAS) == ["Cat", "Cheese", "Cucumber", "Mouse"]


def marks(setup: Setup) -> dict[tuple[int, int], str]:
    """Read a setup's picture."""
    return {(x // 2, y): mark for y, line in enumerate(setup.picture) for x, mark in enumerate(line) if mark != " "}


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.title)
def test_a_setup_is_what_its_picture_shows(setup: Setup) -> None:
    """WD-3.1: Cheese, Mouse and three named cards, never the Studio, that lie as drawn and fit in the box."""
    drawn = marks(setup)
    assert sorted(mark for mark in drawn.values() if mark in "CM") == ["C", "M"]
    rooms = [mark for mark in drawn.values() if mark not in "CM"]
    by_name = {card.name: card for card in CARDS}
    for mark, (name, turn) in zip(rooms, setup.cards, strict=True):
        sides = turned(by_name[name].sides, turn)
        assert GLYPHS[sum(1 << side for side in range(4) if sides[side] == ".")] == mark
        assert name != "Mouse's Studio"
    assert len({name for name, _ in setup.cards}) == 3
    assert max(x for x, _ in drawn) < 5
    assert max(y for _, y in drawn) < 5


def test_the_shapes_of_the_setups_fit_their_names() -> None:
    """WD-3.1: a cross; mirrored in a diagonal; three walls and a door around the Cheese; a U."""
    crossing, mirror, cottage, cradle = (marks(setup) for setup in SETUPS)
    middle = next(cell for cell, mark in crossing.items() if mark == "┼")
    arms = [(x - middle[0], y - middle[1]) for x, y in crossing if (x, y) != middle]
    assert sorted((np.sign(x), np.sign(y)) for x, y in arms) == [(-1, 0), (0, -1), (0, 1), (1, 0)]
    transposed = str.maketrans("│─└┐├┬┤┴", "─│┐└┬├┴┤")
    people = {cell for cell, mark in mirror.items() if mark in "CM"}
    rooms = {cell: mark for cell, mark in mirror.items() if cell not in people}
    assert {(y, x): mark.translate(transposed) for (x, y), mark in rooms.items()} == rooms
    assert {(y, x) for x, y in people} == people
    cheese = next(cell for cell, mark in cottage.items() if mark == "C")
    around = [cottage.get((cheese[0] + x, cheese[1] + y), " ") for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))]
    assert sum(mark in "CM " for mark in around) == 1
    width, height = max(x for x, _ in cradle), max(y for _, y in cradle)
    assert set(cradle) == {(0, 0), (width, 0), (0, height), (width, height), (width // 2, height)}


def test_levels_are_hard_and_medium_in_turn() -> None:
    """WD-3.1: Cat's Crossing and Cheese's Cottage are hard, Mouse's Mirror and Cucumber's Cradle medium."""
    assert [setup.level for setup in SETUPS] == ["hard", "medium", "hard", "medium"]
    assert [setup.title for setup in SETUPS] == [
        "Cat's Crossing", "Mouse's Mirror", "Cheese's Cottage", "Cucumber's Cradle",
    ]  # fmt: skip


@pytest.mark.parametrize(("easier", "sizes"), [(0, "7 + 7 + 6 + 7"), (1, "6 + 7 + 6 + 7")])
def test_the_deck_is_piled_up_from_four_stacks(easier: int, sizes: str) -> None:
    """WD-3.2 to WD-3.4, WD-8.1: 6, 5, 5, 5 cards (easier: 5 first), the Cat, the Cucumber, an agenda under each."""
    kinds = "".join("mCUa"[kind] for kind, _ in PLACES[easier, -1])[: 27 - easier]
    assert kinds == ("mmmmmma" if not easier else "mmmmma") + "CCCCCCa" + "mmmmma" + "mmUUUUa"
    states = GAME.deal(1, (0, easier), 5)
    assert sizes in GAME.words.table_text(states.record, 0)


@pytest.mark.parametrize("easier", [0, 1])
@pytest.mark.parametrize("layout", range(4))
def test_setting_up_writes_the_whole_record(layout: int, easier: int) -> None:
    """WD-3.2, WD-8.1: four cards on the belt, 21 (20 without the Studio) in the deck; nothing is left from before."""
    states = GAME.deal(1, (layout, easier), 9)
    s = states.record
    check_conservation(s)
    assert sum(where == IN_DECK for where in s.where) == 21 - easier
    assert (s.where[STUDIO] == LEFT_OUT) == bool(easier)
    assert STUDIO not in s.top
    dirty = new_records(GAME.rules.State)
    dirty.view(np.ndarray).view(np.uint8)[:] = 0x5A
    GAME.rules.setup(
        dirty[0], 1, np.array(GAME.facts.completed((layout, easier)), np.int64), np.uint64(9), np.uint64(0)
    )
    assert all(np.array_equal(dirty[0][name], s[name]) for name in GAME.rules.State.names if name[:5] != "hole_")
