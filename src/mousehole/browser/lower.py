"""Writes the project's own sources so that MicroPython understands them: the same program in fewer words.

Annotations and docstrings go; data classes get their `__init__` written out; f-strings become joins; `match` becomes
`if`; displays with stars, dicts (which have no order there) and a few methods become calls of `lowered`. A rule that
the game's module offers becomes a door to it. What is not known to mean the same there is refused: the build fails.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mousehole.browser.prune import forget_imports

HELPED = {
    "bit_count", "bit_length", "capitalize", "center", "endswith", "hexdigest", "isascii", "isdecimal", "isdigit",
    "isprintable", "ljust", "lower", "removeprefix", "removesuffix", "rjust", "splitlines", "startswith", "title",
    "union", "upper",
}  # fmt: skip
"""Methods that become calls of helpers."""
TYPES = {
    "tuple", "list", "dict", "set", "frozenset", "Callable", "Generator", "NDArray", "Mapping", "Sequence", "Iterable",
    "type",
}  # fmt: skip
FORGOTTEN = {"collections.abc", "numpy.typing", "__future__", "mousehole.engine.shape"}
"""Modules that only annotations and data classes need."""
KEPT_TYPING = {"Literal", "get_args"}
MOVED = {
    "re": "lowered_re",
    "operator": "lowered_operator",
    "importlib": "lowered_importlib",
    "importlib.util": "lowered_importlib",
    "importlib.resources": "lowered_resources",
    "math": "lowered",
}
"""Modules whose stand-ins need another name, for MicroPython has its own."""
DECORATORS = {"property", "classmethod", "staticmethod", "cache", "dataclass", "shape", "rule", "overload"}
FACTORIES = {"dict": "make_dict"}
SAFE_FORMATS = {"", "g", ".6g"}
"""Formats of numbers with a point that come out alike: few digits of numbers that are exact or far from a tie."""
CODES = {"i1": "b", "u1": "B", "b1": "B", "i2": "h", "i4": "i", "i8": "q", "f8": "d"}


class CannotLower(Exception):
    """A piece of Python that is not known to mean the same in MicroPython."""


def refuse(node: ast.AST, why: str) -> CannotLower:
    """Say what is refused, and where."""
    return CannotLower(f"line {getattr(node, 'lineno', '?')}: {why}: {ast.unparse(node)[:80]}")


def name(text: str) -> ast.Name:
    """Read a name."""
    return ast.Name(text, ast.Load())


def call(function: str, *args: ast.expr) -> ast.Call:
    """Call a function by its name."""
    return ast.Call(name(function), list(args), [])


def assign(target: str, value: ast.expr) -> ast.Assign:
    """Assign to a name."""
    return ast.Assign([ast.Name(target, ast.Store())], value)


def is_type(node: ast.expr) -> bool:
    """Tell whether an expression is made for type checkers alone."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return all(is_type(side) or is_class_name(side) for side in (node.left, node.right))
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return node.value.id in TYPES
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "TypeVar"


def is_class_name(node: ast.expr) -> bool:
    """Tell whether something reads like the name of a class, or None."""
    if isinstance(node, ast.Constant):
        return node.value is None
    return isinstance(node, ast.Name) and (node.id in TYPES or (node.id[:1].isupper() and not node.id.isupper()))


