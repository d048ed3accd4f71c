"""Takes out of MicroPython the modules of its library that were frozen into it: lowered words bring what they import.

Frozen modules are found by name alone, in a list of names that an empty one ends. With the list emptied nobody reaches
them any more, and zeros weigh nothing once compressed. Nothing else in the file moves.
"""

from __future__ import annotations

import re

from mousehole.browser.link import DATA, HEADER, I32_CONST, Reader

NAMES = re.compile(rb"(?:[\w/]+\.py\0){8,}\0")
"""The list of frozen modules."""
WORD = 4
PARTS = 3
"""What is kept of a frozen module: where its names are, its constants, and its code."""


def slim(data: bytes) -> bytes:
    """Empty what was frozen into MicroPython; a file that looks otherwise stays as it is."""
    out = bytearray(data)
    for at, start, size in segments_of(data):
        inside = data[at : at + size]
        for names in NAMES.finditer(inside):
            if span := frozen(inside, start, names):
                out[at + names.start() : at + names.end()] = bytes(names.end() - names.start())
                out[at + span.start : at + span.stop] = bytes(len(span))
    return bytes(out)


def frozen(inside: bytes, start: int, names: re.Match[bytes]) -> range | None:
    """Find what lies between the first and the last part of the frozen modules, which are listed behind their names."""
    count, at = names[0].count(b"\0") - 1, names.end()
    at += -(start + at) % WORD
    words = [int.from_bytes(inside[at + WORD * i : at + WORD * i + WORD], "little") for i in range(PARTS * count)]
    places = [word - start for word in words if word]
    listed = at + WORD * PARTS * count
    if places != sorted(places) or not places or places[0] < listed or places[-1] > len(inside):
        return None
    return range(places[0], places[-1])


def segments_of(data: bytes) -> list[tuple[int, int, int]]:
    """List the data of a module: where it stands in the file, its address in memory, and its size."""
    if data[:4] != b"\0asm":
        return []
    reader, found = Reader(data, HEADER), []
    while reader.has_more:
        kind, size = reader.byte(), reader.number()
        end = reader.at + size
        if kind == DATA:
            for _ in range(reader.number()):
                if reader.number() != 0 or reader.byte() != I32_CONST:
                    return []
                start, _ = reader.number(is_signed=True), reader.byte()
                length = reader.number()
                found.append((reader.at, start, length))
                reader.take(length)
        reader.at = end
    return found
