"""Leaves out what nobody needs where only words are made: rules that the game's module has, and all they need."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

STEPS = {"start_setup", "start_action", "go_on", "is_busy"}
"""Rules that only compiled loops use (see `engine.contract`)."""


def is_rule(node: ast.stmt) -> bool:
    """Tell whether a function is compiled."""
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(one, ast.Name) and one.id == "rule" for one in node.decorator_list
    )


def made_by(node: ast.stmt) -> str | None:
    """Name what a statement makes that can be left out: a rule, or a table of numbers."""
    if isinstance(node, ast.FunctionDef) and is_rule(node):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id if ast.unparse(node.value.func) == "table" else None
    return None


def without_annotations(node: ast.stmt) -> ast.AST:
    """Copy some code without its annotations."""
    copy = ast.parse(ast.unparse(node))
    for inner in ast.walk(copy):
        if isinstance(inner, ast.FunctionDef):
            inner.returns = None
        elif isinstance(inner, ast.arg):
            inner.annotation = None
        elif isinstance(inner, ast.AnnAssign):
            inner.annotation = ast.Constant(None)
    return copy


def names_in(nodes: Iterable[ast.stmt]) -> set[str]:
    """List every name that some code reads; annotations do not count."""
    return {node.id for top in nodes for node in ast.walk(without_annotations(top)) if isinstance(node, ast.Name)}


def offered_by(tree: ast.Module) -> set[str]:
    """List what a module says in `__all__` that others find there."""
    found = set[str]()
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            found |= {str(inner.value) for inner in ast.walk(node) if isinstance(inner, ast.Constant)}
    return found - STEPS


def forget_imports(tree: ast.Module) -> None:
    """Leave out of a module, in place, what it imports and does not use but in annotations."""
    used = names_in(node for node in tree.body if not isinstance(node, ast.ImportFrom)) | offered_by(tree)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            node.names = [alias for alias in node.names if (alias.asname or alias.name) in used]
    tree.body = [node for node in tree.body if not isinstance(node, ast.ImportFrom) or node.names]


def asked_of_others(trees: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """List what modules ask of each other: names they import, and names behind the name of a module."""
    asked = {module: set[str]() for module in trees}
    for tree in trees.values():
        modules = dict[str, str]()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    if whole in trees:
                        modules[alias.asname or alias.name] = whole
                    elif node.module in trees:
                        asked[node.module].add(alias.name)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
                asked[modules[node.value.id]].add(node.attr)
    return asked


def pruned(trees: Mapping[str, ast.Module], doors: Mapping[str, Mapping[str, str]]) -> None:
    """Take out of some modules, in place, rules and tables that nobody asks for any more, and what they imported.

    A rule that is a door stays, without its inside.
    """
    for module, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and is_rule(node) and node.name in doors.get(module, {}):
                node.body = [ast.Pass()]
    has_changed = True
    while has_changed:
        has_changed = False
        for tree in trees.values():
            forget_imports(tree)
        asked = asked_of_others(trees)
        for module, tree in trees.items():
            wanted = asked[module] | set(doors.get(module, {}))
            for node in tree.body:
                wanted |= names_in([node]) - {made_by(node)} if not isinstance(node, ast.ImportFrom) else set()
            kept = [node for node in tree.body if (made := made_by(node)) is None or made in wanted]
            has_changed |= len(kept) != len(tree.body)
            tree.body = kept
