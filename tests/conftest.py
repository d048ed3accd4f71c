"""What all tests share."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import hypothesis
import pytest

hypothesis.settings.register_profile(
    "alike", derandomize=True, deadline=None, database=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("alike")  # the same cases in every run, however busy the machine is

GAMES = Path(__file__).parent / "games"
WEB = Path(__file__).parent / "web"


def game_of(item: pytest.Item) -> str | None:
    """Tell which game a test is about: by its folder, or by its parameter `game_id`."""
    if GAMES in item.path.parents:
        return item.path.relative_to(GAMES).parts[0]
    callspec = getattr(item, "callspec", None)
    return None if callspec is None else callspec.params.get("game_id")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep all tests of a game in one worker, which then compiles or loads that game once."""
    for item in items:
        game_id = game_of(item)
        if game_id is not None:
            item.add_marker(pytest.mark.xdist_group(game_id))


@contextmanager
def own_loop(item: pytest.Item) -> Generator[None]:
    """Let a test begin a loop of its own, though a browser that earlier tests of this worker drive has one going."""
    going = None if WEB in item.path.parents else asyncio._get_running_loop()  # nothing public can
    if going is None:
        yield
        return
    asyncio._set_running_loop(None)  # as above
    try:
        yield
    finally:
        asyncio._set_running_loop(going)  # as above


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Hide a browser's loop while a test is prepared."""
    with own_loop(item):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Hide a browser's loop while a test runs."""
    with own_loop(item):
        yield
