"""Powers of a half, alike on every machine: the machine's own functions may differ in a bit."""

from __future__ import annotations

import numpy as np

from mousehole.engine.rule import rule

HALF = np.array([0.5**k for k in range(64)])
"""Powers of a half, exactly."""


@rule
def half_to(power: float) -> float:
    """Work out 0.5 to a power from 0 on, in a fixed order."""
    if power >= len(HALF) - 1:
        return 0.0
    whole = int(power)
    x = (power - whole) * -0.6931471805599453
    part = 1.0 + x * (1.0 + x * (0.5 + x * (1 / 6 + x * (1 / 24 + x * (1 / 120 + x / 720)))))
    return HALF[whole] * part
