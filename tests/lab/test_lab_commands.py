"""`mousehole lab`, `tune` and `report` at the command line."""

from __future__ import annotations

import csv
import json
import re
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.lab.conftest import Run

from mousehole.cli import reports
from mousehole.cli.reports import command_of
from mousehole.engine.notation import read_match
from mousehole.games import load
from mousehole.lab.chunks import match_of
from mousehole.lab.running import run as play
from mousehole.lab.setup import SetUp

GAME = "cat_and_mouse"
LINK = "game=cat_and_mouse&seats=2&players=kitten&games=20&seed=3"

pytestmark = pytest.mark.xdist_group(GAME)


def test_lab_says_what_games_show(run: Run) -> None:
    """Flags and a link are the same set-up; text and JSON have the same figures."""
    flags = ["cat", "--players", "kitten", "--games", "20", "--seed", "3", "--threads", "1"]
    code, out, err = run("lab", *flags)
    assert (code, err) == (0, "")
    assert "the Inspector" in out
    assert f"/lab/run?{LINK}" in out
    data = json.loads(run("lab", LINK, "--json")[1])
    assert data["address"] == LINK
    assert data["sides"][0]["share"]["value"] == play(SetUp.from_address(LINK), threads=1).games.tally(0).rate
    assert f"{100 * data['sides'][0]['share']['value']:.1f}%" in out


def test_lab_writes_every_game(run: Run, tmp_path: Path) -> None:
    """The file has a line for every game, the second set-up one of its own, and no file is ever replaced."""
    file = tmp_path / "games.csv"
    assert run("lab", LINK, "--but", "tricks=0", "--csv", str(file))[0] == 0
    one, two = (
        list(csv.DictReader(path.read_text(encoding="utf-8").splitlines())) for path in (file, tmp_path / "games-b.csv")
    )
    made = play(SetUp.from_address(LINK), threads=1)
    assert [int(row["decisions"]) for row in one] == made.arrays["lengths"].tolist()
    assert [float(row["payoff_0"]) for row in one] == made.arrays["payoffs"][:, 0].tolist()
    assert len(two) == 20
    code, _, err = run("lab", LINK, "--csv", str(file))
    assert code == 4
    assert "exists already" in err


def test_lab_compares(run: Run) -> None:
    """What differs in the second set-up is given by name, and the link at the end holds both."""
    code, out, _ = run("lab", LINK, "--but", "tricks=0", "--but", "players=kitten,greedy")
    assert code == 0
    assert "20 pairs on the same deals" in out
    assert f"/lab/run?{LINK}&b.tricks=0&b.players=kitten,greedy" in out
    assert json.loads(run("lab", f"{LINK}&b.tricks=0", "--json")[1])["pairs"] == 20


