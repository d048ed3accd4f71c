"""The front door: what `import mousehole` gives, and what it costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import mousehole
from mousehole.engine import errors
from mousehole.games import IDS

pytestmark = pytest.mark.xdist_group("hide_and_squeak")


def test_every_name_is_there() -> None:
    """Every public name can be had, all errors of the engine are among them, and no other name is."""
    for name in mousehole.__all__:
        assert getattr(mousehole, name) is not None
        assert name in dir(mousehole)
    family = {name for name, found in vars(errors).items() if isinstance(found, type)}
    assert family <= set(mousehole.__all__)
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = mousehole.chess


def test_games_are_listed_and_live_in_the_same_place() -> None:
    """`mousehole.games` is the package and can be called, whichever was imported first."""
    assert mousehole.games() == IDS
    code = "import mousehole.games, mousehole; print(*mousehole.games()); from mousehole.games import load"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert tuple(done.stdout.split()) == IDS


def test_a_match_through_the_front_door() -> None:
    """A match is started, played, printed, written and read with nothing but `import mousehole`."""
    match = mousehole.start("hide_and_squeak", seats=4, options={"dawn": 5}, seed=7)
    assert isinstance(match, mousehole.Match)
    match.step(0, match.legal(0)[0])
    assert mousehole.read(mousehole.write(match)) == match
    assert repr(match) == "<Match of hide_and_squeak, 4 seats, 1 moves, asks [0]>"
    assert str(match) == str(match.view(mousehole.SPECTATOR))
    with pytest.raises(mousehole.UnknownGame):
        mousehole.start("chess")
    with pytest.raises(mousehole.NotYourTurn):
        match.step(1, 0)


def test_the_front_door_is_light() -> None:
    """Importing the package and listing the games takes less than a tenth of a second, and no compiler."""
    code = (
        "import sys, time; begun = time.process_time();"
        " import mousehole; mousehole.games(); mousehole.facts('who_done_it');"
        " print(time.process_time() - begun, *sorted({'numpy', 'numba', 'llvmlite'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, *heavy = done.stdout.split()
    assert heavy == []
    assert float(seconds) < 0.1
