"""Cat & The Mouse, rule by rule: cards, turn one, both turns, and the end."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare
from tests.games.cat_and_mouse.conservation import check_conservation, rooms_in
from tests.games.cat_and_mouse.tables import (
    GAME,
    RULES,
    fresh,
    give,
    heap,
    lay_row,
    legal,
    mid_game,
    play,
    rooms_by_turns,
    told,
)

from mousehole.engine.rule import HIDDEN
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import (
    ALL_ROOMS,
    CALLING_CARD,
    CARD_KINDS,
    HAS_SET,
    LOOT,
    LOOT_COUNT,
    PICKPOCKET,
    ROOMS,
    SMOKE_BOMB,
)
from mousehole.games.cat_and_mouse.decks import count_cards, maps_left

GEMS = (3, 4, 5)
WORTH_10 = (0, 3, 6)


def pays(states: np.recarray) -> tuple[float, float]:
    """Return what both seats get."""
    out = np.zeros(2)
    RULES.payoff(states.record, out)
    return float(out[codes.INSPECTOR]), float(out[codes.MOUSE])


# CM-1 Cards


def test_twelve_rooms() -> None:
    """CM-1.1: the Map deck starts with the rooms 1 to 12, one each, and each has a name of its own."""
    s = fresh().record
    assert s.deck == ALL_ROOMS
    assert len(set(ROOMS)) == 12


@pytest.mark.parametrize("tricks", [0, 1, 2])
def test_the_loot_deck(tricks: int) -> None:
    """CM-1.2: nine loot cards with names of their own, and as many of each trick as agreed."""
    s = fresh(tricks).record
    assert s.stock == heap(*range(LOOT_COUNT), *list(range(LOOT_COUNT, CARD_KINDS)) * tricks)
    assert s.stocks == 9 + 3 * tricks == count_cards(int(s.stock))
    assert len({name for theme in LOOT for name in theme}) == 9


def test_a_set_is_three_of_a_theme_or_three_of_a_value() -> None:
    """CM-1.3: exactly the hands with three loot cards that share a theme or a value hold a set."""
    for held in range(512):
        cards = [card for card in range(9) if held >> card & 1]
        expected = any(
            len({card // 3 for card in three}) == 1 or len({card % 3 for card in three}) == 1
            for three in combinations(cards, 3)
        )
        assert HAS_SET[held] == expected


def test_tricks_are_no_part_of_a_set() -> None:
    """CM-1.3: two gems and a trick are no set; three gems and tricks are."""
    assert play(mid_game(codes.TURN, hand=(3, 4, SMOKE_BOMB)), codes.END_HEIST).ended == codes.ENDED_WITHOUT
    assert play(mid_game(codes.TURN, hand=(3, 4, 5, CALLING_CARD)), codes.END_HEIST).ended == codes.ENDED_WITH_SET


def test_the_map_deck_is_shuffled_after_a_search() -> None:
    """CM-1.4: once the Mouse has looked through the deck nobody knows its bottom, and every card can come up."""
    seen: Counter[int] = Counter()
    games = 900
    for seed in range(games):
        states = mid_game(codes.TURN, row=[(1, 0, 1), (2, 0, 2), (3, 0, 3)], turn=3)
        states.record.bottom = 4 | 5 << 4 | 6 << 8
        RULES.apply(states.record, codes.MOUSE, codes.CHANGE_ROOMS)
        assert states.record.bottom == 0
        states.record.chance[0] = seed
        play(states, 12)
        seen.update(int(room) for room in states.record.drawn)
    assert set(seen) == {4, 5, 6, 8, 9, 10, 11}
    assert chisquare([seen[room] for room in sorted(seen)]).pvalue > 0.001


# CM-2 Turn one


def test_the_inspector_pockets_a_loot_card_but_no_trick() -> None:
    """CM-2.1: any of the nine loot cards, no trick; then the Mouse begins."""
    states = fresh(tricks=2)
    assert states.record.phase == codes.POCKET
    assert legal(states) == list(range(9))
    play(states, 5)
    assert (states.record.pocket, states.record.pockets, states.record.phase) == (heap(5), 1, codes.FIRST_ROOM)
    check_conservation(states.record)


def test_deep_pockets_allow_a_second_card() -> None:
    """CM-2.1, CM-8.2: with Deep Pockets a second card, not the first one again, or enough."""
    states = play(fresh(deep=1), 5)
    assert states.record.phase == codes.SECOND
    assert legal(states) == [0, 1, 2, 3, 4, 6, 7, 8, codes.ENOUGH]
    assert play(states.copy(), codes.ENOUGH).pockets == 1
    play(states, 0)
    assert (states.record.pocket, states.record.pockets, states.record.phase) == (heap(0, 5), 2, codes.FIRST_ROOM)
    check_conservation(states.record)


def test_everyone_sees_how_many_cards_are_pocketed() -> None:
    """CM-2.1: the pocket's size is public, its cards are the Inspector's."""
    states = play(fresh(deep=1), 5, 0)
    for viewer in (codes.MOUSE, -1):
        view = states.view(viewer).record
        assert (view.pockets, view.pocket, view.stock) == (2, HIDDEN, HIDDEN)
    assert states.view(codes.INSPECTOR).pocket == heap(0, 5)


def test_the_mouse_takes_any_room_and_two_cards_are_dealt_unseen() -> None:
    """CM-2.2: the Mouse takes one of twelve rooms; two loot cards lie there and nobody has looked at them."""
    states = play(fresh(), 5)
    assert legal(states) == list(range(1, 13))
    play(states, 7)
    s = states.record
    assert (s.room, s.attached_count, s.stocks, s.looked) == (7, 2, 9, 0)
    assert not int(s.deck) & 1 << 6
    assert all(states.view(viewer).attached == HIDDEN for viewer in (-1, 0, 1))
    check_conservation(s)


# CM-3 The Inspector's turn


def test_the_inspector_keeps_one_of_two_cards() -> None:
    """CM-3.1: one of two drawn cards goes face down to the end of the row, the other to the bottom of the deck."""
    states = play(fresh(), 5, 7)
    one, other = legal(states)
    assert [one, other] == [int(room) for room in states.record.drawn]
    assert maps_left(states.record) == 9
    play(states, other)
    s = states.record
    assert (s.laid, s.row[0], s.row_up, s.bottom, s.phase) == (1, other, 0, one, codes.ANNOUNCE)
    assert maps_left(s) == 10
    check_conservation(s)


def test_cards_at_the_bottom_come_last_and_in_order() -> None:
    """CM-3.1: cards put at the bottom are drawn only after all others, and in the order they were put there."""
    row = rooms_by_turns(8)
    states = mid_game(codes.TURN, room=12, turn=4, row=row, attached=(3,))  # the deck: 9, 10, 11
    states.record.bottom = 11 | 10 << 4
    play(states, codes.LOOT_ROOM, 9)
    assert [int(room) for room in states.record.drawn] == [9, 11]
    assert states.record.bottom == 10


def test_drawn_cards_are_any_two_above_the_bottom() -> None:
    """CM-3.1, CM-1.4: every pair of the cards whose place nobody knows is drawn equally often."""
    pairs: Counter[tuple[int, int]] = Counter()
    row = rooms_by_turns(6)
    for seed in range(600):
        states = mid_game(codes.KEEP, room=12, turn=4, row=row, attached=(3, 4))  # loose: 7 to 10, below: 11
        states.record.looked = 1
        states.record.bottom = 11
        states.record.chance[0] = seed
        play(states, 9)
        pairs[int(states.record.drawn[0]), int(states.record.drawn[1])] += 1
    assert set(pairs) == set(combinations(range(7, 11), 2))
    assert chisquare(list(pairs.values())).pvalue > 0.001


def test_a_last_map_card_is_monitored_without_a_choice() -> None:
    """CM-3.1: with one card left it goes into the row; with none left the Inspector just announces."""
    row = rooms_by_turns(10)
    states = mid_game(codes.KEEP, room=12, turn=5, row=row, attached=(3, 4))
    states.record.looked = 1
    play(states, 9)
    s = states.record
    assert (s.laid, s.row[10], s.deck, s.phase) == (11, 11, 0, codes.ANNOUNCE)
    assert [event[0] for event in told(states)] == [codes.EVENT_KEEP, codes.EVENT_LAST_MAP]
    play(states, codes.CHECK, 12, codes.LOOT_ROOM, 12)
    assert (s.laid, s.phase) == (11, codes.ANNOUNCE)
    assert [event[0] for event in told(states)] == [codes.EVENT_KEEP, codes.EVENT_NO_MAPS]
    check_conservation(s)


def test_two_announcements() -> None:
    """CM-3.2: check for clues or spring the trap, always both."""
    states = mid_game(codes.ANNOUNCE)
    assert legal(states) == [codes.CHECK, codes.SPRING]
    assert play(states.copy(), codes.CHECK).phase == codes.NAME
    assert play(states.copy(), codes.SPRING).phase == codes.STAY


def test_the_row_lies_open_to_the_inspector_alone() -> None:
    """CM-3.3: the Inspector sees every card of the row, the Mouse only its own and the clues, in the same order."""
    row = [(1, 0, 1), (2, 0, 2), (3, 1, 2), (4, 0, 3)]
    states = mid_game(codes.ANNOUNCE, turn=3, row=row, up=[2])
    states.record.searches = 0b101
    assert list(states.view(codes.INSPECTOR).row[:4]) == [1, 2, 3, 4]
    assert list(states.view(codes.MOUSE).row[:4]) == [HIDDEN, 2, 3, HIDDEN]
    assert list(states.view(-1).row[:4]) == [HIDDEN, 2, HIDDEN, HIDDEN]


def test_rounds_are_counted() -> None:
    """CM-3.4: turn one is round 0; each turn of the Inspector begins the next round."""
    states = play(fresh(), 5)
    assert states.record.turn == 0
    play(states, 7)
    assert states.record.turn == 1
    play(states, legal(states)[0], codes.CHECK, 7)
    assert (states.record.turn, states.record.phase) == (1, codes.TURN)
    play(states, codes.LOOT_ROOM, legal_first_keep(states))
    assert (states.record.turn, states.record.phase) == (2, codes.MONITOR)


def legal_first_keep(states: np.recarray) -> int:
    """Say how the lowest attached card is kept."""
    after = states.copy()
    RULES.apply(after.record, codes.MOUSE, codes.LOOT_ROOM)
    return legal(after)[0]


def test_the_decisions_of_a_game() -> None:
    """CM-3.5: one action each, in this order, and every one of them is asked."""
    states = fresh(tricks=1, subtle=1, deep=1)
    asked = []
    script = {
        codes.POCKET: 0,
        codes.SECOND: codes.ENOUGH,
        codes.ANNOUNCE: codes.CHECK,
        codes.NAME: 1,
        codes.TURN: codes.CHANGE_ROOMS,
        codes.POSITION: codes.NO_POSITION,
    }
    while states.record.turn < 2:
        asked.append(int(states.record.phase))
        play(states, script.get(int(states.record.phase), legal(states)[0]))
    assert asked == [
        codes.POCKET,
        codes.SECOND,
        codes.FIRST_ROOM,
        codes.MONITOR,
        codes.ANNOUNCE,
        codes.NAME,
        codes.TURN,
        codes.POSITION,
        codes.NEW_ROOM,
    ]


def test_equal_cards_give_one_action() -> None:
    """CM-3.5: two equal tricks in a room are one thing to keep."""
    states = mid_game(codes.TURN, tricks=2, attached=(CALLING_CARD, CALLING_CARD))
    play(states, codes.LOOT_ROOM)
    assert legal(states) == [3 * CALLING_CARD]
    play(states, 3 * CALLING_CARD)
    assert (states.record.hand, states.record.attached) == (heap(CALLING_CARD), heap(CALLING_CARD))
    check_conservation(states.record)


# CM-4 Check for Clues


def test_any_room_but_a_clue_may_be_named() -> None:
    """CM-4.1: the Mouse may name its own room and one it named before, but no clue."""
    states = mid_game(codes.NAME, room=7, up=[2])
    states.record.named[3] = 9
    assert legal(states) == [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    play(states, 7)
    assert (states.record.clues, states.record.phase, states.record.named[4]) == (1, codes.TURN, 7)


def test_a_room_that_lies_face_up_after_a_calling_card_may_be_named() -> None:
    """CM-4.1, CM-5.2: the Mouse's own card lying face up is no clue, so the room may be named."""
    states = mid_game(codes.NAME, room=7)
    states.record.room_up = 1
    assert 7 in legal(states)


