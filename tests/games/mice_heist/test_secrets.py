"""Who knows what in Mice Heist: bets are secret, and redeals are exact over any number of shuffles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product

import numpy as np
import pytest
from scipy import stats
from tests.games.mice_heist.conservation import check_conservation, check_unseen
from tests.games.mice_heist.heist import bet, draw_card, kind_named, play, table, told, turn_up

from mousehole.engine.match import Match
from mousehole.engine.rule import HIDDEN, Record
from mousehole.games import load
from mousehole.games.mice_heist import codes, rules
from mousehole.games.mice_heist.cards import take_from_hand
from mousehole.games.mice_heist.components import LAST_DECK, SKILL_COPIES, TEACHES

# Bets


def test_a_bet_does_not_show() -> None:
    """MH-5.2: whatever two players have chosen, everybody else has the same bytes, the same words, the same moves."""
    seen = set()
    for first, second in product(range(3), repeat=2):
        match = play(table(seats=5, hands=[["Keep Calm"]] * 5), "b1 agility", f"bet {first}")
        one = match.told(3, 1)
        play(match, f"bet {second}")
        words = match.game.words
        for viewer in (-1, 0, 3, 4):
            view = match.view(viewer)
            seen.add(
                (
                    viewer,
                    view.tobytes(),
                    *one,
                    *match.told(viewer, 2),
                    words.table_text(view.record, viewer),
                    *(match.move_names(viewer) if viewer > 2 else ()),
                    match.prompt(viewer) if viewer > 2 else "",
                )
            )
        assert match.actors() == (3, 4)
    assert len(seen) == 4


def test_a_bettor_sees_its_own_bet_only() -> None:
    """MH-5.2: a player sees its own bet, and of others only that they have chosen; then all are shown at once."""
    match = play(table(seats=4, hands=[["Keep Calm"]]), "b1 agility", "bet 2", "bet 1")
    assert list(match.view(1).bet[:4]) == [0, 2, HIDDEN, 0]
    assert list(match.view(2).bet[:4]) == [0, HIDDEN, 1, 0]
    assert list(match.view(0).bet[:4]) == [0, HIDDEN, HIDDEN, 0]
    assert match.told(1, 1) == ["You close your fist around two chips."]
    assert match.told(0, 1) == match.told(-1, 1) == ["Bramble closes a fist."]
    play(match, "bet 0")
    assert list(match.view(-1).bet[:4]) == [0, 2, 1, 0]
    assert "Bramble opens two chips, Tuppence opens one chip, Nib abstains." in told(match)


def test_hidden_bets_are_redealt_within_the_chips_left() -> None:
    """MH-5.2: a hidden bet may be anything its player could have chosen, each equally likely; one's own stays."""
    match = table()
    match.state.home[2] = 1
    play(match, "b1 agility", "bet 2", "bet 0")
    rng, seen = np.array([3], np.uint64), Counter[tuple[int, ...]]()
    for _ in range(3000):
        world = match.view(3)
        rules.redeal(world.record, 3, rng)
        seen[tuple(int(n) for n in world.record.bet[1:4])] += 1
    assert set(seen) == set(product(range(3), range(2), [0]))
    assert stats.chisquare(list(seen.values())).pvalue > 0.001
    world = match.view(1)
    rules.redeal(world.record, 1, rng)
    assert world.record.bet[1] == 2


# Views


def test_faces_are_private_and_backs_are_not() -> None:
    """MH-1.5: others see the backs of a hand and of the deck's top card, and nothing of the faces."""
    match = table(hands=[["Keep Calm", "Lone Wolf"], ["Bite Hard"]])
    for viewer in (-1, 2):
        view = match.view(viewer).record
        assert list(view.hand[0, :3]) == [HIDDEN, HIDDEN, 0]
        assert list(view.back[0, :2]) == [2, 0]
        assert set(view.deck) == {HIDDEN}
        assert view.top_back == match.state.top_back
        assert list(view.deck_backs) == list(match.state.deck_backs)
    assert list(match.view(0).hand[0, :2]) == [kind_named("Keep Calm"), kind_named("Lone Wolf")]


