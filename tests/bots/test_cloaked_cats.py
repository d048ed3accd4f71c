"""What bots know about Cloaked Cats: exact notes, from what the acting seat can know and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from tests.games.cloaked_cats.ball import ball, cat_number, play

from mousehole.bots.cloaked_cats import greedy, lean, narrow
from mousehole.bots.cloaked_cats.counting import count_features, count_unlike, lane, live_to
from mousehole.bots.cloaked_cats.searching import has_last_word, is_wasted
from mousehole.bots.hints import hint
from mousehole.bots.knowledge import PRESENT
from mousehole.bots.levels import settings_of
from mousehole.bots.names import LEVELS
from mousehole.bots.thinking import Settings, think
from mousehole.engine.match import Match
from mousehole.engine.record import new_records
from mousehole.engine.rule import Record
from mousehole.games import load
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.components import CLOAK, FEATURE_COUNT, SHOWS
from mousehole.games.cloaked_cats.knowledge import clues_of, count_cloaks, feature_chances, live_of, surely_holds
from mousehole.games.cloaked_cats.words import remark

GAME = load("cloaked_cats")
TRIALS = new_records(GAME.rules.State, 1)
"""Where nothing is tried."""


def positions(seats: int, games: int, **options: int) -> Iterator[tuple[Match, int]]:
    """Walk through games in which guesses are mostly sensible, so that much is known in the end."""
    chooser = random.Random(seats)
    for seed in range(games):
        match = Match.start(GAME, seats=seats, options=options, seed=seed)
        while match.actors():
            (seat,) = match.actors()
            yield match, seat
            legal = match.legal(seat)
            sensible = lean(
                match.view(seat).record, seat, np.array(legal, np.int32), len(legal), chance(seed), TRIALS, PRESENT
            )
            match.step(seat, sensible if chooser.random() < 0.7 else chooser.choice(legal))


def chance(seed: int) -> np.ndarray:
    """Make chance for a bot."""
    return np.array([seed], np.uint64)


def asked(action: int) -> tuple[int, int]:
    """Split a guess into player and feature."""
    return divmod(action - codes.FIRST_GUESS, FEATURE_COUNT)


def narrowed(view: Record, seat: int, legal: list[int]) -> list[int]:
    """List the moves a search considers."""
    actions = np.array(legal, np.int32)
    return [int(action) for action in actions[: narrow(view, seat, actions, len(legal), TRIALS, PRESENT)]]


@pytest.mark.parametrize("cards", [2, 3])
def test_chances_are_exact_for_two(cards: int) -> None:
    """The quick count gives the very chances of the exact one, feature by feature, and both ways to count agree."""
    exact = np.zeros(FEATURE_COUNT)
    for match, seat in positions(2, 12, cloak=cards):
        view, rival = match.view(seat).record, 1 - seat
        if view.covered[rival]:
            clues, live = clues_of(view, rival), live_to(view, seat, rival)
            assert live == live_of(view, rival)
            total, *lanes = count_features(clues, live, cards)
            assert total == count_cloaks(clues, live, cards)
            feature_chances(view, rival, exact)
            hidden = [f for f in range(FEATURE_COUNT) if not view.shown[rival] >> f & 1]
            assert [lane(f, *lanes) / total for f in hidden] == pytest.approx([exact[f] for f in hidden])


@pytest.mark.parametrize("cards", [2, 3])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_cat_would_tell_is_exact(seats: int, cards: int) -> None:
    """Counting for three cats at once finds the cloaks that the game's own count finds without each cat's features."""
    for match, seat in positions(seats, 6, cloak=cards):
        view = match.view(seat).record
        cats = [int(SHOWS[(7 * len(match.moves) + 11 * i) % len(SHOWS)]) for i in range(3)]
        for player in range(seats):
            clues, live = clues_of(view, player), live_to(view, seat, player)
            expected = [count_cloaks(clues, live & ~shows, cards) for shows in (0, *cats)]
            first, second, third = cats
            assert list(count_unlike(clues, live, first, second, third, cards)) == expected


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_names_a_feature_only_when_certain(seats: int) -> None:
    """A beginner's guess is always right; with one rival no certain feature is overlooked."""
    guesses = 0
    for match, seat in positions(seats, 25):
        view = match.view(seat).record
        if view.phase != codes.GUESS or len(match.legal(seat)) == 1:
            continue
        legal = match.legal(seat)
        action = greedy(view, seat, np.array(legal, np.int32), len(legal), chance(3))
        if action != codes.PASS:
            player, feature = asked(action)
            assert surely_holds(view, player) >> feature & 1
            guesses += 1
        elif seats == 2:
            assert surely_holds(view, 1 - seat) == view.shown[1 - seat]
    assert guesses


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rules_of_thumb_see_the_view_only(seats: int) -> None:
    """In a whole world a player decides as it does by its own view: nobody cheats inside a bot's head."""
    for match, seat in positions(seats, 10):
        view, world, legal = match.view(seat).record, match.state.record, match.legal(seat)
        for decide, more in ((greedy, ()), (lean, (TRIALS, PRESENT))):
            choices = {decide(s, seat, np.array(legal, np.int32), len(legal), chance(5), *more) for s in (view, world)}
            assert len(choices) == 1
            assert choices <= set(legal)
        assert narrowed(view, seat, legal) == narrowed(world, seat, legal)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_narrowing_drops_silly_guesses_only(seats: int) -> None:
    """Every cat, a pass that may be right and the likeliest guess once it is worth a mask stay; all stays in order."""
    fewer = 0
    for match, seat in positions(seats, 10):
        view, legal = match.view(seat).record, match.legal(seat)
        kept = narrowed(view, seat, legal)
        assert kept == [action for action in legal if action in set(kept)]
        if view.phase != codes.GUESS:
            assert kept == legal
            continue
        assert kept[0] == codes.PASS or is_wasted(view, seat, codes.PASS)
        sensible = lean(view, seat, np.array(legal, np.int32), len(legal), chance(5), TRIALS, PRESENT)
        assert sensible in kept or is_wasted(view, seat, sensible)
        fewer += len(kept) < len(legal)
    assert fewer > 10