def test_a_monitored_room_becomes_a_clue() -> None:
    """CM-4.2: a named room that is in the row is turned face up, whoever laid it."""
    states = mid_game(codes.NAME, row=[(1, 0, 1), (2, 1, 1), (3, 0, 2)], turn=2)
    play(states, 2)
    s = states.record
    assert (s.clues, s.row_up, s.hits, s.phase) == (1, 0b010, 0b100, codes.TURN)
    assert all(states.view(viewer).row[1] == 2 for viewer in (-1, 0, 1))
    check_conservation(s)


def test_the_third_clue_wins() -> None:
    """CM-4.2: with the third clue the Inspector wins at once."""
    states = play(mid_game(codes.NAME, up=[1, 2]), 4)
    assert (states.record.phase, states.record.ended) == (codes.OVER, codes.THREE_CLUES)
    assert pays(states) == (1, -1)


# CM-5 Spring the Trap


def test_the_mouse_is_asked_and_then_a_room_is_named() -> None:
    """CM-5.1: the Mouse is asked to stay or vanish; then the Inspector names any room, even one in its own row."""
    states = play(mid_game(codes.ANNOUNCE), codes.SPRING)
    assert states.record.phase == codes.STAY
    assert legal(states) == [codes.STAY_PUT]
    play(states, codes.STAY_PUT)
    assert states.record.phase == codes.TRAP
    assert legal(states) == list(range(1, 13))


