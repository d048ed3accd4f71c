"""Cat & The Mouse, who knows what: views and redealt worlds against twins that replay every history."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import product
from typing import TypeVar

import numpy as np
import pytest
from scipy.stats import chisquare
from tests.games.cat_and_mouse.conservation import check_conservation, rooms_in
from tests.games.cat_and_mouse.loot_twin import Hoard, LootBelief, hoard_of
from tests.games.cat_and_mouse.tables import (
    RULES,
    fresh,
    heap,
    legal,
    mask,
    mid_game,
    play,
    small_house,
    worlds,
)
from tests.games.cat_and_mouse.twin import Belief, house_of, unordered

from mousehole.engine.rule import HIDDEN, Record
from mousehole.games.cat_and_mouse import codes, knowledge
from mousehole.games.cat_and_mouse.components import ALL_LOOT, CALLING_CARD, ROOM_COUNT, TRICK_DECK
from mousehole.games.cat_and_mouse.decks import copies_of

VIEWERS = (-1, codes.INSPECTOR, codes.MOUSE)
World = TypeVar("World", bound=Hashable)


def play_on(states: Record, chooser: random.Random, rooms: int = ROOM_COUNT) -> int | None:
    """Choose an action that keeps the game going, None if there is none; names are mostly among the first rooms."""
    s, actions = states.record, legal(states)
    if s.phase == codes.ANNOUNCE:
        return codes.SPRING if copies_of(int(s.hand), CALLING_CARD) and chooser.random() < 0.3 else codes.CHECK
    if s.phase in {codes.TRAP, codes.STAY}:
        return int(s.room) if s.phase == codes.TRAP else codes.STAY_PUT
    if s.phase == codes.NAME:
        fine = [room for room in actions if room <= ROOM_COUNT and (s.clues < 2 or room not in s.row[: s.laid])]
        near = [room for room in fine if room <= rooms]
        return chooser.choice(near if near and chooser.random() < 0.85 else fine)
    if s.phase == codes.TURN:
        going = [action for action in actions if action <= codes.CHANGE_ROOMS]
        return chooser.choice(going) if going else None
    if s.phase == codes.KEEP:
        return chooser.choice([action for action in actions if action % 3 == 0])
    return chooser.choice(actions)


def walk(states: Record, seed: int, rooms: int = ROOM_COUNT) -> Iterator[tuple[int, int]]:
    """Play on as long as possible; after each decision yield its phase and action."""
    chooser = random.Random(seed)
    while True:
        phase, action = int(states.record.phase), play_on(states, chooser, rooms)
        if action is None:
            return
        play(states, action)
        yield phase, action


def check_distribution(expected: dict[World, Fraction], found: Counter[World]) -> float:
    """Check that nothing impossible was dealt; return how well the frequencies fit, as a p-value."""
    assert set(found) <= set(expected)
    total, bins, seen, due = sum(found.values()), [], 0, 0.0
    for world in sorted(expected, key=hash):
        seen, due = seen + found[world], due + float(expected[world]) * total
        if due >= 8:
            bins.append((seen, due))
            seen, due = 0, 0.0
    if len(bins) < 2:
        return 1.0
    bins[-1] = (bins[-1][0] + seen, bins[-1][1] + due)
    return float(chisquare([seen for seen, _ in bins], [due for _, due in bins]).pvalue)


# The Map cards


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("subtle", [0, 1])
def test_the_maps_are_redealt_as_every_history_replayed_says(subtle: int, seed: int) -> None:
    """CM-3.3, CM-8.1: row, room, bottom and drawn cards are dealt with the exact odds of a viewer's whole history."""
    rooms = 5 - seed // 2
    states = small_house(rooms, subtle=subtle, seed=seed)
    beliefs = [Belief(viewer, unordered(house_of(states.record))) for viewer in VIEWERS]
    fits = []
    for step, (phase, action) in enumerate(walk(states, seed, rooms)):
        for belief in beliefs:
            belief.play(phase, action, states.record)
            expected = belief.positions()
            assert unordered(house_of(states.record)) in expected, "the truth is among the worlds"
            check_possible(states, belief)
            if (step + belief.viewer) % 3 == 0 or len(expected) < 5:
                count = min(20 * len(expected), 900)
                dealt = worlds(states, belief.viewer, count, 100 * seed + step)
                fits.append(check_distribution(expected, Counter(unordered(house_of(world)) for world in dealt)))
    assert min(fits) > 1e-4, min(fits)


