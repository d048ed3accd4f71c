"""Cloaked Cats as a page shows it."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest
from tests.games.cloaked_cats.ball import ball, cat_number, play
from tests.games.cloaked_cats.worlds import worlds_of

from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.cloaked_cats.components import FEATURES
from mousehole.games.cloaked_cats.lesson import LESSON
from mousehole.games.cloaked_cats.show import components, show, touches
from mousehole.games.cloaked_cats.view import CloakedCatsView

SPECTATOR = -1


def picture(match: Match, viewer: int) -> CloakedCatsView:
    """Show a viewer the table."""
    return show(match.view(viewer).record, viewer)


def named(features: list[int] | None) -> list[str] | None:
    """Name features."""
    return None if features is None else [FEATURES[feature] for feature in features]


def notes(shown: CloakedCatsView, player: int, note: str) -> list[str]:
    """Name the features of a player that carry a note."""
    return [FEATURES[i] for i, found in enumerate(shown.players[player].notes) if found == note]


def test_the_cards() -> None:
    """CC-1.1, CC-1.2, CC-1.3: the page prints 19 features with their counts and 40 cats in words."""
    cards = components()
    assert [(card.name, card.kind, card.cats) for card in cards.features[::6]] == [
        ("leaping", "pose", 8), ("brown", "colour", 5), ("red", "colour", 5), ("toy mouse", "accessory", 7),
    ]  # fmt: skip
    assert [card.cats for card in cards.features if card.kind == "pattern"] == [13, 13]
    cat = cards.cats[cat_number("seated black")]
    assert (cat.pose, cat.colour, cat.pattern, cat.accessory) == ("seated", "black", "spotted", "fish cocktail")
    assert cat.name == "seated black cat, spotted, with a fish cocktail"
    assert cards.cats[cat_number("seated red")].accessory is None
    assert all(sorted(card.features) == card.features for card in cards.cats)


def test_everybody_sees_their_own_cards_only() -> None:
    """CC-2.1: cloaks and hands are None for those who may not see them."""
    match = ball("leaping, white, striped", "seated, brown, top hat", "lazy, blue, spotted")
    for viewer in (SPECTATOR, 0, 1, 2):
        shown = picture(match, viewer)
        for seat, player in enumerate(shown.players):
            assert (player.cloak is not None) == (player.hand is not None) == (seat == viewer)
            assert (player.stock, player.won, player.covered, player.points, player.cats) == (16, 0, 3, 3, 3)
    assert named(picture(match, 1).players[1].cloak) == ["seated", "brown", "top hat"]
    assert (shown.phase, shown.turn, shown.round, shown.deck, shown.floor) == ("play", 0, 1, 31, [])


def test_a_cat_on_the_floor() -> None:
    """CC-3.1, CC-3.2: a cat lies there with its host and masks, and those without a mask are known to lack it all."""
    match = play(ball("leaping, white, striped", "seated, brown, top hat", first=1), "send lazy white")
    shown = picture(match, 1)
    cat = cat_number("lazy white")
    assert [asdict(dancer) for dancer in shown.floor] == [{"cat": cat, "host": 1, "masks": [0]}]
    assert [asdict(event) for event in shown.events] == [{"kind": "cat", "seat": 1, "cat": cat, "masks": [0]}]
    assert shown.phase == "guess"
    assert notes(shown, 0, "no") == ["seated", "brown", "top hat"]
    assert notes(picture(match, 0), 1, "no") == ["leaping", "lazy", "white", "striped", "toy mouse"]


def test_guesses_and_their_answers() -> None:
    """CC-3.3: right turns a feature up, wrong rules one out; either way one mask changes hands."""
    match = ball("leaping, white, striped", "seated, brown, top hat")
    play(match, "send lazy white", "ask ruby brown")
    shown = picture(match, SPECTATOR)
    told = [asdict(event) for event in shown.events]
    assert told[0] == {
        "kind": "guess", "seat": 0, "player": 1, "feature": 6, "is_right": True, "payer": 1, "winner": 0,
    }  # fmt: skip
    assert told[1] == {"kind": "draw", "seat": 0}
    assert named(shown.players[1].shown) == ["brown"]
    assert (shown.players[0].points, shown.players[1].points) == (4, 2)
    play(match, "send lazy red", "ask saffron black")
    shown = picture(match, SPECTATOR)
    assert asdict(shown.events[0])["is_right"] is False
    assert (shown.players[1].stock, shown.players[0].won) == (14, 2)
    assert "black" in notes(shown, 0, "no")
    assert "black" in notes(shown, 1, "no")


def test_what_is_certain_is_what_all_worlds_agree_on() -> None:
    """CC-3.2, CC-3.4: yes and no are what every world that fits the story says, for seats and spectators."""
    match = ball("leaping, white, striped", "seated, brown, top hat", "lazy, blue, spotted")
    play(match, "send seated green", "pass", "send leaping brown", "pass", "send lazy black", "pass")
    play(match, "send strutting brown", "ask indigo top hat", "send leaping green", "pass")
    hidden = {0: (1, 2), 2: (0, 1)}
    for viewer, players in hidden.items():
        shown = picture(match, viewer)
        worlds = np.array(worlds_of(match, viewer))
        for column, player in enumerate(players):
            always, ever = np.bitwise_and.reduce(worlds[:, column]), np.bitwise_or.reduce(worlds[:, column])
            truth = ["yes" if always >> i & 1 else "open" if ever >> i & 1 else "no" for i in range(19)]
            assert shown.players[player].notes == truth


def facts(match: Match, viewer: int, player: int) -> dict[str, list[str]]:
    """Name the features of which the table shows that a player holds them, or cannot."""
    found = picture(match, viewer).players[player].facts
    return {note: [FEATURES[i] for i, fact in enumerate(found) if fact == note] for note in ("yes", "no")}


def test_what_lies_open_needs_no_thinking() -> None:
    """CC-1.1: a feature face up is that player's and nobody else's; so are those of one's own cloak."""
    match = ball("leaping, white, striped", "seated, brown, top hat", "lazy, blue, spotted")
    play(match, "send lazy white", "ask ruby brown")
    assert facts(match, 0, 1) == {"yes": ["brown"], "no": ["leaping", "white", "striped"]}
    assert facts(match, 0, 2) == {"yes": [], "no": ["leaping", "white", "brown", "striped"]}
    assert facts(match, SPECTATOR, 0) == {"yes": [], "no": ["brown"]}
    assert facts(match, 1, 1)["yes"] == ["seated", "brown", "top hat"]
    assert len(facts(match, 1, 1)["no"]) == 16


