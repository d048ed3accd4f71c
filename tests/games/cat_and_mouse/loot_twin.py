"""A slow, obvious twin of the Loot cards: a real deck in real order, every deal and every hidden choice replayed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from mousehole.engine.rule import Record
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import CALLING_CARD, CARD_KINDS, LOOT_COUNT, SHIFT

Cards = tuple[int, ...]


class Hoard(NamedTuple):
    """Where all loot lies; only the deck has an order."""

    deck: Cards
    pocket: Cards = ()
    attached: Cards = ()
    looked: bool = False
    hand: Cards = ()
    left_seen: Cards = ()
    left_blind: Cards = ()


Branches = Iterator[tuple[Hoard, Fraction]]


def cards_of(heap: int) -> Cards:
    """List the cards of a heap."""
    copies = [heap >> int(SHIFT[card]) & (1 if card < LOOT_COUNT else 3) for card in range(CARD_KINDS)]
    return tuple(card for card in range(CARD_KINDS) for _ in range(copies[card]))


def hoard_of(s: Record) -> Hoard:
    """Read a hoard out of a true position, its deck sorted."""
    names = ("stock", "pocket", "attached", "hand", "left_seen", "left_blind")
    deck, pocket, attached, hand, seen, blind = (cards_of(int(s[name])) for name in names)
    return Hoard(deck, pocket, attached, bool(s.looked), hand, seen, blind)


def without(cards: Cards, card: int) -> Cards:
    """Take one card away."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def plus(cards: Cards, *more: int) -> Cards:
    """Add cards and keep the heap sorted."""
    return tuple(sorted((*cards, *more)))


def sight(hoard: Hoard, viewer: int) -> object:
    """All that a viewer sees of the loot at one moment."""
    return (
        hoard.pocket if viewer == codes.INSPECTOR else len(hoard.pocket),
        hoard.hand if viewer == codes.MOUSE else len(hoard.hand),
        hoard.attached if viewer == codes.MOUSE and hoard.looked else len(hoard.attached),
        hoard.left_seen if viewer in {codes.INSPECTOR, codes.MOUSE} else len(hoard.left_seen),
        hoard.left_blind if viewer == codes.INSPECTOR else len(hoard.left_blind),
        len(hoard.deck),
    )


def after(hoard: Hoard, viewer: int, phase: int, action: int, went_on: int) -> Branches:
    """Every way a decision can have changed the hoard."""
    one = Fraction(1)
    if phase in {codes.POCKET, codes.SECOND} and action != codes.ENOUGH:
        choices = [action] if viewer == codes.INSPECTOR else [card for card in hoard.deck if card < LOOT_COUNT]
        for card in choices:
            taken = hoard._replace(pocket=plus(hoard.pocket, card), deck=without(hoard.deck, card))
            if went_on == codes.SECOND:  # still looking through the deck: no order yet
                yield taken, one / len(choices)
                continue
            orders = set(permutations(taken.deck))
            for order in orders:
                yield taken._replace(deck=order), one / len(choices) / len(orders)
    elif phase == codes.SECOND:
        orders = set(permutations(hoard.deck))
        for order in orders:
            yield hoard._replace(deck=order), one / len(orders)
    elif phase in {codes.FIRST_ROOM, codes.NEW_ROOM}:
        yield hoard._replace(deck=hoard.deck[2:], attached=plus(hoard.deck[:2]), looked=False), one
    elif phase == codes.TURN and action == codes.LOOT_ROOM:
        yield hoard._replace(looked=True), one
    elif phase == codes.TURN and action == codes.CHANGE_ROOMS:
        pile = "left_seen" if hoard.looked else "left_blind"
        left = plus(getattr(hoard, pile), *hoard.attached)
        yield hoard._replace(attached=(), looked=False, **{pile: left}), one
    elif phase == codes.KEEP:
        choices = [action // 3] if viewer == codes.MOUSE else sorted(set(hoard.attached))
        for card in choices:
            hand = plus(hoard.hand, card)
            yield hoard._replace(hand=hand, attached=without(hoard.attached, card)), one / len(choices)
    elif phase == codes.TRAP:
        if CALLING_CARD in hoard.hand:  # the game went on: one was shown
            yield hoard._replace(hand=without(hoard.hand, CALLING_CARD)), one
    else:
        yield hoard, one


class LootBelief:
    """What a viewer can know of the loot."""

    def __init__(self, viewer: int, start: Hoard) -> None:
        """Begin with certainty."""
        self.viewer = viewer
        self.worlds: dict[Hoard, Fraction] = {start: Fraction(1)}

    def play(self, phase: int, action: int, truth: Record) -> None:
        """Replay a decision in every world and keep those that look like the truth."""
        seen = sight(hoard_of(truth), self.viewer)
        worlds: dict[Hoard, Fraction] = defaultdict(Fraction)
        for hoard, weight in self.worlds.items():
            for then, chance in after(hoard, self.viewer, phase, action, int(truth.phase)):
                if sight(then, self.viewer) == seen:
                    worlds[then] += weight * chance
        total = sum(worlds.values())
        self.worlds = {hoard: weight / total for hoard, weight in worlds.items()}

    def positions(self) -> dict[Hoard, Fraction]:
        """Return the worlds as positions keep them: decks without order."""
        worlds: dict[Hoard, Fraction] = defaultdict(Fraction)
        for hoard, weight in self.worlds.items():
            worlds[hoard._replace(deck=tuple(sorted(hoard.deck)))] += weight
        return dict(worlds)
