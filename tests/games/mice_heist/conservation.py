"""What is never created or lost in Mice Heist."""

from __future__ import annotations

from collections import Counter

from mousehole.engine.rule import Record
from mousehole.games.mice_heist.components import (
    ASSIST_COPIES,
    CHEESE_TOKENS,
    COLOURS,
    FIRST_COPY,
    KINDS,
    NO_BACK,
    NONE,
    SKILL_COPIES,
    TEACHES,
)
from mousehole.games.mice_heist.house import copies_in_bag


def check_conservation(s: Record) -> None:
    """MH-1.2 to MH-1.5: chips, cheese, skill and assist cards are all there, and public counts are the true ones."""
    check_skill_cards(s)
    check_unseen(s)
    assist = s.assist_deck + s.assist_discards
    if s.assist_card != NONE:
        assist[s.assist_card] += 1
    assert list(assist) == list(ASSIST_COPIES)
    assert int(s.supply) + int(s.cheese.sum()) + int(s.job_cheese.sum()) == CHEESE_TOKENS
    assert s.supply >= 0
    held = Counter(int(colour) for colour in s.chip_colour[: s.chips])
    assert all(s.bag[c] >= 0 and s.bag[c] + held[c] <= copies_in_bag(s, c) for c in range(COLOURS))
    for seat in range(s.seats):
        assert 0 <= s.home[seat] + (0 if s.has_bet else s.bet[seat]) <= 2
        assert all(0 <= rating <= 5 for rating in s.rating[seat])
    for track in s.track:
        taken = [int(space) for space in track if space]
        assert len(set(taken)) == len(taken)
        assert all(1 <= space <= 11 for space in taken)


def check_skill_cards(s: Record) -> None:
    """MH-1.5: 37 skill cards, in the deck, in hands, played or discarded; backs are those of the faces."""
    total = s.deck + s.discards + s.played
    for seat in range(len(s.hand)):
        for place in range(10):
            if place < s.hand_size[seat]:
                total[s.hand[seat, place]] += 1
                assert s.back[seat, place] == TEACHES[s.hand[seat, place]]
                assert 1 <= s.drawn_from[seat, place] <= s.shuffles
            else:
                assert (s.hand[seat, place], s.back[seat, place], s.drawn_from[seat, place]) == (0, 0, 0)
    assert list(total) == list(SKILL_COPIES)
    backs = [sum(int(s.deck[kind]) for kind in range(KINDS) if TEACHES[kind] == skill) for skill in range(3)]
    assert list(s.deck_backs) == backs
    assert (s.top_back == NO_BACK) == (sum(backs) == 0)
    assert s.top_back == NO_BACK or backs[s.top_back] > 0


def check_unseen(s: Record) -> None:
    """MH-5.5: of each deck, the faces noted as unseen are exactly those in hands and in the present deck."""
    noted = Counter(
        (kind, int(s.unseen[copy]))
        for kind in range(KINDS)
        for copy in range(FIRST_COPY[kind], FIRST_COPY[kind + 1])
        if s.unseen[copy]
    )
    hidden = Counter({(kind, int(s.shuffles)): int(s.deck[kind]) for kind in range(KINDS)})
    for seat in range(s.seats):
        for place in range(s.hand_size[seat]):
            hidden[int(s.hand[seat, place]), int(s.drawn_from[seat, place])] += 1
    assert noted == +hidden
    for kind in range(KINDS):
        copies = [int(deck) for deck in s.unseen[FIRST_COPY[kind] : FIRST_COPY[kind + 1]]]
        assert copies == sorted(deck for deck in copies if deck) + [0] * copies.count(0)
