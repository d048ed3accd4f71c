"""The way to the game's module. Its memory is another one: what a rule is given is copied there, and back."""

import struct
from uctypes import addressof

import js

RESULT = bytearray(16)
"""What a rule returns, as a double, and whether it has changed its record."""
AT = addressof(RESULT)


class Records:
    """Several records in a row, as bytes."""

    def __init__(self, data, count):
        self.data, self.count = bytearray(data), count


def has(name):
    return bool(js.mousehole.has(name))


def memory_size():
    return int(js.mousehole.memory())


def call(name, *given):
    """Call a door: records and arrays by the address of their bytes, words of 64 bits as text."""
    args, record = [], None
    for one in given:
        kind = type(one)
        if kind is int:
            args.append(one if -0x40000000 <= one < 0x40000000 else str(one))
        elif kind is bool or kind is float:
            args.append(one)
        elif hasattr(one, "flush"):
            one.flush()
            record = one
            args.append(addressof(one.data))
        elif kind is Records:
            args.append(addressof(one.data))
            args.append(one.count)
        else:
            if one.start or len(one.flat) != one.size:
                raise ValueError("a part of an array cannot be given to a rule")
            args.append(addressof(one.flat))
            args.append(len(one.flat))
    js.mousehole.call(name, AT, *args)
    value, has_changed = struct.unpack_from("<dB", RESULT)
    if has_changed and record is not None:
        record.forget()
    return value


def door(name, gives):
    """Make what stands in the place of a rule."""
    if gives == "float":
        return lambda *given: call(name, *given)
    if gives == "None":
        return lambda *given: call(name, *given) and None
    if gives == "bool":
        return lambda *given: call(name, *given) != 0
    return lambda *given: int(call(name, *given))