def check_possible(states: Record, belief: Belief) -> None:
    """Compare what can be worked out from a view with what the replayed histories leave over."""
    view = states.view(belief.viewer).record
    if belief.viewer == codes.INSPECTOR and states.record.room:
        weights: dict[int, Fraction] = {}
        for house, weight in belief.worlds.items():
            weights[house.room] = weights.get(house.room, Fraction(0)) + weight
        assert knowledge.possible_rooms(view) == mask(weights)
        assert len(set(weights.values())) == 1, "no possible room is likelier than another"
    if belief.viewer == codes.MOUSE:
        for place in range(int(states.record.laid)):
            assert knowledge.possible_at(view, place) == mask({house.row[place].room for house in belief.worlds})


@pytest.mark.parametrize("subtle", [0, 1])
def test_the_inspector_works_out_the_possible_rooms(subtle: int) -> None:
    """CM-3.3: in whole games the Mouse can be in every room of the deck it searched that was not drawn since."""
    for seed in range(30):
        states = play(fresh(tricks=2, subtle=subtle, seed=seed), seed % 9)
        possible: set[int] = set()
        for phase, _ in walk(states, seed):
            s = states.record
            if phase in {codes.NEW_ROOM, 3}:  # it chose from all that is not in the row
                possible = set(range(1, 13)) - {int(room) for room in s.row[: s.laid]}
            possible -= {int(room) for room in s.drawn} | {int(room) for room in s.row[: s.laid]}
            if s.room_up:
                possible = {int(s.room)}
            if s.room:
                view = states.view(codes.INSPECTOR).record
                assert knowledge.possible_rooms(view) == mask(possible)
                assert int(s.room) in possible
            check_conservation(s)


@pytest.mark.parametrize("subtle", [0, 1])
def test_the_mouse_works_out_the_row(subtle: int) -> None:
    """CM-3.3, CM-4.2, CM-8.1: in whole games the rooms possible at each position are those of all rows that fit."""
    for seed in range(12):
        states = play(fresh(tricks=2, subtle=subtle, seed=seed), seed % 9)
        rows: set[tuple[int, ...]] = {()}
        deck: set[int] = set()
        for phase, action in walk(states, seed):
            s = states.record
            rows = rows_after(rows, deck, states, phase, action)
            if s.phase == codes.NEW_ROOM:
                deck = set(rooms_in(int(s.deck)))
                rows = {row for row in rows if set(row) == set(range(1, 13)) - deck}
            elif phase == 3:
                deck = set(range(1, 13))
            truth = tuple(int(room) for room in s.row[: s.laid])
            assert truth in rows
            view = states.view(codes.MOUSE).record
            for place in range(len(truth)):
                assert knowledge.possible_at(view, place) == mask({row[place] for row in rows})
            for world in worlds(states, codes.MOUSE, 3, seed):
                assert tuple(int(room) for room in world.row[: s.laid]) in rows


def rows_after(
    rows: set[tuple[int, ...]], deck: set[int], states: Record, phase: int, action: int
) -> set[tuple[int, ...]]:
    """Every row that a decision can have led to, for a Mouse that has seen these cards in the deck."""
    s = states.record
    if phase == codes.MONITOR or s.events[max(int(s.event_count) - 1, 0), 0] == codes.EVENT_LAST_MAP:
        return {(*row, room) for row in rows for room in deck - set(row) - {int(s.room)}}
    if phase == codes.NAME:
        place = [int(room) for room in s.row].index(action) if int(s.hits) >> int(s.turn) & 1 else None
        return {row for row in rows if (row.index(action) if action in row else None) == place}
    if phase == codes.TURN and action == codes.CHANGE_ROOMS:
        return {(*row, int(s.row[s.laid - 1])) for row in rows}
    if phase == codes.POSITION and action != codes.NO_POSITION:
        return {row[:action] + row[action + 1 :] for row in rows}
    return rows


def test_an_answer_tells_the_order() -> None:
    r"""CM-4.2: a room named without a clue was laid later.

    The Inspector lays a card in rounds 1 and 2, the Mouse names room 2 in round 1 without a clue, and its search after
    round 2 finds the rooms 1 and 2 missing: so room 1 lies first.
    """
    states = mid_game(codes.NEW_ROOM, room=0, turn=2, row=[(1, 0, 1), (2, 0, 2), (7, 1, 2)])
    states.record.searches = 0b101
    view = states.view(codes.MOUSE).record
    assert [knowledge.possible_at(view, place) for place in range(3)] == [0b11, 0b11, mask([7])]
    states.record.named[1] = 2
    view = states.view(codes.MOUSE).record
    assert [knowledge.possible_at(view, place) for place in range(3)] == [0b01, 0b10, mask([7])]
    assert all(list(world.row[:3]) == [1, 2, 7] for world in worlds(states, codes.MOUSE, 20))