def test_a_draw_shows_its_face_to_its_owner_only() -> None:
    """MH-1.5: everyone is told the back of a card drawn, its owner the face."""
    match = table(hands=[["Keep Calm"]], assist="One Step Back")
    bet(play(match, "b1 agility"), 1, 0, 0)
    s = match.state.record
    assert "Pip draws two cards (" in told(match, 1) == told(match, -1).replace("Bramble opens", "You open")
    assert "You draw " in told(match, 0)
    drawn = [event for event in match.view(2).events[: s.event_count] if event[0] == 10]
    assert [int(event[2]) for event in drawn] == [HIDDEN, HIDDEN]
    own = [event for event in match.view(0).events[: s.event_count] if event[0] == 10]
    assert [int(event[2]) for event in own] == [int(kind) for kind in s.hand[0, 1:3]]


def test_a_redealt_draw_is_told_as_it_lies() -> None:
    """MH-1.5: in a redealt world the event of a draw names the card that was dealt to that place."""
    match = table(hands=[["Keep Calm"]], assist="Work Together")
    bet(play(match, "b1 agility"), 1, 2, 1)
    rng = np.array([3], np.uint64)
    for viewer in range(-1, 4):
        world = match.view(viewer)
        rules.redeal(world.record, viewer, rng)
        check_conservation(world.record)
        for kind, seat, face, place in world.record.events[: world.record.event_count]:
            if kind == 10:
                assert face == world.record.hand[seat, place]


# The deck


def small_deck(*names: str, seats: int = 2) -> Record:
    """Make a game of a few skill cards only, all in the first deck."""
    states = table(seats=seats).state
    s = states.record
    s.deck[:] = 0
    s.unseen[:] = 0
    for name in names:
        kind = kind_named(name)
        s.unseen[int(SKILL_COPIES[:kind].sum()) + int(s.deck[kind])] = 1
        s.deck[kind] += 1
    turn_up(s)
    return states


def top_backs(cards: tuple[int, ...]) -> int:
    """Return the back that an order of cards shows on top; 3 when there is none."""
    return int(TEACHES[cards[0]]) if cards else 3


def test_drawing_lazily_is_drawing_from_a_shuffled_deck() -> None:
    """MH-5.5: every order of a small deck is equally likely, backs seen on the way included."""
    names = ["Lone Wolf", "Lone Wolf", "Side Step", "Bite Hard"]
    seen: Counter[tuple[int, ...]] = Counter()
    for key in range(2400):
        states = small_deck(seats=2)
        s = states.record
        for name in names:
            s.discards[kind_named(name)] += 1
        s.chance[0] = key
        order = []
        for _ in names:
            shown = int(s.top_back)
            draw_card(s, 0)
            order.append(int(s.hand[0, s.hand_size[0] - 1]))
            assert shown in {3, TEACHES[order[-1]]}
        seen[tuple(order)] += 1
    orders = set(permutations(kind_named(name) for name in names))
    assert set(seen) == orders
    assert len(orders) == 12
    assert stats.chisquare(list(seen.values())).pvalue > 0.001


@dataclass
class Shuffles:
    """One way all shuffles so far may have come out: the slow, obvious twin. Cards are told apart by number."""

    deck: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...] = ((), ())
    discards: tuple[int, ...] = ()

    def draw(self, seat: int) -> Iterator[Shuffles]:
        """Yield every way a draw can come out: several if the discards have to be shuffled."""
        decks = [self.deck] if self.deck else list(permutations(self.discards))
        discards = self.discards if self.deck else ()
        for deck in decks:
            hands = tuple((*held, deck[0]) if k == seat else held for k, held in enumerate(self.hands))
            yield Shuffles(deck[1:], hands, discards)

    def reveal(self, seat: int, place: int) -> Shuffles:
        """Discard a card from a hand."""
        held = list(self.hands[seat])
        card = held.pop(place)
        hands = tuple(tuple(held) if k == seat else other for k, other in enumerate(self.hands))
        return Shuffles(self.deck, hands, (*self.discards, card))


