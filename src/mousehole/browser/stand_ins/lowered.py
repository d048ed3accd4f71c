"""What lowered sources call for words of Python that MicroPython does not have."""

from collections import OrderedDict, namedtuple
from math import floor, sqrt

MISSING = object()


class Plain:
    """What a data class is, without the class's own help."""

    def __eq__(self, other):
        if type(self) is not type(other):
            return False
        for name in self._fields:
            if getattr(self, name) != getattr(other, name):
                return False
        return True

    def __hash__(self):
        return id(self)


class Deque:
    """A list that forgets its oldest."""

    def __init__(self, items=(), maxlen=None):
        self.items, self.most = list(items), maxlen

    def append(self, item):
        self.items.append(item)
        if self.most is not None and len(self.items) > self.most:
            self.items.pop(0)

    def popleft(self):
        return self.items.pop(0)

    def clear(self):
        self.items = []

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)

    def __getitem__(self, key):
        return self.items[key]


def list_of(*parts):
    made = []
    for part in parts:
        made.extend(part)
    return made


def tuple_of(*parts):
    return tuple(list_of(*parts))


def set_of(*parts):
    return set(list_of(*parts))


def dict_of(*parts):
    made = OrderedDict()
    for part in parts:
        for key, value in part:
            made[key] = value
    return made


def make_dict(given=(), **named):
    made = OrderedDict()
    for key, value in given.items() if hasattr(given, "items") else given:
        made[key] = value
    for key, value in named.items():
        made[key] = value
    return made


def fromkeys(keys, value=None):
    return dict_of((key, value) for key in keys)


def getter(items):
    return lambda key: items[key]


def backwards(items):
    turned = [items[i] for i in range(len(items) - 1, -1, -1)]
    return "".join(turned) if isinstance(items, str) else tuple(turned) if isinstance(items, tuple) else turned


def bit_count(n):
    n = abs(n)
    count = 0
    while n:
        n &= n - 1
        count += 1
    return count


def bit_length(n):
    n = abs(n)
    count = 0
    while n:
        n >>= 1
        count += 1
    return count


def ljust(text, width, fill=" "):
    return text + fill * (width - len(text))


def rjust(text, width, fill=" "):
    return fill * (width - len(text)) + text


def center(text, width, fill=" "):
    left = width - len(text)
    if left <= 0:
        return text
    before = left // 2 + (left & width & 1)
    return fill * before + text + fill * (left - before)


def is_plain(text):
    return len(text) == len(text.encode())


def upper(text):
    if is_plain(text):
        return text.upper()
    import js

    return js.mousehole.upper(text)


def lower(text):
    if is_plain(text):
        return text.lower()
    import js

    return js.mousehole.lower(text)


def capitalize(text):
    return upper(text[:1]) + lower(text[1:])


def title(text):
    return " ".join(capitalize(word) for word in text.split(" "))


def removeprefix(text, prefix):
    return text[len(prefix) :] if text.startswith(prefix) else text


def removesuffix(text, suffix):
    return text[: len(text) - len(suffix)] if suffix and text.endswith(suffix) else text


def startswith(text, prefixes):
    if isinstance(prefixes, tuple):
        return any(text.startswith(prefix) for prefix in prefixes)
    return text.startswith(prefixes)


def endswith(text, suffixes):
    if isinstance(suffixes, tuple):
        return any(text.endswith(suffix) for suffix in suffixes)
    return text.endswith(suffixes)


def isdecimal(text):
    return bool(text) and is_plain(text) and text.isdigit()


isdigit = isdecimal
isascii = is_plain

UNPRINTABLE = ((0, 31), (127, 160), (173, 173), (0x1680, 0x1680), (0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x206F),
               (0x3000, 0x3000), (0xD800, 0xF8FF), (0xFEFF, 0xFEFF), (0xFFF0, 0xFFFB), (0xE0000, 0x10FFFF))


def isprintable(text):
    return not any(low <= ord(c) <= high for c in text for low, high in UNPRINTABLE)


def splitlines(text):
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[:-1] if lines and not lines[-1] else lines


def hexdigest(hashed):
    return "".join("%02x" % byte for byte in hashed.digest())


def union(first, *others):
    made = set(first)
    for other in others:
        made.update(other)
    return made


def comb(n, k):
    if k > n:
        return 0
    made = 1
    for i in range(k):
        made = made * (n - i) // (i + 1)
    return made


def prod(numbers):
    total = 1
    for number in numbers:
        total *= number
    return total


def quoted(value):
    """Write a value as `repr` does: letters beyond ASCII stay as they are."""
    if not isinstance(value, str):
        return repr(value)
    mark = '"' if "'" in value and '"' not in value else "'"
    out = []
    for c in value:
        if c == mark or c == "\\":
            out.append("\\" + c)
        elif c in "\n\r\t":
            out.append({"\n": "\\n", "\r": "\\r", "\t": "\\t"}[c])
        elif isprintable(c) or c == " ":
            out.append(c)
        else:
            code = ord(c)
            out.append("\\x%02x" % code if code < 256 else "\\u%04x" % code if code < 65536 else "\\U%08x" % code)
    return mark + "".join(out) + mark


def table(code, shape, text):
    from binascii import unhexlify

    from numpy import filled

    return filled(code, shape, unhexlify(text))
