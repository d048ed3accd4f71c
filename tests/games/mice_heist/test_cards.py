"""Every skill card and assist card of Mice Heist."""

from __future__ import annotations

import pytest
from tests.games.mice_heist.conservation import check_conservation
from tests.games.mice_heist.heist import (
    assist_named,
    bet,
    burn_deck,
    hand,
    names,
    only_bag,
    only_deck,
    play,
    play_for,
    rating,
    table,
    told,
    track,
)

from mousehole.engine.match import Match
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.naming import chips_text, running_sum

MINUS = "\N{MINUS SIGN}"


def holding(
    card: str, *more: str, obstacle: str = "e1 agility", chips: tuple[str, ...] = ("green +2", "orange \N{MINUS SIGN}1")
) -> Match:
    """Let the tester hold a card (and more) after chips were drawn, nobody assisting."""
    match = table(hands=[[card, *more, "Keep Calm C"]])
    return bet(play(match, obstacle), 0, 0, 0, chips=chips)


def helped(card: str, *bets: int, obstacle: str = "e1 agility", hands: tuple[str, ...] = ("Keep Calm",)) -> Match:
    """Let an assist card be revealed for a tester with a card in hand."""
    match = table(hands=[hands], ratings=[(1, 1, 1), (2, 4, 1), (3, 0, 0), (0, 1, 5)], assist=card)
    return bet(play(match, obstacle), *bets)


def score(match: Match) -> int:
    """Return what the test stands at."""
    return running_sum(match.state.record)


# Skill cards


@pytest.mark.parametrize(
    ("card", "obstacle", "adds"),
    [
        ("Move Silently", "e1 agility", 2),
        ("Move Silently", "c1 charm", 0),
        ("Move Silently", "c1 agility", 2),
        ("Bite Hard", "c1 charm", 2),
        ("Bite Hard", "f1 dexterity", 0),
        ("Bite Hard", "c1 agility", 0),
        ("Quick Paws", "f1 dexterity", 2),
        ("Quick Paws", "f1 agility", 0),
        ("Keep Calm", "e1 agility", 1),
        ("Keep Calm C", "f1 dexterity", 1),
        ("Lone Wolf", "e1 agility", 2),
        ("Team Player", "e1 agility", 0),
    ],
)
def test_cards_that_add(card: str, obstacle: str, adds: int) -> None:
    """MH-5.3: a card counts if the chosen alternative includes its skill; without effect it may be played as well."""
    match = holding(card, obstacle=obstacle)
    before = score(match)
    play(match, names(match)[1])
    assert score(match) == before + adds
    assert ("no effect" in told(match)) == (adds == 0)


def test_cards_that_add_in_a_test_of_two_skills() -> None:
    """MH-5.3: an "A+C" test includes both."""
    match = table(hands=[["Move Silently", "Bite Hard", "Quick Paws", "Keep Calm"]])
    match.state.cleared[1] = 2
    bet(play(match, "c3 agility+charm"), 0, 0, 0, chips=["green +2", "green +2"])
    sums = []
    for _ in range(3):
        play(match, names(match)[1])
        sums.append(score(match))
    assert sums == [6, 8, 8]


def test_cards_about_helpers() -> None:
    """MH-5.3: Lone Wolf needs nobody to assist; Team Player counts the assisting players, not their chips."""
    match = helped("Better Together", 2, 0, 1, hands=("Lone Wolf", "Team Player", "Keep Calm"))
    before = score(match)
    play(match, "play 1 lone-wolf")
    assert score(match) == before
    play(match, "play 1 team-player")
    assert score(match) == before + 2


def test_push_your_luck() -> None:
    """MH-5.3: one more chip, which counts once."""
    match = play_for(holding("Push Your Luck"), "play 1 push-your-luck", "blue +4")
    assert score(match) == 5


def test_double_down() -> None:
    """MH-5.3: one more chip that counts twice, also after it is flipped; the doubling is the chip's."""
    match = holding("Double Down", "Sleight of Hand", "Side Step")
    play_for(match, "play 1 double-down", "blue +4, twice")
    assert score(match) == 9
    play(match, "play 1 sleight-of-hand", "flip 3")
    assert score(match) == 5
    assert chips_text(match.state.record)[2] == "blue +2, twice"
    green = chips_text(match.state.record).index("green +2")
    play(match, "play 1 side-step", f"return {green + 1}")
    assert chips_text(match.state.record) == [f"orange {MINUS}1", "blue +2, twice"]
    assert score(match) == 3