def test_the_right_room_catches_the_mouse() -> None:
    """CM-5.2: without a Calling Card the Mouse is caught, whatever it holds."""
    states = play(mid_game(codes.TRAP, room=7, hand=(*GEMS, SMOKE_BOMB)), 7)
    assert states.record.ended == codes.CAUGHT
    assert pays(states) == (1, -1)


def test_a_calling_card_saves_the_mouse() -> None:
    """CM-5.2, CM-7.1: it is shown by itself, nobody has won, the room card lies face up, the Mouse takes its turn."""
    states = play(mid_game(codes.TRAP, room=7, hand=(CALLING_CARD, 3), attached=(4,)), 7)
    s = states.record
    assert (s.phase, s.ended, s.room_up) == (codes.TURN, 0, 1)
    assert (s.hand, s.held, s.used) == (heap(3), 1, heap(CALLING_CARD))
    assert states.view(-1).room == 7
    assert states.view(codes.INSPECTOR).room == 7
    assert legal(states) == [codes.LOOT_ROOM, codes.CHANGE_ROOMS, codes.END_HEIST]
    check_conservation(s)


def test_a_known_room_goes_to_the_row_face_down_and_is_no_clue() -> None:
    """CM-5.2: changing rooms after a Calling Card lays the card face down; everyone knows it, but it is no clue."""
    states = play(mid_game(codes.TRAP, room=7, hand=(CALLING_CARD,)), 7, codes.CHANGE_ROOMS)
    s = states.record
    assert (s.row[4], s.row_up, s.clues, s.room_up) == (7, 0, 0, 0)
    assert states.view(-1).row[4] == 7
    play(states, 8, legal(play(states.copy(), 8))[0], codes.CHECK)
    assert 7 in legal(states)
    play(states, 7)
    assert (states.record.clues, states.record.row_shown) == (1, 0)
    check_conservation(states.record)


