"""Who knows what in Who Done It?: everything but the deck's order, which a redeal draws exactly."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from scipy import stats

from mousehole.engine.rule import Record
from mousehole.games import load
from mousehole.games.who_done_it import codes, deck
from mousehole.games.who_done_it.maze import IN_DECK, ON_BELT

GAME = load("who_done_it")
KINDS = ("card", "cat", "cucumber", "agenda")


def draw_on(states: Record, count: int) -> list[str]:
    """Turn up cards of the deck in a world, whatever happens in the maze, and say what they are."""
    s = states.record
    drawn: list[str] = []
    for _ in range(count):
        s.event_count = 0
        seen = int(s.seen)
        for slot in range(4):
            if s.belt[slot] >= 0:
                s.where[s.belt[slot]] = -3
                s.belt[slot] = -1
        kind = deck.turn_up(s)
        if kind == deck.THE_CAT:
            s.cat = 0
        elif kind == deck.A_CARD:
            deck.deal_card(s)
        what = {deck.THE_CAT: "cat", deck.THE_CUCUMBER: "cucumber", deck.AN_AGENDA: f"agenda {int(s.seen) ^ seen}"}
        drawn.append(what.get(kind, f"card {s.belt[0]}"))
        if kind == deck.THE_CUCUMBER:
            break
    return drawn


def physical_deck(easier: int, cards: list[int], random: Random) -> list[str]:
    """Build the deck as hands would (WD-3.2 to WD-3.4)."""
    cards = random.sample(cards, len(cards))
    agendas = random.sample([1, 2, 4, 8], 4)
    pile: list[str] = []
    for number, size in enumerate((5, 5, 5, 5) if easier else (6, 5, 5, 5)):
        stack = [f"card {cards.pop()}" for _ in range(size)]
        if number == 1:
            stack.append("cat")
            random.shuffle(stack)
        if number == 3:
            lower = [*stack[2:], "cucumber"]
            random.shuffle(lower)
            stack = stack[:2] + lower
        pile += [*stack, f"agenda {agendas.pop()}"]
    return pile


def redealt(states: Record, rng: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> Record:
    """Make a world from the detective's view."""
    world = states.view(0)
    GAME.rules.redeal(world.record, 0, rng)
    return world


def in_deck(states: Record) -> list[int]:
    """List the maze cards that the detective has not seen."""
    return [card for card in range(28) if states.record.where[card] == IN_DECK]


def p_of_difference(a: Counter[str], b: Counter[str]) -> float:
    """Return the chance of two samples being so unlike if they come from one distribution."""
    keys = sorted(set(a) | set(b))
    return float(stats.chi2_contingency([[a[key] for key in keys], [b[key] for key in keys]]).pvalue)


@pytest.mark.parametrize("easier", [0, 1])
def test_redealt_decks_are_like_shuffled_ones(easier: int) -> None:
    """WD-3.2 to WD-3.4: at every place of the deck each card comes as often as in a deck shuffled by hand."""
    states, rng, random = GAME.deal(1, (0, easier), 7), np.array([1], np.uint64), Random(1)
    unseen = in_deck(states)
    worlds = [draw_on(redealt(states, rng), 26 - easier) for _ in range(800)]
    hands = [physical_deck(easier, unseen, random) for _ in range(800)]
    hands = [pile[: pile.index("cucumber") + 1] for pile in hands]
    for place in range(26 - easier):
        ours, theirs = (Counter(w[place] if place < len(w) else "over" for w in ws) for ws in (worlds, hands))
        assert set(ours) <= set(theirs) | {f"card {card}" for card in unseen}
        assert p_of_difference(ours, theirs) > 1e-4, f"place {place}"


def test_agendas_come_in_every_order() -> None:
    """WD-3.4: all 24 orders of the agendas are equally likely, the last one included."""
    states, rng = GAME.deal(1, (0, 0), 7), np.array([2], np.uint64)
    orders: Counter[tuple[str, ...]] = Counter()
    for _ in range(1200):
        orders[tuple(card for card in draw_on(redealt(states, rng), 20) if card.startswith("agenda"))] += 1
    assert len(orders) == 24
    assert stats.chisquare(list(orders.values())).pvalue > 1e-4