def test_doubling_ends_in_the_bag() -> None:
    """MH-5.3: a doubled chip put back and drawn again counts once, by Side Step and by Nope Nope Nope."""
    match = holding("Double Down", "Nope Nope Nope", "Side Step", "Push Your Luck")
    play_for(match, "play 1 double-down", "blue +4, twice")
    play_for(match, "play 1 nope-nope-nope", "blue +4", "green +2", "green +2")
    assert not match.state.chip_doubled.any()
    assert score(match) == 8
    match = holding("Double Down", "Side Step", "Push Your Luck")
    play_for(match, "play 1 double-down", "blue +4, twice")
    play(match, "play 1 side-step", "return 3")
    play_for(match, "play 1 push-your-luck", "blue +4")
    assert score(match) == 5


def test_side_step() -> None:
    """MH-5.3: one drawn chip goes back to the bag; later chips move up."""
    match = holding("Side Step")
    bag = match.state.bag.sum()
    play(match, "play 1 side-step")
    assert match.state.phase == codes.PICK_CHIP
    assert names(match) == ["return 1", "return 2"]
    first = chips_text(match.state.record)[0]
    play(match, "return 2")
    assert (match.state.chips, chips_text(match.state.record)) == (1, [first])
    assert match.state.bag.sum() == bag + 1
    check_conservation(match.state.record)


def test_nope_nope_nope() -> None:
    """MH-5.3: all chips go back before as many are drawn, so the same chips may come again."""
    match = holding("Nope Nope Nope")
    play_for(match, "play 1 nope-nope-nope", "green +2", f"orange {MINUS}1")
    match = holding("Nope Nope Nope")
    match.state.bag[:] = 0  # the bag needs no refill: what goes back is drawn
    play(match, "play 1 nope-nope-nope")
    assert sorted(text.split()[0] for text in chips_text(match.state.record)) == ["green", "orange"]
    assert match.state.bag.sum() == 0


def test_sleight_of_hand() -> None:
    """MH-5.3: one chip is flipped; with a single chip it is still asked which."""
    match = holding("Sleight of Hand", "Side Step")
    play(match, "play 2 side-step", "return 1")
    only = chips_text(match.state.record)
    play(match, "play 1 sleight-of-hand")
    assert names(match) == ["flip 1"]
    play(match, "flip 1")
    assert chips_text(match.state.record) == [{"green +2": "green +1", f"orange {MINUS}1": f"orange {MINUS}2"}[only[0]]]


def test_change_fate() -> None:
    """MH-5.3, MH-5.8: one chip of choice or all; with one chip drawn just that chip."""
    match = holding("Change Fate", "Change Fate", "Change Fate", "Side Step")
    play(match, "play 1 change-fate")
    assert names(match) == ["flip 1", "flip 2", "flip all"]
    play(match, "flip all")
    assert sorted(chips_text(match.state.record)) == ["green +1", f"orange {MINUS}2"]
    play(match, "play 1 change-fate", "flip 1")
    assert sum(side for side in match.state.chip_side[:2]) == 1
    play(match, "play 2 side-step", "return 1", "play 1 change-fate")
    assert names(match) == ["flip 1"]


@pytest.mark.parametrize("card", ["Change Fate", "Sleight of Hand", "Side Step", "Nope Nope Nope"])
def test_chip_cards_without_chips(card: str) -> None:
    """MH-5.3: with no chip left, a card for chips is played without effect and nobody is asked which chip."""
    match = holding("Side Step", "Side Step", card)
    play(match, "play 1 side-step", "return 1", "play 1 side-step", "return 1")
    assert match.state.chips == 0
    play(match, names(match)[1])
    assert match.state.phase == codes.PLAY
    assert match.state.chips == 0
    assert "no effect" in told(match)


# Assist cards