def test_a_second_trap_needs_a_second_calling_card() -> None:
    """CM-5.2: a Mouse that stays in its open room is caught by the next trap, unless it holds another Calling Card."""
    for cards, ended in (((CALLING_CARD,), codes.CAUGHT), ((CALLING_CARD, CALLING_CARD), 0)):
        states = mid_game(codes.TRAP, room=7, tricks=2, hand=cards, attached=(3, 4))
        play(states, 7, codes.LOOT_ROOM, 9)
        play(states, legal(states)[0], codes.SPRING, codes.STAY_PUT, 7)
        assert states.record.ended == ended


@pytest.mark.parametrize(("hand", "ended"), [(GEMS, codes.ESCAPED_WITH_SET), ((3, 4, 6), codes.ESCAPED_EMPTY)])
def test_the_wrong_room_loses(hand: tuple[int, ...], ended: int) -> None:
    """CM-5.3: the Mouse wins at once, and the result says whether it got away with a set."""
    states = play(mid_game(codes.TRAP, room=7, hand=hand), 8)
    assert states.record.ended == ended
    assert pays(states) == (-1, 1)


def test_the_wrong_room_uses_no_calling_card() -> None:
    """CM-5.3: nothing has to be shown when the trap misses."""
    states = play(mid_game(codes.TRAP, room=7, hand=(CALLING_CARD,)), 8)
    assert (states.record.used, states.record.ended) == (0, codes.ESCAPED_EMPTY)