def test_a_patient_inspector_takes_five_lines() -> None:
    """CM-5.1: checking until one room is possible, and then springing, needs the view and `possible_rooms` alone."""

    def patient(view: Record, choices: list[int]) -> int:
        rooms = int(knowledge.possible_rooms(view))
        if view.phase == codes.ANNOUNCE:
            return codes.SPRING if rooms.bit_count() == 1 else codes.CHECK
        return rooms.bit_length() if view.phase == codes.TRAP else choices[0]

    springs = 0
    for seed in range(40):
        states, chooser = fresh(tricks=0, seed=seed), random.Random(seed)
        while states.actors() == (codes.INSPECTOR,) or (states.actors() and play_on(states, chooser) is not None):
            is_inspector = states.actors() == (codes.INSPECTOR,)
            if states.record.phase == codes.TRAP:
                springs += 1
                assert patient(states.view(codes.INSPECTOR).record, legal(states)) == states.record.room
            if is_inspector:
                play(states, patient(states.view(codes.INSPECTOR).record, legal(states)))
            else:
                play(states, play_on(states, chooser) or 0)
    assert springs > 5


# The loot


def small_hoard(stock: list[int], *, deep: int = 0, seed: int = 1) -> Record:
    """Make a first position in which only these cards are in the game; everyone has seen the others go."""
    states = fresh(tricks=2, deep=deep, seed=seed)
    s = states.record
    s.stock = heap(*stock)
    s.stocks = len(stock)
    s.used = ALL_LOOT + int(TRICK_DECK[2]) - heap(*stock)
    return states


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("deep", [0, 1])
def test_the_loot_is_redealt_as_every_deal_replayed_says(deep: int, seed: int) -> None:
    """CM-2.1, CM-6.1, CM-7.4: pocket, hand, attached and left-behind loot are dealt with their exact odds.

    Among them the odds that a Mouse that has shown one of two Calling Cards holds the other.
    """
    states = small_hoard([1, 4, 8, CALLING_CARD, CALLING_CARD, 10], deep=deep, seed=seed)
    beliefs = [LootBelief(viewer, hoard_of(states.record)) for viewer in VIEWERS]
    fits = []
    for step, (phase, action) in enumerate(walk(states, seed)):
        for belief in beliefs:
            belief.play(phase, action, states.record)
            expected = belief.positions()
            assert hoard_of(states.record) in expected, "the truth is among the worlds"
            if phase in {codes.KEEP, codes.TRAP, 1, 2, 3, codes.NEW_ROOM} or len(expected) < 5:
                dealt = worlds(states, belief.viewer, min(30 * len(expected), 600), 100 * seed + step)
                fits.append(check_distribution(expected, Counter(hoard_of(world) for world in dealt)))
            if belief.viewer == codes.MOUSE:
                pockets = {card for hoard in expected for card in hoard.pocket}
                assert knowledge.possible_pocket(states.view(codes.MOUSE).record) == heap(*pockets)
    assert min(fits) > 1e-4, min(fits)


def test_the_other_calling_card() -> None:
    """CM-7.1: a hand with both Calling Cards is half as likely, card by card, as one with either.

    The Mouse kept one card of two and showed a Calling Card; the other one can be the card it left, or in the deck.
    Had it kept two, showing one leaves a card that is the other one with half the odds of any other place.
    """
    states = mid_game(
        codes.TRAP, tricks=2, hand=(CALLING_CARD, 3), attached=(4, 5), left_seen=(1, 2), used=(10, 10, 11, 11)
    )
    play(states, 7)
    found = Counter(copies_of(int(world.hand), CALLING_CARD) for world in worlds(states, codes.INSPECTOR, 4000))
    places = 1 + 2 + int(states.record.stocks)
    expected = 4000 / (2 * places - 1)
    assert chisquare([found[1], found[0]], [expected, 4000 - expected]).pvalue > 1e-3


def test_the_inspectors_own_cards_never_move() -> None:
    """CM-2.1, CM-6.2: worlds dealt for the Inspector keep its pocket and the confiscated loot."""
    states = mid_game(
        codes.ANNOUNCE, deep=1, pocket=(0, 5), hand=(3,), attached=(4,), left_seen=(1,), left_blind=(6, 7)
    )
    for world in worlds(states, codes.INSPECTOR, 50):
        assert (world.pocket, world.left_seen, world.left_blind) == (heap(0, 5), heap(1), heap(6, 7))
        check_conservation(world)


def test_the_mouse_never_suspects_a_trick_in_the_pocket() -> None:
    """CM-2.1: the pocket is dealt from loot the Mouse has not seen, and never holds a trick."""
    states = mid_game(codes.TURN, tricks=2, pocket=(0,), hand=(3, 4), attached=(5,), left_seen=(1,), left_blind=(6, 9))
    states.record.looked = 1
    found = {int(world.pocket) for world in worlds(states, codes.MOUSE, 300)}
    assert found == {heap(card) for card in (0, 2, 6, 7, 8)}
    assert knowledge.possible_pocket(states.view(codes.MOUSE).record) == heap(0, 2, 6, 7, 8)


