"""Secrets come from whoever opens a table: this interpreter has none of its own."""


def randbits(n):
    raise NotImplementedError("secrets come from the page")


token_hex = randbits