def test_a_search_considers_what_narrowing_leaves() -> None:
    """The findings of a search are about the moves that were left, all of them."""
    for match, seat in positions(3, 2):
        view, legal = match.view(seat), match.legal(seat)
        if len(legal) > 1:
            found = [finding.action for finding in think(GAME, view, seat, 1, Settings(iterations=100)).findings]
            assert found == narrowed(view.record, seat, legal)


def test_a_search_with_one_move_left_stops_at_its_first_look() -> None:
    """Where only the pass makes sense no time is wasted, and its worth is known all the same."""
    match = play(ball("leaping, green, striped", "black, white, yellow"), "send leaping green")
    assert narrowed(match.view(0).record, 0, match.legal(0)) == [codes.PASS]
    thought = think(GAME, match.view(0), 0, 1, Settings(iterations=800))
    assert (thought.action, thought.iterations, len(thought.findings)) == (codes.PASS, 100, 1)


@pytest.mark.parametrize("level", LEVELS[1:])
def test_no_level_above_kitten_wastes_its_last_word(level: str) -> None:
    """Where the game ends with this guess or pass, nobody passes while behind or guesses what cannot help."""
    settings = replace(settings_of("cloaked_cats", level), iterations=20)
    last_words = wasted = 0
    for match, seat in positions(3, 12):
        view = match.view(seat)
        if view.phase == codes.GUESS and has_last_word(view.record):
            useful = [action for action in match.legal(seat) if not is_wasted(view.record, seat, action)]
            chosen = think(GAME, view, seat, len(match.moves), settings).action
            last_words += len(useful) < len(match.legal(seat))
            wasted += any(action in useful for action in narrowed(view.record, seat, match.legal(seat))) and (
                chosen not in useful
            )
    assert last_words > 5
    assert wasted == 0


@pytest.mark.parametrize("level", LEVELS[1:])
def test_no_level_above_kitten_names_what_cannot_be(level: str) -> None:
    """A guess is about a feature that the rival may have, as far as notes tell; many legal ones are not."""
    settings = replace(settings_of("cloaked_cats", level), iterations=20)
    senseless = wasted = 0
    for match, seat in positions(3, 6):
        view = match.view(seat)
        if view.phase != codes.GUESS:
            continue
        impossible = []
        for action in match.legal(seat)[1:]:
            rival, feature = divmod(action - codes.FIRST_GUESS, FEATURE_COUNT)
            clues, live = clues_of(view.record, rival), live_to(view.record, seat, rival)
            if lane(feature, *count_features(clues, live, CLOAK)[1:]) == 0:
                impossible.append(action)
        senseless += len(impossible)
        wasted += think(GAME, view, seat, len(match.moves), settings).action in impossible
    assert senseless > 50
    assert wasted == 0


@pytest.mark.parametrize(
    ("won", "is_last", "guess", "passing"), [(0, 1, False, True), (3, 1, True, False), (0, 0, True, False)]
)
def test_what_a_last_word_wastes(*, won: int, is_last: int, guess: bool, passing: bool) -> None:
    """CC-4.1, CC-4.4: whoever is behind must guess, whoever is ahead must not, and nobody ends a game that it loses."""
    match = play(ball("white, brown, blue", "striped, green, yellow", first=1), "send leaping black", "pass")
    play(match, "send strutting black")
    s = match.state.record
    s.last, s.won[0], s.won[1], s.covered[1] = is_last, won, 2 if is_last else 5, 1 if not is_last else 2
    assert has_last_word(s)
    asks = match.parse_move(0, "ask ruby striped")
    assert is_wasted(s, 0, asks) == guess
    assert is_wasted(s, 0, codes.PASS) == passing


def test_another_game_is_not_narrowed() -> None:
    """Where a game says nothing, a search considers every legal move."""
    match = Match.start(load("hide_and_squeak"), seed=1)
    seat = match.actors()[0]
    thought = think(match.game, match.view(seat), seat, 1, Settings(iterations=200))
    assert [finding.action for finding in thought.findings] == match.legal(seat)


def test_a_remark_speaks_of_the_move() -> None:
    """A hint's reason is exact and about its own move: what a cat asks, how likely a guess is right, or why to pass."""
    match = ball("white, brown, blue", "striped, green, yellow")
    cat = cat_number("leaping black")
    view = match.view(0).record
    assert remark(view, 0, cat) == (
        "It shares nothing with you, so the others see 3 features that you do not have. "
        "Ruby lays a mask on it with a chance of 49%."
    )
    assert remark(view, 0, codes.PASS) == (
        "The likeliest guess, that Ruby is leaping, would be right with a chance of 19%."
    )
    play(match, "send leaping black", "pass", "send strutting blue", "pass", "send strutting black")
    view = match.view(0).record
    assert remark(view, 0, match.parse_move(0, "ask ruby striped")) == "This guess is certain to be right."
    assert remark(match.view(0).record, 0, match.parse_move(0, "ask ruby leaping")).startswith(
        "This guess is right with a chance of"
    )
    said = hint(GAME, match.view(0), 0, 1).sentences()
    assert said.startswith("The lion would choose: Ruby is striped.")
    assert said.endswith("This guess is certain to be right.")
