"""Lowering for MicroPython: what it makes of the project's own Python, and what it refuses."""

from __future__ import annotations

import ast

import pytest

from mousehole.browser.lower import CannotLower, lowered
from mousehole.browser.prune import forget_imports, pruned


def low(text: str) -> str:
    """Lower a few lines."""
    return lowered(ast.parse(text), {})


@pytest.mark.parametrize(
    "text",
    [
        'f"{share:.1f}"',
        'f"{share:.2%}"',
        'f"{share:e}"',
        'f"{share:.3g}"',
        '"%d seats" % seats',
        "def f(a, /): pass",
        "async def f(): pass",
        "rooms[::2]",
        "@contextmanager\ndef f(): pass",
        "@total_ordering\nclass A: pass",
        "match x:\n    case [a, b]: pass",
        "match x:\n    case A(b=1): pass",
        "match x:\n    case A(b=c) if c: pass",
        "match x:\n    case A(b=c) | B(d=c): pass",
    ],
)
def test_what_may_mean_something_else_is_refused(text: str) -> None:
    """Formats that round otherwise, and whatever nobody has thought about, stop the build."""
    with pytest.raises(CannotLower):
        low(text)


def run(text: str) -> dict[str, object]:
    """Lower some lines and run them here, on the helpers that browsers get."""
    from mousehole.browser.pack import STAND_INS  # brings the compiler

    found: dict[str, object] = {}
    helpers = (STAND_INS / "lowered.py").read_text(encoding="utf-8")
    exec(helpers, found)  # noqa: S102  # our own
    exec(low(text).replace("from lowered import *", ""), found)  # noqa: S102  # as above
    return found


def test_lowered_it_is_the_same_program() -> None:
    """Data classes, matches, stars, dicts and f-strings do what they did."""
    text = '''
from dataclasses import dataclass, field

@dataclass(frozen=True)
class Move:
    """A move."""
    seat: int
    name: str = "pass"
    more: list[int] = field(default_factory=list)

@dataclass
class Undo:
    seat: int

def told(what: Move | Undo) -> str:
    match what:
        case Move(seat=seat, name=name) as whole:
            return f"{seat}: {name!r} {[*whole.more, 1]}"
        case Undo(seat=seat):
            return f"{seat} takes it back"
    return ""

FIRST, SECOND, THIRD = told(Move(2, more=[7])), told(Undo(1)), {"b": 1, **{"a": 2}}
SAME = Move(1) == Move(1), Move(1) == Move(2)
BEST, TURNED = max([0, 1], key=[5, 3].__getitem__), "ab"[::-1]
'''
    found = run(text)
    assert (found["FIRST"], found["SECOND"]) == ("2: 'pass' [7, 1]", "1 takes it back")
    assert list(found["THIRD"]) == ["b", "a"]  # type: ignore[call-overload]
    assert found["SAME"] == (True, False)
    assert (found["BEST"], found["TURNED"]) == (0, "ba")


def test_a_rule_that_the_module_has_becomes_a_door() -> None:
    """Its inside is gone, rules that only it called are gone, and so is what they imported."""
    tree = ast.parse(
        "from mousehole.engine.chance import roll\n"
        "from mousehole.engine.rule import Record, rule\n"
        "@rule\ndef count(s: Record) -> int:\n    return helper(s)\n"
        "@rule\ndef helper(s: Record) -> int:\n    return roll(s, 2)\n"
        "def text(s: Record) -> str:\n    return str(count(s))\n"
    )
    pruned({"game.rules": tree}, {"game.rules": {"count": "int"}})
    assert lowered(tree, {"count": "int"}).splitlines() == [
        "from lowered import *",
        "from bridge import door",
        "count = door('count', 'int')",
        "",
        "def text(s):",
        "    return str(count(s))",
    ]


def test_imports_for_annotations_are_forgotten() -> None:
    """What only annotations name is not imported where there are none."""
    tree = ast.parse("from a import B, c\ndef f(x: B) -> B:\n    return c(x)\n")
    forget_imports(tree)
    assert ast.unparse(tree.body[0]) == "from a import c"
