"""Logarithm, exponential and hyperbolic tangent by the same sums on every machine.

A machine's own functions differ in the last place from another's, and a bot that chooses between two moves may notice.
These use nothing but sums, products, quotients and the bits of a number, in a fixed order.
"""

from __future__ import annotations

import numpy as np

from mousehole.engine.rule import rule

PLACES, BIAS = 52, 1023
"""Of the bits of a number so many are its fraction; its power of two is counted from here."""
FRACTION, ONE = (1 << PLACES) - 1, BIAS << PLACES
ROOT_OF_TWO = 1.4142135623730951
LN2_HIGH, LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
"""The logarithm of two in two parts: the first has zeros at its end, so that its multiples are exact."""
LARGEST = 700.0
TERMS = np.array([2.0 / (2 * k + 1) for k in range(12, -1, -1)])
"""Of the logarithm's series in (x - 1) / (x + 1), the last first."""
FACTORS = np.array([1.0 / k for k in range(14, 0, -1)])
"""Of the exponential's series, the last first."""


@rule
def log(number: float) -> float:
    """Return the natural logarithm of a number above zero that is not tiny."""
    bits = np.int64(np.float64(number).view(np.int64))
    power = (bits >> PLACES) - BIAS
    rest = np.int64((bits & FRACTION) | ONE).view(np.float64)
    if rest > ROOT_OF_TWO:
        rest *= 0.5
        power += 1
    s = (rest - 1.0) / (rest + 1.0)
    square = s * s
    total = 0.0
    for k in range(len(TERMS)):
        total = total * square + TERMS[k]
    return float(power) * LN2_HIGH + (s * total + float(power) * LN2_LOW)


@rule
def exp(number: float) -> float:
    """Return e to a power; powers beyond 700 count as 700, and far below zero it is zero."""
    if number < -LARGEST:
        return 0.0
    number = min(number, LARGEST)
    power = int(number / LN2_HIGH + (0.5 if number >= 0.0 else -0.5))
    rest = (number - float(power) * LN2_HIGH) - float(power) * LN2_LOW
    total = 1.0
    for k in range(len(FACTORS)):
        total = 1.0 + rest * FACTORS[k] * total
    return total * np.int64((power + BIAS) << PLACES).view(np.float64)


@rule
def tanh(number: float) -> float:
    """Return the hyperbolic tangent of a number."""
    away = 1.0 - 2.0 / (exp(2.0 * abs(number)) + 1.0)
    return away if number >= 0.0 else -away
