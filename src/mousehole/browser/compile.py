"""Compiles a game's rules and bots for the browser: Numba types and lowers them, LLVM makes WebAssembly of that.

Numba's integers have the width of the machine it runs on, and must keep it, or the rules would mean something else;
only addresses shrink, and their size comes from the data layout. So Numba's own code is taken *before* anything was
optimised for this machine, and optimised for the other one, as a whole: everything but the doors is internal.
"""

from __future__ import annotations

import os
import re
from typing import Any

os.environ.update(NUMBA_OPT="0", NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")  # before Numba reads them

import llvmlite.binding as llvm  # after Numba was told how
from numba import types
from numba.core.caching import NullCache

from mousehole.engine import rule as engine_rule

engine_rule.RuleCache = lambda _: NullCache()  # type: ignore[assignment,attr-defined]  # code for nobody here is not kept

from mousehole.browser.arena import ASKS, NO_COUNTING  # noqa: E402
from mousehole.browser.arena import CODE as ARENA  # noqa: E402
from mousehole.browser.doors import Door, doors_of  # noqa: E402
from mousehole.browser.link import Module, link  # noqa: E402
from mousehole.browser.recipes import recipes_of  # noqa: E402

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+sign-ext,+nontrapping-fptoint,+simd128"
"""What every browser of the last years has."""
MOVE = "llvm.memmove.p0.p0.i64"
RETURNS = {
    "none": ("void", ["ret void"]),
    "int64": ("double", ["%v = load i64, ptr %ret", "%r = sitofp i64 %v to double", "ret double %r"]),
    "uint64": ("double", ["%v = load i64, ptr %ret", "%r = uitofp i64 %v to double", "ret double %r"]),
    "float64": ("double", ["%r = load double, ptr %ret", "ret double %r"]),
    "bool": ("i32", ["%v = load i8, ptr %ret", "%r = zext i8 %v to i32", "ret i32 %r"]),
    "int8": ("i32", ["%v = load i8, ptr %ret", "%r = sext i8 %v to i32", "ret i32 %r"]),
    "int16": ("i32", ["%v = load i16, ptr %ret", "%r = sext i16 %v to i32", "ret i32 %r"]),
    "int32": ("i32", ["%r = load i32, ptr %ret", "ret i32 %r"]),
}
"""How each type comes back: whole numbers as doubles, which are exact far beyond what rules return."""


class Entry:
    """The code of a door: it takes plain numbers and calls the rule as Numba's code wants to be called."""

    def __init__(self, door: Door) -> None:
        """Compile the door's rule."""
        self.door = door
        twin = door.rule.twin
        twin.compile(door.kinds)
        self.compiled: Any = twin.overloads[door.kinds]
        self.parameters: list[str] = []
        self.lines: list[str] = []
        self.given = ["ptr %ret", "ptr %exc"]

    @property
    def library(self) -> llvm.ModuleRef:
        """The rule and all it calls, not optimised."""
        return llvm.parse_bitcode(self.compiled.library._final_module.as_bitcode())  # noqa: SLF001  # no other way

    def take(self, kind: types.Type, name: str) -> None:
        """Take one parameter."""
        if isinstance(kind, types.Record):
            self.parameters.append(f"ptr {name}")
            self.given.append(f"ptr {name}")
        elif isinstance(kind, types.Array):
            self.take_array(kind, name)
        elif kind == types.int64:
            self.parameters.append(f"i32 {name}")
            self.lines.append(f"{name}.w = sext i32 {name} to i64")
            self.given.append(f"i64 {name}.w")
        else:
            written = {types.uint64: "i64", types.float64: "double"}[kind]
            self.parameters.append(f"{written} {name}")
            self.given.append(f"{written} {name}")

    def take_array(self, kind: types.Array, name: str) -> None:
        """Take an array: an address and a length for each dimension."""
        lengths = [f"{name}.n{d}" for d in range(kind.ndim)]
        self.parameters += [f"ptr {name}", *(f"i32 {length}" for length in lengths)]
        width = kind.dtype.size if isinstance(kind.dtype, types.Record) else kind.dtype.bitwidth // 8
        wide = [f"{name}.w{d}" for d in range(kind.ndim)]
        self.lines += [f"{w} = sext i32 {length} to i64" for w, length in zip(wide, lengths, strict=True)]
        total, strides = wide[0], [str(width)]
        if kind.ndim > 1:
            self.lines += [f"{name}.all = mul i64 {wide[0]}, {wide[1]}", f"{name}.row = mul i64 {wide[1]}, {width}"]
            total, strides = f"{name}.all", [f"{name}.row", str(width)]
        numbers = (f"i64 {value}" for value in (*wide, *strides))
        self.given += ["ptr null", "ptr null", f"i64 {total}", f"i64 {width}", f"ptr {name}", *numbers]

    def code(self) -> str:
        """Write the door; a rule that fails traps."""
        for number, kind in enumerate(self.door.kinds):
            self.take(kind, f"%p{number}")
        out, end = RETURNS[str(self.compiled.signature.return_type)]
        lines = [
            f"define {out} @{self.door.name}({', '.join(self.parameters)}) {{",
            "%ret = alloca [2 x i64]",
            "%exc = alloca [2 x i64]",
            *self.lines,
            f"%code = call i32 @{self.compiled.fndesc.mangled_name}({', '.join(self.given)})",
            "%fine = icmp eq i32 %code, 0",
            "%none = icmp eq i32 %code, -2",
            "%good = or i1 %fine, %none",
            "br i1 %good, label %done, label %failed",
            "failed:",
            "call void @llvm.trap()",
            "unreachable",
            "done:",
            *end,
            "}",
        ]
        return "\n".join(lines) + "\n"


def moved(code: str) -> str:
    """Copy whole records at once: one that is read and written as it is, LLVM would read and write byte by byte."""
    read = r"^  (%\S+) = load (\[(\d+) x i8\]), ptr (\S+), align 1\n"
    written = r"  store \2 \1, ptr (\S+), align 1$"
    code = re.sub(rf"(?m){read}{written}", rf"  call void @{MOVE}(ptr \5, ptr \4, i64 \3, i1 false)", code)
    return f"{code}\ndeclare void @{MOVE}(ptr, ptr, i64, i1)\n"


def stripped(code: str) -> str:
    """Take out what belongs to the machine it was compiled on, and put our own memory in the place of Numba's.

    The addresses of constant tables, which Numba keeps although nothing reads them, differ from run to run.
    """
    code = re.sub(r'(?m)^target (triple|datalayout) = "[^"]*"\n', "", code)
    code = re.sub(
        r"(?m)^(@numba\.dynamic\.globals\S* = linkonce global ptr) inttoptr \(i64 \d+ to ptr\)", r"\1 null", code
    )
    code = re.sub(r"(?m)^declare [^\n]*@(NRT_\w+|nrt_\w+)\([^\n]*\n", "", code)
    if ASKS in code:
        code += ARENA
    else:
        code = re.sub(r"(?ms)^define [^\n]*@(NRT_\w+|nrt_\w+)\(.*?^}\n", "", code) + NO_COUNTING
    return code.replace(" = common ", " = ")


def uncounted(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Take out references that are counted up and down again for nothing, as Numba does for the machine at hand.

    What is left of them stands between loads and stores that could be one: a search took three times as long.
    """
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0))
    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()  # the pass looks at names, so what is one thing must have one name first
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_refprune_pass()
    passes.run(module, builder)


def optimised(code: str, doors: frozenset[str]) -> bytes:
    """Optimise a whole program for the browser and return it as an object."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    module = llvm.parse_assembly(code)
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=FEATURES)
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration:
            value.linkage = "external" if value.name in doors else "internal"
    module.verify()
    uncounted(module, machine)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = True  # each lane adds up its own number, in the order of the plain loop
    tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    found: bytes = machine.emit_object(module)
    return found


def module_of(game_id: str) -> tuple[Module, list[Door]]:
    """Compile a game's module; return it with its doors."""
    doors = doors_of(game_id)
    names = frozenset(door.name for door in doors)
    entries = [Entry(door) for door in doors]
    whole = entries[0].library
    for entry in entries[1:]:
        whole.link_in(entry.library)
    code = moved(stripped(str(whole))) + "".join(entry.code() for entry in entries) + "\ndeclare void @llvm.trap()\n"
    made = {name: table.tobytes() for name, _, table in recipes_of(game_id)}
    return link(optimised(code, names), names, made), doors