# Views


def test_what_each_viewer_sees() -> None:
    """CM-3.3, CM-6.1, CM-7.4: sizes are public; cards are seen by those who have looked at them."""
    states = mid_game(
        codes.MONITOR,
        row=[(1, 0, 1), (2, 0, 2), (3, 1, 2)],
        turn=3,
        hand=(3, 9),
        attached=(4,),
        left_seen=(5,),
        left_blind=(6,),
    )
    s = states.record
    s.searches = 0b101
    s.drawn[0], s.drawn[1] = 8, 9
    s.deck = mask([4, 5, 6, 10, 11, 12])
    s.bottom = 0
    s.looked = 1
    check_conservation(s)
    names = ("room", "hand", "attached", "pocket", "stock", "left_seen", "left_blind", "deck")
    hidden = {viewer: {n for n in names if states.view(viewer).record[n] == HIDDEN} for viewer in VIEWERS}
    assert hidden[codes.INSPECTOR] == {"room", "hand", "attached", "stock", "deck"}
    assert hidden[codes.MOUSE] == {"pocket", "stock", "left_blind", "deck"}
    assert hidden[-1] == set(names)
    drawn = {viewer: list(states.view(viewer).drawn) for viewer in VIEWERS}
    assert drawn == {codes.INSPECTOR: [8, 9], codes.MOUSE: [HIDDEN, HIDDEN], -1: [HIDDEN, HIDDEN]}


@pytest.mark.parametrize("options", list(product((0, 1, 2), (0, 1), (0, 1))))
def test_worlds_are_whole_and_look_the_same(options: tuple[int, int, int]) -> None:
    """CM-1.1, CM-1.2, CM-7.4: a redealt world loses no card and shows its viewer the very same bytes, at every step."""
    rng = np.array([3], np.uint64)
    for seed in range(6):
        states = fresh(*options, seed=seed)
        for _ in walk(states, seed):
            for viewer in VIEWERS:
                view = states.view(viewer)
                world = view.copy()
                RULES.redeal(world.record, viewer, rng)
                check_conservation(world.record)
                assert world.view(viewer).tobytes() == view.tobytes()
                assert view.view(viewer).tobytes() == view.tobytes()


def test_a_spectator_weighs_what_went_back() -> None:
    """CM-8.1: a card that went back to the deck may have been any that fits, and that makes other cards likelier.

    Three rooms are left: 1, 2 and 3. The Mouse takes 1; the Inspector lays a card; the Mouse names 1, which is no clue,
    lays it down, and the Inspector's card goes back. The last card joins the row, the Mouse names 2, which is no clue:
    so it is in 2 now. If it laid 1, the card that went back was 2 or 3; if it laid 3, that card was 2 alone, for 1 had
    just been denied. So it is twice as likely that the Mouse laid 1.
    """
    states = play(small_house(3, subtle=1), 1)
    kept = legal(states)[0]
    own = int(states.record.laid) + 1
    play(states, kept, codes.CHECK, 1, codes.CHANGE_ROOMS, own - 1, 2, codes.CHECK, 2)
    found = Counter(int(world.row[own - 1]) for world in worlds(states, -1, 3000))
    assert set(found) == {1, 3}
    assert chisquare([found[1], found[3]], [2000, 1000]).pvalue > 1e-3


def test_a_spectator_remembers_a_room_that_lay_open() -> None:
    """CM-5.2, CM-8.1: the card laid from an open room is public, also when it goes back to the deck."""
    states = play(
        mid_game(codes.TRAP, room=7, subtle=1, hand=(CALLING_CARD,)), 7, codes.CHANGE_ROOMS, codes.NO_POSITION, 8
    )
    play(states, legal(states)[0], codes.CHECK, 12, codes.CHANGE_ROOMS)
    assert all(world.row[4] == 7 for world in worlds(states, -1, 30))
    play(states, 4)
    assert all(int(world.deck) >> 6 & 1 for world in worlds(states, -1, 30))


def test_looting_tells_others_nothing() -> None:
    """CM-6.1: whichever card the Mouse keeps, others see the same."""
    kept = []
    for card in (3, 8):
        states = play(mid_game(codes.TURN, attached=(3, 8)), codes.LOOT_ROOM, 3 * card)
        kept.append([states.view(viewer).tobytes() for viewer in (codes.INSPECTOR, -1)])
    assert kept[0] == kept[1]


def test_hoards_are_read_whole() -> None:
    """CM-1.2: the twin of the loot starts from all the cards there are."""
    assert hoard_of(fresh(tricks=1).record) == Hoard(deck=tuple(range(12)))
