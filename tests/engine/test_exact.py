"""Functions that give the same number on every machine."""

from __future__ import annotations

import ast
import math
from pathlib import Path
from typing import TypeGuard

import numpy as np
import pytest

import mousehole
from mousehole.engine import exact

NUMBERS = [*np.linspace(-30.0, 30.0, 241), *np.linspace(-0.02, 0.02, 41), 699.0, -699.0]
ABOVE_ZERO = [*np.geomspace(1e-9, 1e9, 301), *np.linspace(0.99, 1.01, 41), *map(float, range(1, 200))]
LIBM = {"acos", "asin", "atan", "atan2", "cos", "cosh", "exp", "exp2", "expm1", "log", "log10", "log1p", "log2", "pow",
        "power", "sin", "sinh", "tan", "tanh"}  # fmt: skip
LIBRARIES = {"math", "np", "numpy"}
SOURCES = Path(mousehole.__file__).parent


@pytest.mark.parametrize(("name", "numbers"), [("exp", NUMBERS), ("tanh", NUMBERS), ("log", ABOVE_ZERO)])
def test_they_are_what_their_names_say(name: str, numbers: list[float]) -> None:
    """They agree with the machine's own functions to the last digits but one."""
    for number in numbers:
        assert getattr(exact, name)(float(number)) == pytest.approx(getattr(math, name)(number), rel=1e-14, abs=1e-15)


@pytest.mark.parametrize(("name", "numbers"), [("exp", NUMBERS), ("tanh", NUMBERS), ("log", ABOVE_ZERO)])
def test_compiled_and_interpreted_they_are_equal(name: str, numbers: list[float]) -> None:
    """Every bit is the same in compiled code and in Python."""
    compiled = getattr(exact, name)
    interpreted = getattr(compiled, "py_func", compiled)
    assert [compiled(float(number)) for number in numbers] == [interpreted(float(number)) for number in numbers]


def test_the_ends() -> None:
    """Far out there is no overflow and nothing below zero."""
    assert exact.exp(-1e6) == 0.0
    assert exact.exp(1e6) == exact.exp(700.0)
    assert exact.tanh(1e6) == 1.0
    assert exact.tanh(-1e6) == -1.0
    assert exact.tanh(0.0) == 0.0


def functions_of_the_machine(path: Path) -> list[str]:
    """Find uses of functions whose last bit depends on the machine."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [f"{path.relative_to(SOURCES)}:{node.lineno}" for node in ast.walk(tree) if is_of_the_machine(node)]


def is_of_the_machine(node: ast.AST) -> TypeGuard[ast.Attribute | ast.ImportFrom]:
    """Tell whether a part of a source names such a function, or takes one over by its own name."""
    if isinstance(node, ast.ImportFrom):
        return node.module in LIBRARIES and any(name.name in LIBM | {"*"} for name in node.names)
    return (
        isinstance(node, ast.Attribute)
        and node.attr in LIBM
        and isinstance(node.value, ast.Name)
        and node.value.id in LIBRARIES
    )


def test_no_rule_and_no_bot_asks_the_machine() -> None:
    """What rules and bots work out is the same on every machine: none of them uses a function that is not."""
    found = [use for folder in ("engine", "games", "bots") for path in (SOURCES / folder).rglob("*.py")
             for use in functions_of_the_machine(path)]  # fmt: skip
    assert found == []


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ("import math\nmath.exp(1.0)", True),
        ("import numpy as np\nnp.log(1.0)", True),
        ("from math import sqrt, exp", True),
        ("from numpy import tanh as bent", True),
        ("from math import *", True),
        ("from math import sqrt", False),
        ("from mousehole.engine.exact import exp", False),
    ],
)
def test_such_functions_are_found_under_any_name(source: str, *, is_found: bool) -> None:
    """Called by their library's name or imported from it, they are seen; their exact twins are not meant."""
    assert any(is_of_the_machine(node) for node in ast.walk(ast.parse(source))) == is_found
