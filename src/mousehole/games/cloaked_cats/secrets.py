"""Cloaked Cats: `hide` blanks what a seat cannot know, `redeal` fills it in again by chance (see `knowledge`)."""

from __future__ import annotations

from mousehole.engine.chance import forget_chance, reseed_chance, roll
from mousehole.engine.rule import HIDDEN, Record, Rng, rule
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.bitsets import nth, size
from mousehole.games.cloaked_cats.components import ALL_CATS
from mousehole.games.cloaked_cats.house import cloak_size
from mousehole.games.cloaked_cats.knowledge import NOBODY, free_features, hidden_players, pick_cloak


@rule
def hide(s: Record, seat: int) -> None:
    """Others' cloaks, unless all of it lies face up, and others' cats are secret; everything else is public."""
    if s.phase == codes.OVER:
        return
    forget_chance(s)
    for player in range(s.seats):
        if player != seat:
            if s.covered[player]:
                s.cloak[player] = HIDDEN
            if s.cats[player]:
                s.hand[player] = HIDDEN


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:  # the view itself says what is hidden
    """All worlds that fit the view are alike: cloaks with every mask and answer, the unseen cats in any hand."""
    if s.ended:
        return
    redeal_cloaks(s, rng)
    redeal_hands(s, rng)
    reseed_chance(s, rng)


@rule
def redeal_cloaks(s: Record, rng: Rng) -> None:
    """Dress one hidden player after the other with the free features lumped, then draw which of these they are."""
    a, b, c, d = hidden_players(s)
    free = left = free_features(s)
    hidden = 0
    while a != NOBODY:
        s.cloak[a] = pick_cloak(s, a, b, c, d, left, rng)
        left &= ~int(s.cloak[a])
        hidden |= 1 << a
        a, b, c, d = b, c, d, NOBODY
    left = free
    for player in range(s.seats):
        if hidden >> player & 1:
            cloak = int(s.cloak[player]) & ~free
            for _ in range(cloak_size(s) - size(cloak)):
                feature = nth(left, roll(rng, size(left)))
                left ^= feature
                cloak |= feature
            s.cloak[player] = cloak


@rule
def redeal_hands(s: Record, rng: Rng) -> None:
    """Deal the cats that are neither on the floor nor in a hand the viewer sees."""
    unseen = ALL_CATS & ~int(s.danced)
    count = int(s.deck)
    for player in range(s.seats):
        if s.hand[player] == HIDDEN:
            count += int(s.cats[player])
        else:
            unseen &= ~int(s.hand[player])
    for player in range(s.seats):
        if s.hand[player] == HIDDEN:
            hand = 0
            for _ in range(s.cats[player]):
                cat = nth(unseen, roll(rng, count))
                unseen ^= cat
                count -= 1
                hand |= cat
            s.hand[player] = hand
