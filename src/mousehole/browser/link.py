"""Turns one relocatable WebAssembly object, as LLVM writes it, into a module a browser loads: a linker for one file.

With a single object every index in it is right already. What is left: give each data segment an address, write these
addresses where code and data name them, and export. Memory and stack pointer stay imports (`env.memory` and
`env.__stack_pointer`): whoever loads the module makes both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA, DATA_COUNT = range(13)
"""Kinds of sections."""
AS_FUNCTION, AS_TABLE, AS_MEMORY, AS_GLOBAL = range(4)
"""Kinds of imports."""
FUNCTION_INDEX, ADDRESS, ADDRESS_SLEB, ADDRESS_I32, TYPE_INDEX, GLOBAL_INDEX = 0, 3, 4, 5, 6, 7
"""Kinds of relocations."""
SEGMENT_INFO, SYMBOL_TABLE = 5, 8
OF_FUNCTION, OF_DATA, OF_GLOBAL, OF_SECTION = range(4)
"""Kinds of symbols."""
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
I32_CONST, END = 0x41, 0x0B
HEADER = 8
LINKING_VERSION = 2
FIRST_ADDRESS = 1024
"""Data begins here, so that no table has the address 0."""
LINE = 64


class CannotLink(Exception):
    """An object that asks for more than a linker for one file can do."""


class Reader:
    """Reads the format's numbers and names in turn."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        """Begin at a place."""
        self.data, self.at = data, at

    @property
    def has_more(self) -> bool:
        """Whether something is left."""
        return self.at < len(self.data)

    def byte(self) -> int:
        """Read a byte."""
        self.at += 1
        return self.data[self.at - 1]

    def number(self, *, is_signed: bool = False) -> int:
        """Read a number of seven bits a byte."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:  # noqa: PLR2004  # the top bit says that more follows
                return value - (1 << shift) if is_signed and byte & 64 else value

    def take(self, count: int) -> bytes:
        """Read so many bytes."""
        self.at += count
        return self.data[self.at - count : self.at]

    def name(self) -> str:
        """Read a name."""
        return self.take(self.number()).decode()

    def limits(self) -> None:
        """Skip the limits of a memory or a table."""
        has_most = self.number() & 1
        self.number()
        if has_most:
            self.number()


def number(value: int) -> bytes:
    """Write a number that is not negative."""
    out = bytearray()
    while True:
        byte, value = value & 127, value >> 7
        out.append(byte | (128 if value else 0))
        if not value:
            return bytes(out)


def signed(value: int) -> bytes:
    """Write a number with a sign."""
    out = bytearray()
    while True:
        byte, value = value & 127, value >> 7
        if (value == 0 and not byte & 64) or (value == -1 and byte & 64):
            out.append(byte)
            return bytes(out)
        out.append(byte | 128)


def padded(value: int, size: int = 5) -> bytes:
    """Write a number in exactly so many bytes, as the object left room for."""
    return bytes((value >> 7 * i & 127) | (128 if i < size - 1 else 0) for i in range(size))


def text(name: str) -> bytes:
    """Write a name."""
    return number(len(name.encode())) + name.encode()


def section(kind: int, body: bytes) -> bytes:
    """Write a section."""
    return bytes([kind]) + number(len(body)) + body


@dataclass(frozen=True)
class Symbol:
    """Something that code or data can name."""

    kind: int
    flags: int
    name: str
    index: int = 0
    """The function, or the segment of data."""
    offset: int = 0
    """Where in that segment."""


@dataclass(frozen=True)
class Import:
    """Something that whoever loads the module must give it."""

    module: str
    name: str
    kind: int
    rest: bytes


@dataclass(frozen=True)
class Segment:
    """A piece of data."""

    at: int
    """Where its bytes stand in the section."""
    size: int


@dataclass(frozen=True)
class Module:
    """A module, and what whoever loads it must know."""

    data: bytes
    data_end: int
    """The first address behind its data."""
    imports: tuple[str, ...]
    made: tuple[tuple[str, int], ...] = ()
    """Tables that it does not bring: which recipe writes one, and the address where it belongs."""


def sections_of(data: bytes) -> list[tuple[int, str, bytes]]:
    """List an object's sections: kind, name where it has one, and what is inside."""
    reader, found = Reader(data, HEADER), []
    while reader.has_more:
        kind = reader.byte()
        body = reader.take(reader.number())
        inner = Reader(body)
        name = inner.name() if kind == CUSTOM else ""
        found.append((kind, name, body[inner.at :]))
    return found


