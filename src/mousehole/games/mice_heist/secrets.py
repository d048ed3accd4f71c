"""Mice Heist: `hide` blanks what a seat cannot know, `redeal` fills it in again by chance.

Faces of hands are private, the faces left in the deck unknown to all. Everybody knows of each deck the faces not yet
seen (`unseen`), and of each card in a hand its back and its deck; so the unseen faces of a deck with a back are equally
likely to lie in any order in the places of that deck and back, and, for the present deck, in the deck itself.
"""

from __future__ import annotations

from mousehole.engine.chance import forget_chance, reseed_chance, roll
from mousehole.engine.rule import HIDDEN, Record, Rng, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import FIRST_COPY, FIRST_KIND, KINDS
from mousehole.games.mice_heist.gestures import wide


@rule
def hide(s: Record, seat: int) -> None:
    """Turn the record into a seat's view: others' faces, others' bets and the deck's faces are hidden."""
    if s.phase == codes.OVER:
        return
    forget_chance(s)
    for kind in range(KINDS):
        s.deck[kind] = HIDDEN
    for other in range(s.seats):
        if other != seat:
            for place in range(s.hand_size[other]):
                s.hand[other, place] = HIDDEN
            if s.phase == codes.BET and (wide(s.has_bet) >> other) & 1:
                s.bet[other] = HIDDEN
    for i in range(s.event_count):
        if s.events[i, 0] == codes.EVENT_DREW and s.events[i, 1] != seat:
            s.events[i, 2] = HIDDEN


@rule
def kind_of(copy: int) -> int:
    """Return the kind of a numbered copy."""
    kind = 0
    while FIRST_COPY[kind + 1] <= copy:
        kind += 1
    return kind


@rule
def find_copy(s: Record, used: int, kind: int, deck: int) -> int:
    """Find an unseen copy of a kind from a deck that is not used yet."""
    copy = FIRST_COPY[kind]
    while s.unseen[copy] != deck or (used >> copy) & 1:
        copy += 1
    return copy


@rule
def pick_copy(s: Record, used: int, back: int, deck: int, rng: Rng) -> int:
    """Pick one of the unseen copies with a back from a deck that are not used yet, each equally likely."""
    first = FIRST_COPY[FIRST_KIND[back]]
    end = FIRST_COPY[FIRST_KIND[back + 1]]
    left = 0
    for copy in range(first, end):
        if s.unseen[copy] == deck and not (used >> copy) & 1:
            left += 1
    pick = roll(rng, left)
    copy = first - 1
    while pick >= 0:
        copy += 1
        if s.unseen[copy] == deck and not (used >> copy) & 1:
            pick -= 1
    return copy


@rule
def redeal_hands(s: Record, seat: int, rng: Rng) -> int:
    """Deal unseen faces to all hidden places; return the copies that are in hands, as a bitmask."""
    used = 0
    if seat >= 0:
        for place in range(s.hand_size[seat]):
            used |= 1 << find_copy(s, used, wide(s.hand[seat, place]), wide(s.drawn_from[seat, place]))
    for other in range(s.seats):
        if other != seat:
            for place in range(s.hand_size[other]):
                copy = pick_copy(s, used, wide(s.back[other, place]), wide(s.drawn_from[other, place]), rng)
                used |= 1 << copy
                s.hand[other, place] = kind_of(copy)
    return used


@rule
def redeal_deck(s: Record, used: int) -> None:
    """Leave in the deck what is unseen of it and in no hand."""
    for kind in range(KINDS):
        s.deck[kind] = 0
        for copy in range(FIRST_COPY[kind], FIRST_COPY[kind + 1]):
            if s.unseen[copy] == s.shuffles and not (used >> copy) & 1:
                s.deck[kind] += 1


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Turn a view into a whole world that fits it, each equally likely; hidden bets are any the seat could make."""
    if s.phase == codes.OVER:
        return
    redeal_deck(s, redeal_hands(s, seat, rng))
    for other in range(s.seats):
        if s.bet[other] == HIDDEN:
            s.bet[other] = roll(rng, 1 + wide(s.home[other]))
    for i in range(s.event_count):
        if s.events[i, 0] == codes.EVENT_DREW and s.events[i, 2] == HIDDEN:
            s.events[i, 2] = s.hand[s.events[i, 1], s.events[i, 3]]
    reseed_chance(s, rng)
