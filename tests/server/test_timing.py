"""Nothing can be read from timing: at a table with a person, a forced answer takes as long as one to think about.

The tests play eavesdropper: they collect how long every answer took, know afterwards which ones needed no thought, and
try the best threshold between the two. What such a threshold finds by chance in so many delays is known beforehand.
Moves that are really forced are rare in this game; so half of all views count as such: there the bot does not think.
"""

from __future__ import annotations

import math
import random
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Server, quick_settings, serving
from tests.server.test_company import moves_of, wait_until

from mousehole.server.settings import SAFE_PACE, Settings
from mousehole.server.tables import bots
from mousehole.table import clocks
from mousehole.table.events import BY_BOT, BY_CLOCK

pytestmark = pytest.mark.xdist_group("server")

TABLES = 6
ENOUGH = 60
"""Answers of each kind that have to be there before anything is said about them."""
HARDLY = 1e-6
"""How often chance may be taken for a leak."""


def accuracy(forced: Sequence[float], free: Sequence[float]) -> float:
    """Return the balanced accuracy of the best threshold between two lots of delays, whichever lies above."""
    steps = sorted([(delay, 1 / len(forced)) for delay in forced] + [(delay, -1 / len(free)) for delay in free])
    best = ahead = 0.0
    for number, (delay, step) in enumerate(steps):
        ahead += step
        if number + 1 == len(steps) or steps[number + 1][0] > delay:
            best = max(best, abs(ahead))
    return (1 + best) / 2


def by_chance(forced: Sequence[float], free: Sequence[float]) -> float:
    """Return what the best threshold hardly ever passes by chance alone: Massart's bound for two samples."""
    worth = len(forced) * len(free) / (len(forced) + len(free))
    return (1 + math.sqrt(math.log(math.e / HARDLY) / (2 * worth))) / 2


def is_forced(view: Any) -> bool:
    """Tell whether a view counts as one that leaves no choice."""
    return zlib.crc32(view.tobytes()) % 2 == 0


def ponder(game: Any, view: Any, seat: int, _: str, seconds: float | None, __: int | None) -> int:
    """Choose as bots do: at once where there is nothing to think about, else after all the time there is."""
    legal: list[int] = view.legal(seat)
    if not is_forced(view):
        time.sleep(0.06 if seconds is None else min(seconds, 0.06))
    return random.choice(legal)


def delays(house: Server, code: str, by: str) -> tuple[list[float], list[float]]:
    """Tell how long the answers of one kind took at a table, forced ones and free ones apart."""
    match, moves = house.live(code).table.started(), moves_of(house, code)
    forced, free = list[float](), list[float]()
    for number in range(1, len(moves)):
        event = moves[number]
        if event.data["by"] == by:
            seen = match.positions[number].view(event.seat)
            (forced if is_forced(seen) else free).append(event.at - moves[number - 1].at)
    return forced, free


def eavesdrop(house: Server, seats: Sequence[str], by: str, **rules: Any) -> tuple[list[float], list[float]]:
    """Let some tables play until there are enough answers of both kinds, a person among the bots at each.

    There is more cheese to be had than anybody finds, so no game ends before.
    """
    people = [house.person("Ann") for _ in range(TABLES)]
    codes = [person.open(*seats, dawn=200, cheese=18, captures=10, **rules) for person in people]
    played = dict.fromkeys(codes, 0)

    def play() -> tuple[list[float], list[float]] | None:
        for person, code in zip(people, codes, strict=True) if by == BY_BOT else ():
            frame = person.frame(code)
            if frame["moves"]:
                played[code] += 1
                stop = next((m for m in frame["moves"] if m["name"] == "stop"), frame["moves"][0])
                person.move(code, frame["seat"], stop["action"], frame["version"], f"m{played[code]}")
        made = sum(len(house.live(code).table.started().moves) for code in codes)
        if made - sum(played.values()) < 2 * ENOUGH:
            return None
        found = [delays(house, code, by) for code in codes]
        forced, free = [d for one, _ in found for d in one], [d for _, one in found for d in one]
        return (forced, free) if min(len(forced), len(free)) >= ENOUGH else None

    found: tuple[list[float], list[float]] = wait_until(play, 300)
    return found


@pytest.fixture
def quick_minds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots think about what they have to, without a search to be compiled."""
    monkeypatch.setattr(bots, "choose", ponder)


SEATS = {BY_BOT: ("me", "bot:random", "bot:random"), BY_CLOCK: ("me", "device", "device")}


@pytest.mark.parametrize("by", [BY_BOT, BY_CLOCK])
@pytest.mark.usefixtures("quick_minds")
def test_a_delay_does_not_tell_whether_an_answer_was_forced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    """However quick a table wishes its bots to be, the best threshold does no better than chance."""
    monkeypatch.setattr(clocks, "EXTRA_MS", 0)
    rules: dict[str, Any] = {"pace": 0} if by == BY_BOT else {"pace": 0, "game_seconds": 1}
    with serving(quick_settings(tmp_path, least_pace=Settings().least_pace, bot_threads=TABLES)) as house:
        forced, free = eavesdrop(house, SEATS[by], by, **rules)
    assert min(*forced, *free) >= 1000 * SAFE_PACE - 1
    assert accuracy(forced, free) <= by_chance(forced, free), (forced, free)


@pytest.mark.usefixtures("quick_minds")
def test_the_eavesdropper_is_not_deaf(tmp_path: Path) -> None:
    """Where an operator takes the least pace away, the same measure tells forced from free."""
    with serving(quick_settings(tmp_path, bot_threads=TABLES)) as house:
        forced, free = eavesdrop(house, SEATS[BY_BOT], BY_BOT)
    assert accuracy(forced, free) > by_chance(forced, free)


@pytest.mark.usefixtures("quick_minds")
def test_a_late_answer_tells_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots without enough threads answer whole paces late, whether they had something to think about or not."""
    monkeypatch.setattr(bots, "SHARE_OF_PACE", 3.0)
    with serving(quick_settings(tmp_path, least_pace=0.05)) as house:
        forced, free = eavesdrop(house, SEATS[BY_BOT], BY_BOT)
    assert all(delay >= 50 for delay in (*forced, *free))
    assert max(*forced, *free) > 95, "nobody was late"


def test_figures_tell_nothing_about_one_thought(tmp_path: Path, quick_minds: None) -> None:
    """What a bot's thought took does not show in the figures until many are in, and then not whose it was."""
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        code = ann.open("bot:random", "me", "device")
        wait_until(lambda: ann.frame(code)["acting"] == [1])
        assert "mousehole_think_seconds_count 0.0" in ann.get("/metrics")
        house.registry.metrics.thoughts += [0.1] * 50
        house.call(house.registry.metrics.thought, 0.1)
        assert "mousehole_think_seconds_count 0.0" not in ann.get("/metrics")


def test_figures_are_for_the_operator(tmp_path: Path) -> None:
    """Whoever may not read the figures of the whole server does not learn that there are any."""
    with serving(quick_settings(tmp_path, metrics_for="10.0.0.0/8")) as house:
        assert house.person().refused("GET", "/metrics") == (404, "not_found")
