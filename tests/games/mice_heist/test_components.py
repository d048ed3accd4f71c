"""What is in the box of Mice Heist, and how it is set up."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from mousehole.engine.match import Match
from mousehole.games import facts, load
from mousehole.games.mice_heist.components import ASSIST_CARDS, CHIPS, IDENTITIES, JOBS, SKILL_CARDS

OBSTACLES = """
B1 Climb the Tower | A 3 | 3
B2 Cut the Power | D 6 | 3
B3 Past the Night Light | A+C 8 | 3
B4 Greased Drainpipe | A 8 | 3
B5 The Belfry Latch | D 9 or A 9 | 4 mandatory
C1 Infiltrate the Party | C 4 or A 5 | 3
C2 Sweet-Talk the Doorman | C 6 | 3
C3 Find the Location | A+C 6 | 4 mandatory
C4 Talk Past the Parrot | C 8 | 3
C5 The Recipe Safe | C+D 12 | 4 mandatory
E1 Stealth Mission | A 4 | 3
E2 Surprise Snack | C 6 or D 6 | 3
E3 Crack the Seal | A+D 8 | 3
E4 Secret Tunnel | A 8 | 3
E5 The Cold Door | A 9 or C 9 or D 9 | 4 mandatory
F1 Case the Joint | A 6 or C 6 or D 6 | 4 mandatory
F2 Illuminate Secrets | D 6 | 3
F3 Strange Neighbours | C+D 7 | 3
F4 The Archivist's Riddle | C 8 | 3
F5 Unwrap the Presents | C+D 11 | 4 mandatory
G1 Scout the Rooftop | D 4 | 3
G2 Make a Tunnel | D 6 | 3
G3 Wake No Dog | A+C 8 | 3
G4 Breach the Cabinets | A 9 | 4 mandatory
G5 Sealed Bounty | A 9 or C 9 or D 9 | 4 mandatory
H1 Woodland Alliance | C 4 | 3
H2 King Crow | C 6 | 4 mandatory
H3 Ground Cover | A+D 8 | 3
H4 Aerial Assault | D 8 | 3
H5 Basket Hinges | C 9 or D 9 | 4 mandatory
"""


def test_identities() -> None:
    """MH-1.1: six identities, each strong in one skill, passable in another, hopeless in the third."""
    assert {identity.name: identity.ratings for identity in IDENTITIES} == {
        "Cat Burglar": (2, 0, 1),
        "Circus Acrobat": (2, 1, 0),
        "Confidence Artist": (1, 2, 0),
        "Smooth Criminal": (0, 2, 1),
        "Pickpocket": (0, 1, 2),
        "Safecracker": (1, 0, 2),
    }


def test_chips() -> None:
    """MH-1.2: eleven chips of six colours."""
    assert [(chip.colour, chip.copies, *chip.sides) for chip in CHIPS] == [
        ("blue", 1, 4, 2),
        ("green", 2, 2, 1),
        ("yellow", 4, 1, -1),
        ("orange", 2, -1, -2),
        ("red", 1, -2, -4),
        ("purple", 1, 3, -3),
    ]
    assert sum(chip.copies for chip in CHIPS) == 11


def test_obstacles() -> None:
    """MH-1.4: thirty obstacles, five a job, with their tests and payouts."""
    lines = []
    for job in JOBS:
        for number, obstacle in enumerate(job.obstacles, 1):
            test = " or ".join(f"{'+'.join(skills)} {target}" for skills, target in obstacle.test)
            mandatory = " mandatory" if obstacle.is_mandatory else ""
            lines.append(f"{job.letter}{number} {obstacle.name} | {test} | {obstacle.payout}{mandatory}")
    assert "\n".join(lines) == OBSTACLES.strip()
    alone = Counter(obstacle.test[0][0] for job in JOBS for obstacle in job.obstacles if len(obstacle.test) == 1)
    assert [alone[skill] for skill in "ACD"] == [5, 5, 5]


def test_jobs() -> None:
    """MH-1.4: six jobs by name."""
    assert [(job.letter, job.name) for job in JOBS] == [
        ("B", "Tower Run"),
        ("C", "Kitchen Intelligence"),
        ("E", "Impenetrable Fortress"),
        ("F", "Raid the Archives"),
        ("G", "Home Invasion"),
        ("H", "Crash the Picnic"),
    ]


def test_skill_cards() -> None:
    """MH-1.5: 37 skill cards; Keep Calm has two backs."""
    assert {(card.name, card.teaches): card.copies for card in SKILL_CARDS} == {
        ("Move Silently", "A"): 4,
        ("Bite Hard", "C"): 4,
        ("Quick Paws", "D"): 4,
        ("Change Fate", "D"): 3,
        ("Sleight of Hand", "D"): 3,
        ("Push Your Luck", "C"): 3,
        ("Side Step", "A"): 3,
        ("Nope Nope Nope", "A"): 2,
        ("Double Down", "C"): 2,
        ("Lone Wolf", "A"): 3,
        ("Team Player", "C"): 2,
        ("Keep Calm", "C"): 1,
        ("Keep Calm", "D"): 3,
    }
    assert sum(card.copies for card in SKILL_CARDS) == 37


def test_assist_cards() -> None:
    """MH-1.5: 42 assist cards with their printed modifiers."""
    assert {card.name: (card.copies, card.modifier) for card in ASSIST_CARDS} == {
        "Make It Rain": (4, 1),
        "Work Together": (4, 1),
        "Watch & Learn (agility)": (2, 1),
        "Watch & Learn (charm)": (2, 1),
        "Watch & Learn (dexterity)": (2, 1),
        "Better Together": (4, 2),
        "Helping Paw": (4, 0),
        "The Long Game": (3, -2),
        "One Step Back": (3, -1),
        "Light Sabotage": (4, -1),
        "Go Big or Go Home": (4, 0),
        "Scout Ahead": (2, 0),
        "Chomp & Chew": (2, 0),
        "Cheese Bribe": (2, 1),
    }
    assert sum(card.copies for card in ASSIST_CARDS) == 42


@pytest.mark.parametrize("seats", range(2, 7))
def test_setting_up(seats: int) -> None:
    """MH-2.1, MH-1.3: different identities with their ratings, four different jobs, three cards and two chips each."""
    for seed in range(20):
        s = Match.start(load("mice_heist"), seats=seats, seed=seed).state.record
        identities = [int(identity) for identity in s.identity[:seats]]
        assert len(set(identities)) == seats
        assert [tuple(s.rating[seat]) for seat in range(seats)] == [IDENTITIES[i].ratings for i in identities]
        assert len({int(job) for job in s.job}) == 4
        assert list(s.hand_size) == [3] * seats + [0] * (6 - seats)
        assert list(s.home) == [2] * seats + [0] * (6 - seats)
        assert (s.supply, s.deck_backs.sum(), s.assist_deck.sum(), s.bag.sum()) == (40, 37 - 3 * seats, 42, 11)
        assert not s.track.any()
        assert not s.cleared.any()


def test_chance_sets_up_evenly() -> None:
    """MH-2.1: every identity, job and starting player is equally likely."""
    first, job, starter = Counter[int](), Counter[int](), Counter[int]()
    game = load("mice_heist")
    for seed in range(3000):
        s = game.deal(4, (0,), seed).record
        first[int(s.identity[0])] += 1
        job[int(s.job[3])] += 1
        starter[int(s.tester)] += 1
    for seen, count in ((first, 6), (job, 6), (starter, 4)):
        assert len(seen) == count
        assert stats.chisquare(list(seen.values())).pvalue > 0.001


def test_facts() -> None:
    """MH-2.1, MH-5.7: two to six seats, usually four; stakes are off unless agreed; records stay small."""
    known = facts("mice_heist")
    assert (known.min_seats, known.max_seats, known.usual_seats) == (2, 6, 4)
    assert known.option_values({}) == known.completed((0,)) == (0, 3, 12, 4, 0)
    assert load("mice_heist").rules.State.itemsize < 2048
    assert np.dtype(load("mice_heist").rules.State).names is not None
