"""What a page gets of Mice Heist: the picture of a view, what moves touch, and the guided first game."""

from __future__ import annotations

import random

import pytest

from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.mice_heist import show as showing
from mousehole.games.mice_heist.lesson import LESSON
from mousehole.games.mice_heist.show import components, show, touches
from mousehole.games.mice_heist.view import MiceHeistView

from .heist import bet, only_bag, play, play_for, table


def picture(match: Match, viewer: int) -> MiceHeistView:
    """Show what a viewer sees now."""
    return show(match.view(viewer).record, viewer)


def touched(match: Match) -> dict[str, list[str]]:
    """Return what each legal move of the first seat to move touches, by the move's name."""
    seat = match.actors()[0]
    view = match.view(seat).record
    words = match.game.words
    return {words.move_name(view, seat, action): touches(view, seat, action) for action in match.legal(seat)}


def kinds(view: MiceHeistView) -> list[str]:
    """List the kinds of what happened."""
    return [event.kind for event in view.events]


def test_table_at_the_start() -> None:
    """MH-2.1: the page shows four jobs with five obstacles, full larder and bag, and what the tester brings along."""
    match = table("BCEF", ratings=[(2, 1, 0)])
    view = picture(match, 0)
    assert (view.game, view.phase, view.tester, view.larder, view.spaces) == ("mice_heist", "select", 0, 40, 11)
    assert [(job.letter, job.name, len(job.obstacles)) for job in view.jobs][1] == ("C", "Kitchen Intelligence", 5)
    party = view.jobs[1].obstacles[0]
    assert [(way.skills, way.target) for way in party.ways] == [(["charm"], 4), (["agility"], 5)]
    assert view.jobs[1].ratings == [1, 2]
    assert [(chip.colour, chip.inside) for chip in view.bag][2] == ("yellow", 4)
    assert view.test is None
    assert {mouse.fist for mouse in view.mice} == {"resting"}


def test_hands_show_faces_to_their_owner_only() -> None:
    """Who knows what: everybody sees the backs of a hand, its owner alone the faces."""
    match = table(hands=[["Bite Hard"], ["Side Step"]])
    for viewer in (-1, 0, 1):
        hands = [mouse.hand for mouse in picture(match, viewer).mice]
        assert [hands[0][0].back, hands[1][0].back] == ["charm", "agility"]
        faces = [hand[0].card.name if hand[0].card else None for hand in hands[:2]]
        assert faces == ["Bite Hard" if viewer == 0 else None, "Side Step" if viewer == 1 else None]


def test_fists_tell_only_that_somebody_has_chosen() -> None:
    """MH-5.2: a closed fist hides its chips from all but its owner; a mouse without chips is not asked."""
    match = table(seats=4)
    match.state.home[3] = 0
    play(match, "b1 agility", "bet 2")
    for viewer, bets in ((-1, None), (0, None), (1, 2), (2, None)):
        mice = picture(match, viewer).mice
        assert [mouse.fist for mouse in mice] == ["resting", "closed", "thinking", "empty"]
        assert [mouse.bet for mouse in mice] == [None, bets, None, None]


def test_views_during_the_bets_are_alike() -> None:
    """MH-5.2: what others see of a bet does not depend on it."""
    shown = [picture(play(table(), "b1 agility", f"bet {chips}"), 2) for chips in (0, 1, 2)]
    assert shown[0] == shown[1] == shown[2]


def test_test_adds_up() -> None:
    """MH-5.4: the page shows rating, chips, assist card and skill cards, and what they come to."""
    match = table("BCEF", seats=3, hands=[["Quick Paws", "Move Silently"]], ratings=[(1, 0, 0)], assist="Helping Paw")
    bet(play(match, "b1 agility"), 1, 2, chips=["purple \N{MINUS SIGN}3", "green +1"])
    view = picture(match, 0)
    test = view.test
    assert test is not None
    assert (test.obstacle.name, test.skills, test.target) == ("Climb the Tower", ["agility"], 3)
    assert test.assist is not None
    assert (test.ratings, test.assist.name, test.assist.adds) == ([1], "Helping Paw", 2)
    assert sorted((chip.value, chip.other) for chip in test.chips) == [(-3, 3), (1, 2)]
    assert sum(chip.counts for chip in test.chips) == -2
    assert (test.total, test.short, test.can_reach, test.verdict) == (1, 2, True, None)
    assert [mouse.bet for mouse in view.mice] == [None, 1, 2]
    assert kinds(view) == ["bet_made", "bet_shown", "bet_shown", "assist_shown", "chip_drawn", "chip_drawn"]
    play(match, "play 2 move-silently")
    test = picture(match, -1).test
    assert test is not None
    assert [(played.card.name, played.count, played.adds) for played in test.cards] == [("Move Silently", 1, 2)]
    assert (test.total, test.short, test.can_reach) == (3, 0, None)
    play(match, "stop")
    view = picture(match, -1)
    assert view.test is not None
    assert view.test.verdict == "success"
    assert kinds(view) == ["tested", "obstacle_left", "moved", "moved", "moved"]
    assert [(event.seat, event.start, event.space) for event in view.events[2:]] == [(1, 0, 1), (2, 0, 2), (0, 0, 3)]
    assert view.jobs[0].standing == [0, 2, 1]
    assert view.jobs[0].obstacles[0].name == "Cut the Power"


