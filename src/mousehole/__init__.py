"""Mousehole: a table for five cat-and-mouse games, and a laboratory on the very same rules."""

__version__ = "0.1.0"
