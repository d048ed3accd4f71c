"""Thousands of games at once, for everybody who trains: see docs/batch.md."""

from mousehole.batch.batch import Batch
from mousehole.batch.device import GpuArray, NoDevice
from mousehole.batch.stepping import DEAL, WAIT

__all__ = ["DEAL", "WAIT", "Batch", "GpuArray", "NoDevice"]