def test_lab_writes_one_game_down(run: Run) -> None:
    """One game of a set-up is printed as a record that reads back."""
    code, out, _ = run("lab", LINK, "--record", "7")
    assert code == 0
    assert read_match(out, load) == match_of(SetUp.from_address(LINK), 7)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["lab", "chess"], "no game"),
        (["lab", "game=chess"], "no game 'chess'"),
        (["lab", GAME, "--games", "0"], "at least 1"),
        (["lab", GAME, "--games", "9e8"], "games are 1 to 1,000,000"),
        (["lab", GAME, "--players", "tyger"], "did you mean tiger"),
        (["lab", GAME, "--players", "tiger,lion,tiger"], "2 sides"),
        (["lab", GAME, "--options", "tricks=9"], "from 0 to 2"),
        (["lab", GAME, "--but", "tricks"], "name=value"),
        (["lab", GAME, "--but", "seed=1"], "the same seed"),
        (["lab", f"{LINK}&b.tricks=0", "--but", "tricks=2"], "two set-ups already"),
        (["lab", GAME, "--without", "loom"], "can be played without one of"),
        (["lab", GAME, "--engine", "gpu"], "not housecat"),
        (["lab", GAME, "--address", "far:1"], "goes with the engine ray"),
        (["lab", LINK, "--record", "20"], "the games 0 to 19"),
        (["lab", LINK, "--csv", "nowhere/games.csv"], "no such folder"),
        (["tune", GAME, "--aim", "cat=50%", "--over", "tricks"], "nobody is called 'cat'"),
        (["tune", GAME, "--aim", "mouse=150%", "--over", "tricks"], "between 0 and 100%"),
        (["tune", GAME, "--aim", "mouse", "--over", "tricks"], "between 0 and 100%"),
        (["tune", GAME, "--aim", "starter=50%", "--over", "tricks"], "nobody is drawn to start"),
        (["tune", GAME, "--aim", "mouse=50%", "--over", "trickz"], "no option 'trickz'"),
        (["tune", GAME, "--aim", "mouse=50%", "--over", "tricks=0..9"], "from 0 to 2"),
        (["tune", GAME, "--aim", "mouse=50%", "--over", "tricks=2..0"], "goes upwards"),
        (["tune", GAME, "--aim", "mouse=50%", "--over", "tricks=0..1..x"], "low..high"),
        (["tune", GAME, "--aim", "mouse=50%", "--over", "tricks,tricks"], "searched once"),
        (["tune", GAME, "--aim", "mouse=50%", "--over", "tricks", "--trials", "0"], "at least 1"),
        (["report", GAME, "-o", "nowhere/report.html"], "no such folder"),
        (["report", GAME, "-o", "report.csv"], "a .html file"),
    ],
)
def test_bad_input_is_a_sentence(run: Run, words: list[str], says: str) -> None:
    """Whatever is wrong with a command, one line says it."""
    if words[0] == "tune" and find_spec("optuna") is None:
        pytest.skip("Optuna is not installed")
    code, out, err = run(*words)
    assert code in {2, 4}
    assert out == ""
    assert err.startswith("mousehole: ")
    assert err.count("\n") == 1
    assert says in err


def test_ctrl_c_leaves_a_folder_that_is_gone_on_with(tmp_path: Path) -> None:
    """A run of the command that is interrupted says how to go on, and the same command does."""
    link = "game=cat_and_mouse&seats=2&players=kitten&games=3000&seed=3"
    listens = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"  # also in the background
    program = f"{listens} from mousehole.cli import main; sys.exit(main())"
    words = [sys.executable, "-c", program, "lab", link, "--folder", str(tmp_path), "--threads", "2"]
    started = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    limit = time.monotonic() + 120
    while len(list(tmp_path.glob("*.games"))) < 2 and time.monotonic() < limit:
        time.sleep(0.02)
    started.send_signal(signal.SIGINT)
    _, err = started.communicate(timeout=60)
    assert started.returncode == 130
    assert f"the same command goes on from {tmp_path}" in err
    kept = play(SetUp.from_address(link), folder=tmp_path, stop=lambda: True)
    assert 10 <= kept.played < 3000


@pytest.mark.skipif(find_spec("optuna") is None, reason="Optuna is not installed")
class TestTune:
    """`mousehole tune`."""

    WORDS = ("tune", GAME, "--aim", "mouse=50%", "--players", "kitten", "--games", "20", "--confirm", "20",
             "--over", "tricks=0..2,subtle_movement", "--threads", "1")  # fmt: skip

    def test_it_ends_with_links(self, run: Run, tmp_path: Path) -> None:
        """A search tells of each trial, lists the frontier, confirms the best, and ends with links to play it."""
        code, out, err = run(*self.WORDS, "--trials", "4", "--folder", str(tmp_path / "search"))
        assert code == 0
        assert len(err.splitlines()) == 4
        assert "4 set-ups tried" in out
        assert re.search(r"On 20 new games it (reaches|may reach|misses)", out)
        assert "/lab/run?game=cat_and_mouse" in out
        assert "Play it: /set?game=cat_and_mouse" in out

    def test_it_goes_on_where_it_was(self, run: Run, tmp_path: Path) -> None:
        """Trials in the folder count; all there are end the search; what was found is what one search finds."""
        folder = ("--folder", str(tmp_path / "search"))
        run(*self.WORDS, "--trials", "2", *folder)
        code, _, err = run(*self.WORDS, "--trials", "100", *folder)
        assert code == 0
        assert [line.split()[0] for line in err.splitlines()] == ["3", "4", "5", "6"]
        data = json.loads(run(*self.WORDS, "--trials", "100", *folder, "--json")[1])
        assert data["tried"] == 6
        costs = [(each["balance"], each["longer"], each["change"]) for each in data["frontier"]]
        assert all(
            not all(a <= b for a, b in zip(one, two, strict=True)) for one in costs for two in costs if one != two
        )
        assert any(each["options"] == {} for each in data["frontier"])

    def test_a_foreign_or_broken_folder_is_refused(self, run: Run, tmp_path: Path) -> None:
        """A folder of another search, of something else, or with a broken log is left alone, with a sentence."""
        folder = tmp_path / "search"
        run(*self.WORDS, "--trials", "1", "--folder", str(folder))
        _, _, err = run(*self.WORDS, "--trials", "1", "--folder", str(folder), "--seed", "4")
        assert "holds a search for something else" in err
        log = folder / "trials.log"
        log.write_text("{}\n" + log.read_text(encoding="utf-8"), encoding="utf-8")
        _, _, err = run(*self.WORDS, "--trials", "1", "--folder", str(folder))
        assert "is broken" in err
        (tmp_path / "dear.txt").write_text("Dear Ann", encoding="utf-8")
        _, _, err = run(*self.WORDS, "--trials", "1", "--folder", str(tmp_path))
        assert "something else than a search" in err