def imports_of(body: bytes) -> Iterator[Import]:
    """Read the imports; they stay in order, so that no index moves."""
    reader = Reader(body)
    for _ in range(reader.number()):
        module, name, kind = reader.name(), reader.name(), reader.byte()
        start = reader.at
        if kind == AS_FUNCTION:
            reader.number()
        elif kind == AS_MEMORY:
            reader.limits()
            name = "memory"
        elif kind == AS_GLOBAL:
            reader.take(2)
        else:
            raise CannotLink("this code calls through a table")
        yield Import(module, name, kind, body[start : reader.at])


def symbols_of(reader: Reader, functions: Sequence[str]) -> Iterator[Symbol]:
    """Read the symbols; a function that is imported has the name of its import."""
    for _ in range(reader.number()):
        kind, flags = reader.byte(), reader.number()
        if kind == OF_DATA:
            name, index, offset = reader.name(), 0, 0
            if not flags & UNDEFINED:
                index, offset, _ = reader.number(), reader.number(), reader.number()
            yield Symbol(kind, flags, name, index, offset)
        elif kind == OF_SECTION:
            yield Symbol(kind, flags, "", reader.number())
        else:
            index = reader.number()
            is_named = not flags & UNDEFINED or flags & EXPLICIT_NAME
            imported = functions[index] if kind == OF_FUNCTION and not is_named else ""
            yield Symbol(kind, flags, reader.name() if is_named else imported, index)


def linking_of(body: bytes, functions: Sequence[str]) -> tuple[list[Symbol], list[int]]:
    """Read what the object tells linkers: its symbols, and how each segment of data is aligned."""
    reader, symbols, alignments = Reader(body), list[Symbol](), list[int]()
    if reader.number() != LINKING_VERSION:
        raise CannotLink("this object was written for another linker")
    while reader.has_more:
        part, size = reader.byte(), reader.number()
        end = reader.at + size
        if part == SYMBOL_TABLE:
            symbols = list(symbols_of(reader, functions))
        elif part == SEGMENT_INFO:
            for _ in range(reader.number()):
                reader.name()
                alignments.append(1 << reader.number())
                reader.number()
        reader.at = end
    return symbols, alignments


def segments_of(body: bytes) -> Iterator[Segment]:
    """Read where the segments of data stand in their section."""
    reader = Reader(body)
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.byte() != I32_CONST:
            raise CannotLink("a segment of data has an address of another kind")
        reader.number(is_signed=True)
        if reader.byte() != END:
            raise CannotLink("the address of a segment of data is worked out")
        size = reader.number()
        yield Segment(reader.at, size)
        reader.take(size)


def placed(segments: Sequence[Segment], alignments: Sequence[int]) -> tuple[list[int], int]:
    """Give each segment an address; return them and where data ends."""
    starts, at = [], FIRST_ADDRESS
    for segment, alignment in zip(segments, alignments, strict=True):
        at += -at % alignment
        starts.append(at)
        at += segment.size
    return starts, at + -at % LINE


