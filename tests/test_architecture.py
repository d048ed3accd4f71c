"""The page about the architecture names files and functions that exist, and the layers as they are."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.test_layers import LAYERS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
FILE = re.compile(r"`((?:src|web|docs|tests)/[^`\s]+|hatch_build\.py)`")
STEP = re.compile(r"^\| \d+ \| `([^`]+)` \| ([^|]*) \|", re.MULTILINE)
BESIDE = re.compile(r"`([A-Za-z_.]+)`(?: and `([A-Za-z_.]+)`)? in `((?:src|web)/[^`\s]+)`")
SCRIPT = re.compile(r"(?:class|function) (\w+)|^ +(?:private |async )*(\w+)(?:<\w+>)?\(", re.MULTILINE)
CODE = re.compile(r"`([A-Za-z_.]+)`")


def names_in(path: Path) -> set[str]:
    """List what a file defines: functions, classes and their methods, constants too."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return {name for found in SCRIPT.findall(text) for name in found}
    found: set[str] = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            inside = (part for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef))
            found.update(f"{node.name}.{part.name}" for part in inside)
    return found


@pytest.mark.parametrize("name", sorted(set(FILE.findall(PAGE))))
def test_every_file_is_there(name: str) -> None:
    """A file or folder that the page names exists."""
    assert (ROOT / name).exists()


STEPS = [(file, CODE.findall(names)) for file, names in STEP.findall(PAGE)]
STEPS += [(file, [name for name in names if name]) for *names, file in BESIDE.findall(PAGE)]


@pytest.mark.parametrize(("file", "names"), STEPS, ids=[f"{file} {' '.join(names)}" for file, names in STEPS])
def test_every_function_is_there(file: str, names: list[str]) -> None:
    """Whatever the page says is in a file is defined in it."""
    assert set(names) <= names_in(ROOT / file)


def test_the_way_is_whole() -> None:
    """The steps of the way are numbered without a gap."""
    numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 30


@pytest.mark.parametrize("layer", sorted(set(LAYERS) - {"__init__", "__main__"}))
def test_every_layer_is_listed(layer: str) -> None:
    """The table of layers says of each what it knows, as the test of layers has it."""
    (known,) = re.findall(rf"^\| `src/mousehole/{layer}` \|.*\| ([^|]*) \|$", PAGE, re.MULTILINE)
    expected = LAYERS[layer]
    if known == "all of these":
        assert expected == set(LAYERS) - {"__init__", "__main__", layer}
    else:
        assert ({*known.split(", ")} - {"nothing"}) == expected
