"""Small parts of sentences that several places need."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str], word: str = "and") -> str:
    """Join names as a sentence does: "Pip", "Pip and Nib", "Pip, Nib and the cat"."""
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else "".join(names)