@dataclass
class Twin:
    """All ways the shuffles may have come out that fit what a viewer has seen, each equally likely."""

    kinds: list[int]
    viewer: int
    ways: list[Shuffles] = field(default_factory=list)

    def seen(self, way: Shuffles) -> tuple[object, ...]:
        """Return what the viewer sees of one way."""
        faces = [self.kinds[card] for held in way.hands for card in held]
        own = tuple(self.kinds[card] for card in way.hands[self.viewer]) if self.viewer >= 0 else ()
        backs = tuple(int(TEACHES[face]) for face in faces)
        discards = tuple(sorted(self.kinds[card] for card in way.discards))
        return own, backs, discards, top_backs(tuple(self.kinds[card] for card in way.deck))

    def keep(self, s: Record) -> None:
        """Drop the ways that do not fit what the record shows."""
        own = tuple(int(k) for k in s.hand[self.viewer, : s.hand_size[self.viewer]]) if self.viewer >= 0 else ()
        backs = tuple(int(s.back[seat, place]) for seat in range(2) for place in range(s.hand_size[seat]))
        discards = tuple(kind for kind in range(len(s.discards)) for _ in range(s.discards[kind]))
        wanted = (own, backs, discards, int(s.top_back))
        self.ways = [way for way in self.ways if self.seen(way) == wanted]

    def worlds(self) -> Counter[tuple[tuple[int, ...], ...]]:
        """Count hands, and the deck's faces in no order."""
        return Counter(
            (
                *(tuple(self.kinds[card] for card in held) for held in way.hands),
                tuple(sorted(self.kinds[card] for card in way.deck)),
            )
            for way in self.ways
        )


@pytest.mark.parametrize("seed", range(12))
def test_redeal_agrees_with_all_shuffles_counted_out(seed: int) -> None:
    """MH-5.5, MH-1.5: over several small decks, worlds are redealt exactly as often as counting out all shuffles says.

    Two seats draw and discard; the twin keeps every order of every deck that fits the backs, the discards and, for a
    player, its own faces.
    """
    chooser = random.Random(seed)
    pool = ["Lone Wolf", "Lone Wolf", "Side Step", "Keep Calm C", "Bite Hard", "Keep Calm", "Quick Paws"]
    names = chooser.sample(pool, 5)
    states = small_deck(*names)
    s = states.record
    s.chance[0] = seed
    kinds = [kind_named(name) for name in names]
    viewer = (-1, 0, 1)[seed % 3]
    twin = Twin(kinds, viewer, [Shuffles(order) for order in permutations(range(len(names)))])
    twin.keep(s)
    for step in range(40):
        if step >= 14 and s.shuffles > 1:
            break
        seat = chooser.randrange(2)
        if s.hand_size[seat] and chooser.random() < 0.45:
            place = chooser.randrange(int(s.hand_size[seat]))
            s.discards[take_from_hand(s, seat, place)] += 1
            twin.ways = [way.reveal(seat, place) for way in twin.ways]
        elif s.deck.any() or s.discards.any():
            draw_card(s, seat)
            twin.ways = [after for way in twin.ways for after in way.draw(seat)]
        twin.keep(s)
        s.event_count = 0
        check_unseen(s)
        assert twin.ways
    assert s.shuffles > 1
    compare_with_twin(states, viewer, twin)


def compare_with_twin(states: Record, viewer: int, twin: Twin) -> None:
    """Redeal often and compare the worlds with those the twin counts."""
    expected, redeals = twin.worlds(), 3000
    rng, seen = np.array([11], np.uint64), Counter[tuple[tuple[int, ...], ...]]()
    for _ in range(redeals):
        world = states.copy()
        rules.hide(world.record, viewer)
        rules.redeal(world.record, viewer, rng)
        w = world.record
        hands = [tuple(int(k) for k in w.hand[seat, : w.hand_size[seat]]) for seat in range(2)]
        seen[*hands, tuple(kind for kind in range(len(w.deck)) for _ in range(w.deck[kind]))] += 1
    assert set(seen) <= set(expected)
    total = sum(expected.values())
    if len(expected) > 1:
        keys = sorted(expected)
        fit = stats.chisquare([seen[key] for key in keys], [redeals * expected[key] / total for key in keys])
        assert fit.pvalue > 0.001