# CM-6 The Mouse's turn


def test_looting_keeps_exactly_one_card() -> None:
    """CM-6.1: it is announced, then the Mouse sees the cards and keeps one; the other stays, and it knows it."""
    states = mid_game(codes.TURN, attached=(3, 8))
    assert states.view(codes.MOUSE).attached == HIDDEN
    play(states, codes.LOOT_ROOM)
    assert states.view(codes.MOUSE).attached == heap(3, 8)
    assert states.view(codes.INSPECTOR).attached == HIDDEN
    assert legal(states) == [9, 24]
    play(states, 24)
    s = states.record
    assert (s.hand, s.held, s.attached, s.attached_count) == (heap(8), 1, heap(3), 1)
    assert states.view(codes.MOUSE).attached == heap(3)
    view = states.view(codes.INSPECTOR).record
    assert (view.hand, view.held, view.attached_count) == (HIDDEN, 1, 1)
    check_conservation(s)


def test_changing_rooms() -> None:
    """CM-6.2: room card to the row, loot to the Inspector, any card of the deck as new room, two cards dealt to it."""
    states = mid_game(codes.TURN, room=7, attached=(3, 8), hand=(4,))
    play(states, codes.CHANGE_ROOMS)
    s = states.record
    assert (s.row[4], int(s.row_mouse), s.laid) == (7, 0b10000, 5)
    assert (s.left_blind, s.left_blind_count, s.attached_count) == (heap(3, 8), 2, 0)
    assert states.view(codes.INSPECTOR).left_blind == heap(3, 8)
    assert states.view(codes.MOUSE).left_blind == HIDDEN
    assert legal(states) == [5, 6, 8, 9, 10, 11, 12]
    assert states.view(codes.MOUSE).deck == s.deck
    check_conservation(s)
    play(states, 9)
    assert (s.room, s.attached_count, s.looked, s.turn) == (9, 2, 0, 5)
    check_conservation(s)


def test_loot_left_behind_is_known_to_a_mouse_that_looked() -> None:
    """CM-6.2: what the Mouse has seen it remembers, when it goes to the Inspector's side too."""
    states = play(mid_game(codes.TURN, attached=(3, 8)), codes.LOOT_ROOM, 9)
    play(states, legal(states)[0], codes.CHECK, 12, codes.CHANGE_ROOMS)
    assert (states.record.left_seen, states.record.left_blind) == (heap(8), 0)
    assert states.view(codes.MOUSE).left_seen == heap(8)
    assert states.view(-1).left_seen == HIDDEN


@pytest.mark.parametrize("left", [0, 1])
def test_a_short_loot_deck_deals_fewer_cards(left: int) -> None:
    """CM-6.2: a room gets only what the Loot deck still holds; a card never looked at stays unknown."""
    everything = [1, 2, 3, 4, 5, 6, 7, 8][left:]
    states = play(mid_game(codes.TURN, tricks=0, left_blind=everything), codes.CHANGE_ROOMS, 9)
    s = states.record
    assert (s.attached_count, s.stocks) == (left, 0)
    play(states, legal(states)[0], codes.CHECK, 12)
    assert (codes.LOOT_ROOM in legal(states)) == bool(left)
    check_conservation(s)


def test_changing_needs_a_map_card() -> None:
    """CM-6.2: with an empty Map deck the Mouse cannot change rooms, not even if a card could go back (CM-8.1)."""
    row = rooms_by_turns(11)
    states = mid_game(codes.TURN, room=12, turn=6, row=row, subtle=1, attached=(3,))
    assert legal(states) == [codes.LOOT_ROOM, codes.END_HEIST]


@pytest.mark.parametrize(
    ("hand", "ended", "paid"), [(WORTH_10, codes.ENDED_WITH_SET, -1), ((0, 4, 6), codes.ENDED_WITHOUT, 1)]
)
def test_ending_the_heist(hand: tuple[int, ...], ended: int, paid: int) -> None:
    """CM-6.3: with a set the Mouse wins, without one it loses."""
    states = play(mid_game(codes.TURN, hand=hand, pocket=(8,)), codes.END_HEIST)
    assert states.record.ended == ended
    assert pays(states) == (paid, -paid)