def undocumented(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Leave out texts that stand alone."""
    return [s for s in body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]


def decorators(node: ast.ClassDef | ast.FunctionDef) -> set[str]:
    """Name the decorators of something."""
    found = set()
    for one in node.decorator_list:
        called = one.func if isinstance(one, ast.Call) else one
        found.add(called.id if isinstance(called, ast.Name) else ast.unparse(called))
    return found


class Lowering(ast.NodeTransformer):
    """Lowers one module, given its rules that are doors: by name, what each returns."""

    def __init__(self, doors: Mapping[str, str]) -> None:
        """Take note of the doors."""
        self.doors = doors
        self.matches = 0

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Lower a module."""
        node.body = undocumented(node.body)
        self.generic_visit(node)
        return node

    def visit_Import(self, node: ast.Import) -> ast.Import:
        """Import a stand-in under the name of what it stands for."""
        for alias in node.names:
            alias.asname = alias.asname or (alias.name if alias.name in MOVED else None)
            alias.name = MOVED.get(alias.name, alias.name)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        """Import what is left to import."""
        if node.module == "typing":
            node.names = [alias for alias in node.names if alias.name in KEPT_TYPING]
            return node if node.names else None
        if node.module in FORGOTTEN:
            return None
        if node.module == "collections" and [alias.name for alias in node.names] == ["deque"]:
            return ast.ImportFrom("lowered", [ast.alias("Deque", "deque")], 0)
        if node.module == "dataclasses":
            node.names = [alias for alias in node.names if alias.name not in {"dataclass", "field", "MISSING"}]
            return node if node.names else None
        node.module = MOVED.get(node.module or "", node.module)
        return node

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt] | None:
        """Leave out what only type checkers read; what stands beside it makes types, too."""
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return None
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        """Lower a function; a door has no inside."""
        found = decorators(node)
        if unknown := {one for one in found if one not in DECORATORS and not one.endswith(".setter")}:
            raise refuse(node, f"decorated by {', '.join(sorted(unknown))}")
        if "overload" in found:
            return None
        if "rule" in found and node.name in self.doors:
            return assign(node.name, call("door", ast.Constant(node.name), ast.Constant(self.doors[node.name])))
        node.decorator_list = [one for one in node.decorator_list if ast.unparse(one) != "rule"]
        node.returns = None
        if node.args.posonlyargs:
            raise refuse(node, "parameters that have no name")
        for arg in (*node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg):
            if arg is not None:
                arg.annotation = None
        node.body = undocumented(node.body) or [ast.Pass()]
        self.generic_visit(node)
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """Refuse: nothing at a table waits."""
        raise refuse(node, "an async function")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """Drop an annotation."""
        if node.value is None:
            return None
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Make nothing of a type."""
        if is_type(node.value):
            node.value = ast.Constant(None)
            return node
        self.generic_visit(node)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST | list[ast.AST]:
        """Lower a class."""
        bases = [ast.unparse(base.value if isinstance(base, ast.Subscript) else base) for base in node.bases]
        node.body = undocumented(node.body) or [ast.Pass()]
        if "Protocol" in bases:
            return assign(node.name, ast.Constant(None))
        if "NamedTuple" in bases:
            return self.named_tuple(node)
        if bases == ["bytes"]:
            return assign(node.name, name("bytes"))
        node.bases = [name(base) for base in bases if base not in {"Sequence", "Mapping"}]
        if decorators(node) & {"dataclass", "shape"}:
            self.data_class(node)
        elif node.decorator_list:
            raise refuse(node, "a decorated class")
        node.body = [s for s in node.body if not (isinstance(s, ast.AnnAssign) and s.value is None)] or [ast.Pass()]
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def named_tuple(self, node: ast.ClassDef) -> ast.AST | list[ast.AST]:
        """Write out a named tuple; one with defaults is made by a function."""
        fields = [s for s in node.body if isinstance(s, ast.AnnAssign)]
        names = [s.target.id for s in fields if isinstance(s.target, ast.Name)]
        made = call("namedtuple", ast.Constant(node.name), ast.Tuple([ast.Constant(one) for one in names], ast.Load()))
        rest = [s for s in node.body if not isinstance(s, ast.AnnAssign | ast.Pass)]
        defaults = [self.visit(s.value) for s in fields if s.value is not None]
        if not defaults and not rest:
            return assign(node.name, made)
        if rest:
            if defaults:
                raise refuse(node, "a named tuple with defaults and methods")
            node.bases, node.body = [made], rest
            self.generic_visit(node)
            return node
        parameters = ast.arguments([], [ast.arg(one) for one in names], None, [], [], None, defaults)
        back = ast.Return(call(f"_{node.name}", *(name(one) for one in names)))
        return [assign(f"_{node.name}", made), ast.FunctionDef(node.name, parameters, [back], [])]

    def data_class(self, node: ast.ClassDef) -> None:
        """Write out what `dataclass` makes: the way to make one, its fields, and how two compare."""
        shown = [s for s in node.body if isinstance(s, ast.AnnAssign) and "ClassVar" not in ast.unparse(s.annotation)]
        options = {k.arg: k.value for one in node.decorator_list if isinstance(one, ast.Call) for k in one.keywords}
        parameters, defaults, body = list[ast.arg](), list[ast.expr](), list[ast.stmt]()
        value: ast.expr
        fields, known = list[ast.expr](), list[ast.expr]()
        for s in shown:
            field = s.target.id  # type: ignore[union-attr]
            fields.append(ast.Constant(field))
            given = self.given(s.value)
            if isinstance(given, str):  # made by nobody who makes one
                continue
            default, value = given[0], name(field)
            if default is not None:
                defaults.append(default)
                if given[1] is None:
                    known.append(ast.Tuple([ast.Constant(field), default], ast.Load()))
            if given[1] is not None:
                missing = ast.Compare(name(field), [ast.Is()], [name("MISSING")])
                value = ast.IfExp(missing, given[1], name(field))
            parameters.append(ast.arg(field))
            body.append(ast.Assign([ast.Attribute(name("self"), field, ast.Store())], value))
        methods = {s.name for s in node.body if isinstance(s, ast.FunctionDef)}
        if "__post_init__" in methods:
            body.append(ast.Expr(ast.Call(ast.Attribute(name("self"), "__post_init__", ast.Load()), [], [])))
        taken = ast.arguments([], [ast.arg("self"), *parameters], None, [], [], None, defaults)
        node.decorator_list = []
        node.body = [
            assign("_fields", ast.Tuple(fields, ast.Load())),
            assign("_defaults", call("dict_of", ast.Tuple(known, ast.Load()))),
            ast.FunctionDef("__init__", taken, body or [ast.Pass()], []),
            *(s for s in node.body if s not in shown),
        ]
        is_equal = not (isinstance(options.get("eq"), ast.Constant) and options["eq"].value is False)  # type: ignore[attr-defined]
        if not node.bases and is_equal:
            node.bases = [name("Plain")]

    @staticmethod
    def given(value: ast.expr | None) -> tuple[ast.expr | None, ast.expr | None] | str:
        """Read a field's default: itself, or what makes one each time; a text for a field that is not given at all."""
        if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "field"):
            return value, None
        told = {k.arg: k.value for k in value.keywords}
        if isinstance(told.get("init"), ast.Constant):
            return "later"
        factory = told.get("default_factory")
        if factory is None:
            return told.get("default"), None
        while isinstance(factory, ast.Subscript):
            factory = factory.value
        if isinstance(factory, ast.Name):
            factory = name(FACTORIES.get(factory.id, factory.id))
        return name("MISSING"), ast.Call(factory, [], [])

    def visit_Match(self, node: ast.Match) -> ast.AST | list[ast.AST]:
        """Turn `match` on classes into a row of `if`."""
        self.matches += 1
        subject = f"_subject{self.matches}"
        first: list[ast.stmt] = []
        tail = first
        for case in node.cases:
            kinds, bound, whole = self.pattern(case.pattern)
            test: ast.expr = call("isinstance", name(subject), ast.Tuple([name(kind) for kind in kinds], ast.Load()))
            if case.guard is not None:
                if {n.id for n in ast.walk(case.guard) if isinstance(n, ast.Name)} & {*bound, whole}:
                    raise refuse(case.guard, "a guard that looks at what was matched")
                test = ast.BoolOp(ast.And(), [test, case.guard])
            taken: list[ast.stmt] = [
                assign(variable, ast.Attribute(name(subject), field, ast.Load())) for variable, field in bound.items()
            ]
            if whole is not None:
                taken.append(assign(whole, name(subject)))
            made = ast.If(test, [*taken, *case.body], [])
            tail.append(made)
            tail = made.orelse
        lowered = [assign(subject, node.subject), *first]
        return [self.visit(statement) for statement in lowered]

    def pattern(self, node: ast.pattern) -> tuple[list[str], dict[str, str], str | None]:
        """Read a pattern: the classes, the fields that get names, and the name of the whole."""
        if isinstance(node, ast.MatchAs) and node.pattern is not None:
            kinds, bound, _ = self.pattern(node.pattern)
            return kinds, bound, node.name
        if isinstance(node, ast.MatchOr):
            parts = [self.pattern(one) for one in node.patterns]
            if any(bound != parts[0][1] for _, bound, _ in parts):
                raise CannotLower("alternatives that bind other names")
            return [kind for kinds, _, _ in parts for kind in kinds], parts[0][1], None
        if isinstance(node, ast.MatchClass) and not node.patterns and isinstance(node.cls, ast.Name):
            bound = {}
            for field, inner in zip(node.kwd_attrs, node.kwd_patterns, strict=True):
                if not isinstance(inner, ast.MatchAs) or inner.pattern is not None or inner.name is None:
                    raise CannotLower(f"a pattern inside {node.cls.id}")
                bound[inner.name] = field
            return [node.cls.id], bound, None
        raise CannotLower(f"line {node.lineno}: a pattern of another kind than classes")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Turn an f-string into a join."""
        self.generic_visit(node)
        parts: list[ast.expr] = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(part)
            elif isinstance(part, ast.FormattedValue):
                parts.append(self.formatted(part))
        return ast.Call(ast.Attribute(ast.Constant(""), "join", ast.Load()), [ast.Tuple(parts, ast.Load())], [])

    @staticmethod
    def formatted(part: ast.FormattedValue) -> ast.expr:
        """Format a value in an f-string."""
        if part.format_spec is None:
            return call("quoted" if part.conversion == ord("r") else "str", part.value)
        spec = part.format_spec
        if isinstance(spec, ast.Call) and isinstance(spec.args[0], ast.Tuple):  # lowered already
            pieces = spec.args[0].elts
            text = "".join(str(p.value) if isinstance(p, ast.Constant) else "" for p in pieces)
            if text[-1:] in {"f", "e", "%", "n"} or (text[-1:] == "g" and text not in SAFE_FORMATS):
                raise refuse(part.value, f"the format {text}, which may round otherwise")
            layout = ast.BinOp(ast.BinOp(ast.Constant("{:"), ast.Add(), spec), ast.Add(), ast.Constant("}"))
            whole = all(isinstance(p, ast.Constant) for p in pieces)
            template: ast.expr = ast.Constant("{:" + text + "}") if whole else layout
            return ast.Call(ast.Attribute(template, "format", ast.Load()), [part.value], [])
        raise refuse(part.value, "a format of another kind")

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Refuse formats of numbers by `%`; bytes may be put together so."""
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            raise refuse(node, "a text put together by %")
        self.generic_visit(node)
        return node

    def stars(self, node: ast.List | ast.Tuple | ast.Set, helper: str) -> ast.AST:
        """Turn a display with stars into a call."""
        self.generic_visit(node)
        is_read = not hasattr(node, "ctx") or isinstance(node.ctx, ast.Load)
        if not is_read or not any(isinstance(one, ast.Starred) for one in node.elts):
            return node
        parts = [one.value if isinstance(one, ast.Starred) else ast.Tuple([one], ast.Load()) for one in node.elts]
        return call(helper, *parts)

    def visit_List(self, node: ast.List) -> ast.AST:
        """Lower a list."""
        return self.stars(node, "list_of")

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        """Lower a tuple."""
        return self.stars(node, "tuple_of")

    def visit_Set(self, node: ast.Set) -> ast.AST:
        """Lower a set."""
        return self.stars(node, "set_of")

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        """Keep the order of a dict."""
        self.generic_visit(node)
        parts: list[ast.expr] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                parts.append(ast.Call(ast.Attribute(value, "items", ast.Load()), [], []))
            else:
                parts.append(ast.Tuple([ast.Tuple([key, value], ast.Load())], ast.Load()))
        return call("dict_of", *parts)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        """Keep the order of a dict."""
        self.generic_visit(node)
        return call("dict_of", ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators))

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Lower the one method that is passed around by its name."""
        self.generic_visit(node)
        return call("getter", node.value) if node.attr == "__getitem__" else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Turn a sequence round by a helper: texts know no steps there."""
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice) or node.slice.step is None:
            return node
        if ast.unparse(node.slice) != "::-1":
            raise refuse(node, "a step that is not taken everywhere")
        return call("backwards", node.value)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Lower a call: of a type with its arguments, of `dict`, of a method that is missing."""
        if isinstance(node.func, ast.Subscript) and is_type(node.func):
            node.func = node.func.value
        self.generic_visit(node)
        if isinstance(node.func, ast.Name):
            if node.func.id == "zip":
                node.keywords = []
            elif node.func.id in FACTORIES:
                node.func = name(FACTORIES[node.func.id])
            elif node.func.id == "cast":
                return node.args[1]
            elif node.func.id == "repr":
                node.func = name("quoted")
        elif isinstance(node.func, ast.Attribute):
            if ast.unparse(node.func) == "dict.fromkeys":
                node.func = name("fromkeys")
            elif node.func.attr in HELPED:
                return call(node.func.attr, node.func.value, *node.args)
        return node


def literal(value: object) -> ast.expr:
    """Write a value of plain parts as it stands in a source."""
    return ast.parse(repr(value), mode="eval").body


def table_call(value: np.ndarray[Any, Any]) -> ast.Call:
    """Write a table as its numbers: they were worked out when this was built."""
    code = CODES[value.dtype.str[1:]]
    shape = literal(tuple(int(size) for size in value.shape))
    return call("table", ast.Constant(code), shape, ast.Constant(np.ascontiguousarray(value).tobytes().hex()))


def kind_call(kind: np.dtype[Any]) -> ast.Call:
    """Write the layout of a record."""
    fields = []
    for field in kind.names or ():
        plain = kind.fields[field][0]  # type: ignore[index]
        parts: list[object] = [field, plain.base.str[1:]]
        fields.append((*parts, tuple(int(n) for n in plain.shape)) if plain.shape else tuple(parts))
    return call("dtype", literal(tuple(fields)))


def with_tables(tree: ast.Module, module: Any) -> ast.Module:  # noqa: ANN401  # a module
    """Put the numbers of a module's tables, and of its record, in place of how they are worked out."""
    made, body = set[str](), list[ast.stmt]()
    for s in tree.body:
        target = s.targets[0] if isinstance(s, ast.Assign) else s.target if isinstance(s, ast.AnnAssign) else None
        value = getattr(module, target.id, None) if isinstance(target, ast.Name) else None
        if isinstance(target, ast.Name) and isinstance(value, np.ndarray):
            body.append(assign(target.id, table_call(value)))
            made.add(target.id)
        elif isinstance(target, ast.Name) and isinstance(value, np.dtype):
            body += [ast.ImportFrom("numpy", [ast.alias("dtype")], 0), assign(target.id, kind_call(value))]
        elif not (isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in made):
            body.append(s)
    tree.body = body
    return ast.fix_missing_locations(tree)


def lowered(tree: ast.Module, doors: Mapping[str, str]) -> str:
    """Lower a module and write it."""
    made = ast.fix_missing_locations(Lowering(doors).visit(tree))
    if any(isinstance(node, ast.Call) and ast.unparse(node.func) == "door" for node in ast.walk(made)):
        made.body.insert(0, ast.ImportFrom("bridge", [ast.alias("door")], 0))
    forget_imports(made)
    made.body.insert(0, ast.ImportFrom("lowered", [ast.alias("*")], 0))
    return ast.unparse(ast.fix_missing_locations(made)) + "\n"