def test_make_it_rain() -> None:
    """MH-1.5, MH-1.3: one cheese onto every job's top obstacle, in table order while the larder lasts; +1."""
    match = helped("Make It Rain", 1, 0, 0)
    s = match.state.record
    assert (list(s.job_cheese), s.supply, s.assist_sum) == ([1, 1, 1, 1], 36, 1)
    match = table(hands=[["Keep Calm"]], assist="Make It Rain")
    match.state.record.supply, match.state.cheese[3] = 2, 38
    bet(play(match, "e1 agility"), 1, 0, 0)
    assert (list(match.state.job_cheese), match.state.supply) == ([1, 1, 0, 0], 0)
    assert "Tower Run and Kitchen Intelligence" in told(match)


def test_work_together() -> None:
    """MH-1.5, MH-1.3: tester first, then helpers clockwise draw a card; the others do not; +1."""
    match = table(tester=2, hands=[[], [], ["Keep Calm"], []], assist="Work Together")
    only_deck(match.state.record, "Bite Hard")
    bet(play(match, "e1 agility"), 2, 0, 1)
    assert [int(n) for n in match.state.hand_size[:4]] == [1, 0, 2, 1]
    assert hand(match, 2) == ["Keep Calm", "Bite Hard"]  # the only card of the old deck went to the tester
    assert told(match).index("Tuppence draws") < told(match).index("Nib draws") < told(match).index("Pip draws")
    check_conservation(match.state.record)


def test_work_together_skips_full_hands() -> None:
    """MH-5.5: a hand of ten draws nothing, and the card stays for the next."""
    ten = ("Keep Calm",) * 3 + ("Lone Wolf",) * 3 + ("Side Step",) * 3 + ("Team Player",)
    match = helped("Work Together", 1, 0, 0, hands=ten)
    assert [int(n) for n in match.state.hand_size[:2]] == [10, 1]
    assert "Pip draws" not in told(match)


def test_work_together_without_cards() -> None:
    """MH-5.5: with no card anywhere nobody draws, and the test goes on."""
    match = table(hands=[["Keep Calm"]], assist="Work Together")
    burn_deck(match.state.record)
    bet(play(match, "e1 agility"), 1, 1, 1)
    assert match.state.phase == codes.PLAY
    assert match.state.hand_size.sum() == 1


@pytest.mark.parametrize("skill", ["agility", "charm", "dexterity"])
def test_watch_and_learn(skill: str) -> None:
    """MH-1.5, MH-4.2: the tester's rating rises at once and counts in this very test; +1."""
    match = helped(f"Watch & Learn ({skill})", 1, 0, 0, obstacle=f"f1 {skill}")
    assert rating(match, 0, skill) == 2
    chips = sum(int(text.split()[1].replace(MINUS, "-")) for text in chips_text(match.state.record))
    assert score(match) == 2 + 1 + chips


def test_watch_and_learn_at_five() -> None:
    """MH-4.1: a rating of five does not rise."""
    match = table(hands=[["Keep Calm"]], ratings=[(5, 0, 0)], assist="Watch & Learn (agility)")
    bet(play(match, "e1 agility"), 1, 0, 0)
    assert rating(match, 0, "agility") == 5


@pytest.mark.parametrize(
    ("card", "bets", "modifier"),
    [
        ("Better Together", (1, 1, 1), 2),
        ("Helping Paw", (1, 0, 0), 1),
        ("Helping Paw", (2, 2, 1), 3),
        ("The Long Game", (1, 0, 0), -2),
        ("One Step Back", (1, 0, 0), -1),
        ("Light Sabotage", (1, 0, 0), -1),
        ("Go Big or Go Home", (1, 0, 0), 0),
        ("Cheese Bribe", (1, 0, 0), 1),
        ("Work Together", (1, 0, 0), 1),
    ],
)
def test_assist_modifiers(card: str, bets: tuple[int, ...], modifier: int) -> None:
    """MH-1.5: what assist cards add; Helping Paw counts assisting players, not chips."""
    assert helped(card, *bets).state.assist_sum == modifier


def test_the_long_game() -> None:
    """MH-1.5, MH-1.3: the tester takes two cheese, or what is left."""
    assert helped("The Long Game", 1, 0, 0).state.cheese[0] == 2
    match = table(hands=[["Keep Calm"]], assist="The Long Game")
    match.state.record.supply, match.state.cheese[3] = 1, 39
    bet(play(match, "e1 agility"), 1, 0, 0)
    assert (match.state.cheese[0], match.state.supply) == (1, 0)