def test_only_ending_is_left() -> None:
    """CM-6.4: a Mouse that can neither loot nor change is still asked, and can only end the heist."""
    row = rooms_by_turns(11)
    states = mid_game(codes.TURN, room=12, turn=6, row=row)
    assert legal(states) == [codes.END_HEIST]


@cache
def longest_game(maps: int, loot: int, stock: int, subtle: int) -> tuple[int, int]:
    """Count the most rounds and the most decisions from the start of a round on."""
    here = (maps >= 2) + 3  # monitor, announce, name, turn
    maps = max(maps - 1, 0)
    ways = []
    if loot:
        ways.append((1, longest_game(maps, loot - 1, stock, subtle)))
    if maps:
        dealt = min(2, stock)
        ways += [
            (1 + subtle, longest_game(maps - 1 + back, dealt, stock - dealt, subtle)) for back in range(subtle + 1)
        ]
    rounds = max((more[0] for _, more in ways), default=0)
    decisions = max((steps + more[1] for steps, more in ways), default=0)
    return 1 + rounds, here + decisions


def test_the_longest_game() -> None:
    """CM-6.4: at most 11 rounds, 13 with Subtle Movement; the facts tell the most decisions there can be."""
    after_deal = {tricks: 9 + 3 * tricks - 1 - 2 for tricks in (0, 1, 2)}
    assert max(longest_game(11, 2, stock, 0)[0] for stock in after_deal.values()) == 11
    assert max(longest_game(11, 2, stock, 1)[0] for stock in after_deal.values()) == 13
    pocketing, entering = 2, 1
    decisions = [
        pocketing + entering + longest_game(11, 2, stock, 1)[1] + tricks  # each Calling Card: stay and trap, not name
        for tricks, stock in after_deal.items()
    ]
    assert max(decisions) == GAME.facts.longest


# CM-7 Tricks


def test_a_smoke_bomb_instead_of_naming_a_room() -> None:
    """CM-7.2: a Mouse asked for a room may vanish instead, and wins or loses by what it holds."""
    states = mid_game(codes.NAME, hand=(*GEMS, SMOKE_BOMB))
    assert legal(states) == [*range(1, 13), codes.NAME_VANISH]
    play(states, codes.NAME_VANISH)
    s = states.record
    assert (s.ended, s.used, s.hand) == (codes.VANISHED_WITH_SET, heap(SMOKE_BOMB), heap(*GEMS))
    assert pays(states) == (-1, 1)
    assert play(mid_game(codes.NAME, hand=(3, SMOKE_BOMB)), codes.NAME_VANISH).ended == codes.VANISHED_WITHOUT
    check_conservation(s)


def test_a_smoke_bomb_when_the_trap_is_sprung() -> None:
    """CM-7.2: before the Inspector names a room the Mouse may vanish; staying leaves no trace."""
    states = mid_game(codes.STAY, hand=(*GEMS, SMOKE_BOMB, PICKPOCKET))
    assert legal(states) == [codes.STAY_PUT, codes.STAY_VANISH, codes.STAY_VANISH_PICKING]
    assert play(states.copy(), codes.STAY_VANISH).ended == codes.VANISHED_WITH_SET
    plain = play(mid_game(codes.STAY, hand=(*GEMS, CALLING_CARD, 6)), codes.STAY_PUT)
    play(states, codes.STAY_PUT)
    for viewer in (codes.INSPECTOR, -1):
        assert states.view(viewer).tobytes() == plain.view(viewer).tobytes()


def test_vanishing_with_the_card_just_kept() -> None:
    """CM-7.2: keep a card and vanish: the card counts, and may itself be the Smoke Bomb or the Pickpocket used."""
    states = play(mid_game(codes.TURN, hand=(3, 4), attached=(5, SMOKE_BOMB), pocket=(0,)), codes.LOOT_ROOM)
    assert legal(states) == [15, 30, 30 + codes.KEEP_VANISH]
    assert play(states.copy(), 30 + codes.KEEP_VANISH).ended == codes.VANISHED_WITHOUT
    states = play(mid_game(codes.TURN, hand=(3, 4, SMOKE_BOMB), attached=(5, PICKPOCKET), pocket=(0,)), codes.LOOT_ROOM)
    assert legal(states) == [15, 16, 33, 34, 35]
    assert play(states.copy(), 15 + codes.KEEP_VANISH).ended == codes.VANISHED_WITH_SET
    play(states, 33 + codes.KEEP_VANISH_PICKING)
    s = states.record
    assert (s.ended, s.hand, s.used) == (codes.VANISHED_WITHOUT, heap(0, 3, 4), heap(SMOKE_BOMB, PICKPOCKET))
    check_conservation(s)


