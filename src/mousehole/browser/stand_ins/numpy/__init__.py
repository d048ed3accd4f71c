"""As much of NumPy as records, words and pictures use, in plain Python."""

import struct
from array import array as _row

_CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f8": "d", "?": "B"}
_SIZE = {"b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "q": 8, "Q": 8, "d": 8}


def prod(numbers):
    total = 1
    for n in numbers:
        total *= n
    return total


class _Kind:
    """A type of numbers."""

    def __init__(self, code, python):
        self.code, self.python = code, python
        self.itemsize = self.alignment = _SIZE[code]

    def __call__(self, value=0):
        return self.python(value)


int8, int16, int32, int64 = (_Kind(_CODES["i%d" % n], int) for n in (1, 2, 4, 8))
uint8, uint16, uint32, uint64 = (_Kind(_CODES["u%d" % n], int) for n in (1, 2, 4, 8))
float64, bool_ = _Kind("d", float), _Kind("B", bool)
_KINDS = {"b": int8, "B": uint8, "h": int16, "H": uint16, "i": int32, "I": uint32, "q": int64, "Q": uint64, "d": float64}


def _code(kind):
    return "d" if kind is float else "q" if kind is int else "B" if kind is bool else kind.code


class ndarray:
    """Numbers in rows: one flat row of them, where this part begins, and its shape."""

    def __init__(self, flat, start, shape, code):
        self.flat, self.start, self.shape, self.code = flat, start, shape, code

    @property
    def size(self):
        return prod(self.shape)

    @property
    def ndim(self):
        return len(self.shape)

    def __len__(self):
        return self.shape[0]

    def _part(self, i):
        n = self.shape[0]
        if i < 0:
            i += n
        if not 0 <= i < n:
            raise IndexError(i)
        rest = self.shape[1:]
        return ndarray(self.flat, self.start + i * prod(rest), rest, self.code)

    def __getitem__(self, key):
        shape = self.shape
        if type(key) is int:
            if len(shape) == 1:
                if 0 <= key < shape[0]:
                    return self.flat[self.start + key]
                if -shape[0] <= key < 0:
                    return self.flat[self.start + shape[0] + key]
                raise IndexError(key)
            return self._part(key)
        if isinstance(key, tuple):
            found = self
            for one in key:
                found = found[one]
            return found
        if isinstance(key, slice):
            first, last, step = key.indices(shape[0])
            rest = shape[1:]
            if step == 1:
                start = self.start + first * prod(rest)
                return ndarray(self.flat, start, (max(0, last - first),) + tuple(rest), self.code)
            return array([self[i] for i in range(first, last, step)], _KINDS[self.code])
        if isinstance(key, bool):
            raise TypeError("no masks here")
        return self[int(key)]

    def __setitem__(self, key, value):
        if isinstance(key, tuple):
            found = self
            for one in key[:-1]:
                found = found[one]
            found[key[-1]] = value
            return
        if isinstance(key, slice):
            part = self[key]
            if isinstance(value, (int, float)):
                for i in range(part.size):
                    part.flat[part.start + i] = value
            else:
                for i, one in enumerate(value):
                    part[i] = one
            return
        key = int(key)
        if key < 0:
            key += self.shape[0]
        if len(self.shape) > 1:
            self._part(key)[:] = value
        else:
            self.flat[self.start + key] = value

    def _numbers(self):
        return self.flat[self.start : self.start + self.size]

    def __iter__(self):
        if len(self.shape) == 1:
            return iter(self._numbers())
        return (self._part(i) for i in range(self.shape[0]))

    def tolist(self):
        if len(self.shape) == 1:
            return list(self._numbers())
        return [self._part(i).tolist() for i in range(self.shape[0])]

    def sum(self):
        return sum(self._numbers())

    def max(self):
        return max(self._numbers())

    def min(self):
        return min(self._numbers())

    def argmax(self):
        numbers = list(self._numbers())
        return numbers.index(max(numbers))

    def any(self):
        return any(self._numbers())

    def all(self):
        return all(self._numbers())

    def copy(self):
        return ndarray(_row(self.code, bytes(self._numbers())), 0, self.shape, self.code)

    def tobytes(self):
        return bytes(self._numbers())

    def __eq__(self, other):
        theirs = other._numbers() if isinstance(other, ndarray) else [other] * self.size
        same = [a == b for a, b in zip(self._numbers(), theirs)]
        return ndarray(_row("B", bytes(same)), 0, self.shape, "B")

    def __ne__(self, other):
        return ndarray(_row("B", bytes([1 - same for same in (self == other).flat])), 0, self.shape, "B")

    __hash__ = None


def filled(code, shape, data):
    return ndarray(_row(code, data), 0, tuple(shape), code)


def _flatten(value):
    if isinstance(value, ndarray):
        return list(value._numbers()), tuple(value.shape)
    if isinstance(value, (list, tuple)):
        parts = [_flatten(one) for one in value]
        return [n for flat, _ in parts for n in flat], (len(parts),) + (parts[0][1] if parts else ())
    return [value], ()


def array(values, kind=None):
    flat, shape = _flatten(values if isinstance(values, (list, tuple, ndarray)) else list(values))
    code = _code(kind) if kind is not None else "d" if any(isinstance(n, float) for n in flat) else "q"
    return ndarray(_row(code, flat), 0, shape, code)


def zeros(shape, kind=float):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    code = _code(kind)
    return ndarray(_row(code, bytes(prod(shape) * _SIZE[code])), 0, shape, code)


empty = zeros


def searchsorted(values, wanted):
    return sum(1 for value in values if value < wanted)


class bitwise_or:
    @staticmethod
    def reduce(values):
        total = 0
        for value in values:
            total |= value
        return total


class dtype:
    """The layout of a record."""

    def __init__(self, fields):
        from collections import OrderedDict

        self.fields, self.places, at, widest = OrderedDict(), OrderedDict(), 0, 1
        for name, kind, *shape in fields:
            plain = _KINDS[_CODES[kind]]
            at += -at % plain.alignment
            widest = max(widest, plain.alignment)
            size = ((shape[0],) if isinstance(shape[0], int) else tuple(shape[0])) if shape else None
            count = prod(size) if size else 1
            self.fields[name] = (plain, at)
            self.places[name] = (plain.code, at, size, count)
            at += plain.itemsize * count
        self.itemsize, self.names = at + -at % widest, tuple(self.fields)


class record:
    """One position: its fields are read from, and written to, its bytes; rows of numbers are copies until `flush`."""

    __slots__ = ("dtype", "data", "_rows")

    def __init__(self, kind, data):
        write = object.__setattr__
        write(self, "dtype", kind)
        write(self, "data", data)
        write(self, "_rows", {})

    def __getattr__(self, name):
        rows = self._rows
        if name in rows:
            return rows[name]
        place = self.dtype.places.get(name)
        if place is None:
            raise AttributeError(name)
        code, at, shape, count = place
        if shape is None:
            return struct.unpack_from("<" + code, self.data, at)[0]
        found = ndarray(_row(code, bytes(self.data[at : at + count * _SIZE[code]])), 0, shape, code)
        rows[name] = found
        return found

    def __setattr__(self, name, value):
        code, at, shape, _ = self.dtype.places[name]
        if shape is None:
            struct.pack_into("<" + code, self.data, at, value)
        else:
            getattr(self, name)[:] = value

    def __getitem__(self, name):
        code, _, shape, _ = self.dtype.places[name]
        return getattr(self, name) if shape is not None else filled(code, (1,), struct.pack("<" + code, getattr(self, name)))

    def flush(self):
        """Write rows that may have been changed back into the bytes."""
        for name, row in self._rows.items():
            code, at, _, count = self.dtype.places[name]
            self.data[at : at + count * _SIZE[code]] = bytes(row.flat)

    def forget(self):
        """Read rows again: a rule has changed the bytes."""
        object.__setattr__(self, "_rows", {})

    def copy(self):
        self.flush()
        return record(self.dtype, bytearray(self.data))

    def item(self):
        return tuple(getattr(self, name) for name in self.dtype.names)

    def tobytes(self):
        self.flush()
        return bytes(self.data)