def relocate(target: bytearray, body: Reader, symbols: Sequence[Symbol], starts: Sequence[int]) -> None:
    """Write addresses where a section names data."""
    for _ in range(body.number()):
        kind, where, index = body.byte(), body.number(), body.number()
        if kind in {FUNCTION_INDEX, TYPE_INDEX, GLOBAL_INDEX}:
            continue  # of one object: right already
        if kind not in {ADDRESS, ADDRESS_SLEB, ADDRESS_I32}:
            raise CannotLink(f"a relocation of kind {kind}")
        symbol, addend = symbols[index], body.number(is_signed=True)
        if symbol.flags & UNDEFINED:
            raise CannotLink(f"nobody defines {symbol.name}")
        address = starts[symbol.index] + symbol.offset + addend
        written = address.to_bytes(4, "little") if kind == ADDRESS_I32 else padded(address)
        target[where : where + len(written)] = written


def exported(symbols: Sequence[Symbol], names: frozenset[str]) -> bytes:
    """Write the exports."""
    found = {s.name: s.index for s in symbols if s.kind == OF_FUNCTION and not s.flags & UNDEFINED and s.name in names}
    if missing := names - set(found):
        raise CannotLink(f"not in the object: {', '.join(sorted(missing))}")
    listed = b"".join(text(name) + bytes([AS_FUNCTION]) + number(found[name]) for name in sorted(found))
    return number(len(found)) + listed


def brought(
    body: bytes, segments: Sequence[Segment], starts: Sequence[int], recipes: Mapping[str, bytes]
) -> tuple[list[tuple[int, bytes]], tuple[tuple[str, int], ...]]:
    """Tell the data that a module brings, by address, from tables that a recipe writes; zeros are there anyway."""
    names = {table: name for name, table in recipes.items()}
    kept, made = list[tuple[int, bytes]](), list[tuple[str, int]]()
    for segment, start in zip(segments, starts, strict=True):
        inside = body[segment.at : segment.at + segment.size]
        if inside in names:
            made.append((names[inside], start))
        elif any(inside):
            kept.append((start, inside))
    if missing := set(recipes) - {name for name, _ in made}:
        raise CannotLink(f"no table for the recipe {', '.join(sorted(missing))}")
    return kept, tuple(made)


def link(data: bytes, exports: frozenset[str], recipes: Mapping[str, bytes] | None = None) -> Module:
    """Make a module of an object, with these functions as its doors; tables that a recipe writes are left out."""
    sections = sections_of(data)
    bodies = {kind: bytearray(body) for kind, _, body in sections if kind != CUSTOM}
    notes = {name: body for kind, name, body in sections if kind == CUSTOM}
    imports = list(imports_of(bytes(bodies.get(IMPORT, b"\0"))))
    functions = [one.name for one in imports if one.kind == AS_FUNCTION]
    symbols, alignments = linking_of(notes["linking"], functions)
    segments = list(segments_of(bytes(bodies.get(DATA, b"\0"))))
    starts, end = placed(segments, alignments)
    for name, body in notes.items():
        if name in {"reloc.CODE", "reloc.DATA"}:
            reader = Reader(body)
            relocate(bodies[sections[reader.number()][0]], reader, symbols, starts)
    kept, made = brought(bytes(bodies.get(DATA, b"")), segments, starts, recipes or {})
    out = bytearray(data[:HEADER])
    for kind in (TYPE, IMPORT, FUNCTION, GLOBAL, EXPORT, DATA_COUNT, CODE, DATA):  # in the order of the format
        if kind == IMPORT:
            listed = (text(one.module) + text(one.name) + bytes([one.kind]) + one.rest for one in imports)
            out += section(IMPORT, number(len(imports)) + b"".join(listed))
        elif kind == EXPORT:
            out += section(EXPORT, exported(symbols, exports))
        elif kind == DATA_COUNT and kind in bodies:
            out += section(DATA_COUNT, number(len(kept)))
        elif kind == DATA and kept:
            written = bytearray(number(len(kept)))
            for start, inside in kept:
                written += bytes([0, I32_CONST]) + signed(start) + bytes([END]) + number(len(inside)) + inside
            out += section(DATA, bytes(written))
        elif kind in bodies and kind != DATA:
            out += section(kind, bytes(bodies[kind]))
    return Module(bytes(out), end, tuple(one.name for one in imports), made)
