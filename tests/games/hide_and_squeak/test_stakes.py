"""Hide and Squeak: what is said to be at stake is what happens."""

from __future__ import annotations

import random
from collections.abc import Iterator

from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.hide_and_squeak import codes


def asked(phase: int, **options: int) -> Iterator[tuple[Match, int, str]]:
    """Play games, and yield what is said to be at stake in a phase."""
    for seed in range(12):
        match, chooser = (
            Match.start(load("hide_and_squeak"), seats=4, options=dict(options), seed=seed),
            random.Random(seed),
        )
        while not match.is_over:
            (seat,) = match.actors()
            if match.state.record.phase == phase:
                yield match, seat, match.view(seat).at_stake()
            match.step(seat, chooser.choice(match.legal(seat)))


def test_one_more_capture_wins() -> None:
    """HS-3.3, HS-3.4: the capture said to win does, one before it does not, and a pounce at nobody costs an action."""
    heard = set()
    for match, seat, line in asked(codes.PROWL, captures=2):
        before, after = match.state.record, match.after(seat, codes.POUNCE)
        caught = sum(1 for m in range(3) if before.room[m] == before.cat)
        needed = 1 if line.startswith("One more capture wins.") else int(line.split()[0])
        assert after.is_over == (caught >= needed) or after.record.ended in {codes.DAWN_CAT, codes.DAWN_MICE}
        if not caught:
            assert after.record.left == before.left - 1 or after.record.phase != codes.PROWL
        heard.add((needed, caught > 0))
    assert {(1, True), (2, True), (1, False)} <= heard


def test_taking_shows_the_room_and_wins_when_said() -> None:
    """HS-4.1, HS-4.3, HS-4.4: the cheese said to win does; taking leaves one room to the cat; a trap stuns."""
    heard = set()
    for match, seat, line in asked(codes.CHEESE, cheese=2):
        before = match.state.record
        if codes.TAKE not in match.legal(seat):
            assert line == "" or "not where" in line
            continue
        after, mouse = match.after(seat, codes.TAKE), seat - 1
        is_trap = after.record.traps_found > before.traps_found
        heard.add((line.split(".")[0], is_trap))
        if is_trap:
            assert after.record.stunned[mouse] != codes.AWAKE
            assert "a trap stuns you" in line or before.night == before.dawn
        elif line.startswith("One more cheese wins."):
            assert after.record.ended == codes.CHEESE_STORED
        else:
            assert after.record.ended != codes.CHEESE_STORED
            if not after.is_over and after.record.phase == codes.CHEESE:
                assert after.view(codes.CAT).record.maybe[mouse] == 1 << int(before.room[mouse])
    assert {("One more cheese wins", False), ("2 more cheeses win", False), ("2 more cheeses win", True)} <= heard


def test_the_cat_does_not_see_where() -> None:
    """HS-2.3, HS-5.1: wherever a mouse starts or runs without felling anything, the cat's view is the same."""
    for phase in (codes.START, codes.RUN):
        for match, seat, line in asked(phase):
            assert line.startswith("The cat does not see where")
            quiet = [a for a in match.legal(seat) if a < codes.FIRST_RUN + 9]
            assert len({match.after(seat, action).view(codes.CAT).tobytes() for action in quiet}) == 1
            loud = [action for action in match.legal(seat) if action >= codes.FIRST_RUN + 9]
            assert bool(loud) == ("hears what falls" in line)


def test_the_last_round_is_announced() -> None:
    """HS-6.2: in the round before dawn, and in no other, the cat is told that the nearer side wins after it."""
    for match, _, line in asked(codes.PROWL, dawn=5):
        assert ("At dawn, after this round" in line) == (match.state.record.night == 5)