@pytest.mark.parametrize("gone", range(6))
def test_the_cat_is_equally_likely_in_each_place_left_of_the_second_stack(gone: int) -> None:
    """WD-3.3: after some cards of the second stack without the Cat, each of its other places is equally likely."""
    states, rng = GAME.deal(1, (0, 0), 7), np.array([gone], np.uint64)
    states.record.drawn, states.record.seen = 7 + gone, 1
    places = Counter(draw_on(redealt(states, rng), 6 - gone).index("cat") for _ in range(600))
    assert sorted(places) == list(range(6 - gone))
    assert gone == 5 or stats.chisquare(list(places.values())).pvalue > 1e-4


@pytest.mark.parametrize("gone", range(4))
def test_the_cucumber_is_equally_likely_in_each_place_left_above_the_last_agenda(gone: int) -> None:
    """WD-3.3: among the last four cards above the last agenda, and never higher."""
    states, rng = GAME.deal(1, (0, 0), 7), np.array([gone], np.uint64)
    s = states.record
    s.drawn, s.seen, s.last, s.cat = 22 + gone, 7, 3, 0
    places = Counter(draw_on(redealt(states, rng), 4 - gone).index("cucumber") for _ in range(800))
    assert sorted(places) == list(range(4 - gone))
    assert gone == 3 or stats.chisquare(list(places.values())).pvalue > 1e-4


def test_the_fourth_agenda_is_known_once_three_are_seen() -> None:
    """WD-3.4: the view says which it is."""
    for seed in range(20):
        states = GAME.deal(1, (0, 0), seed)
        draw_on(states, 19)
        assert states.record.last == -1
        draw_on(states, 1)
        assert states.view(0).seen | 1 << states.view(0).last == 15


def test_the_same_seed_has_the_same_deck_whatever_the_detective_does() -> None:
    """WD-3.2: the order does not depend on the moves, as in a deck shuffled beforehand."""
    decks: dict[int, set[tuple[str, ...]]] = {}
    for seed in range(6):
        for walk in range(6):
            states, random = GAME.deal(1, (0, 0), seed), Random(walk)
            s = states.record
            drawn: list[str] = []
            while s.phase != codes.OVER and len(drawn) < 3:
                GAME.rules.apply(s, 0, random.choice(states.legal(0)))
                drawn += [f"{kind} {a}" for kind, a, *_ in s.events[: s.event_count].tolist() if kind in {6, 7, 9, 10}]
            if len(drawn) >= 3:
                decks.setdefault(seed, set()).add(tuple(drawn[:3]))
    assert decks
    assert all(len(found) == 1 for found in decks.values())


def test_a_view_hides_chance_and_nothing_else() -> None:
    """WD-3.4: views of worlds that differ only in what is to come are the same, for detective and spectator."""
    states, rng = GAME.deal(1, (1, 0), 11), np.array([5], np.uint64)
    for viewer in (-1, 0):
        view = states.view(viewer)
        assert not view.record.chance.any()
        view.record.chance[:] = states.record.chance
        assert view.tobytes() == states.tobytes()
    worlds = [redealt(states, rng) for _ in range(50)]
    assert {world.view(0).tobytes() for world in worlds} == {states.view(0).tobytes()}
    firsts = {draw_on(world, 1)[0] for world in worlds}
    assert len(firsts) > 10
    assert draw_on(states, 1)[0] in {f"card {card}" for card in in_deck(GAME.deal(1, (1, 0), 11))}


def test_belt_cards_are_seen() -> None:
    """WD-3.2: what lies on the belt is not in the deck any more."""
    s = GAME.deal(1, (2, 0), 3).record
    assert [s.where[card] for card in s.belt] == [ON_BELT] * 4