def test_what_the_room_knows_of_me() -> None:
    """A covered feature that every spectator can be sure of is given away, for its owner to see and nobody else."""
    match = ball("leaping, white, striped", "seated, brown, top hat")
    play(match, "send strutting black", "pass", "send strutting purple", "pass")
    assert picture(match, 0).players[0].given_away == []
    play(match, "send playful black", "pass")
    assert named(picture(match, 0).players[0].given_away) == ["striped"]
    assert notes(picture(match, SPECTATOR), 0, "yes") == ["striped"]
    assert picture(match, 1).players[0].given_away == []
    assert picture(match, SPECTATOR).players[0].given_away == []


def test_the_last_turns_and_the_end() -> None:
    """CC-4.1, CC-4.5: a lifted cloak is told, the last turns are marked, and at the end everything is turned up."""
    match = ball("leaping, white, striped", "seated, brown, top hat")
    play(match, "send lazy red", "ask ruby seated", "send lazy white", "pass")
    play(match, "send lazy yellow", "ask ruby brown", "send lazy green", "pass", "send lazy black", "ask ruby top hat")
    shown = picture(match, 1)
    assert [event.kind for event in shown.events] == ["guess", "unmasked", "draw"]
    assert (shown.is_last, shown.phase, shown.turn, shown.round) == (True, "guess", 1, 3)
    assert named(picture(match, 0).players[1].cloak) == ["seated", "brown", "top hat"]
    play(match, "pass")
    for viewer in (SPECTATOR, 0, 1):
        shown = picture(match, viewer)
        assert (shown.phase, shown.turn, shown.round) == ("over", None, 3)
        assert named(shown.players[0].cloak) == ["leaping", "white", "striped"]
        assert all(player.hand is not None and "open" not in player.notes for player in shown.players)


def test_an_empty_stock_is_told() -> None:
    """CC-4.2: the seats that ran out are named."""
    match = ball("leaping, white, striped", "seated, brown, top hat")
    match.state.stock[0] = 1
    play(match, "send lazy white")
    assert [asdict(event) for event in picture(match, 1).events][1] == {"kind": "empty", "seats": [0]}
    assert picture(match, 1).round == 1


def test_what_a_move_touches() -> None:
    """A cat is touched in the hand, a guess in the notebook, a pass is a button."""
    match = ball("leaping, white, striped", "seated, brown, top hat")
    view, cats = match.view(0).record, match.legal(0)
    assert [touches(view, 0, cat) for cat in cats] == [[f"cat:{cat}"] for cat in cats]
    play(match, "send lazy white")
    view = match.view(0).record
    found = {match.game.words.move_name(view, 0, move): touches(view, 0, move) for move in match.legal(0)}
    assert found["pass"] == []
    assert found["ask ruby brown"] == ["square:1_6"]
    assert len({tuple(things) for things in found.values()}) == len(found)


@pytest.mark.parametrize("viewer", [SPECTATOR, LESSON.seat])
def test_the_lesson_is_a_whole_game(viewer: int) -> None:
    """The script is legal from the first move to the last, and the learner wins as the farewell says."""
    match = Match.start(load("cloaked_cats"), seats=LESSON.seats, seed=LESSON.seed)
    for step in LESSON.steps:
        assert match.actors() == (step.seat,)
        assert step.note
        if step.move.startswith("ask ruby") and step.move != "ask ruby playful":
            assert step.move.removeprefix("ask ruby ") in notes(picture(match, LESSON.seat), 1, "yes")
        match.step(step.seat, match.parse_move(step.seat, step.move))
        picture(match, viewer)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winners == (LESSON.seat,)
    assert outcome.points == (6, 3)
    assert [(player.won, player.covered) for player in picture(match, viewer).players] == [(5, 1), (3, 0)]
