"""Thousands of games at once, for everybody who trains: see docs/batch.md."""

from mousehole.batch.batch import Batch, NoDevice

__all__ = ["Batch", "NoDevice"]
