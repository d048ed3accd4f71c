"""Records over bytes."""

from numpy import dtype, record

HOLE, HOUSE = "hole_", "more_"
SIZES = {"u1": 1, "i1": 1, "u2": 2, "i2": 2, "u4": 4, "i4": 4, "u8": 8, "i8": 8, "f8": 8}


def record_over(owner, kind):
    return record(kind, owner)


def new_record(kind):
    return record(kind, bytearray(kind.itemsize))


def new_records(kind, count=1):
    from bridge import Records

    return Records(bytes(kind.itemsize * count), count)