OUTLOOKS = {
    # at 1 - 3 + 1 + 1 = 0 of 4, with purple -3 and green +1 drawn: total, sure, enough, useless
    "Move Silently": (2, True, False, False),
    "Quick Paws": (0, True, False, True),
    "Keep Calm": (1, True, False, False),
    "Lone Wolf": (0, True, False, True),
    "Team Player": (1, True, False, False),
    "Side Step": (3, False, False, False),
    "Sleight of Hand": (6, False, True, False),
    "Change Fate": (7, False, True, False),
    "Push Your Luck": (4, False, True, False),
    "Double Down": (8, False, True, False),
    "Nope Nope Nope": (9, False, True, False),
}


@pytest.mark.parametrize("name", OUTLOOKS)
def test_card_in_hand_says_what_it_would_bring(name: str) -> None:
    """MH-5.3: what a card makes of the test is found by the rules; where one picks or draws, the most it can be."""
    match = table("BCEF", seats=3, hands=[[name]], ratings=[(1, 0, 0)], assist="Better Together")
    match.state.job[0] = 2  # Stealth Mission: agility 4
    bet(play(match, "e1 agility"), 0, 1, chips=["purple \N{MINUS SIGN}3", "green +1"])
    match.state.record.assist_sum = 1
    held = picture(match, 0).mice[0].hand[0]
    assert held.outlook is not None
    assert (held.outlook.total, held.outlook.is_sure, held.outlook.is_enough, held.outlook.is_useless) == OUTLOOKS[name]
    assert picture(match, 1).mice[0].hand[0].outlook is None
    assert picture(match, -1).test.can_reach is None  # type: ignore[union-attr]  # a test is under way


def test_outlook_draws_from_a_bag_that_is_filled_again() -> None:
    """MH-5.3: with one chip in the bag the luckiest redraw takes it, then the best of those put back."""
    match = table("BCEF", seats=2, hands=[["Push Your Luck"]], ratings=[(0, 0, 0)])
    bet(play(match, "b1 agility"), 0, chips=["yellow +1", "green +1"])
    only_bag(match.state.record)
    held = picture(match, 0).mice[0].hand[0]
    assert held.outlook is not None
    assert held.outlook.total == 6


def test_scouted_chips_are_no_part_of_the_total() -> None:
    """Scout Ahead: chips that only pass through count nothing, and no verdict is near."""
    match = table("BCEF", seats=2, hands=[["Bite Hard"]], ratings=[(2, 0, 0)], assist="Scout Ahead")
    play(match, "b1 agility", "bet 1")
    test = picture(match, 0).test
    assert test is not None
    assert picture(match, 0).phase == "scout"
    assert (test.total, test.short, test.can_reach) == (2, 1, None)


def test_drawn_cards_are_told_by_their_backs() -> None:
    """Who knows what: that a card was drawn is told to all, its face to the one who drew it."""
    match = table(seats=2, hands=[["Bite Hard"]])
    bet(play(match, "b1 agility"), 0, chips=["yellow +1", "green +1"])
    play(match, "stop", "decline", "draw")
    for viewer in (-1, 0, 1):
        (drew,) = [event for event in picture(match, viewer).events if event.kind == "drew"][:1]
        assert drew.seat == 1
        assert (drew.card is None) == (viewer != 1)


def test_touches_of_a_selection() -> None:
    """A single test is its job's card; of an "or" test each way is a thing of its own."""
    things = touched(table("BCEF"))
    assert things["b1 agility"] == ["job:0"]
    assert things["c1 charm"] == ["way:1:0"]
    assert things["c1 agility"] == ["way:1:1"]


