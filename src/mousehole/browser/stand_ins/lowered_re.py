"""Patterns, with `fullmatch`, a length at the end, and groups by number."""

import re as _re


class _Found:
    def __init__(self, found):
        self._found = found

    def __getitem__(self, number):
        return self._found.group(number)


class _Pattern:
    def __init__(self, text):
        self._least = self._most = None
        if text.endswith("}"):
            text, _, span = text.rpartition("{")
            self._least, self._most = (int(part) for part in span[:-1].split(","))
            text += "+"
        self._pattern = _re.compile("^" + text + "$")

    def fullmatch(self, text):
        if self._most is not None and not self._least <= len(text) <= self._most:
            return None
        found = self._pattern.match(text)
        return None if found is None else _Found(found)


def compile(text):
    return _Pattern(text)


def search(pattern, text):
    return _re.search(pattern, text)
