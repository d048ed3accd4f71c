"""The package as it is handed out: built in isolation, from a clone and from the source archive, and installed alone.

One build and two empty environments serve all tests here. They take everything from the folder that `tests.wheels`
has filled, so no test needs a package registry.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path

import hatch_build
import pytest
from tests import wheels

from mousehole.engine.match import Match
from mousehole.engine.notation import write_match
from mousehole.games import IDS, load

ROOT = Path(__file__).parent.parent
BARE = {"mousehole", "llvmlite", "numba", "numpy"}
"""What is there after `pip install mousehole`, besides what every environment has."""

pytestmark = pytest.mark.xdist_group("package")


def clean_environment() -> dict[str, str]:
    """Return an environment that knows nothing of this checkout."""
    dropped = ("PYTHON", "VIRTUAL_ENV", "PIP_", "UV_")
    return {name: value for name, value in os.environ.items() if not name.startswith(dropped)}


def pip(*arguments: str | Path, links: Path = wheels.FOLDER) -> str:
    """Run pip, which finds packages in one folder only; return what it says."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    only = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(links), "PIP_CONFIG_FILE": os.devnull}
    environment = {**clean_environment(), **only}  # for the isolated builds that pip starts, too
    done = subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@dataclass(frozen=True)
class Built:
    """Where a build has left its results."""

    wheel: Path
    """The wheel built from a clone."""
    archive: Path
    """The source archive."""
    second: Path
    """The wheel built from the source archive."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build the package, each time in isolation: from a clone, and from the source archive without Node."""
    if not (ROOT / ".git").exists():
        pytest.skip("a source archive is no clone")
    assert wheels.FOLDER.is_dir(), wheels.HELP
    folder = tmp_path_factory.mktemp("package")
    clone, first, second, few = (folder / name for name in ("clone", "first", "second", "few"))
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    for name in filter(None, subprocess.check_output(listed, cwd=ROOT, text=True).split("\0")):
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, clone / name)
    if hatch_build.LOCAL.is_dir():  # minutes of compiling; it is made again unless it is of these very sources
        shutil.copytree(hatch_build.LOCAL, clone / hatch_build.LOCAL.relative_to(ROOT))
    pip("wheel", "--no-deps", "--no-cache-dir", "-w", first, clone)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(first)]
    subprocess.run(build, cwd=clone, env=clean_environment(), check=True, capture_output=True)
    (archive,) = first.glob("*.tar.gz")
    few.mkdir()
    for wheel in wheels.FOLDER.glob("*.whl"):
        if not wheel.name.startswith("nodejs"):
            (few / wheel.name).symlink_to(wheel)
    pip("wheel", "--no-deps", "--no-cache-dir", "-w", second, archive, links=few)
    return Built(next(first.glob("*.whl")), archive, next(second.glob("*.whl")))


def contents(wheel: Path) -> dict[str, str]:
    """Return the files of a wheel with fingerprints of what is in them."""
    with zipfile.ZipFile(wheel) as packed:
        return {name: hashlib.sha256(packed.read(name)).hexdigest() for name in packed.namelist()}


def install(wheel: str, folder: Path) -> Path:
    """Install into an empty environment; return the command."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    home = folder / ("Scripts" if os.name == "nt" else "bin")
    pip("--python", home / "python", "install", "--no-compile", wheel)
    return home / "mousehole"


@pytest.fixture(scope="module")
def bare(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the package alone."""
    return install(str(built.second), tmp_path_factory.mktemp("bare"))


def run(command: Path, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the installed command, without waiting for a compiler."""
    environment = {**clean_environment(), "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(
        [command, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="all tests run in one process here")
def test_tests_of_one_group_stay_in_one_worker(request: pytest.FixtureRequest) -> None:
    """Were the group lost on the way to the workers, both would build the package and compile every game."""
    assert request.node.nodeid.endswith("@package")


def test_both_ways_lead_to_the_same_wheel(built: Built) -> None:
    """A clone and the source archive make the same package, which holds the page and neither tests nor tools."""
    first, second = contents(built.wheel), contents(built.second)
    assert first == second
    assert {name.split("/")[0].split("-")[0] for name in first} == {"mousehole"}
    assert "mousehole/" + (hatch_build.BUILT / "index.html").relative_to(ROOT / "src" / "mousehole").as_posix() in first


def test_the_description_leads_back_to_the_project(built: Built) -> None:
    """On a package index no link or picture of the README is relative, and the project's addresses are given."""
    with zipfile.ZipFile(built.wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith("/METADATA"))
        text = packed.read(name).decode()
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    assert len(links) > 10
    assert [link for link in links if not link.startswith("https://")] == []
    assert sum("raw.githubusercontent.com" in link for link in links) == text.count("![")
    for label in ("Homepage", "Source", "Documentation", "Changelog", "Issues"):
        assert f"Project-URL: {label}, https://" in text


def test_the_source_archive_can_be_tested(built: Built, tmp_path: Path) -> None:
    """Whoever unpacks the source archive has everything that its tests import."""
    with tarfile.open(built.archive) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11 has it from 3.11.4 on
        packed.extractall(tmp_path)  # noqa: S202  # our own
    (folder,) = tmp_path.iterdir()
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=folder, env=clean_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_package_alone_is_small_and_works(bare: Path, tmp_path: Path) -> None:
    """Without extras there are rules, bots, lab and terminal: games are listed, explained, verified and simulated."""
    there = json.loads(pip("--python", bare.with_name("python"), "list", "--format", "json"))
    assert {package["name"] for package in there} == BARE
    for game_id in IDS:
        assert "In short" in run(bare, "rules", game_id, "--full", folder=tmp_path).stdout
    match = Match.start(load("who_done_it"), seed=1)
    while not match.is_over:
        match.step(0, match.legal(0)[0])
    (tmp_path / "record").write_text(write_match(match), encoding="utf-8")
    assert "legal and complete" in run(bare, "verify", "record", folder=tmp_path).stdout
    assert "2 random games" in run(bare, "simulate", "who", "--games", "2", folder=tmp_path).stdout
    bots = ["arena", "cloaked", "--players", "greedy,random", "--games", "2"]
    assert "greedy" in run(bare, *bots, folder=tmp_path).stdout
    assert run(bare, "verify", "nowhere", folder=tmp_path).returncode == 4


def test_the_server_says_what_it_lacks(bare: Path, tmp_path: Path) -> None:
    """Without its extra, `mousehole serve` is one sentence that says what to install."""
    done = run(bare, "serve", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(
        r"mousehole: the server needs packages that are not installed \(\w+\): pip install 'mousehole\[server\]'\n",
        done.stderr,
    )


def test_with_its_extra_the_server_shows_the_page(built: Built, tmp_path: Path) -> None:
    """`mousehole[server]` in an empty environment brings all that is needed to play in a browser."""
    command = install(f"mousehole[server] @ {built.second.as_uri()}", tmp_path / "served")
    process = subprocess.Popen(
        [command, "serve", "--port", "0", "--database", tmp_path / "tables.sqlite"],
        env={**clean_environment(), "NUMBA_DISABLE_JIT": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        told = json.loads(process.stderr.readline())
        address = f"http://127.0.0.1:{told['port']}"
        with urllib.request.urlopen(f"{address}/", timeout=60) as page:  # noqa: S310  # our own server
            assert b"Mousehole" in page.read()
        with urllib.request.urlopen(f"{address}/api/openapi.json", timeout=120) as answer:  # noqa: S310
            assert json.load(answer)["info"]["title"] == "Mousehole"
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
