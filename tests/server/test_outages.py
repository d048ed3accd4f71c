"""While the store is away nothing that waits for it is forgotten, and the log says so without traces of faults."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.server.serving import Server, play_on, quick_settings, serving
from tests.server.test_company import wait_until
from tests.server.test_old import wait_until_kept

from mousehole.server.errors import BrokenTable
from mousehole.server.store.orders import LOOK, Order
from mousehole.server.store.store import Store
from mousehole.server.tables import finished, keeper, orders

pytestmark = pytest.mark.xdist_group("server")


@contextmanager
def away(monkeypatch: pytest.MonkeyPatch, name: str) -> Iterator[list[str]]:
    """Let one of the store's doors be shut for a while, as a full disk shuts it; yield who knocked."""
    knocked: list[str] = []

    async def fail(self: Store, *_: object, **__: object) -> None:  # as the real one
        knocked.append(name)
        raise self.trouble(OSError("no space left"))

    with monkeypatch.context() as patch:
        patch.setattr(Store, name, fail)
        yield knocked


def traces(caplog: pytest.LogCaptureFixture) -> list[str]:
    """List what was logged with a trace: faults of the program."""
    return [record.getMessage() for record in caplog.records if record.exc_info]


def test_a_bot_waits_for_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot whose move could not be committed makes it when the store is back; that is no fault of a bot."""
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        with caplog.at_level(logging.WARNING, "mousehole"), away(monkeypatch, "append") as knocked:
            code = ann.open("bot:random", "bot:random", "bot:random", dawn=5)
            wait_until(lambda: knocked)
            assert ann.frame(code)["version"] == 1
        wait_until(lambda: ann.frame(code)["state"] == "over", 60)
        assert traces(caplog) == []


def test_a_finished_game_is_kept_when_the_store_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A game that ends while nothing can be written is put into words later, without a restart."""
    monkeypatch.setattr(keeper, "RETRY_SECONDS", 0.05)
    with serving(quick_settings(tmp_path)) as house:
        ann = house.person("Ann")
        with caplog.at_level(logging.WARNING, "mousehole"), away(monkeypatch, "keep") as knocked:
            assert play_on(ann, ann.open("me", "device", "device", dawn=5))["state"] == "over"
            wait_until(lambda: knocked)
        wait_until_kept(house)
        assert traces(caplog) == []


def test_games_of_before_are_kept_though_the_store_was_away_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list of games that were not kept is asked for again when it could not be had."""
    monkeypatch.setattr(finished, "RETRY_SECONDS", 0.05)
    settings = quick_settings(tmp_path)
    with away(monkeypatch, "keep"), serving(settings) as house:
        ann = house.person("Ann")
        play_on(ann, ann.open("me", "device", "device", dawn=5))
    with away(monkeypatch, "unkept") as knocked:
        stack = serving(settings)
        house = stack.__enter__()  # it outlives the outage
        wait_until(lambda: knocked)
    try:
        wait_until_kept(house)
    finally:
        stack.__exit__(None, None, None)


def test_an_order_that_fails_does_not_stop_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A table that cannot be read any more is said to be one, and later orders are carried out."""
    monkeypatch.setattr(orders, "LOOK_SECONDS", 0.02)
    with serving(quick_settings(tmp_path)) as house:
        done: list[int] = []

        async def carry_out(self: orders.Orders, order: Order) -> None:  # as the real one
            done.append(order.id)
            if order.id == 1:
                raise BrokenTable("what is kept of this table cannot be read")

        async def listed(self: Store, after: int) -> list[Order]:  # as the real one
            return [order for order in (Order(1, LOOK, "aaaaaaa"), Order(2, LOOK, "bbbbbbb")) if order.id > after]

        with monkeypatch.context() as patch, caplog.at_level(logging.WARNING, "mousehole"):
            patch.setattr(orders.Orders, "carry_out", carry_out)
            patch.setattr(Store, "orders", listed)
            wait_until(lambda: done == [1, 2])
        check_quiet(house, caplog)


def check_quiet(house: Server, caplog: pytest.LogCaptureFixture) -> None:
    """See that the server is well and has said what happened."""
    assert house.person("Ann").get("/api/health")["status"] in {"ok", "warming"}
    assert [record.getMessage() for record in caplog.records] == ["an order was not carried out"]
