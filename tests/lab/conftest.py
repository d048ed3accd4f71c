"""What tests of the lab's commands share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mousehole.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs a command line: exit code, output, complaints."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return call