def test_touches_of_a_test() -> None:
    """Fists, cards and chips are touched; stopping and flipping all are buttons."""
    match = table(seats=2, hands=[["Change Fate"]])
    play(match, "b1 agility")
    assert touched(match) == {"bet 0": ["fist:0"], "bet 1": ["fist:1"], "bet 2": ["fist:2"]}
    play_for(match, "bet 0", "orange \N{MINUS SIGN}2", "yellow +1")
    assert touched(match) == {"stop": [], "play 1 change-fate": ["card:0"]}
    play(match, "play 1 change-fate")
    using = picture(match, 1).test
    assert using is not None
    assert using.using is not None
    assert using.using.name == "Change Fate"
    assert touched(match) == {"flip 1": ["chip:0"], "flip 2": ["chip:1"], "flip all": []}


def test_touches_of_a_lesson() -> None:
    """MH-5.4: one learns from the deck, a hand card or a card just played, each a thing to touch."""
    match = table(seats=2, hands=[["Keep Calm", "Bite Hard"]])
    bet(play(match, "b1 agility"), 0, chips=["orange \N{MINUS SIGN}2", "yellow +1"])
    play(match, "play 1 keep-calm", "stop")
    assert touched(match) == {
        "decline": [],
        "learn top": ["deck:skill"],
        "learn 1 bite-hard": ["card:0"],
        "learn played keep-calm d": ["played:12"],
    }
    play(match, "decline")
    assert touched(match) == {"decline": [], "draw": ["deck:skill"]}
    play(match, "decline")
    assert touched(match) == {"keep": [], "discard 1 bite-hard": ["card:0"]}


def test_end_is_told_job_by_job() -> None:
    """MH-6.2: the page learns of each job who got which food and who a cheese."""
    match = table("BCEF", seats=4, ratings=[(5, 5, 5)])
    s = match.state.record
    s.cleared[0] = 4
    s.track[1, :4] = [4, 3, 2, 1]
    bet(play(match, "b5 agility"), 0, 0, 0, chips=["blue +4", "green +2"])
    assert match.is_over
    view = picture(match, 2)
    assert view.phase == "over"
    assert [(paid.job, paid.food, paid.cheese) for paid in view.payouts] == [
        (0, [0], []),
        (1, [0, 1, 2], [3]),
        (2, [], []),
        (3, [], []),
    ]
    assert [mouse.food for mouse in view.mice] == [24, 6, 3, 0]
    assert [mouse.points for mouse in view.mice] == [24, 6, 3, 1]
    assert view.ranking == [0, 1, 2, 3]
    assert all(held.card for mouse in view.mice for held in mouse.hand)
    assert view.jobs[0].obstacles == []


def test_equals_at_the_end_are_ranked_by_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """MH-6.3: also where sorting does not keep the order of equals, as on a device."""
    match = table("BCEF", seats=4, ratings=[(5, 5, 5)])
    match.state.cleared[0] = 4
    bet(play(match, "b5 agility"), 0, 0, 0, chips=["blue +4", "green +2"])
    monkeypatch.setattr(showing, "sorted", lambda seats, key: sorted(seats, key=key, reverse=True)[::-1], raising=False)
    assert picture(match, 2).ranking == [0, 1, 2, 3]


def test_components() -> None:
    """MH-1: the box holds six identities, six jobs, 37 skill and 42 assist cards, 11 chips."""
    box = components()
    assert (len(box.identities), len(box.jobs)) == (6, 6)
    assert sum(card.copies for card in box.skill_cards) == 37
    assert sum(card.copies for card in box.assist_cards) == 42
    assert sum(chip.copies for chip in box.chips) == 11


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_position_can_be_shown(seats: int) -> None:
    """Random games: every view is shown, and no two moves touch the same things."""
    chance = random.Random(seats)
    match = Match.start(load("mice_heist"), seats=seats, seed=seats)
    while not match.is_over:
        for viewer in range(-1, seats):
            picture(match, viewer)
        seat = chance.choice(match.actors())
        view = match.view(seat).record
        things = [tuple(touches(view, seat, action)) for action in match.legal(seat)]
        named = [thing for thing in things if thing]
        assert len(set(named)) == len(named)
        match.step(seat, chance.choice(match.legal(seat)))
    picture(match, -1)


def test_lesson_replays() -> None:
    """Every move of the guided game is legal where it stands, and ends where the farewell says."""
    match = Match.start(load("mice_heist"), seats=LESSON.seats, options=LESSON.options, seed=LESSON.seed)
    for step in LESSON.steps:
        assert step.note
        match.step(step.seat, match.parse_move(step.seat, step.move))
    view = picture(match, LESSON.seat)
    assert (view.phase, view.tester) == ("select", LESSON.seat)
    assert view.mice[LESSON.seat].home == 2
    assert view.mice[LESSON.seat].ratings.dexterity == 3
    assert [job.track[LESSON.seat] for job in view.jobs] == [3, 0, 0, 2]
