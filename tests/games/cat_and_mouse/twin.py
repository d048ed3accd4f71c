"""A slow, obvious twin of the Map cards: real decks in real order, every history replayed, none forgotten.

It shares nothing with the rules but the names of phases and actions. `Belief` holds every way things can lie, with its
probability, given what one viewer has seen so far: chance as it is, other players' hidden choices uniform.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from mousehole.engine.rule import Record
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import ROOM_COUNT
from mousehole.games.cat_and_mouse.decks import bottom_of


class Laid(NamedTuple):
    """A card of the row."""

    room: int
    seat: int
    is_up: bool


class House(NamedTuple):
    """Where all Map cards lie: the deck from the top down, its last `below` cards put there by the Inspector."""

    deck: tuple[int, ...]
    below: int
    room: int
    room_up: bool
    row: tuple[Laid, ...]
    drawn: tuple[int, ...]


Worlds = dict[House, Fraction]
Branches = Iterator[tuple[House, Fraction]]


def house_of(s: Record) -> House:
    """Read a house out of a true position; the loose part of the deck in any order."""
    bottom = []
    packed = int(bottom_of(s))
    while packed:
        bottom.append(packed & 15)
        packed >>= 4
    loose = [r for r in range(1, ROOM_COUNT + 1) if int(s.deck) >> (r - 1) & 1 and r not in bottom]
    row = tuple(
        Laid(int(s.row[i]), int(s.row_mouse) >> i & 1, bool(int(s.row_up) >> i & 1)) for i in range(int(s.laid))
    )
    drawn = tuple(int(r) for r in s.drawn if r)
    return House((*loose, *bottom), len(bottom), int(s.room), bool(s.room_up), row, drawn)


def unordered(house: House) -> House:
    """Sort the loose part of a deck: a position keeps no more of it."""
    loose = len(house.deck) - house.below
    return house._replace(deck=(*sorted(house.deck[:loose]), *house.deck[loose:]))


def sight(house: House, viewer: int, phase: int) -> object:
    """All that a viewer sees of a house at one moment."""
    row = tuple(
        laid._replace(room=laid.room if laid.is_up or viewer in {codes.INSPECTOR, laid.seat} else 0)
        for laid in house.row
    )
    room = house.room if house.room_up or viewer == codes.MOUSE else bool(house.room)
    drawn = house.drawn if viewer == codes.INSPECTOR else len(house.drawn)
    searched = (
        sorted(house.deck) if viewer == codes.MOUSE and phase in {codes.FIRST_ROOM, codes.NEW_ROOM} else len(house.deck)
    )
    return row, room, drawn, searched


def shuffled(house: House) -> Branches:
    """CM-1.4: every order of the deck."""
    orders = list(permutations(house.deck))
    for order in orders:
        yield house._replace(deck=order, below=0), Fraction(1, len(orders))


def begin_round(house: House) -> House:
    """CM-3.1: two cards from the top, or the last one straight into the row."""
    deck, below = house.deck, house.below
    if len(deck) >= 2:
        return house._replace(deck=deck[2:], below=min(below, len(deck) - 2), drawn=tuple(sorted(deck[:2])))
    if deck:
        return house._replace(deck=(), below=0, row=(*house.row, Laid(deck[0], codes.INSPECTOR, False)))
    return house


def after(house: House, viewer: int, phase: int, action: int) -> Branches:
    """Every way a decision can have changed the house; a hidden choice of somebody else is any choice."""
    one = Fraction(1)
    if phase in {codes.FIRST_ROOM, codes.NEW_ROOM}:
        rooms = [action] if viewer == codes.MOUSE else list(house.deck)
        for room in rooms:
            taken = house._replace(room=room, deck=tuple(sorted(set(house.deck) - {room})))
            for order, chance in shuffled(taken):
                yield begin_round(order), chance / len(rooms)
    elif phase == codes.MONITOR:
        kept = [action] if viewer == codes.INSPECTOR else list(house.drawn)
        for room in kept:
            other = sum(house.drawn) - room
            row = (*house.row, Laid(room, codes.INSPECTOR, False))
            yield house._replace(deck=(*house.deck, other), below=house.below + 1, row=row, drawn=()), one / len(kept)
    elif phase == codes.NAME:
        row = tuple(laid._replace(is_up=laid.is_up or laid.room == action) for laid in house.row)
        yield house._replace(row=row), one
    elif phase == codes.TRAP:
        if house.room == action:  # the game went on: it was the right room
            yield house._replace(room_up=True), one
    elif phase == codes.TURN and action == codes.CHANGE_ROOMS:
        yield (
            house._replace(room=0, room_up=False, row=(*house.row, Laid(house.room, codes.MOUSE, False)), below=0),
            one,
        )
    elif phase == codes.POSITION and action != codes.NO_POSITION:
        row = house.row[:action] + house.row[action + 1 :]
        yield house._replace(deck=(*house.deck, house.row[action].room), row=row), one
    elif phase == codes.KEEP:
        yield begin_round(house), one
    else:
        yield house, one


class Belief:
    """What a viewer can know of the Map cards, from a house it knows on."""

    def __init__(self, viewer: int, start: House) -> None:
        """Begin with certainty."""
        self.viewer = viewer
        self.worlds: Worlds = {start: Fraction(1)}

    def play(self, phase: int, action: int, truth: Record) -> None:
        """Replay a decision in every world and keep those that look like the truth."""
        seen = sight(house_of(truth), self.viewer, int(truth.phase))
        worlds: Worlds = defaultdict(Fraction)
        for house, weight in self.merged(phase).items():
            for then, chance in after(house, self.viewer, phase, action):
                if sight(then, self.viewer, int(truth.phase)) == seen:
                    worlds[then] += weight * chance
        total = sum(worlds.values())
        self.worlds = {house: weight / total for house, weight in worlds.items()}

    def merged(self, phase: int) -> Worlds:
        """Before a shuffle the order of the deck does not matter: fewer worlds, same answer."""
        if phase not in {codes.FIRST_ROOM, codes.NEW_ROOM}:
            return self.worlds
        worlds: Worlds = defaultdict(Fraction)
        for house, weight in self.worlds.items():
            worlds[house._replace(deck=tuple(sorted(house.deck)), below=0)] += weight
        return worlds

    def positions(self) -> Worlds:
        """Return the worlds as positions keep them."""
        worlds: Worlds = defaultdict(Fraction)
        for house, weight in self.worlds.items():
            worlds[unordered(house)] += weight
        return dict(worlds)
