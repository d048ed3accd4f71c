"""`mousehole train` where PyTorch is not installed: it says so, and what to do."""

from __future__ import annotations

import importlib.util
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from mousehole.cli import main


def test_training_without_pytorch_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line names what is missing and how to get it, the exit code says so too, and nothing is made."""
    found = importlib.util.find_spec

    def find_others(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "torch" else found(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", find_others)
    out = tmp_path / "lion"
    assert main(["train", "hide", "--out", str(out)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "mousehole: training needs PyTorch, which is not installed: pip install 'mousehole[train]'\n"
    assert not out.exists()