def test_no_vanishing_after_a_change_of_rooms() -> None:
    """CM-7.2: changing rooms is no moment for a Smoke Bomb."""
    states = play(mid_game(codes.TURN, hand=(SMOKE_BOMB, PICKPOCKET), subtle=1), codes.CHANGE_ROOMS)
    assert legal(states) == [0, 1, 2, 3, codes.NO_POSITION]
    play(states, codes.NO_POSITION)
    assert legal(states) == [5, 6, 8, 9, 10, 11, 12]
    play(states, 5)
    assert states.record.phase == codes.MONITOR


def test_a_pickpocket_completes_a_set() -> None:
    """CM-7.3: ending the heist, the Mouse may take the pocketed card first, in its turn or vanishing."""
    states = mid_game(codes.TURN, hand=(3, 4, PICKPOCKET), pocket=(5,))
    assert legal(states) == [codes.CHANGE_ROOMS, codes.END_HEIST, codes.END_HEIST_PICKING]
    assert play(states.copy(), codes.END_HEIST).ended == codes.ENDED_WITHOUT
    play(states, codes.END_HEIST_PICKING)
    s = states.record
    assert (s.ended, s.hand, s.pocket, s.pockets) == (codes.ENDED_WITH_SET, heap(*GEMS), 0, 0)
    assert told(states)[-1][:2] == [codes.EVENT_PICK, 5]
    check_conservation(s)
    states = mid_game(codes.NAME, hand=(3, 4, PICKPOCKET, SMOKE_BOMB), pocket=(5,))
    assert play(states, codes.NAME_VANISH_PICKING).ended == codes.VANISHED_WITH_SET


def test_a_pickpocket_alone_does_not_vanish() -> None:
    """CM-7.3: out of turn the Pickpocket needs a Smoke Bomb."""
    assert legal(mid_game(codes.NAME, hand=(PICKPOCKET,))) == list(range(1, 13))
    assert legal(mid_game(codes.STAY, hand=(PICKPOCKET,))) == [codes.STAY_PUT]


def test_one_pickpocket_a_game() -> None:
    """CM-7.3: with two Pickpockets only one is used, since the heist ends."""
    states = mid_game(codes.TURN, tricks=2, deep=1, hand=(PICKPOCKET, PICKPOCKET), pocket=(5, 6))
    play(states, codes.END_HEIST_PICKING)
    assert (states.record.used, states.record.pockets, states.record.phase) == (heap(PICKPOCKET), 1, codes.OVER)


def test_chance_picks_one_of_two_pocketed_cards() -> None:
    """CM-7.3, CM-8.2: of two pocketed cards either is taken, equally often."""
    taken: Counter[int] = Counter()
    for seed in range(400):
        states = mid_game(codes.TURN, deep=1, hand=(PICKPOCKET,), pocket=(5, 6))
        states.record.chance[0] = seed
        play(states, codes.END_HEIST_PICKING)
        taken[int(states.record.hand)] += 1
        assert states.record.pockets == 1
    assert set(taken) == {heap(5), heap(6)}
    assert chisquare(list(taken.values())).pvalue > 0.001


def test_forced_decisions_are_asked() -> None:
    """CM-7.4: a Mouse without tricks is asked to stay, and a last card must still be kept by the Mouse itself."""
    assert legal(mid_game(codes.STAY)) == [codes.STAY_PUT]
    states = play(mid_game(codes.TURN, attached=(3,)), codes.LOOT_ROOM)
    assert legal(states) == [9]
    assert states.record.phase == codes.KEEP