def greedy_move(match: Match, chooser: random.Random) -> tuple[int, int]:
    """Choose at random, but draw, keep and stop whenever possible, so that hands grow and decks are shuffled often."""
    seat = chooser.choice(match.actors())
    legal = match.legal(seat)
    if match.state.phase in {codes.LEARN, codes.LOOK_ON} and 1 in legal and chooser.random() < 0.8:
        return seat, 1
    return seat, legal[0] if chooser.random() < 0.3 else chooser.choice(legal)


@pytest.mark.parametrize("seats", range(2, 7))
def test_redeals_fit_over_many_shuffles(seats: int) -> None:
    """MH-5.5: in long walks every redealt world has all cards, the same view, and of each deck and back the same faces.

    So the true world is one of the possible ones, and no card wanders from one deck into another.
    """
    game, rng, decks = load("mice_heist"), np.array([seats], np.uint64), 0
    for seed in range(2):
        match, chooser = Match.start(game, seats=seats, seed=seed, options={"stakes": seed % 2}), random.Random(seed)
        while not match.is_over:
            match.step(*greedy_move(match, chooser))
            if chooser.random() < 0.8 or not match.actors():
                continue
            check_conservation(match.state.record)
            for viewer in (-1, chooser.randrange(seats)):
                view = match.view(viewer)
                world = view.copy()
                rules.redeal(world.record, viewer, rng)
                check_conservation(world.record)
                assert world.view(viewer).tobytes() == view.tobytes()
                assert classes(world.record) == classes(match.state.record)
        decks = max(decks, int(match.state.shuffles))
    assert decks >= 3


def classes(s: Record) -> dict[tuple[int, int], Counter[int]]:
    """Gather the faces of each deck and back, wherever they lie."""
    found: dict[tuple[int, int], Counter[int]] = {}
    for seat in range(s.seats):
        for place in range(s.hand_size[seat]):
            group = int(s.drawn_from[seat, place]), int(s.back[seat, place])
            found.setdefault(group, Counter())[int(s.hand[seat, place])] += 1
    for kind in range(len(s.deck)):
        if s.deck[kind]:
            found.setdefault((int(s.shuffles), int(TEACHES[kind])), Counter())[kind] += int(s.deck[kind])
    return found


def test_a_known_card_is_always_dealt_back() -> None:
    """MH-5.5: the only unseen face of an old deck is known to all and comes back in every world."""
    states = small_deck("Lone Wolf", "Bite Hard")
    s = states.record
    draw_card(s, 0)
    draw_card(s, 1)
    other = int(s.hand[1, 0])
    s.discards[take_from_hand(s, 1, 0)] += 1
    draw_card(s, 1)
    assert s.shuffles == 2
    assert int(s.hand[1, 0]) == other
    rng = np.array([1], np.uint64)
    for viewer in (-1, 0, 1):
        for _ in range(20):
            world = states.copy()
            rules.hide(world.record, viewer)
            rules.redeal(world.record, viewer, rng)
            assert world.record.hand[:2, 0].tolist() == s.hand[:2, 0].tolist()


def test_the_numbers_of_decks_do_not_run_out() -> None:
    """MH-5.5: over hundreds of shuffles a card kept in hand is still told apart from those of later decks."""
    states = small_deck("Lone Wolf", "Bite Hard", "Bite Hard")
    s = states.record
    for _ in range(3):
        draw_card(s, 0)
    kept = int(s.hand[0, 0])
    renumbered = False
    for _ in range(3 * LAST_DECK):
        for _ in range(2):
            s.discards[take_from_hand(s, 0, 1)] += 1
        before = int(s.shuffles)
        for _ in range(2):
            draw_card(s, 0)
        renumbered |= int(s.shuffles) < before
        assert int(s.hand[0, 0]) == kept
        assert [int(deck) for deck in s.drawn_from[0, :3]] == [1, int(s.shuffles), int(s.shuffles)]
        check_unseen(s)
    assert renumbered


def test_the_end_shows_everything() -> None:
    """MH-6.3: once the game is over every view is the whole truth."""
    match, chooser = Match.start(load("mice_heist"), seats=3, seed=5), random.Random(5)
    while not match.is_over:
        match.step(*greedy_move(match, chooser))
    assert match.view(-1).tobytes() == match.state.tobytes()