def test_one_step_back() -> None:
    """MH-1.5, MH-5.5: the tester draws two cards, one if its hand then is full."""
    assert helped("One Step Back", 1, 0, 0).state.hand_size[0] == 3
    nine = ("Keep Calm",) * 3 + ("Lone Wolf",) * 3 + ("Side Step",) * 3
    assert helped("One Step Back", 1, 0, 0, hands=nine).state.hand_size[0] == 10


def test_light_sabotage() -> None:
    """MH-1.5, MH-1.3: each assisting player, clockwise, moves back one on this job's track; the tester does not."""
    match = table(tester=1, hands=[[], ["Keep Calm"]], assist="Light Sabotage")
    match.state.track[2, :4] = [3, 5, 1, 2]
    match.state.track[1, :4] = [3, 5, 1, 2]
    bet(play(match, "e1 agility"), 1, 1, 1)
    assert track(match, 2) == [2, 5, 0, 1]  # seat 2 leaves, seat 3 takes its space, seat 0 that of seat 3
    assert track(match, 1) == [3, 5, 1, 2]


def test_go_big_or_go_home() -> None:
    """MH-1.5: three chips instead of two."""
    assert helped("Go Big or Go Home", 1, 0, 0).state.chips == 3


def test_scout_ahead() -> None:
    """MH-1.5: two chips are seen, the tester lays one with the used chips, the other goes back; then two are drawn."""
    match = table(hands=[["Keep Calm"]], assist="Scout Ahead")
    only_bag(match.state.record, "blue", "red")
    bet(play(match, "e1 agility"), 1, 0, 0)
    assert sorted(match.state.chip_colour[:2]) == [0, 4]
    assert not match.state.chip_side.any()
    assert names(match) == ["aside 1", "aside 2"]
    assert match.actors() == (0,)
    aside, back = (int(colour) for colour in match.state.chip_colour[:2])
    play(match, "aside 1")
    s = match.state.record
    assert s.chips == 2
    assert s.chip_colour[0] == back  # the bag held only that one
    assert s.bag.sum() == 9  # the refill brought the chip laid aside back as well: it was not this test's
    assert int(s.bag[aside]) + sum(int(c) == aside for c in s.chip_colour[:2]) == 1
    check_conservation(s)


def test_scouting_across_an_empty_bag() -> None:
    """MH-5.3: the second scouted chip may come from a refilled bag, which then lacks the first one."""
    match = table(hands=[["Keep Calm"]], assist="Scout Ahead")
    only_bag(match.state.record, "blue")
    bet(play(match, "e1 agility"), 1, 0, 0)
    assert match.state.chip_colour[0] == 0
    assert match.state.chip_colour[1] != 0
    assert match.state.bag.sum() == 9


@pytest.mark.parametrize(
    ("obstacle", "bets", "modifier"),
    [
        ("e1 agility", (1, 1, 1), 3),
        ("e1 agility", (1, 0, 1), 2),
        ("f1 charm", (1, 1, 1), 4),
        ("f1 charm", (0, 1, 0), 0),
    ],
)
def test_chomp_and_chew(obstacle: str, bets: tuple[int, ...], modifier: int) -> None:
    """MH-1.5: adds the best rating in the tested skill among the assisting players."""
    assert helped("Chomp & Chew", *bets, obstacle=obstacle).state.assist_sum == modifier


def test_chomp_and_chew_with_two_skills() -> None:
    """MH-1.5: it is one player's sum over the tested skills that counts, not the best of each."""
    match = table(hands=[["Keep Calm"]], ratings=[(0, 0, 0), (5, 0, 0), (0, 4, 0), (3, 3, 5)], assist="Chomp & Chew")
    match.state.cleared[1] = 2
    bet(play(match, "c3 agility+charm"), 1, 1, 1)
    assert match.state.assist_sum == 6


def test_cheese_bribe() -> None:
    """MH-1.5, MH-1.3: tester first, then helpers clockwise take a cheese each, while the larder lasts."""
    match = table(tester=1, hands=[[], ["Keep Calm"]], assist="Cheese Bribe")
    match.state.record.supply, match.state.job_cheese[0] = 2, 38
    bet(play(match, "e1 agility"), 1, 1, 1)
    assert [int(n) for n in match.state.cheese[:4]] == [0, 1, 1, 0]
    assert assist_named("Cheese Bribe") == match.state.assist_card