def test_nothing_tells_a_mouse_with_tricks_from_one_without() -> None:
    """CM-7.4: phase, actors, events and the Inspector's view are the same at every step, whatever the Mouse holds."""
    hands = [(3, 4, 6), (SMOKE_BOMB, PICKPOCKET, CALLING_CARD)]
    script = [codes.CHECK, 9, codes.LOOT_ROOM, 3 * 7, None, codes.CHECK, 11, codes.CHANGE_ROOMS, codes.NO_POSITION, 12]
    shown = []
    for hand in hands:
        states = mid_game(codes.ANNOUNCE, room=7, subtle=1, hand=hand, attached=(7, 8))
        views = []
        for action in script:
            play(states, legal(states)[0] if action is None else action)
            views.append([states.view(viewer).tobytes() for viewer in (codes.INSPECTOR, -1)])
        shown.append(views)
    assert shown[0] == shown[1]


# CM-8 Variants


def test_subtle_movement_puts_a_card_back() -> None:
    """CM-8.1: any face-down position but the one just laid, or none; the row closes up and the card is in the deck."""
    row = [(1, 0, 1), (2, 0, 2), (3, 1, 2), (4, 0, 3)]
    states = mid_game(codes.TURN, room=7, turn=3, row=row, up=[2], subtle=1)
    states.record.searches = 0b101
    play(states, codes.CHANGE_ROOMS)
    s = states.record
    assert s.phase == codes.POSITION
    assert legal(states) == [0, 2, 3, codes.NO_POSITION]
    assert states.view(codes.MOUSE).deck == HIDDEN
    play(states, 2)
    assert (list(s.row[:5]), list(s.row_turn[:5])) == ([1, 2, 4, 7, 0], [1, 2, 3, 3, 0])
    assert (s.row_up, s.row_mouse, s.laid) == (0b0010, 0b1000, 4)
    assert legal(states) == [3, 5, 6, 8, 9, 10, 11, 12]
    check_conservation(s)
    assert play(states, 3).room == 3


def test_subtle_movement_may_be_declined() -> None:
    """CM-8.1: the Mouse is asked also when it wants nothing back, and even if nothing can go back."""
    states = play(mid_game(codes.TURN, row=[(1, 0, 1)], up=[1], turn=1, subtle=1), codes.CHANGE_ROOMS)
    assert legal(states) == [codes.NO_POSITION]
    play(states, codes.NO_POSITION)
    assert (states.record.phase, states.record.laid) == (codes.NEW_ROOM, 2)


def test_without_the_variant_nobody_is_asked() -> None:
    """CM-8.1: without Subtle Movement the Mouse goes straight to the Map deck."""
    assert play(mid_game(codes.TURN), codes.CHANGE_ROOMS).phase == codes.NEW_ROOM


def test_the_inspector_knows_which_card_went_back() -> None:
    """CM-8.1: the Inspector's row shows what is missing; the Mouse sees only the deck as a whole."""
    states = play(mid_game(codes.TURN, subtle=1), codes.CHANGE_ROOMS, 1)
    assert list(states.view(codes.INSPECTOR).row[:4]) == [1, 3, 4, 7]
    assert list(states.view(codes.MOUSE).row[:4]) == [HIDDEN, HIDDEN, HIDDEN, 7]
    assert 2 in rooms_in(int(states.view(codes.MOUSE).deck))
    assert states.view(-1).deck == HIDDEN


def test_without_deep_pockets_one_card_is_all() -> None:
    """CM-8.2: the second card belongs to the variant."""
    assert play(fresh(), 5).phase == codes.FIRST_ROOM


# CM-9 The end


def test_the_end_shows_everything() -> None:
    """CM-9.1: one point changes hands and every view is the whole truth."""
    states = play(mid_game(codes.TURN, hand=(3,), attached=(5, 6)), codes.END_HEIST)
    assert pays(states) == (1, -1)
    assert RULES.actors(states.record) == 0
    for viewer in (-1, codes.INSPECTOR, codes.MOUSE):
        assert states.view(viewer).tobytes() == states.tobytes()


def test_positions_made_for_tests_are_possible_ones() -> None:
    """CM-1.1, CM-1.2: the helpers of these tests lose no card either."""
    states = mid_game(codes.ANNOUNCE, attached=(3, 4), hand=(5, SMOKE_BOMB))
    check_conservation(states.record)
    lay_row(states.record, [(1, codes.INSPECTOR, 1), (2, codes.MOUSE, 1)], up=[1])
    give(states.record, attached=(6,))
    states.record.named[:] = 0
    check_conservation(states.record)