class TestReport:
    """`mousehole report`."""

    def test_it_is_one_page_with_its_data_beside(self, run: Run, tmp_path: Path) -> None:
        """The page has a section for each number of players, tables, and its data; JSON and CSV lie beside it."""
        page = tmp_path / "report.html"
        words = ("report", "cloaked", "-o", str(page), "--players", "kitten", "--games", "20")
        code, out, _ = run(*words, "--folder", str(tmp_path / "games"))
        assert code == 0
        assert "report.json" in out
        text = page.read_text(encoding="utf-8")
        assert [int(seats) for seats in re.findall(r"<h2>(\d) players</h2>", text)] == [2, 3, 4]
        assert not re.search(r"(?:src|href)=", text)
        (inside,) = re.findall(r'<script type="application/json" id="report-data">(.*?)</script>', text)
        data = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
        assert json.loads(inside) == data
        rows = list(csv.DictReader((tmp_path / "report.csv").read_text(encoding="utf-8").splitlines()))
        assert [row["seats"] for row in rows] == [seats for seats in "234" for _ in range(20)]
        questions = [answer["question"] for answer in data["tables"][0]["answers"]]
        assert "Does it matter who starts?" in questions
        assert "Does it help to play better?" in questions
        code, _, err = run(*words)
        assert code == 4
        assert "exists already" in err

    def test_its_command_makes_it_again(self, run: Run, tmp_path: Path) -> None:
        """The command that a report names gives the same figures."""
        base = SetUp(GAME, options={"tricks": 0}, players=("kitten",), games=6, seed=2)
        words = command_of(base).split()[1:]
        found = []
        for name in ("one", "two"):
            words[words.index("-o") + 1] = str(tmp_path / f"{name}.html")
            assert run(*words)[0] == 0
            found.append((tmp_path / f"{name}.csv").read_text(encoding="utf-8"))
        assert found[0] == found[1]
        data = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
        assert data["command"] == command_of(base)
        assert "tricks=0" in data["options"]

    def test_the_script_is_inside(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where the page's script has been built it is put into the report, which then still needs nothing else."""
        (tmp_path / "report.js").write_text("draw('</script>')", encoding="utf-8")
        (tmp_path / "report.css").write_text(".bar { fill: teal }", encoding="utf-8")
        monkeypatch.setattr(reports, "BUILT", tmp_path)
        page = tmp_path / "report.html"
        assert run("report", GAME, "-o", str(page), "--players", "greedy", "--games", "4")[0] == 0
        text = page.read_text(encoding="utf-8")
        assert "<script>draw('<\\/script>')</script>" in text
        assert ".bar { fill: teal }" in text
        assert 'data-picture="sides" data-table="0"' in text


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_hold_the_games(library: str) -> None:
    """Games come as a frame of either library, one row a game."""
    pytest.importorskip(library)
    made = play(SetUp.from_address(LINK), threads=1)
    frame = made.to_pandas() if library == "pandas" else made.to_polars()
    assert len(frame) == 20
    assert list(frame["decisions"]) == made.arrays["lengths"].tolist()
    assert set(frame.columns) == set(made.columns())
