"""Thousands of games at once, for everybody who trains: see docs/batch.md."""

from mousehole.batch.batch import Batch
from mousehole.batch.device import NoDevice

__all__ = ["Batch", "NoDevice"]
